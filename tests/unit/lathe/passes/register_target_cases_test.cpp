// The register target on small code by hand: what leaves, where it comes again and by what, what it costs, and why not.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/register_target.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;

// So many registers of one kind; what stands at its place in memory, slots, a price for what is called "dear".
class SmallOwn {
 public:
  SmallOwn(SmallCode& f, std::uint32_t limit) : f_(f), limit_(limit) {}
  std::vector<program::RegisterSet> sets() const { return {{"registers", limit_}}; }
  const program::RegisterClass& register_class(const ValueId& v) const { return v == wide ? two_ : one_; }
  template <class F>
  void for_each_held(InstId i, F&& f) const {
    const std::string& name = f_.payload(i).name;
    if (name != "load" && name != "store") return;
    std::optional<ValueId> value;
    f_.for_each_operand(i, [&](const auto& o) { value = o.value; });
    f_.for_each_access(i, [&](const program::Access<ValueId>& at) { f(*value, at); });
  }
  std::optional<InstId> make_load(ValueId to, const program::Access<ValueId>& at) {
    const program::Operand<ValueId> both[] = {{at.base, Role::use}, {to, Role::def}};
    if (!loads) return {};
    return f_.make(SmallOp{"again", Effect::reads, at.offset}, both);
  }
  std::uint32_t make_slot(ValueId) { return slots++; }
  InstId make_store(std::uint32_t slot, ValueId v) {
    const program::Operand<ValueId> one[] = {{v, Role::use}};
    return f_.make(SmallOp{"spill" + std::to_string(slot), Effect::side_effect, {}}, one);
  }
  InstId make_reload(ValueId to, std::uint32_t slot) {
    const program::Operand<ValueId> one[] = {{to, Role::def}};
    return f_.make(SmallOp{"reload" + std::to_string(slot), Effect::reads, {}}, one);
  }
  bool may_spill(const ValueId& v) const { return !(v == kept); }
  bool may_make_again(InstId i) const { return f_.payload(i).name != "never"; }
  std::uint32_t make_cost(InstId i) const { return f_.payload(i).name == "dear" ? 9 : 1; }
  bool loads = true;
  ValueId wide, kept;
  std::uint32_t slots = 0;

 private:
  SmallCode& f_;
  std::uint32_t limit_;
  program::RegisterClass one_{"one", {{0, 1}}}, two_{"two", {{0, 2}}};
};

using Options = passes::RegisterTargetOptions;
using Reason = passes::RegisterTargetReason;
constexpr Effect fresh = Effect::fresh;

// v, then two values that are shown together: with v three, between v and where it is shown. `made`: how v is.
struct Crossing {
  SmallCode f;
  BlockId b = f.block();
  ValueId base = f.parameter(), v;
  explicit Crossing(const std::string& name, Effects e = {}) {
    if (name == "load")
      v = f.load(b, base, 8);
    else
      v = f.op(b, name, e, {});
  }
  // The crowd: at two places one register too many of a limit of 2; of 3, if base lives on.
  void crowd(BlockId at) {
    const ValueId x = f.op(at, "x", fresh, {}), y = f.op(at, "y", fresh, {});
    f.show(at, {x, y});
  }
  void crowd() { crowd(b); }
  void end() {
    f.show(b, {v});
    f.ret(b);
  }
  std::vector<Reason> kept;
  std::string fit(std::uint32_t limit, Options o = {}) {
    SmallOwn own(f, limit);
    return fit(own, o);
  }
  passes::RegisterTargetStats stats;
  bool taken_back = false;
  std::string fit(SmallOwn& own, Options o) {
    o.explain = true;
    const auto result = passes::register_target(f, own, o);
    stats = result.stats;
    taken_back = result.taken_back;
    for (const auto& k : result.kept) kept.push_back(k.reason);
    return f.names(b);
  }
};

}  // namespace

