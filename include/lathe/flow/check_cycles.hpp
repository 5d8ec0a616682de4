// Is a forest of cycles right? Shares nothing with cycles.hpp.
//
// Right means: a cycle is strongly connected; it has one entry, its header, or several where it is called irreducible;
// and none is left out: the body of a natural loop without its header, and the whole graph, have no cycle once what is
// inside is taken as one block. (Natural loops inside an irreducible cycle may be left out.)
// Cost: O(cycles * edges * log).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cycles.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::flow {

enum class CyclesFault : std::uint8_t {
  bad_entries,    ///< not one entry that is the header, or several of an irreducible cycle
  not_connected,  ///< not strongly connected
  left_out        ///< there is a cycle that is not in the forest
};

namespace detail {

class CyclesChecker {
 public:
  CyclesChecker(const Cfg& cfg, const Order& order, const Cycles& cycles) : cfg_(cfg), order_(order), cycles_(cycles) {}

  FaultList<CyclesFault> run() {
    for (std::uint32_t c = 0; c < cycles_.size(); ++c) connected(c);
    for (std::uint32_t c = 0; c <= cycles_.size() && faults_.empty(); ++c) {
      const std::uint32_t level = c == cycles_.size() ? no_cycle : c;
      if (level == no_cycle || !cycles_[level].irreducible) acyclic(level);
    }
    return std::move(faults_);
  }

 private:
  bool in(std::uint32_t c, Block b) const { return c == no_cycle || cycles_.contains(c, b); }
  // What stands for a block in a body: itself, or the header of the cycle directly inside that has it.
  Block node(std::uint32_t level, Block b) const {
    Block found = b;
    for (std::uint32_t c = cycles_.innermost(b); c != level && c != no_cycle; c = cycles_[c].parent)
      found = cycles_[c].header;
    return found;
  }

  void connected(std::uint32_t c) {
    std::set<Block> members, entries;
    for (const Block b : order_.blocks)
      if (in(c, b)) members.insert(b);
    for (const Block b : members) {
      if (b == 0) entries.insert(b);
      for (const Block before : cfg_.predecessors(b))
        if (order_.reachable(before) && members.count(before) == 0) entries.insert(b);
    }
    const bool one = entries.size() == 1 && *entries.begin() == cycles_[c].header;
    if (members.empty() || one == cycles_[c].irreducible || (!one && entries.size() < 2))
      faults_.add(CyclesFault::bad_entries, c, "a cycle has not the entries that it should have");
    else if (reached(members, true) != members.size() || reached(members, false) != members.size())
      faults_.add(CyclesFault::not_connected, c, "a cycle is not strongly connected");
  }
  std::size_t reached(const std::set<Block>& members, bool forward) const {
    std::set<Block> seen;
    std::vector<Block> work{*members.begin()};
    while (!work.empty()) {
      const Block b = work.back();
      work.pop_back();
      if (members.count(b) == 0 || !seen.insert(b).second) continue;
      const auto next = forward ? cfg_.successors(b) : cfg_.predecessors(b);
      work.insert(work.end(), next.begin(), next.end());
    }
    return seen.size();
  }
  void acyclic(std::uint32_t level) {
    const Block header = level == no_cycle ? no_block : cycles_[level].header;
    std::set<std::pair<Block, Block>> edges;
    std::set<Block> nodes;
    for (const Block b : order_.blocks) {
      if (!in(level, b) || b == header) continue;
      nodes.insert(node(level, b));
      for (const Block s : cfg_.successors(b)) {
        if (!in(level, s) || s == header) continue;
        if (s == b && cycles_.innermost(b) == level)
          faults_.add(CyclesFault::left_out, b, "a block that goes to itself is in no cycle");
        if (node(level, s) != node(level, b)) edges.emplace(node(level, b), node(level, s));
      }
    }
    std::vector<std::uint32_t> waits(cfg_.block_count(), 0);
    for (const auto& [from, to] : edges) ++waits[to];
    std::vector<Block> ready;
    for (const Block b : nodes)
      if (waits[b] == 0) ready.push_back(b);
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
      const Block b = ready.back();
      ready.pop_back();
      for (auto e = edges.lower_bound({b, 0}); e != edges.end() && e->first == b; ++e)
        if (--waits[e->second] == 0) ready.push_back(e->second);
    }
    if (done != nodes.size()) faults_.add(CyclesFault::left_out, level, "a cycle was left out");
  }

  const Cfg& cfg_;
  const Order& order_;
  const Cycles& cycles_;
  FaultList<CyclesFault> faults_;
};

}  // namespace detail

/// Everything that is wrong with the cycles of what the entry reaches.
template <class = void>
FaultList<CyclesFault> check_cycles(const Cfg& cfg, const Order& order, const Cycles& cycles) {
  return detail::CyclesChecker(cfg, order, cycles).run();
}

}  // namespace lathe::flow
