// A round of a plan written into the user's IR.
//
// Sites are replaced from the last to the first, so places that are still to come stay valid in an IR whose
// instructions are numbered.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/outline/plan.hpp>

namespace lathe::outline {

template <class E>
concept HasCreate = requires(E& editor, const OutlinedFunction& function, const PlannedSite& site) {
  requires !std::same_as<decltype(editor.create(function, site)), void>;
};
template <class E>
concept HasReplace = HasCreate<E> && requires(E& editor, const OutlinedFunction& function, const PlannedSite& site) {
  editor.replace(site, std::uint32_t{}, editor.create(function, site));
};

/// `create(function, first)` makes a function, behind all others, whose body is a copy of the sequence at site `first`:
/// its parameters are first.arguments, its results first.results. `replace(site, length, handle)` puts a call in the
/// place of the site's `length` instructions: site.results = handle(site.arguments).
template <class E>
concept Editor = HasCreate<E> && HasReplace<E>;

template <class E>
consteval bool explain_editor() {
  static_assert(HasCreate<E>,
                "outline::Editor wants  Function create(const OutlinedFunction&, const PlannedSite& first);");
  if constexpr (HasCreate<E>)
    static_assert(HasReplace<E>, "outline::Editor wants  void replace(const PlannedSite&, uint32_t length, Function);");
  return true;
}

/// Precondition: the round fits the IR as it is now (check_plan finds nothing). All functions are created before the
/// first site is replaced.
template <class E>
void apply(E& editor, const Round& round) {
  static_assert(explain_editor<E>());
  using Function = decltype(editor.create(round.functions[0], round.sites[0]));
  std::vector<std::optional<Function>> made(round.functions.size());
  std::vector<const PlannedSite*> first(round.functions.size(), nullptr);
  for (const PlannedSite& site : round.sites)
    if (first[site.function] == nullptr) first[site.function] = &site;
  for (std::size_t f = 0; f < round.functions.size(); ++f)
    if (first[f] != nullptr) made[f].emplace(editor.create(round.functions[f], *first[f]));
  for (std::size_t s = round.sites.size(); s-- > 0;) {
    const PlannedSite& site = round.sites[s];
    editor.replace(site, round.functions[site.function].interface.length, *made[site.function]);
  }
}

}  // namespace lathe::outline
