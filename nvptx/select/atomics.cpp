// Atomic read-modify-write, compare and swap, fences.
//
// `red` where the old value is not read. A sequentially consistent operation is fence.sc and an acquire; the others
// carry their order. Source: PTX ISA 9.0, 9.7.13.15 (atom), 9.7.13.17 (red), 9.7.13.4 (fence); mapping of C++
// orders to PTX by the memory model chapter.
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

void write_fence(Context& c, Ordering ordering, Scope scope) {
  if (scope == Scope::thread) return;
  if (!c.features.has_memory_model()) {
    c.write(scope == Scope::cta ? "membar.cta" : scope == Scope::sys ? "membar.sys" : "membar.gl", {});
    return;
  }
  c.write(Mnemonic("fence", ordering == Ordering::seq_cst ? ".sc" : ".acq_rel", scope_suffix(c, scope)), {});
}

void bar_before(Context& c, const MemInfo& m) {
  const bool releases = m.ordering >= Ordering::release || m.failure_ordering == Ordering::seq_cst;
  if (!c.features.has_memory_model() && releases) write_fence(c, m.ordering, m.scope);
}
void bar_after(Context& c, const MemInfo& m) {
  const auto acquires = [](Ordering o) { return o >= Ordering::acquire && o != Ordering::release; };
  if (!c.features.has_memory_model() && (acquires(m.ordering) || acquires(m.failure_ordering)))
    write_fence(c, m.ordering, m.scope);
}

