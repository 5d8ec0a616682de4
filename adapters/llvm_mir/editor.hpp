// A machine function of LLVM 22 as a program::Editor, in SSA form or behind it, before or after register allocation. It is
// wrapped, not copied: every edit changes LLVM's own instructions and blocks.
//
//   llvm_mir::Code code(function, llvm_mir::Ways::open);
//   program::Known known(code);  program::UseDef uses(code, known);  program::Editing editing(code, uses);
//   ...                          // any pass over an Editor
//   code.settle();               // the last thing: from here on the function is LLVM's again
//
// What a pass may hold true while LLVM would not is let stand, and put right by `settle`: jumps that the layout makes
// needless, blocks and instructions that are gone, marks of dead and last reads, live-in lists, ties, registers of a
// class that an operand cannot take (by a copy), debug values of what is gone. What cannot be put right is refused when
// it is asked for: nothing is done then, `refusals()` counts it, and `may_retarget`, `may_clone` and `may_rename` say
// so in advance. Passes that ask `effects` and `branches` first are not refused.
//
// Beside what View says:
//   - IMPLICIT_DEF is an instruction, so that nothing is moved in front of what LLVM takes for a definition.
//   - A register that is named whole has all lanes; what names a part says so in its key as well.
//   - Reads of registers that the function cannot change are left out. In SSA form so are those that the target says are
//     none (EXEC of a vector instruction): from where a value is known it is known wherever that dominates, so it may be
//     merged and hoisted; who sinks asks `may_sink`. Nothing that names such a register moves across what writes it.
//   - Of a load that may be done anywhere and always gives the same, nothing is said of memory.
//   - Bundles, call frames, inline assembly, labels and what writes a reserved register stay where they are.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <llvm/CodeGen/MachineBlockFrequencyInfo.h>
#include <llvm/CodeGen/MachineCycleAnalysis.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>

#include <lathe/program/editor.hpp>
#include <lathe/support/none.hpp>

#include "adapters/llvm_mir/ends.hpp"
#include "adapters/llvm_mir/physical_lives.hpp"
#include "adapters/llvm_mir/timed_view.hpp"

namespace lathe::llvm_mir {

/// May blocks and branches change? Where not, nothing is put in their place meanwhile, and such edits are refused.
enum class Ways : std::uint8_t { fixed, open };

/// Are registers named that calls write by their masks alone? There are hundreds for each call. Who looks at virtual
/// registers only, or wants to know what is read later, does without.
enum class Masks : std::uint8_t { named, left_out };

/// Why an edit was not done.
enum class Refused : std::uint8_t {
  fixed_ways,     ///< blocks and branches are not open, or the entry was meant
  fixed_branch,   ///< the way out is a table's, a landing pad's, or of a branch that the target does not explain
  fixed_operand,  ///< a physical register or a mask of them
  no_register,    ///< behind allocation there are no more
  no_copy,        ///< of a bundle, a label, or what LLVM allows only once
  no_place        ///< of a bundle, or of nothing
};
inline constexpr const char* refused_names[] = {"fixed ways",  "fixed branch", "fixed operand",
                                                "no register", "no copy",      "no place"};

/// `function` and `frequencies` outlive it. Only the Editor's members change the function until `settle`.
class Code : public TimedView {
 public:
  using Spot = program::Spot<Block, Inst>;
  using Incoming = std::pair<Block, Value>;
  static constexpr program::Facts facts =
      TimedView::facts | Fact::classes | Fact::pinned | Fact::weight | Fact::live_out;

  explicit Code(llvm::MachineFunction& function, Ways ways = Ways::fixed,
                const llvm::MachineBlockFrequencyInfo* frequencies = nullptr, Masks masks = Masks::named)
      : TimedView(function, ByPlace()),
        info_(function.getRegInfo()),
        frequencies_(frequencies),
        masks_(masks == Masks::named) {
    whole_ = true;
    if (ways == Ways::open) ends_.emplace(function);
  }
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
  ~Code() {
    settle();
    for (llvm::MachineInstr* i : gone_) f_.deleteMachineInstr(i);
  }

