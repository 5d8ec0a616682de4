// Growth and walks of a table of groups, without the types of its entries: compiled once per slot size, never inlined.
//
// The group of a hash is its highest bits, so growth to twice the groups is one sequential sweep. A table is laid out
// anew at 7/8 of its slots. Each erasure from a group that a key with such a tag went past lowers that limit by one,
// for the bit that says so stays: so a table that is erased from and inserted into is laid out anew at times, in equal
// memory, and loses the bits.
#pragma once

#include <cstdlib>
#include <new>

#include <lathe/dense/group.hpp>
#include <lathe/dense/shape.hpp>

namespace lathe::dense::detail {

/// Slots that begin with a word, which is the key. `Policy` makes its hash.
template <class W, std::size_t bytes, class Policy>
struct WordSlots {
  static constexpr std::size_t size = bytes;
  static std::uint64_t hash(const std::byte* slot) {
    W word;
    std::memcpy(&word, slot, sizeof word);
    return group_mix<Policy>(word);
  }
};
/// Slots that keep the higher half of the hash.
template <std::size_t bytes, std::size_t offset>
struct HashedSlots {
  static constexpr std::size_t size = bytes;
  static std::uint64_t hash(const std::byte* slot) {
    std::uint32_t half;
    std::memcpy(&half, slot + offset, sizeof half);
    return std::uint64_t{half} << 32;
  }
};

/// Entries that so many groups hold before they are laid out anew.
constexpr std::uint32_t group_limit(std::uint32_t groups) { return groups * group_slots - groups * group_slots / 8; }

/// Walks look at the tags alone.
template <class G>
struct GroupWalk {
  /// Bit i: the place base + i, of 64 or as many as there are, is filled.
  [[gnu::always_inline]] static inline std::uint64_t filled_here(const GroupFrame& frame, std::uint32_t base) {
    const std::byte* tags = frame.tags + base;
    const auto filled = [tags](std::size_t group) { return std::uint64_t{G(tags + group * group_tags).filled()}; };
    std::uint64_t out = filled(0) | filled(1) << 16;
    if (base + 32 < (std::uint64_t{frame.last} + 1) * group_tags) out |= filled(2) << 32 | filled(3) << 48;
    return out;
  }
  /// The first filled place from `base`, a multiple of 64, on; or bits that are 0.
  [[gnu::noinline]] static Cursor first_from(const GroupFrame& frame, std::uint32_t base) {
    const std::uint32_t end = frame.groups() * group_tags;
    for (; base < end; base += 64)
      if (const std::uint64_t bits = filled_here(frame, base); bits != 0) return {bits, base};
    return {0, end};
  }
};

/// The entry in slot i of the group of these tags, of a hash with this tag, is gone. The bits stay; where one says that a
/// key like this one went past, the limit goes down.
inline void vacate(GroupFrame& frame, std::byte* tags, std::uint32_t i, std::uint32_t tag) {
  frame.limit -= overflowed(tags, tag) ? 1U : 0U;
  clear_tag(tags, i);
  --frame.size;
}
inline void vacate(GroupFrame& frame, std::size_t place, std::uint32_t tag) {
  const std::size_t i = place % group_tags;
  vacate(frame, frame.tags + (place - i), static_cast<std::uint32_t>(i), tag);
}

template <class S, class G>
struct GroupShape {
  static constexpr std::size_t size = S::size;

  /// Bytes of the slots: the tags behind them are aligned as SIMD wants it.
  static std::size_t area(std::uint32_t groups) {
    return (std::size_t{groups} * group_slots * size + group_tags - 1) / group_tags * group_tags;
  }
  static std::size_t bytes(std::uint32_t groups) { return area(groups) + std::size_t{groups} * group_tags; }
  static std::byte* slot(const GroupFrame& frame, std::ptrdiff_t number) {
    return frame.tags + number * static_cast<std::ptrdiff_t>(size);
  }

