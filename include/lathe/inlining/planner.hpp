// Which calls to inline, in which order, under a budget.
//
// Callers come bottom-up over the strongly connected components of the call graph, so a body that is moved has had its own
// calls inlined. Within a caller the call that wins most units for each unit of growth is next; the calls that its body
// brings join the queue. A caller may grow by `inline_budget`; what does not fit is refused and cheaper calls go on.
// A body is not moved into itself, nor into what came with itself. Registers: behind a call the caller needs what lives
// across it and what the callee needs, so a caller with a limit that it keeps refuses what would cross it.
// Cost: O((functions + sites + copies) log) time; copies are bounded by the budgets, as each is units of some body.
// Source: the bottom-up inliner with a priority queue is Scheifler 1977's knapsack by ratio; the order of components is
// Tarjan 1972; the reference's inliner has the budget and the remarks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <lathe/inlining/plan.hpp>
#include <lathe/support/maybe_remarks.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::inlining {

namespace detail {

/// Functions, callees before callers; those of one component are neighbours, in the order of their numbers. Returns how
/// many components there are. Tarjan's, without recursion.
inline std::uint32_t bottom_up(const Problem& p, std::vector<std::uint32_t>& order) {
  const auto n = static_cast<std::uint32_t>(p.functions.size());
  std::vector<std::uint32_t> first(n + 1, 0), callees(p.sites.size());
  for (const Site& s : p.sites) ++first[s.caller + 1];
  for (std::uint32_t f = 0; f < n; ++f) first[f + 1] += first[f];
  std::vector<std::uint32_t> at(first.begin(), first.end());
  for (const Site& s : p.sites) callees[at[s.caller]++] = s.callee;
  std::vector<std::uint32_t> number(n, 0), low(n, 0), stack, path;
  std::vector<bool> open(n, false);
  at.assign(first.begin(), first.end());
  std::uint32_t next = 1, components = 0;
  order.clear();
  for (std::uint32_t root = 0; root < n; ++root) {
    if (number[root] != 0) continue;
    path.push_back(root);
    while (!path.empty()) {
      const std::uint32_t f = path.back();
      if (number[f] == 0) {
        number[f] = low[f] = next++;
        stack.push_back(f);
        open[f] = true;
      }
      if (at[f] < first[f + 1]) {
        const std::uint32_t g = callees[at[f]++];
        if (number[g] == 0)
          path.push_back(g);
        else if (open[g])
          low[f] = std::min(low[f], number[g]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[f]);
      if (low[f] != number[f]) continue;
      ++components;
      const std::size_t begin = order.size();
      std::uint32_t g = none;
      do {
        g = stack.back();
        stack.pop_back();
        open[g] = false;
        order.push_back(g);
      } while (g != f);
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.end());
    }
  }
  return components;
}

template <class Sink>
class Planner {
 public:
  Planner(const Problem& p, const Options& options, Sink& sink) : p_(p), o_(options), sink_(sink) {}

  Plan run() {
    if (!check_problem(p_).empty()) {
      plan_.refusal = Refusal::broken_problem;
      return std::move(plan_);
    }
    prepare();
    for (const std::uint32_t f : plan_.order) {
      budget_ = plan_.vanished[f] ? 0 : o_.inline_budget;
      if (plan_.vanished[f])
        for (const std::uint32_t i : open_[f]) keep(i, Reason::unreachable, 0);
      else
        inline_into(f);
      if (plan_.refusal != Refusal::none) return {plan_.refusal, {}, {}, {}, {}, {}, {}, {}, {}};
    }
    finish();
    return std::move(plan_);
  }

 private:
  struct Entry {
    double key;
    std::uint32_t instance;
    bool operator<(const Entry& other) const { return key != other.key ? key < other.key : instance > other.instance; }
  };
  struct Price {
    std::uint64_t cost = 0, benefit = 0;
    bool last = false, always = false;
    double key() const {
      if (always) return std::numeric_limits<double>::infinity();
      return static_cast<double>(benefit) / (static_cast<double>(cost) + 1);
    }
  };

