// Lanes of registers: values that are put together of lanes which another register has together already, and lanes that
// nobody reads.
//
// Forward, in dominance order, each lane of a value is followed to where it was computed, through copies, what packs,
// unpacks, extends and cuts (lanes.hpp). A value all of whose lanes are those of a value that is there already, in order,
// is that value: what is unpacked of a pack is what was packed, and what is packed of two unpacked halves is the whole.
// Backward, over all definitions, each value gets the lanes that somebody looks at: an instruction none of whose lanes
// anybody wants goes, and what packs a lane that nobody wants reads something else that it reads anyway, so that the
// register is free sooner and what computed it may go.
//
// Needs: an Editor, in SSA form or not (of values with several definitions nothing is followed forward); a LaneClient.
// Lanes that nobody looks at get other bits: program::equal follows that where the View names lanes, else running does.
// Cost: O(lanes that are named) forward, backward each value at most as many times as it has lanes. Each prefix of the
// changes does the same.
// Sources: the data flow of LLVM's DetectDeadLanes; value numbering by lanes as in Alpern, Wegman, Zadeck (POPL 1988),
// for what is there without any computation between.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/lanes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct DeadLanesOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  bool forward = true;        ///< reads take what is there already
  std::uint32_t leaders = 4;  ///< values with the same lanes that are asked whether they stand before
  bool explain = false;       ///< fill DeadLanesResult::kept
};
enum class DeadLanesReason : std::uint8_t {
  bound,    ///< it keeps its name, has several definitions, or is read where it may not be defined
  class_,   ///< the register that has its lanes is of another class
  no_other  ///< nothing that it reads besides may stand for what nobody wants
};
inline constexpr const char* dead_lanes_reason_names[] = {"bound to its register", "another register class",
                                                          "nothing else to read"};
struct DeadLanesStats {
  std::uint64_t copies = 0, forwarded = 0, reads = 0, dropped = 0, erased = 0;
  static constexpr auto fields() {
    using S = DeadLanesStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"instructions that hand lanes on", &S::copies},
                      F{"values that were there already", &S::forwarded}, F{"reads of them that changed", &S::reads},
                      F{"reads for lanes that nobody wants dropped", &S::dropped},
                      F{"instructions for such lanes erased", &S::erased}};
  }
};
template <View P>
using DeadLanesResult = PassResult<P, DeadLanesStats, DeadLanesReason>;

namespace detail {

template <Editor P, class Lanes, class Change, class... Observers>
class DeadLanes {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Operand = program::Operand<Value>;
  using Why = DeadLanesReason;
  /// A lane of the value of that number; of no value: 0.
  using Origin = std::pair<std::uint32_t, std::uint32_t>;
  static constexpr std::uint64_t all = ~std::uint64_t{0};

  struct Shape {
    bool hands_on = false;  // nothing but lanes
    bool guarded = false;
    std::vector<Operand> operands;
    std::vector<LaneCopy> copies;
  };

