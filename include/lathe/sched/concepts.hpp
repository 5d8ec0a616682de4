// What the scheduler asks of its user: a region of straight-line code to read, and an editor to write the order.
//
// A region is an adapter object passed by reference. Five members are enough; the optional ones are found with
// `requires`:
//   sets()                  range of PressureSet: registers that are counted, with limits and steps of occupancy
//   shares(cls)             range of RegisterClass::Share: the sets that a class counts in; without, each class is a
//   set class_name(cls), name(inst), name() weight(value, cls)      registers that a value takes; 1 units() range of
//   Unit reservations(inst)      range of {unit, cycles} issue(inst), issue_width() priority(inst), windows()
//   latency(inst, inst, DependenceKind)   of an edge that is no data dependence; 1 for memory and output, else 0
//   may_meet(inst, inst)    false: these two accesses never touch the same memory
//   renamed()               true: every definition gets a register of its own, no anti and output dependences
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include <lathe/flow/dependences.hpp>
#include <lathe/support/program.hpp>

namespace lathe::sched {

/// What an instruction does with memory. A fence keeps its place among all accesses.
using Memory = flow::Sequence::Memory;

template <class R>
concept HasOperands = HasStraightInsts<R> && requires(R& region, const straight_inst_of_t<R>& inst) {
  { static_cast<std::uint64_t>((*region.operands(inst).begin()).value) };
  { static_cast<std::uint64_t>((*region.operands(inst).begin()).cls) };
  { static_cast<bool>((*region.operands(inst).begin()).is_def) };
  { region.operands(inst).end() };
};
template <class R>
concept HasMemory = HasStraightInsts<R> && requires(R& region, const straight_inst_of_t<R>& inst) {
  { region.memory(inst) } -> std::convertible_to<Memory>;
};
template <class R>
concept HasLatency = HasStraightInsts<R> && requires(R& region, const straight_inst_of_t<R>& inst) {
  { region.latency(inst) } -> std::convertible_to<std::uint32_t>;
};
template <class R>
concept HasLiveOut = requires(R& region) {
  { static_cast<std::uint64_t>((*region.live_out().begin()).value) };
  { static_cast<std::uint64_t>((*region.live_out().begin()).cls) };
  { region.live_out().end() };
};

/// Straight-line code whose instructions may change places. A variable may be written more than once; an instruction
/// that writes one in part, or under a condition, reads it as well.
template <class R>
concept Region = HasStraightInsts<R> && HasOperands<R> && HasMemory<R> && HasLatency<R> && HasLiveOut<R>;

template <class E>
concept HasReorder = requires(E& editor, std::span<const std::uint32_t> order) {
  { editor.reorder(order) };
};
/// Writes an order into the user's IR.
template <class E>
concept Editor = HasReorder<E>;

/// One error per missing member, each with the signature to write.
template <class R>
consteval bool explain_region() {
  LATHE_EXPLAIN_STRAIGHT_INSTS(R, "sched::Region");
  if constexpr (HasStraightInsts<R>) {
    static_assert(HasOperands<R>, "sched::Region wants  range<{value, cls, is_def}> operands(Inst);");
    static_assert(HasMemory<R>, "sched::Region wants  sched::Memory memory(Inst);                // none, reads, ...");
    static_assert(HasLatency<R>, "sched::Region wants  uint32_t latency(Inst);                    // cycles");
  }
  static_assert(HasLiveOut<R>, "sched::Region wants  range<{value, cls}> live_out();            // live behind it");
  return true;
}
template <class E>
consteval bool explain_editor() {
  static_assert(HasReorder<E>,
                "sched::Editor wants  void reorder(span<const uint32_t>);         // [k]: what comes to place k");
  return true;
}

}  // namespace lathe::sched
