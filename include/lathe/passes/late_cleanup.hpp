// Late clean-up: an instruction goes whose result is in its register already: on every way to it the same has been
// computed into the same registers, and neither these nor what was read has been written since.
//
// Needs no SSA form; it is for code behind register assignment, and finds what common_subexpressions.hpp leaves because
// registers have several definitions. An instruction under a guard goes where the same was done under the same guard and
// sense, or under none, and the guard, too, has not been written since; it makes no other one needless that has none.
// Pinned registers, results that the instruction reads itself, and what is written in part are left alone.
// The question is asked backwards from each instruction that has its like in the function, over at most Reach::blocks
// blocks; in each the last event decides, found by binary search among the definitions of its registers.
// Cost: near linear: O(operands log size * reach) for each instruction that has its like.
// Source: available expressions (Kildall, POPL 1973), demand-driven; what it is for as in LLVM's MachineLateInstrsCleanup.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/events.hpp>
#include <lathe/passes/expressions.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct LateCleanupOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  Reach reach;           ///< of walks between two places
  bool explain = false;  ///< fill LateCleanupResult::kept
};
enum class LateCleanupReason : std::uint8_t {
  changed,  ///< on some way something has been written since, or it was not computed, or the ways are long
};
inline constexpr const char* late_cleanup_reason_names[] = {"not known on every way"};
struct LateCleanupStats {
  std::uint64_t looked_at = 0, erased = 0, loads = 0, across_blocks = 0, guarded = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t LateCleanupStats::*>;
    return std::array{F{"instructions looked at", &LateCleanupStats::looked_at}, F{"erased", &LateCleanupStats::erased},
                      F{"loads erased", &LateCleanupStats::loads},
                      F{"erased by what other blocks computed", &LateCleanupStats::across_blocks},
                      F{"guarded ones erased", &LateCleanupStats::guarded}};
  }
};
template <View P>
using LateCleanupResult = PassResult<P, LateCleanupStats, LateCleanupReason>;

namespace detail {

template <Editor P, class Change, class... Observers>
class LateCleanup {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  LateCleanup(Chain<P>& on, const LateCleanupOptions& options, Change& changes, LateCleanupResult<P>& result,
              Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        changes_(changes),
        result_(result),
        events_(code_, on_.known(), on_.places()),
        editing_(code_, on_, observers...) {}

  void run() {
    Expressions<P> expressions(on_.known()), computed(on_.known());
    Sequences sequences;
    std::vector<std::vector<Inst>> alike;            // by what, under which guard, and into which registers
    std::vector<std::vector<std::uint32_t>> always;  // by what and into which registers: those under no guard
    const auto same = [](const Value& v) { return v; };
    for (const std::uint32_t b : on_.places().order.blocks)
      for (auto&& i : code_.instructions(on_.known().blocks[b])) {
        if (!candidate(i)) continue;
        const std::uint32_t e = expressions.number(code_, i, same, true);
        std::vector<std::uint64_t> into{computed.number(code_, i, same)};
        code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
          if (o.is_def()) into.push_back(on_.known().values.find(o.value));
        });
        const std::uint32_t free = sequences.add(into);
        if (e >= alike.size()) alike.resize(e + 1), free_of_.resize(e + 1);
        if (free >= always.size()) always.resize(free + 1);
        alike[e].push_back(i);
        free_of_[e] = free;
        if (!guarded(i)) always[free].push_back(on_.places().number(i));
      }
    for (std::uint32_t e = 0; e < alike.size(); ++e)
      if (alike[e].size() + (guarded(alike[e][0]) ? always[free_of_[e]].size() : 0) > 1 &&
          !look(alike[e], always[free_of_[e]]))
        return;
  }

 private:
  bool guarded(const Inst& i) const {
    bool out = false;
    code_.for_each_operand(i, [&](const auto& o) { out |= o.role == Role::guard; });
    return out;
  }
  bool candidate(const Inst& i) const {
    const program::Effects e = code_.effects(i);
    if (!e.reusable() || e.has(Effect::terminator) || e.has(Effect::marker)) return false;
    bool fine = true, guard = false, old = false;
    std::vector<Value> written, read;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      fine &= o.lanes == ~std::uint64_t{0} && !pinned(code_, o.value);
      guard |= o.role == Role::guard;
      old |= o.old;
      if (o.is_def())
        written.push_back(o.value);
      else if (!o.old)  // what is left of a result where the guard does not hold
        read.push_back(o.value);
    });
    for (const Value& v : written) fine &= std::find(read.begin(), read.end(), v) == read.end();
    return fine && !written.empty() && (guard || !old);
  }
  // False: there is no fuel left.
  bool look(const std::vector<Inst>& same, std::vector<std::uint32_t> always) {
    const Inst one = same[0];  // while it stands it speaks for all of them
    std::vector<std::uint32_t> watched, but_guard;
    code_.for_each_operand(one, [&](const program::Operand<Value>& o) {
      watched.push_back(on_.known().values.find(o.value));
      if (o.role != Role::guard) but_guard.push_back(watched.back());
    });
    const bool guards = guarded(one);
    std::vector<std::uint32_t> made;
    for (const Inst& i : same) made.push_back(on_.places().number(i));
    if (guards) made.insert(made.end(), always.begin(), always.end());
    std::sort(made.begin(), made.end());
    std::sort(always.begin(), always.end());
    std::vector<Inst> erased;
    for (const Inst& i : same) {
      ++result_.stats.looked_at;
      bool across = false;
      if (!events_.holds(on_.places().of(i), &i, watched, made, options_.reach, across) &&
          !(guards && events_.holds(on_.places().of(i), &i, but_guard, always, options_.reach, across))) {
        if (options_.explain) result_.kept.push_back({LateCleanupReason::changed, i});
        continue;
      }
      if (!changes_.next("ResultAvailable")) break;
      changes_.remark(Remark::Kind::passed, "ResultAvailable", code_, i,
                      [&] { return inst_name(code_, i) + ": its result is in its register already"; });
      ++result_.stats.erased;
      result_.stats.loads += code_.effects(i).touches_memory();
      result_.stats.across_blocks += across;
      result_.stats.guarded += guards;
      erased.push_back(i);
    }
    // What went still counts as computed there, as it was: the register has the word.
    for (const Inst& i : erased) editing_.erase(i);
    return changes_.any();
  }

  Chain<P>& on_;
  P& code_;
  const LateCleanupOptions& options_;
  Change& changes_;
  LateCleanupResult<P>& result_;
  Events<P> events_;
  std::vector<std::uint32_t> free_of_;
  ChainEditing<P, Observers...> editing_;
};

}  // namespace detail

/// Erases what is known already.
template <Editor P, class Sink = NoRemarks, class... Observers>
LateCleanupResult<P> late_cleanup(Chain<P>& on, const LateCleanupOptions& options = {}, Sink&& sink = {},
                                  Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  LateCleanupResult<P> result;
  Change changes("machine-latecleanup", options.fuel, sink, observers...);
  detail::LateCleanup<P, Change, Observers...>(on, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
LateCleanupResult<P> late_cleanup(P& code, const LateCleanupOptions& options = {}, Sink&& sink = {},
                                  Observers&... observers) {
  Chain<P> on(code);
  return late_cleanup(on, options, sink, observers...);
}

}  // namespace lathe::passes
