// Types that lack one member are refused with the signature to write; those that have just enough are not.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>

#include "adapters/archetype/group.hpp"

namespace {

// What the compiler says; empty when it accepts.
std::string compile(int missing) {
  const std::string command =
      "$(command -v g++-12 || command -v g++ || command -v clang++-22) -std=c++20 -fsyntax-only "
      "-Iinclude -DMISSING=" +
      std::to_string(missing) + " tests/unit/group/near_miss/programs.cpp 2>&1";
  std::string out;
  FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
  pclose(pipe);
  return out;
}

TEST_CASE("near misses are told by name") {
  CHECK(compile(0) == "");
  const char* const wanted[] = {"group::Program wants  range<Block> blocks();",
                                "group::Program wants  range<Inst> insts(Block);",
                                "group::Program wants  optional<Identified> identify(Inst);",
                                "group::Program wants  range<{value, is_def}> operands(Inst);",
                                "group::Program wants  flow::Sequence::Memory memory(Inst);",
                                "group::Program wants  uint32_t form(span<const Candidate> run);",
                                "group::Grouper wants  void merge(const Merging<Block, Inst>&);",
                                "group::Grouper wants  void clean_up();"};
  for (int missing = 1; missing <= 8; ++missing) {
    const std::string text = compile(missing);
    CAPTURE(missing);
    CHECK_MESSAGE(text.find(wanted[missing - 1]) != std::string::npos, text);
  }
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
