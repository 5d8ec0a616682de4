// Values in text: NODE:RESULT.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <lathe/dag/value.hpp>

namespace lathe::dag {

/// "node:result", as the text forms have it.
inline std::string value_text(Value v) { return std::to_string(v.node) + ":" + std::to_string(v.result); }

/// The value that a word names; nothing when it has another form or a number does not fit.
inline std::optional<Value> value_from_text(std::string_view word) {
  const auto number = [](std::string_view text, std::uint32_t& to) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), to);
    return code == std::errc{} && end == text.data() + text.size() && to != no_node;
  };
  const std::size_t colon = word.find(':');
  Value v;
  if (colon == std::string_view::npos || !number(word.substr(0, colon), v.node) ||
      !number(word.substr(colon + 1), v.result))
    return std::nullopt;
  return v;
}

}  // namespace lathe::dag
