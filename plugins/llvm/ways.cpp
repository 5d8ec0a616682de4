// Passes in SSA form that look at where values come together: phis that are no choice, and short blocks that are copied
// to who jumps there.
#include <algorithm>
#include <optional>

#include <llvm/CodeGen/MachineInstrBuilder.h>

#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/tail_duplication.hpp>

#include "adapters/llvm_mir/editor.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

// What may not be copied stays where it is.
class PhiCode final : public llvm_mir::Code {
 public:
  using Code::Code;
  program::Effects effects(Inst i) const {
    const program::Effects e = Code::effects(i);
    return i->isPHI() || may_clone(i) ? e : e | Effect::fixed;
  }
  Inst make_phi(Value to) {
    return llvm::BuildMI(f_, llvm::DebugLoc(), instructions_.get(llvm::TargetOpcode::PHI), llvm::Register(to));
  }
};

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
  if (!fit(job.function)) return false;
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, nullptr, llvm_mir::Masks::left_out);
  return passes::optimize_phis(code).changes != 0;
}

bool duplicate_early(const Job& job) {
  if (!fit(job.function) || job.function.size() < 3) return false;
  PhiCode code(job.function, llvm_mir::Ways::open, nullptr, llvm_mir::Masks::left_out);
  passes::TailDuplicationOptions options;
  options.early = true;
  return passes::duplicate_tails(code, options).changes != 0;
}

}  // namespace lathe::llvm_plugin
