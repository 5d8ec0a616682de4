// Rules: loads, stores, chains, address space casts.
//
// A rule at a load may only replace the load's results: it gives the value in another form and lets the conversions
// meet (a load that is zero-extended becomes trunc of a wider load; the zext of that trunc then goes).
#include <algorithm>

#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

bool plain(const MemInfo& m) { return !m.is_volatile && m.ordering == Ordering::none && m.lanes == 1; }

NodeId make_load(Context& c, NodeId old, Vt value, const MemInfo& m) {
  const Vt types[] = {value, vt::chain};
  const Value operands[] = {c.operand(old, 0), c.operand(old, 1)};
  const DagPayload payload{c.dag.payload(old).imm, c.dag.memory_index(m)};
  return c.dag.add(Isd::load, types, operands, payload, c.dag.flags(old));
}

Value load_unused(Context& c, NodeId n) {
  if (c.dag.use_count(Value{n, 0}) != 0 || !plain(c.dag.mem(n))) return {};
  return c.give({Value{}, c.operand(n, 0)});
}

// Loaded numbers that are only extended or truncated.
Value load_convert(Context& c, NodeId n) {
  MemInfo m = c.dag.mem(n);
  const Vt t = c.dag.types(n)[0];
  // The access of a volatile load stays what it is when only the register gets wider.
  if (m.ordering != Ordering::none || m.lanes != 1 || m.extend != Extend::none || m.type != t || !t.is_integer() ||
      t.is_vector())
    return {};
  const NodeId user = c.dag.only_user(Value{n, 0});
  if (user == dag::no_node) return {};
  const Vt wanted = c.type(user);
  const Isd o = c.op(user);
  const Vt half = c.fast_half(t);
  if (o == Isd::trunc && !m.is_volatile && half != vt::none && (wanted == half || wanted == vt::i16)) {
    m.type = wanted;
    const NodeId fresh = make_load(c, n, wanted, m);
    return c.give({c.make(Isd::anyext, t, {{fresh, 0}}), Value{fresh, 1}});
  }
  if ((o != Isd::zext && o != Isd::sext) || t != vt::i16 || (wanted != vt::i32 && wanted != vt::i64)) {
    // A word that is widened to 64 bits: at the end only, since wide products like the narrow one better.
    if ((o != Isd::zext && o != Isd::sext) || t != vt::i32 || wanted != vt::i64 ||
        c.level != CombineLevel::after_operations)
      return {};
  }
  m.extend = o == Isd::zext ? Extend::zero : Extend::sign;
  const NodeId fresh = make_load(c, n, wanted, m);
  return c.give({c.make(Isd::trunc, t, {{fresh, 0}}), Value{fresh, 1}});
}

// Narrow loads into wider registers: the machine extends by zeros or the sign for nothing.
Value load_any(Context& c, NodeId n) {
  MemInfo m = c.dag.mem(n);
  const Vt t = c.dag.types(n)[0];
  if (m.extend != Extend::any || !m.type.is_integer() || m.type.is_vector() || m.type.bits() >= t.bits() ||
      m.lanes != 1)
    return {};
  bool sign = false, zero = false;
  c.dag.for_each_use(n, [&](NodeId user, std::uint32_t, Value used) {
    if (used.result != 0) return;
    sign |= c.op(user) == Isd::sext_inreg && c.dag.payload(user).imm == m.type.bits();
    zero |= c.op(user) == Isd::and_;
  });
  m.extend = sign && !zero ? Extend::sign : Extend::zero;
  if (m.type.bits() % 8 != 0) return {};
  const NodeId fresh = make_load(c, n, t, m);
  return c.give({Value{fresh, 0}, Value{fresh, 1}});
}

