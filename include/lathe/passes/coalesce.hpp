// Coalescing: the two registers of a copy become one where nobody can tell, and the copy goes. For code with
// registers of several definitions (what phi elimination and two-address form leave, code of other compilers) and in
// SSA form, but for what phis mention.
//
// Two registers can be one if at each definition of one of them the other is not live behind it, or holds the value
// that is written (lives.hpp): a copy's source, an equal constant, another copy of the same. Joined registers are a
// register again, with the parts of both. Copies that are run most often come first. A copy or constant that writes
// what the joined register holds already goes, too. Where two cannot be one and the value is a constant that is cheap
// to make, the copy makes it again.
// Parameters keep their names; what is pinned, one operand with others, or mentioned where no text stands keeps to itself.
// What is read or written in lanes is read or written; only copies of whole registers go. Two classes do not mix, unless
// the program knows better:
//   bool may_stand_for(Value by, Value of) const;   // may `by` be named wherever `of` is?
// Where more than `long_parts` parts of a register had to be looked at `long_tries` times, it is left alone.
//
// Needs: an Editor. Cost: near linear: lives.hpp, then per copy that is tried the parts of the register with fewer,
// log N each, and what the other one has between these; mentions are renamed at most log N times.
// Source: Chaitin 1981 for joining what does not interfere; Boissinot et al. (CGO 2009) for values instead of lives;
// limits as LLVM's register coalescer has them.
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

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/lives.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct CoalesceOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  bool join = true;                ///< false: only copies to themselves go, and constants are made again
  bool values = true;              ///< false: two registers that are live at once are two, but for the copy itself
  bool rematerialise = true;       ///< constants, instead of a copy that stays
  std::uint32_t long_parts = 100;  ///< a register with more parts is long
  std::uint32_t long_tries = 256;  ///< how often more of its parts than that are looked at; then it is left alone
  std::uint32_t rounds = 2;        ///< again from the beginning, where copies went for other reasons than a join
  bool explain = false;            ///< fill CoalesceResult::kept
};
enum class CoalesceReason : std::uint8_t {
  interferes,  ///< both are live at once with two values
  class_,      ///< of two register classes
  pinned,      ///< one must keep its name
  group,       ///< one is read or written with others as one operand
  bound,       ///< a phi, or what does not stand in the text, mentions one
  parameters,  ///< both are parameters
  too_long     ///< one is live in too many places, and was asked about too often
};
inline constexpr const char* coalesce_reason_names[] = {"both hold values of their own at once",
                                                        "two register classes",
                                                        "bound to its register",
                                                        "one operand with others",
                                                        "mentioned by a phi or implicitly",
                                                        "two parameters",
                                                        "live in too many places"};
struct CoalesceStats {
  std::uint64_t copies = 0, joined = 0, erased = 0, redundant = 0, remade = 0, interfering = 0, classes = 0, alone = 0,
                too_long = 0, parts = 0;
  static constexpr auto fields() {
    using S = CoalesceStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"copies", &S::copies},
                      F{"registers joined", &S::joined},
                      F{"copies that became nothing", &S::erased},
                      F{"writes of what is there", &S::redundant},
                      F{"copies that make their constant", &S::remade},
                      F{"left: both live at once", &S::interfering},
                      F{"left: two classes", &S::classes},
                      F{"left: bound, in groups or in phis", &S::alone},
                      F{"left: too long", &S::too_long},
                      F{"parts of lives", &S::parts}};
  }
};
template <View P>
using CoalesceResult = PassResult<P, CoalesceStats, CoalesceReason>;

namespace detail {

template <Editor P, class Change, class... Observers>
class Coalesce {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  Coalesce(Chain<P>& on, const CoalesceOptions& options, Change& changes, CoalesceResult<P>& result,
           Observers&... observers)
      : on_(on.start(true)),
        code_(on.code()),
        options_(options),
        changes_(changes),
        result_(result),
        lives_(code_, on_.known(), on_.places()),
        editing_(code_, on_, observers...) {}

