// Are dead code, parallel copies, block orders and plans of phi elimination right? Checkers that start from the
// definitions and share nothing with the algorithms but the data types.
//
//  - Dead code: every root is live, and all that writes what a live instruction reads; and nothing else: from the roots
//    every live instruction is reached by reads.
//  - Parallel copies: the moves, run one after the other over distinct values, leave in every target what its
//    source held before, and change nothing else but temporaries.
//  - Block orders: the entry first, every block that it reaches once, cold blocks last, each loop in one piece.
//  - Phi elimination: the function is run in thought with locations for variables. What each location holds, as a
//    set of variables, constants and phi results, is followed through moves, writes and edges (where a phi's result
//    becomes another name of its argument) to the greatest fixed point, and at each read the variable's location must
//    hold it. So two variables may share a location exactly as long as no value is lost.
// Cost: linear for the first three but O(blocks * depth) for loops; O(rounds * (operations + edges) * locations) for
// the last one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/opt/dead_code.hpp>
#include <lathe/opt/parallel_copy.hpp>
#include <lathe/opt/phi_problem.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::opt {

enum class DeadCodeFault : std::uint8_t {
  bad_size,     ///< not an answer for each instruction
  dead_root,    ///< a root is said to be dead
  dead_source,  ///< what writes a value that a live instruction reads is said to be dead
  needless      ///< nothing that is needed reads what a live instruction writes
};
enum class CopyFault : std::uint8_t {
  wrong_value,  ///< a target does not hold what its source held
  spoiled       ///< a place that is no target, and no temporary, holds something else
};
enum class PlacementFault : std::uint8_t {
  not_first,   ///< the entry is not the first block
  missing,     ///< a block that is reached is not placed
  twice,       ///< a block is placed twice
  stranger,    ///< a block that is not reached, or not there, is placed
  cold_first,  ///< a cold block without successors stands before one that is not
  torn         ///< the blocks of a loop, cold ones aside, are not in one piece
};
enum class PhiFault : std::uint8_t {
  bad_plan,    ///< a location, a block or a variable that is not there, or steps out of order
  wrong_kind,  ///< a variable in a location of another kind, or a move between kinds
  lost         ///< a read finds something else in its variable's location
};
/// How many values the enumerations have.
inline constexpr int dead_code_fault_kinds = 4, copy_fault_kinds = 2, placement_fault_kinds = 6, phi_fault_kinds = 3;

/// O(instructions + operands).
template <DeadCodeProgram P>
FaultList<DeadCodeFault> check_dead_code(const P& program, const std::vector<bool>& live) {
  FaultList<DeadCodeFault> out;
  const std::uint32_t count = program.instruction_count();
  if (live.size() != count) {
    out.add(DeadCodeFault::bad_size, 0, "not an answer for each instruction");
    return out;
  }
  std::vector<std::vector<std::uint32_t>> writers(program.value_count());
  for (std::uint32_t i = 0; i < count; ++i) program.for_each_def(i, [&](std::uint32_t v) { writers[v].push_back(i); });
  std::vector<bool> needed(count, false), asked(writers.size(), false);
  std::vector<std::uint32_t> queue;
  const auto need = [&](std::uint32_t i, DeadCodeFault fault, const char* text) {
    if (!live[i]) out.add(fault, i, text);
    if (needed[i]) return;
    needed[i] = true;
    queue.push_back(i);
  };
  for (std::uint32_t i = 0; i < count; ++i)
    if (program.is_root(i)) need(i, DeadCodeFault::dead_root, "a root is said to be dead");
  for (std::size_t k = 0; k < queue.size(); ++k)
    program.for_each_use(queue[k], [&](std::uint32_t v) {
      if (asked[v]) return;
      asked[v] = true;
      for (const std::uint32_t w : writers[v])
        need(w, DeadCodeFault::dead_source, "what writes a needed value is said to be dead");
    });
  for (std::uint32_t i = 0; i < count; ++i)
    if (live[i] && !needed[i]) out.add(DeadCodeFault::needless, i, "nobody needs what a live instruction writes");
  return out;
}

