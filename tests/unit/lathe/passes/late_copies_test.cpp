// Copy propagation and late clean-up: random functions in SSA form, and out of it with few registers that are written
// many times, run before and behind; by hand what each looks for.
#include <doctest/doctest.h>

#include <lathe/passes/late_cleanup.hpp>
#include <lathe/passes/propagate_copies.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/toy_shapes.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
constexpr Effects pure{};

// Some instructions stand once more in front of the end of their block, or of the next one.
void repeat_some(EditFunction& f, toy::RandomFunctions& random) {
  std::vector<InstId> all;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.effects(i).reusable() && !f.effects(i).has(Effect::copy) && random.below(3) == 0) all.push_back(i);
  for (const InstId i : all) {
    const auto m = f.inst(i);
    if (std::find(m.reads.begin(), m.reads.end(), m.writes[0]) != m.reads.end() || m.writes.size() != 1) continue;
    f.put(f.clone(i), f.where(i));
  }
}

}  // namespace

TEST_CASE("copies: forward, backward, redundant and dead, and the code does the same") {
  passes::PropagateCopiesStats all[2];
  for (const bool ssa : {true, false})
    on_random_functions(
        111 + ssa,
        [&, ssa](EditFunction& f, toy::RandomFunctions&) {
          if (!ssa) leave_ssa(f);
          return [&, ssa](EditFunction& code) {
            const auto was = size(code);
            const auto result = passes::propagate_copies(code);
            CHECK(was - size(code) == result.stats.redundant + result.stats.dead + result.stats.backward);
            all[ssa].forwarded += result.stats.forwarded, all[ssa].redundant += result.stats.redundant;
            all[ssa].dead += result.stats.dead, all[ssa].backward += result.stats.backward;
          };
        },
        [](const EditFunction&, const EditFunction&) {}, 200);
  CHECK(all[1].forwarded > 200);
  CHECK(all[1].dead > 200);
  CHECK(all[0].forwarded > 200);
  CHECK(all[0].dead > 200);
  CHECK(all[0].backward > 20);
}

TEST_CASE("copies: every prefix, and every analysis beside") {
  every_prefix(121, leave_ssa, [](EditFunction& code, std::uint64_t fuel) {
    passes::PropagateCopiesOptions options;
    options.fuel = fuel;
    return passes::propagate_copies(code, options).out_of_fuel;
  });
  toy::RandomFunctions random(122);
  for (int round = 0; round < 15; ++round) {
    EditFunction code(random.next());
    leave_ssa(code);
    with_followers(code, [&](EditFunction& f, auto&... observers) {
      passes::propagate_copies(f, {}, NoRemarks{}, observers...);
      passes::late_cleanup(f, {}, NoRemarks{}, observers...);
    });
  }
}

TEST_CASE("copies: what is written directly, and what stands between") {
  // "op", `between`, and the copy of its result to v; what is written of it.
  const auto run = [](const std::string& between, std::uint64_t fuel = 9, bool phi = false) {
    SmallCode code;
    const BlockId b = code.block(), body = code.block();
    const ValueId p = code.parameter(), v = code.make_value();
    if (!phi) code.jump(b, body);
    const ValueId t = phi ? code.phi(body, {{b, p}}) : code.op(body, "op", pure, {p});
    if (phi) code.jump(b, body);
    if (between == "another") code.show(body, {p});
    if (between == "reads it") code.show(body, {v});
    if (between == "writes it") code.write(body, "set", pure, {}, v);
    code.write(body, "copy", Effect::copy, {t}, v);
    code.show(body, {v});
    code.write(body, "set", pure, {}, v);  // so that it has two definitions, and reads stay
    code.show(body, {v});
    code.ret(body);
    passes::PropagateCopiesOptions options;
    options.forward = false;
    options.fuel = fuel;
    const auto result = passes::propagate_copies(code, options);
    CHECK(code.count(body, "copy") == 1 - result.stats.backward);
    CHECK(result.changes == result.stats.backward);
    return result.stats.backward;
  };
  CHECK(run("") == 1);
  CHECK(run("another") == 1);
  CHECK(run("reads it") == 0);
  CHECK(run("writes it") == 0);
  CHECK(run("", 0) == 0);
  CHECK(run("", 9, true) == 0);
}

