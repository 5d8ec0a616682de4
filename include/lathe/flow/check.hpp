// Are orders, dominators, post-dominators, loops and liveness right? Checkers that start from the definitions and share
// nothing with the analyses but the data types.
//
//  - Order: the blocks that the entry reaches, each once, and some depth-first search leaves them in the reverse
//    of this order: there is a tree of edges of which the order is a preorder, and edges that go back go to blocks
//    above in it.
//  - Dominators: every edge into v comes from below v's parent in the tree, so that the parent dominates v; and a
//    low-high order (low_high.hpp) shows that nothing nearer does. It is verified, not trusted.
//  - Post-dominators: the exits are the blocks without successors and one of each set that is entered and never
//    left; and the tree is that of the dominators of the reversed graph.
//  - Loops: their headers are the targets of back edges, their bodies what reaches those without passing the
//    header, and what remains without back edges has a cycle exactly if `irreducible`.
//  - Liveness: exactly what follows from the uses.
// Cost: O(blocks + edges) for orders, O(edges log blocks) for dominators, O(size of all loop bodies * depth) for loops,
// O(facts * (predecessors + log facts of a block)) for liveness.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/low_high.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/post_dominators.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::flow {

enum class FlowFault : std::uint8_t {
  not_reached,  ///< a block that the entry does not reach has a place or a dominator, or one that it reaches has none
  bad_place,    ///< an order names a block twice or not at all, or its two parts do not agree
  not_post_order,   ///< no depth-first search leaves the blocks in the reverse of this order
  bad_tree,         ///< the dominators make no tree, or preorder and subtree ends are not of it
  not_dominator,    ///< an edge comes round a block's immediate dominator
  not_immediate,    ///< nothing shows that there is no nearer dominator
  bad_exit,         ///< a block is an exit and should not be, or is none and should be
  bad_reverse,      ///< the reversed graph is not
  bad_header,       ///< a loop without a back edge to its header, two with one header, or a back edge without a loop
  bad_body,         ///< a block is in a loop without reaching its back edges, or the other way round
  bad_nesting,      ///< parent or depth of a loop is wrong
  bad_irreducible,  ///< the answer says of irreducible cycles what is not so
  not_live,         ///< a variable is said to be live, and no use follows
  missing_live,     ///< a use follows, and the variable is not said to be live
  bad_row           ///< a live set is not ascending
};
inline constexpr int flow_fault_kinds = 15;
using FlowFaults = FaultList<FlowFault>;

namespace detail {

/// Blocks that block 0 reaches, by a search in breadth.
inline std::vector<bool> reached(const Cfg& cfg) {
  std::vector<bool> seen(cfg.block_count(), false);
  std::vector<Block> queue;
  if (cfg.block_count() == 0) return seen;
  seen[0] = true;
  queue.push_back(0);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const Block s : cfg.successors(queue[i]))
      if (!seen[s]) {
        seen[s] = true;
        queue.push_back(s);
      }
  return seen;
}
inline std::string block_text(const char* before, Block b, const char* after) {
  return std::string(before) + std::to_string(b) + after;
}

/// A tree by parents, with what the checkers ask of it.
class ParentTree {
 public:
  /// False when the parents of the blocks in `in` make no tree below block 0.
  bool make(const std::vector<Block>& parent, const std::vector<bool>& in) {
    const auto n = static_cast<std::uint32_t>(parent.size());
    size_.assign(n, 1);
    std::vector<std::uint32_t> children(n, 0);
    std::vector<Block> leaves;
    std::size_t total = 0;
    for (Block b = 0; b < n; ++b) {
      total += in[b];
      if (!in[b] || b == 0) continue;
      if (parent[b] >= n || !in[parent[b]]) return false;
      ++children[parent[b]];
    }
    for (Block b = 0; b < n; ++b)
      if (in[b] && children[b] == 0) leaves.push_back(b);
    std::vector<Block> upward;
    while (!leaves.empty()) {
      const Block b = leaves.back();
      leaves.pop_back();
      upward.push_back(b);
      if (b == 0) continue;
      size_[parent[b]] += size_[b];
      if (--children[parent[b]] == 0) leaves.push_back(parent[b]);
    }
    // Some preorder: each subtree behind those of its siblings that were placed before it.
    at_.assign(n, 0);
    std::vector<std::uint32_t> next(n, 1);
    for (std::size_t i = upward.size(); i-- > 0;) {
      const Block b = upward[i];
      if (b == 0) continue;
      at_[b] = at_[parent[b]] + next[parent[b]];
      next[parent[b]] += size_[b];
    }
    return upward.size() == total;
  }
  std::uint32_t size(Block b) const { return size_[b]; }
  bool above(Block a, Block b) const { return at_[b] >= at_[a] && at_[b] - at_[a] < size_[a]; }
  /// Is `at` a preorder of the blocks in `in`? Subtrees are intervals of their size, nested as the tree is, and no
  /// place is taken twice.
  bool is_preorder(const std::vector<Block>& parent, const std::vector<bool>& in,
                   const std::vector<std::uint32_t>& at) const {
    std::vector<bool> taken(parent.size(), false);
    for (Block b = 0; b < parent.size(); ++b) {
      if (!in[b]) continue;
      if (at[b] >= parent.size() || taken[at[b]]) return false;
      taken[at[b]] = true;
      if (b == 0 ? at[b] != 0 : at[b] <= at[parent[b]] || at[b] + size_[b] > at[parent[b]] + size_[parent[b]])
        return false;
    }
    return true;
  }