  llvm::MachineFunction& function() const { return f_; }
  /// How many edits were refused, by reason.
  const std::array<std::uint32_t, 6>& refusals() const { return refusals_; }
  std::uint32_t refused() const { return std::accumulate(refusals_.begin(), refusals_.end(), 0U); }

  /// A reserved register that code writes and reads as it does any other (AMD GPU's M0): in SSA form, what writes it is not
  /// fixed for that. To be said before anything is asked.
  void open_register(llvm::MCRegister r) { opened_.push_back(r); }

  // ---- a View

  std::vector<Block> blocks() const {
    std::vector<Block> out;
    for (const llvm::MachineBasicBlock& b : f_)
      if (!parked_.contains(&b)) out.push_back(&b);
    return out;
  }
  /// Those of the block, to walk over: whoever changes it meanwhile makes a list of them first.
  class Instructions {
   public:
    using At = llvm::MachineBasicBlock::const_iterator;
    struct Iterator {
      At at, last;
      Inst operator*() const { return &*at; }
      Iterator& operator++() {
        do ++at;
        while (at != last && is_note(*at));
        return *this;
      }
      bool operator==(const Iterator& o) const { return at == o.at; }
    };
    explicit Instructions(const llvm::MachineBasicBlock& b) : first_(b.begin()), last_(b.end()) {
      while (first_ != last_ && is_note(*first_)) ++first_;
    }
    Iterator begin() const { return {first_, last_}; }
    Iterator end() const { return {last_, last_}; }
    bool empty() const { return first_ == last_; }
    Inst front() const { return &*first_; }

