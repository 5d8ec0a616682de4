// Addresses, loads, stores, the stack, prefetch.
//
// [symbol+n], [register+n], with n of 32 bits. A load reads into a register wider than its type (.b zero-extends,
// .s sign-extends), a store takes the low bits of a wider one. Source: PTX ISA 9.0, 9.7.9.8 (ld), 9.7.9.12 (st),
// 9.7.9.16 (prefetch), 9.7.10 (stack); memory model by 8.
#include "nvptx/select/rules.hpp"
#include "nvptx/target/cache_hint.hpp"

namespace lathe::nvptx::selecting {

namespace {

constexpr bool fits_offset(std::int64_t v) { return v >= INT32_MIN && v <= INT32_MAX; }

constexpr std::string_view vector_suffix(std::size_t count) {
  return count == 2 ? ".v2" : count == 4 ? ".v4" : count == 8 ? ".v8" : "";
}

// Whether an access is ordered among threads: no other thread sees a frame, a constant or a parameter change.
bool shared_order(const MemInfo& m) {
  const bool local = m.space == Space::local || m.space == Space::constant || m.space == Space::param;
  return !local && m.ordering != Ordering::none && m.scope != Scope::thread;
}

// The wider register whose low bits a store may write instead of `v`.
Value untruncated(const Context& c, Value v, Vt in_memory) {
  while (c.op(v) == Isd::trunc && c.type(v).bits() >= in_memory.total_bits() &&
         c.type(c.operand(v.node, 0)) != vt::i1 && register_type(c.type(c.operand(v.node, 0))) != mir::Type::none)
    v = c.operand(v.node, 0);
  return v;
}

// What a store writes: numbers as they are, and the low bits of a wider register without a cvt.
Operand store_source(Context& c, Value v, Vt in_memory) {
  if (const auto bits = c.constant_bits(v)) {
    if (c.type(v) == in_memory) return c.src(v);
    return c.immediate(*bits, Vt(VtKind::integer, in_memory.total_bits()), true);
  }
  return c.reg(untruncated(c, v, in_memory));
}

}  // namespace

Operand address(Context& c, Value v) {
  std::int64_t offset = 0;
  // A bound on the walk: sums of sums are one sum after `combine`.
  for (unsigned steps = 0; steps < 16; ++steps) {
    const Isd o = c.op(v);
    const bool sums = o == Isd::add || (o == Isd::or_ && (c.dag->flags(v.node) & flag::disjoint) != 0);
    if (!sums || !is_wide(c.type(v))) break;
    const Value a = c.operand(v.node, 0), b = c.operand(v.node, 1);
    const bool second = c.op(b) == Isd::constant;
    if (!second && c.op(a) != Isd::constant) break;
    const std::uint64_t by = c.imm(second ? b.node : a.node);
    const auto step = c.type(v) == vt::i32 ? static_cast<std::int32_t>(by) : static_cast<std::int64_t>(by);
    if (!fits_offset(step) || !fits_offset(offset + step)) break;
    offset += step;
    v = second ? a : b;
  }
  const auto inner =
      c.type(v) == vt::i32 ? static_cast<std::int32_t>(c.imm(v.node)) : static_cast<std::int64_t>(c.imm(v.node));
  const bool fits = fits_offset(inner) && fits_offset(inner + offset);
  switch (c.op(v)) {
    case Isd::global_address:
      if (fits && c.aux(v.node) < c.dag->names.size())
        return c.memory_symbol(c.dag->names[c.aux(v.node)], inner + offset);
      break;
    case Isd::frame_index:
      if (c.aux(v.node) < c.dag->frame.size()) {
        const std::int64_t at = static_cast<std::int64_t>(c.dag->frame[c.aux(v.node)].offset) + inner + offset;
        if (fits && fits_offset(at)) return c.memory_symbol(depot_name, at);
      }
      break;
    case Isd::param_address:
      if (fits && c.aux(v.node) < c.function.params.size())
        return c.memory_symbol(c.function.params[c.aux(v.node)].name, inner + offset);
      break;
    default:
      break;
  }
  const Operand base = c.reg(v);
  return c.covering() ? base : Operand::make_mem_reg(base.a, offset);
}

bool space_suffix(Context& c, Space space, Mnemonic& out) {
  if (space == Space::generic) return true;
  const bool cluster = space == Space::shared_cluster;
  const mir::Space named = state_space(cluster ? Space::shared : space);
  if (named == mir::Space::none) return c.refuse("address space " + std::to_string(static_cast<unsigned>(space)));
  out.append(".").append(mir::to_string(named));
  if (cluster && c.features.has_clusters()) out.append("::cluster");
  return true;
}

std::string_view scope_suffix(const Context& c, Scope scope) {
  switch (scope) {
    case Scope::thread:
    case Scope::cta:
      return ".cta";
    case Scope::cluster:
      return c.features.has_clusters() ? ".cluster" : ".gpu";
    case Scope::gpu:
      return ".gpu";
    case Scope::sys:
      return ".sys";
  }
  return ".sys";
}

void store_sources(Context& c, std::span<const Value> values, Vt in_memory) {
  Vt common;
  bool same = true;
  for (const Value v : values) {
    if (c.constant_bits(v)) continue;
    const Vt t = c.type(untruncated(c, v, in_memory));
    same = same && (common == Vt{} || register_type(common) == register_type(t));
    common = t;
  }
  if (values.size() > 1)
    c.operands.push_back(mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(values.size())));
  for (const Value v : values)
    c.operands.push_back(same || c.constant_bits(v) ? store_source(c, v, in_memory) : c.reg(v));
}

