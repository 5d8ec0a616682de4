// Writes an expansion into the user's IR: blocks in order, copies one after the other.
//
// The editor is the user's; names are numbers that it turns into registers, and homes are the registers in which the
// original loop takes and leaves its values:
//   begin(number, block)              what follows belongs to this block of the expansion
//   run(inst, offset, defs, reads)    the instruction, with the names of Instance
//   copy(to, from)                    one register to another
//   temporary(like)                   a new name, above all others, for a register like that of the name `like`
//   original(block)                   the loop as it was, Expansion::original_runs(block, left) times, none at times
//   end(block)                        takes block.starts from `left` and jumps; for `done`, to what follows the loop
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/expand/data.hpp>
#include <lathe/support/told.hpp>

namespace lathe::modulo {

/// Names, by their numbers.
using NameSpan = std::span<const std::uint32_t>;

template <class E>
concept HasBeginBlock = requires(E& editor, std::uint32_t number, const Block& b) { editor.begin(number, b); };
template <class E>
concept HasRunInstance = requires(E& editor, std::uint32_t inst, std::int32_t offset, NameSpan names) {
  editor.run(inst, offset, names, names);
};
template <class E>
concept HasCopyName = requires(E& editor, std::uint32_t name) { editor.copy(name, name); };
template <class E>
concept HasTemporary = requires(E& editor, std::uint32_t name) {
  { editor.temporary(name) } -> std::convertible_to<std::uint32_t>;
};
template <class E>
concept HasOriginal = requires(E& editor, const Block& b) { editor.original(b); };
template <class E>
concept HasEndBlock = requires(E& editor, const Block& b) { editor.end(b); };
/// What `apply` asks of who writes an expansion into code.
template <class E>
concept ExpansionEditor =
    HasBeginBlock<E> && HasRunInstance<E> && HasCopyName<E> && HasTemporary<E> && HasOriginal<E> && HasEndBlock<E>;

/// Names every member that E lacks.
template <class E>
consteval bool explain_expansion_editor() {
  static_assert(told(HasBeginBlock<E>), "modulo::ExpansionEditor wants  void begin(uint32_t number, const Block&);");
  static_assert(
      told(HasRunInstance<E>),
      "modulo::ExpansionEditor wants  void run(uint32_t inst, int32_t offset, NameSpan defs, NameSpan reads);");
  static_assert(told(HasCopyName<E>), "modulo::ExpansionEditor wants  void copy(uint32_t to, uint32_t from);");
  static_assert(told(HasTemporary<E>), "modulo::ExpansionEditor wants  uint32_t temporary(uint32_t like);");
  static_assert(told(HasOriginal<E>), "modulo::ExpansionEditor wants  void original(const Block&);");
  static_assert(told(HasEndBlock<E>), "modulo::ExpansionEditor wants  void end(const Block&);");
  return true;
}

/// Copies that happen at once, one after the other: copy(to, from) in an order in which nothing is overwritten that is
/// read later; a ring costs one more, through temporary(name). Numbers are below `names`; no two copies have one `to`.
/// O(names + copies).
template <class CopyName, class Temporary>
void sequence_copies(std::span<const Copy> copies, std::uint32_t names, CopyName&& copy, Temporary&& temporary) {
  std::vector<std::uint32_t> source(names, none), readers(names, 0), ready;
  for (const Copy& c : copies) {
    if (c.to == c.from) continue;
    source[c.to] = c.from;
    ++readers[c.from];
  }
  // A name that no copy has still to read may be written; then its source has a reader fewer.
  const auto drain = [&] {
    while (!ready.empty()) {
      const std::uint32_t to = ready.back(), from = source[to];
      ready.pop_back();
      copy(to, from);
      source[to] = none;
      if (from < names && --readers[from] == 0 && source[from] != none) ready.push_back(from);
    }
  };
  for (const Copy& c : copies)
    if (source[c.to] != none && readers[c.to] == 0) ready.push_back(c.to);
  drain();
  for (const Copy& c : copies) {
    if (source[c.to] == none) continue;  // the rest are rings, in which every name is read once
    const std::uint32_t saved = temporary(c.to);
    copy(saved, c.to);
    std::uint32_t reader = c.to;
    while (source[reader] != c.to) reader = source[reader];
    source[reader] = saved;
    ready.push_back(c.to);
    drain();
  }
}

/// Precondition: check_expansion finds nothing. The loop of an annotation stays as it is: nothing is called for it.
template <class E>
void apply_expansion(const Expansion& e, E& editor) {
  static_assert(explain_expansion_editor<E>());
  if (e.refusal != ExpandRefusal::none || e.method == Method::annotate) return;
  for (std::uint32_t k = 0; k < e.blocks.size(); ++k) {
    const Block& b = e.blocks[k];
    editor.begin(k, b);
    for (const Instance& i : e.instances_of(b)) {
      if (i.move)
        editor.copy(e.defs(i)[0], e.reads(i)[0]);
      else
        editor.run(i.inst, i.offset, e.defs(i), e.reads(i));
    }
    sequence_copies(
        e.copies_of(b), static_cast<std::uint32_t>(e.names.size()),
        [&](std::uint32_t to, std::uint32_t from) { editor.copy(to, from); },
        [&](std::uint32_t like) { return static_cast<std::uint32_t>(editor.temporary(like)); });
    if (b.role == Role::original) editor.original(b);
    editor.end(b);
  }
}

}  // namespace lathe::modulo
