// Handlers of cp.async, cp.async.bulk, cp.reduce.async.bulk, st.async and red.async: everything done at once.
// Cost: O(bytes) for each lane. Source: PTX ISA 9.0, 9.7.9.25, 9.7.9.12 (st.async), 9.7.13.8 (red.async).
#include <cstring>
#include <string>

#include "nvptx/exec/operate/async.hpp"
#include "simt/lanes/lane_tools.hpp"

namespace lathe::nvptx::exec {
namespace {

AccessRequest mbarrier_request(bool cluster) { return request_of(Space::shared, AccessKind::sync, 8, 8, cluster); }

/// A bulk operation of one lane: from the source to one destination, and its bytes to an mbarrier.
struct Bulk {
  Address to = 0, from = 0, mbarrier = 0;
  std::uint32_t bytes = 0;
  bool has_mbarrier = false, cluster = false;
  Space to_space = Space::shared, from_space = Space::shared;
};

// `work` is called with the host bytes of destination and source.
template <class F>
bool run_one(Warp& w, const Code& c, unsigned lane, const Bulk& bulk, F&& work) {
  if (bulk.bytes != 0) {
    const auto read = request_of(bulk.from_space, AccessKind::read, bulk.bytes, 16, false);
    const auto write = request_of(bulk.to_space, AccessKind::write, bulk.bytes, 16, bulk.cluster);
    std::byte* from = lane_access(w, c, lane, read, bulk.from);
    if (from == nullptr) return false;
    std::byte* to = lane_access(w, c, lane, write, bulk.to);
    if (to == nullptr) return false;
    work(to, from);
  }
  return !bulk.has_mbarrier || mbarrier_complete(w, c, lane, mbarrier_request(bulk.cluster), bulk.mbarrier, bulk.bytes);
}

template <class F>
Flow run_bulk(Warp& w, const Code& c, Mask mask, F&& work) {
  const Slot* extra = w.extra(c);
  Bulk bulk;
  bulk.to_space = (c.x & bulk_to_global) != 0 ? Space::global : Space::shared;
  bulk.from_space = (c.x & bulk_from_global) != 0 ? Space::global : Space::shared;
  bulk.cluster = (c.x & bulk_to_cluster) != 0;
  bulk.has_mbarrier = extra[0] != no_slot;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    bulk.to = w.in<Address>(c.a)[lane];
    bulk.from = w.in<Address>(c.b)[lane];
    bulk.bytes = w.in<std::uint32_t>(c.c)[lane];
    if (bulk.has_mbarrier) bulk.mbarrier = w.in<Address>(extra[0])[lane];
    if (bulk.bytes % 16 != 0)
      return w.fault(c, lane, "a bulk copy of " + std::to_string(bulk.bytes) + " bytes, which is no multiple of 16");
    const auto one = [&](const Bulk& b) {
      return run_one(w, c, lane, b, [&](std::byte* to, const std::byte* from) { work(lane, b.bytes, to, from); });
    };
    if (extra[1] == no_slot) {
      if (!one(bulk)) return Flow::stop;
      continue;
    }
    for (unsigned ranks = w.in<std::uint16_t>(extra[1])[lane]; ranks != 0; ranks &= ranks - 1) {
      const auto rank = static_cast<unsigned>(std::countr_zero(ranks));
      if (rank >= cluster_blocks(w))
        return w.fault(
            c, lane,
            "a multicast to block " + std::to_string(rank) + " of a cluster of " + std::to_string(cluster_blocks(w)));
      Bulk to_rank = bulk;
      to_rank.to = in_block(bulk.to, rank);
      to_rank.mbarrier = in_block(bulk.mbarrier, rank);
      if (!one(to_rank)) return Flow::stop;
    }
  }
  return Flow::next;
}

}  // namespace

std::byte* lane_access(Warp& w, const Code& c, unsigned lane, const AccessRequest& request, Address address) {
  std::byte* host = locate(w, c, lane, request, address);
  if (host == nullptr || w.block->grid->observer == nullptr) return host;
  Address addresses[lane_count] = {};
  addresses[lane] = address;
  tell_observer(w, c, 1U << lane, request, addresses, nullptr, 0);
  return host;
}

