// Regions of a View: what may meet, in one iteration and between two, against machines that run; and what the families
// see of the toy machine.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include <lathe/flow/regions.hpp>
#include <lathe/program/region.hpp>

#include "adapters/toy/view.hpp"

namespace {

using namespace lathe;
using program::Fact, program::Effect, program::MemoryRelation;

// Loads and stores by registers 0..3 or by two objects; `add` moves a register by a constant, `set` gives it any value.
struct Inst {
  enum class Does : std::uint8_t { load, store, add, set } does;
  unsigned base = 0;        // register; from 4 on object base - 3
  std::int64_t number = 0;  // offset, or what is added
  unsigned bytes = 4, space = 0;
};
struct Loop {
  std::vector<Inst> insts;

  using Value = unsigned;
  static constexpr program::Facts facts = Fact::access | Fact::literals;
  std::array<unsigned, 1> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(unsigned) const {
    std::vector<const Inst*> out;
    for (const Inst& i : insts) out.push_back(&i);
    return out;
  }
  template <class F>
  void for_each_successor(unsigned b, F&& f) const {
    f(b);
  }
  template <class F>
  void for_each_operand(const Inst* i, F&& f) const {
    using program::Operand, program::Role;
    if (i->does != Inst::Does::set && i->base < 4) f(Operand<unsigned>{i->base, Role::use});
    if (i->does == Inst::Does::add || i->does == Inst::Does::set) f(Operand<unsigned>{i->base, Role::def});
  }
  program::Effects effects(const Inst* i) const {
    switch (i->does) {
      case Inst::Does::load:
        return Effect::reads;
      case Inst::Does::store:
        return Effect::writes;
      case Inst::Does::add:
        return Effect::adds;
      default:
        return {};
    }
  }
  int key(const Inst* i) const { return static_cast<int>(i->does); }
  template <class F>
  void for_each_literal(const Inst* i, F&& f) const {
    if (i->does == Inst::Does::add) f(1U, static_cast<std::uint64_t>(i->number));
  }
  template <class F>
  void for_each_access(const Inst* i, F&& f) const {
    if (i->does != Inst::Does::load && i->does != Inst::Does::store) return;
    program::Access<unsigned> a;
    a.has_base = i->base < 4;
    if (a.has_base) a.base = i->base;
    if (!a.has_base) a.symbol = i->base - 3;
    a.offset = i->number;
    a.bytes = i->bytes;
    a.space = i->space;
    f(a);
  }
};
static_assert(program::is_view<Loop>());

struct Touched {
  std::uint32_t inst;
  int iteration;
  std::int64_t first, bytes;
};
// Every access of some iterations. Objects are far from each other and from the registers' values.
std::vector<Touched> run(const Loop& loop, std::mt19937& rng, int iterations) {
  std::array<std::int64_t, 4> r{};
  for (auto& v : r) v = static_cast<std::int64_t>(rng() % 24);
  std::vector<Touched> out;
  for (int k = 0; k < iterations; ++k)
    for (std::uint32_t n = 0; n < loop.insts.size(); ++n) {
      const Inst& i = loop.insts[n];
      if (i.does == Inst::Does::add) r[i.base] += i.number;
      if (i.does == Inst::Does::set) r[i.base] = static_cast<std::int64_t>(rng() % 24);
      if (i.does != Inst::Does::load && i.does != Inst::Does::store) continue;
      const std::int64_t object = i.base < 4 ? r[i.base] : 100000 * std::int64_t{i.base};
      out.push_back({n, k, object + i.number, i.bytes});
    }
  return out;
}
Loop random_loop(std::mt19937& rng) {
  Loop out;
  const unsigned size = 2 + rng() % 7;
  for (unsigned k = 0; k < size; ++k) {
    const unsigned what = rng() % 8;
    if (what == 0)
      out.insts.push_back(
          {Inst::Does::add, static_cast<unsigned>(rng() % 2), static_cast<std::int64_t>(rng() % 17) - 8});
    else if (what == 1)
      out.insts.push_back({Inst::Does::set, 2 + static_cast<unsigned>(rng() % 2)});
    else
      out.insts.push_back({rng() % 2 != 0 ? Inst::Does::load : Inst::Does::store, static_cast<unsigned>(rng() % 6),
                           static_cast<std::int64_t>(rng() % 16), 1U << rng() % 4, 0});
  }
  return out;
}
bool meet(const Touched& a, const Touched& b) { return a.first < b.first + b.bytes && b.first < a.first + a.bytes; }

TEST_CASE("what meets when it runs is said to meet, no later than it does") {
  std::mt19937 rng(5);
  std::uint64_t never = 0, later = 0, met = 0;
  for (int round = 0; round < 400; ++round) {
    const Loop loop = random_loop(rng);
    const auto region = program::Region<Loop>::of_loop(loop, 0);
    const program::Region<Loop> once(loop, loop.instructions(0));
    for (int machine = 0; machine < 4; ++machine) {
      const auto touched = run(loop, rng, 12);
      for (const Touched& a : touched)
        for (const Touched& b : touched) {
          if (b.iteration < a.iteration || !meet(a, b)) continue;
          const auto d = static_cast<std::uint32_t>(b.iteration - a.iteration);
          if (d == 0 && a.inst < b.inst) {
            CHECK(region.memory_relation(a.inst, b.inst).same);
            CHECK(once.may_meet(a.inst, b.inst));
            ++met;
          } else if (d != 0) {
            const auto least = a.inst <= b.inst ? region.memory_relation(a.inst, b.inst).forward
                                                : region.memory_relation(b.inst, a.inst).backward;
            CHECK(least != 0);
            CHECK(least <= d);
            ++met;
          }
        }
    }
    for (std::uint32_t a = 0; a < loop.insts.size(); ++a)
      for (std::uint32_t b = a; b < loop.insts.size(); ++b) {
        if (region.places(a).empty() || region.places(b).empty()) continue;
        const MemoryRelation r = region.memory_relation(a, b);
        never += r == MemoryRelation{false, 0, 0};
        later += r.forward > 1 || r.backward > 1;
      }
  }
  CHECK(met > 10000);
  CHECK(never > 200);  // and not only because nothing is known
  CHECK(later > 40);
}

TEST_CASE("places of registers that move, of objects, of spaces") {
  using enum Inst::Does;
  const Loop loop{{{load, 0, 0},
                   {store, 0, 8},
                   {add, 0, 4},
                   {store, 0, 0},
                   {load, 4, 0},
                   {store, 5, 0},
                   {store, 1, 0, 4, 1},
                   {load, 1, 0, 4, 2}}};
  const auto region = program::Region<Loop>::of_loop(loop, 0);
  CHECK(region.memory_relation(0, 1) == MemoryRelation{false, 65, 2});  // what is stored at 8 is loaded two later
  CHECK(region.memory_relation(0, 3) == MemoryRelation{false, 65, 1});
  CHECK(region.memory_relation(4, 4) == MemoryRelation{true, 1, 1});
  CHECK(region.memory_relation(4, 5) == MemoryRelation{false, 0, 0});
  CHECK(region.memory_relation(6, 7) == MemoryRelation{false, 0, 0});
  CHECK(region.memory_relation(0, 4) == MemoryRelation{});
}

// Two registers are read behind it; no instruction mentions the second.
struct ReadBehind : Loop {
  static constexpr program::Facts facts = Loop::facts | Fact::live_out;
  template <class F>
  void for_each_live_out(unsigned, F&& f) const {
    f(1U), f(77U);
  }
};
static_assert(program::is_view<ReadBehind>());

TEST_CASE("what is read behind a block is live, mentioned or not") {
  using enum Inst::Does;
  const ReadBehind loop{{{{add, 0, 4}, {set, 1}}}};
  const flow::ViewLiveness<ReadBehind> lives(loop);
  CHECK(lives.behind_loop(0) == std::vector<unsigned>{1, 77});
  const auto values = [&](auto numbers) { return lives.handles({numbers.begin(), numbers.end()}); };
  CHECK(values(lives.live().live_in[0]) == std::vector<unsigned>{0, 77});
  CHECK(values(lives.live().live_out[0]) == std::vector<unsigned>{0, 1, 77});
  const program::Numbering<ReadBehind>& n = lives.numbering();
  CHECK(n.values() == 3);
  CHECK(n.mentioned() == 2);
  CHECK(n.value(2) == 77);
  const flow::Regions<ReadBehind> regions(loop);
  REQUIRE(regions.places().size() == 1);
  CHECK(regions.places()[0].live == std::vector<unsigned>{0, 1, 77});
}

TEST_CASE("accesses that move by a step meet when a walk over the iterations says so") {
  std::mt19937 rng(29);
  const auto below = [&](unsigned n) { return static_cast<std::int64_t>(rng() % n); };
  std::size_t met = 0, never = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    const program::Apart apart{below(81) - 40, below(21) - 10, below(9), below(9)};
    const program::Apart back = apart.back();
    std::int64_t first = 0, before = 0;
    for (std::int64_t k = 200; k > 0; --k) {
      // Bytes of a: [0, a_size); of b, k iterations later, from `at` on; the other way round likewise.
      const std::int64_t at = apart.bytes + k * apart.step, from = k * apart.step;
      if (at < apart.a_size && 0 < at + apart.b_size) first = k;
      if (from < apart.bytes + apart.b_size && apart.bytes < from + apart.a_size) before = k;
    }
    CAPTURE(apart.bytes);
    CAPTURE(apart.step);
    CHECK(apart.first_meeting() == first);
    CHECK(back.first_meeting() == before);
    ++(first != 0 ? met : never);
  }
  CHECK(met > 3000);
  CHECK(never > 3000);
}

TEST_CASE("regions end where nothing moves across, and know what is live behind") {
  using namespace toy;
  using enum MachineInst::Op;
  MachineFunction f;
  f.blocks.resize(2);
  f.blocks[0].insts = {{set, {0}, {}, 1, 0, 0},     {add, {1}, {0, 0}, 0, 0, 0}, {call, {2}, {1}, 0, 0, 0},
                       {add, {3}, {2, 0}, 0, 0, 0}, {add, {4}, {2, 2}, 0, 0, 0}, {branch, {}, {4}, 0, 1, 1}};
  f.blocks[1].insts = {{show, {}, {3}, 0, 0, 0}, {ret, {}, {}, 0, 0, 0}};
  const MachineView view(f);
  const flow::Regions<MachineView> regions(view);
  REQUIRE(regions.places().size() == 3);
  CHECK(regions.places()[0].live == std::vector<Register>{0, 1});
  CHECK(regions.places()[1].first == 3);
  CHECK(regions.places()[1].live == std::vector<Register>{3, 4});
  CHECK(regions.places()[2].block == 1);
  CHECK(regions.places()[2].count == 1);
  CHECK(regions.places()[2].live.empty());
}

}  // namespace
