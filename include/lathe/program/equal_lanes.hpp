// What values hold while a function is run in thought: words, whole or lane by lane. See equal.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/program/equal_data.hpp>

namespace lathe::program::equal::detail {

/// A permutation of 64-bit words that leaves no pattern (the finalizer of SplitMix64: Steele, Lea, Flood 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}
constexpr std::uint64_t join(std::uint64_t h, std::uint64_t x) { return mix(h ^ mix(x + 0x51)); }

/// What is known of a value: a word; where something was added to it, to what and how much.
struct Known {
  std::uint64_t word = 0, root = 0;
  std::int64_t delta = 0;
  bool literal = false;
  bool open = false;  ///< a definition left it out: it may be anything

  static Known of(std::uint64_t word) { return {word, word, 0, false, false}; }
  static Known of_literal(std::uint64_t bits) {
    return {mix(bits ^ 0x117e5), mix(0x117e5), static_cast<std::int64_t>(bits), true, false};
  }
  static Known undefined() { return of(mix(0xdead)); }
  static Known left_out() { return {undefined().word, undefined().root, 0, false, true}; }
  /// Linear, so that offsets add up in whatever steps.
  Known plus(std::int64_t more) const {
    if (more == 0) return *this;
    const auto sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(delta) + static_cast<std::uint64_t>(more));
    if (literal) return of_literal(static_cast<std::uint64_t>(sum));
    return {root + static_cast<std::uint64_t>(sum) * 0xd6e8feb86659fd93U, root, sum, false, open};
  }
};

/// The at-th of `of` lanes of something known.
struct Lane {
  Known known;
  std::uint32_t of = 1, at = 0;
};

/// What some lanes are together: the one thing that they are all lanes of, in order, or a word for the list.
inline Known together(std::span<const Lane> lanes) {
  bool whole = !lanes.empty() && lanes[0].of == lanes.size();
  for (std::size_t k = 0; whole && k < lanes.size(); ++k)
    whole = lanes[k].known.word == lanes[0].known.word && lanes[k].of == lanes[0].of && lanes[k].at == k;
  if (whole) return lanes[0].known;
  std::uint64_t word = mix(lanes.size() ^ 0x1a9e5);
  // Not `of` how many: the same part of the same thing may be cut finer in one register than in another.
  for (const Lane& lane : lanes) word = join(join(word, lane.known.word), lane.at);
  return Known::of(word);
}

/// The values of a function. One whole is a word; others have a list of lanes, in the order of their mask.
class Values {
 public:
  explicit Values(const Code& code)
      : masks_(code.lanes), full_(code.full), words_(code.values, Known::undefined()), lanes_(code.values) {
    for (std::uint32_t v = 0; v < code.values; ++v)
      if (!one(v)) lanes_[v].assign(count(v), Lane{Known::undefined()});
  }
  /// Has it no lanes?
  bool one(std::uint32_t v) const { return v >= masks_.size() || (~masks_[v] == 0 && !(v < full_.size() && full_[v])); }
  Known whole(std::uint32_t v) const { return one(v) ? words_[v] : together(lanes_[v]); }

  /// Puts the lanes of a value behind `to`.
  void read(std::uint32_t v, std::uint64_t mask, std::vector<Lane>& to) const {
    if (one(v)) {
      to.push_back({words_[v]});
      return;
    }
    std::uint64_t left = masks_[v];
    for (std::size_t k = 0; k < lanes_[v].size(); ++k, left &= left - 1)
      if ((mask & left & (~left + 1)) != 0) to.push_back(lanes_[v][k]);
  }
  /// Lanes that `mask` has of the value.
  std::uint32_t width(std::uint32_t v, std::uint64_t mask) const {
    return one(v) ? 1 : static_cast<std::uint32_t>(std::popcount(masks_[v] & mask));
  }
  void set(std::uint32_t v, const Known& known) {
    words_[v] = known;
    for (std::uint32_t k = 0; k < lanes_[v].size(); ++k) lanes_[v][k] = {known, count(v), k};
  }
  /// Takes width(v, mask) lanes from the list; what the mask leaves out stays, or is undefined.
  void write(std::uint32_t v, std::uint64_t mask, std::span<const Lane> from, bool keeps) {
    if (one(v)) {
      words_[v] = together(from.subspan(0, 1));
      return;
    }
    std::uint64_t left = masks_[v];
    std::size_t next = 0;
    for (std::size_t k = 0; k < lanes_[v].size(); ++k, left &= left - 1) {
      if ((mask & left & (~left + 1)) != 0)
        lanes_[v][k] = from[next++];
      else if (!keeps)
        lanes_[v][k] = Lane{Known::left_out()};
    }
  }
  struct Content {
    Known word;
    std::vector<Lane> lanes;
  };
  Content content(std::uint32_t v) const { return {words_[v], lanes_[v]}; }
  /// Of a value with as many lanes; others get what it is together.
  void put(std::uint32_t v, const Content& from) {
    if (one(v) || lanes_[v].size() != from.lanes.size())
      set(v, from.lanes.empty() ? from.word : together(from.lanes));
    else
      lanes_[v] = from.lanes;
  }

 private:
  std::uint32_t count(std::uint32_t v) const { return static_cast<std::uint32_t>(std::popcount(masks_[v])); }
  const std::vector<std::uint64_t>& masks_;
  const std::vector<bool>& full_;
  std::vector<Known> words_;
  std::vector<std::vector<Lane>> lanes_;
};

}  // namespace lathe::program::equal::detail
