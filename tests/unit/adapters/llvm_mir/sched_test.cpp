// Compiled alone: two engines besides.
// The list scheduler on machine functions: registers of a region are what LLVM's RegPressureTracker counts, before and
// after; what LLVM's own dependence graph orders stays in order; LLVM's verifier finds nothing.
#include <llvm/Support/raw_ostream.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/sched/check.hpp>

#include "adapters/llvm_mir/peaks.hpp"
#include "adapters/llvm_mir/sched.hpp"
#include "unit/adapters/llvm_mir/llvm_graph.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

using Pairs = std::vector<std::pair<const llvm::MachineInstr*, const llvm::MachineInstr*>>;

// What LLVM's dependence graph orders within a region.
void add_edges(Program& program, const SchedRegion& region, Pairs& out) {
  llvm::MachineInstr* const first = region.machine_insts().front();
  for_each_llvm_edge(program, *first->getParent(), llvm::MachineBasicBlock::iterator(first), region.behind(),
                     [&](const llvm::MachineInstr& from, const llvm::MachineInstr& to, const llvm::SDep&) {
                       out.emplace_back(&from, &to);
                     });
}
std::size_t out_of_order(llvm::MachineFunction& f, const Pairs& pairs) {
  std::map<const llvm::MachineInstr*, std::size_t> place;
  for (const llvm::MachineBasicBlock& block : f)
    for (const llvm::MachineInstr& inst : block) place.emplace(&inst, place.size());
  std::size_t out = 0;
  for (const auto& [from, to] : pairs) out += place.at(from) >= place.at(to);
  return out;
}

// The plan's registers of a region, and what LLVM tracks there.
void compare_registers(const ScheduledFunction& function, const TrackedPeaks& tracked, const SchedRegion& region,
                       const std::vector<std::uint64_t>& registers) {
  const llvm::MachineBasicBlock& block = *region.machine_insts().front()->getParent();
  const auto peaks =
      tracked.of(block, llvm::MachineBasicBlock::const_iterator(region.machine_insts().front()), region.behind());
  for (unsigned s = 0; s < peaks.size(); ++s) {
    const std::uint32_t set = function.target().registers.in_use().set_of(s);
    CAPTURE(std::string(block.getParent()->getSubtarget().getRegisterInfo()->getRegPressureSetName(s)));
    CHECK(peaks[s] == (set == pressure::none ? 0 : registers[set]));
  }
}

struct Outcome {
  std::size_t regions = 0, changed = 0, edges = 0;
};
void schedule(Program& program, llvm::MachineFunction& f, const sched::Options& options, Outcome& out) {
  CAPTURE(f.getName().str());
  ScheduledFunction function(program, f);
  const auto problems = function.problems();
  const auto plan = sched::plan_regions(problems, options);
  REQUIRE(plan.refusal == sched::Refusal::none);
  Pairs ordered;
  {
    const TrackedPeaks tracked(f);
    for (std::size_t r = 0; r < problems.size(); ++r) {
      CHECK(sched::check_problem(problems[r]).empty());
      const auto faults = sched::check_plan(sched::with_floor(problems[r], plan.floor), plan.plans[r], options);
      CHECK_MESSAGE(faults.empty(), faults.str());
      compare_registers(function, tracked, function.regions()[r], plan.plans[r].before.registers);
      add_edges(program, function.regions()[r], ordered);
    }
  }
  out.regions += problems.size();
  out.edges += ordered.size();
  CHECK(out_of_order(f, ordered) == 0);
  out.changed += function.apply(plan);
  CHECK(out_of_order(f, ordered) == 0);
  CHECK(f.verify(nullptr, "after scheduling", &llvm::errs(), false));
  const TrackedPeaks tracked(f);
  for (std::size_t r = 0; r < problems.size(); ++r)
    compare_registers(function, tracked, function.regions()[r], plan.plans[r].after.registers);
}

