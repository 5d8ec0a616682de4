// Small random problems of the scheduler, and what all their plans must have.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <lathe/sched.hpp>
#include <lathe/sched/check.hpp>
#include <lathe/sched/text.hpp>

namespace sched_test {

using namespace lathe::sched;

/// Any choices at all: `pick(n)` gives numbers below n. Two sets and three classes, one of which counts in both.
template <class Pick>
Problem random_problem(Pick&& pick, std::uint32_t size) {
  Problem p;
  p.name = "r";
  p.issue_width = pick(4);
  p.units = {{"a", 1 + pick(2)}, {"b", 1 + pick(3)}};
  RegisterSet gpr{"gpr", pick(2) != 0 ? 4 + pick(12) : 0, pick(4) == 0 ? pick(10) : 0, {}};
  if (pick(2) != 0)
    for (std::uint32_t i = 0, r = 1 + pick(4); i < 1 + pick(4); ++i, r += 1 + pick(4)) gpr.steps.push_back({r, 20 - i});
  p.sets = {gpr, {"pred", pick(2) * 3, 0, {}}};
  p.classes = {{"b32", {{0, 1}}}, {"b64", {{0, 2}}}, {"pred", {{1, 1}}}, {"both", {{0, 1}, {1, 1}}}};
  for (std::uint32_t w = pick(3); w > 0; --w)
    p.windows.push_back({pick(10), pick(40), static_cast<std::int32_t>(pick(7)) - 3, pick(4)});
  const auto fresh = [&](std::uint32_t def) {
    p.values.push_back({pick(8) == 0 ? 1 + pick(3) : 0, pick(16) == 0 ? 2U : 1U, def, pick(12) == 0});
  };
  for (std::uint32_t v = pick(4); v > 0; --v) fresh(none);
  const std::uint32_t near = 1 + pick(24), shape = pick(3);
  const std::uint32_t late = pick(2) == 0 ? 1 : 2 + pick(4);  // units are taken so much behind the issue, less one
  for (std::uint32_t n = 0; n < size; ++n) {
    Inst inst{"n" + std::to_string(n), pick(5) == 0 ? 20U : pick(6), 1, 0};
    if (p.issue_width != 0 && pick(6) == 0) inst.issue = pick(p.issue_width + 1);
    if (pick(10) == 0) inst.priority = static_cast<std::int32_t>(pick(5)) - 2;
    p.insts.push_back(inst);
    if (pick(3) == 0) p.reservations.push_back({n, {0, 0, pick(4)}});
    if (pick(4) == 0) p.reservations.push_back({n, {1, pick(late), pick(3)}});
    if (late > 1 && pick(5) == 0) p.reservations.push_back({n, {pick(2), 7 + pick(late), 1 + pick(5)}});
    if (late > 1 && p.units[1].copies > 1 && pick(9) == 0) p.reservations.push_back({n, {1, 1, 2}});
    for (std::uint32_t k = shape == 0 ? pick(2) : pick(4); k > 0 && !p.values.empty(); --k) {
      const auto count = static_cast<std::uint32_t>(p.values.size());
      p.uses.push_back({n, shape == 2 ? pick(count) : count - 1 - pick(std::min(near, count))});
    }
    if (pick(6) != 0) fresh(n);
    if (pick(12) == 0) fresh(n);
    if (n > 0 && pick(6) == 0)
      p.edges.push_back({pick(n), n, pick(4), static_cast<lathe::flow::DependenceKind>(1 + pick(4))});
  }
  std::sort(p.reservations.begin(), p.reservations.end(), stands_before);
  std::sort(p.uses.begin(), p.uses.end());
  p.uses.erase(std::unique(p.uses.begin(), p.uses.end()), p.uses.end());
  return p;
}
template <class Pick>
Options random_options(Pick&& pick) {
  Options o;
  o.mode = static_cast<Mode>(pick(3));
  o.direction = static_cast<Direction>(pick(3));
  o.guard = pick(2) != 0;
  o.shorter = pick(3) != 0;
  o.least_gain = pick(3) * pick(3);
  o.use_windows = pick(3) != 0;
  o.use_width = pick(3) != 0;
  o.look_ahead = 1 + pick(20);
  o.search = pick(3) * 500;
  if (pick(10) == 0) o.fuel = pick(30);
  return o;
}

/// MaxLive by its definition, point by point: the slow twin.
inline std::vector<std::uint64_t> registers_by_points(const Problem& p, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint64_t> most(p.sets.size(), 0);
  for (std::size_t point = 0; point <= order.size(); ++point) {
    std::vector<std::uint64_t> here(p.sets.size(), 0);
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      const Value& value = p.values[v];
      bool defined = value.def == none, just = defined && point == 0, read_later = value.live_out;
      for (std::size_t k = 0; k < order.size(); ++k) {
        if (order[k] == value.def && k < point) defined = true;
        if (order[k] == value.def && k + 1 == point) just = true;
        if (k >= point && std::binary_search(p.uses.begin(), p.uses.end(), Use{order[k], v})) read_later = true;
      }
      if (!defined || (!read_later && !just)) continue;
      for (const auto& share : p.classes[value.cls].shares)
        here[share.set] += std::uint64_t{share.factor} * value.weight;
    }
    for (std::size_t s = 0; s < here.size(); ++s) most[s] = std::max(most[s], here[s]);
  }
  return most;
}

