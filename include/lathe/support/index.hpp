// Strong 32-bit ids and containers keyed by them.
//
// An Index<Tag> is a dense id that cannot be mixed up with another kind of id; IndexMap<Id, T> is a vector
// that only takes that id. Both cost what a uint32_t and a std::vector cost.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace lathe {

/// Dense id of the things that Tag names. The default value is "none".
template <class Tag>
struct Index {
  std::uint32_t value = 0xffffffffU;  ///< all ones: none

  constexpr Index() = default;
  constexpr explicit Index(std::uint32_t v) : value(v) {}  ///< Precondition: it is not all ones, unless none is meant.
  /// False for "none".
  constexpr explicit operator bool() const { return value != 0xffffffffU; }
  constexpr auto operator<=>(const Index&) const = default;
};

/// Values keyed by an Index (or any type with a `value` member, or an unsigned integer).
template <class Id, class T>
class IndexMap {
 public:
  IndexMap() = default;
  /// A value for each number below `size`.
  explicit IndexMap(std::size_t size, const T& fill = T()) : values_(size, fill) {}

  /// The number of an id.
  static constexpr std::uint32_t number(Id id) {
    if constexpr (requires { id.value; })
      return id.value;
    else
      return static_cast<std::uint32_t>(id);
  }
  /// Precondition: the id was added or is below size().
  decltype(auto) operator[](Id id) {
    assert(number(id) < values_.size());
    return values_[number(id)];
  }
  decltype(auto) operator[](Id id) const {
    assert(number(id) < values_.size());
    return values_[number(id)];
  }
  /// The value at `id`; grows with `fill` when the id is new. Amortised O(1).
  decltype(auto) at_or_grow(Id id, const T& fill = T()) {
    if (number(id) >= values_.size()) values_.resize(number(id) + 1, fill);
    return values_[number(id)];
  }
  bool contains(Id id) const { return number(id) < values_.size(); }
  /// Appends and returns the new id.
  Id add(T value) {
    values_.push_back(std::move(value));
    return Id(static_cast<std::uint32_t>(values_.size() - 1));
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(values_.size()); }
  void clear() { values_.clear(); }
  void resize(std::size_t size, const T& fill = T()) { values_.resize(size, fill); }
  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::vector<T> values_;
};

}  // namespace lathe
