// Sparse and block-scaled products of a warp against dense matrices multiplied naively: fragments, metadata and
// scales put into registers here, every other thread's with garbage.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>

#include "unit/nvptx/exec/matrix_reference.hpp"
#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx;
using test::OpCall;
using test::OpInput;
using test::Random;
using test::matrices::nearest_f16;
using u32 = std::uint32_t;

namespace {

struct Product {
  std::string text;  ///< mnemonic
  unsigned k;
  std::string a, b, d;  ///< types
  int selector = -1;    ///< of the metadata; -1: dense
  unsigned scales = 0;
  std::string scale_type{};
  std::array<unsigned, 4> select{};  ///< byte and thread of A, of B
  bool saturate = false;
  std::string target = "sm_120a";
};

unsigned bits_of(const std::string& type, bool packed) {
  if (type == "tf32") return 32;
  if (type == "f16" || type == "bf16") return 16;
  return type == "s4" || type == "u4" || (type == "e2m1" && packed) ? 4 : 8;
}

/// By lists of the manual's formats; e2m1 as its four bits.
double value_of(const std::string& type, u32 v) {
  if (type == "e2m1") return std::array{0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0}[v & 7] * ((v & 8) != 0 ? -1 : 1);
  if (type == "e2m3" || type == "e3m2") {
    const unsigned fraction = type == "e2m3" ? 3 : 2, top = 1U << fraction, e = (v & 31) >> fraction;
    const int bias = type == "e2m3" ? 1 : 3;
    const double m = (v % top) / double(top);
    const double size = e == 0 ? std::ldexp(m, 1 - bias) : std::ldexp(1 + m, int(e) - bias);
    return (v & 32) != 0 ? -size : size;
  }
  return test::matrices::value_of(v, type);
}

/// Bits whose sums and products stay exact in double.
u32 pick(const std::string& type, Random& random) {
  if (type[0] == 's' || type[0] == 'u') return static_cast<u32>(random()) & ((1U << bits_of(type, true)) - 1);
  for (;;) {
    u32 v = static_cast<u32>(random());
    if (type == "e2m1") return v & 15;
    if (type == "e2m3" || type == "e3m2") return v & 63;
    if (type == "tf32") v = (v & 0x80001fffU) | std::bit_cast<u32>(float(1 + random() % 64) / 8);
    if (type == "bf16" || type == "f16") v &= 0xffff;
    if (type == "e4m3" || type == "e5m2") v &= 0xff;
    const double size = std::fabs(value_of(type, v));
    if (size >= 0.125 && size < 16) return v;
  }
}

/// As an element lies in its container.
u32 contained(const std::string& type, u32 v, Random& random, bool packed) {
  const u32 junk = static_cast<u32>(random());
  if (packed || (type != "e2m1" && type != "e2m3" && type != "e3m2")) return v;
  return type == "e2m1" ? (v << 2 | (junk & 0xc3)) : (v | (junk & 0xc0));
}

constexpr unsigned warps = 3;

struct Built {
  OpCall call;
  std::vector<std::array<std::array<u32, 8>, 16>> want;  ///< by warp: bits of D
};

Built build(const Product& p, std::uint64_t seed) {
  Random random{seed};
  const bool packed = p.text.find("kind::mxf4") != std::string::npos, sparse = p.selector >= 0, whole = p.d == "s32";
  const unsigned bits_a = bits_of(p.a, packed), bits_b = bits_of(p.b, packed), stored = sparse ? p.k / 2 : p.k;
  const unsigned count_a = 16 * stored * bits_a / 1024, count_b = 8 * p.k * bits_b / 1024,
                 count_c = p.d == "f16" ? 2 : 4;
  Built out;
  std::vector<OpInput> a(count_a, {"b32", {}}), b(count_b, {"b32", {}}), c(count_c, {"b32", {}}), rest(3, {"b32", {}});
  for (unsigned w = 0; w < warps; ++w) {
    // A: which columns are there, and their bits.
    const unsigned chunk = p.a == "tf32" ? 2 : bits_a == 4 ? 8 : 4;
    std::vector<std::vector<double>> dense(16, std::vector<double>(p.k)), columns(p.k, std::vector<double>(8));
    std::vector<std::vector<u32>> bits(16, std::vector<u32>(stored)), index(16, std::vector<u32>(p.k / chunk));
    for (unsigned i = 0; i < 16; ++i)
      for (unsigned q = 0; q < p.k / chunk; ++q) {
        u32 first = random() % 3, second = first + 1 + random() % (3 - first);
        const bool swaps =
            sparse && chunk != 2 && p.text.find("::ordered") == std::string::npos && p.a[0] != 'e' && random() % 4 == 0;
        if (swaps) std::swap(first, second);
        std::vector<unsigned> at;
        if (!sparse)
          for (unsigned x = 0; x < chunk; ++x) at.push_back(x);
        else if (chunk == 2)
          at = {second % 2};
        else if (chunk == 4)
          at = {first, second};
        else
          at = {2 * first, 2 * first + 1, 2 * second, 2 * second + 1};
        index[i][q] = chunk == 2 ? (at[0] != 0 ? 14 : 4) : first | second << 2;
        for (unsigned x = 0; x < at.size(); ++x) {
          const u32 v = pick(p.a, random);
          bits[i][q * at.size() + x] = contained(p.a, v, random, packed);
          dense[i][q * chunk + at[x]] = value_of(p.a, v);
        }
      }
    std::vector<std::vector<u32>> bits_of_b(p.k, std::vector<u32>(8));
    for (unsigned k = 0; k < p.k; ++k)
      for (unsigned j = 0; j < 8; ++j) {
        const u32 v = pick(p.b, random);
        bits_of_b[k][j] = contained(p.b, v, random, packed);
        columns[k][j] = value_of(p.b, v);
      }
    // Scales: powers of two near 1, or ue4m3.
    const unsigned lines[2] = {16, 8};
    std::vector<std::vector<u32>> scale[2];
    for (unsigned m = 0; m < 2; ++m)
      for (unsigned line = 0; line < lines[m]; ++line) {
        scale[m].emplace_back();
        for (unsigned s = 0; s < p.scales; ++s) {
          const u32 v = p.scale_type == "ue4m3" ? 0x28 + random() % 0x20 : 124 + random() % 7;
          scale[m][line].push_back(v);
          const double f = p.scale_type == "ue4m3" ? value_of("e4m3", v) : std::ldexp(1, int(v) - 127);
          for (unsigned k = s * p.k / p.scales; k < (s + 1) * p.k / p.scales; ++k)
            (m == 0 ? dense[line][k] : columns[k][line]) *= f;
        }
      }
    // Registers. g, t: the lane's group and its number there.
    const unsigned each_a = 32 / bits_a, each_b = 32 / bits_b;
    std::array<std::array<u32, 8>, 16> accumulator{}, want{};
    for (auto& row : accumulator)
      for (u32& x : row)
        x = whole          ? static_cast<u32>(random() % 2 != 0 ? 0x7fffff00 + random() % 256 : random())
            : p.d == "f16" ? static_cast<u32>(nearest_f16(double(random() % 64) / 4))
                           : std::bit_cast<u32>(float(random() % 999) / 8);
    for (unsigned lane = 0; lane < 32; ++lane) {
      const unsigned g = lane / 4, t = lane % 4;
      for (unsigned r = 0; r < count_a; ++r) {
        u32 word = 0;
        for (unsigned e = 0; e < each_a; ++e)
          word |= bits[g + 8 * (r % 2)][4 * each_a * (r / 2) + t * each_a + e] << (e * bits_a % 32);
        a[r].values.push_back(word);
      }
      for (unsigned r = 0; r < count_b; ++r) {
        u32 word = 0;
        for (unsigned e = 0; e < each_b; ++e)
          word |= bits_of_b[4 * each_b * r + t * each_b + e][g] << (e * bits_b % 32);
        b[r].values.push_back(word);
      }
      for (unsigned r = 0; r < count_c; ++r)
        c[r].values.push_back(count_c == 4 ? accumulator[g + r / 2 * 8][2 * t + r % 2]
                                           : accumulator[g + r * 8][2 * t] | accumulator[g + r * 8][2 * t + 1] << 16);
      for (OpInput& i : rest) i.values.push_back(random() & 0xffffffff);
      u32 metadata = 0;
      if (bits_a >= 16) {
        // m16n8k16 (tf32: k8): thread F of four; k32 (k16): threads 2F and 2F + 1. Lower half row g, upper g + 8.
        const unsigned threads = p.k / chunk / 4, mine = t - static_cast<unsigned>(p.selector) * threads;
        for (unsigned q = 0; mine < threads && q < 4; ++q)
          metadata |= index[g][4 * mine + q] << 4 * q | index[g + 8][4 * mine + q] << (16 + 4 * q);
        if (sparse && mine < threads) rest[0].values.back() = metadata;
      } else if (sparse) {
        // Even threads row g, odd ones g + 8; the second pair the second half of the columns where there is one.
        const bool pair = p.k / chunk == 8;
        if (pair ? t / 2 == static_cast<unsigned>(p.selector) : true) {
          for (unsigned q = 0; q < 8; ++q) metadata |= index[g + 8 * (t % 2)][(pair ? 0 : t / 2 * 8) + q] << 4 * q;
          rest[0].values.back() = metadata;
        }
      }
      const auto put_scale = [&](unsigned m, unsigned line) {
        std::uint64_t& word = rest[1 + m].values.back();
        for (unsigned s = 0; s < p.scales; ++s) {
          const unsigned shift = 8 * (p.select[2 * m] + s);
          word = (word & ~(0xffULL << shift)) | std::uint64_t{scale[m][line][s]} << shift;
        }
      };
      if (p.scales != 0 && t / 2 == p.select[1]) put_scale(0, g + 8 * (t % 2));
      if (p.scales != 0 && t == p.select[3]) put_scale(1, g);
    }
    for (unsigned i = 0; i < 16; ++i)
      for (unsigned j = 0; j < 8; ++j) {
        const u32 old = accumulator[i][j];
        long double sum = whole          ? static_cast<std::int32_t>(old)
                          : p.d == "f16" ? test::matrices::value_of(old, "f16")
                                         : double{std::bit_cast<float>(old)};
        for (unsigned k = 0; k < p.k; ++k) sum += static_cast<long double>(dense[i][k]) * columns[k][j];
        if (whole) {
          auto s = static_cast<std::int64_t>(sum);
          if (p.saturate) s = std::clamp<std::int64_t>(s, -0x80000000LL, 0x7fffffff);
          want[i][j] = static_cast<u32>(static_cast<std::uint64_t>(s));
        } else {
          want[i][j] = p.d == "f16" ? static_cast<u32>(nearest_f16(sum)) : std::bit_cast<u32>(static_cast<float>(sum));
        }
      }
    out.want.push_back(want);
  }
  OpCall& call = out.call;
  call.masked = false;
  call.target = p.target;
  unsigned next = 0;
  const auto operand = [&](std::vector<OpInput>& from) {
    std::string text = ", {";
    for (OpInput& i : from) {
      text += (text.size() > 3 ? ", $" : "$") + std::to_string(next++);
      call.inputs.push_back(i);
    }
    return text + "}";
  };
  std::string d = "{";
  for (unsigned r = 0; r < count_c; ++r) {
    d += (r != 0 ? ", $d" : "$d") + std::to_string(r);
    call.outputs.push_back("b32");
  }
  call.code = p.text + " " + d + "}" + operand(a) + operand(b) + operand(c);
  if (sparse) {
    call.inputs.push_back(rest[0]);
    call.code += ", $" + std::to_string(next++) + ", " + std::to_string(p.selector);
  }
  for (unsigned m = 0; p.scales != 0 && m < 2; ++m) {
    call.inputs.push_back(rest[1 + m]);
    call.code += ", $" + std::to_string(next++) + ", {" + std::to_string(p.select[2 * m]) + ", " +
                 std::to_string(p.select[2 * m + 1]) + "}";
  }
  call.code += ";";
  return out;
}

void check(const Product& p) {
  const Built built = build(p, p.k + p.text.size());
  const auto result = test::run_op(built.call);
  INFO(p.text, " selector ", p.selector);
  REQUIRE(result.fault == "");
  unsigned wrong = 0;
  for (unsigned w = 0; w < warps; ++w)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned r = 0; r < result.outputs.size(); ++r) {
        const u32 got = static_cast<u32>(result.outputs[r][w * 32 + lane]);
        const unsigned g = lane / 4, t = lane % 4;
        const auto& want = built.want[w];
        const u32 expected = p.d == "f16" ? want[g + 8 * r][2 * t] | want[g + 8 * r][2 * t + 1] << 16
                                          : want[g + r / 2 * 8][2 * t + r % 2];
        wrong += got != expected ? 1 : 0;
      }
  CHECK(wrong == 0);
}

