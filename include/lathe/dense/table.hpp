// The ordered table under the maps and sets: linear probing over entries sorted by their order (see shape.hpp), load
// at most 3/4, no tombstones.
//
// A look-up counts the smaller orders in windows of three slots instead of branching at each one: whether an entry is
// displaced is a coin toss that no predictor learns. Insertions and erasures do branch, because their stores would
// otherwise wait for the count. Expected O(1) for all; a walk is O(slots), 64 slots at a time. Entries move when
// something is inserted or erased: references do not survive either. Erasing moves entries to the left only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lathe/dense/layout.hpp>
#include <lathe/dense/statistics.hpp>

namespace lathe::dense::detail {

template <std::size_t size, std::size_t align>
struct InlineSlots {
  alignas(align) std::byte bytes[size];
};
template <std::size_t align>
struct InlineSlots<0, align> {};

/// `inline_slots`: slots within the object itself (0 or a multiple of 8); `minimum`: slots of the first allocation.
template <class L, class Stats = NoStatistics, std::uint32_t inline_slots = 0,
          std::uint32_t minimum = reference_minimum>
class Table {
  using S = typename L::S;
  using Sh = Shape<S>;
  static_assert(inline_slots % 8 == 0 && minimum % 8 == 0 && minimum >= 8);

 public:
  using Layout = L;
  using Slot = typename L::Slot;
  using Key = typename L::Key;
  using Order = typename L::Order;
  using Value = std::remove_reference_t<decltype(std::declval<Slot&>().value.get())>;

