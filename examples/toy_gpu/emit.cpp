// Machine functions with registers, and variables of LLVM's modules, as parts of the toy GPU's program.
#include "examples/toy_gpu/emit.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cstring>
#include <map>

namespace toy_gpu {
namespace {

using Kind = machine::Field::Kind;

class Emitter {
 public:
  explicit Emitter(const machine::Function& source) : f_(source) {
    for (const machine::BlockId b : f_.blocks()) places_.emplace(b.value, places_.size());
  }

  void block(machine::BlockId b, std::vector<Inst>& out) {
    for (const machine::InstId i : f_.instructions(b)) {
      values_.clear();
      f_.for_each_operand(i, [&](const auto& o) { values_.push_back(o.value); });
      const machine::Operation* op = f_.payload(i).operation;
      if (op == &machine::operation::swap) {
        for (const auto& [to, other] : {std::pair{0, 1}, {1, 0}, {0, 1}})
          out.push_back({Op::xor_, {reg(to), reg(to), reg(other)}});
        continue;
      }
      const Op chosen = op == &machine::operation::jump     ? Op::jump
                        : op == &machine::operation::copy   ? Op::mov
                        : op == &machine::operation::spill  ? Op::st_local_x1
                        : op == &machine::operation::reload ? Op::ld_local_x1
                                                            : op_of(*op);
      out.push_back({chosen, operands(i)});
      if (chosen == Op::st_local_x1 && op == &machine::operation::spill)
        std::swap(out.back().operands[0], out.back().operands[1]);
    }
  }

 private:
  Operand reg(std::size_t operand) const {
    const machine::ValueId v = values_[operand];
    const std::uint32_t first = f_.register_class(v) == scalar ? 0 : scalar_registers;
    return {Operand::Kind::reg, static_cast<Register>(first + f_.register_of(v))};
  }

  std::vector<Operand> operands(machine::InstId i) const {
    std::vector<Operand> out;
    const auto& fields = f_.payload(i).fields;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const machine::Field& field = fields[k];
      const auto told = static_cast<Operand::Kind>(field.part);  // select.hpp
      switch (field.kind) {
        case Kind::reg:
          out.push_back(reg(field.index));
          if (field.part == 0) break;
          out.back().kind = Operand::Kind::address;
          if (field.part == 2) out.back().high = reg(fields[++k].index).reg;
          out.back().value = fields[++k].value;
          break;
        case Kind::number:
          out.push_back({.value = field.value});
          break;
        case Kind::symbol:
          out.push_back({.kind = told, .value = field.value, .name = f_.names[field.index]});
          break;
        case Kind::frame:
          out.push_back({.kind = Operand::Kind::frame,
                         .value = field.value + static_cast<std::int64_t>(f_.frame[field.index].offset)});
          break;
        case Kind::block:
          out.push_back({.kind = Operand::Kind::block,
                         .value = static_cast<std::int64_t>(places_.at(f_.targets(i)[field.index].value))});
          break;
        case Kind::other:
          out.push_back({.kind = told, .value = field.value});
          break;
      }
    }
    return out;
  }

  const machine::Function& f_;
  std::map<std::uint32_t, std::size_t> places_;  ///< of blocks in the layout
  std::vector<machine::ValueId> values_;         ///< of the instruction at hand
};

// ---- variables ---------------------------------------------------------------------------------------

/// Lays a constant into a variable's bytes; the address of a variable or function is two words.
class Contents {
 public:
  Contents(const llvm::DataLayout& layout, Variable& out) : layout_(layout), out_(out) {}

