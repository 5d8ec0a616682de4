// Tail duplication by hand: who is copied into whom, limits at their bounds, tables, returns, growth, what is told. Random functions:
// tail_duplication_test.cpp.
#include <doctest/doctest.h>

#include <lathe/passes/tail_duplication.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using Reason = passes::TailDuplicationReason;

struct Phis : ToldCode {
  InstId make_phi(ValueId to) {
    const Operand def{to, Role::def};
    return make({"phi", Effect::phi, {}}, {&def, 1});
  }
};
// entry -> left or right -> tail, which is asked for; out: where a tail may go.
struct Tail {
  Phis code;
  BlockId entry = code.block(), left = code.block(), right = code.block(), tail = code.block();
  std::vector<BlockId> out{code.block(), code.block(), code.block()};
  ValueId p = code.parameter(), q = code.parameter();
  ValueId x = code.op(left, "x", {}, {p}), y = code.op(right, "y", {}, {p});
  Effects jump_left = Effect::terminator;
  passes::TailDuplicationOptions options;
  passes::TailDuplicationResult<Phis> result;
  Tail() {
    options.explain = true;
    code.branch(entry, p, left, right);
  }
  void ops(std::uint32_t count, Effects e = {}) {
    while (count-- > 0) code.op(tail, "op", e, {q});
  }
  void leaves() { code.ret(tail); }
  void goes(std::size_t ways) {
    std::vector<SmallCode::Operand> on;
    if (ways > 1) on.push_back({p, Role::use});
    code.add(tail, {ways == 1 ? "jump" : "table", Effect::terminator, {}}, on,
             std::vector<BlockId>(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(ways)));
  }
  std::vector<Reason> run() {
    code.add(left, {"jump", jump_left, {}}, {}, {tail});
    code.jump(right, tail);
    for (const BlockId b : out) {  // too long to be copied
      for (int k = 0; k < 10; ++k) code.op(b, "more", {}, {q});
      code.ret(b);
    }
    result = passes::duplicate_tails(code, options);
    std::vector<Reason> why;
    for (const auto& k : result.kept) why.push_back(k.reason);
    return why;
  }
};

}  // namespace

TEST_CASE("tails: as long as they may be, with a return, a jump and a condition; the block goes") {
  for (const std::uint32_t count : {2U, 3U, 4U}) {
    Tail t;
    t.options.size = 4;  // with what ends the block
    t.ops(count);
    t.leaves();
    const auto why = t.run();
    CHECK(t.result.stats.copies == (count < 4 ? 2 : 0));
    CHECK(t.result.stats.gone == (count < 4 ? 1 : 0));
    CHECK(t.result.stats.copied_insts == (count < 4 ? 2 * (count + 1) : 0));
    if (count == 4) CHECK(why == std::vector{Reason::size});
    if (count == 3) CHECK(t.code.names(t.left) == "x op op op ret");
  }
}

TEST_CASE("tails, early: no returns, tables may be longer, and all or nothing") {
  const auto copies = [](bool early, std::uint32_t ops, std::size_t ways, bool odd = false) {
    Tail t;
    t.options.early = early;
    t.options.size = 3;
    t.options.indirect_size = 5;
    t.ops(ops);
    if (ways == 0)
      t.leaves();
    else
      t.goes(ways);
    if (odd) t.jump_left = Effect::terminator | Effect::side_effect;
    const auto why = t.run();
    if (early && odd) CHECK(why == std::vector{Reason::incomplete});
    return t.result.stats.copies;
  };
  CHECK(copies(true, 2, 0) == 0);
  CHECK(copies(false, 2, 0) == 2);
  CHECK(copies(true, 2, 2) == 2);
  CHECK(copies(true, 3, 2) == 0);
  CHECK(copies(true, 4, 3) == 2);
  CHECK(copies(true, 5, 3) == 0);
  CHECK(copies(false, 4, 3) == 0);
  CHECK(copies(false, 2, 0, true) == 1);  // behind the one jump that does nothing else
  CHECK(copies(true, 2, 2, true) == 0);
}

TEST_CASE("tails: growth, fuel, and what is not looked at") {
  for (const std::uint64_t fuel : {0U, 1U, 2U}) {
    Tail t;
    t.ops(1);
    t.leaves();
    t.options.fuel = fuel;
    t.run();
    CHECK(t.result.stats.copies == fuel);
    CHECK(t.result.out_of_fuel == (fuel == 1));
    CHECK(t.result.stats.gone == (fuel == 2 ? 1 : 0));
  }
  for (const std::uint32_t ops : {49U, 59U, 100U}) {  // copies of 50, 60 and 101 instructions; 100 may come
    Tail t;
    t.options.size = 1000;
    t.options.growth = 1;
    t.ops(ops);
    t.leaves();
    t.run();
    CHECK(t.result.stats.copies == (ops == 49 ? 2 : ops == 59 ? 1 : 0));
  }
  Tail branches;  // nobody jumps there: it is not spoken of
  branches.code.branch(branches.out[0], branches.p, branches.out[1], branches.out[2]);
  branches.leaves();
  branches.ops(0);
  CHECK(branches.run().empty());
}

