// A register for each web of a machine function of LLVM 22, lanes too: lathe/passes/rename_webs.hpp where LLVM has
// rename-independent-subregs, behind coalescing, in front of allocation.
#pragma once

#include <cstdint>

namespace llvm {
class MachineFunction;
}  // namespace llvm

namespace lathe::llvm_mir {

/// How many webs got names. A definition in part of whose register nothing else is read any more says so then (`undef`), as
/// live intervals want it. Precondition: no phis, virtual registers. O(size), and for each renamed register the blocks in
/// which it lives. Live intervals, where there are any, do not hold any more.
std::uint64_t rename_webs(llvm::MachineFunction& function);

}  // namespace lathe::llvm_mir
