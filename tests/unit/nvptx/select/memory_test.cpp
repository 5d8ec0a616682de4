// Addresses, loads and stores, atomics, fences, the stack.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace lathe::nvptx::test;

TEST_CASE("addresses") {
  run_cases({
      {"register and number", "sm_75",
       "%1 = constant i64 16\n%2 = add i64 $L0, %1\n%3 = load i32, chain $C, %2 mem(i32 align 4 global)\nout R %3\nend "
       "%3:1",
       "ld.global.b32 %RO, [%L0+16]"},
      {"sums of sums", "sm_75",
       "%1 = constant i64 -4\n%2 = add i64 $L0, %1\n%3 = constant i64 32\n%4 = add i64 %2, %3\n%5 = load i32, chain "
       "$C, %4 mem(i32 align 4 global)\nout R %5\nend %5:1",
       "ld.global.b32 %RO, [%L0+28]"},
      {"the sum is also a value", "sm_75",
       "%1 = constant i64 16\n%2 = add i64 $L0, %1\n%3 = load i32, chain $C, %2 mem(i32 align 4 global)\nout R %3\nout "
       "L %2\nend %3:1",
       "add.s64 %LO, %L0, 16\nld.global.b32 %RO, [%L0+16]"},
      {"a number that does not fit", "sm_75",
       "%1 = constant i64 0x100000000\n%2 = add i64 $L0, %1\n%3 = load i32, chain $C, %2 mem(i32 align 4 global)\nout "
       "R %3\nend %3:1",
       "add.s64 %rd1, %L0, 4294967296\nld.global.b32 %RO, [%rd1]"},
      {"variables", "sm_75",
       "%1 = global_address i64 @\"g\" imm=4\n%2 = constant i64 8\n%3 = add i64 %1, %2\n%4 = load i32, chain $C, %3 "
       "mem(i32 align 4 global)\n"
       "%5 = global_address i64 @\"s\"\n%6 = store chain %4:1, %4, %5 mem(i32 align 4 shared)\nend %6",
       "ld.global.b32 %r1, [g+12]\nst.shared.b32 [s], %r1"},
      {"variable and register", "sm_75",
       "%1 = global_address i64 @\"g\"\n%2 = add i64 %1, $L0\n%3 = load f32, chain $C, %2 mem(f32 align 4 global)\nout "
       "F %3\nend %3:1",
       "mov.b64 %rd1, g\nadd.s64 %rd2, %rd1, %L0\nld.global.f32 %FO, [%rd2]"},
      {"parameters", "sm_75",
       "%1 = param_address i64 imm=4 aux=1\n%2 = load i32, chain $C, %1 mem(i32 align 4 param)\nout R %2\nend %2:1",
       "ld.param.b32 %RO, [k_param_1+4]"},
      {"frame", "sm_75",
       "frame 12 align 4\nframe 16 align 16\n%1 = frame_index i64 imm=8 aux=1\n%2 = store chain $C, $R0, %1 mem(i32 "
       "align 4 local)\n"
       "%3 = addrspace_cast i64 %1 imm=5 aux=0\nout L %3\nend %2",
       "mov.b64 %rd1, __local_depot+24\ncvta.local.u64 %LO, %rd1\nst.local.b32 [__local_depot+24], %R0"},
      {"a number", "sm_75",
       "%1 = constant i64 4096\n%2 = load i32, chain $C, %1 mem(i32 align 4 global)\nout R %2\nend %2:1",
       "mov.b64 %rd1, 4096\nld.global.b32 %RO, [%rd1]"},
  });
}

