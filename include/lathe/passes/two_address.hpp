// Ties made true: where a use must have the register of a definition (Operand::tied) and names another one, the
// instruction reads a copy in the definition's register.
//
//   a = op(b tied, c)    becomes    a = b; a = op(a tied, c)
//
// Instead of a copy, or so that coalescing can make the copy vanish, the first two uses change places where the
// operation commutes: for the one that is the definition's register already, else for the one that is read here for
// the last time. Where both are: for the one that copies connect with the definition elsewhere, or with the pinned
// register that the result is copied to; else for the one that is not read between its definition and here, where the
// other is, or that is defined later. Where both live on, for a cheap constant, whose copy can make it again. Where
// the tied value lives on (it, or what it is a copy of), so that its copy would stay, or where it comes from one
// pinned register and the result goes to another, the program may offer an instruction without the tie. Where the
// definition's register is read by another operand, the copy goes into a new one, and from there into the
// definition's behind the instruction.
//
// For SSA form that is left, or is to be left: what is written twice behind it has two definitions.
// The client's code: Inst make_copy(Value to, Value from); and, if it knows such instructions,
//   vector<Inst> make_untied(Inst);     // they do the same in that order, without the ties; stand nowhere; none: {}
// and, if operands change places in more ways than Effect::commutes says (another opcode, the condition turned round),
//   bool may_exchange(Inst, uint32_t a, uint32_t b);   // operands a and b
//   void exchange(Inst, uint32_t a, uint32_t b);       // makes it what does the same once they have changed places
// Needs: an Editor. Cost: O(size), and the liveness of what tied instructions read.
// Source: as LLVM's TwoAddressInstructionPass; the liveness is of blocks, so nothing is said by kill flags.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/rewrite.hpp>
#include <lathe/program/control_flow.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

/// What two_address asks of a client beside an Editor.
template <class P>
concept CopyMaker = requires(P& p, const value_t<P>& v) {
  { p.make_copy(v, v) } -> std::convertible_to<inst_t<P>>;
};

struct TwoAddressOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< instructions that are changed
  bool commute = true, convert = true;  ///< instead of copies: operands change places; an instruction without the tie
  bool explain = false;                 ///< fill TwoAddressResult::kept
};
enum class TwoAddressReason : std::uint8_t {
  guarded,  ///< it is done under a guard, or leaves some of its result as it was
  lanes,    ///< a tied mention is of lanes, or one of several that are one operand
  bound,    ///< a tied mention does not stand in the text, or its use keeps its name
  shared    ///< two uses are tied to one definition, or the instruction ends the block
};
inline constexpr const char* two_address_reason_names[] = {"under a guard", "of lanes", "not in the text",
                                                           "two uses of one result"};
struct TwoAddressStats {
  std::uint64_t ties = 0, fulfilled = 0, copies = 0, last_uses = 0, between = 0, commuted = 0, converted = 0, left = 0;
  static constexpr auto fields() {
    using S = TwoAddressStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"ties", &S::ties},
                      F{"true already", &S::fulfilled},
                      F{"copies in front", &S::copies},
                      F{"copies of what is read for the last time", &S::last_uses},
                      F{"by way of a new register", &S::between},
                      F{"uses that changed places", &S::commuted},
                      F{"instructions without the tie", &S::converted},
                      F{"left untrue", &S::left}};
  }
};
template <View P>
using TwoAddressResult = PassResult<P, TwoAddressStats, TwoAddressReason>;
/// Who knows more of operands that change places than Effect::commutes says.
template <class P>
concept Exchanger = requires(P& p, const inst_t<P>& i) {
  { p.may_exchange(i, 0U, 0U) } -> std::convertible_to<bool>;
  p.exchange(i, 0U, 0U);
};

namespace detail {

template <Editor P, class Change, class... Observers>
  requires CopyMaker<P>
class TwoAddress {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Operand = program::Operand<Value>;
  struct Tie {
    std::uint32_t use, def;  // operands of the instruction
  };
  struct Maker {
    std::uint32_t definitions = 0;
    bool constant = false;
    std::uint32_t copy_of = none;  ///< number of the value that its one definition copies, or a part of it
  };
  struct Pins {
    std::uint32_t from = none,
                  to = none;  ///< numbers of pinned values: one copied into the web, one that it is copied to
  };
  /// Of a value that an instruction reads: what its block has in front of it.
  struct Past {
    std::uint32_t value = none, defined = none;  ///< defined: which instruction of the block
    bool read = false;                           ///< since then, or since the block began
  };

