// DenseSet: the keys of a DenseMap without values.
#pragma once

#include <initializer_list>

#include <lathe/dense/table.hpp>

namespace lathe::dense {

/// Precondition on keys: never the sentinel Traits::empty().
template <class K, class Traits = KeyTraits<K>, class Policy = Fibonacci>
  requires KeyTraitsFor<Traits, K>
class DenseSet {
  static_assert(std::is_trivially_destructible_v<K> && std::is_nothrow_copy_constructible_v<K>,
                "dense keys are small values: wrap others in an id or a pointer");
  struct Entry {
    K key;
  };
  using Table = dense::detail::Table<K, Entry, Traits, Policy>;

 public:
  DenseSet() = default;
  DenseSet(std::initializer_list<K> keys) {
    for (const K& key : keys) insert(key);
  }
  std::size_t size() const { return table_.size(); }
  bool empty() const { return table_.size() == 0; }
  void reserve(std::size_t count) { table_.reserve(count); }
  void clear() { table_.clear(); }
  bool contains(const K& key) const { return table_.find(key) != Table::npos; }
  /// True when it was not there before.
  bool insert(const K& key) {
    return table_.find_or_insert(key, [&](void* place) { ::new (place) Entry{key}; }).second;
  }
  bool erase(const K& key) {
    const std::size_t at = table_.find(key);
    if (at == Table::npos) return false;
    table_.erase_at(at);
    return true;
  }
  /// Calls f(key) for each; the order depends on the keys' values.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t at = table_.next_filled(0); at < table_.capacity(); at = table_.next_filled(at + 1))
      f(table_.at(at).key);
  }

 private:
  Table table_;
};

}  // namespace lathe::dense
