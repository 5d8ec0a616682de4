// Where the lanes of an access lie in host memory, found for all lanes in one pass: the fast path of loads and stores.
//
// The lanes' offsets into one region (or window) are checked together: an offset is wrong when it, or the room
// behind it, has its top bit set. Only when that fails does access.cpp look at each lane. Included by
// simt/lanes/*.cpp only. Cost: some 10 ns for 32 lanes.
#pragma once

#include "simt/lanes/lanes.hpp"
#include "simt/state/access.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

enum class Pattern : u8 {
  stop,    ///< a fault was recorded
  gather,  ///< lanes lie anywhere
  run,     ///< lane l lies at lane 0 + l * bytes (full mask)
  same,    ///< all active lanes lie at one place
};

/// Lane l lies at base + off[l]; inactive lanes lie where the first active one does, so reading for them is safe.
struct Spot {
  std::uintptr_t base = 0;
  alignas(64) u64 off[lane_count];
  std::byte* at(unsigned lane) const { return reinterpret_cast<std::byte*>(base + off[lane]); }
};

struct LaneTable {
  u64 of[lane_count];
  LATHE_INLINE constexpr u64 operator[](unsigned l) const { return of[l]; }
};
template <class F>
constexpr LaneTable lane_table(F&& f) {
  LaneTable t{};
  for (unsigned l = 0; l < lane_count; ++l) t.of[l] = f(l);
  return t;
}
alignas(64) constexpr LaneTable lane_bits = lane_table([](unsigned l) { return u64{1} << l; });
alignas(64) constexpr LaneTable lane_numbers = lane_table([](unsigned l) { return u64{l}; });

LATHE_INLINE unsigned first_lane(Mask mask) {
  return static_cast<unsigned>(lane_count == 64 ? __builtin_ctzll(mask) : __builtin_ctz(static_cast<u32>(mask)));
}

/// What the instruction computes as address of a lane.
template <class Base>
struct Addresses {
  const Base* a;
  Base offset;
  LATHE_INLINE Addresses(const Warp& w, const Code& c) : a(w.in<Base>(c.a)), offset(static_cast<Base>(c.imm)) {}
  LATHE_INLINE u64 operator[](unsigned l) const { return static_cast<Base>(a[l] + offset); }
};

/// All lanes against [start, start + bytes) that lies at `host`. False when one does not fit or is misaligned.
template <bool Full, class Base>
LATHE_INLINE bool fit(const Addresses<Base>& address, Mask mask, u64 start, u64 bytes, std::byte* host, u32 size,
                      u32 align, Spot& spot, Pattern& pattern) {
  if (bytes < size) return false;
  const u64 room = bytes - size;
  const u64 first = address[Full ? 0 : first_lane(mask)] - start;
  const unsigned shift = static_cast<unsigned>(__builtin_ctz(size));  // sizes are powers of two
  u64 low = 0, high = 0, run = 0;
  LATHE_LOOP {
    const u64 mine = address[l] - start;
    const u64 off = Full || (mask & lane_bits[l]) != 0 ? mine : first;
    spot.off[l] = off;
    low |= off;
    high |= room - off;
    if constexpr (Full) run |= off ^ (first + (lane_numbers[l] << shift));
  }
  spot.base = reinterpret_cast<std::uintptr_t>(host);
  pattern = Full ? Pattern::run : Pattern::gather;
  if (Full && run != 0) {
    u64 unlike = 0;
    LATHE_LOOP unlike |= spot.off[l] ^ first;
    pattern = unlike == 0 ? Pattern::same : Pattern::gather;
  }
  return ((low | high) >> 63) == 0 && (low & (align - 1)) == 0;
}

template <bool Full, class Base>
LATHE_INLINE bool fit_shared(const Warp& w, const Addresses<Base>& address, Mask mask, u64 start,
                             const AccessRequest& r, Spot& spot, Pattern& pattern) {
  const Block& block = *w.block;
  return fit<Full>(address, mask, start, block.shared_bytes, block.shared_base, r.bytes, r.align, spot, pattern);
}

/// Each lane against the top of its own local memory; lanes that are not here may have less of it.
template <bool Full, class Base>
LATHE_INLINE bool fit_local(Warp& w, const Addresses<Base>& address, Mask mask, u64 start, const AccessRequest& r,
                            Spot& spot, Pattern& pattern) {
  if (r.kind == AccessKind::atomic) return false;
  const u64 stride = w.local_stride(), size = r.bytes;
  const unsigned lane = Full ? 0 : first_lane(mask);
  const u64 first = address[lane] - start;
  u64 low = 0, high = 0;
  LATHE_LOOP {
    const bool here = Full || (mask & lane_bits[l]) != 0;
    const u64 off = here ? address[l] - start : first;
    const u64 over = w.stack_top[l] - size - off;
    spot.off[l] = off + (here ? l : lane) * stride;
    low |= off;
    high |= here ? over : 0;
  }
  spot.base = reinterpret_cast<std::uintptr_t>(w.local_bytes(0, 0));
  pattern = Pattern::gather;
  return ((low | high) >> 63) == 0 && (low & (r.align - 1)) == 0;
}

