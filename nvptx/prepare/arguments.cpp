// Arguments: a kernel's pointers are global; arguments by value are read where they lie, in .param space, or copied.
//
// "By value" means the argument is a pointer to a copy that the function owns. A kernel may read its .param space at
// any offset, and give its generic address to who only reads; a device function reads .param at constant offsets, and
// at others where the parameter lies then: in local memory. A kernel that writes through the pointer or lets it escape
// has a copy, of which SROA keeps what is needed.
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
  bool only_reads = true;        ///< nothing can write through it
  bool constant_offsets = true;  ///< every address is the argument plus a constant
  bool generic = false;          ///< its generic address is wanted: by a function that reads, a comparison, a merge
  bool passed_on = false;        ///< by value, to another function
};

/// Follows all pointers that are made of the argument.
class UsesOf {
 public:
  explicit UsesOf(llvm::Argument& argument) {
    follow(argument);
    while (!work_.empty() && !escaped_)
      for (llvm::Use& use : work_.pop_back_val()->uses()) look_at(use);
    for (llvm::Instruction* merge : merges_)
      for (llvm::Value* operand : merge->operands())
        if (operand->getType()->isPointerTy() && !derived_.contains(operand)) result_.generic = true;
  }
  Uses result() const { return result_; }

 private:
  void follow(llvm::Value& pointer) {
    if (derived_.insert(&pointer).second) work_.push_back(&pointer);
  }
  /// What is not known here: it may write, or keep the pointer for somebody who does.
  void escapes() {
    result_ = {false, false, true, result_.passed_on};
    escaped_ = true;
  }

  void look_at(llvm::Use& use) {
    auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user) return escapes();
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (load->isVolatile() || load->isAtomic()) escapes();
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex() || !store->isSimple()) return escapes();
      result_.only_reads = false;
    } else if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      if (!step->getType()->isPointerTy()) return escapes();
      result_.constant_offsets &= step->hasAllConstantIndices();
      follow(*step);
    } else if (llvm::isa<llvm::AddrSpaceCastInst>(user)) {
      const unsigned as = user->getType()->getPointerAddressSpace();
      if (as != space::param && as != space::generic) return escapes();
      follow(*user);
    } else if (llvm::isa<llvm::PHINode, llvm::SelectInst>(user)) {
      result_.constant_offsets = false;
      merges_.push_back(user);
      follow(*user);
    } else if (llvm::isa<llvm::ICmpInst>(user)) {
      result_.generic = true;
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      look_at(*call, use);
    } else {
      escapes();
    }
  }
  void look_at(llvm::CallBase& call, llvm::Use& use) {
    if (call.isLifetimeStartOrEnd()) return;
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
      if (copy->isVolatile()) return escapes();
      result_.only_reads &= use.getOperandNo() == 1;
      result_.constant_offsets &= llvm::isa<llvm::ConstantInt>(copy->getLength());
      return;
    }
    if (!call.isArgOperand(&use)) return escapes();
    const unsigned index = call.getArgOperandNo(&use);
    if (call.isByValArgument(index)) {  // copied by the call
      result_.passed_on = true;
      return;
    }
    if (!call.onlyReadsMemory(index) || !call.doesNotCapture(index)) return escapes();
    result_.generic = true;
  }

  Uses result_;
  bool escaped_ = false;
  llvm::SmallPtrSet<llvm::Value*, 16> derived_;
  llvm::SmallVector<llvm::Value*, 16> work_;
  llvm::SmallVector<llvm::Instruction*, 4> merges_;  // phis and selects
};

/// Where an argument by value is read: space::param or space::local; space::generic: it must be copied.
///
/// A kernel's parameters are read-only constants of the launch; their generic address (cvta.param) came with PTX 7.7.
/// A parameter of a device function belongs to the function; once its address is taken, it is in local memory. Where
/// SROA will take a copy apart, the copy is better.
unsigned place_of(const llvm::Argument& argument, const Uses& uses, const Features& features) {
  if (argument.getParent()->hasKernelCallingConv()) {
    const bool window = features.has(70, 77);
    // A grid constant may not be written: when it escapes, it is only read.
    const bool reads = uses.only_reads || (window && argument.hasAttribute("nvvm.grid_constant"));
    return reads && (window || !uses.generic) ? space::param : space::generic;
  }
  if (uses.only_reads && uses.constant_offsets && !uses.generic) return space::param;
  return uses.constant_offsets && !uses.generic ? space::generic : space::local;
}

/// The function's own copy of what it got by value, in local memory. SROA keeps what is needed of it.
void copy_argument(llvm::Argument& argument, llvm::IRBuilder<>& builder) {
  llvm::Function& f = *argument.getParent();
  const llvm::DataLayout& layout = f.getDataLayout();
  llvm::Type* type = argument.getParamByValType();
  const llvm::Align alignment = std::max(argument.getParamAlign().valueOrOne(), layout.getABITypeAlign(type));
  llvm::AllocaInst* copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".copy");
  copy->setAlignment(alignment);
  argument.replaceAllUsesWith(builder.CreateAddrSpaceCast(copy, argument.getType()));
  llvm::Value* source = builder.CreateAddrSpaceCast(&argument, pointer_in(f.getContext(), space::param));
  builder.CreateMemCpy(copy, alignment, source, argument.getParamAlign().valueOrOne(),
                       layout.getTypeAllocSize(type).getFixedValue());
}

