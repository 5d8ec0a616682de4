// Plans of cuts that are kept while others are carried out, beside plans that are made anew each time they are asked for: the same
// places, costs and needs, and what is certain of them by its definition.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include <lathe/passes/cut_plans.hpp>

#include "unit/lathe/passes/crowded_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::detail::AsLast, passes::detail::Cut, passes::detail::Return;
using Round = passes::detail::Cuts<SmallCode, TwoSets>;
using Span = passes::detail::CrowdedMap::Span;

// Where a value comes because of what is crowded between its mention in the same block, or the block's begin, and that place.
bool is_firm(const SmallCode& f, const TwoSets& own, const Round& r, std::uint32_t v, const Return& back) {
  const std::uint32_t end = back.inst == program::none ? r.numbers.first(back.block + 1) : back.inst;
  for (std::uint32_t i = end; i-- > r.numbers.first(back.block);) {
    bool mentioned = false;
    f.for_each_operand(r.numbers.inst(i), [&](const auto& o) { mentioned |= r.numbers.value_number(o.value) == v; });
    if (mentioned) return false;
    for (std::uint32_t set = 0; set < 2; ++set)
      if (r.crowded.share(v, set) != 0 && r.crowded.pressure(i, set) > own.all[set].limit) return true;
  }
  return false;
}
auto places(const std::vector<Return>& all) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> out;
  for (const Return& b : all) out.emplace_back(b.block, b.inst, b.way);
  return out;
}
auto spans(const std::vector<Span>& all) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> out;
  for (const Span& s : all) out.emplace(s.block, s.begin, s.end);
  return out;
}

struct Seen {
  std::uint64_t plans = 0, firm = 0, loose = 0, changed = 0, needs = 0, ends = 0;
};
void compare_plans(std::uint32_t round, AsLast last, Seen& seen) {
  SmallCode f;
  random_code(f, static_cast<Shape>(round % 5), round);
  const TwoSets own(2 + round % 9);
  passes::detail::HowAgain how;
  how.memory = false;
  how.extend = last == AsLast::extend;
  how.most_makers = 1 + round % 4, how.depth = 3;
  Round r(f, own, how, 0);
  r.find_sources();
  const auto cost = [&](const Return& back) {
    std::uint64_t sum = 1 + back.block % 3;
    r.for_each_maker(back, [&](std::uint32_t) { ++sum; });
    return sum;
  };
  std::uint64_t steps = ~std::uint64_t{0}, anew = ~std::uint64_t{0};
  std::vector<Span> eased;
  passes::detail::CutPlans plans(r, last, steps, cost, eased);
  std::vector<std::uint32_t> all;
  for (const std::uint32_t v : r.crowded.candidates())
    if (r.cuttable(v)) all.push_back(v);
  std::mt19937 engine(round);
  while (!all.empty()) {
    for (const std::uint32_t v : all) {
      const Cut fresh = r.plan(v, last, anew, cost);
      std::uint64_t least = 0;
      std::set<std::uint32_t> sure, needs;
      for (const Return& b : fresh.returns) {
        const bool firm = is_firm(f, own, r, v, b);
        least += firm ? cost(b) : 0;
        if (firm) sure.insert(b.block);
        ++(firm ? seen.firm : seen.loose);
        seen.ends += b.inst == program::none;
        needs.insert(r.way(b.way).extended.begin(), r.way(b.way).extended.end());
      }
      // Each question first in some of the rounds: the others have made it anew then.
      if (engine() % 2 == 0) {
        CHECK(plans.least_cost(v) == least);
        for (std::uint32_t b = 0; b < r.numbers.blocks(); ++b) CHECK(plans.surely_in(v, b) == (sure.count(b) != 0));
        const auto most = spans(plans.at_most(v).relieved), is = spans(fresh.relieved);
        CHECK(std::includes(most.begin(), most.end(), is.begin(), is.end()));
      }
      if (engine() % 2 != 0) continue;
      const Cut first = plans.first(v), now = *plans.now(v);
      CHECK(places(now.returns) == places(fresh.returns));
      CHECK(spans(now.relieved) == spans(fresh.relieved));
      CHECK(now.cost == fresh.cost);
      CHECK(plans.needs(v) == std::vector<std::uint32_t>(needs.begin(), needs.end()));
      ++seen.plans;
      seen.changed += places(first.returns) != places(now.returns);
      seen.needs += !needs.empty();
    }
    const auto at = all.begin() + static_cast<std::ptrdiff_t>(engine() % all.size());
    const Cut cut = *plans.now(*at);
    r.crowded.relieve(*at, cut.relieved, [&](const Span& s) { eased.push_back(s); });
    all.erase(at);
  }
}

}  // namespace

TEST_CASE("plans of cuts that are kept are those that would be made") {
  Seen seen;
  for (std::uint32_t round = 0; round < 300; ++round) {
    CAPTURE(round);
    compare_plans(round, AsLast::nothing, seen);
    compare_plans(round, AsLast::extend, seen);
  }
  CHECK(seen.plans > 5000);
  CHECK(seen.firm > 5000);
  CHECK(seen.loose > 1000);
  CHECK(seen.changed > 500);
  CHECK(seen.needs > 500);
  CHECK(seen.ends > 20);
}