 public:
  TwoAddress(Chain<P>& on, const TwoAddressOptions& options, Change& changes, TwoAddressResult<P>& result,
             Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        changes_(changes),
        result_(result),
        editing_(code_, on_, observers...) {}

  void run() {
    if (!find_values()) return;
    const flow::Liveness live = liveness();
    std::vector<block_t<P>> blocks;
    for (auto&& b : code_.blocks()) blocks.push_back(b);
    live_.assign(values_.size(), false);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      std::vector<Inst> insts;
      for (auto&& i : code_.instructions(blocks[b])) insts.push_back(i);
      for (const std::uint32_t v : live.live_out[b]) live_[v] = true;
      find_past(insts);
      for (std::size_t k = insts.size(); k-- > 0;) {
        load(insts[k]);
        const std::vector<Operand> was = operands_;
        if (!ties_.empty()) at_ = static_cast<std::uint32_t>(k), look(insts[k]);
        for (const Operand& o : was)
          if (const std::uint32_t v = values_.find(o.value); v != none && o.is_def()) live_[v] = false;
        for (const Operand& o : was)
          if (const std::uint32_t v = values_.find(o.value); v != none && !o.is_def()) live_[v] = true;
      }
      for (const std::uint32_t v : live.live_in[b]) live_[v] = false;
      for (const std::uint32_t v : live.live_out[b]) live_[v] = false;
    }
  }

 private:
  // ---- who is asked about

