// Overlap the iterations of a loop of your own IR with lathe: schedule it, expand the schedule, check the expansion,
// write it as code, and run both to see that nothing changed.
// Compile: g++ -std=c++20 -I include examples/modulo_expand.cpp
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <lathe/expand.hpp>
#include <lathe/expand/apply.hpp>
#include <lathe/expand/check.hpp>
#include <lathe/expand/names.hpp>
#include <lathe/expand/text.hpp>
#include <lathe/modulo.hpp>
#include <lathe/modulo/of_view.hpp>
#include <lathe/modulo/text.hpp>

namespace modulo = lathe::modulo;

// ---- the IR: the body of a counted loop; word k of memory is k * k
struct Inst {
  std::string op, writes;
  std::vector<std::string> reads;
};
using Body = std::vector<Inst>;

long compute(const std::string& op, const std::vector<long>& in) {
  return op == "load" ? in[0] * in[0] : op == "mul" ? in[0] * in[1] : in[0] + in[1];
}

// ---- what every family takes: the code as a View
struct View {
  using Value = std::string;
  using Fact = lathe::program::Fact;
  static constexpr lathe::program::Facts facts = Fact::latency | Fact::units | Fact::names;
  const Body& body;

  std::vector<int> blocks() const { return {0, 1}; }  // the loop, and what stands behind it
  std::vector<const Inst*> instructions(int block) const {
    std::vector<const Inst*> out;
    if (block == 0)
      for (const Inst& i : body) out.push_back(&i);
    return out;
  }
  void for_each_successor(int block, auto&& f) const {
    if (block == 0) f(0), f(1);
  }
  void for_each_operand(const Inst* i, auto&& f) const {
    for (const auto& r : i->reads) f(lathe::program::Operand<Value>{r, lathe::program::Role::use});
    f(lathe::program::Operand<Value>{i->writes, lathe::program::Role::def});
  }
  lathe::program::Effects effects(const Inst* i) const {
    return i->op == "load" ? lathe::program::Effects(lathe::program::Effect::reads) : lathe::program::Effects();
  }
  std::string key(const Inst* i) const { return i->op; }
  std::uint32_t latency(const Inst* i) const { return i->op == "load" ? 20 : i->op == "mul" ? 5 : 2; }
  std::vector<lathe::program::Unit> units() const { return {{"memory", 1}, {"adder", 2}, {"multiplier", 1}}; }
  void for_each_hold(const Inst* i, auto&& f) const {
    f(lathe::program::Hold{i->op == "load" ? 0U : i->op == "mul" ? 2U : 1U, 0, 1});  // unit, first cycle, cycles
  }
  std::string name() const { return "sum"; }
  std::string block_name(int block) const { return "b" + std::to_string(block); }
  std::string inst_name(const Inst* i) const { return i->op; }
  std::string value_name(const std::string& r) const { return r; }
};
struct Registers {
  std::vector<lathe::program::RegisterSet> sets() const { return {{"r"}}; }
  lathe::program::RegisterClass register_class(const std::string&) const { return {"r", {{0, 1}}}; }
};

// ---- the code that an expansion becomes: blocks of steps on numbered registers, and how each block ends
struct Code {
  struct State {
    std::vector<long> r;
    std::uint64_t left;  // iterations that have not been started
  };
  struct Block {
    std::vector<std::function<void(State&)>> steps;
    modulo::Block end;
  };
  std::vector<Block> blocks;
  std::uint32_t registers;

  void run(State& s) const {
    s.r.resize(registers);
    for (std::size_t at = 0;;) {
      const Block& b = blocks[at];
      for (const auto& step : b.steps) step(s);
      if (b.end.role == modulo::Role::done) return;
      s.left -= b.end.starts;
      at = s.left < b.end.less ? b.end.taken : b.end.next;
    }
  }
};

// Writes it: the six members of modulo::ExpansionEditor. `in.values` are the IR's names of the problem's values.
struct Editor {
  const Body& body;
  const modulo::Ingested<std::string>& in;
  const modulo::Expansion& expansion;
  Code& code;
  modulo::ValueNames<std::string> names{in};

