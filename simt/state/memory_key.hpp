// What picks a memory handler, and how the Codes of memory instructions carry what they access.
//
// Code::x holds a packed AccessRequest, Code::imm the address offset, Code::a the base register. The
// client's decoder makes these Codes, lanes/memory*.cpp and access.cpp run them.
#pragma once

#include <cstdint>

#include "simt/state/code.hpp"
#include "simt/state/level.hpp"
#include "simt/state/values.hpp"
#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

// These are compiled in files with unlike instruction sets, so no copy of theirs may be left to the linker.
#define LATHE_INLINE [[gnu::always_inline]] inline

/// What an instruction does to memory at each lane's address.
struct AccessRequest {
  Space space = Space::generic;
  AccessKind kind = AccessKind::read;
  std::uint32_t bytes = 4;      ///< up to 255
  std::uint32_t align = 4;      ///< power of two up to 128
  bool cluster = false;         ///< shared memory of other blocks may be meant
  bool frame = false;           ///< address in the running frame, uniform: Frame::local_base + imm
  bool function_param = false;  ///< observers are told that it is a parameter; it lies in local memory

  LATHE_INLINE std::uint32_t pack() const {
    return bytes | align << 8 | static_cast<std::uint32_t>(space) << 16 | static_cast<std::uint32_t>(kind) << 20 |
           (cluster ? 1U << 22 : 0) | (frame ? 1U << 23 : 0) | (function_param ? 1U << 24 : 0);
  }
  LATHE_INLINE static AccessRequest unpack(std::uint32_t x) {
    AccessRequest r;
    r.bytes = x & 0xff;
    r.align = x >> 8 & 0xff;
    r.space = static_cast<Space>(x >> 16 & 0xf);
    r.kind = static_cast<AccessKind>(x >> 20 & 3);
    r.cluster = (x >> 22 & 1) != 0;
    r.frame = (x >> 23 & 1) != 0;
    r.function_param = (x >> 24 & 1) != 0;
    return r;
  }
};

/// Whether an access of this sort may go to this region, wherever in it.
LATHE_INLINE bool may_access(const Region& region, const AccessRequest& request) {
  const bool constant = region.kind == RegionKind::constant;
  return !__atomic_load_n(&region.freed, __ATOMIC_RELAXED) &&
         (constant ? request.kind == AccessKind::read && request.space != Space::global
                   : request.space != Space::constant);
}

/// How a lane's host address is found fast.
enum class Where : std::uint8_t {
  regions,  ///< global, const and generic addresses: one Region for all lanes, else the slow path
  shared,   ///< offsets into the block's own shared memory
  local,    ///< offsets into each lane's local memory
  frame,    ///< Frame::local_base + imm in each lane's local memory
  other,    ///< kernel parameters at computed addresses: always the slow path
};

/// A load or store of one or several elements per lane.
struct MemoryKey {
  enum class What : std::uint8_t { load, store, broadcast } what = What::load;  ///< broadcast: kernel parameters
  Where where = Where::regions;
  std::uint8_t base_bits = 64;      ///< 32, 64: width of the base register (not for frame and broadcast)
  std::uint8_t memory_bits = 32;    ///< of one element: 8, 16, 32, 64
  std::uint8_t register_bits = 32;  ///< 16, 32, 64: lanes of the register; at least memory_bits, unless 8
  bool sign = false;                ///< loads: extend the sign
  std::uint8_t elements = 1;        ///< 1: Code::d (load) or Code::b (store); 2, 3, 4, 8: Code::extra
};

LATHE_PICK(pick_memory, MemoryKey)

/// Atomic operations. Code::b (and ::c of cas) are the operands, Code::d the old value or no_slot; vectors have the
/// operands of their elements in Code::extra, then the old values, if any. Code::y is an AtomicPlace.
struct AtomicKey {
  enum class Operation : std::uint8_t { and_, or_, xor_, exch, add, inc, dec, min, max, cas } operation{};
  ValueType type{ValueType::Kind::unsigned_integer, 32, 1};
  std::uint8_t elements = 1;  ///< f16, bf16 and packed pairs are run as vectors, whatever their number
};
LATHE_PICK(pick_atomic, AtomicKey)

struct AtomicPlace {
  Where where = Where::regions;  ///< regions, shared, or other
  bool wide = true;              ///< base register of 64 bits, else 32
  bool returns = true;           ///< vectors: the old values are wanted
  std::uint32_t elements = 1;
  LATHE_INLINE std::uint32_t pack() const {
    return static_cast<std::uint32_t>(where) | (wide ? 8U : 0) | (returns ? 16U : 0) | elements << 8;
  }
  LATHE_INLINE static AtomicPlace unpack(std::uint32_t y) {
    return {static_cast<Where>(y & 7), (y & 8) != 0, (y & 16) != 0, y >> 8};
  }
};

/// Loads and stores of 128 bits that other threads see whole: the registers are Code::d and Code::b.
struct WideKey {
  bool load = true;
};
LATHE_PICK(pick_strong128, WideKey)

/// d = a + Code::imm, 64 bits: a generic address to and from a window.
struct AddressKey {};
LATHE_PICK(pick_add_constant, AddressKey)

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
