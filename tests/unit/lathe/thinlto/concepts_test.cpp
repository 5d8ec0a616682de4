// Types that lack one member are refused with the signature to write; the poorest type and the toy machine are planned.
#include <doctest/doctest.h>

#include <string>

#include "adapters/archetype/thinlto.hpp"
#include "adapters/toy/thinlto.hpp"
#include "support/near_miss.hpp"

namespace {

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_short("tests/unit/lathe/thinlto/near_miss/summaries.cpp",
                         {"thinlto::Summaries wants  range<Module> modules();",
                          "thinlto::Summaries wants  string_view module_name(Module);",
                          "thinlto::Summaries wants  range<Function> functions(Module);",
                          "thinlto::Summaries wants  uint64_t guid(Function);",
                          "thinlto::Summaries wants  uint32_t instructions(Function);",
                          "thinlto::Summaries wants  range<{guid, hotness}> calls(Function);"});
}

NEAR_MISS_CASE("what summaries lack is told where they are given to the planner, in ten lines") {
  near_miss::together([&] {
    for (const int entry : {1, 2})
      near_miss::check_entry("tests/unit/lathe/thinlto/near_miss/summaries.cpp", entry,
                             {"thinlto::Summaries wants  range<Module> modules();",
                              "thinlto::Summaries wants  string_view module_name(Module);",
                              "thinlto::Summaries wants  range<Function> functions(Module);"});
  });
}

TEST_CASE("the poorest type is planned") {
  archetype::ThinltoSummaries poor;
  const lathe::thinlto::Plan plan = lathe::thinlto::plan(poor);
  CHECK(plan.refusal == lathe::thinlto::Refusal::none);
  CHECK(plan.modules[0].imports.size() == 2);  // b and, from it or directly, c
  CHECK(plan.modules[1].imports.size() == 1);
  CHECK(plan.modules[2].imports.empty());
}

// Adapters with every optional member.
struct Rich {
  struct Module {
    int number;
  };
  struct Function {
    int number;
  };
  struct Variable {
    int number;
  };
  struct Call {
    std::uint64_t guid;
    lathe::thinlto::Hotness hotness;
  };
  struct Ref {
    std::uint64_t guid;
    lathe::thinlto::Access access;
  };
  struct Alias {
    std::uint64_t guid, aliasee;
    lathe::thinlto::Linkage linkage;
  };
  std::vector<Module> modules() { return {{0}, {1}}; }
  std::string module_name(Module m) { return "m" + std::to_string(m.number); }
  std::vector<Function> functions(Module m) { return {{m.number}}; }
  std::vector<Variable> variables(Module m) {
    return m.number == 1 ? std::vector<Variable>{{7}} : std::vector<Variable>{};
  }
  std::vector<Alias> aliases(Module m) {
    return m.number == 1 ? std::vector<Alias>{{50, 11, lathe::thinlto::Linkage::external}} : std::vector<Alias>{};
  }
  std::uint64_t guid(Function f) { return 10 + static_cast<std::uint64_t>(f.number); }
  std::uint64_t guid(Variable v) { return static_cast<std::uint64_t>(v.number); }
  std::string name(Function f) { return "f" + std::to_string(f.number); }
  lathe::thinlto::Linkage linkage(Function) { return lathe::thinlto::Linkage::weak_odr; }
  std::uint32_t flags(Function) { return lathe::thinlto::flag::no_unwind; }
  std::uint32_t flags(Variable) { return lathe::thinlto::flag::constant; }
  int priority(Function f) { return 2 + f.number; }
  std::uint32_t instructions(Function) { return 5000; }
  std::vector<Call> calls(Function f) {
    return f.number == 0 ? std::vector<Call>{{50, lathe::thinlto::Hotness::cold}} : std::vector<Call>{};
  }
  std::vector<Ref> refs(Function) { return {{7, lathe::thinlto::Access::read_only}}; }
  std::vector<std::uint64_t> roots() { return {10}; }
};

TEST_CASE("optional members are found") {
  Rich rich;
  const lathe::thinlto::Problem p = lathe::thinlto::ingest(rich);
  REQUIRE_MESSAGE(check_problem(p).empty(), check_problem(p).str());
  CHECK(p.summaries.size() == 4);
  CHECK(p.label(p.summaries[0].value) == "f0");
  CHECK(p.summaries[1].linkage == lathe::thinlto::Linkage::weak_odr);
  CHECK(p.summaries[1].priority == lathe::thinlto::forced_priority);
  CHECK(p.summaries[2].has(lathe::thinlto::flag::constant));
  CHECK(p.summaries[3].aliasee == 1);
  CHECK(p.accesses[0] == lathe::thinlto::Access::read_only);
  CHECK(p.roots.size() == 1);
  // The alias of a function of priority 3, called cold: imported, and the variable with it.
  const lathe::thinlto::Plan plan = lathe::thinlto::plan_problem(p);
  REQUIRE(plan.modules[0].imports.size() == 2);
  CHECK(plan.modules[0].imports.unpacked()[0].summary == 2);
  CHECK(plan.modules[0].imports.unpacked()[1].summary == 3);
}

TEST_CASE("toy machines: what is imported runs as it did") {
  std::vector<toy::MachineModule> modules(2);
  modules[0].name = "a";
  modules[1].name = "b";
  using enum toy::MachineInst::Op;
  const std::uint32_t callee = toy::find_or_declare(modules[0].machine, "twice");
  toy::MachineFunction caller{"caller", {0}, {{{{call, {1}, {0}, 0, callee, 0}, {ret, {}, {1}, 0, 0, 0}}}}, false};
  modules[0].machine.functions.push_back(caller);
  modules[1].machine.functions.push_back(
      {"twice", {0}, {{{{add, {1}, {0, 0}, 0, 0, 0}, {ret, {}, {1}, 0, 0, 0}}}}, false});
  toy::MachineSummaries summaries(modules, {"caller"});
  const lathe::thinlto::Problem p = lathe::thinlto::ingest(summaries);
  const lathe::thinlto::Plan plan = lathe::thinlto::plan_problem(p);
  REQUIRE(plan.modules[0].imports.size() == 1);
  CHECK((*plan.modules[0].imports.begin()).hotness == lathe::thinlto::Hotness::hot);
  toy::import_function(modules[0].machine, modules[1].machine,
                       p.label(p.summaries[plan.modules[0].imports.unpacked()[0].summary].value));
  toy::MachineRun run(modules[0].machine);
  std::vector<std::int64_t> results;
  std::uint32_t steps = 10;
  REQUIRE(run.run(1, {21}, results, steps));
  CHECK(results[0] == 42);
  modules[1].machine.functions[0].keep = true;  // must not leave its module
  toy::MachineSummaries kept(modules, {"caller"});
  CHECK(lathe::thinlto::plan(kept).modules[0].imports.empty());
}

}  // namespace
