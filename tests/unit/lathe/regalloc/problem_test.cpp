// Each fault of a problem, and each refusal, by an example; texts that are broken are told with their place.
#include <doctest/doctest.h>

#include <lathe/regalloc.hpp>
#include <lathe/regalloc/check.hpp>
#include <lathe/regalloc/text.hpp>

#include <array>
#include <string>

using namespace lathe;
using namespace lathe::regalloc;

namespace {

const std::string machine =
    "regalloc f\nclass r registers r0 r1 bytes 4 align 4\nclass flag registers c bytes 0 align 1\nset r0\n";

Problem problem(const std::string& text) {
  std::string error;
  auto p = read_problem(machine + text, "p", error);
  REQUIRE_MESSAGE(p, error);
  return *p;
}
std::string error_of(const std::string& text) {
  std::string error;
  static_cast<void>(read_problem(text, "p", error));
  return error;
}
Refusal refusal(const std::string& text, const Options& options = {}) {
  const Problem p = problem(text);
  const Plan plan = allocate(p, options);
  if (plan.refusal == Refusal::none) CHECK(check_plan(p, plan).empty());
  return plan.refusal;
}

const std::string four =
    "value class 0\nvalue class 0\nvalue class 0\nvalue class 1\nblock weight 1 to 1 2\ninst def 0\ninst def 1\n"
    "inst use 0 use 1 def 3\nend use 3\nblock weight 1 to 3\nend\nblock weight 1 to 3\nend\nblock weight 1 to\n"
    "phi 2 from 1 0 from 2 1\nend use 2\n";

}  // namespace

TEST_CASE("every fault of a problem is told") {
  const Problem good = problem(four);
  std::array<bool, problem_fault_kinds> seen{};
  const auto spoil = [&](ProblemFault wanted, auto&& change) {
    Problem p = good;
    change(p);
    const auto faults = check_problem(p);
    CHECK_MESSAGE(faults.has(wanted), static_cast<int>(wanted) << ": " << faults.str());
    seen[static_cast<std::size_t>(wanted)] = true;
    CHECK(allocate(p).refusal == Refusal::bad_problem);
  };
  const auto operand = [](Problem& p, std::uint32_t inst, std::uint32_t k, auto&& change) {
    std::vector<std::pair<std::uint32_t, Operand>> rows;
    for (std::uint32_t i = 0; i < p.inst_count(); ++i)
      for (std::uint32_t j = 0; j < p.operands[i].size(); ++j) {
        rows.push_back({i, p.operands[i][j]});
        if (i == inst && j == k) change(rows.back().second);
      }
    p.operands = Csr<Operand>(p.inst_count(), rows);
  };
  using enum ProblemFault;
  spoil(bad_size, [](Problem& p) { p.weight.pop_back(); });
  spoil(bad_size, [](Problem& p) { p.place.back() += 1; });
  spoil(bad_register, [](Problem& p) { p.classes[1].registers = {0}; });
  spoil(bad_register, [](Problem& p) { p.classes[1].registers.clear(); });
  spoil(bad_register, [&](Problem& p) { operand(p, 0, 0, [](Operand& o) { o.want = Want::fixed, o.which = 2; }); });
  spoil(bad_register, [](Problem& p) { p.insts[0].clobbers = 7; });
  spoil(bad_value, [&](Problem& p) { operand(p, 0, 0, [](Operand& o) { o.value = 9; }); });
  spoil(bad_value, [](Problem& p) { p.values[0].cls = 5; });
  spoil(bad_tie, [&](Problem& p) { operand(p, 2, 0, [](Operand& o) { o.tied = 1; }); });
  spoil(bad_tie, [&](Problem& p) { operand(p, 2, 0, [](Operand& o) { o.tied = 2; }); });  // of another class
  spoil(bad_phi, [](Problem& p) { p.phis[0].count = 1; });
  spoil(bad_phi, [](Problem& p) { p.arguments[0].value = 3; });
  spoil(bad_phi, [](Problem& p) { p.values[0].may_spill = false; });
  spoil(entry_entered, [](Problem& p) {
    p.cfg = flow::Cfg(4, std::vector<std::pair<Block, Block>>{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 0}});
  });
  spoil(defined_twice, [&](Problem& p) { operand(p, 1, 0, [](Operand& o) { o.value = 0; }); });
  spoil(not_dominated, [](Problem& p) { p.arguments[0].value = 2; });
  spoil(not_dominated, [&](Problem& p) { operand(p, 2, 0, [](Operand& o) { o.value = 2; }); });
  spoil(late_terminator, [](Problem& p) { p.insts[2].terminator = true; });
  spoil(not_made, [](Problem& p) { p.values[3].remat = 1; });
  spoil(not_made, [](Problem& p) { p.values[2].remat = 1; });
  for (int k = 0; k < problem_fault_kinds; ++k) CHECK_MESSAGE(seen[static_cast<std::size_t>(k)], "fault " << k);
}