 private:
  std::vector<std::uint32_t> size_, at_;
};

}  // namespace detail

/// O(blocks + edges).
inline FlowFaults check_order(const Cfg& cfg, const Order& order) {
  FlowFaults out;
  const std::uint32_t n = cfg.block_count();
  const std::vector<bool> reached = detail::reached(cfg);
  const auto count = static_cast<std::size_t>(std::count(reached.begin(), reached.end(), true));
  if (order.position.size() != n || order.blocks.size() != count) {
    out.add(FlowFault::bad_place, 0, "the order does not have a place for each block that is reached");
    return out;
  }
  for (Block b = 0; b < n; ++b) {
    if (reached[b] != (order.position[b] != no_block))
      out.add(FlowFault::not_reached, b,
              detail::block_text("block ", b, reached[b] ? " has no place" : " has a place"));
    else if (reached[b] && (order.position[b] >= count || order.blocks[order.position[b]] != b))
      out.add(FlowFault::bad_place, b, detail::block_text("block ", b, " is not where its place says"));
  }
  if (!out.empty()) return out;
  // The path of the tree to the block at hand. A block hangs below the deepest block of the path that has an edge to
  // it: what is above it then is the most that can be.
  std::vector<Block> path;
  std::vector<std::uint32_t> depth(n, no_block);
  for (const Block b : order.blocks) {
    std::uint32_t deepest = no_block;
    for (const Block p : cfg.predecessors(b))
      if (depth[p] != no_block && (deepest == no_block || depth[p] > deepest)) deepest = depth[p];
    if (b != order.blocks[0] && deepest == no_block) {
      out.add(FlowFault::not_post_order, b, detail::block_text("block ", b, " follows none of its predecessors"));
      return out;
    }
    for (; !path.empty() && path.size() - 1 != deepest; path.pop_back()) depth[path.back()] = no_block;
    depth[b] = static_cast<std::uint32_t>(path.size());
    path.push_back(b);
    for (const Block s : cfg.successors(b))
      if (order.position[s] <= order.position[b] && depth[s] == no_block)
        out.add(FlowFault::not_post_order, b,
                detail::block_text("block ", s, " stands before a predecessor that is not below it"));
  }
  if (!order.blocks.empty() && order.blocks[0] != 0)
    out.add(FlowFault::not_post_order, 0, "the entry is not the first block");
  return out;
}

