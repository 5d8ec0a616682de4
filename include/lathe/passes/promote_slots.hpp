// Promotion of slots: memory of one activation of a function whose address goes nowhere, read and written in whole words
// at constant offsets, becomes registers.
//
// An object is what a symbol of the View's Accesses names. Its address is followed from where it is made through copies,
// casts and sums with constants to the accesses; if it goes anywhere else, all of the object stays, for nobody knows
// how far a pointer reaches, but where the client does: then the bytes that somebody else touches stay. Parts of an object are promoted by themselves: ranges that are always touched as one word.
// An instruction that touches several ranges (a vector) is replaced as a whole or not at all. Words that two accesses see in
// two ways are cut into pieces of one size where the client can do that, and stay with all that hangs on them otherwise.
//
// What the client says of its memory (`slots`; all but slot_reach, can_cut and make_phi must be there):
//   bool is_slot(uint32_t symbol) const;                       // memory of this activation, unknown outside
//   uint64_t slot_bytes(uint32_t symbol) const;                // its size
//   void for_each_symbol(Inst, f) const;                       // f(symbol): all that the instruction mentions
//   std::optional<SlotAddress<Value>> slot_address(Inst) const;  // its one result is this address, and nothing else is done
//   std::optional<std::vector<SlotReach>> slot_reach(Inst, Value address) const;  // all that is touched because the
//                                                              // instruction has the address (a call's argument), and
//                                                              // nobody keeps it; nothing: who knows
//   uint32_t slot_parts(Inst) const;                           // words, of equal size, that it loads or stores, in the order
//                                                              // of their addresses; 0: it cannot be replaced
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
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/slot_accesses.hpp>
#include <lathe/program/ssa.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

/// An address in a slot: of an object, or a constant behind what a register has.
template <class Value>
struct SlotAddress {
  std::uint32_t symbol = 0;  ///< 0: of `from`
  std::optional<Value> from;
  std::int64_t offset = 0;
};

