// Small random problems of the outliner, and what all their plans must have.
#pragma once

#include <random>
#include <string>

#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/outline/text.hpp>

namespace outline_test {

using namespace lathe::outline;

/// Any choices at all, of few keys, values and classes, so that much repeats: `pick(n)` gives numbers below n.
template <class Pick>
Problem random_problem(Pick&& pick, std::uint32_t size) {
  Problem p;
  p.costs = {1 + pick(6), pick(3), pick(3), pick(6)};
  p.classes = {{"a", true}, {"b", true}, {"c", false}};
  for (std::uint32_t k = 0; k < 5; ++k) p.keys.push_back("k" + std::to_string(k));
  p.values = 8;
  const auto fill = [&](Problem::Inst inst, const std::vector<Operand>& operands) {
    inst.first = static_cast<std::uint32_t>(p.operands.size());
    inst.count = static_cast<std::uint32_t>(operands.size());
    p.operands.insert(p.operands.end(), operands.begin(), operands.end());
    p.insts.push_back(inst);
  };
  while (p.insts.size() < size) {
    if (p.functions.empty() || pick(4) == 0)
      p.functions.push_back({"f" + std::to_string(p.functions.size()), pick(9) == 0, pick(9) == 0});
    Problem::Block block;
    block.function = static_cast<std::uint32_t>(p.functions.size() - 1);
    block.first = static_cast<std::uint32_t>(p.insts.size());
    block.first_live = static_cast<std::uint32_t>(p.live.size());
    block.weight = pick(12);
    block.no_outline = pick(12) == 0;
    const std::uint32_t wanted = pick(30);
    while (p.insts.size() - block.first < wanted) {
      if (p.insts.size() > 10 && pick(3) != 0) {
        const std::uint32_t length = 1 + pick(7), turn = pick(8);
        const std::uint32_t from = pick(static_cast<std::uint32_t>(p.insts.size()) - length);
        for (std::uint32_t i = from; i < from + length; ++i) {
          const auto old = p.operands_of(i);
          std::vector<Operand> operands(old.begin(), old.end());
          for (Operand& o : operands) o.value = (o.value + turn) % 8;
          fill(p.insts[i], operands);
        }
        continue;
      }
      std::vector<Operand> operands;
      for (std::uint32_t k = pick(4); k > 0; --k)
        operands.push_back({pick(8), static_cast<std::uint16_t>(pick(5) / 2), pick(3) == 0});
      const std::uint32_t key = pick(5);
      fill({key, 2 + key, 0, 0, pick(10) != 0}, operands);
    }
    block.count = static_cast<std::uint32_t>(p.insts.size()) - block.first;
    for (std::uint32_t v = 0; v < 8; ++v)
      if (pick(3) == 0) p.live.push_back(v);
    block.live_count = static_cast<std::uint32_t>(p.live.size()) - block.first_live;
    p.blocks.push_back(block);
  }
  return p;
}
template <class Pick>
Options random_options(Pick&& pick) {
  Options o;
  o.engine = static_cast<Engine>(pick(2));
  o.benefit = static_cast<Benefit>(pick(2));
  o.choice = static_cast<Choice>(pick(5));
  o.benefit_threshold = 1 + pick(8);
  o.reruns = pick(4);
  o.leaf_descendants = pick(3) != 0;
  o.outline_linkonce = pick(2) != 0;
  o.calls_are_legal = pick(2) != 0;
  o.min_length = 1 + pick(3);
  o.hot_weight = pick(2) != 0 ? 9 : 0;
  return o;
}

/// Empty when the plan of the problem is right in every way that a machine can tell, otherwise what is wrong.
inline std::string check_everything(const Problem& p, Options options) {
  TableCosts costs{p.costs};
  if (!check_problem(p).empty()) return "a broken problem";
  const Plan plan = plan_problem(p, costs, options);
  if (plan.refusal != Refusal::none) return "a refusal";
  std::string out = check_plan(p, plan, costs, options).str();
  std::int64_t saved = 0;
  for (const Round& round : plan.rounds)
    for (const OutlinedFunction& f : round.functions) saved += f.saved;
  if (saved != static_cast<std::int64_t>(plan.stats.bytes_saved)) out += "the statistics count other savings\n";
  std::string error;
  const auto again = read_plan(print(plan), "plan", error);
  if (!again || print(*again) != print(plan)) out += "the plan's text does not come back: " + error + "\n";
  const auto problem = read_problem(print(p), "problem", error);
  if (!problem || print(*problem) != print(p)) out += "the problem's text does not come back: " + error + "\n";
  options.engine = options.engine == Engine::array ? Engine::tree : Engine::array;
  if (print(plan_problem(p, costs, options)) != print(plan)) out += "the engines give different plans\n";
  return out;
}

}  // namespace outline_test
