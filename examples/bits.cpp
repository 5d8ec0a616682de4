// What is certain of each bit of a small computation, which bits anybody looks at, and the check of both.
#include <cstdio>

#include <lathe/bits.hpp>
#include <lathe/bits/check.hpp>
#include <lathe/bits/problem.hpp>
#include <lathe/bits/text.hpp>

int main() {
  namespace bits = lathe::bits;
  // A byte taken out of a word, scaled: (word >> 8 & 255) * 4 + 3, of which the low 8 bits are stored.
  const char* const text = R"(bits
%0 input 32
%1 constant 32 8
%2 lshr 32 %0 %1
%3 constant 32 255
%4 and 32 %2 %3
%5 constant 32 4
%6 mul 32 %4 %5
%7 constant 32 3
%8 add 32 %6 %7
%9 trunc 8 %8
root %9
)";
  std::string error;
  const auto problem = bits::read_problem(text, "example", error);
  if (!problem) return std::printf("%s\n", error.c_str()), 1;

  // Question by question, six levels deep...
  const bits::ProblemSource source(*problem);
  bits::Analysis<bits::ProblemSource> known(source);
  bits::DemandedBits<bits::ProblemSource> demanded(source, known);
  std::printf("%%8 is %s\n", bits::to_string(known.known(8)).c_str());
  std::printf("of %%0 the bits %#llx are looked at\n", static_cast<unsigned long long>(demanded.demanded(0)));
  // ...what that allows: the mask keeps all that is looked at, so %2 will do in place of %4...
  const bits::KnownBits<> operands[] = {known.known(2), known.known(3)};
  const auto simpler = bits::simplify(problem->lines[4].operation, demanded.demanded(4),
                                      std::span<const bits::KnownBits<>>(operands), known.known(4));
  const bool operand = simpler.kind == bits::Simplification<>::Kind::operand && simpler.index == 0;
  std::printf("%%4 %s\n", operand ? "may be its first operand" : "stays");
  // ...or everything in one sweep, with the counters, and checked on random inputs.
  bits::Stats stats;
  const bits::Claims claims = bits::solve(*problem, std::nullopt, &stats);
  std::printf("%s%s", bits::print(claims).c_str(), lathe::to_table(stats).c_str());
  const auto faults = bits::check_claims(*problem, claims);
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());
  return faults.empty() && operand ? 0 : 1;
}
