// The grouper: from a problem to a plan.
//
// Candidates go into buckets by kind and key (Fibonacci hashing), those of a block are sorted by order number, and from
// each that is free a run is built: the next one is a free candidate that lies within the kind's gap behind it and that
// no dependence keeps out. `form` says how many of the run become one instruction.
//
// A group never crosses a dependence: all others stay where they are (groups made before it, where they were placed),
// and the merged instruction has a place exactly if the last of what must stay before any member stands before the
// first of what must stay behind any member, and no member waits for another. So two numbers per run decide.
//
// Where these leave no place, a kind that carries asks for more: the group stands as late as it may, and what must stay
// before a member and does not (the computation of its address) comes along in front of it, if all of that is movable,
// is in no group, and needs no member. Later than that place there is none, and earlier ones would carry more.
//
// `accept`, where the former has it, says of each group whether it is worth its registers; a group that is not is tried
// with fewer members.
//
// Greedy: runs are taken from the lowest order number on, buckets in the order of their first candidate. Time
// O(n log n + tries * most * (edges at candidates and at what is carried)), memory O(n + edges).
#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/group/concepts.hpp>
#include <lathe/group/plan.hpp>
#include <lathe/support/csr.hpp>
#include <lathe/support/maybe_remarks.hpp>

namespace lathe::group {
namespace detail {

// Where something stands in the new order: before the instruction `gap`, as the rank-th group there, or as itself.
using Position = std::uint64_t;
inline constexpr std::uint32_t itself = 0xffffffffU;
inline Position position(std::uint32_t gap, std::uint32_t rank) { return Position{gap} << 32 | rank; }

// What must stay between what: the places that a group may stand at.
struct Window {
  Position after = 0;              ///< the last of what must stay before a member; 0: nothing
  Position before = ~Position{0};  ///< the first of what must stay behind one
  bool any_before = false;
  std::uint32_t first = ~0U, last = 0;  ///< members
};

template <class F, class Sink>
class Planner {
 public:
  Planner(const Problem& p, F& former, const Options& options, Sink& sink)
      : p_(p), former_(former), options_(options), sink_(sink) {}

  Plan run() {
    index_edges();
    make_buckets();
    plan_.refusals.assign(p_.candidates.size(), Refusal::none);
    std::size_t next = 0;
    for (const Block& block : p_.blocks) {
      const std::size_t begin = next;
      while (next < p_.candidates.size() && p_.candidates[next].inst < block.first + block.count) ++next;
      if (next != begin) group_block(begin, next);
    }
    finish();
    return std::move(plan_);
  }

 private:
  using Id = std::uint32_t;  // of a candidate

  void index_edges() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> forward, backward;
    forward.reserve(p_.edges.size());
    backward.reserve(p_.edges.size());
    for (const Edge& e : p_.edges) {
      forward.emplace_back(e.from, e.to);
      backward.emplace_back(e.to, e.from);
    }
    after_ = Csr<std::uint32_t>(p_.insts(), forward);
    before_ = Csr<std::uint32_t>(p_.insts(), backward);
    at_.resize(p_.insts());
    for (std::uint32_t i = 0; i < p_.insts(); ++i) at_[i] = position(i, itself);
    if (std::any_of(p_.kinds.begin(), p_.kinds.end(), [](const Kind& kind) { return kind.carry; })) {
      carry_mark_.assign(p_.insts(), 0);
      movable_.assign(p_.insts(), false);
      for (const std::uint32_t i : p_.movable) movable_[i] = true;
    }
    mark_.assign(p_.insts(), 0);
    ranks_.assign(p_.insts() + 1, 0);
  }
  void make_buckets() {
    using Key = std::pair<std::uint64_t, std::uint32_t>;
    dense::DenseMap<Key, std::uint32_t, dense::KeyTraits<Key>, dense::Fibonacci> buckets;
    bucket_of_.reserve(p_.candidates.size());
    for (const Candidate& c : p_.candidates)
      bucket_of_.push_back(*buckets.try_emplace(Key{c.key, c.kind}, static_cast<std::uint32_t>(buckets.size())).first);
  }

