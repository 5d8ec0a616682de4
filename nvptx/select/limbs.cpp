// Values that are two halves of a register, and the limbs of wide integers.
//
// Source: PTX ISA 9.0, 9.7.9.4 (mov of vectors).
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

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
