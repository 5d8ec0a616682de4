// See view.hpp.
#include "codegen/build/view.hpp"

#include <algorithm>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include "codegen/build/references.hpp"

namespace lathe::codegen::build {
namespace {

llvm::Type* mutable_type(const llvm::Type* type) { return const_cast<llvm::Type*>(type); }

std::uint64_t aligned(std::uint64_t offset, std::uint64_t align) { return (offset + align - 1) / align * align; }

/// What LLVM's DataLayout answers without looking into a structure. A target's opaque type has a size that LLVM makes
/// types to find; graphs have no such types.
bool plain(const llvm::Type* type) {
  return type->isSingleValueType() && !type->isTargetExtTy() && !View::scalable(type);
}

}  // namespace

View::View(const llvm::Module& module, const Globals& globals, const References& references,
           std::span<const std::string_view> kinds)
    : layout_(std::make_unique<llvm::DataLayout>(module.getDataLayout())) {
  for (const std::string_view kind : kinds)
    kinds_.push_back(module.getContext().getMDKindID(llvm::StringRef(kind.data(), kind.size())));
  for (unsigned space = 0; space < pointer_bits_.size(); ++space)
    pointer_bits_[space] = static_cast<std::uint8_t>(std::min(255U, layout_->getPointerSizeInBits(space)));
  llvm::SmallVector<llvm::StringRef, 8> names;
  module.getContext().getSyncScopeNames(names);
  for (const llvm::StringRef name : names) scope_names_.push_back(name.str());
  std::unordered_set<const llvm::Function*> found;
  for (const llvm::Function& function : module) {
    const std::uint32_t number = globals.number(&function);
    if (number != Globals::none && function.hasLocalLinkage() && !function.isDeclaration() &&
        !function.hasKernelCallingConv() && references.only_called(number))
      found.insert(&function);
  }
  only_called_ = std::make_shared<const std::unordered_set<const llvm::Function*>>(std::move(found));
}
View::View(const View& other)
    : layout_(std::make_unique<llvm::DataLayout>(*other.layout_)),
      kinds_(other.kinds_),
      pointer_bits_(other.pointer_bits_),
      scope_names_(other.scope_names_),
      only_called_(other.only_called_) {}
View::~View() = default;

// ---- sizes -------------------------------------------------------------------------------------------

// LLVM's own answer is kept in the type, which threads share. Each structure is looked at once: thirteen of them nested eight
// at a time have 2^40 fields.
bool View::scalable(const llvm::Type* type) {
  llvm::SmallVector<const llvm::Type*, 8> open{type};
  llvm::SmallPtrSet<const llvm::Type*, 8> seen;
  while (!open.empty()) {
    const llvm::Type* t = open.pop_back_val();
    while (t->isArrayTy()) t = t->getArrayElementType();
    if (t->getTypeID() == llvm::Type::ScalableVectorTyID) return true;
    if (t->isStructTy() && seen.insert(t).second) open.append(t->subtype_begin(), t->subtype_end());
  }
  return false;
}

const View::Fields& View::fields(const llvm::StructType* type) const {
  const auto known = fields_.find(type);
  if (known != fields_.end()) return known->second;
  Fields made;
  for (const llvm::Type* field : type->elements()) {
    const std::uint64_t align = type->isPacked() ? 1 : abi_align(field);
    made.bytes = aligned(made.bytes, align);
    made.align = std::max(made.align, align);
    made.offsets.push_back(made.bytes);
    made.bytes += alloc_bytes(field);
  }
  made.bytes = aligned(made.bytes, made.align);
  return fields_.emplace(type, std::move(made)).first->second;
}

std::uint64_t View::field_offset(const llvm::StructType* type, unsigned field) const {
  return fields(type).offsets[field];
}

std::uint64_t View::alloc_bytes(const llvm::Type* type) const {
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) return fields(structure).bytes;
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getNumElements() * alloc_bytes(array->getElementType());
  return aligned(store_bytes(type), abi_align(type));
}

std::uint64_t View::store_bytes(const llvm::Type* type) const {
  if (type->isAggregateType()) return alloc_bytes(type);
  return plain(type) ? layout_->getTypeStoreSize(mutable_type(type)).getFixedValue() : 0;
}

std::uint64_t View::abi_align(const llvm::Type* type) const {
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) return fields(structure).align;
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return abi_align(array->getElementType());
  return plain(type) ? layout_->getABITypeAlign(mutable_type(type)).value() : 1;
}

std::uint64_t View::object_bytes(const llvm::AllocaInst& object) const {
  const auto* count = llvm::dyn_cast<llvm::ConstantInt>(object.getArraySize());
  return count == nullptr ? 0 : alloc_bytes(object.getAllocatedType()) * count->getValue().getLimitedValue();
}

// ---- addresses, calls, scopes ------------------------------------------------------------------------

namespace {

/// Of a constant address. Value::getPointerAlignment asks for layouts of structures, and takes large variables to be
/// aligned to 16 bytes, which nobody is told.
std::uint64_t constant_align(const llvm::Constant* address, const View& view) {
  constexpr std::uint64_t most = llvm::Value::MaximumAlignment;
  const auto* known = llvm::cast<llvm::Constant>(address->stripPointerCasts());
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(known))
    return variable->getAlign() ? variable->getAlign()->value() : view.abi_align(variable->getValueType());
  if (llvm::isa<llvm::ConstantPointerNull>(known)) return most;
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(known);
  if (expression == nullptr || expression->getOpcode() != llvm::Instruction::IntToPtr) return 1;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(expression->getOperand(0));
  if (number == nullptr) return 1;
  return number->isZero() ? most : std::uint64_t{1} << std::min<unsigned>(number->getValue().countr_zero(), 32);
}

}  // namespace

std::uint64_t View::pointer_align(const llvm::Value* pointer) const {
  if (const auto* address = llvm::dyn_cast<llvm::Constant>(pointer)) return constant_align(address, *this);
  if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(pointer)) return object->getAlign().value();
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(pointer)) {
    if (const llvm::MaybeAlign stated = parameter->getParamAlign()) return stated->value();
    const llvm::Type* result = parameter->getParamStructRetType();
    return result == nullptr ? 1 : abi_align(result);
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(pointer)) {
    if (const llvm::MaybeAlign stated = call->getRetAlign()) return stated->value();
    const llvm::Function* callee = call->getCalledFunction();
    return callee == nullptr ? 1 : callee->getAttributes().getRetAlignment().valueOrOne().value();
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer))
    if (const llvm::MDNode* stated = load->getMetadata(llvm::LLVMContext::MD_align))
      return llvm::mdconst::extract<llvm::ConstantInt>(stated->getOperand(0))->getLimitedValue();
  return 1;
}

const llvm::MDNode* View::metadata(const llvm::Instruction& instruction, std::size_t kind) const {
  return instruction.getMetadata(kinds_[kind]);
}

std::string View::scope_name(unsigned id) const { return id < scope_names_.size() ? scope_names_[id] : std::string(); }

}  // namespace lathe::codegen::build
