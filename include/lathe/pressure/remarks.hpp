// Remarks on pressure: which blocks need more than there is, and where.
#pragma once

#include <string>

#include <lathe/pressure/report.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::pressure {

/// An analysis remark `PressureAboveLimit` for each block and set above its limit; its subject is the block.
/// O(blocks * sets).
template <class Sink>
void remark_excess(const Problem& p, const Report& r, Sink&& sink) {
  if constexpr (wants_remarks<Sink>) {
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b)
      for (std::uint32_t s = 0; s < r.sets; ++s) {
        const Report::Peak& peak = r.peaks[std::size_t{b} * r.sets + s];
        if (peak.pressure <= p.sets[s].limit) continue;
        const std::string pressure = std::to_string(peak.pressure), limit = std::to_string(p.sets[s].limit);
        sink(Remark{Remark::Kind::analysis,
                    "pressure",
                    "PressureAboveLimit",
                    p.name,
                    "block " + p.blocks[b].name + " needs " + pressure + " of " + p.sets[s].name + " at place " +
                        std::to_string(peak.place) + ", the limit is " + limit,
                    {{"Block", p.blocks[b].name},
                     {"Set", p.sets[s].name},
                     {"Pressure", pressure},
                     {"Limit", limit},
                     {"Place", std::to_string(peak.place)}},
                    {},
                    b});
      }
  }
}

}  // namespace lathe::pressure
