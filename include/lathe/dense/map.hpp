// DenseMap: a map for compiler keys (dense ids, pointers, words, pairs of them; and any other key with a hash).
//
// No node per entry, no tombstones, at most two allocations. Ids index an array while they are dense; all else is an
// ordered table (table.hpp). Cost and rules are stated there; both grow out of line, shared by maps of one shape.
#pragma once

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <iterator>
#include <vector>

#include <lathe/dense/store.hpp>

namespace lathe::dense {

/// An entry as a walk shows it: the key (a copy, or for large keys a reference) and the value in its place.
template <class Key, class V>
struct EntryView {
  Key key;
  V& value;
  const EntryView* operator->() const { return this; }
};

/// Ends with any insertion or erasure, but for erase(iterator), which answers the follower.
template <class Store, class Key, class V>
class MapIterator {
 public:
  using value_type = EntryView<Key, V>;
  using reference = EntryView<Key, V>;
  using pointer = EntryView<Key, V>;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;
  using iterator_concept = std::forward_iterator_tag;
  MapIterator() = default;
  MapIterator(const Store* store, typename Store::Place place) : store_(store), place_(place) {}
  reference operator*() const { return {store_->key(place_), store_->value(place_)}; }
  pointer operator->() const { return **this; }
  MapIterator& operator++() {
    place_ = store_->next(place_);
    return *this;
  }
  MapIterator operator++(int) {
    MapIterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const MapIterator& other) const { return place_ == other.place_; }
  const typename Store::Place& place() const { return place_; }

 private:
  const Store* store_ = nullptr;
  typename Store::Place place_{};
};

/// `Traits` say what a key is (key.hpp), `Policy` where the table puts it, `Stats` what is counted; `inline_slots`
/// (a multiple of 8) stand within the object, `minimum` is the slots of the first allocation.
///
/// One key is refused: all ones for ids and words, Traits::empty() for values with a sentinel; none for hashed keys.
/// It is never found and never inserted. References and iterators end with any insertion or erasure. The walk's order
/// is that of ids while they are dense, otherwise the table's: it depends on the keys' values (and for ids on the
/// history), never on addresses of the map, but of course on pointers where they are keys; see ordered.hpp. If an
/// allocation, a constructor, a hash or an equality throws, the map is as it was before.
template <class K, class V, class Traits = KeyTraits<K>, class Policy = Spread, class Stats = NoStatistics,
          std::uint32_t inline_slots = 0, std::uint32_t minimum = reference_minimum>
class DenseMap {
  static_assert(explain_key_traits<Traits, K>());
  using Store = detail::StoreFor<K, V, Traits, Policy, Stats, inline_slots, minimum>;
  using ShownKey = decltype(std::declval<const Store&>().key(std::declval<const typename Store::Place&>()));

 public:
  using key_type = K;
  using mapped_type = V;
  using iterator = MapIterator<Store, ShownKey, V>;
  using const_iterator = MapIterator<Store, ShownKey, const V>;
  using Entry = EntryView<ShownKey, V>;

  DenseMap() = default;
  DenseMap(std::initializer_list<std::pair<K, V>> entries) {
    for (const auto& [key, value] : entries) insert(key, value);
  }

  std::size_t size() const { return store_.size(); }
  bool empty() const { return size() == 0; }
  /// Entries that fit without growth (of ids: when they are dense).
  std::size_t capacity() const { return store_.capacity(); }
  /// Bytes on the heap.
  std::size_t bytes() const { return store_.bytes(); }
  /// Room for `count` entries (for ids: for those below `count`).
  void reserve(std::size_t count) { store_.reserve(count); }
  /// Erases all, keeps the memory.
  void clear() { store_.clear(); }
  void swap(DenseMap& other) noexcept { store_.swap(other.store_); }
  Stats statistics() const { return store_.statistics(); }

