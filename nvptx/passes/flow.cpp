// Blocks of a machine function: those that nothing reaches go (codegen's pass), the others get new places.
// Needs: terminators at the end of blocks. Cost: linear.
#include "codegen/passes/flow.hpp"

#include "nvptx/passes/code.hpp"
#include "nvptx/passes/passes.hpp"

namespace lathe::nvptx {

mir::OpId move_for(Module& module, mir::Type type) { return module.intern(mir::move_text(type)); }

void rearrange_blocks(Function& function, const std::vector<BlockId>& order) {
  std::vector<BlockId> renamed(function.blocks.size(), mir::none);
  std::vector<mir::Block> blocks;
  blocks.reserve(order.size());
  for (const BlockId b : order) {
    renamed[b] = static_cast<BlockId>(blocks.size());
    blocks.push_back(std::move(function.blocks[b]));
  }
  function.blocks = std::move(blocks);
  for (const mir::Block& block : function.blocks)
    for (const Inst& inst : block.insts)
      for (Operand& o : function.operands_of(inst))
        if (o.kind == Operand::Kind::block && o.a < renamed.size() && renamed[o.a] != mir::none) o.a = renamed[o.a];
  for (mir::Table& table : function.tables) {
    for (BlockId& b : table.targets) b = b < renamed.size() ? renamed[b] : mir::none;
    std::erase(table.targets, mir::none);
  }
}

std::uint32_t drop_unreachable(Module& module, Function& function) {
  Code code(module, function);
  return codegen::passes::drop_unreachable(code);
}
void forget_edges(Module& module, Function& function) {
  Code code(module, function);
  codegen::passes::drop_unreachable(code, true);
}

}  // namespace lathe::nvptx
