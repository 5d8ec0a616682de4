// `lathe bits`: known bits, sign bits and demanded bits of a problem text. Prints the claims.
#include <optional>

#include <lathe/bits.hpp>
#include <lathe/bits/check.hpp>
#include <lathe/bits/problem.hpp>
#include <lathe/bits/text.hpp>

#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/options.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe bits PROBLEM.txt|- [--claims FILE] [--check] [--stats] [OPTIONS]   (see lathe bits --help)";

struct Arguments : AlgorithmArguments {
  std::string claims;
  std::uint32_t max_depth = 0, max_expansion = 1024, inputs = 64;
  std::uint64_t seed = 1;
  bool forget = false;
};

void add_options(Options& app, Arguments& a) {
  app.option("input", a.input, "a problem text; - is standard input");
  app.option("-o,--output", a.output, "where the claims go; - is standard output, the default");
  app.section(Section::algorithm);
  app.option("--max-depth", a.max_depth, "levels of operands or users that a question looks at; 0: all in one sweep");
  app.option("--max-expansion", a.max_expansion, "values that a question evaluates").show_default();
  app.flag("--forget", a.forget, "remember nothing from question to question");
  app.section(Section::input);
  app.option("--claims", a.claims, "check the claims of this file, compute none");
  app.section(Section::checks);
  app.option("--inputs", a.inputs, "random inputs of the checker").show_default();
  app.option("--seed", a.seed, "of the first input").show_default();
  app.section(Section::output);
  declare_words(app, "bits", a);
  app.flag("--print-problem", a.dump, "print the problem, no claims");
  app.footer("Example:\n  printf 'bits\\n%%0 input 8\\n%%1 ctpop 8 %%0\\nroot %%1\\n' | lathe bits - --check");
}

Json result_of(const bits::Claims& claims) {
  std::vector<Json> values;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const bits::KnownBits<>& known = claims[i].fact.known;
    Json one;
    one.add("value", std::uint64_t{i}).add("width", std::uint64_t{known.width});
    one.add("zero", std::uint64_t{known.zero}).add("one", std::uint64_t{known.one});
    one.add("signs", std::uint64_t{claims[i].fact.signs}).add("demanded", claims[i].demanded);
    values.push_back(std::move(one));
  }
  Json out;
  return std::move(out.add("values", std::move(values)));
}

int run(Arguments& a) {
  Algorithm to(a, "bits");
  if (!to.read()) return failed;
  const auto problem = to.problem(bits::read_problem);
  if (!problem) return failed;
  if (a.dump) return to.write(bits::print(*problem));
  std::optional<bits::Claims> claims;
  if (!a.claims.empty()) {
    std::string claimed, error;
    if (read_input(a.claims, claimed, error)) claims = bits::read_claims(claimed, a.claims, error);
    if (!claims) return Algorithm::fail(error);
    a.check = true;
    a.output.clear();
  } else {
    std::optional<bits::Options> options;
    if (a.max_depth != 0) options = bits::Options{a.max_depth, a.max_expansion, !a.forget};
    bits::Stats stats;
    claims = to.timed([&] { return bits::solve(*problem, options, &stats); });
    to.text() = bits::print(*claims);
    to.figures().add(stats);
    to.result([&] { return result_of(*claims); });
  }
  if (a.check) to.add_faults(bits::check_claims(*problem, *claims, {.inputs = a.inputs, .seed = a.seed}));
  return to.finish();
}

}  // namespace

int bits_command(const std::vector<std::string>& arguments) {
  Options app("Which bits of values are known, and which are demanded.", "lathe bits", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.dump)
    if (const auto done = refuse_others(app, "--print-problem", {"--output"})) return *done;
  if (!a.claims.empty())
    if (const auto done = refuse_others(app, "--claims", {"--inputs", "--seed", "--check", "--stats"})) return *done;
  if (const auto done = refuse_without(app, {"--check", "--claims"}, {"--inputs", "--seed"})) return *done;
  if (a.max_depth == 0)
    if (const auto done = refuse_idle(app, "--max-depth=0, the default", {"--max-expansion", "--forget"})) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
