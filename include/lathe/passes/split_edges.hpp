// Critical edges split by frequency, in front of phi elimination: a copy for a phi stands at the end of the block
// that it comes from and is run whichever way that block takes; on a block of its own it is run with the edge alone.
//
// A copy is expected where a phi takes a constant, takes what is live into a successor of the block beside that, or
// what another phi of the block takes, too; else phi elimination makes one register of the two. An edge is split
// where the expected copies, by how often they would be run in vain, are more than the jumps that the new block costs.
//
// Needs: an Editor with phis (`incoming`) in SSA form. Cost: liveness, O(what phis take); frequencies are the View's
// blocks' times the static probabilities of their ways.
// Source: the edges are those of Briggs et al., SPE 1998; by live-out values as in LLVM's PHIElimination, here by gain.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/follow_liveness.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/places.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct SplitEdgesOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  bool all = false;      ///< each critical edge into a block with phis
  double jump_cost = 1;  ///< of a block on the edge, in copies
  bool explain = false;  ///< fill SplitEdgesResult::kept
};
enum class SplitEdgesReason : std::uint8_t {
  no_copies,  ///< none is expected
  no_gain     ///< the edge is taken so often that they are seldom run in vain
};
inline constexpr const char* split_edges_reason_names[] = {"no copies on it", "taken too often"};
struct SplitEdgesStats {
  std::uint64_t critical = 0, split = 0, copies = 0;
  static constexpr auto fields() {
    using S = SplitEdgesStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"critical edges to phis", &S::critical}, F{"edges split", &S::split},
                      F{"copies expected on these", &S::copies}};
  }
};
/// Of an edge that is left: the block's last instruction.
template <View P>
using SplitEdgesResult = PassResult<P, SplitEdgesStats, SplitEdgesReason>;

namespace detail {

template <Editor P, class Change, class... Observers>
class SplitEdges {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  struct Edge {
    std::uint32_t from, way;
    std::uint32_t to, copies;
  };

 public:
  SplitEdges(Chain<P>& on, const SplitEdgesOptions& options, Change& changes, SplitEdgesResult<P>& result,
             Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        changes_(changes),
        result_(result),
        live_(code_, on_.flow()),
        editing_(code_, on_, observers...) {}

  void run() {
    const std::vector<double> probability =
        flow::edge_probabilities(on_.places().cfg, on_.places().loops, on_.places().order);
    std::vector<Edge> todo;
    for (const std::uint32_t b : on_.places().order.blocks) {
      if (on_.flow().successors(b).size() < 2) continue;
      std::uint32_t way = 0;
      std::vector<std::uint32_t> targets;
      code_.for_each_successor(on_.known().blocks[b],
                               [&](const block_t<P>& to) { targets.push_back(on_.known().blocks.find(to)); });
      for (const std::uint32_t to : targets) {
        // Two ways to one block are one edge; its phis take one value for both.
        if (on_.flow().predecessors(to).size() > 1 && std::count(targets.begin(), targets.end(), to) == 1)
          judge({b, way, to, 0}, probability, todo);
        ++way;
      }
    }
    for (const Edge& e : todo) {
      if (!changes_.next("EdgeSplit")) return;
      const block_t<P> from = on_.known().blocks[e.from], to = on_.known().blocks[e.to];  // their list grows
      changes_.remark(Remark::Kind::passed, "EdgeSplit", code_, InBlock{from},
                      [&] { return "a block for " + std::to_string(e.copies) + " copies"; });
      editing_.split_edge(from, e.way, to);
      ++result_.stats.split;
      result_.stats.copies += e.copies;
    }
  }

 private:
  void judge(Edge e, const std::vector<double>& probability, std::vector<Edge>& todo) {
    bool phis = false;
    e.copies = expected(e, phis);
    if (!phis) return;
    ++result_.stats.critical;
    double taken = 0;
    const auto successors = on_.places().cfg.successors(e.from);
    for (std::uint32_t k = 0; k < successors.size(); ++k)
      if (successors[k] == e.to) taken = probability[on_.places().cfg.first_edge(e.from) + k];
    const bool gains = static_cast<double>(e.copies) * (1 - taken) > taken * options_.jump_cost;
    if (options_.all || (e.copies != 0 && gains)) return todo.push_back(e);
    if (!options_.explain) return;
    std::optional<Inst> last;
    for (auto&& i : code_.instructions(on_.known().blocks[e.from])) last = i;
    result_.kept.push_back({e.copies == 0 ? SplitEdgesReason::no_copies : SplitEdgesReason::no_gain, *last});
  }
  std::uint32_t expected(const Edge& e, bool& phis) const {
    std::uint32_t copies = 0;
    std::vector<Value> taken;
    for (auto&& i : code_.instructions(on_.known().blocks[e.to])) {
      if (!code_.effects(i).has(Effect::phi)) break;
      phis = true;
      const Value result = result_of(code_, i);
      code_.for_each_incoming(i, [&](const block_t<P>& from, const Value& v) {
        if (on_.known().blocks.find(from) != e.from || v == result) return;
        bool stays = !nameable(code_, v) || std::find(taken.begin(), taken.end(), v) != taken.end();
        for (const std::uint32_t s : on_.flow().successors(e.from))
          stays = stays || live_.in(s, on_.known().values.find(v));
        copies += stays;
        taken.push_back(v);
      });
    }
    return copies;
  }

  Chain<P>& on_;
  P& code_;
  const SplitEdgesOptions& options_;
  Change& changes_;
  SplitEdgesResult<P>& result_;
  // As the code was: it hears of no edit. Whatever lives along an edge would be walked anew for each edge that is split, and
  // what lives everywhere through the whole function.
  const flow::FollowLiveness<P> live_;
  ChainEditing<P, Observers...> editing_;
};

}  // namespace detail

/// Splits the critical edges on which copies would be run in vain.
template <Editor P, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::incoming))
SplitEdgesResult<P> split_edges(Chain<P>& on, const SplitEdgesOptions& options = {}, Sink&& sink = {},
                                Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  SplitEdgesResult<P> result;
  Change changes("phi-edge-splitting", options.fuel, sink, observers...);
  detail::SplitEdges<P, Change, Observers...>(on, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::incoming))
SplitEdgesResult<P> split_edges(P& code, const SplitEdgesOptions& options = {}, Sink&& sink = {},
                                Observers&... observers) {
  Chain<P> on(code);
  return split_edges(on, options, sink, observers...);
}

}  // namespace lathe::passes
