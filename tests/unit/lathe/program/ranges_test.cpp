// A View may give any range: views of the standard library and of range-v3, made as they are walked over.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <range/v3/view/filter.hpp>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/transform.hpp>

#include <lathe/flow/of_view.hpp>
#include <lathe/flow/text.hpp>
#include <lathe/group.hpp>
#include <lathe/group/of_view.hpp>
#include <lathe/modulo.hpp>
#include <lathe/modulo/of_view.hpp>
#include <lathe/opt/of_view.hpp>
#include <lathe/outline.hpp>
#include <lathe/outline/of_view.hpp>
#include <lathe/outline/text.hpp>
#include <lathe/pressure.hpp>
#include <lathe/pressure/of_view.hpp>
#include <lathe/pressure/text.hpp>
#include <lathe/program/equal.hpp>
#include <lathe/program/ssa.hpp>
#include <lathe/sched.hpp>
#include <lathe/sched/of_view.hpp>

#include "support/handle_code.hpp"

namespace ranges_test {

using namespace lathe;
using Vectors = handle_code::View<std::uint32_t>;

// The first walks over both kinds with a sentinel of another type, and calls for a non-const begin(); so does the second.
struct Standard : Vectors {
  auto blocks() const {
    return std::views::iota(0U) | std::views::take_while([](auto n) { return n < 1; }) |
           std::views::transform([](auto n) { return std::uint32_t{n + 31}; });
  }
  auto instructions(std::uint32_t) const {
    return std::views::iota(0U, 12U) | std::views::filter([](auto n) { return n % 2 == 0; }) |
           std::views::transform([](auto n) { return std::uint32_t{n / 2}; });
  }
};
struct RangeV3 : Vectors {
  auto blocks() const {
    return ranges::views::iota(31U, 33U) | ranges::views::filter([](auto n) { return n == 31; });
  }
  auto instructions(std::uint32_t) const {
    return ranges::views::iota(0U, 12U) | ranges::views::filter([](auto n) { return n % 2 == 0; }) |
           ranges::views::transform([](auto n) { return std::uint32_t{n / 2}; });
  }
};
static_assert(program::is_view<Standard>() && program::is_view<RangeV3>());

struct Own {
  auto sets() const {
    return std::views::iota(0, 1) | std::views::transform([](int) { return program::RegisterSet{"r", 4}; });
  }
  program::RegisterClass register_class(std::uint32_t) const { return {"r", {{0, 1}}}; }
  void reorder(std::span<const std::uint32_t>) {}
};
struct Costs {
  bool legal(std::uint32_t, std::uint32_t) const { return true; }
  template <class Place>
  std::uint32_t call_bytes(const outline::Signature<std::uint32_t>&, const Place&) const {
    return 1;
  }
  std::uint32_t frame_bytes(const outline::Signature<std::uint32_t>&) const { return 1; }
};
struct Loads {
  template <class Region>
  std::optional<group::Identified> identify(const Region& block, std::uint32_t i) const {
    const handle_code::Code& c = handle_code::code[block.inst(i)];
    if (c.does != handle_code::Code::Does::load) return std::nullopt;
    return group::Identified{1, c.offset, 4, 0, 1};
  }
  std::uint32_t form(std::span<const group::Candidate> run) const { return group::within(run, 8); }
  template <class Groups>
  void merge(const Groups&) {}
};

// What the families make of a View.
template <class V>
struct Made {
  modulo::Problem loop;
  std::vector<sched::Problem> regions;
  std::string blocks, registers, outlined;
  std::uint64_t groups = 0;
  std::size_t dead = 0;
  explicit Made(const V& view) {
    modulo::OfView<V, Own> body(flow::ViewLiveness<V>(view), 0, {});
    loop = modulo::ingest(body);
    sched::FunctionOf<V, Own> function(view, {});
    regions = function.problems();
    blocks = flow::print(flow::ingest(flow::OfView(view)));
    pressure::OfView pressures(view, Own());
    registers = pressure::print(pressure::ingest(pressures).problem);
    const Costs costs;
    outline::OfView program(std::vector<outline::Member<V>>{{&view}}, costs);
    outlined = outline::print(outline::plan(program));
    group::OfView<V, Loads> grouper({});
    grouper.add(view);
    groups = group::run(grouper).stats.groups;
    dead = opt::dead_code(view).size();
  }
};

TEST_CASE_TEMPLATE("families take what a View gives, whatever range it is", V, Standard, RangeV3) {
  const Vectors vectors;
  const V view;
  const Made<Vectors> wanted(vectors);
  const Made<V> found(view);
  CHECK(found.loop == wanted.loop);
  CHECK(found.loop.size() == 6);
  CHECK(found.regions == wanted.regions);
  CHECK(found.regions.size() == 1);
  CHECK(found.blocks == wanted.blocks);
  CHECK(found.registers == wanted.registers);
  CHECK(found.outlined == wanted.outlined);
  CHECK(found.groups == wanted.groups);
  CHECK(found.groups == 1);
  CHECK(found.dead == wanted.dead);
  CHECK(program::equal::run(vectors, view, {.steps = 5000}).vacuous());  // the loop has no way out, and nothing differs
  CHECK(program::ssa::run(view).plan().names == program::ssa::run(vectors).plan().names);
}

}  // namespace ranges_test
