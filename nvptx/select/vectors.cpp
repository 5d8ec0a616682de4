// Packed values: pairs of 16 bits and fours of 8 bits in a .b32, pairs of f32 in a .b64.
//
// Wider vectors are gone (see facts/facts.hpp). Source: PTX ISA 9.0, 9.7.9.4 (mov), 9.7.9.7 (prmt).
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

namespace {

bool is_packed(Vt t) {
  const std::uint32_t bits = t.total_bits();
  return t.is_vector() && ((bits == 32 && (t.lanes() == 2 || t.lanes() == 4)) || (bits == 64 && t.lanes() == 2));
}

bool build_vector(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  if (!is_packed(t) || c.dag->operand_count(n) != t.lanes()) return false;
  if (c.constant_bits({n, 0})) return constant(c, n);
  const Vt lane = t.element();
  if (t.lanes() == 2) {
    const Value low = c.operand(n, 0), high = c.operand(n, 1);
    // Two f32 rounded into one register.
    const bool rounds = c.op(low) == Isd::fp_trunc && c.op(high) == Isd::fp_trunc && lane.bits() == 16 &&
                        c.features.has(80, 70) && c.type(c.operand(low.node, 0)) == vt::f32 &&
                        c.type(c.operand(high.node, 0)) == vt::f32 && c.dag->one_use(low) && c.dag->one_use(high) &&
                        low != high;
    const Operand d = c.def({n, 0});
    if (rounds) {
      const Value a = c.operand(high.node, 0), b = c.operand(low.node, 0);
      c.write(Mnemonic("cvt.rn", float_suffix(t), ".f32"), {d, c.reg(a), c.reg(b)});
      return true;
    }
    // A 64-bit pair takes its f32 parts as they are; halves are numbers.
    c.write(Mnemonic("mov", bits_suffix(t.total_bits())), {d, pair(), c.usrc(low), c.usrc(high)});
    return true;
  }
  // Four bytes, the low byte of each operand: two and two, then together.
  Operand part[4];
  const Operand d = c.def({n, 0});
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Value v = c.operand(n, i);
    if (c.type(v) == vt::i32 || c.constant_bits(v)) {
      part[i] = c.usrc(v);
      continue;
    }
    if (c.type(v) != vt::i16) return false;
    part[i] = c.temp(mir::Type::b32);
    c.write("cvt.u32.u16", {part[i], c.reg(v)});
  }
  const Operand low = c.temp(mir::Type::b32), high = c.temp(mir::Type::b32);
  c.write("prmt.b32", {low, part[0], part[1], number(0x0040)});
  c.write("prmt.b32", {high, part[2], part[3], number(0x0040)});
  c.write("prmt.b32", {d, low, high, number(0x5410)});
  return true;
}

bool extract_element(Context& c, NodeId n) {
  const Value v = c.operand(n, 0);
  const Vt t = c.type(v), to = c.result_type(n);
  const auto index = c.constant_bits(c.operand(n, 1));
  if (!is_packed(t) || !index) return false;
  if (*index >= t.lanes()) {  // poison
    c.write(Mnemonic("mov", move_suffix(to)), {c.def({n, 0}), c.immediate(0, to, false)});
    return true;
  }
  if (t.lanes() == 2) {
    if (to.total_bits() == t.bits())
      return split_pair(c, n, *index == 1, c.covering() ? Value{} : sibling(c, n, Isd::extract_element, 1 - *index));
    // The lane in a wider register: its upper bits are free.
    if (to != vt::i32 || t.bits() != 16) return false;
    if (*index == 0) {
      c.write("mov.b32", {c.def({n, 0}), c.reg(v)});
    } else {
      c.write("shr.u32", {c.def({n, 0}), c.reg(v), number(16)});
    }
    return true;
  }
  const auto at = static_cast<std::int64_t>(*index * 8);
  const Operand d = c.def({n, 0});
  const Operand wide = to == vt::i32 ? d : c.temp(mir::Type::b32);
  if (to != vt::i32 && to != vt::i16) return false;
  c.write("bfe.u32", {wide, c.reg(v), number(at), number(8)});
  if (to == vt::i16) c.write("cvt.u16.u32", {d, wide});
  return true;
}

bool insert_element(Context& c, NodeId n) {
  const Value v = c.operand(n, 0), e = c.operand(n, 1);
  const Vt t = c.result_type(n);
  const auto index = c.constant_bits(c.operand(n, 2));
  if (!is_packed(t) || !index) return false;
  if (*index >= t.lanes()) return c.alias(n);
  const Operand d = c.def({n, 0});
  if (t.lanes() == 2 && c.type(e).total_bits() == t.bits()) {
    const Operand keep = c.temp(register_type(c.type(e))), lost = c.temp(register_type(c.type(e)));
    const std::string_view m = bits_suffix(t.total_bits());
    c.write(Mnemonic("mov", m), {pair(), *index == 0 ? lost : keep, *index == 0 ? keep : lost, c.reg(v)});
    const Operand x = c.usrc(e);
    c.write(Mnemonic("mov", m), {d, pair(), *index == 0 ? x : keep, *index == 0 ? keep : x});
    return true;
  }
  if (t.total_bits() != 32 || (c.type(e) != vt::i32 && c.type(e) != vt::i16)) return false;
  Operand wide = c.reg(e);
  if (c.type(e) == vt::i16) {
    const Operand w = c.temp(mir::Type::b32);
    c.write("cvt.u32.u16", {w, wide});
    wide = w;
  }
  c.write("bfi.b32", {d, wide, c.reg(v), number(static_cast<std::int64_t>(*index * t.bits())), number(t.bits())});
  return true;
}

// Any shuffle inside 32 bits is one prmt.
bool shuffle(Context& c, NodeId n) {
  const Vt t = c.result_type(n);
  if (!is_packed(t) || c.type(c.operand(n, 0)) != t || c.aux(n) >= c.dag->masks.size()) return false;
  const auto& mask = c.dag->masks[c.aux(n)];
  if (mask.size() != t.lanes()) return false;
  const std::int32_t lanes = static_cast<std::int32_t>(t.lanes());
  if (t.total_bits() == 64) {
    Operand part[2][2];
    const Operand d = c.def({n, 0});
    for (std::uint32_t i = 0; i < 2; ++i) {
      part[i][0] = c.temp(register_type(t.element()));
      part[i][1] = c.temp(register_type(t.element()));
      c.write("mov.b64", {pair(), part[i][0], part[i][1], c.reg(c.operand(n, i))});
    }
    const auto pick = [&](std::int32_t lane) { return lane < 0 ? part[0][0] : part[lane / lanes & 1][lane % lanes]; };
    c.write("mov.b64", {d, pair(), pick(mask[0]), pick(mask[1])});
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
  const Operand d = c.def({n, 0});
  const Operand a = c.constant_bits(c.operand(n, 1)) ? c.reg(c.operand(n, 0)) : c.usrc(c.operand(n, 0));
  c.write("prmt.b32", {d, a, c.usrc(c.operand(n, 1)), number(selector)});
  return true;
}

}  // namespace

bool vector(Context& c, NodeId n) {
  switch (c.op(n)) {
    case Isd::build_vector:
      return build_vector(c, n);
    case Isd::extract_element:
      return extract_element(c, n);
    case Isd::insert_element:
      return insert_element(c, n);
    case Isd::shuffle:
      return shuffle(c, n);
    default:
      return false;  // concat, subvector, reduce: rewritten by legalize
  }
}

}  // namespace lathe::nvptx::selecting
