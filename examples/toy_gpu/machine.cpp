// The toy GPU as a client of simt: the decoder, records for the watchers, launches.
//
// Handlers that take an address find it in a register of the frame; `run_wrapped` makes it where it is not of 32 bits, and does what is
// scalar of an instruction.
#include "examples/toy_gpu/machine.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "examples/toy_gpu/operations.hpp"
#include "simt/machine/grid.hpp"
#include "simt/state/observer.hpp"
#include "simt/state/program.hpp"

namespace toy_gpu {

namespace {

using simt::Code, simt::Dependence, simt::Flow, simt::FunctionCode, simt::lane_count, simt::Mask, simt::no_slot,
    simt::Record, simt::RecordOperand, simt::Slot, simt::Symbol, simt::Warp;
using Kind = Operand::Kind;

constexpr std::uint32_t most_shared = 232448;  // of a launch

unsigned first_lane(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

// ---- a loaded program

class Module final : public simt::Program {
 public:
  /// Places of variables in `memory`; "" or what is wrong.
  std::string load(const toy_gpu::Program& program, const std::string& file, simt::Memory& memory);

  std::size_t function_count() const override { return functions_.size(); }
  const FunctionCode& function(std::size_t index) const override { return functions_[index]; }
  const simt::Description& description(const FunctionCode& f) const override { return descriptions_[index_of(f)]; }
  void for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const override {
    for (const auto& [name, symbol] : symbols_) put(name, symbol);
  }
  const Symbol* symbol(const FunctionCode& f, std::uint64_t id, std::string& name) const override {
    name = insts_[index_of(f)][id / 8]->operands[id % 8].name;
    return symbol(name);
  }
  std::string text(const FunctionCode& f, std::uint32_t inst) const override {
    return print(*insts_[index_of(f)][inst]);
  }
  std::string mnemonic(const FunctionCode& f, std::uint32_t inst) const override {
    return std::string(row(insts_[index_of(f)][inst]->op).name);
  }
  std::string register_name(const FunctionCode&, simt::Register reg) const override {
    return reg == cc_register       ? "cc"
           : reg < scalar_registers ? "s" + std::to_string(reg)
                                    : "v" + std::to_string(reg - scalar_registers);
  }

  const Symbol* symbol(const std::string& name) const {
    const auto it = symbols_.find(name);
    return it == symbols_.end() ? nullptr : &it->second;
  }
  const toy_gpu::Program& program() const { return program_; }
  const Plan& plan(Op op) const { return plans_[static_cast<Word>(op)]; }
  std::uint32_t shared_bytes = 0;  ///< of variables

 private:
  std::size_t index_of(const FunctionCode& f) const { return static_cast<std::size_t>(&f - functions_.data()); }
  std::string place(simt::Memory& memory);
  Word constant_of(const Operand& o) const;
  Slot constant(FunctionCode& f, Word value);
  void decode(const Function& function, FunctionCode& f);
  void decode(const Inst& i, const Function& function, FunctionCode& f, std::span<const std::uint32_t> starts);
  Slot address(const Operand& o, const Function& function, FunctionCode& f, Code& c);
  Record record(const Inst& i, std::size_t index, const Code& code) const;

  toy_gpu::Program program_;
  const std::array<Plan, static_cast<std::size_t>(Op::count)> plans_ = plans();
  std::map<std::string, Symbol> symbols_;
  std::vector<FunctionCode> functions_;
  std::vector<std::vector<const Inst*>> insts_;  // by function
  std::vector<simt::Description> descriptions_;
  std::map<Word, Slot> constants_;  // of the function that is decoded
};

/// An instruction with a 64-bit address in two registers, or a 32-bit one into const memory, or a scalar result. Behind the registers in
/// Code::extra stand its operation, whether it is scalar, the address's register (of a pair the low half), and the high half or the offset.
Flow run_wrapped(Warp& w, const Code& c, Mask mask) {
  const Slot* more = w.extra(c) + c.extra_count;
  const Plan& plan = static_cast<const Module&>(*w.block->grid->program).plan(static_cast<Op>(more[0]));
  const bool scalar = more[1] != 0;
  const Mask cc = w.pred(cc_at) & mask;
  if (scalar && mask != static_cast<Mask>(~w.exited))
    return w.fault(c, first_lane(mask),
                   "lanes are apart: a scalar instruction wants all lanes of the warp that have not exited");
  if (scalar && row(static_cast<Op>(more[0])).has('C') && cc != 0 && cc != mask)
    return w.fault(c, first_lane(mask), "cc is not the same in all lanes, which a scalar instruction reads");
  if (plan.wide || plan.constant) {
    const Word *low = w.in<Word>(more[2]), *high = plan.wide ? w.in<Word>(more[3]) : nullptr;
    for (unsigned l = 0; l < lane_count; ++l)
      w.out<Address>(address_at)[l] =
          plan.wide ? Address{high[l]} << 32 | low[l] : simt::const_base + static_cast<Word>(low[l] + more[3]);
  }
  const Flow flow = plan.run(w, c, mask);
  if (scalar && flow == Flow::next)
    for (unsigned i = 0; i < std::max<unsigned>(1, c.extra_count); ++i) {
      Word* to = w.out<Word>(c.extra_count == 0 ? c.d : w.extra(c)[i]);
      std::fill_n(to, lane_count, to[first_lane(mask)]);
    }
  return flow;
}

std::string Module::load(const toy_gpu::Program& program, const std::string& file, simt::Memory& memory) {
  program_ = program;
  if (std::string wrong = place(memory); !wrong.empty()) return wrong;
  functions_.resize(program_.functions.size());
  insts_.resize(functions_.size());
  descriptions_.resize(functions_.size());
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    functions_[i].file = file;
    decode(program_.functions[i], functions_[i]);
  }
  return "";
}

std::string Module::place(simt::Memory& memory) {
  for (std::uint32_t i = 0; i < program_.functions.size(); ++i)
    symbols_[program_.functions[i].name] = {Symbol::Kind::function, simt::code_window + 16 * i, 0, i};
  for (const bool empty : {false, true})  // what has no bytes stands behind the others
    for (const Variable& v : program_.variables) {
      if (v.space != Variable::Space::shared || (v.bytes == 0) != empty) continue;
      const std::uint64_t align = empty ? std::max(16U, v.align) : v.align,
                          at = (shared_bytes + align - 1) / align * align;
      if (at + v.bytes > most_shared)
        return "shared variables take more than " + std::to_string(most_shared) + " bytes";
      symbols_[v.name] = {Symbol::Kind::shared, at, v.bytes};
      shared_bytes = static_cast<std::uint32_t>(at + v.bytes);
    }
  for (const Variable& v : program_.variables) {
    if (v.space == Variable::Space::shared) continue;
    const bool constant = v.space == Variable::Space::constant;
    const simt::Region* region =
        memory.add(v.bytes, v.align, constant ? simt::RegionKind::constant : simt::RegionKind::variable, v.name);
    if (region == nullptr || (constant && region->base + v.bytes - simt::const_base > UINT32_MAX))
      return "there is no memory for variable '" + v.name + "'";
    symbols_[v.name] = {constant ? Symbol::Kind::constant : Symbol::Kind::global, region->base, v.bytes};
    std::memcpy(region->host, v.data.data(), v.data.size());
  }
  for (const Variable& v : program_.variables)
    for (const Variable::Word& word : v.words) {
      const Word value = constant_of(word.half);
      std::memcpy(memory.at(symbols_[v.name].address)->host + word.offset, &value, sizeof value);
    }
  return "";
}

Word Module::constant_of(const Operand& o) const {
  if (o.kind == Kind::number) return static_cast<Word>(o.value);
  const Symbol& s = symbols_.at(o.name);
  const bool offset = o.kind != Kind::lo && o.kind != Kind::hi;
  const Address value =
      s.address - (offset && s.kind == Symbol::Kind::constant ? simt::const_base : 0) + static_cast<Address>(o.value);
  return static_cast<Word>(o.kind == Kind::hi ? value >> 32 : value);
}

Slot Module::constant(FunctionCode& f, Word value) {
  const auto [it, fresh] = constants_.try_emplace(value, static_cast<Slot>(f.constants.size()) | simt::constant_bit);
  if (fresh) {
    const std::vector<Word> lanes(lane_count, value);
    const auto* bytes = reinterpret_cast<const std::byte*>(lanes.data());
    f.constants.insert(f.constants.end(), bytes, bytes + 4 * lane_count);
  }
  return it->second;
}

void Module::decode(const Function& function, FunctionCode& f) {
  f.name = function.name;
  f.kernel = function.kernel;
  f.defined = true;
  f.local_bytes = function.local;
  f.frame_bytes = registers_at;
  f.extra = {0, 0};  // of calls: no arguments or results but those in memory
  constants_.clear();
  std::vector<std::uint32_t> starts;
  std::uint32_t count = 0;
  for (const auto& block : function.blocks) {
    starts.push_back(count);
    count += static_cast<std::uint32_t>(block.size());
  }
  auto& insts = insts_[index_of(f)];
  for (const auto& block : function.blocks)
    for (const Inst& i : block) {
      insts.push_back(&i);
      decode(i, function, f, starts);
      f.sources.push_back({i.line});
    }
  simt::Description& d = descriptions_[index_of(f)];
  for (Register r = 0; r < cc_register; ++r)
    d.registers.push_back({slot_of(r) < f.frame_bytes ? slot_of(r) : no_slot, {simt::ValueType::Kind::raw, 32, 1}});
  d.registers.push_back({cc_at, {simt::ValueType::Kind::pred, 1, 1}});
  for (std::size_t k = 0; k < insts.size(); ++k) d.records.push_back(record(*insts[k], k, f.codes[k]));
}

/// The register that the address is of; what is added to it goes into Code::imm.
Slot Module::address(const Operand& o, const Function& function, FunctionCode& f, Code& c) {
  c.imm = static_cast<std::uint64_t>(o.value) + (o.kind == Kind::top ? function.local : 0);
  if (o.kind != Kind::address) return frame_at;
  if (!o.name.empty()) c.imm = constant_of(o);
  return o.reg == no_register ? constant(f, 0) : slot_of(o.reg);
}

void Module::decode(const Inst& i, const Function& function, FunctionCode& f, std::span<const std::uint32_t> starts) {
  const Row& r = row(i.op);
  const Plan& plan = this->plan(i.op);
  const bool memory = plan.memory.sort != simt::MemoryRecord::Sort::none;
  Code c{.run = plan.run,
         .inst = static_cast<std::uint32_t>(f.codes.size()),
         .x = plan.x,
         .branch = r.has('B') || i.op == Op::barrier};
  std::vector<Slot> results, sources;
  Slot base = no_slot, high = no_slot;
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    const Operand& o = i.operands[k];
    const char letter = r.operands[k];
    for (const Register used : {o.reg, o.high})
      if (used != no_register) f.frame_bytes = std::max(f.frame_bytes, slot_of(used) + 4 * lane_count);
    if (letter == 'd') results.push_back(slot_of(o.reg));
    if (letter == 's' || letter == 'r')
      sources.push_back(o.kind == Kind::reg ? slot_of(o.reg) : constant(f, constant_of(o)));
    if (letter == 'a') base = address(o, function, f, c);
    if (letter == 'a' && plan.wide) high = slot_of(o.high);
    if (letter == 'b') c.imm = starts[static_cast<std::size_t>(o.value)];
    if (letter == 'f') c.imm = symbols_.at(o.name).function;
  }
  if (i.op == Op::branch) c.guard = cc_at;
  if (i.op == Op::call || i.op == Op::call_reg) c.extra_count = 2;
  if (i.op >= Op::tid_x && i.op <= Op::clock) c.y = static_cast<Word>(i.op) - static_cast<Word>(Op::tid_x);
  if (i.op == Op::barrier) sources = {constant(f, 0)};
  if (i.op == Op::fneg || i.op == Op::fabs)
    sources.push_back(constant(f, i.op == Op::fneg ? 0x80000000U : 0x7fffffffU));
  if (i.op == Op::lea) sources = {base, constant(f, static_cast<Word>(c.imm))};
  if (i.op == Op::cset) sources = {constant(f, 1), constant(f, 0)};
  if (i.op == Op::cset || i.op == Op::csel) sources.push_back(cc_at);
  if (plan.swap) std::swap(sources[0], sources[1]);
  if (i.op == Op::bfi) c.x = sources[3];
  if (memory) sources.insert(sources.begin(), plan.wide || plan.constant ? address_at : base);
  Slot* const at[] = {&c.a, &c.b, &c.c};
  for (std::size_t k = 0; k < std::min<std::size_t>(3, sources.size()); ++k) *at[k] = sources[k];
  c.d = !results.empty() ? results[0] : r.has('W') ? cc_at : no_slot;
  if (r.has('A')) c.y = simt::AtomicPlace{plan.wide ? simt::Where::regions : simt::Where::shared, plan.wide}.pack();
  const bool scalar = r.has('S') && is_scalar(i.operands[0].reg), wrapped = scalar || plan.wide || plan.constant;
  if (memory || wrapped) c.extra = static_cast<std::uint32_t>(f.extra.size());
  if (memory && plan.memory.elements > 1) {
    c.extra_count = plan.memory.elements;
    f.extra.insert(f.extra.end(), r.has('L') ? results.begin() : sources.begin() + 1,
                   r.has('L') ? results.end() : sources.end());
  }
  if (wrapped) {
    c.run = run_wrapped;
    f.extra.insert(f.extra.end(),
                   {static_cast<Slot>(i.op), scalar ? 1U : 0U, base, plan.wide ? high : static_cast<Slot>(c.imm)});
    if (plan.constant) c.imm = 0;
  }
  f.codes.push_back(c);
}

Record Module::record(const Inst& i, std::size_t index, const Code& code) const {
  const Row& r = row(i.op);
  const Plan& plan = this->plan(i.op);
  Record x;
  x.present = true;
  x.kind = plan.kind;
  x.pointing = plan.pointing;
  x.first = &code;
  x.from_bits = 32;  // of shifts and fields
  x.sign = plan.sign || i.op == Op::sar || i.op == Op::bfe_s;
  x.latency = 1;
  x.memory = plan.memory;
  const auto reg = [](simt::Register n) { return RecordOperand{RecordOperand::Kind::reg, false, n, 0}; };
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    const Operand& o = i.operands[k];
    const char letter = r.operands[k];
    const bool addresses = i.op == Op::call_reg || (letter == 'a' && i.op != Op::lea),
               symbol = letter == 'a' || o.kind == Kind::at;
    for (const Register used : {o.reg, o.high}) {
      if (used == no_register) continue;
      if (addresses)
        x.addresses.push_back(used);
      else
        (letter == 'd' ? x.results : x.sources).push_back(reg(used));
    }
    if (addresses || letter == 'b' || letter == 'f' || o.reg != no_register) continue;
    const Word value = symbol ? 0 : constant_of(o);
    x.sources.push_back({o.name.empty() || !symbol ? RecordOperand::Kind::constant : RecordOperand::Kind::symbol, false,
                         simt::no_register, symbol ? 8 * index + k : value});
    if (x.kind == Dependence::insert && value > 31) x.kind = Dependence::any;
  }
  if (r.has('W')) x.results.push_back(reg(cc_register));
  if (i.op == Op::branch) x.guard = cc_register;
  if (r.has('C') && i.op != Op::branch) x.sources.push_back(reg(cc_register));
  if (i.op == Op::read_lane) x.shuffle = {plan.run, lanes_read};
  if (i.op == Op::barrier) x.barrier.level = simt::BarrierRecord::Level::block;
  return x;
}

