// Conversions between widths, between integers and floats, between register files; pairs and limbs.
//
// A cvt reads the low bits of a wider register, so extensions inside a register are one instruction. Source: PTX
// ISA 9.0, 9.7.9.21 (cvt), 9.7.9.4 (mov of vectors), 9.7.9.20 (cvta).
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

namespace {

bool is_word(Vt t) { return t == vt::i16 || t == vt::i32 || t == vt::i64; }
mir::Operand pair() { return mir::make_group(mir::GroupKind::tuple, 2); }
mir::Operand sink() { return {mir::Operand::Kind::sink, false, 0, mir::none, 0}; }

}  // namespace

bool BlockSelector::Impl::extend(NodeId n, bool is_signed) {
  const Vt to = result_type(n), from = type(operand(n, 0));
  if (!is_word(to)) return false;
  if (from == vt::i1) {
    const Operand d = def({n, 0});
    write(Mnemonic("selp", bits_suffix(to.bits())), {d, number(is_signed ? -1 : 1), number(0), reg(operand(n, 0))});
    return true;
  }
  if (!is_word(from) || from.bits() >= to.bits()) return false;
  return unary(n, is_signed ? Mnemonic("cvt", signed_suffix(to.bits())) : Mnemonic("cvt", unsigned_suffix(to.bits())),
               is_signed ? signed_suffix(from.bits()) : unsigned_suffix(from.bits()));
}

bool BlockSelector::Impl::truncate(NodeId n) {
  const Vt to = result_type(n);
  const Value x = operand(n, 0);
  const Vt from = type(x);
  if (!is_word(from) || (to != vt::i1 && (!is_word(to) || to.bits() >= from.bits()))) return false;
  if (to == vt::i1) {
    const Operand d = def({n, 0}), low = temp(register_type(from));
    write(Mnemonic("and", bits_suffix(from.bits())), {low, reg(x), number(1)});
    write(Mnemonic("setp.ne", bits_suffix(from.bits())), {d, low, number(0)});
    return true;
  }
  // The count of 64 bits has 32 already.
  const Isd inner = op(x);
  if (to == vt::i32 && from == vt::i64 && (inner == Isd::ctpop || inner == Isd::ctlz || inner == Isd::cttz) &&
      dag_->one_use(x)) {
    return count_bits(x.node, {n, 0}, operand(x.node, 0), true);
  }
  return unary(n, Mnemonic("cvt", unsigned_suffix(to.bits())), unsigned_suffix(from.bits()));
}

bool BlockSelector::Impl::sign_extend_inreg(NodeId n) {
  const Vt t = result_type(n);
  const std::uint64_t inner = imm(n);
  if (!is_word(t) || inner == 0 || inner > t.bits()) return false;
  if (inner == t.bits()) return alias(n);
  if (inner == 8 || inner == 16 || inner == 32)
    return unary(n, Mnemonic("cvt", signed_suffix(t.bits())), signed_suffix(static_cast<std::uint32_t>(inner)));
  const Operand d = def({n, 0});
  if (t != vt::i16) {
    write(Mnemonic("bfe", signed_suffix(t.bits())),
          {d, reg(operand(n, 0)), number(0), number(static_cast<std::int64_t>(inner))});
    return true;
  }
  const Operand up = temp(mir::Type::b16);
  const auto amount = static_cast<std::int64_t>(16 - inner);
  write("shl.b16", {up, reg(operand(n, 0)), number(amount)});
  write("shr.s16", {d, up, number(amount)});
  return true;
}

bool BlockSelector::Impl::float_to_float(NodeId n) {
  const Vt to = result_type(n), from = type(operand(n, 0));
  if (to.is_vector() || from.is_vector() || float_suffix(to).empty() || float_suffix(from).empty()) return false;
  const bool shrinks = to.bits() < from.bits();
  const bool half = to == vt::bf16 || from == vt::bf16;
  if (to.bits() == from.bits() && to != from) return false;
  if (half) {
    const bool from_f32 = shrinks && from == vt::f32 && features_.has_bf16();
    if (to == vt::f32 && !features_.has(90, 78)) {
      // A bf16 is the high half of an f32.
      const Operand d = def({n, 0}), wide = temp(mir::Type::b32), high = temp(mir::Type::b32);
      write("cvt.u32.u16", {wide, reg(operand(n, 0))});
      write("shl.b32", {high, wide, number(16)});
      write("mov.b32", {d, high});
      return true;
    }
    if (!from_f32 && !features_.has(90, 78)) return false;
  }
  // Between f32 and f64 a subnormal f32 is flushed; as a half it is zero anyway, and no half becomes one.
  const bool flushes = to.bits() + from.bits() == 96;
  return unary(n, Mnemonic("cvt", shrinks ? ".rn" : "", flushes ? ftz(n, vt::f32) : "", float_suffix(to)),
               float_suffix(from));
}

