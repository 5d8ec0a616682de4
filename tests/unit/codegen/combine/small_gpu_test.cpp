// The combiner with the facts of a GPU unlike PTX: what it makes is native there, means the same, and follows the
// target's ways with fields, bytes and fused products.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include "codegen/combine/combine.hpp"
#include "codegen/dag/interpret.hpp"
#include "nvptx/facts/facts.hpp"
#include "support/expansion.hpp"
#include "support/small_gpu.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::testing;

namespace {

void combine_at(Dag& dag, unsigned stage, const TargetFacts& facts) {
  combine(dag, static_cast<CombineLevel>(stage), facts, {.fuse = FloatModes::Fuse::never});
}

std::vector<TargetFacts> targets() {
  return {small_gpu(), small_gpu({.fma = false, .high_product = false, .counts = false}),
          small_gpu({.fma = false,
                     .high_product = false,
                     .counts = false,
                     .carries = false,
                     .funnels = false,
                     .fields = false,
                     .floats = false,
                     .min_max = false})};
}

double number(Wide v) { return std::bit_cast<double>(static_cast<std::uint64_t>(v)); }
Wide bits(double v) { return std::bit_cast<std::uint64_t>(v); }

// One node of the operation on constants, combined at the end.
std::string folded(const TargetFacts& facts, Isd op, std::initializer_list<std::uint64_t> constants) {
  Dag dag;
  std::vector<Value> in;
  for (const std::uint64_t c : constants) in.push_back(dag.constant(c, vt::i32));
  const Value entry = dag.get(Isd::entry, vt::chain, {});
  dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, dag.get(op, vt::i32, in)}, {.aux = 0}));
  combine(dag, CombineLevel::after_operations, facts, {});
  std::uint64_t value = 0;
  return dag.is_constant(dag.operand(dag.root, 1), value) ? std::to_string(value) : "not folded";
}

}  // namespace

TEST_CASE("combined and legalized for small GPUs, operations give the host's results") {
  std::uint64_t count = 0;
  for (const TargetFacts& facts : targets()) {
    Expansion e(facts.name, facts);
    e.rewrite = [&](Dag& dag, unsigned stage) { combine_at(dag, stage, facts); };
    const auto integers = [&](Isd op, Vt t, auto&& answer) {
      count +=
          e.ask({std::string(to_string(op)) + " " + to_string(t),
                 op,
                 {t},
                 {t, t},
                 0,
                 [=](const std::vector<Wide>& in, std::vector<Wide>& out) { return answer(in[0], in[1], out[0]); }},
                300);
    };
    for (const Vt t : {vt::i8, vt::i16, vt::i32, vt::i64}) {
      const std::uint32_t w = t.bits();
      integers(Isd::udiv, t, [](Wide a, Wide b, Wide& r) { return b != 0 && (r = a / b, true); });
      integers(Isd::urem, t, [](Wide a, Wide b, Wide& r) { return b != 0 && (r = a % b, true); });
      integers(Isd::mul, t, [](Wide a, Wide b, Wide& r) { return r = a * b, true; });
      integers(Isd::sra, t,
               [w](Wide a, Wide b, Wide& r) { return b < w && (r = static_cast<Wide>(signed_of(a, w) >> b), true); });
      integers(Isd::sdiv, t, [w](Wide a, Wide b, Wide& r) {
        const auto x = static_cast<std::int64_t>(signed_of(a, w)), y = static_cast<std::int64_t>(signed_of(b, w));
        if (y == 0 || (y == -1 && a == Wide(1) << (w - 1))) return false;
        return r = static_cast<Wide>(x / y), true;
      });
    }
    const auto doubles = [&](Isd op, std::size_t operands, auto&& answer) {
      count += e.ask(
          {std::string(to_string(op)) + " f64",
           op,
           {vt::f64},
           std::vector<Vt>(operands, vt::f64),
           0,
           [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
             out[0] = bits(answer(number(in[0]), number(in[operands > 1 ? 1 : 0]), number(in[operands > 2 ? 2 : 0])));
             return true;
           }},
          300);
    };
    doubles(Isd::fadd, 2, [](double a, double b, double) { return a + b; });
    doubles(Isd::fsub, 2, [](double a, double b, double) { return a - b; });
    doubles(Isd::fmul, 2, [](double a, double b, double) { return a * b; });
    doubles(Isd::fdiv, 2, [](double a, double b, double) { return a / b; });
    doubles(Isd::fma, 3, [](double a, double b, double c) { return std::fma(a, b, c); });
    doubles(Isd::fsqrt, 1, [](double a, double, double) { return std::sqrt(a); });
    doubles(Isd::ffloor, 1, [](double a, double, double) { return std::floor(a); });
  }
  MESSAGE(count << " inputs");
}

