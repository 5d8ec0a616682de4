// What the analyses of this folder ask of their user: a control flow graph, and for those of variables its code.
//
// An adapter object passed by reference. Blocks are 0 .. block_count()-1, the first one is the entry; variables and the
// instructions of a block are dense numbers likewise. Two members are enough for a graph. Optional ones of a DataFlow,
// found with `requires`:
//   for_each_edge_use(block, f)   f(variable): read on an edge out of the block, as operands of phis are
//   weight(block, k)              how often control goes to the k-th successor that was named, any unit; 0: never
//   is_cold(block)                seldom executed
//   name()                        of the function
#pragma once

#include <concepts>
#include <cstdint>

#include <lathe/support/told.hpp>

namespace lathe::flow {

/// The number of a block.
using Block = std::uint32_t;
/// No block.
inline constexpr std::uint32_t no_block = 0xffffffffU;

namespace detail {
struct TakesBlock {
  void operator()(Block) const {}
};
struct TakesOperand {
  void operator()(std::uint32_t, bool) const {}
};
}  // namespace detail

template <class G>
concept HasBlockCount = requires(const G& g) {
  { g.block_count() } -> std::convertible_to<std::uint32_t>;
};
template <class G>
concept HasSuccessors = requires(const G& g, Block block, detail::TakesBlock f) { g.for_each_successor(block, f); };
template <class P>
concept HasVariableCount = requires(const P& p) {
  { p.variable_count() } -> std::convertible_to<std::uint32_t>;
};
template <class P>
concept HasInstCount = requires(const P& p, Block block) {
  { p.inst_count(block) } -> std::convertible_to<std::uint32_t>;
};
template <class P>
concept HasOperands = requires(const P& p, Block block, std::uint32_t inst, detail::TakesOperand f) {
  p.for_each_operand(block, inst, f);
};

/// What a control flow graph is made from. The same successor may be named twice.
template <class G>
concept ControlFlow = HasBlockCount<G> && HasSuccessors<G>;
/// A graph with code: what liveness and live intervals are made from. An instruction that writes a variable in part, or
/// only under a condition, reads it as well.
template <class P>
concept DataFlow = ControlFlow<P> && HasVariableCount<P> && HasInstCount<P> && HasOperands<P>;

/// One error per missing member, each with the signature to write.
template <class G>
consteval bool explain_control_flow() {
  static_assert(told(HasBlockCount<G>), "flow::ControlFlow wants  uint32_t block_count() const;");
  static_assert(told(HasSuccessors<G>),
                "flow::ControlFlow wants  void for_each_successor(Block, auto&& f) const;  // f(Block)");
  return true;
}
template <class P>
consteval bool explain_data_flow() {
  static_assert(told(ControlFlow<P>),
                "a flow::DataFlow is a ControlFlow first: static_assert(flow::explain_control_flow<P>()) tells what it "
                "lacks");
  static_assert(told(HasVariableCount<P>), "flow::DataFlow wants  uint32_t variable_count() const;");
  static_assert(told(HasInstCount<P>), "flow::DataFlow wants  uint32_t inst_count(Block) const;");
  static_assert(told(HasOperands<P>),
                "flow::DataFlow wants  void for_each_operand(Block, uint32_t inst, auto&& f) const;  // f(variable, "
                "is_def)");
  return true;
}

}  // namespace lathe::flow
