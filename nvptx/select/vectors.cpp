// Packed values: pairs of 16 bits and fours of 8 bits in a .b32, pairs of f32 in a .b64.
//
// Wider vectors are gone (see legalize/type_rules.hpp). Source: PTX ISA 9.0, 9.7.9.4 (mov), 9.7.9.7 (prmt).
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

namespace {

bool is_packed(Vt t) {
  const std::uint32_t bits = t.total_bits();
  return t.is_vector() && ((bits == 32 && (t.lanes() == 2 || t.lanes() == 4)) || (bits == 64 && t.lanes() == 2));
}

}  // namespace

bool BlockSelector::Impl::build_vector(NodeId n) {
  const Vt t = result_type(n);
  if (!is_packed(t) || dag_->operand_count(n) != t.lanes()) return false;
  if (constant_bits({n, 0})) return constant(n);
  const Vt lane = t.element();
  if (t.lanes() == 2) {
    const Value low = operand(n, 0), high = operand(n, 1);
    // Two f32 rounded into one register.
    const bool rounds = op(low) == Isd::fp_trunc && op(high) == Isd::fp_trunc && lane.bits() == 16 &&
                        features_.has(80, 70) && type(operand(low.node, 0)) == vt::f32 &&
                        type(operand(high.node, 0)) == vt::f32 && dag_->one_use(low) && dag_->one_use(high) &&
                        low != high;
    const Operand d = def({n, 0});
    if (rounds) {
      const Value a = operand(high.node, 0), b = operand(low.node, 0);
      write(Mnemonic("cvt.rn", float_suffix(t), ".f32"), {d, reg(a), reg(b)});
      return true;
    }
    const Operand tuple = mir::make_group(mir::GroupKind::tuple, 2);
    // A 64-bit pair takes its f32 parts as they are; halves are numbers.
    write(Mnemonic("mov", bits_suffix(t.total_bits())), {d, tuple, usrc(low), usrc(high)});
    return true;
  }
  // Four bytes, the low byte of each operand: two and two, then together.
  Operand part[4];
  const Operand d = def({n, 0});
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Value v = operand(n, i);
    if (type(v) == vt::i32 || constant_bits(v)) {
      part[i] = usrc(v);
      continue;
    }
    if (type(v) != vt::i16) return false;
    part[i] = temp(mir::Type::b32);
    write("cvt.u32.u16", {part[i], reg(v)});
  }
  const Operand low = temp(mir::Type::b32), high = temp(mir::Type::b32);
  write("prmt.b32", {low, part[0], part[1], number(0x0040)});
  write("prmt.b32", {high, part[2], part[3], number(0x0040)});
  write("prmt.b32", {d, low, high, number(0x5410)});
  return true;
}

bool BlockSelector::Impl::extract_element(NodeId n) {
  const Value v = operand(n, 0);
  const Vt t = type(v), to = result_type(n);
  const auto index = constant_bits(operand(n, 1));
  if (!is_packed(t) || !index) return false;
  if (*index >= t.lanes()) {  // poison
    write(Mnemonic("mov", move_suffix(to)), {def({n, 0}), immediate(0, to, false)});
    return true;
  }
  if (t.lanes() == 2) {
    if (to.total_bits() == t.bits())
      return split_pair(n, *index == 1, covering() ? Value{} : sibling(n, Isd::extract_element, 1 - *index));
    // The lane in a wider register: its upper bits are free.
    if (to != vt::i32 || t.bits() != 16) return false;
    if (*index == 0) {
      write("mov.b32", {def({n, 0}), reg(v)});
    } else {
      write("shr.u32", {def({n, 0}), reg(v), number(16)});
    }
    return true;
  }
  const auto at = static_cast<std::int64_t>(*index * 8);
  const Operand d = def({n, 0});
  const Operand wide = to == vt::i32 ? d : temp(mir::Type::b32);
  if (to != vt::i32 && to != vt::i16) return false;
  write("bfe.u32", {wide, reg(v), number(at), number(8)});
  if (to == vt::i16) write("cvt.u16.u32", {d, wide});
  return true;
}

