// Phi elimination: known hard cases, and random programs that must show the same values before and after.
#include <doctest/doctest.h>

#include "unit/lathe/opt/toy_ir.hpp"

using namespace lathe;
using toy::Inst;

namespace {

opt::PhiPlan plan_of(const toy::Program& p, const opt::PhiOptions& options = {}) {
  return opt::eliminate_phis(p.cfg, flow::Dominators(p.cfg), toy::problem_of(p), options);
}
// if (..) { if (..) { .. } }, each level with a value of its own that meets the inner one's behind it.
toy::Program tower(std::uint32_t levels) {
  const auto behind = [&](std::uint32_t level) { return 2 * levels - level; };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  toy::Program p;
  p.blocks.resize(2 * levels + 1);
  for (std::uint32_t k = 0; k < levels; ++k) {
    edges.emplace_back(k, k + 1);
    edges.emplace_back(k, behind(k));
    if (k + 1 < levels) edges.emplace_back(behind(k + 1), behind(k));
    const std::uint32_t inside = k + 1 < levels ? behind(k + 1) : levels,
                        value = k + 1 < levels ? behind(k + 1) : levels;
    p.blocks[behind(k)].phis = {{behind(k), {{k, {k, false}}, {inside, {value, false}}}}};
  }
  edges.emplace_back(levels, behind(levels - 1));
  for (std::uint32_t k = 0; k <= levels; ++k) {
    p.blocks[k].insts = {{Inst::Op::start, k, 0, 0, 0}};
    p.blocks[k].condition = k;
  }
  for (std::uint32_t b = levels + 1; b <= 2 * levels; ++b) p.blocks[b].condition = b;
  p.values = 2 * levels + 1;
  p.cfg = flow::Cfg(2 * levels + 1, edges);
  return p;
}
std::size_t moves(const opt::PhiPlan& plan) {
  std::size_t n = 0;
  for (const auto& s : plan.steps) n += !s.is_constant;
  return n;
}
toy::Program loop_program(std::uint32_t values) {
  // 0 -> 1; 1 -> 1, 2
  const std::pair<std::uint32_t, std::uint32_t> edges[] = {{0, 1}, {1, 1}, {1, 2}};
  toy::Program p;
  p.cfg = flow::Cfg(3, edges);
  p.blocks.resize(3);
  p.values = values;
  p.blocks[2].condition = values - 1;
  return p;
}

}  // namespace

TEST_CASE("a counter needs no move in the loop") {
  toy::Program p = loop_program(3);
  p.blocks[0].insts = {{Inst::Op::start, 0, 0, 0, 0}};
  p.blocks[1].phis = {{1, {{0, {0, false}}, {1, {2, false}}}}};
  p.blocks[1].insts = {{Inst::Op::add, 2, 0, 1, 1}};
  p.blocks[1].condition = 2;
  const opt::PhiPlan plan = plan_of(p);
  CHECK(plan.steps.empty());
  CHECK(plan.location[0] == plan.location[2]);
  CHECK(toy::run_ssa(p, 20) == toy::run_plan(p, plan, 20));
}

TEST_CASE("lost copy: the old value is needed after the loop") {
  toy::Program p = loop_program(3);
  p.blocks[0].insts = {{Inst::Op::start, 0, 0, 0, 0}};
  p.blocks[1].phis = {{1, {{0, {0, false}}, {1, {2, false}}}}};
  p.blocks[1].insts = {{Inst::Op::add, 2, 0, 1, 1}};
  p.blocks[1].condition = 2;
  p.blocks[2].insts = {{Inst::Op::show, 0, 0, 1, 0}};
  p.blocks[2].condition = 1;
  const opt::PhiPlan plan = plan_of(p);
  CHECK(moves(plan) == 1);
  CHECK(toy::run_ssa(p, 20) == toy::run_plan(p, plan, 20));
}

