// Instructions that compute: arithmetic, casts, comparisons, addresses, aggregates, vectors; and terminators.
#include "codegen/build/families.hpp"

#include <array>
#include <bit>

#include <llvm/IR/Constants.h>

namespace lathe::codegen::build {

namespace {

std::uint16_t fast_flags(llvm::FastMathFlags from) {
  std::uint16_t out = 0;
  if (from.noNaNs()) out |= flag::nnan;
  if (from.noInfs()) out |= flag::ninf;
  if (from.noSignedZeros()) out |= flag::nsz;
  if (from.allowReciprocal()) out |= flag::arcp;
  if (from.allowContract()) out |= flag::contract;
  if (from.approxFunc()) out |= flag::afn;
  if (from.allowReassoc()) out |= flag::reassoc;
  return out;
}

struct BinaryRow {
  unsigned opcode;
  Isd op;
};
constexpr BinaryRow binary_rows[] = {
    {llvm::Instruction::Add, Isd::add},   {llvm::Instruction::FAdd, Isd::fadd}, {llvm::Instruction::Sub, Isd::sub},
    {llvm::Instruction::FSub, Isd::fsub}, {llvm::Instruction::Mul, Isd::mul},   {llvm::Instruction::FMul, Isd::fmul},
    {llvm::Instruction::UDiv, Isd::udiv}, {llvm::Instruction::SDiv, Isd::sdiv}, {llvm::Instruction::FDiv, Isd::fdiv},
    {llvm::Instruction::URem, Isd::urem}, {llvm::Instruction::SRem, Isd::srem}, {llvm::Instruction::FRem, Isd::frem},
    {llvm::Instruction::Shl, Isd::shl},   {llvm::Instruction::LShr, Isd::srl},  {llvm::Instruction::AShr, Isd::sra},
    {llvm::Instruction::And, Isd::and_},  {llvm::Instruction::Or, Isd::or_},    {llvm::Instruction::Xor, Isd::xor_},
};
constexpr unsigned first_binary = llvm::Instruction::BinaryOpsBegin;
constexpr auto binary_table = [] {
  std::array<Isd, llvm::Instruction::BinaryOpsEnd - first_binary> table{};
  for (const BinaryRow& row : binary_rows) table[row.opcode - first_binary] = row.op;
  return table;
}();

void compare(Context& c, const llvm::CmpInst& instruction) {
  using P = llvm::CmpInst;
  Cond cond = Cond::eq;
  switch (instruction.getPredicate()) {
    case P::ICMP_EQ:
      cond = Cond::eq;
      break;
    case P::ICMP_NE:
      cond = Cond::ne;
      break;
    case P::ICMP_UGT:
      cond = Cond::ugt;
      break;
    case P::ICMP_UGE:
      cond = Cond::uge;
      break;
    case P::ICMP_ULT:
      cond = Cond::ult;
      break;
    case P::ICMP_ULE:
      cond = Cond::ule;
      break;
    case P::ICMP_SGT:
      cond = Cond::sgt;
      break;
    case P::ICMP_SGE:
      cond = Cond::sge;
      break;
    case P::ICMP_SLT:
      cond = Cond::slt;
      break;
    case P::ICMP_SLE:
      cond = Cond::sle;
      break;
    default:
      cond = static_cast<Cond>(instruction.getPredicate());
      break;  // floats: the same numbers
  }
  const Value left = c.value(instruction.getOperand(0));
  const Value right = c.value(instruction.getOperand(1));
  c.set(&instruction, c.dag.setcc(cond, left, right, flags_of(llvm::cast<llvm::Operator>(instruction))));
}

void select(Context& c, const llvm::SelectInst& instruction) {
  const Value condition = c.value(instruction.getCondition());
  ValueList yes, no;
  c.values(instruction.getTrueValue(), yes);
  c.values(instruction.getFalseValue(), no);
  const std::uint16_t flags = flags_of(llvm::cast<llvm::Operator>(instruction));
  for (std::size_t i = 0; i < yes.size(); ++i)
    yes[i] = c.node(Isd::select, c.dag.type(yes[i]), {condition, yes[i], no[i]}, {}, flags);
  c.set(&instruction, std::span<const Value>(yes.data(), yes.size()));
}

// `prepare` leaves a switch only as a jump table: cases 0..n-1, the default is never taken.
Value branch_table(Context& c, const llvm::SwitchInst& instruction, Value chain) {
  const unsigned count = instruction.getNumCases();
  if (count == 0) return c.node(Isd::br, vt::chain, {chain}, {c.index_of(instruction.getDefaultDest()), 0});
  std::vector<std::uint32_t> table(count, 0);
  bool dense = true;
  for (const auto& entry : instruction.cases()) {
    const llvm::APInt& number = entry.getCaseValue()->getValue();
    if (number.uge(count))
      dense = false;
    else
      table[number.getZExtValue()] = c.index_of(entry.getCaseSuccessor());
  }
  if (!dense) {
    c.error("a switch is not in the form of a jump table");
    return c.node(Isd::exit, vt::chain, {chain});
  }
  const Value index = c.resize(c.value(instruction.getCondition()), vt::i32, Isd::zext);
  c.dag.jump_tables.push_back(std::move(table));
  return c.node(Isd::br_table, vt::chain, {chain, index},
                {0, static_cast<std::uint32_t>(c.dag.jump_tables.size() - 1)});
}

// ---- aggregates and vectors ---------------------------------------------------------------------------

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

}  // namespace

std::uint16_t flags_of(const llvm::Operator& operation) {
  std::uint16_t out = 0;
  if (const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&operation)) {
    if (wrapping->hasNoUnsignedWrap()) out |= flag::nuw;
    if (wrapping->hasNoSignedWrap()) out |= flag::nsw;
  } else if (const auto* exact = llvm::dyn_cast<llvm::PossiblyExactOperator>(&operation)) {
    if (exact->isExact()) out |= flag::exact;
  } else if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&operation)) {
    if (disjoint->isDisjoint()) out |= flag::disjoint;
  } else if (const auto* nneg = llvm::dyn_cast<llvm::PossiblyNonNegInst>(&operation)) {
    if (nneg->hasNonNeg()) out |= flag::nneg;
  } else if (const auto* truncation = llvm::dyn_cast<llvm::TruncInst>(&operation)) {
    if (truncation->hasNoUnsignedWrap()) out |= flag::nuw;
    if (truncation->hasNoSignedWrap()) out |= flag::nsw;
  }
  if (const auto* real = llvm::dyn_cast<llvm::FPMathOperator>(&operation)) out |= fast_flags(real->getFastMathFlags());
  return out;
}

