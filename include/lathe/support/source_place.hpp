// A place in somebody's source text, for remarks and messages.
#pragma once

#include <cstdint>
#include <string>

namespace lathe {

/// A place in a source text. Nothing is known where `line` is 0; of the column where `column` is.
struct SourcePlace {
  std::string file;  ///< empty: the text that the program itself was read from, whose name its reader knows
  std::uint32_t line = 0, column = 0;  ///< from 1
  explicit operator bool() const { return line != 0; }
  bool operator==(const SourcePlace&) const = default;
};

}  // namespace lathe
