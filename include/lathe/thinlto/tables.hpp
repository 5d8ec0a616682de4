// Functions in constant tables, virtual tables above all, as likely targets of the indirect calls of who refers to the table.
//
// Once a body stands where the table is known, a load from it is a function, and the call is direct: then the function's body
// should be there, too. The problem says it as a speculative call, so the planner asks for such functions last and at the same
// threshold, and the text form shows them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto {

/// Gives each function a speculative call of the functions in constants that it refers to, also through other constants, where
/// these are at most `most` functions together and it does not call them anyhow. How many calls that were.
/// Precondition: check_problem finds nothing. O(references + calls + for each function what its tables hold, up to `most`).
template <class = void>
std::uint64_t add_table_targets(Problem& p, std::uint32_t most) {
  // Of each value: its copies that are constants, and whether it is a function.
  std::vector<std::uint32_t> first(p.values.size() + 1, 0), copies;
  std::vector<bool> is_function(p.values.size(), false);
  const auto is_table = [&](const Summary& s) { return s.kind == Kind::variable && s.has(flag::constant); };
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s) {
    first[p.summaries[s].value + 1] += is_table(p.summaries[s]);
    if (p.summaries[p.base(s)].kind == Kind::function) is_function[p.summaries[s].value] = true;
  }
  for (std::uint32_t v = 0; v < p.values.size(); ++v) first[v + 1] += first[v];
  copies.resize(first.back());
  std::vector<std::uint32_t> at(first.begin(), first.end() - 1);
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
    if (is_table(p.summaries[s])) copies[at[p.summaries[s].value]++] = s;

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
          if (is_function[v] ? from == s || seen[v] == s : first[v] == first[v + 1] || seen[v] == s) continue;
          seen[v] = s;
          if (is_function[v]) found.push_back(v);
          todo.insert(todo.end(), copies.begin() + first[v], copies.begin() + first[v + 1]);
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
