// Common subexpressions: an instruction that computes again what a dominating one has goes, and its readers take the
// other's results; one that is computed on two ways is computed once where they part.
//
// Walks the dominator tree in preorder with a table from expressions (expressions.hpp: key, operands, literals) to the
// instructions that dominate. Operands must be settled (places.hpp): nothing or one definition that is passed before, so
// the code need not be in SSA form; what has several definitions is left to late_cleanup.hpp. A load is reused where
// nothing between the two may write what it reads. Under a guard an instruction stands for one under the same guard and
// sense, or is stood for by one under none, if its result is read under that guard alone. Whole copies are looked
// through: their readers take what is copied (`copy_propagate`).
// What is left of an expression in two blocks, neither of which dominates the other, is moved to the end of their nearest
// common dominator (`hoist`) where that runs no more often than the two together, and where it may be done ahead or is
// done on every way from there. And with `partial` one that is there on all ways into its block but one is computed on that
// one way instead (partial_redundancy.hpp), in SSA form by a phi; that wants the hook of ssa_update.hpp.
// Each change is first made on the pressure tracker (pressure_gate.hpp) and taken back where a set gets further above its
// limit or crosses a step. Convergent operations, calls, clocks and ordered accesses are left alone.
// Needs: an Editor; registers from an Own as in pressure/of_view.hpp, or none. Cost: near linear: O(operands log size)
// per instruction, walks for memory and ways are bounded by Reach, and so is what the tracker walks.
// Source: Rosen, Wegman, Zadeck, "Global value numbers and redundant computations" (POPL 1988) for the idea; scoped
// tables as in LLVM's MachineCSE. The gate by exact pressure is ours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/expressions.hpp>
#include <lathe/passes/partial_redundancy.hpp>
#include <lathe/passes/reuse.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct CommonSubexpressionsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  PressureGateOptions pressure;  ///< what a change may cost in registers
  bool copy_propagate = true;    ///< readers of whole copies take what is copied
  bool guarded = true;           ///< guarded instructions, too
  bool hoist = true;             ///< to the nearest common dominator
  bool partial = false;          ///< to the one way into a block on which it is not there
  bool cheap_across = false;     ///< cheap instructions from further than a block and those in front of it, too
  std::uint32_t rounds = 3;      ///< what goes makes others alike
  Reach reach;                   ///< of walks between two places
  bool explain = false;          ///< fill CommonSubexpressionsResult::kept
};
enum class SubexpressionReason : std::uint8_t {
  pressure,  ///< a set would get further above its limit, or cross a step
  memory,    ///< something between may write what it reads, or they are far apart
  bound,     ///< a result keeps its name, is read in part, or in front of its definition
  cheap,     ///< making it again is worth no register
  ways,      ///< not computed on every way from the common dominator, or it runs more often
  far        ///< the tracker has walked enough already
};
inline constexpr const char* subexpression_reason_names[] = {"pressure would cross a limit or step",
                                                             "memory may change between",
                                                             "bound to its register",
                                                             "cheap",
                                                             "not on every way, or seldomer",
                                                             "too far apart"};
struct CommonSubexpressionsStats {
  std::uint64_t looked_at = 0, reused = 0, reused_loads = 0, guarded = 0, copies = 0, hoisted = 0, pressure = 0,
                partial = 0;
  std::uint64_t walked = 0, left_out = 0;  ///< blocks by the tracker; values that it was not told of
  static constexpr auto fields() {
    using S = CommonSubexpressionsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"instructions looked at", &S::looked_at},  F{"results reused", &S::reused},
                      F{"loads reused", &S::reused_loads},         F{"guarded results reused", &S::guarded},
                      F{"copies looked through", &S::copies},      F{"computed once for two ways", &S::hoisted},
                      F{"left for pressure", &S::pressure},        F{"computed on the one way without", &S::partial},
                      F{"blocks walked for pressure", &S::walked}, F{"values too long for the tracker", &S::left_out}};
  }
};
/// What the pass did.
template <View P>
struct CommonSubexpressionsResult : PassResult<P, CommonSubexpressionsStats, SubexpressionReason> {
  std::string error;  ///< of the tracker's verification; empty: there is none
};

