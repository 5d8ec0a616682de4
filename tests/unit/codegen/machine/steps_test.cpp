// The small steps one by one, and where all threads are together, by random walks of lanes.
// Compiled at -O1, for it computes a lot.
#include <doctest/doctest.h>

#include <set>

#include <lathe/flow/cycles.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/program/numbering.hpp>

#include "codegen/machine/banks.hpp"
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

// A block that leaves, right behind the only one that goes to it.
bool left_behind(const Graph& g, lathe::flow::Block b) {
  return g.cfg.successors(b).empty() && g.cfg.predecessors(b).size() == 1 && g.cfg.predecessors(b)[0] < b &&
         g.cfg.successors(g.cfg.predecessors(b)[0]).size() > 1;
}

// Lanes walk over the blocks, those first that stand first. At a branch that parts each chooses for itself, at any other
// all that come there in the same turns of the cycles around it choose alike, whenever they come.
class Walk {
 public:
  Walk(const Function& f, const std::set<BlockId>& parting, std::mt19937& rng)
      : graph_(f), parting_(parting), rng_(rng), salt_(rng()) {
    cycles_ = lathe::flow::Cycles(graph_.cfg, lathe::flow::Dominators(graph_.cfg),
                                  lathe::flow::reverse_post_order(graph_.cfg));
    for (unsigned l = 0; l < 4; ++l) lanes_.push_back({0, std::vector<std::uint32_t>(cycles_.size(), 0)});
  }
  /// Blocks where some lane was, and another elsewhere or in another turn.
  std::set<BlockId> run() {
    for (int step = 0; step < 60 && !lanes_.empty(); ++step) {
      lathe::flow::Block at = lathe::flow::no_block;
      for (const Lane& l : lanes_) at = std::min(at, l.at);
      std::vector<Lane> next;
      const Lane* first = nullptr;
      for (const Lane& l : lanes_) {
        if (first == nullptr && l.at == at) first = &l;
        if (l.at != at || turns(l) != turns(*first)) out_.insert(graph_.n.block(at));
      }
      for (const Lane& l : lanes_) {
        if (l.at != at) next.push_back(l);
        if (l.at == at && !graph_.cfg.successors(at).empty()) next.push_back(go(l));
      }
      lanes_ = std::move(next);
    }
    return out_;
  }

 private:
  struct Lane {
    lathe::flow::Block at;
    std::vector<std::uint32_t> turn;  // per cycle
  };
  std::vector<std::uint32_t> turns(const Lane& l) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t c = cycles_.innermost(l.at); c != lathe::flow::no_cycle; c = cycles_[c].parent)
      out.push_back(l.turn[c]);
    return out;
  }
  Lane go(Lane l) {
    std::uint32_t choice = static_cast<std::uint32_t>(rng_());
    if (parting_.count(graph_.n.block(l.at)) == 0) {
      choice = salt_ + l.at * 7919;
      for (const std::uint32_t t : turns(l)) choice = (choice ^ (choice >> 7)) * 2654435761U + t;
      choice ^= choice >> 13;
    }
    const auto ways = graph_.cfg.successors(l.at);
    const lathe::flow::Block to = ways[choice % ways.size()];
    for (std::uint32_t c = cycles_.innermost(to); c != lathe::flow::no_cycle; c = cycles_[c].parent) {
      const bool inside = cycles_.contains(c, l.at);
      if (!inside || cycles_[c].header == to) l.turn[c] = inside ? l.turn[c] + 1 : 0;
    }
    l.at = to;
    return l;
  }

  Graph graph_;
  const std::set<BlockId>& parting_;
  std::mt19937& rng_;
  std::uint32_t salt_;
  lathe::flow::Cycles cycles_;
  std::vector<Lane> lanes_;
  std::set<BlockId> out_;
};

}  // namespace

TEST_CASE("lanes that walk as they like are in step where they are said to be") {
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
      for (const BlockId b : Walk(f, parting, rng).run()) {
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
      for (lathe::flow::Block b = first; b <= last; ++b) count += left_behind(g, b);
      REQUIRE(last - first + 1 == count);
      ++loops;
    }
  }
  CHECK(loops > 100);
  CHECK(changed > 100);
}

TEST_CASE("who leaves early is not waited for") {
  Function f;
  Make make{f};
  const BlockId a = f.add_block(), loop = f.add_block(), more = f.add_block(), end = f.add_block();
  const ValueId lane = make.tid(a), one = make.mov(a, 1), turn = make.value();
  make.branch(a, make.cmp(a, lane, one), end, loop);
  const ValueId next = make.two(loop, op::add, turn, one);
  make.branch(loop, make.cmp(loop, lane, next), end, more);
  make.out(more, next);
  f.add_jump(more, loop);
  make.exit(end);
  make.phi(loop, turn, {{a, one}, {more, next}});
  const Run before = execute(f);
  const auto parts = [&](BlockId b) { return b == a || b == loop; };
  for (const BlockId b : {loop, more}) CHECK(apart_blocks(f, parts)[b.value]);
  CHECK(split_exits(f) == 1);
  split_critical_edges(f);
  order_blocks(f);
  CHECK(verify(f, registers()).str() == "");
  for (const BlockId b : {loop, more}) CHECK(!apart_blocks(f, parts)[b.value]);
  const Registers r = registers();
  const Banks banks = assign_banks(f, r, bank_facts(f));
  CHECK(f.register_class(turn) == s);
  const Run after = execute(f, false, &banks);
  CHECK(after.wrong == std::vector<std::string>{});
  CHECK(after.trace == before.trace);
  CHECK(after.scalar > 3);
}

TEST_CASE("who leaves behind a place where threads wait is waited for") {
  Function f;
  Make make{f};
  const BlockId a = f.add_block(), loop = f.add_block(), more = f.add_block(), end = f.add_block();
  const ValueId lane = make.tid(a), one = make.mov(a, 1);
  f.add_jump(a, loop);
  make.branch(loop, make.cmp(loop, lane, one), end, more);
  f.add_jump(more, loop);
  f.add(end, op::call, {}, {});  // a barrier is in it, say
  make.exit(end);
  CHECK(waits(f, end));
  CHECK(!waits(f, loop));
  order_blocks(f);
  // Behind the loop, where those that leave it in unlike turns come together; and in front of the loop's rest it would not
  // be a way of threads that are gone.
  CHECK(layout(f).back() == end);
  const auto parts = [&](BlockId b) { return b == loop; };
  CHECK(apart_blocks(f, parts)[more.value]);
  f.put_block(more, true);
  CHECK(apart_blocks(f, parts)[more.value]);
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
  CHECK(simplify(f) == 4);  // copy and same; dead and next, in a circle
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
