// Asynchronous copies, mbarriers, fences and cluster operations: what decode_async*.cpp and the handlers share.
//
// A copy is done when its instruction runs: PTX lets it complete at any time before a wait for it returns. So waits
// for groups find everything done, and a copy signals its mbarrier at once; commit and wait have no state.
//
// Codes of this family hold addresses as 64-bit slots with the offset added (Decoder side: async_address).
// Source: PTX ISA 9.0, 9.7.9.25 (copies), 9.7.13.4 (fences), 9.7.13.15 (mbarrier). Private to nvptx/exec.
#pragma once

#include <cstdint>

#include "nvptx/exec/simt.hpp"
#include "nvptx/mir/ir.hpp"
#include "simt/state/access.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {

/// An mbarrier object: 64 bits in shared memory, opaque to programs. Ours, from bit 0:
///   20 bits  arrivals that the current phase still waits for (pending count)
///   20 bits  arrivals that a phase waits for (expected count)
///   21 bits  bytes that the current phase still waits for (tx-count), two's complement
///    2 bits  `mark`: what tells an mbarrier from zeroed memory
///    1 bit   parity of the current phase
/// The state that arrive returns is the object before the arrival.
class Mbarrier {
 public:
  static constexpr std::uint32_t max_count = (1U << 20) - 1;  ///< of arrivals, and of bytes
  explicit Mbarrier(std::uint64_t word);
  static std::uint64_t make(std::uint32_t count);
  static bool valid(std::uint64_t word) { return (word >> 61 & 3) == mark; }
  std::uint64_t word() const;
  bool parity() const { return phase_; }
  std::uint32_t pending() const { return pending_; }

  // Each returns why it is an error, or nullptr.
  /// `stay`: the phase may not complete by it (.noComplete). `drop`: the next phases expect that many fewer.
  const char* arrive(std::uint32_t count, bool stay, bool drop);
  const char* expect(std::uint32_t bytes);
  const char* complete(std::uint32_t bytes);

 private:
  static constexpr std::uint64_t mark = 2;
  void end_phase();
  std::uint32_t pending_, expected_;
  std::int32_t bytes_;
  bool phase_;
};

/// Bits of Code::y of the mbarrier handlers.
enum : std::uint32_t {
  mbar_stay = 1,    ///< .noComplete
  mbar_drop = 2,    ///< arrive_drop
  mbar_expect = 4,  ///< .expect_tx: the count is of bytes, one arrival
  mbar_parity = 8,  ///< test_wait.parity
};
// a: address, b: count, state or parity; d: result; x: AccessRequest::pack.
Flow run_mbarrier_init(Warp&, const Code&, Mask);
Flow run_mbarrier_inval(Warp&, const Code&, Mask);
Flow run_mbarrier_expect(Warp&, const Code&, Mask);
Flow run_mbarrier_complete(Warp&, const Code&, Mask);
Flow run_mbarrier_arrive(Warp&, const Code&, Mask);
Flow run_mbarrier_wait(Warp&, const Code&, Mask);
Flow run_mbarrier_pending(Warp&, const Code&, Mask);  ///< a: state
/// cp.async.mbarrier.arrive; y = 1: .noinc.
Flow run_copy_arrive(Warp&, const Code&, Mask);

/// complete-tx of an mbarrier by one lane. False after a fault.
bool mbarrier_complete(Warp& warp, const Code& code, unsigned lane, const AccessRequest& request, Address address,
                       std::uint32_t bytes);

/// cp.async: a: to, b: from, c: bytes to read or no_slot; y: bytes to write; extra[0]: ignore-src or no_slot.
Flow run_copy(Warp&, const Code&, Mask);

/// An access of one lane of a copy.
inline AccessRequest request_of(Space space, AccessKind kind, std::uint32_t bytes, std::uint32_t align, bool cluster) {
  AccessRequest r;
  r.space = space;
  r.kind = kind;
  r.bytes = bytes;
  r.align = align;
  r.cluster = cluster;
  return r;
}

/// Bulk copies and reductions. a: to, b: from, c: size; x: spaces and flags; y: BulkReduction.
/// extra: mbarrier, ctaMask, byteMask (no_slot where there is none).
Flow run_bulk_copy(Warp&, const Code&, Mask);
Flow run_bulk_reduce(Warp&, const Code&, Mask);
enum : std::uint32_t {
  bulk_to_global = 1,
  bulk_from_global = 2,
  bulk_to_cluster = 4,  ///< the destination may be in another block of the cluster
};
enum class AsyncOperation : std::uint8_t { store, add, inc, dec, min, max, bit_and, bit_or, bit_xor };
/// One element of memory with a value of its type: old -> new. Atomic. type: u32 s32 u64 s64 f16 bf16 f32 f64.
void reduce_element(AsyncOperation operation, mir::Type type, std::byte* memory, std::uint64_t value);

/// st.async, red.async. a: address, b: mbarrier or no_slot, extra: values; x: AccessRequest::pack of one element,
/// y: operation and type.
Flow run_async_store(Warp&, const Code&, Mask);

/// One lane's access told to the observer, and its host bytes; nullptr after a fault.
std::byte* lane_access(Warp& warp, const Code& code, unsigned lane, const AccessRequest& request, Address address);
/// Blocks of the warp's cluster; the address of shared memory as it is in one of them.
std::size_t cluster_blocks(const Warp& warp);
Address in_block(Address address, unsigned rank);

/// Tensor copies and reductions. a: to (loads) or from (stores), b: the tensor map; x: TensorMode and flags;
/// y: operation. extra: mbarrier, ctaMask, 5 coordinates, 3 offsets (no_slot where there is none).
Flow run_tensor_load(Warp&, const Code&, Mask);
Flow run_tensor_store(Warp&, const Code&, Mask);
enum class TensorMode : std::uint8_t { tile, gather4, im2col };
enum : std::uint32_t { tensor_slots = 10, tensor_rank_shift = 8, tensor_to_cluster = 1U << 16 };
/// tensormap.replace: a: address, b: value, x: TensorField, y: ordinal, imm: the state space.
Flow run_tensor_map_replace(Warp&, const Code&, Mask);
/// tensormap.cp_fenceproxy: a: to, b: from.
Flow run_tensor_map_copy(Warp&, const Code&, Mask);
enum class TensorField : std::uint8_t {
  global_address,
  rank,
  box_dim,
  global_dim,
  global_stride,
  element_stride,
  elemtype,
  interleave_layout,
  swizzle_mode,
  swizzle_atomicity,
  fill_mode,
};

/// 64-bit address: d = a + imm. y = 32: a is 32 bits wide and so is the sum.
Flow run_async_address(Warp&, const Code&, Mask);
Flow run_fence(Warp&, const Code&, Mask);
Flow run_nothing(Warp&, const Code&, Mask);
/// d = address a as it is in the block with rank b. y: 32 or 64 bits of d and a; x = 1: .shared::cluster.
Flow run_mapa(Warp&, const Code&, Mask);
Flow run_getctarank(Warp&, const Code&, Mask);
/// a: response, b: mbarrier; y = 1: to all blocks of the cluster. Never cancels anything: every block of a grid runs.
Flow run_try_cancel(Warp&, const Code&, Mask);
Flow run_is_canceled(Warp&, const Code&, Mask);
Flow run_first_ctaid(Warp&, const Code&, Mask);

}  // namespace lathe::nvptx::exec
