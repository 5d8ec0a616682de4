// Units: ResMII, and the modulo reservation table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/modulo/graph.hpp>

namespace lathe::modulo {

/// The bound that units and issue slots set.
struct ResourceBound {
  std::uint32_t res_mii = 0;  ///< 0: nothing is reserved, nothing issued
  std::uint32_t unit = none;  ///< that makes it; none: issue slots, or nothing
};

namespace detail {

/// Do the lengths fit into `copies` circles of `ii` cycles each? False only if certainly not: Martello and Toth's bound
/// L2 for bin packing. `lengths` are sorted.
template <class = void>
inline bool may_pack(std::span<const std::uint32_t> lengths, std::uint64_t copies, std::uint64_t ii) {
  if (lengths.empty()) return true;
  if (lengths.back() > ii) return false;
  std::vector<std::uint64_t> sum(lengths.size() + 1, 0);
  for (std::size_t k = 0; k < lengths.size(); ++k) sum[k + 1] = sum[k] + lengths[k];
  const auto first_above = [&](std::uint64_t x) {
    return static_cast<std::size_t>(std::upper_bound(lengths.begin(), lengths.end(), x) - lengths.begin());
  };
  const std::size_t half = first_above(ii / 2), n = lengths.size();
  for (std::size_t k = 0; k <= half; ++k) {
    if (k != half && k > 0 && lengths[k] == lengths[k - 1]) continue;
    const std::uint64_t least = k == half ? 0 : lengths[k];
    // Those above ii - least stand alone; those above a half may share with smaller ones, from `least` on.
    const std::size_t alone = std::max(half, first_above(ii - least));
    const std::uint64_t large = alone - half;
    const std::uint64_t room = large * ii - (sum[alone] - sum[half]), small = sum[half] - sum[k];
    const std::uint64_t more = small > room ? (small - room + ii - 1) / ii : 0;
    if (n - alone + large + more > copies) return false;
  }
  return true;
}

}  // namespace detail

/// The least II at which no unit and no cycle's issue slots are certainly too few: sums, and for reservations of
/// several cycles a bound of bin packing. `issue_width` 0: no limit. O(reservations log reservations) and one more such
/// step for each II above the sum's.
template <class = void>
inline ResourceBound resource_bound(const Problem& p, std::uint32_t issue_width) {
  ResourceBound out;
  if (issue_width != 0) {
    std::uint64_t issued = 0;
    for (const Inst& inst : p.insts) issued += inst.issue;
    out.res_mii =
        static_cast<std::uint32_t>(std::min<std::uint64_t>((issued + issue_width - 1) / issue_width, Limits::ii + 1));
  }
  std::vector<std::vector<std::uint32_t>> lengths(p.units.size());
  for (const Reservation& r : p.reservations) lengths[r.unit].push_back(r.cycles);
  for (std::uint32_t u = 0; u < p.units.size(); ++u) {
    auto& list = lengths[u];
    if (list.empty()) continue;
    std::sort(list.begin(), list.end());
    std::uint64_t sum = 0;
    for (const std::uint32_t cycles : list) sum += cycles;
    const std::uint64_t copies = p.units[u].copies;
    std::uint64_t ii = std::max<std::uint64_t>((sum + copies - 1) / copies, list.back());
    // What fits at an II fits at all above: search between one that fails and one that may do, `sum`.
    if (list.back() > 1 && !detail::may_pack(list, copies, ii)) {
      std::uint64_t above = std::max(sum, ii + 1);
      while (above - ii > 1) (detail::may_pack(list, copies, (ii + above) / 2) ? above : ii) = (ii + above) / 2;
      ii = above;
    }
    ii = std::min<std::uint64_t>(ii, Limits::ii + 1);
    if (ii > out.res_mii) out = {static_cast<std::uint32_t>(ii), u};
  }
  return out;
}

namespace detail {

inline std::uint32_t slot_of(std::int64_t cycle, std::uint32_t ii) {
  const std::int64_t rest = cycle % ii;
  return static_cast<std::uint32_t>(rest < 0 ? rest + ii : rest);
}

/// Who holds which copy of which unit in which slot.
template <class = void>
class BasicReservationTable {
 public:
  BasicReservationTable(const Graph& g, std::uint32_t issue_width) : g_(g), issue_width_(issue_width) {
    copy.assign(g.problem.reservations.size(), 0);
    const Problem& p = g.problem;
    std::vector<std::uint32_t> asked(p.units.size(), 0);
    single_.assign(p.units.size(), true);
    for (const Reservation& r : p.reservations) {
      ++asked[r.unit];
      if (r.cycles != 1) single_[r.unit] = false;
    }
    for (std::uint32_t u = 0; u < p.units.size(); ++u) copies_.push_back(std::min(p.units[u].copies, asked[u]));
    first_row_.assign(p.units.size() + 1, 0);
    for (std::uint32_t u = 0; u < p.units.size(); ++u) first_row_[u + 1] = first_row_[u] + copies_[u];
  }
  /// Entries that the table has at an II.
  std::uint64_t entries(std::uint64_t ii) const { return (std::uint64_t{first_row_.back()} + copies_.size() + 1) * ii; }

