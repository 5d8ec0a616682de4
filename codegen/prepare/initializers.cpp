// See initializers.hpp.
#include "codegen/prepare/initializers.hpp"

#include <algorithm>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

namespace lathe::codegen {
namespace {

/// A constant folded to `symbol + addend`, or to a plain number when `symbol` is null.
struct FoldedAddress {
  const llvm::GlobalValue* symbol = nullptr;
  std::int64_t addend = 0;
  bool generic = false;
  const llvm::Constant* refused = nullptr;  ///< the part that has no form
};

std::string spell(const llvm::Constant* constant) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  constant->printAsOperand(stream, false);
  for (char& c : text)
    if (c == '\n') c = ' ';
  if (text.size() > 160) {
    text.resize(157);
    text += "...";
  }
  return text;
}

bool fold_address(const llvm::Constant* constant, const llvm::DataLayout& layout, FoldedAddress& out);

bool fold_expression(const llvm::ConstantExpr* expression, const llvm::DataLayout& layout, FoldedAddress& out) {
  const auto operand = [&](unsigned i) { return expression->getOperand(i); };
  switch (expression->getOpcode()) {
    case llvm::Instruction::BitCast:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::PtrToAddr:
    case llvm::Instruction::IntToPtr:
      return fold_address(operand(0), layout, out);
    case llvm::Instruction::AddrSpaceCast: {
      if (!fold_address(operand(0), layout, out)) return false;
      const unsigned from = operand(0)->getType()->getPointerAddressSpace(),
                     to = expression->getType()->getPointerAddressSpace();
      if (out.symbol == nullptr) return true;
      if (to == 0) {
        out.generic = from != 0 || out.generic;
        return true;
      }
      if (from == 0 && out.generic && out.symbol->getAddressSpace() == to) {
        out.generic = false;
        return true;
      }
      break;
    }
    case llvm::Instruction::GetElementPtr: {
      llvm::APInt offset(layout.getIndexTypeSizeInBits(expression->getType()), 0);
      if (!llvm::cast<llvm::GEPOperator>(expression)->accumulateConstantOffset(layout, offset)) break;
      if (!fold_address(operand(0), layout, out)) return false;
      out.addend += offset.getSExtValue();
      return true;
    }
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub: {
      FoldedAddress right;
      if (!fold_address(operand(0), layout, out)) return false;
      if (!fold_address(operand(1), layout, right)) {
        out.refused = right.refused;
        return false;
      }
      const bool subtract = expression->getOpcode() == llvm::Instruction::Sub;
      if (subtract && right.symbol != nullptr && out.symbol == right.symbol && out.generic == right.generic) {
        out = {nullptr, out.addend - right.addend, false};
        return true;
      }
      if (subtract && right.symbol == nullptr) {
        out.addend -= right.addend;
        return true;
      }
      if (!subtract && (out.symbol == nullptr || right.symbol == nullptr)) {
        const std::int64_t sum = out.addend + right.addend;
        if (out.symbol == nullptr) out = right;
        out.addend = sum;
        return true;
      }
      break;
    }
    default:
      break;
  }
  out.refused = expression;
  return false;
}

bool fold_address(const llvm::Constant* constant, const llvm::DataLayout& layout, FoldedAddress& out) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(constant)) {
    out = {global, 0, false};
    return true;
  }
  if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) {
    out = {};
    return true;
  }
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant);
      integer != nullptr && integer->getBitWidth() <= 64) {
    out = {nullptr, integer->getSExtValue(), false};
    return true;
  }
  if (const auto* same = llvm::dyn_cast<llvm::DSOLocalEquivalent>(constant)) {
    out = {same->getGlobalValue(), 0, false};
    return true;
  }
  if (const auto* same = llvm::dyn_cast<llvm::NoCFIValue>(constant)) {
    out = {same->getGlobalValue(), 0, false};
    return true;
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant))
    return fold_expression(expression, layout, out);
  out.refused = constant;
  return false;
}

class Writer {
 public:
  Writer(const llvm::DataLayout& layout, std::string_view target, Image& out, std::string& why)
      : layout_(layout), target_(target), out_(out), why_(why) {}

