// Exact floating-point functions of our own. Only for files of this room and its tests.
#pragma once

#include <memory>

namespace llvm {
class Module;
}

namespace lathe::codegen {

struct StepContext;

/// What our own functions are called before they are inlined: __lathe_fmod_f32.
inline constexpr char own_math_prefix[] = "__lathe_";

/// A module with fmod, frexp and modf of f32 or f64; null after an error.
std::unique_ptr<llvm::Module> own_math(StepContext& context, bool is_double);

}  // namespace lathe::codegen
