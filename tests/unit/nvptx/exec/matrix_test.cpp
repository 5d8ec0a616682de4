// Matrix products of a warp against dense matrices multiplied naively. Where each element of a fragment lies is
// written here after the formulas of the PTX manual's fragment sections, element by element.
// Compiled at -O1
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include "unit/nvptx/exec/matrix_reference.hpp"
#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test::matrices;
using test::OpCall;
using test::OpInput;
using test::OpResult;
using test::Random;

namespace {

/// A product of one warp: fragments in registers, `reg` bits each.
struct Mma {
  std::string text;  ///< mnemonic
  unsigned m, n, k;
  std::string d, a, b, c;
  Layout at_a, at_b, at_c;
  bool saturate = false;
  std::string bits{};  ///< "xor", "and"
  unsigned warps = 3;
};

struct Registers {
  std::string type;  ///< of the PTX registers
  unsigned count;
};
Registers registers(const std::string& element, unsigned elements) {
  if (element == "f64") return {"f64", elements / 32};
  if (element == "f32") return {"f32", elements / 32};
  return {"b32", elements * bits_of(element) / 1024};
}

/// A fragment as columns of registers: matrices[w] is the dense matrix of warp w.
std::vector<OpInput> scatter(const std::vector<Dense>& matrices, const std::string& element, const Layout& at,
                             unsigned elements) {
  const Registers regs = registers(element, elements);
  const unsigned reg_bits = regs.type == "f64" ? 64 : 32, each = reg_bits / bits_of(element);
  std::vector<OpInput> out(regs.count, OpInput{regs.type, {}});
  for (const Dense& matrix : matrices)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned r = 0; r < regs.count; ++r) {
        std::uint64_t word = 0;
        for (unsigned e = 0; e < each; ++e) {
          const Cell cell = at(lane, r * each + e);
          word |= matrix.bits[cell.row * matrix.columns + cell.column] << (e * bits_of(element) % 64);
        }
        out[r].values.push_back(word);
      }
  return out;
}

std::string tuple(const std::string& prefix, std::size_t first, std::size_t count) {
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i) text += (i != 0 ? ", " : "") + prefix + std::to_string(first + i);
  return text + "}";
}

/// Random matrices, the instruction, and every element of the result compared. "" or what is wrong.
std::string check(const Mma& p, std::uint64_t seed, Range range) {
  Random random{seed};
  std::vector<Dense> a, b, c;
  for (unsigned w = 0; w < p.warps; ++w) {
    a.push_back(Dense::random(p.m, p.k, p.a, random, range));
    b.push_back(Dense::random(p.k, p.n, p.b, random, range));
    c.push_back(Dense::random(p.m, p.n, p.c, random, range));
  }
  const auto in_a = scatter(a, p.a, p.at_a, p.m * p.k), in_b = scatter(b, p.b, p.at_b, p.n * p.k),
             in_c = scatter(c, p.c, p.at_c, p.m * p.n);
  OpCall call;
  const Registers out = registers(p.d, p.m * p.n);
  call.code = p.text + " " + tuple("$d", 0, out.count) + ", " + tuple("$", 0, in_a.size()) + ", " +
              tuple("$", in_a.size(), in_b.size()) + ", " + tuple("$", in_a.size() + in_b.size(), in_c.size()) + ";";
  call.outputs.assign(out.count, out.type);
  for (const auto* part : {&in_a, &in_b, &in_c}) call.inputs.insert(call.inputs.end(), part->begin(), part->end());
  call.masked = false;
  call.block = 32;
  const OpResult result = test::run_op(call);
  if (!result.fault.empty()) return result.fault;
  const unsigned each = (out.type == "f64" ? 64 : 32) / bits_of(p.d);
  for (unsigned w = 0; w < p.warps; ++w) {
    const Dense want = multiply(a[w], b[w], c[w], p.d, p.saturate, p.bits);
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < out.count * each; ++i) {
        const Cell cell = p.at_c(lane, i);
        const std::uint64_t word = result.outputs[i / each][w * 32 + lane] >> (i % each * bits_of(p.d) % 64);
        const std::uint64_t got = bits_of(p.d) == 64 ? word : word & ((1ULL << bits_of(p.d)) - 1);
        const std::uint64_t expected = want.bits[cell.row * p.n + cell.column];
        if (got == expected) continue;
        char text[160];
        std::snprintf(text, sizeof text, "%s: warp %u lane %u element %u (%u, %u): %llx, not %llx", p.text.c_str(), w,
                      lane, i, cell.row, cell.column, static_cast<unsigned long long>(got),
                      static_cast<unsigned long long>(expected));
        return text;
      }
  }
  return {};
}

