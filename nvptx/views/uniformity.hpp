// What the threads of a warp share in NVPTX machine IR: lathe::flow::uniformity on MirView.
//
// Divergent are thread and lane numbers, loads from local and generic memory, parameters of device functions, results
// of calls and inline assembly, of what exchanges values between lanes, and of what writes. Uniform are a kernel's
// parameters, votes and reductions over a constant mask, and barriers that reduce. The rest is as what it reads: loads
// from global, shared and constant memory, textures, numbers of blocks and of warps, clocks.
#pragma once

#include <string_view>

#include <lathe/flow/uniformity.hpp>

#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

/// Precondition: module and function outlive it.
class WarpFacts {
 public:
  WarpFacts(const mir::Module& module, const mir::Function& function) : m_(module), f_(function) {}

  flow::uniformity::Source source(const mir::Inst* i) const {
    using flow::uniformity::Source, lathe::program::Effect;
    using enum mir::Op;
    const mir::OpDesc& d = m_.op(i->op);
    const auto slots = f_.operands_of(*i);
    if (d.terminator) return Source::operands;
    if (d.op == vote || d.op == redux) {
      const bool constant = !slots.empty() && slots.back().kind == mir::Operand::Kind::imm;
      return constant ? Source::uniform : Source::operands;
    }
    if ((d.op == bar || d.op == barrier) && d.has("red")) return Source::uniform;
    if (d.op == p_asm || d.op == p_raw || d.op == other) return Source::divergent;
    const lathe::program::Effects e = mir::effects_of(m_, f_, *i);
    if (e.has(Effect::convergent) || e.has(Effect::call) || e.has(Effect::writes) || e.has(Effect::side_effect))
      return Source::divergent;
    if (d.op == ld || d.op == ldu) {
      if (d.space == mir::Space::local || d.space == mir::Space::generic) return Source::divergent;
      if (d.space == mir::Space::param && !(f_.kernel && e.has(Effect::constant))) return Source::divergent;
    }
    for (const mir::Operand& o : slots)
      if (o.kind == mir::Operand::Kind::special && of_thread(m_.name(o.a))) return Source::divergent;
    return Source::operands;
  }
  /// Of a parameter in a register: only device functions have such.
  bool uniform(mir::Reg) const { return false; }

 private:
  static bool of_thread(std::string_view name) {
    return name.starts_with("%tid") || name.starts_with("%laneid") || name.starts_with("%lanemask");
  }
  const mir::Module& m_;
  const mir::Function& f_;
};
static_assert(flow::uniformity::explain<WarpFacts, MirView>());

}  // namespace lathe::nvptx
