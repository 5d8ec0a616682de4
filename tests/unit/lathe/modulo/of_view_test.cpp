// A View as a loop: what is missing is told by name, handles are of any kind.
#include <doctest/doctest.h>

#include <lathe/modulo.hpp>
#include <lathe/modulo/of_view.hpp>

#include "support/handle_code.hpp"
#include "support/near_miss.hpp"

namespace {

using namespace lathe;

TEST_CASE("what a View or its Own lacks is told by name, in ten lines") {
  near_miss::check_short("tests/unit/lathe/modulo/near_miss/of_view.cpp",
                         {"modulo::OfView wants of the View  units(), for_each_hold(Inst, f)",
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
