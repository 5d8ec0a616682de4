// The poorest type that satisfies lathe::opt's concept: what it cannot do, the algorithm must not need.
#pragma once

#include <lathe/opt/dead_code.hpp>

namespace archetype {

/// Three instructions: 2 is the root and reads what 1 writes; nobody reads what 0 writes.
struct OptProgram {
  struct Three {
    operator std::uint32_t() const { return 3; }
  };
  struct Yes {
    bool yes;
    operator bool() const { return yes; }
  };
  Three instruction_count() const { return {}; }
  Three value_count() const { return {}; }
  Yes is_root(std::uint32_t inst) const { return {inst == 2}; }
  template <class F>
  void for_each_def(std::uint32_t inst, F&& f) const {
    f(inst);
  }
  template <class F>
  void for_each_use(std::uint32_t inst, F&& f) const {
    if (inst == 2) f(1U);
  }
  OptProgram() = default;
  OptProgram(const OptProgram&) = delete;
};
static_assert(lathe::opt::explain_dead_code<OptProgram>());

}  // namespace archetype
