// Plans by hand: what is merged, where it stands, and why the others are left.
#include <doctest/doctest.h>

#include <lathe/group.hpp>
#include <lathe/group/check.hpp>
#include <lathe/group/text.hpp>

using namespace lathe::group;

namespace {

struct Case {
  Problem problem;
  std::string text;
};
Case plan_of(const char* text, Options options = {}) {
  std::string error;
  Case out{read_problem(text, "p", error), ""};
  REQUIRE(error == "");
  const Plan plan = plan_problem(out.problem, options);
  const auto faults = check_plan(out.problem, plan, options);
  REQUIRE_MESSAGE(faults.empty(), faults.str());
  out.text = print(out.problem, plan);
  return out;
}

}  // namespace

TEST_CASE("four loads that touch become one at the first, four stores one at the last") {
  const std::string loads =
      "group f\nkind load gap 0 least 2 most 4 powers early\nblock 6\n"
      "candidate 1 kind 0 key 9 order 8 size 4\ncandidate 2 kind 0 key 9 order 0 size 4\n"
      "candidate 4 kind 0 key 9 order 12 size 4\ncandidate 5 kind 0 key 9 order 4 size 4\n";
  CHECK(plan_of(loads.c_str()).text == "plan\ngroup 0 place 1 members 2 5 1 4  # load0\n");
  std::string stores = loads;
  stores.replace(stores.find("early"), 5, "late ");
  CHECK(plan_of(stores.c_str()).text == "plan\ngroup 0 place 5 members 2 5 1 4  # load0\n");
  // What computes the address of the last load keeps the group behind it; a reader of the first one before it.
  CHECK(plan_of((loads + "edge 3 5\n").c_str()).text == "plan\ngroup 0 place 4 members 2 5 1 4  # load0\n");
  // The last one needs the first: two pairs, the second one behind the first in the only place that both have.
  CHECK(plan_of((loads + "edge 3 5\nedge 2 4\n").c_str()).text ==
        "plan\ngroup 0 place 4 members 2 5  # load0\ngroup 0 place 4 members 1 4  # load1\n");
}

TEST_CASE("each reason to be left alone") {
  CHECK(plan_of("group\nkind x gap 0 least 2 most 4 aligned\nblock 8\n"
                "candidate 0 kind 0 key 1 order 0 size 4\n"  // no other of its key
                "candidate 1 kind 0 key 2 order 0 size 4\ncandidate 2 kind 0 key 2 order 8 size 4\n"  // a hole
                "candidate 3 kind 0 key 3 order 4 size 4 align 8\n"  // 4 is no multiple of 8
                "candidate 4 kind 0 key 3 order 8 size 4 align 8\n"
                "candidate 5 kind 0 key 4 order 0 size 4 align 8\n"  // one needs the other's value
                "candidate 7 kind 0 key 4 order 4 size 4 align 8\nedge 5 6\nedge 6 7\n")
            .text ==
        "plan\nleft 0 alone\nleft 1 apart\nleft 2 apart\nleft 3 shape\nleft 4 shape\nleft 5 dependence\n"
        "left 7 dependence\n");
  Options none;
  none.fuel = 0;
  CHECK(plan_of("group\nkind x gap 0 least 2 most 4\nblock 2\ncandidate 0 kind 0 key 1 order 0 size 1\n"
                "candidate 1 kind 0 key 1 order 1 size 1\n",
                none)
            .text == "plan\nleft 0 out_of_fuel\nleft 1 out_of_fuel\n");
}

TEST_CASE("two groups that each could be made, but not both") {
  // a1 before b1 and b2 before a2: both merged would each have to stand before the other.
  const char* text =
      "group\nkind x gap 0 least 2 most 2\nblock 4\n"
      "candidate 0 kind 0 key 1 order 0 size 1\ncandidate 1 kind 0 key 2 order 0 size 1\n"
      "candidate 2 kind 0 key 2 order 1 size 1\ncandidate 3 kind 0 key 1 order 1 size 1\nedge 0 1\nedge 2 3\n";
  CHECK(plan_of(text).text.find("left 1 dependence\nleft 2 dependence\n") == std::string::npos);
  CHECK(plan_of(text).text == "plan\ngroup 0 place 1 members 1 2  # x0\nleft 0 dependence\nleft 3 dependence\n");
}

TEST_CASE("equal order numbers go into different groups; larger gaps as the kind allows") {
  CHECK(plan_of("group\nkind x gap 0 least 2 most 2\nblock 4\n"
                "candidate 0 kind 0 key 1 order 0 size 1\ncandidate 1 kind 0 key 1 order 0 size 1\n"
                "candidate 2 kind 0 key 1 order 1 size 1\ncandidate 3 kind 0 key 1 order 1 size 1\n")
            .text == "plan\ngroup 0 place 0 members 0 2  # x0\ngroup 0 place 1 members 1 3  # x1\n");
  CHECK(plan_of("group\nkind tex gap 8 least 2 most 3\nblock 3\n"
                "candidate 0 kind 0 key -1 order 0 size 1\ncandidate 1 kind 0 key -1 order 9 size 1\n"
                "candidate 2 kind 0 key -1 order 19 size 1\n")
            .text == "plan\ngroup 0 place 0 members 0 1  # tex0\nleft 2 apart\n");
}

TEST_CASE("a problem that is not well formed is refused") {
  Problem p;
  p.kinds.emplace_back();
  p.blocks = {{0, 2}};
  p.candidates = {{0, 0, 1, 0, 1, 1}, {5, 0, 1, 1, 1, 1}};
  const Plan plan = plan_problem(p);
  CHECK(plan.refusal == Refusal::bad_problem);
  CHECK(plan.groups.empty());
  CHECK(check_plan(p, plan).has(PlanFault::bad_problem));
}
