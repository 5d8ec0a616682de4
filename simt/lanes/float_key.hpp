// What a handler of floating-point arithmetic has to do: the key that decode_float.cpp gives to lanes/float*.cpp and
// lanes/half*.cpp. Source: PTX ISA 9.0, floating-point, half-precision and mixed-precision instructions.
#pragma once

#include <cstdint>

#include "simt/state/level.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

enum class FloatFormat : std::uint8_t { f16, bf16, f32, f64 };

/// rna: to nearest, ties away from zero; rs: stochastic, by random bits. Both only in conversions.
enum class Rounding : std::uint8_t { rn, rz, rm, rp, rna, rs };

enum class FloatOp : std::uint8_t { add, sub, mul, fma, div, rcp, sqrt, abs, neg, min, max, copysign };

struct FloatKey {
  FloatOp op = FloatOp::add;
  FloatFormat format = FloatFormat::f32;
  bool pair = false;  ///< two elements to a lane: f16x2, bf16x2, f32x2
  Rounding rounding = Rounding::rn;
  bool ftz = false;
  bool sat = false, relu = false;     ///< at most one of them
  bool nan = false, xorsign = false;  ///< min, max: .NaN, .xorsign.abs
};
/// Each gives nullptr for what it does not have.
LATHE_PICK(pick_float32, FloatKey)     ///< f32: add sub mul fma div rcp sqrt
LATHE_PICK(pick_float64, FloatKey)     ///< f64: add sub mul fma div rcp sqrt
LATHE_PICK(pick_float_bits, FloatKey)  ///< abs neg min max copysign of every format
LATHE_PICK(pick_half, FloatKey)        ///< f16, bf16: add sub mul fma, to nearest

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