Fault plain(std::string text) {
  Fault f;
  f.text = std::move(text);
  return f;
}

}  // namespace

// ---- the device

struct Device::State {
  explicit State(const simt::MachineOptions& o) : options(o), memory(o.memory_limit) {}
  simt::MachineOptions options;
  simt::Memory memory;
  std::unique_ptr<Module> module;
  simt::LaunchStats stats;

  std::optional<Fault> host(Address at, std::uint64_t bytes, const char* what, std::byte*& to) const {
    const simt::Region* r = memory.find(at);
    if (r == nullptr || r->freed || bytes > r->bytes - (at - r->base))
      return plain(std::string(what) + " of " + std::to_string(bytes) + " bytes at address " + std::to_string(at) +
                   " is not inside a buffer or a variable");
    to = r->host + (at - r->base);
    return std::nullopt;
  }
};

Device::Device(const simt::MachineOptions& options) : state_(std::make_unique<State>(options)) {}
Device::~Device() = default;

std::optional<Fault> Device::load(const Program& program, const std::string& name) {
  state_->module.reset();
  for (const auto kind : {simt::RegionKind::variable, simt::RegionKind::constant}) state_->memory.drop(kind);
  std::string wrong;
  Program read;  // what was made is judged as what is read
  if (!assemble(print(program), name, read, wrong)) return plain(wrong);
  auto module = std::make_unique<Module>();
  wrong = module->load(std::move(read), name, state_->memory);
  if (!wrong.empty()) return plain(name + ": " + wrong);
  state_->module = std::move(module);
  return std::nullopt;
}