namespace detail {

/// One round.
template <Editor P, class Own, class Change, class... Observers>
class CommonSubexpressions {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Result = CommonSubexpressionsResult<P>;
  struct Guard {
    std::uint32_t value = none;
    bool negated = false, several = false, old = false;
    bool operator==(const Guard&) const = default;
  };
  struct Entry {
    Inst inst;
    Guard guard;
    std::uint32_t below;  // the one that was entered before it; none: it was the first
  };

 public:
  CommonSubexpressions(Chain<P>& on, const Own& own, const CommonSubexpressionsOptions& options, Change& changes,
                       Result& result, Observers&... observers)
      : code_(on.start().code()),
        options_(options),
        changes_(changes),
        result_(result),
        known_(on.known()),
        flow_(on.flow()),
        uses_(on.uses()),
        places_(on.places()),
        live_out_(on.live_out()),
        gate_(on, own, options.pressure),
        expressions_(known_),
        editing_(on.code(), on, observers...) {}

  /// Was anything changed?
  bool run() {
    const std::uint64_t before = changes_.made();
    for (const std::uint32_t b : places_.dominators.blocks()) {
      for (const std::uint32_t n : places_.instructions(b)) {
        if (!changes_.any()) break;
        const program::Effects e = places_.effects(n);
        if (e.reusable() && !e.has(Effect::terminator)) look(Inst(known_.insts[n]), e, places_.of(n));
      }
    }
    if (options_.hoist) hoist_all();
    if constexpr (MakesPhis<P>)
      if (options_.partial) partial_all();
    result_.stats.walked += gate_.walked();
    result_.stats.left_out += gate_.left_out();
    if (gate_.tracker() != nullptr && result_.error.empty()) result_.error = gate_.tracker()->error();
    return changes_.made() != before;
  }