  // The operands and the ties of an instruction. A phi has none.
  void load(const Inst& i) {
    operands_.clear();
    ties_.clear();
    defs_.clear();
    code_.for_each_operand(i, [&](const Operand& o) {
      if (o.is_def()) defs_.push_back(static_cast<std::uint32_t>(operands_.size()));
      operands_.push_back(o);
    });
    if (code_.effects(i).has(Effect::phi)) return;
    for (std::uint32_t k = 0; k < operands_.size(); ++k)
      if (!operands_[k].is_def() && operands_[k].tied >= 0 &&
          static_cast<std::size_t>(operands_[k].tied) < defs_.size())
        ties_.push_back({k, defs_[static_cast<std::size_t>(operands_[k].tied)]});
  }
  bool untrue(const Tie& t) const { return !(operands_[t.use].value == operands_[t.def].value); }
  bool find_values() {
    bool any = false;
    web_.resize(on_.known().values.size());
    makers_.resize(on_.known().values.size());
    pins_.resize(on_.known().values.size());
    std::iota(web_.begin(), web_.end(), 0U);
    if constexpr (Facts(P::facts).has(Fact::parameters))  // which are there before any definition in the text
      code_.for_each_parameter([&](const Value& v) {
        if (const std::uint32_t n = on_.known().values.find(v); n < makers_.size()) ++makers_[n].definitions;
      });
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) {
        load(i);
        for (const std::uint32_t d : defs_) {
          Maker& m = makers_[on_.known().values.find(operands_[d].value)];
          m.constant = m.definitions++ == 0 && operands_.size() == 1 && code_.effects(i).rematerialisable();
        }
        if (const auto copy = plain_copy(code_, i); copy && !pinned(code_, copy->to) && !pinned(code_, copy->from))
          web_[web(copy->to)] = web(copy->from);
        if (code_.effects(i).has(Effect::copy)) find_copy();
        if (std::none_of(ties_.begin(), ties_.end(), [&](const Tie& t) { return untrue(t); })) continue;
        any = true;
        for (const Operand& o : operands_)
          if (!o.is_def()) values_.add(o.value);
      }
    for (std::uint32_t v = 0; v < values_.size(); ++v)  // it grows
      if (const std::uint32_t from = copied(values_[v]); from != none) values_.add(on_.known().values[from]);
    for (std::uint32_t v = 0; v < pins_.size(); ++v) {
      Pins& of_web = pins_[web_of(v)];
      if (of_web.from == none) of_web.from = pins_[v].from;
      if (of_web.to == none) of_web.to = pins_[v].to;
    }
    return any;
  }
  // Of a copy whose operands are loaded, of whole values or parts: the first of either side counts.
  void find_copy() {
    std::uint32_t to = none, from = none;
    for (const Operand& o : operands_) {
      if (o.old || o.role == Role::guard) return;
      std::uint32_t& side = o.is_def() ? to : from;
      if (side == none) side = on_.known().values.find(o.value);
    }
    if (to == none || from == none) return;
    const bool pinned_to = pinned(code_, on_.known().values[to]), pinned_from = pinned(code_, on_.known().values[from]);
    if (!pinned_to && !pinned_from && makers_[to].definitions == 1) makers_[to].copy_of = from;
    if (pinned_to && !pinned_from && pins_[from].to == none) pins_[from].to = to;
    if (pinned_from && !pinned_to && pins_[to].from == none) pins_[to].from = from;
  }
  // What its one definition copies.
  std::uint32_t copied(const Value& v) const {
    const std::uint32_t n = on_.known().values.find(v);
    return n < makers_.size() && makers_[n].definitions == 1 ? makers_[n].copy_of : none;
  }
  bool constant(const Value& v) const {
    const std::uint32_t n = on_.known().values.find(v);
    return n < makers_.size() && makers_[n].constant;
  }
  // What copies connect.
  std::uint32_t web(const Value& value) { return web_of(on_.known().values.find(value)); }
  std::uint32_t web_of(std::uint32_t v) {
    while (web_[v] != v) v = web_[v] = web_[web_[v]];
    return v;
  }
  bool related(const Value& a, const Value& b) {
    const std::uint32_t known = static_cast<std::uint32_t>(web_.size());
    return on_.known().values.find(a) < known && on_.known().values.find(b) < known && web(a) == web(b);
  }
  Pins pins(const Value& v) { return on_.known().values.find(v) < web_.size() ? pins_[web(v)] : Pins(); }
  // What was before each instruction with ties, for the values that it reads.
  void find_past(const std::vector<Inst>& insts) {
    past_.clear();
    first_past_.assign(1, 0);
    last_.resize(values_.size());
    for (std::uint32_t k = 0; k < insts.size(); ++k) {
      load(insts[k]);
      for (const Operand& o : operands_) {
        const std::uint32_t v = o.is_def() ? none : values_.find(o.value);
        if (v != none && !ties_.empty()) past_.push_back({v, last_[v].defined, last_[v].read});
      }
      for (const Operand& o : operands_)
        if (const std::uint32_t v = values_.find(o.value); v != none) last_[v].read = true, last_[v].value = v;
      for (const Operand& o : operands_)
        if (const std::uint32_t v = values_.find(o.value); v != none && o.is_def()) last_[v] = {v, k, false};
      first_past_.push_back(static_cast<std::uint32_t>(past_.size()));
    }
    for (const Inst& i : insts) {
      load(i);
      for (const Operand& o : operands_)
        if (const std::uint32_t v = values_.find(o.value); v != none) last_[v] = {};
    }
  }
  Past past(const Value& v) const {
    const std::uint32_t n = values_.find(v);
    for (std::uint32_t p = first_past_[at_]; p < first_past_[at_ + 1]; ++p)
      if (past_[p].value == n) return past_[p];
    return {none, none, true};
  }
  flow::Liveness liveness() const {
    flow::LivenessProblem out;
    out.variables = values_.size();
    std::vector<std::uint32_t> defined(values_.size(), none);
    std::uint32_t b = 0;
    for (auto&& block : code_.blocks()) {
      for (auto&& i : code_.instructions(block)) {
        code_.for_each_operand(i, [&](const Operand& o) {
          const std::uint32_t v = values_.find(o.value);
          if (v != none && !o.is_def() && defined[v] != b) out.uses.emplace_back(v, b);
        });
        code_.for_each_operand(i, [&](const Operand& o) {
          const std::uint32_t v = values_.find(o.value);
          if (v != none && o.is_def() && std::exchange(defined[v], b) != b) out.defs.emplace_back(v, b);
        });
        if constexpr (Facts(P::facts).has(Fact::incoming))
          code_.for_each_incoming(i, [&](const block_t<P>& from, const Value& value) {
            if (const std::uint32_t v = values_.find(value); v != none)
              out.edge_uses.emplace_back(v, on_.known().blocks.find(from));
          });
      }
      if constexpr (Facts(P::facts).has(Fact::live_out))
        code_.for_each_live_out(block, [&](const Value& value) {
          if (const std::uint32_t v = values_.find(value); v != none) out.edge_uses.emplace_back(v, b);
        });
      ++b;
    }
    return flow::liveness(flow::cfg_of(on_.flow()), out);
  }
  /// Is it needed behind the instruction that is looked at?
  bool lives_on(const Value& v) const {
    const std::uint32_t n = values_.find(v);
    return pinned(code_, v) || (n != none && live_[n]);
  }

