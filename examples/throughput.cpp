// How long does a loop take when several threads share a processor? A loop that loads, multiplies and adds, over the
// program's own View: with one thread its latencies decide, with eight the unit that loads. Compile:
// g++ -std=c++20 -I include examples/throughput.cpp
#include <lathe/flow/check_throughput.hpp>
#include <lathe/flow/throughput.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;
namespace throughput = lathe::flow::throughput;

struct Inst {
  std::string op, writes;
  std::vector<std::string> reads;
};

struct Function {
  std::vector<std::vector<Inst>> code;

  using Value = std::string;
  static constexpr Facts facts = Fact::latency | Fact::units;
  std::vector<int> blocks() const { return {0, 1, 2}; }
  std::vector<const Inst*> instructions(int b) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code[static_cast<std::size_t>(b)]) out.push_back(&i);
    return out;
  }
  void for_each_successor(int b, auto&& f) const {
    if (b < 2) f(b == 1 ? 1 : b + 1);
    if (b == 1) f(2);
  }
  void for_each_operand(const Inst* i, auto&& f) const {
    for (const std::string& r : i->reads) f(Operand<Value>{r, Role::use});
    if (!i->writes.empty()) f(Operand<Value>{i->writes, Role::def});
  }
  Effects effects(const Inst* i) const {
    return i->op == "branch" ? Effects(Effect::terminator) : i->op == "load" ? Effects(Effect::reads) : Effects();
  }
  const std::string& key(const Inst* i) const { return i->op; }
  std::uint32_t latency(const Inst* i) const { return i->op == "load" ? 20 : i->op == "mul" ? 4 : 1; }
  std::vector<Unit> units() const { return {{"memory", 1}}; }
  void for_each_hold(const Inst* i, auto&& f) const {
    if (i->op == "load") f(Hold{0, 0, 4});
  }
};

// s = 0; do { x = load p; y = load q; s = s + x * y; p = p + 1 } while (s)
const Function program{{{{"zero", "s", {}}},
                        {{"load", "x", {"p"}},
                         {"load", "y", {"q"}},
                         {"mul", "m", {"x", "y"}},
                         {"add", "s", {"s", "m"}},
                         {"add", "p", {"p"}},
                         {"branch", "", {"s"}}},
                        {{"add", "r", {"s"}}}}};

int main() {
  const Numbering numbers(program);
  int faults = 0;
  for (const std::uint32_t threads : {1U, 2U, 4U, 8U}) {
    const auto problem = throughput::ingest(program, numbers, {.threads = threads});
    const auto result = throughput::analyse(problem);
    const auto& loop = result.blocks[1];
    std::printf("%u threads: %5.2f cycles a turn by thread, bound by %s (issue %.0f, memory %.0f, alone %.0f)\n",
                threads, loop.cycles, to_string(loop.bound), loop.issue, loop.busiest, loop.alone);
    faults += static_cast<int>(check(problem, result).size());
  }
  std::printf("%d faults\n", faults);
  return faults;
}
