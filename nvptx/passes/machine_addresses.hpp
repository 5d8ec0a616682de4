// Addresses that instructions of PTX make of others, and pointers that they hand to calls: what passes on slots
// (slots.hpp) and the reach of pointers (reach.cpp) both follow. Private to nvptx/passes.
#pragma once

#include <optional>
#include <utility>

#include <lathe/passes/slot_accesses.hpp>

#include "nvptx/passes/reach.hpp"
#include "nvptx/views/editor.hpp"

namespace lathe::nvptx::machine {

/// Its one result is an address: of a symbol, or a constant behind what a register has. Moves, cvta of local memory, sums.
std::optional<lathe::passes::SlotAddress<mir::Reg>> address_made(const MirCode& code, MirId i);
/// Which parameter of which function gets the register's 64 bits by this st.param, as the first call behind it in its block
/// says; null: none that is known by name.
std::optional<std::pair<mir::NameId, std::size_t>> handed_to(const MirCode& code, MirId store, mir::Reg pointer);

}  // namespace lathe::nvptx::machine
