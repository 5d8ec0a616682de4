// The problem of inlining under a budget: functions with sizes, and the calls between them with what each would win.
// text.hpp has its text form.
//
// Sizes, costs and gains are in units of the caller's choice; an instruction of five units, as in LLVM's cost model, is
// one. A call site is told once, of the function whose code it stands in; what it becomes in bodies that are moved is the
// plan's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/support/fault.hpp>
#include <lathe/support/none.hpp>

namespace lathe::inlining {

using namespace ids;

/// How often a call happens, in sixteenths of its caller's executions: 16 is once.
inline constexpr std::uint32_t once = 16;

/// What numbers may be, so that no sum of them overflows.
struct Limits {
  /// Sizes and savings of one function or call, sixteenths of an execution, and registers may be up to this.
  static constexpr std::uint32_t units = 1U << 24, frequency = 1U << 20, registers = 1U << 16;
};

/// A function of the program.
struct Function {
  std::string name;
  std::uint32_t size = 0;       ///< units of its body, its calls included
  std::uint32_t registers = 0;  ///< that its body needs at once, in its own code
  /// The most that it may need without crossing a step: of a kernel with launch bounds, a step of occupancy. 0: no limit.
  std::uint32_t register_limit = 0;
  bool defined = true;         ///< its body is there
  bool local = false;          ///< nobody outside can call it: without a call left it goes
  bool kept = false;           ///< it stays whatever calls it: an entry point, or its address is taken
  bool no_inline = false;      ///< none of its calls is inlined
  bool always_inline = false;  ///< all that can be are, whatever they cost
  bool imported = false;       ///< it was brought here from another module, for the statistics
  bool operator==(const Function&) const = default;
};

/// What is known of how hot a call is, beside how often it happens.
enum class Heat : std::uint8_t { cold, normal, hot };
inline constexpr const char* heat_names[] = {"cold", "normal", "hot"};

/// One call of one function by another.
struct Site {
  std::uint32_t caller = 0, callee = 0;  ///< into Problem::functions
  std::uint32_t frequency = once;        ///< sixteenths of the caller's executions
  std::uint32_t saved = 0;     ///< units that go with the call itself: it, its arguments on their way, its result
  std::uint32_t folds = 0;     ///< units of the callee that this call's constant arguments make go
  std::uint32_t promotes = 0;  ///< units that are won beside: variables in memory that become registers
  std::uint32_t live = 0;      ///< registers of the caller that live across it
  Heat heat = Heat::normal;
  bool no_inline = false;      ///< it stays, whatever it would win
  bool always_inline = false;  ///< it goes where it can, whatever it costs
  bool operator==(const Site&) const = default;
};

/// A program's calls.
struct Problem {
  std::vector<Function> functions;
  std::vector<Site> sites;  ///< by caller, those of one in the order of its code
  bool operator==(const Problem&) const = default;
};

/// What can be wrong with a problem.
enum class ProblemFault : std::uint8_t {
  no_such_function,  ///< a site of a function that is not there
  not_defined,       ///< a site in a function without a body
  not_sorted,        ///< a site before one of an earlier function
  too_large,         ///< a number above its limit
  too_many           ///< more functions or sites than 32-bit numbers can name
};

/// The faults of a problem; the planner takes only those without. O(functions + sites).
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> out;
  if (p.functions.size() >= none || p.sites.size() >= none)
    out.add(ProblemFault::too_many, 0, "more functions or sites than 32 bits can number");
  for (std::uint32_t f = 0; f < p.functions.size() && out.empty(); ++f) {
    const Function& x = p.functions[f];
    if (x.size > Limits::units || x.registers > Limits::registers || x.register_limit > Limits::registers)
      out.add(ProblemFault::too_large, f, "function '" + x.name + "' has a number above its limit");
  }
  for (std::uint32_t s = 0; s < p.sites.size() && out.empty(); ++s) {
    const Site& x = p.sites[s];
    if (x.caller >= p.functions.size() || x.callee >= p.functions.size())
      out.add(ProblemFault::no_such_function, s, "a site is of a function that is not there");
    else if (s > 0 && p.sites[s - 1].caller > x.caller)
      out.add(ProblemFault::not_sorted, s, "a site stands behind one of a later function");
    else if (!p.functions[x.caller].defined)
      out.add(ProblemFault::not_defined, s, "a site stands in '" + p.functions[x.caller].name + "', which has no body");
    else if (x.frequency > Limits::frequency || x.saved > Limits::units || x.folds > Limits::units ||
             x.promotes > Limits::units || x.live > Limits::registers)
      out.add(ProblemFault::too_large, s, "a site has a number above its limit");
  }
  return out;
}

}  // namespace lathe::inlining
