// Edits that coalescing makes of lanes: mentions of a register become lanes of another, and definitions in part say anew
// what stays beside them.
//
// Cost: O(operands of the instruction, squared where it mentions the register often).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lathe/passes/lane_units.hpp>

namespace lathe::passes {

/// Mentions of `from` become the lanes `part` of `to`.
template <NamesLanes P>
struct NameLanes {
  const P& code;                     ///< the program
  value_t<P> from, to;               ///< what is mentioned, and what will be
  std::uint64_t lanes, part, whole;  ///< all lanes of `from`, those of `to` that they become, all of `to`

  /// All mentions in one instruction. Definitions keep all that they do not write. Does it define any?
  template <class E>
  bool rename(E& editing, const inst_t<P>& i) const {
    bool defines = false;
    code.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) { defines |= o.is_def() && o.value == from; });
    if (!defines) {
      while (const std::optional<Mention> m = next(i, false)) editing.set_lanes(i, m->k, from, to, m->lanes);
      return false;
    }
    editing.change(i, [&](P& p) {
      const std::uint64_t stays = rest(i);
      while (const std::optional<Mention> m = next(i, true)) p.set_lanes(i, m->k, to, m->lanes, stays);
      while (const std::optional<Mention> m = next(i, false)) p.set_lanes(i, m->k, to, m->lanes, 0);
    });
    return true;
  }

 private:
  struct Mention {
    std::uint32_t k;
    std::uint64_t lanes;
  };
  std::uint64_t as(std::uint64_t mask) const { return carried_lanes(mask & lanes, lanes, part); }
  // The first one that is left.
  std::optional<Mention> next(const inst_t<P>& i, bool def) const {
    std::optional<Mention> out;
    std::uint32_t k = 0;
    code.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
      if (!out && o.value == from && o.is_def() == def) out = Mention{k, as(o.lanes)};
      ++k;
    });
    return out;
  }
  // All that is not written, and what may be left under a guard.
  std::uint64_t rest(const inst_t<P>& i) const {
    std::uint64_t written = 0, old = 0;
    code.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
      if (!(o.value == from)) return;
      if (o.is_def()) written |= as(o.lanes);
      if (o.old) old |= as(o.lanes);
    });
    return (whole & ~written) | old;
  }
};

/// Definitions in part of an instruction say what stays beside them. `wanted(value, lanes that it writes)`: the lanes that
/// are to stay, or nothing: as it is said now. Under a guard those that are written stay, too.
template <NamesLanes P, class E, class Wanted>
void settle_rest(const P& code, E& editing, const inst_t<P>& i, Wanted&& wanted) {
  struct Part {
    value_t<P> value;
    std::uint64_t written, old, stays;
  };
  std::vector<Part> parts;
  const auto part_of = [&](const value_t<P>& v) -> Part* {
    for (Part& p : parts)
      if (p.value == v) return &p;
    return nullptr;
  };
  code.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
    if (!o.is_def() || ~o.lanes == 0) return;
    if (part_of(o.value) == nullptr) parts.push_back({o.value, 0, 0, 0});
    part_of(o.value)->written |= o.lanes;
  });
  code.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
    if (Part* const p = o.old ? part_of(o.value) : nullptr) p->old |= o.lanes;
  });
  bool other = false;
  for (Part& p : parts) {
    const std::optional<std::uint64_t> rest = wanted(p.value, p.written);
    p.stays = rest ? *rest | (p.old & p.written) : p.old;
    other |= p.stays != p.old;
  }
  if (!other) return;
  editing.change(i, [&](P& to) {
    for (const Part& p : parts) {
      if (p.stays == p.old) continue;
      std::vector<std::pair<std::uint32_t, std::uint64_t>> defs;
      const auto find = [&] {
        defs.clear();
        std::uint32_t k = 0;
        code.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
          if (o.is_def() && o.value == p.value) defs.emplace_back(k, o.lanes);
          ++k;
        });
      };
      find();
      for (std::size_t d = 0; d < defs.size(); ++d) {
        to.set_lanes(i, defs[d].first, p.value, defs[d].second, p.stays);
        find();
      }
    }
  });
}

}  // namespace lathe::passes
