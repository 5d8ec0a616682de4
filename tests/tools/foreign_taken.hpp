// Which functions of a module can be called with any bytes, and mean the same for every target. For foreign_kernels.cpp.
#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <set>
#include <vector>

namespace foreign {

using namespace llvm;  // in one program, of which this is a part

constexpr std::uint64_t input_bytes = 2048;  ///< of a thread's arguments
constexpr unsigned most_instructions = 1500, most_bits = 2048;

inline bool value_type(Type* type) {
  if (auto* vector = dyn_cast<FixedVectorType>(type))
    return !vector->getElementType()->isPointerTy() && value_type(vector->getElementType()) &&
           vector->getPrimitiveSizeInBits().getFixedValue() <= most_bits;
  if (auto* integer = dyn_cast<IntegerType>(type)) return integer->getBitWidth() <= 512;
  return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() || type->isBFloatTy();
}
inline bool passed_type(Type* type) {
  if (auto* parts = dyn_cast<StructType>(type)) return !parts->isOpaque() && all_of(parts->elements(), passed_type);
  if (auto* array = dyn_cast<ArrayType>(type))
    return array->getNumElements() <= 16 && passed_type(array->getElementType());
  return value_type(type) || (type->isPointerTy() && type->getPointerAddressSpace() == 0);
}
inline bool inner_type(Type* type) { return passed_type(type) || type->isVoidTy() || type->isLabelTy(); }

/// Intrinsics that mean the same everywhere and are exact.
inline bool known(Intrinsic::ID id) {
  static const std::set<Intrinsic::ID> all{Intrinsic::smax,
                                           Intrinsic::smin,
                                           Intrinsic::umax,
                                           Intrinsic::umin,
                                           Intrinsic::scmp,
                                           Intrinsic::ucmp,
                                           Intrinsic::abs,
                                           Intrinsic::sadd_sat,
                                           Intrinsic::uadd_sat,
                                           Intrinsic::ssub_sat,
                                           Intrinsic::usub_sat,
                                           Intrinsic::sadd_with_overflow,
                                           Intrinsic::uadd_with_overflow,
                                           Intrinsic::ssub_with_overflow,
                                           Intrinsic::usub_with_overflow,
                                           Intrinsic::smul_with_overflow,
                                           Intrinsic::umul_with_overflow,
                                           Intrinsic::fshl,
                                           Intrinsic::fshr,
                                           Intrinsic::ctpop,
                                           Intrinsic::ctlz,
                                           Intrinsic::cttz,
                                           Intrinsic::bswap,
                                           Intrinsic::bitreverse,
                                           Intrinsic::memcpy,
                                           Intrinsic::memmove,
                                           Intrinsic::memset,
                                           Intrinsic::lifetime_start,
                                           Intrinsic::lifetime_end,
                                           Intrinsic::assume,
                                           Intrinsic::expect,
                                           Intrinsic::masked_load,
                                           Intrinsic::masked_store,
                                           Intrinsic::masked_expandload,
                                           Intrinsic::masked_compressstore,
                                           Intrinsic::vector_reduce_add,
                                           Intrinsic::vector_reduce_mul,
                                           Intrinsic::vector_reduce_and,
                                           Intrinsic::vector_reduce_or,
                                           Intrinsic::vector_reduce_xor,
                                           Intrinsic::vector_reduce_smax,
                                           Intrinsic::vector_reduce_smin,
                                           Intrinsic::vector_reduce_umax,
                                           Intrinsic::vector_reduce_umin,
                                           Intrinsic::vector_reduce_fadd,
                                           Intrinsic::vector_reduce_fmul,
                                           Intrinsic::fabs,
                                           Intrinsic::copysign,
                                           Intrinsic::minnum,
                                           Intrinsic::maxnum,
                                           Intrinsic::minimum,
                                           Intrinsic::maximum,
                                           Intrinsic::floor,
                                           Intrinsic::ceil,
                                           Intrinsic::trunc,
                                           Intrinsic::rint,
                                           Intrinsic::nearbyint,
                                           Intrinsic::roundeven,
                                           Intrinsic::fma,
                                           Intrinsic::sqrt,
                                           Intrinsic::canonicalize,
                                           Intrinsic::is_fpclass,
                                           Intrinsic::fptosi_sat,
                                           Intrinsic::fptoui_sat,
                                           Intrinsic::vector_reverse,
                                           Intrinsic::vector_insert,
                                           Intrinsic::vector_extract,
                                           Intrinsic::vector_interleave2,
                                           Intrinsic::vector_deinterleave2,
                                           Intrinsic::experimental_vector_compress,
                                           Intrinsic::fmuladd};
  return all.count(id) != 0;
}

inline bool refuses(const Constant* c) {
  if (isa<Function>(c) || isa<BlockAddress>(c) || isa<GlobalAlias>(c) || isa<GlobalIFunc>(c)) return true;
  if (auto* global = dyn_cast<GlobalVariable>(c))
    return !global->isConstant() || !global->hasInitializer() || global->getAddressSpace() != 0 ||
           global->isThreadLocal() || refuses(global->getInitializer());
  return any_of(c->operands(), [](const Use& use) { return isa<Constant>(use) && refuses(cast<Constant>(use)); });
}

/// Functions that a call reaches: null where it is none that is taken; itself for an intrinsic that is.
inline bool callable(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.isInlineAsm() || call.hasOperandBundles() || call.isMustTailCall()) return false;
  if (callee->isIntrinsic()) return known(callee->getIntrinsicID());
  if (callee->getFunctionType() != call.getFunctionType() || callee->isVarArg()) return false;
  if (!callee->isDeclaration()) return true;
  Type* result = callee->getReturnType();
  return (result->isVoidTy() || value_type(result)) &&
         all_of(callee->args(), [](const Argument& a) { return passed_type(a.getType()); });
}

