// LLVM IR -> a program of the toy GPU.
//
// The IR is what clang makes of CUDA for nvptx64 with short pointers (-Xclang -fcuda-short-ptr -mllvm
// -nvptx-short-ptr): address spaces, thread numbers and barriers are those of that front end.
#pragma once

#include <string>
#include <string_view>

#include "codegen/support/diag.hpp"
#include "examples/toy_gpu/isa.hpp"

namespace toy_gpu {

/// Text or bitcode in. False after errors, which are in `diag`: IR that LLVM refuses, pointers of another width, and what
/// this GPU has no way to do, by name. O(module) beside what the rooms of codegen/ cost.
bool compile(std::string_view ir, const std::string& name, Program& out, lathe::codegen::Diag& diag);

}  // namespace toy_gpu
