// What the grouper asks of its user: four callbacks, as the reference's instruction grouper has them, and what must
// stay in order.
//
//   identify(inst)   is it a candidate, with which key and order number
//   form(run)        how many of these make one instruction
//   merge(group)     do it
//   clean_up()       afterwards, once: the members go
//
// Whoever has a program::View takes group/of_view.hpp and writes three members. Without one, a grouper is an adapter
// object passed by reference; handles are whatever the user has: integers, enums, pointers, iterators, or what
// std::hash takes. Dependences come either from `dependences(block)`, pairs of positions in the block, or are found
// from `operands(inst)` and `memory(inst)`. Optional members, found with `requires`:
//   kinds()          range of Kind: how far apart members may lie, how many there may be, where the group is to stand;
//                    without it one kind of up to four members that touch
//   may_meet(a, b)   false: the memory accesses a and b, a before b, never touch the same place
//   may_carry(inst)  true: it computes and nothing else, so that dependences alone hold it where it is; asked where a
//                    kind carries
//   accept(p, group) Refusal: limit or step where a group that is possible costs too many registers; see pressure.hpp
//   name()           of the problem, for remarks
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/flow/dependences.hpp>
#include <lathe/group/plan.hpp>
#include <lathe/group/problem.hpp>
#include <lathe/support/program.hpp>

namespace lathe::group {

/// What identify answers for a candidate; see Candidate.
struct Identified {
  std::uint64_t key = 0;   ///< only candidates of equal keys become one: base and element type of accesses, say
  std::int64_t order = 0;  ///< they are grouped by rising order number: the offset, in bytes or what else `size` counts
  std::uint32_t size = 1;
  std::uint32_t kind = 0;   ///< into the kinds; 0 where a grouper names none
  std::uint32_t align = 1;  ///< order number 0 lies at a multiple of this; a power of two
};

/// A group as merge gets it: handles of the members by ascending order number, and of the instruction before which the
/// merged one stands (none: at the end of the block).
template <class Block, class Inst>
struct Merging {
  Block block;
  std::span<const Inst> members;  ///< at least two
  std::span<const Inst> carried;  ///< to be moved directly in front of it, in this order
  std::optional<Inst> before;     ///< none: the end of the block
  std::uint32_t kind = 0;         ///< into the kinds
  std::string name;               ///< of the group: the kind, a number, the kind's suffix
};

template <class P>
concept HasIdentify = HasInsts<P> && requires(P& p, const inst_of_t<P>& inst) {
  { p.identify(inst) } -> std::convertible_to<std::optional<Identified>>;
};
template <class P>
concept HasDependences = HasInsts<P> && requires(P& p, const block_of_t<P>& block) {
  { (*p.dependences(block).begin()).first } -> std::convertible_to<std::uint32_t>;
  { (*p.dependences(block).begin()).second } -> std::convertible_to<std::uint32_t>;
};
template <class P>
concept HasOperands = HasInsts<P> && requires(P& p, const inst_of_t<P>& inst) {
  { (*p.operands(inst).begin()).value };
  { static_cast<bool>((*p.operands(inst).begin()).is_def) };
};
template <class P>
concept HasMemory = HasInsts<P> && requires(P& p, const inst_of_t<P>& inst) {
  { p.memory(inst) } -> std::convertible_to<flow::Sequence::Memory>;
};
template <class F>
concept HasForm = requires(F& f, std::span<const Candidate> run) {
  { f.form(run) } -> std::convertible_to<std::uint32_t>;
};
/// Judges groups that are possible, in the order in which they are made; what it takes is part of the code from then
/// on.
template <class F>
concept HasAccept = requires(F& f, const Problem& problem, const Group& group) {
  { f.accept(problem, group) } -> std::convertible_to<Refusal>;
};
template <class P>
concept HasMerge = HasInsts<P> && requires(P& p, const Merging<block_of_t<P>, inst_of_t<P>>& group) { p.merge(group); };
template <class P>
concept HasCleanUp = requires(P& p) { p.clean_up(); };

/// Decides what makes one instruction. `form(run)`: the run holds candidates of one block, kind and key by ascending
/// order number, which no dependence keeps apart; the answer is how many of them, from the first on, become one
/// instruction, 0 or 1: none. It must depend on the run alone, and for the first `form(run)` of a run be the same.
template <class F>
concept Former = HasForm<F>;
/// What a plan is made from.
template <class P>
concept CandidateSource = HasBlocks<P> && HasInsts<P> && HasIdentify<P> && HasForm<P> &&
                          (HasDependences<P> || (HasOperands<P> && HasMemory<P>));
/// What can be rewritten, too.
template <class P>
concept Grouper = CandidateSource<P> && HasMerge<P> && HasCleanUp<P>;

/// One error per missing member, each with the signature to write.
template <class P>
consteval bool explain_candidate_source() {
#include <lathe/group/candidate_source.def>
  return true;
}
template <class P>
consteval bool explain_grouper() {
#include <lathe/group/grouper.def>
  static_assert(told(CandidateSource<P>),
                "a group::Grouper is a CandidateSource first: static_assert(group::explain_candidate_source<P>()) "
                "tells what it lacks");
  return true;
}

/// `form` as the kinds of the problem say it: from `least` to `most` members, powers of two and aligned where the kind
/// wants it; the most that will do.
class TableForm {
 public:
  explicit TableForm(std::span<const Kind> kinds) : kinds_(kinds) {}  ///< The kinds outlive it.
  /// How many from the first candidate on make one instruction; 0 or 1: none do. O(run).
  std::uint32_t form(std::span<const Candidate> run) const {
    const Kind& kind = kinds_[run[0].kind];
    std::uint64_t bytes = 0;
    std::uint32_t best = 0;
    for (std::uint32_t n = 1; n <= run.size() && n <= kind.most; ++n) {
      bytes = static_cast<std::uint64_t>(run[n - 1].order - run[0].order) + run[n - 1].size;
      if (n < kind.least || (kind.powers && (n & (n - 1)) != 0)) continue;
      if (kind.aligned && (run[0].align < bytes || (bytes & (bytes - 1)) != 0 ||
                           (static_cast<std::uint64_t>(run[0].order) & (bytes - 1)) != 0))
        continue;
      best = n;
    }
    return best;
  }

 private:
  std::span<const Kind> kinds_;
};

}  // namespace lathe::group
