// Depot slots to registers: passes::promote_slots on PTX. Slots are the .local variables of the function itself; a word of
// 1, 2, 4 or 8 bytes becomes a register of 16, 16, 32 or 64 bits, of which a load takes the low bits as it took them of
// memory.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <lathe/passes/promote_slots.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {
namespace {

using mir::Op, mir::Space, mir::Type;
using Kind = mir::Operand::Kind;

std::string bits_text(unsigned bits) { return std::to_string(bits); }

class MirSlots {
 public:
  using Address = lathe::passes::SlotAddress<mir::Reg>;

  explicit MirSlots(MirCode& code) : code_(code), m_(code.module()), f_(code.function()) {
    std::map<std::string, int> named;
    for (const mir::Variable& v : f_.variables) ++named[v.name];
    for (const mir::Variable& v : m_.variables) ++named[v.name];
    // A name that stands for two variables, by scopes, says too little.
    for (const mir::Variable& v : f_.variables)
      if (v.space == Space::local && named[v.name] == 1)
        sizes_.emplace(m_.name(v.name) + 1, mir::extent_of(m_, f_, v.name).bytes);
  }
  bool any() const { return !sizes_.empty(); }

  bool is_slot(std::uint32_t symbol) const { return sizes_.count(symbol) != 0; }
  std::uint64_t slot_bytes(std::uint32_t symbol) const { return sizes_.at(symbol); }
  template <class F>
  void for_each_symbol(MirId i, F&& f) const {
    const mir::OpDesc& d = code_.op(i);
    if (d.op == Op::p_decl) return;
    for (const mir::Operand& o : code_.slots(i)) {
      if (o.kind == Kind::symbol || o.kind == Kind::mem_sym) f(o.a + 1);
      if (o.kind == Kind::text) in_text(m_.name(o.a), f);
    }
    if (d.op == Op::p_asm) in_text(f_.asms[static_cast<std::size_t>(code_.slots(i)[0].value)].text, f);
  }
  std::optional<Address> slot_address(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    const auto slots = code_.slots(i);
    if (code_.inst(i).guard != mir::none || slots.size() < 2 || slots[0].kind != Kind::reg) return {};
    if (mir::bits_of(d.type) != m_.address_size) return {};
    const mir::Operand& from = slots[1];
    if (from.negated) return {};
    const bool moves = (d.op == Op::mov && d.modifiers.size() == 1) || (d.op == Op::cvta && d.has("local"));
    if (moves && slots.size() == 2) {
      if (from.kind == Kind::symbol) return Address{from.a + 1, {}, from.value};
      if (from.kind == Kind::reg) return Address{0, from.a, 0};
      return {};
    }
    const bool adds = d.op == Op::add, subtracts = d.op == Op::sub;
    if ((!adds && !subtracts) || d.modifiers.size() != 1 || slots.size() != 3) return {};
    const mir::Operand& by = slots[2];
    const auto near = [](const mir::Operand& o) {
      return o.kind == Kind::imm && o.value > -(std::int64_t{1} << 40) && o.value < std::int64_t{1} << 40;
    };
    if (from.kind == Kind::reg && near(by)) return Address{0, from.a, adds ? by.value : -by.value};
    if (adds && by.kind == Kind::reg && !by.negated && near(from)) return Address{0, by.a, from.value};
    return {};
  }
  std::uint32_t slot_parts(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    if ((d.op != Op::ld && d.op != Op::st) || (d.space != Space::generic && d.space != Space::local)) return 0;
    const unsigned bits = mir::bits_of(d.type);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return 0;
    const auto words = values(i);
    if (words.size() != d.vector) return 0;
    for (const mir::Operand& o : words)
      if (!fits(o, d, bits)) return 0;
    return static_cast<std::uint32_t>(words.size());
  }
  std::optional<mir::Reg> make_slot(std::uint32_t bytes) {
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return {};
    return f_.new_reg(bytes <= 2 ? Type::b16 : bytes == 4 ? Type::b32 : Type::b64);
  }
  MirId make_stored(MirId store, std::uint32_t part, mir::Reg to) {
    const mir::OpDesc& d = code_.op(store);
    const unsigned bits = mir::bits_of(d.type), held = std::max(16U, bits);
    mir::Operand value = values(store)[part];
    std::string text = "mov.b" + bits_text(held);
    if (value.kind == Kind::reg) {
      const unsigned has = mir::bits_of(f_.regs[value.a].type);
      if (has != held) text = "cvt.u" + bits_text(held) + ".u" + bits_text(has);
    } else if (value.kind == Kind::imm) {
      if (bits < 32) value.value &= (std::int64_t{1} << bits) - 1;
    } else {
      text = "mov." + std::string(mir::to_string(d.type));
    }
    return make(store, text, mir::Operand::make_reg(to), value);
  }
  MirId make_loaded(MirId load, std::uint32_t part, mir::Reg from) {
    const Type type = code_.op(load).type;
    const mir::Operand value = values(load)[part];
    const unsigned bits = mir::bits_of(type), wanted = mir::bits_of(f_.regs[value.a].type);
    const std::string sign = is_signed(type) ? "s" : "u";
    const std::string text =
        bits == wanted ? "mov.b" + bits_text(bits) : "cvt." + sign + bits_text(wanted) + "." + sign + bits_text(bits);
    return make(load, text, value, mir::Operand::make_reg(from));
  }
  MirId make_phi(mir::Reg to) {
    const mir::Operand slot = mir::Operand::make_reg(to);
    return code_.make(f_.make(m_.intern("phi." + std::string(mir::to_string(f_.regs[to].type))), {&slot, 1}));
  }

