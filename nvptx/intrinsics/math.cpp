// Arithmetic: floating point with rounding and its modifiers, integer helpers, bit fields.
//
// The names spell the modifiers as PTX does and in its order (rn.ftz.sat), so most mnemonics are the name with the
// type letter replaced. Source of the rules: PTX ISA, "Instruction Set", arithmetic and half precision sections.
#include <array>
#include <optional>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

/// Modifiers and type of a floating-point operation, as its name gives them.
struct FloatOp {
  std::string modifiers;  ///< ".rn.ftz"
  std::string type;       ///< "f32"
  bool ftz = false, sat = false, relu = false, nan = false, xorsign = false, approx = false;
  bool is_half() const { return type.starts_with("f16"); }
  bool is_bf16() const { return type.starts_with("bf16"); }
};

/// Reads the rest of the name. The type is the last token, or the first argument's where the name leaves it out.
std::optional<FloatOp> read_float(Name& name, const Writer& w) {
  FloatOp op;
  while (!name.done()) {
    const std::string_view token = name.next();
    if (token == "d" || token == "f64") {
      op.type = "f64";
    } else if (token == "f" || token == "f32") {
      op.type = "f32";
    } else if (token == "f16" || token == "f16x2" || token == "bf16" || token == "bf16x2") {
      op.type = token;
    } else if (token == "v2f16" || token == "v2bf16") {
      op.type = std::string(token.substr(2)) + "x2";
    } else {
      if (!op.type.empty()) return std::nullopt;
      if (token == "ftz")
        op.ftz = true;
      else if (token == "sat")
        op.sat = true;
      else if (token == "relu")
        op.relu = true;
      else if (token == "nan")
        op.nan = true;
      else if (token == "xorsign")
        op.xorsign = true;
      else if (token == "approx")
        op.approx = true;
      else if (token != "rn" && token != "rz" && token != "rm" && token != "rp" && token != "abs" && token != "full")
        return std::nullopt;
      op.modifiers += token == "nan" ? ".NaN" : "." + std::string(token);
    }
  }
  if (op.type.empty()) op.type = type_suffix(w.type_of(0), 'b');
  return op;
}

bool no_instruction(Writer& w) { return w.refuse("has no PTX instruction"); }

/// add sub mul div rcp sqrt rsqrt sin cos lg2: f32 and f64, the mnemonic is the name.
template <const char* base>
bool arithmetic(Name& name, Writer& w) {
  const auto op = read_float(name, w);
  if (!op) return false;
  const std::string_view word = base;
  const bool transcendental = word == "sin" || word == "cos" || word == "lg2";
  if (op->is_half() || op->is_bf16() || (transcendental && op->type != "f32")) return no_instruction(w);
  return w.simple(std::string(base) + op->modifiers + "." + op->type);
}

bool sqrt_family(Name& name, Writer& w) {
  if (name.peek() == "f" && name.left() == 1) {
    // Precision is the function's choice.
    const Features& f = w.features();
    const bool approximate = f.prec_sqrt_f32 == 0 || (f.prec_sqrt_f32 < 0 && f.unsafe_fp);
    return w.simple(std::string("sqrt.") + (approximate ? "approx" : "rn") + (f.ftz_f32 ? ".ftz" : "") + ".f32");
  }
  static constexpr char base[] = "sqrt";
  return arithmetic<base>(name, w);
}

bool fma_family(Name& name, Writer& w) {
  const auto op = read_float(name, w);
  if (!op) return false;
  if (op->is_half() && !(op->relu ? w.need(80, 70) : w.need(53, 42))) return false;
  if (op->is_bf16()) {
    if (op->ftz || op->sat) return no_instruction(w);
    if (!w.need(80, 70)) return false;
  }
  return w.simple("fma" + op->modifiers + "." + op->type);
}

template <const char* base>
bool min_max(Name& name, Writer& w) {
  const auto op = read_float(name, w);
  if (!op) return false;
  if (op->is_bf16() && op->ftz) return no_instruction(w);
  if ((op->is_half() || op->is_bf16() || op->nan) && !w.need(80, 70)) return false;
  if (op->xorsign && !w.need(86, 72)) return false;
  return w.simple(base + op->modifiers + "." + op->type);
}

