// How far a launch is: see simt/machine/counted.hpp.
#pragma once

#include "simt/machine/counted.hpp"

namespace lathe::nvptx::exec {
using simt::CountedLaunches;
}
