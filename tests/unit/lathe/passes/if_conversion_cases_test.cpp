// If-conversion by hand: triangles and diamonds, limits at their bounds, what may not be done always, what is too dear, clients without
// a select. Random functions: if_conversion_test.cpp.
#include <doctest/doctest.h>

#include <lathe/passes/if_conversion.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using Reason = passes::IfConversionReason;
using Operand = SmallCode::Operand;

class Selecting : public SmallCode {
 public:
  static constexpr lathe::program::Facts facts = SmallCode::facts | Fact::branches | Fact::latency;
  using Way = lathe::program::Branch<BlockId, InstId, ValueId>;
  bool selects = true, divergent = false;
  std::uint32_t slow = 1;  ///< latency of "slow"
  std::uint32_t latency(InstId i) const { return payload(i).name == "slow" ? slow : 1; }
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b)) {
      if (payload(i).name == "ret") {
        Way way;
        way.at = i, way.leaves = true;
        f(way);
      }
      for (std::size_t k = 0; k < targets(i).size(); ++k) {
        Way way;
        way.target = targets(i)[k], way.at = i;
        way.conditional = k + 1 < targets(i).size();
        for_each_operand(i, [&](const Operand& o) { way.condition = o.value; });
        f(way);
      }
    }
  }
  bool is_divergent(const Way&) const { return divergent; }
  std::optional<InstId> make_select(ValueId to, const Way& way, ValueId taken, ValueId other) {
    if (!selects) return {};
    const Operand all[] = {{way.condition, Role::use}, {taken, Role::use}, {other, Role::use}, {to, Role::def}};
    return make({"select", {}, {}}, all);
  }
  std::optional<InstId> make_guarded(InstId i, const Way& way, bool taken) {
    std::vector<Operand> operands{{way.condition, Role::guard, !taken}};
    for_each_operand(i, [&](const Operand& o) { operands.push_back(o); });
    SmallOp op(payload(i));
    op.name = (taken ? "if " : "unless ") + op.name;
    return make(std::move(op), operands);
  }
};

// head -> yes or no -> join; what a side has is added to it, and a side that has no block leads to the join at once.
struct If {
  Selecting code;
  BlockId head = code.block(), yes = code.block(), no = code.block(), join = code.block();
  ValueId p = code.parameter(), q = code.parameter(), a, b, beside;  // beside: what is read together with the phi
  bool with_yes, with_no;
  passes::IfConversionOptions options;
  std::vector<Remark> remarks;
  passes::IfConversionResult<Selecting> result;
  If(bool first, bool second) : a(p), b(q), beside(q), with_yes(first), with_no(second) {
    options.always = options.explain = true;
  }
  ValueId add(BlockId at, const std::string& name = "op", Effects e = {}) { return code.op(at, name, e, {p}); }
  std::vector<Reason> run() {
    code.branch(head, p, with_yes ? yes : join, with_no ? no : join);
    for (const BlockId side : {yes, no})
      if (side == yes ? with_yes : with_no)
        code.jump(side, join);
      else
        code.ret(side);
    const ValueId phi = code.phi(join, {{with_yes ? yes : head, a}, {with_no ? no : head, b}});
    code.show(join, {phi, beside});
    code.ret(join);
    result = passes::convert_ifs(code, options, [&](const Remark& r) { remarks.push_back(r); });
    std::vector<Reason> out;
    for (const auto& k : result.kept) out.push_back(k.reason);
    return out;
  }
};

}  // namespace

TEST_CASE("triangles of either side and diamonds: what is done always, and which value is selected") {
  for (const int shape : {1, 2, 3}) {
    CAPTURE(shape);
    If c((shape & 1) != 0, (shape & 2) != 0);
    if (c.with_yes) c.a = c.add(c.yes, "left");
    if (c.with_no) c.b = c.add(c.no, "right");
    c.run();
    CHECK(c.result.stats.triangles == (shape == 3 ? 0 : 1));
    CHECK(c.result.stats.diamonds == (shape == 3 ? 1 : 0));
    CHECK(c.result.stats.speculated == (shape == 3 ? 2 : 1));
    CHECK(c.result.stats.selects == 1);
    CHECK(c.result.changes == 1);
    const std::string sides = shape == 1 ? "left" : shape == 2 ? "right" : "left right";
    CHECK(c.code.names(c.head) == sides + " select jump");
    for (const InstId i : c.code.instructions(c.head)) {
      std::vector<ValueId> reads;
      c.code.for_each_operand(i, [&](const Operand& o) {
        if (!o.is_def()) reads.push_back(o.value);
      });
      if (c.code.payload(i).name == "select") CHECK(reads == std::vector{c.p, c.a, c.b});
    }
    CHECK(c.code.count(c.join, "phi") == 0);
  }
}

