// What the passes share about blocks and their ends. Control flow itself is mir::Flow's. Private to nvptx/passes.
#pragma once

#include <vector>

#include <lathe/flow/cfg.hpp>

#include "nvptx/mir/flow.hpp"
#include "nvptx/mir/ir.hpp"

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

using FunctionFlow = mir::Flow;

/// Drops the blocks that the entry does not reach, and phi operands from blocks that are not predecessors.
/// Returns the number of blocks dropped. O(blocks + edges), O(instructions) when some go.
std::uint32_t drop_unreachable(Module& module, Function& function);
/// Puts the blocks in this order (a subset: the others are gone) and renames them everywhere.
void rearrange_blocks(Function& function, const std::vector<BlockId>& order);
/// "mov.b32" and so on for a register of this type.
mir::OpId move_for(Module& module, mir::Type type);

}  // namespace lathe::nvptx
