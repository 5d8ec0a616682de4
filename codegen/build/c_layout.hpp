// Where arguments and results lie as C has them, for conventions that go through memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codegen/build/types.hpp"

namespace lathe::codegen::build {

/// A value at its own alignment, at most `most_align`, with its pieces; integers of at most a word (the narrowest that
/// others are promoted to) travel as a word. Preconditions: type_of has refused no type. O(leaves).
ParamLayout c_layout(const llvm::Type* type, const TypeFacts& facts, std::uint32_t most_align, const View& view);
/// The same of what stands in memory that somebody else has written, an argument of a kernel: as it is, without pieces.
ParamLayout memory_layout(const llvm::Type* type, const View& view);
/// What an argument that is passed by value points to: its bytes, without pieces.
ParamLayout by_value_layout(const llvm::Type* pointee, std::uint64_t align, std::uint32_t most_align, const View& view);
/// Its alignment, as a function states it; 1 where nothing is stated. O(1).
std::uint64_t by_value_align(const llvm::Argument& parameter);
/// The same at a call: a known callee that takes it by value decides, for it finds the bytes so; else the call. O(1).
std::uint64_t by_value_align(const llvm::CallBase& call, unsigned index);

/// One behind the other, each at its alignment.
struct Places {
  std::vector<std::uint32_t> offsets;  ///< per layout: bytes from the start
  std::uint32_t bytes = 0;             ///< where the last one ends
};
Places places(std::span<const ParamLayout> layouts);  ///< O(layouts).

}  // namespace lathe::codegen::build
