// Unsinking: what passes that are blind to registers have moved down past a branch goes back up, where fewer registers
// live across the place between.
//
//   a = load; b = load; ...; if (p) { store }        a = load; b = load; ...; s = s + a * b; if (p) { store }
//   s = s + a * b                              =>
//
// No order of the instructions of a block makes less than what lives across its begin. So for a block and the nearest block
// above it that runs as often, in the same loop, the instructions that may go up are found (pure ones whose operands are
// there, or go along), and of them those are taken for which the registers that live between both blocks are fewest: a
// smallest cut of a network, so that groups are found of which no instruction alone gains anything. Of equal sets the
// smallest is taken. They go to the end of the block above, in their order.
// A set goes only where registers are short in one of both blocks (above a limit, or above the best step), and where the
// whole makes no set worse by the exact tracker (pressure_gate.hpp). What touches memory, is convergent, has a guard or is
// written in part, stays. Who writes a pinned register (a flag, an index) and who reads that word go together, if that register
// never lives from block to block (local_names.hpp).
// Needs: an Editor; registers from an Own: without them nothing is done. Cost: for a block at most O(augmenting paths * its
// operands), the paths at most registers of what the candidates read; `most` bounds the candidates.
// Source: the closure of least cost by a smallest cut as in Picard, "Maximal closure of a graph" (Management Science 1976);
// the capacities on values are those of splitting vertices. Its use between two blocks is ours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/local_names.hpp>
#include <lathe/passes/places.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

/// Knobs of unsink.
struct UnsinkOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< blocks of which something may go up
  PressureGateOptions pressure;            ///< what a change may cost in registers
  std::uint32_t levels = 16;               ///< of the dominator tree that are looked at for the block above
  std::uint32_t most = 16384;              ///< candidates of a block; the first ones
  std::uint32_t least = 4;                 ///< registers that have to be saved between both blocks
  bool explain = false;                    ///< fill UnsinkResult::kept
};
/// Why a block's instructions stay.
enum class UnsinkReason : std::uint8_t {
  pressure,  ///< a set would get further above its limit, or cross a step
  enough,    ///< registers are not short
  few        ///< too few registers would be saved
};
/// In words, by UnsinkReason.
inline constexpr const char* unsink_reason_names[] = {"pressure would cross a limit or step", "registers are not short",
                                                      "too few registers would be saved"};
/// What was done.
struct UnsinkStats {
  std::uint64_t blocks = 0, candidates = 0, moved = 0, saved = 0, pressure = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t UnsinkStats::*>;
    return std::array{F{"blocks with one above them", &UnsinkStats::blocks},
                      F{"instructions that may go up", &UnsinkStats::candidates}, F{"gone up", &UnsinkStats::moved},
                      F{"registers saved between blocks", &UnsinkStats::saved},
                      F{"blocks left for pressure", &UnsinkStats::pressure}};
  }
};
/// The kept instruction is the first one of those that would have gone up.
template <View P>
using UnsinkResult = PassResult<P, UnsinkStats, UnsinkReason>;

namespace detail {

/// A smallest cut, by augmenting paths of fewest edges, all of a length together (Dinitz 1970). O(nodes * nodes * edges) at worst.
template <class = void>
class BasicSmallestCut {
 public:
  static constexpr std::uint64_t all = std::uint64_t{1} << 40;  ///< a capacity that no cut has
  static constexpr std::uint32_t source = 0, sink = 1;
  std::uint32_t node() { return nodes_++; }
  /// `back`: the capacity of the other way.
  void edge(std::uint32_t from, std::uint32_t to, std::uint64_t capacity, std::uint64_t back = 0) {
    arcs_.push_back({from, to, capacity});
    arcs_.push_back({to, from, back});
  }
  /// Its capacity. Afterwards `above` says of a node whether it is on the source's side, of all smallest cuts the one with
  /// the fewest there.
  std::uint64_t run() {
    first_.assign(nodes_ + 1, 0);
    for (const Arc& a : arcs_) ++first_[a.from + 1];
    for (std::uint32_t n = 0; n < nodes_; ++n) first_[n + 1] += first_[n];
    out_.resize(arcs_.size());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t a = 0; a < arcs_.size(); ++a) out_[next[arcs_[a].from]++] = a;
    std::uint64_t sum = 0;
    while (search()) {
      at_ = first_;
      while (const std::uint64_t more = augment()) sum += more;
    }
    return sum;
  }
  bool above(std::uint32_t n) const { return level_[n] != program::none; }

