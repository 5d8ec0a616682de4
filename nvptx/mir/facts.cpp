// Effects of mnemonics and of instructions, units, keys. See facts.hpp.
#include "nvptx/mir/facts.hpp"

#include <algorithm>
#include <string_view>

namespace lathe::nvptx::mir {

using lathe::program::Effect;
using lathe::program::Effects;

namespace {

constexpr Unit op_units[] = {
#define LATHE_PTX_OP(name, text, defs, flags, latency, unit) Unit::unit,
#include "nvptx/target/opcodes.def"
#undef LATHE_PTX_OP
    Unit::none};

// Values of other threads of the warp: they keep their order among accesses, but are no barrier.
bool exchanges(Op op) {
  using enum Op;
  return op == vote || op == match || op == activemask || op == redux || op == shfl || op == elect;
}
bool commutes(Op op) {
  using enum Op;
  return op == add || op == addc || op == mul || op == mul24 || op == mad || op == madc || op == mad24 || op == fma ||
         op == min || op == max || op == and_ || op == or_ || op == xor_;
}
bool clock_register(std::string_view name) {
  return name.starts_with("%clock") || name.starts_with("%globaltimer") || name.starts_with("%pm");
}

}  // namespace

void each_mention(const Module& module, const Function& function, const Inst& inst, std::span<const Reg> results,
                  void* f, MentionCall call) {
  using lathe::program::Role;
  const OpDesc& d = module.op(inst.op);
  const bool guarded = inst.guard != none;
  const auto mention = [&](Reg r, std::uint32_t place, Role role, bool old, bool implicit) {
    lathe::program::Operand<Reg> out{r, role};
    out.old = old;
    out.implicit = implicit;
    out.negated = role == Role::guard && inst.guard_negated;
    call(f, out, place);
  };
  if (guarded) mention(inst.guard, in_guard, Role::guard, false, false);
  const auto slots = function.operands_of(inst);
  const std::uint32_t defs = def_slots(d, function, inst);
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    const auto r = static_cast<Reg>(slots[i].a);
    if (slots[i].kind == Operand::Kind::mem_reg) {
      lathe::program::Operand<Reg> base{r, Role::use};
      base.offset = slots[i].value;
      call(f, base, i);
    }
    if (slots[i].kind != Operand::Kind::reg) continue;
    if (i < defs) {
      if (d.modifies) mention(r, i, Role::use, false, false);
      if (guarded && !d.modifies) mention(r, i, Role::use, true, true);
      mention(r, i, Role::def, false, false);
    } else if (d.op != Op::phi) {
      mention(r, i, Role::use, false, false);
    }
  }
  if (reads_carry(d)) mention(carry_of(function), unwritten, Role::use, false, true);
  if (writes_carry(d)) {
    if (guarded && !reads_carry(d)) mention(carry_of(function), unwritten, Role::use, true, true);
    mention(carry_of(function), unwritten, Role::def, false, true);
  }
  if (d.op == Op::ret)
    for (const Reg r : results) mention(r, unwritten, Role::use, false, true);
}

Effects effects_of(const OpDesc& d) {
  Effects e;
  if (d.op == Op::phi) return Effect::phi;
  if (d.op == Op::p_asm || d.op == Op::p_raw)
    return d.op == Op::p_asm ? Effects(Effect::fixed) : Effect::fixed | Effect::side_effect;
  if (d.pseudo) return Effect::fixed | Effect::side_effect | Effect::marker;
  if (d.op == Op::other)
    return Effect::fixed | Effect::side_effect | Effect::reads | Effect::writes | Effect::ordered | Effect::convergent;
  const bool constant = d.space == Space::constant || (d.op == Op::ld && d.has("nc"));
  if (d.reads_memory) e |= constant && !d.is_volatile ? Effect::constant : Effect::reads;
  if (d.reads_memory) e |= Effect::traps;
  if (d.writes_memory) e |= Effect::writes;
  if (d.is_volatile) e |= Effect::ordered;
  if (d.convergent) e |= Effect::convergent;
  if (d.terminator) e |= Effect::terminator;
  if (d.op == Op::call) e |= Effect::call;
  // A carry flag is an operand, see for_each_mention, not an effect.
  const bool flag_only = reads_carry(d) || writes_carry(d);
  if (d.side_effect && !flag_only) {
    e |= Effect::side_effect;
    e |= exchanges(d.op) || d.op == Op::atom || d.op == Op::red ? Effect::ordered : Effect::fixed;
  }
  if (commutes(d.op)) e |= Effect::commutes;
  const bool whole = d.type == Type::s32 || d.type == Type::u32 || d.type == Type::s64 || d.type == Type::u64;
  if (d.op == Op::add && whole && d.modifiers.size() == 1) e |= Effect::adds;
  return e;
}

