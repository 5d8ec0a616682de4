// Rules: values put together from bytes of one or two words become one prmt.
//
// Each byte of the result is traced through shifts, masks, ors, extensions and truncations to a byte of some 32-bit
// value, to zero, or to nothing known. Bounded: 16 steps down for each byte.
#include "nvptx/combine/rules.hpp"

namespace lathe::nvptx::combining {

namespace {

struct Byte {
  enum class Kind : std::uint8_t { unknown, zero, of_value } kind = Kind::unknown;
  Value value;
  std::uint32_t index = 0;
};

Byte trace(const Context& c, Value v, std::uint32_t index, unsigned depth) {
  const Vt t = c.type(v);
  const Byte unknown;
  if (t.is_vector() || !t.is_integer() || t.bits() % 8 != 0 || t.bits() > 64 || index * 8 >= t.bits()) return unknown;
  const Byte here = t == vt::i32 ? Byte{Byte::Kind::of_value, v, index} : unknown;
  if (depth == 0) return here;
  std::uint64_t by = 0;
  const auto inner = [&](Value x, std::uint32_t i) {
    const Byte found = trace(c, x, i, depth - 1);
    return found.kind == Byte::Kind::unknown ? here : found;
  };
  switch (c.op(v)) {
    case Isd::constant:
      return (c.imm(v) >> (8 * index) & 255) == 0 ? Byte{Byte::Kind::zero, {}, 0} : here;
    case Isd::or_: {
      const Byte a = trace(c, c.operand(v, 0), index, depth - 1), b = trace(c, c.operand(v, 1), index, depth - 1);
      if (a.kind == Byte::Kind::zero && b.kind != Byte::Kind::unknown) return b;
      if (b.kind == Byte::Kind::zero && a.kind != Byte::Kind::unknown) return a;
      return here;
    }
    case Isd::and_: {
      if (!c.constant(c.operand(v, 1), by)) return here;
      const std::uint64_t mask = by >> (8 * index) & 255;
      if (mask == 0) return {Byte::Kind::zero, {}, 0};
      return mask == 255 ? inner(c.operand(v, 0), index) : here;
    }
    case Isd::shl:
      if (!c.constant(c.operand(v, 1), by) || by % 8 != 0 || by >= t.bits()) return here;
      return by / 8 > index ? Byte{Byte::Kind::zero, {}, 0}
                            : inner(c.operand(v, 0), index - static_cast<std::uint32_t>(by / 8));
    case Isd::srl:
      if (!c.constant(c.operand(v, 1), by) || by % 8 != 0 || by >= t.bits()) return here;
      if (index + by / 8 >= t.bits() / 8) return {Byte::Kind::zero, {}, 0};
      return inner(c.operand(v, 0), index + static_cast<std::uint32_t>(by / 8));
    case Isd::zext: {
      const Vt from = c.type(c.operand(v, 0));
      if (from.bits() % 8 != 0) return here;
      return index * 8 >= from.bits() ? Byte{Byte::Kind::zero, {}, 0} : inner(c.operand(v, 0), index);
    }
    case Isd::trunc:
      return inner(c.operand(v, 0), index);
    default:
      return here;
  }
}

// An or tree of bytes on i32. Worth it when it replaces two operations or more.
Value bytes_to_prmt(Context& c, NodeId n) {
  if (c.type(n) != vt::i32) return {};
  Value source[2];
  std::uint64_t selector = 0;
  unsigned zeros = 0;
  Byte bytes[4];
  for (std::uint32_t i = 0; i < 4; ++i) {
    bytes[i] = trace(c, {n, 0}, i, 16);
    if (bytes[i].kind == Byte::Kind::unknown || bytes[i].value == Value{n, 0}) return {};
    if (bytes[i].kind == Byte::Kind::zero) {
      ++zeros;
      continue;
    }
    if (!source[0] || source[0] == bytes[i].value)
      source[0] = bytes[i].value;
    else if (!source[1] || source[1] == bytes[i].value)
      source[1] = bytes[i].value;
    else
      return {};
  }
  if (!source[0] || (zeros != 0 && source[1])) return {};
  for (std::uint32_t i = 0; i < 4; ++i) {
    // Zero bytes come from the second word, a constant 0.
    const bool second = bytes[i].kind == Byte::Kind::zero || bytes[i].value != source[0];
    selector |=
        static_cast<std::uint64_t>((second ? 4U : 0U) + (bytes[i].kind == Byte::Kind::zero ? 0U : bytes[i].index))
        << (4 * i);
  }
  if (selector == 0x3210) return source[0];
  // Two operands that only meet in the or: (a << 16) | (b & 0xffff) and more; a single shift or mask stays.
  const Value second = source[1] ? source[1] : c.zero(vt::i32);
  return c.make(Isd::prmt, vt::i32, {source[0], second, c.number(selector, vt::i32)});
}

// One prmt of another with the same sources.
Value prmt_identity(Context& c, NodeId n) {
  std::uint64_t selector = 0;
  if (!c.constant(c.operand(n, 2), selector)) return {};
  selector &= 0xffff;
  if (selector == 0x3210) return c.operand(n, 0);
  if (selector == 0x7654) return c.operand(n, 1);
  return {};
}

}  // namespace

void add_byte_rules(RuleList& list) {
  list.add("bytes-to-prmt", bytes_to_prmt, {Isd::or_}, at_end);
  list.add("prmt-identity", prmt_identity, {Isd::prmt});
}

}  // namespace lathe::nvptx::combining
