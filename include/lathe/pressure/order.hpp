// The instructions of blocks in order, with the pressure as prefix sums.
//
// An instruction adds `delta` to what is live (what it writes and is needed later, less what it reads last) and has
// `extra` on top at its own place (what it writes and nobody needs). The pressure behind an instruction is the sum of
// the deltas up to it and what is live into the block; so a live range of any length is two instructions' business.
// Each node of the block's tree knows the sum and the largest prefix of its subtree. Everything is O(depth * sets).
// Which of two instructions stands first is told by labels that ascend along a block: between two there is room for more,
// and where there is none, those around are spread (Bender et al., "Two simplified algorithms for maintaining order in a
// list", 2002). Labels depend on how the order came about; nothing that is asked does.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/pressure/four.hpp>
#include <lathe/pressure/problem.hpp>
#include <lathe/pressure/treap.hpp>

namespace lathe::pressure::detail {

/// An instruction as the tracker keeps it; ids are not used again.
struct Node {
  Link link;
  std::uint32_t size = 1;
  std::uint64_t label = 0;     ///< ascends along the block
  std::uint32_t block = none;  ///< none: erased
  std::uint32_t op = 0, first_operand = 0, operand_count = 0;
  std::uint32_t first_mention = 0, mention_count = 0;
  Flags flags = 0;
  bool dirty = false;
  bool stale = false;  ///< sums of its subtree are not known; then none is of those above it
};

template <class = void>
class BasicOrder {
 public:
  static constexpr std::int32_t lowest = -(1 << 30);

  std::vector<Node> nodes;
  std::vector<std::uint32_t> roots;  ///< per block

  BasicOrder() = default;
  /// `insts`: room for so many.
  BasicOrder(std::uint32_t blocks, std::uint32_t sets, std::uint32_t insts)
      : roots(blocks, nil),
        seen_(blocks),
        groups_((sets + at_once - 1) / at_once),
        numbers_(std::size_t{insts} * groups_) {
    nodes.reserve(insts);
  }

