// Growth, gaps and walks of an ordered table, without the types of its entries: compiled once per slot size, shared by
// all maps of that shape, and never inlined, so that one more map costs little text.
//
// The table: `homes` home places followed by spare ones, entries sorted by order, each at or behind its home, no free
// slot between an entry and its home (Amble and Knuth 1974; "linear probing sort", Gonnet and Munro 1984). The home is
// the order scaled to the table (Lemire's multiply-shift), so growth is one sequential sweep, and an erasure moves
// entries to the left only. The last `guard` slots stay free: searches end there without a bounds check.
//
// One key looks like a free slot: the one whose order is all ones, or which is the sentinel. Its value stands in the
// last slot of all, which searches may read but nothing else fills; the lowest bit of the limit says that it is there.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace lathe::dense::detail {

/// Free slots at the end; a search reads windows of so many.
inline constexpr std::uint32_t guard = 3;
/// Whatever takes one entry from a slot to a free one; null stands for memcpy.
using Move = void (*)(std::byte* to, std::byte* from) noexcept;

/// A table without types. 24 bytes.
struct Frame {
  std::byte* slots = nullptr;
  std::uint32_t homes = 0;  ///< orders are scaled to [0, homes)
  std::uint32_t total = 0;  ///< slots, the spare ones included; 0: nothing is allocated; else a multiple of 8
  std::uint32_t size = 0;   ///< entries
  std::uint32_t limit = 0;  ///< entries at which it grows: an even number, and one more with the entry in the last slot
  bool has_last() const { return limit % 2 != 0; }
};

/// Orders of 32 or 64 bits to [0, homes), monotone.
inline std::size_t scale(std::uint64_t order, std::uint32_t homes) {
  return static_cast<std::size_t>(((order >> 32) * homes) >> 32);
}
inline std::size_t scale(std::uint32_t order, std::uint32_t homes) {
  return static_cast<std::size_t>((std::uint64_t{order} * homes) >> 32);
}
/// Slots behind the homes in a table of `total` slots. What is displaced beyond the last home is, at load 3/4, more
/// than k slots with probability about 2^-k; where it does not fit, the table is laid out again with more.
constexpr std::uint32_t usual_spare(std::uint32_t total) {
  if (total < 64) return guard + (total < 32 ? 1 : 2);
  return guard + (total < 256 ? 5 : total < 4096 ? 9 : 17);
}
/// Entries that a table of `total` slots holds before it grows: 3/4. Even, for `total` is a multiple of 8.
constexpr std::uint32_t usual_limit(std::uint32_t total) { return total - total / 4; }

/// A place of a walk: the filled slots of a block of 64 that are still to come.
struct Cursor {
  std::uint64_t bits = 0;  ///< of the block at `base`; 0 only at the end
  std::uint32_t base = 0;  ///< a multiple of 64; of the last slot its index, which is odd
  bool operator==(const Cursor&) const = default;
  std::uint32_t index() const { return base + static_cast<std::uint32_t>(std::countr_zero(bits)); }
};

/// More than 2^31 slots; as when memory runs out. Compilers are often built without exceptions.
[[noreturn, gnu::cold]] inline void out_of_memory() {
#if defined(__cpp_exceptions)
  throw std::bad_alloc();
#else
  std::abort();
#endif
}

/// What the shape of slots that begin with a stored order knows. All ones is a free slot.
template <class W, std::size_t bytes>
struct Stored {
  using Order = W;
  static constexpr std::size_t size = bytes;
  static constexpr Order none = static_cast<Order>(~Order{0});
  static Order order(const std::byte* slot) {
    Order out;
    std::memcpy(&out, slot, sizeof out);
    return out;
  }
  static bool filled(const std::byte* slot) { return order(slot) < none; }
  /// Bit i: slot i of eight is filled.
  static std::uint32_t filled_block(const std::byte* slots) {
    // Compilers turn "below all ones" into "not all ones", which costs twice the instructions of compare and
    // add-with-carry; a limit that they cannot see through keeps the comparison.
    Order limit = none;
    __asm__("" : "+r"(limit));
    std::uint32_t low = 0, high = 0;
#pragma GCC unroll 4
    for (int i = 3; i >= 0; --i) {
      low = low + low + static_cast<std::uint32_t>(order(slots + static_cast<std::size_t>(i) * size) < limit);
      high = high + high + static_cast<std::uint32_t>(order(slots + static_cast<std::size_t>(i + 4) * size) < limit);
    }
    return high << 4 | low;
  }
  static void blank(std::byte* slot) { std::memset(slot, 0xff, sizeof(Order)); }
  static void blank_all(std::byte* slots, std::uint32_t count) { std::memset(slots, 0xff, std::size_t{count} * size); }
};

