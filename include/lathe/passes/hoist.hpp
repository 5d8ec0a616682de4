// Loop-invariant code out of loops, and back where registers do not suffice.
//
// An instruction of a loop goes to its preheader where nothing that it reads is written in the loop, its results are
// written there by it alone, each of their reads in the loop is behind it, and it may be done ahead
// (Places::cannot_fault), or is done in every turn: its block dominates all ways out and all ways back, and nothing in the
// loop is a fence. Loads where nothing in the loop may write what they read. It goes as far out as that holds, one loop
// after the other, if it runs less often there; the gain that is counted is frequency times latency. Registers may have
// several definitions, so it is one pass for code before and behind register assignment. Pinned ones stay, or
// (`pinned`: behind assignment) go where they are free: live neither into the loop nor out of it, and written in it once,
// clobbers of calls counted, which the program names then.
// Where the same is computed already in the block that it would go to, or in one in front of a loop around (expressions.hpp:
// what stands there, or went there before), its readers take that and it goes altogether (`reuse`), as if common
// subexpressions were looked for behind each step.
// What brings a set further above its limit or over a step is taken back, and so is a cheap instruction that raises any
// peak (`cheap_raises`). Where a loop is above a limit, what stands in front of it and is read in it alone goes back in,
// if that helps (`sink_to_avoid_spills`).
// A loop whose header is entered by one edge of a block with several ways gets a preheader on it (`split_edges`), where
// something could go there; one that is entered from several blocks uses its header's immediate dominator, for what may
// be done ahead.
// Convergent operations never move. Needs: an Editor; registers from an Own, or none.
// Cost: near linear: O(operands * loop depth + mentions of results) per instruction, what moves by the tracker; a loop is
// searched for writes up to Reach::writes of them; with `reuse` O(operands) once for each block that something goes to.
// Source: the textbook's (Aho, Lam, Sethi, Ullman, Compilers, 9.5); pressure by tracker and going back are ours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/follow.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/in_front.hpp>
#include <lathe/passes/pinned_sight.hpp>
#include <lathe/passes/places.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/passes/reuse.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct HoistOptions {
  const char* name = "machinelicm";  ///< of the pass, in remarks and journals
  std::uint64_t fuel = ~std::uint64_t{0};
  PressureGateOptions pressure;        ///< what a change may cost in registers
  bool split_edges = true;             ///< to make a preheader
  bool pinned = false;                 ///< registers that keep their names go, too
  bool cheap_raises = false;           ///< cheap instructions go, too, where that raises a peak
  bool reuse = true;                   ///< what stands in front of the loop already stands for what would go there
  bool sink_to_avoid_spills = false;   ///< back into loops that are above a limit
  std::uint32_t max_definitions = 16;  ///< of a value that is read, and mentions of a result of several definitions
  Reach reach;                         ///< of walks between two places
  bool explain = false;                ///< fill HoistResult::kept
};
enum class HoistReason : std::uint8_t {
  pressure,   ///< a set would get further above its limit, or cross a step
  ahead,      ///< it may not be done where the program does not, and is not done in every turn
  memory,     ///< something in the loop may write what it reads
  bound,      ///< its result has another definition in the loop, is read in front of it, or keeps its name
  preheader,  ///< there is no block in front of the loop to go to
};
inline constexpr const char* hoist_reason_names[] = {"pressure would cross a limit or step", "not done in every turn",
                                                     "memory may change in the loop", "bound to its register",
                                                     "no block in front of the loop"};
struct HoistStats {
  std::uint64_t invariant = 0, hoisted = 0, loads = 0, reused = 0, levels = 0, split = 0, pressure = 0, sunk = 0,
                saved = 0;
  static constexpr auto fields() {
    using S = HoistStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"invariant instructions", &S::invariant},
                      F{"hoisted", &S::hoisted},
                      F{"loads hoisted", &S::loads},
                      F{"results in front of loops reused", &S::reused},
                      F{"loops left by them", &S::levels},
                      F{"preheaders made", &S::split},
                      F{"left for pressure", &S::pressure},
                      F{"sunk into loops", &S::sunk},
                      F{"cycles saved for a run of the entry", &S::saved}};
  }
};
template <View P>
using HoistResult = PassResult<P, HoistStats, HoistReason>;

