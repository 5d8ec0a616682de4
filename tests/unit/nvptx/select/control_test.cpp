// Branches, returns, calls, inline assembly, intrinsics, order of instructions.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace lathe::nvptx::test;

TEST_CASE("branches and ends") {
  run_cases({
      {"jump", "sm_75", "%1 = br chain $C imm=2\nroot %1", "bra.uni $B2"},
      {"on a comparison", "sm_75", "%1 = setcc i1 $R0, $R1 slt\n%2 = br_cond chain $C, %1 imm=1 aux=2\nroot %2",
       "setp.lt.s32 %p1, %R0, %R1\n@%p1 bra $B1\nbra.uni $B2"},
      {"a negation goes into the guard", "sm_75",
       "%1 = constant i1 1\n%2 = xor i1 $P0, %1\n%3 = br_cond chain $C, %2 imm=1 aux=2\nroot %3",
       "@!%P0 bra $B1\nbra.uni $B2"},
      {"known", "sm_75", "%1 = constant i1 0\n%2 = br_cond chain $C, %1 imm=1 aux=2\nroot %2", "bra.uni $B2"},
      {"copies before the branch", "sm_75",
       "%1 = add i32 $R0, $R1\nout R %1\nbefore %2\n%3 = br_cond chain %2, $P0 imm=1 aux=2\nroot %3",
       "add.s32 %RO, %R0, %R1\n@%P0 bra $B1\nbra.uni $B2"},
      {"table", "sm_75", "jump_table blocks(1, 2, 1)\n%1 = br_table chain $C, $R0 aux=0\nroot %1",
       "$L_brx_0: .branchtargets\n$B1,\n$B2,\n$B1\nbrx.idx %R0, $L_brx_0"},
      {"table, the index known", "sm_75",
       "jump_table blocks(1, 2, 1)\n%1 = constant i32 1\n%2 = br_table chain $C, %1 aux=0\nroot %2", "bra.uni $B2"},
      {"table, the index known and past the end", "sm_75",
       "jump_table blocks(1, 2)\n%1 = constant i32 2\n%2 = br_table chain $C, %1 aux=0\nroot %2",
       "mov.b32 %r1, 2\n$L_brx_0: .branchtargets\n$B1,\n$B2\nbrx.idx %r1, $L_brx_0"},
      {"a table that is not there", "sm_75", "%1 = br_table chain $C, $R0 aux=3\nroot %1",
       "refused: a jump table that is not there"},
      {"a block that is not there", "sm_75", "%1 = br chain $C imm=9\nroot %1", "refused: a block that is not there"},
      {"unreachable", "sm_75", "%1 = unreachable chain $C\nroot %1", "trap\nexit"},
      {"trap and unreachable", "sm_75", "%1 = trap chain $C\n%2 = unreachable chain %1\nroot %2", "trap\nexit"},
      {"exit", "sm_75", "%1 = debugtrap chain $C\n%2 = exit chain %1\nroot %2", "brkpt\nexit"},
      {"result", "sm_75",
       "ret_info result(16 align 16 array, 0 i32, 4 i32, 8 i16 zext, 12 f32)\n%1 = constant i32 9\n%2 = ret chain $C, "
       "$R0, %1, $H0, $F0 aux=0\nroot %2",
       "st.param.v2.b32 [k_retval0], {%R0, 9}\nst.param.b16 [k_retval0+8], %H0\nst.param.f32 [k_retval0+12], %F0\nret"},
      {"four at once", "sm_75",
       "ret_info result(16 align 16 array, 0 f32, 4 f32, 8 f32, 12 f32)\n%2 = ret chain $C, $F0, $F1, $F0, $F2 "
       "aux=0\nroot %2",
       "st.param.v4.f32 [k_retval0], {%F0, %F1, %F0, %F2}\nret"},
      {"not aligned", "sm_75",
       "ret_info result(16 align 4 array, 0 f32, 4 f32)\n%2 = ret chain $C, $F0, $F1 aux=0\nroot %2",
       "st.param.f32 [k_retval0], %F0\nst.param.f32 [k_retval0+4], %F1\nret"},
      {"numbers of values", "sm_75",
       "ret_info result(8 align 4 array, 0 f32, 4 f32)\n%2 = ret chain $C, $F0 aux=0\nroot %2",
       "refused: values and pieces of the parameter differ in number"},
  });
}