  /// Variables at the function's top that nothing mentions any more; ptxas makes room for those, too.
  void drop_unused() {
    std::set<std::uint32_t> used;
    for (const mir::BlockId b : code_.blocks())
      for (const MirId i : code_.instructions(b))
        for_each_symbol(i, [&](std::uint32_t symbol) { used.insert(symbol); });
    for (std::size_t k = f_.variables.size(); k-- > 0;) {
      const std::uint32_t symbol = m_.name(f_.variables[k].name) + 1;
      const bool placed = k < f_.placed.size() && f_.placed[k];
      if (f_.variables[k].space != Space::local || placed || !is_slot(symbol) || used.count(symbol) != 0) continue;
      f_.variables.erase(f_.variables.begin() + static_cast<std::ptrdiff_t>(k));
      if (k < f_.placed.size()) f_.placed.erase(f_.placed.begin() + static_cast<std::ptrdiff_t>(k));
      for (const mir::BlockId b : code_.blocks())
        for (const MirId i : code_.instructions(b))
          if (code_.op(i).op == Op::p_decl && code_.slots(i).back().value > static_cast<std::int64_t>(k))
            --code_.slots(i).back().value;
    }
  }

 private:
  template <class F>
  void in_text(const std::string& text, F&& f) const {
    for (const auto& [symbol, bytes] : sizes_)
      if (text.find(m_.name(symbol - 1)) != std::string::npos) f(symbol);
  }
  // The operands that are loaded or stored.
  std::span<const mir::Operand> values(MirId i) const {
    const auto slots = std::as_const(code_).slots(i);
    const bool store = code_.op(i).op == Op::st;
    const std::uint32_t at = store ? mir::slots_of(slots, 0) : 0;
    if (at >= slots.size()) return {};
    const std::uint32_t count = mir::slots_of(slots, at);
    return count == 1 ? slots.subspan(at, 1) : slots.subspan(at + 1, count - 1);
  }
  bool fits(const mir::Operand& o, const mir::OpDesc& d, unsigned bits) const {
    if (o.negated) return false;
    if (o.kind == Kind::reg) {
      const Type held = f_.regs[o.a].type;
      const unsigned has = mir::bits_of(held);
      return has >= 16 && has <= 64 && (has == bits || (has > bits && !is_float(d.type) && !is_float(held)));
    }
    if (d.op != Op::st) return false;
    if (o.kind == Kind::imm) return !is_float(d.type);
    return (o.kind == Kind::f32 && d.type == Type::f32) ||
           (o.kind == Kind::f64 && (d.type == Type::f32 || d.type == Type::f64));
  }
  MirId make(MirId like, const std::string& text, const mir::Operand& to, const mir::Operand& from) {
    const mir::Inst& old = code_.inst(like);
    const mir::Operand slots[] = {to, from};
    mir::Inst made = f_.make(m_.intern(text), slots, old.guard, old.guard_negated);
    made.line = old.line;
    made.loc = old.loc;
    return code_.make(made);
  }

  MirCode& code_;
  mir::Module& m_;
  mir::Function& f_;
  std::map<std::uint32_t, std::uint64_t> sizes_;  // by symbol, as accesses name it
};

}  // namespace

void promote_depot(MirCode& code, const MachinePassContext& context) {
  MirSlots slots(code);
  if (!slots.any()) return;
  lathe::passes::PromoteSlotsOptions options;
  options.fuel = context.fuel;
  const auto result = lathe::passes::promote_slots(code, slots, options, context.sink());
  if (result.stats.words != 0) slots.drop_unused();
  context.count(result);
}

}  // namespace lathe::nvptx::machine
