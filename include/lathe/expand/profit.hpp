// Is it worth pipelining a loop? What it costs in registers, and what a model of time says it wins. A policy over a
// problem, its schedule and its expansion; what kind of machine it is, the client says.
//
// The model. A thread issues its instructions in order; one that waits for a result lets the others in that share its
// issuer. With W of them an iteration takes, by thread, max(S, I / W) cycles: S issue slots (or what the busiest unit
// needs), I the interval at which one thread alone starts iterations. Of the loop as it is, I comes from running a few
// iterations in order, each in the best order that a list scheduler finds for one of them, for whatever comes behind
// will find it, too; of the pipelined loop it is II. Then
//
//   plain     = max(T * S,               T * I / W)
//   pipelined = max(T * S' + overhead,   ((T + stages - 1) * II + overhead) / W')      over T iterations
//
// S' has the kernel's copies in it, W' the registers that the expansion takes. Known limits: latencies are the
// table's, not what memory takes under load; nothing is known of other warps' work outside of the loop, of caches, of
// what an assembler does to the loop besides (it may unroll the plain one); T is a guess where the loop does not say
// it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/expand/live.hpp>
#include <lathe/modulo/resources.hpp>
#include <lathe/modulo/schedule.hpp>
#include <lathe/program/gate.hpp>

namespace lathe::modulo {

/// Registers of a set in the function around the loop.
struct Around {
  std::string set;            ///< its name
  std::uint64_t most = 0;     ///< at once, anywhere in the function as it is
  std::uint64_t through = 0;  ///< of values that the loop does not write and that live in it: read there, or behind it
  std::uint64_t control = 0;  ///< that counting the iterations takes
};

struct ProfitOptions {
  bool aware = false;              ///< false: every loop is worth it
  program::GateOptions registers;  ///< what the pipelined loop may cost in registers
  std::vector<Around> around;      ///< by set; a set that is not there is not asked about
  std::uint32_t issuers = 1;       ///< among whom the threads of a step's occupancy are shared out
  std::uint32_t trips = 16;        ///< iterations, where nobody knows
  std::uint32_t overhead = 12;     ///< issue slots to count the iterations and to choose the ways
  std::uint32_t least_issue = 0;   ///< issue slots of an iteration for each 100 cycles that it takes one thread alone
  std::uint32_t least_gain = 5;    ///< per cent of the plain loop's cycles
};

/// Why a pipelined loop is not worth it.
enum class Unprofitable : std::uint8_t {
  none,
  limit,      ///< more registers than there are
  step,       ///< registers cross a step of occupancy
  few_insts,  ///< the loop issues too little for its latency
  no_gain     ///< the model tells too few cycles won
};
inline constexpr const char* unprofitable_names[] = {"none", "more registers than there are",
                                                     "registers cross a step of occupancy",
                                                     "too few instructions for its latency", "too few cycles won"};
inline const char* to_string(Unprofitable why) { return unprofitable_names[static_cast<int>(why)]; }

/// What the gate looked at. Cycles are of all iterations, by thread, in hundredths.
struct Profit {
  Unprofitable why = Unprofitable::none;  ///< the verdict; `none`: it is worth it
  /// Of the loop as it is: cycles between iterations of one thread, and cycles that issue and units take for one.
  std::uint32_t plain_interval = 0, plain_issue = 0;
  std::uint32_t interval = 0, issue = 0;  ///< of the pipelined loop; `issue` for 100 iterations
  /// That share an issuer by their registers: with the loop as it is, and pipelined.
  std::uint32_t threads = 1, threads_behind = 1;
  /// Hundredths of cycles for all iterations: of the loop as it is, and pipelined.
  std::uint64_t plain = 0, pipelined = 0;
  std::string set;  ///< of the verdict on registers, or the first one asked about
  /// At once in the function: as it is, and with the pipelined loop.
  std::uint64_t registers = 0, registers_behind = 0;
};

namespace detail {

// One iteration in the order of a list schedule by height, which a compiler behind finds without overlap.
template <class = void>
inline std::vector<std::uint32_t> best_order(const Problem& p) {
  const std::uint32_t n = p.size();
  std::vector<std::vector<std::uint32_t>> behind(n);
  std::vector<std::uint32_t> waits(n, 0), order;
  for (std::uint32_t k = 0; k < p.edges.size(); ++k)
    if (p.edges[k].distance == 0) behind[p.edges[k].from].push_back(k), ++waits[p.edges[k].to];
  std::vector<std::uint32_t> left = waits, topological;
  for (std::uint32_t v = 0; v < n; ++v)
    if (left[v] == 0) topological.push_back(v);
  for (std::size_t k = 0; k < topological.size(); ++k)
    for (const std::uint32_t e : behind[topological[k]])
      if (--left[p.edges[e].to] == 0) topological.push_back(p.edges[e].to);
  std::vector<std::int64_t> height(n, 0), ready(n, 0);
  for (std::size_t k = topological.size(); k-- > 0;) {
    const std::uint32_t v = topological[k];
    for (const std::uint32_t e : behind[v])
      height[v] = std::max(height[v], height[p.edges[e].to] + std::max(p.edges[e].latency, 0));
  }
  // (ready, -height, number): what is ready first, then what most hangs on.
  std::vector<std::uint32_t> open;
  for (std::uint32_t v = 0; v < n; ++v)
    if (waits[v] == 0) open.push_back(v);
  const auto later = [&](std::uint32_t a, std::uint32_t b, std::int64_t now) {
    const std::int64_t x = std::max(ready[a], now), y = std::max(ready[b], now);
    return x != y ? x > y : height[a] != height[b] ? height[a] < height[b] : a > b;
  };
  for (std::int64_t now = 0; !open.empty();) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < open.size(); ++k)
      if (later(open[best], open[k], now)) best = k;
    const std::uint32_t v = open[best];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
    now = std::max(now, ready[v]);
    order.push_back(v);
    for (const std::uint32_t e : behind[v]) {
      const std::uint32_t to = p.edges[e].to;
      ready[to] = std::max(ready[to], now + p.edges[e].latency);
      if (--waits[to] == 0) open.push_back(to);
    }
    now += p.insts[v].issue != 0;
  }
  return order;
}

}  // namespace detail