  std::uint32_t add(const Node& node) {
    nodes.push_back(node);
    if (numbers_.size() < nodes.size() * groups_) numbers_.resize(nodes.size() * groups_);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  void drop_last() {
    nodes.pop_back();
    numbers_.resize(nodes.size() * groups_);
  }
  /// What the instruction adds to a set.
  std::int32_t delta(std::uint32_t inst, std::uint32_t set) const { return group(inst, set).delta[set % at_once]; }
  /// What it has on top at its own place.
  std::int32_t extra(std::uint32_t inst, std::uint32_t set) const { return group(inst, set).extra[set % at_once]; }
  /// Of its subtree: all deltas; the largest prefix with the extra of its last.
  std::int32_t sum(std::uint32_t inst, std::uint32_t set) const { return group(inst, set).sum[set % at_once]; }
  std::int32_t peak_under(std::uint32_t inst, std::uint32_t set) const { return group(inst, set).peak[set % at_once]; }
  /// Lets `f(add)` say anew what the instruction adds, `add(set, delta, extra)`. Is it another thing than before?
  template <class F>
  bool count_again(std::uint32_t inst, F&& f) {
    Numbers* const own = numbers_.data() + std::size_t{inst} * groups_;
    std::array<std::pair<Four, Four>, most_groups> before;  // filled as far as there are sets
    for (std::uint32_t g = 0; g < groups_; ++g)
      before[g] = {std::exchange(own[g].delta, Four{}), std::exchange(own[g].extra, Four{})};
    f([&](std::uint32_t set, std::int32_t delta, std::int32_t extra) {
      own[set / at_once].delta[set % at_once] += delta;
      own[set / at_once].extra[set % at_once] += extra;
    });
    Four changed = {};
    for (std::uint32_t g = 0; g < groups_; ++g)
      changed = changed | (before[g].first ^ own[g].delta) | (before[g].second ^ own[g].extra);
    return any(changed);
  }
  void link_before(std::uint32_t inst, std::uint32_t block, std::uint32_t before) {
    nodes[inst].block = block;
    const std::uint32_t last = treap().insert_before(roots[block], inst, before);
    nodes[inst].label = label_between(last, before, last != nil && last == last_linked_);
    if (nodes[inst].label == 0) spread(inst);
    last_linked_ = inst;
  }
  /// Does it stand in front of the other one? O(1). Precondition: both stand in one block.
  bool stands_before(std::uint32_t inst, std::uint32_t other) const { return nodes[inst].label < nodes[other].label; }
  void unlink(std::uint32_t inst) {
    treap().erase(roots[nodes[inst].block], inst);
    nodes[inst].block = none;
  }
  std::uint32_t first(std::uint32_t block) const { return reader().leftmost(roots[block]); }
  std::uint32_t last(std::uint32_t block) const { return reader().rightmost(roots[block]); }
  std::uint32_t next(std::uint32_t inst) const { return reader().next(inst); }
  std::uint32_t previous(std::uint32_t inst) const { return reader().previous(inst); }
  std::uint32_t size(std::uint32_t block) const { return roots[block] == nil ? 0 : nodes[roots[block]].size; }
  /// Place of the instruction in its block, from 1.
  std::uint32_t rank(std::uint32_t inst) const {
    const auto size_of = [&](std::uint32_t n) { return n == nil ? 0 : nodes[n].size; };
    std::uint32_t out = size_of(nodes[inst].link.left) + 1;
    for (std::uint32_t up = nodes[inst].link.parent; up != nil; inst = up, up = nodes[up].link.parent)
      if (nodes[up].link.right == inst) out += size_of(nodes[up].link.left) + 1;
    return out;
  }
  /// Deltas up to and with the instruction.
  std::int32_t prefix(std::uint32_t inst, std::uint32_t set) const {
    const auto sum_of = [&](std::uint32_t n) { return n == nil ? 0 : sum(n, set); };
    std::int32_t out = sum_of(nodes[inst].link.left) + delta(inst, set);
    for (std::uint32_t up = nodes[inst].link.parent; up != nil; inst = up, up = nodes[up].link.parent)
      if (nodes[up].link.right == inst) out += sum_of(nodes[up].link.left) + delta(up, set);
    return out;
  }
  /// Largest pressure of a block above what is live into it; `lowest` when the block is empty.
  std::int32_t peak(std::uint32_t block, std::uint32_t set) const {
    return roots[block] == nil ? lowest : peak_under(roots[block], set);
  }
  /// How many times four sets there are, the last ones filled up.
  std::uint32_t groups() const { return groups_; }
  /// peak() of four sets.
  Four peaks(std::uint32_t block, std::uint32_t group) const {
    if (roots[block] == nil) return Four{lowest, lowest, lowest, lowest};
    return numbers_[std::size_t{roots[block]} * groups_ + group].peak;
  }
  /// The first place that has the largest pressure, 0 for the entry.
  std::uint32_t peak_place(std::uint32_t block, std::uint32_t set) const {
    std::int32_t wanted = peak(block, set);
    if (wanted <= 0) return 0;
    std::uint32_t place = 0;
    for (std::uint32_t n = roots[block];;) {
      const std::uint32_t left = nodes[n].link.left;
      if (left != nil && peak_under(left, set) == wanted) {
        n = left;
        continue;
      }
      if (left != nil) {
        place += nodes[left].size;
        wanted -= sum(left, set);
      }
      ++place;
      if (delta(n, set) + extra(n, set) == wanted) return place;
      wanted -= delta(n, set);
      n = nodes[n].link.right;
    }
  }
  /// To be called when numbers of an instruction have changed.
  void refresh(std::uint32_t inst) {
    if (late_) {
      for (std::uint32_t n = inst; n != nil && !std::exchange(nodes[n].stale, true); n = nodes[n].link.parent) {
      }
      return;
    }
    for (std::uint32_t n = inst; n != nil && compute(n); n = nodes[n].link.parent) {
    }
  }
  /// May the block's size, sums or peaks be others than when this was last asked? O(1).
  bool changed(std::uint32_t block) {
    const bool other = std::exchange(seen_[block].root, roots[block]) != roots[block];
    return std::exchange(seen_[block].changed, false) || other;
  }
  /// Puts the instruction at the end of the block behind `last` (nil: the block was empty); `compute_block` then.
  void append(std::uint32_t inst, std::uint32_t block, std::uint32_t last) {
    nodes[inst].block = block;
    nodes[inst].label = last == nil ? label_step : nodes[last].label + label_step;
    treap().append(roots[block], last, inst);
  }
  void compute_block(std::uint32_t block) {
    const bool late = std::exchange(late_, false);
    treap().pull_all(roots[block]);
    late_ = late;
  }
  /// From here on sums are only marked as unknown, so that an edit of many instructions computes each once; size, sums and peaks
  /// of a block whose order or numbers changed mean something again behind settle_sums.
  void put_off_sums() { late_ = true; }
  /// Computes what was put off in a block. O(what is unknown there).
  void settle_sums(std::uint32_t block) {
    if (late_ && roots[block] != nil) settle_under(roots[block]);
  }
  /// Ends put_off_sums; all blocks that changed are settled.
  void no_sums_put_off() { late_ = false; }

  // For the treap.
  Link& link(std::uint32_t n) { return nodes[n].link; }
  const Link& link(std::uint32_t n) const { return nodes[n].link; }
  std::uint32_t key(std::uint32_t n) const { return n; }
  void pull(std::uint32_t n) {
    if (late_)
      nodes[n].stale = true;
    else
      compute(n);
  }

 private:
  static constexpr std::uint64_t label_step = std::uint64_t{1} << 32;  // as many fit behind each other
  // 0: there is no room. `run`: what stands in front was put there last, so that more may come behind this one: most of the room
  // is left there.
  std::uint64_t label_between(std::uint32_t before, std::uint32_t after, bool run) const {
    const std::uint64_t low = before == nil ? 0 : nodes[before].label,
                        high = after == nil ? ~std::uint64_t{0} : nodes[after].label;
    if (after == nil && high - low > label_step) return low + label_step;
    return high - low < 2 ? 0 : low + (high - low) / (run && high - low > 128 ? 64 : 2);
  }
  // New labels for those around an instruction without one: for as few as have room enough between them. The fewer may stand in
  // a stretch of labels the longer it is, so that it is not soon full again: O(log n) labels for each instruction put in, amortised.
  void spread(std::uint32_t inst) {
    std::uint32_t first = inst, last = inst, count = 1;
    std::uint32_t before = previous(inst), after = next(inst);
    const std::uint64_t middle = before == nil ? 0 : nodes[before].label;
    double most = 1;
    for (std::uint32_t bits = 1;; ++bits) {
      most *= 2 / 1.3;
      const bool all = bits == 64;
      const std::uint64_t size = all ? ~std::uint64_t{0} : std::uint64_t{1} << bits;
      const std::uint64_t low = all ? 0 : middle & ~(size - 1), high = all ? size : low + (size - 1);
      for (; before != nil && nodes[before].label >= low; before = previous(before)) first = before, ++count;
      for (; after != nil && nodes[after].label <= high; after = next(after)) last = after, ++count;
      const std::uint64_t gap = size / (std::uint64_t{count} + 1);
      if (gap < 4 || (count > most && !all)) continue;
      std::uint64_t label = low;
      for (std::uint32_t i = first;; i = next(i)) {
        nodes[i].label = label += gap;
        if (i == last) return;
      }
    }
  }
  // Children first; none below one that is known is not.
  void settle_under(std::uint32_t n) {
    if (!nodes[n].stale) return;
    if (const std::uint32_t left = nodes[n].link.left; left != nil) settle_under(left);
    if (const std::uint32_t right = nodes[n].link.right; right != nil) settle_under(right);
    compute(n);
  }
  // Is anything another than before? Nothing above need be looked at where it is not, as long as the tree is the same.
  bool compute(std::uint32_t n) {
    Node* const all = nodes.data();
    const std::uint32_t left = all[n].link.left, right = all[n].link.right;
    // Read from itself where there is none: whether there is one cannot be foreseen.
    const std::uint32_t l = all[left == nil ? n : left].size, r = all[right == nil ? n : right].size;
    const std::uint32_t size = 1 + (left == nil ? 0 : l) + (right == nil ? 0 : r);
    const bool other = all[n].size != size;
    all[n].size = size;
    all[n].stale = false;
    const bool changed = compute_sums(n, left, right) || other;
    if (changed && all[n].link.parent == nil) seen_[all[n].block].changed = true;
    return changed;
  }
  // What a child adds is read without asking whether there is one: from an empty subtree's numbers.
  bool compute_sums(std::uint32_t n, std::uint32_t left, std::uint32_t right) {
    static constexpr Numbers no_subtree{{}, {}, {}, {lowest, lowest, lowest, lowest}};
    Numbers* const all = numbers_.data();
    const std::size_t groups = groups_;
    const Numbers* l = left == nil ? &no_subtree : all + left * groups;
    const Numbers* r = right == nil ? &no_subtree : all + right * groups;
    const std::size_t left_step = left == nil ? 0 : 1, right_step = right == nil ? 0 : 1;
    Four changed = {};
    Numbers* const own = all + n * groups;
    for (Numbers* at = own; at != own + groups; ++at, l += left_step, r += right_step) {
      const Four here = l->sum + at->delta, sum = here + r->sum;
      const Four peak = larger(larger(l->peak, here + at->extra), here + r->peak);
      changed = changed | (at->sum ^ sum) | (at->peak ^ peak);
      at->sum = sum;
      at->peak = peak;
    }
    return any(changed);
  }
  // Those of four sets. Sets that are not there have zeros.
  static constexpr std::uint32_t most_groups = (max_sets + at_once - 1) / at_once;
  struct Numbers {
    Four delta = {}, extra = {}, sum = {}, peak = {};
  };
  const Numbers& group(std::uint32_t inst, std::uint32_t set) const {
    return numbers_[std::size_t{inst} * groups_ + set / at_once];
  }
  Treap<BasicOrder> treap() { return {*this}; }
  Treap<const BasicOrder> reader() const { return {*this}; }
  struct Seen {
    std::uint32_t root = nil;
    bool changed = false;
  };
  std::vector<Seen> seen_;    // per block, when it was last asked whether it has changed
  std::uint32_t groups_ = 0;  // of sets
  bool late_ = false;         // sums are put off
  std::uint32_t last_linked_ = nil;
  std::vector<Numbers> numbers_;
};
using Order = BasicOrder<>;

}  // namespace lathe::pressure::detail
