// The guide that counts exactly what lives to come, beside points that are counted anew: after each placement what may go
// ahead is what the points of the rest, in the guide's order, have room for; the numbers that
// are raised by ranges against a plain list.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <lathe/sched/exact_guide.hpp>

#include "unit/lathe/sched/random_problem.hpp"

using namespace lathe::sched;

namespace {

// What is placed, and the rest in the guide's order.
struct Rest {
  const Problem& p;
  std::vector<std::uint32_t> placed, rest;
  std::vector<std::uint32_t> whole() const {
    std::vector<std::uint32_t> out = placed;
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
  }
  bool reads(std::uint32_t inst, std::uint32_t v) const {
    return std::binary_search(p.uses.begin(), p.uses.end(), Use{inst, v});
  }
  // Of each set what lives behind the first `count` instructions; `just`: and what the last of them makes for nobody.
  std::vector<std::int64_t> behind(std::size_t count, bool just) const {
    const auto order = whole();
    std::vector<std::int64_t> out(p.sets.size(), 0);
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      bool made = p.values[v].def == none, last = false, wanted = p.values[v].live_out;
      for (std::size_t k = 0; k < order.size(); ++k) {
        made |= k < count && order[k] == p.values[v].def;
        last |= k + 1 == count && order[k] == p.values[v].def;
        wanted |= k >= count && reads(order[k], v);
      }
      if (made && (wanted || (just && last)))
        for (const auto& share : p.classes[p.values[v].cls].shares)
          out[share.set] += std::int64_t{share.factor} * p.values[v].weight;
    }
    return out;
  }
  // What placing an instruction next adds to each set, and keeps: what it makes, less what it alone still reads.
  std::vector<std::int64_t> change(std::uint32_t inst) const {
    std::vector<std::int64_t> out(p.sets.size(), 0);
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      bool others = p.values[v].live_out;
      for (const std::uint32_t n : rest) others |= n != inst && reads(n, v);
      const int sign = p.values[v].def == inst ? 1 : reads(inst, v) && !others ? -1 : 0;
      for (const auto& share : p.classes[p.values[v].cls].shares)
        out[share.set] += sign * std::int64_t{share.factor} * p.values[v].weight;
    }
    return out;
  }
  bool allows(std::size_t k, const std::vector<std::uint64_t>& ceiling) const {
    if (k == 0) return true;
    const auto more = change(rest[k]);
    for (std::size_t s = 0; s < more.size(); ++s) {
      if (more[s] <= 0) continue;
      std::int64_t most = behind(placed.size(), false)[s];
      for (std::size_t j = 0; j < k; ++j) most = std::max(most, behind(placed.size() + j + 1, true)[s]);
      if (most + more[s] > static_cast<std::int64_t>(ceiling[s])) return false;
    }
    return true;
  }
};

}  // namespace

TEST_CASE("the greatest of a range, while ranges are raised") {
  std::mt19937 random(1);
  const auto pick = [&](std::size_t n) { return random() % n; };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> plain(1 + pick(20));
    for (auto& x : plain) x = static_cast<std::int64_t>(pick(100));
    detail::RangeMax tree(plain);
    for (int k = 0; k < 40; ++k) {
      const std::size_t first = pick(plain.size()), end = first + pick(plain.size() - first + 1);
      const auto more = static_cast<std::int64_t>(pick(21)) - 10;
      tree.add(first, end, more);
      for (std::size_t i = first; i < end; ++i) plain[i] += more;
      const std::size_t from = pick(plain.size()), to = from + pick(plain.size() - from + 1);
      std::int64_t most = detail::RangeMax::nothing;
      for (std::size_t i = from; i < to; ++i) most = std::max(most, plain[i]);
      REQUIRE(tree.most(from, to) == most);
    }
  }
}

TEST_CASE("what may go ahead of a guide is what its points have room for, after each placement") {
  std::mt19937_64 random(3);
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::uint64_t may = 0, may_not = 0, ahead = 0;
  for (int round = 0; round < 150; ++round) {
    const Problem p = sched_test::random_problem(pick, 2 + pick(12));
    const Graph g(p);
    std::vector<std::uint32_t> order(p.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::uint64_t> ceiling = sched_test::registers_by_points(p, order);
    for (auto& c : ceiling) c = c > 2 ? c - pick(3) : c;
    detail::ExactGuide guide(g, order, ceiling);
    Rest now{p, {}, order};
    while (!now.rest.empty()) {
      REQUIRE(guide.next() == now.rest.front());
      std::vector<std::size_t> choices;
      for (std::size_t k = 0; k < now.rest.size(); ++k) {
        const std::uint32_t n = now.rest[k];
        bool ready = true;
        for (const Arc& a : g.predecessors[n])
          ready &= std::find(now.placed.begin(), now.placed.end(), a.inst) != now.placed.end();
        if (!ready) continue;
        const bool wanted = now.allows(k, ceiling);
        REQUIRE(guide.allows(n) == wanted);
        ++(wanted ? may : may_not);
        if (wanted) choices.push_back(k);
      }
      const std::size_t k = choices[pick(static_cast<std::uint32_t>(choices.size()))];
      ahead += k != 0;
      guide.place(now.rest[k], {});
      now.placed.push_back(now.rest[k]);
      now.rest.erase(now.rest.begin() + static_cast<std::ptrdiff_t>(k));
    }
    CHECK(guide.next() == none);
  }
  CHECK(may > 1000);
  CHECK(may_not > 300);
  CHECK(ahead > 200);
}
