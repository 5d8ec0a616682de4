// tcgen05: the tensor memory of a block and its instructions, for .cta_group::1. Private to nvptx/exec.
//
// 128 lanes of 512 columns of 32 bits; an address is lane << 16 | column. Everything is done when its instruction
// runs, so waits, fences and the order of commits have no state. Bounds are those of what is allocated; the checkers
// for races and uninitialized memory see the shared memory that products and copies read, not the tensor memory.
// Source: PTX ISA 9.0, 9.7.16. Which register of a fragment is of which lane and column, which the manual shows in
// figures only, was taken from the layouts that CUTLASS publishes; where scales lie, from cuBLAS's layout of scaling
// factors (blocks of 128 x 4), which tcgen05.cp.32x128b.warpx4 brings to tensor memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "nvptx/exec/simt.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {

class TensorMemory final : public Block::AsyncState {
 public:
  static constexpr unsigned lanes = 128, columns = 512, granule = 32;
  /// That of the warp's block.
  static TensorMemory& of(Warp& warp);

  /// First column of `count` (a power of two from 32 on), or -1 when there is no room.
  int allocate(unsigned count);
  /// False when no such allocation begins there.
  bool release(unsigned column, unsigned count);
  bool allocated(unsigned column, unsigned count) const;
  bool permit = true;  ///< not given up
  std::uint32_t& cell(unsigned lane, unsigned column) { return cells_[std::size_t{lane} * columns + column]; }

 private:
  std::vector<std::uint32_t> cells_ = std::vector<std::uint32_t>(std::size_t{lanes} * columns);
  std::array<std::uint16_t, columns / granule> sizes_{};  ///< by first granule: columns of the allocation; else 0
  std::array<bool, columns / granule> used_{};
};

/// a: address in shared memory, b: columns.
Flow run_tmem_alloc(Warp&, const Code&, Mask);
/// a: tensor memory, b: columns.
Flow run_tmem_dealloc(Warp&, const Code&, Mask);
Flow run_tmem_relinquish(Warp&, const Code&, Mask);
Flow run_tmem_wait(Warp&, const Code&, Mask);

enum class TensorShape : std::uint8_t { s32x32b, s16x64b, s16x128b, s16x256b };
/// a: tensor memory; x: TensorShape, 16-bit cells << 8; extra: registers.
Flow run_tmem_load(Warp&, const Code&, Mask);
Flow run_tmem_store(Warp&, const Code&, Mask);

enum class TensorKind : std::uint8_t { f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4 };
/// a: D, b: descriptor of A or its tensor memory, c: descriptor of B; x: TensorKind, A in tensor memory << 8;
/// y: scale of D, or scales of a row of A (1, 2, 4) << 8; extra: instruction descriptor, predicate, 4 masks of lanes,
/// tensor memory of the scales of A, of B (no_slot where there is none).
Flow run_tmem_mma(Warp&, const Code&, Mask);

enum class TensorCopyShape : std::uint8_t { s128x256b, s128x128b, s64x128b_02_13, s64x128b_01_23, s32x128b };
/// a: tensor memory, b: descriptor; x: TensorCopyShape.
Flow run_tmem_copy(Warp&, const Code&, Mask);
/// a: mbarrier, b: block mask.
Flow run_tmem_commit(Warp&, const Code&, Mask);

}  // namespace lathe::nvptx::exec
