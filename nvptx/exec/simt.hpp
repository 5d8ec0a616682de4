// The machine under the executor: its names are the executor's own.
#pragma once

#include "simt/state/width.hpp"

namespace lathe::nvptx::exec {
using namespace simt;
}  // namespace lathe::nvptx::exec