/// A pointer to local memory: a device function's parameter lies there once its address is taken, or its copy does.
/// True when something changed.
bool lower_local_by_value(llvm::Argument& argument, StepContext& context, llvm::IRBuilder<>& builder) {
  const Uses uses = UsesOf(argument).result();
  if (!argument.getParent()->hasKernelCallingConv() &&
      (uses.passed_on || place_of(argument, uses, context.features) == space::local))
    return false;
  copy_argument(argument, builder);
  return true;
}

/// True when something changed.
bool lower_by_value(llvm::Argument& argument, StepContext& context, llvm::IRBuilder<>& builder) {
  if (argument.use_empty()) return false;
  const unsigned own = argument.getType()->getPointerAddressSpace();
  if (own == space::local) return lower_local_by_value(argument, context, builder);
  if (own != space::generic && own != space::param) {
    context.error(*argument.getParent(), "argument " + std::to_string(argument.getArgNo()) +
                                             " is passed by value and a pointer to address space " +
                                             std::to_string(own) + ", where a function has no copy of its own");
    return false;
  }
  if (const unsigned as = place_of(argument, UsesOf(argument).result(), context.features); as != space::generic)
    assume_space(&argument, as, builder);
  else
    copy_argument(argument, builder);
  return true;
}

/// Whether an i64 is a distance rather than an address: a number of 32 bits, made longer and scaled.
bool is_distance(const llvm::Value* value) {
  for (unsigned steps = 0; steps < 4; ++steps) {
    if (llvm::isa<llvm::ConstantInt, llvm::ZExtInst, llvm::SExtInst>(value)) return true;
    const auto* scaled = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (!scaled || !llvm::isa<llvm::ConstantInt>(scaled->getOperand(1))) return false;
    if (scaled->getOpcode() != llvm::Instruction::Shl && scaled->getOpcode() != llvm::Instruction::Mul) return false;
    value = scaled->getOperand(0);
  }
  return false;
}

/// An address that the host passed as a number: the pointers made of it, or of it and a distance, are global. True
/// when there were some.
bool addresses_are_global(llvm::Value& number) {
  llvm::SmallVector<llvm::Value*, 8> work{&number};
  llvm::SmallPtrSet<llvm::Value*, 8> seen{&number};
  llvm::SmallVector<llvm::IntToPtrInst*, 8> found;
  while (!work.empty()) {
    llvm::Value* from = work.pop_back_val();
    for (llvm::User* user : from->users()) {
      if (auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(user)) {
        if (cast->getType()->isPointerTy() && cast->getAddressSpace() == space::generic) found.push_back(cast);
        continue;
      }
      auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(user);
      if (!sum) continue;
      const bool first = sum->getOperand(0) == from;
      const llvm::Value* other = sum->getOperand(first ? 1 : 0);
      const unsigned op = sum->getOpcode();
      const bool moves = op == llvm::Instruction::Add || (op == llvm::Instruction::Sub && first) ||
                         (op == llvm::Instruction::Or && llvm::cast<llvm::PossiblyDisjointInst>(sum)->isDisjoint());
      const bool aligns = op == llvm::Instruction::And && llvm::isa<llvm::ConstantInt>(other);
      if ((aligns || (moves && is_distance(other))) && seen.insert(sum).second) work.push_back(sum);
    }
  }
  bool changed = false;
  for (llvm::IntToPtrInst* cast : found) {
    llvm::IRBuilder<> builder(cast->getNextNode());
    changed |= assume_space(cast, space::global, builder);
  }
  return changed;
}

/// Loads from arguments by value, at any offset.
llvm::SmallVector<llvm::LoadInst*, 16> loads_of_arguments(llvm::Function& f) {
  llvm::SmallVector<llvm::LoadInst*, 16> loads;
  for (llvm::Argument& argument : f.args()) {
    if (!argument.hasByValAttr()) continue;
    llvm::SmallVector<llvm::Value*, 16> work{&argument};
    llvm::SmallPtrSet<llvm::Value*, 16> seen;
    while (!work.empty())
      for (llvm::User* user : work.pop_back_val()->users()) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user))
          loads.push_back(load);
        else if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user) && seen.insert(user).second)
          work.push_back(user);
      }
  }
  return loads;
}

}  // namespace

bool lower_arguments(llvm::Function& f, StepContext& context) {
  bool changed = false;
  const bool kernel = f.hasKernelCallingConv();
  llvm::IRBuilder<> builder(&*f.getEntryBlock().getFirstInsertionPt());
  for (llvm::Argument& argument : f.args()) {
    llvm::Type* type = argument.getType();
    if (argument.hasByValAttr()) {
      if (is_assumed(argument, space::param) || (!kernel && is_assumed(argument, space::local))) continue;
      changed |= lower_by_value(argument, context, builder);
    } else if (kernel && type->isPointerTy() && type->getPointerAddressSpace() == space::generic &&
               !argument.use_empty()) {
      changed |= assume_space(&argument, space::global, builder);
    } else if (kernel && type->isIntegerTy(64)) {
      changed |= addresses_are_global(argument);
    }
  }
  return changed;
}

// After SROA, which reads from the parameters what was read from copies of them.
bool lower_parameter_pointers(llvm::Function& f, StepContext&) {
  if (!f.hasKernelCallingConv()) return false;
  bool changed = false;
  for (llvm::LoadInst* load : loads_of_arguments(f)) {
    llvm::Type* type = load->getType();
    if (type->isPointerTy() && type->getPointerAddressSpace() == space::generic && !load->use_empty()) {
      llvm::IRBuilder<> builder(load->getNextNode());
      changed |= assume_space(load, space::global, builder);
    } else if (type->isIntegerTy(64)) {
      changed |= addresses_are_global(*load);
    }
  }
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
