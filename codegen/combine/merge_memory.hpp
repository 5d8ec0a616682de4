// Adjacent scalar accesses of one block become wider accesses and vector accesses.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/legalize/facts.hpp"

namespace lathe::codegen::combining {

/// Merges plain loads from one base at consecutive offsets that hang on one chain, and runs of plain stores, where the
/// alignment allows: bytes put together by shifts become one load, parts of one number stored side by side one store,
/// and 2 or 4 neighbours of the facts' types become load_vec and store_vec. Volatile accesses, atomic ones, and those
/// to .param space stay as they are. Returns the number of accesses made. O(n log n) in the block's nodes.
std::uint64_t merge_memory(Dag& dag, const TargetFacts& facts);

/// One access to base + offset, or to a symbol, frame object or parameter + offset.
struct Access {
  NodeId node = dag::no_node;
  Value chain, base, address;  ///< base: empty when the address is a symbol, a frame object or a parameter
  std::uint64_t leaf = 0;      ///< then which one
  std::int64_t offset = 0;
  MemInfo m;
  Value value;  ///< stored
};
/// A frame object's alignment goes into `m.align`.
Access access_of(const Dag& dag, NodeId id, Value address);
/// What the alignments of accesses to one base say of the address base + offset. Bytes.
std::uint32_t alignment_at(const std::vector<Access>& accesses, std::int64_t offset);

/// Loads of bytes (or halves) that shifts and ors put together, in either order, become one load of a type that
/// registers hold. Returns how many.
std::uint64_t join_loads(Dag& dag, const TargetFacts& facts);
/// How many of the stores from `from` on, sorted by offset, write neighbouring parts of one number; when more than one,
/// `out` is the store that does it in one.
std::uint32_t join_stored_parts(Dag& dag, const std::vector<Access>& list, std::size_t from, Access& out);

}  // namespace lathe::codegen::combining