TEST_CASE("one value on both ways wants no select, and a join with a third way in keeps its phi") {
  If same(true, true);
  same.a = same.b = same.q;
  same.add(same.yes), same.add(same.no);
  same.code.selects = false;
  same.run();
  CHECK(same.result.stats.diamonds == 1);
  CHECK(same.result.stats.selects == 0);
  Selecting code;
  const BlockId entry = code.block(), head = code.block(), yes = code.block(), join = code.block();
  const ValueId p = code.parameter(), q = code.parameter();
  code.branch(entry, q, head, join);
  code.branch(head, p, yes, join);
  const ValueId x = code.op(yes, "op", {}, {p});
  code.jump(yes, join);
  code.show(join, {code.phi(join, {{entry, p}, {yes, x}, {head, q}})});
  code.ret(join);
  passes::IfConversionOptions options;
  options.always = true;
  CHECK(passes::convert_ifs(code, options).stats.triangles >= 1);
  CHECK(code.count(head, "select") + code.count(entry, "select") >= 1);
}

TEST_CASE("limits: instructions of a side, and of both that want a guard") {
  for (const std::uint32_t count : {3U, 4U}) {
    If c(true, false);
    c.options.limit = 3;
    for (std::uint32_t k = 0; k < count; ++k) c.a = c.add(c.yes);
    const auto why = c.run();
    CHECK(c.result.stats.triangles == (count == 3 ? 1 : 0));
    CHECK((count == 3 || why == std::vector{Reason::size}));
    If g(true, true);
    g.options.guarded_limit = 3;
    for (std::uint32_t k = 0; k < count; ++k) g.code.store(k % 2 == 0 ? g.yes : g.no, g.p, 0, g.q);
    const auto guards = g.run();
    CHECK(g.result.stats.guarded == (count == 3 ? 3 : 0));
    CHECK((count == 3 || guards == std::vector{Reason::size}));
    if (count == 3) CHECK(g.code.names(g.head) == "if store if store unless store select jump");
  }
}

TEST_CASE("what may not be done always and has no guard stays, whatever else there is") {
  using program::Effect;
  for (const Effects e :
       {Effects(Effect::convergent), Effects(Effect::fixed), Effects(Effect::call), Effects(Effect::marker),
        Effects(Effect::side_effect), Effects(Effect::traps | Effect::fixed)}) {
    If c(true, false);
    c.a = c.add(c.yes);
    c.add(c.yes, "special", e);
    CHECK(c.run() == std::vector{Reason::effects});
    CHECK(c.result.changes == 0);
    CHECK(c.code.names(c.yes) == "op special jump");
  }
  If writes(true, false);  // what the branch asks
  writes.code.write(writes.yes, "op", {}, {writes.q}, writes.p);
  CHECK(writes.run() == std::vector{Reason::effects});
}

TEST_CASE("shapes: a second way into a side, a side with phis, one that goes elsewhere") {
  {
    If c(true, false);
    c.code.jump(c.no, c.yes);  // nothing reaches it, but it goes there
    c.run();
    CHECK(c.result.changes == 0);
  }
  {
    If c(true, false);
    const ValueId x = c.code.phi(c.yes, {{c.head, c.q}});
    c.a = x;
    CHECK(c.run() == std::vector{Reason::shape});
  }
  Selecting code;  // both ways end for good
  const BlockId head = code.block(), yes = code.block(), no = code.block();
  code.branch(head, code.parameter(), yes, no);
  code.ret(yes);
  code.ret(no);
  passes::IfConversionOptions options;
  options.explain = true;
  const auto result = passes::convert_ifs(code, options);
  REQUIRE(result.kept.size() == 1);
  CHECK(result.kept[0].reason == Reason::shape);
  options.explain = false;
  CHECK(passes::convert_ifs(code, options).kept.empty());
}

