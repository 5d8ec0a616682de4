// The order in which a list scheduler issues the instructions of a block, for throughput.hpp: of what is ready and
// whose unit is free the instruction that most hangs on. O(n (log n + units)) for n instructions and their operands.
//
// Kept are: what reads behind what writes, what writes behind what reads or writes; loads behind the stores of their
// space, stores behind its loads and stores; fences and terminators their place among all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/flow/throughput_data.hpp>

namespace lathe::flow::throughput::detail {

/// Where a thread stands when it enters a block, counted from there.
struct Flight {
  std::vector<std::pair<std::uint32_t, std::int64_t>> values;  ///< variables that are not ready: cycles, ascending
  std::vector<std::pair<std::uint32_t, std::int64_t>> copies;  ///< copies of units that are held: cycles, ascending
  std::uint32_t slots = 0;                                     ///< of the current cycle that are taken
  bool operator==(const Flight&) const = default;
};

/// When the copies of units are free for a thread alone. Copies serve in the order of issue: what begins earlier than the
/// last hold of a copy waits for its end.
class UnitCopies {
 public:
  explicit UnitCopies(const std::vector<program::Unit>& units) {
    for (const program::Unit& u : units) {
      first_.push_back(static_cast<std::uint32_t>(free_.size()));
      free_.resize(free_.size() + u.copies, 0);
    }
    first_.push_back(static_cast<std::uint32_t>(free_.size()));
  }
  /// As a thread finds them that comes in with this.
  void start(const Flight& flight) {
    std::fill(free_.begin(), free_.end(), 0);
    for (const auto& [copy, cycles] : flight.copies) free_[copy] = cycles;
  }
  /// From when on a copy of the unit is free. O(copies), as are the others for each hold.
  std::int64_t earliest(std::uint32_t unit) const {
    return *std::min_element(free_.begin() + first_[unit], free_.begin() + first_[unit + 1]);
  }
  /// The first cycle from `cycle` on in which an instruction with these holds can issue.
  std::int64_t issue(std::span<const program::Hold> holds, std::int64_t cycle) const {
    for (const program::Hold& h : holds)
      if (h.cycles != 0) cycle = std::max(cycle, earliest(h.unit) - h.first);
    return cycle;
  }
  void take(std::span<const program::Hold> holds, std::int64_t cycle) {
    for (const program::Hold& h : holds) {
      if (h.cycles == 0) continue;
      const auto copy = std::min_element(free_.begin() + first_[h.unit], free_.begin() + first_[h.unit + 1]);
      *copy = std::max(*copy, cycle + h.first + h.cycles);
    }
  }
  /// What is held behind the cycle.
  void leave(std::int64_t cycle, Flight& flight) const {
    flight.copies.clear();
    for (std::uint32_t c = 0; c < free_.size(); ++c)
      if (free_[c] > cycle) flight.copies.emplace_back(c, free_[c] - cycle);
  }

 private:
  std::vector<std::uint32_t> first_;  // per unit and one behind: its first copy
  std::vector<std::int64_t> free_;    // per copy
};

/// Blocks of one problem, one after the other, with tables that are made once.
template <class = void>
class BasicOrderer {
 public:
  explicit BasicOrderer(const Problem& p) : p_(p), variables_(p.variables), units_(p.units) {}

  /// The order of the block's instructions for a thread that comes in with `flight`.
  void run(Block b, const Flight& flight, std::vector<std::uint32_t>& out) {
    const std::uint32_t end = p_.first[b + 1];
    std::uint32_t at = p_.first[b];
    while (at < end && p_.insts[at].phi) out.push_back(at++);
    slots_ = flight.slots;
    units_.start(flight);
    ++now_;
    for (const auto& [v, cycles] : flight.values) variable(v).ready = cycles;
    while (at < end) {
      std::uint32_t to = at;
      while (to < end && !apart(p_.insts[to])) ++to;
      if (to > at) segment(at, to, out);
      for (at = to; at < end && apart(p_.insts[at]); ++at) {
        issue(at, out);
        for (const Problem::Mention& m : p_.mentions[at])
          if (m.is_def) variable(m.variable).ready = cycle_ + p_.insts[at].latency;
      }
    }
  }

 private:
  struct Edge {
    std::uint32_t to, latency;
  };
  struct Variable {
    std::uint64_t seen = 0;              // of which block's walk the rest is
    std::int64_t ready = 0;              // from when on it can be read
    std::uint64_t segment = 0;           // of which segment the lists are
    std::uint32_t written = none;        // by which instruction
    std::vector<std::uint32_t> readers;  // behind that
  };

  static bool apart(const Problem::Inst& i) { return i.ends || i.memory == program::MemoryRole::fence; }
  Variable& variable(std::uint32_t v) {
    Variable& out = variables_[v];
    if (out.seen != now_) out.seen = now_, out.ready = 0;
    return out;
  }
  Variable& listed(std::uint32_t v) {
    Variable& out = variable(v);
    if (out.segment != segment_) out.segment = segment_, out.written = none, out.readers.clear();
    return out;
  }
  void edge(std::uint32_t from, std::uint32_t to, std::uint32_t latency) {
    if (from == none || from == to) return;
    pairs_.push_back({from - first_, {to - first_, latency}});
    ++waits_[to - first_];
  }

