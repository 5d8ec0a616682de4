// Compiled at -O1: orders within the limits: found wherever there is one (against all orders of small regions), never worse than the source
// order, chosen as a twin chooses that weighs all of them, and the estimate of spills against a walk that keeps nothing in
// tables.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <lathe/sched/fit.hpp>

#include "unit/lathe/sched/exact.hpp"
#include "unit/lathe/sched/random_problem.hpp"

using namespace lathe::sched;

namespace {

std::uint64_t beyond(const Problem& p, const std::vector<std::uint32_t>& order) {
  const auto registers = sched_test::registers_by_points(p, order);
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < registers.size(); ++s) sum += excess_of(p.sets[s], registers[s]);
  return sum;
}
bool legal(const Problem& p, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(p.size(), none);
  if (order.size() != p.size()) return false;
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    if (place[order[k]] != none) return false;
    place[order[k]] = k;
  }
  for (const Edge& e : p.edges)
    if (place[e.from] >= place[e.to]) return false;
  for (const Use& u : p.uses)
    if (const auto def = p.values[u.value].def; def != none && place[def] >= place[u.inst]) return false;
  return true;
}
std::vector<std::uint32_t> source_of(const Problem& p) {
  std::vector<std::uint32_t> out(p.size());
  std::iota(out.begin(), out.end(), 0);
  return out;
}

// The estimate by its definition: at each point all values are asked where they are and when they are read next.
class Walk {
 public:
  Walk(const Problem& p, const std::vector<std::uint32_t>& order) : p_(p), order_(order) {}
  Spills run() {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (p_.values[v].def == none && next(v, 0) != never) here_[v] = p_.values[v].weight;
    room(0, {});
    for (std::uint32_t k = 0; k < order_.size(); ++k) {
      std::vector<std::uint32_t> uses, defs;
      for (const Use& u : p_.uses)
        if (u.inst == order_[k]) uses.push_back(u.value);
      for (std::uint32_t v = 0; v < p_.values.size(); ++v)
        if (p_.values[v].def == order_[k]) defs.push_back(v);
      for (const std::uint32_t v : uses)
        if (here_.count(v) == 0) ++out_.loads, here_[v] = p_.values[v].weight;
      room(k + 1, uses);
      for (const std::uint32_t v : uses)
        if (next(v, k + 1) == never) here_.erase(v);
      for (const std::uint32_t v : defs) here_[v] = p_.values[v].weight, uses.push_back(v);
      room(k + 1, uses);
      for (const std::uint32_t v : defs)
        if (next(v, k + 1) == never) here_.erase(v);
    }
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (p_.values[v].live_out && !throughout(v) && here_.count(v) == 0) ++out_.loads;
    return out_;
  }

 private:
  static constexpr std::uint32_t never = 0xffffffffU;
  bool read(std::uint32_t v, std::uint32_t inst) const {
    return std::binary_search(p_.uses.begin(), p_.uses.end(), Use{inst, v});
  }
  bool throughout(std::uint32_t v) const {
    bool found = p_.values[v].def == none && p_.values[v].live_out;
    for (const std::uint32_t n : order_) found &= !read(v, n);
    return found;
  }
  std::uint32_t next(std::uint32_t v, std::uint32_t k) const {
    for (; k < order_.size(); ++k)
      if (read(v, order_[k])) return k;
    const auto end = static_cast<std::uint32_t>(order_.size());
    return !p_.values[v].live_out ? never : throughout(v) ? end + 1 : end;
  }
  std::uint64_t amount(std::uint32_t v, std::uint32_t set) const {
    for (const auto& share : p_.classes[p_.values[v].cls].shares)
      if (share.set == set) return share.factor;
    return 0;
  }
  void room(std::uint32_t k, const std::vector<std::uint32_t>& kept) {
    for (std::uint32_t s = 0; s < p_.sets.size(); ++s)
      for (;;) {
        std::uint64_t sum = 0;
        for (const auto& [v, weight] : here_) sum += amount(v, s) * weight;
        if (p_.sets[s].limit == 0 || sum <= p_.sets[s].limit) break;
        std::vector<std::uint32_t> may;
        for (const auto& [v, weight] : here_)
          if (amount(v, s) * weight > 0 && std::find(kept.begin(), kept.end(), v) == kept.end()) may.push_back(v);
        if (may.empty()) break;
        const std::uint32_t v = *std::min_element(may.begin(), may.end(), [&](std::uint32_t a, std::uint32_t b) {
          if (next(a, k) != next(b, k)) return next(a, k) > next(b, k);
          if (stored_.count(a) != stored_.count(b)) return stored_.count(a) > stored_.count(b);
          return a < b;
        });
        if (throughout(v) && here_[v] > 1) {
          --here_[v], ++out_.stores, ++out_.loads;
          continue;
        }
        out_.stores += stored_.count(v) == 0, out_.loads += throughout(v);
        stored_[v] = true;
        here_.erase(v);
      }
  }

