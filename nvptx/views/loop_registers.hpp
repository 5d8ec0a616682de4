// Registers in and around a loop of PTX: what lives in front of it and behind it, and what the pipeliner's gate
// (lathe/expand/profit.hpp) is told of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/expand/profit.hpp>

#include "nvptx/views/counted_loop.hpp"
#include "nvptx/views/modulo.hpp"

namespace lathe::nvptx {

/// What a function may have; for the gate, what lives at once in it as it is.
struct LoopRegisters : MirRegisterOptions {
  std::uint64_t most_words = 0, most_predicates = 0;
};

/// A loop of one block, and what is live in front of it and behind it.
struct LoopLives {
  mir::BlockId block = 0;
  std::vector<mir::Reg> in, behind;
};

/// All loops of one block, in order. O(code) where there is one, and liveness.
inline std::vector<LoopLives> loop_lives(const mir::Module& m, const mir::Function& f) {
  std::vector<LoopLives> out;
  for (mir::BlockId b = 0; b < f.blocks.size(); ++b)
    if (MirLoop::is_loop(m, f, b)) out.push_back({b, {}, {}});
  if (out.empty()) return out;
  const MirView view(m, f);
  const flow::ViewLiveness<MirView> lives(view);
  for (LoopLives& loop : out) {
    loop.behind = lives.behind_loop(loop.block);
    for (const std::uint32_t v : lives.live().live_in[loop.block]) loop.in.push_back(lives.numbering().value(v));
  }
  return out;
}

/// What the gate is told of a loop: registers that live in it or across it and that it does not write. O(block + live).
inline std::vector<modulo::Around> around_loop(const mir::Module& m, const mir::Function& f, const CountedLoop& loop,
                                               const LoopLives& lives, const LoopRegisters& options) {
  std::vector<mir::Reg> live = lives.in;
  live.insert(live.end(), lives.behind.begin(), lives.behind.end());
  std::sort(live.begin(), live.end());
  live.erase(std::unique(live.begin(), live.end()), live.end());
  for (const mir::Inst& inst : f.blocks[loop.block].insts)
    mir::for_each_reg(m, f, inst, [&](mir::Reg r, bool def) {
      if (const auto at = std::lower_bound(live.begin(), live.end(), r); def && at != live.end() && *at == r)
        live.erase(at);
    });
  const MirLoopRegisters registers(m, f, options);
  std::vector<modulo::Around> out{{registers.sets()[0].name, options.most_words, 0, loop.bits == 64 ? 2U : 1U},
                                  {registers.sets()[1].name, options.most_predicates, 0, 1}};
  for (const mir::Reg r : live)
    for (const lathe::program::RegisterShare& share : registers.register_class(r).shares)
      out[share.set].through += share.factor;
  return out;
}

}  // namespace lathe::nvptx
