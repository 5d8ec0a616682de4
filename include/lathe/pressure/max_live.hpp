// The largest pressure of a function in one line, as pressure printers of compilers give it; and beside what there is to be
// had.
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

/// "Function: f Register Target: [R: 32, P: 7] Register Pressure: [R: 13, P: 1]\n": `targets` and `names` by set, `bounds` is
/// said behind the function's name. Precondition: as many of both as there are sets. O(sets).
inline std::string print_register_target(const Problem& p, const Report& r, const std::vector<std::uint32_t>& targets,
                                         const std::vector<std::string_view>& names, const std::string& bounds = {}) {
  const auto row = [&](auto&& number) {
    std::string out = "[";
    for (std::uint32_t s = 0; s < r.sets; ++s)
      out += (s == 0 ? "" : ", ") + std::string(names[s]) + ": " + std::to_string(number(s));
    return out + "]";
  };
  return "Function: " + p.name + bounds + " Register Target: " + row([&](std::uint32_t s) { return targets[s]; }) +
         " Register Pressure: " + row([&](std::uint32_t s) { return r.maxima[s].pressure; }) + "\n";
}

}  // namespace lathe::pressure
