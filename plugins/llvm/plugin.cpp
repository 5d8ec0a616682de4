// The plugin: Lathe's passes in the pipeline of an unmodified llc-22 or clang-22.
//
//   llc-22 --load=liblathe_plugin.so -lathe-passes=dead-code,block-placement f.ll
//   clang-22 -O2 -Xclang -load -Xclang liblathe_plugin.so -mllvm -lathe-passes=all -c f.c
//
// LLVM's own extension point is used (RegisterTargetPassConfigCallback): before a target builds its pipeline, each pass
// that is named is put in the place of LLVM's, or behind it.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/CodeGen/MachineBlockFrequencyInfo.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineLoopInfo.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/MachineOptimizationRemarkEmitter.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/PassRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Target/CGPassBuilderOption.h>
#include <llvm/Target/RegisterTargetPassConfigCallback.h>
#include <llvm/Target/TargetMachine.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) static_cast<void>(name)
#endif

#include "adapters/llvm_mir/kept_answers.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

// A pass more is a row more.
constexpr std::size_t row_count = 15;
const std::array<Row, row_count>& rows() {
  static const std::array<Row, row_count> all{{
      {"early-tailduplication", "Lathe: short blocks copied", "early-tailduplication",
       &llvm::EarlyTailDuplicateLegacyID, Place::instead, nothing, false, duplicate_early},
      {"opt-phis", "Lathe: phis that are no choice", "opt-phis", &llvm::OptimizePHIsLegacyID, Place::instead, nothing,
       true, settle_phis},
      {"dead-code", "Lathe: dead code", "dead-mi-elimination", &llvm::DeadMachineInstructionElimID, Place::instead,
       nothing, true, remove_dead_code},
      {"machine-cse", "Lathe: common subexpressions", "machine-cse", &llvm::MachineCSELegacyID, Place::instead, shared,
       true, merge_subexpressions},
      {"early-machinelicm", "Lathe: invariants out of loops", "early-machinelicm", &llvm::EarlyMachineLICMID,
       Place::instead, shared, true, hoist_invariants},
      {"machine-sink", "Lathe: sinking", "machine-sink", &llvm::MachineSinkingLegacyID, Place::instead, shared, true,
       sink_to_readers},
      {"unsink", "Lathe: back above branches", "machine-sink", &llvm::MachineSinkingLegacyID, Place::behind,
       frequencies, true, unsink_for_occupancy},
      {"copies", "Lathe: copy propagation", "peephole-opt", &llvm::PeepholeOptimizerLegacyID, Place::behind, nothing,
       true, propagate_copies},
      {"pipeliner", "Lathe: software pipelining", "pipeliner", &llvm::MachinePipelinerID, Place::instead,
       alias | intervals | loop_nest, false, pipeline_loops},
      {"two-address", "Lathe: two-address form", "twoaddressinstruction", &llvm::TwoAddressInstructionPassID,
       Place::instead, always, true, make_ties_true},
      {"register-coalescer", "Lathe: coalescing", "twoaddressinstruction", &llvm::TwoAddressInstructionPassID,
       Place::behind, frequencies, true, join_registers},
      {"schedule", "Lathe: schedule for registers", "machine-scheduler", &llvm::MachineSchedulerID, Place::instead,
       alias | intervals, true, schedule_regions},
      {"occupancy", "Lathe: order for occupancy", "machine-scheduler", &llvm::MachineSchedulerID, Place::behind,
       alias | intervals | frequencies, true, raise_occupancy},
      {"machinelicm", "Lathe: invariants out of loops, behind allocation", "machinelicm", &llvm::MachineLICMID,
       Place::instead, frequencies, true, hoist_allocated},
      {"block-placement", "Lathe: block placement", "block-placement", &llvm::MachineBlockPlacementID, Place::instead,
       frequencies, false, place_blocks},
  }};
  return all;
}

llvm::cl::list<std::string> chosen("lathe-passes", llvm::cl::CommaSeparated,
                                   llvm::cl::desc("passes of Lathe that stand in the place of LLVM's, or 'all'; "
                                                  "else those that LATHE_PASSES names"));
llvm::cl::opt<unsigned> fuel("lathe-fuel", llvm::cl::init(~0U), llvm::cl::Hidden,
                             llvm::cl::desc("how many functions Lathe's passes may change"));
unsigned burnt = 0;
llvm::cl::opt<bool> count(
    "lathe-count", llvm::cl::Hidden,
    llvm::cl::desc("under callgrind: a dump for each run of a pass, by its name, ours or LLVM's"));

// What is executed while it lives, into a dump of callgrind's.
struct Counted {
  explicit Counted(const char* pass) : pass(pass) {
    if (count) CALLGRIND_ZERO_STATS;
  }
  ~Counted() {
    if (count) CALLGRIND_DUMP_STATS_AT(pass);
  }
  const char* pass;
};

