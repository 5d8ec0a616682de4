// What a multiprocessor has, and how many blocks of a kernel fit on it: one table, one formula.
//
// Sources. Warps, blocks, registers and shared memory of a multiprocessor and of a block: CUDA C++ Programming Guide,
// "Technical Specifications per Compute Capability", and cuda::arch_traits of CUDA's core libraries (sm_60 on).
// Granules, sub-partitions, blocks and the formula: the occupancy calculator that CUDA ships (cuda_occupancy.h); the
// unit test computes both and compares them where that header is installed. It knows sm_30 and later; the numbers of
// sm_20 and sm_21 are those of the last spreadsheet that had them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lathe::nvptx {

/// One kind of multiprocessor. Registers have 32 bits, memory is counted in bytes.
struct Multiprocessor {
  unsigned sm = 0;                   ///< 90 for sm_90
  unsigned warps = 64;               ///< that reside at most
  unsigned blocks = 32;              ///< that reside at most
  unsigned registers = 65536;        ///< shared by the warps that reside
  unsigned block_registers = 65536;  ///< of one block
  unsigned thread_registers = 255;   ///< of one thread
  unsigned register_granule = 256;   ///< registers are given out to a warp by so many: 8 for a thread
  unsigned partitions = 4;           ///< warps reside in one of these, each with its part of the registers
  unsigned shared = 49152;           ///< at the greatest share of the cache
  unsigned block_shared = 49152;     ///< of one block, where it asks for more than the 48 KiB that all may have
  unsigned reserved_shared = 0;      ///< taken by the system for each block
  unsigned shared_granule = 256;     ///< given out to a block by so many
  unsigned launch_warps = 4;         ///< a launch is refused by its warps rounded up to a multiple of this
  unsigned block_threads = 1024;     ///< of one block
  static constexpr unsigned warp = 32;
};

