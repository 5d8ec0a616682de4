// The knobs of the machine passes as one struct, made from knobs.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lathe::nvptx {

struct PassKnobs {
#define LATHE_KNOB(type, member, name, otherwise, help) type member = otherwise;
#include "nvptx/passes/knobs.def"
#undef LATHE_KNOB
};
struct KnobText {
  const char *name, *help;
  bool flag;  ///< true or false; otherwise a number
  std::string otherwise;
};
/// All knobs, in the order of knobs.def.
std::vector<KnobText> pass_knobs();
/// Sets one by its name: a number, or true, false, 1, 0. Returns what is wrong, or nothing.
std::string set_pass_knob(PassKnobs& knobs, std::string_view name, std::string_view value);

}  // namespace lathe::nvptx
