// What it means to cut the lives of values at crowded places, and how that is done: what register_target.hpp and
// rematerialize.hpp have in common. A value leaves at crowded places (crowded.hpp) and comes again by what again.hpp finds:
// an instruction, several of them where its operands are not there any more, or a load from memory that holds it.
//
// Made for a function as it stands, for one round; the edits of the round go through make(). A value that is cut has the
// same word as before wherever it lives, so what is known of the other values stays true, but for where the cut one lives:
// the client sees to it that nothing is made of a register that left (for_each_part).
// Cost: as crowded.hpp and again.hpp; a way is bounded by HowAgain::most_makers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/passes/again.hpp>
#include <lathe/passes/crowded.hpp>

namespace lathe::passes::detail {

/// What a client lets values come again by.
struct HowAgain {
  bool make = true;                ///< instructions
  bool memory = true;              ///< loads from memory that holds them
  std::uint32_t least_makers = 1;  ///< instructions for one value, those that make its operands included
  std::uint32_t most_makers = 1;
  std::uint32_t depth = 1;  ///< operands of operands, so deep
  bool extend = false;      ///< find ways, too, whose operands have to live on for them
};

/// A way to have a value again at one place.
struct Way {
  std::uint32_t source = program::none;  ///< a number of Again::sources()
  std::vector<std::uint32_t>
      before;  ///< sources of operands that do not live there, in the order in which they are made
  std::vector<std::uint32_t> extended;  ///< operands that do not live there and have to
};
/// What helps where a value cannot be had again of what is there.
enum class AsLast : std::uint8_t { nothing, slot, extend };

/// Instead of a number of a way: from the value's slot.
inline constexpr std::uint32_t from_slot = program::none - 1;

struct Return {
  std::uint32_t inst = program::none;  ///< in front of it; none: at the end of `block`
  std::uint32_t block = program::none;
  std::uint32_t way = program::none;
};

/// What it would mean to cut one value.
struct Cut {
  std::uint32_t value = program::none;
  std::vector<Return> returns;
  std::vector<CrowdedMap::Span> relieved;  ///< where it lives no more
  bool slot = false;
  std::uint64_t gain = 0, cost = 0;
};

template <Editor P, class Own>
class Cuts {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  /// `margin` registers of each limited set stay free. All of them outlive it.
  Cuts(P& code, const Own& own, const HowAgain& how, std::uint32_t margin)
      : code_(code), own_(own), how_(how), numbers(code) {
    std::vector<std::uint32_t> limits;
    for (const program::RegisterSet& s : own.sets())
      limits.push_back(s.limit == 0 ? none : s.limit - std::min(s.limit, margin));
    crowded.build(code, numbers, limits, [&](const Value& v) -> decltype(auto) { return own.register_class(v); });
  }
  Cuts(const Cuts&) = delete;
  Cuts& operator=(const Cuts&) = delete;

  /// To be called before what follows. O(size), and the data flow of again.hpp.
  void find_sources() {
    cuttable_.assign(numbers.values(), 0);
    const LiveOut<P> live_out(code_);
    const auto may = [&](std::uint32_t v) {
      return !pinned(code_, numbers.value(v)) && !live_out.has(numbers.value(v));
    };
    for (const std::uint32_t v : crowded.candidates()) cuttable_[v] = may(v);
    std::vector<std::uint8_t> wanted = cuttable_;
    if (how_.make && how_.most_makers > 1 && how_.depth > 1) want_operands(wanted);
    again_.emplace(code_, numbers, crowded.cfg(), crowded.order(), own_,
                   [&](std::uint32_t v) { return wanted[v] != 0; });
    find_ways();
  }
  /// Candidates of the map that may be cut at all.
  bool cuttable(std::uint32_t v) const { return cuttable_[v] != 0; }
  /// Would it relieve anything, if it could be had everywhere?
  bool would_help(std::uint32_t v) {
    std::vector<CrowdedMap::Span> relieved;
    const auto had = [](std::uint32_t) { return 0U; };
    crowded.cut(v, had, had, [](const CrowdedMap::Come&) {}, relieved);
    return crowded.gain(v, relieved) != 0;
  }
  const Way& way(std::uint32_t n) const { return ways_[n]; }
  const Source<P>& source_of(std::uint32_t way) const { return again_->sources()[ways_[way].source]; }
  /// Was find_sources called?
  bool ready() const { return again_.has_value(); }

