// Common subexpressions: random functions run before and behind, a slow twin by definition, pressure by the full
// analysis, and by hand what random functions do not have: guards, memory of two places, two ways.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include <lathe/passes/common_subexpressions.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
using Options = passes::CommonSubexpressionsOptions;
constexpr Effects pure{};
Options with_rounds(std::uint32_t rounds) {
  Options options;
  options.rounds = rounds;
  return options;
}
Options with_fuel(std::uint64_t fuel) {
  Options options;
  options.fuel = fuel;
  return options;
}

// Two instructions that compute the same, of which one is passed before the other: by definition.
std::uint32_t left(const EditFunction& f) {
  struct One {
    std::uint32_t block, at;
    std::string text;
  };
  std::vector<One> all;
  std::uint32_t found = 0;
  const auto in = reached(f);
  std::map<toy::Register, int> defs;  // blocks that nothing reaches may have another
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      for (const auto r : f.inst(i).writes) ++defs[r];
  for (const BlockId b : f.blocks()) {
    std::uint32_t at = 0;
    for (const InstId i : f.instructions(b)) {
      ++at;
      if (in.count(b.value) == 0 || f.payload(i).kind != toy::FrameOp::Kind::plain) continue;
      const auto m = f.inst(i);
      using enum toy::MachineInst::Op;
      if (m.op != add && m.op != mul && m.op != sub) continue;
      std::vector<toy::Register> reads = m.reads;
      if (defs[m.writes[0]] > 1 || std::any_of(reads.begin(), reads.end(), [&](auto r) { return defs[r] > 1; }))
        continue;
      if (m.op != sub) std::sort(reads.begin(), reads.end());
      std::string text = f.key(i);
      for (const auto r : reads) text += " " + std::to_string(r);
      for (const One& o : all)
        found += o.text == text && (o.block == b.value ? o.at < at : dominates(f, o.block, b.value));
      all.push_back({b.value, at, text});
    }
  }
  return found;
}

}  // namespace

TEST_CASE("cse: what is computed twice goes, and the code does the same") {
  std::uint64_t reused = 0, loads = 0, copies = 0, hoisted = 0, before = 0, behind = 0;
  on_random_functions(
      21,
      [&](EditFunction&, toy::RandomFunctions&) {
        return [&](EditFunction& code) {
          before += size(code);
          const auto result = passes::common_subexpressions(code, with_rounds(20));
          behind += size(code);
          reused += result.stats.reused, loads += result.stats.reused_loads, copies += result.stats.copies;
          hoisted += result.stats.hoisted;
        };
      },
      [](const EditFunction&, const EditFunction& f) { CHECK(left(f) == 0); });
  CHECK(reused > 60);
  CHECK(loads > 5);
  CHECK(copies > 500);
  CHECK(hoisted > 2);
  CHECK(before - behind >= reused + copies);
}

TEST_CASE("cse: registers above the limit do not become more") {
  std::uint64_t refused = 0, done = 0;
  for (const std::uint32_t limit : {4U, 6U, 8U})
    on_random_functions(
        31 + limit,
        [&](EditFunction&, toy::RandomFunctions&) {
          return [&, limit](EditFunction& code) {
            const std::uint64_t was = excess(code, limit);
            Options options;
            options.pressure.tracker.verify_update_mcse = true;
            options.pressure.tracker.print_verify = true;
            const auto result = passes::common_subexpressions(code, Registers{limit}, options);
            CHECK(result.error == "");
            CHECK(excess(code, limit) <= was);
            refused += result.stats.pressure, done += result.stats.reused;
          };
        },
        [](const EditFunction&, const EditFunction&) {}, 100);
  CHECK(refused > 8);
  CHECK(done > 10);
}

TEST_CASE("cse: incremental or afresh, the tracker decides the same") {
  toy::RandomFunctions random(41);
  for (int round = 0; round < 60; ++round) {
    const auto ssa = random.next();
    EditFunction a(ssa), b(ssa);
    Options options;
    passes::common_subexpressions(a, Registers{5}, options);
    options.pressure.tracker.incremental_update_mcse = false;
    passes::common_subexpressions(b, Registers{5}, options);
    CHECK(a.text() == b.text());
  }
}

