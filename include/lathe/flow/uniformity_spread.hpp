// Where threads that part may meet again: labels spread over the body of one cycle, or of the function.
//
// Each way that threads take from where they part has a label of its own. A block that one label reaches takes it; one
// that two reach is where threads meet, and has a new label. Cycles inside the body are steps of the walk: one entry,
// all exits. In a body without cycles, blocks come in reverse post-order, so each is looked at once. What comes to the
// header begins the next turn; what leaves the cycle under another label than what stays leaves it in another turn. In
// an irreducible cycle what goes back in reverse post-order, or leaves, must have one label: else it is walked apart.
// The walk ends when all that is under way has one label.
//
// A block whose region, up to its post-dominator, is entered through it alone is stepped over in one: `closed`.
// Cost: O(blocks of the body between the branch and where one label is left), without inner cycles and closed regions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/uniformity_code.hpp>

namespace lathe::flow::uniformity::detail {

template <class = void>
class BasicSpread {
 public:
  /// A way on which a label comes to a block.
  struct Arrival {
    Block from;   ///< the edge's block
    bool region;  ///< or any block of the closed region of `from`
    std::uint32_t next;
  };
  /// What a walk found besides where threads meet.
  struct Found {
    bool apart = false;                ///< they leave the cycle in different turns
    bool mixed = false;                ///< an irreducible cycle cannot be walked turn by turn
    std::vector<std::uint32_t> inner;  ///< irreducible cycles that they enter apart
  };

  explicit BasicSpread(const Code& code)
      : code_(code),
        stamp_(code.cfg.block_count(), 0),
        label_(code.cfg.block_count()),
        meets_(code.cfg.block_count()),
        arrivals_of_(code.cfg.block_count()),
        closed_(code.cfg.block_count(), false) {
    find_closed();
  }

  /// Threads part on these edges, which begin at block `at` (of an inner cycle: its header). Calls meet(block) for each
  /// block where they may meet; for_each_arrival tells how they come there. Precondition: `level` is around all ways.
  template <class Meet>
  Found run(std::uint32_t level, Block at, std::span<const std::pair<Block, Block>> ways, Meet&& meet) {
    begin(level, at);
    for (const auto& [from, to] : ways) push(fresh(), from, false, to);
    while (!queue_.empty() && (irreducible_ ? !left_apart_ && (distinct_ > 1 || left_ != none) : distinct_ > 1)) {
      std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
      const Block x = code_.order.blocks[queue_.back()];
      queue_.pop_back();
      ++steps_;
      step(x, meet);
    }
    for (const std::uint32_t place : queue_)
      if (const Block x = code_.order.blocks[place]; meets_[x]) report(x, meet);
    if (header_ != no_block && stamp_[header_] == now_ && meets_[header_]) meet(header_);
    finish();
    return std::move(found_);
  }
  /// Calls f(from, region) for each way to a block that `meet` was called with, while it is.
  template <class F>
  void for_each_arrival(Block b, F&& f) const {
    for (std::uint32_t a = arrivals_of_[b]; a != none; a = arrivals_[a].next) f(arrivals_[a].from, arrivals_[a].region);
  }
  std::uint64_t steps() const { return steps_; }

 private:
  void begin(std::uint32_t level, Block at) {
    level_ = level;
    at_ = code_.order.position[at];
    irreducible_ = level != no_cycle && code_.cycles[level].irreducible;
    header_ = level != no_cycle && !irreducible_ ? code_.cycles[level].header : no_block;
    ++now_;
    labels_ = distinct_ = 0;
    count_.clear();
    queue_.clear();
    arrivals_.clear();
    left_ = none;
    left_apart_ = false;
    found_ = {};
  }
  std::uint32_t fresh() {
    count_.push_back(0);
    return labels_++;
  }
  void add(std::uint32_t label) { distinct_ += count_[label]++ == 0; }
  void drop(std::uint32_t label) { distinct_ -= --count_[label] == 0; }

  /// The cycle directly inside the level that has the block; no_cycle: the block itself is of the body.
  std::uint32_t inner(Block b) const {
    std::uint32_t c = code_.cycles.innermost(b);
    if (c == level_) return no_cycle;
    while (code_.cycles[c].parent != level_) c = code_.cycles[c].parent;
    return c;
  }

