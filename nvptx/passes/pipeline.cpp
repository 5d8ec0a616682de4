// The pipeline: which passes run at which level, in which order.
#include <algorithm>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/passes.hpp"

namespace lathe::nvptx {
namespace {

struct Pass {
  const char* name;
  unsigned level;  // lowest -O that runs it
  void (*run)(Module&, Function&);
};
constexpr Pass pipeline[] = {
    {"copy-propagation", 1, propagate_copies},
    {"fold-addresses", 1, fold_addresses},
    {"dead-code", 1, dead_code},
    {"phi-elimination", 0, eliminate_phis},
    {"redundant-moves", 1, drop_redundant_moves},
    {"block-order", 1, order_blocks},
    {"final-dead-code", 1, dead_code},
};

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

void run_passes(mir::Module& module, mir::Function& function, const Features& /*features*/, const PassOptions& options,
                std::vector<std::string>& faults) {
  if (function.declaration || function.blocks.empty() || has_register_parameters(function)) return;
  for (const Pass& pass : pipeline) {
    const std::string_view name = pass.name;
    const bool disabled = std::find(options.disabled.begin(), options.disabled.end(), name) != options.disabled.end();
    if (options.opt_level >= pass.level && !disabled) {
      pass.run(module, function);
      if (options.verify_each) {
        std::vector<std::string> found;
        mir::verify(module, function, found);
        for (std::string& f : found) faults.push_back("after " + std::string(name) + ": " + f);
      }
    }
    if (options.stop_after == name) return;
  }
}

}  // namespace lathe::nvptx
