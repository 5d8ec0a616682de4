// Handlers of cp.async.bulk.tensor, cp.reduce.async.bulk.tensor, tensormap.replace and tensormap.cp_fenceproxy.
//
// A copy goes row by row: a row is a run of dimension 0. Which rows there are, and where in the tensor each begins,
// is the mode's (tile, gather4 and scatter4, im2col); in shared memory they lie one after the other, 16-byte chunks
// permuted by the swizzle. What lies outside of the tensor is 0 in a load and left alone by a store. Everything is
// done when the instruction runs (async.hpp); observers see each row's accesses. What the manual does not say is a
// fault: the bits of its special NaN, how f32 is rounded to tf32, swizzled rows narrower than the swizzle.
// Cost: O(bytes). Source: PTX ISA 9.0, 5.5 and 9.7.9.27 to 9.7.9.28.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "nvptx/exec/operate/async.hpp"
#include "nvptx/exec/operate/tensor_map.hpp"
#include "simt/lanes/lane_tools.hpp"

namespace lathe::nvptx::exec {
namespace {

using Type = TensorMapDesc::Type;
using Swizzle = TensorMapDesc::Swizzle;
using Coordinates = std::array<std::int64_t, 5>;

constexpr std::uint32_t chunk = 16;
constexpr std::uint32_t most_row_bytes = 256 * 16;

/// Where a chunk that would lie at `address` of shared memory lies.
Address swizzled(Swizzle swizzle, Address address) {
  const Address line = address >> 7;
  switch (swizzle) {
    case Swizzle::bytes_32:
      return address ^ (line & 1) << 4;
    case Swizzle::bytes_64:
      return address ^ (line & 3) << 4;
    case Swizzle::bytes_128:
      return address ^ (line & 7) << 4;
    case Swizzle::bytes_128_atom_32:
      return address ^ (line & 3) << 5;
    case Swizzle::bytes_128_atom_64:
      return address ^ (line & 1) << 6;
    default:
      return address;
  }
}

/// One lane's copy between a tensor and shared memory.
class TensorCopy {
 public:
  TensorCopy(Warp& warp, const Code& code, unsigned lane) : w_(warp), c_(code), lane_(lane) {}

  /// Reads map, coordinates and offsets, and checks them. False after a fault.
  bool prepare() {
    const Address at = w_.in<Address>(c_.b)[lane_];
    const std::byte* bytes =
        lane_access(w_, c_, lane_, request_of(Space::generic, AccessKind::read, tensor_map_bytes, 64, false), at);
    if (bytes == nullptr) return false;
    const auto map = decode_tensor_map(bytes);
    if (!map) return fail("the bytes of the tensor map are none that the host made (tensor: of lathe run)");
    map_ = *map;
    if (const std::string why = tensor_map_fault(map_); !why.empty()) return fail("the tensor map: " + why);
    unit_ = tensor_unit(map_.type);
    mode_ = static_cast<TensorMode>(c_.x & 0xff);
    const unsigned rank = c_.x >> tensor_rank_shift & 0xff;
    if (rank != map_.rank)
      return fail("an instruction of " + std::to_string(rank) + " dimensions, the tensor map has " +
                  std::to_string(map_.rank));
    const bool pixels = mode_ == TensorMode::im2col;
    if (pixels != (map_.pixels != 0))
      return fail(pixels ? "im2col with a tiled tensor map" : "a tile with an im2col tensor map");
    const Slot* extra = w_.extra(c_);
    for (unsigned i = 0; i < 5; ++i)
      if (extra[2 + i] != no_slot) at_[i] = w_.in<std::int32_t>(extra[2 + i])[lane_];
    for (unsigned i = 0; i < 3; ++i)
      if (extra[7 + i] != no_slot) offset_[i] = w_.in<std::uint16_t>(extra[7 + i])[lane_];
    const std::uint32_t elements = pixels ? map_.channels : map_.box[0];
    units_ = elements / unit_.elements;
    row_bytes_ = units_ * unit_.shared;
    const std::uint32_t span = map_.swizzle == Swizzle::none       ? row_bytes_
                               : map_.swizzle == Swizzle::bytes_32 ? 32
                               : map_.swizzle == Swizzle::bytes_64 ? 64
                                                                   : 128;
    if (span != row_bytes_)
      return fail("swizzled rows of " + std::to_string(row_bytes_) + " bytes, narrower than the swizzle's " +
                  std::to_string(span) + ", are not supported: the manual does not say how they lie");
    if (at_[0] % (unit_.shared == chunk ? 128 : unit_.elements) != 0)
      return fail("coordinate 0 is in the midst of packed elements");
    return mode_ != TensorMode::gather4 || (map_.rank == 2 && map_.box[1] == 1) ||
           fail("four rows need a tensor of 2 dimensions and a box of one row");
  }

