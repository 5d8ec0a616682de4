// Which variables are live into and out of which blocks, for the variables that the caller names.
//
// One backward walk per variable from its uses to its definitions (no bit sets, no iteration over the whole
// function), so a question about few variables costs little. Works for SSA form and for variables with several
// definitions alike.
// Cost: O(uses + size of the answer * predecessors).
// Source: Boissinot, Hack, Grund, Dupont de Dinechin, Rastello, "Fast liveness checking for SSA-form programs",
// and Brandner et al., "Computing liveness sets for SSA-form programs" (the walk by use).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>

namespace lathe::flow {

/// Variables are 0..variables-1. Each list holds (variable, block) and may repeat itself.
struct LivenessProblem {
  std::uint32_t variables = 0;                             ///< how many
  std::vector<std::pair<std::uint32_t, Block>> uses;       ///< read there before any definition in the block
  std::vector<std::pair<std::uint32_t, Block>> defs;       ///< written there on every path through the block
  std::vector<std::pair<std::uint32_t, Block>> edge_uses;  ///< read on an edge out of the block: phi operands
};

/// What is live into and out of each block.
struct Liveness {
  Csr<std::uint32_t> live_in, live_out;  ///< per block: variables, ascending
};

/// Cost: O(uses + size of the answer * predecessors).
template <class = void>
inline Liveness liveness(const Cfg& cfg, const LivenessProblem& problem) {
  const std::uint32_t blocks = cfg.block_count();
  const Csr<Block> uses(problem.variables, problem.uses), defs(problem.variables, problem.defs),
      edge_uses(problem.variables, problem.edge_uses);
  std::vector<std::pair<Block, std::uint32_t>> in, out;
  // Last variable for which the block was found live in, live out, or defining.
  std::vector<std::uint32_t> in_mark(blocks, no_block), out_mark(blocks, no_block), def_mark(blocks, no_block);
  std::vector<Block> work;
  for (std::uint32_t v = 0; v < problem.variables; ++v) {
    for (const Block b : defs[v]) def_mark[b] = v;
    const auto live_into = [&](Block b) {
      if (in_mark[b] == v) return;
      in_mark[b] = v;
      in.emplace_back(b, v);
      work.push_back(b);
    };
    const auto live_from = [&](Block b) {
      if (out_mark[b] == v) return;
      out_mark[b] = v;
      out.emplace_back(b, v);
      if (def_mark[b] != v) live_into(b);
    };
    for (const Block b : uses[v]) live_into(b);
    for (const Block b : edge_uses[v]) live_from(b);
    while (!work.empty()) {
      const Block b = work.back();
      work.pop_back();
      for (const Block p : cfg.predecessors(b)) live_from(p);
    }
  }
  return {Csr<std::uint32_t>(blocks, in), Csr<std::uint32_t>(blocks, out)};
}

}  // namespace lathe::flow