SourcePlace source_place(const Module& m, const Function& f, const Inst& inst) {
  if (inst.loc == 0 || inst.loc >= f.locations.size()) return {{}, inst.line, 0};
  const Location& at = f.locations[inst.loc];
  if (at.line == 0) return {};
  const bool named = at.file >= 1 && at.file <= m.files.size();
  return {named ? m.files[at.file - 1] : std::string(), at.line, at.column};
}

Effects effects_of(const Module& m, const Function& f, const Inst& inst) {
  const OpDesc& d = m.op(inst.op);
  Effects e = d.effects;
  const auto slots = f.operands_of(inst);
  using enum Operand::Kind;
  if (d.op == Op::p_asm && !slots.empty() && static_cast<std::size_t>(slots[0].value) < f.asms.size()) {
    const AsmText& a = f.asms[static_cast<std::size_t>(slots[0].value)];
    if (a.side_effects || a.memory || a.outputs == 0) e |= Effect::side_effect | Effect::reads | Effect::writes;
    if (a.convergent) e |= Effect::convergent;
    return e;
  }
  for (const Operand& o : slots)
    if (o.kind == special && clock_register(m.name(o.a))) e |= Effect::ordered | Effect::fresh;
  if (d.op == Op::mov && slots.size() == 2 && slots[0].kind == reg) {
    const bool same = slots[1].kind == reg && !slots[1].negated && f.regs[slots[0].a].type != Type::none &&
                      bits_of(f.regs[slots[0].a].type) == bits_of(f.regs[slots[1].a].type);
    const bool literal = !slots[1].negated && (slots[1].kind == imm || slots[1].kind == f32 || slots[1].kind == f64);
    if (same || literal) e |= Effect::copy;
    if (literal) e |= Effect::cheap;
  }
  // A kernel's parameters, and a function's own, are written by nobody; those of a call within it are.
  if (d.op == Op::ld && d.space == Space::param && !d.is_volatile)
    for (const Operand& o : slots)
      if (o.kind == mem_sym &&
          std::any_of(f.params.begin(), f.params.end(), [&](const Variable& v) { return v.name == m.name(o.a); }))
        e = e.without(Effect::reads) | Effect::constant;
  return e;
}

bool removable(const Module& m, const Function& f, const Inst& inst) {
  const OpDesc& d = m.op(inst.op);
  return d.op == Op::p_asm ? effects_of(m, f, inst).removable() : d.effects.removable();
}

unsigned literal_bits(const OpDesc& d, std::uint32_t slot) {
  const unsigned bits = bits_of(d.type) == 0 ? 64 : bits_of(d.type);
  switch (d.op) {
    using enum Op;
    case add:
    case addc:
    case sub:
    case subc:
    case mul:
    case div:
    case rem:
    case abs:
    case neg:
    case min:
    case max:
    case popc:
    case clz:
    case brev:
    case and_:
    case or_:
    case xor_:
    case not_:
    case cnot:
    case prmt:
    case setp:
    case set:
    case selp:
    case mov:
    case cvt:
      return bits;
    case st:  // behind the address
      return slot == 0 ? 64 : bits;
    case mad:
      return slot == 2 && d.has("wide") ? 2 * bits : bits;
    case shl:
    case shr:
      return slot == 0 ? bits : 32;
    case bfe:
      return slot == 0 ? bits : 32;
    case bfi:
      return slot < 2 ? bits : 32;
    default:
      return 64;
  }
}

