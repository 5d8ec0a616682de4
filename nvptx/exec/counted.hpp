// How far a launch is: see simt/state/counted.hpp.
#pragma once

#include "simt/state/counted.hpp"

namespace lathe::nvptx::exec {
using simt::CountedLaunches;
}
