// Compiled alone: all that follows edits stands on it.
// Analyses that follow edits: equal to themselves made anew after every edit of random functions, and broken ones seen.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "fuzz/program_edits_body.hpp"

namespace {

using namespace program_test;

auto picker(std::mt19937& rng) {
  return [&rng](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
}

TEST_CASE("all observers follow random edits, and rollbacks are exact") {
  Looked looked;
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 rng(seed);
    const std::string wrong = check_edits(picker(rng), 1 + seed % 20, 60, &looked);
    CAPTURE(seed);
    REQUIRE_MESSAGE(wrong.empty(), wrong);
  }
  CHECK(looked.edits > 4000);
  CHECK(looked.undone > 50);
  CHECK(looked.trackers < looked.edits * 3 / 4);  // the others were followed
}

// An observer that does not hear of some edits.
template <class O>
struct Deaf {
  using Kind = Edit<Code>::Kind;
  O& observer;
  Kind kind;
  void before(const Code& c, const Edit<Code>& e) {
    if (e.kind != kind) observer.before(c, e);
  }
  void after(const Code& c, const Edit<Code>& e) {
    if (e.kind != kind) observer.after(c, e);
  }
  void verify(const Code& c, FollowFaults& faults) const { observer.verify(c, faults); }
};

struct Follow {
  Code c;
  Known<Code> known;
  ControlFlow<Code> cfg;
  UseDef<Code> use_def;
  lathe::flow::FollowDominators<Code> dominators;
  lathe::flow::FollowPostDominators<Code> post;
  lathe::flow::FollowLoops<Code> loops;
  lathe::flow::FollowLiveness<Code> live;
  lathe::flow::FollowIntervals<Code> intervals;
  lathe::pressure::FollowPressure<Code> pressure;
  lathe::flow::FollowTrace<Code> trace;
  template <class Pick>
  explicit Follow(Pick&& pick)
      : known((fill(pick, c, 9), c)),
        cfg(c, known),
        use_def(c, known),
        dominators(cfg),
        post(cfg),
        loops(cfg),
        live(c, cfg),
        intervals(c, cfg, live),
        pressure(c, cfg, 4),
        trace(c, cfg, loops) {
    pressure.tracker();
  }
};

// Edits until the deaf one is found out; the fault's kind, or nothing.
template <class Choose>
std::optional<FollowFault> found_out(Choose&& choose, Edit<Code>::Kind kind, std::string* text = nullptr,
                                     unsigned seeds = 20) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = picker(rng);
    Follow f(pick);
    Deaf deaf{choose(f), kind};
    Verifying verify(f.c, deaf);
    // The graph itself is right, and liveness, unless it is the one that does not hear.
    ControlFlow other_graph(f.c, f.known);
    lathe::flow::FollowLiveness other_live(f.c, f.cfg);
    const auto is = [&](auto& o) { return static_cast<void*>(&choose(f)) == static_cast<void*>(&o); };
    Editing e(f.c, is(f.cfg) ? other_graph : f.cfg, is(f.live) ? other_live : f.live, deaf, verify);
    for (int k = 0; k < 40; ++k) {
      random_edit(pick, f.c, e, 12);
      if (verify.faults().empty()) continue;
      if (text != nullptr) *text = verify.faults().str();
      return verify.faults().begin()->kind;
    }
  }
  return std::nullopt;
}