template <bool Full, class Base>
LATHE_INLINE bool fit_regions(Warp& w, const Code& c, const Addresses<Base>& address, Mask mask, const AccessRequest& r,
                              Spot& spot, Pattern& pattern) {
  const u64 first = address[Full ? 0 : first_lane(mask)];
  const Region*& cached = w.regions[c.inst % 64];
  if (cached == nullptr || first - cached->base >= cached->bytes || !may_access(*cached, r)) {
    if (r.space == Space::generic) {
      if (first >> 32 == shared_window >> 32)
        return fit_shared<Full>(w, address, mask, shared_window, r, spot, pattern);
      if (first >> 32 == local_window >> 32) return fit_local<Full>(w, address, mask, local_window, r, spot, pattern);
    }
    const Region* region = usable_region(w, r, first);
    if (region == nullptr) return false;
    cached = region;
  }
  return fit<Full>(address, mask, cached->base, cached->bytes, cached->host, r.bytes, r.align, spot, pattern);
}

/// One offset for all lanes, into the running frame's part of local memory.
LATHE_INLINE bool fit_frame(Warp& w, const Code& c, const AccessRequest& r, Spot& spot, Pattern& pattern) {
  const u64 bytes = w.function->local_bytes;
  if (c.imm >= bytes || c.imm + r.bytes > bytes || (c.imm & (r.align - 1)) != 0) return false;
  const u64 stride = w.local_stride(), at = w.frame->local_base + c.imm;
  LATHE_LOOP spot.off[l] = at + l * stride;
  spot.base = reinterpret_cast<std::uintptr_t>(w.local_bytes(0, 0));
  pattern = Pattern::gather;
  return true;
}

/// Lane by lane; also says what is wrong.
[[gnu::noinline]] inline Pattern place_slowly(Warp& w, const Code& c, Mask mask, const u64* address,
                                              const AccessRequest& r, Spot& spot) {
  std::byte* host[lane_count];
  if (!locate_lanes(w, c, mask, r, address, host)) return Pattern::stop;
  // Addresses of unlike objects as distances from the first one, which wrap as they may.
  const unsigned first = first_lane(mask);
  spot.base = reinterpret_cast<std::uintptr_t>(host[first]);
  for (unsigned l = 0; l < lane_count; ++l)
    spot.off[l] = (mask >> l & 1U) != 0 ? reinterpret_cast<std::uintptr_t>(host[l]) - spot.base : 0;
  return Pattern::gather;
}

[[gnu::noinline]] inline void tell(Warp& w, const Code& c, Mask mask, const u64* address, const AccessRequest& r) {
  const bool single = c.extra_count == 0;
  const Slot* values = !single ? w.extra(c) : r.kind == AccessKind::read ? &c.d : &c.b;
  const u32 count = single ? 1 : r.kind == AccessKind::atomic ? AtomicPlace::unpack(c.y).elements : c.extra_count;
  tell_observer(w, c, mask, r, address, values, count);
}

template <Where W, class Base>
[[gnu::noinline]] Pattern leave_fast_path(Warp& w, const Code& c, Mask mask, Spot& spot, bool good, Pattern pattern) {
  const AccessRequest r = AccessRequest::unpack(c.x);
  u64 address[lane_count];
  if constexpr (W == Where::frame) {
    for (u64& a : address) a = w.frame->local_base + c.imm;
  } else {
    const Addresses<Base> from(w, c);
    for (unsigned l = 0; l < lane_count; ++l) address[l] = from[l];
  }
  if (!good) pattern = place_slowly(w, c, mask, address, r, spot);
  if (w.block->grid->observer != nullptr && pattern != Pattern::stop) tell(w, c, mask, address, r);
  return pattern;
}

template <Where W, bool Full, class Base>
LATHE_INLINE bool fit_anywhere(Warp& w, const Code& c, Mask mask, const AccessRequest& r, Spot& spot,
                               Pattern& pattern) {
  if constexpr (W == Where::regions) return fit_regions<Full>(w, c, Addresses<Base>(w, c), mask, r, spot, pattern);
  if constexpr (W == Where::shared) return fit_shared<Full>(w, Addresses<Base>(w, c), mask, 0, r, spot, pattern);
  if constexpr (W == Where::local) return fit_local<Full>(w, Addresses<Base>(w, c), mask, 0, r, spot, pattern);
  if constexpr (W == Where::frame) return fit_frame(w, c, r, spot, pattern);
  return false;
}

/// Finds where the lanes of the mask lie; Pattern::stop after a fault.
template <Where W, class Base>
[[gnu::noinline]] Pattern place(Warp& w, const Code& c, Mask mask, Spot& spot) {
  const AccessRequest r = AccessRequest::unpack(c.x);
  Pattern pattern = Pattern::gather;
  const bool good = mask == all_lanes ? fit_anywhere<W, true, Base>(w, c, mask, r, spot, pattern)
                                      : fit_anywhere<W, false, Base>(w, c, mask, r, spot, pattern);
  if (!good || w.block->grid->observer != nullptr) [[unlikely]]
    return leave_fast_path<W, Base>(w, c, mask, spot, good, pattern);
  return pattern;
}

}  // namespace
}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
