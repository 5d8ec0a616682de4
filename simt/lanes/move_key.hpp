// Keys of the mov handlers: simt/lanes/move.cpp makes them, decode_move.cpp asks for them.
#pragma once

#include "simt/state/level.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

struct MoveKey {
  enum class Kind : std::uint8_t {
    copy,    ///< d = a
    pack,    ///< d = elements a, b, c, x of Code (the first two of them where there are two), lowest first
    unpack,  ///< elements d, b, c, y of Code = a
    vector,  ///< as many registers: slots in FunctionCode::extra, first those written, then those read
  } kind = Kind::copy;
  unsigned bits = 32;  ///< 1 (predicate), 16, 32, 64, 128; of pack and unpack the whole, of vector one register
  unsigned count = 1;  ///< elements: 2 or 4
};
LATHE_PICK(pick_move, MoveKey)

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
