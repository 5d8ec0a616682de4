// See contents.hpp.
#include "codegen/prepare/contents.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Operator.h>

namespace lathe::codegen {
namespace {

bool append_bits(const llvm::APInt& value, std::uint64_t at, Contents& out) {
  const unsigned bytes = (value.getBitWidth() + 7) / 8;
  if (out.bytes.size() < at + bytes) out.bytes.resize(at + bytes);
  const llvm::APInt whole = value.zext(bytes * 8);
  for (unsigned i = 0; i < bytes; ++i)
    out.bytes[at + i] = static_cast<std::uint8_t>(whole.extractBitsAsZExtValue(8, i * 8));
  return true;
}

bool append_address(const llvm::Constant* value, const llvm::DataLayout& layout, std::uint64_t at, Contents& out) {
  const llvm::Constant* base = value;
  std::int64_t offset = 0;
  while (!llvm::isa<llvm::GlobalValue>(base)) {
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(base);
    if (expression == nullptr) return false;
    if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
      llvm::APInt by(layout.getIndexTypeSizeInBits(step->getType()), 0);
      if (!step->accumulateConstantOffset(layout, by)) return false;
      offset += by.getSExtValue();
    } else if (!expression->isCast()) {
      return false;
    }
    base = expression->getOperand(0);
  }
  const auto width = static_cast<std::uint32_t>(layout.getTypeStoreSize(value->getType()).getFixedValue());
  const unsigned space = value->getType()->isPointerTy() ? value->getType()->getPointerAddressSpace() : 0;
  out.addresses.push_back({at, width, llvm::cast<llvm::GlobalValue>(base), offset, space});
  return true;
}

}  // namespace

bool append_contents(const llvm::Constant* value, const llvm::DataLayout& layout, std::uint64_t at, Contents& out) {
  if (value->isNullValue() || llvm::isa<llvm::UndefValue>(value)) return true;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) return append_bits(number->getValue(), at, out);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(value))
    return append_bits(number->getValueAPF().bitcastToAPInt(), at, out);
  const auto* list = llvm::dyn_cast<llvm::ConstantDataSequential>(value);
  if (list == nullptr && !llvm::isa<llvm::ConstantAggregate>(value)) return append_address(value, layout, at, out);
  auto* structure = llvm::dyn_cast<llvm::StructType>(value->getType());
  const unsigned count = list != nullptr ? list->getNumElements() : value->getNumOperands();
  for (unsigned i = 0; i < count; ++i) {
    const llvm::Constant* part =
        list != nullptr ? list->getElementAsConstant(i) : llvm::cast<llvm::Constant>(value->getOperand(i));
    const std::uint64_t offset = structure != nullptr
                                     ? layout.getStructLayout(structure)->getElementOffset(i).getFixedValue()
                                     : i * layout.getTypeAllocSize(part->getType()).getFixedValue();
    if (!append_contents(part, layout, at + offset, out)) return false;
  }
  return true;
}

}  // namespace lathe::codegen
