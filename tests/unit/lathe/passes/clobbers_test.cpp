// Registers that calls do not keep, in the gate of passes that look at pressure: the tracker's numbers beside a slow count,
// what goes out of loops with calls and leaves no place further above a limit, and by hand how many values may go.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <lathe/passes/hoist.hpp>

#include "unit/lathe/passes/few_registers.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;

// What is shown is shown by a call, which keeps limit - clobbered registers.
struct Calls : Registers {
  const SmallCode* code;
  std::uint32_t clobbered;
  template <class F>
  void for_each_clobber(InstId i, F&& f) const {
    if (code->payload(i).name == "show") f(program::RegisterShare{0, clobbered});
  }
};
// By walks over everything: the most that is live at once, with what is clobbered, and how far that of each block is above
// the limit, summed over blocks.
struct Slow {
  std::size_t most = 0;
  std::uint64_t excess = 0;
};
Slow slow(const SmallCode& f, std::uint32_t limit, std::uint32_t clobbered) {
  Slow out;
  std::map<std::uint32_t, std::size_t> peaks;
  for (const auto& place : SlowLives<SmallCode>(f, limit).places) {
    std::set<std::uint32_t> behind = place.after;
    f.for_each_operand(InstId(place.inst), [&](const auto& o) {
      if (o.is_def()) behind.insert(o.value.value);
    });
    const bool call = f.payload(InstId(place.inst)).name == "show";
    const std::size_t now = std::max(place.before.size(), behind.size() + (call ? clobbered : 0));
    auto& peak = peaks[f.parent(InstId(place.inst)).value];
    peak = std::max(peak, now);
    out.most = std::max(out.most, now);
  }
  for (const auto& [_, peak] : peaks) out.excess += peak > limit ? peak - limit : 0;
  return out;
}
// Loops of one block in a row, in one around them; what they compute, and calls that take some of it.
void random_loops(SmallCode& f, std::uint32_t seed) {
  std::mt19937 engine(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(engine()) % n; };
  std::vector<ValueId> values{f.parameter(), f.parameter()};
  const auto any = [&] { return values[values.size() - 1 - below(std::min<std::uint32_t>(values.size(), 9))]; };
  const BlockId front = f.block(), head = f.block();
  f.jump(front, head);
  BlockId at = head;
  for (std::uint32_t loops = 1 + below(3); loops > 0; --loops) {
    const BlockId loop = f.block(), next = f.block();
    for (const BlockId b : {at, loop})
      for (std::uint32_t n = 1 + below(5); n > 0; --n) {
        if (below(3) == 0) f.show(b, {any()});
        values.push_back(f.op(b, "op" + std::to_string(below(9)), below(6) == 0 ? Effects(Effect::fresh) : Effects(),
                              {any(), any()}));
      }
    f.jump(at, loop);
    f.branch(loop, any(), loop, next);
    at = next;
  }
  const BlockId end = f.block();
  f.branch(at, values[0], head, end);
  f.show(end, {any()});
  f.ret(end);
}

}  // namespace

TEST_CASE("clobbers: the tracker counts them as a slow count does, or not at all") {
  std::uint32_t more = 0;
  for (std::uint32_t round = 0; round < 60; ++round) {
    CAPTURE(round);
    SmallCode f;
    random_loops(f, round);
    const Calls own{{4}, &f, round % 5};
    for (const bool asked : {true, false}) {
      passes::Chain<SmallCode> on(f);
      on.start();
      passes::PressureGateOptions options;
      options.clobbers = asked;
      passes::PressureGate gate(on, own, options);
      gate.begin();
      gate.back();
      const Slow found = slow(f, 4, asked ? own.clobbered : 0);
      CHECK(gate.tracker()->maximum(0) == found.most);
      CHECK(gate.tracker()->total_excess(0) == found.excess);
    }
    more += slow(f, 4, own.clobbered).most > slow(f, 4, 0).most;
  }
  CHECK(more > 25);
}

TEST_CASE("clobbers: blocks get no further above a limit, and some do where nobody asks") {
  std::uint64_t hoisted[2] = {}, worse[2] = {};
  for (const bool asked : {true, false})
    for (std::uint32_t round = 0; round < 120; ++round) {
      CAPTURE(round);
      SmallCode before, behind;
      random_loops(before, round);
      random_loops(behind, round);
      const Calls own{{7 + round % 5}, &behind, 2 + round % 4};
      passes::HoistOptions options;
      options.pressure.clobbers = asked;
      options.cheap_raises = true;
      hoisted[asked] += passes::hoist(behind, own, options).stats.hoisted;
      worse[asked] += slow(behind, own.limit, own.clobbered).excess > slow(before, own.limit, own.clobbered).excess;
    }
  CHECK(worse[true] == 0);
  CHECK(worse[false] > 10);
  CHECK(hoisted[true] > 100);
  CHECK(hoisted[false] > hoisted[true]);
}

TEST_CASE("clobbers: as many values leave a loop with a call as find room") {
  for (std::uint32_t clobbered = 0; clobbered <= 10; ++clobbered) {
    CAPTURE(clobbered);
    SmallCode f;
    const BlockId front = f.block(), loop = f.block(), end = f.block();
    const ValueId p = f.parameter();
    f.jump(front, loop);
    for (std::uint32_t k = 0; k < 4; ++k) f.show(loop, {f.op(loop, "v" + std::to_string(k), {}, {p})});
    f.branch(loop, p, loop, end);
    f.ret(end);
    passes::hoist(f, Calls{{10}, &f, clobbered});
    // p lives across all calls, and of ten registers it has one.
    std::uint32_t out = 0;
    for (const InstId i : f.instructions(front)) out += f.payload(i).name[0] == 'v';
    CHECK(out == std::min(4U, clobbered >= 9 ? 0 : 9 - clobbered));
  }
}
