// KEY=VALUE parts of tensor: and texture: of `lathe run`.
#pragma once

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace lathe::nvptx::cli {

/// The value that goes by this name. False and a reason that lists the known ones.
template <class T, std::size_t N, std::size_t M>
bool choose(std::string_view text, const std::pair<std::string_view, T> (&all)[N], const char (&what)[M], T& out,
            std::string& reason) {
  std::string known;
  for (const auto& [name, value] : all) {
    known += (known.empty() ? "" : " ") + std::string(name);
    if (name != text) continue;
    out = value;
    return true;
  }
  reason = fmt::format("no {} '{}'; known: {}", what, text, known);
  return false;
}

/// "3,4,5" into an array of at most N numbers; their count.
template <class T, std::size_t N>
bool numbers(std::string_view text, std::array<T, N>& out, std::size_t& count, std::string& reason) {
  const std::string all(text);
  for (count = 0; count < N; ++count) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out[count]);
    if (error != std::errc()) break;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) {
      ++count;
      return true;
    }
    if (text[0] != ',') break;
    text.remove_prefix(1);
  }
  reason = fmt::format("'{}' is not a list of at most {} numbers", all, N);
  return false;
}

/// Calls one(KEY, VALUE) for each part up to of:, and leaves what stands behind that. False and a reason.
template <class F>
bool read_keys(std::string_view& text, const char* missing, std::string& reason, F&& one) {
  for (;;) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
      reason = missing;
      return false;
    }
    const std::string_view part = text.substr(0, colon);
    text.remove_prefix(colon + 1);
    if (part == "of") return true;
    const std::size_t equal = part.find('=');
    if (equal == std::string_view::npos) {
      reason = fmt::format("'{}' is neither KEY=VALUE nor of:BUFFER", part);
      return false;
    }
    if (!one(part.substr(0, equal), part.substr(equal + 1))) return false;
  }
}

}  // namespace lathe::nvptx::cli
