// Arithmetic, conversions and special registers: expectations from the PTX ISA manual.
#include <doctest/doctest.h>

#include "support.hpp"

using namespace recipe_test;

TEST_CASE("floating-point arithmetic keeps its modifiers in PTX's order") {
  CHECK(ptx("add.rn.ftz.f", "f32", "f32 f32") == "add.rn.ftz.f32 r0, i0, i1");
  CHECK(ptx("add.rm.ftz.sat.f", "f32", "f32 f32") == "add.rm.ftz.sat.f32 r0, i0, i1");
  CHECK(ptx("mul.rz.d", "f64", "f64 f64") == "mul.rz.f64 r0, i0, i1");
  CHECK(ptx("div.full.ftz", "f32", "f32 f32") == "div.full.ftz.f32 r0, i0, i1");
  CHECK(ptx("fma.rn.relu.f16x2", "v2f16", "v2f16 v2f16 v2f16") == "fma.rn.relu.f16x2 r0, i0, i1, i2");
  CHECK(ptx("fmax.ftz.nan.xorsign.abs.f", "f32", "f32 f32") == "max.ftz.NaN.xorsign.abs.f32 r0, i0, i1");
  CHECK(ptx("rcp.approx.ftz.d", "f64", "f64") == "rcp.approx.ftz.f64 r0, i0");
  CHECK(ptx("ceil.ftz.f", "f32", "f32") == "cvt.rpi.ftz.f32.f32 r0, i0");
  CHECK(ptx("saturate.d", "f64", "f64") == "cvt.sat.f64.f64 r0, i0");
  CHECK(ptx("fabs.ftz.f32", "f32", "f32") == "abs.ftz.f32 r0, i0");
  CHECK(ptx("ex2.approx.ftz.bf16", "bf16", "bf16") == "ex2.approx.ftz.bf16 r0, i0");
}

TEST_CASE("an overloaded name may come with or without its type") {
  CHECK(ptx("fabs", "v2f16", "v2f16") == "abs.f16x2 r0, i0");
  CHECK(ptx("fabs.v2f16", "v2f16", "v2f16") == "abs.f16x2 r0, i0");
  CHECK(ptx("ex2.approx", "f32", "f32") == "ex2.approx.f32 r0, i0");
}

TEST_CASE("square root follows the function's precision") {
  IntrinsicCall call;
  call.name = "llvm.nvvm.sqrt.f";
  call.results = {vt::f32};
  call.arguments.resize(1);
  call.arguments[0].type = vt::f32;
  Features features;
  std::string why;
  CHECK(recipes(call, features, why).at(0).mnemonic == "sqrt.rn.f32");
  features.ftz_f32 = true;
  CHECK(recipes(call, features, why).at(0).mnemonic == "sqrt.rn.ftz.f32");
  features.prec_sqrt_f32 = 0;
  CHECK(recipes(call, features, why).at(0).mnemonic == "sqrt.approx.ftz.f32");
}

TEST_CASE("integer helpers") {
  CHECK(ptx("mulhi.ull", "i64", "i64 i64") == "mul.hi.u64 r0, i0, i1");
  CHECK(ptx("mul24.ui", "i32", "i32 i32") == "mul24.lo.u32 r0, i0, i1");
  CHECK(ptx("sad.us", "i16", "i16 i16 i16") == "sad.u16 r0, i0, i1, i2");
  CHECK(ptx("prmt.rc8", "i32", "i32 i32") == "prmt.b32.rc8 r0, i0, 0, i1");
  CHECK(ptx("prmt.f4e", "i32", "i32 i32 i32") == "prmt.b32.f4e r0, i0, i1, i2");
  CHECK(ptx("idp2a.s.u", "i32", "i32 i32 i1=1 i32") == "dp2a.hi.s32.u32 r0, i0, i1, i3");
  CHECK(ptx("idp4a.u.s", "i32", "i32 i32 i32") == "dp4a.u32.s32 r0, i0, i1, i2");
  CHECK(ptx("flo.s.i64", "i32", "i64 i1=1") == "bfind.shiftamt.s64 r0, i0");
  CHECK(ptx("fshl.clamp.i32", "i32", "i32 i32 i32") == "shf.l.clamp.b32 r0, i1, i0, i2");
  CHECK(ptx("bmsk.wrap", "i32", "i32 i32") ==
        "bmsk.wrap.b32 r0, i0, i1"
        "");
  CHECK(ptx("sext.clamp", "i32", "i32 i32") == "szext.clamp.s32 r0, i0, i1");
}

