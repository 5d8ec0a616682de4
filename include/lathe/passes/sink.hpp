// Sinking: an instruction goes down to where all of its readers are, where that runs less often.
//
// Its results have one definition, all reads are behind it, and its operands are settled (places.hpp). The place is the
// nearest common dominator of the blocks that read (what a phi takes is read at the end of the block that it comes from),
// or the first block above it that runs less often than where the instruction stands now and is in no loop that it is not
// in already; there it stands in front of the first reader. Where the place runs as often, it goes only if registers above
// a limit become fewer (a block that is post-dominated gains nothing else). Loads go where nothing on the way may
// write what they read. With `split_critical_edges` what phis alone read along one critical edge goes into a block of its
// own on that edge.
// A change that makes a set worse is taken back (pressure_gate.hpp). Convergent, ordered and fresh operations, and what has
// a guard or is written in part, stay.
// Needs: an Editor; registers from an Own, or none. Cost: near linear: O(reads of results) per instruction, walks are
// bounded by Reach and `levels`.
// Source: Knoop, Ruethling, Steffen, "Partial dead code elimination" (PLDI 1994) for what it is worth; places as in
// LLVM's MachineSink. The gate is ours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/places.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct SinkOptions {
  const char* name = "machine-sink";  ///< of the pass, in remarks and journals
  std::uint64_t fuel = ~std::uint64_t{0};
  PressureGateOptions pressure;       ///< what a change may cost in registers
  bool split_critical_edges = false;  ///< to have a block to sink to
  std::uint32_t levels = 64;          ///< of the dominator tree that are looked at
  Reach reach;                        ///< of walks between two places
  bool explain = false;               ///< fill SinkResult::kept
};
enum class SinkReason : std::uint8_t {
  pressure,  ///< a set would get further above its limit, or cross a step
  often,     ///< there is no place that runs less often
  memory,    ///< something on the way may write what it reads
};
inline constexpr const char* sink_reason_names[] = {"pressure would cross a limit or step", "no place runs less often",
                                                    "memory may change on the way"};
struct SinkStats {
  std::uint64_t looked_at = 0, sunk = 0, loads = 0, edges = 0, pressure = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t SinkStats::*>;
    return std::array{F{"instructions looked at", &SinkStats::looked_at}, F{"sunk", &SinkStats::sunk},
                      F{"loads sunk", &SinkStats::loads}, F{"edges split", &SinkStats::edges},
                      F{"left for pressure", &SinkStats::pressure}};
  }
};
template <View P>
using SinkResult = PassResult<P, SinkStats, SinkReason>;