// A zero-extended load whose only user wants the sign.
Value load_sign(Context& c, NodeId n) {
  MemInfo m = c.dag.mem(n);
  if (m.extend != Extend::zero || !m.type.is_integer() || m.lanes != 1 || m.type.is_vector()) return {};
  const NodeId user = c.dag.only_user(Value{n, 0});
  if (user == dag::no_node || c.op(user) != Isd::sext_inreg || c.dag.payload(user).imm != m.type.bits()) return {};
  const Vt t = c.dag.types(n)[0];
  if (!c.op_ok(Isd::and_, t)) return {};
  m.extend = Extend::sign;
  const NodeId fresh = make_load(c, n, t, m);
  // The same number as before, for form's sake: sext_inreg looks through the mask.
  return c.give({c.make(Isd::and_, t, {{fresh, 0}, c.number(low_mask(m.type.bits()), t)}), Value{fresh, 1}});
}

Value load_bitcast(Context& c, NodeId n) {
  MemInfo m = c.dag.mem(n);
  const Vt t = c.dag.types(n)[0];
  if (!plain(m) || m.extend != Extend::none || m.type != t || !c.facts.joins.has(t)) return {};
  const NodeId user = c.dag.only_user(Value{n, 0});
  if (user == dag::no_node || c.op(user) != Isd::bitcast || !c.facts.joins.has(c.type(user)) || c.type(user) == t)
    return {};
  // A bitcast that is about to meet its opposite (such as the one made below) is no reason.
  bool back = false;
  c.dag.for_each_use(user, [&](NodeId u, std::uint32_t, Value) { back |= c.op(u) == Isd::bitcast && c.type(u) == t; });
  if (back) return {};
  m.type = c.type(user);
  const NodeId fresh = make_load(c, n, m.type, m);
  return c.give({c.make(Isd::bitcast, t, {{fresh, 0}}), Value{fresh, 1}});
}

Value make_store(Context& c, NodeId old, Value value, const MemInfo& m) {
  return c.make(Isd::store, vt::chain, {c.operand(old, 0), value, c.operand(old, 2)},
                DagPayload{c.dag.payload(old).imm, c.dag.memory_index(m)}, c.dag.flags(old));
}

// Only the low bits reach memory.
Value store_low_bits(Context& c, NodeId n) {
  const MemInfo& m = c.dag.mem(n);
  const Value v = c.operand(n, 1);
  std::uint64_t mask = 0;
  Value x;
  if (!m.type.is_integer() || m.type.is_vector() || m.type.bits() > 64 || m.type.bits() % 8 != 0 || m.lanes != 1)
    return {};
  if (c.type(v).is_vector()) return {};
  const std::uint32_t width = m.type.bits();
  const auto storable = [&](Value p) { return c.facts.joins.has(c.type(p)) && c.type(p).bits() >= width; };
  if (c.is(v, Isd::trunc) || c.is(v, Isd::zext) || c.is(v, Isd::sext) || c.is(v, Isd::anyext))
    return storable(c.operand(v, 0)) ? make_store(c, n, c.operand(v, 0), m) : Value{};
  if (c.with_constant(v, Isd::and_, x, mask) && (low_mask(width) & ~mask) == 0) return make_store(c, n, x, m);
  if (c.is(v, Isd::sext_inreg) && c.imm(v) >= width) return make_store(c, n, c.operand(v, 0), m);
  return {};
}

Value store_simple(Context& c, NodeId n) {
  MemInfo m = c.dag.mem(n);
  const Value v = c.operand(n, 1);
  if (m.lanes != 1) return {};
  if (c.is(v, Isd::undef) && plain(m)) return c.operand(n, 0);
  if (c.is(v, Isd::bitcast) && m.type == c.type(v) && c.facts.joins.has(m.type) &&
      c.facts.joins.has(c.type(c.operand(v, 0))) && m.ordering == Ordering::none) {
    m.type = c.type(c.operand(v, 0));
    return make_store(c, n, c.operand(v, 0), m);
  }
  // What was just read from there, with nothing between.
  if (c.is(v, Isd::load) && v.result == 0 && plain(m) && c.operand(n, 0) == Value{v.node, 1} &&
      c.dag.payload(v.node).aux == c.dag.payload(n).aux && c.operand(v, 1) == c.operand(n, 2) && c.type(v) == m.type)
    return c.operand(n, 0);
  return {};
}

