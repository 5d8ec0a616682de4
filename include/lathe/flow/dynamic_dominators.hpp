// A dominator tree that follows the insertion and the deletion of edges.
//
// Vertices are numbers, the root is 0; edges are told one by one and kept here, each once. Vertices that the root does
// not reach are in no tree.
// Cost: an insertion looks at the edges of what becomes another vertex's child and of what hangs below it down to the
// levels concerned (depth-based search); a deletion makes the tree anew below the immediate dominator of the edge's
// target, no higher, and costs nothing where the edge went back to a dominator; so does what an inserted edge makes
// reachable. dominates(a, b) walks up the tree, O(levels between), until it was asked 32 times without a change; then
// the tree is numbered, O(vertices), and each question is O(1).
// Source: Georgiadis, Italiano, Laura, Santaroni, "An experimental study of dynamic dominators", 2016 (depth-based
// search); deletions as LLVM has them: Semi-NCA (dominators.hpp) of the part that can change.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>

namespace lathe::flow {

/// A dominator tree that edges are put into and taken from. Vertex 0 is the root.
class DynamicDominators {
 public:
  DynamicDominators() { grow(1); }
  /// The tree of a whole graph, by one run of Semi-NCA. O(edges log vertices).
  DynamicDominators(std::uint32_t vertices, std::span<const std::pair<Block, Block>> edges) {
    grow(std::max(vertices, 1U));
    for (const auto& [from, to] : edges) link(from, to);
    rebuild(0);
  }

  /// Vertices are 0 .. vertex_count() - 1.
  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(parent_.size()); }
  /// New vertices have no edges.
  void grow(std::uint32_t vertices) {
    if (vertices <= parent_.size()) return;
    next_.resize(vertices);
    back_.resize(vertices);
    children_.resize(vertices);
    slot_.resize(vertices, 0);
    parent_.resize(vertices, no_block);
    level_.resize(vertices, no_block);
    mark_.resize(vertices, 0);
    if (level_[0] == no_block) {
      level_[0] = 0;
      reached_ = 1;
    }
  }

  bool reachable(Block v) const { return level_[v] != no_block; }
  /// How many vertices the root reaches, itself included.
  std::uint32_t reached() const { return reached_; }
  /// no_block for the root and for what it does not reach.
  Block immediate(Block v) const { return parent_[v]; }
  /// Steps from the root; no_block where it does not reach.
  std::uint32_t level(Block v) const { return level_[v]; }
  /// For checkers: is each level one more than the parent's?
  bool levels_fit() const {
    for (Block v = 0; v < vertex_count(); ++v)
      if (parent_[v] != no_block && level_[v] != level_[parent_[v]] + 1) return false;
    return level_[0] == 0;
  }
  /// Those whose immediate dominator v is, in no particular order.
  std::span<const Block> children(Block v) const { return children_[v]; }
  /// Precondition: both are reachable.
  Block common(Block a, Block b) const {
    while (a != b) {
      if (level_[a] < level_[b]) std::swap(a, b);
      a = parent_[a];
    }
    return a;
  }
  /// Reflexive. False when either is not reachable.
  bool dominates(Block a, Block b) const {
    if (!reachable(a) || !reachable(b) || level_[a] > level_[b]) return false;
    if (numbered_ != changed_ && ++asked_ > 32) number();
    if (numbered_ == changed_) return in_[a] <= in_[b] && out_[b] <= out_[a];
    while (level_[b] > level_[a]) b = parent_[b];
    return a == b;
  }
  /// O(the shorter of the two lists).
  bool has_edge(Block from, Block to) const {
    // The shorter list: roots and switches have many ways out, joins many in.
    const bool ahead = next_[from].size() < back_[to].size();
    const std::vector<Block>& list = ahead ? next_[from] : back_[to];
    return std::find(list.begin(), list.end(), ahead ? to : from) != list.end();
  }
  std::span<const Block> successors(Block v) const { return next_[v]; }  ///< ends of edges out of v, each once

  /// Precondition: the edge is not there.
  void insert_edge(Block from, Block to) {
    link(from, to);
    if (!reachable(from)) return;
    changed();
    if (reachable(to))
      insert_reachable(from, to);
    else
      reach(from, to);
  }
  /// Precondition: the edge is there.
  void erase_edge(Block from, Block to) {
    std::erase(next_[from], to);
    std::erase(back_[to], from);
    if (!reachable(from) || !reachable(to)) return;
    const Block above = common(from, to);
    if (above == to) return;  // an edge back to a dominator supports nothing
    changed();
    for (const Block p : back_[to])
      if (reachable(p) && common(p, to) != to) return rebuild(above);
    unreach(to);
  }
  /// Vertices that were looked at by rebuilding, since the beginning.
  std::uint64_t rebuilt() const { return rebuilt_; }

 private:
  void link(Block from, Block to) {
    next_[from].push_back(to);
    back_[to].push_back(from);
  }
  void changed() {
    ++changed_;
    asked_ = 0;
  }
  void set_parent(Block v, Block parent) {
    leave_parent(v);
    parent_[v] = parent;
    slot_[v] = static_cast<std::uint32_t>(children_[parent].size());
    children_[parent].push_back(v);
  }
  void leave_parent(Block v) {
    if (parent_[v] == no_block) return;
    std::vector<Block>& all = children_[parent_[v]];
    all[slot_[v]] = all.back();
    slot_[all.back()] = slot_[v];
    all.pop_back();
    parent_[v] = no_block;
  }
  /// Levels below a vertex whose own is right.
  void relevel(Block v) {
    work_.assign(1, v);
    while (!work_.empty()) {
      const Block u = work_.back();
      work_.pop_back();
      for (const Block c : children_[u]) {
        level_[c] = level_[u] + 1;
        work_.push_back(c);
      }
    }
  }
  bool mark(Block v) { return std::exchange(mark_[v], time_) != time_; }