  void reset(std::uint32_t ii) {
    ii_ = ii;
    holder_.assign(std::size_t{first_row_.back()} * ii, none);
    used_.assign(copies_.size() * ii, 0);
    issued_.assign(issue_width_ != 0 ? ii : 0, 0);
  }
  std::uint32_t ii() const { return ii_; }

  /// Takes what `inst` needs at `cycle`, or nothing and false.
  bool place(std::uint32_t inst, std::int64_t cycle) {
    const std::uint32_t slot = slot_of(cycle, ii_), issue = g_.problem.insts[inst].issue;
    if (issue_width_ != 0 && issued_[slot] + issue > issue_width_) return false;
    const std::uint32_t begin = g_.first_reservation[inst], end = g_.first_reservation[inst + 1];
    for (std::uint32_t r = begin; r < end; ++r) {
      const Reservation& x = g_.problem.reservations[r];
      if (used_[std::size_t{x.unit} * ii_ + (slot + x.first) % ii_] >= copies_[x.unit]) return false;
    }
    for (std::uint32_t r = begin; r < end; ++r) {
      if (hold(inst, r, slot)) continue;
      while (r-- > begin) release(r, slot);
      return false;
    }
    if (issue_width_ != 0) issued_[slot] += issue;
    return true;
  }
  /// False only if place would certainly fail.
  bool may_place(std::uint32_t inst, std::int64_t cycle) const {
    const std::uint32_t slot = slot_of(cycle, ii_);
    if (issue_width_ != 0 && issued_[slot] + g_.problem.insts[inst].issue > issue_width_) return false;
    for (std::uint32_t r = g_.first_reservation[inst]; r < g_.first_reservation[inst + 1]; ++r) {
      const Reservation& x = g_.problem.reservations[r];
      if (x.cycles > ii_) return false;
      for (std::uint32_t k = 0; k < x.cycles; ++k)
        if (used_[std::size_t{x.unit} * ii_ + (slot + x.first + k) % ii_] >= copies_[x.unit]) return false;
    }
    return true;
  }
  /// Takes what `inst` needs at `cycle` in every way that differs by more than names of copies, calls f() for each,
  /// which tells whether to go on; gives all back. False when f asked to stop, and then keeps what f saw.
  template <class F>
  bool each_way(std::uint32_t inst, std::int64_t cycle, F&& f) {
    const std::uint32_t slot = slot_of(cycle, ii_), issue = g_.problem.insts[inst].issue;
    if (issue_width_ != 0 && issued_[slot] + issue > issue_width_) return true;
    if (issue_width_ != 0) issued_[slot] += issue;
    if (!each_copy(inst, g_.first_reservation[inst], slot, f)) return false;
    if (issue_width_ != 0) issued_[slot] -= issue;
    return true;
  }
  /// Precondition: `inst` is placed at `cycle`.
  void remove(std::uint32_t inst, std::int64_t cycle) {
    const std::uint32_t slot = slot_of(cycle, ii_);
    for (std::uint32_t r = g_.first_reservation[inst]; r < g_.first_reservation[inst + 1]; ++r) release(r, slot);
    if (issue_width_ != 0) issued_[slot] -= g_.problem.insts[inst].issue;
  }
  /// Takes again what `inst` had at `cycle`, by the copies that `copy` tells. Precondition: it is free.
  void put_back(std::uint32_t inst, std::int64_t cycle) {
    const std::uint32_t slot = slot_of(cycle, ii_);
    for (std::uint32_t r = g_.first_reservation[inst]; r < g_.first_reservation[inst + 1]; ++r)
      take(inst, r, (slot + g_.problem.reservations[r].first) % ii_, copy[r]);
    if (issue_width_ != 0) issued_[slot] += g_.problem.insts[inst].issue;
  }
  /// Instructions that would have to go for `inst` to be placed at `cycle`, each once; of a unit the copy whose holders
  /// weigh least, by weight(inst). Whether that leaves enough room, place tells.
  template <class Weight>
  void in_the_way(std::uint32_t inst, std::int64_t cycle, std::vector<std::uint32_t>& out, Weight&& weight) {
    out.clear();
    const std::uint32_t slot = slot_of(cycle, ii_);
    for (std::uint32_t r = g_.first_reservation[inst]; r < g_.first_reservation[inst + 1]; ++r) {
      const Reservation& x = g_.problem.reservations[r];
      std::uint64_t least = UINT64_MAX;
      for (std::uint32_t c = 0; c < copies_[x.unit] && least != 0; ++c) {
        here_.clear();
        std::uint64_t sum = 0;
        for (std::uint32_t k = 0; k < std::min(x.cycles, ii_); ++k) {
          const std::uint32_t held = holder_[row(x.unit, c) + (slot + x.first + k) % ii_];
          if (held == none || (!here_.empty() && here_.back() == held)) continue;
          here_.push_back(held);
          sum += weight(held);
        }
        if (sum >= least) continue;
        least = sum;
        best_.swap(here_);
      }
      for (const std::uint32_t held : best_)
        if (std::find(out.begin(), out.end(), held) == out.end()) out.push_back(held);
      best_.clear();
    }
  }
  bool issue_full(std::uint32_t inst, std::int64_t cycle) const {
    return issue_width_ != 0 && issued_[slot_of(cycle, ii_)] + g_.problem.insts[inst].issue > issue_width_;
  }
  /// A unit's use in each slot.
  std::span<const std::uint32_t> used(std::uint32_t unit) const {
    return {used_.data() + std::size_t{unit} * ii_, ii_};
  }

