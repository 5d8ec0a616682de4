// A machine function of LLVM 22 as a program::View, in SSA form or behind it, before or after register allocation.
//
// A virtual register is a value, with LLVM's lanes; a physical one is its register units, which it shares with those
// that overlap it. Calls write all that they do not preserve. SUBREG_TO_REG is a copy into a part, nothing beside it.
// Places in memory are told apart by the IR's identified objects and by frame slots.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/MachineFrameInfo.h>
#include <llvm/CodeGen/MachineMemOperand.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/PseudoSourceValue.h>
#include <llvm/IR/GlobalValue.h>

#include <lathe/dense/map.hpp>
#include <lathe/program/view.hpp>

#include "adapters/llvm_mir/code.hpp"

namespace lathe::llvm_mir {

/// `function` outlives it and is not changed meanwhile.
class View : public CodeOf {
 public:
  using Value = std::uint32_t;  ///< llvm::Register's number of a virtual one, else that of a register unit
  static constexpr program::Facts facts =
      Fact::incoming | Fact::branches | Fact::access | Fact::names | Fact::location | Fact::parameters;

  explicit View(llvm::MachineFunction& function) : View(function, ByPlace()) {
    for (llvm::MachineBasicBlock& b : function) branches_[&b] = branches_of(b);
    for (const llvm::MachineBasicBlock& b : function)
      for (const llvm::MachineInstr& i : b)
        for (const llvm::MachineMemOperand* m : i.memoperands()) object(*m);
  }

  std::vector<Inst> instructions(Block b) const {
    std::vector<Inst> out;
    for (const llvm::MachineInstr& i : *b)
      if (!is_note(i)) out.push_back(&i);
    return out;
  }
  /// What stays of a register that is written in part is named as `old`; a register that overlaps others is named by
  /// its units, as one operand. Reads of undefined registers and writes of constant ones are nothing.
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    walk(
        i, [](const llvm::MachineOperand&) { return false; },
        [&](const program::Operand<Value>& o, const llvm::MachineOperand&) { f(o); });
  }
  program::Effects effects(Inst i) const {
    program::Effects e = CodeOf::effects(i);
    // IMPLICIT_DEF is a copy of nothing: its register is undefined from there on.
    if (is_copy(*i) || i->isImplicitDef()) e |= Effect::copy;
    if (!i->isPHI() && commutes(*i)) e |= Effect::commutes;
    return e;
  }
  std::string key(Inst i) const {
    if (is_copy(*i)) return "copy";
    return CodeOf::key(i, [](const llvm::MachineOperand& o, llvm::raw_ostream& out) {
      if (o.getReg() && o.isUse() && o.isUndef()) out << " u";
    });
  }

  template <class F>
  void for_each_incoming(Inst i, F&& f) const {
    if (!i->isPHI()) return;
    for (unsigned k = 1; k + 1 < i->getNumOperands(); k += 2)
      f(Block{i->getOperand(k + 1).getMBB()}, Value{i->getOperand(k).getReg().id()});
  }
  template <class F>
  void for_each_branch(Block b, F&& f) const {
    const auto at = branches_.find(b);
    if (at == branches_.end()) return;
    for (const auto& branch : at->second) f(branch);
  }
  template <class F>
  void for_each_access(Inst i, F&& f) const {
    for (const llvm::MachineMemOperand* m : i->memoperands()) {
      program::Access<Value> out;
      const auto [symbol, offset, whole_object] = object(*m);
      out.symbol = symbol;
      out.offset = offset;
      if (whole_object && m->getSize().hasValue() && m->getSize().isPrecise() && !m->getSize().isScalable())
        out.bytes = static_cast<std::uint32_t>(m->getSize().getValue());
      f(out);
    }
  }
  std::string value_name(Value v) const {
    if (llvm::Register(v).isVirtual()) return "%" + std::to_string(llvm::Register(v).virtRegIndex());
    std::string out;
    llvm::raw_string_ostream to(out);
    to << llvm::printRegUnit(static_cast<llvm::MCRegUnit>(v), &registers_);
    return out;
  }
  template <class F>
  void for_each_parameter(F&& f) const {
    for (const auto& [reg, unused] : f_.getRegInfo().liveins())
      for (const unsigned unit : units_of(reg)) f(Value{unit});
  }

