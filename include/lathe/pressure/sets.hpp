// Pressure sets of a target, of which there may be hundreds, as those of one function's problem.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <lathe/pressure/problem.hpp>

namespace lathe::pressure {

/// Sets that the same registers of the function count in, with the same weights, are one, with the least limit among
/// them; sets that none counts in are not there. A problem has max_sets at most: the target's last ones are left out.
template <class Reg>
class SetsInUse {
 public:
  /// In any order, each pair of set and register once.
  struct Member {
    std::uint32_t set = 0;  ///< number of a set of the target
    Reg reg{};
    std::uint32_t weight = 1;  ///< registers of the set that it takes
  };

  SetsInUse() = default;
  /// `limit(set)`: that of a set of the target. O(members log members).
  template <class Limit>
  SetsInUse(const std::vector<Member>& members, Limit&& limit) {
    using Registers = std::vector<std::pair<Reg, std::uint32_t>>;
    std::map<std::uint32_t, Registers> by_set;
    for (const Member& m : members) by_set[m.set].emplace_back(m.reg, m.weight);
    std::map<Registers, std::vector<std::uint32_t>> alike;
    for (auto& [set, registers] : by_set) {
      std::sort(registers.begin(), registers.end());
      alike[std::move(registers)].push_back(set);
    }
    std::vector<std::vector<std::uint32_t>> groups;
    for (auto& [unused, group] : alike) {
      std::stable_sort(group.begin(), group.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return limit(a) < limit(b); });
      groups.push_back(std::move(group));
    }
    std::sort(groups.begin(), groups.end());
    for (const auto& group : groups) {
      if (chosen_.size() == max_sets) {
        left_out_ += group.size();
        continue;
      }
      for (const std::uint32_t set : group) set_of_[set] = static_cast<std::uint32_t>(chosen_.size());
      chosen_.push_back(group[0]);
    }
  }

  /// The target's number of each set of the problem.
  const std::vector<std::uint32_t>& chosen() const { return chosen_; }
  /// The problem's set for one of the target's; none: no register of the function counts in it, or it is left out.
  std::uint32_t set_of(std::uint32_t set) const {
    const auto at = set_of_.find(set);
    return at == set_of_.end() ? none : at->second;
  }
  /// Whether it is the one of its like that stands in the problem.
  bool stands(std::uint32_t set) const {
    const std::uint32_t number = set_of(set);
    return number != none && chosen_[number] == set;
  }
  /// Sets that no longer fitted into the problem.
  std::size_t left_out() const { return left_out_; }

 private:
  std::vector<std::uint32_t> chosen_;
  std::map<std::uint32_t, std::uint32_t> set_of_;
  std::size_t left_out_ = 0;
};

}  // namespace lathe::pressure
