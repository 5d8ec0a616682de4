// Swing modulo scheduling: a problem in, a schedule or the reason why there is none out.
//
// The II goes up from MII. At each one instructions are placed in swing order; where that fails, by eviction; where
// that fails too, by a short exact search over slots, which may also prove that there is no schedule. What was found is
// then improved for MaxLive. Rules, limits and messages are those of LLVM's MachinePipeliner, whose limits can all be
// lifted.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/exact_live.hpp>
#include <lathe/modulo/improve.hpp>
#include <lathe/modulo/order.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::modulo {

/// RecMII and ResMII with what makes them. Precondition: check_problem finds nothing.
template <class = void>
inline Bounds bounds(const Problem& p, const Options& options = {}) {
  const std::uint32_t width = options.force_issue_width != 0 ? options.force_issue_width : p.issue_width;
  Bounds out;
  const ResourceBound resources = resource_bound(p, width);
  Recurrence r = recurrence(p);
  out.res_mii = resources.res_mii;
  out.unit = resources.unit;
  out.rec_mii = r.rec_mii;
  out.cycle = std::move(r.cycle);
  out.mii = options.ignore_recmii ? out.res_mii : std::max(out.res_mii, out.rec_mii);
  return out;
}

namespace detail {

template <class = void>
class BasicScheduler {
 public:
  BasicScheduler(const Problem& p, const Options& options)
      : p_(p),
        o_(options),
        issue_width_(options.force_issue_width != 0 ? options.force_issue_width : p.issue_width),
        g_(p),
        at_(g_, issue_width_),
        placer_(g_, at_, result_.stats) {}

  Result run() {
    Stats& stats = result_.stats;
    stats.loops = 1;
    stats.insts = p_.size();
    stats.edges = p_.edges.size();
    recurrence_ = Howard(g_).run();
    const ResourceBound resources = resource_bound(p_, issue_width_);
    Bounds& b = result_.bounds;
    b = {resources.res_mii, recurrence_.rec_mii, 0, resources.unit, recurrence_.cycle};
    stats.howard_rounds = recurrence_.rounds;
    b.mii = o_.ignore_recmii ? b.res_mii : std::max(b.res_mii, b.rec_mii);
    if (b.res_mii > Limits::ii || b.rec_mii > Limits::ii) return refuse(Why::too_large);
    if (b.mii == 0 && o_.force_ii == 0) return refuse(Why::mii_zero);
    if (o_.max_mii != Options::unlimited && b.mii > o_.max_mii) return refuse(Why::mii_too_large);
    limits_ = pressure_limits();
    const std::uint64_t first = o_.force_ii != 0 ? o_.force_ii : b.mii;
    const std::uint64_t last = o_.force_ii != 0 ? first : std::min(first + o_.ii_search_range, first + one_by_one());
    // Proven as long as every II below was searched in vain; the bounds prove those below both MIIs.
    bool none_below = first <= std::max({b.res_mii, b.rec_mii, 1U});
    for (std::uint64_t ii = first; ii <= last; ii += step(ii - first)) {
      if (ii > Limits::ii || at_.table.entries(ii) + at_.live.entries(ii) > (1U << 27)) return refuse(Why::too_large);
      if (ii < std::max({b.res_mii, b.rec_mii, 1U})) continue;  // under ignore_recmii or force_ii: certainly none
      if (ii - first > 64) none_below = false;                  // not each one was tried
      switch (attempt(static_cast<std::uint32_t>(ii))) {
        case Found::yes:
          result_.least_ii = none_below;
          return std::move(result_);
        case Found::gave_up:
          if (why_ == Why::single_stage) return refuse(why_);  // greater IIs overlap less
          none_below = false;
          break;
        case Found::no:
          break;
      }
    }
    return refuse(why_);
  }

