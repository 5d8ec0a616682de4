// cvt and cvt.pack: every pair of types and modifier, against exact arithmetic.
// Compiled at -O1
#include <doctest/doctest.h>

#include "unit/nvptx/exec/float_reference.hpp"

using namespace lathe::nvptx::test;

namespace {

struct Integer {
  std::string name;
  unsigned bits;
  bool is_signed;
  std::string reg() const { return "b" + std::to_string(bits); }
  std::uint64_t mask() const { return ~0ULL >> (64 - bits); }
  Int lowest() const { return is_signed ? Int(-(Int(1) << (bits - 1))) : Int(0); }
  Int highest() const { return (Int(1) << (is_signed ? bits - 1 : bits)) - 1; }
  Int value(std::uint64_t x) const {
    x &= mask();
    return is_signed && (x >> (bits - 1)) != 0 ? Int(x) - (Int(1) << bits) : Int(x);
  }
  std::uint64_t encode(const Int& v) const {
    const Int m = ((v % (Int(1) << bits)) + (Int(1) << bits)) % (Int(1) << bits);
    return static_cast<std::uint64_t>(m);
  }
  std::uint64_t clamp(const Int& v) const { return encode(v < lowest() ? lowest() : v > highest() ? highest() : v); }
};
const Integer integers[] = {{"u8", 8, false},   {"s8", 8, true},   {"u16", 16, false}, {"s16", 16, true},
                            {"u32", 32, false}, {"s32", 32, true}, {"u64", 64, false}, {"s64", 64, true}};
const Kind* const floats[] = {&f16, &bf16, &f32, &f64};

std::string reg(const Kind& k) { return "b" + std::to_string(k.bits()); }

std::vector<std::uint64_t> integer_values(const Integer& t, unsigned count = 300) {
  std::vector<std::uint64_t> out;
  for (unsigned bit = 0; bit <= t.bits; ++bit)
    for (int d = -2; d <= 2; ++d) out.push_back((bit == 64 ? 0 : 1ULL << bit) + static_cast<std::uint64_t>(d));
  for (const int v : {10, 24, 53})  // ties of f16, f32, f64
    for (unsigned high = 1; high < 16; ++high)
      for (int d = -1; d <= 1; ++d)
        out.push_back((static_cast<std::uint64_t>(2 * high + 1) << v) + static_cast<std::uint64_t>(d));
  Random random{t.bits};
  for (unsigned i = 0; i < count; ++i) out.push_back(random() >> random() % 64);
  for (auto& v : out) v &= t.mask();
  return out;
}

/// The edges of the format, random numbers, and what lies around the limits and halves of the integers.
std::vector<std::uint64_t> float_values(const Kind& k, unsigned count = 800) {
  std::vector<std::uint64_t> out = edge_values(k);
  Random random{static_cast<std::uint64_t>(k.bits())};
  for (unsigned i = 0; i < count; ++i) out.push_back(random_value(k, random));
  const auto near = [&](const Int& scaled) {
    if (scaled <= 0) return;
    const std::uint64_t m = round_to(k, false, exactly(scaled), Mode::rz);
    for (int d = -1; d <= 1; ++d)
      for (const std::uint64_t sign : {std::uint64_t{0}, k.sign()})
        out.push_back((m + static_cast<std::uint64_t>(d)) | sign);
  };
  for (const unsigned bits : {7U, 8U, 15U, 16U, 31U, 32U, 63U, 64U})
    for (int d = -3; d <= 3; ++d) near((Int(1) << (scale + bits)) + (Int(d) << (scale - 1)));
  for (int n = 0; n < 24; ++n) near(Int(n) << (scale - 1));
  const std::uint64_t all = k.bits() == 64 ? ~0ULL : (1ULL << k.bits()) - 1;
  for (auto& v : out) v &= all;
  return out;
}

/// x (scaled) to the integer that the mode gives; Euclid, not shifts.
Int integral(const Int& x, Mode mode) {
  const Int unit = Int(1) << scale;
  Int down = x / unit, rest = x % unit;
  if (rest < 0) {
    rest += unit;
    down -= 1;
  }
  if (rest == 0) return down;
  const bool up = mode == Mode::rp || (mode == Mode::rz && x < 0) ||
                  (mode == Mode::rn && (2 * rest > unit || (2 * rest == unit && down % 2 != 0)));
  return down + (up ? 1 : 0);
}

/// Float to float: flush, round (or make integral), clamp.
struct ToFloat {
  const Kind& from;
  const Kind& to;
  Mode mode = Mode::rn;
  bool integral_result = false, ftz = false, sat = false, relu = false, satfinite = false;
  std::uint64_t operator()(std::uint64_t x) const {
    if (ftz && from.name == "f32") x = from.flush(x);
    const std::uint64_t sign = from.is_negative(x) ? to.sign() : 0;
    if (from.is_nan(x)) return nan(x, sign);
    std::uint64_t r = sign | (to.ieee ? to.infinity() : to.largest());
    if (!from.is_infinite(x)) {
      const Int v = signed_value(from, x);
      r = round_signed(to, integral_result ? Int(integral(v, mode) << scale) : v, sign != 0,
                       integral_result ? Mode::rn : mode);
    }
    if (satfinite && to.is_infinite(r)) r = sign | to.largest();
    return modified(to, r, ftz && to.name == "f32", sat, relu);
  }
  std::uint64_t nan(std::uint64_t x, std::uint64_t sign) const {
    if (sat) return 0;
    if (relu || to.bits() != 64) {
      if (from.name == "bf16" && to.name == "f32") return x << 16;
      return to.ieee || to.top_nan ? to.sign() - 1 : to.largest();
    }
    return sign | to.infinity() | 1ULL << 51 | (x & (from.smallest_normal() - 1)) << (52 - from.mantissa_bits);
  }
};

void check_unary(const std::string& code, const std::string& out, const std::string& in,
                 const std::vector<std::uint64_t>& values, const std::function<std::uint64_t(std::uint64_t)>& f,
                 const std::string& target = "sm_90a") {
  OpCall call{code, {out}, {{in, values}}};
  call.target = target;
  CHECK(check_both(call, [&](const Row& row) -> Row { return {f(row[0])}; }) == "");
}

}  // namespace

