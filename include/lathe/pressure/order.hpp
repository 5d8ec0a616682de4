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
#include <cstdint>
#include <vector>

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
};

template <class = void>
class BasicOrder {
 public:
  struct Number {
    std::int32_t delta = 0, extra = 0;  ///< of the instruction
    std::int32_t sum = 0, peak = 0;     ///< of its subtree: all deltas; largest prefix with the extra of its last
    bool operator==(const Number&) const = default;
  };
  static constexpr std::int32_t lowest = -(1 << 30);

  std::vector<Node> nodes;
  std::vector<std::uint32_t> roots;  ///< per block

  BasicOrder() = default;
  /// `insts`: room for so many.
  BasicOrder(std::uint32_t blocks, std::uint32_t sets, std::uint32_t insts)
      : roots(blocks, nil), sets_(sets), numbers_(std::size_t{insts} * sets) {
    nodes.reserve(insts);
  }

  std::uint32_t add(const Node& node) {
    nodes.push_back(node);
    if (numbers_.size() < nodes.size() * sets_) numbers_.resize(nodes.size() * sets_);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  void drop_last() {
    nodes.pop_back();
    numbers_.resize(nodes.size() * sets_);
  }
  Number& number(std::uint32_t inst, std::uint32_t set) { return numbers_[std::size_t{inst} * sets_ + set]; }
  const Number& number(std::uint32_t inst, std::uint32_t set) const {
    return numbers_[std::size_t{inst} * sets_ + set];
  }
  void link_before(std::uint32_t inst, std::uint32_t block, std::uint32_t before) {
    nodes[inst].block = block;
    const std::uint32_t last = treap().insert_before(roots[block], inst, before);
    nodes[inst].label = label_between(last, before);
    if (nodes[inst].label == 0) spread(inst);
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
    const auto sum_of = [&](std::uint32_t n) { return n == nil ? 0 : number(n, set).sum; };
    std::int32_t out = sum_of(nodes[inst].link.left) + number(inst, set).delta;
    for (std::uint32_t up = nodes[inst].link.parent; up != nil; inst = up, up = nodes[up].link.parent)
      if (nodes[up].link.right == inst) out += sum_of(nodes[up].link.left) + number(up, set).delta;
    return out;
  }
  /// Largest pressure of a block above what is live into it; `lowest` when the block is empty.
  std::int32_t peak(std::uint32_t block, std::uint32_t set) const {
    return roots[block] == nil ? lowest : number(roots[block], set).peak;
  }
  /// The first place that has the largest pressure, 0 for the entry.
  std::uint32_t peak_place(std::uint32_t block, std::uint32_t set) const {
    std::int32_t wanted = peak(block, set);
    if (wanted <= 0) return 0;
    std::uint32_t place = 0;
    for (std::uint32_t n = roots[block];;) {
      const std::uint32_t left = nodes[n].link.left;
      if (left != nil && number(left, set).peak == wanted) {
        n = left;
        continue;
      }
      if (left != nil) {
        place += nodes[left].size;
        wanted -= number(left, set).sum;
      }
      ++place;
      const Number& own = number(n, set);
      if (own.delta + own.extra == wanted) return place;
      wanted -= own.delta;
      n = nodes[n].link.right;
    }
  }
  /// To be called when numbers of an instruction have changed.
  void refresh(std::uint32_t inst) {
    for (std::uint32_t n = inst; n != nil && pull_sums(n); n = nodes[n].link.parent) {
    }
  }
  /// Puts the instruction at the end of the block behind `last` (nil: the block was empty); `pull` the block then.
  void append(std::uint32_t inst, std::uint32_t block, std::uint32_t last) {
    nodes[inst].block = block;
    nodes[inst].label = last == nil ? label_step : nodes[last].label + label_step;
    treap().append(roots[block], last, inst);
  }
  void pull_block(std::uint32_t block) { treap().pull_all(roots[block]); }

  // For the treap.
  Link& link(std::uint32_t n) { return nodes[n].link; }
  const Link& link(std::uint32_t n) const { return nodes[n].link; }
  std::uint32_t key(std::uint32_t n) const { return n; }
  void pull(std::uint32_t n) {
    Node* const all = nodes.data();
    const std::uint32_t left = all[n].link.left, right = all[n].link.right;
    // Read from itself where there is none: whether there is one cannot be foreseen.
    const std::uint32_t l = all[left == nil ? n : left].size, r = all[right == nil ? n : right].size;
    all[n].size = 1 + (left == nil ? 0 : l) + (right == nil ? 0 : r);
    pull_sums(n);
  }

 private:
  static constexpr std::uint64_t label_step = std::uint64_t{1} << 32;  // as many fit behind each other
  // 0: there is no room.
  std::uint64_t label_between(std::uint32_t before, std::uint32_t after) const {
    const std::uint64_t low = before == nil ? 0 : nodes[before].label,
                        high = after == nil ? ~std::uint64_t{0} : nodes[after].label;
    if (after == nil && high - low > label_step) return low + label_step;
    return high - low < 2 ? 0 : low + (high - low) / 2;
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
  // Is anything another than before? Nothing above need be looked at where it is not. What a child adds is read without asking
  // whether there is one: from an empty subtree's numbers.
  bool pull_sums(std::uint32_t n) {
    static constexpr Number no_subtree{0, 0, 0, lowest};
    const std::uint32_t left = nodes[n].link.left, right = nodes[n].link.right, sets = sets_;
    Number* const all = numbers_.data();
    const Number* const at_left = left == nil ? &no_subtree : all + std::size_t{left} * sets;
    const Number* const at_right = right == nil ? &no_subtree : all + std::size_t{right} * sets;
    const std::size_t left_step = left == nil ? 0 : 1, right_step = right == nil ? 0 : 1;
    Number* const own = all + std::size_t{n} * sets;
    std::uint32_t changed = 0;
    for (std::size_t s = 0; s < sets; ++s) {
      const Number &l = at_left[s * left_step], &r = at_right[s * right_step];
      const std::int32_t here = l.sum + own[s].delta;
      const std::int32_t peak = std::max(std::max(l.peak, here + own[s].extra), here + r.peak), sum = here + r.sum;
      changed |= static_cast<std::uint32_t>(own[s].sum ^ sum) | static_cast<std::uint32_t>(own[s].peak ^ peak);
      own[s].sum = sum;
      own[s].peak = peak;
    }
    return changed != 0;
  }
  Treap<BasicOrder> treap() { return {*this}; }
  Treap<const BasicOrder> reader() const { return {*this}; }
  std::uint32_t sets_ = 0;
  std::vector<Number> numbers_;  // instruction * sets + set
};
using Order = BasicOrder<>;

}  // namespace lathe::pressure::detail
