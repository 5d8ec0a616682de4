// Machine functions with registers, and variables of LLVM's modules, as parts of the toy GPU's program.
#include "examples/toy_gpu/emit.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <map>
#include <utility>

#include "codegen/prepare/initializers.hpp"

namespace toy_gpu {
namespace {

using Kind = machine::Field::Kind;

class Emitter {
 public:
  Emitter(const machine::Function& source, std::uint32_t local) : f_(source), local_(local) {
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
      // A register that an address goes to can hold its parts before.
      if (std::vector<Operand>& all = out.back().operands; chosen == Op::lea && all[1].value > INT16_MAX) {
        const Operand to = all[0], offset{.value = std::exchange(all[1].value, 0), .name = {}};
        out.push_back({Op::add, {to, to, offset}});
      }
      if (chosen == Op::st_local_x1 && op == &machine::operation::spill)
        std::swap(out.back().operands[0], out.back().operands[1]);
    }
  }

 private:
  Operand reg(std::size_t operand) const {
    const machine::ValueId v = values_[operand];
    const std::uint32_t first = f_.register_class(v) == scalar ? 0 : scalar_registers;
    return {.kind = Operand::Kind::reg, .reg = static_cast<Register>(first + f_.register_of(v)), .name = {}};
  }

  /// [frame+N], or the same from `top` where that is nearer: spills lie behind what is large.
  Operand place(std::int64_t offset) const {
    const bool far = offset > INT16_MAX && offset - local_ >= INT16_MIN;
    return {
        .kind = far ? Operand::Kind::top : Operand::Kind::frame, .value = far ? offset - local_ : offset, .name = {}};
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
          out.push_back({.value = field.value, .name = {}});
          break;
        case Kind::symbol:
          out.push_back({.kind = told, .value = field.value, .name = f_.names[field.index]});
          break;
        case Kind::frame:
          out.push_back(place(field.value + static_cast<std::int64_t>(f_.frame[field.index].offset)));
          break;
        case Kind::block:
          out.push_back({.kind = Operand::Kind::block,
                         .value = static_cast<std::int64_t>(places_.at(f_.targets(i)[field.index].value)),
                         .name = {}});
          break;
        case Kind::other:
          out.push_back({.kind = told, .value = field.value, .name = {}});
          break;
      }
    }
    return out;
  }

  const machine::Function& f_;
  const std::int64_t local_;                     ///< bytes from `frame` to `top`
  std::map<std::uint32_t, std::size_t> places_;  ///< of blocks in the layout
  std::vector<machine::ValueId> values_;         ///< of the instruction at hand
};

}  // namespace

std::vector<std::vector<Inst>> emit(const machine::Function& source, std::uint32_t local) {
  std::vector<std::vector<Inst>> out;
  Emitter emitter(source, local);
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
    Image image;
    std::string why;
    if (g.hasInitializer() && space != 3 && !image_of(g.getInitializer(), layout, "toy GPU", image, why))
      diag.error({}, name + "cannot be loaded: " + why);
    made.data = std::move(image.bytes);
    for (const Image::Address& a : image.addresses) {
      if (a.bytes != 8 || a.symbol->getAddressSpace() == 3)
        diag.error({}, name + "cannot be loaded: it has an address of 32 bits");
      for (const auto& [at, half] : {std::pair{a.at, Operand::Kind::lo}, {a.at + 4, Operand::Kind::hi}})
        made.words.push_back({at, {.kind = half, .value = a.offset, .name = a.symbol->getName().str()}});
    }
    out.variables.push_back(std::move(made));
  }
}

}  // namespace toy_gpu
