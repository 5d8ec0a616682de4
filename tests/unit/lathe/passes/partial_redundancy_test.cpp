// Partly redundant computations: a slow twin by definition on random functions, what they show before and behind, pressure by
// the full analysis, every prefix; by hand the ways, what is read from memory, traps, frequencies.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <lathe/passes/common_subexpressions.hpp>

#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
using Options = passes::CommonSubexpressionsOptions;
constexpr Effects pure{};

Options partial(std::uint32_t rounds = 3) {
  Options options;
  options.partial = true;
  options.rounds = rounds;
  options.hoist = false;  // which would take most of them
  return options;
}

// What computes, without memory, what is there on all ways into its block but one, which leads nowhere else and is run less
// often: by definition.
std::uint32_t left(const EditFunction& f) {
  struct One {
    std::uint32_t block;
    std::string text;
    std::vector<toy::Register> reads;
  };
  std::vector<One> all;
  std::map<toy::Register, int> defs;
  std::map<toy::Register, std::uint32_t> home;
  const auto in = reached(f);
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      const auto m = f.inst(i);
      for (const auto r : m.writes) ++defs[r], home[r] = b.value;
      using enum toy::MachineInst::Op;
      if (in.count(b.value) == 0 || f.payload(i).kind != toy::FrameOp::Kind::plain) continue;
      if (m.op != add && m.op != mul && m.op != sub) continue;
      std::vector<toy::Register> reads = m.reads;
      if (m.op != sub) std::sort(reads.begin(), reads.end());
      std::string text = f.key(i);
      for (const auto r : reads) text += " " + std::to_string(r);
      all.push_back({b.value, text, reads});
    }
  const program::Numbering<EditFunction> n(f);
  const flow::Cfg cfg = flow::make_cfg(program::FlowOf<EditFunction>(f, n));
  const flow::Order order = flow::reverse_post_order(cfg);
  const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
  const auto often = flow::frequencies(cfg, loops, order, flow::edge_probabilities(cfg, loops, order)).block;
  std::uint32_t found = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const One& one = all[k];
    std::vector<std::uint32_t> ways, without;
    std::map<std::uint32_t, std::size_t> out;
    bool strange = one.block == (*f.blocks().begin()).value;
    for (const BlockId b : f.blocks()) {
      std::vector<std::uint32_t> to;
      f.for_each_successor(b, [&](BlockId s) {
        if (std::find(to.begin(), to.end(), s.value) == to.end()) to.push_back(s.value);
      });
      out[b.value] = to.size();
      if (std::find(to.begin(), to.end(), one.block) == to.end()) continue;
      ways.push_back(b.value);
      strange |= in.count(b.value) == 0;
    }
    for (const std::uint32_t w : ways) {
      bool there = false;
      for (std::size_t other = 0; other < all.size(); ++other)
        there |= other != k && all[other].text == one.text && dominates(f, all[other].block, w);
      if (!there) without.push_back(w);
    }
    if (strange || ways.size() < 2 || without.size() != 1 || out[without[0]] != 1) continue;
    for (const auto r : one.reads)
      strange |= defs[r] > 1 || (defs[r] == 1 && (home[r] == one.block || !dominates(f, home[r], without[0])));
    const auto times = [&](std::uint32_t b) { return often[n.block_number(BlockId(b))]; };
    found += !strange && times(without[0]) * 1.001 < times(one.block);
  }
  return found;
}

/// Some computations stand once more, in blocks behind them where ways meet.
void repeat_some(EditFunction& f, toy::RandomFunctions& random) {
  std::vector<InstId> all;
  std::map<std::uint32_t, std::uint32_t> ways;
  std::map<toy::Register, BlockId> home;
  std::map<std::uint32_t, std::vector<BlockId>> to;
  for (const BlockId b : f.blocks()) {
    f.for_each_successor(b, [&](BlockId s) { ++ways[s.value], to[b.value].push_back(s); });
    for (const InstId i : f.instructions(b)) {
      using enum toy::MachineInst::Op;
      const auto m = f.inst(i);
      for (const auto w : m.writes) home.emplace(w, b);
      if (f.payload(i).kind == toy::FrameOp::Kind::plain && (m.op == add || m.op == mul || m.op == sub))
        all.push_back(i);
    }
  }
  for (const InstId i : all) {
    const BlockId b = *f.where(i).block;
    std::vector<BlockId> behind = to[b.value];
    for (const BlockId s : to[b.value]) behind.insert(behind.end(), to[s.value].begin(), to[s.value].end());
    for (const BlockId s : behind) {
      if (ways[s.value] < 2 || s == b || random.below(4) == 0) continue;
      bool fine = true;
      for (const auto r : f.inst(i).reads)
        if (const auto at = home.find(r); at != home.end())
          fine &= !(at->second == s) && dominates(f, at->second.value, s.value);
      std::optional<InstId> before;
      for (const InstId other : f.instructions(s))
        if (!before && f.payload(other).kind != toy::FrameOp::Kind::phi) before = other;
      if (!fine || !before) continue;
      const InstId made = f.clone(i);
      std::uint32_t k = 0, def = 0;
      f.for_each_operand(i, [&](const auto& o) {
        if (o.is_def()) def = k;
        ++k;
      });
      f.set_operand(made, def, f.make_value());
      f.put(made, {s, before});
    }
  }
}

}  // namespace