namespace {

// ".volatile", ".relaxed.gpu", ".acquire.sys", or nothing. Writes the fence that a sequentially consistent access
// needs in front (the mapping of the PTX memory model: fence.sc, then acquire or relaxed).
bool access_order(Context& c, const MemInfo& m, bool is_store, Mnemonic& out) {
  const bool local = m.space == Space::local || m.space == Space::constant || m.space == Space::param;
  if (local) return true;
  if (!shared_order(m) || (m.is_volatile && m.ordering <= Ordering::relaxed)) {
    if (m.is_volatile) out.append(".volatile");
    return true;
  }
  if (!c.features.has_memory_model()) {
    bar_before(c, m);
    out.append(".volatile");
    return true;
  }
  switch (m.ordering) {
    case Ordering::seq_cst:
      write_fence(c, Ordering::seq_cst, m.scope);
      out.append(is_store ? ".relaxed" : ".acquire");
      break;
    case Ordering::acquire:
    case Ordering::release:
    case Ordering::acq_rel:
      out.append(is_store ? ".release" : ".acquire");
      break;
    default:
      out.append(".relaxed");
      break;
  }
  out.append(scope_suffix(c, m.scope));
  return true;
}

// The register that has the policy of an access, none where the target or the access cannot have one. Accesses of a block share it.
Reg policy_of(Context& c, const MemInfo& m) {
  const bool plain = m.ordering == Ordering::none && !m.is_volatile;
  const bool placed = m.space == Space::generic || m.space == Space::global;
  if (c.covering() || !plain || !placed || !cache_hint::has_policies(c.features)) return mir::none;
  PolicyState& known = c.policies;
  if (known.block != c.block) known.registers.clear(), known.block = c.block;
  for (const auto& [policy, where] : known.registers)
    if (policy == m.policy) return where;
  const Operand made = c.temp(mir::Type::b64);
  c.write("mov.b64", {made, number(static_cast<std::int64_t>(m.policy))});
  known.registers.emplace_back(m.policy, made.a);
  return made.a;
}

bool load_like(Context& c, std::span<const Value> results, const MemInfo& m, Value where) {
  Mnemonic mnemonic("ld");
  if (!access_order(c, m, false, mnemonic)) return false;
  if (m.type.total_bits() % 8 != 0) return c.refuse("memory type " + to_string(m.type));
  const bool plain = m.ordering == Ordering::none && !m.is_volatile;
  if (!space_suffix(c, m.space, mnemonic)) return false;
  if (plain) mnemonic.append(cache_hint::operator_suffix(m.cache, false));
  if (plain && m.invariant && m.space == Space::global && c.features.has_nc()) mnemonic.append(".nc");
  if (plain) mnemonic.append(cache_hint::priority_suffix(m.cache, c.features));
  if (plain) mnemonic.append(cache_hint::l2_suffix(m.cache, results.size() * m.type.total_bits(), c.features));
  const Reg policy = m.policy == 0 ? mir::none : policy_of(c, m);
  if (policy != mir::none) mnemonic.append(cache_hint::policy_suffix);
  if (plain) mnemonic.append(cache_hint::prefetch_suffix(m.cache, c.features));
  mnemonic.append(vector_suffix(results.size()));
  const Vt value = c.type(results[0]);
  const std::uint32_t bits = m.type.total_bits();
  if (bits > value.total_bits() || register_type(value) == mir::Type::none || bits_suffix(bits).empty() || bits == 1)
    return false;
  if (m.type.is_scalar() && m.type.is_integer() && m.extend == Extend::sign && bits < value.bits())
    mnemonic.append(signed_suffix(bits));
  else
    mnemonic.append(bits == value.total_bits() ? move_suffix(value) : bits_suffix(bits));
  c.operands.clear();
  if (results.size() > 1)
    c.operands.push_back(mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(results.size())));
  for (const Value r : results) c.operands.push_back(c.def(r));
  c.operands.push_back(address(c, where));
  if (policy != mir::none) c.operands.push_back(Operand::make_reg(policy));
  if (!c.covering()) c.write_span(mnemonic, c.operands);
  if (shared_order(m)) bar_after(c, m);
  return true;
}

