// Programs that lack a member of a concept, given to the compiler: its message must name the signature to write.
#pragma once

#include <doctest/doctest.h>

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "support/rounds.hpp"

namespace near_miss {

/// g++ and clang++, as far as they are here.
inline const std::vector<std::string>& compilers() {
  static std::vector<std::string> out;
  if (!out.empty()) return out;
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
/// How it is asked what it says of a program; g++ without collecting its garbage meanwhile.
inline std::string asking(const std::string& compiler) {
  return compiler + (compiler.find("clang") == std::string::npos ? " --param=ggc-min-heapsize=1000000" : "") +
         " -std=c++20 -fsyntax-only -Iinclude ";
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

/// What a program is compiled with: -DMISSING=missing, and -DENTRY=entry where that is not 0.
struct Variant {
  std::string program, compiler;
  int missing = 0, entry = 0;
  auto operator<=>(const Variant&) const = default;
};

/// What the compiler says of the variant; empty when it accepts. Run from the project's root.
inline std::string compile(const Variant& v) {
  const std::string entry = v.entry == 0 ? std::string() : " -DENTRY=" + std::to_string(v.entry);
  return output_of(asking(v.compiler) + "-DMISSING=" + std::to_string(v.missing) + entry + " " + v.program);
}

/// Most of what a variant costs is its headers. So many are compiled at once, each in a namespace of its own and with a
/// file name of its own, by which what the compiler says is told apart: the lines that it would say of the variant alone,
/// but for a header's "In file included from", which g++ writes once where it would write it for each.
class Together {
 public:
  /// Of variants of one compiler; nothing when what is said cannot be told apart.
  static std::map<Variant, std::string> compile(const std::vector<Variant>& variants) {
    Together all(variants);
    const std::string& compiler = variants[0].compiler;
    const bool clang = compiler.find("clang") != std::string::npos;
    const std::string said = output_of(asking(compiler) + (clang ? "-ferror-limit=0 " : "") + all.write());
    if (!all.divide(said)) return {};
    std::map<Variant, std::string> out;
    for (std::size_t k = 0; k < variants.size(); ++k) {
      if (clang && !all.said_[k].empty()) all.said_[k] += "1 error generated.\n";
      out[variants[k]] = all.said_[k];
    }
    return out;
  }

 private:
  explicit Together(const std::vector<Variant>& variants) : variants_(variants), said_(variants.size()) {
    std::string name = (std::filesystem::temp_directory_path() / "near_miss_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~Together() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  static std::string mark(std::size_t variant) { return "@" + std::to_string(variant) + "@"; }

  /// A program taken apart: its headers, the rest of its lines, and the line that undefines its macros.
  struct Parts {
    std::string body, undefine = "#undef MISSING\n#undef ENTRY\n";
  };
  static Parts parts_of(const std::string& program, std::string& headers) {
    std::ifstream in(program);
    Parts out;
    for (std::string line; std::getline(in, line);) {
      const bool header = line.starts_with("#include");
      if (header && headers.find(line + '\n') == std::string::npos) headers += line + '\n';
      out.body += (header ? std::string() : line) + '\n';
      if (line.starts_with("#define "))
        out.undefine += "#undef " + line.substr(8, line.find_first_of(" (", 8) - 8) + '\n';
    }
    return out;
  }

  std::string write() {
    std::map<std::string, Parts> programs;
    std::string headers;
    for (const Variant& v : variants_)
      if (!programs.contains(v.program)) programs[v.program] = parts_of(v.program, headers);
    std::ofstream out(folder_ + "/all.cpp");
    out << headers;
    for (std::size_t k = 0; k < variants_.size(); ++k) {
      const auto& [program, parts] = *programs.find(variants_[k].program);
      out << "#define MISSING " << variants_[k].missing << "\n";
      if (variants_[k].entry != 0) out << "#define ENTRY " << variants_[k].entry << "\n";
      out << "namespace miss_" << k << " {\n#line 1 \"" << program << mark(k) << "\"\n"
          << parts.body << "}\n"
          << parts.undefine;
    }
    return folder_ + "/all.cpp";
  }

  /// What comes before the line with the error: which includes and instantiations lead there.
  static bool leads_to(const std::string& line) {
    for (const char* const text : {"In file included from ", "                 from ", ": In ", ": At ",
                                   ":   required ", ":   recursively required "})
      if (line.find(text) != std::string::npos) return line.find("error:") == std::string::npos;
    return false;
  }

  bool divide(const std::string& said) {
    std::vector<std::string> lines;
    std::istringstream in(said);
    for (std::string line; std::getline(in, line);)
      if (!line.ends_with(" generated.")) lines.push_back(line);  // clang's last line, on the number of errors
    std::size_t of = variants_.size(), at = 0;
    std::string chain;  // of includes, as it was written last
    while (at < lines.size()) {
      // A block: what leads to an error, the error, and what is said of it.
      std::string block, new_chain;
      bool told = false;  // an error, or a note that begins with its includes again
      for (bool leading = true; at < lines.size(); ++at) {
        const bool leads = leads_to(lines[at]), is_error = lines[at].find("error:") != std::string::npos;
        if (!leading && (leads || (told && is_error))) break;
        leading = leads;
        told = told || is_error || lines[at].find(" note: ") != std::string::npos;
        const bool included =
            lines[at].find("In file included from ") == 0 || lines[at].find("                 from ") == 0;
        (included ? new_chain : block) += lines[at] + '\n';
      }
      if (!told) return false;
      if (block.find('@') < block.find('\n')) chain.clear();  // of the program itself
      if (!new_chain.empty()) chain = new_chain;
      // Blocks that name no variant go on with the last.
      std::size_t named = variants_.size();
      for (std::size_t k = 0; k < variants_.size(); ++k) {
        if (block.find(mark(k)) == std::string::npos) continue;
        if (named != variants_.size()) return false;
        named = k;
      }
      if (named != variants_.size()) of = named;
      if (of == variants_.size()) return false;
      said_[of] += (named == of || !new_chain.empty() ? chain : std::string()) + block;
    }
    return true;
  }

  std::vector<Variant> variants_;
  std::vector<std::string> said_;
  std::string folder_;
};

/// What tests ask for. Within `together` it is asked twice: first to know all that is to be compiled at once, of all cases.
struct Asked {
  bool collecting = false;
  std::vector<Variant> wanted;
  std::map<Variant, std::string> said;  // compiled together

  std::vector<void (*)()> cases;  // of this test program

  void compile() {
    std::map<std::string, std::vector<Variant>> by_compiler;
    for (const Variant& v : wanted) by_compiler[v.compiler].push_back(v);
    for (const auto& [compiler, variants] : by_compiler) {
      if (variants.size() == 1) continue;
      std::map<Variant, std::string> found = Together::compile(variants);
      if (found.empty()) {  // not to be told apart; of each program alone they may be
        std::map<std::string, std::vector<Variant>> programs;
        for (const Variant& v : variants) programs[v.program].push_back(v);
        for (const auto& [program, some] : programs)
          if (programs.size() > 1 && some.size() > 1) found.merge(Together::compile(some));
      }
      said.merge(found);
    }
    wanted.clear();
  }
};
inline Asked& asked() {
  static Asked all;
  return all;
}

template <class F>
void together(F&& checks) {
  if (lathe::test::sanitized) {  // the compiler is not what they look at
    MESSAGE("not under sanitizers");
    return;
  }
  Asked& all = asked();
  if (all.collecting) return checks();
  all.collecting = true;
  checks();
  for (void (*const one)() : std::exchange(all.cases, {})) one();
  all.collecting = false;
  all.compile();
  checks();
}

inline bool know(void (*one)()) {
  asked().cases.push_back(one);
  return true;
}
// A TEST_CASE of what is compiled together with all other such cases of the test program, by whichever comes first.
#define NEAR_MISS_CASE(name) NEAR_MISS_CASE_OF(DOCTEST_ANONYMOUS(near_miss_case_), name)
#define NEAR_MISS_CASE_OF(function, name) NEAR_MISS_CASE_BY(function, name)
#define NEAR_MISS_CASE_BY(function, name)                                           \
  static void function();                                                           \
  [[maybe_unused]] static const bool function##_known = near_miss::know(&function); \
  TEST_CASE(name) { near_miss::together(&function); }                               \
  static void function()

/// What the compiler says of the variant is `right`. What was compiled with others and is not is compiled by itself,
/// and that is what counts.
template <class Right>
void expect(const Variant& v, Right right) {
  Asked& all = asked();
  const auto known = all.said.find(v);
  if (all.collecting) {
    if (known == all.said.end() && std::find(all.wanted.begin(), all.wanted.end(), v) == all.wanted.end())
      all.wanted.push_back(v);
    return;
  }
  if (known != all.said.end() && right(known->second)) {
    CHECK(right(known->second));
    return;
  }
  if (std::getenv("LATHE_NEAR_MISSES") != nullptr)
    MESSAGE(v.program << " by itself: " << v.missing << ", " << v.entry
                      << (known == all.said.end() ? "" : "\n" + known->second));
  const std::string said = compile(v);
  CAPTURE(v.missing);
  CAPTURE(v.entry);
  CAPTURE(v.compiler);
  CHECK_MESSAGE(right(said), said);
}
inline void expect_accepted(const std::string& program, const std::string& compiler, int entry = 0) {
  expect({program, compiler, 0, entry}, [](const std::string& said) { return said.empty(); });
}
inline void expect_told(const Variant& v, const char* text) {
  expect(v, [&](const std::string& said) { return said.find(text) != std::string::npos; });
}
/// In at most ten lines.
inline void expect_short(const Variant& v, const char* text) {
  expect(v, [&](const std::string& said) {
    return said.find(text) != std::string::npos && std::count(said.begin(), said.end(), '\n') <= 10;
  });
}

/// MISSING=0 lacks nothing; MISSING=n lacks what the n-th text tells to write.
inline void check_each(const std::string& program, std::initializer_list<const char*> wanted) {
  const std::string compiler = compilers().at(0);
  together([&] {
    expect_accepted(program, compiler);
    int missing = 0;
    for (const char* const text : wanted) expect_told({program, compiler, ++missing}, text);
  });
}

/// MISSING=n of every compiler: the text, in at most ten lines.
inline void check_short(const std::string& program, int missing, const char* text, int entry = 0) {
  together([&] {
    for (const std::string& compiler : compilers()) expect_short({program, compiler, missing, entry}, text);
  });
}
/// Each of them: MISSING=n lacks what the n-th text tells to write; 0 nothing.
inline void check_short(const std::string& program, std::initializer_list<const char*> wanted) {
  together([&] {
    for (const std::string& compiler : compilers()) expect_accepted(program, compiler);
    int missing = 0;
    for (const char* const text : wanted) check_short(program, ++missing, text);
  });
}

/// Of a program that calls what users call instead of asserting by itself, where ENTRY says which of those.
inline void check_entry(const std::string& program, int entry, std::initializer_list<const char*> wanted) {
  together([&] {
    expect_accepted(program, compilers().at(0), entry);
    int missing = 0;
    for (const char* const text : wanted) check_short(program, ++missing, text, entry);
  });
}

/// Of a program that takes a mask of what is missing: some of its members, each by itself.
inline void check_short_masks(const std::string& program, std::initializer_list<std::pair<int, const char*>> wanted) {
  together([&] {
    for (const auto& [member, text] : wanted) check_short(program, 1 << member, text);
  });
}

/// The members of such a program by name; `groups` are members whose messages do not hide each other, so that one
/// compilation shows them all.
inline void check_groups(const std::string& program, std::initializer_list<const char*> wanted,
                         std::initializer_list<std::initializer_list<int>> groups) {
  const std::string compiler = compilers().at(0);
  together([&] {
    expect_accepted(program, compiler);
    for (const auto& group : groups) {
      int mask = 0;
      for (const int member : group) mask |= 1 << member;
      for (const int member : group) expect_told({program, compiler, mask}, wanted.begin()[member - 1]);
    }
  });
}

}  // namespace near_miss