  /// False for what has no form here, an address in a space of its own say.
  bool put(const llvm::Constant* value, std::uint64_t at) {
    if (value->isNullValue() || llvm::isa<llvm::UndefValue>(value)) return true;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) return bits(number->getValue(), at);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(value))
      return bits(number->getValueAPF().bitcastToAPInt(), at);
    if (const auto* all = llvm::dyn_cast<llvm::ConstantDataSequential>(value)) {
      for (unsigned i = 0; i < all->getNumElements(); ++i)
        if (!put(all->getElementAsConstant(i), at + i * layout_.getTypeAllocSize(all->getElementType()))) return false;
      return true;
    }
    if (llvm::isa<llvm::ConstantAggregate>(value)) {
      for (unsigned i = 0; i < value->getNumOperands(); ++i) {
        const auto* type = llvm::dyn_cast<llvm::StructType>(value->getType());
        const std::uint64_t offset =
            type != nullptr
                ? layout_.getStructLayout(const_cast<llvm::StructType*>(type))->getElementOffset(i).getFixedValue()
                : i * layout_.getTypeAllocSize(value->getOperand(i)->getType()).getFixedValue();
        if (!put(llvm::cast<llvm::Constant>(value->getOperand(i)), at + offset)) return false;
      }
      return true;
    }
    return address(value, at);
  }

 private:
  bool bits(const llvm::APInt& value, std::uint64_t at) {
    const std::uint64_t bytes = (value.getBitWidth() + 7) / 8;
    if (out_.data.size() < at + bytes) out_.data.resize(at + bytes);
    const llvm::APInt wide = value.zext(static_cast<unsigned>(bytes * 8));
    for (unsigned i = 0; i < bytes; ++i)
      out_.data[at + i] = static_cast<std::uint8_t>(wide.extractBitsAsZExtValue(8, i * 8));
    return true;
  }
  bool address(const llvm::Constant* value, std::uint64_t at) {
    const llvm::Value* base = value;
    std::int64_t offset = 0;
    while (!llvm::isa<llvm::GlobalValue>(base)) {
      const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(base);
      if (expression == nullptr) return false;
      if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
        llvm::APInt by(layout_.getIndexTypeSizeInBits(step->getType()), 0);
        if (!step->accumulateConstantOffset(layout_, by)) return false;
        offset += by.getSExtValue();
      } else if (!expression->isCast()) {
        return false;
      }
      base = expression->getOperand(0);
    }
    if (layout_.getTypeStoreSize(value->getType()) != 8 || base->getType()->getPointerAddressSpace() == 3) return false;
    for (const bool high : {false, true})
      out_.words.push_back(
          {at + (high ? 4U : 0U),
           {.kind = high ? Operand::Kind::hi : Operand::Kind::lo, .value = offset, .name = base->getName().str()}});
    return true;
  }

  const llvm::DataLayout& layout_;
  Variable& out_;
};

}  // namespace

std::vector<std::vector<Inst>> emit(const machine::Function& source) {
  std::vector<std::vector<Inst>> out;
  Emitter emitter(source);
  for (const machine::BlockId b : source.blocks()) emitter.block(b, out.emplace_back());
  return out;
}

void emit_variables(const llvm::Module& module, Program& out, Diag& diag) {
  const llvm::DataLayout& layout = module.getDataLayout();
  for (const llvm::GlobalVariable& g : module.globals()) {
    if (g.getName().starts_with("llvm.")) continue;
    const unsigned space = g.getAddressSpace();
    Variable made;
    made.name = g.getName().str();
    made.space = space == 3   ? Variable::Space::shared
                 : space == 4 ? Variable::Space::constant
                              : Variable::Space::global;
    made.bytes = layout.getTypeAllocSize(g.getValueType()).getFixedValue();
    made.align = static_cast<std::uint32_t>(g.getAlign().value_or(layout.getPrefTypeAlign(g.getValueType())).value());
    const std::string name = "variable '" + made.name + "' ";
    if (space != 1 && space != 3 && space != 4) diag.error({}, name + "is in an address space that has no variables");
    if (g.isDeclaration() && made.bytes != 0 && space != 3) diag.error({}, name + "is defined in another module");
    if (g.hasInitializer() && space != 3 && !Contents(layout, made).put(g.getInitializer(), 0))
      diag.error({}, name + "has a value that the toy GPU cannot load: an address of 32 bits, or a computed one");
    out.variables.push_back(std::move(made));
  }
}

}  // namespace toy_gpu