// An analysis to LLVM: it is forgotten where a pass between two of ours does not say that it keeps everything.
class SharedPass final : public llvm::MachineFunctionPass {
 public:
  static char ID;
  SharedPass() : MachineFunctionPass(ID) {}
  llvm::StringRef getPassName() const override { return "Lathe: what passes share"; }
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
    usage.setPreservesAll();
    usage.addRequiredTransitive<llvm::MachineBlockFrequencyInfoWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(llvm::MachineFunction&) override {
    shared.forget();
    return false;
  }
  void releaseMemory() override { shared.forget(); }
  Shared shared;
};
char SharedPass::ID = 0;

llvm::cl::opt<bool> keep_answers(
    "lathe-keep-answers", llvm::cl::init(true), llvm::cl::Hidden,
    llvm::cl::desc("with `occupancy`: LLVM's alias analysis is asked once of each pair of places in memory"));

// From instruction selection on LLVM's answers are kept: its scheduler asks each some three times, and `occupancy` once more.
class AnswersPass final : public llvm::MachineFunctionPass {
 public:
  static char ID;
  AnswersPass() : MachineFunctionPass(ID) {}
  llvm::StringRef getPassName() const override { return "Lathe: answers kept of alias analysis"; }
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
    usage.setPreservesAll();
    usage.addRequired<llvm::AAResultsWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(llvm::MachineFunction&) override {
    answers_.stand_in(getAnalysis<llvm::AAResultsWrapperPass>().getAAResults());
    return false;
  }
  static void put_in(llvm::TargetPassConfig& config) {
    if (keep_answers) config.insertPass(&llvm::FinalizeISelID, &ID);
  }

 private:
  llvm_mir::KeptAnswers answers_;
};
char AnswersPass::ID = 0;

// By what name the pipeline knows the pass: in the place of LLVM's by LLVM's, for targets put passes behind that (AMD
// GPU four of them behind the scheduler).
char& known_as(const Row& row, char& own) {
  return row.place == Place::instead ? *static_cast<char*>(const_cast<void*>(row.of)) : own;  // NOLINT
}

template <std::size_t N>
class Wrapped final : public llvm::MachineFunctionPass {
 public:
  static char ID;
  Wrapped() : MachineFunctionPass(known_as(rows()[N], ID)) {}
  llvm::StringRef getPassName() const override { return rows()[N].title; }
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
    if (rows()[N].needs & frequencies) usage.addRequired<llvm::MachineBlockFrequencyInfoWrapperPass>();
    if (rows()[N].needs & lathe::llvm_plugin::shared) {
      usage.addRequired<llvm::MachineBlockFrequencyInfoWrapperPass>();
      usage.addRequired<SharedPass>();
      usage.addPreserved<SharedPass>();
    }
    if (rows()[N].needs & alias) usage.addRequired<llvm::AAResultsWrapperPass>();
    if (rows()[N].needs & loop_nest) {
      usage.addRequired<llvm::MachineLoopInfoWrapperPass>();
      usage.addRequired<llvm::MachineOptimizationRemarkEmitterPass>();
      usage.addRequired<llvm::LoopInfoWrapperPass>();
      usage.addRequired<llvm::ScalarEvolutionWrapperPass>();
    }
    if (rows()[N].needs & intervals) {
      usage.addRequired<llvm::LiveIntervalsWrapperPass>();
      usage.addRequired<llvm::SlotIndexesWrapperPass>();
    }
    if (rows()[N].needs & intervals && rows()[N].keeps_blocks) {
      usage.addPreserved<llvm::LiveIntervalsWrapperPass>();
      usage.addPreserved<llvm::SlotIndexesWrapperPass>();
    }
    if (rows()[N].keeps_blocks) {
      usage.setPreservesCFG();
      usage.addPreserved<llvm::MachineBlockFrequencyInfoWrapperPass>();
    }
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(llvm::MachineFunction& f) override {
    Job job{f};
    job.least = skipFunction(f.getFunction()) || burnt >= fuel;
    if (job.least && !(rows()[N].needs & always)) return false;
    if (rows()[N].needs & lathe::llvm_plugin::shared) job.shared = &getAnalysis<SharedPass>().shared;
    if (rows()[N].needs & (frequencies | lathe::llvm_plugin::shared))
      job.frequencies = &getAnalysis<llvm::MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    if (rows()[N].needs & alias) job.alias = &getAnalysis<llvm::AAResultsWrapperPass>().getAAResults();
    if (rows()[N].needs & intervals) job.intervals = &getAnalysis<llvm::LiveIntervalsWrapperPass>().getLIS();
    if (rows()[N].needs & loop_nest) take_loops(job);
    Kept kept(job);
    const bool changed = counted(job);
    if (changed) kept.tell(job, rows()[N].name);
    burnt += changed && !job.least;
    return changed;
  }

