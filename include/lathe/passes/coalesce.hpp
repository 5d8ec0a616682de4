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
// Two classes do not mix, unless the program knows better:
//   bool may_stand_for(Value by, Value of) const;   // may `by` be named wherever `of` is?
//
// Where the program can name lanes (lane_units.hpp), copies of lanes go as well: a register that is copied from or to
// lanes of a wider one becomes these lanes, and two of a class whose same lanes are copied become one. Where some lanes
// of a register alone are copied, all of it becomes lanes of the wider one if it fits there whole. All is judged lane
// by lane: two registers that are live at once in unlike lanes, or with one value in those that they share, may be one;
// what a definition in part keeps is said anew at the end. Else what is read or written in lanes is read or written
// whole, and only copies of whole registers go.
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
#include <lathe/passes/joined_units.hpp>
#include <lathe/passes/name_lanes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct CoalesceOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  bool join = true;                ///< false: only copies to themselves go, and constants are made again
  bool values = true;              ///< false: two registers that are live at once are two, but for the copy itself
  bool rematerialise = true;       ///< constants, instead of a copy that stays
  bool lanes = true;               ///< false: only copies of whole registers, which are judged whole
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
  parameters,  ///< both are parameters, or one is and would be lanes
  too_long,    ///< one is live in too many places, and was asked about too often
  places,      ///< lanes of a register to others, of the same or of one that has them elsewhere
  lanes        ///< lanes that do not go together, or the program has no name for one as lanes of the other
};
inline constexpr const char* coalesce_reason_names[] = {"both hold values of their own at once",
                                                        "two register classes",
                                                        "bound to its register",
                                                        "one operand with others",
                                                        "mentioned by a phi or implicitly",
                                                        "two parameters",
                                                        "live in too many places",
                                                        "lanes at unlike places",
                                                        "no lanes of it"};