  // ---- one instruction

  void look(const Inst& i) {
    bool first = true;
    result_.stats.ties += ties_.size();
    for (std::size_t t = 0; t < ties_.size(); ++t) {
      if (!untrue(ties_[t])) {
        ++result_.stats.fulfilled;
        continue;
      }
      if (const auto reason = why_not(i, ties_[t])) {
        ++result_.stats.left;
        if (options_.explain) result_.kept.push_back({*reason, i});
        changes_.remark(Remark::Kind::missed, "TieRemains", code_, i, [&] {
          return inst_name(code_, i) + ": " + two_address_reason_names[static_cast<std::size_t>(*reason)];
        });
        continue;
      }
      if (first && !changes_.next("TieMadeTrue")) return;
      first = false;
      if (make_true(i, ties_[t])) return;  // it is another instruction now, without ties
    }
  }
  std::optional<TwoAddressReason> why_not(const Inst& i, const Tie& tie) const {
    using enum TwoAddressReason;
    for (const Operand& o : operands_)
      if (o.role == Role::guard || o.old) return guarded;
    const Operand &use = operands_[tie.use], &def = operands_[tie.def];
    if (use.lanes != ~std::uint64_t{0} || def.lanes != ~std::uint64_t{0} || use.more || def.more) return lanes;
    if (use.implicit || def.implicit || use.offset != 0) return bound;
    if (pinned(code_, use.value) || pinned(code_, def.value)) return bound;
    for (const Tie& other : ties_)
      if (other.def == tie.def && other.use != tie.use) return shared;
    if (reads_beside(tie) && code_.effects(i).has(Effect::terminator)) return shared;
    return {};
  }
  // Does another operand than the tied one read the definition's register?
  bool reads_beside(const Tie& tie) const {
    for (std::uint32_t k = 0; k < operands_.size(); ++k)
      if (k != tie.use && !operands_[k].is_def() && operands_[k].value == operands_[tie.def].value) return true;
    return false;
  }
  // Was the instruction replaced?
  bool make_true(const Inst& i, const Tie& tie) {
    if (options_.commute) commute(i, tie);
    if (!untrue(tie)) return false;
    const Value use = operands_[tie.use].value, def = operands_[tie.def].value;
    const bool beside = reads_beside(tie);
    if (options_.convert && (beside || stays(use, def)) && convert(i)) return true;
    const program::spot_t<P> behind = code_.where(i);
    if (beside) {
      const Value between = editing_.new_value(def);
      editing_.insert_before(code_.make_copy(between, use), i);
      set(i, tie.use, between);
      set(i, tie.def, between);
      editing_.insert(code_.make_copy(def, between), behind);
      ++result_.stats.between;
    } else {
      editing_.insert_before(code_.make_copy(def, use), i);
      set(i, tie.use, def);
      result_.stats.last_uses += !lives_on(use);
    }
    ++result_.stats.copies;
    return false;
  }
  void set(const Inst& i, std::uint32_t k, const Value& v) {
    editing_.set_operand(i, k, operands_[k].value, v);
    operands_[k].value = v;
  }
  void commute(const Inst& i, const Tie& tie) {
    if constexpr (Exchanger<P>) {
      for (std::uint32_t k = 0; k < operands_.size(); ++k) {
        if (k == tie.use || operands_[k].role != Role::use || !alike(tie.use, k) || !better(tie, k)) continue;
        if (!code_.may_exchange(i, tie.use, k)) continue;
        code_.exchange(i, tie.use, k);
        return swap(i, tie.use, k);
      }
    } else if (const auto other = partner(i, tie); other && better(tie, *other)) {
      swap(i, tie.use, *other);
    }
  }
  void swap(const Inst& i, std::uint32_t a, std::uint32_t b) {
    const Value first = operands_[a].value, second = operands_[b].value;
    set(i, a, second);
    set(i, b, first);
    ++result_.stats.commuted;
  }
  // Is the other operand the one to be tied?
  bool better(const Tie& tie, std::uint32_t other) {
    const Value use = operands_[tie.use].value, instead = operands_[other].value, def = operands_[tie.def].value;
    if (use == instead) return false;
    const bool dies = ends(use), instead_dies = ends(instead);
    if (instead == def || dies != instead_dies) return instead == def || instead_dies;
    if (!dies) return constant(instead) && !constant(use);
    if (related(instead, def) != related(use, def)) return related(instead, def);
    if (const std::uint32_t to = pins(def).to; to != none && (pins(use).from == to) != (pins(instead).from == to))
      return pins(instead).from == to;
    const Past a = past(use), b = past(instead);
    if (a.read != b.read) return a.read;
    return a.defined != none && b.defined != none && b.defined > a.defined;
  }
  // Is it read here for the last time, and so is what it is a copy of?
  bool ends(const Value& v) const {
    if (lives_on(v)) return false;
    for (std::uint32_t from = copied(v), steps = 0; from != none && steps < 4; ++steps) {
      if (lives_on(on_.known().values[from])) return false;
      from = copied(on_.known().values[from]);
    }
    return true;
  }
  // Would its copy stay?
  bool stays(const Value& use, const Value& def) {
    const std::uint32_t from = pins(use).from, to = pins(def).to;
    return !ends(use) || (from != none && to != none && from != to);
  }
  // The operand that may change places with the tied one.
  std::optional<std::uint32_t> partner(const Inst& i, const Tie& tie) const {
    if (!code_.effects(i).has(Effect::commutes)) return {};
    bool literal = false;
    if constexpr (Facts(P::facts).has(Fact::literals))
      code_.for_each_literal(i, [&](std::uint32_t use, std::uint64_t) { literal |= use < 2; });
    std::uint32_t found[2] = {none, none}, uses = 0;
    for (std::uint32_t k = 0; k < operands_.size() && uses < 2; ++k)
      if (operands_[k].role == Role::use) found[uses++] = k;
    if (literal || uses != 2 || (tie.use != found[0] && tie.use != found[1])) return {};
    const std::uint32_t other = tie.use == found[0] ? found[1] : found[0];
    return alike(tie.use, other) ? std::optional(other) : std::nullopt;
  }
  bool alike(std::uint32_t tied, std::uint32_t other) const {
    const Operand &a = operands_[tied], &b = operands_[other];
    return b.tied < 0 && a.offset == b.offset && a.lanes == b.lanes && !b.implicit && !b.more && !b.old &&
           a.negated == b.negated && class_of(code_, a.value) == class_of(code_, b.value);
  }
  bool convert(const Inst& i) {
    if constexpr (requires {
                    { code_.make_untied(i) } -> std::convertible_to<std::vector<Inst>>;
                  }) {
      const std::vector<Inst> made = code_.make_untied(i);
      if (made.empty()) return false;
      for (const Inst& m : made) editing_.insert_before(m, i);
      editing_.erase(i);
      ++result_.stats.converted;
      return true;
    } else {
      return false;
    }
  }

