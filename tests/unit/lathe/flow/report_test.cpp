// Post-dominators, frequencies and live intervals against twins that work by definition; the report and its text.
#include <doctest/doctest.h>

#include <cmath>

#include <lathe/flow.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/flow/text.hpp>

#include "fuzz/flow_body.hpp"

using namespace flow_test;

namespace {

/// Blocks from which an exit is reached without passing `without`, backwards.
std::vector<bool> ends(const Cfg& cfg, const std::vector<Block>& exits, Block without) {
  std::vector<bool> seen(cfg.block_count(), false);
  std::vector<Block> work;
  for (const Block e : exits)
    if (e != without) work.push_back(e);
  while (!work.empty()) {
    const Block b = work.back();
    work.pop_back();
    if (seen[b] || b == without) continue;
    seen[b] = true;
    for (const Block p : cfg.predecessors(b)) work.push_back(p);
  }
  return seen;
}

/// The equations of frequencies by Gaussian elimination with pivots; empty when they have no one solution.
std::vector<double> eliminate(const Cfg& cfg, const Order& order, const std::vector<double>& probability) {
  const std::size_t n = order.blocks.size();
  std::vector<std::vector<double>> a(n, std::vector<double>(n + 1, 0.0));
  for (std::size_t i = 0; i < n; ++i) {
    const Block b = order.blocks[i];
    a[i][i] += 1;
    for (std::uint32_t k = 0; k < cfg.successors(b).size(); ++k)
      a[order.position[cfg.successors(b)[k]]][i] -= probability[cfg.first_edge(b) + k];
  }
  a[0][n] = 1;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t best = c;
    for (std::size_t r = c; r < n; ++r)
      if (std::abs(a[r][c]) > std::abs(a[best][c])) best = r;
    if (std::abs(a[best][c]) < 1e-6) return {};
    std::swap(a[c], a[best]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c) continue;
      const double factor = a[r][c] / a[c][c];
      for (std::size_t k = c; k <= n; ++k) a[r][k] -= factor * a[c][k];
    }
  }
  std::vector<double> x(cfg.block_count(), 0.0);
  for (std::size_t i = 0; i < n; ++i) x[order.blocks[i]] = a[i][n] / a[i][i];
  return x;
}

}  // namespace

TEST_CASE("post-dominators by definition: without a, no exit is reached from b") {
  std::mt19937 rng(21);
  int endless = 0;
  for (int round = 0; round < 600; ++round) {
    const Cfg cfg = toy::random_cfg(rng, 1 + rng() % 14);
    const Order order = reverse_post_order(cfg);
    const PostDominators post(cfg, order);
    for (const Block e : post.exits()) endless += !cfg.successors(e).empty();
    for (Block a = 0; a < cfg.block_count(); ++a) {
      const std::vector<bool> reach = ends(cfg, post.exits(), a);
      for (Block b = 0; b < cfg.block_count(); ++b) {
        const bool both = order.reachable(a) && order.reachable(b);
        CHECK(post.post_dominates(a, b) == (both && (a == b || !reach[b])));
      }
    }
  }
  CHECK(endless > 50);
}

TEST_CASE("exits: returns, and one block of each set that is never left") {
  // 0 -> 1 -> 0 can be left to 2 <-> 3, which cannot; 4 returns.
  const std::pair<Block, Block> edges[] = {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 2}, {0, 4}, {5, 5}};
  const Cfg cfg(6, edges);
  const PostDominators post(cfg, reverse_post_order(cfg));
  CHECK(post.exits() == std::vector<Block>{4, 3});
  CHECK(post.immediate(2) == 3);
  CHECK(post.immediate(0) == no_block);
  CHECK(!post.reachable(5));
}

TEST_CASE("frequencies against Gaussian elimination") {
  std::mt19937 rng(22);
  int exact = 0, swept = 0;
  for (int round = 0; round < 3000; ++round) {
    const Problem p = random_problem(rng, 12);
    const Report r = analyse(p);
    if (!r.frequency.capped.empty() || !r.frequency.converged) continue;
    const auto x = eliminate(r.cfg, r.order, r.probability);
    if (x.empty()) continue;
    (r.frequency.sweeps == 0 ? exact : swept)++;
    for (Block b = 0; b < p.blocks.size(); ++b) {
      CAPTURE(round);
      CHECK(std::abs(r.frequency.block[b] - x[b]) <= (r.frequency.sweeps == 0 ? 1e-9 : 1e-5) * std::max(1.0, x[b]));
    }
  }
  CHECK(exact > 500);
  CHECK(swept > 100);
}

TEST_CASE("frequencies of a nest, and of an endless loop") {
  // 0 -> 1; 1 -> 2 nine times of ten, else 4; 2 -> 2 three times of four, else 3; 3 -> 1
  std::string error;
  const auto p = read_problem(
      "flow nest variables 0\nblock\nto 1\nblock\nto 2 weight 9\nto 4 weight 1\nblock\nto 2 weight 3\nto 3 weight 1\n"
      "block\nto 1\nblock\n",
      "nest", error);
  REQUIRE_MESSAGE(p, error);
  const Report r = analyse(*p);
  const double want[] = {1, 10, 36, 9, 1};
  for (Block b = 0; b < 5; ++b) CHECK(r.frequency.block[b] == doctest::Approx(want[b]));
  const auto endless = read_problem("flow e variables 0\nblock\nto 1\nblock\nto 1\n", "e", error);
  lathe::RemarkList remarks;
  const Report e = analyse(*endless, {.probability = {}, .frequency = {.most_trips = 100}}, remarks);
  CHECK(e.frequency.block[1] == doctest::Approx(100));
  CHECK(e.frequency.capped == std::vector<Block>{1});
  REQUIRE(remarks.remarks.size() == 2);
  CHECK(remarks.remarks[0].name == "Endless");
  CHECK(remarks.remarks[1].name == "Capped");
}