TEST_CASE("loads") {
  run_cases({
      {"extending", "sm_75",
       "%1 = load i32, chain $C, $L0 mem(i8 align 1 generic zext)\n%2 = load i64, chain $C, $L0 mem(i16 align 2 shared "
       "sext)\n"
       "%3 = load i16, chain $C, $L1 mem(i8 align 1 const sext)\nout R %1\nout L %2\nout H %3\nend %1:1\nend %2:1\nend "
       "%3:1",
       "ld.b8 %RO, [%L0]\nld.shared.s16 %LO, [%L0]\nld.const.s8 %HO, [%L1]"},
      {"vectors", "sm_75",
       "%1 = load_vec f32, f32, f32, f32, chain $C, $L0 mem(f32 x4 align 16 global invariant)\nout F %1\nout F "
       "%1:3\nend %1:4",
       "ld.global.nc.v4.f32 {%FO, %f1, %f2, %FX}, [%L0]"},
      {"bytes in a vector", "sm_75",
       "%1 = load_vec i16, i16, chain $C, $L0 mem(i8 x2 align 2 global zext)\nout H %1\nend %1:2",
       "ld.global.v2.b8 {%HO, %rs1}, [%L0]"},
      {"eight words", "sm_100+ptx88",
       "%1 = load_vec i32, i32, i32, i32, i32, i32, i32, i32, chain $C, $L0 mem(i32 x8 align 32 global)\nout R "
       "%1:7\nend %1:8",
       "ld.global.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %RO}, [%L0]"},
      {"halves", "sm_75",
       "%1 = load v2f16, chain $C, $L0 mem(v2f16 align 4 global)\n%2 = load f16, chain $C, $L1 mem(f16 align 2 "
       "global)\nout R %1\nout H %2\nend %1:1\nend %2:1",
       "ld.global.b32 %RO, [%L0]\nld.global.b16 %HO, [%L1]"},
      {"volatile, atomic", "sm_75",
       "%1 = load i32, chain $C, $L0 mem(i32 align 4 global volatile)\n%2 = load i32, chain %1:1, $L0 mem(i32 align 4 "
       "global relaxed scope=gpu)\n"
       "%3 = load i64, chain %2:1, $L1 mem(i64 align 8 generic acquire scope=sys)\n%4 = load i64, chain %3:1, $L1 "
       "mem(i64 align 8 shared seq_cst scope=cta)\nend %4:1",
       "ld.volatile.global.b32 %r1, [%L0]\nld.relaxed.gpu.global.b32 %r2, [%L0]\nld.acquire.sys.b64 %rd1, "
       "[%L1]\nfence.sc.cta\nld.acquire.cta.shared.b64 %rd2, [%L1]"},
      {"order before the memory model", "sm_60",
       "%1 = load f64, chain $C, $L0 mem(f64 align 8 global relaxed scope=gpu)\n%2 = load i32, chain %1:1, $L0 "
       "mem(i32 align 4 global acquire scope=cta)\n"
       "%3 = load f16, chain %2:1, $L1 mem(f16 align 2 generic seq_cst scope=sys)\nend %3:1",
       "ld.volatile.global.f64 %fd1, [%L0]\nld.volatile.global.b32 %r1, [%L0]\nmembar.cta\nmembar.sys\nld.volatile.b16 "
       "%rs1, [%L1]\nmembar.sys"},
      {"nobody reads it", "sm_75", "%1 = load i32, chain $C, $L0 mem(i32 align 4 global)\nend %1:1", " "},
      {"local memory knows no order", "sm_75",
       "%1 = load i32, chain $C, $L0 mem(i32 align 4 local volatile)\nout R %1\nend %1:1", "ld.local.b32 %RO, [%L0]"},
      {"bits", "sm_75", "%1 = load i1, chain $C, $L0 mem(i1 align 1 global)\nout P %1\nend %1:1",
       "refused: cannot select load of type i1"},
      {"three at once", "sm_75",
       "%1 = load_vec i32, i32, i32, chain $C, $L0 mem(i32 x3 align 16 global)\nout R %1\nend %1:3",
       "refused: a vector of 3"},
      {"tensor memory", "sm_100", "%1 = load i32, chain $C, $L0 mem(i32 align 4 tensor)\nout R %1\nend %1:1",
       "refused: address space 6"},
  });
}

