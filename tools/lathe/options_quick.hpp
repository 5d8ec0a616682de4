// The common command line, read without a parser: options that were declared, each at most once, each with a plain
// value that its checks accept. Everything else (errors, help, lists that take several words, ...) is for CLI11, which
// spends a million instructions on being told of all options before it looks at the first argument.
//
// Nothing is assigned before all of the line was understood, so that the other way starts from the same variables.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/lathe/options.hpp"

namespace lathe::nvptx::cli {

/// An option as it was declared.
struct Declared {
  std::string names;  ///< "-o,--output"; of a flag perhaps with "{text}" behind
  Target to;
  bool flag = false;
  bool one_word = false;  ///< a list that takes one argument each time
  bool required = false;
  Section section = Section::input;
  std::size_t place = 0;   ///< in the help, within its section; those of one `later` have the same
  bool entangled = false;  ///< with others, by `needs` or `excludes`
  char delimiter = '\0';
  /// Whether a value is good, where that is easily told; false leaves it to CLI11, which says why.
  std::vector<std::function<bool(const std::string&)>> good;
};

/// What the arguments give one option.
struct Given {
  const Declared* option = nullptr;
  std::vector<std::string> texts;
};

/// Nothing when the line is not that plain. `converts`: whether this value can be read into that variable.
std::optional<std::vector<Given>> read_quickly(std::span<const Declared> options,
                                               const std::vector<std::string>& arguments,
                                               bool (*converts)(const Target& to, const std::string& text));

}  // namespace lathe::nvptx::cli
