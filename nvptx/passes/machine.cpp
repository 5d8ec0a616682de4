// The table of machine passes, and the knobs that turn some on or off.
#include "nvptx/passes/machine.hpp"

#include <algorithm>
#include <utility>

#include <lathe/sched/options.hpp>

namespace lathe::nvptx {

const std::vector<MachinePass>& machine_passes() {
  static const std::vector<MachinePass> table = {
#define LATHE_MACHINE_PASS(name, reference, stage, level, function, what) \
  MachinePass{{name, reference, level, what}, MachineStage::stage, machine::function},
#include "nvptx/passes/machine_passes.def"
#undef LATHE_MACHINE_PASS
  };
  return table;
}

void MachinePassContext::error(const MirCode& code, MirId i, const std::string& text) const {
  if (errors == nullptr) return;
  const mir::Inst& inst = code.inst(i);
  PassError out{{}, inst.line, code.function().name, text};
  if (inst.line == 0 && inst.loc != 0 && inst.loc < code.function().locations.size()) {
    const mir::Location& at = code.function().locations[inst.loc];
    const auto& files = code.module().files;
    if (at.file >= 1 && at.file <= files.size()) out.file = files[at.file - 1];
    out.line = at.line;
  }
  errors->push_back(std::move(out));
}

bool asked_by_knob(std::string_view pass, const PassKnobs& knobs) {
  return (pass == "machine-cse" && knobs.enable_mcse) || (pass == "early-machinelicm" && knobs.enable_mlicm) ||
         (pass == "machine-sink" && knobs.nvptx_enable_machine_sink) ||
         (pass == "machine-rpa" && knobs.print_reg_target) || (pass == "post-schedule" && knobs.misched_postra) ||
         (pass == "structurizecfg" && knobs.structurizecfg_check) ||
         (pass == "nvptx-peephole" && knobs.enable_nvvm_peephole);
}
bool forbidden_by_knob(std::string_view pass, const PassKnobs& knobs) {
  return (pass == "schedule" && !sched::phases(natural(knobs.usedessa)).before_assignment) ||
         ((pass == "dead-code" || pass == "final-dead-code") && knobs.disable_machine_dce) ||
         ((pass == "block-order" || pass == "chain-placement") && knobs.disable_block_placement) ||
         (pass == "post-schedule" && knobs.disable_post_ra) || (pass == "machine-cse" && knobs.disable_machine_cse) ||
         (pass == "late-copies" && knobs.disable_copyprop) || (pass == "copy-propagation" && knobs.disable_copyprop) ||
         (pass == "early-machinelicm" && knobs.disable_machine_licm) ||
         (pass == "machinelicm" && knobs.disable_postra_machine_licm) ||
         (pass == "machine-sink" && knobs.disable_machine_sink) ||
         (pass == "postra-machine-sink" && knobs.disable_postra_machine_sink) ||
         (pass == "early-tailduplication" && knobs.disable_early_taildup) ||
         (pass == "tailduplication" && knobs.disable_tail_duplicate) ||
         (pass == "early-ifcvt" && knobs.disable_early_ifcvt) || (pass == "peephole-opt" && knobs.disable_peephole) ||
         (pass == "nvptx-remat-block" && knobs.nv_disable_remat) ||
         (pass == "branch-folder" && knobs.disable_branch_fold) ||
         (pass == "stack-slot-coloring" && knobs.disable_ssc) || (pass == "nvptx-mem2reg" && knobs.disable_mem2reg);
}

}  // namespace lathe::nvptx