 public:
  DeadLanes(Chain<P>& on, const Lanes& lanes, const DeadLanesOptions& options, Change& changes,
            DeadLanesResult<P>& result, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        lanes_(lanes),
        options_(options),
        changes_(changes),
        result_(result),
        editing_(code_, on_, observers...) {}

  void run() {
    if (options_.forward) forward();
    if (!changes_.any()) return;
    find_wanted();
    backward();
  }

 private:
  std::uint32_t number(const Value& v) const { return on_.known().values.add(v); }
  std::uint64_t lanes_of(const Operand& o) const { return o.lanes & lane_mask(0, lanes_.lanes(o.value)); }
  Shape shape(const Inst& i) const {
    Shape s;
    code_.for_each_operand(i, [&](const Operand& o) {
      s.operands.push_back(o);
      s.guarded |= o.role == Role::guard;
    });
    s.hands_on = lanes_.for_each_lane_copy(i, [&](const LaneCopy& c) { s.copies.push_back(c); });
    if (!s.hands_on) s.copies.clear();
    return s;
  }

  // ---- forward

  void forward() {
    const auto& order = on_.shape().order.blocks;
    for (const std::uint32_t b : order) {
      std::vector<Inst> insts;
      for (auto&& i : code_.instructions(on_.known().blocks[b])) insts.push_back(i);
      for (const Inst& i : insts) {
        if (!changes_.any()) return;
        const Shape s = shape(i);
        result_.stats.copies += s.hands_on;
        if (!s.hands_on || s.guarded) continue;
        for (std::uint32_t k = 0; k < s.operands.size(); ++k)
          if (s.operands[k].is_def()) follow(i, s, k);
      }
    }
  }
  // Where the lanes of the k-th operand come from; another register that has them takes its place.
  void follow(const Inst& i, const Shape& s, std::uint32_t k) {
    const Value& v = s.operands[k].value;
    const std::uint32_t count = lanes_.lanes(v), n = number(v);
    const Standing at = on_.places().of(i);
    if (lanes_of(s.operands[k]) != lane_mask(0, count) || on_.uses().defs(v) != 1 || pinned(code_, v)) return;
    std::vector<Origin> from(count, Origin{none, 0});
    for (const LaneCopy& c : s.copies) {
      if (c.def != k) continue;
      const Value& u = s.operands[c.use].value;
      const bool known = nameable(code_, u) && on_.places().settled(u, at);
      for (std::uint32_t lane = 0; lane < c.count; ++lane)
        from[c.to + lane] = known ? origin(number(u), c.from + lane) : Origin{n, c.to + lane};
    }
    if (n >= origins_.size()) origins_.resize(n + 1);
    origins_[n] = from;
    if (const auto u = leader(i, from, v)) return replace(i, v, *u);
    auto& same = known_[std::move(from)];
    if (same.size() < options_.leaders) same.push_back(n);
  }
  Origin origin(std::uint32_t n, std::uint32_t lane) const {
    return n < origins_.size() && lane < origins_[n].size() ? origins_[n][lane] : Origin{n, lane};
  }
  // A value that stands before with these lanes, and may be named for `v`.
  std::optional<Value> leader(const Inst& i, const std::vector<Origin>& from, const Value& v) {
    const Standing at = on_.places().of(i);
    bool other_class = false;
    const auto fits = [&](std::uint32_t n) {
      const Value& u = on_.known().values[n];
      if (u == v || pinned(code_, u) || !nameable(code_, u) || !on_.places().settled(u, at)) return false;
      const bool same = may_stand_for(u, v);
      other_class |= !same;
      return same;
    };
    const std::uint32_t whole = from[0].first;
    bool in_order = whole != none && lanes_.lanes(on_.known().values[whole]) == from.size();
    for (std::uint32_t lane = 0; lane < from.size(); ++lane) in_order &= from[lane] == Origin{whole, lane};
    if (in_order && fits(whole)) return on_.known().values[whole];
    if (const auto same = known_.find(from); same != known_.end())
      for (const std::uint32_t n : same->second)
        if (fits(n)) return on_.known().values[n];
    if (other_class) keep(i, Why::class_);
    return {};
  }
  bool may_stand_for(const Value& by, const Value& of) const {
    if constexpr (requires { bool(code_.may_stand_for(by, of)); })
      if (code_.may_stand_for(by, of)) return true;
    return class_of(code_, by) == class_of(code_, of);
  }
  void replace(const Inst& i, const Value& v, const Value& by) {
    if (on_.uses().uses(v) == 0) return;
    if (!renamable(code_, on_.uses(), on_.live_out(), v) || !on_.places().reads_behind(v, on_.places().of(i)))
      return keep(i, Why::bound);
    if (!changes_.next("LanesForwarded")) return;
    changes_.remark(Remark::Kind::passed, "LanesForwarded", code_, i,
                    [&] { return value_name(code_, v) + " has the lanes of " + value_name(code_, by); });
    ++result_.stats.forwarded;
    result_.stats.reads += replace_reads(editing_, on_.uses(), v, by);
  }
  void keep(const Inst& i, Why why) {
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "LanesKept", code_, i,
                    [&] { return inst_name(code_, i) + ": " + dead_lanes_reason_names[static_cast<int>(why)]; });
  }

  // ---- backward

