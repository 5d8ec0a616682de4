// cvt and cvt.pack to Codes: types, modifiers and operands of every form of PTX ISA 9.0.
//
// A form that ptxas does not take is refused. Not there: .rs to the four-element formats (e4m3x4 ...), whose use of
// the random bits the manual shows in a figure only. Source: PTX ISA 9.0, cvt; which forms are legal: ptxas of CUDA 13.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "nvptx/exec/decode/decode.hpp"
#include "simt/lanes/convert_key.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Operand;
using mir::Type;
using Shape = ConvertKey::Shape;

/// A type name of cvt: its element, how many there are, and the bits of the operand.
struct Name {
  std::string_view text;
  Scalar scalar;
  unsigned elements, bits;
};
constexpr Name names[] = {
    {"u8", Scalar::u8, 1, 8},        {"s8", Scalar::s8, 1, 8},        {"u16", Scalar::u16, 1, 16},
    {"s16", Scalar::s16, 1, 16},     {"u32", Scalar::u32, 1, 32},     {"s32", Scalar::s32, 1, 32},
    {"u64", Scalar::u64, 1, 64},     {"s64", Scalar::s64, 1, 64},     {"f16", Scalar::f16, 1, 16},
    {"bf16", Scalar::bf16, 1, 16},   {"f32", Scalar::f32, 1, 32},     {"f64", Scalar::f64, 1, 64},
    {"tf32", Scalar::tf32, 1, 32},   {"f16x2", Scalar::f16, 2, 32},   {"bf16x2", Scalar::bf16, 2, 32},
    {"e4m3x2", Scalar::e4m3, 2, 16}, {"e5m2x2", Scalar::e5m2, 2, 16}, {"e2m3x2", Scalar::e2m3, 2, 16},
    {"e3m2x2", Scalar::e3m2, 2, 16}, {"e2m1x2", Scalar::e2m1, 2, 8},  {"ue8m0x2", Scalar::ue8m0, 2, 16},
};
const Name* find_name(std::string_view text) {
  const auto* it = std::find_if(std::begin(names), std::end(names), [&](const Name& n) { return n.text == text; });
  return it == std::end(names) ? nullptr : it;
}

class Cvt {
 public:
  Cvt(Decoder& decoder, const Instruction& instruction) : d_(decoder), i_(instruction) {}

  bool run() {
    if (!read_modifiers()) return false;
    key_ = {.from = from_->scalar, .to = to_->scalar, .ftz = has("ftz"), .sat = has("sat")};
    key_.relu = has("relu");
    key_.satfinite = has("satfinite");
    if (from_->elements == 2 || to_->elements == 2) return packed();
    key_.shape = Shape::single;
    return check_single() && operands(2) && put();
  }

 private:
  // ---- form
  bool has(std::string_view m) const { return std::find(flags_.begin(), flags_.end(), m) != flags_.end(); }
  bool refuse(const std::string& text) { return d_.refuse(text); }

  bool read_modifiers() {
    std::vector<const Name*> types;
    for (const std::string& m : i_.desc.modifiers) {
      if (const Name* n = find_name(m)) {
        types.push_back(n);
      } else if (m.size() > 2 && m.ends_with("x4")) {
        return refuse("conversions to ." + m + " are not supported");
      } else if (!known(m)) {
        return refuse("the modifier ." + m + " is not supported here");
      } else if (has(m)) {
        return refuse("the modifier ." + m + " twice");
      } else {
        flags_.push_back(m);
      }
    }
    if (types.size() != 2) return refuse("two types are meant, not " + std::to_string(types.size()));
    to_ = types[0];
    from_ = types[1];
    return true;
  }
  static bool known(std::string_view m) {
    for (const std::string_view k :
         {"rn", "rz", "rm", "rp", "rna", "rs", "rni", "rzi", "rmi", "rpi", "ftz", "sat", "relu", "satfinite"})
      if (m == k) return true;
    return false;
  }

  /// The one rounding modifier that is there; nothing when there is none. False after refusing two.
  bool rounding(std::optional<Rounding>& out, bool& integral) {
    struct Mode {
      std::string_view text;
      Rounding rounding;
      bool integral;
    };
    constexpr Mode modes[] = {{"rn", Rounding::rn, false}, {"rz", Rounding::rz, false},   {"rm", Rounding::rm, false},
                              {"rp", Rounding::rp, false}, {"rna", Rounding::rna, false}, {"rs", Rounding::rs, false},
                              {"rni", Rounding::rn, true}, {"rzi", Rounding::rz, true},   {"rmi", Rounding::rm, true},
                              {"rpi", Rounding::rp, true}};
    for (const Mode& m : modes) {
      if (!has(m.text)) continue;
      if (out) return refuse("two rounding modifiers");
      out = m.rounding;
      integral = m.integral;
    }
    return true;
  }

