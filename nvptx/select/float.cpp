// Floating-point arithmetic.
//
// `.rn` is written where ptxas must not contract a product and a sum by itself; without it, it may. `.ftz` by
// Features::ftz_f32, on f32 only. Source: PTX ISA 9.0, 9.7.3 to 9.7.5; which targets have which half-precision
// operations is in Features.
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

std::string_view BlockSelector::Impl::ftz(NodeId n, Vt t) const {
  const bool flush = features_.ftz_f32 || (dag_->flags(n) & flag::ftz) != 0;
  return flush && t.element() == vt::f32 ? ".ftz" : "";
}

// By -nvptx-fma-level when it is given, else by -fp-contract and the node's flag; as `combine` decides.
bool BlockSelector::Impl::may_contract(NodeId n) const {
  if (features_.fma_level >= 0) return features_.fma_level >= 1;
  return features_.fast_fma || (dag_->flags(n) & flag::contract) != 0;
}

bool BlockSelector::Impl::has_arithmetic(Vt t) const {
  if (t == vt::f32 || t == vt::f64) return true;
  if (t == vt::f16 || t == vt::v2f16) return features_.has_f16_math();
  if (t == vt::bf16 || t == vt::v2bf16) return features_.has_bf16_math();
  return t == vt::v2f32 && features_.has_f32x2();
}

// f32 and f64 constants are immediates; halves and pairs have no form of them.
mir::Operand BlockSelector::Impl::float_src(Value v) {
  return type(v) == vt::f32 || type(v) == vt::f64 ? src(v) : reg(v);
}

bool BlockSelector::Impl::float_arithmetic(NodeId n, std::string_view name) {
  const Vt t = result_type(n);
  if (!has_arithmetic(t)) return false;
  const Value a = operand(n, 0), b = operand(n, 1);
  const Operand d = def({n, 0});
  const Operand first = constant_bits(b) ? reg(a) : float_src(a);
  write(Mnemonic(name, may_contract(n) && t != vt::v2f32 ? "" : ".rn", ftz(n, t), float_suffix(t)),
        {d, first, float_src(b)});
  return true;
}

bool BlockSelector::Impl::float_divide(NodeId n) {
  const Vt t = result_type(n);
  const Value a = operand(n, 0), b = operand(n, 1);
  const auto top = constant_bits(a);
  if (t == vt::f64) {
    if (top == 0x3FF0000000000000ULL && !constant_bits(b)) {
      write("rcp.rn.f64", {def({n, 0}), reg(b)});
      return true;
    }
    write("div.rn.f64", {def({n, 0}), constant_bits(b) ? reg(a) : src(a), src(b)});
    return true;
  }
  if (t != vt::f32) return false;
  int level = features_.prec_div_f32;
  if (level < 0) level = features_.unsafe_fp || (dag_->flags(n) & flag::afn) != 0 ? 0 : 2;
  const std::string_view kind = level == 0 ? ".approx" : level == 1 ? ".full" : ".rn";
  if (top == 0x3F800000U && level != 1 && !constant_bits(b)) {
    write(Mnemonic("rcp", kind, ftz(n, t), ".f32"), {def({n, 0}), reg(b)});
    return true;
  }
  write(Mnemonic("div", kind, ftz(n, t), ".f32"), {def({n, 0}), constant_bits(b) ? reg(a) : src(a), src(b)});
  return true;
}

bool BlockSelector::Impl::float_min_max(NodeId n, std::string_view name, bool nan) {
  const Vt t = result_type(n);
  const Vt e = t.element();
  if (t == vt::v2f32 || float_suffix(t).empty()) return false;
  if (nan && (e == vt::f64 || !features_.has(80, 70))) return false;
  if (e.bits() == 16 && !features_.has(80, 70)) return false;
  const Operand d = def({n, 0});
  const Value a = operand(n, 0), b = operand(n, 1);
  const Operand first = constant_bits(b) ? reg(a) : float_src(a);
  write(Mnemonic(name, ftz(n, t), nan ? ".NaN" : "", float_suffix(t)), {d, first, float_src(b)});
  return true;
}

// neg and abs: of bits, so they need no arithmetic of the type, and never flush.
bool BlockSelector::Impl::float_unary(NodeId n, std::string_view name) {
  const Vt t = result_type(n);
  const Vt e = t.element();
  if (float_suffix(t).empty()) return false;
  const bool have = e == vt::f32 || e == vt::f64 || (e == vt::bf16 ? features_.has_bf16() : features_.has(53, 65));
  if (!have || t == vt::v2f32) {
    // The sign bits by logic.
    const std::uint32_t width = t.total_bits();
    if (width != 16 && width != 32 && width != 64) return false;
    std::uint64_t sign = 0;
    for (std::uint32_t at = e.bits() - 1; at < width; at += e.bits()) sign |= 1ULL << at;
    const bool is_abs = name == "abs";
    const std::uint64_t mask = is_abs ? ~sign : sign;
    write(Mnemonic(is_abs ? "and" : "xor", bits_suffix(width)),
          {def({n, 0}), reg(operand(n, 0)), immediate(mask, Vt(VtKind::integer, width), true)});
    return true;
  }
  write(Mnemonic(name, float_suffix(t)), {def({n, 0}), reg(operand(n, 0))});
  return true;
}

// Rounding to an integral float is a conversion of the type to itself.
bool BlockSelector::Impl::float_round(NodeId n, std::string_view mode) {
  const Vt t = result_type(n);
  if (t.is_vector() || float_suffix(t).empty() || !has_arithmetic(t)) return false;
  write(Mnemonic("cvt", mode, ftz(n, t), float_suffix(t), float_suffix(t)), {def({n, 0}), reg(operand(n, 0))});
  return true;
}

