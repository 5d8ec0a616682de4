// Registers for far parts of a frame on machine functions of LLVM 22, in SSA form: a client of lathe/passes/frame_bases.hpp where
// LLVM has its own LocalStackSlotAllocation (localstackalloc).
//
// As there, objects first get places in one block of the frame that the layout later takes as a whole, and the target says which
// reference its instruction cannot make from the frame's own registers, and which offsets from a base it can.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/CodeGen/MachineFrameInfo.h>
#include <llvm/CodeGen/TargetFrameLowering.h>

#include <lathe/passes/frame_bases.hpp>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// Code whose frame's objects have places; its own FrameClient. `function` outlives it and has objects without places, and the target
/// wants bases (`wanted`). Places are counted from `origin`, which nothing reaches: that the frame's own registers do not reach what
/// is named is asked of the target.
class FrameCode : public Code {
 public:
  static constexpr std::int64_t origin = -(std::int64_t{1} << 40);
  static constexpr std::int64_t grain =
      16;  ///< bases stand at multiples: offsets of aligned accesses are then multiples of their size
  static constexpr std::int64_t most =
      2047;  ///< a base is so far behind the begin of an object at most: an immediate of 12 bits with sign

  explicit FrameCode(llvm::MachineFunction& function)
      : Code(function, Ways::fixed, nullptr, Masks::left_out), frame_(function.getFrameInfo()) {
    place_objects();
    find_like();
  }
  /// Does the target take bases, each made by one instruction? Stack protectors and places that somebody gave already: no.
  static bool wanted(const llvm::MachineFunction& f) {
    const llvm::MachineFrameInfo& frame = f.getFrameInfo();
    return f.getSubtarget().getRegisterInfo()->requiresVirtualBaseRegisters(f) && frame.getObjectIndexEnd() > 0 &&
           frame.getLocalFrameObjectCount() == 0 && !frame.hasStackProtectorIndex() && !f.empty();
  }

  // ---- a FrameClient

  std::optional<std::int64_t> frame_place(Inst i) const {
    const auto r = reference(*i);
    return r ? std::optional(r->place) : std::nullopt;
  }
  std::pair<std::int64_t, std::int64_t> frame_reach(Inst i) const {
    const auto r = reference(*i);
    return {r->place - r->high, r->place - r->low};
  }
  Value base_like() const { return like_.id(); }
  Inst make_base(Value to, std::int64_t at) {
    const auto o = std::prev(objects_.upper_bound(at));
    llvm::MachineInstr& made = materialize(o->second, at - o->first);
    made.getOperand(0).setReg(llvm::Register(to));
    info_.clearKillFlags(llvm::Register(to));
    return made.removeFromParent();
  }
  Inst make_based(Inst i, Value base, std::int64_t at) {
    const std::int64_t own = registers_.getFrameIndexInstrOffset(i, static_cast<int>(slot_of(*i)));
    llvm::MachineInstr& made = change(clone(i));
    llvm::MachineBasicBlock& b = change(Block{i->getParent()});  // targets want one that stands somewhere
    b.insert(change(i).getIterator(), &made);
    registers_.resolveFrameIndex(made, llvm::Register(base), at - own);
    return made.removeFromParent();
  }

 private:
  struct Reference {
    std::int64_t place, low, high;  // where a base may stand for it: multiples of grain
  };
  static constexpr unsigned none_ = ~0U;

