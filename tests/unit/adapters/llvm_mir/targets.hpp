// The targets that the tests of this folder run on, and files beside them.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "adapters/llvm_mir/load.hpp"

namespace lathe::llvm_mir::test {

struct Target {
  const char* triple;
  const char* cpu;
};
inline constexpr Target targets[] = {{"x86_64-linux-gnu", "x86-64-v3"},
                                     {"aarch64-linux-gnu", "cortex-a72"},
                                     {"amdgcn-amd-amdhsa", "gfx90a"},
                                     {"nvptx64-nvidia-cuda", "sm_80"}};
/// Those for whose machine code passes are run; no registers are assigned on the other one.
inline constexpr Target machines[] = {{"x86_64-linux-gnu", "x86-64-v3"},
                                      {"aarch64-linux-gnu", "cortex-a72"},
                                      {"riscv64-linux-gnu", "sifive-u74"},
                                      {"amdgcn-amd-amdhsa", "gfx90a"}};

/// A file of this folder, compiled up to a place in the pipeline.
inline std::unique_ptr<Program> compile(const char* file, const Target& target, LoadOptions options) {
  options.triple = target.triple;
  options.cpu = target.cpu;
  std::string error;
  auto program = load(std::string("tests/unit/adapters/llvm_mir/") + file, options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  return program;
}
inline LoadOptions before(const char* pass) {
  LoadOptions o;
  o.stop_before = pass;
  return o;
}
inline LoadOptions after(const char* pass) {
  LoadOptions o;
  o.stop_after = pass;
  return o;
}

}  // namespace lathe::llvm_mir::test