  void group_block(std::size_t begin, std::size_t end) {
    sorted_.resize(end - begin);
    std::iota(sorted_.begin(), sorted_.end(), static_cast<Id>(begin));
    std::sort(sorted_.begin(), sorted_.end(), [&](Id a, Id b) {
      if (bucket_of_[a] != bucket_of_[b]) return bucket_of_[a] < bucket_of_[b];
      const Candidate &x = p_.candidates[a], &y = p_.candidates[b];
      return x.order != y.order ? x.order < y.order : x.inst < y.inst;
    });
    for (std::size_t from = 0; from < sorted_.size();) {
      std::size_t to = from + 1;
      while (to < sorted_.size() && bucket_of_[sorted_[to]] == bucket_of_[sorted_[from]]) ++to;
      group_bucket(std::span<const Id>(sorted_).subspan(from, to - from));
      from = to;
    }
  }

  void group_bucket(std::span<const Id> bucket) {
    if (bucket.size() == 1) {
      plan_.refusals[bucket[0]] = Refusal::alone;
      return;
    }
    free_.resize(bucket.size() + 1);
    std::iota(free_.begin(), free_.end(), 0U);
    for (std::uint32_t head = 0; head < bucket.size(); ++head) {
      if (free_[head] != head) continue;
      if (plan_.groups.size() >= options_.fuel) {
        plan_.refusals[bucket[head]] = Refusal::out_of_fuel;
        continue;
      }
      build_run(bucket, head);
      take(bucket, head);
    }
  }
  // The first candidate from `at` on that is in no group, with paths made shorter on the way.
  std::uint32_t next_free(std::uint32_t at) {
    while (free_[at] != at) at = free_[at] = free_[free_[at]];
    return at;
  }

  void build_run(std::span<const Id> bucket, std::uint32_t head) {
    run_.clear();
    run_insts_.clear();
    windows_.clear();
    ++stamp_;
    blocked_ = false;
    Window window;
    add(bucket[head], head, window);
    const Kind& kind = p_.kinds[p_.candidates[bucket[head]].kind];
    while (run_.size() < kind.most) {
      const Candidate& last = p_.candidates[bucket[run_.back()]];
      const std::int64_t low = last.order + last.size, high = low + kind.gap;
      auto at = static_cast<std::uint32_t>(
          std::lower_bound(bucket.begin() + run_.back() + 1, bucket.end(), low,
                           [&](Id id, std::int64_t order) { return p_.candidates[id].order < order; }) -
          bucket.begin());
      bool added = false;
      for (std::uint32_t tries = 0; !added && tries < options_.tries; ++tries, ++at) {
        at = next_free(at);
        if (at == bucket.size() || p_.candidates[bucket[at]].order > high) break;
        added = add(bucket[at], at, window);
        if (!added) {
          blocked_ = true;
          hint(bucket[at], Refusal::dependence);
        }
      }
      if (!added) break;
    }
  }
  // Takes a candidate into the run if a place for all of them is left.
  bool add(Id id, std::uint32_t at, Window& window) {
    const std::uint32_t inst = p_.candidates[id].inst;
    ++plan_.stats.tests;
    Window next = window;
    for (const std::uint32_t i : before_[inst]) {
      if (mark_[i] == stamp_) return false;
      next.after = std::max(next.after, at_[i] + 1);
    }
    for (const std::uint32_t i : after_[inst]) {
      if (mark_[i] == stamp_) return false;
      next.before = std::min(next.before, at_[i]);
      next.any_before = true;
    }
    next.first = std::min(next.first, inst);
    next.last = std::max(next.last, inst);
    if (lowest(next) > highest(next)) {
      if (!p_.kinds[p_.candidates[id].kind].carry) return false;
      insts_.assign(1, inst);
      insts_.insert(insts_.end(), run_insts_.begin(), run_insts_.end());
      if (!come_along(next)) return false;
    }
    mark_[inst] = stamp_;
    run_insts_.push_back(inst);
    window = next;
    run_.push_back(at);
    windows_.push_back(next);
    return true;
  }
  // Fills carried_ with what must come along where the instructions of insts_, of a kind that carries, stand together
  // as late as they may; false: it cannot, or it is too much.
  bool come_along(const Window& w) {
    carried_.clear();
    if (highest(w) < w.first) return false;
    const std::uint32_t place = highest(w);
    const Position here = position(place, ranks_[place]);
    ++carry_stamp_;
    const auto take_before = [&](std::uint32_t inst) {
      for (const std::uint32_t i : before_[inst]) {
        if (carry_mark_[i] == carry_stamp_) continue;
        if (std::find(insts_.begin(), insts_.end(), i) != insts_.end()) return false;  // a member waits for another
        if (at_[i] < here) continue;
        if (!movable_[i] || at_[i] != position(i, itself) || carried_.size() >= options_.carry) return false;
        carry_mark_[i] = carry_stamp_;
        carried_.push_back(i);
      }
      return true;
    };
    for (const std::uint32_t inst : insts_)
      if (!take_before(inst)) return false;
    for (std::size_t k = 0; k < carried_.size(); ++k)
      if (!take_before(carried_[k])) return false;
    std::sort(carried_.begin(), carried_.end());
    return true;
  }
  // Places from the first member to the last at which a group, behind those that are there, is in the window.
  // `after` is one more than the position that must stay before: behind an instruction that is the next place, behind
  // a group the same one.
  std::uint32_t lowest(const Window& w) const { return std::max(w.first, static_cast<std::uint32_t>(w.after >> 32)); }
  std::uint32_t highest(const Window& w) const {
    if (!w.any_before) return w.last;
    const auto place = static_cast<std::uint32_t>(w.before >> 32);
    const bool is_group = static_cast<std::uint32_t>(w.before) != itself;
    return std::min(w.last, is_group ? place - 1 : place);
  }

