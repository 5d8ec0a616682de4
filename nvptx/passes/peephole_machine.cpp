// What PTX instructions compute, and the making of them: PtxMachine of peephole_words.hpp.
#include <algorithm>

#include "nvptx/passes/peephole_words.hpp"

namespace lathe::nvptx::peephole {
namespace {

using mir::Op, mir::Type;
using Kind = mir::Operand::Kind;
using Source = lathe::passes::OperationOperand<mir::Reg>;

bool is_shift(Word w) { return w == Word::shl || w == Word::srl || w == Word::sra; }
std::uint64_t ones(std::uint32_t width) { return bits::low_mask<std::uint64_t>(width); }
/// The letter of the last type of a mnemonic: of its operands.
char letter_of(const Form& form) { return form.text[form.text.rfind('.') + 1]; }
bool is_bits(Type t) { return t == Type::b16 || t == Type::b32 || t == Type::b64; }
/// The type of an operation's k-th operand.
std::uint32_t type_of_operand(const Form& form, std::size_t k) {
  if (form.word == Word::select && k == 0) return i1;
  if (is_shift(form.word) && k == 1) return i32;
  return form.from;
}

}  // namespace

std::uint32_t PtxMachine::type(mir::Reg r) const {
  if (r >= f_.regs.size()) return lathe::passes::none;
  const Type t = f_.regs[r].type;
  if (t == Type::f32) return f32;
  if (t == Type::f64) return f64;
  const unsigned bits = mir::bits_of(t);
  return bits == 1 || bits == 16 || bits == 32 || bits == 64 ? bits : lathe::passes::none;
}

// A register of a declared type in an instruction's operand: `.b` goes with all of its size.
bool PtxMachine::fits(Type held, char letter) const {
  if (letter == 'p') return held == Type::pred;
  if (held == Type::pred) return false;
  if (letter == 'b' || is_bits(held)) return true;
  return (letter == 'f') == is_float(held);
}

bool PtxMachine::read(MirId i, Operation& out) const {
  const Form* form = form_of(code_.op(i).text);
  if (form == nullptr) return false;
  const auto slots = std::as_const(code_).slots(i);
  const std::size_t implied =
      form->shape == Shape::bit_not || form->shape == Shape::negation || form->shape == Shape::masked;
  const std::size_t wanted = vocabulary().operations[static_cast<std::size_t>(form->word)].operands - implied;
  const bool table = form->shape == Shape::immediate;
  if (slots.size() != 1 + wanted + table || slots[0].kind != Kind::reg) return false;
  if (mir::bits_of(f_.regs[slots[0].a].type) != width(form->type)) return false;
  out.operation = static_cast<std::uint32_t>(form->word);
  out.type = form->type;
  out.flags = form->flags;
  out.attribute = form->attribute;
  if (table) {
    if (slots.back().kind != Kind::imm) return false;
    out.attribute = static_cast<std::uint64_t>(slots.back().value) & 0xff;
  }
  // In the instruction's order first.
  for (std::size_t k = 0; k < wanted; ++k) {
    const mir::Operand& o = slots[1 + k];
    if (o.negated) return false;
    Source s;
    s.literal = o.kind == Kind::imm || o.kind == Kind::f32 || o.kind == Kind::f64;
    s.bits = static_cast<std::uint64_t>(o.value);
    s.value = o.a;
    if (!s.literal && o.kind != Kind::reg) return false;
    out.operands.push_back(s);
  }
  if (form->shape == Shape::selection) std::rotate(out.operands.begin(), out.operands.begin() + 2, out.operands.end());
  if (form->shape == Shape::funnel) std::swap(out.operands[0], out.operands[1]);
  if (form->shape == Shape::negation) out.operands.insert(out.operands.begin(), Source{0, true, false, 0, form->type});
  if (form->shape == Shape::bit_not) out.operands.push_back({0, true, false, ones(width(form->type)), form->type});
  if (form->shape == Shape::masked) {
    out.attribute = 0;
    out.operands.push_back({0, true, false, ones(static_cast<std::uint32_t>(form->attribute)), form->type});
  }
  // A conversion may read a part of a register that is as wide as the result.
  const bool extends = form->word == Word::zext || form->word == Word::sext;
  if (extends && !out.operands[0].literal && mir::bits_of(f_.regs[out.operands[0].value].type) == width(form->type)) {
    out.operation = static_cast<std::uint32_t>(form->word == Word::zext ? Word::and_ : Word::sext_inreg);
    out.operands[0].type = form->type;
    if (form->word == Word::zext)
      out.operands.push_back({0, true, false, ones(width(form->from)), form->type});
    else
      out.attribute = form->from;
    return true;
  }
  for (std::size_t k = 0; k < out.operands.size(); ++k) {
    Source& s = out.operands[k];
    s.type = type_of_operand(*form, k);
    if (s.literal)
      s.bits &= ones(width(s.type));
    else if (mir::bits_of(f_.regs[s.value].type) != width(s.type))
      return false;
  }
  return true;
}

std::optional<std::uint64_t> PtxMachine::literal(MirId i) const {
  const mir::OpDesc& d = code_.op(i);
  const auto slots = std::as_const(code_).slots(i);
  if (d.op != Op::mov || d.modifiers.size() != 1 || slots.size() != 2 || slots[0].kind != Kind::reg) return {};
  const std::uint32_t w = width(type(slots[0].a));
  if (w > 64 || mir::bits_of(d.type) != w || slots[1].negated) return {};
  const Kind kind = slots[1].kind;
  if (kind != Kind::imm && !(kind == Kind::f32 && w == 32) && !(kind == Kind::f64 && w == 64)) return {};
  if (d.type == Type::pred) return slots[1].value != 0 ? 1 : 0;
  if (kind == Kind::imm && is_float(d.type)) return {};
  return static_cast<std::uint64_t>(slots[1].value) & ones(w);
}

mir::Reg PtxMachine::like(std::uint32_t t) const {
  const Type type = t == i1    ? Type::pred
                    : t == i16 ? Type::b16
                    : t == i32 ? Type::b32
                    : t == i64 ? Type::b64
                    : t == f32 ? Type::f32
                               : Type::f64;
  return code_.constant(mir::Operand::make_imm(0), type);
}

std::optional<PtxMachine::Choice> PtxMachine::choose(const Operation& o) const {
  const Word word = static_cast<Word>(o.operation);
  const rules::Typing typing = vocabulary().operations[o.operation].typing;
  const bool other = typing == rules::Typing::converts || typing == rules::Typing::compares;
  const std::uint32_t from = other ? o.operands[0].type : o.type;
  const auto is = [&](std::size_t k, std::uint64_t bits) {
    return o.operands[k].literal && o.operands[k].bits == bits;
  };
  Choice c;
  c.last = o.operands.size();
  const auto find = [&](Shape shape) {
    const bool attribute = shape != Shape::bit_not && shape != Shape::negation;
    c.form = form_for(word, o.type, from, shape, attribute ? o.attribute : 0, o.flags);
    return c.form != nullptr;
  };
  if (word == Word::xor_ && is(1, ones(width(o.type))) && find(Shape::bit_not)) {
    c.last = 1;
    return c;
  }
  if (word == Word::sub && is(0, 0) && find(Shape::negation)) {
    c.first = 1;
    return c;
  }
  const Shape shape = word == Word::select                       ? Shape::selection
                      : word == Word::fshl || word == Word::fshr ? Shape::funnel
                      : word == Word::lop3                       ? Shape::immediate
                                                                 : Shape::plain;
  return find(shape) ? std::optional(c) : std::nullopt;
}

bool PtxMachine::takes(const Form& form, const Source& o) const {
  if (o.literal)
    return o.type != i1 && form.word != Word::trunc && form.word != Word::zext && form.word != Word::sext &&
           form.word != Word::sext_inreg && form.word != Word::cvta && form.word != Word::cvta_to;
  if (o.fresh) return o.type != i1 || letter_of(form) == 'p' || form.word == Word::select;
  const Type held = f_.regs[o.value].type;
  if (o.type == i1) return held == Type::pred;
  return mir::bits_of(held) == width(o.type) &&
         fits(held, is_shift(form.word) && o.type != form.type ? 'u' : letter_of(form));
}

bool PtxMachine::makes(const Operation& o, const mir::Reg* result) const {
  const auto c = choose(o);
  if (!c) return false;
  for (std::size_t k = c->first; k < c->last; ++k) {
    const Source& s = o.operands[k];
    const std::uint32_t wanted = type_of_operand(*c->form, k);
    const bool amount = is_shift(c->form->word) && k == 1;
    if (s.type != wanted && !(s.literal && amount)) return false;
    if (!takes(*c->form, s)) return false;
  }
  if (result == nullptr) return true;
  const Type held = f_.regs[*result].type;
  if (mir::bits_of(held) != width(o.type)) return false;
  return o.type == i1 ? held == Type::pred : fits(held, letter_of(*c->form));
}

mir::Operand PtxMachine::operand(const Source& o) const {
  if (!o.literal) return mir::Operand::make_reg(o.value);
  if (o.type == f32) return mir::Operand::make_f32(static_cast<std::uint32_t>(o.bits));
  if (o.type == f64) return mir::Operand::make_f64(o.bits);
  // As people write them: small numbers with their sign.
  const std::uint32_t above = 64 - std::min(width(o.type), 64U);
  return mir::Operand::make_imm(static_cast<std::int64_t>(o.bits << above) >> above);
}

std::optional<MirId> PtxMachine::make(const Operation& o, mir::Reg result) {
  const auto c = choose(o);
  if (!c) return {};
  std::vector<mir::Operand> slots;
  for (std::size_t k = c->first; k < c->last; ++k) slots.push_back(operand(o.operands[k]));
  if (c->form->shape == Shape::selection) std::rotate(slots.begin(), slots.begin() + 1, slots.end());
  if (c->form->shape == Shape::funnel) std::swap(slots[0], slots[1]);
  if (c->form->shape == Shape::immediate)
    slots.push_back(mir::Operand::make_imm(static_cast<std::int64_t>(o.attribute)));
  slots.insert(slots.begin(), mir::Operand::make_reg(result));
  return code_.make(f_.make(m_.intern(c->form->text), slots));
}

std::optional<MirId> PtxMachine::make_literal(std::uint64_t bits, mir::Reg result) {
  const std::uint32_t t = type(result);
  if (t == lathe::passes::none) return {};
  Source s{0, true, false, bits & ones(width(t)), t};
  const mir::Operand slots[] = {mir::Operand::make_reg(result),
                                t == i1 ? mir::Operand::make_imm(bits != 0 ? -1 : 0) : operand(s)};
  const std::string text = t == i1    ? "mov.pred"
                           : t == f32 ? "mov.f32"
                           : t == f64 ? "mov.f64"
                                      : "mov.b" + std::to_string(width(t));
  return code_.make(f_.make(m_.intern(text), slots));
}

std::optional<MirId> PtxMachine::make_copy(mir::Reg from, mir::Reg result) {
  const Type a = f_.regs[from].type, b = f_.regs[result].type;
  const std::uint32_t t = type(result);
  if (t == lathe::passes::none || mir::bits_of(a) != mir::bits_of(b)) return {};
  const mir::Operand slots[] = {mir::Operand::make_reg(result), mir::Operand::make_reg(from)};
  const std::string text = a == b ? std::string(mir::move_text(a)) : "mov.b" + std::to_string(width(t));
  return code_.make(f_.make(m_.intern(text), slots));
}

std::optional<bits::Operation<>> PtxMachine::bits(const Operation& o) const {
  using B = bits::Op;
  if (o.type > floats || o.operands[0].type > floats) return {};
  bits::Operation<> out;
  out.width = width(o.type);
  out.over = bits::Overshift::clamp;
  const auto of = [&](B op, unsigned number = 0) {
    out.op = op;
    out.number = number;
    return out;
  };
  // clang-format off
  switch (static_cast<Word>(o.operation)) {
    case Word::add: return of(B::add);
    case Word::sub: return of(B::sub);
    case Word::mul: return of(B::mul);
    case Word::mulhs: return of(B::mul_high_signed);
    case Word::mulhu: return of(B::mul_high_unsigned);
    case Word::umin: return of(B::umin);
    case Word::umax: return of(B::umax);
    case Word::smin: return of(B::smin);
    case Word::smax: return of(B::smax);
    case Word::and_: return of(B::bit_and);
    case Word::or_: return of(B::bit_or);
    case Word::xor_: return of(B::bit_xor);
    case Word::shl: return of(B::shl);
    case Word::srl: return of(B::lshr);
    case Word::sra: return of(B::ashr);
    case Word::fshl: return of(B::fshl);
    case Word::fshr: return of(B::fshr);
    case Word::udiv: return of(B::udiv);
    case Word::urem: return of(B::urem);
    case Word::trunc: return of(B::trunc);
    case Word::zext: return of(B::zext);
    case Word::sext: return of(B::sext);
    case Word::sext_inreg: return of(B::sext_in_reg, static_cast<unsigned>(o.attribute));
    case Word::select: return of(B::select);
    case Word::setcc:
      if (o.attribute == 17) return of(B::eq);
      if (o.attribute == 52) return of(B::ult);
      if (o.attribute == 20) return of(B::slt);
      return {};
    default: return {};
  }
  // clang-format on
}

// Loads extend what they load; of identities the upper bits are zeros (PTX ISA, "Special Registers").
bits::KnownBits<> PtxMachine::known(MirId i) const {
  const mir::OpDesc& d = code_.op(i);
  const auto slots = std::as_const(code_).slots(i);
  if (code_.inst(i).guard != mir::none || slots.size() != 2 || slots[0].kind != Kind::reg) return {};
  const std::uint32_t w = width(type(slots[0].a));
  if (w > 64) return {};
  const auto below = [&](unsigned n) {
    bits::KnownBits<> out = bits::KnownBits<>::unknown(w);
    if (n < w) out.zero = ones(w) & ~ones(n);
    return out;
  };
  const bool reads = d.op == Op::ld && d.vector == 1;
  const bool is_signed = d.type == Type::s8 || d.type == Type::s16 || d.type == Type::s32;
  if (reads && !is_signed && !is_float(d.type) && mir::bits_of(d.type) >= 8) return below(mir::bits_of(d.type));
  if (d.op != Op::mov || slots[1].kind != Kind::special) return {};
  const std::string& name = m_.name(slots[1].a);
  static constexpr std::pair<std::string_view, unsigned> table[] = {
      {"%tid.x", 10}, {"%tid.y", 10},   {"%tid.z", 6},    {"%ntid.x", 11},  {"%ntid.y", 11},   {"%ntid.z", 7},
      {"%laneid", 5}, {"%ctaid.x", 31}, {"%ctaid.y", 16}, {"%ctaid.z", 16}, {"%nctaid.y", 16}, {"%nctaid.z", 16}};
  for (const auto& [text, n] : table)
    if (name == text) return below(n);
  return {};
}

// A store of a part, and a conversion that reads a part.
std::uint64_t PtxMachine::demanded(MirId i, mir::Reg r) const {
  const mir::OpDesc& d = code_.op(i);
  const unsigned bits = mir::bits_of(d.type);
  const bool part = d.op == Op::st && d.vector == 1 && bits >= 8 && bits < 64 && !is_float(d.type);
  if (!part || code_.inst(i).guard == r) return ~std::uint64_t{0};
  const auto slots = std::as_const(code_).slots(i);
  for (const mir::Operand& o : slots)
    if (o.kind == Kind::mem_reg && o.a == r) return ~std::uint64_t{0};
  const bool policy = slots.size() > 2 && slots.back().kind == Kind::reg && slots.back().a == r;
  return policy ? ~std::uint64_t{0} : ones(bits);
}

}  // namespace lathe::nvptx::peephole