 protected:
  using Branch = program::Branch<Block, Inst, Value>;

  // For who asks about branches as they are, and does not mind how objects are numbered.
  struct ByPlace {};
  View(llvm::MachineFunction& function, ByPlace)
      : CodeOf(function), reserved_(reserved(function)), lanes_(registers_.getNumRegClasses() + 1, 0) {}
  // LLVM counts them once for a function, and it takes long.
  llvm::BitVector reserved(const llvm::MachineFunction& function) const {
    const llvm::MachineRegisterInfo& info = function.getRegInfo();
    return info.reservedRegsFrozen() ? info.getReservedRegs() : registers_.getReservedRegs(function);
  }

  // f(operand, LLVM's operand that it is of); uses and masks of which `ignored(LLVM's operand)` are left out. One look at
  // all operands tells what is read, and which of them write.
  template <class Ignored, class F>
  void walk(Inst i, Ignored&& ignored, F&& f) const {
    using program::Role;
    const bool into_part = i->getOpcode() == llvm::TargetOpcode::SUBREG_TO_REG;
    const bool copy = (into_part || i->isCopy()) && is_copy(*i), phi = i->isPHI();
    constexpr unsigned last_bit = 63;  // what is behind that one is looked at again
    std::uint64_t writes = 0;
    const unsigned count = i->getNumOperands();
    for (unsigned k = 0; k < count; ++k) {
      const llvm::MachineOperand& o = i->getOperand(k);
      if (!o.isReg()) {
        if (o.isRegMask()) writes |= std::uint64_t{1} << std::min(k, last_bit);
        continue;
      }
      if (o.isDef()) {
        writes |= std::uint64_t{1} << std::min(k, last_bit);
        if (o.getSubReg() != 0 && o.getReg() && !(copy && o.isImplicit())) tell_rest(o, f);
      } else if (o.getReg() && !o.isUndef() && !phi && !o.isDebug() && !(copy && o.isImplicit()) && !ignored(o)) {
        mention(o, Role::use, false, [&](const program::Operand<Value>& x) { f(x, o); });
      }
    }
    bool several = false;  // physical registers are written
    for (; writes != 0; writes &= writes - 1) {
      const auto first = static_cast<unsigned>(std::countr_zero(writes));
      for (unsigned k = first; k < (first == last_bit ? count : first + 1); ++k) {
        const llvm::MachineOperand& o = i->getOperand(k);
        const auto tell = [&](const program::Operand<Value>& x) { f(x, o); };
        if (o.isReg() && o.isDef() && o.getReg() && !(copy && o.isImplicit())) {
          const bool physical = !o.getReg().isVirtual();
          if (!physical || !several || !written_before(o)) mention(o, Role::def, into_part, tell);
          several |= physical;
        }
        if (o.isRegMask() && !copy && !ignored(o))
          for (const unsigned unit : clobbered(o)) name_unit(unit, Role::def, false, tell);
      }
    }
  }
  template <class F>
  void tell_rest(const llvm::MachineOperand& o, F&& f) const {
    program::Operand<Value> old{o.getReg().id(), program::Role::use};
    old.lanes = rest_of(o);
    old.old = true;
    if (old.lanes != 0) f(old, o);
  }
  struct PhysicalFacts {
    const std::vector<unsigned>* units = nullptr;  // its list of them; null: not asked yet
    std::uint8_t constant = 0;                     // 0: not asked yet, 1: no, 2: yes
  };
  PhysicalFacts& facts_of(llvm::Register r) const {
    if (physical_.empty()) physical_.resize(registers_.getNumRegs());
    return physical_[r.id()];
  }
  struct Object {
    std::uint32_t symbol;
    std::int64_t offset;
    bool exact;  ///< the offset is the place's within the object
  };