   private:
    At first_, last_;
  };
  Instructions instructions(Block b) const { return Instructions(*b); }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    if (!ends_) return CodeOf::for_each_successor(b, f);
    ends_->for_each_way(*b, [&](const Ends::Way& w) { f(Block{w.to}); });
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    name_operands(i, [&](const program::Operand<Value>& x, const llvm::MachineOperand&) { f(x); });
  }
  /// Asked of LLVM once: it wants to see where an instruction stands.
  program::Effects effects(Inst i) const {
    if (effects_.empty()) effects_.reserve(f_.getInstructionCount());
    const auto [effects, added] = effects_.insert(i, program::Effects());
    if (added) *effects = found_effects(*i);  // which asks for nobody's effects
    return *effects;
  }
  /// A number: in one Code those are equal that name the same opcode, flags that say what is computed, parts of
  /// registers, and operands that are no registers, blocks or masks.
  std::uint64_t key(Inst i) const {
    std::uint32_t& last = *keys_.insert(shape_hash(*i), ids::none).first;
    for (std::uint32_t k = last; k != ids::none; k = shapes_[k].before)
      if (same_shape(*i, *shapes_[k].one)) return k;
    shapes_.push_back({i, last});
    return last = static_cast<std::uint32_t>(shapes_.size() - 1);
  }
  /// f(Inst, bool phi) for each mention that reads a virtual register, until it returns true.
  template <class F>
  void for_each_reader(Value v, F&& f) const {
    for (const llvm::MachineOperand& o : info_.reg_nodbg_operands(llvm::Register(v)))
      if (o.readsReg() && !is_note(*o.getParent()) && f(Inst{o.getParent()}, o.getParent()->isPHI())) return;
  }
  /// f(Value, bool dead) for each register that it writes; a physical one by LLVM's number, which is pinned, too.
  template <class F>
  void for_each_result(Inst i, F&& f) const {
    for (const llvm::MachineOperand& o : i->operands())
      if (o.isReg() && o.isDef() && o.getReg()) f(Value{o.getReg().id()}, o.isDead());
  }
  Block block_of(Inst i) const { return i->getParent(); }
  template <class F>
  void for_each_branch(Block b, F&& f) const {
    for (const auto& branch : branches_of(*const_cast<llvm::MachineBasicBlock*>(b))) f(branch);  // NOLINT
  }
  /// What a branch tells is where it goes, never that control leaves.
  bool may_leave(Block b) const { return b->succ_empty(); }
  bool pinned(Value v) const { return !llvm::Register(v).isVirtual(); }
  /// Registers of one class may stand for each other. All physical ones are of one, which says nothing: the one behind
  /// the target's own.
  std::uint32_t register_class(Value v) const {
    if (pinned(v)) return physical_class();
    const auto& kind = info_.getRegClassOrRegBank(llvm::Register(v));
    if (const auto* c = llvm::dyn_cast_if_present<const llvm::TargetRegisterClass*>(kind)) return c->getID();
    const auto key = std::pair(kind.getOpaqueValue(), info_.getType(llvm::Register(v)).getUniqueRAWLLTData());
    const auto at = std::find(generic_.begin(), generic_.end(), key);
    const auto index = static_cast<std::uint32_t>(at - generic_.begin());
    if (at == generic_.end()) generic_.push_back(key);
    return physical_class() + 1 + index;
  }
  std::uint32_t physical_class() const { return registers_.getNumRegClasses(); }
  std::string class_name(std::uint32_t c) const {
    if (c == physical_class()) return "physical";
    if (c > physical_class()) return "generic" + std::to_string(c - physical_class() - 1);
    return registers_.getRegClassName(registers_.getRegClass(c));
  }
  /// Every register of its class is one of the other's class, and there are enough to choose from.
  bool may_stand_for(Value by, Value of) const {
    constexpr unsigned enough = 8;
    if (pinned(by) || pinned(of)) return by == of;
    const llvm::TargetRegisterClass *const small = info_.getRegClassOrNull(llvm::Register(by)),
                                           *const large = info_.getRegClassOrNull(llvm::Register(of));
    return small != nullptr && large != nullptr && large->hasSubClassEq(small) && small->getNumRegs() >= enough;
  }
  /// Executions, in units of LLVM's block frequencies; of a block that they do not know what comes in. 1: none are given.
  std::uint64_t weight(Block b) const {
    if (frequencies_ == nullptr) return 1;
    if (!made_.contains(b)) return frequencies_->getBlockFreq(b).getFrequency();
    std::uint64_t sum = 0;
    for (const llvm::MachineBasicBlock* p : b->predecessors())
      if (!made_.contains(p))
        sum += p->getSuccProbability(std::find(p->succ_begin(), p->succ_end(), b))
                   .scale(frequencies_->getBlockFreq(p).getFrequency());
    return sum;
  }
  /// Of a block that returns, once it is known which registers the caller wants kept: those.
  template <class F>
  void for_each_live_out(Block b, F&& f) const {
    if (!b->isReturnBlock() || !f_.getFrameInfo().isCalleeSavedInfoValid()) return;
    for (const llvm::MCPhysReg* r = info_.getCalleeSavedRegs(); r != nullptr && *r != 0; ++r)
      for (const unsigned unit : units_of(*r)) f(Value{unit});
  }

  // ---- an Editor

