// Floating-point instructions to Codes: arithmetic of f16 bf16 f32 f64 and packed forms, approximate functions.
//
// A form that ptxas does not take (a type, a modifier, a missing rounding) is refused. add, sub and mul without a
// rounding modifier round to nearest; a compiler may then fuse mul and add, the executor never does.
// Not there: fma.oob. Source: PTX ISA 9.0, 9.7.3 to 9.7.5; which forms are legal: ptxas of CUDA 13.
#include "nvptx/exec/decode/form.hpp"
#include "nvptx/exec/lanes/approx_key.hpp"
#include "simt/lanes/convert_key.hpp"
#include "simt/lanes/float_key.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Type;

struct Element {
  FloatFormat format = FloatFormat::f32;
  bool pair = false;
  bool valid = false;
};
Element element_of(Type t) {
  switch (t) {
    case Type::f16:
      return {FloatFormat::f16, false, true};
    case Type::f16x2:
      return {FloatFormat::f16, true, true};
    case Type::bf16:
      return {FloatFormat::bf16, false, true};
    case Type::bf16x2:
      return {FloatFormat::bf16, true, true};
    case Type::f32:
      return {FloatFormat::f32, false, true};
    case Type::f32x2:
      return {FloatFormat::f32, true, true};
    case Type::f64:
      return {FloatFormat::f64, false, true};
    default:
      return {};
  }
}
bool is_half(FloatFormat f) { return f == FloatFormat::f16 || f == FloatFormat::bf16; }

Slot source(Form& f, std::size_t n, Type t) {
  const mir::Operand& o = f.i.operand(n);
  return f.plain(o) ? f.d.read(o, t) : f.d.temp(mir::bits_of(t));
}
Slot target(Form& f, Type t) {
  const mir::Operand& o = f.i.operand(0);
  return f.plain(o) ? f.d.write(o, t) : f.d.temp(mir::bits_of(t));
}

/// The handler on operands 1 to `sources`, all of the type.
bool put_same(Form& f, Handler h, Type t, unsigned sources) {
  if (h == nullptr) return f.bad_type();
  const Slot a = source(f, 1, t);
  const Slot b = sources > 1 ? source(f, 2, t) : no_slot;
  const Slot c = sources > 2 ? source(f, 3, t) : no_slot;
  return f.put(h, target(f, t), a, b, c);
}

bool rounded(const Form& f) { return f.has("rn") || f.has("rz") || f.has("rm") || f.has("rp"); }

/// The rounding modifier; to nearest where it may be left out and is.
bool rounding(Form& f, bool required, Rounding& out) {
  out = Rounding::rn;
  if (!required && !rounded(f)) return true;
  const int n = f.one_of({"rn", "rz", "rm", "rp"});
  if (n < 0) return false;
  constexpr Rounding modes[] = {Rounding::rn, Rounding::rz, Rounding::rm, Rounding::rp};
  out = modes[n];
  return true;
}

// ---- add sub mul fma mad

bool check_arithmetic(Form& f, FloatFormat format, bool pair, unsigned operands) {
  const bool fma = f.op() == Op::fma;
  switch (format) {
    case FloatFormat::f32:
      return pair ? f.check(operands, 1, {"rn", "rz", "rm", "rp", "ftz"})
                  : f.check(operands, 1, {"rn", "rz", "rm", "rp", "ftz", "sat"});
    case FloatFormat::f64:
      return f.check(operands, 1, {"rn", "rz", "rm", "rp"});
    case FloatFormat::f16:
      return fma ? f.check(operands, 1, {"rn", "ftz", "sat", "relu"}) : f.check(operands, 1, {"rn", "ftz", "sat"});
    case FloatFormat::bf16:
      return fma ? f.check(operands, 1, {"rn", "relu"}) : f.check(operands, 1, {"rn"});
  }
  return false;
}

FloatOp arithmetic_op(Op op) {
  return op == Op::add ? FloatOp::add : op == Op::sub ? FloatOp::sub : op == Op::mul ? FloatOp::mul : FloatOp::fma;
}

Handler arithmetic_handler(const FloatKey& key) {
  if (is_half(key.format)) return pick_half(key);
  return key.format == FloatFormat::f64 ? pick_float64(key) : pick_float32(key);
}

