// OrderedMap and OrderedSet: a walk shows the entries in the order in which their keys were first inserted, whatever
// the keys are. For whatever becomes output: the order depends on what the program did, not on hashes or addresses.
//
// Entries stand in a vector, a DenseMap takes a key to its place there (LLVM's MapVector is built likewise). Erasing
// leaves a hole, so that it costs O(1) and moves nothing, where MapVector moves all that follow; holes are closed when
// the vector is full and at least half of it is holes, or by compact(). A key stands twice, in the vector and the map.
#pragma once

#include <optional>
#include <vector>

#include <lathe/dense/map.hpp>

namespace lathe::dense {

/// Parameters and keys as for DenseMap. Insertion, look-up and erasure are O(1) expected, amortised; a walk
/// is O(entries + holes). References and iterators end with insertion, compact() and clear(); erasing ends only those
/// of the entry that is erased. Keys are copied. If something throws, the map is as it was before.
template <class K, class V, class Traits = KeyTraits<K>, class Policy = Spread, class Stats = NoStatistics>
class OrderedMap {
  // The value of a set is nothing, and may share its place with the key.
  static constexpr bool empty_value = std::is_same_v<V, detail::Nothing>;
  // An entry, or the hole that it left. The value lives exactly while the optional holds something.
  struct Place {
    std::optional<K> key;
    [[no_unique_address]] detail::Raw<V> value;
    template <class Q, class Make>
    Place(Q&& from, Make&& make) : key(std::in_place, std::forward<Q>(from)) {
      make(static_cast<void*>(&value));
    }
    Place(Place&& other) noexcept : key(std::move(other.key)) {
      if (key) value.move_from(other.value);
      other.key.reset();
    }
    Place(const Place& other) : key(other.key) {
      if constexpr (!empty_value)
        if (key) ::new (static_cast<void*>(&value)) V(const_cast<Place&>(other).value.get());
    }
    Place& operator=(const Place&) = delete;
    ~Place() { clear(); }
    void clear() {
      if (key) value.get().~V();
      key.reset();
    }
  };
  using Places = std::vector<Place>;

  template <class P, class Value>
  class Walk {
   public:
    using value_type = EntryView<const K&, Value>;
    using reference = const value_type;
    using pointer = value_type;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;
    Walk() = default;
    Walk(P* at, P* end) : at_(at), end_(end) { skip(); }
    reference operator*() const { return {*at_->key, const_cast<Place*>(at_)->value.get()}; }
    pointer operator->() const { return **this; }
    Walk& operator++() {
      ++at_;
      skip();
      return *this;
    }
    Walk operator++(int) {
      Walk old = *this;
      ++*this;
      return old;
    }
    bool operator==(const Walk& other) const { return at_ == other.at_; }

   private:
    friend OrderedMap;
    void skip() {
      while (at_ != end_ && !at_->key) ++at_;
    }
    P *at_ = nullptr, *end_ = nullptr;
  };

 public:
  using key_type = K;
  using mapped_type = V;
  using iterator = Walk<Place, V>;
  using const_iterator = Walk<const Place, const V>;

  OrderedMap() = default;
  /// In this order; of several equal keys the first one counts.
  OrderedMap(std::initializer_list<std::pair<K, V>> entries) {
    for (const auto& [key, value] : entries) insert(key, value);
  }

  std::size_t size() const { return index_.size(); }
  bool empty() const { return size() == 0; }
  /// Entries that fit without growth when there are no holes.
  std::size_t capacity() const { return std::min(index_.capacity(), places_.capacity()); }
  /// Places that erased entries left and that are not closed yet.
  std::size_t holes() const { return places_.size() - size(); }
  /// Bytes on the heap.
  std::size_t bytes() const { return index_.bytes() + places_.capacity() * sizeof(Place); }
  void reserve(std::size_t count) {
    index_.reserve(count);
    if (count > places_.capacity()) rebuild(count);
  }
  /// Erases all, keeps the memory.
  void clear() {
    index_.clear();
    places_.clear();
  }
  void swap(OrderedMap& other) noexcept {
    index_.swap(other.index_);
    places_.swap(other.places_);
  }
  Stats statistics() const { return index_.statistics(); }  ///< Of the index from keys to places, see DenseMap.

