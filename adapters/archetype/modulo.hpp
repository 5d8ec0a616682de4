// The poorest type that satisfies lathe::modulo's concept: what it cannot do, the scheduler must not need.
#pragma once

#include <cstdint>

#include <lathe/modulo/concepts.hpp>

#include "adapters/archetype/range.hpp"
#include "adapters/archetype/view.hpp"

namespace archetype {

/// Four instructions that each read and write one register; handles know nothing but themselves.
struct ModuloLoop {
  struct Inst {
    std::uint32_t number;
  };
  struct Number {
    operator std::uint32_t() const { return 2; }
  };
  struct Unit {
    operator std::uint64_t() const { return 7; }
  };
  struct Yes {
    std::uint32_t at = 0;
    operator bool() const { return at != 0; }
  };
  struct Operand {
    explicit Operand(std::uint32_t at) : is_def{at} {}
    Handle<struct ModuloValueTag> value{7};
    Yes is_def;
  };
  struct Use {
    explicit Use(std::uint32_t) {}
    Unit unit;
    Number first, cycles;
  };
  Range<Inst> insts() { return {4}; }
  Range<Operand> operands(Inst) { return {2}; }
  Number latency(Inst) { return {}; }
  Range<Use> holds(Inst) { return {1}; }

  ModuloLoop() = default;
  ModuloLoop(const ModuloLoop&) = delete;
};

static_assert(lathe::modulo::explain_loop<ModuloLoop>());

}  // namespace archetype