/// Checks a tree of immediate dominators, no_block for the entry and for what it does not reach. O(edges log blocks).
inline FlowFaults check_dominator_tree(const Cfg& cfg, const std::vector<Block>& immediate) {
  FlowFaults out;
  const std::uint32_t n = cfg.block_count();
  const std::vector<bool> reached = detail::reached(cfg);
  for (Block b = 0; b < n; ++b)
    if ((immediate[b] != no_block) != (reached[b] && b != 0))
      out.add(FlowFault::not_reached, b, detail::block_text("block ", b, " has a dominator, or none, wrongly"));
  detail::ParentTree tree;
  if (out.empty() && !tree.make(immediate, reached)) out.add(FlowFault::bad_tree, 0, "the dominators make no tree");
  if (!out.empty() || n == 0) return out;
  const std::vector<Block> low_high = low_high_order(cfg, immediate);
  std::vector<std::uint32_t> at(n, no_block);
  for (std::uint32_t i = 0; i < low_high.size(); ++i) at[low_high[i]] = i;
  const bool preorder = tree.is_preorder(immediate, reached, at);
  for (Block v = 1; v < n; ++v) {
    if (!reached[v]) continue;
    const Block d = immediate[v];
    bool direct = false, lower = false, higher = false;
    for (const Block p : cfg.predecessors(v)) {
      if (!reached[p]) continue;
      if (!tree.above(d, p))
        out.add(FlowFault::not_dominator, v,
                "block " + std::to_string(v) + " is reached round its dominator, from " + std::to_string(p));
      direct |= p == d;
      lower |= p != d && at[p] < at[v];
      higher |= !tree.above(v, p) && at[p] > at[v];
    }
    if (!preorder || (!direct && !(lower && higher)))
      out.add(FlowFault::not_immediate, v, detail::block_text("a nearer block may dominate block ", v, ""));
  }
  return out;
}

/// The tree, and the numbers by which its questions are answered: `dominators` is a Dominators, or whatever answers the
/// same questions. O(edges log blocks).
template <class D>
FlowFaults check_dominators(const Cfg& cfg, const D& dominators) {
  const std::uint32_t n = cfg.block_count();
  const std::vector<bool> reached = detail::reached(cfg);
  std::vector<Block> parent(n);
  std::vector<std::uint32_t> at(n);
  for (Block b = 0; b < n; ++b) {
    parent[b] = dominators.immediate(b);
    at[b] = dominators.preorder(b);
  }
  FlowFaults out = check_dominator_tree(cfg, parent);
  for (Block b = 0; b < n; ++b)
    if (dominators.reachable(b) != reached[b])
      out.add(FlowFault::not_reached, b, detail::block_text("block ", b, " is reached, or not, wrongly"));
  if (!out.empty() || n == 0) return out;
  detail::ParentTree tree;
  tree.make(parent, reached);
  if (!tree.is_preorder(parent, reached, at)) out.add(FlowFault::bad_tree, 0, "the places are no preorder of the tree");
  const auto& blocks = dominators.blocks();
  if (blocks.size() != tree.size(0)) out.add(FlowFault::bad_tree, 0, "the preorder is too long or too short");
  if (!out.empty()) return out;
  for (std::uint32_t i = 0; i < blocks.size(); ++i)
    if (blocks[i] >= n || at[blocks[i]] != i) out.add(FlowFault::bad_tree, i, "the preorder is not that of the places");
  for (Block b = 0; b < n; ++b) {
    if (!reached[b]) continue;
    if (dominators.subtree_end(b) != at[b] + tree.size(b))
      out.add(FlowFault::bad_tree, b, detail::block_text("the subtree of block ", b, " ends elsewhere"));
    const Block d = parent[b];
    if (!dominators.dominates(b, b) || (d != no_block && (!dominators.dominates(d, b) || dominators.dominates(b, d))))
      out.add(FlowFault::bad_tree, b, detail::block_text("what dominates block ", b, " is not what the tree says"));
  }
  return out;
}