bool BlockSelector::Impl::float_approx(NodeId n, std::string_view name) {
  const Vt t = result_type(n);
  const Vt e = t.element();
  if (t == vt::f32) {
    const bool has_ftz = name != "tanh";
    if (name == "tanh" && !features_.has(75, 70)) return refuse("tanh needs sm_75 and PTX 7.0");
    write(Mnemonic(name, ".approx", has_ftz ? ftz(n, t) : "", ".f32"), {def({n, 0}), reg(operand(n, 0))});
    return true;
  }
  if (name != "ex2" && name != "tanh") return false;
  if (e == vt::f16 && features_.has(75, 70)) return unary(n, Mnemonic(name, ".approx"), float_suffix(t));
  if (e == vt::bf16 && features_.has(90, 78))
    return unary(n, Mnemonic(name, ".approx", name == "ex2" ? ".ftz" : ""), float_suffix(t));
  return false;
}

// A product with one: quiets a NaN and, with ftz, flushes.
bool BlockSelector::Impl::float_canonicalize(NodeId n) {
  const Vt t = result_type(n);
  if (t == vt::f32 || t == vt::f64) {
    write(Mnemonic("mul.rn", ftz(n, t), float_suffix(t)),
          {def({n, 0}), reg(operand(n, 0)),
           t == vt::f32 ? Operand::make_f32(0x3F800000U) : Operand::make_f64(0x3FF0000000000000ULL)});
    return true;
  }
  if (t.element().bits() != 16 || t.lanes() > 2 || !has_arithmetic(t)) return false;
  const std::int64_t one = t.kind() == VtKind::bfloat ? 0x3F80 : 0x3C00;
  const Operand d = def({n, 0}), ones = temp(register_type(t));
  write(Mnemonic("mov", bits_suffix(t.total_bits())), {ones, number(t.is_vector() ? one << 16 | one : one)});
  write(Mnemonic("mul.rn", float_suffix(t)), {d, reg(operand(n, 0)), ones});
  return true;
}

bool BlockSelector::Impl::floating(NodeId n) {
  const Vt t = result_type(n);
  const Vt e = t.element();
  const bool single = t == vt::f32 || t == vt::f64;
  switch (dag_->op(n)) {
    case Isd::fadd:
      return float_arithmetic(n, "add");
    case Isd::fsub:
      return float_arithmetic(n, "sub");
    case Isd::fmul:
      return float_arithmetic(n, "mul");
    case Isd::fdiv:
      return float_divide(n);
    case Isd::fma: {
      const bool have = e == vt::bf16 ? features_.has_bf16() : has_arithmetic(t);
      if (!have) return false;
      const Value a = operand(n, 0), b = operand(n, 1), c = operand(n, 2);
      const Operand d = def({n, 0});
      write(Mnemonic("fma.rn", ftz(n, t), float_suffix(t)),
            {d, constant_bits(b) ? reg(a) : float_src(a), float_src(b), float_src(c)});
      return true;
    }
    case Isd::fneg:
      return float_unary(n, "neg");
    case Isd::fabs:
      return float_unary(n, "abs");
    case Isd::fsqrt: {
      if (t == vt::f64) return unary(n, "sqrt.rn", ".f64");
      if (t != vt::f32) return false;
      int level = features_.prec_sqrt_f32;
      if (level < 0) level = features_.unsafe_fp || (dag_->flags(n) & flag::afn) != 0 ? 0 : 1;
      return unary(n, Mnemonic("sqrt", level == 0 ? ".approx" : ".rn", ftz(n, t)), ".f32");
    }
    case Isd::fcopysign:
      if (!single || type(operand(n, 1)) != t) return false;
      // PTX takes the sign first.
      write(Mnemonic("copysign", float_suffix(t)),
            {def({n, 0}), constant_bits(operand(n, 0)) ? reg(operand(n, 1)) : src(operand(n, 1)), src(operand(n, 0))});
      return true;
    case Isd::fminnum:
    case Isd::fminimumnum:
      return float_min_max(n, "min", false);
    case Isd::fmaxnum:
    case Isd::fmaximumnum:
      return float_min_max(n, "max", false);
    case Isd::fminimum:
      return float_min_max(n, "min", true);
    case Isd::fmaximum:
      return float_min_max(n, "max", true);
    case Isd::ffloor:
      return float_round(n, ".rmi");
    case Isd::fceil:
      return float_round(n, ".rpi");
    case Isd::ftrunc:
      return float_round(n, ".rzi");
    case Isd::frint:
    case Isd::fnearbyint:
    case Isd::froundeven:
      return float_round(n, ".rni");
    case Isd::fcanonicalize:
      return float_canonicalize(n);
    case Isd::fsin:
      return float_approx(n, "sin");
    case Isd::fcos:
      return float_approx(n, "cos");
    case Isd::fexp2:
      return float_approx(n, "ex2");
    case Isd::flog2:
      return float_approx(n, "lg2");
    case Isd::ftanh:
      return float_approx(n, "tanh");
    case Isd::frsqrt:
      if (t == vt::f64) return unary(n, "rsqrt.approx", ".f64");
      return float_approx(n, "rsqrt");
    case Isd::frcp: {
      if (t == vt::f64) return unary(n, "rcp.rn", ".f64");
      if (t != vt::f32) return false;
      const bool approx = features_.prec_div_f32 == 0 || features_.unsafe_fp || (dag_->flags(n) & flag::afn) != 0;
      return unary(n, Mnemonic("rcp", approx ? ".approx" : ".rn", ftz(n, t)), ".f32");
    }
    default:
      return false;  // frem, fround, fldexp, is_fpclass: rewritten by legalize
  }
}

}  // namespace lathe::nvptx
