// Warp-wide operations: shfl, vote, match, redux, elect, activemask, bar.warp.sync. See warp_ops.hpp.
#include "nvptx/exec/warp_ops.hpp"

#include <bit>
#include <cstdio>

#include "nvptx/exec/observer.hpp"
#include "nvptx/exec/warp.hpp"

namespace lathe::nvptx::exec {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 canonical_nan = 0x7fffffffU;

bool in(Mask mask, unsigned lane) { return (mask >> lane & 1U) != 0; }

unsigned lowest(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

/// Calls f(group) for the lanes of `mask` that name the same members; lanes without masks are one group.
template <class F>
void for_each_group(Mask mask, const u32* members, F&& f) {
  if (members == nullptr) return f(mask);
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
  for (unsigned l = 0; l < lane_count; ++l) d[l] = in(lanes, l) ? value : d[l];
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

u32 reduce(ReduxMode mode, bool keep_nan, u32 a, u32 b) {
  const auto s = [](u32 v) { return static_cast<std::int32_t>(v); };
  switch (mode) {
    case ReduxMode::add:
      return a + b;
    case ReduxMode::min_u32:
      return a < b ? a : b;
    case ReduxMode::max_u32:
      return a > b ? a : b;
    case ReduxMode::min_s32:
      return s(a) < s(b) ? a : b;
    case ReduxMode::max_s32:
      return s(a) > s(b) ? a : b;
    case ReduxMode::bit_and:
      return a & b;
    case ReduxMode::bit_or:
      return a | b;
    case ReduxMode::bit_xor:
      return a ^ b;
    case ReduxMode::min_f32:
    case ReduxMode::max_f32:
      break;
  }
  return float_order(mode == ReduxMode::max_f32, keep_nan, a, b);
}

}  // namespace

namespace warp_ops {

Mask shuffle(ShuffleMode mode, Mask live, const u32* a, const u32* b, const u32* c, u32* d) {
  Mask taken = 0;
  for (unsigned l = 0; l < lane_count; ++l) {
    const int lane = static_cast<int>(l), value = static_cast<int>(b[l] & 31U);
    const int clamp = static_cast<int>(c[l] & 31U), segment = static_cast<int>(c[l] >> 8 & 31U);
    const int first = lane & segment, last = first | (clamp & ~segment);
    int from = 0;
    bool inside = false;
    switch (mode) {
      case ShuffleMode::up:  // the clamp is the lowest lane here
        from = lane - value;
        inside = from >= last;
        break;
      case ShuffleMode::down:
        from = lane + value;
        inside = from <= last;
        break;
      case ShuffleMode::bfly:
        from = lane ^ value;
        inside = from <= last;
        break;
      case ShuffleMode::idx:
        from = first | (value & ~segment);
        inside = from <= last;
        break;
    }
    taken |= static_cast<Mask>(inside) << l;
    // `from` is a lane where it is inside: up cannot pass below 0 nor down past 31, which `last` bounds.
    const unsigned source =
        inside && in(live, static_cast<unsigned>(from) & 31U) ? static_cast<unsigned>(from) & 31U : l;
    d[l] = a[source];
  }
  return taken;
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
  const u32 kept = absolute ? 0x7fffffffU : ~0U;
  for_each_group(mask, members, [&](Mask group) {
    u32 value = a[lowest(group)] & kept;
    if (is_float && is_nan(value)) value = canonical_nan;
    for (Mask left = group & (group - 1); left != 0; left &= left - 1)
      value = reduce(mode, keep_nan, value, a[lowest(left)] & kept);
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
  Mask named = 0, own = 0;
  for (unsigned l = 0; l < lane_count; ++l) {
    named |= members[l] & (0U - (mask >> l & 1U));
    own |= members[l] & 1U << l;
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

void put(u32* d, const u32* values, Mask mask) {
  for (unsigned l = 0; l < lane_count; ++l) d[l] = in(mask, l) ? values[l] : d[l];
}

Mask not_zero(const u32* values, Mask mask) {
  Mask out = 0;
  for (unsigned l = 0; l < lane_count; ++l) out |= static_cast<Mask>(values[l] != 0) << l;
  return out & mask;
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
  put(w.out<u32>(code.d), values, mask);
  if (const Slot p = w.extra(code)[1]; p != no_slot) w.set_pred(p, not_zero(values, mask), mask);
  return Flow::next;
}

}  // namespace

Flow run_shuffle(Warp& w, const Code& code, Mask mask) {
  const u32* members = nullptr;
  Flow flow = Flow::next;
  if (!meet(w, code, mask, members, flow)) return flow;
  u32 values[lane_count];
  const Mask taken = warp_ops::shuffle(static_cast<ShuffleMode>(code.x & 0xff), ~w.exited, w.in<u32>(code.a),
                                       w.in<u32>(code.b), w.in<u32>(code.c), values);
  put(w.out<u32>(code.d), values, mask);
  if (const Slot p = w.extra(code)[1]; p != no_slot) w.set_pred(p, taken, mask);
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
    put(w.out<u32>(code.d), values, mask);
  else
    w.set_pred(code.d, not_zero(values, mask), mask);
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
  put(w.out<u32>(code.d), values, mask);
  return Flow::next;
}

Flow run_elect(Warp& w, const Code& code, Mask mask) {
  const u32* members = nullptr;
  Flow flow = Flow::next;
  if (!meet(w, code, mask, members, flow)) return flow;
  u32 values[lane_count] = {};
  const Mask leaders = warp_ops::elect(mask, members, values);
  put(w.out<u32>(code.d), values, mask);
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
