// The Editor: how a program lets itself be changed by every algorithm of this library.
//
// An Editor is a View (view.hpp) with nine members more, each one small change and nothing besides; transactions, undo,
// split edges, cloned blocks and everybody who wants to know are made of them once, by Editing (editing.hpp):
//
//   Spot<Block, Inst> where(Inst) const;             // its block and what is behind it; {} where it stands nowhere
//   void put(Inst, Spot<Block, Inst>);               // from wherever it stands to there; {} takes it out, and it lives
//   Inst clone(Inst);                                // a copy that stands nowhere
//   void drop(Inst);                                 // stands nowhere and never will again: its memory may go
//   void set_operand(Inst, uint32_t k, Value);       // the k-th that for_each_operand names; no other mention changes
//   Value make_value(Value like);                    // a new register of the same class
//   void set_successor(Block, uint32_t k, Block to); // the k-th that for_each_successor names
//   Block make_block(std::optional<Block> to);       // stands nowhere; empty, or with nothing but a jump
//   void put_block(Block, bool in, std::optional<Block> before);  // into the layout (at its end), or out of it
//   void set_incoming(Inst phi, span<const pair<Block, Value>>);  // the tenth, where facts name `incoming`
//
// Handles stay what they are whatever is changed around them, also while an instruction or a block stands nowhere: so
// what was taken out comes back as itself. Successors come from what stands in the block and do not depend on the
// layout; the entry stays first. A copied terminator goes where the first one goes. An instruction that stands nowhere,
// or in a block that does, may be changed through these members; anything else is changed through Editing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <lathe/program/view.hpp>

namespace lathe::program {

/// A place in the code: in front of an instruction of a block, or (nothing) at the end of it; no block: nowhere.
template <class Block, class Inst>
struct Spot {
  std::optional<Block> block;
  std::optional<Inst> before;  ///< nothing: the end of the block
  constexpr explicit operator bool() const { return block.has_value(); }
  friend constexpr bool operator==(const Spot& a, const Spot& b) { return a.block == b.block && a.before == b.before; }
};
/// An editor's name for a place between two instructions.
template <class P>
using spot_t = Spot<block_t<P>, inst_t<P>>;
/// What comes along an edge into a phi.
template <class P>
using incoming_t = std::pair<block_t<P>, value_t<P>>;

namespace detail {

template <class P>
concept HasWhere = View<P> && requires(const P& p, const inst_t<P>& i) {
  { p.where(i) } -> std::convertible_to<spot_t<P>>;
};
template <class P>
concept HasPut = View<P> && requires(P& p, const inst_t<P>& i, const spot_t<P>& at) { p.put(i, at); };
template <class P>
concept HasClone = View<P> && requires(P& p, const inst_t<P>& i) {
  { p.clone(i) } -> std::convertible_to<inst_t<P>>;
};
template <class P>
concept HasDrop = View<P> && requires(P& p, const inst_t<P>& i) { p.drop(i); };
template <class P>
concept HasSetOperand =
    View<P> && requires(P& p, const inst_t<P>& i, std::uint32_t k, const value_t<P>& v) { p.set_operand(i, k, v); };
template <class P>
concept HasMakeValue = View<P> && requires(P& p, const value_t<P>& v) {
  { p.make_value(v) } -> std::convertible_to<value_t<P>>;
};
template <class P>
concept HasSetSuccessor = View<P> && requires(P& p, const block_t<P>& b, std::uint32_t k) { p.set_successor(b, k, b); };
template <class P>
concept HasMakeBlock = View<P> && requires(P& p, const std::optional<block_t<P>>& to) {
  { p.make_block(to) } -> std::convertible_to<block_t<P>>;
};
template <class P>
concept HasPutBlock =
    View<P> && requires(P& p, const block_t<P>& b, const std::optional<block_t<P>>& c) { p.put_block(b, true, c); };
template <class P>
concept FoundIncoming =
    View<P> && requires(P& p, const inst_t<P>& i, std::span<const incoming_t<P>> in) { p.set_incoming(i, in); };
template <class P>
concept HasSetIncoming = View<P> && FoundIncoming<P> == Facts(P::facts).has(Fact::incoming);

}  // namespace detail

/// A View that can be changed.
template <class P>
concept Editor = View<P> && detail::HasWhere<P> && detail::HasPut<P> && detail::HasClone<P> && detail::HasDrop<P> &&
                 detail::HasSetOperand<P> && detail::HasMakeValue<P> && detail::HasSetSuccessor<P> &&
                 detail::HasMakeBlock<P> && detail::HasPutBlock<P> && detail::HasSetIncoming<P>;

/// One error per member that is missing, with the signature to write. Use: static_assert(program::is_editor<MyCode>());
template <class V>
consteval bool is_editor() {
#include <lathe/program/editor.def>
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  return true;
}

/// What was found of an Editor, a line per member, "+" where it is there; then the View's facts. For people.
template <View P>
std::string describe_editor() {
  std::string out;
  const auto line = [&](bool found, const char* member) { out += std::string(found ? "+ " : "- ") + member + "\n"; };
  line(detail::HasWhere<P>, "where(Inst)");
  line(detail::HasPut<P>, "put(Inst, Spot)");
  line(detail::HasClone<P>, "clone(Inst)");
  line(detail::HasDrop<P>, "drop(Inst)");
  line(detail::HasSetOperand<P>, "set_operand(Inst, uint32_t, Value)");
  line(detail::HasMakeValue<P>, "make_value(Value)");
  line(detail::HasSetSuccessor<P>, "set_successor(Block, uint32_t, Block)");
  line(detail::HasMakeBlock<P>, "make_block(optional<Block>)");
  line(detail::HasPutBlock<P>, "put_block(Block, bool, optional<Block>)");
  line(detail::FoundIncoming<P>, "set_incoming(Inst, span<pair<Block, Value>>)");
  return out + describe<P>();
}

}  // namespace lathe::program
