// Suffix array with common prefixes over a string of 32-bit symbols: the fast engine that finds repeats.
//
// Code is a string in which many symbols occur once (instructions that cannot be outlined, ends of blocks). A suffix
// that begins with such a symbol repeats nothing, so it is left out (and, where repeats of one symbol are not asked
// for, so is one whose second symbol is such), and no comparison goes past one. What is left is
// sorted in two phases: suffixes are put into buckets by their first symbol and refined two symbols at a time, which
// is where code ends; groups that still agree after some tens of symbols, or that are very large, are sorted by
// doubling (Larsson and Sadakane, "Faster suffix sorting", 2007). The common prefixes fall out of the refinement; those
// of the doubled groups are counted in text order (Kasai et al., CPM 2001).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/outline/renumber.hpp>

namespace lathe::outline {

/// The suffixes of a string whose first symbol (or first two) occurs at least twice, in an order in which suffixes with
/// a common prefix are neighbours.
struct SuffixArray {
  std::vector<std::uint32_t> order;   ///< start of each suffix
  std::vector<std::uint32_t> common;  ///< common[i]: symbols that order[i - 1] and order[i] begin with; common[0] = 0
};

namespace detail {

/// Sorts the suffixes of a renumbered text. One object, one use.
template <class = void>
class BasicSuffixSorter {
 public:
  BasicSuffixSorter(const RenumberedText& text, bool pairs, SuffixArray& out)
      : text_(text.symbols.data()), length_(text.length), live_(text.live), pairs_(pairs), out_(out) {}

  void run() {
    bucket();
    large_ = std::max<std::uint32_t>(1U << 16, static_cast<std::uint32_t>(out_.order.size() / 8));
    for (std::uint32_t b = 0; b < live_; ++b)
      if (begin_[b] != begin_[b + 1]) out_.common[begin_[b]] = 0;
    for (std::uint32_t b = 0; b < live_; ++b) refine(begin_[b], begin_[b + 1], 1);
    std::vector<Entry>().swap(entries_);
    std::vector<Entry>().swap(other_);
    if (!groups_.empty()) double_groups();
  }

 private:
  struct Entry {
    std::uint64_t key;
    std::uint32_t start;
  };
  struct Group {
    std::uint32_t begin, end;
  };
  static constexpr std::uint32_t unknown = 0xffffffffU;  // not told apart yet
  static constexpr std::uint32_t pending = 0xfffffffeU;  // told apart, common prefix not counted yet
  static constexpr std::uint32_t group_limit = 33;       // symbols after which a group is doubled
  static constexpr std::uint32_t pair_limit = 129;       // the same for groups of two, whose comparison is cheap
  static constexpr std::uint32_t small = 24;             // entries sorted by insertion

  // Is the suffix sorted at all?
  bool wanted(std::uint32_t p) const { return text_[p] < live_ && (!pairs_ || text_[p + 1] < live_); }

  void bucket() {
    begin_.assign(live_ + 1, 0);
    std::uint32_t* const counts = begin_.data() + 1;
    for (std::uint32_t p = 0; p < length_; ++p)
      if (wanted(p)) ++counts[text_[p]];
    std::uint32_t sum = 0;
    for (std::uint32_t s = 0; s < live_; ++s) sum = counts[s] += sum;
    out_.order.resize(sum);
    out_.common.assign(sum, unknown);
    // Filled from the back, so that begin_[s + 1] ends as the begin of bucket s: shifted by one below.
    for (std::uint32_t p = length_; p-- > 0;)
      if (wanted(p)) out_.order[--counts[text_[p]]] = p;
    for (std::uint32_t s = 0; s < live_; ++s) begin_[s] = begin_[s + 1];
    begin_[live_] = sum;
  }

  // Precondition: the suffixes of [begin, end) agree in `depth` symbols, all of them repeated ones.
  void refine(std::uint32_t begin, std::uint32_t end, std::uint32_t depth) {
    const std::uint32_t size = end - begin;
    if (size < 2) return;
    if (size == 2) return refine_pair(begin, depth);
    if (depth >= group_limit || size > large_) return postpone(begin, end, depth);
    load(begin, size, depth);
    const Entry* const sorted = sort_entries(size);
    store(sorted, begin, size, depth);
    for (std::uint32_t from = begin; from < end;) {
      std::uint32_t to = from + 1;
      while (to < end && out_.common[to] == unknown) ++to;
      refine(from, to, depth + 2);
      from = to;
    }
  }

