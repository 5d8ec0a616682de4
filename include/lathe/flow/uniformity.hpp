// Which values are the same for all threads of a warp, and where threads part: uniformity (divergence) of a program
// that many threads execute together.
//
// Threads that entered the function together are at an instruction together when they are in the same turn of every
// cycle around it, as on a machine that brings them together again as early as it can. What is claimed uniform is then
// the same for all of them. (A machine that lets threads of different turns run together needs more than this.)
//
//   struct Facts {                                          // the user's own object
//     uniformity::Source source(Inst) const;                // divergent: thread ids; uniform: broadcasts; else
//     operands bool uniform(Value) const;                            // optional: of a parameter; without it none is
//   };
//   const auto answer = uniformity::run(view, Facts{});
//   answer.divergent(inst, k)                               // of its k-th operand, read or written
//   answer.divergent_branch(block), answer.until(block)     // and where all threads meet again
//   answer.diverged(block)                                  // may a part of the warp be here without the others?
//
// Any View goes in: registers of many definitions, writes under guards, which keep the old value elsewhere, phis, any
// control flow. Registers are looked at by their values (program/ssa.hpp), so one that is used again for something
// else does not suffer. What follows from a divergent value: what is made of it, what is written under it as a guard,
// branches that it decides. What follows from a divergent branch:
// - phis where threads meet that took different ways (no block that all pass was between), if they bring different
//   values; at the header of a loop, too;
// - a loop that some leave while others stay is left in different turns, by all its exits: what its turns change is
//   divergent where it is read outside, though it is uniform inside, and its exits part threads as a branch does;
// - an irreducible cycle in which threads do not come together again before they go back is walked on different ways,
// and
//   so is one that they enter on different ways: all that its turns change is divergent, inside, too.
// What nothing defines is taken for any value, so a phi of it and another is uniform. Where a View does not name its
// parameters all values that come from outside are taken for parameters.
//
// Needs of a View with guarded exits that it names `branches`, so that they are known. Gives: the answer, events with
// their causes (uniformity_why.hpp tells them), statistics; remarks for each divergent branch, and each cycle left in
// different turns. Text form uniformity_text.hpp, checker check_uniformity.hpp.
// Cost: O(size) expected with dominators and SSA form, and for each divergent branch the blocks between it and where
// one label is left (uniformity_spread.hpp): near linear on programs of loops and conditions; O(branches * blocks) at
// worst. Source: disjoint paths and temporal divergence as in Rosemann, Moll, Hack, "An abstract interpretation for
// SPMD divergence on reducible control flow graphs" (POPL 2021), and Karrenberg, Hack, "Improving performance of OpenCL
// on CPUs" (CC 2012); LLVM's uniformity analysis for comparison (bench/lathe/uniformity.py). That values which turns do
// not change stay uniform behind a loop, values of phis by what arrives, and closed regions are ours.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/uniformity_core.hpp>
#include <lathe/flow/uniformity_why.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/support/remark.hpp>
#include <lathe/support/told.hpp>

namespace lathe::flow::uniformity {

template <class O, class P>
concept HasSource = requires(const O& own, const program::inst_t<P>& inst) {
  { own.source(inst) } -> std::convertible_to<Source>;
};
template <class O, class P>
concept HasUniform = requires(const O& own, const program::value_t<P>& value) {
  { own.uniform(value) } -> std::convertible_to<bool>;
};

/// One error for what is missing. Use: static_assert(uniformity::explain<MyFacts, MyView>());
template <class O, class V>
consteval bool explain() {
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  static_assert(told(!program::View<V> || HasSource<O, V>),
                "uniformity wants of its second argument  uniformity::Source source(Inst) const;");
  return true;
}

namespace detail {

/// What of a problem is made block by block and instruction by instruction.
template <program::View P, class Own>
class Ingest {
 public:
  Ingest(const P& view, const program::Numbering<P>& numbers, const Own& own) : v_(view), n_(numbers), own_(own) {}

  Problem run() {
    if constexpr (facts.has(program::Fact::names)) p_.name = std::string(v_.name());
    p_.variables = n_.values();
    parameters();
    for (Block b = 0; b < n_.blocks(); ++b) ends(b);
    predecessors_ = Csr<Block>(n_.blocks(), back_);
    for (Block b = 0; b < n_.blocks(); ++b) {
      p_.first.push_back(p_.inst_count());
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) inst(b, i);
    }
    p_.first.push_back(p_.inst_count());
    if (n_.blocks() == 0) p_.first.clear();
    p_.mentions = Csr<Problem::Mention>(n_.insts(), mentions_);
    p_.incoming = Csr<Problem::Incoming>(n_.insts(), incoming_);
    p_.successors = Csr<Block>(n_.blocks(), edges_);
    p_.deciders = Csr<std::uint32_t>(n_.blocks(), deciders_);
    return std::move(p_);
  }

