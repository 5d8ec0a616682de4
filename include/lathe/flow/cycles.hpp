// All cycles of a control flow graph in one forest: natural loops, and the irreducible ones that find_loops leaves out.
//
// A natural loop is as in loops.hpp. An irreducible cycle is a strongly connected set of blocks with more than one
// entry: of the whole graph, or of what is left of a natural loop without its header. It is taken as one whole: within
// it only natural loops are told apart. Two cycles of the forest are disjoint, or one contains the other.
//
// Gives: the innermost cycle of each block, parents, depth, contains(c, b) in O(1), the blocks of each cycle in one
// run. Cost: that of find_loops, and O(blocks + edges * depth) at worst; no recursion. Source: strongly connected
// components by Tarjan 1972, natural loops contracted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/loops.hpp>

namespace lathe::flow {

/// No cycle.
inline constexpr std::uint32_t no_cycle = 0xffffffffU;

/// The forest of cycles: natural loops, and irreducible cycles with several entries.
template <class = void>
class BasicCycles {
 public:
  /// A strongly connected stretch of blocks, entered at its header.
  struct Cycle {
    Block header = no_block;          ///< of an irreducible cycle: its first block in reverse post-order
    std::uint32_t parent = no_cycle;  ///< the cycle around it; no_cycle: it is an outermost one
    std::uint32_t depth = 1;          ///< 1 for an outermost cycle
    std::uint32_t end = 0;            ///< cycles [own number, end) are this one and those within
    bool irreducible = false;         ///< it is entered at several blocks
  };
  BasicCycles() = default;
  /// All three are of one function, and are read here alone. Cost: see the head of the file.
  BasicCycles(const Cfg& cfg, const Dominators& dominators, const Order& order) {
    const Loops loops = find_loops(cfg, dominators, order);
    const auto natural = static_cast<std::uint32_t>(loops.loops.size());
    std::vector<Cycle> made(natural);
    for (std::uint32_t l = 0; l < natural; ++l) made[l] = {loops.loops[l].header, loops.loops[l].parent, 1, 0, false};
    innermost_ = loops.innermost;
    if (loops.irreducible) add_irreducible(cfg, dominators, order, loops, made);
    number(made, order);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(cycles_.size()); }
  /// Those around a cycle have smaller numbers.
  const Cycle& operator[](std::uint32_t c) const { return cycles_[c]; }
  /// no_cycle for a block in none.
  std::uint32_t innermost(Block b) const { return innermost_[b]; }
  std::uint32_t depth(Block b) const { return depth_of(innermost_[b]); }  ///< how many cycles are around the block
  /// 1 for an outermost cycle, 0 for no_cycle.
  std::uint32_t depth_of(std::uint32_t c) const { return c == no_cycle ? 0 : cycles_[c].depth; }
  bool contains(std::uint32_t c, Block b) const { return within(innermost_[b], c); }
  /// Is `c` the cycle `around`, or one inside it? No cycle is around all.
  bool within(std::uint32_t c, std::uint32_t around) const {
    return around == no_cycle || (c != no_cycle && c >= around && c < cycles_[around].end);
  }
  /// The blocks of a cycle, those of inner ones included.
  std::span<const Block> blocks(std::uint32_t c) const {
    return {blocks_.data() + first_[c], first_[cycles_[c].end] - first_[c]};
  }

 private:
  // The natural loop that an edge runs in: the innermost one with both ends.
  struct Levels {
    const Loops& loops;
    std::vector<std::uint32_t> begin, end;  // preorder of the forest of loops
    explicit Levels(const Loops& l) : loops(l), begin(l.loops.size(), 0), end(l.loops.size(), 1) {
      for (std::uint32_t i = 0; i < end.size(); ++i)  // inner loops come first
        if (l.loops[i].parent != no_loop) end[l.loops[i].parent] += end[i];
      std::uint32_t roots = 0;
      std::vector<std::uint32_t> next(end.size(), 0);
      for (std::uint32_t i = static_cast<std::uint32_t>(end.size()); i-- > 0;) {
        std::uint32_t& place = l.loops[i].parent == no_loop ? roots : next[l.loops[i].parent];
        begin[i] = place;
        place += end[i];
        next[i] = begin[i] + 1;
        end[i] += begin[i];
      }
    }
    bool contains(std::uint32_t loop, Block b) const {
      const std::uint32_t in = loops.innermost[b];
      return in != no_loop && begin[loop] <= begin[in] && begin[in] < end[loop];
    }
    std::uint32_t common(Block a, Block b) const {
      std::uint32_t l = loops.innermost[a];
      while (l != no_loop && !contains(l, b)) l = loops.loops[l].parent;
      return l;
    }
    // What stands for a block in a loop's body: itself, or the header of the inner loop that it is in.
    Block node(Block b, std::uint32_t level) const {
      std::uint32_t l = loops.innermost[b];
      if (l == level) return b;
      while (loops.loops[l].parent != level) l = loops.loops[l].parent;
      return loops.loops[l].header;
    }
  };

