// Block orders by the extended travelling-salesman score: against the best of all permutations, with a score of its
// own.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include <lathe/opt/check.hpp>

#include "unit/lathe/opt/toy_ir.hpp"

using namespace lathe;
using namespace lathe::opt;

namespace {

struct Case {
  flow::Cfg cfg;
  std::vector<flow::Block> start;
  std::vector<double> counts;
  std::vector<std::uint32_t> sizes;
};
Case random_case(std::mt19937& rng, std::uint32_t blocks, std::uint32_t largest) {
  Case c;
  c.cfg = toy::random_cfg(rng, blocks);
  c.start = flow::reverse_post_order(c.cfg).blocks;
  for (std::uint32_t e = 0; e < c.cfg.edge_count(); ++e) c.counts.push_back(rng() % 5 == 0 ? 0 : rng() % 100);
  for (std::uint32_t b = 0; b < blocks; ++b) c.sizes.push_back(rng() % largest);
  return c;
}
/// The definition: edge by edge, addresses by walking the order.
double judge(const Case& c, const std::vector<flow::Block>& order, const ExtTspOptions& o = {}) {
  const auto forward = static_cast<double>(o.forward_reach), backward = static_cast<double>(o.backward_reach);
  double score = 0;
  const auto address = [&](flow::Block b) {
    double at = 0;
    for (const flow::Block o : order) {
      if (o == b) break;
      at += c.sizes[o];
    }
    return at;
  };
  for (const flow::Block b : order)
    for (std::uint32_t k = 0; k < c.cfg.successors(b).size(); ++k) {
      const double jump = address(c.cfg.successors(b)[k]) - (address(b) + c.sizes[b]);
      const double w = c.counts[c.cfg.first_edge(b) + k];
      if (jump == 0)
        score += w * o.fallthrough;
      else if (jump > 0 && jump <= forward)
        score += w * o.forward * (1 - jump / forward);
      else if (jump < 0 && jump >= -backward)
        score += w * o.backward * (1 + jump / backward);
    }
  return score;
}

}  // namespace

TEST_CASE("the score is the definition's, and near the best of all permutations") {
  std::mt19937 rng(51);
  int best_found = 0, cases = 0;
  double worst = 1, sum = 0;
  for (int round = 0; round < 250; ++round) {
    const Case c = random_case(rng, 2 + rng() % 6, 60);
    if (c.start.size() < 3) continue;
    const ExtTspOrder found = ext_tsp(c.cfg, c.start, c.counts, c.sizes);
    CHECK(check_block_order(c.cfg, found.blocks).empty());
    CHECK(found.score == doctest::Approx(judge(c, found.blocks)));
    CHECK(found.before == doctest::Approx(judge(c, c.start)));
    CHECK(found.score >= found.before);
    std::vector<flow::Block> order = c.start;
    std::sort(order.begin() + 1, order.end());
    double best = 0;
    do best = std::max(best, judge(c, order));
    while (std::next_permutation(order.begin() + 1, order.end()));
    CHECK(found.score <= best + 1e-6);
    if (best == 0) continue;
    ++cases;
    best_found += found.score >= best - 1e-6;
    worst = std::min(worst, found.score / best);
    sum += found.score / best;
  }
  CHECK(cases > 120);
  CHECK(best_found * 10 > cases * 7);
  CHECK(sum / cases > 0.98);
  CHECK(worst > 0.6);
  MESSAGE("optimal in " << best_found << " of " << cases << ", mean " << sum / cases << ", worst " << worst);
}

// Each direction has its own weight and its own reach: all four unlike, and one after the other 0.
TEST_CASE("forward and backward jumps are scored each by its own weight and reach") {
  std::mt19937 rng(54);
  const ExtTspOptions unlike[] = {
      {.fallthrough = 1.5, .forward = 0.05, .backward = 0.4, .forward_reach = 90, .backward_reach = 300},
      {.fallthrough = 0.7, .forward = 0.5, .backward = 0.02, .forward_reach = 400, .backward_reach = 50},
      {.forward = 0, .backward = 0.6},
      {.forward = 0.6, .backward = 0},
  };
  for (int round = 0; round < 120; ++round) {
    const Case c = random_case(rng, 3 + rng() % 6, 60);
    for (const ExtTspOptions& o : unlike) {
      const ExtTspOrder found = ext_tsp(c.cfg, c.start, c.counts, c.sizes, o);
      CHECK(check_block_order(c.cfg, found.blocks).empty());
      CHECK(ext_tsp_score(c.cfg, c.start, c.counts, c.sizes, o) == doctest::Approx(judge(c, c.start, o)));
      CHECK(found.score == doctest::Approx(judge(c, found.blocks, o)));
      CHECK(found.before == doctest::Approx(judge(c, c.start, o)));
      CHECK(found.score >= found.before - 1e-9);
    }
  }
}

TEST_CASE("larger graphs: right, never worse, the same twice, within fuel") {
  std::mt19937 rng(52);
  double before = 0, after = 0, limited = 0;
  for (int round = 0; round < 60; ++round) {
    const Case c = random_case(rng, 40 + rng() % 100, 400);
    const ExtTspOrder found = ext_tsp(c.cfg, c.start, c.counts, c.sizes);
    CHECK(check_block_order(c.cfg, found.blocks).empty());
    CHECK(ext_tsp(c.cfg, c.start, c.counts, c.sizes).blocks == found.blocks);
    const ExtTspOrder few = ext_tsp(c.cfg, c.start, c.counts, c.sizes, {.fuel = 10});
    CHECK(few.stats.merges <= 10);
    CHECK(check_block_order(c.cfg, few.blocks).empty());
    CHECK(few.score >= few.before);
    before += found.before;
    after += found.score;
    limited += ext_tsp(c.cfg, c.start, c.counts, c.sizes, {.most_split = 0}).score;
  }
  CHECK(after > before * 1.1);
  CHECK(after >= limited);  // splitting pays
}

TEST_CASE("what cannot be done is refused, with the reason") {
  std::mt19937 rng(53);
  const Case c = random_case(rng, 9, 50);
  REQUIRE(c.start.size() > 2);
  const auto refusal = [&](const auto& change) {
    Case other = c;
    change(other);
    return ext_tsp(other.cfg, other.start, other.counts, other.sizes).refusal;
  };
  CHECK(refusal([](Case&) {}) == ExtTspRefusal::none);
  CHECK(refusal([](Case& o) { o.counts.pop_back(); }) == ExtTspRefusal::bad_counts);
  CHECK(refusal([](Case& o) { o.counts[0] = -1; }) == ExtTspRefusal::bad_counts);
  CHECK(refusal([](Case& o) { o.counts[0] = std::nan(""); }) == ExtTspRefusal::bad_counts);
  CHECK(refusal([](Case& o) { o.sizes.pop_back(); }) == ExtTspRefusal::bad_sizes);
  CHECK(refusal([](Case& o) { o.start.clear(); }) == ExtTspRefusal::bad_order);
  CHECK(refusal([](Case& o) { std::swap(o.start[0], o.start[1]); }) == ExtTspRefusal::bad_order);
  CHECK(refusal([](Case& o) { o.start[1] = o.start[2]; }) == ExtTspRefusal::bad_order);
  CHECK(refusal([](Case& o) { o.start.erase(o.start.begin() + 1); }) == ExtTspRefusal::bad_order);
  RemarkList remarks;
  ext_tsp(c.cfg, c.start, c.counts, c.sizes, {}, remarks);
  CHECK(remarks.remarks.size() == 1);
}
