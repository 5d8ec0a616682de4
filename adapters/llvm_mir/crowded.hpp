// Regions of a machine function in which more virtual registers live than there are physical ones: where it is worth
// looking for another order. Not in SSA form; LLVM's live intervals say what is live behind a block.
//
// A region ends where LLVM's own scheduler would end one: at calls, and where the target says so. Copies out of physical
// registers at its begin and into them at its end stay outside, so that no argument or result is held in its register
// for longer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "adapters/llvm_mir/occupancy.hpp"
#include "adapters/llvm_mir/reorder.hpp"

namespace lathe::llvm_mir {

/// Straight-line code of one block.
struct CrowdedRegion {
  std::vector<llvm::MachineInstr*> insts;    ///< in their order, without debug values
  llvm::MachineBasicBlock::iterator behind;  ///< what follows the last one and its notes
  std::vector<unsigned> live;                ///< what lives behind it, by SetShares' numbers
  std::vector<unsigned> most;  ///< MaxLive of each pressure set, the one with steps last; empty without one
};

/// Does LLVM's scheduler move nothing across it?
inline bool ends_region(const llvm::MachineInstr& inst, const llvm::TargetInstrInfo& target) {
  if (inst.isCall() || inst.isFakeUse() || inst.isPHI()) return true;
  for (const llvm::MachineOperand& o : inst.operands())
    if (o.isRegMask()) return true;
  return target.isSchedulingBoundary(inst, inst.getParent(), *inst.getMF());
}

/// What virtual registers take of the target's pressure sets, by class; asked of the target once for a class. What counts in
/// a set with steps lives and dies lane by lane, so each of its registers has a number of its own; of all others a virtual
/// register's number is its index, or follows from it.
class SetShares {
 public:
  struct Share {
    unsigned set = 0, registers = 0;
  };
  /// `steps`, which outlives it (nullptr: none), is one set more, behind the target's; with it `intervals` say which lanes live.
  explicit SetShares(const llvm::MachineFunction& f, const OccupancySet* steps = nullptr,
                     const llvm::LiveIntervals* intervals = nullptr)
      : info_(f.getRegInfo()),
        target_(*f.getSubtarget().getRegisterInfo()),
        steps_(steps),
        intervals_(steps != nullptr ? intervals : nullptr),
        of_class_(target_.getNumRegClasses()) {
    if (steps_ == nullptr) return;
    for (unsigned v = 0; v < info_.getNumVirtRegs(); ++v) {
      first_.push_back(static_cast<unsigned>(owner_.size()));
      for (unsigned k = std::max(1U, registers_of(v)); k > 0; --k) owner_.push_back(v);
    }
    first_.push_back(static_cast<unsigned>(owner_.size()));
  }

  /// Of all parts.
  unsigned size() const { return steps_ == nullptr ? info_.getNumVirtRegs() : static_cast<unsigned>(owner_.size()); }
  /// f(number) for each part of a virtual register, of those lanes.
  template <class F>
  void for_each_part(unsigned index, llvm::LaneBitmask lanes, F&& f) const {
    if (steps_ == nullptr) return f(index);
    const unsigned count = first_[index + 1] - first_[index];
    if (count == 1) return f(first_[index]);
    const unsigned each =
        std::max(1U, info_.getMaxLaneMaskForVReg(llvm::Register::index2VirtReg(index)).getNumLanes() / count);
    for (unsigned k = 0; k < count; ++k)
      if (const llvm::LaneBitmask some((((std::uint64_t{1} << each) - 1) << (k * each))); (some & lanes).any())
        f(first_[index] + k);
  }
  /// Those that a mention names; of one that reads, those that hold anything there: a register may be read whole of which
  /// only a part was ever written.
  template <class F>
  void for_each_part(const llvm::MachineOperand& o, F&& f) const {
    llvm::LaneBitmask lanes =
        o.getSubReg() == 0 ? llvm::LaneBitmask::getAll() : target_.getSubRegIndexLaneMask(o.getSubReg());
    if (o.isUse() && intervals_ != nullptr && intervals_->hasInterval(o.getReg()))
      if (const llvm::LiveInterval& life = intervals_->getInterval(o.getReg()); life.hasSubRanges()) {
        llvm::LaneBitmask live;
        const llvm::SlotIndex at = intervals_->getInstructionIndex(*o.getParent()).getBaseIndex();
        for (const llvm::LiveInterval::SubRange& part : life.subranges())
          if (part.liveAt(at)) live |= part.LaneMask;
        lanes &= live;
      }
    for_each_part(o.getReg().virtRegIndex(), lanes, f);
  }
  /// Does a mention that writes leave nothing of what its parts were? A part is written whole.
  bool ends(const llvm::MachineOperand& o) const { return !o.readsReg() || in_parts(o.getReg().virtRegIndex()); }
  /// Does it read its parts?
  bool reads(const llvm::MachineOperand& o) const {
    return o.readsReg() && (o.isUse() || !in_parts(o.getReg().virtRegIndex()));
  }

