// Warp-wide operations: shfl, vote, match, redux, elect, activemask, bar.warp.sync. See warp_ops.hpp.
#include "nvptx/exec/operate/warp_ops.hpp"

#include <bit>
#include <cstdio>

#include "simt/lanes/lane_tools.hpp"
#include "simt/state/observer.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 canonical_nan = 0x7fffffffU;

bool in(Mask mask, unsigned lane) { return (mask >> lane & 1U) != 0; }

unsigned lowest(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

bool uniform(const u32* v) {
  u32 unlike = 0;
  for (unsigned l = 0; l < lane_count; ++l) unlike |= v[l] ^ v[0];
  return unlike == 0;
}

/// Calls f(group) for the lanes of `mask` that name the same members; lanes without masks are one group.
template <class F>
void for_each_group(Mask mask, const u32* members, F&& f) {
  if (members == nullptr || uniform(members)) {
    f(mask);
    return;
  }
  while (mask != 0) {
    const u32 named = members[lowest(mask)];
    Mask group = 0;
    for (unsigned l = 0; l < lane_count; ++l) group |= static_cast<Mask>(members[l] == named) << l;
    group &= mask;
    f(group);
    mask &= ~group;
  }
}

template <class T>
Mask equal_lanes(const T* a, T value) {
  Mask out = 0;
  for (unsigned l = 0; l < lane_count; ++l) out |= static_cast<Mask>(a[l] == value) << l;
  return out;
}

void set_lanes(u32* d, Mask lanes, u32 value) {
  if (lanes == all_lanes) {
    for (unsigned l = 0; l < lane_count; ++l) d[l] = value;
    return;
  }
  for_lanes(lanes, [&](unsigned l) { d[l] = value; });
}

bool is_nan(u32 bits) { return (bits & 0x7fffffffU) > 0x7f800000U; }

/// min and max of floats: a NaN gives way unless it is kept, -0 is below +0.
u32 float_order(bool max, bool keep_nan, u32 a, u32 b) {
  if (is_nan(a) || is_nan(b)) {
    if (keep_nan || (is_nan(a) && is_nan(b))) return canonical_nan;
    return is_nan(a) ? b : a;
  }
  // Signed integers in the order of the floats.
  const auto key = [](u32 v) {
    return static_cast<std::int32_t>(v) < 0 ? static_cast<std::int32_t>(v ^ 0x7fffffffU) : static_cast<std::int32_t>(v);
  };
  return (key(a) < key(b)) != max ? a : b;
}

template <class F>
u32 fold(Mask group, const u32* a, F&& f) {
  u32 value = a[lowest(group)];
  for (Mask left = group & (group - 1); left != 0; left &= left - 1) value = f(value, a[lowest(left)]);
  return value;
}

u32 reduce(ReduxMode mode, Mask group, const u32* a) {
  const auto s = [](u32 v) { return static_cast<std::int32_t>(v); };
  switch (mode) {
    case ReduxMode::add:
      return fold(group, a, [](u32 x, u32 y) { return x + y; });
    case ReduxMode::min_u32:
      return fold(group, a, [](u32 x, u32 y) { return x < y ? x : y; });
    case ReduxMode::max_u32:
      return fold(group, a, [](u32 x, u32 y) { return x > y ? x : y; });
    case ReduxMode::min_s32:
      return fold(group, a, [&](u32 x, u32 y) { return s(x) < s(y) ? x : y; });
    case ReduxMode::max_s32:
      return fold(group, a, [&](u32 x, u32 y) { return s(x) > s(y) ? x : y; });
    case ReduxMode::bit_and:
      return fold(group, a, [](u32 x, u32 y) { return x & y; });
    case ReduxMode::bit_or:
      return fold(group, a, [](u32 x, u32 y) { return x | y; });
    case ReduxMode::bit_xor:
      return fold(group, a, [](u32 x, u32 y) { return x ^ y; });
    case ReduxMode::min_f32:
    case ReduxMode::max_f32:
      break;
  }
  return 0;
}

/// Where each lane reads, before those that are gone: its own number where the source is outside. inside[l] is 0 or 1.
template <ShuffleMode mode>
void sources(const u32* b, const u32* c, u32* from, u32* inside) {
  for (unsigned l = 0; l < lane_count; ++l) {
    const auto lane = static_cast<std::int32_t>(l), value = static_cast<std::int32_t>(b[l] & 31U);
    const auto clamp = static_cast<std::int32_t>(c[l] & 31U), segment = static_cast<std::int32_t>(c[l] >> 8 & 31U);
    const std::int32_t first = lane & segment, last = first | (clamp & ~segment);
    std::int32_t j = 0;
    if (mode == ShuffleMode::up) j = lane - value;
    if (mode == ShuffleMode::down) j = lane + value;
    if (mode == ShuffleMode::bfly) j = lane ^ value;
    if (mode == ShuffleMode::idx) j = first | (value & ~segment);
    // For up the clamp is the lowest lane.
    const bool p = mode == ShuffleMode::up ? j >= last : j <= last;
    // Where p holds, j is a lane: up cannot pass below 0, which `last` is not, nor the others past 31.
    from[l] = static_cast<u32>(p ? j : lane);
    inside[l] = p ? 1 : 0;
  }
}

Mask not_zero(const u32* values) {
  Mask out = 0;
  for (unsigned l = 0; l < lane_count; ++l) out |= static_cast<Mask>(values[l] != 0) << l;
  return out;
}

}  // namespace

