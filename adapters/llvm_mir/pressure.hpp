// A machine function of LLVM for lathe::pressure, with the target's pressure sets and their limits.
//
// A virtual register is one unit that weighs what its class does; of a physical register that may be allocated, each
// register unit is one. That is how LLVM's RegPressureTracker counts, which the test compares with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <llvm/CodeGen/RegisterClassInfo.h>

#include <lathe/pressure/of_view.hpp>

#include "adapters/llvm_mir/units_view.hpp"

namespace lathe::llvm_mir {

/// The target's pressure sets, as far as the function's registers count in them.
class TargetSets {
 public:
  using Reg = UnitsView::Value;
  explicit TargetSets(const llvm::MachineFunction& function, const UnitsView& view)
      : view_(view), target_(*function.getSubtarget().getRegisterInfo()) {
    limits_.runOnMachineFunction(function);
    std::set<Reg> registers;
    for (const View::Block b : view.blocks()) {
      for (const View::Inst i : view.instructions(b))
        view.for_each_operand(i, [&](const program::Operand<Reg>& o) { registers.insert(o.value); });
      view.for_each_live_out(b, [&](Reg reg) { registers.insert(reg); });
    }
    choose_sets(registers);
  }

  std::vector<pressure::Problem::Set> sets() const {
    std::vector<pressure::Problem::Set> out;
    for (const unsigned set : chosen_)
      out.push_back({target_.getRegPressureSetName(set), limits_.getRegPressureSetLimit(set), {}});
    return out;
  }
  std::vector<pressure::Feed> feeds(Reg reg) const {
    std::vector<pressure::Feed> out;
    for_each_set(reg, [&](unsigned set, unsigned weight) {
      const auto at = std::find(chosen_.begin(), chosen_.end(), set);
      if (at != chosen_.end()) out.push_back({static_cast<std::uint32_t>(at - chosen_.begin()), weight});
    });
    return out;
  }

  /// The target's number of each set of the problem.
  const std::vector<unsigned>& chosen() const { return chosen_; }
  /// The problem's set for one of the target's: targets have up to hundreds, of which those that have the same members
  /// in this function are one, with the least limit among them. `pressure::none`: no register of the function counts
  /// in it, or it is left out.
  std::uint32_t set_of(unsigned set) const {
    const auto at = set_of_.find(set);
    return at == set_of_.end() ? pressure::none : at->second;
  }
  /// Sets that no longer fitted into the problem.
  std::size_t left_out() const { return left_out_; }

 private:
  template <class F>
  void for_each_set(Reg reg, F&& f) const {
    const int* set = nullptr;
    unsigned weight = 0;
    if (reg < UnitsView::physical) {
      const auto* const type = view_.type(reg);
      if (type == nullptr) return;
      set = target_.getRegClassPressureSets(type);
      weight = target_.getRegClassWeight(type).RegWeight;
    } else {
      const auto unit = static_cast<llvm::MCRegUnit>(reg - UnitsView::physical);
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
      if (chosen_.size() == pressure::max_sets) {
        left_out_ += group.size();
        continue;
      }
      for (const unsigned set : group) set_of_[set] = static_cast<std::uint32_t>(chosen_.size());
      chosen_.push_back(group[0]);
    }
  }

  const UnitsView& view_;
  const llvm::TargetRegisterInfo& target_;
  llvm::RegisterClassInfo limits_;
  std::vector<unsigned> chosen_;
  std::map<unsigned, std::uint32_t> set_of_;
  std::size_t left_out_ = 0;
};

namespace detail {
struct PressureParts {
  UnitsView view;
  TargetSets targets;
};
}  // namespace detail

class PressureFunction : detail::PressureParts, public pressure::OfView<UnitsView, TargetSets> {
 public:
  using Reg = UnitsView::Value;
  static constexpr Reg physical = UnitsView::physical;
  explicit PressureFunction(llvm::MachineFunction& function)
      : PressureParts{{function, UnitsView::Registers::allocatable}, TargetSets(function, view)},
        OfView(view, targets) {}
  PressureFunction(const PressureFunction&) = delete;

  const std::vector<unsigned>& sets() const { return targets.chosen(); }
  std::uint32_t set_of(unsigned set) const { return targets.set_of(set); }
  std::size_t left_out() const { return targets.left_out(); }
  bool allocatable(llvm::MCRegUnit unit) const { return view.allocatable(unit); }
};
static_assert(pressure::explain<PressureFunction>());

}  // namespace lathe::llvm_mir
