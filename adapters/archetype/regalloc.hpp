// The poorest types that register allocation of a View takes: a View without facts, and what its Own must have.
#pragma once

#include <lathe/regalloc/of_view.hpp>

#include "adapters/archetype/view.hpp"

namespace archetype {

/// Two registers of one file.
struct RegallocOwn {
  struct Zero {
    operator std::uint32_t() const { return 0; }
  };
  struct Two {
    operator lathe::regalloc::Machine() const {
      lathe::regalloc::Class file;
      file.name = "r";
      file.registers = {0, 1};
      return {{"r0", "r1"}, {file}};
    }
  };
  Two machine() const { return {}; }
  Zero register_class(const View::Value&) const { return {}; }
};

}  // namespace archetype
