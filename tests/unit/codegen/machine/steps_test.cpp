// The small steps one by one, and where all threads are together, by random walks of lanes.
#include <doctest/doctest.h>

#include <set>

#include <lathe/flow/loops.hpp>
#include <lathe/program/numbering.hpp>

#include "codegen/machine/meeting.hpp"
#include "random.hpp"

using namespace toy;

namespace {

struct Graph {
  lathe::program::Numbering<Function> n;
  lathe::flow::Cfg cfg;
  explicit Graph(const Function& f) : n(f) {
    std::vector<std::pair<lathe::flow::Block, lathe::flow::Block>> edges;
    for (std::uint32_t b = 0; b < n.blocks(); ++b)
      f.for_each_successor(n.block(b), [&](BlockId to) { edges.emplace_back(b, n.block_number(to)); });
    cfg = lathe::flow::Cfg(n.blocks(), edges);
  }
};

std::vector<BlockId> layout(const Function& f) { return {f.blocks().begin(), f.blocks().end()}; }

// Lanes walk over the blocks, those first that stand first. At a branch that parts each chooses for itself, at any other
// all that are there choose together. Blocks where some lane was while another was elsewhere.
std::set<BlockId> walked_apart(const Function& f, const std::set<BlockId>& parting, std::mt19937& rng) {
  const std::vector<BlockId> all = layout(f);
  std::map<BlockId, std::size_t> place;
  for (std::size_t k = 0; k < all.size(); ++k) place[all[k]] = k;
  std::vector<std::size_t> lanes(4, 0);
  std::set<BlockId> out;
  for (int step = 0; step < 60 && !lanes.empty(); ++step) {
    const std::size_t at = *std::min_element(lanes.begin(), lanes.end());
    for (const std::size_t l : lanes)
      if (l != at) out.insert(all[at]);
    std::vector<BlockId> ways;
    f.for_each_successor(all[at], [&](BlockId to) { ways.push_back(to); });
    std::vector<std::size_t> next;
    const std::size_t together = rng();
    for (const std::size_t l : lanes) {
      if (l != at) next.push_back(l);
      if (l == at && !ways.empty())
        next.push_back(place[ways[(parting.count(all[at]) != 0 ? rng() : together) % ways.size()]]);
    }
    lanes = next;
  }
  return out;
}

}  // namespace

TEST_CASE("lanes that walk as they like are together where they are said to be") {
  std::mt19937 rng(25);
  std::uint64_t together = 0, behind = 0, tight = 0;
  for (int n = 0; n < 1500; ++n) {
    Function f;
    Wish wish;
    wish.insts = 0;
    random_function(rng, wish, f);
    if (n % 3 == 1) order_blocks(f);
    if (n % 3 == 2)  // any order
      for (const BlockId b : layout(f))
        if (b != layout(f)[0] && rng() % 3 == 0) f.put_block(b, true);
    std::set<BlockId> parting;
    for (const BlockId b : f.blocks())
      if (rng() % 4 == 0) parting.insert(b);
    const std::vector<bool> apart = apart_blocks(f, [&](BlockId b) { return parting.count(b) != 0; });
    std::set<BlockId> seen;
    for (int walk = 0; walk < 20; ++walk)
      for (const BlockId b : walked_apart(f, parting, rng)) {
        INFO(n << " block " << b.value << "\n" << text(f));
        REQUIRE(apart[b.value]);
        seen.insert(b);
      }
    for (const BlockId b : f.blocks()) {
      together += !apart[b.value];
      behind += !apart[b.value] && !parting.empty() && b != layout(f)[0];
      tight += apart[b.value] && seen.count(b) != 0;
    }
  }
  MESSAGE("together ", together, ", behind a branch ", behind, ", apart and seen so ", tight);
  CHECK(behind > 2000);
  CHECK(tight > 500);
}

TEST_CASE("critical edges get blocks, and no other edge does") {
  std::mt19937 rng(26);
  std::uint64_t made = 0;
  for (int n = 0; n < 300; ++n) {
    Function f;
    random_function(rng, {}, f);
    const Run before = execute(f);
    const std::size_t blocks = layout(f).size();
    std::size_t critical = 0;
    const Graph was(f);
    for (lathe::flow::Block b = 0; b < was.cfg.block_count(); ++b)
      for (const lathe::flow::Block t : was.cfg.successors(b))
        critical += was.cfg.successors(b).size() > 1 && was.cfg.predecessors(t).size() > 1;
    REQUIRE(split_critical_edges(f) == critical);
    REQUIRE(layout(f).size() == blocks + critical);
    const Graph is(f);
    for (lathe::flow::Block b = 0; b < is.cfg.block_count(); ++b)
      for (const lathe::flow::Block t : is.cfg.successors(b))
        REQUIRE((is.cfg.successors(b).size() == 1 || is.cfg.predecessors(t).size() == 1));
    REQUIRE(verify(f, registers()).str() == "");
    REQUIRE(execute(f).trace == before.trace);
    made += critical;
  }
  CHECK(made > 300);
}