  // What a way from `to` reaches without coming above its own level hangs below the common dominator from now on.
  void insert_reachable(Block from, Block to) {
    const Block above = common(from, to);
    if (above == to || above == parent_[to]) return;
    const std::uint32_t limit = level_[above] + 1;
    ++time_;
    std::priority_queue<std::pair<std::uint32_t, Block>> queue;  // deepest first
    std::vector<Block> affected, pass;
    mark(to);
    queue.push({level_[to], to});
    while (!queue.empty()) {
      const auto [level, top] = queue.top();
      queue.pop();
      affected.push_back(top);
      pass.assign(1, top);
      while (!pass.empty()) {
        const Block v = pass.back();
        pass.pop_back();
        for (const Block s : next_[v]) {
          if (level_[s] <= limit || !mark(s)) continue;
          if (level_[s] > level)
            pass.push_back(s);
          else
            queue.push({level_[s], s});
        }
      }
    }
    for (const Block v : affected) {
      set_parent(v, above);
      level_[v] = limit;
    }
    for (const Block v : affected) relevel(v);
  }

  // `to` and what hangs on it were not reachable; then their edges into what was count as inserted.
  void reach(Block from, Block to) {
    std::vector<Block> fresh{to};
    ++time_;
    mark(to);
    std::vector<std::pair<Block, Block>> known;
    for (std::size_t k = 0; k < fresh.size(); ++k)
      for (const Block s : next_[fresh[k]])
        if (reachable(s))
          known.push_back({fresh[k], s});
        else if (mark(s))
          fresh.push_back(s);
    level_[to] = level_[from] + 1;
    set_parent(to, from);
    ++reached_;
    // All that is fresh hangs below `to`: no other edge leads there.
    reached_ += static_cast<std::uint32_t>(fresh.size()) - 1;
    tree_of(fresh);
    for (const auto& [u, v] : known) insert_reachable(u, v);
  }

  // The last way to `to` is gone: what it dominates is out, and where that went to has lost ways.
  void unreach(Block to) {
    std::vector<Block> out{to};
    for (std::size_t k = 0; k < out.size(); ++k)
      out.insert(out.end(), children_[out[k]].begin(), children_[out[k]].end());
    leave_parent(to);
    for (const Block v : out) {
      level_[v] = no_block;
      parent_[v] = no_block;
      children_[v].clear();
    }
    reached_ -= static_cast<std::uint32_t>(out.size());
    Block top = no_block;
    for (const Block v : out)
      for (const Block s : next_[v])
        if (reachable(s) && parent_[s] != no_block && (top == no_block || level_[parent_[s]] < level_[top]))
          top = parent_[s];
    if (top != no_block) rebuild(top);
  }

  // The tree below `root`, from the edges. What root dominates is what it reaches by vertices deeper than itself.
  void rebuild(Block root) {
    std::vector<Block> region{root};
    ++time_;
    mark(root);
    const bool all = root == 0;
    for (std::size_t k = 0; k < region.size(); ++k)
      for (const Block s : next_[region[k]])
        if ((all || (reachable(s) && level_[s] > level_[root])) && mark(s)) region.push_back(s);
    if (all) reached_ = static_cast<std::uint32_t>(region.size());
    tree_of(region);
  }
  // Semi-NCA over a set of vertices that the first of them reaches within the set and dominates.
  void tree_of(const std::vector<Block>& region) {
    rebuilt_ += region.size();
    if (index_.size() < parent_.size()) index_.resize(parent_.size());
    for (std::uint32_t k = 0; k < region.size(); ++k) index_[region[k]] = k;
    const auto within = [&](Block v) { return index_[v] < region.size() && region[index_[v]] == v; };
    std::vector<std::pair<Block, Block>> edges;
    for (std::uint32_t k = 0; k < region.size(); ++k)
      for (const Block s : next_[region[k]])
        if (within(s)) edges.push_back({k, index_[s]});
    const Dominators tree(Cfg(static_cast<std::uint32_t>(region.size()), edges));
    for (const Block k : tree.blocks()) {
      if (k == 0) continue;
      const Block v = region[k], parent = region[tree.immediate(k)];
      if (parent_[v] != parent) set_parent(v, parent);
      level_[v] = level_[parent] + 1;
    }
  }
  void number() const {
    in_.resize(parent_.size());
    out_.resize(parent_.size());
    std::vector<std::pair<Block, std::uint32_t>> stack{{0, 0}};
    std::uint32_t time = 0;
    in_[0] = time++;
    while (!stack.empty()) {
      auto& [v, k] = stack.back();
      if (k < children_[v].size()) {
        const Block c = children_[v][k++];
        in_[c] = time++;
        stack.push_back({c, 0});
      } else {
        out_[v] = time;
        stack.pop_back();
      }
    }
    numbered_ = changed_;
  }

  std::vector<std::vector<Block>> next_, back_, children_;
  std::vector<Block> parent_, work_;
  std::vector<std::uint32_t> slot_, level_, mark_, index_;
  std::uint32_t time_ = 0, reached_ = 0;
  std::uint64_t changed_ = 1, rebuilt_ = 0;
  // Numbers for questions, made when enough were asked: two threads may not ask at once.
  mutable std::vector<std::uint32_t> in_, out_;
  mutable std::uint64_t numbered_ = 0;
  mutable std::uint32_t asked_ = 0;
};

}  // namespace lathe::flow
