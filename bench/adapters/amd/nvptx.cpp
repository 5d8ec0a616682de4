#include "nvptx.h"

// ---- special registers
#define PER_AXIS(x)                                                                                         \
  MEANS(u32, "nvvm.read.ptx.sreg.tid." #x, tid_##x, ()) { return __builtin_amdgcn_workitem_id_##x(); }      \
  MEANS(u32, "nvvm.read.ptx.sreg.ctaid." #x, ctaid_##x, ()) { return __builtin_amdgcn_workgroup_id_##x(); } \
  MEANS(u32, "nvvm.read.ptx.sreg.ntid." #x, ntid_##x, ()) { return __builtin_amdgcn_workgroup_size_##x(); } \
  MEANS(u32, "nvvm.read.ptx.sreg.nctaid." #x, nctaid_##x, ()) {                                             \
    return (__builtin_amdgcn_grid_size_##x() + __builtin_amdgcn_workgroup_size_##x() - 1) /                 \
           __builtin_amdgcn_workgroup_size_##x();                                                           \
  }
PER_AXIS(x)
PER_AXIS(y)
PER_AXIS(z)
MEANS(u32, "ptx mov.u32 $0, %laneid;", laneid, ()) { return lane(); }
MEANS(u32, "ptx mov.u32 $0, %lanemask_lt;", lanes_below, ()) { return (1U << lane()) - 1; }
MEANS(u32, "ptx mov.u32 $0, %lanemask_ge;", lanes_from, ()) { return ~0U << lane(); }
MEANS(u32, "nvvm.activemask", active, ()) { return ballot(true); }
MEANS(u64, "nvvm.read.ptx.sreg.clock64", clock64, ()) { return __builtin_readcyclecounter(); }
MEANS(u32, "nvvm.read.ptx.sreg.clock", clock32, ()) { return static_cast<u32>(__builtin_readcyclecounter()); }
MEANS(u64, "ptx mov.u64 $0, %globaltimer;", timer, ()) { return __builtin_readsteadycounter(); }
MEANS(void, "ptx nanosleep.u32 $0;", sleeps, (u32)) { __builtin_amdgcn_s_sleep(1); }
// Of a grid that is synchronised: where its workspace is, high and low; the runtime passes it behind the kernel's arguments
// (hidden_multigrid_sync_arg of code objects of version 5).
INSIDE u64 workspace() {
  return reinterpret_cast<const __attribute__((address_space(4))) u64*>(__builtin_amdgcn_implicitarg_ptr())[11];
}
MEANS(u32, "ptx mov.u32 $0, %envreg1;", workspace_high, ()) { return static_cast<u32>(workspace() >> 32); }
MEANS(u32, "ptx mov.u32 $0, %envreg2;", workspace_low, ()) { return static_cast<u32>(workspace()); }
// Shared memory that CUDA keeps for itself.
static __attribute__((address_space(3))) u64 reserved[128];
MEANS(u64,
      "ptx { .reg .u32 start; .reg .u64 extended; mov.u32 start, %reserved_smem_offset_1; cvt.u64.u32 extended, start; "
      "cvta.shared.u64 $0, extended; }",
      reserved_shared, ()) {
  return reinterpret_cast<u64>(static_cast<u64*>(static_cast<__attribute__((address_space(0))) u64*>(reserved)));
}

// ---- barriers and fences
INSIDE void meet() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
MEANS(void, "nvvm.barrier.cta.sync.aligned.all", barrier_aligned, (u32)) { meet(); }
MEANS(void, "nvvm.barrier.cta.sync.all", barrier_all, (u32)) { meet(); }
MEANS(void, "nvvm.bar.warp.sync", barrier_warp, (u32)) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
MEANS(void, "nvvm.membar.cta", fence_group, ()) { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
MEANS(void, "nvvm.membar.gl", fence_device, ()) { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
MEANS(void, "nvvm.membar.sys", fence_system, ()) { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

// ---- lanes of a warp
INSIDE u32 fetch(u32 value, u32 from) {
  return static_cast<u32>(
      __builtin_amdgcn_ds_bpermute(static_cast<int>(((wave_lane() & ~31U) | from) << 2), static_cast<int>(value)));
}
// `c`: PTX's clamp, and the mask of segments above it; the lane that is read, or one's own.
struct Source {
  u32 from;
  bool there;
};
INSIDE Source bounded(u32 from, bool there) { return {there ? from & 31 : lane(), there}; }
INSIDE u32 lowest(u32 c) { return lane() & (c >> 8 & 31); }
INSIDE u32 highest(u32 c) { return (lane() & (c >> 8 & 31)) | (c & 31 & ~(c >> 8 & 31)); }
INSIDE Source from_up(u32 delta, u32 c) {
  const int from = static_cast<int>(lane()) - static_cast<int>(delta);
  return bounded(static_cast<u32>(from), from >= static_cast<int>(highest(c)));
}
INSIDE Source from_down(u32 delta, u32 c) { return bounded(lane() + delta, lane() + delta <= highest(c)); }
INSIDE Source from_across(u32 mask, u32 c) { return bounded(lane() ^ mask, (lane() ^ mask) <= highest(c)); }
INSIDE Source from_index(u32 index, u32 c) {
  const u32 segment = c >> 8 & 31, from = lowest(c) | (index & ~segment);
  return bounded(from, from <= highest(c));
}
#define SHUFFLES(kind, source)                                                                            \
  MEANS(u32, "nvvm.shfl.sync." #kind ".i32", shuffle_##kind, (u32, u32 value, u32 by, u32 c)) {           \
    return fetch(value, source(by, c).from);                                                              \
  }                                                                                                       \
  MEANS(float, "nvvm.shfl.sync." #kind ".f32", shuffle_float_##kind, (u32, float value, u32 by, u32 c)) { \
    return as<float>(fetch(as<u32>(value), source(by, c).from));                                          \
  }
SHUFFLES(up, from_up)
SHUFFLES(down, from_down)
SHUFFLES(bfly, from_across)
SHUFFLES(idx, from_index)
MEANS(u32, "ptx shfl.sync.up.b32 $0, $1, $2, $3, $4;", text_up, (u32 value, u32 by, u32 c, u32)) {
  return fetch(value, from_up(by, c).from);
}
MEANS(u32, "ptx shfl.sync.down.b32 $0, $1, $2, $3, $4;", text_down, (u32 value, u32 by, u32 c, u32)) {
  return fetch(value, from_down(by, c).from);
}
MEANS(u32, "ptx shfl.sync.idx.b32 $0, $1, $2, $3, $4;", text_index, (u32 value, u32 by, u32 c, u32)) {
  return fetch(value, from_index(by, c).from);
}
// One step of a scan: what comes from there is added where there is something.
template <class T>
INSIDE T scanned(T value, u32 by, u32 c, T sum) {
  const Source source = from_up(by, c);
  const T other = as<T>(fetch(as<u32>(value), source.from));
  return source.there ? other + sum : other;
}
MEANS(
    u32,
    "ptx { .reg .u32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, $1, $2, $3, $5; @p add.u32 r0, r0, $4; mov.u32 $0, r0;}",
    scan_u32, (u32 value, u32 by, u32 c, u32 sum, u32)) {
  return scanned(value, by, c, sum);
}
MEANS(
    u32,
    "ptx { .reg .s32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, $1, $2, $3, $5; @p add.s32 r0, r0, $4; mov.s32 $0, r0;}",
    scan_s32, (u32 value, u32 by, u32 c, u32 sum, u32)) {
  return scanned(value, by, c, sum);
}
MEANS(
    float,
    "ptx { .reg .f32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, $1, $2, $3, $5; @p add.f32 r0, r0, $4; mov.f32 $0, r0;}",
    scan_f32, (float value, u32 by, u32 c, float sum, u32)) {
  return scanned(value, by, c, sum);
}
MEANS(double,
      "ptx { .reg .u32 lo; .reg .u32 hi; .reg .pred p; .reg .f64 r0; mov.b64 $0, $1; mov.b64 {lo, hi}, $1; "
      "shfl.sync.down.b32 lo|p, lo, $2, $3, $4; "
      "shfl.sync.down.b32 hi|p, hi, $2, $3, $4; mov.b64 r0, {lo, hi}; @p add.f64 $0, $0, r0;}",
      reduce_f64, (double value, u32 by, u32 c, u32)) {
  const Source source = from_down(by, c);
  const u64 bits = as<u64>(value), low = fetch(static_cast<u32>(bits), source.from),
            high = fetch(static_cast<u32>(bits >> 32), source.from);
  return source.there ? value + as<double>(high << 32 | low) : value;
}
MEANS(u32, "nvvm.vote.ballot.sync", vote_ballot, (u32 mask, bool p)) { return ballot(p) & mask; }
MEANS(bool, "nvvm.vote.any.sync", vote_any, (u32 mask, bool p)) { return (ballot(p) & mask) != 0; }
MEANS(bool, "nvvm.vote.all.sync", vote_all, (u32 mask, bool p)) { return (ballot(!p) & mask) == 0; }
// Each value that there is in turn, by its first lane.
template <class T>
INSIDE u32 same(u32 mask, T value) {
  u32 out = 0;
  for (u32 left = mask; left != 0;) {
    const u32 first = static_cast<u32>(__builtin_ctz(left));
    T chosen = static_cast<T>(fetch(static_cast<u32>(value), first));
    if constexpr (sizeof(T) == 8) chosen |= static_cast<T>(fetch(static_cast<u32>(value >> 32), first)) << 32;
    const u32 equal = ballot(value == chosen) & left;
    if (value == chosen) out = equal;
    left &= ~equal;
  }
  return out;
}
MEANS(u32, "nvvm.match.any.sync.i32", match_any, (u32 mask, u32 value)) { return same(mask, value); }
MEANS(u32, "nvvm.match.any.sync.i64", match_any_long, (u32 mask, u64 value)) { return same(mask, value); }
INSIDE bool all_alike(u32 mask, u32 value) {
  return (ballot(value != fetch(value, static_cast<u32>(__builtin_ctz(mask)))) & mask) == 0;
}
MEANS(u32, "nvvm.match.all.sync.i32p#0", match_all, (u32 mask, u32 value)) { return all_alike(mask, value) ? mask : 0; }
MEANS(bool, "nvvm.match.all.sync.i32p#1", match_all_said, (u32 mask, u32 value)) { return all_alike(mask, value); }
// Of the lanes of the mask, by halves; a lane outside gives what changes nothing.
template <class T, class F>
INSIDE T reduced(T value, u32 mask, T nothing, F f) {
  value = (mask >> lane() & 1) != 0 ? value : nothing;
  for (u32 step = 16; step != 0; step /= 2)
    value = f(value, static_cast<T>(fetch(static_cast<u32>(value), lane() ^ step)));
  return value;
}
#define REDUCTIONS(kind, T, nothing, expression)                                                                    \
  MEANS(u32, "nvvm.redux.sync." #kind, redux_##kind, (u32 value, u32 mask)) {                                       \
    return static_cast<u32>(reduced<T>(static_cast<T>(value), mask, nothing, [](T a, T b) { return expression; })); \
  }
REDUCTIONS(add, u32, 0, a + b)
REDUCTIONS(and, u32, ~0U, a& b)
REDUCTIONS(or, u32, 0, a | b)
REDUCTIONS(xor, u32, 0, a ^ b)
REDUCTIONS(umin, u32, ~0U, a < b ? a : b)
REDUCTIONS(umax, u32, 0, a < b ? b : a)
REDUCTIONS(min, i32, 0x7fffffff, a < b ? a : b)
REDUCTIONS(max, i32, -0x7fffffff - 1, a < b ? b : a)
// Over a whole workgroup, through a word of its memory.
static __attribute__((address_space(3))) u32 counted;
INSIDE u32 group_count(bool p) {
  if (__builtin_amdgcn_workitem_id_x() == 0 && __builtin_amdgcn_workitem_id_y() == 0 &&
      __builtin_amdgcn_workitem_id_z() == 0)
    counted = 0;
  meet();
  if (p) __scoped_atomic_fetch_add(&counted, 1U, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  meet();
  const u32 all = counted;
  meet();
  return all;
}
INSIDE u32 group_size() {
  return __builtin_amdgcn_workgroup_size_x() * __builtin_amdgcn_workgroup_size_y() *
         __builtin_amdgcn_workgroup_size_z();
}
MEANS(u32, "nvvm.barrier.cta.red.popc.aligned.all", barrier_count, (u32, bool p)) { return group_count(p); }
MEANS(bool, "nvvm.barrier.cta.red.and.aligned.all", barrier_and, (u32, bool p)) {
  return group_count(p) == group_size();
}
MEANS(bool, "nvvm.barrier.cta.red.or.aligned.all", barrier_or, (u32, bool p)) { return group_count(p) != 0; }

// ---- atomics
MEANS(u32, "nvvm.atomic.add.gen.i.cta.i32.p0", atomic_add_group, (u32 * at, u32 by)) {
  return __scoped_atomic_fetch_add(at, by, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}
MEANS(i32, "nvvm.atomic.max.gen.i.sys.i32.p0", atomic_max_system, (i32 * at, i32 by)) {
  return __scoped_atomic_fetch_max(at, by, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
}
#define ADDS(name, function, T, order, scope) \
  MEANS(T, name, function, (T * at, T by)) { return __scoped_atomic_fetch_add(at, by, order, __MEMORY_SCOPE_##scope); }
ADDS("ptx atom.add.release.gpu.u32 $0,[$1],$2;", add_release, u32, __ATOMIC_RELEASE, DEVICE)
ADDS("ptx atom.add.relaxed.gpu.u32 $0,[$1],$2;", add_relaxed, u32, __ATOMIC_RELAXED, DEVICE)
ADDS("ptx atom.add.acq_rel.cta.u64 $0,[$1],$2;", add_both, u64, __ATOMIC_ACQ_REL, WRKGRP)
ADDS("ptx atom.add.relaxed.cta.u64 $0,[$1],$2;", add_relaxed_group, u64, __ATOMIC_RELAXED, WRKGRP)
MEANS(u32, "ptx atom.cas.acq_rel.sys.b32 $0,[$1],$2,$3;", cas_system, (u32 * at, u32 wanted, u32 to)) {
  __scoped_atomic_compare_exchange_n(at, &wanted, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
  return wanted;
}
#define LOADS(name, function, T, order, scope) \
  MEANS(T, name, function, (T * at)) { return __scoped_atomic_load_n(at, order, __MEMORY_SCOPE_##scope); }
LOADS("ptx ld.acquire.gpu.u32 $0,[$1];", load_device, u32, __ATOMIC_ACQUIRE, DEVICE)
LOADS("ptx ld.acquire.sys.b32 $0,[$1];", load_system, u32, __ATOMIC_ACQUIRE, SYSTEM)
LOADS("ptx ld.acquire.cta.b64 $0,[$1];", load_group, u64, __ATOMIC_ACQUIRE, WRKGRP)
LOADS("ptx ld.global.cv.s32 $0, [$1];", load_anew, u32, __ATOMIC_RELAXED, SYSTEM)
// Two words are one access; each result has its half of a load of its own.
MEANS(u32, "ptx ld.relaxed.gpu.v2.u32 {$0, $1}, [$2];#0", pair_first, (u64 * at)) {
  return static_cast<u32>(__scoped_atomic_load_n(at, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE));
}
MEANS(u32, "ptx ld.relaxed.gpu.v2.u32 {$0, $1}, [$2];#1", pair_second, (u64 * at)) {
  return static_cast<u32>(__scoped_atomic_load_n(at, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE) >> 32);
}
MEANS(void, "ptx st.relaxed.gpu.v2.u32 [$0], {$1, $2};", pair_store, (u64 * at, u32 a, u32 b)) {
  __scoped_atomic_store_n(at, static_cast<u64>(b) << 32 | a, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
// Hints to caches that another GPU does not have.
MEANS(u32, "ptx ld.global.cg.s32 $0, [$1];", load_cg, (u32 * at)) { return *at; }
MEANS(u32, "ptx ld.global.cs.s32 $0, [$1];", load_cs, (u32 * at)) { return __builtin_nontemporal_load(at); }
MEANS(u32, "ptx ld.global.cg.u32 $0, [$1];", load_cg_at, (u64 at)) { return *reinterpret_cast<u32*>(at); }
MEANS(void, "ptx st.global.wt.s32 [$0], $1;", store_wt, (u32 * at, u32 value)) {
  __scoped_atomic_store_n(at, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
}
MEANS(void, "ptx st.global.u32 [$0], $1;", store_at, (u64 at, u32 value)) { *reinterpret_cast<u32*>(at) = value; }
MEANS(double, "ptx ld.global.cg.v2.f64 {$0,$1}, [$2];#0", load_pair_first, (double* at)) { return at[0]; }
MEANS(double, "ptx ld.global.cg.v2.f64 {$0,$1}, [$2];#1", load_pair_second, (double* at)) { return at[1]; }
MEANS(void, "ptx st.global.cg.v2.f64 [$0], {$1, $2};", store_pair, (u64 at, double a, double b)) {
  auto* const to = reinterpret_cast<double*>(at);
  to[0] = a, to[1] = b;
}
// Copies that run beside the kernel run in it here.
template <class T>
INSIDE void copied(u32 to, const void* from) {
  typedef __attribute__((address_space(3))) T* Shared;
  *reinterpret_cast<Shared>(to) = *static_cast<const T*>(from);
}
typedef u32 u32x4 __attribute__((ext_vector_type(4)));
MEANS(void, "ptx cp.async.ca.shared.global [$0], [$1], $2, $3;", copy_word, (u32 to, const void* from, u64, u64)) {
  copied<u32>(to, from);
}
MEANS(void, "ptx cp.async.cg.shared.global [$0], [$1], $2, $3;", copy_line, (u32 to, const void* from, u32, u64)) {
  copied<u32x4>(to, from);
}
MEANS(void, "ptx cp.async.commit_group;", copies_end, ()) {}
MEANS(void, "ptx cp.async.wait_group $0;", copies_wait, (u32)) {}

// ---- integers
MEANS(u32, "nvvm.mulhi.ui", mulhi_ui, (u32 a, u32 b)) { return static_cast<u32>(static_cast<u64>(a) * b >> 32); }
MEANS(i32, "nvvm.mulhi.i", mulhi_i, (i32 a, i32 b)) { return static_cast<i32>(static_cast<i64>(a) * b >> 32); }
MEANS(u64, "nvvm.mulhi.ull", mulhi_ull, (u64 a, u64 b)) {
  return static_cast<u64>(static_cast<unsigned __int128>(a) * b >> 64);
}
MEANS(i64, "nvvm.mulhi.ll", mulhi_ll, (i64 a, i64 b)) { return static_cast<i64>(static_cast<__int128>(a) * b >> 64); }
MEANS(u32, "nvvm.sad.ui", sad_ui, (u32 a, u32 b, u32 c)) { return (a > b ? a - b : b - a) + c; }
MEANS(i32, "nvvm.sad.i", sad_i, (i32 a, i32 b, i32 c)) { return (a > b ? a - b : b - a) + c; }
INSIDE u32 permuted(u32 a, u32 b, u32 selector) {
  const u64 both = static_cast<u64>(b) << 32 | a;
  u32 out = 0;
  for (u32 k = 0; k < 4; ++k) {
    const u32 s = selector >> 4 * k & 15, byte = static_cast<u32>(both >> 8 * (s & 7)) & 255;
    out |= ((s & 8) != 0 ? (byte & 128) != 0 ? 255U : 0U : byte) << 8 * k;
  }
  return out;
}
MEANS(u32, "nvvm.prmt", prmt, (u32 a, u32 b, u32 selector)) { return permuted(a, b, selector); }
MEANS(u32, "ptx prmt.b32 $0, $1, $2, 0x5410;", prmt_halves, (u32 a, u32 b)) { return permuted(a, b, 0x5410); }
MEANS(u32, "ptx shf.l.wrap.b32 $0, $1, $2, $3;", shf_left, (u32 low, u32 high, u32 n)) {
  return static_cast<u32>((static_cast<u64>(high) << 32 | low) << (n & 31) >> 32);
}
MEANS(u32, "ptx shf.r.wrap.b32 $0, $1, $2, $3;", shf_right, (u32 low, u32 high, u32 n)) {
  return static_cast<u32>((static_cast<u64>(high) << 32 | low) >> (n & 31));
}
MEANS(u32, "ptx shf.l.clamp.b32 $0, $1, $2, $3;", shf_clamped, (u32 low, u32 high, u32 n)) {
  return n >= 32 ? low : static_cast<u32>((static_cast<u64>(high) << 32 | low) << n >> 32);
}
MEANS(u32, "ptx shl.b32 $0, $1, $2;", shift_left, (u32 a, u32 n)) { return n > 31 ? 0 : a << n; }
MEANS(u32, "ptx shr.b32 $0, $1, $2;", shift_right, (u32 a, u32 n)) { return n > 31 ? 0 : a >> n; }
MEANS(u32, "ptx bmsk.clamp.b32 $0, $1, $2;", bit_mask, (u32 from, u32 count)) {
  const u32 bits = count > 31 ? ~0U : (1U << count) - 1;
  return from > 31 ? 0 : bits << from;
}
MEANS(u32, "ptx bfind.u32 $0, $1;", bfind, (u32 a)) { return a == 0 ? ~0U : 31U - static_cast<u32>(__builtin_clz(a)); }
MEANS(u32, "ptx bfind.shiftamt.u32 $0, $1;", bfind_shift, (u32 a)) {
  return a == 0 ? ~0U : static_cast<u32>(__builtin_clz(a));
}
MEANS(u32, "ptx bfe.u32 $0, $1, $2, $3;", bfe, (u32 a, u32 from, u32 count)) {
  return count >= 32 ? a >> from : a >> from & ((1U << count) - 1);
}
MEANS(u32, "ptx lop3.b32 $0, $1, $2, $3, $4;", lop3, (u32 a, u32 b, u32 c, u32 table)) {
  u32 out = 0;
  for (u32 k = 0; k < 8; ++k)
    if ((table >> k & 1) != 0) out |= ((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c);
  return out;
}
MEANS(u32, "ptx { .reg .pred p; setp.lt.u32 p, $1, $2; @p mov.b32 $0, $3; @!p not.b32 $0, $3; }", chosen,
      (u32 a, u32 b, u32 c)) {
  return a < b ? c : ~c;
}
MEANS(u64, "ptx add.cc.u64 $0, $0, $2; addc.u64 $1, $1, $3;#0", add_low, (u64 c, u64, u64 a, u64)) { return a + c; }
MEANS(u64, "ptx add.cc.u64 $0, $0, $2; addc.u64 $1, $1, $3;#1", add_high, (u64 c, u64 d, u64 a, u64 b)) {
  return b + d + (a + c < a ? 1 : 0);
}
MEANS(u16, "ptx add.u16 $0, $1, $2;", add_u16, (u16 a, u16 b)) { return static_cast<u16>(a + b); }
MEANS(u64, "ptx mul.wide.u32 $0, $1, $2;", mul_wide, (u32 a, u32 b)) { return static_cast<u64>(a) * b; }
MEANS(u64, "ptx mad.wide.u32 $0, $1, $2, $3;", mad_wide, (u32 a, u32 b, u64 c)) { return static_cast<u64>(a) * b + c; }
MEANS(u32, "ptx { mad.lo.cc.u32 $0, $2, $3, $4; madc.hi.u32 $1, $2, $3, 0; }#0", mad_low, (u32 a, u32 b, u32 c)) {
  return a * b + c;
}
MEANS(u32, "ptx { mad.lo.cc.u32 $0, $2, $3, $4; madc.hi.u32 $1, $2, $3, 0; }#1", mad_high, (u32 a, u32 b, u32 c)) {
  return static_cast<u32>((static_cast<u64>(a) * b + c) >> 32);
}

// ---- bytes and halves of a word at once
template <class Lane, class F>
INSIDE u32 by_lanes(u32 a, u32 b, F f) {
  constexpr u32 bits = 8 * sizeof(Lane);
  u32 out = 0;
  for (u32 k = 0; k < 32; k += bits)
    out |=
        (static_cast<u32>(f(static_cast<i32>(static_cast<Lane>(a >> k)), static_cast<i32>(static_cast<Lane>(b >> k)))) &
         ((1U << bits) - 1))
        << k;
  return out;
}
template <class Lane, class F>
INSIDE u32 over_lanes(u32 a, u32 b, u32 c, F f) {
  for (u32 k = 0; k < 32; k += 8 * sizeof(Lane))
    c += static_cast<u32>(f(static_cast<i32>(static_cast<Lane>(a >> k)), static_cast<i32>(static_cast<Lane>(b >> k))));
  return c;
}
INSIDE i32 held(i32 x, i32 least, i32 most) { return x < least ? least : x > most ? most : x; }
INSIDE i32 distance(i32 x, i32 y) { return x > y ? x - y : y - x; }
#define LANES(name, function, Lane, expression)                            \
  MEANS(u32, "ptx " name " $0,$1,$2,$3;", function, (u32 a, u32 b, u32)) { \
    return by_lanes<Lane>(a, b, [](i32 x, i32 y) { return expression; });  \
  }
LANES("vadd4.u32.u32.u32", vadd4, u8, x + y)
LANES("vsub4.u32.u32.u32", vsub4, u8, x - y)
LANES("vadd4.u32.u32.u32.sat", vadd4_held, u8, held(x + y, 0, 255))
LANES("vsub4.s32.s32.s32.sat", vsub4_held, signed char, held(x - y, -128, 127))
LANES("vmax4.u32.u32.u32", vmax4, u8, x > y ? x : y)
LANES("vmin4.s32.s32.s32", vmin4, signed char, x < y ? x : y)
LANES("vabsdiff4.u32.u32.u32", vabsdiff4, u8, distance(x, y))
LANES("vavrg4.u32.u32.u32", vavrg4, u8, (x + y + 1) >> 1)
LANES("vset4.u32.u32.eq", vset4, u8, x == y ? 1 : 0)
LANES("vadd2.u32.u32.u32", vadd2, u16, x + y)
LANES("vsub2.u32.u32.u32", vsub2, u16, x - y)
LANES("vsub2.s32.s32.s32.sat", vsub2_held, i16, held(x - y, -32768, 32767))
LANES("vset2.s32.s32.gt", vset2, i16, x > y ? 1 : 0)
LANES("vmax2.s32.s32.s32", vmax2, i16, x > y ? x : y)
LANES("vabsdiff2.s32.s32.s32", vabsdiff2, i16, distance(x, y))
MEANS(u32, "ptx vabsdiff4.u32.u32.u32.add $0,$1,$2,$3;", vabsdiff4_add, (u32 a, u32 b, u32 c)) {
  return over_lanes<u8>(a, b, c, distance);
}
INSIDE i32 product(i32 x, i32 y) { return x * y; }
MEANS(u32, "ptx dp4a.s32.s32 $0, $1, $2, $3;", dp4a_signed, (u32 a, u32 b, u32 c)) {
  return over_lanes<signed char>(a, b, c, product);
}
MEANS(u32, "ptx dp4a.u32.u32 $0, $1, $2, $3;", dp4a, (u32 a, u32 b, u32 c)) { return over_lanes<u8>(a, b, c, product); }
MEANS(u32, "ptx dp2a.lo.s32.s32 $0, $1, $2, $3;", dp2a_low, (u32 a, u32 b, u32 c)) {
  for (u32 k = 0; k < 2; ++k)
    c += static_cast<u32>(static_cast<i16>(a >> 16 * k) * static_cast<signed char>(b >> 8 * k));
  return c;
}
MEANS(u32, "ptx dp2a.hi.u32.u32 $0, $1, $2, $3;", dp2a_high, (u32 a, u32 b, u32 c)) {
  for (u32 k = 0; k < 2; ++k) c += static_cast<u32>(static_cast<u16>(a >> 16 * k)) * static_cast<u8>(b >> (16 + 8 * k));
  return c;
}

// ---- floating point
#define ROUNDED_BY_DEFAULT(suffix, T)                                             \
  MEANS(T, "nvvm.add.rn." #suffix, add_rn_##suffix, (T a, T b)) { return a + b; } \
  MEANS(T, "nvvm.mul.rn." #suffix, mul_rn_##suffix, (T a, T b)) { return a * b; } \
  MEANS(T, "nvvm.div.rn." #suffix, div_rn_##suffix, (T a, T b)) { return a / b; }
#pragma clang fp contract(off)
ROUNDED_BY_DEFAULT(f, float)
ROUNDED_BY_DEFAULT(d, double)
MEANS(float, "nvvm.fabs.f32", fabs_f32, (float a)) { return __builtin_fabsf(a); }
MEANS(float, "nvvm.fabs.ftz.f32", fabs_ftz, (float a)) { return __builtin_fabsf(a); }
MEANS(double, "nvvm.fabs.f64", fabs_f64, (double a)) { return __builtin_fabs(a); }
MEANS(float, "nvvm.round.f", round_f, (float a)) { return __builtin_rintf(a); }
MEANS(double, "nvvm.round.d", round_d, (double a)) { return __builtin_rint(a); }
INSIDE float clamped(float a) { return __builtin_amdgcn_fmed3f(a, 0.0F, 1.0F); }
MEANS(float, "nvvm.saturate.f", saturate_f, (float a)) { return clamped(a); }
MEANS(float, "nvvm.saturate.ftz.f", saturate_ftz, (float a)) { return clamped(a); }
#define APPROXIMATE(name, function, expression)                                      \
  MEANS(float, "nvvm." name ".approx.f", function, (float a)) { return expression; } \
  MEANS(float, "nvvm." name ".approx.ftz.f", function##_ftz, (float a)) { return expression; }
APPROXIMATE("sqrt", sqrt_approx, __builtin_amdgcn_sqrtf(a))
APPROXIMATE("rsqrt", rsqrt_approx, __builtin_amdgcn_rsqf(a))
APPROXIMATE("lg2", lg2_approx, __builtin_amdgcn_logf(a))
APPROXIMATE("sin", sin_approx, __builtin_amdgcn_sinf(a * 0.15915494F))
APPROXIMATE("cos", cos_approx, __builtin_amdgcn_cosf(a * 0.15915494F))
MEANS(float, "nvvm.ex2.approx.f32", ex2_approx, (float a)) { return __builtin_amdgcn_exp2f(a); }
MEANS(float, "nvvm.ex2.approx.ftz.f32", ex2_approx_ftz, (float a)) { return __builtin_amdgcn_exp2f(a); }
MEANS(float, "nvvm.div.approx.f", div_approx, (float a, float b)) { return a * __builtin_amdgcn_rcpf(b); }
MEANS(float, "nvvm.div.approx.ftz.f", div_approx_ftz, (float a, float b)) { return a * __builtin_amdgcn_rcpf(b); }
MEANS(float, "ptx rcp.approx.ftz.f32 $0,$1;", rcp_approx, (float a)) { return __builtin_amdgcn_rcpf(a); }
MEANS(double, "nvvm.rcp.approx.ftz.d", rcp_approx_d, (double a)) { return __builtin_amdgcn_rcp(a); }
MEANS(double, "nvvm.rsqrt.approx.d", rsqrt_approx_d, (double a)) { return __builtin_amdgcn_rsq(a); }
MEANS(double, "ptx rsqrt.approx.ftz.f64 $0, $1;", rsqrt_text_d, (double a)) { return __builtin_amdgcn_rsq(a); }
MEANS(double, "ptx add.rn.f64 $0, $1, $1;", twice, (double a)) { return a + a; }
MEANS(float, "ptx cvt.rn.f32.u32 $0, $1;", float_of, (u32 a)) { return static_cast<float>(a); }
MEANS(double, "ptx { .reg .pred __$$temp3; setp.equ.f64 __$$temp3, $1, $2; selp.f64 $0, $3, $4, __$$temp3;}",
      choose_equal, (double a, double b, double c, double d)) {
  return a < b || a > b ? d : c;
}
// Directed: rounded to nearest, then a step back where that lies on the wrong side of the exact result, s + rest.
enum class To { zero, below };
INSIDE float directed(float a, float b, float c, To to) {
  float out = __builtin_fmaf(a, b, c);
  const double p = static_cast<double>(a) * b, s = p + c, back = s - p, rest = (p - (s - back)) + (c - back);
  if (s == 0 && to == To::below && __builtin_signbit(p) != __builtin_signbit(c)) return -0.0F;
  if (__builtin_isinf(out) && !__builtin_isinf(s))
    return out > 0 || to == To::zero ? __builtin_copysignf(3.40282347e+38F, out) : out;
  const double over = s != out ? out - s : -rest;
  const bool step = to == To::below || out > 0 ? over > 0 : over < 0;
  if (!step || !(__builtin_fabsf(out) <= 3.40282347e+38F)) return out;
  if (out == 0) return to == To::below ? -as<float>(1U) : out;
  return as<float>(as<u32>(out) + (to == To::below && out < 0 ? 1U : ~0U));
}
MEANS(float, "nvvm.fma.rm.f", fma_below, (float a, float b, float c)) { return directed(a, b, c, To::below); }
MEANS(float, "nvvm.fma.rm.ftz.f", fma_below_ftz, (float a, float b, float c)) { return directed(a, b, c, To::below); }
MEANS(float, "nvvm.fma.rz.f", fma_to_zero, (float a, float b, float c)) { return directed(a, b, c, To::zero); }
MEANS(float, "nvvm.add.rz.f", add_to_zero, (float a, float b)) { return directed(a, 1.0F, b, To::zero); }
MEANS(u32, "nvvm.d2i.hi", d2i_high, (double a)) { return static_cast<u32>(as<u64>(a) >> 32); }
MEANS(u32, "nvvm.d2i.lo", d2i_low, (double a)) { return static_cast<u32>(as<u64>(a)); }
MEANS(double, "nvvm.lohi.i2d", lohi, (u32 low, u32 high)) { return as<double>(static_cast<u64>(high) << 32 | low); }
// Beyond the range PTX clamps, and so do AMD's conversions.
MEANS(i32, "nvvm.f2i.rz", f2i_rz, (float a)) {
  return static_cast<i32>(__builtin_fmaxf(__builtin_fminf(a, 2147483520.0F), -2147483648.0F));
}
MEANS(i32, "nvvm.f2i.rn", f2i_rn, (float a)) {
  return static_cast<i32>(__builtin_fmaxf(__builtin_fminf(__builtin_rintf(a), 2147483520.0F), -2147483648.0F));
}
MEANS(i32, "nvvm.d2i.rn", d2i_rn, (double a)) {
  return static_cast<i32>(__builtin_fmax(__builtin_fmin(__builtin_rint(a), 2147483647.0), -2147483648.0));
}

// ---- 128 bits by words
using u128 = unsigned __int128;
INSIDE u128 wide(u64 low, u64 high) { return static_cast<u128>(high) << 64 | low; }
#define BOTH_WORDS(name, function, parameters, expression)                                          \
  MEANS(u64, "ptx " name "#0", function##_low, parameters) { return static_cast<u64>(expression); } \
  MEANS(u64, "ptx " name "#1", function##_high, parameters) { return static_cast<u64>((expression) >> 64); }
BOTH_WORDS(
    "{ .reg .u32 r0, r1, r2, r3, alo, ahi, blo, bhi, clo, chi; mov.b64 {alo,ahi}, $2; mov.b64 {blo,bhi}, $3; mov.b64 "
    "{clo,chi}, $4; mad.lo.cc.u32 r0, alo, blo, clo; "
    "madc.hi.cc.u32 r1, alo, blo, chi; madc.hi.u32 r2, alo, bhi, 0; mad.lo.cc.u32 r1, alo, bhi, r1; madc.hi.cc.u32 r2, "
    "ahi, blo, r2; madc.hi.u32 r3, ahi, bhi, 0; "
    "mad.lo.cc.u32 r1, ahi, blo, r1; madc.lo.cc.u32 r2, ahi, bhi, r2; addc.u32 r3, r3, 0; mov.b64 $0, {r0,r1}; mov.b64 "
    "$1, {r2,r3}; }",
    mad128, (u64 a, u64 b, u64 c), static_cast<u128>(a) * b + c)
BOTH_WORDS(
    "{ .reg .u32 r0, r1, r2, r3, alo, ahi, blo, bhi; mov.b64 {alo,ahi}, $2; mov.b64 {blo,bhi}, $3; mul.lo.u32 r0, alo, "
    "blo; mul.hi.u32 r1, alo, blo; "
    "mad.lo.cc.u32 r1, alo, bhi, r1; madc.hi.u32 r2, alo, bhi, 0; mad.lo.cc.u32 r1, ahi, blo, r1; madc.hi.cc.u32 r2, "
    "ahi, blo, r2; madc.hi.u32 r3, ahi, bhi, 0; "
    "mad.lo.cc.u32 r2, ahi, bhi, r2; addc.u32 r3, r3, 0; mov.b64 $0, {r0,r1}; mov.b64 $1, {r2,r3}; }",
    mul128, (u64 a, u64 b), static_cast<u128>(a) * b)
BOTH_WORDS(
    "{ .reg .u32 r0, r1, r2, r3, a0, a1, a2, a3, b0, b1, b2, b3; mov.b64 {a0,a1}, $2; mov.b64 {a2,a3}, $3; mov.b64 "
    "{b0,b1}, $4; mov.b64 {b2,b3}, $5; "
    "sub.cc.u32 r0, a0, b0; subc.cc.u32 r1, a1, b1; subc.cc.u32 r2, a2, b2; subc.u32 r3, a3, b3; mov.b64 $0, {r0,r1}; "
    "mov.b64 $1, {r2,r3}; }",
    sub128, (u64 a, u64 b, u64 c, u64 d), wide(a, b) - wide(c, d))
BOTH_WORDS(
    "{ .reg .u32 r0, r1, r2, r3, a0, a1, a2, a3, b0, b1, b2, b3; mov.b64 {a0,a1}, $2; mov.b64 {a2,a3}, $3; mov.b64 "
    "{b0,b1}, $4; mov.b64 {b2,b3}, $5; "
    "add.cc.u32 r0, a0, b0; addc.cc.u32 r1, a1, b1; addc.cc.u32 r2, a2, b2; addc.u32 r3, a3, b3; mov.b64 $0, {r0,r1}; "
    "mov.b64 $1, {r2,r3}; }",
    add128, (u64 a, u64 b, u64 c, u64 d), wide(a, b) + wide(c, d))

#include "nvptx_halves.h"

// ---- what libdevice has, by Debian's libclc
float clc_sin(float) __asm__("_Z3sinf");
float clc_cos(float) __asm__("_Z3cosf");
float clc_exp(float) __asm__("_Z3expf");
float clc_pow(float, float) __asm__("_Z3powff");
double clc_log(double) __asm__("_Z3logd");
double clc_erf(double) __asm__("_Z3erfd");
double clc_atan2(double, double) __asm__("_Z5atan2dd");
MEANS(float, "__nv_sinf", nv_sinf, (float a)) { return clc_sin(a); }
MEANS(float, "__nv_cosf", nv_cosf, (float a)) { return clc_cos(a); }
MEANS(float, "__nv_expf", nv_expf, (float a)) { return clc_exp(a); }
MEANS(float, "__nv_powf", nv_powf, (float a, float b)) { return clc_pow(a, b); }
MEANS(float, "__nv_fabsf", nv_fabsf, (float a)) { return __builtin_fabsf(a); }
MEANS(double, "__nv_log", nv_log, (double a)) { return clc_log(a); }
MEANS(double, "__nv_erf", nv_erf, (double a)) { return clc_erf(a); }
MEANS(double, "__nv_atan2", nv_atan2, (double a, double b)) { return clc_atan2(a, b); }
MEANS(double, "__nv_fabs", nv_fabs, (double a)) { return __builtin_fabs(a); }
MEANS(i32, "__nv_popc", nv_popc, (u32 a)) { return __builtin_popcount(a); }
MEANS(i32, "__nv_clz", nv_clz, (u32 a)) { return a == 0 ? 32 : __builtin_clz(a); }
MEANS(i32, "__nv_mulhi", nv_mulhi, (i32 a, i32 b)) { return static_cast<i32>(static_cast<i64>(a) * b >> 32); }
MEANS(i32, "__nv_rhadd", nv_rhadd, (i32 a, i32 b)) { return static_cast<i32>((static_cast<i64>(a) + b + 1) >> 1); }
