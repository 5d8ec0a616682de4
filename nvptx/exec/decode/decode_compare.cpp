// Comparisons and selections to Codes: set, setp, testp, selp, slct for every type that PTX gives them.
//
// Each comparison is one of a few tests with its sources swapped or its outcome negated (a > b is b < a; "a < b or
// a NaN" is not b <= a). Source: PTX ISA 9.0, 9.7.3 (testp), 9.7.6, 9.7.7.
#include "nvptx/exec/decode/form.hpp"
#include "simt/lanes/compare_key.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Operand;
using mir::Type;
using Test = CompareKey::Test;
using Kind = CompareKey::Type;
using Result = CompareKey::Result;

struct Comparison {
  std::string_view name;
  Test test;
  bool swap, negate;
};
constexpr Comparison of_integers[] = {
    {"eq", Test::eq, false, false}, {"ne", Test::eq, false, true}, {"lt", Test::lt, false, false},
    {"le", Test::lt, true, true},   {"gt", Test::lt, true, false}, {"ge", Test::lt, false, true},
    {"lo", Test::lt, false, false}, {"ls", Test::lt, true, true},  {"hi", Test::lt, true, false},
    {"hs", Test::lt, false, true},
};
constexpr Comparison of_floats[] = {
    {"eq", Test::eq, false, false},   {"ne", Test::ne, false, false},  {"lt", Test::lt, false, false},
    {"le", Test::le, false, false},   {"gt", Test::lt, true, false},   {"ge", Test::le, true, false},
    {"equ", Test::ne, false, true},   {"neu", Test::eq, false, true},  {"ltu", Test::le, true, true},
    {"leu", Test::lt, true, true},    {"gtu", Test::le, false, true},  {"geu", Test::lt, false, true},
    {"num", Test::num, false, false}, {"nan", Test::num, false, true},
};

bool is_float(Kind k) { return k >= Kind::f16; }
bool is_x2(Kind k) { return k == Kind::f16x2 || k == Kind::bf16x2; }

bool kind_of(Type type, Kind& kind) {
  switch (type) {
    case Type::b16:
    case Type::u16:
      kind = Kind::u16;
      return true;
    case Type::s16:
      kind = Kind::s16;
      return true;
    case Type::b32:
    case Type::u32:
      kind = Kind::u32;
      return true;
    case Type::s32:
      kind = Kind::s32;
      return true;
    case Type::b64:
    case Type::u64:
      kind = Kind::u64;
      return true;
    case Type::s64:
      kind = Kind::s64;
      return true;
    case Type::f16:
      kind = Kind::f16;
      return true;
    case Type::bf16:
      kind = Kind::bf16;
      return true;
    case Type::f32:
      kind = Kind::f32;
      return true;
    case Type::f64:
      kind = Kind::f64;
      return true;
    case Type::f16x2:
      kind = Kind::f16x2;
      return true;
    case Type::bf16x2:
      kind = Kind::bf16x2;
      return true;
    default:
      return false;
  }
}

// What set and setp have in common, read from the modifiers.
struct Compared {
  Type type = Type::none;
  Kind kind = Kind::u32;
  Comparison comparison{};
  bool flush = false;
  Join join = Join::none;
};

bool comparison_of(Form& f, Compared& c) {
  const Comparison* found = nullptr;
  const auto look = [&](const auto& table) {
    for (const Comparison& row : table)
      if (f.has(row.name)) {
        if (found != nullptr) return false;
        found = &row;
      }
    return true;
  };
  if (is_float(c.kind) ? !look(of_floats) : !look(of_integers)) return f.d.refuse("two comparisons");
  const bool untyped = c.type == Type::b16 || c.type == Type::b32 || c.type == Type::b64;
  const bool is_signed = c.kind == Kind::s16 || c.kind == Kind::s32 || c.kind == Kind::s64;
  const bool unsigned_name =
      found != nullptr && (found->name[1] == 'o' || found->name[1] == 's' || found->name[0] == 'h');  // lo ls hi hs
  if (found == nullptr || (untyped && found->test != Test::eq) || (is_signed && !is_float(c.kind) && unsigned_name))
    return f.d.refuse("no comparison that the type has");
  c.comparison = *found;
  return true;
}

// Everything but the results; `types` of the mnemonic, the last is compared.
bool compared(Form& f, std::size_t types, Compared& c) {
  c.type = f.type(types - 1);
  if (!f.only(types, {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi", "hs",  "equ",
                      "neu", "ltu", "leu", "gtu", "geu", "num", "nan", "and", "or", "xor", "ftz"}))
    return false;
  if (!kind_of(c.type, c.kind)) return f.bad_type();
  if (!comparison_of(f, c)) return false;
  c.flush = f.has("ftz");
  if (c.flush && c.kind != Kind::f32 && c.kind != Kind::f16 && c.kind != Kind::f16x2)
    return f.d.refuse(".ftz is for .f32, .f16 and .f16x2 alone");
  if (f.has("and") || f.has("or") || f.has("xor")) {
    const int n = f.one_of({"and", "or", "xor"});
    if (n < 0) return false;
    c.join = static_cast<Join>(static_cast<int>(Join::both) + n);
  }
  return f.count(c.join == Join::none ? 3 : 4);
}

// Emits the comparison; the caller has filled in nothing yet but d.
bool put_compare(Form& f, const Compared& c, Result result, Slot d, std::uint32_t value) {
  const Type type = is_x2(c.kind) ? Type::b32 : c.type;
  Slot a = f.value(1, type), b = f.value(2, type);
  if (c.comparison.swap) std::swap(a, b);
  const Slot word = c.join == Join::none ? no_slot : f.pred_source(f.i.operand(3));
  if (!f.put(pick_compare({c.comparison.test, c.kind, c.flush, result}), d, a, b, word)) return false;
  f.code->x = c.comparison.negate ? all_lanes : 0;
  f.code->imm = static_cast<std::uint64_t>(c.join) << 32 | value;
  return true;
}

