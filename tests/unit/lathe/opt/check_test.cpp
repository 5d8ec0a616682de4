// Mutants: right answers with one thing changed; every kind of fault is provoked. Plans that are changed at random are
// refused whenever they compute something else. Types that lack a member are told which.
#include <doctest/doctest.h>

#include <functional>

#include <lathe/opt/check.hpp>
#include <lathe/opt/of_view.hpp>
#include <lathe/opt/phi_text.hpp>

#include "adapters/archetype/opt.hpp"
#include "adapters/toy/view.hpp"
#include "fuzz/opt_body.hpp"
#include "support/near_miss.hpp"
#include "support/rounds.hpp"

using namespace opt_test;

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_short("tests/unit/lathe/opt/near_miss/programs.cpp",
                         {"opt::DeadCodeProgram wants  uint32_t instruction_count() const;",
                          "opt::DeadCodeProgram wants  uint32_t value_count() const;",
                          "opt::DeadCodeProgram wants  bool is_root(uint32_t inst) const;",
                          "opt::DeadCodeProgram wants  void for_each_def(uint32_t inst, auto&& f) const;",
                          "opt::DeadCodeProgram wants  void for_each_use(uint32_t inst, auto&& f) const;"});
}

TEST_CASE("dead code: the archetype, the toy machine, mutants") {
  const archetype::OptProgram poor;
  CHECK(live_instructions(poor) == std::vector<bool>{false, true, true});
  using F = DeadCodeFault;
  CHECK(check_dead_code(poor, {false, true, true}).empty());
  CHECK(check_dead_code(poor, {true, true, true}).has(F::needless));
  CHECK(check_dead_code(poor, {false, false, true}).has(F::dead_source));
  CHECK(check_dead_code(poor, {false, true, false}).has(F::dead_root));
  CHECK(check_dead_code(poor, {false, true}).has(F::bad_size));
  std::mt19937 rng(41);
  const toy::Machine machine = toy::random_machine(rng, 20, 6);
  std::uint64_t dead = 0;
  for (const toy::MachineFunction& function : machine.functions) {
    const toy::MachineView view(function);
    const OfView program(view);
    std::vector<bool> live = live_instructions(program);
    CHECK(check_dead_code(program, live).empty());
    RemarkList remarks;
    const DeadCodeStats stats = dead_code_stats(program, live, remarks);
    CHECK(stats.dead == remarks.remarks.size());
    dead += stats.dead;
    for (std::size_t i = 0; i < live.size(); ++i) {
      live[i] = !live[i];
      CHECK(!check_dead_code(program, live).empty());
      live[i] = !live[i];
    }
  }
  CHECK(dead > 0);
}

TEST_CASE("parallel copies: what the sequencer gives is right, and wrong with a move changed") {
  std::mt19937 rng(42);
  int refused = 0, changed = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t n = 2 + rng() % 7;
    std::vector<Move> copies, moves;
    std::vector<std::uint32_t> temporaries;
    for (std::uint32_t to = 0; to < n; ++to)
      if (rng() % 3 != 0) copies.push_back({to, static_cast<std::uint32_t>(rng() % n)});
    ParallelCopy().sequence(
        copies, [&](std::uint32_t to, std::uint32_t from) { moves.push_back({to, from}); },
        [&](std::uint32_t) {
          temporaries.push_back(n + static_cast<std::uint32_t>(temporaries.size()));
          return temporaries.back();
        });
    CHECK(check_parallel_copy(copies, moves, temporaries).empty());
    if (moves.empty()) continue;
    moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(rng() % moves.size()));
    ++changed;
    refused += !check_parallel_copy(copies, moves, temporaries).empty();
  }
  CHECK(refused == changed);  // no move too many
  const Move copies[] = {{0, 1}};
  const Move spoils[] = {{0, 1}, {2, 1}};
  CHECK(check_parallel_copy(copies, spoils, {}).has(CopyFault::spoiled));
  CHECK(check_parallel_copy(copies, {}, {}).has(CopyFault::wrong_value));
}

