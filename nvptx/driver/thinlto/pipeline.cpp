// See pipeline.hpp. Only the analyses that these passes ask for are registered, as in prepare: LLVM's pass builder
// would link every pass of LLVM.
#include "nvptx/driver/thinlto/pipeline.hpp"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/EphemeralValuesCache.h>
#include <llvm/Analysis/InlineAdvisor.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/LastRunTrackingAnalysis.h>
#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryDependenceAnalysis.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/ElimAvailExtern.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "codegen/prepare/target_info.hpp"
#include "nvptx/driver/thinlto/inline_advisor.hpp"
#include "nvptx/prepare/facts.hpp"

namespace lathe::nvptx {
namespace {

struct Managers {
  PrepareFacts facts;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;

  explicit Managers(const Features& features) : facts(prepare_facts(features)) {
    modules.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    modules.registerPass([] { return llvm::ProfileSummaryAnalysis(); });
    modules.registerPass([] { return llvm::LazyCallGraphAnalysis(); });
    modules.registerPass([] { return llvm::InlineAdvisorAnalysis(); });
    components.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    loops.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    register_functions();
    modules.registerPass([&] { return llvm::FunctionAnalysisManagerModuleProxy(functions); });
    modules.registerPass([&] { return llvm::CGSCCAnalysisManagerModuleProxy(components); });
    components.registerPass([&] { return llvm::ModuleAnalysisManagerCGSCCProxy(modules); });
    components.registerPass([] { return llvm::FunctionAnalysisManagerCGSCCProxy(); });
    functions.registerPass([&] { return llvm::ModuleAnalysisManagerFunctionProxy(modules); });
    functions.registerPass([&] { return llvm::CGSCCAnalysisManagerFunctionProxy(components); });
    functions.registerPass([&] { return llvm::LoopAnalysisManagerFunctionProxy(loops); });
    loops.registerPass([&] { return llvm::FunctionAnalysisManagerLoopProxy(functions); });
  }

  void register_functions() {
    register_function_analyses(functions, facts);
    functions.registerPass([] { return llvm::PostDominatorTreeAnalysis(); });
    functions.registerPass([] { return llvm::BranchProbabilityAnalysis(); });
    functions.registerPass([] { return llvm::BlockFrequencyAnalysis(); });
    functions.registerPass([] { return llvm::EphemeralValuesAnalysis(); });
    functions.registerPass([] { return llvm::LastRunTrackingAnalysis(); });
    functions.registerPass([] { return llvm::MemoryDependenceAnalysis(); });
  }
};

/// Behind the calls that were inlined into one function.
llvm::FunctionPassManager simplify_inlined() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  return passes;
}

/// When nothing is inlined any more.
llvm::FunctionPassManager simplify_last(unsigned level) {
  llvm::FunctionPassManager passes;
  // Arguments that became constants give loops a known length.
  passes.addPass(llvm::LoopUnrollPass(
      llvm::LoopUnrollOptions(static_cast<int>(level)).setRuntime(false).setPartial(false).setPeeling(false)));
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::GVNPass());
  passes.addPass(llvm::DSEPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  return passes;
}

}  // namespace

void run_thin_pipeline(llvm::Module& module, const ThinBackend& options, ThinStats& stats) {
  Managers managers(options.features);
  InlineBudget budget(options, stats);
  budget.register_with(managers.modules);
  const bool simplify = options.opt_level > 0;
  llvm::InlineParams parameters = llvm::getInlineParams();
  parameters.DefaultThreshold =
      static_cast<int>(options.inline_threshold.value_or(options.opt_level > 2 ? 4000 : 2475));
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  if (simplify) {
    llvm::ModuleInlinerWrapperPass inliner(parameters, /*MandatoryFirst=*/true, {}, llvm::InliningAdvisorMode::Default,
                                           /*MaxDevirtIterations=*/4);
    inliner.getPM().addPass(llvm::createCGSCCToFunctionPassAdaptor(simplify_inlined(), /*EagerlyInvalidate=*/true));
    passes.addPass(std::move(inliner));
  } else {
    passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  }
  if (!options.keep_imported) passes.addPass(llvm::EliminateAvailableExternallyPass());
  passes.addPass(llvm::GlobalDCEPass());
  if (simplify) passes.addPass(llvm::createModuleToFunctionPassAdaptor(simplify_last(options.opt_level)));
  passes.run(module, managers.modules);
}

}  // namespace lathe::nvptx
