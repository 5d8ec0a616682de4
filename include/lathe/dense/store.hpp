// Which storage a map or set has for its keys: the array of ids, a table of groups, or an ordered table.
#pragma once

#include <lathe/dense/engine.hpp>
#include <lathe/dense/ids.hpp>
#include <lathe/dense/table.hpp>

namespace lathe::dense::detail {

// A number for a number of another type is the caller's business.
template <class K, class Q>
decltype(auto) number_as(const Q& key) {
  if constexpr (std::is_arithmetic_v<Q> && std::is_arithmetic_v<K> && !std::is_same_v<Q, K>)
    return static_cast<K>(key);
  else
    return (key);
}

template <class K, class V, class Traits, class Policy>
struct LayoutOf {
  // Words (and ids without an array) whose policy cannot be undone are values with all ones as the sentinel.
  struct WordValues {
    static K empty() {
      if constexpr (IdKey<Traits, K>)
        return Traits::from_id(~std::uint32_t{0});
      else
        return Traits::from_word(~std::uint64_t{0});
    }
    static std::uint64_t bits(const K& key) {
      if constexpr (IdKey<Traits, K>)
        return Traits::id(key);
      else
        return Traits::word(key);
    }
  };
  static auto pick() {
    if constexpr (IdKey<Traits, K> && Multiplicative<Policy>)
      return std::type_identity<WordLayout<std::uint32_t, V, Policy>>{};
    else if constexpr (WordKey<Traits, K> && Multiplicative<Policy>)
      return std::type_identity<WordLayout<std::uint64_t, V, Policy>>{};
    else if constexpr (IdKey<Traits, K> || WordKey<Traits, K>)
      return std::type_identity<ValueLayout<K, V, WordValues, Policy>>{};
    else if constexpr (ValueKey<Traits, K>)
      return std::type_identity<ValueLayout<K, V, Traits, Policy>>{};
    else
      return std::type_identity<HashLayout<K, V, Traits, Policy>>{};
  }
  using type = typename decltype(pick())::type;
};

/// A table with the user's keys; `words` and `ids`: the layout has a number for each.
template <class K, class V, class Traits, class Layout, class Tab, bool words, bool ids>
class KeyedTable {
 public:
  using Place = Cursor;
  // Any key type but the layout's own words goes as it is.
  template <class Q>
  static decltype(auto) inner(const Q& key) {
    if constexpr (words)
      return Traits::word(number_as<K>(key));
    else if constexpr (ids)
      return Traits::id(number_as<K>(key));
    else
      return (key);
  }
  std::size_t size() const { return table_.size(); }
  std::size_t capacity() const { return table_.frame().limit; }
  std::size_t bytes() const { return table_.bytes(); }
  auto statistics() const { return table_.statistics(); }
  const auto* table() const { return &table_.frame(); }
  std::uint32_t array() const { return 0; }
  void swap(KeyedTable& other) noexcept { table_.swap(other.table_); }

  template <class Q>
  V* find(const Q& key) const {
    return value_of(table_.find(inner(key)));
  }
  template <class Q, class Make>
  std::pair<V*, bool> insert(Q&& key, Make&& make) {
    if constexpr (words || ids) {
      const auto [slot, made] = table_.insert(inner(key), std::forward<Make>(make));
      return {value_of(slot), made};
    } else {
      const auto [slot, made] = table_.insert(std::forward<Q>(key), std::forward<Make>(make));
      return {value_of(slot), made};
    }
  }
  template <class Q>
  bool erase(const Q& key) {
    return table_.erase(inner(key));
  }
  Cursor begin() const { return table_.begin(); }
  Cursor end() const { return table_.end(); }
  Cursor next(const Cursor& at) const { return table_.next(at); }
  Cursor erase_at(const Cursor& at) { return table_.erase_at(at); }
  decltype(auto) key(const Cursor& at) const {
    if constexpr (words)
      return K(Traits::from_word(Layout::key(table_.at(at))));
    else if constexpr (ids)
      return K(Traits::from_id(Layout::key(table_.at(at))));
    else
      return (Layout::key(table_.at(at)));
  }
  V& value(const Cursor& at) const { return table_.at(at).value.get(); }
  void reserve(std::size_t count) { table_.reserve(count); }
  /// So many entries are to come in any order, that of another table's walk too.
  void expect(std::size_t count) { table_.reserve(count); }
  void clear() { table_.clear(); }

