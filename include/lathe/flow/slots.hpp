// Slot indexes: a number for each place of a function that grows in the order of its code, and stays comparable while
// instructions come and go.
//
// An entry is the begin of a block, an instruction, or the end of the function; each has four parts. Entries keep their
// ids; their numbers may change when one is inserted, their order does not.
// Cost: O(1) per question but block_of, O(log blocks); an insertion O(1) on average over spread places, O(entries that
// are crowded behind it) at worst.
// Source: LLVM's SlotIndexes for the parts and the renumbering.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/flow/concepts.hpp>

namespace lathe::flow {

/// A part of an entry. Instructions read up to `write`, where they write; those that write before they have read all
/// do so at `early`; what is written and never read ends at `dead`.
struct Slot {
  /// Where at the entry: in front of it, where early results are written, where others are, behind all.
  enum class Part : std::uint8_t { begin, early, write, dead };
  std::uint32_t entry = no_block;  ///< an id of SlotIndexes; no_block: nowhere
  Part part = Part::begin;
  bool operator==(const Slot&) const = default;
};

/// Numbers of places in the code that stay in order when code is put between them.
template <class = void>
class BasicSlotIndexes {
 public:
  BasicSlotIndexes() = default;
  /// `insts`: number of instructions of each block, in the order of the code. O(entries).
  explicit BasicSlotIndexes(std::span<const std::uint32_t> insts) {
    for (Block b = 0; b < insts.size(); ++b) {
      blocks_.push_back(append());
      for (std::uint32_t i = 0; i < insts[b]; ++i) append();
    }
    end_ = append();
  }

  /// Ids of entries: the begin of a block is followed by its instructions as they were made.
  std::uint32_t block_entry(Block b) const { return blocks_[b]; }
  /// Of an instruction of block b, by its number in the block when it was made.
  std::uint32_t inst_entry(Block b, std::uint32_t inst) const { return blocks_[b] + 1 + inst; }
  /// In front of the block's first instruction.
  Slot block_begin(Block b) const { return {blocks_[b], Slot::Part::begin}; }
  /// Where the next block begins, or the function ends.
  Slot block_end(Block b) const { return {b + 1 < blocks_.size() ? blocks_[b + 1] : end_, Slot::Part::begin}; }
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(blocks_.size()); }
  /// Of blocks and instructions, those inserted since included, and the end.
  std::uint32_t entry_count() const { return static_cast<std::uint32_t>(entries_.size()); }

  /// Grows in the order of the code.
  std::uint64_t number(Slot s) const { return entries_[s.entry].number + static_cast<std::uint64_t>(s.part); }
  bool before(Slot a, Slot b) const { return number(a) < number(b); }  ///< does the code come to a first? O(1)
  /// The id behind it in the code; that of the end behind the last one.
  std::uint32_t next(std::uint32_t entry) const { return entries_[entry].next; }
  /// The block whose code the slot is in; of the function's end the last one. O(log blocks).
  Block block_of(Slot s) const {
    const std::uint64_t at = number(s);
    const auto it = std::upper_bound(blocks_.begin(), blocks_.end(), at,
                                     [&](std::uint64_t n, std::uint32_t e) { return n < entries_[e].number; });
    return static_cast<Block>(it - blocks_.begin()) - 1;
  }
  /// A new instruction right behind an entry that is not the function's end; its id.
  std::uint32_t insert_after(std::uint32_t entry) {
    const auto made = static_cast<std::uint32_t>(entries_.size());
    const std::uint32_t next = entries_[entry].next;
    const std::uint64_t low = entries_[entry].number, high = entries_[next].number;
    entries_.push_back({low + (high - low) / 2 / parts * parts, entry, next});
    entries_[entry].next = entries_[next].previous = made;
    if (entries_[made].number == low) renumber(made);
    return made;
  }
  /// Takes an instruction out; its id is not used again.
  void erase(std::uint32_t entry) {
    const Entry& e = entries_[entry];
    entries_[e.previous].next = e.next;
    entries_[e.next].previous = e.previous;
  }
  /// Entries that got another number since the beginning.
  std::uint64_t renumbered() const { return renumbered_; }

 private:
  static constexpr std::uint64_t parts = 4, gap = 16 * parts;
  struct Entry {
    std::uint64_t number;
    std::uint32_t previous, next;
  };
  std::uint32_t append() {
    const auto made = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({made * gap, made - 1, no_block});
    if (made != 0) entries_[made - 1].next = made;
    return made;
  }
  // Half the usual gap from here on, until an entry is far enough behind.
  void renumber(std::uint32_t entry) {
    std::uint64_t number = entries_[entries_[entry].previous].number;
    for (; entry != no_block; entry = entries_[entry].next) {
      number += gap / 2;
      if (entries_[entry].number > number) break;
      entries_[entry].number = number;
      ++renumbered_;
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> blocks_;
  std::uint32_t end_ = no_block;
  std::uint64_t renumbered_ = 0;
};
using SlotIndexes = BasicSlotIndexes<>;

}  // namespace lathe::flow