/// `temporaries`: places of `moves` that nothing else uses. O((copies + moves) log n).
inline FaultList<CopyFault> check_parallel_copy(std::span<const Move> copies, std::span<const Move> moves,
                                                std::span<const std::uint32_t> temporaries) {
  FaultList<CopyFault> out;
  std::map<std::uint32_t, std::uint32_t> holds;  // place -> whose old value; its own where it has no entry
  const auto held = [&](std::uint32_t place) {
    const auto it = holds.find(place);
    return it == holds.end() ? place : it->second;
  };
  for (const Move& m : moves) holds[m.to] = held(m.from);
  std::map<std::uint32_t, std::uint32_t> want;
  for (const Move& c : copies) want[c.to] = c.from;
  for (const auto& [to, from] : want)
    if (held(to) != from) out.add(CopyFault::wrong_value, to, "a target does not hold what its source held");
  const std::set<std::uint32_t> free(temporaries.begin(), temporaries.end());
  for (const auto& [place, value] : holds)
    if (value != place && want.count(place) == 0 && free.count(place) == 0)
      out.add(CopyFault::spoiled, place, "a place that is no target holds something else");
  return out;
}

/// Is `placed` an order of the blocks that the entry reaches? The rest is asked by check_placement. O(blocks + edges).
inline FaultList<PlacementFault> check_block_order(const flow::Cfg& cfg, std::span<const flow::Block> placed) {
  FaultList<PlacementFault> out;
  const std::uint32_t n = cfg.block_count();
  std::vector<bool> reached(n, false), seen(n, false);
  std::vector<flow::Block> queue;
  if (n != 0) {
    reached[0] = true;
    queue.push_back(0);
  }
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const flow::Block s : cfg.successors(queue[i]))
      if (!reached[s]) {
        reached[s] = true;
        queue.push_back(s);
      }
  if (!placed.empty() && placed[0] != 0)
    out.add(PlacementFault::not_first, placed[0], "the entry is not the first block");
  for (const flow::Block b : placed) {
    if (b >= n || !reached[b])
      out.add(PlacementFault::stranger, b, "a block that is not reached is placed");
    else if (seen[b])
      out.add(PlacementFault::twice, b, "a block is placed twice");
    else
      seen[b] = true;
  }
  for (flow::Block b = 0; b < n; ++b)
    if (reached[b] && !seen[b]) out.add(PlacementFault::missing, b, "a block that is reached is not placed");
  return out;
}

/// Orders of place_blocks: loops in one piece, cold blocks without successors last. O(blocks * depth).
template <class Cold>
FaultList<PlacementFault> check_placement(const flow::Cfg& cfg, const flow::Loops& loops,
                                          std::span<const flow::Block> placed, Cold&& is_cold) {
  FaultList<PlacementFault> out = check_block_order(cfg, placed);
  if (!out.empty()) return out;
  const auto cold = [&](flow::Block b) { return b != 0 && cfg.successors(b).empty() && is_cold(b); };
  std::vector<std::uint32_t> first(loops.loops.size(), flow::no_block), last(loops.loops.size(), 0),
      size(loops.loops.size(), 0);
  for (std::uint32_t i = 0; i < placed.size(); ++i) {
    const flow::Block b = placed[i];
    if (i != 0 && cold(placed[i - 1]) && !cold(b))
      out.add(PlacementFault::cold_first, placed[i - 1], "a cold block stands before one that is not");
    if (cold(b)) continue;
    for (std::uint32_t l = loops.innermost[b]; l != flow::no_loop; l = loops.loops[l].parent) {
      first[l] = std::min(first[l], i);
      last[l] = i;
      ++size[l];
    }
  }
  for (std::uint32_t l = 0; l < size.size(); ++l)
    if (size[l] != 0 && (last[l] - first[l] + 1 != size[l] || placed[first[l]] != loops.loops[l].header))
      out.add(PlacementFault::torn, loops.loops[l].header, "a loop is not in one piece behind its header");
  return out;
}

namespace detail {

class PhiPlanChecker {
 public:
  PhiPlanChecker(const flow::Cfg& cfg, const PhiProblem& problem, const PhiPlan& plan)
      : cfg_(cfg),
        p_(problem),
        plan_(plan),
        n_(static_cast<std::uint32_t>(problem.defs.size())),
        locations_(n_ + static_cast<std::uint32_t>(plan.fresh_like.size())) {}

