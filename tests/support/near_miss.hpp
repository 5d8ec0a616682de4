// Programs that lack a member of a concept, given to the compiler: its message must name the signature to write.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>
#include <string>

namespace near_miss {

/// What the compiler says to the program with -DMISSING=missing; empty when it accepts. Run from the project's root.
inline std::string compile(const std::string& program, int missing) {
  const std::string command =
      "$(command -v g++-12 || command -v g++ || command -v clang++-22) -std=c++20 -fsyntax-only -Iinclude -DMISSING=" +
      std::to_string(missing) + " " + program + " 2>&1";
  std::string out;
  FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
  pclose(pipe);
  return out;
}

/// MISSING=0 lacks nothing; MISSING=n lacks what the n-th text tells to write.
inline void check_each(const std::string& program, std::initializer_list<const char*> wanted) {
  CHECK(compile(program, 0) == "");
  int missing = 0;
  for (const char* const text : wanted) {
    const std::string said = compile(program, ++missing);
    CAPTURE(missing);
    CHECK_MESSAGE(said.find(text) != std::string::npos, said);
  }
}

/// The same, and each message is at most ten lines long.
inline void check_short(const std::string& program, std::initializer_list<const char*> wanted) {
  check_each(program, wanted);
  for (int missing = 1; missing <= static_cast<int>(wanted.size()); ++missing) {
    const std::string said = compile(program, missing);
    CHECK_MESSAGE(std::count(said.begin(), said.end(), '\n') <= 10, said);
  }
}

/// The same for programs that take a mask of what is missing; `groups` are members whose messages do not hide each
/// other, so that one compilation shows them all.
inline void check_groups(const std::string& program, std::initializer_list<const char*> wanted,
                         std::initializer_list<std::initializer_list<int>> groups) {
  CHECK(compile(program, 0) == "");
  for (const auto& group : groups) {
    int mask = 0;
    for (const int member : group) mask |= 1 << member;
    const std::string said = compile(program, mask);
    for (const int member : group) {
      CAPTURE(member);
      CHECK_MESSAGE(said.find(wanted.begin()[member - 1]) != std::string::npos, said);
    }
  }
}

}  // namespace near_miss