 private:
  struct Arc {
    std::uint32_t from, to;
    std::uint64_t left;
  };
  // Arcs that lead a node away from the source: none to the sink means that the cut is there.
  bool search() {
    level_.assign(nodes_, program::none);
    level_[source] = 0;
    queue_.assign(1, source);
    for (std::size_t k = 0; k < queue_.size(); ++k)
      for (std::uint32_t at = first_[queue_[k]]; at != first_[queue_[k] + 1]; ++at) {
        const Arc& a = arcs_[out_[at]];
        if (level_[a.to] != program::none || a.left == 0) continue;
        level_[a.to] = level_[a.from] + 1;
        queue_.push_back(a.to);
      }
    return level_[sink] != program::none;
  }
  // One way along the levels, from where the last one left each node; 0: there is none any more.
  std::uint64_t augment() {
    way_.clear();
    for (std::uint32_t n = source; n != sink;) {
      while (at_[n] != first_[n + 1] && !leads_on(arcs_[out_[at_[n]]])) ++at_[n];
      if (at_[n] != first_[n + 1]) {
        way_.push_back(out_[at_[n]]);
        n = arcs_[way_.back()].to;
        continue;
      }
      if (way_.empty()) return 0;
      n = arcs_[way_.back()].from;
      way_.pop_back();
      ++at_[n];
    }
    std::uint64_t room = all;
    for (const std::uint32_t a : way_) room = std::min(room, arcs_[a].left);
    for (const std::uint32_t a : way_) {
      arcs_[a].left -= room;
      arcs_[a ^ 1].left += room;
    }
    return room;
  }
  bool leads_on(const Arc& a) const { return a.left != 0 && level_[a.to] == level_[a.from] + 1; }

  std::uint32_t nodes_ = 2;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> first_, out_;  // out_[first_[n]] and on: arcs from a node
  std::vector<std::uint32_t> level_, at_;   // of a node: arcs from the source; which of its own is the next to be tried
  std::vector<std::uint32_t> queue_, way_;
};
using SmallestCut = BasicSmallestCut<>;