  const Problem& p_;
  const std::vector<std::uint32_t>& order_;
  std::map<std::uint32_t, std::uint32_t> here_;  // and how many registers of it
  std::map<std::uint32_t, bool> stored_;
  Spills out_;
};

// The plan by its definition: of all orders in turn the first that fits, or that with the fewest spills, then the fewest
// registers beyond the limits, the first of equals; costs by points and by the plain walk.
class Weighed {
 public:
  Weighed(const Problem& p, const FitOptions& options) : p_(p), g_(p), options_(options) {}
  FitPlan run() {
    const auto source = source_of(p_);
    const std::uint64_t all = beyond(p_, source);
    out_.excess_before = out_.excess = all;
    out_.candidates = 1;
    if (all == 0 || !some_set_may_have_less(source)) return out_;
    out_.before = out_.after = Walk(p_, source).run();
    searched(source);
    const auto weights = value_weights(g_, sched_test::registers_by_points(p_, source));
    const std::vector<Strategy> strategies{Strategy::up_source,    Strategy::down_source, Strategy::up_nearest,
                                           Strategy::down_nearest, Strategy::tree,        Strategy::up_deep,
                                           Strategy::down_closest};
    for (std::size_t k = 0; k < std::min<std::size_t>(strategies.size(), options_.tries); ++k)
      weigh(strategies[k],
            strategies[k] == Strategy::tree ? tree_order(g_, weights) : greedy_order(g_, weights, strategies[k]));
    if (out_.reordered()) searched(std::vector<std::uint32_t>(out_.order));
    return out_;
  }

 private:
  bool some_set_may_have_less(const std::vector<std::uint32_t>& source) const {
    const auto now = sched_test::registers_by_points(p_, source);
    const auto least = least_registers(g_);
    bool out = false;
    for (std::size_t s = 0; s < now.size(); ++s)
      out |= p_.sets[s].limit != 0 && now[s] > p_.sets[s].limit && now[s] > static_cast<std::uint64_t>(least[s]);
    return out;
  }
  void searched(const std::vector<std::uint32_t>& guide) {
    if (options_.search == 0 || out_.excess == 0) return;
    auto limits = least_registers(g_);
    for (std::size_t s = 0; s < limits.size(); ++s)
      if (const std::int64_t limit = p_.sets[s].limit; limit == 0 || limit > limits[s])
        limits[s] = limit == 0 ? std::int64_t{1} << 40 : limit;
    std::uint64_t budget = std::uint64_t{options_.search} * p_.size();
    OrderSearch search(g_);
    if (search.run(limits, guide, budget) == SearchEnd::found) weigh(Strategy::search, search.order());
  }
  void weigh(Strategy strategy, const std::vector<std::uint32_t>& order) {
    if (out_.excess == 0) return;  // it is found
    ++out_.candidates;
    const std::uint64_t over = beyond(p_, order);
    const Spills spills = over == 0 ? Spills() : Walk(p_, order).run();
    if (over != 0 && std::pair(spills.sum(), over) >= std::pair(out_.after.sum(), out_.excess)) return;
    out_.strategy = strategy;
    out_.order = order;
    out_.excess = over;
    out_.after = spills;
  }
  const Problem& p_;
  Graph g_;
  FitOptions options_;
  FitPlan out_;
};

