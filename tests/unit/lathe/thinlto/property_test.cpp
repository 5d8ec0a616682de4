// Random indexes: planner against checker, slow twin, text forms and other orders of input.
#include <doctest/doctest.h>

#include "fuzz/thinlto_body.hpp"
#include "unit/lathe/thinlto/random_problem.hpp"

namespace {

using namespace thinlto_test;

struct Random {
  std::mt19937 engine;
  std::uint32_t operator()(std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; }
};

TEST_CASE("random indexes and options: the checker finds nothing, texts come back, order does not matter") {
  std::uint64_t imports = 0, refused = 0, variables = 0;
  for (std::uint32_t seed = 0; seed < 1200; ++seed) {
    Random pick{std::mt19937(seed)};
    const Options options = random_options(pick);
    const Problem p = random_problem(pick, 3 + pick(seed % 10 == 0 ? 200 : 30));
    REQUIRE(check_problem(p).empty());
    const std::string wrong = check_everything(p, options, seed);
    CAPTURE(seed);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
    const Stats stats = plan_problem(p, options).stats;
    imports += stats.functions;
    refused += stats.refused_total;
    variables += stats.variables;
  }
  CHECK(imports > 5000);
  CHECK(refused > 5000);
  CHECK(variables > 500);
}

TEST_CASE("LLVM's rule on random indexes: within the checker's bounds") {
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    Random pick{std::mt19937(seed)};
    Options options = random_options(pick);
    options.rule = Rule::first_found;
    options.import_all_index = options.profile_gate = options.import_address_taken = false;
    const Problem p = random_problem(pick, 3 + pick(seed % 10 == 0 ? 200 : 30));
    const std::string wrong = check_everything(p, options, seed);
    CAPTURE(seed);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
}

TEST_CASE("equal to all paths of calls, up to 200 functions") {
  std::uint64_t imports = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    Random pick{std::mt19937(seed)};
    Problem p = random_problem(pick, 200 - seed % 150);
    p.workloads.clear();
    p.own_names.clear();
    p.defined_outside.clear();
    for (Summary& s : p.summaries) {
      if (s.priority != 0) s.priority = standard_priority;
      if (s.linkage != Linkage::external && !s.has(flag::prevailing) && seed % 2 == 0) s.linkage = Linkage::external;
      if (s.has(flag::no_inline)) s.flags &= ~flag::always_inline;
      if (s.kind == Kind::function) s.instructions = std::min(s.instructions, 5000U) / 8 * 8 + s.module;
    }
    Options options;
    if (seed % 3 == 1) options.import_instr_evolution_factor = 0.9F;
    if (seed % 3 == 2) options.import_hot_evolution_factor = 0.5F, options.import_cold_multiplier = 0.5F;
    const Plan plan = plan_problem(p, options);
    for (std::uint32_t m = 0; m < p.modules.size(); ++m) {
      const auto expected = brute_force(p, m, options, plan.analysis.live);
      std::map<std::uint32_t, std::uint32_t> found;
      for (const Import import : plan.modules[m].imports)
        if (p.summaries[p.base(import.summary)].kind == Kind::function) found.emplace(import.summary, import.threshold);
      CAPTURE(seed);
      CAPTURE(m);
      REQUIRE((found == expected));
      imports += found.size();
    }
  }
  CHECK(imports > 5000);
}

TEST_CASE("the body of the fuzz target") {
  std::mt19937 engine(7);
  for (std::uint32_t run = 0; run < 300; ++run) {
    std::vector<std::uint8_t> bytes(run);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(engine());
    const std::string wrong = check_thinlto_bytes(bytes);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
}

TEST_CASE("bytes that once had a difference without a cause, or a plan that the checker refused") {
  // Fuel and cut-offs with declarations, with and without import-all-index; a workload that names what is dead.
  for (const std::uint32_t seed : {117U, 2416U, 2461U, 2575U, 4279U, 7630U, 12646U, 14084U, 14239U, 16712U}) {
    std::mt19937 engine(seed);
    std::vector<std::uint8_t> bytes(engine() % 300);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(engine());
    const std::string wrong = check_thinlto_bytes(bytes);
    CHECK_MESSAGE(wrong.empty(), wrong);
  }
}

}  // namespace