  /// One round. Is another one of use?
  bool run(bool first) {
    const auto& copies = lives_.copies();
    prepare();
    if (first) {
      result_.stats.copies = copies.size();
      for (std::uint32_t r = 0; r < lives_.registers(); ++r) result_.stats.parts += lives_.life(r).size();
    }
    std::vector<std::uint32_t> order(copies.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return frequency(a) > frequency(b); });
    left_ = CoalesceStats();
    result_.kept.clear();
    for (const std::uint32_t c : order) {
      if (!changes_.any()) break;
      if (!gone_[c]) look(c);
    }
    result_.stats.interfering = left_.interfering, result_.stats.classes = left_.classes;
    result_.stats.alone = left_.alone, result_.stats.too_long = left_.too_long;
    return again_;
  }

 private:
  void prepare() {
    const auto& copies = lives_.copies();
    gone_.assign(copies.size(), false);
    copy_of_.assign(on_.known().insts.size(), none);
    number_.resize(copies.size());
    for (std::uint32_t c = 0; c < copies.size(); ++c) {
      number_[c] = on_.known().insts.find(copies[c].inst);
      copy_of_[number_[c]] = c;
    }
    leader_.resize(lives_.registers());
    std::iota(leader_.begin(), leader_.end(), 0U);
    name_ = leader_;
    tries_.assign(lives_.registers(), 0);
    for (std::uint32_t r = 0; r < lives_.registers(); ++r) {
      mentions_.push_back(lives_.mentions(r));
      parameter_.push_back(lives_.parameter(r));
    }
  }
  double frequency(std::uint32_t c) const { return on_.places().frequency[on_.places().of(number_[c]).block]; }
  std::uint32_t find(std::uint32_t r) {
    while (leader_[r] != r) r = leader_[r] = leader_[leader_[r]];
    return r;
  }

  // ---- one copy

  void look(std::uint32_t c) {
    const auto& copy = lives_.copies()[c];
    const std::uint32_t a = find(copy.to), b = find(copy.from);
    if (a == b) {
      // It stands under a guard or was one from the beginning.
      if (identity(copy.inst) && changes_.next("CopyToItself")) {
        erase(copy.inst);
        ++result_.stats.erased;
      }
      return;
    }
    redundant_.clear();
    const std::optional<CoalesceReason> reason = why_not(a, b);
    if (!reason) {
      join(a, b);
      return;
    }
    const bool lives_meet = *reason == CoalesceReason::interferes || *reason == CoalesceReason::too_long;
    if (!lives_meet || !options_.rematerialise || !make_again(c)) keep(c, *reason);
  }
  void keep(std::uint32_t c, CoalesceReason reason) {
    using enum CoalesceReason;
    ++(reason == interferes ? left_.interfering
       : reason == class_   ? left_.classes
       : reason == too_long ? left_.too_long
                            : left_.alone);
    const auto& copy = lives_.copies()[c];
    if (options_.explain) result_.kept.push_back({reason, copy.inst});
    changes_.remark(Remark::Kind::missed, "CopyRemains", code_, copy.inst, [&] {
      return value_name(code_, name(copy.to)) + " is not " + value_name(code_, name(copy.from)) + ": " +
             coalesce_reason_names[static_cast<std::size_t>(reason)];
    });
  }
  const Value& name(std::uint32_t r) { return lives_.handle(name_[find(r)]); }