void visit(Context& c, const llvm::Instruction& instruction) {
  const unsigned opcode = instruction.getOpcode();
  if (instruction.isBinaryOp()) {
    const Value left = c.value(instruction.getOperand(0));
    const Value right = c.value(instruction.getOperand(1));
    return c.set(&instruction, c.node(binary_table[opcode - first_binary], c.dag.type(left), {left, right}, {},
                                      flags_of(llvm::cast<llvm::Operator>(instruction))));
  }
  if (instruction.isCast()) {
    const llvm::Value* operand = instruction.getOperand(0);
    return c.set(&instruction, cast(c, opcode, c.value(operand), operand->getType(), instruction.getType(),
                                    flags_of(llvm::cast<llvm::Operator>(instruction))));
  }
  switch (opcode) {
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:
      return compare(c, llvm::cast<llvm::CmpInst>(instruction));
    case llvm::Instruction::FNeg:
      return c.set(&instruction, c.node(Isd::fneg, c.type_of(&instruction), {c.value(instruction.getOperand(0))}, {},
                                        flags_of(llvm::cast<llvm::Operator>(instruction))));
    case llvm::Instruction::Select:
      return select(c, llvm::cast<llvm::SelectInst>(instruction));
    case llvm::Instruction::GetElementPtr:
      return c.set(&instruction, address_of(c, llvm::cast<llvm::GEPOperator>(instruction)));
    case llvm::Instruction::Load:
      return load(c, llvm::cast<llvm::LoadInst>(instruction));
    case llvm::Instruction::Store:
      return store(c, llvm::cast<llvm::StoreInst>(instruction));
    case llvm::Instruction::AtomicCmpXchg:
      return cmpxchg(c, llvm::cast<llvm::AtomicCmpXchgInst>(instruction));
    case llvm::Instruction::AtomicRMW:
      return atomic_rmw(c, llvm::cast<llvm::AtomicRMWInst>(instruction));
    case llvm::Instruction::Fence:
      return fence(c, llvm::cast<llvm::FenceInst>(instruction));
    case llvm::Instruction::Alloca:
      return dynamic_alloca(c, llvm::cast<llvm::AllocaInst>(instruction));
    case llvm::Instruction::Call:
      return call(c, llvm::cast<llvm::CallBase>(instruction));
    case llvm::Instruction::ExtractValue:
      return extract_value(c, llvm::cast<llvm::ExtractValueInst>(instruction));
    case llvm::Instruction::InsertValue:
      return insert_value(c, llvm::cast<llvm::InsertValueInst>(instruction));
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
      return vector_element(c, instruction);
    case llvm::Instruction::ShuffleVector:
      return shuffle(c, llvm::cast<llvm::ShuffleVectorInst>(instruction));
    case llvm::Instruction::Freeze: {
      ValueList parts;
      c.values(instruction.getOperand(0), parts);
      for (Value& part : parts) part = c.node(Isd::freeze, c.dag.type(part), {part});
      return c.set(&instruction, std::span<const Value>(parts.data(), parts.size()));
    }
    default:
      c.no_form("instruction '" + std::string(instruction.getOpcodeName()) + "'");
      c.set(&instruction, std::span<const Value>());
  }
}

