// From the user's program to a problem.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/flow/dependences.hpp>
#include <lathe/group/concepts.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::group {
namespace detail {

/// Dependences of one block, from operands and memory accesses, as pairs of positions.
template <class P, class Inst>
void find_dependences(P& user, const std::vector<Inst>& insts, std::uint32_t first, std::vector<Edge>& out) {
  flow::Sequence sequence;
  std::vector<std::pair<std::uint32_t, flow::Sequence::Operand>> operands;
  using User = std::remove_cvref_t<decltype((*user.operands(insts[0]).begin()).value)>;
  program::Handles<User> numbers;  // of values, dense in the block
  for (std::uint32_t i = 0; i < insts.size(); ++i) {
    for (const auto& o : user.operands(insts[i])) {
      operands.push_back({i, {numbers.add(o.value), static_cast<bool>(o.is_def)}});
    }
    sequence.memory.push_back(user.memory(insts[i]));
  }
  sequence.values = numbers.size();
  sequence.operands = Csr<flow::Sequence::Operand>(static_cast<std::uint32_t>(insts.size()), operands);
  const auto edges = flow::dependences(sequence, {}, [&](std::uint32_t a, std::uint32_t b) {
    flow::MemoryRelation relation;
    if constexpr (requires { user.may_meet(insts[a], insts[b]); }) relation.same = user.may_meet(insts[a], insts[b]);
    return relation;
  });
  for (const auto& e : edges) {
    const Edge edge{first + e.from, first + e.to};
    if (out.empty() || !(out.back() == edge)) out.push_back(edge);  // several kinds between one pair are one edge
  }
}

/// What may come along, in a block with two candidates or more that carry.
template <class P, class Inst>
void find_movable([[maybe_unused]] P& program, const std::vector<Inst>& insts, std::uint32_t first,
                  std::size_t candidates, Problem& out) {
  if constexpr (requires { static_cast<bool>(program.may_carry(insts[0])); }) {
    std::uint32_t carrying = 0;
    for (std::size_t c = candidates; c < out.candidates.size(); ++c)
      carrying += out.candidates[c].kind < out.kinds.size() && out.kinds[out.candidates[c].kind].carry;
    if (carrying < 2) return;
    for (std::uint32_t i = 0; i < insts.size(); ++i) {
      while (candidates < out.candidates.size() && out.candidates[candidates].inst < first + i) ++candidates;
      const bool candidate = candidates < out.candidates.size() && out.candidates[candidates].inst == first + i;
      if (!candidate && program.may_carry(insts[i])) out.movable.push_back(first + i);
    }
  }
}

template <CandidateSource P>
void ingest(P& program, Problem& out) {
  if constexpr (requires { std::string(program.name()); }) out.name = program.name();
  if constexpr (requires { program.kinds().begin(); }) {
    for (const auto& kind : program.kinds()) out.kinds.push_back(kind);
  } else {
    out.kinds.emplace_back();
  }
  for (const auto& block : program.blocks()) {
    const std::uint32_t first = out.insts();
    const std::size_t candidates = out.candidates.size();
    std::vector<inst_of_t<P>> insts;
    for (const auto& inst : program.insts(block)) {
      if (const std::optional<Identified> found = program.identify(inst))
        out.candidates.push_back({first + static_cast<std::uint32_t>(insts.size()), found->kind, found->key,
                                  found->order, found->size, found->align});
      insts.push_back(inst);
    }
    if constexpr (HasDependences<P>) {
      for (const auto& [from, to] : program.dependences(block))
        out.edges.push_back({first + static_cast<std::uint32_t>(from), first + static_cast<std::uint32_t>(to)});
    } else {
      detail::find_dependences(program, insts, first, out.edges);
    }
    find_movable(program, insts, first, candidates, out);
    out.blocks.push_back({first, static_cast<std::uint32_t>(insts.size())});
  }
}

}  // namespace detail

/// Calls blocks, insts and identify once for each, in order, so identify may keep state between the instructions of a
/// block. O(instructions) and the dependences, see flow/dependences.hpp.
template <class P>
Problem ingest(P& program) {
#include <lathe/group/candidate_source.def>
  Problem out;
  if constexpr (CandidateSource<P>) detail::ingest(program, out);
  return out;
}

}  // namespace lathe::group
