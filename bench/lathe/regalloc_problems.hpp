// Functions for the allocator's benchmarks, by shape and number of instructions: values are variables brought into SSA
// form.
#pragma once

#include <lathe/program/ssa.hpp>
#include <lathe/regalloc.hpp>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace bench {

enum class RegallocShape {
  straight,  ///< one block
  loops,     ///< loops of six blocks with a branch inside, in one another, up to three deep, one after the other
  fan,       ///< one branch to very many blocks that meet again
  any        ///< branches from anywhere to near blocks, forwards and backwards: irreducible
};

class RegallocProblem {
 public:
  /// About `insts` instructions over `variables` variables in `registers` registers; `calls` of 256 clobber half.
  RegallocProblem(RegallocShape shape, std::uint32_t insts, std::uint32_t variables, std::uint32_t registers,
                  std::uint32_t calls = 4)
      : engine_(7), variables_(variables), calls_(calls) {
    const std::uint32_t blocks = shape == RegallocShape::straight ? 1 : insts / 8 + 2;
    lathe::regalloc::Class file{"r", {}, 8, 8, false};
    for (std::uint32_t r = 0; r < registers; ++r) {
      file.registers.push_back(r);
      p_.registers.push_back("r" + std::to_string(r));
    }
    p_.classes = {file};
    p_.sets.emplace_back();
    for (std::uint32_t r = 0; r < registers / 2; ++r) p_.sets[0].push_back(r);
    graph(shape, blocks);
    code(blocks, insts / blocks);
    into_ssa();
  }
  const lathe::regalloc::Problem& problem() const { return p_; }

 private:
  using Block = lathe::flow::Block;
  std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(engine_() % below); }

  void graph(RegallocShape shape, std::uint32_t blocks) {
    std::vector<std::pair<Block, Block>> edges;
    for (Block b = 1; shape == RegallocShape::fan && b + 1 < blocks; ++b) {
      edges.emplace_back(0, b);
      edges.emplace_back(b, blocks - 1);
    }
    for (Block b = 0; shape != RegallocShape::fan && b + 1 < blocks; ++b) {
      edges.emplace_back(b, b + 1);
      if (b == 0) continue;
      if (shape == RegallocShape::loops) {
        const std::uint32_t k = b % 6;
        if (k == 2 && b + 2 < blocks) edges.emplace_back(b, b + 2);
        if (k == 5) edges.emplace_back(b, b - 4);                      // the loop
        if (b % 36 == 0 && b >= 36) edges.emplace_back(b, b - 35);     // around six of them
        if (b % 216 == 0 && b >= 216) edges.emplace_back(b, b - 215);  // around six of those
      } else if (pick(2) == 0) {
        const std::uint32_t reach = 20, low = b > reach ? b - reach : 1;
        edges.emplace_back(b, std::min(low + pick(2 * reach), blocks - 1));
      }
    }
    p_.cfg = lathe::flow::Cfg(blocks, edges);
    const lathe::regalloc::detail::Ground ground(p_.cfg);
    for (Block b = 0; b < blocks; ++b) p_.weight.push_back(std::uint64_t{1} << 3 * ground.loops.depth(b));
  }
  // Two uses and a result; most are of the variables that were written last.
  std::uint32_t recent() {
    return pick(3) == 0 ? pick(variables_) : (last_ + variables_ - pick(std::min(variables_, 6U))) % variables_;
  }
  void code(std::uint32_t blocks, std::uint32_t size) {
    p_.first.push_back(0);
    for (Block b = 0; b < blocks; ++b) {
      for (std::uint32_t v = 0; b == 0 && v < variables_; ++v) add({{v, true}});
      for (std::uint32_t k = 0; k < size; ++k) {
        add({{recent(), false}, {recent(), false}, {last_ = (last_ + 1) % variables_, true}});
        if (pick(256) < calls_) p_.insts.back().clobbers = 0;
      }
      add({{recent(), false}});
      p_.insts.back().terminator = true;
      p_.first.push_back(static_cast<std::uint32_t>(p_.insts.size()));
    }
  }
  void add(std::vector<lathe::regalloc::Operand> operands) {
    for (const auto& o : operands) rows_.push_back({static_cast<std::uint32_t>(p_.insts.size()), o});
    p_.insts.emplace_back();
  }
  void into_ssa() {
    namespace ssa = lathe::program::ssa;
    ssa::Problem sp;
    const auto insts = static_cast<std::uint32_t>(p_.insts.size());
    sp.variables = variables_;
    sp.first = p_.first;
    std::vector<std::pair<std::uint32_t, ssa::Problem::Mention>> mentions;
    for (const auto& [i, o] : rows_) mentions.push_back({i, {o.value, o.is_def}});
    sp.mentions = lathe::Csr<ssa::Problem::Mention>(insts, mentions);
    sp.incoming = lathe::Csr<ssa::Problem::Incoming>(insts, {});
    sp.live_out = lathe::Csr<std::uint32_t>(p_.block_count(), {});
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (Block b = 0; b < p_.block_count(); ++b)
      for (const Block s : p_.cfg.successors(b)) edges.emplace_back(b, s);
    sp.graph = ssa::Graph(p_.block_count(), edges);
    const ssa::Plan plan = ssa::construct(sp);
    p_.values.assign(plan.names.size(), {});
    std::vector<std::size_t> taken(insts, 0);
    for (auto& [i, o] : rows_) o.value = plan.mentions[i][taken[i]++];
    p_.operands = lathe::Csr<lathe::regalloc::Operand>(insts, rows_);
    std::size_t at = 0;
    for (std::uint32_t i = 0; i <= insts; ++i) {
      p_.place.push_back(at);
      if (i < insts) at += p_.operands[i].size();
    }
    for (const auto& phi : plan.phis) {
      p_.phis.push_back({phi.name, phi.block, static_cast<std::uint32_t>(p_.arguments.size()), phi.count});
      for (std::uint32_t k = 0; k < phi.count; ++k)
        p_.arguments.push_back({plan.arguments[phi.begin + k].from, plan.arguments[phi.begin + k].name});
    }
    rows_ = {};
  }

  std::mt19937 engine_;
  std::uint32_t variables_, calls_, last_ = 0;
  lathe::regalloc::Problem p_;
  std::vector<std::pair<std::uint32_t, lathe::regalloc::Operand>> rows_;
};

}  // namespace bench
