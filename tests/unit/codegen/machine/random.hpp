// Random functions of the tests' target in SSA form, loops and irreducible cycles among them. Each block tells something,
// so a lane ends after a number of them, whatever way it goes.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>
#include <lathe/flow/order.hpp>

#include "toy.hpp"

namespace toy {

struct Wish {
  std::uint32_t blocks = 10, insts = 5;
  std::uint32_t divergent = 4;  ///< one in so many values is a lane's number
  bool calls = true, wild = true;
};

class Random {
 public:
  Random(std::mt19937& rng, const Wish& wish, Function& f) : rng_(rng), wish_(wish), f_(f), make_{f} {}

  void run() {
    f_.title = "random";
    shape();
    for (const lathe::flow::Block b : order_.blocks) fill(b);
    for (const auto& [b, result] : phis_) {
      // Often one value for all turns: it may be the same for all lanes in each turn, though not in all turns.
      const auto& mine = values_[b];
      const ValueId turn = mine[below(static_cast<std::uint32_t>(mine.size()))];
      const bool same = below(2) == 0;
      std::vector<std::pair<BlockId, ValueId>> in;
      for (const lathe::flow::Block p : cfg_.predecessors(b))
        in.emplace_back(blocks_[p], same && behind(b, p) ? turn : pick(p));
      f_.add_phi(blocks_[b], result, in);
    }
    drop_unreachable(f_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(rng_() % n); }

  // Mostly forward edges and loops around what stands together; anywhere where it is wild.
  void shape() {
    const std::uint32_t n = 2 + below(wish_.blocks);
    std::vector<std::pair<lathe::flow::Block, lathe::flow::Block>> edges;
    ways_.resize(n);
    const bool wild = wish_.wild && below(4) == 0;
    for (std::uint32_t b = 0; b < n; ++b) {
      blocks_.push_back(f_.add_block());
      if (b + 1 == n) break;
      const std::uint32_t near = 1 + below(4), next = b + 1 + (below(5) == 0 ? 1 : 0);
      ways_[b].push_back(std::min(next, n - 1));
      if (below(2) == 0) {
        const bool back = below(3) == 0 && b > 1;
        const std::uint32_t other = back ? b - std::min(b - 1, near - 1) : std::min(b + near, n - 1);
        ways_[b].push_back(wild ? 1 + below(n - 1) : other);
      }
      if (below(12) == 0 && b != 0) ways_[b].clear();
    }
    for (std::uint32_t b = 0; b < n; ++b)
      for (const std::uint32_t t : ways_[b]) edges.emplace_back(b, t);
    cfg_ = lathe::flow::Cfg(n, edges);
    order_ = lathe::flow::reverse_post_order(cfg_);
    idom_.resize(n);
    const lathe::flow::Dominators dominators(cfg_);
    for (std::uint32_t b = 0; b < n; ++b) idom_[b] = dominators.immediate(b);
    // Of predecessors that the entry does not reach nothing comes.
    std::vector<std::pair<lathe::flow::Block, lathe::flow::Block>> reached;
    for (const auto& e : edges)
      if (order_.reachable(e.first)) reached.push_back(e);
    cfg_ = lathe::flow::Cfg(n, reached);
    values_.resize(n);
  }
  // A value that is there at the end of a block.
  ValueId pick(lathe::flow::Block b) {
    std::vector<ValueId> all;
    for (lathe::flow::Block x = b; x != lathe::flow::no_block; x = idom_[x])
      all.insert(all.end(), values_[x].begin(), values_[x].end());
    return all[below(2) == 0 ? below(static_cast<std::uint32_t>(all.size()))
                             : below(std::min<std::uint32_t>(5, static_cast<std::uint32_t>(all.size())))];
  }
  /// Does b dominate p?
  bool behind(lathe::flow::Block b, lathe::flow::Block p) const {
    while (p != b && p != lathe::flow::no_block) p = idom_[p];
    return p == b;
  }
  void fill(lathe::flow::Block b) {
    const BlockId at = blocks_[b];
    auto& mine = values_[b];
    if (b == 0) mine = {make_.mov(at, 3), make_.mov(at, 5)};
    if (cfg_.predecessors(b).size() > 1)
      for (std::uint32_t k = below(4); k-- > 0;) {
        phis_.emplace_back(b, make_.value());
        mine.push_back(phis_.back().second);
      }
    for (std::uint32_t k = below(wish_.insts + 1); k-- > 0;) inst(b, at, mine);
    if (ways_[b].empty()) {
      if (below(2) == 0) make_.out(at, pick(b));
      return make_.exit(at);
    }
    make_.out(at, pick(b));
    if (ways_[b].size() == 1 || ways_[b][0] == ways_[b][1])
      f_.add_jump(at, blocks_[ways_[b][0]]);
    else
      make_.branch(at, make_.cmp(at, pick(b), pick(b)), blocks_[ways_[b][0]], blocks_[ways_[b][1]]);
  }
  void inst(lathe::flow::Block b, BlockId at, std::vector<ValueId>& mine) {
    if (below(wish_.divergent) == 0) return mine.push_back(make_.tid(at));
    ValueId second;
    switch (below(wish_.calls ? 11 : 10)) {
      case 0:
        return mine.push_back(make_.mov(at, below(9)));
      case 1:
        return mine.push_back(make_.two(at, op::mul, pick(b), pick(b)));
      case 2:
        return mine.push_back(make_.two(at, op::into, pick(b), pick(b)));
      case 3:
        mine.push_back(make_.pair(at, pick(b), &second));
        return mine.push_back(second);
      case 4:
        return mine.push_back(make_.load(at, pick(b)));
      case 5: {
        const ValueId x = pick(b), y = pick(b), code = make_.cmp(at, pick(b), pick(b));
        return mine.push_back(make_.sel(at, x, y, code));
      }
      case 6:
        make_.out(at, pick(b), op::strict);
        return;
      case 7: {
        const ValueId d = make_.value();
        f_.put(f_.make_copy(d, pick(b)), {at, {}});
        return mine.push_back(d);
      }
      case 10:
        f_.add(at, op::call, {}, {});
        return;
      default:
        return mine.push_back(make_.two(at, op::add, pick(b), pick(b)));
    }
  }

  std::mt19937& rng_;
  const Wish& wish_;
  Function& f_;
  Make make_;
  std::vector<BlockId> blocks_;
  std::vector<std::vector<std::uint32_t>> ways_;
  lathe::flow::Cfg cfg_;
  lathe::flow::Order order_;
  std::vector<lathe::flow::Block> idom_;
  std::vector<std::vector<ValueId>> values_;
  std::vector<std::pair<lathe::flow::Block, ValueId>> phis_;
};

inline void random_function(std::mt19937& rng, const Wish& wish, Function& f) { Random(rng, wish, f).run(); }

}  // namespace toy
