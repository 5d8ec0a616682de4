// The combiner inside LLVM 22: every function of a file of LLVM IR is simplified by lathe's worklist on LLVM's own use
// lists, each trace of a small function is replayed and judged by the checker, and LLVM's verifier looks at the result.
//
//   example_llvm_combine FILE.ll [--write OUT.ll]
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include <lathe/combine/check.hpp>
#include <lathe/support/stats.hpp>

#include "adapters/llvm_ir/combine_rules.hpp"

namespace {

using namespace lathe;

// The checker takes time with the square of the nodes.
constexpr std::uint32_t checked = 400;

bool combine(llvm::Function& function, dag::CombineStats& stats, std::map<std::string, std::uint64_t>& fired,
             std::size_t& replayed) {
  llvm_ir::FunctionGraph graph(function);
  const auto copy = graph.live() <= checked ? std::make_unique<llvm_ir::FunctionGraph>(graph) : nullptr;
  llvm_ir::FunctionRules rules(graph);
  const dag::CombineResult done = dag::combine(rules, {.confirm = true, .trace = copy != nullptr});
  bool good = done.outcome == dag::CombineOutcome::fixpoint;
  if (!good) std::printf("%s: %s\n", function.getName().str().c_str(), dag::to_string(done.outcome));
  if (copy) {
    llvm_ir::FunctionRules again(*copy);
    llvm_ir::FunctionEvaluator evaluator;
    const auto faults = dag::check_combine(again, done.trace, graph, evaluator, {.expect_fixpoint = true});
    std::printf("%s", faults.str().c_str());
    good &= faults.empty();
    ++replayed;
  }
  merge(stats, static_cast<const dag::CombineStats&>(done));
  for (std::uint32_t r = 0; r < rules.count(); ++r)
    if (done.fired[r] != 0) fired[std::string(rules.name(r))] += done.fired[r];
  return good && !llvm::verifyFunction(function, &llvm::errs());
}

}  // namespace

int main(int argc, char** argv) {
  const bool write = argc == 4 && std::strcmp(argv[2], "--write") == 0;
  if (argc != 2 && !write) {
    std::fprintf(stderr, "usage: example_llvm_combine FILE.ll [--write OUT.ll]\n");
    return 2;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIRFile(argv[1], diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], llvm::errs(), false);
    return 1;
  }
  dag::CombineStats stats;
  std::map<std::string, std::uint64_t> fired;
  std::size_t replayed = 0, functions = 0;
  const unsigned before = module->getInstructionCount();
  bool good = true;
  std::vector<llvm::Function*> all;  // copies come and go meanwhile
  for (llvm::Function& f : *module)
    if (!f.isDeclaration()) all.push_back(&f);
  for (llvm::Function* f : all) {
    good &= combine(*f, stats, fired, replayed);
    ++functions;
  }
  std::printf("%zu functions, %zu replayed; instructions %u -> %u\n%s", functions, replayed, before,
              module->getInstructionCount(), to_table(stats).c_str());
  for (const auto& [rule, count] : fired)
    std::printf("%12llu  %s\n", static_cast<unsigned long long>(count), rule.c_str());
  if (write) {
    std::error_code error;
    llvm::raw_fd_ostream out(argv[3], error);
    if (error) {
      std::fprintf(stderr, "%s: cannot be written: %s\n", argv[3], error.message().c_str());
      return 1;
    }
    out << *module;
  }
  return good ? 0 : 1;
}