  unsigned stepped() const { return target_.getNumRegPressureSets(); }  ///< the number of the set with steps
  unsigned sets() const { return stepped() + (steps_ != nullptr ? 1 : 0); }

  const llvm::TargetRegisterClass* type(unsigned part) const {
    return info_.getRegClassOrNull(llvm::Register::index2VirtReg(steps_ == nullptr ? part : owner_[part]));
  }
  /// Of a part.
  const std::vector<Share>& of(unsigned index) {
    static const std::vector<Share> nothing;
    const auto* const c = type(index);
    return c == nullptr ? nothing : of(*c);
  }
  const std::vector<Share>& of(const llvm::TargetRegisterClass& c) {
    Known& out = of_class_[c.getID()];
    if (std::exchange(out.known, true)) return out.shares;
    if (steps_ != nullptr && steps_->of_class[c.getID()] != 0) {
      out.shares.push_back({stepped(), 1});
      return out.shares;
    }
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
  unsigned registers_of(unsigned index) const {
    const auto* const c = info_.getRegClassOrNull(llvm::Register::index2VirtReg(index));
    return steps_ == nullptr || c == nullptr ? 0 : steps_->of_class[c->getID()];
  }
  bool in_parts(unsigned index) const { return registers_of(index) != 0; }

  const llvm::MachineRegisterInfo& info_;
  const llvm::TargetRegisterInfo& target_;
  const OccupancySet* steps_;
  const llvm::LiveIntervals* intervals_;
  std::vector<unsigned> first_, owner_;  // with steps: of a virtual register its first part; of a part its register
  std::vector<Known> of_class_;
};

class CrowdedRegions {
 public:
  /// Those of `least` instructions or more. O(operands * sets of a class + pairs of a register and a block at whose end it
  /// lives). `function` is changed by who has the regions, not here.
  /// With `steps`, which outlives it, those in which more registers of that set live than the best step has.
  CrowdedRegions(llvm::MachineFunction& function, const llvm::LiveIntervals& intervals, std::size_t least = 2,
                 const OccupancySet* steps = nullptr)
      : least_(least),
        function_(function),
        target_(*function.getSubtarget().getInstrInfo()),
        limits_(function),
        steps_(steps),
        shares_(function, steps, &intervals),
        place_(shares_.size(), 0) {
    now_.assign(shares_.sets(), 0);
    most_.assign(steps == nullptr ? 0 : shares_.sets(), 0);
    limit_.assign(shares_.sets(), 0);
    const llvm::SlotIndexes& places = *intervals.getSlotIndexes();
    std::vector<std::vector<unsigned>> behind(function.getNumBlockIDs());
    for (unsigned v = 0; v < function.getRegInfo().getNumVirtRegs(); ++v) {
      const llvm::Register r = llvm::Register::index2VirtReg(v);
      if (!intervals.hasInterval(r)) continue;
      const auto live = [&](const llvm::LiveRange& range, llvm::LaneBitmask lanes) {
        for (const llvm::LiveRange::Segment& s : range)
          for (auto b = places.getMBBFromIndex(s.start)->getIterator();
               b != function.end() && places.getMBBEndIdx(&*b) <= s.end; ++b)
            shares_.for_each_part(
                v, lanes, [&](unsigned part) { behind[static_cast<unsigned>(b->getNumber())].push_back(part); });
      };
      const llvm::LiveInterval& life = intervals.getInterval(r);
      if (steps == nullptr || !life.hasSubRanges()) {
        live(life, llvm::LaneBitmask::getAll());
        continue;
      }
      for (const llvm::LiveInterval::SubRange& part : life.subranges()) live(part, part.LaneMask);
    }
    for (llvm::MachineBasicBlock& b : function) look(b, behind[static_cast<unsigned>(b.getNumber())]);
  }

