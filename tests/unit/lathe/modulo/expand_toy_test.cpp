// Loops of the toy machine, rewritten by expansions and run.
#include <doctest/doctest.h>

#include <random>

#include "adapters/toy/modulo_expand.hpp"
#include "unit/lathe/modulo/expand_random.hpp"

using namespace expand_test;

namespace {

using toy::Machine;
using toy::MachineFunction;
using toy::Register;

// f(n): registers 0 .. 8 hold something, the loop runs n times on them and on memory, then all are shown. Register 9 is
// the counter, 10 is one.
template <class Pick>
Machine counted(Pick&& pick, std::uint32_t size) {
  using enum toy::MachineInst::Op;
  Machine m;
  MachineFunction f;
  f.name = "counted";
  f.parameters = {9};
  f.blocks.resize(3);
  for (Register r = 0; r < 9; ++r)
    f.blocks[0].insts.push_back({set, {r}, {}, static_cast<std::int64_t>(1 + pick(90)), 0, 0});
  f.blocks[0].insts.push_back({set, {10}, {}, 1, 0, 0});
  f.blocks[0].insts.push_back({branch, {}, {9}, 0, 1, 2});
  auto& body = f.blocks[1].insts;
  const auto any = [&] { return pick(9); };
  while (body.size() < size) switch (pick(9)) {
      case 0:
        body.push_back({load, {any()}, {any()}, static_cast<std::int64_t>(pick(3)), 0, 0});
        break;
      case 1:
        body.push_back({store, {}, {any(), any()}, static_cast<std::int64_t>(pick(3)), 0, 0});
        break;
      case 2:
        if (pick(3) == 0) body.push_back({show, {}, {any()}, 0, 0, 0});
        break;
      default:
        body.push_back({static_cast<toy::MachineInst::Op>(1 + pick(3)), {any()}, {any(), any()}, 0, 0, 0});
    }
  body.push_back({sub, {9}, {9, 10}, 0, 0, 0});
  body.push_back({branch, {}, {9}, 0, 1, 2});
  for (Register r = 0; r < 10; ++r)
    if (pick(3) != 0) f.blocks[2].insts.push_back({show, {}, {r}, 0, 0, 0});
  f.blocks[2].insts.push_back({ret, {}, {1}, 0, 0, 0});
  m.functions.push_back(std::move(f));
  return m;
}

struct Seen {
  std::vector<std::int64_t> shown, memory, results;
  bool ends = false;
  bool operator==(const Seen&) const = default;
};
Seen run(const Machine& m, std::int64_t trips) {
  toy::MachineRun machine(m);
  Seen s;
  std::uint32_t steps = 200000;
  s.ends = machine.run(0, {trips}, s.results, steps);
  s.shown = machine.shown;
  s.memory = machine.memory;
  return s;
}

TEST_CASE("modulo expand: loops of the toy machine do the same after they are rewritten") {
  std::mt19937 engine(7);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint32_t overlapped = 0, unrolled = 0, peeled = 0;
  for (int k = 0; k < 250; ++k) {
    const Machine before = counted(pick, 1 + pick(12));
    const auto loop = toy::find_counted_loop(before, 0);
    REQUIRE(loop);
    toy::CountedBody counted_body(before, *loop);
    const auto body = ingest_with_values(counted_body);
    const Schedule s = random_schedule(pick, body.problem, 1 + pick(4));
    ExpandOptions options = random_expand_options(pick);
    if (options.method == Method::annotate) options.method = Method::peel;
    const Expansion e = expand(body.problem, s, options);
    if (e.refusal != ExpandRefusal::none || e.unroll > 24) continue;
    CHECK(check_expansion(body.problem, s, e).str() == "");
    Machine after = before;
    toy::LoopEditor editor(after, *loop, body, e);
    apply_expansion(e, editor);
    overlapped += e.stages > 1;
    unrolled += e.unroll > 1;
    peeled += e.method == Method::peel;
    for (std::int64_t trips = 0; trips <= 4 * static_cast<std::int64_t>(e.stages) + e.unroll; ++trips) {
      const Seen want = run(before, trips), got = run(after, trips);
      CHECK(want.ends);
      CHECK(got == want);
      if (got != want) return;
    }
  }
  CHECK(overlapped > 150);
  CHECK(unrolled > 50);
  CHECK(peeled > 50);
}

TEST_CASE("modulo expand: copies at once") {
  // Random maps, run one after the other.
  std::mt19937 engine(3);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint32_t rings = 0;
  for (int k = 0; k < 2000; ++k) {
    const std::uint32_t names = 1 + pick(7);
    std::vector<Copy> copies;
    std::vector<std::uint32_t> r(names), want;
    for (std::uint32_t n = 0; n < names; ++n) r[n] = n;
    want = r;
    for (std::uint32_t n = 0; n < names; ++n)
      if (pick(4) != 0) copies.push_back({n, pick(names)});
    for (const Copy& c : copies) want[c.to] = c.from;
    std::shuffle(copies.begin(), copies.end(), engine);
    std::size_t steps = 0;
    sequence_copies(
        copies, names, [&](std::uint32_t to, std::uint32_t from) { r[to] = r[from], ++steps; },
        [&](std::uint32_t) {
          ++rings;
          r.push_back(99);
          return static_cast<std::uint32_t>(r.size() - 1);
        });
    const std::size_t most = copies.size() + (r.size() - names);
    CHECK(steps <= most);
    r.resize(names);
    CHECK(r == want);
  }
  CHECK(rings > 100);
}

TEST_CASE("modulo expand: loops that are not counted are left alone") {
  std::mt19937 engine(9);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  const Machine right = counted(pick, 4);
  REQUIRE(toy::find_counted_loop(right, 0));
  using enum toy::MachineInst::Op;
  const auto refused = [&](auto&& change) {
    Machine m = right;
    change(m.functions[0].blocks);
    return !toy::find_counted_loop(m, 0);
  };
  CHECK(refused([](auto& b) { b[1].insts[0] = {add, {9}, {9, 9}, 0, 0, 0}; }));
  CHECK(refused([](auto& b) { b[1].insts[0] = {set, {10}, {}, 2, 0, 0}; }));
  CHECK(refused([](auto& b) { b[1].insts[0] = {call, {}, {}, 0, 0, 0}; }));
  CHECK(refused([](auto& b) { b[0].insts.back() = {jump, {}, {}, 0, 1, 0}; }));
  CHECK(refused([](auto& b) { b[1].insts.back().reads = {8}; }));
}

}  // namespace
