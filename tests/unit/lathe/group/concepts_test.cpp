// Types that lack one member are refused with the signature to write; those that have just enough are not.
#include <doctest/doctest.h>
#include <lathe/group/check.hpp>

#include "adapters/archetype/group.hpp"
#include "support/near_miss.hpp"

namespace {

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_short(
      "tests/unit/lathe/group/near_miss/programs.cpp",
      {"group::CandidateSource wants  range<Block> blocks();",
       "group::CandidateSource wants  range<Inst> insts(Block);",
       "group::CandidateSource wants  optional<Identified> identify(Inst);",
       "group::CandidateSource wants  range<{value, is_def}> operands(Inst);",
       "group::CandidateSource wants  flow::Sequence::Memory memory(Inst);",
       "group::CandidateSource wants  uint32_t form(span<const Candidate> run);",
       "group::Grouper wants  void merge(const Merging<Block, Inst>&);", "group::Grouper wants  void clean_up();"});
}

NEAR_MISS_CASE("what a grouper lacks is told where it is run, in ten lines") {
  near_miss::together([&] {
    near_miss::check_entry(
        "tests/unit/lathe/group/near_miss/programs.cpp", 2,
        {"group::CandidateSource wants  range<Block> blocks();",
         "group::CandidateSource wants  range<Inst> insts(Block);",
         "group::CandidateSource wants  optional<Identified> identify(Inst);",
         "group::CandidateSource wants  range<{value, is_def}> operands(Inst);",
         "group::CandidateSource wants  flow::Sequence::Memory memory(Inst);",
         "group::CandidateSource wants  uint32_t form(span<const Candidate> run);",
         "group::Grouper wants  void merge(const Merging<Block, Inst>&);", "group::Grouper wants  void clean_up();"});
    near_miss::check_short("tests/unit/lathe/group/near_miss/programs.cpp", 3,
                           "group::CandidateSource wants  optional<Identified> identify(Inst);", 1);
  });
}

TEST_CASE("the grouper needs no more than the archetypes have") {
  archetype::GroupGrouper poor;
  const auto plan = lathe::group::run(poor);
  CHECK(plan.stats.groups == 2);  // instructions 0 and 2 of each block; 4 has nobody left
  CHECK(poor.merged == 2);
  CHECK(poor.cleaned == 1);
  archetype::GroupProgram program;
  const auto problem = lathe::group::ingest(program);
  const auto other = lathe::group::plan_problem(problem, program);
  CHECK(lathe::group::check_plan(problem, other, program).empty());
  CHECK(other.stats.groups == 2);
}

}  // namespace
