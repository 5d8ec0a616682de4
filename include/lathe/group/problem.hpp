// The problem of grouping instructions: blocks of instructions, candidates among them, and what must stay in order.
//
// A candidate has a key (what it must have in common with those it is merged with: a base address, a texture) and an
// order number within the key (an offset); it covers [order, order + size). A group is two or more candidates of one
// block, kind and key that become one instruction. The text form:
//
//   group NAME
//   kind load gap 0 least 2 most 4 powers aligned early    # or late; then maybe: carry, suffix .x
//   block 8                                              # eight instructions
//   candidate 3 kind 0 key 17 order 4 size 4 align 16    # instruction 3, counted over all blocks
//   movable 2                                            # 2 computes only: groups of kinds that carry may take it along
//   edge 2 3                                             # 2 must stay before 3
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/support/fault.hpp>

namespace lathe::group {

/// What may be merged, and how. The rule `form` of TableForm reads all of it; the grouper itself gap, most and place.
struct Kind {
  /// Where the group's instruction stands: as early as dependences allow, or as late.
  enum class Place : std::uint8_t { early, late };
  std::string name = "group";  ///< for texts
  std::int64_t gap = 0;        ///< order numbers that may lie between one member and the next; 0: they must touch
  std::uint32_t least = 2;     ///< members
  std::uint32_t most = 4;      ///< members
  bool powers = false;         ///< only 2, 4, 8, ... members
  bool aligned = false;        ///< the first order number is a multiple of the whole group's size, known from `align`
  Place place = Place::early;  ///< near the first member (loads) or near the last one (stores), as dependences allow
  std::string suffix{};        ///< of the names of its groups, behind the kind's name and a number
  bool carry = false;          ///< what members need and is movable may come along, in front of the group
  bool operator==(const Kind&) const = default;
};

/// An instruction that may join others: those of one kind and key, in the order of `order`.
struct Candidate {
  std::uint32_t inst = 0;  ///< number of the instruction
  std::uint32_t kind = 0;  ///< into the kinds
  std::uint64_t key = 0;   ///< only candidates of equal keys become one
  std::int64_t order = 0;  ///< its order number; members rise by it
  std::uint32_t size = 1;
  std::uint32_t align = 1;  ///< order number 0 lies at a multiple of this; a power of two
  bool operator==(const Candidate&) const = default;
};

/// `from` must stay before `to`; both in one block.
struct Edge {
  std::uint32_t from = 0, to = 0;  ///< numbers of instructions
  bool operator==(const Edge&) const = default;
};

/// A stretch of instructions.
struct Block {
  std::uint32_t first = 0, count = 0;  ///< instructions
  bool operator==(const Block&) const = default;
};

/// What numbers may be: sums of order numbers and sizes then stay far inside 64 bits.
struct Limits {
  /// Numbers may be up to this: instructions, kinds, sizes of candidates, members of a group.
  static constexpr std::uint32_t insts = 1U << 24, kinds = 1U << 16, size = 1U << 20, most = 1U << 10;
  static constexpr std::int64_t order = std::int64_t{1} << 48;  ///< either way; also of gaps
};

/// All plain data; check_problem says what is well formed.
struct Problem {
  std::string name;
  std::vector<Kind> kinds;
  std::vector<Block> blocks;          ///< one after the other, without holes
  std::vector<Candidate> candidates;  ///< by instruction, each once
  std::vector<Edge> edges;
  std::vector<std::uint32_t>
      movable{};  ///< instructions that edges alone hold where they are; ascending, no candidates
  bool operator==(const Problem&) const = default;
  /// All instructions, of all blocks.
  std::uint32_t insts() const { return blocks.empty() ? 0 : blocks.back().first + blocks.back().count; }
};

enum class ProblemFault : std::uint8_t { bad_kind, bad_block, bad_candidate, bad_edge, bad_movable, too_large };

/// Everything that is wrong with a problem. O(size).
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> out;
  if (p.kinds.size() > Limits::kinds) out.add(ProblemFault::too_large, 0, "too many kinds");
  for (std::uint32_t k = 0; k < p.kinds.size(); ++k) {
    const Kind& kind = p.kinds[k];
    if (kind.gap < 0 || kind.gap > Limits::order || kind.least < 2 || kind.most < kind.least ||
        kind.most > Limits::most || kind.name.empty() || kind.name.find_first_of(" \t\r\n,#") != std::string::npos ||
        kind.suffix.find_first_of(" \t\r\n,#") != std::string::npos)
      out.add(ProblemFault::bad_kind, k,
              "a kind wants a name of one word, a suffix without blanks, gap >= 0, and 2 <= least <= most <= 1024");
  }
  std::uint64_t next = 0;
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    if (p.blocks[b].first != next)
      out.add(ProblemFault::bad_block, b, "a block does not begin where the last one ends");
    next = std::uint64_t{p.blocks[b].first} + p.blocks[b].count;
    if (next > Limits::insts) {
      out.add(ProblemFault::too_large, b, "too many instructions");
      return out;
    }
  }
  if (!out.empty()) return out;
  const std::uint32_t insts = p.insts();
  std::vector<std::uint32_t> block_of(insts);
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < p.blocks[b].count; ++i) block_of[p.blocks[b].first + i] = b;
  for (std::uint32_t c = 0; c < p.candidates.size(); ++c) {
    const Candidate& at = p.candidates[c];
    if (at.inst >= insts || at.kind >= p.kinds.size() || (c != 0 && p.candidates[c - 1].inst >= at.inst))
      out.add(ProblemFault::bad_candidate, c, "no such instruction or kind, or candidates out of order");
    if (at.order < -Limits::order || at.order > Limits::order || at.size == 0 || at.size > Limits::size ||
        at.align == 0 || (at.align & (at.align - 1)) != 0)
      out.add(ProblemFault::bad_candidate, c, "order, size or align out of range; align is a power of two");
  }
  for (std::uint32_t e = 0; e < p.edges.size(); ++e) {
    const Edge& at = p.edges[e];
    if (at.from >= at.to || at.to >= insts || block_of[at.from] != block_of[at.to])
      out.add(ProblemFault::bad_edge, e, "an edge goes forward within a block");
  }
  std::size_t c = 0;
  for (std::uint32_t m = 0; m < p.movable.size(); ++m) {
    const std::uint32_t inst = p.movable[m];
    while (c < p.candidates.size() && p.candidates[c].inst < inst) ++c;
    if (inst >= insts || (m != 0 && p.movable[m - 1] >= inst) ||
        (c < p.candidates.size() && p.candidates[c].inst == inst))
      out.add(ProblemFault::bad_movable, m, "no such instruction, a candidate, or movable ones out of order");
  }
  return out;
}

}  // namespace lathe::group