TEST_CASE("partly redundant: nothing is left, and the code does the same") {
  std::uint64_t done = 0, had = 0;
  on_random_functions(
      201,
      [&](EditFunction& f, toy::RandomFunctions& random) {
        repeat_some(f, random);
        return [&](EditFunction& code) {
          had += left(code) != 0;
          const auto result = passes::common_subexpressions(code, partial(20));
          done += result.stats.partial;
          CHECK(left(code) == 0);
          CHECK(not_in_ssa_form(code) == 0);
        };
      },
      [](const EditFunction&, const EditFunction&) {}, 200);
  MESSAGE(had << " functions, " << done << " done");
  CHECK(had > 5);
  CHECK(done > 5);
}

TEST_CASE("partly redundant: registers above the limit do not become more, whatever the tracker does") {
  std::uint64_t refused = 0, done = 0;
  for (const std::uint32_t limit : {3U, 5U, 8U}) {
    toy::RandomFunctions random(211 + limit);
    for (int round = 0; round < 60; ++round) {
      EditFunction code(random.next());
      toy::RandomFunctions same(static_cast<std::uint32_t>(round));
      repeat_some(code, same);
      const std::uint64_t was = excess(code, limit);
      Options options = partial();
      options.pressure.tracker.verify_update_mcse = true;
      options.pressure.tracker.print_verify = true;
      const auto result = passes::common_subexpressions(code, Registers{limit}, options);
      CHECK(result.error == "");
      CHECK(excess(code, limit) <= was);
      refused += result.stats.pressure, done += result.stats.partial;
    }
  }
  CHECK(refused > 5);
  CHECK(done > 5);
}

TEST_CASE("partly redundant: every prefix, and every analysis beside") {
  every_prefix(
      221,
      [](EditFunction& f) {
        toy::RandomFunctions random(3);
        repeat_some(f, random);
      },
      [](EditFunction& code, std::uint64_t fuel) {
        Options options = partial();
        options.fuel = fuel;
        return passes::common_subexpressions(code, options).out_of_fuel;
      });
  toy::RandomFunctions random(222);
  for (int round = 0; round < 20; ++round) {
    EditFunction code(random.next());
    toy::RandomFunctions same(7);
    repeat_some(code, same);
    with_followers(code, [](EditFunction& f, auto&... observers) {
      passes::common_subexpressions(f, Registers{7}, partial(), NoRemarks{}, observers...);
    });
  }
}

