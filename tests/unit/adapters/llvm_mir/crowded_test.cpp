// Crowded regions of machine functions: found where LLVM's tracker finds more registers than there are, put in an order
// that fits or spills less, with LLVM's own dependences kept and its live intervals right.
#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/Support/raw_ostream.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lathe/sched/fit.hpp>

#include "adapters/llvm_mir/crowded_problem.hpp"
#include "adapters/llvm_mir/peaks.hpp"
#include "unit/adapters/llvm_mir/llvm_graph.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// Numbers that are all loaded, then all stored, and of each a sum that sets flags which nobody reads.
std::string loaded_then_stored(unsigned count) {
  std::string loads, stores;
  for (unsigned i = 0; i < count; ++i) {
    const std::string n = std::to_string(i), at = std::to_string(4 * i), v = std::to_string(2 * i + 2),
                      w = std::to_string(2 * i + 3);
    loads += "    %" + v + ":gr32 = MOV32rm %0, 1, $noreg, " + at + ", $noreg :: (load (s32) from %ir.from + " + at +
             ")\n" + "    %" + w + ":gr32 = ADD32ri %" + v + "(tied-def 0), 7, implicit-def dead $eflags\n";
    stores += "    MOV32mr %1, 1, $noreg, " + at + ", $noreg, %" + w + " :: (store (s32) into %ir.to + " + at + ")\n";
  }
  return "--- |\n  target triple = \"x86_64-linux-gnu\"\n  define void @crossed(ptr noalias %from, ptr noalias %to) { "
         "ret void }\n...\n"
         "---\nname: crossed\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $rdi, $rsi\n"
         "    %0:gr64 = COPY $rdi\n    %1:gr64 = COPY $rsi\n" +
         loads + stores + "    RET 0\n...\n";
}

struct Outcome {
  std::size_t regions = 0, reordered = 0, fitting = 0, edges = 0;
};
void fit(Program& program, llvm::MachineFunction& f, Outcome& out) {
  CAPTURE(f.getName().str());
  llvm::MachineFunctionAnalysisManager analyses;
  llvm::PassBuilder().registerMachineFunctionAnalyses(analyses);
  auto& intervals = analyses.getResult<llvm::LiveIntervalsAnalysis>(f);
  CrowdedRegions crowded(f, intervals);
  CrowdedProblems problems(program.alias(f), f);
  std::vector<std::pair<const llvm::MachineInstr*, const llvm::MachineInstr*>> ordered;
  for (CrowdedRegion& region : crowded.regions())
    for_each_llvm_edge(program, *region.insts[0]->getParent(), llvm::MachineBasicBlock::iterator(region.insts[0]),
                       region.behind,
                       [&](const llvm::MachineInstr& from, const llvm::MachineInstr& to, const llvm::SDep&) {
                         ordered.emplace_back(&from, &to);
                       });
  for (CrowdedRegion& region : crowded.regions()) {
    const sched::Problem p = problems.make(region);
    CHECK(sched::check_problem(p).empty());
    const sched::FitPlan plan = sched::fit_problem(p);
    REQUIRE(plan.refusal == sched::Refusal::none);
    CHECK(plan.excess_before > 0);
    ++out.regions;
    out.fitting += plan.excess == 0;
    if (!plan.reordered()) continue;
    ++out.reordered;
    reorder(region.insts, region.behind, plan.order, &intervals);
  }
  std::map<const llvm::MachineInstr*, std::size_t> place;
  for (const llvm::MachineBasicBlock& block : f)
    for (const llvm::MachineInstr& inst : block) place.emplace(&inst, place.size());
  for (const auto& [from, to] : ordered) CHECK(place.at(from) < place.at(to));
  out.edges += ordered.size();
  CHECK(f.verify(nullptr, "after scheduling", &llvm::errs(), false));
  // What followed the moves is what is found from nothing.
  llvm::MachineFunctionAnalysisManager fresh;
  llvm::PassBuilder().registerMachineFunctionAnalyses(fresh);
  const auto& again = fresh.getResult<llvm::LiveIntervalsAnalysis>(f);
  for (unsigned v = 0; v < f.getRegInfo().getNumVirtRegs(); ++v) {
    const llvm::Register r = llvm::Register::index2VirtReg(v);
    if (!again.hasInterval(r)) continue;
    REQUIRE(intervals.hasInterval(r));
    for (const llvm::MachineBasicBlock& b : f)
      CHECK(intervals.isLiveOutOfMBB(intervals.getInterval(r), &b) == again.isLiveOutOfMBB(again.getInterval(r), &b));
  }
}

}  // namespace

TEST_CASE("what does not fit is put in an order that does, though each sum writes the flags") {
  std::string error;
  LoadOptions options;
  options.triple = "x86_64-linux-gnu";
  options.cpu = "x86-64-v3";
  const auto program = load_text(loaded_then_stored(30), "crossed.mir", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  Outcome out;
  llvm::MachineFunction& f = *program->functions()[0];
  CHECK(TrackedPeaks(f).whole().excess > 0);
  fit(*program, f, out);
  CHECK(out.reordered == 1);
  CHECK(out.fitting == 1);
  CHECK(TrackedPeaks(f).whole().excess == 0);
}

TEST_CASE("functions that have enough registers have no crowded regions") {
  for (const Target& target : {targets[0], targets[1]}) {
    CAPTURE(std::string(target.triple));
    for (const char* file : {"loops.ll", "repeats.ll"}) {
      const auto program = compile(file, target, before("machine-scheduler"));
      for (llvm::MachineFunction* f : program->functions()) {
        REQUIRE(TrackedPeaks(*f).whole().excess == 0);
        Outcome out;
        fit(*program, *f, out);
        CHECK(out.regions == 0);
      }
    }
  }
}
