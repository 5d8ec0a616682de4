// Random functions of the toy machine with more of what a pass looks for: names that are used again, blocks that begin or end alike,
// sides of branches, phis that are no choice, guards, registers that are shared as behind assignment.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <lathe/passes/blocks.hpp>
#include <lathe/program/editing.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace passes_test {

namespace passes = lathe::passes;
namespace program = lathe::program;
using toy::EditFunction, toy::MachineInst;

// Out of SSA form, and what lives within a block alone gets one of three names as it comes.
inline void use_names_again(EditFunction& f) {
  passes_test::leave_ssa(f);
  std::map<std::uint32_t, std::set<std::uint32_t>> where;
  std::map<std::uint32_t, int> defs;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      f.for_each_operand(i, [&](const auto& o) {
        where[o.value.value].insert(b.value);
        defs[o.value.value] += o.is_def();
      });
  const ValueId names[] = {f.make_value(), f.make_value(), f.make_value()};
  for (const BlockId b : f.blocks()) {
    std::map<std::uint32_t, int> left;  // mentions to come
    std::map<std::uint32_t, ValueId> as;
    std::set<std::uint32_t> free = {0, 1, 2};
    std::vector<InstId> insts;
    for (const InstId i : f.instructions(b)) {
      insts.push_back(i);
      f.for_each_operand(i, [&](const auto& o) { ++left[o.value.value]; });
    }
    for (const InstId i : insts) {
      std::vector<program::Operand<ValueId>> operands;
      f.for_each_operand(i, [&](const auto& o) { operands.push_back(o); });
      for (std::uint32_t k = 0; k < operands.size(); ++k) {
        const std::uint32_t v = operands[k].value.value;
        --left[v];
        if (!as.count(v) && operands[k].is_def() && where[v].size() == 1 && defs[v] == 1 && !free.empty()) {
          as[v] = names[*free.begin()];
          free.erase(free.begin());
        }
        if (!as.count(v)) continue;
        f.set_operand(i, k, as[v]);
        if (left[v] == 0)
          for (std::uint32_t n = 0; n < 3; ++n)
            if (as[v] == names[n]) free.insert(n);
      }
    }
  }
}
inline InstId plain_inst(EditFunction& f, MachineInst::Op op,
                         std::initializer_list<program::Operand<ValueId>> operands) {
  return f.make(toy::FrameOp{toy::FrameOp::Kind::plain, {op, 0, 0}, 0}, std::span(operands.begin(), operands.size()));
}
// Two values of the entry, which are there everywhere.
inline std::array<ValueId, 2> of_entry(const EditFunction& f) {
  auto at = f.instructions(*f.blocks().begin()).begin();
  const ValueId one(f.inst(*at).writes[0]);
  return {one, ValueId(f.inst(*++at).writes[0])};
}
// Both ways out of some blocks begin alike, with results of their own; and some blocks end alike.
inline void add_copies(EditFunction& f, toy::RandomFunctions& random) {
  using program::Role;
  const auto [x, y] = of_entry(f);
  std::vector<BlockId> blocks;
  for (const BlockId b : f.blocks()) blocks.push_back(b);
  program::Editing editing(f);
  for (const BlockId b : blocks) {
    std::vector<BlockId> ways;
    f.for_each_successor(b, [&](BlockId s) { ways.push_back(s); });
    const bool heads = ways.size() == 2 && random.below(2) == 0, tail = ways.size() == 1 && random.below(3) != 0;
    for (std::uint32_t k = 0; heads && k < 2; ++k) {
      const BlockId made = editing.split_edge(b, k);
      const InstId jump = *f.instructions(made).begin();
      const ValueId sum = f.make_value(x);
      f.put(plain_inst(f, MachineInst::Op::add, {{x, Role::use}, {y, Role::use}, {sum, Role::def}}), {made, jump});
      f.put(plain_inst(f, MachineInst::Op::show, {{random.below(4) == 0 ? x : sum, Role::use}}), {made, jump});
    }
    if (!tail) continue;
    InstId jump = *f.instructions(b).begin();
    for (const InstId i : f.instructions(b)) jump = i;
    const ValueId sum = f.make_value(x);
    if (random.below(3) == 0) f.put(plain_inst(f, MachineInst::Op::show, {{y, Role::use}}), {b, jump});
    f.put(plain_inst(f, MachineInst::Op::sub, {{x, Role::use}, {y, Role::use}, {sum, Role::def}}), {b, jump});
    f.put(plain_inst(f, MachineInst::Op::show, {{sum, Role::use}}), {b, jump});
    if (random.below(2) == 0) continue;
    f.put(plain_inst(f, MachineInst::Op::ret, {{x, Role::use}}), {b, std::nullopt});  // it leaves instead
    editing.erase(jump);
    passes::forget_in_phis<EditFunction>(editing, ways[0], b);
  }
}
// Sides: on some edges out of branches a block with a sum, which a phi behind takes, and a store.
inline void add_sides(EditFunction& f, toy::RandomFunctions& random) {
  auto at = f.instructions(*f.blocks().begin()).begin();
  const ValueId x(f.inst(*at).writes[0]), y(f.inst(*++at).writes[0]);
  std::vector<BlockId> blocks;
  for (const BlockId b : f.blocks()) blocks.push_back(b);
  program::Editing editing(f);
  for (const BlockId b : blocks) {
    std::vector<BlockId> ways;
    f.for_each_successor(b, [&](BlockId s) { ways.push_back(s); });
    if (ways.size() != 2) continue;
    for (std::uint32_t k = 0; k < 2; ++k) {
      if (random.below(2) == 0) continue;
      const BlockId made = editing.split_edge(b, k);
      const InstId jump = *f.instructions(made).begin();
      const ValueId sum = f.make_value(x);
      f.put(plain_inst(f, MachineInst::Op::add, {{x, Role::use}, {y, Role::use}, {sum, Role::def}}), {made, jump});
      if (random.below(2) == 0)
        f.put(plain_inst(f, MachineInst::Op::store, {{x, Role::use}, {sum, Role::use}}), {made, jump});
      passes::change_phis<EditFunction>(editing, ways[k], [&](auto& in) {
        for (auto& one : in)
          if (one.first == made && random.below(2) == 0) one.second = sum;
      });
    }
  }
}
// More phis than there need be. In a block with a phi: t = phi(e, e, ..) of a value of the entry, read in e's place; and
// where a block is its own successor, s = phi(a, s), which nobody reads.
inline void add_phis(EditFunction& f, toy::RandomFunctions& random) {
  const BlockId entry = *f.blocks().begin();
  const ValueId first(f.inst(*f.instructions(entry).begin()).writes[0]);
  for (const BlockId b : f.blocks()) {
    std::vector<InstId> phis, others;
    for (const InstId i : f.instructions(b))
      (f.payload(i).kind == toy::FrameOp::Kind::phi ? phis : others).push_back(i);
    if (phis.empty() || b == entry || random.below(2) == 0) continue;
    const auto add = [&](auto&& change) {
      const InstId more = f.clone(phis[0]);
      const ValueId made = f.make_value(first);
      f.set_operand(more, 0, made);
      std::vector<std::pair<BlockId, ValueId>> in;
      f.for_each_incoming(phis[0], [&](BlockId from, ValueId v) { in.emplace_back(from, v); });
      for (auto& one : in) change(one, made);
      f.set_incoming(more, in);
      f.put(more, {b, phis[0]});
      return made;
    };
    const ValueId t = add([&](auto& one, ValueId) { one.second = first; });
    for (const InstId i : others) {
      std::uint32_t k = 0, at = ~0U;
      f.for_each_operand(i, [&](const auto& o) {
        if (!o.is_def() && (o.value == first || f.is_plain(i, toy::MachineInst::Op::show))) at = k;
        ++k;
      });
      if (at != ~0U) f.set_operand(i, at, t);
    }
    add([&](auto& one, ValueId made) {
      if (one.first == b) one.second = made;
    });
  }
}
// The same, under guards of either sense: in front of an instruction, behind it, and at the end of its block, where it may
// mean something else.
inline void guard_some(EditFunction& f, toy::RandomFunctions& random) {
  std::vector<InstId> all;
  std::vector<ValueId> words;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      if (f.effects(i).reusable() && f.inst(i).writes.size() == 1 && random.below(3) == 0) all.push_back(i);
      for (const auto r : f.inst(i).writes) words.emplace_back(r);
    }
  for (const InstId i : all) {
    const auto m = f.inst(i);
    if (std::find(m.reads.begin(), m.reads.end(), m.writes[0]) != m.reads.end()) continue;
    const ValueId guard = words[random.below(static_cast<std::uint32_t>(words.size()))];
    if (guard.value == m.writes[0]) continue;
    const bool negated = random.below(2) == 0;
    for (const std::uint32_t place : {0U, 1U, 1U, 2U}) {
      std::vector<lathe::program::Operand<ValueId>> operands{{guard, Role::guard, negated}};
      f.for_each_operand(i, [&](const auto& o) { operands.push_back(o); });
      const InstId made = f.make(toy::FrameOp(f.payload(i)), operands);
      auto at = f.where(i);
      if (place == 1) {
        bool here = false;
        at.before.reset();
        for (const InstId other : f.instructions(*at.block)) {
          if (here && !at.before) at.before = other;
          here |= other == i;
        }
      } else if (place == 2) {
        for (const InstId other : f.instructions(*at.block))
          if (f.effects(other).has(Effect::terminator)) {
            at.before = other;
            break;
          }
      }
      f.put(made, at);
    }
  }
}
// Every register keeps its name, as behind assignment.
struct Assigned : EditFunction {
  static constexpr program::Facts facts = EditFunction::facts | Fact::pinned;
  using EditFunction::EditFunction;
  static bool pinned(ValueId) { return true; }
};
// As if there were fewer registers than values, which share them at random.
inline void assign(EditFunction& f, std::uint32_t percent) {
  leave_ssa(f);
  const std::uint32_t registers = static_cast<std::uint32_t>(f.value_count()) * percent / 100 + 1;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      std::vector<ValueId> operands;
      f.for_each_operand(i, [&](const auto& o) { operands.push_back(o.value); });
      for (std::uint32_t k = 0; k < operands.size(); ++k)
        f.set_operand(i, k, ValueId(operands[k].value * 7 % registers));
    }
}

}  // namespace passes_test
