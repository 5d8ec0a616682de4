// A program's own call graph as a problem: the concept that it must fit, and the way back to its handles.
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include <lathe/inlining/planner.hpp>

namespace lathe::inlining {

/// What a program tells of its functions and calls. Handles are of the program's own types, cheap to copy.
///
///   g.functions()          the functions, in an order that does not depend on addresses
///   g.describe(f)          a Function: its name, size, registers and flags
///   g.calls(f)             the calls in f's code whose callees are known, in the order of the code
///   g.callee(c)            the function that c calls; one of functions()
///   g.describe(c)          a Site; caller and callee are filled in
template <class G>
concept CallGraph = requires(const G& g) {
  { *std::begin(g.functions()) };
  { g.describe(*std::begin(g.functions())) } -> std::convertible_to<Function>;
  { g.callee(*std::begin(g.calls(*std::begin(g.functions())))) };
  { g.describe(*std::begin(g.calls(*std::begin(g.functions())))) } -> std::convertible_to<Site>;
};

/// A program's handle of a function.
template <CallGraph G>
using function_t = std::remove_cvref_t<decltype(*std::begin(std::declval<const G&>().functions()))>;
/// A program's handle of a call.
template <CallGraph G>
using call_t =
    std::remove_cvref_t<decltype(*std::begin(std::declval<const G&>().calls(std::declval<function_t<G>>())))>;

/// A problem, and whose numbers are whose.
template <CallGraph G>
struct Ingested {
  Problem problem;
  std::vector<function_t<G>> functions;  ///< by number
  std::vector<call_t<G>> calls;          ///< by site
};

/// The problem of a program. A callee that functions() does not give is left out with its calls. Precondition: handles of
/// functions compare equal when they are. O(calls + functions log functions).
template <CallGraph G>
Ingested<G> ingest(const G& g) {
  Ingested<G> out;
  std::vector<std::pair<function_t<G>, std::uint32_t>> numbers;
  for (const auto& f : g.functions()) {
    numbers.emplace_back(f, static_cast<std::uint32_t>(out.functions.size()));
    out.functions.push_back(f);
    out.problem.functions.push_back(g.describe(f));
  }
  std::sort(numbers.begin(), numbers.end());
  for (std::uint32_t f = 0; f < out.functions.size(); ++f)
    for (const auto& call : g.calls(out.functions[f])) {
      const auto callee = g.callee(call);
      const auto at = std::lower_bound(numbers.begin(), numbers.end(), callee,
                                       [](const auto& entry, const auto& wanted) { return entry.first < wanted; });
      if (at == numbers.end() || callee < at->first) continue;
      Site site = g.describe(call);
      site.caller = f;
      site.callee = at->second;
      out.problem.sites.push_back(site);
      out.calls.push_back(call);
    }
  return out;
}

}  // namespace lathe::inlining
