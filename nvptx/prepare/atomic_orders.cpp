// Orders and scopes of atomic operations: what CUDA means where the IR says more, and how far shared memory reaches.
//
// clang writes CUDA's atomicAdd, atomicCAS and their kin as sequentially consistent operations of the whole system,
// because it has no other way to say that nothing moves across them; CUDA documents them as relaxed operations of the
// device, and nvcc and llc emit that. An order that somebody asked for looks the same, so the operations of a module
// are taken for CUDA's only when nothing in it speaks of orders: see comes_from_cuda.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

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

bool is_in_shared_memory(const llvm::Value* pointer) {
  const auto shared = [](const llvm::Value* p) {
    const unsigned as = p->getType()->getPointerAddressSpace();
    return as == space::shared || as == space::shared_cluster;
  };
  if (shared(pointer)) return true;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects);
  return !objects.empty() && llvm::all_of(objects, shared);
}

/// The block's shared memory can be written by another block of the cluster: what could hand out such an address.
bool speaks_of_clusters(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
  if (!call) {
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&inst);
    return cast && cast->getDestAddressSpace() == space::shared_cluster;
  }
  if (const auto* text = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
    return text->getAsmString().find("mapa") != llvm::StringRef::npos ||
           text->getAsmString().find("cluster") != llvm::StringRef::npos;
  const llvm::Function* callee = call->getCalledFunction();
  if (!callee) return true;
  if (callee->isIntrinsic()) return callee->getName().contains("mapa") || callee->getName().contains("cluster");
  return callee->isDeclaration() && !callee->doesNotAccessMemory() && callee->getName() != "vprintf";
}

bool is_consistent_beyond_block(const llvm::Instruction& inst) {
  if (llvm::isa<llvm::FenceInst>(inst) || !inst.isAtomic()) return false;
  const llvm::Value* pointer = llvm::getPointerOperand(&inst);
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) pointer = rmw->getPointerOperand();
  if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) pointer = cas->getPointerOperand();
  if (!pointer || is_in_shared_memory(pointer)) return false;
  const auto scope = llvm::getAtomicSyncScopeID(&inst);
  if (!scope || *scope == llvm::SyncScope::SingleThread || *scope == inst.getContext().getOrInsertSyncScopeID("block"))
    return false;
  if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    return cas->getMergedOrdering() == AtomicOrdering::SequentiallyConsistent;
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
    return rmw->getOrdering() == AtomicOrdering::SequentiallyConsistent;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst))
    return load->getOrdering() == AtomicOrdering::SequentiallyConsistent;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst);
  return store && store->getOrdering() == AtomicOrdering::SequentiallyConsistent;
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
  const AtomicOrder wanted = context.options.atomic_order;
  if (wanted == AtomicOrder::ir || (wanted == AtomicOrder::by_module && !comes_from_cuda(context.module))) return;
  std::size_t relaxed = 0;
  for (llvm::Function& f : context.module) relaxed += relax_cuda_atomics(f);
  if (relaxed > 0 && wanted == AtomicOrder::by_module)
    context.diag.add({Message::Level::note, {}, 0, {}, relaxed_note(relaxed), 0});
}

bool shared_beyond_block(const llvm::Module& module, const Features& features) {
  return features.has_clusters() && llvm::any_of(module, [](const llvm::Function& f) {
           return llvm::any_of(llvm::instructions(f), speaks_of_clusters);
         });
}

bool consistent_beyond_block(const llvm::Module& module) {
  return llvm::any_of(
      module, [](const llvm::Function& f) { return llvm::any_of(llvm::instructions(f), is_consistent_beyond_block); });
}

namespace {

/// An atomic operation on a pointer of which the callers know more: whether it may be local (atomics.cpp).
bool asks_callers(const llvm::Function& f, const llvm::Instruction& inst) {
  if (is_kernel(f) || llvm::isa<llvm::FenceInst, llvm::CallBase>(inst)) return false;
  const bool generic = llvm::any_of(inst.operand_values(), [](const llvm::Value* operand) {
    return operand->getType()->isPointerTy() && operand->getType()->getPointerAddressSpace() == space::generic;
  });
  return generic && llvm::any_of(f.args(), [](const llvm::Argument& argument) {
           return argument.getType()->isPtrOrPtrVectorTy() && !argument.hasByValAttr();
         });
}

}  // namespace

bool functions_are_apart(const llvm::Module& module) {
  for (const llvm::Function& f : module)
    for (const llvm::BasicBlock& block : f) {
      if (block.hasAddressTaken()) return false;
      for (const llvm::Instruction& inst : block)
        if (inst.isAtomic() && (is_consistent_beyond_block(inst) || asks_callers(f, inst))) return false;
    }
  return true;
}

}  // namespace lathe::nvptx
