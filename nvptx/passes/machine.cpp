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
