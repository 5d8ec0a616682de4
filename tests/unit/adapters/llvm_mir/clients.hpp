// Passes of the library on real machine functions: each is done to the functions of a file on a target at a place of LLVM's
// pipeline; LLVM's verifier takes what it leaves, and the equivalence checker says that it does the same.
#pragma once

#include <cstdint>
#include <string>

#include <llvm/CodeGen/MachineBlockFrequencyInfo.h>
#include <llvm/Support/raw_ostream.h>

#include "adapters/llvm_mir/judge.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

namespace lathe::llvm_mir::test {

inline constexpr Target x86 = {"x86_64-linux-gnu", "x86-64-v3"}, arm = {"aarch64-linux-gnu", "cortex-a72"},
                        riscv = {"riscv64-linux-gnu", "sifive-u74"}, amd = {"amdgcn-amd-amdhsa", "gfx90a"};

/// What LLVM's verifier says of a function; empty: nothing.
inline std::string faults_of(const llvm::MachineFunction& f) {
  std::string out;
  llvm::raw_string_ostream to(out);
  f.verify(static_cast<llvm::Pass*>(nullptr), "behind the pass", &to, false);
  return out;
}
/// `pass` says how much it changed. What it changed in all functions of the file.
inline std::uint64_t change_all(const char* file, const Target& target, const char* stop_before,
                                std::uint64_t (*pass)(llvm::MachineFunction&)) {
  const auto program = compile(file, target, before(stop_before));
  std::uint64_t all = 0;
  for (llvm::MachineFunction* f : program->functions()) {
    CAPTURE(std::string(target.triple));
    CAPTURE(std::string(file));
    CAPTURE(std::string(stop_before));
    CAPTURE(f->getName().str());
    Judge judge(*f);
    const std::uint64_t made = pass(*f);
    all += made;
    CHECK(faults_of(*f) == "");
    if (made == 0) continue;
    const Judge::Answer answer = judge.behind(*f, program->alias(*f));
    CHECK_MESSAGE(answer.verdict <= Judge::Verdict::by_alias, answer.where);
  }
  return all;
}

}  // namespace lathe::llvm_mir::test
