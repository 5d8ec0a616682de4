// Who mentions which unit where: per block and unit the mentions in order, and what is live at the ends of blocks.
//
// A unit is live behind a mention exactly when the next mention in the block reads it, or there is none and the unit is
// live out of the block. So an edit concerns the neighbours of what it touches, and other blocks only where the first
// mention of a unit in a block changes its mind. What becomes live is spread backward; what may have become dead is
// searched forward for a use first, since round a cycle blocks could otherwise keep each other alive.
// Cost: O(log mentions of the unit in the block) per mention, and per block whose liveness changes, its neighbours;
// a search looks at blocks through which the unit only passes, until one that reads it.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/flow/cfg.hpp>
#include <lathe/pressure/analysis.hpp>
#include <lathe/pressure/options.hpp>
#include <lathe/pressure/order.hpp>
#include <lathe/pressure/problem.hpp>

namespace lathe::pressure::detail {

/// One unit in one instruction.
struct Mention {
  Link link;
  std::uint32_t unit = 0, inst = 0;
  bool reads = false, writes = false;
  bool live = false;  ///< the unit is live behind the instruction
};
/// A unit in a block. Not there: not mentioned, not live.
struct Presence {
  std::uint32_t root = nil;
  bool in = false, out = false, pinned = false;
  bool empty() const { return root == nil && !in && !out && !pinned; }
};

template <class = void>
class BasicWeb {
 public:
  std::vector<Mention> mentions;
  std::vector<dense::DenseMap<std::uint32_t, Presence>> blocks;
  std::vector<std::uint32_t> entry;    ///< block * sets + set: weight of what is live into the block
  std::vector<std::uint32_t> dirty;    ///< instructions to refresh
  std::vector<std::uint32_t> touched;  ///< blocks whose instructions are others; may repeat itself
  std::vector<std::uint32_t> entered;  ///< blocks with another `entry`; may repeat itself

  /// Forgets the order and computes all from the program: `insts` are ids in the order of `p`'s instructions.
  void build(const Problem& p, const flow::Cfg& cfg, Order& order, const std::vector<std::uint32_t>& insts) {
    sets_ = static_cast<std::uint32_t>(p.sets.size());
    blocks.assign(p.blocks.size(), {});
    entry.assign(p.blocks.size() * sets_, 0);
    marks_.assign(p.blocks.size(), {});
    mark_ = 0;
    const flow::Liveness live = liveness_of(p, cfg);
    struct Last {
      std::uint32_t block = none, mention = nil, at = 0;
      bool live = false;
    };
    std::vector<Last> last(p.register_unit_count());
    std::vector<std::pair<std::uint32_t, Presence>> met;  // of one block: each is looked for in its map once
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
      met.clear();
      const auto here = [&](std::uint32_t u) -> Presence& {
        if (last[u].block != b) {
          last[u] = {b, nil, static_cast<std::uint32_t>(met.size()), false};
          met.emplace_back(u, Presence());
        }
        return met[last[u].at].second;
      };
      for (const Live& l : p.live_at_end(b))
        for_each_unit(p, l.reg, l.lanes, [&](std::uint32_t u) { here(u).pinned = true; });
      for (const std::uint32_t u : live.live_in[b]) set_in(p, b, u, here(u), true);
      for (const std::uint32_t u : live.live_out[b]) here(u).out = true;
      const std::uint32_t begin = p.blocks[b].first, end = begin + p.blocks[b].count;
      for (std::uint32_t i = begin; i < end; ++i)
        for_mentions(order, insts[i], [&](std::uint32_t m) {
          Presence& at = here(mentions[m].unit);
          Last& l = last[mentions[m].unit];
          treap().append(at.root, l.mention, m);
          l.mention = m;
          l.live = at.out;
        });
      for (std::uint32_t i = end; i-- > begin;)
        for_mentions(order, insts[i], [&](std::uint32_t m) {
          mentions[m].live = last[mentions[m].unit].live;
          last[mentions[m].unit].live = mentions[m].reads;
        });
      for (const auto& [unit, at] : met) blocks[b].insert(unit, at);
    }
    touched.clear();
    entered.clear();
  }

