// Functions in constant tables, virtual tables above all, as likely targets of the indirect calls of who refers to the table.
//
// Once a body stands where the table is known, a load from it is a function, and the call is direct: then the function's body
// should be there, too. The problem says it as a speculative call, so the planner asks for such functions last and at the same
// threshold, and the text form shows them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include <lathe/thinlto/analysis.hpp>
#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto {

/// Gives each function a speculative call of the functions in constants that it refers to, also through other constants, where
/// these are at most `most` functions together and it does not call them anyhow. How many calls that were.
/// Precondition: check_problem finds nothing. O(references + calls + for each function what its tables hold, up to `most`).
template <class = void>
std::uint64_t add_table_targets(Problem& p, std::uint32_t most) {
  const auto is_table = [&](const Summary& s) { return s.kind == Kind::variable && s.has(flag::constant); };
  const Copies copies(p);
  std::vector<bool> is_function(p.values.size(), false), has_table(p.values.size(), false);
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s) {
    if (is_table(p.summaries[s])) has_table[p.summaries[s].value] = true;
    if (p.summaries[p.base(s)].kind == Kind::function) is_function[p.summaries[s].value] = true;
  }
  std::vector<std::uint32_t> callees, seen(p.values.size(), none), todo, found;
  std::vector<CallInfo> infos;
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s) {
    const auto calls = p.calls_of(s);
    const CallInfo* const known = p.call_infos_of(s);
    const auto begin = static_cast<std::uint32_t>(callees.size());
    callees.insert(callees.end(), calls.begin(), calls.end());
    infos.insert(infos.end(), known, known + calls.size());
    found.clear();
    if (p.summaries[s].kind == Kind::function) {
      for (const std::uint32_t v : calls) seen[v] = s;
      todo.assign(1, s);
      while (!todo.empty() && found.size() <= most) {
        const std::uint32_t from = todo.back();
        todo.pop_back();
        for (const std::uint32_t v : p.refs_of(from)) {
          if (seen[v] == s || (is_function[v] ? from == s : !has_table[v])) continue;
          seen[v] = s;
          if (is_function[v]) found.push_back(v);
          if (has_table[v])
            std::copy_if(copies[v].begin(), copies[v].end(), std::back_inserter(todo),
                         [&](std::uint32_t copy) { return is_table(p.summaries[copy]); });
          if (found.size() > most) break;
        }
      }
    }
    if (found.size() <= most)
      for (const std::uint32_t v : found) {
        callees.push_back(v);
        infos.emplace_back(Hotness::unknown, false, /*speculative=*/true);
      }
    p.summaries[s].first_call = begin;
  }
  const std::uint64_t more = callees.size() - p.callees.size();
  p.callees = std::move(callees);
  p.call_infos = std::move(infos);
  return more;
}

}  // namespace lathe::thinlto
