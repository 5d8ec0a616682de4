// Objects of a frame in functions of the toy machine: words at addresses that their symbols tell, a machine with a memory
// of its own for them, and what passes on slots are told.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <lathe/passes/slot_accesses.hpp>

#include "support/edited_functions.hpp"

namespace slot_functions {

using namespace lathe;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;
using Op = toy::MachineInst::Op;

inline constexpr std::uint32_t many_steps = 200'000;
// Objects stand at these addresses; their symbols are 1, 2, ..
// No power of two: those are what counters of loops become.
inline constexpr std::int64_t first_address = (1 << 20) + 64, apart = 1 << 10;
inline constexpr std::uint32_t objects = 4, size = 6;

inline std::uint32_t symbol_of(std::int64_t address) {
  return address >= first_address && address < 2 * first_address
             ? static_cast<std::uint32_t>((address - first_address) / apart) + 1
             : 0;
}

/// run_stored with a memory of its own for objects; `touched`, where it is given, gets each address of theirs.
inline std::optional<toy::Seen> run_with_slots(const EditFunction& f, std::uint32_t steps,
                                               std::vector<std::int64_t>* touched = nullptr) {
  toy::Seen seen;
  std::map<std::int64_t, std::int64_t> slots;
  std::vector<std::int64_t> value(f.value_count());
  for (std::size_t v = 0; v < value.size(); ++v) value[v] = 0x0badbad + static_cast<std::int64_t>(v);
  std::optional<BlockId> block = *f.blocks().begin(), from;
  while (block) {
    std::optional<BlockId> to;
    std::vector<std::pair<std::uint32_t, std::int64_t>> taken;
    for (const InstId i : f.instructions(*block))
      if (f.payload(i).kind == toy::FrameOp::Kind::phi)
        f.for_each_incoming(i, [&](BlockId b, ValueId v) {
          if (from && b == *from) taken.emplace_back(f.inst(i).writes[0], value[v.value]);
        });
    for (const auto& [v, word] : taken) value[v] = word;
    for (const InstId i : f.instructions(*block)) {
      if (steps-- == 0) return {};
      const toy::MachineInst m = f.inst(i);
      std::vector<std::int64_t> in, out;
      for (const toy::Register r : m.reads) in.push_back(value[r]);
      const bool plain = f.payload(i).kind == toy::FrameOp::Kind::plain;
      if (f.payload(i).kind == toy::FrameOp::Kind::move) out = in;
      if (plain && (m.op == Op::load || m.op == Op::store) && symbol_of(in[0]) != 0) {
        const std::size_t words = m.op == Op::load ? m.writes.size() : in.size() - 1;
        for (std::size_t k = 0; touched != nullptr && k < words; ++k)
          touched->push_back(in[0] + m.constant + static_cast<std::int64_t>(k));
        for (std::size_t k = 0; m.op == Op::load && k < m.writes.size(); ++k)
          out.push_back(slots[in[0] + m.constant + static_cast<std::int64_t>(k)]);
        for (std::size_t k = 1; m.op == Op::store && k < in.size(); ++k)
          slots[in[0] + m.constant + static_cast<std::int64_t>(k) - 1] = in[k];
      } else if (plain) {
        toy::operate(m, in, out, seen);
      }
      for (std::size_t k = 0; k < out.size(); ++k) value[m.writes[k]] = out[k];
      const auto targets = f.targets(i);
      if (!targets.empty()) to = targets[targets.size() == 2 && in[0] == 0 ? 1 : 0];
    }
    from = block;
    block = to;
  }
  return seen;
}

/// What passes are told of objects, and what promotion asks besides.
struct Slots {
  EditFunction& f;
  using Address = passes::SlotAddress<ValueId>;

  bool is_slot(std::uint32_t symbol) const { return symbol != 0; }
  std::uint64_t slot_bytes(std::uint32_t) const { return size; }
  template <class F>
  void for_each_symbol(InstId i, F&& g) const {
    if (f.is_plain(i, Op::set) && symbol_of(f.inst(i).constant) != 0) g(symbol_of(f.inst(i).constant));
  }
  std::optional<std::int64_t> constant(std::uint32_t r) const {
    for (const InstId i : f.instructions(*f.blocks().begin()))
      if (f.is_plain(i, Op::set) && f.inst(i).writes[0] == r && f.inst(i).constant < 50) return f.inst(i).constant;
    return {};
  }
  std::optional<Address> slot_address(InstId i) const {
    const toy::MachineInst m = f.inst(i);
    if (f.payload(i).kind == toy::FrameOp::Kind::move) return Address{0, ValueId(m.reads[0]), 0};
    if (f.is_plain(i, Op::set) && symbol_of(m.constant) != 0)
      return Address{symbol_of(m.constant), {}, (m.constant - first_address) % apart};
    if (f.is_plain(i, Op::add))
      if (const auto by = constant(m.reads[1])) return Address{0, ValueId(m.reads[0]), *by};
    return {};
  }
  std::uint32_t slot_parts(InstId i) const {
    const toy::MachineInst m = f.inst(i);
    const std::size_t words = m.op == Op::load ? m.writes.size() : m.reads.size() - 1;
    return words == 3 ? 0 : static_cast<std::uint32_t>(words);  // three are one thing that cannot be replaced
  }
  std::optional<ValueId> make_slot(std::uint32_t) { return f.make_value(); }
  InstId make_stored(InstId i, std::uint32_t part, ValueId to) {
    return f.make_copy(to, ValueId(f.inst(i).reads[part + 1]));
  }
  InstId make_loaded(InstId i, std::uint32_t part, ValueId from) {
    return f.make_copy(ValueId(f.inst(i).writes[part]), from);
  }
};

/// An instruction that stands nowhere.
inline InstId instruction(EditFunction& f, Op op, const std::vector<ValueId>& reads, const std::vector<ValueId>& writes,
                          std::int64_t constant) {
  using program::Operand, program::Role;
  std::vector<Operand<ValueId>> operands;
  for (const ValueId v : reads) operands.push_back({v, Role::use});
  for (const ValueId v : writes) operands.push_back({v, Role::def});
  return f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {op, constant, 0}, 0}, operands);
}

}  // namespace slot_functions