  Spot where(Inst i) const {
    if (i == nullptr || i->getParent() == nullptr) return {};
    const llvm::MachineBasicBlock& b = *i->getParent();
    auto at = std::next(llvm::MachineBasicBlock::const_iterator(i));
    while (at != b.end() && is_note(*at)) ++at;
    return {Block{&b}, at == b.end() ? std::nullopt : std::optional<Inst>(&*at)};
  }
  void put(Inst i, const Spot& at) {
    if (i == nullptr || i->isBundled()) return refuse(Refused::no_place);
    llvm::MachineInstr& inst = change(i);
    llvm::MachineBasicBlock* const from = inst.getParent();
    look(inst);
    if (at.block) {
      llvm::MachineBasicBlock& to = change(*at.block);
      const auto place = place_of(i, to, at.before);
      if (from != nullptr) remember(i);
      if (from != nullptr)
        to.splice(place, from, inst.getIterator());
      else
        to.insert(place, &inst);
    } else if (from != nullptr) {
      effects(i);
      remember(i);
      inst.removeFromParent();
    }
    if (!ends_ || !inst.isTerminator()) return;
    reshape();
    if (from != nullptr) ends_->sync(*from);
    if (at.block && inst.getParent() != from) ends_->sync(*inst.getParent());
  }
  bool may_clone(Inst i) const {
    return !i->isBundle() && !i->isBundled() && !i->isPosition() && !i->isNotDuplicable();
  }
  /// nullptr, which every other member takes for nothing, where it may not be.
  Inst clone(Inst i) {
    if (i == nullptr || !may_clone(i)) return refuse(Refused::no_copy), nullptr;
    llvm::MachineInstr* const copy = f_.CloneMachineInstr(i);
    if (i->shouldUpdateAdditionalCallInfo()) f_.copyAdditionalCallInfo(i, copy);
    for (llvm::MachineOperand& o : copy->operands())
      if (o.isReg() && o.isUse() && o.isKill()) o.setIsKill(false);
    for (llvm::MachineOperand& o : copy->operands())
      if (o.isReg() && o.isDef() && o.getReg().isVirtual()) alive(o.getReg());
    effects_.insert(copy, effects(i));
    if (ends_) ends_->copied(*i, *copy);
    look(*copy);
    return copy;
  }
  /// Its memory goes with this object, so that no handle is given twice.
  void drop(Inst i) {
    if (i == nullptr || i->getParent() != nullptr) return refuse(Refused::no_place);
    dropped_.push_back(&change(i));
  }
  bool may_rename(Inst i, std::uint32_t k) const {
    const llvm::MachineOperand* const o = operand(i, k).first;
    return o != nullptr && o->isReg() && o->getReg().isVirtual();
  }
  /// A definition in part and the rest of the register that it leaves are renamed one by one, as ties are; until both
  /// have one name it stands for a copy in front.
  void set_operand(Inst i, std::uint32_t k, Value v) {
    const auto [found, old] = i == nullptr ? std::pair<const llvm::MachineOperand*, bool>() : operand(i, k);
    if (found == nullptr || !found->isReg() || !found->getReg().isVirtual() || pinned(v))
      return refuse(Refused::fixed_operand);
    touched_.insert(i);
    auto& o = const_cast<llvm::MachineOperand&>(*found);  // NOLINT
    const llvm::Register to(v), from = o.getReg();
    if (old) return keep_rest(o, v);
    const auto rest = rest_.find(&o);
    const Value of_rest = rest != rest_.end() ? rest->second : from.id();
    alive(from);
    no_kills(to);
    o.setReg(to);
    if (o.isUse()) o.setIsKill(false), alive(to);
    if (o.isDef()) written_.insert(from.id());
    if (o.isDef() && rest_of(o) != 0) keep_rest(o, of_rest);
    if (!i->isCopy() && !i->isPHI()) wanted_.try_emplace(&o, info_.getRegClassOrNull(from));
  }
  /// Of a physical one: of the smallest class that has it. Refused behind allocation: `like` itself then.
  Value make_value(Value like) {
    if (f_.getProperties().hasNoVRegs()) return refuse(Refused::no_register), like;
    if (!pinned(like)) return info_.cloneVirtualRegister(llvm::Register(like)).id();
    const llvm::MCRegister root = *llvm::MCRegUnitRootIterator(static_cast<llvm::MCRegUnit>(like), &registers_);
    return info_.createVirtualRegister(registers_.getMinimalPhysRegClass(root)).id();
  }
  bool may_retarget(Block b, std::uint32_t k) const { return ends_ && ends_->may_retarget(*b, k); }
  void set_successor(Block b, std::uint32_t k, Block to) {
    if (!may_retarget(b, k)) return refuse(ends_ ? Refused::fixed_branch : Refused::fixed_ways);
    reshape();
    ends_->retarget(change(b), k, change(to));
  }
  Block make_block(const std::optional<Block>& to) {
    llvm::MachineBasicBlock* const made = f_.CreateMachineBasicBlock();
    f_.push_back(made);
    made_.insert(made);
    reshape();
    parked_.insert(made);
    if (to && ends_) ends_->jump(*made, change(*to));
    return made;
  }
  void put_block(Block b, bool in, const std::optional<Block>& before) {
    if (!ends_ || b == &f_.front()) {
      if (b != &f_.front() || !in || before) refuse(Refused::fixed_ways);
      return;
    }
    shape_changed_ = true;
    llvm::MachineBasicBlock& block = change(b);
    if (!in) {
      reshape();
      parked_.insert(b);
      return;
    }
    if (parked_.erase(b) != 0) reshape();
    if (before && *before != b)
      block.moveBefore(&change(*before));
    else if (!before && &block != &f_.back())
      block.moveAfter(&f_.back());
  }
  /// Parts of registers that a phi takes stay with the value, or with the block, that they came with.
  void set_incoming(Inst phi, std::span<const Incoming> in) {
    if (phi == nullptr || !phi->isPHI()) return refuse(Refused::fixed_operand);
    llvm::MachineInstr& inst = change(phi);
    std::vector<std::pair<Block, llvm::MachineOperand>> old;
    for (unsigned k = 1; k + 1 < inst.getNumOperands(); k += 2)
      old.emplace_back(inst.getOperand(k + 1).getMBB(), inst.getOperand(k));
    for (unsigned k = inst.getNumOperands(); k > 1; --k) inst.removeOperand(k - 1);
    for (const auto& [from, v] : in) {
      const llvm::MachineOperand* like = nullptr;
      for (const auto& [block, o] : old)
        if (o.getReg().id() == v && (like == nullptr || block == from)) like = &o;
      const llvm::Register r(v);
      inst.addOperand(
          f_, llvm::MachineOperand::CreateReg(r, false, false, false, false, like != nullptr && like->isUndef(), false,
                                              like != nullptr ? like->getSubReg() : 0));
      inst.addOperand(f_, llvm::MachineOperand::CreateMBB(&change(from)));
      no_kills(r);
      alive(r);
    }
  }

