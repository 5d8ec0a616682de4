// The objects that a pointer may lead to, looked for as far as is told.
//
// LLVM's `getUnderlyingObjects` follows every phi and every choice below the pointer: where each of a thousand pointers is
// chosen from the one before, to ask for each of them is quadratic. This one gives up after so many values, and says so.
//
// Cost: O(most) and `lookup` steps for each of them. Source: llvm/Analysis/ValueTracking.h, whose answer it is below `most`.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

namespace lathe::codegen {

/// Appends each object that `pointer` may lead to, once. False: there are more than `most` values to look at; then the
/// pointer itself, of which nobody knows anything, is what is appended. `lookup`: additions and casts that are looked
/// through for each of them; 0: any number.
inline bool underlying_objects(const llvm::Value* pointer, llvm::SmallVectorImpl<const llvm::Value*>& objects,
                               unsigned lookup = llvm::MaxLookupSearchDepth, unsigned most = 64) {
  const std::size_t before = objects.size();
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  llvm::SmallVector<const llvm::Value*, 8> work{pointer};
  const auto too_many = [&] {
    objects.truncate(before);
    objects.push_back(pointer);
    return false;
  };
  while (!work.empty()) {
    const llvm::Value* value = llvm::getUnderlyingObject(work.pop_back_val(), lookup);
    if (!seen.insert(value).second) continue;
    if (seen.size() > most) return too_many();
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(value)) {
      work.push_back(choice->getTrueValue());
      work.push_back(choice->getFalseValue());
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      if (phi->getNumIncomingValues() > most) return too_many();
      work.append(phi->value_op_begin(), phi->value_op_end());
    } else {
      objects.push_back(value);
    }
  }
  return true;
}

}  // namespace lathe::codegen