  FaultList<PhiFault> run() {
    check_shape();
    if (!faults_.empty() || cfg_.block_count() == 0) return std::move(faults_);
    collect();
    // Only what all ways into a block agree on is known; sets shrink until nothing changes.
    std::vector<State> in(cfg_.block_count());
    std::vector<bool> known(cfg_.block_count(), false), queued(cfg_.block_count(), false);
    in[0].resize(locations_);
    known[0] = true;
    std::vector<flow::Block> queue{0};
    while (!queue.empty()) {
      std::vector<flow::Block> round;
      std::sort(queue.begin(), queue.end());
      for (const flow::Block b : queue) queued[b] = false;
      for (const flow::Block b : queue) {
        State s = in[b];
        execute(b, s, false);
        for (const flow::Block to : cfg_.successors(b)) {
          const State over = across(b, to, s);
          bool changed = !known[to];
          if (!known[to])
            in[to] = over;
          else
            changed = intersect(in[to], over);
          known[to] = true;
          if (!changed || queued[to]) continue;
          queued[to] = true;
          round.push_back(to);
        }
      }
      queue = std::move(round);
    }
    for (flow::Block b = 0; b < cfg_.block_count(); ++b)
      if (known[b]) execute(b, in[b], true);
    return std::move(faults_);
  }

 private:
  /// What each location holds: variables, and constants with bit 32 set; ascending.
  using Values = std::vector<std::uint64_t>;
  using State = std::vector<Values>;
  struct Event {
    std::uint32_t at;
    bool is_def;
    std::uint32_t variable;
    auto operator<=>(const Event&) const = default;
  };
  static constexpr std::uint64_t constant(std::uint32_t c) { return (std::uint64_t{1} << 32) | c; }
  bool defined(std::uint32_t v) const { return p_.defs[v].block != flow::no_block; }
  void fault(PhiFault kind, std::uint32_t place, const char* text) { faults_.add(kind, place, text); }
  std::uint32_t kind(std::uint32_t location) const {
    return p_.kind[location < n_ ? location : plan_.fresh_like[location - n_]];
  }

  void check_shape() {
    if (plan_.refusal != PhiRefusal::none || plan_.location.size() != n_)
      return fault(PhiFault::bad_plan, 0, "no plan, or none for this problem");
    for (const std::uint32_t v : plan_.fresh_like)
      if (v >= n_) return fault(PhiFault::bad_plan, v, "a new location is like a variable that is not there");
    for (std::uint32_t v = 0; v < n_; ++v) {
      if (plan_.location[v] >= locations_) return fault(PhiFault::bad_plan, v, "a location that is not there");
      if (kind(plan_.location[v]) != p_.kind[v])
        fault(PhiFault::wrong_kind, v, "a variable in a location of another kind");
    }
    for (std::uint32_t i = 0; i < plan_.steps.size(); ++i) {
      const PhiPlan::Step& s = plan_.steps[i];
      if (s.block >= cfg_.block_count() || s.to >= locations_ || (!s.is_constant && s.from >= locations_))
        return fault(PhiFault::bad_plan, i, "a step with a block or a location that is not there");
      if (i != 0 &&
          std::make_pair(plan_.steps[i - 1].block, plan_.steps[i - 1].at_end) > std::make_pair(s.block, s.at_end))
        return fault(PhiFault::bad_plan, i, "steps are not by block, top before end");
      if (!s.is_constant && kind(s.to) != kind(s.from)) fault(PhiFault::wrong_kind, i, "a move between kinds");
    }
  }

  void collect() {
    const std::uint32_t blocks = cfg_.block_count();
    events_.resize(blocks);
    phis_.resize(blocks);
    top_.resize(blocks);
    end_.resize(blocks);
    copied_.assign(n_, n_);
    std::vector<bool> is_phi(n_, false);
    for (const PhiProblem::Phi& phi : p_.phis) {
      phis_[phi.block].push_back(phi);
      is_phi[phi.result] = true;
    }
    for (std::uint32_t v = 0; v < n_; ++v)
      if (defined(v) && !is_phi[v]) events_[p_.defs[v].block].push_back({p_.defs[v].at, true, v});
    for (const PhiProblem::Use& u : p_.uses)
      if (defined(u.variable)) events_[u.place.block].push_back({u.place.at, false, u.variable});
    for (const PhiProblem::Affinity& c : p_.copies)
      if (c.same && defined(c.to) && defined(c.from)) copied_[c.to] = c.from;
    for (auto& events : events_) std::sort(events.begin(), events.end());
    for (const PhiPlan::Step& s : plan_.steps) (s.at_end ? end_ : top_)[s.block].push_back(s);
  }

