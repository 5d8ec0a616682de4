// Compiled alone: all that follows edits stands on it.
// Analyses that follow edits: broken ones are seen, and what stands nowhere is not counted.
#include <doctest/doctest.h>

#include <optional>
#include <random>
#include <string>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_intervals.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/flow/follow_trace.hpp>
#include <lathe/pressure/follow.hpp>
#include <lathe/program/use_def.hpp>

#include "support/rounds.hpp"
#include "unit/lathe/program/random_edits.hpp"

namespace {

using namespace program_test;

auto picker(std::mt19937& rng) {
  return [&rng](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
}

// An observer of any type, so that what is done to all is compiled once.
struct AnyObserver {
  using Change = Edit<Code>;
  void* it;
  void (*tell_before)(void*, const Code&, const Change&);
  void (*tell_after)(void*, const Code&, const Change&);
  void (*tell_verify)(const void*, const Code&, FollowFaults&);
  template <class O>
  explicit AnyObserver(O& o)
      : it(&o),
        tell_before([](void* p, const Code& c, const Change& e) { static_cast<O*>(p)->before(c, e); }),
        tell_after([](void* p, const Code& c, const Change& e) { static_cast<O*>(p)->after(c, e); }),
        tell_verify([](const void* p, const Code& c, FollowFaults& f) { static_cast<const O*>(p)->verify(c, f); }) {}
};

// One that does not hear of some edits.
struct Deaf {
  using Kind = Edit<Code>::Kind;
  AnyObserver observer;
  Kind kind;
  void before(const Code& c, const Edit<Code>& e) {
    if (e.kind != kind) observer.tell_before(observer.it, c, e);
  }
  void after(const Code& c, const Edit<Code>& e) {
    if (e.kind != kind) observer.tell_after(observer.it, c, e);
  }
  void verify(const Code& c, FollowFaults& faults) const { observer.tell_verify(observer.it, c, faults); }
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
using Choose = AnyObserver (*)(Follow&);
std::optional<FollowFault> found_out(Choose choose, Edit<Code>::Kind kind, std::string* text = nullptr,
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
    const auto is = [&](auto& o) { return deaf.observer.it == static_cast<void*>(&o); };
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
  const Choose cfg = [](Follow& f) { return AnyObserver(f.cfg); };
  const Choose use_def = [](Follow& f) { return AnyObserver(f.use_def); };
  const Choose dominators = [](Follow& f) { return AnyObserver(f.dominators); };
  const Choose post = [](Follow& f) { return AnyObserver(f.post); };
  const Choose pressure = [](Follow& f) { return AnyObserver(f.pressure); };
  const Choose intervals = [](Follow& f) { return AnyObserver(f.intervals); };
  const Choose live = [](Follow& f) { return AnyObserver(f.live); };
  const Choose trace = [](Follow& f) { return AnyObserver(f.trace); };
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
  for (unsigned seed = 0; seed < lathe::test::rounds(20U); ++seed) {
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
  CHECK(phis > lathe::test::rounds(20U));
}

}  // namespace