std::string shape(unsigned k) { return ".sync.aligned.m16n8k" + std::to_string(k) + ".row.col"; }

}  // namespace

TEST_CASE("mma.sp: f16, bf16 and tf32, every selector") {
  for (const std::string sp : {"mma.sp", "mma.sp::ordered_metadata"})
    for (const unsigned k : {16U, 32U})
      for (int selector = 0; selector < (k == 16 ? 4 : 2); ++selector) {
        for (const std::string d : {"f16", "f32"})
          check({.text = sp + shape(k) + "." + d + ".f16.f16." + d,
                 .k = k,
                 .a = "f16",
                 .b = "f16",
                 .d = d,
                 .selector = selector,
                 .target = "sm_90a"});
        check({.text = sp + shape(k) + ".f32.bf16.bf16.f32",
               .k = k,
               .a = "bf16",
               .b = "bf16",
               .d = "f32",
               .selector = selector,
               .target = "sm_90a"});
        check({.text = sp + shape(k / 2) + ".f32.tf32.tf32.f32",
               .k = k / 2,
               .a = "tf32",
               .b = "tf32",
               .d = "f32",
               .selector = selector,
               .target = "sm_90a"});
      }
}

TEST_CASE("mma.sp: integers, wrapping and saturating") {
  for (const std::string sp : {"mma.sp", "mma.sp::ordered_metadata"})
    for (const auto& [a, b] :
         {std::pair{"s8", "u8"}, std::pair{"u8", "s8"}, std::pair{"s4", "u4"}, std::pair{"u4", "u4"}})
      for (const unsigned half : {0U, 1U})
        for (const bool saturate : {false, true}) {
          const unsigned k = (std::string(a).back() == '8' ? 32 : 64) << half;
          for (int selector = 0; selector < (half == 0 ? 2 : 1); ++selector)
            check({.text = sp + shape(k) + (saturate ? ".satfinite" : "") + ".s32." + a + "." + b + ".s32",
                   .k = k,
                   .a = a,
                   .b = b,
                   .d = "s32",
                   .selector = selector,
                   .saturate = saturate,
                   .target = "sm_90a"});
        }
}

