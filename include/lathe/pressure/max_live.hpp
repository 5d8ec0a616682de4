// The largest pressure of a function in one line, as pressure printers of compilers give it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/pressure/report.hpp>

namespace lathe::pressure {

/// "Max Live RRegs: 12\tPRegs: 3\nFunction Size: 40\n": each set by its name in `names`, where there is one, else by its own;
/// the size is the number of instructions. O(sets).
inline std::string print_max_live(const Problem& p, const Report& r, const std::vector<std::string_view>& names = {}) {
  std::string out = "Max Live";
  for (std::uint32_t s = 0; s < r.sets; ++s) {
    out += s == 0 ? " " : "\t";
    out += s < names.size() ? names[s] : std::string_view(p.sets[s].name);
    out += ": " + std::to_string(r.maxima[s].pressure);
  }
  return out + "\nFunction Size: " + std::to_string(p.insts.size()) + "\n";
}

}  // namespace lathe::pressure
