// Known bits and sign bits hold on random graphs and inputs, within any limits; some exact answers; the step that
// merges memory accesses; the lines of a trace.
#include <doctest/doctest.h>

#include <random>

#include "codegen/combine/merge_memory.hpp"
#include "codegen/dag/interpret.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "support/dag_expr.hpp"
#include "support/dag_random.hpp"

using namespace lathe::nvptx;

TEST_CASE("what is said to be known is so on random inputs") {
  static constexpr KnownBitsLimits limits_of[] = {{},     {0, 1024}, {1, 1024}, {64, 1024},
                                                  {6, 0}, {6, 1},    {6, 7},    {64, 50}};
  std::mt19937 random(7);
  for (unsigned round = 0; round < 400; ++round) {
    CAPTURE(round);
    std::vector<std::uint8_t> bytes(40 + random() % 200);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    Dag dag;
    test::RandomDag(bytes, static_cast<CombineLevel>(round % 3)).fill(dag, 30);
    DagInterp interp(numeric_traits());
    const KnownBitsLimits& limits = limits_of[round / 3 % std::size(limits_of)];
    for (NodeId id = 0; id < dag.size(); ++id) {
      const Value v{id, 0};
      const Vt t = dag.type(v);
      if (!t.is_integer() || t.bits() > 64) continue;
      KnownBitsStats stats;
      const KnownBits64 known = known_bits(dag, v, limits, &stats);
      const unsigned signs = sign_bits(dag, v, limits, &stats);
      REQUIRE(stats.most <= limits.expansion);
      if (limits.expansion == 0) REQUIRE(((known.zero | known.one) == 0 && signs == 1));
      REQUIRE((signs >= 1 && signs <= t.bits()));
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const InterpValue result = interp.value(dag, v, seed);
        if (result.unknown) continue;
        for (const InterpLane& lane : result.lanes) {
          if (lane.poison) continue;
          REQUIRE((lane.bits & known.zero & ~lane.loose) == 0);
          REQUIRE((~lane.bits & known.one & ~lane.loose) == 0);
          const std::uint64_t top = t.bits() == 64 ? lane.bits : lane.bits << (64 - t.bits());
          const auto same = static_cast<std::int64_t>(top) >> (64 - signs);
          if (lane.loose == 0) REQUIRE((same == 0 || same == -1));
        }
      }
    }
  }
}

