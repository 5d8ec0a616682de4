// Registers of PTX for passes that fit code into few of them (register_target.hpp, rematerialize.hpp): what they count as,
// what memory holds them, what may be made again and at what price, loads, stores and slots. Private to nvptx/passes.
//
// Registers are counted as ptxas counts them, 32 bits each and predicates apart; the limit is --maxreg's, or what the
// directives leave (views/launch.hpp). Memory that holds a register is a thread's own: .local, which other threads and
// what they execute do not see. A slot is a variable of its own, `__local_spillN`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/program/view.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {

class FewRegisters : public MirRegisters {
 public:
  FewRegisters(MirCode& code, const MirRegisterOptions& options)
      : MirRegisters(code.module(), code.function(), options), code_(code) {}

  const lathe::program::RegisterClass& register_class(mir::Reg r) const {
    const bool flag = r >= code_.function().regs.size();  // here the carry flag is no number behind the registers
    return MirRegisters::register_class(flag ? mir::carry_of(code_.function()) : r);
  }
  /// Of elements of a plain load or store that has the register's width.
  template <class F>
  void for_each_held(MirId i, F&& f) const {
    const mir::Inst& inst = code_.inst(i);
    const mir::OpDesc& d = code_.op(i);
    if (inst.guard != mir::none || d.space != mir::Space::local || d.is_volatile ||
        (d.op != mir::Op::ld && d.op != mir::Op::st))
      return;
    const unsigned bits = mir::bits_of(d.type);
    code_.for_each_access(i, [&](const lathe::program::Access<mir::Reg>& whole) {
      lathe::program::Access<mir::Reg> part = whole;
      part.bytes = bits / 8;
      std::uint32_t k = 0, elements = 0;
      const auto element = [&](const mir::Operand& o) {
        part.offset = whole.offset + std::int64_t{elements++} * part.bytes;
        if (o.kind == mir::Operand::Kind::reg && mir::bits_of(code_.function().regs[o.a].type) == bits &&
            part.bytes != 0)
          f(mir::Reg{o.a}, part);
      };
      // `{a, b}` or one register, in front of the address or behind it.
      for (const mir::Operand& o : code_.slots(i)) {
        if (o.kind == mir::Operand::Kind::group) continue;
        if (&o == mir::address_of(code_.module(), code_.function(), inst)) continue;
        if (k++ < std::max<std::uint32_t>(d.vector, 1)) element(o);
      }
    });
  }
  std::optional<MirId> make_load(mir::Reg to, const lathe::program::Access<mir::Reg>& at) {
    const mir::Operand address = at.has_base ? mir::Operand::make_mem_reg(at.base, at.offset)
                                             : mir::Operand::make_mem_sym(at.symbol - 1, at.offset);
    return plain("ld.local.", to, address, true);
  }
  std::uint32_t make_slot(mir::Reg like) {
    mir::Function& f = code_.function();
    mir::Variable slot;
    slot.name = "__local_spill" + std::to_string(slots_.size());
    slot.space = mir::Space::local;
    slot.type = mir::Type::b8;
    slot.align = bytes_of(like);
    slot.dims = {slot.align};
    slots_.push_back(code_.module().name(slot.name));
    f.variables.push_back(std::move(slot));
    f.placed.resize(f.variables.size(), false);
    return static_cast<std::uint32_t>(slots_.size() - 1);
  }
  /// The slots that were made go again. Precondition: nothing mentions them.
  void forget_slots() {
    mir::Function& f = code_.function();
    f.variables.resize(f.variables.size() - slots_.size());
    f.placed.resize(f.variables.size());
    slots_.clear();
  }
  MirId make_store(std::uint32_t slot, mir::Reg value) {
    return *plain("st.local.", value, mir::Operand::make_mem_sym(slots_[slot]), false);
  }
  MirId make_reload(mir::Reg to, std::uint32_t slot) {
    return *plain("ld.local.", to, mir::Operand::make_mem_sym(slots_[slot]), true);
  }
  /// Memory has no predicates.
  bool may_spill(mir::Reg r) const {
    return r < code_.function().regs.size() && mir::bits_of(code_.function().regs[r].type) >= 8;
  }
  bool may_make_again(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    // Inline assembly may name labels; predicates cost ptxas little to keep and a comparison to make.
    return !d.pseudo && d.type != mir::Type::pred;
  }
  /// Does it read a special register: %tid.x?
  bool is_special(MirId i) const {
    const auto slots = code_.slots(i);
    return std::any_of(slots.begin(), slots.end(),
                       [](const mir::Operand& o) { return o.kind == mir::Operand::Kind::special; });
  }
  std::uint32_t make_cost(MirId i) const { return is_slow(i) ? 8 : 1 + mir::bits_of(code_.op(i).type) / 64; }

 protected:
  bool is_slow(MirId i) const {
    const mir::Unit unit = mir::unit_of(code_.op(i));
    return unit == mir::Unit::fp64 || unit == mir::Unit::xu || unit == mir::Unit::tensor || unit == mir::Unit::tex;
  }

 private:
  std::uint32_t bytes_of(mir::Reg r) const { return std::max(mir::bits_of(code_.function().regs[r].type), 8U) / 8; }
  std::optional<MirId> plain(const char* op, mir::Reg value, const mir::Operand& address, bool load) {
    const mir::Operand first = mir::Operand::make_reg(value);
    const mir::Operand slots[] = {load ? first : address, load ? address : first};
    const mir::OpId id = code_.module().intern(op + ("b" + std::to_string(8 * bytes_of(value))));
    return code_.make(code_.function().make(id, slots));
  }

  MirCode& code_;
  std::vector<mir::NameId> slots_;
};

}  // namespace lathe::nvptx::machine
