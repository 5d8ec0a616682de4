// The poorest keys that satisfy each kind of dense::KeyTraits: what they cannot do, the maps must not need.
#pragma once

#include <lathe/dense.hpp>

namespace archetype {

/// No default, no comparison, no assignment.
struct DenseId {
  explicit DenseId(std::uint32_t n) : number(n) {}
  DenseId(const DenseId&) = default;
  DenseId& operator=(const DenseId&) = delete;
  std::uint32_t number;
};
struct DenseIdTraits {
  static std::uint32_t id(const DenseId& key) { return key.number; }
  static DenseId from_id(std::uint32_t id) { return DenseId(id); }
};
struct DenseWordTraits {
  static std::uint64_t word(const DenseId& key) { return key.number; }
  static DenseId from_word(std::uint64_t word) { return DenseId(static_cast<std::uint32_t>(word)); }
};
/// Moves without throwing, and no more.
struct DenseName {
  explicit DenseName(int n) : number(n) {}
  DenseName(DenseName&& other) noexcept : number(other.number) {}
  DenseName& operator=(DenseName&&) = delete;
  int number;
};
struct DenseNameTraits {
  static std::uint64_t hash(const DenseName& key) { return static_cast<std::uint64_t>(key.number); }
  static bool equal(const DenseName& stored, const DenseName& key) { return stored.number == key.number; }
};
/// A value that can only be made and moved.
struct DenseValue {
  explicit DenseValue(int n) : number(n) {}
  DenseValue(DenseValue&& other) noexcept : number(other.number) {}
  DenseValue& operator=(DenseValue&&) = delete;
  int number;
};
static_assert(lathe::dense::explain_key_traits<DenseIdTraits, DenseId>());
static_assert(lathe::dense::explain_key_traits<DenseWordTraits, DenseId>());
static_assert(lathe::dense::explain_key_traits<DenseNameTraits, DenseName>());

}  // namespace archetype
