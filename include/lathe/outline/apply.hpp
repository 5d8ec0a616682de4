// A round of a plan written into the user's IR, in the user's own handles.
//
// Sites are replaced from the last to the first, so places that are still to come stay valid in an IR whose
// instructions are numbered.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/outline/ingest.hpp>
#include <lathe/outline/plan.hpp>

namespace lathe::outline {

/// A site of a round: `length` instructions of `block` from `first` on, which is the `at`-th of the block.
template <class Block, class Inst, class Value>
struct SiteAt {
  Block block;
  Inst first;                             ///< it begins with this one
  std::uint32_t at = 0, length = 0;       ///< of `first` in its block, and instructions of the site
  std::vector<Value> arguments, results;  ///< in the order of the interface
};
/// A site in the handles of the program.
template <class P>
using site_of_t = SiteAt<block_of_t<P>, inst_of_t<P>, value_of_t<P>>;

template <class E, class P>
concept HasCreate = requires(E& editor, const OutlinedFunction& function, const site_of_t<P>& site) {
  requires !std::same_as<decltype(editor.create(function, site)), void>;
};
template <class E, class P>
concept HasReplace =
    HasCreate<E, P> && requires(E& editor, const OutlinedFunction& function, const site_of_t<P>& site) {
      editor.replace(site, editor.create(function, site));
    };

/// Of a program P. `create(function, first)` makes a function, behind all others, whose body is a copy of the sequence
/// at site `first`: its parameters are first.arguments, its results first.results. `replace(site, handle)` puts a call
/// in the place of the site's instructions: site.results = handle(site.arguments).
template <class E, class P>
concept Editor = HasCreate<E, P> && HasReplace<E, P>;

template <class E, class P>
consteval bool explain_editor() {
  static_assert(told(HasCreate<E, P>),
                "outline::Editor wants  Function create(const OutlinedFunction&, const Site& first);");
  if constexpr (HasCreate<E, P>)
    static_assert(told(HasReplace<E, P>), "outline::Editor wants  void replace(const Site&, Function);");
  return true;
}

/// Precondition: `in` is what was planned on, and the IR is as it was then. All functions are created before the first
/// site is replaced.
template <class P, class E>
void apply(E& editor, const Ingested<P>& in, const Round& round) {
  static_assert(explain_editor<E, P>());
  using Function = decltype(editor.create(round.functions[0], std::declval<const site_of_t<P>&>()));
  const auto values = [&](const std::vector<std::uint32_t>& numbers) {
    std::vector<value_of_t<P>> out;
    for (const std::uint32_t v : numbers) out.push_back(in.values[v]);
    return out;
  };
  const auto site_of = [&](const PlannedSite& s) {
    return site_of_t<P>{in.blocks[s.site.block],
                        in.insts[s.site.first],
                        s.site.first - in.problem.blocks[s.site.block].first,
                        round.functions[s.function].interface.length,
                        values(s.arguments),
                        values(s.results)};
  };
  std::vector<std::optional<Function>> made(round.functions.size());
  std::vector<const PlannedSite*> first(round.functions.size(), nullptr);
  for (const PlannedSite& site : round.sites)
    if (first[site.function] == nullptr) first[site.function] = &site;
  for (std::size_t f = 0; f < round.functions.size(); ++f)
    if (first[f] != nullptr) made[f].emplace(editor.create(round.functions[f], site_of(*first[f])));
  for (std::size_t s = round.sites.size(); s-- > 0;)
    editor.replace(site_of(round.sites[s]), *made[round.sites[s].function]);
}

}  // namespace lathe::outline
