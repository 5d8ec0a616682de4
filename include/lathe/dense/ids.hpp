// Entries keyed by small integers: an array with a bit per place for the ids that are dense, a table of groups for the
// others. No hashing and no collision where ids are what they are in compilers: 0, 1, 2, ...
//
// Every id below `capacity` lives in the array, every other one in the table. The array doubles when more than half of
// it is then used, and takes ids over from the table when the table is full and the ids below some power of two fill
// more than half (the rule of Lua's tables: Ierusalimschy, de Figueiredo, Celes 2005, section 4). So memory is at most
// twice the values, plus a bit each. Values in the array stay where they are until it grows; erasing moves none.
#pragma once

#include <algorithm>

#include <lathe/dense/group_table.hpp>

namespace lathe::dense::detail {

/// The array without types: `capacity` values (a multiple of 64), behind them a bit for each.
struct IdFrame {
  std::byte* block = nullptr;
  std::uint32_t capacity = 0;
  std::uint32_t count = 0;
};
/// What the out-of-line code must know of a value.
struct ValueShape {
  std::size_t size, align;
  Move move;           ///< of the bare value; null stands for memcpy
  std::size_t offset;  ///< of the value in a slot of the table
  std::uint64_t* bits(const IdFrame& frame) const {
    return reinterpret_cast<std::uint64_t*>(frame.block + std::size_t{frame.capacity} * size);
  }
};

/// Growth of the array; shared by all maps whose tables have slots of one size. A table that is not there is null.
template <class S, class G>
struct IdShape {
  static constexpr std::uint32_t smallest = 64;

  static void release(IdFrame& frame, std::size_t align) {
    if (frame.capacity != 0)
      ::operator delete(static_cast<void*>(frame.block), std::align_val_t{std::max<std::size_t>(align, 8)});
  }
  [[gnu::noinline]] static void grow(IdFrame& frame, GroupFrame* table, std::uint32_t capacity,
                                     const ValueShape& value) {
    IdFrame next{nullptr, capacity, frame.count};
    const std::size_t words = capacity / 64, old_words = frame.capacity / 64;
    next.block = static_cast<std::byte*>(
        ::operator new(capacity * value.size + words * 8, std::align_val_t{std::max<std::size_t>(value.align, 8)}));
    std::uint64_t* bits = value.bits(next);
    const std::uint64_t* old_bits = value.bits(frame);
    std::fill(std::copy(old_bits, old_bits + old_words, bits), bits + words, 0);
    if (value.move == nullptr) {
      if (frame.capacity != 0) std::memcpy(next.block, frame.block, frame.capacity * value.size);
    } else {
      for (std::size_t word = 0; word < old_words; ++word)
        for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1) {
          const std::size_t at = (word * 64 + static_cast<unsigned>(std::countr_zero(rest))) * value.size;
          value.move(next.block + at, frame.block + at);
        }
    }
    release(frame, value.align);
    frame = next;
    if (table != nullptr && table->size != 0) take_over(frame, *table, value);
  }
  /// True: the array was grown and covers `id` now. If memory runs out, throws and nothing has changed.
  [[gnu::noinline]] static bool adopt(IdFrame& frame, GroupFrame* table, std::uint32_t id, const ValueShape& value) {
    if (frame.capacity == 0 ? id < smallest : id / 2 < frame.capacity && frame.count == frame.capacity) {
      grow(frame, table, frame.capacity == 0 ? smallest : 2 * frame.capacity, value);
      return true;
    }
    if (table == nullptr || table->size < table->limit || table->size == 0) return false;
    const std::uint32_t capacity = best_capacity(frame, *table, id);
    if (capacity <= frame.capacity) return false;
    grow(frame, table, capacity, value);
    return id < capacity;
  }

