// Parallel copies put in sequence: (b, c, ...) <- (x, y, ...) as single moves, with a temporary per cycle.
//
// Cost: O(copies) per call.
// Source: Boissinot, Darte, Rastello, Dupont de Dinechin, Guillon, "Revisiting out-of-SSA translation for
// correctness, code quality and efficiency" (CGO 2009), algorithm 1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lathe::opt {

/// One of several copies that happen at once.
struct Move {
  std::uint32_t to = 0, from = 0;  ///< registers, by number
  bool operator==(const Move&) const = default;
};

/// Keeps its buffers from call to call.
template <class = void>
class BasicParallelCopy {
 public:
  /// Calls emit(to, from) for moves in an order that has the effect of all `copies` at once; new_temp(like) gives a
  /// location that nothing else uses, of the kind of `like`. Preconditions: no `to` occurs twice; ids are dense
  /// enough for arrays. Copies to oneself are dropped.
  template <class Emit, class NewTemp>
  void sequence(std::span<const Move> copies, Emit&& emit, NewTemp&& new_temp) {
    ready_.clear();
    todo_.clear();
    for (const Move& c : copies) {
      grow(c.to);
      grow(c.from);
      location_[c.to] = source_[c.to] = none;
      location_[c.from] = source_[c.from] = none;
    }
    for (const Move& c : copies) {
      if (c.to == c.from) continue;
      location_[c.from] = c.from;
      source_[c.to] = c.from;
      todo_.push_back(c.to);
    }
    for (const Move& c : copies)
      if (c.to != c.from && location_[c.to] == none) ready_.push_back(c.to);  // nobody reads it: free to write
    while (!todo_.empty()) {
      while (!ready_.empty()) {
        const std::uint32_t to = ready_.back();
        ready_.pop_back();
        const std::uint32_t from = source_[to], at = location_[from];
        emit(to, at);
        location_[from] = to;
        if (from == at && source_[from] != none) ready_.push_back(from);
      }
      const std::uint32_t to = todo_.back();
      todo_.pop_back();
      if (location_[to] != to) continue;  // written already
      // A cycle: set the old value aside, then `to` can be written.
      const std::uint32_t temp = new_temp(to);
      emit(temp, to);
      location_[to] = temp;
      ready_.push_back(to);
    }
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  void grow(std::uint32_t id) {
    if (id < location_.size()) return;
    location_.resize(id + 1, none);
    source_.resize(id + 1, none);
  }
  std::vector<std::uint32_t> location_;  // where the old value of an id is now
  std::vector<std::uint32_t> source_;    // whose old value an id is to get
  std::vector<std::uint32_t> ready_, todo_;
};
using ParallelCopy = BasicParallelCopy<>;

}  // namespace lathe::opt
