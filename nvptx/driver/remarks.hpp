// Remarks by LLVM's own library, so that its tools read them.
#pragma once

#include <string>
#include <vector>

#include <lathe/support/remark.hpp>

namespace lathe::nvptx {

/// A file of them: YAML, or LLVM's bitstream with its texts in one table. Deterministic. O(their texts).
std::string remarks_file(const std::vector<Remark>& remarks, bool bitstream);

}  // namespace lathe::nvptx
