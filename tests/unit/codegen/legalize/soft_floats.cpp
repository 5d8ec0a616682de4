// Floating point in integer operations: f64, f16 and bf16 that registers do not hold, f32 without its instructions;
// each against the host's arithmetic, or for halves its double arithmetic rounded once.
// Compiled at -O1, for it computes a lot.
#include <bit>
#include <cmath>

#include "nvptx/facts/facts.hpp"
#include "support/expansion.hpp"
#include "support/small_gpu.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::testing;

namespace {

constexpr std::uint64_t rounds = 800;

// PTX without what it has for f32 and f64 but sums and products, or without these too.
TargetFacts bare_ptx(bool sums) {
  TargetFacts f = lathe::nvptx::target_facts(*lathe::nvptx::parse_cpu("sm_90"));
  const auto lacks = [&](std::initializer_list<Isd> ops) {
    f.set(ops, {vt::f32, vt::f64}, lathe::dag::Action::expand);
  };
  lacks({Isd::fdiv, Isd::fsqrt, Isd::fma, Isd::fcopysign, Isd::fminimum, Isd::fmaximum, Isd::fminimumnum,
         Isd::fmaximumnum, Isd::fround, Isd::fldexp, Isd::is_fpclass});
  if (!sums)
    lacks({Isd::fadd,         Isd::fsub,         Isd::fmul,
           Isd::fneg,         Isd::fabs,         Isd::fminnum,
           Isd::fmaxnum,      Isd::ffloor,       Isd::fceil,
           Isd::ftrunc,       Isd::frint,        Isd::fnearbyint,
           Isd::froundeven,   Isd::fp_ext,       Isd::fp_trunc,
           Isd::setcc,        Isd::fp_to_si,     Isd::fp_to_ui,
           Isd::fp_to_si_sat, Isd::fp_to_ui_sat, Isd::fp_round_to_int,
           Isd::si_to_fp,     Isd::ui_to_fp,     Isd::fcanonicalize});
  return f;
}

struct Target {
  std::string name;
  TargetFacts facts;
};
std::vector<Target> targets() {
  return {{"PTX without division", bare_ptx(true)},
          {"PTX without floats", bare_ptx(false)},
          {"small GPU", small_gpu()},
          {"small GPU, no fma", small_gpu({.fma = false})},
          {"small GPU, plain", small_gpu({.fma = false, .high_product = false, .counts = false, .carries = false})},
          {"integers only", small_gpu({.funnels = false, .fields = false, .floats = false, .min_max = false})},
          {"small GPU with a library", small_gpu_with_library()}};
}

struct Layout {
  int exponent, mantissa;
};
Layout layout(Vt t) {
  return t.kind() == VtKind::bfloat ? Layout{8, 7}
         : t.bits() == 16           ? Layout{5, 10}
         : t.bits() == 32           ? Layout{8, 23}
                                    : Layout{11, 52};
}

double value_of(Wide bits, Vt t) {
  if (t == vt::f64) return std::bit_cast<double>(static_cast<std::uint64_t>(bits));
  if (t == vt::f32) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (t == vt::bf16) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16)));
  const auto field = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  const double sign = (bits >> 15 & 1) != 0 ? -1.0 : 1.0;
  if (field == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (field == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, field - 25));
}

// To nearest, ties to even, by the host for f32 and by hand for halves.
Wide bits_of(double v, Vt t) {
  if (t == vt::f64) return std::bit_cast<std::uint64_t>(v);
  if (t == vt::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(v));
  const auto [exponent, mantissa] = layout(t);
  const int bias = (1 << (exponent - 1)) - 1, top = (1 << exponent) - 1;
  const Wide sign = std::signbit(v) ? Wide(1) << 15 : 0;
  if (std::isnan(v)) return sign | Wide(top) << mantissa | 1U << (mantissa - 1);
  if (v == 0 || std::isinf(v)) return sign | (v == 0 ? 0 : Wide(top) << mantissa);
  int e = std::ilogb(v);
  if (e < 1 - bias) e = 1 - bias;
  const double units = std::nearbyint(std::ldexp(std::fabs(v), mantissa - e));
  const Wide n = static_cast<std::uint64_t>(units) + (Wide(e + bias - 1) << mantissa);
  return sign | (n >= Wide(top) << mantissa ? Wide(top) << mantissa : n);
}

