// See inline_advisor.hpp. LLVM asks call by call, in the order of the code; so when it first asks about a caller, all of
// the caller's calls are planned together, and again when calls came with a body. A decision once told is kept.
// Cost: that of LLVM's analysis of each call, and O(calls log calls) for each body that brings calls.
#include "nvptx/driver/thinlto/inline_advisor.hpp"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/InlineAdvisor.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/inlining.hpp>

#include "nvptx/driver/thinlto/register_estimate.hpp"

namespace lathe::nvptx {
namespace {

struct Asked {
  const ThinBackend* options = nullptr;
  ThinStats* stats = nullptr;
};
// LLVM makes its advisor by a plain function.
thread_local Asked asked;

using Call = llvm::CallBase;

class BudgetAdvisor final : public llvm::InlineAdvisor {
 public:
  BudgetAdvisor(llvm::Module& module, llvm::FunctionAnalysisManager& functions, const llvm::InlineParams& parameters,
                llvm::InlineContext context)
      : InlineAdvisor(module, functions, context), parameters_(parameters), o_(*asked.options), stats_(*asked.stats) {
    left_in_module_ = o_.inline_total_budget;
  }

  /// Function passes have run since: calls may have gone, and their addresses may be those of others.
  void onPassEntry(llvm::LazyCallGraph::SCC*) override {
    forget();
    registers_.clear();
  }

  /// A call was inlined: its caller has what came with the body.
  void inlined(const llvm::Function& caller, const llvm::Function& callee, const Call* call, std::uint64_t cost) {
    std::uint64_t& left = left_[&caller];
    left -= std::min(left, cost);
    left_in_module_ -= std::min(left_in_module_, cost);
    known_.erase(call);
    registers_.erase(&caller);
    answers_.clear();  // the calls that are left are planned again, beside those that came
    ++stats_.inlined;
    ++stats_.inlines[callee.getName().str()];
    if (o_.inline_info)
      stats_.inline_info += caller.getName().str() + ": " + callee.getName().str() + " inlined, cost " +
                            std::to_string(cost) + ", budget left " + std::to_string(left) + "\n";
  }
  void refused(const llvm::Function& caller, const llvm::Function& callee, inlining::Reason why) {
    stats_.over_budget += why == inlining::Reason::budget || why == inlining::Reason::total_budget;
    stats_.over_pressure += why == inlining::Reason::pressure;
    if (o_.inline_info)
      stats_.inline_info += caller.getName().str() + ": " + callee.getName().str() +
                            " not inlined: " + inlining::reason_names[static_cast<std::size_t>(why)] +
                            ", budget left " + std::to_string(left_[&caller]) + "\n";
  }

 private:
  struct Answer {
    bool inline_it = false;
    std::uint64_t cost = 0;
    inlining::Reason why = inlining::Reason::none;
  };

  class Advice final : public llvm::InlineAdvice {
   public:
    Advice(BudgetAdvisor& advisor, Call& call, llvm::OptimizationRemarkEmitter& remarks, const Answer& answer)
        : InlineAdvice(&advisor, call, remarks, answer.inline_it), advisor_(advisor), call_(&call), answer_(answer) {}

   private:
    void recordInliningImpl() override { advisor_.inlined(*Caller, *Callee, call_, answer_.cost); }
    void recordInliningWithCalleeDeletedImpl() override { advisor_.inlined(*Caller, *Callee, call_, answer_.cost); }
    void recordUnattemptedInliningImpl() override { advisor_.refused(*Caller, *Callee, answer_.why); }
    BudgetAdvisor& advisor_;
    const Call* call_;  // compared only
    const Answer answer_;
  };

  void forget() {
    planned_ = nullptr;
    known_.clear();
    answers_.clear();
  }

  std::unique_ptr<llvm::InlineAdvice> getAdviceImpl(Call& call) override {
    llvm::Function& f = *call.getCaller();
    if (planned_ != &f) forget();
    planned_ = &f;
    left_.try_emplace(&f, o_.inline_budget);
    if (!answers_.contains(&call)) plan(f);
    return std::make_unique<Advice>(*this, call, FAM.getResult<llvm::OptimizationRemarkEmitterAnalysis>(f),
                                    answers_[&call]);
  }

  llvm::InlineCost cost_of(Call& call, llvm::Function& callee) {
    llvm::Function& caller = *call.getCaller();
    return llvm::getInlineCost(
        call, &callee, parameters_, FAM.getResult<llvm::TargetIRAnalysis>(callee),
        [&](llvm::Function& f) -> llvm::AssumptionCache& { return FAM.getResult<llvm::AssumptionAnalysis>(f); },
        [&](llvm::Function& f) -> const llvm::TargetLibraryInfo& {
          return FAM.getResult<llvm::TargetLibraryAnalysis>(f);
        },
        [&](llvm::Function& f) -> llvm::BlockFrequencyInfo& { return FAM.getResult<llvm::BlockFrequencyAnalysis>(f); },
        FAM.getResult<llvm::ModuleAnalysisManagerFunctionProxy>(caller).getCachedResult<llvm::ProfileSummaryAnalysis>(
            M));
  }