TEST_CASE("integers to integers") {
  for (const Integer& from : integers)
    for (const Integer& to : integers)
      for (const bool sat : {false, true})
        check_unary(std::string("cvt") + (sat ? ".sat." : ".") + to.name + "." + from.name, to.reg(), from.reg(),
                    integer_values(from),
                    [&](std::uint64_t x) { return sat ? to.clamp(from.value(x)) : to.encode(from.value(x)); });
}

TEST_CASE("registers wider than the type: low bits are read, results are extended") {
  const Integer& s8 = integers[1];
  check_unary("cvt.s32.s8", "b32", "b32", {0x80, 0x1ff, 0xffffff7f, 0x12345680},
              [&](std::uint64_t x) { return integers[5].encode(s8.value(x & 0xff)); });
  check_unary("cvt.s8.s32", "b32", "b32", {0x80, 0x1ff, 0xffffff7f, 0x12345680, 5},
              [&](std::uint64_t x) { return integers[5].encode(s8.value(x & 0xff)); });
  check_unary("cvt.u8.s32", "b64", "b32", {0x80, 0x1ff, 0xffffff7f}, [](std::uint64_t x) { return x & 0xff; });
  check_unary("cvt.sat.s16.s64", "b64", "b64", {0x8000, ~0ULL, 1ULL << 63}, [&](std::uint64_t x) {
    return integers[7].encode(integers[3].value(integers[3].clamp(integers[7].value(x))));
  });
  check_unary("cvt.rzi.s8.f32", "b32", "f32", {0xc3000000, 0xc3010000, 0x42fe0000, 0xbf800000}, [](std::uint64_t x) {
    return x == 0x42fe0000 ? 127U : x == 0xbf800000 ? 0xffffffffU : 0xffffff80U;
  });
}

