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
#include <llvm/CodeGen/MachineBlockFrequencyInfo.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/PassRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Target/RegisterTargetPassConfigCallback.h>

#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

// A pass more is a row more.
constexpr std::size_t row_count = 4;
const std::array<Row, row_count>& rows() {
  static const std::array<Row, row_count> all{{
      {"dead-code", "Lathe: dead code", "dead-mi-elimination", &llvm::DeadMachineInstructionElimID, Place::instead,
       nothing, true, remove_dead_code},
      {"copies", "Lathe: copy propagation", "peephole-opt", &llvm::PeepholeOptimizerLegacyID, Place::behind, nothing,
       true, propagate_copies},
      {"schedule", "Lathe: schedule for registers", "machine-scheduler", &llvm::MachineSchedulerID, Place::instead,
       alias, true, schedule_regions},
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

template <std::size_t N>
class Wrapped final : public llvm::MachineFunctionPass {
 public:
  static char ID;
  Wrapped() : MachineFunctionPass(ID) {}
  llvm::StringRef getPassName() const override { return rows()[N].title; }
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
    if (rows()[N].needs & frequencies) usage.addRequired<llvm::MachineBlockFrequencyInfoWrapperPass>();
    if (rows()[N].needs & alias) usage.addRequired<llvm::AAResultsWrapperPass>();
    if (rows()[N].keeps_blocks) {
      usage.setPreservesCFG();
      usage.addPreserved<llvm::MachineBlockFrequencyInfoWrapperPass>();
    }
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(llvm::MachineFunction& f) override {
    if (skipFunction(f.getFunction()) || burnt >= fuel) return false;
    Job job{f};
    if (rows()[N].needs & frequencies)
      job.frequencies = &getAnalysis<llvm::MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    if (rows()[N].needs & alias) job.alias = &getAnalysis<llvm::AAResultsWrapperPass>().getAAResults();
    const bool changed = rows()[N].run(job);
    burnt += changed;
    return changed;
  }
};
template <std::size_t N>
char Wrapped<N>::ID = 0;

template <std::size_t N>
llvm::Pass* make() {
  return new Wrapped<N>();
}
template <std::size_t... N>
std::array<const void*, row_count> register_all(std::index_sequence<N...>) {
  llvm::PassRegistry& registry = *llvm::PassRegistry::getPassRegistry();
  static const std::array<std::string, row_count> names{("lathe-" + std::string(rows()[N].name))...};
  (registry.registerPass(*new llvm::PassInfo(rows()[N].title, names[N], &Wrapped<N>::ID, make<N>, false, false), true),
   ...);
  return {&Wrapped<N>::ID...};
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

void put_in(llvm::TargetPassConfig& config) {
  static const std::array<const void*, row_count> ids = register_all(std::make_index_sequence<row_count>());
  for (const std::string& name : names()) {
    bool found = name == "all";
    for (std::size_t n = 0; n < row_count; ++n) {
      const Row& row = rows()[n];
      if (name != "all" && name != row.name) continue;
      found = true;
      if (row.place == Place::instead)
        config.substitutePass(row.of, ids[n]);
      else
        config.insertPass(row.of, ids[n]);
    }
    if (found) continue;
    std::string known;
    for (const Row& row : rows()) known += std::string(" ") + row.name;
    llvm::reportFatalUsageError(llvm::Twine("lathe has no pass '") + name + "'; it has" + known);
  }
}

const llvm::RegisterTargetPassConfigCallback registered([](llvm::TargetMachine& target, llvm::PassManagerBase&,
                                                           llvm::TargetPassConfig* config) {
  if (target.getOptLevel() != llvm::CodeGenOptLevel::None) put_in(*config);
});

}  // namespace

}  // namespace lathe::llvm_plugin
