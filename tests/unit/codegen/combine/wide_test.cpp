// Constants of more than 64 bits: folded as the host's 128-bit integers compute, and, in other widths, as the slow
// interpreter does.
#include <doctest/doctest.h>

#include <random>

#include "codegen/combine/combine.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "support/dag_eval.hpp"

using namespace lathe::nvptx;

namespace {

__extension__ using U128 = unsigned __int128;
__extension__ using S128 = __int128;

Features features() {
  Features f;
  f.sm = 90;
  f.ptx = 80;
  return f;
}

Value wide(Dag& dag, U128 x) {
  const std::uint64_t limbs[] = {static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(x >> 64)};
  return dag.constant_limbs(limbs, vt::i128);
}

// What copy_to_reg is given after the first run of the combiner.
Value folded(Dag& dag, Value v) {
  const Vt chain = vt::chain;
  const Value entry{dag.add(Isd::entry, {&chain, 1}, {}), 0};
  dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, v}, {.aux = 1}));
  combine(dag, CombineLevel::before_types, target_facts(features()), float_modes(features()));
  return dag.operand(dag.root, 1);
}

bool number(const Dag& dag, Value v, U128& out) {
  std::uint64_t low = 0;
  if (dag.is_constant(v, low)) return out = low, true;
  if (dag.op(v) != Isd::wide_constant) return false;
  const auto& limbs = dag.wide_constants[dag.payload(v.node).aux];
  out = static_cast<U128>(limbs[1]) << 64 | limbs[0];
  return true;
}

// As the host does it; false where the result is poison.
bool host(Isd op, U128 a, U128 b, U128& out) {
  const auto sa = static_cast<S128>(a), sb = static_cast<S128>(b);
  const U128 sign = static_cast<U128>(1) << 127;
  const bool overflow = a == sign && b == ~static_cast<U128>(0);
  switch (op) {
    case Isd::add:
      return out = a + b, true;
    case Isd::sub:
      return out = a - b, true;
    case Isd::mul:
      return out = a * b, true;
    case Isd::udiv:
      return b != 0 && (out = a / b, true);
    case Isd::urem:
      return b != 0 && (out = a % b, true);
    case Isd::sdiv:
      return b != 0 && !overflow && (out = static_cast<U128>(sa / sb), true);
    case Isd::srem:
      return b != 0 && !overflow && (out = static_cast<U128>(sa % sb), true);
    case Isd::and_:
      return out = a & b, true;
    case Isd::or_:
      return out = a | b, true;
    case Isd::xor_:
      return out = a ^ b, true;
    case Isd::shl:
      return b < 128 && (out = a << static_cast<unsigned>(b), true);
    case Isd::srl:
      return b < 128 && (out = a >> static_cast<unsigned>(b), true);
    case Isd::sra:
      return b < 128 && (out = static_cast<U128>(sa >> static_cast<unsigned>(b)), true);
    case Isd::smin:
      return out = sa < sb ? a : b, true;
    case Isd::smax:
      return out = sa < sb ? b : a, true;
    case Isd::umin:
      return out = a < b ? a : b, true;
    default:
      return out = a < b ? b : a, true;
  }
}

constexpr Isd operations[] = {Isd::add,  Isd::sub,  Isd::mul,  Isd::udiv, Isd::urem, Isd::sdiv,
                              Isd::srem, Isd::and_, Isd::or_,  Isd::xor_, Isd::shl,  Isd::srl,
                              Isd::sra,  Isd::smin, Isd::smax, Isd::umin, Isd::umax};

U128 random128(std::mt19937_64& random) {
  const U128 x = static_cast<U128>(random()) << 64 | random();
  switch (random() % 5) {
    case 0:
      return x & 127;
    case 1:
      return static_cast<U128>(1) << (random() % 128);
    case 2:
      return ~(x & 255);
    default:
      return x;
  }
}

}  // namespace

TEST_CASE("operations on 128-bit constants give what the host gives") {
  std::mt19937_64 random(4);
  for (unsigned round = 0; round < 4000; ++round) {
    Dag dag;
    const U128 a = random128(random), b = random() % 4 == 0 ? a : random128(random);
    const Isd op = operations[random() % std::size(operations)];
    U128 wanted = 0, found = 0;
    if (!host(op, a, b, wanted)) continue;
    CAPTURE(to_string(op));
    REQUIRE(number(dag, folded(dag, dag.get(op, vt::i128, {wide(dag, a), wide(dag, b)})), found));
    REQUIRE(found == wanted);
    Dag compared;
    const Cond cond = static_cast<Cond>(random() % 2 != 0 ? 17 + random() % 6 : 50 + random() % 4);
    const Value c = folded(compared, compared.setcc(cond, wide(compared, a), wide(compared, b)));
    REQUIRE(number(compared, c, found));
    const bool is_unsigned = static_cast<unsigned>(cond) >= 48;
    const bool less = is_unsigned ? a < b : static_cast<S128>(a) < static_cast<S128>(b);
    const unsigned bit = less ? 4 : a == b ? 1 : 2;
    REQUIRE((found != 0) == ((static_cast<unsigned>(cond) & bit) != 0));
  }
}

