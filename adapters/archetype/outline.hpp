// The poorest types that satisfy lathe::outline's concepts: what they cannot do, the outliner must not need.
#pragma once

#include <lathe/outline/apply.hpp>
#include <lathe/outline/concepts.hpp>

#include "adapters/archetype/range.hpp"

namespace archetype {

/// Two blocks of four equal instructions; handles know nothing but themselves.
struct OutlineProgram {
  struct Block {
    std::uint32_t number;
  };
  struct Inst {
    std::uint32_t number;
  };
  struct Yes {
    operator bool() const { return true; }
  };
  struct Bytes {
    operator std::uint32_t() const { return 8; }
  };
  struct Key {
    operator std::string_view() const { return "nothing"; }
  };
  Range<Block> blocks() { return {2}; }
  Range<Inst> insts(Block) { return {4}; }
  Yes legal(Inst) { return {}; }
  Key key(Inst) { return {}; }
  Bytes bytes(Inst) { return {}; }
  Bytes call_bytes(const lathe::outline::Interface&, const lathe::outline::Site&) { return {}; }
  Bytes frame_bytes(const lathe::outline::Interface&) { return {}; }

  OutlineProgram() = default;
  OutlineProgram(const OutlineProgram&) = delete;
};

/// Only the two costs.
struct OutlineCosts {
  OutlineProgram::Bytes call_bytes(const lathe::outline::Interface&, const lathe::outline::Site&) { return {}; }
  OutlineProgram::Bytes frame_bytes(const lathe::outline::Interface&) { return {}; }
  OutlineCosts() = default;
  OutlineCosts(const OutlineCosts&) = delete;
};

/// Counts what it is told.
struct OutlineEditor {
  struct Function {};
  Function create(const lathe::outline::OutlinedFunction&, const lathe::outline::PlannedSite&) { return {}; }
  void replace(const lathe::outline::PlannedSite&, std::uint32_t, Function) {}
  OutlineEditor() = default;
  OutlineEditor(const OutlineEditor&) = delete;
};

static_assert(lathe::outline::explain_program<OutlineProgram>());
static_assert(lathe::outline::explain_costs<OutlineCosts>());
static_assert(lathe::outline::explain_editor<OutlineEditor>());

}  // namespace archetype
