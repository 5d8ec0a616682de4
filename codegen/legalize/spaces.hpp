// The address spaces of a target by role: LLVM's numbers, the type of an address, what an access may be.
//
// Roles are those of the graph (Space in dag/dag.hpp). A target has those that it lists; what the front end's numbers mean
// is said here and nowhere else.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "codegen/dag/dag.hpp"

namespace lathe::codegen {

/// What an access to a space may be.
struct AccessFacts {
  std::uint32_t widest = 16;                              ///< bytes, a power of two
  std::array<std::uint8_t, 4> most_lanes = {4, 4, 4, 4};  ///< of elements of 1, 2, 4, 8 bytes, a power of two
};

struct SpaceFacts {
  Space role = Space::generic;
  unsigned number = 0;   ///< LLVM's address space, below 256
  Vt pointer = vt::i64;  ///< the integer that holds an address
  AccessFacts access{};
  bool loads = true;         ///< plain loads and stores reach it; else only the target's own intrinsics do
  bool read_only = false;    ///< no store
  bool casts = true;         ///< an address can be made generic, and back
  bool prefetches = false;   ///< otherwise a prefetch is no more than a hint that is dropped
  bool of_module = true;     ///< variables of the module may stand there
  std::string_view title{};  ///< in messages, where it is more than the role's name
};

class Spaces {
 public:
  Spaces() = default;
  /// Preconditions: fault_of(facts) finds nothing.
  explicit Spaces(std::vector<SpaceFacts> rows);
  /// By LLVM's number; null when the target has no such space. O(1).
  const SpaceFacts* numbered(unsigned number) const {
    return number < by_number_.size() && by_number_[number] != 0 ? &rows_[by_number_[number] - 1U] : nullptr;
  }
  /// By role; of a space that the target does not have, a row that says nothing. O(1).
  const SpaceFacts& of(Space role) const { return rows_[by_role_[static_cast<std::size_t>(role)]]; }
  bool has(Space role) const { return by_role_[static_cast<std::size_t>(role)] + 1U < rows_.size(); }
  /// Those of the target.
  std::span<const SpaceFacts> rows() const { return {rows_.data(), rows_.size() - 1}; }
  /// The row of a role, to be changed; it must be there.
  SpaceFacts& change(Space role) { return rows_[by_role_[static_cast<std::size_t>(role)]]; }

 private:
  std::vector<SpaceFacts> rows_{{}};           ///< the last is what stands for spaces that are not there
  std::array<std::uint8_t, 256> by_number_{};  ///< 1 + place in rows_, 0 for none
  std::array<std::uint8_t, 256> by_role_{};    ///< place in rows_
};

}  // namespace lathe::codegen
