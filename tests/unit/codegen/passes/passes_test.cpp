// The passes on functions of a program::Store: what the toy machine does before and behind each, and the equivalence
// checker beside it.
#include <doctest/doctest.h>

#include <lathe/opt/check.hpp>
#include <lathe/program/equal.hpp>

#include "codegen/passes/dead_code.hpp"
#include "codegen/passes/phis.hpp"
#include "unit/codegen/passes/stored.hpp"

namespace {

namespace passes = lathe::codegen::passes;
using toy::BlockId, toy::InstId, toy::PassFunction, toy::ValueId;
constexpr std::uint32_t many_steps = 200'000;

struct Counted {
  std::uint32_t insts = 0, phis = 0, moves = 0, jumps = 0, blocks = 0;
};
Counted count(const PassFunction& f) {
  Counted out;
  for (const BlockId b : f.blocks()) {
    ++out.blocks;
    for (const InstId i : f.instructions(b)) {
      ++out.insts;
      out.phis += f.payload(i).kind == toy::FrameOp::Kind::phi;
      out.moves += f.payload(i).kind == toy::FrameOp::Kind::move;
      out.jumps += f.targets(i).size() == 1 && f.payload(i).slot == 0;
    }
  }
  return out;
}

void compare(const PassFunction& before, const PassFunction& behind) {
  const auto was = run_stored(before, many_steps), is = run_stored(behind, many_steps);
  REQUIRE(was.has_value());
  REQUIRE(is.has_value());
  CHECK(was->shown == is->shown);
  CHECK(was->memory == is->memory);
  if (!(*was == *is)) MESSAGE(before.text() << "became\n" << behind.text());
  CHECK(lathe::program::equal::run(before, behind).equal());
}

// Calls pass(code) on random functions: both forms run, and compared; then look(before, behind).
template <class Code = PassFunction, class Pass, class Look>
void on_random_functions(std::uint32_t seed, Pass&& pass, Look&& look) {
  toy::RandomFunctions random(seed);
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    Code before(ssa), behind(ssa);
    copies_for_zeros(before);
    copies_for_zeros(behind);
    pass(behind);
    compare(before, behind);
    look(before, behind);
  }
}

// Handles without numbers of their own: the passes make some.
class Unnumbered : public PassFunction {
 public:
  using PassFunction::PassFunction;
  using Branch = PassFunction::Branch;
  std::uint32_t value_count() const = delete;
};

std::uint32_t needless(const PassFunction& f) {
  std::map<std::uint32_t, bool> read;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      f.for_each_operand(i, [&](const auto& o) { read[o.value.value] |= !o.is_def(); });
      f.for_each_incoming(i, [&](BlockId, ValueId v) { read[v.value] = true; });
    }
  std::uint32_t out = 0;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      bool needed = !f.effects(i).removable();
      f.for_each_operand(i, [&](const auto& o) { needed |= o.is_def() && read[o.value.value]; });
      out += !needed;
    }
  return out;
}

}  // namespace

TEST_CASE("unreachable blocks go, and what phis took from them") {
  std::uint32_t dropped = 0;
  on_random_functions(
      1, [&](PassFunction& f) { dropped += passes::drop_unreachable(f); },
      [](const PassFunction&, const PassFunction& f) {
        const passes::Layout<PassFunction> layout(f);
        const lathe::flow::Cfg cfg = passes::make_cfg(f, layout);
        CHECK(lathe::flow::reverse_post_order(cfg).blocks.size() == layout.count());
        for (std::uint32_t b = 0; b < layout.count(); ++b)
          for (const InstId i : f.instructions(layout[b]))
            f.for_each_incoming(i, [&](BlockId from, ValueId) {
              const auto all = cfg.predecessors(b);
              CHECK(std::find(all.begin(), all.end(), layout.number(from)) != all.end());
            });
      });
  CHECK(dropped > 100);
}

