// Types that lack one member are refused with the signature to write; those that have just enough are not.
#include <doctest/doctest.h>

#include <lathe/flow/of_view.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/flow/text.hpp>

#include "adapters/archetype/flow.hpp"
#include "adapters/toy/view.hpp"
#include "support/near_miss.hpp"

namespace {

using namespace lathe;

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_short("tests/unit/lathe/flow/near_miss/programs.cpp",
                         {"flow::ControlFlow wants  uint32_t block_count() const;",
                          "flow::ControlFlow wants  void for_each_successor(Block, auto&& f) const;",
                          "flow::DataFlow wants  uint32_t variable_count() const;",
                          "flow::DataFlow wants  uint32_t inst_count(Block) const;",
                          "flow::DataFlow wants  void for_each_operand(Block, uint32_t inst, auto&& f) const;"});
}

TEST_CASE("the analyses need no more than the archetypes have") {
  const archetype::FlowGraph graph;
  const flow::Cfg cfg = flow::make_cfg(graph);
  CHECK(cfg.edge_count() == 3);
  CHECK(flow::Dominators(cfg).immediate(2) == 1);
  const archetype::FlowProgram program;
  const flow::Problem p = flow::ingest(program);
  const flow::Report r = flow::analyse(p);
  CHECK(flow::check_report(p, r).empty());
  CHECK(r.live.live_in[1].size() == 1);
  CHECK(r.live.live_in[0].empty());
}

TEST_CASE("functions of the toy machine, as text and back") {
  std::mt19937 rng(11);
  const toy::Machine machine = toy::random_machine(rng, 12, 8);
  for (const toy::MachineFunction& f : machine.functions) {
    const toy::MachineView view(f);
    const flow::Problem p = flow::ingest(flow::OfView(view));
    std::string error;
    const auto again = flow::read_problem(flow::print(p), "again", error);
    REQUIRE_MESSAGE(again, error);
    CHECK(*again == p);
    const flow::Report r = flow::analyse(p);
    CHECK(flow::check_report(p, r).empty());
    CHECK(r.stats.loops == 0);  // they jump forward only
    CHECK(r.live.live_in[0].empty());
  }
}

}  // namespace