TEST_CASE("a value is made again where it is read") {
  Crossing c("make");
  c.crowd();
  c.end();
  CHECK(c.fit(2) == "make x y show make show ret");
  CHECK(c.stats.excess_before == 2);
  CHECK(c.stats.excess_after == 0);
  CHECK(c.stats.values == 1);
  CHECK(c.stats.made == 1);
  CHECK(c.stats.rounds == 1);
}
TEST_CASE("with room, without leave, without a round, nothing is done") {
  Crossing room("make");
  room.crowd();
  room.end();
  CHECK(room.fit(3) == "make x y show show ret");
  CHECK(room.stats.rounds == 0);
  Options margin;
  margin.margin = 1;
  CHECK(room.fit(3, margin) == "make x y show make show ret");
  for (const char* name : {"never", "make"}) {
    Crossing c(name);
    c.crowd();
    c.end();
    Options o;
    o.make_again = std::string(name) == "never";
    CHECK(c.fit(2, o) == std::string(name) + " x y show show ret");
    CHECK(c.kept == std::vector<Reason>{Reason::nowhere, Reason::nowhere, Reason::no_gain});
    o.make_again = true;
    o.rounds = 0;
    CHECK(c.fit(2, o) == std::string(name) + " x y show show ret");
  }
  Crossing c("make");
  c.crowd();
  c.end();
  Options o;
  o.steps = 1;
  CHECK(c.fit(2, o) == "make x y show show ret");
  CHECK(c.kept.back() == Reason::steps);
  CHECK(c.stats.rounds == 1);
}
TEST_CASE("a value comes from memory that holds it still") {
  const auto crossing = [](std::uint32_t writes, std::int64_t place, const char* also) {
    auto c = std::make_unique<Crossing>("load");
    if (writes == 1) c->f.store(c->b, c->base, place, c->base);
    if (*also != 0) c->f.add(c->b, {also, Effect::call, {}}, {});
    c->crowd();
    c->f.show(c->b, {c->v, c->base});
    c->f.ret(c->b);
    return c;
  };
  CHECK(crossing(0, 0, "")->fit(3) == "load x y show again show ret");
  CHECK(crossing(1, 12, "")->fit(3) == "load store x y show again show ret");
  CHECK(crossing(1, 4, "")->fit(3) == "load store x y show again show ret");
  CHECK(crossing(1, 11, "")->fit(3) == "load store x y show show ret");
  CHECK(crossing(1, 5, "")->fit(3) == "load store x y show show ret");
  CHECK(crossing(0, 0, "call")->fit(3) == "load call x y show show ret");
  Options o;
  o.from_memory = false;
  CHECK(crossing(0, 0, "")->fit(3, o) == "load x y show show ret");
  auto c = crossing(0, 0, "");
  SmallOwn own(c->f, 3);
  own.loads = false;
  CHECK(c->fit(own, {}) == "load x y show show ret");
  CHECK(c->stats.loads == 0);
  // It costs load_cost, and relieves two places.
  for (const std::uint32_t cost : {4U, 5U}) {
    auto d = crossing(0, 0, "");
    o = {};
    o.load_cost = cost;
    o.most_cost = 2;
    CHECK(d->fit(3, o) == (cost == 4 ? "load x y show again show ret" : "load x y show show ret"));
    CHECK(d->stats.loads == (cost == 4 ? 1 : 0));
    CHECK((std::count(d->kept.begin(), d->kept.end(), Reason::too_dear) == 1) == (cost == 5));
  }
}
TEST_CASE("where the base has gone memory helps nobody") {
  Crossing c("load");
  c.crowd();
  c.end();
  CHECK(c.fit(2) == "load x y show show ret");
}
TEST_CASE("a value goes to a slot and comes from it") {
  Options o;
  o.spill = true;
  Crossing c("once", fresh);
  c.crowd();
  c.end();
  CHECK(c.fit(2, o) == "once spill0 x y show reload0 show ret");
  CHECK(c.stats.stores == 1);
  CHECK(c.stats.reloads == 1);
  CHECK(c.stats.values == 1);
  Crossing off("once", fresh);
  off.crowd();
  off.end();
  CHECK(off.fit(2) == "once x y show show ret");
  Crossing kept("once", fresh);
  kept.crowd();
  kept.end();
  SmallOwn own(kept.f, 2);
  own.kept = kept.v;
  CHECK(kept.fit(own, o) == "once x y show show ret");
  // Store and load cost 4 each and relieve two places.
  for (const std::uint32_t most : {3U, 4U}) {
    Crossing d("once", fresh);
    d.crowd();
    d.end();
    o.most_cost = most;
    CHECK((d.fit(2, o) == "once spill0 x y show reload0 show ret") == (most == 4));
  }
  // Where an instruction makes it, too, that is what is done.
  Crossing both("make");
  both.crowd();
  both.end();
  o.most_cost = 64;
  CHECK(both.fit(2, o) == "make x y show make show ret");
}
TEST_CASE("a parameter goes to its slot first of all") {
  Options o;
  o.spill = true;
  const auto run = [&](bool written, bool again, std::uint32_t most) {
    SmallCode f;
    const BlockId a = f.block(), b = f.block(), l = f.block(), z = f.block();
    const ValueId p = f.parameter();
    f.op(a, "first", fresh, {});
    if (again)  // the entry is a loop's, too: it would be stored there in each turn
      f.branch(a, p, a, b);
    else
      f.jump(a, b);
    if (written) f.write(b, "other", fresh, {}, p);
    f.jump(b, l);
    const ValueId x = f.make_value(), y = f.make_value();
    f.add(l, {"two", fresh, {}}, {{x, Role::def}, {y, Role::def}});
    f.show(l, {x, y});
    f.show(l, {p});
    f.jump(l, z);
    f.ret(z);
    SmallOwn own(f, 2);
    o.most_cost = most;
    const auto result = passes::register_target(f, own, o);
    return f.names(a) + " | " + f.names(b) + " | " + f.names(l) + " | " + std::to_string(result.stats.stores);
  };
  CHECK(run(false, false, 64) == "spill0 first jump | jump | two show reload0 show jump | 1");
  CHECK(run(false, false, 3) == "first jump | jump | two show show jump | 0");  // 8 for two places
  CHECK(run(true, false, 64) == "first jump | other spill0 jump | two show reload0 show jump | 1");
  CHECK(run(false, true, 64) == "first branch | jump | two show show jump | 0");
}
TEST_CASE("what the end of a block writes has no place to be stored") {
  SmallCode f;
  const BlockId a = f.block(), b = f.block();
  const ValueId v = f.make_value();
  f.add(a, {"count", Effect::terminator | fresh, {}}, {{v, Role::def}}, {b});
  const ValueId x = f.op(b, "x", fresh, {}), y = f.op(b, "y", fresh, {});
  f.show(b, {x, y});
  f.show(b, {v});
  f.ret(b);
  SmallOwn own(f, 2);
  Options o;
  o.spill = true;
  passes::register_target(f, own, o);
  CHECK(f.names(a) + " | " + f.names(b) == "count | x y show show ret");
}
TEST_CASE("what must keep its name, or is read behind the function, goes to no slot") {
  for (const int how : {0, 1, 2}) {
    ToldCode f;
    const BlockId b = f.block();
    const ValueId v = f.op(b, "once", fresh, {}), x = f.make_value(), y = f.make_value();
    f.add(b, {"two", fresh, {}}, {{x, Role::def}, {y, Role::def}});
    f.show(b, {v});
    f.ret(b);
    if (how == 1) f.pins = {v};
    if (how == 2) f.outs = {{b, v}};
    SmallOwn own(f, 2);
    Options o;
    o.spill = true;
    passes::register_target(f, own, o);
    CHECK(f.names(b) == (how == 0 ? "once spill0 two reload0 show ret" : "once two show ret"));
  }
}
TEST_CASE("in front of a loop it is made of what lives there") {
  for (const bool lives : {false, true}) {
    SmallCode f;
    const BlockId a = f.block(), l = f.block(), z = f.block();
    const ValueId u = f.op(a, "once", fresh, {}), v = f.op(a, "sum", {}, {u});
    const ValueId x = f.make_value(), y = f.make_value(), c = f.op(a, "c", fresh, {});
    f.add(a, {"two", fresh, {}}, {{x, Role::def}, {y, Role::def}});
    if (lives)
      f.add(a, {"jump", Effect::terminator, {}}, {{u, Role::use}}, {l});
    else
      f.show(a, {u}), f.jump(a, l);
    f.show(l, {v});
    f.branch(l, c, l, z);
    f.ret(z);
    SmallOwn own(f, 4);
    passes::register_target(f, own);
    CHECK(f.names(a) == (lives ? "once sum c two sum jump" : "once sum c two show jump"));
  }
}
TEST_CASE("registers that a value counts as are what it costs and saves") {
  Options o;
  o.spill = true;
  for (const bool wide : {false, true})
    for (std::uint32_t most = 2; most < 6; ++most) {
      Crossing c("once", fresh);
      c.crowd();
      c.end();
      SmallOwn own(c.f, wide ? 3 : 2);
      if (wide) own.wide = c.v;
      o.most_cost = most;
      // 8 for 2 places; of two registers 16, for 2: the limit is passed by one.
      CHECK((c.fit(own, o) == "once spill0 x y show reload0 show ret") == (!wide && most >= 4));
    }
  Crossing c("once", fresh);
  c.crowd();
  c.end();
  SmallOwn own(c.f, 2);
  own.wide = c.v;
  o.most_cost = 4;  // 16 for 2 places and 2 registers each
  CHECK(c.fit(own, o) == "once spill0 x y show reload0 show ret");
}
TEST_CASE("the cheaper of two leaves, and nobody once there is room") {
  for (const bool first : {false, true}) {
    Crossing c(first ? "dear" : "make");
    const ValueId w = c.f.op(c.b, first ? "make" : "dear", {}, {});
    c.crowd();
    c.f.show(c.b, {w});
    c.end();
    CHECK(c.fit(3) == (first ? "dear make x y show make show show ret" : "make dear x y show show make show ret"));
    CHECK(c.stats.values == 1);
  }
}
TEST_CASE("of two that relieve one place the cheaper leaves") {
  for (const bool first : {false, true}) {
    Crossing c(first ? "dear" : "make");
    const ValueId w = c.f.op(c.b, first ? "make" : "dear", {}, {});
    const ValueId x = c.f.make_value(), y = c.f.make_value();
    c.f.add(c.b, {"two", fresh, {}}, {{x, Role::def}, {y, Role::def}});
    c.f.show(c.b, {w});
    c.end();
    CHECK(c.fit(3) == (first ? "dear make two make show show ret" : "make dear two show make show ret"));
  }
}
TEST_CASE("what is made of a value that left is not made in the same round") {
  Crossing c("make");
  const ValueId w = c.f.op(c.b, "sum", {}, {c.v});
  c.crowd();
  c.f.show(c.b, {w});
  c.end();
  Options o;
  o.rounds = 1;
  // sum can be made of v, or v be made; not both at once.
  CHECK(c.fit(2, o) == "make sum x y show show make show ret");
  CHECK(c.stats.values == 1);
  CHECK(c.stats.excess_after == 2);
}
TEST_CASE("in front of a loop that has room, and in it where it has none") {
  for (const bool crowded_loop : {false, true}) {
    SmallCode f;
    const BlockId a = f.block(), l = f.block(), z = f.block();
    const ValueId v = f.op(a, "make", {}, {});
    const auto crowd = [&](BlockId b) {
      const ValueId x = f.op(b, "x", fresh, {}), y = f.op(b, "y", fresh, {});
      f.show(b, {x, y});
    };
    crowd(a);
    f.jump(a, l);
    f.show(l, {v});
    if (crowded_loop) crowd(l);
    const ValueId again = f.op(l, "test", fresh, {});
    f.branch(l, again, l, z);
    f.ret(z);
    SmallOwn own(f, 2);
    Options o;
    o.loop_factor = 4;
    const auto result = passes::register_target(f, own, o);
    CHECK(f.names(a) == (crowded_loop ? "make x y show jump" : "make x y show make jump"));
    CHECK(f.names(l) == (crowded_loop ? "make show x y show test branch" : "show test branch"));
    CHECK(result.stats.excess_after == 0);
  }
}
TEST_CASE("places in loops cost more") {
  for (std::uint32_t factor = 1; factor < 5; ++factor) {
    SmallCode f;
    const BlockId a = f.block(), l = f.block(), z = f.block();
    const ValueId v = f.op(a, "make", {}, {});
    f.jump(a, l);
    const ValueId x = f.op(l, "x", fresh, {}), y = f.op(l, "y", fresh, {});
    f.show(l, {x, y});
    f.show(l, {v});
    const ValueId again = f.op(l, "test", fresh, {});
    f.branch(l, again, l, z);
    f.ret(z);
    SmallOwn own(f, 2);
    Options o;
    o.loop_factor = factor;
    o.most_cost = 1;  // two places are relieved
    passes::register_target(f, own, o);
    CHECK(f.names(l) == (factor <= 2 ? "x y show make show test branch" : "x y show show test branch"));
    CHECK(f.names(a) == "make jump");
  }
}
TEST_CASE("a remark says what left, fuel ends it, no hook is needed") {
  struct Plain {
    std::vector<program::RegisterSet> all{{"registers", 2}};
    program::RegisterClass word{"word", {{0, 1}}};
    const std::vector<program::RegisterSet>& sets() const { return all; }
    const program::RegisterClass& register_class(const ValueId&) const { return word; }
  };
  for (const std::uint64_t fuel : {0, 1}) {
    Crossing c("make");
    c.crowd();
    c.end();
    Plain own;
    RemarkList remarks;
    Options o;
    o.fuel = fuel;
    const auto result = passes::register_target(c.f, own, o, remarks);
    CHECK(c.f.names(c.b) == (fuel == 1 ? "make x y show make show ret" : "make x y show show ret"));
    CHECK(result.changes == fuel);
    CHECK(remarks.remarks.size() == fuel);
    if (fuel == 1) {
      CHECK(remarks.remarks[0].name == std::string("ValueCut"));
      CHECK(remarks.remarks[0].text.find("comes again at 1 places") != std::string::npos);
    }
  }
}
TEST_CASE("steps of occupancy that are near, and sets without a limit") {
  const program::RegisterSet set{"registers", 255, 0, {{32, 64}, {40, 48}, {64, 32}}};
  CHECK(passes::nearest_step(set, 32, 9) == 0);
  CHECK(passes::nearest_step(set, 33, 1) == 32);
  CHECK(passes::nearest_step(set, 34, 1) == 0);
  CHECK(passes::nearest_step(set, 41, 9) == 40);
  CHECK(passes::nearest_step(set, 40, 8) == 32);
  CHECK(passes::nearest_step(set, 40, 7) == 0);
  Crossing c("make");
  c.crowd();
  c.end();
  CHECK(c.fit(0) == "make x y show show ret");
  CHECK(c.stats.excess_before == 0);
}
TEST_CASE("one place more is enough, and then an instruction is cheaper than a slot") {
  Crossing c("make");
  const ValueId x = c.f.make_value(), y = c.f.make_value();
  c.f.add(c.b, {"two", fresh, {}}, {{x, Role::def}, {y, Role::def}});
  c.end();
  Options o;
  o.spill = true;
  CHECK(c.fit(2, o) == "make two make show ret");
  CHECK(c.stats.excess_before == 1);
}
TEST_CASE("a base that left gives no value back in the same round") {
  SmallCode f;
  const BlockId b = f.block();
  const ValueId base = f.op(b, "make", {}, {}), v = f.load(b, base, 8);
  const ValueId x = f.op(b, "x", fresh, {}), y = f.op(b, "y", fresh, {});
  f.show(b, {x, y});
  f.show(b, {v, base});
  f.ret(b);
  SmallOwn own(f, 2);
  Options o;
  o.rounds = 1;
  passes::register_target(f, own, o);
  CHECK(f.names(b) == "make load x y show make show ret");
}
TEST_CASE("memory that no base names may be any") {
  for (const bool write : {false, true}) {
    SmallCode f;
    const BlockId b = f.block();
    const ValueId v = f.make_value();
    f.add(b, {"load", Effect::reads, 8}, {{v, Role::def}});
    if (write) f.add(b, {"write", Effect::writes, 100}, {});
    const ValueId x = f.op(b, "x", fresh, {}), y = f.op(b, "y", fresh, {});
    f.show(b, {x, y});
    f.show(b, {v});
    f.ret(b);
    struct Place : SmallOwn {
      using SmallOwn::SmallOwn;
      SmallCode* code = nullptr;
      std::optional<InstId> make_load(ValueId to, const program::Access<ValueId>& at) {
        const program::Operand<ValueId> one[] = {{to, Role::def}};
        return code->make(SmallOp{"again", Effect::reads, at.offset}, one);
      }
    } own(f, 2);
    own.code = &f;
    passes::register_target(f, own);
    CHECK(f.names(b) == (write ? "load write x y show show ret" : "load x y show again show ret"));
  }
}
TEST_CASE("in front of a jump that is its block alone") {
  SmallCode f;
  const BlockId a = f.block(), m = f.block(), l = f.block(), z = f.block();
  const ValueId c = f.parameter(), v = f.op(a, "make", {}, {});
  const ValueId x = f.op(a, "x", fresh, {}), y = f.op(a, "y", fresh, {});
  f.show(a, {x, y});
  f.branch(a, c, m, z);
  f.jump(m, l);
  f.show(l, {v});
  f.branch(l, v, l, z);
  f.ret(z);
  SmallOwn own(f, 3);  // c, v, x and y
  passes::register_target(f, own);
  CHECK(f.names(a) == "make x y show branch");
  CHECK(f.names(m) == "make jump");
  CHECK(f.names(l) == "show branch");
}
