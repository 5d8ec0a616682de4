// Type legalization over any graph: every value of an illegal type becomes values of legal types.
//
// The client says which types are legal and supplies the rules; a rule is asked for each node that has an illegal
// result or operand. It reads the parts of illegal operands (`walk.part`), makes nodes of any types, and hands in
// the parts of each result (`walk.set`), one step at a time: <3 x i128> may become three i128, which are then
// rewritten themselves. `walk.flat` gives all steps.
//
// Needs:  a LegalizeGraph and a client (concept TypeClient).
// Gives:  a graph in which every type reachable from the pins is legal, or a Refusal with the node, the illegal value
//         and why. Counters, trace, remarks, fuel; legalize/check.hpp judges the outcome.
// Cost:   linear in nodes and operands, those made on the way included, in uses moved, and the rules;
//         O(nodes + operands) when all is legal.
// Source: the reference's type legalizer (actions promote, expand, split, scalarize live in the client's rules).
#pragma once

#include <string_view>

#include <lathe/legalize/walk.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::dag {

/// Makes values of types that no register holds into values of types that one holds, by the rules of a client.
template <LegalizeGraph G, class C>
class TypeLegalizer {
 public:
  using Walk = LegalizeWalk<G, TypeLegalizer>;  ///< the walk that it runs

  /// Both outlive it.
  TypeLegalizer(G& graph, C& client, const LegalizeOptions& options = {})
      : graph_(graph), client_(client), walk_(graph, *this, options) {}

  /// Rewrites the graph in place. Returns at once, O(nodes), when everything is legal already.
  Refusal run() {
    bool work = false;
    for (NodeId id = 0; id < graph_.size() && !work; ++id) work = graph_.alive(id) && needs(id);
    Refusal refusal = work ? walk_.run() : Refusal{};
    if (refusal && graph_.alive(refusal.node)) refusal.value = illegal(refusal.node);
    return refusal;
  }
  /// What stands for a value after `run`.
  Value current(Value value) const { return walk_.current(value); }
  const LegalizeStats& stats() const { return walk_.stats(); }

  /// Of the walk: a type of the node is illegal and not settled, or the client wants to see the node.
  bool needs(NodeId id) const {
    if (illegal(id)) {
      if constexpr (HasSettled<C, G>) {
        if (!client_.settled(graph_, id)) return true;
      } else {
        return true;
      }
    }
    if constexpr (HasWants<C, G>) return client_.wants(graph_, id);
    return false;
  }
  /// Of the walk: the client lowers the node.
  Rewrite rewrite(Walk& walk, NodeId id) { return client_.lower(walk, id); }
  RefusalReason refused() const { return RefusalReason::no_rule; }  ///< of the walk: why `rewrite` gave up
  /// The client's word for what is done to the first illegal value of a node.
  std::string_view how(NodeId id) const {
    const Value v = illegal(id);
    if (!v) return "wanted";
    if constexpr (HasHow<C, G>)
      return client_.how(graph_.type(v));
    else
      return "legalize";
  }

 private:
  // The first result of an illegal type, else the first such operand.
  Value illegal(NodeId id) const {
    for (std::uint32_t r = 0; r < graph_.result_count(id); ++r)
      if (!client_.legal(graph_.type(Value{id, r}))) return {id, r};
    for (std::uint32_t i = 0; i < graph_.operand_count(id); ++i)
      if (const Value v = graph_.operand(id, i); !client_.legal(graph_.type(v))) return v;
    return {};
  }

  G& graph_;
  C& client_;
  Walk walk_;
};

/// What a client of the type legalizer supplies. `lower` is asked for each node with an illegal result or operand,
/// after its operands: it reads what holds an operand (walk.part, walk.part_count, walk.flat), makes nodes in
/// walk.graph(), and hands in what holds each result (walk.set), in an order that it keeps to for each type. Optional:
/// wants(graph, id), settled(graph, id), how(type).
template <class C, class G>
concept TypeClient = LegalizeGraph<G> && HasLegalType<C, G> && HasTypeRule<C, typename TypeLegalizer<G, C>::Walk>;

/// One error per missing member, each with the signature to write.
template <class C, class G>
consteval bool explain_type_client() {
  static_assert(told(LegalizeGraph<G>),
                "the graph of a dag::TypeClient is a LegalizeGraph: static_assert(dag::explain_legalize_graph<G>()) "
                "tells what it lacks");
  if constexpr (LegalizeGraph<G>) {
    static_assert(told(HasLegalType<C, G>),
                  "dag::TypeClient wants  bool legal(Type) const;            // a register holds it");
    static_assert(
        told(HasTypeRule<C, typename TypeLegalizer<G, C>::Walk>),
        "dag::TypeClient wants  Rewrite lower(Walk&, NodeId);       // make the parts, call walk.set per result");
  }
  return true;
}

/// Door: legalizes the types of `graph`. To learn what became of a value (a root that is not pinned), use
/// TypeLegalizer itself and ask `current(v)` after `run`. A refusal leaves the graph half done: meant for the error
/// message, not for another try. The sink hears of each rewrite, afterwards, and of the refusal.
template <class G, class C, class Sink = NoRemarks>
Refusal legalize_types(G& graph, C& client, const LegalizeOptions& options = {}, LegalizeStats* stats = nullptr,
                       Sink&& sink = {}) {
  static_assert(explain_legalize_graph<G>());
  if constexpr (LegalizeGraph<G>) static_assert(explain_type_client<C, G>());
  Refusal refusal;
  if constexpr (TypeClient<C, G>) {
    LegalizeTrace own;
    LegalizeOptions used = options;
    if (wants_remarks<Sink> && used.trace == nullptr) used.trace = &own;
    const std::size_t first_step = used.trace != nullptr ? used.trace->steps.size() : 0;
    TypeLegalizer<G, C> legalizer(graph, client, used);
    refusal = legalizer.run();
    if (stats != nullptr) *stats = legalizer.stats();
    if constexpr (wants_remarks<Sink>) remark_steps(*used.trace, first_step, refusal, "legalize-types", sink);
  }
  return refusal;
}

}  // namespace lathe::dag
