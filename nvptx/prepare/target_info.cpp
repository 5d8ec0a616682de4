// The target as LLVM's optimizations see it: addressing modes, vector accesses, address spaces, divergence.
#include "nvptx/prepare/target_info.hpp"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Intrinsic::ID;

/// The address space that an isspacep intrinsic asks about; ~0 for other intrinsics.
unsigned asked_space(ID id) {
  switch (id) {
    case llvm::Intrinsic::nvvm_isspacep_global:
      return space::global;
    case llvm::Intrinsic::nvvm_isspacep_shared:
      return space::shared;
    case llvm::Intrinsic::nvvm_isspacep_shared_cluster:
      return space::shared_cluster;
    case llvm::Intrinsic::nvvm_isspacep_const:
      return space::constant;
    case llvm::Intrinsic::nvvm_isspacep_local:
      return space::local;
    default:
      return ~0U;
  }
}

/// llvm.nvvm.atomic.OP.gen.{i,f}.SCOPE: CUDA's atomicAdd_block and its kin.
bool is_scoped_atomic(ID id) { return llvm::Intrinsic::getBaseName(id).starts_with("llvm.nvvm.atomic."); }

/// The same operation on the pointer in its own space; null where PTX has none there.
llvm::Value* move_atomic(llvm::IntrinsicInst& call, llvm::Value* pointer) {
  const unsigned as = pointer->getType()->getPointerAddressSpace();
  if (as != space::global && as != space::shared && as != space::shared_cluster) return nullptr;
  call.setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(call.getModule(), call.getIntrinsicID(),
                                                                 {call.getType(), pointer->getType()}));
  call.setArgOperand(0, pointer);
  return &call;
}

/// Whether a pointer known to be in `actual` is in space `asked`: 1 yes, 0 no, -1 not known.
int answer(unsigned actual, unsigned asked) {
  if (actual == space::generic) return -1;
  if (actual == asked) return 1;
  // The shared window of the block lies inside that of its cluster.
  if (actual == space::shared && asked == space::shared_cluster) return 1;
  if (actual == space::shared_cluster && asked == space::shared) return -1;
  if (actual == space::param) return -1;  // its generic window depends on the target
  return 0;
}

