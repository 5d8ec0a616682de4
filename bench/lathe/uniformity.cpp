// Uniformity: how it grows, to 10^6 instructions, over control flow of stated shapes; half of the values and of the
// branches are divergent. Also: `bench_uniformity --once SHAPE BLOCKS` analyses once, to count instructions, and prints
// the statistics.
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/uniformity_core.hpp>

#include "bench/lathe/flow_graphs.hpp"
#include "bench/lathe/flow_growth.hpp"

namespace {

using namespace lathe::flow;
using namespace lathe::flow::uniformity;
constexpr std::uint32_t per_block = 8, registers = 64;

/// `gotos`: a condition in each block that goes on or to the end.
Cfg shape_of(const std::string& name, std::uint32_t blocks) {
  for (std::uint32_t s = 0; s < bench::shape_names.size(); ++s)
    if (name == bench::shape_names[s]) return bench::make_graph(static_cast<bench::Shape>(s), blocks, 7);
  std::vector<std::pair<Block, Block>> edges;
  for (Block b = 0; b + 1 < blocks; ++b) {
    edges.emplace_back(b, b + 1);
    edges.emplace_back(b, blocks - 1);
  }
  return Cfg(blocks, edges);
}
Problem make_problem(const std::string& name, std::uint32_t blocks) {
  const Cfg cfg = shape_of(name, blocks);
  std::mt19937 rng(3);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng()) % n; };
  Problem p;
  p.variables = registers;
  for (std::uint32_t v = 0; v < registers; ++v) p.parameters.push_back({v, v % 2 == 0});
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions;
  std::vector<std::pair<Block, Block>> edges;
  std::vector<std::pair<Block, std::uint32_t>> deciders;
  // Registers keep to their half, so that the other stays uniform but for control flow.
  for (Block b = 0; b < cfg.block_count(); ++b) {
    p.first.push_back(p.inst_count());
    for (std::uint32_t k = 0; k < per_block; ++k) {
      const std::uint32_t half = below(2), i = p.inst_count();
      for (const Role role : {Role::use, Role::use, Role::def})
        mentions.push_back({i, {2 * below(registers / 2) + half, role}});
      p.insts.emplace_back();
    }
    for (const Block s : cfg.successors(b)) edges.emplace_back(b, s);
    if (cfg.successors(b).size() > 1) deciders.emplace_back(b, below(registers));
    p.ways.emplace_back();
  }
  p.first.push_back(p.inst_count());
  p.mentions = lathe::Csr<Problem::Mention>(p.inst_count(), mentions);
  p.incoming = lathe::Csr<Problem::Incoming>(p.inst_count(), {});
  p.successors = lathe::Csr<Block>(cfg.block_count(), edges);
  p.deciders = lathe::Csr<std::uint32_t>(cfg.block_count(), deciders);
  return p;
}

constexpr auto analysis = [](const Problem& p) { return analyse(p); };

}  // namespace

int main(int argc, char** argv) {
  for (const char* const shape : {"structured", "switches", "chain", "gotos"})
    bench::add_growth(shape, "steps/block", make_problem, analysis, [](const Stats& s) { return s.steps; });
  return bench::run_growth(argc, argv, make_problem, analysis);
}
