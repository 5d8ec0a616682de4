// Sinking: random functions run before and behind, pressure by the full analysis, and by hand ways, loops, memory, edges.
#include <doctest/doctest.h>

#include <lathe/passes/sink.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
using Options = passes::SinkOptions;
constexpr Effects pure{};

}  // namespace

TEST_CASE("sink: the code does the same, with edges split and without") {
  std::uint64_t sunk[2] = {}, edges = 0;
  for (const bool split : {false, true})
    on_random_functions(
        91,
        [&](EditFunction&, toy::RandomFunctions&) {
          return [&, split](EditFunction& code) {
            Options options;
            options.split_critical_edges = split;
            const auto result = passes::sink(code, options);
            sunk[split] += result.stats.sunk, edges += result.stats.edges;
          };
        },
        [](const EditFunction& before, const EditFunction& behind) { CHECK(size(before) <= size(behind)); }, 200);
  CHECK(sunk[0] > 30);
  CHECK(sunk[1] > sunk[0]);
  CHECK(edges > 3);
}

TEST_CASE("sink: registers above the limit do not become more") {
  std::uint64_t sunk = 0, refused = 0;
  for (const std::uint32_t limit : {3U, 5U})
    on_random_functions(
        95 + limit,
        [&](EditFunction&, toy::RandomFunctions&) {
          return [&, limit](EditFunction& code) {
            const std::uint64_t was = excess(code, limit);
            const auto result = passes::sink(code, Registers{limit});
            CHECK(excess(code, limit) <= was);
            sunk += result.stats.sunk, refused += result.stats.pressure;
          };
        },
        [](const EditFunction&, const EditFunction&) {}, 100);
  CHECK(sunk > 10);
  CHECK(refused > 3);
}

TEST_CASE("sink: every prefix, and every analysis beside") {
  const auto with_fuel = [](std::uint64_t fuel) {
    Options options;
    options.split_critical_edges = true;
    options.fuel = fuel;
    return options;
  };
  every_prefix(
      101, [](EditFunction&) {},
      [&](EditFunction& code, std::uint64_t fuel) { return passes::sink(code, with_fuel(fuel)).out_of_fuel; });
  toy::RandomFunctions random(102);
  for (int round = 0; round < 20; ++round) {
    EditFunction code(random.next());
    with_followers(code, [&](EditFunction& f, auto&... observers) {
      passes::sink(f, Registers{7}, with_fuel(100), NoRemarks{}, observers...);
    });
  }
}

TEST_CASE("sink: into the way that reads, not into loops, not past writes") {
  const auto run = [](Effects e, bool both, bool loop, bool write) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), end = code.block();
    const ValueId p = code.parameter();
    const ValueId x = code.op(b, "op", e, {p});
    const ValueId y = code.load(b, p, 0);
    if (write) code.store(b, p, 2, p);
    code.branch(b, p, l, end);
    code.show(l, {x, y});
    if (loop)
      code.branch(l, p, l, end);
    else
      code.jump(l, end);
    if (both) code.show(end, {x, y});
    code.ret(end);
    passes::sink(code);
    return std::make_pair(code.count(l, "op"), code.count(l, "load"));
  };
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  CHECK(run(pure, false, false, false) == Pair{1, 1});
  CHECK(run(pure, true, false, false) == Pair{0, 0});
  CHECK(run(pure, false, true, false) == Pair{0, 0});
  CHECK(run(pure, false, false, true) == Pair{1, 0});
  CHECK(run(Effect::convergent, false, false, false) == Pair{0, 1});
  CHECK(run(Effect::traps, false, false, false) == Pair{1, 1});
}

TEST_CASE("sink: registers with several definitions stay, on an archetype") {
  using archetype::Code;
  Code code;
  const auto entry = code.make_block({}), some = code.make_block({}), end = code.make_block({});
  for (const auto& b : {entry, some, end}) code.put_block(b, true, {});
  const auto put = [&](Code::Block b, std::string_view key, Effects e, std::vector<int> uses, std::vector<int> defs,
                       std::vector<int> next = {}) {
    code.put(code.make({key, e, std::move(uses), std::move(defs), std::move(next), -1}), {b, {}});
  };
  put(entry, "one", pure, {1}, {2});
  put(entry, "two", pure, {1}, {3});
  put(entry, "set", pure, {}, {4});
  put(entry, "three", pure, {4}, {5});  // 4 is another below
  put(entry, "set", pure, {}, {4});
  put(entry, "branch", Effect::terminator, {1}, {}, {some.number(), end.number()});
  put(some, "use", Effect::side_effect, {2, 3, 5}, {});
  put(some, "again", pure, {}, {3});
  put(some, "use", Effect::side_effect, {3, 4}, {});
  put(some, "jump", Effect::terminator, {}, {}, {end.number()});
  put(end, "ret", Effect::terminator, {}, {});
  CHECK(passes::sink(code).stats.sunk == 1);
  CHECK(code.key(code.instructions(some).front()) == "one");
}
