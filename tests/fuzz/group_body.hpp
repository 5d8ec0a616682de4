// One fuzz case of the grouper: bytes -> a problem by random choices and a problem text; plans of both are checked, and
// held against the slow twin where they are small.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/group/text.hpp>

#include "unit/lathe/group/random_problem.hpp"

namespace lathe::test {

inline std::string check_group(std::span<const std::uint8_t> bytes) {
  std::size_t at = 0;
  const auto pick = [&](std::uint32_t below) {
    return at < bytes.size() ? static_cast<std::uint32_t>(bytes[at++]) % below : 0U;
  };
  group::Options options;
  options.tries = 1 + pick(8);
  if (pick(6) == 5) options.fuel = pick(4);
  group::Problem made = group_test::random_problem(pick, 1 + pick(3), 20);
  std::string out = group_test::check_everything(made, options);
  // A number changed: refused, or planned, never more.
  if (!made.candidates.empty() && at < bytes.size()) {
    group::Candidate& c = made.candidates[pick(static_cast<std::uint32_t>(made.candidates.size()))];
    (pick(2) == 0 ? c.inst : c.kind) += pick(200);
    c.order += (static_cast<std::int64_t>(pick(256)) - 128) << pick(50);
    c.size = pick(256) << pick(24);
    if (check_problem(made).empty())
      out += group_test::check_everything(made, options);
    else if (plan_problem(made, options).refusal != group::Refusal::bad_problem)
      out += "a broken problem is planned\n";
  }
  std::string error;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const group::Problem read = group::read_problem(text, "bytes", error);
  if (error.empty() && read.insts() <= 4096) out += group_test::check_everything(read, options, read.insts() <= 24);
  if (!error.empty() && error.rfind("bytes:", 0) != 0) out += "an error without its place\n";
  static_cast<void>(group::read_plan(text, "bytes", made, error));
  if (!error.empty() && error.rfind("bytes:", 0) != 0) out += "an error without its place\n";
  return out;
}

}  // namespace lathe::test
