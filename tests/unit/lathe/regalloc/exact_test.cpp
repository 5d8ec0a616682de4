// Slow twins: without particular operands no more registers are used than values live at once, and nothing is spilled
// where they suffice; straight-line code has the fewest loads that there can be.
#include <doctest/doctest.h>

#include <lathe/regalloc.hpp>
#include <lathe/regalloc/check.hpp>
#include <lathe/regalloc/text.hpp>

#include <algorithm>
#include <bit>
#include <map>

#include "unit/lathe/regalloc/random_problem.hpp"

using namespace regalloc_test;

namespace {

Shape plain_shape() {
  Shape s;
  s.fixed = s.subset = s.tied = s.early = s.clobbers = s.pinned = s.remat = 0;
  s.flags = false;
  return s;
}

// The most values of a class that are alive at once, by its definition: a value is alive where a way leads on to a use
// of it. A phi is defined at the head of its block, its arguments are used at the ends of theirs.
std::uint32_t most_alive(const Problem& p, std::uint32_t cls) {
  std::vector<std::set<std::uint32_t>> in(p.block_count());
  std::uint32_t most = 0;
  const flow::Order order = flow::reverse_post_order(p.cfg);
  const auto size = [&](const std::set<std::uint32_t>& live) {
    std::uint32_t n = 0;
    for (const std::uint32_t v : live) n += p.values[v].cls == cls ? 1 : 0;
    return n;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Block b = p.block_count(); b-- > 0;) {
      if (!order.reachable(b)) continue;
      std::set<std::uint32_t> live;
      for (const Block s : p.cfg.successors(b)) {
        live.insert(in[s].begin(), in[s].end());
        for (const Problem::Phi& phi : p.phis)
          if (phi.block == s) live.erase(phi.result);
      }
      for (const Block s : p.cfg.successors(b))
        for (const Problem::Phi& phi : p.phis)
          if (phi.block == s)
            for (const Problem::Argument& a : p.incoming(phi))
              if (a.from == b) live.insert(a.value);
      most = std::max(most, size(live));
      for (std::uint32_t i = p.first[b + 1]; i-- > p.first[b];) {
        for (const Operand& o : p.operands[i])
          if (o.is_def) live.insert(o.value);
        most = std::max(most, size(live));
        for (const Operand& o : p.operands[i])
          if (o.is_def) live.erase(o.value);
        for (const Operand& o : p.operands[i])
          if (!o.is_def) live.insert(o.value);
        most = std::max(most, size(live));
      }
      changed |= live != in[b];
      in[b] = std::move(live);
    }
  }
  std::uint32_t parameters = 0;
  for (const Operand& o : p.parameters) parameters += p.values[o.value].cls == cls ? 1 : 0;
  return std::max(most, parameters);
}

// The fewest loads for straight-line code on `registers`: what is in registers behind each instruction, every way.
class FewestLoads {
 public:
  FewestLoads(const Problem& p, std::uint32_t registers) : p_(p), k_(registers), last_(p.values.size(), 0) {
    for (std::uint32_t i = 0; i < p.inst_count(); ++i)
      for (const Operand& o : p.operands[i])
        if (!o.is_def) last_[o.value] = i;
  }
  std::uint32_t run() {
    std::map<std::uint64_t, std::uint32_t> states{{0, 0}};
    for (std::uint32_t i = 0; i < p_.inst_count(); ++i) {
      std::map<std::uint64_t, std::uint32_t> next;
      for (const auto& [held, loads] : states) step(i, held, loads, next);
      states = std::move(next);
    }
    std::uint32_t best = none;
    for (const auto& [held, loads] : states) best = std::min(best, loads);
    return best;
  }