 private:
  static std::byte* slot_at(const GroupFrame& table, const Cursor& at) {
    return GroupShape<S, G>::slot(table, GroupFrame::slot_of(at.index()));
  }
  static Cursor first(const GroupFrame& table) { return GroupWalk<G>::first_from(table, 0); }
  static Cursor next(const GroupFrame& table, Cursor at) {
    at.bits &= at.bits - 1;
    return at.bits != 0 ? at : GroupWalk<G>::first_from(table, at.base + 64);
  }
  static std::uint32_t id_of(const std::byte* slot) {
    std::uint32_t id;
    std::memcpy(&id, slot, sizeof id);
    return id;
  }
  /// The largest power of two more than half of which is used by the ids below it, `id` among them.
  static std::uint32_t best_capacity(const IdFrame& frame, const GroupFrame& table, std::uint32_t id) {
    std::array<std::uint32_t, 33> at_most{};  // [b]: ids of b bits
    ++at_most[static_cast<unsigned>(std::bit_width(id))];
    for (Cursor at = first(table); at.bits != 0; at = next(table, at))
      ++at_most[static_cast<unsigned>(std::bit_width(id_of(slot_at(table, at))))];
    std::uint64_t below = frame.count;
    std::uint32_t best = 0;
    for (unsigned b = 0; b < 31; ++b) {
      below += at_most[b];
      if (below * 2 > std::uint64_t{1} << b) best = std::uint32_t{1} << b;
    }
    return best < smallest ? 0 : best;
  }
  static void take_over(IdFrame& frame, GroupFrame& table, const ValueShape& value) {
    std::uint64_t* bits = value.bits(frame);
    for (Cursor at = first(table); at.bits != 0; at = next(table, at)) {
      std::byte* slot = slot_at(table, at);
      const std::uint32_t id = id_of(slot);
      if (id >= frame.capacity) continue;
      if (value.move != nullptr)
        value.move(frame.block + id * value.size, slot + value.offset);
      else
        std::memcpy(frame.block + id * value.size, slot + value.offset, value.size);
      bits[id / 64] |= std::uint64_t{1} << (id % 64);
      ++frame.count;
      vacate(table, at.index(), Start(S::hash(slot), table.shift).tag);
    }
  }
};

/// A place of a walk: first the array in the order of ids, then the table in its own. In the array a run of ids that
/// follow each other, within one word of the bits; in the table as Cursor has it.
struct IdCursor {
  std::uint64_t bits = 0;   ///< 0 but in the table
  std::uint32_t base = 0;   ///< the id; in the table that of Cursor; all ones at the end
  std::uint32_t until = 0;  ///< in the array: behind the run
  bool in_table() const { return bits != 0; }
  bool operator==(const IdCursor& other) const { return base == other.base && bits == other.bits; }
};

/// Bytes in place of values that are copied as bytes: the tables of all such values of one size are one type.
template <std::size_t size, std::size_t align>
struct Bytes {
  alignas(align) std::byte bytes[size];
};
template <class V>
using FarValue = std::conditional_t<plain<V> && !std::is_same_v<V, Nothing>, Bytes<sizeof(V), alignof(V)>, V>;

/// What the store does with its table where that is rare; not inlined, and shared by all maps of a shape.
template <class Far>
struct FarPart {
  using Slot = typename Far::Slot;
  using Sh = IdShape<typename Far::Layout::S, typename Far::Look>;

  /// Owns a table, or none: most maps of ids never want one. Not std::unique_ptr: <memory> is dearer to compile than
  /// all of these headers.
  class Pointer {
   public:
    Pointer() = default;
    Pointer(const Pointer&) = delete;
    Pointer& operator=(const Pointer&) = delete;
    ~Pointer() { reset(nullptr); }
    Far& operator*() const { return *far_; }
    Far* operator->() const { return far_; }
    bool operator==(std::nullptr_t) const { return far_ == nullptr; }
    GroupFrame* frame() const { return far_ == nullptr ? nullptr : &far_->unsafe_frame(); }
    void reset(Far* far) {
      if (far_ != nullptr) destroy(far_);
      far_ = far;
    }
    void swap(Pointer& other) noexcept { std::swap(far_, other.far_); }

   private:
    [[gnu::noinline]] static void destroy(Far* far) { delete far; }
    Far* far_ = nullptr;
  };

