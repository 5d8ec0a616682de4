// Blocks of a machine function in which more virtual registers live than there are physical ones: where it is worth
// looking for another order. Not in SSA form; LLVM's live intervals say what is live behind a block.
#pragma once

#include <utility>
#include <vector>

#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/RegisterClassInfo.h>

namespace lathe::llvm_mir {

class CrowdedBlocks {
 public:
  /// O(operands * sets of a class + pairs of a register and a block at whose end it lives).
  CrowdedBlocks(const llvm::MachineFunction& f, const llvm::LiveIntervals& intervals,
                const llvm::RegisterClassInfo& limits)
      : info_(f.getRegInfo()),
        target_(*f.getSubtarget().getRegisterInfo()),
        limits_(limits),
        crowded_(f.getNumBlockIDs(), false),
        lives_(info_.getNumVirtRegs(), false),
        now_(target_.getNumRegPressureSets(), 0),
        of_class_(target_.getNumRegClasses()) {
    const llvm::SlotIndexes& places = *intervals.getSlotIndexes();
    std::vector<std::vector<unsigned>> behind(f.getNumBlockIDs());
    for (unsigned v = 0; v < info_.getNumVirtRegs(); ++v) {
      const llvm::Register r = llvm::Register::index2VirtReg(v);
      if (!intervals.hasInterval(r)) continue;
      for (const llvm::LiveRange::Segment& s : intervals.getInterval(r))
        for (auto b = places.getMBBFromIndex(s.start)->getIterator(); b != f.end() && places.getMBBEndIdx(&*b) <= s.end;
             ++b)
          behind[static_cast<unsigned>(b->getNumber())].push_back(v);
    }
    for (const llvm::MachineBasicBlock& b : f) look(b, behind[static_cast<unsigned>(b.getNumber())]);
  }

  bool has(const llvm::MachineBasicBlock& b) const { return crowded_[static_cast<unsigned>(b.getNumber())]; }
  bool any() const { return any_; }

 private:
  struct Shares {
    bool known = false;
    std::vector<std::pair<unsigned, unsigned>> sets;  // and how many registers of each
  };

  void look(const llvm::MachineBasicBlock& b, const std::vector<unsigned>& behind) {
    over_ = false;
    for (const unsigned v : behind) begin(v);
    std::vector<unsigned> named;
    for (const llvm::MachineInstr& i : llvm::reverse(b.instrs())) {
      if (i.isDebugInstr()) continue;
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.isDef() && o.getReg().isVirtual()) {
          begin(o.getReg().virtRegIndex());  // what nobody reads takes a register as well
          named.push_back(o.getReg().virtRegIndex());
        }
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.isDef() && o.getReg().isVirtual() && !o.readsReg()) end(o.getReg().virtRegIndex());
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.getReg().isVirtual() && o.readsReg()) {
          begin(o.getReg().virtRegIndex());
          named.push_back(o.getReg().virtRegIndex());
        }
    }
    for (const unsigned v : behind) end(v);
    for (const unsigned v : named) end(v);
    crowded_[static_cast<unsigned>(b.getNumber())] = over_;
    any_ |= over_;
  }
  void begin(unsigned v) {
    if (lives_[v]) return;
    lives_[v] = true;
    for (const auto& [set, registers] : shares(v)) over_ |= (now_[set] += registers) > limit(set);
  }
  void end(unsigned v) {
    if (!lives_[v]) return;
    lives_[v] = false;
    for (const auto& [set, registers] : shares(v)) now_[set] -= registers;
  }
  const std::vector<std::pair<unsigned, unsigned>>& shares(unsigned v) {
    static const std::vector<std::pair<unsigned, unsigned>> nothing;
    const auto* const c = info_.getRegClassOrNull(llvm::Register::index2VirtReg(v));
    if (c == nullptr) return nothing;
    Shares& out = of_class_[c->getID()];
    if (!out.known) {
      out.known = true;
      const unsigned registers = target_.getRegClassWeight(c).RegWeight;
      for (const int* set = target_.getRegClassPressureSets(c); *set != -1; ++set)
        out.sets.emplace_back(static_cast<unsigned>(*set), registers);
    }
    return out.sets;
  }
  unsigned limit(unsigned set) {
    if (set >= limit_.size()) limit_.resize(now_.size(), 0);
    if (limit_[set] == 0) limit_[set] = limits_.getRegPressureSetLimit(set);
    return limit_[set];
  }

  const llvm::MachineRegisterInfo& info_;
  const llvm::TargetRegisterInfo& target_;
  const llvm::RegisterClassInfo& limits_;
  std::vector<bool> crowded_, lives_;
  std::vector<unsigned> now_, limit_;
  std::vector<Shares> of_class_;
  bool over_ = false, any_ = false;
};

}  // namespace lathe::llvm_mir
