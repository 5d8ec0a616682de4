// Conditions that are always the same, by hand: guards, branches of one and of several instructions, guarded returns; what is left
// alone and why; fuel. Random functions: handles_test.cpp.
#include <doctest/doctest.h>

#include <lathe/passes/fold_conditions.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using Reason = passes::FoldConditionsReason;
using Operand = SmallCode::Operand;
constexpr Effects ends = Effect::terminator;

/// Blocks end with any number of "if", each with one target, and a jump, a return or neither; a return may stand under a guard.
class Guarded : public SmallCode {
 public:
  static constexpr lathe::program::Facts facts = SmallCode::facts | Fact::branches;
  using Way = lathe::program::Branch<BlockId, InstId, ValueId>;
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b)) {
      if (!effects(i).has(Effect::terminator)) continue;
      Way way;
      way.at = i;
      way.test = payload(i).name == "test" ? 1 : 0;
      for_each_operand(
          i, [&](const Operand& o) { way.conditional = true, way.condition = o.value, way.negated = o.negated; });
      way.leaves = targets(i).empty();
      if (!way.leaves) way.target = targets(i)[0];
      f(way);
    }
  }
  // `name` to a block where the condition holds, or does not.
  void go(BlockId b, ValueId on, BlockId to, bool negated = false, const char* name = "if") {
    Operand o{on, Role::use};
    o.negated = negated;
    add(b, {name, ends, {}}, {o}, {to});
  }
  void leave(BlockId b, ValueId on, bool negated = false) { add(b, {"leave", ends, {}}, {{on, Role::guard, negated}}); }
};

struct Client {
  Guarded& code;
  bool forms = true;
  std::optional<bool> condition(InstId i) const {
    const std::string& name = code.payload(i).name;
    if (name == "true" || name == "always true") return true;
    return name == "false" || name == "always false" ? std::optional(false) : std::nullopt;
  }
  std::optional<InstId> make_condition(InstId i, bool word) {
    if (!forms || code.payload(i).name.starts_with("always")) return {};
    const Operand def{passes::result_of(code, i), Role::def};
    return code.make({word ? "always true" : "always false", {}, {}}, std::span(&def, 1));
  }
  std::optional<InstId> make_unguarded(InstId i) {
    if (!forms) return {};
    std::vector<Operand> operands;
    code.for_each_operand(i, [&](const Operand& o) {
      if (o.role != Role::guard && !o.old) operands.push_back(o);
    });
    return code.make(SmallOp(code.payload(i)), operands);
  }
};

struct Run {
  Guarded code;
  bool forms = true;
  passes::FoldConditionsOptions options;
  passes::FoldConditionsResult<Guarded> result;
  std::vector<Reason> run() {
    options.explain = true;
    Client client{code, forms};
    result = passes::fold_conditions(code, client, options);
    std::vector<Reason> out;
    for (const auto& k : result.kept) out.push_back(k.reason);
    return out;
  }
};

}  // namespace

TEST_CASE("guards that are known: the guard goes, or the instruction") {
  for (const bool holds : {false, true})
    for (const bool negated : {false, true})
      for (const bool forms : {false, true})
        for (const bool other : {false, true}) {  // what it leaves is in another register than what it writes
          Run r;
          r.forms = forms;
          const BlockId b = r.code.block();
          const ValueId p = r.code.parameter(), c = r.code.op(b, holds ? "always true" : "always false", {}, {});
          const ValueId to = r.code.op(b, "first", {}, {p});
          r.code.add(
              b, {"op", {}, {}},
              {{p, Role::use}, {c, Role::guard, negated}, {other ? p : to, Role::use, false, true}, {to, Role::def}});
          r.code.show(b, {to});
          r.code.ret(b);
          const auto why = r.run();
          const bool done = holds != negated;
          std::size_t guards = 0;
          for (const InstId i : r.code.instructions(b))
            r.code.for_each_operand(i, [&](const Operand& o) { guards += o.role == Role::guard; });
          const bool changed = done ? forms : !other;
          CHECK(r.code.count(b, "op") == (!done && changed ? 0 : 1));
          CHECK(guards == (changed ? 0 : 1));
          CHECK(r.result.stats.guards == (changed ? 1 : 0));
          CHECK(r.result.stats.erased == (!done && changed ? 1 : 0));
          std::vector<Reason> wanted{Reason::form};  // there is no other form of the condition itself
          if (!changed) wanted.push_back(done ? Reason::form : Reason::old);
          CHECK(why == wanted);
        }
}