  /// What the instruction writes though nobody reads it (flags) must be read by nobody behind the spot either; and nothing
  /// comes into landing pads, or in front of what the target wants at a block's begin. O(instructions behind the spot).
  bool may_stand(Inst i, const Spot& at) const;
  /// May it go down to that block as far as the target knows better (AMD GPU: what leaves a loop by lanes)?
  bool may_sink(Inst i, Block to) const;

  /// Leaves a function that LLVM's verifier takes. With Ways::fixed it may be asked and changed again as long as nobody
  /// else has changed it; with open ways it may not. True: something was put right beside what the edits said, so that
  /// analyses of before do not hold. O(what was changed), and where physical registers or blocks were, O(function).
  bool settle();
  /// Did the blocks or the branches change?
  bool shape_changed() const { return shape_changed_; }

 protected:
  // Flags that say what an instruction computes, not where it came from.
  static constexpr std::uint32_t meaning =
      llvm::MachineInstr::FmNoNans | llvm::MachineInstr::FmNoInfs | llvm::MachineInstr::FmNsz |
      llvm::MachineInstr::FmArcp | llvm::MachineInstr::FmContract | llvm::MachineInstr::FmAfn |
      llvm::MachineInstr::FmReassoc | llvm::MachineInstr::NoUWrap | llvm::MachineInstr::NoSWrap |
      llvm::MachineInstr::IsExact | llvm::MachineInstr::NoFPExcept | llvm::MachineInstr::NonNeg |
      llvm::MachineInstr::Disjoint | llvm::MachineInstr::NoUSWrap | llvm::MachineInstr::SameSign;

  // f(operand, LLVM's operand that it is of)
  template <class F>
  void name_operands(Inst i, F&& f) const {
    walk(
        i, [&](const llvm::MachineOperand& o) { return o.isReg() ? says_nothing(o) : !masks_; },
        [&](program::Operand<Value> x, const llvm::MachineOperand& o) {
          if (x.old && !rest_.empty())
            if (const auto at = rest_.find(&o); at != rest_.end()) x.value = at->second;
          if (!x.old && (!o.isReg() || o.getReg().isPhysical() || o.getSubReg() == 0)) x.lanes = ~std::uint64_t{0};
          if (o.isReg()) {
            x.implicit = o.isImplicit();
            x.early = o.isDef() && o.isEarlyClobber();
            x.dead = o.isDef() && o.isDead();
            if (!x.old && o.isUse() && o.isTied()) x.tied = tied_def(o);
          }
          f(x, o);
        });
  }
  llvm::MachineInstr& change(Inst i) const { return *const_cast<llvm::MachineInstr*>(i); }             // NOLINT
  llvm::MachineBasicBlock& change(Block b) const { return *const_cast<llvm::MachineBasicBlock*>(b); }  // NOLINT
  void reshape() {
    shape_changed_ = edges_changed_ = true;
    cycles_.reset();
  }
  void refuse(Refused why) { ++refusals_[static_cast<std::size_t>(why)]; }