 private:
  static bool counted(const Job& job) {
    const Counted counted(rows()[N].name);
    return rows()[N].run(job);
  }
  void take_loops(Job& job) {
    job.loops = &getAnalysis<llvm::MachineLoopInfoWrapperPass>().getLI();
    job.remarks = &getAnalysis<llvm::MachineOptimizationRemarkEmitterPass>().getORE();
    job.ir_loops = &getAnalysis<llvm::LoopInfoWrapperPass>().getLoopInfo();
    job.evolution = &getAnalysis<llvm::ScalarEvolutionWrapperPass>().getSE();
  }
};
template <std::size_t N>
char Wrapped<N>::ID = 0;

// A pass of LLVM's own, counted as ours are.
class Borrowed : public llvm::MachineFunctionPass {
 public:
  Borrowed(char& id, const void* pass, const char* counted_as)
      : MachineFunctionPass(id), own_(llvm::Pass::createPass(pass)), counted_as_(counted_as) {}
  llvm::StringRef getPassName() const override { return own_->getPassName(); }
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override { own_->getAnalysisUsage(usage); }
  bool runOnMachineFunction(llvm::MachineFunction& f) override {
    if (own_->getResolver() == nullptr) own_->setResolver(getResolver());
    const Counted counted(counted_as_);
    return static_cast<llvm::FunctionPass*>(own_)->runOnFunction(f.getFunction());
  }

 private:
  llvm::Pass* const own_;  // never deleted: it would take the resolver, which is this pass's, with it
  const char* const counted_as_;
};
template <std::size_t N>
class Theirs final : public Borrowed {
 public:
  static char ID;
  Theirs() : Borrowed(known_as(rows()[N], ID), rows()[N].of, rows()[N].llvm_name) {}
};
template <std::size_t N>
char Theirs<N>::ID = 0;

// LLVM's branch folding once more behind our block placement: LLVM's placement runs it inside, with short tails merged that
// the order has brought to where they cost no jump. Counted as a part of the row.
class FoldAgain final : public Borrowed {
 public:
  static char ID;
  FoldAgain() : Borrowed(ID, &llvm::BranchFolderPassID, "block-placement") {}
  llvm::StringRef getPassName() const override { return "Lathe: branches folded behind block placement"; }
};
char FoldAgain::ID = 0;

// LLVM's outliner is not in the pipeline by its ID, so that this one stands where it would, and that is switched off.
class OutlinePass final : public llvm::ModulePass {
 public:
  static char ID;
  OutlinePass() : ModulePass(ID) {}
  llvm::StringRef getPassName() const override { return "Lathe: outliner"; }
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
    usage.addRequired<llvm::MachineModuleInfoWrapperPass>();
    usage.addPreserved<llvm::MachineModuleInfoWrapperPass>();
    usage.setPreservesAll();
    ModulePass::getAnalysisUsage(usage);
  }
  bool runOnModule(llvm::Module& m) override {
    if (skipModule(m) || burnt >= fuel) return false;
    const bool changed = outline_functions(m, getAnalysis<llvm::MachineModuleInfoWrapperPass>().getMMI(),
                                           asked() != llvm::RunOutliner::TargetDefault);
    burnt += changed;
    return changed;
  }
  /// As -enable-machine-outliner has it.
  static llvm::RunOutliner asked() {
    const auto& options = llvm::cl::getRegisteredOptions();
    const auto at = options.find("enable-machine-outliner");
    if (at == options.end()) return llvm::RunOutliner::TargetDefault;
    return static_cast<llvm::cl::opt<llvm::RunOutliner>*>(at->second)->getValue();
  }
  static void put_in(llvm::TargetMachine& target, llvm::TargetPassConfig& config) {
    const bool wanted = asked() == llvm::RunOutliner::TargetDefault ? target.Options.SupportsDefaultOutlining
                                                                    : asked() != llvm::RunOutliner::NeverOutline;
    if (!target.Options.EnableMachineOutliner || !wanted) return;
    target.Options.EnableMachineOutliner = false;
    config.insertPass(&llvm::MachineSanitizerBinaryMetadataID, &ID);
  }
};
char OutlinePass::ID = 0;
constexpr const char* outliner = "machine-outliner";

// In front of all that makes a module's code.
class LeaveOut final : public llvm::ModulePass {
 public:
  static char ID;
  LeaveOut() : ModulePass(ID) {}
  llvm::StringRef getPassName() const override { return "Lathe: LLVM's passes left out where they find nothing"; }
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override { usage.setPreservesAll(); }
  bool runOnModule(llvm::Module& m) override {
    leave_out(m);
    return false;
  }
  bool doFinalization(llvm::Module& m) override {
    leave_out_no_more(m);
    return false;
  }
};
char LeaveOut::ID = 0;
constexpr const char* regrouping = "nary-reassociate";

