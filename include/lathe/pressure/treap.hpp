// Sequences as treaps with parent links, over nodes that live in the caller's arrays.
//
// The priority of a node is a hash of its key, so the shape is a function of the sequence alone: whatever edits led to
// it, equal sequences are equal bit for bit. Depth is O(log n) expected for keys that nobody chooses against the hash.
// Source: Seidel, Aragon, "Randomized search trees", Algorithmica 1996.
#pragma once

#include <cstdint>

namespace lathe::pressure::detail {

inline constexpr std::uint32_t nil = 0xffffffffU;

struct Link {
  std::uint32_t left = nil, right = nil, parent = nil;
};

/// One to one, so no two keys have equal priorities.
inline std::uint32_t priority_of(std::uint32_t key) {
  key ^= key >> 16;
  key *= 0x7feb352dU;
  key ^= key >> 15;
  key *= 0x846ca68bU;
  return key ^ (key >> 16);
}

/// `Nodes` has `Link& link(id)`, `uint32_t key(id)` (unique in a tree) and `void pull(id)`, which computes what a node
/// knows of its subtree from its children.
template <class Nodes>
struct Treap {
  Nodes& nodes;

  std::uint32_t leftmost(std::uint32_t n) const {
    if (n == nil) return nil;
    while (nodes.link(n).left != nil) n = nodes.link(n).left;
    return n;
  }
  std::uint32_t rightmost(std::uint32_t n) const {
    if (n == nil) return nil;
    while (nodes.link(n).right != nil) n = nodes.link(n).right;
    return n;
  }
  std::uint32_t next(std::uint32_t n) const {
    if (nodes.link(n).right != nil) return leftmost(nodes.link(n).right);
    std::uint32_t up = nodes.link(n).parent;
    while (up != nil && nodes.link(up).right == n) {
      n = up;
      up = nodes.link(n).parent;
    }
    return up;
  }
  std::uint32_t previous(std::uint32_t n) const {
    if (nodes.link(n).left != nil) return rightmost(nodes.link(n).left);
    std::uint32_t up = nodes.link(n).parent;
    while (up != nil && nodes.link(up).left == n) {
      n = up;
      up = nodes.link(n).parent;
    }
    return up;
  }
  /// Puts `n` in front of `before`, or at the end. Pulls `n` and all above it. What stands in front of it then.
  std::uint32_t insert_before(std::uint32_t& root, std::uint32_t n, std::uint32_t before) {
    if (before != nil && nodes.link(before).left == nil) {
      const std::uint32_t last = previous(before);
      insert_at(root, n, before, true);
      return last;
    }
    const std::uint32_t last = rightmost(before == nil ? root : nodes.link(before).left);
    insert_at(root, n, last, false);
    return last;
  }
  /// Hangs `n` under `parent`, which has no child on that side; under nothing when the tree is empty.
  void insert_at(std::uint32_t& root, std::uint32_t n, std::uint32_t parent, bool left) {
    nodes.link(n) = {nil, nil, parent};
    if (parent == nil)
      root = n;
    else
      (left ? nodes.link(parent).left : nodes.link(parent).right) = n;
    const std::uint32_t mine = priority_of(nodes.key(n));
    // What `n` goes above is whole again at once; `n` and all above it are pulled in the end.
    for (std::uint32_t up = parent; up != nil && priority_of(nodes.key(up)) < mine; up = nodes.link(n).parent) {
      rotate_up(root, n);
      nodes.pull(up);
    }
    pull_from(n);
  }
  /// What came above `n` on its way down is above its place, and is pulled with all others there.
  void erase(std::uint32_t& root, std::uint32_t n) {
    for (;;) {
      const Link at = nodes.link(n);
      if (at.left == nil || at.right == nil) break;
      rotate_up(root, priority_of(nodes.key(at.left)) > priority_of(nodes.key(at.right)) ? at.left : at.right);
    }
    const Link at = nodes.link(n);
    const std::uint32_t child = at.left != nil ? at.left : at.right;
    replace_child(root, at.parent, n, child);
    if (child != nil) nodes.link(child).parent = at.parent;
    nodes.link(n) = {};
    pull_from(at.parent);
  }
  void pull_from(std::uint32_t n) {
    for (; n != nil; n = nodes.link(n).parent) nodes.pull(n);
  }
  /// Puts `n` behind `last`, the end of the sequence; pulls nothing. O(1) amortised over a run of appends.
  void append(std::uint32_t& root, std::uint32_t last, std::uint32_t n) {
    const std::uint32_t mine = priority_of(nodes.key(n));
    std::uint32_t below = nil, at = last;
    while (at != nil && priority_of(nodes.key(at)) < mine) {
      below = at;
      at = nodes.link(at).parent;
    }
    nodes.link(n) = {below, nil, at};
    if (below != nil) nodes.link(below).parent = n;
    if (at == nil)
      root = n;
    else
      nodes.link(at).right = n;
  }
  /// Pulls a whole tree, children first. O(n).
  void pull_all(std::uint32_t root) {
    for (std::uint32_t n = deepest(root); n != nil;) {
      nodes.pull(n);
      const std::uint32_t up = nodes.link(n).parent;
      n = up == nil || nodes.link(up).right == n || nodes.link(up).right == nil ? up : deepest(nodes.link(up).right);
    }
  }

 private:
  // The first node of the walk that visits children first.
  std::uint32_t deepest(std::uint32_t n) const {
    while (n != nil) {
      const Link& at = nodes.link(n);
      if (at.left != nil)
        n = at.left;
      else if (at.right != nil)
        n = at.right;
      else
        break;
    }
    return n;
  }
  void replace_child(std::uint32_t& root, std::uint32_t parent, std::uint32_t old, std::uint32_t now) {
    if (parent == nil)
      root = now;
    else if (nodes.link(parent).left == old)
      nodes.link(parent).left = now;
    else
      nodes.link(parent).right = now;
  }
  // Changes places with the parent; pulls neither.
  void rotate_up(std::uint32_t& root, std::uint32_t n) {
    const std::uint32_t up = nodes.link(n).parent;
    Link &mine = nodes.link(n), &theirs = nodes.link(up);
    std::uint32_t moved;
    if (theirs.left == n) {
      moved = theirs.left = mine.right;
      mine.right = up;
    } else {
      moved = theirs.right = mine.left;
      mine.left = up;
    }
    if (moved != nil) nodes.link(moved).parent = up;
    mine.parent = theirs.parent;
    theirs.parent = n;
    replace_child(root, mine.parent, up, n);
  }
};

}  // namespace lathe::pressure::detail
