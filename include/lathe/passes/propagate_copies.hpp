// Copy propagation in both directions, in SSA form and where registers have several definitions.
//
// Forward: a read of v takes a where on every way there the last that wrote v or a was a copy v = a (events.hpp; with one
// definition of both, without a walk). Redundant: v = a goes where v has that word already by such copies, in either
// direction. Dead: a copy goes whose result nobody reads before it is written again. Backward: where t = op() is followed
// by v = t, the one read of t, and nothing in between mentions v, op writes v.
// Whole, unguarded copies between values of one class; tied, implicit, pinned and partial mentions stay, as do those of
// calls' and returns' registers that the View calls implicit.
// Needs: an Editor. Cost: near linear; walks are bounded by Reach, looks for what is between by `window`.
// Source: as LLVM's MachineCopyPropagation does within blocks; across blocks by demand-driven available copies.
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
#include <lathe/passes/events.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct PropagateCopiesOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  bool forward = true, backward = true;  ///< to readers of a copy; to what computes its source
  std::uint32_t window = 64;             ///< instructions between an operation and the copy of its result
  std::uint32_t sources = 4;             ///< values copied into a register that are asked about
  Reach reach;                           ///< of walks between two places
  bool explain = false;                  ///< fill PropagateCopiesResult::kept
};
enum class PropagateCopiesReason : std::uint8_t {
  read,  ///< somebody reads it where another word may have been copied, or what was copied written again
  lives  ///< its register keeps its name: it lives at the end
};
inline constexpr const char* propagate_copies_reason_names[] = {"still read", "lives at the end"};
struct PropagateCopiesStats {
  std::uint64_t copies = 0, forwarded = 0, redundant = 0, dead = 0, backward = 0;
  static constexpr auto fields() {
    using S = PropagateCopiesStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"copies", &S::copies}, F{"reads that take what was copied", &S::forwarded},
                      F{"redundant copies erased", &S::redundant}, F{"dead copies erased", &S::dead},
                      F{"results written where they were copied to", &S::backward}};
  }
};
/// Kept are copies that are left.
template <View P>
using PropagateCopiesResult = PassResult<P, PropagateCopiesStats, PropagateCopiesReason>;

namespace detail {

template <Editor P, class Change, class... Observers>
class PropagateCopies {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Copy = WholeCopy<P>;

 public:
  PropagateCopies(Chain<P>& on, const PropagateCopiesOptions& options, Change& changes,
                  PropagateCopiesResult<P>& result, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        changes_(changes),
        result_(result),
        editing_(code_, on_, observers...) {}

  // ---- t = op(); v = t becomes v = op()

  void backward() {
    for (auto&& b : code_.blocks()) {
      std::vector<Inst> insts;
      for (auto&& i : code_.instructions(b)) insts.push_back(i);
      for (std::size_t k = 0; k < insts.size() && changes_.any(); ++k)
        if (const auto copy = whole_copy(code_, insts[k])) back(insts, k, *copy);
    }
  }
  // ---- reads, and copies that nobody needs

  void forward() {
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b))
        if (const auto copy = whole_copy(code_, i)) add(*copy);
    if (copies_.empty()) return;
    Events<P> events(code_, on_.known(), on_.places());
    for (const std::uint32_t b : on_.places().order.blocks) {
      std::vector<Inst> insts;
      for (auto&& i : code_.instructions(on_.known().blocks[b])) insts.push_back(i);
      for (const Inst& i : insts) {
        if (!changes_.any()) return;
        reads_of(i, events);
        takes_of(i, events);
      }
    }
    redundant(events);
    dead();
  }

