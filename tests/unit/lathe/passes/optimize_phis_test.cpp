// Phis that are no choice, on random functions with loops: what the toy machine does before and behind, the equivalence
// checker beside it, and a slow twin that looks for what was left.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include <lathe/passes/optimize_phis.hpp>
#include <lathe/program/journal_text.hpp>

#include "unit/lathe/passes/toy_shapes.hpp"

namespace {

using namespace lathe;
using passes_test::add_phis;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;

struct Phi {
  std::uint32_t result;
  std::set<std::uint32_t> takes;
};
std::vector<Phi> phis_of(const EditFunction& f) {
  std::vector<Phi> out;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      if (f.payload(i).kind != toy::FrameOp::Kind::phi) continue;
      out.push_back({f.inst(i).writes[0], {}});
      f.for_each_incoming(i, [&](BlockId, ValueId v) { out.back().takes.insert(v.value); });
    }
  return out;
}

using passes::PhiReason;
using passes_test::ToldCode;

// entry -> loop <-> loop -> end, which shows what is asked for.
struct PhiLoop {
  ToldCode code;
  BlockId entry = code.block(), loop = code.block(), end = code.block();
  ValueId p = code.parameter(), a = code.op(entry, "a", {}, {}), b = code.op(entry, "b", {}, {});
  std::vector<Remark> remarks;
  passes::OptimizePhisOptions options;
  PhiLoop() {
    code.jump(entry, loop);
    options.explain = true;
  }
  /// result = phi [entry: first] [loop: second]
  void phi(ValueId result, ValueId first, ValueId second) {
    const InstId i = code.add(loop, {"phi", program::Effect::phi, {}}, {{result, program::Role::def}});
    code.set_incoming(i, std::vector{std::pair(entry, first), std::pair(loop, second)});
  }
  /// Phis that take each other in a ring; each takes `a` at the entry. The first one.
  ValueId ring(std::size_t count) {
    std::vector<ValueId> all;
    for (std::size_t k = 0; k < count; ++k) all.push_back(code.make_value());
    for (std::size_t k = 0; k < count; ++k) phi(all[k], a, all[(k + 1) % count]);
    return all[0];
  }
  passes::OptimizePhisResult<ToldCode> run(std::initializer_list<ValueId> shown) {
    code.branch(loop, p, loop, end);
    if (shown.size() != 0) code.show(end, shown);
    code.ret(end);
    return passes::optimize_phis(code, options, [&](const Remark& r) { remarks.push_back(r); });
  }
  std::vector<PhiReason> why(std::initializer_list<ValueId> shown) {
    std::vector<PhiReason> out;
    for (const auto& k : run(shown).kept) out.push_back(k.reason);
    return out;
  }
  std::uint32_t phis() const { return code.count(loop, "phi"); }
};

}  // namespace

TEST_CASE("phis: cycles of phis and of copies around them are one value, copies of others are values of their own") {
  {
    PhiLoop l;
    const ValueId x = l.code.make_value(), c = l.code.make_value();
    l.phi(x, l.a, c);
    l.code.put(l.code.make_copy(c, x), {l.loop, {}});
    CHECK(l.run({x}).stats.single_value == 1);
    CHECK(l.phis() == 0);
  }
  {
    PhiLoop l;
    const ValueId first = l.ring(3);
    const auto result = l.run({first});
    CHECK(result.stats.single_value + result.stats.dead == 3);
    CHECK(l.phis() == 0);
  }
  {
    PhiLoop l;  // both are copies of one value: that is copy propagation's
    const ValueId x = l.code.make_value(), c = l.code.make_value(), d = l.code.make_value();
    l.code.put(l.code.make_copy(c, l.a), {l.entry, *l.code.instructions(l.entry).begin()});
    l.code.put(l.code.make_copy(d, l.a), {l.entry, *l.code.instructions(l.entry).begin()});
    l.phi(x, c, d);
    CHECK(l.why({x}) == std::vector{PhiReason::two_values});
    CHECK(l.phis() == 1);
  }
}

TEST_CASE("phis: a parameter that is written has two words, by itself, through a copy and as the phi's result") {
  for (const int how : {0, 1, 2}) {
    CAPTURE(how);
    PhiLoop l;
    const ValueId q = l.code.parameter(), x = how == 2 ? q : l.code.make_value();
    const ValueId other = how == 1 ? l.code.op(l.entry, "other", {}, {}) : l.a;
    l.phi(x, how == 2 ? l.a : q, how == 2 ? l.a : x);
    l.code.show(l.loop, {x});
    if (how == 0) l.code.write(l.loop, "op", {}, {}, q);
    if (how == 1) l.code.write(l.loop, "copy", program::Effect::copy, {x}, q);
    l.code.show(l.end, {q, other});
    CHECK(l.why({x}) == std::vector{how == 2 ? PhiReason::bound : PhiReason::two_values});
    CHECK(l.code.count(l.loop, "phi") == 1);
  }
}

