// The target as LLVM's optimizations see it: addressing modes, vector accesses, address spaces, divergence.
#include "codegen/prepare/target_info.hpp"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <bit>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

using llvm::Intrinsic::ID;

class TargetInfo final : public llvm::TargetTransformInfoImplCRTPBase<TargetInfo> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<TargetInfo>;

 public:
  TargetInfo(const llvm::DataLayout& layout, const PrepareFacts& facts) : Base(layout), facts_(facts) {}

  bool hasBranchDivergence(const llvm::Function*) const override { return true; }
  unsigned getFlatAddressSpace() const override { return facts_.number_of(Space::generic); }
  bool isValidAddrSpaceCast(unsigned from, unsigned to) const override {
    return (is_generic(from) && casts(to)) || (is_generic(to) && casts(from));
  }
  bool isNoopAddrSpaceCast(unsigned from, unsigned to) const override {
    const auto same = [&](unsigned as) {
      const SpaceFacts* space = facts_.space(as);
      return space != nullptr && space->to_generic == ToGeneric::same_bits;
    };
    return (is_generic(from) && same(to)) || (is_generic(to) && same(from));
  }
  bool addrspacesMayAlias(unsigned a, unsigned b) const override { return facts_.may_alias(a, b); }
  bool canHaveNonUndefGlobalInitializerInAddressSpace(unsigned as) const override {
    const SpaceFacts* space = facts_.space(as);
    return space == nullptr || space->initialized;
  }

  bool collectFlatAddressOperands(llvm::SmallVectorImpl<int>& operands, ID id) const override {
    if (facts_.asked_by(id) == SpaceFacts::nowhere && !follows_pointer(id)) return false;
    operands.push_back(0);
    return true;
  }
  /// Volatile accesses go to the space of their pointer where the target has them; and where nobody else writes none
  /// can be missed.
  bool hasVolatileVariant(llvm::Instruction* inst, unsigned as) const override {
    const SpaceFacts* space = facts_.space(as);
    return !llvm::isa<llvm::StoreInst>(inst) || space == nullptr || space->volatile_stores;
  }
  llvm::Value* rewriteIntrinsicWithAddressSpace(llvm::IntrinsicInst* call, llvm::Value*,
                                                llvm::Value* pointer) const override {
    if (follows_pointer(call->getIntrinsicID())) return facts_.hooks.in_space(*call, pointer);
    const unsigned asked = facts_.asked_by(call->getIntrinsicID());
    if (asked == SpaceFacts::nowhere) return nullptr;
    const int known = facts_.is_in(pointer->getType()->getPointerAddressSpace(), asked);
    return known < 0 ? nullptr : llvm::ConstantInt::get(call->getType(), static_cast<std::uint64_t>(known));
  }
  // assume(is in global memory: p) makes p a global pointer where the assumption holds.
  std::pair<const llvm::Value*, unsigned> getPredicatedAddrSpace(const llvm::Value* condition) const override {
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(condition))
      if (const unsigned asked = facts_.asked_by(call->getIntrinsicID()); asked != SpaceFacts::nowhere)
        return {call->getArgOperand(0), asked};
    return {nullptr, ~0U};
  }

  // [register + constant], [symbol + constant].
  bool isLegalAddressingMode(llvm::Type*, llvm::GlobalValue* symbol, std::int64_t offset, bool has_base,
                             std::int64_t scale, unsigned as, llvm::Instruction* = nullptr,
                             std::int64_t scalable = 0) const override {
    if (scalable != 0 || !is_offset(offset, as)) return false;
    if (symbol) return !has_base && scale == 0;
    return scale == 0 || (scale == 1 && !has_base);
  }
  bool isLegalAddImmediate(std::int64_t value) const override { return llvm::isInt<32>(value); }
  bool isLegalICmpImmediate(std::int64_t value) const override { return llvm::isInt<32>(value); }

  bool isSourceOfDivergence(const llvm::Value* value) const;
  llvm::InstructionUniformity getInstructionUniformity(const llvm::Value* value) const override {
    return isSourceOfDivergence(value) ? llvm::InstructionUniformity::NeverUniform
                                       : llvm::InstructionUniformity::Default;
  }

  unsigned getNumberOfRegisters(unsigned) const override { return 1; }
  llvm::TypeSize getRegisterBitWidth(llvm::TargetTransformInfo::RegisterKind) const override {
    return llvm::TypeSize::getFixed(facts_.register_bits);
  }
  unsigned getMinVectorRegisterBitWidth() const override { return facts_.register_bits; }

  unsigned getLoadStoreVecRegBitWidth(unsigned as) const override { return widest(as) * 8; }
  bool isLegalToVectorizeLoadChain(unsigned bytes, llvm::Align alignment, unsigned as) const override {
    return legal_chain(bytes, alignment, as);
  }
  bool isLegalToVectorizeStoreChain(unsigned bytes, llvm::Align alignment, unsigned as) const override {
    return legal_chain(bytes, alignment, as);
  }
  bool allowsMisalignedMemoryAccesses(llvm::LLVMContext&, unsigned bits, unsigned as, llvm::Align alignment,
                                      unsigned* fast) const override {
    const SpaceFacts* space = facts_.space(as);
    const bool allowed = space != nullptr && space->alignment != 0 && alignment.value() >= space->alignment &&
                         bits > 8U * space->alignment;
    if (fast) *fast = allowed ? 1 : 0;
    return allowed;
  }

  // Copies move the widest units that both alignments allow.
  llvm::Type* getMemcpyLoopLoweringType(llvm::LLVMContext& context, llvm::Value*, unsigned, unsigned, llvm::Align from,
                                        llvm::Align to, std::optional<std::uint32_t> atomic) const override {
    if (atomic) return llvm::Type::getIntNTy(context, *atomic * 8);
    return unit(context, copied_at_once(from, to));
  }
  void getMemcpyLoopResidualLoweringType(llvm::SmallVectorImpl<llvm::Type*>& out, llvm::LLVMContext& context,
                                         unsigned left, unsigned, unsigned, llvm::Align from, llvm::Align to,
                                         std::optional<std::uint32_t> atomic) const override {
    const std::uint64_t widest = atomic ? *atomic : copied_at_once(from, to);
    for (std::uint64_t bytes = widest; left > 0; bytes /= 2)
      for (; left >= bytes; left -= static_cast<unsigned>(bytes)) out.push_back(unit(context, bytes));
  }

 private:
  bool is_generic(unsigned as) const { return facts_.has_role(as, Space::generic); }
  bool casts(unsigned as) const {
    const SpaceFacts* space = facts_.space(as);
    return space == nullptr || space->to_generic != ToGeneric::never;
  }
  bool follows_pointer(ID id) const {
    return facts_.hooks.follows_pointer != nullptr && facts_.hooks.follows_pointer(id);
  }
  bool is_offset(std::int64_t offset, unsigned as) const {
    const SpaceFacts* space = facts_.space(as);
    return space != nullptr ? offset >= space->least_offset && offset <= space->most_offset : llvm::isInt<32>(offset);
  }
  unsigned widest(unsigned as) const {
    const SpaceFacts* space = facts_.space(as);
    return space != nullptr ? space->widest : 16;
  }
  std::uint64_t copied_at_once(llvm::Align from, llvm::Align to) const {
    return std::min<std::uint64_t>({from.value(), to.value(), facts_.costs.copy_unit});
  }
  static llvm::Type* unit(llvm::LLVMContext& context, std::uint64_t bytes) {
    if (bytes == 16) return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), 4);
    return llvm::Type::getIntNTy(context, static_cast<unsigned>(bytes * 8));
  }
  bool legal_chain(unsigned bytes, llvm::Align alignment, unsigned as) const {
    if (bytes > widest(as)) return false;
    const SpaceFacts* space = facts_.space(as);
    if (space == nullptr) return alignment.value() >= bytes;
    if (!space->odd_lanes && !std::has_single_bit(bytes)) return false;
    return alignment.value() >= space->needs(bytes);
  }

  const PrepareFacts& facts_;
};

