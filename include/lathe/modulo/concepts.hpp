// What the modulo scheduler asks of its user: the body of a loop of one block, to read.
//
// A loop is an adapter object passed by reference; handles of instructions are the user's own small values. Four
// members are enough; the optional ones are found with `requires`:
//   phis()                     range of {result, next}: result is `next` of the iteration before
//   memory(inst)               flow::Sequence::Memory: none, reads, writes or fence
//   memory_relation(a, b)      flow::MemoryRelation of two accesses, a not behind b
//   edge_latency(from, to, kind, usual)   int32_t: instead of what ingest would take
//   issue(inst)                issue slots, 1 otherwise; issue_width() of a cycle, no limit otherwise
//   unit_name(unit), unit_copies(unit)    copies: 1 otherwise
//   class_of(value), class_name(cls), class_limit(cls), weight(value)   registers
//   live_out()                 range of values that are read behind the loop
//   name(), name(inst)
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lathe/support/program.hpp>

namespace lathe::modulo {

template <class L>
concept HasOperands = HasStraightInsts<L> && requires(L& loop, const straight_inst_of_t<L>& inst) {
  { (*loop.operands(inst).begin()).value } -> std::convertible_to<std::uint64_t>;
  { (*loop.operands(inst).begin()).is_def } -> std::convertible_to<bool>;
  { loop.operands(inst).end() };
};
template <class L>
concept HasLatency = HasStraightInsts<L> && requires(L& loop, const straight_inst_of_t<L>& inst) {
  { loop.latency(inst) } -> std::convertible_to<std::uint32_t>;
};
template <class L>
concept HasUnits = HasStraightInsts<L> && requires(L& loop, const straight_inst_of_t<L>& inst) {
  { (*loop.units(inst).begin()).unit } -> std::convertible_to<std::uint64_t>;
  { (*loop.units(inst).begin()).first } -> std::convertible_to<std::uint32_t>;
  { (*loop.units(inst).begin()).cycles } -> std::convertible_to<std::uint32_t>;
  { loop.units(inst).end() };
};

/// The body of a loop of one block, in order, without the branch at its end. An instruction that writes a value in
/// part, or only under a condition, reads it as well.
template <class L>
concept Loop = HasStraightInsts<L> && HasOperands<L> && HasLatency<L> && HasUnits<L>;

/// One error per missing member, each with the signature to write.
template <class L>
consteval bool explain_loop() {
  LATHE_EXPLAIN_STRAIGHT_INSTS(L, "modulo::Loop");
  if constexpr (HasStraightInsts<L>) {
    static_assert(HasOperands<L>, "modulo::Loop wants  range<{value, is_def}> operands(Inst);     // registers");
    static_assert(HasLatency<L>, "modulo::Loop wants  uint32_t latency(Inst);                    // of its results");
    static_assert(HasUnits<L>, "modulo::Loop wants  range<{unit, first, cycles}> units(Inst);  // what it holds, when");
  }
  return true;
}

}  // namespace lathe::modulo
