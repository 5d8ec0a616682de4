// The words that mean the same in every command: --function, --fuel, --rewrite, --maxreg, --check, --stats, --remarks,
// --report. Which command takes which, and why it does not take the others, is one table in vocabulary.cpp.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "tools/lathe/remarks.hpp"

namespace lathe::nvptx::cli {

class Options;

/// What the words set, and the files; of the words that a command does not take nothing is set.
struct AlgorithmArguments {
  std::string input = "-", output = "-";
  std::string function;                    ///< empty: all
  std::uint64_t fuel = ~0ULL;              ///< how much may be changed
  std::string rewrite;                     ///< where the PTX goes
  const char* rewrite_word = "--rewrite";  ///< what asked for it
  std::uint32_t maxreg = 0;                ///< 0: by the directives
  bool check = false;
  std::string stats;  ///< "text", "json", or empty
  RemarkFile remarks;
  std::string report;    ///< a file
  bool dump = false;     ///< --print-problem, where it is a flag
  std::string ptx_word;  ///< one that was given and means nothing with a problem text
};

/// Declares the words that `command` takes, refuses the others by name. Those that it declares itself, as they mean
/// more there, are left to it.
void declare_words(Options& app, const char* command, AlgorithmArguments& a);
/// With `mode` each of these words would do nothing: the first that was given is refused, whatever its value. Nothing:
/// none was.
std::optional<int> refuse_idle(const Options& app, const char* mode, std::initializer_list<std::string_view> words);
/// With `mode` all words but these, and the mode's own, would do nothing.
std::optional<int> refuse_others(const Options& app, const char* mode, std::initializer_list<std::string_view> heeded);
/// Without any of `wanted` each of these words would do nothing: as refuse_idle.
std::optional<int> refuse_without(const Options& app, std::initializer_list<std::string_view> wanted,
                                  std::initializer_list<std::string_view> words);
/// The first of these words that was given; empty: none.
std::string first_given(const Options& app, std::initializer_list<std::string_view> words);
/// --stats and --stats=json.
void declare_stats(Options& app, std::string& stats, const char* help);

}  // namespace lathe::nvptx::cli
