// Fits a function into so many registers: where more live than a set has, values that are wanted further on leave, and
// come again where they are read: made again by the instruction that makes them, loaded from memory that holds them
// already, or stored to a slot of their own and loaded from that.
//
// A value is cut everywhere at once: it leaves at the first crowded place behind each mention, and comes in front of the
// next one, or in front of a loop that has room for it. It comes into the register that it had, so nothing is renamed;
// where it cannot be had again it lives on. Of all values the one that relieves the most places at the least cost is
// cut first, costs by how often a place is run, until nothing is crowded or nobody is left who relieves anything. Rounds
// follow, for what came again is crowded by less.
//
// Where a later allocator spills as well (an assembler's), `spill` may stay off: what it saves is then only what can be
// had for less than a store and a load, and `margin` leaves it room of its own.
//
// Needs: code that is not in SSA form (with phis: refused). The client's `Own`, any object:
//   range<program::RegisterSet> sets() const;                    // with their limits
//   program::RegisterClass register_class(Value) const;          // what it counts as
//   void for_each_held(Inst, f) const;                           // optional, see again.hpp; then also:
//   optional<Inst> make_load(Value to, const program::Access<Value>&);  // nothing: it has no form for that
//   uint32_t make_slot(Value like);                              // optional; then also:
//   Inst make_store(uint32_t slot, Value); Inst make_reload(Value to, uint32_t slot);
//   bool may_spill(Value) const;                                 // optional: else any value may go to a slot
//   bool may_make_again(Inst) const; uint32_t make_cost(Inst) const;  // optional: any that may be; 1, a load costs load_cost
// Cost: each round O(size), and for each value that is looked at the instructions of the blocks in which it lives;
// `steps` bounds the mentions and blocks that are looked at.
// Source: furthest next use as in Belady 1966 and Braun, Hack, "Register Spilling and Live-Range Splitting for SSA-Form
// Programs" (CC 2009), here by whole ranges as in Chaitin's spilling with splitting by regions; values that memory holds
// are Briggs, Cooper, Torczon, "Rematerialization" (PLDI 1992) with loads for constants.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/of_view.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/cuts.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct RegisterTargetOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  std::uint32_t margin = 0;  ///< registers of each limited set that stay free for others
  std::uint32_t rounds = 4;  ///< at most
  bool make_again = true;    ///< by instructions
  bool from_memory = true;   ///< by loads from where memory holds it
  bool spill = false;        ///< to slots of the pass's own
  std::uint32_t load_cost =
      4;  ///< of a load, and of a store to a slot, per register, in units of an instruction that makes one
  std::uint32_t most_cost = 64;   ///< a value is cut that costs so much for each register at a crowded place, or less
  std::uint32_t loop_factor = 4;  ///< a place in a loop costs so many times one around it
  std::uint64_t steps = 50'000'000;  ///< mentions and blocks that are looked at
  bool keep_better = true;           ///< all is taken back where the excess is no less in the end
  bool explain = false;              ///< fill RegisterTargetResult::kept
};
enum class RegisterTargetReason : std::uint8_t {
  phis,      ///< the code has phis: nothing is done
  nowhere,   ///< there is no way to have it again
  no_gain,   ///< that would relieve no crowded place
  too_dear,  ///< it would cost more than it relieves
  steps      ///< RegisterTargetOptions::steps ran out
};
inline constexpr const char* register_target_reason_names[] = {"code with phis", "cannot be had again",
                                                               "relieves no place", "too dear", "out of steps"};
