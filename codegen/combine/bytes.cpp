// Rules: values put together from bytes of one or two words become one prmt.
//
// Each byte of the result is traced through shifts, masks, ors, extensions, truncations and lanes of v4i8 and v2i16 to a byte
// of some word, to copies of such a byte's sign, to a constant, or to nothing known. Bounded: 16 steps down, 160 in all for
// one value. Bytes of three or four words take one prmt for two of them and one more.
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

struct Byte {
  enum class Kind : std::uint8_t { unknown, any, fixed, of_value } kind = Kind::unknown;
  Value value{};            ///< an i32, an i64, a v4i8 or a v2i16
  std::uint32_t index = 0;  ///< of the byte in the value; the byte itself when fixed
  bool sign = false;        ///< eight copies of its sign
  bool is_zero() const { return kind == Kind::fixed && index == 0; }
};

class Tracer {
 public:
  explicit Tracer(const Context& c) : c_(c) {}

  Byte trace(Value v, std::uint32_t index, unsigned depth = 16) {
    const Vt t = c_.type(v);
    if (t == vt::v4i8 || t == vt::v2i16) return through_lanes(v, t, index, depth);
    if (t.is_vector() || !t.is_integer() || t.bits() % 8 != 0 || t.bits() > 64 || index * 8 >= t.bits() || steps_ == 0)
      return {};
    --steps_;
    const Byte here = t == vt::i32 || t == vt::i64 ? Byte{Byte::Kind::of_value, v, index} : Byte{};
    if (depth == 0) return here;
    const Byte found = through(v, t.bits() / 8, index, depth - 1);
    return found.kind == Byte::Kind::unknown ? here : found;
  }

