// A register for each web, on random functions whose names are used again and again: what the toy machine does before and
// behind, webs found anew by reaching definitions, every prefix; and lanes by hand, with the equivalence checker.
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include <lathe/passes/rename_webs.hpp>

#include "support/rounds.hpp"
#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"
#include "unit/lathe/passes/toy_shapes.hpp"

namespace {

using namespace lathe;
using passes_test::use_names_again;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;

constexpr std::uint32_t none = ~0U;
// The register that a use and the definition that is tied to it both have; none: they have two, or nothing is tied.
std::uint32_t tie_that_holds(const EditFunction& f, InstId i) {
  const auto& inst = f.inst(i);
  return toy::RegisterView::tied(inst) && inst.reads[0] == inst.writes[0] ? inst.writes[0] : none;
}
std::size_t ties_that_hold(const EditFunction& f) {
  std::size_t out = 0;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) out += tie_that_holds(f, i) != none;
  return out;
}
// How many names there are too few: webs of each value by sets of reaching definitions, one of which may have the name.
std::size_t webs_too_many(const EditFunction& f) {
  using Defs = std::set<int>;                                      // instructions; -1: the entry
  std::map<std::uint32_t, std::map<std::uint32_t, Defs>> out, in;  // by block and value
  std::map<std::uint32_t, std::vector<std::uint32_t>> from;
  for (const BlockId b : f.blocks()) f.for_each_successor(b, [&](BlockId to) { from[to.value].push_back(b.value); });
  const std::uint32_t entry = (*f.blocks().begin()).value;
  const auto values = f.value_count();
  for (bool again = true; again;) {
    again = false;
    for (const BlockId b : f.blocks()) {
      std::map<std::uint32_t, Defs> now;
      for (std::uint32_t v = 0; v < values; ++v) {
        if (b.value == entry || from[b.value].empty()) now[v].insert(-1);
        for (const std::uint32_t p : from[b.value]) now[v].insert(out[p][v].begin(), out[p][v].end());
      }
      in[b.value] = now;
      for (const InstId i : f.instructions(b))
        for (const std::uint32_t v : f.inst(i).writes) now[v] = {static_cast<int>(i.value)};
      again |= out[b.value] != now;
      out[b.value] = std::move(now);
    }
  }
  std::map<std::pair<std::uint32_t, int>, std::pair<std::uint32_t, int>> parent;
  const std::function<std::pair<std::uint32_t, int>(std::pair<std::uint32_t, int>)> find = [&](auto x) {
    const auto p = parent.try_emplace(x, x).first->second;
    return p == x ? x : find(p);
  };
  for (const BlockId b : f.blocks()) {
    auto now = in[b.value];
    for (const InstId i : f.instructions(b)) {
      for (const std::uint32_t v : f.inst(i).reads)
        for (const int d : now[v]) parent[find({v, d})] = find({v, *now[v].begin()});
      if (const std::uint32_t v = tie_that_holds(f, i); v != none)
        parent[find({v, static_cast<int>(i.value)})] = find({v, *now[v].begin()});
      for (const std::uint32_t v : f.inst(i).writes)
        now[v] = {static_cast<int>(i.value)}, find({v, static_cast<int>(i.value)});
    }
  }
  std::map<std::uint32_t, std::set<std::pair<std::uint32_t, int>>> roots;
  for (const auto& [node, p] : std::map(parent)) roots[node.first].insert(find(node));
  std::size_t count = 0;
  for (const auto& [v, all] : roots) count += all.size() - 1;
  return count;
}

}  // namespace

TEST_CASE("webs get names: random functions do the same, and no name stands for two") {
  toy::RandomFunctions random(81);
  std::uint64_t before = 0, renamed = 0, ties = 0;
  for (int round = 0; round < test::rounds(60); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction was(ssa), is(ssa);
    for (EditFunction* f : {&was, &is}) {
      copies_for_zeros(*f);
      use_names_again(*f);
    }
    const std::size_t many = webs_too_many(was);
    const auto result = passes::rename_webs(is);
    passes_test::compare(was, is);
    CHECK(webs_too_many(is) == 0);
    CHECK(result.stats.renamed == many);
    CHECK(ties_that_hold(is) == ties_that_hold(was));
    ties += ties_that_hold(was);
    before += many;
    renamed += result.stats.renamed;
    CHECK(passes::rename_webs(is).changes == 0);
  }
  CHECK(before > test::rounds(300U));
  CHECK(renamed == before);
  CHECK(ties > 0);
}

TEST_CASE("webs get names: every prefix does the same; code in SSA form stays as it is") {
  toy::RandomFunctions random(82);
  for (int round = 0; round < test::rounds(15); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction was(ssa);
    use_names_again(was);
    passes::RenameWebsOptions options;
    for (options.fuel = 0;; options.fuel += 1 + options.fuel / 2) {
      EditFunction is(ssa);
      use_names_again(is);
      const auto result = passes::rename_webs(is, options);
      passes_test::compare(was, is);
      CHECK(result.changes <= options.fuel);
      if (!result.out_of_fuel) break;
    }
    // Registers of blocks that nothing reaches may have several definitions.
    EditFunction in_ssa(ssa);
    if (passes_test::not_in_ssa_form(in_ssa) == 0) CHECK(passes::rename_webs(in_ssa).stats.mentions <= 40);
  }
}