TEST_CASE("block orders: every kind of fault is found") {
  // 0 -> 1; 1 -> 2, 3; 2 -> 1; 3, 4 end, 5 is not reached; 0 -> 4
  const std::pair<flow::Block, flow::Block> edges[] = {{0, 1}, {0, 4}, {1, 2}, {1, 3}, {2, 1}, {5, 1}};
  const flow::Cfg cfg(6, edges);
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
  const auto is_cold = [](flow::Block b) { return b == 4; };
  const auto check = [&](const std::vector<flow::Block>& placed) {
    return check_placement(cfg, loops, placed, is_cold);
  };
  using F = PlacementFault;
  CHECK(check(place_blocks(cfg, loops, order, is_cold)).empty());
  CHECK(check({0, 1, 2, 3, 4}).empty());
  CHECK(check({1, 0, 2, 3, 4}).has(F::not_first));
  CHECK(check({0, 1, 2, 3}).has(F::missing));
  CHECK(check({0, 1, 2, 3, 3, 4}).has(F::twice));
  CHECK(check({0, 1, 2, 3, 5, 4}).has(F::stranger));
  CHECK(check({0, 4, 1, 2, 3}).has(F::cold_first));
  CHECK(check({0, 1, 3, 2, 4}).has(F::torn));
  CHECK(check({0, 2, 1, 3, 4}).has(F::torn));
}

namespace {

struct Case {
  toy::Program program;
  PhiFunction f;
  PhiPlan plan;
  explicit Case(std::uint32_t seed) {
    std::mt19937 rng(seed);
    program = toy::random_program(rng, 2 + seed % 9);
    f = {"f", program.cfg, toy::problem_of(program)};
    plan = eliminate_phis(f.cfg, flow::Dominators(f.cfg), f.problem);
  }
  FaultList<PhiFault> check() const { return check_phi_plan(f.cfg, f.problem, plan); }
};

}  // namespace

TEST_CASE("plans of phi elimination: every kind of fault is found") {
  using F = PhiFault;
  const auto expect = [](F kind, const std::function<void(Case&)>& change) {
    Case c(7);
    REQUIRE(!c.plan.steps.empty());
    REQUIRE_MESSAGE(c.check().empty(), c.check().str());
    change(c);
    CAPTURE(static_cast<int>(kind));
    CHECK_MESSAGE(c.check().has(kind), c.check().str());
  };
  expect(F::bad_plan, [](Case& c) { c.plan.location.pop_back(); });
  expect(F::bad_plan, [](Case& c) { c.plan.location[0] = 100000; });
  expect(F::bad_plan, [](Case& c) { c.plan.fresh_like.push_back(100000); });
  expect(F::bad_plan, [](Case& c) { c.plan.steps[0].block = 100000; });
  expect(F::bad_plan, [](Case& c) { c.plan.steps[0].to = 100000; });
  expect(F::bad_plan, [](Case& c) { c.plan.refusal = PhiRefusal::bad_problem; });
  expect(F::bad_plan, [](Case& c) { c.plan.steps.push_back({0, false, 0, 0, true}); });
  expect(F::wrong_kind, [](Case& c) {
    const std::uint32_t v = c.plan.steps[0].to;
    for (std::uint32_t& k : c.f.problem.kind) k = 1;
    c.f.problem.kind[v < c.f.problem.kind.size() ? v : c.plan.fresh_like[v - c.f.problem.kind.size()]] = 2;
  });
  expect(F::lost, [](Case& c) { c.plan.steps.clear(); });
  expect(F::lost, [](Case& c) {
    for (std::uint32_t& l : c.plan.location) l = 0;
  });
}

TEST_CASE("a changed plan that computes something else is refused") {
  int refused = 0, accepted = 0, different = 0;
  for (std::uint32_t seed = 1; seed <= lathe::test::rounds(2500U); ++seed) {
    Case c(seed);
    CAPTURE(seed);
    CHECK_MESSAGE(c.check().empty(), c.check().str());
    std::mt19937 rng(seed);
    const auto locations = static_cast<std::uint32_t>(c.plan.location.size() + c.plan.fresh_like.size());
    if (locations == 0) continue;
    if (rng() % 2 != 0 || c.plan.steps.empty()) {
      c.plan.location[rng() % c.plan.location.size()] = rng() % locations;
    } else {
      PhiPlan::Step& s = c.plan.steps[rng() % c.plan.steps.size()];
      (rng() % 2 != 0 ? s.to : s.from) = rng() % locations;
    }
    const bool right = c.check().empty();
    const bool same = toy::run_ssa(c.program, 80) == toy::run_plan(c.program, c.plan, 80);
    different += !same;
    (right ? accepted : refused)++;
    if (right) CHECK(same);
  }
  CHECK(refused > lathe::test::rounds(600));
  CHECK(accepted > lathe::test::rounds(100));
  CHECK(different > lathe::test::rounds(300));
}