template <class S>
struct Shape {
  using Order = typename S::Order;
  static constexpr std::size_t size = S::size;

  static std::size_t home(const std::byte* slot, std::uint32_t homes) { return scale(S::order(slot), homes); }
  static void relocate(std::byte* to, std::byte* from, Move move) {
    if (move == nullptr)
      std::memcpy(to, from, size);
    else
      move(to, from);
  }
  static std::byte* allocate(std::uint32_t total, std::size_t align) {
    return static_cast<std::byte*>(align > __STDCPP_DEFAULT_NEW_ALIGNMENT__
                                       ? ::operator new(total * size, std::align_val_t{align})
                                       : ::operator new(total * size));
  }
  // Not inlined: it is cold, and g++ 12 would warn of freeing the static slots that an empty table points to.
  [[gnu::noinline]] static void release(std::byte* slots, std::size_t align) {
    if (align > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
      ::operator delete(static_cast<void*>(slots), std::align_val_t{align});
    else
      ::operator delete(static_cast<void*>(slots));
  }
  /// Bit i: slot base + i, of 64 or as many as there are, is filled. Inlined in what is not.
  [[gnu::always_inline]] static inline std::uint64_t filled_here(const Frame& frame, std::uint32_t base) {
    const std::uint32_t count = frame.total - base < 64 ? frame.total - base : 64;
    const std::byte* slots = frame.slots + base * size;
    std::uint64_t out = 0;
    for (std::uint32_t at = 0; at < count; at += 8, slots += 8 * size)
      out |= std::uint64_t{S::filled_block(slots)} << at;
    return out;
  }
  [[gnu::noinline]] static std::uint64_t filled_bits(const Frame& frame, std::uint32_t base) {
    return filled_here(frame, base);
  }
  /// The first filled slot from `base`, a multiple of 64, on; behind them the last slot, if it is filled; or the end.
  [[gnu::noinline]] static Cursor first_from(const Frame& frame, std::uint32_t base) {
    for (; base < frame.total; base += 64)
      if (const std::uint64_t bits = filled_here(frame, base); bits != 0) return {bits, base};
    return frame.has_last() ? Cursor{1, frame.total - 1} : Cursor{0, frame.total};
  }

  static std::byte* last(const Frame& frame) { return frame.slots + (frame.total - std::size_t{1}) * size; }
  // Of the one key whose entry stands there, which nearly nobody has: out of line, but not marked as cold, for then each
  // caller's way to it would be a function of its own, with a row in the table for unwinding.
  [[gnu::noinline]] static std::byte* find_last(const Frame& frame) { return frame.has_last() ? last(frame) : nullptr; }
  /// The entry that stood there, still to be destroyed, or null.
  [[gnu::noinline]] static std::byte* drop_last(Frame& frame) {
    if (!frame.has_last()) return nullptr;
    --frame.size;
    --frame.limit;
    return last(frame);
  }

  /// Lays the entries out anew in `total` slots, `spare` of them (or more) behind the homes. `keep`: storage that is
  /// not to be released (inline slots). If memory runs out, throws and nothing has changed.
  [[gnu::noinline]] static void rehash(Frame& frame, std::uint64_t total, std::uint32_t spare, Move move,
                                       std::size_t align, const std::byte* keep) {
    for (;;) {
      if (total > 0x80000000U) out_of_memory();
      Frame next;
      next.total = static_cast<std::uint32_t>(total);
      next.homes = next.total - spare;
      next.slots = allocate(next.total, align);
      S::blank_all(next.slots, next.total);
      if (append(next, frame, move)) {
        next.size = frame.size;
        next.limit = usual_limit(next.total) + frame.limit % 2;
        if (frame.has_last()) relocate(last(next), last(frame), move);
        if (frame.total != 0 && frame.slots != keep) release(frame.slots, align);
        frame = next;
        return;
      }
      release(next.slots, align);
      spare *= 2;
      if (spare > total / 2) total *= 2;
    }
  }
  /// A free slot at `at` for a new entry of order m, whose place that is: entries behind are shifted, or the table
  /// grows. If memory runs out, throws and nothing has changed.
  [[gnu::noinline]] static std::byte* make_room(Frame& frame, Order m, std::byte* at, Move move, std::size_t align,
                                                const std::byte* keep, std::uint32_t minimum) {
    if constexpr (requires { S::none; })
      if (m == S::none) [[unlikely]]
        return room_for_last(frame, move, align, keep, minimum);
    if (frame.size >= frame.limit) {
      grow(frame, minimum, move, align, keep);
      at = upper(frame, m);
    }
    for (;;) {
      std::byte* free = at;
      while (S::filled(free)) free += size;
      if (free < frame.slots + (frame.total - guard) * size) {
        if (move == nullptr)
          carry(at, free);
        else
          for (; free != at; free -= size) move(free, free - size);
        return at;
      }
      const std::uint32_t spare = 2 * (frame.total - frame.homes);
      const std::uint64_t total =
          frame.size > frame.total / 2 || spare > frame.total / 2 ? 2 * std::uint64_t{frame.total} : frame.total;
      rehash(frame, total, spare, move, align, keep);
      at = upper(frame, m);
    }
  }
  /// The last slot for a new entry, marked as filled.
  [[gnu::noinline, gnu::cold]] static std::byte* room_for_last(Frame& frame, Move move, std::size_t align,
                                                               const std::byte* keep, std::uint32_t minimum) {
    if (frame.total == 0) grow(frame, minimum, move, align, keep);
    ++frame.limit;
    return last(frame);
  }
  /// Closes the gap at `at`, whose entry is gone already.
  [[gnu::noinline]] static void close(Frame& frame, std::byte* at, Move move) {
    std::size_t index = static_cast<std::size_t>(at - frame.slots) / size + 1;
    for (std::byte* next = at + size; S::filled(next) && home(next, frame.homes) < index; next += size, ++index) {
      relocate(at, next, move);
      at = next;
    }
    S::blank(at);
  }
  static void grow(Frame& frame, std::uint32_t minimum, Move move, std::size_t align, const std::byte* keep) {
    const std::uint64_t total = frame.total == 0 ? minimum : 2 * std::uint64_t{frame.total};
    std::uint32_t spare = usual_spare(static_cast<std::uint32_t>(total));
    if (frame.total != 0 && spare < frame.total - frame.homes) spare = frame.total - frame.homes;
    rehash(frame, total, spare, move, align, keep);
  }

 private:
  /// Behind all entries of order m or less.
  static std::byte* upper(const Frame& frame, Order m) {
    std::byte* at = frame.slots + scale(m, frame.homes) * size;
    while (S::filled(at) && S::order(at) <= m) at += size;
    return at;
  }
  static void carry(std::byte* at, std::byte* free) {
    if constexpr (size <= 32) {
      for (; free != at; free -= size) std::memcpy(free, free - size, size);
    } else {
      std::memmove(at + size, at, static_cast<std::size_t>(free - at));
    }
  }
  /// Takes all entries from one table to an empty one, in order. False: they do not fit, and all are back.
  static bool append(Frame& to, Frame& from, Move move) {
    std::byte* place = to.slots;
    const std::byte* end = to.slots + (to.total - guard) * size;
    for (std::uint32_t base = 0; base < from.total; base += 64) {
      for (std::uint64_t bits = filled_bits(from, base); bits != 0; bits &= bits - 1) {
        std::byte* entry = from.slots + (base + static_cast<std::uint32_t>(std::countr_zero(bits))) * size;
        std::byte* wanted = to.slots + home(entry, to.homes) * size;
        place = wanted > place ? wanted : place;
        if (place >= end) [[unlikely]] {
          if (move != nullptr) take_back(to, from, move);
          return false;
        }
        relocate(place, entry, move);
        place += size;
      }
    }
    return true;
  }
  // What a slot's order says is not touched when its entry moves out, so both tables still list them in one order.
  static void take_back(Frame& to, Frame& from, Move move) {
    std::byte* entry = from.slots;
    for (std::byte* place = to.slots; place != to.slots + to.total * size; place += size) {
      if (!S::filled(place)) continue;
      while (!S::filled(entry)) entry += size;
      move(entry, place);
      entry += size;
    }
  }
};

}  // namespace lathe::dense::detail
