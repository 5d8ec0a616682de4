// NVPTX machine functions into SSA form, in place: lathe::program::ssa on MirView, and its plan applied.
//
// The form is that of `select`: one definition for each register, phis at the heads of blocks. What is written under a
// guard, or by an operation that reads what it writes, keeps the old value in part, and PTX has no operand for that:
// a move of the old value to the new register stands in front of it,
//     mov.b32 %r9, %r4;  @%p1 add.s32 %r9, %r2, 1;
// so that such a register has two definitions in a row (passes/phis.cpp makes them one location again where it can).
// Where the old value is undefined there is no move.
//
// Left as they are: the carry flag, registers of inline assembly (whose text reads them unseen) and of operations that
// are not known, those of wgmma and tcgen05 (which are read and written behind the program's back until a wait), and
// what debug directives name.
//
// Needs: every block reachable, no registers as parameters. A new block is put in front where a branch goes to the
// first one and it would need a phi. Cost: as program/ssa.hpp.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/program/ssa.hpp>

#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

struct MirSsaResult {
  lathe::program::ssa::Refusal refusal = lathe::program::ssa::Refusal::none;
  lathe::program::ssa::Stats stats;
  std::uint32_t ties = 0;  ///< moves in front of what is written in part
};

/// Registers that must stay as they are. O(operands).
inline std::vector<bool> registers_to_keep(const mir::Module& m, const mir::Function& f) {
  std::vector<bool> out(f.regs.size() + 1, false);
  out[mir::carry_of(f)] = true;
  for (const mir::Reg r : mir::register_results(f)) out[r] = true;
  for (const mir::Block& block : f.blocks)
    for (const mir::Inst& inst : block.insts) {
      const mir::Op op = m.op(inst.op).op;
      using enum mir::Op;
      if (op != p_asm && op != p_raw && op != other && op != wgmma && op != tcgen05) continue;
      for (const mir::Operand& o : f.operands_of(inst))
        if ((o.kind == mir::Operand::Kind::reg || o.kind == mir::Operand::Kind::mem_reg) && o.a < f.regs.size())
          out[o.a] = true;
    }
  return out;
}

/// An empty block in front of the others; it runs into what was the first.
inline void put_block_in_front(mir::Function& f) {
  for (const mir::Block& block : f.blocks)
    for (const mir::Inst& inst : block.insts)
      for (mir::Operand& o : f.operands_of(inst))
        if (o.kind == mir::Operand::Kind::block) ++o.a;
  for (mir::Table& table : f.tables)
    for (mir::BlockId& b : table.targets) ++b;
  f.blocks.insert(f.blocks.begin(), mir::Block{});
}

/// Applies a plan; the View that it was made on is gone behind it. `move(to, from)` makes an instruction.
template <class Move>
class MirSsaEdit {
 public:
  using Answer = lathe::program::ssa::Answer<MirView>;
  static constexpr std::uint32_t no_name = lathe::program::ssa::no_name;

  MirSsaEdit(mir::Module& m, mir::Function& f, const Answer& plan, Move move)
      : m_(m), f_(f), plan_(plan), move_(std::move(move)), results_(register_results(f)), undefined_(plan.names()) {
    for (const std::uint32_t name : plan.undefined()) undefined_[name] = true;
    for (std::uint32_t name = 0; name < plan.names(); ++name) {
      const mir::Reg old = plan.register_of(name);
      register_of_.push_back(plan.version(name) == 0 ? old : f.new_reg(mir::Type(f.regs[old].type)));
    }
  }

  std::uint32_t run() {
    std::vector<std::vector<mir::Inst>> blocks(f_.blocks.size());
    plan_.for_each_phi([&](mir::BlockId b, std::uint32_t name, auto arguments) {
      std::vector<mir::Operand> slots{mir::Operand::make_reg(register_of_[name])};
      for (const auto& a : arguments) {
        slots.push_back(mir::make_group(mir::GroupKind::tuple, 2));
        slots.push_back(mir::Operand::make_reg(register_of_[a.name]));
        slots.push_back(mir::Operand::make_block(plan_.block(a.from)));
      }
      const mir::Type type = f_.regs[register_of_[name]].type;
      blocks[b].push_back(f_.make(m_.intern("phi." + std::string(mir::to_string(type))), slots));
    });
    for (mir::BlockId b = 0; b < f_.blocks.size(); ++b)
      for (const mir::Inst& inst : f_.blocks[b].insts) {
        rename(inst);
        blocks[b].insert(blocks[b].end(), ties_.begin(), ties_.end());
        blocks[b].push_back(inst);
        if (guard_ != mir::none) blocks[b].back().guard = guard_;
      }
    for (mir::BlockId b = 0; b < f_.blocks.size(); ++b) f_.blocks[b].insts = std::move(blocks[b]);
    return count_;
  }

