// Definitions that nobody reads: random functions out of SSA form run before and behind, beside a twin that asks each definition
// for a way to a reader; by hand what stays.
#include <doctest/doctest.h>

#include <optional>
#include <set>
#include <vector>

#include <lathe/passes/dead_definitions.hpp>
#include <lathe/program/editing.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using toy::EditFunction;
constexpr Effects pure{};
constexpr std::uint64_t all = ~std::uint64_t{0};

template <class P>
std::uint64_t run(P& code, std::uint64_t most = all) {
  program::Editing<P> editing(code);
  return passes::erase_dead_definitions(editing, code, [&](const InstId&) { return most-- != 0; });
}

// Is there a way from behind `from` to a reader of `v`, with no definition of it on the way?
bool is_read(const EditFunction& f, BlockId home, InstId from, ValueId v) {
  std::set<std::uint32_t> seen;
  struct Way {
    BlockId block;
    std::optional<InstId> behind;
  };
  std::vector<Way> ways{{home, from}};
  while (!ways.empty()) {
    const Way way = ways.back();
    ways.pop_back();
    bool on = !way.behind, ends = false;
    for (const InstId i : f.instructions(way.block)) {
      if (!on) {
        on = *way.behind == i;
        continue;
      }
      bool written = false;
      bool read = false;
      f.for_each_operand(i, [&](const auto& o) {
        read |= o.value == v && !o.is_def();
        written |= o.value == v && o.is_def();
      });
      if (read) return true;
      if (written) {
        ends = true;
        break;
      }
    }
    if (ends) continue;
    f.for_each_successor(way.block, [&](BlockId to) {
      if (seen.insert(to.value).second) ways.push_back({to, {}});
    });
  }
  return false;
}
std::uint32_t dead_definitions(const EditFunction& f) {
  const program::Numbering<EditFunction> n(f);
  const flow::Order order = flow::reverse_post_order(flow::make_cfg(program::FlowOf<EditFunction>(f, n)));
  std::uint32_t dead = 0;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      bool written = false, read = false;
      f.for_each_operand(i, [&](const auto& o) {
        if (!o.is_def()) return;
        written = true;
        read = read || is_read(f, b, i, o.value);
      });
      dead += order.reachable(n.block_number(b)) && written && !read && f.effects(i).removable();
    }
  return dead;
}

}  // namespace

TEST_CASE("dead definitions go, and the code does the same") {
  std::uint64_t gone = 0;
  on_random_functions(
      151,
      [&](EditFunction& f, toy::RandomFunctions&) {
        leave_ssa(f);
        return [&](EditFunction& code) {
          const std::uint32_t dead = dead_definitions(code);
          const std::uint64_t went = run(code);
          gone += went;
          CHECK(went >= dead);
          CHECK((went == 0) == (dead == 0));
        };
      },
      [](const EditFunction&, const EditFunction& behind) { CHECK(dead_definitions(behind) == 0); }, 100);
  CHECK(gone > 100);
}

TEST_CASE("dead definitions: as many as may go") {
  for (const std::uint64_t most : {0U, 1U, 2U, 3U, 9U}) {
    SmallCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), one = code.op(b, "add", pure, {p}), two = code.op(b, "add", pure, {one});
    code.op(b, "add", pure, {two});
    code.ret(b);
    const std::uint64_t wanted = most < 3 ? most : 3;
    CHECK(run(code, most) == wanted);
    CHECK(code.count(b, "add") == 3 - wanted);
  }
}

TEST_CASE("dead definitions: what stays") {
  ToldCode code;
  const BlockId b = code.block(), out = code.block(), nowhere = code.block();
  const ValueId p = code.parameter(), pin = code.make_value(), lives = code.make_value(), part = code.make_value();
  code.pins = {pin};
  code.outs.emplace_back(out, lives);
  code.op(b, "no one reads it", pure, {p});
  code.op(b, "shown", Effect::side_effect, {p});
  code.op(b, "writes", Effect::writes, {p});
  code.op(b, "marker", Effect::marker, {p});
  code.add(b, {"no result", pure, {}}, {{p, Role::use}});
  code.write(b, "pinned", pure, {p}, pin);
  code.write(b, "first", pure, {p}, lives);  // written again, and read behind `out`
  code.write(b, "second", pure, {p}, lives);
  code.write(b, "whole", pure, {p}, part);  // what a guard leaves as it is
  code.guarded(b, "under a guard", p, false, {p}, part);
  const ValueId both = code.make_value(), half = code.make_value();
  code.add(b, {"two", pure, {}}, {{p, Role::use}, {both, Role::def}, {half, Role::def}});  // one of two is read
  code.show(b, {part, half});
  code.jump(b, out);
  code.ret(out);
  code.op(nowhere, "not reached", pure, {p});
  code.ret(nowhere);
  CHECK(run(code) == 2);
  CHECK(code.names(b) == "shown writes marker no result pinned second whole under a guard two show jump");
  CHECK(code.names(nowhere) == "not reached ret");
}