  [[gnu::noinline]] static bool erase(Far& far, std::uint32_t id) { return far.erase(id); }
  [[gnu::noinline]] static void abandon(Far& far, Slot* slot) { far.abandon(slot); }
  /// A slot for a new entry (made false: it is there already), or null: the array has grown and covers `id` now.
  [[gnu::noinline]] static std::pair<Slot*, bool> open(IdFrame& near, Pointer& far, std::uint32_t id,
                                                       const ValueShape& shape) {
    const bool may_grow =
        near.capacity == 0 ? id < Sh::smallest : id / 2 < near.capacity && near.count == near.capacity;
    if (far != nullptr && !may_grow && far->size() < far->frame().limit) [[likely]] {
      std::pair<Slot*, bool> out;
      return far->find_or_open_first(id, out) ? out : open_rest(*far, id);
    }
    return open_anew(near, far, id, shape);
  }
  /// Behind a call that nothing follows, so that what comes before it keeps no registers.
  [[gnu::noinline]] static std::pair<Slot*, bool> open_rest(Far& far, std::uint32_t id) {
    return far.find_or_open_rest(id);
  }
  /// Where the array may grow, or the table, or there is none.
  [[gnu::noinline]] static std::pair<Slot*, bool> open_anew(IdFrame& near, Pointer& far, std::uint32_t id,
                                                            const ValueShape& shape) {
    if (far != nullptr)
      if (Slot* there = far->find(id)) return {there, false};
    if (Sh::adopt(near, far.frame(), id, shape)) return {nullptr, true};
    if (far == nullptr) far.reset(new Far());
    return {far->open(id), true};
  }
  [[gnu::noinline]] static IdCursor begin(const Far& far) { return from_table(far.begin()); }
  [[gnu::noinline]] static IdCursor next(const Far& far, const IdCursor& at) {
    return from_table(far.next({at.bits, at.base}));
  }
  static IdCursor from_table(const Cursor& at) {
    return at.bits == 0 ? IdCursor{0, ~0U, 0} : IdCursor{at.bits, at.base, 0};
  }
};

template <class V, class Policy, class Stats, std::uint32_t minimum, class G = Group>
class IdStore {
  using Far = GroupTable<GroupWordLayout<std::uint32_t, FarValue<V>, Policy>, Stats, minimum, G>;
  using Part = FarPart<Far>;
  using Slot = typename Far::Slot;
  using Sh = IdShape<typename Far::Layout::S, typename Far::Look>;
  static constexpr std::size_t value_size = std::is_same_v<V, Nothing> ? 0 : sizeof(V);

 public:
  using Place = IdCursor;

  IdStore() = default;
  IdStore(const IdStore& other) { copy_from(other); }
  IdStore(IdStore&& other) noexcept { swap(other); }
  IdStore& operator=(IdStore other) noexcept {
    swap(other);
    return *this;
  }
  ~IdStore() { release(); }
  void swap(IdStore& other) noexcept {
    std::swap(near_, other.near_);
    far_.swap(other.far_);
    std::swap(stats_, other.stats_);
  }

  std::size_t size() const { return near_.count + (far_ == nullptr ? 0 : far_->size()); }
  /// Entries that fit without growth when their ids are dense.
  std::size_t capacity() const { return near_.capacity + (far_ == nullptr ? 0 : far_->frame().limit); }
  std::size_t bytes() const {
    return near_.capacity * value_size + near_.capacity / 8 + (far_ == nullptr ? 0 : sizeof(Far) + far_->bytes());
  }
  Stats statistics() const {
    Stats out = stats_;
    if constexpr (Stats::on)
      if (far_ != nullptr) out.add(far_->statistics());
    return out;
  }
  const GroupFrame* table() const { return far_.frame(); }
  std::uint32_t array() const { return near_.capacity; }

  V* find(std::uint32_t id) const {
    if (id < near_.capacity) [[likely]] {
      stats_.lookup();
      return bits()[id / 64] >> (id % 64) & 1 ? value(id) : nullptr;
    }
    return far_ == nullptr ? nullptr : far_value(far_->find(id));
  }
  template <class Make>
  std::pair<V*, bool> insert(std::uint32_t id, Make&& make) {
    if (id >= near_.capacity) [[unlikely]] {
      const std::uint32_t before = near_.capacity;
      const auto [slot, made] = Part::open(near_, far_, id, shape);
      stats_.shift_ids(before != near_.capacity);
      if (slot != nullptr) {
        if (!made) return {far_value(slot), false};
        struct Undo {
          IdStore* store;
          Slot* slot;
          ~Undo() {
            if (store != nullptr) Part::abandon(*store->far_, slot);
          }
        } undo{this, slot};
        make(static_cast<void*>(&slot->value));
        undo.store = nullptr;
        return {far_value(slot), true};
      }
    }
    stats_.lookup();
    std::uint64_t& word = bits()[id / 64];
    const std::uint64_t bit = std::uint64_t{1} << (id % 64);
    V* at = value(id);
    if ((word & bit) != 0) return {at, false};
    make(static_cast<void*>(at));
    word |= bit;
    ++near_.count;
    return {at, true};
  }
  bool erase(std::uint32_t id) {
    if (id >= near_.capacity) return far_ != nullptr && Part::erase(*far_, id);
    stats_.lookup();
    std::uint64_t& word = bits()[id / 64];
    const std::uint64_t bit = std::uint64_t{1} << (id % 64);
    if ((word & bit) == 0) return false;
    value(id)->~V();
    word &= ~bit;
    --near_.count;
    return true;
  }

