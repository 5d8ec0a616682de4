// The bytes of a constant, and the addresses in it.
#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class Constant;
class DataLayout;
class GlobalValue;
}  // namespace llvm

namespace lathe::codegen {

struct Contents {
  std::vector<std::uint8_t> bytes;  ///< little endian; shorter than the value: the rest is 0
  struct Address {
    std::uint64_t at = 0;  ///< bytes from the start of the value
    std::uint32_t width = 8;
    const llvm::GlobalValue* symbol = nullptr;
    std::int64_t offset = 0;  ///< from the symbol
    unsigned space = 0;       ///< LLVM's number: of the pointer that stands there
  };
  std::vector<Address> addresses;  ///< ascending; their bytes are 0
};
/// Appends a value that stands at `at`. False for what is neither a number nor the address of a symbol and a constant
/// distance. For one thread: LLVM fills in layouts. O(bytes that are not 0).
bool append_contents(const llvm::Constant* value, const llvm::DataLayout& layout, std::uint64_t at, Contents& out);

}  // namespace lathe::codegen
