// Text forms of problems, plans and published sequences, and what is said of broken ones.
#include <doctest/doctest.h>
#include <lathe/outline/global.hpp>
#include <lathe/outline/text.hpp>

#include "unit/lathe/outline/random_problem.hpp"

namespace {

using namespace lathe::outline;

constexpr char good[] = R"(outline
costs call 8 parameter 4 result 3 frame 2
class b32
class pred unpassable
function f nooutline linkonce
block weight 100 nooutline live 3 4
i ld%20[#]%2c 16 d3:b32 u1:pred
x bra 16
function g
block
)";

std::string error_of(const std::string& text) {
  std::string error;
  CHECK_FALSE(read_problem(text, "t", error));
  return error;
}

TEST_CASE("a problem comes back from its text") {
  std::string error;
  std::string text = good;
  text.replace(text.find("[#]"), 3, "%5b%23]");
  const auto p = read_problem(text, "t", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(p->keys[0] == "ld [#],");
  CHECK(p->costs == CostTable{8, 4, 3, 2});
  CHECK(p->functions[0].linkonce);
  CHECK_FALSE(p->classes[1].passable);
  CHECK(p->blocks[0].weight == 100);
  CHECK(p->live == std::vector<std::uint32_t>{3, 4});
  CHECK(p->values == 5);
  CHECK(p->blocks[1].count == 0);
  CHECK_FALSE(p->insts[1].legal);
  CHECK(check_problem(*p).empty());
  CHECK(*read_problem(print(*p), "t", error) == *p);
}

TEST_CASE("broken problems are told with line and column") {
  CHECK(error_of("") == "t:0:1: expected 'outline', the first word of such a problem");
  CHECK(error_of("outline\nfoo\n") == "t:2:1: expected costs, class, images, function, block, i or x, found 'foo'");
  CHECK(error_of("outline\nblock\n") == "t:2:1: a block before the first function");
  CHECK(error_of("outline\nfunction f\ni add 4\n") == "t:3:1: an instruction before the first block of its function");
  CHECK(error_of("outline\nclass a\nclass a\n") == "t:3:7: class 'a' is named twice");
  CHECK(error_of("outline\nfunction f\nblock\ni add x\n") ==
        "t:4:7: expected bytes, a number from 0 to 1073741824, found 'x'");
  CHECK(error_of("outline\nfunction f\nblock\ni add 4 q1:a\n") ==
        "t:4:9: expected an operand such as d3:b32 or u3:b32, found 'q1:a'");
  CHECK(error_of("outline\nfunction f\nblock\ni add 4 d1:a\n") == "t:4:9: no class 'a'");
  CHECK(error_of("outline\nclass a\nfunction f\nblock\ni add 4 d99999999:a\n").find("expected an operand") !=
        std::string::npos);
  CHECK(error_of("outline\ncosts fee 3\n") == "t:2:7: expected call, parameter, result or frame, found 'fee'");
}

TEST_CASE("plans: broken ones are told") {
  std::string error;
  CHECK_FALSE(read_plan("plan\nsite 0\n", "t", error));
  CHECK(error == "t:2:1: expected 'round'");
  CHECK_FALSE(read_plan("plan\nround\nfunction f size 3\n", "t", error));
  CHECK(error == "t:3:12: no field 'size' here");
  CHECK_FALSE(read_plan("plan\nround\nsite 0 arguments x\n", "t", error));
  CHECK(error == "t:3:18: expected a number, found 'x'");
}

TEST_CASE("a problem made by hand: every breach is found") {
  std::string error;
  const auto p =
      *read_problem("outline\nclass a\nfunction f\nblock live 1\ni add 4 d1:a u2:a\nfunction g\nblock\n", "t", error);
  REQUIRE(check_problem(p).empty());
  const auto broken = [&](auto&& change) {
    Problem q = p;
    change(q);
    CHECK(plan_problem(q).refusal == Refusal::broken_problem);
    return check_problem(q);
  };
  using enum ProblemFault;
  CHECK(broken([](Problem& q) { q.blocks[0].count = 2; }).has(bad_range));
  CHECK(broken([](Problem& q) { q.blocks[1].first = 0; }).has(bad_range));
  CHECK(broken([](Problem& q) { q.blocks[1].function = 2; }).has(bad_function));
  CHECK(broken([](Problem& q) { std::swap(q.blocks[0].function, q.blocks[1].function); }).has(bad_function));
  CHECK(broken([](Problem& q) { q.insts[0].key = 1; }).has(bad_key));
  CHECK(broken([](Problem& q) { q.insts[0].count = 3; }).has(bad_range));
  CHECK(broken([](Problem& q) { q.operands[1].cls = 1; }).has(bad_class));
  CHECK(broken([](Problem& q) { q.operands[1].value = 3; }).has(bad_value));
  CHECK(broken([](Problem& q) { q.live[0] = 3; }).has(bad_value));
  Options zero;
  zero.min_length = 0;
  CHECK(plan_problem(p, zero).refusal == Refusal::bad_options);
}

TEST_CASE("published sequences come back from their text") {
  const Published all{{{1, 2}, 3, 12, 4, 2}, {{0xfedcba9876543210ULL, 5}, 6, 24, 2, 2}};
  std::string error;
  CHECK(*read_published(print(all), "t", error) == all);
  CHECK_FALSE(read_published("published\nxyz length 3 bytes 4 sites 5 modules 6\n", "t", error));
  CHECK(error == "t:2:1: expected a hash of 32 hexadecimal digits");
}

}  // namespace
