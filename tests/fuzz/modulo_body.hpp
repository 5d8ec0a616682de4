// One fuzz case of the modulo scheduler: bytes -> loop and options -> answer -> checker; and bytes as text, which no
// reader may trip over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/text.hpp>

#include "unit/lathe/modulo/random_loop.hpp"

namespace modulo_test {

/// Empty when all is well, otherwise what went wrong.
inline std::string check_modulo_bytes(std::span<const std::uint8_t> bytes) {
  std::string error, out;
  Options options = Options::lifted();
  options.slot_search = 2000;
  options.improvement = 300;
  const std::string text(bytes.begin(), bytes.end());
  if (const auto p = read_problem("modulo " + text, "bytes", error); p) {
    if (const auto again = read_problem(print(*p), "again", error); !again || !(*again == *p))
      out += "a problem's text does not come back\n";
    if (p->size() <= 60 && check_problem(*p).empty()) {
      // Numbers may be large: an II of 2^20 is a legal wish, and slow.
      const Bounds b = bounds(*p);
      if (b.mii <= 2000) out += check_everything(*p, options, schedule(*p, options));
    }
  }
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16) % below;
  };
  options.max_stages = pick(4) == 0 ? pick(6) : Options::unlimited;
  options.max_mii = pick(4) == 0 ? 27 : Options::unlimited;
  options.ignore_recmii = pick(8) == 0;
  options.force_ii = pick(8) == 0 ? pick(40) : 0;
  options.force_issue_width = pick(6) == 0 ? 1 + pick(4) : 0;
  options.register_pressure = pick(4) == 0;
  options.exact = pick(4) == 0;
  options.exact_nodes = 300;
  options.improvement = pick(300);
  Problem p = random_loop(
      pick, {.insts = 1 + pick(40), .recurrences = pick(6), .machine = pick(machines), .memory = pick(2) == 0});
  if (pick(3) == 0) p.sets[0].limit = 1 + pick(30);
  // Whatever the bytes add, if it is well formed.
  for (std::uint32_t k = pick(4); k > 0; --k)
    p.edges.push_back({pick(p.size()), pick(p.size()), static_cast<std::int32_t>(pick(20)) - 8, pick(3),
                       DependenceKind::order, none});
  if (!p.reservations.empty() && pick(3) == 0)
    p.reservations[pick(static_cast<std::uint32_t>(p.reservations.size()))].cycles = 1 + pick(9);
  const Result r = schedule(p, options);
  if (check_problem(p).empty() == (r.refusal() != nullptr && r.refusal()->why == Why::broken_problem))
    out += "the scheduler and the checker disagree about the problem\n";
  if (r.refusal() == nullptr || r.refusal()->why != Why::broken_problem) out += check_everything(p, options, r);
  // Any schedule may be checked against any problem without faults.
  if (check_problem(p).empty()) {
    Schedule s{1 + pick(9), {}, {}};
    for (std::uint32_t v = 0; v < p.size(); ++v) s.cycle.push_back(static_cast<std::int32_t>(pick(60)));
    for (std::size_t k = 0; k < p.reservations.size(); ++k) s.copy.push_back(pick(4));
    check_schedule(p, s);
    max_live(p, s);
  }
  return out;
}

}  // namespace modulo_test
