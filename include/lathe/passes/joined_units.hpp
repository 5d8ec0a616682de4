// Registers that have become one, or lanes of one, while coalescing goes on: whose name they have, which unit is where,
// and how the registers of a copy could be one, by their lanes alone.
//
// A register that became lanes of another has that one's name; its units are units of it. Units that are one have one
// life (lives.hpp), that of the unit which stands for them.
//
// Cost: O(units of both registers) per copy that is asked for, which are 64 at most; nearly O(1) per name.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <lathe/passes/lives.hpp>

namespace lathe::passes {

/// How the registers of a copy could be one.
struct LaneFit {
  /// What the copy hands on.
  enum class Kind : std::uint8_t {
    whole,      ///< each lane of one is the same of the other
    inside,     ///< `narrow` would be the lanes `part` of `wide`
    itself,     ///< they are one already, and the copy is from a lane to itself
    places,     ///< from lanes to others, of one register or of two of which neither can be inside the other
    mismatched  ///< the lanes do not go together
  };
  Kind kind = Kind::mismatched;        ///< which of these
  std::uint32_t narrow = 0, wide = 0;  ///< registers that stand for others
  std::uint64_t part = 0;              ///< lanes of `wide`
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      pairs;  ///< units that would be one: of the target, of the source; by rising lanes of both
};

/// Names and units of joined registers.
template <View P>
class JoinedUnits {
 public:
  /// `lives` outlives it.
  explicit JoinedUnits(const Lives<P>& lives) : units_(lives.units()) {
    leader_.resize(lives.registers());
    std::iota(leader_.begin(), leader_.end(), 0U);
    name_ = leader_;
    unit_.resize(units_.size());
    std::iota(unit_.begin(), unit_.end(), 0U);
    for (std::uint32_t u = 0; u < units_.size(); ++u) mask_.push_back(units_.mask(u));
  }
  /// The register that stands for all that are one with it.
  std::uint32_t find(std::uint32_t r) { return top(leader_, r); }
  /// The register whose name it has.
  std::uint32_t name(std::uint32_t r) { return name_[find(r)]; }
  /// The unit that stands for all that are one with it.
  std::uint32_t unit(std::uint32_t u) { return top(unit_, u); }
  /// The lanes that a unit is in the register that has it. Precondition: it stands for itself.
  std::uint64_t mask(std::uint32_t unit) const { return mask_[unit]; }
  /// f(unit) for those of a register, which stand for themselves, by rising lanes.
  template <class F>
  void for_each_unit(std::uint32_t r, F&& f) {
    const std::uint32_t n = name(r);
    for (std::uint32_t u = units_.begin(n); u < units_.end(n); ++u) f(unit(u));
  }
  /// How many these are.
  std::uint32_t count(std::uint32_t r) {
    const std::uint32_t n = name(r);
    return units_.end(n) - units_.begin(n);
  }
  /// All its lanes.
  std::uint64_t lanes(std::uint32_t r) { return units_.lanes(name(r)); }

  /// `other` is one with `unit` from now on. Precondition: both stand for themselves.
  void unite_units(std::uint32_t unit, std::uint32_t other) { unit_[other] = unit; }
  /// `other` is one with `r` under a name of one of them. Units were united before. Precondition: both stand for
  /// themselves.
  void unite(std::uint32_t r, std::uint32_t other, std::uint32_t name) {
    leader_[other] = r;
    name_[r] = name;
    for (std::uint32_t u = units_.begin(name); u < units_.end(name); ++u) mask_[unit(u)] = units_.mask(u);
  }

  /// How the registers of a copy could be one.
  template <class Copy>
  LaneFit fit(const Copy& copy) {
    using enum LaneFit::Kind;
    LaneFit out;
    const std::uint32_t a = find(copy.to), b = find(copy.from);
    const bool fine = units_.for_each_pair(
        copy, [&](std::uint32_t to, std::uint32_t from) { out.pairs.emplace_back(unit(to), unit(from)); });
    if (!fine || out.pairs.empty()) return out;
    if (a == b) {
      const bool same = std::all_of(out.pairs.begin(), out.pairs.end(), [](auto& p) { return p.first == p.second; });
      out.kind = same ? itself : places;
      return out;
    }
    const bool covers_a = out.pairs.size() == count(a), covers_b = out.pairs.size() == count(b);
    if (covers_a && covers_b) {
      if (lanes(a) == lanes(b)) out.kind = whole;
      return out;
    }
    if (covers_a || covers_b) {
      out.kind = inside;
      out.narrow = covers_b ? b : a, out.wide = covers_b ? a : b;
      for (const auto& [x, y] : out.pairs) out.part |= mask_[covers_b ? x : y];
      return out;
    }
    place(out, a, b);
    return out;
  }

 private:
  static std::uint32_t top(std::vector<std::uint32_t>& of, std::uint32_t r) {
    while (of[r] != r) r = of[r] = of[of[r]];
    return r;
  }
  // The one with fewer lanes stands in those of the other that the copy's place tells, all of it, if each of its units is
  // one of the other's there.
  void place(LaneFit& fit, std::uint32_t a, std::uint32_t b) {
    fit.kind = LaneFit::Kind::places;
    const bool a_wide = std::popcount(lanes(a)) > std::popcount(lanes(b));
    const std::uint32_t wide = a_wide ? a : b, narrow = a_wide ? b : a;
    std::uint64_t here = 0, there = 0;
    for (const auto& [x, y] : fit.pairs) here |= mask_[a_wide ? y : x], there |= mask_[a_wide ? x : y];
    const std::uint64_t part = place_of(lanes(narrow), here, lanes(wide), there);
    std::vector<std::uint32_t> of_wide, of_narrow;
    for_each_unit(wide, [&](std::uint32_t u) {
      if ((mask_[u] & part) != 0) of_wide.push_back(u);
    });
    for_each_unit(narrow, [&](std::uint32_t u) { of_narrow.push_back(u); });
    if (part == 0 || of_wide.size() != of_narrow.size()) return;
    for (std::size_t k = 0; k < of_wide.size(); ++k)
      if (mask_[of_wide[k]] != carried_lanes(mask_[of_narrow[k]], lanes(narrow), part)) return;
    const bool whole = part == lanes(wide);
    if (whole && part != lanes(narrow)) return;
    fit.kind = whole ? LaneFit::Kind::whole : LaneFit::Kind::inside;
    fit.narrow = narrow, fit.wide = wide, fit.part = part;
    fit.pairs.clear();
    for (std::size_t k = 0; k < of_wide.size(); ++k)
      fit.pairs.emplace_back(a_wide ? of_wide[k] : of_narrow[k], a_wide ? of_narrow[k] : of_wide[k]);
  }
  const LaneUnits<P>& units_;
  std::vector<std::uint32_t> leader_, name_;  // per register; the second one of those that stand for others
  std::vector<std::uint32_t> unit_;           // per unit
  std::vector<std::uint64_t> mask_;           // of units that stand for others
};

}  // namespace lathe::passes
