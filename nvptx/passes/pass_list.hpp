// The passes, one function each; the pipeline is in pipeline.cpp. Private to nvptx/passes.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/passes/flow.hpp"
#include "nvptx/passes/passes.hpp"

namespace lathe::nvptx {

/// Is the name among those that an option gave?
inline bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class SsaFacts;
struct MachinePassContext;

/// May its [address] have a constant offset?
bool takes_offsets(const mir::OpDesc& d);

/// These two leave all definitions where they are, and let a value be read only where it was known before: what is proper
/// stays so, and the facts hold for the next one of them.
void propagate_copies(Module& module, Function& function, const SsaFacts& ssa);
void fold_addresses(Module& module, Function& function, const SsaFacts& ssa);
void dead_code(Module& module, Function& function);
void split_wide_addresses(Module& module, Function& function);
/// `tied`: behind construct_ssa; what is written in part gets, where it can, the location of what it had before.
void eliminate_phis(Module& module, Function& function, const MachinePassContext& context, bool tied);
void drop_redundant_moves(Module& module, Function& function);
void order_blocks(Module& module, Function& function);

// The optional ones. With verify_each they append what the checkers of their algorithms find to the context's faults.
using Faults = std::vector<std::string>;
void construct_ssa(Module&, Function&, const MachinePassContext&);
void group_accesses(Module&, Function&, const MachinePassContext&);
void group_textures(Module&, Function&, const MachinePassContext&);
void pipeline_loops(Module&, Function&, const MachinePassContext&);
void schedule(Module&, Function&, const MachinePassContext&);
void schedule_behind(Module&, Function&, const MachinePassContext&);

/// Does machine-outliner run by the options alone, whatever the functions ask for?
bool outlines(const PassOptions& options);

}  // namespace lathe::nvptx
