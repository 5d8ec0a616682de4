// Operation legalization over any graph: every operation becomes ones that the selector takes.
//
// The client tells the action of a node (from an ActionTable, usually) and does the work of each action; what it
// makes is legalized again. Custom that makes nothing falls to expand, as in the reference.
//
// Needs:  a Graph whose types are legal, and a client (concept OperationClient).
// Gives:  a graph in which the action of each node reachable from the pins is `legal`, or a Refusal. Linear in nodes
//         made; Options::fuel bounds rules that make each other's input.
// Source: the reference's operation legalizer: action codes legal 0, custom 1, expand 2, libcall 3, promote 4.
#pragma once

#include <array>
#include <concepts>
#include <vector>

#include <lathe/dag/action_table.hpp>
#include <lathe/dag/legalize_walk.hpp>

namespace lathe::dag {

template <class C, class G>
concept HasAction = requires(const C& client, const G& graph, NodeId id) {
  { client.action(graph, id) } -> std::same_as<Action>;
};
/// Each appends one value per result of the node to `out` and returns true, or returns false: no rule. A value of the
/// node itself says that it stays as it is.
template <class C, class G>
concept HasCustom = requires(C& client, G& graph, NodeId id, std::vector<Value>& out) {
  { client.custom(graph, id, out) } -> std::convertible_to<bool>;
};
template <class C, class G>
concept HasExpand = requires(C& client, G& graph, NodeId id, std::vector<Value>& out) {
  { client.expand(graph, id, out) } -> std::convertible_to<bool>;
};
template <class C, class G>
concept HasLibcall = requires(C& client, G& graph, NodeId id, std::vector<Value>& out) {
  { client.libcall(graph, id, out) } -> std::convertible_to<bool>;
};
template <class C, class G>
concept HasPromote = requires(C& client, G& graph, NodeId id, std::vector<Value>& out) {
  { client.promote(graph, id, out) } -> std::convertible_to<bool>;
};

/// What a client supplies. Only `action` and `expand` are required; a missing one of the others is "no rule".
template <class C, class G>
concept OperationClient = HasAction<C, G> && HasExpand<C, G>;

template <class C, class G>
consteval bool explain_operation_client() {
  static_assert(HasAction<C, G>, "dag::OperationClient wants  Action action(const Graph&, NodeId) const;");
  static_assert(
      HasExpand<C, G>,
      "dag::OperationClient wants  bool expand(Graph&, NodeId, std::vector<Value>& out);  // one value a result");
  return true;
}

struct OperationStats {
  LegalizeStats walk;
  std::array<std::uint64_t, action_count> actions{};  ///< by action code; custom that fell through counts as expand
};

template <class G, class C>
class OperationLegalizer {
 public:
  using Walk = LegalizeWalk<G, OperationLegalizer>;

  OperationLegalizer(G& graph, C& client, const LegalizeOptions& options = {})
      : graph_(graph), client_(client), walk_(graph, *this, options) {}

  Refusal run() {
    bool work = false;
    for (NodeId id = 0; id < graph_.size() && !work; ++id) work = graph_.alive(id) && needs(id);
    return work ? walk_.run() : Refusal{};
  }
  Value current(Value value) const { return walk_.current(value); }
  OperationStats stats() const { return {walk_.stats(), actions_}; }

  bool needs(NodeId id) const { return client_.action(graph_, id) != Action::legal; }

  Rewrite rewrite(Walk& walk, NodeId id) {
    Action action = client_.action(graph_, id);
    out_.clear();
    bool found = false;
    if (action == Action::custom) {
      if constexpr (HasCustom<C, G>) found = client_.custom(graph_, id, out_);
      if (!found) {
        action = Action::expand;
        out_.clear();
      }
    }
    if (action == Action::expand) found = client_.expand(graph_, id, out_);
    if (action == Action::promote) {
      if constexpr (HasPromote<C, G>) found = client_.promote(graph_, id, out_);
    }
    if (action == Action::libcall) {
      if constexpr (HasLibcall<C, G>) found = client_.libcall(graph_, id, out_);
    }
    ++actions_[static_cast<std::size_t>(action)];
    if (!found || out_.size() != graph_.result_count(id)) return Rewrite::refused;
    if (graph_.resolve(out_[0]).node == id) return Rewrite::kept;
    for (std::uint32_t r = 0; r < out_.size(); ++r) walk.set(id, r, out_[r]);
    return Rewrite::replaced;
  }

 private:
  G& graph_;
  C& client_;
  Walk walk_;
  std::array<std::uint64_t, action_count> actions_{};
  std::vector<Value> out_;
};

/// Door: legalizes the operations of `graph`.
template <class G, class C>
  requires OperationClient<C, G>
Refusal legalize_operations(G& graph, C& client, const LegalizeOptions& options = {}, OperationStats* stats = nullptr) {
  OperationLegalizer<G, C> legalizer(graph, client, options);
  const Refusal refusal = legalizer.run();
  if (stats != nullptr) *stats = legalizer.stats();
  return refusal;
}

}  // namespace lathe::dag