 private:
  template <class Slot>
  static V* value_of(Slot* slot) {
    if (slot == nullptr) return nullptr;
    V* const value = &slot->value.get();
    // Never null, which compilers do not see through std::launder; with it, what callers ask of an answer costs nothing.
    if (value == nullptr) __builtin_unreachable();
    return value;
  }
  Tab table_;
};

/// An ordered table.
template <class K, class V, class Traits, class Policy, class Stats, std::uint32_t inline_slots, std::uint32_t minimum>
struct TableStore {
  using Layout = typename LayoutOf<K, V, Traits, Policy>::type;
  using Key = typename Layout::Key;
  using type = KeyedTable<K, V, Traits, Layout, Table<Layout, Stats, inline_slots, minimum>,
                          std::is_same_v<Key, std::uint64_t> && WordKey<Traits, K> && Layout::exact,
                          std::is_same_v<Key, std::uint32_t> && IdKey<Traits, K> && Layout::exact>;
};

template <class K, class V, class Traits, class Policy>
struct GroupLayoutOf {
  static auto pick() {
    if constexpr (IdKey<Traits, K>)
      return std::type_identity<GroupWordLayout<std::uint32_t, V, Policy>>{};
    else if constexpr (WordKey<Traits, K>)
      return std::type_identity<GroupWordLayout<std::uint64_t, V, Policy>>{};
    else if constexpr (ValueKey<Traits, K>)
      return std::type_identity<GroupValueLayout<K, V, Traits, Policy>>{};
    else
      return std::type_identity<GroupHashLayout<K, V, Traits, Policy>>{};
  }
  using type = typename decltype(pick())::type;
};

/// A table of groups.
template <class K, class V, class Traits, class Policy, class Stats, std::uint32_t minimum, class G = Group>
struct GroupStore {
  using Layout = typename GroupLayoutOf<K, V, Traits, Policy>::type;
  using type = KeyedTable<K, V, Traits, Layout, GroupTable<Layout, Stats, minimum, G>,
                          WordKey<Traits, K> && !IdKey<Traits, K>, IdKey<Traits, K>>;
};

/// The array of ids with the user's keys.
template <class K, class V, class Traits, class Policy, class Stats, std::uint32_t minimum>
class ArrayStore {
  using Ids = IdStore<V, Policy, Stats, minimum>;

 public:
  using Place = IdCursor;
  std::size_t size() const { return ids_.size(); }
  std::size_t capacity() const { return ids_.capacity(); }
  std::size_t bytes() const { return ids_.bytes(); }
  Stats statistics() const { return ids_.statistics(); }
  const auto* table() const { return ids_.table(); }
  std::uint32_t array() const { return ids_.array(); }
  void swap(ArrayStore& other) noexcept { ids_.swap(other.ids_); }
  V* find(const K& key) const { return ids_.find(Traits::id(key)); }
  template <class Make>
  std::pair<V*, bool> insert(const K& key, Make&& make) {
    return ids_.insert(Traits::id(key), std::forward<Make>(make));
  }
  bool erase(const K& key) { return ids_.erase(Traits::id(key)); }
  IdCursor begin() const { return ids_.begin(); }
  IdCursor end() const { return ids_.end(); }
  IdCursor next(const IdCursor& at) const { return ids_.next(at); }
  IdCursor erase_at(const IdCursor& at) { return ids_.erase_at(at); }
  K key(const IdCursor& at) const { return Traits::from_id(ids_.key(at)); }
  V& value(const IdCursor& at) const { return ids_.value(at); }
  void reserve(std::size_t count) { ids_.reserve(count); }
  void clear() { ids_.clear(); }

 private:
  Ids ids_;
};

template <class K, class V, class Traits, class Policy, class Stats, std::uint32_t inline_slots, std::uint32_t minimum>
struct StorePick {
  static constexpr Engine engine = engine_for<K, Traits, Policy, inline_slots>;
  static auto pick() {
    if constexpr (engine == Engine::array)
      return std::type_identity<ArrayStore<K, V, Traits, Policy, Stats, minimum>>{};
    else if constexpr (engine == Engine::groups)
      return GroupStore<K, V, Traits, Policy, Stats, minimum>{};
    else if constexpr (engine == Engine::portable_groups)
      return GroupStore<K, V, Traits, Policy, Stats, minimum, WordGroup>{};
    else
      return TableStore<K, V, Traits, Policy, Stats, inline_slots, minimum>{};
  }
};
template <class K, class V, class Traits, class Policy, class Stats, std::uint32_t inline_slots, std::uint32_t minimum>
using StoreFor = typename decltype(StorePick<K, V, Traits, Policy, Stats, inline_slots, minimum>::pick())::type;

}  // namespace lathe::dense::detail
