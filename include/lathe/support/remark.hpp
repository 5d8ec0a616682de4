// Remarks: what an algorithm did or declined to do, and why. Sinks decide what becomes of them.
//
// A sink is anything callable with a `const Remark&`. NoRemarks is the sink that nobody listens to: algorithms
// ask `wants_remarks<Sink>` before they build any text, so silence costs nothing.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/support/source_place.hpp>

namespace lathe {

/// What an algorithm did or left, for people and tools.
struct Remark {
  /// Something was done; something was left, with the reason; something was found.
  enum class Kind : std::uint8_t { passed, missed, analysis };
  Kind kind = Kind::passed;
  std::string family;  ///< "outline", "combine", ...
  std::string name;    ///< what happened, in CamelCase as LLVM's remarks have it
  std::string place;   ///< function, block or problem that it speaks of; may be empty
  std::string text;    ///< what a person reads
  std::vector<std::pair<std::string, std::string>> arguments;  ///< key, value
  SourcePlace location{};  ///< of what it speaks of; who knows no source leaves it to the sink's owner
  /// Of algorithms on problems as data: the number there of what it speaks of (the instruction; of pressure the block, of
  /// sched::plan_regions the region), by which the sink's owner finds the location.
  std::uint32_t subject = no_subject;
  static constexpr std::uint32_t no_subject = ~std::uint32_t{0};  ///< none of them
};

/// Takes no remark.
struct NoRemarks {
  void operator()(const Remark&) const {}
};
/// Does somebody listen? Texts are made only then.
template <class Sink>
inline constexpr bool wants_remarks = !std::is_same_v<std::remove_cvref_t<Sink>, NoRemarks>;

/// Keeps remarks in order.
struct RemarkList {
  std::vector<Remark> remarks;
  void operator()(const Remark& remark) { remarks.push_back(remark); }
};

namespace detail {
template <class = void>
inline std::string yaml_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}
}  // namespace detail

/// One document in the YAML form that LLVM's -pass-remarks-output writes.
template <class = void>
inline std::string to_yaml(const Remark& remark) {
  static constexpr const char* tags[] = {"!Passed", "!Missed", "!Analysis"};
  std::string out = "--- " + std::string(tags[static_cast<int>(remark.kind)]) + "\n";
  out += "Pass:            " + remark.family + "\n";
  out += "Name:            " + remark.name + "\n";
  if (const SourcePlace& at = remark.location)
    out += "DebugLoc:        { File: " + detail::yaml_quoted(at.file) + ", Line: " + std::to_string(at.line) +
           ", Column: " + std::to_string(at.column) + " }\n";
  out += "Function:        " + detail::yaml_quoted(remark.place) + "\n";
  out += "Args:\n";
  if (!remark.text.empty()) out += "  - String:          " + detail::yaml_quoted(remark.text) + "\n";
  for (const auto& [key, value] : remark.arguments) out += "  - " + key + ": " + detail::yaml_quoted(value) + "\n";
  return out + "...\n";
}

}  // namespace lathe
