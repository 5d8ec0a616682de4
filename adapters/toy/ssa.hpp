// The toy machine into SSA form and out of it again: what an adopter writes to apply the two plans.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/opt/phi_elimination.hpp>
#include <lathe/program/ssa.hpp>

#include "adapters/toy/view.hpp"

namespace toy {

/// A function with phis: the k-th phi of block b writes writes[0], and reads reads[j] where control comes from
/// from[b][k][j].
struct SsaFunction {
  MachineFunction code;
  std::vector<std::vector<MachineInst>> phis;
  std::vector<std::vector<std::vector<std::uint32_t>>> from;
  std::uint32_t registers = 0;
};

/// MachineView of the code, with phis at the heads of blocks.
class SsaView {
 public:
  using Value = Register;
  using Fact = lathe::program::Fact;
  static constexpr lathe::program::Facts facts = Fact::incoming | Fact::branches | Fact::access | Fact::parameters;

  explicit SsaView(const SsaFunction& function) : f_(function), code_(function.code) {
    for (std::size_t b = 0; b < f_.phis.size(); ++b)
      for (std::size_t k = 0; k < f_.phis[b].size(); ++k) phis_.emplace(&f_.phis[b][k], &f_.from[b][k]);
  }
  auto blocks() const { return code_.blocks(); }
  std::vector<const MachineInst*> instructions(std::uint32_t b) const {
    std::vector<const MachineInst*> out;
    for (const MachineInst& phi : f_.phis[b]) out.push_back(&phi);
    for (const MachineInst* i : code_.instructions(b)) out.push_back(i);
    return out;
  }
  template <class F>
  void for_each_successor(std::uint32_t b, F&& f) const {
    code_.for_each_successor(b, f);
  }
  template <class F>
  void for_each_operand(const MachineInst* i, F&& f) const {
    if (phis_.count(i) == 0) return code_.for_each_operand(i, f);
    f(lathe::program::Operand{i->writes[0], lathe::program::Role::def});
  }
  lathe::program::Effects effects(const MachineInst* i) const {
    return phis_.count(i) != 0 ? lathe::program::Effects(lathe::program::Effect::phi) : code_.effects(i);
  }
  std::string key(const MachineInst* i) const { return phis_.count(i) != 0 ? "phi" : code_.key(i); }
  template <class F>
  void for_each_incoming(const MachineInst* i, F&& f) const {
    const auto phi = phis_.find(i);
    if (phi == phis_.end()) return;
    for (std::size_t k = 0; k < i->reads.size(); ++k) f((*phi->second)[k], i->reads[k]);
  }
  template <class F>
  void for_each_branch(std::uint32_t b, F&& f) const {
    code_.for_each_branch(b, f);
  }
  template <class F>
  void for_each_access(const MachineInst* i, F&& f) const {
    if (phis_.count(i) == 0) code_.for_each_access(i, f);
  }
  template <class F>
  void for_each_parameter(F&& f) const {
    code_.for_each_parameter(f);
  }

 private:
  const SsaFunction& f_;
  MachineView code_;
  std::unordered_map<const MachineInst*, const std::vector<std::uint32_t>*> phis_;  // looked up only
};
static_assert(lathe::program::is_view<SsaView>());

/// Version 0 of a register keeps its number, the others get new ones. Nothing where the plan was refused.
inline std::optional<SsaFunction> into_ssa(const MachineFunction& function,
                                           const lathe::program::ssa::Options& options = {}) {
  const MachineView view(function);
  const auto plan = lathe::program::ssa::run(view, options);
  if (plan.refusal() != lathe::program::ssa::Refusal::none) return std::nullopt;
  SsaFunction out;
  out.registers = Machine::registers;
  for (const MachineBlock& block : function.blocks)
    for (const MachineInst& i : block.insts) {
      for (const Register r : i.reads) out.registers = std::max(out.registers, r + 1);
      for (const Register r : i.writes) out.registers = std::max(out.registers, r + 1);
    }
  std::vector<Register> register_of(plan.names());
  for (std::uint32_t n = 0; n < plan.names(); ++n)
    register_of[n] = plan.version(n) == 0 ? plan.register_of(n) : out.registers++;
  out.code = function;
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b)
    for (std::size_t i = 0; i < function.blocks[b].insts.size(); ++i) {
      MachineInst& inst = out.code.blocks[b].insts[i];
      std::uint32_t k = 0;  // the View's operands: reads, then writes
      for (auto* list : {&inst.reads, &inst.writes})
        for (Register& r : *list) {
          const std::uint32_t name = plan.operand(&function.blocks[b].insts[i], k++);
          if (name != lathe::program::ssa::no_name) r = register_of[name];
        }
    }
  out.phis.resize(function.blocks.size());
  out.from.resize(function.blocks.size());
  plan.for_each_phi([&](std::uint32_t b, std::uint32_t name, auto arguments) {
    MachineInst phi{MachineInst::Op::set, {register_of[name]}, {}, 0, 0, 0};
    std::vector<std::uint32_t> from;
    for (const auto& a : arguments) {
      if (a.name == lathe::program::ssa::no_name) continue;  // from where the entry does not reach
      phi.reads.push_back(register_of[a.name]);
      from.push_back(plan.block(a.from));
    }
    out.phis[b].push_back(std::move(phi));
    out.from[b].push_back(std::move(from));
  });
  return out;
}

