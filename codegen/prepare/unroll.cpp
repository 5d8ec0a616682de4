// See unroll.hpp. LLVM's unroller decides by its own costs, which are those of no GPU; a loop that carries a count is
// unrolled so often whatever they say, as with #pragma unroll.
#include "codegen/prepare/unroll.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace lathe::codegen {
namespace {

class Marker {
 public:
  Marker(const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution, const UnrollOptions& options)
      : loops_(loops), evolution_(evolution), options_(options) {}

  /// Instructions of the loop once what it holds is unrolled.
  std::uint64_t loop(llvm::Loop& loop) {
    std::uint64_t size = 0;
    for (llvm::Loop* const inner : loop.getSubLoops()) size = add(size, this->loop(*inner));
    for (const llvm::BasicBlock* const block : loop.blocks())
      if (loops_.getLoopFor(block) == &loop) size = add(size, block->size());
    return mul(size, copies(loop, size));
  }
  bool any() const { return any_; }

 private:
  // Sizes that no loop may have stay so large.
  static constexpr std::uint64_t huge = std::numeric_limits<std::uint32_t>::max();
  static std::uint64_t add(std::uint64_t a, std::uint64_t b) { return std::min(huge, a + b); }
  static std::uint64_t mul(std::uint64_t a, std::uint64_t b) { return std::min(huge, a * b); }

  /// How often the loop's body will stand there; marks it where that is more than once.
  std::uint64_t copies(llvm::Loop& loop, std::uint64_t size) {
    if (llvm::hasUnrollTransformation(&loop) != llvm::TM_Unspecified) return 1;  // the source says it
    if (options_.mode == UnrollOptions::Mode::none) {
      loop.setLoopAlreadyUnrolled();
      return 1;
    }
    const bool full = options_.mode == UnrollOptions::Mode::full;
    if (!full && !loop.isInnermost()) return 1;
    const unsigned count = full ? evolution_.getSmallConstantTripCount(&loop) : options_.count;
    if (count < 2 || mul(size, count) > options_.most) return 1;
    llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", count);
    any_ = true;
    return count;
  }

  const llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  const UnrollOptions& options_;
  bool any_ = false;
};

}  // namespace

bool mark_loops(const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution, const UnrollOptions& options) {
  Marker marker(loops, evolution, options);
  for (llvm::Loop* const loop : loops) marker.loop(*loop);
  return marker.any();
}

}  // namespace lathe::codegen
