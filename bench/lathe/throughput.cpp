// Throughput: how it grows, to 10^6 instructions, over control flow of stated shapes and one block as long. Also:
// `bench_throughput --once SHAPE BLOCKS` analyses once, to count instructions, and prints the statistics.
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/throughput.hpp>

#include "bench/lathe/flow_graphs.hpp"
#include "bench/lathe/flow_growth.hpp"

namespace {

using namespace lathe::flow;
using namespace lathe::flow::throughput;
constexpr std::uint32_t per_block = 8, registers = 64;

/// `one`: a single block with as many instructions as the others have in all.
Problem make_problem(const std::string& name, std::uint32_t blocks) {
  std::mt19937 rng(3);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng()) % n; };
  Cfg cfg(1, {});
  for (std::uint32_t s = 0; s < bench::shape_names.size(); ++s)
    if (name == bench::shape_names[s]) cfg = bench::make_graph(static_cast<bench::Shape>(s), blocks, 7);
  const std::uint32_t size = name == "one" ? per_block * blocks : per_block;
  Problem p;
  p.variables = registers;
  p.threads = 16;
  p.units = {{"alu", 1}, {"memory", 1}, {"other", 1}};
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions;
  std::vector<std::pair<std::uint32_t, lathe::program::Hold>> holds;
  for (Block b = 0; b < cfg.block_count(); ++b) {
    p.first.push_back(p.inst_count());
    for (std::uint32_t k = 0; k < size; ++k) {
      const std::uint32_t i = p.inst_count(), unit = below(3);
      for (const bool is_def : {false, false, true}) mentions.push_back({i, {below(registers), is_def}});
      holds.push_back({i, {unit, 0, 1 + below(3)}});
      Problem::Inst inst;
      inst.latency = unit == 1 ? 30 : 4;
      if (unit == 1)
        inst.memory = below(4) == 0 ? lathe::program::MemoryRole::writes : lathe::program::MemoryRole::reads;
      inst.space = 1;
      p.insts.push_back(inst);
    }
  }
  p.first.push_back(p.inst_count());
  p.mentions = lathe::Csr<Problem::Mention>(p.inst_count(), mentions);
  p.holds = lathe::Csr<lathe::program::Hold>(p.inst_count(), holds);
  p.incoming = lathe::Csr<Problem::Incoming>(p.inst_count(), {});
  lathe::flow::throughput::detail::find_runs(cfg, {}, p);
  return p;
}

constexpr auto analysis = [](const Problem& p) { return analyse(p); };

}  // namespace

int main(int argc, char** argv) {
  for (const char* const shape : {"structured", "switches", "chain", "random", "one"})
    bench::add_growth(shape, "walks/block", make_problem, analysis, [](const Stats& s) { return s.walked; });
  return bench::run_growth(argc, argv, make_problem, analysis);
}
