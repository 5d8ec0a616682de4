// Invariants of a dense map, from their definition: every entry that the walk shows is found by its key, no key is
// twice there, and the count and the load bound hold. Shares no code with the table.
#pragma once

#include <cstdint>

#include <lathe/support/fault.hpp>

namespace lathe::dense {

enum class MapFault : std::uint8_t { lost_entry, double_key, wrong_size, overfull };

/// All faults of a map, by its definition. O(entries) expected.
template <class Map>
FaultList<MapFault> check(const Map& map) {
  FaultList<MapFault> faults;
  std::uint32_t seen = 0;
  for (const auto& entry : map) {
    const auto* found = map.find(entry.key);
    if (found == nullptr)
      faults.add(MapFault::lost_entry, seen, "an entry of the walk is not found by its key");
    else if (found != &entry.value)
      faults.add(MapFault::double_key, seen, "a key stands in two entries");
    ++seen;
  }
  if (seen != map.size()) faults.add(MapFault::wrong_size, seen, "size() is not the number of entries");
  if (seen > map.capacity()) faults.add(MapFault::overfull, seen, "more entries than the capacity");
  return faults;
}

}  // namespace lathe::dense
