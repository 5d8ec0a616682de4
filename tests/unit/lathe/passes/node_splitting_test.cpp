// Node splitting: behind it every cycle is a natural loop, and the code does the same, in SSA form, too; convergent code is
// refused; every prefix of the changes is right; what is walked grows with the code.
#include <doctest/doctest.h>

#include <map>

#include <lathe/passes/node_splitting.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using passes_test::leave_ssa, passes_test::not_in_ssa_form;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;

std::size_t irreducible(const EditFunction& f) {
  const program::Numbering<EditFunction> n(f);
  std::size_t out = 0;
  for (const auto& x : flow::structure_findings(flow::make_cfg(program::FlowOf<EditFunction>(f, n))))
    out += x.fault == flow::StructureFault::irreducible;
  return out;
}

// An Editor that makes no phis.
struct NoPhis : EditFunction {
  using EditFunction::EditFunction;
  InstId make_phi(ValueId) = delete;
};

}  // namespace

TEST_CASE("cycles with several entries become natural loops, in SSA form and out of it") {
  for (const bool ssa_form : {false, true}) {
    CAPTURE(ssa_form);
    std::size_t had = 0, left = 0;
    std::uint64_t copies = 0, phis = 0, rounds = 0;
    toy::RandomFunctions random(61);
    for (int round = 0; round < 150; ++round) {
      CAPTURE(round);
      const toy::SsaFunction ssa = random.next();
      for (const std::uint64_t fuel : {std::uint64_t{1}, ~std::uint64_t{0}}) {
        EditFunction before(ssa), behind(ssa);
        had += irreducible(before) != 0;
        if (!ssa_form) leave_ssa(before), leave_ssa(behind);
        program::Known known(behind);
        program::ControlFlow graph(behind, known);
        program::UseDef uses(behind, known);
        flow::FollowDominators dominators(graph);
        program::Verifying verify(behind, graph, uses, dominators);
        passes::NodeSplittingOptions options;
        options.fuel = fuel;
        options.growth = 10000;
        options.keep_ssa = ssa_form;
        const auto result = passes::split_nodes(behind, options, NoRemarks{}, graph, uses, dominators, verify);
        for (const auto& f : verify.faults()) MESSAGE(f.text);
        CHECK(verify.faults().empty());
        CHECK(result.stats.cycles <= fuel);
        if (ssa_form) CHECK(not_in_ssa_form(behind) <= not_in_ssa_form(before));
        copies += result.stats.copies, phis += result.stats.phis;
        rounds = std::max(rounds, result.stats.rounds);
        if (fuel != 1) left += irreducible(behind);
        passes_test::compare(before, behind);
      }
    }
    MESSAGE(had << " functions, " << copies << " copies, " << phis << " phis, " << rounds << " rounds");
    CHECK(had > 10);
    CHECK(copies > 20);
    CHECK(left == 0);
    CHECK((phis > 20) == ssa_form);
  }
}

TEST_CASE("an Editor that makes no phis keeps its cycles") {
  toy::RandomFunctions random(61);
  std::uint64_t refused = 0;
  for (int round = 0; round < 150; ++round) {
    NoPhis code(random.next());
    const auto was = irreducible(code);
    passes::NodeSplittingOptions options;
    options.explain = true;
    options.keep_ssa = true;
    const auto result = passes::split_nodes(code, options);
    CHECK(irreducible(code) == was);
    for (const auto& k : result.kept) CHECK(k.reason == passes::NodeSplittingReason::ssa);
    refused += result.kept.size();
  }
  CHECK(refused > 3);
}

TEST_CASE("what is walked grows with the code: cycles in a row, cycles in a cycle") {
  const auto terminator = program::Effect::terminator;
  const auto walked = [&](int cycles, bool around) {
    archetype::Code code;
    std::vector<archetype::Code::Block> b;
    for (int k = 0; k < 3 * cycles + 3; ++k) {
      b.push_back(code.make_block({}));
      code.put_block(b.back(), true, {});
    }
    const auto n = [&](int k) { return b[static_cast<std::size_t>(k)].number(); };
    const auto ways = [&](int at, int yes, int no) {
      code.put(code.make({"branch", terminator, {1}, {}, {n(yes), n(no)}, -1}), {b[static_cast<std::size_t>(at)], {}});
    };
    const int last = 3 * cycles + 1;
    ways(0, 1, around ? last : 1);  // a cycle around all that is entered at both of its ends
    for (int c = 0; c < cycles; ++c) {
      const int at = 1 + 3 * c;
      ways(at, at + 1, at + 2);
      ways(at + 1, at + 2, at + 2);
      ways(at + 2, at + 1, at + 3);
    }
    ways(last, around ? 1 : last + 1, last + 1);
    code.put(code.make({"ret", terminator, {}, {}, {}, -1}), {b.back(), {}});
    passes::NodeSplittingOptions options;
    options.growth = 1000;
    const auto result = passes::split_nodes(code, options);
    CHECK(result.stats.cycles == static_cast<std::uint64_t>(cycles) + (around ? 1 : 0));
    CHECK(result.stats.rounds == (around ? 2 : 1));
    return result.stats.visits;
  };
  for (const bool around : {false, true}) {
    const std::uint64_t few = walked(100, around), many = walked(200, around);
    CAPTURE(few);
    CHECK(many <= 2 * few + 20);
    CHECK(few <= 2500);
  }
}

