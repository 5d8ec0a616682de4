// LLVM types as this back end sees them: value types, the leaves of aggregates, and memory pieces.
//
// A leaf is a scalar or vector member of a first-class aggregate; a piece is what one memory access moves:
// a naturally aligned scalar, or a packed pair or four. Both come with byte offsets, ascending.
//
// Needs: a View of the module. Gives: plain data; O(leaves). No DAG here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/dag/dag.hpp"
#include "nvptx/support/codegen.hpp"

namespace llvm {
class Type;
}  // namespace llvm

namespace lathe::nvptx::build {

class View;

/// The value type of a first-class scalar or vector; Vt{} for aggregates, void, and what PTX cannot hold.
/// Pointers are i64, those to tensor memory (6) i32.
Vt vt_of(const llvm::Type* type);

/// One scalar or vector member of a value, depth first.
struct Leaf {
  Vt type;
  const llvm::Type* source = nullptr;
  std::uint64_t offset = 0;  ///< bytes from the start of the value in memory
};
/// Appends the leaves of `type`. On refusal returns the type that PTX cannot hold (or the aggregate that has
/// more than `max_leaves` members), otherwise null.
const llvm::Type* append_leaves(const llvm::Type* type, const View& view, std::uint64_t offset, std::vector<Leaf>& out);
inline constexpr std::size_t max_leaves = 8192;

/// As LLVM spells it.
std::string spell(const llvm::Type* type);

/// The largest power of two that divides both; `offset` 0 gives `align`.
std::uint32_t aligned_at(std::uint32_t align, std::uint64_t offset);

/// How a value is taken apart into pieces.
enum class Shape : std::uint8_t {
  whole,    ///< one piece of the value's own type
  lanes,    ///< packed groups and single lanes of a vector
  each,     ///< every lane by itself, as its own value (vectors of i128 and wider)
  integer,  ///< the bits as one integer, in chunks of 8, 4, 2 or 1 bytes
};
/// `align` is the alignment of the value's first byte.
Shape shape_of(Vt type, std::uint32_t align);
/// Appends the pieces of a value at `offset` from a base aligned to `base_align`.
void append_pieces(Vt type, std::uint64_t offset, std::uint32_t base_align, std::vector<ParamPiece>& out);

/// Lanes of `element` that one 32-bit register packs: 2, 4, or 1.
std::uint32_t packed_lanes(Vt element);

}  // namespace lathe::nvptx::build
