// Known, sign and demanded bits inside LLVM 22: every function of files of LLVM IR, by lathe::bits and by LLVM's own
// analyses, in one table. A bit that one knows to be 0 and the other to be 1 is an error.
//
//   example_llvm_bits FILE.ll|FILE.bc...
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <cstdio>

#include "adapters/llvm_ir/bits_compare.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: example_llvm_bits FILE.ll|FILE.bc...\n");
    return 2;
  }
  lathe::llvm_ir::BitComparison all;
  for (int i = 1; i < argc; ++i) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    const auto module = llvm::parseIRFile(argv[i], diagnostic, context);
    if (!module) {
      diagnostic.print(argv[0], llvm::errs(), false);
      return 1;
    }
    for (llvm::Function& f : *module) lathe::llvm_ir::compare_bits(f, all);
  }
  std::printf("%s", lathe::to_table(all.counts).c_str());
  if (!all.llvm_only.empty()) std::printf("known only to LLVM, by where it begins:\n");
  for (const auto& [operation, bits] : all.llvm_only)
    std::printf("%12llu  %s\n", static_cast<unsigned long long>(bits), operation.c_str());
  for (const std::string& text : all.contradictions) std::printf("contradiction: %s\n", text.c_str());
  return all.counts.contradictions == 0 && all.counts.values != 0 ? 0 : 1;
}
