// Uniformity as plain data: the problem, what is wrong with one, the answer.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cycles.hpp>
#include <lathe/program/ssa_data.hpp>
#include <lathe/support/csr.hpp>
#include <lathe/support/fault.hpp>
#include <lathe/support/none.hpp>

namespace lathe::flow::uniformity {

using namespace ids;

/// What is known of the results of an instruction that threads execute together.
enum class Source : std::uint8_t {
  operands,  ///< the same for all where what it reads is the same for all
  uniform,   ///< the same for all, whatever it reads
  divergent  ///< another for each
};
/// What an instruction does with a variable.
enum class Role : std::uint8_t { use, old, guard, def };

/// A function that the threads of a warp execute. Blocks, instructions and variables have dense numbers, block 0 is the
/// entry. An instruction reads before it writes. What it writes only where its guard holds, or in part, it reads as
/// `old` besides: threads whose guard does not hold keep that. Phis stand at the heads of blocks and mention their
/// result alone; one that takes one of several values that come from a block, who knows which, has several from there.
struct Problem {
  /// A variable that an instruction mentions.
  struct Mention {
    std::uint32_t variable = 0;  ///< number of the variable
    Role role = Role::use;
  };
  /// What a phi takes.
  struct Incoming {
    Block from = 0;              ///< number of the block that control comes from
    std::uint32_t variable = 0;  ///< read at the end of block `from`
  };
  /// An instruction without its mentions.
  struct Inst {
    Source source = Source::operands;
    bool changing = false;  ///< done again it may give another result for the same operands: loads, calls
    bool phi = false;       ///< it stands at the head of its block, and takes what `incoming` says
  };
  /// A variable that has a value at the entry.
  struct Parameter {
    std::uint32_t variable = 0;  ///< number of the variable
    bool uniform = false;        ///< all threads of a warp have one word in it
  };
  /// What is known of the ways out of a block besides.
  struct Ways {
    bool divergent = false;  ///< threads go different ways whatever decides
    bool leaves = false;     ///< threads may leave the function here besides
  };
  std::string name;
  std::uint32_t variables = 0;       ///< variables are 0 .. variables - 1
  std::vector<std::uint32_t> first;  ///< per block and one behind: its first instruction
  std::vector<Inst> insts;
  Csr<Mention> mentions;              ///< per instruction
  Csr<Incoming> incoming;             ///< per instruction
  Csr<Block> successors;              ///< per block
  Csr<std::uint32_t> deciders;        ///< per block: variables that its end reads to choose a way
  std::vector<Ways> ways;             ///< per block
  std::vector<Parameter> parameters;  ///< variables that have a value at the entry; others are undefined there

