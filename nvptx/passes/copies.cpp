// Copy propagation: chains of mov between SSA registers, and constants into the instructions that take them.
// After phi elimination: moves that change nothing.
//
// Only proper SSA registers take part, so guards and registers with several definitions need no case.
// Cost: linear.
#include <algorithm>

#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/ssa.hpp"

namespace lathe::nvptx {
namespace {

using mir::Type;

bool is_float(Type t) { return t == Type::f32 || t == Type::f64; }
bool is_integer(Type t) {
  switch (t) {
    case Type::b16:
    case Type::b32:
    case Type::b64:
    case Type::u16:
    case Type::u32:
    case Type::u64:
    case Type::s16:
    case Type::s32:
    case Type::s64:
      return true;
    default:
      return false;
  }
}

// A register of type `to` may stand where one of type `from` stood: equal, or bits, which go with everything.
bool may_replace(Type from, Type to) {
  if (from == to) return true;
  if (from == Type::pred || to == Type::pred || mir::bits_of(from) != mir::bits_of(to)) return false;
  return to == Type::b8 || to == Type::b16 || to == Type::b32 || to == Type::b64 || to == Type::b128;
}

class CopyPropagation {
 public:
  CopyPropagation(Module& m, Function& f, const SsaFacts& ssa) : m_(m), f_(f), ssa_(ssa) {}

  void run() {
    find_copies();
    if (!any_) return;
    for (mir::Block& block : f_.blocks)
      for (Inst& inst : block.insts) rewrite(inst);
  }

 private:
  void find_copies() {
    source_.assign(f_.regs.size(), Operand::make_imm(0));
    known_.assign(f_.regs.size(), false);
    for (const mir::Block& block : f_.blocks)
      for (const Inst& inst : block.insts) {
        if (m_.op(inst.op).op != Op::mov || inst.guard != mir::none || inst.count != 2) continue;
        const auto s = f_.operands_of(inst);
        if (s[0].kind != Operand::Kind::reg || !ssa_.proper(s[0].a) || s[1].negated) continue;
        const bool reg = s[1].kind == Operand::Kind::reg && ssa_.proper(s[1].a) && s[1].a != s[0].a &&
                         may_replace(f_.regs[s[0].a].type, f_.regs[s[1].a].type);
        const bool constant =
            s[1].kind == Operand::Kind::imm || s[1].kind == Operand::Kind::f32 || s[1].kind == Operand::Kind::f64;
        if (!reg && !constant) continue;
        source_[s[0].a] = s[1];
        known_[s[0].a] = any_ = true;
      }
  }

  // The register or constant at the end of a chain of moves. Chains cannot be cycles: definitions dominate uses.
  const Operand* end_of(Reg r) {
    const Operand* end = nullptr;
    for (std::size_t steps = 0; known_[r] && steps < f_.regs.size(); ++steps) {
      end = &source_[r];
      if (end->kind != Operand::Kind::reg) break;
      r = end->a;
    }
    return end;
  }
  // The last register of the chain.
  Reg register_for(Reg r) const {
    for (std::size_t steps = 0; known_[r] && source_[r].kind == Operand::Kind::reg && steps < f_.regs.size(); ++steps)
      r = source_[r].a;
    return r;
  }

  void rewrite(Inst& inst) {
    const OpDesc& d = m_.op(inst.op);
    if (inst.guard != mir::none && inst.guard < known_.size()) inst.guard = register_for(inst.guard);
    const auto slots = f_.operands_of(inst);
    const std::uint32_t defs = mir::def_slots(d, f_, inst);
    if (d.modifies || d.op == Op::other) return;
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
      Operand& o = slots[i];
      if (i < defs || (o.kind != Operand::Kind::reg && o.kind != Operand::Kind::mem_reg)) continue;
      if (o.a >= known_.size() || !known_[o.a]) continue;
      if (o.kind == Operand::Kind::reg && !o.negated) {
        const Operand* end = end_of(o.a);
        if (end->kind != Operand::Kind::reg && takes_constant(d, slots, i, *end, f_.regs[o.a].type)) {
          o = *end;
          continue;
        }
      }
      o.a = register_for(o.a);
    }
  }

  // PTX takes constants for the plain operands of arithmetic and of stores. Not: 16-bit floats, predicates,
  // and a second constant beside a first (nothing would be left to compute with).
  bool takes_constant(const OpDesc& d, std::span<const Operand> slots, std::uint32_t at, const Operand& value,
                      Type reg) const {
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
    if (d.vector > 1 || d.has("sat") || d.has("cc")) return false;
    const bool fits =
        value.kind == Operand::Kind::imm ? is_integer(d.type) && is_integer(reg) : is_float(d.type) && d.type == reg;
    if (!fits || (d.op == Op::selp && at == 3)) return false;
    if (d.op == Op::setp && slots[0].kind == Operand::Kind::group) return false;
    const auto is_constant = [](const Operand& o) {
      return o.kind == Operand::Kind::imm || o.kind == Operand::Kind::f32 || o.kind == Operand::Kind::f64;
    };
    return d.op == Op::st || d.op == Op::selp || std::none_of(slots.begin(), slots.end(), is_constant);
  }

  Module& m_;
  Function& f_;
  const SsaFacts& ssa_;
  std::vector<Operand> source_;
  std::vector<bool> known_;
  bool any_ = false;
};

}  // namespace

void propagate_copies(Module& module, Function& function, const SsaFacts& ssa) {
  CopyPropagation(module, function, ssa).run();
}

// mov r, r; and mov b, a where a was copied from b and neither changed since (within a block).
void drop_redundant_moves(Module& module, Function& function) {
  struct State {
    std::uint32_t version = 0;         // number of the last write
    Reg source = mir::none;            // equal to this register,
    std::uint32_t source_version = 0;  // if that was not written since
  };
  std::vector<State> state(function.regs.size());
  std::uint32_t clock = 0;
  for (mir::Block& block : function.blocks) {
    const std::uint32_t start = ++clock;  // versions below are of other blocks: relations there do not hold here
    const auto equal = [&](Reg a, Reg b) {
      const State& s = state[a];
      return s.source == b && s.version > start && s.source_version == state[b].version;
    };
    std::erase_if(block.insts, [&](const Inst& inst) {
      const auto slots = function.operands_of(inst);
      const bool move = module.op(inst.op).op == Op::mov && slots.size() == 2 && slots[0].kind == Operand::Kind::reg &&
                        slots[1].kind == Operand::Kind::reg && !slots[1].negated;
      if (move && slots[0].a == slots[1].a) return true;
      if (move && (equal(slots[0].a, slots[1].a) || equal(slots[1].a, slots[0].a)) &&
          function.regs[slots[0].a].type == function.regs[slots[1].a].type)
        return true;
      mir::for_each_reg(module, function, inst, [&](Reg r, bool def) {
        if (def) state[r] = {++clock, mir::none, 0};
      });
      if (move && inst.guard == mir::none) {
        State& to = state[slots[0].a];
        to.source = slots[1].a;
        to.source_version = state[slots[1].a].version;
      }
      return false;
    });
  }
}

}  // namespace lathe::nvptx
