// Initial values of variables: constants as bytes, and the addresses in them.
//
// For one thread: LLVM fills in layouts of structures. Cost: O(bytes) of the part that is not zero; zeroinitializer and undef
// members cost nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Constant;
class DataLayout;
class GlobalValue;
}  // namespace llvm

namespace lathe::codegen {

/// The memory image of a constant.
struct Image {
  /// A word that is the address of something.
  struct Address {
    std::uint64_t at = 0;                       ///< bytes from the start
    std::uint8_t bytes = 8;                     ///< of the word that holds it, 8 at most
    const llvm::GlobalValue* symbol = nullptr;  ///< what it is the address of
    std::int64_t offset = 0;                    ///< from the symbol
    bool generic = false;  ///< it was cast from the symbol's own space to the generic one, LLVM's number 0
  };
  std::vector<std::uint8_t> bytes;  ///< little endian, without a tail of zeros; 0 where addresses stand
  std::vector<Address> addresses;   ///< ascending
};
/// Folds getelementptr, casts, and sums and differences of 64-bit values. False when a part has no form; `why` then names
/// it, and `target`.
bool image_of(const llvm::Constant* constant, const llvm::DataLayout& layout, std::string_view target, Image& out,
              std::string& why);

}  // namespace lathe::codegen