TEST_CASE("edges that are gone: phis forget them though all blocks are reached") {
  toy::RandomFunctions random(2);
  std::uint32_t forgotten = 0;
  for (int round = 0; round < 200; ++round) {
    PassFunction f(random.next());
    passes::drop_unreachable(f);
    for (const BlockId b : f.blocks())
      for (const InstId i : f.instructions(b)) {
        if (f.payload(i).kind != toy::FrameOp::Kind::phi) continue;
        std::vector<std::pair<BlockId, ValueId>> in;
        f.for_each_incoming(i, [&](BlockId from, ValueId v) { in.emplace_back(from, v); });
        const auto was = in;
        in.emplace_back(*f.blocks().begin(), in[0].second);  // the entry goes elsewhere, or is named already
        f.set_incoming(i, in);
        passes::drop_unreachable(f, true);
        std::vector<std::pair<BlockId, ValueId>> is;
        f.for_each_incoming(i, [&](BlockId from, ValueId v) { is.emplace_back(from, v); });
        const bool names =
            std::any_of(was.begin(), was.end(), [&](const auto& x) { return x.first == in.back().first; });
        CHECK(is == (names ? in : was));
        forgotten += !names;
      }
  }
  CHECK(forgotten > 50);
}

TEST_CASE("dead code: all that nobody needs goes, and nothing else") {
  std::uint32_t gone = 0;
  on_random_functions(
      3, [&](PassFunction& f) { gone += passes::dead_code(f); },
      [](const PassFunction&, const PassFunction& f) { CHECK(needless(f) == 0); });
  CHECK(gone > 1000);
}

TEST_CASE("dead code: cycles of phis, and handles that the passes have to number") {
  std::uint32_t gone = 0;
  on_random_functions<Unnumbered>(
      4, [&](Unnumbered& f) { gone += passes::dead_code(f); },
      [](const PassFunction&, const PassFunction& f) { CHECK(needless(f) == 0); });
  CHECK(gone > 1000);
  // v1 = phi(v0, v2); v2 = v1 + v1 in a loop, and nobody looks.
  toy::MachineFunction m;
  using enum toy::MachineInst::Op;
  m.blocks = {{{{set, {0}, {}, 1, 0, 0}, {set, {1}, {}, 1, 0, 0}, {jump, {}, {}, 0, 1, 0}}},
              {{{add, {0}, {0, 0}, 0, 0, 0}, {add, {1}, {1, 1}, 0, 0, 0}, {branch, {}, {1}, 0, 1, 2}}},
              {{{ret, {}, {}, 0, 0, 0}}}};
  PassFunction f(*toy::into_ssa(m));
  CHECK(count(f).phis == 2);
  CHECK(passes::dead_code(f) == 3);  // what register 0 was set to, its phi and its sum; the loop needs register 1
  CHECK(count(f).phis == 1);
}

TEST_CASE("copy propagation: no copy is read where its source may be, and constants move into moves") {
  std::uint32_t found = 0, constants = 0;
  on_random_functions(
      5,
      [&](PassFunction& f) {
        passes::drop_unreachable(f);
        const passes::SsaValues<PassFunction> ssa(f);
        found += passes::propagate_copies(f, ssa);
      },
      [&](const PassFunction& before, const PassFunction& f) {
        std::vector<bool> copies(f.value_count(), false);
        for (const BlockId b : f.blocks())
          for (const InstId i : f.instructions(b))
            if (f.payload(i).kind == toy::FrameOp::Kind::move) copies[f.inst(i).writes[0]] = true;
        for (const BlockId b : f.blocks())
          for (const InstId i : f.instructions(b)) {
            f.for_each_operand(i, [&](const auto& o) { CHECK((o.is_def() || !copies[o.value.value])); });
            f.for_each_incoming(i, [&](BlockId, ValueId v) { CHECK(!copies[v.value]); });
          }
        constants += count(before).moves - count(f).moves;
      });
  CHECK(found > 1000);
  CHECK(constants > 100);
}

TEST_CASE("phi elimination: no phis, the same results, and fewer moves than phis take") {
  std::uint64_t arguments = 0, moves = 0, merged = 0;
  on_random_functions(
      6,
      [&](PassFunction& f) {
        const std::uint32_t was = count(f).moves;
        const lathe::opt::PhiStats stats = passes::eliminate_phis(f);
        arguments += stats.arguments + was;
        merged += stats.merged;
      },
      [&](const PassFunction&, const PassFunction& f) {
        CHECK(count(f).phis == 0);
        moves += count(f).moves;
      });
  CHECK(merged > 1000);
  CHECK(2 * moves < arguments);
}

TEST_CASE("phi elimination of handles that the passes have to number") {
  on_random_functions<Unnumbered>(
      7, [&](Unnumbered& f) { passes::eliminate_phis(f); },
      [&](const PassFunction&, const PassFunction& f) { CHECK(count(f).phis == 0); });
}

