// The address spaces of a target by role: LLVM's numbers, what an address and an access may be, who sees them.
//
// Roles are those of the graphs and of the steps on IR. A target has the spaces that it lists; what the front end's numbers
// mean is said here and nowhere else. Plain data; strings are the target's and outlive it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lathe::codegen {

/// What an address space is for. The numbers are those of the graphs' text, and nobody else's.
enum class Space : std::uint8_t {
  generic = 0,         ///< a pointer into any of the others that have a generic address
  global = 1,          ///< the device's memory
  shared = 3,          ///< of a block
  constant = 4,        ///< variables that nobody writes
  local = 5,           ///< of a thread
  tensor = 6,          ///< of a block, for matrix instructions alone
  shared_cluster = 7,  ///< of several blocks
  param = 101,         ///< arguments of a kernel
  other = 255
};
constexpr std::string_view to_string(Space space) {
  switch (space) {
    case Space::generic:
      return "generic";
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::constant:
      return "const";
    case Space::local:
      return "local";
    case Space::tensor:
      return "tensor";
    case Space::shared_cluster:
      return "shared_cluster";
    case Space::param:
      return "param";
    case Space::other:
      break;
  }
  return "other";
}

/// How a pointer of the space becomes a generic one.
enum class ToGeneric : std::uint8_t {
  never,      ///< there is no such cast
  same_bits,  ///< it is one already
  computed,   ///< by an instruction, or by adding where the space lies
};

/// What a target says of one address space.
struct SpaceFacts {
  static constexpr unsigned nowhere = ~0U;  ///< no space

  unsigned number = 0;             ///< LLVM's, below 256
  Space role = Space::other;       ///< what it is for: other steps ask by it
  std::uint8_t pointer_bits = 64;  ///< of an address, 8 to 64
  std::uint8_t widest = 16;        ///< bytes of one access, a power of two
  /// Of elements of 1, 2, 4, 8 bytes in one access, at most, a power of two.
  std::array<std::uint8_t, 4> most_lanes = {4, 4, 4, 4};
  std::uint8_t alignment = 0;  ///< bytes that suffice for a wider access; 0: see `needs`
  bool odd_lanes = false;      ///< vectors of three lanes and the like are accesses, too
  ToGeneric to_generic = ToGeneric::computed;
  /// Of what is computed: an instruction casts to generic and back; or else the space's 2^pointer_bits bytes have the
  /// generic addresses from `window` on, and that is added.
  bool casts = true;
  std::uint64_t window = 0;  ///< where the space lies among generic addresses; of no meaning where an instruction casts
  unsigned inside = nowhere;  ///< the space, other than generic, that all of this one's bytes are in as well
  std::int64_t least_offset = INT32_MIN, most_offset = INT32_MAX;  ///< constants of an address, bytes
  bool loads = true;             ///< plain accesses reach it; else only the target's own intrinsics do
  bool read_only = false;        ///< nobody writes while a kernel runs
  bool one_thread = false;       ///< nobody else has it: atomic operations there are plain ones
  bool initialized = true;       ///< its variables may have initial values
  bool of_module = true;         ///< variables of the module may stand there
  bool uniform_loads = true;     ///< threads that load one address have one value
  bool volatile_stores = true;   ///< a volatile store to it has an instruction
  bool fixed_offsets = false;    ///< functions that are no kernels reach it at constant offsets alone
  bool certain = true;           ///< a generic pointer's bits tell whether it is in it, on every machine
  bool unwritten_loads = false;  ///< loads of what nobody writes have an instruction of their own
  bool prefetches = false;       ///< else a prefetch is a hint that is dropped
  std::string_view title{};      ///< in messages, where it is more than the role's name

  bool operator==(const SpaceFacts&) const = default;
  /// The alignment that an access of so many bytes, several lanes together, must have: its size, or that of a lane
  /// where the lanes are no power of two; `alignment` where that is less.
  std::uint32_t needs(std::uint32_t bytes) const {
    const std::uint32_t natural = bytes & (0U - bytes);
    return alignment != 0 && alignment < natural ? alignment : natural;
  }
};

/// Looked up by number and by role.
class Spaces {
 public:
  Spaces() : Spaces(std::span<const SpaceFacts>()) {}
  /// Copies them. Precondition: numbers and roles differ.
  explicit Spaces(std::span<const SpaceFacts> rows) : rows_(rows.begin(), rows.end()) {
    by_role_.fill(static_cast<std::uint8_t>(rows_.size()));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].number < by_number_.size()) by_number_[rows_[i].number] = static_cast<std::uint8_t>(i + 1);
      by_role_[static_cast<std::size_t>(rows_[i].role)] = static_cast<std::uint8_t>(i);
    }
    rows_.emplace_back();
  }
  /// By LLVM's number; null when the target has no such space. O(1).
  const SpaceFacts* numbered(unsigned number) const {
    return number < by_number_.size() && by_number_[number] != 0 ? &rows_[by_number_[number] - 1U] : nullptr;
  }
  /// By role; of a space that the target does not have, a row that says nothing. O(1).
  const SpaceFacts& of(Space role) const { return rows_[by_role_[static_cast<std::size_t>(role)]]; }
  /// Has the target such a space?
  bool has(Space role) const { return by_role_[static_cast<std::size_t>(role)] + 1U < rows_.size(); }
  /// Is the generic address of its bytes known by its window? O(1).
  bool has_window(Space role) const { return has(role) && !of(role).casts; }
  /// Those of the target.
  std::span<const SpaceFacts> rows() const { return {rows_.data(), rows_.size() - 1}; }
  /// The row of a role, to be changed; it must be there.
  SpaceFacts& change(Space role) { return rows_[by_role_[static_cast<std::size_t>(role)]]; }

 private:
  std::vector<SpaceFacts> rows_;               ///< the last is what stands for spaces that are not there
  std::array<std::uint8_t, 256> by_number_{};  ///< 1 + place in rows_, 0 for none
  std::array<std::uint8_t, 256> by_role_{};    ///< place in rows_
};

}  // namespace lathe::codegen
