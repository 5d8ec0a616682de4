// Give the values of your own IR real registers with lathe: plan, check, and run both to see that nothing changed. Two
// registers are enough for a loop that wants four. Compile: g++ -std=c++20 -I include examples/regalloc.cpp
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lathe/regalloc.hpp>
#include <lathe/regalloc/check.hpp>
#include <lathe/regalloc/of_view.hpp>
#include <lathe/regalloc/text.hpp>

// ---- the IR: SSA form; mul works in place of its first operand, which is in register 0 (as on machines of two
// addresses)
enum class Op { set, add, mul, phi, branch, jump, ret };
struct Inst {
  Op op;
  std::vector<int> writes, reads;  // of a phi: what comes from `from`
  long number = 0;                 // of set
  std::vector<int> from{};
  int yes = 0, no = 0;  // blocks: branch goes to yes when what it reads is not 0
};
using Code = std::vector<std::vector<Inst>>;

// ---- what every family takes: the code as a View
struct View {
  using Value = int;
  static constexpr lathe::program::Facts facts = lathe::program::Fact::incoming;
  const Code& code;

  std::vector<int> blocks() const {
    std::vector<int> out;
    for (std::size_t b = 0; b < code.size(); ++b) out.push_back(static_cast<int>(b));
    return out;
  }
  std::vector<const Inst*> instructions(int b) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code[static_cast<std::size_t>(b)]) out.push_back(&i);
    return out;
  }
  void for_each_successor(int b, auto&& f) const {
    const Inst& last = code[static_cast<std::size_t>(b)].back();
    if (last.op == Op::branch || last.op == Op::jump) f(last.yes);
    if (last.op == Op::branch) f(last.no);
  }
  void for_each_operand(const Inst* i, auto&& f) const {
    using lathe::program::Operand, lathe::program::Role;
    for (std::size_t k = 0; i->op != Op::phi && k < i->reads.size(); ++k) {
      Operand<Value> use{i->reads[k], Role::use};
      if (i->op == Op::mul && k == 0) use.tied = 0;
      f(use);
    }
    for (const int v : i->writes) f(Operand<Value>{v, Role::def});
  }
  void for_each_incoming(const Inst* i, auto&& f) const {
    for (std::size_t k = 0; i->op == Op::phi && k < i->reads.size(); ++k) f(i->from[k], i->reads[k]);
  }
  lathe::program::Effects effects(const Inst* i) const {
    using enum lathe::program::Effect;
    return i->op == Op::set                                               ? lathe::program::Effects(cheap)
           : i->op == Op::phi                                             ? lathe::program::Effects(phi)
           : i->op == Op::branch || i->op == Op::jump || i->op == Op::ret ? lathe::program::Effects(terminator)
                                                                          : lathe::program::Effects();
  }
  int key(const Inst* i) const { return static_cast<int>(i->op); }
};

// ---- what register allocation wants besides: the registers, and where operands must be
struct Target {
  lathe::regalloc::Machine machine() const { return {{"r0", "r1"}, {{"r", {0, 1}, 8, 8, false}}}; }
  std::uint32_t register_class(int) const { return 0; }
  lathe::regalloc::Constraint constraint(const Inst* i, std::uint32_t k) const {
    return i->op == Op::mul && k == 0 ? lathe::regalloc::Constraint::fixed(0) : lathe::regalloc::Constraint{};
  }
};
using Allocation = lathe::regalloc::Allocation<View, Target>;