// Numbers of AArch64 code that are all loaded, then all stored.
std::string crossed(unsigned count) {
  std::string loads, stores;
  for (unsigned i = 0; i < count; ++i) {
    const std::string n = std::to_string(i), v = std::to_string(i + 2);
    loads += "    %" + v + ":gpr32 = LDRWui %0, " + n + " :: (load (s32) from %ir.from)\n";
    stores += "    STRWui %" + v + ", %1, " + n + " :: (store (s32) into %ir.to)\n";
  }
  return "--- |\n  target triple = \"aarch64-linux-gnu\"\n"
         "  define void @crossed(ptr noalias %from, ptr noalias %to) { ret void }\n...\n---\nname: crossed\n"
         "tracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $x0, $x1\n"
         "    %0:gpr64common = COPY $x0\n    %1:gpr64common = COPY $x1\n" +
         loads + stores + "    RET_ReallyLR\n...\n";
}

}  // namespace

TEST_CASE("regions reordered in place, on four targets, before allocation") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    Outcome out;
    for (const char* file : {"loops.ll", "repeats.ll"})
      for (const sched::Mode mode : {sched::Mode::pressure, sched::Mode::balanced}) {
        const auto program = compile(file, target, before("machine-scheduler"));
        sched::Options options;
        options.mode = mode;
        options.guard = false;
        for (llvm::MachineFunction* f : program->functions()) schedule(*program, *f, options, out);
      }
    CHECK(out.regions >= 20);
    CHECK(out.edges >= 50);
    CHECK(out.changed >= 5);
  }
}

TEST_CASE("regions of physical registers are reordered by latency behind the allocator") {
  for (const Target& target : {targets[0], targets[1], targets[2]}) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, before("postmisched"));
    sched::Options options;
    options.mode = sched::Mode::latency;
    options.guard = false;
    std::size_t changed = 0;
    for (llvm::MachineFunction* f : program->functions()) {
      ScheduledFunction function(*program, *f);
      const auto problems = function.problems();
      const auto plan = sched::plan_regions(problems, options);
      REQUIRE(plan.refusal == sched::Refusal::none);
      Pairs ordered;
      for (const SchedRegion& region : function.regions()) add_edges(*program, region, ordered);
      changed += function.apply(plan);
      CHECK(out_of_order(*f, ordered) == 0);
      CHECK(f->verify(nullptr, "after scheduling", &llvm::errs(), false));
    }
    CHECK(changed >= 1);
  }
}

TEST_CASE("what does not fit into the registers does after scheduling") {
  std::string error;
  LoadOptions options;
  options.cpu = "cortex-a72";
  const auto program = load_text(crossed(40), "crossed.mir", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  llvm::MachineFunction& f = *program->functions()[0];
  CHECK(TrackedPeaks(f).whole().excess > 0);
  Outcome out;
  schedule(*program, f, {}, out);
  CHECK(out.changed == 1);
  CHECK(TrackedPeaks(f).whole().excess == 0);
}

TEST_CASE("an order that breaks a dependence is seen, and notes follow what they stand behind") {
  const auto program = compile("loops.ll", targets[1], before("machine-scheduler"));
  llvm::MachineFunction& f = *program->function("wide");
  ScheduledFunction function(*program, f);
  SchedRegion& region = function.regions()[0];
  Pairs ordered;
  add_edges(*program, region, ordered);
  std::vector<std::uint32_t> order(region.machine_insts().size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(order.size()) - 1 - i;
  llvm::MachineInstr* const last = region.machine_insts().back();
  llvm::MachineBasicBlock& block = *last->getParent();
  // A note behind the last instruction, which becomes the first.
  const auto& info = *f.getSubtarget().getInstrInfo();
  llvm::MachineInstr* const note =
      llvm::BuildMI(block, std::next(last->getIterator()), llvm::DebugLoc(), info.get(llvm::TargetOpcode::DBG_LABEL));
  region.reorder(order);
  CHECK(out_of_order(f, ordered) > 0);
  CHECK(&*std::next(last->getIterator()) == note);
}
