// wgmma: matrices in shared memory through descriptors, products done when the instruction runs.
//
// Each of the four warps of a warp group computes its 16 rows as it comes by: what the instruction reads from shared
// memory has to be there and stay until wgmma.wait_group anyway, and the accumulators are each warp's own.
// A matrix lies in rows of 16 bytes (chunks); 8 rows make a core matrix. With L and S the leading and stride byte
// offsets of the descriptor and w the bytes of the swizzle (32, 64, 128; 16 for none), chunk (i, j) is at
//   K-major, row i of M or N, chunk j along K:   i % 8 * w + i / 8 * S + j * (none: L, else 16)
//   MN-major, row i of K, chunk j along M or N:  i % 8 * w + none: i / 8 * L + j * S
//                                                          else: i / 8 * S + j / (w / 16) * L + j % (w / 16) * 16
// from the start address; the swizzle then xors the chunk's number in 128 bytes with the line of 128 bytes it is in.
// Source: PTX ISA 9.0, 9.7.15.5.1 (shared memory layout, strides, matrix descriptor).
#include <algorithm>
#include <bit>
#include <cstring>

#include "nvptx/exec/operate/matrix.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/state/access.hpp"
#include "simt/state/observer.hpp"

namespace lathe::nvptx::exec {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr unsigned chunk_bytes = 16;
constexpr unsigned row_chunks = tile_row_bytes / chunk_bytes;

/// A matrix descriptor, read.
struct Descriptor {
  u32 start, leading, stride, base, swizzle_bits;

  explicit Descriptor(u64 d)
      : start(static_cast<u32>(d & 0x3fff) << 4),
        leading(static_cast<u32>(d >> 16 & 0x3fff) << 4),
        stride(static_cast<u32>(d >> 32 & 0x3fff) << 4),
        base(static_cast<u32>(d >> 49 & 7)),
        // 1, 2, 3: swizzles of 128, 64, 32 bytes, which xor 3, 2, 1 bits.
        swizzle_bits((d >> 62) == 0 ? 0 : static_cast<u32>(4 - (d >> 62))) {}

  u32 swizzled(u32 address) const {
    const u32 line = (address >> 7) - base;
    return address ^ (line & ((1U << swizzle_bits) - 1)) << 4;
  }
  u32 k_major(u32 row, u32 chunk) const {
    const u32 along = swizzle_bits == 0 ? leading : chunk_bytes;
    return swizzled(start + row % 8 * (chunk_bytes << swizzle_bits) + row / 8 * stride + chunk * along);
  }
  u32 mn_major(u32 row, u32 chunk) const {
    if (swizzle_bits == 0) return start + row % 8 * chunk_bytes + row / 8 * leading + chunk * stride;
    const u32 width = 1U << swizzle_bits;
    return swizzled(start + row % 8 * (chunk_bytes << swizzle_bits) + row / 8 * stride + chunk / width * leading +
                    chunk % width * chunk_bytes);
  }
};

/// Reads chunks of 16 bytes of shared memory, and tells observers in groups of 32, a lane each.
class ChunkReader {
 public:
  ChunkReader(Warp& w, const Code& code, Mask mask) : warp_(w), code_(code), mask_(mask) {
    request_.space = Space::shared;
    request_.bytes = request_.align = chunk_bytes;
  }
  const std::byte* at(u32 address) {
    const auto lane = static_cast<unsigned>(std::countr_zero(mask_));
    const std::byte* host = locate(warp_, code_, lane, request_, address);
    if (host != nullptr && warp_.block->grid->observer != nullptr) {
      addresses_[seen_++] = address;
      if (seen_ == lane_count) tell();
    }
    return host;
  }
  void tell() {
    const Mask lanes = seen_ == lane_count ? all_lanes : (1U << seen_) - 1;
    if ((lanes & mask_) != 0) tell_observer(warp_, code_, lanes & mask_, request_, addresses_, nullptr, 0);
    seen_ = 0;
  }

 private:
  Warp& warp_;
  const Code& code_;
  Mask mask_;
  AccessRequest request_;
  Address addresses_[lane_count] = {};
  unsigned seen_ = 0;
};

/// Rows `first` ... of M or N, 32 bytes of K each, into `to`. False after a fault.
bool fetch(ChunkReader& reader, const Descriptor& d, bool transposed, unsigned first, unsigned count, std::byte* to) {
  if (!transposed) {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned j = 0; j < row_chunks; ++j) {
        const std::byte* from = reader.at(d.k_major(first + i, j));
        if (from == nullptr) return false;
        std::memcpy(to + i * tile_row_bytes + j * chunk_bytes, from, chunk_bytes);
      }
    return true;
  }
  // 16-bit elements: rows of K, 8 elements of M or N in a chunk.
  constexpr unsigned depth = tile_row_bytes / 2;
  for (unsigned k = 0; k < depth; ++k)
    for (unsigned i = 0; i < count; i += 8) {
      const std::byte* from = reader.at(d.mn_major(k, (first + i) / 8));
      if (from == nullptr) return false;
      for (unsigned x = 0; x < 8; ++x) std::memcpy(to + (i + x) * tile_row_bytes + 2 * k, from + 2 * x, 2);
    }
  return true;
}

/// A descriptor has to be the same in all threads.
bool uniform(Warp& w, const Code& code, Mask mask, Slot slot) {
  const u64* v = w.in<u64>(slot);
  const u64 first = v[std::countr_zero(mask)];
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (v[lane] == first) continue;
    w.fault(code, lane, "the threads of the warp give unlike matrix descriptors");
    return false;
  }
  return true;
}

}  // namespace

Flow run_wgmma(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  const auto lane = static_cast<unsigned>(std::countr_zero(mask));
  const Product p = Product::unpack(code);
  if (!uniform(w, code, mask, code.b) || (code.a != no_slot && !uniform(w, code, mask, code.a))) return Flow::stop;
  alignas(32) std::byte a[16 * tile_row_bytes];
  // The products are read four rows at a time.
  alignas(32) std::byte b[tile_columns * tile_row_bytes];
  ChunkReader reader(w, code, mask);
  if (code.a != no_slot &&
      !fetch(reader, Descriptor(w.in<u64>(code.a)[lane]), (code.imm & wgmma_transpose_a) != 0, w.index % 4 * 16, 16, a))
    return Flow::stop;
  if (!fetch(reader, Descriptor(w.in<u64>(code.b)[lane]), (code.imm & wgmma_transpose_b) != 0, 0, p.n, b))
    return Flow::stop;
  reader.tell();
  TileInput input;
  input.a = code.a == no_slot ? nullptr : a;
  input.b = b;
  input.keep = (w.pred(code.c) >> lane & 1U) != 0;
  input.negate = (code.imm & wgmma_negate) != 0;
  tile_product(w, code, mask, input);
  return Flow::next;
}

Flow run_wgmma_order(Warp& w, const Code& code, Mask mask) {
  return w.gathered(code, mask, all_lanes) ? Flow::next : Flow::again;
}

}  // namespace lathe::nvptx::exec
