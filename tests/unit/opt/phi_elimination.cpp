// Phi elimination: known hard cases, and random programs that must show the same values before and after.
#include <doctest/doctest.h>

#include "unit/opt/toy_ir.hpp"

using namespace lathe;
using toy::Inst;

namespace {

opt::PhiPlan plan_of(const toy::Program& p) {
  return opt::eliminate_phis(p.cfg, flow::Dominators(p.cfg), toy::problem_of(p));
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