  // A label comes to block `to`.
  void push(std::uint32_t label, Block from, bool region, Block to) {
    ++steps_;
    if (to == code_.p.block_count()) return;  // out of the function
    if (level_ != no_cycle && !code_.cycles.contains(level_, to)) return leave(label);
    // What one edge alone leads to, and nothing behind: nobody meets there.
    if (code_.cfg.successors(to).empty() && code_.cfg.predecessors(to).size() == 1) return;
    Block node = to;
    if (const std::uint32_t c = to == header_ ? no_cycle : inner(to); c != no_cycle) node = code_.cycles[c].header;
    if (node != header_ && code_.order.position[node] <= at_) return leave(label);  // back, in an irreducible cycle
    if (stamp_[to] != now_ && to != node) open(to);
    if (stamp_[node] != now_) {
      open(node);
      label_[node] = label;
      add(label);
      if (node != header_) {
        queue_.push_back(code_.order.position[node]);
        std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
      }
    } else if (label_[node] != label && !meets_[node]) {
      meets_[node] = true;
      drop(label_[node]);
      add(label_[node] = fresh());
    }
    arrivals_.push_back({from, region, arrivals_of_[to]});
    arrivals_of_[to] = static_cast<std::uint32_t>(arrivals_.size() - 1);
  }
  void leave(std::uint32_t label) {
    left_apart_ |= left_ != none && left_ != label;
    left_ = label;
  }
  void open(Block b) {
    stamp_[b] = now_;
    meets_[b] = false;
    arrivals_of_[b] = none;
  }

  template <class Meet>
  void report(Block x, Meet&& meet) {
    const std::uint32_t c = inner(x);
    if (c != no_cycle && code_.cycles[c].irreducible)
      found_.inner.push_back(c);
    else
      meet(x);
  }
  template <class Meet>
  void step(Block x, Meet&& meet) {
    const std::uint32_t label = label_[x];
    if (meets_[x]) report(x, meet);
    at_ = code_.order.position[x];
    if (const std::uint32_t c = inner(x); c != no_cycle)
      for (const auto& [from, to] : code_.exits[c]) push(label, from, false, to);
    else if (const Block behind = code_.post_dominators.immediate(x); closed_[x] && lands(behind))
      push(label, x, true, behind);
    else
      for (const Block s : code_.cfg.successors(x)) push(label, x, false, s);
    drop(label);
  }
  // May a step over a region end here: not in the middle of a loop, and not in a body that may have cycles of its own?
  bool lands(Block b) const {
    if (b == header_) return true;
    if (irreducible_) return false;
    if (level_ != no_cycle && !code_.cycles.contains(level_, b)) return false;
    const std::uint32_t c = inner(b);
    return c == no_cycle || code_.cycles[c].irreducible || code_.cycles[c].header == b;
  }
  void finish() {
    if (level_ == no_cycle || left_ == none) return;
    found_.mixed = irreducible_ && left_apart_;
    if (irreducible_) return;
    std::uint32_t stays = none;  // the one label that is under way or came to the header
    for (std::uint32_t l = 0; l < labels_; ++l)
      if (count_[l] != 0) stays = l;
    found_.apart = left_apart_ || distinct_ > 1 || (stays != none && stays != left_);
  }

  // closed_[x]: x has a post-dominator, and what it reaches before that it alone lets in. Regions inside are stepped
  // over; what takes too long counts as not closed, which costs time alone.
  void find_closed() {
    constexpr std::uint32_t most = 512;
    std::vector<std::uint32_t> seen(code_.cfg.block_count(), 0);
    std::vector<Block> work;
    std::uint32_t mark = 0;
    std::uint64_t left = 16 * (std::uint64_t{code_.cfg.block_count()} + code_.cfg.edge_count()) + most;
    for (std::size_t k = code_.order.blocks.size(); k-- > 0 && left > most;) {
      const Block x = code_.order.blocks[k], end = code_.post_dominators.immediate(x);
      if (end == no_block || end == code_.p.block_count()) continue;
      ++mark;
      work.assign(1, x);
      seen[x] = seen[end] = mark;
      bool good = true;
      for (std::uint32_t steps = 0; good && !work.empty(); ++steps, --left) {
        const Block b = work.back();
        work.pop_back();
        const auto visit = [&](Block t) {
          if (seen[t] == mark) return;
          seen[t] = mark;
          good &= code_.dominators.dominates(x, t);
          for (const Block before : code_.cfg.predecessors(t))
            good &= !code_.order.reachable(before) || code_.dominators.dominates(x, before);
          work.push_back(t);
        };
        if (b != x && closed_[b])
          visit(code_.post_dominators.immediate(b));
        else
          for (const Block t : code_.cfg.successors(b)) visit(t);
        good &= steps < most;
      }
      closed_[x] = good;
    }
  }

  const Code& code_;
  std::vector<std::uint32_t> stamp_, label_;  // per block; valid where the stamp is now_
  std::vector<bool> meets_;
  std::vector<std::uint32_t> arrivals_of_;
  std::vector<bool> closed_;
  std::vector<Arrival> arrivals_;
  std::vector<std::uint32_t> queue_, count_;  // places in the order, least first; labels under way, per label
  std::uint32_t level_ = no_cycle, at_ = 0, now_ = 0, labels_ = 0, distinct_ = 0, left_ = none;
  Block header_ = no_block;
  bool left_apart_ = false, irreducible_ = false;
  Found found_;
  std::uint64_t steps_ = 0;
};
using Spread = BasicSpread<>;

}  // namespace lathe::flow::uniformity::detail
