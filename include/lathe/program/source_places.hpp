// Where a program's instructions stand in the user's source: what a View says of it (Fact::location), for remarks. A View
// that does not say gives nothing, and nothing is asked.
#pragma once

#include <lathe/program/view.hpp>
#include <lathe/support/source_place.hpp>

namespace lathe::program {

/// Of an instruction.
template <View P>
SourcePlace source_place(const P& p, const inst_t<P>& i) {
  if constexpr (Facts(P::facts).has(Fact::location)) return p.location(i);
  return {};
}

/// Of a block: that of its first instruction which has any. O(instructions of it).
template <View P>
SourcePlace source_place_in(const P& p, const block_t<P>& b) {
  if constexpr (Facts(P::facts).has(Fact::location))
    for (auto&& i : p.instructions(b))
      if (SourcePlace at = p.location(i)) return at;
  return {};
}

/// Of the function: that of its entry.
template <View P>
SourcePlace source_place_of(const P& p) {
  if constexpr (Facts(P::facts).has(Fact::location))
    if (auto&& blocks = p.blocks(); blocks.begin() != blocks.end()) return source_place_in(p, *blocks.begin());
  return {};
}

}  // namespace lathe::program
