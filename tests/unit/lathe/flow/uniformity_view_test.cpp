// Uniformity through Views: the toy machine, whose threads are run; the least that a View may be; what is missing is
// told.
#include <doctest/doctest.h>

#include <lathe/flow/check_uniformity.hpp>
#include <lathe/flow/uniformity.hpp>

#include "adapters/archetype/view.hpp"
#include "adapters/toy/ssa.hpp"
#include "adapters/toy/view.hpp"
#include "support/near_miss.hpp"

namespace {

using lathe::flow::Block, lathe::flow::no_block, lathe::flow::Cycles;
using namespace lathe::flow::uniformity;

/// The toy machine as a SIMT one: its threads have arguments of their own in the first register, and share what they
/// read.
struct ToyFacts {
  Source source(const toy::MachineInst* i) const {
    return i->op == toy::MachineInst::Op::call ? Source::divergent : Source::operands;
  }
  bool uniform(toy::Register r) const { return r != 0; }
};
/// Functions with arguments, which read memory and do not write it, with branches back.
toy::MachineFunction random_function(std::mt19937& engine, std::uint32_t blocks) {
  using enum toy::MachineInst::Op;
  toy::MachineFunction f = toy::random_machine(engine, 1, blocks).functions[0];
  f.parameters = {0, 1, 2};
  f.blocks[0].insts.erase(f.blocks[0].insts.begin(), f.blocks[0].insts.begin() + 3);
  for (std::uint32_t b = 0; b < blocks; ++b)
    for (toy::MachineInst& i : f.blocks[b].insts) {
      if (i.op == store) i = {add, {i.reads[1]}, {i.reads[0], i.reads[1]}, 0, 0, 0};
      if (i.op == branch && engine() % 2 == 0) i.other = static_cast<std::uint32_t>(engine()) % (b + 1);
    }
  return f;
}
/// Where a thread is, in turns of natural loops.
struct Turns {
  const Cycles& cycles;
  std::vector<std::uint32_t> count = std::vector<std::uint32_t>(cycles.size(), 0);
  std::vector<std::uint32_t> enter(Block from, Block at) {
    std::vector<std::uint32_t> key{at};
    for (std::uint32_t c = 0; c < cycles.size(); ++c) {
      if (!cycles.contains(c, at)) continue;
      if (from == no_block || !cycles.contains(c, from)) count[c] = 0;
      count[c] += at == cycles[c].header;
      key.push_back(count[c]);
    }
    return key;
  }
};

TEST_CASE("threads of the toy machine") {
  std::mt19937 engine(17);
  std::uint64_t compared = 0, uniform = 0, divergent = 0, loops = 0;
  for (int round = 0; round < 400; ++round) {
    const toy::MachineFunction f = random_function(engine, 8);
    const toy::MachineView view(f);
    const auto answer = run(view, ToyFacts{});
    CHECK(check(answer.problem(), answer.result()).str() == "");
    loops += answer.result().cycles.size();
    uniform += answer.stats().uses - answer.stats().divergent_uses;
    divergent += answer.stats().divergent_uses;
    bool reducible = true;
    for (std::uint32_t c = 0; c < answer.result().cycles.size(); ++c)
      reducible &= !answer.result().cycles[c].irreducible;
    if (!reducible) continue;
    toy::Machine machine;
    machine.functions = {f};
    std::map<std::vector<std::uint32_t>, std::int64_t> seen;
    for (std::int64_t thread = 0; thread < 6; ++thread) {
      toy::MachineRun one(machine);
      for (std::size_t w = 0; w < one.memory.size(); ++w) one.memory[w] = static_cast<std::int64_t>(w * w % 5);
      Turns turns{answer.result().cycles};
      Block before = no_block;
      std::vector<std::uint32_t> key;
      std::vector<std::int64_t> results;
      std::uint32_t steps = 300;
      one.run(
          0, {thread * 3, 4, 5}, results, steps, [&](std::uint32_t block, std::uint32_t inst, const auto& registers) {
            if (inst == 0) {
              key = turns.enter(before, block);
              before = block;
            }
            const toy::MachineInst& i = f.blocks[block].insts[inst];
            for (std::uint32_t k = 0; k < i.reads.size(); ++k) {
              if (answer.divergent(&i, k)) continue;
              auto where = key;
              where.push_back(1000 + inst);
              where.push_back(k);
              const auto [found, added] = seen.emplace(where, registers[i.reads[k]]);
              compared += !added;
              CHECK_MESSAGE(found->second == registers[i.reads[k]], "round ", round, " block ", block, " inst ", inst);
            }
          });
    }
  }
  CHECK(compared > 50'000);
  CHECK(uniform > divergent / 4);
  CHECK(loops > 200);
}

TEST_CASE("phis of a View are its values' phis: in SSA form the same is divergent") {
  std::mt19937 engine(5);
  int looked = 0;
  for (int round = 0; round < 200; ++round) {
    const toy::MachineFunction f = random_function(engine, 8);
    const auto ssa = toy::into_ssa(f);
    if (!ssa) continue;
    const toy::MachineView plain(f);
    const toy::SsaView view(*ssa);
    const auto a = run(plain, ToyFacts{});
    const auto b = run(view, ToyFacts{});
    CHECK(check(b.problem(), b.result()).str() == "");
    for (std::uint32_t block = 0; block < f.blocks.size(); ++block) {
      CHECK(a.divergent_branch(block) == b.divergent_branch(block));
      for (std::size_t i = 0; i < f.blocks[block].insts.size(); ++i) {
        CHECK(a.divergent(&f.blocks[block].insts[i]) == b.divergent(&ssa->code.blocks[block].insts[i]));
        ++looked;
      }
      for (const toy::MachineInst& phi : ssa->phis[block])
        for (std::uint32_t k = 0; k < phi.reads.size(); ++k)
          if (b.divergent_incoming(&phi, k)) CHECK(b.divergent(&phi, 0));
    }
  }
  CHECK(looked > 5'000);
}

TEST_CASE("a View with nothing but the mandatory members") {
  using View = archetype::View;
  using lathe::program::Effect;
  struct Lane {
    Source source(View::Inst i) const { return i == View::Inst(0) ? Source::divergent : Source::operands; }
  };
  // v1 = lane; branch v1 | v2 = .. | phi v3 of v1, v2: the View does not say from where
  const View view({{{"lane", {}, {}, {1}}, {"branch", Effect::terminator, {1}, {}}},
                   {{"set", {}, {}, {2}}},
                   {{"phi", Effect::phi, {1, 2}, {3}}, {"use", {}, {3, 4}, {5}}}},
                  {{1, 2}, {2}, {}});
  const auto answer = run(view, Lane{});
  const View::Block first(0), last(2);
  CHECK(check(answer.problem(), answer.result()).str() == "");
  CHECK(answer.divergent_branch(first));
  REQUIRE(answer.until(first) != nullptr);
  CHECK(*answer.until(first) == last);
  CHECK(answer.diverged(View::Block(1)));
  CHECK(answer.join(last));
  CHECK_FALSE(answer.diverged(last));
  CHECK(answer.divergent(View::Inst(2000), 2));
  CHECK_FALSE(answer.divergent(View::Inst(1000)));
  CHECK_FALSE(answer.uniform(View::Value(3)));
  CHECK(answer.divergent(View::Inst(2001), 1));  // from outside: it is not known to be uniform
  CHECK(answer.why_branch(first).find("divergent by its source") != std::string::npos);
  CHECK(answer.why(View::Inst(1000)).empty());
  lathe::RemarkList remarks;
  answer.tell(remarks);
  CHECK(remarks.remarks.size() == 1);
}

NEAR_MISS_CASE("what is missing is told by name") {
  near_miss::check_short("tests/unit/lathe/flow/near_miss/uniformity.cpp",
                         {"uniformity wants of its second argument  uniformity::Source source(Inst) const;"});
}

}  // namespace
