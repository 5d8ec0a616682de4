// LLVM constants -> DAG leaves. Constant expressions become the operations that they stand for; an address that folds
// to symbol + offset becomes one global_address.
#include "nvptx/build/function_builder.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>

namespace lathe::nvptx {

void FunctionBuilder::Impl::constant_leaves(const llvm::Constant* known, ValueList& out_values) {
  const llvm::Type* type = known->getType();
  if (!type->isAggregateType()) {
    out_values.push_back(constant(known));
    return;
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(known)) {
    error("constant expression '" + std::string(expression->getOpcodeName()) +
          "' of an aggregate type has no PTX form");
    for (const build::Leaf& leaf : leaves(type)) out_values.push_back(dag.undef(leaf.type));
    return;
  }
  // One undef or zero for each leaf. No constant is made in the context here: other threads share it.
  if (llvm::isa<llvm::UndefValue>(known) || known->isNullValue()) {
    for (const build::Leaf& leaf : leaves(type))
      out_values.push_back(llvm::isa<llvm::UndefValue>(known) ? dag.undef(leaf.type) : zero(leaf.type));
    return;
  }
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(known)) {
    const Vt element = type_of(data->getElementType());
    for (unsigned i = 0; i < data->getNumElements(); ++i) out_values.push_back(data_element(*data, i, element));
    return;
  }
  const auto* aggregate = llvm::cast<llvm::ConstantAggregate>(known);
  for (unsigned i = 0; i < aggregate->getNumOperands(); ++i) constant_leaves(aggregate->getOperand(i), out_values);
}

// Reads the bits: asking for the element would make a constant in the context.
Value FunctionBuilder::Impl::data_element(const llvm::ConstantDataSequential& data, unsigned index, Vt element) {
  if (element.is_float())
    return dag.constant_fp_bits(data.getElementAsAPFloat(index).bitcastToAPInt().getZExtValue(), element);
  return dag.constant(data.getElementAsInteger(index), element);
}

Value FunctionBuilder::Impl::zero(Vt type) {
  if (type.is_vector()) {
    const ValueList lanes(type.lanes(), zero(type.element()));
    return dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
  }
  return type.is_float() ? dag.constant_fp_bits(0, type) : dag.constant(0, type);
}

Value FunctionBuilder::Impl::integer_constant(const llvm::APInt& number, Vt type) {
  if (type.bits() <= 64) return dag.constant(number.getZExtValue(), type);
  return dag.constant_limbs(std::span<const std::uint64_t>(number.getRawData(), number.getNumWords()), type);
}

Value FunctionBuilder::Impl::constant(const llvm::Constant* known) {
  const Vt type = type_of(known->getType());
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(known)) return integer_constant(number->getValue(), type);
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(known)) {
    const llvm::APInt bits = real->getValueAPF().bitcastToAPInt();
    if (bits.getBitWidth() > 64) return dag.undef(type);  // refused by type_of
    if (type.is_vector()) {
      const ValueList lanes(type.lanes(), dag.constant_fp_bits(bits.getZExtValue(), type.element()));
      return dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    }
    return dag.constant_fp_bits(bits.getZExtValue(), type);
  }
  if (llvm::isa<llvm::UndefValue>(known)) return dag.undef(type);
  if (llvm::isa<llvm::ConstantPointerNull>(known)) return dag.constant(0, type);
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(known)) return global_address(global, 0);
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(known)) return constant_expression(expression);
  if (type.is_vector()) return constant_vector(known, type);
  if (const auto* same = llvm::dyn_cast<llvm::DSOLocalEquivalent>(known))
    return global_address(same->getGlobalValue(), 0);
  if (const auto* same = llvm::dyn_cast<llvm::NoCFIValue>(known)) return global_address(same->getGlobalValue(), 0);
  error(llvm::isa<llvm::BlockAddress>(known)
            ? "the address of a block has no PTX form"
            : "a constant of type " + build::spell(known->getType()) + " has no PTX form");
  return dag.undef(type);
}

Value FunctionBuilder::Impl::constant_vector(const llvm::Constant* known, Vt type) {
  ValueList lanes;
  const Vt element = type.element();
  for (std::uint32_t i = 0; i < type.lanes(); ++i) {
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(known)) {
      lanes.push_back(data_element(*data, i, element));
    } else if (known->isNullValue()) {
      lanes.push_back(zero(element));
    } else if (const auto* number = llvm::dyn_cast<llvm::ConstantVector>(known)) {
      lanes.push_back(constant(number->getOperand(i)));
    } else {
      error("a constant of type " + build::spell(known->getType()) + " has no PTX form");
      return dag.undef(type);
    }
  }
  return dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
}

Value FunctionBuilder::Impl::global_address(const llvm::GlobalValue* global, std::int64_t offset) {
  auto [place, fresh] = global_names_.try_emplace(global, 0);
  if (fresh) {
    place->second = dag.name_index({global->getName().data(), global->getName().size()});
    if (global->getAddressSpace() == 5)
      error("variable '" + global->getName().str() + "' is in local memory at module level, which PTX does not have");
  }
  return node(Isd::global_address, vt::i64, {}, {static_cast<std::uint64_t>(offset), place->second});
}

Value FunctionBuilder::Impl::constant_expression(const llvm::ConstantExpr* expression) {
  const auto* operation = llvm::cast<llvm::Operator>(expression);
  const auto operand = [&](unsigned i) { return constant(expression->getOperand(i)); };
  const Vt type = type_of(expression->getType());
  std::uint16_t flags = 0;
  if (const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(operation))
    flags = static_cast<std::uint16_t>((wrapping->hasNoUnsignedWrap() ? flag::nuw : 0) |
                                       (wrapping->hasNoSignedWrap() ? flag::nsw : 0));
  switch (expression->getOpcode()) {
    case llvm::Instruction::GetElementPtr:
      return address_of(*llvm::cast<llvm::GEPOperator>(operation));
    case llvm::Instruction::Add:
      return node(Isd::add, type, {operand(0), operand(1)}, {}, flags);
    case llvm::Instruction::Sub:
      return node(Isd::sub, type, {operand(0), operand(1)}, {}, flags);
    case llvm::Instruction::Mul:
      return node(Isd::mul, type, {operand(0), operand(1)}, {}, flags);
    case llvm::Instruction::Xor:
      return node(Isd::xor_, type, {operand(0), operand(1)});
    case llvm::Instruction::ExtractElement:
      return node(Isd::extract_element, type, {operand(0), operand(1)});
    case llvm::Instruction::InsertElement:
      return node(Isd::insert_element, type, {operand(0), operand(1), operand(2)});
    case llvm::Instruction::ShuffleVector: {
      llvm::ArrayRef<int> mask = expression->getShuffleMask();
      const Value first = operand(0);
      return node(Isd::shuffle, type, {first, operand(1)}, {0, dag.mask_index({mask.data(), mask.size()})});
    }
    default:
      if (llvm::Instruction::isCast(expression->getOpcode()))
        return cast(expression->getOpcode(), operand(0), expression->getOperand(0)->getType(), expression->getType(),
                    0);
      error("constant expression '" + std::string(expression->getOpcodeName()) + "' has no PTX form");
      return dag.undef(type);
  }
}

}  // namespace lathe::nvptx
