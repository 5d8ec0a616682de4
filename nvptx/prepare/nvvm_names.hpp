// What `read_module` does to a module besides reading it. Private to nvptx/prepare.
#pragma once

namespace llvm {
class Module;
}

namespace lathe::nvptx {

/// Gives llvm.nvvm.shfl.sync.i32 and llvm.nvvm.vote.sync, which NVVM IR has and LLVM has not, bodies of LLVM's own
/// intrinsics, and names that are not LLVM's. Before anybody asks what they may do: LLVM takes them for ordinary
/// functions, which other threads have no part in. Bodies of the module need not be read. O(1).
void define_nvvm_names(llvm::Module& module);

}  // namespace lathe::nvptx
