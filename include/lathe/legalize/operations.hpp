// Operation legalization over any graph: every operation becomes ones that the selector takes.
//
// The client tells the action of a node (from an ActionTable, usually) and does the work of each action; what it
// makes is legalized again. Custom that makes nothing falls to expand, as in the reference.
//
// Needs:  a LegalizeGraph whose types are legal, and a client (concept OperationClient).
// Gives:  a graph in which the action of each node reachable from the pins is `legal`, or `custom` where the client
//         kept it, or a Refusal with the node, the action and why. Counters per action, trace, remarks;
//         LegalizeOptions::fuel ends rules that make each other's input. legalize/check.hpp judges the outcome.
// Cost:   linear in nodes and operands, those made on the way included, in uses moved, and the rules.
// Source: the reference's operation legalizer: action codes legal 0, custom 1, expand 2, libcall 3, promote 4.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/legalize/action_table.hpp>
#include <lathe/legalize/walk.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::dag {

/// What a client supplies. Only `action` and `expand` are required; a missing one of the others is "no rule". Each of
/// custom, expand, libcall and promote has the form of `expand`: one value per result, or false when there is no rule;
/// a value of the node itself says that it stays as it is.
template <class C, class G>
concept OperationClient = LegalizeGraph<G> && HasAction<C, G> && HasExpand<C, G>;

/// One error per missing member, each with the signature to write.
template <class C, class G>
consteval bool explain_operation_client() {
  static_assert(
      told(LegalizeGraph<G>),
      "the graph of a dag::OperationClient is a LegalizeGraph: static_assert(dag::explain_legalize_graph<G>()) "
      "tells what it lacks");
  static_assert(told(HasAction<C, G>), "dag::OperationClient wants  Action action(const Graph&, NodeId) const;");
  static_assert(
      told(HasExpand<C, G>),
      "dag::OperationClient wants  bool expand(Graph&, NodeId, std::vector<Value>& out);  // one value a result");
  return true;
}

struct OperationStats : LegalizeStats {
  std::uint64_t custom = 0;  ///< done, or kept, by the client's custom rule
  std::uint64_t expand = 0;
  std::uint64_t libcall = 0;
  std::uint64_t promote = 0;
  std::uint64_t declined = 0;  ///< custom that had no rule and became expand, counted there too

  static constexpr auto fields() {
    using S = OperationStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"visited", &S::visited},  F{"rewritten", &S::rewritten}, F{"kept", &S::kept},
                      F{"created", &S::created},  F{"updated", &S::updated},     F{"custom", &S::custom},
                      F{"expand", &S::expand},    F{"libcall", &S::libcall},     F{"promote", &S::promote},
                      F{"declined", &S::declined}};
  }
};

/// Makes operations into ones that the machine has, by the rules of a client.
template <LegalizeGraph G, class C>
class OperationLegalizer {
 public:
  using Walk = LegalizeWalk<G, OperationLegalizer>;  ///< the walk that it runs

  /// Both outlive it.
  OperationLegalizer(G& graph, C& client, const LegalizeOptions& options = {})
      : graph_(graph), client_(client), walk_(graph, *this, options) {}

  /// Rewrites the graph in place. Returns at once, O(nodes), when everything is legal already.
  Refusal run() {
    bool work = false;
    for (NodeId id = 0; id < graph_.size() && !work; ++id) work = graph_.alive(id) && needs(id);
    Refusal refusal = work ? walk_.run() : Refusal{};
    if (refusal && graph_.alive(refusal.node)) refusal.action = client_.action(graph_, refusal.node);
    return refusal;
  }
  /// What stands for a value after `run`.
  Value current(Value value) const { return walk_.current(value); }
  /// Of the last run.
  OperationStats stats() const {
    OperationStats all = stats_;
    static_cast<LegalizeStats&>(all) = walk_.stats();
    return all;
  }

  /// Of the walk: the client says that something is to be done to the node.
  bool needs(NodeId id) const { return client_.action(graph_, id) != Action::legal; }
  RefusalReason refused() const { return refused_; }  ///< of the walk: why `rewrite` gave up last
  /// What was done to the node at hand.
  std::string_view how(NodeId) const { return to_string(done_); }

  /// Of the walk: does what the client says of the node, once.
  Rewrite rewrite(Walk& walk, NodeId id) {
    if (!perform(id)) return Rewrite::refused;
    if (out_.size() != graph_.result_count(id) || out_.empty()) return refuse(RefusalReason::wrong_count);
    for (std::uint32_t r = 0; r < out_.size(); ++r) {
      if (!walk.there(out_[r])) return refuse(RefusalReason::bad_value);
      const Value v = graph_.resolve(out_[r]);
      if (v.node == id && r == 0) return Rewrite::kept;
      if (!(graph_.type(v) == graph_.type(Value{id, r}))) return refuse(RefusalReason::wrong_type);
      walk.set(id, r, v);
    }
    return Rewrite::replaced;
  }

 private:
  // Fills out_; false when there is no rule.
  bool perform(NodeId id) {
    refused_ = RefusalReason::no_rule;
    done_ = client_.action(graph_, id);
    out_.clear();
    bool found = false;
    if (done_ == Action::custom) {
      if constexpr (HasCustom<C, G>) found = client_.custom(graph_, id, out_);
      if (found) {
        ++stats_.custom;
      } else {
        ++stats_.declined;
        done_ = Action::expand;
        out_.clear();
      }
    }
    if (done_ == Action::expand) {
      found = client_.expand(graph_, id, out_);
      ++stats_.expand;
    } else if (done_ == Action::promote) {
      if constexpr (HasPromote<C, G>) found = client_.promote(graph_, id, out_);
      ++stats_.promote;
    } else if (done_ == Action::libcall) {
      if constexpr (HasLibcall<C, G>) found = client_.libcall(graph_, id, out_);
      ++stats_.libcall;
    }
    return found;
  }
  Rewrite refuse(RefusalReason why) {
    refused_ = why;
    return Rewrite::refused;
  }

  G& graph_;
  C& client_;
  Walk walk_;
  OperationStats stats_;
  Action done_ = Action::legal;
  RefusalReason refused_ = RefusalReason::none;
  std::vector<Value> out_;
};

/// Door: legalizes the operations of `graph`. A refusal leaves the graph half done: meant for the error message, not
/// for another try. The sink hears of each rewrite, afterwards, and of the refusal.
template <class G, class C, class Sink = NoRemarks>
Refusal legalize_operations(G& graph, C& client, const LegalizeOptions& options = {}, OperationStats* stats = nullptr,
                            Sink&& sink = {}) {
  static_assert(explain_legalize_graph<G>());
  if constexpr (LegalizeGraph<G>) static_assert(explain_operation_client<C, G>());
  Refusal refusal;
  if constexpr (OperationClient<C, G>) {
    LegalizeTrace own;
    LegalizeOptions used = options;
    if (wants_remarks<Sink> && used.trace == nullptr) used.trace = &own;
    const std::size_t first_step = used.trace != nullptr ? used.trace->steps.size() : 0;
    OperationLegalizer<G, C> legalizer(graph, client, used);
    refusal = legalizer.run();
    if (stats != nullptr) *stats = legalizer.stats();
    if constexpr (wants_remarks<Sink>) remark_steps(*used.trace, first_step, refusal, "legalize-operations", sink);
  }
  return refusal;
}

}  // namespace lathe::dag
