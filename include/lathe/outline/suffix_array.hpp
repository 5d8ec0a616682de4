// Suffix array with common prefixes over a string of 32-bit symbols: the fast engine that finds repeats.
//
// Code is a string in which many symbols occur once (instructions that cannot be outlined, ends of blocks). A suffix
// that begins with such a symbol repeats nothing, so it is left out (and, where repeats of one symbol are not asked
// for, so is one whose second symbol is such), and no comparison goes past one. The others are sorted by induction
// (induced_sort.hpp). Common prefixes are counted in the order of the text, where each is at most one shorter than the
// one before (Karkkainen, Manzini and Puglisi, "Permuted Longest-Common-Prefix Array", CPM 2009).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <lathe/outline/induced_sort.hpp>
#include <lathe/outline/renumber.hpp>

namespace lathe::outline {

/// The suffixes of a string whose first symbol (or first two) occurs at least twice, in an order in which suffixes with
/// a common prefix are neighbours.
struct SuffixArray {
  std::vector<std::uint32_t> order;   ///< start of each suffix
  std::vector<std::uint32_t> common;  ///< common[i]: symbols that order[i - 1] and order[i] begin with; common[0] = 0
};

namespace detail {

inline constexpr std::uint32_t fetch_ahead = 32;  // entries for which memory is asked before their turn

// A text of the narrowest symbols: `live` for each that occurs once and for the end.
template <class Symbol>
struct NarrowText {
  const Symbol* symbols;
  std::uint32_t length, live;
  bool singles;
};
// `to` has room for the text, and 8 bytes behind it. It may be the text.
template <class Symbol>
NarrowText<Symbol> narrow(const RenumberedText& text, Symbol* to) {
  bool singles = false;
  for (std::uint32_t p = 0; p < text.length; ++p) {
    const std::uint32_t symbol = text.symbols[p];
    to[p] = static_cast<Symbol>(std::min(symbol, text.live));
    singles |= symbol >= text.live;
  }
  std::fill_n(to + text.length, 8 / sizeof(Symbol), static_cast<Symbol>(text.live));
  return {to, text.length, text.live, singles};
}

// Suffixes whose second symbol occurs once are left out.
template <class Symbol>
void keep_pairs(const NarrowText<Symbol>& text, std::vector<std::uint32_t>& order) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i + fetch_ahead < order.size()) __builtin_prefetch(text.symbols + order[i + fetch_ahead]);
    const std::uint32_t p = order[i];
    order[to] = p;
    to += text.symbols[p + 1] < text.live;
  }
  order.resize(to);
}

// common[p]: in how many symbols the suffix at p agrees with the one before it in `order`; 0 where it is not there.
template <class Symbol>
void count_common(const NarrowText<Symbol>& text, const std::vector<std::uint32_t>& order, std::uint32_t* common) {
  constexpr std::uint32_t none = 0xffffffffU;
  const std::uint32_t length = text.length;
  const Symbol* const symbols = text.symbols;
  if (order.size() != length) std::fill(common, common + length, none);
  // First the suffix before it.
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i + fetch_ahead < order.size()) __builtin_prefetch(common + order[i + fetch_ahead], 1);
    common[order[i]] = i == 0 ? none : order[i - 1];
  }
  std::uint32_t known = 0;
  for (std::uint32_t p = 0; p < length; ++p) {
    if (length - p > fetch_ahead)
      if (const std::uint32_t q = common[p + fetch_ahead]; q != none) __builtin_prefetch(symbols + q + known);
    const std::uint32_t q = common[p];
    if (q == none) {
      common[p] = known = 0;
      continue;
    }
    // What starts one symbol later agrees in one symbol less at least, if it is in the order at all: in more than two.
    known = known > 2 ? known - 1 : 0;
    while (symbols[p + known] == symbols[q + known] && symbols[p + known] < text.live) ++known;
    common[p] = known;
  }
}

// Four arrays of words at most are there at a time, the text included: it is sorted and counted in, and given back.
template <class Symbol>
SuffixArray sort_suffixes(RenumberedText& renumbered, bool pairs) {
  constexpr bool in_place = sizeof(Symbol) == sizeof(std::uint32_t);
  SuffixArray out;
  const std::size_t words = renumbered.symbols.size();
  const auto more = in_place ? std::make_unique_for_overwrite<std::uint32_t[]>(words) : nullptr;
  std::uint32_t* const common = in_place ? more.get() : renumbered.symbols.data();
  {
    std::unique_ptr<Symbol[]> own;
    Symbol* symbols;
    if constexpr (in_place) {
      symbols = renumbered.symbols.data();
    } else {
      own = std::make_unique_for_overwrite<Symbol[]>(renumbered.length + 8 / sizeof(Symbol));
      symbols = own.get();
    }
    const NarrowText<Symbol> text = narrow(renumbered, symbols);
    InducedSorter<Symbol> sorter(text.symbols, text.length, text.live, text.singles);
    {
      const auto buckets = std::make_unique_for_overwrite<std::uint32_t[]>(sorter.bucket_words(text.live));
      const std::size_t room = sorter.prepare(buckets.get());
      out.order.resize(room);
      sorter.sort(out.order.data(), room, common);
    }
    out.order.resize(sorter.sorted());
    if (pairs) keep_pairs(text, out.order);
    count_common(text, out.order, common);
  }
  if constexpr (in_place) out.common.swap(renumbered.symbols);
  out.common.resize(out.order.size());
  for (std::size_t i = 0; i < out.order.size(); ++i) {
    if (i + fetch_ahead < out.order.size()) __builtin_prefetch(common + out.order[i + fetch_ahead]);
    out.common[i] = common[out.order[i]];
  }
  return out;
}

}  // namespace detail

/// The suffix array of a renumbered text, good for repeats of min_length symbols and more. O(n); 12 to 14 bytes a symbol
/// and 8 for each symbol of the alphabet, the text included: its memory is used, so hand it over (std::move).
template <class = void>
inline SuffixArray suffix_array(RenumberedText text, std::uint32_t min_length = 1) {
  const bool pairs = min_length > 1;
  if (text.live <= std::numeric_limits<std::uint8_t>::max()) return detail::sort_suffixes<std::uint8_t>(text, pairs);
  if (text.live <= std::numeric_limits<std::uint16_t>::max()) return detail::sort_suffixes<std::uint16_t>(text, pairs);
  return detail::sort_suffixes<std::uint32_t>(text, pairs);
}

}  // namespace lathe::outline
