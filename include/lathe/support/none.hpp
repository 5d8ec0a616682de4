// The number that stands for nothing: no value, no unit, no block.
//
// It has a namespace of its own, which families take in whole: so `modulo::none` is found, and an enumerator of the
// same name hides nothing.
#pragma once

#include <cstdint>

namespace lathe::ids {

/// No instruction, no value, no limit.
inline constexpr std::uint32_t none = 0xffffffffU;

}  // namespace lathe::ids
