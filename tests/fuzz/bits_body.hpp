// One fuzz case of known and demanded bits: bytes -> random operations -> claims -> checked on random inputs; the text
// forms come back as they were; the bytes as text are refused or read, never more.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/bits/check.hpp>
#include <lathe/bits/problem.hpp>
#include <lathe/bits/text.hpp>

#include "unit/lathe/bits/random_problem.hpp"

namespace bits_test {

/// Empty when all is well, otherwise what went wrong, with the problem.
inline std::string check_bits(std::span<const std::uint8_t> bytes, std::uint32_t inputs = 6) {
  namespace bits = lathe::bits;
  std::string error, wrong;
  const std::string raw(bytes.begin(), bytes.end());
  if (const auto read = bits::read_problem(raw, "raw", error)) solve(*read);
  bits::read_claims(raw, "raw", error);
  if (bytes.empty()) return {};

  const bits::Problem problem =
      RandomProblem(bytes.subspan(1)).make(bytes.size() < 400 ? static_cast<std::uint32_t>(bytes.size() / 5) : 80);
  const std::string text = bits::print(problem);
  const auto again = bits::read_problem(text, "problem", error);
  if (!again || !(*again == problem)) wrong += "the problem does not come back: " + error + "\n";
  const bits::Claims whole = bits::solve(problem);
  const auto claims = bits::read_claims(bits::print(whole), "claims", error);
  if (!claims || !(*claims == whole)) wrong += "the claims do not come back: " + error + "\n";
  wrong += bits::check_claims(problem, whole, {.inputs = inputs, .seed = bytes.size()}).str();
  // Limits make claims weaker, never wrong.
  const bits::Options limits{
      .max_depth = bytes[0] % 8U, .max_expansion = 1U + bytes[0] / 8U, .remember = bytes[0] % 2 == 0};
  const bits::Claims limited = bits::solve(problem, limits);
  wrong += bits::check_claims(problem, limited, {.inputs = inputs, .seed = bytes.size()}).str();
  return wrong.empty() ? wrong : wrong + text + bits::print(whole);
}

}  // namespace bits_test
