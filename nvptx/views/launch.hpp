// What a function's directives say about its launch, and what that leaves to a thread: limits and steps of registers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "nvptx/mir/ir.hpp"
#include "nvptx/target/features.hpp"
#include "nvptx/target/resources.hpp"

namespace lathe::nvptx {

/// The multiprocessor of sm_`sm`; 0: of the module's target, sm_80 where that says nothing known.
inline const Multiprocessor& machine_of(const mir::Module& m, std::uint32_t sm = 0) {
  if (sm != 0) return multiprocessor(sm);
  const auto features = m.target.empty() ? std::nullopt : parse_cpu(m.target.front());
  return multiprocessor(features ? features->sm : 80);
}

struct MirLaunch {
  std::uint32_t most_threads = 0;   ///< of a block: maxntid or reqntid; 0: not said
  std::uint32_t exact_threads = 0;  ///< of a block: reqntid; 0: not said
  std::uint32_t least_blocks = 1;   ///< on a multiprocessor: minnctapersm
  std::uint32_t max_registers = 0;  ///< maxnreg; 0: not said
};
/// O(directives).
inline MirLaunch launch_of(const mir::Function& f) {
  MirLaunch out;
  for (const mir::Directive& d : f.directives) {
    if (d.values.empty()) continue;
    const auto first = static_cast<std::uint32_t>(std::min<std::uint64_t>(d.values[0], 1U << 20));
    if (d.name == "maxnreg") out.max_registers = first;
    if (d.name == "minnctapersm") out.least_blocks = std::max(first, 1U);
    if (d.name != "maxntid" && d.name != "reqntid") continue;
    std::uint64_t threads = 1;
    for (const std::uint64_t n : d.values)
      threads = std::min<std::uint64_t>(threads * std::clamp<std::uint64_t>(n, 1, 1U << 20), 1U << 20);
    out.most_threads = static_cast<std::uint32_t>(threads);
    if (d.name == "reqntid") out.exact_threads = out.most_threads;
  }
  return out;
}

/// Registers that a thread may have: what the machine can, maxnreg, and what lets as many blocks reside as the launch
/// bounds ask for (bounds that cannot be met are passed over, as ptxas does). At least 16, which ptxas always gives.
inline std::uint32_t register_limit(const Multiprocessor& m, const MirLaunch& launch) {
  std::uint32_t limit = m.thread_registers;
  if (launch.max_registers != 0) limit = std::min(limit, launch.max_registers);
  if (launch.most_threads != 0) {
    std::uint32_t share = registers_for(m, launch.most_threads, launch.least_blocks);
    if (share == 0) share = registers_for(m, launch.most_threads);
    if (share != 0) limit = std::min(limit, share);
  }
  return std::max(limit, 16U);
}

/// What callers say of the registers of a thread.
struct MirRegisterOptions {
  std::uint32_t max_registers = 0;  ///< of a thread; 0: by the directives, 255 without any
  std::uint32_t predicates = 7;
  std::uint32_t sm = 0;            ///< whose registers and warps; 0: the module's target
  std::uint32_t extra = 0;         ///< registers that ptxas needs beside those that are live
  std::uint32_t reconfigured = 0;  ///< what setmaxnreg asks for, at most: in the directives' place; 0: nothing
  std::int32_t adjust = 0, adjust_predicates = 0;  ///< added to the limits
};

/// A limit and what is added to it; at least 1.
inline std::uint32_t adjusted(std::uint32_t limit, std::int32_t by) {
  return static_cast<std::uint32_t>(std::max<std::int64_t>(std::int64_t{limit} + by, 1));
}

/// The limit by what callers say, in the place of what the directives do.
inline std::uint32_t register_limit(const Multiprocessor& m, const MirLaunch& launch,
                                    const MirRegisterOptions& options) {
  const std::uint32_t given = options.max_registers != 0  ? options.max_registers
                              : options.reconfigured != 0 ? options.reconfigured
                                                          : register_limit(m, launch);
  return std::min(adjusted(given, options.adjust), m.thread_registers);
}

/// Steps of registers up to the limit: with so many, so many warps reside. By the block's size where the directives
/// say it exactly, else by registers alone.
inline std::vector<RegisterStep> steps_within(const Multiprocessor& m, const MirLaunch& launch, std::uint32_t limit) {
  std::vector<RegisterStep> out = register_steps(m, launch.exact_threads);
  if (out.empty()) out = register_steps(m);
  const auto last = std::find_if(out.begin(), out.end(), [&](const RegisterStep& s) { return s.registers >= limit; });
  if (last != out.end()) {
    last->registers = limit;
    out.erase(last + 1, out.end());
  }
  return out;
}

}  // namespace lathe::nvptx
