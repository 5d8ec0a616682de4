// A machine function of LLVM 22 whose registers may become parts of wider ones: what lathe/passes/coalesce.hpp asks to judge
// copies of lanes. Behind two-address form: what REG_SEQUENCE and INSERT_SUBREG were is copies into parts there.
//
// Lanes are the bits of LLVM's lane masks, and bits of ours for what no lane stands for: of a class with parts that are
// smaller than its registers though no lane tells (x86: the lower half of a 64-bit register, of a vector), one for what
// each next larger of them has more. Nothing names such a bit alone, and who writes the part alone takes it; so he does
// with lanes that only seem to be there (AArch64: the upper half of X0).
//
// SUBREG_TO_REG is a copy into a part; what it says of the rest is so by what wrote the part, wherever it stands.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/Target/TargetMachine.h>

#include <lathe/passes/lane_units.hpp>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// Code in which lanes are told apart, as passes::NamesLanes wants it.
class PartsCode : public Code {
 public:
  explicit PartsCode(llvm::MachineFunction& function, Ways ways = Ways::fixed,
                     const llvm::MachineBlockFrequencyInfo* frequencies = nullptr, Masks masks = Masks::named)
      : Code(function, ways, frequencies, masks),
        kinds_(registers_.getNumRegClasses()),
        small_writes_keep_(function.getTarget().getTargetTriple().isX86()) {
    for (const llvm::MachineBasicBlock& b : function)
      for (const llvm::MachineInstr& i : b.instrs())
        if (i.isBundled() || i.isSubregToReg()) fix(i);
  }

  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    const bool into_part = i->isSubregToReg();
    name_operands(i, [&](program::Operand<Value> x, const llvm::MachineOperand& o) {
      if (o.isReg() && o.getReg().isVirtual()) {
        const unsigned part = into_part && o.isDef() && o.getSubReg() == 0 ? part_of(*i) : o.getSubReg();
        if (const Kind* const k = part != 0 ? kind(o.getReg()) : nullptr; k != nullptr && k->lanes_of(part) != 0)
          x.lanes = x.old ? k->lanes & ~k->lanes_of(part) : k->lanes_of(part);
      }
      f(x);
    });
  }
  program::Effects effects(Inst i) const {
    const program::Effects e = Code::effects(i);
    return (i->isCopy() || i->isSubregToReg()) && copies_part(*i) ? e | Effect::copy : e;
  }

  /// Bits as the head of the file says; 1 of what has no parts.
  std::uint64_t lane_mask(Value v) const {
    if (pinned(v) || info_.getRegClassOrNull(llvm::Register(v)) == nullptr) return 1;
    const Kind* const k = kind(llvm::Register(v));
    return k == nullptr ? ~std::uint64_t{0} : k->lanes;
  }
  /// Lanes that are another's behind a write of these alone.
  std::uint64_t lanes_lost(Value v, std::uint64_t written) const {
    const Kind* const k = pinned(v) ? nullptr : kind(llvm::Register(v));
    if (k == nullptr) return 0;
    std::uint64_t out = (written & k->real) == k->real ? k->lanes & ~written : 0;
    for (const auto& [lane, around] : k->seeming)
      if ((around & written) != 0) out |= lane & ~written;
    return out;
  }
  /// A class that has such a part, of a class that all mentions of `v` take, and enough registers of it.
  bool may_be_lanes(Value v, Value of, std::uint64_t lanes) const {
    if (pinned(v) || pinned(of) || fixed_.contains(v)) return false;
    const Kind* const k = kind(llvm::Register(of));
    const unsigned part = k == nullptr ? 0 : k->part(lanes);
    if (part == 0 || kind(llvm::Register(v)) == nullptr) return false;
    const llvm::TargetRegisterClass *const was = info_.getRegClass(llvm::Register(of)), *const fits =
                                                                                            with_part(v, of, part);
    constexpr unsigned enough = 8;
    if (fits == nullptr || !fits->isAllocatable() || (fits != was && fits->getNumRegs() < enough)) return false;
    asked_[v] = part;
    return true;
  }
  /// Precondition: may_be_lanes of what the mention names, or it is a definition of the value itself.
  void set_lanes(Inst i, std::uint32_t k, Value v, std::uint64_t, std::uint64_t stays) {
    auto& o = const_cast<llvm::MachineOperand&>(*operand(i, k).first);  // NOLINT
    const llvm::Register from = o.getReg(), to(v);
    if (from != to) {
      const unsigned part = asked_.at(from.id());
      const llvm::TargetRegisterClass* const fits = with_part(from.id(), v, part);
      if (fits != info_.getRegClass(to)) info_.setRegClass(to, fits);
      touched_.insert(i);
      wanted_.erase(&o);
      alive(from);
      no_kills(to);
      o.setReg(to);
      o.setSubReg(o.getSubReg() == 0 ? part : registers_.composeSubRegIndices(part, o.getSubReg()));
    }
    alive(to);
    if (o.isUse()) return o.setIsKill(false);
    o.setIsUndef(false);
    if (o.getSubReg() != 0 && (stays == 0 || rest_of(o) == 0)) o.setIsUndef(true);
    written_.insert(from.id());
  }
  void set_operand(Inst i, std::uint32_t k, Value v) {
    const llvm::MachineOperand* const o = operand(i, k).first;
    if (o != nullptr && o->isReg() && o->getReg().isVirtual() && o->getReg().id() != v) {
      const Value from = o->getReg().id();
      if (fixed_.contains(from)) fixed_.insert(v);
      if (!i->isCopy() && !pinned(v)) {
        const auto [at, added] = narrowed_.try_emplace(v, mentioned_as(from));
        if (!added) at->second = common(at->second, mentioned_as(from));
      }
    }
    Code::set_operand(i, k, v);
  }

 private:
  using Class = llvm::TargetRegisterClass;
  struct Kind {
    std::uint64_t lanes = 0, real = 0;  ///< all; those that LLVM has
    std::vector<std::pair<unsigned, std::uint64_t>> parts;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> seeming;  ///< a lane, and those that it is written with
    bool made = false, fine = true;
    std::uint64_t lanes_of(unsigned part) const {
      for (const auto& [index, mask] : parts)
        if (index == part) return mask;
      return 0;
    }
    unsigned part(std::uint64_t of) const {
      for (const auto& [index, mask] : parts)
        if (mask == of) return index;
      return 0;
    }
  };

  // None: it has no class, or lanes that cannot be told.
  const Kind* kind(llvm::Register r) const {
    const Class* const c = info_.getRegClassOrNull(r);
    if (c == nullptr) return nullptr;
    Kind& k = kinds_[c->getID()];
    if (!k.made) make(*c, k);
    return k.fine ? &k : nullptr;
  }
  void make(const Class& c, Kind& k) const {
    k.made = true;
    k.real = c.getLaneMask().getAsInteger();
    if (k.real == 0) k.real = 1;
    k.lanes = k.real;
    struct Part {
      unsigned index, size;
      std::uint64_t mask;
    };
    std::vector<Part> all, smaller;  // smaller: than the registers, though they have all lanes
    for (unsigned i = 1; i < registers_.getNumSubRegIndices(); ++i) {
      if (registers_.getSubClassWithSubReg(&c, i) == nullptr) continue;
      const std::uint64_t mask = registers_.getSubRegIndexLaneMask(i).getAsInteger();
      const Part part{i, registers_.getSubRegIdxSize(i), mask & k.real};
      if (part.mask != 0) (part.mask == k.real ? smaller : all).push_back(part);
    }
    std::stable_sort(all.begin(), all.end(), [](const Part& a, const Part& b) { return a.size > b.size; });
    std::stable_sort(smaller.begin(), smaller.end(), [](const Part& a, const Part& b) { return a.size < b.size; });
    constexpr unsigned first_bit = 60;
    for (const Part& p : all) {
      // Of two with the same lanes the smaller one has no lanes of its own.
      if (k.part(p.mask) == 0) k.parts.emplace_back(p.index, p.mask);
    }
    std::uint64_t mask = k.real;
    for (std::size_t n = 0; n < smaller.size(); ++n) {
      if (n != 0 && smaller[n].size == smaller[n - 1].size) continue;
      k.parts.emplace_back(smaller[n].index, mask);
      const unsigned bit = first_bit + std::popcount(mask) - std::popcount(k.real);
      k.fine &= bit < 64 && k.real >> first_bit == 0;
      mask |= std::uint64_t{1} << std::min(bit, 63U);
    }
    k.lanes = mask;
    if (!small_writes_keep_) find_seeming(c, k);
  }
  // Lanes of parts that are no registers of their own, with the smallest part around them that is one.
  void find_seeming(const Class& c, Kind& k) const {
    if (c.getNumRegs() == 0) return;
    std::uint64_t named = 0;
    std::vector<std::uint64_t> around;
    for (const auto& [index, mask] : k.parts)
      if (const llvm::MCRegister r = registers_.getSubReg(c.getRegister(0), index); r && !registers_.isArtificial(r)) {
        around.push_back(mask);
        if (registers_.getSubRegIndexLaneMask(index).getNumLanes() == 1) named |= mask;
      }
    for (std::uint64_t left = k.real; left != 0; left &= left - 1) {
      const std::uint64_t lane = left & (~left + 1);
      if ((named & lane) != 0) continue;
      std::uint64_t smallest = k.real;
      for (const std::uint64_t mask : around)
        if ((mask & lane) != 0 && std::popcount(mask) < std::popcount(smallest)) smallest = mask;
      if (std::has_single_bit(k.real)) continue;
      k.seeming.emplace_back(lane, smallest);
    }
  }
  static unsigned part_of(const llvm::MachineInstr& into) {
    return static_cast<unsigned>(into.getOperand(into.getNumExplicitOperands() - 1).getImm());
  }
  // A copy with parts, of virtual registers, with nothing beside.
  bool copies_part(const llvm::MachineInstr& i) const {
    const llvm::MachineOperand& to = i.getOperand(0);
    const llvm::MachineOperand& from = i.getOperand(i.isCopy() ? 1 : i.getNumExplicitOperands() - 2);
    if (i.getNumOperands() != i.getNumExplicitOperands() || i.isBundled() || !to.getReg().isVirtual() ||
        !from.isReg() || !from.getReg().isVirtual() || from.isUndef() || (i.isSubregToReg() && to.getSubReg() != 0))
      return false;
    const auto named = [&](const llvm::MachineOperand& o, unsigned part) {
      const Kind* const k = kind(o.getReg());
      return k != nullptr && (part == 0 || k->lanes_of(part) != 0);
    };
    return named(to, i.isSubregToReg() ? part_of(i) : to.getSubReg()) && named(from, from.getSubReg());
  }
  void fix(const llvm::MachineInstr& i) {
    for (const llvm::MachineOperand& o : i.operands())
      if (o.isReg() && o.getReg().isVirtual() && (i.isBundled() || o.isDef())) fixed_.insert(o.getReg().id());
  }
  // The class that all mentions take that were some other register's before; null: none does.
  const Class* mentioned_as(Value v) const {
    const Class* const own = info_.getRegClassOrNull(llvm::Register(v));
    const auto at = narrowed_.find(v);
    return at == narrowed_.end() ? own : common(at->second, own);
  }
  const Class* common(const Class* a, const Class* b) const {
    return a == nullptr || b == nullptr ? nullptr : registers_.getCommonSubClass(a, b);
  }
  const Class* with_part(Value v, Value of, unsigned part) const {
    const Class *const small = mentioned_as(v), *const large = mentioned_as(of);
    return small == nullptr || large == nullptr ? nullptr : registers_.getMatchingSuperRegClass(large, small, part);
  }

  mutable std::vector<Kind> kinds_;                    // by class
  const bool small_writes_keep_;                       // a write of less than 32 bits keeps the others
  std::unordered_set<Value> fixed_;                    // registers that become no parts
  std::unordered_map<Value, const Class*> narrowed_;   // looked up only, as
  mutable std::unordered_map<Value, unsigned> asked_;  // this: the part that it may be, since it was asked last
};
static_assert(program::is_view<PartsCode>() && program::is_editor<PartsCode>() && passes::NamesLanes<PartsCode>);

}  // namespace lathe::llvm_mir
