// See cache_hints.hpp.
#include "codegen/prepare/cache_hints.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

namespace lathe::codegen {
namespace {

/// What is said of one operand, as metadata of a load or store of it, whose pointer has the number `own`.
llvm::MDNode* of_operand(const llvm::MDNode& said, unsigned operand, unsigned own) {
  llvm::LLVMContext& context = said.getContext();
  for (unsigned i = 0; i + 1 < said.getNumOperands(); i += 2) {
    const auto* number = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(said.getOperand(i));
    auto* hint = llvm::dyn_cast_or_null<llvm::MDNode>(said.getOperand(i + 1).get());
    if (number == nullptr || hint == nullptr || number->getValue() != operand) continue;
    llvm::Metadata* const place =
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), own));
    return llvm::MDNode::get(context, {place, hint});
  }
  return nullptr;
}

bool is_simple_access(const llvm::Instruction& inst) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst);
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst);
  return (load != nullptr && load->isSimple()) || (store != nullptr && store->isSimple());
}

}  // namespace

unsigned cache_hint_kind(llvm::LLVMContext& context) { return context.getMDKindID("mem.cache_hint"); }

std::vector<llvm::MDNode*> cache_hints_said(llvm::Function& f) {
  constexpr std::size_t most = 9;  // the vectorizer runs once for each
  const unsigned kind = cache_hint_kind(f.getContext());
  std::vector<llvm::MDNode*> said{nullptr};
  for (llvm::Instruction& inst : llvm::instructions(f)) {
    if (!inst.hasMetadataOtherThanDebugLoc() || !is_simple_access(inst)) continue;
    llvm::MDNode* const hint = inst.getMetadata(kind);
    if (said.size() < most && !llvm::is_contained(said, hint)) said.push_back(hint);
  }
  return said;
}

OfOneHint::OfOneHint(llvm::Function& f, llvm::MDNode* hint)
    : function_(f), kind_(cache_hint_kind(f.getContext())), hint_(hint) {
  std::vector<llvm::Instruction*> unlike;
  for (llvm::Instruction& inst : llvm::instructions(f))
    if (is_simple_access(inst) && inst.getMetadata(kind_) != hint) unlike.push_back(&inst);
  others_.emplace(unlike);
}

OfOneHint::~OfOneHint() {
  if (hint_ == nullptr) return;
  for (llvm::Instruction& inst : llvm::instructions(function_))
    if (is_simple_access(inst)) inst.setMetadata(kind_, hint_);
}

WrittenOut::WrittenOut(llvm::Instruction& intrinsic)
    : intrinsic_(intrinsic),
      kind_(cache_hint_kind(intrinsic.getContext())),
      said_(intrinsic.getMetadata(kind_)),
      block_(intrinsic.getParent()),
      in_front_(intrinsic.getPrevNode()) {}

WrittenOut::~WrittenOut() {
  if (said_ == nullptr) return;
  llvm::MDNode* const loads = of_operand(*said_, 1, llvm::LoadInst::getPointerOperandIndex());
  llvm::MDNode* const stores = of_operand(*said_, 0, llvm::StoreInst::getPointerOperandIndex());
  llvm::Function::iterator block = block_->getIterator();
  llvm::BasicBlock::iterator at = in_front_ == nullptr ? block_->begin() : std::next(in_front_->getIterator());
  for (;; ++at) {
    if (at == block->end()) {
      if (++block == block_->getParent()->end()) return;
      at = block->begin();
    }
    if (&*at == &intrinsic_) return;
    if (loads != nullptr && llvm::isa<llvm::LoadInst>(*at)) at->setMetadata(kind_, loads);
    if (stores != nullptr && llvm::isa<llvm::StoreInst>(*at)) at->setMetadata(kind_, stores);
  }
}

}  // namespace lathe::codegen