 private:
  void look(const Inst& i, program::Effects e, const Standing& here) {
    Guard guard;
    std::vector<Value>& results = results_;
    results.clear();
    operands_.clear();
    bool settled = true;  // what it reads but for what is left where the guard does not hold
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      operands_.push_back(o);
      add(guard, o);
      if (!o.is_def())
        settled = settled && (o.old || places_.settled(o.value, here));
      else if (!scratched(code_, o))
        results.push_back(o.value);
    });
    if (results.empty() || guard.several || (guard.value != none && !options_.guarded)) return;
    if (guard.value == none && guard.old) return;  // written in part
    ++result_.stats.looked_at;
    if (!settled) return;
    if (e.has(Effect::copy)) {
      if (options_.copy_propagate && guard.value == none) look_through(i);
      return;
    }
    const auto each = [&](auto&& f) { std::for_each(operands_.begin(), operands_.end(), f); };
    const std::uint32_t e_number = expressions_.number_of(code_, i, [](const Value& v) { return v; }, false, each);
    if (e_number >= table_.size()) table_.resize(e_number + 1, none);
    if (reuse(i, e_number, guard, results)) return;
    if (!lasting(code_, uses_, results)) return;
    entries_.push_back({i, guard, table_[e_number]});
    table_[e_number] = static_cast<std::uint32_t>(entries_.size() - 1);
    if ((options_.hoist || options_.partial) && guard.value == none && !e.has(Effect::cheap)) stayed(i, e_number);
  }
  // Most are alone: a list begins with the second one.
  void stayed(const Inst& i, std::uint32_t expression) {
    if (expression >= first_.size()) first_.resize(expression + 1, none);
    if (first_[expression] == none) {
      first_[expression] = known_.insts.find(i);
      return;
    }
    if (expression >= all_.size()) all_.resize(expression + 1);
    if (all_[expression].empty()) all_[expression].push_back(known_.insts[first_[expression]]);
    if (all_[expression].size() < 64) all_[expression].push_back(i);
  }
  // Entries that do not dominate will not do so again: the walk is in preorder.
  bool reuse(const Inst& i, std::uint32_t expression, const Guard& guard, const std::vector<Value>& results) {
    std::uint32_t& last = table_[expression];
    if (last == none) return false;
    const Standing here = places_.of(i);
    while (last != none && !places_.dominates(places_.of(entries_[last].inst), here)) last = entries_[last].below;
    std::uint32_t tries = 4;
    for (std::uint32_t k = last; k != none && tries-- > 0; k = entries_[k].below) {
      const Entry& entry = entries_[k];
      if (entry.guard.value != none && (entry.guard.value != guard.value || entry.guard.negated != guard.negated))
        continue;
      if (!places_.dominates(places_.of(entry.inst), here)) continue;
      const std::uint32_t there = places_.of(entry.inst).block;
      const bool local = there == here.block;
      if (!local && !options_.cheap_across && code_.effects(i).has(Effect::cheap) && !follows(there, here.block))
        return keep(i, SubexpressionReason::cheap);
      if (!replaceable(i, results, guard)) return keep(i, SubexpressionReason::bound);
      if (!places_.clean(i, places_.of(entry.inst), here, options_.reach)) return keep(i, SubexpressionReason::memory);
      if (!local && gate_.spent()) return keep(i, SubexpressionReason::far);
      const bool load = code_.effects(i).has(Effect::reads);
      if (!replace(i, results, results_of(entry.inst), "CommonSubexpression")) return false;
      ++result_.stats.reused;
      result_.stats.reused_loads += load;
      result_.stats.guarded += guard.value != none;
      return true;
    }
    return false;
  }
  bool follows(std::uint32_t block, std::uint32_t next) const {
    const auto successors = places_.cfg.successors(block);
    return std::find(successors.begin(), successors.end(), next) != successors.end();
  }
  void look_through(const Inst& i) {
    const auto copy = whole_copy(std::as_const(code_), i);
    if (gate_.spent() || !copy || copy->from == copy->to || live_out_.has(copy->from) ||
        !replaceable(i, {copy->to}, {}))
      return;
    if (replace(i, {copy->to}, {copy->from}, "CopyPropagated")) ++result_.stats.copies;
  }
  // The instruction goes, and another's results are read in place of its own; if that is not too dear.
  bool replace(const Inst& i, const std::vector<Value>& results, const std::vector<Value>& by, const char* name) {
    const Reuse done =
        take_results(code_, gate_, changes_, editing_, uses_, i, results, by, name, [&] { return gate_.worse(); });
    if (done == Reuse::dear) {
      ++result_.stats.pressure;
      return keep(i, SubexpressionReason::pressure);
    }
    if (done == Reuse::taken) gone(i);
    return done == Reuse::taken;
  }

  // ---- one computation for two ways

  void hoist_all() {
    for (std::size_t e = 0; e < all_.size() && changes_.any(); ++e) {
      std::vector<Inst>& same = all_[e];
      std::erase_if(same, [&](const Inst& i) { return is_gone(i); });
      for (std::size_t k = 1; k < same.size() && changes_.any(); ++k)
        if (hoist(same[k - 1], same[k])) std::swap(same[k], same[k - 1]);  // the first one is what is left
    }
  }
  bool hoist(const Inst& a, const Inst& b) {
    const Standing x = places_.of(a), y = places_.of(b);
    if (places_.dominates(x, y) || places_.dominates(y, x)) return false;
    const std::uint32_t to = places_.common(x.block, y.block, 64);
    if (to == none || to == x.block || to == y.block) return false;
    const Standing end = places_.end_of(to);
    const double often = places_.frequency[x.block] + places_.frequency[y.block];
    if (places_.frequency[to] > often * 1.0001 || !places_.reads_settled(a, end)) {
      keep(b, SubexpressionReason::ways);
      return false;
    }
    if (!places_.cannot_fault(a) && !on_every_way(to, x, y)) {
      keep(b, SubexpressionReason::ways);
      return false;
    }
    if (!places_.clean(a, end, x, options_.reach) || !places_.clean(b, end, y, options_.reach)) {
      keep(b, SubexpressionReason::memory);
      return false;
    }
    const std::vector<Value> kept = results_of(a), results = results_of(b);
    for (const Value& v : kept)
      if (live_out_.has(v) || !places_.reads_behind(v, x)) return false;
    if (gate_.spent() || !replaceable(b, results, {})) return false;
    return merge(a, b, kept, results, to);
  }
  bool merge(const Inst& a, const Inst& b, const std::vector<Value>& kept, const std::vector<Value>& results,
             std::uint32_t to) {
    const program::spot_t<P> spot = places_.spot_at_end(to);
    if (!may_stand(std::as_const(code_), a, spot)) return keep(b, SubexpressionReason::bound);
    gate_.begin();
    gate_.move(a, to, spot.before);
    for (std::size_t k = 0; k < results.size(); ++k) gate_.replace(results[k], kept[k]);
    gate_.erase(b);
    const bool worse = gate_.worse();
    if (worse || !changes_.next("HoistedSubexpression")) {
      gate_.back();
      result_.stats.pressure += worse;
      if (worse) keep(b, SubexpressionReason::pressure);
      return false;
    }
    gate_.keep();
    changes_.remark(Remark::Kind::passed, "HoistedSubexpression", code_, a,
                    [&] { return inst_name(code_, a) + " is computed once for two ways"; });
    editing_.move(a, spot);
    for (std::size_t k = 0; k < results.size(); ++k) replace_reads(editing_, uses_, results[k], kept[k]);
    gone(b);
    editing_.erase(b);
    ++result_.stats.hoisted;
    return true;
  }
  // From the end of `from`, is one of the two met on every way, with nothing before that may not come back?
  bool on_every_way(std::uint32_t from, const Standing& x, const Standing& y) const {
    std::vector<std::pair<std::uint32_t, bool>> work;  // block, is it left?
    std::vector<std::uint32_t> open{from}, done;
    const auto has = [](const std::vector<std::uint32_t>& list, std::uint32_t b) {
      return std::find(list.begin(), list.end(), b) != list.end();
    };
    if (places_.may_leave(from)) return false;
    flow_.for_each_successor(from, [&](std::uint32_t s) { work.emplace_back(s, false); });
    for (std::uint32_t steps = 64; !work.empty(); --steps) {
      const auto [b, left] = work.back();
      work.pop_back();
      if (left) {
        open.pop_back();
        done.push_back(b);
        continue;
      }
      if (has(done, b)) continue;
      if (steps == 0 || has(open, b)) return false;
      const bool ends = b == x.block || b == y.block;
      if (!calm(b, ends ? (b == x.block ? x : y).at : ~std::uint64_t{0})) return false;
      if (ends) {
        done.push_back(b);
        continue;
      }
      if (places_.may_leave(b)) return false;
      open.push_back(b);
      work.emplace_back(b, true);
      flow_.for_each_successor(b, [&](std::uint32_t s) { work.emplace_back(s, false); });
    }
    return true;
  }
  // Nothing in front of a position keeps its place, leaves, or might not come back.
  bool calm(std::uint32_t block, std::uint64_t end) const {
    for (const std::uint32_t w : places_.writers(block)) {
      if (places_.of(w).at >= end) break;
      if (code_.effects(known_.insts[w]).role() == program::MemoryRole::fence) return false;
    }
    if (end == ~std::uint64_t{0}) return true;
    for (auto&& i : code_.instructions(known_.blocks[block])) {
      if (places_.of(i).at >= end) break;
      if (code_.effects(i).has(Effect::terminator)) return false;
    }
    return true;
  }

  // ---- one computation for all ways but one

  void partial_all()
    requires MakesPhis<P>
  {
    PartialRedundancy<P> question(code_, known_, flow_, places_, options_.reach);
    for (std::size_t e = 0; e < all_.size() && changes_.any(); ++e) {
      std::erase_if(all_[e], [&](const Inst& i) { return is_gone(i); });
      const std::vector<Inst> same = all_[e];
      for (std::size_t k = 0; k < same.size() && same.size() > 1 && changes_.any(); ++k) {
        const auto found = is_gone(same[k]) ? std::nullopt : question.look(same[k], all_[e]);
        if (found && split_up(same[k], *found, e)) std::erase(all_[e], same[k]);
      }
    }
  }
  bool split_up(const Inst& i, const PartlyRedundant<P>& found, std::size_t expression)
    requires MakesPhis<P>
  {
    const std::vector<Value> results = results_of(i);
    const program::spot_t<P> spot = places_.spot_at_end(found.missing);
    if (results.size() != 1 || gate_.spent() || !replaceable(i, results, {})) return false;
    if (!may_stand(std::as_const(code_), i, spot)) return keep(i, SubexpressionReason::bound);
    gate_.begin();
    const auto copy_draft = gate_.insert_copy(i, found.missing, spot.before);
    const auto phi_draft = gate_.insert_phi(results[0], found.block, found.found, found.missing, copy_draft);
    gate_.replace(results[0], phi_draft);
    gate_.erase(i);
    const bool worse = gate_.worse();
    if (worse || !changes_.next("PartlyRedundant")) {
      gate_.back();
      result_.stats.pressure += worse;
      return worse && keep(i, SubexpressionReason::pressure);
    }
    gate_.keep();
    changes_.remark(Remark::Kind::passed, "PartlyRedundant", code_, i,
                    [&] { return inst_name(code_, i) + " is computed on the one way where it was not"; });
    const Inst copy = renamed_copy(i, editing_.new_value(results[0]));
    editing_.insert(copy, spot);
    std::vector<program::incoming_t<P>> in;
    for (const auto& [way, v] : found.found) in.emplace_back(known_.blocks[way], v);
    in.emplace_back(known_.blocks[found.missing], *only_result(std::as_const(code_), copy));
    const Value met = editing_.new_value(results[0]);
    const Inst phi = code_.make_phi(met);
    code_.set_incoming(phi, in);
    editing_.insert(phi, head_of(found.block));
    gate_.made(copy_draft, copy, *only_result(std::as_const(code_), copy));
    gate_.made(phi_draft, phi, met);
    replace_reads(editing_, uses_, results[0], met);
    gone(i);
    editing_.erase(i);
    all_[expression].push_back(copy);
    ++result_.stats.partial;
    return true;
  }
  Inst renamed_copy(const Inst& i, const Value& result) {
    const Inst made = code_.clone(i);
    std::uint32_t at = 0, k = 0;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.is_def() && !scratched(code_, o)) at = k;
      ++k;
    });
    code_.set_operand(made, at, result);
    return made;
  }
  program::spot_t<P> head_of(std::uint32_t block) const {
    program::spot_t<P> out{known_.blocks[block], {}};
    for (auto&& i : code_.instructions(*out.block)) {
      out.before = i;
      break;
    }
    return out;
  }

  // ---- questions

  std::vector<Value> results_of(const Inst& i) const { return passes::results_of(code_, i); }
  Guard guard_of(const Inst& i) const {
    Guard out;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) { add(out, o); });
    return out;
  }
  void add(Guard& to, const program::Operand<Value>& o) const {
    to.old |= o.old;
    if (o.role != Role::guard) return;
    to.several |= to.value != none;
    to.value = known_.values.find(o.value);
    to.negated = o.negated;
  }
  bool replaceable(const Inst& i, const std::vector<Value>& results, const Guard& guard) const {
    return std::all_of(results.begin(), results.end(), [&](const Value& v) {
      return guard.value == none || unread(code_, uses_, live_out_, v)
                 ? readers_may_take_another(places_, code_, live_out_, i, v)
                 : replaceable_under(i, v, guard);
    });
  }
  // What it has where the guard does not hold must not be seen.
  bool replaceable_under(const Inst& i, const Value& v, const Guard& guard) const {
    if (uses_.defs(v) != 1 || pinned(code_, v) || live_out_.has(v) || !places_.reads_behind(v, places_.of(i)))
      return false;
    bool fine = true;
    const auto whole = [&](const Inst& at, bool own) {
      code_.for_each_operand(at, [&](const program::Operand<Value>& o) {
        if (!(o.value == v) || (own && o.old)) return;
        fine &= o.lanes == ~std::uint64_t{0} && !o.old && !o.implicit && !o.more;
      });
    };
    whole(i, true);
    uses_.for_each_use(v, [&](const Inst& user, std::uint32_t) {
      if (user == i) return;
      whole(user, false);
      const Guard theirs = guard_of(user);
      fine &= !code_.effects(user).has(Effect::phi) && theirs.value == guard.value && theirs.negated == guard.negated &&
              !theirs.several;
    });
    return fine;
  }
  bool keep(const Inst& i, SubexpressionReason reason) {
    if (options_.explain) result_.kept.push_back({reason, i});
    changes_.remark(Remark::Kind::missed, "SubexpressionKept", code_, i,
                    [&] { return inst_name(code_, i) + ": " + subexpression_reason_names[static_cast<int>(reason)]; });
    return false;
  }
  void gone(const Inst& i) {
    const std::uint32_t n = known_.insts.find(i);
    if (n >= gone_.size()) gone_.resize(n + 1, false);
    gone_[n] = true;
  }
  bool is_gone(const Inst& i) const {
    const std::uint32_t n = known_.insts.find(i);
    return n < gone_.size() && gone_[n];
  }

  P& code_;
  const CommonSubexpressionsOptions& options_;
  Change& changes_;
  Result& result_;
  program::Known<P>& known_;
  const program::ControlFlow<P>& flow_;
  const program::UseDef<P>& uses_;
  Places<P>& places_;
  const LiveOut<P>& live_out_;
  PressureGate<P, Own> gate_;
  Expressions<P> expressions_;
  ChainEditing<P, Observers...> editing_;
  std::vector<Entry> entries_;          // who computes something, those that dominate last
  std::vector<std::uint32_t> table_;    // per expression: the last of those that compute it
  std::vector<std::uint32_t> first_;    // per expression: the first one that stayed
  std::vector<std::vector<Inst>> all_;  // per expression that several compute: who does and stayed
  std::vector<bool> gone_;
  // Of the instruction that is looked at:
  std::vector<Value> results_;
  std::vector<program::Operand<Value>> operands_;
};

}  // namespace detail