  /// Cuts v everywhere, in thought. cost(Return) is added up; `steps` takes what was looked at off.
  template <class Cost>
  Cut plan(std::uint32_t v, AsLast last, std::uint64_t& steps, Cost&& cost) {
    Cut out;
    out.value = v;
    out.slot = last == AsLast::slot;
    if (steps == 0) return out;
    const auto otherwise = [&](std::uint32_t way, auto&& extended) {
      return way != none || last == AsLast::nothing ? way : last == AsLast::slot ? from_slot : extended();
    };
    const std::uint64_t used = crowded.cut(
        v,
        [&](std::uint32_t mention) {
          return otherwise(usable_[mention], [&] { return extended_.empty() ? none : extended_[mention]; });
        },
        [&](std::uint32_t block) { return otherwise(at_end(block, v, false), [&] { return at_end(block, v, true); }); },
        [&](const CrowdedMap::Come& c) {
          out.returns.push_back({c.inst, c.block, c.source});
          out.cost += cost(out.returns.back());
        },
        out.relieved);
    steps -= std::min(steps, used);
    out.gain = crowded.gain(v, out.relieved);
    return out;
  }

  /// f(inst) for each instruction that is done again, in order; none where it is a load from memory or a slot.
  template <class F>
  void for_each_maker(const Return& back, F&& f) const {
    if (back.way == from_slot) return;
    for (const std::uint32_t s : ways_[back.way].before) f(again_->sources()[s].maker);
    if (const std::uint32_t maker = source_of(back.way).maker; maker != none) f(maker);
  }
  /// f(value) for each register that must live there.
  template <class F>
  void for_each_part(const Return& back, F&& f) const {
    if (back.way == from_slot) return;
    const Way& w = ways_[back.way];
    const Source<P>& s = source_of(back.way);
    if (s.maker == none) {
      if (s.base != none) f(s.base);
      return;
    }
    const auto made = [&](std::uint32_t v) {
      return std::any_of(w.before.begin(), w.before.end(),
                         [&](std::uint32_t b) { return again_->sources()[b].value == v; });
    };
    for_each_maker(back, [&](std::uint32_t i) {
      code_.for_each_operand(numbers.inst(i), [&](const program::Operand<Value>& o) {
        if (const std::uint32_t v = numbers.value_number(o.value); !o.is_def() && !made(v)) f(v);
      });
    });
  }

  /// Where it comes.
  program::spot_t<P> spot(const Return& back) const {
    // What ends a block stands at its end, and nothing between.
    std::uint32_t at = back.inst == none ? numbers.first(back.block + 1) : back.inst;
    const std::uint32_t first = numbers.first(back.block);
    const auto ends = [&](std::uint32_t i) { return code_.effects(numbers.inst(i)).has(Effect::terminator); };
    while (at > first && (at == numbers.first(back.block + 1) || ends(at)) && ends(at - 1)) --at;
    if (at == numbers.first(back.block + 1)) return {numbers.block(back.block), {}};
    return {numbers.block(back.block), numbers.inst(at)};
  }
  /// The instructions of a way that has a maker, inserted; operands that did not live there into registers of their own.
  /// How many there were.
  template <class E>
  std::uint32_t make(E& editing, const Return& back) {
    const program::spot_t<P> at = spot(back);
    std::vector<std::pair<Value, Value>> fresh;
    std::uint32_t made = 0;
    const std::size_t before = ways_[back.way].before.size();
    for_each_maker(back, [&](std::uint32_t maker) {
      const Inst copy = code_.clone(numbers.inst(maker));
      std::vector<program::Operand<Value>> operands;
      code_.for_each_operand(copy, [&](const program::Operand<Value>& o) { operands.push_back(o); });
      const std::size_t known = fresh.size();
      for (std::uint32_t k = 0; k < operands.size(); ++k) {
        const Value& v = operands[k].value;
        if (operands[k].is_def()) {
          if (made == before) continue;
          fresh.emplace_back(v, editing.new_value(v));
          code_.set_operand(copy, k, fresh.back().second);
        } else {
          for (std::size_t f = 0; f < known; ++f)
            if (fresh[f].first == v) code_.set_operand(copy, k, fresh[f].second);
        }
      }
      editing.insert(copy, at);
      ++made;
    });
    return made;
  }