TEST_CASE("phi elimination: each way to find locations is right, and the better one leaves fewer moves") {
  std::uint64_t moves[3] = {}, constants[3] = {};
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    Case c(seed);
    const flow::Dominators dominators(c.f.cfg);
    for (const PhiJoin join : {PhiJoin::none, PhiJoin::lives, PhiJoin::values}) {
      const PhiPlan plan = eliminate_phis(c.f.cfg, dominators, c.f.problem, {.join = join});
      CHECK(check_phi_plan(c.f.cfg, c.f.problem, plan).empty());
      moves[static_cast<int>(join)] += plan.stats.moves;
      constants[static_cast<int>(join)] += plan.stats.constants;
      if (join == PhiJoin::none) CHECK(plan.merged == 0);
    }
  }
  CHECK(moves[0] > moves[1]);
  CHECK(moves[1] > moves[2]);
  CHECK(constants[0] >= constants[2]);
}

TEST_CASE("phi elimination: fuel, statistics, remarks, refusals") {
  std::uint64_t moves_without = 0, moves_with = 0, remarks_seen = 0;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    Case c(seed);
    const flow::Dominators dominators(c.f.cfg);
    for (const std::uint32_t fuel : {0U, 1U, 5U}) {
      const PhiPlan plan = eliminate_phis(c.f.cfg, dominators, c.f.problem, {.fuel = fuel});
      CHECK(check_phi_plan(c.f.cfg, c.f.problem, plan).empty());
      CHECK(plan.stats.tried <= fuel);
      CHECK(plan.stats.moves + plan.stats.constants == plan.steps.size());
      if (fuel == 0) moves_without += plan.stats.moves;
    }
    RemarkList remarks;
    const PhiPlan all = eliminate_phis(c.f.cfg, dominators, c.f.problem, {}, remarks);
    CHECK(all.stats.tried == all.merged + remarks.remarks.size());
    moves_with += all.stats.moves;
    remarks_seen += remarks.remarks.size();
    using F = PhiProblemFault;
    const auto refused = [&](F kind, const std::function<void(PhiProblem&)>& change) {
      PhiProblem p = c.f.problem;
      change(p);
      CHECK(check_phi_problem(c.f.cfg, p).has(kind));
      CHECK(eliminate_phis(c.f.cfg, dominators, p).refusal == PhiRefusal::bad_problem);
    };
    refused(F::bad_size, [](PhiProblem& p) { p.kind.pop_back(); });
    refused(F::bad_variable, [](PhiProblem& p) { p.uses.push_back({99999, {0, 8}}); });
    refused(F::bad_block, [](PhiProblem& p) { p.defs[0].block = 99999; });
    refused(F::bad_phi, [](PhiProblem& p) { p.phis.push_back({0, 0, 99999, 1}); });
  }
  CHECK(moves_with * 2 < moves_without);
  CHECK(remarks_seen > 50);
}

TEST_CASE("texts that are broken are told with their place; bytes of any kind trip nobody") {
  const std::pair<const char*, const char*> wrong[] = {
      {"fie f", "x:1:1: expected 'phi NAME'"},
      {"phi f\nblock exit 0 frequency 1", "expected to"},
      {"phi f\nblock exit 0 frequency 1 to 3", "block 0 goes to a block that is not there"},
      {"phi f\nvariable kind x", "x:2:15: expected a kind, a number"},
      {"phi f\nuse 0 in 0 at 8", "a use of a variable that is not there"},
      {"phi f\nwhat", "expected block, variable, use, copy or phi"}};
  for (const auto& [text, message] : wrong) {
    std::string error;
    CHECK(!read_phi_function(text, "x", error));
    CHECK_MESSAGE(error.find(message) != std::string::npos, error);
  }
  std::mt19937 rng(43);
  for (int round = 0; round < 600; ++round) {
    std::vector<std::uint8_t> bytes(rng() % 60);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng());
    const std::string said = check_opt_bytes(bytes);
    CHECK_MESSAGE(said.empty(), said);
  }
}
