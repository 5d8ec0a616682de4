// Motion feasibility: each obstacle by hand, and random motions that are called possible against an interpreter.
#include <doctest/doctest.h>
#include <lathe/pressure/text.hpp>

#include "unit/lathe/pressure/random_problem.hpp"

namespace {

using namespace lathe::pressure;
using enum Obstacle;

Problem read(const std::string& text) {
  std::string error;
  const auto p = read_problem(
      "pressure\nset r\nclass k feeds r 1\nregister a k\nregister b k\nregister c k\nregister q k lanes 4\n"
      "register hi overlaps q:c\nregister sp k reserved\n" +
          text,
      "t", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}

TEST_CASE("within a block") {
  const Problem p = read(
      "block x\n"
      "i 0 =a\ni 1 =b a\ni 2 =q:3\ni 3 =hi\ni 4 !load =c a\ni 5 !store c b\ni 6 !fixed\ni 7 =sp\ni 8 !barrier\n"
      "i 9 !load =a b\ni 10 !end a\ni 11 =c\n");
  const Tracker t(p);
  const auto to = [&](std::uint32_t inst, std::uint32_t before) { return feasible(t, inst, {0, before}); };
  CHECK(to(0, 1).possible());
  CHECK(to(0, 1).passed == 0);
  CHECK(to(0, 2).obstacle == conflict);
  CHECK(to(0, 2).at == 1);
  CHECK(to(0, 2).conflicts == 1);
  CHECK(to(3, 0).possible());  // other lanes
  CHECK(to(3, 0).passed == 3);
  CHECK(to(2, 4).possible());
  CHECK(to(4, 2).possible());
  CHECK(to(5, 4).obstacle == memory_order);
  CHECK(to(5, 4).conflicts == 1);  // counted although memory was the first reason
  CHECK(to(5, 0).conflicts == 2);
  CHECK(to(9, 8).obstacle == memory_order);
  CHECK(to(8, 5).obstacle == memory_order);
  CHECK(to(6, 0).obstacle == is_fixed);
  CHECK(to(10, 0).obstacle == is_fixed);
  CHECK(to(7, 0).obstacle == writes_reserved);
  CHECK(to(11, 10).obstacle == past_terminator);
  CHECK(to(2, none).obstacle == past_terminator);
  CHECK(to(99, 0).obstacle == no_such_inst);
  CHECK(to(2, 99).obstacle == bad_place);
  CHECK(feasible(t, 3, {0, 0}, {.window = 2}).obstacle == window);
  CHECK(feasible(t, 3, {0, 0}, {.window = 3}).possible());
  CHECK(feasible(t, 3, {none, 0}).possible());
  CHECK(feasible(t, 3, {7, none}).obstacle == bad_place);
}

TEST_CASE("between neighbours") {
  const Problem p = read(
      "block p to l r\ni 0 =a\ni 1 !end b\n"
      "block l to m\ni 2 =c a\ni 3 !load =b a\ni 4 =a a\ni 5 =hi\ni 6 !store a\n"
      "block r to m live q:4\ni 7 b c\n"
      "block m to e live hi:1\ni 8 c\ni 9 =c\n"
      "block e\ni 10 =b\ni 11 b\n");
  const Tracker t(p);
  CHECK(feasible(t, 4, {0, 1}).obstacle == conflict);  // 2 and 3 read a
  CHECK(feasible(t, 2, {0, 1}).obstacle == live_on_other_path);
  CHECK(feasible(t, 2, {0, 1}).at == 2);
  CHECK(feasible(t, 3, {0, 1}).obstacle == other_path);
  CHECK(feasible(t, 5, {0, 1}).obstacle == live_on_other_path);  // r keeps a half of it to its end
  CHECK(feasible(t, 2, {0, none}).obstacle == past_terminator);
  CHECK(feasible(t, 2, {3, 8}).obstacle == not_single);
  CHECK(feasible(t, 8, {1, none}).obstacle == not_single);
  CHECK(feasible(t, 2, {4, 10}).obstacle == bad_place);
  CHECK(feasible(t, 0, {1, 2}).possible());  // r does not need a
  CHECK(feasible(t, 0, {1, 3}).obstacle == conflict);
  CHECK(feasible(t, 9, {4, 10}).possible());
  CHECK(feasible(t, 10, {3, none}).possible());
  CHECK(feasible(t, 10, {3, 8}).possible());
  CHECK(feasible(t, 11, {3, none}).obstacle == conflict);
  CHECK(feasible(t, 10, {3, 8}, {.window = 1}).obstacle == window);
  // What is wanted at the end of a block is written there.
  const Problem pinned = read("block p to l live a\ni 0 =a\ni 1 =b\nblock l\ni 2 =a\n");
  const Tracker u(pinned);
  CHECK(feasible(u, 0, {1, 2}).obstacle == live_on_other_path);
  CHECK(feasible(u, 1, {1, 2}).possible());
  CHECK(feasible(u, 2, {0, 1}).obstacle == live_on_other_path);
  const Tracker v(read("block p to l live a\ni 1 =b\nblock l\ni 2 =a\n"));
  CHECK(feasible(v, 1, {0, 0}).obstacle == live_on_other_path);
}

// What a program does on a path: every instruction writes a hash of what it reads; a store hashes into memory, a load
// reads it, a barrier shows it. Branches are decided by a number per step, so that both programs take one path.
struct Seen {
  std::vector<std::uint64_t> memory, control;  // in order each; what is fixed and what stores may pass each other
  bool ended = false;                          // otherwise steps ran out, perhaps between an old and a new place
};
bool same(const Seen& a, const Seen& b) {
  const auto agree = [&](const auto& x, const auto& y) {
    const auto both = static_cast<std::ptrdiff_t>(std::min(x.size(), y.size()));
    return (!a.ended || x.size() == y.size()) && std::equal(x.begin(), x.begin() + both, y.begin());
  };
  return a.ended == b.ended && agree(a.memory, b.memory) && agree(a.control, b.control);
}
Seen observe(const Problem& p, const std::vector<std::uint32_t>& names, std::uint32_t seed) {
  Seen out;
  std::vector<std::uint64_t> unit(p.register_unit_count());
  for (std::uint32_t u = 0; u < p.register_unit_count(); ++u) unit[u] = u + 1;
  std::uint64_t memory = 7;
  const auto mix = [](std::uint64_t a, std::uint64_t b) { return (a ^ b) * 0x9e3779b97f4a7c15ULL + (a >> 29); };
  std::uint32_t b = 0;
  for (std::uint32_t step = 0; step < 24 && !out.ended; ++step) {
    for (std::uint32_t i = p.blocks[b].first; i < p.blocks[b].first + p.blocks[b].count; ++i) {
      std::uint64_t value = names[i];
      for (const Operand& o : p.operands_of(p.insts[i]))
        if (o.reads) for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) { value = mix(value, unit[u]); });
      const Flags flags = p.insts[i].flags;
      if ((flags & loads) != 0) value = mix(value, memory);
      if ((flags & stores) != 0) memory = mix(memory, value);
      if ((flags & (stores | barrier)) != 0) out.memory.push_back(memory);
      if ((flags & (fixed | terminator)) != 0) out.control.push_back(value);
      for (const Operand& o : p.operands_of(p.insts[i]))
        if (o.writes) for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) { unit[u] = mix(value, u); });
    }
    for (const Live& l : p.live_at_end(b))
      for_each_unit(p, l.reg, l.lanes, [&](std::uint32_t u) { out.control.push_back(unit[u]); });
    const auto successors = p.successors_of(b);
    out.ended = successors.empty();
    if (out.ended) break;
    seed = seed * 1664525U + 1013904223U;
    b = successors[(seed >> 16) % successors.size()];
  }
  return out;
}

