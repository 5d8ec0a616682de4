// Every kind of fault is found: a right plan is changed in one place. And every fault of a problem made by hand.
#include <doctest/doctest.h>
#include <lathe/thinlto/check.hpp>
#include <lathe/thinlto/text.hpp>

#include "unit/lathe/thinlto/random_problem.hpp"

namespace {

using namespace thinlto_test;

// a calls and imports f, h (below f), x; b has the rest.
constexpr char text[] = R"(thinlto
module a
function main external insts 5
call f
call x hot
call k
call big
ref table readonly
module b
function f external insts 70
call h
ref inner
function x external insts 900
function h external insts 70
function k external insts 3 noinline
function big external insts 101
function unused external insts 1
variable table external constant readonly
variable inner internal noteligible
root main
)";

Problem problem() {
  std::string error;
  auto p = read_problem(text, "text", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}
const Options options{.print_import_failures = true};

std::uint32_t at(const Problem& p, const char* name) {
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
    if (p.label(p.summaries[s].value) == name) return s;
  FAIL("no summary of that name");
  return 0;
}
// The first module's imports, changed by `change(std::vector<Import>&)`.
template <class Change>
void change_imports(Plan& plan, Change&& change) {
  std::vector<Import> imports = plan.modules[0].imports.unpacked();
  change(imports);
  plan.modules[0].imports.assign(imports);
}
template <class Change>
void change_import(const Problem& p, Plan& plan, const char* name, Change&& change) {
  change_imports(plan, [&](std::vector<Import>& imports) {
    const auto found =
        std::find_if(imports.begin(), imports.end(), [&](const Import& x) { return x.summary == at(p, name); });
    REQUIRE(found != imports.end());
    change(*found);
  });
}
void drop_first(Plan& plan) {
  change_imports(plan, [](auto& imports) { imports.erase(imports.begin()); });
}
template <class Change>
bool finds(PlanFault kind, Change&& change, const Options& o = options) {
  const Problem p = problem();
  Plan plan = plan_problem(p, o);
  REQUIRE(check_plan(p, plan, o).empty());
  change(p, plan);
  const auto faults = check_plan(p, plan, o);
  INFO(faults.str());
  return faults.has(kind);
}

TEST_CASE("each kind of fault is found") {
  using enum PlanFault;
  CHECK(finds(wrong_shape, [](auto&, Plan& plan) { plan.modules.pop_back(); }));
  CHECK(finds(wrong_shape, [](auto&, Plan& plan) { change_imports(plan, [](auto& x) { x[0].summary = 1000; }); }));
  CHECK(finds(wrong_shape, [](auto&, Plan& plan) { change_imports(plan, [](auto& x) { std::swap(x[0], x[1]); }); }));
  CHECK(finds(wrong_shape, [](auto& p, Plan& plan) {
    change_imports(plan, [&](auto& x) { x.insert(x.begin(), Import(at(p, "main"), 1, Pass::direct, false, {})); });
  }));
  CHECK(finds(wrong_shape, [](auto&, Plan& plan) { plan.exports[0].summary = 1000; }));
  CHECK(finds(wrong_shape, [](auto&, Plan& plan) { plan.modules[0].refused[0].value = 1000; }));
  CHECK(finds(wrong_liveness,
              [](auto& p, Plan& plan) { plan.analysis.live[p.summaries[at(p, "unused")].value] = true; }));
  CHECK(finds(wrong_liveness, [](auto& p, Plan& plan) { plan.analysis.live[p.summaries[at(p, "h")].value] = false; }));
  CHECK(finds(wrong_attribute, [](auto& p, Plan& plan) { plan.analysis.attributes[at(p, "table")] = 0; }));
  CHECK(
      finds(wrong_attribute, [](auto& p, Plan& plan) { plan.analysis.attributes[at(p, "inner")] = flag::read_only; }));
  CHECK(finds(wrong_attribute, [](auto& p, Plan& plan) { plan.analysis.attributes[at(p, "f")] = 0; }));
  CHECK(finds(missing_import, [](auto&, Plan& plan) { drop_first(plan); }));
  CHECK(finds(unwanted_import, [](auto& p, Plan& plan) {
    change_imports(plan, [&](auto& imports) {
      imports.push_back(Import(at(p, "big"), 100, Pass::direct, false, Hotness::unknown));
      std::sort(imports.begin(), imports.end(), [](const auto& a, const auto& b) { return a.summary < b.summary; });
    });
  }));
  CHECK(finds(wrong_threshold, [](auto& p, Plan& plan) {
    change_import(p, plan, "h", [](Import& x) { x.threshold = x.threshold + 1; });
  }));
  CHECK(finds(wrong_threshold,
              [](auto& p, Plan& plan) { change_import(p, plan, "x", [&](Import& x) { x.hotness = Hotness::cold; }); }));
  CHECK(finds(wrong_pass,
              [](auto& p, Plan& plan) { change_import(p, plan, "h", [&](Import& x) { x.pass = Pass::direct; }); }));
  CHECK(finds(wrong_declaration,
              [](auto& p, Plan& plan) { change_import(p, plan, "f", [&](Import& x) { x.declaration = true; }); }));
  CHECK(finds(missing_refusal, [](auto&, Plan& plan) { plan.modules[0].refused.pop_back(); }));
  CHECK(finds(unwanted_refusal, [](auto& p, Plan& plan) {
    plan.modules[1].refused.push_back({p.summaries[at(p, "main")].value, 1, 1, Reason::too_large, Hotness::none});
  }));
  CHECK(finds(wrong_reason, [](auto&, Plan& plan) { plan.modules[0].refused[0].reason = Reason::kernel; }));
  CHECK(finds(wrong_reason, [](auto&, Plan& plan) { ++plan.modules[0].refused[0].attempts; }));
  CHECK(finds(wrong_export, [](auto&, Plan& plan) { plan.exports.pop_back(); }));
  CHECK(finds(wrong_export,
              [](auto& p, Plan& plan) { plan.exports.insert(plan.exports.begin(), Export(at(p, "main"), false)); }));
  CHECK(finds(wrong_export, [](auto&, Plan& plan) { plan.exports[0].declaration ^= 1U; }));
  CHECK(finds(wrong_workload, [](auto&, Plan& plan) { plan.modules[0].workload = true; }));
  Options cut = options;
  cut.import_cutoff = 1;
  // f instead of x: both fit, but x was offered more.
  CHECK(finds(
      wrong_budget,
      [](auto& p, Plan& plan) {
        change_import(p, plan, "x",
                      [&](Import& x) { x = Import(at(p, "f"), 100, Pass::direct, false, Hotness::unknown); });
      },
      cut));
}

TEST_CASE("faults of LLVM's rule are found within its bounds") {
  Options o = options;
  o.rule = Rule::first_found;
  CHECK(finds(PlanFault::missing_import, [](auto&, Plan& plan) { drop_first(plan); }, o));
  CHECK(finds(
      PlanFault::wrong_threshold,
      [](auto& p, Plan& plan) { change_import(p, plan, "f", [&](Import& x) { x.threshold = 3; }); }, o));
  CHECK(finds(
      PlanFault::unwanted_import,
      [](auto& p, Plan& plan) { change_import(p, plan, "h", [&](Import& x) { x.summary = at(p, "big"); }); }, o));
}

TEST_CASE("faults of a problem are found") {
  using enum ProblemFault;
  const auto has = [](ProblemFault kind, auto&& change) {
    Problem p = problem();
    REQUIRE(check_problem(p).empty());
    change(p);
    const auto faults = check_problem(p);
    CHECK(plan_problem(p).refusal == Refusal::broken_problem);
    return faults.has(kind);
  };
  CHECK(has(bad_range, [](Problem& p) { ++p.modules[0].count; }));
  CHECK(has(bad_range, [](Problem& p) { p.summaries[1].first_call = 1000; }));
  CHECK(has(bad_range, [](Problem& p) { p.summaries[3].first_ref = 0; }));
  CHECK(has(bad_range, [](Problem& p) { p.call_infos.pop_back(); }));
  CHECK(has(bad_range, [](Problem& p) { p.summaries[0].module = 1; }));
  CHECK(has(bad_value, [](Problem& p) { p.callees[0] = 1000; }));
  CHECK(has(bad_value, [](Problem& p) { p.refs[0] = none; }));
  CHECK(has(bad_value, [](Problem& p) { p.roots.push_back(1000); }));
  CHECK(has(bad_value, [](Problem& p) { p.summaries[0].value = 1000; }));
  CHECK(has(bad_value, [](Problem& p) { p.workloads.push_back({0, {1000}}); }));
  CHECK(has(bad_value, [](Problem& p) { p.defined_outside.push_back(1000); }));
  CHECK(has(bad_name, [](Problem& p) { p.values[0].name_size = 1000; }));
  CHECK(has(bad_name, [](Problem& p) { p.own_names.push_back({1000, "x"}); }));
  CHECK(has(bad_alias, [](Problem& p) { p.summaries[0].aliasee = 1; }));
  CHECK(has(bad_alias, [](Problem& p) { p.summaries[7].kind = Kind::alias; }));
  CHECK(has(bad_alias, [](Problem& p) {
    for (const std::uint32_t s : {7U, 8U}) p.summaries[s].kind = Kind::alias, p.summaries[s].aliasee = 15 - s;
  }));
  CHECK(has(bad_enumerator, [](Problem& p) { p.summaries[0].priority = 4; }));
  CHECK(has(bad_enumerator, [](Problem& p) { p.call_infos[0].bits = 7; }));
  CHECK(has(bad_enumerator, [](Problem& p) { p.accesses[0] = static_cast<Access>(3); }));
  CHECK(has(bad_flags, [](Problem& p) { p.summaries[7].flags |= flag::kernel; }));
  CHECK(has(same_module_name, [](Problem& p) { p.modules[1].name = "a"; }));
  CHECK(has(same_guid, [](Problem& p) { p.values[3].guid = p.values[2].guid; }));
  CHECK(has(defined_twice, [](Problem& p) { p.summaries[1].value = p.summaries[2].value; }));
  CHECK(has(two_prevailing, [](Problem& p) {
    p.summaries[0].value = p.summaries[1].value;
    p.summaries[0].flags |= flag::prevailing;
    p.summaries[1].flags |= flag::prevailing;
  }));
}

TEST_CASE("wrong options are refused") {
  const Problem p = problem();
  for (const Options& o : {Options{.import_instr_evolution_factor = 1.01F}, Options{.import_hot_evolution_factor = -1},
                           Options{.import_hot_multiplier = -1}, Options{.import_cold_multiplier = NAN},
                           Options{.import_critical_multiplier = INFINITY}, Options{.force_priority = 4}})
    CHECK(plan_problem(p, o).refusal == Refusal::bad_options);
}

}  // namespace
