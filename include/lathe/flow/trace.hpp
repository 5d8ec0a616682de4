// Traces: through each block the path of blocks that is looked at when somebody asks how long code takes, its rule, its
// options and what is found, as plain data. follow_trace.hpp finds it for any View.
//
// Each block picks one block in front of it and one behind it; its trace is what these pick in their turn, upwards to
// the head and downwards to the tail. As in LLVM's MachineTraceMetrics:
// - Upwards from a loop's header there is nothing: no way back, and no way out of the loop. From any other block all
//   predecessors are candidates, those inside an inner loop too.
// - Downwards the successors within the block's innermost loop are candidates, and the headers of loops inside it; no
//   way back and no way out of the loop. So a trace of a loop stays in it, and one around it may lead into it.
// - What is best: the fewest instructions on the way to the head (or the tail); or the block that runs most often, and
//   of these the one with the fewest instructions. Of equals: upwards the first in reverse post-order, downwards the
//   first that the block names.
// Two things LLVM leaves to the order of its walk and are fixed here: edges that go back in reverse post-order are no
// candidates (a cycle that is no natural loop has some), and a block that the entry does not reach is a trace alone.
//
// Sources: Fisher, "Trace scheduling: a technique for global microcode compaction", IEEE Transactions on Computers
// C-30(7), 1981, for traces by frequency; LLVM's MachineTraceMetrics for the rest, which picks by counts alone.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>

