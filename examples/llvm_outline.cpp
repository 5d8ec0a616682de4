// The outliner inside LLVM 22: machine functions after register allocation, planned by lathe, beside what LLVM's own
// outliner makes of the same functions.
//
//   example_llvm_outline [--amd] FILE.ll ...   for AArch64 and x86-64, and for an AMD GPU, whose code LLVM does not
//                                              outline and whose stack is of another address space than C's
#include <cstdio>
#include <string>

#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>

#include "adapters/llvm_mir/outline.hpp"

namespace {

using namespace lathe;

llvm_mir::LoadOptions target(const char* triple, const char* cpu) {
  llvm_mir::LoadOptions options;
  options.triple = triple;
  options.cpu = cpu;
  return options;
}

// Bytes of all functions behind LLVM's outliner, those that it made included.
std::uint64_t bytes_after_llvm(const std::string& file, llvm_mir::LoadOptions options, std::string& error) {
  options.stop_after = "machine-outliner";
  options.outline = true;
  const auto program = llvm_mir::load(file, options, error);
  return program ? llvm_mir::AllocatedFunctions(*program).total_bytes() : 0;
}

bool compare(const std::string& file, llvm_mir::LoadOptions options) {
  std::string error;
  options.stop_before = "machine-outliner";
  const auto program = llvm_mir::load(file, options, error);
  if (!program) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return false;
  }
  llvm_mir::AllocatedFunctions functions(*program);
  const auto in = outline::ingest(functions);
  outline::CostsOf costs(functions, in);
  const outline::Plan plan = outline::plan(functions, in);
  const auto faults = outline::check_plan(in.problem, plan, costs);
  const std::uint64_t before = functions.total_bytes();
  std::printf("%s %s: %llu bytes, saved %llu, %zu faults", file.c_str(), options.triple.c_str(),
              static_cast<unsigned long long>(before), static_cast<unsigned long long>(plan.stats.bytes_saved),
              faults.size());
  if (program->target().Options.EnableMachineOutliner) {
    options.stop_before.clear();
    const std::uint64_t after = bytes_after_llvm(file, options, error);
    std::printf(", LLVM %lld", static_cast<long long>(before) - static_cast<long long>(after));
  }
  std::printf("\n%s", faults.str().c_str());
  return faults.empty() && error.empty();
}

}  // namespace

int main(int argc, char** argv) {
  bool good = true;
  const bool amd = argc > 1 && std::string(argv[1]) == "--amd";
  for (int i = amd ? 2 : 1; i < argc; ++i) {
    good &= compare(argv[i], target("aarch64-linux-gnu", "cortex-a72"));
    good &= compare(argv[i], target("x86_64-linux-gnu", "x86-64-v3"));
    if (amd) good &= compare(argv[i], target("amdgcn-amd-amdhsa", "gfx90a"));
  }
  return good ? 0 : 1;
}