  // All lanes of a virtual register: those that the first register of its class has units for. A class may have more
  // (x86: the second byte, which some registers only seem to have).
  std::uint64_t all_lanes(llvm::Register r) const {
    const llvm::TargetRegisterClass* c = f_.getRegInfo().getRegClassOrNull(r);
    std::uint64_t& lanes = lanes_[c == nullptr ? registers_.getNumRegClasses() : c->getID()];
    if (lanes != 0) return lanes;
    const std::uint64_t most = f_.getRegInfo().getMaxLaneMaskForVReg(r).getAsInteger();
    if (c != nullptr && c->getNumRegs() != 0)
      for (llvm::MCRegUnitMaskIterator at(c->getRegister(0), &registers_); at.isValid(); ++at)
        lanes |= (*at).second.getAsInteger() & most;
    if (lanes == 0) lanes = most == 0 ? 1 : most;
    return lanes;
  }
  std::uint64_t lanes_of(const llvm::MachineOperand& o) const {
    if (whole_ && o.getSubReg() == 0) return ~std::uint64_t{0};
    const std::uint64_t all = all_lanes(o.getReg());
    if (o.getSubReg() == 0) return all;
    const std::uint64_t part = registers_.getSubRegIndexLaneMask(o.getSubReg()).getAsInteger() & all;
    return part == 0 ? all : part;
  }
  // The lanes that a definition leaves as they were.
  std::uint64_t rest_of(const llvm::MachineOperand& o) const {
    if (!o.getReg().isVirtual() || o.getSubReg() == 0 || o.isUndef()) return 0;
    return all_lanes(o.getReg()) & ~lanes_of(o);
  }
  template <class F>
  void name_unit(unsigned unit, program::Role role, bool more, F&& f) const {
    program::Operand<Value> out{unit, role};
    out.lanes = 1;
    out.more = more;
    f(out);
  }
  // The units of a physical register in the order of their lanes, which is that of a virtual one's.
  const std::vector<unsigned>& units_of(llvm::Register r) const {
    PhysicalFacts& facts = facts_of(r);
    return facts.units != nullptr ? *facts.units : find_units(r, facts);
  }
  const std::vector<unsigned>& find_units(llvm::Register r, PhysicalFacts& facts) const {
    std::vector<unsigned>& out = unit_lists_.emplace_back();
    facts.units = &out;
    std::vector<std::pair<std::uint64_t, unsigned>> found;
    for (llvm::MCRegUnitMaskIterator at(r.asMCReg(), &registers_); at.isValid(); ++at)
      found.emplace_back((*at).second.getAsInteger(), static_cast<unsigned>((*at).first));
    std::sort(found.begin(), found.end());
    for (const auto& [lanes, unit] : found) out.push_back(unit);
    return out;
  }
  // `part`: of what is copied into a part (SUBREG_TO_REG) the lanes are the part's, and the rest is nothing.
  template <class F>
  void mention(const llvm::MachineOperand& o, program::Role role, bool part, F&& f) const {
    const llvm::Register r = o.getReg();
    if (r.isVirtual()) {
      program::Operand<Value> out{r.id(), role};
      out.lanes = lanes_of(o);
      if (part) {
        const auto index =
            static_cast<unsigned>(o.getParent()->getOperand(o.getParent()->getNumExplicitOperands() - 1).getImm());
        const std::uint64_t lanes = registers_.getSubRegIndexLaneMask(index).getAsInteger() & out.lanes;
        if (lanes != 0) out.lanes = lanes;
      }
      return f(out);
    }
    if (role == program::Role::def && is_constant(r)) return;
    const std::vector<unsigned>& units = units_of(r);
    for (std::size_t k = 0; k < units.size(); ++k) name_unit(units[k], role, k + 1 < units.size(), f);
  }
  // Of a physical register: does it always have one word? Asked of LLVM once.
  bool is_constant(llvm::Register r) const {
    PhysicalFacts& facts = facts_of(r);
    if (facts.constant == 0) [[unlikely]]
      facts.constant = f_.getRegInfo().isConstantPhysReg(r) ? 2 : 1;
    return facts.constant == 2;
  }
  // Besides the two operands there may be larger registers that the target of the copy is in, and masks of lanes (AMD
  // GPU), which LLVM looks at as little as this does.
  bool is_copy(const llvm::MachineInstr& i) const {
    const bool into_part = i.getOpcode() == llvm::TargetOpcode::SUBREG_TO_REG;
    if (!i.isCopy() && !into_part) return false;
    const llvm::MachineOperand& to = i.getOperand(0);
    if (into_part && (!to.getReg().isVirtual() || to.getSubReg() != 0)) return false;
    for (const llvm::MachineOperand& o : i.operands()) {
      if (!o.isReg()) continue;
      if (o.isUse() && !o.isImplicit() && o.isUndef()) return false;
      if (o.isDef() && o.isImplicit() && !same_units(o.getReg(), to.getReg())) return false;
    }
    return true;
  }
  // Is it a part of what an operand in front of it writes?
  bool written_before(const llvm::MachineOperand& o) const {
    if (!o.getReg().isPhysical()) return false;
    for (const llvm::MachineOperand& other : o.getParent()->operands()) {
      if (&other == &o) return false;
      if (other.isReg() && other.isDef() && other.getReg() && same_units(o.getReg(), other.getReg())) return true;
    }
    return false;
  }
  // Are the units of a among those of b?
  bool same_units(llvm::Register a, llvm::Register b) const {
    if (!a.isPhysical() || !b.isPhysical()) return false;
    for (const auto unit : registers_.regunits(a.asMCReg()))
      if (!registers_.hasRegUnit(b.asMCReg(), unit)) return false;
    return true;
  }
  // The units that a mask leaves to be written, ascending; a function has few masks, which many calls share.
  const std::vector<unsigned>& clobbered(const llvm::MachineOperand& mask) const {
    for (const auto& [known, units] : clobbered_)
      if (known == mask.getRegMask()) return units;
    std::vector<unsigned>& out = clobbered_.emplace_back(mask.getRegMask(), std::vector<unsigned>()).second;
    for (unsigned unit = 0; unit < registers_.getNumRegUnits(); ++unit)
      if (clobbered(mask, static_cast<llvm::MCRegUnit>(unit))) out.push_back(unit);
    return out;
  }
  bool clobbered(const llvm::MachineOperand& mask, llvm::MCRegUnit unit) const {
    for (llvm::MCRegUnitRootIterator root(unit, &registers_); root.isValid(); ++root)
      if (reserved_.test(*root)) return false;  // the program counter and the like
    return clobbers(mask, unit);
  }
  // May its first two register uses change places, and nothing else?
  bool commutes(const llvm::MachineInstr& i) const {
    if (!i.isCommutable()) return false;
    std::vector<unsigned> uses;
    for (unsigned k = 0; k < i.getNumOperands(); ++k)
      if (i.getOperand(k).isReg() && i.getOperand(k).isUse() && i.getOperand(k).getReg() && !i.getOperand(k).isUndef())
        uses.push_back(k);
    if (uses.size() < 2) return false;
    unsigned a = uses[0], b = uses[1];
    if (!instructions_.findCommutedOpIndices(i, a, b)) return false;
    if (i.getParent() == nullptr || i.isBundled()) return false;
    // A copy beside it for a moment: targets that make an instruction of another shape want one that stands somewhere.
    auto& here = const_cast<llvm::MachineInstr&>(i);  // NOLINT
    llvm::MachineInstr* const copy = f_.CloneMachineInstr(&i);
    here.getParent()->insert(here.getIterator(), copy);
    const llvm::MachineInstr* const other = instructions_.commuteInstruction(*copy, false, a, b);
    bool same = other == copy && other->getOpcode() == i.getOpcode() && other->getNumOperands() == i.getNumOperands();
    for (unsigned k = 0; same && k < i.getNumOperands(); ++k)
      same = i.getOperand(k).isReg() || other->getOperand(k).isIdenticalTo(i.getOperand(k));
    copy->eraseFromParent();
    return same;
  }
  // What the target says of a block's end; a condition and its reverse are one question, asked the same way.
  std::vector<Branch> branches_of(llvm::MachineBasicBlock& b) const {
    llvm::MachineBasicBlock *yes = nullptr, *no = nullptr;
    llvm::SmallVector<llvm::MachineOperand, 4> condition;
    std::vector<Branch> out;
    if (b.succ_empty() || instructions_.analyzeBranch(b, yes, no, condition, false)) return out;
    if (no == nullptr) no = b.getFallThrough(false);
    if (yes == nullptr) yes = no;
    if (!condition.empty() && no != nullptr) {
      llvm::SmallVector<llvm::MachineOperand, 4> reversed = condition;
      const bool reversible = !instructions_.reverseBranchCondition(reversed);
      const std::string here = question(condition), there = reversible ? question(reversed) : here;
      Branch way;
      way.target = yes;
      way.conditional = true;
      way.negated = there < here;
      way.test = std::hash<std::string>()(std::min(here, there));
      if (!asked(b, condition, way.condition)) return out;
      out.push_back(way);
    }
    llvm::MachineBasicBlock* const last = condition.empty() ? yes : no;
    if (last == nullptr) return {};
    Branch next;
    next.target = last;
    out.push_back(next);
    return out;
  }
  std::string question(const llvm::SmallVectorImpl<llvm::MachineOperand>& condition) const {
    std::string out;
    for (const llvm::MachineOperand& o : condition) {
      if (o.isReg()) continue;
      llvm::raw_string_ostream to(out);
      to << ' ';
      o.print(to, &registers_);
    }
    return out;
  }
  // The one register that the condition asks: in it, or the flags that the branch reads.
  bool asked(const llvm::MachineBasicBlock& b, const llvm::SmallVectorImpl<llvm::MachineOperand>& condition,
             Value& to) const {
    std::vector<Value> found;
    const auto first_of = [&](llvm::Register r) { return r.isVirtual() ? Value{r.id()} : Value{units_of(r).front()}; };
    for (const llvm::MachineOperand& o : condition)
      if (o.isReg() && o.getReg()) found.push_back(first_of(o.getReg()));
    if (found.empty())
      for (const llvm::MachineInstr& i : b.terminators()) {
        if (!i.isConditionalBranch()) continue;
        for (const llvm::MachineOperand& o : i.operands())
          if (o.isReg() && o.getReg() && o.isUse()) found.push_back(first_of(o.getReg()));
        break;
      }
    if (found.size() != 1) return false;
    to = found[0];
    return true;
  }