Address Device::allocate(std::uint64_t bytes) {
  const simt::Region* r = state_->memory.add(std::max<std::uint64_t>(1, bytes), 256, simt::RegionKind::buffer);
  return r == nullptr ? 0 : r->base;
}
std::optional<Fault> Device::release(Address address) {
  if (state_->memory.release(address, simt::RegionKind::buffer)) return std::nullopt;
  return plain("free of address " + std::to_string(address) + ", where no buffer starts");
}
std::optional<Fault> Device::write(Address to, std::span<const std::byte> bytes) {
  std::byte* host = nullptr;
  if (bytes.empty()) return std::nullopt;
  if (auto fault = state_->host(to, bytes.size(), "write", host)) return fault;
  std::memcpy(host, bytes.data(), bytes.size());
  if (state_->options.observer != nullptr) state_->options.observer->host_write(to, bytes.size());
  return std::nullopt;
}
std::optional<Fault> Device::read(Address from, std::span<std::byte> bytes) {
  std::byte* host = nullptr;
  if (bytes.empty()) return std::nullopt;
  if (auto fault = state_->host(from, bytes.size(), "read", host)) return fault;
  std::memcpy(bytes.data(), host, bytes.size());
  return std::nullopt;
}
std::optional<std::pair<Address, std::uint64_t>> Device::symbol(const std::string& name) const {
  const Symbol* s = state_->module ? state_->module->symbol(name) : nullptr;
  if (s == nullptr || s->kind == Symbol::Kind::shared || s->kind == Symbol::Kind::function) return std::nullopt;
  return std::pair{s->address, s->bytes};
}
const simt::LaunchStats& Device::stats() const { return state_->stats; }