TEST_CASE("an observer that misses edits of one kind is found out") {
  using Kind = Edit<Code>::Kind;
  const auto cfg = [](Follow& f) -> auto& { return f.cfg; };
  const auto use_def = [](Follow& f) -> auto& { return f.use_def; };
  const auto dominators = [](Follow& f) -> auto& { return f.dominators; };
  const auto post = [](Follow& f) -> auto& { return f.post; };
  const auto pressure = [](Follow& f) -> auto& { return f.pressure; };
  const auto intervals = [](Follow& f) -> auto& { return f.intervals; };
  const auto live = [](Follow& f) -> auto& { return f.live; };
  const auto trace = [](Follow& f) -> auto& { return f.trace; };
  std::string text;
  for (const Kind kind : {Kind::put, Kind::successor, Kind::block}) {
    CHECK(found_out(cfg, kind) == FollowFault::control_flow);
    CHECK(found_out(dominators, kind) == FollowFault::dominators);
    CHECK(found_out(post, kind) == FollowFault::post_dominators);
    CHECK(found_out(live, kind, &text) == FollowFault::liveness);
  }
  for (const Kind kind : {Kind::operand, Kind::incoming}) CHECK(found_out(live, kind) == FollowFault::liveness);
  for (const Kind kind : {Kind::put, Kind::operand, Kind::incoming})
    CHECK(found_out(pressure, kind) == FollowFault::pressure);
  // Intervals hear of what changed by liveness, which hears of everything here.
  for (const Kind kind : {Kind::put, Kind::operand, Kind::successor, Kind::block, Kind::incoming})
    CHECK(found_out(intervals, kind) == FollowFault::intervals);
  for (const Kind kind : {Kind::put, Kind::operand, Kind::block, Kind::incoming})
    CHECK(found_out(trace, kind, nullptr, 300) == FollowFault::trace);
  for (const Kind kind : {Kind::put, Kind::operand, Kind::block, Kind::incoming})
    CHECK(found_out(use_def, kind) == FollowFault::use_def);
  // Who misses what is none of his business stays right.
  CHECK(found_out(dominators, Kind::operand) == std::nullopt);
  CHECK(found_out(use_def, Kind::successor) == std::nullopt);
  CHECK(text.find("liveness behind edit ") == 0);
  CHECK(text.find("(block)") != std::string::npos);
}

TEST_CASE("what stands nowhere, or in a block that does, changes and nobody counts it") {
  std::uint32_t changed = 0, phis = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 rng(seed);
    Follow f(picker(rng));
    Verifying verify(f.c, f.use_def, f.live, f.intervals, f.pressure, f.trace);
    Editing e(f.c, f.cfg, f.use_def, f.loops, f.live, f.intervals, f.pressure, f.trace, verify);
    const auto change = [&](InstId i, ValueId to) {
      std::uint32_t n = 0;
      f.c.for_each_operand(i, [&](const auto&) { ++n; });
      while (n > 0) e.set_operand(i, --n, to), ++changed;
      std::vector<std::pair<BlockId, ValueId>> in;
      f.c.for_each_incoming(i, [&](BlockId b, ValueId) { in.push_back({b, to}); });
      if (!in.empty()) e.set_incoming(i, in), ++phis;
    };
    const std::string before = f.c.text();
    for (const BlockId b : blocks_of(f.c))
      for (const InstId i : insts_of(f.c, b)) {
        const InstId made = f.c.clone(i);
        e.begin();
        change(made, ValueId(1));
        if (!f.c.effects(i).has(Effect::terminator)) e.insert_before(made, i);
        change(made, ValueId(2));
        CHECK(verify.faults().empty());
        e.rollback();
        CHECK(f.c.text() == before);
      }
    const BlockId away = e.new_block();
    for (const BlockId b : blocks_of(f.c))
      for (const InstId i : insts_of(f.c, b))
        if (!f.c.effects(i).has(Effect::terminator)) e.append(f.c.clone(i), away);
    const std::string with = f.c.text();
    e.begin();
    e.erase_block(away);
    for (const InstId i : insts_of(f.c, away)) change(i, ValueId(2));
    CHECK(verify.faults().empty());
    e.rollback();
    CHECK(f.c.text() == with);
    CHECK_MESSAGE(verify.faults().empty(), verify.faults().str());
    Edit<Code> none_such;  // of an operand that the instruction does not have
    none_such.kind = Edit<Code>::Kind::operand;
    none_such.inst = insts_of(f.c, away).empty() ? f.c.make({4}) : insts_of(f.c, away).front();
    none_such.index = 100;
    none_such.new_value = ValueId(0);
    f.use_def.after(f.c, none_such);
    FollowFaults faults;
    f.use_def.verify(f.c, faults);
    CHECK_MESSAGE(faults.empty(), faults.str());
  }
  CHECK(changed > 300);
  CHECK(phis > 20);
}

