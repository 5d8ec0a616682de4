// Passes on so many random functions, each before and behind: what the toy machine does, and what the equivalence checker says.
// Functions have flow of any shape, memory, calls, in SSA form or out of it, and then guards, too.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/program/equal.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace suite {

using namespace lathe;
using passes_test::many_steps;
using program::BlockId, program::InstId, program::ValueId;
using program::Operand, program::Role;
using toy::EditFunction;
using Random = toy::RandomFunctions;

/// What became of one function.
struct Verdict {
  bool changed = false;
  bool compared = true;  ///< it ends before so many steps
  std::string fault;     ///< empty: none
};
/// A pass, as it is run on the n-th function.
struct Row {
  const char* name;
  Verdict (*run)(std::uint32_t n);
};
/// Is each result to be changed behind its pass? This has to be seen.
inline bool spoils() {
  static const bool wanted = [] {
    const char* const text = std::getenv("LATHE_SPOIL");
    return text != nullptr && *text != 0;
  }();
  return wanted;
}
/// A constant, or a difference, is another one.
template <class Code>
void spoil(Code& f, Random& random) {
  using Op = toy::MachineInst::Op;
  std::vector<InstId> all;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.is_plain(i, Op::set) || f.is_plain(i, Op::sub) || f.is_plain(i, Op::add)) all.push_back(i);
  if (all.empty()) return;
  toy::FrameOp& op = f.payload(all[random.below(static_cast<std::uint32_t>(all.size()))]);
  if (op.op.op == Op::set)
    op.op.constant += 1;
  else
    op.op.op = op.op.op == Op::add ? Op::sub : Op::add;
}
/// All of them, in the order of their files.
std::vector<Row>& rows();
/// Makes a row, before main.
struct Add {
  Add(const char* name, Verdict (*run)(std::uint32_t n)) { rows().push_back({name, run}); }
};

/// Knobs: how many changes, how many registers (0: as many as are wanted).
inline std::uint64_t fuel_of(Random& random) { return random.below(4) == 0 ? random.below(6) : ~std::uint64_t{0}; }
inline passes_test::Registers registers_of(Random& random) { return {random.below(2) == 0 ? 0 : 3 + random.below(6)}; }

/// Calls in front of some instructions; some read what they give.
inline void add_calls(EditFunction& f, Random& random) {
  using Op = toy::MachineInst::Op;
  std::vector<InstId> all;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      const bool plain = f.payload(i).kind == toy::FrameOp::Kind::plain;
      if (plain && !f.inst(i).reads.empty() && random.below(16) == 0) all.push_back(i);
    }
  for (const InstId i : all) {
    const toy::MachineInst m = f.inst(i);
    const ValueId result = f.make_value();
    const Operand<ValueId> both[] = {{ValueId(m.reads.back()), Role::use}, {result, Role::def}};
    f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {Op::call, 0, random.below(3)}, 0}, both), {f.parent(i), i});
    const bool sum = m.reads.size() == 2 && m.reads[0] != m.reads[1];  // what ends loops reads one register twice
    if (m.op == Op::show || (sum && m.op != Op::branch))
      if (random.below(2) == 0) f.set_operand(i, static_cast<std::uint32_t>(m.reads.size() - 1), result);
  }
}
/// Behind some sums another word is put into their register under a guard of either sense. Not in SSA form any more.
inline void add_guards(EditFunction& f, Random& random) {
  using Op = toy::MachineInst::Op;
  std::vector<ValueId> conditions;
  for (const InstId i : f.instructions(*f.blocks().begin()))
    if (f.is_plain(i, Op::set) && f.inst(i).constant < 50) conditions.push_back(ValueId(f.inst(i).writes[0]));
  std::set<ValueId> later(conditions.begin(), conditions.end());  // no word yet
  for (const BlockId b : std::vector<BlockId>(f.blocks().begin(), f.blocks().end()))
    for (const InstId i : std::vector<InstId>(f.instructions(b).begin(), f.instructions(b).end())) {
      for (const std::uint32_t to : f.inst(i).writes) later.erase(ValueId(to));
      const toy::MachineInst m = f.inst(i);
      const bool sum = f.is_plain(i, Op::add) || f.is_plain(i, Op::sub) || f.is_plain(i, Op::mul);
      if (!sum || m.reads[0] == m.reads[1] || random.below(4) != 0) continue;
      const ValueId to(m.writes[0]);
      const ValueId guard = random.below(2) == 0 && m.reads[0] != to.value
                                ? ValueId(m.reads[0])
                                : conditions[random.below(static_cast<std::uint32_t>(conditions.size()))];
      if (guard == to || later.count(guard) != 0) continue;
      const auto at = f.where(i);  // behind it
      const Operand<ValueId> condition{guard, Role::guard, random.below(2) == 0};
      const Operand<ValueId> old{to, Role::use, false, true}, result{to, Role::def};
      if (random.below(2) == 0) {
        const Operand<ValueId> operands[] = {condition, old, result};
        f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {Op::set, random.below(3), 0}, 0}, operands), at);
      } else {
        const ValueId from = conditions[random.below(static_cast<std::uint32_t>(conditions.size()))];
        if (later.count(from) != 0) continue;
        const Operand<ValueId> operands[] = {condition, {from, Role::use}, old, result};
        f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::move, {}, 0}, operands), at);
      }
    }
}

