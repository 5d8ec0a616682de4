// Initial values of global variables: constants as bytes, and the addresses in them as relocations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nvptx/mir/ir.hpp"

namespace llvm {
class Constant;
class DataLayout;
class GlobalValue;
}  // namespace llvm

namespace lathe::nvptx::build {

/// A constant folded to `symbol + addend`, or to a plain number when `symbol` is null.
struct FoldedAddress {
  const llvm::GlobalValue* symbol = nullptr;
  std::int64_t addend = 0;
  bool generic = false;  ///< the address was cast from the symbol's own space to the generic one
};
/// Folds getelementptr, casts, and sums and differences of 64-bit values. False when there is no such form; `why`
/// says what stands in the way.
bool fold_address(const llvm::Constant* constant, const llvm::DataLayout& layout, FoldedAddress& out, std::string& why);

/// The memory image of a constant. `bytes` has the type's size in memory, without a tail of zeros; relocations are
/// whole words.
struct Image {
  std::vector<std::uint8_t> bytes;
  std::vector<mir::Variable::Reloc> relocs;
  std::vector<const llvm::GlobalValue*> mentions;  ///< symbols of the relocations, in order
};
/// False when a part has no PTX form; `why` then names it.
bool image_of(const llvm::Constant* constant, const llvm::DataLayout& layout, Image& out, std::string& why);

}  // namespace lathe::nvptx::build
