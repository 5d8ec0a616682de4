// The outliner's remarks, with the reference's names, keys and sentences: of plans of one module and of those by what several published.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/support/remark.hpp>

namespace lathe::outline::detail {

/// Words from the first one on, with commas.
inline std::string joined(const std::vector<std::string>& words, std::size_t from) {
  std::string out;
  for (std::size_t k = from; k < words.size(); ++k) out += (out.empty() ? "" : ", ") + words[k];
  return out;
}

/// A function was made. `found`: the places of its sites, at least one; `subject`: the first site's first instruction.
template <class = void>
inline Remark outlined_remark(const std::string& name, std::int64_t saved, std::uint32_t length,
                              const std::vector<std::string>& found, std::uint32_t subject) {
  Remark remark{Remark::Kind::passed, "machine-outliner", "OutlinedFunction", name, {}, {}};
  remark.text = "Saved " + std::to_string(saved) + " bytes by outlining " + std::to_string(length) +
                " instructions from " + std::to_string(found.size()) + " locations. (Found at: " + joined(found, 0) +
                ")";
  remark.arguments = {{"OutliningBenefit", std::to_string(saved)},
                      {"Length", std::to_string(length)},
                      {"NumOccurrences", std::to_string(found.size())}};
  for (std::size_t i = 0; i < found.size(); ++i) remark.arguments.push_back({"StartLoc" + std::to_string(i), found[i]});
  remark.subject = subject;
  return remark;
}

/// None was made, for it would not save enough. `function`: of the first site; `sites`: those that the bytes are of, some
/// perhaps in other modules; `found` and `subject` as above.
template <class = void>
inline Remark not_cheaper_remark(const std::string& function, std::uint32_t length, std::uint64_t sites,
                                 std::int64_t outlined, std::int64_t inlined, const std::vector<std::string>& found,
                                 std::uint32_t subject) {
  Remark remark{Remark::Kind::missed, "machine-outliner", "NotOutliningCheaper", function, {}, {}};
  remark.text = "Did not outline " + std::to_string(length) + " instructions from " + std::to_string(sites) +
                " locations. Bytes from outlining all occurrences (" + std::to_string(outlined) +
                ") >= Unoutlined instruction bytes (" + std::to_string(inlined) +
                ") (Also found at: " + joined(found, 1) + ")";
  remark.arguments = {{"Length", std::to_string(length)},
                      {"NumOccurrences", std::to_string(sites)},
                      {"OutliningCost", std::to_string(outlined)},
                      {"NotOutliningCost", std::to_string(inlined)},
                      {"StartLoc", found[0]}};
  for (std::size_t i = 1; i < found.size(); ++i)
    remark.arguments.push_back({"OtherStartLoc" + std::to_string(i), found[i]});
  remark.subject = subject;
  return remark;
}

}  // namespace lathe::outline::detail
