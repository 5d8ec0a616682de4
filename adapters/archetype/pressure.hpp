// The poorest type that satisfies lathe::pressure's concept: what it cannot do, ingest must not need.
#pragma once

#include <cstdint>

#include <lathe/pressure/ingest.hpp>

#include "adapters/archetype/range.hpp"

namespace archetype {

/// Two blocks in a circle, of three instructions each that read the registers 0 and 2 and write 1.
struct PressureProgram {
  struct Block {  // == and <, no number
    std::uint32_t number;
    friend bool operator==(const Block& a, const Block& b) { return a.number == b.number; }
    friend bool operator<(const Block& a, const Block& b) { return a.number < b.number; }
  };
  struct Inst {
    std::uint32_t number;
  };
  struct Register {
    std::uint32_t number;
    friend bool operator==(const Register& a, const Register& b) { return a.number == b.number; }
    friend bool operator<(const Register& a, const Register& b) { return a.number < b.number; }
  };
  struct Yes {
    bool yes;
    operator bool() const { return yes; }
  };
  struct Operand {
    explicit Operand(std::uint32_t n) : reg{n}, is_def{n == 1} {}
    Register reg;
    Yes is_def;
  };
  struct Number {
    explicit Number(std::uint32_t) {}
    operator std::uint32_t() const { return 1; }
  };
  struct Feed {
    explicit Feed(std::uint32_t) : set(0), weight(0) {}
    struct Zero {
      explicit Zero(std::uint32_t) {}
      operator std::uint32_t() const { return 0; }
    } set;
    Number weight;
  };
  Range<Block> blocks() { return {2}; }
  Range<Block> successors(Block) { return {2}; }
  Range<Inst> insts(Block) { return {3}; }
  Range<Operand> operands(Inst) { return {3}; }
  Range<Number> limits() { return {1}; }
  Range<Feed> feeds(Register) { return {1}; }

  PressureProgram() = default;
  PressureProgram(const PressureProgram&) = delete;
};

static_assert(lathe::pressure::explain<PressureProgram>());

}  // namespace archetype
