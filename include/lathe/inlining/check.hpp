// Checks a plan of inlining by executing it on the call graph anew, with nothing of the planner: counts by looking at all
// calls, components by reachability.
//
// Right means: callers are complete and bottom-up; every decision is of a call that stands in the caller's code then, may
// be inlined, fits the budgets, and wins most for its growth of the calls that may; copies are those of the callee's calls;
// each refusal's reason holds when it is told; what is left is refused, or the fuel was spent. O(decisions * calls *
// functions), for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <lathe/inlining/plan.hpp>

namespace lathe::inlining {

/// What can be wrong with a plan.
enum class PlanFault : std::uint8_t {
  order,       ///< callers are not all functions, each once, callees first
  instance,    ///< a call that does not stand there, or a copy of another
  price,       ///< cost or benefit are not those
  forbidden,   ///< a call that must stay is inlined
  budget,      ///< a budget is exceeded
  not_best,    ///< another call would have won more for its growth
  reason,      ///< a refusal's reason does not hold
  incomplete,  ///< a call is neither inlined nor refused
  result       ///< sizes, registers or vanished functions behind the plan
};

namespace detail {

class PlanChecker {
 public:
  PlanChecker(const Problem& p, const Plan& plan, const Options& o) : p_(p), plan_(plan), o_(o) {}

  FaultList<PlanFault> run() {
    check_order();
    start();
    if (!faults_.empty()) return std::move(faults_);
    std::size_t kept = 0;
    std::uint32_t d = 0;
    for (const std::uint32_t f : plan_.order) {
      caller_ = f;
      budget_ = o_.inline_budget;
      const auto refusals = [&] {
        for (; kept < plan_.kept.size() && plan_.kept[kept].before == d && owner(plan_.kept[kept].instance) == f;
             ++kept)
          refused(plan_.kept[kept]);
      };
      refusals();
      for (; d < plan_.decisions.size() && owner(plan_.decisions[d].instance) == f; refusals()) {
        decide(plan_.decisions[d], d);
        ++d;
        if (!faults_.empty()) return std::move(faults_);
      }
    }
    if (d != plan_.decisions.size() || kept != plan_.kept.size())
      add(PlanFault::order, d, "decisions or refusals are not in the order of the callers");
    check_end();
    return std::move(faults_);
  }

 private:
  void add(PlanFault kind, std::uint32_t place, const char* text) { faults_.add(kind, place, text); }
  std::uint32_t owner(std::uint32_t i) const { return i < plan_.instances.size() ? plan_.instances[i].owner : none; }
  const Site& site(std::uint32_t i) const { return p_.sites[plan_.instances[i].site]; }

  std::vector<bool> reached_from(std::uint32_t f) const {
    std::vector<bool> out(p_.functions.size(), false);
    std::vector<std::uint32_t> todo{f};
    while (!todo.empty()) {
      const std::uint32_t g = todo.back();
      todo.pop_back();
      for (const Site& s : p_.sites)
        if (s.caller == g && !out[s.callee]) {
          out[s.callee] = true;
          todo.push_back(s.callee);
        }
    }
    return out;
  }
  void check_order() {
    std::vector<std::uint32_t> place(p_.functions.size(), none);
    for (std::uint32_t i = 0; i < plan_.order.size(); ++i)
      if (plan_.order[i] < place.size()) place[plan_.order[i]] = i;
    if (plan_.order.size() != place.size() || std::count(place.begin(), place.end(), none) != 0)
      return add(PlanFault::order, 0, "the order does not have each function once");
    std::vector<std::vector<bool>> reach;
    reach.reserve(place.size());
    for (std::uint32_t f = 0; f < place.size(); ++f) reach.push_back(reached_from(f));
    for (const Site& s : p_.sites)
      if (place[s.callee] > place[s.caller] && !reach[s.callee][s.caller])
        add(PlanFault::order, s.caller, "a caller is before its callee");
  }

