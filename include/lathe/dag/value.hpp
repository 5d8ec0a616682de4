// Names of nodes and of their results, common to all graphs that the algorithms of this room work on.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace lathe::dag {

/// Dense id of a node. Ids are never reused until the graph is cleared (except those that a rollback takes back).
using NodeId = std::uint32_t;
/// No node.
inline constexpr NodeId no_node = 0xffffffffU;

/// One result of one node.
struct Value {
  NodeId node = no_node;     ///< no_node: no value
  std::uint32_t result = 0;  ///< which of the node's results, from 0 on
  constexpr bool operator==(const Value&) const = default;
  constexpr auto operator<=>(const Value&) const = default;
  /// True when the value names a node.
  constexpr explicit operator bool() const { return node != no_node; }
};

/// Memory for an order, to be kept from one graph to the next.
struct OrderScratch {
  std::vector<std::uint32_t> waiting;  ///< by id: operands that are not ordered yet
  std::vector<NodeId> stack;           ///< nodes whose turn may come
};

/// Receives what happens to a graph. Derive and override by name hiding; unused members cost nothing.
struct NoObserver {
  void created(NodeId) {}  ///< a node is there that was not
  void changed(NodeId) {}  ///< its operands are others than before
  /// `from` became equal to `to` and is merged into it: its uses move there, then it is gone. Its operands
  /// can still be read during this call.
  void merged(NodeId /*from*/, NodeId /*to*/) {}
  void erased(NodeId) {}  ///< the id is dead; its operands can be read no longer
};

namespace detail {

/// Mixes a number into a hash.
inline std::uint64_t mix_hash(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio
  return h ^ (h >> 32);
}
/// What an operand adds to the hash of its user. A sum, so that one operand of very many changes in O(1): hashing a token
/// factor anew for each of its chains that a rule shortens takes quadratic time. Two multiplications, for a sum of single
/// ones would be equal wherever the sum of the operands' numbers is.
inline std::uint32_t hash_operand(Value v, std::uint32_t place) {
  const std::uint64_t h = mix_hash(place + 1, (static_cast<std::uint64_t>(v.result) << 32) | v.node);
  return static_cast<std::uint32_t>((h * 0xD1B54A32D192ED03ULL) >> 32);
}

}  // namespace detail

}  // namespace lathe::dag
