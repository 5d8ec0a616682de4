// Is a report right? An independent checker: from the definitions, sharing nothing with analysis or tracker but the
// data types.
//
// The definitions. A unit is live into an instruction when the instruction reads it, or does not write it and it is
// live behind the instruction; live behind the last instruction of a block (or into the end of an empty one) when the
// block's list says so or it is live into a successor. Of all solutions the least is meant. Pressure at place 0 of a
// block is the weight of what is live into it, at place k that of the union of what is live behind its k-th instruction
// and what that instruction writes. A peak is the largest pressure of a block and its first place; the maximum that of
// the function and its first block; the excess what peaks have above the limit, summed over the blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/pressure/problem.hpp>
#include <lathe/pressure/report.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::pressure {

enum class ReportFault { bad_shape, live_in, live_out, pressure, peak, peak_place, maximum, maximum_block, excess };
inline constexpr int report_fault_kinds = 9;

namespace detail {

class ReportChecker {
 public:
  ReportChecker(const Problem& p, const Report& r) : p_(p), r_(r) {}

  FaultList<ReportFault> run() {
    if (!shape()) {
      faults_.add(ReportFault::bad_shape, 0, "the report is not one of this problem");
      return std::move(faults_);
    }
    solve();
    std::vector<std::uint64_t> maximum(r_.sets, 0), excess(r_.sets, 0);
    std::vector<std::uint32_t> where(r_.sets, 0);
    for (std::uint32_t b = 0; b < p_.blocks.size(); ++b) {
      sets_of(b);
      const auto peaks = places_of(b);
      for (std::uint32_t s = 0; s < r_.sets; ++s) {
        const auto [value, place] = peaks[s];
        const Report::Peak& told = r_.peaks[std::size_t{b} * r_.sets + s];
        if (told.pressure != value) fault(ReportFault::peak, b, s, "the peak", told.pressure, value);
        if (told.place != place) fault(ReportFault::peak_place, b, s, "the place of the peak", told.place, place);
        if (b == 0 || value > maximum[s]) {
          maximum[s] = value;
          where[s] = b;
        }
        if (value > p_.sets[s].limit) excess[s] += value - p_.sets[s].limit;
      }
    }
    for (std::uint32_t s = 0; s < r_.sets; ++s) {
      const Report::Maximum& told = r_.maxima[s];
      if (told.pressure != maximum[s]) fault(ReportFault::maximum, s, s, "the maximum", told.pressure, maximum[s]);
      if (told.block != where[s]) fault(ReportFault::maximum_block, s, s, "the maximum's block", told.block, where[s]);
      if (told.excess != excess[s]) fault(ReportFault::excess, s, s, "the excess", told.excess, excess[s]);
    }
    return std::move(faults_);
  }

 private:
  using Units = std::set<std::uint32_t>;

  bool shape() const {
    const std::size_t blocks = p_.blocks.size(), sets = p_.sets.size();
    if (r_.sets != sets || r_.live_in.size() != blocks || r_.live_out.size() != blocks || r_.first.size() != blocks ||
        r_.peaks.size() != blocks * sets || r_.maxima.size() != sets ||
        r_.pressure.size() != (blocks + p_.insts.size()) * sets)
      return false;
    std::uint32_t first = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
      if (r_.first[b] != first) return false;
      first += p_.blocks[b].count + 1;
    }
    return true;
  }
  void fault(ReportFault kind, std::uint32_t place, std::uint32_t set, const std::string& what, std::uint64_t told,
             std::uint64_t right) {
    faults_.add(kind, place,
                what + " of " + p_.sets[set].name + " is " + std::to_string(right) + ", not " + std::to_string(told));
  }
  Units mentioned(std::uint32_t inst, bool written) const {
    Units out;
    for (const Operand& o : p_.operands_of(p_.insts[inst]))
      if (written ? o.writes : o.reads) add(out, o.reg, o.lanes);
    return out;
  }
  void add(Units& to, std::uint32_t reg, std::uint64_t lanes) const {
    const auto units = p_.units_of(reg);
    for (std::uint32_t k = 0; k < units.size(); ++k)
      if ((lanes >> k & 1U) != 0) to.insert(units[k]);
  }
  Units before(std::uint32_t inst, Units after) const {
    for (const std::uint32_t u : mentioned(inst, true)) after.erase(u);
    after.merge(mentioned(inst, false));
    return after;
  }
  Units at_end(std::uint32_t b) const {
    Units out;
    for (const Live& l : p_.live_at_end(b)) add(out, l.reg, l.lanes);
    for (const std::uint32_t s : p_.successors_of(b)) out.insert(in_[s].begin(), in_[s].end());
    return out;
  }
  // The least solution of the equations, by going round until nothing grows.
  void solve() {
    in_.assign(p_.blocks.size(), {});
    for (bool changed = true; changed;) {
      changed = false;
      for (auto b = static_cast<std::uint32_t>(p_.blocks.size()); b-- > 0;) {
        Units now = at_end(b);
        for (std::uint32_t k = p_.blocks[b].count; k > 0; --k) now = before(p_.blocks[b].first + k - 1, std::move(now));
        changed |= now.size() != in_[b].size();
        in_[b] = std::move(now);
      }
    }
  }
  void sets_of(std::uint32_t b) {
    const Units out = at_end(b);
    if (!std::equal(in_[b].begin(), in_[b].end(), r_.live_in[b].begin(), r_.live_in[b].end()))
      faults_.add(ReportFault::live_in, b, "the units live into the block are others");
    if (!std::equal(out.begin(), out.end(), r_.live_out[b].begin(), r_.live_out[b].end()))
      faults_.add(ReportFault::live_out, b, "the units live out of the block are others");
  }
  std::uint64_t weight(const Units& units, std::uint32_t set) const {
    std::uint64_t out = 0;
    for (const std::uint32_t u : units)
      for (const Feed& feed : p_.classes[p_.unit_class[u]].feeds)
        if (feed.set == set) out += feed.weight;
    return out;
  }
  // Compares every place of the block; {largest, its first place} per set.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> places_of(std::uint32_t b) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> peaks(r_.sets, {0, 0});
    const auto place = [&](std::uint32_t k, const Units& units) {
      for (std::uint32_t s = 0; s < r_.sets; ++s) {
        const std::uint64_t right = weight(units, s);
        if (r_.at(b, k, s) != right)
          fault(ReportFault::pressure, r_.first[b] + k, s, "the pressure", r_.at(b, k, s), right);
        if (right >= peaks[s].first) peaks[s] = {right, k};  // the walk is backward: the last seen is the first
      }
    };
    Units now = at_end(b);
    for (std::uint32_t k = p_.blocks[b].count; k > 0; --k) {
      const std::uint32_t inst = p_.blocks[b].first + k - 1;
      Units there = now;
      there.merge(mentioned(inst, true));
      place(k, there);
      now = before(inst, std::move(now));
    }
    place(0, now);
    return peaks;
  }

  const Problem& p_;
  const Report& r_;
  std::vector<Units> in_;
  FaultList<ReportFault> faults_;
};

}  // namespace detail

/// Every fault of a report. Precondition: check_problem(p) finds nothing. O(places * live units) per round of the
/// equations: for checking, not for use.
inline FaultList<ReportFault> check_report(const Problem& p, const Report& r) {
  return detail::ReportChecker(p, r).run();
}

}  // namespace lathe::pressure
