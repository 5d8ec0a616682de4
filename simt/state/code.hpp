// Decoded instructions: what the interpreter runs. Made once per function by the client, shared by all warps.
//
// A register is an array of lane_count lanes in the frame of its function; a Slot is its byte offset there, or, with
// the top bit, in the constants of the function (immediates, already spread over the lanes). Layout by width:
//   predicate    one Mask, bit = lane
//   8, 16 bits   uint16_t[lanes] (an 8-bit register is kept zero-extended)
//   32 bits      uint32_t[lanes]      64 bits  uint64_t[lanes]
//   128 bits     uint64_t[lanes] low halves, then uint64_t[lanes] high halves
// Floats are kept as their bits in the unsigned array of their width. Registers of unlike widths never share
// bytes, so a handler may read and write the same slot lane by lane. Private to simt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "simt/state/width.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

using Slot = std::uint32_t;
inline constexpr Slot constant_bit = 0x80000000U;
inline constexpr Slot no_slot = 0xffffffffU;

class Warp;
struct Code;

/// What the interpreter does after a handler.
enum class Flow : std::uint8_t {
  next,   ///< go on with the next instruction
  jump,   ///< Warp::pc is set (all active lanes together)
  split,  ///< fragments were changed: choose again
  again,  ///< the same instruction once more, after other fragments and warps had a turn (polling, waiting)
  wait,   ///< the fragment was parked; pc is already where it goes on
  yield,  ///< like next, and others may have a turn (nanosleep, a failed try_wait)
  stop,   ///< a fault was recorded
};

/// Runs one instruction for the lanes of `mask` (never empty; guard already applied). Lanes outside the mask must
/// keep their registers; reading their registers and computing on them is allowed, trapping on them is not.
using Handler = Flow (*)(Warp& warp, const Code& code, Mask mask);

struct Code {
  Handler run = nullptr;
  Slot d = no_slot;                            ///< first destination
  Slot a = no_slot, b = no_slot, c = no_slot;  ///< sources
  Slot guard = no_slot;                        ///< predicate; no_slot = always
  std::uint32_t inst = 0;                      ///< index into FunctionCode::sources
  std::uint64_t imm = 0;                       ///< address offset, table index ...: the handler's own
  std::uint32_t x = 0, y = 0;                  ///< the handler's own (modifiers)
  std::uint32_t extra = 0;                     ///< first of `extra_count` entries of FunctionCode::extra
  std::uint16_t extra_count = 0;
  bool guard_negated = false;
  bool poll = false;    ///< of a kind that threads wait with in loops: cas, exch, volatile and ordered loads
  bool branch = false;  ///< lanes whose guard is false matter to the handler (branches, returns, exits)
  bool scalar = false;  ///< Way::masked: runs for all lanes that have not exited, whichever are active
  bool meets = false;   ///< fragments that wait at unlike Codes of this kind for the same lanes go on together
};

/// Where an instruction came from, for messages, traces and profiles.
struct CodeSource {
  std::uint32_t line = 0;  ///< of the client's text, 0 = none
};

/// A parameter, an argument or a local variable: bytes in the local memory of the frame.
struct FrameVariable {
  std::string name;
  std::uint32_t offset = 0, bytes = 0, align = 1;
};

/// Where a module-level name lies.
struct Symbol {
  enum class Kind : std::uint8_t { global, constant, shared, function, texture, surface, sampler } kind = Kind::global;
  std::uint64_t address = 0;  ///< generic for global and constant; offset for shared; code_window + ... for functions
  std::uint64_t bytes = 0;
  std::uint32_t function = 0;  ///< index into Program::functions
};

struct FunctionCode {
  std::string name;
  std::string file;  ///< name of the client's text
  bool kernel = false;
  bool defined = false;           ///< false: a declaration that nothing defines, or a system call
  Handler system_call = nullptr;  ///< of the system (malloc ...): runs with the arguments in place; see Warp::argument
  std::vector<Code> codes;
  std::vector<CodeSource> sources;
  std::vector<Slot> extra;
  std::vector<Code> parts;  ///< run by Codes of `codes` (machine/parts.hpp)
  std::vector<std::byte> constants;
  std::vector<std::string> refusals;                    ///< texts of instructions that fault when they are reached
  std::uint32_t frame_bytes = 0;                        ///< registers
  std::uint32_t local_bytes = 0;                        ///< variables and parameters in local memory, aligned to 16
  std::vector<FrameVariable> params, results;           ///< of device functions: in the frame's local memory
  std::vector<FrameVariable> kernel_params;             ///< of kernels: in the parameter block of the launch
  std::vector<std::pair<std::string, Symbol>> statics;  ///< shared, global and constant variables of the body
  std::uint32_t param_bytes = 0;                        ///< of kernels
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
