// LLVM's own middle end, by its pass builder; see join.hpp. Linked by the library, whose users may have no optimizer, not
// by the program: it brings every pass of LLVM.
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

#include <memory>

#include "codegen/prepare/target_info.hpp"
#include "codegen/support/kept.hpp"
#include "nvptx/driver/join.hpp"
#include "nvptx/prepare/facts.hpp"

namespace lathe::nvptx {
namespace {

// A call costs a GPU its registers and its parameters' way through memory: LLVM's own threshold, 225, by the factor
// that its NVPTX target asks for.
constexpr int inline_threshold = 2475;

llvm::OptimizationLevel level_of(const Features& features) {
  if (features.opt_level > 0 && features.size_level > 0)
    return features.size_level == 1 ? llvm::OptimizationLevel::Os : llvm::OptimizationLevel::Oz;
  switch (features.opt_level) {
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

/// Analyses, and the pipeline over them.
class Pipeline {
 public:
  explicit Pipeline(const Features& features) : facts_(prepare_facts(features)), builder_(nullptr, tuning()) {
    // What is registered first stays: our target, and aliases by address space.
    codegen::register_function_analyses(functions_, facts_);
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(components_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, components_, modules_);
    builder_.registerScalarOptimizerLateEPCallback([](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
      passes.addPass(llvm::InferAddressSpacesPass());
    });
    const llvm::OptimizationLevel level = level_of(features);
    passes_ = level == llvm::OptimizationLevel::O0 ? builder_.buildO0DefaultPipeline(level)
                                                   : builder_.buildPerModuleDefaultPipeline(level);
  }
  void run(llvm::Module& module) { passes_.run(module, modules_); }

 private:
  static llvm::PipelineTuningOptions tuning() {
    llvm::PipelineTuningOptions options;
    options.InlinerThreshold = inline_threshold;
    return options;
  }

  PrepareFacts facts_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassBuilder builder_;
  llvm::ModulePassManager passes_;
};

}  // namespace

void optimize(llvm::Module& module, const Features& features) {
  const codegen::Kept pipeline(std::make_unique<Pipeline>(features));
  pipeline->run(module);
}

}  // namespace lathe::nvptx