Value cast(Context& c, unsigned opcode, Value operand, const llvm::Type* from, const llvm::Type* to,
           std::uint16_t flags) {
  const Vt type = c.type_of(to);
  const auto plain = [&](Isd op) { return c.node(op, type, {operand}, {}, flags); };
  switch (opcode) {
    case llvm::Instruction::Trunc:
      return plain(Isd::trunc);
    case llvm::Instruction::ZExt:
      return plain(Isd::zext);
    case llvm::Instruction::SExt:
      return plain(Isd::sext);
    case llvm::Instruction::FPTrunc:
      return plain(Isd::fp_trunc);
    case llvm::Instruction::FPExt:
      return plain(Isd::fp_ext);
    case llvm::Instruction::FPToUI:
      return plain(Isd::fp_to_ui);
    case llvm::Instruction::FPToSI:
      return plain(Isd::fp_to_si);
    case llvm::Instruction::UIToFP:
      return plain(Isd::ui_to_fp);
    case llvm::Instruction::SIToFP:
      return plain(Isd::si_to_fp);
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::PtrToAddr:
    case llvm::Instruction::IntToPtr:
      return c.resize(operand, type, Isd::zext);
    case llvm::Instruction::BitCast:
      return c.bitcast(operand, type);
    case llvm::Instruction::AddrSpaceCast: {
      const Space source_space = c.role_of(from->getScalarType()->getPointerAddressSpace());
      const Space target_space = c.role_of(to->getScalarType()->getPointerAddressSpace());
      if (!type.is_vector()) return c.cast_space(operand, source_space, target_space);
      ValueList lanes;
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        lanes.push_back(c.cast_space(c.lane(operand, i), source_space, target_space));
      return c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    }
    default:
      c.no_form("a cast");
      return c.dag.undef(type);
  }
}

