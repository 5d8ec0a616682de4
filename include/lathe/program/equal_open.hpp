// What the first of two functions reads though its own definitions leave it undefined: the second may have anything there.
// See equal.hpp.
//
// An operation of the first that reads such lanes has a word of its own; one of the second with the same key, and the same
// in all other lanes, gets that word: the one that is run as often before, as passes that rename keep the order; else what
// has the same operands; else any that fits. Passes that move code keep what is undefined, so where that gives a
// difference the same operands come first, and one of the two has to give none. Where a pass renames and moves, a
// difference may be reported that is none.
// Cost: O(1) per operation of the first; O(lanes) per operation that reads such lanes, and per one of the second of its key.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <lathe/program/equal_lanes.hpp>

namespace lathe::program::equal::detail {

/// The lanes of the uses of an operation, use by use.
struct Pieces {
  std::vector<Lane> lanes;          ///< of all uses
  std::vector<std::uint32_t> ends;  ///< per use: where its lanes end
  std::span<const Lane> use(std::size_t k) const {
    const std::uint32_t begin = k == 0 ? 0 : ends[k - 1];
    return std::span(lanes).subspan(begin, ends[k] - begin);
  }
};

/// Operations of the first function on one path, and those that read what is undefined.
class Open {
 public:
  /// `pieces`: of one that reads what is undefined.
  void add(std::uint64_t key, std::uint64_t word, std::optional<Pieces> pieces) {
    ops_.push_back({key, word, none});
    if (!pieces) return;
    ops_.back().pieces = static_cast<std::uint32_t>(pieces_.size());
    pieces_.push_back(std::move(*pieces));
    found_[key];
  }
  /// The first has been run.
  void settle() {
    if (found_.empty()) return;
    for (const Op& op : ops_)
      if (const auto of = found_.find(op.key); of != found_.end()) {
        of->second.ops.push_back(op);
        if (of->second.words.insert(op.word).second && op.pieces != none) of->second.open.push_back(op);
      }
  }
  /// Does any operation of the first read what is undefined?
  bool any() const { return !found_.empty(); }
  /// The second is run once more. `moved`: the same operands come before the same turn.
  void restart(bool moved) {
    moved_ = moved;
    for (auto& [key, of] : found_) of.run = 0;
  }
  /// Is there one of this key that reads what is undefined?
  bool has(std::uint64_t key) const { return found_.contains(key); }
  /// The word of the next operation of the second of this key, which has `word` by its own operands. `commutes`: the first
  /// two uses change places. Precondition: has(key).
  std::uint64_t next(std::uint64_t key, std::uint64_t word, const Pieces& pieces, bool commutes) {
    OfKey& of = found_.find(key)->second;
    const auto like = [&](const Op& op) {
      if (op.pieces == none) return op.word == word;
      return fits(pieces_[op.pieces], pieces, false) || (commutes && fits(pieces_[op.pieces], pieces, true));
    };
    const std::size_t n = of.run++;
    if (moved_ && of.words.contains(word)) return word;
    if (n < of.ops.size() && like(of.ops[n])) return of.ops[n].word;
    if (of.words.contains(word)) return word;
    const auto other = std::find_if(of.open.begin(), of.open.end(), like);
    return other == of.open.end() ? word : other->word;
  }

 private:
  static bool fits(const Pieces& open, const Pieces& pieces, bool swapped) {
    if (open.ends.size() != pieces.ends.size() || (swapped && open.ends.size() < 2)) return false;
    for (std::size_t k = 0; k < open.ends.size(); ++k)
      if (!fits(open.use(k), pieces.use(swapped && k < 2 ? 1 - k : k))) return false;
    return true;
  }
  static bool fits(std::span<const Lane> open, std::span<const Lane> lanes) {
    const bool one = lanes.size() == 1 && open.size() != 1;  // a register without lanes
    if (!one && open.size() != lanes.size()) return false;
    for (std::size_t k = 0; k < open.size(); ++k) {
      if (open[k].known.open) continue;
      const Lane& other = lanes[one ? 0 : k];
      if (open[k].known.word != other.known.word || open[k].at != (one ? k : other.at)) return false;
    }
    return true;
  }

  struct Op {
    std::uint64_t key, word;
    std::uint32_t pieces;  // number; none: it reads nothing that is undefined
  };
  struct OfKey {
    std::vector<Op> ops, open;  // in their order; those that do, each word once
    std::unordered_set<std::uint64_t> words;
    std::size_t run = 0;  // those of the second
  };
  bool moved_ = false;
  std::vector<Op> ops_;
  std::vector<Pieces> pieces_;
  std::unordered_map<std::uint64_t, OfKey> found_;  // keys of those that do; looked up only
};

}  // namespace lathe::program::equal::detail
