// Text forms: what is printed is read back, what is broken is told with its place.
#include <doctest/doctest.h>
#include <lathe/sched/text.hpp>

#include "unit/lathe/sched/random_problem.hpp"

namespace {

using namespace lathe::sched;

std::string error_of(const std::string& text) {
  std::string error;
  CHECK_FALSE(read_problem(text, "f", error));
  return error;
}

TEST_CASE("a problem is read as it is meant") {
  std::string error;
  const auto p = read_problem(
      "sched a%20b\nissue 2\nunit lsu 3\nset gpr limit 9 floor 2 steps 4:8 6:3\nset pred\nclass b64 gpr:2 pred:1\n"
      "window 1 5 priority -2 width 7\nvalue b64 in out weight 3\nvalue b64\n"
      "node ld%23 latency 33 issue 2 priority 4 unit lsu:2 use 0 0 def 1  # twice is once\n"
      "node st latency 1 use 1, 0\nedge 0 1 latency 6 memory\n",
      "f", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(p->name == "a b");
  CHECK(p->insts[0].name == "ld#");
  CHECK(p->uses.size() == 3);
  CHECK(p->windows[0].priority == -2);
  CHECK(p->values[0].def == none);
  CHECK(p->values[0].weight == 3);
  CHECK(p->values[1].def == 0);
  CHECK(p->edges[0].kind == DependenceKind::memory);
  CHECK(p->sets[0].steps[1].occupancy == 3);
  CHECK(check_problem(*p).empty());
  CHECK(read_problem(print(*p), "again", error) == p);
}

TEST_CASE("a unit may be taken later than at the issue, and more than once") {
  std::string error;
  const std::string head = "sched a\nissue 1\nunit u 1\nunit v 2\n",
                    written = head + "node n latency 1 unit u:1 u:2 at 3 v:4 v:2 at 1\n";
  const auto p = read_problem(written, "f", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(p->reservations == std::vector<Reservation>{{0, {0, 0, 1}}, {0, {0, 3, 2}}, {0, {1, 0, 4}}, {0, {1, 1, 2}}});
  CHECK(check_problem(*p).empty());
  CHECK(print(*p) == written);
  // What is taken from the issue on is written as ever; a unit's own order does not matter.
  CHECK(read_problem(head + "node n latency 1 unit u:2 at 3 u:1 at 0 v:2 at 1 v:4\n", "f", error) == p);
}

TEST_CASE("broken problems are told with their place") {
  const std::string head = "sched a\nunit u 1\nset s\nclass c s:1\nvalue c in\nvalue c\n";
  CHECK(error_of("") == "f:0:1: expected 'sched', the first word of such a problem");
  CHECK(error_of("schedule\n").find("f:1:1: expected 'sched'") == 0);
  CHECK(error_of(head).find("value 1 is neither 'in' nor defined") != std::string::npos);
  CHECK(error_of(head + "thing\n").find("f:7:1: expected issue, unit") == 0);
  CHECK(error_of(head + "node n use 1\n").find("f:7:12: expected a value that is 'in'") == 0);
  CHECK(error_of(head + "node n def 0\n").find("f:7:12: expected a value that is not 'in'") == 0);
  CHECK(error_of(head + "node n def 4294967295\n").find("f:7:12:") == 0);
  CHECK(error_of(head + "node n latency -1\n").find("f:7:16: expected cycles, a number from 0") == 0);
  CHECK(error_of(head + "node n unit v:1\n").find("f:7:13: expected UNIT:CYCLES") == 0);
  CHECK(error_of(head + "unit v 2\nnode n unit v:1 u:1\n").find("f:8:17: expected UNIT:CYCLES, units in") == 0);
  CHECK(error_of(head + "node n unit u:1 u:1\n").find("f:7:17: more copies of unit 'u' at once than") == 0);
  CHECK(error_of(head + "node n unit u:2 u:1 at 1\n").find("f:7:24: more copies of unit 'u' at once than") == 0);
  CHECK(error_of(head + "node n unit at 1\n").find("f:7:13: expected UNIT:CYCLES") == 0);
  CHECK(error_of(head + "node n unit u:1 at x\n").find("f:7:20: expected a cycle") == 0);
  CHECK(error_of(head + "node n issue 2\n").find("f:7:14: expected slots") == 0);
  CHECK(error_of(head + "node n 3\n").find("f:7:8: expected latency, issue") == 0);
  CHECK(error_of(head + "edge 0 0\n").find("f:7:8: an edge goes forward") == 0);
  CHECK(error_of(head + "node n def 1\nnode m\nedge 0 1 magic\n").find("f:9:10: expected latency, data") == 0);
  CHECK(error_of(head + "value d\n").find("f:7:7: no class 'd'") == 0);
  CHECK(error_of(head + "class c\n").find("f:7:7: class 'c' is named twice") == 0);
  CHECK(error_of(head + "class d x:1\n").find("f:7:9: expected SET:FACTOR") == 0);
  CHECK(error_of(head + "set t steps 4:3 5:3\n").find("f:7:17: expected limit, floor, or steps") == 0);
  CHECK(error_of(head + "unit v 0\n").find("f:7:8: expected copies") == 0);
  CHECK(error_of(head + "window 0 9 magic\n").find("f:7:12: expected priority or width") == 0);
  CHECK(error_of(head + "issue 1 2\n").find("f:7:9: expected the end of the line") == 0);
}

TEST_CASE("plans come back, broken ones are told") {
  std::string error;
  const std::string text =
      "plan\ndecision shorter strategy tree\nbefore makespan 9 excess 1 occupancy 3 registers 4 5\n"
      "after makespan 8 excess 0 registers\nplace 1 cycle 0\nplace 0 cycle 7\n";
  const auto plan = read_plan(text, "p", error);
  REQUIRE_MESSAGE(plan, error);
  CHECK(plan->cycle == std::vector<std::uint64_t>{7, 0});
  CHECK(print(*plan) == text);
  for (const char* broken : {"plan\ndecision maybe strategy tree\n", "plan\nplace x cycle 0\n", "plan\nplace 1\n",
                             "plan\nbefore magic\n", "plan\nmagic\n", "plane\n"}) {
    CHECK_FALSE(read_plan(broken, "p", error));
    CHECK(error.find("p:") == 0);
  }
}

}  // namespace