inline bool taken(const Instruction& i) {
  if (!inner_type(i.getType()) || isa<InvokeInst, IndirectBrInst, CallBrInst, VAArgInst, FenceInst>(i)) return false;
  if (i.isEHPad() || isa<ResumeInst>(i) || i.getOpcode() == Instruction::FRem) return false;
  if (auto* call = dyn_cast<CallInst>(&i); call != nullptr && !callable(*call)) return false;
  if (auto* local = dyn_cast<AllocaInst>(&i)) {
    if (local->getAddressSpace() != 0 || !local->isStaticAlloca() || !inner_type(local->getAllocatedType()))
      return false;
    if (local->getAllocationSize(i.getDataLayout()).value_or(TypeSize::getZero()).isZero()) return false;
  }
  for (const Use& use : i.operands()) {
    if (isa<MetadataAsValue>(use) || !inner_type(use->getType()))
      return isa<CallInst>(i) && use->getType()->isPointerTy();
    if (auto* c = dyn_cast<Constant>(use); c != nullptr && refuses(c))
      if (!isa<CallInst>(i) || &use != &cast<CallInst>(i).getCalledOperandUse()) return false;
  }
  return true;
}

inline bool taken(Function& f) {
  if (f.isDeclaration() || f.isVarArg() || f.hasPersonalityFn() || f.hasGC() || f.hasFnAttribute(Attribute::StrictFP) ||
      f.hasPrefixData())
    return false;
  if (f.getInstructionCount() > most_instructions || f.hasPrologueData()) return false;
  std::uint64_t bytes = 0;
  for (Argument& a : f.args()) {
    if (!passed_type(a.getType()) || a.hasPassPointeeByValueCopyAttr() || a.hasSwiftErrorAttr()) return false;
    bytes += alignTo(f.getDataLayout().getTypeAllocSize(a.getType()).getFixedValue(), 16);
  }
  if (bytes > input_bytes || !(f.getReturnType()->isVoidTy() || passed_type(f.getReturnType()))) return false;
  return all_of(instructions(f), [](const Instruction& i) { return taken(i); });
}

/// Functions all of whose callees are taken, none of which calls itself.
inline std::vector<Function*> choose(Module& module) {
  std::set<Function*> open, ready;
  for (Function& f : module)
    if (taken(f)) open.insert(&f);
  for (bool more = true; more;) {
    more = false;
    for (Function* f : std::vector<Function*>(open.begin(), open.end())) {
      const bool last = all_of(instructions(*f), [&](Instruction& i) {
        auto* call = dyn_cast<CallInst>(&i);
        return call == nullptr || call->getCalledFunction()->isDeclaration() ||
               ready.count(call->getCalledFunction()) != 0;
      });
      if (!last) continue;
      ready.insert(f), open.erase(f), more = true;
    }
  }
  std::vector<Function*> chosen;
  for (Function& f : module)
    if (ready.count(&f) != 0) chosen.push_back(&f);
  return chosen;
}

}  // namespace foreign