TEST_CASE("phis: dead ones alone and in cycles, by name") {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}}) {
    PhiLoop l;
    l.ring(count);
    const auto result = l.run({});
    CHECK(result.stats.dead == count);
    CHECK(result.stats.dead_cycles == (count == 2 ? 1 : 0));
    REQUIRE(l.remarks.size() == 1);
    CHECK(l.remarks[0].name == std::string(count == 1 ? "DeadPhi" : "DeadPhiCycle"));
  }
}

TEST_CASE("phis: what is bound stays, and is told where that is asked for") {
  const auto stays = [](auto&& bind, bool shown = true) {
    PhiLoop l;
    const ValueId x = l.code.make_value();
    l.phi(x, l.a, l.a);
    bind(l, x);
    const auto why = shown ? l.why({x}) : l.why({});
    CHECK(l.phis() == 1);
    return why;
  };
  using enum PhiReason;
  CHECK(stays([](PhiLoop& l, ValueId x) { l.code.pins.insert(x); }) == std::vector{bound});
  CHECK(stays([](PhiLoop& l, ValueId x) { l.code.pins.insert(x); }, false) == std::vector{bound});
  CHECK(stays([](PhiLoop& l, ValueId x) { l.code.outs.emplace_back(l.end, x); }, false) == std::vector{bound});
  CHECK(stays([](PhiLoop& l, ValueId) { l.code.constants.insert(l.a); }) == std::vector{bound});
  CHECK(stays([](PhiLoop& l, ValueId x) { l.code.others.insert(x); }) == std::vector{class_});
  CHECK(stays([](PhiLoop& l, ValueId x) { l.code.write(l.loop, "x", {}, {}, x); }, false).size() == 1);
  CHECK(stays([](PhiLoop& l, ValueId x) { l.options.explain = false, l.code.pins.insert(x); }).empty());
  PhiLoop l;  // a pinned phi is a value of its own to another
  const ValueId x = l.code.make_value(), y = l.code.make_value();
  l.phi(x, l.a, y);
  l.phi(y, l.a, y);
  l.code.pins.insert(y);
  CHECK(l.why({x}) == std::vector{two_values, two_values});
}

TEST_CASE("phis: sets end at their limit, and who took what went is asked again") {
  for (const bool shown : {true, false})
    for (const std::size_t more : {std::size_t{0}, std::size_t{1}}) {
      PhiLoop l;
      l.options.max_set = 4;
      const ValueId first = l.ring(4 + more);
      const auto result = shown ? l.run({first}) : l.run({});
      CHECK(result.changes == (more == 1 ? 0 : shown ? 4 : 1));
      CHECK(l.phis() == (more == 1 ? 5 : 0));
      for (const auto& k : result.kept) CHECK(k.reason == PhiReason::too_large);
    }
  PhiLoop l;
  l.options.max_set = 1;
  const ValueId x = l.code.make_value(), y = l.code.make_value();
  l.phi(x, l.a, y);  // too large a set, until y is a
  l.phi(y, l.a, l.a);
  CHECK(l.run({x, y}).stats.single_value == 2);
  CHECK(l.phis() == 0);
}

TEST_CASE("phis of one value and dead phis go, and the code does the same") {
  std::uint64_t gone = 0;
  passes_test::on_random_functions(
      11,
      [&](EditFunction& f, toy::RandomFunctions& random) {
        add_phis(f, random);
        return [&](EditFunction& code) {
          const auto result = passes::optimize_phis(code);
          gone += result.stats.single_value + result.stats.dead;
        };
      },
      [](const EditFunction&, const EditFunction& f) {
        // Blocks that nothing reaches are not in SSA form: a register may have a definition there, too.
        std::map<std::uint32_t, int> defs;
        for (const BlockId b : f.blocks())
          for (const InstId i : f.instructions(b))
            f.for_each_operand(i, [&](const auto& o) { defs[o.value.value] += o.is_def(); });
        for (const Phi& phi : phis_of(f)) {
          std::set<std::uint32_t> others = phi.takes;
          others.erase(phi.result);
          CHECK((others.size() != 1 || defs[*others.begin()] > 1));
        }
      });
  CHECK(gone > 300);
}

TEST_CASE("its journal is its plan: every prefix does the same") {
  toy::RandomFunctions random(12);
  std::uint64_t changes = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction code(ssa), before(ssa);
    toy::RandomFunctions one(static_cast<std::uint32_t>(round)), same(static_cast<std::uint32_t>(round));
    add_phis(code, one);
    add_phis(before, same);
    program::Journal<EditFunction> journal(code);
    const auto result = passes::optimize_phis(code, {}, NoRemarks{}, journal);
    CHECK(journal.changes() <= result.stats.single_value + result.stats.dead);  // a cycle goes at once
    changes += journal.changes();
    for (std::uint64_t n = 0; n <= journal.changes(); n += 1 + journal.changes() / 4) {
      EditFunction copy(ssa);
      toy::RandomFunctions again(static_cast<std::uint32_t>(round));
      add_phis(copy, again);
      const auto done = program::replay(copy, journal.entries(), n);
      REQUIRE(done.complete());
      CHECK(done.changes == n);
      passes_test::compare(before, copy);
    }
    std::string error;
    CHECK(program::read_journal(program::journal_text(journal.entries()), "j", error) == journal.entries());
  }
  CHECK(changes > 60);
}