TEST_CASE("calls") {
  run_cases({
      {"direct", "sm_75",
       "call_info \"callee\" param(4 align 4, 0 i32) param(16 align 16 array, 0 f32, 4 f32, 8 i8) result(4 align 4, 0 "
       "i32) convergent\n"
       "%1 = constant i32 3\n%2 = call i32, chain $C, %1, $F0, $F1, $R0 aux=0\n%3 = add i32 %2, $R1\nout R %3\nend "
       "%2:1",
       "{\n.param .b32 param0\nst.param.b32 [param0], 3\n.param .align 16 .b8 param1[16]\nst.param.v2.f32 [param1], "
       "{%F0, %F1}\n"
       "st.param.b8 [param1+8], %R0\n.param .b32 retval0\ncall.uni (retval0), callee, (param0, param1)\nld.param.b32 "
       "%r1, [retval0]\n}\nadd.s32 %RO, %r1, %R1"},
      {"nothing in, nothing out", "sm_75", "call_info \"nothing\"\n%1 = call chain $C aux=0\nend %1",
       "{\ncall.uni nothing\n}"},
      {"a result that nobody reads", "sm_75",
       "call_info \"callee\" param(4 align 4, 0 i32) param(16 align 16 array) result(4 align 4, 0 i32)\n%1 = call i32, "
       "chain $C, $R0 aux=0\nend %1:1",
       "{\n.param .b32 param0\nst.param.b32 [param0], %R0\n.param .align 16 .b8 param1[16]\n.param .b32 "
       "retval0\ncall.uni (retval0), callee, (param0, param1)\n}"},
      {"indirect", "sm_75",
       "call_info \"\" param(8 align 8, 0 i64) result(16 align 16 array, 0 f32, 4 f32, 8 f32, 12 f32)\n"
       "%1 = call f32, f32, f32, f32, chain $C, $L0, $L1 aux=0\nout F %1:1\nout F %1:3\nend %1:4",
       "{\n.param .b64 param0\nst.param.b64 [param0], %L1\n.param .align 16 .b8 retval0[16]\n"
       "prototype_0: .callprototype (.param .align 16 .b8 _[16]) _ (.param .b64 _)\ncall (retval0), %L0, (param0), "
       "prototype_0\n"
       "ld.param.v4.f32 {%f1, %FO, %f2, %FX}, [retval0]\n}"},
      {"indirect without parameters", "sm_75+ptx64",
       "call_info \"\" noreturn\n%1 = call chain $C, $L0 aux=0\n%2 = unreachable chain %1\nroot %2",
       "{\nprototype_0: .callprototype _ () .noreturn\ncall %L0, (), prototype_0\n}\nexit"},
      {"two calls keep their order", "sm_75",
       "call_info \"nothing\"\n%1 = store chain $C, $R0, $L0 mem(i32 align 4 global)\n%2 = call chain %1 aux=0\n%3 = "
       "load i32, chain %2, $L0 mem(i32 align 4 global)\n%4 = call chain %3:1 aux=0\nout R %3\nend %4",
       "st.global.b32 [%L0], %R0\n{\ncall.uni nothing\n}\nld.global.b32 %RO, [%L0]\n{\ncall.uni nothing\n}"},
      {"operands that do not fit", "sm_75",
       "call_info \"callee\" param(4 align 4, 0 i32)\n%1 = call chain $C aux=0\nend %1",
       "refused: operands and parameter pieces differ in number"},
  });
}

