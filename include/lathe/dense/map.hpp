// DenseMap: a hash map for compiler keys (pointers, dense ids, small integers, pairs of them).
//
// One allocation, no node per entry, no tombstones; the walk's order depends on the keys' values only, but not on
// their insertion, so output must not follow it where keys are addresses. See table.hpp for cost and rules.
#pragma once

#include <initializer_list>
#include <iterator>
#include <tuple>

#include <lathe/dense/table.hpp>

namespace lathe::dense {

/// Precondition on keys: never the sentinel Traits::empty(). References and iterators end with any insertion or
/// erasure.
template <class K, class V, class Traits = KeyTraits<K>, class Policy = Fibonacci>
  requires KeyTraitsFor<Traits, K>
class DenseMap {
  static_assert(std::is_trivially_destructible_v<K> && std::is_nothrow_copy_constructible_v<K>,
                "dense keys are small values: wrap others in an id or a pointer");

 public:
  /// A key with its value; the key must not be changed.
  struct Entry {
    K key;
    V value;
    template <class... A>
    explicit Entry(const K& k, A&&... a) : key(k), value(std::forward<A>(a)...) {}
  };

  template <bool Const>
  class Walk {
   public:
    using Table = dense::detail::Table<K, Entry, Traits, Policy>;
    using TablePtr = std::conditional_t<Const, const Table*, Table*>;
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using reference = std::conditional_t<Const, const Entry&, Entry&>;
    Walk() = default;
    Walk(TablePtr table, std::size_t at) : table_(table), at_(at) {}
    reference operator*() const { return table_->at(at_); }
    auto* operator->() const { return &table_->at(at_); }
    Walk& operator++() {
      at_ = table_->next_filled(at_ + 1);
      return *this;
    }
    Walk operator++(int) {
      Walk old = *this;
      ++*this;
      return old;
    }
    bool operator==(const Walk& other) const { return at_ == other.at_; }

   private:
    TablePtr table_ = nullptr;
    std::size_t at_ = 0;
  };
  using iterator = Walk<false>;
  using const_iterator = Walk<true>;

  DenseMap() = default;
  DenseMap(std::initializer_list<std::pair<K, V>> entries) {
    for (const auto& [key, value] : entries) insert(key, value);
  }

  std::size_t size() const { return table_.size(); }
  bool empty() const { return table_.size() == 0; }
  std::size_t capacity() const { return table_.capacity(); }
  void reserve(std::size_t count) { table_.reserve(count); }
  void clear() { table_.clear(); }

  bool contains(const K& key) const { return table_.find(key) != Table::npos; }
  /// Null when the key is not there.
  V* find(const K& key) {
    const std::size_t at = table_.find(key);
    return at == Table::npos ? nullptr : &table_.at(at).value;
  }
  const V* find(const K& key) const { return const_cast<DenseMap*>(this)->find(key); }
  /// The value, or `otherwise`.
  V lookup(const K& key, V otherwise = V()) const {
    const V* found = find(key);
    return found == nullptr ? otherwise : *found;
  }
  V& operator[](const K& key) { return *try_emplace(key).first; }
  /// The entry's value and whether it is new; an existing value stays.
  template <class... A>
  std::pair<V*, bool> try_emplace(const K& key, A&&... arguments) {
    const auto [at, made] =
        table_.find_or_insert(key, [&](void* place) { ::new (place) Entry(key, std::forward<A>(arguments)...); });
    return {&table_.at(at).value, made};
  }
  std::pair<V*, bool> insert(const K& key, V value) { return try_emplace(key, std::move(value)); }
  V& insert_or_assign(const K& key, V value) {
    auto [slot, made] = try_emplace(key, std::move(value));
    if (!made) *slot = std::move(value);
    return *slot;
  }
  /// True when the key was there.
  bool erase(const K& key) {
    const std::size_t at = table_.find(key);
    if (at == Table::npos) return false;
    table_.erase_at(at);
    return true;
  }

  iterator begin() { return {&table_, table_.next_filled(0)}; }
  iterator end() { return {&table_, table_.capacity()}; }
  const_iterator begin() const { return {&table_, table_.next_filled(0)}; }
  const_iterator end() const { return {&table_, table_.capacity()}; }

 private:
  using Table = dense::detail::Table<K, Entry, Traits, Policy>;
  Table table_;
};

}  // namespace lathe::dense
