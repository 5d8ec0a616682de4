// Edge bundles: the ends of blocks that edges join, so that a value that is in a register on one of a bundle's edges is in
// one on all of them.
//
// Each block has two ends, where control comes in and where it goes out; an edge makes the end of its source and the
// beginning of its target one bundle. Blocks that the entry does not reach have bundles, too.
// Cost: O((blocks + edges) * inverse Ackermann).
// Source: the bundles of LLVM's EdgeBundles (J. Olesen, 2011); union-find by Tarjan, "Efficiency of a good but not linear
// set union algorithm", JACM 1975.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/support/csr.hpp>
#include <lathe/support/none.hpp>

namespace lathe::flow {

/// Ends of blocks that edges join, numbered: a value that crosses one edge of a bundle in a register does so on all.
template <class = void>
class BasicEdgeBundles {
 public:
  /// Of all edges of the graph. O((blocks + edges) * inverse Ackermann).
  explicit BasicEdgeBundles(const Cfg& cfg) : bundle_(2 * std::size_t{cfg.block_count()}) {
    std::vector<std::uint32_t> parent(bundle_.size()), size(bundle_.size(), 1);
    std::iota(parent.begin(), parent.end(), 0U);
    const auto find = [&](std::uint32_t x) {
      while (parent[x] != x) x = parent[x] = parent[parent[x]];
      return x;
    };
    for (Block b = 0; b < cfg.block_count(); ++b)
      for (const Block s : cfg.successors(b)) {
        std::uint32_t x = find(2 * b + 1), y = find(2 * s);
        if (x == y) continue;
        if (size[x] < size[y]) std::swap(x, y);
        parent[y] = x;
        size[x] += size[y];
      }
    std::vector<std::uint32_t> number(bundle_.size(), ids::none);
    std::vector<std::pair<std::uint32_t, Block>> rows;
    for (std::uint32_t end = 0; end < bundle_.size(); ++end) {
      std::uint32_t& n = number[find(end)];
      if (n == ids::none) n = count_++;
      bundle_[end] = n;
      if (end % 2 == 0 || bundle_[end - 1] != n) rows.emplace_back(n, end / 2);
    }
    blocks_ = Csr<Block>(count_, rows);
  }
  /// Bundles are 0 .. count() - 1, in the order of the first block that touches them.
  std::uint32_t count() const { return count_; }
  /// The bundle of the edges into the block.
  std::uint32_t entry(Block b) const { return bundle_[std::size_t{2} * b]; }
  /// The bundle of the edges out of the block.
  std::uint32_t exit(Block b) const { return bundle_[std::size_t{2} * b + 1]; }
  /// The blocks that touch it, each once, ascending.
  auto blocks(std::uint32_t bundle) const { return blocks_[bundle]; }

 private:
  std::vector<std::uint32_t> bundle_;
  std::uint32_t count_ = 0;
  Csr<Block> blocks_;
};
using EdgeBundles = BasicEdgeBundles<>;

}  // namespace lathe::flow
