// Judges an answer of throughput.hpp without its code: orders against all pairs of instructions, and each block run
// cycle by cycle behind the blocks that it is entered from. For tests; O(turns * (cycles + n * operands)) and O(n^2) of
// a block.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <lathe/flow/throughput_data.hpp>

namespace lathe::flow::throughput {

enum class CheckFault : std::uint8_t {
  bad_size,   ///< not an entry for each block, unit and instruction
  bad_order,  ///< an order that a dependence forbids, or that leaves its block
  bad_entry,  ///< control comes from elsewhere more often
  bad_cycles  ///< sums or bounds that the problem does not give
};

namespace detail {

/// A thread that goes from block to block, alone on the machine, one cycle at a time.
class AloneThread {
 public:
  explicit AloneThread(const Problem& p) : p_(p) {}
  /// Slots that pass from its head to its end.
  std::int64_t run(std::span<const std::uint32_t> order, Block from) {
    const std::int64_t begin = cycle_ * p_.width + used_;
    std::map<std::uint32_t, std::int64_t> taken;
    for (const std::uint32_t i : order)
      if (p_.insts[i].phi) {
        std::int64_t& when = taken[p_.mentions[i][0].variable];
        when = 0;
        for (const Problem::Incoming& in : p_.incoming[i])
          if (in.from == from) when = std::max(when, ready_[in.variable]);
      }
    for (const auto& [v, when] : taken) ready_[v] = when;
    for (const std::uint32_t i : order) {
      if (p_.insts[i].phi) continue;
      while (!may_issue(i)) ++cycle_, used_ = 0;
      for (const program::Hold& h : p_.holds[i])
        if (h.cycles != 0) ends_[h.unit].push_back(cycle_ + h.first + h.cycles);
      for (const Problem::Mention& m : p_.mentions[i])
        if (m.is_def) ready_[m.variable] = cycle_ + p_.insts[i].latency;
      used_ += p_.insts[i].issue;
      while (used_ >= p_.width) ++cycle_, used_ -= p_.width;
    }
    for (auto& [unit, ends] : ends_) std::erase_if(ends, [&](std::int64_t end) { return end <= cycle_; });
    return cycle_ * p_.width + used_ - begin;
  }

