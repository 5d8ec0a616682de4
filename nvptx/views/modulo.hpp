// Loops of one block of NVPTX machine IR for lathe::modulo: its View, and registers as the scheduler counts them.
//
// A loop is a block that branches to itself. The branch stays where it is; blocks with calls, barriers, warp-wide
// operations, scopes or inline assembly are left out.
#pragma once

#include <cstdint>
#include <vector>

#include <lathe/modulo/of_view.hpp>

#include "nvptx/views/registers.hpp"

namespace lathe::nvptx {

/// MirRegisters by the names that modulo's problems have.
struct MirLoopRegisters : MirRegisters {
  MirLoopRegisters(const mir::Module& m, const mir::Function& f, MirRegisterOptions options)
      : MirRegisters(m, f, options) {
    sets_[0].name = "r", sets_[1].name = "p";
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

  /// Preconditions: is_loop; `behind` is what is read behind it (flow::ViewLiveness::behind_loop of a MirView).
  MirLoop(const mir::Module& m, const mir::Function& f, mir::BlockId block, const std::vector<mir::Reg>& behind,
          const MirRegisterOptions& machine = {})
      : WithMirView(m, f), OfView(shown, block, block, behind, MirLoopRegisters(m, f, machine)) {}
};

static_assert(modulo::explain_loop<MirLoop>());

}  // namespace lathe::nvptx
