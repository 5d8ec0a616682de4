// Floating point and conversions.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace lathe::nvptx::test;

TEST_CASE("float arithmetic") {
  run_cases({
      {"rounding is written where contraction is not allowed", "sm_75",
       "%1 = fadd f32 $F0, $F1\n%2 = fmul f64 $D0, $D1\n%3 = fsub f32 $F0, $F1 contract\nout F %1\nout D %2\nout F %3",
       "add.rn.f32 %FO, %F0, %F1\nmul.rn.f64 %DO, %D0, %D1\nsub.f32 %FX, %F0, %F1"},
      {"or by option", "sm_75+fast", "%1 = fadd f32 $F0, $F1\nout F %1", "add.f32 %FO, %F0, %F1"},
      {"flush", "sm_75+ftz", "%1 = fadd f32 $F0, $F1\n%2 = fmul f32 $F0, $F1 contract\nout F %1\nout F %2",
       "add.rn.ftz.f32 %FO, %F0, %F1\nmul.ftz.f32 %FX, %F0, %F1"},
      {"numbers", "sm_75",
       "%1 = constant_fp f32 0x40000000\n%2 = fmul f32 $F0, %1\n%3 = fsub f32 %1, $F0\nout F %2\nout F %3",
       "mul.rn.f32 %FO, %F0, 0f40000000\nsub.rn.f32 %FX, 0f40000000, %F0"},
      {"halves", "sm_75", "%1 = fadd f16 $X0, $X1\n%2 = fmul v2f16 $V0, $V1\nout H %1\nout R %2",
       "add.rn.f16 %HO, %X0, %X1\nmul.rn.f16x2 %RO, %V0, %V1"},
      {"a half number needs a register", "sm_75", "%1 = constant_fp f16 0x4000\n%2 = fmul f16 $X0, %1\nout H %2",
       "mov.b16 %rs1, 16384\nmul.rn.f16 %HO, %X0, %rs1"},
      {"bf16", "sm_90", "%1 = fadd bf16 $B0, $B1\nout H %1", "add.rn.bf16 %HO, %B0, %B1"},
      {"bf16 before sm_90", "sm_80", "%1 = fadd bf16 $B0, $B1\nout H %1", "refused: cannot select fadd of type bf16"},
      {"f32x2", "sm_100", "%1 = fadd v2f32 $Q0, $Q1\n%2 = fma v2f32 %1, $Q0, $Q1\nout L %2",
       "add.rn.f32x2 %rd1, %Q0, %Q1\nfma.rn.f32x2 %LO, %rd1, %Q0, %Q1"},
      {"fma", "sm_80",
       "%1 = constant_fp f32 0x3f800000\n%2 = fma f32 $F0, %1, $F2\n%3 = fma bf16 $B0, $B1, $B0\n%4 = fma v2f16 $V0, "
       "$V1, $V0\n"
       "out F %2\nout H %3\nout R %4",
       "fma.rn.f32 %FO, %F0, 0f3F800000, %F2\nfma.rn.bf16 %HO, %B0, %B1, %B0\nfma.rn.f16x2 %RO, %V0, %V1, %V0"},
      {"division", "sm_75",
       "%1 = fdiv f32 $F0, $F1\n%2 = fdiv f32 $F1, $F0 afn\n%3 = fdiv f64 $D0, $D1\nout F %1\nout F %2\nout D %3",
       "div.rn.f32 %FO, %F0, %F1\ndiv.approx.f32 %FX, %F1, %F0\ndiv.rn.f64 %DO, %D0, %D1"},
      {"reciprocal", "sm_75+ftz",
       "%1 = constant_fp f32 0x3f800000\n%2 = fdiv f32 %1, $F0\n%3 = constant_fp f64 0x3ff0000000000000\n%4 = fdiv f64 "
       "%3, $D0\nout F %2\nout D %4",
       "rcp.rn.ftz.f32 %FO, %F0\nrcp.rn.f64 %DO, %D0"},
      {"roots", "sm_75", "%1 = fsqrt f32 $F0\n%2 = fsqrt f64 $D0\n%3 = frsqrt f32 $F0\nout F %1\nout D %2\nout F %3",
       "sqrt.rn.f32 %FO, %F0\nsqrt.rn.f64 %DO, %D0\nrsqrt.approx.f32 %FX, %F0"},
      {"approximate by option", "sm_75+approx", "%1 = fsqrt f32 $F0\n%2 = fdiv f32 $F0, $F1\nout F %1\nout F %2",
       "sqrt.approx.f32 %FO, %F0\ndiv.approx.f32 %FX, %F0, %F1"},
      {"signs", "sm_75",
       "%1 = fneg f32 $F0\n%2 = fabs f64 $D0\n%3 = fcopysign f32 $F0, $F1\nout F %1\nout D %2\nout F %3",
       "neg.f32 %FO, %F0\nabs.f64 %DO, %D0\ncopysign.f32 %FX, %F1, %F0"},
      {"signs of halves", "sm_80", "%1 = fneg v2f16 $V0\n%2 = fabs bf16 $B0\nout R %1\nout H %2",
       "neg.f16x2 %RO, %V0\nabs.bf16 %HO, %B0"},
      {"signs by logic", "sm_75", "%1 = fneg bf16 $B0\n%2 = fabs bf16 $B0\nout H %1\nout H %2",
       "xor.b16 %HO, %B0, -32768\nand.b16 %HX, %B0, 32767"},
      {"sign of f32x2", "sm_100", "%1 = fneg v2f32 $Q0\nout L %1", "xor.b64 %LO, %Q0, -9223372034707292160"},
      {"min, max", "sm_80+ftz",
       "%1 = fminnum f32 $F0, $F1\n%2 = fmaximum f32 $F0, $F1\n%3 = fmaxnum v2f16 $V0, $V1\nout F %1\nout F %2\nout R "
       "%3",
       "min.ftz.f32 %FO, %F0, %F1\nmax.ftz.NaN.f32 %FX, %F0, %F1\nmax.f16x2 %RO, %V0, %V1"},
      {"min of NaN before sm_80", "sm_75", "%1 = fminimum f32 $F0, $F1\nout F %1",
       "refused: cannot select fminimum of type f32"},
      {"rounding to integers", "sm_75",
       "%1 = ffloor f32 $F0\n%2 = frint f64 $D0\n%3 = ftrunc f16 $X0\nout F %1\nout D %2\nout H %3",
       "cvt.rmi.f32.f32 %FO, %F0\ncvt.rni.f64.f64 %DO, %D0\ncvt.rzi.f16.f16 %HO, %X0"},
      {"approximations", "sm_80",
       "%1 = fsin f32 $F0\n%2 = fexp2 f32 %1\n%3 = flog2 f32 %2\n%4 = ftanh f32 %3\n%5 = fexp2 f16 $X0\nout F %4\nout "
       "H %5",
       "sin.approx.f32 %f1, %F0\nex2.approx.f32 %f2, %f1\nlg2.approx.f32 %f3, %f2\ntanh.approx.f32 %FO, "
       "%f3\nex2.approx.f16 %HO, %X0"},
      {"canonical", "sm_75", "%1 = fcanonicalize f32 $F0\n%2 = fcanonicalize v2f16 $V0\nout F %1\nout R %2",
       "mul.rn.f32 %FO, %F0, 0f3F800000\nmov.b32 %r1, 1006648320\nmul.rn.f16x2 %RO, %V0, %r1"},
      {"remainder", "sm_75", "%1 = frem f32 $F0, $F1\nout F %1", "refused: cannot select frem of type f32"},
  });
}

