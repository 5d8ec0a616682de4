// What algorithms ask of a program before anything of their own: its blocks and their instructions, or the instructions
// of straight-line code.
//
// Handles of blocks and instructions are the user's own small values; ranges may be made on the fly.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lathe/support/told.hpp>

namespace lathe {

/// The user's handle of a block, and of an instruction of a block.
template <class P>
using block_of_t = std::remove_cvref_t<decltype(*std::declval<P&>().blocks().begin())>;
/// A program's name for an instruction.
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

}  // namespace lathe