TEST_CASE("all uses of a value are replaced, those of phis too, and given back") {
  std::uint32_t replaced = 0, phis = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = picker(rng);
    Follow f(pick);
    Verifying verify(f.c, f.use_def, f.live);
    Editing e(f.c, f.cfg, f.use_def, f.live, verify);
    const std::string before = f.c.text();
    const ValueId from(0), to(1);
    const std::uint32_t uses = f.use_def.uses(from), others = f.use_def.uses(to), defs = f.use_def.defs(from);
    e.begin();
    CHECK(replace_uses(e, f.use_def, from, to) == uses);
    CHECK(f.use_def.uses(from) == 0);
    CHECK(f.use_def.defs(from) == defs);
    CHECK(f.use_def.uses(to) == uses + others);
    for (const BlockId b : f.c.blocks())
      for (const InstId i : f.c.instructions(b)) {
        f.c.for_each_operand(i, [&](const auto& o) { CHECK((o.is_def() || !(o.value == from))); });
        f.c.for_each_incoming(i, [&](BlockId, ValueId v) {
          CHECK_FALSE(v == from);
          ++phis;
        });
      }
    replaced += uses;
    e.rollback();
    CHECK(f.c.text() == before);
    CHECK(verify.faults().empty());
  }
  CHECK(replaced > 20);
  CHECK(phis > 10);
}

// A Store that counts what is asked of it, and how often a phi is set.
struct Counting : Code {
  mutable std::uint64_t asked = 0;
  std::uint32_t phis_set = 0, operands_set = 0;
  template <class F>
  void for_each_operand(InstId i, F&& f) const {
    Code::for_each_operand(i, [&](const auto& o) { ++asked, f(o); });
  }
  template <class F>
  void for_each_incoming(InstId i, F&& f) const {
    Code::for_each_incoming(i, [&](BlockId b, ValueId v) { ++asked, f(b, v); });
  }
  void set_incoming(InstId i, std::span<const std::pair<BlockId, ValueId>> in) {
    ++phis_set;
    Code::set_incoming(i, in);
  }
  void set_operand(InstId i, std::uint32_t k, ValueId v) {
    ++operands_set;
    Code::set_operand(i, k, v);
  }
};

TEST_CASE("a phi and an operation that take a value n times: each use replaced once, in time linear in n") {
  std::uint64_t asked[2] = {};
  for (const std::uint32_t n : {64U, 512U}) {
    Counting c;
    const ValueId from = c.make_value(), to = c.make_value(), other = c.make_value(), v = c.make_value();
    const BlockId entry = c.make_block(), join = c.make_block();
    c.put_block(entry, true);
    std::vector<BlockId> ways;
    std::vector<std::pair<BlockId, ValueId>> in;
    for (std::uint32_t k = 0; k < n; ++k) {
      ways.push_back(c.make_block());
      c.put_block(ways.back(), true);
      c.put(c.make({0}, {}, std::span(&join, 1)), {ways.back(), {}});
      in.push_back({ways.back(), k % 8 == 7 ? other : from});
    }
    c.put_block(join, true);
    const Operand<ValueId> use{from, Role::use}, def{v, Role::def};
    c.put(c.make({1}, std::span(&use, 1), ways), {entry, {}});
    const InstId phi = c.make({3}, std::span(&def, 1));
    c.put(phi, {join, {}});
    c.set_incoming(phi, in);
    std::vector<Operand<ValueId>> operands(n, use);
    operands[3] = {from, Role::def};
    const InstId call = c.make({4}, operands);
    c.put(call, {join, {}});
    c.put(c.make({2}), {join, {}});
    Known<Counting> known(c);
    UseDef<Counting> uses(c, known);
    Editing e(c, uses);
    c.asked = c.phis_set = c.operands_set = 0;
    const std::uint32_t there = 1 + n - n / 8 + n - 1;  // the branch, the phi, the call
    CHECK(replace_uses(e, uses, from, to) == there);
    asked[n == 512] = c.asked;
    CHECK(c.phis_set == 1);
    CHECK(c.operands_set == 1 + n - 1);
    std::uint32_t changed = 0, kept = 0;
    c.for_each_incoming(phi, [&](BlockId b, ValueId x) {
      CHECK(b == ways[changed + kept]);
      ++(x == to ? changed : kept);
      if (!(x == to)) CHECK(x == other);
    });
    CHECK(changed == n - n / 8);
    CHECK(kept == n / 8);
    c.for_each_operand(call, [&](const auto& o) { CHECK((o.value == (o.is_def() ? from : to))); });
    CHECK(uses.uses(to) == there);
    FollowFaults faults;
    uses.verify(c, faults);
    CHECK_MESSAGE(faults.empty(), faults.str());
  }
  CHECK(asked[1] < 9 * asked[0]);  // eight times as many uses; by pairs it would be 64
}

