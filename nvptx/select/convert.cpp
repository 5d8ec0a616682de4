// Conversions between widths, between integers and floats, between register files and address spaces;
// pairs and limbs.
//
// A cvt reads the low bits of a wider register, so extensions inside a register are one instruction. Source: PTX
// ISA 9.0, 9.7.9.21 (cvt), 9.7.9.4 (mov of vectors), 9.7.9.20 (cvta).
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

namespace {

bool extend(Context& c, NodeId n, bool is_signed) {
  const Vt to = c.result_type(n), from = c.type(c.operand(n, 0));
  if (!is_word(to)) return false;
  if (from == vt::i1) {
    const Operand d = c.def({n, 0});
    c.write(Mnemonic("selp", bits_suffix(to.bits())),
            {d, number(is_signed ? -1 : 1), number(0), c.reg(c.operand(n, 0))});
    return true;
  }
  if (!is_word(from) || from.bits() >= to.bits()) return false;
  return unary(c, n,
               is_signed ? Mnemonic("cvt", signed_suffix(to.bits())) : Mnemonic("cvt", unsigned_suffix(to.bits())),
               is_signed ? signed_suffix(from.bits()) : unsigned_suffix(from.bits()));
}

bool truncate(Context& c, NodeId n) {
  const Vt to = c.result_type(n);
  const Value x = c.operand(n, 0);
  const Vt from = c.type(x);
  if (!is_word(from) || (to != vt::i1 && (!is_word(to) || to.bits() >= from.bits()))) return false;
  if (to == vt::i1) {
    const Operand d = c.def({n, 0}), low = c.temp(register_type(from));
    c.write(Mnemonic("and", bits_suffix(from.bits())), {low, c.reg(x), number(1)});
    c.write(Mnemonic("setp.ne", bits_suffix(from.bits())), {d, low, number(0)});
    return true;
  }
  // The count of 64 bits has 32 already.
  const Isd inner = c.op(x);
  if (to == vt::i32 && from == vt::i64 && (inner == Isd::ctpop || inner == Isd::ctlz || inner == Isd::cttz) &&
      c.dag->one_use(x)) {
    return count_bits(c, x.node, {n, 0}, c.operand(x.node, 0), true);
  }
  return unary(c, n, Mnemonic("cvt", unsigned_suffix(to.bits())), unsigned_suffix(from.bits()));
}

bool sign_extend_inreg(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  const std::uint64_t inner = c.imm(n);
  if (!is_word(t) || inner == 0 || inner > t.bits()) return false;
  if (inner == t.bits()) return c.alias(n);
  if (inner == 8 || inner == 16 || inner == 32)
    return unary(c, n, Mnemonic("cvt", signed_suffix(t.bits())), signed_suffix(static_cast<std::uint32_t>(inner)));
  const Operand d = c.def({n, 0});
  if (t != vt::i16) {
    c.write(Mnemonic("bfe", signed_suffix(t.bits())),
            {d, c.reg(c.operand(n, 0)), number(0), number(static_cast<std::int64_t>(inner))});
    return true;
  }
  const Operand up = c.temp(mir::Type::b16);
  const auto amount = static_cast<std::int64_t>(16 - inner);
  c.write("shl.b16", {up, c.reg(c.operand(n, 0)), number(amount)});
  c.write("shr.s16", {d, up, number(amount)});
  return true;
}

bool float_to_float(Context& c, NodeId n) {
  const Vt to = c.result_type(n), from = c.type(c.operand(n, 0));
  if (to.is_vector() || from.is_vector() || float_suffix(to).empty() || float_suffix(from).empty()) return false;
  const bool shrinks = to.bits() < from.bits();
  const bool half = to == vt::bf16 || from == vt::bf16;
  if (to.bits() == from.bits() && to != from) return false;
  if (half) {
    const bool from_f32 = shrinks && from == vt::f32 && c.features.has_bf16();
    if (to == vt::f32 && !c.features.has(90, 78)) {
      // A bf16 is the high half of an f32.
      const Operand d = c.def({n, 0}), wide = c.temp(mir::Type::b32), high = c.temp(mir::Type::b32);
      c.write("cvt.u32.u16", {wide, c.reg(c.operand(n, 0))});
      c.write("shl.b32", {high, wide, number(16)});
      c.write("mov.b32", {d, high});
      return true;
    }
    if (!from_f32 && !c.features.has(90, 78)) return false;
  }
  // Between f32 and f64 a subnormal f32 is flushed; as a half it is zero anyway, and no half becomes one.
  const bool flushes = to.bits() + from.bits() == 96;
  return unary(c, n, Mnemonic("cvt", shrinks ? ".rn" : "", flushes ? ftz(c, n, vt::f32) : "", float_suffix(to)),
               float_suffix(from));
}

bool float_to_int(Context& c, NodeId n, bool is_signed, std::string_view rounding, bool saturate) {
  const Vt to = c.result_type(n), from = c.type(c.operand(n, 0));
  if (!is_word(to) || from.is_vector() || !has_arithmetic(c, from)) return false;
  if (saturate && c.imm(n) != to.bits()) return false;
  const Mnemonic m("cvt", rounding, ftz(c, n, from), is_signed ? signed_suffix(to.bits()) : unsigned_suffix(to.bits()),
                   float_suffix(from));
  // cvt clamps; a NaN gives zero, except from f64 or to 64 bits.
  if (!saturate || (from != vt::f64 && to != vt::i64)) {
    c.write(m, {c.def({n, 0}), c.reg(c.operand(n, 0))});
    return true;
  }
  const Operand d = c.def({n, 0}), clamped = c.temp(register_type(to)), nan = c.temp(mir::Type::pred);
  c.write(m, {clamped, c.reg(c.operand(n, 0))});
  c.write(Mnemonic("setp.nan", float_suffix(from)), {nan, c.reg(c.operand(n, 0)), c.reg(c.operand(n, 0))});
  c.write(Mnemonic("selp", bits_suffix(to.bits())), {d, number(0), clamped, nan});
  return true;
}

bool int_to_float(Context& c, NodeId n, bool is_signed) {
  const Vt to = c.result_type(n), from = c.type(c.operand(n, 0));
  if (to.is_vector() || float_suffix(to).empty()) return false;
  if (from == vt::i1) {
    std::uint64_t one = to == vt::f64   ? 0x3FF0000000000000ULL
                        : to == vt::f32 ? 0x3F800000U
                        : to == vt::f16 ? 0x3C00
                                        : 0x3F80;
    if (is_signed) one |= 1ULL << (to.bits() - 1);
    const Operand d = c.def({n, 0});
    c.write(Mnemonic("selp", move_suffix(to)),
            {d, c.immediate(one, to, false), c.immediate(0, to, false), c.reg(c.operand(n, 0))});
    return true;
  }
  // Conversion into f16 is older than its arithmetic.
  if (!is_word(from) || (!has_arithmetic(c, to) && to != vt::f16)) return false;
  return unary(c, n, Mnemonic("cvt.rn", float_suffix(to)),
               is_signed ? signed_suffix(from.bits()) : unsigned_suffix(from.bits()));
}

bool bitcast(Context& c, NodeId n) {
  const Vt to = c.result_type(n), from = c.type(c.operand(n, 0));
  if (register_type(to) == mir::Type::none || register_type(from) == mir::Type::none ||
      to.total_bits() != from.total_bits())
    return false;
  if (c.constant_bits({n, 0})) return constant(c, n);
  if (c.is_alias(n)) return c.alias(n);
  return unary(c, n, "mov", bits_suffix(to.total_bits()));
}

// The space as cvta names it; empty when it has no window in the generic one.
std::string_view window(const Context& c, Space space) {
  if (space == Space::shared_cluster) return c.features.has_clusters() ? "shared::cluster" : "";
  if (space == Space::generic || (space == Space::param && !c.features.has(70, 77))) return "";
  return mir::to_string(state_space(space));
}

// The operand as an address of 64 bits, which cvta wants.
Operand wide_address(Context& c, Value v) {
  const Operand narrow = c.reg(v);
  if (c.type(v) == vt::i64) return narrow;
  const Operand wide = c.temp(mir::Type::b64);
  c.write("cvt.u64.u32", {wide, narrow});
  return wide;
}

// The operand's low bits, where the result has fewer.
bool same_address(Context& c, NodeId n) {
  if (c.result_type(n) == c.type(c.operand(n, 0))) return c.alias(n);
  return unary(c, n, c.result_type(n) == vt::i64 ? "cvt.u64" : "cvt.u32",
               c.result_type(n) == vt::i64 ? ".u32" : ".u64");
}

// Addresses are LLVM's numbers of the spaces; the generic window of each space is reached with cvta.
bool address_cast(Context& c, NodeId n) {
  const auto from = static_cast<Space>(c.imm(n)), to = static_cast<Space>(c.aux(n));
  if (!is_wide(c.result_type(n)) || !is_wide(c.type(c.operand(n, 0)))) return false;
  if (from == to) return same_address(c, n);
  if (to == Space::generic && !window(c, from).empty()) {
    // cvta takes the name of a variable as it is.
    const Value x = c.operand(n, 0);
    if (c.op(x) == Isd::global_address && c.imm(x.node) == 0) {
      c.write(Mnemonic("cvta.", window(c, from), ".u64"), {c.def({n, 0}), c.symbol(c.dag->names[c.aux(x.node)])});
      return true;
    }
    const Operand wide = wide_address(c, x);
    c.write(Mnemonic("cvta.", window(c, from), ".u64"), {c.def({n, 0}), wide});
    return true;
  }
  if (from == Space::generic && !window(c, to).empty()) {
    if (c.result_type(n) == vt::i64) return unary(c, n, Mnemonic("cvta.to.", window(c, to)), ".u64");
    const Operand result = c.def({n, 0}), wide = c.temp(mir::Type::b64);
    c.write(Mnemonic("cvta.to.", window(c, to), ".u64"), {wide, c.reg(c.operand(n, 0))});
    c.write("cvt.u32.u64", {result, wide});
    return true;
  }
  // Shared memory of a block is a part of the cluster's window at the same addresses.
  if (from == Space::shared && to == Space::shared_cluster) return same_address(c, n);
  if (from == Space::shared_cluster && to == Space::shared) return same_address(c, n);
  // The address of a device function's parameter, which lies in local memory for that.
  if (from == Space::param && to == Space::local && c.op(c.operand(n, 0)) == Isd::param_address && !c.function.kernel)
    return same_address(c, n);
  return c.refuse("from address space " + std::to_string(c.imm(n)) + " to " + std::to_string(c.aux(n)));
}

}  // namespace