 private:
  static constexpr program::Facts facts = P::facts;
  using Value = program::value_t<P>;
  using Operand = program::Operand<Value>;

  void parameters() {
    const auto add = [&](const Value& v) {
      bool uniform = false;
      if constexpr (HasUniform<Own, P>) uniform = own_.uniform(v);
      p_.parameters.push_back({n_.value_number(v), uniform});
    };
    if constexpr (facts.has(program::Fact::parameters)) v_.for_each_parameter(add);
    if constexpr (!facts.has(program::Fact::parameters) || facts.has(program::Fact::pinned))
      for (std::uint32_t v = 0; v < n_.values(); ++v) {
        if constexpr (facts.has(program::Fact::parameters) && facts.has(program::Fact::pinned))
          if (!v_.pinned(n_.value(v))) continue;
        add(n_.value(v));
      }
  }
  // Ways out of a block, and what chooses one: operands of terminators and conditions that the View names besides.
  void ends(Block b) {
    const std::size_t first = edges_.size();
    v_.for_each_successor(n_.block(b), [&](const program::block_t<P>& to) {
      const Block t = n_.block_number(to);
      for (std::size_t k = first; k < edges_.size(); ++k)
        if (edges_[k].second == t) return;
      edges_.emplace_back(b, t);
      back_.emplace_back(t, b);
    });
    Problem::Ways ways;
    if constexpr (facts.has(program::Fact::branches))
      v_.for_each_branch(n_.block(b), [&](const auto& way) {
        ways.leaves |= way.leaves && way.conditional;
        if (way.conditional) decides(b, way.condition);
      });
    if (edges_.size() - first > 1 || ways.leaves)
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) {
        if (!v_.effects(n_.inst(i)).has(program::Effect::terminator)) continue;
        ways.divergent |= Source(own_.source(n_.inst(i))) == Source::divergent;
        v_.for_each_operand(n_.inst(i), [&](const Operand& o) {
          const bool hidden = o.implicit && facts.has(program::Fact::branches);
          if (!o.is_def() && !o.old && !hidden) decides(b, o.value);
        });
      }
    p_.ways.push_back(ways);
  }
  void decides(Block b, const Value& v) {
    const std::uint32_t variable = n_.value_number(v);
    for (std::size_t k = deciders_.size(); k-- > 0 && deciders_[k].first == b;)
      if (deciders_[k].second == variable) return;
    deciders_.emplace_back(b, variable);
  }
  void inst(Block b, std::uint32_t i) {
    const program::Effects e = v_.effects(n_.inst(i));
    if (e.has(program::Effect::phi)) return phi(b, i);
    p_.insts.push_back({Source(own_.source(n_.inst(i))), !e.reusable() || e.has(program::Effect::reads), false});
    v_.for_each_operand(n_.inst(i), [&](const Operand& o) {
      const Role role = o.is_def()                       ? Role::def
                        : o.role == program::Role::guard ? Role::guard
                        : o.old                          ? Role::old
                                                         : Role::use;
      mentions_.push_back({i, {n_.value_number(o.value), role}});
    });
  }
  // Where a View does not say from where a phi takes what, it may take each from each predecessor.
  void phi(Block b, std::uint32_t i) {
    p_.insts.push_back({Source::operands, false, true});
    if constexpr (facts.has(program::Fact::incoming))
      v_.for_each_incoming(n_.inst(i), [&](const program::block_t<P>& from, const Value& v) {
        incoming_.push_back({i, {n_.block_number(from), n_.value_number(v)}});
      });
    v_.for_each_operand(n_.inst(i), [&](const Operand& o) {
      if (o.is_def())
        mentions_.push_back({i, {n_.value_number(o.value), Role::def}});
      else if constexpr (!facts.has(program::Fact::incoming))
        for (const Block from : predecessors_[b]) incoming_.push_back({i, {from, n_.value_number(o.value)}});
    });
  }

