// The table of machine passes and their knobs.
#include "nvptx/passes/machine.hpp"

#include <charconv>

namespace lathe::nvptx {
namespace {

[[maybe_unused]] std::string set_value(bool& to, std::string_view name, std::string_view value) {
  if (value != "true" && value != "1" && value != "false" && value != "0")
    return std::string(name) + ": `" + std::string(value) + "` is neither true nor false";
  to = value == "true" || value == "1";
  return {};
}
[[maybe_unused]] std::string set_value(int& to, std::string_view name, std::string_view value) {
  int read = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), read);
  if (error != std::errc() || end != value.data() + value.size())
    return std::string(name) + ": `" + std::string(value) + "` is no number";
  to = read;
  return {};
}

// The reference has switches of its own for some.
bool asked_by_knob(std::string_view pass, const PassKnobs& knobs) { return pass == "machine-cse" && knobs.enable_mcse; }

bool forbidden_by_knob(std::string_view pass, const PassKnobs& knobs) {
  return (pass == "machine-cse" && knobs.disable_machine_cse) || (pass == "machine-cp" && knobs.disable_copyprop) ||
         (pass == "early-machinelicm" && knobs.disable_machine_licm) ||
         (pass == "machinelicm" && knobs.disable_postra_machine_licm) ||
         (pass == "machine-sink" && knobs.disable_machine_sink);
}

}  // namespace

const std::vector<MachinePass>& machine_passes() {
  static const std::vector<MachinePass> table = {
#define LATHE_MACHINE_PASS(name, reference, stage, level, function, what) \
  MachinePass{{name, reference, level, what}, MachineStage::stage, machine::function},
#include "nvptx/passes/machine_passes.def"
#undef LATHE_MACHINE_PASS
  };
  return table;
}

bool runs(const MachinePass& pass, const PassOptions& options) {
  if (options.opt_level == 0 || contains(options.disabled, pass.name)) return false;
  if (forbidden_by_knob(pass.name, options.knobs)) return false;
  return options.opt_level >= pass.level || contains(options.enabled, pass.name) ||
         asked_by_knob(pass.name, options.knobs);
}

bool run_machine_passes(MachineStage stage, mir::Module& module, mir::Function& function, const Features& features,
                        const PassOptions& options, std::vector<std::string>& faults) {
  std::vector<const MachinePass*> todo;
  bool stop = false;
  for (const MachinePass& pass : machine_passes()) {
    if (pass.stage != stage || stop) continue;
    if (runs(pass, options)) todo.push_back(&pass);
    stop = options.stop_after == pass.name;
  }
  if (todo.empty()) return stop;
  const auto run = [&](const std::vector<const MachinePass*>& passes) {
    drop_unreachable(module, function);
    MirCode code(module, function);
    for (const MachinePass* pass : passes) pass->run(code, {features, options, faults, nullptr});
    code.write();
  };
  if (!options.verify_each) {
    run(todo);
    return stop;
  }
  for (const MachinePass* pass : todo) {
    run({pass});
    std::vector<std::string> found;
    mir::verify(module, function, found);
    for (const std::string& f : found) faults.push_back("after " + std::string(pass->name) + ": " + f);
  }
  return stop;
}

std::vector<KnobText> pass_knobs() {
  const PassKnobs otherwise;
  return {
#define LATHE_KNOB(type, member, name, value, help) \
  KnobText{name, help, std::is_same_v<type, bool>, std::to_string(otherwise.member)},
#include "nvptx/passes/knobs.def"
#undef LATHE_KNOB
  };
}

std::string set_pass_knob(PassKnobs& knobs, std::string_view name, std::string_view value) {
#define LATHE_KNOB(type, member, text, otherwise, help) \
  if (name == text) return set_value(knobs.member, name, value);
#include "nvptx/passes/knobs.def"
#undef LATHE_KNOB
  return "there is no knob `" + std::string(name) + "`";
}

}  // namespace lathe::nvptx
