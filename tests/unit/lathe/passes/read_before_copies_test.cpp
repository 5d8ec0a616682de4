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
