// Why a set of rules comes to an end: numbers for operations under which every rewrite makes a graph lighter.
//
// A level of weights gives an operation f the meaning  w(f) + k(f) * (sum of its operands), and 1 to literals and to all
// that no rule knows. A rule lowers it when, for all values of at least 1 of its variables, the match weighs more than
// the result. Since k >= 1, what stands above a rewritten place gets lighter too: so the weight of what the roots of a
// graph reach, each path counted, falls with each rewrite of what they reach, and weights are natural numbers. Nodes
// that the graph shares are rewritten once for all paths; equal nodes that become one change no path.
// A level of places counts literals that stand first in a commutative operation whose second operand is none; a rule
// lowers it that turns them round and makes no new ones.
// Levels are taken in order: a rule lowers one and raises none before it (a lexicographic product). Weights are found
// by relaxation: where a rule is not lowered, what it takes away is made heavier and what it makes lighter.
// Rules for which nothing is found are named; that is no proof that they do not end.
// Source: polynomial interpretations, Lankford 1979; relaxation: Agmon 1954, Motzkin and Schoenberg 1954.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lathe/combine/rules.hpp>
#include <lathe/combine/rules_match.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::rules {

/// What an operation adds to the weight of a term: own + times * that of its operands.
struct Weight {
  std::int64_t own = 1;    ///< w
  std::int64_t times = 1;  ///< k, at least 1
};
/// One of the orders that are compared one after the other.
struct Level {
  bool places = false;                      ///< of literals; else weights
  std::map<std::uint32_t, Weight> weights;  ///< by operation's number; {1, 1} for those that are not here
};
/// A proof that a set of rules ends: each lowers its level and raises none in front of it.
struct Measure {
  std::vector<Level> levels;
  std::vector<std::uint32_t> level_of;  ///< by rule: the level that it lowers; none: nothing was found
  std::vector<std::uint32_t> refused;   ///< rules without one, in order
  /// Each rule lowers some level: rewriting ends, whatever the program.
  bool complete() const { return refused.empty(); }
};

namespace detail {

template <class = void>
class BasicMeasuring {
 public:
  BasicMeasuring(const RuleList& rules, const Vocabulary& words) : rules_(rules), words_(words) {}

  Measure run() {
    out_.level_of.assign(rules_.size(), none);
    for (std::uint32_t r = 0; r < rules_.size(); ++r) rest_.push_back(r);
    for (bool progress = true; progress && !rest_.empty();) {
      progress = weights();
      if (!rest_.empty() && places()) progress = true;
    }
    out_.refused = rest_;
    return std::move(out_);
  }

 private:
  static constexpr int rounds = 400, most_weight = 1 << 20, most_times = 8;

  // What a term weighs, as a linear form: how often each variable and each operation's own weight is in it.
  struct Form {
    std::map<std::uint32_t, std::int64_t> variables, operations;
    std::int64_t ones = 0;
  };
  void weigh(const Rule& rule, std::uint32_t at, std::int64_t path, std::int64_t sign, Form& f) const {
    const Term& t = rule.terms[at];
    if (t.kind == Term::Kind::value) {
      const std::uint32_t named = term_of_slot(rule, t.slot);
      if (named != none && named != at) return weigh(rule, named, path, sign, f);
      f.variables[t.slot] += sign * path;
    } else if (t.kind != Term::Kind::operation) {
      f.ones += sign * path;
    } else {
      f.operations[t.operation] += sign * path;
      const auto k = times_.find(t.operation);
      const std::int64_t inner = path * (k != times_.end() ? k->second : 1);
      for (const std::uint32_t operand : t.operands) weigh(rule, operand, inner, sign, f);
    }
  }
  static std::uint32_t term_of_slot(const Rule& rule, std::uint32_t slot) {
    for (const std::uint32_t t : Net::reachable(rule, rule.match))
      if (rule.terms[t].kind == Term::Kind::operation && rule.terms[t].slot == slot) return t;
    return none;
  }
  /// The match less the result.
  Form difference(const Rule& rule) const {
    Form f;
    weigh(rule, rule.match, 1, 1, f);
    weigh(rule, rule.give, 1, -1, f);
    for (const auto& [slot, count] : f.variables) f.ones += count;  // at the least value, 1
    return f;
  }
  static bool no_variable_grows(const Form& f) {
    return std::all_of(f.variables.begin(), f.variables.end(), [](const auto& v) { return v.second >= 0; });
  }
  // Variables that stand in the result more often: the operations of the match count their operands more often.
  bool choose_times() {
    times_.clear();
    for (int i = 0; i < 4 * most_times; ++i) {
      bool grows = false;
      for (const std::uint32_t r : rest_) {
        if (no_variable_grows(difference(rules_[r]))) continue;
        grows = true;
        std::int64_t& k = times_.try_emplace(rules_[r].terms[rules_[r].match].operation, 1).first->second;
        if (++k > most_times) return false;
      }
      if (!grows) return true;
    }
    return false;
  }