TEST_CASE("partly redundant: by hand") {
  struct Case {
    Effects does = pure;
    bool wanted = true;  // the knob
    bool other = true;   // on one way it is there
    bool leads = false;  // the way without leads elsewhere, too
    bool fence = false;  // in front of it in its block
    int clobbered = 0;   // a store: 1 on the way with, 2 in the block, 3 on the way without
    int exits = 0;       // it may leave: 1 on the way with, 2 in the block, 3 on the way without
    int ends = 0;        // what ends the way writes: 1 the way with, 3 the one without
    bool load = false;
  };
  struct Phis : SmallCode {
    InstId make_phi(ValueId to) {
      const Operand def{to, Role::def};
      return make({"phi", Effect::phi, {}}, {&def, 1});
    }
  };
  const auto run = [](const Case& c) {
    Phis code;
    const BlockId b = code.block(), l = code.block(), r = code.block(), join = code.block(), end = code.block();
    const ValueId a = code.parameter();
    code.branch(b, a, l, r);
    const auto compute = [&](BlockId at) { return c.load ? code.load(at, a, 0) : code.op(at, "op", c.does, {a}); };
    if (c.other) compute(l);
    const auto leave = [&](BlockId at) { code.add(at, {"exit", Effect::terminator, {}}, {{a, Role::use}}); };
    const auto go_on = [&](BlockId at, bool writes) {
      if (writes)
        code.add(at, {"swap", Effect::terminator | Effect::writes, 0}, {{a, Role::use}}, {join});
      else
        code.jump(at, join);
    };
    if (c.clobbered == 1) code.store(l, a, 0, a);
    if (c.exits == 1) leave(l);
    go_on(l, c.ends == 1);
    if (c.clobbered == 3) code.store(r, a, 0, a);
    if (c.exits == 3) leave(r);
    if (c.leads)
      code.branch(r, a, join, end);
    else
      go_on(r, c.ends == 3);
    if (c.fence) code.show(join, {a});
    if (c.exits == 2) leave(join);
    if (c.clobbered == 2) code.store(join, a, 0, a);
    code.show(join, {compute(join)});
    code.jump(join, end);
    code.ret(end);
    const auto result = passes::common_subexpressions(code, [&] {
      Options options;
      options.partial = c.wanted;
      options.hoist = false;
      return options;
    }());
    const std::string name = c.load ? "load" : "op";
    CHECK(code.count(join, name) == 1 - result.stats.partial);
    CHECK(code.count(r, name) == result.stats.partial);
    CHECK(code.count(join, "phi") == result.stats.partial);
    return result.stats.partial;
  };
  CHECK(run({}) == 1);
  CHECK(run({.wanted = false}) == 0);
  CHECK(run({.other = false}) == 0);
  CHECK(run({.leads = true}) == 0);
  CHECK(run({.fence = true}) == 1);
  CHECK(run({.does = Effect::traps}) == 1);
  CHECK(run({.does = Effect::traps, .fence = true}) == 0);
  CHECK(run({.does = Effect::convergent}) == 0);
  CHECK(run({.load = true}) == 1);
  CHECK(run({.clobbered = 1, .load = true}) == 0);
  CHECK(run({.clobbered = 2, .load = true}) == 0);
  CHECK(run({.clobbered = 3, .load = true}) == 1);
  for (const int exits : {1, 2, 3}) {  // what traps only where it is done on every way
    CHECK(run({.exits = exits}) == 1);
    CHECK(run({.does = Effect::traps, .exits = exits}) == (exits == 1 ? 1 : 0));
    CHECK(run({.exits = exits, .load = true}) == (exits == 1 ? 1 : 0));
  }
  CHECK(run({.ends = 1, .load = true}) == 0);
  CHECK(run({.ends = 3, .load = true}) == 0);
  CHECK(run({.ends = 3}) == 1);
}

template <class Code = SmallCode>
struct WithPhis : Code {
  InstId make_phi(ValueId to) {
    const program::Operand<ValueId> def{to, Role::def};
    return this->make({"phi", Effect::phi, {}}, {&def, 1});
  }
};
template <class Code>
std::uint64_t partly(Code& code, std::uint32_t rounds = 1) {
  return passes::common_subexpressions(code, partial(rounds)).stats.partial;
}

TEST_CASE("partly redundant: up to so many ways, and the second block as well") {
  for (const std::uint32_t ways : {2U, 8U, 9U}) {
    WithPhis code;
    BlockId at = code.block();
    const BlockId join = code.block();
    const ValueId a = code.parameter();
    for (std::uint32_t k = 0; k < ways; ++k) {
      const BlockId way = code.block(), next = k + 1 < ways ? code.block() : way;
      if (next != way) code.branch(at, a, way, next);
      if (next == way) code.jump(at, way);
      if (k != 0) code.op(way, "op", pure, {a});
      code.jump(way, join);
      at = next;
    }
    code.show(join, {code.op(join, "op", pure, {a})});
    code.ret(join);
    CHECK(partly(code) == (ways == 9 ? 0 : 1));
  }
}