bool store_like(Context& c, std::span<const Value> values, const MemInfo& m, Value where) {
  Mnemonic mnemonic("st");
  if (!access_order(c, m, true, mnemonic)) return false;
  const bool plain = m.ordering == Ordering::none && !m.is_volatile;
  if (m.space == Space::constant) return c.refuse("a store to constant memory");
  if (!space_suffix(c, m.space, mnemonic)) return false;
  if (plain) mnemonic.append(cache_hint::operator_suffix(m.cache, true));
  if (plain) mnemonic.append(cache_hint::priority_suffix(m.cache, c.features));
  if (plain) mnemonic.append(cache_hint::l2_suffix(m.cache, values.size() * m.type.total_bits(), c.features));
  const Reg policy = m.policy == 0 ? mir::none : policy_of(c, m);
  if (policy != mir::none) mnemonic.append(cache_hint::policy_suffix);
  mnemonic.append(vector_suffix(values.size()));
  const Vt value = c.type(values[0]);
  const std::uint32_t bits = m.type.total_bits();
  if (bits > value.total_bits() || bits_suffix(bits).empty() || bits == 1)
    return c.refuse("memory type " + to_string(m.type));
  mnemonic.append(bits == value.total_bits() ? move_suffix(value) : bits_suffix(bits));
  const Vt in_memory = bits == value.total_bits() ? value : Vt(VtKind::integer, bits);
  c.operands.clear();
  c.operands.push_back(address(c, where));
  store_sources(c, values, in_memory);
  if (policy != mir::none) c.operands.push_back(Operand::make_reg(policy));
  if (!c.covering()) c.write_span(mnemonic, c.operands);
  return true;
}

bool load(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  const MemInfo& m = c.dag->mem(n);
  // A load that nobody reads is only kept for what it does besides.
  if (!c.wanted({n, 0}) && !m.is_volatile && m.ordering == Ordering::none) return true;
  const Value result{n, 0};
  return load_like(c, {&result, 1}, m, c.operand(n, 1));
}

