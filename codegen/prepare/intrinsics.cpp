// Generic intrinsics that no target takes. Nothing is looked at but the module's declarations when it uses none.
//
// LLVM's own expansions where it has good ones: vector predication, matrices. Ours (numbers.cpp, lanes.cpp,
// predicated.cpp, masked_memory.cpp, constrained.cpp, element_copies.cpp) for the rest.
#include "codegen/prepare/intrinsics.hpp"

#include <llvm/CodeGen/ExpandVectorPredication.h>
#include <llvm/IR/InstIterator.h>

namespace lathe::codegen {
namespace {

using llvm::Value;
namespace in = llvm::Intrinsic;

bool is_matrix(in::ID id) {
  return id == in::matrix_multiply || id == in::matrix_transpose || id == in::matrix_column_major_load ||
         id == in::matrix_column_major_store;
}

bool is_masked_memory(in::ID id) {
  switch (id) {
    case in::masked_load:
    case in::masked_store:
    case in::masked_gather:
    case in::masked_scatter:
    case in::masked_expandload:
    case in::masked_compressstore:
      return true;
    default:
      return false;
  }
}

/// Constant masks of whole accesses are left to `build`, which reads and writes the lanes that are on, if they are bytes.
bool wants_branches(const llvm::IntrinsicInst& call) {
  const in::ID id = call.getIntrinsicID();
  const bool loads = !call.getType()->isVoidTy();
  if (id == in::masked_expandload || id == in::masked_compressstore) return true;
  if (!llvm::isa<llvm::Constant>(call.getArgOperand(loads ? 1 : 2))) return true;
  return (loads ? call.getType() : call.getArgOperand(0)->getType())->getScalarSizeInBits() % 8 != 0;
}

bool wants_expansion(in::ID id) {
  switch (id) {
    case in::smul_fix:
    case in::smul_fix_sat:
    case in::umul_fix:
    case in::umul_fix_sat:
    case in::sdiv_fix:
    case in::sdiv_fix_sat:
    case in::udiv_fix:
    case in::udiv_fix_sat:
    case in::clmul:
    case in::get_active_lane_mask:
    case in::experimental_cttz_elts:
    case in::experimental_vector_compress:
    case in::experimental_vector_extract_last_active:
    case in::experimental_vector_match:
    case in::vector_partial_reduce_add:
    case in::vector_partial_reduce_fadd:
    case in::experimental_vector_histogram_add:
    case in::experimental_vector_histogram_uadd_sat:
    case in::experimental_vector_histogram_umin:
    case in::experimental_vector_histogram_umax:
    case in::loop_dependence_raw_mask:
    case in::loop_dependence_war_mask:
    case in::experimental_get_vector_length:
    case in::load_relative:
      return true;
    default:
      return llvm::VPIntrinsic::isVPIntrinsic(id);
  }
}

bool is_constrained(in::ID id) { return in::isConstrainedFPIntrinsic(id) || id == in::fptrunc_round; }

bool is_element_copy(in::ID id) {
  return id == in::memcpy_element_unordered_atomic || id == in::memmove_element_unordered_atomic ||
         id == in::memset_element_unordered_atomic;
}

bool is_scalable(const llvm::IntrinsicInst& call) {
  if (call.getType()->isScalableTy()) return true;
  return llvm::any_of(call.args(), [](const Value* v) { return v->getType()->isScalableTy(); });
}

/// Calls in functions with a body, in the order of the module; use lists have another one.
llvm::SmallVector<llvm::IntrinsicInst*, 16> calls_of(llvm::Module& module, bool (*wanted)(in::ID)) {
  llvm::SmallVector<llvm::IntrinsicInst*, 16> calls;
  for (llvm::Function& f : module)
    if (f.isIntrinsic() && wanted(f.getIntrinsicID()))
      for (llvm::User* user : f.users())
        if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user); call && call->getCalledFunction() == &f)
          calls.push_back(call);
  return calls;
}

void replace(llvm::IntrinsicInst& call, Value* value) {
  if (value != nullptr) {
    if (!value->hasName()) value->takeName(&call);
    call.replaceAllUsesWith(value);
  }
  call.eraseFromParent();
}

void expand(llvm::IntrinsicInst& call, FunctionPasses& passes) {
  Builder builder(&call);
  for (const auto expansion : {expand_number_intrinsic, expand_lane_intrinsic, expand_predicated_intrinsic}) {
    builder.SetInsertPoint(&call);
    if (const Expanded made = expansion(call, builder); made.done) return replace(call, made.value);
  }
  auto* predicated = llvm::dyn_cast<llvm::VPIntrinsic>(&call);
  if (predicated == nullptr) return;
  if (llvm::expandVectorPredicationIntrinsic(*predicated, passes.target(*call.getFunction())) ==
      llvm::VPExpansionDetails::IntrinsicReplaced)
    return;
  builder.SetInsertPoint(&call);
  if (Value* value = without_predicate(*predicated, builder)) replace(call, value);
}

/// Functions that call one of these, in the order of the module.
template <class F>
llvm::SmallVector<llvm::Function*, 8> functions_with(llvm::Module& module, bool (*wanted)(in::ID), F&& also) {
  llvm::SmallPtrSet<llvm::Function*, 8> found;
  for (llvm::IntrinsicInst* call : calls_of(module, wanted))
    if (also(*call)) found.insert(call->getFunction());
  llvm::SmallVector<llvm::Function*, 8> ordered;
  for (llvm::Function& f : module)
    if (found.contains(&f)) ordered.push_back(&f);
  return ordered;
}

/// From a function's last call to its first (masked_memory.cpp).
void expand_masked_memory(llvm::Module& module, FunctionPasses& passes) {
  const auto wanted = [](const llvm::IntrinsicInst& call) { return !is_scalable(call) && wants_branches(call); };
  for (llvm::Function* f : functions_with(module, is_masked_memory, wanted)) {
    llvm::SmallVector<llvm::IntrinsicInst*, 16> calls;
    for (llvm::Instruction& i : llvm::instructions(*f))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
          call != nullptr && is_masked_memory(call->getIntrinsicID()) && wanted(*call))
        calls.push_back(call);
    for (llvm::IntrinsicInst* call : llvm::reverse(calls)) replace(*call, expand_masked_access(*call));
    passes.changed(*f);
  }
}

}  // namespace

void expand_intrinsics(StepContext& context) {
  const bool any = llvm::any_of(context.module, [](const llvm::Function& f) {
    const in::ID id = f.getIntrinsicID();
    return id != in::not_intrinsic &&
           (wants_expansion(id) || is_matrix(id) || is_masked_memory(id) || is_constrained(id) || is_element_copy(id));
  });
  if (!any) return;
  for (llvm::IntrinsicInst* call : calls_of(context.module, is_constrained)) expand_constrained(*call, context);
  for (llvm::IntrinsicInst* call : calls_of(context.module, is_element_copy)) expand_element_copy(*call, context);
  if (context.diag.failed()) return;
  FunctionPasses passes(context);
  for (llvm::Function* f : functions_with(context.module, is_matrix, [](auto&) { return true; }))
    passes.lower_matrices(*f);
  for (llvm::IntrinsicInst* call : calls_of(context.module, wants_expansion)) {
    if (is_scalable(*call)) continue;  // `build` names it
    llvm::Function& f = *call->getFunction();
    expand(*call, passes);
    passes.changed(f);
  }
  expand_masked_memory(context.module, passes);
}

}  // namespace lathe::codegen
