// What each operation of the toy GPU is to simt: its handler, and what watchers are told.
#pragma once

#include <array>

#include "examples/toy_gpu/isa.hpp"
#include "simt/client/operation.hpp"

namespace toy_gpu {

namespace simt = lathe::simt;
using Word = std::uint32_t;
static_assert(simt::lane_count == 32);

// A frame holds s0 to s31 and v0 to v63, as far as the function uses them, 32 lanes of 32 bits each (of an s register all are alike); before
// them `frame` as a register, cc, and the 64-bit addresses of the running access.
inline constexpr simt::Slot frame_at = 0, cc_at = 128, address_at = 192, registers_at = 448;
constexpr simt::Slot slot_of(Register r) { return registers_at + r * 4 * simt::lane_count; }
inline constexpr simt::Register cc_register = scalar_registers + vector_registers;

/// By Op. csel and cset choose between two sources by a third, cc; fneg and fabs have a second source, the mask; lea adds two.
const simt::Operation& simt_operation(Op op);

}  // namespace toy_gpu