 private:
  std::size_t row(std::uint32_t unit, std::uint32_t c) const { return (std::size_t{first_row_[unit]} + c) * ii_; }
  bool hold(std::uint32_t inst, std::uint32_t r, std::uint32_t slot) {
    const Reservation& x = g_.problem.reservations[r];
    if (x.cycles > ii_) return false;
    const std::uint32_t at = (slot + x.first) % ii_;
    for (std::uint32_t c = 0; c < copies_[x.unit]; ++c) {
      const std::uint32_t* const holders = holder_.data() + row(x.unit, c);
      bool free = holders[at] == none;
      for (std::uint32_t k = 1; free && k < x.cycles; ++k) free = holders[wrap(at + k)] == none;
      if (!free) continue;
      take(inst, r, at, c);
      return true;
    }
    return false;
  }
  template <class F>
  bool each_copy(std::uint32_t inst, std::uint32_t r, std::uint32_t slot, F& f) {
    if (r == g_.first_reservation[inst + 1]) return f();
    const Reservation& x = g_.problem.reservations[r];
    if (x.cycles > ii_) return true;
    const std::uint32_t at = (slot + x.first) % ii_;
    for (std::uint32_t c = 0; c < copies_[x.unit]; ++c) {
      bool fits = true;
      for (std::uint32_t k = 0; fits && k < x.cycles; ++k) fits = holder_[row(x.unit, c) + wrap(at + k)] == none;
      if (!fits) continue;
      bool alike = false;  // a copy before this one is held in the same slots
      for (std::uint32_t d = 0; d < c && !alike; ++d) {
        alike = true;
        for (std::uint32_t k = 0; alike && k < ii_; ++k)
          alike = (holder_[row(x.unit, c) + k] == none) == (holder_[row(x.unit, d) + k] == none);
      }
      if (alike) continue;
      take(inst, r, at, c);
      if (!each_copy(inst, r + 1, slot, f)) return false;
      release(r, slot);
      if (single_[x.unit]) break;  // slots of such a unit do not depend on each other
    }
    return true;
  }
  void take(std::uint32_t inst, std::uint32_t r, std::uint32_t at, std::uint32_t c) {
    const Reservation& x = g_.problem.reservations[r];
    for (std::uint32_t k = 0; k < x.cycles; ++k) {
      holder_[row(x.unit, c) + wrap(at + k)] = inst;
      ++used_[std::size_t{x.unit} * ii_ + wrap(at + k)];
    }
    copy[r] = c;
  }
  void release(std::uint32_t r, std::uint32_t slot) {
    const Reservation& x = g_.problem.reservations[r];
    const std::uint32_t at = (slot + x.first) % ii_;
    for (std::uint32_t k = 0; k < x.cycles; ++k) {
      holder_[row(x.unit, copy[r]) + wrap(at + k)] = none;
      --used_[std::size_t{x.unit} * ii_ + wrap(at + k)];
    }
  }
  std::uint32_t wrap(std::uint32_t slot) const { return slot >= ii_ ? slot - ii_ : slot; }

  const Graph& g_;
  std::uint32_t issue_width_ = 0, ii_ = 1;
  std::vector<bool> single_;              // all reservations of the unit last one cycle
  std::vector<std::uint32_t> copies_;     // those that can be needed at once
  std::vector<std::uint32_t> first_row_;  // per unit, into rows of ii slots
  std::vector<std::uint32_t> holder_, used_, issued_;
  std::vector<std::uint32_t> here_, best_;  // of in_the_way

 public:
  std::vector<std::uint32_t> copy;  ///< per reservation of placed instructions
};
using ReservationTable = BasicReservationTable<>;

}  // namespace detail

}  // namespace lathe::modulo
