// One fuzz case of the scheduler: bytes -> problem and options -> plan -> checker, slow twin, text forms; and bytes as
// text, which no reader may trip over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/sched/check.hpp>
#include <lathe/sched/text.hpp>

#include "unit/lathe/sched/random_problem.hpp"

namespace sched_test {

/// Empty when all is well, otherwise what went wrong.
inline std::string check_sched_bytes(std::span<const std::uint8_t> bytes) {
  std::string error, out;
  const std::string text(bytes.begin(), bytes.end());
  Options any;
  any.mode = Mode::balanced;
  if (const auto p = read_problem("sched\n" + text, "bytes", error))
    if (const std::string wrong = check_everything(*p, any); !wrong.empty()) out += "text: " + wrong;
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16) % below;
  };
  const Options options = random_options(pick);
  const Problem p = random_problem(pick, static_cast<std::uint32_t>(bytes.size() % 150));
  if (const auto plan = read_plan("plan\n" + text, "bytes", error)) {
    // Any plan may be checked against any problem.
    check_plan(p, *plan, options);
    const auto again = read_plan(print(*plan), "again", error);
    if (!again || print(*again) != print(*plan)) out += "a plan's text does not come back\n";
  }
  return out + check_everything(p, options);
}

}  // namespace sched_test
