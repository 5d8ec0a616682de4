// Compiled at -O1
// The toy machine that all tests of this program run code on: of an inline function the linker takes the first copy, and
// sources that compute are the first. Without it two fifths of the program's time were runs of a machine compiled at -O0.
#include "support/edited_functions.hpp"

std::optional<toy::Seen> (*const volatile run_stored_at_o1)(const toy::EditFunction&, std::uint32_t) = &toy::run_stored;
