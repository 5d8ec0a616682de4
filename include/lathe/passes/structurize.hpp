// Structured control flow without copies: values that say which way was taken lead all ways out of a region through one
// place, where branches on them send control on. What flow/structure.hpp finds goes, and no instruction stands twice, so
// convergent code, calls and markers are no obstacle.
//
// One step does it all: the ways that lead from some blocks to targets t1, .., tn are made to lead to a new block that
// branches to t1 if the first flag is set, else to t2 if the second one is, and so on; in front of its branch each block
// sets the flags for its target. A block with ways to two of the targets gets a block on the way to all but the first.
//   a cycle with several entries: the ways into its entries, from in it and from outside; the new block is its header
//   a loop with several exits: the ways out of it
//   a branch whose region is entered elsewhere, in x: the ways out of all that comes from x's immediate dominator to x.
//   It leads to x alone first, and x, and what is left, to the others; so targets with several ways into them become
//   fewer with each step, and it ends.
// That is what is done to gotos by guards; where only cycles with several entries are to go, and code may be copied,
// node_splitting.hpp needs no flags.
//
// Values live longer: they live where flags forbid that control goes. In SSA form these would be phis of nothing, so
// code with phis is refused; run it where they are gone (a value with one definition may not dominate its reads behind it).
// Needs: an Editor, and of the client (`guides`):
//   Value make_flag();                                      // a new value that a branch can ask
//   Inst make_set(Value flag, bool on);                     // writes it; stands nowhere
//   Inst make_branch(Value flag, Block yes, Block no);      // an instruction with both ways; or, where a jump stands
//   Inst make_branch(Value flag, Block yes);                //   behind it, with the one
// Cost: O(edges * loop depth + regions) for each round of steps apart from each other, and for a step the size of what it
// is about. Of those there are at most as many as blocks with several ways into them, loops and cycles, of rounds as many
// as lie one in the other; `growth` bounds the instructions that are added.
// Source: Ammarguellat, "A control-flow normalization algorithm and its complexity" (TSE 1992) for guards in place of
// gotos; the steps by what structure.hpp finds are ours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/flow/structure.hpp>
#include <lathe/passes/blocks.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct StructurizeOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< a change is one step
  std::uint64_t growth = 100;              ///< percent that the code may grow; a floor of 100 instructions
  bool explain = false;                    ///< fill StructurizeResult::kept
};
enum class StructurizeReason : std::uint8_t {
  ssa,     ///< the code has phis
  growth,  ///< flags and branches would be too many
  ways     ///< a block of a loop leaves it to several places, or nothing is gained
};
inline constexpr const char* structurize_reason_names[] = {"in SSA form", "too many flags and branches",
                                                           "left to several places at once"};
struct StructurizeStats {
  std::uint64_t cycles = 0, loops = 0, regions = 0, blocks = 0, insts = 0, refused = 0;
  static constexpr auto fields() {
    using S = StructurizeStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"cycles with one entry now", &S::cycles},  F{"loops with one exit now", &S::loops},
                      F{"regions with one exit now", &S::regions}, F{"blocks made", &S::blocks},
                      F{"instructions made", &S::insts},           F{"left as they are", &S::refused}};
  }
};
template <View P>
using StructurizeResult = PassResult<P, StructurizeStats, StructurizeReason>;

namespace detail {

template <Editor P, class Guides, class Sink, class... Observers>
class Structurize {
  using Block = block_t<P>;
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Blocks = std::vector<std::uint32_t>;
  /// A branch names both of its targets; otherwise a jump stands behind it.
  static constexpr bool two_ways = requires(Guides& guides, Value flag, Block to) { guides.make_branch(flag, to, to); };
  struct Source {
    std::uint32_t block;
    Blocks targets;  // places in the list of targets, ascending
  };
  struct Graph {
    explicit Graph(const program::ControlFlow<P>& flow)
        : cfg(flow::cfg_of(flow)), order(flow::reverse_post_order(cfg)), dominators(cfg) {}
    flow::Cfg cfg;
    flow::Order order;
    flow::Dominators dominators;
  };

