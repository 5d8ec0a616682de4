// Parts of registers of a machine function of LLVM 22 in SSA form: what lathe/passes/dead_lanes.hpp asks for.
//
// Lanes are the bits of LLVM's lane masks. They need not be of one size: a part of a register is always the same lanes of it, and what
// is handed on goes from a lane to the one that stands for it there.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/CodeGen/TargetRegisterInfo.h>

#include <lathe/passes/lanes.hpp>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// A LaneClient over Code: COPY, REG_SEQUENCE, INSERT_SUBREG of virtual registers hand lanes on. `code` outlives it.
class CodeLanes {
 public:
  explicit CodeLanes(const Code& code)
      : code_(code),
        info_(code.function().getRegInfo()),
        registers_(*code.function().getSubtarget().getRegisterInfo()) {}
  /// One more than the highest bit of its lane mask; 1 of a physical register.
  std::uint32_t lanes(Code::Value v) const {
    if (code_.pinned(v) || info_.getRegClassOrNull(llvm::Register(v)) == nullptr) return 1;
    const std::uint64_t mask = info_.getMaxLaneMaskForVReg(llvm::Register(v)).getAsInteger();
    return mask == 0 ? 1 : 64 - static_cast<std::uint32_t>(std::countl_zero(mask));
  }
  template <class F>
  bool for_each_lane_copy(Code::Inst i, F&& f) const {
    struct Part {  // an operand, which part of it is read, and as which part of the result
      unsigned operand, of, as;
    };
    std::vector<Part> parts;
    const llvm::MachineOperand& def = i->getOperand(0);
    if (!(i->isCopy() || i->isRegSequence() || i->isInsertSubreg()) || def.getSubReg() != 0 || !says_all(i))
      return false;
    const auto add = [&](unsigned k, unsigned as) { parts.push_back({k, i->getOperand(k).getSubReg(), as}); };
    if (i->isCopy()) add(1, 0);
    if (i->isRegSequence())
      for (unsigned k = 1; k + 1 < i->getNumOperands(); k += 2)
        add(k, static_cast<unsigned>(i->getOperand(k + 1).getImm()));
    std::uint64_t rest = ~std::uint64_t{0};
    if (i->isInsertSubreg()) {
      add(2, static_cast<unsigned>(i->getOperand(3).getImm()));
      rest = ~registers_.getSubRegIndexLaneMask(parts[0].as).getAsInteger();
      add(1, 0);
    }
    if (parts.empty() || !def.getReg().isVirtual()) return false;
    const std::uint64_t all = mask(def.getReg());
    std::vector<passes::LaneCopy> out;
    for (const Part& p : parts) {
      const llvm::MachineOperand& o = i->getOperand(p.operand);
      if (!o.getReg().isVirtual()) return false;
      if (o.isUndef()) continue;
      const std::uint64_t own = mask(o.getReg()),
                          wanted = (p.as == 0 ? all : all & lanes_of(p.as)) & (p.as == 0 ? rest : ~std::uint64_t{0});
      std::uint64_t found = 0;
      for (std::uint32_t lane = 0; lane < 64; ++lane) {  // of the part's own register
        const std::uint64_t to = composed(p.as, lane) & wanted, from = composed(p.of, lane) & own;
        if (to == 0) continue;
        if (!std::has_single_bit(to) || !std::has_single_bit(from) || (found & to) != 0) return false;
        found |= to;
        out.push_back(copy(*i, p.operand, from, to));
      }
      if (found != wanted) return false;
    }
    // Lanes that no register of the class has, so that they are in order, too.
    const llvm::MachineOperand& first = i->getOperand(parts[0].operand);
    for (std::uint32_t lane = 0; lane < lanes(def.getReg().id()); ++lane)
      if (const std::uint64_t bit = std::uint64_t{1} << lane;
          (all & bit) == 0 && !first.isUndef() && lane < lanes(first.getReg().id()))
        out.push_back(copy(*i, parts[0].operand, bit, bit));
    for (const passes::LaneCopy& c : out) f(c);
    return true;
  }

 private:
  std::uint64_t mask(llvm::Register r) const {
    return r.isVirtual() ? info_.getMaxLaneMaskForVReg(r).getAsInteger() : 0;
  }
  std::uint64_t lanes_of(unsigned part) const { return registers_.getSubRegIndexLaneMask(part).getAsInteger(); }
  // A lane of a part's own register as one of the whole; 0: it is not in that part.
  std::uint64_t composed(unsigned part, std::uint32_t lane) const {
    const std::uint64_t bit = std::uint64_t{1} << lane;
    if (part == 0) return bit;
    return registers_.composeSubRegIndexLaneMask(part, llvm::LaneBitmask(bit)).getAsInteger() & lanes_of(part);
  }
  passes::LaneCopy copy(const llvm::MachineInstr& i, unsigned operand, std::uint64_t from, std::uint64_t to) const {
    return {number(i, operand), static_cast<std::uint32_t>(std::countr_zero(from)), number(i, 0),
            static_cast<std::uint32_t>(std::countr_zero(to)), 1};
  }
  // Does Code name nothing but the operands that are written out?
  bool says_all(Code::Inst i) const {
    std::uint32_t named = 0;
    bool fine = true;
    code_.for_each_operand(i, [&](const auto& o) { ++named, fine &= !o.implicit && !o.old && !code_.pinned(o.value); });
    return fine && named == number(*i, 0) + 1;
  }
  // The number that Code has for an operand of LLVM: what is read comes first.
  std::uint32_t number(const llvm::MachineInstr& i, unsigned operand) const {
    std::uint32_t out = 0;
    for (unsigned k = 1; k < i.getNumExplicitOperands(); ++k) {
      const llvm::MachineOperand& o = i.getOperand(k);
      if (o.isReg() && o.getReg() && !o.isUndef() && (operand == 0 || k < operand)) ++out;
    }
    return out;
  }

  const Code& code_;
  const llvm::MachineRegisterInfo& info_;
  const llvm::TargetRegisterInfo& registers_;
};

}  // namespace lathe::llvm_mir
