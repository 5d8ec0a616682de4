// LLVM IR that calls functions of libdevice: kernel check_NAME(in0, in1, in2, in3, out0, out1, count) for each.
#pragma once

#include "libdevice/function.hpp"

namespace libdevice {

/// With `ftz`, denormals of f32 are flushed: in the functions (module flag) and in the kernels' own code (attribute).
std::string module_text(Precision precision, bool ftz, const std::vector<const Function*>& chosen);

}  // namespace libdevice
