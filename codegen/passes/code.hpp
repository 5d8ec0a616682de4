// What the passes of this room work on: a program::View that lets itself be changed, and numbers for its handles.
//
// The least is a program::Editor, and then every edit is made of its members. A client whose instructions stand in
// arrays changes them in bulk, and one who knows an answer for less says it: these members, found with `requires`, are
// taken in place of what stands behind the arrow. A View that has the edits among them needs not be an Editor.
//
//   void remove_if(Block, pred)            pred(Inst) is asked once for each, in order  -> put, drop
//   void rename(Inst, f)                   each mention of v becomes one of f(v)        -> set_operand
//   auto cursor(Block)                     as Cursor                                    -> Cursor
//   void arrange(const vector<Block>&)     the layout; other blocks are gone            -> put_block, put, drop
//   void keep_incoming(Inst phi, pred)     pred(Block): what comes from there stays     -> set_incoming
//   uint32_t value_count() const           values are numbers or ids below it           -> a walk, and a hash table
//   bool is_phi(Inst) const                                                             -> Effect::phi
//   bool terminates(Inst) const                                                         -> Effect::terminator
//   bool removable(Inst) const                                                          -> Effects::removable()
//   bool says_only(Inst) const             it says something of values, and needs none  -> Effect::marker
//   bool may_not_write(Inst) const         what it defines may stay, or some of it      -> a guard, or Operand::old
//   void for_each_mention(Inst, f) const   f(Value, bool defines)                       -> for_each_operand
//   void for_each_value(Inst, f) const     the same, flags and the like left out        -> for_each_mention
//
// Handles of instructions are asked for again behind an edit of their block.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/program/classes.hpp>
#include <lathe/program/editor.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/program/ranges.hpp>

namespace lathe::codegen::passes {

using program::block_t, program::inst_t, program::value_t;
using program::class_of;
using program::Editor, program::Effect, program::Fact, program::Facts, program::View;
inline constexpr std::uint32_t none = 0xffffffffU;  ///< no number

/// Dense numbers of the values; of one that was made later `number` gives `none`, or count() and up.
template <View P>
class Values {
  static constexpr bool dense = requires(const P& p) {
    { p.value_count() } -> std::convertible_to<std::uint32_t>;
  };
  struct Nothing {};

 public:
  /// O(1) where the View has value_count(), else O(size of the code).
  explicit Values(const P& p) {
    if constexpr (dense) {
      count_ = static_cast<std::uint32_t>(p.value_count());
    } else {
      const program::Numbering<P> all(p);
      for (; count_ < all.values(); ++count_) handles_.add(all.value(count_));
    }
  }
  std::uint32_t count() const { return count_; }
  /// By handle.
  std::uint32_t number(const value_t<P>& v) const {
    if constexpr (!dense)
      return handles_.find(v);
    else if constexpr (requires { v.value; })
      return static_cast<std::uint32_t>(v.value);
    else
      return static_cast<std::uint32_t>(v);
  }
  /// A value that was made since; its number.
  std::uint32_t add(const value_t<P>& v) {
    if constexpr (dense)
      return number(v);
    else
      return handles_.add(v);
  }

 private:
  std::uint32_t count_ = 0;
  [[no_unique_address]] std::conditional_t<dense, Nothing, program::Handles<value_t<P>>> handles_;
};

/// Blocks by their place in the layout: the entry is 0. It holds as long as no block comes, goes or moves.
template <View P>
class Layout {
  // The View's own handles are their places.
  static constexpr bool dense =
      std::same_as<std::remove_cvref_t<decltype(std::declval<const P&>().blocks())>, program::Numbers>;
  struct Nothing {};

