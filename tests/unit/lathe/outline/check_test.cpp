// The checker rejects wrong plans: each kind of fault is provoked by a mutation of a right plan or of its problem.
#include <doctest/doctest.h>
#include <lathe/outline/check.hpp>
#include <lathe/outline/text.hpp>

#include "unit/lathe/outline/random_problem.hpp"

namespace {

using namespace lathe::outline;
using enum PlanFault;

struct Case {
  Problem p;
  Plan plan;
  Options options;
  std::uint32_t refused = 0xffffffffU;  // an instruction at which the target refuses sites
};
struct Costs : TableCosts {
  std::uint32_t refused = 0xffffffffU;
  bool may_outline(const Interface&, const Site& s) const { return s.first != refused; }
};

Case right() {
  std::string error;
  Case c;
  c.p = *read_problem(R"(outline
costs call 2 parameter 1 result 1 frame 2
class r
class s
function f
block weight 7 live 4 5
i mul 12 d3:r u1:r u2:r
i sub 12 d4:r u3:r u1:r
i add 12 d5:r u4:r u4:r
x bra 4 u4:r
block live 14
i mul 12 d13:r u11:r u12:r
i sub 12 d14:r u13:r u11:r
i add 12 d15:r u14:r u14:r
i mul 12 d13:r u11:r u12:r
i sub 12 d14:r u13:r u11:r
i add 12 d15:r u14:r u14:r
x end 4
)",
                      "t", error);
  c.plan = plan_problem(c.p);
  REQUIRE(c.plan.stats.functions == 1);
  REQUIRE(c.plan.stats.sites == 3);
  return c;
}
lathe::FaultList<PlanFault> check(const Case& c) {
  Costs costs;
  costs.table = c.p.costs;
  costs.refused = c.refused;
  return check_plan(c.p, c.plan, costs, c.options);
}
template <class F>
void provoke(PlanFault kind, F&& change) {
  Case c = right();
  REQUIRE(check(c).empty());
  change(c, c.plan.rounds[0]);
  CAPTURE(static_cast<int>(kind));
  CHECK(check(c).has(kind));
}

TEST_CASE("every kind of fault is caught") {
  provoke(bad_place, [](Case&, Round& r) { r.sites[2].site.first = 1000; });
  provoke(bad_place, [](Case&, Round& r) { r.sites[0].site.block = 9; });
  provoke(bad_place, [](Case&, Round& r) { r.sites[0].function = 1; });
  provoke(bad_place, [](Case&, Round& r) { r.functions[0].interface.length = 0; });
  provoke(bad_place, [](Case&, Round& r) { r.sites[0].site.first = 2; });
  provoke(overlap, [](Case&, Round& r) { r.sites[2].site.first = r.sites[1].site.first + 1; });
  provoke(overlap, [](Case&, Round& r) { std::swap(r.sites[0], r.sites[1]); });
  provoke(forbidden, [](Case& c, Round&) { c.p.functions[0].no_outline = true; });
  provoke(forbidden, [](Case& c, Round&) { c.p.functions[0].linkonce = true; });
  provoke(forbidden, [](Case& c, Round&) { c.p.blocks[1].no_outline = true; });
  provoke(forbidden, [](Case& c, Round&) { c.options.hot_weight = 7; });
  provoke(illegal_inside, [](Case& c, Round&) { c.p.insts[5].legal = false; });
  provoke(refused, [](Case& c, Round&) { c.refused = 4; });
  provoke(not_equal, [](Case& c, Round&) { c.p.insts[5].key = c.p.insts[4].key; });
  provoke(not_equal, [](Case& c, Round&) { c.p.operands[c.p.insts[5].first + 2].value = 12; });
  provoke(not_equal, [](Case& c, Round&) { c.p.operands[c.p.insts[6].first + 1].cls = 1; });
  provoke(not_equal, [](Case& c, Round&) { c.p.operands[c.p.insts[6].first].is_def = false; });
  provoke(not_equal, [](Case&, Round& r) { std::reverse(r.sites[0].results.begin(), r.sites[0].results.end()); });
  provoke(bad_arguments, [](Case&, Round& r) { std::swap(r.sites[1].arguments[0], r.sites[1].arguments[1]); });
  provoke(bad_arguments, [](Case&, Round& r) { r.sites[1].arguments.pop_back(); });
  provoke(bad_arguments, [](Case&, Round& r) { r.functions[0].interface.parameters[0] = 1; });
  provoke(bad_results, [](Case&, Round& r) { r.sites[0].results.pop_back(); });
  provoke(bad_results, [](Case&, Round& r) { r.sites[0].results.push_back(1); });
  provoke(bad_results, [](Case&, Round& r) { r.functions[0].interface.results[0] = 1; });
  provoke(bad_results, [](Case& c, Round&) {  // the product is now read behind the site
    c.p.operands[c.p.insts[3].first].value = 3;
  });
  provoke(unpassable, [](Case& c, Round&) { c.p.classes[0].passable = false; });
  provoke(bad_cost, [](Case&, Round& r) { ++r.sites[1].call_bytes; });
  provoke(bad_cost, [](Case&, Round& r) { ++r.functions[0].frame_bytes; });
  provoke(bad_cost, [](Case&, Round& r) { ++r.functions[0].saved; });
  provoke(bad_cost, [](Case&, Round& r) { ++r.functions[0].interface.bytes; });
  provoke(not_worth, [](Case& c, Round& r) {
    c.options.benefit_threshold = static_cast<std::uint32_t>(r.functions[0].saved) + 1;
  });
  provoke(not_worth, [](Case&, Round& r) { r.sites.resize(1); });
  provoke(bad_name, [](Case&, Round& r) { r.functions[0].name = "f"; });
  provoke(bad_name, [](Case&, Round& r) { r.functions[0].name.clear(); });
}

TEST_CASE("a second round is checked on what the first leaves") {
  Case c = right();
  c.plan.rounds.push_back(c.plan.rounds[0]);
  CHECK_FALSE(check(c).empty());
  // The body alone, once more, under another name: its block is the third, behind eleven instructions less.
  c = right();
  Round again;
  again.functions = c.plan.rounds[0].functions;
  again.functions[0].name = "OUTLINED_FUNCTION_2_0";
  again.functions[0].shared = true;
  PlannedSite site = c.plan.rounds[0].sites[0];
  site.site = {2, 5};
  again.sites.push_back(site);
  c.plan.rounds.push_back(again);
  CHECK(check(c).str() == "");
  c.plan.rounds[1].sites[0].site.first = 4;
  CHECK(check(c).has(bad_place));
}

}  // namespace
