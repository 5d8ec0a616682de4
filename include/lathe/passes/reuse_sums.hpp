// Sums again: what a dominating value has already but for a constant is that value at a distance, in accesses that reach so far,
// else by one sum. Straight-line strength reduction, across blocks.
//
//   x = p + ((a + 1) << 2); load [x]; if ...: y = p + ((a + 5) << 2); load [y]      ->   load [x + 16]
//
// Values are compared as linear forms (linear_forms.hpp), so it does not matter in which order, by which shifts or products they
// were computed. The nearest value above is taken. Changed is what saves instructions by frequency and the client's costs and
// passes no register limit: the value that is reused lives longer, what the sum was made of perhaps not so long.
//
// Client, remarks and fuel as in strength_reduction.hpp; it makes no phis. program::equal follows what it does where it knows sums
// of constants; the checker is the run before and behind. Cost: O(size), and the tracker's for each change.
// Source: LLVM's StraightLineStrengthReduce and SeparateConstOffsetFromGEP for the idea; forms as told.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/linear_plan.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct ReuseSumsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  PressureGateOptions pressure;  ///< what a change may cost in registers
  bool explain = false;          ///< fill result.kept
};
enum class ReuseReason : std::uint8_t { gain, pressure };
inline constexpr const char* reuse_reason_names[] = {"nothing is saved", "registers"};
struct ReuseSumsStats {
  std::uint64_t sums = 0, found = 0, reused = 0, folded = 0, erased = 0;
  static constexpr auto fields() {
    using S = ReuseSumsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"sums looked at", &S::sums}, F{"there but for a constant", &S::found},
                      F{"sums reused", &S::reused}, F{"reads folded into accesses", &S::folded},
                      F{"sums erased", &S::erased}};
  }
};
template <View P>
using ReuseSumsResult = PassResult<P, ReuseSumsStats, ReuseReason>;

namespace detail {

template <Editor P, class Client, class Own, class Change, class... Observers>
class ReuseSums {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Why = ReuseReason;
  using Planner = LinearPlanner<P, Client, Own, Observers...>;
  struct Key {
    std::uint32_t bits = 0, cls = 0;
    std::vector<LinearTerm> terms;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const {
      std::uint64_t h = k.bits * std::uint64_t{0x9e3779b97f4a7c15} + k.cls;
      const auto mix = [&](std::uint64_t n) { h = (h ^ n) * std::uint64_t{0xff51afd7ed558ccd}, h ^= h >> 29; };
      for (const LinearTerm& t : k.terms)
        mix(std::uint64_t{t.value} << 32 | t.by), mix(t.factor + std::uint64_t{t.from} * 2 + (t.sign ? 1 : 0));
      return static_cast<std::size_t>(h);
    }
  };
  struct Known {
    Inst inst;
    Value value;
    std::uint64_t constant;
  };

