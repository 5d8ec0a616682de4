// Any View for dead code elimination: which of its instructions compute nothing that anybody needs, as the user's own
// handles; and gone from the user's IR by one member of his own.
//
//   for (auto inst : opt::dead_code(view)) ...
//   opt::delete_dead_code(view, editor);        // editor: void erase(Block, const std::vector<Inst>& dead);
//
// What has an effect is kept (program::Effects says), and what it needs. What only says something of a value (markers)
// needs nothing. Cost: that of program::Numbering and live_instructions.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <lathe/opt/dead_code.hpp>
#include <lathe/program/classes.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::opt {

/// An opt::DeadCodeProgram: instructions by their numbers in the Numbering, and behind them, where the View says what
/// is live at the ends of blocks, a root that needs all of that. The View outlives it.
template <class V>
class OfView : public program::Nothing {  // told what is wrong, and nothing besides
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  using Nothing::Nothing;
};
template <program::Agreed V>
class OfView<V> {
 public:
  /// Numbers the code. The View outlives it. O(size).
  explicit OfView(const V& view) : view_(view), numbering_(view) {}

  /// Those of the View, and one more that reads what is live out of blocks, where the View knows that.
  std::uint32_t instruction_count() const { return numbering_.insts() + (reads_at_ends ? 1 : 0); }
  std::uint32_t value_count() const { return numbering_.values(); }  ///< numbers of values are below it
  /// Must it stay, whoever reads its results? The last number, which reads at ends, must.
  bool is_root(std::uint32_t inst) const {
    return inst == numbering_.insts() || !view_.effects(numbering_.inst(inst)).removable();
  }
  /// f(number of a value) for each value that the instruction writes.
  template <class F>
  void for_each_def(std::uint32_t inst, F&& f) const {
    if (inst < numbering_.insts()) for_each(inst, true, f);
  }
  /// f(number of a value) for each value that the instruction reads; markers read nothing.
  template <class F>
  void for_each_use(std::uint32_t inst, F&& f) const {
    if (inst == numbering_.insts()) return for_each_live_out(f);
    if (view_.effects(numbering_.inst(inst)).has(program::Effect::marker)) return;
    for_each(inst, false, f);
    if constexpr (program::Facts(V::facts).has(program::Fact::incoming))
      view_.for_each_incoming(numbering_.inst(inst),
                              [&](const auto&, const program::value_t<V>& v) { f(numbering_.value_number(v)); });
  }
  const program::Numbering<V>& numbering() const { return numbering_; }

 private:
  static constexpr bool reads_at_ends = program::Facts(V::facts).has(program::Fact::live_out);

  template <class F>
  void for_each_live_out(F&& f) const {
    if constexpr (reads_at_ends)
      for (std::uint32_t b = 0; b < numbering_.blocks(); ++b)
        view_.for_each_live_out(numbering_.block(b),
                                [&](const program::value_t<V>& v) { f(numbering_.value_number(v)); });
  }
  template <class F>
  void for_each(std::uint32_t inst, bool defs, F&& f) const {
    view_.for_each_operand(numbering_.inst(inst), [&](const program::Operand<program::value_t<V>>& o) {
      if (o.is_def() == defs && !o.dead) f(numbering_.value_number(o.value));
    });
  }

  const V& view_;
  program::Numbering<V> numbering_;
};
template <class V>
OfView(const V&) -> OfView<V>;

/// A View that has lists of uses itself. for_each_reader's f(Inst, bool phi) for each mention that needs a value which
/// is not pinned, until it returns true; for_each_result's f(Value, bool dead) for what an instruction writes.
template <class V>
concept KnowsReaders = requires(const V& v, const program::value_t<V>& value, const program::inst_t<V>& inst) {
  v.for_each_reader(value, [](const program::inst_t<V>&, bool) { return true; });
  v.for_each_result(inst, [](const program::value_t<V>&, bool) {});
  { v.block_of(inst) } -> std::convertible_to<program::block_t<V>>;
};

/// The dead instructions of a View that knows readers, last first, without numbers for all that there is: from the end
/// back, who is read by what is needed is needed; what is left is asked again until nothing changes, for readers may
/// stand in front (phis). What is read in its own block in front of where it is written counts as needed.
/// O(operands), and for what is left O(its readers) a round.
template <class V>
  requires KnowsReaders<V>