/// add sub fma of f32 with operands of f16 or bf16: those are widened, exactly, first.
bool decode_mixed(Form& f) {
  const bool fma = f.op() == Op::fma;
  const Type narrow = f.type(1);
  if (f.op() == Op::mul || f.op() == Op::mad) return f.bad_type();
  if (f.type(0) != Type::f32 || (narrow != Type::f16 && narrow != Type::bf16)) return f.bad_type();
  FloatKey key{.op = arithmetic_op(f.op()), .sat = f.has("sat")};
  if (!f.check(fma ? 4 : 3, 2, {"rn", "rz", "rm", "rp", "sat"}) || !rounding(f, fma, key.rounding)) return false;
  const ConvertKey widen{.from = narrow == Type::f16 ? Scalar::f16 : Scalar::bf16, .to = Scalar::f32};
  const Handler convert = pick_convert_float(widen), run = pick_float32(key);
  if (convert == nullptr || run == nullptr) return f.bad_type();
  const auto widened = [&](std::size_t n) {
    const Slot from = source(f, n, narrow), to = f.d.temp(32);
    f.d.emit(convert, to, from);
    return to;
  };
  const Slot a = widened(1);
  const Slot b = fma ? widened(2) : source(f, 2, Type::f32);
  const Slot c = fma ? source(f, 3, Type::f32) : no_slot;
  return f.put(run, target(f, Type::f32), a, b, c);
}

bool decode_arithmetic(Form& f) {
  if (f.type(1) != Type::none) return decode_mixed(f);
  const Type type = f.type(0);
  const Element e = element_of(type);
  const bool three = f.op() == Op::fma || f.op() == Op::mad;
  if (!e.valid) return f.bad_type();
  if (f.op() == Op::mad && (is_half(e.format) || e.pair)) return f.bad_type();
  if (f.has("oob")) return f.d.refuse("fma.oob is not supported");
  if (!check_arithmetic(f, e.format, e.pair, three ? 4 : 3)) return false;
  FloatKey key{.op = arithmetic_op(f.op()), .format = e.format, .pair = e.pair, .ftz = f.has("ftz")};
  key.sat = f.has("sat");
  key.relu = f.has("relu");
  if (key.sat && key.relu) return f.d.refuse(".sat and .relu together");
  if (!rounding(f, three, key.rounding)) return false;
  return put_same(f, arithmetic_handler(key), type, three ? 3 : 2);
}

// ---- div rcp sqrt, and the approximate functions

/// The form with .approx (or .full), which has its own handlers.
bool put_approx(Form& f, ApproxOp op, unsigned sources) {
  const Type type = f.type(0);
  const Element e = element_of(type);
  if (!e.valid) return f.bad_type();
  return put_same(f, pick_approx({op, e.format, e.pair, f.has("ftz")}), type, sources);
}

bool decode_division(Form& f) {
  const bool div = f.op() == Op::div;
  const unsigned operands = div ? 3 : 2;
  const Type type = f.type(0);
  if (type != Type::f32 && type != Type::f64) return f.bad_type();
  if (f.has("approx") || f.has("full")) {
    if (f.has("full") ? !div || !f.check(3, 1, {"full", "ftz"}) : !f.check(operands, 1, {"approx", "ftz"}))
      return f.d.refuse(".full is for div");
    if (type == Type::f64 && (f.op() != Op::rcp || !f.has("ftz")))
      return f.d.refuse("of f64 only rcp.approx.ftz is approximate");
    const ApproxOp op = div                 ? f.has("full") ? ApproxOp::div_full : ApproxOp::div
                        : f.op() == Op::rcp ? ApproxOp::rcp
                                            : ApproxOp::sqrt;
    return put_approx(f, op, operands - 1);
  }
  if (type == Type::f32 ? !f.check(operands, 1, {"rn", "rz", "rm", "rp", "ftz"})
                        : !f.check(operands, 1, {"rn", "rz", "rm", "rp"}))
    return false;
  FloatKey key{.op = div                 ? FloatOp::div
                     : f.op() == Op::rcp ? FloatOp::rcp
                                         : FloatOp::sqrt,
               .format = type == Type::f32 ? FloatFormat::f32 : FloatFormat::f64,
               .ftz = f.has("ftz")};
  if (!rounding(f, true, key.rounding)) return false;
  return put_same(f, arithmetic_handler(key), type, operands - 1);
}

