// The control flow graph, following edits: each edge once, in both directions, and what the last edit changed of it.
//
// Blocks are numbers of Known; the entry must be its block 0. An edit that changes no way out of a block costs nothing,
// any other O(ways out of the block + predecessors of those that come or go).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lathe/program/observe.hpp>

namespace lathe::program {

template <class P>
class ControlFlow : public Nothing {
  using Nothing::Nothing;
};
/// Edges between blocks, and what the last edit changed of them, as an observer.
template <Agreed P>
class ControlFlow<P> {
 public:
  /// An edge that an edit put in or took away.
  struct EdgeChange {
    std::uint32_t from, to;  ///< numbers of Known: the block that names the other, and the other
    bool inserted;           ///< the edge is new; false: it went
  };
  /// Reads all edges of the program: O(blocks + edges). `p` and `known` outlive it; blocks without a number get one.
  ControlFlow(const P& p, Known<P>& known) : known_(known) {
    for (auto&& b : p.blocks()) enter(known_.blocks.add(b));
    for (auto&& b : p.blocks()) read(p, known_.blocks.find(b));
    changes_.clear();
    entered_.clear();
  }

  /// Numbers there are, of blocks in the layout and of others.
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(nodes_.size()); }
  bool contains(std::uint32_t b) const { return b < nodes_.size() && nodes_[b].in; }
  /// How many blocks stand in the layout.
  std::uint32_t size() const { return size_; }
  /// In the order in which the block names them.
  std::span<const std::uint32_t> successors(std::uint32_t b) const { return nodes_[b].next; }
  /// In no particular order.
  std::span<const std::uint32_t> predecessors(std::uint32_t b) const { return nodes_[b].back; }
  /// f(number of the block) for each way out, in the order in which the block names them.
  template <class F>
  void for_each_successor(std::uint32_t b, F&& f) const {
    for (const std::uint32_t s : nodes_[b].next) f(s);
  }
  const Known<P>& known() const { return known_; }
  Known<P>& known() { return known_; }

  // ---- of the last edit
  /// Edges that came or went; one that the block still names another time is not among them.
  std::span<const EdgeChange> changes() const { return changes_; }
  std::span<const std::uint32_t> entered() const { return entered_; }  ///< blocks that came into the layout
  std::span<const std::uint32_t> left() const { return left_; }        ///< blocks that left the layout
  /// A block names other successors than before, or the same ones in another order, which walks depend on.
  bool reordered() const { return reordered_; }
  /// Grows with every edit that changed an edge, the order of successors or a block.
  std::uint64_t version() const { return version_; }

  // ---- an observer

  void before(const P&, const Edit<P>&) {
    changes_.clear();
    entered_.clear();
    left_.clear();
    reordered_ = false;
  }
  void after(const P& p, const Edit<P>& e) {
    using Kind = typename Edit<P>::Kind;
    if (e.kind == Kind::put && p.effects(*e.inst).has(Effect::terminator)) {
      if (e.from) read(p, known_.blocks.find(*e.from.block));
      if (e.to && !(e.from && *e.from.block == *e.to.block)) read(p, known_.blocks.find(*e.to.block));
    }
    if (e.kind == Kind::successor) read(p, known_.blocks.find(*e.block));
    if (e.kind == Kind::block && e.was_in != e.is_in) {
      const std::uint32_t b = known_.blocks.add(*e.block);
      if (e.is_in) {
        enter(b);
        read(p, b);
      } else {
        replace(b, {});
        nodes_[b].in = false;
        --size_;
        left_.push_back(b);
      }
    }
    version_ += !changes_.empty() || !entered_.empty() || !left_.empty() || reordered_;
  }
  void verify(const P& p, FollowFaults& faults) const {
    const auto wrong = [&](std::uint32_t b, const char* what) {
      faults.add(FollowFault::control_flow, b, "block " + std::to_string(b) + what);
    };
    std::vector<std::vector<std::uint32_t>> back(block_count());
    std::uint32_t in = 0;
    for (auto&& block : p.blocks()) {
      const std::uint32_t b = known_.blocks.find(block);
      if (!contains(b)) return wrong(b, " is not known");
      ++in;
      std::vector<std::uint32_t> next;
      p.for_each_successor(block, [&](const block_t<P>& s) {
        const std::uint32_t to = known_.blocks.find(s);
        if (std::find(next.begin(), next.end(), to) == next.end()) next.push_back(to);
      });
      if (next != nodes_[b].next) return wrong(b, " has other successors");
      for (const std::uint32_t s : next)
        if (s < back.size()) back[s].push_back(b);
    }
    if (in != size_) return wrong(none, "s are said to stand in the layout that do not");
    for (std::uint32_t b = 0; b < block_count(); ++b) {
      std::vector<std::uint32_t> mine = nodes_[b].back;
      std::sort(mine.begin(), mine.end());
      std::sort(back[b].begin(), back[b].end());
      if (mine != back[b]) return wrong(b, " has other predecessors");
    }
  }

 private:
  struct Node {
    bool in = false;
    std::uint32_t seen = 0;  // when it was last met
    std::vector<std::uint32_t> next, back;
  };
  Node& node(std::uint32_t b) {
    if (b >= nodes_.size()) nodes_.resize(b + 1);
    return nodes_[b];
  }
  void enter(std::uint32_t b) {
    node(b).in = true;
    ++size_;
    entered_.push_back(b);
  }
  void read(const P& p, std::uint32_t b) {
    std::vector<std::uint32_t> next;
    ++time_;
    p.for_each_successor(known_.blocks[b], [&](const block_t<P>& s) {
      const std::uint32_t to = known_.blocks.add(s);
      if (std::exchange(node(to).seen, time_) != time_) next.push_back(to);
    });
    replace(b, std::move(next));
  }
  void replace(std::uint32_t b, std::vector<std::uint32_t> next) {
    ++time_;
    for (const std::uint32_t s : nodes_[b].next) nodes_[s].seen = time_;
    for (const std::uint32_t s : next)
      if (nodes_[s].seen != time_) {
        nodes_[s].back.push_back(b);
        changes_.push_back({b, s, true});
      }
    ++time_;
    for (const std::uint32_t s : next) nodes_[s].seen = time_;
    for (const std::uint32_t s : nodes_[b].next)
      if (nodes_[s].seen != time_) {
        std::erase(nodes_[s].back, b);
        changes_.push_back({b, s, false});
      }
    reordered_ = reordered_ || nodes_[b].next != next;
    nodes_[b].next = std::move(next);
  }

  Known<P>& known_;
  std::vector<Node> nodes_;
  std::vector<EdgeChange> changes_;
  std::vector<std::uint32_t> entered_, left_;
  std::uint64_t version_ = 0;
  std::uint32_t size_ = 0, time_ = 0;
  bool reordered_ = false;
};
template <class P>
ControlFlow(const P&, Known<P>&) -> ControlFlow<P>;

}  // namespace lathe::program
