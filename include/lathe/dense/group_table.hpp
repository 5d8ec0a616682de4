// The table of groups under the maps and sets: fifteen slots share sixteen bytes of tags (group.hpp), all of which one
// comparison looks at, and what is wanted is nearly always in the first group.
//
// Expected O(1) for all; a walk is O(slots), 64 tags at a time. Entries stay where they are until the table is laid out
// anew, which an insertion may do; erasing moves nothing. The walk's order depends on what was put in and erased, in
// which order, and on the keys' hashes: the same operations give the same walk, on any machine and with any of the
// three ways to look at a group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lathe/dense/group_layout.hpp>
#include <lathe/dense/statistics.hpp>

namespace lathe::dense::detail {

/// `minimum`: slots of the first allocation, rounded down to groups; `G`: how a group is looked at.
template <class L, class Stats = NoStatistics, std::uint32_t minimum = reference_minimum, class G = Group>
class GroupTable {
  using S = typename L::S;
  using Sh = GroupShape<S, G>;
  using Walk = GroupWalk<G>;

 public:
  using Layout = L;
  using Slot = typename L::Slot;
  using Key = typename L::Key;
  using Look = G;
  using Value = std::remove_reference_t<decltype(std::declval<Slot&>().value.get())>;

  GroupTable() = default;
  GroupTable(const GroupTable& other) { copy_from(other); }
  GroupTable(GroupTable&& other) noexcept { swap(other); }
  GroupTable& operator=(const GroupTable& other) {
    if (this != &other) {
      GroupTable copy(other);
      swap(copy);
    }
    return *this;
  }
  GroupTable& operator=(GroupTable&& other) noexcept {
    GroupTable taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~GroupTable() { release(); }
  void swap(GroupTable& other) noexcept {
    std::swap(frame_, other.frame_);
    std::swap(stats_, other.stats_);
  }

  std::uint32_t size() const { return frame_.size; }
  const GroupFrame& frame() const { return frame_; }
  /// For tests that damage a table.
  GroupFrame& unsafe_frame() { return frame_; }
  Stats& statistics() const { return stats_; }
  /// Heap bytes.
  std::size_t bytes() const { return frame_.last == 0 ? 0 : Sh::bytes(frame_.last + 1); }

  /// Null when the key is not there. Slots are for reading and for changing the value.
  template <class Q>
  Slot* find(const Q& key) const {
    return locate<false>(key, L::hash_of(key)).slot;
  }
  /// The slot of `key`; when it is not there, made by make_value(void*), and .second is true. {null, false} when the
  /// key is one that the traits refuse. Whatever throws, nothing has changed.
  template <class Q, class Make>
  std::pair<Slot*, bool> insert(Q&& key, Make&& make_value) {
    if (L::refused(key)) return {nullptr, false};
    const std::uint64_t hash = L::hash_of(key);
    if (Slot* there = locate<true>(key, hash).slot) return {there, false};
    const Room at = room(hash);
    if constexpr (noexcept(make_value(static_cast<void*>(nullptr))) && L::nothrow_keys) {
      make_value(static_cast<void*>(&at.slot->value));
      L::put(*at.slot, hash, key);
    } else {
      construct(*at.slot, hash, std::forward<Q>(key), std::forward<Make>(make_value));
    }
    fill(at);
    return {at.slot, true};
  }
  /// The slot of the key; or (second is true) a slot for it, counted, with its value still to be constructed; if that
  /// throws, abandon it.
  std::pair<Slot*, bool> find_or_open(const Key& key)
    requires L::nothrow_keys
  {
    const std::uint64_t hash = L::hash_of(key);
    if (Slot* there = locate<true>(key, hash).slot) return {there, false};
    return {open(key, hash), true};
  }
  /// As find_or_open, of a key that is not there.
  Slot* open(const Key& key)
    requires L::nothrow_keys
  {
    return open(key, L::hash_of(key));
  }
  /// As find_or_open where the first group tells, without a call. False: it does not, and nothing has changed.
  /// Precondition: there is room for one more.
  [[gnu::always_inline]] inline bool find_or_open_first(const Key& key, std::pair<Slot*, bool>& out)
    requires L::nothrow_keys
  {
    const std::uint64_t hash = L::hash_of(key);
    Found at;
    if (!locate_first<true>(key, hash, at)) [[unlikely]]
      return false;
    if (at.slot != nullptr) {
      out = {at.slot, false};
      return true;
    }
    const Start start(hash, frame_.shift);
    std::byte* const tags = frame_.tags + start.group * group_tags;
    const std::uint32_t i = frame_.last >= 4 ? free_of_all(tags) : first_free_here(tags);
    if (i == group_slots) [[unlikely]]
      return false;
    Slot* const open = slot(GroupFrame::slot_of(start.group, i));
    L::put(*open, hash, key);
    fill({open, tags, i, start.tag});
    out = {open, true};
    return true;
  }
  /// What follows where find_or_open_first is false.
  std::pair<Slot*, bool> find_or_open_rest(const Key& key)
    requires L::nothrow_keys
  {
    const std::uint64_t hash = L::hash_of(key);
    if (Slot* there = locate_all<Key>(key, kept(hash)).slot) return {there, false};
    return {open(key, hash), true};
  }
  void abandon(Slot* slot) {
    const std::uint64_t hash = L::hash_in(*slot);
    const Found at = locate<true>(L::key(*slot), hash);
    vacate(frame_, at.tags, at.i, tag_of(hash));
  }
  /// False when the key is not there.
  template <class Q>
  bool erase(const Q& key) {
    const std::uint64_t hash = L::hash_of(key);
    Found at;
    if (!locate_first<true>(key, hash, at)) [[unlikely]]
      return erase_rest<Q>(key, kept(hash));
    return erase(at, hash);
  }

  Cursor begin() const { return first_from(0); }
  Cursor end() const { return {0, frame_.groups() * group_tags}; }
  Slot& at(const Cursor& cursor) const { return *slot(GroupFrame::slot_of(cursor.index())); }
  Cursor next(Cursor cursor) const {
    cursor.bits &= cursor.bits - 1;
    return cursor.bits != 0 ? cursor : first_from(cursor.base + 64);
  }
  /// Erases the entry at the cursor; the answer is the entry that followed it.
  Cursor erase_at(const Cursor& cursor) {
    const std::uint32_t tag = tag_of(L::hash_in(at(cursor)));
    destroy(at(cursor));
    vacate(frame_, cursor.index(), tag);
    return next(cursor);
  }

  /// Room for `count` entries without growth.
  void reserve(std::size_t count) { Sh::reserve(frame_, count, mover, alignof(Slot)); }
  /// Keeps the memory.
  void clear() {
    if (frame_.last == 0) return;
    destroy_entries();
    std::memset(frame_.tags, 0, std::size_t{frame_.groups()} * group_tags);
    frame_.size = 0;
    frame_.limit = group_limit(frame_.groups());
  }

 private:
  static constexpr Move mover = L::plain_slots ? nullptr : &L::move;
  struct Found {
    Slot* slot;       ///< null: it is not there
    std::byte* tags;  ///< of its group
    std::uint32_t i;  ///< in the group
  };
  struct FoundAt {  // the same in two registers
    Slot* slot;
    std::size_t place;  ///< among the tags
  };

  std::uint32_t tag_of(std::uint64_t hash) const { return Start(hash, frame_.shift).tag; }
  Slot* slot(std::ptrdiff_t number) const { return reinterpret_cast<Slot*>(frame_.tags) + number; }
  // What is rare computes a cheap hash again, so that nobody keeps a register for it.
  static std::uint64_t kept(std::uint64_t hash) { return L::cheap_hash ? 0 : hash; }
  // Small keys go to what is not inlined by value: a key whose address is taken would stand in memory for all.
  template <class Q>
  using Passed = std::conditional_t<std::is_trivially_copyable_v<Q> && sizeof(Q) <= 16, const Q, const Q&>;
  template <bool changing, class Q>
  [[gnu::always_inline]] inline Found locate(const Q& key, std::uint64_t hash) const {
    Found found;
    if (!locate_first<changing>(key, hash, found)) found = found_at(locate_all<Q>(key, kept(hash)));
    return found;
  }
  /// False: what the first entry with such a tag in the first group says does not suffice.
  template <bool changing, class Q>
  [[gnu::always_inline]] inline bool locate_first(const Q& key, std::uint64_t hash, Found& found) const {
    stats_.lookup();
    const Start start(hash, frame_.shift);
    const std::size_t group = start.group;
    std::byte* const tags = frame_.tags + group * group_tags;
    const G look = changing ? G::changing(tags) : G(tags);
    found = {nullptr, nullptr, 0};
    if (const std::uint32_t hits = look.match(start.tag); hits != 0) {
      // Where a processor guesses that the key is here, it fetches the slots while it still waits for the tags. Groups
      // fill from their first slot on.
      Slot* const first = slot(GroupFrame::slot_of(group, 0));
      __builtin_prefetch(first);
      const std::uint32_t i = first_bit(hits);
      Slot* const at = first + i;
      if (!L::same(*at, key)) [[unlikely]]
        return false;
      found = {at, tags, i};
      return true;
    }
    return !(changing ? look.overflowed(start.tag) : overflowed(tags, start.tag));
  }
  [[gnu::always_inline]] inline Found found_at(const FoundAt& at) const {
    return {at.slot, frame_.tags + at.place / group_tags * group_tags,
            static_cast<std::uint32_t>(at.place % group_tags)};
  }
  // The search from its beginning to its end. Out of line: one in thirty comes here, a tag that another key has, too, or
  // a group that was full, and all would pay for its registers.
  template <class Q>
  [[gnu::noinline]] FoundAt locate_all(Passed<Q> key, std::uint64_t hash) const {
    if constexpr (L::cheap_hash) hash = L::hash_of(key);
    const Start start(hash, frame_.shift);
    std::size_t group = start.group;
    for (std::uint32_t step = 0;;) {
      const std::byte* const tags = frame_.tags + group * group_tags;
      const G look(tags);
      for (std::uint32_t hits = look.match(start.tag); hits != 0; hits &= hits - 1) {
        Slot* const at = slot(GroupFrame::slot_of(group, first_bit(hits)));
        if (L::same(*at, key)) return {at, group * group_tags + first_bit(hits)};
      }
      if (!look.overflowed(start.tag) || step == frame_.last) return {nullptr, 0};
      stats_.probe(1);
      group = (group + ++step) & frame_.last;
    }
  }
  [[gnu::always_inline]] inline Slot* open(const Key& key, std::uint64_t hash) {
    const Room at = room(hash);
    L::put(*at.slot, hash, key);
    fill(at);
    return at.slot;
  }
  bool erase(const Found& at, std::uint64_t hash) {
    if (at.slot == nullptr) return false;
    destroy(*at.slot);
    vacate(frame_, at.tags, at.i, tag_of(hash));
    return true;
  }
  // Behind a call that nothing follows, so that what comes before it keeps no registers.
  template <class Q>
  [[gnu::noinline]] bool erase_rest(Passed<Q> key, std::uint64_t hash) {
    if constexpr (L::cheap_hash) hash = L::hash_of(key);
    return erase(found_at(locate_all<Q>(key, hash)), hash);
  }
  /// A free slot for the hash; what is counted and tagged later, so that nothing has changed if the entry throws.
  struct Room {
    Slot* slot;
    std::byte* tags;  ///< of its group
    std::uint32_t i, tag;
  };
  [[gnu::always_inline]] inline Room room(std::uint64_t hash) {
    if (frame_.size >= frame_.limit) [[unlikely]] {
      Sh::grow(frame_, minimum, mover, alignof(Slot));
      stats_.shift(true);
    }
    const Start start(hash, frame_.shift);
    std::byte* const tags = frame_.tags + start.group * group_tags;
    std::uint32_t i;
    if (frame_.last >= 4) [[unlikely]]  // large tables wait for memory, small ones for this branch
      i = free_of_all(tags);
    else
      i = first_free(tags);
    if (i == group_slots) [[unlikely]] {
      const std::size_t place = Sh::place_behind(frame_, start.group, start.tag);
      return {slot(GroupFrame::slot_of(place)), frame_.tags + place / group_tags * group_tags,
              static_cast<std::uint32_t>(place % group_tags), start.tag};
    }
    return {slot(GroupFrame::slot_of(start.group, i)), tags, i, start.tag};
  }
  static std::uint32_t free_of_all(const std::byte* tags) {
    return first_bit((G::changing(tags).filled() ^ group_mask) | 1U << group_slots);
  }
  void fill(const Room& at) {
    set_tag(at.tags, at.i, at.tag);
    ++frame_.size;
  }
  static void destroy(Slot& at) {
    at.value.get().~Value();
    L::drop_key(at);
  }
  // If the key throws, the value goes.
  template <class Q, class Make>
  static void construct(Slot& at, std::uint64_t hash, Q&& key, Make&& make_value) {
    make_value(static_cast<void*>(&at.value));
    struct Undo {
      Slot* slot;
      ~Undo() {
        if (slot != nullptr) slot->value.get().~Value();
      }
    } undo{&at};
    L::put(at, hash, std::forward<Q>(key));
    undo.slot = nullptr;
  }
  Cursor first_from(std::uint32_t base) const {
    const Cursor found = Walk::first_from(frame_, base);
    return found.bits != 0 ? found : end();  // as it is; said for the compiler, whose loops then end by the bits alone
  }
  void destroy_entries() {
    if constexpr (!L::plain_slots)
      for (Cursor at = begin(); at.bits != 0; at = next(at)) destroy(this->at(at));
  }
  void release() noexcept {
    if (frame_.last == 0) return;
    destroy_entries();
    Sh::release(frame_, alignof(Slot));
    frame_ = GroupFrame{};
  }
  // This table is empty. If a copy throws, it is so again.
  void copy_from(const GroupTable& other) {
    if (other.frame_.size == 0) return;
    const std::uint32_t groups = other.frame_.groups();
    frame_ = Sh::allocate(groups, alignof(Slot));
    if constexpr (L::plain_slots) {
      const auto slots = static_cast<std::ptrdiff_t>(std::size_t{groups} * group_slots);
      std::memcpy(static_cast<void*>(slot(-slots)), other.slot(-slots), static_cast<std::size_t>(slots) * sizeof(Slot));
      std::memcpy(frame_.tags, other.frame_.tags, std::size_t{groups} * group_tags);
    } else {
      struct Undo {
        GroupTable* table;
        ~Undo() {
          if (table != nullptr) table->release();
        }
      } undo{this};
      for (std::uint32_t group = 0; group < groups; ++group) {
        const std::uint32_t place = group * group_tags + group_slots;
        frame_.tags[place] = other.frame_.tags[place];
      }
      for (Cursor at = other.begin(); at.bits != 0; at = other.next(at)) {
        Slot& from = other.at(at);
        construct(this->at(at), L::hash_in(from), L::key(from),
                  [&from](void* place) { ::new (place) Value(from.value.get()); });
        frame_.tags[at.index()] = other.frame_.tags[at.index()];
      }
      undo.table = nullptr;
    }
    frame_.size = other.frame_.size;
    frame_.limit = other.frame_.limit;
  }

  GroupFrame frame_;
  [[no_unique_address]] mutable Stats stats_;
};

}  // namespace lathe::dense::detail