bool conversion(Context& c, NodeId n) {
  switch (c.op(n)) {
    case Isd::trunc:
      return truncate(c, n);
    case Isd::zext:
    case Isd::anyext:
      return extend(c, n, false);
    case Isd::sext:
      return extend(c, n, true);
    case Isd::sext_inreg:
      return sign_extend_inreg(c, n);
    case Isd::fp_trunc:
    case Isd::fp_ext:
      return float_to_float(c, n);
    case Isd::fp_to_si:
      return float_to_int(c, n, true, ".rzi", false);
    case Isd::fp_to_ui:
      return float_to_int(c, n, false, ".rzi", false);
    case Isd::fp_to_si_sat:
      return float_to_int(c, n, true, ".rzi", true);
    case Isd::fp_to_ui_sat:
      return float_to_int(c, n, false, ".rzi", true);
    case Isd::si_to_fp:
      return int_to_float(c, n, true);
    case Isd::ui_to_fp:
      return int_to_float(c, n, false);
    case Isd::fp_round_to_int:
      return c.imm(n) == 0 && float_to_int(c, n, true, ".rni", false);
    case Isd::bitcast:
      return bitcast(c, n);
    case Isd::addrspace_cast:
      return address_cast(c, n);
    default:
      return false;
  }
}

// ---- pairs and limbs ---------------------------------------------------------------------------------