TEST_CASE("exact answers") {
  Dag dag;
  const TargetHooks hooks = target_facts({}).hooks;  // the registers of the target are its own knowledge
  const auto known = [&](const char* text) {
    return known_bits(dag, test::ExprReader(dag, true).read(text), {}, nullptr, hooks, numeric_traits());
  };
  const auto signs = [&](const char* text) { return sign_bits(dag, test::ExprReader(dag, true).read(text)); };
  CHECK(known("tid").zero == 0xfffffc00);
  CHECK(known_bits(dag, test::ExprReader(dag, true).read("tid")).zero == 0);  // nobody was asked
  CHECK(known("add(tid, 1)").zero == 0xfffff800);
  CHECK(known("mul(tid, 4)").zero == 0xfffff003);
  CHECK(known("shl(and(a, 3), 4)").zero == ~0x30ULL % (1ULL << 32));
  CHECK(known("or(a, 12)").one == 12);
  CHECK(known("zext.i64(a)").zero == 0xffffffff00000000);
  CHECK(known("select(c, 5:i32, 7)").one == 5);
  // Rotations, funnel shifts, shifts by amounts that are known in part.
  CHECK(known("rotl(and(a, 15), 8)").zero == 0xfffff0ff);
  CHECK(known("rotr(and(a, 15), 4)").zero == 0x0fffffff);
  CHECK(known("fshl(a, 0:i32, 8)").zero == 0xff);
  CHECK(known("fshr(0:i32, a, 8)").zero == 0xff000000);
  CHECK(known("shl(a, or(and(b, 3), 4))").zero == 15);
  CHECK(known("srl(a, or(b, 16))").zero == 0xffff0000);
  // Products and sums of them.
  CHECK(known("mul_wide_s.i64(and(a, 255), and(b, 255))").zero == 0xffffffffffff0000);
  CHECK(known("mul_wide_u.i64(a, 16:i32)").zero == 0xfffffff00000000f);
  CHECK(known("mad(shl(a, 4), shl(b, 4), 3)").zero == 0xfc);
  CHECK(known("mad(shl(a, 4), shl(b, 4), 3)").one == 3);
  CHECK(known("mad_wide_u.i64(and(a, 15), and(b, 15), 256:i64)").zero == 0xfffffffffffffe00);
  CHECK(known("mulhs(and(a, 0xffff), and(b, 0xffff))").zero == 0xffffffff);
  CHECK(known("sub!nuw(and(a, 15), b)").zero == 0xfffffff0);
  CHECK(known("mul!nuw(or(a, 0xc0000000), or(b, 1))").one == 0xc0000000);
  CHECK(known("mul(or(a, 0xc0000000), or(b, 1))").one == 0);  // it may wrap
  // Saturating sums, quotients, extremes, counts.
  CHECK(known("usub_sat(and(a, 15), b)").zero == 0xfffffff0);
  CHECK(known("uadd_sat(or(a, 0x80000000), b)").one == 0x80000000);
  CHECK(known("sdiv(and(a, 255), 16:i32)").zero == 0xfffffff0);
  CHECK(known("urem(a, 24)").zero == 0xffffffe0);
  CHECK(known("smax(and(a, 15), 3)").zero == 0xfffffff0);
  CHECK(known("umax(a, 0xf0000000)").one == 0xf0000000);
  CHECK(known("abs(or(and(a, 15), -16))").zero == 0xffffffe0);
  CHECK(known("ctpop(and(a, 7))").zero == 0xfffffffc);
  CHECK(known("ctlz(srl(a, 28))").zero == 0xffffffc0);
  // Fields and bytes.
  CHECK(known("bfe_s(or(a, 0x80), 4:i32, 4:i32)").one == 0xfffffff8);
  CHECK(known("bfe_u(and(a, 0x3f), 4:i32, 4:i32)").zero == 0xfffffffc);
  CHECK(known("bfe_u(a, 28:i32, 8:i32)").zero == 0xffffff00);  // past the top
  CHECK(known("bfi(a, 0:i32, 8:i32, 8:i32)").zero == 0xffff00ff);
  CHECK(known("prmt(a, 0:i32, 0x4440)").zero == 0xffffff00);
  CHECK(known("prmt(or(a, 0x80), b, 0x9998)").one == 0xff);
  CHECK(signs("sext.i64(a)") == 33);
  CHECK(signs("sra(a, 7)") == 8);
  CHECK(signs("add(sext.i64(a), sext.i64(b))") == 32);
  CHECK(signs("trunc.i16(sext.i64(e))") == 9);
}

