// DenseMap: a map for compiler keys (dense ids, pointers, words, pairs of them; and any other key with a hash).
//
// No node per entry, no tombstones, one allocation, of ids at most three. Ids index an array while they are dense; all
// else is a table of groups (group_table.hpp), or where traits ask for it a sorted one (table.hpp). Cost and rules are
// stated there; all grow out of line, shared by maps of one shape.
#pragma once

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <vector>

#include <lathe/dense/store.hpp>

namespace lathe::dense {

/// An entry as a walk shows it: the key (a copy, or for large keys a reference) and the value in its place. It is the
/// walk's own object, not the table's, but answers to all that is done with a std::pair in a loop: `entry.first`,
/// `auto& [key, value]`, `auto [key, value]` (whose value is still the one in the table), conversion to a pair.
template <class Key, class V>
struct EntryView {
  Key key;
  V& value;   ///< may be written through the map's iterators, not through those of a const map
  Key first;  ///< the key, as pairs have it
  V& second;  ///< the value, as pairs have it
  /// The reference must not outlive the map's next insertion or erasure.
  EntryView(Key k, V& v) : key(k), value(v), first(k), second(v) {}
  const EntryView* operator->() const { return this; }
  template <class A, class B>
    requires std::constructible_from<A, const std::remove_cvref_t<Key>&> && std::constructible_from<B, const V&>
  operator std::pair<A, B>() const {
    return {A(key), B(value)};
  }
  template <std::size_t i>
  friend constexpr decltype(auto) get(const EntryView& entry) {
    static_assert(i < 2);
    if constexpr (i == 0)
      return static_cast<const std::remove_cvref_t<Key>&>(entry.key);
    else
      return static_cast<V&>(entry.value);
  }
};

namespace detail {
/// What `at` does where std::unordered_map throws: the same, or where exceptions are off, it ends the program.
[[noreturn, gnu::cold, gnu::noinline]] inline void no_such_key() {
#if defined(__cpp_exceptions)
  throw std::out_of_range("DenseMap::at: no such key");
#else
  std::abort();
#endif
}
/// What is put in as a whole: a pair, whose first goes to K and whose second to V, and which is no key itself.
template <class E, class K, class V>
concept EntryFor = !std::convertible_to<E, K> && requires(E&& entry) {
  requires std::constructible_from<K, decltype((std::forward<E>(entry).first))>;
  requires std::constructible_from<V, decltype((std::forward<E>(entry).second))>;
};
template <class It, class K, class V>
concept EntriesFor = std::input_iterator<It> && EntryFor<std::iter_reference_t<It>, K, V>;
}  // namespace detail

/// Ends with any insertion or erasure, but for erase(iterator), which answers the follower.
template <class Store, class Key, class V>
class MapIterator {
 public:
  using value_type = EntryView<Key, V>;
  using reference = const EntryView<Key, V>;  // const, so that `auto&` binds to it, too
  using pointer = EntryView<Key, V>;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;
  using iterator_concept = std::forward_iterator_tag;
  MapIterator() = default;
  /// Of a map's store, at a place of it.
  MapIterator(const Store* store, typename Store::Place place) : store_(store), place_(place) {}
  /// An iterator through which values can be written becomes one through which they can be read.
  template <class W>
    requires(!std::is_same_v<W, V> && std::is_same_v<const W, V>)
  MapIterator(const MapIterator<Store, Key, W>& other) : store_(other.store()), place_(other.place()) {}
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
  friend bool operator==(const MapIterator& a, const MapIterator& b) { return a.place_ == b.place_; }
  const typename Store::Place& place() const { return place_; }  ///< where the store has the entry
  const Store* store() const { return store_; }                  ///< null for an iterator that belongs to no map