/// Without phis again. The machine has no copy: r + a register that is 0 from the entry on. All blocks are reached.
inline MachineFunction out_of_ssa(const SsaFunction& f, std::uint32_t& registers) {
  namespace opt = lathe::opt;
  opt::PhiProblem p;
  p.defs.resize(f.registers);
  p.kind.assign(f.registers, 0);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  const MachineView view(f.code);
  for (const Register r : f.code.parameters) p.defs[r] = {0, opt::point::entry_write};
  for (std::uint32_t b = 0; b < f.code.blocks.size(); ++b) {
    const auto& insts = f.code.blocks[b].insts;
    view.for_each_successor(b, [&](std::uint32_t to) { edges.emplace_back(b, to); });
    p.exit.push_back(static_cast<std::uint32_t>(insts.size()) - 1);
    for (std::uint32_t i = 0; i < insts.size(); ++i) {
      for (const Register r : insts[i].reads) p.uses.push_back({r, {b, opt::point::read(i)}});
      for (const Register r : insts[i].writes) p.defs[r] = {b, opt::point::write(i)};
    }
    for (std::size_t k = 0; k < f.phis[b].size(); ++k) {
      const MachineInst& phi = f.phis[b][k];
      p.defs[phi.writes[0]] = {b, opt::point::entry_write};
      p.phis.push_back({phi.writes[0], b, static_cast<std::uint32_t>(p.arguments.size()),
                        static_cast<std::uint32_t>(phi.reads.size())});
      for (std::size_t j = 0; j < phi.reads.size(); ++j) p.arguments.push_back({f.from[b][k][j], phi.reads[j], false});
    }
  }
  const lathe::flow::Cfg cfg(static_cast<std::uint32_t>(f.code.blocks.size()), edges);
  const opt::PhiPlan plan = opt::eliminate_phis(cfg, lathe::flow::Dominators(cfg), p);
  registers = f.registers + static_cast<std::uint32_t>(plan.fresh_like.size());
  const Register zero = registers++;
  MachineFunction out = f.code;
  std::size_t step = 0;
  for (std::uint32_t b = 0; b < out.blocks.size(); ++b) {
    std::vector<MachineInst> insts;
    if (b == 0) insts.push_back({MachineInst::Op::set, {zero}, {}, 0, 0, 0});
    const auto steps = [&](bool at_end) {
      for (; step < plan.steps.size() && plan.steps[step].block == b && plan.steps[step].at_end == at_end; ++step)
        insts.push_back({MachineInst::Op::add, {plan.steps[step].to}, {plan.steps[step].from, zero}, 0, 0, 0});
    };
    steps(false);
    for (MachineInst& inst : out.blocks[b].insts) {
      for (auto* list : {&inst.reads, &inst.writes})
        for (Register& r : *list) r = plan.location[r];
      if (&inst == &out.blocks[b].insts.back()) steps(true);
      insts.push_back(inst);
    }
    out.blocks[b].insts = std::move(insts);
  }
  for (Register& r : out.parameters) r = plan.location[r];
  return out;
}

}  // namespace toy