std::vector<program::inst_t<V>> dead_by_readers(const V& view) {
  using Inst = program::inst_t<V>;
  program::Handles<Inst> left;
  std::vector<bool> needed;  // of those left
  program::Handles<program::block_t<V>> done;
  std::optional<program::block_t<V>> here;
  const auto needs = [&](const Inst& reader, bool phi) {
    const std::uint32_t n = left.find(reader);
    if (n != program::none) return static_cast<bool>(needed[n]);
    const program::block_t<V> at = view.block_of(reader);
    if (!here) return true;
    return at == *here ? !phi : done.find(at) != program::none;
  };
  const auto read = [&](const Inst& i) {
    bool found = false;
    view.for_each_result(i, [&](const program::value_t<V>& v, bool dead) {
      if (found || dead) return;
      if (program::pinned(view, v)) return void(found = true);
      view.for_each_reader(v,
                           [&](const Inst& reader, bool phi) { return found = !(reader == i) && needs(reader, phi); });
    });
    return found;
  };
  std::vector<program::block_t<V>> blocks;
  for (auto&& b : view.blocks()) blocks.push_back(b);
  std::vector<Inst> insts;
  for (std::size_t b = blocks.size(); b-- > 0;) {
    here = blocks[b];
    insts.clear();
    for (auto&& i : view.instructions(*here)) insts.push_back(i);
    for (std::size_t k = insts.size(); k-- > 0;) {
      if (read(insts[k]) || !view.effects(insts[k]).removable()) continue;
      left.add(insts[k]);
      needed.push_back(false);
    }
    done.add(*here);
  }
  here.reset();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t n = 0; n < left.size(); ++n)
      if (!needed[n] && read(left[n])) changed = needed[n] = true;
  }
  std::vector<Inst> dead;
  for (std::uint32_t n = 0; n < left.size(); ++n)
    if (!needed[n]) dead.push_back(left[n]);
  return dead;
}

/// The dead instructions, in the order of the blocks: a std::vector<Inst>.
template <class V>
auto dead_code(const V& view) {
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  if constexpr (program::Agreed<V>) {
    std::vector<program::inst_t<V>> out;
    const OfView<V> of(view);
    const std::vector<bool> live = live_instructions(of);
    for (std::uint32_t i = 0; i < of.numbering().insts(); ++i)
      if (!live[i]) out.push_back(of.numbering().inst(i));
    return out;
  }
}

/// What takes dead instructions out of a block.
template <class E, class V>
concept DeadCodeEditor = requires(E& editor, const program::block_t<V>& block,
                                  const std::vector<program::inst_t<V>>& dead) { editor.erase(block, dead); };

/// Takes them out by editor.erase(block, dead): once for each block that has some, from the last block to the first,
/// `dead` in the order of the block. The number of instructions that went.
template <class V, class E>
std::size_t delete_dead_code(const V& view, E& editor) {
  static_assert(told(!program::View<V> || DeadCodeEditor<E, V>),
                "opt::delete_dead_code wants  void erase(Block, const std::vector<Inst>& dead);");
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  std::size_t gone = 0;
  if constexpr (program::Agreed<V> && DeadCodeEditor<E, V>) {
    std::vector<std::pair<program::block_t<V>, std::vector<program::inst_t<V>>>> todo;
    const OfView<V> of(view);
    const std::vector<bool> live = live_instructions(of);
    const program::Numbering<V>& n = of.numbering();
    for (std::uint32_t b = 0; b < n.blocks(); ++b) {
      std::vector<program::inst_t<V>> dead;
      for (std::uint32_t i = n.first(b); i < n.first(b + 1); ++i)
        if (!live[i]) dead.push_back(n.inst(i));
      gone += dead.size();
      if (!dead.empty()) todo.emplace_back(n.block(b), std::move(dead));
    }
    for (std::size_t k = todo.size(); k-- > 0;) editor.erase(todo[k].first, todo[k].second);
  }
  return gone;
}

}  // namespace lathe::opt
