// The linear order: random problems against its checker and a slow twin, refusals, text, mutants of right orders.
#include <doctest/doctest.h>

#include <random>

#include <lathe/select/linearize_check.hpp>
#include <lathe/select/linearize_text.hpp>
#include <lathe/select/text.hpp>

#include "adapters/archetype/select.hpp"
#include "adapters/toy/linear.hpp"

namespace {

using namespace lathe::dag;
using Order = std::vector<std::uint32_t>;

LinearProblem random_problem(std::mt19937& rng, unsigned size) {
  LinearProblem p;
  for (unsigned i = 0; i < size; ++i) {
    const unsigned edges = i == 0 ? 0 : rng() % 4;
    for (unsigned e = 0; e < edges; ++e) p.edges.push_back(static_cast<std::uint32_t>(rng() % i));
    p.close(rng() % (size + 1));
  }
  return p;
}

/// From the definition: the last place goes to the greatest (rank, id) of the items without users left, and so on.
Order slow_twin(const LinearProblem& p) {
  Order order;
  std::vector<bool> placed(p.size(), false);
  while (order.size() < p.size()) {
    std::uint32_t best = p.size();
    for (std::uint32_t item = 0; item < p.size(); ++item) {
      bool free = !placed[item];
      for (std::uint32_t user = 0; user < p.size(); ++user)
        for (const std::uint32_t earlier : p.before(user)) free = free && (placed[user] || earlier != item);
      if (free && (best == p.size() || std::pair(p.rank[item], item) > std::pair(p.rank[best], best))) best = item;
    }
    placed[best] = true;
    order.insert(order.begin(), best);
  }
  return order;
}

TEST_CASE("linear orders pass the checker and are the slow twin's") {
  std::mt19937 rng(7);
  LinearScratch scratch;  // shared on purpose: stale state would show
  Order order;
  for (unsigned round = 0; round < 400; ++round) {
    const LinearProblem problem = random_problem(rng, 1 + static_cast<unsigned>(rng() % 24));
    const LinearResult result = linearize(problem, scratch, order);
    REQUIRE(result);
    CHECK(check(problem, order).str() == "");
    CHECK(order == slow_twin(problem));
    std::uint64_t out_of_wish = 0;
    for (std::size_t i = 0; i + 1 < order.size(); ++i)
      out_of_wish += problem.rank[order[i]] > problem.rank[order[i + 1]];
    CHECK(result.stats.out_of_wish == out_of_wish);
    std::string error;
    CHECK(read_linear(print(problem), "again", error) == problem);
    // Any other order is worse than the wish allows: swap two neighbours.
    if (order.size() < 2) continue;
    const std::size_t at = rng() % (order.size() - 1);
    std::swap(order[at], order[at + 1]);
    CHECK_FALSE(check(problem, order).empty());
  }
}

TEST_CASE("each kind of fault is caught") {
  LinearProblem p;
  p.close(1);  // 0
  p.edges.push_back(0);
  p.close(2);  // 1 after 0
  p.close(0);  // 2 free, wants to be first
  const auto faults = [&](const Order& order) { return check(p, order).str(); };
  CHECK(faults({2, 0, 1}).empty());
  CHECK(faults({2, 1, 0}) == "item 1 stands before item 0, on which it depends (at 1)\n");
  CHECK(faults({0, 1}) == "item 2 is missing (at 2)\n");
  CHECK(faults({0, 1, 1}).find("item 1 stands twice (at 1)") == 0);
  CHECK(faults({0, 1, 9}).find("place 2 holds no item (at 2)") == 0);
  CHECK(faults({0, 2, 1}) == "item 0 would rather stand at place 1 (at 0)\n");
  CHECK(check(p, {0, 2, 1}, {.nearest = false}).empty());
  p.rank = {5, 5, 5};
  CHECK(check(p, {0, 1, 2}).empty());
  CHECK(check(p, {2, 0, 1}).has(LinearFault::not_nearest));
  CHECK(check(p, {2, 0, 1}, {.ties = false}).empty());
  p.edges[0] = 7;
  CHECK(check(p, {2, 0, 1}).has(LinearFault::bad_problem));
  p.edges[0] = 0;
  p.begin[1] = 9;
  CHECK(check(p, {2, 0, 1}).has(LinearFault::bad_problem));
}

TEST_CASE("refusals: the cycle as a list, and problems that do not fit together") {
  std::mt19937 rng(8);
  LinearScratch scratch;
  Order order{1, 2, 3};
  for (unsigned round = 0; round < 200; ++round) {  // cycles anywhere: items ahead of them, behind and beside
    LinearProblem p = random_problem(rng, 3 + static_cast<unsigned>(rng() % 20));
    if (p.edges.empty()) continue;
    for (unsigned k = 0; k < 3; ++k) p.edges[rng() % p.edges.size()] = static_cast<std::uint32_t>(rng() % p.size());
    const LinearResult result = linearize(p, scratch, order);
    if (result) {
      CHECK(check(p, order).str() == "");
      continue;
    }
    CHECK(result.why == LinearWhy::cyclic);
    CHECK(order.empty());
    CHECK(check_cycle(p, result.cycle).str() == "");
    // A cycle with an item less, or in another direction, is none.
    Order less(result.cycle.begin() + 1, result.cycle.end());
    if (less.empty()) CHECK(check_cycle(p, less).has(LinearFault::no_cycle));
    less = result.cycle;
    less.push_back(less.front());
    CHECK(check_cycle(p, less).has(LinearFault::no_cycle));
  }
  LinearProblem p;
  p.edges = {1};
  p.close(0);
  p.close(0);
  p.edges[0] = 2;
  CHECK(linearize(p, scratch, order).why == LinearWhy::bad_item);
  CHECK(linearize(p, scratch, order).item == 0);
  p.edges.push_back(0);
  CHECK(linearize(p, scratch, order).why == LinearWhy::bad_shape);
  CHECK(check_cycle(p, Order{0}).has(LinearFault::bad_problem));
  p.edges = {1};
  CHECK(check_cycle(p, Order{0, 1}).has(LinearFault::no_cycle));
  CHECK(check_cycle(p, Order{9}).has(LinearFault::no_cycle));
  CHECK_FALSE(to_string(LinearWhy::cyclic).empty());
}

TEST_CASE("text: broken problems are refused with their place") {
  std::string error;
  const auto p = read_linear("# a comment\nlinear\nitem 3\nitem 1 after 0 2\nitem 0\n", "t", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(print(*p) == "linear\nitem 3\nitem 1 after 0 2\nitem 0\n");
  for (const auto& [text, wrong] : {std::pair{"linar", "t:1:1: expected 'linear'"},
                                    {"linear\nitm 3", "t:2:1: expected 'item"},
                                    {"linear\nitem -3", "t:2:6: expected a rank"},
                                    {"linear\nitem 3 0", "t:2:8: expected 'after'"},
                                    {"linear\nitem 3 after x", "t:2:14: expected an item"},
                                    {"linear\nitem 3 after 1", "t:2:14: a dependence on item 1, but there are 1"}}) {
    CHECK_FALSE(read_linear(text, "t", error));
    CHECK_MESSAGE(error.find(wrong) == 0, error);
  }
}

TEST_CASE("any input with three members: the archetype, and a block of the toy machine") {
  const LinearProblem poor = ingest(archetype::LinearInput());
  CHECK(print(poor) == "linear\nitem 0\nitem 0 after 0\nitem 0 after 1\n");
  std::mt19937 rng(3);
  LinearScratch scratch;
  Order order;
  for (int round = 0; round < 20; ++round)
    for (const auto& function : toy::random_machine(rng, 2, 4).functions)
      for (const auto& block : function.blocks) {
        const LinearProblem problem = ingest(toy::BlockByReads(block));
        REQUIRE(linearize(problem, scratch, order));
        CHECK(check(problem, order).str() == "");
        for (std::uint32_t i = 0; i < order.size(); ++i) CHECK(order[i] == i);  // the source order is a right one
      }
}

}  // namespace
