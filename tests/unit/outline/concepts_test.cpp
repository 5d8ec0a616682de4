// Types that lack one member are refused with the signature to write.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>

namespace {

// What the compiler says; empty when it accepts.
std::string compile(int missing) {
  const std::string command =
      "$(command -v g++-12 || command -v g++ || command -v clang++-22) -std=c++20 -fsyntax-only "
      "-Iinclude -DMISSING=" +
      std::to_string(missing) + " tests/unit/outline/near_miss/programs.cpp 2>&1";
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
  const char* const wanted[] = {
      "outline::Program wants  range<Block> blocks();",
      "outline::Program wants  range<Inst> insts(Block);",
      "outline::Program wants  bool legal(Inst);",
      "outline::Program wants  string_view or unsigned key(Inst);",
      "outline::Program wants  uint32_t bytes(Inst);",
      "outline::Costs wants  uint32_t call_bytes(const Interface&, const Site&);",
      "outline::Costs wants  uint32_t frame_bytes(const Interface&);",
      "outline::Editor wants  Function create(const OutlinedFunction&, const PlannedSite& first);",
      "outline::Editor wants  void replace(const PlannedSite&, uint32_t length, Function);"};
  for (int missing = 1; missing <= 9; ++missing) {
    const std::string text = compile(missing);
    CAPTURE(missing);
    CHECK_MESSAGE(text.find(wanted[missing - 1]) != std::string::npos, text);
  }
}

}  // namespace
