// Known bits and sign bits hold on random graphs and inputs; some exact answers; the step that merges memory accesses.
#include <doctest/doctest.h>

#include <random>

#include "nvptx/combine/merge_memory.hpp"
#include "support/dag_expr.hpp"
#include "support/dag_interp.hpp"
#include "support/dag_random.hpp"

using namespace lathe::nvptx;

TEST_CASE("what is said to be known is so on random inputs") {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 400; ++round) {
    CAPTURE(round);
    std::vector<std::uint8_t> bytes(40 + random() % 200);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    Dag dag;
    test::RandomDag(bytes, static_cast<CombineLevel>(round % 3)).fill(dag, 30);
    test::DagInterp interp;
    for (NodeId id = 0; id < dag.size(); ++id) {
      const Value v{id, 0};
      const Vt t = dag.type(v);
      if (!t.is_integer() || t.bits() > 64) continue;
      const KnownBits64 known = known_bits(dag, v);
      const unsigned signs = sign_bits(dag, v);
      REQUIRE((signs >= 1 && signs <= t.bits()));
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const test::InterpValue result = interp.value(dag, v, seed);
        if (result.unknown) continue;
        for (const test::InterpLane& lane : result.lanes) {
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
  const auto known = [&](const char* text) { return known_bits(dag, test::ExprReader(dag, true).read(text)); };
  const auto signs = [&](const char* text) { return sign_bits(dag, test::ExprReader(dag, true).read(text)); };
  CHECK(known("tid").zero == 0xfffffc00);
  CHECK(known("add(tid, 1)").zero == 0xfffff800);
  CHECK(known("mul(tid, 4)").zero == 0xfffff003);
  CHECK(known("shl(and(a, 3), 4)").zero == ~0x30ULL % (1ULL << 32));
  CHECK(known("or(a, 12)").one == 12);
  CHECK(known("zext.i64(a)").zero == 0xffffffff00000000);
  CHECK(known("select(c, 5:i32, 7)").one == 5);
  CHECK(signs("sext.i64(a)") == 33);
  CHECK(signs("sra(a, 7)") == 8);
  CHECK(signs("add(sext.i64(a), sext.i64(b))") == 32);
  CHECK(signs("trunc.i16(sext.i64(e))") == 9);
}

namespace {

std::string merged(const char* text) {
  Dag dag;
  std::string error;
  REQUIRE_MESSAGE(parse(text, dag, error), error);
  Dag before = dag;
  Features f;
  combining::merge_memory(dag, f);
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
