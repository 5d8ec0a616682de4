// Node splitting: cycles with several entries become natural loops, for who wants structured control flow.
//
// Of the entries of such a cycle one stays the header: that which most edges from within the cycle go to, of equals the
// first. What the other entries reach in the cycle without the header is copied, once, and who enters there from outside
// goes to the copies, which lead into the header. So each round copies at most the cycle; the copies may hold cycles
// with several entries in their turn, smaller ones.
//
// Copies write the same registers, so code in SSA form is refused (no phis are made), as are cycles with convergent code,
// calls and markers in what is copied.
// Needs: an Editor. No hook. Cost: O(code + copies) for each round.
// Source: controlled node splitting, Janssen, Corporaal, TOPLAS 1997, with one copy for all outside edges; cycles by
// Tarjan's components. Growth can be exponential in the depth of such cycles (Carter, Ferrante, Thomborson, "Folklore
// confirmed: reducible flow graphs are exponentially larger", POPL 2003): so it is bounded.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/structure.hpp>
#include <lathe/passes/blocks.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct NodeSplittingOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< a change is one cycle
  std::uint64_t growth = 100;              ///< percent that the code may grow; a floor of 100 instructions
  bool explain = false;
};
enum class NodeSplittingReason : std::uint8_t {
  ssa,         ///< the code has phis
  convergent,  ///< something that may not be copied
  growth       ///< the copies would be too large
};
struct NodeSplittingStats {
  std::uint64_t cycles = 0, copies = 0, copied_insts = 0, refused = 0;
  static constexpr auto fields() {
    using S = NodeSplittingStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"cycles with several entries", &S::cycles}, F{"blocks copied", &S::copies},
                      F{"instructions copied", &S::copied_insts}, F{"cycles refused", &S::refused}};
  }
};
template <View P>
using NodeSplittingResult = PassResult<P, NodeSplittingStats, NodeSplittingReason>;

namespace detail {

template <Editor P, class Sink, class... Observers>
class NodeSplitting {
  using Block = block_t<P>;

 public:
  NodeSplitting(Chain<P>& on, const NodeSplittingOptions& options, Sink& sink, Observers&... observers)
      : code_(on.start().code()),
        options_(options),
        known_(on.known()),
        flow_(on.flow()),
        editing_(on.code(), on, observers...),
        changes_("node-splitting", options.fuel, sink, observers...) {}

