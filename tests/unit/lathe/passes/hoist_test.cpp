// Loop-invariant code: random functions run before and behind, a slow twin that looks for what was left, pressure by the
// full analysis, and by hand loads, ways that are not always taken, and what goes back into a loop.
#include <doctest/doctest.h>

#include <lathe/passes/hoist.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/toy_shapes.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
using Options = passes::HoistOptions;
constexpr Effects pure{};
Options with_fuel(std::uint64_t fuel) {
  Options options;
  options.fuel = fuel;
  return options;
}

// Sums of values that a loop does not define, in the loop of one block whose only other predecessor goes nowhere else.
std::uint32_t left(const EditFunction& f) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> back;
  std::map<toy::Register, std::vector<std::uint32_t>> defs;
  std::map<std::uint32_t, std::uint32_t> ways;
  const auto in = reached(f);
  for (const BlockId b : f.blocks()) {
    if (in.count(b.value) != 0)
      f.for_each_successor(b, [&](BlockId to) { back[to.value].push_back(b.value), ++ways[b.value]; });
    for (const InstId i : f.instructions(b))
      for (const auto r : f.inst(i).writes) defs[r].push_back(b.value);
  }
  std::uint32_t found = 0;
  for (const auto& [b, from] : back) {
    if (from.size() != 2 || (from[0] == b) == (from[1] == b)) continue;
    if (ways[from[0] == b ? from[1] : from[0]] != 1) continue;
    for (const InstId i : f.instructions(BlockId(b))) {
      const auto m = f.inst(i);
      using enum toy::MachineInst::Op;
      if (f.payload(i).kind != toy::FrameOp::Kind::plain || (m.op != add && m.op != mul && m.op != sub)) continue;
      const auto outside = [&](toy::Register r) {
        const auto& at = defs[r];
        return at.size() <= 1 && std::find(at.begin(), at.end(), b) == at.end();
      };
      found += defs[m.writes[0]].size() == 1 && std::all_of(m.reads.begin(), m.reads.end(), outside);
    }
  }
  return found;
}

/// entry -> loop <-> loop -> end, with a way past it
template <class Code>
struct OneLoopOf {
  Code code;
  BlockId entry = code.block(), front = code.block(), loop = code.block(), end = code.block();
  ValueId p = code.parameter(), q = code.parameter();
  OneLoopOf() {
    code.branch(entry, p, front, end);
    code.jump(front, loop);
  }
  void close() {
    code.branch(loop, q, loop, end);
    code.ret(end);
  }
};
using OneLoop = OneLoopOf<SmallCode>;

Options pinned_too() {
  Options options;
  options.pinned = true;
  return options;
}
struct PinnedCode : SmallCode {
  static constexpr program::Facts facts = SmallCode::facts | program::Fact::pinned;
  bool all = true;
  bool pinned(ValueId) const { return all; }
};
// Counts who is looked at, by name.
struct Watched : PinnedCode {
  std::string counted = "other";
  mutable std::uint64_t looks = 0;
  template <class F>
  void for_each_operand(InstId i, F&& f) const {
    looks += payload(i).name == counted;
    PinnedCode::for_each_operand(i, std::forward<F>(f));
  }
};

}  // namespace

TEST_CASE("hoist: registers that keep their names, behind assignment") {
  std::uint64_t hoisted = 0;
  for (const std::uint32_t percent : {40U, 70U, 95U}) {
    toy::RandomFunctions random(91 + percent);
    for (int round = 0; round < 150; ++round) {
      CAPTURE(round);
      const toy::SsaFunction ssa = random.next();
      EditFunction before(ssa);
      Assigned behind(ssa);
      assign(before, percent);
      assign(behind, percent);
      const auto result = passes::hoist(behind, pinned_too());
      hoisted += result.stats.hoisted;
      same_to_the_machine(before, behind);
      CHECK(program::equal::run(static_cast<const EditFunction&>(before), static_cast<const EditFunction&>(behind))
                .equal());
    }
  }
  CHECK(hoisted > 10);
}

TEST_CASE("hoist: a register that keeps its name goes where it is free") {
  enum class Also : std::uint8_t { nothing, behind, again, clobbered, read_before };
  const auto run = [](Also also) {
    OneLoopOf<PinnedCode> l;
    const ValueId r = l.code.make_value(), s = l.code.make_value();
    l.code.write(l.front, "set", Effect::side_effect, {}, r);
    if (also == Also::read_before) l.code.show(l.loop, {r});
    l.code.write(l.loop, "op", pure, {l.p}, r);
    l.code.show(l.loop, {r});
    if (also == Also::again) l.code.write(l.loop, "other", Effect::side_effect, {}, r);
    if (also == Also::clobbered) l.code.write(l.loop, "call", Effect::side_effect, {}, l.p);
    if (also == Also::behind) l.code.show(l.end, {r});
    l.code.show(l.loop, {s});
    l.close();
    return passes::hoist(l.code, pinned_too()).stats.hoisted;
  };
  CHECK(run(Also::nothing) == 1);
  CHECK(run(Also::behind) == 0);
  CHECK(run(Also::again) == 0);
  CHECK(run(Also::clobbered) == 0);
  CHECK(run(Also::read_before) == 0);
}

