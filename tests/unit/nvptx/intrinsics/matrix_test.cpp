// Matrix products, tensor memory, textures and surfaces: expectations from the PTX ISA manual.
#include <doctest/doctest.h>

#include "support.hpp"

using namespace recipe_test;

TEST_CASE("ldmatrix and stmatrix put the space before the type") {
  CHECK(ptx("ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3", "i32 i32", "p3", "sm_75", 65) ==
        "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {r0, r1}, [i0]");
  CHECK(ptx("ldmatrix.sync.aligned.m8n16.x1.b8x16.b6x16_p32.p0", "i32", "p0", "sm_100a") ==
        "ldmatrix.sync.aligned.m8n16.x1.b8x16.b6x16_p32 {r0}, [i0]");
  CHECK(ptx("stmatrix.sync.aligned.m8n8.x2.b16.p3", "", "p3 i32 i32") ==
        "stmatrix.sync.aligned.m8n8.x2.shared.b16 [i0], {i1, i2}");
}

TEST_CASE("wmma fragments") {
  CHECK(ptx("wmma.m8n32k16.load.a.row.stride.s8.p1", "i32", "p1 i32") ==
        "wmma.load.a.sync.aligned.row.m8n32k16.global.s8 {r0}, [i0], i1");
  CHECK(ptx("wmma.m8n8k4.store.d.col.stride.f64.p3", "", "p3 f64 f64 i32") ==
        "wmma.store.d.sync.aligned.col.m8n8k4.shared.f64 [i0], {i1, i2}, i3");
  CHECK(ptx("wmma.m32n8k16.mma.row.col.u8", "i32 i32 i32 i32 i32 i32 i32 i32",
            "i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32") ==
        "wmma.mma.sync.aligned.row.col.m32n8k16.s32.u8.u8.s32 {r0, r1, r2, r3, r4, r5, r6, r7}, {i0, i1, i2, i3}, "
        "{i4}, {i5, i6, i7, i8, i9, i10, i11, i12}");
  CHECK(ptx("wmma.m8n8k4.mma.row.col.rz.f64", "f64 f64", "f64 f64 f64 f64") ==
        "wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64.f64 {r0, r1}, {i0}, {i1}, {i2, i3}");
  CHECK(ptx("wmma.m8n8k128.mma.xor.popc.row.col.b1", "i32 i32", "i32 i32 i32 i32") ==
        "wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {r0, r1}, {i0}, {i1}, {i2, i3}");
}

TEST_CASE("mma: types spelled out, registers divided by the shape") {
  CHECK(ptx("mma.m16n8k16.row.col.f32.f32", "f32 f32 f32 f32", "v2f16 v2f16 v2f16 v2f16 v2f16 v2f16 f32 f32 f32 f32") ==
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {r0, r1, r2, r3}, {i0, i1, i2, i3}, {i4, i5}, "
        "{i6, i7, i8, i9}");
  CHECK(ptx("mma.m8n8k4.row.row.f32.f16", "f32 f32 f32 f32 f32 f32 f32 f32",
            "v2f16 v2f16 v2f16 v2f16 v2f16 v2f16 v2f16 v2f16") ==
        "mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f16 {r0, r1, r2, r3, r4, r5, r6, r7}, {i0, i1}, {i2, i3}, "
        "{i4, i5, i6, i7}");
  CHECK(ptx("mma.m16n8k32.row.col.satfinite.s8.u8", "i32 i32 i32 i32", "i32 i32 i32 i32 i32 i32 i32 i32 i32 i32") ==
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {r0, r1, r2, r3}, {i0, i1, i2, i3}, {i4, i5}, "
        "{i6, i7, i8, i9}");
  CHECK(ptx("mma.and.popc.m8n8k128.row.col.b1", "i32 i32", "i32 i32 i32 i32") ==
        "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {r0, r1}, {i0}, {i1}, {i2, i3}");
  CHECK(ptx("mma.sp.ordered.metadata.m16n8k8.row.col.tf32", "f32 f32 f32 f32",
            "i32 i32 i32 i32 f32 f32 f32 f32 i32 i32=1", "sm_90", 85) ==
        "mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {r0, r1, r2, r3}, {i0, i1}, {i2, i3}, "
        "{i4, i5, i6, i7}, i8, 1");
  CHECK(ptx("mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue4m3", "f32 f32 f32 f32",
            "i32 i32 i32 i32 i32 i32 f32 f32 f32 f32 i32 i16 i16 i32 i16 i16", "sm_120a") ==
        "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 "
        "{r0, r1, r2, r3}, {i0, i1, i2, i3}, {i4, i5}, {i6, i7, i8, i9}, i10, {i11, i12}, i13, {i14, i15}");
  std::string why;
  const auto made = ask("mma.m8n8k4.row.col.f64", "f64 f64", "f64 f64 f64 f64", "sm_80", 0, why);
  CHECK_FALSE(made.at(0).chained);
  CHECK(made.at(0).convergent);
}

TEST_CASE("wgmma's fences") {
  CHECK(ptx("wgmma.fence.sync.aligned", "", "", "sm_90a") == "wgmma.fence.sync.aligned");
  CHECK(ptx("wgmma.wait_group.sync.aligned", "", "i64=1", "sm_90a") == "wgmma.wait_group.sync.aligned 1");
  CHECK(ptx("wgmma.fence.sync.aligned", "", "", "sm_100a").starts_with("refused: llvm.nvvm.wgmma"));
}