 private:
  /// The sign of what a byte holds.
  static Byte sign_of(Byte b) {
    if (b.kind == Byte::Kind::fixed) return fixed((b.index & 128) != 0 ? 255 : 0);
    if (b.kind != Byte::Kind::of_value) return {};
    b.sign = true;
    return b;
  }
  /// A vector is a word; of one that is put together, the lane.
  Byte through_lanes(Value v, Vt t, std::uint32_t index, unsigned depth) {
    const std::uint32_t size = t.bits() / 8;
    if (c_.is(v, Isd::build_vector) && depth != 0 && steps_ != 0 && c_.one_use(v)) {
      const Byte lane = trace(c_.operand(v, index / size), index % size, depth - 1);
      if (lane.kind != Byte::Kind::unknown) return lane;
    }
    return {Byte::Kind::of_value, v, index};
  }
  static Byte fixed(std::uint64_t byte) { return {Byte::Kind::fixed, {}, static_cast<std::uint32_t>(byte & 255)}; }
  // What byte `index` of v is made of, or unknown.
  Byte through(Value v, std::uint32_t size, std::uint32_t index, unsigned depth) {
    std::uint64_t by = 0;
    const auto operand = [&](std::uint32_t i) { return c_.operand(v, i); };
    switch (c_.op(v)) {
      case Isd::constant:
        return fixed(c_.imm(v) >> (8 * index));
      case Isd::undef:
        return {Byte::Kind::any, {}, 0};
      case Isd::or_: {
        const Byte a = trace(operand(0), index, depth), b = trace(operand(1), index, depth);
        if (a.is_zero()) return b;
        return b.is_zero() ? a : Byte{};
      }
      case Isd::and_: {
        if (!c_.constant(operand(1), by)) return {};
        const std::uint64_t mask = by >> (8 * index) & 255;
        return mask == 0 ? fixed(0) : mask == 255 ? trace(operand(0), index, depth) : Byte{};
      }
      case Isd::shl:
      case Isd::srl:
      case Isd::sra:
      case Isd::rotl:
      case Isd::fshl:
        return moved(v, size, index, depth);
      case Isd::zext:
      case Isd::sext:
      case Isd::anyext: {
        const Vt from = c_.type(operand(0));
        if (from.bits() % 8 != 0) return {};
        if (index * 8 < from.bits()) return trace(operand(0), index, depth);
        if (c_.is(v, Isd::sext)) return sign_of(trace(operand(0), from.bits() / 8 - 1, depth));
        return c_.is(v, Isd::zext) ? fixed(0) : Byte{Byte::Kind::any, {}, 0};
      }
      case Isd::trunc:
        return c_.type(operand(0)).bits() <= 64 ? trace(operand(0), index, depth) : Byte{};
      default:
        return of_machine(v, size, index, depth);
    }
  }
  Byte moved(Value v, std::uint32_t size, std::uint32_t index, unsigned depth) {
    std::uint64_t by = 0;
    const bool funnel = c_.is(v, Isd::fshl);
    if (!c_.constant(c_.operand(v, funnel ? 2 : 1), by) || by % 8 != 0 || by >= std::uint64_t{size} * 8) return {};
    const auto bytes = static_cast<std::uint32_t>(by / 8);
    const Value x = c_.operand(v, 0);
    if (c_.is(v, Isd::sra))
      return index + bytes < size ? trace(x, index + bytes, depth) : sign_of(trace(x, size - 1, depth));
    if (c_.is(v, Isd::srl)) return index + bytes >= size ? fixed(0) : trace(x, index + bytes, depth);
    if (index >= bytes) return trace(x, index - bytes, depth);
    if (c_.is(v, Isd::shl)) return fixed(0);
    return trace(funnel ? c_.operand(v, 1) : x, index + size - bytes, depth);
  }
  Byte of_machine(Value v, std::uint32_t size, std::uint32_t index, unsigned depth) {
    std::uint64_t by = 0, length = 0;
    const auto operand = [&](std::uint32_t i) { return c_.operand(v, i); };
    switch (c_.op(v)) {
      case Isd::bfe_u:
      case Isd::bfe_s: {
        if (!c_.constant(operand(1), by) || !c_.constant(operand(2), length) || by % 8 != 0 || length % 8 != 0)
          return {};
        if (length == 0 || by + length > std::uint64_t{size} * 8) return {};
        const auto from = static_cast<std::uint32_t>(by / 8), bytes = static_cast<std::uint32_t>(length / 8);
        if (index < bytes) return trace(operand(0), from + index, depth);
        return c_.is(v, Isd::bfe_u) ? fixed(0) : sign_of(trace(operand(0), from + bytes - 1, depth));
      }
      case Isd::prmt: {
        if (!c_.permutes_bytes() || !c_.constant(operand(2), by)) return {};
        const auto nibble = static_cast<std::uint32_t>(by >> (4 * index) & 15);
        const Byte b = trace(operand(nibble / 4 % 2), nibble % 4, depth);
        return nibble > 7 ? sign_of(b) : b;
      }
      case Isd::mul_wide_u: {
        // A shift to the left, as products by powers of two are written once types are legal.
        if (!c_.constant(operand(1), by) || !std::has_single_bit(by) || std::countr_zero(by) % 8 != 0) return {};
        const auto bytes = static_cast<std::uint32_t>(std::countr_zero(by) / 8);
        if (index < bytes || index - bytes >= size / 2) return fixed(0);
        return trace(operand(0), index - bytes, depth);
      }
      case Isd::extract_limb:
        return c_.type(operand(0)).bits() <= 64
                   ? trace(operand(0), index + static_cast<std::uint32_t>(c_.imm(v)) * size, depth)
                   : Byte{};
      case Isd::build_pair:
        return trace(operand(index < size / 2 ? 0 : 1), index % (size / 2), depth);
      case Isd::bitcast:
        return is_word_of_lanes(c_.type(operand(0))) ? trace(operand(0), index, depth) : Byte{};
      case Isd::extract_element: {
        // The bits above the lane are undefined.
        const Vt t = c_.type(operand(0));
        if (!is_word_of_lanes(t) || !c_.constant(operand(1), by) || by >= t.lanes()) return {};
        const std::uint32_t bytes = t.bits() / 8;
        return index >= bytes ? Byte{Byte::Kind::any, {}, 0}
                              : trace(operand(0), static_cast<std::uint32_t>(by) * bytes + index, depth);
      }
      case Isd::sext_inreg: {
        const auto kept = static_cast<std::uint32_t>(c_.imm(v));
        if (kept % 8 != 0 || kept == 0) return {};
        return index * 8 < kept ? trace(operand(0), index, depth) : sign_of(trace(operand(0), kept / 8 - 1, depth));
      }
      case Isd::load: {
        const MemInfo& m = c_.dag.mem(v.node);
        return v.result == 0 && m.extend == Extend::zero && m.type.is_integer() && index * 8 >= m.type.bits() ? fixed(0)
                                                                                                              : Byte{};
      }
      default:
        return {};
    }
  }