TEST_CASE("hoist: where no pinned register may go, nothing is made for it") {
  enum class But : std::uint8_t { fine, lives_behind, not_each_turn, two_ways_in };
  constexpr std::uint64_t others = 200;
  const auto looks = [](But but) {
    struct {
      Watched code;
      BlockId entry = code.block(), front = code.block(), loop = code.block(), turn = code.block(), back = code.block(),
              end = code.block();
      ValueId p = code.parameter(), q = code.parameter(), r = code.make_value(), t = code.make_value();
    } l;
    for (std::uint64_t k = 0; k < others; ++k) l.code.write(l.front, "other", Effect::side_effect, {l.p}, l.t);
    const Effects does = but == But::not_each_turn ? Effects(Effect::traps) : pure;
    l.code.write(but == But::not_each_turn ? l.turn : l.loop, "op", does, {l.p}, l.r);
    l.code.show(but == But::lives_behind ? l.end : l.turn, {l.r});
    l.code.branch(l.entry, l.q, l.front, but == But::two_ways_in ? l.loop : l.end);
    l.code.jump(l.front, l.loop);
    l.code.branch(l.loop, l.q, l.turn, l.back);
    l.code.jump(l.turn, l.back);
    l.code.branch(l.back, l.q, l.loop, l.end);
    l.code.ret(l.end);
    Options options = pinned_too();
    options.split_edges = false;
    CHECK(passes::hoist(l.code, options).stats.hoisted == (but == But::fine));
    return l.code.looks;
  };
  CHECK(looks(But::lives_behind) == others);  // by liveness of that register alone
  CHECK(looks(But::not_each_turn) == 0);
  CHECK(looks(But::two_ways_in) == 0);
  CHECK(looks(But::fine) > 2 * others);
}

TEST_CASE("hoist: what stands in front of a loop has no number where nobody asks for one of its key") {
  const auto looks = [](bool reuse) {
    OneLoopOf<Watched> l;
    l.code.all = false;
    for (int k = 0; k < 200; ++k) l.code.op(l.front, "other", pure, {l.p});
    l.code.show(l.loop, {l.code.op(l.loop, "op", pure, {l.p})});
    l.close();
    Options options;
    options.reuse = reuse;
    CHECK(passes::hoist(l.code, options).stats.hoisted == 1);
    return l.code.looks;
  };
  CHECK(looks(true) == looks(false));
}

TEST_CASE("hoist: who names its register twice writes it once, and flags on the way are written by many") {
  OneLoopOf<PinnedCode> twice;
  const ValueId r = twice.code.make_value();
  twice.code.add(twice.loop, {"op", pure, {}}, {{twice.p, Role::use}, {r, Role::def}, {r, Role::def}});
  twice.code.show(twice.loop, {r});
  twice.close();
  CHECK(passes::hoist(twice.code, pinned_too()).stats.hoisted == 1);
  OneLoopOf<FlagCode> l;
  const ValueId v = l.code.flagged(l.loop, "sum", pure, {l.p}),
                w = l.code.flagged(l.loop, "shown", Effect::side_effect, {v});
  l.code.show(l.loop, {w});
  l.close();
  CHECK(passes::hoist(l.code, pinned_too()).stats.hoisted == 1);
}

TEST_CASE("hoist: registers that keep their names, one made of the other, in a loop of two blocks") {
  PinnedCode code;
  const BlockId entry = code.block(), loop = code.block(), back = code.block(), end = code.block();
  const ValueId p = code.parameter(), r = code.make_value(), s = code.make_value();
  code.jump(entry, loop);
  code.write(loop, "r", pure, {p}, r);
  code.write(loop, "s", pure, {r}, s);
  code.jump(loop, back);
  code.show(back, {r, s});
  code.branch(back, p, loop, end);
  code.ret(end);
  CHECK(passes::hoist(code, pinned_too()).stats.hoisted == 2);
  CHECK(code.names(entry) == "r s jump");
}