// Base, plus each variable index times its stride, plus one constant at the end, where addressing modes take it.
Value address_of(Context& c, const llvm::GEPOperator& gep) {
  const Vt type = c.type_of(gep.getType());
  const std::uint32_t lanes = type.lanes();
  const auto widen = [&](Value v) {
    if (lanes == 0 || c.dag.type(v).is_vector()) return v;
    const ValueList copies(lanes, v);
    return c.dag.get(Isd::build_vector, c.dag.type(v).with_lanes(lanes),
                     std::span<const Value>(copies.data(), copies.size()));
  };
  Value address = widen(c.value(gep.getPointerOperand()));
  const std::uint16_t flags = static_cast<std::uint16_t>((gep.hasNoUnsignedSignedWrap() ? flag::nsw : 0) |
                                                         (gep.hasNoUnsignedWrap() ? flag::nuw : 0));
  std::int64_t constant_part = 0;
  // LLVM's iterator over the types makes a constant when a field's number is a splat.
  const llvm::Type* inside = nullptr;  ///< what the next index chooses from; the first one steps over whole objects
  for (const llvm::Use& use : gep.indices()) {
    const llvm::Value* index = use.get();
    if (const auto* structure = llvm::dyn_cast_or_null<llvm::StructType>(inside)) {
      unsigned field = 0;
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index))
        field = static_cast<unsigned>(number->getZExtValue());
      else if (const auto* splat = llvm::dyn_cast<llvm::ConstantDataVector>(index))
        field = static_cast<unsigned>(splat->getElementAsInteger(0));
      constant_part += static_cast<std::int64_t>(c.view.field_offset(structure, field));
      inside = structure->getElementType(field);
      continue;
    }
    const llvm::Type* element = inside == nullptr ? gep.getSourceElementType() : inside->getContainedType(0);
    const bool packed = inside != nullptr && inside->isVectorTy();
    inside = element;
    if (View::scalable(element)) {
      c.no_form("type " + spell(element));
      return address;
    }
    const std::uint64_t stride = packed ? c.view.store_bytes(element) : c.view.alloc_bytes(element);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index);
        number != nullptr && number->getValue().getSignificantBits() <= 64) {
      constant_part += static_cast<std::int64_t>(static_cast<std::uint64_t>(number->getSExtValue()) * stride);
      continue;
    }
    if (stride == 0) continue;
    Value offset = c.resize(widen(c.value(index)), type, Isd::sext);
    if (std::has_single_bit(stride)) {
      if (stride != 1)
        offset = c.node(Isd::shl, type, {offset, c.integer(static_cast<std::uint64_t>(std::countr_zero(stride)), type)},
                        {}, flags);
    } else {
      offset = c.node(Isd::mul, type, {offset, c.integer(stride, type)}, {}, flags);
    }
    address = c.node(Isd::add, type, {address, offset}, {}, static_cast<std::uint16_t>(flags & flag::nuw));
  }
  return c.add_offset(address, constant_part);
}

Value terminator(Context& c, const llvm::Instruction& instruction, Value chain) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Ret:
      return return_value(c, llvm::cast<llvm::ReturnInst>(instruction), chain);
    case llvm::Instruction::Br: {
      const auto& branch = llvm::cast<llvm::BranchInst>(instruction);
      const std::uint32_t first = c.index_of(branch.getSuccessor(0));
      if (branch.isUnconditional() || first == c.index_of(branch.getSuccessor(1)))
        return c.node(Isd::br, vt::chain, {chain}, {first, 0});
      return c.node(Isd::br_cond, vt::chain, {chain, c.value(branch.getCondition())},
                    {first, c.index_of(branch.getSuccessor(1))});
    }
    case llvm::Instruction::Switch:
      return branch_table(c, llvm::cast<llvm::SwitchInst>(instruction), chain);
    case llvm::Instruction::Unreachable:
      return c.node(c.facts.unreachable, vt::chain, {chain});
    default:
      c.no_form("terminator '" + std::string(instruction.getOpcodeName()) + "'");
      return c.node(Isd::exit, vt::chain, {chain});
  }
}

}  // namespace lathe::codegen::build