  Table() { start(); }
  Table(const Table& other) {
    start();
    copy_from(other);
  }
  Table(Table&& other) noexcept {
    start();
    take(other);
  }
  Table& operator=(const Table& other) {
    if (this != &other) {
      Table copy(other);
      *this = std::move(copy);
    }
    return *this;
  }
  Table& operator=(Table&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~Table() { release(); }

  std::uint32_t size() const { return frame_.size; }
  const Frame& frame() const { return frame_; }
  /// For the array of ids, which takes entries over, and for tests that damage a table.
  Frame& unsafe_frame() { return frame_; }
  Stats& statistics() const { return stats_; }
  /// Heap bytes.
  std::size_t bytes() const { return is_inline() ? 0 : std::size_t{frame_.total} * sizeof(Slot); }

  /// Null when the key is not there. Slots are for reading and for changing the value.
  template <class Q>
  Slot* find(const Q& key) const {
    stats_.lookup();
    const Order m = L::order_of(key);
    if constexpr (L::exact) {
      Slot* at = count_smaller(m);
      if (at->order != m) return nullptr;
      if (m == S::none) [[unlikely]]
        return last_slot();
      return at;
    } else {
      if (unallocated()) return nullptr;
      Slot* at = lower(m);
      while (L::filled(*at) && L::order_of(*at) == m) {
        if (L::same(*at, key)) return at;
        ++at;
      }
      if constexpr (L::has_last)
        if (L::is_last(key)) [[unlikely]]
          return last_slot();
      return nullptr;
    }
  }
  /// The slot of `key`; when it is not there, made by make_value(void*), and .second is true. {null, false} when the
  /// key is one that the traits refuse. Whatever throws, nothing has changed.
  template <class Q, class Make>
  std::pair<Slot*, bool> insert(Q&& key, Make&& make_value) {
    stats_.lookup();
    const Order m = L::order_of(key);
    Slot* at = slots();
    if constexpr (L::exact) {
      at = lower(m);
      if (at->order == m) [[unlikely]] {
        if (m != S::none) return {at, false};
        if (Slot* last = last_slot()) return {last, false};
        at = slots() + frame_.total;  // so that make_room is called, which knows this order
      }
    } else {
      if (L::refused(key)) return {nullptr, false};
      if constexpr (L::has_last)
        if (L::is_last(key)) [[unlikely]] {
          if (Slot* last = last_slot()) return {last, false};
          at = reinterpret_cast<Slot*>(Sh::room_for_last(frame_, mover, alignof(Slot), inline_bytes(), minimum));
          construct(at, m, std::forward<Q>(key), std::forward<Make>(make_value));
          ++frame_.size;
          return {at, true};
        }
      if (!unallocated()) {
        at = lower(m);
        for (; L::filled(*at) && L::order_of(*at) == m; ++at)
          if (L::same(*at, key)) return {at, false};
      }
    }
    return {place(at, m, std::forward<Q>(key), std::forward<Make>(make_value)), true};
  }
  /// A slot for a key that is not there, counted, with its value still to be constructed; if that throws, abandon it.
  Slot* open(const Key& key)
    requires L::exact
  {
    const Order m = L::order_of(key);
    return place(m == S::none ? slots() + frame_.total : lower(m), m, key, [](void*) noexcept {});
  }
  void abandon(Slot* at) {
    --frame_.size;
    if (at == last_slot())
      --frame_.limit;
    else
      Sh::close(frame_, reinterpret_cast<std::byte*>(at), mover);
  }
  /// False when the key is not there.
  template <class Q>
  bool erase(const Q& key) {
    stats_.lookup();
    Slot* at;
    if constexpr (L::exact) {
      const Order m = L::order_of(key);
      at = lower(m);
      if (at->order != m) return false;
      if (m == S::none) [[unlikely]]
        return erase_last();
    } else {
      at = find(key);
      if (at == nullptr) return false;
      if constexpr (L::has_last)
        if (at == last_slot()) [[unlikely]]
          return erase_last();
    }
    erase_slot(at);
    return true;
  }
  void erase_slot(Slot* at) {
    at->value.get().~Value();
    L::drop_key(*at);
    --frame_.size;
    Sh::close(frame_, reinterpret_cast<std::byte*>(at), mover);
  }

  Cursor begin() const { return first_from(0); }
  Cursor end() const { return {0, frame_.total}; }
  Slot& at(const Cursor& cursor) const { return slots()[cursor.index()]; }
  Cursor next(Cursor cursor) const {
    cursor.bits &= cursor.bits - 1;
    return cursor.bits != 0 ? cursor : behind(cursor);
  }
  /// Erases the entry at the cursor; the answer is the entry that followed it.
  Cursor erase_at(const Cursor& cursor) {
    const std::uint32_t index = cursor.index();
    if constexpr (L::has_last)
      if (cursor.base % 2 != 0) [[unlikely]] {
        erase_last();
        return end();
      }
    erase_slot(slots() + index);
    const std::uint64_t left = Sh::filled_bits(frame_, cursor.base) & (~std::uint64_t{0} << (index - cursor.base));
    return left != 0 ? Cursor{left, cursor.base} : behind(cursor);
  }

  /// Room for `count` entries without growth.
  void reserve(std::size_t count) {
    std::uint64_t total = frame_.total != 0 ? frame_.total : 8;
    while (total - total / 4 < count || total < count + usual_spare(static_cast<std::uint32_t>(total))) total *= 2;
    if (total > frame_.total)
      Sh::rehash(frame_, total, usual_spare(static_cast<std::uint32_t>(total)), mover, alignof(Slot), inline_bytes());
  }
  /// Keeps the memory.
  void clear() {
    if (frame_.total == 0) return;
    destroy_entries();
    S::blank_all(frame_.slots, frame_.total);
    frame_.size = 0;
    frame_.limit -= frame_.limit % 2;
  }
  void swap(Table& other) noexcept {
    Table kept(std::move(other));
    other = std::move(*this);
    *this = std::move(kept);
  }

 private:
  static constexpr Move mover = L::plain_slots ? nullptr : &L::move;
  // What an unallocated table with stored orders searches: a free window.
  static inline constinit std::array<std::uint64_t, (guard * sizeof(Slot) + 7) / 8> nothing_there = [] {
    std::array<std::uint64_t, (guard * sizeof(Slot) + 7) / 8> ones{};
    ones.fill(~std::uint64_t{0});
    return ones;
  }();

  Slot* slots() const { return reinterpret_cast<Slot*>(frame_.slots); }
  bool unallocated() const { return frame_.total == 0; }
  const std::byte* inline_bytes() const {
    if constexpr (inline_slots != 0)
      return inline_.bytes;
    else
      return nullptr;
  }
  bool is_inline() const { return inline_slots != 0 && frame_.slots == inline_bytes(); }
  void start() noexcept {
    frame_ = Frame{};
    if constexpr (inline_slots != 0) {
      frame_.slots = inline_.bytes;
      frame_.total = inline_slots;
      frame_.homes = inline_slots - usual_spare(inline_slots);
      frame_.limit = usual_limit(inline_slots);
      S::blank_all(frame_.slots, frame_.total);
    } else if constexpr (requires { S::none; }) {
      frame_.slots = reinterpret_cast<std::byte*>(nothing_there.data());
    }
  }
  /// The entry that looks like a free slot, or null.
  Slot* last_slot() const { return reinterpret_cast<Slot*>(Sh::find_last(frame_)); }
  bool erase_last() {
    auto* const at = reinterpret_cast<Slot*>(Sh::drop_last(frame_));
    if (at == nullptr) return false;
    at->value.get().~Value();
    return true;
  }
  Slot* home(Order m) const { return slots() + scale(m, frame_.homes); }
  /// The first slot from m's home on whose order is not smaller; no branch but one that is nearly never taken.
  Slot* count_smaller(Order m) const {
    for (Slot* at = home(m);;) {
      const unsigned smaller = static_cast<unsigned>(at[0].order < m) + static_cast<unsigned>(at[1].order < m) +
                               static_cast<unsigned>(at[2].order < m);
      at += smaller;
      if constexpr (Stats::on) stats_.probe(smaller);
      // With so little left it is not laid out as a loop, which would be padded in front.
      if (__builtin_expect_with_probability(smaller < 3, 1, 0.99)) return at;
    }
  }
  Slot* lower(Order m) const {
    Slot* at = home(m);
    if constexpr (L::exact) {
      for (; at->order < m; ++at) stats_.probe(1);
    } else {
      for (; L::filled(*at) && L::order_of(*at) < m; ++at) stats_.probe(1);
    }
    return at;
  }
  template <class Q, class Make>
  Slot* place(Slot* at, Order m, Q&& key, Make&& make_value) {
    auto* raw = reinterpret_cast<std::byte*>(at);
    if (frame_.size >= frame_.limit || at >= slots() + (frame_.total - guard) || L::filled(*at)) {
      const std::uint32_t before = frame_.total;
      raw = Sh::make_room(frame_, m, raw, mover, alignof(Slot), inline_bytes(), minimum);
      stats_.shift(before != frame_.total);
      at = reinterpret_cast<Slot*>(raw);
    }
    if constexpr (noexcept(make_value(static_cast<void*>(nullptr))) && L::exact) {
      make_value(static_cast<void*>(&at->value));
      L::put(*at, m, key);
    } else {
      construct(at, m, std::forward<Q>(key), std::forward<Make>(make_value));
    }
    ++frame_.size;
    return at;
  }
  // If the value or the key throws, the gap is closed again.
  template <class Q, class Make>
  void construct(Slot* at, Order m, Q&& key, Make&& make_value) {
    struct Gap {
      Table* table;
      Slot* at;
      bool value_made = false;
      ~Gap() {
        if (table == nullptr) return;
        if (value_made) at->value.get().~Value();
        if (at == table->last_slot())
          --table->frame_.limit;
        else
          Sh::close(table->frame_, reinterpret_cast<std::byte*>(at), mover);
      }
    } gap{this, at};
    make_value(static_cast<void*>(&at->value));
    gap.value_made = true;
    L::put(*at, m, std::forward<Q>(key));
    gap.table = nullptr;
  }

  /// The first place of the blocks behind that of the cursor.
  Cursor behind(const Cursor& cursor) const {
    if constexpr (L::has_last)
      if (cursor.base % 2 != 0) [[unlikely]]
        return end();
    return first_from(cursor.base + 64);
  }
  Cursor first_from(std::uint32_t base) const {
    const Cursor found = Sh::first_from(frame_, base);
    return found.bits != 0 ? found : end();  // as it is; said for the compiler, whose loops then end by the bits alone
  }
  template <class F>
  void each_slot(F f) const {
    for (Cursor at = begin(); at != end(); at = next(at)) f(slots()[at.index()], at.index());
  }
  void destroy_entries() {
    if constexpr (!L::plain_slots)
      each_slot([](Slot& slot, std::uint32_t) {
        slot.value.get().~Value();
        L::drop_key(slot);
      });
  }
  void release() noexcept {
    if (frame_.total == 0) return;
    destroy_entries();
    if (!is_inline()) Sh::release(frame_.slots, alignof(Slot));
    start();
  }
  // This table is empty and as it was started.
  void take(Table& other) noexcept {
    if (other.is_inline()) {
      if constexpr (inline_slots != 0) {
        other.each_slot([this](Slot& slot, std::uint32_t index) {
          Sh::relocate(frame_.slots + index * sizeof(Slot), reinterpret_cast<std::byte*>(&slot), mover);
        });
        frame_.homes = other.frame_.homes;
        frame_.size = other.frame_.size;
        frame_.limit = other.frame_.limit;
      }
    } else {
      frame_ = other.frame_;
    }
    stats_ = other.stats_;
    other.start();
  }
  // This table is empty and as it was started. If a copy throws, it is so again.
  void copy_from(const Table& other) {
    if (other.frame_.size == 0) return;
    Frame copy = other.frame_;
    if (!other.is_inline()) {
      copy.slots = Sh::allocate(copy.total, alignof(Slot));
    } else {
      copy.slots = frame_.slots;
    }
    S::blank_all(copy.slots, copy.total);
    copy.size = 0;
    copy.limit -= copy.limit % 2;
    frame_ = copy;
    struct Undo {
      Table* table;
      ~Undo() {
        if (table != nullptr) table->release();
      }
    } undo{this};
    other.each_slot([this](const Slot& slot, std::uint32_t index) {
      Slot* to = slots() + index;
      auto& from = const_cast<Slot&>(slot);
      if constexpr (L::plain_slots)
        std::memcpy(static_cast<void*>(to), &slot, sizeof(Slot));
      else if constexpr (L::exact) {
        ::new (static_cast<void*>(&to->value)) Value(from.value.get());
        to->order = slot.order;
      } else {
        ::new (static_cast<void*>(&to->value)) Value(from.value.get());
        struct Value_ {
          Slot* slot;
          ~Value_() {
            if (slot != nullptr) slot->value.get().~Value();
          }
        } made{to};
        L::put(*to, L::order_of(slot), L::key(slot));
        made.slot = nullptr;
      }
      ++frame_.size;
      if (index + 1 == frame_.total) ++frame_.limit;
    });
    undo.table = nullptr;
  }

  Frame frame_;
  [[no_unique_address]] InlineSlots<inline_slots * sizeof(Slot), alignof(Slot)> inline_;
  [[no_unique_address]] mutable Stats stats_;
};

}  // namespace lathe::dense::detail
