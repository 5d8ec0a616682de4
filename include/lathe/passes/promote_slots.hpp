// Promotion of slots: memory of one activation of a function whose address goes nowhere, read and written in whole words
// at constant offsets, becomes registers.
//
// Objects, and how their addresses are followed, are slot_accesses.hpp's. Parts of an object are promoted by themselves:
// ranges that are always touched as one word. An instruction that touches several ranges (a vector) is replaced as a whole
// or not at all. Words that two accesses see in two ways are cut into pieces of one size where the client can do that, and
// stay with all that hangs on them otherwise.
//
// What the client says beside SlotMemory (all but can_cut and make_phi must be there):
//   std::optional<Value> make_slot(uint32_t bytes);            // a register for a word; nothing: there is none
//   Inst make_stored(Inst store, uint32_t part, Value to);     // writes what the store writes into `to`, under its guard
//   Inst make_loaded(Inst load, uint32_t part, Value from);    // writes the load's result from `from`, under its guard
//   bool can_cut(Inst, uint32_t pieces) const;                 // optional, with these two; part by part:
//   Inst make_cut(Inst store, uint32_t part, std::span<const Value> to);       // its word, in pieces, lowest address first
//   Inst make_joined(Inst load, uint32_t part, std::span<const Value> from);   // the load's result out of pieces
//   Inst make_phi(Value to);                                   // takes nothing yet
//
// With make_phi and code whose registers all have one definition the new registers get one, too (program/ssa.hpp), and
// copies that then do nothing go. Otherwise they have as many as there were stores. What was read before it was written
// is a register without a definition there.
// Needs: an Editor that names `access`. Cost: O(size log accesses), and SSA construction. Every prefix of its changes does
// the same, but what is left in promoted memory at the end.
// Source: Braun et al. (program/ssa.hpp); what is promotable as in LLVM's mem2reg and SROA, by ranges of machine accesses.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/slot_accesses.hpp>
#include <lathe/program/ssa.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

/// What promote_slots asks of a client.
template <class S, class P>
concept SlotClient = SlotMemory<S, P> && requires(S& s, const inst_t<P>& i, const value_t<P>& v, std::uint32_t n) {
  { s.make_slot(n) } -> std::convertible_to<std::optional<value_t<P>>>;
  { s.make_stored(i, n, v) } -> std::convertible_to<inst_t<P>>;
  { s.make_loaded(i, n, v) } -> std::convertible_to<inst_t<P>>;
};

struct PromoteSlotsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< groups of words that are promoted
  bool explain = false;                    ///< fill PromoteSlotsResult::kept
};
struct PromoteSlotsStats {
  std::uint64_t objects = 0, escaped = 0, words = 0, loads = 0, stores = 0, phis = 0, copies = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t PromoteSlotsStats::*>;
    return std::array{F{"objects", &PromoteSlotsStats::objects},
                      F{"objects whose address goes elsewhere", &PromoteSlotsStats::escaped},
                      F{"words promoted", &PromoteSlotsStats::words},
                      F{"loads replaced", &PromoteSlotsStats::loads},
                      F{"stores replaced", &PromoteSlotsStats::stores},
                      F{"phis made", &PromoteSlotsStats::phis},
                      F{"copies removed", &PromoteSlotsStats::copies}};
  }
};
template <View P>
using PromoteSlotsResult = PassResult<P, PromoteSlotsStats, SlotReason>;

namespace detail {

template <Editor P, class Slots, class Sink, class... Observers>
class PromoteSlots {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

  using Accesses = SlotAccesses<P, Slots>;
  using Touch = typename Accesses::Touch;
  using Group = typename Accesses::Group;