  Object object(const llvm::MachineMemOperand& m) const {
    if (const llvm::PseudoSourceValue* p = m.getPseudoValue()) {
      if (p->isConstantPool() || p->isGOT() || p->isJumpTable()) return {number(p), m.getOffset(), false};
      const auto* slot = llvm::dyn_cast<llvm::FixedStackPseudoSourceValue>(p);
      if (slot == nullptr) return {0, 0, false};
      // Fixed slots may overlap: what arguments come in, and those of calls at the end go out.
      if (f_.getFrameInfo().isFixedObjectIndex(slot->getFrameIndex()))
        return {number(&f_), m.getOffset() + f_.getFrameInfo().getObjectOffset(slot->getFrameIndex()), true};
      // A slot that the IR knows has one name.
      const llvm::AllocaInst* known = f_.getFrameInfo().getObjectAllocation(slot->getFrameIndex());
      return {number(known != nullptr ? static_cast<const void*>(known) : slot), m.getOffset(), true};
    }
    if (const llvm::Value* v = m.getValue()) {
      const llvm::Value* under = llvm::getUnderlyingObject(v);
      if (const auto* argument = llvm::dyn_cast<llvm::Argument>(under); argument && argument->hasByValAttr())
        return {number(&f_), 0, false};  // it lies in a fixed slot
      if (!llvm::isIdentifiedObject(under)) return {0, 0, false};
      return {number(under), m.getOffset(), under == v};
    }
    return {0, 0, false};
  }
  std::uint32_t number(const void* object) const {
    return objects_.try_emplace(object, static_cast<std::uint32_t>(objects_.size() + 1)).first->second;
  }

  bool whole_ = false;  // a virtual register that is named whole has all lanes that there are, whatever its class
  llvm::BitVector reserved_;
  std::unordered_map<const llvm::MachineBasicBlock*, std::vector<Branch>> branches_;  // looked up only
  mutable std::unordered_map<const void*, std::uint32_t> objects_;                    // looked up only
  mutable std::vector<PhysicalFacts> physical_;                                       // by LLVM's number
  mutable std::deque<std::vector<unsigned>> unit_lists_;
  mutable std::deque<std::pair<const std::uint32_t*, std::vector<unsigned>>> clobbered_;  // by mask
  mutable std::vector<std::uint64_t> lanes_;  // by class, and of those without; 0: not known yet
};
static_assert(program::is_view<View>());

}  // namespace lathe::llvm_mir
