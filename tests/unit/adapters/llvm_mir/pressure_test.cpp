// Register pressure of machine functions: in every block, in every set, what LLVM's RegPressureTracker finds.
#include <lathe/pressure.hpp>
#include <lathe/pressure/check.hpp>

#include "adapters/llvm_mir/occupancy.hpp"
#include "adapters/llvm_mir/peaks.hpp"
#include "adapters/llvm_mir/pressure.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// Sets of blocks in which something lives; every block's peaks are LLVM's.
std::size_t same_peaks(llvm::MachineFunction& f) {
  std::size_t above_zero = 0;
  PressureFunction view(f);
  CHECK(view.in_use().left_out() == 0);
  const auto ingested = pressure::ingest(view);
  const auto broken = pressure::check_problem(ingested.problem);
  REQUIRE_MESSAGE(broken.empty(), broken.str());
  const pressure::Report report = pressure::analyse(ingested.problem);
  const auto faults = pressure::check_report(ingested.problem, report);
  CHECK_MESSAGE(faults.empty(), faults.str());

  const TrackedPeaks tracked(f);
  for (std::uint32_t b = 0; b < ingested.blocks.size(); ++b) {
    const auto peaks = tracked.of(*ingested.blocks[b]);
    for (unsigned s = 0; s < peaks.size(); ++s) {
      const std::uint32_t set = view.in_use().set_of(s);
      CAPTURE(std::string(f.getSubtarget().getRegisterInfo()->getRegPressureSetName(s)));
      CAPTURE(b);
      const unsigned ours = set == pressure::none ? 0 : report.peaks[std::size_t{b} * report.sets + set].pressure;
      CHECK(ours == peaks[s]);
      if (set != pressure::none) CHECK(ingested.problem.sets[set].limit <= tracked.limit(s));
      above_zero += peaks[s] > 0;
    }
  }
  return above_zero;
}

}  // namespace

TEST_CASE("the peaks of every block and set of the target are LLVM's") {
  for (const Target& target : targets)
    for (const char* file : {"loops.ll", "repeats.ll"})
      for (const char* place : {"register-coalescer", "machine-scheduler", "greedy"}) {
        if (std::string(target.triple).starts_with("nvptx") && std::string(place) == "greedy") continue;
        CAPTURE(std::string(target.triple));
        CAPTURE(std::string(place));
        const auto program = compile(file, target, before(place));
        std::size_t above_zero = 0;
        for (llvm::MachineFunction* f : program->functions()) {
          CAPTURE(f->getName().str());
          above_zero += same_peaks(*f);
        }
        CHECK(above_zero >= 10);
      }
}

TEST_CASE("what the unwinder fills lives from the landing pad on") {
  for (const Target& target : {targets[0], targets[1]})
    for (const char* place : {"register-coalescer", "machine-scheduler", "greedy"}) {
      CAPTURE(std::string(target.triple));
      CAPTURE(std::string(place));
      const auto program = compile("pads.ll", target, before(place));
      llvm::MachineFunction& f = *program->function("caught");
      CHECK(same_peaks(f) >= 10);
      PressureFunction view(f);
      const auto ingested = pressure::ingest(view);
      const auto live = pressure::liveness_of(ingested.problem, pressure::cfg_of(ingested.problem));
      std::size_t pads = 0;
      for (std::uint32_t b = 0; b < ingested.blocks.size(); ++b) {
        pads += ingested.blocks[b]->isEHPad();
        for (const std::uint32_t unit : live.live_in[b])
          CHECK((b == 0 || !ingested.problem.registers[unit].name.starts_with("unit")));
      }
      CHECK(pads == 1);
    }
}

TEST_CASE("in SSA form phis count as writes, and limits are the target's") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, before("phi-node-elimination"));
    PressureFunction view(*program->function("wide"));
    const auto ingested = pressure::ingest(view);
    REQUIRE(pressure::check_problem(ingested.problem).empty());
    const pressure::Report report = pressure::analyse(ingested.problem);
    CHECK(pressure::check_report(ingested.problem, report).empty());
    std::uint32_t most = 0;
    for (const auto& m : report.maxima) most = std::max(most, m.pressure);
    CHECK(most >= 7);  // six loaded values and what the loop counts with
    for (const auto& set : ingested.problem.sets) CHECK(set.limit > 0);
  }
}

TEST_CASE("limits of sets are those that LLVM's RegisterClassInfo has") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, before("machine-scheduler"));
    std::size_t reserved = 0;
    for (llvm::MachineFunction* f : program->functions()) {
      const llvm::TargetRegisterInfo& registers = *f->getSubtarget().getRegisterInfo();
      llvm::RegisterClassInfo limits;  // one that is kept has those of the function before
      limits.runOnMachineFunction(*f);
      const SetLimits ours(*f);
      for (unsigned s = 0; s < registers.getNumRegPressureSets(); ++s) {
        CAPTURE(std::string(registers.getRegPressureSetName(s)));
        CHECK(ours(s) == set_limit(limits, *f, s));
        reserved += ours(s) < registers.getRegPressureSetLimit(*f, s);
      }
    }
    CHECK(reserved > 0);
  }
}

// Local memory lets fewer waves run, which may have more registers; reserved are the same.
TEST_CASE("limits of sets are the function's, whatever functions stand in front of it") {
  const char* const text = R"(
@big = internal addrspace(3) global [8192 x i32] poison, align 4
define amdgpu_kernel void @small(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @large(ptr addrspace(1) %p, i32 %i) {
  %q = getelementptr i32, ptr addrspace(3) @big, i32 %i
  store volatile i32 1, ptr addrspace(3) %q
  ret void
})";
  LoadOptions options = before("machine-cse");
  options.triple = "amdgcn-amd-amdhsa";
  options.cpu = "gfx90a";
  std::string error;
  const auto program = load_text(text, "local.ll", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  REQUIRE(program->functions().size() == 2);
  const llvm::MachineFunction &small = *program->functions()[0], &large = *program->functions()[1];
  REQUIRE(small.getRegInfo().getReservedRegs() == large.getRegInfo().getReservedRegs());
  llvm::RegisterClassInfo fresh;
  fresh.runOnMachineFunction(large);
  const SetLimits before(small), behind(large);
  std::size_t unlike = 0;
  for (unsigned s = 0; s < large.getSubtarget().getRegisterInfo()->getNumRegPressureSets(); ++s) {
    unlike += before(s) != behind(s);
    CHECK(behind(s) == set_limit(fresh, large, s));
  }
  CHECK(unlike > 0);
}