TEST_CASE("swap: two phis exchange their values") {
  toy::Program p = loop_program(4);
  p.blocks[0].insts = {{Inst::Op::start, 0, 0, 0, 0}, {Inst::Op::start, 1, 0, 0, 0}};
  p.blocks[0].condition = 0;
  p.blocks[1].phis = {{2, {{0, {0, false}}, {1, {3, false}}}}, {3, {{0, {1, false}}, {1, {2, false}}}}};
  p.blocks[1].insts = {{Inst::Op::show, 0, 0, 2, 0}, {Inst::Op::show, 0, 0, 3, 0}};
  p.blocks[1].condition = 2;
  const opt::PhiPlan plan = plan_of(p);
  CHECK(moves(plan) == 3);  // one cycle of two, with a temporary
  CHECK(toy::run_ssa(p, 20) == toy::run_plan(p, plan, 20));
}

TEST_CASE("kinds keep locations apart") {
  toy::Program p = loop_program(3);
  p.blocks[0].insts = {{Inst::Op::start, 0, 0, 0, 0}};
  p.blocks[1].phis = {{1, {{0, {0, false}}, {1, {2, false}}}}};
  p.blocks[1].insts = {{Inst::Op::add, 2, 0, 1, 1}};
  p.blocks[1].condition = 2;
  opt::PhiProblem q = toy::problem_of(p);
  q.kind[2] = 1;
  const opt::PhiPlan plan = opt::eliminate_phis(p.cfg, flow::Dominators(p.cfg), q);
  CHECK(plan.location[1] != plan.location[2]);
  CHECK(toy::run_ssa(p, 20) == toy::run_plan(p, plan, 20));
}

TEST_CASE("random programs show the same values") {
  std::mt19937 rng(5);
  std::size_t phis = 0, left = 0;
  for (int round = 0; round < 6000; ++round) {
    const toy::Program p = toy::random_program(rng, 2 + rng() % 12);
    const opt::PhiPlan plan = plan_of(p);
    for (const auto& b : p.blocks)
      for (const auto& phi : b.phis) phis += phi.arguments.size();
    left += moves(plan);
    REQUIRE_MESSAGE(toy::run_ssa(p, 60) == toy::run_plan(p, plan, 60), "round " << round);
    const opt::PhiPlan again = plan_of(p);
    REQUIRE(again.location == plan.location);
  }
  MESSAGE(phis << " phi operands, " << left << " moves left");
  CHECK(left < phis);
}

TEST_CASE("a phi of very many operands costs near linear time") {
  // 0 branches to 1..n, all go on to n+1.
  const std::uint32_t n = 20000;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  toy::Program p;
  p.blocks.resize(n + 2);
  p.blocks[0].insts = {{Inst::Op::start, 0, 0, 0, 0}};
  toy::Phi phi{n + 1, {}};
  for (std::uint32_t b = 1; b <= n; ++b) {
    edges.emplace_back(0, b);
    edges.emplace_back(b, n + 1);
    p.blocks[b].insts = {{Inst::Op::start, b, 0, 0, 0}};
    phi.arguments.push_back({b, {b, false}});
  }
  p.blocks[n + 1].phis = {phi};
  p.blocks[n + 1].condition = n + 1;
  p.cfg = flow::Cfg(n + 2, edges);
  p.values = n + 2;
  const opt::PhiPlan plan = plan_of(p);
  CHECK(plan.steps.empty());
}

TEST_CASE("a tower of branches costs near linear time") {
  // Members looked at, not time. Walking both classes for each merge: four times the levels, sixteen times as many.
  const opt::PhiPlan small = plan_of(tower(500)), large = plan_of(tower(2000));
  CHECK(large.stats.looked_at < 5 * small.stats.looked_at);
  CHECK(moves(large) < 2000 + 10);
}

TEST_CASE("a large class that is not walked gives the same plan") {
  std::mt19937 rng(11);
  std::uint64_t whole_looks = 0, part_looks = 0;
  for (int round = 0; round < 600; ++round) {
    const toy::Program p = toy::random_program(rng, 20 + rng() % 60);
    const opt::PhiPlan whole = plan_of(p, {.large_class = ~0U}), part = plan_of(p, {.large_class = 1});
    REQUIRE_MESSAGE(whole.location == part.location, "round " << round);
    REQUIRE(whole.steps == part.steps);
    whole_looks += whole.stats.looked_at;
    part_looks += part.stats.looked_at;
  }
  MESSAGE(whole_looks << " members looked at, " << part_looks << " with large classes not walked");
  CHECK(part_looks < whole_looks);
}
