// Phis that are no choice, on random functions with loops: what the toy machine does before and behind, the equivalence
// checker beside it, and a slow twin that looks for what was left.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include <lathe/passes/optimize_phis.hpp>
#include <lathe/program/journal_text.hpp>

#include "unit/lathe/passes/random_functions.hpp"

namespace {

using namespace lathe;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;

struct Phi {
  std::uint32_t result;
  std::set<std::uint32_t> takes;
};
std::vector<Phi> phis_of(const EditFunction& f) {
  std::vector<Phi> out;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      if (f.payload(i).kind != toy::FrameOp::Kind::phi) continue;
      out.push_back({f.inst(i).writes[0], {}});
      f.for_each_incoming(i, [&](BlockId, ValueId v) { out.back().takes.insert(v.value); });
    }
  return out;
}

// More phis than there need be. In a block with a phi: t = phi(e, e, ..) of a value of the entry, read in e's place; and
// where a block is its own successor, s = phi(a, s), which nobody reads.
void add_phis(EditFunction& f, toy::RandomFunctions& random) {
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

}  // namespace

TEST_CASE("phis of one value and dead phis go, and the code does the same") {
  std::uint64_t gone = 0;
  passes_test::on_random_functions(
      11,
      [&](EditFunction& f, toy::RandomFunctions& random) {
        add_phis(f, random);
        return [&](EditFunction& code) {
          const auto result = passes::optimize_phis(code);
          gone += result.stats.single_value + result.stats.dead;
        };
      },
      [](const EditFunction&, const EditFunction& f) {
        // Blocks that nothing reaches are not in SSA form: a register may have a definition there, too.
        std::map<std::uint32_t, int> defs;
        for (const BlockId b : f.blocks())
          for (const InstId i : f.instructions(b))
            f.for_each_operand(i, [&](const auto& o) { defs[o.value.value] += o.is_def(); });
        for (const Phi& phi : phis_of(f)) {
          std::set<std::uint32_t> others = phi.takes;
          others.erase(phi.result);
          CHECK((others.size() != 1 || defs[*others.begin()] > 1));
        }
      });
  CHECK(gone > 300);
}

TEST_CASE("its journal is its plan: every prefix does the same") {
  toy::RandomFunctions random(12);
  std::uint64_t changes = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction code(ssa), before(ssa);
    toy::RandomFunctions one(static_cast<std::uint32_t>(round)), same(static_cast<std::uint32_t>(round));
    add_phis(code, one);
    add_phis(before, same);
    program::Journal<EditFunction> journal(code);
    const auto result = passes::optimize_phis(code, {}, NoRemarks{}, journal);
    CHECK(journal.changes() <= result.stats.single_value + result.stats.dead);  // a cycle goes at once
    changes += journal.changes();
    for (std::uint64_t n = 0; n <= journal.changes(); n += 1 + journal.changes() / 4) {
      EditFunction copy(ssa);
      toy::RandomFunctions again(static_cast<std::uint32_t>(round));
      add_phis(copy, again);
      const auto done = program::replay(copy, journal.entries(), n);
      REQUIRE(done.complete());
      CHECK(done.changes == n);
      passes_test::compare(before, copy);
    }
    std::string error;
    CHECK(program::read_journal(program::journal_text(journal.entries()), "j", error) == journal.entries());
  }
  CHECK(changes > 60);
}