TEST_CASE("conversions") {
  run_cases({
      {"widths", "sm_75",
       "%1 = zext i64 $R0\n%2 = sext i32 $H0\n%3 = trunc i16 $L0\n%4 = anyext i64 $H0\nout L %1\nout R %2\nout H "
       "%3\nout L %4",
       "cvt.u64.u32 %LO, %R0\ncvt.s32.s16 %RO, %H0\ncvt.u16.u64 %HO, %L0\ncvt.u64.u16 %LX, %H0"},
      {"from predicates", "sm_75",
       "%1 = zext i32 $P0\n%2 = sext i64 $P0\n%3 = ui_to_fp f32 $P0\n%4 = si_to_fp f64 $P0\nout R %1\nout L %2\nout F "
       "%3\nout D %4",
       "selp.b32 %RO, 1, 0, %P0\nselp.b64 %LO, -1, 0, %P0\nselp.f32 %FO, 0f3F800000, 0f00000000, %P0\nselp.f64 %DO, "
       "0dBFF0000000000000, 0d0000000000000000, %P0"},
      {"to predicates", "sm_75", "%1 = trunc i1 $R0\nout P %1", "and.b32 %r1, %R0, 1\nsetp.ne.b32 %PO, %r1, 0"},
      {"inside a register", "sm_75",
       "%1 = sext_inreg i32 $R0 imm=8\n%2 = sext_inreg i64 $L0 imm=5\n%3 = sext_inreg i16 $H0 imm=3\nout R %1\nout L "
       "%2\nout H %3",
       "cvt.s32.s8 %RO, %R0\nbfe.s64 %LO, %L0, 0, 5\nshl.b16 %rs1, %H0, 13\nshr.s16 %HO, %rs1, 13"},
      {"between floats", "sm_80+ftz",
       "%1 = fp_ext f64 $F0\n%2 = fp_trunc f32 $D0\n%3 = fp_ext f32 $X0\n%4 = fp_trunc f16 $F0\nout D %1\nout F "
       "%2\nout F %3\nout H %4",
       "cvt.ftz.f64.f32 %DO, %F0\ncvt.rn.ftz.f32.f64 %FO, %D0\ncvt.f32.f16 %FX, %X0\ncvt.rn.f16.f32 %HO, %F0"},
      {"bf16 on sm_80", "sm_80", "%1 = fp_ext f32 $B0\n%2 = fp_trunc bf16 $F0\nout F %1\nout H %2",
       "cvt.u32.u16 %r1, %B0\nshl.b32 %r2, %r1, 16\nmov.b32 %FO, %r2\ncvt.rn.bf16.f32 %HO, %F0"},
      {"bf16 on sm_90", "sm_90", "%1 = fp_ext f32 $B0\n%2 = fp_trunc bf16 $D0\nout F %1\nout H %2",
       "cvt.f32.bf16 %FO, %B0\ncvt.rn.bf16.f64 %HO, %D0"},
      {"float to integer", "sm_75",
       "%1 = fp_to_si i32 $F0\n%2 = fp_to_ui i64 $D0\n%3 = fp_to_si i16 $X0\n%4 = fp_round_to_int i32 $F1 imm=0\nout R "
       "%1\nout L %2\nout H %3\nout R %4",
       "cvt.rzi.s32.f32 %RO, %F0\ncvt.rzi.u64.f64 %LO, %D0\ncvt.rzi.s16.f16 %HO, %X0\ncvt.rni.s32.f32 %RX, %F1"},
      {"saturating", "sm_75", "%1 = fp_to_si_sat i32 $F0 imm=32\n%2 = fp_to_ui_sat i32 $D0 imm=32\nout R %1\nout R %2",
       "cvt.rzi.s32.f32 %RO, %F0\ncvt.rzi.u32.f64 %r1, %D0\nsetp.nan.f64 %p1, %D0, %D0\nselp.b32 %RX, 0, %r1, %p1"},
      {"into halves on a target without their arithmetic", "sm_52", "%1 = ui_to_fp f16 $R0\nout H %1",
       "cvt.rn.f16.u32 %HO, %R0"},
      {"integer to float", "sm_75",
       "%1 = si_to_fp f32 $L0\n%2 = ui_to_fp f64 $R0\n%3 = si_to_fp f16 $H0\nout F %1\nout D %2\nout H %3",
       "cvt.rn.f32.s64 %FO, %L0\ncvt.rn.f64.u32 %DO, %R0\ncvt.rn.f16.s16 %HO, %H0"},
      {"bits", "sm_75",
       "%1 = bitcast i32 $F0\n%2 = bitcast f64 $L0\n%3 = bitcast f16 $H0\nout R %1\nout D %2\nout H %3",
       "mov.b32 %RO, %F0\nmov.b64 %DO, %L0\nmov.b16 %HO, %H0"},
      {"bits of the same file are the same register", "sm_75", "%1 = bitcast i32 $V0\n%2 = add i32 %1, $R0\nout R %2",
       "add.s32 %RO, %V0, %R0"},
      {"addresses", "sm_75",
       "%1 = addrspace_cast i64 $L0 imm=0 aux=1\n%2 = addrspace_cast i64 $L0 imm=3 aux=0\nout L %1\nout L %2",
       "cvta.to.global.u64 %LO, %L0\ncvta.shared.u64 %LX, %L0"},
      {"address of a variable", "sm_75",
       "%1 = global_address i64 @\"g\"\n%2 = addrspace_cast i64 %1 imm=1 aux=0\n%3 = global_address i64 @\"s\" "
       "imm=4\n%4 = addrspace_cast i64 %3 imm=3 aux=0\nout L %2\nout L %4",
       "cvta.global.u64 %LO, g\nmov.b64 %rd1, s+4\ncvta.shared.u64 %LX, %rd1"},
      {"between spaces", "sm_75", "%1 = addrspace_cast i64 $L0 imm=3 aux=1\nout L %1",
       "refused: cannot select addrspace_cast of type i64: from address space 3 to 1"},
  });
}