  /// Free groups, a power of two and at least two.
  static GroupFrame allocate(std::uint32_t groups, std::size_t align) {
    const std::size_t before = align > group_tags ? (area(groups) + align - 1) & ~(align - 1) : area(groups);
    const std::size_t wanted = before + std::size_t{groups} * group_tags;
    auto* const block = static_cast<std::byte*>(align > __STDCPP_DEFAULT_NEW_ALIGNMENT__
                                                    ? ::operator new(wanted, std::align_val_t{align})
                                                    : ::operator new(wanted));
    GroupFrame out;
    out.tags = block + before;
    out.shift = 56 - static_cast<std::uint32_t>(std::countr_zero(groups));
    out.last = groups - 1;
    out.limit = group_limit(groups);
    std::memset(out.tags, 0, std::size_t{groups} * group_tags);
    return out;
  }
  [[gnu::noinline]] static void release(const GroupFrame& frame, std::size_t align) {
    if (frame.last == 0) return;
    const std::size_t slots = area(frame.last + 1);
    std::byte* const block = frame.tags - (align > group_tags ? (slots + align - 1) & ~(align - 1) : slots);
    if (align > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
      ::operator delete(static_cast<void*>(block), std::align_val_t{align});
    else
      ::operator delete(static_cast<void*>(block));
  }

  /// A free place for an entry with this hash, whose group is full; it must be there. Groups that are passed learn of it.
  [[gnu::noinline]] static std::size_t place_behind(const GroupFrame& frame, std::size_t group, std::uint32_t tag) {
    for (std::uint32_t step = 0;;) {
      std::byte* tags = frame.tags + group * group_tags;
      const std::uint32_t free = first_free(tags);
      if (free != group_slots) return group * group_tags + free;
      tags[group_slots] |= static_cast<std::byte>(1U << (tag % 8));
      group = (group + ++step) & frame.last;
    }
  }
  static void relocate(std::byte* to, std::byte* from, Move move) {
    if (move == nullptr)
      std::memcpy(to, from, size);
    else
      move(to, from);
  }
  /// Lays the entries out anew. If memory runs out, throws and nothing has changed.
  [[gnu::noinline]] static void rehash(GroupFrame& frame, std::uint64_t groups, Move move, std::size_t align) {
    if (groups > 0x4000000U) out_of_memory();
    GroupFrame next = allocate(static_cast<std::uint32_t>(groups), align);
    // The entries of one group go to few, one behind the other. So their number stands in the byte for overflow, and is
    // read and written as a byte: a look at tags of which one was just written waits until it is in the cache.
    for (std::uint32_t base = 0; base < frame.groups() * group_tags; base += 64) {
      for (std::uint64_t bits = GroupWalk<G>::filled_here(frame, base); bits != 0; bits &= bits - 1) {
        const std::size_t place = base + first_bit(bits);
        std::byte* const from = slot(frame, GroupFrame::slot_of(place));
        const Start start(S::hash(from), next.shift);
        std::byte* const tags = next.tags + start.group * group_tags;
        const auto count = std::to_integer<std::uint32_t>(tags[group_slots]);
        if (count == group_slots) [[unlikely]]
          continue;
        tags[group_slots] = static_cast<std::byte>(count + 1);
        tags[count] = static_cast<std::byte>(stored_tag(start.tag));
        frame.tags[place] = std::byte{0};
        relocate(slot(next, GroupFrame::slot_of(start.group, count)), from, move);
      }
    }
    for (std::uint32_t group = 0; group <= next.last; ++group)
      next.tags[std::size_t{group} * group_tags + group_slots] = std::byte{0};
    // Those whose group was full.
    for (Cursor at = GroupWalk<G>::first_from(frame, 0); at.bits != 0;
         at = GroupWalk<G>::first_from(frame, at.base + 64))
      for (; at.bits != 0; at.bits &= at.bits - 1) {
        std::byte* const from = slot(frame, GroupFrame::slot_of(at.index()));
        const Start start(S::hash(from), next.shift);
        const std::size_t place = place_behind(next, start.group, start.tag);
        next.tags[place] = static_cast<std::byte>(stored_tag(start.tag));
        relocate(slot(next, GroupFrame::slot_of(place)), from, move);
      }
    next.size = frame.size;
    release(frame, align);
    frame = next;
  }
  /// Room for one more: twice the groups, or where only the limit was lowered, as many.
  [[gnu::noinline]] static void grow(GroupFrame& frame, std::uint32_t minimum, Move move, std::size_t align) {
    const std::uint64_t now = frame.groups();
    if (now == 0)
      frame = allocate(minimum < 32 ? 2 : std::bit_floor(minimum / group_tags), align);
    else
      rehash(frame, frame.size > group_limit(frame.last + 1) / 8 * 7 ? 2 * now : now, move, align);
  }
  /// Room for `count` entries.
  static void reserve(GroupFrame& frame, std::size_t count, Move move, std::size_t align) {
    if (count <= frame.limit) return;
    std::uint64_t groups = frame.last == 0 ? 2 : frame.last + 1;
    while (groups * group_slots - groups * group_slots / 8 < count) groups *= 2;
    rehash(frame, groups, move, align);
  }
};

}  // namespace lathe::dense::detail
