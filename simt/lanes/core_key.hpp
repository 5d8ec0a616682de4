// Handlers that the decoder itself needs: widths, negated predicates, addresses of frame variables.
#pragma once

#include "simt/state/level.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

struct CoreKey {
  enum class Kind : std::uint8_t {
    resize,         ///< d (to_bits) = a (from_bits), truncated, zero- or sign-extended
    not_pred,       ///< d = !a
    frame_address,  ///< d (64 bits) = Frame::local_base + imm
  } kind;
  unsigned from_bits = 0, to_bits = 0;
  bool sign = false;
};
LATHE_PICK(pick_core, CoreKey)

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
