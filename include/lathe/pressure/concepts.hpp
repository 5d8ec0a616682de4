// What the pressure analysis asks of its user: one function to read, and what its registers weigh.
//
// Who has a program::View needs two members more, and of_view.hpp. What follows is for the others: an adapter object
// passed by reference; handles of blocks, instructions and registers are the user's own small values, those of blocks
// and registers integers, enums, pointers, iterators, or comparable by == and hashable or ordered by <. Six members are
// enough; the optional ones are found with `requires`:
//   operand.lanes           a member of an operand: bit k for the k-th lane; all when it is not there
//   lanes(reg)              units of the register; 1
//   units(reg)              range of the user's names of units, convertible to std::uint64_t: registers that overlap
//                           name the same ones. A unit belongs to the first register that names it, as do its feeds.
//   reserved(reg)           true: not the allocator's, what writes it does not move
//   live_out(block)         range of registers that are live at its end whatever follows
//   flags(inst)             pressure::Flags: memory, fixed, barrier, terminator
//   steps(set)              range of ascending pressures beyond which something gets worse
//   name(), block_name(block), inst_name(inst), value_name(reg), set_name(set)       texts
#pragma once

#include <concepts>
#include <cstdint>
#include <string>  // std::hash, as <functional> has it, which is dear to compile
#include <type_traits>
#include <utility>

#include <lathe/program/numbering.hpp>
#include <lathe/support/program.hpp>

namespace lathe::pressure {

namespace detail {
template <class P>
using operand_of_t =
    std::remove_cvref_t<decltype(*std::declval<P&>().operands(std::declval<const inst_of_t<P>&>()).begin())>;
template <class P>
using reg_of_t = std::remove_cvref_t<decltype(std::declval<const operand_of_t<P>&>().reg)>;
template <class P>
using feed_of_t = std::remove_cvref_t<decltype(*std::declval<P&>().feeds(std::declval<const reg_of_t<P>&>()).begin())>;

template <class H>
concept WordLike = program::detail::WordHandle<H> || program::detail::ElementHandle<H>;
template <class H>
concept Hashable = requires(const H& h) {
  { std::hash<H>()(h) } -> std::convertible_to<std::size_t>;
};
template <class H>
concept Handle = WordLike<H> || (std::equality_comparable<H> && (std::convertible_to<H, std::uint64_t> || Hashable<H> ||
                                                                 requires(const H& a, const H& b) {
                                                                   { a < b } -> std::convertible_to<bool>;
                                                                 }));
}  // namespace detail

template <class P>
concept HasBlocks = lathe::HasBlocks<P> && detail::Handle<block_of_t<P>>;
template <class P>
concept HasInsts = HasBlocks<P> && lathe::HasInsts<P>;
template <class P>
concept HasSuccessors = HasBlocks<P> && requires(P& function, const block_of_t<P>& block) {
  { *function.successors(block).begin() } -> std::convertible_to<block_of_t<P>>;
  { function.successors(block).end() };
};
template <class P>
concept HasOperands = HasInsts<P> && requires(P& function, const inst_of_t<P>& inst) {
  { function.operands(inst).end() };
  { (*function.operands(inst).begin()).reg };
  { (*function.operands(inst).begin()).is_def } -> std::convertible_to<bool>;
} && detail::Handle<detail::reg_of_t<P>>;
template <class P>
concept HasLimits = requires(P& function) {
  { *function.limits().begin() } -> std::convertible_to<std::uint32_t>;
  { function.limits().end() };
};
template <class P>
concept HasFeeds = HasOperands<P> && requires(P& function, const detail::reg_of_t<P>& reg) {
  { function.feeds(reg).end() };
  { (*function.feeds(reg).begin()).set } -> std::convertible_to<std::uint32_t>;
  { (*function.feeds(reg).begin()).weight } -> std::convertible_to<std::uint32_t>;
};

/// A function, and what its registers weigh.
template <class P>
concept RegisterCode = HasBlocks<P> && HasSuccessors<P> && HasInsts<P> && HasOperands<P> && HasLimits<P> && HasFeeds<P>;

/// One error per missing member, each with the signature to write.
template <class P>
consteval bool explain() {
#include <lathe/pressure/register_code.def>
  return true;
}

}  // namespace lathe::pressure
