// What the outliner asks of its user: a program to read, costs to weigh, and an editor to write the plan into the IR.
//
// Who has a program::View of each function needs three members more, and of_view.hpp. What follows is for the others:
// an adapter object passed by reference; handles of blocks and instructions are the user's own small values. Ten
// members; costs and editor get the user's handles, never a number of the problem. Optional, found with `requires`:
//   class_name(cls), class_passable(cls)
//   name(function)          text
//   no_outline(block)       true: leave the block alone
//   linkonce(block)         true: its function may be dropped by the linker, see Options::outline_linkonce
//   should_outline_from(block)           false: the target would rather leave its function, see Options::outline_unwanted
//   safe_to_outline_from(block)          false: the target cannot take anything from its function
//   fused(inst)             of its bytes, those that it does not take where it stands, for what stands beside it
//   images(), images(block) how many images the program becomes, each with copies of what it needs; a range of numbers,
//                           ascending: those that have a copy of the block's function
//   weight(block)           how often the block runs, for the hotness guard
//   may_outline(signature, place)     false: not this site
//   least_call_bytes()      lower bound of call_bytes: long lists of hopeless repeats are then not looked at
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/support/program.hpp>

namespace lathe::outline {

/// One place in which a sequence stands: an instruction of the problem, counted over all blocks, and its block.
struct Site {
  std::uint32_t block = 0, first = 0;  ///< number of the block; instruction, counted over all blocks
  bool operator==(const Site&) const = default;
};

/// What an outlined function looks like from outside, and its body's size.
struct Interface {
  std::uint32_t length = 0;                        ///< instructions
  std::uint64_t bytes = 0;                         ///< of the body, without frame
  std::vector<std::uint16_t> parameters, results;  ///< classes of the problem
};

/// Classes as the user names them: `numbers` of the problem looked up in `all`.
template <class Class>
class Classes {
 public:
  /// `numbers`: into `all`. Both outlive it.
  Classes(std::span<const std::uint16_t> numbers, std::span<const Class> all) : numbers_(numbers), all_(all) {}
  std::uint32_t size() const { return static_cast<std::uint32_t>(numbers_.size()); }
  bool empty() const { return numbers_.empty(); }
  const Class& operator[](std::uint32_t i) const { return all_[numbers_[i]]; }

 private:
  std::span<const std::uint16_t> numbers_;
  std::span<const Class> all_;
};
/// An Interface as a program's own costs see it.
template <class Class>
struct Signature {
  std::uint32_t length = 0;  ///< instructions
  std::uint64_t bytes = 0;   ///< of the body, without frame
  /// Classes of the values that come in and go out, in the order of arguments and results.
  Classes<Class> parameters, results;
};
/// A Site as a program's own costs see it. In rounds after the first, whose instructions the program does not know,
/// both are null.
template <class Block, class Inst>
struct Place {
  const Block* block = nullptr;  ///< null: an instruction that the program does not know stands there
  const Inst* first = nullptr;   ///< null: likewise
};

namespace detail {
template <class P>
using operand_of_t =
    std::remove_cvref_t<decltype(*std::declval<P&>().operands(std::declval<const inst_of_t<P>&>()).begin())>;
}  // namespace detail
/// The user's values, and the classes that they are of.
template <class P>
using value_of_t = std::remove_cvref_t<decltype(std::declval<const detail::operand_of_t<P>&>().value)>;
/// A program's name for a class of values.
template <class P>
using class_of_t = std::remove_cvref_t<decltype(std::declval<const detail::operand_of_t<P>&>().cls)>;
/// A signature in the program's classes.
template <class P>
using signature_of_t = Signature<class_of_t<P>>;
/// A place in the handles of the program.
template <class P>
using place_of_t = Place<block_of_t<P>, inst_of_t<P>>;

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
template <class P>
concept HasOperands = HasInsts<P> && requires(P& program, const inst_of_t<P>& inst) {
  { program.operands(inst).end() };
  { (*program.operands(inst).begin()).value };
  { (*program.operands(inst).begin()).cls };
  { (*program.operands(inst).begin()).is_def } -> std::convertible_to<bool>;
};
template <class P>
concept HasLiveOut = HasOperands<P> && requires(P& program, const block_of_t<P>& block) {
  { *program.live_out(block).begin() } -> std::convertible_to<value_of_t<P>>;
  { program.live_out(block).end() };
};
template <class P>
concept HasFunction = HasBlocks<P> && requires(P& program, const block_of_t<P>& block) {
  { program.function(block) == program.function(block) } -> std::convertible_to<bool>;
};
template <class P>
concept HasProgramCallBytes =
    HasOperands<P> && requires(P& program, const signature_of_t<P>& signature, const place_of_t<P>& place) {
      { program.call_bytes(signature, place) } -> std::convertible_to<std::uint32_t>;
    };
template <class P>
concept HasProgramFrameBytes = HasOperands<P> && requires(P& program, const signature_of_t<P>& signature) {
  { program.frame_bytes(signature) } -> std::convertible_to<std::uint32_t>;
};
template <class C>
concept HasCallBytes = requires(C& costs, const Interface& interface, const Site& site) {
  { costs.call_bytes(interface, site) } -> std::convertible_to<std::uint32_t>;
};
template <class C>
concept HasFrameBytes = requires(C& costs, const Interface& interface) {
  { costs.frame_bytes(interface) } -> std::convertible_to<std::uint32_t>;
};

/// Costs of outlining a problem, in bytes. `call_bytes` is what replaces a site; `frame_bytes` is what an outlined
/// function needs beside its body. Both must depend on nothing but their arguments. Where frames differ by what is in the
/// body, `frame_bytes(interface, site)` may say so instead, of one of the sites.
template <class C>
concept Costs = HasCallBytes<C> && HasFrameBytes<C>;

/// A program to outline from. Instructions with equal keys (and operands of equal classes) do the same. Names of values
/// are left out of the comparison; values that come from outside become parameters, those that are used later results.
/// Blocks of one `function` are neighbours.
template <class P>
concept Outlinable = HasLegal<P> && HasKey<P> && HasBytes<P> && HasOperands<P> && HasLiveOut<P> && HasFunction<P> &&
                     HasProgramCallBytes<P> && HasProgramFrameBytes<P>;

/// One error per missing member, each with the signature to write.
template <class C>
consteval bool explain_costs() {
  static_assert(told(HasCallBytes<C>), "outline::Costs wants  uint32_t call_bytes(const Interface&, const Site&);");
  static_assert(told(HasFrameBytes<C>), "outline::Costs wants  uint32_t frame_bytes(const Interface&);");
  return true;
}
template <class P>
consteval bool explain_outlinable() {
#include <lathe/outline/outlinable.def>
  return true;
}

}  // namespace lathe::outline
