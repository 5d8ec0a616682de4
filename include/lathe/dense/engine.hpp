// Which engine a map's keys get, decided when it is compiled.
#pragma once

#include <lathe/dense/key.hpp>

namespace lathe::dense {

/// How entries are found.
enum class Engine : std::uint8_t {
  /// An array that ids index while they are dense, beside a table of groups for the others.
  array,
  /// Groups of fifteen slots whose tags are compared at once (group_table.hpp): the default of all other keys. The walk
  /// depends on the operations that came before.
  groups,
  /// The same without SIMD, as it is on machines that have none, bit for bit: for tests.
  portable_groups,
  /// A table sorted by hash (table.hpp): the walk of words depends on the keys alone, whatever came before. It finds what
  /// is there as fast, misses and changes are slower. Maps with slots within the object are such tables.
  ordered,
};

/// The traits name an engine: `static constexpr lathe::dense::Engine engine = lathe::dense::Engine::ordered;`.
template <class Traits>
concept NamesEngine = requires {
  { Traits::engine } -> std::convertible_to<Engine>;
};

/// Stock traits with another engine: `DenseMap<Key, Value, WithEngine<Engine::ordered, Key>>`.
template <Engine chosen, class K, class Traits = KeyTraits<K>>
struct WithEngine : Traits {
  static constexpr Engine engine = chosen;  ///< what the map takes
};

/// What a map takes: slots within the object are an ordered table; then what the traits name, but an array only for ids
/// whose policy can be undone; then the array for ids and groups for all else.
template <class K, class Traits, class Policy, std::uint32_t inline_slots>
inline constexpr Engine engine_for = [] {
  constexpr bool can_index = IdKey<Traits, K> && Multiplicative<Policy>;
  if constexpr (inline_slots != 0) {
    return Engine::ordered;
  } else if constexpr (NamesEngine<Traits>) {
    static_assert(told(Traits::engine != Engine::array || can_index),
                  "dense: Engine::array wants keys with id and from_id, and a policy that is one multiplication");
    return Traits::engine;
  } else {
    return can_index ? Engine::array : Engine::groups;
  }
}();

}  // namespace lathe::dense
