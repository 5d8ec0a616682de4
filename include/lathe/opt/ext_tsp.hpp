// Order of blocks by the extended travelling-salesman score: jumps that fall through count whole, short ones a little.
//
// An edge that is taken w times scores w when its target follows its source, and  w * near * (1 - d / reach)  when it
// jumps over d bytes, forward or backward with a near and a reach of each. Blocks are chains at first. The two chains
// whose union gains most are merged, by the best of  X Y,  X1 Y X2,  Y X2 X1  and  X2 X1 Y  for all ways to split X
// that give a new fall-through, until nothing gains; chains follow by density, that of the entry first.
//
// Needs:  counts of edges and sizes of blocks.
// Gives:  an order of the reached blocks, its score and that of the order it started from; it is never worse than that
//         one.
// Cost:   O(merges * (neighbours * edges of chains up to `most_split` blocks + most_chain + log)).
// Source: Newell, Pupyrev, "Improved basic block reordering", IEEE Transactions on Computers 2020; the constants are
//         LLVM's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <queue>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::opt {

struct ExtTspOptions {
  double fallthrough = 1.0, forward = 0.1, backward = 0.1;   ///< per execution
  std::uint64_t forward_reach = 1024, backward_reach = 640;  ///< bytes
  std::uint32_t most_split = 128;                            ///< blocks of a chain that may be split; 0: none is
  std::uint32_t most_chain = 512;                            ///< blocks of a chain that merging makes
  std::uint32_t fuel = 0xffffffffU;                          ///< merges at most
};

struct ExtTspStats {
  std::uint64_t blocks = 0, merges = 0, splits = 0, tried = 0, chains = 0, kept = 0;
  bool operator==(const ExtTspStats&) const = default;
  static constexpr auto fields() {
    return std::array<std::pair<const char*, std::uint64_t ExtTspStats::*>, 6>{{
        {"blocks", &ExtTspStats::blocks},
        {"merges of chains", &ExtTspStats::merges},
        {"merges that split a chain", &ExtTspStats::splits},
        {"merges tried", &ExtTspStats::tried},
        {"chains at the end", &ExtTspStats::chains},
        {"orders kept as they were", &ExtTspStats::kept},
    }};
  }
};

enum class ExtTspRefusal : std::uint8_t {
  none,
  bad_counts,  ///< not a count for each edge, or one is negative or no number
  bad_sizes,   ///< not a size for each block
  bad_order    ///< the order to start from is none of the blocks that the entry reaches, or the entry is not first
};

/// An order of blocks and its score, or why there is none.
struct ExtTspOrder {
  ExtTspRefusal refusal = ExtTspRefusal::none;
  std::vector<flow::Block> blocks;
  double score = 0, before = 0;  ///< by the model, of this order and of the one that was there; more is better
  ExtTspStats stats;
};

namespace detail {

/// What an edge from [.., end) to a block at `target` scores per execution.
inline double ext_tsp_edge(std::uint64_t end, std::uint64_t target, const ExtTspOptions& o) {
  if (target == end) return o.fallthrough;
  const std::uint64_t distance = target > end ? target - end : end - target;
  const std::uint64_t reach = target > end ? o.forward_reach : o.backward_reach;
  if (distance > reach) return 0;
  return (target > end ? o.forward : o.backward) * (1 - static_cast<double>(distance) / static_cast<double>(reach));
}

}  // namespace detail

/// Score of an order; edges from or to blocks that are not in it count nothing. O(blocks + edges).
template <class = void>
inline double ext_tsp_score(const flow::Cfg& cfg, std::span<const flow::Block> order, std::span<const double> counts,
                            std::span<const std::uint32_t> sizes, const ExtTspOptions& options = {}) {
  constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  std::vector<std::uint64_t> at(cfg.block_count(), nowhere);
  std::uint64_t next = 0;
  for (const flow::Block b : order) {
    at[b] = next;
    next += sizes[b];
  }
  double score = 0;
  for (const flow::Block b : order)
    for (std::uint32_t k = 0; k < cfg.successors(b).size(); ++k) {
      const std::uint32_t e = cfg.first_edge(b) + k;
      if (at[cfg.target(e)] != nowhere)
        score += counts[e] * detail::ext_tsp_edge(at[b] + sizes[b], at[cfg.target(e)], options);
    }
  return score;
}

namespace detail {

template <class = void>
class BasicExtTsp {
 public:
  BasicExtTsp(const flow::Cfg& cfg, std::span<const flow::Block> start, std::span<const double> counts,
              std::span<const std::uint32_t> sizes, const ExtTspOptions& options)
      : cfg_(cfg), start_(start), counts_(counts), sizes_(sizes), options_(options) {}

