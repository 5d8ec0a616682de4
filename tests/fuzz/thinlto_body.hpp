// One fuzz case of the import planner: bytes -> index and options -> plan -> checker, text forms, another order, causes
// of differences to LLVM's rule; and bytes as text, which no reader may trip over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/thinlto/check.hpp>
#include <lathe/thinlto/compare.hpp>
#include <lathe/thinlto/compare_text.hpp>
#include <lathe/thinlto/plan_text.hpp>
#include <lathe/thinlto/text.hpp>

#include "unit/lathe/thinlto/random_problem.hpp"

namespace thinlto_test {

/// Empty when all is well, otherwise what went wrong.
inline std::string check_thinlto_bytes(std::span<const std::uint8_t> bytes) {
  std::string error, out;
  const std::string text(bytes.begin(), bytes.end());
  if (const auto p = read_problem("thinlto\nmodule m\n" + text, "bytes", error); p && p->summaries.size() < 500)
    if (const std::string wrong = check_everything(*p, {.print_import_failures = true}); !wrong.empty())
      out += "text: " + wrong;
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16) % below;
  };
  Options options = random_options(pick);
  const Problem p = random_problem(pick, static_cast<std::uint32_t>(3 + bytes.size() % 60));
  if (const auto plan = read_plan(p, "plan\n" + text, "bytes", error); plan) {
    const auto again = read_plan(p, print(p, *plan), "again", error);
    if (!again || print(p, *again) != print(p, *plan)) out += "a plan's text does not come back\n";
    check_plan(p, *plan, options);  // any plan may be checked
  }
  out += check_everything(p, options, state);
  const Plan best = plan_problem(p, options);
  options.rule = Rule::first_found;
  const Plan first = plan_problem(p, options);
  for (const bool swap : {false, true}) {
    const auto list = only_in_first(p, swap ? first : best, swap ? best : first);
    for (const DifferentImport& d : list)
      if (d.cause == Cause::not_by_rule) out += "a difference without a cause: " + print(p, {d});
    if (const auto again = read_differences(p, print(p, list), "again", error); !again || *again != list)
      out += "the text of differences does not come back\n";
  }
  read_differences(p, "differences\n" + text, "bytes", error);
  if (options.import_all_index || options.profile_gate || options.import_address_taken) return out;
  return out + check_everything(p, options, state);
}

}  // namespace thinlto_test