TEST_CASE("cse: every prefix, and every analysis beside") {
  every_prefix(
      51, [](EditFunction&) {},
      [](EditFunction& code, std::uint64_t fuel) {
        return passes::common_subexpressions(code, with_fuel(fuel)).out_of_fuel;
      });
  toy::RandomFunctions random(52);
  for (int round = 0; round < 20; ++round) {
    EditFunction code(random.next());
    with_followers(code, [](EditFunction& f, auto&... observers) {
      passes::common_subexpressions(f, Registers{7}, Options{}, NoRemarks{}, observers...);
    });
  }
}

TEST_CASE("cse: loads, by what stands between") {
  for (const bool clobbered : {false, true}) {
    SmallCode code;
    const BlockId b = code.block(), c = code.block();
    const ValueId p = code.parameter();
    const ValueId x = code.load(b, p, 0);
    code.store(b, p, clobbered ? 2 : 4, x);
    code.jump(b, c);
    const ValueId y = code.load(c, p, 0);
    code.show(c, {x, y});
    code.ret(c);
    CHECK(passes::common_subexpressions(code).stats.reused_loads == (clobbered ? 0 : 1));
    CHECK(code.count(c, "load") == (clobbered ? 1 : 0));
  }
  // In a loop: what is written behind the load is written before its next turn.
  SmallCode code;
  const BlockId entry = code.block(), loop = code.block(), end = code.block();
  const ValueId p = code.parameter();
  const ValueId x = code.load(entry, p, 0);
  code.jump(entry, loop);
  const ValueId y = code.load(loop, p, 0);
  code.show(loop, {x, y});
  code.store(loop, p, 0, y);
  code.branch(loop, y, loop, end);
  code.ret(end);
  CHECK(passes::common_subexpressions(code).stats.reused == 0);
}

TEST_CASE("cse: what is cheap comes from its block and from one in front of it, no further") {
  // Into the block itself, a direct successor, one behind that; and where both ways meet.
  const auto run = [](int far, bool cheap, bool across) {
    SmallCode code;
    const BlockId first = code.block(), l = code.block(), r = code.block(), join = code.block();
    const ValueId x = code.make_value(), y = code.make_value();
    const Effects e = cheap ? Effects(program::Effect::cheap) : pure;
    const BlockId at[] = {first, l, join};
    code.write(first, "set 9", e, {}, x);
    code.show(first, {x});
    if (far != 0) code.branch(first, x, l, r);
    if (far != 1) code.write(at[far], "set 9", e, {}, y);
    if (far == 0) code.show(first, {y}), code.branch(first, x, l, r);
    if (far == 1) code.write(l, "set 9", e, {}, y), code.show(l, {y});
    code.jump(l, join);
    code.jump(r, join);
    if (far == 2) code.show(join, {y});
    code.ret(join);
    Options options;
    options.cheap_across = across;
    return passes::common_subexpressions(code, options).stats.reused;
  };
  for (const int far : {0, 1, 2}) {
    CAPTURE(far);
    CHECK(run(far, true, false) == (far < 2 ? 1 : 0));
    CHECK(run(far, true, true) == 1);
    CHECK(run(far, false, false) == 1);
  }
}

TEST_CASE("cse: guards") {
  // A result under a guard is stood for by one under none, or under the same guard and sense, where it is read under it.
  const auto run = [](bool negated, bool seen, bool first_guarded, bool other_sense = false) {
    SmallCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), a = code.parameter(), x = code.make_value(), y = code.make_value();
    if (first_guarded)
      code.guarded(b, "op", p, false, {a}, x);
    else
      code.write(b, "op", pure, {a}, x);
    code.guarded(b, "op", p, negated, {a}, y);
    const ValueId z = code.make_value();
    code.guarded(b, "other", p, negated != other_sense, {y}, z);
    code.show(b, {seen ? y : a});
    code.ret(b);
    const auto result = passes::common_subexpressions(code);
    CHECK(code.count(b, "op") == 2 - result.stats.reused);
    return result.stats.guarded;
  };
  CHECK(run(false, false, true) == 1);
  CHECK(run(true, false, true) == 0);
  CHECK(run(false, true, true) == 0);
  CHECK(run(true, false, false) == 1);
  CHECK(run(true, true, false) == 0);
  CHECK(run(false, false, true, true) == 0);
  CHECK(run(false, false, false, true) == 0);
}

