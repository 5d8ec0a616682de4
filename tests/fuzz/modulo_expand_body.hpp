// One fuzz case of kernel expansion: bytes -> loop, schedule and options -> expansion -> checker, simulator and text;
// a changed expansion that the checker lets pass must compute the same; and bytes as text, which neither the reader
// nor the checker may trip over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/expand/text.hpp>

#include "unit/lathe/modulo/expand_random.hpp"

namespace expand_test {

/// Empty when all is well, otherwise what went wrong.
inline std::string check_expand_bytes(std::span<const std::uint8_t> bytes) {
  std::string error, out;
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16U) % below;
  };
  const Problem p = random_loop(pick, 1 + pick(8));
  const Schedule s = random_schedule(pick, p, 1 + pick(5));
  const Expansion e = expand(p, s, random_expand_options(pick));
  const bool small = e.refusal == ExpandRefusal::none && e.unroll <= 30;
  if (small) {
    out += check_all(p, s, e);
    const auto back = read_expansion(print(e), "again", error);
    if (!back || print(*back) != print(e)) out += "an expansion's text does not come back\n";
    Expansion changed = e;
    for (std::uint32_t k = 1 + pick(2); k > 0; --k) mutate(changed, pick);
    if (check_expansion(p, s, changed).empty()) out += check_all(p, s, changed);
  }
  const std::string text(bytes.begin(), bytes.end());
  if (const auto read = read_expansion("expansion " + text, "bytes", error); read) {
    const auto again = read_expansion(print(*read), "again", error);
    if (!again || print(*again) != print(*read)) out += "an expansion's text does not come back\n";
    if (read->unroll < 100) check_expansion(p, s, *read);
  }
  return out;
}

}  // namespace expand_test
