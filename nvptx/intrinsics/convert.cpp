// Conversions between number formats: cvt in all its forms, and the halves of a double.
//
// A name is either <from>2<to> with letters (d2ll, f2bf16, ff2f16x2) or <from>.to.<to> with PTX's names of the small
// formats. Source: PTX ISA, "Data Movement and Conversion Instructions: cvt".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

std::string_view rounding_of(Name& name) { return name.take_one_of({"rn", "rz", "rm", "rp"}); }

/// d2i d2ui d2ll d2ull f2i ...: to an integer, by integer rounding.
template <const char* from, const char* to>
bool to_integer(Name& name, Writer& w) {
  const std::string_view from_type = from, to_type = to;
  if (from_type == "f64" && to_type == "s32" && name.left() == 1) {
    if (name.take("hi")) return w.plain(PlainIntrinsic::high_half).finish();
    if (name.take("lo")) return w.plain(PlainIntrinsic::low_half).finish();
  }
  const std::string_view rounding = rounding_of(name);
  const bool ftz = name.take("ftz");
  if (rounding.empty() || !name.done()) return false;
  return w.simple("cvt." + std::string(rounding) + (ftz ? "i.ftz." : "i.") + to + "." + from);
}

/// i2f ui2d ll2f ...; d2f: to floating point.
template <const char* from, const char* to>
bool to_float(Name& name, Writer& w) {
  const std::string_view rounding = rounding_of(name);
  const bool ftz = name.take("ftz");
  if (rounding.empty() || !name.done()) return false;
  return w.simple("cvt." + std::string(rounding) + (ftz ? ".ftz." : ".") + to + "." + from);
}

bool lohi_family(Name& name, Writer& w) {
  return name.take("i2d") && name.done() && w.plain(PlainIntrinsic::join).finish();
}

bool bf2h_family(Name& name, Writer& w) {
  if (!name.take("rn")) return false;
  if (name.take("ftz")) return w.refuse("has no PTX instruction");
  return name.done() && w.need(90, 78) && w.simple("cvt.rn.f16.bf16");
}

/// What follows the formats in a name, in any order that LLVM uses.
struct Modifiers {
  std::string rounding;
  bool relu = false, satfinite = false, ok = false;
};

Modifiers read_modifiers(Name& name) {
  Modifiers m;
  m.rounding = name.take_one_of({"rna", "rn", "rz", "rs", "rp"});
  m.relu = name.take("relu");
  m.satfinite = name.take("satfinite");
  m.ok = name.done();
  return m;
}

std::string mnemonic_of(const Modifiers& m, std::string_view to, std::string_view from) {
  return "cvt." + m.rounding + (m.relu ? ".relu" : "") + (m.satfinite ? ".satfinite." : ".") + std::string(to) + "." +
         std::string(from);
}

/// Stochastic rounding: the chips that have it.
bool need_rs(Writer& w) { return w.need_one_of({{100}, {103}}, 87); }

/// f2bf16 f2f16 ff2bf16x2 ff2f16x2
template <const char* to>
bool to_half(Name& name, Writer& w) {
  const Modifiers m = read_modifiers(name);
  if (!m.ok || m.rounding.empty()) return false;
  const std::string_view type = to;
  if (m.rounding == "rs") {
    if (!need_rs(w)) return false;
    return w.op(mnemonic_of(m, to, "f32")).results().in_register(0).in_register(1).in_register(2).finish();
  }
  // Rounding to nearest into one f16 is as old as f16; the modifiers are not.
  const bool basic = type == "f16" && !m.relu && !m.satfinite;
  const bool scalar_f16 = type == "f16" && !m.relu;
  if (!basic && !w.need(scalar_f16 ? 75 : 80, m.satfinite ? 81 : 70)) return false;
  return w.simple(mnemonic_of(m, to, "f32"));
}

bool tf32_family(Name& name, Writer& w) {
  const Modifiers m = read_modifiers(name);
  if (!m.ok || m.rounding.empty()) return false;
  const bool rna = m.rounding == "rna";
  if (m.satfinite && !rna ? !w.need(100, 86) : rna ? !w.need(80, m.satfinite ? 81 : 70) : !w.need(90, 78)) return false;
  return w.simple(mnemonic_of(m, "tf32", "f32"));
}

/// Formats of 8 bits and fewer. e4m3 and e5m2 came with sm_89; the others with sm_100's family and its relatives.
bool need_small_format(Writer& w, std::string_view format) {
  if (format.starts_with("e4m3") || format.starts_with("e5m2")) {
    return w.features().sm >= 90 ? w.need(90, 78) : w.need(89, 81);
  }
  return w.need_one_of({{100, true}, {101, true}, {120, true}}, 86);
}

bool is_small_format(std::string_view format) {
  return format == "e4m3x2" || format == "e5m2x2" || format == "e2m1x2" || format == "e2m3x2" || format == "e3m2x2" ||
         format == "ue8m0x2";
}

