// The lanes of registers as far as a function tells them apart: what lives.hpp asks to judge copies of lanes.
//
// A unit is a set of lanes of one register that each mention names together or not at all, and that copies carry
// together; a register that nobody mentions in lanes is one unit. A copy hands on units in their order: the k-th lane
// that it reads is the k-th that it writes.
//
// Lanes are told apart where the program can name a mention as lanes of another register, by members beside those of
// an Editor:
//   void set_lanes(Inst, uint32_t k, Value, uint64_t lanes, uint64_t stays);
//                                             // the k-th mention names these lanes of the value; of a definition: what
//                                             // stays beside it is named as `old` (0: nothing stays), and nothing else is.
//                                             // Definitions are changed where the instruction stands nowhere
//   uint64_t lane_mask(Value) const;          // optional: all lanes; without it those up to the highest that is mentioned
//   bool may_be_lanes(Value, Value of, uint64_t lanes) const;  // optional: may each mention of the first name those of `of`?
//   uint64_t lanes_lost(Value, uint64_t written) const;        // optional: lanes that cannot stay where these are written
//
// Cost: O(mentions in lanes + registers + copies), and for each time that a register is told apart further (at most 64)
// its copies of lanes.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/passes/rewrite.hpp>

namespace lathe::passes {

/// An Editor whose mentions can become lanes of other registers; see the head of the file.
template <class P>
concept NamesLanes = Editor<P> && requires(P& p, const inst_t<P>& i, std::uint32_t k, const value_t<P>& v,
                                           std::uint64_t lanes) { p.set_lanes(i, k, v, lanes, lanes); };

/// A copy of lanes to as many lanes, or of a whole value to a whole one (all ones).
template <View P>
struct PartCopy {
  inst_t<P> inst;                      ///< the copy
  value_t<P> to, from;                 ///< the value that it writes, and the one that it reads
  std::uint64_t to_lanes, from_lanes;  ///< lanes of them
};
/// Such a copy, under no guard; what stays of the value that it writes is named as `old`, if anything. O(operands).
template <View P>
std::optional<PartCopy<P>> part_copy(const P& p, const inst_t<P>& i) {
  using Mention = program::Operand<value_t<P>>;
  if (!p.effects(i).has(Effect::copy)) return {};
  std::optional<Mention> to, from, old;
  std::uint32_t mentions = 0;
  bool fine = true;
  p.for_each_operand(i, [&](const Mention& o) {
    mentions += !o.old;
    fine &= o.role != Role::guard && !o.implicit && !o.more && o.offset == 0 && o.tied < 0;
    (o.old ? old : o.is_def() ? to : from) = o;
  });
  if (!fine || mentions != 2 || !to || !from) return {};
  if (old && (!(old->value == to->value) || (old->lanes & to->lanes) != 0)) return {};
  return PartCopy<P>{i, to->value, from->value, to->lanes, from->lanes};
}

/// The lanes of `bits` among those of `from`, as those of `to` in their order.
constexpr std::uint64_t carried_lanes(std::uint64_t bits, std::uint64_t from, std::uint64_t to) {
  std::uint64_t out = 0;
  for (; from != 0 && to != 0; from &= from - 1, to &= to - 1)
    if ((bits & from & (~from + 1)) != 0) out |= to & (~to + 1);
  return out;
}

/// The lanes of `wide` that all of `narrow` would be for those `here` of it to be those `there` of the other one; 0: it
/// would reach beyond, or they are not as far from each other. Lanes go by their order. Precondition: `here` and `there`
/// have lanes, all of `narrow` and of `wide`. O(lanes).
constexpr std::uint64_t place_of(std::uint64_t narrow, std::uint64_t here, std::uint64_t wide, std::uint64_t there) {
  const auto below = [](std::uint64_t lanes, std::uint64_t part) {
    return std::popcount(lanes & ((part & (~part + 1)) - 1));
  };
  std::uint64_t part = wide;
  for (int k = below(wide, there) - below(narrow, here); k != 0; --k) {
    if (k < 0) return 0;
    part &= part - 1;
  }
  std::uint64_t rest = part;
  for (int k = std::popcount(narrow); k > 0; --k) rest &= rest - 1;
  part &= ~rest;
  return std::popcount(part) == std::popcount(narrow) && carried_lanes(here, narrow, part) == there ? part : 0;
}

/// Units of registers, by numbers.
template <View P>
class LaneUnits {
  using Value = value_t<P>;
  static constexpr std::uint64_t all = ~std::uint64_t{0};