/// Cycles of an order by their definition, cycle by cycle: the slow twin of issue_cycles.
inline std::vector<std::uint64_t> cycles_by_table(const Problem& p, const std::vector<std::uint32_t>& order) {
  std::vector<std::vector<std::uint32_t>> held;  // per cycle and unit
  std::vector<std::uint64_t> cycle(p.size(), 0), issued;
  const auto all = [&](std::uint32_t n, std::uint64_t at, auto&& each) {
    for (const Reservation& r : p.reservations)
      for (std::uint64_t c = at + r.first; r.inst == n && c < at + r.first + r.cycles; ++c) {
        if (held.size() <= c) held.resize(c + 1, std::vector<std::uint32_t>(p.units.size(), 0));
        each(held[c][r.unit], p.units[r.unit].copies);
      }
  };
  const auto may = [&](std::uint32_t n, std::uint64_t at) {
    bool ready = true, free = true;
    for (const Edge& e : p.edges) ready &= e.to != n || at >= cycle[e.from] + e.latency;
    for (const Use& u : p.uses)
      if (const std::uint32_t def = p.values[u.value].def; u.inst == n && def != none)
        ready &= at >= cycle[def] + p.insts[def].latency;
    if (issued.size() <= at) issued.resize(at + 1, 0);
    if (p.issue_width != 0 && issued[at] + p.insts[n].issue > p.issue_width) ready = false;
    if (!ready) return false;
    all(n, at, [&](std::uint32_t& here, std::uint32_t copies) { free &= ++here <= copies; });
    if (!free) all(n, at, [](std::uint32_t& here, std::uint32_t) { --here; });
    return free;
  };
  std::uint64_t now = 0;
  for (const std::uint32_t n : order) {
    while (!may(n, now)) ++now;
    issued[now] += p.insts[n].issue;
    cycle[n] = now;
  }
  return cycle;
}

/// Empty when the plan of the problem is right in every way that a machine can tell, otherwise what is wrong.
inline std::string check_everything(const Problem& p, const Options& options) {
  if (const auto faults = check_problem(p); !faults.empty()) return "a broken problem: " + faults.str();
  const Plan plan = plan_problem(p, options);
  if (plan.refusal != Refusal::none) return "a refusal";
  std::string out = check_plan(p, plan, options).str(), error;
  if (p.size() <= 60 && registers_by_points(p, plan.order) != plan.after.registers)
    out += "the slow twin counts other registers\n";
  if (p.size() <= 60 && cycles_by_table(p, plan.order) != plan.cycle) out += "the slow twin finds other cycles\n";
  const auto again = read_plan(print(plan), "plan", error);
  if (!again || print(*again) != print(plan)) out += "the plan's text does not come back: " + error + "\n";
  const auto problem = read_problem(print(p), "problem", error);
  if (!problem || !(*problem == p)) out += "the problem's text does not come back: " + error + "\n";
  if (print(plan_problem(p, options)) != print(plan)) out += "another plan the second time\n";
  return out;
}

}  // namespace sched_test
