// Orders of atomic operations: what CUDA means where the IR says more.
//
// clang writes CUDA's atomicAdd, atomicCAS and their kin as sequentially consistent operations of the whole system,
// because it has no other way to say that nothing moves across them; CUDA documents them as relaxed operations of the
// device, and nvcc and llc emit that. An order that somebody asked for looks the same, so the operations of a module
// are taken for CUDA's only when nothing in it speaks of orders: see comes_from_cuda.
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::AtomicOrdering;

/// What CUDA's own atomics are in clang's IR: read-modify-write, sequentially consistent, in the system.
bool as_clang_writes_cuda(const llvm::Instruction& inst) {
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
    return rmw->getOrdering() == AtomicOrdering::SequentiallyConsistent &&
           rmw->getSyncScopeID() == llvm::SyncScope::System;
  if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    return cas->getSuccessOrdering() == AtomicOrdering::SequentiallyConsistent &&
           cas->getFailureOrdering() == AtomicOrdering::SequentiallyConsistent &&
           cas->getSyncScopeID() == llvm::SyncScope::System;
  return false;
}

bool is_c_family(const llvm::DISourceLanguageName& language) {
  if (language.hasVersionedName())
    return language.getName() == llvm::dwarf::DW_LNAME_C || language.getName() == llvm::dwarf::DW_LNAME_C_plus_plus;
  const auto name = static_cast<llvm::dwarf::SourceLanguage>(language.getName());
  return llvm::dwarf::isCPlusPlus(name) || llvm::dwarf::isC(name);
}

}  // namespace

bool comes_from_cuda(const llvm::Module& module) {
  // clang gives every CUDA device module this flag; Julia's compiler does, too, and says its language.
  if (!module.getModuleFlag("nvvm-reflect-ftz")) return false;
  for (const llvm::DICompileUnit* unit : module.debug_compile_units())
    if (!is_c_family(unit->getSourceLanguage())) return false;
  for (const llvm::Function& f : module)
    for (const llvm::Instruction& inst : llvm::instructions(f))
      if (inst.isAtomic() && !llvm::isa<llvm::CallBase>(inst) && !as_clang_writes_cuda(inst)) return false;
  return true;
}

std::size_t relax_cuda_atomics(llvm::Function& f) {
  std::size_t relaxed = 0;
  const llvm::SyncScope::ID device = f.getContext().getOrInsertSyncScopeID("device");
  for (llvm::Instruction& inst : llvm::instructions(f)) {
    if (!as_clang_writes_cuda(inst)) continue;
    if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) {
      rmw->setOrdering(AtomicOrdering::Monotonic);
      rmw->setSyncScopeID(device);
    } else {
      auto& cas = llvm::cast<llvm::AtomicCmpXchgInst>(inst);
      cas.setSuccessOrdering(AtomicOrdering::Monotonic);
      cas.setFailureOrdering(AtomicOrdering::Monotonic);
      cas.setSyncScopeID(device);
    }
    ++relaxed;
  }
  return relaxed;
}

std::string relaxed_note(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " atomic operation is" : " atomic operations are") +
         " relaxed and of device scope, as CUDA documents; --atomic-order=ir keeps the order that the IR states";
}

void settle_atomic_orders(StepContext& context) {
  const AtomicOrder wanted = context.asked.atomic_order;
  if (wanted == AtomicOrder::ir || (wanted == AtomicOrder::by_module && !comes_from_cuda(context.module))) return;
  std::size_t relaxed = 0;
  for (llvm::Function& f : context.module) relaxed += relax_cuda_atomics(f);
  if (relaxed > 0 && wanted == AtomicOrder::by_module)
    context.diag.add({Message::Level::note, {}, 0, {}, relaxed_note(relaxed), 0});
}

}  // namespace lathe::nvptx
