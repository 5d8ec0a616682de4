// What is known of a function's pressure, as plain data: the full analysis, the tracker and the checker speak of it.
//
// Places of a block with n instructions are 0..n. Pressure at place 0 is that of the units live into the block; at
// place k it is that of the units live behind the k-th instruction and of those that it writes, dead or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/pressure/problem.hpp>

namespace lathe::pressure {

/// The pressure of a function: live units, peaks, what is above limits and steps.
struct Report {
  /// The largest pressure of a set in a block, and the first place that has it.
  struct Peak {
    /// Largest pressure, and its first place: 0 for the block's entry, k for its k-th instruction.
    std::uint32_t pressure = 0, place = 0;
    bool operator==(const Peak&) const = default;
  };
  /// Of the function: the first block with the largest pressure.
  struct Maximum {
    std::uint32_t pressure = 0, block = 0;  ///< largest pressure, and its first block
    std::uint64_t excess = 0;               ///< pressure above the limit, summed over blocks' peaks
    bool operator==(const Maximum&) const = default;
  };
  std::uint32_t sets = 0;                                     ///< how many the problem has
  std::vector<std::vector<std::uint32_t>> live_in, live_out;  ///< per block: units, ascending
  std::vector<std::uint32_t> first;                           ///< per block: index of its place 0 in `pressure`, / sets
  std::vector<std::uint32_t> pressure;                        ///< place * sets + set, blocks behind each other
  std::vector<Peak> peaks;                                    ///< block * sets + set
  std::vector<Maximum> maxima;                                ///< per set
  bool operator==(const Report&) const = default;

  std::uint32_t at(std::uint32_t block, std::uint32_t place, std::uint32_t set) const {
    return pressure[(std::size_t{first[block]} + place) * sets + set];
  }
};

/// One line per set, then one per block and set: pressure, place of it, what exceeds the limit.
template <class = void>
inline std::string print(const Problem& p, const Report& r) {
  std::string out;
  const auto excess = [&](std::uint32_t pressure, std::uint32_t s) {
    return pressure > p.sets[s].limit ? " excess " + std::to_string(pressure - p.sets[s].limit) : std::string();
  };
  for (std::uint32_t s = 0; s < r.sets; ++s) {
    out += "set " + p.sets[s].name + " max " + std::to_string(r.maxima[s].pressure);
    if (!p.blocks.empty()) out += " in " + p.blocks[r.maxima[s].block].name;
    if (p.sets[s].limit != none) out += " limit " + std::to_string(p.sets[s].limit);
    if (!p.sets[s].steps.empty()) out += " level " + std::to_string(level_of(p.sets[s], r.maxima[s].pressure));
    if (r.maxima[s].excess != 0) out += " total excess " + std::to_string(r.maxima[s].excess);
    out += "\n";
  }
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    out += "block " + p.blocks[b].name + " live in " + std::to_string(r.live_in[b].size()) + " out " +
           std::to_string(r.live_out[b].size()) + "\n";
    for (std::uint32_t s = 0; s < r.sets; ++s) {
      const Report::Peak& peak = r.peaks[std::size_t{b} * r.sets + s];
      if (peak.pressure == 0) continue;
      out += "  " + p.sets[s].name + " " + std::to_string(peak.pressure) + " at " + std::to_string(peak.place);
      if (peak.place > 0) out += " (" + p.ops[p.insts[p.blocks[b].first + peak.place - 1].op] + ")";
      out += excess(peak.pressure, s) + "\n";
    }
  }
  return out;
}

}  // namespace lathe::pressure
