// The problem of uniformity made flat: graph, cycles, the names of all places, phis, and in which cycles a value
// varies. Needs a problem without faults.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/post_dominators.hpp>
#include <lathe/flow/uniformity_data.hpp>
#include <lathe/program/ssa_build.hpp>

namespace lathe::flow::uniformity::detail {

/// Blocks and edges, and a block behind all that threads go to when they leave the function from a block that goes on.
template <class = void>
Cfg make_graph(const Problem& p) {
  std::vector<std::pair<Block, Block>> edges;
  const std::uint32_t n = p.block_count();
  for (Block b = 0; b < n; ++b) {
    for (const Block s : p.successors[b]) edges.emplace_back(b, s);
    if (p.ways[b].leaves && !p.successors[b].empty()) edges.emplace_back(b, n);
  }
  return Cfg(n + 1, edges);
}

template <class = void>
class BasicCode {
 public:
  struct Argument {
    Block from = no_block;  ///< no_block: from outside
    std::uint32_t name = none;
  };
  struct Phi {
    Block block = 0;
    std::uint32_t name = none, begin = 0, count = 0;  ///< into `arguments`
  };
  /// A place that reads.
  struct Use {
    std::uint32_t name = none;
    std::uint32_t owner = none;  ///< instruction, phi (of an argument) or block (of a decider)
    Block block = no_block;      ///< where it is read; of a phi's argument the phi's own block
  };

  explicit BasicCode(const Problem& problem)
      : p(problem),
        cfg(make_graph(p)),
        order(reverse_post_order(cfg)),
        dominators(cfg),
        post_dominators(cfg, order),
        cycles(cfg, dominators, order),
        names(program::ssa::construct(ssa_problem(p))),
        places(p, names) {
    const auto count = static_cast<std::uint32_t>(names.names.size());
    uses.resize(places.count);
    def_block.assign(count, no_block);
    def_inst.assign(count, none);
    undefined.assign(count, false);
    for (const std::uint32_t n : names.undefined) undefined[n] = true;
    for (Block b = 0; b < p.block_count(); ++b)
      if (order.reachable(b)) take_block(b);
    take_phis();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> of_name, of_block;
    for (std::uint32_t u = 0; u < uses.size(); ++u)
      if (uses[u].name != none) of_name.emplace_back(uses[u].name, u);
    for (std::uint32_t k = 0; k < phis.size(); ++k) of_block.emplace_back(phis[k].block, k);
    uses_of = Csr<std::uint32_t>(count, of_name);
    phis_of = Csr<std::uint32_t>(p.block_count(), of_block);
    find_varying();
    find_crossing();
  }

  const Problem& p;
  Cfg cfg;  ///< with one block more than the problem
  Order order;
  Dominators dominators;
  PostDominators post_dominators;
  Cycles cycles;
  program::ssa::Plan names;
  Places places;
  std::vector<Use> uses;  ///< per place
  std::vector<Phi> phis;
  std::vector<Argument> arguments;
  std::vector<Block> def_block;         ///< per name; no_block: the entry
  std::vector<std::uint32_t> def_inst;  ///< per name; none: the entry or a phi that was made
  std::vector<bool> undefined;          ///< per name: nothing defines it
  std::vector<std::uint32_t> varies;    ///< per name: depth of the innermost cycle whose turns may change it
  Csr<std::uint32_t> uses_of, phis_of;  ///< per name; per block
  Csr<std::uint32_t> crossing;          ///< per cycle: places outside that read what varies in it
  Csr<std::pair<Block, Block>> exits;   ///< per cycle: the edges that leave it

  /// Is it a place of a phi's argument?
  bool is_argument(std::uint32_t place) const {
    return place >= places.incoming && (place < places.deciders || place >= places.arguments);
  }
  bool is_decider(std::uint32_t place) const { return place >= places.deciders && place < places.arguments; }
  /// The k-th mention's name.
  std::uint32_t mention_name(std::uint32_t inst, std::uint32_t k) const { return names.mentions[inst][k]; }
  Problem::Mention mention(std::uint32_t inst, std::uint32_t place) const {
    return p.mentions[inst][place - places.mention(inst)];
  }

