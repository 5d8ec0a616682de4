// Video instructions to Codes: vadd vsub vabsdiff vmin vmax vshl vshr vmad vset, and those of two and four values.
// Selectors (%r1.b2, %r2.h10) come in Operand::reserved (mir/selector.hpp). Source: PTX ISA 9.0, 9.7.18.
#include "nvptx/exec/decode/form.hpp"
#include "nvptx/exec/lanes/video_key.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Operand;
using Part = VideoFields::Part;
using Second = VideoFields::Second;
using Do = VideoKey::Op;

// A selector taken apart: letter, and digits as they are written. No letter: there is none.
struct Selector {
  char letter = 0;
  std::vector<unsigned> digits;
};
Selector selector_of(const Operand& o) {
  Selector s;
  const unsigned count = o.reserved >> 12 & 7U;
  if (count == 0) return s;
  s.letter = (o.reserved & 0x8000U) != 0 ? 'h' : 'b';
  for (unsigned i = 0; i < count && i < 4; ++i) s.digits.push_back(o.reserved >> (3 * i) & 7U);
  return s;
}

// .b0 to .b3, .h0, .h1
bool part_of(Form& f, const Operand& o, Part& part) {
  const Selector s = selector_of(o);
  if (s.letter == 0) return true;
  if (s.digits.size() != 1 || s.digits[0] >= (s.letter == 'h' ? 2U : 4U))
    return f.d.refuse("a part of a register that is not .b0 to .b3, .h0 or .h1");
  part = static_cast<Part>(static_cast<unsigned>(s.letter == 'h' ? Part::h0 : Part::b0) + s.digits[0]);
  return true;
}

// The operand without what stands before and after its name.
Slot bare(Form& f, std::size_t n) {
  Operand o = f.i.operand(n);
  o.reserved = 0;
  o.negated = false;
  if (o.kind == Operand::Kind::f32 || o.kind == Operand::Kind::f64) f.d.refuse("a floating-point constant");
  if (!f.fits(o, 32)) return f.d.temp(32);
  return n == 0 ? f.d.write(o, 32) : f.d.read(o, 32);
}

bool emit(Form& f, const VideoKey& key, const VideoFields& fields, std::uint32_t choice, bool has_c) {
  const Slot a = bare(f, 1), b = bare(f, 2), c = has_c ? bare(f, 3) : a;
  if (!f.put(pick_video(key), bare(f, 0), a, b, c)) return false;
  f.code->x = fields.pack();
  f.code->y = choice;
  return true;
}

bool compare_op(Form& f, Do& op) {
  const int n = f.one_of({"eq", "ne", "lt", "le", "gt", "ge"});
  if (n >= 0) op = static_cast<Do>(static_cast<int>(Do::eq) + n);
  return n >= 0;
}

// Signs of the types: d, a, b; of vset a, b.
bool signs(Form& f, bool has_d, VideoFields& fields) {
  const std::size_t first = has_d ? 1 : 0;
  for (std::size_t k = 0; k < first + 2; ++k)
    if (int_type(f.type(k)).bits != 32) return f.bad_type();
  fields.sign_d = has_d && int_type(f.type(0)).is_signed;
  fields.sign_a = int_type(f.type(first)).is_signed;
  fields.sign_b = int_type(f.type(first + 1)).is_signed;
  return true;
}

bool decode_scalar(Form& f, Do op) {
  const bool set = f.op() == Op::vset, shift = op == Do::shl || op == Do::shr;
  VideoFields fields;
  bool fine = set     ? f.only(2, {"eq", "ne", "lt", "le", "gt", "ge", "add", "min", "max"}) && compare_op(f, op)
              : shift ? f.only(3, {"sat", "clamp", "wrap", "add", "min", "max"})
                      : f.only(3, {"sat", "add", "min", "max"});
  fine = fine && signs(f, !set, fields);
  if (fine && shift) {
    const int mode = f.one_of({"clamp", "wrap"});
    fine = mode >= 0;
    fields.wrap = mode == 1;
    if (fields.sign_b) return f.d.refuse("the amount of a shift has type .u32");
  }
  if (!fine) return false;
  fields.saturate = f.has("sat");
  const bool second = f.has("add") || f.has("min") || f.has("max");
  if (f.i.count() == 0) return f.count(3);
  const bool merge = f.i.operand(0).reserved != 0;
  if (second && merge) return f.d.refuse("a second operation and a part of the destination together");
  if (!f.count(second || merge ? 4 : 3)) return false;
  if (second) {
    const int which = f.one_of({"add", "min", "max"});
    if (which < 0) return false;
    fields.second = static_cast<Second>(static_cast<int>(Second::add) + which);
  } else if (merge) {
    fields.second = Second::merge;
  }
  if (!part_of(f, f.i.operand(0), fields.part_d) || !part_of(f, f.i.operand(1), fields.part_a) ||
      !part_of(f, f.i.operand(2), fields.part_b))
    return false;
  for (std::size_t n = 0; n < f.i.count(); ++n)
    if (f.i.operand(n).negated || (n == 3 && f.i.operand(n).reserved != 0))
      return f.d.refuse("a negated operand, or a part of one");
  return emit(f, {op, 1, false}, fields, 0, f.i.count() == 4);
}