 private:
  // Registers of one instruction; guard_ and ties_ are what else changes.
  void rename(const mir::Inst& inst) {
    read_.clear();
    reads_now_.clear();
    written_.clear();
    ties_.clear();
    guard_ = mir::none;
    std::uint32_t k = 0;
    mir::for_each_mention(m_, f_, inst, results_, [&](const lathe::program::Operand<mir::Reg>& o) {
      const std::uint32_t name = plan_.operand(&inst, k++);
      if (o.is_def())
        written_.push_back(name);
      else if (name != no_name)
        read_[o.value] = name;
    });
    const mir::OpDesc& d = m_.op(inst.op);
    if (d.op == mir::Op::phi) return rename_phi(inst);
    const bool in_part = d.modifies || inst.guard != mir::none;
    const auto slots = f_.operands_of(inst);
    const std::uint32_t defs = mir::def_slots(d, f_, inst);
    std::vector<std::pair<mir::Reg, mir::Reg>> moves;
    std::uint32_t next = 0;
    for (std::uint32_t at = 0; at < slots.size(); ++at) {
      if (at >= defs || slots[at].kind != mir::Operand::Kind::reg) continue;
      const std::uint32_t name = written_[next++];
      if (name == no_name) continue;
      const mir::Reg now = register_of_[name];
      const auto old = read_.find(slots[at].a);
      slots[at].a = now;
      if (!in_part || old == read_.end() || undefined_[old->second]) continue;
      // What else reads the old value here may read its copy, so that the copy can take the old one's place.
      moves.emplace_back(now, register_of_[old->second]);
      reads_now_[old->second] = now;
    }
    const auto reads = [&](mir::Reg r) {
      const auto old = read_.find(r);
      if (old == read_.end()) return r;
      const auto copy = reads_now_.find(old->second);
      return copy != reads_now_.end() ? copy->second : register_of_[old->second];
    };
    for (std::uint32_t at = 0; at < slots.size(); ++at)
      if (slots[at].kind == mir::Operand::Kind::mem_reg || (at >= defs && slots[at].kind == mir::Operand::Kind::reg))
        slots[at].a = reads(slots[at].a);
    if (inst.guard != mir::none) guard_ = reads(inst.guard);
    for (const auto& [to, from] : moves) ties_.push_back(move_(to, from));
    count_ += static_cast<std::uint32_t>(moves.size());
  }
  void rename_phi(const mir::Inst& inst) {
    bool first = true;
    std::uint32_t k = 0;
    for (mir::Operand& o : f_.operands_of(inst)) {
      if (o.kind != mir::Operand::Kind::reg) continue;
      const std::uint32_t name = first ? written_[0] : plan_.incoming(&inst, k++);
      if (name != no_name) o.a = register_of_[name];
      first = false;
    }
  }

  mir::Module& m_;
  mir::Function& f_;
  const Answer& plan_;
  Move move_;
  std::vector<mir::Reg> results_, register_of_;
  std::vector<bool> undefined_;                            // per name
  std::unordered_map<mir::Reg, std::uint32_t> read_;       // register to name; looked up only
  std::unordered_map<std::uint32_t, mir::Reg> reads_now_;  // name to what is read for it; looked up only
  std::vector<std::uint32_t> written_;                     // in the order of the operands
  std::vector<mir::Inst> ties_;
  mir::Reg guard_ = mir::none;
  std::uint32_t count_ = 0;
};

/// Puts the function into SSA form. `check(problem, plan)` sees each plan before it is applied.
template <class Move, class Check>
MirSsaResult into_ssa(mir::Module& m, mir::Function& f, Move&& move, Check&& check,
                      const lathe::program::ssa::Options& options = {}) {
  namespace ssa = lathe::program::ssa;
  for (bool again = false;; again = true) {
    const std::vector<bool> keep = registers_to_keep(m, f);
    const MirView view(m, f);
    const auto plan = ssa::run(view, [&](mir::Reg r) { return r >= keep.size() || keep[r]; }, options);
    if (plan.refusal() == ssa::Refusal::entry_phi && !again) {
      put_block_in_front(f);
      continue;
    }
    MirSsaResult out{plan.refusal(), plan.stats(), 0};
    if (plan.refusal() != ssa::Refusal::none) return out;
    check(plan.problem(), plan.plan());
    out.ties = MirSsaEdit<std::decay_t<Move>>(m, f, plan, move).run();
    return out;
  }
}

}  // namespace lathe::nvptx
