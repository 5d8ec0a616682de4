// Rematerialisation: small code by hand for each phase, each price and each bound; random functions of the toy machine, which
// do the same at every fuel, with excess as a slow count says; the equivalence checker.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <lathe/passes/rematerialize.hpp>
#include <lathe/program/equal.hpp>

#include "unit/lathe/passes/few_registers.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction, toy::MachineInst;
using Options = passes::RematerializeOptions;
using Reason = passes::RematerializeReason;
constexpr Effect fresh = Effect::fresh;

// So many registers; `wide` counts as two; what is called "dear" costs 9, "special" is that, "never" is made but once.
struct Own {
  Own(const SmallCode& code, std::uint32_t limit) : f(&code), all{{"registers", limit}} {}
  const SmallCode* f;
  std::vector<program::RegisterSet> all;
  ValueId wide{};
  program::RegisterClass one{"one", {{0, 1}}}, two{"two", {{0, 2}}};
  const std::vector<program::RegisterSet>& sets() const { return all; }
  const program::RegisterClass& register_class(const ValueId& v) const { return v == wide ? two : one; }
  bool may_make_again(InstId i) const { return f->payload(i).name != "never"; }
  std::uint32_t make_cost(InstId i) const { return f->payload(i).name == "dear" ? 9 : 1; }
  bool is_special(InstId i) const { return f->payload(i).name == "special"; }
};

// Accesses of one space.
struct Spaces : SmallCode {
  std::uint32_t space = 0;
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    SmallCode::for_each_access(i, [&](program::Access<ValueId> a) {
      a.space = space;
      f(a);
    });
  }
};

// a -> m -> z: values of a live through m, and are shown in z one by one.
struct Through {
  SmallCode f;
  BlockId a = f.block(), m = f.block(), z = f.block();
  ValueId base = f.parameter();
  std::vector<ValueId> shown;
  ValueId make(const std::string& name, Effects e = {}, std::initializer_list<ValueId> uses = {}) {
    return shown.emplace_back(f.op(a, name, e, uses));
  }
  void end() {
    f.jump(a, m);
    for (int k = 0; k < 8; ++k) f.add(m, {"fill", Effect::side_effect, {}}, {});
    f.jump(m, z);
    for (const ValueId v : shown) f.show(z, {v});
    f.ret(z);
  }
  passes::RematerializeResult<SmallCode> result;
  std::string fit(std::uint32_t limit, Options o = {}, ValueId wide = {}) {
    Own own(f, limit);
    own.wide = wide;
    o.explain = o.dump = true;
    result = passes::rematerialize(f, own, o);
    return f.names(z);
  }
  std::size_t kept(Reason why) const {
    std::size_t n = 0;
    for (const auto& k : result.kept) n += k.reason == why;
    return n;
  }
};

}  // namespace