/// ff.to.X, f16x2.to.X, bf16x2.to.X: two numbers into a small format; e4m3 and e5m2 always saturate.
template <const char* from>
bool to_small(Name& name, Writer& w) {
  if (!name.take("to")) return false;
  const std::string to(name.next());
  const Modifiers m = read_modifiers(name);
  if (!is_small_format(to) || !m.ok || m.rounding.empty()) return false;
  if (!need_small_format(w, to)) return false;
  const bool saturates = m.satfinite || to.starts_with("e4m3") || to.starts_with("e5m2");
  const std::string mnemonic =
      "cvt." + m.rounding + (saturates ? ".satfinite" : "") + (m.relu ? ".relu" : "") + "." + to + "." + from;
  if (to != "e2m1x2") return w.simple(mnemonic);
  // Its result is a register of 8 bits, which no value has.
  return w.text(".reg .b8 small;\n" + mnemonic + " small, $1, $2;\ncvt.u16.u8 $0, small;")
      .input_only(0, vt::f32)
      .input_only(1, vt::f32)
      .finish();
}

template <const char* from>
bool from_small(Name& name, Writer& w) {
  if (!name.take("to")) return false;
  const std::string to(name.next());
  Modifiers m = read_modifiers(name);
  if (!m.ok || (to != "f16x2" && to != "bf16x2")) return false;
  if (m.rounding.empty()) m.rounding = "rn";
  if (!need_small_format(w, from)) return false;
  const std::string mnemonic = mnemonic_of(m, to, from);
  if (std::string_view(from) != "e2m1x2") return w.simple(mnemonic);
  return w.text(".reg .b8 small;\ncvt.u8.u16 small, $1;\n" + mnemonic + " $0, small;").input_only(0, vt::i16).finish();
}

/// f32x4.to.e2m3x4.rs[.relu].satfinite(v4f32, random bits)
bool f32x4_family(Name& name, Writer& w) {
  if (!name.take("to")) return false;
  const std::string to(name.next());
  const Modifiers m = read_modifiers(name);
  if (!m.ok || m.rounding != "rs" || !to.ends_with("x4")) return false;
  if (!need_rs(w)) return false;
  return w.op(mnemonic_of(m, to, "f32")).results().in_elements(0).in_register(1).finish();
}

constexpr char f32[] = "f32", f64[] = "f64", s32[] = "s32", u32[] = "u32", s64[] = "s64", u64[] = "u64", f16[] = "f16",
               bf16[] = "bf16", f16x2[] = "f16x2", bf16x2[] = "bf16x2", e4m3x2[] = "e4m3x2", e5m2x2[] = "e5m2x2",
               e2m1x2[] = "e2m1x2", e2m3x2[] = "e2m3x2", e3m2x2[] = "e3m2x2", ue8m0x2[] = "ue8m0x2";

constexpr std::array entries = {
    FamilyEntry{"d2i", to_integer<f64, s32>},  FamilyEntry{"d2ui", to_integer<f64, u32>},
    FamilyEntry{"d2ll", to_integer<f64, s64>}, FamilyEntry{"d2ull", to_integer<f64, u64>},
    FamilyEntry{"f2i", to_integer<f32, s32>},  FamilyEntry{"f2ui", to_integer<f32, u32>},
    FamilyEntry{"f2ll", to_integer<f32, s64>}, FamilyEntry{"f2ull", to_integer<f32, u64>},
    FamilyEntry{"i2d", to_float<s32, f64>},    FamilyEntry{"ui2d", to_float<u32, f64>},
    FamilyEntry{"ll2d", to_float<s64, f64>},   FamilyEntry{"ull2d", to_float<u64, f64>},
    FamilyEntry{"i2f", to_float<s32, f32>},    FamilyEntry{"ui2f", to_float<u32, f32>},
    FamilyEntry{"ll2f", to_float<s64, f32>},   FamilyEntry{"ull2f", to_float<u64, f32>},
    FamilyEntry{"d2f", to_float<f64, f32>},    FamilyEntry{"f2h", to_float<f32, f16>},
    FamilyEntry{"lohi", lohi_family},          FamilyEntry{"bf2h", bf2h_family},
    FamilyEntry{"f2bf16", to_half<bf16>},      FamilyEntry{"f2f16", to_half<f16>},
    FamilyEntry{"ff2bf16x2", to_half<bf16x2>}, FamilyEntry{"ff2f16x2", to_half<f16x2>},
    FamilyEntry{"f2tf32", tf32_family},        FamilyEntry{"ff", to_small<f32>},
    FamilyEntry{"f16x2", to_small<f16x2>},     FamilyEntry{"bf16x2", to_small<bf16x2>},
    FamilyEntry{"e4m3x2", from_small<e4m3x2>}, FamilyEntry{"e5m2x2", from_small<e5m2x2>},
    FamilyEntry{"e2m1x2", from_small<e2m1x2>}, FamilyEntry{"e2m3x2", from_small<e2m3x2>},
    FamilyEntry{"e3m2x2", from_small<e3m2x2>}, FamilyEntry{"ue8m0x2", from_small<ue8m0x2>},
    FamilyEntry{"f32x4", f32x4_family},
};

}  // namespace

std::span<const FamilyEntry> convert_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
