// What the modulo scheduler asks of its user: the body of a loop of one block, to read.
//
// Whoever has a program::View takes modulo/of_view.hpp and writes two members. Without one, a loop is an adapter object
// passed by reference. Four members are enough; the optional ones are found with `requires`, and mean what they mean
// to sched::Region:
//
//   phis()                     range of {result, next}: result is `next` of the iteration before
//   phis_known()               false: there are phis, and nobody knows what they take; such a loop is refused
//   memory(inst)               flow::Sequence::Memory: none, reads, writes or fence
//   memory_relation(a, b)      flow::MemoryRelation of two accesses, a not behind b
//   edge_latency(from, to, program::Dependence<Value>)
//                              int32_t: instead of its `usual`
//   copies(inst)               true: it copies a value and nothing else; see IngestOptions::copy_to_phi
//   pinned(value)              true: it keeps its name, and so has anti and output edges; all others are renamed
//   issue(inst)                issue slots, 1 otherwise; issue_width() of a cycle, no limit otherwise
//   units()                    range of program::Unit: names and copies of what holds(inst) numbers; 1 copy otherwise
//   sets()                     range of program::RegisterSet: names and limits
//   register_class(value)      program::RegisterClass: the first share says set and registers; else all are of one set
//   weight(value)              registers that a value takes, times the factor of its class
//   live_out()                 range of values that are read behind the loop
//   name(), name(inst)
//
// Handles of instructions and values are whatever the user has: integers, enums, pointers, iterators, or what std::hash
// takes.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lathe/support/program.hpp>

namespace lathe::modulo {

template <class L>
concept HasOperands = HasStraightInsts<L> && requires(L& loop, const straight_inst_of_t<L>& inst) {
  { (*loop.operands(inst).begin()).value };
  { static_cast<bool>((*loop.operands(inst).begin()).is_def) };
  { loop.operands(inst).end() };
};
template <class L>
concept HasLatency = HasStraightInsts<L> && requires(L& loop, const straight_inst_of_t<L>& inst) {
  { loop.latency(inst) } -> std::convertible_to<std::uint32_t>;
};

/// The body of a loop of one block, in order, without the branch at its end. An instruction that writes a value in
/// part, or only under a condition, reads it as well.
template <class L>
concept Loop = HasStraightInsts<L> && HasOperands<L> && HasLatency<L> && HasHolds<L>;

/// One error per missing member, each with the signature to write.
template <class L>
consteval bool explain_loop() {
#include <lathe/modulo/loop.def>
  return true;
}

}  // namespace lathe::modulo
