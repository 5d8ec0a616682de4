// Outlining over modules: publish, merge, consume.
#include <doctest/doctest.h>

#include <set>

#include <lathe/outline/check.hpp>
#include <lathe/outline/global.hpp>
#include <lathe/outline/text.hpp>

#include "unit/lathe/outline/random_problem.hpp"

namespace {

using namespace lathe::outline;

// A module with `copies` of a sequence, each under names of its own, between code that no other module has.
Problem module_with(std::uint32_t copies, std::uint32_t salt) {
  std::string text = "outline\ncosts call 4 parameter 1 result 1 frame 4\nclass r\n";
  for (std::uint32_t k = 0; k < copies; ++k) {
    const auto v = [&](std::uint32_t n) { return std::to_string(n + 10 * k + salt) + ":r"; };
    text += "function f" + std::to_string(k) + "\nblock live " + std::to_string(7 + 10 * k + salt) + "\n";
    for (std::uint32_t i = 0; i < 9; ++i)
      text += "i own" + std::to_string(salt * 1000 + k * 100 + i) + " 8 d" + v(1) + " u" + v(1) + "\n";
    for (std::uint32_t i = 0; i < 12; ++i)
      text += "i shared" + std::to_string(i) + " 8 d" + v(2 + i % 6) + " u" + v(1 + i % 5) + " u" + v(1) + "\n";
    text += "x end 4\n";
  }
  std::string error;
  const auto p = read_problem(text, "t", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}

std::int64_t saved_over(const std::vector<Problem>& modules, std::size_t& sites) {
  std::vector<Published> offers;
  for (const Problem& p : modules) {
    TableCosts costs{p.costs};
    std::string error;
    offers.push_back(*read_published(print(publish(p, costs)), "t", error));
  }
  const Published all = merge(offers);
  std::swap(offers.front(), offers.back());
  CHECK(merge(offers) == all);
  std::int64_t saved = 0;
  std::set<std::string> names;
  sites = 0;
  for (const Problem& p : modules) {
    TableCosts costs{p.costs};
    const Plan plan = consume(p, all, costs);
    CHECK(check_plan(p, plan, costs).str() == "");
    saved += static_cast<std::int64_t>(plan.stats.bytes_saved);
    sites += plan.stats.sites;
    for (const Round& round : plan.rounds)
      for (const OutlinedFunction& f : round.functions)
        if (names.insert(f.name).second) saved -= static_cast<std::int64_t>(f.interface.bytes) + f.frame_bytes;
  }
  return saved;
}

TEST_CASE("a sequence that stands twice here and once there is shared, and once here and once there") {
  std::size_t sites = 0;
  CHECK(saved_over({module_with(2, 0), module_with(1, 500)}, sites) >= 2 * 60);
  CHECK(sites == 3);
  CHECK(saved_over({module_with(1, 0), module_with(1, 500)}, sites) >= 60);
  CHECK(sites == 2);
  // Alone neither module has anything to outline.
  CHECK(plan_problem(module_with(1, 0)).stats.functions == 0);
}

TEST_CASE("hashes do not depend on the numbering of keys, values or classes") {
  Problem p = module_with(1, 0);
  TableCosts costs{p.costs};
  const Published before = publish(p, costs);
  std::reverse(p.keys.begin(), p.keys.end());
  for (Problem::Inst& i : p.insts) i.key = static_cast<std::uint32_t>(p.keys.size()) - 1 - i.key;
  for (Operand& o : p.operands) o.value = p.values - 1 - o.value;
  for (std::uint32_t& v : p.live) v = p.values - 1 - v;
  p.classes.insert(p.classes.begin(), {"other", true});
  for (Operand& o : p.operands) o.cls = 1;
  CHECK(publish(p, costs) == before);
  // The value of a hash is part of the text form: it may not change between versions or machines.
  detail::StableHasher h;
  h.add("add.s32");
  h.add(std::uint64_t{7});
  CHECK(detail::hex(h.hash()) == "ccf15b49a728dc6534e5dbc3c7693dc0");
}

TEST_CASE("random modules: plans are right and save over all") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    std::vector<Problem> modules;
    for (int k = 0; k < 3; ++k) {
      modules.push_back(outline_test::random_problem(pick, 100));
      modules.back().costs = modules[0].costs;
    }
    std::size_t sites = 0;
    CAPTURE(seed);
    saved_over(modules, sites);
  }
}

}  // namespace
