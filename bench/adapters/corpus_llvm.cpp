// Problem texts of LLVM's machine code: what LLVM 22 makes of a file of LLVM IR for a target, at the place in its code
// generator where LLVM's own pass of that kind stands.
//
//   corpus_llvm FILE.ll TRIPLE CPU DIR NAME     DIR/FAMILY/NAME-FUNCTION[-N].txt; of outline DIR/outline/NAME.txt
//   corpus_llvm --outline PROBLEM.txt ...       what LLVM's rule on LLVM's suffix tree saves of each: a number a line
//
// pressure: each function in front of register allocation, with LLVM's sets and limits; the first line is a comment with
// the peaks that LLVM's RegPressureTracker finds. sched: the longest region of each function in front of LLVM's scheduler.
// modulo: each loop of one block in SSA form, with the target's scheduling model. outline: all functions behind register
// allocation, at the price of a call and a return.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <lathe/modulo/text.hpp>
#include <lathe/outline.hpp>
#include <lathe/outline/text.hpp>
#include <lathe/pressure.hpp>
#include <lathe/pressure/text.hpp>
#include <lathe/sched/text.hpp>

#include "adapters/llvm_mir/outline.hpp"
#include "adapters/llvm_mir/peaks.hpp"
#include "adapters/llvm_mir/pressure.hpp"
#include "adapters/llvm_mir/sched.hpp"
#include "adapters/llvm_mir/schedule_view.hpp"
#include "bench/lathe/outline_llvm_rule.hpp"

namespace {

using namespace lathe;

class Writer {
 public:
  Writer(std::string file, std::string triple, std::string cpu, std::filesystem::path folder, std::string name)
      : file_(std::move(file)), folder_(std::move(folder)), name_(std::move(name)) {
    options_.triple = std::move(triple);
    options_.cpu = std::move(cpu);
  }
  bool run() { return pressures() && regions() && loops() && repeats(); }

 private:
  std::unique_ptr<llvm_mir::Program> load(const char* stop_before) {
    std::string error;
    options_.stop_before = stop_before;
    auto program = llvm_mir::load(file_, options_, error);
    if (!program) std::fprintf(stderr, "%s: %s\n", file_.c_str(), error.c_str());
    return program;
  }
  void write(const char* family, const std::string& of, const std::string& text) const {
    const std::filesystem::path path = folder_ / family / (name_ + of + ".txt");
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::string named(const llvm::MachineFunction& f) { return "-" + f.getName().str(); }

  bool pressures() {
    const auto program = load("greedy");
    if (!program) return false;
    for (llvm::MachineFunction* f : program->functions()) {
      llvm_mir::PressureFunction function(*f);
      const auto in = pressure::ingest(function);
      const std::vector<unsigned> peaks = llvm_mir::TrackedPeaks(*f).whole().peaks;
      std::string text = "# LLVM's RegPressureTracker:";
      const auto& chosen = function.in_use().chosen();
      for (std::size_t s = 0; s < chosen.size(); ++s)
        if (chosen[s] < peaks.size()) text += " " + in.problem.sets[s].name + " " + std::to_string(peaks[chosen[s]]);
      write("pressure", named(*f), text + "\n" + pressure::print(in.problem));
    }
    return true;
  }
  bool regions() {
    const auto program = load("machine-scheduler");
    if (!program) return false;
    for (llvm::MachineFunction* f : program->functions()) {
      llvm_mir::ScheduledFunction function(*program, *f);
      const auto problems = function.problems();
      const auto longest = std::max_element(problems.begin(), problems.end(),
                                            [](const auto& a, const auto& b) { return a.size() < b.size(); });
      if (longest != problems.end()) write("sched", named(*f), sched::print(*longest));
    }
    return true;
  }
  bool loops() {
    const auto program = load("phi-node-elimination");
    if (!program) return false;
    for (llvm::MachineFunction* f : program->functions()) {
      const llvm_mir::ScheduleView view(*program, *f);
      const llvm_mir::LoopRegisters registers(view);
      const flow::ViewLiveness<llvm_mir::ScheduleView> lives(view);
      for (std::uint32_t b = 0; b < lives.numbering().blocks(); ++b)
        if (const auto* const block = lives.numbering().block(b); block->isSuccessor(block))
          write("modulo", named(*f) + "-" + std::to_string(b), print_loop(llvm_mir::Loop(lives, b, registers)));
    }
    return true;
  }
  static std::string print_loop(llvm_mir::Loop loop) { return modulo::print(modulo::ingest(loop)); }
  bool repeats() {
    const auto program = load("machine-outliner");
    if (!program) return false;
    llvm_mir::AllocatedFunctions functions(*program);
    auto in = outline::ingest(functions);
    const bool x86 = options_.triple.starts_with("x86");  // call rel32 and ret; elsewhere one word each
    in.problem.costs = {x86 ? 5U : 4U, 4, 4, x86 ? 1U : 4U};
    write("outline", "", outline::print(in.problem));
    return true;
  }

  std::string file_;
  std::filesystem::path folder_;
  std::string name_;
  llvm_mir::LoadOptions options_;
};

int saved_by_llvm(char** begin, char** end) {
  for (char** at = begin; at != end; ++at) {
    std::stringstream text;
    text << std::ifstream(*at).rdbuf();
    std::string error;
    const auto problem = outline::read_problem(text.str(), *at, error);
    if (!problem) return std::fprintf(stderr, "%s\n", error.c_str()), 1;
    const std::int64_t saved = outline::bench::LlvmRule(*problem, {problem->costs}).saved();
    std::printf("%lld\n", static_cast<long long>(saved));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::string(argv[1]) == "--outline") return saved_by_llvm(argv + 2, argv + argc);
  if (argc != 6) {
    std::fprintf(stderr, "usage: corpus_llvm FILE.ll TRIPLE CPU DIR NAME\n");
    return 2;
  }
  return Writer(argv[1], argv[2], argv[3], argv[4], argv[5]).run() ? 0 : 1;
}