/// Exits, reversed graph and tree; `post` is a PostDominators, or whatever answers the same questions.
/// O(edges log blocks), and a search per exit of endless code.
template <class D>
FlowFaults check_post_dominators(const Cfg& cfg, const D& post) {
  FlowFaults out;
  const std::uint32_t n = cfg.block_count();
  const std::vector<bool> reached = detail::reached(cfg);
  std::vector<bool> exit(n, false);
  std::vector<Block> exits;
  for (const Block b : post.exits()) {
    if (b >= n || !reached[b] || exit[b]) {
      out.add(FlowFault::bad_exit, b, "an exit that is not reached, or twice");
      continue;
    }
    exit[b] = true;
    exits.push_back(b);
  }
  for (Block b = 0; b < n; ++b)
    if (reached[b] && cfg.successors(b).empty() && !exit[b])
      out.add(FlowFault::bad_exit, b, detail::block_text("block ", b, " has no successor and is no exit"));
  // What an exit with successors leads to leads back to it and to no other exit.
  for (const Block e : exits) {
    if (cfg.successors(e).empty()) continue;
    std::vector<bool> forward(n, false), back(n, false);
    std::vector<Block> queue{e};
    forward[e] = back[e] = true;
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Block s : cfg.successors(queue[i]))
        if (!forward[s]) forward[s] = true, queue.push_back(s);
    const std::vector<Block> set = queue;
    queue = {e};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Block p : cfg.predecessors(queue[i]))
        if (forward[p] && !back[p]) back[p] = true, queue.push_back(p);
    for (const Block b : set)
      if (!back[b] || (exit[b] && b != e)) {
        out.add(FlowFault::bad_exit, e, detail::block_text("block ", e, " is an exit and can be left"));
        break;
      }
  }
  std::vector<bool> ends(n, false);
  std::vector<Block> work = exits;
  while (!work.empty()) {
    const Block b = work.back();
    work.pop_back();
    if (ends[b]) continue;
    ends[b] = true;
    for (const Block p : cfg.predecessors(b)) work.push_back(p);
  }
  for (Block b = 0; b < n; ++b)
    if (reached[b] && !ends[b]) out.add(FlowFault::bad_exit, b, detail::block_text("block ", b, " reaches no exit"));
  const Cfg reversed = post.reversed(cfg);
  std::set<std::pair<Block, Block>> want, have;
  for (const Block b : exits) want.emplace(0, b + 1);
  for (Block b = 0; b < n; ++b)
    for (const Block s : cfg.successors(b))
      if (reached[b]) want.emplace(s + 1, b + 1);
  for (Block b = 0; b < reversed.block_count(); ++b)
    for (const Block s : reversed.successors(b)) have.emplace(b, s);
  if (reversed.block_count() != n + 1 || want != have)
    out.add(FlowFault::bad_reverse, 0, "the reversed graph does not have the reversed edges");
  if (!out.empty()) return out;
  for (const auto& fault : check_dominators(reversed, post.tree())) out.add(fault.kind, fault.place, fault.text);
  for (Block b = 0; b < n && out.empty(); ++b) {
    const Block above = post.tree().immediate(b + 1);
    if (post.immediate(b) != (above == 0 || above == no_block ? no_block : above - 1) ||
        (reached[b] && !post.post_dominates(b, b)))
      out.add(FlowFault::bad_tree, b, detail::block_text("block ", b, " has another post-dominator in the tree"));
  }
  return out;
}

/// Loops, by dominators that are right (check_dominators). O(size of all bodies * depth).
inline FlowFaults check_loops(const Cfg& cfg, const Dominators& dominators, const Loops& loops) {
  FlowFaults out;
  const std::uint32_t n = cfg.block_count();
  const auto count = static_cast<std::uint32_t>(loops.loops.size());
  std::vector<std::uint32_t> loop_of(n, no_loop), depth(n, 0), mark(n, no_loop);
  if (loops.innermost.size() != n) {
    out.add(FlowFault::bad_body, 0, "not an entry for each block");
    return out;
  }
  for (std::uint32_t l = 0; l < count; ++l) {
    const Loops::Loop& loop = loops.loops[l];
    if (loop.header >= n || loop_of[loop.header] != no_loop)
      out.add(FlowFault::bad_header, l, detail::block_text("loop ", l, " has the header of another one"));
    else
      loop_of[loop.header] = l;
    if (loop.parent != no_loop
            ? loop.parent <= l || loop.parent >= count || loop.depth != loops.loops[loop.parent].depth + 1
            : loop.depth != 1)
      out.add(FlowFault::bad_nesting, l,
              detail::block_text("loop ", l, " does not stand before a parent one level up"));
  }
  for (Block b = 0; b < n; ++b)
    if (loops.innermost[b] != no_loop && loops.innermost[b] >= count)
      out.add(FlowFault::bad_body, b, detail::block_text("block ", b, " is in a loop that is not there"));
  if (!out.empty()) return out;
  std::vector<Block> work;
  std::vector<std::uint32_t> waiting(n, 0);  // edges that are no back edges
  for (Block h = 0; h < n; ++h) {
    work.clear();
    for (const Block p : cfg.predecessors(h)) {
      if (dominators.dominates(h, p))
        work.push_back(p);
      else if (dominators.reachable(p))
        ++waiting[h];
    }
    const std::uint32_t loop = loop_of[h];
    if ((loop != no_loop) != !work.empty())
      out.add(FlowFault::bad_header, h, detail::block_text("block ", h, " has back edges, or is a header, only"));
    if (loop == no_loop || work.empty()) continue;
    mark[h] = loop;
    for (std::size_t i = 0; i < work.size(); ++i) {
      if (mark[work[i]] == loop) continue;
      mark[work[i]] = loop;
      for (const Block p : cfg.predecessors(work[i]))
        if (dominators.reachable(p)) work.push_back(p);
    }
    work.push_back(h);
    for (const Block b : work) {
      if (mark[b] != loop) continue;
      mark[b] = no_loop;
      ++depth[b];
      if (!loops.contains(loop, b))
        out.add(FlowFault::bad_body, b, detail::block_text("block ", b, " reaches a back edge and is not in its loop"));
    }
  }
  for (Block b = 0; b < n; ++b)
    if (depth[b] != loops.depth(b))
      out.add(FlowFault::bad_body, b, detail::block_text("block ", b, " is not as deep as the loops that it is in"));
  // Without back edges: can the blocks be put in an order in which all edges go forward?
  std::size_t placed = 0, total = 0;
  work.clear();
  for (Block b = 0; b < n; ++b) {
    total += dominators.reachable(b);
    if (dominators.reachable(b) && waiting[b] == 0) work.push_back(b);
  }
  while (!work.empty()) {
    const Block b = work.back();
    work.pop_back();
    ++placed;
    for (const Block s : cfg.successors(b))
      if (!dominators.dominates(s, b) && --waiting[s] == 0) work.push_back(s);
  }
  if (loops.irreducible != (placed != total))
    out.add(FlowFault::bad_irreducible, 0, "there are irreducible cycles, or not, other than said");
  return out;
}