Cell c16x8(unsigned lane, unsigned i) { return {lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)}; }
Cell c8x8(unsigned lane, unsigned i) { return {lane / 4, lane % 4 * 2 + i}; }

std::string name(unsigned m, unsigned n, unsigned k, const std::string& d, const std::string& a, const std::string& b,
                 const std::string& c) {
  return "mma.sync.aligned.m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k) + ".row.col." +
         d + "." + a + "." + b + "." + c;
}

}  // namespace

TEST_CASE("mma of f16 and bf16, m16n8k8 and m16n8k16") {
  const Layout a8 = [](unsigned l, unsigned i) { return Cell{l / 4 + (i < 2 ? 0 : 8), l % 4 * 2 + (i & 1)}; };
  const Layout b8 = [](unsigned l, unsigned i) { return Cell{l % 4 * 2 + i, l / 4}; };
  const Layout a16 = [](unsigned l, unsigned i) {
    return Cell{l / 4 + (i < 2 || (4 <= i && i < 6) ? 0 : 8), l % 4 * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
  };
  const Layout b16 = [](unsigned l, unsigned i) { return Cell{l % 4 * 2 + (i & 1) + (i >= 2 ? 8 : 0), l / 4}; };
  for (const Range range : {Range::small_integers, Range::fractions, Range::special}) {
    for (const std::string d : {"f16", "f32"}) {
      CHECK(check({name(16, 8, 8, d, "f16", "f16", d), 16, 8, 8, d, "f16", "f16", d, a8, b8, c16x8}, 1, range) == "");
      CHECK(check({name(16, 8, 16, d, "f16", "f16", d), 16, 8, 16, d, "f16", "f16", d, a16, b16, c16x8}, 2, range) ==
            "");
    }
    CHECK(check({name(16, 8, 8, "f32", "bf16", "bf16", "f32"), 16, 8, 8, "f32", "bf16", "bf16", "f32", a8, b8, c16x8},
                3, range) == "");
    CHECK(
        check({name(16, 8, 16, "f32", "bf16", "bf16", "f32"), 16, 8, 16, "f32", "bf16", "bf16", "f32", a16, b16, c16x8},
              4, range) == "");
  }
}

TEST_CASE("mma of tf32, m16n8k4 and m16n8k8: the lower 13 bits do not matter") {
  const Layout a4 = [](unsigned l, unsigned i) { return Cell{l / 4 + (i == 0 ? 0 : 8), l % 4}; };
  const Layout b4 = [](unsigned l, unsigned) { return Cell{l % 4, l / 4}; };
  const Layout a8 = [](unsigned l, unsigned i) {
    return Cell{l / 4 + (i == 0 || i == 2 ? 0 : 8), l % 4 + (i < 2 ? 0 : 4)};
  };
  const Layout b8 = [](unsigned l, unsigned i) { return Cell{l % 4 + (i == 0 ? 0 : 4), l / 4}; };
  for (const Range range : {Range::small_integers, Range::fractions, Range::special}) {
    CHECK(check({name(16, 8, 4, "f32", "tf32", "tf32", "f32"), 16, 8, 4, "f32", "tf32", "tf32", "f32", a4, b4, c16x8},
                5, range) == "");
    CHECK(check({name(16, 8, 8, "f32", "tf32", "tf32", "f32"), 16, 8, 8, "f32", "tf32", "tf32", "f32", a8, b8, c16x8},
                6, range) == "");
  }
}

TEST_CASE("mma of 8-bit floats, m16n8k16 and m16n8k32") {
  const Layout a16 = [](unsigned l, unsigned i) { return Cell{l / 4 + (i < 4 ? 0 : 8), l % 4 * 4 + (i & 3)}; };
  const Layout b16 = [](unsigned l, unsigned i) { return Cell{l % 4 * 4 + i, l / 4}; };
  const Layout a32 = [](unsigned l, unsigned i) {
    return Cell{l / 4 + (i < 4 || (8 <= i && i < 12) ? 0 : 8), l % 4 * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
  };
  const Layout b32 = [](unsigned l, unsigned i) { return Cell{l % 4 * 4 + (i & 3) + (i >= 4 ? 16 : 0), l / 4}; };
  for (const Range range : {Range::small_integers, Range::fractions, Range::special})
    for (const std::string a : {"e4m3", "e5m2"})
      for (const std::string b : {"e4m3", "e5m2"})
        for (const std::string d : {"f16", "f32"}) {
          CHECK(check({name(16, 8, 16, d, a, b, d), 16, 8, 16, d, a, b, d, a16, b16, c16x8}, 7, range) == "");
          CHECK(check({name(16, 8, 32, d, a, b, d), 16, 8, 32, d, a, b, d, a32, b32, c16x8}, 8, range) == "");
        }
}

TEST_CASE("mma of 8-bit integers, with and without saturation") {
  const Layout a8 = [](unsigned l, unsigned i) { return Cell{l / 4, l % 4 * 4 + i}; };
  const Layout b8 = [](unsigned l, unsigned i) { return Cell{l % 4 * 4 + i, l / 4}; };
  const Layout a16 = [](unsigned l, unsigned i) { return Cell{l / 4 + (i < 4 ? 0 : 8), l % 4 * 4 + (i & 3)}; };
  const Layout a32 = [](unsigned l, unsigned i) {
    return Cell{l / 4 + (i < 4 || (8 <= i && i < 12) ? 0 : 8), l % 4 * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
  };
  const Layout b32 = [](unsigned l, unsigned i) { return Cell{l % 4 * 4 + (i & 3) + (i >= 4 ? 16 : 0), l / 4}; };
  for (const std::string a : {"s8", "u8"})
    for (const std::string b : {"s8", "u8"})
      for (const bool clamp : {false, true}) {
        const std::string types = std::string(clamp ? "satfinite." : "") + "s32";
        CHECK(check({name(8, 8, 16, types, a, b, "s32"), 8, 8, 16, "s32", a, b, "s32", a8, b8, c8x8, clamp}, 9,
                    Range::special) == "");
        CHECK(check({name(16, 8, 16, types, a, b, "s32"), 16, 8, 16, "s32", a, b, "s32", a16, b8, c16x8, clamp}, 10,
                    Range::special) == "");
        CHECK(check({name(16, 8, 32, types, a, b, "s32"), 16, 8, 32, "s32", a, b, "s32", a32, b32, c16x8, clamp}, 11,
                    Range::special) == "");
      }
}

TEST_CASE("mma of 4-bit integers, with and without saturation") {
  const Layout a8 = [](unsigned l, unsigned i) { return Cell{l / 4, l % 4 * 8 + i}; };
  const Layout b8 = [](unsigned l, unsigned i) { return Cell{l % 4 * 8 + i, l / 4}; };
  const Layout a32 = [](unsigned l, unsigned i) { return Cell{l / 4 + (i < 8 ? 0 : 8), l % 4 * 8 + (i & 7)}; };
  const Layout a64 = [](unsigned l, unsigned i) {
    return Cell{l / 4 + (i < 8 || (16 <= i && i < 24) ? 0 : 8), l % 4 * 8 + (i & 7) + (i >= 16 ? 32 : 0)};
  };
  const Layout b64 = [](unsigned l, unsigned i) { return Cell{l % 4 * 8 + (i & 7) + (i >= 8 ? 32 : 0), l / 4}; };
  for (const std::string a : {"s4", "u4"})
    for (const std::string b : {"s4", "u4"})
      for (const bool clamp : {false, true}) {
        const std::string types = std::string(clamp ? "satfinite." : "") + "s32";
        CHECK(check({name(8, 8, 32, types, a, b, "s32"), 8, 8, 32, "s32", a, b, "s32", a8, b8, c8x8, clamp}, 12,
                    Range::special) == "");
        CHECK(check({name(16, 8, 32, types, a, b, "s32"), 16, 8, 32, "s32", a, b, "s32", a32, b8, c16x8, clamp}, 13,
                    Range::special) == "");
        CHECK(check({name(16, 8, 64, types, a, b, "s32"), 16, 8, 64, "s32", a, b, "s32", a64, b64, c16x8, clamp}, 14,
                    Range::special) == "");
      }
}

TEST_CASE("mma of single bits") {
  const Layout a8 = [](unsigned l, unsigned i) { return Cell{l / 4, l % 4 * 32 + i}; };
  const Layout b8 = [](unsigned l, unsigned i) { return Cell{l % 4 * 32 + i, l / 4}; };
  const Layout a128 = [](unsigned l, unsigned i) { return Cell{l / 4 + (i < 32 ? 0 : 8), l % 4 * 32 + (i & 31)}; };
  const Layout a256 = [](unsigned l, unsigned i) {
    return Cell{l / 4 + (i < 32 || (64 <= i && i < 96) ? 0 : 8), l % 4 * 32 + (i & 31) + (i >= 64 ? 128 : 0)};
  };
  const Layout b256 = [](unsigned l, unsigned i) { return Cell{l % 4 * 32 + (i & 31) + (i >= 32 ? 128 : 0), l / 4}; };
  for (const std::string op : {"xor", "and"}) {
    const std::string end = "." + op + ".popc";
    CHECK(check({name(8, 8, 128, "s32", "b1", "b1", "s32") + end, 8, 8, 128, "s32", "b1", "b1", "s32", a8, b8, c8x8,
                 false, op},
                15, Range::special) == "");
    CHECK(check({name(16, 8, 128, "s32", "b1", "b1", "s32") + end, 16, 8, 128, "s32", "b1", "b1", "s32", a128, b8,
                 c16x8, false, op},
                16, Range::special) == "");
    CHECK(check({name(16, 8, 256, "s32", "b1", "b1", "s32") + end, 16, 8, 256, "s32", "b1", "b1", "s32", a256, b256,
                 c16x8, false, op},
                17, Range::special) == "");
  }
}

TEST_CASE("mma of f64") {
  const Layout a4 = [](unsigned l, unsigned) { return Cell{l / 4, l % 4}; };
  const Layout b = [](unsigned l, unsigned i) { return Cell{l % 4 + 4 * i, l / 4}; };
  const Layout a16 = [](unsigned l, unsigned i) {
    // The manual: column 2i + t for even i, 2i - 2 + t for odd ones.
    return Cell{l / 4 + (i % 2 == 0 ? 0 : 8), (i % 2 == 0 ? i * 2 : i * 2 - 2) + l % 4};
  };
  for (const Range range : {Range::small_integers, Range::fractions}) {
    CHECK(check({name(8, 8, 4, "f64", "f64", "f64", "f64"), 8, 8, 4, "f64", "f64", "f64", "f64", a4, b, c8x8}, 18,
                range) == "");
    for (const unsigned k : {4U, 8U, 16U})
      CHECK(check({name(16, 8, k, "f64", "f64", "f64", "f64"), 16, 8, k, "f64", "f64", "f64", "f64", a16, b, c16x8}, 19,
                  range) == "");
  }
}

TEST_CASE("mma m8n8k4 of f16: four products of quad pairs, in all layouts") {
  // Dense matrices of all four products, one below the other (A, C) or side by side (B).
  const auto quad = [](unsigned l) { return l / 4 % 4; };
  const auto row = [](unsigned l) { return l % 4 + (l < 16 ? 0 : 4); };
  for (const bool a_col : {false, true})
    for (const bool b_col : {false, true})
      for (const std::string d : {"f16", "f32"})
        for (const std::string c : {"f16", "f32"}) {
          if (d == "f16" && c == "f32") continue;  // PTX has no such product
          const Layout at_a = [&](unsigned l, unsigned i) {
            return a_col ? Cell{8 * quad(l) + i % 4 + (l < 16 ? 0 : 4), l % 4} : Cell{8 * quad(l) + row(l), i};
          };
          const Layout at_b = [&](unsigned l, unsigned i) {
            return b_col ? Cell{i, 8 * quad(l) + row(l)} : Cell{l % 4, 8 * quad(l) + i + (l < 16 ? 0 : 4)};
          };
          const auto at_c = [&](const std::string& type) -> Layout {
            if (type == "f16") return [&](unsigned l, unsigned i) { return Cell{8 * quad(l) + row(l), i}; };
            return [&](unsigned l, unsigned i) {
              const unsigned x = (l & 1) + (i & 2), column = (i & 4) + (l & 2) + (i & 1);
              return Cell{8 * quad(l) + x + (l < 16 ? 0 : 4), column};
            };
          };
          for (const Range range : {Range::small_integers, Range::fractions}) {
            Random random{20};
            const Dense a = Dense::random(32, 4, "f16", random, range), b = Dense::random(4, 32, "f16", random, range),
                        start = Dense::random(32, 8, c, random, range);
            OpCall call;
            const unsigned outs = d == "f16" ? 4 : 8, ins = c == "f16" ? 4 : 8;
            call.code = std::string("mma.sync.aligned.m8n8k4.") + (a_col ? "col." : "row.") +
                        (b_col ? "col." : "row.") + d + ".f16.f16." + c + " " + tuple("$d", 0, outs) + ", " +
                        tuple("$", 0, 2) + ", " + tuple("$", 2, 2) + ", " + tuple("$", 4, ins) + ";";
            call.outputs.assign(outs, d == "f16" ? "b32" : "f32");
            for (const auto& part :
                 {scatter({a}, "f16", at_a, 128), scatter({b}, "f16", at_b, 128), scatter({start}, c, at_c(c), 256)})
              call.inputs.insert(call.inputs.end(), part.begin(), part.end());
            call.masked = false;
            call.block = 32;
            const OpResult result = test::run_op(call);
            REQUIRE_MESSAGE(result.fault == "", call.code);
            const Layout at_d = at_c(d);
            for (unsigned l = 0; l < 32; ++l)
              for (unsigned i = 0; i < 8; ++i) {
                const Cell cell = at_d(l, i);
                const Dense want = multiply(a.part(cell.row / 8 * 8, 0, 8, 4), b.part(0, cell.row / 8 * 8, 4, 8),
                                            start.part(cell.row / 8 * 8, 0, 8, 8), d, false, "");
                const std::uint64_t word = result.outputs[i / (8 / outs)][l];
                const std::uint64_t got = d == "f16" ? word >> (i % 2 * 16) & 0xffff : word;
                CHECK(got == want.bits[cell.row % 8 * 8 + cell.column]);
              }
          }
        }
}

TEST_CASE("what mma does not have is refused by name") {
  const auto refusal = [](const std::string& text) {
    OpCall call{text, {"b32", "b32"}, {{"b32", std::vector<std::uint64_t>(32)}}};
    call.masked = false;
    call.block = 32;
    return test::run_op(call).fault;
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  CHECK(has(refusal("mma.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {$d0, $d1}, {$0, $0}, {$0}, {$0, $0};"),
            "no such shape"));
  CHECK(has(refusal("mma.sync.aligned.m16n8k8.row.col.s32.f16.f16.s32 {$d0, $d1}, {$0, $0}, {$0}, {$0, $0};"),
            "no product of these types"));
  CHECK(has(refusal("mma.sync.aligned.m16n8k8.col.col.f16.f16.f16.f16 {$d0, $d1}, {$0, $0}, {$0}, {$0, $0};"),
            ".row.col"));
  CHECK(has(refusal("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {$d0, $d1}, {$0}, {$0}, {$0, $0};"),
            "operand 2 has 1 registers, not 2"));
  CHECK(has(refusal("mma.sync.aligned.m16n8k8.row.col.wild.f16.f16.f16.f16 {$d0, $d1}, {$0, $0}, {$0}, {$0, $0};"),
            ".wild"));
  CHECK(has(refusal("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f32 {$d0, $d1}, {$0, $0}, {$0}, {$0, $0, $0, $0};"),
            "of one type"));
  CHECK(refusal("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {$d0, $d1}, {$0, $0}, {$0}, {$0, $0};") == "");
}
