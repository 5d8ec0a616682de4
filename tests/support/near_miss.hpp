// Programs that lack a member of a concept, given to the compiler: its message must name the signature to write.
#pragma once

#include <doctest/doctest.h>

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <string>
#include <system_error>
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
inline std::string output_of(const std::string& command) {
  std::string out;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
  pclose(pipe);
  return out;
}

/// A program is compiled once for each member that it may lack, and most of that is its headers: from the third time on
/// they are compiled before. What is said stays the same, but for the file that includes them.
class Headers {
 public:
  Headers() {
    std::string name = (std::filesystem::temp_directory_path() / "near_miss_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~Headers() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Headers(const Headers&) = delete;
  Headers& operator=(const Headers&) = delete;

  /// What to give the compiler besides; nothing where the headers are not worth it, or cannot be compiled alone.
  std::string options(const std::string& program, const std::string& compiler) {
    Entry& entry = entries_[{program, compiler}];
    if (++entry.times == enough) entry.file = made(program, compiler);
    if (entry.file.empty()) return {};
    return is_clang(compiler) ? " -include-pch " + entry.file + ".pch" : " -include " + entry.file;
  }
  /// The lines that tell of `file`, as if the program had included what it includes.
  std::string as_included(const std::string& said, const std::string& program, const std::string& compiler) const {
    const auto entry = entries_.find({program, compiler});
    if (entry == entries_.end() || entry->second.file.empty()) return said;
    std::string out, before = "In file included from " + program + ":1:\n";
    for (std::size_t at = 0; at < said.size();) {
      const std::size_t end = std::min(said.find('\n', at), said.size() - 1) + 1;
      std::string line = said.substr(at, end - at);
      at = end;
      if (const std::size_t file = line.find(entry->second.file); file != std::string::npos) {
        line.replace(file, entry->second.file.size(), program);
        if (out.ends_with(before)) out.resize(out.size() - before.size());  // clang: who includes the file
      }
      out += line;
    }
    return out;
  }

 private:
  static constexpr int enough = 3;
  struct Entry {
    int times = 0;
    std::string file;  // with the includes; empty: none
  };
  static bool is_clang(const std::string& compiler) { return compiler.find("clang") != std::string::npos; }
  std::string made(const std::string& program, const std::string& compiler) {
    const std::string file = folder_ + "/" + std::to_string(entries_.size()) + ".hpp";
    std::ifstream in(program);
    std::ofstream out(file);
    for (std::string line; std::getline(in, line);)
      if (line.starts_with("#include <")) out << line << '\n';
    out.close();
    const std::string said = output_of(compiler + " -std=c++20 -Iinclude -x c++-header " + file + " -o " + file +
                                       (is_clang(compiler) ? ".pch" : ".gch"));
    return said.empty() ? file : std::string();
  }
  std::string folder_;
  std::map<std::pair<std::string, std::string>, Entry> entries_;  // by program and compiler
};

/// What a compiler (the first, if none is named) says to the program with -DMISSING=missing and what is defined
/// besides; empty when it accepts. Run from the project's root.
inline std::string compile(const std::string& program, int missing, std::string compiler = {},
                           const std::string& more = {}) {
  static Headers headers;
  if (compiler.empty()) compiler = compilers().at(0);
  const std::string said =
      output_of(compiler + headers.options(program, compiler) +
                " -std=c++20 -fsyntax-only -Iinclude -DMISSING=" + std::to_string(missing) + more + " " + program);
  return headers.as_included(said, program, compiler);
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
inline void check_short(const std::string& program, int missing, const char* text, const std::string& more = {}) {
  for (const std::string& compiler : compilers()) {
    const std::string said = compile(program, missing, compiler, more);
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

/// Of a program that calls what users call instead of asserting by itself, where ENTRY says which of those.
inline void check_entry(const std::string& program, int entry, std::initializer_list<const char*> wanted) {
  const std::string more = " -DENTRY=" + std::to_string(entry);
  CHECK(compile(program, 0, {}, more) == "");
  int missing = 0;
  for (const char* const text : wanted) check_short(program, ++missing, text, more);
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