TEST_CASE("fields fold as the target has them") {
  const TargetFacts ptx = lathe::nvptx::target_facts({}), masks = small_gpu();
  TargetFacts silent = masks;
  silent.numeric.fields = NumericTraits::Fields::undefined;
  const std::uint64_t x = 0xABCD1234;
  CHECK(folded(ptx, Isd::bfe_u, {x, 4, 8}) == std::to_string(0x23));
  CHECK(folded(masks, Isd::bfe_u, {x, 4, 8}) == std::to_string(0x23));
  CHECK(folded(silent, Isd::bfe_u, {x, 4, 8}) == std::to_string(0x23));
  CHECK(folded(ptx, Isd::bfe_u, {x, 36, 8}) == "0");
  CHECK(folded(masks, Isd::bfe_u, {x, 36, 8}) == std::to_string(0x23));
  CHECK(folded(silent, Isd::bfe_u, {x, 36, 8}) == "not folded");
  CHECK(folded(ptx, Isd::bfe_u, {x, 0, 32}) == std::to_string(x));
  CHECK(folded(masks, Isd::bfe_u, {x, 0, 32}) == "0");
  CHECK(folded(ptx, Isd::prmt, {x, 0, 0x0123}) == std::to_string(0x3412CDAB));
  CHECK(folded(masks, Isd::prmt, {x, 0, 0x0123}) == "not folded");
}

TEST_CASE("what is done in half the width, and how lanes are read, is said by the facts") {
  const auto truncated = [](std::uint32_t fast) {
    TargetFacts facts = lathe::nvptx::target_facts({});
    TypeFacts types = facts.types.facts();
    types.fast = fast;
    facts.types = ValueTypes(types);
    Dag dag;
    const auto reg = [&](std::uint32_t n) { return dag.get(Isd::copy_from_reg, vt::i64, {}, {.aux = n}); };
    const Value sum = dag.get(Isd::add, vt::i64, {reg(0), reg(1)});
    const Value entry = dag.get(Isd::entry, vt::chain, {});
    dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, dag.get(Isd::trunc, vt::i32, {sum})}, {.aux = 2}));
    combine(dag, CombineLevel::before_types, facts, {});
    return dag.op(dag.operand(dag.root, 1).node);
  };
  CHECK(truncated(32) == Isd::add);
  CHECK(truncated(16) == Isd::trunc);
  CHECK(truncated(64) == Isd::trunc);

  CHECK(lathe::nvptx::target_facts({}).types.lane(vt::v4i8) == vt::i32);
  CHECK(lathe::nvptx::target_facts({}).types.lane(vt::v2f16) == vt::f16);
  TypeFacts bytes;
  bytes.integers = {8, 32};
  bytes.promoted_to = {32};
  bytes.widest_integer = 64;
  bytes.packed = {{vt::v4i8}};
  CHECK(ValueTypes(bytes).lane(vt::v4i8) == vt::i8);
}

