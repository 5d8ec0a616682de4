// Random control flow graphs for the tests of flow and opt.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include <lathe/flow.hpp>

namespace toy {

inline std::vector<std::pair<std::uint32_t, std::uint32_t>> random_edges(std::mt19937& rng, std::uint32_t blocks) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  // A spine keeps most of it reachable; the rest goes anywhere.
  for (std::uint32_t b = 0; b + 1 < blocks; ++b)
    if (rng() % 8 != 0) edges.emplace_back(b, b + 1);
  const std::uint32_t extra = rng() % (blocks + 1);
  for (std::uint32_t i = 0; i < extra; ++i) {
    const std::uint32_t to = rng() % blocks, from = rng() % blocks;
    edges.emplace_back(from, to);
  }
  return edges;
}
inline lathe::flow::Cfg random_cfg(std::mt19937& rng, std::uint32_t blocks) {
  return lathe::flow::Cfg(blocks, random_edges(rng, blocks));
}

}  // namespace toy