TEST_CASE("hoist: what is invariant leaves loops, and the code does the same") {
  std::uint64_t hoisted = 0, loads = 0, split = 0, levels = 0;
  on_random_functions(
      61,
      [&](EditFunction&, toy::RandomFunctions&) {
        return [&](EditFunction& code) {
          const auto result = passes::hoist(code);
          hoisted += result.stats.hoisted, loads += result.stats.loads, split += result.stats.split;
          levels += result.stats.levels;
        };
      },
      [](const EditFunction&, const EditFunction& f) { CHECK(left(f) == 0); });
  CHECK(hoisted > 50);
  CHECK(split > 10);
  CHECK(levels > hoisted);
}

TEST_CASE("hoist: registers above the limit do not become more, and can become less") {
  std::uint64_t refused = 0, sunk = 0;
  for (const std::uint32_t limit : {4U, 6U, 8U})
    on_random_functions(
        71 + limit,
        [&](EditFunction&, toy::RandomFunctions&) {
          return [&, limit](EditFunction& code) {
            Options options;
            options.split_edges = false;  // a block more is one more that is above the limit
            options.sink_to_avoid_spills = true;
            options.pressure.tracker.verify_update_mcse = true;
            const std::uint64_t was = excess(code, limit);
            const auto result = passes::hoist(code, Registers{limit}, options);
            CHECK(excess(code, limit) <= was);
            if (result.stats.sunk != 0) CHECK(excess(code, limit) < was);
            refused += result.stats.pressure, sunk += result.stats.sunk;
          };
        },
        [](const EditFunction&, const EditFunction&) {}, 100);
  CHECK(refused > 5);
  CHECK(sunk > 0);
}

TEST_CASE("hoist: every prefix, and every analysis beside") {
  every_prefix(
      81, [](EditFunction&) {},
      [](EditFunction& code, std::uint64_t fuel) { return passes::hoist(code, with_fuel(fuel)).out_of_fuel; });
  toy::RandomFunctions random(82);
  for (int round = 0; round < 20; ++round) {
    EditFunction code(random.next());
    with_followers(code, [](EditFunction& f, auto&... observers) {
      passes::hoist(f, Registers{7}, Options{}, NoRemarks{}, observers...);
    });
  }
}

TEST_CASE("hoist: loads, traps and convergent operations") {
  const auto run = [](Effects e, bool fence, bool write) {
    OneLoop l;
    const ValueId x = l.code.op(l.loop, "op", e, {l.p});
    const ValueId y = l.code.load(l.loop, l.p, 0);
    l.code.write(l.loop, "sum", pure, {x, y}, l.code.make_value());
    if (write) l.code.store(l.loop, l.p, 2, l.q);
    if (fence) l.code.show(l.loop, {x, y});
    l.close();
    passes::hoist(l.code);
    return std::make_pair(l.code.count(l.front, "op"), l.code.count(l.front, "load"));
  };
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  CHECK(run(pure, false, false) == Pair{1, 1});
  CHECK(run(pure, true, false) == Pair{1, 0});
  CHECK(run(pure, false, true) == Pair{1, 0});
  CHECK(run(Effect::traps, false, false) == Pair{1, 1});
  CHECK(run(Effect::traps, true, false) == Pair{0, 0});
  CHECK(run(Effect::convergent, false, false) == Pair{0, 1});
  CHECK(run(Effect::marker, false, false) == Pair{0, 1});
}

TEST_CASE("hoist: what is read behind the loop, and an instruction of several results") {
  OneLoop l;  // both ways to the end: the loop's way shows what it made
  const BlockId behind = l.code.block();
  const ValueId x = l.code.op(l.loop, "op", pure, {l.p});
  // Its first result is written again in the loop, its second one could go.
  const ValueId a = l.code.make_value(), b = l.code.make_value();
  l.code.add(l.loop, {"two", pure, {}}, {{l.p, Role::use}, {a, Role::def}, {b, Role::def}});
  l.code.show(l.loop, {a, b});
  l.code.write(l.loop, "again", Effect::side_effect, {}, a);
  l.code.branch(l.loop, l.q, l.loop, behind);
  l.code.show(behind, {x});
  l.code.ret(behind);
  l.code.ret(l.end);
  CHECK(passes::hoist(l.code).stats.hoisted == 1);
  CHECK(l.code.names(l.loop) == "two show again branch");
}

TEST_CASE("hoist: a preheader on the one edge into a loop, and none for what keeps its name") {
  for (const bool pinned : {false, true}) {
    CAPTURE(pinned);
    PinnedCode code;
    code.all = pinned;
    const BlockId entry = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter();
    code.branch(entry, p, loop, end);
    code.show(loop, {code.op(loop, "op", pure, {})});
    code.branch(loop, p, loop, end);
    code.ret(end);
    Options options = pinned_too();
    options.split_edges = !pinned;
    const auto result = passes::hoist(code, options);
    CHECK(result.stats.split == !pinned);
    CHECK(result.stats.hoisted == !pinned);
  }
}