// Moves between three values of a block that write over each other.
void sprinkle(PassFunction& f, std::mt19937 engine) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(engine()) % n; };
  for (const BlockId b : f.blocks()) {
    std::vector<InstId> insts;
    std::vector<ValueId> defined;
    for (const InstId i : f.instructions(b)) {
      insts.push_back(i);
      f.for_each_operand(i, [&](const auto& o) { defined.push_back(o.value); });
    }
    for (std::uint32_t k = defined.empty() ? 0 : below(10); k > 0; --k) {
      const auto any = [&] {
        return defined[below(std::min<std::uint32_t>(3, static_cast<std::uint32_t>(defined.size())))];
      };
      const ValueId to = any();
      f.put(f.make_move(to, PassFunction::source_of(any())),
            {b, insts[below(static_cast<std::uint32_t>(insts.size()))]});
    }
  }
}

TEST_CASE("moves that change nothing go, within a block; those whose source was written since stay") {
  toy::RandomFunctions random(8);
  std::uint32_t gone = 0, left = 0;
  for (std::uint32_t round = 0; round < 400; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    PassFunction before(ssa), behind(ssa);
    for (PassFunction* f : {&before, &behind}) {
      passes::eliminate_phis(*f);
      sprinkle(*f, std::mt19937(round));
    }
    // Written over, the fuel may not run out.
    if (!run_stored(before, many_steps)) continue;
    gone += passes::drop_redundant_moves(behind);
    left += count(behind).moves;
    compare(before, behind);
    CHECK(passes::drop_redundant_moves(behind) == 0);
  }
  CHECK(gone > 500);
  CHECK(left > 500);
}

TEST_CASE("block order: loops in one piece, no jump to the next block or through an empty one") {
  Counted was, is;
  on_random_functions(
      9,
      [&](PassFunction& f) {
        passes::eliminate_phis(f);
        was.jumps += count(f).jumps, was.blocks += count(f).blocks;
        passes::order_blocks(f);
        is.jumps += count(f).jumps, is.blocks += count(f).blocks;
      },
      [](const PassFunction& before, const PassFunction& f) {
        const passes::Layout<PassFunction> layout(f);
        const lathe::flow::Cfg cfg = passes::make_cfg(f, layout);
        const lathe::flow::Dominators dominators(cfg);
        const auto loops = lathe::flow::find_loops(cfg, dominators, lathe::flow::reverse_post_order(cfg));
        std::vector<std::uint32_t> order;
        for (std::uint32_t b = 0; b < layout.count(); ++b) order.push_back(b);
        CHECK(lathe::opt::check_placement(cfg, loops, order, [](std::uint32_t) { return false; }).empty());
        for (std::uint32_t b = 0; b < layout.count(); ++b) {
          InstId last;
          std::uint32_t insts = 0;
          for (const InstId i : f.instructions(layout[b])) last = i, ++insts;
          const auto to = f.targets(last);
          if (to.empty()) continue;
          // What is not written is true of the layout, and what is written is needed.
          const auto behind = [&](BlockId t) { return layout.number(t) == b + 1; };
          const bool next = std::any_of(to.begin(), to.end(), behind);
          CHECK(next == (f.payload(last).slot == 1));
          // A branch whose two ways came together is a jump only behind the pass.
          std::size_t ways = 0;
          for (const InstId i : before.instructions(layout[b])) ways += before.targets(i).size();
          if (to.size() == 1) CHECK((insts > 1 || b == 0 || to[0] == layout[b] || ways == 2));
          if (to.size() == 2) CHECK(to[0] != to[1]);
        }
      });
  CHECK(2 * is.jumps < was.jumps);
  CHECK(is.blocks < was.blocks);
}

TEST_CASE("all of them, in the order in which a back end has them") {
  Counted was, is;
  on_random_functions(
      10,
      [&](PassFunction& f) {
        was.insts += count(f).insts;
        passes::drop_unreachable(f);
        const passes::SsaValues<PassFunction> ssa(f);
        passes::propagate_copies(f, ssa);
        passes::dead_code(f);
        passes::eliminate_phis(f);
        passes::drop_redundant_moves(f);
        passes::order_blocks(f);
        passes::dead_code(f);
        is.insts += count(f).insts;
      },
      [](const PassFunction&, const PassFunction&) {});
  CHECK(is.insts < was.insts);
}