  std::optional<CoalesceReason> why_not(std::uint32_t a, std::uint32_t b) {
    for (const std::uint32_t r : {a, b}) switch (lives_.lone(r)) {
        case LoneReason::none:
          break;
        case LoneReason::pinned:
          return CoalesceReason::pinned;
        case LoneReason::group:
          return CoalesceReason::group;
        case LoneReason::bound:
          return CoalesceReason::bound;
      }
    if (parameter_[a] && parameter_[b]) return CoalesceReason::parameters;
    if (!may_name(a, b) && !may_name(b, a)) return CoalesceReason::class_;
    if (!options_.join) return CoalesceReason::interferes;
    for (const std::uint32_t r : {a, b})
      if (lives_.life(r).size() > options_.long_parts && tries_[r] >= options_.long_tries)
        return CoalesceReason::too_long;
    if (interfere(a, b)) return CoalesceReason::interferes;
    return {};
  }
  // May the name of one be the name of both?
  bool may_name(std::uint32_t by, std::uint32_t of) {
    const Value &x = lives_.handle(name_[by]), &y = lives_.handle(name_[of]);
    if (parameter_[of]) return false;
    if constexpr (requires {
                    { code_.may_stand_for(x, y) } -> std::convertible_to<bool>;
                  })
      if (code_.may_stand_for(x, y)) return true;
    return class_of(code_, x) == class_of(code_, y);
  }
  bool equal(const LifePart& x, const LifePart& y) { return lives_.value(x.value) == lives_.value(y.value); }
  // May x be written where the other one has y?
  bool agree(const LifePart& x, const LifePart& y, std::uint32_t a, std::uint32_t b) {
    if (!equal(x, y) || options_.values) return equal(x, y);
    const std::uint32_t c = x.writer < copy_of_.size() ? copy_of_[x.writer] : none;
    if (c == none) return false;
    const std::uint32_t to = find(lives_.copies()[c].to), from = find(lives_.copies()[c].from);
    return (to == a && from == b) || (to == b && from == a);
  }
  // Is one of them written where the other one holds another value? Collects what is written though it is there.
  bool interfere(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t small = lives_.life(a).size() <= lives_.life(b).size() ? a : b, large = small == a ? b : a;
    const Life &few = lives_.life(small), &many = lives_.life(large);
    std::uint32_t looked = 0;
    const bool found = few.any([&](const LifePart& x) {
      const LifePart* const over = x.writer == none ? nullptr : many.covering(x.begin);
      if (over != nullptr && !agree(x, *over, a, b)) return true;
      if (over != nullptr && over->begin < x.begin) redundant_.push_back(x);
      ++looked;
      return many.any_between(x.begin, x.end, [&](const LifePart& y) {
        ++looked;
        if (y.writer == none) return false;
        if (!agree(y, x, a, b)) return true;
        redundant_.push_back(y);
        return false;
      });
    });
    tries_[large] += looked > options_.long_parts;
    return found;
  }

  // ---- two become one