namespace {

Operand sink() { return {Operand::Kind::sink, false, 0, mir::none, 0}; }

}  // namespace

bool build_pair(Context& c, NodeId n) {
  const Vt t = c.result_type(n), half = c.type(c.operand(n, 0));
  if ((t != vt::i64 && t != vt::i32) || half.bits() * 2 != t.bits()) return false;
  const Operand d = c.def({n, 0});
  const Operand low = c.usrc(c.operand(n, 0)), high = c.usrc(c.operand(n, 1));
  c.write(Mnemonic("mov", bits_suffix(t.bits())), {d, pair(), low, high});
  return true;
}

Value sibling(const Context& c, NodeId n, Isd kind, std::uint64_t index) {
  Value found;
  std::uint32_t steps = 0;
  c.dag->for_each_use(c.operand(n, 0).node, [&](NodeId user, std::uint32_t, Value used) {
    if (++steps > 64 || found || used != c.operand(n, 0) || c.dag->op(user) != kind || c.dag->result_count(user) != 1)
      return;
    if (c.result_type(user) != c.result_type(n) || !c.wanted(Value{user, 0}) || c.written[user]) return;
    const std::uint64_t at =
        kind == Isd::extract_limb ? c.imm(user) : c.constant_bits(c.dag->operand(user, 1)).value_or(~0ULL);
    if (at == index) found = {user, 0};
  });
  return found;
}

