// A certificate that a tree is the dominator tree: a low-high order of it.
//
// A preorder of a tree is low-high for a graph when every block but the root has an edge from its parent, or two edges
// from blocks that are not below it, one earlier in the order and one later. If besides every edge u -> v comes from
// below v's parent (or from it), the tree is the dominator tree: removing one block leaves one of the two ways to every
// block that is not below it. Whoever has the order can verify all this in O(blocks + edges) without knowing how it was
// made; check.hpp does.
//
// Gives: for a tree that is right such an order; for a tree that is wrong some order, which no verifier accepts.
// Cost: O(edges log blocks), no recursion.
// Source: Georgiadis, Tarjan, "Dominator tree certification and divergent spanning trees", ACM TALG 2015: two spanning
// trees whose paths to a block share its dominators only (from semidominators and relative dominators), and from them
// the order, leaf by leaf of the derived graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>

namespace lathe::flow {

namespace detail {

/// A list with an order of its elements that can be asked for in O(1): labels, spread again where they get crowded.
class LabelledList {
 public:
  explicit LabelledList(std::uint32_t size) : label_(size, 0), previous_(size, no_block), next_(size, no_block) {}
  bool before(std::uint32_t a, std::uint32_t b) const { return label_[a] < label_[b]; }
  std::uint32_t next(std::uint32_t a) const { return next_[a]; }
  /// A list of one.
  void begin(std::uint32_t a) { label_[a] = std::uint64_t{1} << 62; }
  void insert_after(std::uint32_t at, std::uint32_t a) { insert(at, next_[at], a); }
  void insert_before(std::uint32_t at, std::uint32_t a) { insert(previous_[at], at, a); }

 private:
  static constexpr std::uint64_t end = std::uint64_t{1} << 63;
  void insert(std::uint32_t left, std::uint32_t right, std::uint32_t a) {
    for (int tries = 0; tries < 2; ++tries) {
      const std::uint64_t low = left == no_block ? 0 : label_[left], high = right == no_block ? end : label_[right];
      if (high - low >= 2) {
        label_[a] = low + (high - low) / 2;
        break;
      }
      spread(left != no_block ? left : right);
    }
    previous_[a] = left;
    next_[a] = right;
    if (left != no_block) next_[left] = a;
    if (right != no_block) previous_[right] = a;
  }
  // The smallest aligned range of labels around `a` that is sparse enough; more so the smaller it is.
  void spread(std::uint32_t a) {
    std::uint32_t first = a, last = a;
    std::uint64_t count = 1;
    double most = 1;
    for (unsigned bits = 2; bits <= 63; ++bits) {
      most *= 2 / 1.3;
      const std::uint64_t mask = (std::uint64_t{1} << bits) - 1, low = label_[a] & ~mask, high = low + mask;
      for (; previous_[first] != no_block && label_[previous_[first]] >= low; first = previous_[first]) ++count;
      for (; next_[last] != no_block && label_[next_[last]] <= high; last = next_[last]) ++count;
      if (static_cast<double>(count) > most || (mask + 1) / (count + 1) < 2) continue;
      const std::uint64_t step = (mask + 1) / (count + 1);
      std::uint64_t label = low;
      for (std::uint32_t b = first;; b = next_[b]) {
        label_[b] = label += step;
        if (b == last) return;
      }
    }
  }
  std::vector<std::uint64_t> label_;
  std::vector<std::uint32_t> previous_, next_;
};

/// Blocks by depth-first number throughout.
class LowHigh {
 public:
  LowHigh(const Cfg& cfg, std::span<const Block> immediate) : cfg_(cfg), number_(cfg.block_count(), no_block) {
    depth_first();
    parents(immediate);
  }

  std::vector<Block> run() {
    if (count_ == 0) return {};
    spanning_trees();
    derive();
    eliminate();
    return preorder(insert_again());
  }

 private:
  void depth_first() {
    if (cfg_.block_count() == 0) return;
    std::vector<std::pair<Block, std::uint32_t>> work{{0, 0}};
    while (!work.empty()) {
      const auto [b, above] = work.back();
      work.pop_back();
      if (number_[b] != no_block) continue;
      number_[b] = count_++;
      block_.push_back(b);
      tree_.push_back(above);
      for (const Block s : cfg_.successors(b))
        if (number_[s] == no_block) work.emplace_back(s, number_[b]);
    }
  }
  // The tree in question. Parents that cannot be (a dominator has a smaller number) are the root: any order will do.
  void parents(std::span<const Block> immediate) {
    parent_.assign(count_, 0);
    for (std::uint32_t v = 1; v < count_; ++v) {
      const Block d = immediate[block_[v]];
      const std::uint32_t n = d < number_.size() ? number_[d] : no_block;
      parent_[v] = n < v ? n : 0;
    }
  }

