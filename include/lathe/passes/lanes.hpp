// Lanes: what instructions do that hand parts of registers on and compute nothing. What dead_lanes.hpp asks.
//
// A value has one or more lanes, all of one size, which the client says; the lowest is lane 0. A client (which may be the
// program itself) says
//   uint32_t lanes(Value) const;                    // 1 to 64
//   bool for_each_lane_copy(Inst, f) const;         // f(LaneCopy); false: it does something else
//   uint64_t lanes_read(Inst, uint32_t operand) const;   // optional: lanes of that operand that it looks at; all
// Lanes of results that no LaneCopy names are 0 then: extensions and shifts by whole lanes are such instructions, too.
// Operands are counted as for_each_operand names them. Of an instruction that does nothing but that, under a guard too,
// `old` operands are what stays of what is not written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lathe/passes/rewrite.hpp>

namespace lathe::passes {

/// `count` lanes of the operand `use`, from its lane `from` on, are those of the operand `def` from its lane `to` on.
struct LaneCopy {
  /// Numbers of operands and of lanes, and how many lanes.
  std::uint32_t use = 0, from = 0, def = 0, to = 0, count = 0;
};

/// Who says how many lanes a value has, and which an instruction hands on.
template <class L, class P>
concept LaneClient = requires(const L& l, const inst_t<P>& i, const value_t<P>& v, program::detail::Any f) {
  { l.lanes(v) } -> std::convertible_to<std::uint32_t>;
  { l.for_each_lane_copy(i, f) } -> std::convertible_to<bool>;
};

/// The lanes [from, from + count) as a mask; count is 1 to 64.
constexpr std::uint64_t lane_mask(std::uint32_t from, std::uint32_t count) {
  return from >= 64 ? 0 : (~std::uint64_t{0} >> (64 - std::min(count, 64U))) << from;
}

/// The client for Views whose operands name their lanes (Operand::lanes): copies hand them on, in order.
/// O(size) to make; of the code as it stands, values that come later have one lane.
template <View P>
class NamedLanes {
 public:
  /// Reads all mentions; the View outlives it.
  explicit NamedLanes(const P& p) : p_(p) {
    for (auto&& b : p.blocks())
      for (auto&& i : p.instructions(b))
        p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
          const std::uint32_t v = values_.add(o.value);
          if (v >= lanes_.size()) lanes_.resize(v + 1, 1);
          for (std::uint32_t k = 0; o.lanes != ~std::uint64_t{0} && k < 64; ++k)
            if ((o.lanes >> k & 1) != 0) lanes_[v] = std::max(lanes_[v], k + 1);
        });
  }
  /// One more than the highest lane that the code names; 1 for a value that is only mentioned whole.
  std::uint32_t lanes(const value_t<P>& v) const {
    const std::uint32_t n = values_.find(v);
    return n < lanes_.size() ? lanes_[n] : 1;
  }
  /// f(LaneCopy) for the lanes that a copy hands on. False: the instruction hands none on.
  template <class F>
  bool for_each_lane_copy(const inst_t<P>& i, F&& f) const {
    if (!p_.effects(i).has(Effect::copy)) return false;
    struct Lane {
      std::uint32_t operand, lane;
    };
    std::vector<Lane> from, to;
    std::uint32_t k = 0;
    bool fine = true;
    p_.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
      const std::uint32_t at = k++;
      if (o.old || o.role == Role::guard) return;
      fine &= !o.implicit && o.offset == 0;
      for (std::uint32_t lane = 0, all = lanes(o.value); lane < all; ++lane)
        if ((o.lanes >> lane & 1) != 0) (o.is_def() ? to : from).push_back({at, lane});
    });
    if (!fine || from.size() != to.size()) return false;
    for (std::size_t n = 0; n < from.size(); ++n)
      f(LaneCopy{from[n].operand, from[n].lane, to[n].operand, to[n].lane, 1});
    return true;
  }

 private:
  const P& p_;
  program::Handles<value_t<P>> values_;
  std::vector<std::uint32_t> lanes_;
};

}  // namespace lathe::passes
