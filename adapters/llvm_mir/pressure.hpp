// A machine function of LLVM as a program for lathe::pressure, with the target's pressure sets and their limits.
//
// A virtual register is one unit that weighs what its class does; of a physical register that may be allocated, each
// register unit is one. That is how LLVM's RegPressureTracker counts, which the test compares with. A phi is an
// instruction that writes its result; what it reads is live at the ends of the blocks it comes from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/StringExtras.h>
#include <llvm/CodeGen/LiveRegUnits.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/RegisterClassInfo.h>

#include <lathe/pressure/ingest.hpp>

#include "adapters/llvm_mir/functions.hpp"

namespace lathe::llvm_mir {

class PressureFunction {
 public:
  using Block = const llvm::MachineBasicBlock*;
  using Inst = const llvm::MachineInstr*;
  using Reg = std::uint64_t;  ///< the index of a virtual register, or `physical` plus a register unit
  static constexpr Reg physical = Reg{1} << 32;
  struct Operand {
    Reg reg;
    bool is_def;
  };

  explicit PressureFunction(const llvm::MachineFunction& function)
      : f_(function), info_(function.getRegInfo()), target_(*info_.getTargetRegisterInfo()) {
    limits_.runOnMachineFunction(function);
    std::set<Reg> registers;
    for (const llvm::MachineBasicBlock& block : function) {
      for (const llvm::MachineInstr& inst : block) for_each(inst, [&](Reg reg, bool) { registers.insert(reg); });
      for (const Reg reg : live_out(&block)) registers.insert(reg);
    }
    choose_sets(registers);
  }

  // What pressure::Program asks for.
  std::vector<Block> blocks() const {
    std::vector<Block> out;
    for (const llvm::MachineBasicBlock& block : f_) out.push_back(&block);
    return out;
  }
  std::vector<Block> successors(Block b) const { return {b->succ_begin(), b->succ_end()}; }
  std::vector<Inst> insts(Block b) const {
    std::vector<Inst> out;
    for (const llvm::MachineInstr& inst : *b)
      // KILL, which is no code, does keep what it names alive until there.
      if (!is_note(inst) || inst.isKill()) out.push_back(&inst);
    return out;
  }
  std::vector<Operand> operands(Inst i) const {
    std::vector<Operand> out;
    for_each(*i, [&](Reg reg, bool def) {
      if (def || !i->isPHI()) out.push_back({reg, def});
    });
    return out;
  }
  std::vector<std::uint32_t> limits() const {
    std::vector<std::uint32_t> out;
    for (const unsigned set : sets_) out.push_back(limits_.getRegPressureSetLimit(set));
    return out;
  }
  std::vector<pressure::Feed> feeds(Reg reg) const {
    std::vector<pressure::Feed> out;
    for_each_set(reg, [&](unsigned set, unsigned weight) {
      const auto at = std::find(sets_.begin(), sets_.end(), set);
      if (at != sets_.end()) out.push_back({static_cast<std::uint32_t>(at - sets_.begin()), weight});
    });
    return out;
  }