bool ex2_family(Name& name, Writer& w) {
  const auto op = read_float(name, w);
  if (!op || !op->approx) return false;
  if (op->type == "f64" || (op->is_half() && op->ftz) || (op->is_bf16() && !op->ftz)) return no_instruction(w);
  if (op->is_half() && !w.need(75, 70)) return false;
  if (op->is_bf16() && !w.need(90, 78)) return false;
  return w.simple("ex2" + op->modifiers + "." + op->type);
}

bool fabs_family(Name& name, Writer& w) {
  const auto op = read_float(name, w);
  if (!op) return false;
  if ((op->is_bf16() || op->type == "f64") && op->ftz) return no_instruction(w);
  if (op->is_half() && !w.need(53, 65)) return false;
  if (op->is_bf16() && !w.need(80, 70)) return false;
  return w.simple("abs" + op->modifiers + "." + op->type);
}

bool neg_family(Name& name, Writer& w) {
  const auto op = read_float(name, w);
  if (!op) return false;
  if (op->is_half() && !w.need(53, 60)) return false;
  if (op->is_bf16() && (op->ftz ? !no_instruction(w) : !w.need(80, 70))) return false;
  return w.simple("neg" + op->modifiers + "." + op->type);
}

/// ceil floor round trunc: to an integral value, by cvt's integer rounding; saturate: to [0, 1].
template <const char* rounding>
bool integral(Name& name, Writer& w) {
  const bool ftz = name.take("ftz");
  const std::string_view letter = name.take_one_of({"f", "d"});
  if (letter.empty() || !name.done()) return false;
  const std::string type = letter == "f" ? ".f32" : ".f64";
  const std::string_view word = rounding;
  std::string mnemonic = "cvt";
  if (word != "sat") mnemonic += "." + std::string(word);
  if (ftz) mnemonic += ".ftz";
  if (word == "sat") mnemonic += ".sat";
  return w.simple(mnemonic + type + type);
}

/// s us i ui ll ull
std::string integer_letters(std::string_view token) {
  if (token == "s") return "s16";
  if (token == "us") return "u16";
  if (token == "i") return "s32";
  if (token == "ui") return "u32";
  if (token == "ll") return "s64";
  if (token == "ull") return "u64";
  return {};
}

template <const char* base>
bool integer_op(Name& name, Writer& w) {
  const std::string type = integer_letters(name.next());
  if (type.empty() || !name.done()) return false;
  return w.simple(std::string(base) + "." + type);
}

bool prmt_family(Name& name, Writer& w) {
  if (name.done()) return w.simple("prmt.b32");
  const std::string_view mode = name.next();
  if (!name.done()) return false;
  w.op("prmt.b32." + std::string(mode));
  if (mode == "f4e" || mode == "b4e") return w.results().in(0).in(1).in(2).finish();
  if (mode != "rc8" && mode != "rc16" && mode != "ecl" && mode != "ecr") return false;
  // These modes read one register; PTX still wants the second.
  return w.results().in(0).imm(0).in(1).finish();
}

/// idp2a.s.u: the signs of a and of b.
template <int lanes>
bool dot_product(Name& name, Writer& w) {
  const std::string_view a = name.take_one_of({"s", "u"});
  const std::string_view b = name.take_one_of({"s", "u"});
  if (a.empty() || b.empty() || !name.done()) return false;
  if (!w.need(61, 50)) return false;
  const std::string types = "." + std::string(a) + "32." + std::string(b) + "32";
  if (lanes == 4) return w.simple("dp4a" + types);
  w.op(std::string("dp2a.") + (w.immediate(2) != 0 ? "hi" : "lo") + types);
  return w.results().in(0).in(1).in(3).finish();
}

/// flo.s(x, shiftamt): the highest bit that is not the sign.
bool flo_family(Name& name, Writer& w) {
  const std::string_view sign = name.take_one_of({"s", "u"});
  if (sign.empty()) return false;
  name.skip_overload();
  const Vt type = w.type_of(0);
  if (type != vt::i32 && type != vt::i64) return w.refuse("wants an i32 or i64");
  w.op(std::string("bfind.") + (w.immediate(1) != 0 ? "shiftamt." : "") + type_suffix(type, sign.front()));
  return w.results().in(0).finish();
}

