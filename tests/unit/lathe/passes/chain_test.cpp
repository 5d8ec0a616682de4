// A chain of passes: the analyses that it keeps equal those made anew behind random edits of every kind, and passes in
// random order on one chain do what each does on a chain of its own.
#include <doctest/doctest.h>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/common_subexpressions.hpp>
#include <lathe/passes/hoist.hpp>
#include <lathe/passes/if_conversion.hpp>
#include <lathe/passes/late_cleanup.hpp>
#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/propagate_copies.hpp>
#include <lathe/passes/sink.hpp>
#include <lathe/passes/split_edges.hpp>
#include <lathe/passes/tail_duplication.hpp>

#include "support/rounds.hpp"
#include "unit/lathe/passes/value_checks.hpp"
#include "unit/lathe/program/random_edits.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;

template <class P>
void ask_all(passes::Chain<P>& chain) {
  chain.places();
  chain.live_out();
  chain.template get<flow::FollowLiveness<P>>();
  chain.template get<flow::FollowDominators<P>>();
  chain.template get<flow::FollowLoops<P>>();
}

constexpr std::uint32_t pass_count = 12;

using Chain = passes::Chain<EditFunction>;
using Verify = program::Verifying<EditFunction, Chain>;

/// The k-th pass. How many changes it made. What is instantiated for one form of it is compiled once.
std::uint64_t run_pass(std::uint32_t k, Chain& on, std::uint32_t limit, Verify& verify) {
  const Registers registers{limit};
  NoRemarks quiet;
  switch (k) {
    case 0:
      return passes::hoist(on, registers, {}, quiet, verify).changes;
    case 1:
      return passes::common_subexpressions(on, registers, {}, quiet, verify).changes;
    case 2:
      return passes::sink(on, registers, {}, quiet, verify).changes;
    case 3:
      return passes::propagate_copies(on, {}, quiet, verify).changes;
    case 4:
      return passes::late_cleanup(on, {}, quiet, verify).changes;
    case 5:
      return passes::coalesce(on, {}, quiet, verify).changes;
    case 6:
      return passes::split_edges(on, {}, quiet, verify).changes;
    case 7:
      return passes::optimize_phis(on, {}, quiet, verify).changes;
    case 8: {
      passes::TailDuplicationOptions options;
      options.early = options.keep_ssa = true;
      return passes::duplicate_tails(on, options, quiet, verify).changes;
    }
    case 9:
      return passes::fold_branches(on, {}, quiet, verify).changes;
    case 10:
      return passes::convert_ifs(on, {}, quiet, verify).changes;
    default: {
      passes::HoistOptions options;
      options.sink_to_avoid_spills = true;
      options.split_edges = false;
      return passes::hoist(on, registers, options, quiet, verify).changes;
    }
  }
}

}  // namespace

TEST_CASE("chain: what is there equals what is made anew, behind every edit") {
  std::mt19937 random(7);
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  for (int round = 0; round < lathe::test::rounds(150); ++round) {
    CAPTURE(round);
    program_test::TimedCode code;
    program_test::fill(pick, code, 10);
    passes::Chain<program_test::TimedCode> chain(code);
    program::Verifying verify(code, chain);
    program::Editing editing(code, chain, verify);
    if (round % 2 == 0) ask_all(chain);
    for (int edit = 0; edit < 40; ++edit) {
      if (edit == 20) ask_all(chain);
      const bool back = pick(8) == 0;
      if (back) editing.begin();
      program_test::random_edit(pick, code, editing);
      if (back) editing.rollback();
      if (!verify.faults().empty()) FAIL(verify.faults().begin()->text);
      if (pick(10) == 0) chain.start(pick(2) == 0);
    }
  }
}

TEST_CASE("chain: many instructions that go to one place") {
  SmallCode code;
  const BlockId a = code.block(), b = code.block();
  const ValueId p = code.parameter();
  for (int k = 0; k < 300; ++k) code.op(a, "op", Effects(), {p});
  code.jump(a, b);
  code.show(b, {p});
  code.ret(b);
  passes::Chain chain(static_cast<SmallCode&>(code));
  program::Verifying verify(code, chain);
  passes::ChainEditing<SmallCode, decltype(verify)> editing(code, chain, verify);
  chain.places();
  std::vector<InstId> all;
  for (const InstId i : code.instructions(a)) all.push_back(i);
  const InstId reader = *code.instructions(b).begin();
  for (std::size_t k = all.size() - 1; k-- > 0;) editing.move(all[k], {b, reader});
  if (!verify.faults().empty()) FAIL(verify.faults().begin()->text);
  CHECK(chain.places().of(all[3]) < chain.places().of(all[2]));
}

TEST_CASE("chain: passes in random order do what each does alone") {
  toy::RandomFunctions random(11);
  std::uint64_t changes[pass_count] = {};
  for (int round = 0; round < lathe::test::rounds(150); ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction alone(ssa), shared(ssa);
    copies_for_zeros(alone);
    copies_for_zeros(shared);
    EditFunction before(ssa);
    copies_for_zeros(before);
    if (round % 3 == 0) {
      leave_ssa(alone);
      leave_ssa(shared);
      leave_ssa(before);
    }
    Chain chain(shared);
    Verify verify(shared, chain);
    const std::uint32_t limit = random.below(2) == 0 ? 0 : 4 + random.below(3);
    std::string order;
    for (int k = 0; k < 8; ++k) {
      const std::uint32_t pass = random.below(pass_count);
      order += " " + std::to_string(pass);
      Chain once(alone);
      Verify verify_once(alone, once);
      const std::uint64_t mine = run_pass(pass, once, limit, verify_once);
      const std::uint64_t theirs = run_pass(pass, chain, limit, verify);
      changes[pass] += mine;
      if (!verify.faults().empty()) FAIL(order << ": " << verify.faults().begin()->text);
      if (mine != theirs || alone.text() != shared.text())
        FAIL("passes" << order << " from\n"
                      << before.text() << "alone\n"
                      << alone.text() << "on a chain\n"
                      << shared.text());
    }
    same_to_the_machine(before, shared);
  }
  for (std::uint32_t k = 0; k < pass_count; ++k) {
    CAPTURE(k);
    CHECK((changes[k] > 0 || lathe::test::sanitized));
  }
}