  std::uint32_t block_count() const { return first.empty() ? 0 : static_cast<std::uint32_t>(first.size() - 1); }
  /// All instructions, of all blocks.
  std::uint32_t inst_count() const { return static_cast<std::uint32_t>(insts.size()); }
};

enum class Refusal : std::uint8_t {
  none,
  bad_problem  ///< check_problem says what is wrong
};
constexpr const char* to_string(Refusal r) { return r == Refusal::none ? "none" : "the problem is broken"; }

struct Stats {
  std::uint64_t blocks = 0, diverged = 0, branches = 0, divergent_branches = 0, values = 0, divergent_values = 0,
                uses = 0, divergent_uses = 0, temporal = 0, joins = 0, cycles = 0, irreducible = 0, left_apart = 0,
                mixed = 0, steps = 0;
  bool operator==(const Stats&) const = default;
  static constexpr auto fields() {
    return std::array<std::pair<const char*, std::uint64_t Stats::*>, 15>{{
        {"blocks", &Stats::blocks},
        {"blocks that a part of the warp reaches", &Stats::diverged},
        {"branches", &Stats::branches},
        {"divergent branches", &Stats::divergent_branches},
        {"values", &Stats::values},
        {"divergent values", &Stats::divergent_values},
        {"uses", &Stats::uses},
        {"divergent uses", &Stats::divergent_uses},
        {"uses divergent by time alone", &Stats::temporal},
        {"blocks where diverged threads meet", &Stats::joins},
        {"cycles", &Stats::cycles},
        {"irreducible cycles", &Stats::irreducible},
        {"cycles left in different turns", &Stats::left_apart},
        {"irreducible cycles that threads walk apart", &Stats::mixed},
        {"steps of labels", &Stats::steps},
    }};
  }
};

/// What was found to be divergent, in order, and by which earlier find.
struct Event {
  /// What is divergent.
  enum class Kind : std::uint8_t {
    value,   ///< subject: a name
    use,     ///< subject: a place that reads a name which is uniform where it is made
    branch,  ///< subject: a block
    apart,   ///< subject: a cycle; its threads leave it in different turns
    mixed    ///< subject: an irreducible cycle; its threads walk it on different ways
  };
  /// Why it is.
  enum class Reason : std::uint8_t {
    source,     ///< it is said to be
    parameter,  ///< said of a parameter
    operand,    ///< what is read at place `at` is divergent
    guard,      ///< the guard at place `at` is
    meet,       ///< a phi where threads meet that `cause` parted
    turn        ///< made in a cycle that `cause` says threads leave apart, or walk apart
  };
  Kind kind = Kind::value;
  Reason reason = Reason::source;
  std::uint32_t subject = 0;   ///< what it is of: see Kind
  std::uint32_t cause = none;  ///< an earlier event; none where it is said
  std::uint32_t at = none;     ///< a place; for source, the instruction
};

/// Names are the values of the variables: one for each definition and each phi (program/ssa.hpp, made of the problem
/// with a block in front). Places are where variables stand: all mentions, then all incoming, then all deciders, then
/// the arguments of phis that were made, each row by row.
struct Result {
  Refusal refusal = Refusal::none;
  program::ssa::Plan names;  ///< the values of variables, see above
  Cycles cycles;
  std::vector<Event> events;
  std::vector<bool> divergent;             ///< per place; at a definition: of what it makes
  std::vector<bool> branch;                ///< per block: threads that reach its end together may part there
  std::vector<bool> join;                  ///< per block: threads that parted may meet here
  std::vector<bool> diverged;              ///< per block: a part of the warp may come here without the others
  std::vector<Block> until;                ///< per block with a divergent branch: where all meet again; none: nowhere
  std::vector<std::uint32_t> apart;        ///< per cycle: the event, or none
  std::vector<std::uint32_t> mixed;        ///< per cycle: the event, or none
  std::vector<std::uint32_t> value_event;  ///< per name: the event, or none
  std::vector<std::uint32_t> use_event;    ///< per place: of kind use, or none
  Stats stats;
};

/// Where the places of each list begin, and which row has which.
class Places {
 public:
  /// Counts; both are read here alone. O(rows).
  Places(const Problem& p, const program::ssa::Plan& names)
      : incoming(static_cast<std::uint32_t>(p.mentions.size())),
        deciders(incoming + static_cast<std::uint32_t>(p.incoming.size())),
        arguments(deciders + static_cast<std::uint32_t>(p.deciders.size())),
        count(arguments + static_cast<std::uint32_t>(names.arguments.size())),
        mention_row_(rows(p.mentions)),
        incoming_row_(rows(p.incoming)),
        decider_row_(rows(p.deciders)) {}
  /// The place of the first of a row.
  std::uint32_t mention(std::uint32_t inst) const { return mention_row_[inst]; }
  /// The place of the first that a phi takes, as the code has it.
  std::uint32_t incoming_of(std::uint32_t inst) const { return incoming + incoming_row_[inst]; }
  /// The place of the first variable that the end of block b reads to choose a way.
  std::uint32_t decider(Block b) const { return deciders + decider_row_[b]; }
  std::uint32_t incoming, deciders, arguments, count;  ///< the first place of each list, and how many places there are

