// The register pressure problem: one function as flat arrays. Its text form is in text.hpp.
//
// What is live or not is a *unit*: the smallest part of a register that lives on its own. A plain register has units of
// its own, one per lane, all of one class; an overlapping register (a part, a pair, an alias) names units of others. A
// write to some lanes leaves the others as they were. A class says what one live unit of it weighs in which *pressure
// sets* (say: a b64 unit weighs 2 in the set of 32-bit registers); several classes may feed one set. Sets have limits,
// and optionally steps: pressures beyond which something gets worse, such as occupancy.
//
// An instruction reads first, then writes. Reads and writes of one unit by one instruction count once each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lathe/support/fault.hpp>
#include <lathe/support/none.hpp>

namespace lathe::pressure {

/// No instruction, block, limit.
using namespace ids;
/// Most sets of a problem, and lanes of a register.
inline constexpr std::uint32_t max_sets = 32, max_lanes = 64;
/// Weights of all units in a set add up to this at most, so that no sum of pressures overflows.
inline constexpr std::uint64_t max_weight = std::uint64_t{1} << 29;

/// What a live unit weighs in a pressure set.
struct Feed {
  std::uint32_t set = 0, weight = 1;  ///< number of the set, and registers of it that one unit takes
  bool operator==(const Feed&) const = default;
};

/// A register that an instruction mentions.
struct Operand {
  std::uint32_t reg = 0;               ///< number of the register
  bool reads = false, writes = false;  ///< an instruction reads first, then writes; both may hold
  std::uint64_t lanes = 1;             ///< bit k: the k-th unit of the register
  bool operator==(const Operand&) const = default;
};
/// Lanes of a register that are live at the end of a block whatever follows.
struct Live {
  std::uint32_t reg = 0;    ///< number of the register
  std::uint64_t lanes = 1;  ///< bit k: the k-th unit of the register
  bool operator==(const Live&) const = default;
};

/// What an instruction does beside its operands; bits.
using Flags = std::uint8_t;
inline constexpr Flags loads = 1;        ///< reads memory: not passed by stores
inline constexpr Flags stores = 2;       ///< writes memory: passes no loads nor stores
inline constexpr Flags fixed = 4;        ///< stays where it is
inline constexpr Flags barrier = 8;      ///< neither passes nor is passed by what touches memory, nor other barriers
inline constexpr Flags terminator = 16;  ///< stays, and nothing passes it

/// One function as flat arrays; see the head of the file.
struct Problem {
  /// Registers that are counted together.
  struct Set {
    std::string name;
    std::uint32_t limit = none;        ///< more than this is excess; none: there is no limit
    std::vector<std::uint32_t> steps;  ///< ascending; pressure above steps[k] is on level k + 1
    bool operator==(const Set&) const = default;
  };
  /// What one unit weighs in which sets.
  struct Class {
    std::string name;
    std::vector<Feed> feeds;
    bool operator==(const Class&) const = default;
  };
  /// A register of the function.
  struct Register {
    std::string name;
    std::uint32_t cls = none;            ///< of a plain register; none: it overlaps others
    std::uint32_t first = 0, count = 0;  ///< into `register_units`
    bool reserved = false;               ///< not the allocator's: what writes it does not move
    bool operator==(const Register&) const = default;
  };
  /// A block of the function.
  struct Block {
    std::string name;
    std::uint32_t first = 0, count = 0;                      ///< instructions
    std::uint32_t first_successor = 0, successor_count = 0;  ///< into `successors`
    std::uint32_t first_live = 0, live_count = 0;            ///< into `live`
    bool operator==(const Block&) const = default;
  };
  /// An instruction without its operands.
  struct Inst {
    std::uint32_t op = 0;                ///< into `ops`
    std::uint32_t first = 0, count = 0;  ///< operands
    Flags flags = 0;
    bool operator==(const Inst&) const = default;
  };