/// fshl.clamp(high, low, amount): PTX takes the low register first.
template <char direction>
bool funnel_family(Name& name, Writer& w) {
  if (!name.take("clamp")) return false;
  name.skip_overload();
  if (w.type_of(0) != vt::i32) return w.refuse("has a PTX instruction for i32 only");
  if (!w.need(32, 31)) return false;
  return w.op(std::string("shf.") + direction + ".clamp.b32").results().in(1).in(0).in(2).finish();
}

template <const char* base, const char* type>
bool clamp_wrap(Name& name, Writer& w) {
  const std::string_view mode = name.take_one_of({"clamp", "wrap"});
  if (mode.empty() || !name.done()) return false;
  if (!w.need(70, 76)) return false;
  return w.simple(std::string(base) + "." + std::string(mode) + "." + type);
}

bool fns_family(Name& name, Writer& w) { return name.done() && w.need(30, 60) && w.simple("fns.b32"); }

/// A parameter of the compilation that was not given: its value is 0.
bool reflect_family(Name&, Writer& w) { return w.plain(PlainIntrinsic::zero).finish(); }

bool move_family(Name&, Writer& w) { return w.plain(PlainIntrinsic::copy).finish(); }

constexpr char add[] = "add", sub[] = "sub", mul[] = "mul", div[] = "div", rcp[] = "rcp", rsqrt[] = "rsqrt",
               sin[] = "sin", cos[] = "cos", lg2[] = "lg2", min[] = "min", max[] = "max", rpi[] = "rpi", rmi[] = "rmi",
               rni[] = "rni", rzi[] = "rzi", sat[] = "sat", mul_hi[] = "mul.hi", mul24[] = "mul24.lo", sad[] = "sad",
               bmsk[] = "bmsk", szext[] = "szext", b32[] = "b32", s32[] = "s32", u32[] = "u32";

constexpr std::array entries = {
    FamilyEntry{"add", arithmetic<add>},
    FamilyEntry{"sub", arithmetic<sub>},
    FamilyEntry{"mul", arithmetic<mul>},
    FamilyEntry{"div", arithmetic<div>},
    FamilyEntry{"rcp", arithmetic<rcp>},
    FamilyEntry{"rsqrt", arithmetic<rsqrt>},
    FamilyEntry{"sin", arithmetic<sin>},
    FamilyEntry{"cos", arithmetic<cos>},
    FamilyEntry{"lg2", arithmetic<lg2>},
    FamilyEntry{"sqrt", sqrt_family},
    FamilyEntry{"fma", fma_family},
    FamilyEntry{"fmin", min_max<min>},
    FamilyEntry{"fmax", min_max<max>},
    FamilyEntry{"ex2", ex2_family},
    FamilyEntry{"fabs", fabs_family},
    FamilyEntry{"neg", neg_family},
    FamilyEntry{"ceil", integral<rpi>},
    FamilyEntry{"floor", integral<rmi>},
    FamilyEntry{"round", integral<rni>},
    FamilyEntry{"trunc", integral<rzi>},
    FamilyEntry{"saturate", integral<sat>},
    FamilyEntry{"mulhi", integer_op<mul_hi>},
    FamilyEntry{"mul24", integer_op<mul24>},
    FamilyEntry{"sad", integer_op<sad>},
    FamilyEntry{"prmt", prmt_family},
    FamilyEntry{"idp2a", dot_product<2>},
    FamilyEntry{"idp4a", dot_product<4>},
    FamilyEntry{"flo", flo_family},
    FamilyEntry{"fshl", funnel_family<'l'>},
    FamilyEntry{"fshr", funnel_family<'r'>},
    FamilyEntry{"bmsk", clamp_wrap<bmsk, b32>},
    FamilyEntry{"sext", clamp_wrap<szext, s32>},
    FamilyEntry{"zext", clamp_wrap<szext, u32>},
    FamilyEntry{"fns", fns_family},
    FamilyEntry{"reflect", reflect_family},
    FamilyEntry{"move", move_family},
};

}  // namespace

std::span<const FamilyEntry> math_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
