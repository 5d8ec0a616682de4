// Known bits over a whole program part, on demand: walks operands up to a depth, remembers what it found, and forgets
// what a change makes doubtful.
//
// Needs:  a Source (concepts.hpp).
// Gives:  facts that hold of every run, whatever the limits; deeper limits and remembered facts only make them better.
//         The same questions in the same order give the same answers.
// Cost:   a question evaluates at most `max_expansion` values; with the memo each value at most once per depth left,
//         and compute() each of them once. Cycles (phis) end at the value that is being computed: nothing is known of
//         it yet.
//
// What may stay when the graph changes: a rewrite that keeps a value's meaning leaves all facts true. When it does not
// (undemanded bits), forget(value) drops the value's fact and those that depend on it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/bits/concepts.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::bits {

struct Options {
  std::uint32_t max_depth = 6;         ///< levels of operands (of users, for demanded bits), at most 4096
  std::uint32_t max_expansion = 1024;  ///< values evaluated per question
  bool remember = true;                ///< keep facts from question to question
};

/// Counters of an engine since it was made.
struct Stats {
  std::uint64_t questions = 0;
  std::uint64_t expanded = 0;        ///< values evaluated
  std::uint64_t remembered = 0;      ///< values answered from the memo
  std::uint64_t depth_cuts = 0;      ///< values not looked at: too deep
  std::uint64_t expansion_cuts = 0;  ///< values not looked at: the question had cost enough
  std::uint64_t cycles = 0;          ///< values that wait for themselves
  std::uint64_t forgotten = 0;       ///< facts dropped because of changes

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t Stats::*>;
    return std::array{F{"questions", &Stats::questions},
                      F{"expanded", &Stats::expanded},
                      F{"remembered", &Stats::remembered},
                      F{"depth cuts", &Stats::depth_cuts},
                      F{"expansion cuts", &Stats::expansion_cuts},
                      F{"cycles", &Stats::cycles},
                      F{"forgotten", &Stats::forgotten}};
  }
};

namespace detail {

// What both engines share: a memo by index, with how deep the walk was that filled an entry, and the limits.
template <class Answer>
class Memo {
 public:
  struct Entry {
    Answer answer{};
    std::uint32_t epoch = 0;
    std::uint32_t depth = 0;  // levels that were allowed below when it was computed
    bool whole = false;       // no limit was met: more depth tells nothing new
    bool busy = false;        // being computed
  };
  static constexpr std::uint32_t deepest = 4096;

  explicit Memo(const Options& options) : options_(options) {
    options_.max_depth = std::min(options_.max_depth, deepest);
  }
  const Options& options() const { return options_; }
  std::uint32_t depth() const { return options_.max_depth; }
  Entry& at(std::uint32_t index) {
    if (index >= entries_.size()) entries_.resize(std::max<std::size_t>(index + std::size_t{1}, entries_.size() * 2));
    return entries_[index];
  }
  bool has(std::uint32_t index) const { return index < entries_.size() && entries_[index].epoch == epoch_; }
  void start() {
    ++stats.questions;
    left_ = options_.max_expansion;
    cut_ = out_of_work_ = false;
    if (!options_.remember) drop_all();
  }
  /// The answer for `index` with `depth` levels below: from the memo, `unknown` where a limit says so, or compute().
  template <class Compute, class Better>
  Answer find(std::uint32_t index, std::uint32_t depth, const Answer& unknown, Compute compute, Better better) {
    const Entry& old = at(index);
    const bool valid = old.epoch == epoch_;
    if (valid && !old.busy && (old.whole || old.depth >= depth)) {
      ++stats.remembered;
      cut_ |= !old.whole;
      return old.answer;
    }
    const Answer so_far = valid && !old.busy ? old.answer : unknown;
    if (old.busy && valid) {
      ++stats.cycles;
    } else if (depth == 0) {
      ++stats.depth_cuts;
    } else if (left_ == 0) {
      ++stats.expansion_cuts;
      out_of_work_ = true;
    } else {
      return evaluate(index, depth, so_far, valid, compute, better);
    }
    cut_ = true;
    return so_far;
  }
  void put(std::uint32_t index, const Answer& answer, bool whole) {
    Entry& e = at(index);
    e = {answer, epoch_, deepest, whole, false};
  }
  bool drop(std::uint32_t index) {
    if (!has(index)) return false;
    entries_[index].epoch = 0;
    ++stats.forgotten;
    return true;
  }
  void drop_all() {
    if (++epoch_ != 0) return;
    entries_.clear();
    epoch_ = 1;
  }
  void drop_from(std::uint32_t first) {
    for (std::size_t i = first; i < entries_.size(); ++i) entries_[i].epoch = 0;
  }

  Stats stats;