  ExtTspOrder run() {
    ExtTspOrder out;
    out.stats.blocks = start_.size();
    make_chains();
    for (const flow::Block b : start_)
      for (const auto& [other, edges] : jumps_[b])
        if (b < other) propose(b, other);
    while (!queue_.empty() && stats_.merges < options_.fuel) {
      const Proposal best = queue_.top();
      queue_.pop();
      if (best.version_x != version_[best.plan.x] || best.version_y != version_[best.plan.y]) continue;
      merge(best.plan);
    }
    stats_.blocks = start_.size();
    concatenate(out);
    out.stats = stats_;
    return out;
  }

 private:
  enum class Form : std::uint8_t { x_y, x1_y_x2, y_x2_x1, x2_x1_y };
  struct Chain {
    std::vector<flow::Block> blocks;
    std::uint64_t bytes = 0;
    double inner = 0, count = 0;  // score of edges within; executions of its blocks
  };
  /// x becomes both; x1 is the first `split` blocks of x.
  struct Plan {
    std::uint32_t x = 0, y = 0, split = 0;
    Form form = Form::x_y;
    double gain = 0;
  };
  struct Proposal {
    Plan plan;
    std::uint32_t version_x, version_y;
    // The queue's top is the greatest gain, then the smallest numbers.
    bool operator<(const Proposal& o) const {
      if (plan.gain != o.plan.gain) return plan.gain < o.plan.gain;
      return std::make_pair(plan.x, plan.y) > std::make_pair(o.plan.x, o.plan.y);
    }
  };

  // A chain is numbered as the block that it was first.
  void make_chains() {
    const std::uint32_t n = cfg_.block_count();
    chains_.resize(n);
    chain_of_.assign(n, flow::no_block);
    offset_.assign(n, 0);
    index_.assign(n, 0);
    source_.assign(cfg_.edge_count(), flow::no_block);
    jumps_.resize(n);
    version_.assign(n, 0);
    for (const flow::Block b : start_) {
      chain_of_[b] = b;
      chains_[b].blocks = {b};
      chains_[b].bytes = sizes_[b];
    }
    for (const flow::Block b : start_)
      for (std::uint32_t k = 0; k < cfg_.successors(b).size(); ++k) {
        const std::uint32_t e = cfg_.first_edge(b) + k;
        const flow::Block to = cfg_.target(e);
        source_[e] = b;
        chains_[b].count += counts_[e];
        if (cfg_.successors(to).empty()) chains_[to].count += counts_[e];
        if (counts_[e] <= 0 || chain_of_[to] == flow::no_block) continue;
        jumps_[b][to].push_back(e);
        if (to != b) jumps_[to][b].push_back(e);
      }
    for (const flow::Block b : start_) chains_[b].inner = score_within(b);
  }
  double score_within(std::uint32_t chain) const {
    const auto it = jumps_[chain].find(chain);
    if (it == jumps_[chain].end()) return 0;
    double sum = 0;
    for (const std::uint32_t e : it->second) {
      const flow::Block s = source_[e];
      sum += counts_[e] * ext_tsp_edge(offset_[s] + sizes_[s], offset_[cfg_.target(e)], options_);
    }
    return sum;
  }

