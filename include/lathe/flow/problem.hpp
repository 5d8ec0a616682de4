// A function as the analyses of this folder see it, as plain data: blocks, edges with weights, and what instructions
// read and write. Its text form:
//
//   flow NAME variables 3
//   block                      # blocks are numbered from 0, the entry first
//   inst def 0 1               # what an instruction reads and writes, in any order
//   to 1 weight 3              # an edge to block 1; weights are relative, and may be left out
//   to 2 weight 1
//   edge use 1                 # read on an edge out of the block: operands of phis
//   block cold                 # seldom executed
//   inst use 0 2 def 2
//   block
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::flow {

/// All plain data; check_problem says what is well formed.
struct Problem {
  /// A variable that an instruction mentions.
  struct Operand {
    std::uint32_t variable = 0;  ///< number of the variable
    bool is_def = false;
    bool operator==(const Operand&) const = default;
  };
  /// A way out of a block.
  struct Edge {
    Block to = 0;                         ///< number of the block it leads to
    std::optional<std::uint32_t> weight;  ///< how often it is taken, relative to the block's others; nothing: not known
    bool operator==(const Edge&) const = default;
  };
  /// A block: its ways out, and what its instructions mention.
  struct BlockData {
    std::vector<Edge> successors;             ///< each block once
    std::vector<std::vector<Operand>> insts;  ///< per instruction: what it mentions
    std::vector<std::uint32_t> edge_uses;     ///< variables that phis behind the block take from it
    bool cold = false;                        ///< it is rarely run, whatever weights say
    bool operator==(const BlockData&) const = default;
  };
  std::string name;
  std::uint32_t variables = 0;    ///< variables are 0 .. variables - 1
  std::vector<BlockData> blocks;  ///< the first one is the entry
  bool operator==(const Problem&) const = default;

  // What flow::DataFlow asks for.
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(blocks.size()); }
  /// f(block) for each way out, in order.
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    for (const Edge& e : blocks[b].successors) f(e.to);
  }
  std::uint32_t variable_count() const { return variables; }  ///< variables are 0 .. variables - 1
  /// How many instructions the block has.
  std::uint32_t inst_count(Block b) const { return static_cast<std::uint32_t>(blocks[b].insts.size()); }
  /// f(variable, is it written) for what the instruction mentions, in order.
  template <class F>
  void for_each_operand(Block b, std::uint32_t inst, F&& f) const {
    for (const Operand& o : blocks[b].insts[inst]) f(o.variable, o.is_def);
  }
  /// f(variable) for what phis behind the block take from it.
  template <class F>
  void for_each_edge_use(Block b, F&& f) const {
    for (const std::uint32_t v : blocks[b].edge_uses) f(v);
  }
};
static_assert(explain_data_flow<Problem>());

enum class ProblemFault : std::uint8_t { bad_edge, bad_variable, too_large };

/// Everything that is wrong with a problem. O(size).
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> out;
  if (p.blocks.size() > (1U << 26) || p.variables > (1U << 26))
    out.add(ProblemFault::too_large, 0, "more than 2^26 blocks or variables");
  if (!out.empty()) return out;
  std::vector<Block> seen(p.blocks.size(), no_block);
  for (Block b = 0; b < p.blocks.size(); ++b) {
    for (const Problem::Edge& e : p.blocks[b].successors) {
      if (e.to >= p.blocks.size() || seen[e.to] == b)
        out.add(ProblemFault::bad_edge, b, "an edge to a block that is not there, or the second one to a block");
      else
        seen[e.to] = b;
    }
    bool known = true;
    for (const auto& inst : p.blocks[b].insts)
      for (const Problem::Operand& o : inst) known &= o.variable < p.variables;
    for (const std::uint32_t v : p.blocks[b].edge_uses) known &= v < p.variables;
    if (!known) out.add(ProblemFault::bad_variable, b, "a variable that is not there");
  }
  return out;
}

