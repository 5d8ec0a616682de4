// Small rewritings by themselves: which copies are whole, whose reads may name another value, and all reads that do then.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/passes/rewrite.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = ToldCode::Operand;
constexpr Effects pure{};

struct Copies {
  bool plain = false, whole = false;
  bool operator==(const Copies&) const = default;
};
constexpr Copies neither{}, plain{true, false}, both{true, true};

// A copy of p to v, changed.
template <class F>
Copies copies(F&& change) {
  ToldCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), v = code.make_value();
  std::vector<Operand> operands{{p, Role::use}, {v, Role::def}};
  Effects e = Effect::copy;
  change(code, operands, e);
  const InstId i = code.add(b, {"copy", e, {}}, operands);
  const auto found = passes::plain_copy(code, i);
  if (found) {
    CHECK(found->inst == i);
    CHECK(found->to == v);
    CHECK(found->from == p);
  }
  const auto whole = passes::whole_copy(code, i);
  if (whole) {
    CHECK(whole->inst == i);
    CHECK(whole->to == v);
    CHECK(whole->from == p);
  }
  return {found.has_value(), whole.has_value()};
}

// May reads of a value be renamed, which one instruction writes and another reads?
template <class F>
bool renamable(F&& change) {
  ToldCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), v = code.make_value();
  std::vector<Operand> makes{{p, Role::use}, {v, Role::def}}, reads{{p, Role::use}, {v, Role::use}};
  change(code, makes, reads);
  code.add(b, {"makes", pure, {}}, makes);
  code.add(b, {"reads", Effect::side_effect, {}}, reads);
  code.ret(b);
  program::Known<ToldCode> known(code);
  const program::UseDef<ToldCode> uses(code, known);
  return passes::renamable(code, uses, passes::LiveOut<ToldCode>(code), v);
}

}  // namespace

TEST_CASE("rewrite: copies of one whole value to another") {
  CHECK(copies([](auto&, auto&, auto&) {}) == both);
  CHECK(copies([](auto&, auto&, auto& e) { e = pure; }) == neither);
  for (const std::size_t k : {0U, 1U}) {
    CHECK(copies([k](auto&, auto& o, auto&) { o[k].implicit = true; }) == neither);
    CHECK(copies([k](auto&, auto& o, auto&) { o[k].more = true; }) == neither);
    CHECK(copies([k](auto&, auto& o, auto&) { o[k].lanes = 1; }) == neither);
    CHECK(copies([k](auto& code, auto& o, auto&) { code.pins.insert(o[k].value); }) == plain);
    CHECK(copies([k](auto& code, auto& o, auto&) { code.constants.insert(o[k].value); }) == plain);
    CHECK(copies([k](auto& code, auto& o, auto&) { code.others.insert(o[k].value); }) == plain);
  }
  CHECK(copies([](auto&, auto& o, auto&) { o[0].old = true; }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o[0].role = Role::guard; }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o[0].offset = 4; }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o[0].offset = -4; }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o[0].tied = 0; }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o.push_back(o[0]); }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o.pop_back(); }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o.erase(o.begin()); }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o[1].role = Role::use; }) == neither);
  CHECK(copies([](auto&, auto& o, auto&) { o[0].role = Role::def; }) == neither);
  CHECK(copies([](auto& code, auto& o, auto&) { code.others.insert(o[0].value), code.others.insert(o[1].value); }) ==
        both);
}

TEST_CASE("rewrite: what is a constant, a result, or only in the way") {
  FlagCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), q = code.make_value(), first = code.make_value(), second = code.make_value();
  code.constants.insert(q);
  CHECK(passes::nameable(code, p));
  CHECK(!passes::nameable(code, q));
  CHECK(passes::nameable(static_cast<const SmallCode&>(code), q));  // which knows of none
  const InstId two = code.add(b, {"two", pure, {}}, {{first, Role::def}, {p, Role::use}, {second, Role::def}});
  const InstId one = code.write(b, "one", pure, {p}, first);
  CHECK(passes::result_of(code, one) == first);
  CHECK(passes::result_of(code, two) == second);
  Operand flag{code.flag, Role::def};
  CHECK(!passes::scratched(code, flag));
  flag.dead = true;
  CHECK(passes::scratched(code, flag));
  CHECK(!passes::scratched(static_cast<const ToldCode&>(code), flag));  // which does not say where
  flag.role = Role::use;
  CHECK(!passes::scratched(code, flag));
  flag.role = Role::def, flag.value = first;
  CHECK(!passes::scratched(code, flag));
  code.flagged(b, "flagged", pure, {p});
  InstId flagged = one;
  for (const InstId i : code.instructions(b)) flagged = i;
  const program::Spot<BlockId, InstId> end{b, {}};
  CHECK(passes::may_stand(code, flagged, end));
  code.closed.insert(b);
  CHECK(!passes::may_stand(code, flagged, end));
  CHECK(passes::may_stand(code, one, end));
  CHECK(passes::may_stand(static_cast<const ToldCode&>(code), flagged, end));
}

