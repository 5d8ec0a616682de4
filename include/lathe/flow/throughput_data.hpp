// Throughput as plain data: the problem, what is wrong with one, the answer. The model tells throughput.hpp.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/program/effects.hpp>
#include <lathe/program/resources.hpp>
#include <lathe/support/csr.hpp>
#include <lathe/support/fault.hpp>
#include <lathe/support/none.hpp>

namespace lathe::flow::throughput {

using namespace ids;

/// A function that several threads execute on one issuer. Blocks, instructions and variables have dense numbers, block 0
/// is the entry. Phis stand at the heads of blocks, take no cycle and no issue slot, and mention their result alone.
struct Problem {
  /// An instruction without its mentions and holds.
  struct Inst {
    std::uint32_t latency = 1;  ///< cycles until its results can be read
    std::uint32_t issue = 1;    ///< issue slots that it takes
    /// What it is in the order of accesses; a fence keeps its place among all instructions.
    program::MemoryRole memory = program::MemoryRole::none;
    std::uint32_t space = 0;  ///< accesses of unlike spaces do not meet; 0: it may be any
    bool ends = false;        ///< a terminator: behind it stand terminators alone
    bool phi = false;         ///< it takes what `incoming` says, when it is ready
    bool operator==(const Inst&) const = default;
  };
  /// A variable that an instruction reads or writes.
  struct Mention {
    std::uint32_t variable = 0;  ///< number of the variable
    bool is_def = false;         ///< written
  };
  /// What a phi takes.
  struct Incoming {
    Block from = 0;              ///< number of the block that control comes from
    std::uint32_t variable = 0;  ///< read at the end of block `from`
  };
  /// A way out of a block.
  struct Way {
    Block to = 0;             ///< number of the block that it leads to
    std::uint64_t taken = 0;  ///< how often, in the unit of `runs`
  };
  std::string name;
  std::uint32_t variables = 0;  ///< variables are 0 .. variables - 1
  std::uint32_t width = 1;      ///< issue slots of a cycle; at least 1
  std::uint32_t threads = 1;    ///< that share the issuer and the units; at least 1
  /// True: instructions issue in the order of the code. False: within a block in the best order that a list scheduler
  /// finds, for what comes behind will look for it, too.
  bool keeps_order = false;
  std::vector<program::Unit> units;
  std::vector<std::uint32_t> first;  ///< per block and one behind: its first instruction
  std::vector<Inst> insts;
  std::vector<std::uint64_t> runs;  ///< per block: how often it runs, in any unit; below 2^48
  Csr<Mention> mentions;            ///< per instruction; it reads before it writes
  Csr<Incoming> incoming;           ///< per instruction
  Csr<program::Hold> holds;         ///< per instruction
  Csr<Way> ways;                    ///< per block

  std::uint32_t block_count() const { return first.empty() ? 0 : static_cast<std::uint32_t>(first.size() - 1); }
  /// All instructions, of all blocks.
  std::uint32_t inst_count() const { return static_cast<std::uint32_t>(insts.size()); }
  /// How often the function is entered: runs of the entry that no way in the function leads to; 1 where there are none.
  /// O(ways).
  double entries() const {
    std::uint64_t in = 0;
    for (Block b = 0; b < block_count(); ++b)
      for (const Way& way : ways[b]) in += way.to == 0 ? way.taken : 0;
    return block_count() == 0 || runs[0] <= in ? 1 : static_cast<double>(runs[0] - in);
  }
};

enum class ProblemFault : std::uint8_t {
  bad_size,      ///< lists that are not of one length
  bad_variable,  ///< a variable that is not there
  bad_block,     ///< a block that is not there, or no predecessor
  bad_phi,       ///< a phi behind what is none, with more than its result, or incoming of what is none
  bad_order,     ///< an instruction behind a terminator
  bad_unit,      ///< a unit that is not there, without copies, or held by more than there are at once
  bad_count      ///< no issue slot, no thread, a latency, a hold or a count of runs beyond its bound
};

/// What is wrong with a problem; `place` is a block, an instruction or a unit. O(size + holds^2 of an instruction).
template <class = void>
FaultList<ProblemFault> check_problem(const Problem& p) {
  constexpr std::uint32_t most_cycles = 1U << 20;
  FaultList<ProblemFault> out;
  const std::uint32_t blocks = p.block_count(), insts = p.inst_count();
  bool sizes = p.mentions.rows() == insts && p.incoming.rows() == insts && p.holds.rows() == insts &&
               p.ways.rows() == blocks && p.runs.size() == blocks && (blocks == 0 || p.first[0] == 0) &&
               (blocks == 0 ? insts == 0 : p.first[blocks] == insts);
  for (Block b = 0; b < blocks; ++b) sizes &= p.first[b] <= p.first[b + 1];
  if (!sizes) {
    out.add(ProblemFault::bad_size, 0, "lists of blocks or instructions are not of one length");
    return out;
  }
  const auto want = [&](bool fine, ProblemFault kind, std::uint32_t place, const char* text) {
    if (!fine) out.add(kind, place, text);
  };
  want(p.width != 0 && p.threads != 0, ProblemFault::bad_count, 0, "no issue slot, or no thread");
  for (std::uint32_t u = 0; u < p.units.size(); ++u)
    want(p.units[u].copies != 0, ProblemFault::bad_unit, u, "a unit without copies");
  std::vector<std::pair<std::uint32_t, Block>> back;
  for (Block b = 0; b < blocks; ++b) {
    want(p.runs[b] < std::uint64_t{1} << 48, ProblemFault::bad_count, b, "a block that runs 2^48 times or more");
    for (const Problem::Way& way : p.ways[b]) {
      want(way.to < blocks, ProblemFault::bad_block, b, "a way to a block that is not there");
      want(way.taken < std::uint64_t{1} << 48, ProblemFault::bad_count, b, "a way that is taken 2^48 times or more");
      if (way.to < blocks) back.emplace_back(way.to, b);
    }
  }
  const Csr<Block> predecessors(blocks, back);
  for (Block b = 0; b < blocks; ++b) {
    bool head = true, ended = false;
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      const Problem::Inst& inst = p.insts[i];
      for (const Problem::Mention& m : p.mentions[i])
        want(m.variable < p.variables, ProblemFault::bad_variable, i, "a variable that is not there");
      for (const Problem::Incoming& in : p.incoming[i]) {
        bool there = false;
        for (const Block before : predecessors[b]) there |= before == in.from;
        want(there, ProblemFault::bad_block, i, "a value comes from a block that is no predecessor");
        want(in.variable < p.variables, ProblemFault::bad_variable, i, "a variable that is not there");
      }
      const bool result = p.mentions[i].size() == 1 && p.mentions[i][0].is_def;
      want(inst.phi ? head && result && !inst.ends && p.holds[i].empty() : p.incoming[i].empty(), ProblemFault::bad_phi,
           i, "a phi behind what is none, with more than a result, or incoming of none");
      want(!ended || inst.ends, ProblemFault::bad_order, i, "an instruction behind a terminator");
      want(inst.latency < most_cycles && inst.issue < most_cycles, ProblemFault::bad_count, i,
           "a latency or issue slots of 2^20 or more");
      for (const program::Hold& h : p.holds[i]) {
        want(h.unit < p.units.size(), ProblemFault::bad_unit, i, "a unit that is not there");
        want(h.first < most_cycles && h.cycles < most_cycles, ProblemFault::bad_count, i,
             "a hold of 2^20 cycles or more");
        if (h.unit >= p.units.size() || h.cycles == 0) continue;
        std::uint32_t together = 0;
        for (const program::Hold& o : p.holds[i])
          together += o.unit == h.unit && o.cycles != 0 && o.first <= h.first && h.first < o.first + o.cycles ? 1 : 0;
        want(together <= p.units[h.unit].copies, ProblemFault::bad_unit, i, "more copies of a unit than there are");
      }
      head &= inst.phi;
      ended |= inst.ends;
    }
  }
  return out;
}

