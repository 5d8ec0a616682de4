// Phi elimination with coalescing: lathe::opt::eliminate_phis on the registers that phis and moves connect.
//
// Registers that are not proper SSA values (several definitions, a guarded one, a use that the definition does
// not dominate) take part as plain sources only. Inline assembly may write results before it has read its
// operands, so they never share a register with them. Behind construct_ssa a value may be written in place, in part, in
// the block that makes it: its move then is a wish for one location, not two names of one value.
// Needs: terminators at block ends. Gives: a function without phis. Cost: near linear.
#include <lathe/opt/phi_elimination.hpp>

#include <lathe/flow/loops.hpp>

#include "nvptx/passes/pass_list.hpp"

namespace lathe::nvptx {
namespace {

using opt::PhiPlan;
using opt::PhiProblem;
constexpr std::uint32_t none = mir::none;

class PhiPass {
 public:
  /// `tied`: the form of nvptx/views/ssa.hpp, where a move stands in front of what is written in part.
  PhiPass(Module& m, Function& f, bool tied) : m_(m), f_(f), tied_(tied) {}

  void run() {
    if (!collect()) return;
    const FunctionFlow source(m_, f_);
    const flow::Cfg cfg = flow::make_cfg(source);
    const flow::Dominators dominators(cfg);
    find_definitions(dominators);
    ingest(cfg, dominators);
    apply(opt::eliminate_phis(cfg, dominators, problem_));
  }

 private:
  bool is_phi(const Inst& inst) const { return m_.op(inst.op).op == Op::phi; }
  // A `$raw` says where a variable is (nvptx/debug): its register is renamed, and not used.
  bool only_says(const Inst& inst) const { return m_.op(inst.op).op == Op::p_raw; }
  // d = mov s, both registers of one type.
  bool is_copy(const Inst& inst) const {
    if (inst.guard != none || inst.count != 2 || m_.op(inst.op).op != Op::mov) return false;
    const auto s = f_.operands_of(inst);
    return s[0].kind == Operand::Kind::reg && s[1].kind == Operand::Kind::reg && !s[1].negated &&
           f_.regs[s[0].a].type == f_.regs[s[1].a].type;
  }
  // A second, partial write of a value that was made in the same block: it stays one value, of one location.
  bool changes_in_place(const Inst& inst, const PhiProblem::Place& made, BlockId b) const {
    return tied_ && made.block == b && (inst.guard != none || m_.op(inst.op).modifies);
  }
  std::uint32_t variable(Reg r) {
    if (variable_of_[r] == none) {
      variable_of_[r] = static_cast<std::uint32_t>(regs_.size());
      regs_.push_back(r);
    }
    return variable_of_[r];
  }

  // The registers that phis and copies connect; false when there is no phi.
  bool collect() {
    variable_of_.assign(f_.regs.size(), none);
    bool any = false;
    for (const mir::Block& block : f_.blocks)
      for (const Inst& inst : block.insts) {
        const bool phi = is_phi(inst);
        any |= phi || (tied_ && is_copy(inst));
        if (phi || is_copy(inst))
          for (const Operand& o : f_.operands_of(inst))
            if (o.kind == Operand::Kind::reg) variable(o.a);
      }
    return any;
  }

  // Where each variable is defined; place.block stays none for what is not a proper SSA value.
  void find_definitions(const flow::Dominators& dominators) {
    proper_.assign(regs_.size(), true);
    changed_.assign(regs_.size(), 0);
    problem_.defs.assign(regs_.size(), {});
    for_each([&](BlockId b, std::uint32_t i, const Inst& inst, bool phi) {
      const bool early = m_.op(inst.op).op == Op::p_asm;
      mir::for_each_reg(m_, f_, inst, [&](Reg r, bool def) {
        if (!def || variable_of_[r] == none) return;
        auto& place = problem_.defs[variable_of_[r]];
        if (changes_in_place(inst, place, b)) {
          changed_[variable_of_[r]] = i + 1;
          return;
        }
        if (place.block != none || inst.guard != none) proper_[variable_of_[r]] = false;
        place = {b, phi ? opt::point::entry_write : early ? opt::point::early_write(i) : opt::point::write(i)};
      });
    });
    const auto check = [&](Reg r, BlockId b, std::uint32_t at) {
      if (variable_of_[r] == none) return;
      const auto& place = problem_.defs[variable_of_[r]];
      if (place.block == none) return;
      const bool fine = place.block == b ? place.at <= at : dominators.dominates(place.block, b);
      if (!fine) proper_[variable_of_[r]] = false;
    };
    for_each([&](BlockId b, std::uint32_t i, const Inst& inst, bool phi) {
      if (phi)
        for_each_argument(inst, [&](const Operand& o, BlockId from) {
          if (o.kind == Operand::Kind::reg) check(o.a, from, 0xffffffffU);
        });
      else if (!only_says(inst))
        mir::for_each_reg(m_, f_, inst, [&](Reg r, bool def) {
          if (!def) check(r, b, opt::point::read(i));
        });
    });
  }