// One set, with a limit that the source order is just above.
Problem crowded(std::mt19937& random, std::uint32_t size) {
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  Problem p = sched_test::random_problem(pick, size);
  for (std::size_t s = 0; s < p.sets.size(); ++s) {
    p.sets[s].limit = 0;
    const auto most = sched_test::registers_by_points(p, source_of(p))[s];
    if (s == 0 && most > 1) p.sets[s].limit = static_cast<std::uint32_t>(most) - 1 - pick(most > 4 ? 3 : 1);
  }
  return p;
}

}  // namespace

TEST_CASE("an order within the limit is found where there is one") {
  std::mt19937 random(1);
  FitOptions options;
  options.search = 100'000;
  int fitting = 0, not_fitting = 0;
  for (int round = 0; round < 400; ++round) {
    const Problem p = crowded(random, 3 + round % 8);
    if (p.sets[0].limit == 0) continue;
    const FitPlan plan = fit_problem(p, options);
    REQUIRE(plan.refusal == Refusal::none);
    const bool there_is_one = sched_test::least_max_live(p, 0) <= p.sets[0].limit;
    CHECK((plan.excess == 0) == there_is_one);
    ++(there_is_one ? fitting : not_fitting);
  }
  CHECK(fitting > 30);
  CHECK(not_fitting > 30);
}

TEST_CASE("plans are legal, say what they cost, and cost no more than the source order") {
  std::mt19937 random(2);
  int reordered = 0, spilling = 0;
  for (int round = 0; round < 300; ++round) {
    const Problem p = crowded(random, 5 + round % 40);
    const FitPlan plan = fit_problem(p);
    REQUIRE(plan.refusal == Refusal::none);
    CHECK(plan.excess_before == beyond(p, source_of(p)));
    CHECK(fit_valid_problem(p).order == plan.order);
    if (!plan.reordered()) {
      CHECK(plan.strategy == Strategy::source);
      CHECK(plan.after == plan.before);
      continue;
    }
    ++reordered;
    REQUIRE(legal(p, plan.order));
    CHECK(plan.excess == beyond(p, plan.order));
    CHECK(plan.after.sum() <= plan.before.sum());
    spilling += plan.excess != 0;
  }
  CHECK(reordered > 50);
  CHECK(spilling > 5);
}

TEST_CASE("the estimate of spills is that of the plain walk, and 0 where all fits") {
  std::mt19937 random(3);
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::uint64_t sum = 0;
  for (int round = 0; round < 300; ++round) {
    const Problem p = sched_test::random_problem(pick, 4 + static_cast<std::uint32_t>(round) % 24);
    const Graph g(p);
    const auto order = source_of(p);
    const Spills found = SpillEstimate(g).run(order);
    CHECK(found == Walk(p, order).run());
    if (beyond(p, order) == 0) CHECK(found.sum() == 0);
    sum += found.sum();
  }
  CHECK(sum > 100);
}

