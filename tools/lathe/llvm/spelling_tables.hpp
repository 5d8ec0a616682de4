// The rows of spellings.cpp: what each option of llc, cicc and opt is to us.
#pragma once

#include <span>
#include <string_view>

namespace lathe::nvptx::cli {

/// An option of theirs that is one of ours. `value`: true or false of a flag, a text, or "*" for any, which goes behind
/// `words`.
struct Spelling {
  std::string_view name, value, words;
};
/// An option that asks for what is so anyway with one of these values; "*": with any. With others it is refused.
struct Idle {
  std::string_view name, values, reason;
};
/// An option whose meaning cannot be had.
struct Refused {
  std::string_view name, reason;
};

std::span<const Spelling> spellings();
std::span<const Idle> idle_options();
std::span<const Refused> refused_options();

}  // namespace lathe::nvptx::cli
