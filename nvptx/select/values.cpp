// Constants, registers of other blocks, and values that are in a register already.
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

namespace {

Value strip_alias(const Context& c, Value v) {
  while (c.is_alias(v.node)) v = c.operand(v.node, 0);
  return v;
}

}  // namespace

bool constant(Context& c, NodeId n) {
  const Value v{n, 0};
  const Vt t = c.type(v);
  if (register_type(t) == mir::Type::none) return false;
  const auto bits = c.constant_bits(v);
  if (!bits) return false;
  c.write(Mnemonic("mov", move_suffix(t)), {c.def(v), c.immediate(*bits, t, t.is_integer() && !t.is_vector())});
  return true;
}

bool copy_from_reg(Context& c, NodeId n) {
  const Reg r = c.aux(n);
  if (r >= c.function.regs.size()) return c.refuse("it names a register that the function does not have");
  if (!c.covering()) c.regs[c.slot({n, 0})] = r;
  return true;
}

bool copy_to_reg(Context& c, NodeId n) {
  const Reg target = c.aux(n);
  if (target >= c.function.regs.size()) return c.refuse("it names a register that the function does not have");
  c.after(c.operand(n, 0));
  const Value v = c.operand(n, 1);
  const Vt t = c.type(v);
  if (const auto bits = c.constant_bits(v); bits && register_type(t) != mir::Type::none) {
    c.move(Operand::make_reg(target), c.immediate(*bits, t, true), t);
    return true;
  }
  const Operand from = c.reg(v);
  if (c.covering()) {
    // A value that is computed in this block can be computed right into the register.
    const Value source = strip_alias(c, v);
    const bool computed = c.op(source) != Isd::copy_from_reg && !c.constant_bits(source);
    Reg& r = c.regs[c.slot(source)];
    if (computed && r == mir::none && c.function.regs[target].type == register_type(c.type(source))) r = target;
    return true;
  }
  if (from.a != target) c.move(Operand::make_reg(target), from, t);
  return true;
}

bool alias(Context& c, NodeId n) {
  const Operand from = c.reg(c.operand(n, 0));
  if (!c.covering()) c.regs[c.slot({n, 0})] = from.a;
  return true;
}

}  // namespace lathe::nvptx::selecting