namespace {

// ".acquire.gpu": what atom and red say about their order. Scopes came with sm_60 and PTX 5.0; without one the
// operation is atomic in the whole device.
bool atomic_order(Context& c, std::string_view order, const MemInfo& m, Mnemonic& out) {
  if (c.features.has_memory_model()) out.append(order);
  if (c.features.has_memory_model() || c.features.has(60, 50)) out.append(scope_suffix(c, m.scope));
  return space_suffix(c, m.space, out);
}

bool fence(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  const MemInfo& m = c.dag->mem(n);
  if (m.ordering == Ordering::none || m.ordering <= Ordering::relaxed) return true;
  write_fence(c, m.ordering, m.scope);
  return true;
}

struct AtomicOp {
  std::string_view name, suffix;
  bool negate = false, reducible = true, is_float = false;
};

// False when PTX has no such operation.
bool atomic_op(const Context& c, RmwOp rmw, Vt t, AtomicOp& out) {
  const std::uint32_t bits = t.total_bits();
  const bool integer = t == vt::i32 || t == vt::i64;
  switch (rmw) {
    case RmwOp::xchg:
      out = {"exch", bits_suffix(bits), false, false};
      return bits == 32 || bits == 64;
    case RmwOp::add:
    case RmwOp::sub:
      out = {"add", unsigned_suffix(bits), rmw == RmwOp::sub};
      return integer;
    case RmwOp::and_:
      out = {"and", bits_suffix(bits)};
      return integer;
    case RmwOp::or_:
      out = {"or", bits_suffix(bits)};
      return integer;
    case RmwOp::xor_:
      out = {"xor", bits_suffix(bits)};
      return integer;
    case RmwOp::max:
    case RmwOp::min:
      out = {rmw == RmwOp::max ? "max" : "min", signed_suffix(bits)};
      return integer;
    case RmwOp::umax:
    case RmwOp::umin:
      out = {rmw == RmwOp::umax ? "max" : "min", unsigned_suffix(bits)};
      return integer;
    case RmwOp::inc_wrap:
    case RmwOp::dec_wrap:
      out = {rmw == RmwOp::inc_wrap ? "inc" : "dec", ".u32"};
      return t == vt::i32;
    case RmwOp::fadd:
    case RmwOp::fsub: {
      const bool half = t.element().bits() == 16;
      out = {half ? "add.noftz" : "add", float_suffix(t), rmw == RmwOp::fsub, true, true};
      if (t == vt::f32 || t == vt::f64) return true;
      if (t == vt::f16) return c.features.has(70, 63);
      if (t == vt::v2f16) return c.features.has(60, 62);
      if (t == vt::bf16 || t == vt::v2bf16) return c.features.has(90, 78);
      return false;
    }
    default:
      return false;  // loops of compare and swap, made in prepare
  }
}

bool exchange(Context& c, NodeId n, const MemInfo& m) {
  const auto rmw = static_cast<RmwOp>(c.imm(n));
  const Value value = c.operand(n, 2);
  AtomicOp a;
  if (!atomic_op(c, rmw, c.type(value), a)) return c.refuse("atomic " + std::string(to_string(rmw)));
  const bool reduces =
      a.reducible && !c.wanted({n, 0}) && (m.ordering <= Ordering::relaxed || m.ordering == Ordering::release);
  if (m.ordering == Ordering::seq_cst && c.features.has_memory_model()) write_fence(c, Ordering::seq_cst, m.scope);
  Mnemonic mnemonic(reduces ? "red" : "atom");
  const bool acquires = m.ordering == Ordering::seq_cst || m.ordering == Ordering::acquire;
  const std::string_view order = acquires                          ? ".acquire"
                                 : m.ordering == Ordering::release ? ".release"
                                 : m.ordering == Ordering::acq_rel ? ".acq_rel"
                                                                   : ".relaxed";
  if (!atomic_order(c, order, m, mnemonic)) return false;
  mnemonic.append(".").append(a.name).append(a.suffix);
  const Operand where = address(c, c.operand(n, 1));
  Operand x;
  if (!a.negate) {
    x = a.is_float ? float_src(c, value) : c.src(value);
  } else if (const auto bits = c.constant_bits(value); bits && !a.is_float) {
    x = c.immediate(0 - *bits, c.type(value), true);
  } else {
    x = c.temp(register_type(c.type(value)));
    c.write(a.is_float ? Mnemonic("neg", float_suffix(c.type(value)))
                       : Mnemonic("neg", signed_suffix(c.type(value).bits())),
            {x, c.reg(value)});
  }
  bar_before(c, m);
  if (reduces)
    c.write(mnemonic, {where, x});
  else
    c.write(mnemonic, {c.def({n, 0}), where, x});
  bar_after(c, m);
  return true;
}

bool compare_exchange(Context& c, NodeId n) {
  const MemInfo& m = c.dag->mem(n);
  const Vt t = c.type(c.operand(n, 2));
  const std::uint32_t bits = t.total_bits();
  if (bits != 16 && bits != 32 && bits != 64) return false;
  // Both orders at once: success decides, and a failure may only ask for an acquire more.
  const bool consistent = m.ordering == Ordering::seq_cst || m.failure_ordering == Ordering::seq_cst;
  const bool acquires =
      m.ordering == Ordering::acquire || m.ordering == Ordering::acq_rel || m.failure_ordering == Ordering::acquire;
  const bool releases = m.ordering == Ordering::release || m.ordering == Ordering::acq_rel;
  if (consistent && c.features.has_memory_model()) write_fence(c, Ordering::seq_cst, m.scope);
  Mnemonic mnemonic("atom");
  const std::string_view order = consistent ? ".acquire"
                                 : acquires ? releases ? ".acq_rel" : ".acquire"
                                 : releases ? ".release"
                                            : ".relaxed";
  if (!atomic_order(c, order, m, mnemonic)) return false;
  mnemonic.append(".cas").append(bits_suffix(bits));
  const Operand d = c.def({n, 0}), where = address(c, c.operand(n, 1));
  const Operand expected = c.src(c.operand(n, 2)), desired = c.src(c.operand(n, 3));
  bar_before(c, m);
  c.write(mnemonic, {d, where, expected, desired});
  bar_after(c, m);
  return true;
}

}  // namespace

bool atomic(Context& c, NodeId n) {
  if (c.op(n) == Isd::fence) return fence(c, n);
  c.after(c.operand(n, 0));
  const MemInfo& m = c.dag->mem(n);
  if (m.space != Space::generic && m.space != Space::global && m.space != Space::shared &&
      m.space != Space::shared_cluster)
    return c.refuse("an atomic operation on this address space");
  return c.op(n) == Isd::atomic_cmpxchg ? compare_exchange(c, n) : exchange(c, n, m);
}

}  // namespace lathe::nvptx::selecting
