// Who touched which bytes: a history for each word of memory, and for each byte where words are not enough.
//
// Pages of 256 bytes are made when they are touched; a page has a cell for every 4 bytes until an access begins or
// ends inside such a word. Cost: O(1) to find a cell; about 10 bytes for each byte that was touched.
// Private to simt.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simt/state/code.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// Accesses of lanes of one warp, at one place, at one time.
struct History {
  std::uint32_t warp = 0;  ///< in the grid
  Mask lanes = 0;
  std::uint32_t time = 0;
  std::uint32_t place : 24 = 0;
  std::uint32_t writes : 1 = 0, strong : 1 = 0, scope : 2 = 0;
  std::uint32_t pending : 1 = 0;  ///< an asynchronous copy that nobody has waited for
  std::uint32_t plain_store : 1 = 0;
};

/// The last plain write and what came after it. Most cells have one entry or none.
class Cell {
 public:
  Cell() = default;
  Cell(const Cell& other) : first_(other.first_), used_(other.used_) {
    if (other.more_) more_ = std::make_unique<std::vector<History>>(*other.more_);
  }
  Cell& operator=(const Cell&) = delete;

  template <class F>
  void each(F&& f) const {
    if (!used_) return;
    f(first_);
    if (more_)
      for (const History& h : *more_) f(h);
  }
  void set(const History& h) {
    first_ = h;
    used_ = true;
    if (more_) more_->clear();
  }
  /// Adds to the history; past `most` entries the oldest but the first goes. Entries of `until` or before are not
  /// needed any more.
  void add(const History& h, std::size_t most, std::uint32_t until) {
    if (!used_) return set(h);
    const auto same = [&](History& old) {
      if (old.warp != h.warp || old.time != h.time || old.writes != h.writes || old.strong != h.strong ||
          old.scope != h.scope || old.pending != h.pending)
        return false;
      if ((h.lanes & ~old.lanes) == 0) return true;
      if (old.place != h.place) return false;
      old.lanes |= h.lanes;
      return true;
    };
    if (same(first_)) return;
    if (!more_) more_ = std::make_unique<std::vector<History>>();
    for (std::size_t i = more_->size(); i-- > 0;)
      if (same((*more_)[i])) return;
    if (more_->size() >= 4)
      std::erase_if(*more_, [&](const History& old) { return old.time <= until && old.pending == 0; });
    if (more_->size() >= most) more_->erase(more_->begin());
    more_->push_back(h);
  }
  template <class F>
  void drop(F&& which) {
    if (more_) std::erase_if(*more_, which);
    if (used_ && which(first_)) {
      used_ = more_ && !more_->empty();
      if (!used_) return;
      first_ = more_->front();
      more_->erase(more_->begin());
    }
  }

 private:
  History first_;
  std::unique_ptr<std::vector<History>> more_;
  bool used_ = false;
};

class Shadow {
 public:
  /// f(cell, address, bytes) for the cells of [address, address + bytes).
  template <class F>
  void each(std::uint64_t address, std::uint64_t bytes, F&& f) {
    while (bytes != 0) {
      Page& page = find(address >> page_bits);
      const std::uint64_t at = address & (page_bytes - 1);
      const std::uint64_t here = bytes < page_bytes - at ? bytes : page_bytes - at;
      if (page.size() == words && ((at | here) & 3) != 0) split(page);
      const std::uint64_t step = page.size() == words ? 4 : 1;
      for (std::uint64_t i = at; i < at + here; i += step) f(page[i / step], address + (i - at), step);
      address += here;
      bytes -= here;
    }
  }
  void clear() {
    pages_.clear();
    last_ = nullptr;
  }

 private:
  static constexpr unsigned page_bits = 8;
  static constexpr std::uint64_t page_bytes = 1U << page_bits;
  static constexpr std::size_t words = page_bytes / 4;
  using Page = std::vector<Cell>;

  Page& find(std::uint64_t number) {
    if (last_ != nullptr && number == last_number_) return *last_;
    auto& page = pages_[number];
    if (!page) page = std::make_unique<Page>(words);
    last_ = page.get();
    last_number_ = number;
    return *last_;
  }
  static void split(Page& page) {
    Page bytes;
    bytes.reserve(page_bytes);
    for (const Cell& cell : page)
      for (int i = 0; i < 4; ++i) bytes.push_back(cell);
    page.swap(bytes);
  }

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  Page* last_ = nullptr;
  std::uint64_t last_number_ = 0;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
