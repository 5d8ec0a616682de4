// Codes and Records of an instruction. Cost: O(operands).
#include "simt/client/builder.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "simt/machine/parts.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

std::uint32_t bytes_of(const RegisterInfo& r) {
  return r.type.kind == ValueType::Kind::pred ? static_cast<std::uint32_t>(sizeof(Mask)) : r.width() / 8 * lane_count;
}

/// In the order that the handler takes, amounts that are constants cut to what they count as.
std::vector<Source> sources_of(const Operation& o, const Instruction& i) {
  std::vector<Source> sources = i.sources;
  if (o.swap) std::swap(sources.at(0), sources.at(1));
  if (o.modulo)
    for (std::size_t k = o.kind == Dependence::insert ? 2 : 1; k < sources.size(); ++k) sources[k].value %= 32;
  return sources;
}

}  // namespace

FunctionBuilder::FunctionBuilder(Module& module, std::size_t function, std::vector<RegisterInfo> registers,
                                 Slot scratch)
    : entry_(module.entry(function)), registers_(std::move(registers)), scratch_(scratch) {
  entry_.extra = {0, 0};  // of calls: no arguments or results in registers
  entry_.frame_bytes = scratch + 8 * lane_count;
}

Slot FunctionBuilder::constant(std::uint32_t value) {
  const auto [it, fresh] = constants_.try_emplace(value, static_cast<Slot>(entry_.constants.size()) | constant_bit);
  if (fresh) {
    std::array<std::uint32_t, lane_count> lanes;
    lanes.fill(value);
    const auto* bytes = reinterpret_cast<const std::byte*>(lanes.data());
    entry_.constants.insert(entry_.constants.end(), bytes, bytes + sizeof lanes);
  }
  return it->second;
}

Slot FunctionBuilder::slot_of(Register reg) {
  const RegisterInfo& r = registers_.at(reg);
  entry_.frame_bytes = std::max(entry_.frame_bytes, r.slot + bytes_of(r));
  return r.slot;
}

Slot FunctionBuilder::slot_of(const Source& s) {
  return s.reg != no_register ? slot_of(s.reg) : s.slot != no_slot ? s.slot : constant(s.value);
}

/// Into Code::a; `parts` gets what has to run before.
void FunctionBuilder::address(const Operation& o, const Instruction& i, Code& c, std::vector<Code>& parts) {
  c.a = slot_of(i.address);
  if (o.address_bits == 64) {
    parts.push_back({.run = run_pair, .d = scratch_, .a = c.a, .b = slot_of(i.address_high), .inst = c.inst});
  } else if (o.space == Space::constant) {
    parts.push_back({.run = run_window,
                     .d = scratch_,
                     .a = c.a,
                     .inst = c.inst,
                     .x = static_cast<std::uint32_t>(i.imm),
                     .y = static_cast<std::uint32_t>(const_base >> 32)});
    c.imm = 0;
  } else {
    return;
  }
  c.a = scratch_;
}

void FunctionBuilder::add(const Operation& o, const Instruction& i) {
  const std::vector<Source> sources = sources_of(o, i);
  Code c{.run = o.run, .inst = static_cast<std::uint32_t>(entry_.codes.size()), .imm = i.imm, .x = o.x, .y = o.y};
  c.branch = o.branch;
  if (i.guard != no_register) c.guard = slot_of(i.guard);
  std::vector<Slot> results, read;
  for (const Register r : i.results) results.push_back(slot_of(r));
  for (const Source& s : sources) read.push_back(slot_of(s));
  c.d = results.empty() ? o.d : results[0];
  std::vector<Code> parts;
  if (i.scalar) parts.push_back({.run = run_together, .inst = c.inst});
  if (i.alike != no_register) parts.push_back({.run = run_alike, .a = slot_of(i.alike), .inst = c.inst});
  const bool memory = o.memory.sort != MemoryRecord::Sort::none;
  if (memory || o.address_bits == 64) address(o, i, c, parts);
  if (c.a != no_slot) read.insert(read.begin(), c.a);
  Slot* const at[] = {&c.a, &c.b, &c.c, &c.x};
  const bool several = memory && o.memory.elements > 1;
  for (std::size_t k = 0; k < read.size() && k < (memory ? 3 : 4); ++k) *at[k] = read[k];
  if (several || o.kind == Dependence::call) {
    c.extra = several ? static_cast<std::uint32_t>(entry_.extra.size()) : 0;
    c.extra_count = several ? o.memory.elements : 2;
  }
  if (several && o.memory.sort == MemoryRecord::Sort::load)
    entry_.extra.insert(entry_.extra.end(), results.begin(), results.end());
  else if (several)
    entry_.extra.insert(entry_.extra.end(), read.begin() + 1, read.end());
  if (!parts.empty()) {
    parts.push_back(c);
    for (std::size_t k = 0; k < results.size(); ++k)
      if (i.scalar && registers_[i.results[k]].type.kind != ValueType::Kind::pred)
        parts.push_back({.run = run_spread, .d = results[k], .inst = c.inst});
    c.run = run_parts;
    c.imm = parts_of(entry_.parts.size(), parts.size());
    entry_.parts.insert(entry_.parts.end(), parts.begin(), parts.end());
  }
  entry_.codes.push_back(c);
  entry_.sources.push_back({i.line});
  entry_.texts.push_back(i.text);
  entry_.description.records.push_back(record(o, i, sources));
}

Record FunctionBuilder::record(const Operation& o, const Instruction& i, const std::vector<Source>& sources) const {
  using Kind = RecordOperand::Kind;
  Record r;
  r.present = true;
  r.kind = o.kind;
  r.pointing = o.pointing;
  r.from_bits = 32;
  r.sign = o.sign;
  r.latency = 1;
  r.memory = o.memory;
  r.barrier = o.barrier;
  r.shuffle = o.shuffle;
  r.guard = i.guard;
  for (const Register used : {i.address.reg, i.address_high})
    if (used != no_register) r.addresses.push_back(used);
  for (const Register result : i.results) r.results.push_back({Kind::reg, false, result, 0});
  for (const Source& s : sources) {
    const bool symbol = s.symbol != Source{}.symbol;
    const Kind kind = s.reg != no_register ? Kind::reg
                      : s.slot != no_slot  ? Kind::other
                      : symbol             ? Kind::symbol
                                           : Kind::constant;
    r.sources.push_back({kind, false, s.reg, symbol ? s.symbol : s.value});
  }
  return r;
}

void FunctionBuilder::finish() {
  Description& d = entry_.description;
  for (std::size_t k = 0; k < d.records.size(); ++k) d.records[k].first = &entry_.codes[k];
  for (RegisterInfo& r : registers_)
    if (r.slot >= entry_.frame_bytes) r.slot = no_slot;
  d.registers = std::move(registers_);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
