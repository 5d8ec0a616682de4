// printf of device code: format and packed arguments to text. Private to nvptx/exec.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace lathe::nvptx::exec {

/// Where the arguments are. Functions return false when they cannot be read; formatting then ends.
class PrintfArguments {
 public:
  virtual ~PrintfArguments() = default;
  /// The next argument: 4 or 8 bytes, packed at their natural alignment.
  virtual bool next(unsigned bytes, std::uint64_t& value) = 0;
  /// The string at a generic address (not null), at most `most` characters of it.
  virtual bool string(std::uint64_t address, std::size_t most, std::string& text) = 0;
};

/// Appends the text; returns the number of arguments that were read, nothing when one could not be read.
/// At most 32 arguments: conversions that want more are written as they stand, and so are unknown ones.
std::optional<unsigned> format_printf(std::string_view format, PrintfArguments& arguments, std::string& text);

}  // namespace lathe::nvptx::exec
