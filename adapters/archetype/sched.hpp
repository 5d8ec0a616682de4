// The poorest types that satisfy lathe::sched's concepts: what they cannot do, the scheduler must not need.
#pragma once

#include <lathe/sched/apply.hpp>
#include <lathe/sched/concepts.hpp>

#include "adapters/archetype/range.hpp"

namespace archetype {

/// Four instructions that each read one variable and write another; handles know nothing but themselves.
struct SchedRegion {
  struct Inst {
    std::uint32_t number;
  };
  struct Number {
    std::uint32_t number;
    explicit operator std::uint64_t() const { return number; }
  };
  struct Yes {
    bool yes;
    explicit operator bool() const { return yes; }
  };
  struct Operand {
    Number value, cls;
    Yes is_def;
    explicit Operand(std::uint32_t i) : value{i}, cls{0}, is_def{i == 1} {}
  };
  struct Cycles {
    operator std::uint32_t() const { return 3; }
  };
  struct NoMemory {
    operator lathe::sched::Memory() const { return lathe::sched::Memory::none; }
  };
  Range<Inst> insts() { return {4}; }
  Range<Operand> operands(Inst) { return {2}; }
  NoMemory memory(Inst) { return {}; }
  Cycles latency(Inst) { return {}; }
  Range<Operand> live_out() { return {1}; }

  SchedRegion() = default;
  SchedRegion(const SchedRegion&) = delete;
};

/// Counts what it is told.
struct SchedEditor {
  std::size_t placed = 0;
  void reorder(std::span<const std::uint32_t> order) { placed += order.size(); }
  SchedEditor() = default;
  SchedEditor(const SchedEditor&) = delete;
};

static_assert(lathe::sched::explain_region<SchedRegion>());
static_assert(lathe::sched::explain_editor<SchedEditor>());

}  // namespace archetype
