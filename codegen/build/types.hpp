// LLVM types as graphs have them: value types, the leaves of aggregates, and memory pieces.
//
// A leaf is a scalar or vector member of a first-class aggregate; a piece is what one memory access moves:
// a naturally aligned scalar, or a packed pair or four. Both come with byte offsets, ascending.
//
// Needs: a View of the module. Gives: plain data; O(leaves). No DAG here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>

#include "codegen/dag/dag.hpp"
#include "codegen/legalize/facts.hpp"

namespace llvm {
class Type;
}  // namespace llvm

namespace lathe::codegen::build {

class View;

/// The value type of a first-class scalar or vector; Vt{} for aggregates, void, and what no graph can hold. Pointers
/// are integers of the width that the module's data layout gives their address space.
Vt vt_of(const llvm::Type* type, const View& view);
/// The same where there is no View yet.
Vt vt_of(const llvm::Type* type, llvm::function_ref<unsigned(unsigned space)> pointer_bits);

/// One scalar or vector member of a value, depth first.
struct Leaf {
  Vt type;  ///< what it is held as
  const llvm::Type* source = nullptr;
  std::uint64_t offset = 0;  ///< bytes from the start of the value in memory
};
/// Appends the leaves of `type`. On refusal returns the type that no graph can hold (or the aggregate that has
/// more than `max_leaves` members), otherwise null.
const llvm::Type* append_leaves(const llvm::Type* type, const View& view, std::uint64_t offset, std::vector<Leaf>& out);
inline constexpr std::size_t max_leaves = 8192;  ///< of one value; more are refused

/// As LLVM spells it.
std::string spell(const llvm::Type* type);

/// The largest power of two that divides both; `offset` 0 gives `align`.
std::uint32_t aligned_at(std::uint32_t align, std::uint64_t offset);

/// How a value is taken apart into pieces.
enum class Shape : std::uint8_t {
  whole,    ///< one piece of the value's own type
  lanes,    ///< packed groups and single lanes of a vector
  each,     ///< every lane by itself, as its own value (vectors of i128 and wider)
  integer,  ///< the bits as one integer, in chunks of 1, 2, 4 ... bytes, at most of the widest integer register
};
/// `align` is the alignment of the value's first byte.
Shape shape_of(Vt type, const TypeFacts& facts, std::uint32_t align);
/// Appends the pieces of a value at `offset` from a base aligned to `base_align`.
void append_pieces(Vt type, const TypeFacts& facts, std::uint64_t offset, std::uint32_t base_align,
                   std::vector<ParamPiece>& out);

/// Lanes of `element` that travel in one register: 1 where nothing packs them.
std::uint32_t packed_lanes(Vt element, const TypeFacts& facts);

/// Written as one access of the value's type; others go in pieces.
bool plain_access(Vt type, const TypeFacts& facts, std::uint32_t align);

}  // namespace lathe::codegen::build
