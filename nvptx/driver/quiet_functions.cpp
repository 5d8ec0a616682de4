// See quiet_functions.hpp.
#include "nvptx/driver/quiet_functions.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "nvptx/dag/dag.hpp"
#include "nvptx/driver/quiet_bodies.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Instruction;

bool is_plain_call(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isIntrinsic() && callee->getName().starts_with("llvm.") &&
         is_plain_intrinsic(callee->getName().drop_front(5));
}

bool is_plain_kind(const Instruction& inst) {
  switch (inst.getOpcode()) {
    case Instruction::Call:
      return is_plain_call(llvm::cast<llvm::CallInst>(inst));
    case Instruction::Load:
    case Instruction::Store:
      return !inst.isAtomic();
    case Instruction::AddrSpaceCast:
      return llvm::cast<llvm::AddrSpaceCastInst>(inst).getDestAddressSpace() !=
             static_cast<unsigned>(Space::shared_cluster);
    case Instruction::FRem:  // the library's
    case Instruction::VAArg:
    case Instruction::IndirectBr:
    case Instruction::Invoke:
    case Instruction::CallBr:
    case Instruction::Resume:
    case Instruction::LandingPad:
    case Instruction::Fence:
    case Instruction::AtomicCmpXchg:
    case Instruction::AtomicRMW:
      return false;
    default:
      return !inst.isEHPad();
  }
}

bool is_plain(const Instruction& inst) {
  if (!is_plain_kind(inst) || inst.getType()->isScalableTy() || inst.getDebugLoc()) return false;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
  for (const llvm::Use& operand : inst.operands()) {
    if (call != nullptr && call->isCallee(&operand)) continue;
    // Numbers alone: what else is constant may name something.
    if (llvm::isa<llvm::Constant>(operand.get()) && !llvm::isa<llvm::ConstantData>(operand.get())) return false;
    if (operand->getType()->isScalableTy()) return false;
  }
  return true;
}

/// What stands for a body that another copy has.
void leave_out(llvm::Function& f) {
  f.setIsMaterializable(false);
  auto* block = llvm::BasicBlock::Create(f.getContext(), "", &f);
  auto* end = new llvm::UnreachableInst(f.getContext(), block);
  end->setMetadata(elsewhere_mark, llvm::MDNode::get(f.getContext(), {}));
}

}  // namespace

bool is_quiet(const llvm::Function& f) {
  if (f.hasLocalLinkage() || f.hasAvailableExternallyLinkage() || f.hasLinkOnceLinkage() || f.hasComdat() ||
      f.hasPersonalityFn() || f.hasPrefixData() || f.hasPrologueData() || f.hasGC() || f.getSubprogram() != nullptr)
    return false;
  for (const llvm::BasicBlock& block : f) {
    if (block.hasAddressTaken()) return false;
    for (const Instruction& inst : block)
      if (!is_plain(inst)) return false;
  }
  return true;
}

QuietFunctions::QuietFunctions(std::vector<std::size_t> lengths, unsigned copies)
    : owners_(deal(lengths, copies)), states_(lengths.size()) {}

llvm::Error QuietFunctions::read(llvm::Module& module, unsigned copy) {
  std::vector<llvm::Function*> bodies;
  for (llvm::Function& f : module)
    if (!f.isDeclaration()) bodies.push_back(&f);
  if (bodies.size() != owners_.size() || !module.debug_compile_units().empty()) return module.materializeAll();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (owners_[i] != copy) continue;
    if (llvm::Error error = bodies[i]->materialize()) return error;
    states_[i] = is_quiet(*bodies[i]) ? quiet : needed;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (owners_[i] == copy) continue;
    if (bodies[i]->isMaterializable() && states_[i] == quiet)
      leave_out(*bodies[i]);
    else if (llvm::Error error = bodies[i]->materialize())
      return error;
  }
  return module.materializeAll();
}

}  // namespace lathe::nvptx