TEST_CASE("a plan is that of the twin that weighs all orders") {
  std::mt19937 random(4);
  std::map<Strategy, int> told;
  for (int round = 0; round < 400; ++round) {
    Problem p = crowded(random, 3 + round % 30);
    if (round % 4 == 0) p.sets[1].limit = 1;  // the other set as well
    FitOptions options;
    options.search = round % 3 == 0 ? 0 : round % 3 == 1 ? 1 : 16;
    options.tries = round % 5 == 0 ? static_cast<std::uint32_t>(random() % 8) : 7;
    CAPTURE(round);
    const FitPlan plan = fit_problem(p, options), wanted = Weighed(p, options).run();
    REQUIRE(plan.strategy == wanted.strategy);
    REQUIRE(plan.order == wanted.order);
    REQUIRE(plan.excess_before == wanted.excess_before);
    REQUIRE(plan.excess == wanted.excess);
    REQUIRE(plan.before == wanted.before);
    REQUIRE(plan.after == wanted.after);
    REQUIRE(plan.candidates == wanted.candidates);
    ++told[plan.strategy];
  }
  for (const Strategy s : {Strategy::source, Strategy::search, Strategy::up_source, Strategy::down_source,
                           Strategy::up_nearest, Strategy::tree})
    CHECK(told[s] > 0);
}

TEST_CASE("a search finds an order where there is one, and proves that there is none") {
  std::mt19937 random(5);
  int found = 0, none_there = 0;
  for (int round = 0; round < 400; ++round) {
    const Problem p = crowded(random, 3 + round % 7);
    const Graph g(p);
    const std::uint64_t least = sched_test::least_max_live(p, 0);
    for (const std::uint64_t limit : {least, least - 1}) {
      if (least == 0) continue;
      std::uint64_t budget = 1'000'000;
      std::vector<std::int64_t> limits(p.sets.size(), 1'000);
      limits[0] = static_cast<std::int64_t>(limit);
      OrderSearch search(g);
      const SearchEnd end = search.run(limits, source_of(p), budget);
      REQUIRE(end != SearchEnd::out_of_budget);
      if (limit < least) {
        // What is live at the begin is no order's choice, and is not asked: it alone may be too much.
        std::uint64_t at_begin = 0;
        for (const Value& v : p.values)
          for (const auto& share : p.classes[v.cls].shares)
            if (v.def == none && share.set == 0) at_begin += std::uint64_t{share.factor} * v.weight;
        CHECK((end == SearchEnd::proved_none || at_begin > limit));
        none_there += end == SearchEnd::proved_none;
        continue;
      }
      REQUIRE(end == SearchEnd::found);
      ++found;
      REQUIRE(legal(p, search.order()));
      CHECK(sched_test::registers_by_points(p, search.order())[0] <= limit);
    }
  }
  CHECK(found > 300);
  CHECK(none_there > 200);
}

TEST_CASE("what costs no register is placed at once, and is no choice") {
  // Twenty instructions without registers, and two that make a value each, which a third one reads: one register is not
  // enough, and to see that nothing has to be tried but who of the two comes first.
  Problem p;
  p.sets = {{"r", 1, 0, {}}};
  p.classes = {{"r", {{0, 1}}}};
  for (std::uint32_t n = 0; n < 23; ++n) p.insts.push_back({"i", 1, 1, 0});
  p.values.push_back({0, 1, 0, false});
  p.values.push_back({0, 1, 1, false});
  p.uses = {{2, 0}, {2, 1}};
  const Graph g(p);
  std::uint64_t budget = 1'000;
  CHECK(OrderSearch(g).run(std::vector<std::int64_t>{1}, source_of(p), budget) == SearchEnd::proved_none);
  // 22 are ready at first, and one less behind each that is placed; then one of two, and the other one does not fit.
  CHECK(budget == 1'000 - (22 * 23 / 2 - 1) - 1 - 1);
  for (const std::uint64_t enough : {0U, 1U}) {
    std::uint64_t exact = 22 * 23 / 2 + enough;
    CHECK(OrderSearch(g).run(std::vector<std::int64_t>{1}, source_of(p), exact) ==
          (enough != 0 ? SearchEnd::proved_none : SearchEnd::out_of_budget));
  }
}

TEST_CASE("what is broken is refused") {
  Problem p;
  p.insts.emplace_back();
  p.uses.push_back({0, 3});
  CHECK(fit_problem(p).refusal == Refusal::broken_problem);
}