std::vector<Reg> register_results(const Function& f) {
  std::vector<Reg> out;
  for (const Variable& v : f.results)
    for (Reg r = 0; v.space == Space::reg && r < f.regs.size(); ++r)
      if (f.regs[r].name == v.name) out.push_back(r);
  return out;
}

Unit unit_of(const OpDesc& d) {
  const auto op = static_cast<std::size_t>(d.op);
  const Unit unit = op < std::size(op_units) ? op_units[op] : Unit::none;
  return (unit == Unit::alu || unit == Unit::fma) && d.type == Type::f64 ? Unit::fp64 : unit;
}

const Operand* address_of(const Module& m, const Function& f, const Inst& inst) {
  const OpDesc& d = m.op(inst.op);
  if (d.op != Op::ld && d.op != Op::st && d.op != Op::ldu) return nullptr;
  for (const Operand& o : f.operands_of(inst))
    if (o.kind == Operand::Kind::mem_reg || o.kind == Operand::Kind::mem_sym || o.kind == Operand::Kind::mem_imm)
      return &o;
  return nullptr;
}

Extent extent_of(const Module& m, const Function& f, std::string_view name) {
  const auto of = [](const Variable& v) {
    std::uint64_t size = bits_of(v.type) / 8 * v.vector;
    const auto natural = static_cast<std::uint32_t>(size);
    for (const std::uint64_t n : v.dims)
      size = n > (std::uint64_t{1} << 32) || size > (std::uint64_t{1} << 31) ? 0 : size * n;
    const std::uint32_t align = v.align != 0 ? v.align : natural;
    return Extent{align != 0 && (align & (align - 1)) == 0 ? std::min(align, 4096U) : 1U, size};
  };
  for (const Variable& v : f.variables)
    if (v.name == name) return of(v);
  for (const Variable& v : m.variables)
    if (v.name == name) return of(v);
  return {};
}

std::string_view move_text(Type type) {
  if (type == Type::pred) return "mov.pred";
  switch (bits_of(type)) {
    case 8:
    case 16:
      return "mov.b16";
    case 64:
      return "mov.b64";
    case 128:
      return "mov.b128";
    default:
      return "mov.b32";
  }
}

std::string key_of(const Module& m, const Function& f, const Inst& inst, bool with_literals) {
  static constexpr std::string_view kinds[] = {"r", "i", "f", "d", "", "", "L", "[r]", "[]", "[i]", "_", "g", "t"};
  using enum Operand::Kind;
  const OpDesc& d = m.op(inst.op);
  std::string out = d.text;
  if (d.op == Op::p_asm) {
    const auto slots = f.operands_of(inst);
    if (!slots.empty() && static_cast<std::size_t>(slots[0].value) < f.asms.size())
      return out + " " + f.asms[static_cast<std::size_t>(slots[0].value)].text;
  }
  const bool leave_out = !with_literals && !d.terminator && !d.pseudo;
  std::uint32_t at = 0;
  const std::uint32_t defs = def_slots(d, f, inst);
  for (const Operand& o : f.operands_of(inst)) {
    const bool literal = leave_out && at++ >= defs && !o.negated && (o.kind == imm || o.kind == f32 || o.kind == f64);
    out += o.negated ? " !" : " ";
    if (o.reserved != 0) out += "." + std::to_string(o.reserved) + ".";
    const bool named = o.kind == symbol || o.kind == special || o.kind == mem_sym || o.kind == text;
    out += literal ? "r" : kinds[static_cast<std::size_t>(o.kind)];
    if (named) out += m.name(o.a);
    if (o.kind == group) out += std::to_string(o.a) + "/";
    const bool plain =
        literal || o.kind == reg || (o.kind == mem_reg && !with_literals) || o.kind == sink || o.kind == block;
    if (!plain && !(named && o.value == 0)) out += "+" + std::to_string(o.value);
  }
  return out;
}

}  // namespace lathe::nvptx::mir