  void propose(std::uint32_t a, std::uint32_t b) {
    if (chains_[a].blocks.size() + chains_[b].blocks.size() > options_.most_chain) return;
    Plan best;
    consider(a, b, best);
    consider(b, a, best);
    if (best.gain > 1e-9) queue_.push({best, version_[best.x], version_[best.y]});
  }
  // All ways to put y behind x, or into it.
  void consider(std::uint32_t x, std::uint32_t y, Plan& best) {
    const auto& between = jumps_[x].find(y)->second;
    const auto size = static_cast<std::uint32_t>(chains_[x].blocks.size());
    try_plan({x, y, size, Form::x_y, 0}, between, best);
    if (size > options_.most_split) return;
    splits_.clear();
    const flow::Block first = chains_[y].blocks.front(), last = chains_[y].blocks.back();
    for (const std::uint32_t e : between) {
      const flow::Block s = source_[e], t = cfg_.target(e);
      if (t == first) splits_.push_back(index_[s] + 1);
      if (s == last) splits_.push_back(index_[t]);
    }
    std::sort(splits_.begin(), splits_.end());
    splits_.erase(std::unique(splits_.begin(), splits_.end()), splits_.end());
    for (const std::uint32_t k : splits_) {
      if (k == 0 || k >= size) continue;
      for (const Form form : {Form::x1_y_x2, Form::y_x2_x1, Form::x2_x1_y}) try_plan({x, y, k, form, 0}, between, best);
    }
  }
  void try_plan(Plan plan, const std::vector<std::uint32_t>& between, Plan& best) {
    const Chain &x = chains_[plan.x], &y = chains_[plan.y];
    // The entry stays first.
    const flow::Block head = plan.form == Form::y_x2_x1   ? y.blocks[0]
                             : plan.form == Form::x2_x1_y ? x.blocks[plan.split]
                                                          : x.blocks[0];
    if ((chain_of_[0] == plan.x || chain_of_[0] == plan.y) && head != 0) return;
    ++stats_.tried;
    // Where the pieces begin; addresses may wrap below zero, differences are right.
    const std::uint64_t cut = plan.split < x.blocks.size() ? offset_[x.blocks[plan.split]] : x.bytes;
    const std::uint64_t rest = x.bytes - cut;
    std::uint64_t x1 = 0, x2 = 0, at_y = 0;
    switch (plan.form) {
      case Form::x_y:
        x2 = cut, at_y = x.bytes;
        break;
      case Form::x1_y_x2:
        at_y = cut, x2 = cut + y.bytes;
        break;
      case Form::y_x2_x1:
        x2 = y.bytes, x1 = y.bytes + rest;
        break;
      case Form::x2_x1_y:
        x1 = rest, at_y = x.bytes;
        break;
    }
    const auto address = [&](flow::Block b) {
      if (chain_of_[b] == plan.y) return at_y + offset_[b];
      return index_[b] < plan.split ? x1 + offset_[b] : x2 + offset_[b] - cut;
    };
    const auto sum = [&](const std::vector<std::uint32_t>& edges) {
      double out = 0;
      for (const std::uint32_t e : edges) {
        const flow::Block s = source_[e];
        out += counts_[e] * ext_tsp_edge(address(s) + sizes_[s], address(cfg_.target(e)), options_);
      }
      return out;
    };
    plan.gain = sum(between);
    if (plan.form != Form::x_y) {
      const auto within = jumps_[plan.x].find(plan.x);
      if (within != jumps_[plan.x].end()) plan.gain += sum(within->second) - x.inner;
    }
    if (plan.gain > best.gain) best = plan;
  }

  void merge(const Plan& plan) {
    Chain &x = chains_[plan.x], &y = chains_[plan.y];
    ++stats_.merges;
    stats_.splits += plan.form != Form::x_y;
    std::vector<flow::Block> blocks;
    blocks.reserve(x.blocks.size() + y.blocks.size());
    const auto piece = [&](const std::vector<flow::Block>& from, std::size_t begin, std::size_t end) {
      blocks.insert(blocks.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
                    from.begin() + static_cast<std::ptrdiff_t>(end));
    };
    const bool y_first = plan.form == Form::y_x2_x1, turned = y_first || plan.form == Form::x2_x1_y;
    if (y_first) piece(y.blocks, 0, y.blocks.size());
    piece(x.blocks, turned ? plan.split : 0, turned ? x.blocks.size() : plan.split);
    if (plan.form == Form::x1_y_x2) piece(y.blocks, 0, y.blocks.size());
    piece(x.blocks, turned ? 0 : plan.split, turned ? plan.split : x.blocks.size());
    if (plan.form == Form::x_y || plan.form == Form::x2_x1_y) piece(y.blocks, 0, y.blocks.size());
    x.blocks = std::move(blocks);
    x.bytes = 0;
    for (std::uint32_t i = 0; i < x.blocks.size(); ++i) {
      const flow::Block b = x.blocks[i];
      chain_of_[b] = plan.x;
      index_[b] = i;
      offset_[b] = x.bytes;
      x.bytes += sizes_[b];
    }
    x.count += y.count;
    y = {};
    join_jumps(plan.x, plan.y);
    x.inner = score_within(plan.x);
    ++version_[plan.x];
    ++version_[plan.y];
    for (const auto& [other, edges] : jumps_[plan.x])
      if (other != plan.x) propose(std::min(plan.x, other), std::max(plan.x, other));
  }
  // Edges between the two, and those within y, are within x now.
  void join_jumps(std::uint32_t x, std::uint32_t y) {
    auto& to = jumps_[x];
    std::vector<std::uint32_t> within;
    if (const auto it = to.find(y); it != to.end()) {
      within = std::move(it->second);
      to.erase(it);
    }
    for (auto& [other, edges] : jumps_[y]) {
      if (other == x) continue;
      if (other == y) {
        within.insert(within.end(), edges.begin(), edges.end());
        continue;
      }
      auto& back = jumps_[other];
      back[x].insert(back[x].end(), edges.begin(), edges.end());
      back.erase(y);
      auto& forth = to[other];
      forth.insert(forth.end(), edges.begin(), edges.end());
    }
    jumps_[y].clear();
    if (within.empty()) return;
    auto& own = to[x];
    own.insert(own.end(), within.begin(), within.end());
  }