 public:
  /// Lanes of a register that a mention names together.
  struct Named {
    std::uint32_t reg;    ///< which one
    std::uint64_t lanes;  ///< not all ones
    auto operator<=>(const Named&) const = default;
  };
  /// One unit for each of so many registers.
  void make(std::uint32_t registers) {
    first_.resize(registers + 1);
    std::iota(first_.begin(), first_.end(), 0U);
    masks_.assign(registers, all);
    lanes_.assign(registers, all);
    number_owners();
  }
  /// Copies have registers `to` and `from`, and `to_lanes` and `from_lanes`.
  template <class Copies>
  void make(const P& p, const program::Handles<Value>& regs, const Copies& copies, std::vector<Named> named) {
    std::sort(named.begin(), named.end());
    named.erase(std::unique(named.begin(), named.end()), named.end());
    shape_.resize(regs.size());
    std::iota(shape_.begin(), shape_.end(), 0U);
    for (const auto& c : copies)
      if (alike(p, regs, c)) shape_[find(c.to)] = find(c.from);
    find_lanes(p, regs, named);
    parts_.resize(regs.size());
    for (const Named& n : named) split(find(n.reg), n.lanes);
    for (const auto& c : copies)
      if (c.to_lanes != all || c.from_lanes != all) connect(c);
    spread();
    first_.assign(1, 0);
    for (std::uint32_t r = 0; r < regs.size(); ++r) {
      const auto& parts = parts_[find(r)];
      lanes_[r] = lanes_[find(r)];
      if (parts.empty())
        masks_.push_back(lanes_[r]);
      else
        masks_.insert(masks_.end(), parts.begin(), parts.end());
      first_.push_back(static_cast<std::uint32_t>(masks_.size()));
    }
    parts_ = {};
    edges_ = {};
    number_owners();
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(masks_.size()); }  ///< units of all registers
  std::uint32_t begin(std::uint32_t r) const { return first_[r]; }                  ///< the first unit of a register
  std::uint32_t end(std::uint32_t r) const { return first_[r + 1]; }                ///< behind its last one
  std::uint32_t owner(std::uint32_t unit) const { return owner_[unit]; }            ///< whose it is
  std::uint64_t mask(std::uint32_t unit) const { return masks_[unit]; }             ///< its lanes; rising in a register
  std::uint64_t lanes(std::uint32_t r) const { return lanes_[r]; }                  ///< all of a register
  /// f(unit of `to`, unit of `from`) for what a copy hands on. False: its lanes do not go together, and f heard of some
  /// at most.
  template <class Copy, class F>
  bool for_each_pair(const Copy& c, F&& f) const {
    std::uint32_t t = begin(c.to), s = begin(c.from);
    while (true) {
      while (t != end(c.to) && (mask(t) & c.to_lanes) == 0) ++t;
      while (s != end(c.from) && (mask(s) & c.from_lanes) == 0) ++s;
      if (t == end(c.to) || s == end(c.from)) return t == end(c.to) && s == end(c.from);
      if (std::popcount(mask(t)) != std::popcount(mask(s))) return false;
      f(t++, s++);
    }
  }

