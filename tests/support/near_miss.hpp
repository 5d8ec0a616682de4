// Programs that lack a member of a concept, given to the compiler: its message must name the signature to write.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace near_miss {

/// g++ and clang++, as far as they are here.
inline std::vector<std::string> compilers() {
  std::vector<std::string> out;
  for (const char* const names : {"g++-12 g++", "clang++-22 clang++"}) {
    const std::string command = "command -v " + std::string(names) + " | head -n 1";
    FILE* const pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 512> line{};
    if (std::fgets(line.data(), line.size(), pipe) != nullptr) {
      out.emplace_back(line.data());
      out.back().erase(out.back().find_last_not_of('\n') + 1);
    }
    pclose(pipe);
  }
  return out;
}
/// What a compiler (the first, if none is named) says to the program with -DMISSING=missing; empty when it accepts. Run
/// from the project's root.
inline std::string compile(const std::string& program, int missing, std::string compiler = {}) {
  if (compiler.empty()) compiler = compilers().at(0);
  const std::string command =
      compiler + " -std=c++20 -fsyntax-only -Iinclude -DMISSING=" + std::to_string(missing) + " " + program + " 2>&1";
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

/// MISSING=n of every compiler: the text, in at most ten lines.
inline void check_short(const std::string& program, int missing, const char* text) {
  for (const std::string& compiler : compilers()) {
    const std::string said = compile(program, missing, compiler);
    CAPTURE(missing);
    CAPTURE(compiler);
    CHECK_MESSAGE(said.find(text) != std::string::npos, said);
    CHECK_MESSAGE(std::count(said.begin(), said.end(), '\n') <= 10, said);
  }
}
/// Each of them: MISSING=n lacks what the n-th text tells to write; 0 nothing.
inline void check_short(const std::string& program, std::initializer_list<const char*> wanted) {
  for (const std::string& compiler : compilers()) CHECK(compile(program, 0, compiler) == "");
  int missing = 0;
  for (const char* const text : wanted) check_short(program, ++missing, text);
}

/// Of a program that takes a mask of what is missing: some of its members, each by itself.
inline void check_short_masks(const std::string& program, std::initializer_list<std::pair<int, const char*>> wanted) {
  for (const auto& [member, text] : wanted) check_short(program, 1 << member, text);
}

/// The members of such a program by name; `groups` are members whose messages do not hide each other, so that one
/// compilation shows them all.
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
