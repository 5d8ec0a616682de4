// A plan of register allocation written into the user's code, through its Editor (program/editor.hpp) and four members
// that make what only the user can:
//
//   Value physical(uint32_t register);             // what stands in operands for it
//   Inst move(uint32_t to, uint32_t from);         // instructions that stand nowhere yet
//   Inst store(uint32_t slot, uint32_t from);
//   Inst load(uint32_t to, uint32_t slot);
//   Inst swap(uint32_t a, uint32_t b);             // where a class says that it can swap
//
// What is made again is a clone of its instruction. Operands in code that the entry does not reach stay as they are.
// Phis go. Parameters are the user's: Allocation::parameter says in which registers they come.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <lathe/program/editor.hpp>
#include <lathe/regalloc/of_view.hpp>

namespace lathe::regalloc {

/// Who makes the machine's instructions that a plan puts in.
template <class M, class E>
concept MakerOf = requires(M& m, std::uint32_t r) {
  { m.physical(r) } -> std::convertible_to<program::value_t<E>>;
  { m.move(r, r) } -> std::convertible_to<program::inst_t<E>>;
  { m.store(r, r) } -> std::convertible_to<program::inst_t<E>>;
  { m.load(r, r) } -> std::convertible_to<program::inst_t<E>>;
};

namespace detail {

template <class E, class M>
program::inst_t<E> make_edit(E& editor, M& make, const EditOf<E>& e, const std::optional<program::inst_t<E>>& maker) {
  switch (e.kind) {
    case Edit::Kind::move:
      return make.move(e.to, e.from);
    case Edit::Kind::store:
      return make.store(e.to, e.from);
    case Edit::Kind::load:
      return make.load(e.to, e.from);
    case Edit::Kind::swap:
      if constexpr (requires { make.swap(e.to, e.from); }) return make.swap(e.to, e.from);
      break;
    case Edit::Kind::make:
      break;
  }
  const auto clone = editor.clone(*maker);  // a swap without swap() is the user's mistake: the class says that it can
  editor.set_operand(clone, 0, make.physical(e.to));
  return clone;
}

}  // namespace detail

/// Precondition: allocation.good(), and the code is as it was when it was made. O(operands + edits) edits.
template <program::Editor E, class Own, class M>
void apply(E& editor, const Allocation<E, Own>& allocation, M& make) {
  constexpr bool maker = MakerOf<M, E>;
  static_assert(maker,
                "regalloc::apply wants  Value physical(uint32_t);  Inst move(uint32_t to, uint32_t from);  Inst "
                "store(uint32_t slot, uint32_t from);  Inst load(uint32_t to, uint32_t slot);");
  const auto& numbers = allocation.numbering();
  using Label = program::block_t<E>;
  using Inst = program::inst_t<E>;
  // Made while instructions still have their own operands.
  std::vector<std::pair<PlaceOf<E>, Inst>> code;
  allocation.for_each_edit([&](const EditOf<E>& e) {
    const auto from = e.kind == Edit::Kind::make ? allocation.maker(e.value) : std::nullopt;
    code.emplace_back(e.at, detail::make_edit(editor, make, e, from));
  });
  std::vector<Inst> phis;
  for (std::uint32_t n = 0; n < numbers.insts(); ++n) {
    const Inst& inst = numbers.inst(n);
    if (editor.effects(inst).has(program::Effect::phi)) {
      phis.push_back(inst);
      continue;
    }
    std::vector<std::uint32_t> registers;
    editor.for_each_operand(inst, [&](const auto&) {
      registers.push_back(allocation.register_of(inst, static_cast<std::uint32_t>(registers.size())));
    });
    for (std::uint32_t k = 0; k < registers.size(); ++k)
      if (registers[k] != none) editor.set_operand(inst, k, make.physical(registers[k]));
  }
  for (const Inst& phi : phis) {
    editor.put(phi, {});
    editor.drop(phi);
  }
  std::vector<std::pair<std::pair<Label, Label>, Label>> split;
  allocation.for_each_split([&](const Label& from, const Label& to) {
    const Label middle = editor.make_block(to);
    editor.put_block(middle, true, std::nullopt);
    std::vector<std::uint32_t> ways;
    std::uint32_t k = 0;
    editor.for_each_successor(from, [&](const Label& next) {
      if (next == to) ways.push_back(k);
      ++k;
    });
    for (const std::uint32_t way : ways) editor.set_successor(from, way, middle);
    split.push_back({{from, to}, middle});
  });
  std::size_t at = 0;  // edits of split edges are in the order of the splits
  for (const auto& [place, inst] : code) {
    if (!place.edge_to) {
      editor.put(inst, {place.block, place.before});
      continue;
    }
    while (!(split[at].first.first == *place.block && split[at].first.second == *place.edge_to)) ++at;
    std::optional<Inst> jump;
    for (auto&& i : editor.instructions(split[at].second))
      if (editor.effects(i).has(program::Effect::terminator)) {
        jump = i;
        break;
      }
    editor.put(inst, {split[at].second, jump});
  }
}

}  // namespace lathe::regalloc
