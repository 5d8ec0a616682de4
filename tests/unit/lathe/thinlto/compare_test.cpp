// What the rule `best` and LLVM's import apart, and under other options: every difference is told, with a cause that is
// so by a second reading of both rules.
#include <doctest/doctest.h>
#include <lathe/thinlto/compare.hpp>
#include <lathe/thinlto/compare_text.hpp>
#include <lathe/thinlto/text.hpp>

#include "bench/lathe/thinlto_problems.hpp"
#include "unit/lathe/thinlto/difference_twin.hpp"

namespace {

using namespace thinlto_test;

struct Random {
  std::mt19937 engine;
  std::uint32_t operator()(std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; }
};

// The text of what one rule imports alone.
std::string only(const std::string& text, Rule rule, Options o = {}, std::optional<Options> other = {}) {
  std::string error;
  const auto p = read_problem("thinlto\n" + text, "text", error);
  REQUIRE_MESSAGE(p, error);
  o.print_import_failures = true;
  o.rule = rule;
  Options theirs = other.value_or(o);
  theirs.print_import_failures = true;
  if (!other) theirs.rule = rule == Rule::best ? Rule::first_found : Rule::best;
  const Plan a = plan_problem(*p, o), b = plan_problem(*p, theirs);
  if (!other) {
    std::map<Cause, std::uint32_t> causes;
    if (o.import_cutoff < 0 && !o.force_import_all) CHECK(judge_differences(*p, a, b, causes) == "");
  }
  const std::string out = print(*p, only_in_first(*p, a, b));
  return out.substr(out.find('\n') + 1);
}

TEST_CASE("LLVM does not come back for a call that offers less, but passes on more") {
  // LIFO: h is visited first and offers g 10 * 49; f then offers 70 and would pass on 49.
  CHECK(only("module a\nfunction m external insts 1\ncall f\ncall x\nmodule b\nfunction f external insts 1\ncall g\n"
             "function x external insts 1\ncall y\nfunction y external insts 1\ncall g hot\n"
             "function g external insts 1\ncall t cold\ncall u\nfunction u external insts 60\nfunction t external "
             "insts 1\n",
             Rule::best, {.import_instr_evolution_factor = 0.95F, .import_hot_evolution_factor = 0.5F}) ==
        "module a\nonly u from b lower_threshold threshold 90 reason too_large other 45\n"
        "cause not_tried_again at f b to g b limit 95 passed 90 there 45\n");
}

TEST_CASE("LLVM passes a threshold on by a call that the callee does not fit") {
  // g is refused at 0 first, imported at 340 by a hot call, and then taken up again by a call that offers 70 < 90.
  const std::string text =
      "module a\nfunction m external insts 1\ncall g cold\ncall f\ncall x\nmodule b\nfunction f external insts 1\n"
      "call g\nfunction x external insts 1\ncall y\nfunction y external insts 1\ncall z\nfunction z external insts 1\n"
      "call g hot\nfunction g external insts 90\ncall t\nfunction t external insts 40\n";
  CHECK(only(text, Rule::first_found) ==
        "module a\nonly t from b lower_threshold threshold 49 reason too_large other 34\n"
        "cause stale_threshold at f b to g b limit 70 passed 49 there 34\n");
  CHECK(only(text, Rule::best) == "");
}

TEST_CASE("copies: LLVM takes the first that fits, and keeps a local one for callers of other modules") {
  CHECK(only("module a\nfunction m external insts 1\ncall f\nmodule b\nfunction f weak_odr insts 9\ncall g\n"
             "function g external insts 1\nmodule c\nfunction f weak_odr insts 8\n",
             Rule::first_found) ==
        "module a\nonly f from b other_copy threshold 100\ncause other_copy at m a to f b limit 100 passed 70\n"
        "only g from b caller_not_there threshold 70\ncause other_copy at m a to f b limit 100 passed 70\n");
  const std::string local =
      "module a\nfunction m external insts 1\ncall f\ncall g\nmodule b\nfunction f external insts 1\ncall s*5 hot\n"
      "module c\nfunction g external insts 1\ncall s*5 cold\nfunction s*5 internal insts 30 alwaysinline\ncall t\n"
      "function t external insts 60\nmodule d\nfunction s*5 internal insts 2\n";
  CHECK(only(local, Rule::first_found) ==
        "module a\nonly t from c lower_threshold threshold 70 reason too_large other 49\n"
        "cause stale_copy at f b to s c limit 70 passed 70 there 49\n");
}

TEST_CASE("variables follow from functions, and LLVM does not ask whether they are live") {
  CHECK(only("module a\nfunction m external insts 1\ncall f\nmodule b\nfunction f weak_odr insts 9\nref v\n"
             "variable v external\nmodule c\nfunction f weak_odr insts 8\n",
             Rule::first_found) ==
        "module a\nonly f from b other_copy threshold 100\ncause other_copy at m a to f b limit 100 passed 70\n"
        "only v from b variable threshold 0\ncause not_in_other at f b to v b limit 0 passed 0\n");
  CHECK(only("module a\nfunction m external insts 1 live\nref v\nmodule b\nvariable v external\nknown liveness\n",
             Rule::first_found) ==
        "module a\nonly v from b variable threshold 0 reason not_live other 0\n"
        "cause forbidden at m a to v b limit 0 passed 0\n");
}

TEST_CASE("budgets, whole bodies given up, other options") {
  const std::string text =
      "module a\nfunction m external insts 1\ncall k\ncall f\ncall g hot\nmodule b\nfunction f external insts 1\n"
      "function g external insts 500\nfunction k external insts 1 kernel\nroot m\n";
  CHECK(only(text, Rule::best, {}, Options{.import_cutoff = 1}) ==
        "module a\nonly f from b refused threshold 100 reason import_cutoff other 100\ncause budget\n");
  CHECK(only(text, Rule::best, {}, Options{.import_instr_limit = 10}) ==
        "module a\nonly g from b lower_threshold threshold 1000 reason too_large other 100\n"
        "cause options to m a limit 0 passed 100 there 10\n");
  CHECK(only(text, Rule::best, {.force_import_all = true}) ==
        "module a\nonly f from b caller_not_there threshold 100\ncause gave_up at m a to f b limit 100 passed 70\n"
        "only g from b caller_not_there threshold 1000\ncause gave_up at m a to g b limit 100 passed 100\n");
  CHECK(only(text, Rule::best, {.import_cutoff = 1})
            .find("only g from b caller_not_there threshold 1000\ncause budget") != std::string::npos);
}

// What LLVM's memory is led astray by: functions that only a hot call lets in, called cold and plainly too, and local
// copies.
void lead_astray(Problem& p, Random& pick) {
  static constexpr std::uint32_t sizes[] = {1, 9, 30, 45, 60, 75, 90, 200};
  for (CallInfo& info : p.call_infos) info = CallInfo(static_cast<Hotness>(pick(4)));
  for (Summary& s : p.summaries) {
    s.flags &= flag::prevailing | flag::constant | flag::read_only | flag::write_only;
    s.priority = standard_priority;
    s.linkage = pick(4) == 0 ? Linkage::internal : Linkage::external;
    if (s.kind == Kind::function) s.instructions = sizes[pick(8)];
  }
  p.roots.clear();
  p.own_names.clear();
}

TEST_CASE("random indexes: every difference has a cause, and it is so") {
  std::map<Cause, std::uint32_t> causes;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    Random pick{std::mt19937(seed)};
    Options options = random_options(pick);
    options.print_import_failures = true;
    options.profile_gate = options.import_address_taken = options.import_all_index = options.force_import_all = false;
    options.import_cutoff = -1;
    options.fuel = UINT64_MAX;
    if (seed % 2 == 0) options.import_instr_limit = 100;
    if (seed % 3 == 0) options = {.import_declaration = seed % 2 == 0, .print_import_failures = true};
    Problem p = random_problem(pick, 3 + pick(seed % 4 == 0 ? 150 : 40));
    if (seed % 3 == 0) lead_astray(p, pick);
    const Plan best = plan_problem(p, options);
    options.rule = Rule::first_found;
    const std::string wrong = judge_differences(p, best, plan_problem(p, options), causes);
    CAPTURE(seed);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
  using enum Cause;
  for (const Cause cause : {not_tried_again, stale_threshold, other_copy, not_in_other, forbidden}) {
    const std::string name = cause_names[static_cast<std::size_t>(cause)];
    CAPTURE(name);
    CHECK(causes[cause] > 0);
  }
}

TEST_CASE("random pairs of options: every difference has a cause") {
  std::size_t differences = 0;
  for (std::uint32_t seed = 0; seed < 1500; ++seed) {
    Random pick{std::mt19937(seed)};
    Options one = random_options(pick), two = seed % 3 == 0 ? one : random_options(pick);
    one.print_import_failures = two.print_import_failures = true;
    if (seed % 2 == 0) one.rule = Rule::first_found;
    if (seed % 5 == 0) two.rule = Rule::first_found;
    const Problem p = random_problem(pick, 3 + pick(40));
    const Plan a = plan_problem(p, one), b = plan_problem(p, two);
    for (const bool swap : {false, true})
      for (const DifferentImport& d : only_in_first(p, swap ? b : a, swap ? a : b)) {
        ++differences;
        CAPTURE(seed);
        REQUIRE_MESSAGE(d.cause != Cause::not_by_rule, print(p, {d}));
      }
  }
  CHECK(differences > 3000);
}

TEST_CASE("an index that looks like a program, in several orders") {
  std::map<Cause, std::uint32_t> causes;
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    Problem p = bench::program_like(5000, 10, seed + 1);
    if (seed != 0) p = shuffled(p, seed);
    Options options{.print_import_failures = true};
    const Plan best = plan_problem(p, options);
    options.rule = Rule::first_found;
    CHECK(judge_differences(p, best, plan_problem(p, options), causes) == "");
  }
}

