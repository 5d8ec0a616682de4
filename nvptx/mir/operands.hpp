// Walking the operand slots of an instruction. Included by ir.hpp.
#pragma once

namespace lathe::nvptx::mir {

/// Slots from `index` on that make up one top-level operand: 1 for a leaf, 1 + elements for a group.
inline std::uint32_t slots_of(std::span<const Operand> slots, std::uint32_t index) {
  const Operand& o = slots[index];
  return o.kind == Operand::Kind::group ? 1 + static_cast<std::uint32_t>(o.value) : 1;
}

inline std::uint32_t count_def_slots(const OpDesc& desc, const Function& function, const Inst& inst) {
  const auto slots = function.operands_of(inst);
  unsigned defs = desc.defs;
  if (desc.op == Op::p_asm && !slots.empty()) {
    // Slot 0 names the text; the outputs follow.
    return 1 + function.asms[static_cast<std::size_t>(slots[0].value)].outputs;
  }
  // call (result), callee, ...: only a group in front is written.
  if (desc.op == Op::call) return !slots.empty() && slots[0].kind == Operand::Kind::group ? slots_of(slots, 0) : 0;
  std::uint32_t at = 0;
  while (defs-- > 0 && at < slots.size()) at += slots_of(slots, at);
  return at;
}

/// Number of leading slots that are written by the instruction.
inline std::uint32_t def_slots(const OpDesc& desc, const Function& function, const Inst& inst) {
  // Most write nothing or one operand that is no group.
  if (desc.op != Op::p_asm && desc.op != Op::call) {
    if (desc.defs == 0 || inst.count == 0) return 0;
    if (desc.defs == 1 && function.operands[inst.begin].kind != Operand::Kind::group) return 1;
  }
  return count_def_slots(desc, function, inst);
}

// What walks over all instructions of a function is made of little else.
template <class F>
[[gnu::always_inline]] inline void for_each_reg(const Module& module, const Function& function, const Inst& inst,
                                                F&& f) {
  if (inst.guard != none) f(inst.guard, false);
  const auto slots = function.operands_of(inst);
  const OpDesc& desc = module.op(inst.op);
  const std::uint32_t defs = def_slots(desc, function, inst);
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    if (slots[i].kind == Operand::Kind::reg) {
      if (i < defs && desc.modifies) f(static_cast<Reg>(slots[i].a), false);
      f(static_cast<Reg>(slots[i].a), i < defs);
    } else if (slots[i].kind == Operand::Kind::mem_reg)
      f(static_cast<Reg>(slots[i].a), false);
  }
}

}  // namespace lathe::nvptx::mir