  std::string name;
  std::vector<Set> sets;
  std::vector<Class> classes;
  std::vector<std::uint32_t> unit_class;  ///< class of each unit
  std::vector<Register> registers;
  std::vector<std::uint32_t> register_units;  ///< those of a register are neighbours, in the order of `registers`
  std::vector<std::string> ops;               ///< names of what instructions do: for the reader only
  std::vector<Block> blocks;                  ///< block 0 is the entry
  std::vector<std::uint32_t> successors;      ///< those of a block are neighbours, in the order of `blocks`
  std::vector<Live> live;                     ///< likewise
  std::vector<Inst> insts;                    ///< likewise
  std::vector<Operand> operands;              ///< those of an instruction are neighbours, in the order of `insts`

  /// Units are numbered below it.
  std::uint32_t register_unit_count() const { return static_cast<std::uint32_t>(unit_class.size()); }
  /// Units of the register, lane by lane.
  std::span<const std::uint32_t> units_of(std::uint32_t reg) const {
    return {register_units.data() + registers[reg].first, registers[reg].count};
  }
  /// What the unit weighs in which sets.
  std::span<const Feed> feeds(std::uint32_t unit) const { return classes[unit_class[unit]].feeds; }
  /// In order.
  std::span<const Operand> operands_of(const Inst& inst) const { return {operands.data() + inst.first, inst.count}; }
  /// Numbers of blocks, in order.
  std::span<const std::uint32_t> successors_of(std::uint32_t block) const {
    return {successors.data() + blocks[block].first_successor, blocks[block].successor_count};
  }
  /// What is live behind the block, whatever follows.
  std::span<const Live> live_at_end(std::uint32_t block) const {
    return {live.data() + blocks[block].first_live, blocks[block].live_count};
  }
  /// All lanes of a register.
  std::uint64_t all_lanes(std::uint32_t reg) const {
    return registers[reg].count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << registers[reg].count) - 1;
  }
  bool operator==(const Problem&) const = default;
};

/// The level of a pressure among the steps of a set: how many of them it exceeds.
inline std::uint32_t level_of(const Problem::Set& set, std::int64_t pressure) {
  std::uint32_t level = 0;
  for (const std::uint32_t step : set.steps) level += pressure > static_cast<std::int64_t>(step);
  return level;
}

enum class ProblemFault {
  bad_range,
  bad_set,
  bad_class,
  bad_unit,
  bad_register,
  bad_lanes,
  bad_block,
  bad_op,
  too_large
};
inline constexpr int problem_fault_kinds = 9;