TEST_CASE("pairs, limbs and packed values") {
  run_cases({
      {"pair", "sm_75",
       "%1 = build_pair i64 $R0, $R1\n%2 = constant i32 0\n%3 = build_pair i64 $R0, %2\nout L %1\nout L %3",
       "mov.b64 %LO, {%R0, %R1}\nmov.b64 %LX, {%R0, 0}"},
      {"both limbs at once", "sm_75",
       "%1 = extract_limb i32 $L0 imm=0\n%2 = extract_limb i32 $L0 imm=1\n%3 = add i32 %1, %2\nout R %3",
       "mov.b64 {%r1, %r2}, %L0\nadd.s32 %RO, %r1, %r2"},
      {"one limb", "sm_80+ptx71",
       "%1 = extract_limb i32 $L0 imm=0\n%2 = extract_limb i32 $L1 imm=1\nout R %1\nout R %2",
       "cvt.u32.u64 %RO, %L0\nmov.b64 {_, %RX}, %L1"},
      {"the high limb before PTX 7.1", "sm_75", "%2 = extract_limb i32 $L1 imm=1\nout R %2", "mov.b64 {%r1, %RO}, %L1"},
      {"a quarter", "sm_75", "%1 = extract_limb i16 $L0 imm=3\nout H %1",
       "shr.u64 %rd1, %L0, 48\ncvt.u16.u64 %HO, %rd1"},
      {"packed halves", "sm_80+ptx71",
       "%1 = build_vector v2f16 $X0, $X1\n%2 = constant i32 1\n%3 = extract_element f16 $V0, %2\nout R %1\nout H %3",
       "mov.b32 %RO, {%X0, %X1}\nmov.b32 {_, %HO}, %V0"},
      {"two f32 in one cvt", "sm_80",
       "%1 = fp_trunc f16 $F0\n%2 = fp_trunc f16 $F1\n%3 = build_vector v2f16 %1, %2\nout R %3",
       "cvt.rn.f16x2.f32 %RO, %F1, %F0"},
      {"not before sm_80", "sm_75",
       "%1 = fp_trunc f16 $F0\n%2 = fp_trunc f16 $F1\n%3 = build_vector v2f16 %1, %2\nout R %3",
       "cvt.rn.f16.f32 %rs1, %F0\ncvt.rn.f16.f32 %rs2, %F1\nmov.b32 %RO, {%rs1, %rs2}"},
      {"insert", "sm_75", "%1 = constant i32 1\n%2 = insert_element v2i16 $W0, $H0, %1\nout R %2",
       "mov.b32 {%rs1, %rs2}, %W0\nmov.b32 %RO, {%rs1, %H0}"},
      {"shuffle", "sm_75", "%1 = shuffle v2i16 $W0, $W1 mask(1, 2)\nout R %1", "prmt.b32 %RO, %W0, %W1, 21554"},
      {"bytes", "sm_75",
       "%1 = bitcast v4i8 $R0\n%2 = constant i32 2\n%3 = extract_element i32 %1, %2\n%4 = build_vector v4i8 %3, $R1, "
       "$H0, %2\n%5 = bitcast i32 %4\nout R %5",
       "bfe.u32 %r1, %R0, 16, 8\ncvt.u32.u16 %r2, %H0\nprmt.b32 %r3, %r1, %R1, 64\nprmt.b32 %r4, %r2, 2, 64\nprmt.b32 "
       "%RO, %r3, %r4, 21520"},
      {"pairs of f32", "sm_100",
       "%1 = constant i32 0\n%2 = constant i32 1\n%3 = extract_element f32 $Q0, %1\n%4 = extract_element f32 $Q0, "
       "%2\n%5 = build_vector v2f32 %4, %3\nout L %5",
       "mov.b64 {%f2, %f1}, %Q0\nmov.b64 %LO, {%f1, %f2}"},
      {"dynamic index", "sm_75", "%1 = extract_element f16 $V0, $R0\nout H %1",
       "refused: cannot select extract_element of type f16"},
  });
}