  template <class F>
  void for_each(F&& f) const {
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      std::uint32_t i = 0;
      for (const Inst& inst : f_.blocks[b].insts) {
        const bool phi = is_phi(inst);
        f(b, i, inst, phi);
        i += !phi;
      }
    }
  }
  template <class F>
  void for_each_argument(const Inst& phi, F&& f) const {
    mir::for_each_argument(m_, f_, phi, f);
  }

  void ingest(const flow::Cfg& cfg, const flow::Dominators& dominators) {
    const flow::Loops loops = flow::find_loops(cfg, dominators, flow::reverse_post_order(cfg));
    problem_.kind.resize(regs_.size());
    for (std::size_t v = 0; v < regs_.size(); ++v)
      problem_.kind[v] = static_cast<std::uint32_t>(f_.regs[regs_[v]].type);
    problem_.exit.assign(f_.blocks.size(), 0);
    problem_.frequency.resize(f_.blocks.size());
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      std::uint32_t frequency = 1;
      for (std::uint32_t d = std::min(loops.depth(b), 6U); d > 0; --d) frequency *= 10;
      problem_.frequency[b] = frequency;
      std::uint32_t phis = 0;
      for (const Inst& inst : f_.blocks[b].insts) phis += is_phi(inst);
      problem_.exit[b] = first_terminator(m_, f_.blocks[b]) - phis;
    }
    for_each([&](BlockId b, std::uint32_t i, const Inst& inst, bool phi) {
      if (phi) return add_phi(b, inst, cfg);
      if (only_says(inst)) return;
      mir::for_each_reg(m_, f_, inst, [&](Reg r, bool def) {
        const std::uint32_t v = variable_of_[r];
        if (v == none || !proper_[v]) return;
        if (!def) problem_.uses.push_back({v, {b, opt::point::read(i)}});
        // It is needed to the end of a write in place, used or not: nothing else may be there.
        if (def && changed_[v] != 0 && problem_.defs[v].at != opt::point::write(i))
          problem_.uses.push_back({v, {b, opt::point::write(i) + 1}});
      });
      if (!is_copy(inst)) return;
      const auto s = f_.operands_of(inst);
      const std::uint32_t to = variable_of_[s[0].a], from = variable_of_[s[1].a];
      const bool later = changed_[from] > i && problem_.defs[from].block == b;
      if (proper_[to] && proper_[from] && to != from)
        problem_.copies.push_back({to, from, b, changed_[to] == 0 && !later});
    });
    for (std::size_t v = 0; v < regs_.size(); ++v)
      if (!proper_[v]) problem_.defs[v] = {};
  }

  void add_phi(BlockId b, const Inst& inst, const flow::Cfg& cfg) {
    const auto s = f_.operands_of(inst);
    if (s.empty() || s[0].kind != Operand::Kind::reg) return;
    std::uint32_t result = variable_of_[s[0].a];
    if (!proper_[result]) {
      // Other definitions write it too: merge into a register of its own, and copy.
      const Reg fresh = f_.new_reg(f_.regs[s[0].a].type);
      late_copies_.push_back({b, s[0].a, fresh});
      result = static_cast<std::uint32_t>(regs_.size());
      variable_of_.resize(f_.regs.size(), none);
      variable_of_[fresh] = result;
      regs_.push_back(fresh);
      proper_.push_back(true);
      changed_.push_back(0);
      problem_.defs.push_back({b, opt::point::entry_write});
      problem_.kind.push_back(static_cast<std::uint32_t>(f_.regs[fresh].type));
      problem_.uses.push_back({result, {b, opt::point::read(0)}});
    }
    PhiProblem::Phi phi{result, b, static_cast<std::uint32_t>(problem_.arguments.size()), 0};
    std::vector<BlockId> seen;
    const auto predecessors = cfg.predecessors(b);
    for_each_argument(inst, [&](const Operand& o, BlockId from) {
      if (!std::binary_search(predecessors.begin(), predecessors.end(), from)) return;
      const bool variable = o.kind == Operand::Kind::reg && proper_[variable_of_[o.a]];
      problem_.arguments.push_back({from, variable ? variable_of_[o.a] : constant(o), !variable});
    });
    phi.count = static_cast<std::uint32_t>(problem_.arguments.size()) - phi.begin;
    problem_.phis.push_back(phi);
  }
  std::uint32_t constant(const Operand& o) {
    constants_.push_back(o);
    return static_cast<std::uint32_t>(constants_.size() - 1);
  }