TEST_CASE("of an operand that is set two values are concerned, whatever else the instruction names") {
  Code c;
  const BlockId block = c.make_block();
  c.put_block(block, true);
  std::vector<Operand<ValueId>> operands;
  for (std::uint32_t k = 0; k < 100; ++k) operands.push_back({c.make_value(), Role::use});
  const InstId call = c.make({4}, operands);
  c.put(call, {block, {}});
  Known known(c);
  ControlFlow cfg(c, known);
  lathe::flow::FollowLiveness live(c, cfg);
  lathe::flow::FollowIntervals intervals(c, cfg, live);
  Verifying verify(c, cfg, live, intervals);
  Editing e(c, cfg, live, intervals, verify);
  const std::uint64_t walked = live.walked();
  e.set_operand(call, 7, ValueId(8));
  CHECK(live.walked() - walked <= 2);
  CHECK(live.concerned().size() <= 4);  // some twice
  CHECK_FALSE(live.live_into(block, ValueId(7)));
  CHECK(live.live_into(block, ValueId(8)));
  CHECK_MESSAGE(verify.faults().empty(), verify.faults().str());
}

// a = ..; b = ..; use a; use b; c = ..
TEST_CASE("intervals extend, shrink, split and merge by edits") {
  Code c;
  const ValueId a = c.make_value(), b = c.make_value(), x = c.make_value();
  const BlockId block = c.make_block();
  c.put_block(block, true);
  const auto inst = [&](ValueId v, Role role) {
    const Operand<ValueId> o{v, role};
    const InstId i = c.make({5}, std::span(&o, 1));
    c.put(i, {block, {}});
    return i;
  };
  const InstId def_a = inst(a, Role::def), def_b = inst(b, Role::def), use_a = inst(a, Role::use),
               use_b = inst(b, Role::use), def_x = inst(x, Role::def);
  Known known(c);
  ControlFlow cfg(c, known);
  lathe::flow::FollowLiveness live(c, cfg);
  lathe::flow::FollowIntervals intervals(c, cfg, live);
  Verifying verify(c, cfg, live, intervals);
  Editing e(c, cfg, live, intervals, verify);
  CHECK(intervals.overlap(a, b));
  CHECK_FALSE(intervals.overlap(a, x));
  CHECK(intervals.parts(x).size() == 1);
  CHECK(intervals.parts(x)[0].dead);
  CHECK_FALSE(intervals.live_behind(x, def_x));
  CHECK(intervals.live_at(a, use_a));
  CHECK_FALSE(intervals.live_behind(a, use_a));
  CHECK_FALSE(intervals.live_at(a, def_a));

  e.begin();
  e.append(c.clone(use_a), block);  // extends
  CHECK(intervals.overlap(a, x));
  e.rollback();
  CHECK_FALSE(intervals.overlap(a, x));  // shrinks
  e.move(use_a, {block, def_b});
  CHECK_FALSE(intervals.overlap(a, b));
  e.set_operand(def_b, 0, a);  // b's interval is a's now: both are one, of two parts
  e.set_operand(use_b, 0, a);
  CHECK(intervals.parts(a).size() == 2);
  CHECK(intervals.parts(b).empty());
  CHECK(verify.faults().empty());
  e.set_operand(use_a, 0, b);  // and a split that leaves a write without a read
  CHECK(intervals.parts(a)[0].dead);
  CHECK(intervals.live_at(b, def_a));
  CHECK(verify.faults().empty());
}

