// Floating-point arithmetic.
//
// `.rn` is written where ptxas must not contract a product and a sum by itself; without it, it may. `.ftz` by
// Features::ftz_f32, on f32 only. Source: PTX ISA 9.0, 9.7.3 to 9.7.5; which targets have which half-precision
// operations is in Features.
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

std::string_view ftz(const Context& c, NodeId n, Vt t) {
  const bool flush = c.features.ftz_f32 || (c.dag->flags(n) & flag::ftz) != 0;
  return flush && t.element() == vt::f32 ? ".ftz" : "";
}

bool has_arithmetic(const Context& c, Vt t) {
  if (t == vt::f32 || t == vt::f64) return true;
  if (t == vt::f16 || t == vt::v2f16) return c.features.has_f16_math();
  if (t == vt::bf16 || t == vt::v2bf16) return c.features.has_bf16_math();
  return t == vt::v2f32 && c.features.has_f32x2();
}

Operand float_src(Context& c, Value v) { return c.type(v) == vt::f32 || c.type(v) == vt::f64 ? c.src(v) : c.reg(v); }

namespace {

// By -nvptx-fma-level when it is given, else by -fp-contract and the node's flag; as `combine` decides.
bool may_contract(const Context& c, NodeId n) {
  if (c.features.fma_level >= 0) return c.features.fma_level >= 1;
  return c.features.fast_fma || (c.dag->flags(n) & flag::contract) != 0;
}

// By -enable-unsafe-fp-math or the node's flag.
bool may_approximate(const Context& c, NodeId n) { return c.features.unsafe_fp || (c.dag->flags(n) & flag::afn) != 0; }

bool float_arithmetic(Context& c, NodeId n, std::string_view mnemonic) {
  const Vt t = c.result_type(n);
  if (!has_arithmetic(c, t)) return false;
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const Operand d = c.def({n, 0});
  const Operand first = c.constant_bits(b) ? c.reg(a) : float_src(c, a);
  c.write(Mnemonic(mnemonic, may_contract(c, n) && t != vt::v2f32 ? "" : ".rn", ftz(c, n, t), float_suffix(t)),
          {d, first, float_src(c, b)});
  return true;
}

bool float_divide(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const auto top = c.constant_bits(a);
  if (t == vt::f64) {
    if (top == 0x3FF0000000000000ULL && !c.constant_bits(b)) {
      c.write("rcp.rn.f64", {c.def({n, 0}), c.reg(b)});
      return true;
    }
    c.write("div.rn.f64", {c.def({n, 0}), c.constant_bits(b) ? c.reg(a) : c.src(a), c.src(b)});
    return true;
  }
  if (t != vt::f32) return false;
  int level = c.features.prec_div_f32;
  if (level < 0) level = may_approximate(c, n) ? 0 : 2;
  const std::string_view kind = level == 0 ? ".approx" : level == 1 ? ".full" : ".rn";
  const std::string_view flush = level == 3 ? std::string_view() : ftz(c, n, t);
  if (top == 0x3F800000U && level != 1 && !c.constant_bits(b)) {
    c.write(Mnemonic("rcp", kind, flush, ".f32"), {c.def({n, 0}), c.reg(b)});
    return true;
  }
  c.write(Mnemonic("div", kind, flush, ".f32"), {c.def({n, 0}), c.constant_bits(b) ? c.reg(a) : c.src(a), c.src(b)});
  return true;
}

bool fused(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const bool have = t.element() == vt::bf16 ? c.features.has_bf16() : has_arithmetic(c, t);
  if (!have) return false;
  const Value x = c.operand(n, 0), y = c.operand(n, 1), z = c.operand(n, 2);
  const Operand d = c.def({n, 0});
  c.write(Mnemonic("fma.rn", ftz(c, n, t), float_suffix(t)),
          {d, c.constant_bits(y) ? c.reg(x) : float_src(c, x), float_src(c, y), float_src(c, z)});
  return true;
}

bool square_root(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  if (t == vt::f64) return unary(c, n, "sqrt.rn", ".f64");
  if (t != vt::f32) return false;
  int level = c.features.prec_sqrt_f32;
  if (level < 0) level = may_approximate(c, n) ? 0 : 1;
  return unary(c, n, Mnemonic("sqrt", level == 0 ? ".approx" : ".rn", ftz(c, n, t)), ".f32");
}

bool reciprocal(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  if (t == vt::f64) return unary(c, n, "rcp.rn", ".f64");
  if (t != vt::f32) return false;
  const bool approx = c.features.prec_div_f32 == 0 || may_approximate(c, n);
  return unary(c, n, Mnemonic("rcp", approx ? ".approx" : ".rn", ftz(c, n, t)), ".f32");
}

// PTX takes the sign first.
bool copy_sign(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const Value size = c.operand(n, 0), sign = c.operand(n, 1);
  if ((t != vt::f32 && t != vt::f64) || c.type(sign) != t) return false;
  c.write(Mnemonic("copysign", float_suffix(t)),
          {c.def({n, 0}), c.constant_bits(size) ? c.reg(sign) : c.src(sign), c.src(size)});
  return true;
}

bool float_min_max(Context& c, NodeId n, std::string_view mnemonic, bool nan) {
  const Vt t = c.result_type(n);
  const Vt e = t.element();
  if (t == vt::v2f32 || float_suffix(t).empty()) return false;
  if (nan && (e == vt::f64 || !c.features.has(80, 70))) return false;
  if (e.bits() == 16 && !c.features.has(80, 70)) return false;
  const Operand d = c.def({n, 0});
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const Operand first = c.constant_bits(b) ? c.reg(a) : float_src(c, a);
  c.write(Mnemonic(mnemonic, ftz(c, n, t), nan ? ".NaN" : "", float_suffix(t)), {d, first, float_src(c, b)});
  return true;
}

// neg and abs: of bits, so they need no arithmetic of the type, and never flush.
enum class SignBit : std::uint8_t { flip, clear };

bool float_unary(Context& c, NodeId n, SignBit sign_bit) {
  const Vt t = c.result_type(n);
  const Vt e = t.element();
  if (float_suffix(t).empty()) return false;
  const bool have = e == vt::f32 || e == vt::f64 || (e == vt::bf16 ? c.features.has_bf16() : c.features.has(53, 65));
  if (!have || t == vt::v2f32) {
    // The sign bits by logic.
    const std::uint32_t width = t.total_bits();
    if (width != 16 && width != 32 && width != 64) return false;
    std::uint64_t sign = 0;
    for (std::uint32_t at = e.bits() - 1; at < width; at += e.bits()) sign |= 1ULL << at;
    const std::uint64_t mask = sign_bit == SignBit::clear ? ~sign : sign;
    c.write(Mnemonic(sign_bit == SignBit::clear ? "and" : "xor", bits_suffix(width)),
            {c.def({n, 0}), c.reg(c.operand(n, 0)), c.immediate(mask, Vt(VtKind::integer, width), true)});
    return true;
  }
  c.write(Mnemonic(sign_bit == SignBit::clear ? "abs" : "neg", float_suffix(t)),
          {c.def({n, 0}), c.reg(c.operand(n, 0))});
  return true;
}

// Rounding to an integral float is a conversion of the type to itself.
bool float_round(Context& c, NodeId n, std::string_view mode) {
  const Vt t = c.result_type(n);
  if (t.is_vector() || float_suffix(t).empty() || !has_arithmetic(c, t)) return false;
  c.write(Mnemonic("cvt", mode, ftz(c, n, t), float_suffix(t), float_suffix(t)),
          {c.def({n, 0}), c.reg(c.operand(n, 0))});
  return true;
}

// The instructions that approximate. Of halves there are two, one of which flushes bf16.
enum class Approx : std::uint8_t { sin, cos, ex2, lg2, tanh, rsqrt };

bool float_approx(Context& c, NodeId n, Approx what) {
  static constexpr std::string_view names[] = {"sin", "cos", "ex2", "lg2", "tanh", "rsqrt"};
  const std::string_view name = names[static_cast<unsigned>(what)];
  const Vt t = c.result_type(n);
  const Vt e = t.element();
  if (t == vt::f32) {
    const bool has_ftz = what != Approx::tanh;
    if (what == Approx::tanh && !c.features.has(75, 70)) return c.refuse("tanh needs sm_75 and PTX 7.0");
    c.write(Mnemonic(name, ".approx", has_ftz ? ftz(c, n, t) : "", ".f32"), {c.def({n, 0}), c.reg(c.operand(n, 0))});
    return true;
  }
  if (what != Approx::ex2 && what != Approx::tanh) return false;
  if (e == vt::f16 && c.features.has(75, 70)) return unary(c, n, Mnemonic(name, ".approx"), float_suffix(t));
  if (e == vt::bf16 && c.features.has(90, 78))
    return unary(c, n, Mnemonic(name, ".approx", what == Approx::ex2 ? ".ftz" : ""), float_suffix(t));
  return false;
}

// A product with one: quiets a NaN and, with ftz, flushes.
bool float_canonicalize(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  if (t == vt::f32 || t == vt::f64) {
    c.write(Mnemonic("mul.rn", ftz(c, n, t), float_suffix(t)),
            {c.def({n, 0}), c.reg(c.operand(n, 0)),
             t == vt::f32 ? Operand::make_f32(0x3F800000U) : Operand::make_f64(0x3FF0000000000000ULL)});
    return true;
  }
  if (t.element().bits() != 16 || t.lanes() > 2 || !has_arithmetic(c, t)) return false;
  const std::int64_t one = t.kind() == VtKind::bfloat ? 0x3F80 : 0x3C00;
  const Operand d = c.def({n, 0}), ones = c.temp(register_type(t));
  c.write(Mnemonic("mov", bits_suffix(t.total_bits())), {ones, number(t.is_vector() ? one << 16 | one : one)});
  c.write(Mnemonic("mul.rn", float_suffix(t)), {d, c.reg(c.operand(n, 0)), ones});
  return true;
}

bool round_or_approximate(Context& c, NodeId n) {
  switch (c.op(n)) {
    case Isd::ffloor:
      return float_round(c, n, ".rmi");
    case Isd::fceil:
      return float_round(c, n, ".rpi");
    case Isd::ftrunc:
      return float_round(c, n, ".rzi");
    case Isd::frint:
    case Isd::fnearbyint:
    case Isd::froundeven:
      return float_round(c, n, ".rni");
    case Isd::fsin:
      return float_approx(c, n, Approx::sin);
    case Isd::fcos:
      return float_approx(c, n, Approx::cos);
    case Isd::fexp2:
      return float_approx(c, n, Approx::ex2);
    case Isd::flog2:
      return float_approx(c, n, Approx::lg2);
    case Isd::ftanh:
      return float_approx(c, n, Approx::tanh);
    case Isd::frsqrt:
      if (c.result_type(n) == vt::f64) return unary(c, n, "rsqrt.approx", ".f64");
      return float_approx(c, n, Approx::rsqrt);
    default:
      return false;  // frem, fround, fldexp, is_fpclass: rewritten by legalize
  }
}

}  // namespace

