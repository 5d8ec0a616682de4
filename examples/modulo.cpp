// Schedule a loop of your own IR with lathe: ingest, bounds, schedule, check, and the kernel as a table.
// Compile: g++ -std=c++20 -I include examples/modulo.cpp
#include <cstdio>
#include <string>
#include <vector>

#include <lathe/modulo.hpp>
#include <lathe/modulo/check.hpp>
#include <lathe/modulo/of_view.hpp>
#include <lathe/modulo/text.hpp>

// ---- the IR: the one block of a loop; registers are strings
struct Inst {
  std::string op, writes;
  std::vector<std::string> reads;
};
using Loop = std::vector<Inst>;

// ---- what every family takes: the code as a View
struct View {
  using Value = std::string;
  using Fact = lathe::program::Fact;
  static constexpr lathe::program::Facts facts = Fact::latency | Fact::units | Fact::names;
  const Loop& loop;

  std::vector<int> blocks() const { return {0, 1}; }  // the loop, and what stands behind it
  std::vector<const Inst*> instructions(int block) const {
    std::vector<const Inst*> out;
    if (block == 0)
      for (const Inst& i : loop) out.push_back(&i);
    return out;
  }
  void for_each_successor(int block, auto&& f) const {
    if (block == 0) f(0), f(1);
  }
  void for_each_operand(const Inst* i, auto&& f) const {
    for (const auto& r : i->reads) f(lathe::program::Operand<Value>{r, lathe::program::Role::use});
    if (!i->writes.empty()) f(lathe::program::Operand<Value>{i->writes, lathe::program::Role::def});
  }
  lathe::program::Effects effects(const Inst* i) const {
    using lathe::program::Effect;
    if (i->op == "branch") return Effect::terminator;
    return i->op == "load" ? lathe::program::Effects(Effect::reads) : lathe::program::Effects();
  }
  std::string key(const Inst* i) const { return i->op; }
  std::uint32_t latency(const Inst* i) const { return i->op == "load" ? 20 : i->op == "mul" ? 5 : 2; }
  std::vector<lathe::program::Unit> units() const { return {{"memory", 2}, {"adder", 2}, {"multiplier", 1}}; }
  void for_each_hold(const Inst* i, auto&& f) const {
    f(lathe::program::Hold{i->op == "load" ? 0U : i->op == "mul" ? 2U : 1U, 0, 1});  // unit, first cycle, cycles
  }
  std::string name() const { return "dot"; }
  std::string block_name(int block) const { return "b" + std::to_string(block); }
  std::string inst_name(const Inst* i) const { return i->op; }
  std::string value_name(const std::string& r) const { return r; }
};

// ---- what modulo scheduling wants besides: how registers are counted
struct Registers {
  std::vector<lathe::program::RegisterSet> sets() const { return {{"r"}}; }
  lathe::program::RegisterClass register_class(const std::string&) const { return {"r", {{0, 1}}}; }
};

int main() {
  // for (;;) { sum = sum + m[i] * m[j];  i = i + one;  j = j + one; }, sum read behind the loop
  const Loop code = {{"load", "x", {"i"}},           {"load", "y", {"j"}},
                     {"mul", "product", {"x", "y"}}, {"add", "sum", {"sum", "product"}},
                     {"add", "i", {"i", "one"}},     {"add", "j", {"j", "one"}},
                     {"branch", "", {"i"}}};
  const View view{code};
  lathe::modulo::OfView loop(view, 0, 0, {std::string("sum")}, Registers());
  const lathe::modulo::Problem problem = lathe::modulo::ingest(loop);
  std::printf("%s\n", print(problem).c_str());

  lathe::modulo::Options options;
  options.exact = true;     // a small loop: prove that nothing is better
  options.max_stages = 20;  // a load takes ten times what an iteration may
  const auto result = lathe::modulo::schedule(problem, options, [](const lathe::Remark& remark) {
    std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  const lathe::modulo::Schedule* const schedule = result.schedule();
  if (schedule == nullptr) return 1;
  std::printf("RecMII %u, ResMII %u, II %u, %u stages, MaxLive %llu%s\n", result.bounds.rec_mii, result.bounds.res_mii,
              schedule->ii, schedule->stages(), static_cast<unsigned long long>(result.max_live[0]),
              result.least_live ? " (least)" : "");
  for (std::uint32_t slot = 0; slot < schedule->ii; ++slot) {
    std::printf("%3u |", slot);
    for (std::uint32_t inst = 0; inst < problem.size(); ++inst)
      if (schedule->slot(inst) == slot)
        std::printf("  %s (stage %u)", problem.insts[inst].name.c_str(), schedule->stage(inst));
    std::printf("\n");
  }
  const auto faults = lathe::modulo::check_schedule(problem, *schedule);
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());

  // A refusal is a value with a reason.
  options.max_mii = 1;
  const auto refused = lathe::modulo::schedule(problem, options);
  std::printf("with a limit of 1: %s\n", to_string(refused.refusal()->why));
  return faults.empty() && result.least_ii ? 0 : 1;
}