namespace lathe::flow {

/// How a block's neighbour in its trace is picked.
enum class TraceStrategy : std::uint8_t {
  fewest_instructions,
  frequency,  ///< by the View's weights; where it has none, fewest_instructions
  local,      ///< every block is a trace alone
};

struct TraceOptions {
  TraceStrategy strategy = TraceStrategy::fewest_instructions;  ///< which neighbours make a trace
  /// False: a path ends when its last instruction issues, so what is read behind the trace alone costs nothing there
  /// (LLVM). True: when its result is there.
  bool results = false;
};

/// Blocks, each time that something is found out about one.
struct TraceStatistics {
  std::uint64_t read = 0;     ///< its instructions were read
  std::uint64_t picked = 0;   ///< who is in front of it, or behind it
  std::uint64_t depths = 0;   ///< of its instructions
  std::uint64_t heights = 0;  ///< of its instructions
  std::uint64_t lengths = 0;  ///< of the trace through it
  std::uint64_t crossed = 0;  ///< not blocks: values that are asked for behind one, each time that these are listed
  static constexpr auto fields() {
    using S = TraceStatistics;
    return std::array<std::pair<const char*, std::uint64_t S::*>, 6>{{{"blocks read", &S::read},
                                                                      {"blocks picked", &S::picked},
                                                                      {"blocks with depths", &S::depths},
                                                                      {"blocks with heights", &S::heights},
                                                                      {"lengths of traces", &S::lengths},
                                                                      {"values that cross", &S::crossed}}};
  }
};

/// All that there is to know, in the numbers of a walk over the View: for checkers, and to compare.
struct TraceReport {
  /// The trace through a block, seen from it.
  struct OfBlock {
    /// The block in front of it and behind it; no_block: it is the head, or the tail.
    Block previous = no_block, next = no_block;
    std::uint64_t above = 0, below = 0;  ///< instructions of the trace in front of the block, behind it
    std::uint64_t length = 0;            ///< cycles of the longest path in the trace through the block
    /// Cycles held of each unit and, last, issue slots: in front of the block, behind it.
    std::vector<std::uint64_t> held_above, held_below;
    std::uint64_t bound = 0;  ///< cycles that units and issue take for the trace, whatever the order
    bool operator==(const OfBlock&) const = default;
  };
  /// An instruction in the trace through its block.
  struct OfInst {
    /// The first cycle in which it can issue; cycles from there to the end of the trace.
    std::uint64_t depth = 0, height = 0;
    bool operator==(const OfInst&) const = default;
  };
  std::vector<OfBlock> blocks;
  std::vector<OfInst> insts;
  bool operator==(const TraceReport&) const = default;
};

/// What the trace through a block is, and what it would be.
struct TraceOutcome {
  std::uint64_t length_before = 0, length_after = 0;              ///< cycles of the longest path
  std::uint64_t bound_before = 0, bound_after = 0;                ///< cycles that units and issue take
  bool longer() const { return length_after > length_before; }    ///< it would take more cycles by dependences
  bool more_bound() const { return bound_after > bound_before; }  ///< it would take more cycles by units and issue
};

/// Who may be picked by each block, best first among equals.
struct TraceCandidates {
  std::vector<std::vector<Block>> above, below;  ///< per block: predecessors and successors
};

/// The rule that the head of this file tells. O(edges * loop depth + edges log edges).
inline TraceCandidates trace_candidates(const Cfg& cfg, const Loops& loops, const Order& order,
                                        TraceStrategy strategy) {
  TraceCandidates out;
  out.above.resize(cfg.block_count());
  out.below.resize(cfg.block_count());
  if (strategy == TraceStrategy::local) return out;
  const auto is_header = [&](Block b) {
    return loops.innermost[b] != no_loop && loops.loops[loops.innermost[b]].header == b;
  };
  // By the reverse post-order of the sources, so that candidates above come in it.
  for (const Block b : order.blocks)
    for (const Block s : cfg.successors(b)) {
      if (order.position[s] <= order.position[b]) continue;
      if (!is_header(s)) out.above[s].push_back(b);
      if (loops.innermost[b] == no_loop || loops.contains(loops.innermost[b], s)) out.below[b].push_back(s);
    }
  return out;
}

/// What blocks picked, in one direction: a forest that is made where it is asked for and forgotten where it is wrong.
/// Each block with a pick knows its level below the root and one block far up, so that who stands on its way to the
/// root is told in O(log level). Source of that: Myers, "An applicative random-access stack", IPL 17(5), 1983.
class TraceForest {
 public:
  /// More blocks, which picked nothing yet; fewer: nothing happens.
  void grow(std::uint32_t blocks) {
    if (blocks > nodes_.size()) nodes_.resize(blocks);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  /// Has the block picked, or found that there is nobody to pick?
  bool known(Block b) const { return nodes_[b].known; }
  // Precondition of the others: known(b).
  Block picked(Block b) const { return nodes_[b].picked; }  ///< no_block: it is a root
  /// The last block on the way up; the block itself where it picked nobody.
  Block root(Block b) const { return nodes_[b].root; }
  /// How many blocks are above it on the way to the root.
  std::uint32_t level(Block b) const { return nodes_[b].level; }
  /// Instructions on the way to the root, those of the block not counted.
  std::uint64_t beyond(Block b) const { return nodes_[b].beyond; }
  /// Blocks that picked this one, some of which may have forgotten it since.
  const std::vector<Block>& dependents(Block b) const { return nodes_[b].dependents; }
  /// Is `a` the block, or on its way to the root? O(log level).
  bool on_way(Block b, Block a) const {
    if (!nodes_[a].known || nodes_[a].level > nodes_[b].level) return false;
    while (nodes_[b].level > nodes_[a].level)
      b = nodes_[nodes_[b].jump].level >= nodes_[a].level ? nodes_[b].jump : nodes_[b].picked;
    return a == b;
  }

  /// Forgets what the block picked and who picked by it, directly or not; f(Block) for each. O(that and its edges).
  template <class F>
  void forget(Block b, F&& f) {
    if (!nodes_[b].known) return;
    nodes_[b].known = false;
    std::vector<Block> work{b};
    while (!work.empty()) {
      const Block now = work.back();
      work.pop_back();
      f(now);
      for (const Block d : nodes_[now].dependents)
        if (std::exchange(nodes_[d].known, false)) work.push_back(d);
    }
  }
  /// Other candidates; what changed is forgotten. O(size of the candidates).
  template <class F>
  void set_candidates(std::vector<std::vector<Block>> rows, F&& f) {
    grow(static_cast<std::uint32_t>(rows.size()));
    rows.resize(nodes_.size());
    for (Block b = 0; b < rows.size(); ++b)
      if (rows[b] != nodes_[b].candidates) forget(b, f);
    for (Node& n : nodes_) n.dependents.clear();
    for (Block b = 0; b < rows.size(); ++b) {
      for (const Block c : rows[b]) nodes_[c].dependents.push_back(b);
      nodes_[b].candidates = std::move(rows[b]);
    }
  }
  /// Picks for the block and for all that this depends on. `count(b)`: its instructions; `weight(b)`: the most wins;
  /// `made(b)` for each, behind what it picked. O(edges of what was not known).
  template <class Count, class Weight, class Made>
  void pick(Block b, Count&& count, Weight&& weight, Made&& made) {
    std::vector<Block> work{b};
    while (!work.empty()) {
      const Block now = work.back();
      Node& n = nodes_[now];
      const std::size_t waiting = work.size();
      if (!n.known)
        for (const Block c : n.candidates)
          if (!nodes_[c].known) work.push_back(c);
      if (work.size() != waiting) continue;
      work.pop_back();
      if (std::exchange(n.known, true)) continue;
      n.picked = no_block;
      for (const Block c : n.candidates) {
        const std::uint64_t beyond = nodes_[c].beyond + count(c);
        const bool better = n.picked == no_block || weight(c) > weight(n.picked) ||
                            (weight(c) == weight(n.picked) && beyond < n.beyond);
        if (better) n.picked = c, n.beyond = beyond;
      }
      place(now, n);
      made(now);
    }
  }

 private:
  struct Node {
    bool known = false;
    Block picked = no_block, root = no_block, jump = no_block;
    std::uint32_t level = 0;
    std::uint64_t beyond = 0;
    std::vector<Block> candidates, dependents;
  };
  void place(Block b, Node& n) {
    if (n.picked == no_block) {
      n.root = n.jump = b;
      n.level = 0;
      n.beyond = 0;
      return;
    }
    const Node& up = nodes_[n.picked];
    const Node& far = nodes_[up.jump];
    n.root = up.root;
    n.level = up.level + 1;
    n.jump = up.level - far.level == far.level - nodes_[far.jump].level ? far.jump : n.picked;
  }
  std::vector<Node> nodes_;
};

}  // namespace lathe::flow