  void refine_pair(std::uint32_t begin, std::uint32_t depth) {
    std::uint32_t a = out_.order[begin], b = out_.order[begin + 1], at = depth;
    while (text_[a + at] == text_[b + at])
      if (++at >= pair_limit) return postpone(begin, begin + 2, at);
    if (text_[a + at] > text_[b + at]) std::swap(out_.order[begin], out_.order[begin + 1]);
    out_.common[begin + 1] = at;
  }

  void postpone(std::uint32_t begin, std::uint32_t end, std::uint32_t depth) {
    groups_.push_back({begin, end});
    step_ = std::min(step_, depth);
  }

  void load(std::uint32_t begin, std::uint32_t size, std::uint32_t depth) {
    if (entries_.size() < size) entries_.resize(size);
    const std::uint32_t* const order = out_.order.data() + begin;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t* const next = text_ + order[i] + depth;  // two symbols stand behind the end of the text
      entries_[i] = {std::uint64_t{next[0]} << 32 | next[1], order[i]};
    }
  }

  const Entry* sort_entries(std::uint32_t size) {
    Entry* const e = entries_.data();
    if (size > 256) return radix(size);
    if (size > small) {
      std::sort(e, e + size, [](const Entry& a, const Entry& b) { return a.key < b.key; });
      return e;
    }
    for (std::uint32_t i = 1; i < size; ++i) {
      const Entry moved = e[i];
      std::uint32_t j = i;
      for (; j > 0 && moved.key < e[j - 1].key; --j) e[j] = e[j - 1];
      e[j] = moved;
    }
    return e;
  }

  // Least significant digit first; digits in which all keys agree are skipped.
  const Entry* radix(std::uint32_t size) {
    if (other_.size() < size) other_.resize(size);
    std::uint64_t all = ~std::uint64_t{0}, any = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      all &= entries_[i].key;
      any |= entries_[i].key;
    }
    const unsigned bits = size > 8192 ? 11 : 8;
    Entry *from = entries_.data(), *to = other_.data();
    for (unsigned half = 0; half < 64; half += 32) {
      for (unsigned shift = half; shift < half + 32; shift += bits) {
        const std::uint64_t mask =
            std::min<std::uint64_t>((1U << bits) - 1, (std::uint64_t{1} << (half + 32 - shift)) - 1);
        if ((((all ^ any) >> shift) & mask) == 0) continue;
        std::uint32_t counts[1 << 11] = {};
        for (std::uint32_t i = 0; i < size; ++i) ++counts[(from[i].key >> shift) & mask];
        std::uint32_t sum = 0;
        for (std::uint64_t digit = 0; digit <= mask; ++digit) sum += std::exchange(counts[digit], sum);
        for (std::uint32_t i = 0; i < size; ++i) to[counts[(from[i].key >> shift) & mask]++] = from[i];
        std::swap(from, to);
      }
    }
    return from;
  }

  void store(const Entry* sorted, std::uint32_t begin, std::uint32_t size, std::uint32_t depth) {
    out_.order[begin] = sorted[0].start;
    for (std::uint32_t i = 1; i < size; ++i) {
      out_.order[begin + i] = sorted[i].start;
      const std::uint64_t differ = sorted[i - 1].key ^ sorted[i].key;
      if (differ != 0) out_.common[begin + i] = depth + (differ >> 32 == 0 ? 1 : 0);
    }
  }

  // ---- groups that agree in at least step_ symbols, sorted by the rank of what follows, which doubles the step.
  //
  // Ranks are places in the order of all suffixes. Those that are not sorted have theirs too: one that begins with a
  // symbol that occurs once stands behind all others, by its own place; one whose second symbol is such stands at the
  // end of its bucket, by its place in the text. So a rank is an index into `order` plus a shift of the bucket.
  void double_groups() {
    rank_.resize(length_ + std::size_t{1});
    count_shifts();
    const auto sorted = static_cast<std::uint32_t>(out_.order.size());
    for (std::uint32_t i = 0, first = 0; i < sorted; ++i) {
      if (out_.common[i] != unknown) first = i;
      rank_[out_.order[i]] = first + begin_[text_[out_.order[i]]];
    }
    std::vector<Group> next;
    std::vector<std::uint64_t> keys;
    while (!groups_.empty()) {
      next.clear();
      for (const Group group : groups_) split(group, keys, next);
      groups_.swap(next);
      step_ = step_ > length_ / 2 ? length_ : step_ * 2;
    }
    std::vector<std::uint64_t>().swap(keys);
    count_common();
  }