  /// Takes the rounding modifier, which has to be one of these (nothing among them: it may be left out).
  bool take(std::initializer_list<std::string_view> allowed, bool optional) {
    std::optional<Rounding> r;
    bool integral = false;
    if (!rounding(r, integral)) return false;
    if (!r) return optional || refuse("a rounding modifier is missing");
    for (const std::string_view a : allowed)
      if (has(a)) {
        key_.rounding = *r;
        key_.integral = integral;
        return true;
      }
    return refuse("this rounding modifier is not for these types");
  }
  bool without(std::initializer_list<std::string_view> modifiers) {
    for (const std::string_view m : modifiers)
      if (has(m)) return refuse("the modifier ." + std::string(m) + " is not for these types");
    return true;
  }

  static unsigned float_rank(Scalar s) { return s == Scalar::f64 ? 3 : s == Scalar::f32 ? 2 : 1; }

  bool check_single() {
    const Scalar from = key_.from, to = key_.to;
    if (from == Scalar::tf32) return refuse("conversions from .tf32 are not supported");
    if (to == Scalar::tf32) return check_tf32();
    if (has("ftz") && from != Scalar::f32 && to != Scalar::f32) return refuse(".ftz is for f32");
    if (is_integer(to)) {
      if (!without({"relu", "satfinite"})) return false;
      return is_integer(from) ? take({}, true) : take({"rni", "rzi", "rmi", "rpi"}, false);
    }
    if (is_integer(from)) return without({"relu", "satfinite"}) && take({"rn", "rz", "rm", "rp"}, false);
    return check_floats();
  }
  bool check_tf32() {
    if (key_.from != Scalar::f32) return refuse("tf32 is made of f32 alone");
    if (!without({"ftz", "sat"})) return false;
    if (has("rna") && has("relu")) return refuse(".rna and .relu together");
    return take({"rn", "rz", "rna"}, false);
  }
  bool check_floats() {
    const Scalar from = key_.from, to = key_.to;
    if (to == Scalar::bf16 && !without({"sat"})) return false;
    if (has("relu") || has("satfinite")) {
      if (from != Scalar::f32 || float_rank(to) != 1) return refuse(".relu and .satfinite are for f32 to f16 and bf16");
      if (has("sat")) return refuse(".sat together with .relu or .satfinite");
      return take({"rn", "rz"}, false);
    }
    if (from == to) return take({"rni", "rzi", "rmi", "rpi"}, true);
    if (float_rank(to) > float_rank(from)) {
      // Exact: a rounding is only taken from bf16, as ptxas does.
      return from == Scalar::bf16 ? take({"rn", "rz", "rm", "rp"}, true) : take({}, true);
    }
    return take({"rn", "rz", "rm", "rp"}, false);
  }

  // ---- pairs
  bool packed() {
    const Scalar from = key_.from, to = key_.to;
    if (!without({"ftz", "sat"})) return false;
    if (to_->elements != 2) return refuse("a pair to a single value");
    const bool narrow = to != Scalar::f16 && to != Scalar::bf16;
    if (from_->elements == 1) {
      if (from != Scalar::f32) return refuse("pairs are made of two f32");
      key_.shape = Shape::join;
      if (to == Scalar::ue8m0) return without({"relu"}) && take({"rz", "rp"}, false) && operands(3) && put();
      if (narrow && !has("satfinite")) return refuse(".satfinite is missing");
      if (narrow ? !take({"rn"}, false) : !take({"rn", "rz", "rs"}, false)) return false;
      return operands(key_.rounding == Rounding::rs ? 4 : 3) && put();
    }
    key_.shape = Shape::packed;
    if (to == Scalar::ue8m0) {
      if (from != Scalar::bf16) return refuse("ue8m0x2 is made of f32 and bf16x2");
      return without({"relu"}) && take({"rz", "rp"}, false) && operands(2) && put();
    }
    if (from == Scalar::ue8m0) {
      if (to != Scalar::bf16) return refuse("ue8m0x2 becomes bf16x2 only");
      return without({"relu", "satfinite"}) && take({"rn"}, false) && operands(2) && put();
    }
    if (from == Scalar::f16 && (to == Scalar::e4m3 || to == Scalar::e5m2)) {
      if (!has("satfinite")) return refuse(".satfinite is missing");
    } else if (to == Scalar::f16 && from != Scalar::bf16 && from != Scalar::f16) {
      if (!without({"satfinite"})) return false;
    } else {
      return refuse("." + std::string(from_->text) + " does not convert to ." + std::string(to_->text));
    }
    return take({"rn"}, false) && operands(2) && put();
  }

