// Do two functions do the same? For passes that move, copy, delete, merge or rename code and leave its arithmetic
// alone.
//
// Both are run on the same random paths. Every operation is an uninterpreted function: its result is a hash of its key
// and of its operands' words, so equal computations give equal words whatever registers they stand in, and copies and
// phis are transparent. A branch is decided by a hash of its condition's word, a guard likewise; both functions
// therefore go the same way as long as they compute the same. Memory is a chain: a read's word has in it the words of
// all writes before it that may meet it, a write's too, and the function's writes are compared as a set, so what is
// apart may change its order and nothing else may. What is ordered (calls, side effects, volatile and atomic accesses,
// the end with its results) is compared in order.
//
// Values may have lanes (subregisters): what is written is known lane by lane, as the k-th of so many lanes of a
// result, so a copy of a part, a part put into another register, and the whole that is read again are told for what
// they are, whatever registers hold them. Lanes that an instruction leaves alone are kept where it names them as read
// (`old`), and undefined otherwise, as is what a copy of nothing writes: where the first function reads that, the second
// may read anything (equal_open.hpp), so the first is the one that was before. An operand may be spread over several
// values (Operand::more): registers that overlap are named by their units. Who has values of 64 lanes says so by the optional
// member lane_mask(value): all ones are one whole else.
//
// No knowledge of any pass. A difference that is reported is one of the two texts, though it may be one that algebra
// would forgive; equality is probabilistic: words have 64 bits, and a fault shows only on a path that is taken.
// Functions that differ only where no path of `Options::runs` came count as equal. Where no path comes to its end nothing is
// known (Answer::vacuous): such functions are neither equal nor different.
//
// Needs: two Views; `parameters` where registers are live into the functions, `branches` where conditions may be
// negated, `access` where accesses may change places, `incoming` where there are phis (one that takes nothing from any
// block is an operation like others).
// Cost: O(steps + operands) plus, for each access, the named objects of its space and the places behind its base that
// the path wrote.
// Source: hashing of value graphs as in translation validation (Necula, PLDI 2000); the order of accesses as traces of
// Mazurkiewicz.
#pragma once

#include <string_view>
#include <utility>

#include <lathe/program/equal_data.hpp>
#include <lathe/program/equal_run.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::program::equal {

namespace detail {

inline std::uint64_t key_word(std::uint64_t number) { return mix(number); }
inline std::uint64_t key_word(std::string_view text) {
  std::uint64_t h = text.size();
  for (const char c : text) h = mix(h ^ static_cast<unsigned char>(c));
  return h;
}

}  // namespace detail

/// A View as data. The key of an instruction must not name registers, blocks or anything else that is only a name.
/// O(size).
template <View P>
Code ingest(const P& p, const Numbering<P>& n) {
  Code out;
  out.values = n.values();
  out.lanes.assign(n.values(), 0);
  out.full.assign(n.values(), false);
  std::vector<std::pair<std::uint32_t, Code::Mention>> mentions;
  std::vector<std::pair<std::uint32_t, Code::Literal>> literals;
  std::vector<std::pair<std::uint32_t, Code::Place>> places;
  std::vector<std::pair<std::uint32_t, Code::Incoming>> incoming;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> successors;
  std::vector<std::pair<std::uint32_t, Code::Branch>> branches;
  constexpr Facts facts = P::facts;
  for (std::uint32_t i = 0; i < n.insts(); ++i) {
    const auto& inst = n.inst(i);
    Code::Inst one;
    if constexpr (std::convertible_to<decltype(p.key(inst)), std::string_view>)
      one.key = detail::key_word(std::string_view(p.key(inst)));
    else
      one.key = detail::key_word(static_cast<std::uint64_t>(p.key(inst)));
    one.effects = p.effects(inst);
    out.insts.push_back(one);
    p.for_each_operand(inst, [&](const Operand<value_t<P>>& o) {
      const std::uint32_t v = n.value_number(o.value);
      mentions.push_back({i, {v, o.role, o.negated, o.old, o.more, o.offset, o.lanes}});
      out.lanes[v] |= o.lanes;
      if constexpr (requires {
                      { p.lane_mask(o.value) } -> std::convertible_to<std::uint64_t>;
                    })
        out.full[v] = ~p.lane_mask(o.value) == 0;
    });
    if constexpr (facts.has(Fact::literals))
      p.for_each_literal(inst, [&](std::uint32_t use, std::uint64_t bits) { literals.push_back({i, {use, bits}}); });
    if constexpr (facts.has(Fact::access))
      p.for_each_access(inst, [&](const Access<value_t<P>>& a) {
        if (a.inside && (a.has_base || a.symbol != 0))
          places.push_back({i, {a.has_base ? n.value_number(a.base) : none, a.symbol, a.offset, a.bytes, a.space}});
        else  // it may meet whatever its space holds; where it starts from is in the key
          places.push_back({i, {none, 0, 0, 0, a.space}});
      });
    if constexpr (facts.has(Fact::incoming))
      p.for_each_incoming(inst, [&](const block_t<P>& from, const value_t<P>& v) {
        incoming.push_back({i, {n.block_number(from), n.value_number(v)}});
      });
  }
  for (std::uint32_t b = 0; b < n.blocks(); ++b) {
    out.first.push_back(n.first(b));
    p.for_each_successor(n.block(b), [&](const block_t<P>& to) { successors.push_back({b, n.block_number(to)}); });
    if constexpr (facts.has(Fact::branches))
      p.for_each_branch(n.block(b), [&](const Branch<block_t<P>, inst_t<P>, value_t<P>>& branch) {
        Code::Branch one{none, none, none, branch.test, branch.negated, branch.leaves};
        if (branch.leaves)
          one.at = n.inst_number(branch.at);
        else
          one.target = n.block_number(branch.target);
        if (branch.conditional) one.condition = n.value_number(branch.condition);
        branches.push_back({b, one});
      });
  }
  out.first.push_back(n.insts());
  if constexpr (facts.has(Fact::parameters))
    p.for_each_parameter([&](const value_t<P>& v) { out.parameters.push_back(n.value_number(v)); });
  for (std::uint64_t& lanes : out.lanes)
    if (lanes == 0) lanes = ~std::uint64_t{0};  // named by no instruction
  out.mentions = Csr<Code::Mention>(n.insts(), mentions);
  out.literals = Csr<Code::Literal>(n.insts(), literals);
  out.places = Csr<Code::Place>(n.insts(), places);
  out.incoming = Csr<Code::Incoming>(n.insts(), incoming);
  out.successors = Csr<std::uint32_t>(n.blocks(), successors);
  out.branches = Csr<Code::Branch>(n.blocks(), branches);
  return out;
}

/// Do the two functions do the same on random paths?
template <class V, class W>
Answer run(const V& first, const W& second, const Options& options = {}) {
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  if constexpr (!std::same_as<V, W>) static_assert(is_view<W>());
  if constexpr (Agreed<V> && Agreed<W>) {
    const Numbering<V> a(first);
    const Numbering<W> b(second);
    return compare(ingest(first, a), ingest(second, b), options);
  }
  return {};
}

}  // namespace lathe::program::equal