 private:
  template <class Compute, class Better>
  Answer evaluate(std::uint32_t index, std::uint32_t depth, const Answer& so_far, bool valid, Compute& compute,
                  Better& better) {
    --left_;
    ++stats.expanded;
    const Entry before = at(index);
    at(index).epoch = epoch_;
    at(index).busy = true;
    const bool outer = std::exchange(cut_, false), outer_work = std::exchange(out_of_work_, false);
    Answer answer = compute();
    if (valid && !before.busy) answer = better(answer, so_far);
    // An answer that the budget spoiled counts as one of no depth: the next question tries again.
    at(index) = {answer, epoch_, out_of_work_ ? 0 : depth, !cut_, false};
    cut_ |= outer;
    out_of_work_ |= outer_work;
    return answer;
  }

  Options options_;
  std::vector<Entry> entries_;
  std::uint32_t epoch_ = 1, left_ = 0;
  bool cut_ = false, out_of_work_ = false;
};

}  // namespace detail

/// Known bits and sign bits of the values of a source, which is referred to, not copied.
template <Source S>
class Analysis {
 public:
  using Value = typename S::Value;  ///< as the source names values
  using Word = word_of_t<S>;        ///< words of facts: uint64_t, or the wide word that the source says it uses

  /// The source outlives it; nothing is asked before the first question.
  explicit Analysis(const S& source, const Options& options = {}) : source_(source), memo_(options) {}

  /// What is known of the value. Width 0: no value for us.
  Fact<Word> fact(const Value& value) {
    memo_.start();
    return ask(value, memo_.depth());
  }
  /// The bits of the value that are the same whenever it is computed.
  KnownBits<Word> known(const Value& value) { return fact(value).known; }
  /// How many bits at the top certainly equal the sign bit, that one included; 0 for a value of width 0.
  unsigned sign_bits(const Value& value) { return fact(value).signs; }
  /// The number that the value certainly is.
  std::optional<Word> constant(const Value& value) {
    const KnownBits<Word> k = known(value);
    return k.width != 0 && k.is_constant() ? std::optional<Word>(k.one) : std::nullopt;
  }

  /// Facts of all values of a range in which operands come before users, without limits or recursion: O(values). Facts
  /// that were there are dropped.
  template <class Range>
  void compute(const Range& operands_first) {
    memo_.drop_all();
    for (const Value& value : operands_first) {
      if (width(value) == 0) continue;
      ++memo_.stats.expanded;
      bool whole = true;
      const Fact<Word> f = source_.fact(value, [&](const Value& other) {
        const unsigned w = width(other);
        if (w == 0) return Fact<Word>{};
        if (memo_.has(source_.index(other))) return memo_.at(source_.index(other)).answer;
        whole = false;  // a later value: a cycle, or not of the range
        ++memo_.stats.cycles;
        return Fact<Word>::unknown(w);
      });
      memo_.put(source_.index(value), Fact<Word>::of(f.known, f.signs), whole);
    }
  }

  /// The value may have another meaning than before: drops what is known of it and of all that depends on it. O(facts
  /// dropped and their users), or O(1) and everything when the source cannot walk users.
  void forget(const Value& value) {
    if constexpr (requires { source_.for_each_user_value(value, [](const Value&) {}); }) {
      std::vector<Value> stack;
      const auto push_users = [&](const Value& of) {
        source_.for_each_user_value(of, [&](const Value& user) { stack.push_back(user); });
      };
      memo_.drop(source_.index(value));
      push_users(value);
      while (!stack.empty()) {
        const Value now = stack.back();
        stack.pop_back();
        if (memo_.drop(source_.index(now))) push_users(now);  // otherwise nothing above has asked for it
      }
    } else {
      forget_all();
    }
  }
  /// The next question asks the source anew: after any change of what values are. O(values known).
  void forget_all() { memo_.drop_all(); }
  /// Values from this index on were taken back; their indices will be given out again.
  void forget_from(std::uint32_t index) { memo_.drop_from(index); }

  const Stats& stats() const { return memo_.stats; }
  const S& source() const { return source_; }

 private:
  unsigned width(const Value& value) const {
    const unsigned w = source_.width(value);
    return w <= word_bits<Word> ? w : 0;
  }

  Fact<Word> ask(const Value& value, std::uint32_t depth) {
    const unsigned w = width(value);
    if (w == 0) return {};
    return memo_.find(
        source_.index(value), depth, Fact<Word>::unknown(w),
        [&] {
          const Fact<Word> f = source_.fact(value, [&](const Value& other) { return ask(other, depth - 1); });
          return Fact<Word>::of(f.known, f.signs);
        },
        [](const Fact<Word>& a, const Fact<Word>& b) { return meet(a, b); });
  }

  const S& source_;
  detail::Memo<Fact<Word>> memo_;
};

}  // namespace lathe::bits
