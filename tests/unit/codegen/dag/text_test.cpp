// The DAG's text form: every part survives print -> parse -> print; broken text is refused with its line.
#include <doctest/doctest.h>

#include "codegen/dag/dag.hpp"
#include "nvptx/support/codegen.hpp"

using namespace lathe::nvptx;

namespace {

constexpr std::string_view everything = R"(frame 16 align 8
frame 4 align 4
jump_table blocks(1, 2, 2, 7)
call_info "foo" param(4 align 4, 0 i32) param(16 align 8 array, 0 i8 zext, 8 f64) result(4 align 4, 0 f32) noreturn variadic convergent
call_info ""
ret_info result(8 align 8, 0 i64)
asm_info "add.u32 $0, $1, \"x\\y\"; \x0a" out(r i32 slot 0) in(r i32 slot 0 tied 0) in(n i32 slot 1) side_effects memory convergent
recipe "tex.2d.v4.f32.s32" operands( open_tuple, result 0, result 1, close_tuple, open_bracket, input 0, close_bracket, pipe, negate, imm -5, address 1 -8, address 1, literal "%tid.x") results(f32, f32) inputs(i64, i32) args(0, 2) extend(0, 1) chained convergent
%0 = entry chain
%1 = constant i32 -7
%2 = constant i1 1
%3 = constant i64 -1
%4 = wide_constant i128 0x00000000000000010000000000000002
%5 = constant_fp f32 0x3f800000
%6 = global_address i64 @"_Z3foo" imm=8
%7 = frame_index i64 imm=4 aux=1
%8 = copy_from_reg i32 aux=12
%9 = add i32 %1, %8 nuw nsw order=3 loc=9
%10 = setcc i1 %9, %8 slt
%11 = setcc i1 %5, %5 ult_f nnan ninf
%12 = select i32 %10, %9, %8
%13 = build_vector v2i32 %12, %9
%14 = shuffle v2i32 %13, %13 mask(1, -1)
%15 = load i32, chain %0, %6 mem(i8 align 1 global zext invariant)
%16 = load_vec f32, f32, chain %15:1, %7 mem(f32 x2 align 8 local policy=18446744073709551615)
%17 = atomic_rmw i32, chain %16:2, %6, %9 mem(i32 align 4 shared acq_rel scope=cta) umax
%18 = atomic_cmpxchg i32, chain %17:1, %6, %9, %8 mem(i32 align 4 generic seq_cst fail=acquire scope=gpu volatile cache=2)
%19 = reduce i32 %14 add
%20 = call f32, chain %18:1, %9
%21 = target f32 %16, %16:1
%22 = inline_asm i32, chain %20:1, %19, %15
%23 = copy_to_reg chain %22:1, %12 aux=40
%24 = token_factor chain %23, %22:1
%25 = br_cond chain %24, %11 imm=3 aux=4
root %25
)";

}  // namespace

TEST_CASE("print -> parse -> print is a fixed point and keeps every part") {
  Dag dag;
  std::string error;
  REQUIRE_MESSAGE(parse(everything, dag, error), error);
  const std::string once = print(dag);
  CHECK(once == everything);
  Dag again;
  REQUIRE_MESSAGE(parse(once, again, error), error);
  CHECK(print(again) == once);
  CHECK(again.calls[0].params == dag.calls[0].params);
  CHECK(again.recipes == dag.recipes);
  CHECK(again.asms[0].text == "add.u32 $0, $1, \"x\\y\"; \n");
  CHECK(again.asms[0].operands[1].tied_to == 0);
  CHECK(again.root.node == 25);
  CHECK(again.node(25).pins == 1);
  CHECK(again.frame[1].bytes == 4);
  CHECK(again.jump_tables[0].size() == 4);
  again.verify([](NodeId id, const char* what) { FAIL_CHECK(id << ": " << what); });
}

TEST_CASE("broken text is refused with its line") {
  const auto refused = [](std::string_view text) {
    Dag dag;
    std::string error;
    CHECK_FALSE(parse(text, dag, error));
    return error;
  };
  CHECK(refused("%0 = entry chain\n%1 = adn i32 %0, %0\n").starts_with("line 2: unknown operation 'adn'"));
  CHECK(refused("%1 = add i32 %0, %0\n") == "line 1: %0 is not defined above");
  CHECK(refused("%0 = constant i32 1\n%1 = add i32 %0:1, %0\n") == "line 2: %0 has no result 1");
  CHECK(refused("\n\nfoo\n") == "line 3: unknown word 'foo'");
  CHECK(refused("%0 = constant i32 1 nuww\n") == "line 1: unknown attribute 'nuww'");
  CHECK(refused("%0 = entry chain\n%1 = fence chain %0 mem(i32 align 4\n") == "line 2: mem( is not closed");
  CHECK(refused("call_info foo\n").starts_with("line 1: "));
  CHECK(refused("%0 = wide_constant i128 12\n").starts_with("line 1: a wide constant"));
  CHECK(refused("root %3") == "line 1: %3 is not defined above");
}

TEST_CASE("nodes are printed operands first, by smallest id, whatever the order of creation") {
  Dag dag;
  const Value a = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 1});
  const Value sum = dag.get(Isd::add, vt::i32, {a, a});
  const Value user = dag.get(Isd::xor_, vt::i32, {sum, a});
  const Value late = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 2});
  dag.replace(sum, late);
  CHECK(print(dag) ==
        "%0 = copy_from_reg i32 aux=1\n%1 = add i32 %0, %0\n%2 = copy_from_reg i32 aux=2\n%3 = xor i32 %2, %0\n");
  CHECK(dag.alive(user.node));
}
