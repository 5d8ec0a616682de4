// Type legalization over any graph: every value of an illegal type becomes values of legal types.
//
// The client says which types are legal and supplies the rules; a rule is asked for each node that has an illegal
// result or operand. It reads the parts of illegal operands (`walk.part`), makes nodes of any types, and hands in
// the parts of each result (`walk.set`), one step at a time: <3 x i128> may become three i128, which are then
// rewritten themselves. `walk.flat` gives all steps.
//
// Needs:  a Graph and a client (concept TypeClient).
// Gives:  a graph in which every type reachable from the pins is legal, or a Refusal. Linear in nodes made.
// Source: the reference's type legalizer (actions promote, expand, split, scalarize live in the client's rules).
#pragma once

#include <concepts>

#include <lathe/dag/legalize_walk.hpp>

namespace lathe::dag {

template <class C, class G>
concept HasLegalType = requires(const C& client, typename G::Type type) {
  { client.legal(type) } -> std::convertible_to<bool>;
};
template <class C, class Walk>
concept HasTypeRule = requires(C& client, Walk& walk, NodeId id) {
  { client.lower(walk, id) } -> std::same_as<Rewrite>;
};
/// Optional: nodes whose types are all legal and that the client wants to see all the same.
template <class C, class G>
concept HasWants = requires(const C& client, const G& graph, NodeId id) {
  { client.wants(graph, id) } -> std::convertible_to<bool>;
};

template <class G, class C>
class TypeLegalizer {
 public:
  using Walk = LegalizeWalk<G, TypeLegalizer>;

  TypeLegalizer(G& graph, C& client, const LegalizeOptions& options = {})
      : graph_(graph), client_(client), walk_(graph, *this, options) {}

  /// Rewrites the graph in place. Returns at once, O(nodes), when everything is legal already.
  Refusal run() {
    bool work = false;
    for (NodeId id = 0; id < graph_.size() && !work; ++id) work = graph_.alive(id) && needs(id);
    return work ? walk_.run() : Refusal{};
  }
  /// What stands for a value after `run`.
  Value current(Value value) const { return walk_.current(value); }
  const LegalizeStats& stats() const { return walk_.stats(); }

  bool needs(NodeId id) const {
    for (const auto& type : graph_.types(id))
      if (!client_.legal(type)) return true;
    for (std::uint32_t i = 0; i < graph_.operand_count(id); ++i)
      if (!client_.legal(graph_.type(graph_.operand(id, i)))) return true;
    if constexpr (HasWants<C, G>) return client_.wants(graph_, id);
    return false;
  }
  Rewrite rewrite(Walk& walk, NodeId id) { return client_.lower(walk, id); }

 private:
  G& graph_;
  C& client_;
  Walk walk_;
};

/// What a client of the type legalizer supplies.
template <class C, class G>
concept TypeClient = HasLegalType<C, G> && HasTypeRule<C, typename TypeLegalizer<G, C>::Walk>;

template <class C, class G>
consteval bool explain_type_client() {
  static_assert(HasLegalType<C, G>, "dag::TypeClient wants  bool legal(Type) const;            // a register holds it");
  static_assert(
      HasTypeRule<C, typename TypeLegalizer<G, C>::Walk>,
      "dag::TypeClient wants  Rewrite lower(Walk&, NodeId);       // make the parts, call walk.set per result");
  return true;
}

/// Door: legalizes the types of `graph`. To learn what became of a value (a root that is not pinned), use
/// TypeLegalizer itself and ask `current(v)` after `run`.
template <class G, class C>
  requires TypeClient<C, G>
Refusal legalize_types(G& graph, C& client, const LegalizeOptions& options = {}, LegalizeStats* stats = nullptr) {
  TypeLegalizer<G, C> legalizer(graph, client, options);
  const Refusal refusal = legalizer.run();
  if (stats != nullptr) *stats = legalizer.stats();
  return refusal;
}

}  // namespace lathe::dag
