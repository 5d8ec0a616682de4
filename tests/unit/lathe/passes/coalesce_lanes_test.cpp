// Compiled at -O1: random functions are run.
// Coalescing of lanes: random functions whose registers have lanes, run before and behind, and judged by a slow twin that
// knows, by sets of lanes at each place, what is live and what holds one word: each join, and all that stays.
// coalesce_lanes_hand_test.cpp has the forms and reasons.
#include <doctest/doctest.h>

#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/joined_units.hpp>
#include <lathe/passes/lane_units.hpp>
#include <lathe/passes/name_lanes.hpp>
#include <lathe/program/equal.hpp>

#include "unit/lathe/passes/lane_functions.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::CoalesceReason;
using Mention = LaneCode::Operand;
constexpr std::uint64_t whole = ~std::uint64_t{0};

// Words are lanes of values: four times the value, and the lane. Sets are of words, or of pairs of them that must hold
// one thing.
class Twin {
  using Set = std::vector<bool>;

 public:
  explicit Twin(const LaneCode& c) : c_(c), words_(4 * c.value_count()) {
    for (const BlockId b : c.blocks())
      for (const InstId i : c.instructions(b)) code_[b.value].push_back(i);
    for (bool changed = true; changed;) {
      changed = false;
      for (const BlockId b : c.blocks()) {
        Set now = behind(b);
        for (std::size_t k = code_[b.value].size(); k-- > 0;) back(code_[b.value][k], now);
        if (now != live_[b.value]) live_[b.value] = now, changed = true;
      }
    }
    for (const BlockId b : c.blocks()) equal_[b.value].assign(words_ * words_, true);
    equal_[(*c.blocks().begin()).value].assign(words_ * words_, false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const BlockId b : c.blocks()) {
        Set now = equal_[b.value];
        for (const InstId i : code_[b.value]) step(i, now);
        c.for_each_successor(b, [&](BlockId to) {
          Set& in = equal_[to.value];
          for (std::size_t k = 0; k < in.size(); ++k)
            if (in[k] && !now[k]) in[k] = false, changed = true;
        });
      }
    }
  }
  /// Is a lane of one written somewhere where the lane of the other is live behind it and need not hold that word?
  bool interfere(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& lanes) const {
    bool out = false;
    for (const BlockId b : c_.blocks()) {
      std::vector<Set> live{behind(b)};
      const auto& code = code_.at(b.value);
      for (std::size_t k = code.size(); k-- > 0;) live.push_back(live.back()), back(code[k], live.back());
      Set eq = equal_.at(b.value);
      for (std::size_t k = 0; k < code.size(); ++k) {
        step(code[k], eq);
        const Set &then = live[code.size() - 1 - k], w = written(code[k]);
        for (const auto& [x, y] : lanes)
          out |= !eq[x * words_ + y] && ((w[x] && (then[y] || w[y])) || (w[y] && then[x]));
      }
    }
    return out;
  }
  static std::uint32_t word(ValueId v, std::uint32_t lane) { return 4 * v.value + lane; }
  std::vector<std::uint32_t> words(ValueId v, std::uint64_t lanes) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t k = 0; k < LaneCode::width(c_.kind(v)); ++k)
      if ((lanes >> k & 1) != 0) out.push_back(word(v, k));
    return out;
  }

 private:
  Set behind(BlockId b) const {
    Set out(words_);
    c_.for_each_successor(b, [&](BlockId to) {
      const auto at = live_.find(to.value);
      for (std::size_t w = 0; at != live_.end() && w < words_; ++w)
        if (at->second[w]) out[w] = true;
    });
    return out;
  }
  bool guarded(InstId i) const {
    bool out = false;
    c_.for_each_operand(i, [&](const Mention& o) { out |= o.role == Role::guard; });
    return out;
  }
  Set written(InstId i) const {
    Set out(words_);
    c_.for_each_operand(i, [&](const Mention& o) {
      if (!o.is_def()) return;
      for (const std::uint32_t w : words(o.value, o.lanes | c_.lanes_lost(o.value, o.lanes))) out[w] = true;
    });
    return out;
  }
  // What has no word of before behind it: what is written, and what does not stay beside it.
  Set gone(InstId i) const {
    Set out(words_);
    if (guarded(i)) return out;
    c_.for_each_operand(i, [&](const Mention& o) {
      if (!o.is_def()) return;
      for (const std::uint32_t w : words(o.value, whole)) out[w] = true;
      c_.for_each_operand(i, [&](const Mention& old) {
        if (old.old && old.value == o.value)
          for (const std::uint32_t w : words(o.value, old.lanes & ~o.lanes)) out[w] = false;
      });
    });
    return out;
  }
  void back(InstId i, Set& live) const {
    const Set g = gone(i);
    for (std::size_t w = 0; w < words_; ++w)
      if (g[w]) live[w] = false;
    c_.for_each_operand(i, [&](const Mention& o) {
      if (o.is_def() || o.old) return;
      for (const std::uint32_t w : words(o.value, o.lanes)) live[w] = true;
    });
    if (guarded(i)) {
      const Set w = written(i);
      for (std::size_t k = 0; k < words_; ++k)
        if (w[k]) live[k] = true;
    }
  }
  void step(InstId i, Set& eq) const {
    std::vector<std::uint32_t> from, to;
    const bool copy = c_.effects(i).has(Effect::copy) && !guarded(i);
    if (copy)
      c_.for_each_operand(i, [&](const Mention& o) {
        if (!o.old) (o.is_def() ? to : from) = words(o.value, o.lanes);
      });
    Set g = gone(i);
    const Set w = written(i);
    std::vector<std::uint32_t> changed;
    for (std::uint32_t k = 0; k < words_; ++k)
      if (g[k] || w[k]) changed.push_back(k);
    if (changed.empty()) return;
    std::vector<std::int64_t> source(words_);  // what each has: a word of before, or none
    for (std::uint32_t k = 0; k < words_; ++k) source[k] = g[k] || w[k] ? std::int64_t{-1} : std::int64_t{k};
    for (std::size_t k = 0; k < to.size(); ++k) source[to[k]] = from[k];
    const Set before = eq;
    const auto were = [&](std::int64_t a, std::int64_t b) {
      return a >= 0 && b >= 0 && (a == b || before[static_cast<std::size_t>(a) * words_ + static_cast<std::size_t>(b)]);
    };
    for (const std::uint32_t x : changed)
      for (std::uint32_t y = 0; y < words_; ++y)
        eq[x * words_ + y] = eq[y * words_ + x] = x == y || were(source[x], source[y]);
  }
  const LaneCode& c_;
  std::size_t words_;
  std::map<std::uint32_t, std::vector<InstId>> code_;
  std::map<std::uint32_t, Set> live_, equal_;
};

