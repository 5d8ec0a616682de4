// See intrinsic_version.hpp. The grammar is asked, version by version, so that it alone says what needs which.
#include "nvptx/driver/intrinsic_version.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "nvptx/intrinsics/recipe.hpp"

namespace lathe::nvptx {
namespace {

// As build has them (codegen/build/types.cpp), of what arguments of intrinsics are.
Vt vt_of(const llvm::Type* type, const llvm::DataLayout& layout) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const Vt element = vt_of(vector->getElementType(), layout);
    return element == Vt{} || vector->getNumElements() > 1024 ? Vt{} : element.with_lanes(vector->getNumElements());
  }
  if (type->isPointerTy()) return {VtKind::integer, layout.getPointerSizeInBits(type->getPointerAddressSpace())};
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 1024) return {VtKind::integer, type->getIntegerBitWidth()};
  return type->isHalfTy()     ? vt::f16
         : type->isBFloatTy() ? vt::bf16
         : type->isFloatTy()  ? vt::f32
         : type->isDoubleTy() ? vt::f64
                              : Vt{};
}

void add_leaves(const llvm::Type* type, const llvm::DataLayout& layout, std::vector<Vt>& to) {
  if (const auto* members = llvm::dyn_cast<llvm::StructType>(type)) {
    for (const llvm::Type* member : members->elements()) add_leaves(member, layout, to);
  } else if (!type->isVoidTy()) {
    to.push_back(vt_of(type, layout));
  }
}

IntrinsicCall::Argument told_of(const llvm::Value& argument, const llvm::DataLayout& layout) {
  IntrinsicCall::Argument about;
  about.type = vt_of(argument.getType(), layout);
  if (argument.getType()->isPointerTy())
    about.pointer_space = static_cast<int>(argument.getType()->getPointerAddressSpace());
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&argument);
  if (number == nullptr || number->getBitWidth() > 64) return about;
  about.is_constant = true;
  about.value = number->getBitWidth() == 1 ? static_cast<std::int64_t>(number->getZExtValue()) : number->getSExtValue();
  return about;
}

constexpr unsigned versions[] = {64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80,
                                 81, 82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93};

}  // namespace

unsigned needed_version(const llvm::CallBase& call, const Features& features) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return 0;
  const llvm::DataLayout& layout = call.getFunction()->getDataLayout();
  const llvm::StringRef name = callee->getName();
  IntrinsicCall asked{{name.data(), name.size()}, {}, {}};
  for (const llvm::Value* argument : call.args()) asked.arguments.push_back(told_of(*argument, layout));
  add_leaves(call.getType(), layout, asked.results);
  std::string why;
  if (!recipes(asked, features, why).empty()) return 0;
  Features raised = features;
  for (const unsigned version : versions) {
    raised.ptx = version;
    if (version > features.ptx && !recipes(asked, raised, why).empty()) return version;
  }
  return 0;
}

}  // namespace lathe::nvptx