 private:
  template <class T>
  static std::vector<std::uint32_t> rows(const Csr<T>& csr) {
    std::vector<std::uint32_t> out(1, 0);
    for (std::uint32_t r = 0; r < csr.rows(); ++r)
      out.push_back(out.back() + static_cast<std::uint32_t>(csr[r].size()));
    return out;
  }
  std::vector<std::uint32_t> mention_row_, incoming_row_, decider_row_;
};

enum class ProblemFault : std::uint8_t {
  bad_size,      ///< lists of blocks or instructions are not of one length
  bad_variable,  ///< a variable that is not there
  bad_block,     ///< a block that is not there, or a value that comes from one that is no predecessor
  bad_phi        ///< a phi behind what is none, one that mentions more than a result, or incoming of what is no phi
};

/// Everything that is wrong with the numbers of a problem. O(size).
template <class = void>
FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> out;
  const std::uint32_t blocks = p.block_count(), insts = p.inst_count();
  bool sizes = p.mentions.rows() == insts && p.incoming.rows() == insts && p.successors.rows() == blocks &&
               p.deciders.rows() == blocks && p.ways.size() == blocks && (blocks == 0 || p.first[0] == 0) &&
               (blocks == 0 ? insts == 0 : p.first[blocks] == insts);
  for (Block b = 0; b < blocks; ++b) sizes &= p.first[b] <= p.first[b + 1];
  if (!sizes) {
    out.add(ProblemFault::bad_size, 0, "lists of blocks or instructions are not of one length");
    return out;
  }
  const auto variable = [&](std::uint32_t v, std::uint32_t place) {
    if (v >= p.variables) out.add(ProblemFault::bad_variable, place, "a variable that is not there");
  };
  for (const Problem::Parameter& v : p.parameters) variable(v.variable, 0);
  std::vector<std::pair<Block, Block>> back;
  for (Block b = 0; b < blocks; ++b)
    for (const Block s : p.successors[b]) {
      if (s < blocks) back.emplace_back(s, b);
      if (s >= blocks) out.add(ProblemFault::bad_block, b, "an edge to a block that is not there");
    }
  const Csr<Block> predecessors(blocks, back);
  for (Block b = 0; b < blocks; ++b) {
    bool head = true;
    for (const std::uint32_t v : p.deciders[b]) variable(v, b);
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      for (const Problem::Mention& m : p.mentions[i]) variable(m.variable, i);
      for (const Problem::Incoming& in : p.incoming[i]) {
        variable(in.variable, i);
        bool there = false;
        for (const Block before : predecessors[b]) there |= before == in.from;
        if (!there) out.add(ProblemFault::bad_block, i, "a value comes from a block that is no predecessor");
      }
      const bool result = p.mentions[i].size() == 1 && p.mentions[i][0].role == Role::def;
      if (p.insts[i].phi ? !head || !result || p.insts[i].source != Source::operands : !p.incoming[i].empty())
        out.add(ProblemFault::bad_phi, i, "a phi behind what is none, with more than a result, or incoming of none");
      head &= p.insts[i].phi;
    }
  }
  return out;
}

/// The problem of SSA construction: its block 0 is in front of this problem's, its block b + 1 is b. What decides is
/// live out of a block. O(size log size).
template <class = void>
program::ssa::Problem ssa_problem(const Problem& p) {
  program::ssa::Problem out;
  out.variables = p.variables;
  std::vector<std::pair<std::uint32_t, program::ssa::Problem::Mention>> mentions;
  std::vector<std::pair<std::uint32_t, program::ssa::Problem::Incoming>> incoming;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> deciders, edges;
  for (std::uint32_t i = 0; i < p.inst_count(); ++i) {
    for (const Problem::Mention& m : p.mentions[i]) mentions.push_back({i, {m.variable, m.role == Role::def}});
    for (const Problem::Incoming& in : p.incoming[i]) incoming.push_back({i, {in.from + 1, in.variable}});
  }
  out.first.push_back(0);
  if (p.block_count() != 0) edges.emplace_back(0, 1);
  for (Block b = 0; b < p.block_count(); ++b) {
    out.first.push_back(p.first[b]);
    for (const Block s : p.successors[b]) edges.emplace_back(b + 1, s + 1);
    for (const std::uint32_t v : p.deciders[b]) deciders.emplace_back(b + 1, v);
  }
  out.first.push_back(p.inst_count());
  for (const Problem::Parameter& v : p.parameters) out.parameters.push_back(v.variable);
  out.mentions = Csr<program::ssa::Problem::Mention>(p.inst_count(), mentions);
  out.incoming = Csr<program::ssa::Problem::Incoming>(p.inst_count(), incoming);
  out.live_out = Csr<std::uint32_t>(p.block_count() + 1, deciders);
  out.graph = program::ssa::Graph(p.block_count() + 1, edges);
  return out;
}

}  // namespace lathe::flow::uniformity
