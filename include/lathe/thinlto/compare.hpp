// Two plans of one problem side by side: what one imports and the other does not, with a reason for each difference.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <lathe/thinlto/plan.hpp>

namespace lathe::thinlto {

/// Why plan B does not import what plan A does.
enum class Difference : std::uint8_t {
  other_copy,        ///< B imports the value from another module
  lower_threshold,   ///< B looked at it, but no call offered as much
  caller_not_there,  ///< B never looked at it: what calls it in A is not in B, or called it too low
  refused,           ///< B refused it for a reason that is not its size
  declared,          ///< B has a declaration of it
  variable           ///< a variable; follows from the functions that refer to it
};
inline constexpr std::array<const char*, 6> difference_names{"other_copy", "lower_threshold", "caller_not_there",
                                                             "refused",    "declared",        "variable"};

struct DifferentImport {
  std::uint32_t module = 0, summary = 0;  ///< A imports the summary into the module
  Difference why = Difference::caller_not_there;
  Reason reason = Reason::none;                      ///< B's, where it refused
  std::uint32_t threshold = 0, other_threshold = 0;  ///< A's, and B's where it looked at it
};

/// What A imports and B does not. Precondition: both are plans of `p`; B was made with print_import_failures.
/// O(n log n).
inline std::vector<DifferentImport> only_in_first(const Problem& p, const Plan& a, const Plan& b) {
  std::vector<DifferentImport> out;
  for (std::uint32_t m = 0; m < a.modules.size() && m < b.modules.size(); ++m) {
    std::map<std::uint32_t, const Import*> summaries, values;
    for (const Import& x : b.modules[m].imports) {
      summaries.emplace(x.summary, &x);
      if (!x.declaration) values.emplace(p.summaries[x.summary].value, &x);
    }
    std::map<std::uint32_t, const Refused*> refused;
    for (const Refused& x : b.modules[m].refused) refused.emplace(x.value, &x);
    for (const Import& x : a.modules[m].imports) {
      const auto same = summaries.find(x.summary);
      if (same != summaries.end() && same->second->declaration == x.declaration) continue;
      if (same != summaries.end() && x.declaration) continue;  // a definition is more
      DifferentImport d{m, x.summary, Difference::caller_not_there, Reason::none, x.threshold, 0};
      const std::uint32_t v = p.summaries[x.summary].value;
      const auto no = refused.find(v);
      if (no != refused.end()) {
        d.reason = no->second->reason;
        d.other_threshold = no->second->threshold;
      }
      if (same != summaries.end())
        d.why = Difference::declared;
      else if (values.contains(v))
        d.why = Difference::other_copy;
      else if (p.summaries[x.summary].kind == Kind::variable)
        d.why = Difference::variable;
      else if (no != refused.end())
        d.why = d.reason == Reason::too_large || d.reason == Reason::cold ? Difference::lower_threshold
                                                                          : Difference::refused;
      out.push_back(d);
    }
  }
  return out;
}

}  // namespace lathe::thinlto