namespace warp_ops {

void shuffle(ShuffleMode mode, Mask live, const u32* a, const u32* b, const u32* c, u32* d, Mask* taken) {
  u32 from[lane_count], inside[lane_count];
  switch (mode) {
    case ShuffleMode::up:
      sources<ShuffleMode::up>(b, c, from, inside);
      break;
    case ShuffleMode::down:
      sources<ShuffleMode::down>(b, c, from, inside);
      break;
    case ShuffleMode::bfly:
      sources<ShuffleMode::bfly>(b, c, from, inside);
      break;
    case ShuffleMode::idx:
      sources<ShuffleMode::idx>(b, c, from, inside);
      break;
  }
  for (unsigned l = 0; l < lane_count; ++l) d[l] = a[from[l] & 31U];
  if (live != all_lanes)
    for (unsigned l = 0; l < lane_count; ++l) d[l] = in(live, from[l] & 31U) ? d[l] : a[l];
  if (taken != nullptr) *taken = not_zero(inside);
}

void vote(VoteMode mode, Mask mask, const u32* members, Mask predicate, u32* d) {
  for_each_group(mask, members, [&](Mask group) {
    const Mask yes = predicate & group;
    u32 value = yes;
    if (mode == VoteMode::all) value = yes == group ? 1 : 0;
    if (mode == VoteMode::any) value = yes != 0 ? 1 : 0;
    if (mode == VoteMode::uni) value = yes == 0 || yes == group ? 1 : 0;
    set_lanes(d, group, value);
  });
}

template <class T>
void match_any(Mask mask, const u32* members, const T* a, u32* d) {
  for_each_group(mask, members, [&](Mask group) {
    for (Mask left = group; left != 0;) {
      const Mask same = equal_lanes(a, a[lowest(left)]) & group;
      set_lanes(d, same, same);
      left &= ~same;
    }
  });
}

template <class T>
void match_all(Mask mask, const u32* members, const T* a, u32* d) {
  for_each_group(mask, members, [&](Mask group) {
    const Mask same = equal_lanes(a, a[lowest(group)]) & group;
    set_lanes(d, group, same == group ? group : 0);
  });
}

template void match_any<u32>(Mask, const u32*, const u32*, u32*);
template void match_any<u64>(Mask, const u32*, const u64*, u32*);
template void match_all<u32>(Mask, const u32*, const u32*, u32*);
template void match_all<u64>(Mask, const u32*, const u64*, u32*);

void redux(ReduxMode mode, bool absolute, bool keep_nan, Mask mask, const u32* members, const u32* a, u32* d) {
  const bool is_float = mode == ReduxMode::min_f32 || mode == ReduxMode::max_f32;
  for_each_group(mask, members, [&](Mask group) {
    if (!is_float) {
      set_lanes(d, group, reduce(mode, group, a));
      return;
    }
    const bool max = mode == ReduxMode::max_f32;
    const u32 kept = absolute ? 0x7fffffffU : ~0U;
    u32 value = fold(group, a, [&](u32 x, u32 y) { return float_order(max, keep_nan, x & kept, y & kept); }) & kept;
    // Of one lane alone too.
    if (is_nan(value)) value = canonical_nan;
    set_lanes(d, group, value);
  });
}

Mask elect(Mask mask, const u32* members, u32* d) {
  Mask leaders = 0;
  for_each_group(mask, members, [&](Mask group) {
    leaders |= group & (~group + 1);
    set_lanes(d, group, lowest(group));
  });
  return leaders;
}

}  // namespace warp_ops