 private:
  Result refuse(Why why) {
    result_.answer = NoSchedule{why, result_.bounds.mii, why == Why::too_many_stages ? refused_stages_ : 0};
    return std::move(result_);
  }
  /// Far above MII strides grow, so that an unlimited search ends.
  static std::uint64_t step(std::uint64_t above) { return above < 64 ? 1 : above / 8; }
  /// Cycles in which the instructions run one after the other: an II that large leaves nothing to wait for.
  std::uint64_t one_by_one() const {
    std::vector<std::uint64_t> cycles(p_.size(), 1);
    for (const Edge& e : p_.edges)
      if (e.latency > 0)
        cycles[e.from] = std::max<std::uint64_t>(cycles[e.from], static_cast<std::uint64_t>(e.latency));
    for (const Reservation& x : p_.reservations)
      cycles[x.inst] = std::max<std::uint64_t>(cycles[x.inst], std::uint64_t{x.first} + x.cycles);
    std::uint64_t sum = 0;
    for (const std::uint64_t c : cycles) sum += c;
    return sum;
  }

  LiveLimits pressure_limits() const {
    LiveLimits out(p_.sets.size(), 0);
    for (std::size_t c = 0; c < out.size(); ++c) {
      const std::uint64_t limit = p_.sets[c].limit;
      const std::uint64_t kept = std::min<std::uint64_t>(o_.register_pressure_margin, 100);
      out[c] = limit == 0 ? 0 : std::max<std::uint64_t>(1, limit * (100 - kept) / 100);
    }
    return out;
  }
  std::int64_t max_stages() const {
    return o_.max_stages == Options::unlimited ? behind_all : std::int64_t{o_.max_stages} + 1;
  }
  bool too_many_stages() const { return o_.max_stages != Options::unlimited && at_.stages() > max_stages(); }

  /// Found::yes: the result is complete. Found::no: the II is proven impossible, or its schedules are not allowed.
  Found attempt(std::uint32_t ii) {
    Stats& stats = result_.stats;
    ++stats.intervals;
    const Found found = place(ii);
    if (found != Found::yes) return found;
    if (const std::int64_t had = at_.stages(); too_many_stages() && !place_within_stages(ii)) {
      ++stats.stage_rejects;
      why_ = Why::too_many_stages;
      refused_stages_ = static_cast<std::uint32_t>(had - 1);  // behind the first, as the knob counts
      return Found::gave_up;
    }
    if (at_.span() > (std::int64_t{1} << 30)) {
      why_ = Why::too_large;
      return Found::gave_up;
    }
    improve(ii);
    if (o_.want_overlap && at_.stages() <= 1) {
      why_ = Why::single_stage;
      return Found::gave_up;
    }
    if (o_.register_pressure && !fits_registers()) {
      ++stats.pressure_rejects;
      why_ = Why::pressure;
      return Found::gave_up;
    }
    result_.answer = at_.schedule();
    for (std::uint32_t c = 0; c < p_.sets.size(); ++c) result_.max_live.push_back(at_.live.max_live(c));
    return Found::yes;
  }
  bool fits_registers() const {
    for (std::uint32_t c = 0; c < limits_.size(); ++c)
      if (limits_[c] != 0 && at_.live.max_live(c) > limits_[c]) return false;
    return true;
  }

  Found place(std::uint32_t ii) {
    Stats& stats = result_.stats;
    longest_paths(g_, ii, false, depth_);
    longest_paths(g_, ii, true, height_);
    if (!sets_) sets_.emplace(g_, recurrence_);
    order_ = SwingOrder(g_, *sets_, depth_, height_).run();
    if (placer_.in_order(ii, order_, depth_, {})) return ++stats.in_order, Found::yes;
    const std::vector<std::uint32_t> urgent = critical_order(g_, recurrence_.cycle, ii, order_);
    if (!recurrence_.cycle.empty() && placer_.in_order(ii, urgent, depth_, {})) return ++stats.in_order, Found::yes;
    if (placer_.by_eviction(ii, height_, {}, budget())) return ++stats.by_eviction, Found::yes;
    // Urgency as the first order of eviction by conflicts.
    std::vector<std::int64_t> rank(p_.size());
    for (std::size_t k = 0; k < urgent.size(); ++k) rank[urgent[k]] = -static_cast<std::int64_t>(k);
    const std::uint64_t above = ii - std::max({result_.bounds.res_mii, result_.bounds.rec_mii, 1U});
    if (placer_.by_conflicts(ii, rank, {}, 2 * budget() / (1 + above / 4))) return ++stats.by_conflicts, Found::yes;
    const std::uint64_t work = std::max<std::uint64_t>(
        o_.slot_search, o_.exact && p_.size() <= o_.exact_insts ? o_.exact_nodes * std::uint64_t{16} : 0);
    if (work == 0) return Found::gave_up;
    const Found found = SlotSearch(g_, at_, ii, issue_width_, stats).run(work);
    if (found == Found::yes) ++stats.by_slots;
    if (found == Found::gave_up && o_.exact) ++stats.gave_up;
    return found;
  }
  std::uint64_t budget() const { return std::uint64_t{o_.eviction_budget} * p_.size(); }

