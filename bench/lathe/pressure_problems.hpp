// Code-like functions of any size for the pressure benchmarks.
#pragma once

#include <random>
#include <string>

#include <lathe/pressure.hpp>

namespace bench {

/// `insts` instructions in blocks of `block_size`: mostly single assignments read a little later, some values that live
/// through many blocks, loops over eight blocks, two sets of which 64-bit values weigh twice in one.
inline lathe::pressure::Problem code_like_function(std::uint32_t insts, std::uint32_t block_size,
                                                   std::uint32_t seed = 1) {
  using namespace lathe::pressure;
  std::mt19937 rng(seed);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
  Problem p;
  p.sets = {{"r32", 64, {32, 40, 48, 64}}, {"pred", 7, {}}};
  p.classes = {{"b32", {{0, 1}}}, {"b64", {{0, 2}}}, {"pred", {{1, 1}}}};
  p.ops = {"op"};
  const auto fresh = [&](std::uint32_t cls) {
    const auto id = static_cast<std::uint32_t>(p.registers.size());
    p.registers.push_back({"r" + std::to_string(id), cls, p.register_unit_count(), 1, false});
    p.register_units.push_back(p.register_unit_count());
    p.unit_class.push_back(cls);
    return id;
  };
  const std::uint32_t blocks = std::max(1U, insts / block_size);
  std::vector<std::uint32_t> near, far;
  for (std::uint32_t k = 0; k < 8; ++k) far.push_back(fresh(1));
  for (std::uint32_t b = 0; b < blocks; ++b) {
    Problem::Block block{"b" + std::to_string(b),
                         static_cast<std::uint32_t>(p.insts.size()),
                         0,
                         static_cast<std::uint32_t>(p.successors.size()),
                         0,
                         0,
                         0};
    if (b % 16 == 0) far[pick(8)] = fresh(1);  // every few blocks another value begins to live long
    for (std::uint32_t k = 0; k < block_size && p.insts.size() < insts; ++k) {
      Problem::Inst inst{0, static_cast<std::uint32_t>(p.operands.size()), 0, 0};
      for (std::uint32_t n = 2; n > 0; --n) {
        const bool long_lived = near.empty() || pick(10) == 0;
        const std::uint32_t reg =
            long_lived ? far[pick(8)] : near[near.size() - 1 - std::min<std::size_t>(pick(12), near.size() - 1)];
        p.operands.push_back({reg, true, false, 1});
      }
      near.push_back(fresh(pick(8) == 0 ? 2 : pick(3) == 0 ? 1 : 0));
      if (near.size() > 16) near.erase(near.begin());
      p.operands.push_back({near.back(), false, true, 1});
      inst.count = static_cast<std::uint32_t>(p.operands.size()) - inst.first;
      p.insts.push_back(inst);
    }
    if (b + 1 < blocks) p.successors.push_back(b + 1);
    if (b % 8 == 7) p.successors.push_back(b - 7);
    block.successor_count = static_cast<std::uint32_t>(p.successors.size()) - block.first_successor;
    block.count = static_cast<std::uint32_t>(p.insts.size()) - block.first;
    p.blocks.push_back(block);
  }
  return p;
}

}  // namespace bench