 public:
  Structurize(Chain<P>& on, Guides& guides, const StructurizeOptions& options, Sink& sink, Observers&... observers)
      : code_(on.start().code()),
        guides_(guides),
        options_(options),
        known_(on.known()),
        flow_(on.flow()),
        editing_(on.code(), on, observers...),
        changes_("structurize", options.fuel, sink, observers...) {}

  StructurizeResult<P> run() {
    budget_ = std::max<std::uint64_t>(100, known_.insts.size() * options_.growth / 100);
    bool phis = false;
    for (auto&& b : code_.blocks()) phis |= !phis_of(std::as_const(code_), b).empty();
    while (changes_.any() && round(phis)) {
    }
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  enum class Outcome : std::uint8_t {
    mended,
    refused,
    later  ///< an edge of it has another end since the graph was read
  };
  // Mends all findings of the first kind of which there are any that are not given up, but those that have a source or a
  // target of one that was mended in front: these are looked at anew. A step is right whatever the graph says by then (a
  // flag leads each way where it led); how far steps go is all that hangs on dominators.
  bool round(bool phis) {
    const Graph graph(flow_);
    given_up_.resize(flow_.block_count(), 0);
    inside_.assign(flow_.block_count(), false);
    touched_.assign(flow_.block_count(), false);
    members_.clear();
    const std::vector<flow::StructureFinding> findings = flow::structure_findings(graph.cfg);
    // Cycles first: what a loop is is not known before. Then loops, and the regions in them.
    for (const auto kind :
         {flow::StructureFault::irreducible, flow::StructureFault::loop_exits, flow::StructureFault::crossing}) {
      bool mended = false;
      for (const flow::StructureFinding& f : findings) {
        if (f.fault != kind || (given_up_[f.block] >> static_cast<unsigned>(kind) & 1U) != 0) continue;
        const Outcome outcome = phis ? keep(f.block, StructurizeReason::ssa) : mend(graph, f);
        if (!changes_.any()) return false;
        mended |= outcome == Outcome::mended;
        if (outcome == Outcome::refused)
          given_up_[f.block] |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
      }
      if (mended) return true;
    }
    return false;
  }
  Outcome mend(const Graph& graph, const flow::StructureFinding& f) {
    for (const std::uint32_t b : members_) inside_[b] = false;
    members_.clear();
    switch (f.fault) {
      case flow::StructureFault::irreducible:
        return cycle(graph, f);
      case flow::StructureFault::loop_exits:
        return loop(graph, f.block);
      case flow::StructureFault::crossing:
        break;
    }
    return region(graph, f.other);
  }

  // ---- which ways

  bool add(std::uint32_t b) {
    if (inside_[b]) return false;
    inside_[b] = true;
    members_.push_back(b);
    return true;
  }
  // In the order of the code, without what the entry does not reach.
  void sort(const Graph& graph, Blocks& blocks) const {
    std::erase_if(blocks, [&](std::uint32_t b) { return !graph.order.reachable(b); });
    std::sort(blocks.begin(), blocks.end(),
              [&](std::uint32_t a, std::uint32_t b) { return graph.order.position[a] < graph.order.position[b]; });
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  }
  // The cycle that the edge goes back in: what goes round with its target below the nearest block that dominates both.
  Outcome cycle(const Graph& graph, const flow::StructureFinding& f) {
    std::uint32_t top = graph.dominators.immediate(f.block);
    while (!graph.dominators.dominates(top, f.other)) top = graph.dominators.immediate(top);
    // What comes back to the target without passing that one lies below it, too.
    returns_.resize(flow_.block_count(), false);
    Blocks back{f.block};
    returns_[f.block] = true;
    for (std::size_t k = 0; k < back.size(); ++k)
      for (const std::uint32_t p : graph.cfg.predecessors(back[k]))
        if (p != top && !returns_[p]) returns_[p] = true, back.push_back(p);
    add(f.block);
    for (std::size_t k = 0; k < members_.size(); ++k)
      for (const std::uint32_t s : graph.cfg.successors(members_[k]))
        if (returns_[s]) add(s);
    for (const std::uint32_t b : back) returns_[b] = false;
    Blocks entries, from;
    for (const std::uint32_t b : members_) {
      const auto before = graph.cfg.predecessors(b);
      if (!graph.order.reachable(b) || std::none_of(before.begin(), before.end(), [&](std::uint32_t p) {
            return graph.order.reachable(p) && !inside_[p];
          }))
        continue;
      entries.push_back(b);
      from.insert(from.end(), before.begin(), before.end());
    }
    const auto leads = [&](std::uint32_t, std::uint32_t s) {
      return std::find(entries.begin(), entries.end(), s) != entries.end();
    };
    return route(graph, f.block, std::move(from), leads, true, result_.stats.cycles);
  }
  Outcome loop(const Graph& graph, std::uint32_t header) {
    add(header);
    Blocks ends;
    for (const std::uint32_t p : graph.cfg.predecessors(header))
      if (graph.dominators.dominates(header, p)) ends.push_back(p);
    comes_to(graph, ends);
    const auto leads = [&](std::uint32_t b, std::uint32_t s) { return inside_[b] && !inside_[s]; };
    return route(graph, header, members_, leads, false, result_.stats.loops);
  }
  // All that comes to x from its immediate dominator, but not by way of x.
  Outcome region(const Graph& graph, std::uint32_t x) {
    add(graph.dominators.immediate(x));
    Blocks ends;
    for (const std::uint32_t p : graph.cfg.predecessors(x))
      if (!graph.dominators.dominates(x, p)) ends.push_back(p);
    comes_to(graph, ends);
    const auto leads = [&](std::uint32_t b, std::uint32_t s) { return inside_[b] && !inside_[s]; };
    return route(graph, x, members_, leads, true, result_.stats.regions, x);
  }
  // These, and what leads to them, as far as what is inside already.
  void comes_to(const Graph& graph, const Blocks& ends) {
    std::size_t next = members_.size();
    for (const std::uint32_t b : ends) add(b);
    for (; next < members_.size(); ++next)
      for (const std::uint32_t p : graph.cfg.predecessors(members_[next])) add(p);
  }

  // ---- the step

  // `from`: blocks of which some may be sources.
  template <class Leads>
  Outcome route(const Graph& graph, std::uint32_t at, Blocks from, Leads&& leads, bool may_split, std::uint64_t& count,
                std::uint32_t first = none) {
    const auto stale = [&](const Blocks& blocks) {
      return std::any_of(blocks.begin(), blocks.end(), [&](std::uint32_t b) { return touched_[b]; });
    };
    if (touched_[at] || stale(members_) || stale(from)) return Outcome::later;
    Blocks targets;
    std::vector<Source> sources;
    if (first != none) targets.push_back(first);
    sort(graph, from);
    for (const std::uint32_t b : from) {
      Blocks mine;
      for (const std::uint32_t s : graph.cfg.successors(b))
        if (leads(b, s) && std::find(mine.begin(), mine.end(), s) == mine.end()) mine.push_back(s);
      if (mine.empty()) continue;
      if (mine.size() > 1 && !may_split) return keep(at, StructurizeReason::ways);
      sources.push_back({b, std::move(mine)});
    }
    for (const Source& s : sources)
      for (const std::uint32_t t : s.targets)
        if (std::find(targets.begin(), targets.end(), t) == targets.end()) targets.push_back(t);
    if (stale(targets)) return Outcome::later;
    if (targets.size() < 2) return keep(at, StructurizeReason::ways);
    // In the order of the code, so that none is in front of what leads to it.
    std::sort(targets.begin() + (first != none), targets.end(),
              [&](std::uint32_t a, std::uint32_t b) { return graph.order.position[a] < graph.order.position[b]; });
    std::uint64_t insts = (two_ways ? 1 : 2) * (targets.size() - 1);
    for (Source& s : sources) {
      for (std::uint32_t& t : s.targets)
        t = static_cast<std::uint32_t>(std::find(targets.begin(), targets.end(), t) - targets.begin());
      std::sort(s.targets.begin(), s.targets.end());
      for (const std::uint32_t t : s.targets) insts += flags_of(t, targets.size()) + (t != s.targets[0]);
    }
    if (insts > budget_) return keep(at, StructurizeReason::growth);
    if (!changes_.next("Routed")) return Outcome::refused;
    budget_ -= insts;
    result_.stats.insts += insts;
    changes_.remark(Remark::Kind::passed, "Routed", code_, InBlock{known_.blocks[at]}, [&] {
      return "ways to " + std::to_string(targets.size()) + " places lead through one, by " +
             std::to_string(targets.size() - 1) + " flags";
    });
    for (const Source& source : sources) touched_[source.block] = true;
    for (const std::uint32_t t : targets) touched_[t] = true;
    rewire(sources, targets);
    ++count;
    return Outcome::mended;
  }
  static std::size_t flags_of(std::size_t target, std::size_t targets) { return std::min(target + 1, targets - 1); }
  void rewire(const std::vector<Source>& sources, const Blocks& targets) {
    std::vector<Value> flags;
    while (flags.size() + 1 < targets.size()) flags.push_back(guides_.make_flag());
    Block to = known_.blocks[targets.back()];
    for (std::size_t k = flags.size(); k-- > 0;) to = choice(flags[k], known_.blocks[targets[k]], to);
    const auto set = [&](const Block& b, std::size_t target) {
      const program::spot_t<P> end = end_of(b);
      for (std::size_t k = 0; k < flags_of(target, targets.size()); ++k)
        editing_.insert(guides_.make_set(flags[k], k == target), end);
    };
    for (const Source& s : sources) {
      const Block from = known_.blocks[s.block];
      for (const std::uint32_t t : s.targets) {
        const Block target = known_.blocks[targets[t]];
        if (t == s.targets[0]) {
          set(from, t);
          editing_.redirect(from, target, to);
          continue;
        }
        const Block between = new_block(to);
        set(between, t);
        editing_.redirect(from, target, between);
      }
    }
  }
  // By value: the list of known blocks grows.
  Block choice(Value flag, Block yes, Block no) {
    if constexpr (two_ways) {
      const Block made = new_block({});
      editing_.insert(guides_.make_branch(flag, yes, no), {made, {}});
      return made;
    } else {
      const Block made = new_block(no);
      editing_.insert(guides_.make_branch(flag, yes), end_of(made));
      return made;
    }
  }
  Block new_block(const std::optional<Block>& to) {
    ++result_.stats.blocks;
    return editing_.new_block(to);
  }
  program::spot_t<P> end_of(const Block& b) const {
    program::spot_t<P> out{b, {}};
    for (auto&& i : code_.instructions(b))
      if (code_.effects(i).has(Effect::terminator)) {
        out.before = i;
        break;
      }
    return out;
  }

  Outcome keep(std::uint32_t b, StructurizeReason why) {
    ++result_.stats.refused;
    for (auto&& i : code_.instructions(known_.blocks[b])) {
      if (options_.explain) result_.kept.push_back({why, i});
      changes_.remark(Remark::Kind::missed, "NotStructured", code_, i,
                      [&] { return std::string(structurize_reason_names[static_cast<int>(why)]); });
      break;
    }
    return Outcome::refused;
  }

  P& code_;
  Guides& guides_;
  const StructurizeOptions& options_;
  program::Known<P>& known_;
  program::ControlFlow<P>& flow_;
  ChainEditing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  StructurizeResult<P> result_;
  std::vector<bool> inside_;   // of what is looked at, `members_`
  std::vector<bool> touched_;  // in this round a source or a target
  std::vector<bool> returns_;  // of one search
  Blocks members_;
  std::vector<std::uint8_t> given_up_;  // per block, a bit for each kind of finding
  std::uint64_t budget_ = 0;
};

}  // namespace detail

/// Until structure_findings has nothing to say of it, or what is left is refused. Values in the result keep their names.
template <Editor P, class Guides, class Sink = NoRemarks, class... Observers>
StructurizeResult<P> structurize(Chain<P>& on, Guides& guides, const StructurizeOptions& options = {}, Sink&& sink = {},
                                 Observers&... observers) {
  if (on.code().blocks().begin() == on.code().blocks().end()) return {};
  return detail::Structurize<P, Guides, std::remove_reference_t<Sink>, Observers...>(on, guides, options, sink,
                                                                                     observers...)
      .run();
}
/// On a chain of its own.
template <Editor P, class Guides, class Sink = NoRemarks, class... Observers>
StructurizeResult<P> structurize(P& code, Guides& guides, const StructurizeOptions& options = {}, Sink&& sink = {},
                                 Observers&... observers) {
  Chain<P> on(code);
  return structurize(on, guides, options, sink, observers...);
}

}  // namespace lathe::passes
