// Independent checker of known and demanded bits: runs the operations on random inputs and looks whether the claims
// hold. Starts from what operations mean (operation.hpp) and shares nothing else with the engines.
//
// Definition of right. On every input, each value that has a result keeps to its known bits and has at least the sign
// bits that are claimed. Run again with the same inputs, but with all undemanded bits of all values turned around at
// random as they are made: every root that had a result has one, the same.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <lathe/bits/problem.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::bits {

enum class ClaimFault : std::uint8_t {
  other_count,  ///< not one claim per value
  other_width,  ///< known bits of another width, bits outside of it, or more sign bits than bits
  known_bits,   ///< a known bit is otherwise
  sign_bits,    ///< fewer bits equal the sign bit
  demanded      ///< a root changes with undemanded bits
};

/// How thoroughly claims are tried.
struct ClaimCheckOptions {
  std::uint32_t inputs = 64;  ///< random inputs
  std::uint64_t seed = 1;     ///< of inputs
};

namespace check_detail {

class ClaimCheck {
 public:
  using Run = std::vector<std::optional<std::uint64_t>>;
  ClaimCheck(const Problem& problem, const Claims& claims, FaultList<ClaimFault>& faults)
      : problem_(problem), claims_(claims), faults_(faults), told_(problem.lines.size(), 0) {}

  bool shape() {
    if (claims_.size() != problem_.lines.size()) {
      faults_.add(ClaimFault::other_count, static_cast<std::uint32_t>(claims_.size()), "not one claim per value");
      return false;
    }
    for (std::uint32_t i = 0; i < claims_.size(); ++i) {
      const unsigned w = problem_.lines[i].operation.width;
      const std::uint64_t outside = w == 64 ? 0 : ~0ULL << w;
      const Fact<>& f = claims_[i].fact;
      if (f.known.width != w || ((f.known.zero | f.known.one | claims_[i].demanded) & outside) != 0 || f.signs > w)
        faults_.add(ClaimFault::other_width, i, "a claim of another width");
    }
    return faults_.empty();
  }
  void one_input(std::uint64_t seed) {
    std::mt19937_64 inputs(seed), again(seed), noise(~seed);
    const Run before = run(inputs, nullptr);
    for (std::uint32_t i = 0; i < before.size(); ++i)
      if (before[i]) hold(i, *before[i]);
    const Run after = run(again, &noise);
    for (std::uint32_t i = 0; i < before.size(); ++i)
      if (problem_.lines[i].root && before[i] && before[i] != after[i])
        tell(ClaimFault::demanded, i, "a root changes with bits that are not demanded");
  }

 private:
  // Words with long runs of equal bits are as likely as others.
  static std::uint64_t random_word(std::mt19937_64& random) {
    const std::uint64_t kind = random(), word = random();
    switch (kind % 4) {
      case 0:
        return word;
      case 1:
        return word >> (kind >> 8) % 64;
      case 2:
        return ~(word >> (kind >> 8) % 64);
      default:
        return word << (kind >> 8) % 64;
    }
  }
  Run run(std::mt19937_64& inputs, std::mt19937_64* noise) const {
    Run out;
    for (std::uint32_t i = 0; i < problem_.lines.size(); ++i) {
      const Line& line = problem_.lines[i];
      const unsigned w = line.operation.width;
      const std::uint64_t mask = w == 64 ? ~0ULL : (1ULL << w) - 1;
      std::optional<std::uint64_t> value;
      if (line.operation.op == Op::input) {
        value = random_word(inputs) & mask;
      } else {
        std::vector<Sized<>> x;
        for (const std::uint32_t operand : line.operands)
          if (out[operand]) x.push_back({*out[operand], problem_.lines[operand].operation.width});
        if (x.size() == line.operands.size()) value = evaluate(line.operation, std::span<const Sized<>>(x));
      }
      if (value && noise != nullptr) value = *value ^ ((*noise)() & ~claims_[i].demanded & mask);
      out.push_back(value);
    }
    return out;
  }
  void hold(std::uint32_t i, std::uint64_t value) {
    const Fact<>& f = claims_[i].fact;
    if ((value & f.known.zero) != 0 || (~value & f.known.one) != 0)
      tell(ClaimFault::known_bits, i, "a known bit is otherwise");
    const unsigned w = problem_.lines[i].operation.width;
    for (unsigned k = 1; k < f.signs; ++k)
      if ((value >> (w - 1 - k) & 1) != (value >> (w - 1) & 1)) {
        tell(ClaimFault::sign_bits, i, "fewer sign bits than claimed");
        break;
      }
  }
  // Each kind once per value.
  void tell(ClaimFault kind, std::uint32_t i, const char* text) {
    const auto bit = 1U << static_cast<unsigned>(kind);
    if ((told_[i] & bit) == 0) faults_.add(kind, i, text);
    told_[i] |= bit;
  }

  const Problem& problem_;
  const Claims& claims_;
  FaultList<ClaimFault>& faults_;
  std::vector<unsigned> told_;
};

}  // namespace check_detail

/// Every fault that random inputs show. `problem` must come from read_problem or fit as misfit() says.
inline FaultList<ClaimFault> check_claims(const Problem& problem, const Claims& claims,
                                          const ClaimCheckOptions& options = {}) {
  FaultList<ClaimFault> faults;
  check_detail::ClaimCheck check(problem, claims, faults);
  if (!check.shape()) return faults;
  for (std::uint32_t i = 0; i < options.inputs; ++i) check.one_input(options.seed + i);
  return faults;
}

}  // namespace lathe::bits
