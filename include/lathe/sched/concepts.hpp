// What the scheduler asks of its user: a region of straight-line code to read, and an editor to write the order.
//
// Whoever has a program::View takes sched/of_view.hpp and writes two members, and one more to write orders. Without
// one, a region is an adapter object passed by reference. Five members are enough; the optional ones are found with
// `requires`:
//
//   sets()                  range of program::RegisterSet: registers that are counted, limits, steps of occupancy
//   register_class(value)   program::RegisterClass: the sets that it counts in; else all values are of one set
//   through()               range of pair<program::RegisterClass, uint32_t>: so many values of a class live throughout
//                           the region; they are neither mentioned nor in live_out()
//   weight(value)           registers that a value takes, times the factors of its class; 1
//   units(), holds(inst)    range of program::Unit; range of program::Hold, of which one instruction must not want more
//                           copies of a unit at once than there are: the problem is refused then, see program::Hold
//   issue(inst), issue_width()
//   priority(inst), windows()
//   edge_latency(from, to, program::Dependence<Value>)
//                           int32_t: of an edge that is no data dependence, instead of 1 for memory and output, else 0
//   may_meet(inst, inst)    false: these two accesses never touch the same memory
//   renamed()               true: every definition gets a register of its own, no anti and output dependences
//   name(), name(inst)
//
// Handles of instructions and values are whatever the user has: integers, enums, pointers, iterators, or what std::hash
// takes.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <lathe/flow/dependences.hpp>
#include <lathe/program/resources.hpp>
#include <lathe/support/program.hpp>

namespace lathe::sched {

/// What an instruction does with memory. A fence keeps its place among all accesses.
using Memory = flow::Sequence::Memory;

template <class R>
concept HasOperands = HasStraightInsts<R> && requires(R& region, const straight_inst_of_t<R>& inst) {
  { (*region.operands(inst).begin()).value };
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
concept HasUnits = requires(R& region) {
  { *region.units().begin() } -> std::convertible_to<program::Unit>;
  { region.units().end() };
};
/// The user's handle of a value.
template <class R>
using straight_value_of_t = std::remove_cvref_t<
    decltype((*std::declval<R&>().operands(std::declval<const straight_inst_of_t<R>&>()).begin()).value)>;
template <class R>
concept HasLiveOut = HasOperands<R> && requires(R& region) {
  { *region.live_out().begin() } -> std::convertible_to<straight_value_of_t<R>>;
  { region.live_out().end() };
};

/// Straight-line code whose instructions may change places. A variable may be written more than once; an instruction
/// that writes one in part, or under a condition, reads it as well.
template <class R>
concept Region = HasStraightInsts<R> && HasOperands<R> && HasMemory<R> && HasLatency<R> && HasLiveOut<R>;

template <class E>
concept HasReorder = HasStraightInsts<E> && requires(E& editor, std::span<const straight_inst_of_t<E>> order) {
  { editor.reorder(order) };
};
/// Writes an order into the user's IR: its insts() as they shall stand, each once.
template <class E>
concept Editor = HasReorder<E>;

/// One error per missing member, each with the signature to write.
template <class R>
consteval bool explain_region() {
#include <lathe/sched/region.def>
  return true;
}
template <class E>
consteval bool explain_editor() {
  static_assert(told(HasReorder<E>),
                "sched::Editor wants  range<Inst> insts(); void reorder(span<const Inst>);  // in the new order");
  return true;
}

}  // namespace lathe::sched