TEST_CASE("hoist: back into the loop goes what is done in vain without harm") {
  for (const Effects e : {pure, Effects(Effect::traps), Effects(Effect::reads)}) {
    SmallCode code;
    const BlockId entry = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter(), q = code.parameter(), x = code.op(entry, "op", e, {p});
    code.jump(entry, loop);
    code.show(loop, {code.op(loop, "other", Effect::fresh, {})});  // here x is one too many
    code.show(loop, {x, p});
    code.branch(loop, q, loop, end);
    code.ret(end);
    Options options;
    options.sink_to_avoid_spills = true;
    const auto result = passes::hoist(code, Registers{3}, options);
    CHECK(result.stats.sunk == (e == pure ? 1 : 0));
    CHECK(code.names(loop) == (e == pure ? "other show op show branch" : "other show show branch"));
  }
}

TEST_CASE("hoist: what is not done in every turn stays if it traps") {
  for (const bool traps : {false, true}) {
    SmallCode code;
    const BlockId entry = code.block(), head = code.block(), some = code.block(), back = code.block(),
                  end = code.block();
    const ValueId p = code.parameter();
    code.jump(entry, head);
    code.branch(head, p, some, back);
    const ValueId x = code.op(some, "op", traps ? Effects(Effect::traps) : pure, {p});
    code.show(some, {x});
    code.jump(some, back);
    code.branch(back, p, head, end);
    code.ret(end);
    passes::hoist(code);
    CHECK(code.count(entry, "op") == (traps ? 0 : 1));
  }
}

TEST_CASE("hoist: what is done in every turn, though not first, and loops that are entered from several blocks") {
  SmallCode turns;
  {
    const BlockId entry = turns.block(), head = turns.block(), some = turns.block(), back = turns.block(),
                  end = turns.block();
    const ValueId p = turns.parameter();
    turns.jump(entry, head);
    turns.branch(head, p, some, back);
    turns.jump(some, back);
    const ValueId x = turns.op(back, "op", Effect::traps, {p}), y = turns.op(back, "sum", Effect::fresh, {x});
    turns.branch(back, y, head, end);
    turns.ret(end);
    passes::hoist(turns);
    CHECK(turns.names(entry) == "op jump");
  }
  for (const bool twice : {false, true}) {  // the register has another definition behind the loop
    SmallCode code;
    const BlockId entry = code.block(), a = code.block(), b = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter(), x = code.op(loop, "op", pure, {p});
    code.branch(entry, p, a, b);
    code.jump(a, loop);
    code.jump(b, loop);
    code.show(loop, {x});
    code.branch(loop, p, loop, end);
    if (twice) code.write(end, "other", Effect::side_effect, {}, x);
    code.ret(end);
    CHECK(passes::hoist(code).stats.hoisted == !twice);
    CHECK(code.count(entry, "op") == !twice);
  }
}

TEST_CASE("hoist: registers with several definitions, on an archetype") {
  using archetype::Code;
  Code code;
  const auto entry = code.make_block({}), loop = code.make_block({}), end = code.make_block({});
  for (const auto& b : {entry, loop, end}) code.put_block(b, true, {});
  const auto put = [&](Code::Block b, std::string_view key, Effects e, std::vector<int> uses, std::vector<int> defs,
                       std::vector<int> next = {}) {
    code.put(code.make({key, e, std::move(uses), std::move(defs), std::move(next), -1}), {b, {}});
  };
  put(entry, "set", pure, {}, {2});
  put(entry, "set", pure, {}, {5});
  put(entry, "jump", Effect::terminator, {}, {}, {loop.number()});
  put(loop, "op", pure, {1}, {2});  // the loop reads no other 2
  put(loop, "op", pure, {2}, {3});
  put(loop, "read", Effect::side_effect, {3, 5}, {});
  put(loop, "op", pure, {1}, {5});  // the first turn reads another 5
  put(loop, "op", pure, {4}, {4});  // another one in each turn
  put(loop, "branch", Effect::terminator, {4}, {}, {loop.number(), end.number()});
  put(end, "ret", Effect::terminator, {}, {});
  const auto result = passes::hoist(code);
  CHECK(result.stats.hoisted == 2);
  std::vector<std::string> stay;
  for (const auto& i : code.instructions(loop)) stay.emplace_back(code.key(i));
  CHECK(stay == std::vector<std::string>{"read", "op", "op", "branch"});
}
