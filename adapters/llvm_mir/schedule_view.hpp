// The View of a machine function for what schedules it, and its loops of one block for lathe::modulo: registers by their
// units, the target's scheduling model by pairs of operands, and all that LLVM knows of memory.
//
//   lathe::llvm_mir::ScheduleView view(*program, machine_function);
//   lathe::flow::ViewLiveness lives(view);
//   lathe::llvm_mir::Loop loop(lives, block_number, registers);   // LoopRegisters registers(view);
//   const auto problem = lathe::modulo::ingest(loop);
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/modulo/of_view.hpp>

#include "adapters/llvm_mir/memory.hpp"
#include "adapters/llvm_mir/pressure.hpp"
#include "adapters/llvm_mir/target_model.hpp"

namespace lathe::llvm_mir {

class ScheduleView : public UnitsView, public TargetModel {
 public:
  using Dependence = program::Dependence<Value>;
  static constexpr program::Facts facts = Fact::incoming | Fact::latency | Fact::units | Fact::issue | Fact::relation |
                                          Fact::edge_latency | Fact::pinned | Fact::names | Fact::location;

  ScheduleView(Program& program, llvm::MachineFunction& function)
      : ScheduleView(MemoryOracle(program, function), function) {}
  ScheduleView(MemoryOracle memory, llvm::MachineFunction& function)
      : UnitsView(function, Registers::all), TargetModel(function), memory_(std::move(memory)) {}

  const llvm::MachineFunction& function() const { return f_; }
  /// Who looks at exceptions of floating-point numbers is a call or has side effects, so what may raise one keeps its
  /// place among those, as a read of memory that nobody writes would. It is neither ordered with others, since flags add
  /// up, nor with memory.
  program::Effects effects(Inst i) const {
    const program::Effects e = CodeOf::effects(i);
    if (is_note(*i)) return e | Effect::side_effect;
    return i->mayRaiseFPException() ? e | Effect::reads : e;
  }
  template <class F>
  void for_each_incoming(Inst i, F&& f) const {
    for (unsigned k = 1; i->isPHI() && k + 1 < i->getNumOperands(); k += 2)
      f(Block{i->getOperand(k + 1).getMBB()}, Value{i->getOperand(k).getReg().virtRegIndex()});
  }
  void for_each_live_out() const = delete;  // told by incoming
  bool pinned(Value v) const { return v >= physical || !f_.getProperties().hasIsSSA(); }
  program::MemoryRelation relation(Inst a, Inst b) const {
    if (!a->mayLoadOrStore() || !b->mayLoadOrStore()) return {false, 0, 0};
    return memory_(*a, *b);
  }
  std::int32_t edge_latency(Inst from, Inst to, const Dependence& d) const {
    using enum program::DependenceKind;
    if (d.kind == data) return data_latency(*from, *to, d);
    if (d.kind == memory) return from->mayStore() && to->mayLoad() ? 1 : 0;
    return d.kind == output ? output_latency(*from, *to, *d.value) : 0;
  }

 private:
  // From the operand that writes the value to those that read it, by its name or by that of a phi.
  std::int32_t data_latency(const llvm::MachineInstr& from, const llvm::MachineInstr& to, const Dependence& d) const {
    unsigned latency = 0;
    bool found = false;
    for (unsigned def = 0; def < from.getNumOperands(); ++def) {
      if (!names(from.getOperand(def), *d.value) || !from.getOperand(def).isDef()) continue;
      for (unsigned use = 0; use < to.getNumOperands(); ++use) {
        if (!reads(to.getOperand(use), d)) continue;
        latency = std::max(latency, model().computeOperandLatency(&from, def, &to, use));
        found = true;
      }
    }
    // Named by a mask of registers only, or read because it is written in part.
    return static_cast<std::int32_t>(found ? latency : model().computeInstrLatency(&from));
  }
  std::int32_t output_latency(const llvm::MachineInstr& from, const llvm::MachineInstr& to, Value v) const {
    for (unsigned def = 0; def < from.getNumOperands(); ++def)
      if (names(from.getOperand(def), v) && from.getOperand(def).isDef())
        return static_cast<std::int32_t>(model().computeOutputLatency(&from, def, &to));
    return 1;
  }
  bool names(const llvm::MachineOperand& o, Value v) const {
    if (!o.isReg() || !o.getReg()) return false;
    if (o.getReg().isVirtual()) return o.getReg().virtRegIndex() == v;
    return v >= physical && registers_.hasRegUnit(o.getReg().asMCReg(), static_cast<llvm::MCRegUnit>(v - physical));
  }
  // By its name, or by that of the phi that brings it from the block's own earlier iterations.
  bool reads(const llvm::MachineOperand& o, const Dependence& d) const {
    if (!o.isReg() || !o.readsReg()) return false;
    if (names(o, *d.value)) return true;
    llvm::Register r = o.getReg();
    for (std::uint32_t k = 0; k < d.distance && r.isVirtual(); ++k) {
      const llvm::MachineInstr* const phi = info_.getVRegDef(r);
      if (phi == nullptr || !phi->isPHI()) return false;
      r = {};
      for (unsigned in = 1; in + 1 < phi->getNumOperands(); in += 2)
        if (phi->getOperand(in + 1).getMBB() == phi->getParent()) r = phi->getOperand(in).getReg();
    }
    return r.isVirtual() && r.virtRegIndex() == *d.value;
  }

  MemoryOracle memory_;
};
static_assert(program::is_view<ScheduleView>());

/// Registers of loops: virtual ones in the first of their sets, as modulo takes them. Physical ones are always there.
/// Made once for a function.
struct LoopRegisters : TargetSets {
  explicit LoopRegisters(const ScheduleView& view) : TargetSets(view.function(), view) {}
  program::RegisterClass register_class(Reg v) const {
    return v < ScheduleView::physical ? TargetSets::register_class(v) : program::RegisterClass{"none"};
  }
};
/// A loop of one block. Terminators are left out: whoever expands a schedule makes branches of their own.
using Loop = modulo::OfView<ScheduleView, LoopRegisters>;

}  // namespace lathe::llvm_mir