namespace detail {

template <Editor P, class Own, class Change, class... Observers>
class Hoist {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  struct Loop {
    std::vector<std::uint32_t> blocks;   ///< with those of inner loops
    std::vector<std::uint32_t> writers;  ///< numbers of instructions
    std::uint32_t target = none;         ///< where instructions go
    bool preheader = false;              ///< and from there only into the loop
    std::uint32_t turn = none;           ///< what dominates it is in each turn: it dominates the ways out and back
    bool fence = false, many = false;    ///< many: more writers than are looked at
    /// By number, ascending: how many instructions of the loop write the value. Only of pinned ones.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> written;
  };

 public:
  Hoist(Chain<P>& on, const Own& own, const HoistOptions& options, Change& changes, HoistResult<P>& result,
        Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        changes_(changes),
        result_(result),
        gate_(on, own, options.pressure),
        in_front_(on),
        editing_(code_, on_, observers...) {
    find_loops();
  }

  /// Preheaders for loops out of which something could go. Was one made? Then the object is of no use any more.
  bool split() {
    bool any = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> todo;  // block and its way
    for (std::uint32_t l = 0; l < loops_.size(); ++l) {
      if (loops_[l].preheader || !wants(l)) continue;
      const std::uint32_t header = on_.places().loops.loops[l].header;
      std::uint32_t from = none, entries = 0;
      for (const std::uint32_t q : on_.flow().predecessors(header))
        if (on_.places().reachable(q) && !on_.places().loops.contains(l, q)) from = q, ++entries;
      if (entries != 1 || header == 0) continue;
      std::uint32_t k = 0, way = none, ways = 0;
      code_.for_each_successor(on_.known().blocks[from], [&](const block_t<P>& to) {
        if (on_.known().blocks.find(to) == header) way = k, ++ways;
        ++k;
      });
      if (ways == 1) todo.emplace_back(from, way);
    }
    for (const auto& [from, way] : todo) {
      if (!changes_.next("PreheaderMade")) break;
      std::uint32_t k = 0, header = 0;
      code_.for_each_successor(on_.known().blocks[from], [&](const block_t<P>& to) {
        if (k++ == way) header = on_.known().blocks.find(to);
      });
      const block_t<P> block = on_.known().blocks[from], before = on_.known().blocks[header];  // their list grows
      editing_.split_edge(block, way, before);
      ++result_.stats.split;
      any = true;
    }
    return any;
  }

  void run() {
    if (loops_.empty()) return;
    for (const std::uint32_t b : on_.places().dominators.blocks()) {
      if (on_.places().loops.innermost[b] == flow::no_loop) continue;
      for (const std::uint32_t n : on_.places().instructions(b)) {
        if (!changes_.any()) return;
        if (movable(on_.places().effects(n))) look(on_.known().insts[n]);
      }
    }
    if (options_.sink_to_avoid_spills) sink_all();
  }

 private:
  void look(Inst i) {
    const std::uint32_t home = on_.places().of(i).block;
    bool first = true;
    for (std::uint32_t l = on_.places().loops.innermost[home]; l != flow::no_loop;
         l = on_.places().loops.loops[l].parent) {
      if (!invariant(i, l)) return;
      if (first) ++result_.stats.invariant;
      if (!hoist(i, l)) return;
      result_.stats.hoisted += first;
      result_.stats.loads += first && code_.effects(i).touches_memory();
      ++result_.stats.levels;
      first = false;
    }
  }
  bool hoist(const Inst& i, std::uint32_t l) {
    const Loop& loop = loops_[l];
    if (loop.target == none) return keep(i, HoistReason::preheader);
    const std::uint32_t from = on_.places().of(i).block;
    if (!on_.places().cannot_fault(i) && !(loop.preheader && in_every_turn(i, l))) return keep(i, HoistReason::ahead);
    if (writes_what_it_reads(i, loop)) return keep(i, HoistReason::memory);
    if (!results_free(i, l)) return keep(i, HoistReason::bound);
    if (!loop.preheader && (!on_.places().reads_settled(i, on_.places().end_of(loop.target)) || !alone(i)))
      return keep(i, HoistReason::preheader);
    const double saved = on_.places().frequency[from] - on_.places().frequency[loop.target];
    if (saved <= 0 || gate_.spent()) return false;
    if (options_.reuse) {
      const double all = on_.places().frequency[from] * cycles(i);
      if (reuse(i, l)) {
        result_.stats.saved += static_cast<std::uint64_t>(all);
        return false;
      }
    }
    const program::spot_t<P> spot = on_.places().spot_at_end(loop.target);
    if (!may_stand(std::as_const(code_), i, spot)) return keep(i, HoistReason::bound);
    gate_.begin();
    gate_.move(i, loop.target, spot.before);
    const bool dear = too_dear(i);
    if (dear || !changes_.next("Hoisted")) {
      gate_.back();
      result_.stats.pressure += dear;
      return dear && keep(i, HoistReason::pressure);
    }
    gate_.keep();
    changes_.remark(Remark::Kind::passed, "Hoisted", code_, i,
                    [&] { return inst_name(code_, i) + " out of the loop"; });
    editing_.move(i, spot);
    if (options_.reuse) in_front_.add(i);
    if (options_.pinned) for_each_written(i, [&](std::uint32_t v) { writes_less(loops_[l], v); });
    result_.stats.saved += static_cast<std::uint64_t>(saved * cycles(i));
    return true;
  }
  // Of what is tried on the gate.
  bool too_dear(const Inst& i) const {
    return gate_.worse() || (!options_.cheap_raises && code_.effects(i).has(Effect::cheap) && gate_.raises());
  }
  // Does what stands in front of the loop, or of one around it, stand for it from now on? Then it is gone.
  bool reuse(const Inst& i, std::uint32_t l) {
    const std::vector<Value> results = results_of(code_, i);
    if (!std::all_of(results.begin(), results.end(), [&](const Value& v) {
          return readers_may_take_another(on_.places(), code_, on_.live_out(), i, v);
        }))
      return false;
    for (std::uint32_t around = l; around != flow::no_loop; around = on_.places().loops.loops[around].parent)
      if (loops_[around].target != none) in_front_.add_all(loops_[around].target);
    const auto by = in_front_.find(i, loops_[l].target, options_.reach);
    if (!by || take_results(code_, gate_, changes_, editing_, on_.uses(), i, results, results_of(code_, *by), "Reused",
                            [&] { return too_dear(i); }) != Reuse::taken)
      return false;
    ++result_.stats.reused;
    return true;
  }
  double cycles(const Inst& i) const {
    if constexpr (Facts(P::facts).has(Fact::latency)) return static_cast<double>(code_.latency(i));
    return 1;
  }

  // ---- loops

  void find_loops() {
    const flow::Loops& loops = on_.shape().loops;
    if (loops.loops.empty()) return;  // and nothing else is asked for
    if (options_.pinned && !PinnedAtFirstSight<P>(on_).any()) return;
    loops_.resize(loops.loops.size());
    for (std::uint32_t b = 0; b < loops.innermost.size(); ++b)
      for (std::uint32_t l = loops.innermost[b]; l != flow::no_loop; l = loops.loops[l].parent) {
        Loop& loop = loops_[l];
        loop.blocks.push_back(b);
        for (const std::uint32_t w : on_.places().writers(b)) {
          loop.fence |= code_.effects(on_.known().insts[w]).role() == program::MemoryRole::fence;
          if (loop.writers.size() < options_.reach.writes)
            loop.writers.push_back(w);
          else
            loop.many = true;
        }
      }
    for (std::uint32_t l = 0; l < loops_.size(); ++l) find_target(l);
    if (options_.pinned) find_pinned();
  }
  void find_target(std::uint32_t l) {
    Loop& loop = loops_[l];
    const std::uint32_t header = on_.places().loops.loops[l].header;
    std::uint32_t from = none, entries = 0;
    for (const std::uint32_t q : on_.flow().predecessors(header))
      if (on_.places().reachable(q) && !on_.places().loops.contains(l, q)) from = q, ++entries;
    bool first = true;
    for (const std::uint32_t b : loop.blocks) {
      const auto next = on_.flow().successors(b);
      if (!on_.places().may_leave(b) && std::all_of(next.begin(), next.end(), [&](std::uint32_t s) {
            return s != header && on_.places().loops.contains(l, s);
          }))
        continue;
      loop.turn = first ? b : loop.turn == none ? none : on_.places().common(loop.turn, b);
      first = false;
    }
    if (header == 0) return;  // the entry: nothing is in front of it
    loop.preheader = entries == 1 && on_.flow().successors(from).size() == 1 && !on_.places().may_leave(from);
    loop.target = loop.preheader ? from : on_.places().dominators.immediate(header);
  }
  // Is something in it invariant at first sight?
  bool wants(std::uint32_t l) const {
    for (const std::uint32_t b : loops_[l].blocks)
      for (auto&& i : code_.instructions(on_.known().blocks[b]))
        if (movable(i) && invariant(i, l) && !writes_what_it_reads(i, loops_[l]) && results_free(i, l) &&
            (on_.places().cannot_fault(i) || in_every_turn(i, l)))
          return true;
    return false;
  }
  bool in_every_turn(const Inst& i, std::uint32_t l) const {
    const std::uint32_t at = on_.places().of(i).block;
    if (loops_[l].fence || loops_[l].turn == none || !on_.places().dominators.dominates(at, loops_[l].turn))
      return false;
    return !on_.places().behind_a_terminator(on_.places().of(i));  // nor may it leave in front of it in its own block
  }

  // ---- instructions

  bool movable(const Inst& i) const { return movable(code_.effects(i)); }
  static bool movable(program::Effects e) { return may_leave_loops(e); }
  bool inside(std::uint32_t l, const Inst& i) const { return on_.places().loops.contains(l, on_.places().of(i).block); }
  bool invariant(const Inst& i, std::uint32_t l) const {
    bool fine = true, results = false;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (scratched(code_, o)) return;
      results |= o.is_def();
      if (!fine) return;
      if (o.old || o.role == Role::guard) fine = false;
      if (pinned(code_, o.value)) {
        fine = fine && options_.pinned && (o.is_def() || writes(loops_[l], o.value) == 0);
        return;
      }
      if (!fine || o.is_def()) return;
      if (on_.uses().defs(o.value) > options_.max_definitions) fine = false;
      if (fine) on_.uses().for_each_def(o.value, [&](const Inst& d, std::uint32_t) { fine &= !inside(l, d); });
    });
    return fine && results;
  }
  bool writes_what_it_reads(const Inst& i, const Loop& loop) const {
    if (!code_.effects(i).has(Effect::reads)) return false;
    return loop.many || std::any_of(loop.writers.begin(), loop.writers.end(),
                                    [&](std::uint32_t w) { return on_.places().may_write(on_.known().insts[w], i); });
  }
  // Does the loop see the results from this instruction alone, and whoever is behind the loop as well?
  bool results_free(const Inst& i, std::uint32_t l) const {
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def() || scratched(code_, o) || !fine) return;
      const Value& v = o.value;
      fine = o.lanes == ~std::uint64_t{0} && !on_.live_out().has(v);
      if (pinned(code_, v)) {
        fine = fine && pinned_result_free(v, l);
        return;
      }
      const std::uint32_t defs = on_.uses().defs(v);
      if (defs > 1 && defs + on_.uses().uses(v) > options_.max_definitions) fine = false;
      if (!fine) return;
      on_.uses().for_each_def(v, [&](const Inst& d, std::uint32_t) { fine &= d == i || !inside(l, d); });
      // With one definition all reads are behind it; with several those behind the loop may be of others.
      on_.places().for_each_read(v, [&](const Standing& at) {
        fine = fine && at != on_.places().of(i) && on_.places().dominates(on_.places().of(i), at) &&
               (defs == 1 || on_.places().loops.contains(l, at.block));
      });
    });
    return fine;
  }

  // ---- pinned registers

  template <class F>
  void for_each_written(const Inst& i, F&& f) const {
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.is_def() && pinned(code_, o.value)) f(on_.known().values.find(o.value));
    });
  }
  // Counts what the loops write, and finds where results that could move live.
  void find_pinned() {
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t l = 0; l < loops_.size(); ++l) {
      std::vector<std::uint32_t> all, of_one;
      for (const std::uint32_t b : loops_[l].blocks)
        for (auto&& i : code_.instructions(on_.known().blocks[b])) {
          of_one.clear();
          for_each_written(i, [&](std::uint32_t v) { of_one.push_back(v); });
          std::sort(of_one.begin(), of_one.end());
          of_one.erase(std::unique(of_one.begin(), of_one.end()), of_one.end());
          all.insert(all.end(), of_one.begin(), of_one.end());
          if (movable(i)) wanted.insert(wanted.end(), of_one.begin(), of_one.end());
        }
      std::sort(all.begin(), all.end());
      for (const std::uint32_t v : all)
        if (loops_[l].written.empty() || loops_[l].written.back().first != v)
          loops_[l].written.emplace_back(v, 1);
        else
          ++loops_[l].written.back().second;
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    asked_.assign(on_.known().values.size(), none);
    for (std::uint32_t k = 0; k < wanted.size(); ++k) asked_[wanted[k]] = k;
    live_in_ = lives_of(std::as_const(code_), flow::cfg_of(on_.flow()), static_cast<std::uint32_t>(wanted.size()),
                        [&](const Value& v) { return asked(v); })
                   .live_in;
  }
  std::uint32_t asked(const Value& v) const {
    const std::uint32_t n = on_.known().values.find(v);
    return n < asked_.size() ? asked_[n] : none;
  }
  bool lives_into(std::uint32_t b, std::uint32_t variable) const {
    const auto in = live_in_[b];
    return std::binary_search(in.begin(), in.end(), variable);
  }
  static auto place_in(const Loop& loop, std::uint32_t v) {
    return std::lower_bound(loop.written.begin(), loop.written.end(), std::pair(v, 0U));
  }
  // How many instructions of the loop write it?
  std::uint32_t writes(const Loop& loop, const Value& value) const {
    const std::uint32_t v = on_.known().values.find(value);
    const auto at = place_in(loop, v);
    return at == loop.written.end() || at->first != v ? 0 : at->second;
  }
  static void writes_less(Loop& loop, std::uint32_t v) {
    const auto at = place_in(loop, v);
    if (at != loop.written.end() && at->first == v)
      --loop.written[static_cast<std::size_t>(at - loop.written.begin())].second;
  }
  // Is the register free in front of the loop, in all of it but for this one definition, and behind it? A definition that
  // went in front of an inner loop lives in that loop alone, so what was live in other places is so still.
  bool pinned_result_free(const Value& v, std::uint32_t l) const {
    const Loop& loop = loops_[l];
    const std::uint32_t variable = asked(v);
    if (variable == none || !loop.preheader || writes(loop, v) != 1) return false;
    if (lives_into(on_.places().loops.loops[l].header, variable)) return false;
    for (const std::uint32_t b : loop.blocks)
      for (const std::uint32_t s : on_.flow().successors(b))
        if (!on_.places().loops.contains(l, s) && lives_into(s, variable)) return false;
    bool fine = true;  // nor does what ends the block in front of the loop mention it
    for (auto&& i : code_.instructions(on_.known().blocks[loop.target]))
      if (code_.effects(i).has(Effect::terminator))
        code_.for_each_operand(i, [&](const program::Operand<Value>& o) { fine &= !(o.value == v); });
    return fine;
  }

  // Is it the one definition of its results?
  bool alone(const Inst& i) const {
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      fine &= !o.is_def() || scratched(code_, o) || on_.uses().defs(o.value) == 1;
    });
    return fine;
  }

  // ---- back into loops

  void sink_all() {
    for (std::uint32_t l = static_cast<std::uint32_t>(loops_.size()); l-- > 0;) {
      const Loop& loop = loops_[l];
      if (loop.target == none) continue;
      const auto above = [&] {
        return std::any_of(loop.blocks.begin(), loop.blocks.end(),
                           [&](std::uint32_t b) { return gate_.above_limit(b); });
      };
      if (!above()) continue;
      std::vector<Inst> insts;
      for (auto&& i : code_.instructions(on_.known().blocks[loop.target])) insts.push_back(i);
      for (std::size_t k = insts.size(); k-- > 0 && changes_.any();)
        if (sink(insts[k], l) && !above()) break;
    }
  }
  bool sink(const Inst& i, std::uint32_t l) {
    if (!movable(i) || !code_.effects(i).speculatable() || !on_.places().reads_settled(i, on_.places().of(i)))
      return false;
    std::uint32_t to = none;
    bool fine = invariant(i, l) && results_free(i, l);
    std::optional<Inst> first;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def() || scratched(code_, o)) return;
      fine &= on_.uses().defs(o.value) == 1;
      on_.uses().for_each_use(o.value, [&](const Inst& u, std::uint32_t k) {
        const Standing at = on_.places().read_at(u, k, o.value);
        if (!fine || !(fine = on_.places().loops.contains(l, at.block))) return;
        to = to == none ? at.block : on_.places().common(to, at.block);
        fine = to != none;
      });
    });
    if (!fine || to == none || !on_.places().loops.contains(l, to)) return false;
    for (auto&& other : code_.instructions(on_.known().blocks[to])) {
      if (first || code_.effects(other).has(Effect::phi)) continue;
      bool reads = code_.effects(other).has(Effect::terminator);
      code_.for_each_operand(other, [&](const program::Operand<Value>& o) { reads |= defines(i, o.value); });
      if (reads) first = other;
    }
    if (!may_stand(std::as_const(code_), i, {on_.known().blocks[to], first})) return false;
    gate_.begin();
    gate_.move(i, to, first);
    if (!gate_.better() || !changes_.next("SunkToAvoidSpills")) {
      gate_.back();
      return false;
    }
    gate_.keep();
    editing_.move(i, {on_.known().blocks[to], first});
    ++result_.stats.sunk;
    return true;
  }
  bool defines(const Inst& i, const Value& v) const {
    bool found = false;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) { found |= o.is_def() && o.value == v; });
    return found;
  }

  bool keep(const Inst& i, HoistReason reason) {
    if (options_.explain) result_.kept.push_back({reason, i});
    changes_.remark(Remark::Kind::missed, "HoistKept", code_, i,
                    [&] { return inst_name(code_, i) + ": " + hoist_reason_names[static_cast<int>(reason)]; });
    return false;
  }

  Chain<P>& on_;
  P& code_;
  const HoistOptions& options_;
  Change& changes_;
  HoistResult<P>& result_;
  PressureGate<P, Own> gate_;
  InFront<P> in_front_;
  ChainEditing<P, Observers...> editing_;
  std::vector<Loop> loops_;
  std::vector<std::uint32_t> asked_;  // per value of Known: a variable of live_in_
  Csr<std::uint32_t> live_in_;        // per block
};

}  // namespace detail

