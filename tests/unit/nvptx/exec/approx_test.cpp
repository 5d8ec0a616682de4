// The approximate functions: within the manual's error bounds of values computed in 80-bit floats, the manual's
// tables of special values, and the same bits from every build of the lane loops.
// Compiled at -O1
#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include "unit/nvptx/exec/float_reference.hpp"

using namespace lathe::nvptx::test;

namespace {

using Wide = long double;
using Function = std::function<Wide(Wide)>;

Wide wide(const Kind& k, std::uint64_t x) {
  if (k.bits() == 64) return std::bit_cast<double>(x);
  if (k.name == "bf16") x <<= 16;
  if (k.name != "f16") return std::bit_cast<float>(static_cast<std::uint32_t>(x));
  const int field = static_cast<int>(x >> 10 & 31);
  const Wide m = static_cast<Wide>(field == 0 ? x & 1023 : (x & 1023) | 1024);
  return (x >> 15 ? -1 : 1) * std::ldexp(m, (field == 0 ? 1 : field) - 25);
}

/// Finite inputs: got is within the absolute or the relative bound of f(x), whichever is wider, or within half a unit
/// of the smallest number; where f(x) is past the format, infinity.
void check_bounds(const std::string& op, const Kind& k, const std::string& type, const Function& f, Wide relative,
                  Wide absolute, const std::vector<std::uint64_t>& inputs) {
  const bool ftz = op.find("ftz") != std::string::npos;
  const OpCall call{op, {type}, {{type, inputs}}};
  const Wide tiny = wide(k, ftz ? k.smallest_normal() : 1), most = wide(k, k.largest());
  CHECK(check_both(
            call, [](const Row& in) -> Row { return in; },
            [&](std::size_t, std::uint64_t got, std::uint64_t input) {
              const Wide want = f(wide(k, ftz ? k.flush(input) : input));
              if (std::abs(want) > most * (1 - relative)) {
                if (k.is_infinite(got))
                  return std::abs(want) > most * (1 - 2 * relative) && k.is_negative(got) == (want < 0);
                if (std::abs(want) > most * (1 + 2 * relative)) return false;
              }
              if (k.is_nan(got) || k.is_infinite(got)) return false;
              const Wide error = std::abs(wide(k, got) - want);
              return error <= std::max(absolute, relative * std::abs(want)) || error <= tiny;
            }) == "");
}

std::vector<std::uint64_t> finite(const Kind& k, unsigned count, std::uint64_t seed, bool positive = false) {
  std::vector<std::uint64_t> out;
  Random random{seed};
  for (const std::uint64_t e : edge_values(k)) out.push_back(e);
  for (unsigned i = 0; i < count; ++i) out.push_back(random_value(k, random));
  std::erase_if(out, [&](std::uint64_t x) {
    return k.is_nan(x) || k.is_infinite(x) || k.is_zero(x) || (positive && k.is_negative(x));
  });
  return out;
}
/// f32 uniform in [low, high].
std::vector<std::uint64_t> uniform(double low, double high, unsigned count) {
  std::vector<std::uint64_t> out;
  Random random{99};
  for (unsigned i = 0; i < count; ++i) {
    const double t = static_cast<double>(random() >> 11) * 0x1p-53;
    out.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(low + t * (high - low))));
  }
  return out;
}

constexpr std::uint64_t inf = 0x7f800000, ninf = 0xff800000, qnan = 0x7fffffff, nzero = 0x80000000, sub = 0x00012345,
                        nsub = 0x80012345, one = 0x3f800000;

/// Inputs and exact results.
void check_table(const std::string& op, const std::vector<std::pair<std::uint64_t, std::uint64_t>>& table,
                 const std::string& type = "f32") {
  OpCall call{op, {type}, {{type, {}}}};
  for (const auto& [in, out] : table) call.inputs[0].values.push_back(in);
  CHECK(check_both(call, [&](const Row& in) -> Row {
          for (const auto& [from, to] : table)
            if (from == in[0]) return {to};
          return {0xdead};
        }) == "");
}

/// One rounding to f32; the manual allows more: 2^-22 to 2^-23.
constexpr Wide rounded = 0x1.001p-24L;
const Wide pi = std::acos(static_cast<Wide>(-1));

}  // namespace

