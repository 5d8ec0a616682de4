// A toy IR in SSA form: random programs, an interpreter for SSA form, and one for code on locations. What the tests
// of opt run their algorithms on.
#pragma once

#include <lathe/opt.hpp>

#include <cstdint>
#include <random>
#include <vector>

#include "unit/lathe/flow/random_graph.hpp"

namespace toy {

using lathe::flow::Block;

struct Argument {
  std::uint32_t value = 0;
  bool is_constant = false;
};
struct Inst {
  // early: writes before it reads; two: two results; start: reads nothing
  enum class Op { add, copy, early, two, show, start } op = Op::add;
  std::uint32_t result = 0, second = 0;
  std::uint32_t a = 0, b = 0;
};
struct Phi {
  std::uint32_t result = 0;
  std::vector<std::pair<Block, Argument>> arguments;
};
struct Body {
  std::vector<Phi> phis;
  std::vector<Inst> insts;
  std::uint32_t condition = 0;  // read by the terminator
};
struct Program {
  lathe::flow::Cfg cfg;
  std::vector<Body> blocks;
  std::uint32_t values = 0;
};

// Value 0 is defined at the top of the entry. Only reachable blocks.
inline Program random_program(std::mt19937& rng, std::uint32_t block_count) {
  using namespace lathe;
  Program p;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges = random_edges(rng, block_count);
  const flow::Cfg raw(block_count, edges);
  const flow::Order order = flow::reverse_post_order(raw);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> kept;
  for (const auto& [from, to] : edges)
    if (order.reachable(from)) kept.emplace_back(order.position[from], order.position[to]);
  p.cfg = flow::Cfg(static_cast<std::uint32_t>(order.blocks.size()), kept);
  const std::uint32_t n = p.cfg.block_count();
  p.blocks.resize(n);
  const flow::Dominators dominators(p.cfg);
  std::vector<std::vector<std::uint32_t>> own(n);  // values defined in the block
  const auto visible = [&](Block b) {
    std::vector<std::uint32_t> all;
    for (Block d = b; d != flow::no_block; d = dominators.immediate(d))
      all.insert(all.end(), own[d].begin(), own[d].end());
    return all;
  };
  for (const Block b : dominators.blocks()) {
    Body& body = p.blocks[b];
    const auto make = [&] {
      own[b].push_back(p.values);
      return p.values++;
    };
    if (b == 0) {
      body.insts.push_back({Inst::Op::start, make(), 0, 0, 0});
    } else if (p.cfg.predecessors(b).size() > 1 || rng() % 4 == 0) {
      const std::uint32_t phis = rng() % 4;
      for (std::uint32_t i = 0; i < phis; ++i) body.phis.push_back({make(), {}});
    }
    auto usable = visible(b);
    const auto pick = [&] {
      return usable[usable.size() - 1 - std::min<std::size_t>(rng() % usable.size(), rng() % usable.size())];
    };
    const std::uint32_t count = rng() % 5;
    for (std::uint32_t i = 0; i < count; ++i) {
      Inst inst;
      inst.op = static_cast<Inst::Op>(rng() % 5);
      inst.a = pick();
      inst.b = pick();
      if (inst.op != Inst::Op::show) usable.push_back(inst.result = make());
      if (inst.op == Inst::Op::two) usable.push_back(inst.second = make());
      body.insts.push_back(inst);
    }
    body.condition = pick();
  }
  for (Block b = 0; b < n; ++b)
    for (Phi& phi : p.blocks[b].phis)
      for (const Block from : p.cfg.predecessors(b)) {
        const auto usable = visible(from);
        if (rng() % 5 == 0)
          phi.arguments.push_back({from, {static_cast<std::uint32_t>(rng() % 3), true}});
        else
          phi.arguments.push_back({from, {usable[rng() % usable.size()], false}});
      }
  return p;
}

// Which successor is taken depends on the condition's value and on the step.
inline Block next_block(const Program& p, Block b, std::uint64_t condition, std::uint32_t step) {
  const auto successors = p.cfg.successors(b);
  if (successors.empty()) return lathe::flow::no_block;
  return successors[(condition * 0x9E3779B97F4A7C15ULL + step * 0x632BE59BD9B4E019ULL) >> 40 &
                    0xffff % successors.size()];
}

inline void execute(const Inst& i, std::vector<std::uint64_t>& r, const std::vector<std::uint32_t>& at,
                    std::vector<std::uint64_t>& shown) {
  switch (i.op) {
    case Inst::Op::add:
      r[at[i.result]] = r[at[i.a]] * 3 + r[at[i.b]] + i.result;
      break;
    case Inst::Op::start:
      r[at[i.result]] = 5;
      break;
    case Inst::Op::copy:
      r[at[i.result]] = r[at[i.a]];
      break;
    case Inst::Op::early:
      r[at[i.result]] = 0xdead;
      r[at[i.result]] = r[at[i.a]] + r[at[i.b]] * 7;
      break;
    case Inst::Op::two: {
      const std::uint64_t a = r[at[i.a]], b = r[at[i.b]];
      r[at[i.result]] = a + 1;
      r[at[i.second]] = b + 2;
      shown.push_back(r[at[i.result]]);  // reads the first after the second was written
      break;
    }
    case Inst::Op::show:
      shown.push_back(r[at[i.a]]);
      break;
  }
}

// What the program shows in so many steps (blocks).
inline std::vector<std::uint64_t> run_ssa(const Program& p, std::uint32_t steps) {
  std::vector<std::uint64_t> r(p.values, 0), shown, in;
  std::vector<std::uint32_t> at(p.values);
  for (std::uint32_t v = 0; v < p.values; ++v) at[v] = v;
  Block b = 0, from = lathe::flow::no_block;
  for (std::uint32_t step = 0; step < steps && b != lathe::flow::no_block; ++step) {
    const Body& body = p.blocks[b];
    in.clear();
    for (const Phi& phi : body.phis)
      for (const auto& [block, a] : phi.arguments)
        if (block == from) in.push_back(a.is_constant ? a.value : r[a.value]);
    for (std::size_t i = 0; i < body.phis.size() && i < in.size(); ++i) r[body.phis[i].result] = in[i];
    for (const Inst& i : body.insts) execute(i, r, at, shown);
    shown.push_back(r[body.condition]);
    from = b;
    b = next_block(p, b, r[body.condition], step);
  }
  return shown;
}

// The same on locations, with the plan's moves in place of the phis.
inline std::vector<std::uint64_t> run_plan(const Program& p, const lathe::opt::PhiPlan& plan, std::uint32_t steps) {
  std::vector<std::uint64_t> r(p.values + plan.fresh_like.size(), 0), shown;
  std::vector<std::vector<lathe::opt::PhiPlan::Step>> top(p.blocks.size()), end(p.blocks.size());
  for (const auto& s : plan.steps) (s.at_end ? end : top)[s.block].push_back(s);
  const auto move = [&](const std::vector<lathe::opt::PhiPlan::Step>& list) {
    for (const auto& s : list) r[s.to] = s.is_constant ? s.from : r[s.from];
  };
  Block b = 0;
  for (std::uint32_t step = 0; step < steps && b != lathe::flow::no_block; ++step) {
    const Body& body = p.blocks[b];
    move(top[b]);
    for (const Inst& i : body.insts) execute(i, r, plan.location, shown);
    move(end[b]);
    const std::uint64_t condition = r[plan.location[body.condition]];
    shown.push_back(condition);
    b = next_block(p, b, condition, step);
  }
  return shown;
}

// Ingest, as an adapter of any IR would.
inline lathe::opt::PhiProblem problem_of(const Program& p) {
  using namespace lathe::opt;
  PhiProblem q;
  q.defs.resize(p.values);
  q.kind.assign(p.values, 0);
  for (Block b = 0; b < p.blocks.size(); ++b) {
    const Body& body = p.blocks[b];
    q.exit.push_back(static_cast<std::uint32_t>(body.insts.size()));
    q.frequency.push_back(1);
    for (const Phi& phi : body.phis) {
      q.defs[phi.result] = {b, point::entry_write};
      const auto begin = static_cast<std::uint32_t>(q.arguments.size());
      for (const auto& [from, a] : phi.arguments) q.arguments.push_back({from, a.value, a.is_constant});
      q.phis.push_back({phi.result, b, begin, static_cast<std::uint32_t>(phi.arguments.size())});
    }
    for (std::uint32_t i = 0; i < body.insts.size(); ++i) {
      const Inst& inst = body.insts[i];
      const bool reads_b = inst.op == Inst::Op::add || inst.op == Inst::Op::early || inst.op == Inst::Op::two;
      if (inst.op != Inst::Op::start) q.uses.push_back({inst.a, {b, point::read(i)}});
      if (reads_b) q.uses.push_back({inst.b, {b, point::read(i)}});
      if (inst.op == Inst::Op::show) continue;
      q.defs[inst.result] = {b, inst.op == Inst::Op::early ? point::early_write(i) : point::write(i)};
      if (inst.op == Inst::Op::two) q.defs[inst.second] = {b, point::write(i)};
      if (inst.op == Inst::Op::copy) q.copies.push_back({inst.result, inst.a, b});
    }
    q.uses.push_back({body.condition, {b, point::read(q.exit.back())}});
  }
  return q;
}

}  // namespace toy