// a * b + c of halves: the product is exact, the sum is rounded to odd before it is rounded.
double fma_of_halves(double a, double b, double c) {
  const double product = a * b, sum = product + c;
  if (!std::isfinite(sum)) return sum;
  const double part = sum - product, lost = (product - (sum - part)) + (c - part);
  auto bits = std::bit_cast<std::uint64_t>(sum);
  if (lost == 0 || (bits & 1) != 0) return sum;
  bits += (lost > 0) == (sum > 0) ? 1 : static_cast<std::uint64_t>(-1);
  return std::bit_cast<double>(bits);
}

template <class F>
F arithmetic(Isd op, F a, F b, F c) {
  switch (op) {
    case Isd::fadd:
      return a + b;
    case Isd::fsub:
      return a - b;
    case Isd::fmul:
      return a * b;
    case Isd::fdiv:
      return a / b;
    case Isd::fsqrt:
      return std::sqrt(a);
    case Isd::fma:
      return std::fma(a, b, c);
    case Isd::ffloor:
      return std::floor(a);
    case Isd::fceil:
      return std::ceil(a);
    case Isd::ftrunc:
      return std::trunc(a);
    case Isd::fround:
      return std::round(a);
    case Isd::fcanonicalize:
      return a;
    default:
      return std::nearbyint(a);
  }
}
Wide compute(Isd op, Vt t, Wide a, Wide b, Wide c) {
  const Wide sign = Wide(1) << (t.bits() - 1);
  if (op == Isd::fneg) return a ^ sign;
  if (op == Isd::fabs) return a & (sign - 1);
  if (op == Isd::fcopysign) return (a & (sign - 1)) | (b & sign);
  const double x = value_of(a, t), y = value_of(b, t), z = value_of(c, t);
  if (t == vt::f32) {
    const float r = arithmetic(op, static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
    return std::bit_cast<std::uint32_t>(r);
  }
  if (t != vt::f64 && op == Isd::fma) return bits_of(fma_of_halves(x, y, z), t);
  return bits_of(arithmetic(op, x, y, z), t);
}

// The lesser zero is -0 where the operation says so; otherwise either may come, and the answer is left open.
bool extreme(Isd op, Vt t, Wide a, Wide b, Wide& r) {
  const double x = value_of(a, t), y = value_of(b, t);
  const bool least = op == Isd::fminnum || op == Isd::fminimum || op == Isd::fminimumnum;
  if (std::isnan(x) || std::isnan(y)) {
    const bool propagates = op == Isd::fminimum || op == Isd::fmaximum;
    r = propagates || (std::isnan(x) && std::isnan(y)) ? bits_of(std::nan(""), t) : std::isnan(x) ? b : a;
    return true;
  }
  if (x == y) {
    if (x == 0 && a != b && (op == Isd::fminnum || op == Isd::fmaxnum)) return false;
    r = std::signbit(x) == least ? a : b;
    return true;
  }
  r = (x < y) == least ? a : b;
  return true;
}

std::vector<Vt> floats() { return {vt::f64, vt::f32, vt::f16, vt::bf16}; }

}  // namespace

TEST_CASE("expansion: sums, products, quotients, roots, signs, rounding to whole numbers") {
  std::uint64_t count = 0;
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    for (const Vt t : floats()) {
      if (target.facts.types.holds(vt::f16) && t.bits() == 16) continue;  // PTX: floats.cpp
      for (const Isd op : {Isd::fadd, Isd::fsub, Isd::fmul, Isd::fdiv, Isd::fsqrt, Isd::fma, Isd::ffloor, Isd::fceil,
                           Isd::ftrunc, Isd::fround, Isd::frint, Isd::fnearbyint, Isd::froundeven, Isd::fneg, Isd::fabs,
                           Isd::fcopysign, Isd::fcanonicalize}) {
        const std::size_t operands = op == Isd::fma ? 3 : op <= Isd::fdiv || op == Isd::fcopysign ? 2 : 1;
        count += e.ask({std::string(to_string(op)) + " " + to_string(t),
                        op,
                        {t},
                        std::vector<Vt>(operands, t),
                        0,
                        [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                          out[0] = compute(op, t, in[0], in.size() > 1 ? in[1] : 0, in.size() > 2 ? in[2] : 0);
                          return true;
                        }},
                       rounds);
      }
    }
    CHECK(e.agreed > 20);
  }
  MESSAGE(count << " inputs");
}

