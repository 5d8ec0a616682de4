// `lathe bits`: known bits, sign bits and demanded bits of a problem text. Prints the claims.
#include <chrono>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include <lathe/bits.hpp>

#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe bits PROBLEM.txt|- [--claims FILE] [--check] [--stats] [OPTIONS]   (see lathe bits --help)";

struct Arguments {
  std::string input = "-", output = "-", claims;
  std::uint32_t max_depth = 0, max_expansion = 1024, inputs = 64;
  std::uint64_t seed = 1;
  bool check = false, stats = false, print = false, forget = false;
};

void add_options(Options& app, Arguments& a) {
  app.option("input", a.input, "a problem text; - is standard input");
  app.option("-o,--output", a.output, "where the claims go; - is standard output, the default");
  app.option("--max-depth", a.max_depth, "levels of operands or users that a question looks at; 0: all in one sweep");
  app.option("--max-expansion", a.max_expansion, "values that a question evaluates").show_default();
  app.flag("--forget", a.forget, "remember nothing from question to question");
  app.option("--claims", a.claims, "check the claims of this file, compute none");
  app.flag("--check", a.check, "run the independent checker; a fault is exit state 1");
  app.option("--inputs", a.inputs, "random inputs of the checker").show_default();
  app.option("--seed", a.seed, "of the first input").show_default();
  app.flag("--stats", a.stats, "counters and time to standard error");
  app.flag("--print-problem", a.print, "print the problem, no claims");
  app.footer("Example:\n  printf 'bits\\n%%0 input 8\\n%%1 ctpop 8 %%0\\nroot %%1\\n' | lathe bits - --check");
}

int check(const Arguments& a, const bits::Problem& problem, const bits::Claims& claims) {
  const auto faults = bits::check_claims(problem, claims, {.inputs = a.inputs, .seed = a.seed});
  fmt::print(stderr, "checker: {} faults\n{}", faults.size(), faults.str());
  return faults.empty() ? ok : failed;
}

int run(const Arguments& a) {
  std::string text, error;
  const auto fail = [&] {
    report_error(error);
    return failed;
  };
  if (!read_input(a.input, text, error)) return fail();
  const auto problem = bits::read_problem(text, a.input == "-" ? "<stdin>" : a.input, error);
  if (!problem) return fail();
  if (a.print) return write_output(a.output, bits::print(*problem), error) ? ok : fail();
  if (!a.claims.empty()) {
    std::string claimed;
    if (!read_input(a.claims, claimed, error)) return fail();
    const auto claims = bits::read_claims(claimed, a.claims, error);
    return claims ? check(a, *problem, *claims) : fail();
  }
  std::optional<bits::Options> options;
  if (a.max_depth != 0) options = bits::Options{a.max_depth, a.max_expansion, !a.forget};
  bits::Stats stats;
  const auto start = std::chrono::steady_clock::now();
  const bits::Claims claims = bits::solve(*problem, options, &stats);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  if (!write_output(a.output, bits::print(claims), error)) return fail();
  if (a.stats) fmt::print(stderr, "{}{:12.3f}  milliseconds\n", to_table(stats), took.count());
  return a.check ? check(a, *problem, claims) : ok;
}

}  // namespace

int bits_command(const std::vector<std::string>& arguments) {
  Options app("Which bits of values are known, and which are demanded.", "lathe bits", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