  /// Calls f(coordinates of the row, bytes from the beginning in shared memory); false when f did.
  template <class F>
  bool rows(F&& f) {
    switch (mode_) {
      case TensorMode::tile:
        return tile_rows(f);
      case TensorMode::gather4:
        for (unsigned i = 0; i < 4; ++i)
          if (!f(Coordinates{at_[0], at_[1 + i], 0, 0, 0}, i * row_bytes_)) return false;
        return true;
      case TensorMode::im2col:
        return pixel_rows(f);
    }
    return false;
  }

  std::uint32_t bytes() const {
    std::uint32_t rows = mode_ == TensorMode::gather4 ? 4 : mode_ == TensorMode::im2col ? map_.pixels : 1;
    for (unsigned i = 1; mode_ == TensorMode::tile && i < map_.rank; ++i) rows *= count(i);
    return rows * row_bytes_;
  }

  bool load(const Coordinates& from, Address to, bool cluster) {
    return pieces(from, [&](std::uint32_t first, std::uint32_t last, bool inside) {
      alignas(16) std::byte bytes[most_row_bytes] = {};
      const std::uint32_t size = (last - first) * unit_.memory;
      if (inside) {
        const std::byte* host = memory(from, first, size, AccessKind::read);
        if (host == nullptr) return false;
        std::memcpy(bytes, host, size);
      } else if (map_.nan_fill) {
        return fail("elements outside of the tensor are filled with a NaN whose bits the manual does not give");
      }
      if (!convert(bytes, size)) return false;
      // The padding of packed elements is not written.
      std::byte* host = shared(to + std::size_t{first} * unit_.shared, AccessKind::write, size, cluster);
      if (host == nullptr) return false;
      std::memcpy(host, bytes, size);
      return true;
    });
  }

  bool store(const Coordinates& to, Address from) {
    const auto operation = static_cast<AsyncOperation>(c_.y);
    const bool reduces = operation != AsyncOperation::store;
    return pieces(to, [&](std::uint32_t first, std::uint32_t last, bool inside) {
      if (!inside) return true;
      alignas(16) std::byte bytes[most_row_bytes];
      const std::uint32_t held = (last - first) * unit_.shared, size = (last - first) * unit_.memory;
      const std::byte* row = shared(from + std::size_t{first} * unit_.shared, AccessKind::read, held, false);
      if (row == nullptr) return false;
      std::memcpy(bytes, row, held);
      if (!convert(bytes, held)) return false;
      if (unit_.memory != unit_.shared) pack_six(bytes);
      std::byte* host = memory(to, first, size, reduces ? AccessKind::atomic : AccessKind::write);
      if (host == nullptr) return false;
      if (!reduces) std::memcpy(host, bytes, size);
      for (std::uint32_t i = 0; reduces && i < size; i += unit_.memory) {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes + i, unit_.memory);
        reduce_element(operation, element_type(), host + i, value);
      }
      return true;
    });
  }

  /// Why the operation of a reduction does not go with the elements; empty when it does.
  std::string misfit(AsyncOperation operation) const {
    const Type t = map_.type;
    const bool small = t == Type::f16 || t == Type::bf16;
    const bool integer = t == Type::u32 || t == Type::s32 || t == Type::u64 || t == Type::s64;
    bool fits = integer;
    if (operation == AsyncOperation::add) fits = integer || small || t == Type::f32;
    if (operation == AsyncOperation::min || operation == AsyncOperation::max) fits = integer || small;
    if (operation == AsyncOperation::inc || operation == AsyncOperation::dec) fits = t == Type::u32;
    return fits ? "" : "this reduction does not go with the tensor's type of elements";
  }

  bool fail(const std::string& text) {
    w_.fault(c_, lane_, text);
    return false;
  }

 private:
  std::uint32_t count(unsigned i) const { return (map_.box[i] + map_.step[i] - 1) / map_.step[i]; }

  template <class F>
  bool tile_rows(F&& f) {
    std::array<std::uint32_t, 5> index{};
    for (std::uint32_t n = 0;; ++n) {
      Coordinates row = at_;
      for (unsigned i = 1; i < map_.rank; ++i) row[i] += std::int64_t{index[i]} * map_.step[i];
      if (!f(row, n * row_bytes_)) return false;
      unsigned i = 1;
      for (; i < map_.rank && ++index[i] == count(i); ++i) index[i] = 0;
      if (i >= map_.rank) return true;
    }
  }

