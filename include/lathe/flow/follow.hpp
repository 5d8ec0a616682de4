// Dominators, post-dominators and loops that follow edits: observers of a program::Editing, behind the ControlFlow that
// they ask.
//
// Blocks are the numbers of ControlFlow. Dominators and post-dominators change with each edge (dynamic_dominators.hpp
// says what that costs); in a function with endless code the exits are found anew, O(blocks + edges), whenever control
// flow changes. Loops are made anew when asked after such a change, O(edges log blocks). Edits that leave control flow
// alone cost nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// First, and here: the fewer files between, the shorter is what a wrong View is told.
#include <lathe/program/editing.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/program/observe.hpp>

#include <lathe/flow/dynamic_dominators.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/post_dominators.hpp>
#include <lathe/program/control_flow.hpp>

namespace lathe::flow {

/// The graph of a function as it is now, for the analyses of this folder.
template <class P>
Cfg cfg_of(const program::ControlFlow<P>& flow) {
  std::vector<std::pair<Block, Block>> edges;
  for (Block b = 0; b < flow.block_count(); ++b)
    for (const Block s : flow.successors(b)) edges.emplace_back(b, s);
  return Cfg(flow.block_count(), edges);
}

template <class P>
class FollowDominators : public program::Nothing {
  using program::Nothing::Nothing;
};
/// The dominator tree as an observer of an Editing.
template <program::Agreed P>
class FollowDominators<P> {
 public:
  /// Makes the tree of the edges as they are. `flow` outlives it, and hears of edits before it does.
  explicit FollowDominators(const program::ControlFlow<P>& flow) : flow_(flow) {
    std::vector<std::pair<Block, Block>> edges;
    for (Block b = 0; b < flow.block_count(); ++b)
      for (const Block s : flow.successors(b)) edges.emplace_back(b, s);
    tree_ = DynamicDominators(flow.block_count(), edges);
  }
  const DynamicDominators& tree() const { return tree_; }  ///< the tree, by numbers of blocks
  /// no_block for the entry and for blocks that it does not reach.
  Block immediate(Block b) const { return tree_.immediate(b); }
  bool reachable(Block b) const { return flow_.contains(b) && tree_.reachable(b); }
  /// Is `a` on each way from the entry to b? By numbers; false where b cannot be reached, but of itself.
  bool dominates(Block a, Block b) const { return tree_.dominates(a, b); }

  // ---- an observer
  void before(const P&, const program::Edit<P>&) {}
  void after(const P&, const program::Edit<P>&) {
    tree_.grow(flow_.block_count());
    for (const auto& c : flow_.changes())  // insertions first: less is out of reach in between
      if (c.inserted) tree_.insert_edge(c.from, c.to);
    for (const auto& c : flow_.changes())
      if (!c.inserted) tree_.erase_edge(c.from, c.to);
  }
  void verify(const P&, program::FollowFaults& faults) const {
    const Dominators full(cfg_of(flow_));
    for (Block b = 0; b < flow_.block_count(); ++b)
      if (flow_.contains(b) && (b >= tree_.vertex_count() || full.reachable(b) != tree_.reachable(b) ||
                                full.immediate(b) != tree_.immediate(b)))
        return faults.add(program::FollowFault::dominators, b,
                          "block " + std::to_string(b) + " has another immediate dominator");
    if (!tree_.levels_fit())
      faults.add(program::FollowFault::dominators, 0, "a level is not one more than the immediate dominator's");
  }

 private:
  const program::ControlFlow<P>& flow_;
  DynamicDominators tree_;
};
template <class P>
FollowDominators(const program::ControlFlow<P>&) -> FollowDominators<P>;

/// As PostDominators, which it equals for what the entry reaches; other blocks have a place, too.
template <class P>
class FollowPostDominators : public program::Nothing {
  using program::Nothing::Nothing;
};
template <program::Agreed P>
class FollowPostDominators<P> {
 public:
  /// Makes the tree of the edges as they are. `flow` outlives it, and hears of edits before it does.
  explicit FollowPostDominators(const program::ControlFlow<P>& flow) : flow_(flow) {
    for (Block b = 0; b < flow.block_count(); ++b) {
      if (flow.contains(b) && flow.successors(b).empty()) edges_.emplace_back(0, b + 1);
      for (const Block s : flow.successors(b)) edges_.emplace_back(s + 1, b + 1);
    }
    tree_ = DynamicDominators(flow.block_count() + 1, edges_);
    edges_.clear();
    find_endless();
  }
  /// no_block for exits, where only the root is above, and for what reaches none.
  Block immediate(Block b) const {
    const Block above = tree_.immediate(b + 1);
    return above == no_block || above == 0 ? no_block : above - 1;
  }
  /// Is `a` on each way from b to the end?
  bool post_dominates(Block a, Block b) const { return tree_.dominates(a + 1, b + 1); }
  bool reachable(Block b) const { return tree_.reachable(b + 1); }
  /// Of the reversed graph, block b as b + 1 and the root as 0.
  const DynamicDominators& tree() const { return tree_; }