struct RegisterTargetStats {
  std::uint64_t rounds = 0, values = 0, made = 0, loads = 0, reloads = 0, stores = 0;
  std::uint64_t excess_before = 0, excess_after = 0;  ///< registers beyond the limits, summed over places
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t RegisterTargetStats::*>;
    return std::array{F{"rounds", &RegisterTargetStats::rounds},
                      F{"values cut", &RegisterTargetStats::values},
                      F{"made again", &RegisterTargetStats::made},
                      F{"loaded again", &RegisterTargetStats::loads},
                      F{"loaded from slots", &RegisterTargetStats::reloads},
                      F{"stored to slots", &RegisterTargetStats::stores},
                      F{"excess before", &RegisterTargetStats::excess_before},
                      F{"excess behind", &RegisterTargetStats::excess_after}};
  }
};
/// What the pass did, or why it left the function alone.
template <View P>
struct RegisterTargetResult : PassResult<P, RegisterTargetStats, RegisterTargetReason> {
  std::optional<RegisterTargetReason> refused;  ///< nothing: the pass ran
  bool taken_back = false;  ///< nothing was won: the code is as it was, slots that the client made are not mentioned
};

/// The registers of a set's step of occupancy right below `live`, if it is at most `reach` registers away; else 0.
inline std::uint32_t nearest_step(const program::RegisterSet& set, std::uint32_t live, std::uint32_t reach) {
  std::uint32_t best = 0;
  for (const program::Step& s : set.steps)
    if (s.registers < live && live - s.registers <= reach) best = std::max(best, s.registers);
  return best;
}

namespace detail {

template <Editor P, class Own, class Sink, class... Observers>
class RegisterTarget {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Round = Cuts<P, Own>;

 public:
  RegisterTarget(P& code, Own& own, const RegisterTargetOptions& options, Sink& sink, Observers&... observers)
      : code_(code),
        own_(own),
        options_(options),
        steps_(options.steps),
        editing_(code, observers...),
        changes_("register-target", options.fuel, sink, observers...) {}

  RegisterTargetResult<P> run() {
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b))
        if (code_.effects(i).has(Effect::phi)) {
          result_.refused = RegisterTargetReason::phis;
          return std::move(result_);
        }
    if (options_.keep_better) editing_.begin();
    for (std::uint32_t round = 0; round < options_.rounds && changes_.any(); ++round)
      if (!one_round(round)) break;
    if (options_.keep_better) judge();
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  HowAgain how() const {
    HowAgain out;
    out.make = options_.make_again;
    out.memory = options_.from_memory;
    return out;
  }
  // What was inserted needs registers as well: was anything won?
  void judge() {
    if (result_.stats.values != 0) {
      result_.stats.excess_after = Round(code_, own_, how(), options_.margin).crowded.excess();
      result_.taken_back = result_.stats.excess_after >= result_.stats.excess_before;
    }
    if (!result_.taken_back) {
      editing_.commit();
      return;
    }
    editing_.rollback();
    result_.stats.excess_after = result_.stats.excess_before;
  }
  bool one_round(std::uint32_t number) {
    Round r(code_, own_, how(), options_.margin);
    const std::uint64_t excess = r.crowded.excess();
    if (number == 0) result_.stats.excess_before = excess;
    result_.stats.excess_after = excess;
    if (excess == 0) return false;
    ++result_.stats.rounds;
    r.find_sources();
    std::vector<Cut> cuts;
    for (const std::uint32_t v : r.crowded.candidates()) {
      if (!r.cuttable(v)) continue;
      if (Cut cut = plan(r, v); cut.gain != 0)
        cuts.push_back(std::move(cut));
      else
        why_not(r, v);
    }
    return select(r, cuts);
  }

  void why_not(Round& r, std::uint32_t v) {
    if (!options_.explain) return;
    keep(r, v,
         steps_ == 0       ? RegisterTargetReason::steps
         : r.would_help(v) ? RegisterTargetReason::nowhere
                           : RegisterTargetReason::no_gain);
  }

  // ---- what cutting a value would do

  static constexpr bool has_slots = requires(Own& own, const Value& v) {
    { own.make_slot(v) } -> std::convertible_to<std::uint32_t>;
    { own.make_store(0U, v) } -> std::convertible_to<Inst>;
    { own.make_reload(v, 0U) } -> std::convertible_to<Inst>;
  };