enum class Refusal : std::uint8_t {
  none,
  bad_problem  ///< check_problem says what is wrong
};
constexpr const char* to_string(Refusal r) { return r == Refusal::none ? "none" : "the problem is broken"; }

/// What takes the most, and so the time.
enum class Bound : std::uint8_t {
  nothing,  ///< no block runs, or nothing is in them
  issue,    ///< issue slots
  unit,     ///< the busiest unit
  latency   ///< what each thread waits for, though the others run meanwhile
};
constexpr const char* to_string(Bound b) {
  constexpr const char* names[] = {"nothing", "issue", "unit", "latency"};
  return names[static_cast<int>(b)];
}

/// What takes the time, for people: "unit NAME", or the bound's name.
inline std::string bound_text(const Problem& p, Bound b, std::uint32_t unit) {
  return b == Bound::unit ? "unit " + p.units[unit].name : std::string(to_string(b));
}
/// A number with two digits behind the point.
inline std::string hundredths(double d) {
  std::array<char, 340> text;  // the largest has 309 in front of it
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), d, std::chars_format::fixed, 2).ptr};
}

struct Stats {
  std::uint64_t blocks = 0, insts = 0, passes = 0, walked = 0, settled = 0;
  bool operator==(const Stats&) const = default;
  static constexpr auto fields() {
    return std::array<std::pair<const char*, std::uint64_t Stats::*>, 5>{{
        {"blocks", &Stats::blocks},
        {"instructions", &Stats::insts},
        {"passes over the blocks", &Stats::passes},
        {"blocks walked", &Stats::walked},
        {"blocks entered in one state at last", &Stats::settled},
    }};
  }
};

/// Cycles by thread, and for one run of the function (`entries`).
struct Result {
  /// A block, each time that it runs.
  struct OfBlock {
    Block entered = no_block;   ///< from where control comes most often; no_block: from outside
    double alone = 0;           ///< cycles until one thread alone is through
    double issue = 0;           ///< cycles of issue
    double busiest = 0;         ///< cycles of the unit that it holds longest, by copy
    std::uint32_t unit = none;  ///< which one that is
    double cycles = 0;          ///< the most of issue, busiest and alone / threads
    Bound bound = Bound::nothing;
    double share = 0;  ///< of all blocks' cycles, 0 to 1
    bool operator==(const OfBlock&) const = default;
  };
  Refusal refusal = Refusal::none;
  std::vector<OfBlock> blocks;
  std::vector<std::uint32_t> order;  ///< instructions in the order of issue, block by block
  std::vector<double> units;         ///< cycles that each unit is held, by copy
  double issue = 0;                  ///< cycles of issue
  double alone = 0;                  ///< cycles of one thread alone
  Bound bound = Bound::nothing;      ///< of the whole: what `cycles` are
  std::uint32_t unit = none;         ///< the busiest unit
  /// With the threads at unlike places of the code, so that one's waiting is covered by another's work anywhere: the
  /// most of issue, the busiest unit and alone / threads. The model's least.
  double cycles = 0;
  /// With all threads in one block at a time: the sum of the blocks' cycles. The model's most.
  double together = 0;
  Stats stats;
};

}  // namespace lathe::flow::throughput