bool same(const LaneCode& before, const LaneCode& behind) {
  bool out = program::equal::run(AllLanes{before}, AllLanes{behind}).equal();
  for (std::uint64_t input = 1; input < 5; ++input)
    out &= run_lanes(before, input, 1ULL << 40) == run_lanes(behind, input, 1ULL << 50);
  return out;
}
std::uint32_t copies_in(const LaneCode& code) {
  std::uint32_t n = 0;
  for (const BlockId b : code.blocks())
    for (const InstId i : code.instructions(b)) n += code.effects(i).has(Effect::copy);
  return n;
}
struct Copied {
  Mention to, from;
};
std::optional<Copied> copied(const LaneCode& code, InstId i) {
  if (!code.where(i) || !code.effects(i).has(Effect::copy)) return {};
  Copied out;
  code.for_each_operand(i, [&](const Mention& o) {
    if (!o.old) (o.is_def() ? out.to : out.from) = o;
  });
  return out;
}

}  // namespace

namespace {

// The register that is gone behind one change, and where it is now, by what is mentioned in what has a name of its own.
std::optional<std::pair<ValueId, Mention>> joined(const LaneCode& before, const LaneCode& behind) {
  const auto mentions = [](const LaneCode& code) {
    std::map<std::string, std::vector<Mention>> out;
    std::set<ValueId> all;
    for (const BlockId b : code.blocks())
      for (const InstId i : code.instructions(b))
        code.for_each_operand(i, [&](const Mention& o) {
          all.insert(o.value);
          if (!o.old && (code.key(i).starts_with("op") || code.key(i).starts_with("in"))) out[code.key(i)].push_back(o);
        });
    return std::pair(out, all);
  };
  const auto [was, then] = mentions(before);
  const auto [is, now] = mentions(behind);
  for (const auto& [key, all] : was)
    for (std::size_t k = 0; k < all.size(); ++k)
      if (now.count(all[k].value) == 0 && is.count(key) != 0 && ~all[k].lanes == 0)
        return std::pair(all[k].value, is.at(key).at(k));
  return {};
}

}  // namespace

