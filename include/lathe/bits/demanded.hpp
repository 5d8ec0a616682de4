// Demanded bits over a whole program part, on demand: which bits of a value can reach anything that is seen. Walks
// users up to a depth; beyond it all bits are demanded.
//
// Needs:  a DemandSource (concepts.hpp) and an Analysis of it, for what is known of the other operands.
// Gives:  bits such that changing all others, of all values at once, changes nothing that escapes.
// Cost:   a question looks at `max_expansion` users' results at most; compute() at each value once.
//
// After any change of the graph call forget_all(): users that came may ask for more. Source of the idea: LLVM's
// SimplifyDemandedBits and DemandedBits.
#pragma once

#include <optional>

#include <lathe/bits/analysis.hpp>
#include <lathe/bits/demand.hpp>

namespace lathe::bits {

/// Which bits of each value anybody looks at, by one sweep over all values and their users.
template <DemandSource S>
class DemandedBits {
 public:
  using Value = typename S::Value;  ///< as the source names values
  using User = typename S::User;    ///< as the source names what uses them
  using Word = word_of_t<S>;        ///< words of masks: uint64_t, or the wide word that the source says it uses

  /// `known` is asked and kept up to date by the caller.
  explicit DemandedBits(const S& source, Analysis<S>& known, const Options& options = {})
      : source_(source), known_(known), memo_(options) {}

  /// Bits of the value that are demanded; none when nothing uses it.
  Word demanded(const Value& value) {
    memo_.start();
    return ask(value, memo_.depth());
  }

  /// All values of a range in which users come before operands, without limits or recursion: O(values and uses).
  template <class Range>
  void compute(const Range& users_first) {
    memo_.drop_all();
    for (const Value& value : users_first) {
      const unsigned w = width(value);
      if (w == 0) continue;
      ++memo_.stats.expanded;
      bool whole = true;
      const Word bits = of_users(value, w, [&](const Value& other) {
        if (memo_.has(source_.index(other))) return memo_.at(source_.index(other)).answer;
        whole = false;
        ++memo_.stats.cycles;
        return low_mask<Word>(width(other));
      });
      memo_.put(source_.index(value), bits, whole);
    }
  }
  /// The next question asks the source anew: after any change of values or their users. O(values known).
  void forget_all() { memo_.drop_all(); }
  const Stats& stats() const { return memo_.stats; }

 private:
  unsigned width(const Value& value) const {
    const unsigned w = source_.width(value);
    return w <= word_bits<Word> ? w : 0;
  }
  template <class Ask>
  Word of_users(const Value& value, unsigned w, Ask ask_user) {
    const Word all = low_mask<Word>(w);
    if (source_.escapes(value)) return all;
    Word bits(std::uint64_t{0});
    source_.for_each_user(value, [&](const User& user, std::uint32_t operand) {
      if (bits == all) return;
      bits = Word(bits | source_.demand(user, operand, ask_user, [&](const Value& v) { return known_.fact(v); }));
    });
    return Word(bits & all);
  }
  Word ask(const Value& value, std::uint32_t depth) {
    const unsigned w = width(value);
    if (w == 0) return Word(~Word(std::uint64_t{0}));
    return memo_.find(
        source_.index(value), depth, low_mask<Word>(w),
        [&] { return of_users(value, w, [&](const Value& other) { return ask(other, depth - 1); }); },
        [](const Word& a, const Word& b) { return Word(a & b); });
  }

  const S& source_;
  Analysis<S>& known_;
  detail::Memo<Word> memo_;
};

}  // namespace lathe::bits
