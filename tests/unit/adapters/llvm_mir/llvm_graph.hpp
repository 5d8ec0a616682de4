// LLVM's own dependence graph of a region, edge by edge.
#pragma once

#include <llvm/CodeGen/ScheduleDAGInstrs.h>

#include "adapters/llvm_mir/functions.hpp"
#include "adapters/llvm_mir/load.hpp"

namespace lathe::llvm_mir::test {

/// f(from, to, dependence) for each edge between instructions of [begin, end), weak ones and notes left out.
template <class F>
void for_each_llvm_edge(Program& program, llvm::MachineBasicBlock& block, llvm::MachineBasicBlock::iterator begin,
                        llvm::MachineBasicBlock::iterator end, F&& f) {
  struct Graph final : llvm::ScheduleDAGInstrs {
    explicit Graph(llvm::MachineFunction& f) : ScheduleDAGInstrs(f, nullptr) {}
    void schedule() override {}
  };
  Graph graph(*block.getParent());
  graph.startBlock(&block);
  graph.enterRegion(&block, begin, end, static_cast<unsigned>(std::distance(begin, end)));
  graph.buildSchedGraph(program.alias(*block.getParent()));
  for (const llvm::SUnit& unit : graph.SUnits)
    for (const llvm::SDep& d : unit.Preds)
      if (!d.getSUnit()->isBoundaryNode() && !d.isWeak() && !is_note(*d.getSUnit()->getInstr()) &&
          !is_note(*unit.getInstr()))
        f(*d.getSUnit()->getInstr(), *unit.getInstr(), d);
  graph.exitRegion();
  graph.finishBlock();
}

}  // namespace lathe::llvm_mir::test
