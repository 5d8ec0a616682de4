// Node splitting: cycles with several entries become natural loops, for who wants structured control flow.
//
// Of the entries of such a cycle one stays the header: that which most edges from within the cycle go to, of equals the
// first. What the other entries reach in the cycle without the header is copied, once, and who enters there from outside
// goes to the copies, which lead into the header. So each round copies at most the cycle; the copies may hold cycles
// with several entries in their turn, smaller ones.
//
// A round looks for all edges that go back to what does not dominate them, and splits the cycles of those, in the order
// of blocks, that have no block in common; the others wait for the next. A cycle is searched for in both directions at
// once until one of them comes to an end, so a small one is found in what is near it.
//
// Copies write the same registers. In SSA form (`keep_ssa`, or where there are phis) they write new ones, and phis are made
// where both are read (ssa_update.hpp); code with phis whose Editor cannot make any is refused. Refused, too, are cycles
// with convergent code, calls and markers in what is copied.
// Needs: an Editor. Hook: make_phi of ssa_update.hpp, for SSA form. Cost: O(code) for each round, of which there are as many as
// cycles with several entries stand within each other, and O(copies, and blocks to where their values are read).
// Source: controlled node splitting, Janssen, Corporaal, TOPLAS 1997, with one copy for all outside edges; cycles by
// what goes round with such an edge. Growth can be exponential in the depth of such cycles (Carter, Ferrante, Thomborson,
// "Folklore confirmed: reducible flow graphs are exponentially larger", POPL 2003): so it is bounded.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/flow/structure.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/ssa_update.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct NodeSplittingOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< a change is one cycle
  std::uint64_t growth = 100;              ///< percent that the code may grow; a floor of 100 instructions
  bool keep_ssa = false;                   ///< the code is in SSA form though it has no phis, and is to stay so
  bool explain = false;
};
enum class NodeSplittingReason : std::uint8_t {
  ssa,         ///< the code has phis, and none can be made; or one of them is bound to its register
  convergent,  ///< something that may not be copied
  growth       ///< the copies would be too large
};
struct NodeSplittingStats {
  std::uint64_t cycles = 0, copies = 0, copied_insts = 0, refused = 0, phis = 0;
  std::uint64_t rounds = 0, visits = 0;  ///< visits: blocks walked to find cycles and where values are read
  static constexpr auto fields() {
    using S = NodeSplittingStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"cycles with several entries", &S::cycles},
                      F{"blocks copied", &S::copies},
                      F{"instructions copied", &S::copied_insts},
                      F{"cycles refused", &S::refused},
                      F{"phis made", &S::phis},
                      F{"rounds", &S::rounds},
                      F{"blocks walked", &S::visits}};
  }
};
template <View P>
using NodeSplittingResult = PassResult<P, NodeSplittingStats, NodeSplittingReason>;

namespace detail {

template <Editor P, class Sink, class... Observers>
class NodeSplitting {
  using Block = block_t<P>;
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Incoming = std::vector<program::incoming_t<P>>;
  using Edits = ChainEditing<P, Observers...>;

 public:
  NodeSplitting(Chain<P>& on, const NodeSplittingOptions& options, Sink& sink, Observers&... observers)
      : code_(on.start().code()),
        options_(options),
        known_(on.known()),
        flow_(on.flow()),
        uses_(on.uses()),
        live_out_(on.live_out()),
        editing_(on.code(), on, observers...),
        update_(editing_, on),
        changes_("node-splitting", options.fuel, sink, observers...) {}