/// What became of a function that the toy machine runs and the checker does not follow.
inline Verdict ran(EditFunction& before, EditFunction& behind, std::uint64_t changes, Random& random) {
  Verdict out;
  out.changed = changes != 0;
  if (spoils()) spoil(behind, random);
  const auto was = toy::run_stored(before, many_steps);
  out.compared = was.has_value();
  if (!was) return out;
  const auto is = toy::run_stored(behind, 4 * many_steps);
  if (!is || was->shown != is->shown || was->memory != is->memory)
    out.fault = "does something else\n" + before.text() + "became\n" + behind.text();
  return out;
}

enum class Form : std::uint8_t { ssa, left, guarded };

/// The n-th function, before and behind, and random numbers for the knobs. `more(f, random)` adds what a pass looks for.
template <class Code = EditFunction>
class Pair {
 public:
  template <class More>
  Pair(std::uint32_t n, Form form, More&& more)
      : random_(n * 2U + 1U), ssa_(random_.next()), before(ssa_), behind(ssa_), knobs(n ^ 0x5bd1e995U) {
    for (Code* const f : {&before, &behind}) {
      Random same(n + 77U);
      copies_for_zeros(*f);
      if (same.below(2) == 0) add_calls(*f, same);
      if (form == Form::ssa) more(*f, same);
      if (form != Form::ssa) passes_test::leave_ssa(*f), more(*f, same);
      if (form == Form::guarded) add_guards(*f, same);
    }
  }
  Pair(std::uint32_t n, Form form) : Pair(n, form, [](Code&, Random&) {}) {}

 private:
  Random random_;
  toy::SsaFunction ssa_;

 public:
  Code before, behind;
  Random knobs;

  /// With the machine, and where `checker` is set with the equivalence checker.
  template <class Run>
  Verdict judge(std::uint64_t changes, bool checker, Run&& run) {
    Verdict out;
    if (spoils()) spoil(behind, knobs);
    out.changed = changes != 0;
    const auto was = run(before, many_steps);
    if (!was) {
      out.compared = false;
      return out;
    }
    const auto is = run(behind, 2 * many_steps);
    if (!is)
      out.fault = "does not end";
    else if (was->shown != is->shown)
      out.fault = "shows something else";
    else if (was->memory != is->memory)
      out.fault = "leaves another memory";
    else if (checker)
      out.fault = unlike();
    if (!out.fault.empty()) out.fault += "\n" + before.text() + "became\n" + behind.text();
    return out;
  }
  // What the checker has against it; empty: nothing. That no path ends is said, too: it would have judged nothing.
  std::string unlike() const {
    const auto answer = program::equal::run(before, behind);
    return answer.equal() ? "" : answer.differs() ? "is not equal by the checker" : "was not compared: no path ends";
  }
  Verdict judge(std::uint64_t changes, bool checker = true) {
    return judge(changes, checker, [](const Code& f, std::uint32_t steps) { return toy::run_stored(f, steps); });
  }
};
inline Form form_of(std::uint32_t n) { return static_cast<Form>(n % 3); }

}  // namespace suite
