// A View as regions: what is missing is told by name, handles are of any kind, and orders come back in handles.
#include <doctest/doctest.h>

#include <algorithm>

#include <lathe/sched.hpp>
#include <lathe/sched/of_view.hpp>

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