TEST_CASE("floats to integers") {
  for (const Kind* from : floats)
    for (const Integer& to : integers)
      for (const char* mode : {"rni", "rzi", "rmi", "rpi"})
        for (const bool ftz : {false, true}) {
          if (ftz && from != &f32) continue;
          for (const bool sat : {false, true}) {
            if (sat && mode[1] != 'z') continue;
            const std::string code = std::string("cvt.") + mode + (ftz ? ".ftz" : "") + (sat ? ".sat" : "") + "." +
                                     to.name + "." + from->name;
            check_unary(code, to.reg(), reg(*from), float_values(*from), [&](std::uint64_t x) -> std::uint64_t {
              if (ftz) x = from->flush(x);
              if (from->is_nan(x)) return from == &f64 || to.bits == 64 ? 1ULL << (to.bits - 1) : 0;
              if (from->is_infinite(x)) return to.encode(from->is_negative(x) ? to.lowest() : to.highest());
              return to.clamp(integral(signed_value(*from, x), mode_of(mode)));
            });
          }
        }
}

TEST_CASE("integers to floats") {
  for (const Integer& from : integers)
    for (const Kind* to : floats)
      for (const char* mode : {"rn", "rz", "rm", "rp"})
        for (const bool sat : {false, true}) {
          if (sat && (mode[1] != 'n' || to == &bf16)) continue;
          const std::string code = std::string("cvt.") + mode + (sat ? ".sat." : ".") + to->name + "." + from.name;
          check_unary(code, reg(*to), from.reg(), integer_values(from), [&](std::uint64_t x) {
            const Int v = from.value(x);
            const std::uint64_t r = round_signed(*to, v << scale, false, mode_of(mode));
            return modified(*to, r, false, sat);
          });
        }
}

TEST_CASE("floats to floats") {
  for (const Kind* from : floats)
    for (const Kind* to : floats) {
      const bool wider = to->bits() > from->bits(), same = to == from;
      for (const char* mode : {"", "rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"}) {
        const bool integer_mode = std::string(mode).size() == 3;
        if ((*mode == 0) != (wider || same) && !(same && integer_mode)) continue;
        if (integer_mode && !same) continue;
        for (const bool ftz : {false, true})
          for (const bool sat : {false, true}) {
            if ((ftz && from != &f32 && to != &f32) || (sat && to == &bf16)) continue;
            if (same && *mode == 0 && !ftz && !sat) continue;  // moves: below
            const ToFloat f{*from, *to, mode_of(mode), integer_mode, ftz, sat};
            const std::string code = std::string("cvt") + (*mode == 0 ? "" : ".") + mode + (ftz ? ".ftz" : "") +
                                     (sat ? ".sat." : ".") + to->name + "." + from->name;
            check_unary(code, reg(*to), reg(*from), float_values(*from), f);
          }
      }
      if (same)
        check_unary("cvt." + to->name + "." + to->name, reg(*to), reg(*to), float_values(*to, 50),
                    [](std::uint64_t x) { return x; });
    }
}

TEST_CASE("relu and satfinite to f16 and bf16") {
  for (const Kind* to : {&f16, &bf16})
    for (const char* mode : {"rn", "rz"})
      for (const bool relu : {false, true})
        for (const bool satfinite : {false, true}) {
          const ToFloat f{f32, *to, mode_of(mode), false, false, false, relu, satfinite};
          const std::string mods = std::string(mode) + (relu ? ".relu" : "") + (satfinite ? ".satfinite" : "");
          check_unary("cvt." + mods + "." + to->name + ".f32", "b16", "f32", float_values(f32), f);
          auto a = float_values(f32), b = a;
          std::reverse(b.begin(), b.end());
          const OpCall pair{"cvt." + mods + "." + to->name + "x2.f32", {"b32"}, {{"f32", a}, {"f32", b}}};
          CHECK(check_both(pair, [&](const Row& in) -> Row { return {f(in[0]) << 16 | f(in[1])}; }) == "");
        }
}