/// Reuses results. `own`: sets() and register_class(Value), as pressure::OfView has them.
template <Editor P, class Own, class Sink = NoRemarks, class... Observers>
  requires program::RegionOwn<P, Own>
CommonSubexpressionsResult<P> common_subexpressions(Chain<P>& on, const Own& own,
                                                    const CommonSubexpressionsOptions& options = {}, Sink&& sink = {},
                                                    Observers&... observers) {
  using Listener = std::remove_reference_t<Sink>;
  CommonSubexpressionsResult<P> result;
  Changes<Listener, Observers...> changes("machine-cse", options.fuel, sink, observers...);
  for (std::uint32_t round = 0; round < options.rounds && changes.any(); ++round)
    if (!detail::CommonSubexpressions<P, Own, Changes<Listener, Observers...>, Observers...>(on, own, options, changes,
                                                                                             result, observers...)
             .run())
      break;
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Own, class Sink = NoRemarks, class... Observers>
  requires program::RegionOwn<P, Own>
CommonSubexpressionsResult<P> common_subexpressions(P& code, const Own& own,
                                                    const CommonSubexpressionsOptions& options = {}, Sink&& sink = {},
                                                    Observers&... observers) {
  Chain<P> on(code);
  return common_subexpressions(on, own, options, sink, observers...);
}
/// Without a limit of registers, on a chain of its own.
template <Editor P>
CommonSubexpressionsResult<P> common_subexpressions(P& code, const CommonSubexpressionsOptions& options = {}) {
  return common_subexpressions(code, program::NoRegisters(), options);
}

}  // namespace lathe::passes