  // What it may have.
  std::vector<Reg> live_out(Block b) const {
    std::vector<Reg> out;
    llvm::LiveRegUnits live(target_);
    for (const llvm::MachineBasicBlock* next : b->successors()) {
      live.addLiveIns(*next);
      for (const llvm::MachineInstr& phi : next->phis())
        for (unsigned k = 1; k + 1 < phi.getNumOperands(); k += 2)
          if (phi.getOperand(k + 1).getMBB() == b && !phi.getOperand(k).isUndef())
            out.push_back(phi.getOperand(k).getReg().virtRegIndex());
    }
    for (const unsigned unit : live.getBitVector().set_bits())
      if (allocatable(static_cast<llvm::MCRegUnit>(unit))) out.push_back(physical + unit);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  pressure::Flags flags(Inst i) const {
    pressure::Flags out = 0;
    if (i->isTerminator()) out |= pressure::terminator;
    if (i->isPHI() || i->isPosition() || i->isInlineAsm()) out |= pressure::fixed;
    if (i->isCall() || i->hasUnmodeledSideEffects() || (i->mayLoadOrStore() && i->hasOrderedMemoryRef()))
      out |= pressure::barrier;
    if (i->mayStore()) out |= pressure::stores;
    if (i->mayLoad() && !i->isDereferenceableInvariantLoad()) out |= pressure::loads;
    return out;
  }
  std::string name() const { return f_.getName().str(); }
  std::string name(Block b) const { return "bb." + std::to_string(b->getNumber()); }
  std::string name(Inst i) const { return f_.getSubtarget().getInstrInfo()->getName(i->getOpcode()).str(); }
  std::string name(Reg reg) const {
    if (reg < physical) return "%" + std::to_string(reg);
    return "unit" + std::to_string(reg - physical);
  }
  std::string set_name(std::uint32_t set) const { return target_.getRegPressureSetName(sets_[set]); }

  /// The target's number of each set of the problem.
  const std::vector<unsigned>& sets() const { return sets_; }
  /// The problem's set for one of the target's: targets have up to hundreds, of which those that have the same members
  /// in this function are one, with the least limit among them. `pressure::none`: no register of the function counts
  /// in it, or it is left out.
  std::uint32_t set_of(unsigned set) const {
    const auto at = set_of_.find(set);
    return at == set_of_.end() ? pressure::none : at->second;
  }
  /// Sets that no longer fitted into the problem.
  std::size_t left_out() const { return left_out_; }

  /// Units that may be allocated in some way: all that is counted of physical registers.
  bool allocatable(llvm::MCRegUnit unit) const {
    for (llvm::MCRegUnitRootIterator root(unit, &target_); root.isValid(); ++root)
      for (llvm::MCSuperRegIterator reg(*root, &target_, true); reg.isValid(); ++reg)
        if (info_.isAllocatable(*reg)) return true;
    return false;
  }

 private:
  // f(register, is it written), reads and writes.
  template <class F>
  void for_each(const llvm::MachineInstr& inst, F&& f) const {
    for (const llvm::MachineOperand& o : inst.operands()) {
      if (!o.isReg() || !o.getReg() || o.isDebug()) continue;
      const auto one = [&](Reg reg) {
        if (o.readsReg()) f(reg, false);
        if (o.isDef()) f(reg, true);
      };
      if (o.getReg().isVirtual()) {
        one(o.getReg().virtRegIndex());
      } else if (info_.isAllocatable(o.getReg())) {
        for (const llvm::MCRegUnit unit : target_.regunits(o.getReg())) one(physical + static_cast<unsigned>(unit));
      }
    }
  }
  template <class F>
  void for_each_set(Reg reg, F&& f) const {
    const int* set = nullptr;
    unsigned weight = 0;
    if (reg < physical) {
      const auto* const type = info_.getRegClassOrNull(llvm::Register::index2VirtReg(static_cast<unsigned>(reg)));
      if (type == nullptr) return;
      set = target_.getRegClassPressureSets(type);
      weight = target_.getRegClassWeight(type).RegWeight;
    } else {
      const auto unit = static_cast<llvm::MCRegUnit>(reg - physical);
      set = target_.getRegUnitPressureSets(unit);
      weight = target_.getRegUnitWeight(unit);
    }
    for (; weight != 0 && *set != -1; ++set) f(static_cast<unsigned>(*set), weight);
  }
  void choose_sets(const std::set<Reg>& registers) {
    std::map<unsigned, std::vector<std::pair<Reg, unsigned>>> members;
    for (const Reg reg : registers)
      for_each_set(reg, [&](unsigned set, unsigned weight) { members[set].emplace_back(reg, weight); });
    std::map<std::vector<std::pair<Reg, unsigned>>, std::vector<unsigned>> groups;
    for (const auto& [set, list] : members) groups[list].push_back(set);
    std::vector<std::vector<unsigned>> chosen;
    for (auto& [list, group] : groups) {
      std::stable_sort(group.begin(), group.end(), [&](unsigned a, unsigned b) {
        return limits_.getRegPressureSetLimit(a) < limits_.getRegPressureSetLimit(b);
      });
      chosen.push_back(group);
    }
    std::sort(chosen.begin(), chosen.end());
    for (const auto& group : chosen) {
      if (sets_.size() == pressure::max_sets) {
        left_out_ += group.size();
        continue;
      }
      for (const unsigned set : group) set_of_[set] = static_cast<std::uint32_t>(sets_.size());
      sets_.push_back(group[0]);
    }
  }

  const llvm::MachineFunction& f_;
  const llvm::MachineRegisterInfo& info_;
  const llvm::TargetRegisterInfo& target_;
  llvm::RegisterClassInfo limits_;
  std::vector<unsigned> sets_;
  std::map<unsigned, std::uint32_t> set_of_;
  std::size_t left_out_ = 0;
};

static_assert(pressure::explain<PressureFunction>());

}  // namespace lathe::llvm_mir