TEST_CASE("conditions that are known become constants, and what stands behind them is looked at, too") {
  Run r;
  const BlockId b = r.code.block();
  const ValueId x = r.code.op(b, "true", {}, {}), y = r.code.op(b, "other", {}, {}), z = r.code.op(b, "false", {}, {});
  r.code.show(b, {x, y, z});
  r.code.ret(b);
  CHECK(r.run().empty());
  CHECK(r.code.names(b) == "always true other always false show ret");
  CHECK(r.result.stats.known == 2);
  Run none;
  none.forms = false;
  const BlockId n = none.code.block();
  none.code.op(n, "true", {}, {});
  none.code.op(n, "false", {}, {});
  none.code.ret(n);
  CHECK(none.run() == std::vector{Reason::form, Reason::form});
  CHECK(none.result.changes == 0);
  for (std::uint64_t fuel = 0; fuel < 3; ++fuel) {
    Run few;
    const BlockId f = few.code.block();
    for (int k = 0; k < 3; ++k) few.code.op(f, "true", {}, {});
    few.code.ret(f);
    few.options.fuel = fuel;
    few.run();
    CHECK(few.code.count(f, "always true") == fuel);
    CHECK(few.result.changes == fuel);
    CHECK((few.result.out_of_fuel || fuel == 0));
  }
}

TEST_CASE("explanations are given where they are asked for") {
  Guarded code;
  const BlockId b = code.block();
  code.op(b, "true", {}, {});
  code.ret(b);
  Client client{code, false};
  CHECK(passes::fold_conditions(code, client).kept.empty());
}

TEST_CASE("of several branches in a row those that are known are decided, wherever they stand") {
  // if (c0) goto 1; if (c1) goto 2; if (c2) goto 3; goto 4, where a letter is t: true, f: false, x: not known; capital: negated.
  // What is reached then.
  const auto reached = [](const std::string& words, std::uint64_t fuel = 99, const char* name = "if") {
    Run r;
    const BlockId b = r.code.block();
    std::vector<BlockId> to;
    for (std::size_t k = 0; k <= words.size(); ++k) {
      to.push_back(r.code.block());
      r.code.show(to[k], {r.code.phi(to[k], {{b, r.code.parameter()}})});
      r.code.ret(to[k]);
    }
    const ValueId p = r.code.parameter();
    std::vector<ValueId> conditions;
    for (const char c : words) {
      const char low = static_cast<char>(c | 0x20);
      conditions.push_back(low == 'x' ? p : r.code.op(b, low == 't' ? "always true" : "always false", {}, {}));
    }
    for (std::size_t k = 0; k < words.size(); ++k) r.code.go(b, conditions[k], to[k], words[k] < 'a', name);
    r.code.jump(b, to.back());
    r.options.fuel = fuel;
    r.run();
    CHECK(r.result.changes <= words.size());  // each is decided once
    std::string out;
    for (std::size_t k = 0; k < to.size(); ++k) {
      bool there = false, goes = false;
      for (const BlockId block : r.code.blocks()) there |= block == to[k];
      r.code.for_each_successor(b, [&](BlockId s) { goes |= s == to[k]; });
      CHECK((there == goes || r.result.out_of_fuel || fuel == 0));
      if (goes) out += static_cast<char>('1' + k);
      if (there) {  // its phi takes something from who goes there, and from nobody else
        std::size_t takes = 0;
        r.code.for_each_incoming(*r.code.instructions(to[k]).begin(), [&](BlockId, ValueId) { ++takes; });
        CHECK(takes == (goes ? 1 : 0));
      }
    }
    return out;
  };
  CHECK(reached("t") == "1");
  CHECK(reached("f") == "2");
  CHECK(reached("T") == "2");
  CHECK(reached("F") == "1");
  CHECK(reached("x") == "12");
  CHECK(reached("xf") == "13");
  CHECK(reached("xt") == "12");
  CHECK(reached("fx") == "23");
  CHECK(reached("tx") == "1");
  CHECK(reached("xfx") == "134");
  CHECK(reached("ffx") == "34");
  CHECK(reached("xtx") == "12");
  CHECK(reached("xxt") == "123");
  CHECK(reached("fff") == "4");
  CHECK(reached("t", 0) == "12");
  CHECK(reached("t", 99, "test") == "12");  // it asks another question of the value
}

