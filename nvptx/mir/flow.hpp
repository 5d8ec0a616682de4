// A function of machine code as a flow::DataFlow: blocks and registers by their own numbers, no table made of them.
//
// Read are the guard, the operands, bases of addresses; what is written under a guard, for the old value stays where
// the guard fails; results that are registers, by every ret and where control runs off the end; the operand of a phi at
// the end of the block that it names. The carry flag is left out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/mir/targets.hpp"

namespace lathe::nvptx::mir {

/// Module and function outlive it. O(tables) to make; operands as the function has them when they are asked for.
class Flow {
 public:
  Flow(const Module& module, const Function& function)
      : m_(module), f_(function), targets_(module, function), results_(register_results(function)) {}

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(f_.blocks.size()); }
  template <class F>
  void for_each_successor(BlockId b, F&& f) const {
    targets_.for_each_successor(b, f);
  }
  std::uint32_t variable_count() const { return static_cast<std::uint32_t>(f_.regs.size()); }
  std::uint32_t inst_count(BlockId b) const { return static_cast<std::uint32_t>(f_.blocks[b].insts.size()); }
  template <class F>
  void for_each_operand(BlockId b, std::uint32_t i, F&& f) const {
    for_each_register(f_.blocks[b].insts[i], f);
  }
  template <class F>
  void for_each_edge_use(BlockId b, F&& f) const {
    if (edge_uses_.empty()) find_edge_uses();
    for (const Reg r : edge_uses_[b]) f(r);
  }
  /// A block that traps is seldom executed.
  bool is_cold(BlockId b) const {
    for (const Inst& inst : f_.blocks[b].insts)
      if (m_.op(inst.op).op == Op::trap) return true;
    return false;
  }
  const std::string& name() const { return f_.name; }

  /// Calls f(reg, is_def) for what an instruction reads and writes where it stands. Of a phi only the definition.
  template <class F>
  void for_each_register(const Inst& inst, F&& f) const {
    for_each_mention(m_, f_, inst, results_, [&](const lathe::program::Operand<Reg>& o) {
      if (o.value < f_.regs.size()) f(o.value, o.is_def());
    });
  }
  bool falls_through(BlockId b) const { return targets_.falls_through(b); }
  std::span<const BlockId> table(NameId name) const { return targets_.table(name); }
  /// Registers that hold the function's results.
  const std::vector<Reg>& results() const { return results_; }

 private:
  void find_edge_uses() const {
    edge_uses_.resize(f_.blocks.size());
    for (const Block& block : f_.blocks)
      for (const Inst& inst : block.insts)
        for_each_incoming(m_, f_, inst, [&](Reg value, BlockId from) { edge_uses_[from].push_back(value); });
    if (!f_.blocks.empty() && falls_through(block_count() - 1))
      edge_uses_.back().insert(edge_uses_.back().end(), results_.begin(), results_.end());
  }

  const Module& m_;
  const Function& f_;
  Targets targets_;
  std::vector<Reg> results_;
  mutable std::vector<std::vector<Reg>> edge_uses_;  // per block; made when it is asked for
};

}  // namespace lathe::nvptx::mir
