// A View as a loop: what is missing is told by name, handles are of any kind.
#include <doctest/doctest.h>

#include <lathe/modulo.hpp>
#include <lathe/modulo/check.hpp>
#include <lathe/modulo/of_view.hpp>

#include "support/handle_code.hpp"
#include "support/near_miss.hpp"

namespace {

using namespace lathe;

NEAR_MISS_CASE("what a View or its Own lacks is told by name, in ten lines") {
  near_miss::check_short("tests/unit/lathe/modulo/near_miss/of_view.cpp",
                         {"the View has  units(), for_each_hold(Inst, f)  but its facts do not name `units`",
                          "OfView wants of its Own  range<program::RegisterSet> sets() const;",
                          "OfView wants of its Own  program::RegisterClass register_class(Value) const;"});
}

template <class H>
struct Own {
  std::vector<program::RegisterSet> sets() const { return {{"f", 4}, {"r", 8}}; }
  program::RegisterClass register_class(const H&) const { return {"wide", {{1, 2}}}; }
};

// The problem, whatever the handles are.
template <class H>
void check_handles(const modulo::Problem& wanted, const modulo::Problem& direct) {
  using handle_code::View;
  const View<H> view;
  modulo::OfView<View<H>, Own<H>> loop(flow::ViewLiveness<View<H>>(view), 0, {});
  CHECK(modulo::ingest(loop) == wanted);
  handle_code::Direct<H> other;
  CHECK(modulo::ingest(other) == direct);
}

TEST_CASE("a View that knows neither latencies nor units") {
  using View = handle_code::Plain<std::uint32_t>;
  const View view;
  modulo::OfView<View, program::NoRegisters> loop(flow::ViewLiveness<View>(view), 0, {});
  const modulo::Problem p = modulo::ingest(loop);
  CHECK(p.size() == 6);
  CHECK(p.reservations.empty());
  for (const modulo::Inst& inst : p.insts) CHECK(inst.latency == 1);
  const modulo::Result r = modulo::schedule(p, modulo::Options::lifted());
  REQUIRE(r.schedule() != nullptr);
  CHECK(r.schedule()->ii == 3);  // x = [p], s = s + x, [p + 8] = s, and the next load, which may read it
}

// Its third instruction is a phi, but the View does not say what phis take.
struct PhisUnknown : handle_code::Plain<std::uint32_t> {
  program::Effects effects(std::uint32_t i) const {
    return i == 2 ? program::Effects(program::Effect::phi) : handle_code::Plain<std::uint32_t>::effects(i);
  }
};

TEST_CASE("a loop of which nobody knows what its phis take is refused") {
  const PhisUnknown view;
  modulo::OfView<PhisUnknown, program::NoRegisters> loop(flow::ViewLiveness<PhisUnknown>(view), 0, {});
  CHECK(loop.size() == 5);
  CHECK_FALSE(loop.phis_known());
  const modulo::Problem p = modulo::ingest(loop);
  CHECK(modulo::check_problem(p).has(modulo::ProblemFault::zero_cycle));
  const modulo::Result r = modulo::schedule(p, modulo::Options::lifted());
  REQUIRE(r.refusal() != nullptr);
  CHECK(r.refusal()->why == modulo::Why::broken_problem);
}

struct HalfIdle : handle_code::Direct<std::uint32_t> {
  std::vector<program::Hold> holds(std::uint32_t i) const { return {{i % 2, 0, i % 2}}; }
};

TEST_CASE("a hold of no cycles holds nothing") {
  HalfIdle loop;
  const modulo::Problem p = modulo::ingest(loop);
  CHECK(modulo::check_problem(p).str() == "");
  CHECK(p.reservations.size() == 3);
  CHECK(p.units == std::vector<program::Unit>{{"adder", 2}});
  CHECK(modulo::schedule(p, modulo::Options::lifted()).schedule() != nullptr);
}

TEST_CASE("handles of every kind") {
  using handle_code::Cell, handle_code::Direct, handle_code::Iterator, handle_code::Number, handle_code::View;
  using U = std::uint32_t;
  const View<U> view;
  modulo::OfView<View<U>, Own<U>> loop(flow::ViewLiveness<View<U>>(view), 0, {});
  const modulo::Problem wanted = modulo::ingest(loop);
  Direct<U> other;
  const modulo::Problem direct = modulo::ingest(other);
  CHECK(wanted.size() == 6);
  CHECK(wanted.units == direct.units);
  CHECK(wanted.reservations == direct.reservations);
  REQUIRE(wanted.values.size() == 5);
  for (const modulo::Value& v : wanted.values) CHECK(v.weight == 2);
  REQUIRE(wanted.sets.size() == 1);
  CHECK(wanted.sets[0].name == "r");
  CHECK(wanted.sets[0].limit == 8);
  check_handles<U>(wanted, direct);
  check_handles<Number>(wanted, direct);
  check_handles<const Cell*>(wanted, direct);
  check_handles<Iterator>(wanted, direct);
}

}  // namespace