  /// Once more with cycles that lie within the stages allowed.
  bool place_within_stages(std::uint32_t ii) {
    const std::int64_t span = max_stages() * ii;
    std::vector<Window> windows(p_.size());
    for (std::uint32_t v = 0; v < p_.size(); ++v) {
      windows[v] = {depth_[v], span - 1 - height_[v]};
      if (windows[v].low > windows[v].high) return false;  // no schedule of this II is so short
    }
    return placer_.in_order(ii, order_, depth_, windows) || placer_.by_eviction(ii, height_, windows, budget()) ||
           placer_.by_conflicts(ii, height_, windows, 2 * budget());
  }

  void improve(std::uint32_t ii) {
    Stats& stats = result_.stats;
    at_.count_live();
    const std::int64_t span = o_.max_stages == Options::unlimited ? behind_all : max_stages() * ii;
    Improver improver(g_, at_, stats, limits_, span);
    const std::uint64_t before = improver.score().sum;
    stats.live_before += before;
    if (o_.improvement != 0) improver.run(o_.improvement);
    improver.compact();
    const std::uint64_t nodes = o_.exact ? std::max(o_.exact_nodes, o_.live_search) : o_.live_search;
    if (nodes != 0 && p_.size() <= o_.exact_insts) prove_live(ii, nodes);
    stats.live_after += sum_live();
  }
  std::uint64_t sum_live() const {
    std::uint64_t sum = 0;
    for (std::uint32_t c = 0; c < p_.sets.size(); ++c) sum += at_.live.max_live(c);
    return sum;
  }
  /// Lower and lower until there is no schedule.
  void prove_live(std::uint32_t ii, std::uint64_t nodes) {
    Stats& stats = result_.stats;
    const LiveBound bound(g_, ii);
    std::uint64_t best = sum_live();
    while (best > bound.sum) {
      Placement other(g_, issue_width_);
      const Found found = LiveSearch(g_, other, ii, best - 1, bound, stats).run(nodes);
      if (found == Found::gave_up) {
        if (o_.exact) ++stats.gave_up;
        return;
      }
      if (found == Found::no) break;
      if (o_.max_stages != Options::unlimited && other.stages() > max_stages()) return;
      other.count_live();
      std::swap(at_.cycle, other.cycle);
      at_.table.reset(ii);
      at_.table.copy = other.table.copy;
      for (std::uint32_t v = 0; v < p_.size(); ++v) at_.table.put_back(v, at_.cycle[v]);
      at_.count_live();
      Improver(g_, at_, stats, {}, behind_all).compact();
      if (const std::uint64_t now = sum_live(); now < best)
        best = now;
      else
        return;  // the search and the tracker disagree: nothing is proven
    }
    result_.least_live = true;
  }

