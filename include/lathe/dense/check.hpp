// Invariants of a dense map, from their definition: every entry that the walk shows is found by its key, no key is
// twice there, and the count and the load bound hold; and of a table of groups that tags and overflow bits are right.
// Shares no code with the tables.
#pragma once

#include <cstdint>

#include <lathe/support/fault.hpp>

namespace lathe::dense {

enum class MapFault : std::uint8_t {
  lost_entry,
  double_key,
  wrong_size,
  overfull,
  wrong_tag,
  out_of_reach,
  wrong_group
};

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

/// What a table of groups says beside its entries, from its definition: each entry's tag is that of its hash, and a search
/// for it comes where it stands: each group before, on the way from the group of its hash, says that such a key went
/// past. `hash_of(key)` is the hash of 64 bits under the table's policy. O(slots + groups passed).
template <class Map, class Hash>
FaultList<MapFault> check_groups(const Map& map, Hash&& hash_of) {
  FaultList<MapFault> faults;
  const auto* const table = map.table();
  const auto byte = [&](std::uint64_t at) { return static_cast<unsigned>(table->tags[at]); };
  const std::uint64_t groups = table->groups();
  std::uint64_t at = 0;
  std::uint32_t seen = 0;
  // The walk shows the entries as they stand: the next filled place is the next entry's.
  for (const auto& entry : map) {
    while (at < groups * 16 && (at % 16 == 15 || byte(at) == 0)) ++at;
    if (at >= groups * 16) {
      faults.add(MapFault::wrong_group, seen, "the walk shows more than there are tags");
      return faults;
    }
    const std::uint64_t hash = hash_of(entry.key);
    std::uint64_t size = groups, bits = 0;
    for (; size > 1; size /= 2) ++bits;
    std::uint64_t group = bits == 0 ? 0 : hash >> (64 - bits);
    const unsigned tag = static_cast<unsigned>(hash << bits >> 56), stored = tag == 0 ? 1 : tag;
    if (byte(at) != stored) faults.add(MapFault::wrong_tag, seen, "a tag is not that of its entry's hash");
    std::uint64_t step = 0;
    for (; step < groups && group != at / 16; group = (group + ++step) % groups)
      if ((byte(group * 16 + 15) & 1U << tag % 8) == 0) break;
    if (step >= groups || group != at / 16)
      faults.add(MapFault::out_of_reach, seen, "a search for an entry ends before it comes there");
    ++at;
    ++seen;
  }
  for (; at < groups * 16; ++at)
    if (at % 16 != 15 && byte(at) != 0) {
      faults.add(MapFault::wrong_group, seen, "a tag without an entry");
      break;
    }
  return faults;
}

}  // namespace lathe::dense