TEST_CASE("stores") {
  run_cases({
      {"numbers", "sm_75",
       "%1 = constant i32 -1\n%2 = constant_fp f64 0x3ff0000000000000\n%3 = store chain $C, %1, $L0 mem(i32 align 4 "
       "global)\n"
       "%4 = store chain %3, %2, $L0 mem(f64 align 8 global)\n%5 = constant_fp f16 0x3c00\n%6 = store chain %4, %5, "
       "$L0 mem(f16 align 2 global)\nend %6",
       "st.global.b32 [%L0], -1\nst.global.f64 [%L0], 0d3FF0000000000000\nst.global.b16 [%L0], 15360"},
      {"the low bits of a wider register", "sm_75",
       "%1 = store chain $C, $R0, $L0 mem(i8 align 1 generic)\n%2 = trunc i16 $R1\n%3 = store chain %1, %2, $L0 "
       "mem(i16 align 2 shared)\n"
       "%4 = trunc i32 $L1\n%5 = store chain %3, %4, $L0 mem(i8 align 1 local)\nend %5",
       "st.b8 [%L0], %R0\nst.shared.b16 [%L0], %R1\nst.local.b8 [%L0], %L1"},
      {"vectors", "sm_75",
       "%1 = constant_fp f32 0x0\n%2 = store_vec chain $C, $L0, $F0, %1 mem(f32 x2 align 8 global)\n%3 = store_vec "
       "chain %2, $L1, $H0, $H1, $H0, $H1 mem(i8 x4 align 4 shared)\nend %3",
       "st.global.v2.f32 [%L0], {%F0, 0f00000000}\nst.shared.v4.b8 [%L1], {%H0, %H1, %H0, %H1}"},
      {"order", "sm_75",
       "%1 = store chain $C, $R0, $L0 mem(i32 align 4 global release scope=gpu)\n%2 = store chain %1, $R0, $L0 mem(i32 "
       "align 4 generic seq_cst scope=sys)\n"
       "%3 = store chain %2, $R0, $L0 mem(i32 align 4 shared volatile)\nend %3",
       "st.release.gpu.global.b32 [%L0], %R0\nfence.sc.sys\nst.relaxed.sys.b32 [%L0], %R0\nst.volatile.shared.b32 "
       "[%L0], %R0"},
      {"low bits of registers of two widths in one access", "sm_75",
       "%1 = trunc i16 $L0\n%2 = store_vec chain $C, $L1, $H0, %1 mem(i8 x2 align 2 global)\nend %2",
       "cvt.u16.u64 %rs1, %L0\nst.global.v2.b8 [%L1], {%H0, %rs1}"},
      {"order before the memory model", "sm_32",
       "%1 = store chain $C, $R0, $L0 mem(i32 align 4 global release scope=gpu)\n%2 = store chain %1, $R0, $L0 mem(i32 "
       "align 4 generic relaxed scope=sys)\nend %2",
       "membar.gl\nst.volatile.global.b32 [%L0], %R0\nst.volatile.b32 [%L0], %R0"},
      {"constant memory", "sm_75", "%1 = store chain $C, $R0, $L0 mem(i32 align 4 const)\nend %1",
       "refused: cannot select store of type i32: a store to constant memory"},
  });
}

