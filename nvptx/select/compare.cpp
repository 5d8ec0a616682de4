// Comparison and selection.
//
// Source: PTX ISA 9.0, 9.7.6 (comparison), 9.7.8 (logic).
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

namespace {

// PTX compares no predicates: logic in their place. Signed, true is -1.
bool setcc_predicates(Context& c, NodeId n, Cond cond) {
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const Operand d = c.def({n, 0});
  const auto negated = [&](Value v) {
    const Operand t = c.temp(mir::Type::pred);
    c.write("not.pred", {t, c.reg(v)});
    return t;
  };
  switch (cond) {
    case Cond::ne:
      c.write("xor.pred", {d, c.reg(a), c.reg(b)});
      return true;
    case Cond::eq: {
      const Operand t = c.temp(mir::Type::pred);
      c.write("xor.pred", {t, c.reg(a), c.reg(b)});
      c.write("not.pred", {d, t});
      return true;
    }
    case Cond::ult:
    case Cond::sgt:
      c.write("and.pred", {d, negated(a), c.reg(b)});
      return true;
    case Cond::ugt:
    case Cond::slt:
      c.write("and.pred", {d, c.reg(a), negated(b)});
      return true;
    case Cond::ule:
    case Cond::sge:
      c.write("or.pred", {d, negated(a), c.reg(b)});
      return true;
    case Cond::uge:
    case Cond::sle:
      c.write("or.pred", {d, c.reg(a), negated(b)});
      return true;
    default:
      return false;
  }
}

}  // namespace

bool setcc(Context& c, NodeId n) {
  const Cond cond = static_cast<Cond>(c.imm(n));
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const Vt t = c.type(a);
  if (c.result_type(n) != vt::i1 || t.is_vector()) return false;
  if (t == vt::i1) return setcc_predicates(c, n, cond);
  static constexpr std::string_view float_names[16] = {"",     ".eq",  ".gt",  ".ge",  ".lt",  ".le",  ".ne",  ".num",
                                                       ".nan", ".equ", ".gtu", ".geu", ".ltu", ".leu", ".neu", ""};
  static constexpr std::string_view int_names[8] = {"", ".eq", ".gt", ".ge", ".lt", ".le", ".ne", ""};
  if (!is_integer(cond)) {
    if (!t.is_float()) return c.refuse("a float condition on integers");
    if (cond == Cond::f_false || cond == Cond::f_true) {
      c.write("mov.pred", {c.def({n, 0}), number(cond == Cond::f_true)});
      return true;
    }
    if (!has_arithmetic(c, t)) return false;
    const Operand d = c.def({n, 0});
    const Operand first = c.constant_bits(b) ? c.reg(a) : float_src(c, a);
    c.write(Mnemonic("setp", float_names[static_cast<unsigned>(cond) & 15], ftz(c, n, t), float_suffix(t)),
            {d, first, float_src(c, b)});
    return true;
  }
  if (!is_word(t)) return false;
  const bool is_unsigned = (static_cast<unsigned>(cond) & 32) != 0, equality = cond == Cond::eq || cond == Cond::ne;
  const std::string_view suffix = equality      ? bits_suffix(t.bits())
                                  : is_unsigned ? unsigned_suffix(t.bits())
                                                : signed_suffix(t.bits());
  return binary(c, n, Mnemonic("setp", int_names[static_cast<unsigned>(cond) & 7]), suffix, !is_unsigned);
}

bool select(Context& c, NodeId n) {
  const Value condition = c.operand(n, 0), a = c.operand(n, 1), b = c.operand(n, 2);
  const Vt t = c.result_type(n);
  if (c.type(condition) != vt::i1) return false;
  if (t != vt::i1) {
    if (register_type(t) == mir::Type::none) return false;
    const Operand d = c.def({n, 0});
    c.write(Mnemonic("selp", move_suffix(t)), {d, c.src(a), c.src(b), c.reg(condition)});
    return true;
  }
  // No selp on predicates: c ? a : b is (c & a) | (!c & b).
  const auto ka = c.constant_bits(a), kb = c.constant_bits(b);
  const Operand d = c.def({n, 0});
  const auto not_c = [&] {
    const Operand r = c.temp(mir::Type::pred);
    c.write("not.pred", {r, c.reg(condition)});
    return r;
  };
  if (ka == 1U) {
    c.write("or.pred", {d, c.reg(condition), c.reg(b)});
  } else if (ka == 0U) {
    c.write("and.pred", {d, not_c(), c.reg(b)});
  } else if (kb == 0U) {
    c.write("and.pred", {d, c.reg(condition), c.reg(a)});
  } else if (kb == 1U) {
    c.write("or.pred", {d, not_c(), c.reg(a)});
  } else {
    const Operand yes = c.temp(mir::Type::pred), no = c.temp(mir::Type::pred);
    c.write("and.pred", {yes, c.reg(condition), c.reg(a)});
    c.write("and.pred", {no, not_c(), c.reg(b)});
    c.write("or.pred", {d, yes, no});
  }
  return true;
}

}  // namespace lathe::nvptx::selecting