bool floating(Context& c, NodeId n) {
  switch (c.op(n)) {
    case Isd::fadd:
      return float_arithmetic(c, n, "add");
    case Isd::fsub:
      return float_arithmetic(c, n, "sub");
    case Isd::fmul:
      return float_arithmetic(c, n, "mul");
    case Isd::fdiv:
      return float_divide(c, n);
    case Isd::fma:
      return fused(c, n);
    case Isd::fneg:
      return float_unary(c, n, SignBit::flip);
    case Isd::fabs:
      return float_unary(c, n, SignBit::clear);
    case Isd::fsqrt:
      return square_root(c, n);
    case Isd::fcopysign:
      return copy_sign(c, n);
    case Isd::fminnum:
    case Isd::fminimumnum:
      return float_min_max(c, n, "min", false);
    case Isd::fmaxnum:
    case Isd::fmaximumnum:
      return float_min_max(c, n, "max", false);
    case Isd::fminimum:
      return float_min_max(c, n, "min", true);
    case Isd::fmaximum:
      return float_min_max(c, n, "max", true);
    case Isd::fcanonicalize:
      return float_canonicalize(c, n);
    case Isd::frcp:
      return reciprocal(c, n);
    default:
      return round_or_approximate(c, n);
  }
}

}  // namespace lathe::nvptx::selecting
