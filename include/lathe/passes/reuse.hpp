// One instruction's results in place of another's that computes the same: who may be taken, who may go, and the change
// itself, asked of the pressure gate. What common subexpressions and invariant code (hoist.hpp) share; that two compute the
// same is what expressions.hpp says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/places.hpp>

namespace lathe::passes {

/// What an instruction writes, in order, without what is only in the way (scratched). O(operands).
template <View P>
std::vector<value_t<P>> results_of(const P& p, const inst_t<P>& i) {
  std::vector<value_t<P>> out;
  p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
    if (o.is_def() && !scratched(p, o)) out.push_back(o.value);
  });
  return out;
}

/// Does each of these keep its word from its one definition on, and may instructions name it? O(1) for each.
template <View P>
bool lasting(const P& p, const program::UseDef<P>& uses, const std::vector<value_t<P>>& results) {
  return std::all_of(results.begin(), results.end(),
                     [&](const value_t<P>& v) { return !pinned(p, v) && uses.defs(v) == 1 && nameable(p, v); });
}

/// Does nobody read it, and may it go by any name? O(1).
template <View P>
bool unread(const P& p, const program::UseDef<P>& uses, const LiveOut<P>& live_out, const value_t<P>& v) {
  return !pinned(p, v) && uses.uses(v) == 0 && !live_out.has(v);
}

/// May whoever reads this result of an instruction that stands under no guard read another value that has the same word
/// there? O(mentions).
template <View P>
bool readers_may_take_another(const Places<P>& places, const P& p, const LiveOut<P>& live_out, const inst_t<P>& i,
                              const value_t<P>& v) {
  if (unread(p, places.uses(), live_out, v)) return true;
  return renamable(p, places.uses(), live_out, v) && places.reads_behind(v, places.of(i));
}

/// What became of an attempt to take another's results.
enum class Reuse : std::uint8_t {
  taken,
  dear,   ///< in registers
  spent,  ///< there was no fuel left
};

/// The instruction goes, and `by` is read in place of its results, if dear() does not say of the change, tried on the
/// gate, that it is too dear. Precondition: each of `by` has the word of the result in its place wherever that is read,
/// and there are as many. O(mentions), and what the gate takes.
template <Editor P, class Gate, class Change, class Editing, class Dear>
Reuse take_results(P& code, Gate& gate, Change& changes, Editing& editing, const program::UseDef<P>& uses,
                   const inst_t<P>& i, const std::vector<value_t<P>>& results, const std::vector<value_t<P>>& by,
                   const char* name, Dear&& dear) {
  gate.begin();
  for (std::size_t k = 0; k < results.size(); ++k) gate.replace(results[k], by[k]);
  gate.erase(i);
  const bool too_dear = dear();
  if (too_dear || !changes.next(name)) {
    gate.back();
    return too_dear ? Reuse::dear : Reuse::spent;
  }
  gate.keep();
  changes.remark(Remark::Kind::passed, name, code, i,
                 [&] { return inst_name(code, i) + " is what " + value_name(code, by[0]) + " has"; });
  for (std::size_t k = 0; k < results.size(); ++k) replace_reads(editing, uses, results[k], by[k]);
  editing.erase(i);
  return Reuse::taken;
}

}  // namespace lathe::passes