  const P& v_;
  const program::Numbering<P>& n_;
  const Own& own_;
  Problem p_;
  Csr<Block> predecessors_;
  std::vector<std::pair<Block, Block>> edges_, back_;
  std::vector<std::pair<Block, std::uint32_t>> deciders_;
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions_;
  std::vector<std::pair<std::uint32_t, Problem::Incoming>> incoming_;
};

/// Things by the names that a View has for them.
template <program::View P>
struct ViewNames {
  const P& view;
  const program::Numbering<P>& numbers;
  static constexpr bool named = program::Facts(P::facts).has(program::Fact::names);
  std::string block(Block b) const {
    if constexpr (named) return "block " + std::string(view.block_name(numbers.block(b)));
    return Numbers().block(b);
  }
  std::string inst(std::uint32_t i) const {
    if constexpr (named) return "'" + std::string(view.inst_name(numbers.inst(i))) + "'";
    return Numbers().inst(i);
  }
  std::string variable(std::uint32_t v) const {
    if constexpr (named) return std::string(view.value_name(numbers.value(v)));
    return Numbers().variable(v);
  }
};

template <class Names, class Sink>
void tell(const Problem& p, const Result& r, const Names& names, Sink& sink) {
  for (std::uint32_t k = 0; k < r.events.size(); ++k) {
    const Event::Kind kind = r.events[k].kind;
    const char* const name = kind == Event::Kind::branch  ? "DivergentBranch"
                             : kind == Event::Kind::apart ? "LeftInDifferentTurns"
                             : kind == Event::Kind::mixed ? "WalkedApart"
                                                          : nullptr;
    if (name != nullptr) sink(Remark{Remark::Kind::analysis, "uniformity", name, p.name, why(p, r, k, names), {}});
  }
}

}  // namespace detail

/// A View as data. `own` says what is known of instructions and parameters. Values are numbered as `numbers` has them.
/// O(size); O(operands * predecessors) for phis that do not say from where they take what.
template <program::View P, class Own>
Problem ingest(const P& view, const program::Numbering<P>& numbers, const Own& own) {
  return detail::Ingest<P, Own>(view, numbers, own).run();
}

/// The answer to a problem, with remarks.
template <class Sink>
Result analyse(const Problem& p, Sink&& sink) {
  Result out = analyse(p);
  if constexpr (wants_remarks<Sink>) detail::tell(p, out, Numbers(), sink);
  return out;
}

/// An answer in the user's words. The View outlives it.
template <program::View P>
class Answer {
 public:
  using Block = program::block_t<P>;  ///< as the View names blocks
  using Inst = program::inst_t<P>;    ///< as the View names instructions
  using Value = program::value_t<P>;  ///< as the View names values

  /// Analyses the whole function; `own` says where threads differ from the start. The View outlives it.
  template <class Own>
  Answer(const P& view, const Own& own)
      : view_(view),
        numbers_(view),
        problem_(ingest(view, numbers_, own)),
        result_(analyse(problem_)),
        places_(problem_, result_.names) {}