  void prepare() {
    const std::size_t n = p_.functions.size();
    plan_.stats.functions = n;
    plan_.stats.sites = p_.sites.size();
    plan_.stats.components = bottom_up(p_, plan_.order);
    open_.resize(n);
    calls_.assign(n, 0);
    mix_.assign(n, 0);
    plan_.vanished.assign(n, false);
    for (const Function& f : p_.functions) {
      plan_.size.push_back(f.defined ? f.size : 0);
      plan_.registers.push_back(f.registers);
      plan_.stats.units_before += plan_.size.back();
    }
    for (std::uint32_t s = 0; s < p_.sites.size(); ++s) {
      const Site& site = p_.sites[s];
      plan_.instances.push_back({s, site.caller, none, none});
      frequency_.push_back(site.frequency);
      live_.push_back(site.live);
      open_[site.caller].push_back(s);
      count(site.callee, s, +1);
    }
    left_ = o_.inline_total_budget;
    // Local functions that nobody calls are no callers.
    for (std::uint32_t f = 0; f < n; ++f) vanish(f);
  }

  const Site& site(std::uint32_t i) const { return p_.sites[plan_.instances[i].site]; }
  std::uint32_t callee(std::uint32_t i) const { return site(i).callee; }

  // Calls of f that stand in functions that are left; of a single one `mix_` is the number.
  void count(std::uint32_t f, std::uint32_t instance, int by) {
    calls_[f] += static_cast<std::uint32_t>(by);
    mix_[f] ^= instance;
  }
  bool goes_with_last(std::uint32_t f) const {
    return p_.functions[f].local && !p_.functions[f].kept && p_.functions[f].defined;
  }
  /// f goes if nobody calls it, and with it what only it calls.
  void vanish(std::uint32_t f) {
    std::vector<std::uint32_t> gone{f};
    while (!gone.empty()) {
      const std::uint32_t g = gone.back();
      gone.pop_back();
      if (plan_.vanished[g] || calls_[g] != 0 || !goes_with_last(g)) continue;
      plan_.vanished[g] = true;
      for (const std::uint32_t i : open_[g]) {
        count(callee(i), i, -1);
        gone.push_back(callee(i));
      }
      touched_.insert(touched_.end(), open_[g].begin(), open_[g].end());
    }
  }

  Price price(std::uint32_t i) const {
    const Site& s = site(i);
    const Function& f = p_.functions[s.callee];
    const std::uint64_t wins = std::uint64_t{s.saved} + s.folds;
    Price out;
    out.last = calls_[s.callee] == 1 && goes_with_last(s.callee);
    out.always = f.always_inline || s.always_inline;
    out.cost = plan_.size[s.callee] > wins ? plan_.size[s.callee] - wins : 0;
    out.benefit = std::min<std::uint64_t>(frequency_[i], Limits::frequency) * (wins + s.promotes) / once +
                  (out.last ? plan_.size[s.callee] : 0);
    return out;
  }
  /// Did the call come with this function's body, or is it the function's own?
  bool recursive(std::uint32_t i) const {
    const std::uint32_t f = callee(i);
    if (f == plan_.instances[i].owner) return true;
    for (std::uint32_t by = plan_.instances[i].by; by != none; by = plan_.instances[plan_.decisions[by].instance].by)
      if (callee(plan_.decisions[by].instance) == f) return true;
    return false;
  }
  std::uint32_t needed(std::uint32_t i) const {
    return std::max(plan_.registers[plan_.instances[i].owner], live_[i] + plan_.registers[callee(i)]);
  }
  Reason judge(std::uint32_t i, const Price& x) const {
    const Site& s = site(i);
    const Function &f = p_.functions[s.callee], &caller = p_.functions[plan_.instances[i].owner];
    if (!f.defined) return Reason::not_defined;
    if (f.no_inline || s.no_inline) return Reason::no_inline;
    if (recursive(i)) return Reason::recursive;
    if (x.always) return Reason::none;
    const std::uint64_t bonus = x.last ? o_.last_call_bonus : 0;
    if (s.heat == Heat::cold && x.cost > o_.cold_threshold + bonus) return Reason::cold;
    if (x.cost > (s.heat == Heat::hot ? o_.hot_threshold : o_.threshold) + bonus) return Reason::too_large;
    if (x.benefit == 0 && x.cost > 0) return Reason::no_gain;
    if (o_.pressure && caller.register_limit != 0 &&
        plan_.registers[plan_.instances[i].owner] <= caller.register_limit && needed(i) > caller.register_limit)
      return Reason::pressure;
    if (x.cost > budget_) return Reason::budget;
    if (growth(x, s.callee) > left_) return Reason::total_budget;
    return Reason::none;
  }
  std::uint64_t growth(const Price& x, std::uint32_t f) const {
    const std::uint64_t goes = x.last ? plan_.size[f] : 0;
    return x.cost > goes ? x.cost - goes : 0;
  }