  IdCursor begin() const { return run_from(0); }
  IdCursor end() const { return {0, ~0U, 0}; }
  std::uint32_t key(const IdCursor& at) const {
    return at.in_table() ? Far::Layout::key(far_->at(table_place(at))) : at.base;
  }
  V& value(const IdCursor& at) const {
    return at.in_table() ? *far_value(&far_->at(table_place(at))) : *value(at.base);
  }
  IdCursor next(IdCursor at) const {
    if (at.in_table()) [[unlikely]]
      return Part::next(*far_, at);
    ++at.base;
    return at.base < at.until ? at : run_from(at.base);
  }
  IdCursor erase_at(const IdCursor& at) {
    if (at.in_table()) return Part::from_table(far_->erase_at(table_place(at)));
    const IdCursor follower = next(at);
    erase(at.base);
    return follower;
  }

  /// The ids below `count` fit without growth.
  void reserve(std::size_t count) {
    const auto capacity = static_cast<std::uint32_t>(std::min<std::size_t>((count + 63) / 64 * 64, 0x80000000U));
    if (capacity > near_.capacity) Sh::grow(near_, far_.frame(), capacity, shape);
  }
  void clear() {
    destroy_near();
    if (near_.capacity != 0) std::fill_n(bits(), near_.capacity / 64, 0);
    near_.count = 0;
    if (far_ != nullptr) far_->clear();
  }

 private:
  static void move_value(std::byte* to, std::byte* from) noexcept {
    V* source = std::launder(reinterpret_cast<V*>(from));
    ::new (static_cast<void*>(to)) V(std::move(*source));
    source->~V();
  }
  static constexpr ValueShape shape{value_size, alignof(V), plain<V> ? nullptr : &move_value,
                                    std::is_same_v<V, Nothing> ? 0 : (4 + alignof(V) - 1) / alignof(V) * alignof(V)};

  std::uint64_t* bits() const { return shape.bits(near_); }
  V* value(std::uint32_t id) const {
    if constexpr (std::is_same_v<V, Nothing>) {
      static V nothing;
      return &nothing;
    } else {
      V* const at = reinterpret_cast<V*>(near_.block) + id;
      if (at == nullptr) __builtin_unreachable();  // said for the callers, who ask whether an answer is null
      return at;
    }
  }
  static V* far_value(Slot* slot) { return slot == nullptr ? nullptr : reinterpret_cast<V*>(&slot->value); }
  static Cursor table_place(const IdCursor& at) { return {at.bits, at.base}; }
  /// The first run of filled places from `id` on.
  IdCursor run_from(std::uint32_t id) const {
    for (std::uint32_t word = id / 64; word < near_.capacity / 64; ++word, id = word * 64) {
      const std::uint64_t rest = bits()[word] >> (id % 64);
      if (rest == 0) continue;
      const unsigned skipped = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint32_t from = id + skipped;
      return {0, from, from + static_cast<std::uint32_t>(std::countr_one(rest >> skipped))};
    }
    return far_ == nullptr ? end() : Part::begin(*far_);
  }
  void destroy_near() {
    if constexpr (!std::is_trivially_destructible_v<V>)
      for (std::uint32_t word = 0; word < near_.capacity / 64; ++word)
        for (std::uint64_t rest = bits()[word]; rest != 0; rest &= rest - 1)
          value(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)))->~V();
  }
  void release() noexcept {
    destroy_near();
    Sh::release(near_, alignof(V));
    near_ = IdFrame{};
  }
  void copy_from(const IdStore& other) {
    if (other.far_ != nullptr) far_.reset(new Far(*other.far_));
    if (other.near_.capacity == 0) return;
    IdStore copy;
    Sh::grow(copy.near_, nullptr, other.near_.capacity, shape);
    for (std::uint32_t word = 0; word < other.near_.capacity / 64; ++word)
      for (std::uint64_t rest = other.bits()[word]; rest != 0; rest &= rest - 1) {
        const std::uint32_t id = word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest));
        ::new (static_cast<void*>(copy.value(id))) V(*other.value(id));
        copy.bits()[word] |= rest & (~rest + 1);
        ++copy.near_.count;
      }
    std::swap(near_, copy.near_);
  }

  IdFrame near_;
  typename Part::Pointer far_;
  [[no_unique_address]] mutable Stats stats_;
};

}  // namespace lathe::dense::detail