  const Problem& p_;
  const Options& o_;
  std::uint32_t issue_width_;
  Graph g_;
  Result result_;
  Placement at_;
  Placer placer_;
  Recurrence recurrence_;
  std::optional<NodeSets> sets_;
  std::vector<std::int64_t> depth_, height_;  // of the last II
  std::vector<std::uint32_t> order_;
  LiveLimits limits_;  // 0: none
  Why why_ = Why::unable;
  std::uint32_t refused_stages_ = 0;
};
using Scheduler = BasicScheduler<>;

template <class Sink>
void tell(const Problem& p, const Options& options, const Result& r, Sink& sink) {
  using Kind = Remark::Kind;
  const auto number = [](auto n) { return std::to_string(n); };
  const Bounds& b = r.bounds;
  if (const NoSchedule* const no = r.refusal()) {
    static constexpr const char* names[] = {"Disabled",         "BrokenProblem", "EmptyLoop", "InvalidMii",
                                            "MiiTooLarge",      "NoSchedule",    "NoOverlap", "TooManyStages",
                                            "RegisterPressure", "TooLarge",      "OptSize"};
    // Where a knob is in the way, the message has the numbers and names it.
    std::string text = to_string(no->why);
    if (no->why == Why::mii_too_large)
      text = "Minimal Initiation Interval too large: " + number(no->mii) + " > " + number(options.max_mii) +
             ". Refer to -pipeliner-max-mii.";
    if (no->why == Why::too_many_stages)
      text = "Too many stages in schedule: " + number(no->stages) + " > " + number(options.max_stages) +
             ". Refer to -pipeliner-max-stages.";
    if (no->why == Why::opt_size) text += ". Refer to -enable-pipeliner-opt-size.";
    sink(Remark{Kind::missed,
                "modulo",
                names[static_cast<int>(no->why)],
                p.name,
                std::move(text),
                {{"MII", number(no->mii)}, {"RecMII", number(b.rec_mii)}, {"ResMII", number(b.res_mii)}}});
    return;
  }
  const Schedule& s = *r.schedule();
  std::uint64_t live = 0;
  for (const std::uint64_t m : r.max_live) live += m;
  sink(Remark{Kind::passed,
              "modulo",
              "Pipelined",
              p.name,
              "Pipelined succesfully!",
              {{"II", number(s.ii)},
               {"Stages", number(s.stages())},
               {"MII", number(b.mii)},
               {"RecMII", number(b.rec_mii)},
               {"ResMII", number(b.res_mii)},
               {"MaxLive", number(live)}}});
  if (options.show_mask)
    for (std::uint32_t u = 0; u < p.units.size(); ++u) {
      std::string insts;
      for (const Reservation& x : p.reservations)
        if (x.unit == u) insts += (insts.empty() ? "" : " ") + number(x.inst);
      sink(Remark{Kind::analysis,
                  "modulo",
                  "Mask",
                  p.name,
                  "unit " + p.units[u].name + " is taken by instructions " + insts,
                  {{"Unit", p.units[u].name}, {"Mask", number(u)}, {"Copies", number(p.units[u].copies)}}});
    }
  if (!options.debug_resource) return;
  std::vector<std::uint64_t> used(p.units.size(), 0);
  for (const Reservation& x : p.reservations) used[x.unit] += x.cycles;
  for (std::uint32_t u = 0; u < p.units.size(); ++u)
    sink(Remark{Kind::analysis,
                "modulo",
                "Resource",
                p.name,
                "unit " + p.units[u].name + " is held " + number(used[u]) + " of " +
                    number(std::uint64_t{p.units[u].copies} * s.ii) + " cycles",
                {{"Unit", p.units[u].name}, {"Used", number(used[u])}}});
}

}  // namespace detail

/// A modulo schedule of the least II that was found within the options' limits, its MaxLive made small; or why not.
/// The same problem and options give the same answer. Refuses broken problems (check_problem).
/// Source: Llosa et al. 1996 (order and placing), Rau 1994 (eviction), Huff 1993 (lifetimes and MaxLive).
/// Per II O((insts + edges) log insts + insts * II) in order; improving is bounded by Options::improvement.
template <class Sink = NoRemarks>
Result schedule(const Problem& p, const Options& options = {}, Sink&& sink = {}) {
  Result r;
  if (!options.enable)
    r.answer = NoSchedule{Why::disabled, 0};
  else if (options.for_size && !options.opt_size)
    r.answer = NoSchedule{Why::opt_size, 0};
  else if (!check_problem(p).empty())
    r.answer = NoSchedule{Why::broken_problem, 0};
  else if (p.insts.empty())
    r.answer = NoSchedule{Why::empty_loop, 0};
  else
    r = detail::Scheduler(p, options).run();
  if constexpr (wants_remarks<Sink>) detail::tell(p, options, r, sink);
  return r;
}

}  // namespace lathe::modulo
