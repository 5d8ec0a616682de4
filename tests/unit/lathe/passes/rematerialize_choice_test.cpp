// Which values rematerialisation takes, beside a slow twin: every place is looked at for every question, and every cut planned
// anew each time that it is asked for (the pass keeps plans, passes/cut_plans.hpp). The same code comes out, value by value.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/rematerialize.hpp>

#include "unit/lathe/passes/crowded_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Options = passes::RematerializeOptions;
using passes::detail::AsLast, passes::detail::Cut, passes::detail::Return;
constexpr std::uint32_t none = program::none;

class Twin {
  using Round = passes::detail::Cuts<SmallCode, TwoSets>;

 public:
  std::uint64_t rounds = 0, values = 0, second = 0, taken_back = 0;
  Twin(SmallCode& code, const TwoSets& own, const Options& options)
      : code_(code), own_(own), o_(options), editing_(code) {}
  void run() {
    while (rounds < o_.max_times) {
      Round r(code_, own_, how(), 0);
      if (!any_above(r)) return;
      ++rounds;
      std::vector<std::uint32_t> left;
      bool changed = round(r, [&] { left = first_phase(r); });
      if (!left.empty() && has(Options::second_chance)) {
        Round again(code_, own_, how(), 0);
        changed |= round(again, [&] {
          for (const std::uint32_t b : left) second_phase(again, b);
        });
      }
      if (!changed) return;
    }
  }

 private:
  bool has(std::uint32_t mode) const { return (o_.modes & mode) != 0; }
  passes::detail::HowAgain how() const {
    passes::detail::HowAgain h;
    h.make = has(Options::single | Options::chains);
    h.memory = false;
    h.extend = has(Options::second_chance);
    h.least_makers = has(Options::single) ? 1 : 2;
    h.most_makers = has(Options::chains) ? o_.map_size : 1;
    h.depth = has(Options::chains) ? o_.depth : 1;
    return h;
  }
  template <class Act>
  bool round(Round& r, Act&& act) {
    r.find_sources();
    fixed_.assign(r.numbers.values(), 0);
    const std::uint64_t excess = r.crowded.excess(), had = values, promoted = second;
    editing_.begin();
    act();
    if (values == had) return editing_.commit(), false;
    const Round then(code_, own_, how(), 0);
    if (then.crowded.excess() < excess) return editing_.commit(), true;
    editing_.rollback();
    values = had, second = promoted;
    ++taken_back;
    return false;
  }
  // Place by place.
  bool over(const Round& r, std::uint32_t i, std::uint32_t set) const {
    return r.crowded.pressure(i, set) > own_.all[set].limit;
  }
  bool above(const Round& r, std::uint32_t b) const {
    for (std::uint32_t i = r.numbers.first(b); i < r.numbers.first(b + 1); ++i)
      for (std::uint32_t set = 0; set < 2; ++set)
        if (over(r, i, set) && (o_.internal_live || i + 1 == r.numbers.first(b + 1))) return true;
    return false;
  }
  bool any_above(const Round& r) const {
    for (std::uint32_t b = 0; b < r.numbers.blocks(); ++b)
      if (above(r, b)) return true;
    return false;
  }
  bool saves(const Round& r, const Cut& cut, std::uint32_t b) const {
    for (const auto& s : cut.relieved)
      for (std::uint32_t i = s.begin; i < s.end; ++i)
        for (std::uint32_t set = 0; set < 2; ++set)
          if (s.block == b && r.crowded.share(cut.value, set) != 0 && over(r, i, set) &&
              (o_.internal_live || i + 1 == r.numbers.first(b + 1)))
            return true;
    return false;
  }
  std::uint64_t cost(const Round& r, const Return& back) const {
    std::uint64_t sum = 0;
    r.for_each_maker(back, [&](std::uint32_t i) {
      const bool load = code_.effects(r.numbers.inst(i)).touches_memory();
      std::optional<std::uint32_t> to;
      code_.for_each_operand(r.numbers.inst(i), [&](const auto& operand) {
        if (operand.is_def()) to = r.numbers.value_number(operand.value);
      });
      sum += (load ? o_.load_cost : 1) * (r.crowded.units(*to) > 1 ? 2 : 1);
    });
    return sum * (r.crowded.loops().depth(back.block) > 0 ? o_.loop_cost_factor : 1);
  }
  Cut plan(Round& r, std::uint32_t v, AsLast last) {
    std::uint64_t steps = ~std::uint64_t{0};
    return r.plan(v, last, steps, [&](const Return& back) { return cost(r, back); });
  }
  std::set<std::uint32_t> candidates(const Round& r, std::uint32_t b) const {
    std::set<std::uint32_t> all(r.crowded.live_out(b).begin(), r.crowded.live_out(b).end());
    if (has(Options::within_blocks))
      for (std::uint32_t i = r.numbers.first(b); i < r.numbers.first(b + 1); ++i)
        code_.for_each_operand(r.numbers.inst(i),
                               [&](const auto& operand) { all.insert(r.numbers.value_number(operand.value)); });
    std::erase_if(all, [&](std::uint32_t v) { return !r.cuttable(v) || fixed_[v] != 0; });
    return all;
  }
  bool worth(const Round& r, const Cut& cut) const {
    std::uint64_t blocks = 0;
    for (std::uint32_t b = 0; b < r.numbers.blocks(); ++b)
      blocks += std::count(r.crowded.live_out(b).begin(), r.crowded.live_out(b).end(), cut.value);
    const bool widely = 100 * blocks > std::uint64_t{o_.live_out_percentage} * r.numbers.blocks();
    return cut.cost <= (widely ? o_.max_cost : o_.single_cost) &&
           spent_ + cut.cost <= o_.max_cost * (won_ + r.crowded.units(cut.value));
  }
  void pull_in(Round& r, const Cut& cut) {
    bool clashes = false;
    for (const Return& back : cut.returns)
      r.for_each_part(back, [&](std::uint32_t part) { clashes |= fixed_[part] == 2; });
    if (clashes) return;
    fixed_[cut.value] = 2;
    for (const Return& back : cut.returns) {
      r.for_each_part(back, [&](std::uint32_t part) { fixed_[part] = std::max(fixed_[part], 1); });
      r.make(editing_, back);
    }
    r.crowded.relieve(cut.value, cut.relieved);
    ++values;
    spent_ += cut.cost;
    won_ += r.crowded.units(cut.value);
  }
  std::vector<std::uint32_t> first_phase(Round& r) {
    std::vector<std::uint32_t> left;
    std::vector<std::optional<Cut>> asked(r.numbers.values());
    for (std::uint32_t b = 0; b < r.numbers.blocks(); ++b) {
      if (!above(r, b)) continue;
      std::set<std::pair<std::uint64_t, std::uint32_t>> by_cost;
      for (const std::uint32_t v : candidates(r, b)) {
        if (!asked[v]) asked[v] = plan(r, v, AsLast::nothing);
        if (saves(r, *asked[v], b)) by_cost.insert({asked[v]->cost, v});
      }
      spent_ = won_ = 0;
      for (const auto& [_, v] : by_cost) {
        if (!above(r, b)) break;
        if (fixed_[v] != 0) continue;
        const Cut cut = plan(r, v, AsLast::nothing);
        if (saves(r, cut, b) && worth(r, cut)) pull_in(r, cut);
      }
      if (above(r, b)) left.push_back(b);
    }
    return left;
  }
  void second_phase(Round& r, std::uint32_t b) {
    if (!above(r, b)) return;
    std::vector<Cut> all;
    std::vector<std::set<std::uint32_t>> needs;
    for (const std::uint32_t v : candidates(r, b)) {
      if (saves(r, plan(r, v, AsLast::nothing), b)) continue;
      const Cut cut = plan(r, v, AsLast::extend);
      if (!saves(r, cut, b)) continue;
      needs.emplace_back();
      for (const Return& back : cut.returns)
        needs.back().insert(r.way(back.way).extended.begin(), r.way(back.way).extended.end());
      all.push_back(cut);
    }
    spent_ = won_ = 0;
    // Twice at most: what lives on for others is had for nothing the second time, and nothing changes where nothing was taken.
    for (int visit = 0; visit < 2; ++visit) {
      bool took = false;
      for (std::size_t k = 0; k < all.size() && above(r, b); ++k) {
        if (fixed_[all[k].value] != 0) continue;
        const std::set<std::uint32_t> mine = needs[k];
        std::vector<std::size_t> group;
        std::uint64_t units = 0, price = 0;
        for (std::size_t j = 0; j < all.size(); ++j)
          if (fixed_[all[j].value] == 0 && std::includes(mine.begin(), mine.end(), needs[j].begin(), needs[j].end()))
            group.push_back(j), units += r.crowded.units(all[j].value);
        for (const std::uint32_t u : mine) price += r.crowded.units(u);
        if (units <= price) continue;
        second += group.size();
        for (const std::size_t j : group)
          if (worth(r, all[j])) pull_in(r, all[j]);
        for (auto& theirs : needs)
          for (const std::uint32_t u : mine) theirs.erase(u);
        took = true;
      }
      if (!took) return;
    }
  }

