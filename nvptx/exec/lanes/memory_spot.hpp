// Where the lanes of an access lie in host memory, found for all lanes in one pass: the fast path of loads and stores.
//
// The lanes' offsets into one region (or window) are checked together: an offset is wrong when it, or the room
// behind it, has its top bit set. Only when that fails does access.cpp look at each lane. Included by
// nvptx/exec/lanes/*.cpp only. Cost: some 10 ns for 32 lanes.
#pragma once

#include "nvptx/exec/access.hpp"
#include "nvptx/exec/lanes.hpp"

namespace lathe::nvptx::exec {
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

alignas(64) constexpr u64 lane_bits[lane_count] = {
    1U << 0,  1U << 1,  1U << 2,  1U << 3,  1U << 4,  1U << 5,  1U << 6,  1U << 7,  1U << 8,  1U << 9,  1U << 10,
    1U << 11, 1U << 12, 1U << 13, 1U << 14, 1U << 15, 1U << 16, 1U << 17, 1U << 18, 1U << 19, 1U << 20, 1U << 21,
    1U << 22, 1U << 23, 1U << 24, 1U << 25, 1U << 26, 1U << 27, 1U << 28, 1U << 29, 1U << 30, 1U << 31};

inline unsigned first_lane(Mask mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

/// What the instruction computes as addresses; inactive lanes get the first active one's.
template <class Base>
inline void compute_addresses(const Warp& w, const Code& c, Mask mask, u64* address) {
  const Base* a = w.in<Base>(c.a);
  const Base offset = static_cast<Base>(c.imm);
  LATHE_LOOP address[l] = static_cast<Base>(a[l] + offset);
  if (mask == all_lanes) return;
  const u64 first = address[first_lane(mask)];
  LATHE_LOOP address[l] = (mask & lane_bits[l]) != 0 ? address[l] : first;
}

/// All lanes against [start, start + bytes) that lies at `host`. False when one does not fit or is misaligned.
inline bool fit(const u64* address, u64 start, u64 bytes, std::byte* host, u32 size, u32 align, Spot& spot,
                Pattern& pattern) {
  if (bytes < size) return false;
  const u64 room = bytes - size;
  u64 low = 0, high = 0, run = 0, same = 0;
  const u64 first = address[0] - start;
  LATHE_LOOP {
    const u64 off = address[l] - start;
    spot.off[l] = off;
    low |= off;
    high |= room - off;
    run |= off ^ (first + l * size);
    same |= off ^ first;
  }
  spot.base = reinterpret_cast<std::uintptr_t>(host);
  pattern = run == 0 ? Pattern::run : same == 0 ? Pattern::same : Pattern::gather;
  return ((low | high) >> 63) == 0 && (low & (align - 1)) == 0;
}

inline bool fit_shared(const Warp& w, const u64* address, u64 start, const AccessRequest& r, Spot& spot,
                       Pattern& pattern) {
  const Block& block = *w.block;
  return fit(address, start, block.shared_bytes, block.shared_base, r.bytes, r.align, spot, pattern);
}

/// Each lane against the top of its own local memory.
inline bool fit_local(Warp& w, Mask mask, const u64* address, u64 start, const AccessRequest& r, Spot& spot,
                      Pattern& pattern) {
  if (r.kind == AccessKind::atomic) return false;
  const u64 stride = w.local_stride(), size = r.bytes;
  u64 low = 0, high = 0;
  if (mask == all_lanes) {
    LATHE_LOOP {
      const u64 off = address[l] - start;
      spot.off[l] = off + l * stride;
      low |= off;
      high |= w.stack_top[l] - size - off;
    }
  } else {
    // Lanes that are not here may have less local memory.
    const unsigned first = first_lane(mask);
    const u64 there = address[first] - start + first * stride;
    LATHE_LOOP {
      const u64 off = address[l] - start;
      const u64 over = w.stack_top[l] - size - off;
      const bool here = (mask & lane_bits[l]) != 0;
      spot.off[l] = here ? off + l * stride : there;
      low |= off;
      high |= here ? over : 0;
    }
  }
  spot.base = reinterpret_cast<std::uintptr_t>(w.local_bytes(0, 0));
  pattern = Pattern::gather;
  return ((low | high) >> 63) == 0 && (low & (r.align - 1)) == 0;
}

inline bool fit_regions(Warp& w, const Code& c, Mask mask, const u64* address, const AccessRequest& r, Spot& spot,
                        Pattern& pattern) {
  const u64 first = address[first_lane(mask)];
  if (r.space == mir::Space::generic) {
    if (first >> 32 == shared_window >> 32) return fit_shared(w, address, shared_window, r, spot, pattern);
    if (first >> 32 == local_window >> 32) return fit_local(w, mask, address, local_window, r, spot, pattern);
  }
  const Region*& cached = w.regions[c.inst % 64];
  if (cached == nullptr || first - cached->base >= cached->bytes || !may_access(*cached, r)) {
    const Region* region = usable_region(w, r, first);
    if (region == nullptr) return false;
    cached = region;
  }
  return fit(address, cached->base, cached->bytes, cached->host, r.bytes, r.align, spot, pattern);
}

inline bool fit_frame(Warp& w, const Code& c, const AccessRequest& r, Spot& spot, Pattern& pattern) {
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
[[gnu::noinline]] Pattern place(Warp& w, const Code& c, Mask mask, Spot& spot) {
  const AccessRequest r = AccessRequest::unpack(c.x);
  alignas(64) u64 address[lane_count];
  if constexpr (W == Where::frame) {
    LATHE_LOOP address[l] = w.frame->local_base + c.imm;
  } else {
    compute_addresses<Base>(w, c, mask, address);
  }
  Pattern pattern = Pattern::gather;
  bool good = false;
  if constexpr (W == Where::regions) good = fit_regions(w, c, mask, address, r, spot, pattern);
  if constexpr (W == Where::shared) good = fit_shared(w, address, 0, r, spot, pattern);
  if constexpr (W == Where::local) good = fit_local(w, mask, address, 0, r, spot, pattern);
  if constexpr (W == Where::frame) good = fit_frame(w, c, r, spot, pattern);
  if (!good) [[unlikely]]
    pattern = place_slowly(w, c, mask, address, r, spot);
  if (w.block->grid->observer != nullptr && pattern != Pattern::stop) [[unlikely]]
    tell(w, c, mask, address, r);
  return pattern;
}

}  // namespace
}  // namespace lathe::nvptx::exec