  void start() {
    calls_.resize(p_.functions.size());
    gone_.assign(p_.functions.size(), false);
    if (plan_.instances.size() < p_.sites.size())
      return add(PlanFault::instance, 0, "calls of the problem are missing");
    for (const Instance& x : plan_.instances)
      if (x.site >= p_.sites.size() || x.owner >= p_.functions.size())
        return add(PlanFault::instance, 0, "a call of what is not there");
    for (std::uint32_t s = 0; s < p_.sites.size(); ++s) {
      if (plan_.instances[s] != Instance{s, p_.sites[s].caller, none, none})
        add(PlanFault::instance, s, "a call of the problem is another");
      calls_[p_.sites[s].caller].push_back(s);
    }
    for (const Function& f : p_.functions) {
      size_.push_back(f.defined ? f.size : 0);
      registers_.push_back(f.registers);
    }
    for (const Site& s : p_.sites) {
      often_.push_back(s.frequency);
      live_.push_back(s.live);
    }
    total_ = o_.inline_total_budget;
    vanish();
  }
  std::uint32_t callers_of(std::uint32_t f) const {
    std::uint32_t out = 0;
    for (std::uint32_t g = 0; g < calls_.size(); ++g)
      if (!gone_[g])
        for (const std::uint32_t i : calls_[g]) out += site(i).callee == f;
    return out;
  }
  bool may_go(std::uint32_t f) const {
    return p_.functions[f].local && !p_.functions[f].kept && p_.functions[f].defined;
  }
  void vanish() {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t f = 0; f < gone_.size(); ++f)
        if (!gone_[f] && may_go(f) && callers_of(f) == 0) again = gone_[f] = true;
    }
  }

  struct Price {
    std::uint64_t cost, benefit;
    bool last, always;
    double ratio() const { return static_cast<double>(benefit) / (static_cast<double>(cost) + 1); }
  };
  Price price(std::uint32_t i) const {
    const Site& s = site(i);
    const std::uint64_t wins = std::uint64_t{s.saved} + s.folds;
    const bool last = may_go(s.callee) && callers_of(s.callee) == 1;
    return {size_[s.callee] > wins ? size_[s.callee] - wins : 0,
            std::uint64_t{often_[i]} * (wins + s.promotes) / once + (last ? size_[s.callee] : 0), last,
            s.always_inline || p_.functions[s.callee].always_inline};
  }
  std::uint64_t growth(const Price& x, std::uint32_t f) const {
    return x.last ? x.cost - std::min(x.cost, size_[f]) : x.cost;
  }
  bool came_with(std::uint32_t i, std::uint32_t f) const {
    for (std::uint32_t by = plan_.instances[i].by; by != none; by = plan_.instances[plan_.decisions[by].instance].by)
      if (site(plan_.decisions[by].instance).callee == f) return true;
    return false;
  }
  /// Does the reason hold for this call of the caller?
  bool holds(Reason why, std::uint32_t i, const Price& x) const {
    const Site& s = site(i);
    const Function &f = p_.functions[s.callee], &c = p_.functions[caller_];
    const std::uint64_t bonus = x.last ? o_.last_call_bonus : 0;
    const std::uint64_t most = s.heat == Heat::hot ? o_.hot_threshold : o_.threshold;
    switch (why) {
      case Reason::not_defined:
        return !f.defined;
      case Reason::no_inline:
        return f.no_inline || s.no_inline;
      case Reason::recursive:
        return s.callee == caller_ || came_with(i, s.callee);
      case Reason::cold:
        return !x.always && s.heat == Heat::cold && x.cost > o_.cold_threshold + bonus;
      case Reason::too_large:
        return !x.always && x.cost > most + bonus;
      case Reason::no_gain:
        return !x.always && x.benefit == 0 && x.cost > 0;
      case Reason::pressure:
        return !x.always && o_.pressure && c.register_limit != 0 && registers_[caller_] <= c.register_limit &&
               live_[i] + registers_[s.callee] > c.register_limit;
      case Reason::budget:
        return !x.always && x.cost > budget_;
      case Reason::total_budget:
        return !x.always && growth(x, s.callee) > total_;
      case Reason::unreachable:
        return gone_[caller_];
      case Reason::none:
        break;
    }
    return false;
  }
  bool may(std::uint32_t i, const Price& x) const {
    for (std::size_t r = 1; r < reason_count; ++r)
      if (holds(static_cast<Reason>(r), i, x)) return false;
    return true;
  }
  bool open(std::uint32_t i) const {
    return std::count(calls_[caller_].begin(), calls_[caller_].end(), i) == 1 && !refused_.contains(i);
  }