TEST_CASE("partly redundant: what went, and the turn before, are nowhere") {
  {  // Two joins in a row on one side: what the first one had is gone, and a phi in its place.
    WithPhis code;
    std::vector<BlockId> b;
    for (int k = 0; k < 8; ++k) b.push_back(code.block());
    const ValueId a = code.parameter();
    code.branch(b[0], a, b[1], b[6]);
    code.branch(b[1], a, b[2], b[3]);
    code.op(b[2], "op", pure, {a});
    code.jump(b[2], b[4]);
    code.jump(b[3], b[4]);
    code.show(b[4], {code.op(b[4], "op", pure, {a})});
    code.jump(b[4], b[7]);
    code.jump(b[6], b[7]);
    code.ret(b[5]);
    code.show(b[7], {code.op(b[7], "op", pure, {a})});
    code.ret(b[7]);
    CHECK(partly(code) == 1);
    for (const BlockId at : code.blocks())
      for (const InstId i : code.instructions(at))
        code.for_each_incoming(i, [&](BlockId, ValueId v) {
          bool written = v == a;
          for (const BlockId other : code.blocks())
            for (const InstId by : code.instructions(other))
              code.for_each_operand(by, [&](const auto& o) { written |= o.is_def() && o.value == v; });
          CHECK(written);
        });
  }
  for (const bool settled :
       {false, true}) {  // a loop that has it itself, and once more somewhere else, or where it ends
    WithPhis code;
    const BlockId b = code.block(), side = code.block(), front = code.block(), head = code.block(),
                  latch = code.block(), end = code.block();
    const ValueId a = code.parameter(), v = settled ? a : code.make_value();
    code.branch(b, a, side, front);
    if (settled) code.op(side, "op", pure, {v});
    code.jump(side, end);
    code.jump(front, head);
    if (!settled) code.write(head, "make", Effect::fresh, {a}, v);
    code.show(head, {code.op(head, "op", pure, {v})});
    code.branch(head, a, latch, end);
    if (!settled) {  // its result is bound, so that it stays
      const ValueId y = code.op(latch, "op", pure, {v});
      code.add(latch, {"call", Effect::side_effect, {}}, {{y, Role::use, false, false, true}});
    }
    code.jump(latch, head);
    code.ret(end);
    CHECK(partly(code) == 0);
  }
}

TEST_CASE("partly redundant: flags that are written on the way are no result") {
  for (const bool closed : {false, true}) {
    WithPhis<FlagCode> code;
    const BlockId b = code.block(), l = code.block(), r = code.block(), join = code.block();
    const ValueId a = code.parameter();
    code.branch(b, a, l, r);
    code.flagged(l, "op", pure, {a});
    code.jump(l, join);
    code.jump(r, join);
    code.show(join, {code.flagged(join, "op", pure, {a})});
    code.ret(join);
    if (closed) code.closed = {r};
    CHECK(partly(code) == (closed ? 0 : 1));
    CHECK(code.count(r, "op") == (closed ? 0 : 1));
  }
}

TEST_CASE("cse with a limit: values that live far are left out of the tracker") {
  std::uint64_t left_out = 0, done = 0, worse = 0;
  for (const std::uint64_t per_instruction : {0U, 1U}) {
    toy::RandomFunctions random(231);
    for (int round = 0; round < 60; ++round) {
      const auto ssa = random.next();
      EditFunction before(ssa), behind(ssa);
      const std::uint64_t was = excess(behind, 5);
      Options options;
      options.partial = round % 2 == 0;
      options.pressure.live = 0;
      options.pressure.live_per_instruction = per_instruction;
      const auto result = passes::common_subexpressions(behind, Registers{5}, options);
      worse += excess(behind, 5) > was;  // where most of those stand the tracker does not know
      left_out += result.stats.left_out;
      done += result.changes;
      compare(before, behind);
    }
  }
  CHECK(left_out > 200);
  CHECK(done > 20);
  CHECK(worse <= 2);
}

TEST_CASE("cse with a limit: what the tracker walks grows with the code") {
  // Each block computes what the one before has, too, and shows a value of the first one.
  const auto run = [](int blocks) {
    SmallCode code;
    BlockId at = code.block();
    const ValueId a = code.parameter();
    std::vector<ValueId> far;
    for (int k = 0; k < blocks; ++k) far.push_back(code.op(at, "far " + std::to_string(k), pure, {a}));
    for (int k = 0; k < blocks; ++k) {
      code.show(at, {code.op(at, "op " + std::to_string(k / 2), pure, {a}), far[static_cast<std::size_t>(k)]});
      const BlockId next = code.block();
      code.jump(at, next);
      at = next;
    }
    code.ret(at);
    Options options;
    options.pressure.live = 1000;
    options.pressure.walks_per_instruction = 2;
    const auto result = passes::common_subexpressions(code, Registers{8}, options);
    CHECK(result.stats.left_out > static_cast<std::uint64_t>(blocks) / 4);
    CHECK(result.stats.reused + result.stats.pressure >= static_cast<std::uint64_t>(blocks) / 2 - 1);
    return result.stats.walked;
  };
  const std::uint64_t few = run(200), many = run(400);
  CHECK(few <= 200 * 8);
  CHECK(many <= 2 * few + 50);
}