  // Two ways to each block: one edge from its parent in the depth-first tree, one that gives its semidominator. Which
  // of them is in which tree follows from the relative dominator.
  void spanning_trees() {
    std::vector<std::uint32_t> semi(count_), best(count_), ancestor(count_, no_block), edge(count_, 0),
        relative(count_, 0), path;
    std::vector<std::vector<std::uint32_t>> bucket(count_);
    for (std::uint32_t v = 0; v < count_; ++v) semi[v] = best[v] = v;
    const auto evaluate = [&](std::uint32_t v) {
      path.clear();
      std::uint32_t top = v;
      for (; ancestor[top] != no_block; top = ancestor[top]) path.push_back(top);
      // Below `top`, which is no part of a linked path, from the top down.
      std::uint32_t least = no_block;
      for (std::size_t i = path.size(); i-- > 0;) {
        const std::uint32_t u = path[i];
        if (least == no_block || semi[best[u]] <= semi[least]) least = best[u];
        best[u] = least;
        ancestor[u] = top;
      }
      return best[v];
    };
    for (std::uint32_t v = count_; v-- > 1;) {
      for (const Block p : cfg_.predecessors(block_[v])) {
        const std::uint32_t u = number_[p];
        if (u == no_block || u == v) continue;
        const std::uint32_t s = u < v ? u : semi[evaluate(u)];
        if (s >= semi[v]) continue;
        semi[v] = s;
        edge[v] = u;
      }
      ancestor[v] = tree_[v];
      bucket[semi[v]].push_back(v);
      for (const std::uint32_t w : bucket[tree_[v]]) relative[w] = evaluate(w);
      bucket[tree_[v]].clear();
    }
    blue_.assign(count_, 0);
    red_.assign(count_, 0);
    std::vector<bool> crossed(count_, false);  // blue by the semidominator's edge
    for (std::uint32_t v = 1; v < count_; ++v) {
      crossed[v] = semi[relative[v]] == semi[v] || !crossed[relative[v]];
      blue_[v] = crossed[v] ? edge[v] : tree_[v];
      red_[v] = crossed[v] ? tree_[v] : edge[v];
    }
  }