  void inline_into(std::uint32_t f) {
    std::uint64_t grown = 0;
    std::priority_queue<Entry> queue;
    std::vector<std::uint32_t> own;
    own.swap(open_[f]);
    const auto push = [&](std::uint32_t i) { queue.push({price(i).key(), i}); };
    for (const std::uint32_t i : own) push(i);
    while (!queue.empty()) {
      const Entry top = queue.top();
      queue.pop();
      if (settled(top.instance)) continue;
      const Price x = price(top.instance);
      if (x.key() < top.key) {
        queue.push({x.key(), top.instance});
        continue;
      }
      const Reason why = judge(top.instance, x);
      if (why != Reason::none) {
        settle(top.instance, false);
        keep(top.instance, why, x.cost);
        continue;
      }
      if (plan_.decisions.size() >= o_.fuel) {
        plan_.stats.out_of_fuel = 1;
        settle(top.instance, false);
        continue;
      }
      settle(top.instance, true);
      const std::uint32_t first = static_cast<std::uint32_t>(plan_.instances.size());
      take(top.instance, x);
      if (plan_.refusal != Refusal::none) return;
      grown += x.cost;
      for (std::uint32_t i = first; i < plan_.instances.size(); ++i) {
        own.push_back(i);
        push(i);
      }
      // A call that became its function's last one is worth more.
      for (const std::uint32_t g : lonely_)
        if (calls_[g] == 1 && mix_[g] < plan_.instances.size() && plan_.instances[mix_[g]].owner == f) push(mix_[g]);
      lonely_.clear();
    }
    for (const std::uint32_t i : own)
      if (state_[i] == State::left) open_[f].push_back(i);
    plan_.stats.fullest = std::max(plan_.stats.fullest, grown);
  }

