// Instructions of a block in another order, with LLVM's live intervals and the notes (debug values) that stand behind them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <llvm/CodeGen/LiveIntervals.h>

#include <lathe/sched/nearest_behind.hpp>

namespace lathe::llvm_mir {

/// No instruction of a region; it follows what it stands behind.
inline bool is_debug(const llvm::MachineInstr& inst) { return inst.isDebugInstr() || inst.isPseudoProbe(); }

/// Puts `insts`, which stand in this order in one block, `behind` behind them and their notes, in the order order[0],
/// order[1], ... Marks of last reads, which that makes wrong, are taken off; `intervals` (nullptr: none) follow.
/// O(instructions), and LLVM's handleMove for each that moves.
inline void reorder(std::vector<llvm::MachineInstr*>& insts, llvm::MachineBasicBlock::iterator behind,
                    std::span<const std::uint32_t> order, llvm::LiveIntervals* intervals) {
  using At = llvm::MachineBasicBlock::iterator;
  llvm::MachineBasicBlock& block = *insts.front()->getParent();
  std::vector<std::pair<llvm::MachineInstr*, llvm::MachineInstr*>>
      notes;  // the last thing that each stands behind, and it
  for (llvm::MachineInstr* inst : insts) {
    llvm::MachineInstr* before = inst;
    for (auto at = std::next(At(inst)); at != block.end() && at != behind && is_debug(*at); before = &*at++)
      notes.emplace_back(before, &*at);
    for (llvm::MachineInstr& part : llvm::make_range(inst->getIterator(), llvm::getBundleEnd(inst->getIterator())))
      part.clearKillInfo();
  }
  // One after the other, as they stand, to where it comes among those in front of it, so that what stands there is a legal order
  // all the time. LLVM's numbers of places have room for two between two instructions; where there is none, those of all that
  // follows up to the next room are made anew. So now and then all get room again, and what moves does not all go to one point.
  constexpr std::uint32_t crowd = 64;
  std::uint32_t moved = 0;
  const std::vector<std::uint32_t> next = sched::nearest_behind(order);
  for (std::uint32_t i = 0; i < insts.size(); ++i) {
    if (next[i] == insts.size()) continue;
    block.splice(At(insts[next[i]]), &block, At(insts[i]));
    if (intervals == nullptr) continue;
    intervals->handleMove(*insts[i]);
    if (++moved % crowd == 0) intervals->getSlotIndexes()->packIndexes();
  }
  std::vector<llvm::MachineInstr*> fresh;
  for (const std::uint32_t i : order) fresh.push_back(insts[i]);
  for (const auto& [before, note] : notes)
    if (std::next(At(before)) != At(note)) block.splice(std::next(At(before)), &block, At(note));
  insts = std::move(fresh);
}

}  // namespace lathe::llvm_mir