/// The problem of any function. A successor that is named twice becomes one edge of both weights. O(size).
template <DataFlow P>
Problem ingest(const P& program) {
  Problem out;
  if constexpr (requires { out.name = program.name(); }) out.name = program.name();
  out.variables = static_cast<std::uint32_t>(program.variable_count());
  out.blocks.resize(program.block_count());
  std::vector<std::pair<Block, std::uint32_t>> seen(out.blocks.size(), {no_block, 0});  // by whom, and its place
  for (Block b = 0; b < out.blocks.size(); ++b) {
    Problem::BlockData& block = out.blocks[b];
    std::uint32_t k = 0;
    program.for_each_successor(b, [&](Block to) {
      std::optional<std::uint32_t> weight;
      if constexpr (requires { weight = program.weight(b, k); }) weight = program.weight(b, k);
      ++k;
      if (to >= out.blocks.size()) return;
      if (seen[to].first == b) {
        auto& sum = block.successors[seen[to].second].weight;
        if (sum && weight) sum = *sum > ~std::uint32_t{0} - *weight ? ~std::uint32_t{0} : *sum + *weight;
        return;
      }
      seen[to] = {b, static_cast<std::uint32_t>(block.successors.size())};
      block.successors.push_back({to, weight});
    });
    block.insts.resize(program.inst_count(b));
    for (std::uint32_t i = 0; i < block.insts.size(); ++i)
      program.for_each_operand(b, i, [&](std::uint32_t v, bool is_def) { block.insts[i].push_back({v, is_def}); });
    if constexpr (requires { program.for_each_edge_use(b, [](std::uint32_t) {}); })
      program.for_each_edge_use(b, [&](std::uint32_t v) { block.edge_uses.push_back(v); });
    if constexpr (requires { program.is_cold(b); }) block.cold = program.is_cold(b);
  }
  return out;
}

/// Weights of the edges by number, as edge_probabilities wants them; empty when none is known. A block with an edge of
/// unknown weight counts as one without any.
template <class = void>
inline std::vector<double> edge_weights(const Problem& p, const Cfg& cfg) {
  std::vector<double> out(cfg.edge_count(), 0.0);
  bool any = false;
  for (Block b = 0; b < p.blocks.size(); ++b) {
    bool all = true;
    for (const Problem::Edge& e : p.blocks[b].successors) all = all && e.weight;
    if (!all || p.blocks[b].successors.empty()) continue;
    any = true;
    for (std::uint32_t k = 0; k < p.blocks[b].successors.size(); ++k)
      out[cfg.first_edge(b) + k] = *p.blocks[b].successors[k].weight;
  }
  if (!any) out.clear();
  return out;
}

/// What is read before it is written in a block, and what is written there. O(operands).
template <DataFlow P>
LivenessProblem liveness_problem(const P& p) {
  LivenessProblem out;
  out.variables = static_cast<std::uint32_t>(p.variable_count());
  std::vector<Block> written(out.variables, no_block);
  const auto blocks = static_cast<Block>(p.block_count());
  for (Block b = 0; b < blocks; ++b) {
    const auto insts = static_cast<std::uint32_t>(p.inst_count(b));
    for (std::uint32_t i = 0; i < insts; ++i) {
      p.for_each_operand(b, i, [&](std::uint32_t v, bool is_def) {
        if (!is_def && written[v] != b) out.uses.emplace_back(v, b);
      });
      p.for_each_operand(b, i, [&](std::uint32_t v, bool is_def) {
        if (!is_def || written[v] == b) return;
        written[v] = b;
        out.defs.emplace_back(v, b);
      });
    }
    if constexpr (requires { p.for_each_edge_use(b, [](std::uint32_t) {}); })
      p.for_each_edge_use(b, [&](std::uint32_t v) { out.edge_uses.emplace_back(v, b); });
  }
  return out;
}

}  // namespace lathe::flow