  static bool contains(const Values& values, std::uint64_t v) {
    return std::binary_search(values.begin(), values.end(), v);
  }
  static void insert(Values& values, std::uint64_t v) {
    const auto it = std::lower_bound(values.begin(), values.end(), v);
    if (it == values.end() || *it != v) values.insert(it, v);
  }
  static bool intersect(State& to, const State& with) {
    bool changed = false;
    for (std::size_t l = 0; l < to.size(); ++l) {
      const auto gone =
          std::remove_if(to[l].begin(), to[l].end(), [&](std::uint64_t v) { return !contains(with[l], v); });
      changed |= gone != to[l].end();
      to[l].erase(gone, to[l].end());
    }
    return changed;
  }

  void move(const std::vector<PhiPlan::Step>& steps, State& s) const {
    for (const PhiPlan::Step& m : steps) s[m.to] = m.is_constant ? Values{constant(m.from)} : Values(s[m.from]);
  }
  void execute(flow::Block b, State& s, bool report) {
    move(top_[b], s);
    const auto& events = events_[b];
    const std::uint32_t end_at = point::exit_read(p_.exit[b]);
    bool ended = false;
    for (std::size_t i = 0; i < events.size();) {
      if (!ended && events[i].at >= end_at) {
        move(end_[b], s);
        ended = true;
      }
      if (!events[i].is_def) {
        const std::uint32_t v = events[i++].variable;
        if (report && !contains(s[plan_.location[v]], v))
          fault(PhiFault::lost, v, "a read finds something else in its variable's location");
        continue;
      }
      std::size_t last = i;  // results of one instruction are written at once
      while (last < events.size() && events[last].is_def && events[last].at == events[i].at) ++last;
      write({events.data() + i, last - i}, s, report);
      i = last;
    }
    if (!ended) move(end_[b], s);
  }
  void write(std::span<const Event> events, State& s, bool report) {
    for (const Event& e : events) {
      const std::uint32_t v = e.variable, source = copied_[v];
      const Values from = source < n_ ? s[plan_.location[source]] : Values();
      for (Values& values : s) {  // the value of the last turn is gone
        const auto it = std::lower_bound(values.begin(), values.end(), v);
        if (it != values.end() && *it == v) values.erase(it);
        if (source < n_ && contains(values, source)) insert(values, v);
      }
      Values& to = s[plan_.location[v]];
      to = from;
      insert(to, v);
    }
    for (std::size_t i = 0; i < events.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (plan_.location[events[i].variable] == plan_.location[events[k].variable]) {
          s[plan_.location[events[i].variable]].clear();
          if (report) fault(PhiFault::lost, events[i].variable, "two results of one instruction in one location");
        }
  }
  State across(flow::Block from, flow::Block to, const State& s) const {
    State out = s;
    for (const PhiProblem::Phi& phi : phis_[to])
      for (Values& values : out) std::erase(values, std::uint64_t{phi.result});
    for (const PhiProblem::Phi& phi : phis_[to]) {
      const PhiProblem::Argument* argument = nullptr;
      for (std::uint32_t i = phi.begin; i < phi.begin + phi.count; ++i)
        if (p_.arguments[i].from == from) argument = &p_.arguments[i];
      const bool any = argument == nullptr || (!argument->is_constant && !defined(argument->value));
      for (std::uint32_t l = 0; l < locations_; ++l) {
        const bool holds = any || contains(s[l], argument->is_constant ? constant(argument->value) : argument->value);
        if (holds) insert(out[l], phi.result);
      }
    }
    return out;
  }

  const flow::Cfg& cfg_;
  const PhiProblem& p_;
  const PhiPlan& plan_;
  std::uint32_t n_, locations_;
  FaultList<PhiFault> faults_;
  std::vector<std::vector<Event>> events_;
  std::vector<std::vector<PhiProblem::Phi>> phis_;
  std::vector<std::vector<PhiPlan::Step>> top_, end_;
  std::vector<std::uint32_t> copied_;  // per variable: what it is a copy of; n_: nothing
};

}  // namespace detail

/// All faults of a plan for a problem without faults (check_phi_problem).
inline FaultList<PhiFault> check_phi_plan(const flow::Cfg& cfg, const PhiProblem& problem, const PhiPlan& plan) {
  return detail::PhiPlanChecker(cfg, problem, plan).run();
}

}  // namespace lathe::opt