bool decode_approx(Form& f) {
  const Type type = f.type(0);
  const Element e = element_of(type);
  if (!f.has("approx")) return f.d.refuse(".approx is missing");
  if (f.op() == Op::tanh || (f.op() == Op::ex2 && e.format == FloatFormat::f16)) {
    if (!f.check(2, 1, {"approx"})) return false;
  } else if (!f.check(2, 1, {"approx", "ftz"})) {
    return false;
  }
  const bool halves = is_half(e.format) && (f.op() == Op::tanh || f.op() == Op::ex2);
  const bool wide = type == Type::f64 && f.op() == Op::rsqrt;
  if (!e.valid || (type != Type::f32 && !halves && !wide)) return f.bad_type();
  if (f.op() == Op::ex2 && e.format == FloatFormat::bf16 && !f.has("ftz")) return f.d.refuse(".ftz is missing");
  switch (f.op()) {
    case Op::rsqrt:
      return put_approx(f, ApproxOp::rsqrt, 1);
    case Op::sin:
      return put_approx(f, ApproxOp::sin, 1);
    case Op::cos:
      return put_approx(f, ApproxOp::cos, 1);
    case Op::lg2:
      return put_approx(f, ApproxOp::lg2, 1);
    case Op::ex2:
      return put_approx(f, ApproxOp::ex2, 1);
    default:
      return put_approx(f, ApproxOp::tanh, 1);
  }
}

// ---- abs neg min max copysign

bool decode_sign(Form& f) {
  const Type type = f.type(0);
  const Element e = element_of(type);
  if (!e.valid || type == Type::f32x2) return f.bad_type();
  const bool flushes = e.format == FloatFormat::f32 || e.format == FloatFormat::f16;
  if (flushes ? !f.check(2, 1, {"ftz"}) : !f.check(2, 1, {})) return false;
  const FloatOp op = f.op() == Op::abs ? FloatOp::abs : FloatOp::neg;
  return put_same(f, pick_float_bits({.op = op, .format = e.format, .pair = e.pair, .ftz = f.has("ftz")}), type, 1);
}

bool decode_copysign(Form& f) {
  const Type type = f.type(0);
  if (type != Type::f32 && type != Type::f64) return f.bad_type();
  if (!f.check(3, 1, {})) return false;
  return put_same(f, pick_float_bits({.op = FloatOp::copysign, .format = element_of(type).format}), type, 2);
}

/// min, max of three f32: two Codes; .abs takes the magnitudes first.
bool decode_extreme3(Form& f, FloatKey key) {
  if (!f.check(4, 1, {"ftz", "NaN", "abs"})) return false;
  const Handler run = pick_float_bits(key), abs = pick_float_bits({.op = FloatOp::abs});
  if (run == nullptr || abs == nullptr) return f.bad_type();
  Slot in[3];
  for (std::size_t n = 0; n < 3; ++n) {
    in[n] = source(f, n + 1, Type::f32);
    if (!f.has("abs")) continue;
    const Slot to = f.d.temp(32);
    f.d.emit(abs, to, in[n]);
    in[n] = to;
  }
  const Slot first = f.d.temp(32);
  f.d.emit(run, first, in[0], in[1]);
  return f.put(run, target(f, Type::f32), first, in[2]);
}

bool decode_extreme(Form& f) {
  const Type type = f.type(0);
  const Element e = element_of(type);
  if (!e.valid || type == Type::f32x2) return f.bad_type();
  FloatKey key{.op = f.op() == Op::min ? FloatOp::min : FloatOp::max,
               .format = e.format,
               .pair = e.pair,
               .ftz = f.has("ftz"),
               .nan = f.has("NaN"),
               .xorsign = f.has("xorsign")};
  if (type == Type::f32 && f.i.count() == 4) return decode_extreme3(f, key);
  const bool ok = e.format == FloatFormat::f64    ? f.check(3, 1, {})
                  : e.format == FloatFormat::bf16 ? f.check(3, 1, {"NaN", "xorsign", "abs"})
                                                  : f.check(3, 1, {"ftz", "NaN", "xorsign", "abs"});
  if (!ok) return false;
  if (f.has("xorsign") != f.has("abs")) return f.d.refuse(".xorsign and .abs go together");
  return put_same(f, pick_float_bits(key), type, 2);
}

}  // namespace

bool decode_float(Decoder& d, const Instruction& i) {
  Form f(d, i);
  switch (f.op()) {
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::fma:
    case Op::mad:
      return decode_arithmetic(f);
    case Op::div:
    case Op::rcp:
    case Op::sqrt:
      return decode_division(f);
    case Op::rsqrt:
    case Op::sin:
    case Op::cos:
    case Op::lg2:
    case Op::ex2:
    case Op::tanh:
      return decode_approx(f);
    case Op::abs:
    case Op::neg:
      return decode_sign(f);
    case Op::min:
    case Op::max:
      return decode_extreme(f);
    case Op::copysign:
      return decode_copysign(f);
    default:
      return d.refuse("not an operation of floats");
  }
}

}  // namespace lathe::nvptx::exec
