// Mutants: right answers with one thing changed. Every kind of fault is provoked; dominators and liveness that are
// changed at random are refused unless they are right by definition.
#include <doctest/doctest.h>

#include <functional>

#include <lathe/flow/check.hpp>
#include <lathe/flow/check_values.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/flow/text.hpp>

#include "unit/lathe/flow/random_problem.hpp"

using namespace flow_test;

namespace {

/// Answers of Dominators, each of which can be changed.
struct Answers {
  std::vector<Block> parent, order;
  std::vector<std::uint32_t> at, end;
  bool lies = false;
  Answers(const Cfg& cfg, const Dominators& d) : order(d.blocks()) {
    for (Block b = 0; b < cfg.block_count(); ++b) {
      parent.push_back(d.immediate(b));
      at.push_back(d.preorder(b));
      end.push_back(d.subtree_end(b));
    }
  }
  Block immediate(Block b) const { return parent[b]; }
  bool reachable(Block b) const { return at[b] != no_block; }
  std::uint32_t preorder(Block b) const { return at[b]; }
  std::uint32_t subtree_end(Block b) const { return end[b]; }
  const std::vector<Block>& blocks() const { return order; }
  bool dominates(Block a, Block b) const { return lies || (at[a] <= at[b] && end[b] <= end[a]); }
};
struct PostAnswers {
  std::vector<Block> exits_, parent;
  Cfg reversed_;
  Answers tree_;
  PostAnswers(const Cfg& cfg, const PostDominators& p)
      : exits_(p.exits()), reversed_(p.reversed(cfg)), tree_(reversed_, p.tree()) {
    for (Block b = 0; b < cfg.block_count(); ++b) parent.push_back(p.immediate(b));
  }
  const std::vector<Block>& exits() const { return exits_; }
  const Cfg& reversed(const Cfg&) const { return reversed_; }
  const Answers& tree() const { return tree_; }
  Block immediate(Block b) const { return parent[b]; }
  bool post_dominates(Block a, Block b) const { return tree_.dominates(a + 1, b + 1); }
};

// 0 -> 1; 1 -> 2, 3; 2 -> 4; 3 -> 4; 4 -> 1, 5; 5 -> 5, 6; 6 returns; 7 is reached from nowhere, 8 -> 8 from 1.
struct Case {
  Problem problem;
  Cfg cfg;
  Report right;
  Order order;
  Answers dominators;
  PostAnswers post;
  Loops loops;
  Liveness live;
  explicit Case(const Problem& p)
      : problem(p),
        cfg(make_cfg(p)),
        right(analyse(p)),
        order(right.order),
        dominators(cfg, right.dominators),
        post(cfg, right.post_dominators),
        loops(right.loops),
        live(right.live) {}
  static Problem example() {
    std::string error;
    const auto p = read_problem(
        "flow f variables 3\nblock\ninst def 0 1\nto 1\nblock\nto 2\nto 3\nto 8\nblock\ninst use 0 def 2\nto 4\nblock\n"
        "inst def 2\nto 4\nblock\ninst use 2\nto 1 weight 3\nto 5 weight 1\nblock\nto 5 weight 1\nto 6 weight "
        "1\nblock\n"
        "inst use 1\nblock\nto 4\nblock\nto 8\n",
        "p", error);
    REQUIRE_MESSAGE(p, error);
    return *p;
  }
  FlowFaults check() const {
    FlowFaults out;
    const auto take = [&](const FlowFaults& faults) {
      for (const auto& f : faults) out.add(f.kind, f.place, f.text);
    };
    take(check_order(cfg, order));
    take(check_dominators(cfg, dominators));
    take(check_post_dominators(cfg, post));
    take(check_loops(cfg, right.dominators, loops));
    take(check_liveness(cfg, right.liveness_problem, live));
    return out;
  }
};
void expect(FlowFault kind, const std::function<void(Case&)>& change) {
  Case c(Case::example());
  REQUIRE_MESSAGE(c.check().empty(), c.check().str());
  change(c);
  const auto faults = c.check();
  CAPTURE(static_cast<int>(kind));
  CHECK_MESSAGE(faults.has(kind), faults.str());
}
void swap_places(Case& c, Block a, Block b) {
  std::swap(c.order.position[a], c.order.position[b]);
  std::swap(c.order.blocks[c.order.position[a]], c.order.blocks[c.order.position[b]]);
}
lathe::Csr<std::uint32_t> changed(const lathe::Csr<std::uint32_t>& rows,
                                  const std::function<void(Block, std::vector<std::uint32_t>&)>& change) {
  std::vector<std::pair<Block, std::uint32_t>> out;
  for (Block b = 0; b < rows.rows(); ++b) {
    std::vector<std::uint32_t> row(rows[b].begin(), rows[b].end());
    change(b, row);
    for (const std::uint32_t v : row) out.emplace_back(b, v);
  }
  return {rows.rows(), out};
}

}  // namespace

