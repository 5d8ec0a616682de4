// Programs that look like code, as problems of the outliner: blocks of instructions on registers, with runs that are
// copied from earlier places under other names. Same seed, same program.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <lathe/outline/problem.hpp>

namespace bench {

/// About `size` instructions in blocks of 3 to 40, half of them in copied runs of 2 to 24 instructions; opcodes by a
/// law that favours few; two classes, one of which cannot be passed; registers of a function are 24 values.
inline lathe::outline::Problem code_like_problem(std::uint32_t size, std::uint32_t seed) {
  using lathe::outline::Operand;
  using lathe::outline::Problem;
  std::mt19937 engine(seed);
  const auto random = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  Problem p;
  p.costs = {4 + random(12), random(5), random(5), 4 + random(9)};
  p.classes = {{"r", true}, {"flag", false}};
  for (std::uint32_t k = 0; k < 40; ++k) p.keys.push_back("op" + std::to_string(k));
  constexpr std::uint32_t registers = 24, flags = 4;
  std::uint32_t base = 0;
  const auto value = [&](bool flag) { return base + (flag ? registers + random(flags) : random(registers)); };
  while (p.insts.size() < size) {
    if (p.functions.empty() || random(6) == 0) {
      p.functions.push_back({"f" + std::to_string(p.functions.size()), false, false});
      base = p.values;
      p.values += registers + flags;
    }
    Problem::Block block;
    block.function = static_cast<std::uint32_t>(p.functions.size() - 1);
    block.first = static_cast<std::uint32_t>(p.insts.size());
    block.first_live = static_cast<std::uint32_t>(p.live.size());
    const std::uint32_t wanted = 3 + random(38);
    const auto add = [&](const Problem::Inst& like, const std::vector<Operand>& operands) {
      Problem::Inst inst = like;
      inst.first = static_cast<std::uint32_t>(p.operands.size());
      inst.count = static_cast<std::uint32_t>(operands.size());
      p.operands.insert(p.operands.end(), operands.begin(), operands.end());
      p.insts.push_back(inst);
    };
    while (p.insts.size() - block.first < wanted) {
      if (random(8) == 0 && p.insts.size() > 30) {
        // A copy under names of its own: a rotation of the registers.
        const std::uint32_t length = 2 + random(23), turn = random(registers);
        const auto from = random(static_cast<std::uint32_t>(p.insts.size()) - length);
        for (std::uint32_t i = from; i < from + length && p.insts[i].legal; ++i) {
          std::vector<Operand> operands(p.operands.begin() + p.insts[i].first,
                                        p.operands.begin() + p.insts[i].first + p.insts[i].count);
          for (Operand& o : operands) {
            const std::uint32_t local = o.value % (registers + flags);
            o.value = base + (local < registers ? (local + turn) % registers : local);
          }
          add(p.insts[i], operands);
        }
        continue;
      }
      const std::uint32_t key = std::min({random(40), random(40), random(40)});
      const bool compares = key % 9 == 5, legal = random(9) != 0;
      add({key, 4 + 4 * (key % 3), 0, 0, legal}, {{value(compares), static_cast<std::uint16_t>(compares), true},
                                                  {value(false), 0, false},
                                                  {value(false), 0, false}});
    }
    block.count = static_cast<std::uint32_t>(p.insts.size()) - block.first;
    for (std::uint32_t v = 0; v < registers; ++v)
      if (random(3) == 0) p.live.push_back(base + v);
    block.live_count = static_cast<std::uint32_t>(p.live.size()) - block.first_live;
    p.blocks.push_back(block);
  }
  return p;
}

}  // namespace bench
