// The Store against vectors that are changed in the same way, and the toy machine on it.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/program/equal.hpp>

#include "adapters/toy/stored.hpp"
#include "adapters/toy/view.hpp"
#include "unit/lathe/program/random_edits.hpp"

namespace {

using namespace program_test;

// The layout and what stands in it as plain vectors, changed by what an observer is told and nothing else.
struct Model {
  struct Block {
    BlockId id;
    std::vector<InstId> insts;
  };
  std::vector<Block> layout;
  bool wrong = false;

  explicit Model(const Code& c) {
    for (const BlockId b : c.blocks()) layout.push_back({b, insts_of(c, b)});
  }
  std::vector<Block>::iterator find(BlockId b) {
    return std::find_if(layout.begin(), layout.end(), [&](const Block& x) { return x.id == b; });
  }
  void before(const Code&, const Edit<Code>&) {}
  void after(const Code& c, const Edit<Code>& e) {
    if (e.kind == Edit<Code>::Kind::put) {
      if (e.from) std::erase(find(*e.from.block)->insts, *e.inst);
      if (e.to) {
        auto& to = find(*e.to.block)->insts;
        to.insert(e.to.before ? std::find(to.begin(), to.end(), *e.to.before) : to.end(), *e.inst);
      }
    }
    if (e.kind == Edit<Code>::Kind::block) {
      Block moved{*e.block, insts_of(c, *e.block)};
      if (e.was_in) {
        moved = *find(*e.block);
        layout.erase(find(*e.block));
      }
      if (e.is_in) layout.insert(e.new_before ? find(*e.new_before) : layout.end(), moved);
    }
    std::size_t k = 0;
    for (const BlockId b : c.blocks()) {
      wrong |= k >= layout.size() || !(layout[k].id == b) || layout[k].insts != insts_of(c, b);
      ++k;
    }
    wrong |= k != layout.size();
  }
};

TEST_CASE("a Store is what vectors changed in the same way are") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    Code c;
    fill(pick, c, 12);
    Model model(c);
    Editing e(c, model);
    const std::string begin = c.text();
    e.begin();
    for (int k = 0; k < 80; ++k) random_edit(pick, c, e);
    CAPTURE(seed);
    REQUIRE_FALSE(model.wrong);
    e.rollback();
    REQUIRE_FALSE(model.wrong);
    REQUIRE(c.text() == begin);
    for (int k = 0; k < 80; ++k) random_edit(pick, c, e);  // ids are used again
    REQUIRE_FALSE(model.wrong);
  }
}

TEST_CASE("a vector that misses an edit is another") {
  std::mt19937 rng(1);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
  Code c;
  fill(pick, c, 6);
  Model model(c);
  Editing silent(c);
  Editing e(c, model);
  silent.append(c.make({7}), blocks_of(c)[0]);
  e.append(c.make({7}), blocks_of(c)[0]);
  CHECK(model.wrong);
}

// What a machine shows and leaves in memory when its first function is run.
std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> meaning(const toy::Machine& m) {
  toy::MachineRun run(m);
  std::vector<std::int64_t> results;
  std::uint32_t steps = 100000;
  CHECK(run.run(0, {}, results, steps));
  return {run.shown, run.memory};
}

TEST_CASE("the toy machine's second form: there and back, and edits that change no meaning") {
  std::mt19937 rng(4);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
  for (const toy::MachineFunction& f : toy::random_machine(rng, 40, 8).functions) {
    toy::Machine machine;
    machine.functions = {f};
    const auto before = meaning(machine);
    toy::StoredFunction code(f);
    const toy::MachineFunction same = code.machine_function();
    CHECK(toy::StoredFunction(same).text() == code.text());
    CHECK(equal::run(toy::MachineView(f), code).equal());

    Editing e(code);
    for (int k = 0; k < 12; ++k) {
      std::vector<BlockId> blocks;
      for (const BlockId b : code.blocks()) blocks.push_back(b);
      const BlockId b = blocks[pick(static_cast<std::uint32_t>(blocks.size()))];
      std::vector<BlockId> next;
      code.for_each_successor(b, [&](BlockId s) { next.push_back(s); });
      const std::string text = code.text();
      if (next.empty()) continue;
      const std::uint32_t way = pick(static_cast<std::uint32_t>(next.size()));
      switch (pick(4)) {
        case 0:
          e.split_edge(b, way, blocks[1]);
          break;
        case 1:  // one way into a block goes to a copy of it
          e.retarget(b, way, e.clone_block(next[way]));
          break;
        case 2:
          e.move_block(blocks.back(), blocks[1]);
          break;
        default:  // tried and taken back
          e.begin();
          e.erase_block(e.split_edge(b, way));
          for (const BlockId other : blocks)
            for (InstId i; code.instructions(other).begin() != code.instructions(other).end();) {
              i = *code.instructions(other).begin();
              e.erase(i);
            }
          e.rollback();
          CHECK(code.text() == text);
      }
    }
    machine.functions = {code.machine_function()};
    CHECK(meaning(machine) == before);
    CHECK(equal::run(toy::MachineView(f), code).equal());
    // And one that does.
    for (const BlockId b : code.blocks())
      for (const InstId i : code.instructions(b))
        if (code.payload(i).op == toy::MachineInst::Op::set && code.mentioned(ValueId(0)))
          code.payload(i).constant += 99;
    machine.functions = {code.machine_function()};
    CHECK(meaning(machine) != before);
  }
}

}  // namespace