bool BlockSelector::Impl::float_to_int(NodeId n, bool is_signed, std::string_view rounding, bool saturate) {
  const Vt to = result_type(n), from = type(operand(n, 0));
  if (!is_word(to) || from.is_vector() || !has_arithmetic(from)) return false;
  if (saturate && imm(n) != to.bits()) return false;
  const Mnemonic m("cvt", rounding, ftz(n, from), is_signed ? signed_suffix(to.bits()) : unsigned_suffix(to.bits()),
                   float_suffix(from));
  // cvt clamps; a NaN gives zero, except from f64 or to 64 bits.
  if (!saturate || (from != vt::f64 && to != vt::i64)) {
    write(m, {def({n, 0}), reg(operand(n, 0))});
    return true;
  }
  const Operand d = def({n, 0}), clamped = temp(register_type(to)), nan = temp(mir::Type::pred);
  write(m, {clamped, reg(operand(n, 0))});
  write(Mnemonic("setp.nan", float_suffix(from)), {nan, reg(operand(n, 0)), reg(operand(n, 0))});
  write(Mnemonic("selp", bits_suffix(to.bits())), {d, number(0), clamped, nan});
  return true;
}

bool BlockSelector::Impl::int_to_float(NodeId n, bool is_signed) {
  const Vt to = result_type(n), from = type(operand(n, 0));
  if (to.is_vector() || float_suffix(to).empty()) return false;
  if (from == vt::i1) {
    std::uint64_t one = to == vt::f64   ? 0x3FF0000000000000ULL
                        : to == vt::f32 ? 0x3F800000U
                        : to == vt::f16 ? 0x3C00
                                        : 0x3F80;
    if (is_signed) one |= 1ULL << (to.bits() - 1);
    const Operand d = def({n, 0});
    write(Mnemonic("selp", move_suffix(to)),
          {d, immediate(one, to, false), immediate(0, to, false), reg(operand(n, 0))});
    return true;
  }
  // Conversion into f16 is older than its arithmetic.
  if (!is_word(from) || (!has_arithmetic(to) && to != vt::f16)) return false;
  return unary(n, Mnemonic("cvt.rn", float_suffix(to)),
               is_signed ? signed_suffix(from.bits()) : unsigned_suffix(from.bits()));
}

bool BlockSelector::Impl::bitcast(NodeId n) {
  const Vt to = result_type(n), from = type(operand(n, 0));
  if (register_type(to) == mir::Type::none || register_type(from) == mir::Type::none ||
      to.total_bits() != from.total_bits())
    return false;
  if (constant_bits({n, 0})) return constant(n);
  if (is_alias(n)) return alias(n);
  return unary(n, "mov", bits_suffix(to.total_bits()));
}

// Addresses are LLVM's numbers of the spaces; the generic window of each space is reached with cvta.
bool BlockSelector::Impl::address_cast(NodeId n) {
  const auto from = static_cast<Space>(imm(n)), to = static_cast<Space>(aux(n));
  if (result_type(n) != vt::i64) return false;
  if (from == to) return alias(n);
  const auto space = [&](Space s) -> std::string_view {
    switch (s) {
      case Space::global:
        return ".global";
      case Space::shared:
        return ".shared";
      case Space::constant:
        return ".const";
      case Space::local:
        return ".local";
      case Space::param:
        return features_.has(70, 77) ? ".param" : "";
      case Space::shared_cluster:
        return features_.has_clusters() ? ".shared::cluster" : "";
      default:
        return "";
    }
  };
  if (to == Space::generic && !space(from).empty()) {
    // cvta takes the name of a variable as it is.
    const Value x = operand(n, 0);
    if (op(x) == Isd::global_address && imm(x.node) == 0) {
      write(Mnemonic("cvta", space(from), ".u64"), {def({n, 0}), symbol(dag_->names[aux(x.node)])});
      return true;
    }
    return unary(n, Mnemonic("cvta", space(from)), ".u64");
  }
  if (from == Space::generic && !space(to).empty()) return unary(n, Mnemonic("cvta.to", space(to)), ".u64");
  // Shared memory of a block is a part of the cluster's window at the same addresses.
  if (from == Space::shared && to == Space::shared_cluster) return alias(n);
  if (from == Space::shared_cluster && to == Space::shared) return alias(n);
  // The address of a device function's parameter, which lies in local memory for that.
  if (from == Space::param && to == Space::local && op(operand(n, 0)) == Isd::param_address && !function_.kernel)
    return alias(n);
  return refuse("from address space " + std::to_string(imm(n)) + " to " + std::to_string(aux(n)));
}