namespace detail {

template <class = void>
inline void check_model(const Problem& p, FaultList<ProblemFault>& faults) {
  using enum ProblemFault;
  if (p.sets.size() > max_sets) faults.add(too_large, 0, "more than 32 pressure sets");
  for (std::uint32_t s = 0; s < p.sets.size(); ++s)
    if (!std::is_sorted(p.sets[s].steps.begin(), p.sets[s].steps.end()))
      faults.add(bad_set, s, "steps of a set that do not ascend");
  for (std::uint32_t c = 0; c < p.classes.size(); ++c)
    for (const Feed& feed : p.classes[c].feeds)
      if (feed.set >= p.sets.size()) faults.add(bad_set, c, "a class that feeds no set");
  std::vector<std::uint64_t> weight(p.sets.size(), 0);
  for (std::uint32_t u = 0; u < p.unit_class.size(); ++u) {
    if (p.unit_class[u] >= p.classes.size()) {
      faults.add(bad_class, u, "a unit of no class");
      continue;
    }
    for (const Feed& feed : p.classes[p.unit_class[u]].feeds)
      if (feed.set < weight.size()) weight[feed.set] = std::min(weight[feed.set] + feed.weight, 2 * max_weight);
  }
  for (std::uint32_t s = 0; s < weight.size(); ++s)
    if (weight[s] > max_weight) faults.add(too_large, s, "the units of a set weigh more than 2^29 together");
}

template <class = void>
inline void check_registers(const Problem& p, FaultList<ProblemFault>& faults) {
  using enum ProblemFault;
  std::uint64_t at = 0, fresh = 0;
  for (std::uint32_t r = 0; r < p.registers.size(); ++r) {
    const Problem::Register& reg = p.registers[r];
    if (reg.first != at || at + reg.count > p.register_units.size()) {
      faults.add(bad_range, r, "a register's units leave a gap");
      return;
    }
    if (reg.count == 0 || reg.count > max_lanes) faults.add(bad_lanes, r, "a register without units, or more than 64");
    if (reg.cls != none && reg.cls >= p.classes.size()) faults.add(bad_class, r, "a register of no class");
    for (std::uint32_t k = 0; k < reg.count; ++k, ++at) {
      const std::uint32_t u = p.register_units[at];
      if (u >= p.unit_class.size())
        faults.add(bad_unit, r, "a register with a unit that is not there");
      else if (reg.cls != none ? u != fresh++ || p.unit_class[u] != reg.cls : u >= fresh)
        faults.add(bad_unit, r, "units are not named first by plain registers in order");
    }
    for (std::uint32_t k = 0; k < reg.count && reg.cls == none; ++k)
      for (std::uint32_t l = 0; l < k; ++l)
        if (p.register_units[reg.first + k] == p.register_units[reg.first + l])
          faults.add(bad_unit, r, "a register that names a unit twice");
  }
  if (at != p.register_units.size() || fresh != p.unit_class.size())
    faults.add(bad_range, 0, "units of registers do not add up");
}

template <class = void>
inline void check_code(const Problem& p, FaultList<ProblemFault>& faults) {
  using enum ProblemFault;
  const auto lanes_fit = [&](std::uint32_t reg, std::uint64_t lanes, std::uint32_t place) {
    if (reg >= p.registers.size())
      faults.add(bad_register, place, "a register that is not there");
    else if (lanes == 0 || (lanes & ~p.all_lanes(reg)) != 0)
      faults.add(bad_lanes, place, "lanes that the register does not have, or none");
  };
  std::uint64_t inst = 0, live = 0, successor = 0, operand = 0;
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    const Problem::Block& block = p.blocks[b];
    if (block.first != inst || block.first_live != live || block.first_successor != successor)
      faults.add(bad_range, b, "a block's range leaves a gap");
    inst = std::uint64_t{block.first} + block.count;
    live = std::uint64_t{block.first_live} + block.live_count;
    successor = std::uint64_t{block.first_successor} + block.successor_count;
  }
  if (inst != p.insts.size() || live != p.live.size() || successor != p.successors.size())
    faults.add(bad_range, 0, "ranges of blocks do not add up");
  for (std::uint32_t k = 0; k < p.successors.size(); ++k)
    if (p.successors[k] >= p.blocks.size()) faults.add(bad_block, k, "a successor that is no block");
  for (std::uint32_t i = 0; i < p.insts.size(); ++i) {
    if (p.insts[i].op >= p.ops.size()) faults.add(bad_op, i, "an instruction without a name");
    if (p.insts[i].first != operand) faults.add(bad_range, i, "an instruction's operands leave a gap");
    operand = std::uint64_t{p.insts[i].first} + p.insts[i].count;
  }
  if (operand != p.operands.size()) faults.add(bad_range, 0, "ranges of operands do not add up");
  for (std::uint32_t k = 0; k < p.operands.size(); ++k) {
    lanes_fit(p.operands[k].reg, p.operands[k].lanes, k);
    if (!p.operands[k].reads && !p.operands[k].writes) faults.add(bad_op, k, "an operand neither read nor written");
  }
  for (std::uint32_t k = 0; k < p.live.size(); ++k) lanes_fit(p.live[k].reg, p.live[k].lanes, k);
}

}  // namespace detail

/// What every algorithm here assumes of a problem. O(size).
template <class = void>
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> faults;
  constexpr std::size_t most = (std::size_t{1} << 30) - 1;
  if (std::max({p.insts.size(), p.blocks.size(), p.operands.size(), p.register_units.size(), p.live.size()}) > most) {
    faults.add(ProblemFault::too_large, 0, "more than 2^30 of something");
    return faults;
  }
  detail::check_model(p, faults);
  detail::check_registers(p, faults);
  detail::check_code(p, faults);
  return faults;
}

}  // namespace lathe::pressure