TEST_CASE("tf32") {
  for (const std::string mods : {"rna", "rn", "rz", "rna.satfinite", "rn.satfinite", "rz.relu", "rn.satfinite.relu"}) {
    const ToFloat f{f32,   tf32,  mode_of(mods.substr(0, mods.find('.'))), false,
                    false, false, mods.find("relu") != std::string::npos,  mods.find("satfinite") != std::string::npos};
    auto values = float_values(f32);
    for (std::uint64_t m = 0; m < 64; ++m)  // ties
      for (int d = -1; d <= 1; ++d) values.push_back(0x3f800000 + (m << 12) + static_cast<std::uint64_t>(d));
    check_unary("cvt." + mods + ".tf32.f32", "b32", "f32", values,
                [&](std::uint64_t x) -> std::uint64_t { return f32.is_nan(x) ? 0x7fffffff : f(x) << 13; });
  }
}

TEST_CASE("formats of 4 to 8 bits from and to f32 and f16") {
  for (const Kind* k : {&e4m3, &e5m2, &e2m3, &e3m2, &e2m1})
    for (const bool relu : {false, true}) {
      const unsigned step = k == &e2m1 ? 4 : 8;
      const std::string type = k == &e2m1 ? "b8" : "b16", mods = relu ? ".relu" : "";
      const ToFloat from_f32{f32, *k, Mode::rn, false, false, false, relu, true};
      auto a = float_values(f32), b = a;
      for (std::uint64_t m = 0; m < 128; ++m)  // all numbers of the format and the ties between them
        for (int d = -1; d <= 1; ++d)
          a.push_back(
              (((k == &e4m3 || k == &e5m2) ? 0x3c000000 : 0x3e000000) + (m << 19) + static_cast<std::uint64_t>(d)) &
              0xffffffff);
      b = a;
      std::reverse(b.begin(), b.end());
      OpCall pair{"cvt.rn.satfinite" + mods + "." + k->name + "x2.f32", {type}, {{"f32", a}, {"f32", b}}};
      pair.target = "sm_100a";
      CHECK(check_both(pair, [&](const Row& in) -> Row { return {from_f32(in[0]) << step | from_f32(in[1])}; }) == "");

      const auto to_f16 = [&](std::uint64_t x) -> std::uint64_t {
        const bool negative = k->is_negative(x);
        if (k->is_nan(x)) return 0x7fff;
        if (relu && negative) return 0;
        if (k->is_infinite(x)) return 0x7c00U | (negative ? 0x8000U : 0U);
        return round_signed(f16, signed_value(*k, x), negative, Mode::rn);
      };
      std::vector<std::uint64_t> all;
      const std::uint64_t element = (1ULL << k->bits()) - 1;
      for (std::uint64_t v = 0; v < 0x10000; ++v)
        if (((v & ((1U << step) - 1)) & ~element) == 0 && (v >> step & ~element) == 0) all.push_back(v);
      check_unary(
          "cvt.rn" + mods + ".f16x2." + k->name + "x2", "b32", type, all,
          [&](std::uint64_t x) { return to_f16(x >> step) << 16 | to_f16(x & ((1U << step) - 1)); }, "sm_100a");

      if (k != &e4m3 && k != &e5m2) continue;
      const ToFloat from_f16{f16, *k, Mode::rn, false, false, false, relu, true};
      std::vector<std::uint64_t> halves;
      for (std::uint64_t v = 0; v < 0x10000; ++v) halves.push_back(v | (v * 40503 & 0xffff) << 16);
      check_unary("cvt.rn.satfinite" + mods + "." + k->name + "x2.f16x2", "b16", "b32", halves,
                  [&](std::uint64_t x) { return from_f16(x >> 16) << 8 | from_f16(x & 0xffff); });
    }
}

