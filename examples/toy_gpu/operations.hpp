// What each operation of the toy GPU is to simt: its handler, and what watchers are told.
#pragma once

#include <array>

#include "examples/toy_gpu/isa.hpp"
#include "simt/state/memory_key.hpp"
#include "simt/state/record.hpp"

namespace toy_gpu {

namespace simt = lathe::simt;
using Word = std::uint32_t;
static_assert(simt::lane_count == 32);

// A frame holds s0 to s31 and v0 to v63, as far as the function uses them, 32 lanes of 32 bits each (of an s register all are alike); before
// them `frame` as a register, the 64-bit addresses of the running access, and cc.
inline constexpr simt::Slot frame_at = 0, address_at = 128, cc_at = 384, registers_at = 448;
constexpr simt::Slot slot_of(Register r) { return registers_at + r * 4 * simt::lane_count; }
inline constexpr simt::Register cc_register = scalar_registers + vector_registers;

struct Plan {
  simt::Handler run = nullptr;
  simt::Dependence kind = simt::Dependence::any;
  simt::Pointing pointing = simt::Pointing::nowhere;
  bool swap = false;            ///< the first two sources
  Word x = 0;                   ///< Code::x
  simt::MemoryRecord memory{};  ///< of memory operations
  bool wide = false;            ///< addresses of 64 bits
  bool constant = false;        ///< into const memory
  bool sign = false;            ///< of loads: extended
};
/// By Op. Handlers of memory operations take the address in Code::a; of what the hardware knows, Code::y counts from tid.x; cset chooses
/// between two sources as csel does; fneg and fabs have a second source, the mask.
std::array<Plan, static_cast<std::size_t>(Op::count)> plans();

/// read_lane: the lane that each lane reads.
void lanes_read(const simt::Warp& w, const simt::Code& c, std::uint32_t* lanes);

}  // namespace toy_gpu
