// A function of NVPTX machine IR for lathe::flow: its blocks and its registers.
//
// What an instruction writes under a guard is read, too, since the old value stays where the guard fails. Phis read on
// the edges they name. A block that traps is cold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/problem.hpp>

#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

class MirFlow {
 public:
  MirFlow(const mir::Module& module, const mir::Function& function)
      : m_(module), f_(function), edge_uses_(function.blocks.size()) {
    for (const mir::Block& block : f_.blocks)
      for (const mir::Inst& inst : block.insts) {
        if (m_.op(inst.op).op != mir::Op::phi) continue;
        mir::Reg value = mir::none;  // {value, label} pairs behind the result
        for (const mir::Operand& o : f_.operands_of(inst)) {
          if (o.kind == mir::Operand::Kind::group) value = mir::none;
          if (o.kind == mir::Operand::Kind::reg) value = o.a;
          if (o.kind == mir::Operand::Kind::block && value != mir::none && o.a < edge_uses_.size())
            edge_uses_[o.a].push_back(value);
        }
      }
  }

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(f_.blocks.size()); }
  template <class F>
  void for_each_successor(std::uint32_t block, F&& f) const {
    bool ends = false;
    for (const mir::Inst& inst : f_.blocks[block].insts) {
      const mir::OpDesc& d = m_.op(inst.op);
      ends = d.terminator && inst.guard == mir::none;
      if (!d.terminator) continue;
      for (const mir::Operand& o : f_.operands_of(inst)) {
        if (o.kind == mir::Operand::Kind::block) f(o.a);
        if (o.kind != mir::Operand::Kind::symbol) continue;
        for (const mir::Table& table : f_.tables)
          if (table.name == m_.name(o.a))
            for (const std::uint32_t to : table.targets) f(to);
      }
    }
    if (!ends && block + 1 < f_.blocks.size()) f(block + 1);
  }
  std::uint32_t variable_count() const { return static_cast<std::uint32_t>(f_.regs.size()); }
  std::uint32_t inst_count(std::uint32_t block) const {
    return static_cast<std::uint32_t>(f_.blocks[block].insts.size());
  }
  template <class F>
  void for_each_operand(std::uint32_t block, std::uint32_t index, F&& f) const {
    const mir::Inst& inst = f_.blocks[block].insts[index];
    const bool phi = m_.op(inst.op).op == mir::Op::phi;
    mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) {
      if (r >= f_.regs.size() || (phi && !def)) return;
      if (def && inst.guard != mir::none) f(r, false);
      f(r, def);
    });
  }
  template <class F>
  void for_each_edge_use(std::uint32_t block, F&& f) const {
    for (const mir::Reg r : edge_uses_[block]) f(r);
  }
  bool is_cold(std::uint32_t block) const {
    return std::any_of(f_.blocks[block].insts.begin(), f_.blocks[block].insts.end(),
                       [&](const mir::Inst& inst) { return m_.op(inst.op).op == mir::Op::trap; });
  }
  const std::string& name() const { return f_.name; }

 private:
  const mir::Module& m_;
  const mir::Function& f_;
  std::vector<std::vector<mir::Reg>> edge_uses_;  ///< per block
};
static_assert(flow::explain_program<MirFlow>());

}  // namespace lathe::nvptx
