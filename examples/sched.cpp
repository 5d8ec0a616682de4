// Schedule a block of your own IR with lathe: ingest, plan, check, apply, and run both to see that nothing changed.
// Compile: g++ -std=c++20 -I include examples/sched.cpp
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <lathe/sched.hpp>
#include <lathe/sched/check.hpp>
#include <lathe/sched/of_view.hpp>
#include <lathe/sched/text.hpp>

// ---- the IR: one block; registers are numbers, memory is read only
enum class Op { set, load, mul, show };
struct Inst {
  Op op;
  std::vector<unsigned> writes, reads;
  long number = 0;  // of set
};
using Code = std::vector<Inst>;

// What it shows. Word k of memory is k + 7.
std::vector<long> run(const Code& code) {
  std::vector<long> r(8), shown;
  for (const Inst& i : code) {
    if (i.op == Op::set) r[i.writes[0]] = i.number;
    if (i.op == Op::load) r[i.writes[0]] = r[i.reads[0]] + 7;
    if (i.op == Op::mul) r[i.writes[0]] = r[i.reads[0]] * r[i.reads[1]];
    if (i.op == Op::show) shown.push_back(r[i.reads[0]]);
  }
  return shown;
}

// ---- what every family takes: the code as a View
struct View {
  using Value = unsigned;
  using Fact = lathe::program::Fact;
  static constexpr lathe::program::Facts facts = Fact::latency | Fact::units | Fact::names;
  const Code& code;

  std::vector<int> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(int) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code) out.push_back(&i);
    return out;
  }
  void for_each_successor(int, auto&&) const {}
  void for_each_operand(const Inst* i, auto&& f) const {
    for (const unsigned r : i->reads) f(lathe::program::Operand<Value>{r, lathe::program::Role::use});
    for (const unsigned r : i->writes) f(lathe::program::Operand<Value>{r, lathe::program::Role::def});
  }
  lathe::program::Effects effects(const Inst* i) const {
    using lathe::program::Effect;
    return i->op == Op::show ? Effect::ordered | Effect::side_effect : lathe::program::Effects();
  }
  std::string key(const Inst* i) const { return inst_name(i); }
  std::uint32_t latency(const Inst* i) const { return i->op == Op::load ? 20 : i->op == Op::mul ? 5 : 2; }
  std::vector<lathe::program::Unit> units() const { return {{"memory", 2}, {"adder", 2}, {"multiplier", 1}}; }
  void for_each_hold(const Inst* i, auto&& f) const {
    f(lathe::program::Hold{i->op == Op::mul ? 2U : i->op == Op::set ? 1U : 0U, 0, 1});  // unit, first cycle, cycles
  }
  std::string name() const { return "f"; }
  std::string block_name(int) const { return "b0"; }
  std::string inst_name(const Inst* i) const {
    const char* const names[] = {"set", "load", "mul", "show"};
    return names[static_cast<std::size_t>(i->op)];
  }
  std::string value_name(unsigned r) const { return "r" + std::to_string(r); }
};

// ---- what scheduling wants besides: how registers are counted, and how an order is written
struct Registers {
  std::vector<lathe::program::RegisterSet> sets() const { return {{"r"}}; }
  lathe::program::RegisterClass register_class(unsigned) const { return {"r", {{0, 1}}}; }  // one of set 0 each
  void reorder(std::span<const Inst* const> order) { lathe::sched::reorder_in_place(order); }
};

int main() {
  // Four addresses and four loads first, then what is made of them: eight registers at once.
  Code code;
  for (unsigned r = 0; r < 4; ++r) code.push_back({Op::set, {r}, {}, 3L * r + 1});
  for (unsigned r = 0; r < 4; ++r) code.push_back({Op::load, {4 + r}, {r}});
  for (unsigned r = 0; r < 4; ++r) code.push_back({Op::mul, {r}, {4 + r, r}});
  for (unsigned r = 0; r < 4; ++r) code.push_back({Op::show, {}, {r}});
  const auto before = run(code);

  const View view{code};
  lathe::sched::FunctionOf<View, Registers> function(view, {});
  auto& region = function.regions()[0];
  lathe::sched::Problem problem = lathe::sched::ingest(region);
  problem.sets[0].limit = 12;                         // registers
  problem.sets[0].steps = {{4, 8}, {6, 5}, {12, 2}};  // up to 4 of them leave room for 8 threads, ...
  lathe::sched::Options options;
  options.mode = lathe::sched::Mode::balanced;
  const lathe::sched::Plan plan = lathe::sched::plan_problem(problem, options, [](const lathe::Remark& remark) {
    std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  const auto faults = lathe::sched::check_plan(problem, plan, options);
  std::printf("%schecker: %zu faults\n%s", print(plan).c_str(), faults.size(), faults.str().c_str());
  lathe::sched::apply(region, plan);

  std::printf("shows %zu numbers, the same after scheduling: %s\n", before.size(), before == run(code) ? "yes" : "no");
  return before == run(code) && faults.empty() && plan.after.occupancy > plan.before.occupancy ? 0 : 1;
}