  // begin_[s] becomes the shift of bucket s: how many suffixes of buckets before it are not sorted. Sets their ranks.
  void count_shifts() {
    std::vector<std::uint32_t> rest(live_, 0);
    for (std::uint32_t p = 0; p < length_; ++p)
      if (text_[p] < live_ && !wanted(p)) ++rest[text_[p]];
    std::uint32_t before = 0;
    for (std::uint32_t s = 0; s < live_; ++s) {
      const std::uint32_t end = begin_[s + 1], count = rest[s];
      begin_[s] = before;
      rest[s] = end + before;
      before += count;
    }
    const auto live = static_cast<std::uint32_t>(out_.order.size()) + before;
    for (std::uint32_t p = 0; p <= length_; ++p) {
      if (text_[p] >= live_)
        rank_[p] = live + p;
      else if (!wanted(p))
        rank_[p] = rest[text_[p]]++;
    }
  }

  void split(const Group group, std::vector<std::uint64_t>& keys, std::vector<Group>& next) {
    const std::uint32_t size = group.end - group.begin;
    keys.resize(std::max<std::size_t>(keys.size(), size));
    std::uint32_t* const order = out_.order.data() + group.begin;
    const std::uint32_t base = group.begin + begin_[text_[order[0]]];
    for (std::uint32_t i = 0; i < size; ++i) keys[i] = std::uint64_t{rank_[order[i] + step_]} << 32 | order[i];
    sort_high(keys.data(), keys.data() + size);
    for (std::uint32_t from = 0; from < size;) {
      std::uint32_t to = from + 1;
      while (to < size && keys[to] >> 32 == keys[from] >> 32) ++to;
      for (std::uint32_t i = from; i < to; ++i) {
        order[i] = static_cast<std::uint32_t>(keys[i]);
        rank_[order[i]] = base + from;
      }
      if (from != 0) out_.common[group.begin + from] = pending;
      if (to - from > 1) next.push_back({group.begin + from, group.begin + to});
      from = to;
    }
  }

  // By the upper half only: equal keys cost one pass. Falls back to std::sort where the pivots are bad.
  static void sort_high(std::uint64_t* first, std::uint64_t* last) {
    for (unsigned depth = 0; last - first > 16; ++depth) {
      if (depth > 48) {
        std::sort(first, last);
        return;
      }
      const std::uint64_t pivot = median(first, last) >> 32;
      std::uint64_t *low = first, *high = last;
      for (std::uint64_t* at = first; at < high;) {
        const std::uint64_t key = *at >> 32;
        if (key < pivot)
          std::swap(*at++, *low++);
        else if (key > pivot)
          std::swap(*at, *--high);
        else
          ++at;
      }
      if (low - first < last - high) {
        sort_high(first, low);
        first = high;
      } else {
        sort_high(high, last);
        last = low;
      }
    }
    for (std::uint64_t* i = first; i < last; ++i)
      for (std::uint64_t* j = i; j > first && *j >> 32 < j[-1] >> 32; --j) std::swap(*j, j[-1]);
  }
  static std::uint64_t median(const std::uint64_t* first, const std::uint64_t* last) {
    const std::uint64_t a = *first, b = first[(last - first) / 2], c = last[-1];
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
  }

  // What starts one symbol later agrees in one symbol less at least: linear in all.
  void count_common() {
    std::uint32_t known = 0;
    for (std::uint32_t p = 0; p < length_; ++p) {
      if (!wanted(p)) {
        known = 0;
        continue;
      }
      const std::uint32_t index = rank_[p] - begin_[text_[p]];
      if (out_.common[index] == pending) {
        const std::uint32_t q = out_.order[index - 1];
        std::uint32_t same = known > 1 ? known - 1 : 1;
        while (text_[p + same] == text_[q + same]) ++same;
        out_.common[index] = same;
      }
      known = out_.common[index];
    }
  }

  const std::uint32_t* text_;
  std::uint32_t length_, live_, large_ = 0;
  bool pairs_;
  std::uint32_t step_ = unknown;
  SuffixArray& out_;
  std::vector<std::uint32_t> begin_, rank_;
  std::vector<Entry> entries_, other_;
  std::vector<Group> groups_;
};
using SuffixSorter = BasicSuffixSorter<>;

}  // namespace detail

/// The suffix array of a renumbered text, good for repeats of min_length symbols and more. O(n) passes over code-like
/// strings, O(n log n) at worst; about 10 bytes a symbol beside the text on code, at most 28 where everything repeats
/// for long.
template <class = void>
inline SuffixArray suffix_array(const RenumberedText& text, std::uint32_t min_length = 1) {
  SuffixArray out;
  detail::SuffixSorter(text, min_length > 1, out).run();
  return out;
}

}  // namespace lathe::outline
