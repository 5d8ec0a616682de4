// Fences, addresses in a cluster, launch control: small handlers.
// Cost: O(32). Source: PTX ISA 9.0, 9.7.9.21 (mapa), 9.7.9.22 (getctarank), 9.7.13.4 (fence), 9.7.13.17
// (clusterlaunchcontrol).
#include <atomic>
#include <cstring>
#include <string>

#include "nvptx/exec/operate/async.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/state/observer.hpp"

namespace lathe::nvptx::exec {
namespace {

constexpr Address offset_mask = (Address{1} << cluster_shift) - 1;

std::size_t blocks_of(const Warp& w) { return w.block->cluster != nullptr ? w.block->cluster->blocks.size() : 1; }

// Operand in 32 or 64 bits.
Address value_of(const Warp& w, Slot slot, unsigned bits, unsigned lane) {
  return bits == 32 ? w.in<std::uint32_t>(slot)[lane] : w.in<std::uint64_t>(slot)[lane];
}

// The offset in the shared window, rank and all; false after a fault.
bool shared_offset(Warp& w, const Code& c, unsigned lane, Address address, Address& offset) {
  offset = c.x != 0 ? address : address - shared_window;
  if (offset < window_bytes && (offset >> cluster_shift) <= blocks_of(w)) return true;
  w.fault(c, lane, "the address is not in the shared memory of the cluster");
  return false;
}

}  // namespace

Flow run_async_address(Warp& w, const Code& c, Mask) {
  Address* d = w.out<Address>(c.d);
  if (c.y == 32) {
    const auto* a = w.in<std::uint32_t>(c.a);
    for (unsigned l = 0; l < lane_count; ++l) d[l] = static_cast<std::uint32_t>(a[l] + c.imm);
  } else {
    const auto* a = w.in<Address>(c.a);
    for (unsigned l = 0; l < lane_count; ++l) d[l] = a[l] + c.imm;
  }
  return Flow::next;
}

Flow run_fence(Warp& w, const Code& c, Mask mask) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (Observer* observer = w.block->grid->observer) observer->fence(w, c, mask);
  return Flow::next;
}

Flow run_nothing(Warp&, const Code&, Mask) { return Flow::next; }

Flow run_mapa(Warp& w, const Code& c, Mask mask) {
  Address result[lane_count] = {};
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint32_t rank = w.in<std::uint32_t>(c.b)[lane];
    if (rank >= blocks_of(w))
      return w.fault(c, lane, "block " + std::to_string(rank) + " of a cluster of " + std::to_string(blocks_of(w)));
    Address offset;
    if (!shared_offset(w, c, lane, value_of(w, c.a, c.y, lane), offset)) return Flow::stop;
    result[lane] = (c.x != 0 ? 0 : shared_window) | Address{rank + 1} << cluster_shift | (offset & offset_mask);
  }
  for_lanes(mask, [&](unsigned lane) {
    if (c.y == 32)
      w.out<std::uint32_t>(c.d)[lane] = static_cast<std::uint32_t>(result[lane]);
    else
      w.out<std::uint64_t>(c.d)[lane] = result[lane];
  });
  return Flow::next;
}

Flow run_getctarank(Warp& w, const Code& c, Mask mask) {
  std::uint32_t result[lane_count] = {};
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    Address offset;
    if (!shared_offset(w, c, lane, value_of(w, c.a, c.y, lane), offset)) return Flow::stop;
    const auto rank = static_cast<std::uint32_t>(offset >> cluster_shift);
    result[lane] = rank == 0 ? w.block->rank : rank - 1;
  }
  put_lanes(w.out<std::uint32_t>(c.d), result, mask);
  return Flow::next;
}

Flow run_try_cancel(Warp& w, const Code& c, Mask mask) {
  AccessRequest response;
  response.space = Space::shared;
  response.kind = AccessKind::write;
  response.bytes = response.align = 16;
  AccessRequest signal = response;
  signal.kind = AccessKind::sync;
  signal.bytes = signal.align = 8;
  response.cluster = signal.cluster = c.y != 0;
  const std::size_t blocks = c.y != 0 ? blocks_of(w) : 1;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    for (std::size_t rank = 0; rank < blocks; ++rank) {
      Address to = w.in<Address>(c.a)[lane], barrier = w.in<Address>(c.b)[lane];
      if (c.y != 0) {
        const Address prefix = (rank + 1) << cluster_shift;
        to = (to & offset_mask) | prefix;
        barrier = (barrier & offset_mask) | prefix;
      }
      std::byte* host = locate(w, c, lane, response, to);
      if (host == nullptr) return Flow::stop;
      std::memset(host, 0, 16);
      if (!mbarrier_complete(w, c, lane, signal, barrier, 16)) return Flow::stop;
    }
  }
  return Flow::next;
}

Flow run_is_canceled(Warp& w, const Code& c, Mask mask) {
  const auto* low = w.in<std::uint64_t>(c.a);
  Mask canceled = 0;
  for_lanes(mask, [&](unsigned lane) { canceled |= static_cast<Mask>(low[lane] & 1) << lane; });
  w.set_pred(c.d, canceled, mask);
  return Flow::next;
}

Flow run_first_ctaid(Warp& w, const Code& c, Mask mask) {
  return w.fault(c, static_cast<unsigned>(std::countr_zero(mask)),
                 "the first block of a cluster that was not canceled: try_cancel failed (is_canceled says so)");
}

}  // namespace lathe::nvptx::exec
