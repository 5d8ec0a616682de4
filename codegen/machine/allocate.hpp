// Registers for all values of a machine function, by lathe/regalloc: operands become values that stand for registers,
// spilled ones get objects of the frame, phis are gone.
//
// What regalloc refuses is a fault with the instruction's text; the function is as it was then, but for values that went
// from a uniform file to its twin (banks.hpp). Edits that this may not have where threads are apart are found in the
// plan before it is applied.
//
// Cost: that of regalloc, once for each round of values that go back; the frame O(objects log objects).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/regalloc/plan.hpp>

#include "codegen/machine/banks.hpp"

namespace lathe::codegen::machine {

struct AllocationOptions {
  regalloc::Options plan;  ///< of the allocator
  bool verify = false;     ///< regalloc's checker looks at the plan, which takes longer than making it
};

/// What was done, or why nothing could be.
struct AllocationResult {
  std::string fault;  ///< empty: done
  regalloc::Stats stats;
  std::vector<ValueId> parameters;  ///< per parameter of the function: the register that it comes in
  std::uint32_t rounds = 0;         ///< plans that were made
  std::uint64_t demoted = 0;        ///< uniform values that went back
};

/// Preconditions: fault_of(registers) and verify() say nothing. `banks`: what assign_banks gave for this function, null
/// where it has no uniform values. With them no edge may be critical.
AllocationResult allocate(Function& function, const Registers& registers, Banks* banks = nullptr,
                          const AllocationOptions& options = {}, const RemarkSink& sink = {});

/// How large the frame is.
struct FrameLayout {
  std::string fault;        ///< empty: done
  std::uint64_t bytes = 0;  ///< of all objects, a multiple of `align`
  std::uint32_t align = 1;  ///< the largest of theirs, and `least_align`
};

/// Offsets of all objects: the most aligned first, among those of one alignment in their order, without gaps but to
/// align. More than `limit` bytes are a fault that names the function. Preconditions: alignments are powers of two.
FrameLayout lay_out_frame(Function& function, std::uint64_t limit, std::uint32_t least_align = 1);

}  // namespace lathe::codegen::machine
