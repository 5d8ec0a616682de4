// One fuzz case of the two legalizers: bytes -> a graph of the wide toy DAG -> both legalizers -> checkers, traces
// through their text form; and the bytes as a trace, which is refused, or read and judged.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "unit/lathe/legalize/random_wide.hpp"

namespace legalize_test {

/// Empty when all is well, otherwise what went wrong.
inline std::string check_legalize_bytes(std::span<const std::uint8_t> bytes) {
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16) % below;
  };
  const std::uint64_t fuel = pick(4) == 0 ? pick(60) : ~0ULL;
  const bool unsupported = pick(8) == 0;
  Graph g;
  random_graph(g, pick, 1 + pick(60), unsupported);
  // Whatever trace the bytes spell is judged, not followed.
  std::string error;
  const std::string text(bytes.begin(), bytes.end());
  if (const auto trace = lathe::dag::read_legalize_trace("legalize-trace\n" + text, "bytes", error)) {
    if (const auto again = lathe::dag::read_legalize_trace(lathe::dag::print(*trace), "again", error);
        !again || !(*again == *trace))
      return "a trace's text does not come back\n";
    Evaluator evaluator;
    lathe::dag::check_types(g, g, *trace, Types(), evaluator, {.inputs = 1});
    lathe::dag::check_operations(g, g, *trace, Operations(), evaluator, {.inputs = 1});
  }
  return legalize_and_check(g, fuel, fuel != ~0ULL || unsupported, state);
}

}  // namespace legalize_test