 private:
  void back(std::vector<Inst>& insts, std::size_t at, const Copy& copy) {
    const Value &t = copy.from, &v = copy.to;
    if (t == v || on_.uses().defs(t) != 1 || on_.uses().uses(t) != 1 || on_.live_out().has(t) || on_.live_out().has(v))
      return;
    for (std::size_t k = at, steps = options_.window; k-- > 0 && steps-- > 0;) {
      const Inst& i = insts[k];
      bool mentions = false, terminator = code_.effects(i).has(Effect::terminator), fine = !terminator;
      std::optional<std::uint32_t> place;
      std::uint32_t n = 0;
      code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
        mentions |= o.value == v;
        fine &= o.role != Role::guard && !o.old && o.tied < 0;
        if (o.is_def() && o.value == t) {
          place = n;
          fine &= !o.early && !o.implicit && !o.more && o.lanes == ~std::uint64_t{0};
        }
        ++n;
      });
      if (!place) {
        if (mentions || terminator) return;
        continue;
      }
      // It may read v, but not write it beside t; and a phi stands where copies do not.
      code_.for_each_operand(i, [&](const program::Operand<Value>& o) { fine &= !(o.is_def() && o.value == v); });
      if (!fine || code_.effects(i).has(Effect::phi) || !changes_.next("ResultWrittenDirectly")) return;
      changes_.remark(Remark::Kind::passed, "ResultWrittenDirectly", code_, i, [&] {
        return inst_name(code_, i) + ": writes " + value_name(code_, v) + ", where its result was copied to";
      });
      editing_.set_operand(i, *place, t, v);
      editing_.erase(copy.inst);
      insts.erase(insts.begin() + static_cast<std::ptrdiff_t>(at));
      ++result_.stats.backward;
      return;
    }
  }

  void add(const Copy& copy) {
    ++result_.stats.copies;
    const std::uint32_t v = on_.known().values.find(copy.to);
    if (v >= into_.size()) into_.resize(v + 1);
    into_[v].push_back(static_cast<std::uint32_t>(copies_.size()));
    copies_.push_back(copy);
  }
  // What a read of v at a place may take: nothing, or the value that was copied.
  std::optional<Value> taken(const Value& v, const Standing& at, Events<P>& events) {
    const std::uint32_t n = on_.known().values.find(v);
    if (n >= into_.size() || into_[n].empty()) return {};
    std::vector<Value> asked;
    for (const std::uint32_t c : into_[n]) {
      const Value& a = copies_[c].from;
      if (a == v || std::find(asked.begin(), asked.end(), a) != asked.end()) continue;
      if (asked.size() == options_.sources) return {};
      asked.push_back(a);
      if (on_.places().settled(v, at) && on_.places().settled(a, on_.places().of(copies_[c].inst))) return a;
      if (holds(v, a, at, events, false)) return a;
    }
    return {};
  }
  // Was the last that wrote v or a, on every way, a copy of a into v (or, if `either`, of v into a)?
  bool holds(const Value& v, const Value& a, const Standing& at, Events<P>& events, bool either) {
    std::vector<std::uint32_t> made;
    const auto collect = [&](const Value& to, const Value& from) {
      const std::uint32_t n = on_.known().values.find(to);
      if (n >= into_.size()) return;
      for (const std::uint32_t c : into_[n])
        if (copies_[c].from == from) made.push_back(on_.places().number(copies_[c].inst));
    };
    collect(v, a);
    if (either) collect(a, v);
    std::sort(made.begin(), made.end());
    bool across = false;
    return events.holds(at, nullptr, {on_.known().values.find(v), on_.known().values.find(a)}, made, options_.reach,
                        across);
  }
  void reads_of(const Inst& i, Events<P>& events) {
    std::vector<std::pair<std::uint32_t, std::pair<Value, Value>>> todo;
    std::uint32_t k = 0;
    bool old = false;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      const std::uint32_t at = k++;
      old |= o.old;
      if (o.is_def() || o.old || o.implicit || o.more || o.tied >= 0 || o.lanes != ~std::uint64_t{0}) return;
      if (const auto a = taken(o.value, on_.places().of(i), events)) todo.push_back({at, {o.value, *a}});
    });
    if (todo.empty() || old || !changes_.next("CopyForwarded")) return;
    forwarded(i);
    for (const auto& [at, both] : todo) editing_.set_operand(i, at, both.first, both.second);
    result_.stats.forwarded += todo.size();
  }
  void takes_of(const Inst& phi, Events<P>& events) {
    if constexpr (Facts(P::facts).has(Fact::incoming)) {
      std::vector<program::incoming_t<P>> in;
      std::uint32_t other = 0;
      code_.for_each_incoming(phi, [&](const block_t<P>& from, const Value& v) {
        const std::uint32_t b = on_.known().blocks.find(from);
        std::optional<Value> a;
        if (on_.places().reachable(b) && nameable(code_, v)) a = taken(v, {b, ~std::uint64_t{0}}, events);
        in.emplace_back(from, a.value_or(v));
        other += a.has_value();
      });
      if (other == 0 || !changes_.next("CopyForwarded")) return;
      forwarded(phi);
      editing_.set_incoming(phi, in);
      result_.stats.forwarded += other;
    }
  }
  void forwarded(const Inst& reader) {
    changes_.remark(Remark::Kind::passed, "CopyForwarded", code_, reader,
                    [&] { return inst_name(code_, reader) + ": reads what was copied, not the copy"; });
  }
  void redundant(Events<P>& events) {
    for (std::size_t c = 0; c < copies_.size() && changes_.any(); ++c) {
      const auto now = whole_copy(code_, copies_[c].inst);  // what it copies may be another by now
      const Standing& at = on_.places().of(copies_[c].inst);
      if (!now || !on_.places().reachable(at.block)) continue;
      const Value was = copies_[c].from;
      if (!(now->to == now->from) && !holds(now->to, now->from, at, events, true) &&
          (was == now->from || !holds(now->to, was, at, events, true)))
        continue;
      if (!changes_.next("RedundantCopy")) return;
      changes_.remark(Remark::Kind::passed, "RedundantCopy", code_, copies_[c].inst,
                      [&] { return inst_name(code_, copies_[c].inst) + ": its register has the word already"; });
      erased_.push_back(static_cast<std::uint32_t>(c));
      ++result_.stats.redundant;
    }
    // They stay true events while others are asked about.
    for (const std::uint32_t c : erased_) editing_.erase(copies_[c].inst);
  }
  void dead() {
    std::optional<flow::FollowLiveness<P>> live;
    for (std::size_t c = copies_.size(); c-- > 0 && changes_.any();) {
      if (std::binary_search(erased_.begin(), erased_.end(), static_cast<std::uint32_t>(c))) continue;
      const Copy& copy = copies_[c];
      if (!on_.places().reachable(on_.places().of(copy.inst).block)) continue;
      bool needed = on_.uses().uses(copy.to) != 0 || on_.live_out().has(copy.to);
      if (needed && on_.uses().defs(copy.to) > 1 && !on_.live_out().has(copy.to)) {
        if (!live) live.emplace(code_, on_.flow());
        needed = read_later(copy, *live);
      }
      if (needed && options_.explain)
        result_.kept.push_back(
            {on_.live_out().has(copy.to) ? PropagateCopiesReason::lives : PropagateCopiesReason::read, copy.inst});
      if (needed || !changes_.next("DeadCopy")) continue;
      changes_.remark(Remark::Kind::passed, "DeadCopy", code_, copy.inst,
                      [&] { return inst_name(code_, copy.inst) + ": nobody reads what it copies"; });
      editing_.erase(copy.inst);
      ++result_.stats.dead;
    }
  }
  // Before it is written again? What has gone since `live` was made read less, not more.
  bool read_later(const Copy& copy, const flow::FollowLiveness<P>& live) const {
    program::spot_t<P> at = code_.where(copy.inst);
    for (std::uint32_t steps = options_.window; at.before; at = code_.where(*at.before)) {
      if (steps-- == 0) return true;
      bool read = code_.effects(*at.before).has(Effect::terminator) && live.live_from(*at.block, copy.to),
           written = false;
      code_.for_each_operand(*at.before, [&](const program::Operand<Value>& o) {
        if (!(o.value == copy.to)) return;
        read |= !o.is_def();
        written |= o.is_def();
      });
      if (read) return true;
      if (written) return false;
    }
    return live.live_from(*at.block, copy.to);
  }

  Chain<P>& on_;
  P& code_;
  const PropagateCopiesOptions& options_;
  Change& changes_;
  PropagateCopiesResult<P>& result_;
  ChainEditing<P, Observers...> editing_;
  std::vector<Copy> copies_;
  std::vector<std::vector<std::uint32_t>> into_;  // per value: copies into it
  std::vector<std::uint32_t> erased_;             // ascending
};

}  // namespace detail

/// Propagates copies and erases those that nobody needs.
template <Editor P, class Sink = NoRemarks, class... Observers>
PropagateCopiesResult<P> propagate_copies(Chain<P>& on, const PropagateCopiesOptions& options = {}, Sink&& sink = {},
                                          Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  using Pass = detail::PropagateCopies<P, Change, Observers...>;
  PropagateCopiesResult<P> result;
  Change changes("late-copies", options.fuel, sink, observers...);
  if (options.backward) Pass(on, options, changes, result, observers...).backward();
  if (options.forward && changes.any()) Pass(on, options, changes, result, observers...).forward();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
PropagateCopiesResult<P> propagate_copies(P& code, const PropagateCopiesOptions& options = {}, Sink&& sink = {},
                                          Observers&... observers) {
  Chain<P> on(code);
  return propagate_copies(on, options, sink, observers...);
}

}  // namespace lathe::passes
