// Random functions for the tests of flow: graphs with weights and code.
#pragma once

#include <algorithm>

#include "unit/lathe/flow/random_graph.hpp"

namespace flow_test {

using namespace lathe::flow;

/// `pick(n)`: a number below n.
template <class Pick>
Problem random_problem(Pick&& pick, std::uint32_t most_blocks) {
  Problem p;
  p.name = "f" + std::to_string(pick(9));
  p.variables = 1 + pick(6);
  p.blocks.resize(1 + pick(most_blocks));
  const auto blocks = static_cast<std::uint32_t>(p.blocks.size());
  const auto edge = [&](Block from, Block to) {
    auto& successors = p.blocks[from].successors;
    for (const Problem::Edge& e : successors)
      if (e.to == to) return;
    successors.push_back({to, std::nullopt});
    if (pick(3) != 0) successors.back().weight = pick(6);
  };
  for (Block b = 0; b + 1 < blocks; ++b)
    if (pick(8) != 0) edge(b, b + 1);
  for (std::uint32_t k = pick(blocks + 1); k > 0; --k) {
    const Block to = pick(blocks), from = pick(blocks);
    edge(from, to);
  }
  for (Problem::BlockData& block : p.blocks) {
    block.cold = pick(6) == 0;
    block.insts.resize(pick(4));
    for (auto& inst : block.insts)
      for (std::uint32_t k = pick(4); k > 0; --k) inst.push_back({pick(p.variables), pick(3) == 0});
    for (std::uint32_t k = pick(3); k > 1; --k) block.edge_uses.push_back(pick(p.variables));
  }
  return p;
}
inline Problem random_problem(std::mt19937& rng, std::uint32_t most_blocks) {
  return random_problem([&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; }, most_blocks);
}

}  // namespace flow_test