  NodeSplittingResult<P> run() {
    budget_ = std::max<std::uint64_t>(100, known_.insts.size() * options_.growth / 100);
    ssa_ = options_.keep_ssa;
    for (auto&& b : code_.blocks()) ssa_ |= !phis_of(std::as_const(code_), b).empty();
    while (changes_.any() && round()) {
    }
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  struct Back {
    std::uint32_t to, from;  // an edge that goes back to what does not dominate it
  };
  void keep(std::uint32_t b, NodeSplittingReason why) {
    ++result_.stats.refused;
    if (!options_.explain) return;
    for (auto&& i : code_.instructions(known_.blocks[b])) {
      result_.kept.push_back({why, i});
      break;
    }
  }

  // ---- cycles

  // All cycles that have no block in common. Was one split?
  bool round() {
    const flow::Cfg cfg = flow::cfg_of(flow_);
    const flow::Order order = flow::reverse_post_order(cfg);
    const flow::Dominators dominators(cfg);
    std::vector<Back> edges;
    for (const std::uint32_t b : order.blocks)
      for (const std::uint32_t s : cfg.successors(b))
        if (order.position[s] <= order.position[b] && !dominators.dominates(s, b)) edges.push_back({s, b});
    if (edges.empty()) return false;
    if (ssa_ && !single_) single_.emplace(code_, known_, uses_, live_out_, flow_);
    ++result_.stats.rounds;
    std::ranges::stable_sort(edges, {}, &Back::to);
    touched_.assign(cfg.block_count(), false);
    given_up_.resize(cfg.block_count(), false);
    bool any = false;
    for (const Back& e : edges) {
      if (!changes_.any()) break;
      if (given_up_[e.to] || touched_[e.to] || touched_[e.from]) continue;
      const std::vector<std::uint32_t> cycle = cycle_of(cfg, dominators, e);
      if (std::any_of(cycle.begin(), cycle.end(), [&](std::uint32_t b) { return touched_[b]; })) continue;
      const bool done = split(cycle);
      any |= done;
      for (const std::uint32_t b : cycle) (done ? touched_ : given_up_)[b] = true;
    }
    return any;
  }
  // The blocks of a smallest cycle with several entries: those that go round with the target of such an edge, without
  // the headers of the natural loops around it.
  std::vector<std::uint32_t> cycle_of(const flow::Cfg& cfg, const flow::Dominators& dominators, const Back& e) {
    // Below the nearest block that dominates both of its ends.
    std::uint32_t top = dominators.immediate(e.to);
    while (!dominators.dominates(top, e.from)) top = dominators.immediate(top);
    struct Walk {
      std::vector<std::uint32_t> found, seen;
      std::size_t next = 0;
    };
    const auto begin = [&](Walk& w) {
      w.seen.resize(cfg.block_count(), 0);
      w.found.assign(1, e.to);
      w.next = 0;
      w.seen[e.to] = time_;
    };
    const auto step = [&](Walk& w, bool forward, const Walk* within) {
      const std::uint32_t b = w.found[w.next++];
      ++result_.stats.visits;
      for (const std::uint32_t n : forward ? cfg.successors(b) : cfg.predecessors(b)) {
        if (n == top || w.seen[n] == time_ || !dominators.dominates(top, n)) continue;
        if (within != nullptr && within->seen[n] != time_) continue;
        w.seen[n] = time_;
        w.found.push_back(n);
      }
    };
    ++time_;
    Walk walks[2] = {{{}, std::move(seen_[0])}, {{}, std::move(seen_[1])}};
    begin(walks[0]), begin(walks[1]);
    std::size_t side = 0;
    for (; walks[side].next < walks[side].found.size(); side ^= 1) step(walks[side], side == 0, nullptr);
    // Of these, what the other direction reaches.
    Walk &all = walks[side], &both = walks[side ^ 1];
    for (const std::uint32_t b : both.found) both.seen[b] = 0;
    begin(both);
    while (both.next < both.found.size()) step(both, side != 0, &all);
    std::vector<std::uint32_t> out = std::move(both.found);
    std::sort(out.begin(), out.end());
    for (std::size_t k = 0; k < 2; ++k) seen_[k] = std::move(walks[k].seen);
    return out;
  }

  // ---- one cycle

  bool split(const std::vector<std::uint32_t>& cycle) {
    if (ssa_ && !MakesPhis<P>) {
      keep(cycle[0], NodeSplittingReason::ssa);
      return false;
    }
    ++mark_;
    inside_.resize(flow_.block_count(), 0);
    place_.resize(flow_.block_count(), none);
    for (const std::uint32_t b : cycle) inside_[b] = mark_;
    std::uint32_t header = none;
    std::size_t most = 0;
    std::vector<std::uint32_t> entries;
    for (const std::uint32_t b : cycle) {
      std::size_t back = 0;
      for (const std::uint32_t p : flow_.predecessors(b)) back += inside(p);
      if (back == flow_.predecessors(b).size()) continue;
      entries.push_back(b);
      if (header == none || back > most) header = b, most = back;
    }
    // What the others reach without the header.
    std::vector<std::uint32_t> copied;
    const auto choose = [&](std::uint32_t b) {
      place_[b] = static_cast<std::uint32_t>(copied.size());
      copied.push_back(b);
    };
    for (const std::uint32_t e : entries)
      if (e != header) choose(e);
    for (std::size_t k = 0; k < copied.size(); ++k)
      for (const std::uint32_t s : flow_.successors(copied[k]))
        if (inside(s) && s != header && place_[s] == none) choose(s);
    const bool done = may_copy(copied, header) && changes_.next("Split");
    if (done) {
      changes_.remark(Remark::Kind::passed, "Split", code_, InBlock{known_.blocks[copied[0]]},
                      [&] { return std::to_string(copied.size()) + " blocks copied"; });
      ++result_.stats.cycles;
      result_.stats.copies += copied.size();
      copy(copied);
    }
    for (const std::uint32_t b : copied) place_[b] = none;
    return done;
  }
  bool inside(std::uint32_t b) const { return b < inside_.size() && inside_[b] == mark_; }
  // If so, it is counted.
  bool may_copy(const std::vector<std::uint32_t>& copied, std::uint32_t header) {
    std::uint64_t insts = 0;
    for (const std::uint32_t b : copied)
      for (auto&& i : code_.instructions(known_.blocks[b])) {
        ++insts;
        const program::Effects e = code_.effects(i);
        if (e.has(Effect::convergent | Effect::fixed | Effect::call | Effect::marker)) {
          keep(b, NodeSplittingReason::convergent);
          return false;
        }
        if (e.has(Effect::phi) && !named(result_of(std::as_const(code_), i))) {
          keep(b, NodeSplittingReason::ssa);
          return false;
        }
      }
    if (insts > budget_) {
      keep(header, NodeSplittingReason::growth);
      return false;
    }
    budget_ -= insts;
    result_.stats.copied_insts += insts;
    return true;
  }
  void copy(const std::vector<std::uint32_t>& copied) {
    std::vector<std::vector<std::uint32_t>> outside;  // who enters there
    std::vector<std::vector<Incoming>> taken;         // what phis take, per block
    for (const std::uint32_t b : copied) {
      outside.emplace_back();
      for (const std::uint32_t p : flow_.predecessors(b))
        if (!inside(p)) outside.back().push_back(p);
      taken.emplace_back();
      for (const Inst& phi : phis_of(std::as_const(code_), Block(known_.blocks[b])))
        taken.back().push_back(incoming_of(std::as_const(code_), phi));
    }
    std::vector<Block> made;
    made.reserve(copied.size());
    for (const std::uint32_t b : copied) made.push_back(editing_.clone_block(Block(known_.blocks[b])));
    for (std::size_t k = 0; k < copied.size(); ++k)
      for (const std::uint32_t p : outside[k])
        editing_.redirect(Block(known_.blocks[p]), Block(known_.blocks[copied[k]]), made[k]);
    for (const Block& from : made) {
      const auto next = flow_.successors(known_.blocks.find(from));
      for (const std::uint32_t s : std::vector(next.begin(), next.end()))
        if (s < place_.size() && place_[s] != none) editing_.redirect(from, Block(known_.blocks[s]), made[place_[s]]);
    }
    if constexpr (MakesPhis<P>)
      if (ssa_) into_ssa(copied, made, taken);
  }

  // ---- SSA form

  bool named(const Value& v) const {
    const std::uint32_t n = known_.values.find(v);
    return single_->has(n) || (n < fresh_.size() && fresh_[n]);
  }
  void note(const Value& v) {
    const std::uint32_t n = known_.values.add(v);
    if (n >= fresh_.size()) fresh_.resize(n + 1, false);
    fresh_[n] = true;
  }
  void into_ssa(const std::vector<std::uint32_t>& copied, const std::vector<Block>& made,
                const std::vector<std::vector<Incoming>>& taken)
    requires MakesPhis<P>
  {
    std::vector<std::vector<std::pair<Value, Value>>> both;  // what the block defines, and the copy in its place
    both.reserve(copied.size());
    for (std::size_t k = 0; k < copied.size(); ++k) both.push_back(rename(made[k]));
    for (std::size_t k = 0; k < copied.size(); ++k) {
      const std::vector<Inst> phis = phis_of(std::as_const(code_), made[k]);
      for (std::size_t n = 0; n < phis.size(); ++n) {
        Incoming in;
        for (const auto& [from, v] : taken[k][n]) {
          const std::uint32_t b = known_.blocks.find(from);
          if (!inside(b))
            in.emplace_back(from, v);
          else if (place_[b] != none)
            in.emplace_back(made[place_[b]], v);
        }
        editing_.set_incoming(phis[n], in);
      }
    }
    const std::uint64_t before = update_.walked();
    for (std::size_t k = 0; k < copied.size(); ++k)
      for (const auto& [v, other] : both[k]) {
        const Standin<P> standins[] = {{copied[k], v}, {known_.blocks.find(made[k]), other}};
        update_.run(v, standins);
        for (const Value& phi : update_.made()) note(phi);
        result_.stats.phis += update_.made().size();
      }
    result_.stats.visits += update_.walked() - before;
  }
  // Values that a copied block defines get new names in the copy, and so do its reads of them.
  std::vector<std::pair<Value, Value>> rename(const Block& made) {
    std::vector<std::pair<Value, Value>> out;
    std::map<std::uint32_t, std::size_t> now;  // by number: into `out`
    std::vector<Inst> insts;
    for (auto&& i : code_.instructions(made)) insts.push_back(i);
    for (const Inst& i : insts) {
      std::vector<program::Operand<Value>> operands;
      code_.for_each_operand(i, [&](const auto& o) { operands.push_back(o); });
      const bool phi = code_.effects(i).has(Effect::phi);
      for (std::uint32_t k = 0; k < operands.size(); ++k) {
        if (operands[k].is_def() || phi) continue;
        const auto at = now.find(known_.values.find(operands[k].value));
        if (at != now.end()) editing_.set_operand(i, k, operands[k].value, out[at->second].second);
      }
      for (std::uint32_t k = 0; k < operands.size(); ++k) {
        const Value& v = operands[k].value;
        if (!operands[k].is_def() || !named(v)) continue;
        now.emplace(known_.values.find(v), out.size());
        out.emplace_back(v, editing_.new_value(v));
        note(out.back().second);
        editing_.set_operand(i, k, v, out.back().second);
      }
    }
    return out;
  }

  P& code_;
  const NodeSplittingOptions& options_;
  program::Known<P>& known_;
  program::ControlFlow<P>& flow_;
  program::UseDef<P>& uses_;
  const LiveOut<P>& live_out_;
  Edits editing_;
  SsaUpdate<P, Edits> update_;
  Changes<Sink, Observers...> changes_;
  NodeSplittingResult<P> result_;
  std::optional<SingleValues<P>> single_;  // of the code as it came
  std::vector<bool> fresh_;                // values that came to be, by number
  bool ssa_ = false;
  std::vector<bool> given_up_, touched_;
  std::vector<std::uint32_t> seen_[2], inside_, place_;  // place_: of a block among those that are copied now
  std::uint32_t time_ = 0, mark_ = 0;
  std::uint64_t budget_ = 0;
};

}  // namespace detail

/// Splits until no cycle has several entries, or what is left is refused. Blocks that nothing enters any more stay.
template <Editor P, class Sink = NoRemarks, class... Observers>
NodeSplittingResult<P> split_nodes(Chain<P>& on, const NodeSplittingOptions& options = {}, Sink&& sink = {},
                                   Observers&... observers) {
  if (on.code().blocks().begin() == on.code().blocks().end()) return {};
  return detail::NodeSplitting<P, std::remove_reference_t<Sink>, Observers...>(on, options, sink, observers...).run();
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
NodeSplittingResult<P> split_nodes(P& code, const NodeSplittingOptions& options = {}, Sink&& sink = {},
                                   Observers&... observers) {
  Chain<P> on(code);
  return split_nodes(on, options, sink, observers...);
}

}  // namespace lathe::passes
