// LLVM's optimizations over one function at a time. Only the analyses that these passes ask for are registered: the
// whole list of LLVM's pass builder would pull every pass of LLVM into the program.
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/LowerMatrixIntrinsics.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h>
#include <llvm/Transforms/Scalar/TailRecursionElimination.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include "codegen/prepare/cache_hints.hpp"
#include "codegen/prepare/near_accesses.hpp"
#include "codegen/prepare/steps.hpp"
#include "codegen/prepare/subexpressions.hpp"
#include "codegen/prepare/target_info.hpp"
#include "codegen/prepare/unroll.hpp"

namespace lathe::codegen {
namespace {
/// Loads and stores that the vectorizer is shown at a time: it looks at all instructions between the first of a chain
/// and each other one, which in a block of n accesses is quadratic. Whole vectors of any width go into the number.
constexpr unsigned most_accesses = 256;

/// Blocks of more loads and stores, cut into pieces that are blocks while this lives, then made one again.
class CutBlocks {
 public:
  explicit CutBlocks(llvm::Function& f) {
    std::vector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock& block : f) blocks.push_back(&block);
    for (llvm::BasicBlock* const block : blocks) cut(*block);
  }
  ~CutBlocks() {
    // Each into the piece before it, the first ones first: every instruction moves once.
    for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) llvm::MergeBlockIntoPredecessor(*piece);
  }
  CutBlocks(const CutBlocks&) = delete;
  CutBlocks& operator=(const CutBlocks&) = delete;
  bool any() const { return !pieces_.empty(); }

 private:
  void cut(llvm::BasicBlock& block) {
    std::vector<llvm::Instruction*> firsts;  // of the pieces but the first one
    unsigned accesses = 0;
    for (llvm::Instruction& instruction : block) {
      if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) continue;
      if (accesses == most_accesses) {
        firsts.push_back(&instruction);
        accesses = 0;
      }
      ++accesses;
    }
    // The last ones first: every instruction moves once.
    for (auto first = firsts.rbegin(); first != firsts.rend(); ++first)
      pieces_.push_back(block.splitBasicBlock((*first)->getIterator()));
  }

  std::vector<llvm::BasicBlock*> pieces_;
};
}  // namespace

void register_function_analyses(llvm::FunctionAnalysisManager& analyses, const PrepareFacts& facts) {
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::LoopAnalysis(); });
  analyses.registerPass([] { return llvm::ScalarEvolutionAnalysis(); });
  analyses.registerPass([] { return llvm::TargetLibraryAnalysis(); });
  analyses.registerPass([] { return llvm::BasicAA(); });
  analyses.registerPass([] { return llvm::ScopedNoAliasAA(); });
  analyses.registerPass([] { return llvm::TypeBasedAA(); });
  analyses.registerPass([&facts] { return SpaceAlias(facts); });
  analyses.registerPass([] { return llvm::MemorySSAAnalysis(); });
  analyses.registerPass([] { return llvm::OptimizationRemarkEmitterAnalysis(); });
  analyses.registerPass([&facts] {
    return llvm::TargetIRAnalysis(
        [&facts](const llvm::Function& f) { return make_target_info(f.getDataLayout(), facts); });
  });
  analyses.registerPass([] {
    llvm::AAManager manager;
    manager.registerFunctionAnalysis<SpaceAlias>();
    manager.registerFunctionAnalysis<llvm::BasicAA>();
    manager.registerFunctionAnalysis<llvm::ScopedNoAliasAA>();
    manager.registerFunctionAnalysis<llvm::TypeBasedAA>();
    return manager;
  });
}

struct FunctionPasses::Impl {
  llvm::ModuleAnalysisManager of_module;  // empty: passes ask it for a profile
  llvm::FunctionAnalysisManager analyses;

  const PrepareFacts& facts;

  explicit Impl(StepContext& context) : facts(context.facts) {
    register_function_analyses(analyses, facts);
    analyses.registerPass([this] { return llvm::ModuleAnalysisManagerFunctionProxy(of_module); });
  }

  // LLVM walks up the dominators of an instruction to prove that a value is no poison: with ten thousand branches one
  // below the other that is four fifths of a compilation, and quadratic. Such functions are left to the DAG of each
  // block.
  bool too_deep(llvm::Function& f) {
    constexpr unsigned deepest = 2048;
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(f);
    return llvm::any_of(f, [&](const llvm::BasicBlock& block) {
      const auto* node = dominators.getNode(&block);
      return node != nullptr && node->getLevel() > deepest;
    });
  }

  template <class Pass>
  void run(llvm::Function& f, Pass&& pass) {
    const llvm::PreservedAnalyses kept = pass.run(f, analyses);
    if (!kept.areAllPreserved()) analyses.invalidate(f, kept);
  }
};

FunctionPasses::FunctionPasses(StepContext& context) : impl_(std::make_unique<Impl>(context)) {}
FunctionPasses::~FunctionPasses() = default;

