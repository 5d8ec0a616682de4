// What control flow says about a small function: order of blocks, dominators, post-dominators, loops, how often blocks
// run and live variables. The dominators are checked against their definition, the live variables against their
// equations, and all of them by the library's checkers. Compile: g++ -std=c++20 -I include examples/flow.cpp
#include <lathe/flow.hpp>
#include <lathe/flow/check.hpp>
#include <lathe/flow/check_values.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace lathe::flow;

// 0: s = 0; i = 0            1: while (i < n) {
// 2:   do s = s + i while (s is odd)
// 3:   i = i + 1 }           4: return s             5: nobody jumps here, goto 4
struct Function {
  std::vector<std::vector<Block>> successors{{1}, {2, 4}, {2, 3}, {1}, {}, {4}};
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(successors.size()); }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    for (const Block s : successors[b]) f(s);
  }
};
static_assert(explain_control_flow<Function>());

enum Variable : std::uint32_t { n, i, s, variables };
constexpr char names[] = "nis";

using Pairs = std::vector<std::pair<std::uint32_t, Block>>;
bool has(const Pairs& pairs, std::uint32_t v, Block b) {
  return std::find(pairs.begin(), pairs.end(), std::pair{v, b}) != pairs.end();
}
bool has(const lathe::Csr<std::uint32_t>& sets, std::uint32_t v, Block b) {
  return std::find(sets[b].begin(), sets[b].end(), v) != sets[b].end();
}

// Can the entry reach `to` without passing `avoid`?
bool reaches(const Cfg& cfg, Block to, Block avoid) {
  std::vector<Block> work{0}, seen(cfg.block_count(), 0);
  while (!work.empty()) {
    const Block b = work.back();
    work.pop_back();
    if (b == avoid || seen[b]++ != 0) continue;
    if (b == to) return true;
    for (const Block next : cfg.successors(b)) work.push_back(next);
  }
  return false;
}

int main() {
  const Cfg cfg = make_cfg(Function{});
  const Order order = reverse_post_order(cfg);
  const Dominators dominators(cfg);
  const Loops loops = find_loops(cfg, dominators, order);
  LivenessProblem problem;
  problem.variables = variables;
  problem.uses = {{n, 1}, {i, 1}, {s, 2}, {i, 2}, {i, 3}, {s, 4}};  // read before the block writes it
  problem.defs = {{s, 0}, {i, 0}, {s, 2}, {i, 3}};                  // n comes from outside
  const Liveness live = liveness(cfg, problem);
  const PostDominators post_dominators(cfg, order);
  const std::vector<double> probability = edge_probabilities(cfg, loops, order);  // none are known: by the shape
  const Frequencies frequency = frequencies(cfg, loops, order, probability);

  std::printf("reverse post-order:");
  for (const Block b : order.blocks) std::printf(" %u", b);
  std::printf("\nblock  dominator  post-dominator  frequency  loop depth  live in\n");
  for (Block b = 0; b < cfg.block_count(); ++b) {
    std::printf("%5u  ", b);
    if (!order.reachable(b))
      std::printf("%9s  %14s  %9s  %10s  ", "-", "-", "-", "-");
    else
      std::printf("%9d  %14d  %9.1f  %10u  ", static_cast<int>(dominators.immediate(b)),
                  static_cast<int>(post_dominators.immediate(b)), frequency.block[b], loops.depth(b));  // -1: none
    for (const std::uint32_t v : live.live_in[b]) std::printf("%c ", names[v]);
    std::printf("\n");
  }
  for (const Loops::Loop& loop : loops.loops) std::printf("loop with header %u, depth %u\n", loop.header, loop.depth);

  bool right = order.blocks == std::vector<Block>{0, 1, 4, 2, 3} || order.blocks == std::vector<Block>{0, 1, 2, 3, 4};
  // a dominates b: b is reachable, but not without a.
  for (Block a = 0; a < cfg.block_count(); ++a)
    for (Block b = 0; b < cfg.block_count(); ++b)
      right &= dominators.dominates(a, b) == (reaches(cfg, b, no_block) && !reaches(cfg, b, a));
  // Inner loops come first: 2 inside 1.
  right &= loops.loops.size() == 2 && loops.loops[0].header == 2 && loops.loops[0].depth == 2 &&
           loops.loops[1].header == 1 && loops.contains(1, 2) && !loops.contains(0, 3) && !loops.irreducible;
  // in = uses or (out without defs), out = in of some successor; and nothing but n is live into the entry.
  for (std::uint32_t v = 0; v < variables; ++v)
    for (Block b = 0; b < cfg.block_count(); ++b) {
      bool out = false;
      for (const Block next : cfg.successors(b)) out |= has(live.live_in, v, next);
      right &= out == has(live.live_out, v, b);
      right &= has(live.live_in, v, b) == (has(problem.uses, v, b) || (out && !has(problem.defs, v, b)));
    }
  right &= live.live_in[0].size() == 1 && live.live_in[4].size() == 1;
  right &=
      post_dominators.immediate(0) == 1 && post_dominators.immediate(2) == 3 && post_dominators.exits().size() == 1;
  right &= check_order(cfg, order).empty() && check_dominators(cfg, dominators).empty() &&
           check_post_dominators(cfg, post_dominators).empty() && check_loops(cfg, dominators, loops).empty() &&
           check_frequencies(cfg, loops, order, probability, frequency).empty() &&
           check_liveness(cfg, problem, live).empty();
  std::printf("%s\n", right ? "all as defined" : "WRONG");
  return right ? 0 : 1;
}
