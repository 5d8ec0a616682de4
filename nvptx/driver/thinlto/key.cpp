// See thin_program.hpp.
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/SHA256.h>

#include <cstdint>

#include "nvptx/driver/thinlto/thin_program.hpp"

namespace lathe::nvptx {

std::string content_key(std::span<const std::string> parts) {
  llvm::SHA256 hash;
  for (const std::string& part : parts) {
    hash.update(llvm::StringRef(std::to_string(part.size()) + ":"));  // so that no two lists run together
    hash.update(llvm::StringRef(part));
  }
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : hash.final()) out += {digits[byte >> 4], digits[byte & 15]};
  return out;
}

}  // namespace lathe::nvptx
