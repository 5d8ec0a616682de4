// Control flow of a machine function, as the generic algorithms want it. Private to nvptx/passes.
#pragma once

#include <vector>

#include <lathe/flow/cfg.hpp>

#include "nvptx/mir/ir.hpp"
#include "nvptx/mir/targets.hpp"

namespace lathe::nvptx {

using mir::BlockId;
using mir::Function;
using mir::Inst;
using mir::Module;
using mir::Op;
using mir::OpDesc;
using mir::Operand;
using mir::Reg;

/// Branches, returns and exits, guarded or not.
inline bool is_terminator(const Module& m, const Inst& inst) { return m.op(inst.op).terminator; }
/// Ends the block for every thread.
inline bool ends_block(const Module& m, const Inst& inst) {
  return inst.guard == mir::none && m.op(inst.op).terminator;
}
/// Index of the first of the terminators at the end of the block.
inline std::uint32_t first_terminator(const Module& m, const mir::Block& block) {
  auto i = static_cast<std::uint32_t>(block.insts.size());
  while (i > 0 && is_terminator(m, block.insts[i - 1])) --i;
  return i;
}

/// flow::ControlFlow over a function: branch targets in order of the instructions, then the next block where
/// control can fall through.
class FunctionFlow {
 public:
  FunctionFlow(const Module& module, const Function& function) : m_(module), f_(function), targets_(module, function) {}
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(f_.blocks.size()); }
  bool falls_through(BlockId b) const { return targets_.falls_through(b); }
  template <class F>
  void for_each_successor(BlockId b, F&& f) const {
    const mir::Block& block = f_.blocks[b];
    for (std::uint32_t i = first_terminator(m_, block); i < block.insts.size(); ++i)
      targets_.for_each(block.insts[i], f);
    if (falls_through(b) && b + 1 < f_.blocks.size()) f(b + 1);
  }
  /// Targets of the .branchtargets list with this name; none when there is no such list.
  std::span<const BlockId> table(mir::NameId name) const { return targets_.table(name); }

 private:
  const Module& m_;
  const Function& f_;
  mir::Targets targets_;
};

/// Drops the blocks that the entry does not reach, and phi operands from blocks that are not predecessors.
/// Returns the number of blocks dropped. O(blocks + edges), O(instructions) when some go.
std::uint32_t drop_unreachable(Module& module, Function& function);
/// Puts the blocks in this order (a subset: the others are gone) and renames them everywhere.
void rearrange_blocks(Function& function, const std::vector<BlockId>& order);
/// "mov.b32" and so on for a register of this type.
mir::OpId move_for(Module& module, mir::Type type);

}  // namespace lathe::nvptx