TEST_CASE("what is known of operations on operands known in part is so") {
  // Each on values whose bits are known here and there; the constants vary by round.
  static constexpr const char* templates[] = {
      "rotl(A, 5)",
      "rotr(A, B)",
      "fshl(A, B, K)",
      "fshr(A, B, and(b, 9))",
      "shl(A, and(B, 28))",
      "srl(A, or(and(b, 7), 8))",
      "sra(A, or(and(b, 7), 8))",
      "mul(A, B)",
      "mulhs(A, B)",
      "mulhu(A, B)",
      "mad(A, B, K)",
      "mul_wide_s.i64(A, B)",
      "mul_wide_u.i64(A, B)",
      "mad_wide_s.i64(A, B, zext.i64(A))",
      "mad_wide_u.i64(A, B, sext.i64(B))",
      "sdiv(A, K)",
      "srem(A, K)",
      "udiv(A, K)",
      "urem(A, K)",
      "udiv(A, B)",
      "sub!nuw(A, B)",
      "add!nsw(A, B)",
      "mul!nuw(A, B)",
      "sadd_sat(A, B)",
      "uadd_sat(A, B)",
      "ssub_sat(A, B)",
      "usub_sat(A, B)",
      "smin(A, B)",
      "smax(A, B)",
      "umin(A, B)",
      "umax(A, B)",
      "abs(A)",
      "ctpop(A)",
      "ctlz(A)",
      "cttz(A)",
      "bswap(A)",
      "bitreverse(A)",
      "bfe_u(A, 3:i32, 11:i32)",
      "bfe_s(A, 3:i32, 11:i32)",
      "bfe_s(A, 28:i32, 11:i32)",
      "bfi(A, B, 5:i32, 9:i32) = or(and(B, -16353), shl(and(A, 511), 5))",
      "prmt(A, B, 0x5410)",
      "prmt(A, B, 0x8c6f)",
      "build_pair.i64(A, B)",
      "sext_inreg.9(A)",
  };
  std::mt19937 random(11);
  unsigned checked = 0;
  for (const char* text : templates)
    for (unsigned round = 0; round < 60; ++round) {
      // A mask of random width and bits set on top of it, for A and B.
      const auto part = [&](const char* of) {
        const auto keep = static_cast<std::int32_t>(random() >> (random() % 32));
        const auto set = static_cast<std::int32_t>(random() & random() & random());
        return "or(and(" + std::string(of) + ", " + std::to_string(keep) + "), " + std::to_string(set) + ")";
      };
      const std::string a = part("a"), b = part("b"),
                        k = std::to_string(static_cast<std::int32_t>(random()) >> (random() % 32));
      std::string expression;
      for (const char* at = text; *at != 0; ++at)
        expression += *at == 'A' ? a : *at == 'B' ? b : *at == 'K' ? k : std::string(1, *at);
      CAPTURE(expression);
      Dag dag;
      // What stands behind a = has the same value, in operations that the interpreter knows.
      const std::size_t equals = expression.find(" = ");
      const Value v = test::ExprReader(dag, true).read(expression.substr(0, equals));
      const Value judge =
          equals == std::string::npos ? v : test::ExprReader(dag, true).read(expression.substr(equals + 3));
      const KnownBits64 known = known_bits(dag, v);
      const std::uint32_t width = dag.type(v).bits();
      const unsigned signs = sign_bits(dag, v);
      DagInterp interp(numeric_traits());
      for (std::uint64_t seed = 0; seed < 16; ++seed) {
        const InterpValue result = interp.value(dag, judge, seed);
        REQUIRE(!result.unknown);
        const InterpLane& lane = result.lanes[0];
        if (lane.poison) continue;
        ++checked;
        REQUIRE((lane.bits & known.zero) == 0);
        REQUIRE((~lane.bits & known.one) == 0);
        const auto same = static_cast<std::int64_t>(lane.bits << (64 - width)) >> (64 - signs);
        REQUIRE((same == 0 || same == -1));
      }
    }
  CHECK(checked > 20000);
}

namespace {

// A register whose low byte is 0, then `levels` times f of what is there: with two equal operands, 2^levels paths.
template <class F>
Value tower(Dag& dag, unsigned levels, F f) {
  Value v = test::ExprReader(dag, true).read("shl(a, 8)");
  for (unsigned i = 0; i < levels; ++i) v = f(v);
  return v;
}

}  // namespace