// What an instruction computes.
long compute(const Inst& i, const std::vector<long>& in) {
  return i.op == Op::set ? i.number : i.op == Op::add ? in[0] + in[1] : i.op == Op::mul ? in[0] * in[1] : 0;
}
// What it returns, with values as they are.
long run(const Code& code) {
  std::map<int, long> value;
  for (int block = 0, before = 0;;) {
    int next = -1;
    std::vector<std::pair<int, long>> taken;
    for (const Inst& i : code[static_cast<std::size_t>(block)]) {
      std::vector<long> in;
      for (std::size_t k = 0; k < i.reads.size(); ++k) in.push_back(value[i.reads[k]]);
      if (i.op == Op::phi) {
        for (std::size_t k = 0; k < i.from.size(); ++k)
          if (i.from[k] == before) taken.emplace_back(i.writes[0], in[k]);
        continue;
      }
      for (const auto& [v, number] : std::exchange(taken, {})) value[v] = number;  // all phis at once
      in.clear();
      for (const int v : i.reads) in.push_back(value[v]);
      if (i.op == Op::ret) return in[0];
      if (!i.writes.empty()) value[i.writes[0]] = compute(i, in);
      if (i.op == Op::jump || i.op == Op::branch) next = i.op == Op::jump || in[0] != 0 ? i.yes : i.no;
    }
    before = std::exchange(block, next);
  }
}
// The same on two registers and a frame, as the plan says. Phis do nothing: their moves are on the edges.
long run(const Code& code, const Allocation& plan) {
  using Kind = lathe::regalloc::Edit::Kind;
  std::map<std::uint32_t, long> reg, frame;
  const auto edits = [&](int block, const Inst* before, int edge_to) {
    plan.for_each_edit([&](const lathe::regalloc::EditOf<View>& e) {
      if (*e.at.block != block || e.at.edge_to.value_or(-1) != edge_to || e.at.before.value_or(nullptr) != before)
        return;
      if (e.kind == Kind::move) reg[e.to] = reg[e.from];
      if (e.kind == Kind::store) frame[e.to] = reg[e.from];
      if (e.kind == Kind::load) reg[e.to] = frame[e.from];
      if (e.kind == Kind::make) reg[e.to] = (*plan.maker(e.value))->number;
    });
  };
  for (int block = 0;;) {
    int next = -1;
    for (const Inst& i : code[static_cast<std::size_t>(block)]) {
      if (i.op == Op::phi) continue;
      edits(block, &i, -1);
      std::vector<long> in;
      for (std::uint32_t k = 0; k < i.reads.size(); ++k) in.push_back(reg[plan.register_of(&i, k)]);
      if (i.op == Op::ret) return in[0];
      if (!i.writes.empty()) reg[plan.register_of(&i, static_cast<std::uint32_t>(i.reads.size()))] = compute(i, in);
      if (i.op == Op::jump || i.op == Op::branch) next = i.op == Op::jump || in[0] != 0 ? i.yes : i.no;
    }
    edits(block, nullptr, next);  // where the edge has a block of its own
    block = next;
  }
}

int main() {
  // sum = 0; for (i = 9; i != 0; i += step) sum += i * scale;  return sum
  const Code code = {{{Op::set, {0}, {}, 9},
                      {Op::set, {1}, {}, 0},
                      {Op::set, {2}, {}, -1},
                      {Op::add, {3}, {0, 2}},
                      {Op::jump, {}, {}, 0, {}, 1}},
                     {{Op::phi, {4}, {0, 7}, 0, {0, 1}},
                      {Op::phi, {5}, {1, 8}, 0, {0, 1}},
                      {Op::mul, {6}, {4, 3}},
                      {Op::add, {7}, {4, 2}},
                      {Op::add, {8}, {5, 6}},
                      {Op::branch, {}, {7}, 0, {}, 1, 2}},
                     {{Op::ret, {}, {8}}}};
  const View view{code};
  const Allocation plan = lathe::regalloc::allocate_view(view, Target{}, {}, [](const lathe::Remark& remark) {
    std::printf("%s %s: %s\n", remark.name.c_str(), remark.arguments[0].second.c_str(), remark.text.c_str());
  });
  if (!plan.good()) return 1;
  const auto faults = lathe::regalloc::check_plan(plan.problem(), plan.plan());
  std::printf("%s%s", faults.str().c_str(), lathe::regalloc::print(plan.problem(), plan.plan()).c_str());
  const long before = run(code), after = run(code, plan);
  std::printf("returns %ld, and %ld on two registers with %llu slots\n", before, after,
              static_cast<unsigned long long>(plan.plan().stats.slots));
  return faults.empty() && before == after && before == 360 ? 0 : 1;
}