 private:
  // What the makers of wanted values read is wanted, too, so deep: it comes into registers of its own.
  void want_operands(std::vector<std::uint8_t>& wanted) const {
    std::vector<std::uint32_t> now, next;
    for (std::uint32_t v = 0; v < wanted.size(); ++v)
      if (wanted[v] != 0) now.push_back(v);
    for (std::uint32_t depth = 1; depth < how_.depth && !now.empty(); ++depth) {
      next.clear();
      for (const std::uint32_t v : now)
        crowded.for_each_write(v, [&](std::uint32_t i) {
          code_.for_each_operand(numbers.inst(i), [&](const program::Operand<Value>& o) {
            const std::uint32_t u = numbers.value_number(o.value);
            if (o.is_def() || wanted[u] != 0) return;
            wanted[u] = 1;
            next.push_back(u);
          });
        });
      now.swap(next);
    }
  }
  void find_ways() {
    usable_.assign(crowded.mention_count(), none);
    if (how_.extend) extended_ = usable_;
    std::vector<std::uint32_t> at(numbers.values());  // the next mention of each value
    for (std::uint32_t v = 0; v < at.size(); ++v) at[v] = crowded.first_mention(v);
    for (std::uint32_t b = 0; b < numbers.blocks(); ++b)
      again_->walk(b, [&](std::uint32_t i, auto&& holds) {
        code_.for_each_operand(numbers.inst(i), [&](const program::Operand<Value>& o) {
          const std::uint32_t v = numbers.value_number(o.value);
          if (cuttable_[v] == 0) return;
          while (at[v] < crowded.first_mention(v + 1) && crowded.mention(at[v]).inst < i) ++at[v];
          if (at[v] == crowded.first_mention(v + 1) || crowded.mention(at[v]).inst != i) return;
          if (usable_[at[v]] == none) usable_[at[v]] = find_way(holds(v), i, holds, false);
          if (how_.extend && usable_[at[v]] == none && extended_[at[v]] == none)
            extended_[at[v]] = find_way(holds(v), i, holds, true);
        });
      });
  }
  std::uint32_t at_end(std::uint32_t block, std::uint32_t v, bool relaxed) {
    if (numbers.first(block) == numbers.first(block + 1) || (relaxed && !how_.extend)) return none;
    const auto [found, fresh] = ends_.try_emplace({block, v, relaxed}, none);
    if (fresh)
      found->second = find_way(
          again_->at_end(block, v), numbers.first(block + 1) - 1,
          [&](std::uint32_t u) { return again_->at_end(block, u); }, relaxed);
    return found->second;
  }
  template <class Holds>
  std::uint32_t find_way(std::uint32_t source, std::uint32_t inst, Holds&& holds, bool relaxed) {
    Way out;
    out.source = source;
    if (source == none || !complete(out, source, inst, holds, 0, relaxed)) return none;
    if (again_->sources()[source].maker != none && out.before.size() + 1 < how_.least_makers) return none;
    ways_.push_back(std::move(out));
    return static_cast<std::uint32_t>(ways_.size() - 1);
  }
  // Is what the source is made of there? What is not is made before, if it can be; where `relaxed`, it lives on otherwise.
  template <class Holds>
  bool complete(Way& way, std::uint32_t source, std::uint32_t inst, Holds&& holds, std::uint32_t depth, bool relaxed) {
    const Source<P>& s = again_->sources()[source];
    if (s.maker == none) return depth == 0 && how_.memory && (s.base == none || crowded.lives_at(s.base, inst));
    if (!how_.make) return false;
    std::vector<std::uint32_t> lacking;
    code_.for_each_operand(numbers.inst(s.maker), [&](const program::Operand<Value>& o) {
      if (const std::uint32_t v = numbers.value_number(o.value); !o.is_def() && !crowded.lives_at(v, inst))
        lacking.push_back(v);
    });
    for (const std::uint32_t v : lacking) {
      const std::uint32_t next = depth + 1 < how_.depth ? holds(v) : none;
      if (std::find(way.before.begin(), way.before.end(), next) != way.before.end()) continue;
      // It, those that wait for it, and what was made so far.
      const auto fits = [&](const Way& w) { return w.before.size() + depth + 2 <= how_.most_makers; };
      Way tried = way;
      if (next != none && fits(tried) && complete(tried, next, inst, holds, depth + 1, false) && fits(tried)) {
        tried.before.push_back(next);
        way = std::move(tried);
      } else if (relaxed) {
        way.extended.push_back(v);
      } else {
        return false;
      }
    }
    return true;
  }

  P& code_;
  const Own& own_;
  HowAgain how_;

 public:
  program::Numbering<P> numbers;
  CrowdedMap crowded;

 private:
  std::optional<Again<P, Own>> again_;
  std::vector<std::uint8_t> cuttable_;  // per value
  std::vector<Way> ways_;
  std::vector<std::uint32_t> usable_, extended_;  // per mention of crowded: ways
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::uint32_t> ends_;
};

}  // namespace lathe::passes::detail
