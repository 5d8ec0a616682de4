// The poorest type that satisfies lathe::modulo's concept: what it cannot do, the scheduler must not need.
#pragma once

#include <cstdint>

#include <lathe/modulo/concepts.hpp>

namespace archetype {

/// A sequence that can only be walked from begin to end.
template <class T>
struct ModuloRange {
  struct End {};
  struct Iterator {
    std::uint32_t at = 0, size = 0;
    T operator*() const { return T{at}; }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator!=(End) const { return at != size; }
  };
  std::uint32_t size = 0;
  Iterator begin() const { return {0, size}; }
  End end() const { return {}; }
};

/// Four instructions that each read and write one register; handles know nothing but themselves.
struct ModuloLoop {
  struct Inst {
    std::uint32_t number;
  };
  struct Number {
    operator std::uint32_t() const { return 2; }
  };
  struct Register {
    operator std::uint64_t() const { return 7; }
  };
  struct Yes {
    std::uint32_t at = 0;
    operator bool() const { return at != 0; }
  };
  struct Operand {
    explicit Operand(std::uint32_t at) : is_def{at} {}
    Register value;
    Yes is_def;
  };
  struct Use {
    explicit Use(std::uint32_t) {}
    Register unit;
    Number first, cycles;
  };
  ModuloRange<Inst> insts() { return {4}; }
  ModuloRange<Operand> operands(Inst) { return {2}; }
  Number latency(Inst) { return {}; }
  ModuloRange<Use> units(Inst) { return {1}; }

  ModuloLoop() = default;
  ModuloLoop(const ModuloLoop&) = delete;
};

static_assert(lathe::modulo::explain_loop<ModuloLoop>());

}  // namespace archetype
