// The PTX version that a call of an intrinsic needs.
#pragma once

#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace llvm {
class CallBase;
}

namespace lathe::nvptx {

/// The lowest version (times ten) at which the grammar of intrinsics (nvptx/intrinsics) takes a call that it refuses for
/// `features`; 0: it takes it as it is, or at none.
unsigned needed_version(const llvm::CallBase& call, const Features& features);

}  // namespace lathe::nvptx
