// The toy GPU as a client of simt: programs into its modules, and launches.
#include "examples/toy_gpu/machine.hpp"

#include <algorithm>
#include <cstring>

#include "examples/toy_gpu/operations.hpp"
#include "simt/client/builder.hpp"

namespace toy_gpu {

namespace {

using simt::plain, simt::Source, simt::Symbol;
using Kind = Operand::Kind;

class Module final : public simt::Module {
 public:
  std::string register_name(const simt::FunctionCode&, simt::Register reg) const override {
    return reg == cc_register       ? "cc"
           : reg < scalar_registers ? "s" + std::to_string(reg)
                                    : "v" + std::to_string(reg - scalar_registers);
  }
  /// "" or what is wrong.
  std::string place(const toy_gpu::Program& program, simt::Memory& memory);
  void decode(const Function& from, std::size_t index);

 private:
  Word constant_of(const Operand& o) const;
  Source source(const Operand& o);
  void operand(simt::Instruction& to, const Operand& o, char letter, const Function& from);
  simt::Instruction instruction(const Inst& i, const Function& from);

  std::vector<std::uint32_t> starts_;  // of the blocks of the function that is decoded
};

std::string Module::place(const toy_gpu::Program& program, simt::Memory& memory) {
  std::string wrong;
  for (const bool empty : {false, true})  // what has no bytes stands behind the others
    for (const Variable& v : program.variables)
      if (v.space == Variable::Space::shared && (v.bytes == 0) == empty && wrong.empty())
        wrong = place_shared(v.name, v.bytes, empty ? std::max(16U, v.align) : v.align);
  for (const Variable& v : program.variables)
    if (v.space != Variable::Space::shared && wrong.empty())
      wrong = simt::Module::place(
          memory, v.name, v.bytes, v.align,
          v.space == Variable::Space::constant ? simt::RegionKind::constant : simt::RegionKind::variable, v.data);
  for (const Variable& v : program.variables)
    for (const Variable::Word& word : v.words) {
      if (!wrong.empty()) return wrong;
      const Word value = constant_of(word.half);
      std::memcpy(memory.at(find(v.name)->address)->host + word.offset, &value, sizeof value);
    }
  return wrong;
}

Word Module::constant_of(const Operand& o) const {
  if (o.kind == Kind::number) return static_cast<Word>(o.value);
  const Symbol& s = *find(o.name);
  const bool half = o.kind == Kind::lo || o.kind == Kind::hi;
  const Address base = !half && s.kind == Symbol::Kind::constant ? simt::const_base : 0,
                value = s.address - base + static_cast<Address>(o.value);
  return static_cast<Word>(o.kind == Kind::hi ? value >> 32 : value);
}

Source Module::source(const Operand& o) {
  if (o.kind == Kind::reg) return {.reg = o.reg};
  Source s{.value = constant_of(o)};
  if (o.kind == Kind::at || o.kind == Kind::address) s.symbol = id_of(o.name);
  return s;
}

void Module::operand(simt::Instruction& to, const Operand& o, char letter, const Function& from) {
  if (letter == 'd') to.results.push_back(o.reg);
  if (letter == 's' || letter == 'r') to.sources.push_back(source(o));
  if (letter == 'b') to.imm = starts_.at(static_cast<std::size_t>(o.value));
  if (letter == 'f') to.imm = find(o.name)->function;
  if (letter != 'a') return;
  if (o.kind != Kind::address) to.address.slot = frame_at;
  if (o.reg != no_register) to.address.reg = o.reg;
  if (o.high != no_register) to.address_high = o.high;
  to.imm =
      !o.name.empty() ? constant_of(o) : static_cast<std::uint64_t>(o.value) + (o.kind == Kind::top ? from.local : 0);
}

simt::Instruction Module::instruction(const Inst& i, const Function& from) {
  const Row& r = row(i.op);
  simt::Instruction to{.line = i.line, .text = print(i)};
  for (std::size_t k = 0; k < i.operands.size(); ++k) operand(to, i.operands[k], r.operands[k], from);
  to.scalar = r.has('S') && is_scalar(i.operands[0].reg);
  if (to.scalar && r.has('C')) to.alike = cc_register;
  if (i.op == Op::call_reg) {
    to.address = to.sources.at(0);
    to.address_high = to.sources.at(1).reg;
    to.sources.clear();
  }
  if (i.op == Op::lea) {
    const Source offset =
        i.operands[1].name.empty() ? Source{.value = static_cast<Word>(to.imm)} : source(i.operands[1]);
    to.sources = {std::exchange(to.address, {}), offset};
  }
  if (i.op == Op::fneg || i.op == Op::fabs)
    to.sources.push_back({.value = i.op == Op::fneg ? 0x80000000U : 0x7fffffffU});
  if (i.op == Op::cset) to.sources = {{.value = 1}, {.value = 0}};
  if (i.op == Op::barrier) to.sources = {{.value = 0}};
  if (i.op == Op::branch) to.guard = cc_register;
  if (r.has('C') && i.op != Op::branch) to.sources.push_back({.reg = cc_register});
  if (r.has('W')) to.results.push_back(cc_register);
  return to;
}

void Module::decode(const Function& from, std::size_t index) {
  entry(index).kernel = from.kernel;
  entry(index).local_bytes = from.local;
  entry(index).param_bytes = from.args;
  std::vector<simt::RegisterInfo> registers;
  for (Register n = 0; n < cc_register; ++n) registers.push_back({slot_of(n), {simt::ValueType::Kind::raw, 32, 1}});
  registers.push_back({cc_at, {simt::ValueType::Kind::pred, 1, 1}});
  simt::FunctionBuilder builder(*this, index, std::move(registers), address_at);
  starts_ = {0};
  for (const auto& block : from.blocks) starts_.push_back(starts_.back() + static_cast<std::uint32_t>(block.size()));
  for (const auto& block : from.blocks)
    for (const Inst& i : block) builder.add(simt_operation(i.op), instruction(i, from));
  builder.finish();
}

}  // namespace

// ---- the device

std::optional<Fault> Device::load(const toy_gpu::Program& program, const std::string& name) {
  module_.reset();
  for (const auto kind : {simt::RegionKind::variable, simt::RegionKind::constant}) memory_.drop(kind);
  std::string wrong;
  toy_gpu::Program read;  // what was made is judged as what is read
  if (!assemble(print(program), name, read, wrong)) return plain(wrong);
  auto module = std::make_unique<Module>();
  std::vector<std::string> names;
  for (const Function& f : read.functions) names.push_back(f.name);
  module->add_functions(names, name);
  if (wrong = module->place(read, memory_); !wrong.empty()) return plain(name + ": " + wrong);
  for (std::size_t i = 0; i < read.functions.size(); ++i) module->decode(read.functions[i], i);
  module_ = std::move(module);
  return std::nullopt;
}

std::optional<std::pair<Address, std::uint64_t>> Device::symbol(const std::string& name) const {
  return module_ ? module_->variable(name) : std::nullopt;
}

std::optional<Fault> Device::launch(const Launch& l) {
  const std::string who = "launch of '" + l.kernel + "': ";
  const simt::FunctionCode* kernel = module_ ? module_->kernel(l.kernel) : nullptr;
  if (kernel == nullptr) return plain(who + "there is no kernel of this name");
  if (l.arguments.size() != kernel->param_bytes)
    return plain(who + std::to_string(l.arguments.size()) + " bytes of arguments, the kernel has " +
                 std::to_string(kernel->param_bytes));
  if (auto fault = check_shape(who, l.grid, l.block)) return fault;
  if (auto fault = check_shared(who, l.dynamic_shared, Module::most_shared - module_->shared_bytes())) return fault;
  if (auto fault = check_local(who, *kernel)) return fault;
  simt::Grid grid;
  grid.program = module_.get();
  grid.kernel = kernel;
  grid.fair = false;  // scalar instructions behind a loop want the lanes that have left it to wait there
  grid.grid = l.grid;
  grid.block = l.block;
  grid.cluster = {1, 1, 1};
  grid.dynamic_shared = l.dynamic_shared;
  grid.shared_bytes = module_->shared_bytes() + l.dynamic_shared;
  grid.params = l.arguments;
  std::optional<Fault> fault = run(grid).fault;
  if (fault) {
    const std::string text = module_->text_at(fault->function, fault->line);
    if (!text.empty()) fault->text += ", in '" + text + "'";
  }
  return fault;
}

}  // namespace toy_gpu