  // Pixels of the box from the filter's corner on; each row is read at the filter's offset from it.
  template <class F>
  bool pixel_rows(F&& f) {
    const unsigned last = map_.rank - 1U;
    const auto end = [&](unsigned i) { return static_cast<std::int64_t>(map_.size[i]) + map_.upper[i - 1]; };
    for (unsigned i = 1; i < last; ++i)
      if (at_[i] < map_.lower[i - 1] || at_[i] >= end(i))
        return fail("coordinate " + std::to_string(i) + " is " + std::to_string(at_[i]) +
                    ", outside of the tensor map's box of pixels");
    Coordinates pixel = at_;
    for (std::uint32_t n = 0; n < map_.pixels; ++n) {
      Coordinates row = pixel;
      for (unsigned i = 1; i < last; ++i) row[i] += offset_[i - 1];
      if (!f(row, n * row_bytes_)) return false;
      unsigned i = 1;
      for (; i < last; ++i) {
        pixel[i] += map_.step[i];
        if (pixel[i] < end(i)) break;
        pixel[i] = map_.lower[i - 1];
      }
      if (i == last) ++pixel[last];
    }
    return true;
  }

  /// The units of a row that lie in the tensor.
  std::pair<std::uint32_t, std::uint32_t> inside(const Coordinates& at) const {
    for (unsigned i = 1; i < map_.rank; ++i)
      if (at[i] < 0 || at[i] >= static_cast<std::int64_t>(map_.size[i])) return {0, 0};
    const std::int64_t begin = at[0] / unit_.elements, size = static_cast<std::int64_t>(map_.size[0] / unit_.elements);
    const std::int64_t first = begin < 0 ? -begin : 0, last = std::min<std::int64_t>(units_, size - begin);
    if (first >= last) return {0, 0};
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
  }

  Address memory_at(const Coordinates& at, std::uint32_t unit) const {
    std::uint64_t offset = (static_cast<std::uint64_t>(at[0] / unit_.elements) + unit) * unit_.memory;
    for (unsigned i = 1; i < map_.rank; ++i) offset += static_cast<std::uint64_t>(at[i]) * map_.stride[i - 1];
    return map_.data + offset;
  }

  std::byte* memory(const Coordinates& at, std::uint32_t unit, std::uint32_t bytes, AccessKind kind) {
    return lane_access(w_, c_, lane_, request_of(Space::global, kind, bytes, 1, false), memory_at(at, unit));
  }

  /// Calls f(first unit, last, whether they lie in the tensor) for the parts of a row that are moved as a whole; false
  /// when f did.
  template <class F>
  bool pieces(const Coordinates& at, F&& f) {
    const auto [first, last] = inside(at);
    const std::uint32_t together = unit_.memory != unit_.shared    ? 1
                                   : map_.swizzle == Swizzle::none ? units_
                                                                   : chunk / unit_.shared;
    for (std::uint32_t u = 0, end; u < units_; u = end) {
      end = std::min(units_, (u / together + 1) * together);
      if (u < first)
        end = std::min(end, first);
      else if (u < last)
        end = std::min(end, last);
      if (!f(u, end, u >= first && u < last)) return false;
    }
    return true;
  }

  std::byte* shared(Address address, AccessKind kind, std::uint32_t bytes, bool cluster) {
    return lane_access(w_, c_, lane_, request_of(Space::shared, kind, bytes, 1, cluster),
                       swizzled(map_.swizzle, address));
  }

  /// Numbers that the element type does not have.
  bool convert(std::byte* from, std::uint32_t size) {
    const bool tf32 = map_.type == Type::tf32 || map_.type == Type::tf32_ftz;
    const bool flush = map_.type == Type::f32_ftz || map_.type == Type::tf32_ftz;
    for (std::uint32_t i = 0; (tf32 || flush) && i < size; i += 4) {
      std::uint32_t bits;
      std::memcpy(&bits, from + i, 4);
      if (flush && (bits & 0x7f800000U) == 0) bits &= 0x80000000U;
      if (tf32 && (bits & 0x1fffU) != 0)
        return fail("an f32 that is no tf32 number: the manual does not say how a tensor copy rounds it");
      std::memcpy(from + i, &bits, 4);
    }
    return true;
  }

  /// Sixteen bytes of 6 bits each into twelve bytes.
  static void pack_six(std::byte* bytes) {
    std::byte packed[12] = {};
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned value = static_cast<unsigned>(bytes[i]) & 63, bit = 6 * i;
      packed[bit / 8] |= static_cast<std::byte>(value << bit % 8 & 0xff);
      if (bit % 8 > 2) packed[bit / 8 + 1] |= static_cast<std::byte>(value >> (8 - bit % 8));
    }
    std::memcpy(bytes, packed, sizeof packed);
  }

  mir::Type element_type() const {
    switch (map_.type) {
      case Type::u32:
        return mir::Type::u32;
      case Type::s32:
        return mir::Type::s32;
      case Type::u64:
        return mir::Type::u64;
      case Type::s64:
        return mir::Type::s64;
      case Type::f16:
        return mir::Type::f16;
      case Type::bf16:
        return mir::Type::bf16;
      case Type::f64:
        return mir::Type::f64;
      default:
        return mir::Type::f32;
    }
  }