 public:
  /// O(1) where handles are places, else O(blocks).
  explicit Layout(const P& p) {
    if constexpr (dense) {
      count_ = p.blocks().size();
    } else {
      for (auto&& b : p.blocks()) handles_.add(b);
      count_ = handles_.size();
    }
  }
  std::uint32_t count() const { return count_; }
  block_t<P> operator[](std::uint32_t n) const {
    if constexpr (dense)
      return static_cast<block_t<P>>(n);
    else
      return handles_[n];
  }
  /// none: it does not stand in the layout.
  std::uint32_t number(const block_t<P>& b) const {
    if constexpr (dense)
      return b < count_ ? static_cast<std::uint32_t>(b) : none;
    else
      return handles_.find(b);
  }

 private:
  std::uint32_t count_ = 0;
  [[no_unique_address]] std::conditional_t<dense, Nothing, program::Handles<block_t<P>>> handles_;
};

/// A flow::ControlFlow of the View's successors, by places in the layout.
template <View P>
struct LayoutFlow {
  const P& code;            ///< outlives it
  const Layout<P>& layout;  ///< outlives it
  std::uint32_t block_count() const { return layout.count(); }
  /// f(place) for each way out of a block; blocks outside the layout are passed over.
  template <class F>
  void for_each_successor(std::uint32_t b, F&& f) const {
    code.for_each_successor(layout[b], [&](const block_t<P>& to) {
      if (const std::uint32_t n = layout.number(to); n != none) f(n);
    });
  }
};
/// The control flow of the code, by places in the layout.
template <View P>
flow::Cfg make_cfg(const P& code, const Layout<P>& layout) {
  return flow::make_cfg(LayoutFlow<P>{code, layout});
}

// ---- questions

/// Is it a phi? The code's own answer, or by its effects; so are those below.
template <View P>
bool is_phi(const P& p, const inst_t<P>& i) {
  if constexpr (requires { p.is_phi(i); })
    return p.is_phi(i);
  else
    return p.effects(i).has(Effect::phi);
}
/// Does it end its block?
template <View P>
bool terminates(const P& p, const inst_t<P>& i) {
  if constexpr (requires { p.terminates(i); })
    return p.terminates(i);
  else
    return p.effects(i).has(Effect::terminator);
}
/// May it go where nobody reads its results?
template <View P>
bool removable(const P& p, const inst_t<P>& i) {
  if constexpr (requires { p.removable(i); })
    return p.removable(i);
  else
    return p.effects(i).removable();
}
/// Does it only say something, and compute nothing?
template <View P>
bool says_only(const P& p, const inst_t<P>& i) {
  if constexpr (requires { p.says_only(i); })
    return p.says_only(i);
  else
    return p.effects(i).has(Effect::marker);
}
/// f(Value, bool defines) for what the instruction reads and defines; of a phi only its result.
template <View P, class F>
void for_each_mention(const P& p, const inst_t<P>& i, F&& f) {
  if constexpr (requires { p.for_each_mention(i, f); })
    p.for_each_mention(i, f);
  else
    p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) { f(o.value, o.is_def()); });
}
/// The same of what may be renamed, copied and merged.
template <View P, class F>
void for_each_value(const P& p, const inst_t<P>& i, F&& f) {
  if constexpr (requires { p.for_each_value(i, f); })
    p.for_each_value(i, f);
  else
    passes::for_each_mention(p, i, f);
}
/// May it leave a result as it was, under a guard or in part?
template <View P>
bool may_not_write(const P& p, const inst_t<P>& i) {
  if constexpr (requires { p.may_not_write(i); }) {
    return p.may_not_write(i);
  } else {
    bool found = false;
    p.for_each_operand(
        i, [&](const program::Operand<value_t<P>>& o) { found |= o.old || o.role == program::Role::guard; });
    return found;
  }
}
/// f(from, value) for what the phi takes; nothing where the View does not say.
template <View P, class F>
void for_each_incoming(const P& p, const inst_t<P>& phi, F&& f) {
  if constexpr (Facts(P::facts).has(Fact::incoming)) p.for_each_incoming(phi, f);
}

// ---- edits

