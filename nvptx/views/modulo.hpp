// Loops of one block of NVPTX machine IR for lathe::modulo: its View, and registers as the scheduler counts them.
//
// A loop is a block that branches to itself. The branch stays where it is; blocks with calls, barriers, warp-wide
// operations, scopes or inline assembly are left out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/modulo/of_view.hpp>

#include "nvptx/views/liveness.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx {

/// MirRegisters by the names that modulo's problems have.
struct MirLoopRegisters : MirRegisters {
  MirLoopRegisters(const mir::Module& m, const mir::Function& f, MirRegisterOptions options)
      : MirRegisters(m, f, options) {
    sets_ = {{"r", sets_[0].limit}, {"p", sets_[1].limit}};
  }
};

class MirLoop : private WithMirView, public modulo::OfView<MirView, MirLoopRegisters> {
 public:
  /// Can the block be looked at as a loop?
  static bool is_loop(const mir::Module& m, const mir::Function& f, mir::BlockId block) {
    bool back = false, seen = false;
    for (const mir::Inst& inst : f.blocks[block].insts) {
      const mir::OpDesc& d = m.op(inst.op);
      if (d.op == mir::Op::bra) {
        seen = true;
        for (const mir::Operand& o : f.operands_of(inst)) back |= o.kind == mir::Operand::Kind::block && o.a == block;
        continue;
      }
      // An exit in the middle would have to be taken in an iteration that has begun already.
      if (seen || d.convergent || d.effects.bounds_region()) return false;
    }
    return back && f.blocks[block].insts.size() > 1 && m.op(f.blocks[block].insts[0].op).op != mir::Op::bra;
  }

  /// Preconditions: is_loop; `liveness` is that of the function, whatever became of its other blocks since.
  MirLoop(const mir::Module& m, const mir::Function& f, mir::BlockId block, const MirLiveness& liveness,
          const MirRegisterOptions& machine = {})
      : WithMirView(m, f), OfView(shown, block, block, read_behind(block, liveness), MirLoopRegisters(m, f, machine)) {}

 private:
  static std::vector<mir::Reg> read_behind(mir::BlockId block, const MirLiveness& liveness) {
    std::vector<mir::Reg> out;
    const auto take = [&](std::span<const mir::Reg> some) { out.insert(out.end(), some.begin(), some.end()); };
    for (const mir::BlockId to : liveness.cfg().successors(block))
      if (to != block) take(liveness.live_in(to));
    if (liveness.runs_off(block)) take(liveness.results());
    return out;
  }
};

static_assert(modulo::explain_loop<MirLoop>());

}  // namespace lathe::nvptx