TEST_CASE("inline assembly") {
  run_cases({
      {"one output", "sm_75",
       "asm_info \"add.s32 $0, $1, $2;\" out(r i32 slot 0) in(r i32 slot 0) in(n i32 slot 1)\n%1 = constant i32 5\n"
       "%2 = inline_asm i32, chain $C, $R0, %1 aux=0\nout R %2\nend %2:1",
       "add.s32 %RO, %R0, 5"},
      {"tied", "sm_75",
       "asm_info \"add.s32 $0, $0, 1;\" out(r i32 slot 0) in(r i32 slot 0 tied 0) side_effects\n%2 = inline_asm i32, "
       "chain $C, $R0 aux=0\nout R %2\nend %2:1",
       "mov.b32 %RO, %R0\nadd.s32 %RO, %RO, 1"},
      {"memory", "sm_75",
       "asm_info \"ld.global.u32 $0, $1;\" out(r i32 slot 0) in(m i64 slot 0) side_effects memory\n%1 = constant i64 "
       "8\n%2 = add i64 $L0, %1\n"
       "%3 = inline_asm i32, chain $C, %2 aux=0\nout R %3\nend %3:1",
       "ld.global.u32 %RO, [%L0+8]"},
      {"a scope", "sm_75",
       "asm_info \"{ .reg .b32 t; mov.b32 t, %laneid; add.u32 $0, t, $$0; }\" out(r i32 slot 0)\n%2 = inline_asm i32, "
       "chain $C aux=0\nend %2:1",
       " "},
      {"numbers need registers", "sm_75",
       "asm_info \"mov.b64 $0, {$1, $2};\" out(l i64 slot 0) in(r i32 slot 0) in(f f32 slot 1)\n%1 = constant i32 "
       "5\n%2 = inline_asm i64, chain $C, %1, $F0 aux=0\nout L %2\nend %2:1",
       "mov.b32 %r1, 5\nmov.b64 %LO, {%r1, %F0}"},
      {"an output in memory among the outputs", "sm_75",
       "asm_info \"st.global.b32 $0, $2; mov.b32 $1, ${2:x}; // $$0\" in(m i64 slot 0) out(r i32 slot 0) in(r i32 slot "
       "1) side_effects memory\n"
       "%2 = inline_asm i32, chain $C, $L0, $R0 aux=0\nout R %2\nend %2:1",
       "st.global.b32 [%L0], %R0; mov.b32 %RO, %R0; // $0"},
      {"128 bits", "sm_90+ptx83",
       "asm_info \"atom.global.exch.b128 $0, [$1], $2;\" out(q i128 slot 0) in(l i64 slot 0) in(q i128 slot 1) "
       "side_effects memory\n"
       "%2 = inline_asm i64, i64, chain $C, $L0, $L1, $L0 aux=0\nout L %2\nout L %2:1\nend %2:2",
       "mov.b128 %rq2, {%L1, %L0}\natom.global.exch.b128 %rq1, [%L0], %rq2\nmov.b128 {%LO, %LX}, %rq1"},
      {"128 bits, tied", "sm_90+ptx83",
       "asm_info \"// $0\" out(q i128 slot 0) in(q i128 slot 0 tied 0)\n"
       "%2 = inline_asm i64, i64, chain $C, $L0, $L1 aux=0\nout L %2:1\nend %2:2",
       "mov.b128 %rq2, {%L0, %L1}\nmov.b128 %rq1, %rq2\nmov.b128 {%rd1, %LO}, %rq1"},
      {"a letter that does not fit", "sm_75",
       "asm_info \"mov.b16 $0, $1;\" out(h i32 slot 0) in(h i16 slot 0)\n%2 = inline_asm i32, chain $C, $H0 aux=0\nout "
       "R %2\nend %2:1",
       "refused: operand 0 of the inline assembly has type i32, which constraint 'h' does not hold"},
  });
}

