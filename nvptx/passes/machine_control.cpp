// Control flow on PTX: tail duplication, if-conversion, branch folding and block placement.
#include <algorithm>

#include <lathe/passes/block_placement.hpp>
#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/if_conversion.hpp>
#include <lathe/passes/tail_duplication.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {
namespace {

std::uint32_t natural(int n) { return static_cast<std::uint32_t>(std::max(0, n)); }

void duplicate(MachineChain& on, const MachinePassContext& context, bool early) {
  const PassKnobs& knobs = context.options.knobs;
  lathe::passes::TailDuplicationOptions options;
  options.early = options.keep_ssa = early;
  options.size = natural(knobs.tail_dup_size);
  options.indirect_size = natural(knobs.tail_dup_indirect_size);
  options.fuel = context.fuel;
  context.count(lathe::passes::duplicate_tails(on, options, context.sink()));
}

}  // namespace

void duplicate_tails_early(MachineChain& on, const MachinePassContext& context) { duplicate(on, context, true); }
void duplicate_tails(MachineChain& on, const MachinePassContext& context) { duplicate(on, context, false); }

void convert_ifs(MachineChain& on, const MachinePassContext& context) {
  const PassKnobs& knobs = context.options.knobs;
  lathe::passes::IfConversionOptions options;
  options.limit = natural(knobs.early_ifcvt_limit);
  options.guarded_limit = natural(knobs.early_ifcvt_guards);
  options.penalty = natural(knobs.early_ifcvt_penalty);
  options.always = knobs.stress_early_ifcvt;
  options.fuel = context.fuel;
  context.count(lathe::passes::convert_ifs(on, options, context.sink()));
}

void fold_branches(MachineChain& on, const MachinePassContext& context) {
  const PassKnobs& knobs = context.options.knobs;
  lathe::passes::BranchFoldingOptions options;
  options.tail_merge = knobs.enable_tail_merge;
  options.tail_merge_size = natural(knobs.tail_merge_size);
  options.tail_merge_threshold = natural(knobs.tail_merge_threshold);
  options.fuel = context.fuel;
  context.count(lathe::passes::fold_branches(on, options, context.sink()));
}

void place_blocks(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::BlockPlacementOptions options;
  options.fuel = context.fuel;
  context.count(lathe::passes::place_blocks(on.code(), options, context.sink()));
  on.forget();
}

}  // namespace lathe::nvptx::machine