TEST_CASE("what lives out of a block above its limit is made again where it is read, the first of equals") {
  Through c;
  for (const char* name : {"u", "v", "w"}) c.make(name);
  c.end();
  CHECK(c.fit(2) == "u show show show ret");
  CHECK(c.f.names(c.a) == "v w jump");  // what nobody reads any more is gone
  CHECK(c.result.stats.values == 1);
  CHECK(c.result.stats.made == 1);
  CHECK(c.result.stats.erased == 1);
  CHECK(c.result.stats.pullable == 3);
  CHECK(c.result.stats.blocks == 1);  // m is low enough by then
  CHECK(c.result.stats.rounds == 1);
  CHECK(c.result.stats.excess_before == 12);
  CHECK(c.result.stats.excess_after == 2);  // in front of the first show, and what makes it again
  CHECK(c.result.changes == 2);
  CHECK(
      c.result.dump ==
      "Max-Live-Function(3) = 3\nPullable: 3\nTotal Pullable before considering cost: 3\nReally Final Pull-in: 1 (1)\n"
      "Max-Live-Function(3) = 2\n");

  Through two;
  for (const char* name : {"u", "v", "w"}) two.make(name);
  two.end();
  CHECK(two.fit(1) == "u show v show show ret");
  CHECK(two.f.names(two.a) == "w jump");
  Through left;
  for (const char* name : {"u", "v", "w"}) left.make(name);
  left.end();
  Options o;
  o.erase_dead = false;
  CHECK(left.fit(2, o) == "u show show show ret");
  CHECK(left.f.names(left.a) == "u v w jump");
}
TEST_CASE("with room, without rounds, without modes, by name: nothing is done") {
  const auto three = [](Through& c) {
    for (const char* name : {"u", "v", "w"}) c.make(name);
    c.end();
  };
  Options o;
  Through room;
  three(room);
  CHECK(room.fit(3) == "show show show ret");
  CHECK(room.result.stats.rounds == 0);
  CHECK(room.result.dump == "Max-Live-Function(3) = 3\n");
  o.max_times = 0;
  CHECK(room.fit(2, o) == "show show show ret");
  o = {};
  o.modes = 0;
  CHECK(room.fit(2, o) == "show show show ret");
  o.modes = Options::chains;  // all are single
  CHECK(room.fit(2, o) == "show show show ret");
  o.modes = Options::second_chance;
  CHECK(room.fit(2, o) == "show show show ret");
  o = {};
  o.steps = 0;
  CHECK(room.fit(2, o) == "show show show ret");
  o.steps = 1'000'000;
  o.skipped = {"", "other"};
  CHECK(room.fit(2, o) == "show show show ret");
  CHECK(room.result.refused == Reason::skipped);
  CHECK(room.result.dump == "Skip machine-instruction rematerialization on \n");
  o.skipped = {"other"};
  o.modes = Options::single;
  CHECK(room.fit(2, o) == "u show show show ret");
  Through never;
  for (const char* name : {"never", "never", "never"}) never.make(name);
  never.end();
  CHECK(never.fit(2) == "show show show ret");
  CHECK(never.kept(Reason::not_pullable) == 6);  // in each of two blocks
  CHECK(never.result.stats.pullable == 0);
}
TEST_CASE("blocks are looked at where they end, or everywhere") {
  for (const bool internal : {false, true}) {
    SmallCode f;
    const BlockId a = f.block(), m = f.block(), z = f.block();
    const ValueId v = f.op(a, "v", {}, {});
    f.jump(a, m);
    const ValueId x = f.op(m, "x", fresh, {}), y = f.op(m, "y", fresh, {});
    f.show(m, {x, y});
    f.jump(m, z);
    f.show(z, {v});
    f.ret(z);
    Own own(f, 2);
    Options o;
    o.internal_live = internal;
    const auto result = passes::rematerialize(f, own, o);
    CHECK(f.names(z) == (internal ? "v show ret" : "show ret"));
    CHECK(f.names(a) == (internal ? "jump" : "v jump"));
    CHECK(result.stats.excess_before == 2);
    CHECK(result.stats.excess_after == (internal ? 0 : 2));
  }
}
TEST_CASE("a function of one block wants its mode") {
  SmallCode f;
  const BlockId b = f.block();
  const ValueId v = f.op(b, "v", {}, {}), x = f.op(b, "x", fresh, {}), y = f.op(b, "y", fresh, {});
  f.show(b, {x, y});
  f.show(b, {v});
  f.ret(b);
  Own own(f, 2);
  Options o;
  o.internal_live = true;
  CHECK(passes::rematerialize(f, own, o).refused == Reason::one_block);
  o.modes |= Options::within_blocks;
  CHECK(!passes::rematerialize(f, own, o).refused);
  CHECK(f.names(b) == "x y show v show ret");
}
TEST_CASE("operands that have gone are made first, so many instructions and so deep") {
  const auto chain = [](Through& c) {
    const ValueId s = c.f.op(c.a, "s", {}, {}), t = c.f.op(c.a, "t", {}, {s});
    c.make("v", {}, {t, s});
    c.make("w", fresh);
    c.end();
  };
  for (std::uint32_t size = 1; size < 5; ++size)
    for (std::uint32_t depth = 1; depth < 5; ++depth) {
      CAPTURE(size);
      CAPTURE(depth);
      Through c;
      chain(c);
      Options o;
      o.map_size = size;
      o.depth = depth;
      // s is wanted by v itself and by t: it is made once.
      const bool fits = size >= 3 && depth >= 3;
      CHECK(c.fit(1, o) == (fits ? "s t v show show ret" : "show show ret"));
      CHECK(c.f.names(c.a) == (fits ? "w jump" : "s t v w jump"));
      CHECK(c.result.stats.made == (fits ? 3 : 0));
    }
  {  // What it is made of is gone before anything is crowded.
    SmallCode f;
    const BlockId front = f.block(), a = f.block(), z = f.block();
    const ValueId s = f.op(front, "s", {}, {}), v = f.op(front, "v", {}, {s}), x = f.make_value(), y = f.make_value();
    f.jump(front, a);
    f.add(a, {"two", fresh, {}}, {{x, Role::def}, {y, Role::def}});
    f.jump(a, z);
    f.show(z, {x, y});
    f.show(z, {v});
    f.ret(z);
    passes::rematerialize(f, Own(f, 2));
    CHECK(f.names(z) == "show s v show ret");
  }
  Through single;
  chain(single);
  Options o;
  o.modes = Options::single;
  CHECK(single.fit(1, o) == "show show ret");
  Through own;
  chain(own);
  o.modes = Options::chains;
  CHECK(own.fit(1, o) == "s t v show show ret");
  // Operands made on the way have registers of their own.
  std::vector<std::uint32_t> written;
  for (const InstId i : own.f.instructions(own.z))
    own.f.for_each_operand(i, [&](const auto& operand) {
      if (operand.is_def()) written.push_back(operand.value.value);
    });
  CHECK(written.size() == 3);
  CHECK(written[2] == own.shown[0].value);
  CHECK(written[0] > own.shown[1].value);
  CHECK(written[1] > own.shown[1].value);
}
TEST_CASE("what it costs: instructions, loads, wide results, loops") {
  const auto run = [](const std::string& name, Effects e, Options o, bool wide, bool loop) {
    SmallCode f;
    const BlockId a = f.block(), z = f.block(), out = f.block();
    const ValueId base = f.parameter();
    const ValueId v = e.touches_memory() ? f.op(a, name, e, {base}) : f.op(a, name, e, {});
    const ValueId w = f.op(a, "w", fresh, {});
    f.jump(a, z);
    f.show(z, {w, base});
    f.show(z, {v, base});
    if (loop)
      f.branch(z, base, z, out);
    else
      f.jump(z, out);
    f.show(out, {base});
    f.ret(out);
    Own own(f, wide ? 3 : 2);
    if (wide) own.wide = v;
    const auto result = passes::rematerialize(f, own, o);
    CHECK(result.stats.loads == (e.touches_memory() ? result.stats.made : 0));
    return f.names(z).find("show " + name + " show") != std::string::npos;
  };
  Options o;
  const Effects load = Effect::constant;
  CHECK(run("v", {}, o, false, false));
  CHECK(run("load", load, o, false, false));
  o.load_cost = 11;
  CHECK(!run("load", load, o, false, false));
  CHECK(run("v", {}, o, false, false));
  o.single_cost = 11;
  CHECK(run("load", load, o, false, false));
  o.loads = false;
  CHECK(!run("load", load, o, false, false));
  CHECK(!run("load", Effect::reads, {}, false, false));
  o = {};
  o.named_spaces = true;
  CHECK(run("load", load, o, false, false));  // no access is named: it is not of an unknown space
  o = {};
  CHECK(run("dear", {}, o, false, false));  // 9
  o.single_cost = 8;
  CHECK(!run("dear", {}, o, false, false));
  o = {};
  o.single_cost = 1;
  CHECK(run("v", {}, o, false, false));
  CHECK(!run("v", {}, o, true, false));  // twice
  o.single_cost = 2;
  CHECK(run("v", {}, o, true, false));
  o = {};
  CHECK(!run("v", {}, o, false, true));  // 20 times
  o.loop_cost_factor = 10;
  CHECK(run("v", {}, o, false, true));
  o.loop_cost_factor = 11;
  CHECK(!run("v", {}, o, false, true));
  o.single_cost = 11;
  CHECK(run("v", {}, o, false, true));
  // Special registers where there are few alone.
  o = {};
  CHECK(run("special", {}, o, false, false));
  o.special_threshold = 2;
  CHECK(run("special", {}, o, false, false));
  o.special_threshold = 1;
  CHECK(!run("special", {}, o, false, false));
  CHECK(run("v", {}, o, false, false));
}
TEST_CASE("loads of named spaces alone") {
  for (const std::uint32_t space : {0U, 1U, 2U})
    for (const bool named : {false, true}) {
      Spaces f;
      f.space = space;
      const BlockId a = f.block(), z = f.block();
      const ValueId base = f.parameter(), v = f.make_value();
      f.add(a, {"load", Effect::constant, 0}, {{base, Role::use}, {v, Role::def}});
      const ValueId w = f.op(a, "w", fresh, {});
      f.jump(a, z);
      f.show(z, {w, base});
      f.show(z, {v, base});
      f.ret(z);
      struct Two {
        std::vector<program::RegisterSet> all{{"registers", 2}};
        program::RegisterClass one{"one", {{0, 1}}};
        const std::vector<program::RegisterSet>& sets() const { return all; }
        const program::RegisterClass& register_class(const ValueId&) const { return one; }
      } own;
      Options o;
      o.named_spaces = named;
      passes::rematerialize(f, own, o);
      CHECK(f.names(z) == (named && space == 0 ? "show show ret" : "show load show ret"));
    }
}
TEST_CASE("who is too dear is told where it would surely come, too") {
  SmallCode f;
  const BlockId a = f.block(), z = f.block();
  const ValueId v = f.op(a, "dear", {}, {}), x = f.make_value(), y = f.make_value();
  f.jump(a, z);
  f.add(z, {"two", fresh, {}}, {{x, Role::def}, {y, Role::def}});
  f.show(z, {v});
  f.show(z, {x, y});
  f.ret(z);
  Options o;
  o.single_cost = 8;
  o.internal_live = o.explain = true;
  o.modes |= Options::within_blocks;
  const auto result = passes::rematerialize(f, Own(f, 2), o);
  CHECK(result.changes == 0);
  CHECK(
      std::any_of(result.kept.begin(), result.kept.end(), [](const auto& k) { return k.reason == Reason::too_dear; }));
}
TEST_CASE("a block is relieved at its end, of the registers that are short there") {
  // One set is short at the last instruction but one, the other at the last one.
  struct Kinds {
    std::vector<program::RegisterSet> all{{"some", 2}, {"others", 1}};
    program::RegisterClass one{"one", {{0, 1}}}, other{"other", {{1, 1}}};
    std::vector<ValueId> others;
    const std::vector<program::RegisterSet>& sets() const { return all; }
    const program::RegisterClass& register_class(const ValueId& v) const {
      return std::find(others.begin(), others.end(), v) != others.end() ? other : one;
    }
  };
  for (const bool at_end : {false, true}) {
    SmallCode f;
    const BlockId a = f.block(), z = f.block();
    const ValueId v = f.op(a, "make", {}, {}), p = f.op(a, "once", fresh, {}), q = f.op(a, "once", fresh, {});
    const ValueId x = f.op(a, "x", fresh, {}), y = f.op(a, "y", fresh, {});
    if (!at_end) f.show(a, {x, y});
    f.jump(a, z);
    if (at_end) f.show(z, {x, y});
    f.show(z, {v});
    f.show(z, {p, q});
    f.ret(z);
    Kinds own;
    own.others = {p, q};
    Options o;
    o.erase_dead = false;
    passes::rematerialize(f, own, o);
    CHECK(f.names(z) == (at_end ? "show make show show ret" : "show show ret"));
  }
}
TEST_CASE("what lives out of most blocks may cost more, what goes into a block is bounded") {
  for (const std::uint32_t percent : {66U, 67U}) {
    Through c;  // v lives out of two blocks of three
    c.make("dear", {}, {});
    c.make("w", fresh);
    c.end();
    Options o;
    o.single_cost = 8;
    o.live_out_percentage = percent;
    CHECK(c.fit(1, o) == (percent == 66 ? "dear show show ret" : "show show ret"));
    CHECK(c.kept(Reason::too_dear) == (percent == 66 ? 0 : 2));
  }
  for (std::uint32_t most = 5; most < 9; ++most) {
    Through c;
    c.make("dear");
    c.make("dear");
    c.make("v");
    c.make("w", fresh);
    c.end();
    Options o;
    o.max_cost = most;
    // 1, then 9 with 1 for two registers, then 9 with 10 for three.
    CHECK(c.fit(1, o) == (most >= 7 ? "dear show dear show v show show ret" : "dear show show v show show ret"));
  }
  for (const std::uint32_t most : {4U, 5U}) {
    Through c;
    c.make("dear");
    c.make("v");
    c.make("w", fresh);
    c.end();
    Options o;
    o.max_cost = most;
    CHECK(c.fit(1, o) == (most == 5 ? "dear show v show show ret" : "show v show show ret"));
    CHECK((c.kept(Reason::too_dear_block) != 0) == (most == 4));
  }
}
TEST_CASE("a second chance: one operand lives on for two values") {
  const auto code = [](Through& c, bool both) {
    const ValueId t = c.f.op(c.a, "t", fresh, {});
    c.make("f", {}, {t});
    c.make("g", both ? Effects() : Effects(fresh), {t});
    c.make("w", fresh);
    c.end();
  };
  Through c;
  code(c, true);
  CHECK(c.fit(2) == "f show g show show ret");
  CHECK(c.f.names(c.a) == "t w jump");
  CHECK(c.result.stats.second == 2);
  CHECK(c.result.stats.pullable == 0);
  CHECK(c.result.dump.find("ADD 2 candidates from second-chance\n") != std::string::npos);
  Through one;
  code(one, false);
  CHECK(one.fit(2) == "show show show ret");
  CHECK(one.result.stats.second == 0);
  Through off;
  code(off, true);
  Options o;
  o.modes = Options::single | Options::chains;
  CHECK(off.fit(2, o) == "show show show ret");
  // A value of two registers is worth its operand of one.
  for (const bool wide : {false, true}) {
    Through d;
    code(d, false);
    CHECK(d.fit(3, {}, wide ? d.shown[0] : ValueId{}) == (wide ? "f show show show ret" : "show show show ret"));
  }
}
TEST_CASE("a value of several definitions, where they differ and where they do not") {
  for (const bool alike : {false, true}) {
    SmallCode f;
    const BlockId a = f.block(), l = f.block(), r = f.block(), m = f.block(), z = f.block();
    const ValueId c = f.parameter(), v = f.make_value();
    const ValueId w = f.op(a, "w", fresh, {});
    f.branch(a, c, l, r);
    f.write(l, "one", {}, {}, v);
    f.jump(l, m);
    f.write(r, alike ? "one" : "two", {}, {}, v);
    f.jump(r, m);
    f.jump(m, z);
    f.show(z, {w});
    f.show(z, {v});
    f.ret(z);
    Own own(f, 1);
    Options o;
    o.explain = true;
    const auto result = passes::rematerialize(f, own, o);
    CHECK(f.names(z) == (alike ? "show one show ret" : "show show ret"));
    CHECK(f.names(l) == (alike ? "jump" : "one jump"));
    std::size_t several = 0;
    for (const auto& k : result.kept) several += k.reason == Reason::several;
    CHECK((several != 0) == !alike);
  }
}
TEST_CASE("a remark for each change, and fuel ends it") {
  for (std::uint64_t fuel = 0; fuel < 4; ++fuel) {
    Through c;
    for (const char* name : {"u", "v", "w"}) c.make(name);
    c.end();
    Own own(c.f, 2);
    RemarkList remarks;
    Options o;
    o.fuel = fuel;
    const auto result = passes::rematerialize(c.f, own, o, remarks);
    CHECK(c.f.names(c.z) == (fuel == 0 ? "show show show ret" : "u show show show ret"));
    CHECK(c.f.names(c.a) == (fuel < 2 ? "u v w jump" : "v w jump"));
    CHECK(result.changes == std::min<std::uint64_t>(fuel, 2));
    CHECK(result.out_of_fuel == (fuel == 1));
    REQUIRE(remarks.remarks.size() == result.changes);
    if (fuel > 0) {
      CHECK(remarks.remarks[0].name == std::string("ValuePulledIn"));
      CHECK(remarks.remarks[0].family == std::string("rematerialize"));
      CHECK(remarks.remarks[0].text.find("is made again at 1 places") != std::string::npos);
    }
    if (fuel > 1) CHECK(remarks.remarks[1].name == std::string("DefinitionDead"));
  }
}