/// Moves what is invariant out of loops.
template <Editor P, class Own, class Sink = NoRemarks, class... Observers>
  requires program::RegionOwn<P, Own>
HoistResult<P> hoist(Chain<P>& on, const Own& own, const HoistOptions& options = {}, Sink&& sink = {},
                     Observers&... observers) {
  using Listener = std::remove_reference_t<Sink>;
  using Change = Changes<Listener, Observers...>;
  using Pass = detail::Hoist<P, Own, Change, Observers...>;
  HoistResult<P> result;
  Change changes(options.name, options.fuel, sink, observers...);
  if (options.split_edges) {
    HoistOptions shape = options;
    shape.pressure.aware = false;
    Pass(on, own, shape, changes, result, observers...).split();
  }
  Pass(on, own, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Own, class Sink = NoRemarks, class... Observers>
  requires program::RegionOwn<P, Own>
HoistResult<P> hoist(P& code, const Own& own, const HoistOptions& options = {}, Sink&& sink = {},
                     Observers&... observers) {
  Chain<P> on(code);
  return hoist(on, own, options, sink, observers...);
}
/// Without a limit of registers, on a chain of its own.
template <Editor P>
HoistResult<P> hoist(P& code, const HoistOptions& options = {}) {
  return hoist(code, program::NoRegisters(), options);
}

}  // namespace lathe::passes