 public:
  ReuseSums(Chain<P>& on, Client& client, const Own& own, const ReuseSumsOptions& options, Change& changes,
            ReuseSumsResult<P>& result, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        client_(client),
        options_(options),
        changes_(changes),
        result_(result),
        plans_(on, client, own, options.pressure, observers...) {}

  void run() {
    plans_.forget_candidates();
    const auto order = on_.shape().dominators.blocks();
    std::vector<std::pair<Inst, Value>> all;
    for (const std::uint32_t b : order)
      for (const std::uint32_t n : on_.places().instructions(b)) {
        const Inst i = on_.known().insts[n];
        if (!is_sum(i)) continue;
        plans_.add_candidate(n);
        all.emplace_back(i, result_of(code_, i));
      }
    result_.stats.sums = all.size();
    for (const auto& [i, v] : all)
      if (!ended_ && stands(i, v)) look(i, v);
    result_.stats.folded = plans_.folded();
  }

 private:
  bool is_sum(const Inst& i) const {
    if (code_.effects(i).has(Effect::phi) || !client_.linear(i)) return false;
    const Value v = result_of(code_, i);
    return renamable(code_, on_.uses(), on_.live_out(), v) && on_.places().reads_behind(v, on_.places().of(i));
  }
  // It was not erased meanwhile, and is no new instruction's result.
  bool stands(const Inst& i, const Value& v) const {
    const auto by = on_.uses().only_def(v);
    return by && *by == i;
  }
  void look(const Inst& i, const Value& v) {
    LinearForm f = plans_.forms().of(v);
    if (f.bits == 0 || f.terms.empty()) return;
    Key key{f.bits, class_of(code_, v), std::move(f.terms)};
    std::vector<Known>& there = known_[std::move(key)];
    while (!there.empty() && (!stands(there.back().inst, there.back().value) ||
                              !on_.places().dominates(on_.places().of(there.back().inst), on_.places().of(i))))
      there.pop_back();
    if (there.empty() || !reuse(i, v, f, there.back())) {
      there.push_back({i, v, f.constant});
      return;
    }
  }
  bool reuse(const Inst& i, const Value& v, const LinearForm& f, const Known& by) {
    ++result_.stats.found;
    typename Planner::Plan plan;
    const std::uint64_t away = plans_.forms().cut(f.constant - by.constant, f.bits);
    plan.members.push_back({{i, v, f.constant}, {by.value, program::none}, plans_.forms().as_signed(away, f.bits)});
    plans_.find_dead(plan);
    plans_.decide_folds(plan);
    if (plan.gain <= 0) return keep(i, Why::gain);
    auto& gate = plans_.gate();
    if (gate.spent()) return keep(i, Why::pressure);
    gate.begin();
    const auto drafts = plans_.draft(plan);
    if (gate.worse()) return gate.back(), keep(i, Why::pressure);
    if (!changes_.next("SumReused")) return gate.back(), ended_ = true, false;
    gate.keep();
    changes_.remark(Remark::Kind::passed, "SumReused", code_, i, [&] {
      return inst_name(code_, i) + ": " + inst_name(code_, by.inst) + " has it but for " +
             std::to_string(plan.members[0].distance);
    });
    ++result_.stats.reused;
    result_.stats.erased += plan.dead.size();
    plans_.apply(plan, drafts);
    return true;
  }
  bool keep(const Inst& i, Why why) {
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "SumNotReused", code_, i,
                    [&] { return inst_name(code_, i) + ": " + reuse_reason_names[static_cast<int>(why)]; });
    return false;
  }

  Chain<P>& on_;
  P& code_;
  Client& client_;
  const ReuseSumsOptions& options_;
  Change& changes_;
  ReuseSumsResult<P>& result_;
  Planner plans_;
  std::unordered_map<Key, std::vector<Known>, Hash> known_;  // looked up only
  bool ended_ = false;
};

}  // namespace detail

/// Has values that dominate take the place of sums that differ from them by a constant, as the head of this file says.
template <Editor P, class Client, class Own, class Sink = NoRemarks, class... Observers>
  requires(LinearMaker<Client, P> && program::RegionOwn<P, Own>)
ReuseSumsResult<P> reuse_sums(Chain<P>& on, Client& client, const Own& own, const ReuseSumsOptions& options = {},
                              Sink&& sink = {}, Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  ReuseSumsResult<P> result;
  if (on.code().blocks().begin() == on.code().blocks().end()) return result;
  Change changes("strength-reduction", options.fuel, sink, observers...);
  detail::ReuseSums<P, Client, Own, Change, Observers...>(on, client, own, options, changes, result, observers...)
      .run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Client, class Own, class Sink = NoRemarks, class... Observers>
  requires(LinearMaker<Client, P> && program::RegionOwn<P, Own>)
ReuseSumsResult<P> reuse_sums(P& code, Client& client, const Own& own, const ReuseSumsOptions& options = {},
                              Sink&& sink = {}, Observers&... observers) {
  Chain<P> on(code);
  return reuse_sums(on, client, own, options, sink, observers...);
}

}  // namespace lathe::passes