TEST_CASE("random functions do the same at every fuel, in fewer registers, and again.hpp's excess is a slow count's") {
  toy::RandomFunctions random(31);
  passes::RematerializeStats all;
  std::uint64_t told = 0, left = 0;
  for (std::uint32_t round = 0; round < 80; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction before(ssa);
    drop_phis(before);
    const auto was = run_with_slots(before, 200'000);
    REQUIRE(was.has_value());
    const std::uint32_t limit = 2 + round % 4;
    Options options;
    options.modes = round % 16;
    options.internal_live = round % 3 != 0;
    options.loop_cost_factor = round % 2 == 0 ? 20 : 1;
    if (round % 5 == 0) options.fuel = round % 7;
    EditFunction behind(ssa);
    drop_phis(behind);
    const FewRegisters own(behind, limit);
    const auto result = passes::rematerialize(behind, own, options);
    if (result.refused) continue;
    CHECK(result.stats.excess_before == slow_excess(before, limit));
    if (!options.erase_dead || result.stats.erased == 0) CHECK(result.stats.excess_after == slow_excess(behind, limit));
    const auto is = run_with_slots(behind, 400'000);
    REQUIRE(is.has_value());
    CHECK(was->shown == is->shown);
    CHECK(was->memory == is->memory);
    CHECK(program::equal::run(before, behind).equal());
    CHECK(slow_excess(behind, limit) <= result.stats.excess_before);
    told += result.stats.excess_before;
    left += slow_excess(behind, limit);
    for (const auto& [name, field] : passes::RematerializeStats::fields()) all.*field += result.stats.*field;
  }
  CHECK(all.made > 50);
  CHECK(all.erased > 10);
  CHECK(left < told);
  CHECK(all.taken_back > 3);
}
TEST_CASE("code with phis is refused") {
  toy::RandomFunctions random(32);
  std::uint32_t refused = 0;
  for (int round = 0; round < 20; ++round) {
    EditFunction f(random.next());
    const std::string was = f.text();
    bool phis = false;
    for (const BlockId b : f.blocks())
      for (const InstId i : f.instructions(b)) phis |= f.payload(i).kind == toy::FrameOp::Kind::phi;
    const FewRegisters own(f, 2);
    const auto result = passes::rematerialize(f, own);
    if (!phis) continue;
    CHECK(result.refused == Reason::phis);
    CHECK(f.text() == was);
    ++refused;
  }
  CHECK(refused > 5);
}