TEST_CASE("approximations of f32 keep the manual's bounds") {
  for (const std::string ftz : {"", ".ftz"}) {
    check_bounds(
        "rcp.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return 1 / x; }, rounded, 0, finite(f32, 3000, 1));
    check_bounds(
        "sqrt.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return std::sqrt(x); }, rounded, 0,
        finite(f32, 3000, 2, true));
    check_bounds(
        "rsqrt.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return 1 / std::sqrt(x); }, rounded, 0,
        finite(f32, 3000, 3, true));
    check_bounds(
        "ex2.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return std::exp2(x); }, rounded, 0,
        uniform(-160, 140, 6000));
    check_bounds(
        "ex2.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return std::exp2(x); }, rounded, 0, finite(f32, 2000, 4));
    // In [0.5, 2] an absolute bound, elsewhere a relative one; this is within both.
    check_bounds(
        "lg2.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return std::log2(x); }, rounded, 0,
        finite(f32, 3000, 5, true));
    check_bounds(
        "lg2.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return std::log2(x); }, rounded, 0,
        uniform(0.5, 2, 3000));
    for (const Wide range : {static_cast<Wide>(1), pi, 100 * pi}) {
      const auto in = uniform(static_cast<double>(-range), static_cast<double>(range), 3000);
      check_bounds(
          "sin.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return std::sin(x); }, 0, 0x1.01p-24L * 0.5L + 0x1p-40L,
          in);
      check_bounds(
          "cos.approx" + ftz + ".f32", f32, "f32", [](Wide x) { return std::cos(x); }, 0, 0x1.01p-24L * 0.5L + 0x1p-40L,
          in);
    }
  }
  check_bounds("tanh.approx.f32", f32, "f32", [](Wide x) { return std::tanh(x); }, rounded, 0, finite(f32, 3000, 6));
  check_bounds("tanh.approx.f32", f32, "f32", [](Wide x) { return std::tanh(x); }, rounded, 0, uniform(-4, 4, 3000));
}

TEST_CASE("approximate sine and cosine stay within -1 and 1 for every argument") {
  for (const char* op : {"sin.approx.f32", "cos.approx.f32"}) {
    const OpCall call{op, {"f32"}, {{"f32", finite(f32, 5000, 8)}}};
    CHECK(check_both(
              call, [](const Row& in) -> Row { return in; },
              [](std::size_t, std::uint64_t got, std::uint64_t) { return (got & 0x7fffffff) <= one; }) == "");
  }
}

TEST_CASE("special values of the approximations of f32") {
  check_table("rcp.approx.f32",
              {{ninf, nzero}, {inf, 0}, {0, inf}, {nzero, ninf}, {0x7fc12345, qnan}, {0x00400000, 0x7f000000}});
  check_table("rcp.approx.ftz.f32", {{ninf, nzero},
                                     {inf, 0},
                                     {sub, inf},
                                     {nsub, ninf},
                                     {0, inf},
                                     {nzero, ninf},
                                     {0x7f800001, qnan},
                                     {0x7f7fffff, 0},
                                     {0xff7fffff, nzero}});
  check_table("sqrt.approx.f32", {{ninf, qnan}, {nzero, nzero}, {0, 0}, {inf, inf}, {0xbf800000, qnan}, {qnan, qnan}});
  check_table("sqrt.approx.ftz.f32", {{ninf, qnan}, {nsub, nzero}, {sub, 0}, {nzero, nzero}, {0, 0}, {inf, inf}});
  check_table(
      "rsqrt.approx.f32",
      {{ninf, qnan}, {nzero, ninf}, {0, inf}, {inf, 0}, {0xbf800000, qnan}, {qnan, qnan}, {0x40800000, 0x3f000000}});
  check_table("rsqrt.approx.ftz.f32", {{nsub, ninf}, {sub, inf}, {nzero, ninf}, {0, inf}, {inf, 0}});
  check_table("sin.approx.f32", {{ninf, qnan}, {nzero, nzero}, {0, 0}, {inf, qnan}, {qnan, qnan}, {0xffc00000, qnan}});
  check_table("sin.approx.ftz.f32", {{nsub, nzero}, {sub, 0}, {nzero, nzero}, {0, 0}});
  check_table("cos.approx.f32",
              {{ninf, qnan}, {nzero, one}, {0, one}, {inf, qnan}, {sub, one}, {nsub, one}, {qnan, qnan}});
  check_table(
      "lg2.approx.f32",
      {{ninf, qnan}, {nzero, ninf}, {0, ninf}, {inf, inf}, {0xbf800000, qnan}, {qnan, qnan}, {one, 0}, {nsub, qnan}});
  check_table("lg2.approx.ftz.f32", {{nsub, ninf}, {sub, ninf}, {nzero, ninf}, {0, ninf}, {inf, inf}});
  check_table("ex2.approx.f32", {{ninf, 0},
                                 {nzero, one},
                                 {0, one},
                                 {inf, inf},
                                 {qnan, qnan},
                                 {sub, one},
                                 {nsub, one},
                                 {0xc3150000, 1},
                                 {0xc3170000, 0},
                                 {0x43000000, inf}});
  check_table("ex2.approx.ftz.f32", {{nsub, one}, {sub, one}, {0xc2fe0000, 0}, {0xc2fc0000, 0x00800000}});
  check_table("tanh.approx.f32",
              {{ninf, 0xbf800000}, {nzero, nzero}, {0, 0}, {inf, one}, {qnan, qnan}, {sub, sub}, {nsub, nsub}});
}

TEST_CASE("div.approx and div.full") {
  for (const std::string kind : {"approx", "full"})
    for (const bool ftz : {false, true}) {
      const OpCall call{"div." + kind + (ftz ? ".ftz" : "") + ".f32", {"f32"}, operand_columns(f32, 2, 3000, 12)};
      CHECK(check_both(
                call,
                [&](const Row& in) -> Row {
                  const std::uint64_t a = ftz ? f32.flush(in[0]) : in[0], b = ftz ? f32.flush(in[1]) : in[1];
                  // |b| in (2^126, 2^128): 0, and NaN for an infinite a.
                  if (kind == "approx" && (b & 0x7fffffff) > 0x7e800000 && (b & 0x7fffffff) < inf && !f32.is_nan(a))
                    return {f32.is_infinite(a) ? qnan : (a ^ b) & nzero};
                  return {modified(f32, divided(f32, a, b, Mode::rn), ftz, false)};
                },
                [](std::size_t, std::uint64_t got, std::uint64_t want) {
                  return got == want || (got - want + 2 <= 4 && (got & 0x7fffffff) < inf);  // 2 units
                }) == "");
    }
}

TEST_CASE("ex2 and tanh of f16 and bf16") {
  for (const Kind* k : {&f16, &bf16}) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t v = 0; v < 0x10000; ++v)
      if (!k->is_nan(v) && !k->is_infinite(v)) all.push_back(v);
    const Wide ex2_bound = k == &f16 ? 0x1p-9L * 0.54L /* 2^-9.9 */ : 0x1p-7L;
    check_bounds(
        k == &f16 ? "ex2.approx.f16" : "ex2.approx.ftz.bf16", *k, "b16", [](Wide x) { return std::exp2(x); }, ex2_bound,
        0, all);
    check_bounds(
        "tanh.approx." + k->name, *k, "b16", [](Wide x) { return std::tanh(x); }, k == &f16 ? 0 : 0x1p-8L,
        k == &f16 ? 0x1p-11L : 0, all);
  }
  check_table("tanh.approx.f16",
              {{0xfc00, 0xbc00}, {0x7c00, 0x3c00}, {0x8000, 0x8000}, {0, 0}, {0x7c01, 0x7fff}, {0x8001, 0x8001}},
              "b16");
  check_table("ex2.approx.f16",
              {{0xfc00, 0}, {0x7c00, 0x7c00}, {0x8000, 0x3c00}, {0, 0x3c00}, {0xfe00, 0x7fff}, {0xce00, 1}}, "b16");
  check_table("ex2.approx.ftz.bf16", {{0xff80, 0}, {0x7f80, 0x7f80}, {0x8001, 0x3f80}, {1, 0x3f80}, {0x7fc1, 0x7fff}},
              "b16");
  // Pairs are two of them.
  check_table("tanh.approx.f16x2", {{0x7c008000, 0x3c008000}, {0xfc000001, 0xbc000001}}, "b32");
  check_table("ex2.approx.f16x2", {{0x7c008000, 0x7c003c00}, {0xfc003c00, 0x00004000}}, "b32");
  check_table("tanh.approx.bf16x2", {{0x7f808000, 0x3f808000}}, "b32");
  check_table("ex2.approx.ftz.bf16x2", {{0x7f808001, 0x7f803f80}}, "b32");
}