TEST_CASE("copies: forward, by hand") {
  const auto copy = [](SmallCode& code, BlockId b, ValueId to, ValueId from) {
    return code.write(b, "copy", Effect::copy, {from}, to);
  };
  {  // a phi takes what was copied, but nothing for a block that nothing reaches; then nobody needs the copy
    SmallCode code;
    const BlockId b = code.block(), none = code.block(), end = code.block();
    const ValueId p = code.parameter(), x = code.make_value(), y = code.make_value();
    copy(code, b, x, p);
    code.jump(b, end);
    copy(code, none, y, y);
    code.jump(none, end);
    const ValueId met = code.phi(end, {{b, x}, {none, x}});
    code.show(end, {met});
    code.ret(end);
    const auto result = passes::propagate_copies(code);
    CHECK(result.stats.forwarded == 1);
    CHECK(result.stats.redundant == 0);
    CHECK(code.count(none, "copy") == 1);
    CHECK(result.changes == 1 + result.stats.dead);
  }
  {  // written again before anybody reads it
    for (const std::uint32_t window : {8U, 0U}) {
      SmallCode code;
      const BlockId b = code.block();
      const ValueId p = code.parameter(), x = code.make_value();
      copy(code, b, x, p);
      code.show(b, {p});
      code.write(b, "set", pure, {}, x);
      code.show(b, {x});
      code.ret(b);
      passes::PropagateCopiesOptions options;
      options.window = window;
      const auto result = passes::propagate_copies(code, options);
      CHECK(result.stats.dead == (window == 0 ? 0 : 1));
      CHECK(result.changes == result.stats.dead);
    }
  }
  {  // a reader in a block that nothing reaches is one
    SmallCode code;
    const BlockId b = code.block(), none = code.block();
    const ValueId p = code.parameter(), x = code.make_value();
    copy(code, b, x, p);
    code.ret(b);
    code.show(none, {x});
    code.ret(none);
    CHECK(passes::propagate_copies(code).stats.dead == 0);
  }
  {  // what must have the register of a result stays, though it is a copy
    SmallCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), x = code.make_value(), z = code.make_value();
    copy(code, b, x, p);
    SmallCode::Operand use{x, Role::use};
    use.tied = 0;
    code.add(b, {"two", pure, {}}, {use, {z, Role::def}});
    code.show(b, {z});
    code.ret(b);
    const auto result = passes::propagate_copies(code);
    CHECK(result.stats.forwarded == 0);
    CHECK(code.count(b, "copy") == 1);
  }
  {  // the same again, though by now it is a copy of what y was copied from
    SmallCode code;
    const BlockId b = code.block(), end = code.block();
    const ValueId z = code.parameter(), x = code.make_value(), y = code.make_value();
    copy(code, b, y, z);
    copy(code, b, x, y);
    code.show(b, {x, y});
    code.jump(b, end);
    copy(code, end, x, y);
    code.show(end, {x, y});
    code.ret(end);
    CHECK(passes::propagate_copies(code).stats.redundant == 1);
  }
}

TEST_CASE("late clean-up: what is known already goes, and the code does the same") {
  std::uint64_t erased = 0, across = 0;
  on_random_functions(
      131,
      [&](EditFunction& f, toy::RandomFunctions& random) {
        leave_ssa(f);
        repeat_some(f, random);
        return [&](EditFunction& code) {
          const auto was = size(code);
          const auto result = passes::late_cleanup(code);
          CHECK(was - size(code) == result.stats.erased);
          erased += result.stats.erased, across += result.stats.across_blocks;
          CHECK(passes::late_cleanup(code).stats.erased == 0);
        };
      },
      [](const EditFunction&, const EditFunction&) {}, 200);
  CHECK(erased > 200);
  every_prefix(
      132,
      [](EditFunction& f) {
        toy::RandomFunctions random(5);
        leave_ssa(f);
        repeat_some(f, random);
      },
      [](EditFunction& code, std::uint64_t fuel) {
        passes::LateCleanupOptions options;
        options.fuel = fuel;
        return passes::late_cleanup(code, options).out_of_fuel;
      });
}

