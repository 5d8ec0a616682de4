// Into SSA form: which new value each mention of a register becomes, and where phis stand.
//
// The way back is opt/phi_elimination.hpp. Any View goes in, with registers that are written many times, under guards,
// or in part: what an instruction writes only where its guard holds, or only some lanes of, the View names as read, too
// (Operand::old), so the old value is one name and what is there afterwards another; whoever applies the plan ties the
// two. Phis that the code has already are taken along, so a function that was in SSA form and is no longer (blocks were
// copied, edges moved) comes back to it.
//
// The plan speaks of the user's handles through Answer: the phis of a block, the new value of an instruction's k-th
// mention, the values that are read before any definition. It is pruned (a phi is made only for what is read) and
// minimal, for graphs of any shape. Registers that must stay (physical ones, what is written behind the program's back)
// are kept by the user's word.
//
// Cost: O(mentions + joins that a value is needed at) expected; sets of phis within sets of phis cost once per depth.
// Source: Braun, Buchwald, Hack, Leissa, Mallon, Zwinkau, "Simple and efficient construction of static single
// assignment form" (CC 2013): values are looked for on demand, phis are made without operands where blocks join, and
// get them when all blocks are known (which seals them); then strongly connected sets of phis that stand for one
// value are removed (its algorithm 5), which makes irreducible graphs minimal, too.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/program/numbering.hpp>
#include <lathe/program/ssa_build.hpp>
#include <lathe/program/ssa_data.hpp>

namespace lathe::program::ssa {

/// A View as data; `keep(value)`: it is not renamed. Nor is what is live out and no instruction mentions, nor, where the
/// View has phis and does not name `incoming`, what they mention: nobody knows at the end of which block they read it.
/// O(size).
template <View P, class Keep>
Problem ingest(const P& p, const Numbering<P>& n, Keep&& keep) {
  constexpr Facts facts = P::facts;
  Problem out;
  out.variables = n.values();
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions;
  std::vector<std::pair<std::uint32_t, Problem::Incoming>> incoming;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> live_out, edges;
  out.kept.resize(n.values(), false);
  for (std::uint32_t i = 0; i < n.insts(); ++i) {
    const bool unknown = !facts.has(Fact::incoming) && p.effects(n.inst(i)).has(Effect::phi);
    p.for_each_operand(n.inst(i), [&](const Operand<value_t<P>>& o) {
      mentions.push_back({i, {n.value_number(o.value), o.is_def()}});
      if (unknown) out.kept[mentions.back().second.variable] = true;
    });
    if constexpr (facts.has(Fact::incoming))
      p.for_each_incoming(n.inst(i), [&](const block_t<P>& from, const value_t<P>& v) {
        incoming.push_back({i, {n.block_number(from), n.value_number(v)}});
      });
  }
  for (std::uint32_t b = 0; b < n.blocks(); ++b) {
    out.first.push_back(n.first(b));
    p.for_each_successor(n.block(b), [&](const block_t<P>& to) { edges.emplace_back(b, n.block_number(to)); });
    if constexpr (facts.has(Fact::live_out))
      p.for_each_live_out(n.block(b), [&](const value_t<P>& v) { live_out.emplace_back(b, n.value_number(v)); });
  }
  out.first.push_back(n.insts());
  if constexpr (facts.has(Fact::parameters))
    p.for_each_parameter([&](const value_t<P>& v) { out.parameters.push_back(n.value_number(v)); });
  out.mentions = Csr<Problem::Mention>(n.insts(), mentions);
  out.incoming = Csr<Problem::Incoming>(n.insts(), incoming);
  out.live_out = Csr<std::uint32_t>(n.blocks(), live_out);
  out.graph = Graph(n.blocks(), edges);
  for (std::uint32_t v = 0; v < n.values(); ++v)
    out.kept[v] = out.kept[v] || v >= n.mentioned() || static_cast<bool>(keep(n.value(v)));
  return out;
}

/// A plan in the user's words. The View outlives it and does not change before it is applied.
template <View P>
class Answer {
 public:
  using Block = block_t<P>;  ///< as the View names blocks
  using Inst = inst_t<P>;    ///< as the View names instructions
  using Value = value_t<P>;  ///< as the View names registers

  /// keep(value): true for a register that is to stay one, however often it is written. The View is read here and not
  /// kept.
  template <class Keep>
  Answer(const P& p, Keep&& keep, const Options& options)
      : numbers_(p), problem_(ingest(p, numbers_, keep)), plan_(construct(problem_, options)) {}

  Refusal refusal() const { return plan_.refusal; }  ///< why there is no answer: the other members mean nothing then
  const Stats& stats() const { return plan_.stats; }
  /// New values are 0 .. names() - 1.
  std::uint32_t names() const { return static_cast<std::uint32_t>(plan_.names.size()); }
  /// The register that it is a value of, and its number among them: 0, 1, ..
  const Value& register_of(std::uint32_t name) const { return numbers_.value(plan_.names[name].variable); }
  /// Which value of its register it is, from 0 on.
  std::uint32_t version(std::uint32_t name) const { return plan_.names[name].version; }
  /// The value of the k-th operand that the View names for this instruction; none: it is not renamed.
  std::uint32_t operand(const Inst& i, std::uint32_t k) const { return plan_.mentions[numbers_.inst_number(i)][k]; }
  /// The same of the k-th value of a phi that the code has, and of the k-th that is live out of a block.
  std::uint32_t incoming(const Inst& i, std::uint32_t k) const { return plan_.incoming[numbers_.inst_number(i)][k]; }
  /// The same of the k-th value that the View says is live out of block b.
  std::uint32_t live_out(const Block& b, std::uint32_t k) const { return plan_.live_out[numbers_.block_number(b)][k]; }
  /// Calls f(block, name, arguments) for each new phi, block by block; the blocks of a Plan::Argument are
  /// block(argument.from).
  template <class F>
  void for_each_phi(F&& f) const {
    for (const Plan::Phi& phi : plan_.phis)
      f(numbers_.block(phi.block), phi.name, std::span(plan_.arguments).subspan(phi.begin, phi.count));
  }
  const Block& block(std::uint32_t number) const { return numbers_.block(number); }  ///< the handle of a block's number
  /// Values that are read though nothing defined them.
  const std::vector<std::uint32_t>& undefined() const { return plan_.undefined; }

  const Problem& problem() const { return problem_; }
  const Plan& plan() const { return plan_; }

 private:
  Numbering<P> numbers_;
  Problem problem_;
  Plan plan_;
};

/// SSA form of a function, as a plan: an Answer<V>. `keep(value)`: that register stays as it is.
template <class V, class Keep>
  requires(!std::same_as<std::remove_cvref_t<Keep>, Options>)
auto run(const V& p, Keep&& keep, const Options& options = {}) {
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  if constexpr (Agreed<V>) return Answer<V>(p, keep, options);
}
/// The same, where no register is kept.
template <class V>
auto run(const V& p, const Options& options = {}) {
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  if constexpr (Agreed<V>) return run(p, [](const value_t<V>&) { return false; }, options);
}

}  // namespace lathe::program::ssa