/// Through a block from its first instruction to its last, by an Editor's members. Precondition: nobody else changes the
/// block meanwhile.
template <Editor P>
class Cursor {
 public:
  /// At the block's first instruction. O(instructions).
  Cursor(P& code, const block_t<P>& block) : code_(code), block_(block) {
    for (auto&& i : code.instructions(block)) insts_.push_back(i);
  }
  /// Is there an instruction where it stands? At the end of the block there is none.
  bool more() const { return at_ < insts_.size(); }
  const inst_t<P>& inst() const { return insts_[at_]; }  ///< Precondition: more().
  void keep() { ++at_; }                                 ///< on to the next one
  void erase() {
    code_.put(inst(), {});
    code_.drop(inst());
    ++at_;
  }
  /// What the client made, which stands nowhere, in front of where it stands.
  void insert(const inst_t<P>& made) {
    code_.put(made, {block_, more() ? std::optional<inst_t<P>>(inst()) : std::nullopt});
  }
  void finish() {}  ///< for codes that put their changes in at the end; nothing here

 private:
  P& code_;
  block_t<P> block_;
  std::vector<inst_t<P>> insts_;
  std::size_t at_ = 0;
};
/// The code's own cursor, or a Cursor.
template <View P>
auto cursor(P& code, const block_t<P>& block) {
  if constexpr (requires { code.cursor(block); })
    return code.cursor(block);
  else
    return Cursor<P>(code, block);
}

/// Erases the instructions of the block for which gone(inst) holds. O(instructions).
template <View P, class Gone>
void remove_if(P& code, const block_t<P>& block, Gone&& gone) {
  if constexpr (requires { code.remove_if(block, gone); }) {
    code.remove_if(block, gone);
  } else {
    for (Cursor<P> at(code, block); at.more();) gone(at.inst()) ? at.erase() : at.keep();
  }
}

/// Every value of the instruction, a phi's incoming ones excepted, becomes f(value).
template <View P, class F>
void rename(P& code, const inst_t<P>& inst, F&& f) {
  if constexpr (requires { code.rename(inst, f); }) {
    code.rename(inst, f);
  } else {
    std::vector<std::pair<std::uint32_t, value_t<P>>> other;
    std::uint32_t k = 0;
    code.for_each_operand(inst, [&](const program::Operand<value_t<P>>& o) {
      if (const value_t<P> to = f(o.value); !(to == o.value)) other.emplace_back(k, to);
      ++k;
    });
    for (const auto& [place, to] : other) code.set_operand(inst, place, to);
  }
}

/// The phi takes only what comes from blocks for which keep(block) holds.
template <View P, class Keep>
void keep_incoming(P& code, const inst_t<P>& phi, Keep&& keep) {
  if constexpr (requires { code.keep_incoming(phi, keep); }) {
    code.keep_incoming(phi, keep);
  } else if constexpr (Facts(P::facts).has(Fact::incoming)) {
    std::vector<program::incoming_t<P>> in;
    std::size_t all = 0;
    code.for_each_incoming(phi, [&](const block_t<P>& from, const value_t<P>& v) {
      ++all;
      if (keep(from)) in.emplace_back(from, v);
    });
    if (in.size() != all) code.set_incoming(phi, in);
  }
}

/// The blocks in this order, the entry first; those that it does not name are gone with what stands in them, and nothing
/// goes there.
template <View P>
void arrange(P& code, const std::vector<block_t<P>>& order) {
  if constexpr (requires { code.arrange(order); }) {
    code.arrange(order);
  } else {
    program::Handles<block_t<P>> stays;
    for (const block_t<P>& b : order) stays.add(b);
    std::vector<block_t<P>> gone;
    for (auto&& b : code.blocks())
      if (stays.find(b) == none) gone.push_back(b);
    for (const block_t<P>& b : gone) {
      code.put_block(b, false, {});
      for (Cursor<P> at(code, b); at.more();) at.erase();
    }
    for (const block_t<P>& b : order) code.put_block(b, true, {});
  }
}

}  // namespace lathe::codegen::passes