TEST_CASE("ordered blocks: loops stand together, and all but ways back goes forward") {
  std::mt19937 rng(27);
  std::uint64_t loops = 0, changed = 0;
  for (int n = 0; n < 500; ++n) {
    Function f;
    random_function(rng, {}, f);
    for (const BlockId b : layout(f))
      if (b != layout(f)[0] && rng() % 2 == 0) f.put_block(b, true);
    const Run before = execute(f);
    const std::vector<BlockId> was = layout(f);
    order_blocks(f);
    changed += was != layout(f);
    REQUIRE(execute(f).trace == before.trace);
    const Graph g(f);  // numbers are places in the layout
    const lathe::flow::Dominators dominators(g.cfg);
    const auto found = lathe::flow::find_loops(g.cfg, dominators, lathe::flow::reverse_post_order(g.cfg));
    if (found.irreducible) continue;
    for (lathe::flow::Block b = 0; b < g.cfg.block_count(); ++b)
      for (const lathe::flow::Block t : g.cfg.successors(b)) REQUIRE((t > b || dominators.dominates(t, b)));
    for (std::uint32_t l = 0; l < found.loops.size(); ++l) {
      std::uint32_t first = lathe::ids::none, last = 0, count = 0;
      for (lathe::flow::Block b = 0; b < g.cfg.block_count(); ++b) {
        std::uint32_t in = found.innermost[b];
        while (in != lathe::flow::no_loop && in != l) in = found.loops[in].parent;
        if (in != l) continue;
        first = std::min(first, b);
        last = b;
        ++count;
      }
      REQUIRE(last - first + 1 == count);
      ++loops;
    }
  }
  CHECK(loops > 100);
  CHECK(changed > 100);
}

TEST_CASE("copies and dead code go, and nothing else") {
  Function f;
  Make make{f};
  const BlockId b = f.add_block(), loop = f.add_block(), end = f.add_block();
  const ValueId one = make.mov(b, 1), copy = make.value(), same = make.value(), dead = make.value(),
                scalar = f.make_value_of(s), thread = make.value();
  f.put(f.make_copy(copy, one), {b, {}});
  f.add(b, op::mov, {def(scalar)}, {reg(0), number(4)});
  f.put(f.make_copy(thread, scalar), {b, {}});
  f.add_jump(b, loop);
  const ValueId next = make.two(loop, op::add, dead, copy);
  make.out(loop, same);
  make.out(loop, thread);
  make.branch(loop, make.cmp(loop, copy, one), loop, end);
  make.phi(loop, same, {{b, copy}, {loop, same}});
  make.phi(loop, dead, {{b, one}, {loop, next}});
  make.exit(end);
  REQUIRE(verify(f, registers()).str() == "");
  CHECK(propagate_copies(f) == 2);  // copy, same
  CHECK(drop_dead_code(f) == 2);    // dead and next, in a circle
  const Registers r = registers();
  CHECK(verify(f, r).str() == "");
  CHECK(text(f, &r) ==
        "function \n"
        "L0:\n"
        "  %0:v = mov 1\n"
        "  %4:s = mov 4\n"
        "  %5:v = copy %4\n"
        "  jump L1\n"
        "L1:\n"
        "  out %0\n"
        "  out %5\n"
        "  %7:cc = cmp %0, %0\n"
        "  branch L1, (%7)\n"
        "  jump L2\n"
        "L2:\n"
        "  exit\n");
}

TEST_CASE("clean-up: blocks with nothing but a jump, jumps to what stands next, what nothing reaches") {
  Function f;
  Make make{f};
  const BlockId a = f.add_block(), empty = f.add_block(), b = f.add_block(), latch = f.add_block(),
                lost = f.add_block(), end = f.add_block();
  const ValueId x = f.register_value(v, 0), y = f.register_value(v, 1), code = f.register_value(cc, 0);
  f.add(a, op::mov, {def(x)}, {reg(0), number(1)});
  f.put(f.make_copy(x, x), {a, {}});
  f.put(f.make_copy(y, x), {a, {}});
  f.add_jump(a, empty);
  f.add_jump(empty, b);
  f.add(b, op::cmp, {implicit(def(code)), use(x), use(y)}, {reg(1), reg(2)});
  f.add(b, op::branch, {implicit(use(code))}, {{Field::Kind::block, 0, 0, 0}}, {end});
  f.add(b, op::branch, {implicit(use(code))}, {{Field::Kind::block, 0, 0, 0}}, {latch});
  f.add_jump(b, latch);
  f.add_jump(latch, b);
  f.add_jump(lost, end);
  make.exit(end);
  const std::string ends =
      "  r2.0 = cmp r0.0, r0.1\n"
      "  branch L5, (r2.0)\n";
  SUBCASE("all") {
    const TidyStats s = tidy(f, false);
    CHECK(s.copies == 1);
    CHECK(s.threaded == 2);
    CHECK(drop_jumps(f) == 1);
    CHECK(text(f) == "function \nL0:\n  r0.0 = mov 1\n  r0.1 = copy r0.0\nL2:\n" + ends +
                         "  branch L2, (r2.0)\n  jump L2\nL5:\n  exit\n");
  }
  SUBCASE("where threads wait for each other stays") {
    tidy(f, true);
    CHECK(drop_jumps(f) == 2);
    CHECK(text(f) == "function \nL0:\n  r0.0 = mov 1\n  r0.1 = copy r0.0\nL2:\n" + ends +
                         "  branch L3, (r2.0)\nL3:\n  jump L2\nL5:\n  exit\n");
  }
}