struct CoalesceStats {
  std::uint64_t copies = 0, joined = 0, erased = 0, redundant = 0, remade = 0, interfering = 0, classes = 0, alone = 0,
                too_long = 0, parts = 0, lane_copies = 0, lanes = 0, lanes_left = 0;
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
                      F{"parts of lives", &S::parts},
                      F{"copies of lanes", &S::lane_copies},
                      F{"registers joined by these", &S::lanes},
                      F{"left: other lanes, or no name for them", &S::lanes_left}};
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
        lives_(code_, on_.known(), on_.places(), options.lanes),
        joined_(lives_),
        editing_(code_, on_, observers...) {}

  /// One round. Is another one of use?
  bool run(bool first) {
    const auto& copies = lives_.copies();
    prepare();
    if (first) {
      result_.stats.copies = copies.size();
      for (const auto& c : copies) result_.stats.lane_copies += !c.whole();
      for (std::uint32_t u = 0; u < lives_.units().size(); ++u) result_.stats.parts += lives_.life(u).size();
    }
    std::vector<std::uint32_t> order(copies.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return frequency(a) > frequency(b); });
    left_ = CoalesceStats();
    result_.kept.clear();
    for (const std::uint32_t c : order) {
      if (out_of_fuel_) break;
      if (!gone_[c]) look(c);
    }
    result_.stats.interfering = left_.interfering, result_.stats.classes = left_.classes;
    result_.stats.alone = left_.alone, result_.stats.too_long = left_.too_long;
    result_.stats.lanes_left = left_.lanes_left;
    settle_rests();
    return again_ && !out_of_fuel_;
  }

 private:
  bool next(const char* change) {
    out_of_fuel_ = out_of_fuel_ || !changes_.next(change);
    return !out_of_fuel_;
  }
  void prepare() {
    const auto& copies = lives_.copies();
    gone_.assign(copies.size(), false);
    copy_of_.assign(on_.known().insts.size(), none);
    number_.resize(copies.size());
    for (std::uint32_t c = 0; c < copies.size(); ++c) {
      number_[c] = on_.known().insts.find(copies[c].inst);
      copy_of_[number_[c]] = c;
    }
    touched_.assign(lives_.registers(), false);
    tries_.assign(lives_.registers(), 0);
    for (std::uint32_t r = 0; r < lives_.registers(); ++r) {
      mentions_.push_back(lives_.mentions(r));
      parameter_.push_back(lives_.parameter(r));
    }
  }
  double frequency(std::uint32_t c) const { return on_.places().frequency[on_.places().of(number_[c]).block]; }

  // ---- one copy

  void look(std::uint32_t c) {
    const auto& copy = lives_.copies()[c];
    const std::uint32_t a = joined_.find(copy.to), b = joined_.find(copy.from);
    fit_ = joined_.fit(copy);
    if (a == b && fit_.kind != LaneFit::Kind::places) {
      // It stands under a guard or was one from the beginning.
      if (identity(copy.inst) && next("CopyToItself")) {
        erase(copy.inst);
        ++result_.stats.erased;
      }
      return;
    }
    redundant_.clear();
    const std::optional<CoalesceReason> reason = why_not(a, b);
    if (!reason) {
      join(c, a, b);
      return;
    }
    const bool lives_meet = *reason == CoalesceReason::interferes || *reason == CoalesceReason::too_long;
    if (!lives_meet || !options_.rematerialise || !make_again(c)) keep(c, *reason);
  }
  void keep(std::uint32_t c, CoalesceReason reason) {
    using enum CoalesceReason;
    ++(reason == interferes                  ? left_.interfering
       : reason == class_                    ? left_.classes
       : reason == too_long                  ? left_.too_long
       : reason == places || reason == lanes ? left_.lanes_left
                                             : left_.alone);
    const auto& copy = lives_.copies()[c];
    if (options_.explain) result_.kept.push_back({reason, copy.inst});
    changes_.remark(Remark::Kind::missed, "CopyRemains", code_, copy.inst, [&] {
      return value_name(code_, name(copy.to)) + " is not " + value_name(code_, name(copy.from)) + ": " +
             coalesce_reason_names[static_cast<std::size_t>(reason)];
    });
  }
  const Value& name(std::uint32_t r) { return lives_.handle(joined_.name(r)); }

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
    using enum LaneFit::Kind;
    if (fit_.kind == mismatched) return CoalesceReason::lanes;
    if (fit_.kind == places) return CoalesceReason::places;
    if (fit_.kind == LaneFit::Kind::inside) {
      if (parameter_[fit_.narrow]) return CoalesceReason::parameters;
      if (!may_be_lanes()) return CoalesceReason::lanes;
    } else {
      if (parameter_[a] && parameter_[b]) return CoalesceReason::parameters;
      if (!may_name(a, b) && !may_name(b, a)) return CoalesceReason::class_;
    }
    if (!options_.join) return CoalesceReason::interferes;
    for (const std::uint32_t r : {a, b})
      if (size(r) > options_.long_parts && tries_[r] >= options_.long_tries) return CoalesceReason::too_long;
    std::uint32_t looked = 0;
    const bool meet = std::any_of(fit_.pairs.begin(), fit_.pairs.end(),
                                  [&](const auto& pair) { return interfere(pair.first, pair.second, a, b, looked); }) ||
                      lost_lanes_meet();
    if (looked > options_.long_parts) ++tries_[size(a) <= size(b) ? b : a];
    if (meet) return CoalesceReason::interferes;
    return {};
  }
  std::size_t size(std::uint32_t r) {
    std::size_t out = 0;
    joined_.for_each_unit(r, [&](std::uint32_t u) { out += lives_.life(u).size(); });
    return out;
  }
  bool may_be_lanes() {
    const Value &x = name(fit_.narrow), &y = name(fit_.wide);
    if constexpr (requires {
                    { code_.may_be_lanes(x, y, fit_.part) } -> std::convertible_to<bool>;
                  })
      return code_.may_be_lanes(x, y, fit_.part);
    return NamesLanes<P>;
  }
  // May the name of one be the name of both?
  bool may_name(std::uint32_t by, std::uint32_t of) {
    const Value &x = name(by), &y = name(of);
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
    const std::uint32_t to = joined_.find(lives_.copies()[c].to), from = joined_.find(lives_.copies()[c].from);
    return (to == a && from == b) || (to == b && from == a);
  }
  // Is one of two units written where the other one holds another value? Collects what is written though it is there.
  bool interfere(std::uint32_t x_unit, std::uint32_t y_unit, std::uint32_t a, std::uint32_t b, std::uint32_t& looked) {
    const Life &x_life = lives_.life(x_unit), &y_life = lives_.life(y_unit);
    const bool first = x_life.size() <= y_life.size();
    const Life &few = first ? x_life : y_life, &many = first ? y_life : x_life;
    return few.any([&](const LifePart& x) {
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
  }
  // Does the instruction write, beside the units of the pairs, lanes that it cannot leave as they are and that are read?
  bool takes_more(std::uint32_t inst, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
    const std::uint32_t slot = lives_.writes_at(inst);
    bool out = false;
    joined_.for_each_unit(lives_.copies()[copy_of_[inst]].to, [&](std::uint32_t u) {
      if (std::any_of(pairs.begin(), pairs.end(), [&](const auto& p) { return p.first == u; })) return;
      const LifePart* const part = lives_.life(u).covering(slot);
      out |= part != nullptr && part->begin == slot && part->writer == inst && part->end > slot + 1;
    });
    return out;
  }

  // ---- lanes that are lost where others are written

  std::uint64_t lost_lanes() {
    if (fit_.kind != LaneFit::Kind::inside) return 0;
    if constexpr (requires(const Value& v, std::uint64_t l) { code_.lanes_lost(v, l); })
      return code_.lanes_lost(name(fit_.wide), fit_.part);
    return 0;
  }
  // Each write of the narrow one will take them.
  bool lost_lanes_meet() {
    const std::uint64_t lost = lost_lanes();
    bool out = false;
    if (lost != 0)
      joined_.for_each_unit(fit_.wide, [&](std::uint32_t u) {
        if ((joined_.mask(u) & lost) == 0 || out) return;
        const Life& held = lives_.life(u);
        joined_.for_each_unit(fit_.narrow, [&](std::uint32_t n) {
          out = out || lives_.life(n).any([&](const LifePart& x) {
            if (x.writer == none || becomes_nothing(x.writer)) return false;
            const LifePart* const part = held.covering(x.begin);
            return part != nullptr && part->begin < x.begin;
          });
        });
      });
    return out;
  }
  // Is it a copy of what will be the same lanes, which writes nothing besides?
  bool becomes_nothing(std::uint32_t writer) {
    const std::uint32_t c = writer < copy_of_.size() ? copy_of_[writer] : none;
    if (c == none) return false;
    bool same = lives_.units().for_each_pair(lives_.copies()[c], [](std::uint32_t, std::uint32_t) {});
    lives_.units().for_each_pair(lives_.copies()[c], [&](std::uint32_t to, std::uint32_t from) {
      const std::uint32_t x = joined_.unit(to), y = joined_.unit(from);
      same &= x == y || std::any_of(fit_.pairs.begin(), fit_.pairs.end(), [&](const auto& p) {
                return (p.first == x && p.second == y) || (p.first == y && p.second == x);
              });
    });
    return same;
  }
  // From now on they are the narrow one's wherever it lives and nothing else has them; what the copy promised of them its
  // writers do.
  void take_lost_lanes(std::uint32_t c, std::uint64_t lost) {
    if (lost == 0) return;
    joined_.for_each_unit(fit_.wide, [&](std::uint32_t u) {
      if ((joined_.mask(u) & lost) == 0) return;
      Life& held = lives_.life(u);
      if (joined_.find(lives_.copies()[c].to) == fit_.wide) held.set_writer(lives_.writes_at(number_[c]), none);
      joined_.for_each_unit(fit_.narrow, [&](std::uint32_t n) {
        lives_.life(n).any([&](const LifePart& x) {
          LifePart free{x.begin, x.end, lives_.new_value(), becomes_nothing(x.writer) ? none : x.writer};
          if (held.covering(x.begin) != nullptr) return false;
          held.any_between(x.begin, x.end, [&](const LifePart& y) { return free.end = y.begin, true; });
          return add(u, free), false;
        });
      });
    });
  }
  // What both have where their lives met before is one.
  void add(std::uint32_t unit, const LifePart& part) {
    lives_.life(unit).add(
        part, [&](const LifePart& x, const LifePart& y) { return equal(x, y); },
        [&](std::uint32_t v, std::uint32_t with) { lives_.unite(v, with); });
  }

  // ---- two become one

  void join(std::uint32_t c, std::uint32_t a, std::uint32_t b) {
    // The one with more mentions, or the parameter, gives the name; or the wide one.
    const bool as_lanes = fit_.kind == LaneFit::Kind::inside;
    const bool keep_a = as_lanes ? fit_.wide == a : may_name(a, b) && (!may_name(b, a) || mentions_[a] >= mentions_[b]);
    const std::uint32_t kept = keep_a ? a : b, gone = keep_a ? b : a, kept_name = joined_.name(kept);
    const Value keeps = name(kept), goes = name(gone);
    const std::uint64_t goes_lanes = joined_.lanes(gone);
    if (!next("Coalesced")) return;
    changes_.remark(Remark::Kind::passed, "Coalesced", code_, Sought{[&] {
                      std::optional<Inst> writer;
                      on_.uses().for_each_def(goes, [&](const Inst& i, std::uint32_t) { writer = i; });
                      return writer;
                    }},
                    [&] {
                      return value_name(code_, goes) + " is " + (as_lanes ? "lanes of " : "") +
                             value_name(code_, keeps) + " now";
                    });
    take_lost_lanes(c, lost_lanes());
    for (const auto& [x, y] : fit_.pairs) {
      const std::uint32_t unit = lives_.life(x).size() >= lives_.life(y).size() ? x : y, other = unit == x ? y : x;
      lives_.life(other).any([&](const LifePart& part) { return add(unit, part), false; });
      lives_.life(other) = Life();
      joined_.unite_units(unit, other);
    }
    joined_.unite(kept, gone, kept_name);
    mentions_[kept] += mentions_[gone];
    parameter_[kept] = parameter_[kept] || parameter_[gone];
    tries_[kept] = std::max(tries_[kept], tries_[gone]);
    touched_[kept] = true;
    ++result_.stats.joined;
    result_.stats.lanes += !lives_.copies()[c].whole();
    ++change_;
    if (as_lanes)
      rename_as_lanes(goes, goes_lanes, keeps);
    else
      rename(goes, keeps);
    erase_redundant();
  }
  // What is written in each of its units though it is there.
  void erase_redundant() {
    std::stable_sort(redundant_.begin(), redundant_.end(),
                     [](const LifePart& x, const LifePart& y) { return x.writer < y.writer; });
    for (std::size_t k = 0, end = 0; k < redundant_.size(); k = end) {
      const std::uint32_t writer = redundant_[k].writer;
      for (end = k; end < redundant_.size() && redundant_[end].writer == writer;) ++end;
      if (writer >= Lives<P>::at_entry || went(writer) || end - k != lives_.written(writer)) continue;
      for (std::size_t at = k; at < end; ++at)
        if (lives_.constant(redundant_[at].value) == writer) lives_.set_constant(redundant_[at].value, none);
      erase(on_.known().insts[writer]);
      ++result_.stats.redundant;
      again_ = true;
    }
  }
  // Each mention of `from`, whose lanes are those that are given, becomes lanes of `to`.
  void rename_as_lanes(const Value& from, std::uint64_t lanes, const Value& to) {
    if constexpr (NamesLanes<P>) {
      std::vector<Inst> found;
      const auto add = [&](const Inst& i, std::uint32_t) { found.push_back(i); };
      on_.uses().for_each_use(from, add);
      on_.uses().for_each_def(from, add);
      const NameLanes<P> naming{code_, from, to, lanes, fit_.part, joined_.lanes(fit_.wide)};
      for (const Inst& i : found)
        if (naming.rename(editing_, i)) parts_written_.push_back(on_.known().insts.find(i));
      erase_identities(found);
    }
  }
  // What definitions in part keep is what lives on beside them.
  void settle_rests() {
    if constexpr (NamesLanes<P>) {
      const auto lives_on = [&](std::uint32_t r, std::uint64_t written, std::uint32_t inst) {
        bool out = false;
        joined_.for_each_unit(r, [&](std::uint32_t u) {
          if (out || (joined_.mask(u) & written) != 0) return;
          const bool made = inst < stands_for_.size() && stands_for_[inst] != none;
          const std::uint32_t slot = lives_.writes_at(made ? stands_for_[inst] : inst);
          const LifePart* const part = lives_.life(u).covering(slot);
          out = part != nullptr && part->begin < slot;
        });
        return out;
      };
      parts_written_.insert(parts_written_.end(), lives_.partial().begin(), lives_.partial().end());
      std::sort(parts_written_.begin(), parts_written_.end());
      parts_written_.erase(std::unique(parts_written_.begin(), parts_written_.end()), parts_written_.end());
      for (const std::uint32_t n : parts_written_) {
        const Inst i = on_.known().insts[n];
        if (!went_before(n))
          settle_rest(code_, editing_, i, [&](const Value& v, std::uint64_t written) -> std::optional<std::uint64_t> {
            const std::uint32_t r = lives_.register_of(v);
            if (r == none || !touched_[joined_.find(r)]) return {};
            return lives_on(r, written, n) ? joined_.lanes(r) & ~written : 0;
          });
      }
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
    erase_identities(copies);
  }
  void erase_identities(const std::vector<Inst>& among) {
    for (const Inst& i : among) {
      const std::uint32_t n = on_.known().insts.find(i);
      if (went(n) || !identity(i)) continue;
      erase(i);
      ++result_.stats.erased;
    }
  }
  /// A copy of a register, or of lanes, to itself, under a guard or not; what else it would take from the register nobody
  /// reads.
  bool identity(const Inst& i) {
    std::optional<Value> one;
    std::uint64_t read = 0, written = 0;
    std::uint32_t defs = 0, uses = 0;
    bool fine = code_.effects(i).has(Effect::copy);
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.role == Role::guard) return;
      fine &= !o.more && o.offset == 0 && (!one || *one == o.value);
      if (!o.old) (o.is_def() ? written : read) = o.lanes;
      one = o.value;
      defs += o.is_def();
      uses += !o.is_def() && !o.old;
    });
    if (!fine || defs != 1 || uses != 1 || read != written) return false;
    const std::uint32_t n = on_.known().insts.find(i), c = n < copy_of_.size() ? copy_of_[n] : none;
    if (~read == 0 || c == none) return ~read == 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    lives_.units().for_each_pair(lives_.copies()[c], [&](std::uint32_t to, std::uint32_t from) {
      pairs.emplace_back(joined_.unit(to), joined_.unit(from));
    });
    return !takes_more(n, pairs);
  }
  // Was it erased by this change? Handles may come again later.
  bool went(std::uint32_t inst) const { return inst < erased_.size() && erased_[inst] == change_; }
  bool went_before(std::uint32_t inst) const { return inst < erased_.size() && erased_[inst] != 0; }
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
    if (!plain_copy(code_, copy.inst)) return false;  // or its target has become lanes
    std::uint32_t maker = none;
    bool one = true;
    for (const auto& [to, from] : fit_.pairs) {
      const LifePart* const part = lives_.life(from).covering(lives_.reads_at(number_[c]));
      const std::uint32_t by = part == nullptr ? none : lives_.constant(part->value);
      one &= by != none && (maker == none || maker == by);
      maker = by;
    }
    if (!one || maker == none) return false;
    const Inst& from = on_.known().insts[maker];
    if (!writes_one_whole(from)) return false;
    const Value to = name(copy.to);
    if (class_of(code_, result_of(code_, from)) != class_of(code_, to) || !next("ConstantMadeAgain")) return false;
    const Inst made = code_.clone(from);
    code_.set_operand(made, 0, to);
    editing_.insert_before(made, copy.inst);
    const std::uint32_t n = on_.known().insts.find(made);
    if (n >= stands_for_.size()) stands_for_.resize(n + 1, none);
    stands_for_[n] = number_[c];
    for (const auto& [unit, source] : fit_.pairs) lives_.life(unit).set_writer(lives_.writes_at(number_[c]), n);
    lives_.set_written(n, static_cast<std::uint32_t>(fit_.pairs.size()));
    ++change_;
    erase(copy.inst);
    ++result_.stats.remade;
    return again_ = true;
  }

  bool writes_one_whole(const Inst& i) const {
    std::uint32_t mentions = 0;
    std::uint64_t lanes = 0;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) { ++mentions, lanes = o.lanes; });
    return mentions == 1 && ~lanes == 0;
  }

  Chain<P>& on_;
  P& code_;
  const CoalesceOptions& options_;
  Change& changes_;
  CoalesceResult<P>& result_;
  Lives<P> lives_;
  JoinedUnits<P> joined_;
  LaneFit fit_;  // of the copy that is looked at
  ChainEditing<P, Observers...> editing_;
  CoalesceStats left_;
  bool again_ = false, out_of_fuel_ = false;
  std::vector<bool> gone_;                       // per copy
  std::vector<std::uint32_t> number_, copy_of_;  // per copy: its instruction; and back
  std::vector<std::uint32_t> mentions_, tries_;  // of registers that stand for others, as
  std::vector<bool> parameter_, touched_;        // these; joined with another
  std::vector<std::uint32_t> parts_written_;     // instructions that write in part
  std::vector<LifePart> redundant_;
  std::vector<std::uint32_t> erased_;      // per instruction: by which change
  std::vector<std::uint32_t> stands_for_;  // per instruction: the copy that it was made in the place of
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
  for (std::uint32_t round = 0; round < options.rounds; ++round)
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
