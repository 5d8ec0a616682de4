// Text forms of problems and schedules, and what is said of broken ones.
#include <doctest/doctest.h>
#include <lathe/modulo/check.hpp>
#include <lathe/modulo/text.hpp>

#include "unit/lathe/modulo/random_loop.hpp"

namespace {

using namespace lathe::modulo;

constexpr char good[] = R"(modulo da%20xpy
issue 4
unit mem copies 2
unit alu
class f limit 32
class p
op load latency 4 use mem use alu at 1 for 2
op % latency 3 issue 0
op store latency 1 use mem      # the last one
value 0 class f weight 2 liveout
value 1 class p
data 0 1 latency 4 value 0
data 1 2 latency -3 distance 2 value 1
memory 2 0 latency 1 distance 1
)";

TEST_CASE("a problem comes back from its text") {
  std::string error;
  const auto p = read_problem(good, "t", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(p->name == "da xpy");
  CHECK(p->issue_width == 4);
  CHECK(p->units == std::vector<Unit>{{"mem", 2}, {"alu", 1}});
  CHECK(p->sets == std::vector<RegisterSet>{{"f", 32}, {"p", 0}});
  CHECK(p->insts == std::vector<Inst>{{"load", 4, 1}, {"", 3, 0}, {"store", 1, 1}});
  CHECK(p->reservations == std::vector<Reservation>{{0, {0, 0, 1}}, {0, {1, 1, 2}}, {2, {0, 0, 1}}});
  CHECK(p->values == std::vector<Value>{{0, 0, 2, true}, {1, 1, 1, false}});
  CHECK(p->edges[1] == Edge{1, 2, -3, 2, DependenceKind::data, 1});
  CHECK(check_problem(*p).empty());
  CHECK(*read_problem(print(*p), "t", error) == *p);
  const Result r = schedule(*p);
  REQUIRE(r.schedule() != nullptr);
  CHECK(*read_schedule(*p, print(*p, *r.schedule()), "t", error) == *r.schedule());
}

TEST_CASE("random problems and schedules come back") {
  std::string error;
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    const Problem p = modulo_test::seeded_loop(seed, {.insts = 3 + seed, .machine = seed % modulo_test::machines});
    CHECK(*read_problem(print(p), "t", error) == p);
    const Result r = schedule(p, Options::lifted());
    REQUIRE(r.schedule() != nullptr);
    CHECK(*read_schedule(p, print(p, *r.schedule()), "t", error) == *r.schedule());
  }
}

std::string error_of(const std::string& text) {
  std::string error;
  CHECK_FALSE(read_problem(text, "t", error));
  return error;
}

TEST_CASE("broken problems are told with line and column") {
  CHECK(error_of("") == "t:0:1: expected 'modulo', the first word of such a problem");
  CHECK(error_of("modulo a b\n") == "t:1:10: expected the end of the line, found 'b'");
  CHECK(error_of("modulo\nfoo\n") == "t:2:1: expected issue, unit, class, op, value or a kind of edge, found 'foo'");
  CHECK(error_of("modulo\nunit a\nunit a\n") == "t:3:6: unit 'a' is named twice");
  CHECK(error_of("modulo\nop a use m\n") == "t:2:10: no unit 'm'");
  CHECK(error_of("modulo\nop a at 1\n") == "t:2:6: expected latency, issue, use, at or for, found 'at'");
  CHECK(error_of("modulo\nop a latency 99999\n") == "t:2:14: expected cycles, a number from 0 to 65536, found '99999'");
  CHECK(error_of("modulo\nvalue 0\n") == "t:2:7: no instruction 0 above this line");
  CHECK(error_of("modulo\nop a\nvalue 0\n") == "t:3:7: expected class and its name");
  CHECK(error_of("modulo\nop a\nvalue 0 class r\n") == "t:3:15: no class 'r'");
  CHECK(error_of("modulo\nop a\ndata 0 0 value 0\n") == "t:3:16: value 0 is not computed by instruction 0");
  CHECK(error_of("modulo\nop a\ndata 0 0 distance -1\n") ==
        "t:3:19: expected iterations, a number from 0 to 65536, found '-1'");
}

TEST_CASE("broken schedules are told") {
  std::string error;
  const auto p = *read_problem("modulo\nunit u\nop a use u\nop b\n", "t", error);
  const auto broken = [&](const char* text) {
    CHECK_FALSE(read_schedule(p, text, "s", error));
    return error;
  };
  CHECK(broken("plan\n") == "s:1:1: expected 'schedule ii', the first words of a schedule");
  CHECK(broken("schedule ii 0\n") == "s:1:13: expected an initiation interval, a number from 1 to 1048576, found '0'");
  CHECK(broken("schedule ii 1\ncycle 2 at 0\n") == "s:2:7: expected an instruction of the problem, each once");
  CHECK(broken("schedule ii 1\ncycle 0 at 0 copies 0\n") == "s:2:21: expected a cycle for each instruction");
  CHECK(broken("schedule ii 1\ncycle 0 at -1\n").find("s:2:12: expected a cycle") == 0);
}

}  // namespace
