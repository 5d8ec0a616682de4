// Passes in SSA form that look at where values come together: phis that are no choice, and short blocks that are copied
// to who jumps there.
#include <algorithm>

#include <lathe/passes/optimize_phis.hpp>

#include "adapters/llvm_mir/first_sight.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

// A phi that takes a part of a register, or nothing, takes no value that could stand for its result.
bool phis_take_values(const llvm::MachineFunction& f) {
  return std::all_of(f.begin(), f.end(), [](const llvm::MachineBasicBlock& b) {
    const auto phis = b.phis();
    return std::all_of(phis.begin(), phis.end(), [](const llvm::MachineInstr& phi) {
      for (unsigned k = 1; k + 1 < phi.getNumOperands(); k += 2)
        if (phi.getOperand(k).getSubReg() != 0 || phi.getOperand(k).isUndef()) return false;
      return phi.getOperand(0).getSubReg() == 0;
    });
  });
}

bool fit(const llvm::MachineFunction& f) { return f.getProperties().hasIsSSA() && phis_take_values(f); }

}  // namespace

bool settle_phis(const Job& job) {
  if (!fit(job.function) || !llvm_mir::PhisAtFirstSight(job.function).any(job.function)) return false;
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, nullptr, llvm_mir::Masks::left_out);
  return passes::optimize_phis(code).changes != 0;
}

bool duplicate_early(const Job& job) {
  passes::TailDuplicationOptions options;
  options.early = true;
  if (!fit(job.function) || job.function.size() < 3 || !llvm_mir::some_tail_is_short(job.function, options))
    return false;
  llvm_mir::PhiCode code(job.function, llvm_mir::Ways::open, nullptr, llvm_mir::Masks::left_out);
  return passes::duplicate_tails(code, options).changes != 0;
}

}  // namespace lathe::llvm_plugin