TEST_CASE("late clean-up: on every way, and only while nothing was written") {
  const auto run = [](bool left, bool right, bool clobber) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), r = code.block(), end = code.block();
    const ValueId p = code.parameter(), x = code.make_value(), q = code.make_value();
    code.write(b, "set", pure, {}, q);
    code.branch(b, p, l, r);
    code.write(l, left ? "op" : "another", pure, {p, q}, x);
    code.jump(l, end);
    code.write(r, right ? "op" : "another", pure, {p, q}, x);
    if (clobber) code.write(r, "set again", pure, {}, q);
    code.jump(r, end);
    code.write(end, "op", pure, {p, q}, x);
    code.show(end, {x});
    code.ret(end);
    return passes::late_cleanup(code).stats.across_blocks;
  };
  CHECK(run(true, true, false) == 1);
  CHECK(run(false, true, false) == 0);
  CHECK(run(true, true, true) == 0);
}

TEST_CASE("late clean-up: what computes nothing again is left alone") {
  // The same instruction twice, with nothing between; what is erased of it.
  const auto twice = [](Effects e, bool result, bool own, bool explain) {
    SmallCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), x = code.make_value();
    if (own) code.write(b, "set", pure, {}, x);
    for (int k = 0; k < 2; ++k) {
      std::vector<SmallCode::Operand> operands{{own ? x : p, Role::use}};
      if (result) operands.push_back({x, Role::def});
      code.add(b, {"op", e, {}}, operands);
    }
    if (own || result) code.show(b, {x});
    code.ret(b);
    passes::LateCleanupOptions options;
    options.explain = explain;
    const auto done = passes::late_cleanup(code, options);
    CHECK((done.kept.size() == 1) == (explain && done.stats.erased == 1));
    CHECK(done.kept.size() <= 1);
    CHECK(done.stats.looked_at == 2 * done.stats.erased);
    CHECK(code.count(b, "op") == 2 - done.stats.erased);
    return done.stats.erased;
  };
  CHECK(twice(pure, true, false, false) == 1);
  CHECK(twice(pure, true, false, true) == 1);
  CHECK(twice(pure, false, false, true) == 0);
  CHECK(twice(pure, true, true, true) == 0);
  for (const Effect e : {Effect::fresh, Effect::convergent, Effect::side_effect, Effect::marker, Effect::terminator})
    CHECK(twice(e, true, false, true) == 0);
}

TEST_CASE("late clean-up: guards") {
  enum { none, plain, yes, no };
  // `first`, then `second`, under these guards; is the second erased?
  const auto run = [](int first, int second, bool guard_changes, bool result_changes, bool reads_guard = false) {
    SmallCode code;
    const BlockId b = code.block(), c = code.block();
    const ValueId p = code.parameter(), g = code.make_value(), x = code.make_value();
    code.write(b, "set guard", pure, {}, g);
    const auto put = [&](BlockId at, int how) {
      if (how == plain) code.write(at, "op", pure, {p}, x);
      if (how > plain) code.guarded(at, "op", g, how == no, {reads_guard ? g : p}, x);
    };
    put(b, first);
    if (guard_changes) code.write(b, "set again", pure, {}, g);
    if (result_changes) code.write(b, "another", pure, {}, x);
    code.jump(b, c);
    put(c, second);
    code.show(c, {x});
    code.ret(c);
    const auto done = passes::late_cleanup(code);
    CHECK(code.count(b, "op") == (first != none ? 1 : 0));
    CHECK(code.count(c, "op") == 1 - done.stats.erased);
    CHECK(done.stats.guarded == done.stats.erased * (second > plain ? 1 : 0));
    return done.stats.erased;
  };
  CHECK(run(yes, yes, false, false) == 1);
  CHECK(run(no, no, false, false) == 1);
  CHECK(run(yes, yes, false, false, true) == 1);
  CHECK(run(plain, yes, false, false) == 1);
  CHECK(run(plain, no, false, false) == 1);
  CHECK(run(plain, plain, true, false) == 1);
  CHECK(run(plain, yes, true, false) == 1);  // under none it was done whatever the guard is
  CHECK(run(yes, no, false, false) == 0);
  CHECK(run(yes, plain, false, false) == 0);
  CHECK(run(yes, yes, true, false) == 0);
  CHECK(run(yes, yes, false, true) == 0);
  CHECK(run(plain, yes, false, true) == 0);
  CHECK(run(none, yes, false, false) == 0);
}