  Cut plan(Round& r, std::uint32_t v) {
    Cut plain = walk(r, v, false);
    if constexpr (has_slots)
      if (options_.spill && may_spill(r, v)) {
        Cut slot = walk(r, v, true);
        if (better(slot, plain)) return slot;
      }
    return plain;
  }
  bool may_spill(const Round& r, std::uint32_t v) const {
    bool fine = true;  // behind what ends a block nothing stands
    r.crowded.for_each_write(
        v, [&](std::uint32_t i) { fine &= !code_.effects(r.numbers.inst(i)).has(Effect::terminator); });
    if (!fine || (arrives(r, v) && !r.crowded.cfg().predecessors(0).empty())) return false;
    if constexpr (requires { bool(own_.may_spill(r.numbers.value(v))); }) return own_.may_spill(r.numbers.value(v));
    return true;
  }
  // Is it a parameter that is read as it came? Then it has a word that no instruction writes.
  bool arrives(const Round& r, std::uint32_t v) const {
    bool out = false;
    if constexpr (Facts(P::facts).has(Fact::parameters))
      code_.for_each_parameter([&](const Value& p) { out |= p == r.numbers.value(v); });
    const auto in = r.crowded.live_in(0);
    return out && std::binary_search(in.begin(), in.end(), v);
  }
  static bool better(const Cut& a, const Cut& b) {
    return b.gain == 0 ? a.gain != 0
                       : a.gain * std::max<std::uint64_t>(b.cost, 1) > b.gain * std::max<std::uint64_t>(a.cost, 1);
  }
  Cut walk(Round& r, std::uint32_t v, bool slot) {
    Cut out = r.plan(v, slot ? AsLast::slot : AsLast::nothing, steps_,
                     [&](const Return& back) { return cost(r, back, v) * weight(r, back.block); });
    if (!slot || out.gain == 0) return out;
    const auto store = [&](std::uint32_t block) {
      out.cost += options_.load_cost * r.crowded.units(v) * weight(r, block);
    };
    r.crowded.for_each_write(v, [&](std::uint32_t i) { store(r.numbers.block_of(i)); });
    if (arrives(r, v)) store(0);
    return out;
  }
  std::uint64_t weight(const Round& r, std::uint32_t block) const {
    std::uint64_t w = 1;
    for (std::uint32_t d = std::min(r.crowded.loops().depth(block), 8U); d > 0; --d) w *= options_.loop_factor;
    return w;
  }
  std::uint64_t cost(const Round& r, const Return& back, std::uint32_t v) const {
    std::uint64_t sum = 0;
    bool made = false;
    r.for_each_maker(back, [&](std::uint32_t i) {
      made = true;
      if constexpr (requires { std::uint32_t(own_.make_cost(r.numbers.inst(i))); })
        sum += own_.make_cost(r.numbers.inst(i));
      else
        ++sum;
    });
    return made ? sum : std::uint64_t{options_.load_cost} * r.crowded.units(v);
  }

  // ---- which are cut

