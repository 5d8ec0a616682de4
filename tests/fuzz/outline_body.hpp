// One fuzz case of the outliner: bytes -> problem and options -> plan -> checker, text forms, both engines; and bytes
// as text, which no reader may trip over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/outline/check.hpp>
#include <lathe/outline/text.hpp>

#include "unit/lathe/outline/random_problem.hpp"

namespace outline_test {

/// Empty when all is well, otherwise what went wrong.
inline std::string check_outline_bytes(std::span<const std::uint8_t> bytes) {
  std::string error, out;
  const std::string text(bytes.begin(), bytes.end());
  if (const auto p = read_problem("outline\n" + text, "bytes", error); p && p->insts.size() < 2000)
    if (const std::string wrong = check_everything(*p, {.reruns = 2}); !wrong.empty()) out += "text: " + wrong;
  if (const auto plan = read_plan("plan\n" + text, "bytes", error); plan) {
    const auto again = read_plan(print(*plan), "again", error);
    if (!again || print(*again) != print(*plan)) out += "a plan's text does not come back\n";
    // Any plan may be checked against any problem.
    std::size_t at = 0;
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(at++ * 7 % below); };
    const Problem p = random_problem(pick, 40);
    TableCosts costs{p.costs};
    check_plan(p, *plan, costs);
  }
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16) % below;
  };
  const Options options = random_options(pick);
  const Problem p = random_problem(pick, static_cast<std::uint32_t>(20 + bytes.size() % 300));
  return out + check_everything(p, options);
}

}  // namespace outline_test
