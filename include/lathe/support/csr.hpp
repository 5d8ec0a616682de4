// Flat adjacency: for each of n rows a run of values, in one array (compressed sparse rows).
//
// Made from a list of (row, value) pairs by a counting sort, O(rows + pairs); the pairs of a row keep their order.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lathe {

/// Rows of values in one array: adjacency that is made once and then read.
template <class T>
class Csr {
 public:
  Csr() : begin_(1, 0) {}
  /// Precondition: every pair's row is below `rows`.
  Csr(std::uint32_t rows, std::span<const std::pair<std::uint32_t, T>> pairs) : begin_(rows + 1, 0) {
    for (const auto& pair : pairs) ++begin_[pair.first + 1];
    for (std::uint32_t row = 0; row < rows; ++row) begin_[row + 1] += begin_[row];
    values_.resize(pairs.size());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (const auto& pair : pairs) values_[next[pair.first]++] = pair.second;
  }
  std::uint32_t rows() const { return static_cast<std::uint32_t>(begin_.size() - 1); }  ///< rows are 0 .. rows() - 1
  std::size_t size() const { return values_.size(); }
  std::span<const T> operator[](std::uint32_t row) const {
    return {values_.data() + begin_[row], begin_[row + 1] - begin_[row]};
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<T> values_;
};

}  // namespace lathe
