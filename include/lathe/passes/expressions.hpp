// What instructions compute, as numbers: two that have one number compute the same from the same words.
//
// The number stands for key, operands in order (the first two in ascending order where they commute), literals, and the
// classes and lanes of the results; not for the guard, nor for which values take the results.
// Cost: O(operands) expected.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/passes/rewrite.hpp>

namespace lathe::passes {

/// Numbers for sequences of words, by content.
class Sequences {
 public:
  /// The number of these words: a new one where they were not met before. Expected O(words).
  std::uint32_t add(const std::vector<std::uint64_t>& words) {
    std::uint64_t hash = 0x9e3779b97f4a7c15U;
    for (const std::uint64_t w : words) hash = (hash ^ w) * 0xff51afd7ed558ccdU, hash ^= hash >> 32;
    std::uint32_t& last = *last_.insert(hash & ~(std::uint64_t{1} << 63), program::none).first;
    for (std::uint32_t n = last; n != program::none; n = before_[n])
      if (std::equal(words.begin(), words.end(), all_.begin() + static_cast<std::ptrdiff_t>(first_[n]),
                     all_.begin() + static_cast<std::ptrdiff_t>(first_[n + 1])))
        return n;
    before_.push_back(last);
    all_.insert(all_.end(), words.begin(), words.end());
    first_.push_back(all_.size());
    return last = static_cast<std::uint32_t>(before_.size() - 1);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(before_.size()); }

 private:
  dense::DenseMap<std::uint64_t, std::uint32_t> last_;
  std::vector<std::uint32_t> before_;
  std::vector<std::size_t> first_{0};
  std::vector<std::uint64_t> all_;
};

/// A number for what each instruction computes: equal numbers, equal words.
template <View P>
class Expressions {
  using Value = value_t<P>;
  struct Slot {  // of an operand or a literal: its words in slot_words_
    std::size_t begin, end;
  };

 public:
  /// Numbers of values are those of `known`, which outlives it.
  explicit Expressions(program::Known<P>& known) : known_(known) {}

  /// `same(value)`: the value that stands for it, itself as a rule. `results`: is it part of what the number says which
  /// values take the results, what they had before, and under which guard?
  template <class Same>
  std::uint32_t number(const P& p, const inst_t<P>& i, Same&& same, bool results = false) {
    return number_of(p, i, same, results, [&](auto&& f) { p.for_each_operand(i, f); });
  }
  /// The same for who has the operands at hand: each(f) calls f(program::Operand) for each of them, in order.
  template <class Same, class Each>
  std::uint32_t number_of(const P& p, const inst_t<P>& i, Same&& same, bool results, Each&& each) {
    slots_.clear();
    slot_words_.clear();
    words_.assign(1, key(p, i));
    literals_.clear();
    if constexpr (Facts(P::facts).has(Fact::literals))
      p.for_each_literal(i, [&](std::uint32_t use, std::uint64_t bits) { literals_.emplace_back(use, bits); });
    next_literal_ = 0;
    bool goes_on = false;
    each([&](const program::Operand<Value>& o) {
      const bool operand = o.role == Role::use && !o.old;
      if (!operand && !o.is_def() && !results) return;
      const std::uint64_t value = operand || results ? known_.values.add(same(o.value)) : 0;
      if (operand) {
        if (!goes_on) literals(false);
        if (!goes_on) slots_.push_back({slot_words_.size(), slot_words_.size()});
        goes_on = o.more;
        put(slot_words_, 1 + (std::uint64_t{o.implicit} << 8), value, o.lanes, static_cast<std::uint64_t>(o.offset));
        slots_.back().end = slot_words_.size();
      } else {
        const std::uint64_t marks = 3 + (std::uint64_t{o.is_def()} << 8) + (std::uint64_t{o.old} << 9) +
                                    (std::uint64_t{o.negated} << 10) + (std::uint64_t{o.implicit} << 11) +
                                    (std::uint64_t{o.early} << 12);
        put(words_, marks, value, o.lanes, std::uint64_t{class_of(p, o.value)});
      }
    });
    literals(true);
    const auto at = [&](std::size_t k) { return slot_words_.begin() + static_cast<std::ptrdiff_t>(k); };
    const auto less = [&](const Slot& a, const Slot& b) {
      return std::lexicographical_compare(at(a.begin), at(a.end), at(b.begin), at(b.end));
    };
    if (slots_.size() >= 2 && less(slots_[1], slots_[0]) && p.effects(i).has(Effect::commutes))
      std::swap(slots_[0], slots_[1]);
    for (const Slot& s : slots_) {
      words_.push_back(4 + (std::uint64_t{s.end - s.begin} << 8));
      for (std::size_t k = s.begin; k < s.end; ++k) words_.push_back(slot_words_[k]);
    }
    return sequences_.add(words_);
  }
  std::uint32_t size() const { return sequences_.size(); }
  /// What the instruction's key stands for in its number: of other keys other numbers. As much as the View's key takes.
  std::uint64_t key(const P& p, const inst_t<P>& i) {
    const auto key = p.key(i);
    if constexpr (std::convertible_to<decltype(key), std::string_view>)
      return keys_.add(std::string(std::string_view(key)));
    else
      return static_cast<std::uint64_t>(key);
  }

 private:
  static void put(std::vector<std::uint64_t>& to, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    if (to.capacity() < to.size() + 4) to.reserve(2 * to.size() + 16);
    to.push_back(a);
    to.push_back(b);
    to.push_back(c);
    to.push_back(d);
  }
  void literals(bool all) {
    for (; next_literal_ < literals_.size() && (all || literals_[next_literal_].first <= slots_.size());
         ++next_literal_) {
      slots_.push_back({slot_words_.size(), slot_words_.size() + 2});
      slot_words_.insert(slot_words_.end(), {2, literals_[next_literal_].second});
    }
  }
  program::Known<P>& known_;
  program::Handles<std::string> keys_;
  Sequences sequences_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> words_, slot_words_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> literals_;
  std::size_t next_literal_ = 0;
};

}  // namespace lathe::passes