  SmallCode& code_;
  const TwoSets& own_;
  const Options& o_;
  program::Editing<SmallCode> editing_;
  std::vector<int> fixed_;  // per value: 1 what others are made of, 2 what was cut, in this round
  std::uint64_t spent_ = 0, won_ = 0;
};

std::string text(const SmallCode& f) {
  std::string out;
  for (const BlockId b : f.blocks()) {
    out += "block " + std::to_string(b.value) + "\n";
    for (const InstId i : f.instructions(b)) {
      out += "  " + f.payload(i).name;
      f.for_each_operand(i, [&](const auto& o) { out += (o.is_def() ? " =" : " ") + std::to_string(o.value.value); });
      out += "\n";
    }
  }
  return out;
}

}  // namespace

TEST_CASE("the same values are taken as by a twin that plans every cut anew") {
  passes::RematerializeStats all;
  for (std::uint32_t round = 0; round < 300; ++round) {
    CAPTURE(round);
    const auto shape = static_cast<Shape>(round % 5);
    SmallCode one, other;
    random_code(one, shape, round);
    random_code(other, shape, round);
    const TwoSets own(2 + round % 7);
    Options o;
    o.modes = round % 3 == 0 ? round % 16 : 14;
    if (shape == Shape::straight) o.modes |= Options::within_blocks;
    o.internal_live = shape == Shape::straight || round % 4 != 0;
    o.loop_cost_factor = round % 2 == 0 ? 20 : 1;
    o.single_cost = round % 11 == 0 ? 2 : 10;
    o.max_cost = round % 13 == 0 ? 3 : 100;
    o.erase_dead = false;
    o.explain = round % 5 == 1;
    const auto result = passes::rematerialize(one, own, o);
    REQUIRE(!result.refused);
    Twin twin(other, own, o);
    twin.run();
    CHECK(text(one) == text(other));
    CHECK(result.stats.rounds == twin.rounds);
    CHECK(result.stats.values == twin.values);
    CHECK(result.stats.second == twin.second);
    CHECK(result.stats.taken_back == twin.taken_back);
    for (const auto& [name, field] : passes::RematerializeStats::fields()) all.*field += result.stats.*field;
  }
  CHECK(all.values > 800);
  CHECK(all.second > 50);
  CHECK(all.taken_back > 100);
  CHECK(all.made > 1500);
}
