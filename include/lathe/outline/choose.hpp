// Which groups become functions, where they overlap: lazy greedy over a queue with stale weights, or one sorted pass.
//
// A group's weight falls as others take its sites. The lazy choice weighs the best one again when it comes up, and puts
// it back if it is no longer the best: each group that is taken was the best at that moment. The sorted pass, which is
// LLVM's, weighs in the first order only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <vector>

#include <lathe/outline/candidates.hpp>

namespace lathe::outline {

/// A group that was taken, and how it stood then.
struct Chosen {
  std::uint32_t group = 0;  ///< into Groups::groups
  Evaluation evaluation;
};

namespace detail {

// a / b against c / d without division; all are positive.
__extension__ typedef unsigned __int128 Wide;
struct Fraction {
  std::int64_t over = 0, under = 1;
  friend bool operator<(const Fraction& a, const Fraction& b) {
    return static_cast<Wide>(a.over) * static_cast<std::uint64_t>(b.under) <
           static_cast<Wide>(b.over) * static_cast<std::uint64_t>(a.under);
  }
};

template <class = void>
inline Fraction weight(const Evaluation& e, Choice choice) {
  switch (choice) {
    case Choice::lazy_ratio:
    case Choice::sorted_ratio:
      return {e.inlined, e.outlined > 0 ? e.outlined : 1};
    case Choice::lazy_density:
      return {e.benefit, static_cast<std::int64_t>(e.interface.length * e.chosen.size())};
    default:
      return {e.benefit, 1};
  }
}

}  // namespace detail

/// Which of two groups of equal weight is taken first. Sites are short and weights few, so much of a choice is made of
/// ties: where equal groups overlap, the one direction finds what the other misses.
enum class Ties : std::uint8_t { earlier, later };

/// Chooses by one order. `worth` names the groups that are worth it alone. O((groups + evaluations) log groups) beside
/// the evaluations.
template <class C>
std::vector<Chosen> choose(const Problem& p, const Groups& groups, const std::vector<std::uint32_t>& worth, C& costs,
                           const Options& options, Choice choice, Ties ties, Stats& stats) {
  struct Entry {
    detail::Fraction weight;
    std::uint32_t group;
    std::uint64_t seen;  // sites taken when it was weighed
  };
  const auto before = [ties](const Entry& a, const Entry& b) {
    if (a.weight < b.weight) return true;
    if (b.weight < a.weight) return false;
    return ties == Ties::earlier ? a.group > b.group : a.group < b.group;
  };
  Weigher<C> weigher(p, groups, costs, options);
  Taken taken(static_cast<std::uint32_t>(p.insts.size()));
  std::vector<Entry> entries;
  Evaluation e;
  for (const std::uint32_t g : worth) {
    ++stats.evaluations;
    if (weigher.weigh(groups.groups[g], taken, e)) entries.push_back({detail::weight(e, choice), g, 0});
  }
  std::priority_queue<Entry, std::vector<Entry>, decltype(before)> queue(before, std::move(entries));
  std::vector<Chosen> out;
  std::uint64_t round = 0;
  while (!queue.empty()) {
    const Entry top = queue.top();
    queue.pop();
    ++stats.evaluations;
    if (!weigher.weigh(groups.groups[top.group], taken, e)) continue;
    if (choice != Choice::sorted_ratio && top.seen != round) {
      const Entry again{detail::weight(e, choice), top.group, round};
      if (!queue.empty() && before(again, queue.top())) {
        queue.push(again);
        continue;
      }
    }
    for (const std::uint32_t s : e.chosen) taken.take(groups.sites[s].first, groups.groups[top.group].length);
    out.push_back({top.group, e});
    ++round;
  }
  return out;
}

/// Bytes saved by a choice.
template <class = void>
inline std::int64_t saved(const std::vector<Chosen>& chosen) {
  std::int64_t sum = 0;
  for (const Chosen& c : chosen) sum += c.evaluation.saved();
  return sum;
}

/// Chooses by Options::choice; `best` tries every order, ties broken both ways, and keeps the first of those that save
/// most.
template <class C>
std::vector<Chosen> choose(const Problem& p, const Groups& groups, const std::vector<std::uint32_t>& worth, C& costs,
                           const Options& options, Stats& stats) {
  if (options.choice != Choice::best)
    return choose(p, groups, worth, costs, options, options.choice, Ties::earlier, stats);
  std::vector<Chosen> best;
  for (const Choice choice : {Choice::lazy_benefit, Choice::lazy_ratio, Choice::lazy_density, Choice::sorted_ratio})
    for (const Ties ties : {Ties::earlier, Ties::later}) {
      std::vector<Chosen> next = choose(p, groups, worth, costs, options, choice, ties, stats);
      if (best.empty() || saved(next) > saved(best)) best = std::move(next);
    }
  return best;
}

}  // namespace lathe::outline