 private:
  struct Edge {
    std::uint32_t to;
    std::uint64_t own, other;  // lanes of this one, and of `to`
  };
  std::uint32_t find(std::uint32_t r) {
    while (shape_[r] != r) r = shape_[r] = shape_[shape_[r]];
    return r;
  }
  // Whole ones, or the same lanes of registers of one kind: they may become one.
  template <class Copy>
  static bool alike(const P& p, const program::Handles<Value>& regs, const Copy& c) {
    return c.to_lanes == c.from_lanes && (c.to_lanes == all || class_of(p, regs[c.to]) == class_of(p, regs[c.from]));
  }
  void find_lanes(const P& p, const program::Handles<Value>& regs, const std::vector<Named>& named) {
    lanes_.assign(regs.size(), 0);
    if constexpr (requires(const Value& v) {
                    { p.lane_mask(v) } -> std::convertible_to<std::uint64_t>;
                  }) {
      for (std::uint32_t r = 0; r < regs.size(); ++r) lanes_[find(r)] |= p.lane_mask(regs[r]);
    } else {
      for (const Named& n : named) lanes_[find(n.reg)] |= all >> std::countl_zero(n.lanes | 1);
    }
    for (std::uint32_t r = 0; r < regs.size(); ++r)
      if (lanes_[find(r)] == 0) lanes_[find(r)] = 1;
  }
  // Parts of a shape by their lowest lanes; none: it is one.
  bool split(std::uint32_t s, std::uint64_t by) {
    auto& parts = parts_[s];
    by &= lanes_[s];
    if (by == 0 || by == lanes_[s]) return false;
    if (parts.empty()) parts.push_back(lanes_[s]);
    const std::size_t before = parts.size();
    for (std::size_t k = 0; k < before; ++k) {
      const std::uint64_t in = parts[k] & by;
      if (in == 0 || in == parts[k]) continue;
      parts.push_back(parts[k] & ~by);
      parts[k] = in;
    }
    if (parts.size() == before) return false;
    std::sort(parts.begin(), parts.end(),
              [](std::uint64_t a, std::uint64_t b) { return std::countr_zero(a) < std::countr_zero(b); });
    return true;
  }
  template <class Copy>
  void connect(const Copy& c) {
    const std::uint32_t to = find(c.to), from = find(c.from);
    const std::uint64_t written = c.to_lanes & lanes_[to], read = c.from_lanes & lanes_[from];
    if (std::popcount(written) != std::popcount(read) || (to == from && written == read)) return;
    edges_.resize(shape_.size());
    edges_[to].push_back({from, written, read});
    edges_[from].push_back({to, read, written});
    // The narrow one could be some lanes of the wide one as a whole: what is told apart in these is in the other one.
    const bool to_wide = std::popcount(lanes_[to]) > std::popcount(lanes_[from]);
    const std::uint32_t wide = to_wide ? to : from, narrow = to_wide ? from : to;
    const std::uint64_t here = to_wide ? read : written, there = to_wide ? written : read;
    const std::uint64_t part = to == from ? 0 : place_of(lanes_[narrow], here, lanes_[wide], there);
    if (part == 0 || part == there) return;
    split(wide, part);
    edges_[wide].push_back({narrow, part, lanes_[narrow]});
    edges_[narrow].push_back({wide, lanes_[narrow], part});
  }
  void spread() {
    if (edges_.empty()) return;
    std::vector<std::uint32_t> work;
    for (std::uint32_t s = 0; s < parts_.size(); ++s)
      if (!parts_[s].empty()) work.push_back(s);
    while (!work.empty()) {
      const std::uint32_t s = work.back();
      work.pop_back();
      auto& edges = edges_[s];
      std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return std::pair(a.to, std::pair(a.own, a.other)) < std::pair(b.to, std::pair(b.own, b.other));
      });
      edges.erase(std::unique(edges.begin(), edges.end(),
                              [](const Edge& a, const Edge& b) {
                                return a.to == b.to && a.own == b.own && a.other == b.other;
                              }),
                  edges.end());
      for (const Edge& e : edges) {
        bool more = false;
        const std::vector<std::uint64_t> parts = parts_[s];
        for (const std::uint64_t part : parts)
          if ((part & e.own) != 0) more |= split(e.to, carried_lanes(part, e.own, e.other));
        if (more) work.push_back(e.to);
      }
    }
  }
  void number_owners() {
    owner_.resize(masks_.size());
    for (std::uint32_t r = 0; r + 1 < first_.size(); ++r)
      for (std::uint32_t u = first_[r]; u < first_[r + 1]; ++u) owner_[u] = r;
  }

  std::vector<std::uint32_t> shape_, first_, owner_;  // a register's like; per register; per unit
  std::vector<std::uint64_t> masks_, lanes_;          // per unit; per register
  std::vector<std::vector<std::uint64_t>> parts_;     // of those that stand for their like
  std::vector<std::vector<Edge>> edges_;
};

}  // namespace lathe::passes
