// Random problems: every plan is right by the checker, is the slow twin's, and reads as it is printed.
#include <doctest/doctest.h>

#include <bit>

#include <lathe/group/check.hpp>

#include "unit/lathe/group/random_problem.hpp"

#include "fuzz/group_body.hpp"

using namespace group_test;

TEST_CASE("random problems are planned as the definition says") {
  std::mt19937 engine(1);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint64_t groups = 0, dependence = 0, shape = 0, apart = 0, alone = 0, no_fuel = 0;
  for (int round = 0; round < 3000; ++round) {
    const Problem p = random_problem(pick, 1 + pick(3), 24);
    Options options;
    options.tries = 1 + pick(8);
    if (pick(6) == 0) options.fuel = pick(4);
    const std::string wrong = check_everything(p, options);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
    const Stats s = plan_problem(p, options).stats;
    groups += s.groups, dependence += s.dependence, shape += s.shape, apart += s.apart, alone += s.alone;
    no_fuel += s.out_of_fuel;
  }
  // Every outcome was there.
  CHECK(groups > 3000);
  CHECK(std::min({dependence, shape, apart, alone, no_fuel}) > 300);
}

TEST_CASE("random problems whose groups carry are planned as the definition says") {
  std::mt19937 engine(11);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint64_t carried = 0, without = 0, with = 0;
  for (int round = 0; round < 1200; ++round) {
    Problem p = random_problem(pick, 1 + pick(2), 14, true);
    Options options;
    options.carry = pick(5) == 0 ? pick(3) : 16;
    const std::string wrong = check_everything(p, options);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
    const Stats s = plan_problem(p, options).stats;
    carried += s.carried;
    with += s.saved;
    p.movable.clear();
    without += plan_problem(p, options).stats.saved;
  }
  MESSAGE("saved ", with, " for ", without, " without, ", carried, " carried");
  CHECK(carried > 70);
  CHECK(with > without);
}

TEST_CASE("two fetches with the sum between them") {
  // 0: fetch a; 1: use of a; 2: b = c + 1; 3: fetch b. The sum comes along in front of the use.
  Problem p;
  p.kinds.push_back({"tex", 8, 2, 4, false, false, Kind::Place::early, ".Tgm", true});
  p.blocks = {{0, 4}};
  p.candidates = {{0, 0, 1, 0, 1, 1}, {3, 0, 1, 3, 1, 1}};
  p.edges = {{0, 1}, {2, 3}};
  CHECK(plan_problem(p).refusals[0] == Refusal::dependence);
  p.movable = {2};
  const Plan plan = plan_problem(p);
  REQUIRE(plan.groups.size() == 1);
  CHECK(plan.groups[0] == Group{0, 1, {0, 3}, {2}});
  CHECK(plan.stats.carried == 1);
  Options none;
  none.carry = 0;
  CHECK(plan_problem(p, none).groups.empty());
  // The sum reads what was fetched: nothing helps.
  p.edges.push_back({0, 2});
  std::sort(p.edges.begin(), p.edges.end(), [](const Edge& a, const Edge& b) { return a.from < b.from; });
  CHECK(plan_problem(p).groups.empty());
}

TEST_CASE("a group that is not accepted is tried with fewer members") {
  struct Most {
    TableForm form_;
    std::size_t most;
    std::uint32_t form(std::span<const Candidate> run) const { return form_.form(run); }
    Refusal accept(const Problem&, const Group& group) const {
      return group.members.size() > most ? Refusal::step : Refusal::none;
    }
  };
  Problem p;
  p.kinds.emplace_back();
  p.blocks = {{0, 8}};
  for (std::uint32_t i = 0; i < 8; ++i) p.candidates.push_back({i, 0, 1, i, 1, 1});
  Most former{TableForm(p.kinds), 2};
  const Plan two = plan_problem(p, former);
  CHECK(two.groups.size() == 4);
  CHECK(check_plan(p, two, former).empty());
  former.most = 1;
  const Plan none = plan_problem(p, former);
  CHECK(none.groups.empty());
  CHECK(none.stats.step == 8);
  CHECK(check_plan(p, none, former).empty());
  CHECK(check_plan(p, none).has(PlanFault::bad_refusal));  // by a rule that asks nobody
}

TEST_CASE("fuel makes the first groups") {
  std::mt19937 engine(8);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  const Problem p = random_problem(pick, 6, 300);
  const std::uint64_t all = plan_problem(p).stats.groups;
  REQUIRE(all > 10);
  for (std::uint64_t fuel = 0; fuel <= all + 1; ++fuel) {
    Options options;
    options.fuel = fuel;
    const Plan plan = plan_problem(p, options);
    CHECK(plan.stats.groups == std::min(fuel, all));
    CHECK(check_plan(p, plan, options).empty());
  }
}

