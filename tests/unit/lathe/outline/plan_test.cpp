// What the planner does with small programs written out, one property at a time.
#include <doctest/doctest.h>
#include <lathe/outline/check.hpp>
#include <lathe/outline/global.hpp>
#include <lathe/outline/text.hpp>

#include "adapters/archetype/outline.hpp"
#include "unit/lathe/outline/random_problem.hpp"

namespace {

using namespace lathe::outline;

Problem read(const std::string& text) {
  std::string error;
  const auto p = read_problem("outline\n" + text, "t", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}
// Three sites of mul, sub: 24 bytes each.
constexpr char three[] = R"(costs call 4 frame 4
class r
class p unpassable
function f
block live 3
i mul 12 d2:r u1:r u1:r
i sub 12 d3:r u2:r u1:r
x bra 4
function g
block weight 50 live 13 23
i mul 12 d12:r u11:r u11:r
i sub 12 d13:r u12:r u11:r
x bra 4
i mul 12 d22:r u21:r u21:r
i sub 12 d23:r u22:r u21:r
)";
std::size_t sites(const Problem& p, const Options& options = {}) {
  TableCosts costs{p.costs};
  const Plan plan = plan_problem(p, costs, options);
  CHECK(check_plan(p, plan, costs, options).str() == "");
  return plan.stats.sites;
}

TEST_CASE("names of values do not hide repeats; free values are parameters, later ones results") {
  const Problem p = read(three);
  const Plan plan = plan_problem(p);
  REQUIRE(plan.rounds.size() == 1);
  REQUIRE(plan.rounds[0].functions.size() == 1);
  const OutlinedFunction& f = plan.rounds[0].functions[0];
  CHECK(f.name == "OUTLINED_FUNCTION_0");
  CHECK(f.interface.length == 2);
  CHECK(f.interface.parameters.size() == 1);
  CHECK(f.interface.results.size() == 1);
  CHECK(f.saved == 3 * 24 - (3 * 4 + 24 + 4));
  CHECK(plan.rounds[0].sites[1].arguments == std::vector<std::uint32_t>{11});
  CHECK(plan.rounds[0].sites[1].results == std::vector<std::uint32_t>{13});
  CHECK(plan.stats.bytes_saved == 32);
}

TEST_CASE("other dataflow is another sequence") {
  std::string text = three;
  text.replace(text.find("u12:r u11:r"), 11, "u11:r u12:r");
  CHECK(sites(read(text)) == 2);
  text = three;
  text.replace(text.find("u11:r u11:r"), 11, "u11:r u14:r");
  CHECK(sites(read(text)) == 2);
}

TEST_CASE("sites that part later share what they have in common") {
  const Problem p = read(R"(costs call 4 frame 4
class r
function f
block live 4
i a 12 d2:r u1:r
i b 12 d3:r u2:r u1:r
i c 12 d4:r u3:r u1:r
x end 4
i a 12 d2:r u1:r
i b 12 d3:r u2:r u1:r
i c 12 d4:r u3:r u2:r
)");
  const Plan plan = plan_problem(p);
  REQUIRE(plan.stats.functions == 1);
  CHECK(plan.rounds[0].functions[0].interface.length == 2);
  CHECK(plan.rounds[0].functions[0].interface.results.size() == 2);
}

TEST_CASE("classes: others make other symbols, some cannot be passed") {
  std::string text = three;
  for (std::size_t at; (at = text.find("d12:r u11:r")) != std::string::npos;) text[at + 4] = 'p';
  text.replace(text.find("u12:r"), 5, "u12:p");
  CHECK(sites(read(text)) == 2);
  text = three;
  while (text.find(":r") != std::string::npos) text.replace(text.find(":r"), 2, ":p");
  const Problem p = read(text);
  CHECK(sites(p) == 0);
  CHECK(plan_problem(p).stats.refused_sites > 0);
}

TEST_CASE("benefit: threshold, the two rules, a call that costs more than the sequence") {
  Problem p = read(three);
  CHECK(sites(p, {.benefit_threshold = 32}) == 3);
  CHECK(sites(p, {.benefit_threshold = 33}) == 0);
  CHECK(sites(p, {.benefit = Benefit::reference, .benefit_threshold = 56}) == 3);
  CHECK(sites(p, {.benefit = Benefit::reference, .benefit_threshold = 57}) == 0);
  p.costs.call = 14;  // 72 - (42 + 28) = 2
  CHECK(sites(p) == 3);
  p.costs.call = 15;
  CHECK(sites(p) == 0);
  p.costs.result = 3;
  p.costs.call = 11;
  CHECK(sites(p) == 3);
}

TEST_CASE("gates: no_outline, linkonce, hot blocks, short blocks, fuel") {
  Problem p = read(three);
  CHECK(sites(p, {.hot_weight = 51}) == 3);
  CHECK(sites(p, {.hot_weight = 50}) == 0);
  CHECK(plan_problem(p, {.hot_weight = 50}).stats.hot_blocks == 1);
  p.functions[0].linkonce = true;
  CHECK(sites(p) == 2);
  CHECK(sites(p, {.outline_linkonce = true}) == 3);
  p.functions[0].no_outline = true;
  CHECK(sites(p, {.outline_linkonce = true}) == 2);
  p.blocks[1].no_outline = true;
  CHECK(sites(p) == 0);
  p = read(three);
  CHECK(sites(p, {.fuel = 0}) == 0);
  CHECK(sites(p, {.fuel = 1}) == 3);
  CHECK(sites(p, {.work = 1}) == 0);
  CHECK(plan_problem(p, {.work = 1}).stats.out_of_work > 0);
  CHECK(sites(p, {.min_length = 3}) == 0);
}

TEST_CASE("min_length 1: single instructions too") {
  const Problem p = read(
      "costs call 4 frame 4\nclass r\nfunction f\nblock live 2 3 4\ni big 40 d2:r u1:r\nx a 4\n"
      "i big 40 d3:r u2:r\nx b 4\ni big 40 d4:r u3:r\n");
  CHECK(sites(p) == 0);
  CHECK(sites(p, {.min_length = 1}) == 3);
}

TEST_CASE("remarks carry the reference's keys") {
  Problem p = read(three);
  TableCosts costs{p.costs};
  lathe::RemarkList list;
  plan_problem(p, costs, {}, list);
  REQUIRE(list.remarks.size() == 1);
  CHECK(list.remarks[0].name == "OutlinedFunction");
  CHECK(list.remarks[0].family == "machine-outliner");
  CHECK(list.remarks[0].text ==
        "Saved 32 bytes by outlining 2 instructions from 3 locations. (Found at: f:0:0, g:0:0, g:0:3)");
  CHECK(list.remarks[0].arguments[0] == std::pair<std::string, std::string>{"OutliningBenefit", "32"});
  list.remarks.clear();
  plan_problem(p, costs, {.benefit_threshold = 33}, list);
  REQUIRE(list.remarks.size() == 1);
  CHECK(list.remarks[0].name == "NotOutliningCheaper");
  CHECK(list.remarks[0].text ==
        "Did not outline 2 instructions from 3 locations. Bytes from outlining all occurrences (40) >= Unoutlined "
        "instruction bytes (72) (Also found at: g:0:0, g:0:3)");
  CHECK(list.remarks[0].arguments[2] == std::pair<std::string, std::string>{"OutliningCost", "40"});
  CHECK(list.remarks[0].arguments[5].first == "OtherStartLoc1");
}

TEST_CASE("a target may refuse sites") {
  struct Costs : TableCosts {
    bool may_outline(const Interface&, const Site& s) const { return s.first != 3; }
  };
  const Problem p = read(three);
  Costs costs{{p.costs}};
  const Plan plan = plan_problem(p, costs);
  CHECK(plan.stats.sites == 2);
  CHECK(plan.stats.refused_sites == 1);
  CHECK(check_plan(p, plan, costs).empty());
}

TEST_CASE("reruns: bodies are looked at again, names tell the round, only calls are symbolized") {
  // Two long sequences, each three times, with a common part that also stands alone once.
  std::string text = "costs call 4 frame 4\nclass r\n";
  const auto common = [](char last) {
    std::string out;
    for (const char c : {'a', 'b', 'c'}) out += std::string("i ") + c + " 12 d1:r u1:r\n";
    return out + "i " + last + " 12 d1:r u1:r\ni y 12 d1:r u1:r\n";
  };
  for (int k = 0; k < 3; ++k)
    for (const char last : {'p', 'q'})
      text += "function f" + std::to_string(k) + last + "\nblock live 1\n" + common(last) + "x end 4\n";
  const Problem p = read(text);
  TableCosts costs{p.costs};
  Options options{.choice = Choice::lazy_ratio, .reruns = 3};
  const Plan plan = plan_problem(p, costs, options);
  CHECK(check_plan(p, plan, costs, options).str() == "");
  for (const Round& round : plan.rounds) CHECK_FALSE(round.functions.empty());
  if (plan.rounds.size() > 1) CHECK(plan.rounds[1].functions[0].name.rfind("OUTLINED_FUNCTION_2_", 0) == 0);
  CHECK(plan.stats.symbolized <= p.insts.size() + plan.stats.sites);
}

TEST_CASE("who applies each round themselves says which round it is") {
  const Plan plan = plan_problem(read(three), {.first_round = 4});
  CHECK(plan.rounds[0].functions[0].name == "OUTLINED_FUNCTION_5_0");
}

TEST_CASE("the poorest program is enough") {
  archetype::OutlineProgram program;
  const Plan plan = lathe::outline::plan(program);
  CHECK(plan.refusal == Refusal::none);
  CHECK(plan.stats.instructions == 8);
  const Problem p = ingest(program).problem;
  archetype::OutlineCosts costs;
  CHECK(check_plan(p, plan_problem(p, costs), costs).empty());
  CHECK(publish(p, costs).size() > 0);
  CHECK(plan_problem(Problem{}).rounds.empty());
}

}  // namespace
