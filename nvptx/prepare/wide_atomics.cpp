// Atomic operations that have no DAG node: those of 128 bits and those of vectors. They are inline assembly, whose
// 128-bit operands `build` puts into .b128 registers. A fence that sequential consistency needs stands in front.
//
// Source: PTX ISA 9.0, ld, st (.b128), atom, red (.b128, .vec_32_bit).
#include "codegen/prepare/wide_atomics.hpp"

#include <llvm/IR/InlineAsm.h>

#include <string>

#include "nvptx/prepare/facts.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::AtomicOrdering;

std::string order_of(AtomicOrdering ordering, bool is_store) {
  switch (ordering) {
    case AtomicOrdering::SequentiallyConsistent:
      return is_store ? ".relaxed" : ".acquire";  // behind a fence
    case AtomicOrdering::Acquire:
      return ".acquire";
    case AtomicOrdering::Release:
      return ".release";
    case AtomicOrdering::AcquireRelease:
      return ".acq_rel";
    default:
      return ".relaxed";
  }
}

std::string scope_of(llvm::LLVMContext& context, const Features& target, llvm::SyncScope::ID scope) {
  if (scope == llvm::SyncScope::SingleThread) return ".cta";
  llvm::SmallVector<llvm::StringRef, 8> names;
  context.getSyncScopeNames(names);
  const llvm::StringRef name = names[scope];
  return name == "block" || name == "workgroup" ? ".cta"
         : name == "cluster"                    ? target.has_clusters() ? ".cluster" : ".gpu"
         : name == "device" || name == "agent"  ? ".gpu"
                                                : ".sys";
}

std::string place_of(const WideAccess& access) {
  switch (access.pointer->getType()->getPointerAddressSpace()) {
    case space::global:
      return ".global";
    case space::shared:
      return ".shared";
    case space::shared_cluster:
      return ".shared::cluster";
    case space::constant:
      return ".const";
    default:
      return "";
  }
}

llvm::Value* assembly(llvm::IRBuilder<>& builder, const std::string& text, const std::string& constraints,
                      llvm::Type* result, llvm::ArrayRef<llvm::Value*> operands) {
  llvm::SmallVector<llvm::Type*, 8> types;
  for (const llvm::Value* operand : operands) types.push_back(operand->getType());
  auto* type = llvm::FunctionType::get(result, types, false);
  return builder.CreateCall(type, llvm::InlineAsm::get(type, text, constraints + ",~{memory}", true), operands);
}

/// OP.ORDER.SCOPE.SPACE.REST, with the fence in front that sequential consistency asks for.
std::string begin(llvm::IRBuilder<>& builder, const WideAccess& access, const char* op, bool is_store = false) {
  if (access.ordering == AtomicOrdering::SequentiallyConsistent)
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent, access.scope);
  return op + order_of(access.ordering, is_store) +
         scope_of(builder.getContext(), features_of(access.facts), access.scope) + place_of(access);
}

llvm::Value* address(llvm::IRBuilder<>& builder, const WideAccess& access) {
  return builder.CreatePtrToInt(access.pointer, builder.getInt64Ty());
}

/// PTX 8.3 has the operations, PTX 8.4 has them in the scope of the system.
bool has_wide_access(const PrepareFacts& facts, llvm::SyncScope::ID scope) {
  return features_of(facts).has(70, scope == llvm::SyncScope::System ? 84 : 83);
}
bool has_wide_exchange(const PrepareFacts& facts, llvm::SyncScope::ID scope) {
  return features_of(facts).has(90, scope == llvm::SyncScope::System ? 84 : 83);
}

llvm::Value* wide_load(llvm::IRBuilder<>& builder, const WideAccess& access) {
  if (access.pointer->getType()->getPointerAddressSpace() == space::constant)
    return assembly(builder, "ld.const.b128 $0, [$1];", "=q,l", builder.getInt128Ty(), {address(builder, access)});
  const std::string op = begin(builder, access, "ld");
  return assembly(builder, op + ".b128 $0, [$1];", "=q,l", builder.getInt128Ty(), {address(builder, access)});
}
void wide_store(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* value) {
  const std::string op = begin(builder, access, "st", true);
  assembly(builder, op + ".b128 [$0], $1;", "l,q", builder.getVoidTy(), {address(builder, access), value});
}
llvm::Value* wide_exchange(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* value) {
  const std::string op = begin(builder, access, "atom");
  return assembly(builder, op + ".exch.b128 $0, [$1], $2;", "=q,l,q", value->getType(),
                  {address(builder, access), value});
}
llvm::Value* wide_compare(llvm::IRBuilder<>& builder, const WideAccess& access, llvm::Value* expected,
                          llvm::Value* desired) {
  const std::string op = begin(builder, access, "atom");
  return assembly(builder, op + ".cas.b128 $0, [$1], $2, $3;", "=q,l,q,q", expected->getType(),
                  {address(builder, access), expected, desired});
}