namespace detail {

template <Editor P, class Own, class Change, class... Observers>
class Sink {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  Sink(Chain<P>& on, const Own& own, const SinkOptions& options, Change& changes, SinkResult<P>& result,
       Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        changes_(changes),
        result_(result),
        gate_(on, own, options.pressure),
        editing_(code_, on_, observers...) {}

  void run() {
    const auto blocks = on_.places().dominators.blocks();
    for (std::size_t k = blocks.size(); k-- > 0;) {
      const std::vector<std::uint32_t> insts = on_.places().instructions(blocks[k]);
      for (std::size_t n = insts.size(); n-- > 0;) {
        if (!changes_.any()) return;
        if (movable(on_.places().effects(insts[n]))) look(on_.known().insts[insts[n]], on_.places().of(insts[n]));
      }
    }
    if (options_.split_critical_edges) sink_into_edges();
  }

 private:
  // What its own block reads stays there; by lists of mentions, and nothing else is asked of most instructions.
  bool read_at_home(const Inst& i, std::uint32_t home) const {
    const Places<P>& places = on_.places();
    bool found = false;
    on_.uses().for_each_mention_of(on_.known().insts.find(i), [&](std::uint32_t value, bool def) {
      if (!def || found || pinned(code_, on_.known().values[value])) return;
      on_.uses().for_each_use_of(value, [&](std::uint32_t u, std::uint32_t) {
        found |= places.of(u).block == home && !places.effects(u).has(Effect::phi);
      });
    });
    return found;
  }
  void look(Inst i, const Standing& here) {
    if (!options_.split_critical_edges && read_at_home(i, here.block)) return void(++result_.stats.looked_at);
    if (!in_the_open(i) || !on_.places().reads_settled(i, here)) return;
    std::uint32_t to = none;
    bool fine = true, read = false;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def() || scratched(code_, o) || !fine) return;
      fine = o.lanes == ~std::uint64_t{0} && !o.implicit && on_.uses().defs(o.value) == 1 &&
             !on_.live_out().has(o.value) && !pinned(code_, o.value);
      if (!fine) return;
      on_.places().for_each_read(o.value, [&](const Standing& at) {
        if (!fine || !(fine = on_.places().dominates(here, at) && at != here)) return;
        read = true;
        to = to == none ? at.block : on_.places().common(to, at.block, options_.levels);
        fine = to != none;
      });
    });
    if (!fine || !read) return;
    ++result_.stats.looked_at;
    if (to == here.block) {
      if (options_.split_critical_edges) edges_.push_back(i);
      return;
    }
    sink(i, here, to);
  }
  void sink(const Inst& i, const Standing& here, std::uint32_t to) {
    for (std::uint32_t level = options_.levels; to != here.block; to = on_.places().dominators.immediate(to)) {
      if (level-- == 0 || to == flow::no_block) return;
      if (!outside_deeper_loops(here.block, to)) continue;
      const bool seldom = on_.places().frequency[to] < on_.places().frequency[here.block] * 0.999;
      if (!seldom && !gate_.asks()) continue;
      const std::optional<Inst> before = place_in(i, to);
      if (!before || !may_sink(i, to)) continue;
      if (!on_.places().clean(i, here, on_.places().of(*before), options_.reach)) {
        if (code_.effects(i).has(Effect::reads)) keep(i, SinkReason::memory);
        return;
      }
      if (move(i, to, *before, seldom)) return;
    }
    keep(i, SinkReason::often);
  }
  bool move(const Inst& i, std::uint32_t to, const Inst& before, bool seldom) {
    if (gate_.spent()) return false;
    gate_.begin();
    gate_.move(i, to, before);
    const bool worse = gate_.worse(), pays = seldom || gate_.better();
    if (worse || !pays || !changes_.next("Sunk")) {
      gate_.back();
      if (worse) ++result_.stats.pressure, keep(i, SinkReason::pressure);
      return false;
    }
    gate_.keep();
    changes_.remark(Remark::Kind::passed, "Sunk", code_, i,
                    [&] { return inst_name(code_, i) + " goes to where it is read"; });
    editing_.move(i, {on_.known().blocks[to], before});
    ++result_.stats.sunk;
    result_.stats.loads += code_.effects(i).touches_memory();
    return true;
  }
  // Every loop that the place is in is one that the instruction is in now.
  bool outside_deeper_loops(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t l = on_.places().loops.innermost[to];
    return l == flow::no_loop || on_.places().loops.contains(l, from);
  }
  // Does whoever knows the machine agree?
  bool may_sink(const Inst& i, std::uint32_t to) const {
    if constexpr (requires { code_.may_sink(i, on_.known().blocks[to]); })
      return code_.may_sink(i, on_.known().blocks[to]);
    return true;
  }
  // In front of the first reader, or of the first terminator of a block that reads nothing of it but at its end; where it
  // may not stand there, at the block's begin.
  std::optional<Inst> place_in(const Inst& i, std::uint32_t to) const {
    std::optional<Inst> first;
    const auto fits = [&](const Inst& at) { return may_stand(std::as_const(code_), i, {on_.known().blocks[to], at}); };
    const std::optional<Inst> reader = reader_in(i, to);
    if (!reader || fits(*reader)) return reader;
    for (auto&& other : code_.instructions(on_.known().blocks[to])) {
      if (code_.effects(other).has(Effect::phi)) continue;
      first = other;
      break;
    }
    if (first && !fits(*first)) first.reset();
    return first;
  }
  std::optional<Inst> reader_in(const Inst& i, std::uint32_t to) const {
    const Places<P>& places = on_.places();
    std::optional<Inst> first = places.spot_at_end(to).before;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def() || scratched(code_, o)) return;
      on_.uses().for_each_use_of(on_.known().values.find(o.value), [&](std::uint32_t u, std::uint32_t) {
        const Standing at = places.of(u);
        if (at.block == to && !places.effects(u).has(Effect::phi) && (!first || at < places.of(*first)))
          first = on_.known().insts[u];
      });
    });
    return first;
  }
  static bool movable(program::Effects e) {
    return e.reusable() && !e.has(Effect::terminator) && !e.has(Effect::marker);
  }
  // Under no guard, and not in part.
  bool in_the_open(const Inst& i) const {
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) { fine &= !o.old && o.role != Role::guard; });
    return fine;
  }

  // ---- onto critical edges

  // What phis of one successor alone read, along one critical edge: in the order in which they were met, last first.
  void sink_into_edges() {
    if constexpr (Facts(P::facts).has(Fact::incoming)) {
      std::map<std::pair<std::uint32_t, std::uint32_t>, block_t<P>> made;
      for (const Inst& i : edges_) {
        if (!changes_.any()) return;
        if (const auto edge = edge_of(i)) into_edge(i, *edge, made);
      }
    }
  }
  std::optional<std::pair<std::uint32_t, std::uint32_t>> edge_of(const Inst& i) const {
    const std::uint32_t here = on_.places().of(i).block;
    if (code_.effects(i).touches_memory() || on_.flow().successors(here).size() < 2) return {};
    std::optional<std::uint32_t> to;
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def()) return;
      if (scratched(code_, o)) return void(fine = false);  // the edge is not there yet to be asked about
      on_.uses().for_each_use(o.value, [&](const Inst& u, std::uint32_t) {
        const std::uint32_t at = on_.places().of(u).block;
        fine &= code_.effects(u).has(Effect::phi) && (!to || *to == at);
        to = at;
        std::uint32_t takes = 0;
        code_.for_each_incoming(u, [&](const block_t<P>& from, const Value& v) {
          takes += on_.known().blocks.find(from) == here;
          fine &= !(v == o.value) || on_.known().blocks.find(from) == here;
        });
        fine &= takes == 1;
      });
    });
    if (!fine || !to || !outside_deeper_loops(here, *to)) return {};
    std::uint32_t ways = 0;
    code_.for_each_successor(on_.known().blocks[here],
                             [&](const block_t<P>& s) { ways += on_.known().blocks.find(s) == *to; });
    if (ways != 1) return {};
    return std::make_pair(here, *to);
  }
  template <class Made>
  void into_edge(const Inst& i, const std::pair<std::uint32_t, std::uint32_t>& edge, Made& made) {
    if (!changes_.next("SunkIntoEdge")) return;
    auto at = made.find(edge);
    if (at == made.end()) {
      const block_t<P> from = on_.known().blocks[edge.first], to = on_.known().blocks[edge.second];
      std::uint32_t k = 0, way = 0;
      code_.for_each_successor(from, [&](const block_t<P>& s) {
        if (s == to) way = k;
        ++k;
      });
      at = made.emplace(edge, editing_.split_edge(from, way)).first;
      ++result_.stats.edges;
    }
    program::spot_t<P> spot{at->second, {}};
    for (auto&& first : code_.instructions(at->second)) {
      spot.before = first;
      break;
    }
    editing_.move(i, spot);
    ++result_.stats.sunk;
  }

  void keep(const Inst& i, SinkReason reason) {
    if (options_.explain) result_.kept.push_back({reason, i});
    changes_.remark(Remark::Kind::missed, "SinkKept", code_, i,
                    [&] { return inst_name(code_, i) + ": " + sink_reason_names[static_cast<int>(reason)]; });
  }

  Chain<P>& on_;
  P& code_;
  const SinkOptions& options_;
  Change& changes_;
  SinkResult<P>& result_;
  PressureGate<P, Own> gate_;
  ChainEditing<P, Observers...> editing_;
  std::vector<Inst> edges_;  // whose readers begin at the end of their own block
};

}  // namespace detail

/// Moves instructions to where they are read.
template <Editor P, class Own, class Listener = NoRemarks, class... Observers>
  requires program::RegionOwn<P, Own>
SinkResult<P> sink(Chain<P>& on, const Own& own, const SinkOptions& options = {}, Listener&& listener = {},
                   Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Listener>, Observers...>;
  SinkResult<P> result;
  Change changes(options.name, options.fuel, listener, observers...);
  detail::Sink<P, Own, Change, Observers...>(on, own, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Own, class Listener = NoRemarks, class... Observers>
  requires program::RegionOwn<P, Own>
SinkResult<P> sink(P& code, const Own& own, const SinkOptions& options = {}, Listener&& listener = {},
                   Observers&... observers) {
  Chain<P> on(code);
  return sink(on, own, options, listener, observers...);
}
/// Without a limit of registers, on a chain of its own.
template <Editor P>
SinkResult<P> sink(P& code, const SinkOptions& options = {}) {
  return sink(code, program::NoRegisters(), options);
}

}  // namespace lathe::passes
