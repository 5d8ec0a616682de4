// What a thread knows of the others: times up to which their accesses happened before its own next one.
//
// Time is one counter of the launch, which every synchronization moves on. So what a barrier gives is one number for a
// whole block, however many threads it has: an item of a clock stands for a block, a warp or a lane, and what is known
// of a lane is the largest of its three. Clocks never change once made and are shared by all threads that know the
// same. Cost: a look-up O(log items); join O(items of both), O(1) for the same clock.
// Source: FastTrack, Flanagan and Freund 2009 (epochs); the items by level are ours. Private to simt.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "simt/state/width.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

class Clock;
using ClockRef = std::shared_ptr<const Clock>;  ///< null: nothing is known

class Clock {
 public:
  struct Item {
    std::uint64_t key;
    std::uint32_t time;
  };
  static std::uint64_t block_key(std::uint64_t block) { return block << 12; }
  static std::uint64_t warp_key(std::uint64_t block, std::uint32_t warp) {
    return (block << 12) + 1 + warp * (lane_count + 1ULL);
  }
  static std::uint64_t lane_key(std::uint64_t block, std::uint32_t warp, unsigned lane) {
    return warp_key(block, warp) + 1 + lane;
  }

  std::uint32_t find(std::uint64_t key) const {
    const auto it = std::lower_bound(items_.begin(), items_.end(), key,
                                     [](const Item& item, std::uint64_t k) { return item.key < k; });
    return it != items_.end() && it->key == key ? it->time : 0;
  }

  static ClockRef join(const ClockRef& a, const ClockRef& b) {
    if (!b || a == b) return a;
    if (!a) return b;
    if (a->covers(b->items_)) return a;
    if (b->covers(a->items_)) return b;
    return merge(a->items_, b->items_);
  }
  /// `a` and these items, in ascending order of keys.
  static ClockRef with(const ClockRef& a, std::span<const Item> more) {
    if (a && a->covers(more)) return a;
    return merge(a ? std::span<const Item>(a->items_) : std::span<const Item>(), more);
  }

 private:
  // Both are in the order of their keys, so one walk does; few items are looked up.
  bool covers(std::span<const Item> other) const {
    const bool few = other.size() * 8 < items_.size();
    std::size_t at = 0;
    for (const Item& item : other) {
      std::uint32_t mine = 0;
      if (few) {
        mine = find(item.key);
      } else {
        while (at < items_.size() && items_[at].key < item.key) ++at;
        if (at < items_.size() && items_[at].key == item.key) mine = items_[at].time;
      }
      if (mine < item.time && find(item.key & ~0xfffULL) < item.time) return false;
    }
    return true;
  }
  // Items that say less than that of their block are dropped.
  static ClockRef merge(std::span<const Item> a, std::span<const Item> b) {
    auto out = std::make_shared<Clock>();
    out->items_.reserve(a.size() + b.size());
    std::uint64_t block = ~0ULL;
    std::uint32_t floor = 0;
    const auto put = [&](const Item& item) {
      if (item.key >> 12 != block) {
        block = item.key >> 12;
        floor = 0;
      }
      if (item.time <= floor) return;
      if ((item.key & 0xfff) == 0) floor = item.time;
      out->items_.push_back(item);
    };
    std::size_t i = 0, k = 0;
    while (i < a.size() || k < b.size()) {
      if (k == b.size() || (i < a.size() && a[i].key < b[k].key)) {
        put(a[i++]);
      } else if (i == a.size() || b[k].key < a[i].key) {
        put(b[k++]);
      } else {
        put({a[i].key, std::max(a[i].time, b[k].time)});
        ++i;
        ++k;
      }
    }
    return out;
  }

  std::vector<Item> items_;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