  /// The number of the target's pressure set of this name, if there is one; that of the set with steps is the last.
  std::optional<std::size_t> set_named(std::string_view name) const {
    const llvm::TargetRegisterInfo& target = *function_.getSubtarget().getRegisterInfo();
    for (unsigned s = 0; s < target.getNumRegPressureSets(); ++s)
      if (name == target.getRegPressureSetName(s)) return s;
    return {};
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
    over_ = crowded_ != 0;
    if (steps_ != nullptr) most_ = now_;
  }
  void close() {
    if (!over_) return;
    while (!insts_.empty() && copies_physical(*insts_.back(), 1)) insts_.pop_back();
    if (insts_.size() < least_) return;
    std::reverse(insts_.begin(), insts_.end());
    regions_.push_back({insts_, behind_, behind_live_, most_});
  }
  void step(const llvm::MachineInstr& inst) {
    const auto each = [&](auto&& wanted, auto&& f) {
      for (const llvm::MachineOperand& o : inst.operands())
        if (o.isReg() && o.getReg().isVirtual() && wanted(o)) shares_.for_each_part(o, f);
    };
    // What nobody reads takes a register as well.
    each([](const auto& o) { return o.isDef(); }, [&](unsigned v) { begin(v); });
    each([&](const auto& o) { return o.isDef() && shares_.ends(o); }, [&](unsigned v) { end(v); });
    each([&](const auto& o) { return shares_.reads(o); }, [&](unsigned v) { begin(v); });
  }
  void begin(unsigned v) {
    if (place_[v] != 0) return;
    live_.push_back(v);
    place_[v] = static_cast<std::uint32_t>(live_.size());
    for (const SetShares::Share& s : shares_.of(v)) {
      const bool was = now_[s.set] > limit(s.set);
      now_[s.set] += s.registers;
      if (steps_ != nullptr) most_[s.set] = std::max(most_[s.set], now_[s.set]);
      if (was || now_[s.set] <= limit_[s.set]) continue;
      ++crowded_;
      over_ = true;
    }
  }
  void end(unsigned v) {
    if (place_[v] == 0) return;
    live_[place_[v] - 1] = live_.back();
    place_[live_.back()] = place_[v];
    live_.pop_back();
    place_[v] = 0;
    for (const SetShares::Share& s : shares_.of(v)) {
      const bool was = now_[s.set] > limit_[s.set];
      now_[s.set] -= s.registers;
      if (was && now_[s.set] <= limit_[s.set]) --crowded_;
    }
  }

  // Asked when it is needed: of a target with many sets it costs as much as a small function.
  unsigned limit(unsigned set) {
    if (limit_[set] != 0) return limit_[set];
    if (steps_ == nullptr)
      limit_[set] = limits_(set);
    else
      limit_[set] = set == shares_.stepped() ? steps_->wanted() : ~0U;
    return limit_[set];
  }

  const std::size_t least_;
  const llvm::MachineFunction& function_;
  const llvm::TargetInstrInfo& target_;
  const SetLimits limits_;
  const OccupancySet* steps_;
  SetShares shares_;
  std::vector<std::uint32_t> place_;  // of a part: 1 + where it stands in live_; 0: it does not live
  std::vector<unsigned> now_, most_, limit_, live_, behind_live_;
  std::vector<llvm::MachineInstr*> insts_;  // of the region that is open, from its end
  llvm::MachineBasicBlock::iterator behind_;
  unsigned crowded_ = 0;  // sets of which more live now than there are
  bool over_ = false;     // was there one in the region that is open?
  std::vector<CrowdedRegion> regions_;
};

}  // namespace lathe::llvm_mir
