// Phi elimination as plain data: the problem, what is wrong with one, and the plan.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::opt {

/// Points inside a block, ascending. Instruction i (phis not counted) reads at `read(i)` and writes at
/// `write(i)`; one that writes a result before it has read everything defines it at `early_write(i)`.
namespace point {
/// Of phis, and of the parallel copy at the top of a block.
inline constexpr std::uint32_t phi = 0, entry_read = 1, entry_write = 2;
/// The place where instruction i writes before it has read everything.
constexpr std::uint32_t early_write(std::uint32_t i) { return 4 * i + 7; }
/// The place where instruction i reads.
constexpr std::uint32_t read(std::uint32_t i) { return 4 * i + 8; }
/// The place where instruction i writes.
constexpr std::uint32_t write(std::uint32_t i) { return 4 * i + 9; }
/// The parallel copy at the end of a block, in front of its first terminator `i`.
constexpr std::uint32_t exit_read(std::uint32_t i) { return 4 * i + 6; }
/// Where that copy writes.
constexpr std::uint32_t exit_write(std::uint32_t i) { return 4 * i + 7; }
}  // namespace point

/// A function in SSA form as phi elimination sees it: phis, definitions and uses of variables at places.
struct PhiProblem {
  /// A point of the code.
  struct Place {
    flow::Block block = flow::no_block;  ///< no_block: never defined, any value will do
    std::uint32_t at = 0;
  };
  /// A read of a variable.
  struct Use {
    std::uint32_t variable;  ///< number of the variable
    Place place;
  };
  /// What a phi takes from one predecessor.
  struct Argument {
    flow::Block from;          ///< the predecessor
    std::uint32_t value;       ///< variable, or constant when is_constant
    bool is_constant = false;  ///< see `value`
  };
  /// A phi at the head of a block.
  struct Phi {
    std::uint32_t result;  ///< the variable that it writes
    flow::Block block;
    std::uint32_t begin, count;  ///< into `arguments`
  };
  /// A copy in the code: it vanishes when both become one.
  struct Affinity {
    std::uint32_t to, from;  ///< numbers of variables
    flow::Block block;
    bool same = true;  ///< they have one value as long as both live; else one of them changes in its place later
  };
  std::vector<Place> defs;          ///< per variable; phi results included (place ignored)
  std::vector<std::uint32_t> kind;  ///< per variable: only equal kinds share a location
  std::vector<Use> uses;            ///< by ordinary instructions
  std::vector<Phi> phis;
  std::vector<Argument> arguments;
  std::vector<Affinity> copies;          ///< copies in the code, which may vanish
  std::vector<std::uint32_t> exit;       ///< per block: index of its first terminator
  std::vector<std::uint32_t> frequency;  ///< per block, relative
};

enum class PhiRefusal : std::uint8_t {
  none,
  bad_problem  ///< check_phi_problem says what is wrong
};

/// How locations are found: the deSSA method.
enum class PhiJoin : std::uint8_t {
  none,   ///< every phi and every variable keeps its own: a copy for each argument and each result
  lives,  ///< shared by what is never alive at once
  values  ///< and by what is, but with one value
};

struct PhiOptions {
  PhiJoin join = PhiJoin::values;    ///< when variables may share a location
  std::uint32_t fuel = 0xffffffffU;  ///< merges of locations to try at most; each of them is right by itself
  /// A class of so many members, and of eight times the other's (or so many times, if that is less), is not walked
  /// whole when the two are merged. The plan does not depend on it.
  std::uint32_t large_class = 32;
};

struct PhiStats {
  std::uint64_t phis = 0, arguments = 0, copies = 0, merged = 0, tried = 0, moves = 0, constants = 0, temporaries = 0;
  std::uint64_t looked_at = 0;  ///< members of classes, by merges: what the cost is made of
  bool operator==(const PhiStats&) const = default;
  static constexpr auto fields() {
    return std::array<std::pair<const char*, std::uint64_t PhiStats::*>, 9>{{
        {"phis", &PhiStats::phis},
        {"arguments of phis", &PhiStats::arguments},
        {"copies in the code", &PhiStats::copies},
        {"copies that vanished", &PhiStats::merged},
        {"merges tried", &PhiStats::tried},
        {"moves that remain", &PhiStats::moves},
        {"constants set", &PhiStats::constants},
        {"new locations", &PhiStats::temporaries},
        {"members looked at", &PhiStats::looked_at},
    }};
  }
};

