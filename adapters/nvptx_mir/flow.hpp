// A function of NVPTX machine IR for lathe::flow: its blocks and its registers, as liveness.hpp sees them.
//
// A block that traps is cold. Results in registers are read by every ret, and at the end where control runs off it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <lathe/flow/problem.hpp>

#include "adapters/nvptx_mir/liveness.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/mir/targets.hpp"

namespace lathe::nvptx {

class MirFlow {
 public:
  MirFlow(const mir::Module& module, const mir::Function& function)
      : m_(module),
        f_(function),
        targets_(module, function),
        results_(register_results(function)),
        edge_uses_(function.blocks.size()) {
    for (const mir::Block& block : f_.blocks)
      for (const mir::Inst& inst : block.insts)
        for_each_phi_use(m_, f_, inst, [&](mir::Reg value, mir::BlockId from) { edge_uses_[from].push_back(value); });
    if (!f_.blocks.empty() && targets_.falls_through(static_cast<mir::BlockId>(f_.blocks.size() - 1)))
      edge_uses_.back().insert(edge_uses_.back().end(), results_.begin(), results_.end());
  }

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(f_.blocks.size()); }
  template <class F>
  void for_each_successor(std::uint32_t block, F&& f) const {
    nvptx::for_each_successor(f_, targets_, block, f);
  }
  std::uint32_t variable_count() const { return static_cast<std::uint32_t>(f_.regs.size()); }
  std::uint32_t inst_count(std::uint32_t block) const {
    return static_cast<std::uint32_t>(f_.blocks[block].insts.size());
  }
  template <class F>
  void for_each_operand(std::uint32_t block, std::uint32_t index, F&& f) const {
    for_each_access(m_, f_, f_.blocks[block].insts[index], results_, [&](mir::Reg r, bool is_def) {
      if (r < f_.regs.size()) f(r, is_def);
    });
  }
  template <class F>
  void for_each_edge_use(std::uint32_t block, F&& f) const {
    for (const mir::Reg r : edge_uses_[block]) f(r);
  }
  bool is_cold(std::uint32_t block) const {
    return std::any_of(f_.blocks[block].insts.begin(), f_.blocks[block].insts.end(),
                       [&](const mir::Inst& inst) { return m_.op(inst.op).op == mir::Op::trap; });
  }
  const std::string& name() const { return f_.name; }

 private:
  const mir::Module& m_;
  const mir::Function& f_;
  mir::Targets targets_;
  std::vector<mir::Reg> results_;
  std::vector<std::vector<mir::Reg>> edge_uses_;  ///< per block
};
static_assert(flow::explain_program<MirFlow>());

}  // namespace lathe::nvptx
