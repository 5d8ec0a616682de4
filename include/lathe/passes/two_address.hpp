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
// The client's code: Inst make_copy(Value to, Value from); and, if it knows it without asking for effects,
//   bool may_copy(Inst) const;         // false: it is no copy
// and, if it knows such instructions,
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
    std::uint32_t value = none, defined = none;  ///< a variable; which instruction defined it, in the order of the code
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
    live_.assign(variables_.size(), false);
    for (std::uint32_t b = 0; b + 1 < first_of_block_.size(); ++b) {
      for (const std::uint32_t v : live.live_out[b]) live_[v] = true;
      find_past(b);
      for (std::uint32_t k = first_of_block_[b + 1]; k-- > first_of_block_[b];) {
        if (insts_[k].tied) {
          load(insts_[k].inst);
          at_ = --behind_past_;
          look(insts_[k].inst);
        }
        for_each_mention(k, true, [&](std::uint32_t v) { live_[v] = false; });
        for_each_mention(k, false, [&](std::uint32_t v) { live_[v] = true; });
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
    bool tied = false;
    code_.for_each_operand(i, [&](const Operand& o) {
      if (o.is_def())
        defs_.push_back(static_cast<std::uint32_t>(operands_.size()));
      else
        tied |= o.tied >= 0;
      operands_.push_back(o);
    });
    if (!tied || code_.effects(i).has(Effect::phi)) return;
    for (std::uint32_t k = 0; k < operands_.size(); ++k)
      if (!operands_[k].is_def() && operands_[k].tied >= 0 &&
          static_cast<std::size_t>(operands_[k].tied) < defs_.size())
        ties_.push_back({k, defs_[static_cast<std::size_t>(operands_[k].tied)]});
  }
  bool untrue(const Tie& t) const { return !(operands_[t.use].value == operands_[t.def].value); }
  // One walk over the code, which is not walked again: who is mentioned where, ties, and what copies connect.
  bool find_values() {
    bool any = false;
    if constexpr (Facts(P::facts).has(Fact::parameters))  // which are there before any definition in the text
      code_.for_each_parameter([&](const Value& v) { ++maker(numbers_.add(v)).definitions; });
    for (auto&& b : code_.blocks()) {
      first_of_block_.push_back(static_cast<std::uint32_t>(insts_.size()));
      for (auto&& i : code_.instructions(b)) any |= meet(i);
    }
    first_of_block_.push_back(static_cast<std::uint32_t>(insts_.size()));
    if (!any) return false;
    for (std::uint32_t v = 0; v < variables_.size(); ++v)  // it grows
      if (const std::uint32_t from = copied(variables_[v]); from != none) ask_about(from);
    for (std::uint32_t v = 0; v < pins_.size(); ++v) {
      Pins& of_web = pins_[web_of(v)];
      if (of_web.from == none) of_web.from = pins_[v].from;
      if (of_web.to == none) of_web.to = pins_[v].to;
    }
    return true;
  }
  // Has it a tie that is not true?
  bool meet(const Inst& i) {
    load(i);
    insts_.push_back({i, static_cast<std::uint32_t>(mentions_.size()), static_cast<std::uint32_t>(operands_.size()),
                      !ties_.empty()});
    const std::size_t first = mentions_.size();
    for (const Operand& o : operands_) mentions_.push_back({numbers_.add(o.value), o.is_def()});
    if (numbers_.size() > makers_.size()) maker(numbers_.size() - 1);
    for (const std::uint32_t d : defs_) {
      Maker& m = makers_[mentions_[first + d].value];
      m.constant = m.definitions++ == 0 && operands_.size() == 1 && code_.effects(i).rematerialisable();
    }
    if (may_copy(i)) {
      if (const auto copy = plain_copy(code_, i); copy && !pinned(code_, copy->to) && !pinned(code_, copy->from))
        web_[web(copy->to)] = web(copy->from);
      if (code_.effects(i).has(Effect::copy)) find_copy();
    }
    if (std::none_of(ties_.begin(), ties_.end(), [&](const Tie& t) { return untrue(t); })) return false;
    for (std::size_t m = first; m < mentions_.size(); ++m)
      if (!mentions_[m].def) ask_about(mentions_[m].value);
    return true;
  }
  // Who knows without looking at effects says `bool may_copy(Inst) const`; false: it is no copy.
  bool may_copy(const Inst& i) const {
    if constexpr (requires {
                    { code_.may_copy(i) } -> std::convertible_to<bool>;
                  })
      return code_.may_copy(i);
    else
      return true;
  }
  // With what is said of all values up to that number.
  Maker& maker(std::uint32_t n) {
    for (auto v = static_cast<std::uint32_t>(web_.size()); v <= n; ++v) web_.push_back(v);
    if (n >= makers_.size()) makers_.resize(n + 1), pins_.resize(n + 1), variable_.resize(n + 1, none);
    return makers_[n];
  }
  void ask_about(std::uint32_t n) {
    if (variable_[n] != none) return;
    variable_[n] = static_cast<std::uint32_t>(variables_.size());
    variables_.push_back(n);
  }
  // f(variable) for each mention of one that is asked about, by the k-th instruction.
  template <class F>
  void for_each_mention(std::uint32_t k, bool defs, F&& f) const {
    const Met& met = insts_[k];
    for (std::uint32_t m = met.first; m < met.first + met.count; ++m)
      if (mentions_[m].def == defs && variable_[mentions_[m].value] != none) f(variable_[mentions_[m].value]);
  }
  // Of a copy whose operands are loaded, of whole values or parts: the first of either side counts.
  void find_copy() {
    std::uint32_t to = none, from = none;
    for (const Operand& o : operands_) {
      if (o.old || o.role == Role::guard) return;
      std::uint32_t& side = o.is_def() ? to : from;
      if (side == none) side = numbers_.find(o.value);
    }
    if (to == none || from == none) return;
    const bool pinned_to = pinned(code_, numbers_[to]), pinned_from = pinned(code_, numbers_[from]);
    if (!pinned_to && !pinned_from && makers_[to].definitions == 1) makers_[to].copy_of = from;
    if (pinned_to && !pinned_from && pins_[from].to == none) pins_[from].to = to;
    if (pinned_from && !pinned_to && pins_[to].from == none) pins_[to].from = from;
  }
  // What its one definition copies.
  std::uint32_t copied(std::uint32_t n) const {
    return n < makers_.size() && makers_[n].definitions == 1 ? makers_[n].copy_of : none;
  }
  bool constant(const Value& v) const {
    const std::uint32_t n = numbers_.find(v);
    return n < makers_.size() && makers_[n].constant;
  }
  // What copies connect.
  std::uint32_t web(const Value& value) { return web_of(numbers_.find(value)); }
  std::uint32_t web_of(std::uint32_t v) {
    while (web_[v] != v) v = web_[v] = web_[web_[v]];
    return v;
  }
  bool related(const Value& a, const Value& b) {
    return numbers_.find(a) != none && numbers_.find(b) != none && web(a) == web(b);
  }
  Pins pins(const Value& v) { return numbers_.find(v) != none ? pins_[web(v)] : Pins(); }
  std::uint32_t variable(const Value& v) const {
    const std::uint32_t n = numbers_.find(v);
    return n == none ? none : variable_[n];
  }
  // What was before each instruction of a block that has ties, for the values that it reads.
  void find_past(std::uint32_t b) {
    past_.clear();
    first_past_.assign(1, 0);
    last_.resize(variables_.size());
    const std::uint32_t first = first_of_block_[b], end = first_of_block_[b + 1];
    for (std::uint32_t k = first; k < end; ++k) {
      if (insts_[k].tied) {
        for_each_mention(k, false, [&](std::uint32_t v) { past_.push_back({v, last_[v].defined, last_[v].read}); });
        first_past_.push_back(static_cast<std::uint32_t>(past_.size()));
      }
      for_each_mention(k, false, [&](std::uint32_t v) { last_[v].read = true; });
      for_each_mention(k, true, [&](std::uint32_t v) { last_[v] = {v, k, false}; });
    }
    behind_past_ = static_cast<std::uint32_t>(first_past_.size() - 1);
    if (first == end) return;
    for (std::uint32_t m = insts_[first].first; m < insts_[end - 1].first + insts_[end - 1].count; ++m)
      if (const std::uint32_t v = variable_[mentions_[m].value]; v != none) last_[v] = {};
  }
  Past past(const Value& value) const {
    const std::uint32_t v = variable(value);
    for (std::uint32_t p = first_past_[at_]; p < first_past_[at_ + 1]; ++p)
      if (past_[p].value == v) return past_[p];
    return {none, none, true};
  }
  flow::Liveness liveness() {
    flow::LivenessProblem out;
    out.variables = static_cast<std::uint32_t>(variables_.size());
    std::vector<std::uint32_t> defined(variables_.size(), none);
    for (std::uint32_t b = 0; b + 1 < first_of_block_.size(); ++b)
      for (std::uint32_t k = first_of_block_[b]; k < first_of_block_[b + 1]; ++k) {
        for_each_mention(k, false, [&](std::uint32_t v) {
          if (defined[v] != b) out.uses.emplace_back(v, b);
        });
        for_each_mention(k, true, [&](std::uint32_t v) {
          if (std::exchange(defined[v], b) != b) out.defs.emplace_back(v, b);
        });
        if constexpr (Facts(P::facts).has(Fact::incoming))
          code_.for_each_incoming(insts_[k].inst, [&](const block_t<P>& from, const Value& value) {
            if (const std::uint32_t v = variable(value); v != none)
              out.edge_uses.emplace_back(v, on_.known().blocks.find(from));
          });
      }
    if constexpr (Facts(P::facts).has(Fact::live_out)) {
      std::uint32_t b = 0;
      for (auto&& block : code_.blocks()) {
        code_.for_each_live_out(block, [&](const Value& value) {
          if (const std::uint32_t v = variable(value); v != none) out.edge_uses.emplace_back(v, b);
        });
        ++b;
      }
    }
    return flow::liveness(flow::cfg_of(on_.flow()), out);
  }
  /// Is it needed behind the instruction that is looked at?
  bool lives_on(const Value& value) const {
    const std::uint32_t v = variable(value);
    return pinned(code_, value) || (v != none && live_[v]);
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
    for (std::uint32_t from = copied(numbers_.find(v)), steps = 0; from != none && steps < 4; ++steps) {
      if (lives_on(numbers_[from])) return false;
      from = copied(from);
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
  struct Met {
    Inst inst;
    std::uint32_t first, count;  // its operands, in mentions_
    bool tied;                   // it has ties, true or not
  };
  struct Mention {
    std::uint32_t value;  // by number
    bool def;
  };
  program::Handles<Value> numbers_;            // of all that operands name, in the order of the code
  std::vector<Met> insts_;                     // as the code was in front of the pass
  std::vector<Mention> mentions_;              // of them
  std::vector<std::uint32_t> first_of_block_;  // into insts_, and the end
  std::vector<std::uint32_t> web_;             // these per number
  std::vector<Maker> makers_;
  std::vector<Pins> pins_;                // of webs, at their root
  std::vector<std::uint32_t> variable_;   // of what liveness is asked about
  std::vector<std::uint32_t> variables_;  // their numbers: uses of instructions with ties that do not hold
  std::vector<Past> past_, last_;         // of the block: by instruction with ties; by variable, while they are found
  std::vector<std::uint32_t> first_past_;
  std::uint32_t at_ = 0, behind_past_ = 0;  // which of these is looked at, and which were not yet
  std::vector<bool> live_;                  // per variable
  std::vector<Operand> operands_;           // of the instruction that is looked at
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