TEST_CASE("conversions") {
  CHECK(ptx("f2ull.rm.ftz", "i64", "f32") == "cvt.rmi.ftz.u64.f32 r0, i0");
  CHECK(ptx("ui2d.rz", "f64", "i32") == "cvt.rz.f64.u32 r0, i0");
  CHECK(ptx("d2f.rp.ftz", "f32", "f64") == "cvt.rp.ftz.f32.f64 r0, i0");
  CHECK(ptx("f2bf16.rz.relu", "bf16", "f32") == "cvt.rz.relu.bf16.f32 r0, i0");
  CHECK(ptx("ff2bf16x2.rn.relu.satfinite", "v2bf16", "f32 f32", "sm_90", 81) ==
        "cvt.rn.relu.satfinite.bf16x2.f32 r0, i0, i1");
  CHECK(ptx("f2tf32.rna", "i32", "f32") == "cvt.rna.tf32.f32 r0, i0");
  CHECK(ptx("ff.to.e4m3x2.rn.relu", "i16", "f32 f32", "sm_90", 81) == "cvt.rn.satfinite.relu.e4m3x2.f32 r0, i0, i1");
  CHECK(ptx("e5m2x2.to.f16x2.rn", "v2f16", "i16", "sm_90", 81) == "cvt.rn.f16x2.e5m2x2 r0, i0");
  CHECK(ptx("ue8m0x2.to.bf16x2", "v2bf16", "i16", "sm_100a") == "cvt.rn.bf16x2.ue8m0x2 r0, i0");
  CHECK(ptx("f32x4.to.e2m3x4.rs.satfinite", "v4i8", "v4f32 i32", "sm_100a", 87) ==
        "cvt.rs.satfinite.e2m3x4.f32 r0, {i0.0, i0.1, i0.2, i0.3}, i1");
  CHECK(ptx("ff.to.e2m1x2.rn.satfinite", "i16", "f32 f32", "sm_100a").find("cvt.u16.u8 $0, small;") !=
        std::string::npos);
}

TEST_CASE("random bits and what they round stay in registers") {
  std::string why;
  const auto made = ask("ff2f16x2.rs", "v2f16", "f32 f32 i32", "sm_100a", 87, why);
  REQUIRE(made.size() == 1);
  for (const RecipeOperand& o : made[0].operands) CHECK((o.kind != RecipeOperand::Kind::input || o.value == 1));
}

TEST_CASE("halves of a double are ordinary operations") {
  std::string why;
  CHECK(ask("d2i.hi", "i32", "f64", "sm_75", 0, why).at(0).plain == PlainIntrinsic::high_half);
  CHECK(ask("d2i.lo", "i32", "f64", "sm_75", 0, why).at(0).plain == PlainIntrinsic::low_half);
  CHECK(ask("lohi.i2d", "f64", "i32 i32", "sm_75", 0, why).at(0).plain == PlainIntrinsic::join);
  CHECK(ask("reflect", "i32", "p0", "sm_75", 0, why).at(0).plain == PlainIntrinsic::zero);
  CHECK(ask("move.ptr.p0.p0", "p0", "p0", "sm_75", 0, why).at(0).plain == PlainIntrinsic::copy);
}