TEST_CASE("known bits and the interpreter ask the target's traits") {
  const NumericTraits ptx = lathe::nvptx::numeric_traits(), masks = small_gpu().numeric;
  Dag dag;
  const Value x = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 0}),
              y = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 1});
  const Value low = dag.get(Isd::and_, vt::i32, {x, dag.constant(0xff, vt::i32)});
  const Value permuted = dag.get(Isd::prmt, vt::i32, {low, y, dag.constant(0x1110, vt::i32)});
  CHECK(known_bits(dag, permuted, {}, nullptr, {}, ptx).zero == 0xffffff00);
  CHECK(known_bits(dag, permuted, {}, nullptr, {}, masks).zero == 0);
  const Value field = dag.get(Isd::bfe_u, vt::i32, {x, y, dag.constant(8, vt::i32)});
  CHECK(known_bits(dag, field, {}, nullptr, {}, ptx).zero == 0xffffff00);
  CHECK(known_bits(dag, field, {}, nullptr, {}, masks).zero == 0xffffff00);
  CHECK(known_bits(dag, field).zero == 0);
  const Value far = dag.get(Isd::bfe_u, vt::i32,
                            {dag.constant(0xABCD, vt::i32), dag.constant(36, vt::i32), dag.constant(4, vt::i32)});
  CHECK(DagInterp(ptx).value(dag, far, 1).lanes[0].bits == 0);
  CHECK(DagInterp(masks).value(dag, far, 1).lanes[0].bits == 0xC);
  CHECK(DagInterp().value(dag, far, 1).lanes[0].poison);
  CHECK(DagInterp(masks).value(dag, permuted, 1).lanes[0].poison);
  const Value ones = dag.constant(~0U, vt::i32), base = dag.constant(0, vt::i32);
  const Value whole = dag.get(Isd::bfi, vt::i32, {ones, base, dag.constant(0, vt::i32), dag.constant(32, vt::i32)});
  CHECK(DagInterp(ptx).value(dag, whole, 1).lanes[0].bits == 0xffffffff);
  CHECK(DagInterp(masks).value(dag, whole, 1).lanes[0].bits == 0);
  const Value tiny = dag.constant_fp_bits(1, vt::f32), signalling = dag.constant_fp_bits(0x7fa00000, vt::f32);
  const Value doubled = dag.get(Isd::fadd, vt::f32, {tiny, tiny}),
              least = dag.get(Isd::fminnum, vt::f32, {signalling, tiny});
  NumericTraits other = masks;
  other.flushes_f32 = true;
  other.signalling = NumericTraits::Signalling::nan;
  CHECK(DagInterp(ptx).value(dag, doubled, 1).lanes[0].bits == 2);
  CHECK(DagInterp(other).value(dag, doubled, 1).lanes[0].bits == 0);
  CHECK(DagInterp(ptx).value(dag, least, 1).lanes[0].bits == 1);
  CHECK((DagInterp(other).value(dag, least, 1).lanes[0].bits & 0x7f800000) == 0x7f800000);
}

TEST_CASE("products and sums are fused where that is an instruction") {
  const auto fused = [](const TargetFacts& facts, Vt t) {
    Dag dag;
    const Value a = dag.get(Isd::copy_from_reg, t, {}, {.aux = 0}), b = dag.get(Isd::copy_from_reg, t, {}, {.aux = 8});
    const Value entry = dag.get(Isd::entry, vt::chain, {});
    const Value sum = dag.get(Isd::fadd, t, {dag.get(Isd::fmul, t, {a, b}), a});
    dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, sum}, {.aux = 0}));
    combine(dag, CombineLevel::before_types, facts, {.fuse = FloatModes::Fuse::always});
    return dag.op(dag.operand(dag.root, 1)) == Isd::fma;
  };
  CHECK(fused(lathe::nvptx::target_facts({}), vt::f64));
  CHECK(fused(small_gpu(), vt::f32));
  CHECK_FALSE(fused(small_gpu({.fma = false}), vt::f32));
  CHECK_FALSE(fused(small_gpu(), vt::f64));
}

TEST_CASE("the facts of small GPUs are sound") {
  for (const TargetFacts& facts : targets()) CHECK(fault_of(facts) == "");
  CHECK(fault_of(small_gpu_with_library()) == "");
}
