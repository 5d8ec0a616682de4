// The pressure tracker on the machine functions of files of LLVM IR, in front of LLVM's scheduler, beside what LLVM does
// when a block has changed: its RegPressureTracker goes through the block again.
//
//   pressure_llvm RUNS TRIPLE CPU FILE.ll ...   a line for each range of block sizes: FROM UPDATES INSTRUCTIONS OURS BLOCK
//                                               SCAN FUNCTION: smallest block, updates, the sum of their blocks' sizes,
//                                               nanoseconds of all updates by us, of LLVM's tracker over the block of each,
//                                               of our scan of the block, and of our analysis of the function of each; sums
//                                               over functions of medians of RUNS runs
//
// In LLVM's favour its intervals are there and stay as they are, what is live out of a block stands in a list, and the edit
// itself costs nothing. Exit 1 when a block's peaks by LLVM are others than ours. Under callgrind each is done once, into a
// dump by the name "WHAT FROM", and the figures are 0.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lathe/pressure.hpp>

#include "adapters/llvm_mir/load.hpp"
#include "adapters/llvm_mir/peaks.hpp"
#include "adapters/llvm_mir/pressure.hpp"
#include "bench/adapters/measured.hpp"
#include "bench/lathe/pressure_edits.hpp"

namespace {

using namespace lathe;

enum What : std::uint8_t { ours, block, scan, whole, kinds };
constexpr std::array names = {"ours", "block", "scan", "whole"};
constexpr std::array<std::uint32_t, 5> ranges = {1, 10, 30, 100, 300};  // smallest blocks of each

template <class F>
double median_of(unsigned runs, F&& one) {
  std::vector<double> spent;
  for (unsigned r = 0; r < runs; ++r) {
    const double start = bench::now();
    one();
    spent.push_back(bench::now() - start);
  }
  return bench::median(std::move(spent));
}
volatile std::uintptr_t sink;

struct Row {
  std::uint64_t updates = 0, instructions = 0;
  std::array<double, kinds> spent{};
};

// One function, and the edits in those blocks of it that belong to a row.
class Measured {
 public:
  explicit Measured(llvm::MachineFunction& f)
      : view_(f), in_(pressure::ingest(view_)), tracked_(f), scan_(in_.problem) {
    live_ = pressure::liveness_of(in_.problem, pressure::cfg_of(in_.problem));
  }
  bool same() const {
    const pressure::Report report = pressure::analyse(in_.problem);
    for (std::uint32_t b = 0; b < in_.blocks.size(); ++b) {
      if (in_.blocks[b]->isEHPad()) continue;  // LLVM does not count what the unwinder leaves there unread
      const auto peaks = tracked_.of(*in_.blocks[b]);
      for (unsigned s = 0; s < peaks.size(); ++s)
        if (const std::uint32_t set = view_.in_use().set_of(s);
            set != pressure::none && report.peaks[std::size_t{b} * report.sets + set].pressure != peaks[s])
          return false;
    }
    return true;
  }
  // `run` does what it is given, and says how long that took.
  template <class Run>
  void row(Row& row, std::uint32_t least, std::uint32_t below, Run&& run) {
    const auto here = [&](std::uint32_t inst) {
      const std::uint32_t size = in_.problem.blocks[block_of(inst)].count;
      return size >= least && size < below;
    };
    bench::Editor editor(in_.problem, false, 1, here);
    if (editor.size() == 0) return;
    std::vector<std::uint32_t> blocks;
    for (std::size_t k = 0; k < editor.size(); ++k) blocks.push_back(block_of(editor.inst(k)));
    row.updates += 2 * blocks.size();
    for (const std::uint32_t b : blocks) row.instructions += 2 * std::uint64_t{in_.problem.blocks[b].count};
    const auto all = [&] {
      for (std::size_t k = 0; k < blocks.size(); ++k) editor.step();
    };
    all();  // arrays grow once
    row.spent[ours] += run(ours, all);
    std::vector<llvm_mir::TrackedPeaks::Live> live(in_.blocks.size());
    for (const std::uint32_t b : blocks)
      if (live[b].empty()) live[b] = tracked_.live_out(*in_.blocks[b]);
    row.spent[block] +=
        2 * run(block, [&] {
          for (const std::uint32_t b : blocks)
            sink = tracked_.of(*in_.blocks[b], in_.blocks[b]->begin(), in_.blocks[b]->end(), live[b]).front();
        });
    std::vector<std::uint32_t> out;
    row.spent[scan] += 2 * run(scan, [&] {
                         for (const std::uint32_t b : blocks) {
                           out.resize((std::size_t{in_.problem.blocks[b].count} + 1) * in_.problem.sets.size());
                           scan_.run(b, live_.live_out[b], out.data());
                           sink = *std::max_element(out.begin(), out.end());
                         }
                       });
    const double one = run(whole, [&] { sink = pressure::analyse(in_.problem).maxima.size(); });
    row.spent[whole] += 2 * static_cast<double>(blocks.size()) * one;
  }

 private:
  std::uint32_t block_of(std::uint32_t inst) const {
    const auto& blocks = in_.problem.blocks;
    const auto at = std::upper_bound(blocks.begin(), blocks.end(), inst,
                                     [](std::uint32_t i, const auto& b) { return i < b.first; });
    return static_cast<std::uint32_t>(at - blocks.begin() - 1);
  }
  llvm_mir::PressureFunction view_;
  pressure::Ingested<llvm_mir::PressureFunction> in_;
  llvm_mir::TrackedPeaks tracked_;
  pressure::detail::BlockScan scan_;
  flow::Liveness live_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return std::fprintf(stderr, "usage: pressure_llvm RUNS TRIPLE CPU FILE.ll ...\n"), 2;
  const auto runs = static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10));
  llvm_mir::LoadOptions options;
  options.triple = argv[2];
  options.cpu = argv[3];
  options.stop_before = "machine-scheduler";
  std::array<Row, ranges.size()> rows;
  bool good = true;
  for (int k = 4; k < argc; ++k) {
    std::string error;
    const auto program = llvm_mir::load(argv[k], options, error);
    if (!program) return std::fprintf(stderr, "%s: %s\n", argv[k], error.c_str()), 1;
    for (llvm::MachineFunction* f : program->functions()) {
      Measured measured(*f);
      good = good && measured.same();
      for (std::size_t r = 0; r < ranges.size(); ++r) {
        const std::uint32_t below = r + 1 < ranges.size() ? ranges[r + 1] : pressure::none;
        measured.row(rows[r], ranges[r], below, [&](What what, auto&& one) {
          if (!RUNNING_ON_VALGRIND) return median_of(runs, one);
          bench::counted(std::string(names[what]) + " " + std::to_string(ranges[r]), one);
          return 0.0;
        });
      }
    }
  }
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    std::printf("%u %llu %llu", ranges[r], static_cast<unsigned long long>(rows[r].updates),
                static_cast<unsigned long long>(rows[r].instructions));
    for (const double spent : rows[r].spent) std::printf(" %.0f", spent);
    std::printf("\n");
  }
  return good ? 0 : 1;
}