TEST_CASE("ue8m0") {
  // The largest power of two not above |x|, or the smallest not below, by comparing exactly; 2^(code - 127).
  const auto power = [](std::uint64_t code) { return Int(1) << (scale - 127 + static_cast<unsigned>(code)); };
  const auto convert = [&](const Kind& k, std::uint64_t x, bool up, bool satfinite) -> std::uint64_t {
    if (k.is_nan(x)) return 0xff;
    const std::uint64_t most = satfinite ? 0xfe : 0xff;
    if (k.is_infinite(x)) return most;
    const Int v = abs(signed_value(k, x));
    std::uint64_t code = 0;
    while (code < 0xff && (up ? power(code) < v : power(code + 1) <= v)) ++code;
    return std::min(code, most);
  };
  for (const char* mode : {"rz", "rp"})
    for (const bool satfinite : {false, true}) {
      const std::string mods = std::string(mode) + (satfinite ? ".satfinite" : "");
      const bool up = mode[1] == 'p';
      auto a = float_values(f32, 300), b = a;
      std::reverse(b.begin(), b.end());
      OpCall pair{"cvt." + mods + ".ue8m0x2.f32", {"b16"}, {{"f32", a}, {"f32", b}}};
      pair.target = "sm_100a";
      CHECK(check_both(pair, [&](const Row& in) -> Row {
              return {convert(f32, in[0], up, satfinite) << 8 | convert(f32, in[1], up, satfinite)};
            }) == "");
      std::vector<std::uint64_t> halves;
      for (const std::uint64_t v : float_values(bf16, 300)) halves.push_back(v << 16 | (v ^ 0x1234));
      check_unary(
          "cvt." + mods + ".ue8m0x2.bf16x2", "b16", "b32", halves,
          [&](std::uint64_t x) {
            return convert(bf16, x >> 16, up, satfinite) << 8 | convert(bf16, x & 0xffff, up, satfinite);
          },
          "sm_100a");
    }
  std::vector<std::uint64_t> codes;
  for (std::uint64_t v = 0; v < 256; ++v) codes.push_back(v << 8 | (255 - v));
  check_unary(
      "cvt.rn.bf16x2.ue8m0x2", "b32", "b16", codes,
      [&](std::uint64_t x) {
        const auto one = [&](std::uint64_t c) {
          return c == 0xff ? 0x7fffULL : round_to(bf16, false, exactly(power(c)), Mode::rn);
        };
        return one(x >> 8) << 16 | one(x & 0xff);
      },
      "sm_100a");
}

TEST_CASE("stochastic rounding goes away from zero as often as the random bits say") {
  Random random{5};
  for (const Kind* k : {&f16, &bf16}) {
    const unsigned count = k == &f16 ? 13 : 16;
    OpCall call{"cvt.rs." + k->name + "x2.f32", {"b32"}, {{"f32", {}}, {"f32", {}}, {"b32", {}}}};
    call.target = "sm_100a";
    for (unsigned i = 0; i < 4000; ++i) {
      // Results are normal numbers.
      for (int j = 0; j < 2; ++j)
        call.inputs[static_cast<std::size_t>(j)].values.push_back((random() & 0x807fffff) | (120 + random() % 14)
                                                                                                << 23);
      call.inputs[2].values.push_back(random() & 0xffffffff);
    }
    const auto one = [&](std::uint64_t x, std::uint64_t bits) {
      const Int v = abs(signed_value(f32, x));
      const std::uint64_t low = round_to(*k, false, exactly(v), Mode::rz);
      const Int below = value_of(*k, low), unit = value_of(*k, low + 1) - below;
      // Up when the lost part, in units of 2^-count of the last place, and the random bits pass one.
      const bool up = ((v - below) << count) + Int(bits & ((1U << count) - 1)) * unit >= (unit << count);
      return (low + (up ? 1 : 0)) | (f32.is_negative(x) ? k->sign() : 0);
    };
    CHECK(check_both(call, [&](const Row& in) -> Row { return {one(in[0], in[2] >> 16) << 16 | one(in[1], in[2])}; }) ==
          "");
  }
}

