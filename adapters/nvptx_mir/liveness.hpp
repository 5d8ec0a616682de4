// Which registers of an NVPTX machine function are live where.
//
// A register is live in front of an instruction when some way from there leads to an instruction that reads it and
// meets none before that writes it for certain. Read are:
//   - the guard, the operands, bases of addresses, and of wgmma and the like what is written, too;
//   - what is written under a guard: where the guard fails the old value stays, so a guarded write ends no life, and is
//     looked at as a read even when nobody reads the result (all that plan on operands see the same then);
//   - the results that are declared as registers, by every `ret`, and where control runs off the end; `exit` reads
//   none;
//   - the operand of a phi, at the end of the block that it names.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/liveness.hpp>

#include "nvptx/mir/ir.hpp"
#include "nvptx/mir/targets.hpp"

namespace lathe::nvptx {

/// The registers that the function's results are: its ends read them. O(registers) for each result.
inline std::vector<mir::Reg> register_results(const mir::Function& f) {
  std::vector<mir::Reg> out;
  for (const mir::Variable& v : f.results)
    for (mir::Reg r = 0; v.space == mir::Space::reg && r < f.regs.size(); ++r)
      if (f.regs[r].name == v.name) out.push_back(r);
  return out;
}

/// Calls f(reg, is_def) for what an instruction reads and writes where it stands: operands as for_each_reg has them,
/// what is written under a guard as read before, and the function's `results` (register_results) as read by a ret. Of
/// a phi only the definition.
template <class F>
void for_each_access(const mir::Module& m, const mir::Function& function, const mir::Inst& inst,
                     std::span<const mir::Reg> results, F&& f) {
  const mir::Op op = m.op(inst.op).op;
  mir::for_each_reg(m, function, inst, [&](mir::Reg r, bool def) {
    if (!def && op == mir::Op::phi) return;
    if (def && inst.guard != mir::none) f(r, false);
    f(r, def);
  });
  if (op == mir::Op::ret)
    for (const mir::Reg r : results) f(r, false);
}

/// Calls f(value, block) for what a phi reads, and at the end of which block. Nothing for other instructions.
template <class F>
void for_each_phi_use(const mir::Module& m, const mir::Function& function, const mir::Inst& inst, F&& f) {
  if (m.op(inst.op).op != mir::Op::phi) return;
  mir::Reg value = mir::none;
  for (const mir::Operand& o : function.operands_of(inst)) {  // {value, label} pairs behind the result
    if (o.kind == mir::Operand::Kind::group) value = mir::none;
    if (o.kind == mir::Operand::Kind::reg) value = o.a;
    if (o.kind == mir::Operand::Kind::block && value != mir::none && o.a < function.blocks.size())
      f(value, mir::BlockId{o.a});
  }
}

/// Calls f(block) for every block to which control may go from the end of block b; some may come more than once.
template <class F>
void for_each_successor(const mir::Function& function, const mir::Targets& targets, mir::BlockId b, F&& f) {
  for (const mir::Inst& inst : function.blocks[b].insts) targets.for_each(inst, f);
  if (targets.falls_through(b) && b + 1 < function.blocks.size()) f(b + 1);
}

/// Liveness of a function as it is now. Precondition: branches stand at the ends of blocks, as mir::verify wants.
/// O(size) to make, and flow::liveness.
class MirLiveness {
 public:
  MirLiveness(const mir::Module& module, const mir::Function& function)
      : m_(module), f_(function), results_(register_results(function)) {
    const mir::Targets targets(module, function);
    const auto count = static_cast<std::uint32_t>(f_.blocks.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    flow::LivenessProblem problem;
    problem.variables = static_cast<std::uint32_t>(f_.regs.size());
    std::vector<std::uint32_t> written(f_.regs.size(), mir::none);
    for (mir::BlockId b = 0; b < count; ++b) {
      for_each_successor(f_, targets, b, [&](mir::BlockId to) { edges.emplace_back(b, to); });
      for (const mir::Inst& inst : f_.blocks[b].insts) look_at(b, inst, written, problem);
    }
    runs_off_ = count != 0 && targets.falls_through(count - 1);
    if (runs_off_)
      for (const mir::Reg r : results_) problem.edge_uses.emplace_back(r, count - 1);
    cfg_ = flow::Cfg(count, edges);
    live_ = flow::liveness(cfg_, problem);
  }

  /// Registers, ascending.
  std::span<const mir::Reg> live_in(mir::BlockId b) const { return live_.live_in[b]; }
  /// Registers, ascending: what is read behind the block's end. What a ret in it reads is read within the block.
  std::span<const mir::Reg> live_out(mir::BlockId b) const { return live_.live_out[b]; }
  /// The registers that hold the function's results.
  const std::vector<mir::Reg>& results() const { return results_; }
  const flow::Cfg& cfg() const { return cfg_; }
  /// May control run off the function's end there? That is a return.
  bool runs_off(mir::BlockId b) const { return runs_off_ && b + 1 == cfg_.block_count(); }

  /// `live[r]`, a register: is it live behind this instruction? Becomes whether it is live in front of it. Calls
  /// added(r) for each register that the instruction reads, those that were live already included. O(operands).
  template <class Set, class Added>
  void step_back(const mir::Inst& inst, Set& live, Added&& added) const {
    mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) {
      if (def && inst.guard == mir::none) live[r] = false;
    });
    for_each_access(m_, f_, inst, results_, [&](mir::Reg r, bool def) {
      if (def) return;
      live[r] = true;
      added(r);
    });
  }

 private:
  void look_at(mir::BlockId b, const mir::Inst& inst, std::vector<std::uint32_t>& written,
               flow::LivenessProblem& problem) const {
    for_each_phi_use(m_, f_, inst, [&](mir::Reg r, mir::BlockId from) { problem.edge_uses.emplace_back(r, from); });
    // All is read before anything is written.
    for_each_access(m_, f_, inst, results_, [&](mir::Reg r, bool def) {
      if (!def && written[r] != b) problem.uses.emplace_back(r, b);
    });
    mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) {
      if (!def || inst.guard != mir::none || written[r] == b) return;
      written[r] = b;
      problem.defs.emplace_back(r, b);
    });
  }

  const mir::Module& m_;
  const mir::Function& f_;
  std::vector<mir::Reg> results_;
  flow::Cfg cfg_;
  flow::Liveness live_;
  bool runs_off_ = false;
};

}  // namespace lathe::nvptx
