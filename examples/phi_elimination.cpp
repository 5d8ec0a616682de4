// Out of SSA form, with the loop that breaks naive copies: two phis that swap their values on every turn.
// The function is run before, by phis, and after, by locations and moves: both must show the same.
// Compile: g++ -std=c++20 -I include examples/phi_elimination.cpp
#include <lathe/opt.hpp>

#include <cstdio>
#include <vector>

using namespace lathe;

// Values of the function, each defined once.
//   0:  x0 = 1; y0 = 2
//   1:  x1 = phi(x0, y1); y1 = phi(y0, x1); i1 = phi(#0, i2);  i2 = i1 + 1; if (i2 < turns) goto 1
//   2:  show x1, y1
enum Name : std::uint32_t { x0, y0, x1, y1, i1, i2, values };
constexpr const char* names[] = {"x0", "y0", "x1", "y1", "i1", "i2"};
using Shown = std::pair<int, int>;

Shown run_by_phis(int turns) {
  int x = 1, y = 2, i = 0;
  while (true) {
    const int next = i + 1;
    if (next >= turns) return {x, y};
    const int old = x;  // phis read all before they write any
    x = y, y = old, i = next;
  }
}

opt::PhiProblem make_problem() {
  namespace point = opt::point;
  opt::PhiProblem p;
  p.defs.resize(values);  // those of phi results are not looked at
  p.defs[x0] = {0, point::write(0)};
  p.defs[y0] = {0, point::write(1)};
  p.defs[i2] = {1, point::write(0)};
  p.kind.assign(values, 0);
  p.exit = {2, 1, 2};  // instructions in front of the jump
  p.frequency = {1, 8, 1};
  p.uses = {{i1, {1, point::read(0)}},  // i1 + 1
            {i2, {1, point::read(1)}},  // the jump
            {x1, {2, point::read(0)}},
            {y1, {2, point::read(1)}}};
  p.phis = {{x1, 1, 0, 2}, {y1, 1, 2, 2}, {i1, 1, 4, 2}};
  p.arguments = {{0, x0}, {1, y1}, {0, y0}, {1, x1}, {0, 0, true}, {1, i2}};
  return p;
}

class Machine {
 public:
  explicit Machine(const opt::PhiPlan& plan) : plan_(plan), r_(values + plan.fresh_like.size(), -1) {}

  Shown run(int turns) {
    moves(0, false);
    at(x0) = 1;
    at(y0) = 2;
    moves(0, true);
    do {
      moves(1, false);
      at(i2) = at(i1) + 1;
      moves(1, true);
    } while (at(i2) < turns);
    moves(2, false);
    return {at(x1), at(y1)};
  }

 private:
  int& at(Name value) { return r_[plan_.location[value]]; }
  void moves(flow::Block block, bool at_end) {
    for (const auto& s : plan_.steps)
      if (s.block == block && s.at_end == at_end) r_[s.to] = s.is_constant ? static_cast<int>(s.from) : r_[s.from];
  }
  const opt::PhiPlan& plan_;
  std::vector<int> r_;
};

int main() {
  const std::pair<flow::Block, flow::Block> edges[] = {{0, 1}, {1, 1}, {1, 2}};
  const flow::Cfg cfg(3, edges);
  const opt::PhiPlan plan = opt::eliminate_phis(cfg, flow::Dominators(cfg), make_problem());

  for (std::uint32_t v = 0; v < values; ++v) std::printf("%s in r%u   ", names[v], plan.location[v]);
  std::printf("\n%u copies vanished, %zu moves remain:\n", plan.merged, plan.steps.size());
  int in_loop = 0;
  for (const auto& s : plan.steps) {
    std::printf("  block %u, %s: r%u = %s%u\n", s.block, s.at_end ? "end" : "top", s.to, s.is_constant ? "#" : "r",
                s.from);
    in_loop += s.block == 1;
  }

  bool right = in_loop == 3;  // a swap takes a temporary and three moves; the counter takes none
  for (int turns = 1; turns < 6; ++turns) {
    const Shown want = run_by_phis(turns), got = Machine(plan).run(turns);
    std::printf("%d turns show %d, %d\n", turns, got.first, got.second);
    right &= want == got;
  }
  std::printf("%s\n", right ? "as with phis" : "WRONG");
  return right ? 0 : 1;
}
