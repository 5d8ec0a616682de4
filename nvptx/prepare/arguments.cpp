// Arguments: a kernel's pointers are global; arguments by value are read where they lie, in .param space, or copied.
//
// "By value" means the argument is a pointer to a copy that the function owns. A kernel may read its .param space at
// any offset; a device function only at constant ones. A copy into local memory is made when the function writes
// through the pointer or lets it escape; SROA then keeps of it what is needed.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

llvm::Type* pointer_in(llvm::LLVMContext& context, unsigned as) { return llvm::PointerType::get(context, as); }

/// True when all that is done with the pointer is to cast it into `as`: an earlier run was here.
bool is_assumed(const llvm::Value& value, unsigned as) {
  for (const llvm::User* user : value.users()) {
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(user);
    if (!cast || cast->getDestAddressSpace() != as) return false;
  }
  return true;
}

/// Sends every use of `value` through a cast into `as` and back: inference takes it from there. True when it did.
bool assume_space(llvm::Value* value, unsigned as, llvm::IRBuilder<>& builder) {
  if (is_assumed(*value, as)) return false;
  llvm::LLVMContext& context = value->getContext();
  llvm::Value* inside = builder.CreateAddrSpaceCast(value, pointer_in(context, as));
  llvm::Value* back = builder.CreateAddrSpaceCast(inside, value->getType());
  value->replaceUsesWithIf(back, [&](llvm::Use& use) { return use.getUser() != inside; });
  return true;
}

/// How the pointer of an argument by value is used.
struct Uses {
  bool only_reads = true;        ///< by loads and as the source of copies
  bool constant_offsets = true;  ///< every address is the argument plus a constant
};

Uses uses_of(llvm::Argument& argument) {
  Uses result;
  llvm::SmallPtrSet<llvm::Value*, 16> derived{&argument};
  llvm::SmallVector<llvm::Value*, 16> work{&argument};
  llvm::SmallVector<llvm::Instruction*, 4> merges;  // phis and selects: all they merge must come from the argument
  while (!work.empty()) {
    llvm::Value* pointer = work.pop_back_val();
    for (llvm::Use& use : pointer->uses()) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!user) return {false, false};
      bool goes_on = false;
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        result.only_reads &= !load->isVolatile() && !load->isAtomic();
      } else if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        result.constant_offsets &= step->hasAllConstantIndices();
        result.only_reads &= step->getType()->isPointerTy();
        goes_on = true;
      } else if (llvm::isa<llvm::AddrSpaceCastInst>(user)) {
        goes_on = user->getType()->getPointerAddressSpace() == space::param ||
                  user->getType()->getPointerAddressSpace() == space::generic;
        result.only_reads &= goes_on;
      } else if (llvm::isa<llvm::PHINode, llvm::SelectInst>(user)) {
        result.constant_offsets = false;
        merges.push_back(user);
        goes_on = true;
      } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
        result.only_reads &= use.getOperandNo() == 1 && !copy->isVolatile();
        result.constant_offsets &= llvm::isa<llvm::ConstantInt>(copy->getLength());
      } else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user); call && call->isLifetimeStartOrEnd()) {
      } else {
        return {false, false};
      }
      if (goes_on && derived.insert(user).second) work.push_back(user);
    }
  }
  for (llvm::Instruction* merge : merges)
    for (llvm::Value* operand : merge->operands())
      if (operand->getType()->isPointerTy() && !derived.contains(operand)) result.only_reads = false;
  return result;
}

