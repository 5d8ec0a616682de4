// Spill slots of a machine function of LLVM 22, behind allocation: a client of lathe/passes/color_slots.hpp where LLVM has its own
// stack-slot-coloring.
//
// Slots of one size at a time, so that none comes to stand within another. Of a slot that something stores in part, changes in
// memory, or names without an access, nothing is moved.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

#include <llvm/CodeGen/MachineFrameInfo.h>
#include <llvm/CodeGen/PseudoSourceValue.h>

#include <lathe/passes/color_slots.hpp>

#include "adapters/llvm_mir/editor.hpp"

namespace lathe::llvm_mir {

/// Code whose instructions that name a spill slot of `bytes` bytes access all of it; it is its own SlotFrame. `function` outlives it.
class SlotCode : public Code {
 public:
  SlotCode(llvm::MachineFunction& function, std::uint64_t bytes)
      : Code(function), frame_(function.getFrameInfo()), bytes_(bytes) {}

  template <class F>
  void for_each_access(Inst i, F&& f) const {
    const std::optional<int> slot = slot_of(*i);
    if (!slot || !i->mayLoadOrStore()) return Code::for_each_access(i, f);
    program::Access<Value> out;
    out.symbol = symbol(*slot);
    out.bytes = static_cast<std::uint32_t>(bytes_);
    f(out);
  }

  // ---- a SlotFrame

  bool is_slot(std::uint32_t s) const { return s >= first && ours(index(s)); }
  std::uint64_t slot_bytes(std::uint32_t) const { return bytes_; }
  std::uint64_t slot_align(std::uint32_t) const { return bytes_; }  ///< make_placed sees to it
  template <class F>
  void for_each_symbol(Inst i, F&& f) const {
    for (const llvm::MachineOperand& o : i->operands())
      if (o.isFI() && ours(o.getIndex())) f(symbol(o.getIndex()));
  }
  /// Addresses are not computed of spill slots.
  std::optional<passes::SlotAddress<Value>> slot_address(Inst) const { return {}; }
  /// 1: it loads from the slot, or stores all of it; 0: who knows.
  std::uint32_t slot_parts(Inst i) const {
    const std::optional<int> slot = slot_of(*i);
    if (!slot || i->mayLoad() == i->mayStore() || !i->hasOneMemOperand() || !may_clone(i)) return 0;
    const llvm::MachineMemOperand& m = **i->memoperands_begin();
    const auto* const source = llvm::dyn_cast_if_present<llvm::FixedStackPseudoSourceValue>(m.getPseudoValue());
    if (source == nullptr || source->getFrameIndex() != *slot || m.getOffset() != 0 || m.isVolatile() || m.isAtomic())
      return 0;
    const bool whole =
        m.getSize().hasValue() && !m.getSize().isScalable() && m.getSize().getValue().getFixedValue() == bytes_;
    return whole || (i->mayLoad() && m.getSize().hasValue() && !m.getSize().isScalable()) ? 1 : 0;
  }
  /// `offset` is 0: all slots are of one size, and all of each is touched.
  Inst make_placed(Inst access, std::uint32_t s, std::int64_t) {
    const int from = *slot_of(*access), to = index(s);
    llvm::MachineInstr& made = change(clone(access));
    for (llvm::MachineOperand& o : made.operands())
      if (o.isFI()) o.setIndex(to);
    frame_.setObjectAlignment(to, std::max(frame_.getObjectAlign(to), frame_.getObjectAlign(from)));
    const llvm::MachineMemOperand& m = **access->memoperands_begin();
    made.setMemRefs(f_, {f_.getMachineMemOperand(llvm::MachinePointerInfo::getFixedStack(f_, to), m.getFlags(),
                                                 m.getSize(), frame_.getObjectAlign(to))});
    return &made;
  }
  /// What nobody touches any more is no object.
  void resize_slot(std::uint32_t s, std::uint64_t bytes) {
    if (bytes == 0) frame_.RemoveStackObject(index(s));
  }

 private:
  static constexpr std::uint32_t first = std::uint32_t{1} << 24;  // behind the numbers of other objects
  static std::uint32_t symbol(int index) { return first + static_cast<std::uint32_t>(index); }
  static int index(std::uint32_t s) { return static_cast<int>(s - first); }
  bool ours(int n) const {
    return n >= 0 && frame_.isSpillSlotObjectIndex(n) && !frame_.isDeadObjectIndex(n) && frame_.getStackID(n) == 0 &&
           frame_.getObjectSize(n) == static_cast<std::int64_t>(bytes_);
  }
  // The one slot that it names, once.
  std::optional<int> slot_of(const llvm::MachineInstr& i) const {
    std::optional<int> out;
    for (const llvm::MachineOperand& o : i.operands())
      if (o.isFI()) {
        if (out || !ours(o.getIndex())) return {};
        out = o.getIndex();
      }
    return out;
  }

  llvm::MachineFrameInfo& frame_;
  std::uint64_t bytes_;
};

/// Spill slots that are never live at once share their place. How many moved, and how many are gone. Behind allocation, in front of
/// the frame's layout. O(sizes * size log size), see color_slots.
inline passes::ColorSlotsStats color_spill_slots(llvm::MachineFunction& function) {
  passes::ColorSlotsStats all;
  passes::ColorSlotsOptions options;
  options.objects = 1024;  // slots are small and many
  std::set<std::uint64_t> sizes;
  const llvm::MachineFrameInfo& frame = function.getFrameInfo();
  for (int n = 0; n < frame.getObjectIndexEnd(); ++n)
    if (frame.isSpillSlotObjectIndex(n) && !frame.isDeadObjectIndex(n) && frame.getObjectSize(n) > 0)
      sizes.insert(static_cast<std::uint64_t>(frame.getObjectSize(n)));
  for (const std::uint64_t bytes : sizes) {
    SlotCode code(function, bytes);
    const auto stats = passes::color_slots(code, code, options).stats;
    for (const auto& [unused, member] : passes::ColorSlotsStats::fields()) all.*member += stats.*member;
  }
  return all;
}

}  // namespace lathe::llvm_mir