TEST_CASE("a client without a select, no fuel, and the name of what was done") {
  If none(true, false);
  none.code.selects = false;
  none.a = none.add(none.yes);
  CHECK(none.run() == std::vector{Reason::select});
  CHECK(none.result.changes == 0);
  CHECK(none.code.names(none.head) == "branch");
  If two(true, false);  // one that wants no select, in front of one that has none
  two.code.selects = false;
  two.a = two.add(two.yes);
  two.code.phi(two.join, {{two.yes, two.q}, {two.head, two.q}});
  CHECK(two.run() == std::vector{Reason::select});
  If fuel(true, true);
  fuel.options.fuel = 0;
  fuel.run();
  CHECK(fuel.code.names(fuel.head) == "branch");
  CHECK(fuel.code.names(fuel.join) == "phi show ret");
  If told(true, true);
  told.run();
  REQUIRE(told.remarks.size() == 1);
  CHECK(told.remarks[0].name == std::string("Converted"));
}

TEST_CASE("a side that keeps the machine busy for longer than a wrong guess costs is left") {
  for (const std::uint32_t many : {4U, 40U}) {  // all of the one side beside nothing on the other
    If c(true, true);
    c.options.always = false;
    c.options.limit = 100;
    for (std::uint32_t k = 0; k < many; ++k) c.add(c.yes);
    const auto why = c.run();
    CHECK(c.result.stats.diamonds == (many == 4 ? 1 : 0));
    CHECK((many == 4 || why == std::vector{Reason::resources}));
  }
}

TEST_CASE("a select may come later than its phi came by half of what a wrong guess costs, and by the time there is") {
  for (const std::uint32_t waits : {0U, 4U})  // cycles that what is read together with the phi is later than that
    for (const std::uint32_t late : {3U, 4U, 5U, 7U, 8U, 9U}) {
      CAPTURE(waits);
      CAPTURE(late);
      If c(true, false);
      c.options.always = false;
      c.a = c.p;
      for (int k = 0; k < 3; ++k) c.b = c.code.op(c.head, "op", {}, {c.b});
      for (std::uint32_t k = 0; k < 3 + late; ++k) c.a = c.code.op(c.yes, "op", {}, {c.a});
      for (std::uint32_t k = 0; k < 3 + waits; ++k) c.beside = c.code.op(c.head, "op", {}, {c.beside});
      const auto why = c.run();
      const bool fits = late + 1 <= waits + 5;  // the select takes one
      CHECK(c.result.stats.triangles == fits);
      CHECK((fits || why == std::vector{Reason::path}));
    }
}

namespace {

// Branches and selects ask a register of flags, which operations write on the way; nothing that does may stand in front of a read.
class FlagSelecting : public FlagCode {
 public:
  static constexpr lathe::program::Facts facts = FlagCode::facts | Fact::branches;
  using Way = lathe::program::Branch<BlockId, InstId, ValueId>;
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b))
      for (std::size_t k = 0; k < targets(i).size(); ++k) {
        Way way;
        way.target = targets(i)[k], way.at = i;
        way.conditional = k + 1 < targets(i).size();
        way.condition = flag;
        f(way);
      }
  }
  std::optional<InstId> make_select(ValueId to, const Way&, ValueId taken, ValueId other) {
    const Operand all[] = {{flag, Role::use}, {taken, Role::use}, {other, Role::use}, {to, Role::def}};
    return make({"select", {}, {}}, all);
  }
  bool touches(InstId i, bool writes) const {
    bool out = false;
    for_each_operand(i, [&](const Operand& o) { out |= o.value == flag && o.is_def() == writes; });
    return out;
  }
  bool may_stand(InstId i, const lathe::program::Spot<BlockId, InstId>& at) const {
    bool behind = false;
    for (const InstId k : instructions(*at.block)) {
      behind |= at.before == k;
      if (!behind || k == i || !touches(i, true)) continue;
      if (touches(k, false)) return false;
      if (touches(k, true)) return true;
    }
    return true;
  }
};
static_assert(lathe::program::is_editor<FlagSelecting>());

// head: a phi, `late` if it is wanted behind what writes the flags; side: one operation of `late` or of a parameter.
struct FlagIf {
  FlagSelecting code;
  BlockId entry = code.block(), head = code.block(), side = code.block(), join = code.block();
  ValueId p = code.parameter(), q = code.parameter();
  std::string converted(bool of_late, bool live, bool of_phi = false) {
    code.jump(entry, head);
    const ValueId first = code.phi(head, {{entry, p}});
    code.op(head, "plain", {}, {p});
    code.write(head, "compare", {}, {p, q}, code.flag);
    const ValueId late = code.op(head, "late", {}, {p});
    code.branch(head, code.flag, side, join);
    const ValueId of = of_late ? late : of_phi ? first : q, v = code.flagged(side, "side", {}, {of});
    if (live) {
      InstId i;
      for (const InstId k : code.instructions(side)) i = k;
      code.put(i, {});
      code.add(side, {"side", {}, {}}, {{of, Role::use}, {v, Role::def}, {code.flag, Role::def}});
    }
    code.jump(side, join);
    const ValueId r = code.phi(join, {{head, p}, {side, v}});
    code.show(join, {r});
    code.ret(join);
    passes::IfConversionOptions options;
    options.always = options.explain = true;
    const auto result = passes::convert_ifs(code, options);
    CHECK(result.changes == (result.kept.empty() ? 1 : 0));
    if (!result.kept.empty()) CHECK(result.kept[0].reason == Reason::effects);
    return code.names(head);
  }
};

}  // namespace

