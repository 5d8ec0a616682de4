// One fuzz case of opt: bytes -> program -> plan of phi elimination, block order, parallel copies -> checkers; and
// bytes as text, which the reader may not trip over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/flow/text.hpp>
#include <lathe/opt/check.hpp>
#include <lathe/opt/phi_text.hpp>

#include "unit/lathe/opt/toy_ir.hpp"

namespace opt_test {

using namespace lathe;
using namespace lathe::opt;

/// Empty when all is well, otherwise what went wrong.
inline std::string check_opt_bytes(std::span<const std::uint8_t> bytes) {
  std::string error, out;
  const std::string text(bytes.begin(), bytes.end());
  if (const auto f = read_phi_function("phi f\n" + text, "bytes", error)) {
    const auto again = read_phi_function(print(*f), "again", error);
    if (!again || print(*again) != print(*f)) out += "a problem's text does not come back\n";
  }
  std::uint32_t seed = 1;
  for (const std::uint8_t byte : bytes) seed = seed * 16777619U ^ byte;
  std::mt19937 rng(seed);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
  const toy::Program program = toy::random_program(rng, 1 + pick(14));
  const PhiFunction f{"f", program.cfg, toy::problem_of(program)};
  const PhiOptions options{.fuel = pick(3) == 0 ? pick(20) : 0xffffffffU};
  const PhiPlan plan = eliminate_phis(f.cfg, flow::Dominators(f.cfg), f.problem, options);
  out += check_phi_plan(f.cfg, f.problem, plan).str();
  if (toy::run_ssa(program, 60) != toy::run_plan(program, plan, 60)) out += "a plan computes something else\n";
  const auto again = read_phi_function(print(f), "again", error);
  if (!again || print(*again) != print(f)) return out + "a problem's text does not come back: " + error + "\n";
  if (print(eliminate_phis(again->cfg, flow::Dominators(again->cfg), again->problem, options)) != print(plan))
    out += "a problem's text gives another plan\n";

  const flow::Order order = flow::reverse_post_order(f.cfg);
  const flow::Loops loops = flow::find_loops(f.cfg, flow::Dominators(f.cfg), order);
  const auto is_cold = [&](flow::Block b) { return (seed >> (b % 32) & 1) != 0; };
  const auto placed = place_blocks(f.cfg, loops, order, is_cold);
  out += check_placement(f.cfg, loops, placed, is_cold).str();
  std::vector<double> counts(f.cfg.edge_count());
  for (double& c : counts) c = pick(4) == 0 ? 0 : pick(100);
  std::vector<std::uint32_t> sizes(f.cfg.block_count());
  for (std::uint32_t& s : sizes) s = pick(3) == 0 ? pick(2000) : pick(40);
  ExtTspOptions tsp;
  tsp.most_split = pick(3) == 0 ? 0 : 128;
  tsp.most_chain = pick(3) == 0 ? 4 : 512;
  const ExtTspOrder best = ext_tsp(f.cfg, placed, counts, sizes, tsp);
  out += check_block_order(f.cfg, best.blocks).str();
  if (best.score < best.before) out += "an order scores less than the one it was made from\n";
  return out;
}

}  // namespace opt_test