  // What nobody asks about: it is done whoever reads it.
  bool done_anyway(const Inst& i) const {
    const program::Effects e = code_.effects(i);
    bool any = false, kept = false;
    code_.for_each_operand(i, [&](const Operand& o) {
      if (!o.is_def()) return;
      any = true;
      kept |= pinned(code_, o.value) || on_.live_out().has(o.value);
    });
    return !e.removable() || e.has(Effect::marker) || !any || kept;
  }
  void want(const Value& v, std::uint64_t mask) {
    const std::uint32_t n = number(v);
    if (n >= wanted_.size()) wanted_.resize(n + 1, 0), queued_.resize(n + 1, 0);
    if ((mask & ~wanted_[n]) == 0) return;
    wanted_[n] |= mask;
    if (queued_[n] == 0) work_.push_back(n), queued_[n] = 1;
  }
  std::uint64_t wanted(const Operand& o) const {
    const std::uint32_t n = on_.known().values.find(o.value);
    return n < wanted_.size() ? wanted_[n] & lanes_of(o) : 0;
  }
  std::uint64_t looked_at(const Inst& i, std::uint32_t k, const Operand& o) const {
    std::uint64_t mask = lanes_of(o);
    if constexpr (requires { std::uint64_t(lanes_.lanes_read(i, k)); }) mask &= lanes_.lanes_read(i, k);
    return mask;
  }
  void find_wanted() {
    wanted_.assign(on_.known().values.size(), 0);
    queued_.assign(on_.known().values.size(), 0);
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) {
        if (!done_anyway(i)) continue;
        std::uint32_t k = 0;
        code_.for_each_operand(i, [&](const Operand& o) {
          if (!o.is_def()) want(o.value, looked_at(i, k, o));
          ++k;
        });
        if constexpr (Facts(P::facts).has(Fact::incoming))
          code_.for_each_incoming(i, [&](const block_t<P>&, const Value& v) { want(v, all); });
      }
    ask_all();
    std::vector<Inst> reads_in_vain;  // those that hand lanes on
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b))
        if (lanes_.for_each_lane_copy(i, [](const LaneCopy&) {})) reads_in_vain.push_back(i);
    // What nothing may stand for is wanted after all; then more is wanted, which may stand for others.
    while (std::erase_if(reads_in_vain, [&](const Inst& i) { return want_the_rest(i); }) != 0) ask_all();
  }
  void ask_all() {
    while (!work_.empty()) {
      const std::uint32_t n = work_.back();
      work_.pop_back();
      queued_[n] = 0;
      on_.uses().for_each_def(on_.known().values[n], [&](const Inst& i, std::uint32_t) { ask(i); });
    }
  }
  // True: it did so.
  bool want_the_rest(const Inst& i) {
    const Shape s = shape(i);
    if (wanted_of(s.operands) == 0) return false;
    const std::vector<std::uint64_t> of = for_lanes(s);
    bool any = false;
    for (std::uint32_t k = 0; k < s.operands.size(); ++k) {
      const Operand& o = s.operands[k];
      if (o.is_def() || o.role == Role::guard || o.old || of[k] != 0 || stand_in(s, of, k)) continue;
      want(o.value, lanes_of(o));
      any = true;
    }
    return any;
  }
  // Of what an instruction writes; and of what stays of another register than that which it writes.
  std::uint64_t wanted_of(const std::vector<Operand>& operands) const {
    bool moves = false;
    for (const Operand& o : operands)
      moves |= o.old && std::none_of(operands.begin(), operands.end(),
                                     [&](const Operand& d) { return d.is_def() && d.value == o.value; });
    std::uint64_t any = 0;
    for (Operand o : operands) {
      if (!o.is_def()) continue;
      if (moves) o.lanes = all;
      any |= wanted(o);
    }
    return any;
  }
  // Which lanes of what it reads are wanted for those of its results that are.
  void ask(const Inst& i) {
    const Shape s = shape(i);
    const std::uint64_t any = wanted_of(s.operands);
    if (any == 0) return;
    if constexpr (Facts(P::facts).has(Fact::incoming))
      if (code_.effects(i).has(Effect::phi))
        code_.for_each_incoming(i, [&](const block_t<P>&, const Value& v) {
          want(v, lanes_.lanes(v) == lanes_.lanes(result_of(code_, i)) ? any : all);
        });
    const std::vector<std::uint64_t> of = for_lanes(s);
    for (std::uint32_t k = 0; k < s.operands.size(); ++k) {
      const Operand& o = s.operands[k];
      if (o.is_def()) continue;
      if (!s.hands_on || o.role == Role::guard)
        want(o.value, s.hands_on ? lanes_of(o) : looked_at(i, k, o));
      else
        want(o.value, of[k]);
    }
  }
  // Per operand of what hands lanes on: those lanes of it that become wanted ones.
  std::vector<std::uint64_t> for_lanes(const Shape& s) const {
    std::vector<std::uint64_t> out(s.operands.size(), 0);
    for (const LaneCopy& c : s.copies) {
      const std::uint64_t to = wanted(s.operands[c.def]) >> c.to & lane_mask(0, c.count);
      out[c.use] |= to << c.from;
    }
    // What stays of the register that is written is wanted by its name; what stays of another one comes from there.
    for (std::uint32_t k = 0; s.hands_on && k < s.operands.size(); ++k) {
      if (!s.operands[k].old) continue;
      bool same = false;
      std::uint64_t kept = 0;
      for (Operand d : s.operands) {
        if (!d.is_def()) continue;
        same |= d.value == s.operands[k].value;
        d.lanes = all;
        kept |= wanted(d);
      }
      if (!same) out[k] |= kept & lanes_of(s.operands[k]);
    }
    return out;
  }
  // Another operand that is read anyway and may stand there.
  std::optional<Value> stand_in(const Shape& s, const std::vector<std::uint64_t>& of, std::uint32_t k) const {
    const Operand& o = s.operands[k];
    if (o.old || o.implicit || o.tied >= 0 || o.lanes != all || pinned(code_, o.value)) return {};
    for (std::uint32_t j = 0; j < s.operands.size(); ++j) {
      const Operand& by = s.operands[j];
      if (by.is_def() || by.role == Role::guard || by.old || by.implicit || by.lanes != all || of[j] == 0) continue;
      if (may_stand_for(by.value, o.value) && !pinned(code_, by.value)) return by.value;
    }
    return {};
  }

  void backward() {
    std::vector<Inst> dead;
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) {
        if (done_anyway(i)) continue;
        if (is_dead(i))
          dead.push_back(i);
        else
          partly_.push_back(i);
      }
    for (const Inst& i : partly_) drop_reads(i);
    for (std::size_t k = dead.size(); k-- > 0 && changes_.any();)
      if (gone_.find(dead[k]) == none) erase(dead[k]);
  }
  bool is_dead(const Inst& i) const {
    std::vector<Operand> operands;
    code_.for_each_operand(i, [&](const Operand& o) { operands.push_back(o); });
    return wanted_of(operands) == 0 && !done_anyway(i);
  }
  void drop_reads(const Inst& i) {
    const Shape s = shape(i);
    if (!s.hands_on) return;
    const std::vector<std::uint64_t> of = for_lanes(s);
    for (std::uint32_t k = 0; k < s.operands.size(); ++k) {
      const Operand& o = s.operands[k];
      if (o.is_def() || o.role == Role::guard || o.old || of[k] != 0) continue;
      const auto by = stand_in(s, of, k);
      if (!by) {
        keep(i, Why::no_other);
        continue;
      }
      if (*by == o.value) continue;
      if (!changes_.next("LaneReadDropped")) return;
      changes_.remark(Remark::Kind::passed, "LaneReadDropped", code_, i, [&] {
        return inst_name(code_, i) + ": nobody wants the lanes that " + value_name(code_, o.value) + " gives";
      });
      ++result_.stats.dropped;
      editing_.set_operand(i, k, o.value, *by);
    }
  }
  // With those that read what it writes: they are dead, too.
  void erase(const Inst& first) {
    std::vector<Inst> set{first};
    gone_.add(first);
    for (std::size_t at = 0; at < set.size(); ++at)
      code_.for_each_operand(Inst(set[at]), [&](const Operand& o) {
        if (!o.is_def()) return;
        on_.uses().for_each_use(o.value, [&](const Inst& reader, std::uint32_t) {
          if (gone_.find(reader) != none || !is_dead(reader)) return;
          gone_.add(reader);
          set.push_back(reader);
        });
      });
    if (!changes_.next("LanesDead")) return;
    changes_.remark(Remark::Kind::passed, "LanesDead", code_, first,
                    [&] { return inst_name(code_, first) + ": nobody wants a lane of what it writes"; });
    result_.stats.erased += set.size();
    for (std::size_t k = set.size(); k-- > 0;) editing_.erase(set[k]);
  }

  Chain<P>& on_;
  P& code_;
  const Lanes& lanes_;
  const DeadLanesOptions& options_;
  Change& changes_;
  DeadLanesResult<P>& result_;
  ChainEditing<P, Observers...> editing_;

  std::vector<std::vector<Origin>> origins_;                         // by number of the value; empty: its own
  std::map<std::vector<Origin>, std::vector<std::uint32_t>> known_;  // values with such lanes
  std::vector<std::uint64_t> wanted_;                                // by number
  std::vector<std::uint8_t> queued_;
  std::vector<std::uint32_t> work_;
  std::vector<Inst> partly_;
  program::Handles<Inst> gone_;
};

}  // namespace detail

/// See the head of the file.
template <Editor P, class Lanes, class Sink = NoRemarks, class... Observers>
  requires LaneClient<Lanes, P>
DeadLanesResult<P> drop_dead_lanes(Chain<P>& on, const Lanes& lanes, const DeadLanesOptions& options = {},
                                   Sink&& sink = {}, Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  DeadLanesResult<P> result;
  Change changes("detect-dead-lanes", options.fuel, sink, observers...);
  detail::DeadLanes<P, Lanes, Change, Observers...>(on, lanes, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Lanes, class Sink = NoRemarks, class... Observers>
  requires LaneClient<Lanes, P>
DeadLanesResult<P> drop_dead_lanes(P& code, const Lanes& lanes, const DeadLanesOptions& options = {}, Sink&& sink = {},
                                   Observers&... observers) {
  Chain<P> on(code);
  return drop_dead_lanes(on, lanes, options, sink, observers...);
}

}  // namespace lathe::passes
