// The checker of expansions rejects wrong ones: each kind of fault is provoked by a change of a right expansion; and
// whatever random change it lets pass computes what plain iteration computes.
#include <doctest/doctest.h>

#include <random>

#include <lathe/expand/text.hpp>

#include "unit/lathe/modulo/expand_random.hpp"

using namespace expand_test;
using enum ExpandFault;

namespace {

// 0 load, 1 multiply, 2 add to a sum, 3 store, which the load of the iteration after next must see; 4 reads the load's
// value of two iterations ago.
Problem sample() {
  Problem p;
  p.sets = {{"r", 0}};
  p.insts = {{"load", 4, 1}, {"mul", 3, 1}, {"sum", 1, 1}, {"store", 1, 1}, {"old", 1, 1}};
  p.values = {{0, 0, 1, false}, {1, 0, 1, false}, {2, 0, 1, true}, {4, 0, 1, true}};
  p.edges = {{0, 1, 4, 0, DependenceKind::data, 0},      {1, 2, 3, 0, DependenceKind::data, 1},
             {2, 2, 1, 1, DependenceKind::data, 2},      {2, 3, 1, 0, DependenceKind::data, 2},
             {3, 0, 1, 4, DependenceKind::memory, none}, {0, 4, 4, 2, DependenceKind::data, 0},
             {0, 3, 1, 0, DependenceKind::order, none}};
  return p;
}
Schedule sample_schedule() { return {3, {0, 4, 7, 8, 2}, {}}; }

struct Case {
  Problem p = sample();
  Schedule s = sample_schedule();
  Expansion e;
  Block& block(Role role) {
    for (Block& b : e.blocks)
      if (b.role == role) return b;
    FAIL("no such block");
    return e.blocks[0];
  }
  Instance& instance(Role role, std::uint32_t inst) {
    const Block& b = block(role);
    for (std::uint32_t k = b.first_instance; k < b.first_instance + b.instances; ++k)
      if (e.instances[k].inst == inst && !e.instances[k].move) return e.instances[k];
    FAIL("no such instance");
    return e.instances[0];
  }
  Copy& copy(Role role, std::uint32_t k = 0) {
    REQUIRE(block(role).copies > k);
    return e.copies[block(role).first_copy + k];
  }
};
Case right(ExpandOptions options = {.method = Method::mve}) {
  Case c;
  c.e = expand(c.p, c.s, options);
  REQUIRE(c.e.refusal == ExpandRefusal::none);
  REQUIRE(check_all(c.p, c.s, c.e) == "");
  return c;
}
template <class F>
void provoke(ExpandFault kind, const ExpandOptions& options, F&& change) {
  Case c = right(options);
  change(c);
  const auto faults = check_expansion(c.p, c.s, c.e);
  CHECK_MESSAGE(faults.has(kind), "kind " << static_cast<int>(kind) << "\n" << faults.str());
}
const ExpandOptions mve{.method = Method::mve}, before{.method = Method::mve, .remainder = Remainder::before};
const ExpandOptions peel{.method = Method::peel}, noted{.method = Method::annotate};

TEST_CASE("modulo expand: faults of form") {
  provoke(bad_header, mve, [](Case& c) { ++c.e.ii; });
  provoke(bad_header, mve, [](Case& c) { ++c.e.stages; });
  provoke(bad_header, mve, [](Case& c) { ++c.e.unroll; });
  provoke(bad_header, peel, [](Case& c) { ++c.e.registers[0]; });
  provoke(bad_header, peel, [](Case& c) { c.e.refusal = ExpandRefusal::code_growth; });
  provoke(bad_name, mve, [](Case& c) { c.e.names[0].value = 17; });
  provoke(bad_name, mve, [](Case& c) { c.e.names[1] = c.e.names[0]; });
  provoke(bad_name, mve, [](Case& c) { c.e.names.back().kind = NameKind::drain; });
  provoke(bad_name, mve, [](Case& c) { c.e.names.back().index = 9; });
  provoke(bad_block, mve, [](Case& c) { c.block(Role::kernel).next = 99; });
  provoke(bad_block, mve, [](Case& c) { ++c.block(Role::kernel).first_instance; });
  provoke(bad_block, mve, [](Case& c) { --c.block(Role::epilogue).instances; });
  provoke(bad_block, mve, [](Case& c) { c.e.blocks.back().role = Role::guard; });
  provoke(bad_block, mve, [](Case& c) { c.e.blocks.clear(); });
  provoke(bad_instance, mve, [](Case& c) { c.e.instances[3].inst = 5; });
  provoke(bad_instance, mve, [](Case& c) { c.e.instances.back().reads += 100; });
  provoke(bad_instance, mve, [](Case& c) { --c.instance(Role::kernel, 2).reads; });
  provoke(bad_instance, mve, [](Case& c) {
    const Instance& i = c.instance(Role::kernel, 2);
    std::swap(c.e.operands[i.first + i.defs], c.e.operands[i.first + i.defs + 1]);
  });
  provoke(bad_copy, peel, [](Case& c) { c.copy(Role::kernel).from = 1000; });
  provoke(bad_copy, mve, [](Case& c) { c.copy(Role::finish).from = c.copy(Role::finish, 2).from; });
  provoke(bad_copy, mve, [](Case& c) { c.copy(Role::finish, 1) = c.copy(Role::finish); });
  provoke(wrong_cycle, mve, [](Case& c) { ++c.e.instances[2].cycle; });
}

void shift(Case& c, Instance& i, std::int32_t by) {
  i.offset += by;
  i.cycle += std::int64_t{c.s.ii} * by;
}

TEST_CASE("modulo expand: faults of what runs") {
  provoke(endless, peel, [](Case& c) { c.block(Role::entry).next = 0; });
  provoke(wrong_count, mve, [](Case& c) { --c.block(Role::guard).less; });
  provoke(wrong_count, mve, [](Case& c) { c.block(Role::finish).next = 7; });
  provoke(wrong_count, peel, [](Case& c) { c.block(Role::guard).less = 0; });
  provoke(wrong_count, before, [](Case& c) { --c.e.blocks[0].lead; });
  provoke(wrong_iteration, mve, [](Case& c) { shift(c, c.instance(Role::epilogue, 2), 2); });
  provoke(wrong_iteration, mve, [](Case& c) { shift(c, c.instance(Role::prologue, 0), -1); });
  provoke(not_once, mve, [](Case& c) { shift(c, c.instance(Role::kernel, 3), -1); });
  provoke(not_once, peel, [](Case& c) { c.block(Role::kernel).taken += 1; });
  provoke(not_once, noted, [](Case& c) { c.e.instances[1] = c.e.instances[0]; });
  const auto other_name = [](Case& c, std::uint32_t& name) {
    for (std::uint32_t k = 0; k < c.e.names.size(); ++k)
      if (k != name && c.e.names[k].value == c.e.names[name].value && c.e.names[k].kind == c.e.names[name].kind) {
        name = k;
        return;
      }
    FAIL("a name is alone");
  };
  provoke(wrong_read, mve, [&](Case& c) {
    Instance& i = c.instance(Role::prologue, 4);
    other_name(c, c.e.operands[i.first + i.defs]);
  });
  provoke(wrong_read, peel, [&](Case& c) { other_name(c, c.copy(Role::kernel).from); });
  provoke(overwritten, mve, [&](Case& c) {
    Instance& i = c.instance(Role::kernel, 0);
    other_name(c, c.e.operands[i.first]);
  });
  provoke(against_order, mve, [](Case& c) {
    // The sum's store before the load of four iterations later: nothing but memory connects them.
    c.p.edges[4].distance = 2;
    c.p.edges[4].latency = 3;
  });
  provoke(against_order, noted, [](Case& c) { std::swap(c.e.instances[0], c.e.instances[2]); });
  provoke(wrong_home, mve, [&](Case& c) {
    for (std::uint32_t k = 0; k < c.block(Role::finish).copies; ++k)
      if (c.e.names[c.copy(Role::finish, k).to].value == 0) return other_name(c, c.copy(Role::finish, k).from);
  });
  provoke(wrong_live_out, peel, [](Case& c) { c.block(Role::epilogue).next = c.block(Role::finish).next; });
  provoke(wrong_live_out, before, [](Case& c) { c.block(Role::epilogue).next = c.block(Role::finish).next; });
}

TEST_CASE("modulo expand: no random change gets past the checker and computes something else") {
  std::mt19937 engine(11);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  std::uint32_t caught = 0, harmless = 0;
  for (int k = 0; k < 400; ++k) {
    const Problem p = random_loop(pick, 1 + pick(6));
    const Schedule s = random_schedule(pick, p, 1 + pick(4));
    const Expansion e = expand(p, s, random_expand_options(pick));
    if (e.refusal != ExpandRefusal::none || e.unroll > 12) continue;
    for (int m = 0; m < 8; ++m) {
      Expansion changed = e;
      mutate(changed, pick);
      if (changed.operands == e.operands && changed.copies == e.copies && changed.instances == e.instances &&
          changed.blocks == e.blocks)
        continue;
      if (!check_expansion(p, s, changed).empty()) {
        ++caught;
        continue;
      }
      ++harmless;
      const std::string wrong = check_all(p, s, changed);
      CHECK_MESSAGE(wrong == "", print(e) << print(changed));
    }
  }
  CHECK(caught > 1500);
  CHECK(harmless > 20);
}

}  // namespace