  bool select(Round& r, std::vector<Cut>& cuts) {
    const auto before = [](const Cut& a, const Cut& b) {
      if (better(a, b) != better(b, a)) return better(a, b);
      return a.value < b.value;
    };
    std::vector<std::uint8_t> fixed(r.numbers.values(), 0);  // operands of what is made again, and what was cut
    bool changed = false;
    std::make_heap(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) { return before(b, a); });
    while (!cuts.empty() && r.crowded.excess() != 0) {
      std::pop_heap(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) { return before(b, a); });
      Cut cut = std::move(cuts.back());
      cuts.pop_back();
      if (fixed[cut.value] != 0) continue;
      const std::uint64_t then = cut.gain;
      Cut now = plan(r, cut.value);  // others were cut since
      if (now.gain == 0 || now.returns.empty()) continue;
      if (now.gain < then && !cuts.empty() && better(cuts.front(), now)) {
        cuts.push_back(std::move(now));
        std::push_heap(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) { return before(b, a); });
        continue;
      }
      if (now.cost > options_.most_cost * now.gain) {
        keep(r, cut.value, RegisterTargetReason::too_dear);
        continue;
      }
      if (clashes(r, now, fixed)) continue;
      if (!changes_.next("ValueCut")) break;
      apply(r, now, fixed);
      r.crowded.relieve(now.value, now.relieved);
      changed = true;
    }
    return changed;
  }
  // Is it made of what was cut in this round?
  bool clashes(const Round& r, const Cut& cut, const std::vector<std::uint8_t>& fixed) const {
    bool found = false;
    for (const Return& back : cut.returns)
      r.for_each_part(back, [&](std::uint32_t part) { found |= fixed[part] == 2; });
    return found;
  }
  std::optional<Inst> writer_of(const Round& r, std::uint32_t v) const {
    std::optional<Inst> first;
    r.crowded.for_each_write(v, [&](std::uint32_t i) {
      if (!first) first = r.numbers.inst(i);
    });
    return first;
  }
  void keep(const Round& r, std::uint32_t v, RegisterTargetReason why) {
    if (!options_.explain) return;
    if (const auto i = writer_of(r, v)) result_.kept.push_back({why, *i});
  }

  // ---- the edits

  void apply(Round& r, const Cut& cut, std::vector<std::uint8_t>& fixed) {
    const Value v = r.numbers.value(cut.value);
    changes_.remark(Remark::Kind::passed, "ValueCut", code_, Sought{[&] { return writer_of(r, cut.value); }}, [&] {
      return value_name(code_, v) + " leaves its register and comes again at " + std::to_string(cut.returns.size()) +
             " places";
    });
    ++result_.stats.values;
    fixed[cut.value] = 2;
    std::uint32_t slot = 0;
    if constexpr (has_slots) {
      bool any = false;
      for (const Return& back : cut.returns) any |= back.way == from_slot;
      if (any) slot = store(r, cut.value);
    }
    for (const Return& back : cut.returns) {
      r.for_each_part(back, [&](std::uint32_t part) { fixed[part] = std::max<std::uint8_t>(fixed[part], 1); });
      come(r, back, v, slot);
    }
  }
  void come(Round& r, const Return& back, const Value& v, std::uint32_t slot) {
    if constexpr (has_slots)
      if (back.way == from_slot) {
        ++result_.stats.reloads;
        return editing_.insert(own_.make_reload(v, slot), r.spot(back));
      }
    if (r.source_of(back.way).maker != none) {
      result_.stats.made += r.make(editing_, back);
      return;
    }
    if constexpr (HasHeld<Own, P>) {
      const std::optional<Inst> load = own_.make_load(v, r.source_of(back.way).access);
      if (!load) return;
      ++result_.stats.loads;
      editing_.insert(*load, r.spot(back));
    }
  }
  // A slot, written behind each definition, and first of all if it has a word before.
  std::uint32_t store(const Round& r, std::uint32_t value) {
    const Value v = r.numbers.value(value);
    const std::uint32_t slot = own_.make_slot(v);
    const auto put = [&](const program::spot_t<P>& at) {
      ++result_.stats.stores;
      editing_.insert(own_.make_store(slot, v), at);
    };
    r.crowded.for_each_write(value, [&](std::uint32_t i) { put(code_.where(r.numbers.inst(i))); });
    if (!arrives(r, value)) return slot;
    program::spot_t<P> first{r.numbers.block(0), {}};
    if (r.numbers.first(1) != 0) first.before = r.numbers.inst(0);
    put(first);
    return slot;
  }

  P& code_;
  Own& own_;
  const RegisterTargetOptions& options_;
  std::uint64_t steps_;
  program::Editing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  RegisterTargetResult<P> result_;
};

}  // namespace detail

/// Inserts what lets crowded places have fewer registers; nothing is erased: definitions that nobody reads any more are
/// dead code's. See the head of the file.
template <Editor P, class Own, class Sink = NoRemarks, class... Observers>
RegisterTargetResult<P> register_target(P& code, Own& own, const RegisterTargetOptions& options = {}, Sink&& sink = {},
                                        Observers&... observers) {
  return detail::RegisterTarget<P, Own, std::remove_reference_t<Sink>, Observers...>(code, own, options, sink,
                                                                                     observers...)
      .run();
}

}  // namespace lathe::passes