TEST_CASE("returns under a guard that is known: the last of their block, or gone") {
  for (const bool holds : {false, true})
    for (const bool negated : {false, true})
      for (const bool forms : {false, true}) {
        Run r;
        r.forms = forms;
        const BlockId b = r.code.block(), end = r.code.block();
        const ValueId p = r.code.parameter(), c = r.code.op(b, holds ? "always true" : "always false", {}, {});
        r.code.leave(b, c, negated);
        r.code.jump(b, end);
        r.code.show(end, {p});
        r.code.ret(end);
        r.run();
        const bool leaves = holds != negated;
        const std::string known = holds ? "always true" : "always false";
        CHECK(r.code.names(b) == known + (!leaves ? " jump" : forms ? " leave" : " leave jump"));
        std::size_t blocks = 0;
        for (const BlockId each : r.code.blocks()) blocks += each == each;
        CHECK(blocks == (leaves && forms ? 1 : 2));
        CHECK(r.result.stats.branches == (leaves && !forms ? 0 : 1));
        CHECK(r.result.stats.blocks == (leaves && forms ? 1 : 0));
      }
}

TEST_CASE("all that is known in a block is decided in one round, and what is known then in the next") {
  Run r;
  r.options.rounds = 1;
  const BlockId b = r.code.block(), yes = r.code.block(), no = r.code.block();
  const ValueId p = r.code.parameter(), t = r.code.op(b, "always true", {}, {}),
                f = r.code.op(b, "always false", {}, {});
  for (const ValueId guard : {f, t, f, t}) {
    const ValueId to = r.code.op(b, "first", {}, {p});
    r.code.add(b, {"op", {}, {}}, {{guard, Role::guard}, {to, Role::use, false, true}, {to, Role::def}});
    r.code.show(b, {to});
  }
  r.code.leave(b, f);
  r.code.leave(b, t, true);
  r.code.branch(b, t, yes, no);
  r.code.ret(yes);
  r.code.ret(no);
  r.run();
  CHECK(r.result.stats.guards == 4);
  CHECK(r.code.count(b, "leave") == 0);
  CHECK(r.code.count(b, "op") == 2);
  for (const std::uint32_t rounds : {1U, 2U, 3U}) {
    Run again;  // the second condition is known once one of the two ways to it is gone, the third then
    again.options.rounds = rounds;
    Guarded& c = again.code;
    std::vector<BlockId> blocks;
    for (int k = 0; k < 10; ++k) blocks.push_back(c.block());
    ValueId on = c.op(blocks[0], "always true", {}, {});
    for (std::size_t k = 0; k < 9; k += 3) {
      c.go(blocks[k], on, blocks[k + 1]);
      c.jump(blocks[k], blocks[k + 2]);
      const ValueId x = c.op(blocks[k + 1], "always true", {}, {}), y = c.op(blocks[k + 2], "always false", {}, {});
      for (std::size_t way = 1; way < 3; ++way) c.jump(blocks[k + way], blocks[k + 3]);
      on = c.phi(blocks[k + 3], {{blocks[k + 1], x}, {blocks[k + 2], y}});
    }
    c.ret(blocks[9]);
    again.run();
    CHECK(again.result.stats.branches == rounds);
    CHECK(again.result.stats.blocks == rounds);
  }
}

TEST_CASE("where fuel ends nothing more is done; a way with nothing behind it is left") {
  for (std::uint64_t fuel = 1; fuel < 4; ++fuel) {
    Run r;
    r.options.fuel = fuel;
    r.options.rounds = 1;
    const BlockId b = r.code.block();
    const ValueId f = r.code.op(b, "always false", {}, {});
    std::vector<BlockId> to;
    for (int k = 0; k < 5; ++k) to.push_back(r.code.block()), r.code.ret(to.back());
    for (int k = 0; k < 4; ++k) r.code.go(b, f, to[static_cast<std::size_t>(k)]);
    r.code.jump(b, to[4]);
    r.run();
    CHECK(r.result.changes == fuel);
    CHECK(r.result.stats.branches == fuel);
  }
  Run r;
  const BlockId b = r.code.block(), other = r.code.block();
  r.code.go(b, r.code.op(b, "always false", {}, {}), other);
  r.code.ret(b);
  r.code.ret(other);
  r.run();
  CHECK(r.code.names(b) == "always false if ret");
  CHECK(r.result.changes == 0);
}
