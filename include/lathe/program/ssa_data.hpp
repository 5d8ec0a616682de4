// SSA construction as plain data: the problem, what is wrong with one, the plan.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/support/csr.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::program::ssa {

/// No name.
inline constexpr std::uint32_t no_name = 0xffffffffU;

/// Edges between blocks in both directions, each once. O(edges log edges) to make.
class Graph {
 public:
  Graph() = default;
  /// Edges to blocks that are not there are dropped.
  Graph(std::uint32_t blocks, std::span<const std::pair<std::uint32_t, std::uint32_t>> edges) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted, back;
    for (const auto& e : edges)
      if (e.first < blocks && e.second < blocks) sorted.push_back(e);
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (const auto& [from, to] : sorted) back.emplace_back(to, from);
    successors_ = Csr<std::uint32_t>(blocks, sorted);
    predecessors_ = Csr<std::uint32_t>(blocks, back);
  }
  std::uint32_t blocks() const { return successors_.rows(); }  ///< how many blocks; their numbers begin at 0
  /// Ascending, both.
  std::span<const std::uint32_t> successors(std::uint32_t b) const { return successors_[b]; }
  std::span<const std::uint32_t> predecessors(std::uint32_t b) const { return predecessors_[b]; }  ///< Ascending.

 private:
  Csr<std::uint32_t> successors_, predecessors_;
};

/// A function: who is read and written where. Variables, instructions and blocks have dense numbers, block 0 is the
/// entry. What an instruction reads it reads before it writes. A phi that is there already is an instruction at the
/// head of its block that writes, with `incoming` for what it reads.
struct Problem {
  /// A variable that an instruction reads or writes.
  struct Mention {
    std::uint32_t variable = 0;  ///< number of the variable
    bool is_def = false;
  };
  /// What a phi of the code takes.
  struct Incoming {
    std::uint32_t from = 0, variable = 0;  ///< read at the end of block `from`
  };
  std::uint32_t variables = 0;            ///< variables are 0 .. variables - 1
  std::vector<std::uint32_t> first;       ///< per block and one behind: its first instruction
  Csr<Mention> mentions;                  ///< per instruction
  Csr<Incoming> incoming;                 ///< per instruction
  Csr<std::uint32_t> live_out;            ///< per block: variables read behind its end
  Graph graph;                            ///< over all blocks
  std::vector<std::uint32_t> parameters;  ///< variables that have a value at the entry
  std::vector<bool> kept;                 ///< per variable: it stays as it is, many definitions and all

  /// Blocks are 0 .. blocks() - 1, the first one is the entry.
  std::uint32_t blocks() const { return first.empty() ? 0 : static_cast<std::uint32_t>(first.size() - 1); }
  std::uint32_t insts() const { return first.empty() ? 0 : first.back(); }  ///< all instructions, of all blocks
};

enum class Refusal : std::uint8_t {
  none,
  bad_problem,  ///< check_problem says what is wrong
  entry_phi     ///< a branch goes to the entry, and a phi would be needed there: put an empty block in front
};
constexpr const char* to_string(Refusal r) {
  return r == Refusal::none          ? "none"
         : r == Refusal::bad_problem ? "the problem is broken"
                                     : "the entry would need a phi: it wants a block in front";
}

struct Options {
  std::uint32_t fuel = no_name;  ///< so many variables are taken, in the order of their numbers; the others are kept
};

struct Stats {
  std::uint64_t variables = 0, kept = 0, definitions = 0, uses = 0, made = 0, redundant = 0, phis = 0, undefined = 0;
  std::uint64_t steps = 0;  ///< blocks asked for a variable's value: what the cost is made of
  bool operator==(const Stats&) const = default;
  static constexpr auto fields() {
    return std::array<std::pair<const char*, std::uint64_t Stats::*>, 9>{{
        {"variables", &Stats::variables},
        {"variables kept as they are", &Stats::kept},
        {"definitions", &Stats::definitions},
        {"uses", &Stats::uses},
        {"phis made", &Stats::made},
        {"redundant phis removed", &Stats::redundant},
        {"phis", &Stats::phis},
        {"values read before any definition", &Stats::undefined},
        {"blocks asked", &Stats::steps},
    }};
  }
};

/// Names 0, 1, .. are the new values: each has one definition, a mention that writes it, a phi, or the entry (the
/// value that a variable has there; of one that is no parameter it is undefined).
struct Plan {
  /// A value of a variable: a new register.
  struct Name {
    std::uint32_t variable = 0;  ///< the register that it is a value of
    std::uint32_t version = 0;   ///< of its variable, counted from 0 without gaps
    bool operator==(const Name&) const = default;
  };
  /// A new phi.
  struct Phi {
    std::uint32_t block = 0, name = 0;   ///< the block at whose head it stands, and the name that it makes
    std::uint32_t begin = 0, count = 0;  ///< into `arguments`
    bool operator==(const Phi&) const = default;
  };
  /// What a new phi takes from one predecessor.
  struct Argument {
    std::uint32_t from = 0;        ///< number of the block
    std::uint32_t name = no_name;  ///< none: the entry does not reach `from`
    bool operator==(const Argument&) const = default;
  };
  std::vector<Name> names;
  std::vector<Phi> phis;                 ///< by block
  std::vector<Argument> arguments;       ///< of a phi: one for each predecessor, ascending
  std::vector<std::uint32_t> at_entry;   ///< per variable: the name of its value there, none where nothing reads it
  std::vector<std::uint32_t> undefined;  ///< those names of at_entry whose variables are no parameters
  /// The name of each mention of Problem, row by row; none of kept variables, and where the entry does not reach.
  Csr<std::uint32_t> mentions, incoming, live_out;
  Refusal refusal = Refusal::none;  ///< not `none`: there is no plan
  Stats stats;
};

enum class ProblemFault : std::uint8_t {
  bad_size,      ///< lists of blocks, instructions or variables are not of one length
  bad_variable,  ///< a variable that is not there
  bad_block      ///< a block that is not there, or a value that comes from one that is no predecessor
};

/// Everything that is wrong with the numbers of a problem. O(size log predecessors).
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> out;
  const std::uint32_t blocks = p.blocks(), insts = p.insts();
  bool sizes = p.graph.blocks() == blocks && p.mentions.rows() == insts && p.incoming.rows() == insts &&
               p.live_out.rows() == blocks && (p.kept.empty() || p.kept.size() == p.variables);
  for (std::uint32_t b = 0; b < blocks; ++b) sizes &= p.first[b] <= p.first[b + 1];
  if (blocks != 0) sizes &= p.first[0] == 0;
  if (!sizes) {
    out.add(ProblemFault::bad_size, 0, "lists of blocks, instructions or variables are not of one length");
    return out;
  }
  const auto variable = [&](std::uint32_t v, std::uint32_t place) {
    if (v >= p.variables) out.add(ProblemFault::bad_variable, place, "a variable that is not there");
  };
  for (const std::uint32_t v : p.parameters) variable(v, 0);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const auto before = p.graph.predecessors(b);
    for (const std::uint32_t v : p.live_out[b]) variable(v, b);
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      for (const Problem::Mention& m : p.mentions[i]) variable(m.variable, i);
      for (const Problem::Incoming& in : p.incoming[i]) {
        variable(in.variable, i);
        if (!std::binary_search(before.begin(), before.end(), in.from))
          out.add(ProblemFault::bad_block, i, "a value comes from a block that is no predecessor");
      }
    }
  }
  return out;
}

}  // namespace lathe::program::ssa
