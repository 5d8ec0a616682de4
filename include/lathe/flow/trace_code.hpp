// The code of one block as trace metrics look at it: which instruction reads what, by places in the block, with depths
// and heights by longest paths. For follow_trace.hpp.
//
// Depths and heights need from outside of the block only when each value that it reads is ready, and for how long the
// trace goes on behind it for each value that it leaves. O(operands log operands) to read, O(edges) for depths and for
// heights.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace lathe::flow {

/// A function as trace metrics see it: places, what they read and write, cycles and units.
struct TraceCode {
  using Cycles = std::uint64_t;  ///< of one thread, counted from the begin of a trace
  /// A dependence within the block.
  struct Edge {
    std::uint32_t from, to;  ///< places: `to` reads what `from` writes
  };
  /// A value at a place.
  struct Mention {
    std::uint32_t value, at;  ///< at: the place
    auto operator<=>(const Mention&) const = default;
  };
  /// What a phi takes.
  struct Taken {
    std::uint32_t from, value, at;  ///< the phi at the place takes the value from that block
  };
  /// What the code from here on asks of what stands in front.
  struct Demand {
    std::uint32_t value;  ///< number of the value
    Cycles cycles;        ///< from when the value is ready to the end of the trace
    bool operator==(const Demand&) const = default;
  };

  std::vector<std::uint32_t> insts;  ///< by place: numbers of Known
  std::vector<Cycles> latency;       ///< by place
  std::vector<Edge> edges;           ///< within the block, `to` ascending
  std::vector<Mention> reads;        ///< of what stands in front of the block; ascending
  std::vector<Mention> writes;       ///< the last one of each value; ascending
  std::vector<Taken> taken;
  std::uint64_t count = 0;          ///< instructions that are not free
  std::vector<std::uint64_t> held;  ///< cycles of each unit, and issue slots last

  /// By place: the first cycle in which it can issue, and cycles from there to the trace's end.
  std::vector<Cycles> depth, height;
  std::vector<Demand> demands;  ///< what is read here or behind, and not written before; ascending
  Cycles ends = 0;              ///< the longest path down to here
  Cycles begins = 0;            ///< the longest path from here on

  /// The last write of the value in the block; null: it does not write it. O(log writes).
  const Mention* write_of(std::uint32_t value) const {
    const auto at = std::lower_bound(writes.begin(), writes.end(), value,
                                     [](const Mention& m, std::uint32_t v) { return m.value < v; });
    return at != writes.end() && at->value == value ? &*at : nullptr;
  }
  /// The cycle from which on what is written there can be read.
  Cycles ready(const Mention& write) const { return depth[write.at] + latency[write.at]; }
  /// Behind its issue, until the path ends there.
  Cycles tail(std::uint32_t at, bool results) const { return results ? latency[at] : 0; }

  /// `ready(value)` and `ready(taken)`: the cycle in which it can be read, 0 where nothing in front writes it; `above`:
  /// the longest path down to the block.
  template <class Ready, class TakenReady>
  void find_depths(Cycles above, bool results, Ready&& ready, TakenReady&& taken_ready) {
    depth.assign(insts.size(), 0);
    for (std::size_t k = 0; k < reads.size();) {
      const Cycles when = ready(reads[k].value);
      for (const std::uint32_t value = reads[k].value; k < reads.size() && reads[k].value == value; ++k)
        depth[reads[k].at] = std::max(depth[reads[k].at], when);
    }
    for (const Taken& t : taken) depth[t.at] = std::max(depth[t.at], taken_ready(t));
    for (const Edge& e : edges) depth[e.to] = std::max(depth[e.to], depth[e.from] + latency[e.from]);
    ends = above;
    for (std::uint32_t k = 0; k < insts.size(); ++k) ends = std::max(ends, depth[k] + tail(k, results));
  }
  /// `behind`: the demands at the end of the block, ascending; `below`: the longest path from there on.
  void find_heights(Cycles below, bool results, const std::vector<Demand>& behind) {
    height.resize(insts.size());
    for (std::uint32_t k = 0; k < insts.size(); ++k) height[k] = tail(k, results);
    auto write = writes.begin();
    demands.clear();
    for (const Demand& d : behind) {
      while (write != writes.end() && write->value < d.value) ++write;
      if (write != writes.end() && write->value == d.value)
        height[write->at] = std::max(height[write->at], latency[write->at] + d.cycles);
      else
        demands.push_back(d);
    }
    for (std::size_t k = edges.size(); k-- > 0;)
      height[edges[k].from] = std::max(height[edges[k].from], latency[edges[k].from] + height[edges[k].to]);
    for (const Mention& r : reads) demands.push_back({r.value, height[r.at]});
    settle(demands);
    begins = below;
    for (const Cycles h : height) begins = std::max(begins, h);
  }
  /// The longest path that goes through an instruction of the block. Precondition: depths and heights are found.
  Cycles through() const {
    Cycles most = 0;
    for (std::size_t k = 0; k < insts.size(); ++k) most = std::max(most, depth[k] + height[k]);
    return most;
  }
  /// Sorted, with the most for each value.
  static void settle(std::vector<Demand>& all) {
    std::sort(all.begin(), all.end(), [](const Demand& a, const Demand& b) {
      return a.value != b.value ? a.value < b.value : a.cycles > b.cycles;
    });
    all.erase(std::unique(all.begin(), all.end(), [](const Demand& a, const Demand& b) { return a.value == b.value; }),
              all.end());
  }
};

}  // namespace lathe::flow