  bool write(const llvm::Constant* constant, std::uint64_t offset) {
    if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return true;
    const llvm::Type* type = constant->getType();
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(constant)) return data_elements(data, offset);
    if (type->isVectorTy()) return vector(constant, offset);
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) return bits(integer->getValue(), offset);
    if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant))
      return bits(real->getValueAPF().bitcastToAPInt(), offset);
    if (const auto* array = llvm::dyn_cast<llvm::ConstantArray>(constant)) {
      const std::uint64_t stride = layout_.getTypeAllocSize(array->getType()->getElementType());
      for (unsigned i = 0; i < array->getNumOperands(); ++i)
        if (!write(array->getOperand(i), offset + i * stride)) return false;
      return true;
    }
    if (const auto* structure = llvm::dyn_cast<llvm::ConstantStruct>(constant)) {
      const llvm::StructLayout* places = layout_.getStructLayout(structure->getType());
      for (unsigned i = 0; i < structure->getNumOperands(); ++i)
        if (!write(structure->getOperand(i), offset + places->getElementOffset(i).getFixedValue())) return false;
      return true;
    }
    return address(constant, offset);
  }

 private:
  bool bits(const llvm::APInt& value, std::uint64_t offset) {
    const unsigned bytes = (value.getBitWidth() + 7) / 8;
    if (out_.bytes.size() < offset + bytes) out_.bytes.resize(offset + bytes);
    for (unsigned i = 0; i < bytes; ++i)
      out_.bytes[offset + i] = static_cast<std::uint8_t>((value.getRawData()[i / 8] >> (i % 8 * 8)) & 0xff);
    return true;
  }

  bool data_elements(const llvm::ConstantDataSequential* data, std::uint64_t offset) {
    const llvm::StringRef raw = data->getRawDataValues();
    if (out_.bytes.size() < offset + raw.size()) out_.bytes.resize(offset + raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i) out_.bytes[offset + i] = static_cast<std::uint8_t>(raw[i]);
    return true;
  }

  // Lanes of a vector are packed bit by bit; whole bytes when the element has a byte size.
  bool vector(const llvm::Constant* constant, std::uint64_t offset) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType());
    if (type == nullptr) return refuse(constant);
    const std::uint64_t lane_bits = layout_.getTypeSizeInBits(type->getElementType());
    if (lane_bits % 8 == 0) {
      for (unsigned i = 0; i < type->getNumElements(); ++i) {
        const llvm::Constant* lane = constant->getAggregateElement(i);
        if (lane == nullptr || !write(lane, offset + i * (lane_bits / 8)))
          return lane == nullptr ? refuse(constant) : false;
      }
      return true;
    }
    llvm::APInt packed(static_cast<unsigned>(lane_bits * type->getNumElements()), 0);
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      const llvm::Constant* lane = constant->getAggregateElement(i);
      if (lane == nullptr) return refuse(constant);
      if (llvm::isa<llvm::UndefValue>(lane)) continue;
      const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(lane);
      if (integer == nullptr) return refuse(constant);
      packed.insertBits(integer->getValue(), static_cast<unsigned>(i * lane_bits));
    }
    return bits(packed, offset);
  }

  bool address(const llvm::Constant* constant, std::uint64_t offset) {
    FoldedAddress folded;
    if (!llvm::isa<llvm::ConstantExpr>(constant) && !llvm::isa<llvm::GlobalValue>(constant)) return refuse(constant);
    if (!fold_address(constant, layout_, folded)) return refuse(folded.refused);
    const auto size = static_cast<unsigned>(layout_.getTypeStoreSize(constant->getType()).getFixedValue());
    if (folded.symbol == nullptr)
      return bits(llvm::APInt(64, static_cast<std::uint64_t>(folded.addend)).sextOrTrunc(size * 8), offset);
    if (size > 8) return refuse(constant);
    if (out_.bytes.size() < offset + size) out_.bytes.resize(offset + size);
    out_.addresses.push_back({offset, static_cast<std::uint8_t>(size), folded.symbol, folded.addend, folded.generic});
    return true;
  }

  bool refuse(const llvm::Constant* constant) {
    why_ = "no " + std::string(target_) + " form for the constant " + spell(constant);
    return false;
  }

  const llvm::DataLayout& layout_;
  std::string_view target_;
  Image& out_;
  std::string& why_;
};

}  // namespace

bool image_of(const llvm::Constant* constant, const llvm::DataLayout& layout, std::string_view target, Image& out,
              std::string& why) {
  out = {};
  if (!Writer(layout, target, out, why).write(constant, 0)) return false;
  std::size_t used = out.bytes.size();
  std::uint64_t covered = 0;
  for (const Image::Address& address : out.addresses) covered = std::max(covered, address.at + address.bytes);
  while (used > covered && out.bytes[used - 1] == 0) --used;
  out.bytes.resize(used);
  return true;
}

}  // namespace lathe::codegen
