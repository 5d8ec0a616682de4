// Dependences of a block of machine code by the one View.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <lathe/flow/dependences.hpp>
#include <lathe/flow/regions.hpp>
#include <lathe/program/region.hpp>

#include "adapters/llvm_mir/schedule_view.hpp"

namespace lathe::llvm_mir::test {

/// Blocks that are their own successors.
inline std::vector<llvm::MachineBasicBlock*> single_block_loops(llvm::MachineFunction& function) {
  std::vector<llvm::MachineBasicBlock*> out;
  for (llvm::MachineBasicBlock& block : function)
    if (block.isSuccessor(&block)) out.push_back(&block);
  return out;
}

using BlockRegion = program::Region<ScheduleView>;

/// All of a block but its phis, terminators included.
inline BlockRegion straight(const ScheduleView& view, const llvm::MachineBasicBlock& block) {
  std::vector<ScheduleView::Inst> insts;
  for (const auto inst : view.instructions(&block))
    if (!inst->isPHI()) insts.push_back(inst);
  return {view, std::move(insts)};
}

/// All kinds of all registers; in a loop (see Region::of_loop) those between iterations too.
inline std::vector<flow::Dependence> dependences(const BlockRegion& region, bool loop) {
  flow::Sequence s;
  std::vector<std::pair<std::uint32_t, flow::Sequence::Operand>> operands;
  for (const std::uint32_t n : region.insts()) {
    for (const auto& o : region.operands(n)) {
      operands.push_back({n, {o.value, o.is_def}});
      s.values = std::max(s.values, o.value + 1);
    }
    s.memory.push_back(region.memory(n));
  }
  for (const auto& phi : region.phis()) {
    s.phis.push_back({phi.result, phi.next});
    s.values = std::max({s.values, phi.result + 1, phi.next + 1});
  }
  s.operands = Csr<flow::Sequence::Operand>(region.size(), operands);
  return flow::dependences(s, {.loop = loop},
                           [&](std::uint32_t a, std::uint32_t b) { return region.memory_relation(a, b); });
}
inline std::map<const llvm::MachineInstr*, std::uint32_t> places(const BlockRegion& region) {
  std::map<const llvm::MachineInstr*, std::uint32_t> out;
  for (const std::uint32_t n : region.insts()) out[region.inst(n)] = n;
  return out;
}

}  // namespace lathe::llvm_mir::test
