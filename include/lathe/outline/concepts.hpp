// What the outliner asks of its user: a program to read, costs to weigh, and an editor to write the plan into the IR.
//
// A program is an adapter object passed by reference; handles of blocks and instructions are the user's own small
// values. Seven members are enough; the optional ones are found with `requires`:
//   operands(inst)          range of {value, cls, is_def}: names of values are left out of the comparison, values that
//                           come from outside become parameters, those that are used later become results
//   live_out(block)         range of values that are live at the end of the block; wanted where operands is there
//   class_name(cls), class_passable(cls)
//   function(block)         equal for the blocks of one function, which are neighbours; printable by name(function)
//   no_outline(block)       true: leave the block alone
//   linkonce(block)         true: its function may be dropped by the linker, see Options::outline_linkonce
//   weight(block)           how often the block runs, for the hotness guard
//   may_outline(interface, site)      false: not this site
//   least_call_bytes()      lower bound of call_bytes: long lists of hopeless repeats are then not looked at
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lathe/support/program.hpp>

namespace lathe::outline {

/// One place in which a sequence stands: an instruction of the problem, counted over all blocks, and its block.
struct Site {
  std::uint32_t block = 0, first = 0;
  bool operator==(const Site&) const = default;
};

/// What an outlined function looks like from outside, and its body's size.
struct Interface {
  std::uint32_t length = 0;                        ///< instructions
  std::uint64_t bytes = 0;                         ///< of the body, without frame
  std::vector<std::uint16_t> parameters, results;  ///< classes
};

template <class P>
concept HasLegal = HasInsts<P> && requires(P& program, const inst_of_t<P>& inst) {
  { program.legal(inst) } -> std::convertible_to<bool>;
};
template <class P>
concept HasKey = HasInsts<P> && requires(P& program, const inst_of_t<P>& inst) {
  requires std::convertible_to<decltype(program.key(inst)), std::string_view> ||
               std::unsigned_integral<std::remove_cvref_t<decltype(program.key(inst))>>;
};
template <class P>
concept HasBytes = HasInsts<P> && requires(P& program, const inst_of_t<P>& inst) {
  { program.bytes(inst) } -> std::convertible_to<std::uint32_t>;
};
template <class C>
concept HasCallBytes = requires(C& costs, const Interface& interface, const Site& site) {
  { costs.call_bytes(interface, site) } -> std::convertible_to<std::uint32_t>;
};
template <class C>
concept HasFrameBytes = requires(C& costs, const Interface& interface) {
  { costs.frame_bytes(interface) } -> std::convertible_to<std::uint32_t>;
};

/// Costs of outlining in bytes. `call_bytes` is what replaces a site; `frame_bytes` is what an outlined function needs
/// beside its body. Both must depend on nothing but their arguments.
template <class C>
concept Costs = HasCallBytes<C> && HasFrameBytes<C>;

/// A program to outline from. Instructions with equal keys (and operands of equal classes) do the same.
template <class P>
concept Program = HasBlocks<P> && HasInsts<P> && HasLegal<P> && HasKey<P> && HasBytes<P> && Costs<P>;

/// One error per missing member, each with the signature to write.
template <class C>
consteval bool explain_costs() {
  static_assert(HasCallBytes<C>, "outline::Costs wants  uint32_t call_bytes(const Interface&, const Site&);");
  static_assert(HasFrameBytes<C>, "outline::Costs wants  uint32_t frame_bytes(const Interface&);");
  return true;
}
template <class P>
consteval bool explain_program() {
  LATHE_EXPLAIN_BLOCKS(P, "outline::Program");
  if constexpr (HasInsts<P>) {
    static_assert(HasLegal<P>, "outline::Program wants  bool legal(Inst);                    // false: must stay");
    static_assert(HasKey<P>, "outline::Program wants  string_view or unsigned key(Inst);   // equal: does the same");
    static_assert(HasBytes<P>, "outline::Program wants  uint32_t bytes(Inst);                // size");
  }
  return explain_costs<P>();
}

}  // namespace lathe::outline