TEST_CASE("the limit of expansion bounds the work on deep and wide graphs, the limit of levels the depth") {
  Dag dag;
  const Value deep = tower(dag, 60, [&](Value v) { return dag.get(Isd::or_, vt::i32, {v, v}); });
  const Value wide = tower(dag, 12, [&](Value v) {
    const Value lanes = dag.get(Isd::build_vector, Vt{VtKind::integer, 32, 4}, {v, v, v, v});
    return dag.get(Isd::extract_element, vt::i32, {lanes, dag.constant(1, vt::i32)});
  });
  for (const Value v : {deep, wide})
    for (const std::uint32_t limit : {0U, 1U, 2U, 100U, 1024U, 20000U})
      for (const std::uint32_t levels : {0U, 6U, 64U, ~0U}) {
        KnownBitsStats stats;
        const KnownBits64 known = known_bits(dag, v, {levels, limit}, &stats);
        sign_bits(dag, v, {levels, limit}, &stats);
        CHECK((known.zero & ~0xffULL) == 0);
        CHECK(known.one == 0);
        CHECK(stats.questions == 2);
        CHECK(stats.most <= limit);
        if (levels == 64) CHECK(stats.cut == 2);                               // 2^60 and 4^12 paths
        if (levels == 0) CHECK(stats.most == std::min(2U, limit));             // sign bits look at known bits, too
        if (levels == 6 && limit >= 1024 && v == deep) CHECK(stats.cut == 0);  // the defaults cut no binary tree
      }
  // Seven levels of `or` on top of the shift: the shift's operands are the ninth level.
  const Value seven = tower(dag, 7, [&](Value v) { return dag.get(Isd::or_, vt::i32, {v, v}); });
  CHECK(known_bits(dag, seven).zero == 0);
  CHECK(known_bits(dag, seven, {7, 1024}).zero == 0xff);
  CHECK(known_bits(dag, seven, {7, 200}).zero == 0);
}

TEST_CASE("the combiner keeps to the limits, counts, and traces all it changes") {
  const char* text = R"(%0 = entry chain
%1 = copy_from_reg i64 aux=1
%2 = copy_from_reg i32 aux=2
%3 = constant i32 28
%4 = srl i32 %2, %3
%5 = constant i32 15
%6 = and i32 %4, %5
%7 = constant i64 4
%8 = add i64 %1, %7
%9 = store chain %0, %6, %1 mem(i32 align 8 global)
%10 = store chain %9, %6, %8 mem(i32 align 4 global)
root %10
)";
  const auto run = [&](const CombineOptions& options, std::string& out) {
    Dag dag;
    std::string error;
    REQUIRE_MESSAGE(parse(text, dag, error), error);
    const CombineStats stats =
        combine(dag, CombineLevel::before_types, target_facts(Features{}), FloatModes{}, options);
    out = print(dag);
    return stats;
  };
  std::string out, narrow;
  CombineOptions options;
  options.trace = true;
  const CombineStats full = run(options, out);
  CHECK(out.find("and i32") == std::string::npos);  // the mask keeps all that can be set
  CHECK(out.find("store_vec") != std::string::npos);
  CHECK(full.known_bits.questions > 0);
  CHECK(full.known_bits.expanded >= full.known_bits.questions);
  CHECK(full.trace ==
        "COVERED: logic-known 6 5\nINCLUDED: logic-known\n"
        "COVERED: merge-memory 7 8 9 10\nINCLUDED: merge-memory 11\n");
  options = {};
  options.known_bits = {6, 0};
  const CombineStats none = run(options, narrow);
  CHECK(narrow.find("and i32") != std::string::npos);
  CHECK(none.known_bits.expanded == 0);
  CHECK(none.known_bits.cut == none.known_bits.questions);
  CHECK(none.trace.empty());
}

namespace {

std::string merged(const char* text) {
  Dag dag;
  std::string error;
  REQUIRE_MESSAGE(parse(text, dag, error), error);
  Dag before = dag;
  combining::merge_memory(dag, target_facts(Features{}));
  dag.verify([](NodeId id, const char* what) { FAIL_CHECK(id << ": " << what); });
  return print(dag);
}

}  // namespace

TEST_CASE("adjacent loads of one chain become one") {
  const std::string out = merged(R"(%0 = entry chain
%1 = copy_from_reg i64 aux=1
%2 = constant i64 4
%3 = add i64 %1, %2
%4 = load f32, chain %0, %3 mem(f32 align 4 global)
%5 = load f32, chain %0, %1 mem(f32 align 8 global)
%6 = fadd f32 %4, %5
%7 = token_factor chain %4:1, %5:1
%8 = copy_to_reg chain %7, %6 aux=1
root %8
)");
  CHECK(out.find("load_vec f32, f32, chain %0, %1 mem(f32 x2 align 8 global)") != std::string::npos);
  CHECK(out.find("= load f32") == std::string::npos);
}