  bool weights() {
    if (!choose_times()) times_.clear();
    std::vector<Form> forms;
    for (const std::uint32_t r : rest_) {
      forms.push_back(difference(rules_[r]));
      if (!no_variable_grows(forms.back())) return false;  // it raises every level of weights
    }
    // Strictly lowered: all at first; those that cannot be are only not raised.
    std::vector<bool> strict(rest_.size(), true);
    for (std::size_t tries = 0; tries <= rest_.size(); ++tries) {
      own_.clear();
      const std::size_t worst = relax(forms, strict);
      if (worst == rest_.size()) return take(strict);
      if (!strict[worst]) return false;
      strict[worst] = false;
    }
    return false;
  }
  std::int64_t value(const Form& f) const {
    std::int64_t sum = f.ones;
    for (const auto& [operation, count] : f.operations) {
      const auto w = own_.find(operation);
      sum += count * (w != own_.end() ? w->second : 1);
    }
    return sum;
  }
  // The place of a rule that could not be satisfied, or the number of rules.
  std::size_t relax(const std::vector<Form>& forms, const std::vector<bool>& strict) {
    std::vector<std::uint32_t> failed(forms.size(), 0);
    for (int round = 0; round < rounds; ++round) {
      bool fine = true;
      for (std::size_t i = 0; i < forms.size(); ++i) {
        if (value(forms[i]) >= (strict[i] ? 1 : 0)) continue;
        fine = false;
        ++failed[i];
        for (const auto& [operation, count] : forms[i].operations) {
          std::int64_t& w = own_.try_emplace(operation, 1).first->second;
          w = std::clamp<std::int64_t>(w + count, 1, most_weight);
        }
      }
      if (fine) return forms.size();
    }
    std::size_t worst = 0;
    for (std::size_t i = 1; i < failed.size(); ++i)
      if (std::pair(strict[i], failed[i]) > std::pair(strict[worst], failed[worst])) worst = i;
    return worst;
  }
  bool take(const std::vector<bool>& strict) {
    Level level;
    for (const auto& [operation, w] : own_) level.weights[operation].own = w;
    for (const auto& [operation, k] : times_) level.weights[operation].times = k;
    return lowered(std::move(level), strict);
  }
  bool lowered(Level&& level, const std::vector<bool>& strict) {
    std::vector<std::uint32_t> left;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      if (strict[i])
        out_.level_of[rest_[i]] = static_cast<std::uint32_t>(out_.levels.size());
      else
        left.push_back(rest_[i]);
    }
    if (left.size() == rest_.size()) return false;
    out_.levels.push_back(std::move(level));
    rest_ = std::move(left);
    return true;
  }

  // ---- literals in the first place
  static bool is_literal(const Term& t) { return t.kind != Term::Kind::operation && t.kind != Term::Kind::value; }
  static bool never_literal(const Rule& rule, const Term& t) {
    if (t.kind == Term::Kind::operation) return true;
    return t.kind == Term::Kind::value &&
           (term_of_slot(rule, t.slot) != none ||
            std::any_of(rule.conditions.begin(), rule.conditions.end(), [&](const Condition& c) {
              return c.kind == Condition::Kind::not_literal && c.slot == t.slot;
            }));
  }
  /// Literals in the first place: those that are there for certain, or those that may be.
  std::uint32_t misplaced(const Rule& rule, std::uint32_t root, bool certain) const {
    std::uint32_t count = 0;
    for (const std::uint32_t at : Net::reachable(rule, root)) {
      const Term& t = rule.terms[at];
      if (t.kind != Term::Kind::operation || t.operands.size() < 2) continue;
      const Operation* const o = words_.operation(t.operation);
      if (o == nullptr || !o->commutes) continue;
      const Term &a = rule.terms[t.operands[0]], &b = rule.terms[t.operands[1]];
      count +=
          certain ? !t.either && is_literal(a) && never_literal(rule, b) : !never_literal(rule, a) && !is_literal(b);
    }
    return count;
  }
  bool places() {
    std::vector<bool> strict;
    for (const std::uint32_t r : rest_) {
      const Rule& rule = rules_[r];
      // A result that may be a literal could stand first in what is above; a value that stands twice brings its own.
      if (rule.terms[rule.give].kind != Term::Kind::operation) return false;
      times_.clear();
      if (!no_variable_grows(difference(rule))) return false;
      const std::uint32_t before = misplaced(rule, rule.match, true), after = misplaced(rule, rule.give, false);
      if (after > before) return false;
      strict.push_back(after < before);
    }
    Level level;
    level.places = true;
    return lowered(std::move(level), strict);
  }

  const RuleList& rules_;
  const Vocabulary& words_;
  Measure out_;
  std::vector<std::uint32_t> rest_;
  std::map<std::uint32_t, std::int64_t> own_, times_;
};

}  // namespace detail

/// Looks for a measure; what it found is in the result, rule by rule. O(rounds * terms), rounds bounded by constants
/// and the number of rules.
template <class = void>
Measure find_measure(const RuleList& rules, const Vocabulary& words) {
  return detail::BasicMeasuring<>(rules, words).run();
}

/// The measure as text: one line per level, one per rule.
template <class = void>
std::string print(const Measure& measure, const RuleList& rules, const Vocabulary& words) {
  std::string out;
  for (std::size_t i = 0; i < measure.levels.size(); ++i) {
    const Level& level = measure.levels[i];
    out += "level " + std::to_string(i) + (level.places ? " places" : " weights");
    for (const auto& [operation, w] : level.weights) {
      const Operation* const o = words.operation(operation);
      out += " " + (o != nullptr ? o->name : std::to_string(operation)) + "=" + std::to_string(w.own);
      if (w.times != 1) out += "+" + std::to_string(w.times) + "*";
    }
    out += "\n";
  }
  for (std::size_t r = 0; r < rules.size(); ++r)
    out += "rule " + rules[r].name + " lowers " +
           (measure.level_of[r] == none ? std::string("none") : "level " + std::to_string(measure.level_of[r])) + "\n";
  return out;
}

}  // namespace lathe::rules