TEST_CASE("poison of wide constants is left alone") {
  Dag dag;
  const Value v = folded(dag, dag.get(Isd::udiv, vt::i128, {wide(dag, 5), wide(dag, 0)}));
  CHECK(dag.op(v) == Isd::udiv);
  Dag shifted;
  const Value s = folded(shifted, shifted.get(Isd::shl, vt::i128, {wide(shifted, 5), wide(shifted, 128)}));
  CHECK(shifted.op(s) != Isd::wide_constant);
}

// Widths that no host has, and operations with one operand: the interpreter of the tests on the DAG before, against the
// constant after.
TEST_CASE("wide constants of any width fold to what the interpreter computes") {
  static constexpr Isd one[] = {Isd::bswap, Isd::bitreverse, Isd::ctpop, Isd::ctlz, Isd::cttz, Isd::abs};
  static constexpr std::uint32_t widths[] = {72, 96, 100, 128, 192, 256};
  std::mt19937_64 random(9);
  unsigned folds = 0;
  for (unsigned round = 0; round < 1500; ++round) {
    Dag dag;
    const Vt t{VtKind::integer, widths[random() % std::size(widths)]};
    const std::uint64_t a[] = {random(), random() >> (random() % 64), random(), random()},
                        b[] = {random() % 300, 0, random() % 2};
    const Value x = dag.constant_limbs(a, t), y = dag.constant_limbs(b, t);
    Value v;
    switch (random() % 4) {
      case 0: {
        const Isd op = one[random() % std::size(one)];
        if (op == Isd::bswap && t.bits() % 16 != 0) continue;
        v = dag.get(op, t, {x});
        break;
      }
      case 1:
        v = dag.get(random() % 2 != 0 ? Isd::sext : Isd::zext, Vt{VtKind::integer, t.bits() * 2}, {x});
        break;
      case 2:
        v = dag.get(Isd::trunc, random() % 2 != 0 ? vt::i32 : vt::i64, {x});
        break;
      default:
        v = dag.get(operations[random() % std::size(operations)], t, {x, y});
    }
    const Vt chain = vt::chain;
    const Value entry{dag.add(Isd::entry, {&chain, 1}, {}), 0};
    dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, v}, {.aux = 1}));
    test::EvalState before, other, after;
    other.seed = 2;
    std::string error;
    if (!test::evaluate(dag, features(), before, error)) continue;
    REQUIRE(test::evaluate(dag, features(), other, error));
    combine(dag, CombineLevel::before_types, target_facts(features()), float_modes(features()));
    const Isd left = dag.op(dag.operand(dag.root, 1));
    REQUIRE(test::evaluate(dag, features(), after, error));
    CAPTURE(to_string(v ? dag.op(dag.operand(dag.root, 1)) : Isd::undef));
    if (before.out_registers != other.out_registers) continue;  // poison, or bits that are undefined
    const bool constant = left == Isd::wide_constant || left == Isd::constant;
    CHECK(constant);
    folds += constant ? 1 : 0;
    REQUIRE(after.out_registers == before.out_registers);
  }
  CHECK(folds > 700);
}

TEST_CASE("vectors of wide constants, and wide constants as vectors") {
  Dag dag;
  const Vt v2{VtKind::integer, 128, 2}, v4{VtKind::integer, 32, 4};
  const U128 big = static_cast<U128>(7) << 64 | 9;
  const Value a = dag.get(Isd::build_vector, v2, {wide(dag, big), wide(dag, 1)});
  const Value sum = dag.get(Isd::add, v2, {a, a});
  const Value lanes =
      dag.get(Isd::bitcast, v4, {dag.get(Isd::extract_element, vt::i128, {sum, dag.constant(0, vt::i32)})});
  U128 found = 0;
  REQUIRE(number(dag, folded(dag, dag.get(Isd::extract_element, vt::i32, {lanes, dag.constant(2, vt::i32)})), found));
  CHECK(found == 14);
}

TEST_CASE("a wide zero, one or power of two changes an operation") {
  const auto left = [](Isd op, U128 k) {
    Dag dag;
    const Value x = dag.get(Isd::copy_from_reg, vt::i128, {}, {.aux = 9});
    return dag.op(folded(dag, dag.get(op, vt::i128, {x, wide(dag, k)})));
  };
  const U128 all = ~static_cast<U128>(0), bit = static_cast<U128>(1) << 100;
  CHECK(left(Isd::add, 0) == Isd::copy_from_reg);
  CHECK(left(Isd::and_, all) == Isd::copy_from_reg);
  CHECK(left(Isd::or_, all) == Isd::wide_constant);
  CHECK(left(Isd::mul, 1) == Isd::copy_from_reg);
  CHECK(left(Isd::mul, bit) == Isd::shl);
  CHECK(left(Isd::udiv, bit) == Isd::srl);
  CHECK(left(Isd::urem, bit) == Isd::and_);
  CHECK(left(Isd::udiv, 3) == Isd::udiv);
}