  static bool is_word_of_lanes(Vt t) { return t == vt::v4i8 || t == vt::v2i16; }

  const Context& c_;
  unsigned steps_ = 160;
};

/// A word as bytes of up to four others, or of three and a constant.
struct Word {
  bool ok = false;
  Byte source[4];  ///< a byte of the word that is meant
  std::uint32_t sources = 0;
  bool constants = false;      ///< some bytes are: of `constant`
  std::uint32_t constant = 0;  ///< zeros where nothing asks
  Byte bytes[4];
  bool fixed() const { return sources == 0; }  ///< the constant is all
  /// prmts that it takes.
  std::uint32_t cost() const {
    const std::uint32_t words = sources + (constants ? 1 : 0);
    return words <= 2 ? 1 : words - 1;
  }
};

bool same_word(const Byte& a, const Byte& b) { return a.value == b.value && a.index / 4 == b.index / 4; }

Word plan(std::span<const Byte, 4> bytes) {
  Word out;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Byte& b = out.bytes[i] = bytes[i];
    if (b.kind == Byte::Kind::unknown) return out;
    if (b.kind == Byte::Kind::fixed) {
      out.constants = true;
      out.constant |= b.index << (8 * i);
    }
    if (b.kind != Byte::Kind::of_value) continue;
    std::uint32_t which = 0;
    while (which < out.sources && !same_word(out.source[which], b)) ++which;
    if (which == out.sources) out.source[out.sources++] = b;
  }
  out.ok = true;
  return out;
}

Value word_of(Context& c, const Byte& b) {
  const Vt t = c.type(b.value);
  if (t == vt::i32) return b.value;
  if (t.is_vector()) return c.make(Isd::bitcast, vt::i32, {b.value});
  return b.index < 4 ? c.make(Isd::trunc, vt::i32, {b.value})
                     : c.make(Isd::extract_limb, vt::i32, {b.value}, DagPayload{1, 0});
}
/// One prmt of two words: the bytes that are asked for, elsewhere the first word's own.
class Gather {
 public:
  void take(const Byte& b, std::uint32_t place, std::uint32_t which) {
    set(place, (b.sign ? 8U : 0) | (4 * which + b.index % 4));
  }
  void set(std::uint32_t place, std::uint32_t nibble) {
    selector_ = (selector_ & ~(15ULL << (4 * place))) | static_cast<std::uint64_t>(nibble) << (4 * place);
  }
  Value make(Context& c, Value first, Value second) const {
    if (selector_ == 0x3210) return first;
    return c.make(Isd::prmt, vt::i32, {first, second, c.number(selector_, vt::i32)});
  }

 private:
  std::uint64_t selector_ = 0x3210;
};