TEST_CASE("cse: two ways") {
  // On both ways of a branch; what traps is done ahead only where it is done on every way.
  const auto run = [](Effects e, bool both, bool third, bool fence = false) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), r = code.block(), t = code.block(), end = code.block();
    const ValueId a = code.parameter();
    code.branch(b, a, l, third ? t : r);
    code.branch(t, a, r, end);
    if (fence) code.show(l, {a});
    const ValueId x = code.op(l, "op", e, {a});
    code.show(l, {x});
    code.jump(l, end);
    const ValueId y = code.op(r, both ? "op" : "another", e, {a});
    code.show(r, {y, y});
    code.jump(r, end);
    code.ret(end);
    const auto result = passes::common_subexpressions(code);
    CHECK(code.count(b, "op") == result.stats.hoisted);
    CHECK(code.count(l, "op") + code.count(r, "op") == (both ? 2 : 1) - 2 * result.stats.hoisted);
    return result.stats.hoisted;
  };
  CHECK(run(pure, true, false) == 1);
  CHECK(run(pure, false, false) == 0);
  CHECK(run(Effect::traps, true, false) == 1);
  CHECK(run(Effect::traps, true, true) == 0);
  CHECK(run(Effect::traps, true, false, true) == 0);
  CHECK(run(pure, true, false, true) == 1);
  CHECK(run(Effect::convergent, true, false) == 0);
}

TEST_CASE("cse: what is read behind the function's back is computed where it was") {
  for (const bool seen : {false, true}) {
    ToldCode code;
    const BlockId b = code.block(), l = code.block(), r = code.block(), end = code.block();
    const ValueId a = code.parameter(), x = code.parameter();  // behind r it is what came in
    code.branch(b, a, l, r);
    code.write(l, "op", pure, {a}, x);
    code.jump(l, end);
    code.show(r, {code.op(r, "op", pure, {a})});
    code.jump(r, end);
    code.ret(end);
    if (seen) code.outs = {{end, x}};
    CHECK(passes::common_subexpressions(code).stats.hoisted == (seen ? 0 : 1));
  }
}

TEST_CASE("cse: of three, those that may be one are") {
  // Where the first two may not the second and the third are asked: what traps is not done on every way from the entry, and that is
  // passed more often than the two where no loop is.
  for (const bool loop : {false, true}) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), m = code.block(), r = code.block(), t = code.block(),
                  end = code.block();
    const ValueId a = code.parameter();
    code.branch(b, a, l, m);
    code.branch(m, a, r, t);
    for (const BlockId at : {l, r, t}) {
      code.show(at, {code.op(at, "op", Effect::traps, {a}), a});
      if (loop && at == r)
        code.branch(at, a, at, end);
      else
        code.jump(at, end);
    }
    code.ret(end);
    CHECK(passes::common_subexpressions(code, with_rounds(1)).stats.hoisted == 1);
    CHECK(code.count(m, "op") == 1);
    CHECK(code.count(l, "op") == 1);
    CHECK(passes::common_subexpressions(code, with_rounds(1)).stats.hoisted == 1);  // and then all three
    CHECK(code.count(b, "op") == 1);
  }
}

TEST_CASE("cse with a limit: where enough was walked, what is reused within a block still is") {
  SmallCode code;
  BlockId at = code.block();
  const ValueId a = code.parameter();
  constexpr int values = 300, blocks = 500;
  for (int k = 0; k < values; ++k) code.show(at, {code.op(at, "op " + std::to_string(k), pure, {a})});
  for (int k = 0; k < blocks; ++k) {
    const BlockId next = code.block();
    code.jump(at, next);
    at = next;
  }
  for (int k = 0; k < values; ++k) code.show(at, {code.op(at, "op " + std::to_string(k), pure, {a})});
  for (int k = 0; k < 2; ++k) code.show(at, {code.op(at, "near", pure, {a})});
  code.ret(at);
  Options options = with_rounds(1);
  options.explain = true;
  options.pressure.walks_per_instruction = 0;
  const auto result = passes::common_subexpressions(code, Registers{3}, options);
  std::uint64_t far = 0;
  for (const auto& kept : result.kept) far += kept.reason == passes::SubexpressionReason::far;
  CHECK(far > 0);
  CHECK(result.stats.pressure > 0);
  CHECK(far + result.stats.pressure + result.stats.reused == values + 1);
  CHECK(code.count(at, "near") == 1);
}

