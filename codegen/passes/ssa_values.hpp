// Which values are proper SSA values: one definition, whole and under no guard, that dominates every use. True of
// everything that selection makes; of other code it holds for many registers.
//
// Needs: a code.hpp client, every block reachable. Cost: O(operands + edges log blocks).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>

#include "codegen/passes/code.hpp"

namespace lathe::codegen::passes {

/// Which values have one definition that is in front of every read on every path.
template <View P>
class SsaValues {
 public:
  /// Of the code as it stands. O(size * log blocks).
  explicit SsaValues(const P& code)
      : values_(code), def_(values_.count(), inst_t<P>()), proper_(values_.count(), true) {
    const Layout<P> layout(code);
    std::vector<Place> place(values_.count());
    find_definitions(code, layout, place);
    const flow::Cfg cfg = make_cfg(code, layout);
    const flow::Dominators dominators(cfg);
    const auto check = [&](const value_t<P>& value, std::uint32_t b, std::uint32_t index) {
      const std::uint32_t v = values_.number(value);
      if (!proper_[v]) return;
      const Place& p = place[v];
      // A value without definition holds nothing that could be handed on.
      proper_[v] = p.block == b ? p.index <= index : p.block != none && dominators.dominates(p.block, b);
    };
    for (std::uint32_t b = 0; b < layout.count(); ++b) {
      std::uint32_t index = 0;
      for (auto&& i : code.instructions(layout[b])) {
        const std::uint32_t at = index++;
        if (says_only(code, i)) continue;
        if (is_phi(code, i))
          for_each_incoming(code, i, [&](const block_t<P>& from, const value_t<P>& v) {
            if (const std::uint32_t n = layout.number(from); n != none) check(v, n, none);
          });
        else
          passes::for_each_value(code, i, [&](const value_t<P>& v, bool def) {
            if (!def) check(v, b, at);
          });
      }
    }
  }
  /// Has it one such definition? False for values made since.
  bool proper(const value_t<P>& v) const {
    const std::uint32_t n = values_.number(v);
    return n < proper_.size() && proper_[n];
  }
  /// The definition of a proper value; a handle made from nothing when it has none. Valid until its block changes.
  const inst_t<P>& definition(const value_t<P>& v) const { return def_[values_.number(v)]; }
  friend bool operator==(const SsaValues& a, const SsaValues& b) { return a.def_ == b.def_ && a.proper_ == b.proper_; }

 private:
  struct Place {
    std::uint32_t block = none, index = 0;  // of the first instruction behind the definition
  };

  void find_definitions(const P& code, const Layout<P>& layout, std::vector<Place>& place) {
    if constexpr (Facts(P::facts).has(Fact::parameters))
      code.for_each_parameter([&](const value_t<P>& v) { place[values_.number(v)] = {0, 0}; });
    for (std::uint32_t b = 0; b < layout.count(); ++b) {
      std::uint32_t index = 0;
      for (auto&& i : code.instructions(layout[b])) {
        ++index;
        passes::for_each_value(code, i, [&](const value_t<P>& value, bool def) {
          if (!def) return;
          const std::uint32_t v = values_.number(value);
          if (place[v].block != none || may_not_write(code, i)) proper_[v] = false;
          place[v] = {b, index};
          def_[v] = i;
        });
      }
    }
  }

  Values<P> values_;
  std::vector<inst_t<P>> def_;
  std::vector<bool> proper_;
};

}  // namespace lathe::codegen::passes