// ---- pairs and limbs ---------------------------------------------------------------------------------

bool BlockSelector::Impl::build_pair(NodeId n) {
  const Vt t = result_type(n), half = type(operand(n, 0));
  if ((t != vt::i64 && t != vt::i32) || half.bits() * 2 != t.bits()) return false;
  const Operand d = def({n, 0});
  const Operand low = usrc(operand(n, 0)), high = usrc(operand(n, 1));
  write(Mnemonic("mov", bits_suffix(t.bits())), {d, pair(), low, high});
  return true;
}

// The other half of the same value, when somebody wants it too; else an empty value.
Value BlockSelector::Impl::sibling(NodeId n, Isd kind, std::uint64_t index) const {
  Value found;
  std::uint32_t steps = 0;
  dag_->for_each_use(operand(n, 0).node, [&](NodeId user, std::uint32_t, Value used) {
    if (++steps > 64 || found || used != operand(n, 0) || dag_->op(user) != kind || dag_->result_count(user) != 1)
      return;
    if (result_type(user) != result_type(n) || !wanted(Value{user, 0}) || written_[user]) return;
    const std::uint64_t at =
        kind == Isd::extract_limb ? imm(user) : constant_bits(dag_->operand(user, 1)).value_or(~0ULL);
    if (at == index) found = {user, 0};
  });
  return found;
}

// {low, high} of a two-part register. `other` is written with it when it is there.
bool BlockSelector::Impl::split_pair(NodeId n, bool high, Value other) {
  const Value x = operand(n, 0);
  const std::uint32_t width = type(x).total_bits();
  const Operand from = reg(x), d = def({n, 0});
  const std::string_view m = bits_suffix(width);
  if (other) {
    const Operand o = def(other);
    if (!covering()) written_[other.node] = true;
    write(Mnemonic("mov", m), {pair(), high ? o : d, high ? d : o, from});
  } else if (features_.ptx >= 71) {
    write(Mnemonic("mov", m), {pair(), high ? sink() : d, high ? d : sink(), from});
  } else {
    const Operand unused = temp(register_type(result_type(n)));
    write(Mnemonic("mov", m), {pair(), high ? unused : d, high ? d : unused, from});
  }
  return true;
}

bool BlockSelector::Impl::extract_limb(NodeId n) {
  const Vt t = result_type(n), from = type(operand(n, 0));
  if (!is_word(from) || !is_word(t) || imm(n) * t.bits() >= from.bits()) return false;
  if (t.bits() * 2 == from.bits()) {
    const bool high = imm(n) == 1;
    const Value other = covering() ? Value{} : sibling(n, Isd::extract_limb, high ? 0 : 1);
    if (high || other) return split_pair(n, high, other);
  }
  const Mnemonic narrow("cvt", unsigned_suffix(t.bits()), unsigned_suffix(from.bits()));
  if (imm(n) == 0) {
    write(narrow, {def({n, 0}), reg(operand(n, 0))});
    return true;
  }
  const Operand d = def({n, 0}), moved = temp(register_type(from));
  write(Mnemonic("shr", unsigned_suffix(from.bits())),
        {moved, reg(operand(n, 0)), number(static_cast<std::int64_t>(imm(n) * t.bits()))});
  write(narrow, {d, moved});
  return true;
}

bool BlockSelector::Impl::conversion(NodeId n) {
  switch (dag_->op(n)) {
    case Isd::trunc:
      return truncate(n);
    case Isd::zext:
    case Isd::anyext:
      return extend(n, false);
    case Isd::sext:
      return extend(n, true);
    case Isd::sext_inreg:
      return sign_extend_inreg(n);
    case Isd::fp_trunc:
    case Isd::fp_ext:
      return float_to_float(n);
    case Isd::fp_to_si:
      return float_to_int(n, true, ".rzi", false);
    case Isd::fp_to_ui:
      return float_to_int(n, false, ".rzi", false);
    case Isd::fp_to_si_sat:
      return float_to_int(n, true, ".rzi", true);
    case Isd::fp_to_ui_sat:
      return float_to_int(n, false, ".rzi", true);
    case Isd::si_to_fp:
      return int_to_float(n, true);
    case Isd::ui_to_fp:
      return int_to_float(n, false);
    case Isd::fp_round_to_int:
      return imm(n) == 0 && float_to_int(n, true, ".rni", false);
    case Isd::bitcast:
      return bitcast(n);
    case Isd::addrspace_cast:
      return address_cast(n);
    default:
      return false;
  }
}

}  // namespace lathe::nvptx
