// The registers of a machine function for passes over llvm_mir::Code: the target's pressure sets and their limits, as far
// as classes of the function's virtual registers count in them.
//
// Physical registers count for nothing: before allocation they live for short, and behind it there are no limits. What a call
// clobbers by its mask counts: of a set's registers those that it does not keep, and `spare_across_calls` of those that it does:
// LLVM's allocator spills in loops where the last of them are taken, too (what with how many: docs/decisions.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/pressure/sets.hpp>

#include "adapters/llvm_mir/editor.hpp"
#include "adapters/llvm_mir/occupancy.hpp"

namespace lathe::llvm_mir {

/// An Own, as pressure/of_view.hpp has it. Made once for a function.
class CodeRegisters {
 public:
  explicit CodeRegisters(const Code& code) : code_(&code) {}

  /// The first question costs O(virtual registers + classes in use * their sets).
  const std::vector<program::RegisterSet>& sets() const {
    find();
    return sets_;
  }
  const program::RegisterClass& register_class(Code::Value v) const {
    find();
    const std::uint32_t c = code_->register_class(v);
    return c < by_class_.size() ? by_class_[c] : nothing_;
  }
  /// f(program::RegisterShare) for each set of which a call keeps fewer registers than there are. O(operands), and the
  /// first time that a mask is seen O(the target's register units * their sets).
  template <class F>
  void for_each_clobber(Code::Inst i, F&& f) const {
    for (const llvm::MachineOperand& o : i->operands())
      if (o.isRegMask())
        for (const program::RegisterShare& share : clobbered(o.getRegMask())) f(share);
  }

 private:
  void find() const {
    if (!by_class_.empty()) return;
    const llvm::MachineFunction& f = code_->function();
    const llvm::TargetRegisterInfo& target = *f.getSubtarget().getRegisterInfo();
    by_class_.resize(code_->physical_class());
    std::vector<pressure::SetsInUse<std::uint32_t>::Member> members;
    std::vector<const llvm::TargetRegisterClass*> classes;
    for (unsigned r = 0; r < f.getRegInfo().getNumVirtRegs(); ++r) {
      const auto* const c = f.getRegInfo().getRegClassOrNull(llvm::Register::index2VirtReg(r));
      if (c == nullptr || by_class_[c->getID()].name == "used") continue;
      by_class_[c->getID()].name = "used";
      classes.push_back(c);
      for_each_set(target, *c, [&](unsigned set, unsigned weight) { members.push_back({set, c->getID(), weight}); });
    }
    const SetLimits limit(f);
    const pressure::SetsInUse<std::uint32_t> in_use(members, limit);
    for (const unsigned set : in_use.chosen()) {
      sets_.push_back({target.getRegPressureSetName(set), limit(set)});
      set_numbers_.push_back(set);
    }
    for (const auto* const c : classes) {
      by_class_[c->getID()].name = target.getRegClassName(c);
      for_each_set(target, *c, [&](unsigned set, unsigned weight) {
        if (in_use.stands(set)) by_class_[c->getID()].shares.push_back({in_use.set_of(set), weight});
      });
      std::sort(by_class_[c->getID()].shares.begin(), by_class_[c->getID()].shares.end(),
                [](const auto& a, const auto& b) { return a.set < b.set; });
    }
  }
  const std::vector<program::RegisterShare>& clobbered(const std::uint32_t* mask) const {
    find();
    for (const auto& [known, shares] : by_mask_)
      if (known == mask) return shares;
    const llvm::MachineFunction& f = code_->function();
    const llvm::TargetRegisterInfo& target = *f.getSubtarget().getRegisterInfo();
    std::vector<std::uint32_t> kept(sets_.size(), 0);
    for (unsigned n = 0; n < target.getNumRegUnits(); ++n) {
      const auto unit = static_cast<llvm::MCRegUnit>(n);
      const llvm::MCRegister root = *llvm::MCRegUnitRootIterator(unit, &target);
      if (!f.getRegInfo().isAllocatable(root) || llvm::MachineOperand::clobbersPhysReg(mask, root)) continue;
      for (const int* set = target.getRegUnitPressureSets(unit); *set != -1; ++set)
        for (std::size_t k = 0; k < kept.size(); ++k)
          if (set_numbers_[k] == static_cast<unsigned>(*set)) kept[k] += target.getRegUnitWeight(unit);
    }
    by_mask_.push_back({mask, {}});
    for (std::uint32_t k = 0; k < kept.size(); ++k)
      if (const std::uint32_t room = kept[k] - std::min(kept[k], spare_across_calls); room < sets_[k].limit)
        by_mask_.back().second.push_back({k, sets_[k].limit - room});
    return by_mask_.back().second;
  }
  template <class F>
  static void for_each_set(const llvm::TargetRegisterInfo& target, const llvm::TargetRegisterClass& c, F&& f) {
    const unsigned weight = target.getRegClassWeight(&c).RegWeight;
    for (const int* set = target.getRegClassPressureSets(&c); weight != 0 && *set != -1; ++set)
      f(static_cast<unsigned>(*set), weight);
  }

  static constexpr std::uint32_t spare_across_calls = 2;
  const Code* code_;
  mutable std::vector<program::RegisterClass> by_class_;  // by LLVM's number of the class; empty: not asked yet
  mutable std::vector<program::RegisterSet> sets_;
  mutable std::vector<unsigned> set_numbers_;  // LLVM's, of these
  mutable std::vector<std::pair<const std::uint32_t*, std::vector<program::RegisterShare>>> by_mask_;
  program::RegisterClass nothing_{"none"};
};

}  // namespace lathe::llvm_mir