// entry -> head; head -> body, exit; body -> head
TEST_CASE("a loop that is entered, copied and left") {
  Code c;
  const ValueId x = c.make_value();
  const BlockId entry = c.make_block(), exit = c.make_block(), head = c.make_block(), body = c.make_block(head);
  for (const BlockId b : {entry, head, body, exit}) c.put_block(b, true);
  const Operand<ValueId> use{x, Role::use}, def{x, Role::def};
  const BlockId to[] = {body, exit};
  c.put(c.make({5}, std::span(&def, 1)), {entry, {}});
  c.put(c.make({0}, {}, std::span(&head, 1)), {entry, {}});
  c.put(c.make({1}, std::span(&use, 1), to), {head, {}});
  c.put(c.make({2}), {exit, {}});

  Known known(c);
  ControlFlow cfg(c, known);
  lathe::flow::FollowDominators dominators(cfg);
  lathe::flow::FollowPostDominators post(cfg);
  lathe::flow::FollowLoops loops(cfg);
  lathe::flow::FollowLiveness live(c, cfg);
  Verifying verify(c, cfg, dominators, post, loops, live);
  Editing e(c, cfg, dominators, post, loops, live, verify);
  const auto number = [&](BlockId b) { return known.blocks.find(b); };
  CHECK(loops.loops().loops.size() == 1);
  CHECK(live.live_from(body, x));

  e.begin();
  e.retarget(body, 0, exit);  // no loop any more
  CHECK(loops.loops().loops.empty());
  CHECK_FALSE(live.live_from(body, x));
  CHECK(dominators.immediate(number(exit)) == number(head));
  e.rollback();
  CHECK(loops.loops().loops.size() == 1);
  CHECK(live.live_from(body, x));

  const BlockId copy = e.clone_block(head, body);  // entered by both: an irreducible cycle
  e.retarget(body, 0, copy);
  e.retarget(entry, 0, body);
  CHECK(dominators.immediate(number(copy)) == number(body));
  CHECK(live.live_into(copy, x));
  e.redirect(copy, exit, body);  // nothing leaves: endless code has an exit of its own
  CHECK_FALSE(dominators.reachable(number(exit)));
  CHECK(post.reachable(number(body)));
  CHECK(verify.faults().empty());
  CHECK(verify.edits() == 6);
}

// Two endless blocks behind a branch of three ways: which of them counts as an exit, and which loop is the first,
// depends on the order of the ways alone.
TEST_CASE("the order of ways that lead to the same blocks") {
  for (const bool back : {false, true}) {
    Code c;
    const ValueId x = c.make_value();
    const BlockId entry = c.make_block(), fork = c.make_block(), one = c.make_block(), two = c.make_block();
    for (const BlockId b : {entry, fork, one, two}) c.put_block(b, true);
    const Operand<ValueId> use{x, Role::use};
    const BlockId ways[] = {one, two, one}, after_one = back ? fork : one, after_two = back ? fork : two;
    c.put(c.make({0}, {}, std::span(&fork, 1)), {entry, {}});
    c.put(c.make({1}, std::span(&use, 1), ways), {fork, {}});
    c.put(c.make({0}, {}, std::span(&after_one, 1)), {one, {}});
    c.put(c.make({0}, {}, std::span(&after_two, 1)), {two, {}});
    Known known(c);
    ControlFlow cfg(c, known);
    lathe::flow::FollowDominators dominators(cfg);
    lathe::flow::FollowPostDominators post(cfg);
    lathe::flow::FollowLoops loops(cfg);
    Verifying verify(c, cfg, dominators, post, loops);
    Editing e(c, cfg, dominators, post, loops, verify);
    CHECK(loops.loops().loops.size() == (back ? 1 : 2));
    const std::uint64_t version = cfg.version();
    e.retarget(fork, 0, two);
    CHECK(cfg.changes().empty());
    CHECK(cfg.reordered());
    CHECK(cfg.version() == version + 1);
    CHECK_MESSAGE(verify.faults().empty(), verify.faults().str());
  }
}

TEST_CASE("a phi that names a block once for each way forgets one with each") {
  Code c;
  const ValueId x = c.make_value(), v = c.make_value();
  const BlockId entry = c.make_block(), to = c.make_block(), other = c.make_block();
  for (const BlockId b : {entry, to, other}) c.put_block(b, true);
  const Operand<ValueId> use{x, Role::use}, def{v, Role::def};
  const BlockId ways[] = {to, to};
  c.put(c.make({1}, std::span(&use, 1), ways), {entry, {}});
  const InstId phi = c.make({3}, std::span(&def, 1));
  c.put(phi, {to, {}});
  const std::pair<BlockId, ValueId> twice[] = {{entry, x}, {entry, x}};
  c.set_incoming(phi, twice);
  c.put(c.make({2}), {to, {}});
  c.put(c.make({2}), {other, {}});
  Editing e(c);
  const auto from = [&] {
    std::vector<BlockId> out;
    c.for_each_incoming(phi, [&](BlockId b, ValueId) { out.push_back(b); });
    return out;
  };
  e.retarget(entry, 0, other);
  CHECK(from() == std::vector{entry});
  const BlockId made = e.split_edge(entry, 1);
  CHECK(from() == std::vector{made});
}

}  // namespace