/// The interval at which one thread starts iterations of the loop as it is, in order of issue, rounded up.
/// Precondition: check_problem finds nothing. O(insts^2 + 16 * (insts + edges)).
template <class = void>
std::uint32_t plain_interval(const Problem& p, std::uint32_t issue_width) {
  constexpr std::uint32_t rounds = 16;
  const std::vector<std::uint32_t> order = detail::best_order(p);
  const std::uint32_t width = std::max(issue_width, 1U);
  std::vector<std::vector<std::uint32_t>> before(p.size()), holds(p.size());
  for (std::uint32_t k = 0; k < p.edges.size(); ++k) before[p.edges[k].to].push_back(k);
  for (std::uint32_t k = 0; k < p.reservations.size(); ++k) holds[p.reservations[k].inst].push_back(k);
  std::vector<std::vector<std::int64_t>> free(p.units.size());  // per unit and copy
  for (std::uint32_t u = 0; u < p.units.size(); ++u) free[u].assign(std::max(p.units[u].copies, 1U), 0);
  std::vector<std::vector<std::int64_t>> at(rounds, std::vector<std::int64_t>(p.size(), 0));
  std::int64_t slots = 0;  // the next issue slot
  std::array<std::int64_t, 2> end{};
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (const std::uint32_t v : order) {
      std::int64_t cycle = slots / width;
      for (const std::uint32_t k : before[v]) {
        const Edge& e = p.edges[k];
        if (e.distance <= round) cycle = std::max(cycle, at[round - e.distance][e.from] + e.latency);
      }
      for (const std::uint32_t k : holds[v]) {
        const Reservation& r = p.reservations[k];
        auto& copies = free[r.unit];
        cycle = std::max(cycle, *std::min_element(copies.begin(), copies.end()) - r.first);
      }
      for (const std::uint32_t k : holds[v]) {
        const Reservation& r = p.reservations[k];
        auto& copies = free[r.unit];
        *std::min_element(copies.begin(), copies.end()) = cycle + r.first + r.cycles;
      }
      at[round][v] = cycle;
      slots = std::max(slots, cycle * width) + p.insts[v].issue;
    }
    if (round == rounds / 2 - 1) end[0] = slots;
  }
  end[1] = slots;
  const std::int64_t per = std::int64_t{rounds / 2} * width;
  return static_cast<std::uint32_t>(std::max<std::int64_t>((end[1] - end[0] + per - 1) / per, 1));
}

