// Special registers as operands.
#pragma once

#include <string_view>

#include "nvptx/exec/decode/decode.hpp"

namespace lathe::nvptx::exec {

/// A temporary of `bits` that holds the special register ("%tid.x", "%clock64", "WARP_SZ"); refuses unknown ones.
Slot read_special(Decoder& d, std::string_view name, unsigned bits);

}  // namespace lathe::nvptx::exec
