// Full analysis: live units at the ends of blocks, pressure at every place, peaks and excess.
//
// Liveness is the walk from uses to definitions of flow/liveness.hpp, per unit; then one backward scan per block.
// Cost: O(operands * lanes + places * sets + size of the live sets * predecessors).
#pragma once

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/pressure/problem.hpp>
#include <lathe/pressure/report.hpp>

namespace lathe::pressure {

/// Calls f(unit) for the units that lanes of a register name.
template <class F>
void for_each_unit(const Problem& p, std::uint32_t reg, std::uint64_t lanes, F&& f) {
  const std::uint32_t* units = p.register_units.data() + p.registers[reg].first;
  for (; lanes != 0; lanes &= lanes - 1) f(units[std::countr_zero(lanes)]);
}

/// The control flow of a problem.
template <class = void>
inline flow::Cfg cfg_of(const Problem& p) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  edges.reserve(p.successors.size());
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b)
    for (const std::uint32_t s : p.successors_of(b)) edges.emplace_back(b, s);
  return flow::Cfg(static_cast<std::uint32_t>(p.blocks.size()), edges);
}

/// Units live into and out of each block. Precondition: check_problem(p) finds nothing.
template <class = void>
inline flow::Liveness liveness_of(const Problem& p, const flow::Cfg& cfg) {
  flow::LivenessProblem live;
  live.variables = p.register_unit_count();
  std::vector<std::uint32_t> read(p.register_unit_count(), none),
      written(p.register_unit_count(), none);  // last block in which it was
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    const Problem::Block& block = p.blocks[b];
    for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
      for (const Operand& o : p.operands_of(p.insts[i])) {
        if (!o.reads) continue;
        for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) {
          if (written[u] == b || read[u] == b) return;
          read[u] = b;
          live.uses.emplace_back(u, b);
        });
      }
      for (const Operand& o : p.operands_of(p.insts[i])) {
        if (!o.writes) continue;
        for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) {
          if (written[u] == b) return;
          written[u] = b;
          live.defs.emplace_back(u, b);
        });
      }
    }
    for (const Live& l : p.live_at_end(b))
      for_each_unit(p, l.reg, l.lanes, [&](std::uint32_t u) { live.edge_uses.emplace_back(u, b); });
  }
  return flow::liveness(cfg, live);
}

namespace detail {

// The pressure of the places of one block, from its end.
template <class = void>
class BasicBlockScan {
 public:
  explicit BasicBlockScan(const Problem& p) : p_(p), state_(p.register_unit_count(), 0), now_(p.sets.size(), 0) {}

  /// Writes (count + 1) * sets numbers.
  void run(std::uint32_t b, std::span<const std::uint32_t> live_out, std::uint32_t* out) {
    const Problem::Block& block = p_.blocks[b];
    const std::size_t sets = now_.size();
    std::fill(now_.begin(), now_.end(), 0);
    for (const std::uint32_t u : live_out) set_live(u, true);
    for (std::uint32_t k = block.count; k > 0; --k) {
      const auto operands = p_.operands_of(p_.insts[block.first + k - 1]);
      for (const Operand& o : operands)  // what is written is there, needed or not
        if (o.writes) for_each_unit(p_, o.reg, o.lanes, [&](std::uint32_t u) { set_live(u, true); });
      std::copy(now_.begin(), now_.end(), out + k * sets);
      for (const Operand& o : operands)
        if (o.writes) for_each_unit(p_, o.reg, o.lanes, [&](std::uint32_t u) { set_live(u, false); });
      for (const Operand& o : operands)
        if (o.reads) for_each_unit(p_, o.reg, o.lanes, [&](std::uint32_t u) { set_live(u, true); });
    }
    std::copy(now_.begin(), now_.end(), out);
    for (const std::uint32_t u : touched_) state_[u] = 0;
    touched_.clear();
  }

 private:
  void set_live(std::uint32_t u, bool live) {
    if ((state_[u] & 1U) == static_cast<unsigned>(live)) return;
    if ((state_[u] & 2U) == 0) touched_.push_back(u);
    state_[u] = static_cast<std::uint8_t>(live ? 3 : 2);
    for (const Feed& feed : p_.feeds(u)) now_[feed.set] += live ? feed.weight : 0U - feed.weight;
  }
  const Problem& p_;
  std::vector<std::uint8_t> state_;  // bit 0: live, bit 1: in touched_
  std::vector<std::uint32_t> now_, touched_;
};
using BlockScan = BasicBlockScan<>;

}  // namespace detail

/// Everything about the pressure of a problem. Precondition: check_problem(p) finds nothing.
template <class = void>
inline Report analyse(const Problem& p) {
  Report r;
  r.sets = static_cast<std::uint32_t>(p.sets.size());
  const flow::Liveness live = liveness_of(p, cfg_of(p));
  r.maxima.resize(r.sets);
  r.pressure.resize((p.insts.size() + p.blocks.size()) * r.sets);
  r.peaks.resize(p.blocks.size() * r.sets);
  detail::BlockScan scan(p);
  std::uint32_t first = 0;
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    const auto in = live.live_in[b], out = live.live_out[b];
    r.live_in.emplace_back(in.begin(), in.end());
    r.live_out.emplace_back(out.begin(), out.end());
    r.first.push_back(first);
    scan.run(b, out, r.pressure.data() + std::size_t{first} * r.sets);
    for (std::uint32_t s = 0; s < r.sets; ++s) {
      Report::Peak& peak = r.peaks[std::size_t{b} * r.sets + s];
      for (std::uint32_t k = 0; k <= p.blocks[b].count; ++k)
        if (k == 0 || r.at(b, k, s) > peak.pressure) peak = {r.at(b, k, s), k};
      if (b == 0 || peak.pressure > r.maxima[s].pressure) {
        r.maxima[s].pressure = peak.pressure;
        r.maxima[s].block = b;
      }
      if (peak.pressure > p.sets[s].limit) r.maxima[s].excess += peak.pressure - p.sets[s].limit;
    }
    first += p.blocks[b].count + 1;
  }
  return r;
}

}  // namespace lathe::pressure