// Chains: no entry beside others, none twice, inner factors with one use opened (up to 32 operands in all).
Value token_factor_flat(Context& c, NodeId n) {
  constexpr std::uint32_t limit = 32;
  const std::uint32_t count = c.dag.operand_count(n);
  if (count == 0) return {};
  if (count == 1) return c.operand(n, 0);
  if (count > limit) return {};
  if (count == 2 && !c.is(c.operand(n, 0), Isd::token_factor) && !c.is(c.operand(n, 1), Isd::token_factor) &&
      !c.is(c.operand(n, 0), Isd::entry) && !c.is(c.operand(n, 1), Isd::entry) && c.operand(n, 0) != c.operand(n, 1))
    return {};
  std::vector<Value> chains;
  bool changed = false;
  const auto take = [&](Value v) {
    if (c.is(v, Isd::entry) || std::find(chains.begin(), chains.end(), v) != chains.end())
      changed = true;
    else
      chains.push_back(v);
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    const Value v = c.operand(n, i);
    if (c.is(v, Isd::token_factor) && c.one_use(v) && count + c.dag.operand_count(v.node) <= limit) {
      c.dag.for_each_operand(v.node, take);
      changed = true;
    } else {
      take(v);
    }
  }
  if (!changed) return {};
  if (chains.empty()) return c.operand(n, 0).node != n && c.is(c.operand(n, 0), Isd::entry) ? c.operand(n, 0) : Value{};
  if (chains.size() == 1) return chains[0];
  return c.dag.get(Isd::token_factor, vt::chain, chains);
}

// A chain that another operand's chain already contains: a load's or store's input beside its output.
Value token_factor_covered(Context& c, NodeId n) {
  const std::uint32_t count = c.dag.operand_count(n);
  if (count < 2 || count > 32) return {};
  Value operands[32], inputs[32];  // of the chains; none where an operation has no chain before it
  for (std::uint32_t i = 0; i < count; ++i) {
    operands[i] = c.operand(n, i);
    if (info(c.op(operands[i])).chained && c.dag.operand_count(operands[i].node) != 0)
      inputs[i] = c.operand(operands[i], 0);
  }
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    if (std::find(inputs, inputs + count, operands[i]) == inputs + count) operands[kept++] = operands[i];
  if (kept == count || kept == 0) return {};
  return kept == 1 ? operands[0] : c.dag.get(Isd::token_factor, vt::chain, std::span<const Value>(operands, kept));
}

// There and back through the generic space.
Value space_cast(Context& c, NodeId n) {
  const Value x = c.operand(n, 0);
  const DagPayload& outer = c.dag.payload(n);
  if (outer.imm == outer.aux) return x;
  if (!c.is(x, Isd::addrspace_cast)) return {};
  const DagPayload& inner = c.dag.payload(x.node);
  return inner.aux == outer.imm && inner.imm == outer.aux ? c.operand(x, 0) : Value{};
}

}  // namespace

void add_memory_rules(RuleList& list) {
  list.add("load-unused", load_unused, {Isd::load});
  list.add("load-convert", load_convert, {Isd::load});
  list.add("load-any", load_any, {Isd::load}, once_legal);
  list.add("load-sign", load_sign, {Isd::load}, once_legal);
  list.add("load-bitcast", load_bitcast, {Isd::load});
  list.add("store-low-bits", store_low_bits, {Isd::store});
  list.add("store-simple", store_simple, {Isd::store});
  list.add("token-factor-flat", token_factor_flat, {Isd::token_factor});
  list.add("token-factor-covered", token_factor_covered, {Isd::token_factor});
  list.add("space-cast", space_cast, {Isd::addrspace_cast});
}

}  // namespace lathe::codegen::combining
