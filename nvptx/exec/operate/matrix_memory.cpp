// Matrices between memory and fragments: wmma.load, wmma.store, ldmatrix, stmatrix, movmatrix.
//
// wmma: each line of the matrix (a row, or a column under .col) is checked once, as a whole; then every lane moves its
// elements. All threads have to give the same address and stride. Cost: O(elements), and one look-up for each line.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "nvptx/exec/operate/matrix.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/state/access.hpp"
#include "simt/state/observer.hpp"

namespace lathe::nvptx::exec {
namespace {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

unsigned first_lane(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

Address lane_address(const Warp& w, const Code& code, unsigned lane, bool narrow) {
  if (code.a == no_slot) return code.imm;
  // A 32-bit address wraps as the register does.
  return narrow ? static_cast<u32>(w.in<u32>(code.a)[lane] + static_cast<u32>(code.imm))
                : w.in<u64>(code.a)[lane] + code.imm;
}

struct Place {
  unsigned row, column;
};

/// The matrix of one wmma.load or wmma.store: `count` lines of `length` elements.
struct Lines {
  FragmentAccess f;
  unsigned m, n, k;
  unsigned bits, per_register, registers;  // of the fragment, without the doubled registers of f16
  unsigned count, length;
  std::array<std::byte*, 32> host{};
  std::array<Address, 32> address{};

  explicit Lines(const Code& code) : f(FragmentAccess::unpack(code.y)) {
    m = code.x & 0x3ff, n = code.x >> 10 & 0x3ff, k = code.x >> 20 & 0x3ff;
    bits = element_bits(f.type);
    const unsigned rows = f.role == FragmentAccess::Role::b ? k : m;
    const unsigned columns = f.role == FragmentAccess::Role::a ? k : n;
    per_register = f.type == Element::f64 ? 1 : 32 / bits;
    registers = fragment_registers(rows * columns, f.type);
    count = f.columns ? columns : rows;
    length = f.columns ? rows : columns;
  }

  /// Element i of register r of this lane.
  Place place(unsigned r, unsigned lane, unsigned i) const {
    const unsigned g = lane / 4, t = lane % 4, e = per_register, tile_rows = m < 16 ? 8 : 16;
    if (f.role == FragmentAccess::Role::a) {
      const unsigned each = tile_rows * k / (lane_count * e), tile = r / each, q = r % each;
      const bool tall = tile_rows == 16;
      return {tile * 16 + (tall ? q % 2 * 8 : 0) + g, 4 * e * (tall ? q / 2 : q) + t * e + i};
    }
    if (f.role == FragmentAccess::Role::b) {
      const unsigned each = k / (4 * e);
      return {r % each * 4 * e + t * e + i, r / each * 8 + g};
    }
    const unsigned each = (tile_rows == 16 ? 4 : 2) / e, tile = r / each, element = r % each * e + i;
    return {tile / (n / 8) * 16 + element / 2 * 8 + g, tile % (n / 8) * 8 + 2 * t + element % 2};
  }

  /// Whether the elements of one register lie side by side in memory.
  bool words() const {
    switch (f.role) {
      case FragmentAccess::Role::a:
        return !f.columns;
      case FragmentAccess::Role::b:
        return f.columns;
      case FragmentAccess::Role::accumulator:
        break;
    }
    return !f.columns || per_register == 1;
  }
  /// Elements of a register that are moved one by one, and the bytes of each.
  unsigned parts() const { return words() ? 1 : per_register; }
  unsigned part_bytes() const { return words() ? bits * per_register / 8 : bits / 8; }

  /// Line and byte offset of a part.
  std::pair<unsigned, unsigned> offset(unsigned r, unsigned lane, unsigned part) const {
    const Place p = place(r, lane, part);
    return f.columns ? std::pair{p.column, p.row * bits / 8} : std::pair{p.row, p.column * bits / 8};
  }

  bool locate_all(Warp& w, const Code& code, Mask mask, AccessKind kind);
  void tell(Warp& w, const Code& code, Mask mask, AccessKind kind) const;
};

bool Lines::locate_all(Warp& w, const Code& code, Mask mask, AccessKind kind) {
  const unsigned first = first_lane(mask);
  const u32* strides = code.b == no_slot ? nullptr : w.in<u32>(code.b);
  const Address base = lane_address(w, code, first, f.narrow);
  const u32 stride = strides == nullptr ? length : strides[first];
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned lane = first_lane(left);
    if (lane_address(w, code, lane, f.narrow) == base && (strides == nullptr || strides[lane] == stride)) continue;
    w.fault(code, lane, "the threads of the warp give unlike addresses or strides");
    return false;
  }
  AccessRequest request;
  request.space = f.space;
  request.kind = kind;
  request.bytes = length * bits / 8;
  // The start of a line is a multiple of a thread's fragment; fragments that halves double are of 8 registers.
  request.align = std::min(16U, code.extra_count * (f.type == Element::f64 ? 8U : 4U));
  for (unsigned i = 0; i < count; ++i) {
    address[i] = base + u64{i} * stride * bits / 8;
    host[i] = locate(w, code, first, request, address[i]);
    if (host[i] == nullptr) return false;
  }
  return true;
}

void Lines::tell(Warp& w, const Code& code, Mask mask, AccessKind kind) const {
  if (w.block->grid->observer == nullptr) return;
  AccessRequest request;
  request.space = f.space;
  request.kind = kind;
  request.bytes = request.align = part_bytes();
  Address at[lane_count];
  for (unsigned r = 0; r < registers; ++r)
    for (unsigned part = 0; part < parts(); ++part) {
      for (unsigned l = 0; l < lane_count; ++l) {
        const auto [line, offset_in] = offset(r, l, part);
        at[l] = address[line] + offset_in;
      }
      tell_observer(w, code, mask, request, at, nullptr, 0);
    }
}

}  // namespace

Flow run_wmma_load(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  Lines lines(code);
  if (!lines.locate_all(w, code, mask, AccessKind::read)) return Flow::stop;
  lines.tell(w, code, mask, AccessKind::read);
  const Slot* regs = w.extra(code);
  const unsigned parts = lines.parts(), bytes = lines.part_bytes();
  for (unsigned r = 0; r < lines.registers; ++r) {
    u64 values[lane_count] = {};
    for (unsigned l = 0; l < lane_count; ++l)
      for (unsigned part = 0; part < parts; ++part) {
        const auto [line, offset] = lines.offset(r, l, part);
        std::memcpy(reinterpret_cast<std::byte*>(&values[l]) + part * bytes, lines.host[line] + offset, bytes);
      }
    // Halves are there twice where the fragment has more registers than elements.
    for (unsigned copy = r; copy < code.extra_count; copy += lines.registers) {
      if (lines.f.type == Element::f64) {
        put_lanes(w.out<u64>(regs[copy]), values, mask);
        continue;
      }
      u32 words[lane_count];
      for (unsigned l = 0; l < lane_count; ++l) words[l] = static_cast<u32>(values[l]);
      put_lanes(w.out<u32>(regs[copy]), words, mask);
    }
  }
  return Flow::next;
}

Flow run_wmma_store(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  Lines lines(code);
  if (!lines.locate_all(w, code, mask, AccessKind::write)) return Flow::stop;
  lines.tell(w, code, mask, AccessKind::write);
  const Slot* regs = w.extra(code);
  const unsigned parts = lines.parts(), bytes = lines.part_bytes();
  for (unsigned r = 0; r < lines.registers; ++r)
    for_lanes(mask, [&](unsigned l) {
      const u64 value = lines.f.type == Element::f64 ? w.in<u64>(regs[r])[l] : u64{w.in<u32>(regs[r])[l]};
      for (unsigned part = 0; part < parts; ++part) {
        const auto [line, offset] = lines.offset(r, l, part);
        std::memcpy(lines.host[line] + offset, reinterpret_cast<const std::byte*>(&value) + part * bytes, bytes);
      }
    });
  return Flow::next;
}

namespace {

/// The rows that the first 8 lanes for each matrix point at. False after a fault.
bool locate_rows(Warp& w, const Code& code, Mask mask, std::byte** rows) {
  const AccessRequest request = AccessRequest::unpack(code.x);
  const Mask pointing = code.extra_count >= 4 ? all_lanes : (1U << 8 * code.extra_count) - 1;
  Address address[lane_count] = {};
  for_lanes(pointing, [&](unsigned l) { address[l] = lane_address(w, code, l, (code.y & matrix_narrow) != 0); });
  // In shared memory all rows are mostly in place; where one is not, or the space is another, one by one.
  const Block& block = *w.block;
  const Address window = request.space == Space::generic ? shared_window : 0;
  bool fast = true;
  for_lanes(pointing, [&](unsigned l) {
    const Address offset = address[l] - window;
    fast = fast && (offset & 15) == 0 && offset < block.shared_bytes && block.shared_bytes - offset >= 16;
    if (fast) rows[l] = block.shared_base + offset;
  });
  if (!fast && !locate_lanes(w, code, pointing, request, address, rows)) return false;
  tell_observer(w, code, pointing & mask, request, address, nullptr, 0);
  return true;
}

/// Row and byte of half `i` of a lane in a matrix of 8 rows of 16 bytes.
std::byte* half_at(std::byte* const* rows, unsigned lane, unsigned i, bool transposed) {
  return transposed ? rows[lane % 4 * 2 + i] + lane / 4 * 2 : rows[lane / 4] + lane % 4 * 4 + i * 2;
}

}  // namespace

Flow run_ldmatrix(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  std::byte* rows[lane_count] = {};
  if (!locate_rows(w, code, mask, rows)) return Flow::stop;
  const bool transposed = (code.y & matrix_transposed) != 0;
  for (unsigned j = 0; j < code.extra_count; ++j) {
    u32 words[lane_count];
    for (unsigned l = 0; l < lane_count; ++l) {
      if (!transposed) {
        std::memcpy(&words[l], rows[8 * j + l / 4] + l % 4 * 4, 4);
        continue;
      }
      u16 low, high;
      std::memcpy(&low, half_at(rows + 8 * j, l, 0, true), 2);
      std::memcpy(&high, half_at(rows + 8 * j, l, 1, true), 2);
      words[l] = low | u32{high} << 16;
    }
    put_lanes(w.out<u32>(w.extra(code)[j]), words, mask);
  }
  return Flow::next;
}

Flow run_stmatrix(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  std::byte* rows[lane_count] = {};
  if (!locate_rows(w, code, mask, rows)) return Flow::stop;
  const bool transposed = (code.y & matrix_transposed) != 0;
  for (unsigned j = 0; j < code.extra_count; ++j) {
    const u32* words = w.in<u32>(w.extra(code)[j]);
    for_lanes(mask, [&](unsigned l) {
      for (unsigned i = 0; i < 2; ++i) {
        const u16 half = static_cast<u16>(words[l] >> 16 * i);
        std::memcpy(half_at(rows + 8 * j, l, i, transposed), &half, 2);
      }
    });
  }
  return Flow::next;
}

Flow run_movmatrix(Warp& w, const Code& code, Mask mask) {
  if (!w.gathered(code, mask, all_lanes)) return Flow::again;
  const u32* a = w.in<u32>(code.a);
  u32 words[lane_count];
  for (unsigned l = 0; l < lane_count; ++l) {
    u32 word = 0;
    for (unsigned i = 0; i < 2; ++i) {
      // Row l / 4, column 2 (l % 4) + i of the result is that column and row of the source.
      const unsigned row = l % 4 * 2 + i, column = l / 4;
      word |= (a[row * 4 + column / 2] >> column % 2 * 16 & 0xffffU) << 16 * i;
    }
    words[l] = word;
  }
  put_lanes(w.out<u32>(code.d), words, mask);
  return Flow::next;
}

}  // namespace lathe::nvptx::exec
