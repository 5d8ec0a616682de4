// Handlers of tcgen05: allocation, fragments between registers and tensor memory, products, copies, commits.
//
// A product reads its matrices of shared memory by descriptors: rows of 32 bytes of K, in chunks of 16 bytes.
// With L and S the leading and stride byte offsets and w the bytes of the swizzle (16 for none), chunk (i, j) is at
//   K-major, row i of M or N, chunk j along K:  i % 8 * w + i / 8 * S + j * (none: L, else 16)
//   MN-major, row i of K, chunk j of M or N:    none: i % 8 * 16 + i / 8 * L + j * S
//                                               i % 8 * w + i / 8 * S + j / (w / 16) * L + j % (w / 16) * 16
// Sums are made in double (integers exactly) and rounded once, as those of mma. Cost: O(m n k).
#include "nvptx/exec/operate/tensor_memory.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include "nvptx/exec/operate/async.hpp"
#include "nvptx/exec/operate/matrix_special.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/lanes/small_float.hpp"

namespace lathe::nvptx::exec {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
constexpr unsigned chunk_bytes = 16;

AccessRequest shared_request(AccessKind kind, u32 bytes, bool cluster = false) {
  AccessRequest r;
  r.space = Space::shared;
  r.kind = kind;
  r.bytes = r.align = bytes;
  r.cluster = cluster;
  return r;
}

unsigned first_of(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

/// A matrix descriptor of shared memory.
struct Descriptor {
  u32 start, leading, stride, base, width;  ///< width: bytes of the swizzle
  bool pairs = false;                       ///< chunks are permuted in pairs
  const char* fault = nullptr;

  explicit Descriptor(u64 d)
      : start(static_cast<u32>(d & 0x3fff) << 4),
        leading(static_cast<u32>(d >> 16 & 0x3fff) << 4),
        stride(static_cast<u32>(d >> 32 & 0x3fff) << 4),
        base(static_cast<u32>(d >> 49 & 7)),
        width(16) {
    switch (d >> 61) {
      case 0:
        break;
      case 1:
        pairs = true;
        width = 128;
        break;
      case 2:
        width = 128;
        break;
      case 4:
        width = 64;
        break;
      case 6:
        width = 32;
        break;
      default:
        fault = "a matrix descriptor with an unknown swizzle";
    }
    if ((d >> 46 & 7) != 1) fault = "a matrix descriptor whose bits 46 to 48 are not 0b001";
    if ((d >> 52 & 1) != 0) fault = "a matrix descriptor with an absolute leading dimension is not supported";
  }
  u32 swizzled(u32 address) const {
    const u32 line = (address >> 7) - base;
    return pairs ? address ^ (line & 3) << 5 : address ^ (line & (width / 16 - 1)) << 4;
  }
  u32 k_major(u32 row, u32 chunk) const {
    return swizzled(start + row % 8 * width + row / 8 * stride + chunk * (width == 16 ? leading : chunk_bytes));
  }
  u32 mn_major(u32 row, u32 chunk) const {
    if (width == 16) return start + row % 8 * chunk_bytes + row / 8 * leading + chunk * stride;
    const u32 across = width / chunk_bytes;
    return swizzled(start + row % 8 * width + row / 8 * stride + chunk / across * leading +
                    chunk % across * chunk_bytes);
  }
};

bool is_scaled(TensorKind kind) { return kind >= TensorKind::mxf8f6f4; }

/// The instruction descriptor of a product.
struct Shape {
  bool scaled;
  SmallElement a, b;
  bool whole, halves, saturate, negate_a, negate_b, columns_a, columns_b;
  unsigned m, n;
  unsigned scale_of_a = 0, scale_of_b = 0;  ///< byte of the cells that hold scales
  bool scale_e4m3 = false;
  const char* fault = nullptr;

  Shape(TensorKind kind, u32 d)
      : scaled(is_scaled(kind)),
        a(element(kind, d >> 7 & 7)),
        b(element(kind, d >> 10 & 7)),
        whole(!scaled && (d >> 4 & 3) == 2),
        halves(!scaled && (d >> 4 & 3) == 0),
        saturate((d >> 3 & 1) != 0),
        negate_a((d >> 13 & 1) != 0),
        negate_b((d >> 14 & 1) != 0),
        columns_a((d >> 15 & 1) != 0),
        columns_b((d >> 16 & 1) != 0),
        m((d >> 24 & 31) * 16),
        n((d >> 17 & 63) * 8) {
    const bool integer = kind == TensorKind::i8;
    if ((d & 4) != 0 || (d & 3) != 0) fault = "a sparse product, which is not supported";
    if ((d >> 6 & 1) != 0) fault = "reserved bits are set";
    if (scaled) {
      scale_of_b = d >> 4 & 3, scale_of_a = d >> 29 & 3, scale_e4m3 = (d >> 23 & 1) == 0;
      if (d >> 31 != 0) fault = "a product of 96 columns, which is not supported";
      if (m != 128) fault = "M is not 128";
    } else {
      if ((d >> 23 & 1) != 0 || (d >> 29 & 1) != 0 || d >> 30 != 0) fault = "reserved bits are set";
      if (whole != integer || (d >> 4 & 3) == 3 || (halves && kind == TensorKind::tf32)) fault = "the type of D";
    }
    if (saturate && !integer) fault = "saturation of floats";
    if ((negate_a || negate_b) && integer) fault = "negated integers";
    if (m != 64 && m != 128) fault = "M is not 64 or 128";
    if (n == 0 || n > 256 || (m == 128 && n % 16 != 0)) fault = "N is none of this M";
    if ((columns_a && !whole_bytes(a)) || (columns_b && !whole_bytes(b)))
      fault = "elements of 4 or 6 bits in M or N order";
  }
  static bool whole_bytes(SmallElement e) { return e < SmallElement::e2m3 || small_integer(e); }
  SmallElement element(TensorKind kind, u32 format) {
    switch (kind) {
      case TensorKind::f16:
        if (format > 1) fault = "the type of A or B";
        return format == 0 ? SmallElement::f16 : SmallElement::bf16;
      case TensorKind::tf32:
        if (format != 2) fault = "the type of A or B";
        return SmallElement::tf32;
      case TensorKind::i8:
        if (format > 1) fault = "the type of A or B";
        return format == 0 ? SmallElement::u8 : SmallElement::s8;
      case TensorKind::mxf4:
        if (format != 1) fault = "the type of A or B";
        return SmallElement::e2m1_packed;
      case TensorKind::f8f6f4:
      case TensorKind::mxf8f6f4:
        break;
    }
    switch (format) {
      case 0:
        return SmallElement::e4m3;
      case 1:
        return SmallElement::e5m2;
      case 3:
        return SmallElement::e2m3;
      case 4:
        return SmallElement::e3m2;
      case 5:
        return SmallElement::e2m1_packed;
      default:
        fault = "the type of A or B";
        return SmallElement::e4m3;
    }
  }
};

/// Elements of a row's 32 bytes of K. Those of 4 and 6 bits lie packed at the beginning of each 16 bytes, but for
/// .kind::mxf4, whose rows are full.
unsigned depth(TensorKind kind, SmallElement e) {
  return kind == TensorKind::mxf4 ? 64 : small_bits(e) == 32 ? 8 : small_bits(e) == 16 ? 16 : 32;
}

double number_in(SmallElement e, const std::byte* row, unsigned k, bool full) {
  unsigned bits = small_bits(e), bit = k * bits;
  if (!Shape::whole_bytes(e) && !full) {
    bits = e == SmallElement::e2m1_packed ? 4 : 6;
    bit = k / 16 * 128 + k % 16 * bits;
  }
  u64 word = 0;
  std::memcpy(&word, row + bit / 8, std::min<std::size_t>(8, 32 - bit / 8));
  return small_number(e, static_cast<u32>(word >> bit % 8 & ((u64{1} << bits) - 1)));
}

/// One product of one thread.
class TensorProduct {
 public:
  TensorProduct(Warp& w, const Code& c, unsigned lane)
      : w_(w), c_(c), lane_(lane), shape_(static_cast<TensorKind>(c.x & 0xff), w.in<u32>(w.extra(c)[0])[lane]) {}

  bool run() {
    if (shape_.fault != nullptr) return fail(std::string("the instruction descriptor: ") + shape_.fault);
    const auto d = static_cast<u32>(w_.in<Address>(c_.a)[lane_]);
    const unsigned at = d & 0xffff, base = d >> 16;
    if (!memory_.allocated(at, shape_.n)) return fail("D lies outside of the tensor memory that is allocated");
    if (base != 0 && !(shape_.m == 64 && base == 16)) return fail("D does not begin at lane 0");
    a_.assign(std::size_t{shape_.m} * k_, 0);
    b_.assign(std::size_t{shape_.n} * k_, 0);
    const bool in_tensor = (c_.x >> 8 & 1) != 0;
    if (!(in_tensor ? a_of_tensor(base) : matrix(c_.b, shape_.a, shape_.columns_a, shape_.m, a_)) ||
        !matrix(c_.c, shape_.b, shape_.columns_b, shape_.n, b_))
      return false;
    if (shape_.scaled && (!scale(6, shape_.scale_of_a, shape_.m, a_) || !scale(7, shape_.scale_of_b, shape_.n, b_)))
      return false;
    for (unsigned i = 0; i < shape_.m; ++i) result_row(i, row_lane(i) + base, at);
    return true;
  }

 private:
  bool fail(const std::string& text) {
    w_.fault(c_, lane_, text);
    return false;
  }
  /// M = 64 has 16 rows in the lanes of each warp.
  unsigned row_lane(unsigned i) const { return shape_.m == 64 ? i / 16 * 32 + i % 16 : i; }

  bool matrix(Slot slot, SmallElement e, bool columns, unsigned count, std::vector<double>& out) {
    const Descriptor d(w_.in<u64>(slot)[lane_]);
    if (d.fault != nullptr) return fail(d.fault);
    const auto chunk = [&](u32 address) {
      return lane_access(w_, c_, lane_, shared_request(AccessKind::read, 16), address);
    };
    if (!columns) {
      for (unsigned i = 0; i < count; ++i) {
        std::byte row[32];
        for (unsigned j = 0; j < 2; ++j) {
          const std::byte* from = chunk(d.k_major(i, j));
          if (from == nullptr) return false;
          std::memcpy(row + j * chunk_bytes, from, chunk_bytes);
        }
        for (unsigned k = 0; k < k_; ++k) out[std::size_t{i} * k_ + k] = number_in(e, row, k, full_);
      }
      return true;
    }
    const unsigned each = 128 / small_bits(e);
    for (unsigned k = 0; k < k_; ++k)
      for (unsigned i = 0; i < count; i += each) {
        const std::byte* from = chunk(d.mn_major(k, i / each));
        if (from == nullptr) return false;
        std::byte row[32] = {};
        std::memcpy(row, from, chunk_bytes);
        for (unsigned x = 0; x < each && i + x < count; ++x)
          out[std::size_t{i + x} * k_ + k] = number_in(e, row, x, full_);
      }
    return true;
  }

  bool a_of_tensor(unsigned base) {
    const auto a = static_cast<u32>(w_.in<Address>(c_.b)[lane_]);
    const SmallElement e = shape_.a;
    if (!Shape::whole_bytes(e)) return fail("elements of 4 or 6 bits in tensor memory are not supported");
    if (shape_.columns_a) return fail("a transposed A in tensor memory");
    const unsigned each = 32 / small_bits(e), at = a & 0xffff;
    if (a >> 16 != base) return fail("A and D begin at unlike lanes");
    if (!memory_.allocated(at, k_ / each)) return fail("A lies outside of the tensor memory that is allocated");
    for (unsigned i = 0; i < shape_.m; ++i) {
      std::byte row[32];
      for (unsigned j = 0; j < k_ / each; ++j)
        std::memcpy(row + std::size_t{j} * 4, &memory_.cell(row_lane(i) + base, at + j), 4);
      for (unsigned k = 0; k < k_; ++k) a_[std::size_t{i} * k_ + k] = number_in(e, row, k, full_);
    }
    return true;
  }

  /// Scales of row i lie in lane i % 32 of each quarter, column i / 32, from `byte` of the cell on.
  bool scale(unsigned slot, unsigned byte, unsigned count, std::vector<double>& matrix) {
    const unsigned scales = c_.y >> 8, part = k_ / scales;
    const auto at = static_cast<u32>(w_.in<Address>(w_.extra(c_)[slot])[lane_]);
    if (byte % scales != 0 || byte + scales > 4) return fail("the byte of the scales does not go with their number");
    if (shape_.scale_e4m3 ? scales != 4 : scales == 4 && !full_) return fail("this type of scales");
    if (at >> 16 != 0 || !memory_.allocated(at, (count + 31) / 32))
      return fail("scales outside of the tensor memory that is allocated, or not from lane 0 on");
    for (unsigned i = 0; i < count; ++i) {
      const u32 cell = memory_.cell(i % 32, at + i / 32);
      for (unsigned quarter = 1; quarter < 4; ++quarter)
        if (memory_.cell(quarter * 32 + i % 32, at + i / 32) != cell)
          return fail("the scales of row " + std::to_string(i) + " are not the same in all four quarters of the lanes");
      for (unsigned k = 0; k < k_; ++k) {
        const u32 bits = cell >> 8 * (byte + k / part) & 0xff;
        if (shape_.scale_e4m3 && bits > 0x7f) return fail("a scale of type ue4m3 with its upper bit set");
        matrix[std::size_t{i} * k_ + k] *= scale_number(shape_.scale_e4m3, bits);
      }
    }
    return true;
  }

  void result_row(unsigned i, unsigned lane, unsigned at) {
    const Slot* extra = w_.extra(c_);
    if (extra[2] != no_slot && (w_.in<u32>(extra[2 + lane / 32])[lane_] >> lane % 32 & 1) != 0) return;
    const bool keeps = (w_.pred(extra[1]) >> lane_ & 1) != 0;
    const double sign = shape_.negate_a != shape_.negate_b ? -1 : 1;
    for (unsigned j = 0; j < shape_.n; ++j) {
      u32& cell = memory_.cell(lane, at + j);
      double sum = 0;
      if (keeps)
        sum = shape_.whole    ? static_cast<std::int32_t>(cell)
              : shape_.halves ? small_to_double(static_cast<std::uint16_t>(cell), f16_format)
                              : double{std::bit_cast<float>(cell)};
      sum = std::ldexp(sum, -static_cast<int>(c_.y & 0xff));
      const double *row = &a_[std::size_t{i} * k_], *column = &b_[std::size_t{j} * k_];
      for (unsigned k = 0; k < k_; ++k) sum += sign * row[k] * column[k];
      if (shape_.whole) {
        // Below 2^53: exact.
        if (shape_.saturate) sum = std::clamp(sum, -0x1p31, 0x1p31 - 1);
        cell = static_cast<u32>(static_cast<u64>(static_cast<std::int64_t>(sum)));
      } else if (shape_.halves) {
        cell = double_to_small(sum, f16_format);
      } else {
        cell = sum != sum ? 0x7fffffffU : std::bit_cast<u32>(static_cast<float>(sum));
      }
    }
  }

  Warp& w_;
  const Code& c_;
  const unsigned lane_;
  const Shape shape_;
  TensorMemory& memory_ = TensorMemory::of(w_);
  const bool full_ = static_cast<TensorKind>(c_.x & 0xff) == TensorKind::mxf4;
  const unsigned k_ = depth(static_cast<TensorKind>(c_.x & 0xff), shape_.a);
  std::vector<double> a_, b_;
};

/// Lane and column of register `r` of a thread, from the beginning of the fragment; columns of 32 bits.
std::pair<unsigned, unsigned> cell_of(TensorShape shape, unsigned thread, unsigned r) {
  switch (shape) {
    case TensorShape::s32x32b:
      return {thread, r};
    case TensorShape::s16x64b:
      return {thread / 4 + thread % 2 * 8, r * 2 + thread / 2 % 2};
    case TensorShape::s16x128b:
      return {thread / 4 + r % 2 * 8, r / 2 * 4 + thread % 4};
    case TensorShape::s16x256b:
      break;
  }
  return {thread / 4 + r / 2 % 2 * 8, r / 4 * 8 + thread % 4 * 2 + r % 2};
}

/// Calls f(thread, register, lane, column) for each element of a fragment.
template <class F>
Flow fragment(Warp& w, const Code& c, Mask mask, F&& f) {
  if (!w.gathered(c, mask, all_lanes)) return Flow::again;
  const auto shape = static_cast<TensorShape>(c.x & 0xff);
  const unsigned wide = (c.x >> 8 & 1) != 0 ? 2 : 1, first = first_of(mask);
  const Address* addresses = w.in<Address>(c.a);
  const auto at = static_cast<u32>(addresses[first]);
  for (Mask left = mask; left != 0; left &= left - 1)
    if (addresses[first_of(left)] != at)
      return w.fault(c, first_of(left), "the threads give unlike addresses of tensor memory");
  const unsigned lane = at >> 16, own = w.index % 4 * 32;
  if (lane != own && !(shape != TensorShape::s32x32b && lane == own + 16))
    return w.fault(c, first,
                   "tensor memory from lane " + std::to_string(lane) + " on: this warp reaches lanes " +
                       std::to_string(own) + " to " + std::to_string(own + 31));
  unsigned columns = 0;
  for (unsigned r = 0; r < c.extra_count; ++r)
    for (unsigned t = 0; t < lane_count; ++t) columns = std::max(columns, (cell_of(shape, t, r).second + 1) * wide);
  TensorMemory& memory = TensorMemory::of(w);
  if (!memory.allocated(at & 0xffff, columns))
    return w.fault(c, first,
                   "columns " + std::to_string(at & 0xffff) + " to " + std::to_string((at & 0xffff) + columns - 1) +
                       " of tensor memory are not allocated");
  for (unsigned r = 0; r < c.extra_count; ++r)
    for (unsigned t = 0; t < lane_count; ++t) {
      const auto [row, column] = cell_of(shape, t, r);
      f(memory, t, r, lane + row, (at & 0xffff) + column * wide);
    }
  return Flow::next;
}

}  // namespace

TensorMemory& TensorMemory::of(Warp& warp) {
  auto& state = warp.block->async;
  if (state == nullptr) state = std::make_unique<TensorMemory>();
  return static_cast<TensorMemory&>(*state);
}

int TensorMemory::allocate(unsigned count) {
  const unsigned need = count / granule;
  for (unsigned at = 0; at + need <= used_.size(); ++at) {
    if (std::any_of(used_.begin() + at, used_.begin() + at + need, [](bool b) { return b; })) continue;
    std::fill_n(used_.begin() + at, need, true);
    sizes_[at] = static_cast<std::uint16_t>(count);
    return static_cast<int>(at * granule);
  }
  return -1;
}

bool TensorMemory::release(unsigned column, unsigned count) {
  if (column % granule != 0 || column >= columns || sizes_[column / granule] != count) return false;
  sizes_[column / granule] = 0;
  std::fill_n(used_.begin() + column / granule, count / granule, false);
  return true;
}

bool TensorMemory::allocated(unsigned column, unsigned count) const {
  if (count == 0 || column >= columns || count > columns - column) return false;
  for (unsigned g = column / granule; g <= (column + count - 1) / granule; ++g)
    if (!used_[g]) return false;
  return true;
}

Flow run_tmem_alloc(Warp& w, const Code& c, Mask mask) {
  if (!w.gathered(c, mask, all_lanes)) return Flow::again;
  const unsigned lane = first_of(mask);
  const u32 count = w.in<u32>(c.b)[lane];
  if (!std::has_single_bit(count) || count < 32 || count > 512)
    return w.fault(c, lane, std::to_string(count) + " columns are no power of two in 32 to 512");
  TensorMemory& memory = TensorMemory::of(w);
  if (!memory.permit) return w.fault(c, lane, "an allocation after tcgen05.relinquish_alloc_permit");
  const int column = memory.allocate(count);
  if (column < 0) return Flow::again;
  std::byte* host = lane_access(w, c, lane, shared_request(AccessKind::write, 4), w.in<Address>(c.a)[lane]);
  if (host == nullptr) return Flow::stop;
  std::memcpy(host, &column, 4);
  return Flow::next;
}

Flow run_tmem_dealloc(Warp& w, const Code& c, Mask mask) {
  if (!w.gathered(c, mask, all_lanes)) return Flow::again;
  const unsigned lane = first_of(mask);
  const Address at = w.in<Address>(c.a)[lane];
  const u32 count = w.in<u32>(c.b)[lane];
  if (at > 0xffff || !TensorMemory::of(w).release(static_cast<u32>(at), count))
    return w.fault(c, lane, "no allocation of " + std::to_string(count) + " columns begins there");
  w.wake();
  return Flow::next;
}

Flow run_tmem_relinquish(Warp& w, const Code& c, Mask mask) {
  if (!w.gathered(c, mask, all_lanes)) return Flow::again;
  TensorMemory::of(w).permit = false;
  return Flow::next;
}

Flow run_tmem_wait(Warp& w, const Code& c, Mask mask) {
  return w.gathered(c, mask, all_lanes) ? Flow::next : Flow::again;
}

Flow run_tmem_load(Warp& w, const Code& c, Mask mask) {
  const Slot* extra = w.extra(c);
  const bool packed = (c.x >> 8 & 1) != 0;
  return fragment(w, c, mask, [&](TensorMemory& m, unsigned thread, unsigned r, unsigned lane, unsigned column) {
    u32 value = m.cell(lane, column);
    if (packed) value = (value & 0xffff) | m.cell(lane, column + 1) << 16;
    if ((mask >> thread & 1) != 0) w.out<u32>(extra[r])[thread] = value;
  });
}

Flow run_tmem_store(Warp& w, const Code& c, Mask mask) {
  const Slot* extra = w.extra(c);
  const bool packed = (c.x >> 8 & 1) != 0;
  return fragment(w, c, mask, [&](TensorMemory& m, unsigned thread, unsigned r, unsigned lane, unsigned column) {
    const u32 value = w.in<u32>(extra[r])[thread];
    m.cell(lane, column) = packed ? value & 0xffff : value;
    if (packed) m.cell(lane, column + 1) = value >> 16;
  });
}

Flow run_tmem_mma(Warp& w, const Code& c, Mask mask) {
  for (Mask left = mask; left != 0; left &= left - 1)
    if (!TensorProduct(w, c, first_of(left)).run()) return Flow::stop;
  return Flow::next;
}

Flow run_tmem_copy(Warp& w, const Code& c, Mask mask) {
  const auto shape = static_cast<TensorCopyShape>(c.x);
  const unsigned rows = shape <= TensorCopyShape::s128x128b ? 128 : shape == TensorCopyShape::s32x128b ? 32 : 64;
  const unsigned chunks = shape == TensorCopyShape::s128x256b ? 2 : 1;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned lane = first_of(left);
    const auto at = static_cast<u32>(w.in<Address>(c.a)[lane]);
    const Descriptor d(w.in<u64>(c.b)[lane]);
    if (d.fault != nullptr) return w.fault(c, lane, d.fault);
    TensorMemory& memory = TensorMemory::of(w);
    if (at >> 16 != 0 || !memory.allocated(at, chunks * 4))
      return w.fault(c, lane, "a copy to tensor memory that is not allocated, or not from lane 0 on");
    for (unsigned i = 0; i < rows; ++i)
      for (unsigned j = 0; j < chunks; ++j) {
        const std::byte* from = lane_access(w, c, lane, shared_request(AccessKind::read, 16), d.k_major(i, j));
        if (from == nullptr) return Flow::stop;
        // To the lanes of one warp, two or four.
        for (unsigned warp = 0; warp < 4; ++warp) {
          const unsigned part = i / 32;
          const bool here = rows == 128                                ? warp == part
                            : rows == 32                               ? true
                            : shape == TensorCopyShape::s64x128b_02_13 ? warp % 2 == part
                                                                       : warp / 2 == part;
          for (unsigned k = 0; here && k < 4; ++k)
            std::memcpy(&memory.cell(warp * 32 + i % 32, at + j * 4 + k), from + std::size_t{k} * 4, 4);
        }
      }
  }
  return Flow::next;
}

Flow run_tmem_commit(Warp& w, const Code& c, Mask mask) {
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned lane = first_of(left);
    const Address at = w.in<Address>(c.a)[lane];
    for (unsigned ranks = w.in<std::uint16_t>(c.b)[lane]; ranks != 0; ranks &= ranks - 1) {
      const unsigned rank = first_of(ranks);
      if (rank >= cluster_blocks(w)) return w.fault(c, lane, "a commit to a block that the cluster does not have");
      std::byte* host = lane_access(w, c, lane, shared_request(AccessKind::sync, 8, true), in_block(at, rank));
      if (host == nullptr) return Flow::stop;
      u64 word;
      std::memcpy(&word, host, 8);
      Mbarrier m(word);
      const char* why = Mbarrier::valid(word) ? m.arrive(1, false, false) : "the mbarrier is not initialized";
      if (why != nullptr) return w.fault(c, lane, why);
      word = m.word();
      std::memcpy(host, &word, 8);
    }
  }
  return Flow::next;
}

}  // namespace lathe::nvptx::exec