  NodeSplittingResult<P> run() {
    budget_ = std::max<std::uint64_t>(100, known_.insts.size() * options_.growth / 100);
    bool phis = false;
    for (auto&& b : code_.blocks()) phis |= !phis_of(std::as_const(code_), b).empty();
    while (changes_.any()) {
      std::vector<std::uint32_t> cycle = next_cycle();
      if (cycle.empty()) break;
      if (phis || !split(cycle)) given_up_.insert(given_up_.end(), cycle.begin(), cycle.end());
      if (phis) keep(cycle[0], NodeSplittingReason::ssa);
    }
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  void keep(std::uint32_t b, NodeSplittingReason why) {
    ++result_.stats.refused;
    if (!options_.explain) return;
    for (auto&& i : code_.instructions(known_.blocks[b])) {
      result_.kept.push_back({why, i});
      break;
    }
  }
  // The blocks of a smallest cycle with several entries: those that go round with the target of such an edge, without
  // the headers of the natural loops around it.
  std::vector<std::uint32_t> next_cycle() const {
    const flow::Cfg cfg = flow::cfg_of(flow_);
    const flow::Dominators dominators(cfg);
    for (const flow::StructureFinding& f : flow::structure_findings(cfg)) {
      if (f.fault != flow::StructureFault::irreducible) continue;
      if (std::find(given_up_.begin(), given_up_.end(), f.block) != given_up_.end()) continue;
      // Below the nearest block that dominates both of its ends.
      std::uint32_t top = dominators.immediate(f.block);
      while (!dominators.dominates(top, f.other)) top = dominators.immediate(top);
      const auto reach = [&](bool forward) {
        std::vector<bool> seen(cfg.block_count(), false);
        std::vector<std::uint32_t> stack{f.block};
        seen[f.block] = true;
        while (!stack.empty()) {
          const std::uint32_t b = stack.back();
          stack.pop_back();
          for (const std::uint32_t n : forward ? cfg.successors(b) : cfg.predecessors(b))
            if (!seen[n] && n != top && dominators.dominates(top, n)) seen[n] = true, stack.push_back(n);
        }
        return seen;
      };
      const std::vector<bool> behind = reach(true), before = reach(false);
      std::vector<std::uint32_t> out;
      for (std::uint32_t b = 0; b < cfg.block_count(); ++b)
        if (behind[b] && before[b]) out.push_back(b);
      return out;
    }
    return {};
  }

  bool split(const std::vector<std::uint32_t>& cycle) {
    std::vector<bool> inside(flow_.block_count(), false);
    for (const std::uint32_t b : cycle) inside[b] = true;
    std::uint32_t header = none;
    std::size_t most = 0;
    std::vector<std::uint32_t> entries;
    for (const std::uint32_t b : cycle) {
      std::size_t back = 0;
      for (const std::uint32_t p : flow_.predecessors(b)) back += inside[p];
      if (back == flow_.predecessors(b).size()) continue;
      entries.push_back(b);
      if (header == none || back > most) header = b, most = back;
    }
    // What the others reach without the header.
    std::vector<std::uint32_t> copied;
    std::vector<bool> chosen(flow_.block_count(), false);
    for (const std::uint32_t e : entries)
      if (e != header) chosen[e] = true, copied.push_back(e);
    for (std::size_t k = 0; k < copied.size(); ++k)
      for (const std::uint32_t s : flow_.successors(copied[k]))
        if (inside[s] && s != header && !chosen[s]) chosen[s] = true, copied.push_back(s);
    std::uint64_t insts = 0;
    for (const std::uint32_t b : copied)
      for (auto&& i : code_.instructions(known_.blocks[b])) {
        ++insts;
        if (!code_.effects(i).has(Effect::convergent | Effect::fixed | Effect::call | Effect::marker)) continue;
        keep(b, NodeSplittingReason::convergent);
        return false;
      }
    if (insts > budget_) {
      keep(header, NodeSplittingReason::growth);
      return false;
    }
    if (!changes_.next("Split")) return false;
    changes_.remark(Remark::Kind::passed, "Split", function_name(code_),
                    [&] { return std::to_string(copied.size()) + " blocks copied"; });
    budget_ -= insts;
    ++result_.stats.cycles;
    result_.stats.copies += copied.size();
    result_.stats.copied_insts += insts;
    copy(copied, inside);
    return true;
  }
  void copy(const std::vector<std::uint32_t>& copied, const std::vector<bool>& inside) {
    std::vector<std::vector<std::uint32_t>> outside;  // who enters there
    for (const std::uint32_t b : copied) {
      outside.emplace_back();
      for (const std::uint32_t p : flow_.predecessors(b))
        if (!inside[p]) outside.back().push_back(p);
    }
    std::vector<Block> made;
    for (const std::uint32_t b : copied) made.push_back(editing_.clone_block(Block(known_.blocks[b])));
    for (std::size_t k = 0; k < copied.size(); ++k) {
      const Block was = known_.blocks[copied[k]];
      for (const std::uint32_t p : outside[k]) editing_.redirect(Block(known_.blocks[p]), was, made[k]);
      for (const Block& other : made) editing_.redirect(other, was, made[k]);
    }
  }

  P& code_;
  const NodeSplittingOptions& options_;
  program::Known<P>& known_;
  const program::ControlFlow<P>& flow_;
  ChainEditing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  NodeSplittingResult<P> result_;
  std::vector<std::uint32_t> given_up_;
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