TEST_CASE("late clean-up: guards on one way, none on the other; and what is written in part") {
  const auto run = [](bool left_guarded, bool right_guarded) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), r = code.block(), end = code.block();
    const ValueId p = code.parameter(), g = code.make_value(), x = code.make_value();
    code.write(b, "set guard", pure, {}, g);
    code.branch(b, p, l, r);
    for (const BlockId side : {l, r}) {
      if (side == l ? left_guarded : right_guarded)
        code.guarded(side, "op", g, false, {p}, x);
      else
        code.write(side, "op", pure, {p}, x);
      code.jump(side, end);
    }
    code.guarded(end, "op", g, false, {p}, x);
    code.show(end, {x});
    code.ret(end);
    return passes::late_cleanup(code).stats.erased;
  };
  CHECK(run(true, true) == 1);
  CHECK(run(true, false) == 1);
  CHECK(run(false, true) == 1);
  CHECK(run(false, false) == 1);
  // In part: what was there before is read, under no guard.
  SmallCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), x = code.make_value();
  code.write(b, "set", pure, {}, x);
  for (int k = 0; k < 2; ++k)
    code.add(b, {"part", pure, {}}, {{p, Role::use}, {x, Role::use, false, true}, {x, Role::def}});
  code.show(b, {x});
  code.ret(b);
  CHECK(passes::late_cleanup(code).stats.looked_at == 0);
}

TEST_CASE("late clean-up: guarded instructions in random functions") {
  toy::RandomFunctions random(141);
  std::uint64_t guarded = 0;
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    const std::uint32_t seed = random.below(10000);
    EditFunction before(ssa), behind(ssa);
    for (EditFunction* f : {&before, &behind}) {
      toy::RandomFunctions same(seed);
      leave_ssa(*f);
      guard_some(*f, same);
    }
    passes::LateCleanupOptions options;
    if (round % 2 == 0) options.fuel = seed % 3;
    const auto result = passes::late_cleanup(behind, options);
    guarded += result.stats.guarded;
    same_to_the_machine(before, behind);
  }
  CHECK(guarded > 200);
}

TEST_CASE("copies and late clean-up on an archetype") {
  archetype::Code code;
  const auto b = code.make_block({});
  code.put_block(b, true, {});
  const auto put = [&](std::string_view key, Effects e, std::vector<int> uses, std::vector<int> defs) {
    code.put(code.make({key, e, std::move(uses), std::move(defs), {}, -1}), {b, {}});
  };
  put("copy", Effect::copy, {1}, {2});
  put("use", Effect::side_effect, {2}, {});  // reads 1
  put("op", pure, {3}, {4});
  put("copy", Effect::copy, {4}, {5});  // op writes 5
  put("copy", Effect::copy, {3}, {2});
  put("op", pure, {3}, {5});  // is there already
  put("use", Effect::side_effect, {2, 5}, {});
  put("ret", Effect::terminator, {}, {});
  const auto copies = passes::propagate_copies(code);
  CHECK(copies.stats.backward == 1);
  CHECK(copies.stats.forwarded == 2);
  CHECK(copies.stats.dead == 2);
  CHECK(passes::late_cleanup(code).stats.erased == 1);
}
