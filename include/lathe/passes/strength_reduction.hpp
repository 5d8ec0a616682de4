// Strength reduction: what a loop computes from its counter as a product and a sum again in each turn becomes a counter of its
// own, and those that differ by a constant share one.
//
//   for i: load [p + 4 * i], load [p + 4 * i + 4]      q = p; for i: load [q], load [q + 4]; q = q + 4
//
// Values are looked at as linear forms (linear_forms.hpp). Counters are phis of a loop's header whose value round the loop is
// their own and a constant, or one value that the loop does not change; a loop has one way in and one way back. What is linear in
// counters, and otherwise made of what the loop does not change, is a candidate; candidates of one form but for the constant
// make a group, if somebody who is no candidate reads them. A group gets a phi that starts with what its first one computes
// before the loop (by its own instructions, copied) and grows at the end of the loop; its members are that phi, or the phi at a
// distance: in accesses that reach so far, else by one sum.
// All groups of a loop are tried together, since they often share what they need not compute any more, then each alone.
//
// It changes the code where instructions are saved by frequency and the client's costs and no register limit is passed, or where
// as many are left and a register is (options.registers).
//
// Arithmetic wraps, so a sum of a wider word than the counter's grows with it only where the counter does not wrap: nothing shows
// that yet, and it is left alone (StrengthReason::wraps). The test that ends the loop stays with the old counter.
//
// Straight-line code, without a counter: reuse_sums.hpp.
//
// The client, which may be the program, says (LinearClient besides):
//   uint32_t cost(Inst) const;                     // of a sum that would go, any unit; as it stands among its neighbours
//   uint32_t sum_cost(Value like) const;           // of a new sum of that class
//   Inst make_sum(Value to, Value a, Value b);     // these stand nowhere yet
//   Inst make_sum(Value to, Value a, uint64_t n);
//   Inst make_product(Value to, Value a, Value b);
//   Inst make_constant(Value to, uint64_t n);
//   bool reaches(Inst, Value v, int64_t n) const;  // could it name another value and n more wherever it names v?
//   Inst displaced(Inst, Value v, Value by, int64_t n);   // a copy that does
// and the Editor makes phis (ssa_update.hpp).
// Each prefix of the changes does the same as all. Checker: runs before and behind; program::equal does not follow values that
// change round loops.
// Cost: O(size log size), O(size of the chains that are copied), and the tracker's for each change.
// Sources: Allen, Cocke, Kennedy, Reduction of operator strength, 1981; Cooper, Simpson, Vick, TOPLAS 2001; forms by Bachmann,
// Wang, Zima, Chains of recurrences, ISSAC 1994.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/linear_plan.hpp>
#include <lathe/passes/ssa_update.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct StrengthReductionOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  std::uint32_t chain = 16;      ///< instructions copied for the start of a group
  bool registers = true;         ///< where as much is computed, too, if a limit or a step is passed no more
  bool joint = true;             ///< all groups of a loop at once, first
  PressureGateOptions pressure;  ///< what a change may cost in registers
  bool explain = false;          ///< fill result.kept
};
enum class StrengthReason : std::uint8_t { shape, step, wraps, chain, gain, pressure };
inline constexpr const char* strength_reason_names[] = {"its loop has several ways in or back",
                                                        "it changes by more than a constant or one value",
                                                        "its counter may wrap before it is made wider",
                                                        "its start is too long to compute",
                                                        "nothing is saved",
                                                        "registers"};
struct StrengthReductionStats {
  std::uint64_t loops = 0, counters = 0, candidates = 0, groups = 0, reduced = 0, made = 0, folded = 0, erased = 0;
  static constexpr auto fields() {
    using S = StrengthReductionStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"loops looked at", &S::loops},         F{"counters", &S::counters},
                      F{"linear in counters", &S::candidates}, F{"groups", &S::groups},
                      F{"groups reduced", &S::reduced},        F{"instructions made", &S::made},
                      F{"folded into accesses", &S::folded},   F{"instructions erased", &S::erased}};
  }
};
template <View P>
using StrengthReductionResult = PassResult<P, StrengthReductionStats, StrengthReason>;

