// Where memory lies, and how values are meant. Private to simt and its clients.
#pragma once

#include <cstdint>

#include "simt/state/width.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// Memory by its role. Generic addresses mean any of them: memory.hpp has their map.
enum class Space : std::uint8_t {
  generic,
  global,
  shared,    ///< of a block
  local,     ///< of a thread
  constant,  ///< read only for all
  param,     ///< of the kernel, read only
  other,     ///< what has no memory here
};
inline constexpr unsigned space_count = 7;
/// As messages call it: "shared".
constexpr const char* to_string(Space space) {
  constexpr const char* names[space_count] = {"generic", "global", "shared", "local", "const", "param", "other"};
  return names[static_cast<unsigned>(space)];
}

/// How a value's bits are meant, for texts and for atomic operations. `bits` is all of it, `parts` its elements.
struct ValueType {
  enum class Kind : std::uint8_t { none, pred, raw, unsigned_integer, signed_integer, floating, bfloat };
  Kind kind = Kind::none;
  std::uint8_t bits = 0;  ///< 0: an opaque handle
  std::uint8_t parts = 1;
  constexpr bool operator==(const ValueType&) const = default;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