  void operands(std::uint32_t i) {
    for (const Problem::Mention& m : p_.mentions[i])
      if (!m.is_def) {
        Variable& v = listed(m.variable);
        edge(v.written, i, v.written == none ? 0 : p_.insts[v.written].latency);
        v.readers.push_back(i);
      }
    for (const Problem::Mention& m : p_.mentions[i])
      if (m.is_def) {
        Variable& v = listed(m.variable);
        edge(v.written, i, 0);
        for (const std::uint32_t reader : v.readers) edge(reader, i, 0);
        v.readers.clear();
        v.written = i;
      }
  }
  // Accesses of any space in a segment make all its spaces one.
  void accesses(std::uint32_t from, std::uint32_t to) {
    struct Space {
      std::uint32_t space = 0, stored = none;
      std::vector<std::uint32_t> loads;
    };
    std::vector<Space> spaces;
    bool one = false;
    for (std::uint32_t i = from; i < to; ++i)
      one |= p_.insts[i].memory != program::MemoryRole::none && p_.insts[i].space == 0;
    for (std::uint32_t i = from; i < to; ++i) {
      const Problem::Inst& inst = p_.insts[i];
      if (inst.memory == program::MemoryRole::none) continue;
      const std::uint32_t space = one ? 0 : inst.space;
      auto at = std::find_if(spaces.begin(), spaces.end(), [&](const Space& s) { return s.space == space; });
      if (at == spaces.end()) at = spaces.insert(at, Space{space, none, {}});
      edge(at->stored, i, 0);
      if (inst.memory == program::MemoryRole::reads) {
        at->loads.push_back(i);
      } else {
        for (const std::uint32_t load : at->loads) edge(load, i, 0);
        at->loads.clear();
        at->stored = i;
      }
    }
  }

  void segment(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& out) {
    const std::uint32_t n = to - from;
    first_ = from;
    ++segment_;
    pairs_.clear();
    waits_.assign(n, 0);
    ready_.assign(n, 0);
    height_.assign(n, 0);
    for (std::uint32_t i = from; i < to; ++i) {
      for (const Problem::Mention& m : p_.mentions[i])
        if (!m.is_def && listed(m.variable).written == none)
          ready_[i - from] = std::max(ready_[i - from], variable(m.variable).ready);
      operands(i);
    }
    accesses(from, to);
    const Csr<Edge> behind(n, pairs_);
    for (std::uint32_t i = n; i-- > 0;)
      for (const Edge& e : behind[i]) height_[i] = std::max(height_[i], height_[e.to] + e.latency);
    list(from, n, behind, out);
  }

  // Ready instructions by the unit that they hold first; of each unit the one with the greatest height comes first.
  void list(std::uint32_t from, std::uint32_t n, const Csr<Edge>& behind, std::vector<std::uint32_t>& out) {
    using Waiting = std::pair<std::int64_t, std::uint32_t>;
    const auto lower = [this](std::uint32_t a, std::uint32_t b) {
      return height_[a] != height_[b] ? height_[a] < height_[b] : a > b;
    };
    std::vector<std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(lower)>> open;
    for (std::size_t u = 0; u <= p_.units.size(); ++u) open.emplace_back(lower);
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    for (std::uint32_t i = 0; i < n; ++i)
      if (waits_[i] == 0) waiting.push({ready_[i], i});
    for (std::uint32_t left = n; left > 0; --left) {
      std::uint32_t best = none, queue = 0;
      while (best == none) {
        const std::int64_t now = slots_ / p_.width;
        for (; !waiting.empty() && waiting.top().first <= now; waiting.pop())
          open[first_unit(from + waiting.top().second)].push(waiting.top().second);
        std::int64_t next = waiting.empty() ? INT64_MAX : waiting.top().first;
        for (std::uint32_t u = 0; u < open.size(); ++u) {
          if (open[u].empty()) continue;
          const std::int64_t free = u == p_.units.size() ? now : units_.earliest(u);
          if (free > now)
            next = std::min(next, free);
          else if (best == none || lower(best, open[u].top()))
            best = open[u].top(), queue = u;
        }
        if (best == none) slots_ = next * p_.width;
      }
      open[queue].pop();
      issue(from + best, out);
      for (const Problem::Mention& m : p_.mentions[from + best])
        if (m.is_def) variable(m.variable).ready = cycle_ + p_.insts[from + best].latency;
      for (const Edge& e : behind[best]) {
        ready_[e.to] = std::max(ready_[e.to], cycle_ + e.latency);
        if (--waits_[e.to] == 0) waiting.push({ready_[e.to], e.to});
      }
    }
  }
  std::uint32_t first_unit(std::uint32_t i) const {
    for (const program::Hold& h : p_.holds[i])
      if (h.cycles != 0) return h.unit;
    return static_cast<std::uint32_t>(p_.units.size());
  }
  // At the next slot, or when what it holds is free.
  void issue(std::uint32_t i, std::vector<std::uint32_t>& out) {
    cycle_ = slots_ / p_.width;
    if (apart(p_.insts[i]))
      for (const Problem::Mention& m : p_.mentions[i])
        if (!m.is_def) cycle_ = std::max(cycle_, variable(m.variable).ready);
    cycle_ = units_.issue(p_.holds[i], cycle_);
    units_.take(p_.holds[i], cycle_);
    slots_ = std::max(slots_, cycle_ * p_.width) + p_.insts[i].issue;
    out.push_back(i);
  }

  const Problem& p_;
  std::vector<Variable> variables_;
  UnitCopies units_;
  std::uint64_t now_ = 0, segment_ = 0;
  std::uint32_t first_ = 0;
  std::int64_t slots_ = 0, cycle_ = 0;
  // Of the segment, by place in it.
  std::vector<std::pair<std::uint32_t, Edge>> pairs_;
  std::vector<std::uint32_t> waits_;
  std::vector<std::int64_t> ready_, height_;
};

}  // namespace lathe::flow::throughput::detail