void lower_by_value(llvm::Argument& argument, StepContext& context, llvm::IRBuilder<>& builder) {
  llvm::Function& f = *argument.getParent();
  const llvm::DataLayout& layout = f.getDataLayout();
  if (argument.use_empty()) return;
  const Uses uses = uses_of(argument);
  // A grid constant may not be written: when it escapes, its generic address (cvta.param) goes out.
  const bool generic_window = context.features.has(70, 77) && argument.hasAttribute("nvvm.grid_constant");
  if (is_kernel(f) ? uses.only_reads || generic_window : uses.only_reads && uses.constant_offsets) {
    assume_space(&argument, space::param, builder);
    return;
  }
  llvm::Type* type = argument.getParamByValType();
  const llvm::Align alignment = std::max(argument.getParamAlign().valueOrOne(), layout.getABITypeAlign(type));
  llvm::AllocaInst* copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".copy");
  copy->setAlignment(alignment);
  argument.replaceAllUsesWith(copy);
  llvm::Value* source = builder.CreateAddrSpaceCast(&argument, pointer_in(f.getContext(), space::param));
  builder.CreateMemCpy(copy, alignment, source, argument.getParamAlign().valueOrOne(),
                       layout.getTypeAllocSize(type).getFixedValue());
}

/// Pointers that the host stored in the kernel's parameters are global as well.
void loaded_pointers_are_global(llvm::Function& f) {
  llvm::SmallVector<llvm::LoadInst*, 16> loads;
  for (llvm::Argument& argument : f.args()) {
    if (!argument.hasByValAttr()) continue;
    llvm::SmallVector<llvm::Value*, 16> work{&argument};
    llvm::SmallPtrSet<llvm::Value*, 16> seen;
    while (!work.empty())
      for (llvm::User* user : work.pop_back_val()->users()) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
          if (load->getType()->isPointerTy() && load->getType()->getPointerAddressSpace() == space::generic)
            loads.push_back(load);
        } else if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user) && seen.insert(user).second) {
          work.push_back(user);
        }
      }
  }
  for (llvm::LoadInst* load : loads) {
    llvm::IRBuilder<> builder(load->getNextNode());
    assume_space(load, space::global, builder);
  }
}

}  // namespace

bool lower_arguments(llvm::Function& f, StepContext& context) {
  bool changed = false;
  const bool kernel = is_kernel(f);
  llvm::IRBuilder<> builder(&*f.getEntryBlock().getFirstInsertionPt());
  for (llvm::Argument& argument : f.args()) {
    llvm::Type* type = argument.getType();
    if (argument.hasByValAttr()) {
      if (is_assumed(argument, space::param)) continue;
      lower_by_value(argument, context, builder);
      changed = true;
    } else if (kernel && type->isPointerTy() && type->getPointerAddressSpace() == space::generic &&
               !argument.use_empty()) {
      changed |= assume_space(&argument, space::global, builder);
    } else if (kernel && type->isIntegerTy(64)) {
      // An address passed as a number.
      for (llvm::User* user : llvm::make_early_inc_range(argument.users()))
        if (auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(user); cast && cast->getAddressSpace() == space::generic) {
          llvm::IRBuilder<> here(cast->getNextNode());
          changed |= assume_space(cast, space::global, here);
        }
    }
  }
  if (changed && kernel) loaded_pointers_are_global(f);
  return changed;
}

bool fold_cast_pairs(llvm::Function& f, StepContext&) {
  bool changed = false;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& inst : llvm::make_early_inc_range(block)) {
      auto* outer = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&inst);
      if (!outer) continue;
      auto* inner = llvm::dyn_cast<llvm::AddrSpaceCastInst>(outer->getPointerOperand());
      // There and back gives the same pointer, for a pointer that was in that space, which was assumed.
      if (inner && inner->getPointerOperand()->getType() == outer->getType()) {
        if (outer->getSrcAddressSpace() == space::param) continue;  // must stay a cvta.param
        outer->replaceAllUsesWith(inner->getPointerOperand());
        outer->eraseFromParent();
        if (inner->use_empty()) inner->eraseFromParent();
        changed = true;
      } else if (outer->use_empty()) {
        outer->eraseFromParent();
        changed = true;
      }
    }
  return changed;
}

}  // namespace lathe::nvptx
