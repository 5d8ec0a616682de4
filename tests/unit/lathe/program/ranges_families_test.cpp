// The families whose input is no machine code, and those of code in SSA form, take any range, too: as ranges_test.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include <range/v3/view/filter.hpp>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/transform.hpp>

#include <lathe/combine.hpp>
#include <lathe/flow/uniformity.hpp>
#include <lathe/regalloc.hpp>
#include <lathe/regalloc/of_view.hpp>
#include <lathe/select/linearize_text.hpp>
#include <lathe/thinlto/ingest.hpp>

#include "adapters/toy/expression.hpp"

namespace ranges_families_test {

using namespace lathe;

// Numbers from `from` up to `to`; but for vectors made while they are walked over, by a walk without a const begin().
struct Vectors {
  static std::vector<std::uint32_t> numbers(std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t> out;
    for (; from < to; ++from) out.push_back(from);
    return out;
  }
};
struct Standard {
  static auto numbers(std::uint32_t from, std::uint32_t to) {
    return std::views::iota(2 * from, 2 * to) | std::views::filter([](auto n) { return n % 2 == 0; }) |
           std::views::transform([](auto n) { return std::uint32_t{n / 2}; });
  }
};
struct RangeV3 {
  static auto numbers(std::uint32_t from, std::uint32_t to) {
    return ranges::views::iota(2 * from, 2 * to) | ranges::views::filter([](auto n) { return n % 2 == 0; }) |
           ranges::views::transform([](auto n) { return std::uint32_t{n / 2}; });
  }
};

// One block: instruction n defines value n, of the two values before it.
template <class R>
struct Code {
  using Value = std::uint32_t;
  static constexpr program::Facts facts{};
  auto blocks() const { return R::numbers(7, 8); }
  auto instructions(std::uint32_t) const { return R::numbers(0, 9); }
  template <class F>
  void for_each_successor(std::uint32_t, F&&) const {}
  template <class F>
  void for_each_operand(std::uint32_t i, F&& f) const {
    for (std::uint32_t k = 1; k <= 2 && k <= i; ++k) f(program::Operand<Value>{i - k, program::Role::use});
    f(program::Operand<Value>{i, program::Role::def});
  }
  program::Effects effects(std::uint32_t) const { return {}; }
  std::string key(std::uint32_t i) const { return i < 2 ? "start" : "add"; }
};
static_assert(program::is_view<Code<Standard>>() && program::is_view<Code<RangeV3>>());

struct Files {
  regalloc::Machine machine() const { return {{"a", "b", "c"}, {{"r", {0, 1, 2}}}}; }
  std::uint32_t register_class(std::uint32_t) const { return 0; }
};
struct Threads {
  flow::uniformity::Source source(std::uint32_t i) const {
    return i == 1 ? flow::uniformity::Source::divergent : flow::uniformity::Source::operands;
  }
  bool uniform(std::uint32_t) const { return true; }
};
template <class R>
struct Waits {
  std::uint32_t size() const { return 6; }
  auto before(std::uint32_t item) const { return R::numbers(item / 2, item); }
  std::uint64_t rank(std::uint32_t item) const { return 6 - item; }
};
template <class R>
struct Rules : toy::ExpressionRules {
  using ExpressionRules::ExpressionRules;
  auto candidates(toy::Expression::Op op) const {
    return R::numbers(0, toy::ExpressionRules::candidates(op).empty() ? 0 : 4);
  }
};
template <class R>
struct Summaries {
  struct Call {
    std::uint64_t guid;
    thinlto::Hotness hotness;
  };
  auto modules() const { return R::numbers(0, 3); }
  std::string module_name(std::uint32_t m) const { return std::string(1, static_cast<char>('a' + m)); }
  auto functions(std::uint32_t m) const { return R::numbers(10 * m, 10 * m + 2); }
  std::uint64_t guid(std::uint32_t f) const { return f; }
  std::uint32_t instructions(std::uint32_t) const { return 5; }
  std::vector<Call> calls(std::uint32_t f) const { return {{(f + 10) % 30, thinlto::Hotness::hot}}; }
};

using Made = std::pair<std::string, thinlto::Problem>;
template <class R>
Made made() {
  const Code<R> code;
  const auto registers = regalloc::allocate_view(code, Files());
  REQUIRE(registers.good());
  std::string out;
  for (std::uint32_t i = 0; i < 9; ++i) out += std::to_string(registers.register_of(i, i < 2 ? i : 2));
  const auto threads = flow::uniformity::run(code, Threads());
  for (std::uint32_t i = 0; i < 9; ++i) out += threads.divergent(i) ? 'd' : 'u';
  out += dag::print(dag::ingest(Waits<R>()));

  toy::ExpressionGraph graph;
  using Op = toy::Expression::Op;
  toy::Expression* const x = graph.make(Op::bit_xor, {graph.number(3), graph.number(5)});
  graph.make(Op::output, {graph.make(Op::add, {x, graph.number(0)})});
  Rules<R> rules(graph);
  out += std::to_string(dag::combine(rules).rewrites);

  Summaries<R> summaries;
  return {out, thinlto::ingest(summaries)};
}

TEST_CASE("families of SSA form, graphs, orders and summaries take any range") {
  const Made wanted = made<Vectors>();
  CHECK(wanted.second.summaries.size() == 6);
  for (const Made& other : {made<Standard>(), made<RangeV3>()}) {
    CHECK(other.first == wanted.first);
    CHECK((other.second == wanted.second));
  }
}

}  // namespace ranges_families_test
