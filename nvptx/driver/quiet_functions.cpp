// See quiet_functions.hpp.
#include "nvptx/driver/quiet_functions.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Error.h>

#include <algorithm>
#include <array>

#include "codegen/dag/dag.hpp"
#include "nvptx/driver/quiet_bodies.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Instruction;

bool is_plain_call(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isIntrinsic() && callee->getName().starts_with("llvm.") &&
         is_plain_intrinsic(callee->getName().drop_front(5));
}

/// By opcode, from the one list of them.
const std::array<bool, 256>& plain_opcodes() {
  static const std::array<bool, 256> table = [] {
    std::array<bool, 256> plain{};
    for (unsigned i = 0; i < plain.size(); ++i) plain[i] = is_plain_opcode(Instruction::getOpcodeName(i));
    return plain;
  }();
  return table;
}

bool is_plain_kind(const Instruction& inst) {
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst)) return is_plain_call(*call);
  return plain_opcodes()[inst.getOpcode()] && !inst.isAtomic();
}

/// A type that no step of the module looks for: scalable vectors are refused, pointers of clusters decide what shared
/// memory is to other blocks.
bool is_plain_type(const llvm::Type* type) {
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(type->getScalarType());
  return !type->isScalableTy() &&
         (pointer == nullptr || pointer->getAddressSpace() != static_cast<unsigned>(Space::shared_cluster));
}

bool is_plain(const Instruction& inst) {
  if (!is_plain_kind(inst) || !is_plain_type(inst.getType()) || inst.getDebugLoc()) return false;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
  for (const llvm::Use& operand : inst.operands()) {
    if (call != nullptr && call->isCallee(&operand)) continue;
    // Numbers alone: what else is constant may name something.
    if (llvm::isa<llvm::Constant>(operand.get()) && !llvm::isa<llvm::ConstantData>(operand.get())) return false;
    if (!is_plain_type(operand->getType())) return false;
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

void make_quiet_tables() { (void)plain_opcodes(); }

bool is_quiet(const llvm::Function& f) {
  // Other metadata than debug information may stand on each kernel (kernel_arg_type, prof): nobody asks for it.
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

bool is_elsewhere(const llvm::Function& f) {
  if (f.isDeclaration()) return false;
  const llvm::Instruction& first = f.getEntryBlock().front();
  return llvm::isa<llvm::UnreachableInst>(first) && first.getMetadata(elsewhere_mark) != nullptr;
}

bool has_what_was_dealt(llvm::Module& module, std::size_t own, std::size_t elsewhere) {
  const unsigned mark = module.getContext().getMDKindID(own_mark);
  for (llvm::Function& f : module) {
    if (is_elsewhere(f)) --elsewhere;
    if (f.getMetadata(mark) == nullptr) continue;
    --own;
    f.setMetadata(mark, nullptr);
    if (!is_quiet(f)) return false;
  }
  return own == 0 && elsewhere == 0;
}

QuietFunctions::QuietFunctions(const std::vector<std::size_t>& lengths, unsigned copies)
    : owners_(deal(lengths, copies)), states_(lengths.size()), verdicts_(lengths.size()), copies_(copies) {}

llvm::Error QuietFunctions::read(llvm::Module& module, unsigned copy) {
  std::vector<llvm::Function*>& bodies = copies_[copy].bodies;
  for (llvm::Function& f : module)
    if (!f.isDeclaration()) bodies.push_back(&f);
  if (bodies.size() != owners_.size() || !module.debug_compile_units().empty()) return module.materializeAll();
  // What of the module is not in a body: it has none yet.
  copies_[copy].in_parts = !llvm::verifyModule(module);
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

bool QuietFunctions::known_valid(llvm::Module& module, unsigned copy) {
  if (!copies_[copy].in_parts) return false;
  const std::vector<llvm::Function*>& bodies = copies_[copy].bodies;
  std::vector<std::size_t> others;
  std::size_t next = 0;
  for (const llvm::Function& f : module) {
    if (f.isDeclaration()) continue;
    if (next == bodies.size() || bodies[next] != &f) {  // made in the meantime
      if (llvm::verifyFunction(f)) return false;
      continue;
    }
    const std::size_t number = next++;
    if (is_elsewhere(f)) continue;
    Verdict nobody = none;
    if (!verdicts_[number].compare_exchange_strong(nobody, in_work)) {
      others.push_back(number);
      continue;
    }
    if (llvm::verifyFunction(f)) return false;
    verdicts_[number] = valid;
  }
  // What another has begun and not ended by now; or found wrong.
  return std::ranges::all_of(others,
                             [&](std::size_t i) { return verdicts_[i] == valid || !llvm::verifyFunction(*bodies[i]); });
}

}  // namespace lathe::nvptx