  void concatenate(ExtTspOrder& out) {
    std::vector<std::uint32_t> chains;
    for (const flow::Block b : start_)
      if (!chains_[b].blocks.empty()) chains.push_back(b);
    stats_.chains = chains.size();
    const auto density = [&](std::uint32_t c) {
      return chains_[c].count / static_cast<double>(std::max<std::uint64_t>(chains_[c].bytes, 1));
    };
    std::vector<std::uint32_t> place(cfg_.block_count(), 0);
    for (std::uint32_t i = 0; i < start_.size(); ++i) place[start_[i]] = i;
    std::sort(chains.begin(), chains.end(), [&](std::uint32_t a, std::uint32_t b) {
      const bool entry_a = a == chain_of_[0], entry_b = b == chain_of_[0];
      if (entry_a != entry_b) return entry_a;
      if (density(a) != density(b)) return density(a) > density(b);
      return place[a] < place[b];
    });
    for (const std::uint32_t c : chains)
      out.blocks.insert(out.blocks.end(), chains_[c].blocks.begin(), chains_[c].blocks.end());
    out.before = ext_tsp_score(cfg_, start_, counts_, sizes_, options_);
    out.score = ext_tsp_score(cfg_, out.blocks, counts_, sizes_, options_);
    if (out.score >= out.before) return;
    out.blocks.assign(start_.begin(), start_.end());
    out.score = out.before;
    stats_.kept = 1;
  }

  const flow::Cfg& cfg_;
  std::span<const flow::Block> start_;
  std::span<const double> counts_;
  std::span<const std::uint32_t> sizes_;
  const ExtTspOptions& options_;
  ExtTspStats stats_;
  std::vector<Chain> chains_;
  std::vector<std::uint32_t> chain_of_, index_, version_, splits_;
  std::vector<std::uint64_t> offset_;                                       // of a block in its chain, bytes
  std::vector<flow::Block> source_;                                         // of an edge
  std::vector<std::map<std::uint32_t, std::vector<std::uint32_t>>> jumps_;  // per chain and chain: edges either way
  std::priority_queue<Proposal> queue_;
};
using ExtTsp = BasicExtTsp<>;

}  // namespace detail

/// `start`: an order of the blocks that the entry reaches, the entry first (place_blocks, or reverse post-order).
/// `counts`: executions of each edge by number. `sizes`: bytes of each block. A remark with both scores goes to `sink`.
template <class Sink = NoRemarks>
ExtTspOrder ext_tsp(const flow::Cfg& cfg, std::span<const flow::Block> start, std::span<const double> counts,
                    std::span<const std::uint32_t> sizes, const ExtTspOptions& options = {}, Sink&& sink = {}) {
  ExtTspOrder out;
  const auto refuse = [&](ExtTspRefusal why) {
    out.refusal = why;
    return out;
  };
  if (counts.size() != cfg.edge_count()) return refuse(ExtTspRefusal::bad_counts);
  for (const double c : counts)
    if (!(c >= 0 && c < 1e300)) return refuse(ExtTspRefusal::bad_counts);
  if (sizes.size() != cfg.block_count()) return refuse(ExtTspRefusal::bad_sizes);
  std::vector<bool> seen(cfg.block_count(), false);
  for (const flow::Block b : start) {
    if (b >= cfg.block_count() || seen[b]) return refuse(ExtTspRefusal::bad_order);
    seen[b] = true;
  }
  if (start.empty() ? cfg.block_count() != 0 : start[0] != 0) return refuse(ExtTspRefusal::bad_order);
  for (const flow::Block b : start)
    for (const flow::Block s : cfg.successors(b))
      if (!seen[s]) return refuse(ExtTspRefusal::bad_order);
  if (start.empty()) return out;
  out = detail::ExtTsp(cfg, start, counts, sizes, options).run();
  if constexpr (wants_remarks<Sink>)
    sink(Remark{Remark::Kind::passed,
                "ext-tsp",
                out.stats.kept != 0 ? "Kept" : "Placed",
                {},
                "blocks placed",
                {{"Before", std::to_string(out.before)}, {"After", std::to_string(out.score)}}});
  return out;
}

}  // namespace lathe::opt
