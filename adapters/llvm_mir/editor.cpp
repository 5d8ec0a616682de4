#include "adapters/llvm_mir/editor.hpp"

#include <llvm/CodeGen/MachineInstrBuilder.h>
#include <llvm/CodeGen/MachineJumpTableInfo.h>

namespace lathe::llvm_mir {

static_assert(program::is_view<Code>() && program::is_editor<Code>());

bool Code::settle() {
  if (settled_) return true;
  settled_ = ends_.has_value();
  copied_ = false;
  settle_operands();
  if (ends_ || !parked_.empty()) settle_blocks();
  for (llvm::MachineInstr* i : dropped_) {
    if (i->shouldUpdateAdditionalCallInfo()) f_.eraseAdditionalCallInfo(i);
    gone_.push_back(i);
  }
  dropped_.clear();
  for (const unsigned r : written_)
    if (info_.def_empty(llvm::Register(r)) && !info_.reg_empty(llvm::Register(r)))
      info_.markUsesInDebugValueAsUndef(llvm::Register(r));
  const bool lives = physical_changed_ || edges_changed_;
  if (lives) PhysicalLives(f_).put_right();
  if (lives || copied_) effects_.clear();
  touched_.clear();
  written_.clear();
  wanted_.clear();
  rest_.clear();
  stood_before_.clear();
  physical_changed_ = edges_changed_ = false;
  return lives || copied_;
}

bool Code::may_stand(Inst i, const Spot& at) const {
  const Block b = *at.block;
  if (b != i->getParent() && (b->isEHPad() || b->isInlineAsmBrIndirectTarget())) return false;
  llvm::SmallVector<unsigned, 8> scratch;
  llvm::Register result;
  for (const llvm::MachineOperand& o : i->operands()) {
    if (!o.isReg() || !o.isDef() || !o.getReg()) continue;
    if (o.getReg().isVirtual())
      result = o.getReg();
    else if (!reserved_.test(o.getReg().id()))
      for (const unsigned unit : units_of(o.getReg())) scratch.push_back(unit);
  }
  const auto has = [&](llvm::Register r) {
    return std::any_of(scratch.begin(), scratch.end(), [&](unsigned unit) {
      return registers_.hasRegUnit(r.asMCReg(), static_cast<llvm::MCRegUnit>(unit));
    });
  };
  const auto from = at.before ? llvm::MachineBasicBlock::const_iterator(*at.before) : b->end();
  for (const llvm::MachineInstr& k : llvm::make_range(from, b->end()))
    if (&k != i && instructions_.isBasicBlockPrologue(k, result)) return false;
  for (auto k = from; k != b->end() && !scratch.empty(); ++k) {
    if (&*k == i || k->isDebugInstr()) continue;
    for (const llvm::MachineOperand& o : k->operands())
      if (o.isReg() && o.getReg().isPhysical() && o.readsReg() && has(o.getReg())) return false;
    for (const llvm::MachineOperand& o : k->operands()) {
      if (o.isReg() && o.getReg().isPhysical() && o.isDef())
        llvm::erase_if(scratch, [&](unsigned unit) {
          return registers_.hasRegUnit(o.getReg().asMCReg(), static_cast<llvm::MCRegUnit>(unit));
        });
      if (o.isRegMask())
        llvm::erase_if(scratch, [&](unsigned unit) { return clobbers(o, static_cast<llvm::MCRegUnit>(unit)); });
    }
  }
  if (!scratch.empty())
    for (const llvm::MachineBasicBlock* s : b->successors())
      for (const auto& in : s->liveins())
        if (has(in.PhysReg)) return false;
  return true;
}

bool Code::may_sink(Inst i, Block to) const {
  if (!instructions_.shouldSink(*i)) return false;
  if (!cycles_) {
    cycles_.emplace();
    cycles_->compute(f_);
  }
  return instructions_.isSafeToSink(change(i), &change(to), &*cycles_);
}

void Code::settle_operands() {
  if (touched_.empty()) return;
  for (llvm::MachineBasicBlock& b : f_) {
    std::vector<llvm::MachineInstr*> found;  // copies come between them
    for (llvm::MachineInstr& i : b)
      if (touched_.contains(&i)) found.push_back(&i);
    for (llvm::MachineInstr* i : found) settle(*i);
  }
}

void Code::settle(llvm::MachineInstr& i) {
  for (llvm::MachineOperand& o : i.operands()) {
    if (!o.isReg() || !o.getReg().isVirtual()) continue;
    if (const auto at = wanted_.find(&o); at != wanted_.end() && at->second != nullptr) settle_class(o, *at->second);
    if (const auto at = rest_.find(&o); at != rest_.end()) settle_tie(o, llvm::Register(at->second));
  }
  if (!f_.getProperties().hasTiedOpsRewritten()) return;
  for (llvm::MachineOperand& o : i.operands()) {
    if (!o.isReg() || !o.isUse() || !o.isTied() || !o.getReg().isVirtual()) continue;
    llvm::MachineOperand& def = i.getOperand(i.findTiedOperandIdx(o.getOperandNo()));
    if (def.getReg() == o.getReg() || !def.getReg().isVirtual()) continue;
    if (o.isUndef()) {  // nothing is taken: only the name is to be the same
      o.setReg(def.getReg());
      o.setSubReg(def.getSubReg());
      continue;
    }
    const llvm::Register taken = o.getReg();
    settle_tie(def, taken);
    o.setReg(def.getReg());
  }
}

// The register's class may become smaller, but not so small that it is hard to find one: then there is a copy between the
// register that was asked for and one that the operand takes.
void Code::settle_class(llvm::MachineOperand& o, const llvm::TargetRegisterClass& cls) {
  constexpr unsigned enough = 4;
  llvm::MachineInstr& i = *o.getParent();
  const llvm::Register wanted = o.getReg();
  const llvm::TargetRegisterClass* const was = info_.getRegClassOrNull(wanted);
  if (was == nullptr) return;
  if (const auto* const now = info_.constrainRegClass(wanted, &cls, enough); now != nullptr) {
    copied_ |= now != was;
    return;
  }
  copied_ = true;
  const llvm::Register fit = info_.createVirtualRegister(&cls);
  const llvm::MCInstrDesc& copy = instructions_.get(llvm::TargetOpcode::COPY);
  llvm::MachineBasicBlock& b = *i.getParent();
  if (o.isUse())
    llvm::BuildMI(b, i, i.getDebugLoc(), copy, fit).addReg(wanted);
  else
    llvm::BuildMI(b, std::next(i.getIterator()), i.getDebugLoc(), copy, wanted).addReg(fit);
  o.setReg(fit);
}

// `def` is to begin with what `taken` holds: a copy in front, and, where the instruction reads what `def` holds now, a
// register of its own for it meanwhile.
void Code::settle_tie(llvm::MachineOperand& def, llvm::Register taken) {
  llvm::MachineInstr& i = *def.getParent();
  llvm::MachineBasicBlock& b = *i.getParent();
  const llvm::MCInstrDesc& copy = instructions_.get(llvm::TargetOpcode::COPY);
  const llvm::Register to = def.getReg();
  copied_ = true;
  bool read = false;
  for (const llvm::MachineOperand& o : i.operands())
    read = read || (o.isReg() && o.getReg() == to && o.isUse() && !o.isUndef());
  const llvm::Register begun = read ? info_.cloneVirtualRegister(to) : to;
  llvm::BuildMI(b, i, i.getDebugLoc(), copy, begun).addReg(taken);
  if (!read) return;
  def.setReg(begun);
  llvm::BuildMI(b, std::next(i.getIterator()), i.getDebugLoc(), copy, to).addReg(begun);
}

void Code::settle_blocks() {
  std::vector<llvm::MachineBasicBlock*> gone;
  for (llvm::MachineBasicBlock& b : f_)
    if (parked_.contains(&b)) gone.push_back(&b);
  // What still goes there is a pass's mistake; the block stays then.
  for (bool again = true; again;) {
    again = false;
    for (auto at = gone.begin(); at != gone.end() && !again; ++at)
      for (const llvm::MachineBasicBlock* p : (*at)->predecessors())
        if (!parked_.contains(p)) again = true;
    if (!again) break;
    for (auto at = gone.begin(); at != gone.end();) {
      const bool kept = std::any_of((*at)->pred_begin(), (*at)->pred_end(),
                                    [&](const llvm::MachineBasicBlock* p) { return !parked_.contains(p); });
      if (kept) parked_.erase(*at);
      at = kept ? gone.erase(at) : at + 1;
    }
  }
  for (llvm::MachineBasicBlock* b : gone) {
    shape_changed_ = true;
    std::vector<llvm::MachineBasicBlock*> to(b->succ_begin(), b->succ_end());
    for (llvm::MachineBasicBlock* s : to) {
      for (llvm::MachineInstr& phi : s->phis())
        for (unsigned k = phi.getNumOperands(); k > 1; k -= 2)
          if (phi.getOperand(k - 1).getMBB() == b) phi.removeOperand(k - 1), phi.removeOperand(k - 2);
      b->removeSuccessor(s);
    }
  }
  for (llvm::MachineBasicBlock* b : gone) {
    for (llvm::MachineInstr& i : b->instrs()) {
      if (i.shouldUpdateAdditionalCallInfo()) f_.eraseAdditionalCallInfo(&i);
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.isDef() && o.getReg().isVirtual()) written_.insert(o.getReg().id());
    }
    if (ends_) ends_->forget(*b);
    if (llvm::MachineJumpTableInfo* const tables = f_.getJumpTableInfo()) tables->RemoveMBBFromJumpTables(b);
    f_.erase(b);
  }
  if (ends_) ends_->tidy(shape_changed_);
  if (shape_changed_) f_.RenumberBlocks();
}

}  // namespace lathe::llvm_mir