/// Bytes from an address that somebody else touches.
struct SlotReach {
  std::int64_t offset = 0;
  std::uint64_t bytes = 0;
};

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

  struct Object {
    std::uint32_t symbol;
    std::optional<SlotReason> why;  // all of it stays
    std::optional<Inst> because;
  };
  struct Touch {  // an instruction that touches an object
    Inst inst;
    std::uint32_t object, bytes, parts;
    std::int64_t offset;
    bool stores;
  };
  struct Word {  // one part of a Touch
    std::uint32_t object, bytes, touch, part;
    std::int64_t offset;
    auto place() const { return std::tuple(object, offset, bytes); }
  };
  struct Group {  // touches that are replaced together
    std::optional<SlotReason> why;
    bool written = false, read = false;
    std::uint32_t piece = 0;  // bytes; 0: words are seen alike
    std::vector<std::uint32_t> touches;
  };

 public:
  PromoteSlots(P& code, Slots& slots, const PromoteSlotsOptions& options, Sink& sink, Observers&... observers)
      : code_(code),
        slots_(slots),
        options_(options),
        known_(code),
        uses_(code, known_),
        live_out_(code),
        accesses_(code, slots, uses_, live_out_),
        editing_(code, uses_, observers...),
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
    std::vector<bool> reached(known_.blocks.size(), false), defined(known_.values.size(), false);
    std::vector<block_t<P>> stack;
    const auto reach = [&](const block_t<P>& b) {
      const std::uint32_t n = known_.blocks.find(b);
      if (n == none || reached[n]) return;
      reached[n] = true;
      stack.push_back(b);
    };
    if (known_.blocks.size() != 0) reach(known_.blocks[0]);
    bool once = true;
    while (!stack.empty()) {
      const block_t<P> b = stack.back();
      stack.pop_back();
      for (auto&& i : code_.instructions(b))
        code_.for_each_operand(i, [&](const auto& o) {
          if (!o.is_def() || pinned(code_, o.value)) return;
          const std::uint32_t v = known_.values.find(o.value);
          once &= !defined[v];
          defined[v] = true;
        });
      code_.for_each_successor(b, reach);
    }
    return once;
  }

  // ---- what is touched

  void find() {
    auto& addresses = addresses_;
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) {
        const auto made = slots_.slot_address(i);
        slots_.for_each_symbol(i, [&](std::uint32_t symbol) {
          if (!slots_.is_slot(symbol)) return;
          const std::uint32_t object = number(symbol);
          if (made && made->symbol == symbol)
            addresses.push_back({result_of(code_, i), {object, made->offset}});
          else if (!touch(i, object, 0, {}, symbol))
            stays(object, SlotReason::escapes, i);
        });
      }
    for (std::size_t at = 0; at < addresses.size(); ++at) {
      const auto [v, place] = addresses[at];
      if (!renamable(code_, uses_, live_out_, v)) {
        uses_.for_each_def(v, [&](const Inst& i, std::uint32_t) { stays(place.first, SlotReason::escapes, i); });
        continue;
      }
      uses_.for_each_use(v, [&](const Inst& i, std::uint32_t) {
        const auto made = mentions(i, v) == 1 ? slots_.slot_address(i) : std::nullopt;
        if (made && made->from && *made->from == v)
          addresses.push_back({result_of(code_, i), {place.first, place.second + made->offset}});
        else if (!touch(i, place.first, place.second, v, 0) && !handed(i, place.first, place.second, v))
          stays(place.first, SlotReason::escapes, i);
      });
    }
    for (const Object& o : objects_) {
      result_.stats.escaped += o.why == SlotReason::escapes;
      if (o.why) keep(*o.why, *o.because);
    }
    result_.stats.objects = objects_.size();
  }
  std::uint32_t number(std::uint32_t symbol) {
    const std::uint32_t n = symbols_.add(symbol);
    if (n == objects_.size()) objects_.push_back({symbol, {}, {}});
    return n;
  }
  void stays(std::uint32_t object, SlotReason why, const Inst& i) {
    if (objects_[object].why) return;
    objects_[object].why = why;
    objects_[object].because = i;
  }
  // Is all that the instruction does with an address an access? By `base`, or by the symbol.
  bool touch(const Inst& i, std::uint32_t object, std::int64_t at, const std::optional<Value>& base,
             std::uint32_t symbol) {
    std::uint32_t named = 0, accesses = 0;
    slots_.for_each_symbol(i, [&](std::uint32_t s) { named += s == symbol; });
    if ((base ? mentions(i, *base) : named) != 1) return false;
    std::optional<program::Access<Value>> found;
    code_.for_each_access(i, [&](const program::Access<Value>& a) {
      ++accesses;
      if (base ? a.has_base && a.base == *base : a.symbol == symbol && !a.has_base) found = a;
    });
    if (!found) return false;
    const std::int64_t offset = at + found->offset;
    const auto size = static_cast<std::int64_t>(slots_.slot_bytes(objects_[object].symbol));
    if (found->bytes == 0 || offset < 0 || offset > size - static_cast<std::int64_t>(found->bytes)) {
      stays(object, SlotReason::outside, i);
      return true;
    }
    const program::Effects e = code_.effects(i);
    const bool plain = accesses == 1 && e.has(Effect::reads) != e.has(Effect::writes) &&
                       !e.has(Effect::ordered | Effect::side_effect | Effect::fixed | Effect::convergent) &&
                       !e.has(Effect::terminator | Effect::call) && !writes_its_guard(i);
    std::uint32_t parts = plain ? slots_.slot_parts(i) : 0;
    if (parts != 0 && found->bytes % parts != 0) parts = 0;
    touches_.push_back({i, object, found->bytes, parts, offset, e.has(Effect::writes)});
    return true;
  }
  // Does somebody else get the address who is known to touch no more than some bytes? They stay in memory.
  bool handed(const Inst& i, std::uint32_t object, std::int64_t at, const Value& v) {
    if constexpr (requires { slots_.slot_reach(i, v); }) {
      const auto far = mentions(i, v) == 1 ? slots_.slot_reach(i, v) : std::nullopt;
      if (!far) return false;
      const std::uint64_t size = slots_.slot_bytes(objects_[object].symbol);
      for (const SlotReach& r : *far) {
        if (at + r.offset < 0 || static_cast<std::uint64_t>(at + r.offset) > size ||
            r.bytes > size - static_cast<std::uint64_t>(at + r.offset))
          stays(object, SlotReason::outside, i);
        else if (r.bytes != 0)
          touches_.push_back({i, object, static_cast<std::uint32_t>(r.bytes), 0, at + r.offset, true});
      }
      return true;
    } else {
      return false;
    }
  }
  std::uint32_t mentions(const Inst& i, const Value& v) const {
    std::uint32_t n = 0;
    code_.for_each_operand(i, [&](const auto& o) { n += o.value == v; });
    return n;
  }
  bool writes_its_guard(const Inst& i) const {
    bool out = false;
    code_.for_each_operand(i, [&](const auto& guard) {
      if (guard.role != Role::guard) return;
      code_.for_each_operand(i, [&](const auto& o) { out |= o.is_def() && o.value == guard.value; });
    });
    return out;
  }

  // ---- what belongs together

  void sort() {
    for (std::uint32_t t = 0; t < touches_.size(); ++t) {
      const Touch& one = touches_[t];
      const std::uint32_t parts = std::max(one.parts, 1U), bytes = one.bytes / parts;
      for (std::uint32_t part = 0; part < parts; ++part)
        words_.push_back({one.object, bytes, t, part, one.offset + std::int64_t{part} * bytes});
    }
    std::stable_sort(words_.begin(), words_.end(), [](const Word& a, const Word& b) { return a.place() < b.place(); });
    leader_.resize(touches_.size());
    std::iota(leader_.begin(), leader_.end(), 0U);
    std::vector<bool> unlike(touches_.size(), false);
    // Words in a row meet where one begins before the end of all in front of it.
    std::int64_t end = 0;
    for (std::size_t k = 0; k < words_.size(); ++k) {
      const Word& w = words_[k];
      if (k == 0 || words_[k - 1].object != w.object) end = w.offset;
      if (w.offset < end) {
        join(words_[k - 1].touch, w.touch);
        if (words_[k - 1].place() != w.place()) unlike[w.touch] = true;
      }
      end = std::max(end, w.offset + w.bytes);
    }
    groups_.resize(touches_.size());
    for (std::uint32_t t = 0; t < touches_.size(); ++t) {
      const Touch& one = touches_[t];
      Group& g = groups_[leader(t)];
      g.touches.push_back(t);
      (one.stores ? g.written : g.read) = true;
      if (unlike[t]) g.why = SlotReason::overlap;
    }
    for (Group& g : groups_) {
      if (g.why && cut(g)) g.why.reset();
      for (const std::uint32_t t : g.touches)
        if (touches_[t].parts == 0) g.why = SlotReason::no_form;
    }
  }
  // Pieces as large as they may be, of which all words of the group are made.
  bool cut(Group& g) const {
    if constexpr (requires(const Slots& s, const Inst& i) { s.can_cut(i, 2U); }) {
      const std::int64_t start = touches_[g.touches[0]].offset;
      std::int64_t piece = 0;
      for (const std::uint32_t t : g.touches) {
        const Touch& one = touches_[t];
        if (one.parts == 0) return false;
        piece = std::gcd(piece, std::gcd(one.offset - start, std::int64_t{one.bytes / one.parts}));
      }
      for (const std::uint32_t t : g.touches) {
        const Touch& one = touches_[t];
        const auto pieces = static_cast<std::uint32_t>(one.bytes / one.parts / piece);
        if (pieces > 1 && !slots_.can_cut(one.inst, pieces)) return false;
      }
      g.piece = static_cast<std::uint32_t>(piece);
      return true;
    } else {
      return false;
    }
  }
  std::uint32_t leader(std::uint32_t t) {
    while (leader_[t] != t) t = leader_[t] = leader_[leader_[t]];
    return t;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = leader(a), b = leader(b);
    leader_[std::max(a, b)] = std::min(a, b);
  }

  // ---- replaced

  const Touch& touch(std::uint32_t t) const { return accesses_.touches()[t]; }

  // False: there is no fuel left.
  bool promote(const Group& g) {
    const Touch& first = touch(g.touches[0]);
    if (accesses_.objects()[first.object].why) return true;
    if (g.why) return keep(*g.why, first.inst);
    if (!g.written) return keep(SlotReason::unwritten, first.inst);
    std::vector<std::pair<std::int64_t, Value>> registers;  // by offset
    for (const std::uint32_t t : g.touches) {
      const Touch& one = touches_[t];
      const std::uint32_t bytes = g.piece != 0 ? g.piece : one.bytes / one.parts;
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
    changes_.remark(Remark::Kind::passed, "SlotPromoted", function_name(code_), [&] {
      return std::to_string(registers.size()) + " words at " + std::to_string(registers[0].first) + ", " +
             std::to_string(g.touches.size()) + " accesses";
    });
    for (const auto& [offset, v] : registers) made_.add(v);
    result_.stats.words += registers.size();
    for (const std::uint32_t t : g.touches) replace(touches_[t], g.piece, registers);
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
    changes_.remark(Remark::Kind::missed, "SlotKept", function_name(code_),
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
  // to = from, both with one definition: all that reads `to` may read `from`.
  void drop_copy(const Inst& i) {
    const auto copy = whole_copy(std::as_const(code_), i);
    if (!copy || copy->to == copy->from || !renamable(code_, uses_, live_out_, copy->to)) return;
    if (uses_.defs(copy->from) != 1 || live_out_.has(copy->from)) return;
    replace_reads(editing_, uses_, copy->to, copy->from);
    editing_.erase(i);
    ++result_.stats.copies;
  }

  P& code_;
  Slots& slots_;
  const PromoteSlotsOptions& options_;
  program::Known<P> known_;
  program::UseDef<P> uses_;
  LiveOut<P> live_out_;
  Accesses accesses_;
  program::Editing<P, program::UseDef<P>, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  PromoteSlotsResult<P> result_;
  program::Handles<Value> made_;  // registers of words
  std::vector<Inst> moves_;
};

}  // namespace detail

/// Makes registers of slots as the head of this file says. `slots` may be the program itself.
template <Editor P, class Slots, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::access) && SlotClient<Slots, P>)
PromoteSlotsResult<P> promote_slots(P& code, Slots& slots, const PromoteSlotsOptions& options = {}, Sink&& sink = {},
                                    Observers&... observers) {
  return detail::PromoteSlots<P, Slots, std::remove_reference_t<Sink>, Observers...>(code, slots, options, sink,
                                                                                     observers...)
      .run();
}

}  // namespace lathe::passes