namespace detail {

template <class = void>
inline void judge_registers(const Problem& p, const Expansion& e, const ProfitOptions& o, Profit& out) {
  const std::vector<std::uint64_t> live = peak_live(p, e);
  for (std::uint32_t s = 0; s < p.sets.size(); ++s)
    for (std::size_t a = 0; a < o.around.size(); ++a) {
      const Around& around = o.around[a];
      if (around.set != p.sets[s].name) continue;
      const std::uint64_t behind = std::max(around.most, live[s] + around.through + around.control);
      const auto least = [&](std::uint64_t n) {
        return static_cast<std::int64_t>(n) + (p.sets[s].steps.empty() ? 0 : o.registers.spread_least);
      };
      if (!p.sets[s].steps.empty()) {
        out.threads = std::max(program::occupancy_at(p.sets[s], least(around.most)) / std::max(o.issuers, 1U), 1U);
        out.threads_behind = std::max(program::occupancy_at(p.sets[s], least(behind)) / std::max(o.issuers, 1U), 1U);
      }
      const bool asked = s >= 64 || (o.registers.ignored_sets >> s & 1) == 0;
      const program::Verdict v =
          asked ? program::judge_rise(p.sets[s], around.most, behind, o.registers) : program::Verdict::fine;
      if (out.set.empty() || v != program::Verdict::fine) {
        out.set = around.set;
        out.registers = around.most;
        out.registers_behind = behind;
      }
      if (v == program::Verdict::limit) out.why = Unprofitable::limit;
      if (v == program::Verdict::step && out.why == Unprofitable::none) out.why = Unprofitable::step;
    }
}

}  // namespace detail

/// What the gate says of a loop; `trips`: how often it runs, 0 where nobody knows. Registers go first, then the
/// instructions, then cycles. Preconditions: the expansion is one, of this problem. O(insts^2 + operands).
template <class = void>
Profit profit_of(const Problem& p, const Expansion& e, const ProfitOptions& o, std::uint64_t trips = 0,
                 std::uint32_t issue_width = 0) {
  Profit out;
  if (issue_width == 0) issue_width = p.issue_width;
  const std::uint32_t width = std::max(issue_width, 1U);
  detail::judge_registers(p, e, o, out);
  std::uint64_t issued = 0;
  for (const Inst& i : p.insts) issued += i.issue;
  const std::uint64_t busiest = resource_bound(p, issue_width).res_mii;
  out.plain_issue = static_cast<std::uint32_t>(std::max<std::uint64_t>({busiest, (issued + width - 1) / width, 1}));
  out.plain_interval = std::max(plain_interval(p, issue_width), out.plain_issue);
  out.interval = e.ii;
  const std::uint64_t unroll = std::max<std::uint32_t>(e.unroll, 1);
  out.issue = static_cast<std::uint32_t>(
      std::max<std::uint64_t>(100 * busiest, (100 * e.stats.kernel_work + unroll * width - 1) / (unroll * width)));
  const std::uint64_t n = std::clamp<std::uint64_t>(trips == 0 ? o.trips : trips, 1, 1U << 20);
  const std::uint64_t w = out.threads, w2 = out.threads_behind, overhead = std::uint64_t{100} * o.overhead;
  out.plain = std::max(100 * n * out.plain_issue, 100 * n * out.plain_interval / w);
  out.pipelined = n < e.stats.least_trips
                      ? out.plain + overhead
                      : std::max(n * out.issue + overhead, 100 * ((n + e.stages - 1) * out.interval + o.overhead) / w2);
  if (out.why != Unprofitable::none) return out;
  if (100ULL * out.plain_issue < std::uint64_t{o.least_issue} * out.plain_interval)
    out.why = Unprofitable::few_insts;
  else if (100 * out.pipelined > out.plain * (100 - std::min<std::uint64_t>(o.least_gain, 100)))
    out.why = Unprofitable::no_gain;
  return out;
}

}  // namespace lathe::modulo