TEST_CASE("atomics and fences") {
  run_cases({
      {"old value read", "sm_75",
       "%1 = constant i32 1\n%2 = atomic_rmw i32, chain $C, $L0, %1 mem(i32 align 4 global relaxed scope=gpu) add\nout "
       "R %2\nend %2:1",
       "atom.relaxed.gpu.global.add.u32 %RO, [%L0], 1"},
      {"old value not read", "sm_75",
       "%1 = atomic_rmw i64, chain $C, $L0, $L1 mem(i64 align 8 global relaxed scope=gpu) umax\n"
       "%2 = atomic_rmw f32, chain %1:1, $L0, $F0 mem(f32 align 4 shared relaxed scope=cta) fadd\nend %2:1",
       "red.relaxed.gpu.global.max.u64 [%L0], %L1\nred.relaxed.cta.shared.add.f32 [%L0], %F0"},
      {"before scopes", "sm_35",
       "%1 = atomic_rmw i32, chain $C, $L0, $R0 mem(i32 align 4 global acq_rel scope=gpu) add\n"
       "%2 = atomic_cmpxchg i32, chain %1:1, $L0, $R0, $R1 mem(i32 align 4 generic acquire scope=gpu "
       "fail=relaxed)\n%3 = fence chain %2:1 mem(i32 align 4 generic seq_cst scope=sys)\nend %3",
       "membar.gl\natom.global.add.u32 %r1, [%L0], %R0\nmembar.gl\natom.cas.b32 %r2, [%L0], %R0, "
       "%R1\nmembar.gl\nmembar.sys"},
      {"scopes before the memory model", "sm_60",
       "%1 = atomic_rmw i32, chain $C, $L0, $R0 mem(i32 align 4 global relaxed scope=cta) add\nend %1:1",
       "red.cta.global.add.u32 [%L0], %R0"},
      {"an acquire cannot be a red", "sm_75",
       "%1 = atomic_rmw i32, chain $C, $L0, $R0 mem(i32 align 4 generic acq_rel scope=sys) and\nend %1:1",
       "atom.acq_rel.sys.and.b32 %r1, [%L0], %R0"},
      {"subtraction", "sm_75",
       "%1 = constant i32 5\n%2 = atomic_rmw i32, chain $C, $L0, %1 mem(i32 align 4 global relaxed scope=gpu) sub\n"
       "%3 = atomic_rmw i64, chain %2:1, $L0, $L1 mem(i64 align 8 global relaxed scope=gpu) sub\nend %3:1",
       "red.relaxed.gpu.global.add.u32 [%L0], -5\nneg.s64 %rd1, %L1\nred.relaxed.gpu.global.add.u64 [%L0], %rd1"},
      {"consistent", "sm_75",
       "%1 = atomic_rmw i32, chain $C, $L0, $R0 mem(i32 align 4 global seq_cst scope=gpu) xchg\nout R %1\nend %1:1",
       "fence.sc.gpu\natom.acquire.gpu.global.exch.b32 %RO, [%L0], %R0"},
      {"halves", "sm_90",
       "%1 = atomic_rmw v2f16, chain $C, $L0, $V0 mem(v2f16 align 4 global relaxed scope=gpu) fadd\n"
       "%2 = atomic_rmw bf16, chain %1:1, $L0, $B0 mem(bf16 align 2 global relaxed scope=gpu) fadd\nout R %1\nend %2:1",
       "atom.relaxed.gpu.global.add.noftz.f16x2 %RO, [%L0], %V0\nred.relaxed.gpu.global.add.noftz.bf16 [%L0], %B0"},
      {"inc, dec, min", "sm_75",
       "%1 = atomic_rmw i32, chain $C, $L0, $R0 mem(i32 align 4 shared relaxed scope=cta) inc_wrap\n"
       "%2 = atomic_rmw i32, chain %1:1, $L0, $R0 mem(i32 align 4 global relaxed scope=gpu) min\nout R %1\nend %2:1",
       "atom.relaxed.cta.shared.inc.u32 %RO, [%L0], %R0\nred.relaxed.gpu.global.min.s32 [%L0], %R0"},
      {"compare and swap", "sm_75",
       "%1 = constant i32 0\n%2 = atomic_cmpxchg i32, chain $C, $L0, %1, $R1 mem(i32 align 4 global acq_rel "
       "fail=acquire scope=gpu)\n"
       "%3 = atomic_cmpxchg i64, chain %2:1, $L0, $L1, $L0 mem(i64 align 8 generic seq_cst fail=seq_cst scope=sys)\n"
       "%4 = atomic_cmpxchg i16, chain %3:1, $L0, $H0, $H1 mem(i16 align 2 shared relaxed fail=relaxed scope=cta)\nout "
       "R %2\nout L %3\nout H %4\nend %4:1",
       "atom.acq_rel.gpu.global.cas.b32 %RO, [%L0], 0, %R1\nfence.sc.sys\natom.acquire.sys.cas.b64 %LO, [%L0], %L1, "
       "%L0\n"
       "atom.relaxed.cta.shared.cas.b16 %HO, [%L0], %H0, %H1"},
      {"fences", "sm_75",
       "%1 = fence chain $C mem(i32 align 4 generic acquire scope=cta)\n%2 = fence chain %1 mem(i32 align 4 generic "
       "seq_cst scope=sys)\n"
       "%3 = fence chain %2 mem(i32 align 4 generic seq_cst scope=thread)\nend %3",
       "fence.acq_rel.cta\nfence.sc.sys"},
      {"nand", "sm_75",
       "%1 = atomic_rmw i32, chain $C, $L0, $R0 mem(i32 align 4 global relaxed scope=gpu) nand\nend %1:1",
       "refused: cannot select atomic_rmw of type i32: atomic nand"},
      {"in local memory", "sm_75",
       "%1 = atomic_rmw i32, chain $C, $L0, $R0 mem(i32 align 4 local relaxed scope=gpu) add\nend %1:1",
       "refused: an atomic operation on this address space"},
  });
}

TEST_CASE("stack and prefetch") {
  run_cases({
      {"alloca", "sm_75+ptx73",
       "%1 = stack_save i64, chain $C\n%2 = dyn_alloca i64, chain %1:1, $L0 imm=16\n%3 = store chain %2:1, $R0, %2 "
       "mem(i32 align 4 local)\n"
       "%4 = stack_restore chain %3, %1\nend %4",
       "stacksave.u64 %rd1\nalloca.u64 %rd2, %L0, 16\nst.local.b32 [%rd2], %R0\nstackrestore.u64 %rd1"},
      {"before PTX 7.3", "sm_75", "%1 = dyn_alloca i64, chain $C, $L0 imm=16\nout L %1\nend %1:1",
       "refused: the stack needs sm_52 and PTX 7.3"},
      {"prefetch", "sm_75", "%1 = prefetch chain $C, $L0 mem(i8 align 1 global)\nend %1", "prefetch.global.L1 [%L0]"},
  });
}
