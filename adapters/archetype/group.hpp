// The poorest types that satisfy lathe::group's concepts: what they cannot do, the grouper must not need.
#pragma once

#include <lathe/group.hpp>

#include "adapters/archetype/range.hpp"
#include "adapters/archetype/view.hpp"

namespace archetype {

/// Two blocks of six instructions, the even ones candidates; handles know nothing but themselves. This one names its
/// dependences.
struct GroupGrouper {
  struct Block {
    std::uint32_t number;
  };
  struct Inst {
    std::uint32_t number;
  };
  struct Pair {
    std::uint32_t first, second = first + 1;
  };
  struct Count {
    operator std::uint32_t() const { return 2; }
  };
  Range<Block> blocks() { return {2}; }
  Range<Inst> insts(Block) { return {6}; }
  Range<Pair> dependences(Block) { return {1}; }
  std::optional<lathe::group::Identified> identify(Inst i) {
    if (i.number % 2 != 0) return std::nullopt;
    return lathe::group::Identified{0, i.number / 2};
  }
  Count form(std::span<const lathe::group::Candidate>) { return {}; }
  void merge(const lathe::group::Merging<Block, Inst>&) { ++merged; }
  void clean_up() { ++cleaned; }
  int merged = 0, cleaned = 0;

  GroupGrouper() = default;
  GroupGrouper(const GroupGrouper&) = delete;
};
/// This one leaves dependences to be found from operands and memory.
struct GroupProgram : GroupGrouper {
  struct Operand {
    Handle<struct GroupValueTag> value;
    bool is_def = false;
    explicit Operand(std::uint32_t i) : value(static_cast<int>(i)) {}
  };
  struct Memory {
    operator lathe::flow::Sequence::Memory() const { return lathe::flow::Sequence::Memory::reads; }
  };
  Range<Pair> dependences(Block) = delete;
  Range<Operand> operands(Inst) { return {1}; }
  Memory memory(Inst) { return {}; }
};
static_assert(lathe::group::explain_grouper<GroupGrouper>());
static_assert(lathe::group::explain_grouper<GroupProgram>());

}  // namespace archetype