 private:
  bool may_issue(std::uint32_t i) {
    for (const Problem::Mention& m : p_.mentions[i])
      if (!m.is_def)
        if (const auto at = ready_.find(m.variable); at != ready_.end() && at->second > cycle_) return false;
    // Copies serve in the order of issue: as many as end later than this one begins are not to be had.
    const auto holds = p_.holds[i];
    for (std::size_t k = 0; k < holds.size(); ++k) {
      if (holds[k].cycles == 0) continue;
      const std::int64_t begin = cycle_ + holds[k].first;
      std::int64_t later = 0;
      if (const auto at = ends_.find(holds[k].unit); at != ends_.end())
        later = std::count_if(at->second.begin(), at->second.end(), [&](std::int64_t end) { return end > begin; });
      for (std::size_t other = 0; other < k; ++other)
        later += holds[other].unit == holds[k].unit && holds[other].cycles != 0 &&
                 cycle_ + holds[other].first + holds[other].cycles > begin;
      if (later >= static_cast<std::int64_t>(p_.units[holds[k].unit].copies)) return false;
    }
    return true;
  }
  const Problem& p_;
  std::int64_t cycle_ = 0, used_ = 0;
  std::map<std::uint32_t, std::int64_t> ready_;
  std::map<std::uint32_t, std::vector<std::int64_t>> ends_;  // of what holds each unit
};

/// The fewest and the most slots of the way's first block, where a thread comes along the way from its end; where that is
/// long, from 8 places on it.
inline std::pair<double, double> alone_along(const Problem& p, const Result& r, const std::vector<Block>& way) {
  std::pair<double, double> out{1e300, 0};
  for (std::size_t left = 0; left < (way.size() > 32 ? 8U : 1U); ++left) {
    AloneThread thread(p);
    Block from = no_block;
    for (std::size_t k = way.size() - left; k-- > 0;) {
      const Block at = way[k];
      const auto slots =
          static_cast<double>(thread.run(std::span(r.order).subspan(p.first[at], p.first[at + 1] - p.first[at]), from));
      if (at == way[0] && k <= way.size() / 2) out = {std::min(out.first, slots), std::max(out.second, slots)};
      from = at;
    }
  }
  return out;
}

/// Must the second stay behind the first?
inline bool stays_behind(const Problem& p, std::uint32_t a, std::uint32_t b) {
  using Role = program::MemoryRole;
  const Problem::Inst &x = p.insts[a], &y = p.insts[b];
  if (x.phi || y.phi || x.ends || y.ends || x.memory == Role::fence || y.memory == Role::fence) return true;
  const bool meet = x.space == 0 || y.space == 0 || x.space == y.space;
  if (meet && x.memory != Role::none && y.memory != Role::none &&
      (x.memory == Role::writes || y.memory == Role::writes))
    return true;
  for (const Problem::Mention& m : p.mentions[a])
    for (const Problem::Mention& o : p.mentions[b])
      if (m.variable == o.variable && (m.is_def || o.is_def)) return true;
  return false;
}

}  // namespace detail

/// What is wrong with an answer to a problem of which check_problem finds nothing wrong; `place` is a block or a unit.
inline FaultList<CheckFault> check(const Problem& p, const Result& r) {
  FaultList<CheckFault> out;
  if (r.refusal != Refusal::none) return out;
  const std::uint32_t blocks = p.block_count();
  if (r.blocks.size() != blocks || r.units.size() != p.units.size() || r.order.size() != p.insts.size()) {
    out.add(CheckFault::bad_size, 0, "not an entry for each block, unit and instruction");
    return out;
  }
  const auto want = [&](bool fine, CheckFault kind, std::uint32_t place, const char* text) {
    if (!fine) out.add(kind, place, text);
  };
  const auto near = [](double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
  };
  const double entry = p.entries();
  double issue = 0, alone = 0, together = 0;
  std::vector<double> units(p.units.size(), 0);
  for (Block b = 0; b < blocks; ++b) {
    const Result::OfBlock& of = r.blocks[b];
    const auto order = std::span(r.order).subspan(p.first[b], p.first[b + 1] - p.first[b]);
    std::set<std::uint32_t> seen;
    bool kept = true;
    for (const std::uint32_t i : order) kept &= i >= p.first[b] && i < p.first[b + 1] && seen.insert(i).second;
    for (std::size_t k = 0; kept && k < order.size(); ++k)
      for (std::size_t l = k + 1; l < order.size(); ++l)
        kept &= order[k] < order[l] || (!p.keeps_order && !detail::stays_behind(p, order[l], order[k]));
    want(kept, CheckFault::bad_order, b, "the order breaks a dependence, or is none of the block's instructions");
    if (!kept) return out;
    std::uint64_t most = 0, in = 0;
    for (Block from = 0; from < blocks; ++from)
      for (const Problem::Way& way : p.ways[from])
        if (way.to == b) most = std::max(most, way.taken), in += way.taken;
    if (of.entered != no_block) {
      std::uint64_t here = 0;
      for (const Problem::Way& way : p.ways[of.entered])
        if (way.to == b) here = std::max(here, way.taken);
      want(here == most && here > 0, CheckFault::bad_entry, b, "control comes more often from another block");
    } else {
      want(most == 0 || (b == 0 && p.runs[0] - std::min(p.runs[0], in) >= most), CheckFault::bad_entry, b,
           "control comes from a block of the function");
    }
    // The fewest cycles that it can take by its units; the most, each instruction behind the one before.
    double slots = 0, one_by_one = 0;
    std::map<std::uint32_t, double> held;
    for (const std::uint32_t i : order) {
      if (p.insts[i].phi) continue;
      slots += p.insts[i].issue;
      double longest = p.insts[i].latency;
      for (const program::Hold& h : p.holds[i]) {
        held[h.unit] += static_cast<double>(h.cycles) / p.units[h.unit].copies;
        longest = std::max(longest, static_cast<double>(h.first) + h.cycles);
      }
      one_by_one += longest + static_cast<double>(p.insts[i].issue) / p.width + 1;
    }
    double busiest = 0;
    for (const auto& [u, cycles] : held)
      busiest = std::max(busiest, cycles), units[u] += cycles * static_cast<double>(p.runs[b]) / entry;
    want(near(of.issue, slots / p.width) && near(of.busiest, busiest), CheckFault::bad_cycles, b,
         "issue slots or holds are others than the block's");
    double carried = 1;
    for (const Problem::Inst& inst : p.insts) carried = std::max(carried, static_cast<double>(inst.latency));
    for (std::uint32_t i = 0; i < p.inst_count(); ++i)
      for (const program::Hold& h : p.holds[i]) carried = std::max(carried, static_cast<double>(h.first) + h.cycles);
    want(of.alone + 1e-9 >= of.issue && of.alone <= one_by_one + carried + 1, CheckFault::bad_cycles, b,
         "cycles alone below issue, or above one instruction after the other");
    want(near(of.cycles, std::max({of.issue, of.busiest, of.alone / p.threads})), CheckFault::bad_cycles, b,
         "cycles are not the most of the three");
    const double runs = static_cast<double>(p.runs[b]) / entry;
    issue += runs * of.issue, alone += runs * of.alone, together += runs * of.cycles;
  }
  double busiest = 0;
  for (std::uint32_t u = 0; u < units.size(); ++u) {
    want(near(units[u], r.units[u]), CheckFault::bad_cycles, u, "a unit's cycles are not its blocks'");
    busiest = std::max(busiest, units[u]);
  }
  want(near(issue, r.issue) && near(alone, r.alone) && near(together, r.together) &&
           near(r.cycles, std::max({issue, busiest, alone / p.threads})),
       CheckFault::bad_cycles, 0, "sums over the blocks are others");
  // Walked along the blocks that it is entered from, from far away and from a little less far, turn by turn.
  for (Block b = 0; b < blocks; ++b) {
    std::vector<Block> way{b};
    while (r.blocks[way.back()].entered != no_block && way.size() < 24 * std::size_t{std::min(blocks, 8U)} + 40)
      way.push_back(r.blocks[way.back()].entered);
    const auto [least, most] = detail::alone_along(p, r, way);
    const double slots = r.blocks[b].alone * p.width;
    want(slots >= least - 1e-9 && slots <= most + 1e-9, CheckFault::bad_cycles, b,
         "a thread alone takes other cycles for the block");
  }
  return out;
}

}  // namespace lathe::flow::throughput
