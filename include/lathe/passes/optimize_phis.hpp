// Phis that are no choice: all of what they take is one value, through other phis or copies of it; and cycles of phis
// whose values nobody else reads.
//
// A set of phis and copies that take, beside each other, one value alone are that value: found from each phi by a walk
// that ends at `max_set` members, as two different values end it at once. Phis that took what went are looked at again.
// Source: the idea of Briggs, Cooper, Harvey, Simpson, "Practical improvements to the construction and destruction of
// static single assignment form" (SPE 1998), section on redundant phis; sets as in LLVM's OptimizePHIs.
// Needs: an Editor that names `incoming`. Cost: O(phis * max_set) at most; a phi of two different values costs O(1).
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
#include <lathe/passes/rewrite.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct OptimizePhisOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  std::uint32_t max_set = 16;  ///< members of a set of phis and copies that are looked at
  bool explain = false;        ///< fill OptimizePhisResult::kept
};
enum class PhiReason : std::uint8_t {
  two_values,  ///< it is a choice
  too_large,   ///< the set has more than max_set members
  class_,      ///< the one value is of another register class
  bound,       ///< one of the two keeps its name, is read in part, or stands nowhere but in phis
};
inline constexpr const char* phi_reason_names[] = {"takes two values", "set too large", "another register class",
                                                   "bound to its register"};
struct OptimizePhisStats {
  std::uint64_t phis = 0, single_value = 0, dead = 0, dead_cycles = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t OptimizePhisStats::*>;
    return std::array{
        F{"phis looked at", &OptimizePhisStats::phis}, F{"phis of a single value", &OptimizePhisStats::single_value},
        F{"dead phis", &OptimizePhisStats::dead}, F{"cycles of dead phis", &OptimizePhisStats::dead_cycles}};
  }
};
template <View P>
using OptimizePhisResult = PassResult<P, OptimizePhisStats, PhiReason>;

namespace detail {

template <Editor P, class Sink, class... Observers>
class OptimizePhis {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  OptimizePhis(Chain<P>& on, const OptimizePhisOptions& options, Sink& sink, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        editing_(code_, on_, observers...),
        changes_("opt-phis", options.fuel, sink, observers...) {}

  OptimizePhisResult<P> run() {
    if constexpr (Facts(P::facts).has(Fact::parameters))
      code_.for_each_parameter([&](const Value& v) { parameters_.add(v); });
    std::vector<Inst>& phis = worklist_;
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b))
        if (code_.effects(i).has(Effect::phi)) phis.push_back(i);
    for (std::size_t at = 0; at < phis.size() && changes_.any(); ++at) {
      const Inst phi = phis[at];
      if (gone_.find(phi) == none) look(phi);
    }
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  void look(const Inst& phi) {
    ++result_.stats.phis;
    std::vector<Inst> set;
    if (dead(phi, set)) return erase(set, set.size() > 1 ? "DeadPhiCycle" : "DeadPhi");
    const Value to = result_of(code_, phi);
    set.clear();
    std::optional<Value> one;
    if (const auto reason = single(phi, set, one)) return keep(phi, *reason);
    if (!one) return;  // it takes nothing but itself: unreachable code
    if (class_of(code_, *one) != class_of(code_, to)) return keep(phi, PhiReason::class_);
    if (!renamable(code_, on_.uses(), on_.live_out(), to) || definitions(to) != 1 || pinned(code_, *one) ||
        !nameable(code_, *one))
      return keep(phi, PhiReason::bound);
    if (!changes_.next("SinglePhiValue")) return;
    changes_.remark(Remark::Kind::passed, "SinglePhiValue", code_, phi,
                    [&] { return "phi " + value_name(code_, to) + " is always " + value_name(code_, *one); });
    // Phis that took it may have become no choice.
    on_.uses().for_each_use(to, [&](const Inst& i, std::uint32_t) {
      if (!(i == phi) && code_.effects(i).has(Effect::phi)) worklist_.push_back(i);
    });
    replace_reads(editing_, on_.uses(), to, *one);
    erase(phi);
    ++result_.stats.single_value;
  }
  void erase(const std::vector<Inst>& set, const char* name) {
    if (!changes_.next(name)) return;
    changes_.remark(Remark::Kind::passed, name, code_, set[0],
                    [&] { return std::to_string(set.size()) + " phis whose values nobody reads"; });
    // What they take from each other goes with them.
    for (const Inst& i : set) erase(i);
    result_.stats.dead += set.size();
    result_.stats.dead_cycles += set.size() > 1;
  }
  // Handles of what is erased are not asked again; the Editor may give them to others.
  void erase(const Inst& phi) {
    gone_.add(phi);
    editing_.erase(phi);
  }
  void keep(const Inst& phi, PhiReason reason) {
    if (options_.explain) result_.kept.push_back({reason, phi});
    changes_.remark(Remark::Kind::missed, "PhiKept", code_, phi, [&] {
      return "phi " + value_name(code_, result_of(code_, phi)) + ": " + phi_reason_names[static_cast<int>(reason)];
    });
  }

