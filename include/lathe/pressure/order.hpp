// The instructions of blocks in order, with the pressure as prefix sums.
//
// An instruction adds `delta` to what is live (what it writes and is needed later, less what it reads last) and has
// `extra` on top at its own place (what it writes and nobody needs). The pressure behind an instruction is the sum of
// the deltas up to it and what is live into the block; so a live range of any length is two instructions' business.
// Each node of the block's tree knows the sum and the largest prefix of its subtree. Everything is O(depth * sets).
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
    treap().insert_before(roots[block], inst, before);
  }
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
    treap().append(roots[block], last, inst);
  }
  void pull_block(std::uint32_t block) { treap().pull_all(roots[block]); }

  // For the treap.
  Link& link(std::uint32_t n) { return nodes[n].link; }
  const Link& link(std::uint32_t n) const { return nodes[n].link; }
  std::uint32_t key(std::uint32_t n) const { return n; }
  void pull(std::uint32_t n) {
    Node& node = nodes[n];
    const std::uint32_t left = node.link.left, right = node.link.right;
    node.size = 1 + (left == nil ? 0 : nodes[left].size) + (right == nil ? 0 : nodes[right].size);
    pull_sums(n);
  }

 private:
  // Is anything another than before? Nothing above need be looked at where it is not.
  bool pull_sums(std::uint32_t n) {
    const std::uint32_t left = nodes[n].link.left, right = nodes[n].link.right;
    bool changed = false;
    for (std::uint32_t s = 0; s < sets_; ++s) {
      Number& own = number(n, s);
      std::int32_t sum = 0, peak = lowest;
      if (left != nil) {
        sum = number(left, s).sum;
        peak = number(left, s).peak;
      }
      sum += own.delta;
      peak = std::max(peak, sum + own.extra);
      if (right != nil) {
        peak = std::max(peak, sum + number(right, s).peak);
        sum += number(right, s).sum;
      }
      changed |= own.sum != sum || own.peak != peak;
      own.sum = sum;
      own.peak = peak;
    }
    return changed;
  }
  Treap<BasicOrder> treap() { return {*this}; }
  Treap<const BasicOrder> reader() const { return {*this}; }
  std::uint32_t sets_ = 0;
  std::vector<Number> numbers_;  // instruction * sets + set
};
using Order = BasicOrder<>;

}  // namespace lathe::pressure::detail