  // ---- an observer
  void before(const P&, const program::Edit<P>&) {}
  void after(const P&, const program::Edit<P>&) {
    // Which blocks of endless code count as exits depends on the order of the walk.
    const bool walk = flow_.reordered() && !endless_.empty();
    if (flow_.changes().empty() && flow_.entered().empty() && flow_.left().empty() && !walk) return;
    tree_.grow(flow_.block_count() + 1);
    // Endless code has exits of its own only while it is endless.
    for (const Block b : std::exchange(endless_, {})) edges_.emplace_back(0, b + 1);
    for (const Block b : flow_.entered()) leave(b);
    for (const auto& c : flow_.changes()) leave(c.from);
    for (const auto& c : flow_.changes())
      if (c.inserted) tree_.insert_edge(c.to + 1, c.from + 1);
    for (const auto& c : flow_.changes())
      if (!c.inserted) tree_.erase_edge(c.to + 1, c.from + 1);
    for (const Block b : flow_.left()) leave(b);
    find_endless();
  }
  void verify(const P&, program::FollowFaults& faults) const {
    const Cfg cfg = cfg_of(flow_);
    const Order order = reverse_post_order(cfg);
    const PostDominators full(cfg, order);
    for (Block b = 0; b < flow_.block_count(); ++b)
      if (flow_.contains(b) && order.reachable(b) &&
          (b + 1 >= tree_.vertex_count() || full.reachable(b) != reachable(b) || full.immediate(b) != immediate(b)))
        return faults.add(program::FollowFault::post_dominators, b,
                          "block " + std::to_string(b) + " has another immediate post-dominator");
    if (!tree_.levels_fit())
      faults.add(program::FollowFault::post_dominators, 0, "a level is not one more than the one above");
  }

 private:
  // Is a block that stands in the layout and leads nowhere below the root?
  void leave(Block b) {
    const bool exit = flow_.contains(b) && flow_.successors(b).empty();
    if (exit == tree_.has_edge(0, b + 1)) return;
    if (exit)
      tree_.insert_edge(0, b + 1);
    else
      tree_.erase_edge(0, b + 1);
  }
  // Edges to what were exits of endless code go when those that are now are there.
  void find_endless() {
    const std::vector<std::pair<Block, Block>> old = std::exchange(edges_, {});
    if (old.empty() && tree_.reached() == flow_.size() + 1) return;
    const Cfg cfg = cfg_of(flow_);
    for (const Block b : find_exits(cfg, reverse_post_order(cfg)))
      if (flow_.contains(b) && !flow_.successors(b).empty()) endless_.push_back(b);
    for (const Block b : endless_)
      if (!tree_.has_edge(0, b + 1)) tree_.insert_edge(0, b + 1);
    for (const auto& [root, v] : old) {
      const Block b = v - 1;
      const bool stays = std::find(endless_.begin(), endless_.end(), b) != endless_.end() ||
                         (flow_.contains(b) && flow_.successors(b).empty());
      if (!stays && tree_.has_edge(root, v)) tree_.erase_edge(root, v);
    }
  }

  const program::ControlFlow<P>& flow_;
  DynamicDominators tree_;
  std::vector<Block> endless_;
  std::vector<std::pair<Block, Block>> edges_;  // while an edit is followed: the root's to what was endless before
};
template <class P>
FollowPostDominators(const program::ControlFlow<P>&) -> FollowPostDominators<P>;

/// Natural loops, made anew when asked after control flow has changed.
template <class P>
class FollowLoops : public program::Nothing {
  using program::Nothing::Nothing;
};
template <program::Agreed P>
class FollowLoops<P> {
 public:
  /// `flow` outlives it; loops are found when somebody asks.
  explicit FollowLoops(const program::ControlFlow<P>& flow) : flow_(flow) {}
  const Loops& loops() const {
    if (version_ != flow_.version() || !made_) {
      loops_ = of(flow_);
      version_ = flow_.version();
      made_ = true;
    }
    return loops_;
  }

  // ---- an observer
  void before(const P&, const program::Edit<P>&) {}
  void after(const P&, const program::Edit<P>&) {}
  void verify(const P&, program::FollowFaults& faults) const {
    const Loops &mine = loops(), full = of(flow_);
    bool same = mine.innermost == full.innermost && mine.irreducible == full.irreducible &&
                mine.loops.size() == full.loops.size();
    for (std::size_t l = 0; same && l < full.loops.size(); ++l)
      same = mine.loops[l].header == full.loops[l].header && mine.loops[l].parent == full.loops[l].parent &&
             mine.loops[l].depth == full.loops[l].depth;
    if (!same) faults.add(program::FollowFault::loops, 0, "other loops");
  }

 private:
  static Loops of(const program::ControlFlow<P>& flow) {
    const Cfg cfg = cfg_of(flow);
    return find_loops(cfg, Dominators(cfg), reverse_post_order(cfg));
  }
  const program::ControlFlow<P>& flow_;
  mutable Loops loops_;
  mutable std::uint64_t version_ = 0;
  mutable bool made_ = false;
};
template <class P>
FollowLoops(const program::ControlFlow<P>&) -> FollowLoops<P>;

}  // namespace lathe::flow