  // Ends of edges raised to siblings in the tree: the child of parent(v) above it. no_block: from the parent itself.
  void derive() {
    std::vector<std::vector<std::pair<std::uint32_t, bool>>> asked(count_);
    for (std::uint32_t v = 1; v < count_; ++v) {
      asked[blue_[v]].emplace_back(v, true);
      asked[red_[v]].emplace_back(v, false);
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;
    for (std::uint32_t v = 1; v < count_; ++v) rows.emplace_back(parent_[v], v);
    children_ = Csr<std::uint32_t>(count_, rows);
    // The path from the root to where the walk is, by depth.
    std::vector<std::uint32_t> depth(count_, 0), path, work{0};
    for (std::uint32_t v = 1; v < count_; ++v) depth[v] = depth[parent_[v]] + 1;
    path.reserve(count_);
    while (!work.empty()) {
      const std::uint32_t u = work.back();
      work.pop_back();
      path.resize(depth[u]);
      path.push_back(u);
      for (const auto& [v, blue] : asked[u]) {
        std::uint32_t& end = blue ? blue_[v] : red_[v];
        const std::uint32_t d = depth[parent_[v]];
        end = d + 1 < path.size() && path[d] == parent_[v] ? path[d + 1] : no_block;
      }
      for (const std::uint32_t c : children_[u]) work.push_back(c);
    }
    for (std::uint32_t v = 1; v < count_; ++v)
      if (blue_[v] == no_block || red_[v] == no_block || blue_[v] == red_[v] || blue_[v] == v || red_[v] == v)
        blue_[v] = red_[v] = no_block;  // the last three only where the tree is wrong
  }

  struct Step {
    std::uint32_t block, blue, red;
    std::uint32_t user, other;  // the block that needed it, and what else that needed; no_block: nobody
  };
  // Takes away, one after the other, blocks that at most one sibling needs; who needs one takes what it needed instead.
  void eliminate() {
    std::vector<std::vector<std::uint32_t>> users(count_);
    std::vector<std::uint32_t> needed(count_, 0), work;
    const auto need = [&](std::uint32_t a, std::uint32_t by) {
      if (a == no_block) return;
      users[a].push_back(by);
      ++needed[a];
    };
    const auto release = [&](std::uint32_t a) {
      if (a != no_block && --needed[a] <= 1) work.push_back(a);
    };
    for (std::uint32_t v = 1; v < count_; ++v) {
      need(blue_[v], v);
      need(red_[v], v);
    }
    for (std::uint32_t v = count_; v-- > 1;)
      if (needed[v] <= 1) work.push_back(v);
    std::vector<bool> gone(count_, false);
    while (!work.empty()) {
      const std::uint32_t v = work.back();
      work.pop_back();
      if (gone[v] || needed[v] > 1) continue;
      gone[v] = true;
      Step step{v, blue_[v], red_[v], no_block, no_block};
      if (needed[v] == 1) {
        while (gone[users[v].back()] || (blue_[users[v].back()] != v && red_[users[v].back()] != v))
          users[v].pop_back();
        const std::uint32_t w = step.user = users[v].back();
        const bool is_blue = blue_[w] == v;
        step.other = is_blue ? red_[w] : blue_[w];
        std::uint32_t instead = is_blue ? step.blue : step.red;
        if (instead == step.other || instead == w) instead = is_blue ? step.red : step.blue;
        if (instead == step.other || instead == w) instead = no_block;  // only where the tree is wrong
        (is_blue ? blue_ : red_)[w] = instead;
        if (instead != no_block) {
          need(instead, w);
        } else {
          blue_[w] = red_[w] = no_block;
          release(step.other);
        }
      }
      release(step.blue);
      if (step.red != step.blue) release(step.red);
      steps_.push_back(step);
    }
    // Where the tree is wrong some may be left.
    for (std::uint32_t v = 1; v < count_; ++v)
      if (!gone[v]) steps_.push_back({v, no_block, no_block, no_block, no_block});
  }

  // The last one that went comes first: between what it needed, on that side of its user where the other one is not.
  std::vector<std::uint32_t> insert_again() {
    LabelledList list(count_);
    std::vector<std::uint32_t> first(count_, no_block);
    const auto insert = [&](std::uint32_t at, bool after, std::uint32_t v) {
      if (after) return list.insert_after(at, v);
      list.insert_before(at, v);
      if (first[parent_[v]] == at) first[parent_[v]] = v;
    };
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const auto& [v, blue, red, user, other] = steps_[i];
      std::uint32_t& head = first[parent_[v]];
      if (head == no_block) {
        list.begin(head = v);
      } else if (user == no_block) {
        if (blue == no_block)
          insert(head, false, v);
        else
          insert(blue, list.before(blue, red), v);
      } else {
        // In front of the user if the other one is behind it.
        const bool front = other != no_block && list.before(user, other);
        std::uint32_t at = user;
        bool after = !front;
        if (blue != no_block) {
          const bool ordered = list.before(blue, red);
          const std::uint32_t low = ordered ? blue : red, high = ordered ? red : blue;
          if (front && list.before(high, user))
            at = high, after = false;
          else if (!front && list.before(user, low))
            at = low, after = true;
        }
        insert(at, after, v);
      }
    }
    std::vector<std::uint32_t> next(count_, no_block);
    for (std::uint32_t v = 1; v < count_; ++v) next[v] = list.next(v);
    first_ = std::move(first);
    return next;
  }

  std::vector<Block> preorder(const std::vector<std::uint32_t>& next) const {
    std::vector<Block> out;
    std::vector<std::uint32_t> work{0};
    while (!work.empty()) {
      const std::uint32_t v = work.back();
      work.pop_back();
      out.push_back(block_[v]);
      if (v != 0 && next[v] != no_block) work.push_back(next[v]);
      if (first_[v] != no_block) work.push_back(first_[v]);
    }
    return out;
  }

  const Cfg& cfg_;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> number_, tree_, parent_, blue_, red_, first_;
  std::vector<Block> block_;
  Csr<std::uint32_t> children_;
  std::vector<Step> steps_;
};

}  // namespace detail

/// The blocks that the entry reaches, in low-high order of the tree that `immediate` gives: one entry per block, the
/// immediate dominator of each, anything for those that have none.
inline std::vector<Block> low_high_order(const Cfg& cfg, std::span<const Block> immediate) {
  return detail::LowHigh(cfg, immediate).run();
}

}  // namespace lathe::flow