bool decode_vmad(Form& f) {
  VideoFields fields;
  if (!f.check(4, 3, {"po", "sat", "shr7", "shr15"}) || !signs(f, true, fields)) return false;
  if (f.has("shr7") && f.has("shr15")) return f.d.refuse("two scales");
  fields.saturate = f.has("sat");
  fields.plus_one = f.has("po");
  fields.scale = f.has("shr7") ? 7 : f.has("shr15") ? 15 : 0;
  fields.negate_product = f.i.operand(1).negated != f.i.operand(2).negated;
  fields.negate_c = f.i.operand(3).negated;
  const bool any = f.i.operand(1).negated || f.i.operand(2).negated || fields.negate_c;
  if ((fields.plus_one && any) || (fields.negate_product && fields.negate_c))
    return f.d.refuse("negations that do not go together");
  if (!part_of(f, f.i.operand(1), fields.part_a) || !part_of(f, f.i.operand(2), fields.part_b)) return false;
  if (f.i.operand(0).negated || f.i.operand(0).reserved != 0 || f.i.operand(3).reserved != 0)
    return f.d.refuse("a part of the destination, or of c");
  VideoKey key;
  key.mad = true;
  return emit(f, key, fields, 0, true);
}

// Which values an operand takes: its selector, highest value first, or `first`, first + 1 ...
bool choice_of(Form& f, const Operand& o, unsigned count, unsigned first, std::uint32_t& choice) {
  const Selector s = selector_of(o);
  choice = 0;
  if (s.letter != 0 && (s.letter != (count == 2 ? 'h' : 'b') || s.digits.size() != count))
    return f.d.refuse("a selector of another form");
  for (unsigned i = 0; i < count; ++i) {
    const unsigned from = s.letter == 0 ? first + i : s.digits[count - 1 - i];
    if (from >= 2 * count) return f.d.refuse("a selector past the last value");
    choice |= from << (4 * i);
  }
  return true;
}

// Which values of d are written: the digits of its selector, or all.
bool mask_of(Form& f, const Operand& o, unsigned count, VideoFields& fields) {
  const Selector s = selector_of(o);
  fields.mask = s.letter == 0 ? static_cast<std::uint8_t>((1U << count) - 1) : std::uint8_t{0};
  if (s.letter != 0 && s.letter != (count == 2 ? 'h' : 'b')) return f.d.refuse("a mask of another form");
  for (std::size_t k = 0; k < s.digits.size(); ++k) {
    // Each value once, the highest first.
    if (s.digits[k] >= count || (k > 0 && s.digits[k] >= s.digits[k - 1])) return f.d.refuse("a mask of another form");
    fields.mask |= static_cast<std::uint8_t>(1U << s.digits[k]);
  }
  return true;
}

bool decode_simd(Form& f, Do op, unsigned count) {
  const bool set = f.op() == Op::vset2 || f.op() == Op::vset4;
  VideoFields fields;
  if (set ? !f.check(4, 2, {"eq", "ne", "lt", "le", "gt", "ge", "add"}) || !compare_op(f, op)
          : !f.check(4, 3, {"sat", "add"}))
    return false;
  if (!signs(f, !set, fields)) return false;
  fields.saturate = f.has("sat");
  fields.second = f.has("add") ? Second::add : Second::merge;
  if (fields.saturate && f.has("add")) return f.d.refuse(".sat and .add together");
  std::uint32_t a = 0, b = 0;
  if (!mask_of(f, f.i.operand(0), count, fields) || !choice_of(f, f.i.operand(1), count, 0, a) ||
      !choice_of(f, f.i.operand(2), count, count, b))
    return false;
  for (std::size_t n = 0; n < 4; ++n)
    if (f.i.operand(n).negated || (n == 3 && f.i.operand(n).reserved != 0))
      return f.d.refuse("a negated operand, or a part of c");
  return emit(f, {op, static_cast<std::uint8_t>(count), false}, fields, a | b << 16, true);
}

}  // namespace

bool decode_video(Decoder& d, const Instruction& i) {
  Form f(d, i);
  switch (f.op()) {
    case Op::vadd:
      return decode_scalar(f, Do::add);
    case Op::vsub:
      return decode_scalar(f, Do::sub);
    case Op::vabsdiff:
      return decode_scalar(f, Do::absdiff);
    case Op::vmin:
      return decode_scalar(f, Do::min);
    case Op::vmax:
      return decode_scalar(f, Do::max);
    case Op::vshl:
      return decode_scalar(f, Do::shl);
    case Op::vshr:
      return decode_scalar(f, Do::shr);
    case Op::vset:
      return decode_scalar(f, Do::eq);
    case Op::vmad:
      return decode_vmad(f);
    case Op::vadd2:
    case Op::vadd4:
      return decode_simd(f, Do::add, f.op() == Op::vadd2 ? 2 : 4);
    case Op::vsub2:
    case Op::vsub4:
      return decode_simd(f, Do::sub, f.op() == Op::vsub2 ? 2 : 4);
    case Op::vavrg2:
    case Op::vavrg4:
      return decode_simd(f, Do::average, f.op() == Op::vavrg2 ? 2 : 4);
    case Op::vabsdiff2:
    case Op::vabsdiff4:
      return decode_simd(f, Do::absdiff, f.op() == Op::vabsdiff2 ? 2 : 4);
    case Op::vmin2:
    case Op::vmin4:
      return decode_simd(f, Do::min, f.op() == Op::vmin2 ? 2 : 4);
    case Op::vmax2:
    case Op::vmax4:
      return decode_simd(f, Do::max, f.op() == Op::vmax2 ? 2 : 4);
    case Op::vset2:
    case Op::vset4:
      return decode_simd(f, Do::eq, f.op() == Op::vset2 ? 2 : 4);
    default:
      return d.refuse("cannot be run on the CPU");
  }
}

}  // namespace lathe::nvptx::exec
