// The poorest type that lathe::modulo can write an expansion with.
#pragma once

#include <cstdint>

#include <lathe/expand/apply.hpp>

namespace archetype {

struct ExpansionEditor {
  struct Number {
    operator std::uint32_t() const { return 1000; }
  };
  void begin(std::uint32_t, const lathe::modulo::Block&) {}
  void run(std::uint32_t, std::int32_t, lathe::modulo::NameSpan, lathe::modulo::NameSpan) {}
  void copy(std::uint32_t, std::uint32_t) {}
  Number temporary(std::uint32_t) { return {}; }
  void original(const lathe::modulo::Block&) {}
  void end(const lathe::modulo::Block&) {}

  ExpansionEditor() = default;
  ExpansionEditor(const ExpansionEditor&) = delete;
};

static_assert(lathe::modulo::explain_expansion_editor<ExpansionEditor>());

}  // namespace archetype