  /// Null when the key is not there; `Q` as for DenseMap.
  template <class Q = K>
  V* find(const Q& key) {
    const std::uint32_t* place = index_.find(key);
    return place == nullptr ? nullptr : &places_[*place].value.get();
  }
  template <class Q = K>
  const V* find(const Q& key) const {
    return const_cast<OrderedMap*>(this)->find(key);
  }
  template <class Q = K>
  bool contains(const Q& key) const {
    return index_.contains(key);
  }
  /// The value, or `otherwise`.
  template <class Q = K>
  V lookup(const Q& key, V otherwise = V()) const {
    const V* found = find(key);
    return found == nullptr ? otherwise : *found;
  }
  /// Precondition: the key is not a refused one.
  V& operator[](const K& key) {
    V* value = try_emplace(key).first;
    assert(value != nullptr && "the sentinel is not a key");
    return *value;
  }
  /// The entry's value and whether it is new, and then last; an existing one keeps its value and its place.
  /// {null, false} for a refused key.
  template <class... A>
  std::pair<V*, bool> try_emplace(const K& key, A&&... arguments) {
    return put(key, [&](void* place) {
      if constexpr (!empty_value) ::new (place) V(std::forward<A>(arguments)...);
    });
  }
  std::pair<V*, bool> insert(const K& key, V value) { return try_emplace(key, std::move(value)); }
  /// An existing entry keeps its place. Precondition: the key is not a refused one.
  V& insert_or_assign(const K& key, V value) {
    auto [slot, made] = try_emplace(key, std::move(value));
    assert(slot != nullptr && "the sentinel is not a key");
    if (!made) *slot = std::move(value);
    return *slot;
  }
  /// True when the key was there. The others keep their order.
  template <class Q = K>
  bool erase(const Q& key)
    requires(!std::is_same_v<Q, iterator> && !std::is_same_v<Q, const_iterator>)
  {
    const std::uint32_t* found = index_.find(key);
    if (found == nullptr) return false;
    const std::uint32_t place = *found;
    index_.erase(key);
    places_[place].clear();
    return true;
  }
  /// Erases the entry at `at`; the answer is the follower.
  iterator erase(const iterator& at) {
    const auto place = static_cast<std::uint32_t>(at.at_ - places_.data());
    index_.erase(*at.at_->key);
    places_[place].clear();
    return from(place);
  }
  /// Erases the entries for which doomed(entry) is true; the answer is how many.
  template <class F>
  std::size_t erase_if(F&& doomed) {
    const std::size_t before = size();
    for (iterator at = begin(); at != end();) doomed(*at) ? static_cast<void>(at = erase(at)) : static_cast<void>(++at);
    return before - size();
  }
  /// Closes the holes. O(entries + holes).
  void compact() {
    if (holes() != 0) rebuild(places_.capacity());
  }

  iterator begin() { return from(0); }
  iterator end() { return from(places_.size()); }
  const_iterator begin() const { return {places_.data(), places_.data() + places_.size()}; }
  const_iterator end() const { return {places_.data() + places_.size(), places_.data() + places_.size()}; }

 private:
  iterator from(std::size_t place) { return {places_.data() + place, places_.data() + places_.size()}; }
  template <class Make>
  std::pair<V*, bool> put(const K& key, Make&& make) {
    if (places_.size() == places_.capacity()) make_space(key);
    // The entry is made while the map holds a slot open for it: when that throws, the map closes the slot again, and
    // when the map throws after it (copying the key), the entry goes.
    struct Undo {
      Places* places;
      std::size_t size;
      ~Undo() {
        if (places != nullptr && places->size() > size) places->pop_back();
      }
    } undo{&places_, places_.size()};
    struct Maker {
      OrderedMap* map;
      const K& key;
      Make& make;
      operator std::uint32_t() const {
        map->places_.emplace_back(key, make);
        return static_cast<std::uint32_t>(map->places_.size() - 1);
      }
    };
    const auto [place, made] = index_.try_emplace(key, Maker{this, key, make});
    undo.places = nullptr;
    return {place == nullptr ? nullptr : &places_[*place].value.get(), made};
  }
  // Growth before the insertion, so that it does not happen within it.
  void make_space(const K& key) {
    if (index_.contains(key)) return;
    rebuild(places_.empty() ? 8 : holes() * 2 >= places_.size() ? places_.capacity() : 2 * places_.capacity());
  }
  /// A vector without holes for `capacity` entries.
  void rebuild(std::size_t capacity) {
    if (places_.size() > 0xfffffffeU) detail::out_of_memory();
    Places next;
    next.reserve(capacity);
    if (holes() != 0) {
      std::vector<std::uint32_t> place_of(places_.size());
      std::uint32_t kept = 0;
      for (std::size_t i = 0; i < places_.size(); ++i) place_of[i] = places_[i].key ? kept++ : 0;
      for (const auto& entry : index_) entry.value = place_of[entry.value];
    }
    for (Place& place : places_)
      if (place.key) next.push_back(std::move(place));
    places_ = std::move(next);
  }

  DenseMap<K, std::uint32_t, Traits, Policy, Stats> index_;
  Places places_;
};

/// The keys of an OrderedMap without values.
template <class K, class Traits = KeyTraits<K>, class Policy = Spread, class Stats = NoStatistics>
class OrderedSet {
  using Map = OrderedMap<K, detail::Nothing, Traits, Policy, Stats>;

 public:
  using key_type = K;
  class iterator {
   public:
    using value_type = K;
    using reference = const K&;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    iterator() = default;
    explicit iterator(typename Map::const_iterator at) : at_(at) {}
    reference operator*() const { return (*at_).key; }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    iterator operator++(int) {
      iterator old = *this;
      ++at_;
      return old;
    }
    bool operator==(const iterator&) const = default;

   private:
    typename Map::const_iterator at_;
  };
  using const_iterator = iterator;

  OrderedSet() = default;
  /// In this order, each key once.
  OrderedSet(std::initializer_list<K> keys) {
    for (const K& key : keys) insert(key);
  }
  std::size_t size() const { return map_.size(); }
  bool empty() const { return map_.empty(); }
  std::size_t capacity() const { return map_.capacity(); }
  std::size_t bytes() const { return map_.bytes(); }  ///< memory that it holds, this object not counted
  void reserve(std::size_t count) { map_.reserve(count); }
  void clear() { map_.clear(); }
  void swap(OrderedSet& other) noexcept { map_.swap(other.map_); }
  template <class Q = K>
  bool contains(const Q& key) const {
    return map_.contains(key);
  }
  /// True when it was not there before, and is last now; false also for the refused key.
  bool insert(const K& key) { return map_.try_emplace(key).second; }
  template <class Q = K>
  bool erase(const Q& key) {
    return map_.erase(key);
  }
  iterator begin() const { return iterator(map_.begin()); }
  iterator end() const { return iterator(map_.end()); }

 private:
  Map map_;
};

}  // namespace lathe::dense
