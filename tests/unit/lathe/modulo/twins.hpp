// Slow twins: RecMII over all simple cycles, the least II and the least MaxLive over all schedules of small loops.
#pragma once

#include <optional>

#include <lathe/modulo/check.hpp>

#include "unit/lathe/modulo/random_loop.hpp"

namespace modulo_test {

/// The greatest ceil(latencies / distances) over all simple cycles, by walking every path.
inline std::uint32_t slow_rec_mii(const Problem& p) {
  std::int64_t best = 0;
  std::vector<bool> on_path(p.size(), false);
  const auto walk = [&](auto&& self, std::uint32_t start, std::uint32_t at, std::int64_t latency,
                        std::int64_t distance) -> void {
    for (const Edge& e : p.edges) {
      if (e.from != at || e.to < start) continue;
      const std::int64_t l = latency + e.latency, d = distance + e.distance;
      if (e.to == start && d > 0) best = std::max(best, l <= 0 ? 0 : (l + d - 1) / d);
      if (e.to == start || on_path[e.to]) continue;
      on_path[e.to] = true;
      self(self, start, e.to, l, d);
      on_path[e.to] = false;
    }
  };
  for (std::uint32_t v = 0; v < p.size(); ++v) walk(walk, v, v, 0, 0);
  return static_cast<std::uint32_t>(best);
}

/// The least sum of MaxLive over all schedules of an II with cycles 0 .. horizon-1, by trying all cycles and all copies
/// against the checker. Nothing when there is none.
inline std::optional<std::uint64_t> slow_live(const Problem& p, std::uint32_t ii, std::int32_t horizon) {
  std::optional<std::uint64_t> best;
  Schedule s{ii, std::vector<std::int32_t>(p.size(), 0), std::vector<std::uint32_t>(p.reservations.size(), 0)};
  const auto copies = [&](auto&& self, std::size_t r) -> bool {
    if (r == p.reservations.size()) return check_schedule(p, s).empty();
    for (s.copy[r] = 0; s.copy[r] < p.units[p.reservations[r].unit].copies; ++s.copy[r])
      if (self(self, r + 1)) return true;
    s.copy[r] = 0;
    return false;
  };
  const auto waits = [&](std::uint32_t placed) {
    for (const Edge& e : p.edges)
      if (e.from < placed && e.to < placed &&
          s.cycle[e.to] + std::int64_t{ii} * e.distance < s.cycle[e.from] + e.latency)
        return false;
    return true;
  };
  const auto cycles = [&](auto&& self, std::uint32_t v) -> void {
    if (v == p.size()) {
      if (*std::min_element(s.cycle.begin(), s.cycle.end()) != 0) return;
      std::uint64_t sum = 0;
      for (const std::uint64_t m : max_live(p, s)) sum += m;
      if ((!best || sum < *best) && copies(copies, 0)) best = sum;
      return;
    }
    for (std::int32_t t = 0; t < horizon; ++t) {
      s.cycle[v] = t;
      if (waits(v + 1)) self(self, v + 1);
    }
  };
  cycles(cycles, 0);
  return best;
}

}  // namespace modulo_test
