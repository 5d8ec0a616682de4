// wgmma with every type, swizzle and way of lying in shared memory, against dense matrices.
// Compiled at -O1
#include <doctest/doctest.h>

#include <algorithm>

#include "unit/nvptx/exec/matrix_kernel.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test::matrices;
using test::Random;

namespace {

struct WgmmaCase {
  std::string d, a, b;
  unsigned n, k;
  unsigned swizzle;  ///< bytes: 0, 32, 64, 128
  bool a_in_registers = false, transpose_a = false, transpose_b = false;
  int scale_a = 1, scale_b = 1;
  bool keep = true, saturate = false;
};

/// A matrix (rows: M or N, columns: K) in shared memory: its bytes, and the offsets of its descriptor.
struct Tile {
  Bytes bytes;
  unsigned leading = 0, stride = 0;
};

/// After the canonical layouts of the PTX manual, in units of 16 bytes of T elements each, in the form
/// ((rows), (columns)) : ((strides), (strides)):
///   K-major   none ((8, m), (T, 2)) : ((1T, S), (1, L))        swizzled by w: ((8, m), (T, 2)) : ((wT, S), (1, T))
///   MN-major  none ((T, 1, m), (8, k)) : ((1, T, S), (1T, L))  swizzled: ((T, w, m), (8, k)) : ((1, T, L), (wT, S))
Tile lay_out_tile(const Dense& m, unsigned swizzle, bool transposed, std::size_t bytes) {
  const unsigned bits = bits_of(m.type), t = 128 / bits, w = swizzle == 0 ? 1 : swizzle / 16;
  Tile tile;
  const unsigned groups = std::max(1U, (m.rows + 7) / 8);
  if (!transposed) {
    tile.leading = swizzle == 0 ? groups * 128 + 128 : 16;
    tile.stride = swizzle == 0 ? 128 : 8 * swizzle;
  } else {
    const unsigned wide = (m.rows + w * t - 1) / (w * t);
    // The one that steps along K is far enough apart for all of M or N.
    tile.stride = swizzle == 0 ? 128 : 8 * swizzle * wide;
    tile.leading = swizzle == 0 ? 128 * groups : 8 * swizzle;
  }
  tile.bytes.assign(bytes, std::byte{0x3c});
  for (unsigned r = 0; r < m.rows; ++r)
    for (unsigned c = 0; c < m.columns; ++c) {
      unsigned at = 0;  // in bytes
      unsigned within = 0;
      if (!transposed) {
        at = r % 8 * 16 * w + r / 8 * tile.stride + c / t * (swizzle == 0 ? tile.leading : 16);
        within = c % t;
      } else if (swizzle == 0) {
        at = r / t * tile.stride + c % 8 * 16 + c / 8 * tile.leading;
        within = r % t;
      } else {
        at = r / t % w * 16 + r / t / w * tile.leading + c % 8 * 16 * w + c / 8 * tile.stride;
        within = r % t;
      }
      // Swizzle: bits 4 ... 6 of the address are xored with bits 7 ... 9, as many as the width has.
      const unsigned bits_swapped = swizzle == 128 ? 7 : swizzle == 64 ? 3 : swizzle == 32 ? 1 : 0;
      at ^= (at >> 7 & bits_swapped) << 4;
      if (at + 16 > bytes) return {};
      put(tile.bytes, std::size_t{at} * 8 / bits + within, bits, m.bits[r * m.columns + c]);
    }
  return tile;
}

std::string check_wgmma(const WgmmaCase& w, Range range) {
  Random random{w.n + w.swizzle};
  const Dense a = Dense::random(64, w.k, w.a, random, range), bt = Dense::random(w.n, w.k, w.b, random, range),
              c = Dense::random(64, w.n, w.d, random, range);
  Dense b{w.k, w.n, w.b, {}};
  for (unsigned k = 0; k < w.k; ++k)
    for (unsigned n = 0; n < w.n; ++n) b.bits.push_back(bt.bits[n * w.k + k]);
  Dense signed_a = a, start = c;
  if (w.scale_a * w.scale_b < 0)
    for (auto& v : signed_a.bits) v ^= 1ULL << (bits_of(w.a) - 1);
  if (!w.keep) std::fill(start.bits.begin(), start.bits.end(), 0);
  const Dense want = multiply(signed_a, b, start, w.d, w.saturate, w.a == "b1" ? "and" : "");
  const Tile tile_a = lay_out_tile(a, w.swizzle, w.transpose_a, 12288),
             tile_b = lay_out_tile(bt, w.swizzle, w.transpose_b, 36864);
  // Fragments of D, and of A in registers: by thread, then element.
  const unsigned per_d = 32 / bits_of(w.d), regs_d = w.n / 2 / per_d, per_a = 32 / bits_of(w.a);
  const auto at_d = [](unsigned thread, unsigned i) {
    const unsigned l = thread % 32;
    return Cell{thread / 32 * 16 + l / 4 + i / 2 % 2 * 8, i / 4 * 8 + l % 4 * 2 + i % 2};
  };
  const auto at_a = [&](unsigned thread, unsigned i) {
    const unsigned l = thread % 32, r = i / per_a;
    return Cell{thread / 32 * 16 + l / 4 + r % 2 * 8, r / 2 * 4 * per_a + l % 4 * per_a + i % per_a};
  };
  Bytes fragments(128 * regs_d * 4), fragments_a(128 * 16);
  for (unsigned t = 0; t < 128; ++t) {
    for (unsigned i = 0; i < regs_d * per_d; ++i) {
      const Cell cell = at_d(t, i);
      put(fragments, t * regs_d * per_d + i, bits_of(w.d), c.bits[cell.row * w.n + cell.column]);
    }
    for (unsigned i = 0; i < 4 * per_a && w.a_in_registers; ++i) {
      const Cell cell = at_a(t, i);
      put(fragments_a, t * 4 * per_a + i, bits_of(w.a), a.bits[cell.row * w.k + cell.column]);
    }
  }
  const auto descriptor = [&](const Tile& tile, const std::string& name, const std::string& reg) {
    const u64 mode = w.swizzle == 0 ? 0 : w.swizzle == 128 ? 1 : w.swizzle == 64 ? 2 : 3;
    const u64 rest = mode << 62 | u64{tile.stride >> 4} << 32 | u64{tile.leading >> 4} << 16;
    return "  mov.u32 %x, " + name + ";\n  shr.u32 %x, %x, 4;\n  cvt.u64.u32 " + reg + ", %x;\n  or.b64 " + reg + ", " +
           reg + ", " + std::to_string(static_cast<std::int64_t>(rest)) + ";\n";
  };
  const std::string type_d = w.d == "f32" ? "f32" : "b32";
  std::string declarations =
      "  .shared .align 1024 .b8 sa[12288];\n  .shared .align 1024 .b8 sb[36864];\n"
      "  .reg .b64 %da, %db;\n  .reg .b32 %ra<4>;\n  .reg .pred %keep;\n  .reg ." +
      type_d + " %d<" + std::to_string(regs_d) + ">;\n";
  std::string body = copy(0, "sa", tile_a.bytes.size(), 128) + copy(1, "sb", tile_b.bytes.size(), 128) +
                     "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n";
  const auto each = [&](const std::string& op, unsigned pointer, const std::string& reg, unsigned count,
                        const std::string& type, bool store) {
    std::string text = "  mul.wide.u32 %at, %t, " + std::to_string(4 * count) + ";\n  add.s64 %at, %p" +
                       std::to_string(pointer) + ", %at;\n";
    for (unsigned i = 0; i < count; ++i) {
      const std::string address = "[%at+" + std::to_string(4 * i) + "]", r = reg + std::to_string(i);
      text += "  " + op + "." + type + " " + (store ? address + ", " + r : r + ", " + address) + ";\n";
    }
    return text;
  };
  body += each("ld.global", 2, "%d", regs_d, type_d, false) + each("ld.global", 3, "%ra", 4, "b32", false);
  body += descriptor(tile_a, "sa", "%da") + descriptor(tile_b, "sb", "%db");
  body += std::string("  mov.u32 %x, ") + (w.keep ? "1" : "0") + ";\n  setp.ne.u32 %keep, %x, 0;\n";
  const bool integer = w.d == "s32", half = w.a == "f16" || w.a == "bf16";
  body += "  wgmma.fence.sync.aligned;\n  wgmma.mma_async.sync.aligned.m64n" + std::to_string(w.n) + "k" +
          std::to_string(w.k) + (w.saturate ? ".satfinite" : "") + "." + w.d + "." + w.a + "." + w.b +
          (w.a == "b1" ? ".and.popc " : " ") + registers("%d", regs_d) + ", " +
          (w.a_in_registers ? registers("%ra", 4) : "%da") + ", %db, %keep";
  if (!integer) body += ", " + std::to_string(w.scale_a) + ", " + std::to_string(w.scale_b);
  if (half && !w.a_in_registers) body += w.transpose_a ? ", 1" : ", 0";
  if (half) body += w.transpose_b ? ", 1" : ", 0";
  body += ";\n  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;\n" +
          each("st.global", 2, "%d", regs_d, type_d, true);
  const Ran ran = run(kernel(4, declarations, body), {tile_a.bytes, tile_b.bytes, fragments, fragments_a}, 128);
  if (!ran.fault.empty()) return ran.fault;
  for (unsigned t = 0; t < 128; ++t)
    for (unsigned i = 0; i < regs_d * per_d; ++i) {
      const Cell cell = at_d(t, i);
      if (take(ran.buffers[2], t * regs_d * per_d + i, bits_of(w.d)) != want.bits[cell.row * w.n + cell.column])
        return w.d + "." + w.a + "." + w.b + " n " + std::to_string(w.n) + " swizzle " + std::to_string(w.swizzle) +
               ": wrong at (" + std::to_string(cell.row) + ", " + std::to_string(cell.column) + ")";
    }
  return {};
}

}  // namespace