  // What goes with the call itself: each parameter is stored and loaded by words, as the result is.
  static std::uint32_t saved(const Call& call) {
    const llvm::DataLayout& layout = call.getDataLayout();
    std::uint64_t words = 1;
    const auto add = [&](llvm::Type* type) {
      if (type->isSized() && !type->isVoidTy())
        words += 2 * llvm::divideCeil(layout.getTypeAllocSize(type).getFixedValue(), 8);
    };
    for (const llvm::Value* argument : call.args()) add(argument->getType());
    add(call.getType());
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(5 * words, inlining::Limits::units));
  }
  static std::uint32_t frequency(const llvm::BlockFrequencyInfo& blocks, const Call& call) {
    const double entry = static_cast<double>(blocks.getEntryFreq().getFrequency());
    const double here = static_cast<double>(blocks.getBlockFreq(call.getParent()).getFrequency());
    const double often = entry > 0 ? here / entry * inlining::once : inlining::once;
    return static_cast<std::uint32_t>(std::clamp(often, 1.0, static_cast<double>(inlining::Limits::frequency)));
  }

  /// The caller, and for each of its calls a function of its own: what its body costs there is LLVM's.
  void plan(llvm::Function& f) {
    inlining::Problem p;
    p.functions.emplace_back();
    p.functions[0].kept = true;
    std::vector<Call*> calls;
    const llvm::BlockFrequencyInfo& blocks = FAM.getResult<llvm::BlockFrequencyAnalysis>(f);
    for (llvm::Instruction& inst : llvm::instructions(f)) {
      auto* const call = llvm::dyn_cast<Call>(&inst);
      llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr || callee->isIntrinsic() || callee->isDeclaration()) continue;
      add(p, *call, *callee, blocks);
      calls.push_back(call);
    }
    keep_step(p, f, calls);
    inlining::Options options;
    options.inline_budget = left_[&f];
    options.inline_total_budget = left_in_module_;
    options.threshold = options.hot_threshold = options.cold_threshold = UINT32_MAX;  // LLVM's count: see add
    const inlining::Plan made = inlining::plan_inlining(p, options);
    for (const inlining::Decision& d : made.decisions)
      answers_[calls[made.instances[d.instance].site]] = {true, d.cost, inlining::Reason::none};
    for (const inlining::Kept& k : made.kept) {
      Call* const call = calls[made.instances[k.instance].site];
      const bool dear = k.reason == inlining::Reason::no_inline && known_.at(call).isVariable();  // see add
      answers_[call] = {false, k.cost, dear ? inlining::Reason::too_large : k.reason};
    }
  }
  const RegisterEstimate& registers(const llvm::Function& f) {
    const auto [at, fresh] = registers_.try_emplace(&f);
    if (fresh) at->second = estimate_registers(f);
    return at->second;
  }
  /// A kernel whose threads are bounded stays on its step of occupancy: that of what it needs with its calls, whose bodies
  /// need their registers in any case.
  void keep_step(inlining::Problem& p, const llvm::Function& f, const std::vector<Call*>& calls) {
    if (!o_.inline_pressure || register_step(f, o_.features, o_.max_registers, 1) == 0) return;
    const RegisterEstimate own = registers(f);
    std::uint32_t most = own.most;
    for (std::size_t c = 0; c < calls.size(); ++c) {
      inlining::Function& body = p.functions[p.sites[c].callee];
      body.registers = std::min(registers(*calls[c]->getCalledFunction()).most, inlining::Limits::registers);
      p.sites[c].live = std::min(own.across.at(calls[c]), inlining::Limits::registers);
      most = std::max(most, body.registers);
    }
    p.functions[0].registers = std::min(most, inlining::Limits::registers);
    p.functions[0].register_limit = register_step(f, o_.features, o_.max_registers, most);
  }
  void add(inlining::Problem& p, Call& call, llvm::Function& callee, const llvm::BlockFrequencyInfo& blocks) {
    const auto at = known_.find(&call);
    const llvm::InlineCost cost =
        at != known_.end() ? at->second : known_.emplace(&call, cost_of(call, callee)).first->second;
    inlining::Site site;
    site.callee = static_cast<std::uint32_t>(p.functions.size());
    site.saved = saved(call);
    site.frequency = frequency(blocks, call);
    site.always_inline = cost.isAlways();
    site.no_inline = cost.isNever() || (cost.isVariable() && !cost);
    inlining::Function body;
    // LLVM has counted what is saved already.
    const int grows = cost.isVariable() ? std::max(0, cost.getCost() + cost.getStaticBonusApplied()) : 0;
    body.size =
        static_cast<std::uint32_t>(std::min<std::int64_t>(grows, inlining::Limits::units - site.saved)) + site.saved;
    p.functions.push_back(body);
    p.sites.push_back(site);
  }

  const llvm::InlineParams parameters_;
  const ThinBackend& o_;
  ThinStats& stats_;
  std::uint64_t left_in_module_ = 0;
  // Looked up only.
  std::map<const llvm::Function*, std::uint64_t> left_;  // of a caller's budget
  const llvm::Function* planned_ = nullptr;              // the caller that the others are of
  std::map<const Call*, llvm::InlineCost> known_;
  std::map<const Call*, Answer> answers_;
  std::map<const llvm::Function*, RegisterEstimate> registers_;
};

llvm::InlineAdvisor* make_advisor(llvm::Module& module, llvm::FunctionAnalysisManager& functions,
                                  llvm::InlineParams parameters, llvm::InlineContext context) {
  return new BudgetAdvisor(module, functions, parameters, context);
}

}  // namespace

InlineBudget::InlineBudget(const ThinBackend& options, ThinStats& stats) { asked = {&options, &stats}; }
InlineBudget::~InlineBudget() { asked = {}; }
void InlineBudget::register_with(llvm::ModuleAnalysisManager& modules) {
  modules.registerPass([] { return llvm::PluginInlineAdvisorAnalysis(make_advisor); });
}

}  // namespace lathe::nvptx
