// LLVM constants -> DAG leaves. Constant expressions become the operations that they stand for; an address that folds
// to symbol + offset becomes one global_address.
#include "codegen/build/families.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>

namespace lathe::codegen::build {

namespace {

// Reads the bits: asking for the element would make a constant in the context.
Value data_element(Context& c, const llvm::ConstantDataSequential& data, unsigned index, Vt element) {
  if (element.is_float())
    return c.dag.constant_fp_bits(data.getElementAsAPFloat(index).bitcastToAPInt().getZExtValue(), element);
  return c.dag.constant(data.getElementAsInteger(index), element);
}

Value integer_constant(Context& c, const llvm::APInt& number, Vt type) {
  if (type.bits() <= 64) return c.dag.constant(number.getZExtValue(), type);
  return c.dag.constant_limbs(std::span<const std::uint64_t>(number.getRawData(), number.getNumWords()), type);
}

Value global_address(Context& c, const llvm::GlobalValue* global, std::int64_t offset) {
  auto [place, fresh] = c.global_names.try_emplace(global, 0);
  if (fresh) {
    place->second = c.dag.name_index({global->getName().data(), global->getName().size()});
    const SpaceFacts& space = c.facts.spaces.of(c.role_of(global->getAddressSpace()));
    if (space.role == Space::local && !space.of_module)
      c.error("variable '" + global->getName().str() + "' is in local memory at module level, which " + c.facts.name +
              " does not have");
  }
  const Vt type(VtKind::integer, c.view.pointer_bits(global->getAddressSpace()));
  return c.node(Isd::global_address, type, {}, {static_cast<std::uint64_t>(offset), place->second});
}

Value constant_expression(Context& c, const llvm::ConstantExpr* expression) {
  const auto* operation = llvm::cast<llvm::Operator>(expression);
  const auto operand = [&](unsigned i) { return constant(c, expression->getOperand(i)); };
  const Vt type = c.type_of(expression->getType());
  std::uint16_t flags = 0;
  if (const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(operation))
    flags = static_cast<std::uint16_t>((wrapping->hasNoUnsignedWrap() ? flag::nuw : 0) |
                                       (wrapping->hasNoSignedWrap() ? flag::nsw : 0));
  switch (expression->getOpcode()) {
    case llvm::Instruction::GetElementPtr:
      return address_of(c, *llvm::cast<llvm::GEPOperator>(operation));
    case llvm::Instruction::Add:
      return c.node(Isd::add, type, {operand(0), operand(1)}, {}, flags);
    case llvm::Instruction::Sub:
      return c.node(Isd::sub, type, {operand(0), operand(1)}, {}, flags);
    case llvm::Instruction::Mul:
      return c.node(Isd::mul, type, {operand(0), operand(1)}, {}, flags);
    case llvm::Instruction::Xor:
      return c.node(Isd::xor_, type, {operand(0), operand(1)});
    case llvm::Instruction::ExtractElement:
      return c.node(Isd::extract_element, type, {operand(0), operand(1)});
    case llvm::Instruction::InsertElement:
      return c.node(Isd::insert_element, type, {operand(0), operand(1), operand(2)});
    case llvm::Instruction::ShuffleVector: {
      llvm::ArrayRef<int> mask = expression->getShuffleMask();
      const Value first = operand(0);
      return c.node(Isd::shuffle, type, {first, operand(1)}, {0, c.dag.mask_index({mask.data(), mask.size()})});
    }
    default:
      if (llvm::Instruction::isCast(expression->getOpcode()))
        return cast(c, expression->getOpcode(), operand(0), expression->getOperand(0)->getType(), expression->getType(),
                    0);
      c.no_form("constant expression '" + std::string(expression->getOpcodeName()) + "'");
      return c.dag.undef(type);
  }
}

}  // namespace

Value zero(Context& c, Vt type) {
  if (type.is_vector()) {
    const ValueList lanes(type.lanes(), zero(c, type.element()));
    return c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
  }
  return type.is_float() ? c.dag.constant_fp_bits(0, type) : c.dag.constant(0, type);
}

void constant_leaves(Context& c, const llvm::Constant* known, ValueList& out_values) {
  const llvm::Type* type = known->getType();
  if (!type->isAggregateType()) {
    out_values.push_back(constant(c, known));
    return;
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(known)) {
    c.no_form("constant expression '" + std::string(expression->getOpcodeName()) + "' of an aggregate type");
    for (const Leaf& leaf : c.leaves(type)) out_values.push_back(c.dag.undef(leaf.type));
    return;
  }
  // One undef or zero for each leaf. No constant is made in the context here: other threads share it.
  if (llvm::isa<llvm::UndefValue>(known) || known->isNullValue()) {
    for (const Leaf& leaf : c.leaves(type))
      out_values.push_back(llvm::isa<llvm::UndefValue>(known) ? c.dag.undef(leaf.type) : zero(c, leaf.type));
    return;
  }
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(known)) {
    const Vt element = c.type_of(data->getElementType());
    for (unsigned i = 0; i < data->getNumElements(); ++i) out_values.push_back(data_element(c, *data, i, element));
    return;
  }
  const auto* aggregate = llvm::cast<llvm::ConstantAggregate>(known);
  for (unsigned i = 0; i < aggregate->getNumOperands(); ++i) constant_leaves(c, aggregate->getOperand(i), out_values);
}

Value constant(Context& c, const llvm::Constant* known) {
  const Vt type = c.type_of(known->getType());
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(known))
    return integer_constant(c, number->getValue(), type);
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(known)) {
    const llvm::APInt bits = real->getValueAPF().bitcastToAPInt();
    if (bits.getBitWidth() > 64) return c.dag.undef(type);  // refused by type_of
    if (type.is_vector()) {
      const ValueList lanes(type.lanes(), c.dag.constant_fp_bits(bits.getZExtValue(), type.element()));
      return c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    }
    return c.dag.constant_fp_bits(bits.getZExtValue(), type);
  }
  if (llvm::isa<llvm::UndefValue>(known)) return c.dag.undef(type);
  if (llvm::isa<llvm::ConstantPointerNull>(known)) return c.dag.constant(0, type);
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(known)) return global_address(c, global, 0);
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(known)) return constant_expression(c, expression);
  if (type.is_vector()) return constant_vector(c, known, type);
  if (const auto* same = llvm::dyn_cast<llvm::DSOLocalEquivalent>(known))
    return global_address(c, same->getGlobalValue(), 0);
  if (const auto* same = llvm::dyn_cast<llvm::NoCFIValue>(known)) return global_address(c, same->getGlobalValue(), 0);
  c.no_form(llvm::isa<llvm::BlockAddress>(known) ? "the address of a block"
                                                 : "a constant of type " + spell(known->getType()));
  return c.dag.undef(type);
}

Value constant_vector(Context& c, const llvm::Constant* known, Vt type) {
  ValueList lanes;
  const Vt element = type.element();
  for (std::uint32_t i = 0; i < type.lanes(); ++i) {
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(known)) {
      lanes.push_back(data_element(c, *data, i, element));
    } else if (known->isNullValue()) {
      lanes.push_back(zero(c, element));
    } else if (const auto* number = llvm::dyn_cast<llvm::ConstantVector>(known)) {
      lanes.push_back(constant(c, number->getOperand(i)));
    } else {
      c.no_form("a constant of type " + spell(known->getType()));
      return c.dag.undef(type);
    }
  }
  return c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
}

}  // namespace lathe::codegen::build