  void apply(const PhiPlan& plan) {
    const auto variables = static_cast<std::uint32_t>(problem_.defs.size());
    std::vector<Reg> location(variables + plan.fresh_like.size());
    for (std::uint32_t v = 0; v < variables; ++v) location[v] = regs_[plan.location[v]];
    for (std::size_t i = 0; i < plan.fresh_like.size(); ++i)
      location[variables + i] = f_.new_reg(f_.regs[regs_[plan.fresh_like[i]]].type);
    const auto rename = [&](std::uint32_t& r) {
      if (r < variable_of_.size() && variable_of_[r] != none) r = location[variable_of_[r]];
    };
    std::size_t step = 0, late = 0;
    std::vector<Inst> insts;
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      mir::Block& block = f_.blocks[b];
      insts.clear();
      for (Inst& inst : block.insts) {
        if (is_phi(inst)) continue;
        if (inst.guard != none) rename(inst.guard);
        for (Operand& o : f_.operands_of(inst))
          if (o.kind == Operand::Kind::reg || o.kind == Operand::Kind::mem_reg) rename(o.a);
      }
      const std::uint32_t exit = first_terminator(m_, block);
      const auto emit = [&](bool at_end) {
        for (; step < plan.steps.size() && plan.steps[step].block == b && plan.steps[step].at_end == at_end; ++step)
          insts.push_back(move(location, plan.steps[step]));
      };
      emit(false);
      for (; late < late_copies_.size() && late_copies_[late].block == b; ++late)  // they stand in the order of blocks
        insts.push_back(
            move(late_copies_[late].to, Operand::make_reg(location[variable_of_[late_copies_[late].from]])));
      for (std::uint32_t i = 0; i < block.insts.size(); ++i) {
        if (i == exit) emit(true);
        const Inst& inst = block.insts[i];
        if (is_phi(inst) || (is_copy(inst) && f_.operands_of(inst)[0].a == f_.operands_of(inst)[1].a)) continue;
        insts.push_back(inst);
      }
      emit(true);
      if (insts.size() != block.insts.size() || exit != 0) block.insts.assign(insts.begin(), insts.end());
    }
  }
  Inst move(Reg to, const Operand& from) {
    const Operand slots[] = {Operand::make_reg(to), from};
    return f_.make(move_for(m_, f_.regs[to].type), slots);
  }
  Inst move(const std::vector<Reg>& location, const PhiPlan::Step& s) {
    return move(location[s.to], s.is_constant ? constants_[s.from] : Operand::make_reg(location[s.from]));
  }

  struct LateCopy {
    BlockId block;
    Reg to, from;
  };
  Module& m_;
  Function& f_;
  std::vector<std::uint32_t> variable_of_;  // per register
  std::vector<Reg> regs_;                   // per variable
  std::vector<bool> proper_;                // per variable: an SSA value
  std::vector<std::uint32_t> changed_;      // per variable: behind its last write in place; 0: there is none
  bool tied_;
  std::vector<Operand> constants_;
  std::vector<LateCopy> late_copies_;
  PhiProblem problem_;
};

}  // namespace

void eliminate_phis(Module& module, Function& function) {
  drop_unreachable(module, function);
  PhiPass(module, function, false).run();
}
void eliminate_tied_phis(Module& module, Function& function) {
  drop_unreachable(module, function);
  PhiPass(module, function, true).run();
}

}  // namespace lathe::nvptx