bool decode_setp(Form& f) {
  Compared c;
  if (!compared(f, 1, c)) return false;
  const Operand& to = f.i.operand(0);
  const bool two = to.kind == Operand::Kind::group;
  const auto parts = f.i.elements(0);
  if (two && (to.a != static_cast<std::uint32_t>(mir::GroupKind::pipe) || parts.size() != 2))
    return f.d.refuse("the result has to be p or p|q");
  if (two && (c.kind == Kind::f16 || c.kind == Kind::bf16)) return f.d.refuse("of 16-bit floats there is one result");
  const bool simple = !two && c.join == Join::none && !is_x2(c.kind);
  const Slot p = f.pred_target(parts[0]);
  const Slot q = two ? f.pred_target(parts[1]) : simple ? no_slot : f.d.temp(1);
  if (!put_compare(f, c, simple ? Result::pred : Result::preds, p, 0)) return false;
  f.code->y = q;
  return true;
}

// What is written for true, and the width; 0 bits: this type of result does not go with the compared type.
struct True {
  unsigned bits = 0;
  std::uint32_t value = 0;
};
True true_of(Type to, Kind from) {
  const bool half = from == Kind::f16 || from == Kind::bf16;
  switch (to) {
    case Type::u32:
    case Type::s32:
      return {32, 0xffffffffU};
    case Type::f32:
      return half || is_x2(from) ? True{} : True{32, 0x3f800000U};
    case Type::u16:
    case Type::s16:
      return half ? True{16, 0xffffU} : True{};
    case Type::f16:
      return is_x2(from) || from == Kind::bf16 ? True{} : True{16, 0x3c00U};
    case Type::bf16:
      return is_x2(from) ? True{} : True{16, 0x3f80U};
    case Type::f16x2:
      return from == Kind::f16x2 ? True{32, 0x3c003c00U} : True{};
    case Type::bf16x2:
      return from == Kind::bf16x2 ? True{32, 0x3f803f80U} : True{};
    default:
      return {};
  }
}

bool decode_set(Form& f) {
  Compared c;
  if (!compared(f, 2, c)) return false;
  const True t = true_of(f.type(0), c.kind);
  if (t.bits == 0 || (c.flush && f.type(0) == Type::bf16)) return f.d.refuse("these two types do not go together");
  const Slot d = f.target(0, t.bits, f.type(0) == Type::s32 || f.type(0) == Type::s16);
  return put_compare(f, c, t.bits == 16 ? Result::value16 : Result::value32, d, t.value);
}

bool decode_testp(Form& f) {
  if (!f.check(2, 1, {"finite", "infinite", "number", "notanumber", "normal", "subnormal"})) return false;
  const int n = f.one_of({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  if (n < 0) return false;
  if (f.type(0) != Type::f32 && f.type(0) != Type::f64) return f.bad_type();
  constexpr Test tests[] = {Test::finite, Test::infinite, Test::nan, Test::nan, Test::normal, Test::subnormal};
  const Kind kind = f.type(0) == Type::f32 ? Kind::f32 : Kind::f64;
  const Slot a = f.value(1, f.type(0));
  if (!f.put(pick_compare({tests[n], kind, false, Result::pred}), f.pred_target(f.i.operand(0)), a, a)) return false;
  f.code->x = n == 2 ? all_lanes : 0;
  return true;
}

// Width of the types that selp and slct have; else 0.
unsigned selected_bits(Type type) {
  if (type == Type::f32) return 32;
  if (type == Type::f64) return 64;
  const unsigned bits = untyped_bits(type);
  return bits != 0 ? bits : int_type(type).bits;
}

bool decode_selp(Form& f) {
  if (!f.check(4, 1, {})) return false;
  const unsigned bits = selected_bits(f.type(0));
  if (bits == 0) return f.bad_type();
  const Slot a = f.value(1, f.type(0)), b = f.value(2, f.type(0)), p = f.pred_source(f.i.operand(3));
  return f.put(pick_select({SelectKey::By::pred, bits}), f.target(0, bits, int_type(f.type(0)).is_signed), a, b, p);
}

bool decode_slct(Form& f) {
  if (!f.check(4, 2, {"ftz"})) return false;
  const unsigned bits = selected_bits(f.type(0));
  const bool by_float = f.type(1) == Type::f32;
  if (bits == 0 || (!by_float && f.type(1) != Type::s32)) return f.bad_type();
  if (f.has("ftz") && !by_float) return f.d.refuse(".ftz goes with .f32 alone");
  const Slot a = f.value(1, f.type(0)), b = f.value(2, f.type(0)), c = f.value(3, f.type(1));
  const auto by = !by_float ? SelectKey::By::s32 : f.has("ftz") ? SelectKey::By::f32_flush : SelectKey::By::f32;
  return f.put(pick_select({by, bits}), f.target(0, bits, int_type(f.type(0)).is_signed), a, b, c);
}

}  // namespace

bool decode_compare(Decoder& d, const Instruction& i) {
  Form f(d, i);
  switch (f.op()) {
    case Op::setp:
      return decode_setp(f);
    case Op::set:
      return decode_set(f);
    case Op::testp:
      return decode_testp(f);
    case Op::selp:
      return decode_selp(f);
    case Op::slct:
      return decode_slct(f);
    default:
      return d.refuse("cannot be run on the CPU");
  }
}

}  // namespace lathe::nvptx::exec
