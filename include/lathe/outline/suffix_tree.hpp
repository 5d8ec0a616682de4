// Suffix tree in flat arrays: the second engine, which finds the same repeats as the suffix array by another way.
//
// Built online by Ukkonen's algorithm ("On-line construction of suffix trees", Algorithmica 1995). Nodes are 32-bit
// numbers: a leaf is its suffix, and all that is kept of it is its parent; an inner node is a depth, a place, a link
// and a parent. One hash table for the whole tree maps (node, symbol) to the child. Edges that begin with a symbol that
// occurs once are never looked up, so they are not in it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/outline/renumber.hpp>
#include <lathe/outline/repeats.hpp>

namespace lathe::outline {

/// The suffix tree of a renumbered text, after construction: inner nodes in preorder, leaves in the order of a walk.
struct SuffixTree {
  /// A sequence that begins at several places, as long as it is the same at all of them.
  struct Node {
    std::uint32_t depth = 0;    ///< symbols from the root
    std::uint32_t shorter = 0;  ///< depth of the parent
    std::uint32_t first = 0;    ///< into `leaves`: its leaf children, then the leaves below its inner children
    std::uint32_t children = 0, descendants = 0;  ///< leaf children, and all leaves below
  };
  std::vector<Node> nodes;            ///< without the root
  std::vector<std::uint32_t> leaves;  ///< places in the text, where the sequences begin
};

namespace detail {

template <class = void>
class BasicTreeBuilder {
 public:
  explicit BasicTreeBuilder(const RenumberedText& text)
      : text_(text.symbols.data()), length_(text.length), live_(text.live), leaf_parent_(text.length + std::size_t{1}) {
    grow(10);
    nodes_.push_back({0, 0, none, none});
  }