  /// Of the k-th operand that the View names for it, read or written. Of a phi with `incoming` the k-th operand is its
  /// result.
  bool divergent(const Inst& i, std::uint32_t k) const {
    const std::uint32_t n = numbers_.inst_number(i);
    if (!problem_.insts[n].phi) return result_.divergent[places_.mention(n) + k];
    bool out = false;
    std::uint32_t at = 0;
    view_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (at++ == k)
        out = o.is_def() ? result_.divergent[places_.mention(n)] : taken(n, numbers_.value_number(o.value));
    });
    return out;
  }
  /// Of the k-th value that comes to a phi.
  bool divergent_incoming(const Inst& phi, std::uint32_t k) const {
    return result_.divergent[places_.incoming_of(numbers_.inst_number(phi)) + k];
  }
  /// Is some result of the instruction divergent?
  bool divergent(const Inst& i) const {
    const std::uint32_t n = numbers_.inst_number(i);
    bool out = false;
    for (std::uint32_t k = 0; k < problem_.mentions[n].size(); ++k)
      out |= problem_.mentions[n][k].role == Role::def && result_.divergent[places_.mention(n) + k];
    return out;
  }
  /// Is the value the same for all threads wherever it is made or read?
  bool uniform(const Value& v) const {
    if (uniform_.empty()) find_uniform();
    return uniform_[numbers_.value_number(v)];
  }
  /// May threads that reach the end of b together go on to different blocks?
  bool divergent_branch(const Block& b) const { return result_.branch[numbers_.block_number(b)]; }
  /// Where all threads meet again that part at the end of b; null: nowhere. Precondition: divergent_branch(b).
  const Block* until(const Block& b) const {
    const flow::Block end = result_.until[numbers_.block_number(b)];
    return end == no_block ? nullptr : &numbers_.block(end);
  }
  /// May a part of the warp be at b without the others?
  bool diverged(const Block& b) const { return result_.diverged[numbers_.block_number(b)]; }
  /// May threads that took different ways meet at the head of b?
  bool join(const Block& b) const { return result_.join[numbers_.block_number(b)]; }
  /// Why a result of the instruction, or the branch of a block, is divergent; empty where it is not.
  std::string why(const Inst& i) const {
    const std::uint32_t n = numbers_.inst_number(i);
    for (const std::uint32_t name : result_.names.mentions[n])
      for (std::uint32_t k = 0; name != none && k < problem_.mentions[n].size(); ++k)
        if (problem_.mentions[n][k].role == Role::def && result_.names.mentions[n][k] == name)
          if (const std::uint32_t e = result_.value_event[name]; e != none) return told(e);
    return {};
  }
  /// The same of the branch at the end of b.
  std::string why_branch(const Block& b) const {
    const flow::Block n = numbers_.block_number(b);
    for (std::uint32_t e = 0; result_.branch[n] && e < result_.events.size(); ++e)
      if (result_.events[e].kind == Event::Kind::branch && result_.events[e].subject == n) return told(e);
    return {};
  }
  /// A remark for each thing that is divergent, in the order in which it was found.
  template <class Sink>
  void tell(Sink&& sink) const {
    detail::tell(problem_, result_, names(), sink);
  }
  const Stats& stats() const { return result_.stats; }
  const Problem& problem() const { return problem_; }
  const Result& result() const { return result_; }
  /// Numbers of blocks, instructions and values, by which problem and result speak.
  const program::Numbering<P>& numbers() const { return numbers_; }

 private:
  detail::ViewNames<P> names() const { return {view_, numbers_}; }
  std::string told(std::uint32_t event) const { return uniformity::why(problem_, result_, event, names()); }
  // By a phi that does not say from where.
  bool taken(std::uint32_t inst, std::uint32_t variable) const {
    bool out = false;
    for (std::uint32_t k = 0; k < problem_.incoming[inst].size(); ++k)
      out |= problem_.incoming[inst][k].variable == variable && result_.divergent[places_.incoming_of(inst) + k];
    return out;
  }
  void find_uniform() const {
    uniform_.assign(problem_.variables, true);
    for (std::uint32_t e = 0; e < result_.value_event.size(); ++e)
      if (result_.value_event[e] != none) uniform_[result_.names.names[e].variable] = false;
    for (std::uint32_t i = 0; i < problem_.inst_count(); ++i) {
      for (std::uint32_t k = 0; k < problem_.mentions[i].size(); ++k)
        if (result_.divergent[places_.mention(i) + k]) uniform_[problem_.mentions[i][k].variable] = false;
      for (std::uint32_t k = 0; k < problem_.incoming[i].size(); ++k)
        if (result_.divergent[places_.incoming_of(i) + k]) uniform_[problem_.incoming[i][k].variable] = false;
    }
    for (flow::Block b = 0; b < problem_.block_count(); ++b)
      for (std::uint32_t k = 0; k < problem_.deciders[b].size(); ++k)
        if (result_.divergent[places_.decider(b) + k]) uniform_[problem_.deciders[b][k]] = false;
  }

  const P& view_;
  program::Numbering<P> numbers_;
  Problem problem_;
  Result result_;
  Places places_;
  mutable std::vector<bool> uniform_;  // per value, made when first asked for
};

/// Uniformity of a function: an Answer<V>. `own` has the members that the head of this file names. Remarks go to `sink`.
template <class V, class Own, class Sink = NoRemarks>
auto run(const V& view, const Own& own, Sink&& sink = {}) {
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  static_assert(told(!program::View<V> || HasSource<Own, V>),
                "uniformity wants of its second argument  uniformity::Source source(Inst) const;");
  if constexpr (program::Agreed<V> && HasSource<Own, V>) {
    Answer<V> out(view, own);
    if constexpr (wants_remarks<Sink>) out.tell(sink);
    return out;
  }
}

}  // namespace lathe::flow::uniformity
