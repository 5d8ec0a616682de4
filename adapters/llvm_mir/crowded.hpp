// Regions of a machine function in which more virtual registers live than there are physical ones: where it is worth
// looking for another order. Not in SSA form; LLVM's live intervals say what is live behind a block.
//
// A region ends where LLVM's own scheduler would end one: at calls, and where the target says so. Copies out of physical
// registers at its begin and into them at its end stay outside, so that no argument or result is held in its register
// for longer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/RegisterClassInfo.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "adapters/llvm_mir/reorder.hpp"

namespace lathe::llvm_mir {

/// Straight-line code of one block.
struct CrowdedRegion {
  std::vector<llvm::MachineInstr*> insts;    ///< in their order, without debug values
  llvm::MachineBasicBlock::iterator behind;  ///< what follows the last one and its notes
  std::vector<unsigned> live;                ///< indices of virtual registers that live behind it
};

/// Does LLVM's scheduler move nothing across it?
inline bool ends_region(const llvm::MachineInstr& inst, const llvm::TargetInstrInfo& target) {
  if (inst.isCall() || inst.isFakeUse() || inst.isPHI()) return true;
  for (const llvm::MachineOperand& o : inst.operands())
    if (o.isRegMask()) return true;
  return target.isSchedulingBoundary(inst, inst.getParent(), *inst.getMF());
}

/// What virtual registers take of the target's pressure sets, by class; asked of the target once for a class.
class SetShares {
 public:
  struct Share {
    unsigned set = 0, registers = 0;
  };
  explicit SetShares(const llvm::MachineFunction& f)
      : info_(f.getRegInfo()), target_(*f.getSubtarget().getRegisterInfo()), of_class_(target_.getNumRegClasses()) {}

  const llvm::TargetRegisterClass* type(unsigned index) const {
    return info_.getRegClassOrNull(llvm::Register::index2VirtReg(index));
  }
  /// Of a virtual register, by its index.
  const std::vector<Share>& of(unsigned index) {
    static const std::vector<Share> nothing;
    const auto* const c = type(index);
    return c == nullptr ? nothing : of(*c);
  }
  const std::vector<Share>& of(const llvm::TargetRegisterClass& c) {
    Known& out = of_class_[c.getID()];
    if (std::exchange(out.known, true)) return out.shares;
    const unsigned registers = target_.getRegClassWeight(&c).RegWeight;
    for (const int* set = target_.getRegClassPressureSets(&c); registers != 0 && *set != -1; ++set)
      out.shares.push_back({static_cast<unsigned>(*set), registers});
    return out.shares;
  }

 private:
  struct Known {
    bool known = false;
    std::vector<Share> shares;
  };
  const llvm::MachineRegisterInfo& info_;
  const llvm::TargetRegisterInfo& target_;
  std::vector<Known> of_class_;
};

class CrowdedRegions {
 public:
  /// Those of `least` instructions or more. O(operands * sets of a class + pairs of a register and a block at whose end it
  /// lives). `function` is changed by who has the regions, not here.
  CrowdedRegions(llvm::MachineFunction& function, const llvm::LiveIntervals& intervals,
                 const llvm::RegisterClassInfo& limits, std::size_t least = 2)
      : least_(least),
        target_(*function.getSubtarget().getInstrInfo()),
        limits_(limits),
        shares_(function),
        place_(function.getRegInfo().getNumVirtRegs(), 0) {
    const unsigned sets = function.getSubtarget().getRegisterInfo()->getNumRegPressureSets();
    now_.assign(sets, 0);
    limit_.assign(sets, 0);
    const llvm::SlotIndexes& places = *intervals.getSlotIndexes();
    std::vector<std::vector<unsigned>> behind(function.getNumBlockIDs());
    for (unsigned v = 0; v < place_.size(); ++v) {
      const llvm::Register r = llvm::Register::index2VirtReg(v);
      if (!intervals.hasInterval(r)) continue;
      for (const llvm::LiveRange::Segment& s : intervals.getInterval(r))
        for (auto b = places.getMBBFromIndex(s.start)->getIterator();
             b != function.end() && places.getMBBEndIdx(&*b) <= s.end; ++b)
          behind[static_cast<unsigned>(b->getNumber())].push_back(v);
    }
    for (llvm::MachineBasicBlock& b : function) look(b, behind[static_cast<unsigned>(b.getNumber())]);
  }

