// The names that a unit's entries give to debuggers: .debug_pubnames and .debug_pubtypes, or .debug_gnu_pubnames and
// .debug_gnu_pubtypes, which say what each name is. Private to nvptx/debug.
//
// In them: functions and variables of the unit, of its namespaces and static members, namespaces, enumerators; types
// of the unit and of namespaces, all with the scopes around them ("geo::Vec::count"), by offset. Knows no LLVM. Needs:
// write_units was called, which says where entries are. Cost: linear in entries, times depth for the names.
#pragma once

#include <deque>
#include <string>

#include "nvptx/debug/die.hpp"

namespace lathe::nvptx::debug {

/// The sections' text, empty where no unit has names. Two at most: names and types; a pair for units of each kind.
std::string write_names(const std::deque<Unit>& units);

}  // namespace lathe::nvptx::debug
