// Barriers, warp operations, atomics, memory, asynchronous copies, clusters: expectations from the PTX ISA manual.
#include <doctest/doctest.h>

#include "support.hpp"

using namespace recipe_test;

TEST_CASE("barriers of a block") {
  CHECK(ptx("barrier.cta.sync.aligned.all", "", "i32") == "bar.sync i0");
  CHECK(ptx("barrier.cta.sync.count", "", "i32 i32") == "barrier.sync i0, i1");
  CHECK(ptx("barrier.cta.arrive.aligned.count", "", "i32 i32") == "bar.arrive i0, i1");
  CHECK(ptx("barrier.cta.red.popc.aligned.all", "i32", "i32 i1") == "bar.red.popc.u32 r0, i0, i1");
  CHECK(ptx("barrier.cta.red.and.count", "i1", "i32 i32 i1") == "barrier.red.and.pred r0, i0, i1, i2");
  CHECK(ptx("bar.warp.sync", "", "i32") == "bar.warp.sync i0");
  std::string why;
  const auto made = ask("barrier.cta.sync.aligned.all", "", "i32", "sm_75", 0, why);
  CHECK((made.at(0).chained && made.at(0).convergent));
}

TEST_CASE("fences") {
  CHECK(ptx("membar.gl", "", "") == "membar.gl");
  CHECK(ptx("fence.sc.cluster", "", "") == "fence.sc.cluster");
  CHECK(ptx("fence.proxy.async.shared_cta", "", "", "sm_90", 80) == "fence.proxy.async.shared::cta");
  CHECK(ptx("fence.proxy.tensormap_generic.acquire.gpu", "", "p0 i32=128", "sm_90", 83) ==
        "fence.proxy.tensormap::generic.acquire.gpu [i0], 128");
  CHECK(ptx("fence.proxy.async_generic.release.sync_restrict.space.cta.scope.cluster", "", "", "sm_90", 86) ==
        "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster");
  std::string why;
  CHECK_FALSE(ask("membar.cta", "", "", "sm_75", 0, why).at(0).convergent);
  CHECK(ask("membar.cta", "", "", "sm_75", 0, why).at(0).chained);
}

TEST_CASE("warp operations put the mask last") {
  CHECK(ptx("shfl.sync.bfly.f32", "f32", "i32 f32 i32 i32") == "shfl.sync.bfly.b32 r0, i1, i2, i3, i0");
  CHECK(ptx("shfl.sync.up.i32p", "i32 i1", "i32 i32 i32 i32") == "shfl.sync.up.b32 r0|r1, i1, i2, i3, i0");
  CHECK(ptx("shfl.down.i32", "i32", "i32 i32 i32", "sm_60") == "shfl.down.b32 r0, i0, i1, i2");
  CHECK(
      ptx("shfl.down.i32", "i32", "i32 i32 i32", "sm_80").starts_with("refused: llvm.nvvm.shfl.down.i32 is not there"));
  CHECK(ptx("vote.ballot.sync", "i32", "i32 i1") == "vote.sync.ballot.b32 r0, i1, i0");
  CHECK(ptx("vote.all.sync", "i1", "i32 i1") == "vote.sync.all.pred r0, i1, i0");
  CHECK(ptx("match.any.sync.i64", "i32", "i32 i64") == "match.any.sync.b64 r0, i1, i0");
  CHECK(ptx("match.all.sync.i32p", "i32 i1", "i32 i32") == "match.all.sync.b32 r0|r1, i1, i0");
  CHECK(ptx("redux.sync.umin", "i32", "i32 i32") == "redux.sync.min.u32 r0, i0, i1");
  CHECK(ptx("redux.sync.fmax.abs.NaN", "f32", "f32 i32", "sm_100a") == "redux.sync.max.abs.NaN.f32 r0, i0, i1");
  CHECK(ptx("elect.sync", "i32 i1", "i32", "sm_90", 80) == "elect.sync r0|r1, i0");
  CHECK(ptx("activemask", "i32", "") == "activemask.b32 r0");
}

TEST_CASE("atomics take space and type from the call") {
  CHECK(ptx("atomic.add.gen.i.cta.i64.p1", "i64", "p1 i64") == "atom.cta.global.add.u64 r0, [i0], i1");
  CHECK(ptx("atomic.cas.gen.i.sys.i16.p0", "i16", "p0 i16 i16") == "atom.sys.cas.b16 r0, [i0], i1, i2");
  CHECK(ptx("atomic.add.gen.f.cta.f16.p3", "f16", "p3 f16") == "atom.cta.shared.add.noftz.f16 r0, [i0], i1");
  CHECK(ptx("atomic.max.gen.i.sys.i32.p0", "i32", "p0 i32") == "atom.sys.max.s32 r0, [i0], i1");
  CHECK(ptx("atomic.inc.gen.i.sys.i64.p0", "i64", "p0 i64") ==
        "refused: llvm.nvvm.atomic.inc.gen.i.sys.i64.p0 has no PTX instruction for this type");
}

