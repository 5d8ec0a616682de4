// Invariant code that is computed in front of the loop already: what takes the other's result, what does not, random
// functions run before and behind, and registers.
#include <doctest/doctest.h>

#include <lathe/passes/hoist.hpp>
#include <lathe/passes/reuse.hpp>

#include "unit/lathe/passes/toy_shapes.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
constexpr Effects pure{};

passes::HoistOptions with_reuse(bool reuse) {
  passes::HoistOptions options;
  options.reuse = reuse;
  return options;
}

// entry -> outer -> front -> loop <-> loop -> back -> outer or end
template <class Code>
struct TwoLoopsOf {
  Code code;
  BlockId entry = code.block(), outer = code.block(), front = code.block(), loop = code.block(), back = code.block(),
          end = code.block();
  ValueId p = code.parameter(), q = code.parameter();
  TwoLoopsOf() {
    code.jump(outer, front);
    code.jump(front, loop);
    code.branch(back, q, outer, end);
    code.ret(end);
  }
  void close() {
    code.jump(entry, outer);
    code.branch(loop, q, loop, back);
  }
};
using TwoLoops = TwoLoopsOf<SmallCode>;

}  // namespace

TEST_CASE("hoist: two that compute the same leave the loop as one") {
  for (const bool reuse : {false, true}) {
    CAPTURE(reuse);
    TwoLoops l;
    const ValueId x = l.code.op(l.loop, "op", pure, {l.p, l.q}), y = l.code.op(l.loop, "op", pure, {l.p, l.q});
    const ValueId z = l.code.op(l.loop, "op", pure, {l.q, l.p});
    l.code.show(l.loop, {x, y, z});
    l.close();
    const auto result = passes::hoist(l.code, with_reuse(reuse));
    CHECK(result.stats.reused == reuse);
    CHECK(result.stats.hoisted == (reuse ? 2 : 3));
    CHECK(l.code.names(l.entry) == (reuse ? "op op jump" : "op op op jump"));
    for (const InstId i : l.code.instructions(l.loop)) {
      std::vector<ValueId> read;
      l.code.for_each_operand(i, [&](const auto& o) { read.push_back(o.value); });
      if (l.code.payload(i).name == "show") CHECK(read == std::vector{x, reuse ? x : y, z});
    }
  }
}

TEST_CASE("hoist: what stands in front of a loop, or of one around, stands for what would go there") {
  for (const bool outside : {false, true}) {
    CAPTURE(outside);
    TwoLoops l;
    const ValueId x = l.code.op(outside ? l.entry : l.front, "op", pure, {l.p});
    l.code.show(l.front, {x});
    l.code.show(l.loop, {l.code.op(l.loop, "op", pure, {l.p})});
    l.close();
    // In the inner loop's front block it goes out of the outer loop first, and is found there.
    CHECK(passes::hoist(l.code).stats.reused == 1);
    CHECK(l.code.names(l.loop) == "show branch");
    CHECK(l.code.count(l.entry, "op") == 1);
  }
}

TEST_CASE("hoist: who is not passed, is not the same, or is bound stands for nothing") {
  enum class Why : std::uint8_t {
    none,
    other_key,
    other_words,
    written_between,
    guarded,
    twice,
    bound,
    live_out,
    reset
  };
  const auto run = [](Why why) {
    TwoLoopsOf<ToldCode> l;
    const ValueId v = l.code.make_value();
    if (why == Why::reset) l.code.write(l.entry, "set", Effect::side_effect, {}, v);
    const ValueId base = why == Why::reset ? v : l.p, x = l.code.make_value();
    const bool load = why == Why::written_between;
    if (load)
      l.code.add(l.entry, {"load", Effect::reads, 0}, {{base, Role::use}, {x, Role::def}});
    else if (why == Why::guarded)
      l.code.guarded(l.entry, "op", l.q, false, {base}, x);
    else
      l.code.write(l.entry, why == Why::other_key ? "another" : "op", pure, {why == Why::other_words ? l.q : base}, x);
    if (why == Why::twice) l.code.write(l.front, "set", Effect::side_effect, {}, x);
    if (why == Why::bound) l.code.pins.insert(x);
    if (why == Why::reset) l.code.write(l.entry, "set", Effect::side_effect, {}, v);
    if (load) l.code.store(l.entry, l.q, 0, l.q);
    const ValueId y = load ? l.code.load(l.loop, base, 0) : l.code.op(l.loop, "op", pure, {base});
    if (why == Why::live_out) l.code.outs.emplace_back(l.end, y);
    l.code.show(l.loop, {y});
    l.close();
    return passes::hoist(l.code).stats.reused;
  };
  CHECK(run(Why::none) == 1);
  for (const Why why : {Why::other_key, Why::other_words, Why::written_between, Why::guarded, Why::twice, Why::bound,
                        Why::live_out, Why::reset}) {
    CAPTURE(static_cast<int>(why));
    CHECK(run(why) == 0);
  }
}

TEST_CASE("hoist: reuse is asked of registers, and costs fuel") {
  for (const std::uint32_t limit : {2U, 8U}) {
    CAPTURE(limit);
    TwoLoops l;
    // x ends in front of the loops; p and q live through them, so it is a third one there.
    const ValueId x = l.code.op(l.entry, "op", pure, {l.p});
    l.code.show(l.entry, {x});
    l.code.show(l.loop, {l.code.op(l.loop, "op", pure, {l.p})});
    l.code.show(l.loop, {l.p});
    l.close();
    const auto result = passes::hoist(l.code, Registers{limit}, passes::HoistOptions{});
    CHECK(result.stats.reused == (limit == 8));
    CHECK(l.code.count(l.loop, "op") == (limit == 2));
  }
  for (const std::uint64_t fuel : {0U, 1U, 2U}) {
    CAPTURE(fuel);
    TwoLoops l;
    l.code.op(l.entry, "op", pure, {l.p});
    l.code.show(l.loop, {l.code.op(l.loop, "op", pure, {l.p}), l.code.op(l.loop, "op", pure, {l.p})});
    l.close();
    passes::HoistOptions options;
    options.fuel = fuel;
    CHECK(passes::hoist(l.code, options).stats.reused == fuel);
    CHECK(l.code.count(l.loop, "op") == 2 - fuel);
  }
}

TEST_CASE("hoist: with results reused the code does the same, with fewer instructions") {
  std::uint64_t reused = 0;
  for (const std::uint32_t limit : {5U, 9U, 100U}) {
    toy::RandomFunctions random(610 + limit);
    for (int round = 0; round < 150; ++round) {
      CAPTURE(round);
      const toy::SsaFunction ssa = random.next();
      EditFunction before(ssa), behind(ssa), without(ssa);
      for (EditFunction* f : {&before, &behind, &without}) copies_for_zeros(*f);
      passes::HoistOptions options = with_reuse(false);
      options.cheap_raises = true;
      options.pressure.tracker.verify_update_mcse = true;
      CHECK(passes::hoist(without, Registers{limit}, options).stats.reused == 0);
      options.reuse = true;
      const auto result = passes::hoist(behind, Registers{limit}, options);
      CHECK((result.stats.split != 0 || excess(behind, limit) <= excess(before, limit)));
      compare(before, behind);
      CHECK(size(behind) == size(before) - result.stats.reused + result.stats.split);
      reused += result.stats.reused;
    }
  }
  CHECK(reused > 10);
}
