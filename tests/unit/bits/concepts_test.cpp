// Types that lack members are refused with the signature to write.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace {

// What the compiler says; empty when it accepts.
std::string compile(int missing) {
  const std::string command =
      "$(command -v g++-12 || command -v g++ || command -v clang++-22) -std=c++20 -fsyntax-only "
      "-Iinclude -DMISSING=" +
      std::to_string(missing) + " tests/unit/bits/near_miss/sources.cpp 2>&1";
  std::string out;
  FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
  pclose(pipe);
  return out;
}

}  // namespace

TEST_CASE("near misses are told by name") {
  CHECK(compile(0) == "");
  const char* const wanted[] = {
      "bits::Source wants  using Value = ...;",
      "bits::Source wants  uint32_t index(Value) const;",
      "bits::Source wants  unsigned width(Value) const;",
      "bits::Source wants  Fact<Word> fact(Value, Ask ask) const;",
      "bits::DemandSource wants  using User = ...;",
      "bits::DemandSource wants  bool escapes(Value) const;",
      "bits::DemandSource wants  void for_each_user(Value, F f) const;",
      "bits::DemandSource wants  Word demand(User, uint32_t operand, Demanded demanded, Ask ask) const;",
      "bits::Source wants  using Word = an unsigned integer type;"};
  // Members that do not hide each other, in one go.
  const std::vector<std::vector<int>> groups = {{1}, {2, 3, 4, 6, 7, 8}, {5}, {9}};
  for (const std::vector<int>& group : groups) {
    int mask = 0;
    for (const int member : group) mask |= 1 << member;
    const std::string text = compile(mask);
    for (const int member : group) {
      CAPTURE(member);
      CHECK_MESSAGE(text.find(wanted[member - 1]) != std::string::npos, text);
    }
  }
}