bool load_vector(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  const MemInfo& m = c.dag->mem(n);
  const std::uint32_t count = c.dag->result_count(n) - 1;
  if (count != 1 && vector_suffix(count).empty()) return c.refuse("a vector of " + std::to_string(count));
  c.values.clear();
  bool used = m.is_volatile || m.ordering != Ordering::none;
  for (std::uint32_t i = 0; i < count; ++i) {
    c.values.push_back({n, i});
    used |= c.wanted({n, i});
  }
  return !used || load_like(c, c.values, m, c.operand(n, 1));
}

bool store(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  const Value value = c.operand(n, 1);
  return store_like(c, {&value, 1}, c.dag->mem(n), c.operand(n, 2));
}

bool store_vector(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  c.values.clear();
  for (std::uint32_t i = 2; i < c.dag->operand_count(n); ++i) c.values.push_back(c.operand(n, i));
  if (c.values.empty() || (c.values.size() != 1 && vector_suffix(c.values.size()).empty()))
    return c.refuse("a vector of " + std::to_string(c.values.size()));
  return store_like(c, c.values, c.dag->mem(n), c.operand(n, 1));
}

bool prefetch(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  const MemInfo& m = c.dag->mem(n);
  if (m.space != Space::generic && m.space != Space::global && m.space != Space::local) {
    // There is nothing to fetch ahead in shared, constant and parameter memory; it is a hint.
    return true;
  }
  Mnemonic mnemonic("prefetch");
  if (!space_suffix(c, m.space, mnemonic)) return false;
  c.write(mnemonic.append(c.imm(n) == 2 ? ".L2" : ".L1"), {address(c, c.operand(n, 1))});
  return true;
}

bool stack(Context& c, NodeId n) {
  if (!c.features.has(52, 73)) return c.refuse("the stack needs sm_52 and PTX 7.3");
  c.after(c.operand(n, 0));
  switch (c.op(n)) {
    case Isd::dyn_alloca:
      c.write(c.result_type(n) == vt::i32 ? "alloca.u32" : "alloca.u64",
              {c.def({n, 0}), c.usrc(c.operand(n, 1)),
               number(static_cast<std::int64_t>(std::max<std::uint64_t>(c.imm(n), 8)))});
      return true;
    case Isd::stack_save:
      c.write(c.result_type(n) == vt::i32 ? "stacksave.u32" : "stacksave.u64", {c.def({n, 0})});
      return true;
    default:
      c.write(c.type(c.operand(n, 1)) == vt::i32 ? "stackrestore.u32" : "stackrestore.u64", {c.reg(c.operand(n, 1))});
      return true;
  }
}

}  // namespace

bool memory(Context& c, NodeId n) {
  switch (c.op(n)) {
    case Isd::load:
      return load(c, n);
    case Isd::load_vec:
      return load_vector(c, n);
    case Isd::store:
      return store(c, n);
    case Isd::store_vec:
      return store_vector(c, n);
    case Isd::dyn_alloca:
    case Isd::stack_save:
    case Isd::stack_restore:
      return stack(c, n);
    case Isd::prefetch:
      return prefetch(c, n);
    case Isd::global_address:
      if (c.aux(n) >= c.dag->names.size()) return false;
      c.write(Mnemonic("mov", bits_suffix(c.result_type(n).bits())),
              {c.def({n, 0}), c.symbol(c.dag->names[c.aux(n)], static_cast<std::int64_t>(c.imm(n)))});
      return true;
    case Isd::frame_index:
      if (c.aux(n) >= c.dag->frame.size()) return false;
      c.write(
          Mnemonic("mov", bits_suffix(c.result_type(n).bits())),
          {c.def({n, 0}), c.symbol(depot_name, static_cast<std::int64_t>(c.dag->frame[c.aux(n)].offset + c.imm(n)))});
      return true;
    case Isd::param_address:
      if (c.aux(n) >= c.function.params.size()) return false;
      c.write(Mnemonic("mov", bits_suffix(c.result_type(n).bits())),
              {c.def({n, 0}), c.symbol(c.function.params[c.aux(n)].name, static_cast<std::int64_t>(c.imm(n)))});
      return true;
    default:
      return false;
  }
}

}  // namespace lathe::nvptx::selecting
