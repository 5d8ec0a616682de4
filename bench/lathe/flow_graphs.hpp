// Control flow graphs of stated shapes for the benchmarks of flow and opt.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>

namespace bench {

enum class Shape : std::uint8_t { structured, random, chain, ladder, switches };
inline constexpr std::array<const char*, 5> shape_names = {"structured", "random", "chain", "ladder", "switches"};

namespace detail {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Ifs, whiles and straight code, as compilers see them; blocks are made in the order of the source.
class Structured {
 public:
  Structured(std::uint32_t blocks, std::mt19937& rng) : blocks_(blocks), rng_(rng) {}
  Edges run() {
    std::uint32_t at = 0;
    while (next_ < blocks_) at = statement(at, 0);
    return std::move(edges_);
  }

 private:
  std::uint32_t block() { return next_++; }
  // From the block at hand to the one where control goes on.
  std::uint32_t statement(std::uint32_t at, unsigned depth) {
    const std::uint32_t dice = rng_() % 10;
    if (depth > 12 || dice < 2 || next_ + 4 > blocks_) {
      const std::uint32_t to = block();
      edges_.emplace_back(at, to);
      return to;
    }
    if (dice < 7) {  // if, with or without else
      const std::uint32_t then = block();
      edges_.emplace_back(at, then);
      std::uint32_t then_end = body(then, depth), other_end = at;
      if (dice < 5) {
        const std::uint32_t other = block();
        edges_.emplace_back(at, other);
        other_end = body(other, depth);
      }
      const std::uint32_t join = block();
      edges_.emplace_back(then_end, join);
      edges_.emplace_back(other_end, join);
      return join;
    }
    const std::uint32_t head = block(), in = block();  // while
    edges_.emplace_back(at, head);
    edges_.emplace_back(head, in);
    const std::uint32_t end = body(in, depth), out = block();
    edges_.emplace_back(end, head);
    edges_.emplace_back(head, out);
    return out;
  }
  std::uint32_t body(std::uint32_t at, unsigned depth) {
    for (std::uint32_t k = rng_() % 3; k > 0 && next_ + 4 < blocks_; --k) at = statement(at, depth + 1);
    return at;
  }

  std::uint32_t blocks_, next_ = 1;
  std::mt19937& rng_;
  Edges edges_;
};

}  // namespace detail

inline lathe::flow::Cfg make_graph(Shape shape, std::uint32_t blocks, std::uint32_t seed) {
  std::mt19937 rng(seed);
  detail::Edges edges;
  switch (shape) {
    case Shape::structured:
      edges = detail::Structured(blocks, rng).run();
      break;
    case Shape::random:  // a spine, and as many edges to anywhere
      for (std::uint32_t b = 0; b + 1 < blocks; ++b) edges.emplace_back(b, b + 1);
      for (std::uint32_t k = 0; k < blocks; ++k) edges.emplace_back(rng() % blocks, rng() % blocks);
      break;
    case Shape::chain:  // straight code with a loop over each prefix of a power of two
      for (std::uint32_t b = 0; b + 1 < blocks; ++b) edges.emplace_back(b, b + 1);
      for (std::uint32_t b = 64; b < blocks; b += 64) edges.emplace_back(b, b - (b & -b) / 2);
      break;
    case Shape::ladder:  // two rails with rungs both ways: nothing dominates but the entry
      for (std::uint32_t b = 0; b + 2 < blocks; ++b) edges.emplace_back(b, b + 2);
      for (std::uint32_t b = 0; b + 1 < blocks; b += 2) {
        edges.emplace_back(b, b + 1);
        if (b != 0) edges.emplace_back(b + 1, b);
      }
      break;
    case Shape::switches:  // 16 ways out of each block and together again
      for (std::uint32_t b = 0; b + 17 < blocks; b += 17)
        for (std::uint32_t k = 1; k <= 16; ++k) {
          edges.emplace_back(b, b + k);
          edges.emplace_back(b + k, b + 17);
        }
      break;
  }
  return {blocks, edges};
}

}  // namespace bench
