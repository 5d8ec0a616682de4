// MaxLive kept while instructions are placed, moved and taken away.
//
// A value that lives for L cycles is there L / II times in every slot, once more in L % II slots from its definition's
// on. Full turns are one number per set, the rest is added to the slots; the sum of squares over the slots tells
// schedules of equal MaxLive apart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/modulo/resources.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::modulo::detail {

inline constexpr std::int64_t unplaced = INT64_MIN;

template <class = void>
class BasicLiveTracker {
 public:
  explicit BasicLiveTracker(const Graph& g) : g_(g), range_(g.problem.values.size()) {
    const Problem& p = g.problem;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> touched;
    std::vector<std::pair<std::uint32_t, Reader>> readers;
    touched.reserve(p.values.size());
    for (std::uint32_t v = 0; v < p.values.size(); ++v) touched.emplace_back(p.values[v].def, v);
    for (const Edge& e : p.edges) {
      if (e.value == none) continue;
      readers.push_back({e.value, {e.to, e.distance}});
      if (e.to != e.from) touched.emplace_back(e.to, e.value);
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    touched_ = Csr<std::uint32_t>(p.size(), touched);
    readers_ = Csr<Reader>(static_cast<std::uint32_t>(p.values.size()), readers);
  }
  /// Nothing is placed. O(sets * ii).
  void reset(std::uint32_t ii) {
    ii_ = ii;
    sets_.assign(g_.problem.sets.size(), {});
    slots_.assign(g_.problem.sets.size() * ii, 0);
    std::fill(range_.begin(), range_.end(), Range{});
  }
  /// Cycles that the tracker can keep; more are a reason not to ask it.
  std::uint64_t entries(std::uint64_t ii) const { return g_.problem.sets.size() * ii; }

  /// Takes note of a new cycle of `inst` (`unplaced`: none). O(values of inst * (their readers + ii)).
  void update(std::uint32_t inst, std::span<const std::int64_t> cycle) {
    for (const std::uint32_t v : touched_[inst]) {
      const Range now = range_now(v, cycle);
      Range& old = range_[v];
      if (now == old) continue;
      // Mostly one end moves.
      if (now.begin == old.begin) {
        now.end > old.end ? add(v, {old.end, now.end}, 1) : add(v, {now.end, old.end}, -1);
      } else if (now.end == old.end) {
        now.begin < old.begin ? add(v, {now.begin, old.begin}, 1) : add(v, {old.begin, now.begin}, -1);
      } else {
        add(v, old, -1);
        add(v, now, 1);
      }
      old = now;
    }
  }
  std::uint64_t max_live(std::uint32_t set) const {
    Set& c = sets_[set];
    if (c.stale) {
      const auto begin = slots_.begin() + static_cast<std::ptrdiff_t>(std::size_t{set} * ii_);
      c.top = *std::max_element(begin, begin + ii_);
      c.stale = false;
    }
    return c.base + static_cast<std::uint64_t>(c.top);
  }
  /// The sum over sets and slots of squares; wraps for absurd weights, which costs quality only.
  std::uint64_t energy() const {
    std::uint64_t sum = 0;
    for (const Set& c : sets_) sum += c.squares + 2 * c.base * c.sum + ii_ * c.base * c.base;
    return sum;
  }
  std::uint32_t sets() const { return static_cast<std::uint32_t>(sets_.size()); }
  /// Does moving `inst` change any lifetime?
  bool concerns(std::uint32_t inst) const { return !touched_[inst].empty(); }

 private:
  struct Reader {
    std::uint32_t inst = 0, distance = 0;
  };
  struct Range {
    std::int64_t begin = 0, end = 0;
    bool operator==(const Range&) const = default;
  };
  struct Set {
    std::uint64_t base = 0, sum = 0, squares = 0;
    std::int64_t top = 0;
    bool stale = false;
  };

  Range range_now(std::uint32_t v, std::span<const std::int64_t> cycle) const {
    const std::int64_t begin = cycle[g_.problem.values[v].def];
    if (begin == unplaced) return {};
    std::int64_t end = begin + 1;
    for (const Reader& r : readers_[v])
      if (cycle[r.inst] != unplaced) end = std::max(end, cycle[r.inst] + std::int64_t{ii_} * r.distance);
    return {begin, end};
  }
  void add(std::uint32_t v, const Range& range, int sign) {
    if (range.begin == range.end) return;
    const Value& value = g_.problem.values[v];
    Set& c = sets_[value.set];
    const std::uint64_t weight = sign > 0 ? value.weight : std::uint64_t{0} - value.weight;
    const auto length = static_cast<std::uint64_t>(range.end - range.begin);
    c.base += length / ii_ * weight;
    const std::uint32_t first = slot_of(range.begin, ii_), count = static_cast<std::uint32_t>(length % ii_);
    const std::uint32_t until = first + count;
    change(c, value.set, first, std::min(until, ii_), weight);
    if (until > ii_) change(c, value.set, 0, until - ii_, weight);
  }
  void change(Set& c, std::uint32_t set, std::uint32_t from, std::uint32_t to, std::uint64_t weight) {
    std::int64_t* const slots = slots_.data() + std::size_t{set} * ii_;
    std::uint64_t before = 0;
    for (std::uint32_t s = from; s < to; ++s) {
      before += static_cast<std::uint64_t>(slots[s]);
      slots[s] += static_cast<std::int64_t>(weight);
    }
    const std::uint64_t count = to - from;
    c.sum += count * weight;
    c.squares += 2 * weight * before + count * weight * weight;
    c.stale = true;
  }

  const Graph& g_;
  std::uint32_t ii_ = 1;
  Csr<std::uint32_t> touched_;  // values that an instruction defines or reads
  Csr<Reader> readers_;         // of a value
  std::vector<Range> range_;
  mutable std::vector<Set> sets_;
  std::vector<std::int64_t> slots_;  // per set and slot, without full turns; may be below 0
};
using LiveTracker = BasicLiveTracker<>;

}  // namespace lathe::modulo::detail
