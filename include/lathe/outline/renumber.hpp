// A string of arbitrary 32-bit symbols made ready for the engines: repeated symbols numbered densely, the others told
// apart from them and from each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace lathe::outline {

/// Longest string that the engines take: ids and positions share 32 bits.
inline constexpr std::size_t longest_string = (std::size_t{1} << 31) - 8;

/// The text of a string. Symbols below `live` occur at least twice, in the order of their values; the symbol of any
/// other position p is live + p. Two symbols more, which occur nowhere else, stand behind the end.
struct RenumberedText {
  std::vector<std::uint32_t> symbols;  ///< as long as the string, and two more
  std::uint32_t length = 0;            ///< of the string
  std::uint32_t live = 0;              ///< number of symbols that repeat
};

namespace detail {

// counts[v] = occurrences of v -> counts[v] = number of v among those that repeat, or `none`; how many repeat.
template <class Range>
std::uint32_t number_repeated(Range& counts, std::uint32_t none) {
  std::uint32_t live = 0;
  for (auto& count : counts) count = count > 1 ? live++ : none;
  return live;
}

}  // namespace detail

/// Precondition: symbols.size() <= longest_string. O(n) expected; O(n log n) where symbols are far larger than n, as
/// their values are then sorted. 4 bytes a symbol, and 4 for each value below the largest (at most 2n of them).
template <class = void>
inline RenumberedText renumber(std::span<const std::uint32_t> symbols) {
  RenumberedText text;
  const auto n = static_cast<std::uint32_t>(symbols.size());
  text.length = n;
  text.symbols.resize(n + 2);
  std::uint32_t largest = 0;
  for (const std::uint32_t s : symbols) largest = std::max(largest, s);
  constexpr std::uint32_t none = 0xffffffffU;
  if (largest < 2 * (std::uint64_t{n} + 512)) {
    std::vector<std::uint32_t> counts(std::size_t{largest} + 1, 0);
    for (const std::uint32_t s : symbols) ++counts[s];
    text.live = detail::number_repeated(counts, none);
    for (std::uint32_t p = 0; p < n; ++p) {
      const std::uint32_t number = counts[symbols[p]];
      text.symbols[p] = number != none ? number : text.live + p;
    }
  } else {
    std::vector<std::uint32_t> values(symbols.begin(), symbols.end());
    std::sort(values.begin(), values.end());
    std::vector<std::uint32_t> repeated;
    for (std::size_t i = 1; i < values.size(); ++i)
      if (values[i] == values[i - 1] && (repeated.empty() || repeated.back() != values[i]))
        repeated.push_back(values[i]);
    std::vector<std::uint32_t>().swap(values);
    text.live = static_cast<std::uint32_t>(repeated.size());
    for (std::uint32_t p = 0; p < n; ++p) {
      const auto at = std::lower_bound(repeated.begin(), repeated.end(), symbols[p]);
      const bool found = at != repeated.end() && *at == symbols[p];
      text.symbols[p] = found ? static_cast<std::uint32_t>(at - repeated.begin()) : text.live + p;
    }
  }
  text.symbols[n] = text.live + n;
  text.symbols[n + 1] = text.live + n + 1;
  return text;
}

}  // namespace lathe::outline