/// Out of SSA form: which location each variable has, and the copies that remain.
struct PhiPlan {
  /// A copy that remains.
  struct Step {
    bool operator==(const Step&) const = default;
    flow::Block block;
    bool at_end;         ///< else at the top
    std::uint32_t to;    ///< location
    std::uint32_t from;  ///< location, or constant
    bool is_constant;    ///< see `from`
  };
  /// Per variable: its location, named by a variable; numbers from defs.size() on are new.
  std::vector<std::uint32_t> location;
  std::vector<std::uint32_t> fresh_like;  ///< per new location: the variable whose kind it has
  std::vector<Step> steps;                ///< by block, top before end, in order
  std::uint32_t merged = 0;               ///< copies that vanished
  PhiRefusal refusal = PhiRefusal::none;  ///< not `none`: there is no plan
  PhiStats stats;
};

enum class PhiProblemFault : std::uint8_t {
  bad_size,      ///< lists of variables or of blocks are not of one length
  bad_variable,  ///< a variable that is not there
  bad_block,     ///< a block that is not there, or an argument from a block that is no predecessor
  bad_phi        ///< arguments that are not there
};

/// Everything that is wrong with the numbers of a problem; that it is strict SSA is the user's word. O(size).
inline FaultList<PhiProblemFault> check_phi_problem(const flow::Cfg& cfg, const PhiProblem& p) {
  FaultList<PhiProblemFault> out;
  const std::uint32_t blocks = cfg.block_count();
  const std::size_t n = p.defs.size();
  if (p.kind.size() != n || p.exit.size() != blocks || n > 0x7fffffffU) {
    out.add(PhiProblemFault::bad_size, 0, "not a kind for each variable, or not an exit for each block");
    return out;
  }
  for (std::uint32_t v = 0; v < n; ++v)
    if (p.defs[v].block != flow::no_block && p.defs[v].block >= blocks)
      out.add(PhiProblemFault::bad_block, v, "a variable is defined in a block that is not there");
  for (std::uint32_t i = 0; i < p.uses.size(); ++i) {
    if (p.uses[i].variable >= n) out.add(PhiProblemFault::bad_variable, i, "a use of a variable that is not there");
    if (p.uses[i].place.block >= blocks) out.add(PhiProblemFault::bad_block, i, "a use in a block that is not there");
  }
  for (std::uint32_t i = 0; i < p.copies.size(); ++i) {
    if (p.copies[i].to >= n || p.copies[i].from >= n)
      out.add(PhiProblemFault::bad_variable, i, "a copy of a variable that is not there");
    if (p.copies[i].block >= blocks) out.add(PhiProblemFault::bad_block, i, "a copy in a block that is not there");
  }
  for (std::uint32_t i = 0; i < p.phis.size(); ++i) {
    const PhiProblem::Phi& phi = p.phis[i];
    if (phi.result >= n) out.add(PhiProblemFault::bad_variable, i, "a phi of a variable that is not there");
    if (phi.block >= blocks) out.add(PhiProblemFault::bad_block, i, "a phi in a block that is not there");
    if (phi.begin > p.arguments.size() || phi.count > p.arguments.size() - phi.begin) {
      out.add(PhiProblemFault::bad_phi, i, "arguments that are not there");
      continue;
    }
    for (std::uint32_t k = phi.begin; k < phi.begin + phi.count; ++k) {
      const PhiProblem::Argument& a = p.arguments[k];
      if (!a.is_constant && a.value >= n) out.add(PhiProblemFault::bad_variable, i, "an argument that is not there");
      if (a.is_constant && a.value > 0x7fffffffU)
        out.add(PhiProblemFault::bad_variable, i, "a constant above 2^31 - 1");
      if (a.from >= blocks) out.add(PhiProblemFault::bad_block, i, "an argument from a block that is not there");
    }
  }
  return out;
}

}  // namespace lathe::opt