  /// Null when the key is not there. `Q` is K, or for hashed keys whatever hash() and equal() of the traits take.
  template <class Q = K>
  V* find(const Q& key) {
    return store_.find(key);
  }
  template <class Q = K>
  const V* find(const Q& key) const {
    return store_.find(key);
  }
  template <class Q = K>
  bool contains(const Q& key) const {
    return store_.find(key) != nullptr;
  }
  /// The value, or `otherwise`.
  template <class Q = K>
  V lookup(const Q& key, V otherwise = V()) const {
    const V* found = store_.find(key);
    return found == nullptr ? otherwise : *found;
  }
  /// Precondition: the key is not the refused one.
  template <class Q = K>
  V& operator[](Q&& key) {
    V* value = try_emplace(std::forward<Q>(key)).first;
    assert(value != nullptr && "the sentinel is not a key");
    return *value;
  }
  /// The entry's value and whether it is new; an existing value stays. {null, false} for the refused key.
  template <class Q = K, class... A>
  std::pair<V*, bool> try_emplace(Q&& key, A&&... arguments) {
    constexpr bool safe = std::is_nothrow_constructible_v<V, A...>;
    return store_.insert(std::forward<Q>(key), [&](void* place) noexcept(safe) {
      if constexpr (std::is_constructible_v<V, A...>)
        ::new (place) V(std::forward<A>(arguments)...);
      else
        ::new (place) V{std::forward<A>(arguments)...};
    });
  }
  template <class Q = K>
  std::pair<V*, bool> insert(Q&& key, V value) {
    return try_emplace(std::forward<Q>(key), std::move(value));
  }
  /// Precondition: the key is not the refused one.
  template <class Q = K>
  V& insert_or_assign(Q&& key, V value) {
    auto [slot, made] = try_emplace(std::forward<Q>(key), std::move(value));
    assert(slot != nullptr && "the sentinel is not a key");
    if (!made) *slot = std::move(value);
    return *slot;
  }
  /// True when the key was there.
  template <class Q = K>
  bool erase(const Q& key)
    requires(!std::is_same_v<Q, iterator> && !std::is_same_v<Q, const_iterator>)
  {
    return store_.erase(key);
  }
  /// Erases the entry at `at`; the answer stands where the walk goes on: each other entry is still seen once.
  iterator erase(const iterator& at) { return {&store_, store_.erase_at(at.place())}; }
  /// Erases the entries for which doomed(entry) is true; the answer is how many.
  template <class F>
  std::size_t erase_if(F&& doomed) {
    const std::size_t before = size();
    for (iterator at = begin(); at != end();) doomed(*at) ? static_cast<void>(at = erase(at)) : static_cast<void>(++at);
    return before - size();
  }

  iterator begin() { return {&store_, store_.begin()}; }
  iterator end() { return {&store_, store_.end()}; }
  const_iterator begin() const { return {&store_, store_.begin()}; }
  const_iterator end() const { return {&store_, store_.end()}; }

  /// The entries by ascending key (or by `less` on keys): an order that output may follow. O(n log n).
  template <class Less = std::less<>>
  std::vector<std::pair<K, const V*>> sorted(Less less = {}) const {
    std::vector<std::pair<K, const V*>> out;
    out.reserve(size());
    for (const auto& entry : *this) out.emplace_back(entry.key, &entry.value);
    std::sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return less(a.first, b.first); });
    return out;
  }

  /// The table under the map (null: none yet) and the length of the array of ids; for the checker.
  const detail::Frame* table() const { return store_.table(); }
  std::uint32_t array() const { return store_.array(); }

 private:
  Store store_;
};

/// A map whose first entries (about `slots` * 5/8) stand within the object; no array of ids.
template <class K, class V, std::uint32_t slots = 16, class Traits = KeyTraits<K>, class Policy = Spread>
using SmallDenseMap = DenseMap<K, V, Traits, Policy, NoStatistics, slots>;

}  // namespace lathe::dense
