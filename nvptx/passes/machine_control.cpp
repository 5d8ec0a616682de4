// Control flow on PTX: branch folding and block placement.
#include <algorithm>

#include <lathe/passes/block_placement.hpp>
#include <lathe/passes/branch_folding.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {

void fold_branches(MirCode& code, const MachinePassContext& context) {
  const PassKnobs& knobs = context.options.knobs;
  if (knobs.disable_branch_fold) return;
  lathe::passes::BranchFoldingOptions options;
  options.tail_merge = knobs.enable_tail_merge;
  options.tail_merge_size = static_cast<std::uint32_t>(std::max(0, knobs.tail_merge_size));
  options.tail_merge_threshold = static_cast<std::uint32_t>(std::max(0, knobs.tail_merge_threshold));
  lathe::passes::fold_branches(code, options, context.sink());
}

void place_blocks(MirCode& code, const MachinePassContext& context) {
  if (context.options.knobs.disable_block_placement) return;
  lathe::passes::place_blocks(code, {}, context.sink());
}

}  // namespace lathe::nvptx::machine