TEST_CASE("cse: a result that is bound is no obstacle for others") {
  SmallCode code;
  const BlockId b = code.block(), l = code.block(), r = code.block(), end = code.block();
  const ValueId a = code.parameter();
  code.branch(b, a, l, r);
  code.show(l, {code.op(l, "op", pure, {a})});
  code.jump(l, end);
  code.show(r, {code.op(r, "op", pure, {a})});
  code.jump(r, end);
  const ValueId y = code.op(end, "op", pure, {a});
  code.add(end, {"call", Effect::side_effect, {}}, {{y, Role::use, false, false, true}});  // keeps its name
  code.ret(end);
  CHECK(passes::common_subexpressions(code, with_rounds(1)).stats.hoisted == 1);
  CHECK(code.names(b) == "op branch");
  CHECK(code.count(l, "op") == 1);
  CHECK(code.count(r, "op") == 0);
  CHECK(code.count(end, "op") == 0);
}

TEST_CASE("cse: rounds") {
  for (const std::uint32_t rounds : {1U, 2U}) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), r = code.block(), end = code.block();
    const ValueId a = code.parameter();
    code.branch(b, a, l, r);
    for (const BlockId at : {l, r}) {
      code.show(at, {code.op(at, "outer", pure, {code.op(at, "inner", pure, {a})})});
      code.jump(at, end);
    }
    code.ret(end);
    CHECK(passes::common_subexpressions(code, with_rounds(rounds)).stats.hoisted == rounds);
    CHECK(code.count(b, "outer") == rounds - 1);
  }
}

TEST_CASE("cse: what the end of a block writes is not there in front of it") {
  SmallCode code;
  const BlockId b = code.block(), l = code.block(), r = code.block(), end = code.block();
  const ValueId a = code.parameter(), left = code.make_value();
  code.add(b, {"count", Effect::terminator, {}}, {{a, Role::use}, {left, Role::def}}, {l, r});
  for (const BlockId at : {l, r}) {
    code.show(at, {code.op(at, "op", pure, {left})});
    code.jump(at, end);
  }
  code.ret(end);
  CHECK(passes::common_subexpressions(code).stats.hoisted == 0);
}

TEST_CASE("cse: what nobody reads goes, however often it is written") {
  SmallCode code;
  const BlockId b = code.block();
  const ValueId a = code.parameter(), x = code.op(b, "op", pure, {a}), y = code.make_value();
  code.write(b, "op", pure, {a}, y);
  code.write(b, "other", pure, {a}, y);
  code.show(b, {x});
  code.ret(b);
  CHECK(passes::common_subexpressions(code).stats.reused == 1);
  CHECK(code.names(b) == "op other show ret");
}

TEST_CASE("cse: registers with several definitions, on an archetype") {
  archetype::Code code;
  const auto entry = code.make_block({});
  code.put_block(entry, true, {});
  const auto put = [&](std::string_view key, Effects e, std::vector<int> uses, std::vector<int> defs) {
    code.put(code.make({key, e, std::move(uses), std::move(defs), {}, -1}), {entry, {}});
  };
  put("op", pure, {1}, {2});
  put("op", pure, {1}, {3});  // the same
  put("op", pure, {5}, {6});
  put("set", pure, {}, {5});  // 5 is another from here on
  put("op", pure, {5}, {7});
  put("set", pure, {}, {8});
  put("other", pure, {8}, {9});
  put("again", pure, {}, {8});  // two definitions
  put("other", pure, {8}, {10});
  put("use", Effect::side_effect, {2, 3, 6, 7, 9, 10}, {});
  put("ret", Effect::terminator, {}, {});
  const auto result = passes::common_subexpressions(code);
  CHECK(result.stats.reused == 1);
  std::vector<int> read;
  for (const auto& i : code.instructions(entry))
    if (code.key(i) == "use") code.for_each_operand(i, [&](const auto& o) { read.push_back(o.value.number()); });
  CHECK(read == std::vector<int>{2, 2, 6, 7, 9, 10});
}
