// What an instruction holds of each unit at once: its reservations, laid over each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/program/resources.hpp>

namespace lathe::program {

/// The order of reservations by instruction, unit, first and cycles.
inline bool stands_before(const Reservation& a, const Reservation& b) {
  return std::tie(a.inst, a.unit, a.first, a.cycles) < std::tie(b.inst, b.unit, b.first, b.cycles);
}

/// So many copies of a unit from `first` cycles behind the issue on.
struct HeldSpan {
  /// The unit, and from which cycle behind the issue on so many cycles so many copies of it are held.
  std::uint32_t unit = 0, first = 0, cycles = 0, copies = 1;
};

/// Calls f(inst, HeldSpan, is it the only reservation of the unit by the instruction), by instruction, unit and first;
/// spans of one unit by one instruction do not overlap. What holds nothing (0 cycles) is no span, but counts as a
/// reservation. Preconditions: those of one unit by one instruction stand together; no `first + cycles` overflows.
/// O(reservations), and sorting those of one unit by one instruction.
template <class F>
void for_each_span(std::span<const Reservation> all, F&& f) {
  std::vector<std::pair<std::uint32_t, std::int32_t>> changes;
  for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
    while (end < all.size() && all[end].inst == all[i].inst && all[end].unit == all[i].unit) ++end;
    if (end - i == 1) {
      if (all[i].cycles != 0) f(all[i].inst, HeldSpan{all[i].unit, all[i].first, all[i].cycles, 1}, true);
      continue;
    }
    changes.clear();
    for (std::size_t k = i; k < end; ++k) {
      changes.emplace_back(all[k].first, 1);
      changes.emplace_back(all[k].first + all[k].cycles, -1);
    }
    std::sort(changes.begin(), changes.end());
    std::int32_t copies = 0;
    for (std::size_t k = 0; k + 1 < changes.size(); ++k) {
      copies += changes[k].second;
      const std::uint32_t from = changes[k].first, to = changes[k + 1].first;
      if (copies > 0 && to > from)
        f(all[i].inst, HeldSpan{all[i].unit, from, to - from, static_cast<std::uint32_t>(copies)}, false);
    }
  }
}

}  // namespace lathe::program