TEST_CASE("mma and mma.sp of 8, 6 and 4 bits") {
  check({.text = "mma.sp" + shape(64) + ".f32.e4m3.e5m2.f32",
         .k = 64,
         .a = "e4m3",
         .b = "e5m2",
         .d = "f32",
         .selector = 0});
  for (const std::string a : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    for (const std::string b : {"e4m3", "e2m3", "e3m2", "e2m1"})
      for (const std::string d : {"f16", "f32"}) {
        const std::string types = ".kind::f8f6f4." + d + "." + a + "." + b + "." + d;
        check({.text = "mma" + shape(32) + types, .k = 32, .a = a, .b = b, .d = d});
        check({.text = "mma.sp::ordered_metadata" + shape(64) + types, .k = 64, .a = a, .b = b, .d = d, .selector = 0});
      }
}

TEST_CASE("mma with block scales, dense and sparse, every selector") {
  for (unsigned thread = 0; thread < 2; ++thread)
    for (unsigned byte = 0; byte < 4; ++byte) {
      const std::array<unsigned, 4> select{byte, thread, 3 - byte, 3 - thread - byte / 2};
      const std::string types = ".kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0";
      check({.text = "mma" + shape(32) + types,
             .k = 32,
             .a = "e4m3",
             .b = "e2m1",
             .d = "f32",
             .scales = 1,
             .scale_type = "ue8m0",
             .select = select});
      check({.text = "mma.sp::ordered_metadata" + shape(64) + types,
             .k = 64,
             .a = "e4m3",
             .b = "e2m1",
             .d = "f32",
             .selector = 0,
             .scales = 1,
             .scale_type = "ue8m0",
             .select = select});
      if (byte % 2 != 0) continue;
      for (const std::string kind : {"mxf4", "mxf4nvf4"}) {
        const std::string two = ".kind::" + kind + ".block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0";
        const std::array<unsigned, 4> even{byte, thread, 2 - byte, 3 - thread};
        check({.text = "mma" + shape(64) + two,
               .k = 64,
               .a = "e2m1",
               .b = "e2m1",
               .d = "f32",
               .scales = 2,
               .scale_type = "ue8m0",
               .select = even});
        check({.text = "mma.sp::ordered_metadata" + shape(128) + two,
               .k = 128,
               .a = "e2m1",
               .b = "e2m1",
               .d = "f32",
               .selector = 0,
               .scales = 2,
               .scale_type = "ue8m0",
               .select = even});
      }
      if (byte != 0) continue;
      const std::string four = ".kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";
      check({.text = "mma" + shape(64) + four,
             .k = 64,
             .a = "e2m1",
             .b = "e2m1",
             .d = "f32",
             .scales = 4,
             .scale_type = "ue4m3",
             .select = {0, thread, 0, 1 - thread}});
      check({.text = "mma.sp::ordered_metadata" + shape(128) + four,
             .k = 128,
             .a = "e2m1",
             .b = "e2m1",
             .d = "f32",
             .selector = 0,
             .scales = 4,
             .scale_type = "ue4m3",
             .select = {0, 1 - thread, 0, thread}});
    }
}

TEST_CASE("mma.sp and block scales: what is wrong is told") {
  const auto fault = [](Product p, const std::string& from, const std::string& to, int column = -1,
                        std::uint64_t value = 0) {
    Built built = build(p, 1);
    if (!from.empty()) built.call.code.replace(built.call.code.find(from), from.size(), to);
    if (column >= 0)
      for (std::uint64_t& v : built.call.inputs[static_cast<unsigned>(column)].values) v = value;
    return test::run_op(built.call).fault;
  };
  const auto says = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const Product sparse{.text = "mma.sp::ordered_metadata" + shape(16) + ".f32.f16.f16.f32",
                       .k = 16,
                       .a = "f16",
                       .b = "f16",
                       .d = "f32",
                       .selector = 2,
                       .target = "sm_90a"};
  CHECK(fault(sparse, "", "") == "");
  CHECK(says(fault(sparse, ", 2;", ", 4;"), "no constant below 4"));
  CHECK(says(fault(sparse, "m16n8k16", "m16n8k8"), "has no such shape"));
  CHECK(says(fault(sparse, "", "", 8, 0x44444443), "metadata 3 of row 0, columns 0 to 3"));
  const Product scaled{.text = "mma" + shape(64) + ".kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0",
                       .k = 64,
                       .a = "e2m1",
                       .b = "e2m1",
                       .d = "f32",
                       .scales = 2,
                       .scale_type = "ue8m0"};
  CHECK(fault(scaled, "", "") == "");
  CHECK(says(fault(scaled, "{0, 0}", "{1, 0}"), "scale selector {1, 0}"));
  CHECK(says(fault(scaled, ".ue8m0", ".ue4m3"), "two scales, of type .ue8m0"));
  CHECK(says(fault(scaled, ".kind::mxf4", ".kind::f8f6f4"), "this kind with .block_scale"));
}
