// Members of aggregates, lanes of vectors.
#include <llvm/IR/Constants.h>

#include "nvptx/build/families.hpp"

namespace lathe::nvptx::build {

namespace {

unsigned leaf_index(Context& c, const llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  unsigned index = 0;
  for (const unsigned at : indices) {
    if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < at; ++i) index += static_cast<unsigned>(c.leaves(structure->getElementType(i)).size());
      type = structure->getElementType(at);
    } else {
      type = type->getArrayElementType();
      index += at * static_cast<unsigned>(c.leaves(type).size());
    }
  }
  return index;
}

}  // namespace

void extract_value(Context& c, const llvm::ExtractValueInst& instruction) {
  ValueList parts;
  c.values(instruction.getAggregateOperand(), parts);
  const unsigned first = leaf_index(c, instruction.getAggregateOperand()->getType(), instruction.getIndices());
  const std::size_t count = c.leaves(instruction.getType()).size();
  if (first + count > parts.size()) return c.set(&instruction, std::span<const Value>());  // the type was refused
  c.set(&instruction, std::span<const Value>(parts.data() + first, count));
}

void insert_value(Context& c, const llvm::InsertValueInst& instruction) {
  ValueList parts, inserted;
  c.values(instruction.getAggregateOperand(), parts);
  c.values(instruction.getInsertedValueOperand(), inserted);
  const unsigned first = leaf_index(c, instruction.getType(), instruction.getIndices());
  for (std::size_t i = 0; i < inserted.size() && first + i < parts.size(); ++i) parts[first + i] = inserted[i];
  c.set(&instruction, std::span<const Value>(parts.data(), parts.size()));
}

void vector_element(Context& c, const llvm::Instruction& instruction) {
  const bool insert = llvm::isa<llvm::InsertElementInst>(instruction);
  const Value vector = c.value(instruction.getOperand(0));
  const llvm::Value* place = instruction.getOperand(insert ? 2 : 1);
  const Vt type = c.type_of(&instruction);
  // An index out of bounds gives poison; constant ones are settled here, so that later rooms never see one.
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(place);
  if (known != nullptr && known->getValue().uge(c.dag.type(vector).lanes()))
    return c.set(&instruction, c.dag.undef(type));
  const Value index = known != nullptr ? c.integer(known->getZExtValue(), vt::i32) : c.value(place);
  if (insert)
    c.set(&instruction, c.node(Isd::insert_element, type, {vector, c.value(instruction.getOperand(1)), index}));
  else
    c.set(&instruction, c.node(Isd::extract_element, type, {vector, index}));
}

void shuffle(Context& c, const llvm::ShuffleVectorInst& instruction) {
  const Value first = c.value(instruction.getOperand(0));
  const Value second = c.value(instruction.getOperand(1));
  const Vt type = c.type_of(&instruction);
  const llvm::ArrayRef<int> mask = instruction.getShuffleMask();
  const std::uint32_t lanes = c.dag.type(first).lanes();
  if (lanes == type.lanes())
    return c.set(&instruction,
                 c.node(Isd::shuffle, type, {first, second}, {0, c.dag.mask_index({mask.data(), mask.size()})}));
  // The result is longer or shorter than the operands: gather lane by lane.
  ValueList parts;
  for (const int at : mask) {
    if (at < 0)
      parts.push_back(c.dag.undef(type.element()));
    else
      parts.push_back(
          c.lane(static_cast<std::uint32_t>(at) < lanes ? first : second, static_cast<std::uint32_t>(at) % lanes));
  }
  c.set(&instruction, c.dag.get(Isd::build_vector, type, std::span<const Value>(parts.data(), parts.size())));
}

}  // namespace lathe::nvptx::build