 private:
  void step(std::uint32_t i, std::uint64_t held, std::uint32_t loads, std::map<std::uint64_t, std::uint32_t>& next) {
    std::uint64_t uses = 0, defs = 0, live_defs = 0;
    for (const Operand& o : p_.operands[i]) {
      (o.is_def ? defs : uses) |= std::uint64_t{1} << o.value;
      if (o.is_def && last_[o.value] > i) live_defs |= std::uint64_t{1} << o.value;
    }
    const auto cost = loads + static_cast<std::uint32_t>(std::popcount(uses & ~held));
    const std::uint64_t others = held & ~uses;
    std::uint64_t alive = 0;
    for (std::uint32_t v = 0; v < last_.size(); ++v)
      if (last_[v] > i) alive |= std::uint64_t{1} << v;
    for (std::uint64_t keep = others;; keep = (keep - 1) & others) {
      if (static_cast<std::uint32_t>(std::popcount(keep | uses)) <= k_) {
        const std::uint64_t through = (keep | uses) & alive;
        for (std::uint64_t stay = through;; stay = (stay - 1) & through) {
          if (static_cast<std::uint32_t>(std::popcount(stay) + std::popcount(defs)) <= k_) {
            const auto [it, fresh] = next.emplace(stay | live_defs, cost);
            if (!fresh) it->second = std::min(it->second, cost);
          }
          if (stay == 0) break;
        }
      }
      if (keep == 0) break;
    }
  }
  const Problem& p_;
  std::uint32_t k_;
  std::vector<std::uint32_t> last_;
};

}  // namespace

TEST_CASE("no more registers than values alive at once, and no spills where they suffice") {
  std::uint32_t enough = 0;
  for (std::uint32_t seed = 0; seed < 1500; ++seed) {
    std::mt19937 engine(seed);
    Shape shape = plain_shape();
    shape.blocks = 1 + engine() % 8;
    shape.variables = 2 + engine() % 8;
    shape.most_registers = 12;
    Problem p = RandomProblem(engine, shape).run();
    for (Operand& o : p.parameters) o.want = Want::any;
    const Plan plan = allocate(p);
    bool suffices = true;
    std::uint32_t wanted = 0;
    for (std::uint32_t c = 0; c < p.classes.size(); ++c) {
      const std::uint32_t alive = most_alive(p, c);
      suffices &= alive <= p.classes[c].registers.size();
      wanted += alive;
    }
    if (!suffices) continue;
    ++enough;
    REQUIRE(plan.refusal == Refusal::none);
    CHECK(plan.stats.spilled == 0);
    CHECK(plan.stats.loads + plan.stats.stores + plan.stats.made <= 2 * plan.stats.moves);  // cycles without a way
    std::set<std::uint32_t> named(plan.registers.begin(), plan.registers.end());  // a cycle's scratch register aside
    named.insert(plan.parameters.begin(), plan.parameters.end());
    for (const auto& place : plan.phis) named.insert(place.reg);
    named.erase(none);
    CHECK_MESSAGE(named.size() == wanted, "seed " << seed << "\n" << print(p) << print(p, plan));
  }
  CHECK(enough > 500);
}

TEST_CASE("straight-line code has the fewest loads") {
  std::uint64_t loads = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    std::mt19937 engine(seed);
    Shape shape = plain_shape();
    shape.blocks = 1;
    shape.insts = 20;
    shape.variables = 5 + engine() % 3;
    shape.most_registers = 4;
    Problem p = RandomProblem(engine, shape).run();
    p.classes.resize(1);
    const std::uint32_t registers =
        std::max<std::uint32_t>(3, static_cast<std::uint32_t>(p.classes[0].registers.size()));
    p.registers.clear();
    p.classes[0].registers.clear();
    for (std::uint32_t r = 0; r < registers; ++r) {
      p.registers.push_back("r" + std::to_string(r));
      p.classes[0].registers.push_back(r);
    }
    p.sets.clear();
    for (auto& v : p.values) v = {};
    if (p.values.size() > 40 || !p.parameters.empty()) continue;
    const Plan plan = allocate(p);
    REQUIRE(plan.refusal == Refusal::none);
    const std::uint32_t best = FewestLoads(p, registers).run();
    CHECK_MESSAGE(plan.stats.loads == best, "seed " << seed << "\n" << print(p) << print(p, plan));
    loads += best;
  }
  CHECK(loads > 200);
}