  // A parameter is there before any definition in the text.
  std::uint32_t definitions(const Value& v) const {
    return on_.uses().defs(v) + (parameters_.size() != 0 && parameters_.find(v) != none);
  }
  bool in(const std::vector<Inst>& set, const Inst& i) const {
    return std::find(set.begin(), set.end(), i) != set.end();
  }

  // Is its result read by such phis alone? Then they are the set.
  bool dead(const Inst& phi, std::vector<Inst>& set) const {
    set.push_back(phi);
    for (std::size_t at = 0; at < set.size(); ++at) {
      const Value v = result_of(code_, set[at]);
      if (pinned(code_, v) || on_.live_out().has(v) || on_.uses().defs(v) != 1) return false;
      bool fine = true;
      on_.uses().for_each_use(v, [&](const Inst& i, std::uint32_t) {
        fine &= code_.effects(i).has(Effect::phi);
        if (fine && !in(set, i)) set.push_back(i);
      });
      if (!fine || set.size() > options_.max_set) return false;
    }
    return true;
  }

  // The phi or whole copy that defines a value, if it has one definition and that is one.
  std::optional<Inst> member(const Value& v) const {
    if (definitions(v) != 1 || on_.uses().defs(v) != 1 || pinned(code_, v)) return {};
    std::optional<Inst> out;
    on_.uses().for_each_def(v, [&](const Inst& i, std::uint32_t) {
      if (code_.effects(i).has(Effect::phi) || copied(i)) out = i;
    });
    return out;
  }
  std::optional<Value> copied(const Inst& i) const {
    const auto copy = whole_copy(std::as_const(code_), i);
    return copy ? std::optional<Value>(copy->from) : std::nullopt;
  }
  // The one value that the set around a phi takes; otherwise why there is none. A value that is no phi or copy of the
  // set ends the walk; one that may change (several definitions) is no value to stand for others.
  std::optional<PhiReason> single(const Inst& phi, std::vector<Inst>& set, std::optional<Value>& one) const {
    set.push_back(phi);
    std::optional<PhiReason> why;
    const auto take = [&](const Value& v) {
      if (why) return;
      const std::optional<Inst> more = member(v);
      if (more && code_.effects(*more).has(Effect::phi)) {
        if (!in(set, *more)) set.push_back(*more);
        if (set.size() > options_.max_set) why = PhiReason::too_large;
      } else if (more && in(set, *more)) {
        return;
      } else if (more && reaches_phi(*copied(*more))) {
        set.push_back(*more);
      } else if (definitions(v) > 1 || (one && !(*one == v))) {
        why = PhiReason::two_values;
      } else {
        one = v;
      }
    };
    for (std::size_t at = 0; at < set.size() && !why; ++at) {
      if (const auto from = copied(set[at]))
        take(*from);
      else
        code_.for_each_incoming(set[at], [&](const block_t<P>&, const Value& v) { take(v); });
    }
    return why;
  }
  // A copy belongs to the set where it carries one of its phis around.
  bool reaches_phi(Value v) const {
    for (std::uint32_t steps = 0; steps < options_.max_set; ++steps) {
      const std::optional<Inst> i = member(v);
      if (!i) return false;
      if (code_.effects(*i).has(Effect::phi)) return true;
      v = *copied(*i);
    }
    return false;
  }

  Chain<P>& on_;
  P& code_;
  const OptimizePhisOptions& options_;
  ChainEditing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  OptimizePhisResult<P> result_;
  std::vector<Inst> worklist_;
  program::Handles<Inst> gone_;
  program::Handles<Value> parameters_;
};

}  // namespace detail

/// Replaces phis that are one value and erases those that nobody reads. The code stays in SSA form where it was.
template <Editor P, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::incoming))
OptimizePhisResult<P> optimize_phis(Chain<P>& on, const OptimizePhisOptions& options = {}, Sink&& sink = {},
                                    Observers&... observers) {
  return detail::OptimizePhis<P, std::remove_reference_t<Sink>, Observers...>(on, options, sink, observers...).run();
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::incoming))
OptimizePhisResult<P> optimize_phis(P& code, const OptimizePhisOptions& options = {}, Sink&& sink = {},
                                    Observers&... observers) {
  Chain<P> on(code);
  return optimize_phis(on, options, sink, observers...);
}

}  // namespace lathe::passes