const llvm::TargetTransformInfo& FunctionPasses::target(llvm::Function& f) {
  return impl_->analyses.getResult<llvm::TargetIRAnalysis>(f);
}
llvm::DominatorTree& FunctionPasses::dominators(llvm::Function& f) {
  return impl_->analyses.getResult<llvm::DominatorTreeAnalysis>(f);
}
llvm::LoopInfo& FunctionPasses::loops(llvm::Function& f) { return impl_->analyses.getResult<llvm::LoopAnalysis>(f); }
void FunctionPasses::changed_inside_blocks(llvm::Function& f) {
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  impl_->analyses.invalidate(f, kept);
}
void FunctionPasses::changed(llvm::Function& f) { impl_->analyses.invalidate(f, llvm::PreservedAnalyses::none()); }

void FunctionPasses::sroa(llvm::Function& f) { impl_->run(f, llvm::SROAPass(llvm::SROAOptions::PreserveCFG)); }
void FunctionPasses::tail_recursion(llvm::Function& f) {
  const bool calls_itself = llvm::any_of(f.users(), [&](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    return call != nullptr && call->getCalledFunction() == &f && call->getFunction() == &f;
  });
  if (calls_itself) impl_->run(f, llvm::TailCallElimPass(/*UpdateFunctionEntryCount=*/false));
}
void FunctionPasses::infer_address_spaces(llvm::Function& f) {
  impl_->run(f, llvm::InferAddressSpacesPass(impl_->facts.number_of(Space::generic)));
}
void FunctionPasses::split_address_constants(llvm::Function& f) {
  impl_->run(f, llvm::SeparateConstOffsetFromGEPPass());
}
void FunctionPasses::rotate_loops(llvm::Function& f) {
  auto& loops = impl_->analyses.getResult<llvm::LoopAnalysis>(f);
  auto& dominators = impl_->analyses.getResult<llvm::DominatorTreeAnalysis>(f);
  auto& assumptions = impl_->analyses.getResult<llvm::AssumptionAnalysis>(f);
  auto& target = impl_->analyses.getResult<llvm::TargetIRAnalysis>(f);
  const llvm::SimplifyQuery query(f.getDataLayout(), nullptr, &dominators, &assumptions);
  bool changed = false;
  const auto outer_first = loops.getLoopsInPreorder();
  for (llvm::Loop* loop : llvm::reverse(outer_first)) {
    if (loop->isRotatedForm()) continue;
    changed |= llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, false);
    changed |= llvm::formLCSSA(*loop, dominators, &loops, nullptr);
    changed |= llvm::LoopRotation(loop, &loops, &target, &assumptions, &dominators, nullptr, nullptr, query, false,
                                  impl_->facts.costs.rotated_instructions, false);
  }
  if (changed) this->changed(f);
}
void FunctionPasses::unroll_loops(llvm::Function& f, const UnrollOptions& options) {
  const auto mark = [&] {
    return mark_loops(impl_->analyses.getResult<llvm::LoopAnalysis>(f),
                      impl_->analyses.getResult<llvm::ScalarEvolutionAnalysis>(f), options);
  };
  if (impl_->too_deep(f) || impl_->analyses.getResult<llvm::LoopAnalysis>(f).empty()) return;
  if (options.mode == UnrollOptions::Mode::none) {
    mark();
    return;
  }
  rotate_loops(f);  // a loop that tests at its end has a number of turns more often
  if (!mark()) return;
  impl_->run(f, llvm::LoopUnrollPass(llvm::LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  sroa(f);  // elements of arrays that are constants now
}
void FunctionPasses::common_subexpressions(llvm::Function& f) {
  if (impl_->too_deep(f)) return;
  auto& dominators = impl_->analyses.getResult<llvm::DominatorTreeAnalysis>(f);
  const llvm::SimplifyQuery query(f.getDataLayout(), &impl_->analyses.getResult<llvm::TargetLibraryAnalysis>(f),
                                  &dominators, &impl_->analyses.getResult<llvm::AssumptionAnalysis>(f));
  if (share_subexpressions(f, dominators, query, impl_->facts)) changed_inside_blocks(f);
}
void FunctionPasses::lower_matrices(llvm::Function& f) { impl_->run(f, llvm::LowerMatrixIntrinsicsPass(true)); }
void FunctionPasses::vectorize_memory(llvm::Function& f, unsigned most_loops) {
  bool some = false;
  const NeededAlignment needed = [&](unsigned number, std::uint64_t bytes) -> std::uint64_t {
    const SpaceFacts* space = impl_->facts.space(number);
    return space == nullptr ? bytes : space->needs(static_cast<unsigned>(bytes));
  };
  const HiddenAccesses hidden(lonely_accesses(f, impl_->facts.costs.near_bytes, needed, some));
  if (!some) return;
  if (impl_->analyses.getResult<llvm::LoopAnalysis>(f).getLoopsInPreorder().size() > most_loops || impl_->too_deep(f))
    return;
  const std::vector<llvm::MDNode*> hints = cache_hints_said(f);
  if (hints.size() == 1) return vectorize_in_pieces(f);
  for (llvm::MDNode* hint : hints) {
    const OfOneHint alike(f, hint);
    vectorize_in_pieces(f);
  }
}
// Twice where there was a cut: what it separates stands within a piece the second time, for there are fewer accesses.
void FunctionPasses::vectorize_in_pieces(llvm::Function& f) {
  for (int round = 0; round < 2; ++round) {
    {
      const CutBlocks cut(f);
      if (cut.any()) changed(f);
      impl_->run(f, llvm::LoadStoreVectorizerPass());
      if (!cut.any()) return;
    }
    changed(f);
  }
}

}  // namespace lathe::codegen