  void take(std::span<const Id> bucket, std::uint32_t head) {
    const Id first = bucket[head];
    if (run_.size() < 2) {
      if (plan_.refusals[first] == Refusal::none) plan_.refusals[first] = Refusal::apart;
      if (blocked_) plan_.refusals[first] = Refusal::dependence;
      return;
    }
    candidates_.clear();
    for (const std::uint32_t at : run_) candidates_.push_back(p_.candidates[bucket[at]]);
    Refusal why = Refusal::shape;
    for (std::size_t most = run_.size(); most >= 2;) {
      const std::uint32_t count = former_.form(std::span<const Candidate>(candidates_).first(most));
      if (count < 2 || count > most) break;
      Group group = make(bucket, count);
      const Refusal judged = accepted(group);
      if (judged == Refusal::none) return commit(bucket, std::move(group));
      why = judged;
      most = count - 1;  // fewer of them may be cheap enough
    }
    for (const std::uint32_t at : run_) hint(bucket[at], why);
    plan_.refusals[first] = why;
  }
  Group make(std::span<const Id> bucket, std::uint32_t count) {
    const Window& window = windows_[count - 1];
    Group group;
    group.kind = p_.candidates[bucket[run_[0]]].kind;
    group.members.assign(run_insts_.begin(), run_insts_.begin() + count);
    const Kind& kind = p_.kinds[group.kind];
    if (lowest(window) <= highest(window)) {
      group.place = kind.place == Kind::Place::early ? lowest(window) : highest(window);
      return group;
    }
    insts_ = group.members;
    come_along(window);  // as it did when the last of them was added
    group.place = highest(window);
    group.carried = carried_;
    return group;
  }
  Refusal accepted([[maybe_unused]] const Group& group) {
    if constexpr (HasAccept<F>) return former_.accept(p_, group);
    return Refusal::none;
  }
  void commit(std::span<const Id> bucket, Group group) {
    if (!group.carried.empty()) ++ranks_[group.place];
    const Position place = position(group.place, ranks_[group.place]++);
    for (const std::uint32_t i : group.carried) at_[i] = place - 1;
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      at_[group.members[k]] = place;
      plan_.refusals[bucket[run_[k]]] = Refusal::none;
      free_[run_[k]] = run_[k] + 1;
    }
    plan_.groups.push_back(std::move(group));
  }
  // What one run has seen of a candidate, for the case that nothing takes it later.
  void hint(Id id, Refusal why) {
    if (plan_.refusals[id] == Refusal::none) plan_.refusals[id] = why;
  }

