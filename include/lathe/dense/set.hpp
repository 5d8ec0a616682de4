// DenseSet: the keys of a DenseMap without values. Of dense ids it is a bit set that grows.
#pragma once

#include <lathe/dense/map.hpp>

namespace lathe::dense {

/// See DenseMap for the parameters, the keys and the guarantees.
template <class K, class Traits = KeyTraits<K>, class Policy = Spread, class Stats = NoStatistics,
          std::uint32_t inline_slots = 0, std::uint32_t minimum = reference_minimum>
class DenseSet {
  static_assert(explain_key_traits<Traits, K>());
  static_assert(told(HashPolicy<Policy>), "dense: a hash policy wants  static uint64_t mix(uint64_t bits);");
  using Store = detail::StoreFor<K, detail::Nothing, Traits, Policy, Stats, inline_slots, minimum>;
  using ShownKey = decltype(std::declval<const Store&>().key(std::declval<const typename Store::Place&>()));

 public:
  using key_type = K;
  using value_type = K;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  /// Ends with any insertion or erasure, but for erase(iterator).
  class iterator {
   public:
    using value_type = K;
    using reference = ShownKey;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;
    iterator() = default;
    iterator(const Store* store, typename Store::Place place) : store_(store), place_(place) {}
    reference operator*() const { return store_->key(place_); }
    iterator& operator++() {
      place_ = store_->next(place_);
      return *this;
    }
    iterator operator++(int) {
      iterator old = *this;
      ++*this;
      return old;
    }
    bool operator==(const iterator& other) const { return place_ == other.place_; }
    const typename Store::Place& place() const { return place_; }  ///< where the store has the key

   private:
    const Store* store_ = nullptr;
    typename Store::Place place_{};
  };
  using const_iterator = iterator;

  DenseSet() = default;
  DenseSet(std::initializer_list<K> keys) { insert(keys); }  ///< Each key once. Expected O(keys).
  /// Of anything that keys can be made of, each once.
  template <std::input_iterator It>
    requires std::constructible_from<K, std::iter_reference_t<It>>
  DenseSet(It first, It last) {
    insert(first, last);
  }
  DenseSet& operator=(std::initializer_list<K> keys) {
    DenseSet made;
    made.insert(keys);
    return *this = std::move(made);
  }
  std::size_t size() const { return store_.size(); }
  bool empty() const { return size() == 0; }
  std::size_t capacity() const { return store_.capacity(); }
  std::size_t bytes() const { return store_.bytes(); }  ///< memory that it holds, this object not counted
  void reserve(std::size_t count) { store_.reserve(count); }
  void clear() { store_.clear(); }
  void swap(DenseSet& other) noexcept { store_.swap(other.store_); }
  friend void swap(DenseSet& a, DenseSet& b) noexcept { a.swap(b); }
  /// What was counted since it was made; NoStatistics has nothing.
  Stats statistics() const { return store_.statistics(); }
  template <class Q = K>
  bool contains(const Q& key) const {
    return store_.find(key) != nullptr;
  }
  /// 1 or 0.
  template <class Q = K>
  std::size_t count(const Q& key) const {
    return store_.find(key) != nullptr ? 1 : 0;
  }
  /// True when it was not there before; false also for a refused key.
  template <class Q = K>
  bool insert(Q&& key) {
    return store_.insert(std::forward<Q>(key), [](void*) noexcept {}).second;
  }
  template <std::input_iterator It>
    requires std::constructible_from<K, std::iter_reference_t<It>>
  void insert(It first, It last) {
    if constexpr (std::forward_iterator<It>) expect(static_cast<std::size_t>(std::ranges::distance(first, last)));
    for (; first != last; ++first) insert(*first);
  }
  void insert(std::initializer_list<K> keys) { insert(keys.begin(), keys.end()); }
  template <class... A>
  bool emplace(A&&... arguments) {
    return insert(K(std::forward<A>(arguments)...));
  }
  /// Takes from `other` the keys that are not here; the others stay there.
  void merge(DenseSet& other) {
    if (this == &other) return;
    expect(other.size());
    for (iterator at = other.begin(); at != other.end();) at = insert(*at) ? other.erase(at) : std::next(at);
  }
  void merge(DenseSet&& other) { merge(other); }
  template <class Q = K>
  bool erase(const Q& key)
    requires(!std::is_same_v<Q, iterator>)
  {
    return store_.erase(key);
  }
  /// Erases the key at `at`; the answer stands where the walk goes on.
  iterator erase(const iterator& at) { return {&store_, store_.erase_at(at.place())}; }
  /// Erases the keys from `first` to `last`, which are counted before: erasing moves those behind.
  iterator erase(const iterator& first, const iterator& last) {
    iterator at = first;
    for (auto left = std::ranges::distance(first, last); left != 0; --left) at = erase(at);
    return at;
  }
  /// Erases the keys for which doomed(key) is true; the answer is how many.
  template <class F>
  std::size_t erase_if(F&& doomed) {
    const std::size_t before = size();
    for (iterator at = begin(); at != end();) doomed(*at) ? static_cast<void>(at = erase(at)) : static_cast<void>(++at);
    return before - size();
  }
  template <class F>
  friend std::size_t erase_if(DenseSet& set, F&& doomed) {
    return set.erase_if(std::forward<F>(doomed));
  }
  iterator begin() const { return {&store_, store_.begin()}; }
  iterator end() const { return {&store_, store_.end()}; }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
  /// The same keys, whatever the order of the walks. O(keys) expected.
  friend bool operator==(const DenseSet& a, const DenseSet& b) {
    if (a.size() != b.size()) return false;
    for (const auto& key : a)
      if (!b.contains(key)) return false;
    return true;
  }
  /// Calls f(key) for each, in the order of the walk.
  template <class F>
  void for_each(F&& f) const {
    for (auto at = store_.begin(); at != store_.end(); at = store_.next(at)) f(store_.key(at));
  }
  /// The keys in ascending order (or by `less`). O(n log n).
  template <class Less = std::less<>>
  std::vector<K> sorted(Less less = {}) const {
    std::vector<K> out(begin(), end());
    std::sort(out.begin(), out.end(), less);
    return out;
  }
  /// The table under the set (null: none yet), for the checker.
  const auto* table() const { return store_.table(); }
  /// Length of the array of ids, for the checker; 0: keys are no ids, or there are none.
  std::uint32_t array() const { return store_.array(); }

 private:
  // Keys in the order of another table's walk crowd the low part of a smaller one, and every insertion then passes
  // them.
  void expect(std::size_t more) {
    if constexpr (requires { store_.expect(more); }) store_.expect(size() + more);
  }

  Store store_;
};

/// A set whose first keys stand within the object.
template <class K, std::uint32_t slots = 16, class Traits = KeyTraits<K>, class Policy = Spread>
using SmallDenseSet = DenseSet<K, Traits, Policy, NoStatistics, slots>;

}  // namespace lathe::dense
