// Compiled alone: much that follows edits stands on it.
// Analyses that follow edits: uses replaced, and small functions whose answers are known.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_intervals.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/program/use_def.hpp>

#include "unit/lathe/program/random_edits.hpp"

namespace {

using namespace program_test;

auto picker(std::mt19937& rng) {
  return [&rng](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
}

TEST_CASE("all uses of a value are replaced, those of phis too, and given back") {
  std::uint32_t replaced = 0, phis = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 rng(seed);
    Code c;
    fill(picker(rng), c, 9);
    Known known(c);
    ControlFlow cfg(c, known);
    UseDef use_def(c, known);
    lathe::flow::FollowLiveness live(c, cfg);
    Verifying verify(c, use_def, live);
    Editing e(c, cfg, use_def, live, verify);
    const std::string before = c.text();
    const ValueId from(0), to(1);
    const std::uint32_t uses = use_def.uses(from), others = use_def.uses(to), defs = use_def.defs(from);
    e.begin();
    CHECK(replace_uses(e, use_def, from, to) == uses);
    CHECK(use_def.uses(from) == 0);
    CHECK(use_def.defs(from) == defs);
    CHECK(use_def.uses(to) == uses + others);
    for (const BlockId b : c.blocks())
      for (const InstId i : c.instructions(b)) {
        c.for_each_operand(i, [&](const auto& o) { CHECK((o.is_def() || !(o.value == from))); });
        c.for_each_incoming(i, [&](BlockId, ValueId v) {
          CHECK_FALSE(v == from);
          ++phis;
        });
      }
    replaced += uses;
    e.rollback();
    CHECK(c.text() == before);
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
