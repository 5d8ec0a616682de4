// What each module must show to the others: what they import from it, and what that refers to in its own module.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/thinlto/analysis.hpp>

namespace lathe::thinlto {

/// O(summaries + imports + calls and references of what is exported, each with the logarithm of a value's copies).
template <class = void>
inline std::vector<Export> exports_of(const Problem& p, const Copies& copies, const Analysis& analysis,
                                      const std::vector<ModulePlan>& modules) {
  enum : std::uint8_t { hidden, referred, shown };
  std::vector<std::uint8_t> state(p.summaries.size(), hidden);
  for (const ModulePlan& plan : modules)
    for (const Import import : plan.imports)
      state[import.summary] = std::max<std::uint8_t>(state[import.summary], import.declaration ? referred : shown);
  for (const Module& m : p.modules) {
    // What it refers to in its own module, whose summaries are neighbours.
    const auto refer = [&](std::uint32_t value) {
      const std::uint32_t s = copies.of_module(value, m);
      if (s != none && state[s] == hidden) state[s] = referred;
    };
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) {
      if (state[s] != shown) continue;
      const std::uint32_t body = p.base(s);
      // The initializer of a variable that nobody reads becomes zero.
      if ((analysis.attributes[body] & flag::write_only) != 0) continue;
      for (const std::uint32_t v : p.calls_of(body)) refer(v);
      for (const std::uint32_t v : p.refs_of(body)) refer(v);
    }
  }
  std::vector<Export> out;
  out.reserve(state.size() - static_cast<std::size_t>(std::count(state.begin(), state.end(), hidden)));
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
    if (state[s] != hidden) out.push_back({s, state[s] == referred});
  return out;
}

}  // namespace lathe::thinlto