TEST_CASE("wgmma of f16 and bf16: swizzles, transposed matrices, A in registers, signs, scale-d") {
  for (const unsigned swizzle : {0U, 32U, 64U, 128U})
    for (const bool transpose_a : {false, true})
      for (const bool transpose_b : {false, true})
        for (const bool in_registers : {false, true}) {
          if (in_registers && transpose_a) continue;
          WgmmaCase w{"f32", "f16", "f16", 64, 16, swizzle, in_registers, transpose_a, transpose_b};
          CHECK(check_wgmma(w, Range::fractions) == "");
          w.scale_a = -1, w.keep = false, w.n = 8;
          CHECK(check_wgmma(w, Range::fractions) == "");
          w.scale_b = -1, w.n = 256, w.d = "f16";
          CHECK(check_wgmma(w, Range::small_integers) == "");
          WgmmaCase bf{"f32", "bf16", "bf16", 40, 16, swizzle, in_registers, transpose_a, transpose_b};
          CHECK(check_wgmma(bf, Range::fractions) == "");
        }
}

TEST_CASE("wgmma of the other types") {
  for (const unsigned swizzle : {0U, 32U, 64U, 128U})
    for (const bool in_registers : {false, true}) {
      for (const unsigned n : {8U, 96U}) {
        CHECK(check_wgmma({"f32", "tf32", "tf32", n, 8, swizzle, in_registers}, Range::fractions) == "");
        CHECK(check_wgmma({"f32", "e4m3", "e5m2", n, 32, swizzle, in_registers}, Range::fractions) == "");
        CHECK(check_wgmma({"f16", "e5m2", "e4m3", n, 32, swizzle, in_registers}, Range::fractions) == "");
        WgmmaCase i8{"s32", "s8", "u8", n, 32, swizzle, in_registers};
        CHECK(check_wgmma(i8, Range::special) == "");
        i8.saturate = true, i8.a = "u8", i8.b = "u8";
        CHECK(check_wgmma(i8, Range::special) == "");
        CHECK(check_wgmma({"s32", "b1", "b1", n, 256, swizzle, in_registers}, Range::special) == "");
      }
    }
}