TEST_CASE("coalescing of lanes: every prefix does the same, and each join is of registers that do not interfere") {
  std::uint32_t judged = 0, changes = 0;
  for (std::uint32_t seed = 1000; seed < 1012; ++seed) {
    CAPTURE(seed);
    const auto made = [&](LaneCode& code, std::uint64_t fuel) {
      RandomLanes(code, seed, false);
      passes::CoalesceOptions options;
      options.fuel = fuel;
      return passes::coalesce(code, options).out_of_fuel;
    };
    auto before = std::make_unique<LaneCode>();
    made(*before, 0);
    bool out = true;
    for (std::uint64_t fuel = 1; out; ++fuel, ++changes) {
      CAPTURE(fuel);
      LaneCode first;
      RandomLanes(first, seed, false);
      auto behind = std::make_unique<LaneCode>();
      out = made(*behind, fuel);
      CHECK(same(first, *behind));
      if (const auto one = joined(*before, *behind)) {
        const Twin twin(*before);
        const auto was = twin.words(one->first, whole), is = twin.words(one->second.value, one->second.lanes);
        REQUIRE(was.size() == is.size());
        std::vector<std::pair<std::uint32_t, std::uint32_t>> lanes;
        for (std::size_t k = 0; k < was.size(); ++k) lanes.emplace_back(was[k], is[k]);
        CHECK_MESSAGE(!twin.interfere(lanes), one->first.value, " is ", one->second.value, "\n", told(*before));
        ++judged;
      }
      before = std::move(behind);
    }
  }
  MESSAGE(judged << " joins of " << changes << " changes judged");
  CHECK(judged > 100);
}

TEST_CASE("coalescing of lanes: analyses that follow are right behind each edit") {
  for (std::uint32_t seed = 2000; seed < 2010; ++seed) {
    LaneCode code;
    RandomLanes(code, seed);
    with_followers(code, [&](LaneCode& f, auto&... observers) { passes::coalesce(f, {}, NoRemarks{}, observers...); });
  }
}

TEST_CASE("coalescing of lanes: random functions do the same, and what stays interferes") {
  passes::CoalesceStats all;
  std::uint64_t before_all = 0, behind_all = 0, stay = 0, needless = 0, whole_only = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    LaneCode before, behind, plain;
    RandomLanes(before, seed), RandomLanes(behind, seed), RandomLanes(plain, seed);
    passes::CoalesceOptions options;
    options.explain = true;
    options.rematerialise = seed % 2 == 0;
    const auto result = passes::coalesce(behind, options);
    for (const auto& [name, member] : passes::CoalesceStats::fields()) all.*member += result.stats.*member;
    if (!same(before, behind)) {
      FAIL_CHECK(told(before) << "became\n" << told(behind));
      continue;
    }
    before_all += copies_in(before), behind_all += copies_in(behind);
    options.lanes = false;
    passes::coalesce(plain, options);
    CHECK(same(before, plain));
    whole_only += copies_in(plain);
    const Twin twin(behind);
    for (const auto& kept : result.kept) {
      const auto copy = copied(behind, kept.inst);
      if (kept.reason != CoalesceReason::interferes || !copy) continue;
      const auto to = twin.words(copy->to.value, copy->to.lanes), from = twin.words(copy->from.value, copy->from.lanes);
      std::vector<std::pair<std::uint32_t, std::uint32_t>> lanes;
      for (std::size_t k = 0; k < to.size(); ++k) lanes.emplace_back(to[k], from[k]);
      ++stay;
      needless += !twin.interfere(lanes);
    }
  }
  MESSAGE("copies " << before_all << " -> " << behind_all << " (" << whole_only << " without lanes), of lanes "
                    << all.lane_copies << ", joined " << all.joined << ", by these " << all.lanes << ", stay " << stay
                    << ", of these needless " << needless << ", redundant " << all.redundant << ", remade "
                    << all.remade << ", other places " << all.lanes_left);
  CHECK(all.lanes > 500);
  CHECK(all.remade > 20);
  CHECK(behind_all < whole_only);
  CHECK(needless * 20 <= stay);
}