  void refused(const Kept& k) {
    if (!open(k.instance)) return add(PlanFault::instance, k.instance, "a refused call does not stand there");
    refused_.insert(k.instance);
    const Price x = price(k.instance);
    if (!holds(k.reason, k.instance, x)) add(PlanFault::reason, k.instance, "the reason of a refusal does not hold");
    if (k.reason != Reason::unreachable && (k.cost != x.cost || k.budget_left != budget_))
      add(PlanFault::price, k.instance, "a refusal has another cost or budget");
  }
  void decide(const Decision& d, std::uint32_t number) {
    const std::uint32_t i = d.instance;
    if (!open(i)) return add(PlanFault::instance, i, "an inlined call does not stand there");
    const Price x = price(i);
    const std::uint32_t g = site(i).callee;
    if (d.cost != x.cost || d.benefit != x.benefit || d.last_call != x.last)
      add(PlanFault::price, i, "an inlined call has another price");
    for (std::size_t r = 1; r < reason_count; ++r)
      if (const auto why = static_cast<Reason>(r); holds(why, i, x))
        add(why == Reason::budget || why == Reason::total_budget ? PlanFault::budget : PlanFault::forbidden, i,
            "a call that must stay is inlined");
    for (const std::uint32_t other : calls_[caller_]) {
      if (other == i || refused_.contains(other)) continue;
      const Price y = price(other);
      const bool better =
          y.always != x.always ? y.always : !x.always && (y.ratio() != x.ratio() ? y.ratio() > x.ratio() : other < i);
      if (better && may(other, y)) add(PlanFault::not_best, i, "another call would have won more for its growth");
    }
    if (d.first_copy != often_.size() || d.copies != calls_[g].size() ||
        std::uint64_t{d.first_copy} + d.copies > plan_.instances.size())
      return add(PlanFault::instance, i, "the copies are not those of the callee's calls");
    registers_[caller_] = std::max(registers_[caller_], live_[i] + registers_[g]);
    std::vector<std::uint32_t>& own = calls_[caller_];
    own.erase(std::find(own.begin(), own.end(), i));
    const std::vector<std::uint32_t> brought = calls_[g];
    for (std::uint32_t k = 0; k < brought.size(); ++k) {
      const Instance& copy = plan_.instances[d.first_copy + k];
      if (copy != Instance{plan_.instances[brought[k]].site, caller_, number, brought[k]})
        add(PlanFault::instance, d.first_copy + k, "a copy is of another call");
      const std::uint64_t often = std::uint64_t{often_[i]} * often_[brought[k]] / once;
      often_.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(often, Limits::frequency)));
      live_.push_back(std::min(live_[i] + live_[brought[k]], 4 * Limits::registers));
      own.push_back(d.first_copy + k);
    }
    total_ -= std::min(total_, growth(x, g));
    budget_ -= std::min(budget_, x.cost);
    size_[caller_] += x.cost;
    vanish();
  }
  void check_end() {
    for (std::uint32_t f = 0; f < calls_.size(); ++f) {
      if (plan_.vanished.size() != gone_.size() || plan_.vanished[f] != gone_[f] ||
          plan_.size[f] != (gone_[f] ? 0 : size_[f]) || plan_.registers[f] != registers_[f])
        return add(PlanFault::result, f, "what is left behind the plan is not told right");
      for (const std::uint32_t i : calls_[f])
        if (!refused_.contains(i) && plan_.stats.out_of_fuel == 0)
          add(PlanFault::incomplete, i, "a call is neither inlined nor refused");
    }
  }

  const Problem& p_;
  const Plan& plan_;
  const Options& o_;
  FaultList<PlanFault> faults_;
  std::vector<std::vector<std::uint32_t>> calls_;  // per function, as its code stands
  std::vector<bool> gone_;
  std::vector<std::uint64_t> size_;
  std::vector<std::uint32_t> registers_, often_, live_;
  std::set<std::uint32_t> refused_;
  std::uint32_t caller_ = none;
  std::uint64_t budget_ = 0, total_ = 0;
};

}  // namespace detail

/// What is wrong with a plan that was made with these options. Preconditions: check_problem finds nothing, the plan is no
/// refusal. Shares no code with the planner.
inline FaultList<PlanFault> check_plan(const Problem& p, const Plan& plan, const Options& options = {}) {
  return detail::PlanChecker(p, plan, options).run();
}

}  // namespace lathe::inlining