  void join(std::uint32_t a, std::uint32_t b) {
    // The one with more mentions, or the parameter, gives the name.
    const bool keep_a = may_name(a, b) && (!may_name(b, a) || mentions_[a] >= mentions_[b]);
    const Value keeps = lives_.handle(name_[keep_a ? a : b]), goes = lives_.handle(name_[keep_a ? b : a]);
    if (!changes_.next("Coalesced")) return;
    changes_.remark(Remark::Kind::passed, "Coalesced", code_, Sought{[&] {
                      std::optional<Inst> writer;
                      on_.uses().for_each_def(goes, [&](const Inst& i, std::uint32_t) { writer = i; });
                      return writer;
                    }},
                    [&] { return value_name(code_, goes) + " is " + value_name(code_, keeps) + " now"; });
    const std::uint32_t leader = lives_.life(a).size() >= lives_.life(b).size() ? a : b, other = leader == a ? b : a;
    // What both have where their lives met before is one.
    lives_.life(other).any([&](const LifePart& part) {
      lives_.life(leader).add(
          part, [&](const LifePart& x, const LifePart& y) { return equal(x, y); },
          [&](std::uint32_t v, std::uint32_t with) { lives_.unite(v, with); });
      return false;
    });
    leader_[other] = leader;
    name_[leader] = name_[keep_a ? a : b];
    mentions_[leader] = mentions_[a] + mentions_[b];
    parameter_[leader] = parameter_[a] || parameter_[b];
    tries_[leader] = std::max(tries_[a], tries_[b]);
    lives_.life(other) = Life();
    ++result_.stats.joined;
    ++change_;
    rename(goes, keeps);
    for (const LifePart& part : redundant_) {
      if (part.writer >= Lives<P>::at_entry || went(part.writer)) continue;
      if (lives_.constant(part.value) == part.writer) lives_.set_constant(part.value, none);
      erase(on_.known().insts[part.writer]);
      ++result_.stats.redundant;
      again_ = true;
    }
  }
  void rename(const Value& from, const Value& to) {
    std::vector<std::pair<Inst, std::uint32_t>> found;
    const auto add = [&](const Inst& i, std::uint32_t k) { found.emplace_back(i, k); };
    on_.uses().for_each_use(from, add);
    on_.uses().for_each_def(from, add);
    std::vector<Inst> copies;
    for (const auto& [inst, k] : found) {
      editing_.set_operand(inst, k, from, to);
      if (code_.effects(inst).has(Effect::copy)) copies.push_back(inst);
    }
    for (const Inst& i : copies) {
      const std::uint32_t n = on_.known().insts.find(i);
      if (went(n) || !identity(i)) continue;
      erase(i);
      ++result_.stats.erased;
    }
  }
  /// A copy of a register to itself, under a guard or not.
  bool identity(const Inst& i) const {
    std::optional<Value> one;
    std::uint32_t defs = 0, uses = 0;
    bool fine = code_.effects(i).has(Effect::copy);
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.role == Role::guard) return;
      fine &= o.lanes == ~std::uint64_t{0} && !o.more && o.offset == 0 && (!one || *one == o.value);
      one = o.value;
      defs += o.is_def();
      uses += !o.is_def() && !o.old;
    });
    return fine && defs == 1 && uses == 1;
  }
  // Was it erased by this change? Handles may come again later.
  bool went(std::uint32_t inst) const { return inst < erased_.size() && erased_[inst] == change_; }
  void erase(const Inst& i) {
    const std::uint32_t n = on_.known().insts.find(i);
    if (n >= erased_.size()) erased_.resize(on_.known().insts.size(), 0);
    erased_[n] = change_;
    if (n < copy_of_.size() && copy_of_[n] != none) gone_[std::exchange(copy_of_[n], none)] = true;
    editing_.erase(i);
  }

  // ---- the constant instead

  bool make_again(std::uint32_t c) {
    const auto& copy = lives_.copies()[c];
    const std::uint32_t a = find(copy.to);
    const LifePart* const part = lives_.life(find(copy.from)).covering(lives_.reads_at(number_[c]));
    const std::uint32_t maker = part == nullptr ? none : lives_.constant(part->value);
    if (maker == none) return false;
    const Inst& from = on_.known().insts[maker];
    const Value to = lives_.handle(name_[a]);
    if (class_of(code_, result_of(code_, from)) != class_of(code_, to) || !changes_.next("ConstantMadeAgain"))
      return false;
    const Inst made = code_.clone(from);
    code_.set_operand(made, 0, to);
    editing_.insert_before(made, copy.inst);
    lives_.life(a).set_writer(lives_.writes_at(number_[c]), on_.known().insts.find(made));
    ++change_;
    erase(copy.inst);
    ++result_.stats.remade;
    return again_ = true;
  }

  Chain<P>& on_;
  P& code_;
  const CoalesceOptions& options_;
  Change& changes_;
  CoalesceResult<P>& result_;
  Lives<P> lives_;
  ChainEditing<P, Observers...> editing_;
  CoalesceStats left_;
  bool again_ = false;
  std::vector<bool> gone_;                                       // per copy
  std::vector<std::uint32_t> number_, copy_of_;                  // per copy: its instruction; and back
  std::vector<std::uint32_t> leader_, name_, mentions_, tries_;  // per register; the last three of leaders
  std::vector<bool> parameter_;
  std::vector<LifePart> redundant_;
  std::vector<std::uint32_t> erased_;  // per instruction: by which change
  std::uint32_t change_ = 0;
};

}  // namespace detail

/// Joins the registers of copies, those that are run most often first.
template <Editor P, class Sink = NoRemarks, class... Observers>
CoalesceResult<P> coalesce(Chain<P>& on, const CoalesceOptions& options = {}, Sink&& sink = {},
                           Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  CoalesceResult<P> result;
  Change changes("register-coalescer", options.fuel, sink, observers...);
  for (std::uint32_t round = 0; round < options.rounds && changes.any(); ++round)
    if (!detail::Coalesce<P, Change, Observers...>(on, options, changes, result, observers...).run(round == 0)) break;
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
CoalesceResult<P> coalesce(P& code, const CoalesceOptions& options = {}, Sink&& sink = {}, Observers&... observers) {
  Chain<P> on(code);
  return coalesce(on, options, sink, observers...);
}

}  // namespace lathe::passes
