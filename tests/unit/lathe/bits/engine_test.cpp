// The engines: random problems against the checker, limits, memory and forgetting, mutants of claims, the toy IRs, the
// poorest source.
// Compiled at -O1, for it computes a lot: and what it goes deep into needs less of the stack.
#include <doctest/doctest.h>

#include <random>

#include <lathe/bits.hpp>
#include <lathe/bits/check.hpp>
#include <lathe/bits/problem.hpp>
#include <lathe/bits/text.hpp>
#include <lathe/combine/check.hpp>

#include "adapters/archetype/bits.hpp"
#include "adapters/toy/bits.hpp"
#include "fuzz/bits_body.hpp"

namespace {

namespace bits = lathe::bits;
using bits::ClaimFault;

std::vector<std::uint8_t> random_bytes(std::mt19937& random, std::size_t size) {
  std::vector<std::uint8_t> out(size);
  for (std::uint8_t& b : out) b = static_cast<std::uint8_t>(random());
  return out;
}
bits::Problem read(const std::string& text) {
  std::string error;
  const auto problem = bits::read_problem(text, "p", error);
  REQUIRE_MESSAGE(problem, error);
  return *problem;
}

TEST_CASE("claims about random problems hold on random inputs, with limits and without") {
  std::mt19937 random(5);
  for (int round = 0; round < 400; ++round) {
    const std::string wrong = bits_test::check_bits(random_bytes(random, 10 + random() % 200));
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
}

// Each kind of fault, provoked by a change of right claims.
TEST_CASE("wrong claims are found") {
  const bits::Problem problem =
      read("bits\n%0 input 32\n%1 constant 32 255\n%2 and 32 %0 %1\n%3 sext 64 %0\n%4 trunc 8 %2\nroot %4\nroot %3\n");
  const bits::Claims right = bits::solve(problem);
  CHECK(bits::check_claims(problem, right).empty());
  const auto found = [&](const auto& change) {
    bits::Claims wrong = right;
    change(wrong);
    return bits::check_claims(problem, wrong);
  };
  CHECK(found([](auto& c) { c.pop_back(); }).has(ClaimFault::other_count));
  CHECK(found([](auto& c) { c[2].fact.known.width = 31; }).has(ClaimFault::other_width));
  CHECK(found([](auto& c) { c[4].demanded = 256; }).has(ClaimFault::other_width));
  CHECK(found([](auto& c) { c[4].fact.signs = 9; }).has(ClaimFault::other_width));
  CHECK(found([](auto& c) { c[2].fact.known.zero |= 128; }).has(ClaimFault::known_bits));
  CHECK(found([](auto& c) { c[2].fact.known.one |= 1; }).has(ClaimFault::known_bits));
  CHECK(found([](auto& c) { c[3].fact.signs = 34; }).has(ClaimFault::sign_bits));
  CHECK(found([](auto& c) { c[2].demanded &= ~4ULL; }).has(ClaimFault::demanded));
  CHECK(found([](auto& c) { c[4].demanded &= ~4ULL; }).has(ClaimFault::demanded));
}

TEST_CASE("a small problem, solved by hand") {
  const bits::Problem problem = read(R"(bits
%0 input 8
%1 constant 8 15
%2 and 8 %0 %1
%3 constant 8 2
%4 shl 8 %2 %3
%5 zext 16 %4
%6 sext 32 %0
%7 extract 4 %6 at 2
root %5
root %7
)");
  CHECK(bits::print(bits::solve(problem)) == R"(claims
%0 bits ???????? signs 1 demanded 63
%1 bits 00001111 signs 4 demanded 63
%2 bits 0000???? signs 4 demanded 63
%3 bits 00000010 signs 6 demanded 255
%4 bits 00????00 signs 2 demanded 255
%5 bits 0000000000????00 signs 10 demanded 65535
%6 bits ???????????????????????????????? signs 25 demanded 60
%7 bits ???? signs 1 demanded 15
)");
}

TEST_CASE("broken texts are told with their place") {
  const auto error_of = [](const std::string& text, bool claims = false) {
    std::string error;
    if (claims)
      CHECK(!bits::read_claims(text, "t", error));
    else
      CHECK(!bits::read_problem(text, "t", error));
    return error;
  };
  CHECK(error_of("") == "t:0:1: expected 'bits', the first word of such a problem");
  CHECK(error_of("bits\n%1 input 8\n") == "t:2:1: expected %0, the next value, found '%1'");
  CHECK(error_of("bits\n%0 frob 8\n") == "t:2:4: expected an operation, found 'frob'");
  CHECK(error_of("bits\n%0 input 65\n").starts_with("t:2:10: expected the width of the result, a number from 1 to 64"));
  CHECK(error_of("bits\n%0 constant 8 256\n").starts_with("t:2:15: expected operands that fit 'constant'"));
  CHECK(error_of("bits\n%0 constant 8 -1\n").starts_with("t:2:15: expected the constant"));
  CHECK(error_of("bits\n%0 constant 64 18446744073709551616\n").starts_with("t:2:16: expected the constant"));
  CHECK(error_of("bits\n%0 input 8\n%1 not 8 %1\n").starts_with("t:3:10: expected a value"));
  CHECK(error_of("bits\n%0 input 8\n%1 add 8 %0\n").starts_with("t:3:10: expected operands that fit 'add'"));
  CHECK(error_of("bits\n%0 input 8\n%1 not 8 %0 wrap\n").starts_with("t:3:13: expected 'clamp'"));
  CHECK(error_of("bits\n%0 input 8\n%1 not 8 %0 nsw\n").starts_with("t:3:13: expected 'nuw'"));
  CHECK(error_of("bits\n%0 input 8\n%1 extract 8 %0 at 99\n").starts_with("t:3:20: expected a number of bits"));
  CHECK(error_of("bits\nroot %0\n").starts_with("t:2:6: expected a value"));
  CHECK(error_of("claims\n%0 bits 2 signs 1 demanded 0\n", true).starts_with("t:2:9: expected '0', '1' and '?'"));
  CHECK(error_of("claims\n%0 bits 1 signs 0 demanded 0\n", true).starts_with("t:2:17: expected a number of sign bits"));
  CHECK(error_of("claims\n%0 bits 1 signs 1 demanded\n", true).starts_with("t:2:27: expected the demanded bits"));
}

// ((((x & 1) + 0...) ...: a chain of `n` xors above one value that is known.
bits::Problem chain(std::uint32_t n) {
  std::string text = "bits\n%0 input 32\n%1 constant 32 1\n%2 and 32 %0 %1\n";
  for (std::uint32_t i = 3; i < n + 3; ++i)
    text += "%" + std::to_string(i) + " xor 32 %" + std::to_string(i - 1) + " %1\n";
  return read(text + "root %" + std::to_string(n + 2) + "\n");
}

TEST_CASE("depth") {
  const bits::Problem problem = chain(40);
  const bits::ProblemSource source(problem);
  bits::Analysis<bits::ProblemSource> shallow(source);
  CHECK(shallow.known(6).zero == 0xfffffffe);
  CHECK(shallow.known(42).is_unknown());
  CHECK(shallow.stats().depth_cuts > 0);
  // What was cut short as part of another question is looked at again when it is asked for itself.
  for (std::uint32_t i = 7; i < 37; ++i) shallow.fact(i);
  CHECK(shallow.known(37).zero == 0xfffffffe);
  // What is remembered reaches further: upward, step by step, the chain is known.
  bits::Analysis<bits::ProblemSource> steps(source);
  for (std::uint32_t i = 3; i < 43; ++i) CHECK(steps.known(i).zero == 0xfffffffe);
  bits::Analysis<bits::ProblemSource> deep(source, {.max_depth = 48});
  CHECK(deep.known(42).zero == 0xfffffffe);
  CHECK(deep.stats().depth_cuts == 0);
  bits::Analysis<bits::ProblemSource> forgetful(source, {.remember = false});
  for (std::uint32_t i = 3; i < 43; ++i) forgetful.fact(i);
  CHECK(forgetful.known(42).is_unknown());
}

TEST_CASE("expansion") {
  const bits::Problem problem = chain(40);
  const bits::ProblemSource source(problem);
  bits::Analysis<bits::ProblemSource> known(source, {.max_depth = 100, .max_expansion = 10});
  CHECK(known.known(42).is_unknown());
  CHECK(known.stats().expanded == 10);
  CHECK(known.stats().expansion_cuts > 0);
  // The next questions go on where the first gave up only as far as their own budget goes.
  CHECK(known.known(9).zero == 0xfffffffe);
  const std::uint64_t so_far = known.stats().expanded;
  known.known(42);
  CHECK(known.stats().expanded <= so_far + 10);
}

TEST_CASE("a chain of 100,000 values in one sweep") {
  const bits::Problem problem = chain(100000);
  const bits::Claims claims = bits::solve(problem);
  CHECK(claims.back().fact.known.zero == 0xfffffffe);
  CHECK(claims[0].demanded == 1);
  // And question by question, as deep as the limit goes.
  const bits::ProblemSource source(problem);
  bits::Analysis<bits::ProblemSource> known(source, {.max_depth = ~0U, .max_expansion = ~0U});
  CHECK(known.known(100002).is_unknown());
  CHECK(known.known(4000).zero == 0xfffffffe);
}

// A source whose one number changes.
struct Changing {
  using Value = std::uint32_t;
  std::uint64_t number = 0;
  std::uint32_t index(Value v) const { return v; }
  unsigned width(Value) const { return 8; }
  template <class Ask>
  bits::Fact<> fact(Value v, Ask&& ask) const {
    return v == 0 ? bits::Fact<>::of(bits::KnownBits<>::constant(number, 8)) : ask(v - 1);
  }
  template <class F>
  void for_each_user_value(Value v, F&& f) const {
    if (v < 20) f(v + 1);
  }
};
static_assert(bits::explain_source<Changing>());

TEST_CASE("forgetting") {
  Changing source{7};
  bits::Analysis<Changing> known(source);
  CHECK(known.constant(3) == 7);
  source.number = 9;
  CHECK(known.constant(3) == 7);  // remembered
  known.forget(0);
  CHECK(known.stats().forgotten == 4);
  CHECK(known.constant(3) == 9);
  source.number = 11;
  known.forget_from(2);
  CHECK(known.constant(1) == 9);
  known.forget_all();
  CHECK(known.constant(3) == 11);
}

// x = phi(0, x & 6): waits for itself.
struct Cycle {
  using Value = std::uint32_t;
  std::uint32_t index(Value v) const { return v; }
  unsigned width(Value) const { return 8; }
  template <class Ask>
  bits::Fact<> fact(Value v, Ask&& ask) const {
    if (v == 0) return join(bits::Fact<>::of(bits::KnownBits<>::constant(0, 8)), ask(1));
    return bits::Fact<>::of(bit_and(ask(0).known, bits::KnownBits<>::constant(6, 8)));
  }
};
TEST_CASE("cycles") {
  const Cycle source;
  bits::Analysis<Cycle> known(source);
  CHECK(known.known(0).zero == 0xf9);
  CHECK(known.stats().cycles == 1);
  CHECK(known.known(1).zero == 0xf9);
}

struct Wide {
  using Value = int;
  std::uint32_t index(int v) const { return static_cast<std::uint32_t>(v); }
  unsigned width(int) const { return 128; }
  template <class Ask>
  bits::Fact<> fact(int, Ask&&) const {
    return {};
  }
};
TEST_CASE("values wider than a word are left alone") {
  const Wide source;
  bits::Analysis<Wide> known(source);
  CHECK(known.known(0).width == 0);
  CHECK(!known.constant(0));
}

TEST_CASE("the poorest source will do") {
  const archetype::BitsSource source;
  bits::Analysis<archetype::BitsSource> known(source);
  bits::DemandedBits<archetype::BitsSource> demanded(source, known);
  const archetype::BitsSource::Value values[] = {0, 1};
  CHECK(known.fact(values[0]).signs == 1);
  CHECK(demanded.demanded(values[0]) == 0);
  known.compute(values);
  demanded.compute(values);
  known.forget(values[0]);
  CHECK(known.known(values[1]).is_unknown());
}

TEST_CASE("toy graph: what is said to be known is so") {
  using namespace toy;
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    Graph g;
    std::vector<Value> pool;
    for (std::uint32_t i = 0; i < 3; ++i) pool.push_back(get(g, Op::argument, {}, i));
    for (const std::uint32_t c : {1U, 4U, 24U}) pool.push_back(constant(g, c));
    for (int i = 0; i < 30; ++i) {
      const Value x = pool[random() % pool.size()], y = pool[random() % pool.size()];
      static constexpr Op ops[] = {Op::add, Op::sub, Op::mul, Op::shl, Op::shl};
      if (i % 7 == 0)
        pool.push_back({sum_and_difference(g, x, y), static_cast<std::uint32_t>(random() % 2)});
      else
        pool.push_back(get(g, ops[random() % 5], {x, y}));
    }
    const GraphBits source(g);
    bits::Analysis<GraphBits> known(source);
    Evaluator evaluator;
    for (const Value v : pool)
      for (std::uint64_t seed = 0; seed < 8; ++seed) REQUIRE(known.known(v).contains(evaluator.value(g, v, seed)));
  }
}

TEST_CASE("toy expressions: rewrites by demanded bits keep what is seen, and the trace replays") {
  using namespace toy;
  using enum Expression::Op;
  std::mt19937 random(9);
  std::uint64_t fired = 0;
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    ExpressionGraph g;
    std::vector<Expression*> pool;
    for (std::uint64_t i = 0; i < 3; ++i) pool.push_back(g.make(input, {}, i));
    for (const std::uint64_t c : {0xffULL, 8ULL, 0xff00ULL, 56ULL}) pool.push_back(g.number(c));
    for (int i = 0; i < 25; ++i)
      pool.push_back(g.make(static_cast<Expression::Op>(2 + random() % 5),
                            {pool[random() % pool.size()], pool[random() % pool.size()]}));
    for (int i = 0; i < 2; ++i)
      g.make(output,
             {g.make(bit_and, {pool[pool.size() - 1 - random() % 6], g.number(random() % 2 != 0 ? 0xff : 0xff00)})});
    ExpressionGraph copy = g;
    const bits::Options forgetful{.remember = false};  // a replay asks other questions before
    ExpressionBitRules rules(g, forgetful);
    const auto done = lathe::dag::combine(rules, {.confirm = true, .trace = true});
    CHECK(done.outcome == lathe::dag::CombineOutcome::fixpoint);
    fired += done.fired.back();
    ExpressionBitRules replay(copy, forgetful);
    ExpressionEvaluator evaluator;
    const auto faults = lathe::dag::check_combine(replay, done.trace, g, evaluator, {.inputs = 16});
    CHECK_MESSAGE(faults.empty(), faults.str());
  }
  CHECK(fired > 100);
}

}  // namespace