  Warp& w_;
  const Code& c_;
  const unsigned lane_;
  TensorMapDesc map_;
  TensorUnit unit_;
  TensorMode mode_ = TensorMode::tile;
  Coordinates at_{}, offset_{};
  std::uint32_t units_ = 0, row_bytes_ = 0;
};

constexpr Address shared_alignment = 128;

bool aligned(TensorCopy& copy, Address at) {
  return at % shared_alignment == 0 || copy.fail("a tensor copy needs shared memory aligned to 128 bytes");
}

// Calls f(to, mbarrier) for each block that a lane's load goes to; false when f did.
template <class F>
bool destinations(Warp& w, const Code& c, unsigned lane, TensorCopy& copy, F&& f) {
  const Slot* extra = w.extra(c);
  const Address to = w.in<Address>(c.a)[lane], mbarrier = w.in<Address>(extra[0])[lane];
  if (extra[1] == no_slot) return f(to, mbarrier);
  for (unsigned ranks = w.in<std::uint16_t>(extra[1])[lane]; ranks != 0; ranks &= ranks - 1) {
    const auto rank = static_cast<unsigned>(std::countr_zero(ranks));
    if (rank >= cluster_blocks(w))
      return copy.fail("a multicast to block " + std::to_string(rank) + " of a cluster of " +
                       std::to_string(cluster_blocks(w)));
    if (!f(in_block(to, rank), in_block(mbarrier, rank))) return false;
  }
  return true;
}

}  // namespace

Flow run_tensor_load(Warp& w, const Code& c, Mask mask) {
  const bool cluster = (c.x & tensor_to_cluster) != 0;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    TensorCopy copy(w, c, lane);
    if (!copy.prepare()) return Flow::stop;
    const bool fine = destinations(w, c, lane, copy, [&](Address to, Address mbarrier) {
      return aligned(copy, to) && copy.rows([&](const Coordinates& at, std::uint32_t offset) {
        return copy.load(at, to + offset, cluster);
      }) &&
             mbarrier_complete(w, c, lane, request_of(Space::shared, AccessKind::sync, 8, 8, cluster), mbarrier,
                               copy.bytes());
    });
    if (!fine) return Flow::stop;
  }
  return Flow::next;
}

Flow run_tensor_store(Warp& w, const Code& c, Mask mask) {
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    TensorCopy copy(w, c, lane);
    if (!copy.prepare()) return Flow::stop;
    const Address from = w.in<Address>(c.a)[lane];
    const auto operation = static_cast<AsyncOperation>(c.y);
    if (operation != AsyncOperation::store)
      if (const std::string why = copy.misfit(operation); !why.empty()) return w.fault(c, lane, why);
    if (!aligned(copy, from) ||
        !copy.rows([&](const Coordinates& at, std::uint32_t offset) { return copy.store(at, from + offset); }))
      return Flow::stop;
  }
  return Flow::next;
}

Flow run_tensor_map_replace(Warp& w, const Code& c, Mask mask) {
  AccessRequest request = request_of(static_cast<Space>(c.imm), AccessKind::write, tensor_map_bytes, 64, false);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    std::byte* host = lane_access(w, c, lane, request, w.in<Address>(c.a)[lane]);
    if (host == nullptr) return Flow::stop;
    auto map = decode_tensor_map(host);
    if (!map) return w.fault(c, lane, "tensormap.replace on bytes that are no tensor map");
    const std::string why = replace_in_tensor_map(*map, c.x, c.y, w.in<std::uint64_t>(c.b)[lane]);
    if (!why.empty()) return w.fault(c, lane, "tensormap.replace: " + why);
    const TensorMap bytes = encode_tensor_map(*map);
    std::memcpy(host, bytes.data(), bytes.size());
  }
  return Flow::next;
}

Flow run_tensor_map_copy(Warp& w, const Code& c, Mask mask) {
  if (!w.gathered(c, mask, all_lanes)) return Flow::again;
  // All threads of the warp name the same; one copy is made.
  const auto lane = static_cast<unsigned>(std::countr_zero(mask));
  const std::byte* from = lane_access(
      w, c, lane, request_of(Space::shared, AccessKind::read, tensor_map_bytes, 128, false), w.in<Address>(c.b)[lane]);
  if (from == nullptr) return Flow::stop;
  std::byte* to = lane_access(w, c, lane, request_of(Space::global, AccessKind::write, tensor_map_bytes, 128, false),
                              w.in<Address>(c.a)[lane]);
  if (to == nullptr) return Flow::stop;
  std::memcpy(to, from, tensor_map_bytes);
  return Flow::next;
}

}  // namespace lathe::nvptx::exec