TEST_CASE("loads that are not aligned enough, or not adjacent, stay") {
  const std::string out = merged(R"(%0 = entry chain
%1 = copy_from_reg i64 aux=1
%2 = constant i64 4
%3 = add i64 %1, %2
%4 = load f32, chain %0, %3 mem(f32 align 4 global)
%5 = load f32, chain %0, %1 mem(f32 align 4 global)
%6 = fadd f32 %4, %5
%7 = copy_to_reg chain %0, %6 aux=1
root %7
)");
  CHECK(out.find("load_vec") == std::string::npos);
}

TEST_CASE("a run of stores becomes vectors and the rest") {
  const std::string out = merged(R"(%0 = entry chain
%1 = copy_from_reg i64 aux=1
%2 = copy_from_reg i32 aux=2
%3 = copy_from_reg i32 aux=3
%4 = constant i64 4
%5 = add i64 %1, %4
%6 = constant i64 8
%7 = add i64 %1, %6
%8 = store chain %0, %2, %5 mem(i32 align 4 global)
%9 = store chain %8, %3, %1 mem(i32 align 16 global)
%10 = store chain %9, %2, %7 mem(i32 align 8 global)
%11 = br chain %10 imm=1
root %11
)");
  CHECK(out.find("store_vec chain %0, %1, %3, %2 mem(i32 x2 align 16 global)") != std::string::npos);
  CHECK(out.find("%2, %5 mem(i32 align 8 global)") != std::string::npos);
}

TEST_CASE("stores that overlap, or whose memory is read between, stay") {
  const std::string overlap = merged(R"(%0 = entry chain
%1 = copy_from_reg i64 aux=1
%2 = copy_from_reg i32 aux=2
%3 = constant i64 4
%4 = add i64 %1, %3
%5 = store chain %0, %2, %1 mem(i32 align 8 global)
%6 = store chain %5, %2, %4 mem(i32 align 4 global)
%7 = store chain %6, %2, %1 mem(i32 align 8 global)
root %7
)");
  CHECK(overlap.find("store_vec") == std::string::npos);
  const std::string read = merged(R"(%0 = entry chain
%1 = copy_from_reg i64 aux=1
%2 = copy_from_reg i32 aux=2
%3 = constant i64 4
%4 = add i64 %1, %3
%5 = store chain %0, %2, %1 mem(i32 align 8 global)
%6 = load i32, chain %5, %1 mem(i32 align 4 global)
%7 = store chain %5, %6, %4 mem(i32 align 4 global)
root %7
)");
  CHECK(read.find("store_vec") == std::string::npos);
}

TEST_CASE("bytes written one by one become words") {
  const std::string out = merged(R"(%0 = entry chain
%1 = copy_from_reg i64 aux=1
%2 = constant i8 17
%3 = constant i8 34
%4 = constant i64 1
%5 = add i64 %1, %4
%6 = constant i64 2
%7 = add i64 %1, %6
%8 = constant i64 3
%9 = add i64 %1, %8
%10 = store chain %0, %2, %1 mem(i8 align 4 local)
%11 = store chain %10, %3, %5 mem(i8 align 1 local)
%12 = store chain %11, %2, %7 mem(i8 align 2 local)
%13 = store chain %12, %3, %9 mem(i8 align 1 local)
root %13
)");
  CHECK(out.find("constant i32 571548177") != std::string::npos);  // 0x22112211
  CHECK(out.find("mem(i32 align 4 local)") != std::string::npos);
  CHECK(out.find("mem(i8") == std::string::npos);
}

TEST_CASE("stores to a frame object have its alignment") {
  const std::string out = merged(R"(frame 16 align 8
%0 = entry chain
%1 = frame_index i64 imm=8
%2 = frame_index i64 imm=12
%3 = copy_from_reg f32 aux=1
%4 = store chain %0, %3, %2 mem(f32 align 4 local)
%5 = store chain %4, %3, %1 mem(f32 align 4 local)
root %5
)");
  CHECK(out.find("mem(f32 x2 align 8 local)") != std::string::npos);
}