TEST_CASE("cvt.pack") {
  auto a = integer_values(integers[5]), b = a, c = a;
  std::reverse(b.begin(), b.end());
  std::rotate(c.begin(), c.begin() + 7, c.end());
  for (const unsigned bits : {2U, 4U, 8U, 16U})
    for (const bool is_signed : {false, true}) {
      const Integer to{(is_signed ? "s" : "u") + std::to_string(bits), bits, is_signed};
      OpCall call{"cvt.pack.sat." + to.name + ".s32" + (bits < 16 ? ".b32" : ""), {"b32"}, {{"b32", a}, {"b32", b}}};
      if (bits < 16) call.inputs.push_back({"b32", c});
      CHECK(check_both(call, [&](const Row& in) -> Row {
              const std::uint64_t pair =
                  to.clamp(integers[5].value(in[0])) << bits | to.clamp(integers[5].value(in[1]));
              return {bits < 16 ? (pair | in[2] << (2 * bits)) & 0xffffffff : pair};
            }) == "");
    }
}

TEST_CASE("conversions that PTX does not have are refused") {
  struct Bad {
    const char* code;
    std::vector<std::string> in;
    const char* out;
    const char* because;
  };
  const Bad bad[] = {
      {"cvt.s32.f32", {"f32"}, "b32", "missing"},
      {"cvt.f32.s32", {"b32"}, "f32", "missing"},
      {"cvt.f32.f64", {"f64"}, "f32", "missing"},
      {"cvt.rn.f64.f32", {"f32"}, "f64", "rounding modifier is not"},
      {"cvt.rn.rz.f32.f64", {"f64"}, "f32", "two rounding"},
      {"cvt.rz.f32.f32", {"f32"}, "f32", "rounding modifier is not"},
      {"cvt.rni.f32.f64", {"f64"}, "f32", "rounding modifier is not"},
      {"cvt.rzi.ftz.s32.f16", {"b16"}, "b32", ".ftz"},
      {"cvt.rn.sat.bf16.f32", {"f32"}, "b16", ".sat"},
      {"cvt.rn.e4m3x2.f32", {"f32", "f32"}, "b16", ".satfinite"},
      {"cvt.rn.f16x2.f32", {"f32"}, "b32", "operands"},
      {"cvt.u32.u64", {"b32"}, "b32", "bits"},
      {"cvt.u64.u32", {"b32"}, "b32", "bits"},
      {"cvt.rs.satfinite.e4m3x4.f32", {"f32", "f32"}, "b32", "e4m3x4"},
      {"cvt.pack.sat.u8.s32", {"b32", "b32"}, "b32", "b32"},
      {"cvt.pack.sat.u16.u32", {"b32", "b32"}, "b32", "form"},
      {"cvt.u32", {"b32"}, "b32", "two types"},
      {"cvt.rna.f32.f32", {"f32"}, "f32", "rounding modifier is not"},
      {"cvt.rn.s32.s32", {"b32"}, "b32", "rounding modifier is not"},
  };
  for (const Bad& b : bad) {
    OpCall call{b.code, {b.out}, {}};
    for (const std::string& t : b.in) call.inputs.push_back({t, {1, 2, 3}});
    const std::string fault = run_op(call).fault;
    INFO(b.code << ": " << fault);
    CHECK(fault.find(b.because) != std::string::npos);
  }
}
