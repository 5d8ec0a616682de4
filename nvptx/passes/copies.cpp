// Copy propagation and moves that change nothing: codegen's passes. Here is what may stand where in PTX.
#include "codegen/passes/copies.hpp"

#include <algorithm>

#include "nvptx/passes/code.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/ssa.hpp"
#include "nvptx/views/editor.hpp"

namespace lathe::nvptx {
namespace {

using mir::Type;

// Of what PTX takes constants for: no bytes, no pairs of words.
bool is_word(Type t) {
  return mir::is_integer(t) && t != Type::b8 && t != Type::u8 && t != Type::s8 && t != Type::b128;
}

class CopyCode : public Code {
 public:
  using Code::Code;

  bool may_stand_for(Reg by, Reg of) const { return MirCode::may_stand_for(f_.regs[by].type, f_.regs[of].type); }
  /// The guard, then operands that are read. What reads its results, and what is not known, keeps its own.
  template <class F>
  void for_each_place(Inst* i, F&& f) {
    const OpDesc& d = op(i);
    if (i->guard != mir::none) f(Guard{i->guard});
    if (d.modifies || d.op == Op::other) return;
    const auto slots = f_.operands_of(*i);
    for (std::uint32_t k = mir::def_slots(d, f_, *i); k < slots.size(); ++k)
      if (slots[k].kind == Operand::Kind::reg || slots[k].kind == Operand::Kind::mem_reg) f(Slot{*this, d, slots, k});
  }

 private:
  struct Guard {
    Reg& guard;
    Reg value() const { return guard; }
    bool takes(const Source&) const { return false; }
    void put(Reg r) { guard = r; }
    void put_constant(const Source&) {}
  };
  struct Slot {
    const CopyCode& code;
    const OpDesc& d;
    std::span<Operand> slots;
    std::uint32_t at;
    Reg value() const { return slots[at].a; }
    bool takes(const Source& s) const {
      return slots[at].kind == Operand::Kind::reg && !slots[at].negated &&
             takes_constant(d, slots, at, s, code.f_.regs[value()].type);
    }
    void put(Reg r) { slots[at].a = r; }
    void put_constant(const Source& s) { slots[at] = s; }
  };

  // PTX takes constants for the plain operands of arithmetic and of stores. Not: 16-bit floats, predicates,
  // and a second constant beside a first (nothing would be left to compute with).
  static bool takes_constant(const OpDesc& d, std::span<const Operand> slots, std::uint32_t at, const Operand& value,
                             Type reg) {
    switch (d.op) {
      case Op::phi:
        return reg != Type::pred;
      case Op::mov:
        return reg != Type::pred && slots.size() == 2 && at == 1;
      case Op::add:
      case Op::sub:
      case Op::mul:
      case Op::mad:
      case Op::div:
      case Op::rem:
      case Op::min:
      case Op::max:
      case Op::and_:
      case Op::or_:
      case Op::xor_:
      case Op::shl:
      case Op::shr:
      case Op::setp:
      case Op::selp:
      case Op::fma:
      case Op::bfe:
      case Op::prmt:
      case Op::st:
        break;
      default:
        return false;
    }
    if (d.vector > 1 || d.has("sat") || mir::writes_carry(d)) return false;
    const bool fits =
        value.kind == Operand::Kind::imm ? is_word(d.type) && is_word(reg) : is_float_word(d.type) && d.type == reg;
    if (!fits || (d.op == Op::selp && at == 3)) return false;
    if (d.op == Op::st && at != 1) return false;  // a cache policy
    if (d.op == Op::setp && slots[0].kind == Operand::Kind::group) return false;
    const auto is_constant = [](const Operand& o) {
      return o.kind == Operand::Kind::imm || o.kind == Operand::Kind::f32 || o.kind == Operand::Kind::f64;
    };
    return d.op == Op::st || d.op == Op::selp || std::none_of(slots.begin(), slots.end(), is_constant);
  }
};

}  // namespace

void propagate_copies(Module& module, Function& function, const SsaFacts& ssa) {
  CopyCode code(module, function);
  codegen::passes::propagate_copies<CopyCode>(code, ssa);
}

void drop_redundant_moves(Module& module, Function& function) {
  Code code(module, function);
  codegen::passes::drop_redundant_moves(code);
}

}  // namespace lathe::nvptx