template <class P>
llvm::Pass* make() {
  return new P();
}
struct Ids {
  std::array<const void*, row_count> ours, theirs;
};
template <std::size_t... N>
Ids register_all(std::index_sequence<N...>) {
  llvm::PassRegistry& registry = *llvm::PassRegistry::getPassRegistry();
  static const std::array<std::string, row_count> names{("lathe-" + std::string(rows()[N].name))...},
      counted{("lathe-counted-" + std::string(rows()[N].llvm_name))...};
  // The registry keeps the names as they are given.
  const auto add = [&](llvm::StringRef name, const char* title, char& id, llvm::PassInfo::NormalCtor_t made) {
    registry.registerPass(*new llvm::PassInfo(title, name, &id, made, false, false), true);
  };
  add("lathe-shared", "Lathe: what passes share", SharedPass::ID, make<SharedPass>);
  add("lathe-answers", "Lathe: answers kept of alias analysis", AnswersPass::ID, make<AnswersPass>);
  add("lathe-fold-again", "Lathe: branches folded behind block placement", FoldAgain::ID, make<FoldAgain>);
  add("lathe-machine-outliner", "Lathe: outliner", OutlinePass::ID, make<OutlinePass>);
  (add(names[N], rows()[N].title, Wrapped<N>::ID, make<Wrapped<N>>), ...);
  (add(counted[N], rows()[N].llvm_name, Theirs<N>::ID, make<Theirs<N>>), ...);
  return {{&Wrapped<N>::ID...}, {&Theirs<N>::ID...}};
}

std::vector<std::string> names() {
  std::vector<std::string> out(chosen.begin(), chosen.end());
  const char* const text = std::getenv("LATHE_PASSES");
  if (!out.empty() || text == nullptr) return out;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::StringRef(text).split(parts, ',', -1, false);
  for (const llvm::StringRef part : parts) out.push_back(part.str());
  return out;
}

// What stands for `schedule` there.
bool is_for_occupancy(const Row& row, const llvm::TargetMachine& target) {
  return row.run == raise_occupancy && target.getTargetTriple().isAMDGCN();
}

void put_in(llvm::TargetMachine& target, llvm::legacy::PassManagerBase& passes, llvm::TargetPassConfig& config) {
  static const Ids ids = register_all(std::make_index_sequence<row_count>());
  for (std::size_t n = 0; count && n < row_count; ++n)
    if (rows()[n].place == Place::instead) config.substitutePass(rows()[n].of, ids.theirs[n]);
  bool answers = false, left_out = false;
  for (const std::string& name : names()) {
    bool found = name == "all" || name == outliner;
    if (found) OutlinePass::put_in(target, config);
    if ((name == "all" || name == regrouping) && !std::exchange(left_out, true)) passes.add(new LeaveOut);
    found |= name == regrouping;
    for (std::size_t n = 0; n < row_count; ++n) {
      const Row& row = rows()[n];
      // On AMD GPUs an order for registers alone costs occupancy and cycles: there LLVM's scheduler stays, with ours behind it.
      const bool amd = target.getTargetTriple().isAMDGCN(), stays = row.run == schedule_regions && amd;
      // What ours leaves there LLVM's own coalescer makes wrong in one program of 17 (docs/decisions.md), and nothing is won.
      const bool by_name = stays || (row.run == join_registers && amd);
      if ((name != "all" || by_name) && name != row.name && !(name == "schedule" && is_for_occupancy(row, target)))
        continue;
      found = true;
      if (stays) continue;
      if (is_for_occupancy(row, target) && !std::exchange(answers, true)) AnswersPass::put_in(config);
      if (row.place == Place::instead)
        config.substitutePass(row.of, ids.ours[n]);
      else
        config.insertPass(row.of, ids.ours[n]);
      if (row.run == place_blocks) config.insertPass(row.of, &FoldAgain::ID);
    }
    if (found) continue;
    std::string known;
    for (const Row& row : rows()) known += std::string(" ") + row.name;
    known += std::string(" ") + outliner + " " + regrouping;
    llvm::reportFatalUsageError(llvm::Twine("lathe has no pass '") + name + "'; it has" + known);
  }
}

const llvm::RegisterTargetPassConfigCallback registered([](llvm::TargetMachine& target, llvm::PassManagerBase& passes,
                                                           llvm::TargetPassConfig* config) {
  if (target.getOptLevel() != llvm::CodeGenOptLevel::None) put_in(target, passes, *config);
});

}  // namespace

}  // namespace lathe::llvm_plugin