std::size_t cluster_blocks(const Warp& w) { return w.block->cluster != nullptr ? w.block->cluster->blocks.size() : 1; }

Address in_block(Address address, unsigned rank) {
  return (address & ((Address{1} << cluster_shift) - 1)) | Address{rank + 1} << cluster_shift;
}

Flow run_copy(Warp& w, const Code& c, Mask mask) {
  const Slot ignore = w.extra(c)[0];
  const Mask ignored = ignore != no_slot ? w.pred(ignore) : 0;
  const Address* to = w.in<Address>(c.a);
  const Address* from = w.in<Address>(c.b);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    std::uint32_t size = c.c != no_slot ? w.in<std::uint32_t>(c.c)[lane] : c.y;
    if (size > c.y)
      return w.fault(c, lane,
                     "a source size of " + std::to_string(size) + " bytes in a copy of " + std::to_string(c.y));
    if ((ignored >> lane & 1U) != 0) size = 0;
    std::byte bytes[16] = {};
    if (size != 0) {
      const std::byte* host =
          lane_access(w, c, lane, request_of(Space::global, AccessKind::read, size, c.y, false), from[lane]);
      if (host == nullptr) return Flow::stop;
      std::memcpy(bytes, host, size);
    }
    std::byte* host = lane_access(w, c, lane, request_of(Space::shared, AccessKind::write, c.y, c.y, false), to[lane]);
    if (host == nullptr) return Flow::stop;
    std::memcpy(host, bytes, c.y);
  }
  return Flow::next;
}

Flow run_bulk_copy(Warp& w, const Code& c, Mask mask) {
  const Slot byte_mask = w.extra(c)[2];
  return run_bulk(w, c, mask, [&](unsigned lane, std::uint32_t bytes, std::byte* to, const std::byte* from) {
    if (byte_mask == no_slot) {
      std::memmove(to, from, bytes);
      return;
    }
    const unsigned selected = w.in<std::uint16_t>(byte_mask)[lane];
    for (std::uint32_t i = 0; i < bytes; ++i)
      if ((selected >> (i % 16) & 1U) != 0) to[i] = from[i];
  });
}

Flow run_bulk_reduce(Warp& w, const Code& c, Mask mask) {
  const auto operation = static_cast<AsyncOperation>(c.y & 0xff);
  const auto type = static_cast<mir::Type>(c.y >> 8);
  const std::uint32_t size = mir::bits_of(type) / 8;
  return run_bulk(w, c, mask, [&](unsigned, std::uint32_t bytes, std::byte* to, const std::byte* from) {
    for (std::uint32_t i = 0; i < bytes; i += size) {
      std::uint64_t value = 0;
      std::memcpy(&value, from + i, size);
      reduce_element(operation, type, to + i, value);
    }
  });
}

Flow run_async_store(Warp& w, const Code& c, Mask mask) {
  AccessRequest request = AccessRequest::unpack(c.x);
  const auto operation = static_cast<AsyncOperation>(c.y & 0xff);
  const auto type = static_cast<mir::Type>(c.y >> 8);
  const std::uint32_t size = request.bytes;
  request.bytes = request.align = size * c.extra_count;
  AccessRequest signal = request;
  signal.bytes = signal.align = 8;
  signal.kind = AccessKind::sync;
  const Slot* values = w.extra(c);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    std::byte* host = lane_access(w, c, lane, request, w.in<Address>(c.a)[lane]);
    if (host == nullptr) return Flow::stop;
    for (unsigned i = 0; i < c.extra_count; ++i) {
      const std::uint64_t value = size == 8   ? w.in<std::uint64_t>(values[i])[lane]
                                  : size == 4 ? w.in<std::uint32_t>(values[i])[lane]
                                              : w.in<std::uint16_t>(values[i])[lane];
      reduce_element(operation, type, host + i * size, value);
    }
    if (c.b != no_slot && !mbarrier_complete(w, c, lane, signal, w.in<Address>(c.b)[lane], request.bytes))
      return Flow::stop;
  }
  return Flow::next;
}

}  // namespace lathe::nvptx::exec