  /// Puts the mentions of an instruction, which is in its place, into their orders.
  void link(const Order& order, std::uint32_t inst, std::vector<Node>& nodes, Stats& stats) {
    mark_dirty(nodes, inst);
    stats.relinked += nodes[inst].mention_count;
    for_mentions(order, inst, [&](std::uint32_t m) { put_in(order, m, nodes); });
  }
  /// Takes them out; the instruction is still in its place, or was.
  void unlink(const Order& order, std::uint32_t inst, std::uint32_t b, std::vector<Node>& nodes, Stats& stats) {
    stats.relinked += nodes[inst].mention_count;
    touched.push_back(b);
    for_mentions(order, inst, [&](std::uint32_t m) { take_out(b, m, nodes); });
  }
  /// For a move within a block, in front of `before`, or nil for the end: takes out those mentions alone that another one of
  /// their unit is crossed by; the others stay as they are. link_moved() puts them in again when it has moved.
  void unlink_crossed(const Order& order, std::uint32_t inst, std::uint32_t before, std::vector<Node>& nodes,
                      Stats& stats) {
    const std::uint32_t b = nodes[inst].block;
    const bool down = before == nil || order.stands_before(inst, before);
    touched.push_back(b);
    moved_.clear();
    for_mentions(order, inst, [&](std::uint32_t m) {
      const std::uint32_t beside = down ? treap().next(m) : treap().previous(m);
      if (beside == nil) return;
      const std::uint32_t other = mentions[beside].inst;
      if (before == nil || order.stands_before(other, before) == down) moved_.push_back(m);
    });
    stats.relinked += 2 * moved_.size();
    for (const std::uint32_t m : moved_) take_out(b, m, nodes);
  }
  void link_moved(const Order& order, std::uint32_t inst, std::vector<Node>& nodes) {
    if (moved_.empty()) return;
    mark_dirty(nodes, inst);
    for (const std::uint32_t m : moved_) put_in(order, m, nodes);
  }
  /// After all links and unlinks of an edit: liveness at the ends of blocks. First what is read, so that a search for a use
  /// finds it, then what is read no more, and last through whom a unit passes that had defined it: until then its `out` may
  /// be of uses that have gone with the definition, and the unit would be walked up to the entry and back.
  void settle(const Problem& p, const flow::Cfg& cfg, std::vector<Node>& nodes, Stats& stats) {
    for (const Pending& at : pending_) {
      const Presence* here = blocks[at.block].find(at.unit);
      if (here == nullptr || here->in || here->root == nil) continue;
      if (mentions[treap().leftmost(here->root)].reads) turn_on(p, cfg, nodes, stats, at.block, at.unit);
    }
    for (const Pending& at : pending_) {
      const Presence* here = blocks[at.block].find(at.unit);
      if (here == nullptr || !here->in) continue;
      const std::uint32_t first = treap().leftmost(here->root);
      new_question();
      off_.clear();
      if (first != nil ? !mentions[first].reads : !here->out)
        off_.push_back(at.block);
      else if (first == nil && at.lost && !reaches_use(cfg, stats, {&at.block, 1}, at.unit))
        off_.swap(seen_);
      turn_off(p, cfg, nodes, stats, at.unit);
    }
    for (const Pending& at : pending_) {
      const Presence* here = blocks[at.block].find(at.unit);
      if (here == nullptr) continue;
      if (here->root == nil && here->out && !here->in) turn_on(p, cfg, nodes, stats, at.block, at.unit);
      drop_if_empty(at.block, at.unit);
    }
    pending_.clear();
  }
  const Presence* find(std::uint32_t block, std::uint32_t unit) const { return blocks[block].find(unit); }
  /// The mentions of a unit in a block next to a place: the last in or in front of the instruction, and
  /// the first behind it.
  std::pair<std::uint32_t, std::uint32_t> around(const Order& order, std::uint32_t root, std::uint32_t inst) const {
    std::uint32_t before = nil, after = nil;
    for (std::uint32_t n = root; n != nil;) {
      const bool left_of = !order.stands_before(inst, mentions[n].inst);
      (left_of ? before : after) = n;
      n = left_of ? mentions[n].link.right : mentions[n].link.left;
    }
    return {before, after};
  }
  std::uint32_t first(const Presence& at) const { return reader().leftmost(at.root); }
  std::uint32_t next(std::uint32_t mention) const { return reader().next(mention); }