TEST_CASE("every refusal") {
  CHECK(refusal(four) == Refusal::none);
  // Three fixed operands in two registers, and one register wanted by two values.
  const std::string two = "value class 0\nvalue class 0\nvalue class 0\nblock weight 1 to\ninst def 0\ninst def 1\n";
  CHECK(refusal(two + "end use 0 use 1\n") == Refusal::none);
  CHECK(refusal(two + "end use 0 fixed r0 use 1 fixed r0\n") == Refusal::instruction);
  CHECK(refusal(two + "end use 0 fixed r0 use 0 fixed r1 use 1\n") == Refusal::instruction);
  CHECK(refusal(two + "inst use 0 use 1 def 2 early\nend\n") == Refusal::instruction);
  CHECK(refusal(two + "inst use 0 use 1 def 2\nend use 2 use 1\n") == Refusal::none);
  // What may not leave lives through a call that clobbers all.
  const std::string pinned = "set r0 r1\nvalue class 0 pinned\nblock weight 1 to\ninst def 0\n";
  CHECK(refusal(pinned + "inst clobbers 0\nend use 0\n") == Refusal::none);
  CHECK(refusal(pinned + "inst clobbers 1\nend use 0\n") == Refusal::instruction);
  CHECK(refusal("value class 1\nvalue class 1\nblock weight 1 to\ninst def 0\ninst def 1\nend use 0\n") ==
        Refusal::instruction);
  const std::string three = "value class 0\nvalue class 0\nvalue class 0\nparameter 0\nparameter 1\n";
  CHECK(refusal(three + "parameter 2\nblock weight 1 to\nend\n") == Refusal::parameters);
  CHECK(refusal(three + "block weight 1 to\ninst use 0 use 1 def 2\nend use 2\n") == Refusal::none);
  // A critical edge: the other one is more frequent, and has its way.
  const std::string critical =
      "value class 0\nvalue class 0\nvalue class 0\nblock weight 1 to 1 2\ninst def 0\ninst def 1\nend use 0\n"
      "block weight 9 to 2\nend\nblock weight 1 to\nphi 2 from 0 1 from 1 0\nend use 2\n";
  CHECK(refusal(critical) == Refusal::none);
  Options whole;
  whole.split_edges = false;
  const Plan plan = allocate(problem(critical), whole);
  CHECK(plan.refusal == Refusal::critical_edge);
  CHECK(plan.refused_at == 0);
  CHECK(plan.refused_to == 2);
  // Two pinned values change places, and nothing is free; with a swap, or where they may be stored, they can.
  const auto turn = [](const std::string& how, const std::string& file) {
    std::string error;
    const auto p = read_problem("regalloc f\nclass r registers r0 r1 bytes 4 align 4" + file + "\nvalue class 0" + how +
                                    "\nvalue class 0" + how +
                                    "\nblock weight 1 to\ninst def 0 fixed r0 def 1 fixed r1\n"
                                    "end use 0 fixed r1 use 1 fixed r0\n",
                                "p", error);
    REQUIRE_MESSAGE(p, error);
    const Plan got = allocate(*p);
    if (got.refusal == Refusal::none) CHECK(check_plan(*p, got).empty());
    return got.refusal;
  };
  CHECK(turn(" pinned", "") == Refusal::no_scratch);
  CHECK(turn(" pinned", " swap") == Refusal::none);
  CHECK(turn("", "") == Refusal::none);
  // A search that ends too early.
  Options hasty;
  hasty.search = 0;
  CHECK(refusal("set r0 r1\nvalue class 0\nblock weight 1 to\ninst def 0 set 1\nend use 0 set 1\n", hasty) ==
        Refusal::search_limit);
}

TEST_CASE("remarks say what is spilled and what is refused") {
  RemarkList list;
  const std::string five =
      "value class 0\nvalue class 0\nvalue class 0 make 1\nblock weight 1 to\ninst def 2\ninst def 0\ninst def 1\n"
      "inst use 0 use 1\ninst use 0 use 2\nend use 1\n";
  allocate(problem(five), {}, list);
  REQUIRE(list.remarks.size() == 2);
  CHECK(list.remarks[0].name == "Spilled");
  CHECK(list.remarks[1].name == "Rematerialised");
  list.remarks.clear();
  allocate(problem("value class 0\nvalue class 0\nblock weight 1 to\ninst def 0 fixed r0 def 1 fixed r0\nend\n"), {},
           list);
  REQUIRE(list.remarks.size() == 1);
  CHECK(list.remarks[0].name == "Refused");
  CHECK(list.remarks[0].text == "instruction");
}

TEST_CASE("broken texts are told with their place") {
  CHECK(error_of("") == "p:0:1: expected 'regalloc', the first word of a problem");
  CHECK(error_of("regalloc f\nclass r registers r0 r0 bytes 4 align 4\n") ==
        "p:2:22: the second register of the name 'r0'");
  CHECK(error_of("regalloc f\nset r9\n") == "p:2:5: expected a register, found 'r9'");
  CHECK(error_of(machine + "inst\n") == "p:5:1: expected class, set, value, parameter or block, found 'inst'");
  CHECK(error_of(machine + "value class 0 glad\n") == "p:5:15: expected pinned or make, found 'glad'");
  CHECK(error_of(machine + "value class 0\nblock weight 1 to\ninst use 0 late\n") ==
        "p:7:12: expected use, def, early, fixed, set, tied or clobbers, found 'late'");
  CHECK(error_of(machine + "value class 0\nblock weight 1 to\nend use 0\n")
            .find("a use that its definition does not dominate") != std::string::npos);
  const Problem p = problem(four);
  std::string error;
  CHECK(!read_plan(p, "plan\nphi 1 in r0\n", "q", error));
  CHECK(error == "q:2:5: expected a phi, a number from 0 to 0, found '1'");
  CHECK(!read_plan(p, "plan\nstir 0 r0 from r1 in 0 before 0\n", "q", error));
  CHECK(error.find("expected parameter, phi, inst, split, slot, move, swap, store, load or make") != std::string::npos);
}