  void begin(std::uint32_t, const modulo::Block&) { code.blocks.emplace_back(); }
  void run(std::uint32_t inst, std::int32_t, modulo::NameSpan defs, modulo::NameSpan reads) {
    std::vector<std::uint32_t> from;  // what no edge carries is the constant 1 here
    for (const std::string& r : body[inst].reads) from.push_back(names.read(inst, r, reads));
    step([from, to = defs[0], op = body[inst].op](Code::State& s) {
      std::vector<long> values;
      for (const std::uint32_t f : from) values.push_back(f == modulo::none ? 1 : s.r[f]);
      s.r[to] = compute(op, values);
    });
  }
  void copy(std::uint32_t to, std::uint32_t from) {
    step([to, from](Code::State& s) { s.r[to] = s.r[from]; });
  }
  std::uint32_t temporary(std::uint32_t) { return code.registers++; }
  // The loop as it was, on the registers that hold its values before and behind everything.
  void original(const modulo::Block& b) {
    step([this, b](Code::State& s) {
      for (auto runs = modulo::Expansion::original_runs(b, s.left); runs != 0; --runs, --s.left)
        for (const Inst& i : body) {
          std::vector<long> values;
          for (const std::string& r : i.reads) values.push_back(r == "one" ? 1 : s.r[home(r)]);
          s.r[home(i.writes)] = compute(i.op, values);
        }
    });
  }
  void end(const modulo::Block& b) { code.blocks.back().end = b; }

  // The register of the last iteration's value: home 1. Values that no later iteration reads have one for the original.
  std::uint32_t home(const std::string& name) const {
    for (std::uint32_t n = 0; n < expansion.names.size(); ++n) {
      const modulo::Name& at = expansion.names[n];
      if (at.kind == modulo::NameKind::home && at.index == 1 && in.values[at.value] == name) return n;
    }
    return static_cast<std::uint32_t>(expansion.names.size() +
                                      static_cast<std::size_t>(std::ranges::find(in.values, name) - in.values.begin()));
  }
  void step(std::function<void(Code::State&)> what) { code.blocks.back().steps.push_back(std::move(what)); }
};

int main() {
  // for (at = 0; n != 0; --n) { sum = sum + memory[at] * at;  at = at + one; }
  const Body body = {{"load", "square", {"at"}},
                     {"mul", "cube", {"square", "at"}},
                     {"add", "sum", {"sum", "cube"}},
                     {"add", "at", {"at", "one"}}};
  const View view{body};
  modulo::OfView loop(view, 0, 0, {std::string("sum")}, Registers());
  modulo::Ingested<std::string> in = modulo::ingest_with_values(loop);
  modulo::Problem& problem = in.problem;
  problem.issue_width = 2;
  const modulo::Result found = modulo::schedule(problem);
  if (found.schedule() == nullptr) return 1;
  std::printf("an iteration every %u cycles, %u at once\n", found.schedule()->ii, found.schedule()->stages());

  bool good = true;
  for (const modulo::Method method : {modulo::Method::mve, modulo::Method::peel}) {
    const modulo::Expansion e = modulo::expand(
        problem, *found.schedule(), {.method = method},
        [](const lathe::Remark& remark) { std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str()); });
    const auto faults = modulo::check_expansion(problem, *found.schedule(), e);
    std::printf("%schecker: %zu faults\n", method == modulo::Method::mve ? print(e).c_str() : "", faults.size());
    good &= e.refusal == modulo::ExpandRefusal::none && faults.empty();

    Code code{{}, static_cast<std::uint32_t>(e.names.size() + in.values.size())};
    Editor editor{body, in, e, code};
    modulo::apply_expansion(e, editor);
    long sum = 0;
    for (long trips = 0; trips <= 40; ++trips) {
      Code::State state{{}, static_cast<std::uint64_t>(trips)};
      code.run(state);
      good &= state.r[editor.home("sum")] == sum;
      sum += trips * trips * trips;
    }
    std::printf("sums of 0 to 40 cubes: %s\n", good ? "right" : "WRONG");
  }
  return good ? 0 : 1;
}