  // For the treap.
  Link& link(std::uint32_t m) { return mentions[m].link; }
  const Link& link(std::uint32_t m) const { return mentions[m].link; }
  std::uint32_t key(std::uint32_t m) const { return mentions[m].inst; }
  void pull(std::uint32_t) {}

 private:
  struct Pending {
    std::uint32_t block, unit;
    bool lost;  ///< a use at the head of the block went
  };
  struct Mark {
    std::uint64_t seen = 0, alive = 0;  ///< number of the walk
  };

  Treap<BasicWeb> treap() { return {*this}; }
  Treap<const BasicWeb> reader() const { return {*this}; }

  template <class F>
  void for_mentions(const Order& order, std::uint32_t inst, F&& f) {
    const std::uint32_t first = order.nodes[inst].first_mention;
    for (std::uint32_t m = first; m < first + order.nodes[inst].mention_count; ++m) f(m);
  }
  // One mention into its block's order, and out of it; `nodes` are the order's.
  void put_in(const Order& order, std::uint32_t m, std::vector<Node>& nodes) {
    const std::uint32_t inst = mentions[m].inst, b = nodes[inst].block, u = mentions[m].unit;
    Presence& at = blocks[b][u];
    std::uint32_t before = nil, after = nil, parent = nil;
    for (std::uint32_t n = at.root; n != nil;) {
      parent = n;
      if (order.stands_before(mentions[n].inst, inst)) {
        before = n;
        n = mentions[n].link.right;
      } else {
        after = n;
        n = mentions[n].link.left;
      }
    }
    treap().insert_at(at.root, m, parent, parent == after);
    mentions[m].live = after != nil ? mentions[after].reads : at.out;
    if (before != nil)
      set_live(nodes, before, mentions[m].reads);
    else
      pending_.push_back({b, u, false});
  }
  void take_out(std::uint32_t b, std::uint32_t m, std::vector<Node>& nodes) {
    const std::uint32_t u = mentions[m].unit;
    Presence& at = blocks[b][u];
    const std::uint32_t before = treap().previous(m), after = treap().next(m);
    treap().erase(at.root, m);
    if (before != nil)
      set_live(nodes, before, after != nil ? mentions[after].reads : at.out);
    else
      pending_.push_back({b, u, mentions[m].reads});
  }
  void mark_dirty(std::vector<Node>& nodes, std::uint32_t inst) {
    if (nodes[inst].dirty) return;
    nodes[inst].dirty = true;
    dirty.push_back(inst);
  }
  void set_live(std::vector<Node>& nodes, std::uint32_t m, bool live) {
    if (mentions[m].live == live) return;
    mentions[m].live = live;
    mark_dirty(nodes, mentions[m].inst);
  }
  void set_in(const Problem& p, std::uint32_t b, std::uint32_t u, Presence& at, bool in) {
    at.in = in;
    for (const Feed& feed : p.feeds(u)) entry[std::size_t{b} * sets_ + feed.set] += in ? feed.weight : 0U - feed.weight;
    entered.push_back(b);
  }
  void drop_if_empty(std::uint32_t b, std::uint32_t u) {
    const Presence* at = blocks[b].find(u);
    if (at != nullptr && at->empty()) blocks[b].erase(u);
  }
  void turn_on(const Problem& p, const flow::Cfg& cfg, std::vector<Node>& nodes, Stats& stats, std::uint32_t block,
               std::uint32_t u) {
    work_.assign(1, block);
    set_in(p, block, u, blocks[block][u], true);
    while (!work_.empty()) {
      const std::uint32_t b = work_.back();
      work_.pop_back();
      ++stats.block_changes;
      for (const std::uint32_t q : cfg.predecessors(b)) {
        Presence& at = blocks[q][u];
        if (at.out) continue;
        at.out = true;
        if (at.root != nil) {
          set_live(nodes, treap().rightmost(at.root), true);
        } else if (!at.in) {
          set_in(p, q, u, at, true);
          work_.push_back(q);
        }
      }
    }
  }
  // `off_`: blocks into which the unit is live by mistake.
  void turn_off(const Problem& p, const flow::Cfg& cfg, std::vector<Node>& nodes, Stats& stats, std::uint32_t u) {
    for (const std::uint32_t b : off_) set_in(p, b, u, blocks[b][u], false);
    while (!off_.empty()) {
      const std::uint32_t b = off_.back();
      off_.pop_back();
      ++stats.block_changes;
      for (const std::uint32_t q : cfg.predecessors(b)) {
        Presence* at = blocks[q].find(u);
        if (at == nullptr || !at->out || at->pinned) continue;
        if (reaches_use(cfg, stats, cfg.successors(q), u)) continue;
        for (const std::uint32_t dead : seen_) {
          set_in(p, dead, u, blocks[dead][u], false);
          off_.push_back(dead);
        }
        at->out = false;
        if (at->root != nil) {
          set_live(nodes, treap().rightmost(at->root), false);
        } else if (at->in) {
          set_in(p, q, u, *at, false);
          off_.push_back(q);
        }
        drop_if_empty(q, u);
      }
      drop_if_empty(b, u);
    }
  }
  void new_question() { question_ = ++mark_; }
  // Is the unit read somewhere behind the entries of these blocks, those into which it is not live left out? Walks
  // through blocks that do not mention it. `seen_` has the blocks walked through; all are dead when the answer is no.
  bool reaches_use(const flow::Cfg& cfg, Stats& stats, std::span<const std::uint32_t> from, std::uint32_t u) {
    const std::uint64_t walk = ++mark_;
    seen_.clear();
    path_.clear();
    // Depth first, so that the path to the use is at hand: what lies on it is alive, for later questions.
    const auto enter = [&](std::uint32_t b) {
      if (marks_[b].seen == walk) return false;
      const Presence* at = blocks[b].find(u);
      if (at == nullptr || !at->in) return false;
      if (marks_[b].alive >= question_) return true;
      marks_[b].seen = walk;
      ++stats.searched;
      if (at->root != nil) return mentions[treap().leftmost(at->root)].reads;
      if (at->pinned) return true;
      seen_.push_back(b);
      path_.push_back({b, 0});
      return false;
    };
    for (const std::uint32_t b : from) {
      if (enter(b)) return true;
      while (!path_.empty()) {
        auto& [at, next] = path_.back();
        const auto successors = cfg.successors(at);
        if (next == successors.size()) {
          path_.pop_back();
        } else if (enter(successors[next++])) {
          for (const auto& step : path_) marks_[step.first].alive = walk;
          return true;
        }
      }
    }
    return false;
  }

  std::uint32_t sets_ = 0;
  std::uint64_t mark_ = 0, question_ = 0;
  std::vector<Pending> pending_;
  std::vector<std::uint32_t> moved_;  // mentions that an instruction takes along
  std::vector<Mark> marks_;           // per block
  std::vector<std::uint32_t> work_, off_, seen_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path_;  // block, its next successor
};
using Web = BasicWeb<>;

}  // namespace lathe::pressure::detail
