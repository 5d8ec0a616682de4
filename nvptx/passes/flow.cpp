// Control flow of a machine function: successors, unreachable blocks, reordering.
// Needs: terminators at the end of blocks. Cost: linear.
#include "nvptx/passes/flow.hpp"

#include <algorithm>

#include <lathe/flow/order.hpp>

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

namespace {

// Removes the phi operands whose block is not a predecessor.
void trim_phis(Module& m, Function& f, const flow::Cfg& cfg, const flow::Order& order) {
  std::vector<Operand> kept;
  for (BlockId b = 0; b < f.blocks.size(); ++b) {
    for (Inst& inst : f.blocks[b].insts) {
      if (m.op(inst.op).op != Op::phi) break;
      const auto slots = f.operands_of(inst);
      kept.clear();
      for (std::uint32_t i = 0; i < slots.size(); i += mir::slots_of(slots, i)) {
        const std::uint32_t n = mir::slots_of(slots, i);
        if (n == 3 && slots[i + 2].kind == Operand::Kind::block) {
          const auto predecessors = cfg.predecessors(b);
          const BlockId from = slots[i + 2].a;
          if (!std::binary_search(predecessors.begin(), predecessors.end(), from) || !order.reachable(from)) continue;
        }
        kept.insert(kept.end(), slots.begin() + i, slots.begin() + std::min<std::size_t>(slots.size(), i + n));
      }
      if (kept.size() == slots.size()) continue;
      std::copy(kept.begin(), kept.end(), slots.begin());
      inst.count = static_cast<std::uint32_t>(kept.size());
    }
  }
}

// `edges_gone`: phis may have operands too many though all blocks are reached.
std::uint32_t drop(Module& module, Function& function, bool edges_gone) {
  if (function.blocks.empty()) return 0;
  const FunctionFlow source(module, function);
  const flow::Cfg cfg = flow::make_cfg(source);
  const flow::Order order = flow::reverse_post_order(cfg);
  const auto dropped = static_cast<std::uint32_t>(function.blocks.size() - order.blocks.size());
  if (dropped != 0 || edges_gone) trim_phis(module, function, cfg, order);
  if (dropped == 0) return 0;
  // The last block may run off the end of the function, and the others into their next: both stay so.
  std::vector<BlockId> kept;
  for (BlockId b = 0; b < function.blocks.size(); ++b)
    if (order.reachable(b)) kept.push_back(b);
  rearrange_blocks(function, kept);
  return dropped;
}

}  // namespace

std::uint32_t drop_unreachable(Module& module, Function& function) { return drop(module, function, false); }
void forget_edges(Module& module, Function& function) { drop(module, function, true); }

}  // namespace lathe::nvptx