  void finish() {
    std::vector<std::uint32_t> order(plan_.groups.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](auto a, auto b) { return at_[plan_.groups[a].members[0]] < at_[plan_.groups[b].members[0]]; });
    std::vector<Group> sorted;
    sorted.reserve(order.size());
    for (const std::uint32_t g : order) sorted.push_back(std::move(plan_.groups[g]));
    plan_.groups = std::move(sorted);
    count_groups(p_, plan_);
    if constexpr (wants_remarks<Sink>)
      if (listens(sink_)) tell();
  }
  void tell() {
    for (std::uint32_t g = 0; g < plan_.groups.size(); ++g) {
      const Group& group = plan_.groups[g];
      sink_(Remark{Remark::Kind::passed,
                   "group",
                   "Merged",
                   p_.name,
                   std::to_string(group.members.size()) + " instructions become " + group_name(p_, plan_, g),
                   {{"Place", std::to_string(group.place)},
                    {"Members", std::to_string(group.members.size())},
                    {"Carried", std::to_string(group.carried.size())}},
                   {},
                   group.members[0]});
    }
    for (std::size_t c = 0; c < plan_.refusals.size(); ++c)
      if (plan_.refusals[c] != Refusal::none)
        sink_(Remark{Remark::Kind::missed,
                     "group",
                     "NotMerged",
                     p_.name,
                     "instruction " + std::to_string(p_.candidates[c].inst) + " stays alone",
                     {{"Reason", std::string(refusal_names[static_cast<std::size_t>(plan_.refusals[c])])}},
                     {},
                     p_.candidates[c].inst});
  }

  const Problem& p_;
  F& former_;
  const Options& options_;
  Sink& sink_;
  Plan plan_;
  Csr<std::uint32_t> after_, before_;
  std::vector<std::uint32_t> bucket_of_;  // per candidate
  std::vector<Position> at_;          // per instruction: where it stands now, alone, in its group or in front of one
  std::vector<std::uint32_t> mark_;   // likewise
  std::vector<std::uint32_t> ranks_;  // groups that stand before each instruction
  std::vector<std::uint32_t> carry_mark_;  // per instruction, where a kind carries
  std::vector<bool> movable_;              // likewise
  std::uint32_t stamp_ = 0, carry_stamp_ = 0;
  bool blocked_ = false;
  // Of the bucket and the run at hand:
  std::vector<Id> sorted_;
  std::vector<std::uint32_t> free_, run_, run_insts_;
  std::vector<std::uint32_t> insts_, carried_;  // of come_along: members, and what goes with them
  std::vector<Window> windows_;                 // of the first 1, 2, ... of the run
  std::vector<Candidate> candidates_;
};

}  // namespace detail

/// The plan for a problem. A problem that check_problem finds fault with is refused: nothing is planned, and every
/// candidate is left for that reason. Remarks: `Merged` per group, `NotMerged` per candidate left, with its reason.
template <Former F, class Sink = NoRemarks>
Plan plan_problem(const Problem& problem, F& former, const Options& options = {}, Sink&& sink = {}) {
  if (!check_problem(problem).empty()) {
    Plan plan;
    plan.refusal = Refusal::bad_problem;
    plan.refusals.assign(problem.candidates.size(), Refusal::bad_problem);
    return plan;
  }
  return detail::Planner<F, std::remove_reference_t<Sink>>(problem, former, options, sink).run();
}
/// The same with the rule of the problem's kinds.
template <class Sink = NoRemarks>
Plan plan_problem(const Problem& problem, const Options& options = {}, Sink&& sink = {}) {
  TableForm form(problem.kinds);
  return plan_problem(problem, form, options, std::forward<Sink>(sink));
}

}  // namespace lathe::group