 private:
  const Store* store_ = nullptr;
  typename Store::Place place_{};
};

/// `Traits` say what a key is (key.hpp), `Policy` where the table puts it, `Stats` what is counted; `inline_slots`
/// (a multiple of 8) stand within the object, `minimum` is the slots of the first allocation.
///
/// Every key can be stored, but where the traits name a value `deleted()` (SentinelPointers): their two sentinels are
/// refused, which is to say never found and never inserted. A key that no kind of traits fits is an error in one line.
/// What differs from std::unordered_map, member by member: dense/README.md. References and iterators end with any
/// insertion or erasure. The walk's order is that of ids while they are dense, otherwise the table's: it depends on the
/// keys' values and on the operations before (with Engine::ordered on the values alone, but among keys of one hash),
/// never on addresses of the map, but of course on pointers where they are keys; see ordered.hpp. If an allocation, a
/// constructor, a hash or an equality throws in an insertion of one entry, the map is as it was before.
template <class K, class V, class Traits = KeyTraits<K>, class Policy = Spread, class Stats = NoStatistics,
          std::uint32_t inline_slots = 0, std::uint32_t minimum = reference_minimum>
class DenseMap {
  static_assert(explain_key_traits<Traits, K>());
  static_assert(told(HashPolicy<Policy>), "dense: a hash policy wants  static uint64_t mix(uint64_t bits);");
  static_assert(told(std::is_nothrow_move_constructible_v<V>),
                "dense values must move without throwing: entries are shifted");
  using Store = detail::StoreFor<K, V, Traits, Policy, Stats, inline_slots, minimum>;
  using ShownKey = decltype(std::declval<const Store&>().key(std::declval<const typename Store::Place&>()));

 public:
  using key_type = K;
  using mapped_type = V;
  using value_type = std::pair<const K, V>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using iterator = MapIterator<Store, ShownKey, V>;
  using const_iterator = MapIterator<Store, ShownKey, const V>;
  using Entry = EntryView<ShownKey, V>;  ///< what an iterator shows

  DenseMap() = default;
  /// Of several equal keys the first one counts. Expected O(entries).
  DenseMap(std::initializer_list<std::pair<K, V>> entries) {
    for (const auto& [key, value] : entries) insert(key, value);
  }
  /// Of pairs, or of what has `first` and `second`; of several equal keys the first one counts.
  template <detail::EntriesFor<K, V> It>
  DenseMap(It first, It last) {
    insert(first, last);
  }
  DenseMap& operator=(std::initializer_list<value_type> entries) {
    DenseMap made;
    made.insert(entries);
    return *this = std::move(made);
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
  friend void swap(DenseMap& a, DenseMap& b) noexcept { a.swap(b); }
  /// What was counted since it was made; NoStatistics has nothing.
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
  /// 1 or 0.
  template <class Q = K>
  std::size_t count(const Q& key) const {
    return store_.find(key) != nullptr ? 1 : 0;
  }
  /// The value; when the key is not there, std::out_of_range, or where exceptions are off, std::abort().
  template <class Q = K>
  V& at(const Q& key) {
    V* value = store_.find(key);
    if (value == nullptr) [[unlikely]]
      detail::no_such_key();
    return *value;
  }
  template <class Q = K>
  const V& at(const Q& key) const {
    return const_cast<DenseMap*>(this)->at(key);
  }
  /// The value, or `otherwise`.
  template <class Q = K>
  V lookup(const Q& key, V otherwise = V()) const {
    const V* found = store_.find(key);
    return found == nullptr ? otherwise : *found;
  }
  /// Precondition: the key is not a refused one.
  template <class Q = K>
  V& operator[](Q&& key) {
    V* value = try_emplace(std::forward<Q>(key)).first;
    assert(value != nullptr && "the sentinel is not a key");
    return *value;
  }
  /// The entry's value and whether it is new; an existing value stays. {null, false} for a refused key.
  template <class Q = K, class... A>
  std::pair<V*, bool> try_emplace(Q&& key, A&&... arguments) {
    constexpr bool safe = std::is_nothrow_constructible_v<V, A...>;
    return store_.insert(std::forward<Q>(key), [&](void* place) noexcept(safe) {
      if constexpr (sizeof...(A) == 1 && (std::is_arithmetic_v<std::remove_cvref_t<A>> && ...) &&
                    std::is_arithmetic_v<V>)
        ::new (place) V(static_cast<V>(arguments)...);  // a number for a number of another type: the caller's business
      else if constexpr (std::is_constructible_v<V, A...>)
        ::new (place) V(std::forward<A>(arguments)...);
      else
        ::new (place) V{std::forward<A>(arguments)...};
    });
  }
  template <class Q = K>
  std::pair<V*, bool> insert(Q&& key, V value) {
    return try_emplace(std::forward<Q>(key), std::move(value));
  }
  std::pair<V*, bool> insert(const value_type& entry) { return try_emplace(entry.first, entry.second); }
  std::pair<V*, bool> insert(value_type&& entry) { return try_emplace(entry.first, std::move(entry.second)); }
  template <detail::EntryFor<K, V> E>
  std::pair<V*, bool> insert(E&& entry) {
    return try_emplace(std::forward<E>(entry).first, std::forward<E>(entry).second);
  }
  template <detail::EntriesFor<K, V> It>
  void insert(It first, It last) {
    if constexpr (std::forward_iterator<It>) expect(static_cast<std::size_t>(std::ranges::distance(first, last)));
    for (; first != last; ++first) insert(*first);
  }
  void insert(std::initializer_list<value_type> entries) { insert(entries.begin(), entries.end()); }
  /// As try_emplace: an existing entry costs no value that is thrown away. Or one pair.
  template <class Q, class A, class... More>
  std::pair<V*, bool> emplace(Q&& key, A&& argument, More&&... more) {
    return try_emplace(std::forward<Q>(key), std::forward<A>(argument), std::forward<More>(more)...);
  }
  template <detail::EntryFor<K, V> E>
  std::pair<V*, bool> emplace(E&& entry) {
    return insert(std::forward<E>(entry));
  }
  /// Takes from `other` the entries whose keys are not here; the others stay there.
  void merge(DenseMap& other) {
    if (this == &other) return;
    expect(other.size());
    for (iterator at = other.begin(); at != other.end();) {
      const auto entry = *at;
      if (contains(entry.key)) {
        ++at;
      } else {
        try_emplace(entry.key, std::move(entry.value));
        at = other.erase(at);
      }
    }
  }
  void merge(DenseMap&& other) { merge(other); }
  /// Precondition: the key is not a refused one.
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
  iterator erase(const const_iterator& at) { return {&store_, store_.erase_at(at.place())}; }
  /// Erases the entries from `first` to `last`, which are counted before: erasing moves those behind.
  iterator erase(const const_iterator& first, const const_iterator& last) {
    iterator at(&store_, first.place());
    for (auto left = std::ranges::distance(first, last); left != 0; --left) at = erase(at);
    return at;
  }
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
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }

  /// The same keys with equal values, whatever the order of the walks. O(entries) expected.
  friend bool operator==(const DenseMap& a, const DenseMap& b)
    requires std::equality_comparable<V>
  {
    if (a.size() != b.size()) return false;
    for (const auto& entry : a) {
      const V* other = b.find(entry.key);
      if (other == nullptr || !(*other == entry.value)) return false;
    }
    return true;
  }
  template <class F>
  friend std::size_t erase_if(DenseMap& map, F&& doomed) {
    return map.erase_if(std::forward<F>(doomed));
  }

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
  const auto* table() const { return store_.table(); }
  std::uint32_t array() const { return store_.array(); }  ///< 0: keys are no ids, or there are none

 private:
  // Keys in the order of another table's walk crowd the low part of a smaller one, and every insertion then passes
  // them.
  void expect(std::size_t more) {
    if constexpr (requires { store_.expect(more); }) store_.expect(size() + more);
  }

  Store store_;
};

/// A map whose first entries (about `slots` * 5/8) stand within the object; no array of ids.
template <class K, class V, std::uint32_t slots = 16, class Traits = KeyTraits<K>, class Policy = Spread>
using SmallDenseMap = DenseMap<K, V, Traits, Policy, NoStatistics, slots>;

}  // namespace lathe::dense

template <class Key, class V>
struct std::tuple_size<lathe::dense::EntryView<Key, V>> : std::integral_constant<std::size_t, 2> {};
template <class Key, class V>
struct std::tuple_element<0, lathe::dense::EntryView<Key, V>> {
  using type = const std::remove_cvref_t<Key>;
};
template <class Key, class V>
struct std::tuple_element<1, lathe::dense::EntryView<Key, V>> {
  using type = V&;
};