  void take(std::uint32_t i, const Price& x) {
    const std::uint32_t f = plan_.instances[i].owner, g = callee(i);
    const auto decision = static_cast<std::uint32_t>(plan_.decisions.size());
    const std::vector<std::uint32_t> brought = open_[g];
    const auto first = static_cast<std::uint32_t>(plan_.instances.size());
    if (plan_.instances.size() + brought.size() >= none) {
      plan_.refusal = Refusal::too_large;
      return;
    }
    plan_.decisions.push_back({i, x.cost, x.benefit, first, static_cast<std::uint32_t>(brought.size()), x.last});
    plan_.registers[f] = needed(i);
    for (const std::uint32_t from : brought) {
      const auto copy = static_cast<std::uint32_t>(plan_.instances.size());
      plan_.instances.push_back({plan_.instances[from].site, f, decision, from});
      const std::uint64_t often = std::uint64_t{frequency_[i]} * frequency_[from] / once;
      frequency_.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(often, Limits::frequency)));
      live_.push_back(std::min(live_[i] + live_[from], 4 * Limits::registers));
      count(callee(from), copy, +1);
    }
    plan_.size[f] += x.cost;
    budget_ -= x.always ? std::min(budget_, x.cost) : x.cost;
    const std::uint64_t more = growth(x, g);
    left_ -= std::min(left_, more);
    count(g, i, -1);
    touched_.clear();
    if (calls_[g] == 1) lonely_.push_back(g);
    vanish(g);
    for (const std::uint32_t gone : touched_)
      if (calls_[callee(gone)] == 1) lonely_.push_back(callee(gone));
    remark(i, x);
  }

  enum class State : std::uint8_t { open, left, taken };
  bool settled(std::uint32_t i) {
    if (state_.size() < plan_.instances.size()) state_.resize(plan_.instances.size(), State::open);
    return state_[i] != State::open;
  }
  void settle(std::uint32_t i, bool taken) { state_[i] = taken ? State::taken : State::left; }

  void keep(std::uint32_t i, Reason why, std::uint64_t cost) {
    plan_.kept.push_back({i, why, cost, budget_, static_cast<std::uint32_t>(plan_.decisions.size())});
    ++plan_.stats.reasons[static_cast<std::size_t>(why)];
    if (!listens(sink_)) return;
    Remark out{Remark::Kind::missed, "inline", "NotInlined", p_.functions[plan_.instances[i].owner].name, {}, {}};
    out.arguments = {{"Callee", p_.functions[callee(i)].name},
                     {"Caller", out.place},
                     {"Reason", reason_names[static_cast<std::size_t>(why)]},
                     {"Cost", std::to_string(cost)},
                     {"BudgetLeft", std::to_string(budget_)}};
    out.text = p_.functions[callee(i)].name + " not inlined into " + out.place + ": " +
               reason_names[static_cast<std::size_t>(why)];
    sink_(out);
  }
  void remark(std::uint32_t i, const Price& x) {
    if (!listens(sink_)) return;
    Remark out{Remark::Kind::passed, "inline", "Inlined", p_.functions[plan_.instances[i].owner].name, {}, {}};
    out.arguments = {{"Callee", p_.functions[callee(i)].name},
                     {"Caller", out.place},
                     {"Cost", std::to_string(x.cost)},
                     {"Benefit", std::to_string(x.benefit)},
                     {"BudgetLeft", std::to_string(budget_)}};
    out.text = p_.functions[callee(i)].name + " inlined into " + out.place;
    sink_(out);
  }

  void finish() {
    Stats& s = plan_.stats;
    s.instances = plan_.instances.size();
    s.inlined = plan_.decisions.size();
    s.kept = plan_.kept.size();
    std::vector<bool> moved(p_.functions.size(), false);
    for (const Decision& d : plan_.decisions) moved[callee(d.instance)] = true;
    for (std::uint32_t f = 0; f < p_.functions.size(); ++f) {
      if (plan_.vanished[f]) plan_.size[f] = 0;
      s.vanished += plan_.vanished[f];
      s.units_after += plan_.size[f];
      s.imported += p_.functions[f].imported;
      s.imported_inlined += p_.functions[f].imported && moved[f];
      s.imported_gone += p_.functions[f].imported && moved[f] && calls_[f] == 0;
    }
  }

  const Problem& p_;
  const Options& o_;
  Sink& sink_;
  Plan plan_;
  std::vector<std::vector<std::uint32_t>> open_;  // per function, its calls as they stand
  std::vector<std::uint32_t> frequency_, live_;   // per instance
  std::vector<std::uint32_t> calls_, mix_;  // per function, how many calls of it; the exclusive or of their numbers
  std::vector<State> state_;                // per instance
  std::vector<std::uint32_t> touched_, lonely_;
  std::uint64_t budget_ = 0, left_ = 0;
};

}  // namespace detail

/// The calls to inline, in order, or why there is no plan. Options of any values are taken. Deterministic. Time
/// O((functions + sites + copies) log), memory O(functions + sites + copies).
template <class Sink = NoRemarks>
Plan plan_inlining(const Problem& p, const Options& options = {}, Sink&& sink = {}) {
  return detail::Planner<std::remove_reference_t<Sink>>(p, options, sink).run();
}

}  // namespace lathe::inlining