  /// In no particular order of blocks; within one from its end.
  std::vector<CrowdedRegion>& regions() { return regions_; }

 private:
  void look(llvm::MachineBasicBlock& b, const std::vector<unsigned>& live) {
    for (const unsigned v : live) begin(v);
    open(b.end());
    for (auto at = b.end(); at != b.begin();) {
      llvm::MachineInstr& inst = *--at;
      if (is_debug(inst)) {
        if (insts_.empty()) behind_ = at;
        continue;
      }
      if (ends_region(inst, target_)) {
        close();
        step(inst);
        open(at);
      } else {
        if (insts_.empty() && copies_physical(inst, 0)) {
          step(inst);
          open(at);
          continue;
        }
        insts_.push_back(&inst);
        step(inst);
      }
    }
    close();
    while (!live_.empty()) end(live_.back());
  }
  static bool copies_physical(const llvm::MachineInstr& inst, unsigned operand) {
    return inst.isCopy() && inst.getOperand(operand).getReg().isPhysical();
  }
  void open(llvm::MachineBasicBlock::iterator behind) {
    insts_.clear();
    behind_ = behind;
    behind_live_ = live_;
    over_ = false;
    for (const unsigned v : live_)
      for (const SetShares::Share& s : shares_.of(v)) over_ |= now_[s.set] > limit(s.set);
  }
  void close() {
    if (!over_) return;
    while (!insts_.empty() && copies_physical(*insts_.back(), 1)) insts_.pop_back();
    if (insts_.size() < least_) return;
    std::reverse(insts_.begin(), insts_.end());
    regions_.push_back({insts_, behind_, behind_live_});
  }
  void step(const llvm::MachineInstr& inst) {
    const auto each = [&](auto&& wanted, auto&& f) {
      for (const llvm::MachineOperand& o : inst.operands())
        if (o.isReg() && o.getReg().isVirtual() && wanted(o)) f(o.getReg().virtRegIndex());
    };
    // What nobody reads takes a register as well.
    each([](const auto& o) { return o.isDef(); }, [&](unsigned v) { begin(v); });
    each([](const auto& o) { return o.isDef() && !o.readsReg(); }, [&](unsigned v) { end(v); });
    each([](const auto& o) { return o.readsReg(); }, [&](unsigned v) { begin(v); });
  }
  void begin(unsigned v) {
    if (place_[v] != 0) return;
    live_.push_back(v);
    place_[v] = static_cast<std::uint32_t>(live_.size());
    for (const SetShares::Share& s : shares_.of(v)) over_ |= (now_[s.set] += s.registers) > limit(s.set);
  }
  void end(unsigned v) {
    if (place_[v] == 0) return;
    live_[place_[v] - 1] = live_.back();
    place_[live_.back()] = place_[v];
    live_.pop_back();
    place_[v] = 0;
    for (const SetShares::Share& s : shares_.of(v)) now_[s.set] -= s.registers;
  }

  // Asked when it is needed: of a target with many sets it costs as much as a small function.
  unsigned limit(unsigned set) {
    if (limit_[set] == 0) limit_[set] = limits_.getRegPressureSetLimit(set);
    return limit_[set];
  }

  const std::size_t least_;
  const llvm::TargetInstrInfo& target_;
  const llvm::RegisterClassInfo& limits_;
  SetShares shares_;
  std::vector<std::uint32_t> place_;  // of a virtual register: 1 + where it stands in live_; 0: it does not live
  std::vector<unsigned> now_, limit_, live_, behind_live_;
  std::vector<llvm::MachineInstr*> insts_;  // of the region that is open, from its end
  llvm::MachineBasicBlock::iterator behind_;
  bool over_ = false;
  std::vector<CrowdedRegion> regions_;
};

}  // namespace lathe::llvm_mir
