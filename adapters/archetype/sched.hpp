// The poorest types that satisfy lathe::sched's concepts: what they cannot do, the scheduler must not need.
#pragma once

#include <lathe/sched/apply.hpp>
#include <lathe/sched/concepts.hpp>

#include "adapters/archetype/range.hpp"
#include "adapters/archetype/view.hpp"

namespace archetype {

/// Four instructions that each read one variable and write another; handles know nothing but themselves.
struct SchedRegion {
  struct Inst {
    std::uint32_t number;
  };
  using Value = Handle<struct SchedValueTag>;
  struct Yes {
    bool yes;
    explicit operator bool() const { return yes; }
  };
  struct Operand {
    Value value;
    Yes is_def;
    explicit Operand(std::uint32_t i) : value(static_cast<int>(i)), is_def{i == 1} {}
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
  std::list<Value> live_out() { return {Value(0)}; }

  SchedRegion() = default;
  SchedRegion(const SchedRegion&) = delete;
};

/// Counts what it is told.
struct SchedEditor {
  struct Inst {
    std::uint32_t number;
  };
  std::size_t placed = 0;
  std::uint32_t first = 0;
  Range<Inst> insts() { return {4}; }
  void reorder(std::span<const Inst> order) { placed += order.size(), first = order.front().number; }
  SchedEditor() = default;
  SchedEditor(const SchedEditor&) = delete;
};

static_assert(lathe::sched::explain_region<SchedRegion>());
static_assert(lathe::sched::explain_editor<SchedEditor>());

}  // namespace archetype