Value make_word(Context& c, const Word& w) {
  if (w.fixed()) return c.number(w.constant, vt::i32);
  const auto source = [&](const Byte& b) {
    std::uint32_t which = 0;
    while (!same_word(w.source[which], b)) ++which;
    return which;
  };
  // Two words at a time: those two first, then what is there and one more.
  const std::uint32_t words = w.sources + (w.constants ? 1 : 0);
  const auto word = [&](std::uint32_t i) {
    return i < w.sources ? word_of(c, w.source[i]) : c.number(w.constant, vt::i32);
  };
  Gather gather;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Byte& b = w.bytes[i];
    if (b.kind == Byte::Kind::of_value && source(b) < 2) gather.take(b, i, source(b));
    // Zeros are one byte of a word of zeros, so that more selectors are alike.
    if (b.kind == Byte::Kind::fixed && words <= 2) gather.set(i, b.index == 0 && w.constant == 0 ? 4 : 4 + i);
  }
  Value out = gather.make(c, word(0), words < 2 ? c.number(0, vt::i32) : word(1));
  for (std::uint32_t k = 2; k < words; ++k) {
    Gather more;
    for (std::uint32_t i = 0; i < 4; ++i) {
      const Byte& b = w.bytes[i];
      if (b.kind == Byte::Kind::of_value && source(b) == k) more.take(b, i, 1);
      if (b.kind == Byte::Kind::fixed && k == w.sources) more.set(i, 4 + i);
    }
    out = more.make(c, out, word(k));
  }
  return out;
}

// An or tree of bytes on i32. Worth it when it replaces two operations or more.
Value bytes_to_prmt(Context& c, NodeId n) {
  if (c.type(n) != vt::i32 || !c.permutes_bytes()) return {};
  Byte bytes[4];
  Tracer tracer(c);
  for (std::uint32_t i = 0; i < 4; ++i) {
    bytes[i] = tracer.trace({n, 0}, i);
    if (bytes[i].kind == Byte::Kind::unknown || bytes[i].value == Value{n, 0}) return {};
  }
  const Word w = plan(bytes);
  // An or of a whole word with a constant is one operation already.
  if (!w.ok || w.fixed() || w.cost() > 1 || (w.constant != 0 && w.source[0].value == c.operand(n, 0))) return {};
  return make_word(c, w);
}

// The same on i64: two words. Constants would cost more than the or that sets them.
Value bytes_to_pair(Context& c, NodeId n) {
  if (c.type(n) != vt::i64 || !c.permutes_bytes()) return {};
  Byte bytes[8];
  Tracer low(c), high(c);
  for (std::uint32_t i = 0; i < 8; ++i) {
    bytes[i] = (i < 4 ? low : high).trace({n, 0}, i);
    if (bytes[i].kind == Byte::Kind::unknown || bytes[i].value == Value{n, 0}) return {};
  }
  const Word a = plan(std::span<const Byte, 4>(bytes, 4)), b = plan(std::span<const Byte, 4>(bytes + 4, 4));
  if (!a.ok || !b.ok || (a.fixed() && b.fixed()) || a.constant != 0 || b.constant != 0 || a.cost() > 1 || b.cost() > 1)
    return {};
  if (b.fixed() && b.constant == 0) return c.make(Isd::zext, vt::i64, {make_word(c, a)});
  return c.make(Isd::build_pair, vt::i64, {make_word(c, a), make_word(c, b)});
}

// Lanes that are bytes of words: of v4i8 of any four, which is what lanes one by one take; of v2i16 of two.
Value bytes_to_lanes(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if ((t != vt::v4i8 && t != vt::v2i16) || !c.permutes_bytes()) return {};
  Byte bytes[4];
  const std::uint32_t size = t.bits() / 8;
  bool moved = false;
  for (std::uint32_t i = 0; i < 4; ++i) {
    bytes[i] = Tracer(c).trace(c.operand(n, i / size), i % size);
    moved |= bytes[i].kind == Byte::Kind::of_value &&
             (bytes[i].index != i % size || bytes[i].sign || c.type(bytes[i].value).is_vector());
  }
  const Word w = plan(bytes);
  // Lower halves of words side by side are what it is.
  if (!w.ok || w.fixed() || (t == vt::v2i16 && (w.cost() > 1 || !moved))) return {};
  const Value word = make_word(c, w);
  if (c.is(word, Isd::bitcast) && c.type(c.operand(word, 0)) == t) return c.operand(word, 0);
  return c.make(Isd::bitcast, t, {word});
}

