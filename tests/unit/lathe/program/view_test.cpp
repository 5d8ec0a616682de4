// Views: what is missing, misspelt or unsaid is told by name in few lines; what a View shows is numbered.
#include <doctest/doctest.h>

#include <algorithm>
#include <list>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <lathe/flow.hpp>
#include <lathe/flow/of_view.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/support/index.hpp>

#include "adapters/archetype/view.hpp"
#include "adapters/toy/view.hpp"
#include "support/hashed_keys.hpp"
#include "support/near_miss.hpp"

namespace {

using namespace lathe;

NEAR_MISS_CASE("near misses of a View are told by name, in at most ten lines") {
  near_miss::check_short(
      "tests/unit/lathe/program/near_miss/views.cpp",
      {"a View wants  using Value = ...;", "a View wants  static constexpr program::Facts facts = ...;",
       "a View wants  range<Block> blocks() const;", "a View wants  range<Inst> instructions(Block) const;",
       "a View wants  void for_each_successor(Block, auto&& f) const;",
       "a View wants  void for_each_operand(Inst, auto&& f) const;",
       "a View wants  program::Effects effects(Inst) const;", "a View wants  key(Inst) const;",
       "the View's facts name `weight`, but there is no const  uint64_t weight(Block)",
       "the View has  uint32_t latency(Inst)  but its facts do not name `latency`",
       "a View wants  void for_each_operand(Inst, auto&& f) const;",
       "the View's facts name `latency`, but there is no const  uint32_t latency(Inst)",
       "the View's facts name `relation`, but there is no const  MemoryRelation relation(Inst, Inst)",
       "the View's facts name `pinned`, but there is no const  bool pinned(Value)",
       "the View has  int32_t edge_latency(Inst, Inst, const Dependence<Value>&)  but its facts do not name "
       "`edge_latency`"});
}

NEAR_MISS_CASE("facts that are wrong are told to who never asks is_view") {
  const char* const there = "the View's facts name `access`, but there is no const  for_each_access(Inst, f)";
  const char* const named = "the View has  uint32_t latency(Inst)  but its facts do not name `latency`";
  const char* const program = "tests/unit/lathe/program/near_miss/unsaid.cpp";
  near_miss::together([&] {
    for (const std::string& compiler : near_miss::compilers()) {
      near_miss::expect_accepted(program, compiler);
      for (int k = 1; k <= 6; ++k)
        near_miss::expect({program, compiler, k}, [&](const std::string& said) {
          return said.find(k % 2 == 0 ? there : named) < said.find('\n', said.find("error:"));
        });
    }
  });
}

TEST_CASE("what a View has is described") {
  const std::string toy = program::describe<toy::MachineView>(), least = program::describe<archetype::View>();
  CHECK(toy.find("+ latency: latency(Inst)") != std::string::npos);
  CHECK(toy.find("- weight: weight(Block)") != std::string::npos);
  CHECK(least.find('+') == std::string::npos);
  CHECK(std::count(least.begin(), least.end(), '\n') == program::fact_count);
}

template <class H>
void check_handles(const std::vector<H>& handles) {
  program::Handles<H> known;
  for (const H& h : handles) CHECK(known.find(h) == program::none);
  for (std::uint32_t k = 0; k < handles.size(); ++k) CHECK(known.add(handles[k]) == k);
  for (std::uint32_t k = 0; k < handles.size(); ++k) {
    CHECK(known.add(handles[k]) == k);
    CHECK(known.find(handles[k]) == k);
    CHECK((known[k] == handles[k]));
  }
  CHECK(known.size() == handles.size());
}

TEST_CASE("handles of every kind have numbers") {
  enum class Color : std::uint8_t { red = 200, green = 3, none = 255 };
  check_handles<int>({7, -1, 0, -2147483647});
  check_handles<std::uint64_t>({0, 1, ~std::uint64_t{0} - 1, ~std::uint64_t{0}, 1ULL << 40});
  check_handles<Color>({Color::red, Color::green, Color::none});
  int array[3] = {};
  check_handles<const int*>({array + 2, array, nullptr});
  std::list<int> list = {1, 2, 3};
  check_handles<std::list<int>::iterator>({list.begin(), std::next(list.begin())});
  check_handles<std::string>({"a", "", "bc"});
  using Id = Index<struct HandleTag>;
  check_handles<Id>({Id(4), Id()});
  check_handles<test::Place>({{1, 0}, {1, 1}, {0, 1}});
  check_handles<archetype::View::Block>({archetype::View::Block(3), archetype::View::Block(-1)});
}

TEST_CASE("numbers of handles take the memory of the handles, whatever their values") {
  program::Handles<std::uint32_t> few;
  for (const std::uint32_t h : {60'000U, 60'001U, 65'535U, 65'536U, 4'000'000'000U}) few.add(h);
  CHECK(few.bytes() < 4096);
  // Dense ones that come from the far end: hashed first, then in the array.
  program::Handles<std::uint32_t> many;
  for (std::uint32_t k = 0; k < 100'000; ++k) CHECK(many.add(99'999 - k) == k);
  for (std::uint32_t k = 0; k < 100'000; ++k) {
    CHECK(many.find(99'999 - k) == k);
    CHECK(many.add(99'999 - k) == k);
  }
  CHECK(many.size() == 100'000);
  CHECK(many.find(100'000) == program::none);
}

TEST_CASE("a numbering follows the walk, both ways") {
  std::mt19937 rng(3);
  const toy::Machine machine = toy::random_machine(rng, 8, 6);
  for (const toy::MachineFunction& f : machine.functions) {
    const toy::MachineView view(f);
    const program::Numbering n(view);
    REQUIRE(n.blocks() == f.blocks.size());
    std::uint32_t at = 0;
    for (std::uint32_t b = 0; b < n.blocks(); ++b) {
      CHECK(n.first(b) == at);
      for (const toy::MachineInst& inst : f.blocks[b].insts) {
        CHECK(n.inst(at) == &inst);
        CHECK(n.inst_number(&inst) == at);
        CHECK(n.block_of(at) == b);
        ++at;
      }
    }
    CHECK(n.insts() == at);
    CHECK(n.inst_number(nullptr) == program::none);
    for (std::uint32_t v = 0; v < n.values(); ++v) CHECK(n.value_number(n.value(v)) == v);
  }
}

// By iteration to a fixed point, in the user's own words.
std::vector<std::vector<bool>> live_into(const toy::MachineFunction& f) {
  std::vector<std::vector<bool>> in(f.blocks.size(), std::vector<bool>(toy::Machine::registers));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < f.blocks.size(); ++k) {
      std::vector<bool> live(toy::Machine::registers);
      const toy::MachineInst& last = f.blocks[k].insts.back();
      for (std::uint32_t r = 0; r < live.size() && last.op != toy::MachineInst::Op::ret; ++r)
        live[r] = in[last.target][r] || (last.op == toy::MachineInst::Op::branch && in[last.other][r]);
      for (std::size_t i = f.blocks[k].insts.size(); i-- > 0;) {
        for (const toy::Register r : f.blocks[k].insts[i].writes) live[r] = false;
        for (const toy::Register r : f.blocks[k].insts[i].reads) live[r] = true;
      }
      changed |= live != in[k];
      in[k] = live;
    }
  }
  return in;
}

TEST_CASE("flow analyses of any View") {
  std::mt19937 rng(5);
  const toy::Machine machine = toy::random_machine(rng, 20, 9);
  for (const toy::MachineFunction& f : machine.functions) {
    const toy::MachineView view(f);
    const flow::OfView of(view);
    static_assert(flow::explain_data_flow<flow::OfView<toy::MachineView>>());
    const flow::Problem p = flow::ingest(of);
    CHECK(p.name == f.name);
    const flow::Report r = flow::analyse(p);
    CHECK(flow::check_report(p, r).empty());
    const auto want = live_into(f);
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
      std::vector<bool> live(toy::Machine::registers);
      for (const std::uint32_t v : r.live.live_in[b]) live[of.variable(v)] = true;
      CHECK(live == want[b]);
    }
  }
}

TEST_CASE("questions of effects") {
  using program::Effect, program::Effects, program::MemoryRole;
  const Effects add = Effect::commutes, load = Effect::reads, store = Effect::writes,
                fence = Effect::ordered | Effect::reads | Effect::writes;
  const Effects clock = Effect::ordered | Effect::fresh, shuffle = Effect::ordered | Effect::convergent,
                call = Effect::call | Effect::fixed;
  CHECK(add.removable());
  CHECK(load.removable());
  CHECK_FALSE(store.removable());
  CHECK_FALSE(fence.removable());
  CHECK(clock.removable());
  CHECK(add.reusable());
  CHECK(load.reusable());
  CHECK_FALSE(clock.reusable());
  CHECK_FALSE(shuffle.reusable());
  CHECK(add.speculatable());
  CHECK_FALSE(load.speculatable());
  CHECK_FALSE(Effects(Effect::traps).speculatable());
  CHECK_FALSE(clock.duplicable());
  CHECK_FALSE(call.duplicable());
  CHECK(load.role() == MemoryRole::reads);
  CHECK(fence.role() == MemoryRole::fence);
  CHECK(clock.role() == MemoryRole::fence);
  CHECK(Effects(Effect::constant).role() == MemoryRole::none);
  CHECK(may_swap(load, load));
  CHECK_FALSE(may_swap(load, store));
  CHECK_FALSE(may_swap(clock, load));
  CHECK(may_swap(clock, add));
  CHECK_FALSE(may_swap(call, add));
  CHECK(Effects(Effect::cheap).rematerialisable());
  CHECK_FALSE(Effects(Effect::cheap | Effect::fresh) == Effects(Effect::cheap));
  CHECK(Effects(Effect::cheap | Effect::fresh).without(Effect::fresh) == Effects(Effect::cheap));
}

}  // namespace

TEST_CASE("handles have their numbers wherever their words lie: from 0 on, from the highest bit on, anywhere") {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    program::Handles<std::uint32_t> handles;
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (int k = 0; k < 800; ++k) {
      constexpr std::uint32_t mark = 1U << 31;
      const std::uint32_t near = static_cast<std::uint32_t>(random()) % (random() % 2 == 0 ? 300 : 3000);
      const std::uint32_t any = static_cast<std::uint32_t>(random());
      const std::uint32_t words[] = {near, near | mark, any, mark | any % 100'000};
      const std::uint32_t word = words[random() % 4];
      const auto known = numbers.find(word);
      REQUIRE(handles.find(word) == (known == numbers.end() ? ids::none : known->second));
      if (random() % 3 == 0) continue;
      const auto next = static_cast<std::uint32_t>(numbers.size());
      REQUIRE(handles.add(word) == numbers.emplace(word, next).first->second);
    }
    for (const auto& [word, number] : numbers) {
      REQUIRE(handles.find(word) == number);
      REQUIRE(handles[number] == word);
    }
  }
}
