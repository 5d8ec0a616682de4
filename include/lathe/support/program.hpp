// What algorithms ask of a program before anything of their own: its blocks and their instructions, or the instructions
// of straight-line code.
//
// Handles of blocks and instructions are the user's own small values; ranges may be made on the fly.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace lathe {

/// The user's handle of a block, and of an instruction of a block.
template <class P>
using block_of_t = std::remove_cvref_t<decltype(*std::declval<P&>().blocks().begin())>;
template <class P>
using inst_of_t =
    std::remove_cvref_t<decltype(*std::declval<P&>().insts(std::declval<const block_of_t<P>&>()).begin())>;
/// The handle of an instruction of straight-line code.
template <class R>
using straight_inst_of_t = std::remove_cvref_t<decltype(*std::declval<R&>().insts().begin())>;

/// range<Block> blocks(): in order, the entry first.
template <class P>
concept HasBlocks = requires(P& program) {
  { *program.blocks().begin() };
  { program.blocks().end() };
};
/// range<Inst> insts(Block): in order.
template <class P>
concept HasInsts = HasBlocks<P> && requires(P& program, const block_of_t<P>& block) {
  { *program.insts(block).begin() };
  { program.insts(block).end() };
};
/// range<Inst> insts(): in order.
template <class R>
concept HasStraightInsts = requires(R& region) {
  { *region.insts().begin() };
  { region.insts().end() };
};

/// range<{unit, first, cycles}> holds(Inst): program::Hold, or alike.
template <class R>
concept HasHolds = HasStraightInsts<R> && requires(R& region, const straight_inst_of_t<R>& inst) {
  { (*region.holds(inst).begin()).unit } -> std::convertible_to<std::uint64_t>;
  { (*region.holds(inst).begin()).first } -> std::convertible_to<std::uint32_t>;
  { (*region.holds(inst).begin()).cycles } -> std::convertible_to<std::uint32_t>;
  { region.holds(inst).end() };
};

/// A concept as a static_assert wants it: compilers tell of a bare one at length why it does not hold.
consteval bool told(bool holds) { return holds; }

}  // namespace lathe

/// The errors of an `explain` for what stands above; `who` is a literal, the concept's name: "outline::Program".
/// HasBlocks and HasInsts are looked up where it is used, so a room's own, stricter ones count. A macro, for the text
/// of a static_assert must be a literal.
#define LATHE_EXPLAIN_BLOCKS(P, who)                                                            \
  static_assert(::lathe::told(HasBlocks<P>),                                                    \
                who " wants  range<Block> blocks();             // in order, the entry first"); \
  if constexpr (HasBlocks<P>)                                                                   \
  static_assert(::lathe::told(HasInsts<P>), who " wants  range<Inst> insts(Block);  // in order")
#define LATHE_EXPLAIN_STRAIGHT_INSTS(R, who) \
  static_assert(::lathe::told(HasStraightInsts<R>), who " wants  range<Inst> insts();              // in order")
