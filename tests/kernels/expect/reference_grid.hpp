// Grids that cover a number of elements, and sums over groups: what many checks need.
#pragma once

#include <numeric>
#include <vector>

#include "kernels/expect/check.hpp"

namespace check {

/// One-dimensional grid of blocks of `block` threads that covers `threads`.
inline Dim3 cover(std::size_t threads, std::uint32_t block) {
  return {static_cast<std::uint32_t>((threads + block - 1) / block)};
}

/// The elements [group * size, (group + 1) * size).
template <class T>
std::vector<T> group_of(const std::vector<T>& v, std::size_t group, std::size_t size) {
  const auto first = v.begin() + static_cast<std::ptrdiff_t>(group * size);
  return std::vector<T>(first, first + static_cast<std::ptrdiff_t>(size));
}

}  // namespace check
