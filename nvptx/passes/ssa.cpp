// Proper SSA registers: definitions are counted, then every use is checked against its definition's place.
#include "nvptx/passes/ssa.hpp"

namespace lathe::nvptx {

SsaFacts::SsaFacts(const Module& m, const Function& f) : def_(f.regs.size(), nullptr), proper_(f.regs.size(), true) {
  struct Place {
    BlockId block = mir::none;
    std::uint32_t index = 0;
  };
  std::vector<Place> place(f.regs.size());
  for (BlockId b = 0; b < f.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < f.blocks[b].insts.size(); ++i) {
      const Inst& inst = f.blocks[b].insts[i];
      mir::for_each_reg(m, f, inst, [&](Reg r, bool def) {
        if (!def || r >= proper_.size()) return;
        if (place[r].block != mir::none || inst.guard != mir::none) proper_[r] = false;
        place[r] = {b, i};
        def_[r] = &inst;
      });
    }
  const FunctionFlow source(m, f);
  const flow::Cfg cfg = flow::make_cfg(source);
  const flow::Dominators dominators(cfg);
  const auto check = [&](Reg r, BlockId b, std::uint32_t index) {
    if (r >= proper_.size() || !proper_[r]) return;
    const Place& p = place[r];
    // A register without definition holds no value that could be handed on.
    proper_[r] = p.block == b ? p.index < index : p.block != mir::none && dominators.dominates(p.block, b);
  };
  for (BlockId b = 0; b < f.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < f.blocks[b].insts.size(); ++i) {
      const Inst& inst = f.blocks[b].insts[i];
      if (m.op(inst.op).op == Op::p_raw) continue;  // says where a variable is, and uses nothing
      if (m.op(inst.op).op != Op::phi) {
        mir::for_each_reg(m, f, inst, [&](Reg r, bool def) {
          if (!def) check(r, b, i);
        });
        continue;
      }
      const auto slots = f.operands_of(inst);
      for (std::uint32_t s = 1; s + 1 < slots.size(); ++s)
        if (slots[s].kind == Operand::Kind::reg && slots[s + 1].kind == Operand::Kind::block)
          check(slots[s].a, slots[s + 1].a, mir::none);
    }
}

}  // namespace lathe::nvptx
