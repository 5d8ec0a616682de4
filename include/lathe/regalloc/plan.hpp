// Register allocation's plan as plain data: a register for each operand, and code to put between the instructions.
//
// Nothing is renamed: a value has, at each point where it lives, the places that the edits and its definition put it
// into, and is spelled there by the register that `registers` says. So the plan needs no values of its own, and no
// SSA form to be made again. Its text form is in text.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/regalloc/problem.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::regalloc {

/// Costs are times the weight of the block.
struct Options {
  bool split_edges = true;    ///< code may get a block of its own on an edge; else who needs one is refused by name
  bool rematerialise = true;  ///< values that say what making them again costs
  std::uint32_t load_cost = 2, store_cost = 2;  ///< beside Problem::Value::remat
  /// Decisions that make the plan better and need not be taken: a value made again instead of loaded, one store at the
  /// definition instead of several, a slot shared, a register taken because of what is to come. Each is right alone.
  std::uint64_t fuel = UINT64_MAX;
  /// Places looked at for the operands of one instruction, where some want one of a set of registers.
  std::uint32_t search = 1U << 20;
};

enum class Refusal : std::uint8_t {
  none,
  bad_problem,    ///< check_problem says what is wrong
  instruction,    ///< an instruction's operands and the values that must not leave do not fit its registers
  parameters,     ///< nor do the parameters at the entry
  critical_edge,  ///< code is needed on an edge where none can stand, and it may not be split
  no_scratch,     ///< registers change places with none free, no way to swap them, and none to store them
  search_limit    ///< an instruction with many operands that want one of a set: Options::search was not enough
};
inline constexpr std::array<std::string_view, 7> refusal_names = {
    "none", "bad_problem", "instruction", "parameters", "critical_edge", "no_scratch", "search_limit"};

/// A place between instructions: in front of `inst`, a number of its block, or behind all (first[block + 1]). Blocks
/// from Problem::block_count() on are the split edges, in order; there `inst` is 0.
struct Position {
  Block block = 0;
  std::uint32_t inst = 0;  ///< from first[block] to first[block + 1], that one for its end
  auto operator<=>(const Position&) const = default;
};

/// One instruction to put in. Those of one position are in their order.
struct Edit {
  /// What the instruction does.
  enum class Kind : std::uint8_t {
    move,   ///< register `to` = register `from`
    swap,   ///< the two exchange what they hold
    store,  ///< slot `to` = register `from`
    load,   ///< register `to` = slot `from`
    make    ///< register `to` = the value, by the instruction that defines it
  };
  Kind kind = Kind::move;
  Position at{};
  std::uint32_t to = 0, from = 0;  ///< numbers of registers, or of slots: as the kind has it
  std::uint32_t value = 0;  ///< what arrives in `to`; of a swap, too (what arrives in `from` is the user's to find)
  bool operator==(const Edit&) const = default;
};
inline constexpr std::array<std::string_view, 5> edit_names = {"move", "swap", "store", "load", "make"};

/// A place in the frame.
struct Slot {
  std::uint32_t bytes = 0, align = 0;  ///< both of a value's class
  bool operator==(const Slot&) const = default;
};

struct Stats {
  std::uint64_t insts = 0, values = 0, spilled = 0, stores = 0, loads = 0, made = 0, moves = 0, swaps = 0, split = 0;
  std::uint64_t slots = 0, frame_bytes = 0, registers = 0;
  std::uint64_t evicted = 0;    ///< times that a value left its register to make room
  std::uint64_t cost = 0;       ///< edits by the weight of their blocks: moves and swaps 1, others as Options has them
  std::uint64_t decisions = 0;  ///< what Options::fuel counts
  bool operator==(const Stats&) const = default;
  static constexpr std::array<std::pair<const char*, std::uint64_t Stats::*>, 15> fields() {
    return {{{"instructions", &Stats::insts},
             {"values", &Stats::values},
             {"values spilled", &Stats::spilled},
             {"stores", &Stats::stores},
             {"loads", &Stats::loads},
             {"made again", &Stats::made},
             {"moves", &Stats::moves},
             {"swaps", &Stats::swaps},
             {"edges split", &Stats::split},
             {"slots", &Stats::slots},
             {"bytes of the frame", &Stats::frame_bytes},
             {"registers named", &Stats::registers},
             {"evictions", &Stats::evicted},
             {"cost of edits", &Stats::cost},
             {"decisions", &Stats::decisions}}};
  }
};

/// Where each value is at each place, and the edits that make it so, or why there is no plan.
struct Plan {
  /// An edge between blocks.
  struct Edge {
    Block from = 0, to = 0;  ///< the edge leads from one to the other
    bool operator==(const Edge&) const = default;
  };
  /// Where a phi's result is when its block begins; dead ones are nowhere.
  struct PhiPlace {
    std::uint32_t reg = none, slot = none;  ///< none: it is not there; of a live result one of both is a place
    bool operator==(const PhiPlace&) const = default;
  };
  Refusal refusal = Refusal::none;  ///< not `none`: there is no plan
  std::uint32_t refused_at = 0;  ///< of instruction, search_limit and no_scratch: the instruction; of an edge, `from`
  std::uint32_t refused_to = none;        ///< of an edge
  std::uint32_t refused_class = none;     ///< of a class that has too few registers; none: the refusal is of no class
  std::vector<std::uint32_t> registers;   ///< per operand, by its number; none where the entry does not reach
  std::vector<std::uint32_t> parameters;  ///< per parameter
  std::vector<PhiPlace> phis;             ///< per phi
  std::vector<Edge> splits;               ///< edges that have a block of their own now
  std::vector<Slot> slots;
  std::vector<Edit> edits;  ///< by position
  Stats stats;

  /// The register of an operand, counted from 0 within its instruction; none where the entry does not reach.
  std::uint32_t register_of(const Problem& p, std::uint32_t inst, std::uint32_t operand) const {
    return registers[p.place[inst] + operand];
  }
};

}  // namespace lathe::regalloc
