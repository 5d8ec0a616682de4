// Live intervals: from where to where in the code each variable is live.
//
// An interval is a list of segments [begin, end) of slots (slots.hpp), ascending, that do not touch. A variable is live
// from behind a write to the last read that it can reach; what nobody reads is live for the moment of its write.
// Works for SSA form and for variables with several definitions.
// Cost: O(operands + size of the live sets).
// Source: Poletto, Sarkar, "Linear scan register allocation", TOPLAS 1999; slots and parts as LLVM's LiveIntervals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/liveness.hpp>
#include <lathe/flow/problem.hpp>
#include <lathe/flow/slots.hpp>

namespace lathe::flow {

/// A stretch of slots, [begin, end), in which a variable lives.
struct Segment {
  Slot begin, end;
  bool operator==(const Segment&) const = default;
};

/// For each variable the stretches of code in which it lives, in ascending order.
struct LiveIntervals {
  SlotIndexes slots;      ///< the numbers of places that segments speak in
  Csr<Segment> segments;  ///< per variable

  /// O(log segments).
  bool live_at(std::uint32_t variable, Slot at) const {
    const auto row = segments[variable];
    const auto it = std::upper_bound(row.begin(), row.end(), at,
                                     [&](Slot s, const Segment& segment) { return slots.before(s, segment.begin); });
    return it != row.begin() && slots.before(at, (it - 1)->end);
  }
  /// Are both live somewhere at once? O(segments of both).
  bool overlap(std::uint32_t a, std::uint32_t b) const {
    const auto left = segments[a], right = segments[b];
    for (std::size_t i = 0, k = 0; i < left.size() && k < right.size();) {
      if (!slots.before(left[i].begin, right[k].end))
        ++k;
      else if (!slots.before(right[k].begin, left[i].end))
        ++i;
      else
        return true;
    }
    return false;
  }
};

/// Blocks stand in the order of their numbers. `live`: liveness of liveness_problem(p).
template <class = void>
inline LiveIntervals live_intervals(const Problem& p, const Liveness& live) {
  using Part = Slot::Part;
  LiveIntervals out;
  std::vector<std::uint32_t> counts;
  counts.reserve(p.block_count());
  for (Block b = 0; b < p.block_count(); ++b) counts.push_back(p.inst_count(b));
  out.slots = SlotIndexes(counts);
  std::vector<std::pair<std::uint32_t, Segment>> found;  // from the end of the function to its begin
  std::vector<Slot> end(p.variables);                    // of the segment that is open
  std::vector<std::uint32_t> written(p.variables, no_block);
  for (Block b = p.block_count(); b-- > 0;) {
    const auto begin_at = [&](std::uint32_t v, Slot at) {
      found.push_back({v, {at, end[v]}});
      end[v] = {};
    };
    for (const std::uint32_t v : live.live_out[b]) end[v] = out.slots.block_end(b);
    for (std::uint32_t i = counts[b]; i-- > 0;) {
      const std::uint32_t entry = out.slots.inst_entry(b, i);
      for (const Problem::Operand& o : p.blocks[b].insts[i]) {
        if (!o.is_def) continue;
        if (written[o.variable] == entry) continue;  // twice in one instruction is once
        written[o.variable] = entry;
        if (end[o.variable].entry == no_block) end[o.variable] = {entry, Part::dead};
        begin_at(o.variable, {entry, Part::write});
      }
      for (const Problem::Operand& o : p.blocks[b].insts[i])
        if (!o.is_def && end[o.variable].entry == no_block) end[o.variable] = {entry, Part::write};
    }
    for (const std::uint32_t v : live.live_in[b]) begin_at(v, out.slots.block_begin(b));
  }
  std::reverse(found.begin(), found.end());
  const Csr<Segment> rows(p.variables, found);
  found.clear();
  for (std::uint32_t v = 0; v < p.variables; ++v)
    for (std::size_t i = 0; i < rows[v].size(); ++i) {
      if (i != 0 && found.back().second.end == rows[v][i].begin)
        found.back().second.end = rows[v][i].end;
      else
        found.push_back({v, rows[v][i]});
    }
  out.segments = Csr<Segment>(p.variables, found);
  return out;
}

}  // namespace lathe::flow
