// The list scheduler inside LLVM 22: every region of a file of LLVM IR, compiled up to LLVM's own scheduler, reordered
// in place for fewer registers, and compared with what LLVM's scheduler makes of the same code. Pressure is what LLVM's
// RegPressureTracker finds, and LLVM's verifier looks at the result.
//
//   example_llvm_sched FILE.ll                          for four targets
//   example_llvm_sched FILE.ll --triple T --cpu C [--write OUT.mir]   for one; the code, for llc -start-before=greedy
//     --guard            keep the order where no register beyond a limit is saved
#include <llvm/CodeGen/MIRPrinter.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <cstring>
#include <string>

#include <lathe/sched/check.hpp>

#include "adapters/llvm_mir/peaks.hpp"
#include "adapters/llvm_mir/sched.hpp"

namespace {

using namespace lathe;

struct Arguments {
  std::string file, triple, cpu, write;
  bool guard = false;
};

// Sums over functions: peaks of all sets, what is beyond the limits of blocks.
struct Sums {
  std::uint64_t peaks = 0, excess = 0;
  void add(const llvm_mir::TrackedPeaks::Whole& of) {
    for (const unsigned peak : of.peaks) peaks += peak;
    excess += of.excess;
  }
};
Sums measure(llvm_mir::Program& program) {
  Sums out;
  for (llvm::MachineFunction* f : program.functions()) out.add(llvm_mir::TrackedPeaks(*f).whole());
  return out;
}

bool schedule(llvm_mir::Program& program, const sched::Options& options, sched::Stats& stats, std::size_t& changed) {
  bool good = true;
  for (llvm::MachineFunction* f : program.functions()) {
    llvm_mir::ScheduledFunction function(program, *f);
    const auto problems = function.problems();
    const sched::FunctionPlan plan = sched::plan_regions(problems, options);
    if (plan.refusal != sched::Refusal::none) {
      std::printf("%s: %s\n", f->getName().str().c_str(), sched::to_string(plan.refusal));
      return false;
    }
    for (std::size_t r = 0; r < problems.size(); ++r) {
      const auto faults = sched::check_plan(sched::with_floor(problems[r], plan.floor), plan.plans[r], options);
      std::printf("%s", faults.str().c_str());
      good &= faults.empty();
    }
    changed += function.apply(plan);
    merge(stats, plan.stats);
    good &= f->verify(nullptr, "after scheduling", &llvm::errs(), false);
  }
  return good;
}

bool write(llvm_mir::Program& program, const std::string& path) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (error) {
    std::fprintf(stderr, "%s: cannot be written: %s\n", path.c_str(), error.message().c_str());
    return false;
  }
  llvm::printMIR(out, program.module());
  for (llvm::MachineFunction* f : program.functions()) llvm::printMIR(out, program.info(), *f);
  return true;
}

bool run(const Arguments& a) {
  llvm_mir::LoadOptions before, after;
  before.triple = after.triple = a.triple;
  before.cpu = after.cpu = a.cpu;
  before.stop_before = after.stop_after = "machine-scheduler";
  std::string error;
  const auto ours = llvm_mir::load(a.file, before, error);
  const auto theirs = ours ? llvm_mir::load(a.file, after, error) : nullptr;
  if (!theirs) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return false;
  }
  const Sums source = measure(*ours), llvm = measure(*theirs);
  sched::Options options;
  options.guard = a.guard;
  sched::Stats stats;
  std::size_t changed = 0;
  const bool good = schedule(*ours, options, stats, changed);
  const Sums mine = measure(*ours);
  std::printf(
      "%s %s: %zu functions, %llu regions, %zu reordered; peaks %llu, LLVM %llu, ours %llu; "
      "excess %llu, LLVM %llu, ours %llu\n",
      a.triple.c_str(), a.cpu.c_str(), ours->functions().size(), static_cast<unsigned long long>(stats.regions),
      changed, static_cast<unsigned long long>(source.peaks), static_cast<unsigned long long>(llvm.peaks),
      static_cast<unsigned long long>(mine.peaks), static_cast<unsigned long long>(source.excess),
      static_cast<unsigned long long>(llvm.excess), static_cast<unsigned long long>(mine.excess));
  return good && (a.write.empty() || write(*ours, a.write));
}

}  // namespace

int main(int argc, char** argv) {
  static constexpr const char* targets[][2] = {{"x86_64-linux-gnu", "x86-64-v3"},
                                               {"aarch64-linux-gnu", "cortex-a72"},
                                               {"amdgcn-amd-amdhsa", "gfx90a"},
                                               {"nvptx64-nvidia-cuda", "sm_80"}};
  Arguments a;
  for (int i = 1; i < argc; ++i) {
    const bool more = i + 1 < argc;
    if (more && std::strcmp(argv[i], "--triple") == 0) {
      a.triple = argv[++i];
    } else if (more && std::strcmp(argv[i], "--cpu") == 0) {
      a.cpu = argv[++i];
    } else if (more && std::strcmp(argv[i], "--write") == 0) {
      a.write = argv[++i];
    } else if (std::strcmp(argv[i], "--guard") == 0) {
      a.guard = true;
    } else if (argv[i][0] != '-' && a.file.empty()) {
      a.file = argv[i];
    } else {
      a.file.clear();
      break;
    }
  }
  if (a.file.empty()) {
    std::fprintf(stderr, "usage: example_llvm_sched FILE.ll [--triple T --cpu C [--write OUT.mir]] [--guard]\n");
    return 2;
  }
  if (!a.triple.empty()) return run(a) ? 0 : 1;
  bool good = true;
  for (const auto& [triple, cpu] : targets) {
    a.triple = triple;
    a.cpu = cpu;
    good &= run(a);
  }
  return good ? 0 : 1;
}