 public:
  PromoteSlots(Chain<P>& on, Slots& slots, const PromoteSlotsOptions& options, Sink& sink, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        slots_(slots),
        options_(options),
        accesses_(code_, slots, on_.uses(), on_.live_out()),
        editing_(code_, on_, observers...),
        changes_("mem2reg", options.fuel, sink, observers...) {}

  PromoteSlotsResult<P> run() {
    const bool one_definition = in_ssa_form();
    for (const auto& o : accesses_.objects()) {
      result_.stats.escaped += o.why == SlotReason::escapes;
      if (o.why) keep(*o.why, *o.because);
    }
    result_.stats.objects = accesses_.objects().size();
    for (const Group& g : accesses_.groups())
      if (!g.touches.empty() && !promote(g)) break;
    if (made_.size() != 0) accesses_.drop_addresses(editing_);
    if constexpr (requires(const Value& v) { slots_.make_phi(v); })
      if (one_definition && made_.size() != 0) into_ssa();
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  // Of blocks that the entry reaches; in others a register may have another definition.
  bool in_ssa_form() const {
    std::vector<bool> reached(on_.known().blocks.size(), false), defined(on_.known().values.size(), false);
    std::vector<block_t<P>> stack;
    const auto reach = [&](const block_t<P>& b) {
      const std::uint32_t n = on_.known().blocks.find(b);
      if (n == none || reached[n]) return;
      reached[n] = true;
      stack.push_back(b);
    };
    if (on_.known().blocks.size() != 0) reach(on_.known().blocks[0]);
    bool once = true;
    while (!stack.empty()) {
      const block_t<P> b = stack.back();
      stack.pop_back();
      for (auto&& i : code_.instructions(b))
        code_.for_each_operand(i, [&](const auto& o) {
          if (!o.is_def() || pinned(code_, o.value)) return;
          const std::uint32_t v = on_.known().values.find(o.value);
          once &= !defined[v];
          defined[v] = true;
        });
      code_.for_each_successor(b, reach);
    }
    return once;
  }

  // Bytes of pieces, as large as they may be, of which all words of the group are made; 0: it cannot be cut.
  std::uint32_t cut(const Group& g) const {
    if constexpr (requires(const Slots& s, const Inst& i) { s.can_cut(i, 2U); }) {
      const std::int64_t start = touch(g.touches[0]).offset;
      std::int64_t piece = 0;
      for (const std::uint32_t t : g.touches) {
        const Touch& one = touch(t);
        piece = std::gcd(piece, std::gcd(one.offset - start, std::int64_t{one.bytes / one.parts}));
      }
      for (const std::uint32_t t : g.touches) {
        const auto pieces = static_cast<std::uint32_t>(touch(t).bytes / touch(t).parts / piece);
        if (pieces > 1 && !slots_.can_cut(touch(t).inst, pieces)) return 0;
      }
      return static_cast<std::uint32_t>(piece);
    } else {
      return 0;
    }
  }

  // ---- replaced

  const Touch& touch(std::uint32_t t) const { return accesses_.touches()[t]; }

  // False: there is no fuel left.
  bool promote(const Group& g) {
    const Touch& first = touch(g.touches[0]);
    if (accesses_.objects()[first.object].why) return true;
    const std::uint32_t piece = g.why == SlotReason::overlap ? cut(g) : 0;  // 0: words are seen alike
    if (g.why && piece == 0) return keep(*g.why, first.inst);
    if (!g.written) return keep(SlotReason::unwritten, first.inst);
    std::vector<std::pair<std::int64_t, Value>> registers;  // by offset
    for (const std::uint32_t t : g.touches) {
      const Touch& one = touch(t);
      const std::uint32_t bytes = piece != 0 ? piece : one.bytes / one.parts;
      for (std::uint32_t part = 0; part < one.bytes / bytes; ++part) {
        const std::int64_t offset = one.offset + std::int64_t{part} * bytes;
        if (register_at(registers, offset)) continue;
        const std::optional<Value> made = slots_.make_slot(bytes);
        if (!made) return keep(SlotReason::no_register, one.inst);
        registers.emplace(std::lower_bound(registers.begin(), registers.end(), offset,
                                           [](const auto& r, std::int64_t at) { return r.first < at; }),
                          offset, *made);
      }
    }
    if (!changes_.next("SlotPromoted")) return false;
    changes_.remark(Remark::Kind::passed, "SlotPromoted", code_, first.inst, [&] {
      return std::to_string(registers.size()) + " words at " + std::to_string(registers[0].first) + ", " +
             std::to_string(g.touches.size()) + " accesses";
    });
    for (const auto& [offset, v] : registers) made_.add(v);
    result_.stats.words += registers.size();
    for (const std::uint32_t t : g.touches) replace(touch(t), piece, registers);
    return true;
  }
  static const Value* register_at(const std::vector<std::pair<std::int64_t, Value>>& registers, std::int64_t offset) {
    const auto at = std::lower_bound(registers.begin(), registers.end(), offset,
                                     [](const auto& r, std::int64_t o) { return r.first < o; });
    return at != registers.end() && at->first == offset ? &at->second : nullptr;
  }
  void replace(const Touch& one, std::uint32_t piece, const std::vector<std::pair<std::int64_t, Value>>& registers) {
    const std::uint32_t bytes = one.bytes / one.parts, pieces = piece != 0 ? bytes / piece : 1;
    std::vector<Value> words;
    for (std::uint32_t part = 0; part < one.parts; ++part) {
      words.clear();
      for (std::uint32_t k = 0; k < pieces; ++k)
        words.push_back(
            *register_at(registers, one.offset + std::int64_t{part} * bytes + std::int64_t{k} * bytes / pieces));
      const Inst made = move(one, part, words);
      editing_.insert_before(made, one.inst);
      moves_.push_back(made);
    }
    ++(one.stores ? result_.stats.stores : result_.stats.loads);
    editing_.erase(one.inst);
  }
  Inst move(const Touch& one, std::uint32_t part, const std::vector<Value>& words) {
    if constexpr (requires { slots_.make_cut(one.inst, part, std::span<const Value>(words)); })
      if (words.size() > 1)
        return one.stores ? slots_.make_cut(one.inst, part, std::span<const Value>(words))
                          : slots_.make_joined(one.inst, part, std::span<const Value>(words));
    return one.stores ? slots_.make_stored(one.inst, part, words[0]) : slots_.make_loaded(one.inst, part, words[0]);
  }
  bool keep(SlotReason why, const Inst& i) {
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "SlotKept", code_, i,
                    [&] { return inst_name(code_, i) + ": " + slot_reason_names[static_cast<int>(why)]; });
    return true;
  }

  // ---- one definition for each

  void into_ssa() {
    namespace ssa = program::ssa;
    const auto plan = ssa::run(std::as_const(code_), [&](const Value& v) { return made_.find(v) == none; });
    if (plan.refusal() != ssa::Refusal::none) return;
    std::vector<Value> values;
    for (std::uint32_t name = 0; name < plan.names(); ++name) {
      const Value& of = plan.register_of(name);
      values.push_back(plan.version(name) == 0 ? of : editing_.new_value(of));
    }
    for (const Inst& i : moves_) {
      std::vector<Value> now;
      code_.for_each_operand(i, [&](const auto& o) { now.push_back(o.value); });
      for (std::uint32_t k = 0; k < now.size(); ++k)
        if (const std::uint32_t name = plan.operand(i, k); name != ssa::no_name && !(values[name] == now[k]))
          editing_.set_operand(i, k, now[k], values[name]);
    }
    plan.for_each_phi([&](const block_t<P>& b, std::uint32_t name, auto arguments) {
      const Inst phi = slots_.make_phi(values[name]);
      std::vector<program::incoming_t<P>> in;
      for (const auto& a : arguments)
        in.emplace_back(plan.block(a.from), a.name == ssa::no_name ? plan.register_of(name) : values[a.name]);
      code_.set_incoming(phi, in);
      program::spot_t<P> head{b, {}};
      for (auto&& i : code_.instructions(b)) {
        head.before = i;
        break;
      }
      editing_.insert(phi, head);
      ++result_.stats.phis;
    });
    for (const Inst& i : moves_) drop_copy(i);
  }
  // to = from: all that reads `to` may read `from`, where that has the same word on all ways there. A parameter that is
  // written has none, nor has a register that is read in front of its one definition, in the turn before.
  void drop_copy(const Inst& i) {
    const auto copy = whole_copy(std::as_const(code_), i);
    if (!copy || copy->to == copy->from || !renamable(code_, on_.uses(), on_.live_out(), copy->to)) return;
    const auto here = on_.places().of(i);
    if (!on_.places().settled(copy->from, here) || !on_.places().reads_behind(copy->to, here)) return;
    replace_reads(editing_, on_.uses(), copy->to, copy->from);
    editing_.erase(i);
    ++result_.stats.copies;
  }

  Chain<P>& on_;
  P& code_;
  Slots& slots_;
  const PromoteSlotsOptions& options_;
  Accesses accesses_;
  ChainEditing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  PromoteSlotsResult<P> result_;
  program::Handles<Value> made_;  // registers of words
  std::vector<Inst> moves_;
};

}  // namespace detail

/// Makes registers of slots as the head of this file says. `slots` may be the program itself.
template <Editor P, class Slots, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::access) && SlotClient<Slots, P>)
PromoteSlotsResult<P> promote_slots(Chain<P>& on, Slots& slots, const PromoteSlotsOptions& options = {},
                                    Sink&& sink = {}, Observers&... observers) {
  return detail::PromoteSlots<P, Slots, std::remove_reference_t<Sink>, Observers...>(on, slots, options, sink,
                                                                                     observers...)
      .run();
}
/// On a chain of its own.
template <Editor P, class Slots, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::access) && SlotClient<Slots, P>)
PromoteSlotsResult<P> promote_slots(P& code, Slots& slots, const PromoteSlotsOptions& options = {}, Sink&& sink = {},
                                    Observers&... observers) {
  Chain<P> on(code);
  return promote_slots(on, slots, options, sink, observers...);
}

}  // namespace lathe::passes