TEST_CASE("tails: values of the tail, what phis take, and what stands in no register") {
  {
    Tail t;  // what is read in the tail alone has a name in each copy
    const ValueId met = t.code.phi(t.tail, {{t.left, t.x}, {t.right, t.y}});
    t.code.show(t.tail, {met});
    t.leaves();
    t.run();
    CHECK(t.result.stats.copies == 2);
    CHECK(t.code.names(t.left) == "x show ret");
    for (const auto& [b, v] : {std::pair(t.left, t.x), std::pair(t.right, t.y)})
      for (const InstId i : t.code.instructions(b))
        if (t.code.payload(i).name == "show")
          t.code.for_each_operand(i, [&](const SmallCode::Operand& o) { CHECK(o.value == v); });
  }
  for (const bool reach : {false, true}) {
    Tail t;  // read behind it: a phi there, or nothing is copied
    const ValueId v = t.code.op(t.tail, "op", {}, {t.p});
    t.goes(1);
    t.code.show(t.out[0], {v});
    t.options.reach = reach ? 256 : 0;
    const auto why = t.run();
    CHECK(t.result.stats.copies == (reach ? 2 : 0));
    CHECK(t.result.stats.phis == (reach ? 1 : 0));
    CHECK(t.code.count(t.out[0], "phi") == (reach ? 1 : 0));
    if (!reach) CHECK(why == std::vector{Reason::escapes});
  }
  {
    Tail t;  // a phi of the block behind takes what each copy has
    const ValueId v = t.code.op(t.tail, "op", {}, {t.p});
    t.goes(1);
    const ValueId met = t.code.phi(t.out[0], {{t.tail, v}});
    t.code.show(t.out[0], {met});
    t.run();
    CHECK(t.result.stats.copies == 2);
    std::size_t takes = 0;
    t.code.for_each_incoming(*t.code.instructions(t.out[0]).begin(), [&](BlockId from, ValueId) {
      ++takes;
      CHECK((from == t.left || from == t.right));
    });
    CHECK(takes == 2);
  }
  {
    Tail t;
    t.code.constants.insert(t.x);
    t.code.show(t.tail, {t.code.phi(t.tail, {{t.left, t.x}, {t.right, t.y}})});
    t.leaves();
    CHECK(t.run() == std::vector{Reason::escapes});
  }
}

TEST_CASE("tails: registers that are written in all copies, out of SSA form and where it was none before") {
  for (const bool twice : {false, true})
    for (const bool keep_ssa : {false, true}) {
      CAPTURE(twice);
      CAPTURE(keep_ssa);
      Tail t;
      const ValueId v = t.code.make_value();
      if (twice) t.code.write(t.entry, "v", {}, {}, v);
      t.code.write(t.tail, "op", {}, {t.p}, v);
      t.goes(1);
      t.code.show(t.out[0], {v});
      t.options.keep_ssa = keep_ssa;
      t.run();
      CHECK(t.result.stats.copies == 2);
      CHECK(t.result.stats.phis == (keep_ssa && !twice ? 1 : 0));
      if (keep_ssa && !twice) continue;
      CHECK(t.code.names(t.left) == "x op jump");
      for (const BlockId b : {t.left, t.right})
        for (const InstId i : t.code.instructions(b))
          if (t.code.payload(i).name == "op")
            t.code.for_each_operand(i, [&](const SmallCode::Operand& o) { CHECK(o.value == (o.is_def() ? v : t.p)); });
    }
  Tail inside;  // what is read in the block alone wants no phi
  inside.options.reach = 0, inside.options.size = 3;
  inside.code.show(inside.tail, {inside.code.op(inside.tail, "op", {}, {inside.p})});
  inside.leaves();
  inside.run();
  CHECK(inside.result.stats.copies == 2);
  Tail out;  // what is read behind the function's back has one name
  const ValueId v = out.code.op(out.tail, "op", {}, {out.p});
  out.code.outs = {{out.tail, v}};
  out.leaves();
  CHECK(out.run() == std::vector{Reason::escapes});
}

TEST_CASE("tails: what was copied is copied on, and of where nobody jumps to nothing is said") {
  Phis code;
  const BlockId entry = code.block(), first = code.block(), second = code.block(), other = code.block(),
                middle = code.block(), tail = code.block();
  const ValueId p = code.parameter();
  code.branch(entry, p, first, second);
  code.branch(first, p, other, tail);
  code.jump(second, middle);
  code.jump(other, middle);
  code.write(middle, "m", {}, {p}, code.make_value());
  code.jump(middle, tail);
  code.show(tail, {code.op(tail, "op", {}, {p})});
  code.ret(tail);
  passes::TailDuplicationOptions options;
  options.size = 4;
  CHECK(passes::duplicate_tails(code, options).stats.copies == 3);
  CHECK(code.names(other) == "m op show ret");
  CHECK(code.names(second) == "m op show ret");
  Phis branches;
  const BlockId head = branches.block(), left = branches.block(), one = branches.block(), two = branches.block();
  const ValueId q = branches.parameter();
  branches.branch(head, q, left, one);
  branches.branch(left, q, one, two);
  for (const BlockId b : {one, two}) {
    branches.show(b, {q}), branches.show(b, {q});
    branches.ret(b);
  }
  options.size = 1, options.explain = true;
  CHECK(passes::duplicate_tails(branches, options).kept.empty());
}

TEST_CASE("tails: convergent code, loops, and blocks that end nowhere stay") {
  for (const Effect e : {Effect::convergent, Effect::fixed, Effect::call, Effect::marker}) {
    Tail t;
    t.ops(1, e);
    t.leaves();
    CHECK(t.run() == std::vector{Reason::convergent});
  }
  Tail loop;
  loop.code.branch(loop.tail, loop.p, loop.tail, loop.out[0]);
  CHECK(loop.run() == std::vector{Reason::header});
  Tail silent;
  silent.options.explain = false;
  silent.ops(1, Effect::convergent);
  silent.leaves();
  CHECK(silent.run().empty());
  CHECK(silent.result.stats.copies == 0);
}
