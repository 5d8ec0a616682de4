// Types that lack one member are refused with the signature to write; the poorest type is enough; the toy machine.
#include <doctest/doctest.h>
#include <lathe/modulo/check.hpp>

#include "adapters/archetype/modulo.hpp"
#include "adapters/toy/modulo.hpp"
#include "support/near_miss.hpp"
#include "unit/lathe/modulo/random_loop.hpp"

namespace {

using namespace lathe::modulo;

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::together([&] {
    near_miss::check_each(
        "tests/unit/lathe/modulo/near_miss/loops.cpp",
        {"modulo::Loop wants  range<Inst> insts();", "modulo::Loop wants  range<{value, is_def}> operands(Inst);",
         "modulo::Loop wants  uint32_t latency(Inst);",
         "modulo::Loop wants  range<{unit, first, cycles}> holds(Inst);"});
    const char* const program = "tests/unit/lathe/modulo/near_miss/loops.cpp";
    near_miss::check_short(program, 1, "modulo::Loop wants  range<Inst> insts();");
    near_miss::check_short(program, 5, "modulo::Loop wants  range<{value, is_def}> operands(Inst);");
    near_miss::check_short(program, 6, "modulo::Loop wants  range<{unit, first, cycles}> holds(Inst);");
  });
}

NEAR_MISS_CASE("what a loop lacks is told where it is given to the scheduler, in ten lines") {
  near_miss::check_entry(
      "tests/unit/lathe/modulo/near_miss/loops.cpp", 1,
      {"modulo::Loop wants  range<Inst> insts();", "modulo::Loop wants  range<{value, is_def}> operands(Inst);",
       "modulo::Loop wants  uint32_t latency(Inst);", "modulo::Loop wants  range<{unit, first, cycles}> holds(Inst);"});
}

TEST_CASE("the archetype is enough") {
  archetype::ModuloLoop loop;
  const Problem p = ingest(loop);
  CHECK(p.size() == 4);
  CHECK(p.edges.size() == 4);
  const Options options = Options::lifted();
  const Result r = schedule(p, options);
  REQUIRE(r.schedule() != nullptr);
  CHECK(r.schedule()->ii == 8);
  CHECK(modulo_test::check_everything(p, options, r) == "");
}

TEST_CASE("a toy loop: what ingest sees") {
  using namespace toy;
  using enum MachineInst::Op;
  // sum += m[i] * m[i]; m[i] = sum; i += one
  MachineFunction f;
  f.blocks.push_back({{{load, {1}, {0}, 0, 0, 0},
                       {mul, {2}, {1, 1}, 0, 0, 0},
                       {add, {3}, {3, 2}, 0, 0, 0},
                       {store, {}, {0, 3}, 0, 0, 0},
                       {add, {0}, {0, 4}, 0, 0, 0},
                       {branch, {}, {0}, 0, 0, 1}}});
  MachineLoop loop(f, 0, {3});
  const Problem p = ingest(loop);
  CHECK(check_problem(p).empty());
  CHECK(p.size() == 5);
  REQUIRE(p.values.size() == 4);
  CHECK(p.values[2].live_out);
  CHECK_FALSE(p.values[0].live_out);
  const auto has = [&](Edge e) { return std::find(p.edges.begin(), p.edges.end(), e) != p.edges.end(); };
  CHECK(has({0, 1, 20, 0, DependenceKind::data, 0}));
  CHECK(has({2, 2, 2, 1, DependenceKind::data, 2}));
  CHECK(has({4, 0, 2, 1, DependenceKind::data, 3}));
  CHECK(has({4, 3, 2, 1, DependenceKind::data, 3}));
  CHECK(has({0, 3, 0, 0, DependenceKind::memory, none}));
  CHECK(has({3, 0, 1, 1, DependenceKind::memory, none}));
  for (const Edge& e : p.edges) CHECK((e.kind == DependenceKind::data || e.kind == DependenceKind::memory));
  const Options options = Options::lifted();
  const Result r = schedule(p, options);
  CHECK(modulo_test::check_everything(p, options, r) == "");
  CHECK(r.bounds.rec_mii == 20 + 5 + 2 + 1);  // load, multiply, add, store, and the next load
}

TEST_CASE("random blocks of the toy machine are pipelined") {
  std::mt19937 rng(3);
  std::uint32_t overlapped = 0;
  for (int k = 0; k < 30; ++k) {
    const toy::Machine machine = toy::random_machine(rng, 2, 4);
    for (const auto& f : machine.functions)
      for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
        toy::MachineLoop loop(f, b, {1, 2});
        const Problem p = ingest(loop);
        REQUIRE(check_problem(p).str() == "");
        const Options options = Options::lifted();
        const Result r = schedule(p, options);
        CHECK(modulo_test::check_everything(p, options, r) == "");
        if (r.schedule() != nullptr) overlapped += r.schedule()->stages() > 1;
      }
  }
  CHECK(overlapped > 50);
}

}  // namespace
