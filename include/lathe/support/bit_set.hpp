// A growable set of small unsigned numbers, 64 to a word, walked in ascending order.
//
// Gives: insert, erase, contains in O(1); union, intersection, difference in O(words); a walk in
// O(words + members). Used for liveness and the like, where sets are dense.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lathe {

/// A set of small integers, a bit each; walked in ascending order.
class BitSet {
 public:
  BitSet() = default;
  /// An empty set with room for 0..size-1.
  explicit BitSet(std::size_t size) : words_((size + 63) / 64, 0) {}

  bool contains(std::size_t member) const {
    return member / 64 < words_.size() && ((words_[member / 64] >> (member % 64)) & 1U) != 0;
  }
  /// True when it was not there before.
  bool insert(std::size_t member) {
    if (member / 64 >= words_.size()) words_.resize(member / 64 + 1, 0);
    const std::uint64_t bit = std::uint64_t{1} << (member % 64);
    const bool fresh = (words_[member / 64] & bit) == 0;
    words_[member / 64] |= bit;
    return fresh;
  }
  /// True when it was there.
  bool erase(std::size_t member) {
    if (!contains(member)) return false;
    words_[member / 64] &= ~(std::uint64_t{1} << (member % 64));
    return true;
  }
  /// Adds the members of `other`; true when the set grew.
  bool insert_all(const BitSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size(), 0);
    bool grew = false;
    for (std::size_t i = 0; i < other.words_.size(); ++i) {
      const std::uint64_t joined = words_[i] | other.words_[i];
      grew |= joined != words_[i];
      words_[i] = joined;
    }
    return grew;
  }
  /// Keeps only members of `other`; true when the set shrank.
  bool keep_only(const BitSet& other) {
    bool shrank = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t kept = i < other.words_.size() ? words_[i] & other.words_[i] : 0;
      shrank |= kept != words_[i];
      words_[i] = kept;
    }
    return shrank;
  }
  /// Takes out all that the other has. O(the smaller one's words).
  void erase_all(const BitSet& other) {
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i) words_[i] &= ~other.words_[i];
  }
  /// Has it a member that the other has, too? O(the smaller one's words).
  bool intersects(const BitSet& other) const {
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i)
      if ((words_[i] & other.words_[i]) != 0) return true;
    return false;
  }
  std::size_t count() const {
    std::size_t n = 0;
    for (const std::uint64_t word : words_) n += static_cast<std::size_t>(std::popcount(word));
    return n;
  }
  bool empty() const {
    for (const std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  void clear() { words_.assign(words_.size(), 0); }
  /// Calls f(member) in ascending order.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        f(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
  }
  /// Equal members; room does not count.
  bool operator==(const BitSet& other) const {
    const auto& longer = words_.size() < other.words_.size() ? other.words_ : words_;
    const auto& shorter = words_.size() < other.words_.size() ? words_ : other.words_;
    for (std::size_t i = 0; i < longer.size(); ++i)
      if (longer[i] != (i < shorter.size() ? shorter[i] : 0)) return false;
    return true;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace lathe
