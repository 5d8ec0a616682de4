// Are frequencies and live intervals right? Checkers that start from the definitions; see check.hpp for the others.
//
//  - Probabilities: none is negative, those of a block with successors sum to 1.
//  - Frequencies: they solve the equations, each within `tolerance`: a block runs as often as control comes over its
//    edges, the entry once more. For a capped header: most_trips times what comes from outside its loop, of which no
//    more may leave than comes back.
//  - Live intervals: segments ascend and do not touch, and a variable is live at a place exactly if some path
//    leads from there to a read without a write on the way; asked at the begin of each block, before each instruction
//    and behind it.
//  - Slot indexes: numbers grow along the code.
// Cost: O(edges * loop depth) for frequencies; O((instructions + blocks) * variables * log segments) for intervals.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lathe/flow/frequency.hpp>
#include <lathe/flow/intervals.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::flow {

enum class ValueFault : std::uint8_t {
  bad_probability,  ///< negative, no number, or those of a block do not sum to 1
  bad_frequency,    ///< an equation does not hold
  bad_cap,          ///< a header counts as capped, and its loop is left often enough or it is no header
  bad_segment,      ///< segments that are empty, touch or do not ascend
  not_live,         ///< a segment covers a place from which no path leads to a read
  missing_live,     ///< no segment covers a place from which one does
  bad_slots         ///< numbers do not grow along the code, or a block is not where it should be
};
inline constexpr int value_fault_kinds = 7;
using ValueFaults = FaultList<ValueFault>;

/// Those of a block's edges sum up to 1.
inline ValueFaults check_probabilities(const Cfg& cfg, std::span<const double> probability) {
  ValueFaults out;
  for (Block b = 0; b < cfg.block_count(); ++b) {
    double sum = 0, least = 0;
    for (std::uint32_t k = 0; k < cfg.successors(b).size(); ++k) {
      const std::uint32_t e = cfg.first_edge(b) + k;
      const double p = e < probability.size() ? probability[e] : -1;
      sum += p;
      least = std::min(least, p);
    }
    if (!cfg.successors(b).empty() && !(least >= 0 && std::abs(sum - 1) <= 1e-9))
      out.add(ValueFault::bad_probability, b,
              "the probabilities of block " + std::to_string(b) + " sum to " + std::to_string(sum));
  }
  return out;
}

/// `loops` and `order` are right (check_loops, check_order). Frequencies that did not converge are not wrong for that.
inline ValueFaults check_frequencies(const Cfg& cfg, const Loops& loops, const Order& order,
                                     std::span<const double> probability, const Frequencies& found,
                                     const FrequencyOptions& options = {}, double tolerance = 1e-6) {
  ValueFaults out;
  const std::uint32_t n = cfg.block_count();
  if (found.block.size() != n) {
    out.add(ValueFault::bad_frequency, 0, "not a frequency for each block");
    return out;
  }
  std::vector<bool> capped(n, false);
  for (const Block b : found.capped) {
    if (b >= n || loops.innermost[b] == no_loop || loops.loops[loops.innermost[b]].header != b) {
      out.add(ValueFault::bad_cap, b, "block " + std::to_string(b) + " is no header and counts as capped");
      return out;
    }
    capped[b] = true;
  }
  std::vector<double> in(n, 0.0), inside(n, 0.0);  // over edges; of those from the loop of which it is the header
  if (n != 0) in[0] = 1;
  for (const Block b : order.blocks)
    for (std::uint32_t k = 0; k < cfg.successors(b).size(); ++k) {
      const Block to = cfg.successors(b)[k];
      const double flow = found.block[b] * probability[cfg.first_edge(b) + k];
      in[to] += flow;
      const std::uint32_t loop = loops.innermost[to];
      if (loop != no_loop && loops.loops[loop].header == to && loops.contains(loop, b)) inside[to] += flow;
    }
  for (Block b = 0; b < n; ++b) {
    const double x = found.block[b], most = options.most_trips;
    const double want = !order.reachable(b) ? 0 : capped[b] ? (in[b] - inside[b]) * most : in[b];
    if (!(std::abs(x - want) <= tolerance * std::max(want, 1e-30)) && found.converged)
      out.add(ValueFault::bad_frequency, b,
              "block " + std::to_string(b) + " runs " + std::to_string(x) + " times, its edges say " +
                  std::to_string(want));
    if (capped[b] && x > 0 && found.converged && inside[b] / x < (1 - 1 / most) * (1 - tolerance))
      out.add(ValueFault::bad_cap, b, "the loop of block " + std::to_string(b) + " is left often enough");
  }
  return out;
}

