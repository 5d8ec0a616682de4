// Ties made true: where a use must have the register of a definition (Operand::tied) and names another one, the
// instruction reads a copy in the definition's register.
//
//   a = op(b tied, c)    becomes    a = b; a = op(a tied, c)
//
// Instead of a copy, or so that coalescing can make the copy vanish, the first two uses change places where the
// operation commutes: for the one that is the definition's register already, else for the one that is read here for the
// last time, else for the one that copies connect with the definition elsewhere, or, where both live on, that is a
// cheap constant, whose copy can make it again. Where the tied value lives on, so that
// its copy would stay, the program may offer an instruction without the tie. Where the definition's register is read by
// another operand, the copy goes into a new one, and from there into the definition's behind the instruction.
//
// For SSA form that is left, or is to be left: what is written twice behind it has two definitions.
// The client's code: Inst make_copy(Value to, Value from); and, if it knows such instructions,
//   optional<Inst> make_untied(Inst);   // does the same, its mentions without the ties; stands nowhere
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
      for (std::size_t k = insts.size(); k-- > 0;) {
        load(insts[k]);
        const std::vector<Operand> was = operands_;
        if (!ties_.empty()) look(insts[k]);
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
    std::iota(web_.begin(), web_.end(), 0U);
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) {
        if (const auto copy = plain_copy(code_, i)) web_[web(copy->to)] = web(copy->from);
        load(i);
        for (const std::uint32_t d : defs_) {
          Maker& m = makers_[on_.known().values.find(operands_[d].value)];
          m.constant = m.definitions++ == 0 && operands_.size() == 1 && code_.effects(i).rematerialisable();
        }
        if (std::none_of(ties_.begin(), ties_.end(), [&](const Tie& t) { return untrue(t); })) continue;
        any = true;
        for (const Operand& o : operands_)
          if (!o.is_def()) values_.add(o.value);
      }
    return any;
  }
  bool constant(const Value& v) const {
    const std::uint32_t n = on_.known().values.find(v);
    return n < makers_.size() && makers_[n].constant;
  }
  // What copies connect.
  std::uint32_t web(const Value& value) {
    std::uint32_t v = on_.known().values.find(value);
    while (web_[v] != v) v = web_[v] = web_[web_[v]];
    return v;
  }
  bool related(const Value& a, const Value& b) {
    const std::uint32_t known = static_cast<std::uint32_t>(web_.size());
    return on_.known().values.find(a) < known && on_.known().values.find(b) < known && web(a) == web(b);
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
    if (options_.convert && (beside || lives_on(use)) && convert(i)) return true;
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
    const auto other = partner(i, tie);
    if (!other) return;
    const Value use = operands_[tie.use].value, instead = operands_[*other].value, def = operands_[tie.def].value;
    const bool dies = !lives_on(use), instead_dies = !lives_on(instead);
    const bool prefers = dies ? related(instead, def) && !related(use, def) : constant(instead) && !constant(use);
    const bool better = instead == def || (instead_dies && !dies) || (instead_dies == dies && prefers);
    if (!better || use == instead) return;
    set(i, tie.use, instead);
    set(i, *other, use);
    ++result_.stats.commuted;
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
    const Operand &a = operands_[tie.use], &b = operands_[other];
    const bool alike = b.tied < 0 && a.offset == b.offset && a.lanes == b.lanes && !b.implicit && !b.more &&
                       a.negated == b.negated && class_of(code_, a.value) == class_of(code_, b.value);
    return alike ? std::optional(other) : std::nullopt;
  }
  bool convert(const Inst& i) {
    if constexpr (requires {
                    { code_.make_untied(i) } -> std::convertible_to<std::optional<Inst>>;
                  }) {
      const std::optional<Inst> made = code_.make_untied(i);
      if (!made) return false;
      editing_.insert_before(*made, i);
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
  std::vector<bool> live_;          // per value
  std::vector<Operand> operands_;   // of the instruction that is looked at
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
