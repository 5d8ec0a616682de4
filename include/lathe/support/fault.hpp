// What a checker finds: an ordered list of faults, each with a kind, a place and a line of text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lathe {

/// One broken promise. `Kind` is the checker's enum, so that tests can provoke each kind.
template <class Kind>
struct Fault {
  Kind kind;
  std::uint32_t place = 0;  ///< the id (node, op, symbol, ...) that the text speaks of
  std::string text;         ///< what is wrong, for people
};

/// Faults in the order in which they were found; empty means right.
template <class Kind>
class FaultList {
 public:
  /// Behind those that are there; `place`: the id that the text speaks of.
  void add(Kind kind, std::uint32_t place, std::string text) { faults_.push_back({kind, place, std::move(text)}); }
  bool empty() const { return faults_.empty(); }
  std::size_t size() const { return faults_.size(); }
  /// Is there one of the kind? O(faults).
  bool has(Kind kind) const {
    for (const auto& fault : faults_)
      if (fault.kind == kind) return true;
    return false;
  }
  auto begin() const { return faults_.begin(); }
  auto end() const { return faults_.end(); }
  /// One line per fault.
  std::string str() const {
    std::string out;
    for (const auto& fault : faults_) out += fault.text + " (at " + std::to_string(fault.place) + ")\n";
    return out;
  }

 private:
  std::vector<Fault<Kind>> faults_;
};

}  // namespace lathe