TEST_CASE("every kind of fault of graphs and liveness is found") {
  using F = FlowFault;
  expect(F::not_reached, [](Case& c) { c.dominators.parent[7] = 0; });
  expect(F::not_reached, [](Case& c) { c.dominators.parent[3] = no_block; });
  expect(F::not_reached, [](Case& c) { std::swap(c.order.position[7], c.order.position[3]); });
  expect(F::bad_place, [](Case& c) { c.order.blocks.pop_back(); });
  expect(F::bad_place, [](Case& c) { c.order.position[2] = c.order.position[3]; });
  expect(F::not_post_order, [](Case& c) { swap_places(c, 0, 1); });
  expect(F::not_post_order, [](Case& c) { swap_places(c, 5, 6); });
  expect(F::not_post_order, [](Case& c) { swap_places(c, 4, 2); });
  expect(F::bad_tree, [](Case& c) { c.dominators.parent[5] = 6; });  // a cycle
  expect(F::bad_tree, [](Case& c) { std::swap(c.dominators.at[2], c.dominators.at[4]); });
  expect(F::bad_tree, [](Case& c) { c.dominators.end[1]--; });
  expect(F::bad_tree, [](Case& c) { std::swap(c.dominators.order[1], c.dominators.order[2]); });
  expect(F::bad_tree, [](Case& c) { c.dominators.lies = true; });
  expect(F::bad_tree, [](Case& c) { c.post.parent[2] = 5; });
  expect(F::not_dominator, [](Case& c) { c.dominators.parent[4] = 2; });
  expect(F::not_dominator, [](Case& c) {
    c.dominators.parent[4] = 5;
    c.dominators.parent[5] = 1;
  });
  expect(F::not_immediate, [](Case& c) { c.dominators.parent[4] = 0; });
  expect(F::not_immediate, [](Case& c) { c.dominators.parent[6] = 4; });
  expect(F::bad_exit, [](Case& c) { c.post.exits_.pop_back(); });
  expect(F::bad_exit, [](Case& c) { c.post.exits_.push_back(5); });
  expect(F::bad_exit, [](Case& c) { c.post.exits_.erase(c.post.exits_.begin()); });
  expect(F::bad_exit, [](Case& c) { c.post.exits_.push_back(700); });
  expect(F::bad_reverse, [](Case& c) { c.post.reversed_ = Cfg(c.cfg.block_count() + 1, {}); });
  expect(F::bad_header, [](Case& c) { c.loops.loops[0].header = 2; });
  expect(F::bad_header, [](Case& c) { c.loops.loops.push_back({2, no_loop, 1}); });
  expect(F::bad_header, [](Case& c) { c.loops.loops.push_back({5, no_loop, 1}); });
  expect(F::bad_body, [](Case& c) { c.loops.innermost[0] = c.loops.innermost[1]; });
  expect(F::bad_body, [](Case& c) { c.loops.innermost[2] = no_loop; });
  expect(F::bad_body, [](Case& c) { c.loops.innermost[2] = 44; });
  expect(F::bad_nesting, [](Case& c) { c.loops.loops[1].depth = 2; });
  expect(F::bad_nesting, [](Case& c) { c.loops.loops[0].parent = 0; });
  expect(F::bad_irreducible, [](Case& c) { c.loops.irreducible = true; });
  const auto live = [](bool out, Block where, const std::function<void(std::vector<std::uint32_t>&)>& change) {
    return [=](Case& c) {
      auto& rows = out ? c.live.live_out : c.live.live_in;
      rows = changed(rows, [&](Block b, std::vector<std::uint32_t>& row) {
        if (b == where) change(row);
      });
    };
  };
  expect(F::not_live, live(true, 6, [](auto& row) { row.push_back(2); }));
  expect(F::not_live, live(false, 0, [](auto& row) { row.push_back(0); }));
  expect(F::missing_live, live(false, 4, [](auto& row) { row.pop_back(); }));
  expect(F::missing_live, live(true, 4, [](auto& row) { row.clear(); }));
  expect(F::bad_row, live(false, 4, [](auto& row) { std::swap(row[0], row[1]); }));
  expect(F::bad_row, live(false, 5, [](auto& row) { row.push_back(9); }));
  // A cycle whose variables keep each other alive solves the equations, and is not the least solution.
  expect(F::not_live, [&](Case& c) {
    live(false, 8, [](auto& row) { row.push_back(2); })(c);
    live(true, 8, [](auto& row) { row.push_back(2); })(c);
  });
}

