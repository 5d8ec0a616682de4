// LLVM's own middle end, by its pass builder; see join.hpp. Linked by the library, whose users may have no optimizer, not
// by the program: it brings every pass of LLVM.
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

#include "codegen/prepare/target_info.hpp"
#include "nvptx/driver/join.hpp"
#include "nvptx/prepare/facts.hpp"

namespace lathe::nvptx {
namespace {

// A call costs a GPU its registers and its parameters' way through memory: LLVM's own threshold, 225, by the factor
// that its NVPTX target asks for.
constexpr int inline_threshold = 2475;

llvm::OptimizationLevel level_of(unsigned level) {
  switch (level) {
    case 0:
      return llvm::OptimizationLevel::O0;
    case 1:
      return llvm::OptimizationLevel::O1;
    case 2:
      return llvm::OptimizationLevel::O2;
    default:
      return llvm::OptimizationLevel::O3;
  }
}

}  // namespace

void optimize(llvm::Module& module, const Features& features) {
  const PrepareFacts facts = prepare_facts(features);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.InlinerThreshold = inline_threshold;
  llvm::PassBuilder builder(nullptr, tuning);
  // What is registered first stays: our target, and aliases by address space.
  codegen::register_function_analyses(functions, facts);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.registerScalarOptimizerLateEPCallback([&](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
    passes.addPass(llvm::InferAddressSpacesPass());
  });
  const llvm::OptimizationLevel level = level_of(features.opt_level);
  llvm::ModulePassManager passes = level == llvm::OptimizationLevel::O0 ? builder.buildO0DefaultPipeline(level)
                                                                        : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}

}  // namespace lathe::nvptx
