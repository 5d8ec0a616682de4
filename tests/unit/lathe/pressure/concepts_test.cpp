// Types that lack one member are refused with the signature to write; the poorest type, the toy machine and one with
// everything are taken in.
#include <doctest/doctest.h>

#include <string>

#include <lathe/pressure.hpp>
#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/text.hpp>

#include "adapters/archetype/pressure.hpp"
#include "adapters/toy/pressure.hpp"
#include "support/near_miss.hpp"

namespace {

using namespace lathe::pressure;

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::together([&] {
    near_miss::check_each("tests/unit/lathe/pressure/near_miss/programs.cpp",
                          {"pressure::RegisterCode wants  range<Block> blocks();",
                           "pressure::RegisterCode wants  range<Block> successors(Block);",
                           "pressure::RegisterCode wants  range<Inst> insts(Block);",
                           "pressure::RegisterCode wants  range<Operand> operands(Inst);",
                           "pressure::RegisterCode wants  range<uint32_t> limits();",
                           "pressure::RegisterCode wants  range<Feed> feeds(Reg);"});
    near_miss::check_short("tests/unit/lathe/pressure/near_miss/programs.cpp", 1,
                           "pressure::RegisterCode wants  range<Block> blocks();");
    near_miss::check_short("tests/unit/lathe/pressure/near_miss/programs.cpp", 3,
                           "pressure::RegisterCode wants  range<Inst> insts(Block);");
  });
}

NEAR_MISS_CASE("what a function lacks is told where it is given to the analysis, in ten lines") {
  near_miss::check_entry("tests/unit/lathe/pressure/near_miss/programs.cpp", 1,
                         {"pressure::RegisterCode wants  range<Block> blocks();",
                          "pressure::RegisterCode wants  range<Block> successors(Block);",
                          "pressure::RegisterCode wants  range<Inst> insts(Block);",
                          "pressure::RegisterCode wants  range<Operand> operands(Inst);",
                          "pressure::RegisterCode wants  range<uint32_t> limits();",
                          "pressure::RegisterCode wants  range<Feed> feeds(Reg);"});
}

TEST_CASE("the poorest function is taken in") {
  archetype::PressureProgram function;
  const auto in = ingest(function);
  CHECK(check_problem(in.problem).empty());
  CHECK(in.problem.insts.size() == 6);
  CHECK(in.problem.registers.size() == 3);
  CHECK(in.problem.sets[0].limit == 1);
  const Report report = analyse(in.problem);
  CHECK(check_report(in.problem, report).str() == "");
  // Registers 0 and 2 go round; 1 is written in vain.
  CHECK(report.maxima[0].pressure == 3);
  CHECK(Tracker(in.problem).report() == report);
}

TEST_CASE("the toy machine") {
  std::mt19937 rng(3);
  const toy::Machine machine = toy::random_machine(rng, 3, 4);
  for (const toy::MachineFunction& f : machine.functions) {
    const toy::MachineView view(f);
    const OneSet registers{5};
    OfView function(view, registers);
    const auto in = ingest(function);
    REQUIRE(check_problem(in.problem).empty());
    CHECK(in.problem.name == f.name);
    CHECK(in.insts.size() == in.problem.insts.size());
    const Report report = analyse(in.problem);
    CHECK(check_report(in.problem, report).str() == "");
    CHECK(report.maxima[0].pressure > 5);
    CHECK(report.maxima[0].excess > 0);
  }
}

// Pairs of registers that overlap, lanes, names, steps, pinned registers: all that is optional.
struct Rich {
  struct Op {
    int reg;
    bool is_def;
    std::uint64_t lanes;
  };
  struct Weight {
    std::uint32_t set, weight;
  };
  std::vector<int> blocks() { return {7, 9}; }
  std::vector<int> successors(int b) { return b == 7 ? std::vector<int>{9} : std::vector<int>{}; }
  std::vector<int> insts(int b) { return b == 7 ? std::vector<int>{0, 1, 2} : std::vector<int>{3}; }
  std::vector<Op> operands(int i) {
    // 100 is a pair of 1 and 2; 200 holds 2 and a unit of its own.
    if (i == 0) return {{100, true, 3}};
    if (i == 1) return {{2, true, 1}, {1, false, 1}};
    if (i == 2) return {{200, true, 2}};
    return {{100, false, 2}, {200, false, 3}};
  }
  std::vector<std::uint64_t> units(int r) {
    if (r == 100) return {1, 2};
    if (r == 200) return {2, 77};
    return {static_cast<std::uint64_t>(r)};
  }
  std::vector<std::uint32_t> limits() { return {4, none}; }
  std::vector<std::uint32_t> steps(std::uint32_t set) {
    return set == 0 ? std::vector<std::uint32_t>{1} : std::vector<std::uint32_t>{};
  }
  std::vector<Weight> feeds(int) { return {{0, 1}, {1, 2}}; }
  std::vector<int> live_out(int b) { return b == 9 ? std::vector<int>{1} : std::vector<int>{}; }
  bool reserved(int r) { return r == 2; }
  std::string name() { return "rich"; }
  std::string set_name(std::uint32_t) { return "same"; }
  std::string block_name(int) { return "x"; }
  std::string inst_name(int) { return "x"; }
  std::string value_name(int) { return "x"; }
};

TEST_CASE("everything optional is asked for") {
  Rich function;
  const auto in = ingest(function);
  const Problem& p = in.problem;
  REQUIRE(check_problem(p).str() == "");
  CHECK(p.name == "rich");
  CHECK(p.sets[0].name == "same");
  CHECK(p.sets[1].name == "same'");
  CHECK(p.sets[0].steps == std::vector<std::uint32_t>{1});
  CHECK(p.register_unit_count() == 3);
  CHECK(p.blocks[0].name == "x");
  CHECK(p.blocks[1].name == "x'");
  std::string error;
  const auto again = read_problem(print(p), "t", error);
  REQUIRE_MESSAGE(again, error);
  CHECK(print(*again) == print(p));
  const Report r = analyse(p);
  CHECK(check_report(p, r).str() == "");
  CHECK(r.live_in[0].empty());
  CHECK(r.live_in[1].size() == 3);
  CHECK(r.at(0, 1, 0) == 2);  // both halves of the pair are written; the second in vain
  CHECK(r.at(0, 2, 0) == 2);
  CHECK(r.at(0, 3, 0) == 3);
  CHECK(r.at(0, 3, 1) == 6);
  std::uint32_t reserved_registers = 0;
  for (const auto& reg : p.registers) reserved_registers += reg.reserved;
  CHECK(reserved_registers == 1);
}

}  // namespace