TEST_CASE("memory hints and questions") {
  CHECK(ptx("ldu.global.f.f32.p1", "f32", "p1 i32") == "ldu.global.b32 r0, [i0]");
  CHECK(ptx("ldu.global.i.v4i32.p1", "v4i32", "p1 i32") == "ldu.global.v4.b32 {r0, r1, r2, r3}, [i0]");
  CHECK(ptx("prefetch.global.L2.evict.last", "", "p1") == "prefetch.global.L2::evict_last [i0]");
  CHECK(ptx("prefetch.tensormap.p101", "", "p101", "sm_90", 80) == "prefetch.param.tensormap [i0]");
  CHECK(ptx("applypriority.global.L2.evict.normal", "", "p1 i64=128") ==
        "applypriority.global.L2::evict_normal [i0], 128");
  CHECK(ptx("discard.L2", "", "p0 i64=128") == "discard.L2 [i0], 128");
  CHECK(ptx("st.bulk.shared.cta", "", "p3 i64 i64=0", "sm_100") == "st.bulk.shared::cta [i0], i1, 0");
  CHECK(ptx("isspacep.shared.cluster", "i1", "p0") == "isspacep.shared::cluster r0, i0");
}

TEST_CASE("cp.async and mbarrier") {
  CHECK(ptx("cp.async.cg.shared.global.16.s", "", "p3 p1 i32") == "cp.async.cg.shared.global [i0], [i1], 16, i2");
  CHECK(ptx("cp.async.wait.group", "", "i32=2") == "cp.async.wait_group 2");
  CHECK(ptx("cp.async.mbarrier.arrive.noinc.shared", "", "p3") == "cp.async.mbarrier.arrive.noinc.shared.b64 [i0]");
  CHECK(ptx("mbarrier.arrive.drop.noComplete.shared", "i64", "p3 i32") ==
        "mbarrier.arrive_drop.noComplete.shared.b64 r0, [i0], i1");
  CHECK(ptx("mbarrier.arrive.expect.tx.scope.cluster.space.cluster", "", "p7 i32", "sm_90", 80) ==
        "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [i0], i1");
  CHECK(ptx("mbarrier.try.wait.parity.tl.scope.cluster.space.cta", "i1", "p3 i32 i32", "sm_90", 80) ==
        "mbarrier.try_wait.parity.acquire.cluster.shared.b64 r0, [i0], i1, i2");
  CHECK(ptx("mbarrier.pending.count", "i32", "i64") == "mbarrier.pending_count.b64 r0, i0");
}

TEST_CASE("flags of bulk copies become modifiers and operands") {
  CHECK(
      ptx("cp.async.bulk.global.to.shared.cluster", "", "p7 p3 p1 i32 i16 i64 i1=1 i1=0", "sm_90", 80) ==
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [i0], [i2], i3, [i1], i4");
  CHECK(ptx("cp.async.bulk.shared.cta.to.global", "", "p1 p3 i32 i64 i1=1", "sm_90", 80) ==
        "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [i0], [i1], i2, i3");
  CHECK(ptx("cp.async.bulk.tensor.g2s.im2col.4d", "", "p7 p3 p0 i32 i32 i32 i32 i16 i16 i16 i64 i1=1 i1=1 i32=0",
            "sm_90", 80) ==
        "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster"
        ".L2::cache_hint [i0], [i2, {i3, i4, i5, i6}], [i1], {i7, i8}, i9, i10");
  CHECK(ptx("cp.async.bulk.tensor.g2s.tile.1d", "", "p7 p3 p0 i32 i16 i64 i1=0 i1=0 i32=2", "sm_100a") ==
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [i0], "
        "[i2, {i3}], [i1]");
  CHECK(ptx("cp.async.bulk.tensor.reduce.xor.im2col.3d", "", "p3 p0 i32 i32 i32 i64 i1=0", "sm_90", 80) ==
        "cp.reduce.async.bulk.tensor.3d.global.shared::cta.xor.im2col_no_offs.bulk_group [i1, {i2, i3, i4}], [i0]");
  CHECK(ptx("cp.async.bulk.tensor.prefetch.tile.2d", "", "p0 i32 i32 i64 i1=1", "sm_90", 80) ==
        "cp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint [i0, {i1, i2}], i3");
  CHECK(ptx("tensormap.replace.global.stride.p3", "", "p3 i32=2 i64", "sm_90a", 83) ==
        "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [i0], 2, i2");
}

TEST_CASE("clusters") {
  CHECK(ptx("barrier.cluster.arrive.relaxed.aligned", "", "", "sm_90", 80) == "barrier.cluster.arrive.relaxed.aligned");
  CHECK(ptx("mapa.shared.cluster", "p7", "p3 i32") == "mapa.shared::cluster.u64 r0, i0, i1");
  CHECK(ptx("getctarank", "i32", "p0") == "getctarank.u64 r0, i0");
  CHECK(ptx("griddepcontrol.launch.dependents", "", "") == "griddepcontrol.launch_dependents");
  CHECK(ptx("setmaxnreg.dec.sync.aligned.u32", "", "i32=40", "sm_90a") == "setmaxnreg.dec.sync.aligned.u32 40");
  CHECK(ptx("setmaxnreg.dec.sync.aligned.u32", "", "i32=41", "sm_90a") ==
        "refused: llvm.nvvm.setmaxnreg.dec.sync.aligned.u32 wants a multiple of 8 from 24 to 256");
  CHECK(ptx("setmaxnreg.dec.sync.aligned.u32", "", "i32=40", "sm_90").starts_with("refused: llvm.nvvm.setmaxnreg.dec"));
  std::string why;
  const auto made = ask("clusterlaunchcontrol.query_cancel.is_canceled", "i1", "i128", "sm_100", 0, why);
  REQUIRE(made.size() == 1);
  CHECK(made[0].input_args == std::vector<std::uint16_t>{0, 0});
  CHECK(made[0].input_elements == std::vector<std::int16_t>{0, 1});
  CHECK(made[0].text.find("mov.b128 handle, {$1, $2};") != std::string::npos);
}
