// Compiled at -O1
// Demanded bits on machine code: random functions of words of 16 bits, some of whose halves are looked at, run before
// and behind for many arguments; every prefix of the changes; by hand what goes and what stays.
#include <doctest/doctest.h>

#include <map>
#include <random>

#include <lathe/passes/demanded_bits.hpp>

#include "unit/lathe/passes/words_of_16.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using namespace words_test;

}  // namespace

TEST_CASE("demanded bits: random functions do what they did, with fuel for any number of changes") {
  passes::DemandedBitsStats all;
  for (const bool ssa : {true, false})
    for (std::uint32_t seed = 1; seed < 100; ++seed) {
      CAPTURE(seed);
      const Made before(seed, ssa);
      Made behind(seed, ssa);
      Words machine{behind.code};
      const auto result = passes::drop_undemanded(behind.code, machine);
      CHECK(same(before, behind, seed));
      all.operands += result.stats.operands;
      all.constants += result.stats.constants;
      for (std::uint64_t fuel = 0; fuel < std::min<std::uint64_t>(result.changes, 4); ++fuel) {
        Made part(seed, ssa);
        Words other{part.code};
        passes::DemandedBitsOptions options;
        options.fuel = fuel;
        const auto some = passes::drop_undemanded(part.code, other, options);
        CHECK(some.out_of_fuel);
        CHECK(some.changes == fuel);
        CHECK(same(before, part, seed));
      }
    }
  CHECK(all.operands > 100);
  CHECK(all.constants > 100);
}

TEST_CASE("demanded bits: a mask goes where the low byte alone is looked at, and where the rest is known") {
  for (const bool shown : {false, true}) {
    SmallCode c;
    const BlockId b = c.block();
    const ValueId x = c.parameter();
    const ValueId byte = c.op(b, "lit 255", pure, {});
    const ValueId one = c.op(b, "and", pure, {x, byte});
    const ValueId two = c.op(b, "and", pure, {one, byte});  // its upper bits are zeros already
    c.add(b, {"low", Effect::side_effect, {}}, {{two, Role::use}});
    if (shown) c.show(b, {two});
    c.ret(b);
    Words machine{c};
    std::vector<Remark> remarks;
    const auto sink = [&](const Remark& r) { remarks.push_back(r); };
    const auto result = passes::drop_undemanded(c, machine, {}, sink);
    CHECK(c.count(b, "and") == (shown ? 1 : 0));
    CHECK(result.changes == (shown ? 1 : 2));
    CHECK(remarks.size() == result.changes);
  }
}
