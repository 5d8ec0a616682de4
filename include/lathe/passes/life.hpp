// Where a register lives, part by part: an array while the parts are few, a tree when they are many.
//
// Cost: O(log parts) per question and change, in an array O(parts) per change, which are then at most `few`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <lathe/support/none.hpp>

namespace lathe::passes {

/// [begin, end) by slots, in one value. `writer`: the instruction that writes it at `begin`; none: it begins with a
/// block.
struct LifePart {
  std::uint32_t begin, end, value, writer;  ///< slots; number of the value; number of the instruction
  bool operator==(const LifePart&) const = default;
};

/// Parts in order; none overlap.
class Life {
  using Array = std::vector<LifePart>;
  using Tree = std::map<std::uint32_t, LifePart>;
  static constexpr std::size_t few = 128;

  template <class F>
  auto in(F&& f) const {
    return tree_.empty() ? f(array_) : f(tree_);
  }

  // In front of its callers: clang wants to know what it gives back.
  template <class Parts>
  static auto above(Parts& parts, std::uint32_t slot) {
    if constexpr (requires { parts.upper_bound(slot); })
      return parts.upper_bound(slot);
    else
      return std::upper_bound(parts.begin(), parts.end(), slot,
                              [](std::uint32_t s, const LifePart& p) { return s < p.begin; });
  }

 public:
  std::size_t size() const { return array_.size() + tree_.size(); }
  /// Behind all others, while they are few; goes on with the last one where it touches that, has its value and is not
  /// written.
  void append(const LifePart& part) {
    if (!array_.empty() && array_.back().end == part.begin && array_.back().value == part.value &&
        part.writer == ids::none)
      array_.back().end = part.end;
    else
      array_.push_back(part);
  }
  /// The part that covers a slot, or null.
  const LifePart* covering(std::uint32_t slot) const {
    return in([&](auto& parts) -> const LifePart* {
      auto at = above(parts, slot);
      return at != parts.begin() && slot < part(--at).end ? &part(at) : nullptr;
    });
  }
  /// f(part) for all in order until it is true. Was it?
  template <class F>
  bool any(F&& f) const {
    return in([&](auto& parts) {
      for (auto at = parts.begin(); at != parts.end(); ++at)
        if (f(part(at))) return true;
      return false;
    });
  }
  /// The same for those that begin behind `begin` and before `end`.
  template <class F>
  bool any_between(std::uint32_t begin, std::uint32_t end, F&& f) const {
    return in([&](auto& parts) {
      for (auto at = above(parts, begin); at != parts.end() && part(at).begin < end; ++at)
        if (f(part(at))) return true;
      return false;
    });
  }
  /// What begins at `slot` is written by another instruction now.
  void set_writer(std::uint32_t slot, std::uint32_t writer) {
    const LifePart* const found = covering(slot);
    if (found != nullptr && found->begin == slot) const_cast<LifePart*>(found)->writer = writer;
  }
  /// One part more. It becomes one with those that it overlaps, for which it calls unite(value, value) unless
  /// equal(part, part), and with those that it touches if they are equal.
  template <class Equal, class Unite>
  void add(const LifePart& more, Equal&& equal, Unite&& unite) {
    if (tree_.empty())
      add_to(array_, more, equal, unite);
    else
      add_to(tree_, more, equal, unite);
    if (array_.size() <= few) return;
    for (const LifePart& p : array_) tree_.emplace_hint(tree_.end(), p.begin, p);
    array_ = {};
  }

 private:
  static LifePart& part(Array::iterator at) { return *at; }
  static const LifePart& part(Array::const_iterator at) { return *at; }
  static LifePart& part(Tree::iterator at) { return at->second; }
  static const LifePart& part(Tree::const_iterator at) { return at->second; }
  // The first one that begins behind the slot.
  static Array::iterator insert(Array& parts, Array::iterator at, const LifePart& p) { return parts.insert(at, p); }
  static Tree::iterator insert(Tree& parts, Tree::iterator at, const LifePart& p) {
    return parts.emplace_hint(at, p.begin, p);
  }
  template <class Parts, class Equal, class Unite>
  static void add_to(Parts& parts, const LifePart& more, Equal& equal, Unite& unite) {
    const auto joins = [&](const LifePart& a, const LifePart& b) {  // b begins not before a
      return b.begin < a.end || (b.begin == a.end && equal(a, b));
    };
    auto at = above(parts, more.begin);
    if (at != parts.begin() && joins(part(std::prev(at)), more)) {
      --at;
      if (!equal(part(at), more)) unite(more.value, part(at).value);
      part(at).end = std::max(part(at).end, more.end);
    } else {
      at = insert(parts, at, more);
    }
    auto last = std::next(at);
    for (; last != parts.end() && joins(part(at), part(last)); ++last) {
      if (!equal(part(at), part(last))) unite(part(last).value, part(at).value);
      part(at).end = std::max(part(at).end, part(last).end);
    }
    parts.erase(std::next(at), last);
  }

  Array array_;
  Tree tree_;  // by begin
};

}  // namespace lathe::passes