namespace {

using passes_test::SmallCode, passes_test::SmallOp, passes_test::Effect, passes_test::Role;
using Mention = SmallCode::Operand;
Mention lanes(ValueId v, Role role, std::uint64_t mask, bool old = false) {
  Mention m{v, role};
  m.lanes = mask;
  m.old = old;
  return m;
}
struct Halves {
  SmallCode f;
  ValueId x;
  BlockId e, next;
  // The halves of x are written one after the other and read in another block; together, where somebody reads both.
  explicit Halves(bool together, bool guarded = false) {
    e = f.block(), next = f.block();
    const ValueId p = f.parameter();
    x = f.make_value();
    f.add(e, {"low", {}, {}}, {{p, Role::use}, lanes(x, Role::def, 1)});
    std::vector<Mention> high{{p, Role::use}, lanes(x, Role::use, guarded ? 3 : 1, true), lanes(x, Role::def, 2)};
    if (guarded) high.push_back({p, Role::guard});
    f.add(e, {"high", {}, {}}, high);
    f.jump(e, next);
    f.add(next, {"show", Effect::side_effect, {}}, {lanes(x, Role::use, 1)});
    f.add(next, {"show", Effect::side_effect, {}}, {lanes(x, Role::use, 2)});
    if (together) f.add(next, {"show", Effect::side_effect, {}}, {lanes(x, Role::use, 3)});
    f.ret(next);
  }
  // Values of the mentions of lanes, in order.
  std::vector<std::uint32_t> named() const {
    std::vector<std::uint32_t> out;
    for (const BlockId b : {e, next})
      for (const InstId i : f.instructions(b))
        f.for_each_operand(i, [&](const Mention& o) {
          if (~o.lanes != 0) out.push_back(o.value.value);
        });
    return out;
  }
};

}  // namespace

TEST_CASE("webs get names: lanes that go their own ways") {
  Halves was(false), is(false);
  const auto result = passes::rename_webs(is.f);
  CHECK(result.stats.renamed == 1);
  CHECK(program::equal::run(was.f, is.f).equal());
  const std::uint32_t x = is.x.value, y = x + 1;
  CHECK(is.named() == std::vector<std::uint32_t>{x, y, y, x, y});  // what stays is named as what is written
  Halves both(true);
  CHECK(passes::rename_webs(both.f).stats.renamed == 0);
}

TEST_CASE("webs get names: guards tie the old value to the new one; parameters keep their names") {
  Halves guarded(false, true);
  // The upper half is there before, if the guard does not hold: nobody wrote it, so that is the web that keeps the name.
  CHECK(passes::rename_webs(guarded.f).stats.renamed == 1);
  CHECK(guarded.named()[0] != guarded.x.value);
  SmallCode f;
  const BlockId e = f.block();
  const ValueId p = f.parameter();
  const ValueId a = f.op(e, "a", {}, {p});
  f.write(e, "b", {}, {a}, p);
  f.guarded(e, "c", a, false, {a}, p);
  f.show(e, {p});
  f.write(e, "d", {}, {a}, p);
  f.show(e, {p});
  f.ret(e);
  const auto result = passes::rename_webs(f);
  CHECK(result.stats.renamed == 2);  // b with c, and d
  std::vector<std::uint32_t> shown;
  for (const InstId i : f.instructions(e))
    f.for_each_operand(i, [&](const Mention& o) {
      if (f.payload(i).name == "show" || f.payload(i).name == "c") shown.push_back(o.value.value);
    });
  const std::uint32_t q = a.value + 1;
  CHECK(shown == std::vector<std::uint32_t>{a.value, a.value, q, q, q, q + 1});
}

TEST_CASE("webs get names: what phis take has the name of its web") {
  SmallCode was, is;
  for (SmallCode* f : {&was, &is}) {
    const BlockId e = f->block(), l = f->block(), r = f->block(), join = f->block();
    const ValueId p = f->parameter(), v = f->op(e, "a", {}, {p});
    f->show(e, {v});
    f->write(e, "b", {}, {p}, v);
    f->branch(e, p, l, r);
    f->jump(l, join);
    f->write(r, "c", {}, {p}, v);
    f->jump(r, join);
    f->show(join, {f->phi(join, {{l, v}, {r, v}})});
    f->ret(join);
  }
  CHECK(passes::rename_webs(is).stats.renamed == 2);
  CHECK(program::equal::run(was, is).equal());
}

TEST_CASE("webs get names: what does not stand in the text keeps its name, and of two such webs one is told") {
  for (const int bound : {0, 1, 2})  // of three webs of one name
    for (const bool explain : {false, true}) {
      SmallCode f;
      const BlockId e = f.block();
      const ValueId p = f.parameter(), v = f.make_value();
      for (int k = 0; k < 3; ++k) {
        f.write(e, "a", {}, {p}, v);
        Mention read{v, Role::use};
        read.implicit = 3 - k <= bound;  // the last ones
        f.add(e, {"show", Effect::side_effect, {}}, {read});
      }
      f.ret(e);
      passes::RenameWebsOptions options;
      options.explain = explain;
      const auto result = passes::rename_webs(f, options);
      CHECK(result.stats.renamed == (bound == 2 ? 1 : 2));
      CHECK(result.kept.size() == (explain && bound == 2 ? 1 : 0));
      for (const InstId i : f.instructions(e))
        f.for_each_operand(i, [&](const Mention& o) {
          if (o.implicit) CHECK(o.value == v);
        });
    }
}