TEST_CASE("approximations of f64") {
  check_bounds(
      "rsqrt.approx.f64", f64, "f64", [](Wide x) { return 1 / std::sqrt(x); }, 0x1p-50L, 0, finite(f64, 2000, 1, true));
  constexpr std::uint64_t i = 0x7ff0000000000000, m = 0x8000000000000000;
  // Only the high halves count.
  for (const std::string op : {"rcp.approx.ftz.f64", "rsqrt.approx.ftz.f64"}) {
    const bool root = op[1] == 's';
    std::vector<std::uint64_t> in = finite(f64, 3000, 5, root);
    std::erase_if(in, [](std::uint64_t x) { return f64.is_subnormal(x); });
    const OpCall call{op, {"f64"}, {{"f64", in}}};
    CHECK(check_both(
              call, [](const Row& row) -> Row { return row; },
              [&](std::size_t, std::uint64_t got, std::uint64_t x) {
                const Wide a = wide(f64, x & 0xffffffff00000000), want = root ? 1 / std::sqrt(a) : 1 / a;
                if ((got & 0xffffffff) != 0) return false;
                if (std::abs(want) < 0x1p-1022L) return f64.is_zero(got);
                return std::abs(wide(f64, got) - want) <= 0x1p-20L * std::abs(want);
              }) == "");
  }
  check_table("rcp.approx.ftz.f64",
              {{i, 0},
               {i | m, m},
               {0, i},
               {m, i | m},
               {12345, i},
               {m | 12345, i | m},
               {0x7fd0000000000001, 0x0010000000000000}},
              "f64");
  check_table("rsqrt.approx.ftz.f64", {{i, 0}, {0, i}, {m, i | m}, {12345, i}, {m | 12345, i | m}}, "f64");
  check_table("rsqrt.approx.f64", {{i, 0}, {0, i}, {m, i | m}, {i | 5, i | 5 | 1ULL << 51}}, "f64");
}