TEST_CASE("LLVM's rule with its memory mended imports no function that best does not") {
  std::size_t imports = 0, stale = 0;
  for (std::uint32_t seed = 0; seed < 1500; ++seed) {
    Random pick{std::mt19937(seed)};
    Problem p = random_problem(pick, 20 + pick(100));
    p.workloads.clear();
    const Options options{};
    const Twin twin(p, options);
    for (std::uint32_t m = 0; m < p.modules.size(); ++m) {
      // One copy of a value: else the two may take others.
      bool several = false;
      const Walked best = twin.best(m), mended = twin.llvm(m, true), theirs = twin.llvm(m, false);
      for (const auto& [v, copy] : mended.copy) several |= twin.facts.copies(v).size() > 1;
      for (const std::uint32_t s : theirs.imported) stale += !several && !best.imported.contains(s);
      if (several) continue;
      imports += mended.imported.size();
      for (const std::uint32_t s : mended.imported) CHECK(best.imported.contains(s));
    }
  }
  CHECK(imports > 500);
  MESSAGE("imports " << imports << ", LLVM alone, for want of these, " << stale);
}

TEST_CASE("a plan that its rule does not give is told") {
  std::string error;
  const auto p = read_problem("thinlto\nmodule a\nfunction m external insts 1\nmodule b\nfunction f external insts 1\n",
                              "text", error);
  REQUIRE(p);
  Plan a = plan_problem(*p);
  const Plan b = a;
  a.modules[0].imports.push_back(Import(1, 100, Pass::direct, false, Hotness::unknown));
  const auto list = only_in_first(*p, a, b);
  REQUIRE(list.size() == 1);
  CHECK(list[0].cause == Cause::not_by_rule);
}

TEST_CASE("broken lists of differences") {
  std::string error;
  const auto p = read_problem("thinlto\nmodule a\nfunction m external insts 1\nmodule b\nfunction f external insts 1\n",
                              "text", error);
  REQUIRE(p);
  const auto said = [&](const std::string& text) {
    return read_differences(*p, text, "x", error) ? std::string("read") : error;
  };
  CHECK(said("plan\n").starts_with("x:1:1: expected 'differences'"));
  CHECK(said("differences\nonly f from b variable threshold 1\n").starts_with("x:2:1: this stands before"));
  CHECK(said("differences\nmodule a\ncause budget\n").starts_with("x:3:1: a cause before"));
  CHECK(said("differences\nmodule a\nonly f from a variable threshold 1\n").find("does not define") !=
        std::string::npos);
  CHECK(said("differences\nmodule a\nonly f from b vary threshold 1\n").find("expected why") != std::string::npos);
  CHECK(said("differences\nmodule a\nonly f from b variable threshold 1\ncause luck\n").find("expected a cause") !=
        std::string::npos);
  CHECK(said("differences\nmodule a\nonly f from b variable threshold 1\ncause budget to f b limit 1 passed 2 there "
             "3\n") == "read");
}

}  // namespace
