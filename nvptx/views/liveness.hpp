// Which registers of an NVPTX machine function are live where: flow::liveness of mir::Flow, which says what is read and
// written. A register is live in front of an instruction when some way from there leads to one that reads it and meets
// none before that writes it for certain; a guarded write ends no life.
#pragma once

#include <span>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/problem.hpp>

#include "nvptx/mir/flow.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

/// Liveness of a function as it is now. Precondition: branches stand at the ends of blocks, as mir::verify wants.
/// O(size) to make, and flow::liveness.
class MirLiveness {
 public:
  MirLiveness(const mir::Module& module, const mir::Function& function)
      : m_(module),
        f_(function),
        flow_(module, function),
        cfg_(flow::make_cfg(flow_)),
        live_(flow::liveness(cfg_, flow::liveness_problem(flow_))) {}

  /// Registers, ascending.
  std::span<const mir::Reg> live_in(mir::BlockId b) const { return live_.live_in[b]; }
  /// Registers, ascending: what is read behind the block's end. What a ret in it reads is read within the block.
  std::span<const mir::Reg> live_out(mir::BlockId b) const { return live_.live_out[b]; }
  /// The registers that hold the function's results.
  const std::vector<mir::Reg>& results() const { return flow_.results(); }
  const flow::Cfg& cfg() const { return cfg_; }
  /// May control run off the function's end there? That is a return.
  bool runs_off(mir::BlockId b) const { return b + 1 == cfg_.block_count() && flow_.falls_through(b); }

  /// `live[r]`, a register: is it live behind this instruction? Becomes whether it is live in front of it. Calls
  /// added(r) for each register that the instruction reads, those that were live already included. O(operands).
  template <class Set, class Added>
  void step_back(const mir::Inst& inst, Set& live, Added&& added) const {
    mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) {
      if (def && inst.guard == mir::none) live[r] = false;
    });
    flow_.for_each_register(inst, [&](mir::Reg r, bool def) {
      if (def) return;
      live[r] = true;
      added(r);
    });
  }

 private:
  const mir::Module& m_;
  const mir::Function& f_;
  mir::Flow flow_;
  flow::Cfg cfg_;
  flow::Liveness live_;
};

}  // namespace lathe::nvptx