TEST_CASE("special registers: pure, but for those that change") {
  CHECK(ptx("read.ptx.sreg.tid.x", "i32", "") == "mov.u32 r0, %tid.x");
  CHECK(ptx("read.ptx.sreg.cluster.nctaid.z", "i32", "") == "mov.u32 r0, %cluster_nctaid.z");
  CHECK(ptx("read.ptx.sreg.lanemask.ge", "i32", "") == "mov.u32 r0, %lanemask_ge");
  CHECK(ptx("read.ptx.sreg.globaltimer.lo", "i32", "") == "mov.u32 r0, %globaltimer_lo");
  CHECK(ptx("read.ptx.sreg.clock64", "i64", "") == "mov.u64 r0, %clock64");
  CHECK(ptx("read.ptx.sreg.envreg31", "i32", "") == "mov.u32 r0, %envreg31");
  CHECK(ptx("read.ptx.sreg.warpsize", "i32", "") == "mov.u32 r0, WARP_SZ");
  CHECK(ptx("is_explicit_cluster", "i1", "") == "mov.pred r0, %is_explicit_cluster");
  std::string why;
  CHECK_FALSE(ask("read.ptx.sreg.tid.x", "i32", "", "sm_75", 0, why).at(0).chained);
  CHECK(ask("read.ptx.sreg.clock", "i32", "", "sm_75", 0, why).at(0).chained);
  CHECK(ask("read.ptx.sreg.pm3", "i32", "", "sm_75", 0, why).at(0).chained);
}

TEST_CASE("refusals say what is missing") {
  CHECK(ptx("fma.rn.bf16", "bf16", "bf16 bf16 bf16", "sm_75") ==
        "refused: llvm.nvvm.fma.rn.bf16 needs sm_80 and PTX 7.0; the target is sm_75 with PTX 6.3");
  CHECK(ptx("redux.sync.fmax", "f32", "f32 i32", "sm_90") ==
        "refused: llvm.nvvm.redux.sync.fmax needs sm_100f and PTX 8.6; the target is sm_90 with PTX 7.8");
  CHECK(ptx("no.such.thing", "i32", "i32") == "refused: unknown intrinsic llvm.nvvm.no.such.thing");
  CHECK(ptx("", "", "") == "refused: unknown intrinsic llvm.nvvm.");
  CHECK(ptx("fma.rn.ftz.f.extra", "f32", "f32 f32 f32") == "refused: unknown intrinsic llvm.nvvm.fma.rn.ftz.f.extra");
  CHECK(ptx("lg2.approx.d", "f64", "f64") == "refused: llvm.nvvm.lg2.approx.d has no PTX instruction");
}

TEST_CASE("calls that do not fit their name are refused, not written") {
  CHECK(ptx("vote.all.sync", "i1", "i32").starts_with("refused: llvm.nvvm.vote.all.sync has too few"));
  CHECK(ptx("idp2a.s.s", "i32", "i32 i32 i1 i32").starts_with("refused: llvm.nvvm.idp2a.s.s needs a constant"));
  CHECK(ptx("add.rn.f", "i128", "f32 f32").starts_with("refused: llvm.nvvm.add.rn.f has a result type"));
  for (const char* name :
       {"mma", "wmma", "wmma.m16n16k16", "wmma.m16n16k16.mma.row.col", "tcgen05.mma", "tex",
        "cp.async.bulk.tensor.g2s.tile", "mbarrier.arrive.scope", "suld.1d.v4i32", "mma.m16n8k8.row.col",
        "wmma.x.mma.row.col.s8", "mma.mnk.row.col.s8", "ldmatrix.sync.aligned", "tcgen05.ld.x", "shfl"}) {
    CAPTURE(name);
    CHECK(ptx(name, "i32", "i32", "sm_100a", 90).starts_with("refused: "));
    CHECK(ptx(name, "", "", "sm_120a", 90).starts_with("refused: "));
  }
}
