// mov to Codes: registers, constants, special registers, addresses, {a, b} to and from wider registers, vectors.
// Special registers and symbols are read by Decoder::read. A label has no address here. Source: PTX ISA 9.0, 9.7.9.
#include "nvptx/exec/decode/form.hpp"
#include "simt/lanes/move_key.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Operand;
using mir::Type;
using Kind = MoveKey::Kind;

bool is_tuple(const Operand& o) {
  return o.kind == Operand::Kind::group && o.a == static_cast<std::uint32_t>(mir::GroupKind::tuple);
}

// Width of the types that mov has; else 0.
unsigned moved_bits(Type type) {
  if (type == Type::f32) return 32;
  if (type == Type::f64) return 64;
  if (type == Type::b128) return 128;
  const unsigned bits = untyped_bits(type);
  return bits != 0 ? bits : int_type(type).bits;
}

// One element of a group as a source of so many bits.
Slot element_source(Form& f, const Operand& o, unsigned bits) {
  if (!f.plain(o) || !f.fits(o, bits)) return f.d.temp(bits);
  if ((o.kind == Operand::Kind::f32 && bits != 32) || (o.kind == Operand::Kind::f64 && bits != 64)) {
    f.d.refuse("a floating-point constant of another width");
    return f.d.temp(bits);
  }
  return f.d.read(o, bits);
}
Slot element_target(Form& f, const Operand& o, unsigned bits) {
  return f.plain(o) && f.fits(o, bits) ? f.d.write(o, bits) : f.d.temp(bits);
}

bool decode_scalar(Form& f, unsigned bits) {
  const Operand& from = f.i.operand(1);
  const Type type = f.type(0);
  if (from.kind == Operand::Kind::symbol && (type == Type::f32 || type == Type::f64 || bits < 32 || bits > 64))
    return f.d.refuse("an address in this type");
  if (bits == 128 && from.kind == Operand::Kind::imm && from.value < 0)
    return f.d.refuse("a negative constant of 128 bits");
  if (f.i.operand(0).kind == Operand::Kind::sink) return f.d.refuse("the result is not a register");
  const Slot a = f.value(1, type);
  return f.put(pick_move({Kind::copy, bits, 1}), f.target(0, bits, int_type(type).is_signed), a);
}

bool decode_pack(Form& f, unsigned bits) {
  const auto from = f.i.elements(1);
  const auto count = static_cast<unsigned>(from.size());
  if (count == 1) {
    const Slot a = element_source(f, from[0], bits);
    return f.put(pick_move({Kind::copy, bits, 1}), f.target(0, bits), a);
  }
  const Handler h = pick_move({Kind::pack, bits, count});
  if (h == nullptr) return f.d.refuse(std::to_string(count) + " elements");
  Slot s[4] = {no_slot, no_slot, no_slot, no_slot};
  for (unsigned k = 0; k < count; ++k) s[k] = element_source(f, from[k], bits / count);
  if (!f.put(h, f.target(0, bits), s[0], s[1], s[2])) return false;
  f.code->x = s[3];
  return true;
}

bool decode_unpack(Form& f, unsigned bits) {
  const auto to = f.i.elements(0);
  const auto count = static_cast<unsigned>(to.size());
  const Slot a = f.value(1, f.type(0));
  if (count == 1) return f.put(pick_move({Kind::copy, bits, 1}), element_target(f, to[0], bits), a);
  const Handler h = pick_move({Kind::unpack, bits, count});
  if (h == nullptr) return f.d.refuse(std::to_string(count) + " elements");
  Slot s[4] = {no_slot, no_slot, no_slot, no_slot};
  for (unsigned k = 0; k < count; ++k) s[k] = element_target(f, to[k], bits / count);
  if (!f.put(h, s[0], a, s[1], s[2])) return false;
  f.code->y = s[3];
  return true;
}

// mov.v2, mov.v4: register by register.
bool decode_vector(Form& f, unsigned bits) {
  const unsigned count = f.i.desc.vector;
  const auto to = f.i.elements(0), from = f.i.elements(1);
  if (!is_tuple(f.i.operand(0)) || !is_tuple(f.i.operand(1)) || to.size() != count || from.size() != count)
    return f.d.refuse(std::to_string(count) + " registers on both sides are meant");
  const Handler h = pick_move({Kind::vector, bits, count});
  if (h == nullptr) return f.bad_type();
  std::vector<Slot> slots;
  for (const Operand& o : to) slots.push_back(element_target(f, o, bits));
  for (const Operand& o : from) slots.push_back(element_source(f, o, bits));
  const std::uint32_t extra = f.d.extra(slots);
  if (!f.put(h, slots[0], slots[count])) return false;
  f.code->extra = extra;
  f.code->extra_count = static_cast<std::uint16_t>(slots.size());
  return true;
}

}  // namespace

bool decode_move(Decoder& d, const Instruction& i) {
  Form f(d, i);
  if (i.desc.op != mir::Op::mov) return d.refuse("cannot be run on the CPU");
  if (!f.check(2, 1, {"v2", "v4"})) return false;
  if (f.type(0) == Type::pred) {
    if (f.i.desc.vector != 1) return f.bad_type();
    const Slot a = f.pred_source(i.operand(1));
    return f.put(pick_move({Kind::copy, 1, 1}), f.pred_target(i.operand(0)), a);
  }
  const unsigned bits = moved_bits(f.type(0));
  if (bits == 0) return f.bad_type();
  if (i.desc.vector != 1) return decode_vector(f, bits);
  const bool packs = is_tuple(i.operand(1)), unpacks = is_tuple(i.operand(0));
  if (!packs && !unpacks) return decode_scalar(f, bits);
  if (packs && unpacks) return d.refuse("elements on both sides");
  if (untyped_bits(f.type(0)) == 0 && f.type(0) != Type::b128) return f.bad_type();
  return packs ? decode_pack(f, bits) : decode_unpack(f, bits);
}

}  // namespace lathe::nvptx::exec