  // ---- operands
  bool operands(std::size_t n) {
    return i_.count() == n ||
           refuse("it has " + std::to_string(i_.count()) + " operands, " + std::to_string(n) + " are meant");
  }
  bool plain(const Operand& o) {
    if (o.reserved != 0) return refuse("a part of a register");
    return !o.negated || refuse("a negated operand");
  }
  Slot source(std::size_t n) {
    const Operand& o = i_.operand(n);
    if (!plain(o)) return d_.temp(from_->bits);
    // An immediate may be written as a float where the type is one.
    const Type type = from_->elements == 1 ? mir::parse_type(from_->text) : Type::none;
    if (!is_integer(from_->scalar) && type != Type::none) return d_.read(o, type);
    if (o.kind == Operand::Kind::f32 || o.kind == Operand::Kind::f64) refuse("a floating-point constant");
    return d_.read(o, from_->bits);
  }
  bool put() {
    Handler h = pick_convert_integer(key_);
    if (!is_integer(key_.from) || !is_integer(key_.to)) {
      h = pick_convert_float(key_);
      if (h == nullptr) h = pick_convert_any(key_);
    }
    if (h == nullptr) return refuse("this conversion is not supported");
    const Slot a = source(1);
    const Slot b = key_.shape == Shape::join ? source(2) : no_slot;
    const bool random = key_.rounding == Rounding::rs;
    const Slot c = random && plain(i_.operand(3)) ? d_.read(i_.operand(3), 32) : no_slot;
    if (random && c == no_slot) return false;
    const Operand& to = i_.operand(0);
    if (!plain(to)) return false;
    d_.emit(h, d_.write(to, to_->bits, is_signed(key_.to)), a, b, c).imm = to_imm(key_);
    return true;
  }

  Decoder& d_;
  const Instruction& i_;
  const Name *to_ = nullptr, *from_ = nullptr;
  std::vector<std::string> flags_;
  ConvertKey key_;
};

/// cvt.pack.sat.{u16 s16}.s32 d, a, b; cvt.pack.sat.{u8 s8 u4 s4 u2 s2}.s32.b32 d, a, b, c.
bool decode_pack(Decoder& d, const Instruction& i) {
  const auto& m = i.desc.modifiers;
  if (m.size() < 4 || m[0] != "pack" || m[1] != "sat" || m[3] != "s32")
    return d.refuse("the form is not cvt.pack.sat.TYPE.s32");
  constexpr std::pair<std::string_view, PackKey> kinds[] = {
      {"u16", {16, false}}, {"s16", {16, true}}, {"u8", {8, false}}, {"s8", {8, true}},
      {"u4", {4, false}},   {"s4", {4, true}},   {"u2", {2, false}}, {"s2", {2, true}}};
  const auto* kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& k) { return k.first == m[2]; });
  if (kind == std::end(kinds)) return d.refuse("cvt.pack to ." + m[2] + " is not supported");
  const bool third = kind->second.bits < 16;
  if (third ? m.size() != 5 || m[4] != "b32" : m.size() != 4)
    return d.refuse(third ? ".b32 is meant as the third type" : "a third type is not meant");
  if (i.count() != (third ? 4U : 3U)) return d.refuse("wrong number of operands");
  for (std::size_t n = 0; n < i.count(); ++n)
    if (i.operand(n).negated || i.operand(n).reserved != 0) return d.refuse("a negated operand or a part of one");
  const Slot a = d.read(i.operand(1), 32), b = d.read(i.operand(2), 32);
  const Slot c = third ? d.read(i.operand(3), 32) : no_slot;
  d.emit(pick_convert_pack(kind->second), d.write(i.operand(0), 32), a, b, c);
  return true;
}

}  // namespace

bool decode_convert(Decoder& d, const Instruction& i) { return i.has("pack") ? decode_pack(d, i) : Cvt(d, i).run(); }

}  // namespace lathe::nvptx::exec