namespace {

/// Waits until all members are here. True when the operation runs now; else `flow` is what the handler returns.
bool meet(Warp& w, const Code& code, Mask mask, const u32*& members, Flow& flow, bool ordered = false) {
  const Slot slot = w.extra(code)[0];
  members = slot == no_slot ? nullptr : w.in<u32>(slot);
  if (members == nullptr) return true;
  Mask named = members[0], own = members[0];
  if (!uniform(members)) {
    named = own = 0;
    for (unsigned l = 0; l < lane_count; ++l) {
      named |= in(mask, l) ? members[l] : 0;
      own |= members[l] & 1U << l;
    }
  }
  if (const Mask strangers = mask & ~own; strangers != 0) {
    const unsigned lane = lowest(strangers);
    char text[96];
    std::snprintf(text, sizeof text, "lane %u is not in its own member mask 0x%08x", lane, members[lane]);
    flow = w.fault(code, lane, text);
    return false;
  }
  if (!w.gathered(code, mask, named)) {
    flow = Flow::again;
    return false;
  }
  if (Observer* observer = w.block->grid->observer; observer != nullptr)
    for_each_group(mask, members, [&](Mask group) { observer->converge(w, group, ordered); });
  return true;
}

template <class T, bool all>
Flow run_match(Warp& w, const Code& code, Mask mask) {
  const u32* members = nullptr;
  Flow flow = Flow::next;
  if (!meet(w, code, mask, members, flow)) return flow;
  u32 values[lane_count] = {};
  if (all)
    warp_ops::match_all(mask, members, w.in<T>(code.a), values);
  else
    warp_ops::match_any(mask, members, w.in<T>(code.a), values);
  put_lanes(w.out<u32>(code.d), values, mask);
  if (const Slot p = w.extra(code)[1]; p != no_slot) w.set_pred(p, not_zero(values), mask);
  return Flow::next;
}

}  // namespace

Flow run_shuffle(Warp& w, const Code& code, Mask mask) {
  const u32* members = nullptr;
  Flow flow = Flow::next;
  if (!meet(w, code, mask, members, flow)) return flow;
  u32 values[lane_count];
  Mask taken = 0;
  const Slot p = w.extra(code)[1];
  warp_ops::shuffle(static_cast<ShuffleMode>(code.x & 0xff), ~w.exited, w.in<u32>(code.a), w.in<u32>(code.b),
                    w.in<u32>(code.c), values, p == no_slot ? nullptr : &taken);
  put_lanes(w.out<u32>(code.d), values, mask);
  if (p != no_slot) w.set_pred(p, taken, mask);
  return Flow::next;
}

Flow run_vote(Warp& w, const Code& code, Mask mask) {
  const u32* members = nullptr;
  Flow flow = Flow::next;
  if (!meet(w, code, mask, members, flow)) return flow;
  const auto mode = static_cast<VoteMode>(code.x & 0xff);
  u32 values[lane_count] = {};
  warp_ops::vote(mode, mask, members, w.pred(code.a), values);
  if (mode == VoteMode::ballot)
    put_lanes(w.out<u32>(code.d), values, mask);
  else
    w.set_pred(code.d, not_zero(values), mask);
  return Flow::next;
}

Flow run_match_any32(Warp& w, const Code& code, Mask mask) { return run_match<u32, false>(w, code, mask); }
Flow run_match_any64(Warp& w, const Code& code, Mask mask) { return run_match<u64, false>(w, code, mask); }
Flow run_match_all32(Warp& w, const Code& code, Mask mask) { return run_match<u32, true>(w, code, mask); }
Flow run_match_all64(Warp& w, const Code& code, Mask mask) { return run_match<u64, true>(w, code, mask); }

Flow run_redux(Warp& w, const Code& code, Mask mask) {
  const u32* members = nullptr;
  Flow flow = Flow::next;
  if (!meet(w, code, mask, members, flow)) return flow;
  u32 values[lane_count] = {};
  warp_ops::redux(static_cast<ReduxMode>(code.x & 0xff), (code.x & warp_abs) != 0, (code.x & warp_nan) != 0, mask,
                  members, w.in<u32>(code.a), values);
  put_lanes(w.out<u32>(code.d), values, mask);
  return Flow::next;
}

Flow run_elect(Warp& w, const Code& code, Mask mask) {
  const u32* members = nullptr;
  Flow flow = Flow::next;
  if (!meet(w, code, mask, members, flow)) return flow;
  u32 values[lane_count] = {};
  const Mask leaders = warp_ops::elect(mask, members, values);
  put_lanes(w.out<u32>(code.d), values, mask);
  if (const Slot p = w.extra(code)[1]; p != no_slot) w.set_pred(p, leaders, mask);
  return Flow::next;
}

Flow run_activemask(Warp& w, const Code& code, Mask mask) {
  // The threads that execute it: a guard that is false takes a thread out.
  set_lanes(w.out<u32>(code.d), mask, mask);
  return Flow::next;
}

Flow run_warp_barrier(Warp& w, const Code& code, Mask mask) {
  const u32* members = nullptr;
  Flow flow = Flow::next;
  return meet(w, code, mask, members, flow, true) ? Flow::next : flow;
}

}  // namespace lathe::nvptx::exec
