// A straight line of operations as data, and what is claimed of its values: the text forms of known and demanded bits.
//
//   bits
//   %0 input 32
//   %1 constant 32 255
//   %2 and 32 %0 %1              # operation, width of the result, operands
//   %3 shl 32 %2 %1 clamp        # or wrap: what an amount of 32 and more means; nothing: no result
//   %4 extract 8 %2 at 4         # sext_in_reg, insert likewise
//   %5 add 32 %2 %1 nuw nsw
//   root %5                      # all bits of it are seen
//
//   claims
//   %2 bits 000000000000000000000000???????? signs 24 demanded 255
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/bits/demanded.hpp>

namespace lathe::bits {

/// One value: an operation on values before it.
struct Line {
  Operation<> operation;
  std::vector<std::uint32_t> operands;  ///< numbers of lines before this one, as many as operand_count of the operation
  bool root = false;                    ///< all bits of it are seen from outside
  bool operator==(const Line&) const = default;
};
/// Straight-line code as data: a line for each value, in an order in which operands come first.
struct Problem {
  std::vector<Line> lines;
  bool operator==(const Problem&) const = default;
};
/// What is claimed of one value.
struct Claim {
  Fact<> fact;
  std::uint64_t demanded = 0;  ///< bits that somebody may see; changing others changes nothing
  bool operator==(const Claim&) const = default;
};
using Claims = std::vector<Claim>;  ///< one per line of the problem

/// A problem as a source of values: numbers of lines.
class ProblemSource {
 public:
  using Value = std::uint32_t;  ///< the number of a line
  using User = std::uint32_t;   ///< the number of a line

  /// The problem outlives it, and its operands are numbers of lines. O(operands).
  explicit ProblemSource(const Problem& problem) : problem_(problem), users_(problem.lines.size()) {
    for (std::uint32_t i = 0; i < problem.lines.size(); ++i)
      for (std::uint32_t k = 0; k < problem.lines[i].operands.size(); ++k)
        users_[problem.lines[i].operands[k]].push_back({i, k});
  }
  std::uint32_t index(Value v) const { return v; }                             ///< facts are kept by these
  unsigned width(Value v) const { return problem_.lines[v].operation.width; }  ///< in bits; 0: no value
  /// What is known of the value; `ask(operand)` answers for operands.
  template <class Ask>
  Fact<> fact(Value v, Ask&& ask) const {
    const Line& line = problem_.lines[v];
    Fact<> x[3];
    for (std::size_t i = 0; i < line.operands.size(); ++i) x[i] = ask(line.operands[i]);
    return transfer(line.operation, std::span<const Fact<>>(x, line.operands.size()));
  }
  /// f(user) for each operand that names the value; a user that names it twice is told twice.
  template <class F>
  void for_each_user_value(Value v, F&& f) const {
    for (const auto& [user, operand] : users_[v]) f(user);
  }
  bool escapes(Value v) const { return problem_.lines[v].root; }  ///< a root: all bits are demanded
  /// f(user, operand number) for each operand that names the value.
  template <class F>
  void for_each_user(Value v, F&& f) const {
    for (const auto& [user, operand] : users_[v]) f(user, operand);
  }
  /// Bits of an operand that matter to its user; `demanded(user)`: of the user's result, `ask(v)`: the fact of a value.
  template <class Demanded, class Ask>
  std::uint64_t demand(User user, std::uint32_t operand, Demanded&& demanded, Ask&& ask) const {
    const Line& line = problem_.lines[user];
    KnownBits<> x[3];
    for (std::size_t i = 0; i < line.operands.size(); ++i) x[i] = ask(line.operands[i]).known;
    return bits::demand(line.operation, operand, demanded(user), std::span<const KnownBits<>>(x, line.operands.size()));
  }

 private:
  const Problem& problem_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> users_;
};
static_assert(explain_demand_source<ProblemSource>());

/// Known and demanded bits of all values: in one sweep when `options` is absent, otherwise question by question.
inline Claims solve(const Problem& problem, const std::optional<Options>& options = std::nullopt,
                    Stats* stats = nullptr) {
  const ProblemSource source(problem);
  Analysis<ProblemSource> known(source, options.value_or(Options{}));
  DemandedBits<ProblemSource> demanded(source, known, options.value_or(Options{}));
  std::vector<std::uint32_t> order(problem.lines.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  if (!options) known.compute(order);
  std::reverse(order.begin(), order.end());
  if (!options) demanded.compute(order);
  Claims out;
  for (std::uint32_t i = 0; i < problem.lines.size(); ++i) out.push_back({known.fact(i), demanded.demanded(i)});
  if (stats != nullptr) {
    *stats = known.stats();
    merge(*stats, demanded.stats());
  }
  return out;
}

}  // namespace lathe::bits
