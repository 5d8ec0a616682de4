// Readers in front of copies: random functions run before and behind, registers not more, and by hand what may move.
#include <doctest/doctest.h>

#include <lathe/passes/read_before_copies.hpp>

#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;
constexpr Effects pure{};

}  // namespace

TEST_CASE("read before copies: the code does the same, with no more registers") {
  std::uint64_t moved = 0;
  on_random_functions(
      131,
      [&](EditFunction&, toy::RandomFunctions&) {
        return [&](EditFunction& code) { moved += passes::read_before_copies(code).stats.moved; };
      },
      [](const EditFunction& before, const EditFunction& behind) {
        CHECK(excess(behind, 4) <= excess(before, 4));
        CHECK(size(behind) == size(before));
      },
      200);
  CHECK(moved > 5);
  every_prefix(
      137, [](EditFunction&) {},
      [](EditFunction& code, std::uint64_t fuel) {
        passes::ReadBeforeCopiesOptions options;
        options.fuel = fuel;
        return passes::read_before_copies(code, options).out_of_fuel;
      });
}

TEST_CASE("read before copies: what depends on nothing between, and no other") {
  // x copied to y, y changed; then x read. Is the reader in front of the copy now?
  const auto run = [](Effects e, bool reads_copy, bool behind, bool twice) {
    SmallCode code;
    const BlockId b = code.block(), end = code.block();
    const ValueId p = code.parameter();
    const ValueId x = code.op(b, "x", pure, {p});
    const ValueId y = code.op(b, "copy", Effect::copy, {x});
    const ValueId z = code.op(b, "change", Effect::reads, {y});
    const ValueId r = reads_copy ? code.op(b, "reader", e, {x, y}) : code.op(b, "reader", e, {x});
    const ValueId s = twice ? code.op(b, "copy", Effect::copy, {x}) : z;
    code.jump(b, end);
    if (behind) code.show(end, {x});
    code.show(end, {z, r, s});
    code.ret(end);
    passes::read_before_copies(code);
    for (auto&& i : code.instructions(b)) {
      if (code.key(i) == "reader") return true;
      if (code.key(i) == "copy") return false;
    }
    return false;
  };
  CHECK(run(pure, false, false, false));
  CHECK(run(Effect::reads, false, false, false));
  CHECK_FALSE(run(Effect::writes, false, false, false));
  CHECK_FALSE(run(Effect::fixed, false, false, false));
  CHECK_FALSE(run(pure, true, false, false));  // depends on the copy
  CHECK_FALSE(run(pure, false, true, false));  // lives behind the block
  CHECK_FALSE(run(pure, false, false, true));  // copied again: the later copy is the one to end it
}

namespace {

// x is copied; behind that the readers of x, `between` other instructions in front of each.
struct Readers {
  ToldCode code;
  BlockId b = code.block();
  ValueId p = code.parameter(), x = code.op(b, "x", pure, {p}), y = code.op(b, "copy", Effect::copy, {x});
  std::vector<ValueId> shown{code.op(b, "change", pure, {y})};  // the copy is wanted
  passes::ReadBeforeCopiesOptions options;
  passes::ReadBeforeCopiesResult<ToldCode> run() {
    for (const ValueId v : shown) code.show(b, {v});
    code.ret(b);
    options.explain = true;
    return passes::read_before_copies(code, options);
  }
};

}  // namespace

TEST_CASE("read before copies: readers within the window, and no further") {
  for (std::uint32_t window = 1; window < 4; ++window)
    for (std::uint32_t distance = 1; distance < 5; ++distance) {
      CAPTURE(window);
      CAPTURE(distance);
      ToldCode code;
      const BlockId b = code.block();
      const ValueId p = code.parameter(), x = code.op(b, "x", pure, {p}), y = code.op(b, "copy", Effect::copy, {x});
      for (std::uint32_t k = 1; k < distance; ++k) code.op(b, "other", pure, {p});
      code.show(b, {code.op(b, "reader", pure, {x}), y});
      code.ret(b);
      passes::ReadBeforeCopiesOptions options;
      options.window = window;
      CHECK(passes::read_before_copies(code, options).stats.moved == (distance <= window ? 1 : 0));
    }
}

TEST_CASE("read before copies: several readers go in their order, and one may read another") {
  Readers r;
  const ValueId one = r.code.op(r.b, "one", pure, {r.x}), two = r.code.op(r.b, "two", pure, {r.x, one});
  r.code.op(r.b, "other", pure, {r.p});
  const ValueId three = r.code.op(r.b, "three", pure, {two, r.x});
  r.shown.push_back(three);
  CHECK(r.run().stats.moved == 3);
  CHECK(r.code.names(r.b) == "x one two three copy change other show show ret");
}

TEST_CASE("read before copies: results that keep their names, several results, flags that nobody reads") {
  using Operand = ToldCode::Operand;
  const auto moved = [](bool pinned, bool second, bool dead) {
    Readers r;
    const ValueId a = r.code.make_value(), f = r.code.make_value();
    Operand flag{f, Role::def};
    flag.dead = dead;
    std::vector<Operand> operands{{r.x, Role::use}, {a, Role::def}};
    if (second || dead) operands.push_back(flag);
    r.code.add(r.b, {"reader", pure, {}}, operands);
    if (pinned) r.code.pins.insert(a);
    if (dead) r.code.pins.insert(f);
    r.shown.push_back(a);
    return r.run().stats.moved;
  };
  CHECK(moved(false, false, false) == 1);
  CHECK(moved(true, false, false) == 0);
  CHECK(moved(false, true, false) == 0);
  CHECK(moved(false, false, true) == 1);
}