  program::Effects found_effects(const llvm::MachineInstr& i) const {
    if (i.isPHI()) return Effect::phi;
    // Most do nothing beside what their operands say, and one look at the opcode's flags tells.
    constexpr std::uint64_t telling =
        std::uint64_t{1} << llvm::MCID::MayLoad | std::uint64_t{1} << llvm::MCID::MayStore |
        std::uint64_t{1} << llvm::MCID::Call | std::uint64_t{1} << llvm::MCID::Terminator |
        std::uint64_t{1} << llvm::MCID::Convergent | std::uint64_t{1} << llvm::MCID::UnmodeledSideEffects |
        std::uint64_t{1} << llvm::MCID::NotDuplicable | std::uint64_t{1} << llvm::MCID::MayRaiseFPException;
    const bool plain = !i.isBundled() && !i.isInlineAsm() && !i.isPosition() && (i.getDesc().getFlags() & telling) == 0;
    program::Effects e = plain ? program::Effects() : CodeOf::effects(&i);
    if (i.isCopy() && is_plain_copy(i)) e |= Effect::copy;
    if (may_commute(i)) e |= Effect::commutes;
    if (instructions_.isAsCheapAsAMove(i)) e |= Effect::cheap;
    if (e.has(Effect::traps) && i.isDereferenceableInvariantLoad()) e = e.without(Effect::traps | Effect::constant);
    if (i.isNotDuplicable() || i.getOpcode() == llvm::TargetOpcode::LOAD_STACK_GUARD) e |= Effect::fresh;
    const bool reserved = writes_reserved(i);
    if (i.mayRaiseFPException() || i.isFakeUse() || reserved) e |= Effect::side_effect;
    if (stays(i) || (ssa_ && reserved)) e |= Effect::fixed | Effect::side_effect;
    return e;
  }
  std::uint64_t shape_hash(const llvm::MachineInstr& i) const {
    std::uint64_t h = std::uint64_t{i.getOpcode()} << 32 | (i.getFlags() & meaning) << 8 | i.getNumOperands();
    for (const llvm::MachineOperand& o : i.operands()) {
      if (o.isReg() || o.isMBB() || o.isRegMask() || o.isMetadata()) continue;
      h = (h ^ (o.isImm() ? static_cast<std::uint64_t>(o.getImm()) : std::uint64_t{hash_value(o)})) *
          0x9e3779b97f4a7c15U;
      h ^= h >> 29;
    }
    return h;
  }
  static bool same_shape(const llvm::MachineInstr& a, const llvm::MachineInstr& b) {
    if (a.getOpcode() != b.getOpcode() || (a.getFlags() & meaning) != (b.getFlags() & meaning) ||
        a.getNumOperands() != b.getNumOperands())
      return false;
    for (unsigned k = 0; k < a.getNumOperands(); ++k) {
      const llvm::MachineOperand &x = a.getOperand(k), &y = b.getOperand(k);
      if (x.getType() != y.getType()) return false;
      if (x.isMBB() || x.isRegMask() || x.isMetadata()) continue;
      const auto empty = [](const llvm::MachineOperand& o) { return o.isUse() && o.getReg() && o.isUndef(); };
      if (x.isReg() ? x.isDef() != y.isDef() || x.getSubReg() != y.getSubReg() || empty(x) != empty(y)
                    : !x.isIdenticalTo(y))
        return false;
    }
    return true;
  }
  // The target makes the instruction that it would become. Of whole virtual registers that is done once for an opcode,
  // and where there are literals besides, once for what has the same ones.
  bool may_commute(const llvm::MachineInstr& i) const {
    if (!i.isCommutable()) return false;
    constexpr unsigned with_literals = 1U << 31;
    unsigned like = i.getOpcode();
    for (const llvm::MachineOperand& o : i.explicit_operands())
      if (o.isImm())
        like = with_literals;
      else if (!o.isReg() || !o.getReg().isVirtual() || o.isUndef() || o.getSubReg() != 0)
        return commutes(i);
    if (like == with_literals) like |= static_cast<unsigned>(key(&i));
    if (const bool* const known = commutes_.find(like)) return *known;
    return *commutes_.insert(like, commutes(i)).first;
  }
  // Reads of what is the same everywhere in the function.
  bool says_nothing(const llvm::MachineOperand& o) const {
    return !o.getReg().isVirtual() && (is_constant(o.getReg()) || (ssa_ && instructions_.isIgnorableUse(o)));
  }
  bool writes_reserved(const llvm::MachineInstr& i) const {
    for (const llvm::MachineOperand& o : i.operands())
      if (o.isReg() && o.isDef() && o.getReg().isPhysical() && !o.isDead() && reserved_.test(o.getReg().id()) &&
          !is_constant(o.getReg()) && std::find(opened_.begin(), opened_.end(), o.getReg().asMCReg()) == opened_.end())
        return true;
    return false;
  }
  bool stays(const llvm::MachineInstr& i) const {
    return i.isBundle() || i.isBundled() || i.getFlag(llvm::MachineInstr::FrameSetup) ||
           i.getFlag(llvm::MachineInstr::FrameDestroy) || call_frame(i) || i.isPosition();
  }
  bool call_frame(const llvm::MachineInstr& i) const {
    return i.getOpcode() == instructions_.getCallFrameSetupOpcode() ||
           i.getOpcode() == instructions_.getCallFrameDestroyOpcode();
  }
  static bool is_plain_copy(const llvm::MachineInstr& i) {
    return i.getNumOperands() == 2 && i.isFullCopy() && i.getOperand(0).getReg().isVirtual() &&
           i.getOperand(1).getReg().isVirtual() && !i.getOperand(1).isUndef();
  }
  // The definition that a use is tied to, counted as for_each_operand names them.
  std::int16_t tied_def(const llvm::MachineOperand& use) const {
    const llvm::MachineInstr& i = *use.getParent();
    const unsigned def = i.findTiedOperandIdx(use.getOperandNo());
    std::size_t count = 0;
    for (unsigned k = 0; k < def; ++k) {
      const llvm::MachineOperand& o = i.getOperand(k);
      if (!o.isReg() || !o.isDef() || !o.getReg() || written_before(o)) continue;
      if (o.getReg().isVirtual())
        ++count;
      else if (!info_.isConstantPhysReg(o.getReg()))
        count += units_of(o.getReg()).size();
    }
    return static_cast<std::int16_t>(count);
  }
  // The k-th that for_each_operand names, and whether it is the rest of a definition in part.
  std::pair<const llvm::MachineOperand*, bool> operand(Inst i, std::uint32_t k) const {
    std::pair<const llvm::MachineOperand*, bool> found{nullptr, false};
    walk(
        i, [&](const llvm::MachineOperand& o) { return o.isReg() ? says_nothing(o) : !masks_; },
        [&](const program::Operand<Value>& x, const llvm::MachineOperand& o) {
          if (k-- == 0) found = {&o, x.old};
        });
    return found;
  }
  // Debug values and the like are no instructions of the View. That one stood in front of them is remembered, so that it
  // comes back to where it was.
  void remember(Inst i) {
    const auto next = std::next(llvm::MachineBasicBlock::const_iterator(i));
    if (next != i->getParent()->end() && is_note(*next)) stood_before_[i].push_back(&*next);
  }
  llvm::MachineBasicBlock::iterator place_of(Inst i, llvm::MachineBasicBlock& b, const std::optional<Inst>& before) {
    const auto place = before ? llvm::MachineBasicBlock::iterator(change(*before)) : b.end();
    // The first instruction that the View has may have notes in front of it, such as the end of an object's life.
    if (i->isPHI() && !(before && (*before)->isPHI())) return b.getFirstNonPHI();
    const auto stood = stood_before_.find(i);
    if (stood == stood_before_.end()) return place;
    for (auto at = place; at != b.begin() && is_note(*std::prev(at));) {
      --at;
      if (std::find(stood->second.begin(), stood->second.end(), &*at) != stood->second.end()) return at;
    }
    return place;
  }
  void keep_rest(llvm::MachineOperand& o, Value rest) {
    if (o.getReg().id() == rest)
      rest_.erase(&o);
    else
      rest_[&o] = rest;
  }
  // It has reads again: its definitions are not dead.
  void alive(llvm::Register r) {
    for (llvm::MachineOperand& o : info_.def_operands(r))
      if (o.isDead()) o.setIsDead(false);
  }
  // A virtual register's reads are no last ones. Once: nobody sets the flag again, and who comes is asked for itself.
  void no_kills(llvm::Register r) {
    if (!r.isVirtual()) return;
    const unsigned n = r.virtRegIndex();
    if (n >= without_kills_.size()) without_kills_.resize(std::max(n + 1, info_.getNumVirtRegs()), false);
    if (without_kills_[n]) return;
    without_kills_[n] = true;
    info_.clearKillFlags(r);
  }
  // What settle has to look at, of an instruction that comes, goes or moves.
  void look(llvm::MachineInstr& i) {
    for (llvm::MachineOperand& o : i.operands()) {
      if (o.isRegMask()) physical_changed_ = true;
      if (!o.isReg() || !o.getReg()) continue;
      if (o.getReg().isVirtual()) {
        no_kills(o.getReg());  // of what is read here, and of what is read elsewhere now that it is from here
        if (o.isUse()) o.setIsKill(false);
        if (o.isDef()) written_.insert(o.getReg().id());
      } else if (!reserved_.test(o.getReg().id()) && !(o.isDef() && o.isDead()) && !says_nothing(o)) {
        physical_changed_ = true;
      }
    }
  }

