// Sinking: random functions run before and behind, pressure by the full analysis, and by hand ways, loops, memory, edges.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/sink.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
using Options = passes::SinkOptions;
using Why = passes::SinkReason;
constexpr Effects pure{};

// Somebody who knows the machine: in front of which instructions nothing may stand, and that nothing may go down.
struct KnownCode : SmallCode {
  using Spot = lathe::program::Spot<BlockId, InstId>;
  std::vector<std::string> never;
  bool sinks = true;
  bool may_sink(InstId, BlockId) const { return sinks; }
  bool may_stand(InstId, const Spot& at) const {
    return !at.before || std::find(never.begin(), never.end(), payload(*at.before).name) == never.end();
  }
};
template <class Code, class Own = lathe::program::NoRegisters>
std::vector<Why> kept_by(Code& code, std::uint64_t sunk, bool edges = false, const Own& own = {}) {
  Options options;
  options.split_critical_edges = edges;
  options.explain = true;
  const auto result = passes::sink(code, own, options);
  CHECK(result.stats.sunk == sunk);
  std::vector<Why> out;
  for (const auto& k : result.kept) out.push_back(k.reason);
  return out;
}

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

TEST_CASE("sink: what is kept, and why") {
  // An instruction of the entry that a block behind it reads.
  const auto run = [](Effects e, bool loop, bool write, bool explain) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), end = code.block();
    const ValueId p = code.parameter(), x = code.make_value();
    code.add(b, {"op", e, 0}, {{p, Role::use}, {x, Role::def}});
    if (write) code.store(b, p, 2, p);
    code.branch(b, p, l, end);
    code.show(l, {x});
    if (loop)
      code.branch(l, p, l, end);
    else
      code.jump(l, end);
    code.ret(end);
    Options options;
    options.explain = explain;
    const auto result = passes::sink(code, options);
    CHECK(result.stats.sunk == code.count(l, "op"));
    std::vector<Why> out;
    for (const auto& k : result.kept) out.push_back(k.reason);
    return out;
  };
  CHECK(run(pure, false, false, true).empty());
  CHECK(run(pure, true, false, true) == std::vector<Why>{Why::often});
  CHECK(run(Effect::reads, false, true, true) == std::vector<Why>{Why::memory});
  CHECK(run(pure, true, false, false).empty());
  SmallCode code;  // under a guard
  const BlockId b = code.block(), l = code.block(), end = code.block();
  const ValueId p = code.parameter(), x = code.make_value();
  code.add(b, {"op", pure, {}}, {{p, Role::guard}, {x, Role::def}});
  code.branch(b, p, l, end);
  code.show(l, {x});
  code.jump(l, end);
  code.ret(end);
  CHECK(kept_by(code, 0).empty());
}

TEST_CASE("sink: where the machine lets it stand") {
  const auto run = [](std::vector<std::string> never, bool sinks) {
    KnownCode code;
    const BlockId b = code.block(), l = code.block(), end = code.block();
    const ValueId p = code.parameter();
    const ValueId x = code.op(b, "op", pure, {p});
    code.branch(b, p, l, end);
    code.add(l, {"first", Effect::side_effect, {}}, {{p, Role::use}});
    code.show(l, {x});
    code.jump(l, end);
    code.ret(end);
    code.never = std::move(never);
    code.sinks = sinks;
    passes::sink(code);
    return code.names(l);
  };
  CHECK(run({}, true) == "first op show jump");
  CHECK(run({"show"}, true) == "op first show jump");
  CHECK(run({"show", "first"}, true) == "first show jump");
  CHECK(run({}, false) == "first show jump");
}

TEST_CASE("sink: for registers alone, and not where they become more") {
  const auto run = [](bool reads, const Registers& registers, std::uint64_t sunk) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), end = code.block();
    const ValueId p = code.parameter(), q = code.parameter(), c = code.parameter();
    const ValueId x = reads ? code.op(b, "op", pure, {p, q}) : code.op(b, "op", pure, {});
    const ValueId y = code.op(b, "some", pure, {}), z = code.op(b, "some", pure, {});
    code.show(b, {y, z});
    if (reads)
      code.branch(b, c, l, end);
    else
      code.jump(b, l);
    code.show(l, {x});
    code.jump(l, end);
    code.ret(end);
    return kept_by(code, sunk, false, registers);
  };
  CHECK(run(false, {2}, 1).empty());                          // as often, but fewer registers
  CHECK(run(false, {0}, 0) == std::vector<Why>{Why::often});  // nobody asks
  CHECK(run(false, {9}, 0) == std::vector<Why>{Why::often});  // not fewer than there are
  CHECK(run(true, {9}, 1).empty());
  CHECK(run(true, {4}, 0) == std::vector<Why>{Why::pressure, Why::often});
}

TEST_CASE("sink: within a loop, and onto critical edges") {
  {  // to where a loop is seldomer
    SmallCode code;
    const BlockId b = code.block(), h = code.block(), seldom = code.block(), latch = code.block(), end = code.block();
    const ValueId p = code.parameter();
    code.jump(b, h);
    const ValueId x = code.op(h, "op", pure, {p});
    code.branch(h, p, seldom, latch);
    code.show(seldom, {x});
    code.jump(seldom, latch);
    code.branch(latch, p, h, end);
    code.ret(end);
    CHECK(kept_by(code, 1).empty());
    CHECK(code.count(seldom, "op") == 1);
  }
  // Of three ways out of the entry one leads to a phi (`ways` of them), where two other blocks come in.
  const auto run = [](int ways, bool loop) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), m = code.block(), end = code.block(), out = code.block();
    const ValueId p = code.parameter();
    const ValueId x = code.op(b, "op", pure, {p});
    code.add(b, {"switch", Effect::terminator, {}}, {{p, Role::use}}, {l, ways == 2 ? end : m, end});
    code.jump(l, end);
    code.jump(m, end);
    const ValueId met =
        loop ? code.phi(end, {{b, x}, {l, p}, {m, p}, {end, p}}) : code.phi(end, {{b, x}, {l, p}, {m, p}});
    code.show(end, {met});
    if (loop)
      code.branch(end, p, end, out);
    else
      code.jump(end, out);
    code.ret(out);
    Options options;
    options.split_critical_edges = true;
    const auto result = passes::sink(code, options);
    CHECK(result.stats.edges == result.stats.sunk);
    CHECK(code.count(b, "op") == 1 - result.stats.sunk);
    return result.stats.sunk;
  };
  CHECK(run(1, false) == 1);
  CHECK(run(2, false) == 0);
  CHECK(run(1, true) == 0);  // it would be done again and again
}