TEST_CASE("random motions that are possible change nothing that can be seen") {
  std::uint32_t inside = 0, up = 0, down = 0, refused = 0;
  for (std::uint32_t seed = 1; seed <= 600; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    // Few edges, so that blocks have single neighbours; terminators stand at ends only by chance.
    const std::uint32_t size = 20 + pick(30);
    Problem p = pressure_test::random_problem(pick, 2 + pick(5), size);
    Tracker t(p);
    for (std::uint32_t k = 0; k < 60; ++k) {
      std::vector<std::uint32_t> ids;
      const Problem before = t.snapshot(&ids);
      if (ids.empty()) break;
      const std::uint32_t inst = ids[pick(static_cast<std::uint32_t>(ids.size()))];
      const std::uint32_t block = pick(3) == 0 ? t.block_of(inst) : pick(static_cast<std::uint32_t>(p.blocks.size()));
      std::uint32_t at = t.first(block);
      for (std::uint32_t n = pick(8); n > 0 && at != none; --n) at = t.next(at);
      const std::uint32_t from = t.block_of(inst);
      const Motion m = feasible(t, inst, {block, at});
      if (!m.possible()) {
        ++refused;
        continue;
      }
      if (block == from && m.passed == 0) continue;
      const bool is_up =
          block != from && std::count(t.cfg().predecessors(from).begin(), t.cfg().predecessors(from).end(), block) != 0;
      ++(block == from ? inside : is_up ? up : down);
      REQUIRE(t.move(inst, {block, at}) == Refusal::none);
      std::vector<std::uint32_t> moved;
      const Problem after = t.snapshot(&moved);
      for (std::uint32_t path = 1; path <= 8; ++path) {
        CAPTURE(seed);
        CAPTURE(inst);
        REQUIRE(same(observe(before, ids, path * 77), observe(after, moved, path * 77)));
      }
    }
  }
  CHECK(inside > 1000);  // or nothing was tested
  CHECK(up > 50);
  CHECK(down > 50);
  CHECK(refused > 1000);
}

}  // namespace
