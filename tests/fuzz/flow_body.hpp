// One fuzz case of the flow analyses: bytes -> function -> report -> all checkers; and bytes as text, which the reader
// may not trip over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/flow.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/flow/text.hpp>

#include "unit/lathe/flow/random_problem.hpp"

namespace flow_test {

/// Empty when all is well, otherwise what went wrong.
inline std::string check_flow_bytes(std::span<const std::uint8_t> bytes) {
  std::string error, out;
  const auto check = [&](const Problem& p) {
    ReportOptions options;
    options.frequency.sweeps = 100;
    const Report r = analyse(p, options);
    for (const std::string& fault : check_report(p, r, options)) out += fault + "\n";
    const auto again = read_problem(print(p), "again", error);
    if (!again || !(*again == p)) out += "a problem's text does not come back\n";
  };
  const std::string text(bytes.begin(), bytes.end());
  if (const auto p = read_problem("flow f variables 3\nblock\n" + text, "bytes", error)) check(*p);
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16U) % below;
  };
  check(random_problem(pick, 40));
  return out;
}

}  // namespace flow_test
