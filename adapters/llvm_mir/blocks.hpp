// The blocks of a machine function as control flow, by LLVM's numbers and nothing else: for analyses of whole functions.
#pragma once

#include <cstdint>

#include <llvm/CodeGen/MachineFunction.h>

namespace lathe::llvm_mir {

/// Control flow by block numbers. Precondition: they are dense (RenumberBlocks makes them so), and stay while it is used.
struct Blocks {
  const llvm::MachineFunction& f;  ///< outlives it
  std::uint32_t block_count() const { return f.getNumBlockIDs(); }
  /// Who asks for all in order waits for memory more than for all else, so what is asked soon is fetched by then.
  template <class F>
  [[gnu::always_inline]] void for_each_successor(std::uint32_t b, F&& edge) const {
    constexpr std::uint32_t ahead = 6, lines = 3, line = 64;
    if (b + ahead < block_count()) {
      const auto* const soon = reinterpret_cast<const char*>(f.getBlockNumbered(b + ahead));
      for (std::uint32_t k = 0; k < lines; ++k) __builtin_prefetch(soon + k * line);
    }
    for (const llvm::MachineBasicBlock* s : f.getBlockNumbered(b)->successors())
      edge(static_cast<std::uint32_t>(s->getNumber()));
  }
};

}  // namespace lathe::llvm_mir