/// Slots ascend in the order of the code.
inline ValueFaults check_slots(const Problem& p, const SlotIndexes& slots) {
  ValueFaults out;
  if (slots.block_count() != p.block_count()) {
    out.add(ValueFault::bad_slots, 0,
            "slots of " + std::to_string(slots.block_count()) + " blocks, not of " + std::to_string(p.block_count()));
    return out;
  }
  std::uint64_t last = 0;
  bool first = true;
  for (Block b = 0; b < p.block_count(); ++b)
    for (std::uint32_t i = 0; i <= p.inst_count(b); ++i) {
      const Slot begin{i == 0 ? slots.block_entry(b) : slots.inst_entry(b, i - 1), Slot::Part::begin};
      const Slot end{begin.entry, Slot::Part::dead};
      if (begin.entry >= slots.entry_count() || (!first && slots.number(begin) <= last) || slots.block_of(begin) != b ||
          slots.block_of(end) != b) {
        out.add(ValueFault::bad_slots, b,
                "block " + std::to_string(b) + " has an entry that is not behind the last one");
        return out;
      }
      last = slots.number(end);
      first = false;
    }
  return out;
}

/// Intervals against liveness at every place.
inline ValueFaults check_intervals(const Problem& p, const Cfg& cfg, const LiveIntervals& found) {
  ValueFaults out = check_slots(p, found.slots);
  if (found.segments.rows() != p.variables) out.add(ValueFault::bad_segment, 0, "not a row for each variable");
  if (!out.empty()) return out;
  const SlotIndexes& slots = found.slots;
  const std::uint32_t n = p.block_count();
  for (std::uint32_t v = 0; v < p.variables; ++v) {
    const auto row = found.segments[v];
    for (std::size_t i = 0; i < row.size(); ++i)
      if (row[i].begin.entry >= slots.entry_count() || row[i].end.entry >= slots.entry_count() ||
          !slots.before(row[i].begin, row[i].end) || (i != 0 && !slots.before(row[i - 1].end, row[i].begin)))
        out.add(ValueFault::bad_segment, v, "variable " + std::to_string(v) + " has segments that do not ascend");
    if (!out.empty()) return out;
    // Does a read follow? Into a block, and at its end: the least solution of what the blocks say.
    std::vector<bool> in(n, false), at_end(n, false);
    for (bool changed = true; changed;) {
      changed = false;
      for (Block b = n; b-- > 0;) {
        bool live = at_end[b];
        for (const std::uint32_t u : p.blocks[b].edge_uses) live = live || u == v;
        for (const Block s : cfg.successors(b)) live = live || in[s];
        at_end[b] = live;
        for (std::size_t i = p.blocks[b].insts.size(); i-- > 0;) {
          bool reads = false, writes = false;
          for (const Problem::Operand& o : p.blocks[b].insts[i])
            if (o.variable == v) (o.is_def ? writes : reads) = true;
          live = reads || (live && !writes);
        }
        changed = changed || live != in[b];
        in[b] = live;
      }
    }
    const auto expect = [&](bool live, Slot at, Block b) {
      if (found.live_at(v, at) == live) return;
      out.add(live ? ValueFault::missing_live : ValueFault::not_live, b,
              "variable " + std::to_string(v) + (live ? " is live in block " : " is not live in block ") +
                  std::to_string(b) + " at entry " + std::to_string(at.entry));
    };
    for (Block b = 0; b < n; ++b) {
      bool live = at_end[b];
      for (std::uint32_t i = p.inst_count(b); i-- > 0;) {
        bool reads = false, writes = false;
        for (const Problem::Operand& o : p.blocks[b].insts[i])
          if (o.variable == v) (o.is_def ? writes : reads) = true;
        const std::uint32_t entry = slots.inst_entry(b, i);
        expect(live, {entry, Slot::Part::dead}, b);
        expect(live || writes, {entry, Slot::Part::write}, b);
        live = reads || (live && !writes);
        expect(live, {entry, Slot::Part::begin}, b);
        expect(live, {entry, Slot::Part::early}, b);
      }
      expect(live, slots.block_begin(b), b);
    }
  }
  return out;
}

}  // namespace lathe::flow