TEST_CASE("tensor memory") {
  CHECK(ptx("tcgen05.alloc.shared.cg2", "", "p3 i32", "sm_100a") ==
        "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [i0], i1");
  CHECK(ptx("tcgen05.cp.64x128b_warpx2_02_13.b6x16_p32.cg1", "", "p6 i64", "sm_100a") ==
        "tcgen05.cp.cta_group::1.64x128b.warpx2::02_13.b8x16.b6x16_p32 [i0], i1");
  CHECK(ptx("tcgen05.ld.16x32bx2.x2", "v2i32", "p6 i64=3 i1=1", "sm_100a") ==
        "tcgen05.ld.sync.aligned.16x32bx2.x2.pack::16b.b32 {r0, r1}, [i0], 3");
  CHECK(ptx("tcgen05.st.32x32b.x2", "", "p6 v2i32 i1=0", "sm_100a") ==
        "tcgen05.st.sync.aligned.32x32b.x2.b32 [i0], {i1.0, i1.1}");
  CHECK(ptx("tcgen05.mma.sp.tensor.scale_d", "", "p6 p6 i64 i32 i1 p6 i64=5 i32=1 i32=2 i32=3", "sm_100a") ==
        "tcgen05.mma.sp.cta_group::2.kind::tf32.collector::a::use [i0], [i1], i2, [i5], i3, i4, 5");
  CHECK(ptx("tcgen05.mma.shared.mxf4nvf4.block_scale.block16", "", "p6 i64 i64 i32 i1 p6 p6 i32=1 i32=0", "sm_100a", 88)
            .ends_with(".kind::mxf4nvf4.block_scale.block16.collector::a::discard [i0], i1, i2, i3, [i5], [i6], i4"));
  CHECK(ptx("tcgen05.mma.shared.mxf4.block_scale", "", "p6 i64 i64 i32 i1 p6 p6 i32=1 i32=0", "sm_100a") ==
        "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X.collector::a::discard [i0], i1, i2, i3, [i5], "
        "[i6], i4");
  CHECK(ptx("tcgen05.mma.ws.shared.zero_col_mask", "", "p6 i64 i64 i32 i1 i64 i32=0 i32=2 i32=1", "sm_100a") ==
        "tcgen05.mma.ws.cta_group::1.kind::f16.collector::b2::lastuse [i0], i1, i2, i3, i4, i5");
  CHECK(
      ptx("tcgen05.wait.ld", "", "", "sm_90a").starts_with("refused: llvm.nvvm.tcgen05.wait.ld needs one of sm_100f"));
}

TEST_CASE("textures: handles by register or by name, coordinates filled up") {
  CHECK(ptx("tex.unified.2d.v4f32.f32", "f32 f32 f32 f32", "i64 f32 f32") ==
        "tex.2d.v4.f32.f32 {r0, r1, r2, r3}, [i0, {i1, i2}]");
  CHECK(ptx("tex.unified.2d.v4f32.f32", "f32 f32 f32 f32", "i64=@image f32 f32") ==
        "tex.2d.v4.f32.f32 {r0, r1, r2, r3}, [image, {i1, i2}]");
  CHECK(ptx("tex.2d.array.level.v4s32.f32", "i32 i32 i32 i32", "i64 i64 i32 f32 f32 f32") ==
        "tex.level.a2d.v4.s32.f32 {r0, r1, r2, r3}, [i0, i1, {i2, i3, i4, i4}], i5");
  CHECK(ptx("tex.unified.3d.grad.v4u32.f32", "i32 i32 i32 i32", "i64 f32 f32 f32 f32 f32 f32 f32 f32 f32") ==
        "tex.grad.3d.v4.u32.f32 {r0, r1, r2, r3}, [i0, {i1, i2, i3, i3}], {i4, i5, i6, i6}, {i7, i8, i9, i9}");
  CHECK(ptx("tld4.unified.g.2d.v4f32.f32", "f32 f32 f32 f32", "i64 f32 f32") ==
        "tld4.g.2d.v4.f32.f32 {r0, r1, r2, r3}, [i0, {i1, i2}]");
  CHECK(ptx("txq.num.mipmap.levels", "i32", "i64") == "txq.num_mipmap_levels.b32 r0, [i0]");
  CHECK(ptx("istypep.sampler", "i1", "i64") == "istypep.samplerref r0, i0");
  CHECK(ptx("texsurf.handle.internal.p1", "i64", "p1=@image") == "mov.u64 r0, image");
  CHECK(ptx("texsurf.handle.internal.p1", "i64", "p1").starts_with("refused: llvm.nvvm.texsurf.handle.internal"));
}

TEST_CASE("surfaces") {
  CHECK(ptx("suld.2d.array.v2i16.trap", "i16 i16", "i64 i32 i32 i32") ==
        "suld.b.a2d.v2.b16.trap {r0, r1}, [i0, {i1, i2, i3, i3}]");
  CHECK(ptx("sust.b.1d.v4i8.clamp", "", "i64 i32 i16 i16 i16 i16") ==
        "sust.b.1d.v4.b8.clamp [i0, {i1}], {i2, i3, i4, i5}");
  CHECK(ptx("suq.channel.data.type", "i32", "i64") == "suq.channel_data_type.b32 r0, [i0]");
  std::string why;
  CHECK(ask("suld.1d.i32.zero", "i32", "i64 i32", "sm_75", 0, why).at(0).chained);
  CHECK_FALSE(ask("suq.width", "i32", "i64", "sm_75", 0, why).at(0).chained);
}
