// What one may ask before another's results stand for an instruction's: by itself.
#include <doctest/doctest.h>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/reuse.hpp>

#include "unit/lathe/passes/small_code.hpp"

using namespace lathe;
using namespace passes_test;

TEST_CASE("reuse: who is read by nobody, and whose readers may take another") {
  ToldCode code;
  const BlockId entry = code.block(), loop = code.block(), end = code.block();
  const ValueId p = code.parameter();
  const auto made = [&](BlockId b) { return code.op(b, "add", Effects(), {p}); };
  const ValueId quiet = made(entry), kept = made(entry), left = made(entry), read = made(entry),
                kept_read = made(entry), left_read = made(entry), twice = made(entry);
  code.pins = {kept, kept_read};
  code.outs = {{end, left}, {end, left_read}};
  code.jump(entry, loop);
  const ValueId late = code.make_value();  // read in front of what writes it, in the turn before
  code.show(loop, {read, kept_read, left_read, late, twice});
  code.write(loop, "add", Effects(), {p}, late);
  code.write(loop, "add", Effects(), {p}, twice);
  code.branch(loop, p, loop, end);
  code.ret(end);

  passes::Chain<ToldCode> on(code);
  on.start();
  const passes::LiveOut<ToldCode> live_out(code);
  const auto unread = [&](ValueId v) { return passes::unread(code, on.uses(), live_out, v); };
  CHECK(unread(quiet));
  CHECK_FALSE(unread(kept));
  CHECK_FALSE(unread(left));
  CHECK_FALSE(unread(read));
  const auto free = [&](ValueId v) {
    InstId def{};
    for (auto&& b : code.blocks())
      for (auto&& i : code.instructions(b))
        for (const ValueId r : passes::results_of(code, i))
          if (r == v) def = i;
    return passes::readers_may_take_another(on.places(), code, live_out, def, v);
  };
  CHECK(free(quiet));
  CHECK(free(read));
  for (const ValueId v : {kept, left, kept_read, left_read, late, twice}) CHECK_FALSE(free(v));
  const auto lasting = [&](ValueId v) { return passes::lasting(code, on.uses(), std::vector<ValueId>{v}); };
  for (const ValueId v : {quiet, left, read, left_read, late}) CHECK(lasting(v));
  for (const ValueId v : {kept, kept_read, twice}) CHECK_FALSE(lasting(v));
}
