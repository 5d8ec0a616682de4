// Random code with more values than registers, for tests of what cuts their lives: two sets of registers, and code of several
// shapes that computes again and again from few values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "unit/lathe/passes/small_code.hpp"

namespace passes_test {

namespace program = lathe::program;

// Each fifth value is two registers of the first set, each seventh counts in both sets.
struct TwoSets {
  std::vector<program::RegisterSet> all;
  program::RegisterClass one{"one", {{0, 1}}}, two{"two", {{0, 2}}}, both{"both", {{0, 1}, {1, 1}}};
  explicit TwoSets(std::uint32_t limit) : all{{"registers", limit}, {"others", 2}} {}
  const std::vector<program::RegisterSet>& sets() const { return all; }
  const program::RegisterClass& register_class(const ValueId& v) const {
    return v.value % 5 == 4 ? two : v.value % 7 == 6 ? both : one;
  }
};

enum class Shape { straight, ladder, graph, spread, chains };

// Constants, chains of them, loads of what nothing writes, and what is made but once; values with several definitions.
inline void random_code(SmallCode& f, Shape shape, std::uint32_t seed) {
  std::mt19937 engine(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(engine()) % n; };
  std::vector<BlockId> blocks;
  const std::uint32_t count = shape == Shape::straight ? 1 : 3 + below(10);
  for (std::uint32_t k = 0; k < count; ++k) blocks.push_back(f.block());
  std::vector<ValueId> values{f.parameter(), f.parameter()};
  const auto any = [&] {
    const auto n = static_cast<std::uint32_t>(values.size());
    return shape == Shape::spread || below(3) == 0 ? values[below(n)] : values[n - 1 - below(std::min(n, 8U))];
  };
  const auto value = [&](BlockId b) {
    const std::string name = "op" + std::to_string(below(6));
    switch (below(shape == Shape::chains ? 10 : 8)) {
      case 0:
        return f.op(b, name, Effect::fresh, {});
      case 1:
        return f.op(b, name, Effect::constant, {any()});
      case 2:
      case 3:
        return f.op(b, name, {}, {});
      case 4:
        return f.op(b, "more", Effect::fresh, {any(), any()});
      default:
        return f.op(b, name, {}, {any()});
    }
  };
  for (std::uint32_t k = 0; k < count; ++k) {
    const BlockId b = blocks[k];
    for (std::uint32_t n = shape == Shape::straight ? 40 : 2 + below(7); n > 0; --n) {
      if (below(3) == 0)
        f.show(b, {any(), any()});
      else if (below(9) == 0)
        f.write(b, "again", {}, {any()}, any());
      else
        values.push_back(value(b));
    }
    if (k + 1 == count) break;
    const auto later = [&] { return k + 1 + below(std::min(count - k - 1, shape == Shape::graph ? count : 3)); };
    if (below(shape == Shape::ladder ? 2 : 4) == 0)
      f.branch(b, any(), blocks[shape == Shape::graph ? below(count) : k], blocks[k + 1]);
    else if (below(2) == 0)
      f.jump(b, blocks[k + 1]);
    else
      f.branch(b, any(), blocks[later()], blocks[k + 1]);
  }
  f.show(blocks.back(), {any()});
  f.ret(blocks.back());
}
}  // namespace passes_test