namespace detail {

template <Editor P, class Client, class Own, class Change, class... Observers>
class StrengthReduction {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Why = StrengthReason;
  using Forms = LinearForms<P, Client>;
  using Planner = LinearPlanner<P, Client, Own, Observers...>;
  using Plan = typename Planner::Plan;
  using Made = typename Planner::Made;
  using Ref = typename Planner::Ref;
  using Root = typename Planner::Root;
  struct Counter {
    std::uint32_t phi, start;          // values
    std::uint64_t step = 0;            // and
    std::uint32_t by = program::none;  // factor times a value
    std::uint64_t factor = 0;
    std::uint32_t next = program::none;  // what it is in the turn behind
  };
  struct Loop {
    std::uint32_t number = 0, header = 0, in = 0, back = 0;  // blocks
    std::vector<Counter> counters;
  };
  struct Group {
    LinearForm form;  // without its constant
    Counter grows;    // step, by, factor
    std::vector<Root> roots;
  };

 public:
  StrengthReduction(Chain<P>& on, Client& client, const Own& own, const StrengthReductionOptions& options,
                    Change& changes, StrengthReductionResult<P>& result, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        client_(client),
        options_(options),
        changes_(changes),
        result_(result),
        plans_(on, client, own, options.pressure, observers...),
        forms_(plans_.forms()) {}

  void run() {
    const flow::Loops& loops = on_.places().loops;
    std::vector<std::vector<std::uint32_t>> blocks(loops.loops.size());
    for (const std::uint32_t b : on_.places().order.blocks)
      if (loops.innermost[b] != flow::no_loop) blocks[loops.innermost[b]].push_back(b);
    for (std::uint32_t l = 0; l < blocks.size() && !ended_; ++l) {
      ++result_.stats.loops;
      if (find_loop(l)) reduce(blocks[l]);
    }
  }

 private:
  // ---- loops and counters

  bool find_loop(std::uint32_t l) {
    const Places<P>& places = on_.places();
    loop_ = Loop();
    loop_.number = l;
    loop_.header = places.loops.loops[l].header;
    const auto before = on_.flow().predecessors(loop_.header);
    if (before.size() != 2) return false;
    const bool first = places.loops.contains(l, before[0]);
    if (first == places.loops.contains(l, before[1])) return false;
    loop_.in = before[first ? 1 : 0];
    loop_.back = before[first ? 0 : 1];
    if (!places.reachable(loop_.in)) return false;
    for (const std::uint32_t n : places.instructions(loop_.header))
      if (places.effects(n).has(Effect::phi)) find_counter(on_.known().insts[n]);
    result_.stats.counters += loop_.counters.size();
    return !loop_.counters.empty();
  }
  void find_counter(const Inst& phi) {
    const Value v = result_of(code_, phi);
    if (on_.uses().defs(v) != 1 || pinned(code_, v)) return;
    Counter c{on_.known().values.add(v), program::none, 0, program::none, 0, program::none};
    std::optional<Value> next;
    code_.for_each_incoming(phi, [&](const block_t<P>& from, const Value& in) {
      if (on_.known().blocks.find(from) == loop_.back)
        next = in;
      else
        c.start = on_.known().values.add(in);
    });
    if (!next || c.start == program::none) return;
    // Forms say what a value is where it is written: it is that at the end of a block if it is written on each way there.
    const auto there = [&](const Value& value, std::uint32_t block) {
      return forms_.of(value).bits == 0 || on_.places().settled(value, {block, ~std::uint64_t{0}});
    };
    if (!there(*next, loop_.back) || !there(on_.known().values[c.start], loop_.in)) return;
    LinearForm f = forms_.of(*next);
    if (f.bits == 0) return;
    const auto own = std::find_if(f.terms.begin(), f.terms.end(), [&](const LinearTerm& t) {
      return t.value == c.phi && t.by == program::none && t.from == 0 && t.factor == 1;
    });
    if (own == f.terms.end()) return;
    f.terms.erase(own);
    c.next = on_.known().values.find(*next);
    if (f.terms.empty()) {
      c.step = f.constant;
    } else if (!grows_by_a_value(*next, c)) {
      return;
    }
    loop_.counters.push_back(c);
  }
  // next = counter + factor * value, as it is written.
  bool grows_by_a_value(const Value& next, Counter& c) const {
    const auto by = on_.uses().only_def(next);
    const auto step = by ? client_.linear(*by) : std::nullopt;
    if (!step || step->count != 2 || step->constant != 0) return false;
    for (std::uint32_t k = 0; k < 2; ++k) {
      const auto &own = step->terms[k], &other = step->terms[1 - k];
      if (on_.known().values.find(own.value) != c.phi || own.factor != 1 || own.by || own.from != 0) continue;
      c.by = on_.known().values.find(other.value), c.factor = other.factor;
      return !other.by && other.from == 0 && invariant(c.by);
    }
    return false;
  }
  bool invariant(std::uint32_t value) const {
    const auto counts = on_.uses().counts(value);
    if (counts.defs == 0) return true;
    return counts.defs == 1 && !on_.places().loops.contains(loop_.number, on_.places().of(counts.def).block);
  }
  const Counter* counter(std::uint32_t value) const {
    for (const Counter& c : loop_.counters)
      if (c.phi == value) return &c;
    return nullptr;
  }

  // ---- candidates

  enum class Fit : std::uint8_t { no, yes, step, wraps };
  // How the form changes from turn to turn.
  Fit advance(const LinearForm& f, Counter& out) const {
    out.step = 0, out.by = program::none, out.factor = 0;
    bool any = false, wide = false;
    for (const LinearTerm& t : f.terms) {
      const Counter* c = counter(t.value);
      std::uint32_t by = t.by;
      if (c == nullptr && t.by != program::none && (c = counter(t.by)) != nullptr) by = t.value;
      if (c == nullptr) {
        if (!invariant(t.value) || (t.by != program::none && !invariant(t.by))) return Fit::no;
        continue;
      }
      any = true;
      wide |= t.from != 0;
      if (by != program::none && (counter(by) != nullptr || !invariant(by))) return Fit::no;
      if (by == program::none && c->by == program::none) {
        const std::uint64_t step =
            t.from == 0 ? c->step : static_cast<std::uint64_t>(Forms::as_signed(c->step, t.from));
        out.step = Forms::cut(out.step + t.factor * step, f.bits);
        continue;
      }
      // factor * value, for one value alone
      if ((by != program::none && c->by != program::none) || out.by != program::none || t.from != 0) return Fit::step;
      out.by = by != program::none ? by : c->by;
      out.factor = Forms::cut(t.factor * (by != program::none ? c->step : c->factor), f.bits);
    }
    if (!any) return Fit::no;
    if (wide) return Fit::wraps;
    return out.by != program::none && out.step != 0 ? Fit::step : Fit::yes;
  }
  // A counter and a constant, or what a counter becomes: as cheap as it can be.
  bool trivial(const LinearForm& f, const Value& v) const {
    const std::uint32_t n = on_.known().values.find(v);
    return std::any_of(loop_.counters.begin(), loop_.counters.end(), [&](const Counter& c) { return c.next == n; }) ||
           (f.terms.size() == 1 && f.terms[0].factor == 1 && f.terms[0].by == program::none && f.terms[0].from == 0);
  }
  void reduce(const std::vector<std::uint32_t>& blocks) {
    struct Found {
      Root root;
      LinearForm form;
      Counter grows;
    };
    std::vector<Found> found;
    plans_.forget_candidates();
    for (const std::uint32_t b : blocks)
      for (const std::uint32_t n : on_.places().instructions(b)) {
        const Inst i = on_.known().insts[n];
        if (on_.places().effects(n).has(Effect::phi) || !client_.linear(i)) continue;
        const Value v = result_of(code_, i);
        LinearForm f = forms_.of(v);
        Counter grows{};
        if (f.bits == 0 || trivial(f, v)) continue;
        const Fit fit = advance(f, grows);
        if (fit == Fit::step || fit == Fit::wraps) keep(i, fit == Fit::step ? Why::step : Why::wraps);
        if (fit != Fit::yes || !renamable(code_, on_.uses(), on_.live_out(), v) ||
            !on_.places().reads_behind(v, on_.places().of(i)))
          continue;
        plans_.add_candidate(n);
        const std::uint64_t constant = std::exchange(f.constant, 0);
        found.push_back({{i, v, constant}, std::move(f), grows});
      }
    result_.stats.candidates += found.size();
    std::vector<Group> groups;
    std::map<std::tuple<std::uint32_t, std::uint32_t,
                        std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool, std::uint64_t>>>,
             std::size_t>
        of;
    for (Found& x : found) {
      if (!is_root(x.root.value)) continue;
      typename decltype(of)::key_type key{x.form.bits, class_of(code_, x.root.value), {}};
      for (const LinearTerm& t : x.form.terms) std::get<2>(key).emplace_back(t.value, t.by, t.from, t.sign, t.factor);
      const auto [at, added] = of.try_emplace(std::move(key), groups.size());
      if (added) groups.push_back({std::move(x.form), x.grows, {}});
      groups[at->second].roots.push_back(x.root);
    }
    result_.stats.groups += groups.size();
    std::vector<const Group*> all;
    all.reserve(groups.size());
    for (const Group& g : groups) all.push_back(&g);
    if (options_.joint && all.size() > 1 && attempt(all, false)) return;
    for (const Group* g : all)
      if (!ended_) attempt(std::span(&g, 1), true);
  }
  bool is_root(const Value& v) const {
    bool out = false;
    on_.uses().for_each_use(
        v, [&](const Inst& u, std::uint32_t) { out |= !plans_.is_candidate(on_.known().insts.find(u)); });
    return out;
  }

  // ---- a plan

  bool attempt(std::span<const Group* const> groups, bool tell) {
    const Inst& first = groups[0]->roots[0].inst;
    const auto no = [&](Why why) {
      if (tell) keep(first, why);
      return false;
    };
    Plan plan;
    copied_.clear();
    std::vector<Counter> counters;
    for (const Group* g : groups)
      if (!add(plan, *g, counters)) return no(Why::chain);
    plans_.find_dead(plan);
    plans_.decide_folds(plan);
    if (plan.gain < 0 || (plan.gain == 0 && !options_.registers)) return no(Why::gain);
    auto& gate = plans_.gate();
    if (gate.spent()) return no(Why::pressure);
    gate.begin();
    const auto drafts = plans_.draft(plan);
    if (plan.gain == 0 ? !gate.better() : gate.worse()) {
      gate.back();
      return no(plan.gain == 0 ? Why::gain : Why::pressure);
    }
    if (!changes_.next("StrengthReduced")) return gate.back(), ended_ = true, false;
    gate.keep();
    changes_.remark(Remark::Kind::passed, "StrengthReduced", code_, first, [&] {
      return std::to_string(plan.members.size()) + " values of " + inst_name(code_, first) + "'s loop by " +
             std::to_string(groups.size()) + (groups.size() == 1 ? " counter" : " counters") + " of their own";
    });
    result_.stats.reduced += groups.size();
    result_.stats.made += plan.made.size();
    result_.stats.erased += plan.dead.size();
    const std::vector<Value> made = plans_.apply(plan, drafts);
    result_.stats.folded = plans_.folded();
    for (Counter c : counters) {
      c.phi = on_.known().values.add(made[c.phi]), c.next = program::none;
      c.start = start_in(c.phi);
      loop_.counters.push_back(c);
    }
    return true;
  }
  Ref fresh(Plan& plan, const Value& like) const {
    plan.fresh.push_back(like);
    return {{}, static_cast<std::uint32_t>(plan.fresh.size() - 1)};
  }
  Ref known(std::uint32_t value) const { return {on_.known().values[value], program::none}; }
  void in_front(Plan& plan, Made made) const {
    made.block = loop_.in;
    made.before = on_.places().spot_at_end(loop_.in).before;
    plan.made.push_back(std::move(made));
  }
  bool add(Plan& plan, const Group& g, std::vector<Counter>& counters) {
    using Kind = typename Made::Kind;
    const Root& base = g.roots[0];
    const auto start = start_of(plan, g, base);
    if (!start) return false;
    const Ref phi = fresh(plan, base.value), next = fresh(plan, base.value);
    std::vector<Ref> grows{phi};
    if (g.grows.by != program::none) {
      grows.push_back(known(g.grows.by));
      if (g.grows.factor != 1) {
        const Ref factor = fresh(plan, base.value), product = fresh(plan, base.value);
        in_front(plan, {Kind::constant, {}, factor, {}, g.grows.factor});
        in_front(plan, {Kind::product, {}, product, {known(g.grows.by), factor}});
        grows[1] = product;
      }
    }
    plan.made.push_back({Kind::phi, {}, phi, {*start, next}, 0, loop_.header, {}, {loop_.in, loop_.back}});
    plan.made.push_back({grows.size() == 2 ? Kind::sum : Kind::sum_of_constant,
                         {},
                         next,
                         grows,
                         g.grows.step,
                         loop_.back,
                         on_.places().spot_at_end(loop_.back).before});
    for (const Root& r : g.roots)
      plan.members.push_back(
          {r, phi, Forms::as_signed(Forms::cut(r.constant - base.constant, g.form.bits), g.form.bits)});
    Counter c = g.grows;
    c.phi = phi.fresh;
    counters.push_back(c);
    return true;
  }
  // What the first member is before the first turn.
  std::optional<Ref> start_of(Plan& plan, const Group& g, const Root& root) {
    using Kind = typename Made::Kind;
    LinearForm f{g.form.bits, root.constant, {}};
    bool simple = true;
    for (const LinearTerm& t : g.form.terms) {
      const Counter* a = counter(t.value);
      const Counter* b = t.by == program::none ? nullptr : counter(t.by);
      if (a == nullptr && b == nullptr) {
        Forms::add(f, t);
        continue;
      }
      const LinearForm start = forms_.of(on_.known().values[(a != nullptr ? a : b)->start]);
      const std::uint32_t other = a != nullptr ? t.by : t.value;
      simple &= t.from == 0 && (other == program::none ? start.bits == 0 || start.bits == f.bits : start.is_constant());
      if (other == program::none)
        Forms::add(f, start, t.factor);
      else
        Forms::add(f, {other, program::none, 0, false, t.factor * start.constant});
    }
    if (simple && f.is_constant()) {
      const Ref to = fresh(plan, root.value);
      in_front(plan, {Kind::constant, {}, to, {}, f.constant});
      return to;
    }
    if (simple && f.terms.size() == 1 && f.terms[0].factor == 1 && f.terms[0].by == program::none &&
        f.terms[0].from == 0 && class_of(code_, on_.known().values[f.terms[0].value]) == class_of(code_, root.value)) {
      if (f.constant == 0) return known(f.terms[0].value);
      const Ref to = fresh(plan, root.value);
      in_front(plan, {Kind::sum_of_constant, {}, to, {known(f.terms[0].value)}, f.constant});
      return to;
    }
    copying_ = 0;
    return copy(plan, root.inst, copied_.size() + options_.chain);
  }
  // `most`: of all that are copied, with those that wait for what they read.
  std::optional<Ref> copy(Plan& plan, const Inst& i, std::size_t most) {
    using Kind = typename Made::Kind;
    const std::uint32_t n = on_.known().insts.find(i);
    for (const auto& [inst, ref] : copied_)
      if (inst == n) return ref;
    if (copied_.size() + copying_ >= most || !client_.linear(i)) return {};
    ++copying_;
    std::vector<Ref> reads;
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!fine || o.is_def()) return;
      const std::uint32_t v = on_.known().values.find(o.value);
      if (const Counter* c = counter(v)) {
        reads.push_back(known(c->start));
        if (const auto number = client_.constant_of(on_.known().values[c->start])) {
          reads.back() = fresh(plan, o.value);
          in_front(plan, {Kind::constant, {}, reads.back(), {}, *number});
        }
      } else if (invariant(v)) {
        reads.push_back({o.value, program::none});
      } else {
        const auto by = on_.uses().only_def(o.value);
        const auto ref = by ? copy(plan, *by, most) : std::nullopt;
        fine = ref.has_value();
        if (fine) reads.push_back(*ref);
      }
    });
    if (!fine) return {};
    --copying_;
    const Ref to = fresh(plan, result_of(code_, i));
    in_front(plan, {Kind::clone, i, to, std::move(reads)});
    copied_.emplace_back(n, to);
    return to;
  }
  std::uint32_t start_in(std::uint32_t phi) const {
    std::uint32_t out = program::none;
    on_.uses().for_each_def(on_.known().values[phi], [&](const Inst& i, std::uint32_t) {
      code_.for_each_incoming(i, [&](const block_t<P>& from, const Value& v) {
        if (on_.known().blocks.find(from) == loop_.in) out = on_.known().values.add(v);
      });
    });
    return out;
  }

  void keep(const Inst& i, Why why) {
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "NotStrengthReduced", code_, i,
                    [&] { return inst_name(code_, i) + ": " + strength_reason_names[static_cast<int>(why)]; });
  }

  Chain<P>& on_;
  P& code_;
  Client& client_;
  const StrengthReductionOptions& options_;
  Change& changes_;
  StrengthReductionResult<P>& result_;
  Planner plans_;
  Forms& forms_;
  Loop loop_;
  bool ended_ = false;  // there is no fuel
  std::vector<std::pair<std::uint32_t, Ref>> copied_;
  std::size_t copying_ = 0;  // instructions whose operands are copied
};

}  // namespace detail

/// Gives loops counters of their own for what is linear in others, as the head of this file says.
template <MakesPhis P, class Client, class Own, class Sink = NoRemarks, class... Observers>
  requires(LinearMaker<Client, P> && program::RegionOwn<P, Own>)
StrengthReductionResult<P> reduce_strength(Chain<P>& on, Client& client, const Own& own,
                                           const StrengthReductionOptions& options = {}, Sink&& sink = {},
                                           Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  StrengthReductionResult<P> result;
  if (on.code().blocks().begin() == on.code().blocks().end()) return result;
  Change changes("strength-reduction", options.fuel, sink, observers...);
  detail::StrengthReduction<P, Client, Own, Change, Observers...>(on, client, own, options, changes, result,
                                                                  observers...)
      .run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <MakesPhis P, class Client, class Own, class Sink = NoRemarks, class... Observers>
  requires(LinearMaker<Client, P> && program::RegionOwn<P, Own>)
StrengthReductionResult<P> reduce_strength(P& code, Client& client, const Own& own,
                                           const StrengthReductionOptions& options = {}, Sink&& sink = {},
                                           Observers&... observers) {
  Chain<P> on(code);
  return reduce_strength(on, client, own, options, sink, observers...);
}

}  // namespace lathe::passes
