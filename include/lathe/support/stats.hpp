// Named counters as a plain aggregate: printed as a table or JSON, merged over threads, compared in tests.
//
// A family's Stats is a struct with a static `fields()` that lists {name, pointer to member}; everything else
// is here. No registry, no globals.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

namespace lathe {

/// A struct of std::uint64_t counters that can list them: `static constexpr auto fields()` gives a range of
/// {name, pointer to member}.
template <class S>
concept Counters = requires(S s) {
  { S::fields().begin()->first } -> std::convertible_to<const char*>;
  { s.*(S::fields().begin()->second) } -> std::convertible_to<std::uint64_t>;
};

/// Adds every counter of `from` to `to`.
template <Counters S>
void merge(S& to, const S& from) {
  for (const auto& [name, member] : S::fields()) to.*member += from.*member;
}
/// One line per counter: the number, right-aligned, then its name.
template <Counters S>
std::string to_table(const S& stats) {
  std::string out;
  for (const auto& [name, member] : S::fields()) {
    const std::string number = std::to_string(stats.*member);
    out += std::string(number.size() < 12 ? 12 - number.size() : 0, ' ') + number + "  " + name + "\n";
  }
  return out;
}
/// One JSON object.
template <Counters S>
std::string to_json(const S& stats) {
  std::string out = "{";
  for (const auto& [name, member] : S::fields()) {
    if (out.size() > 1) out += ", ";
    out += "\"" + std::string(name) + "\": " + std::to_string(stats.*member);
  }
  return out + "}";
}

}  // namespace lathe