bool BlockSelector::Impl::insert_element(NodeId n) {
  const Value v = operand(n, 0), e = operand(n, 1);
  const Vt t = result_type(n);
  const auto index = constant_bits(operand(n, 2));
  if (!is_packed(t) || !index) return false;
  if (*index >= t.lanes()) return alias(n);
  const Operand d = def({n, 0});
  if (t.lanes() == 2 && type(e).total_bits() == t.bits()) {
    const Operand tuple = mir::make_group(mir::GroupKind::tuple, 2);
    const Operand keep = temp(register_type(type(e))), lost = temp(register_type(type(e)));
    const std::string_view m = bits_suffix(t.total_bits());
    write(Mnemonic("mov", m), {tuple, *index == 0 ? lost : keep, *index == 0 ? keep : lost, reg(v)});
    const Operand x = usrc(e);
    write(Mnemonic("mov", m), {d, tuple, *index == 0 ? x : keep, *index == 0 ? keep : x});
    return true;
  }
  if (t.total_bits() != 32 || (type(e) != vt::i32 && type(e) != vt::i16)) return false;
  Operand wide = reg(e);
  if (type(e) == vt::i16) {
    const Operand w = temp(mir::Type::b32);
    write("cvt.u32.u16", {w, wide});
    wide = w;
  }
  write("bfi.b32", {d, wide, reg(v), number(static_cast<std::int64_t>(*index * t.bits())), number(t.bits())});
  return true;
}

// Any shuffle inside 32 bits is one prmt.
bool BlockSelector::Impl::shuffle(NodeId n) {
  const Vt t = result_type(n);
  if (!is_packed(t) || type(operand(n, 0)) != t || aux(n) >= dag_->masks.size()) return false;
  const auto& mask = dag_->masks[aux(n)];
  if (mask.size() != t.lanes()) return false;
  const std::int32_t lanes = static_cast<std::int32_t>(t.lanes());
  if (t.total_bits() == 64) {
    Operand part[2][2];
    const Operand tuple = mir::make_group(mir::GroupKind::tuple, 2), d = def({n, 0});
    for (std::uint32_t i = 0; i < 2; ++i) {
      part[i][0] = temp(register_type(t.element()));
      part[i][1] = temp(register_type(t.element()));
      write("mov.b64", {tuple, part[i][0], part[i][1], reg(operand(n, i))});
    }
    const auto pick = [&](std::int32_t lane) { return lane < 0 ? part[0][0] : part[lane / lanes & 1][lane % lanes]; };
    write("mov.b64", {d, tuple, pick(mask[0]), pick(mask[1])});
    return true;
  }
  const std::uint32_t bytes = t.bits() / 8;
  std::int64_t selector = 0;
  for (std::uint32_t i = 0; i < t.lanes(); ++i)
    for (std::uint32_t b = 0; b < bytes; ++b) {
      const std::int64_t byte =
          mask[i] < 0 || mask[i] >= 2 * lanes ? i * bytes + b : static_cast<std::uint32_t>(mask[i]) * bytes + b;
      selector |= byte << (4 * (i * bytes + b));
    }
  const Operand d = def({n, 0});
  const Operand a = constant_bits(operand(n, 1)) ? reg(operand(n, 0)) : usrc(operand(n, 0));
  write("prmt.b32", {d, a, usrc(operand(n, 1)), number(selector)});
  return true;
}

bool BlockSelector::Impl::vector(NodeId n) {
  switch (dag_->op(n)) {
    case Isd::build_vector:
      return build_vector(n);
    case Isd::extract_element:
      return extract_element(n);
    case Isd::insert_element:
      return insert_element(n);
    case Isd::shuffle:
      return shuffle(n);
    default:
      return false;  // concat, subvector, reduce: rewritten by legalize
  }
}

}  // namespace lathe::nvptx