TEST_CASE("expansion: bits, selection, freezing of floats") {
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    for (const Vt t : floats()) {
      const auto same = [](const std::vector<Wide>& in, std::vector<Wide>& out) { return out[0] = in.back(), true; };
      e.ask({"bitcast of " + to_string(t), Isd::bitcast, {t.as_integer()}, {t}, 0, same}, 100);
      e.ask({"bitcast to " + to_string(t), Isd::bitcast, {t}, {t.as_integer()}, 0, same}, 100);
      e.ask({"freeze " + to_string(t), Isd::freeze, {t}, {t}, 0, same}, 100);
      e.ask({"select " + to_string(t),
             Isd::select,
             {t},
             {vt::i1, t, t},
             0,
             [](const std::vector<Wide>& in, std::vector<Wide>& out) {
               return out[0] = in[0] != 0 ? in[1] : in[2], true;
             }},
            100);
    }
  }
}

TEST_CASE("expansion: comparisons, minimum, maximum, classes, scaling") {
  std::uint64_t count = 0;
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    for (const Vt t : floats()) {
      if (target.facts.types.holds(vt::f16) && t.bits() == 16) continue;
      for (unsigned cond = 0; cond < 16; ++cond)
        count += e.ask({"setcc " + std::string(to_string(static_cast<Cond>(cond))) + " " + to_string(t),
                        Isd::setcc,
                        {vt::i1},
                        {t, t},
                        cond,
                        [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                          const double x = value_of(in[0], t), y = value_of(in[1], t);
                          const unsigned relation = std::isnan(x) || std::isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
                          return out[0] = (cond & relation) != 0, true;
                        }},
                       rounds / 4);
      for (const Isd op :
           {Isd::fminnum, Isd::fmaxnum, Isd::fminimum, Isd::fmaximum, Isd::fminimumnum, Isd::fmaximumnum}) {
        if (target.facts.types.holds(t) && target.facts.action(op, t) == lathe::dag::Action::legal) continue;
        count += e.ask(
            {std::string(to_string(op)) + " " + to_string(t),
             op,
             {t},
             {t, t},
             0,
             [=](const std::vector<Wide>& in, std::vector<Wide>& out) { return extreme(op, t, in[0], in[1], out[0]); }},
            rounds / 2);
      }
      for (const std::uint64_t classes : {1U, 2U, 3U, 4U, 8U, 16U, 32U, 64U, 128U, 256U, 512U, 516U, 264U, 96U, 144U})
        count += e.ask({"is_fpclass " + to_string(t),
                        Isd::is_fpclass,
                        {vt::i1},
                        {t},
                        classes,
                        [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                          const double x = value_of(in[0], t);
                          const bool minus = (in[0] >> (t.bits() - 1)) != 0;
                          const int m = layout(t).mantissa;
                          const bool quiet = (in[0] >> (m - 1) & 1) != 0;
                          const bool small = x != 0 && std::isfinite(x) &&
                                             (in[0] & (ones(t.bits() - 1) ^ ones(static_cast<std::uint32_t>(m)))) == 0;
                          const unsigned bit = std::isnan(x)   ? (quiet ? 1 : 0)
                                               : std::isinf(x) ? (minus ? 2 : 9)
                                               : x == 0        ? (minus ? 5 : 6)
                                               : small         ? (minus ? 4 : 7)
                                                               : (minus ? 3 : 8);
                          return out[0] = classes >> bit & 1, true;
                        }},
                       rounds / 8);
      count += e.ask({"fldexp " + to_string(t),
                      Isd::fldexp,
                      {t},
                      {t, vt::i32},
                      0,
                      [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                        const SignedWide by = signed_of(in[1], 32);
                        const int n = by > 5000 ? 5000 : by < -5000 ? -5000 : static_cast<int>(by);
                        const double x = value_of(in[0], t);
                        if (t == vt::f64) return out[0] = bits_of(std::ldexp(x, n), t), true;
                        if (t == vt::f32)
                          return out[0] = std::bit_cast<std::uint32_t>(std::ldexp(static_cast<float>(x), n)), true;
                        // A double has room for every scaled half but what is zero or infinite in both.
                        return out[0] = bits_of(std::ldexp(x, std::max(-400, std::min(400, n))), t), true;
                      }},
                     rounds);
    }
  }
  MESSAGE(count << " inputs");
}

