// Partly redundant computations: what a block computes that is there already on all ways into it but one is computed at
// the end of that one way instead, and a phi chooses. Part of common_subexpressions.hpp, which finds the like instructions.
//
// The one way leads nowhere else, so nothing is computed that was not before, and it is run less often than the block.
// What traps, and what reads memory, is taken where nothing in front of it in its block stands against.
// Cost: O(ways * like instructions) for each instruction that is looked at; blocks with more than `most_ways` are not.
// Source: the idea of Morel, Renvoise, "Global optimization by suppression of partial redundancies" (CACM 1979), for one
// block and its ways; no lazy placement, as insertion is at the latest place already.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/passes/places.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/passes/ssa_update.hpp>

namespace lathe::passes::detail {

/// What is to be done for one instruction.
template <View P>
struct PartlyRedundant {
  std::uint32_t block = none, missing = none;               ///< where it stands; from where it is not there
  std::vector<std::pair<std::uint32_t, value_t<P>>> found;  ///< from where which value is
};

/// The one result that an instruction has; nothing: none, or several. O(operands).
template <View P>
std::optional<value_t<P>> only_result(const P& p, const inst_t<P>& i) {
  std::optional<value_t<P>> out;
  bool one = true;
  p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
    if (!o.is_def() || scratched(p, o)) return;
    one &= !out;
    out = o.value;
  });
  return one ? out : std::nullopt;
}

/// The question alone; nothing is changed. All of them outlive it.
template <Editor P>
class PartialRedundancy {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  static constexpr std::uint32_t most_ways = 8;
  PartialRedundancy(const P& code, const program::Known<P>& known, const program::ControlFlow<P>& flow,
                    Places<P>& places, const Reach& reach)
      : code_(code), known_(known), flow_(flow), places_(places), reach_(reach) {}

  /// `same`: what computes the same as `i`, and still stands. Nothing: it is not there on all ways but one, or that one
  /// leads elsewhere, too, or is as frequent, or something stands against.
  std::optional<PartlyRedundant<P>> look(const Inst& i, const std::vector<Inst>& same) {
    const Standing here = places_.of(i);
    const auto ways = flow_.predecessors(here.block);
    if (!only_result(code_, i) || here.block == 0 || ways.size() < 2 || ways.size() > most_ways ||
        !places_.reachable(here.block))
      return {};
    PartlyRedundant<P> out;
    out.block = here.block;
    for (const std::uint32_t way : ways) {
      if (!places_.reachable(way)) return {};
      if (const auto value = there(i, same, way))
        out.found.emplace_back(way, *value);
      else if (out.missing != none)
        return {};
      else
        out.missing = way;
    }
    if (out.missing == none || out.found.empty() || flow_.successors(out.missing).size() != 1) return {};
    if (places_.frequency[out.missing] * 1.0001 >= places_.frequency[here.block]) return {};
    const Standing end = places_.end_of(out.missing);
    if (!places_.reads_settled(i, end) || !may_move_up(i, here, end)) return {};
    return out;
  }

 private:
  // The value at the end of a block that is what the instruction computes.
  std::optional<Value> there(const Inst& i, const std::vector<Inst>& same, std::uint32_t way) {
    for (const Inst& other : same) {
      const Standing at = places_.of(other);
      if (other == i || !places_.dominators.dominates(at.block, way)) continue;
      if (!places_.clean(i, at, {way, ~std::uint64_t{0}}, reach_)) continue;
      return only_result(code_, other);
    }
    return {};
  }
  // To the end of the one way into its block: nothing between writes what it reads, or leaves, or might not come back.
  bool may_move_up(const Inst& i, const Standing& here, const Standing& end) const {
    const bool safe = places_.cannot_fault(i);
    if (!safe && (places_.may_leave(end.block) || places_.behind_a_terminator(here))) return false;
    for (const std::uint32_t w : places_.writers(end.block))  // what ends the block may write, too
      if (places_.of(w).at > end.at && places_.may_write(known_.insts[w], i)) return false;
    for (const std::uint32_t w : places_.writers(here.block)) {
      if (places_.of(w).at >= here.at) break;
      const Inst& writer = known_.insts[w];
      if (places_.may_write(writer, i)) return false;
      if (!safe && code_.effects(writer).role() == program::MemoryRole::fence) return false;
    }
    return true;
  }

  const P& code_;
  const program::Known<P>& known_;
  const program::ControlFlow<P>& flow_;
  Places<P>& places_;
  const Reach& reach_;
};

}  // namespace lathe::passes::detail
