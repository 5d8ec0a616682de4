// Types that lack one member are refused with the signature to write; the poorest types are enough.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>

#include <lathe/sched.hpp>

#include "adapters/archetype/sched.hpp"

namespace {

// What the compiler says; empty when it accepts.
std::string compile(int missing) {
  const std::string command =
      "$(command -v g++-12 || command -v g++ || command -v clang++-22) -std=c++20 -fsyntax-only "
      "-Iinclude -DMISSING=" +
      std::to_string(missing) + " tests/unit/sched/near_miss/regions.cpp 2>&1";
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
  const char* const wanted[] = {"sched::Region wants  range<Inst> insts();",
                                "sched::Region wants  range<{value, cls, is_def}> operands(Inst);",
                                "sched::Region wants  sched::Memory memory(Inst);",
                                "sched::Region wants  uint32_t latency(Inst);",
                                "sched::Region wants  range<{value, cls}> live_out();",
                                "sched::Editor wants  void reorder(span<const uint32_t>);"};
  for (int missing = 1; missing <= 6; ++missing) {
    const std::string text = compile(missing);
    CAPTURE(missing);
    CHECK_MESSAGE(text.find(wanted[missing - 1]) != std::string::npos, text);
  }
}

TEST_CASE("the poorest region is ingested, scheduled and applied") {
  using namespace lathe::sched;
  archetype::SchedRegion region;
  const Problem p = ingest(region);
  CHECK(p.size() == 4);
  CHECK(p.values.size() == 5);  // variable 0 is live-in and live-out, each instruction writes variable 1
  CHECK(p.edges.size() == 3);   // of which each overwrites the one before
  Options options;
  options.fuel = 2;
  const Plan made = plan(region, options);
  CHECK(check_plan(p, made, options).str() == "");
  archetype::SchedEditor editor;
  CHECK_FALSE(apply(editor, made));
  Plan moved = made;
  moved.decision = Decision::fewer;
  CHECK(apply(editor, moved));
  CHECK(editor.placed == 4);
}

}  // namespace
