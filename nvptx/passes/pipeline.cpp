// The pipeline: which passes run at which level, in which order.
#include <algorithm>
#include <optional>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/passes/ssa.hpp"

namespace lathe::nvptx {
namespace {

struct Pass {
  const char* name;
  unsigned level;  // lowest -O that runs it
  void (*run)(Module&, Function&);
  void (*run_on)(Module&, Function&, const SsaFacts&) = nullptr;  // in place of `run`: keeps the facts
};
constexpr Pass pipeline[] = {
    {"copy-propagation", 1, nullptr, propagate_copies},
    {"fold-addresses", 1, nullptr, fold_addresses},
    {"dead-code", 1, dead_code},
    {"wide-addresses", 2, split_wide_addresses},
    {"phi-elimination", 0, eliminate_phis},
    {"redundant-moves", 1, drop_redundant_moves},
    {"block-order", 1, order_blocks},
    {"final-dead-code", 1, dead_code},
};
struct OptionalPass {
  const char* name;
  void (*run)(Module&, Function&, const Features&, const PassOptions&, Faults&);
};
/// In front of the pipeline, at any level; with it phi elimination is not left out.
constexpr OptionalPass ssa_pass{"ssa", construct_ssa};
/// Behind it.
constexpr OptionalPass optional_passes[] = {
    {"group-accesses", group_accesses},
    {"group-textures", group_textures},
    {"pipeline-loops", pipeline_loops},
    {"schedule", schedule},
};

// Where the machine passes stand (machine_passes.def).
constexpr std::string_view ssa_stage_before = "wide-addresses", late_stage_before = "block-order";

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
bool enabled(const PassOptions& options, std::string_view name) {
  return contains(options.enabled, name) && !contains(options.disabled, name);
}
void verify_after(std::string_view pass, const Module& module, const Function& function, Faults& faults) {
  Faults found;
  mir::verify(module, function, found);
  for (const std::string& f : found) faults.push_back("after " + std::string(pass) + ": " + f);
}

void run_optional(const OptionalPass& pass, Module& module, Function& function, const Features& features,
                  const PassOptions& options, Faults& faults) {
  Faults found;
  pass.run(module, function, features, options, found);
  for (const std::string& f : found) faults.push_back(std::string(pass.name) + ": " + f);
  if (options.verify_each) verify_after(pass.name, module, function, faults);
}

// Parameters in registers (PTX before its ABI): the caller reads and writes them unseen, so nothing is changed.
bool has_register_parameters(const Function& f) {
  const auto in_reg = [](const mir::Variable& v) { return v.space == mir::Space::reg; };
  return std::any_of(f.params.begin(), f.params.end(), in_reg) ||
         std::any_of(f.results.begin(), f.results.end(), in_reg);
}

}  // namespace

std::vector<std::string> pass_names(unsigned opt_level) {
  std::vector<std::string> names;
  for (const Pass& pass : pipeline)
    if (opt_level >= pass.level) names.emplace_back(pass.name);
  return names;
}

std::vector<std::string> optional_pass_names() {
  std::vector<std::string> names{ssa_pass.name};
  for (const MachinePass& pass : machine_passes())
    if (pass.level == MachinePass::never) names.emplace_back(pass.name);
  for (const OptionalPass& pass : optional_passes) names.emplace_back(pass.name);
  return names;
}

void run_passes(mir::Module& module, mir::Function& function, const Features& features, const PassOptions& options,
                std::vector<std::string>& faults) {
  if (function.declaration || function.blocks.empty() || has_register_parameters(function)) return;
  const bool ssa = enabled(options, ssa_pass.name);
  if (ssa) run_optional(ssa_pass, module, function, features, options, faults);
  if (options.stop_after == ssa_pass.name) return;
  std::optional<SsaFacts> facts;
  const auto run = [&](const Pass& pass, bool out_of_ssa) {
    if (pass.run_on == nullptr) {
      facts.reset();
      return (out_of_ssa ? eliminate_tied_phis : pass.run)(module, function);
    }
    if (!facts) {
      drop_unreachable(module, function);
      facts.emplace(module, function);
    }
    pass.run_on(module, function, *facts);
    if (options.verify_each && !(*facts == SsaFacts(module, function)))
      faults.push_back("after " + std::string(pass.name) + ": what was known of the SSA form does not hold");
  };
  const auto run_stage = [&](MachineStage stage) {
    for (const MachinePass& pass : machine_passes())
      if (pass.stage == stage && runs(pass, options)) facts.reset();
    return run_machine_passes(stage, module, function, features, options, faults);
  };
  for (const Pass& pass : pipeline) {
    const std::string_view name = pass.name;
    if (name == ssa_stage_before && run_stage(MachineStage::ssa)) return;
    if (name == late_stage_before && run_stage(MachineStage::late)) return;
    const bool out_of_ssa = ssa && pass.run == eliminate_phis;
    if (out_of_ssa || (options.opt_level >= pass.level && !contains(options.disabled, name))) {
      run(pass, out_of_ssa);
      if (options.verify_each) verify_after(name, module, function, faults);
    }
    if (options.stop_after == name) return;
  }
  for (const OptionalPass& pass : optional_passes) {
    const std::string_view name = pass.name;
    if (options.opt_level >= 1 && enabled(options, name))
      run_optional(pass, module, function, features, options, faults);
    if (options.stop_after == name) return;
  }
}

}  // namespace lathe::nvptx