TEST_CASE("expansion: conversions") {
  std::uint64_t count = 0;
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    const bool halves = !target.facts.types.holds(vt::f16);
    for (const Vt from : floats())
      for (const Vt to : floats()) {
        if (from == to || from.bits() == to.bits() || (!halves && (from.bits() == 16 || to.bits() == 16))) continue;
        const Isd op = from.bits() < to.bits() ? Isd::fp_ext : Isd::fp_trunc;
        count += e.ask({std::string(to_string(op)) + " " + to_string(from) + " to " + to_string(to),
                        op,
                        {to},
                        {from},
                        0,
                        [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                          return out[0] = bits_of(value_of(in[0], from), to), true;
                        }},
                       rounds * 4);
      }
    for (const Vt t : floats())
      for (const std::uint32_t w : {8U, 16U, 32U, 48U, 64U}) {
        if (!halves && t.bits() == 16) continue;
        const Vt i(VtKind::integer, w);
        for (const Isd op : {Isd::si_to_fp, Isd::ui_to_fp})
          count += e.ask(
              {std::string(to_string(op)) + " " + to_string(i) + " to " + to_string(t),
               op,
               {t},
               {i},
               0,
               [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                 const bool is_signed = op == Isd::si_to_fp;
                 const auto x = static_cast<std::int64_t>(signed_of(in[0], w));
                 const auto u = static_cast<std::uint64_t>(in[0]);
                 if (t == vt::f64)
                   out[0] = bits_of(is_signed ? static_cast<double>(x) : static_cast<double>(u), t);
                 else if (t == vt::f32)
                   out[0] = std::bit_cast<std::uint32_t>(is_signed ? static_cast<float>(x) : static_cast<float>(u));
                 else {
                   // Rounded to odd on the way: 53 digits with what is below in the last one.
                   std::uint64_t size = is_signed && x < 0 ? 0 - u : u;
                   if (is_signed && x < 0) size &= static_cast<std::uint64_t>(ones(w));
                   int down = 0;
                   while (size >> 53 != 0) size = size >> 1 | (size & 1), ++down;
                   const double d = std::ldexp(static_cast<double>(size), down);
                   out[0] = bits_of(is_signed && x < 0 ? -d : d, t);
                 }
                 return true;
               }},
              rounds);
        for (const Isd op : {Isd::fp_to_si, Isd::fp_to_ui, Isd::fp_to_si_sat, Isd::fp_to_ui_sat, Isd::fp_round_to_int})
          for (const std::uint64_t imm : {std::uint64_t{0}, std::uint64_t{1}}) {
            if (imm == 1 && op != Isd::fp_round_to_int) continue;
            const bool saturates = op == Isd::fp_to_si_sat || op == Isd::fp_to_ui_sat;
            count += e.ask({std::string(to_string(op)) + " " + to_string(t) + " to " + to_string(i),
                            op,
                            {i},
                            {t},
                            saturates ? w : imm,
                            [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                              double x = value_of(in[0], t);
                              if (op == Isd::fp_round_to_int) x = imm == 0 ? std::nearbyint(x) : std::round(x);
                              const bool is_unsigned = op == Isd::fp_to_ui || op == Isd::fp_to_ui_sat;
                              if (std::isnan(x)) return out[0] = 0, saturates;
                              x = std::trunc(x);
                              const double top = std::ldexp(1.0, static_cast<int>(is_unsigned ? w : w - 1));
                              const double bottom = is_unsigned ? 0 : -top;
                              if (x >= top) return out[0] = is_unsigned ? ones(w) : ones(w - 1), saturates;
                              if (x < bottom) return out[0] = is_unsigned ? 0 : Wide(1) << (w - 1), saturates;
                              return out[0] = is_unsigned ? static_cast<Wide>(x)
                                                          : static_cast<Wide>(static_cast<SignedWide>(x)),
                                     true;
                            }},
                           rounds / 2);
          }
      }
  }
  MESSAGE(count << " inputs");
}