  SuffixTree run() {
    for (std::uint32_t i = 0; i <= length_; ++i) extend(i);
    std::vector<Slot>().swap(slots_);
    return finish();
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU, leaf_bit = 0x80000000U, root = 0;
  struct Node {
    std::uint32_t depth, place, link, parent;
  };
  struct Slot {
    std::uint32_t child, symbol;
  };

  static bool is_leaf(std::uint32_t child) { return (child & leaf_bit) != 0; }
  std::uint32_t& parent(std::uint32_t child) {
    return is_leaf(child) ? leaf_parent_[child & ~leaf_bit] : nodes_[child].parent;
  }
  std::uint32_t place(std::uint32_t child) const { return is_leaf(child) ? child & ~leaf_bit : nodes_[child].place; }

  // ---- (node, symbol) -> child
  std::size_t home(std::uint32_t node, std::uint32_t symbol) const {
    return ((std::uint64_t{node} << 32 | symbol) * 0x9E3779B97F4A7C15ULL) >> shift_;
  }
  std::size_t probe(std::uint32_t node, std::uint32_t symbol) {
    std::size_t at = home(node, symbol);
    while (slots_[at].child != none && !(slots_[at].symbol == symbol && parent(slots_[at].child) == node))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  std::uint32_t find(std::uint32_t node, std::uint32_t symbol, std::size_t& at) {
    if (symbol >= live_) return none;
    at = probe(node, symbol);
    return slots_[at].child;
  }
  void insert(std::uint32_t node, std::uint32_t symbol, std::uint32_t child) {
    parent(child) = node;
    if (symbol >= live_) return;
    if ((used_ + 1) * 4 > slots_.size() * 3) grow(65 - shift_);
    std::size_t at = home(node, symbol);
    while (slots_[at].child != none) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {child, symbol};
    ++used_;
  }
  void grow(unsigned bits) {
    std::vector<Slot> old(std::size_t{1} << bits, Slot{none, 0});
    old.swap(slots_);
    shift_ = 64 - bits;
    for (const Slot slot : old) {
      if (slot.child == none) continue;
      std::size_t at = home(parent(slot.child), slot.symbol);
      while (slots_[at].child != none) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  // ---- construction
  void link_last(std::uint32_t to) {
    if (unlinked_ != none) nodes_[unlinked_].link = to;
    unlinked_ = none;
  }

  void extend(std::uint32_t i) {
    ++remaining_;
    unlinked_ = none;
    while (remaining_ > 0) {
      if (active_length_ == 0) active_edge_ = i;
      std::size_t slot = 0;
      const std::uint32_t child = find(active_, text_[active_edge_], slot);
      if (child == none) {
        insert(active_, text_[active_edge_], (i - remaining_ + 1) | leaf_bit);
        link_last(active_);
      } else {
        const std::uint32_t depth = nodes_[active_].depth;
        if (!is_leaf(child) && active_length_ >= nodes_[child].depth - depth) {
          active_edge_ += nodes_[child].depth - depth;
          active_length_ -= nodes_[child].depth - depth;
          active_ = child;
          continue;
        }
        const std::uint32_t at = place(child) + depth + active_length_;
        if (text_[at] == text_[i]) {
          ++active_length_;
          link_last(active_);
          return;
        }
        split(i, child, slot, at);
      }
      --remaining_;
      if (active_ != root) {
        active_ = nodes_[active_].link;
      } else if (active_length_ > 0) {
        --active_length_;
        active_edge_ = i - remaining_ + 1;
      }
    }
  }

  // The edge to `child` gets a node in it, before the symbol at `at`, from which a leaf hangs too.
  void split(std::uint32_t i, std::uint32_t child, std::size_t slot, std::uint32_t at) {
    const auto inner = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({nodes_[active_].depth + active_length_, place(child), root, active_});
    slots_[slot].child = inner;
    insert(inner, text_[at], child);
    insert(inner, text_[i], (i - remaining_ + 1) | leaf_bit);
    link_last(inner);
    unlinked_ = inner;
  }

  // ---- walk
  SuffixTree finish() {
    const auto count = static_cast<std::uint32_t>(nodes_.size());
    std::vector<std::uint32_t> begin(count + 1, 0), child(count - 1), preorder, descendants(count, 0), next(count, 0);
    for (std::uint32_t v = 1; v < count; ++v) ++begin[nodes_[v].parent + 1];
    for (std::uint32_t v = 0; v < count; ++v) begin[v + 1] += begin[v];
    for (std::uint32_t v = 1; v < count; ++v) child[begin[nodes_[v].parent] + next[nodes_[v].parent]++] = v;
    preorder.reserve(count);
    std::vector<std::uint32_t> stack{root};
    while (!stack.empty()) {
      const std::uint32_t v = stack.back();
      stack.pop_back();
      preorder.push_back(v);
      for (std::uint32_t c = begin[v + 1]; c-- > begin[v];) stack.push_back(child[c]);
    }
    SuffixTree out;
    std::vector<std::uint32_t>& direct = next;
    direct.assign(count, 0);
    for (const std::uint32_t v : leaf_parent_) ++direct[v];
    for (std::uint32_t k = count; k-- > 0;) {
      const std::uint32_t v = preorder[k];
      descendants[v] += direct[v];
      if (v != root) descendants[nodes_[v].parent] += descendants[v];
    }
    // The place of a node is no longer needed: it becomes the first of its leaves.
    nodes_[root].place = 0;
    for (const std::uint32_t v : preorder) {
      std::uint32_t first = nodes_[v].place + direct[v];
      for (std::uint32_t c = begin[v]; c < begin[v + 1]; ++c) {
        nodes_[child[c]].place = first;
        first += descendants[child[c]];
      }
    }
    out.nodes.reserve(count - 1);
    for (const std::uint32_t v : preorder)
      if (v != root)
        out.nodes.push_back(
            {nodes_[v].depth, nodes_[nodes_[v].parent].depth, nodes_[v].place, direct[v], descendants[v]});
    out.leaves.resize(leaf_parent_.size());
    for (std::uint32_t s = 0; s < leaf_parent_.size(); ++s) out.leaves[nodes_[leaf_parent_[s]].place++] = s;
    return out;
  }

  const std::uint32_t* text_;
  std::uint32_t length_, live_;
  std::vector<std::uint32_t> leaf_parent_;
  std::vector<Node> nodes_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  unsigned shift_ = 64;
  std::uint32_t active_ = root, active_edge_ = 0, active_length_ = 0, remaining_ = 0, unlinked_ = none;
};
using TreeBuilder = BasicTreeBuilder<>;

}  // namespace detail

/// The suffix tree of a renumbered text. O(n) expected; about 40 bytes a symbol while it is built.
template <class = void>
inline SuffixTree suffix_tree(const RenumberedText& text) {
  return detail::TreeBuilder(text).run();
}

/// Calls f(const Repeat&) for each repeat, outer ones first. O(nodes) beside f; nothing is copied.
template <class F>
void for_each_repeat(const SuffixTree& tree, const RepeatOptions& options, F&& f) {
  for (const SuffixTree::Node& node : tree.nodes) {
    const std::uint32_t count = options.leaf_descendants ? node.descendants : node.children;
    if (node.depth >= options.min_length && count >= 2)
      f(Repeat{node.depth, node.shorter >= options.min_length ? node.shorter : 0,
               std::span(tree.leaves).subspan(node.first, count)});
  }
}

}  // namespace lathe::outline