TEST_CASE("what writes flags on the way goes up in front of what the branch reads of them") {
  CHECK(FlagIf().converted(false, false) == "phi plain side compare late select jump");
  CHECK(FlagIf().converted(false, false, true) == "phi plain side compare late select jump");
  CHECK(FlagIf().converted(true, false) == "phi plain compare late branch");  // what it reads comes behind
  CHECK(FlagIf().converted(false, true) == "phi plain compare late branch");  // its flags may be read
}

TEST_CASE("what wants a guard: one of a single definition would have two, and not every client has guards") {
  If single(true, false);
  single.a = single.code.load(single.yes, single.p, 0);
  CHECK(single.run() == std::vector{Reason::effects});
  FlagSelecting code;
  const BlockId head = code.block(), side = code.block(), join = code.block();
  const ValueId p = code.parameter();
  code.branch(head, code.flag, side, join);
  code.store(side, p, 0, p);
  code.jump(side, join);
  code.show(join, {p});
  code.ret(join);
  passes::IfConversionOptions options;
  options.always = options.explain = true;
  const auto result = passes::convert_ifs(code, options);
  CHECK(result.changes == 0);
  REQUIRE(result.kept.size() == 1);
  CHECK(result.kept[0].reason == Reason::effects);
  CHECK(code.names(side) == "store jump");
}

TEST_CASE("branches that do something besides are no ends of ifs or sides, and a phi takes a value from each way") {
  const auto changes = [](Effects of_branch, Effects of_jump, bool both) {
    Selecting code;
    const BlockId head = code.block(), side = code.block(), join = code.block();
    const ValueId p = code.parameter(), q = code.parameter();
    code.add(head, {"branch", of_branch | program::Effect::terminator, {}}, {{p, Role::use}}, {side, join});
    const ValueId x = code.op(side, "op", {}, {p});
    code.add(side, {"jump", of_jump | program::Effect::terminator, {}}, {}, {join});
    code.show(join, {both ? code.phi(join, {{side, x}, {head, q}}) : code.phi(join, {{side, x}})});
    code.ret(join);
    passes::IfConversionOptions options;
    options.always = true;
    return passes::convert_ifs(code, options).changes;
  };
  CHECK(changes({}, {}, true) == 1);
  CHECK(changes(program::Effect::side_effect, {}, true) == 0);
  CHECK(changes({}, program::Effect::side_effect, true) == 0);
  CHECK(changes({}, {}, false) == 0);
}

TEST_CASE("a divergent branch that is told wrong costs more") {
  for (const bool divergent : {false, true}) {
    If c(true, true);
    c.code.divergent = divergent;
    c.options.always = false;
    c.options.limit = 100;
    c.options.divergent_penalty = 200;
    for (std::uint32_t k = 0; k < 40; ++k) c.add(c.yes);
    c.run();
    CHECK(c.result.stats.diamonds == divergent);
  }
}

namespace {

// Two instructions a cycle.
struct Wide : Selecting {
  static constexpr lathe::program::Facts facts = Selecting::facts | Fact::issue;
  static std::uint32_t issue_width() { return 2; }
  static std::uint32_t issue(InstId) { return 1; }
};

}  // namespace

TEST_CASE("half a cycle of the other side's instructions is a whole one") {
  const auto converts = [](std::uint32_t many) {
    Wide code;
    const BlockId head = code.block(), yes = code.block(), no = code.block(), join = code.block();
    const ValueId p = code.parameter();
    code.branch(head, p, yes, no);
    for (std::uint32_t k = 0; k < many; ++k) code.op(yes, "op", {}, {p});
    code.jump(yes, join);
    code.jump(no, join);
    code.ret(join);
    passes::IfConversionOptions options;
    options.limit = 100;
    return passes::convert_ifs(code, options).changes == 1;
  };
  std::uint32_t most = 0;
  while (converts(most + 1)) ++most;
  CHECK(most > 0);
  CHECK(most % 2 == 0);
}
