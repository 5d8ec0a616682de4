// Checks that an instruction has the form which its family knows: number of operands, modifiers, types. For
// decode_integer, decode_compare, decode_move, decode_video. Private to nvptx/exec.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/exec/decode/decode.hpp"

namespace lathe::nvptx::exec {

/// Width of an integer type u16..s64 and whether it is signed; bits = 0 for other types.
struct IntType {
  unsigned bits = 0;
  bool is_signed = false;
};
inline IntType int_type(mir::Type t) {
  switch (t) {
    case mir::Type::u16:
      return {16, false};
    case mir::Type::u32:
      return {32, false};
    case mir::Type::u64:
      return {64, false};
    case mir::Type::s16:
      return {16, true};
    case mir::Type::s32:
      return {32, true};
    case mir::Type::s64:
      return {64, true};
    default:
      return {};
  }
}
/// Width of b16, b32, b64; else 0.
inline unsigned untyped_bits(mir::Type t) {
  return t == mir::Type::b16 ? 16 : t == mir::Type::b32 ? 32 : t == mir::Type::b64 ? 64 : 0;
}

class Form {
 public:
  Form(Decoder& decoder, const Instruction& instruction) : d(decoder), i(instruction) {
    for (const std::string& m : i.desc.modifiers)
      if (const mir::Type t = mir::parse_type(m); t != mir::Type::none) types_.push_back(t);
  }
  Decoder& d;
  const Instruction& i;

  bool has(std::string_view modifier) const { return i.has(modifier); }
  mir::Type type(std::size_t n) const { return n < types_.size() ? types_[n] : mir::Type::none; }
  mir::Op op() const { return i.desc.op; }

  /// Refuses unless there are so many operands and types, and every other modifier is of the list and there once.
  bool check(std::size_t operands, std::size_t types, std::initializer_list<std::string_view> modifiers) {
    return count(operands) && only(types, modifiers);
  }
  bool count(std::size_t operands) {
    return i.count() == operands ||
           d.refuse("it has " + std::to_string(i.count()) + " operands, " + std::to_string(operands) + " are meant");
  }
  bool only(std::size_t types, std::initializer_list<std::string_view> modifiers) {
    if (types_.size() != types)
      return d.refuse(std::to_string(types) + " types are meant, not " + std::to_string(types_.size()));
    const auto& all = i.desc.modifiers;
    for (auto m = all.begin(); m != all.end(); ++m) {
      if (mir::parse_type(*m) != mir::Type::none) continue;
      if (std::find(modifiers.begin(), modifiers.end(), *m) == modifiers.end())
        return d.refuse("the modifier ." + *m + " is not supported here");
      if (std::find(all.begin(), m, *m) != m) return d.refuse("the modifier ." + *m + " twice");
    }
    return true;
  }
  /// Which of the modifiers is there: its index, or -1 after refusing when none or several are.
  int one_of(std::initializer_list<std::string_view> modifiers) {
    int found = -1, n = 0;
    for (const std::string_view m : modifiers) {
      if (has(m)) {
        if (found >= 0) return refuse_choice(modifiers);
        found = n;
      }
      ++n;
    }
    return found >= 0 ? found : refuse_choice(modifiers);
  }
  bool bad_type() { return d.refuse("the type ." + std::string(to_string(i.desc.type)) + " is not supported here"); }

  /// Operand n as a source of integer or untyped bits.
  Slot source(std::size_t n, unsigned bits) {
    const mir::Operand& o = i.operand(n);
    if (o.kind == mir::Operand::Kind::f32 || o.kind == mir::Operand::Kind::f64) d.refuse("a floating-point constant");
    return plain(o) && fits(o, bits) ? d.read(o, bits) : d.temp(bits);
  }
  /// Operand n as a source of the type: floating-point types take floating-point constants alone, of the untyped
  /// ones b32 takes 0f and b64 0d, integer types take none.
  Slot value(std::size_t n, mir::Type type) {
    using Kind = mir::Operand::Kind;
    const mir::Operand& o = i.operand(n);
    const bool f32 = o.kind == Kind::f32, f64 = o.kind == Kind::f64;
    const bool wide = type == mir::Type::f32 || type == mir::Type::f64;
    if ((f32 && !wide && type != mir::Type::b32) || (f64 && !wide && type != mir::Type::b64))
      d.refuse("a floating-point constant");
    if (o.kind == Kind::imm && (wide || type == mir::Type::f16 || type == mir::Type::bf16))
      d.refuse("an integer constant");
    const unsigned bits = mir::bits_of(type);
    return plain(o) && fits(o, bits) ? d.read(o, bits) : d.temp(bits);
  }
  Slot target(std::size_t n, unsigned bits, bool is_signed = false) {
    const mir::Operand& o = i.operand(n);
    return plain(o) && fits(o, bits) ? d.write(o, bits, is_signed) : d.temp(bits);
  }
  Slot pred_source(const mir::Operand& o) { return o.reserved == 0 ? d.read_pred(o) : (plain(o), d.temp(1)); }
  Slot pred_target(const mir::Operand& o) { return plain(o) ? d.write_pred(o) : d.temp(1); }
  /// Nothing is before or after the operand's name.
  bool plain(const mir::Operand& o) {
    if (o.reserved != 0) return d.refuse("a part of a register");
    return !o.negated || d.refuse("a negated operand");
  }

  /// A register has just this width: only ld, st and cvt take others.
  bool fits(const mir::Operand& o, unsigned bits) {
    if (o.kind != mir::Operand::Kind::reg || d.register_bits(o) == bits) return true;
    return d.refuse("a register of " + std::to_string(d.register_bits(o)) + " bits where " + std::to_string(bits) +
                    " are meant");
  }

  /// Emits the handler, or refuses when there is none. The Code is for modifiers that go along.
  bool put(Handler h, Slot to, Slot a, Slot b = no_slot, Slot c = no_slot) {
    if (h == nullptr) return bad_type();
    code = &d.emit(h, to, a, b, c);
    return true;
  }
  Code* code = nullptr;  ///< of the last put

 private:
  int refuse_choice(std::initializer_list<std::string_view> modifiers) {
    std::string text = "exactly one is meant of";
    for (const std::string_view m : modifiers) text += " ." + std::string(m);
    d.refuse(text);
    return -1;
  }
  std::vector<mir::Type> types_;
};

}  // namespace lathe::nvptx::exec