  Chain<P>& on_;
  P& code_;
  const TwoAddressOptions& options_;
  Change& changes_;
  TwoAddressResult<P>& result_;
  ChainEditing<P, Observers...> editing_;
  program::Handles<Value> values_;  // of uses of instructions with ties that do not hold
  std::vector<std::uint32_t> web_;  // per value of Known
  std::vector<Maker> makers_;       // the same
  std::vector<Pins> pins_;          // of webs, at their root
  std::vector<Past> past_, last_;   // of the block: by instruction; by value, while they are found
  std::vector<std::uint32_t> first_past_;
  std::uint32_t at_ = 0;           // the place of the instruction that is looked at
  std::vector<bool> live_;         // per value
  std::vector<Operand> operands_;  // of the instruction that is looked at
  std::vector<Tie> ties_;
  std::vector<std::uint32_t> defs_;
};

}  // namespace detail

/// Makes ties true, block by block from the end.
template <Editor P, class Sink = NoRemarks, class... Observers>
  requires CopyMaker<P>
TwoAddressResult<P> two_address(Chain<P>& on, const TwoAddressOptions& options = {}, Sink&& sink = {},
                                Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  TwoAddressResult<P> result;
  Change changes("twoaddressinstruction", options.fuel, sink, observers...);
  detail::TwoAddress<P, Change, Observers...>(on, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
  requires CopyMaker<P>
TwoAddressResult<P> two_address(P& code, const TwoAddressOptions& options = {}, Sink&& sink = {},
                                Observers&... observers) {
  Chain<P> on(code);
  return two_address(on, options, sink, observers...);
}

}  // namespace lathe::passes
