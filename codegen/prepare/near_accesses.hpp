// Which loads and stores have another one close by, by a look that is far cheaper than the vectorizer's own.
//
// Each address is evaluated modulo 2^64 with an invented number for each value that is not computed by additions,
// multiplications and shifts by constants. Addresses that are a constant apart come out that far apart; others are so
// with a chance of 2^-50. Extensions count as equalities, so what only flags tell to be a constant apart is found, too;
// all phis have one number and so have all selections, because scalar evolution finds relations between them.
// Loads of which none ends where another begins are no vector, either; where phis or selections had a part in that they are
// near, those of one number may stand elsewhere. And a vector must be aligned: of accesses that are constants apart, one is
// at least as well aligned as a vector of two must be, unless they are variables of the function, which can be moved, or
// have bytes in common, which are then loaded once.
// Cost: O(1) expected per address operand, O(n log n) in the accesses of a block.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>

namespace lathe::codegen {

/// The least alignment in bytes that an access to so many bytes of an address space must have.
using NeededAlignment = std::function<std::uint64_t(unsigned space, std::uint64_t bytes)>;

/// Simple loads and stores without another one of the same block, kind and address space within this many bytes, and
/// those that by their places and alignments become no vector with the others. `others`: there are some left.
std::vector<llvm::Instruction*> lonely_accesses(llvm::Function& f, std::uint64_t bytes, const NeededAlignment& needed,
                                                bool& others);

/// Makes them atomic (unordered), which changes nothing for alias analysis but keeps the vectorizer from looking at
/// them, until this goes.
class HiddenAccesses {
 public:
  explicit HiddenAccesses(const std::vector<llvm::Instruction*>& accesses);
  ~HiddenAccesses();
  HiddenAccesses(const HiddenAccesses&) = delete;
  HiddenAccesses& operator=(const HiddenAccesses&) = delete;

 private:
  void order(llvm::AtomicOrdering order);
  std::vector<llvm::WeakVH> accesses_;  ///< the vectorizer deletes what an address no longer needs, loads among it
};

}  // namespace lathe::codegen