bool split_pair(Context& c, NodeId n, bool high, Value other) {
  const Value x = c.operand(n, 0);
  const std::uint32_t width = c.type(x).total_bits();
  const Operand from = c.reg(x), d = c.def({n, 0});
  const std::string_view m = bits_suffix(width);
  if (other) {
    const Operand o = c.def(other);
    if (!c.covering()) c.written[other.node] = true;
    c.write(Mnemonic("mov", m), {pair(), high ? o : d, high ? d : o, from});
  } else if (c.features.ptx >= 71) {
    c.write(Mnemonic("mov", m), {pair(), high ? sink() : d, high ? d : sink(), from});
  } else {
    const Operand unused = c.temp(register_type(c.result_type(n)));
    c.write(Mnemonic("mov", m), {pair(), high ? unused : d, high ? d : unused, from});
  }
  return true;
}

bool extract_limb(Context& c, NodeId n) {
  const Vt t = c.result_type(n), from = c.type(c.operand(n, 0));
  if (!is_word(from) || !is_word(t) || c.imm(n) * t.bits() >= from.bits()) return false;
  if (t.bits() * 2 == from.bits()) {
    const bool high = c.imm(n) == 1;
    const Value other = c.covering() ? Value{} : sibling(c, n, Isd::extract_limb, high ? 0 : 1);
    if (high || other) return split_pair(c, n, high, other);
  }
  const Mnemonic narrow("cvt", unsigned_suffix(t.bits()), unsigned_suffix(from.bits()));
  if (c.imm(n) == 0) {
    c.write(narrow, {c.def({n, 0}), c.reg(c.operand(n, 0))});
    return true;
  }
  const Operand d = c.def({n, 0}), moved = c.temp(register_type(from));
  c.write(Mnemonic("shr", unsigned_suffix(from.bits())),
          {moved, c.reg(c.operand(n, 0)), number(static_cast<std::int64_t>(c.imm(n) * t.bits()))});
  c.write(narrow, {d, moved});
  return true;
}

}  // namespace lathe::nvptx::selecting