TEST_CASE("an irreducible cycle has to be told") {
  std::string error;
  const auto p = read_problem("flow f variables 0\nblock\nto 1\nto 2\nblock\nto 2\nblock\nto 1\n", "p", error);
  Case c(*p);
  REQUIRE(c.check().empty());
  CHECK(c.loops.irreducible);
  c.loops.irreducible = false;
  CHECK(c.check().has(FlowFault::bad_irreducible));
}

TEST_CASE("every kind of fault of values is found") {
  using F = ValueFault;
  const auto expect_value = [](F kind, const std::function<void(Report&)>& change) {
    const Problem p = Case::example();
    Report r = analyse(p);
    const auto check = [&] {
      ValueFaults out;
      for (const auto& faults : {check_probabilities(r.cfg, r.probability), check_intervals(p, r.cfg, r.intervals),
                                 check_frequencies(r.cfg, r.loops, r.order, r.probability, r.frequency)})
        for (const auto& f : faults) out.add(f.kind, f.place, f.text);
      return out;
    };
    REQUIRE_MESSAGE(check().empty(), check().str());
    change(r);
    CAPTURE(static_cast<int>(kind));
    CHECK_MESSAGE(check().has(kind), check().str());
  };
  const auto segment = [](std::uint32_t v, const std::function<void(std::vector<Segment>&)>& change) {
    return [=](Report& r) {
      std::vector<std::pair<std::uint32_t, Segment>> rows;
      for (std::uint32_t u = 0; u < r.intervals.segments.rows(); ++u) {
        std::vector<Segment> row(r.intervals.segments[u].begin(), r.intervals.segments[u].end());
        if (u == v) change(row);
        for (const Segment& s : row) rows.emplace_back(u, s);
      }
      r.intervals.segments = lathe::Csr<Segment>(r.intervals.segments.rows(), rows);
    };
  };
  expect_value(F::bad_probability, [](Report& r) { r.probability[1] += 0.1; });
  expect_value(F::bad_probability, [](Report& r) { r.probability[1] -= 1.5, r.probability[2] += 1.5; });
  expect_value(F::bad_frequency, [](Report& r) { r.frequency.block[2] *= 1.001; });
  expect_value(F::bad_frequency, [](Report& r) { r.frequency.block[7] = 1; });
  expect_value(F::bad_frequency, [](Report& r) { r.frequency.capped.clear(); });
  expect_value(F::bad_cap, [](Report& r) { r.frequency.capped.push_back(5); });
  expect_value(F::bad_cap, [](Report& r) { r.frequency.capped.push_back(2); });
  expect_value(F::not_live, segment(2, [](auto& row) { row.front().begin.part = Slot::Part::begin; }));
  expect_value(F::not_live, segment(2, [](auto& row) { row.back().end.entry += 1; }));
  expect_value(F::missing_live, segment(2, [](auto& row) { row.pop_back(); }));
  expect_value(F::missing_live, segment(1, [](auto& row) { row.front().begin.part = Slot::Part::dead; }));
  expect_value(F::bad_segment, segment(2, [](auto& row) { row.push_back(row.back()); }));
  expect_value(F::bad_segment, segment(2, [](auto& row) { row.back().end = row.back().begin; }));
  expect_value(F::bad_segment, segment(2, [](auto& row) { row.back().end.entry += 1000; }));
  expect_value(F::bad_slots, [](Report& r) {
    const std::uint32_t none[] = {0};
    r.intervals.slots = SlotIndexes(none);
  });
}

TEST_CASE("a changed dominator is refused, whatever the graph") {
  std::mt19937 rng(31);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    const Cfg cfg = toy::random_cfg(rng, 2 + rng() % 12);
    Answers answers(cfg, Dominators(cfg));
    CHECK(check_dominators(cfg, answers).empty());
    const Block b = 1 + rng() % (cfg.block_count() - 1), other = rng() % cfg.block_count();
    if (answers.parent[b] == other) continue;
    answers.parent[b] = other;
    CHECK(!check_dominator_tree(cfg, answers.parent).empty());
    ++refused;
  }
  CHECK(refused > 1500);
}