TEST_CASE("rewrite: what is read behind the function's back") {
  ToldCode code;
  const BlockId b = code.block(), c = code.block();
  const ValueId p = code.parameter(), q = code.parameter(), r = code.parameter();
  CHECK(!passes::LiveOut<ToldCode>(code).has(p));
  code.outs.emplace_back(b, p);
  code.outs.emplace_back(c, q);
  const passes::LiveOut<ToldCode> out(code);
  CHECK(out.has(p));
  CHECK(out.has(q));
  CHECK(!out.has(r));
}

TEST_CASE("rewrite: whose reads may name another value") {
  CHECK(renamable([](auto&, auto&, auto&) {}));
  CHECK(!renamable([](auto& code, auto& o, auto&) { code.pins.insert(o[1].value); }));
  CHECK(renamable([](auto& code, auto& o, auto&) { code.pins.insert(o[0].value); }));
  CHECK(!renamable([](auto& code, auto& o, auto&) { code.outs.emplace_back(*code.blocks().begin(), o[1].value); }));
  CHECK(!renamable([](auto&, auto& o, auto&) { o.pop_back(); }));
  CHECK(!renamable([](auto&, auto& o, auto& r) { r.push_back(o[1]); }));
  CHECK(!renamable([](auto&, auto& o, auto&) { o[0].role = Role::guard; }));
  CHECK(renamable([](auto&, auto&, auto& r) { r[0].role = Role::guard; }));
  CHECK(renamable([](auto&, auto&, auto& r) { r[1].role = Role::guard; }));
  CHECK(!renamable([](auto&, auto& o, auto&) { o[1].lanes = 1; }));
  CHECK(renamable([](auto&, auto&, auto& r) { r[1].lanes = 1; }));
  CHECK(!renamable([](auto&, auto&, auto& r) { r[1].old = true; }));
  for (const bool reads : {false, true}) {
    CHECK(!renamable([&](auto&, auto& o, auto& r) { (reads ? r : o)[1].implicit = true; }));
    CHECK(!renamable([&](auto&, auto& o, auto& r) { (reads ? r : o)[1].more = true; }));
    CHECK(renamable([&](auto&, auto& o, auto& r) { (reads ? r : o)[0].implicit = true; }));
    CHECK(renamable([&](auto&, auto& o, auto& r) { (reads ? r : o)[0].more = true; }));
  }
}

TEST_CASE("rewrite: each read, and what phis take, names the other value") {
  ToldCode code;
  const BlockId b = code.block(), c = code.block();
  const ValueId p = code.parameter(), v = code.op(b, "v", pure, {p}), to = code.op(b, "to", pure, {p});
  code.show(b, {v, p, v});
  code.jump(b, c);
  const ValueId x = code.phi(c, {{b, v}, {c, p}}), y = code.phi(c, {{b, v}, {c, v}});
  code.show(c, {x, y, v});
  code.jump(c, c);
  program::Known<ToldCode> known(code);
  program::UseDef<ToldCode> uses(code, known);
  program::Editing<ToldCode, program::UseDef<ToldCode>> editing(code, uses);
  CHECK(passes::replace_reads<decltype(editing), ToldCode>(editing, uses, v, to) == 6);
  std::vector<ValueId> shown;
  std::vector<std::pair<BlockId, ValueId>> taken;
  for (const BlockId block : code.blocks())
    for (const InstId i : code.instructions(block)) {
      code.for_each_incoming(i, [&](BlockId from, ValueId value) { taken.emplace_back(from, value); });
      if (code.payload(i).name == "show") code.for_each_operand(i, [&](const Operand& o) { shown.push_back(o.value); });
    }
  CHECK(shown == std::vector<ValueId>{to, p, to, x, y, to});
  CHECK(taken == std::vector<std::pair<BlockId, ValueId>>{{b, to}, {c, p}, {b, to}, {c, to}});
  CHECK(uses.uses(v) == 0);
  CHECK(uses.uses(to) == 6);
  CHECK(passes::replace_reads<decltype(editing), ToldCode>(editing, uses, v, to) == 0);
}