/// Live sets of the problem. O(facts * (predecessors + log facts of a block)).
inline FlowFaults check_liveness(const Cfg& cfg, const LivenessProblem& problem, const Liveness& live) {
  FlowFaults out;
  const std::uint32_t n = cfg.block_count();
  if (live.live_in.rows() != n || live.live_out.rows() != n) {
    out.add(FlowFault::bad_row, 0, "not a live set for each block");
    return out;
  }
  const Csr<std::uint32_t>* const sets[] = {&live.live_in, &live.live_out};
  std::vector<std::uint32_t> first[2];
  for (int side = 0; side < 2; ++side)
    for (Block b = 0, facts = 0; b < n; ++b) {
      const auto row = (*sets[side])[b];
      first[side].push_back(facts);
      facts += static_cast<std::uint32_t>(row.size());
      for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i] >= problem.variables || (i != 0 && row[i - 1] >= row[i]))
          out.add(FlowFault::bad_row, b, detail::block_text("the live set of block ", b, " is not ascending"));
    }
  if (!out.empty()) return out;
  std::set<std::pair<std::uint32_t, Block>> defs(problem.defs.begin(), problem.defs.end());
  std::vector<bool> follows[2] = {std::vector<bool>(live.live_in.size(), false),
                                  std::vector<bool>(live.live_out.size(), false)};
  std::vector<std::pair<std::uint32_t, Block>> work[2];  // what follows: live into, live out of
  const auto fact = [&](int side, std::uint32_t v, Block b) {
    const auto row = (*sets[side])[b];
    const auto it = std::lower_bound(row.begin(), row.end(), v);
    if (it == row.end() || *it != v)
      return out.add(FlowFault::missing_live, b,
                     detail::block_text("variable ", v, side == 0 ? " is live into the block" : " is live out of it"));
    const auto at = first[side][b] + static_cast<std::size_t>(it - row.begin());
    if (follows[side][at]) return;
    follows[side][at] = true;
    work[side].emplace_back(v, b);
  };
  for (const auto& [v, b] : problem.uses) fact(0, v, b);
  for (const auto& [v, b] : problem.edge_uses) fact(1, v, b);
  while (!work[0].empty() || !work[1].empty()) {
    const int side = work[0].empty() ? 1 : 0;
    const auto [v, b] = work[side].back();
    work[side].pop_back();
    if (side == 0) {
      for (const Block p : cfg.predecessors(b)) fact(1, v, p);
    } else if (defs.count({v, b}) == 0) {
      fact(0, v, b);
    }
  }
  for (int side = 0; side < 2; ++side)
    for (Block b = 0; b < n; ++b)
      for (std::size_t i = 0; i < (*sets[side])[b].size(); ++i)
        if (!follows[side][first[side][b] + i])
          out.add(FlowFault::not_live, b,
                  detail::block_text("no use follows of variable ", (*sets[side])[b][i], " that is said to be live"));
  return out;
}

}  // namespace lathe::flow
