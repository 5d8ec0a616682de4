// Counters of a dense table, off by default: a policy parameter, so that a map without them is not a byte larger.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace lathe::dense {

/// Counts nothing.
struct NoStatistics {
  static constexpr bool on = false;  ///< nothing is counted, and the calls vanish
  void lookup() {}                   ///< a search begins
  void probe(unsigned) {}            ///< it stepped over so many slots
  void shift(bool) {}                ///< an insertion moved entries
  void shift_ids(bool) {}            ///< the array of ids grew, or was laid out anew
};

/// Counts what the table does. Pass as the map's Stats parameter; read with statistics().
struct Statistics {
  static constexpr bool on = true;  ///< something is counted
  std::uint64_t lookups = 0;        ///< searches of find, insert and erase
  std::uint64_t probes = 0;         ///< slots stepped over behind the home, in all searches
  std::uint64_t shifts = 0;         ///< insertions that moved entries to make room
  std::uint64_t rehashes = 0;       ///< new layouts of the table, the first one included

  static constexpr std::array<std::pair<const char*, std::uint64_t Statistics::*>, 4> fields() {
    return {{{"lookups", &Statistics::lookups},
             {"probes", &Statistics::probes},
             {"shifts", &Statistics::shifts},
             {"rehashes", &Statistics::rehashes}}};
  }
  void lookup() { ++lookups; }                     ///< a search begins
  void probe(unsigned slots) { probes += slots; }  ///< it stepped over so many slots
  /// An insertion moved entries; `grew`: into a new table, which counts as a rehash instead.
  void shift(bool grew) { ++(grew ? rehashes : shifts); }
  void shift_ids(bool grew) { rehashes += grew ? 1 : 0; }  ///< of the array of ids, where only growing counts
  /// Sums, for several maps.
  void add(const Statistics& other) {
    for (const auto& [name, member] : fields()) this->*member += other.*member;
  }
};

}  // namespace lathe::dense