std::optional<Fault> Device::launch(const Launch& l) {
  const std::string who = "launch of '" + l.kernel + "': ";
  const Symbol* s = state_->module ? state_->module->symbol(l.kernel) : nullptr;
  if (s == nullptr || s->kind != Symbol::Kind::function || !state_->module->function(s->function).kernel)
    return plain(who + "there is no kernel of this name");
  const Function& f = state_->module->program().functions[s->function];
  if (l.grid.count() == 0 || l.block.count() == 0 || l.block.count() > 1024)
    return plain(who + "a grid has blocks, and a block 1 to 1024 threads");
  if (l.arguments.size() != f.args)
    return plain(who + std::to_string(l.arguments.size()) + " bytes of arguments, the kernel has " +
                 std::to_string(f.args));
  if (l.dynamic_shared > most_shared - state_->module->shared_bytes || f.local > state_->options.local_limit)
    return plain(who + "it wants more shared or local memory than there is");
  simt::Grid grid;
  grid.program = state_->module.get();
  grid.kernel = &state_->module->function(s->function);
  grid.fair = false;  // scalar instructions behind a loop want the lanes that have left it to wait there
  grid.grid = l.grid;
  grid.block = l.block;
  grid.cluster = {1, 1, 1};
  grid.dynamic_shared = l.dynamic_shared;
  grid.shared_bytes = state_->module->shared_bytes + l.dynamic_shared;
  grid.params = l.arguments;
  grid.memory = &state_->memory;
  grid.observer = state_->options.observer;
  grid.options = &state_->options;
  simt::GridResult result = simt::run_grid(grid, std::max(1U, state_->options.threads), false);
  state_->stats = result.stats;
  if (result.fault)
    for (const Function& at : state_->module->program().functions)
      for (const auto& block : at.blocks)
        for (const Inst& i : block)
          if (at.name == result.fault->function && i.line == result.fault->line && i.line != 0)
            result.fault->text += ", in '" + print(i) + "'";
  return result.fault;
}

}  // namespace toy_gpu