namespace detail {
constexpr unsigned kib = 1024;
// From sm_80 on: 1 KiB is reserved for each block, what is left is its own.
constexpr Multiprocessor since_ampere(unsigned sm, unsigned warps, unsigned blocks, unsigned shared) {
  return {sm, warps, blocks, 65536, 65536, 255, 256, 4, shared * kib, (shared - 1) * kib, kib, 128, 4, 1024};
}
/// Ascending.
inline constexpr std::array multiprocessors = {
    Multiprocessor{20, 48, 8, 32768, 32768, 63, 64, 2, 48 * kib, 48 * kib, 0, 128, 2, 1024},
    Multiprocessor{21, 48, 8, 32768, 32768, 63, 64, 2, 48 * kib, 48 * kib, 0, 128, 2, 1024},
    Multiprocessor{30, 64, 16, 65536, 65536, 63, 256, 4, 48 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{32, 64, 16, 65536, 32768, 255, 256, 4, 48 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{35, 64, 16, 65536, 65536, 255, 256, 4, 48 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{37, 64, 16, 131072, 65536, 255, 256, 4, 112 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{50, 64, 32, 65536, 65536, 255, 256, 4, 64 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{52, 64, 32, 65536, 65536, 255, 256, 4, 96 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{53, 64, 32, 65536, 32768, 255, 256, 4, 64 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{60, 64, 32, 65536, 65536, 255, 256, 2, 64 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{61, 64, 32, 65536, 65536, 255, 256, 4, 96 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{62, 64, 32, 65536, 32768, 255, 256, 4, 64 * kib, 48 * kib, 0, 256, 4, 1024},
    Multiprocessor{70, 64, 32, 65536, 65536, 255, 256, 4, 96 * kib, 96 * kib, 0, 256, 4, 1024},
    Multiprocessor{72, 64, 32, 65536, 65536, 255, 256, 4, 96 * kib, 96 * kib, 0, 256, 4, 1024},
    Multiprocessor{75, 32, 16, 65536, 65536, 255, 256, 4, 64 * kib, 64 * kib, 0, 256, 4, 1024},
    since_ampere(80, 64, 32, 164),
    since_ampere(86, 48, 16, 100),
    since_ampere(87, 48, 16, 164),
    since_ampere(88, 48, 16, 100),
    since_ampere(89, 48, 24, 100),
    since_ampere(90, 64, 32, 228),
    since_ampere(100, 64, 32, 228),
    since_ampere(101, 48, 24, 228),
    since_ampere(103, 64, 32, 228),
    since_ampere(110, 48, 24, 228),
    since_ampere(120, 48, 24, 100),
    since_ampere(121, 48, 24, 100),
};
constexpr unsigned round_up(unsigned n, unsigned to) { return (n + to - 1) / to * to; }
}  // namespace detail

/// The multiprocessor of sm_`sm`; of an unknown one, the latest that is no newer (the first when all are).
constexpr const Multiprocessor& multiprocessor(unsigned sm) {
  std::size_t at = 0;
  while (at + 1 < detail::multiprocessors.size() && detail::multiprocessors[at + 1].sm <= sm) ++at;
  return detail::multiprocessors[at];
}

/// Registers that a warp is given when its threads use so many each.
constexpr unsigned warp_registers(const Multiprocessor& m, unsigned registers) {
  return detail::round_up(registers * Multiprocessor::warp, m.register_granule);
}

/// Warps that fit by their registers alone, whatever blocks they make up: so many in each partition. Precondition:
/// registers > 0.
constexpr unsigned warps_by_registers(const Multiprocessor& m, unsigned registers) {
  if (registers > m.thread_registers) return 0;
  return std::min(m.warps, m.registers / m.partitions / warp_registers(m, registers) * m.partitions);
}

struct Occupancy {
  enum class Limit : std::uint8_t { warps, blocks, registers, shared, unlaunchable };
  unsigned blocks = 0;  ///< on one multiprocessor
  unsigned warps = 0;
  Limit limit = Limit::warps;  ///< what allows the fewest blocks, the first of those that do; unlaunchable: blocks is 0
};

/// How many blocks of `threads` threads reside, each thread with so many registers and each block with so many bytes of
/// shared memory, static and dynamic. Nothing fits where the block itself is too large. O(1).
constexpr Occupancy occupancy(const Multiprocessor& m, unsigned registers, unsigned threads, unsigned shared = 0) {
  const Occupancy none{0, 0, Occupancy::Limit::unlaunchable};
  if (threads == 0 || threads > m.block_threads || registers > m.thread_registers || shared > m.block_shared)
    return none;
  const unsigned warps = (threads + Multiprocessor::warp - 1) / Multiprocessor::warp;
  if (warp_registers(m, registers) * detail::round_up(warps, m.launch_warps) > m.block_registers) return none;
  Occupancy out{m.warps / warps, 0, Occupancy::Limit::warps};
  const auto at_most = [&](unsigned count, Occupancy::Limit why) {
    if (count < out.blocks) out = {count, 0, why};
  };
  at_most(m.blocks, Occupancy::Limit::blocks);
  if (registers != 0)
    at_most(m.registers / m.partitions / warp_registers(m, registers) * m.partitions / warps,
            Occupancy::Limit::registers);
  if (const unsigned bytes = detail::round_up(shared + m.reserved_shared, m.shared_granule); bytes != 0)
    at_most(m.shared / bytes, Occupancy::Limit::shared);
  if (out.blocks == 0) return none;
  out.warps = out.blocks * warps;
  return out;
}

/// With up to so many registers per thread, so many warps reside.
struct RegisterStep {
  unsigned registers = 0, warps = 0;
  bool operator==(const RegisterStep&) const = default;
};

/// The register counts beyond which fewer warps reside; registers rise, warps fall, the last step is what a thread may
/// have. For blocks of `threads` threads, where they are known; 0: by registers alone.
inline std::vector<RegisterStep> register_steps(const Multiprocessor& m, unsigned threads = 0) {
  std::vector<RegisterStep> out;
  for (unsigned registers = 1; registers <= m.thread_registers; ++registers) {
    const unsigned warps = threads == 0 ? warps_by_registers(m, registers) : occupancy(m, registers, threads).warps;
    if (warps == 0) break;
    if (out.empty() || out.back().warps != warps) out.push_back({registers, warps});
    out.back().registers = registers;
  }
  return out;
}

/// The most registers with which `blocks` blocks of `threads` threads reside, by what a thread may have and rounded to
/// what a warp is given; 0 when that many blocks never do.
constexpr unsigned registers_for(const Multiprocessor& m, unsigned threads, unsigned blocks = 1) {
  for (unsigned registers = m.thread_registers; registers > 0; --registers)
    if (occupancy(m, registers, threads).blocks >= blocks) return registers;
  return 0;
}

}  // namespace lathe::nvptx