  // In the order of their numbers, as LLVM has them; the block counts from where the stack grows.
  void place_objects() {
    std::vector<int> all;
    for (int n = 0; n < frame_.getObjectIndexEnd(); ++n)
      if (!frame_.isDeadObjectIndex(n) && frame_.getStackID(n) == 0 && !frame_.isVariableSizedObjectIndex(n))
        all.push_back(n);
    const bool down =
        f_.getSubtarget().getFrameLowering()->getStackGrowthDirection() == llvm::TargetFrameLowering::StackGrowsDown;
    std::int64_t at = 0;
    llvm::Align align;
    for (const int n : all) {
      if (down) at += frame_.getObjectSize(n);
      at = static_cast<std::int64_t>(llvm::alignTo(static_cast<std::uint64_t>(at), frame_.getObjectAlign(n)));
      const std::int64_t place = down ? -at : at;
      frame_.mapLocalFrameObject(n, place);
      places_[n] = place;
      objects_.emplace(place - origin, n);
      if (!down) at += frame_.getObjectSize(n);
      align = std::max(align, frame_.getObjectAlign(n));
    }
    frame_.setLocalFrameSize(at);
    frame_.setLocalFrameMaxAlign(align);
  }
  // A register of a base's class: a base is made, and goes again. Of several instructions (AMD GPU): there are no bases.
  void find_like() {
    if (objects_.empty()) return;
    llvm::MachineBasicBlock& entry = f_.front();
    const std::size_t had = entry.size();
    llvm::MachineInstr& made = materialize(objects_.begin()->second, grain);
    std::size_t count = entry.size() - had;
    if (count == 1) like_ = made.getOperand(0).getReg();
    while (count-- != 0) entry.front().eraseFromParent();
  }
  // At the entry's begin, the one instruction that the target makes.
  llvm::MachineInstr& materialize(int object, std::int64_t offset) {
    llvm::MachineBasicBlock& entry = f_.front();
    registers_.materializeFrameBaseRegister(&entry, object, offset);
    return entry.front();
  }
  bool placed(int object) const { return places_.contains(object); }
  std::int64_t place(int object) const { return places_.at(object) - origin; }
  // The one operand that names an object; none_: there is none, or several.
  static unsigned slot_of(const llvm::MachineInstr& i) {
    unsigned out = none_;
    for (unsigned k = 0; k < i.getNumOperands(); ++k)
      if (i.getOperand(k).isFI()) {
        if (out != none_) return none_;
        out = k;
      }
    return out;
  }
  // Of an instruction for which the target wants a base.
  std::optional<Reference> reference(const llvm::MachineInstr& i) const {
    const unsigned k = slot_of(i);
    if (!like_ || k == none_ || i.isDebugInstr() || i.isInlineAsm() ||
        i.getOpcode() == llvm::TargetOpcode::STATEPOINT || i.getOpcode() == llvm::TargetOpcode::STACKMAP ||
        i.getOpcode() == llvm::TargetOpcode::PATCHPOINT || !placed(i.getOperand(k).getIndex()) || !may_clone(&i))
      return {};
    const int object = i.getOperand(k).getIndex();
    if (!registers_.needsFrameBaseReg(&change(Inst{&i}), places_.at(object))) return {};
    const std::int64_t own = registers_.getFrameIndexInstrOffset(&i, static_cast<int>(k)), at = place(object) + own;
    const std::int64_t middle = at & -grain;
    const auto legal = [&](std::int64_t base) { return registers_.isFrameOffsetLegal(&i, like_, at - base - own); };
    if (!legal(middle)) return {};
    const std::optional<std::int64_t> high = within_an_object(furthest(middle, grain, legal));
    const std::int64_t low = furthest(middle, -grain, legal);
    if (!high || *high < low) return {};
    return Reference{at, low, *high};
  }
  // The last of from, from + step, ... in a row that is legal: of those that are there are many, so by halving.
  template <class Legal>
  static std::int64_t furthest(std::int64_t from, std::int64_t step, Legal&& legal) {
    std::int64_t good = 0, bad = 1;
    while (bad < (std::int64_t{1} << 24) && legal(from + bad * step)) good = bad, bad *= 2;
    while (bad - good > 1) (legal(from + (good + bad) / 2 * step) ? good : bad) = (good + bad) / 2;
    return from + good * step;
  }
  // The highest place of a base at or below it that is near behind the begin of an object.
  std::optional<std::int64_t> within_an_object(std::int64_t at) const {
    const auto behind = objects_.upper_bound(at);
    if (behind == objects_.begin()) return {};
    return std::min(at, (std::prev(behind)->first + most) & -grain);
  }

  llvm::MachineFrameInfo& frame_;
  std::map<int, std::int64_t> places_;        // of objects, as LLVM counts in the block
  std::multimap<std::int64_t, int> objects_;  // by their places from origin
  llvm::Register like_;
};

/// Base registers for what is far in the frame; where there are any, the frame keeps the block of its objects as it is. In SSA form, in
/// front of the frame's layout. See make_frame_bases.
inline passes::FrameBasesStats make_frame_bases(llvm::MachineFunction& function, std::uint32_t least = 2) {
  if (!FrameCode::wanted(function)) return {};
  passes::FrameBasesOptions options;
  options.least = least;
  FrameCode code(function);
  const passes::FrameBasesStats stats = passes::make_frame_bases(code, code, options).stats;
  function.getFrameInfo().setUseLocalStackAllocationBlock(stats.bases != 0);
  return stats;
}

}  // namespace lathe::llvm_mir
