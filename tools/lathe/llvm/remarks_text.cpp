// Remarks for who has LLVM.
#include "nvptx/driver/remarks.hpp"
#include "tools/lathe/llvm.hpp"

namespace lathe::nvptx::cli {

std::string remarks_text(const std::vector<Remark>& remarks, bool bitstream) {
  return remarks_file(remarks, bitstream);
}

}  // namespace lathe::nvptx::cli
