// Programs that become several images, instructions that take less where they stand, gates, margins, and what is told of refusals.
#include <doctest/doctest.h>

#include <string>

#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/outline/text.hpp>

using namespace lathe::outline;

namespace {

// The same three instructions, so often in each function.
std::string code(const std::string& head, int sites, const char* last = "16") {
  std::string out = "function " + head + "\nblock live 1\n";
  for (int k = 0; k < sites; ++k)
    out += "i add 16 d1:r u0:r\ni mul 16 d1:r u1:r\ni xor " + std::string(last) + " d1:r u1:r\nx bar 16\n";
  return out;
}
Problem read(const std::string& text) {
  std::string error;
  auto p = read_problem("outline\ncosts call 20 frame 16\nclass r\n" + text, "t", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(check_problem(*p).empty());
  CHECK(read_problem(print(*p), "again", error) == p);
  return std::move(*p);
}
Plan plan_of(const Problem& p, const Options& options = {}) {
  TableCosts costs{p.costs};
  Plan plan = plan_problem(p, costs, options);
  for (const auto& fault : check_plan(p, plan, costs, options)) FAIL_CHECK(fault.text);
  return plan;
}
std::size_t sites(const Plan& plan) { return plan.rounds.empty() ? 0 : plan.rounds[0].sites.size(); }

}  // namespace

TEST_CASE("a function is paid for in each image that has a site") {
  // One site in each of four kernels: one copy for all would pay, four do not.
  std::string text;
  for (int k = 0; k < 4; ++k) text += code("k" + std::to_string(k) + " images " + std::to_string(k), 1);
  CHECK(sites(plan_of(read("images 4\n" + text))) == 0);
  Problem one = read("images 4\n" + text);
  one.images = 0;
  for (auto& f : one.functions) f.images.clear();
  CHECK(sites(plan_of(one)) == 4);
}

TEST_CASE("images that lose do not take part, and the others do") {
  // a: 4 * (48 - 20) > 48 + 16; b and c: 28 and 56 are not.
  const Plan plan = plan_of(read("images 3\n" + code("a images 0", 4) + code("b images 1", 1) + code("c images 2", 2)));
  CHECK(sites(plan) == 4);
  CHECK(plan.rounds[0].functions[0].saved == 4 * 28 - 64);
  CHECK(plan.stats.bytes_before == 7 * 64);
}

TEST_CASE("code in several images counts as often as it is there, and not where no image has it") {
  const Plan plan = plan_of(read("images 2\n" + code("f images 0 1", 3)));
  CHECK(plan.stats.bytes_saved == 2 * (3 * 28 - 64));
  CHECK(sites(plan_of(read("images 2\n" + code("f", 9)))) == 0);
}

TEST_CASE("what instructions do not take where they stand is not saved") {
  // 3 * (36 - 20) < 36 + 16, 4 of them are more.
  CHECK(sites(plan_of(read(code("f", 3, "16-12")))) == 0);
  const Plan plan = plan_of(read(code("f", 4, "16-12")));
  CHECK(sites(plan) == 4);
  CHECK(plan.rounds[0].functions[0].interface.bytes == 36);
  CHECK(plan.rounds[0].functions[0].saved == 4 * 16 - 52);
}

TEST_CASE("a margin asks for more than a byte") {
  const Problem p = read(code("f", 4));  // 48 saved, 96 for calls and frame
  Options options;
  options.benefit_margin = 50;
  CHECK(sites(plan_of(p, options)) == 4);
  options.benefit_margin = 51;
  CHECK(sites(plan_of(p, options)) == 0);
}

TEST_CASE("gates: unwanted gives way to who asks, unsafe and nooutline do not") {
  Options always;
  always.outline_unwanted = true;
  CHECK(sites(plan_of(read(code("f unwanted", 4)))) == 0);
  CHECK(sites(plan_of(read(code("f unwanted", 4)), always)) == 4);
  CHECK(sites(plan_of(read(code("f unsafe", 4)), always)) == 0);
  CHECK(sites(plan_of(read(code("f nooutline", 4)), always)) == 0);
}

TEST_CASE("the checker sees wrong images, sizes and gates by itself") {
  const Problem p = read("images 2\n" + code("f images 0 1", 3) + code("g images 1", 1));
  TableCosts costs{p.costs};
  const Plan good = plan_of(p);
  const auto faults = [&](const Problem& q, const Options& options = {}) {
    return check_plan(q, good, costs, options);
  };
  Problem fewer = p;
  fewer.functions[0].images = {0};
  CHECK(faults(fewer).has(PlanFault::bad_cost));
  Problem smaller = p;
  smaller.insts[0].fused = 4;
  CHECK(faults(smaller).has(PlanFault::bad_cost));
  Problem unsafe = p;
  unsafe.functions[0].unsafe = true;
  CHECK(faults(unsafe).has(PlanFault::forbidden));
  Options margin;
  margin.benefit_margin = 90;
  CHECK(faults(p, margin).has(PlanFault::not_worth));
  Problem broken = p;
  broken.functions[0].images = {1, 0};
  CHECK(check_problem(broken).has(ProblemFault::bad_image));
}

TEST_CASE("reruns: a function of an earlier round is in the images of its sites") {
  std::string text = "images 2\n";
  for (const char* head : {"f images 0", "g images 1"}) {
    text += "function " + std::string(head) + "\nblock live 1\n";
    for (int k = 0; k < 5; ++k)
      for (const char* name : {"a", "b", "c", "d", "a", "b", "c", "e"})
        text += "i " + std::string(name) + " 64 d1:r u1:r\n" + (*name == 'e' ? "x bar 16\n" : "");
  }
  Options options;
  options.reruns = 3;
  options.calls_are_legal = true;
  CHECK(plan_of(read(text), options).stats.rounds >= 1);
}

TEST_CASE("sites that are refused are told with the reason") {
  std::string text = "class p unpassable\nfunction f\nblock live 5\n";
  for (int k = 0; k < 4; ++k) text += "i sub 16 d2:r u3:p\ni neg 16 d2:r u2:r\nx bar 16\n";
  const Problem p = read(text);
  TableCosts costs{p.costs};
  lathe::RemarkList list;
  plan_problem(p, costs, {}, list);
  REQUIRE(list.remarks.size() >= 1);
  const lathe::Remark& told = list.remarks[0];
  CHECK(told.name == "DidNotOutline");
  CHECK(told.text ==
        "Did not outline 2 instructions from 4 locations: a value of class 'p' that they read cannot be passed "
        "(Found at: f:0:0, f:0:3, f:0:6, f:0:9)");
  CHECK(told.subject == 0);
}

TEST_CASE("names that are there already are not given again") {
  const Plan plan = plan_of(read(code("OUTLINED_FUNCTION_0", 4) + code("OUTLINED_FUNCTION_1", 1)));
  CHECK(plan.rounds[0].functions[0].name == "OUTLINED_FUNCTION_2");
}

TEST_CASE("broken texts are told") {
  std::string error;
  for (const char* text : {"outline\nfunction f unloved\n", "outline\nfunction f\nblock\ni a 16-17\n",
                           "outline\nfunction f\nblock\ni a 16-\n"})
    CHECK(!read_problem(text, "t", error));
}