/// In global memory. As in f16x2, each element is atomic, not the whole. Two halves have no min and max as f16x2, but as
/// .v2.f16; their sums are the table's.
bool has_vector(const PrepareFacts& facts, const llvm::AtomicRMWInst& rmw) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(rmw.getType());
  if (!type || !features_of(facts).has(90, 81) || rmw.getPointerAddressSpace() != space::global) return false;
  const unsigned count = type->getNumElements();
  const llvm::Type* lane = type->getElementType();
  const bool half = lane->isHalfTy() || lane->isBFloatTy();
  switch (rmw.getOperation()) {
    case llvm::AtomicRMWInst::FAdd:
    case llvm::AtomicRMWInst::FSub:
      return lane->isFloatTy() ? count == 2 || count == 4 : half && (count == 4 || count == 8);
    case llvm::AtomicRMWInst::FMin:
    case llvm::AtomicRMWInst::FMax:
      return half && (count == 2 || count == 4 || count == 8);
    default:
      return false;
  }
}

/// What an instruction has of a vector: `count` of `word`, which `letter` stands for in assembly.
struct VectorForm {
  llvm::Type* word;
  unsigned count;
  const char* letter;
  std::string suffix;  ///< ".v2.f16x2"
};
VectorForm form_of(llvm::IRBuilder<>& builder, const llvm::FixedVectorType& type) {
  const unsigned count = type.getNumElements();
  const llvm::Type* lane = type.getElementType();
  const std::string length = ".v" + std::to_string(lane->isFloatTy() || count == 2 ? count : count / 2);
  if (lane->isFloatTy()) return {builder.getFloatTy(), count, "f", length + ".f32"};
  const std::string half = lane->isHalfTy() ? ".f16" : ".bf16";
  if (count == 2) return {builder.getInt16Ty(), count, "h", length + half};
  return {builder.getInt32Ty(), count / 2, "r", length + half + "x2"};
}

llvm::Value* vector(llvm::IRBuilder<>& builder, const llvm::AtomicRMWInst& rmw, const PrepareFacts& facts) {
  const WideAccess access{facts, const_cast<llvm::Value*>(rmw.getPointerOperand()), rmw.getOrdering(),
                          rmw.getSyncScopeID()};
  auto* type = llvm::cast<llvm::FixedVectorType>(rmw.getType());
  const auto [word, count, letter, length] = form_of(builder, *type);
  const bool words = type->getElementType()->isFloatTy();
  llvm::Value* value = const_cast<llvm::Value*>(rmw.getValOperand());
  if (!words) value = builder.CreateBitCast(value, llvm::FixedVectorType::get(word, count));

  // red has no acquiring form; a result that nobody reads is not asked for.
  const bool reduces = rmw.use_empty() && !llvm::isAcquireOrStronger(rmw.getOrdering());
  const llvm::AtomicRMWInst::BinOp op = rmw.getOperation();
  const std::string name = op == llvm::AtomicRMWInst::FMin ? ".min" : op == llvm::AtomicRMWInst::FMax ? ".max" : ".add";
  const std::string suffix = name + (words ? "" : ".noftz") + length;
  std::string results, values, constraints, inputs;
  llvm::SmallVector<llvm::Value*, 8> operands{address(builder, access)};
  for (unsigned i = 0; i < count; ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    if (!reduces) {
      results += comma + "$" + std::to_string(i);
      constraints += std::string("=") + letter + ",";
    }
    values += comma + "$" + std::to_string((reduces ? 0 : count) + 1 + i);
    inputs += std::string(",") + letter;
    operands.push_back(builder.CreateExtractElement(value, i));
  }
  std::string text = begin(builder, access, reduces ? "red" : "atom") + suffix;
  text += reduces ? " [$0], {" : " {" + results + "}, [$" + std::to_string(count) + "], {";
  text += values + "};";
  llvm::SmallVector<llvm::Type*, 4> parts(count, word);
  llvm::Type* result = reduces ? builder.getVoidTy() : llvm::StructType::get(builder.getContext(), parts);
  llvm::Value* made = assembly(builder, text, constraints + "l" + inputs, result, operands);
  if (reduces) return llvm::PoisonValue::get(type);
  llvm::Value* old = llvm::PoisonValue::get(llvm::FixedVectorType::get(word, count));
  for (unsigned i = 0; i < count; ++i) old = builder.CreateInsertElement(old, builder.CreateExtractValue(made, i), i);
  return builder.CreateBitCast(old, type);
}

}  // namespace

const WideAtomics& wide_atomics() {
  static constexpr WideAtomics atomics{
      has_wide_access,
      has_wide_exchange,
      "; 128 need sm_70 and PTX 8.4 (8.3 in a narrower scope than the system)",
      "; 128 need sm_90 and PTX 8.4 (8.3 in a narrower scope than the system)",
      wide_load,
      wide_store,
      wide_exchange,
      wide_compare,
      has_vector,
      vector,
  };
  return atomics;
}

}  // namespace lathe::nvptx
