// NVPTX machine IR for lathe::flow::throughput: warps are the threads that share an issuer, and the units are those of
// one of the multiprocessor's partitions (nvptx/mir/facts.hpp, nvptx/target/opcodes.def).
//
// What a launch did (`lathe run --profile=FILE.json`) gives how often instructions were issued, and how many lines of
// global or wavefronts of shared memory an access took; each holds the unit of loads and stores for its cycles.
//
// Known limits, beside those of the model: the text is PTX and not what ptxas makes of it; a load takes what a hit in the
// nearest cache takes; a kernel's parameters take nothing; cycles of units are those of a recent multiprocessor, whatever the target.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/flow/throughput.hpp>

#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

/// What a launch did at a line of PTX.
struct MirExecuted {
  std::uint64_t issued = 0;               ///< by warps
  std::uint64_t requests = 0, parts = 0;  ///< of memory, and the lines or wavefronts that they took
};

/// What is known of the launch.
struct MirThroughputOptions {
  std::uint32_t warps = 8;                            ///< that share an issuer; at least 1
  dense::DenseMap<std::uint32_t, MirExecuted> lines;  ///< by line of the PTX; empty: nothing is known
};

/// The problem of a function. O(size).
inline flow::throughput::Problem throughput_problem(const mir::Module& module, const mir::Function& function,
                                                    const MirThroughputOptions& options) {
  const MirView view(module, function);
  const program::Numbering numbers(view);
  flow::throughput::IngestOptions ingest;
  ingest.threads = std::max(options.warps, 1U);
  std::vector<std::pair<std::uint32_t, program::Hold>> holds;
  const auto at = [&](std::uint32_t i) {
    const MirExecuted* const found = options.lines.find(numbers.inst(i)->line);
    return found == nullptr ? MirExecuted() : *found;
  };
  if (!options.lines.empty())
    for (std::uint32_t b = 0; b < numbers.blocks(); ++b) {
      std::uint64_t runs = 0;
      for (std::uint32_t i = numbers.first(b); i < numbers.first(b + 1); ++i) runs = std::max(runs, at(i).issued);
      ingest.runs.push_back(std::min(runs, (std::uint64_t{1} << 47)));
    }
  flow::throughput::Problem out = flow::throughput::ingest(view, numbers, ingest);
  // A kernel's parameters are constants of the machine's, operands of what reads them.
  const auto parameter = [&](std::uint32_t i) {
    const mir::OpDesc& d = module.op(numbers.inst(i)->op);
    return function.kernel && d.op == mir::Op::ld && d.space == mir::Space::param;
  };
  for (std::uint32_t i = 0; i < out.inst_count(); ++i) {
    if (parameter(i)) {
      out.insts[i].issue = 0;
      out.insts[i].latency = 1;
      continue;
    }
    for (program::Hold h : out.holds[i]) {
      if (const MirExecuted done = at(i); done.requests != 0 && done.parts > done.requests)
        h.cycles = static_cast<std::uint32_t>(
            std::min<std::uint64_t>((h.cycles * done.parts + done.requests - 1) / done.requests, 1U << 16));
      holds.emplace_back(i, h);
    }
  }
  out.holds = Csr<program::Hold>(out.inst_count(), holds);
  return out;
}

}  // namespace lathe::nvptx
