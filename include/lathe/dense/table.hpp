// The open-addressing table under DenseMap and DenseSet: linear probing, power-of-two sizes, load at most 3/4,
// erase by backward shift (Knuth 6.4 R), so there are no tombstones and misses stay short.
//
// Slots hold keys with a sentinel for "empty". Entries move when the table grows and when something is erased:
// references do not survive either. Expected O(1) for all; a walk is O(capacity).
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <lathe/dense/key.hpp>

namespace lathe::dense::detail {

/// `Slot` has a member `key`; it is constructed only where the key is not empty.
template <class Key, class Slot, class Traits, class Policy>
class Table {
 public:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  Table() = default;
  Table(const Table& other) { copy_from(other); }
  Table(Table&& other) noexcept { swap(other); }
  Table& operator=(Table other) noexcept {
    swap(other);
    return *this;
  }
  ~Table() { destroy(); }

  void swap(Table& other) noexcept {
    std::swap(slots_, other.slots_);
    std::swap(bits_, other.bits_);
    std::swap(size_, other.size_);
  }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return slots_ == nullptr ? 0 : std::size_t{1} << bits_; }
  Slot& at(std::size_t index) { return slots_[index].slot; }
  const Slot& at(std::size_t index) const { return slots_[index].slot; }
  bool filled(std::size_t index) const { return !Traits::equal(slots_[index].key, Traits::empty()); }

  std::size_t find(const Key& key) const {
    assert(!Traits::equal(key, Traits::empty()) && "the empty sentinel is not a key");
    if (slots_ == nullptr) return npos;
    const std::size_t mask = capacity() - 1;
    for (std::size_t i = home(key);; i = (i + 1) & mask) {
      if (Traits::equal(slots_[i].key, key)) return i;
      if (!filled(i)) return npos;
    }
  }
  /// The slot of `key`, made by construct(Slot*) when it is not there; .second tells whether it was made.
  template <class Construct>
  std::pair<std::size_t, bool> find_or_insert(const Key& key, Construct&& construct) {
    assert(!Traits::equal(key, Traits::empty()) && "the empty sentinel is not a key");
    if (slots_ != nullptr) {
      const std::size_t mask = capacity() - 1;
      std::size_t i = home(key);
      for (; filled(i); i = (i + 1) & mask)
        if (Traits::equal(slots_[i].key, key)) return {i, false};
      if ((size_ + 1) * 4 <= capacity() * 3) return {emplace_at(i, construct), true};
    }
    grow(slots_ == nullptr ? first_bits : bits_ + 1);
    const std::size_t mask = capacity() - 1;
    std::size_t i = home(key);
    while (filled(i)) i = (i + 1) & mask;
    return {emplace_at(i, construct), true};
  }
  void erase_at(std::size_t hole) {
    const std::size_t mask = capacity() - 1;
    std::destroy_at(&slots_[hole].slot);
    for (std::size_t i = (hole + 1) & mask; filled(i); i = (i + 1) & mask) {
      // An entry may fill the hole when the hole lies on its way from home.
      if (((i - home(slots_[i].key)) & mask) >= ((i - hole) & mask)) {
        ::new (static_cast<void*>(&slots_[hole].slot)) Slot(std::move(slots_[i].slot));
        std::destroy_at(&slots_[i].slot);
        hole = i;
      }
    }
    ::new (static_cast<void*>(&slots_[hole].key)) Key(Traits::empty());
    --size_;
  }
  /// Room for `count` entries without growth.
  void reserve(std::size_t count) {
    unsigned bits = first_bits;
    while (count * 4 > (std::size_t{1} << bits) * 3) ++bits;
    if (slots_ == nullptr || bits > bits_) grow(bits);
  }
  void clear() {
    for (std::size_t i = 0; i < capacity(); ++i)
      if (filled(i)) {
        std::destroy_at(&slots_[i].slot);
        ::new (static_cast<void*>(&slots_[i].key)) Key(Traits::empty());
      }
    size_ = 0;
  }
  std::size_t next_filled(std::size_t from) const {
    while (from < capacity() && !filled(from)) ++from;
    return from;
  }

 private:
  static constexpr unsigned first_bits = 3;
  // Slot begins with its key (checked in the map and the set), so an empty place holds a bare key.
  union Place {
    Key key;
    Slot slot;
    Place() {}
    ~Place() {}
  };

  std::size_t home(const Key& key) const { return Policy::slot(Policy::mix(Traits::bits(key)), bits_); }
  template <class Construct>
  std::size_t emplace_at(std::size_t index, Construct&& construct) {
    // The sentinel is trivially destroyed; if construction throws it is put back.
    struct Restore {
      Place* place;
      ~Restore() {
        if (place != nullptr) ::new (static_cast<void*>(&place->key)) Key(Traits::empty());
      }
    } restore{&slots_[index]};
    construct(static_cast<void*>(&slots_[index].slot));
    restore.place = nullptr;
    ++size_;
    return index;
  }
  void grow(unsigned bits) {
    Table bigger;
    bigger.allocate(bits);
    const std::size_t mask = bigger.capacity() - 1;
    for (std::size_t i = 0; i < capacity(); ++i) {
      if (!filled(i)) continue;
      std::size_t to = bigger.home(slots_[i].key);
      while (bigger.filled(to)) to = (to + 1) & mask;
      ::new (static_cast<void*>(&bigger.slots_[to].slot)) Slot(std::move(slots_[i].slot));
      ++bigger.size_;
    }
    swap(bigger);
  }
  void allocate(unsigned bits) {
    const std::size_t count = std::size_t{1} << bits;
    slots_ = static_cast<Place*>(::operator new(count * sizeof(Place), std::align_val_t{alignof(Place)}));
    bits_ = bits;
    for (std::size_t i = 0; i < count; ++i) ::new (static_cast<void*>(&slots_[i].key)) Key(Traits::empty());
  }
  void copy_from(const Table& other) {
    if (other.slots_ == nullptr) return;
    allocate(other.bits_);
    for (std::size_t i = 0; i < capacity(); ++i)
      if (other.filled(i)) {
        ::new (static_cast<void*>(&slots_[i].slot)) Slot(other.slots_[i].slot);
        ++size_;
      }
  }
  void destroy() {
    if (slots_ == nullptr) return;
    clear();
    ::operator delete(static_cast<void*>(slots_), std::align_val_t{alignof(Place)});
    slots_ = nullptr;
  }

  Place* slots_ = nullptr;
  unsigned bits_ = 0;
  std::size_t size_ = 0;
};

}  // namespace lathe::dense::detail