class TargetInfo final : public llvm::TargetTransformInfoImplCRTPBase<TargetInfo> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<TargetInfo>;

 public:
  TargetInfo(const llvm::DataLayout& layout, const Features& features) : Base(layout), features_(features) {}

  bool hasBranchDivergence(const llvm::Function*) const override { return true; }
  unsigned getFlatAddressSpace() const override { return space::generic; }
  bool isValidAddrSpaceCast(unsigned from, unsigned to) const override {
    return from == space::generic || to == space::generic;
  }
  bool addrspacesMayAlias(unsigned a, unsigned b) const override { return spaces_may_alias(a, b); }
  bool canHaveNonUndefGlobalInitializerInAddressSpace(unsigned as) const override {
    return as != space::shared && as != space::local && as != space::param && as != space::shared_cluster;
  }

  bool collectFlatAddressOperands(llvm::SmallVectorImpl<int>& operands, ID id) const override {
    if (asked_space(id) == ~0U && !is_scoped_atomic(id)) return false;
    operands.push_back(0);
    return true;
  }
  /// Volatile accesses go to the space of their pointer: PTX has ld.volatile for global and shared memory, and in
  /// local, constant and parameter memory there is nobody else whose writes could be missed.
  bool hasVolatileVariant(llvm::Instruction* inst, unsigned as) const override {
    return !llvm::isa<llvm::StoreInst>(inst) || (as != space::constant && as != space::param);
  }
  llvm::Value* rewriteIntrinsicWithAddressSpace(llvm::IntrinsicInst* call, llvm::Value*,
                                                llvm::Value* pointer) const override {
    const unsigned asked = asked_space(call->getIntrinsicID());
    if (is_scoped_atomic(call->getIntrinsicID())) return move_atomic(*call, pointer);
    if (asked == ~0U) return nullptr;
    const int known = answer(pointer->getType()->getPointerAddressSpace(), asked);
    return known < 0 ? nullptr : llvm::ConstantInt::get(call->getType(), static_cast<std::uint64_t>(known));
  }
  // assume(isspacep.global(p)) makes p a global pointer where the assumption holds.
  std::pair<const llvm::Value*, unsigned> getPredicatedAddrSpace(const llvm::Value* condition) const override {
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(condition))
      if (const unsigned asked = asked_space(call->getIntrinsicID()); asked != ~0U)
        return {call->getArgOperand(0), asked};
    return {nullptr, ~0U};
  }

  // [register + constant], [symbol + constant]; the constant is 32 bits.
  bool isLegalAddressingMode(llvm::Type*, llvm::GlobalValue* symbol, std::int64_t offset, bool has_base,
                             std::int64_t scale, unsigned, llvm::Instruction* = nullptr,
                             std::int64_t scalable = 0) const override {
    if (scalable != 0 || !llvm::isInt<32>(offset)) return false;
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
    return llvm::TypeSize::getFixed(32);
  }
  unsigned getMinVectorRegisterBitWidth() const override { return 32; }

  // sm_100 loads and stores 256 bits of global memory at once.
  unsigned getLoadStoreVecRegBitWidth(unsigned as) const override {
    return as == space::global && features_.has(100, 88) ? 256 : 128;
  }
  bool isLegalToVectorizeLoadChain(unsigned bytes, llvm::Align alignment, unsigned as) const override {
    return legal_chain(bytes, alignment, as);
  }
  bool isLegalToVectorizeStoreChain(unsigned bytes, llvm::Align alignment, unsigned as) const override {
    return legal_chain(bytes, alignment, as);
  }
  bool allowsMisalignedMemoryAccesses(llvm::LLVMContext&, unsigned, unsigned, llvm::Align,
                                      unsigned* fast) const override {
    if (fast) *fast = 0;
    return false;
  }

  // Copies move the widest units that both alignments allow.
  llvm::Type* getMemcpyLoopLoweringType(llvm::LLVMContext& context, llvm::Value*, unsigned, unsigned, llvm::Align from,
                                        llvm::Align to, std::optional<std::uint32_t> atomic) const override {
    if (atomic) return llvm::Type::getIntNTy(context, *atomic * 8);
    return unit(context, std::min<std::uint64_t>({from.value(), to.value(), 16}));
  }
  void getMemcpyLoopResidualLoweringType(llvm::SmallVectorImpl<llvm::Type*>& out, llvm::LLVMContext& context,
                                         unsigned left, unsigned, unsigned, llvm::Align from, llvm::Align to,
                                         std::optional<std::uint32_t> atomic) const override {
    const std::uint64_t widest = atomic ? *atomic : std::min<std::uint64_t>({from.value(), to.value(), 16});
    for (std::uint64_t bytes = widest; left > 0; bytes /= 2)
      for (; left >= bytes; left -= static_cast<unsigned>(bytes)) out.push_back(unit(context, bytes));
  }

 private:
  static llvm::Type* unit(llvm::LLVMContext& context, std::uint64_t bytes) {
    if (bytes == 16) return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), 4);
    return llvm::Type::getIntNTy(context, static_cast<unsigned>(bytes * 8));
  }
  bool legal_chain(unsigned bytes, llvm::Align alignment, unsigned as) const {
    return alignment.value() >= bytes && bytes * 8 <= getLoadStoreVecRegBitWidth(as);
  }

  const Features& features_;
};

bool TargetInfo::isSourceOfDivergence(const llvm::Value* value) const {
  // Only kernels are entered with equal arguments in all threads.
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) return !is_kernel(*argument->getParent());
  const auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
  if (!inst) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(inst)) {
    const unsigned as = load->getPointerAddressSpace();
    return as == space::generic || as == space::local;
  }
  if (inst->isAtomic()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(inst);
  if (!call) return false;
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
  if (!intrinsic) return true;
  switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_laneid:
      return true;
    default:
      return !intrinsic->doesNotAccessMemory() && intrinsic->isConvergent();
  }
}

}  // namespace

bool spaces_may_alias(unsigned a, unsigned b) {
  if (a == b || a == space::generic || b == space::generic) return true;
  const auto is_shared = [](unsigned s) { return s == space::shared || s == space::shared_cluster; };
  const auto known = [&](unsigned s) {
    return is_shared(s) || s == space::global || s == space::constant || s == space::local || s == space::tensor ||
           s == space::param;
  };
  if (!known(a) || !known(b)) return true;
  return is_shared(a) && is_shared(b);
}

llvm::TargetTransformInfo make_target_info(const llvm::DataLayout& layout, const Features& features) {
  return llvm::TargetTransformInfo(std::make_unique<TargetInfo>(layout, features));
}

llvm::AnalysisKey SpaceAlias::Key;

llvm::AliasResult SpaceAliasResult::alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                                          llvm::AAQueryInfo&, const llvm::Instruction*) {
  return spaces_may_alias(a.Ptr->getType()->getPointerAddressSpace(), b.Ptr->getType()->getPointerAddressSpace())
             ? llvm::AliasResult::MayAlias
             : llvm::AliasResult::NoAlias;
}

llvm::ModRefInfo SpaceAliasResult::getModRefInfoMask(const llvm::MemoryLocation& location, llvm::AAQueryInfo&, bool) {
  const unsigned as = location.Ptr->getType()->getPointerAddressSpace();
  return as == space::constant || as == space::param ? llvm::ModRefInfo::NoModRef : llvm::ModRefInfo::ModRef;
}

}  // namespace lathe::nvptx