TEST_CASE("convergent code and too much growth are refused") {
  using Op = archetype::Code::Op;
  const auto terminator = program::Effect::terminator;
  const auto build = [&](program::Effects in_cycle, int insts) {
    archetype::Code code;
    std::vector<archetype::Code::Block> b;
    for (int k = 0; k < 4; ++k) {
      b.push_back(code.make_block({}));
      code.put_block(b.back(), true, {});
    }
    const auto put = [&](int at, Op op) { code.put(code.make(op), {b[static_cast<std::size_t>(at)], {}}); };
    const auto n = [&](int k) { return b[static_cast<std::size_t>(k)].number(); };
    put(0, {"branch", terminator, {1}, {}, {n(1), n(2)}, -1});
    for (int side = 1; side < 3; ++side) {
      for (int k = 0; k < insts; ++k) put(side, {"op", in_cycle, {1}, {}, {}, -1});
      put(side, {"branch", terminator, {1}, {}, {n(3 - side), n(3)}, -1});
    }
    put(3, {"ret", terminator, {}, {}, {}, -1});
    passes::NodeSplittingOptions options;
    options.explain = true;
    options.growth = 0;
    return passes::split_nodes(code, options);
  };
  const auto split = build({}, 3), convergent = build(program::Effect::convergent, 3), large = build({}, 101);
  CHECK(split.stats.copies == 1);
  CHECK(convergent.stats.copies == 0);
  CHECK(convergent.kept.at(0).reason == passes::NodeSplittingReason::convergent);
  CHECK(large.kept.at(0).reason == passes::NodeSplittingReason::growth);
  CHECK(large.stats.copies == 0);
  CHECK(large.stats.copied_insts == 0);
}

TEST_CASE("the entry that most of the cycle goes back to is its header, and the other one is copied") {
  using Op = archetype::Code::Op;
  const auto terminator = program::Effect::terminator;
  for (const bool first : {false, true}) {
    // 1 and 2 are entered; 3 and 4 go back to one of them, the one that has one way back from the other alone is copied.
    archetype::Code code;
    std::vector<archetype::Code::Block> b;
    for (int k = 0; k < 6; ++k) {
      b.push_back(code.make_block({}));
      code.put_block(b.back(), true, {});
    }
    const auto n = [&](int k) { return b[static_cast<std::size_t>(k)].number(); };
    const auto ways = [&](int at, std::vector<int> to) {
      code.put(code.make(Op{"branch", terminator, {1}, {}, std::move(to), -1}), {b[static_cast<std::size_t>(at)], {}});
    };
    const int header = first ? 1 : 2, other = first ? 2 : 1;
    ways(0, {n(1), n(2)});
    ways(header, {n(other), n(5)});
    ways(other, {n(3), n(4)});
    ways(3, {n(header), n(4)});
    ways(4, {n(header), n(5)});
    code.put(code.make(Op{"ret", terminator, {}, {}, {}, -1}), {b[5], {}});
    const auto result = passes::split_nodes(code);
    CHECK(result.stats.cycles == 1);
    CHECK(result.stats.copies == 3);  // all but the header: it would be the header alone
  }
}

TEST_CASE("copies of copies write values of their own") {
  // A cycle of two entries within another; each block has a value of its own.
  struct Phis : passes_test::SmallCode {
    InstId make_phi(ValueId to) {
      const Operand def{to, program::Role::def};
      return make({"phi", program::Effect::phi, {}}, {&def, 1});
    }
  };
  using passes_test::BlockId, passes_test::ValueId;
  Phis code;
  std::vector<BlockId> b;
  for (int k = 0; k < 6; ++k) b.push_back(code.block());
  const ValueId x = code.parameter();
  for (std::size_t k = 0; k < b.size(); ++k) code.show(b[k], {code.op(b[k], "op", {}, {x}), x});
  code.branch(b[0], x, b[1], b[4]);
  code.branch(b[1], x, b[2], b[3]);
  code.branch(b[2], x, b[3], b[5]);
  code.branch(b[3], x, b[2], b[4]);
  code.branch(b[4], x, b[1], b[5]);
  code.ret(b[5]);
  passes::NodeSplittingOptions options;
  options.growth = 1000;
  options.keep_ssa = true;
  const auto result = passes::split_nodes(code, options);
  CHECK(result.stats.cycles == 2);
  CHECK(result.stats.rounds == 2);
  std::map<std::uint32_t, int> written;
  std::uint32_t ops = 0;
  for (const BlockId at : code.blocks()) {
    ops += code.count(at, "op");
    for (const passes_test::InstId i : code.instructions(at))
      code.for_each_operand(i, [&](const auto& o) { written[o.value.value] += o.is_def(); });
  }
  written.erase(x.value);
  CHECK(written.size() == ops);
  CHECK(ops > 8);
  for (const auto& [v, times] : written) CHECK(times == 1);
}
