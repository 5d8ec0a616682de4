// Approximate functions: the key that decode_float.cpp gives to lanes/approx*.cpp.
// Source: PTX ISA 9.0, the .approx forms of div, rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh.
#pragma once

#include "nvptx/exec/simt.hpp"
#include "simt/lanes/float_key.hpp"

namespace lathe::nvptx::exec {

enum class ApproxOp : std::uint8_t { div, div_full, rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh };

struct ApproxKey {
  ApproxOp op = ApproxOp::rcp;
  FloatFormat format = FloatFormat::f32;
  bool pair = false;
  bool ftz = false;
};
/// nullptr for what there is not.
LATHE_PICK(pick_approx, ApproxKey)

}  // namespace lathe::nvptx::exec
