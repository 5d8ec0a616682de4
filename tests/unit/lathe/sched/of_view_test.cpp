// A View as regions: what is missing is told by name, handles are of any kind, and orders come back in handles.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include <lathe/sched.hpp>
#include <lathe/sched/of_view.hpp>

#include "adapters/toy/machine.hpp"
#include "adapters/toy/view.hpp"
#include "support/handle_code.hpp"
#include "support/near_miss.hpp"

namespace {

using namespace lathe;

NEAR_MISS_CASE("what a View or its Own lacks is told by name, in ten lines") {
  near_miss::check_short("tests/unit/lathe/sched/near_miss/of_view.cpp",
                         {"the View's facts name `latency`, but there is no const  uint32_t latency(Inst)",
                          "OfView wants of its Own  range<program::RegisterSet> sets() const;",
                          "OfView wants of its Own  program::RegisterClass register_class(Value) const;",
                          "OfView wants of its Own  program::RegisterClass register_class(Value) const;",
                          "sched::Editor wants  range<Inst> insts(); void reorder(span<const Inst>);",
                          "the View has  uint32_t latency(Inst)  but its facts do not name `latency`"});
}

template <class H>
struct Own {
  std::vector<H>* order = nullptr;
  std::vector<program::RegisterSet> sets() const { return {{"r", 4}}; }
  program::RegisterClass register_class(const H&) const { return {"r", {{0, 1}}}; }
  void reorder(std::span<const H> now) { order->assign(now.begin(), now.end()); }
};
template <class H>
struct DirectEditor : handle_code::Direct<H> {
  std::vector<H> order;
  void reorder(std::span<const H> now) { order.assign(now.begin(), now.end()); }
};

// The problem and the order, whatever the handles are.
template <class H>
void check_handles(const sched::Problem& wanted, const sched::Problem& direct) {
  using handle_code::number, handle_code::View;
  const View<H> view;
  std::vector<H> order;
  sched::FunctionOf<View<H>, Own<H>> function(view, {&order});
  auto problems = function.problems();
  REQUIRE(problems.size() == 1);
  CHECK(problems[0] == wanted);
  sched::FunctionPlan plan = sched::plan_regions(problems);
  plan.plans[0].decision = sched::Decision::fewer;
  plan.plans[0].order = {1, 0, 2, 4, 3, 5};
  CHECK(function.apply(plan) == 1);
  REQUIRE(order.size() == 6);
  for (std::size_t k = 0; k < 6; ++k) CHECK(number(order[k]) == plan.plans[0].order[k]);

  DirectEditor<H> editor;
  CHECK(sched::ingest(editor) == direct);
  CHECK(sched::apply(editor, plan.plans[0]));
  CHECK(std::ranges::equal(order, editor.order));
}

TEST_CASE("a View that knows neither latencies nor units") {
  const handle_code::Plain<std::uint32_t> view;
  sched::FunctionOf<handle_code::Plain<std::uint32_t>, program::NoRegisters> function(view, {});
  const sched::Problem p = function.problems().at(0);
  CHECK(p.size() == 6);
  CHECK(p.units.empty());
  CHECK(p.reservations.empty());
  for (const sched::Inst& inst : p.insts) CHECK(inst.latency == 1);
  CHECK(sched::plan_problem(p).refusal == sched::Refusal::none);
}

// Registers of three kinds, one of which counts nowhere.
struct Kinds {
  std::vector<program::RegisterSet> sets() const { return {{"a"}, {"b"}}; }
  program::RegisterClass register_class(toy::Register r) const {
    if (r % 5 == 0) return {"none"};
    return r % 2 == 0 ? program::RegisterClass{"a", {{0, 1}}} : program::RegisterClass{"b", {{0, 1}, {1, 2}}};
  }
};

std::vector<std::uint64_t> registers(const sched::Problem& p) {
  const sched::Graph graph(p);
  std::vector<std::uint32_t> order(p.size());
  std::iota(order.begin(), order.end(), 0U);
  return sched::registers_of(graph, order);
}

TEST_CASE("what lives throughout a region counts as if each value were listed") {
  std::mt19937 rng(77);
  std::size_t many = 0;
  for (int round = 0; round < 120; ++round) {
    const toy::Machine machine = toy::random_machine(rng, 1, 1 + rng() % 12);
    const toy::MachineView view(machine.functions[0]);
    const flow::Regions<toy::MachineView> all(view);
    sched::FunctionOf<toy::MachineView, Kinds> function(view, {});
    const auto problems = function.problems();
    REQUIRE(problems.size() == all.places().size());
    for (std::size_t k = 0; k < problems.size(); ++k) {
      CAPTURE(round);
      CAPTURE(k);
      const auto& place = all.places()[k];
      sched::OfView<toy::MachineView, Kinds> listed(all.region(place), Kinds(), {});
      const sched::Problem wanted = sched::ingest(listed);
      CHECK(problems[k].uses == wanted.uses);
      CHECK(problems[k].edges == wanted.edges);
      CHECK(registers(problems[k]) == registers(wanted));
      CHECK(sched::check_problem(problems[k]).empty());
      std::size_t through = 0;
      for (const auto& [cls, values] : function.regions()[k].through()) through += values;
      const auto counts = [&](toy::Register r) { return !Kinds().register_class(r).shares.empty(); };
      const auto& mentioned = function.places()[k].live;
      CHECK(through + static_cast<std::size_t>(std::count_if(mentioned.begin(), mentioned.end(), counts)) ==
            static_cast<std::size_t>(std::count_if(place.live.begin(), place.live.end(), counts)));
      CHECK(std::includes(place.live.begin(), place.live.end(), mentioned.begin(), mentioned.end()));
      many += through > 1;
    }
  }
  CHECK(many > 100);
}

TEST_CASE("what lives throughout is of as many values as there have to be") {
  struct Through : handle_code::Direct<std::uint32_t> {
    std::vector<std::pair<program::RegisterClass, std::uint32_t>> through() const { return {{{"x", {{0, 1}}}, 2500}}; }
  } region;
  const sched::Problem p = sched::ingest(region);
  handle_code::Direct<std::uint32_t> without;
  CHECK(p.values.size() == sched::ingest(without).values.size() + 3);
  CHECK(registers(p)[0] == registers(sched::ingest(without))[0] + 2500);
  CHECK(sched::check_problem(p).empty());
}

TEST_CASE("handles of every kind") {
  using handle_code::Cell, handle_code::Direct, handle_code::Iterator, handle_code::Number, handle_code::View;
  const View<std::uint32_t> view;
  const sched::Problem wanted = sched::FunctionOf<View<std::uint32_t>, Own<std::uint32_t>>(view, {}).problems().at(0);
  Direct<std::uint32_t> region;
  const sched::Problem direct = sched::ingest(region);
  CHECK(wanted.size() == 6);
  CHECK(wanted.edges.empty());  // four places that never meet
  CHECK(wanted.uses == direct.uses);
  CHECK(wanted.reservations == direct.reservations);
  check_handles<std::uint32_t>(wanted, direct);
  check_handles<Number>(wanted, direct);
  check_handles<const Cell*>(wanted, direct);
  check_handles<Iterator>(wanted, direct);
}

}  // namespace