bool TargetInfo::isSourceOfDivergence(const llvm::Value* value) const {
  // Only kernels are entered with equal arguments in all threads.
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value))
    return !argument->getParent()->hasKernelCallingConv();
  const auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
  if (!inst) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(inst)) {
    const SpaceFacts* space = facts_.space(load->getPointerAddressSpace());
    return space != nullptr && !space->uniform_loads;
  }
  if (inst->isAtomic()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(inst);
  if (!call) return false;
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
  if (!intrinsic) return true;
  if (std::ranges::count(facts_.divergent_intrinsics, intrinsic->getIntrinsicID()) > 0) return true;
  return !intrinsic->doesNotAccessMemory() && intrinsic->isConvergent();
}

}  // namespace

llvm::TargetTransformInfo make_target_info(const llvm::DataLayout& layout, const PrepareFacts& facts) {
  return llvm::TargetTransformInfo(std::make_unique<TargetInfo>(layout, facts));
}

llvm::AnalysisKey SpaceAlias::Key;

llvm::AliasResult SpaceAliasResult::alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                                          llvm::AAQueryInfo&, const llvm::Instruction*) {
  return facts_->may_alias(a.Ptr->getType()->getPointerAddressSpace(), b.Ptr->getType()->getPointerAddressSpace())
             ? llvm::AliasResult::MayAlias
             : llvm::AliasResult::NoAlias;
}

llvm::ModRefInfo SpaceAliasResult::getModRefInfoMask(const llvm::MemoryLocation& location, llvm::AAQueryInfo&, bool) {
  const SpaceFacts* space = facts_->space(location.Ptr->getType()->getPointerAddressSpace());
  return space != nullptr && space->read_only ? llvm::ModRefInfo::NoModRef : llvm::ModRefInfo::ModRef;
}

}  // namespace lathe::codegen
