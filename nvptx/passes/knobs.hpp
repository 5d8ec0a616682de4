// The knobs of the machine passes as one struct, made from knobs.def.
#pragma once

#include <string>

namespace lathe::nvptx {

struct PassKnobs {
#define LATHE_KNOB(type, member, name, otherwise, passes, help) type member = otherwise;
#include "nvptx/passes/knobs.def"
#undef LATHE_KNOB
};
}  // namespace lathe::nvptx