TEST_CASE("probabilities: loops are stayed in, cold ways are not taken, weights decide where they are known") {
  std::string error;
  const auto p = read_problem(
      "flow p variables 0\nblock\nto 1\nto 3\nblock\nto 1\nto 2\nblock\nto 4 weight 1\nto 5 weight 3\nblock "
      "cold\nblock\nblock\n",
      "p", error);
  REQUIRE_MESSAGE(p, error);
  const Report r = analyse(*p);
  CHECK(r.probability[1] < 1e-5);
  CHECK(r.probability[2] == doctest::Approx(124.0 / 128));
  CHECK(r.probability[4] == doctest::Approx(0.25));
}

TEST_CASE("slots: numbers keep their order whatever is inserted and erased") {
  std::mt19937 rng(23);
  const std::uint32_t counts[] = {3, 0, 5, 2};
  SlotIndexes slots(counts);
  std::vector<std::uint32_t> code;  // the twin: entries in order
  for (std::uint32_t e = slots.block_entry(0); e != no_block; e = slots.next(e)) code.push_back(e);
  for (int round = 0; round < 1500; ++round) {
    const std::size_t at = rng() % 8 == 0 ? rng() % (code.size() - 1) : 2;  // mostly one crowded place
    code.insert(code.begin() + static_cast<std::ptrdiff_t>(at) + 1, slots.insert_after(code[at]));
    if (rng() % 6 == 0 && code[at] >= slots.inst_entry(3, 2)) {
      slots.erase(code[at]);
      code.erase(code.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  bool grows = true;
  Block block = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i != 0) grows = grows && slots.before({code[i - 1], Slot::Part::dead}, {code[i], Slot::Part::begin});
    while (block + 1 < 4 && code[i] == slots.block_entry(block + 1)) ++block;
    grows = grows && slots.block_of({code[i], Slot::Part::write}) == block;
  }
  CHECK(grows);
  CHECK(slots.renumbered() > 100);
}

TEST_CASE("live intervals overlap exactly where both are live") {
  std::mt19937 rng(24);
  int overlaps = 0;
  for (int round = 0; round < 400; ++round) {
    const Problem p = random_problem(rng, 8);
    const Report r = analyse(p);
    for (std::uint32_t a = 0; a < p.variables; ++a)
      for (std::uint32_t b = 0; b < p.variables; ++b) {
        bool both = false;
        for (std::uint32_t e = 0; e < r.intervals.slots.entry_count(); ++e)
          for (const auto part : {Slot::Part::begin, Slot::Part::early, Slot::Part::write, Slot::Part::dead})
            both = both || (r.intervals.live_at(a, {e, part}) && r.intervals.live_at(b, {e, part}));
        CHECK(r.intervals.overlap(a, b) == both);
        overlaps += both;
      }
  }
  CHECK(overlaps > 1000);
}

TEST_CASE("random functions: every checker accepts every analysis, and texts come back") {
  std::mt19937 rng(25);
  for (int round = 0; round < 1500; ++round) {
    const Problem p = random_problem(rng, 16);
    const Report r = analyse(p);
    const auto faults = check_report(p, r);
    CHECK_MESSAGE(faults.empty(), faults[0]);
    std::string error;
    const auto again = read_problem(print(p), "again", error);
    REQUIRE_MESSAGE(again, error);
    CHECK(*again == p);
    CHECK(print(*again, analyse(*again), true) == print(p, r, true));
  }
}

TEST_CASE("texts that are broken are told with their place; bytes of any kind trip nobody") {
  const std::pair<const char*, const char*> wrong[] = {
      {"glow", "x:1:1: expected 'flow NAME variables N'"},
      {"flow f variables x", "x:1:18: expected variables, a number"},
      {"flow f variables 1\ninst use 0", "x:2:1: expected 'block' before 'inst'"},
      {"flow f variables 1\nblock\ninst 0", "x:3:6: expected 'use' or 'def'"},
      {"flow f variables 1\nblock\ninst use 1", "x:3:10: expected a variable, a number from 0 to 0"},
      {"flow f variables 1\nblock\nto 1", "block 0: an edge to a block that is not there"},
      {"flow f variables 1\nblock\nto 0 wight 1", "x:3:6: expected 'weight'"},
      {"flow f variables 0\nblock hot", "x:2:7: expected 'cold'"},
      {"flow f variables 0\nblock\nedge use 0", "the problem has no variables"}};
  for (const auto& [text, message] : wrong) {
    std::string error;
    CHECK(!read_problem(text, "x", error));
    CHECK_MESSAGE(error.find(message) != std::string::npos, error);
  }
  Problem bad;
  bad.blocks.resize(1);
  bad.blocks[0].successors.push_back({7, std::nullopt});
  CHECK(analyse(bad).refusal == Refusal::bad_problem);
  std::mt19937 rng(26);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::uint8_t> bytes(rng() % 120);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng());
    const std::string said = check_flow_bytes(bytes);
    CHECK_MESSAGE(said.empty(), said);
  }
}