namespace {

// The most instructions that any set of groups can save in a small block, places and all, by trying everything.
class Best {
 public:
  explicit Best(const Problem& p) : p_(p), form_(p.kinds) {
    std::vector<std::uint32_t> ids(p.candidates.size());
    for (std::uint32_t c = 0; c < ids.size(); ++c) ids[c] = c;
    // Every set of candidates that could be a group by its key, order numbers and form.
    for (std::uint32_t set = 1; set < 1U << ids.size(); ++set) {
      std::vector<Candidate> members;
      for (const std::uint32_t c : ids)
        if ((set >> c & 1) != 0) members.push_back(p.candidates[c]);
      if (members.size() < 2) continue;
      std::sort(members.begin(), members.end(), by_order);
      bool fits = members.size() <= p.kinds[members[0].kind].most;
      for (std::size_t k = 1; k < members.size(); ++k) {
        const std::int64_t between = members[k].order - members[k - 1].order - members[k - 1].size;
        fits = fits && members[k].key == members[0].key && members[k].kind == members[0].kind && between >= 0 &&
               between <= p.kinds[members[0].kind].gap;
      }
      if (fits && form_.form(members) == members.size()) sets_.push_back(set);
    }
    choose(0, 0, 0);
  }
  std::uint32_t saved = 0;

 private:
  void choose(std::size_t from, std::uint32_t taken, std::uint32_t saving) {
    if (saving > saved && fits(0, {})) saved = saving;
    for (std::size_t s = from; s < sets_.size(); ++s) {
      if ((sets_[s] & taken) != 0) continue;
      chosen_.push_back(sets_[s]);
      choose(s + 1, taken | sets_[s], saving + static_cast<std::uint32_t>(std::popcount(sets_[s])) - 1);
      chosen_.pop_back();
    }
  }
  // Tries all places of the groups from `at` on; equal places in every order.
  bool fits(std::size_t at, std::vector<std::pair<double, std::uint32_t>> placed) {
    if (at < chosen_.size()) {
      for (std::uint32_t place = 0; place <= p_.insts(); ++place)
        for (std::size_t rank = 0; rank <= chosen_.size(); ++rank) {
          auto more = placed;
          more.emplace_back(place - 0.5 + 0.1 * static_cast<double>(rank), chosen_[at]);
          if (fits(at + 1, more)) return true;
        }
      return false;
    }
    std::vector<double> where(p_.insts());
    for (std::uint32_t i = 0; i < p_.insts(); ++i) where[i] = i;
    for (const auto& [place, set] : placed)
      for (std::uint32_t c = 0; c < p_.candidates.size(); ++c)
        if ((set >> c & 1) != 0) where[p_.candidates[c].inst] = place;
    for (const Edge& e : p_.edges)
      if (where[e.from] >= where[e.to]) return false;
    return true;
  }
  const Problem& p_;
  TableForm form_;
  std::vector<std::uint32_t> sets_, chosen_;
};

}  // namespace

TEST_CASE("the greedy choice beside the best of all plans of small blocks") {
  std::mt19937 engine(4);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint64_t greedy = 0, best = 0;
  for (int round = 0; round < 6000; ++round) {
    const Problem p = random_problem(pick, 1, 7);
    const std::uint64_t here = plan_problem(p).stats.saved, most = Best(p).saved;
    CHECK(here <= most);
    greedy += here;
    best += most;
  }
  MESSAGE("saved ", greedy, " of at most ", best);
  CHECK(best > 300);
  CHECK(static_cast<double>(greedy) > 0.9 * static_cast<double>(best));
}

TEST_CASE("many equal order numbers and many blocks stay cheap") {
  Problem p;
  p.kinds.emplace_back();
  p.kinds[0].most = 2;
  const std::uint32_t n = 100000;
  p.blocks = {{0, n}};
  for (std::uint32_t i = 0; i < n; ++i) p.candidates.push_back({i, 0, 7, i % 2, 1, 1});
  CHECK(plan_problem(p).stats.saved == n / 2);
  CHECK(plan_problem(p).stats.tests == 3 * n / 2 - n / 2);
  p.blocks.clear();
  for (std::uint32_t i = 0; i < n; i += 2) p.blocks.push_back({i, 2});
  CHECK(plan_problem(p).stats.saved == n / 2);
  CHECK(check_plan(p, plan_problem(p)).empty());
}

TEST_CASE("the fuzz body on random bytes") {
  std::mt19937 engine(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint8_t> bytes(engine() % 600);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(engine());
    const std::string wrong = lathe::test::check_group(bytes);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
}
