// The knobs of the machine passes as one struct, made from knobs.def.
#pragma once

#include <string>

namespace lathe::nvptx {

/// Those that count registers, behind spaces: they read --maxreg and what is added to it.
inline constexpr const char* passes_that_count =
    "machine-cse early-machinelicm machinelicm machine-sink postra-machine-sink unsink strength-reduction "
    "register-target "
    "nvptx-remat-block machine-rpa group-accesses group-textures pipeline-loops schedule post-schedule";

struct PassKnobs {
#define LATHE_KNOB(type, member, name, otherwise, passes, help) type member = otherwise;
#include "nvptx/passes/knobs.def"
#undef LATHE_KNOB
};
}  // namespace lathe::nvptx