 private:
  void take_block(Block b) {
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      std::uint32_t result = none;
      for (std::uint32_t k = 0; k < p.mentions[i].size(); ++k) {
        const std::uint32_t name = names.mentions[i][k], place = places.mention(i) + k;
        if (p.mentions[i][k].role != Role::def) {
          uses[place] = {name, i, b};
          continue;
        }
        if (name == none) continue;
        def_block[name] = b;
        def_inst[name] = result = i;
        result = name;
      }
      if (!p.insts[i].phi || result == none) continue;
      const auto phi = static_cast<std::uint32_t>(phis.size());
      phis.push_back({b, result, static_cast<std::uint32_t>(arguments.size()), 0});
      for (std::uint32_t k = 0; k < p.incoming[i].size(); ++k) {
        if (!order.reachable(p.incoming[i][k].from)) continue;
        add_argument(phi, p.incoming[i][k].from, names.incoming[i][k], places.incoming_of(i) + k);
      }
    }
    for (std::uint32_t k = 0; k < p.deciders[b].size(); ++k)
      uses[places.decider(b) + k] = {names.live_out[b + 1][k], b, b};
  }
  void take_phis() {
    for (const program::ssa::Plan::Phi& made : names.phis) {
      const auto phi = static_cast<std::uint32_t>(phis.size());
      phis.push_back({made.block - 1, made.name, static_cast<std::uint32_t>(arguments.size()), 0});
      def_block[made.name] = made.block - 1;
      for (std::uint32_t k = made.begin; k < made.begin + made.count; ++k) {
        const auto& a = names.arguments[k];
        if (a.name != none) add_argument(phi, a.from == 0 ? no_block : a.from - 1, a.name, places.arguments + k);
      }
    }
  }
  void add_argument(std::uint32_t phi, Block from, std::uint32_t name, std::uint32_t place) {
    arguments.push_back({from, name});
    ++phis[phi].count;
    uses[place] = {name, phi, phis[phi].block};
  }

  // The depth at which a value varies as a block sees it: what leaves a cycle in which it varies varies in the next.
  std::uint32_t varies_at(std::uint32_t name, Block b) const {
    std::uint32_t c = def_block[name] == no_block ? no_cycle : cycles.innermost(def_block[name]);
    while (c != no_cycle && !cycles.contains(c, b)) c = cycles[c].parent;
    return std::min(varies[name], cycles.depth_of(c));
  }
  // Definitions stand before their uses in reverse post-order, but for those that phis read.
  void find_varying() {
    varies.assign(names.names.size(), 0);
    for (const Phi& phi : phis) varies[phi.name] = cycles.depth(phi.block);
    for (const Block b : order.blocks)
      for (std::uint32_t i = b < p.block_count() ? p.first[b] : 0; b < p.block_count() && i < p.first[b + 1]; ++i) {
        if (p.insts[i].phi) continue;
        std::uint32_t depth = p.insts[i].changing ? cycles.depth(b) : 0;
        for (std::uint32_t k = 0; k < p.mentions[i].size(); ++k)
          if (const std::uint32_t name = mention_name(i, k); name != none && p.mentions[i][k].role != Role::def)
            // What is uniform by word alone depends on who is there, which a turn may change.
            depth = std::max(depth, p.insts[i].source == Source::uniform ? cycles.depth(b) : varies_at(name, b));
        for (std::uint32_t k = 0; k < p.mentions[i].size(); ++k)
          if (const std::uint32_t name = mention_name(i, k); name != none && p.mentions[i][k].role == Role::def)
            varies[name] = depth;
      }
  }
  void find_crossing() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
    for (std::uint32_t u = 0; u < uses.size(); ++u) {
      const auto& [name, owner, block] = uses[u];
      if (name == none || def_block[name] == no_block) continue;
      std::uint32_t c = cycles.innermost(def_block[name]);
      for (; c != no_cycle && !cycles.contains(c, block); c = cycles[c].parent)
        if (cycles[c].depth <= varies[name]) out.emplace_back(c, u);
    }
    crossing = Csr<std::uint32_t>(cycles.size(), out);
    std::vector<std::pair<std::uint32_t, std::pair<Block, Block>>> leave;
    for (const Block b : order.blocks)
      for (const Block s : cfg.successors(b))
        for (std::uint32_t c = cycles.innermost(b); c != no_cycle && !cycles.contains(c, s); c = cycles[c].parent)
          leave.emplace_back(c, std::pair(b, s));
    exits = Csr<std::pair<Block, Block>>(cycles.size(), leave);
  }
};
using Code = BasicCode<>;

}  // namespace lathe::flow::uniformity::detail