TEST_CASE("target instructions") {
  run_cases({
      {"special register", "sm_75",
       "recipe \"mov.u32\" operands(result 0, literal \"%tid.x\") results(i32) inputs() args() extend()\n%1 = target "
       "i32 "
       "aux=0\nout R %1",
       "mov.u32 %RO, %tid.x"},
      {"numbers", "sm_75",
       "recipe \"shfl.sync.down.b32\" operands(result 0, pipe, result 1, input 0, input 1, imm 31, input 2) "
       "results(i32, i1) inputs(i32, i32, i32) args(0, 1, 2) extend(0, 0, 0) chained convergent\n"
       "%1 = constant i32 4\n%2 = constant i32 -1\n%3 = target_chain i32, i1, chain $C, $R0, %1, %2 aux=0\nout R "
       "%3\nend "
       "%3:2",
       "shfl.sync.down.b32 %RO|%p1, %R0, 4, 31, -1"},
      {"tuples and an address", "sm_80",
       "recipe \"ldmatrix.sync.aligned.m8n8.x2.shared.b16\" operands(open_tuple, result 0, result 1, close_tuple, "
       "address 0) results(i32, i32) inputs(i64) args(0) extend(0) chained convergent\n"
       "%1 = global_address i64 @\"s\"\n%2 = constant i64 16\n%3 = add i64 %1, %2\n%4 = target_chain i32, i32, chain "
       "$C, "
       "%3 aux=0\nout R %4\nout R %4:1\nend %4:2",
       "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%RO, %RX}, [s+16]"},
      {"texture", "sm_75",
       "recipe \"tex.1d.v4.f32.s32\" operands(open_tuple, result 0, result 1, result 2, result 3, close_tuple, "
       "open_bracket, input 0, open_tuple, input 1, close_tuple, close_bracket) "
       "results(f32, f32, f32, f32) inputs(i64, i32) args(0, 1) extend(0, 0)\n%1 = global_address i64 @\"tex\"\n%2 = "
       "constant i32 3\n%3 = target f32, f32, f32, f32 %1, %2 aux=0\nout F %3:1",
       "mov.b32 %r1, 3\ntex.1d.v4.f32.s32 {%f1, %FO, %f2, %f3}, [tex, {%r1}]"},
      {"negated predicate and a sink", "sm_75",
       "recipe \"vote.sync.any.pred\" operands(result 0, negate, input 0, imm -1) results(i1) inputs(i1) args(0) "
       "extend(0) chained convergent\n%1 = target_chain i1, chain $C, $P0 aux=0\nout P %1\nend %1:1",
       "vote.sync.any.pred %PO, !%P0, -1"},
      {"a barrier", "sm_75",
       "recipe \"bar.sync\" operands(imm 0) results() inputs() args() extend() chained convergent\n%1 = target_chain "
       "chain $C aux=0\nend %1",
       "bar.sync 0"},
      {"an input that is not there", "sm_75",
       "recipe \"mov.u32\" operands(result 0, input 3) results(i32) inputs(i32) args(0) extend(0)\n%1 = target i32 $R0 "
       "aux=0\nout R %1",
       "refused: cannot select target of type i32: an input that is not there"},
  });
}

TEST_CASE("the order follows the source where the dependences allow") {
  run_cases({
      {"as in the source", "sm_75",
       "%1 = mul i32 $R1, $R1 order=2\n%2 = add i32 $R0, $R0 order=1\n%3 = sub i32 %1, %2 order=3\nout R %3",
       "add.s32 %r1, %R0, %R0\nmul.lo.s32 %r2, %R1, %R1\nsub.s32 %RO, %r2, %r1"},
      {"against the source where it must", "sm_75",
       "%1 = mul i32 $R1, $R1 order=9\n%2 = add i32 %1, $R0 order=1\n%3 = sub i32 %1, %2 order=3\nout R %3",
       "mul.lo.s32 %r1, %R1, %R1\nadd.s32 %r2, %r1, %R0\nsub.s32 %RO, %r1, %r2"},
      {"addresses right before their user", "sm_75",
       "%1 = global_address i64 @\"g\" order=1\n%2 = mul i64 $L0, $L0 order=2\n%3 = add i64 %1, %2 order=3\nout L %3",
       "mul.lo.s64 %rd1, %L0, %L0\nmov.b64 %rd2, g\nadd.s64 %LO, %rd2, %rd1"},
  });
}