  void settle_operands();
  void settle(llvm::MachineInstr& i);
  void settle_class(llvm::MachineOperand& o, const llvm::TargetRegisterClass& cls);
  void settle_tie(llvm::MachineOperand& def, llvm::Register taken);
  void settle_blocks();

  llvm::MachineRegisterInfo& info_;
  const llvm::MachineBlockFrequencyInfo* frequencies_;
  const bool masks_;
  std::optional<Ends> ends_;
  std::array<std::uint32_t, 6> refusals_{};
  std::vector<llvm::MCRegister> opened_;
  const bool ssa_ = f_.getProperties().hasIsSSA();
  bool shape_changed_ = false, physical_changed_ = false, settled_ = false;
  bool edges_changed_ = false;  // as well, and not only the layout: only then do registers live elsewhere
  std::unordered_set<const llvm::MachineBasicBlock*> parked_, made_;  // looked up only: as all that follow,
  std::unordered_set<const llvm::MachineInstr*> touched_;             // but where what is done has no order
  std::vector<llvm::MachineInstr*> dropped_, gone_;
  bool copied_ = false;  // settling put in copies, or took another class
  std::unordered_map<const llvm::MachineInstr*, std::vector<const llvm::MachineInstr*>> stood_before_;
  std::vector<bool> without_kills_;  // by virtual register: its reads say of none that it is the last
  std::set<unsigned> written_;       // virtual registers that instructions wrote which came, went or moved
  std::unordered_map<const llvm::MachineOperand*, Value> rest_;  // what a definition in part takes the rest from
  std::unordered_map<const llvm::MachineOperand*, const llvm::TargetRegisterClass*> wanted_;  // of the first register
  struct Shape {
    Inst one;
    std::uint32_t before;  // the last one of that hash before it
  };
  mutable dense::DenseMap<unsigned, bool> commutes_;  // by opcode or shape
  mutable dense::DenseMap<const llvm::MachineInstr*, program::Effects> effects_;
  mutable dense::DenseMap<std::uint64_t, std::uint32_t> keys_;  // by hash: the last one of that shape
  mutable std::vector<Shape> shapes_;
  mutable std::vector<std::pair<void*, std::uint64_t>> generic_;
  mutable std::optional<llvm::MachineCycleInfo> cycles_;
};

}  // namespace lathe::llvm_mir