// A byte inside a word, extended by its sign: one prmt, where a field takes a shift and the extension. Not at the bottom, which
// is one either way, and not for what is cut off again: a field is known to fit there, which a prmt is not.
bool prefers_prmt(const Context& c, NodeId n, std::uint64_t index) {
  if (!c.permutes_bytes() || index == 0) return false;
  bool cut = false;
  c.dag.for_each_use(n, [&](NodeId user, std::uint32_t, Value) { cut |= c.op(user) == Isd::trunc; });
  return !cut;
}
Value signed_byte(Context& c, Value word, std::uint64_t index) {
  const std::uint64_t sign = 8 | index;
  return c.make(Isd::prmt, vt::i32,
                {word, c.number(0, vt::i32), c.number(index | sign << 4 | sign << 8 | sign << 12, vt::i32)});
}
Value field_to_byte(Context& c, NodeId n) {
  std::uint64_t start = 0, length = 0;
  if (c.type(n) != vt::i32 || !c.constant(c.operand(n, 1), start) || !c.constant(c.operand(n, 2), length)) return {};
  if (length != 8 || start % 8 != 0 || start >= 32 || !prefers_prmt(c, n, start / 8)) return {};
  return signed_byte(c, c.operand(n, 0), start / 8);
}

// A lane of v4i8, extended: one bfe. The bits above an extracted lane are undefined, so something masks them.
Value lane_to_field(Context& c, NodeId n) {
  const Value lane = c.operand(n, 0);
  std::uint64_t k = 0;
  if (c.type(n) != vt::i32 || !c.has_fields(Isd::bfe_u, vt::i32) || !c.is(lane, Isd::extract_element) ||
      c.type(c.operand(lane, 0)) != vt::v4i8 || !c.constant(c.operand(lane, 1), k) || k > 3)
    return {};
  const bool sign = c.op(n) == Isd::sext_inreg;
  if (sign ? c.dag.payload(n).imm != 8 : !c.is_value(c.operand(n, 1), 255)) return {};
  const Value word = c.make(Isd::bitcast, vt::i32, {c.operand(lane, 0)});
  if (sign && prefers_prmt(c, n, k)) return signed_byte(c, word, k);
  return c.make(sign ? Isd::bfe_s : Isd::bfe_u, vt::i32, {word, c.number(8 * k, vt::i32), c.number(8, vt::i32)});
}

// One prmt of another with the same sources.
Value prmt_identity(Context& c, NodeId n) {
  std::uint64_t selector = 0;
  if (!c.permutes_bytes() || !c.constant(c.operand(n, 2), selector)) return {};
  selector &= 0xffff;
  if (selector == 0x3210) return c.operand(n, 0);
  if (selector == 0x7654) return c.operand(n, 1);
  return {};
}

}  // namespace

void add_byte_rules(RuleList& list) {
  list.add("field-to-byte", field_to_byte, {Isd::bfe_s}, at_end);
  list.add("lane-to-field", lane_to_field, {Isd::and_, Isd::sext_inreg}, at_end);
  list.add("bytes-to-prmt", bytes_to_prmt, {Isd::or_}, at_end);
  list.add("bytes-to-pair", bytes_to_pair, {Isd::or_}, at_end);
  list.add("bytes-to-lanes", bytes_to_lanes, {Isd::build_vector}, at_end);
  list.add("prmt-identity", prmt_identity, {Isd::prmt});
}

}  // namespace lathe::codegen::combining