template <Editor P, class Own, class Change, class... Observers>
class Unsink {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  Unsink(Chain<P>& on, const Own& own, const UnsinkOptions& options, Change& changes, UnsinkResult<P>& result,
         Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        own_(own),
        options_(options),
        changes_(changes),
        result_(result),
        gate_(on, own, options.pressure),
        names_(on),
        editing_(code_, on_, observers...) {}

  // Blocks below first: what came up to one may go on from there.
  void run() {
    if (!gate_.asks()) return;
    const auto blocks = on_.places().dominators.blocks();
    for (std::size_t k = blocks.size(); k-- > 0 && changes_.any() && !gate_.spent();)
      if (const std::uint32_t to = block_above(blocks[k]); to != program::none) look(blocks[k], to);
  }

 private:
  // The nearest one that dominates it, runs as often, and is in the same loop.
  std::uint32_t block_above(std::uint32_t block) const {
    const Places<P>& places = on_.places();
    std::uint32_t at = block;
    for (std::uint32_t level = options_.levels; level-- > 0;) {
      at = places.dominators.immediate(at);
      if (at == flow::no_block) break;
      const double here = places.frequency[at], there = places.frequency[block];
      if (places.loops.innermost[at] == places.loops.innermost[block] && here <= there * 1.001 && there <= here * 1.001)
        return at;
    }
    return program::none;
  }

  struct Candidate {
    std::uint32_t inst = 0, node = 0;  // its number, and that in the network
  };

  void look(std::uint32_t block, std::uint32_t to) {
    const auto [end, spot] = names_.free_place(to);
    if (end.block == program::none) return;
    ++result_.stats.blocks;
    SmallestCut cut;
    find_candidates(block, end, spot, cut);
    result_.stats.candidates += candidates_.size();
    if (candidates_.empty()) return;
    const std::uint64_t now = build(cut, end), then = cut.run();
    std::vector<Inst> set;
    for (const Candidate& c : candidates_)
      if (cut.above(c.node)) set.push_back(on_.known().insts[c.inst]);
    if (set.empty()) return;
    if (now - then < options_.least) return keep(set.front(), UnsinkReason::few);
    if (!is_short(block) && !is_short(to)) return keep(set.front(), UnsinkReason::enough);
    move(set, to, spot, now - then);
  }
  void find_candidates(std::uint32_t block, const Standing& end, const program::spot_t<P>& spot, SmallestCut& cut) {
    for (const Candidate& c : candidates_) place_of_[c.inst] = 0;
    candidates_.clear();
    place_of_.resize(on_.known().insts.size(), 0);
    writers_.clear();
    for (const std::uint32_t n : on_.places().instructions(block)) {
      const Inst i = on_.known().insts[n];
      const bool goes =
          candidates_.size() < options_.most && may_go_up(n, i, end) && may_stand(std::as_const(code_), i, spot);
      if (goes) {
        candidates_.push_back({n, cut.node()});
        place_of_[n] = static_cast<std::uint32_t>(candidates_.size());
      }
      tie_names(n, goes ? candidates_.back().node : program::none, cut);
      if (!goes && candidates_.size() == options_.most && writers_.empty()) break;
    }
  }
  // Who reads a pinned register goes with who wrote it, and the other way round. `node`: none: it stays.
  void tie_names(std::uint32_t n, std::uint32_t node, SmallestCut& cut) {
    names_.for_each(n, false, [&](std::uint32_t v) {
      const std::uint32_t* const writer = writers_.find(v);
      if (writer == nullptr || *writer == program::none) return;
      cut.edge(*writer, node == program::none ? SmallestCut::sink : node, SmallestCut::all);
      if (node != program::none) cut.edge(node, *writer, SmallestCut::all);
    });
    names_.for_each(n, true, [&](std::uint32_t v) { *writers_.insert(v, node).first = node; });
  }
  // Pure, what it writes is read behind it alone, and all that it reads is there, or is a candidate's result.
  bool may_go_up(std::uint32_t n, const Inst& i, const Standing& end) const {
    const Places<P>& places = on_.places();
    const program::Effects e = places.effects(n);
    if (!e.speculatable() || e.touches_memory() || e.has(Effect::terminator) || e.has(Effect::marker)) return false;
    bool fine = true, writes = false;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!fine || (o.is_def() && scratched(code_, o))) return;
      if (o.old || o.role == Role::guard) return void(fine = false);
      writes |= o.is_def();
      const std::uint32_t v = on_.known().values.find(o.value);
      if (pinned(code_, o.value))
        fine = name_may_go_up(v, o.is_def());
      else if (o.is_def())
        fine = o.lanes == ~std::uint64_t{0} && !o.implicit && on_.uses().counts(v).defs == 1 &&
               !on_.live_out().has(o.value) && places.reads_behind_numbered(v, places.of(n));
      else
        fine = places.settled_numbered(v, end) || candidate(v) != nullptr;
    });
    return fine && writes;
  }
  // Local, and if it is read, written by a candidate of the same block before.
  bool name_may_go_up(std::uint32_t v, bool written) const {
    const std::uint32_t* const writer = writers_.find(v);
    return names_.has(v) && (written || (writer != nullptr && *writer != program::none));
  }
  // The one that writes the value.
  const Candidate* candidate(std::uint32_t v) const {
    const auto counts = on_.uses().counts(v);
    return counts.defs == 1 ? candidate_of(counts.def) : nullptr;
  }
  const Candidate* candidate_of(std::uint32_t inst) const {
    return inst < place_of_.size() && place_of_[inst] != 0 ? &candidates_[place_of_[inst] - 1] : nullptr;
  }

  // The network; gives what lives across today of the values that it has. A value is cut where it is made above and read
  // below; who goes up takes along who makes what it reads. A value is a node of its own only where several candidates and
  // nobody else read it: with one reader it is on that one's side, with others below it is below.
  std::uint64_t build(SmallestCut& cut, const Standing& end) {
    std::uint64_t now = 0;
    met_.clear();
    for (const Candidate& c : candidates_)
      on_.uses().for_each_mention_of(c.inst, [&](std::uint32_t v, bool) {
        if (is_met_.size() <= v) is_met_.resize(v + 1, false);
        if (is_met_[v] || pinned(code_, on_.known().values[v])) return;
        is_met_[v] = true;
        met_.push_back(v);
      });
    for (const std::uint32_t v : met_) is_met_[v] = false;
    for (const std::uint32_t v : met_) {
      const Candidate* const maker = candidate(v);
      const bool below = find_readers(v, maker != nullptr, end);
      if (maker == nullptr && below) continue;  // it lives across anyway
      const std::uint64_t registers = registers_of(on_.known().values[v]);
      if (maker == nullptr) now += registers;
      add_value(cut, maker == nullptr ? SmallestCut::source : maker->node, below, registers);
    }
    return now;
  }
  // A value with the readers that were found, of whom there is one at least where nobody else reads it; `from` the source: it is
  // made above.
  void add_value(SmallestCut& cut, std::uint32_t from, bool below, std::uint64_t registers) const {
    const std::uint64_t with_maker = from == SmallestCut::source ? 0 : SmallestCut::all;
    if (registers == 0 || below || readers_.empty()) {
      if (registers != 0 && below) cut.edge(from, SmallestCut::sink, registers);
      for (const std::uint32_t r : readers_)
        if (with_maker != 0) cut.edge(r, from, with_maker);
      return;
    }
    if (readers_.size() == 1) return cut.edge(from, readers_.front(), registers, with_maker);
    const std::uint32_t node = cut.node();
    cut.edge(from, node, registers);
    for (const std::uint32_t r : readers_) {
      cut.edge(node, r, SmallestCut::all);
      if (with_maker != 0) cut.edge(r, from, with_maker);
    }
  }
  // Into `readers_`: the nodes of candidates that read it. Does it live across the place for anybody else?
  bool find_readers(std::uint32_t v, bool made_below, const Standing& end) {
    const Places<P>& places = on_.places();
    bool below = false;
    readers_.clear();
    on_.uses().for_each_use_of(v, [&](std::uint32_t u, std::uint32_t k) {
      if (const Candidate* const c = candidate_of(u))
        readers_.push_back(c->node);
      else
        below = below || made_below || lives_for(v, places.read_at(u, k, on_.known().values[v]), end);
    });
    if (readers_.size() > 1) {
      std::sort(readers_.begin(), readers_.end());
      readers_.erase(std::unique(readers_.begin(), readers_.end()), readers_.end());
    }
    return below;
  }
  // Does a value made above the place live across it for a reader there? It does where a way leads there, and a way back to the
  // head of the loop only counts for what is made outside of it: inside, the maker is passed again.
  bool lives_for(std::uint32_t v, const Standing& read, const Standing& end) {
    const Places<P>& places = on_.places();
    if (read.block == end.block ? read.at > end.at : reaches(end.block, read.block)) return true;
    const std::uint32_t loop = places.loops.innermost[end.block];
    if (loop == flow::no_loop) return false;
    const auto counts = on_.uses().counts(v);
    return counts.defs != 1 ||
           !places.dominators.dominates(places.loops.loops[loop].header, places.of(counts.def).block);
  }
  // From the end of a block, but through the head of its loop. The first question about a block O(ways).
  bool reaches(std::uint32_t from, std::uint32_t block) {
    if (reached_from_ != from) {
      const flow::Loops& loops = on_.places().loops;
      const std::uint32_t loop = loops.innermost[from], head = loop == flow::no_loop ? loop : loops.loops[loop].header;
      reached_.assign(on_.known().blocks.size(), false);
      std::vector<std::uint32_t> todo{from};
      while (!todo.empty()) {
        const std::uint32_t at = todo.back();
        todo.pop_back();
        for (const std::uint32_t next : on_.places().flow().successors(at))
          if (next != head && !reached_[next]) reached_[next] = true, todo.push_back(next);
      }
      reached_from_ = from;
    }
    return reached_[block];
  }
  std::uint64_t registers_of(const Value& v) const {
    std::uint64_t sum = 0;
    for (const program::RegisterShare& s : own_.register_class(v).shares) sum += s.factor;
    return sum;
  }
  bool is_short(std::uint32_t block) {
    if (gate_.above_limit(block)) return true;
    const pressure::Tracker* const tracker = gate_.tracker();
    std::uint32_t s = 0;
    for (const program::RegisterSet& set : own_.sets()) {
      if (tracker != nullptr && !set.steps.empty() && tracker->peak(block, s) > set.steps.front().registers)
        return true;
      ++s;
    }
    return false;
  }

  void move(const std::vector<Inst>& set, std::uint32_t to, const program::spot_t<P>& spot, std::uint64_t saved) {
    gate_.begin();
    for (const Inst& i : set) gate_.move(i, to, spot.before);
    const bool worse = gate_.worse();
    if (worse || !changes_.next("Unsunk")) {
      gate_.back();
      if (worse) ++result_.stats.pressure, keep(set.front(), UnsinkReason::pressure);
      return;
    }
    gate_.keep();
    changes_.remark(Remark::Kind::passed, "Unsunk", code_, set.front(), [&] {
      return std::to_string(set.size()) + " instructions go up, " + std::to_string(saved) +
             " registers fewer live across";
    });
    for (const Inst& i : set) editing_.move(i, spot);
    result_.stats.moved += set.size();
    result_.stats.saved += saved;
  }
  void keep(const Inst& i, UnsinkReason reason) {
    if (options_.explain) result_.kept.push_back({reason, i});
    changes_.remark(Remark::Kind::missed, "UnsinkKept", code_, i,
                    [&] { return inst_name(code_, i) + ": " + unsink_reason_names[static_cast<int>(reason)]; });
  }

  Chain<P>& on_;
  P& code_;
  const Own& own_;
  const UnsinkOptions& options_;
  Change& changes_;
  UnsinkResult<P>& result_;
  PressureGate<P, Own> gate_;
  LocalNames<P> names_;
  ChainEditing<P, Observers...> editing_;
  std::vector<Candidate> candidates_;    // of the block that is looked at, in its order
  std::vector<std::uint32_t> place_of_;  // of an instruction: 1 + its place there; 0: it is none
  std::vector<bool> is_met_;             // by value, while the network is made
  std::vector<std::uint32_t> met_;       // the network's values
  std::vector<std::uint32_t> readers_;   // of one of them: the nodes of candidates that read it
  std::vector<bool> reached_;            // by block, from the end of:
  std::uint32_t reached_from_ = program::none;
  dense::DenseMap<std::uint32_t, std::uint32_t>
      writers_;  // of it, by pinned value: the last writer's node; none: it stays
};

}  // namespace detail

/// Moves instructions back up past branches where fewer registers live across these then.
template <Editor P, class Own, class Listener = NoRemarks, class... Observers>
  requires program::RegionOwn<P, Own>
UnsinkResult<P> unsink(Chain<P>& on, const Own& own, const UnsinkOptions& options = {}, Listener&& listener = {},
                       Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Listener>, Observers...>;
  UnsinkResult<P> result;
  Change changes("unsink", options.fuel, listener, observers...);
  detail::Unsink<P, Own, Change, Observers...>(on, own, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Own, class Listener = NoRemarks, class... Observers>
  requires program::RegionOwn<P, Own>
UnsinkResult<P> unsink(P& code, const Own& own, const UnsinkOptions& options = {}, Listener&& listener = {},
                       Observers&... observers) {
  Chain<P> on(code);
  return unsink(on, own, options, listener, observers...);
}

}  // namespace lathe::passes