  // Bodies of loops in which an edge goes back to what does not dominate it are searched for components; a block is a
  // node of one body.
  void add_irreducible(const Cfg& cfg, const Dominators& dominators, const Order& order, const Loops& loops,
                       std::vector<Cycle>& made) {
    const Levels levels(loops);
    const auto natural = static_cast<std::uint32_t>(loops.loops.size());
    std::vector<std::uint32_t> level_of(cfg.block_count(), no_loop);
    std::vector<bool> wanted(natural + 1, false);  // the last is the function's own
    const auto slot = [&](std::uint32_t level) { return level == no_loop ? natural : level; };
    for (const Block u : order.blocks)
      for (const Block t : cfg.successors(u))
        if (order.position[t] <= order.position[u] && !dominators.dominates(t, u))
          wanted[slot(levels.common(u, t))] = true;
    std::vector<std::pair<Block, Block>> edges;
    for (const Block u : order.blocks)
      for (const Block t : cfg.successors(u)) {
        const std::uint32_t level = levels.common(u, t);
        if (!wanted[slot(level)] || (level != no_loop && loops.loops[level].header == t)) continue;
        if (level != no_loop && loops.loops[level].header == u) continue;
        const Block from = levels.node(u, level), to = levels.node(t, level);
        level_of[from] = level_of[to] = level;
        if (from != to) edges.emplace_back(from, to);
      }
    std::vector<std::uint32_t> header_of(cfg.block_count(), no_loop);
    for (std::uint32_t l = 0; l < natural; ++l) header_of[loops.loops[l].header] = l;
    components(Cfg(cfg.block_count(), edges), order, [&](std::span<const Block> nodes) {
      const auto cycle = static_cast<std::uint32_t>(made.size());
      made.push_back({nodes[0], level_of[nodes[0]], 1, 0, true});
      for (const Block b : nodes) {
        if (order.position[b] < order.position[made[cycle].header]) made[cycle].header = b;
        if (header_of[b] != no_loop && header_of[b] != level_of[b])
          made[header_of[b]].parent = cycle;
        else
          innermost_[b] = cycle;
      }
    });
  }
  // Calls f(nodes) for each strongly connected set of more than one node.
  template <class F>
  static void components(const Cfg& graph, const Order& order, F&& f) {
    struct Frame {
      Block block;
      std::uint32_t next, low;
    };
    std::vector<std::uint32_t> number(graph.block_count(), 0);  // 0: not seen; all ones: done
    std::vector<Frame> frames;
    std::vector<Block> open;
    std::uint32_t count = 0;
    const auto enter = [&](Block b) {
      number[b] = ++count;
      frames.push_back({b, 0, count});
      open.push_back(b);
    };
    for (const Block start : order.blocks) {
      if (number[start] != 0) continue;
      enter(start);
      while (!frames.empty()) {
        Frame& top = frames.back();
        const auto successors = graph.successors(top.block);
        if (top.next < successors.size()) {
          const Block s = successors[top.next++];
          if (number[s] == 0)
            enter(s);
          else
            top.low = std::min(top.low, number[s]);  // what is done has the greatest number
          continue;
        }
        const Frame left = top;
        frames.pop_back();
        if (!frames.empty()) frames.back().low = std::min(frames.back().low, left.low);
        if (left.low != number[left.block]) continue;
        std::size_t begin = open.size();
        do number[open[--begin]] = no_block;
        while (open[begin] != left.block);
        if (open.size() - begin > 1) f(std::span<const Block>(open).subspan(begin));
        open.resize(begin);
      }
    }
  }
  // Outer cycles first, in reverse post-order of their headers; then the blocks of each in one run.
  void number(std::vector<Cycle>& made, const Order& order) {
    const auto count = static_cast<std::uint32_t>(made.size());
    std::vector<std::uint32_t> by_header(count), as(count, no_cycle), size(count, 1), depth(count, 0);
    for (std::uint32_t c = 0; c < count; ++c) by_header[c] = c;
    // Around a cycle stand those of smaller depth; an irreducible one may begin where a loop inside it does.
    for (std::uint32_t c = 0; c < count; ++c)
      for (std::uint32_t a = c; a != no_cycle; a = made[a].parent) ++depth[c];
    std::sort(by_header.begin(), by_header.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::uint32_t x = order.position[made[a].header], y = order.position[made[b].header];
      return x != y ? x < y : depth[a] < depth[b];
    });
    std::vector<std::uint32_t> by_depth = by_header;
    std::stable_sort(by_depth.begin(), by_depth.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return depth[a] < depth[b]; });
    for (std::size_t i = count; i-- > 0;)
      if (const std::uint32_t c = by_depth[i]; made[c].parent != no_cycle) size[made[c].parent] += size[c];
    std::uint32_t roots = 0;
    std::vector<std::uint32_t> next(count, 0);
    cycles_.resize(count);
    for (const std::uint32_t c : by_depth) {
      const std::uint32_t parent = made[c].parent;
      std::uint32_t& place = parent == no_cycle ? roots : next[parent];
      as[c] = place;
      place += size[c];
      next[c] = as[c] + 1;
      cycles_[as[c]] = {made[c].header, parent == no_cycle ? no_cycle : as[parent], depth[c], as[c] + size[c],
                        made[c].irreducible};
    }
    first_.assign(count + 1, 0);
    for (std::uint32_t& c : innermost_)
      if (c != no_cycle) ++first_[(c = as[c]) + 1];
    for (std::uint32_t c = 0; c < count; ++c) first_[c + 1] += first_[c];
    blocks_.resize(first_[count]);
    std::vector<std::uint32_t> at(first_.begin(), first_.end() - 1);
    for (const Block b : order.blocks)
      if (innermost_[b] != no_cycle) blocks_[at[innermost_[b]]++] = b;
  }

  std::vector<Cycle> cycles_;
  std::vector<std::uint32_t> innermost_, first_;
  std::vector<Block> blocks_;
};
using Cycles = BasicCycles<>;

}  // namespace lathe::flow
