// LLVM's expressions and PTX's registers as DWARF locations.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "nvptx/debug/plan.hpp"
#include "nvptx/debug/record.hpp"

namespace lathe::nvptx::debug {

inline constexpr std::uint8_t class_register = 2, class_constant = 4, class_global = 5, class_local = 6,
                              class_param = 7, class_shared = 8;

/// PTX's number of a register in DWARF: the characters of its name, the first one highest. 0 for names above 8.
std::uint64_t register_number(std::string_view name);
/// The value, or (where the expression dereferences) what it points to. Empty when DWARF 2 has no words for it.
std::optional<DebugPlace> in_register(std::string_view name, const Expression& expression);
std::optional<DebugPlace> as_constant(std::int64_t number, const Expression& expression);
/// An object at a symbol plus an offset.
std::optional<DebugPlace> at_symbol(std::string_view symbol, std::uint64_t offset, std::uint8_t address_class,
                                    const Expression& expression);
/// DW_OP_piece over fragments in order of their offsets, holes included. Empty when they overlap or are no bytes.
struct Fragment {
  std::uint64_t offset = 0, bits = 0;
  const DebugPlace* place = nullptr;
};
std::optional<DebugPlace> pieces(std::span<const Fragment> fragments);

}  // namespace lathe::nvptx::debug
