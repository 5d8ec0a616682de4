// Addresses, loads, stores, the stack, prefetch.
//
// [symbol+n], [register+n], with n of 32 bits. A load reads into a register wider than its type (.b zero-extends,
// .s sign-extends), a store takes the low bits of a wider one. Source: PTX ISA 9.0, 9.7.9.8 (ld), 9.7.9.12 (st),
// 9.7.9.16 (prefetch), 9.7.10 (stack); memory model by 8.
#include "nvptx/dag/cache_hint.hpp"
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

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

}  // namespace

mir::Operand BlockSelector::Impl::address(Value v) {
  std::int64_t offset = 0;
  // A bound on the walk: sums of sums are one sum after `combine`.
  for (unsigned steps = 0; steps < 16; ++steps) {
    const Isd o = op(v);
    const bool sums = o == Isd::add || (o == Isd::or_ && (dag_->flags(v.node) & flag::disjoint) != 0);
    if (!sums || type(v) != vt::i64) break;
    const Value a = operand(v.node, 0), b = operand(v.node, 1);
    const bool second = op(b) == Isd::constant;
    if (!second && op(a) != Isd::constant) break;
    const auto step = static_cast<std::int64_t>(imm(second ? b.node : a.node));
    if (!fits_offset(step) || !fits_offset(offset + step)) break;
    offset += step;
    v = second ? a : b;
  }
  const auto inner = static_cast<std::int64_t>(imm(v.node));
  const bool fits = fits_offset(inner) && fits_offset(inner + offset);
  switch (op(v)) {
    case Isd::global_address:
      if (fits && aux(v.node) < dag_->names.size()) return memory_symbol(dag_->names[aux(v.node)], inner + offset);
      break;
    case Isd::frame_index:
      if (aux(v.node) < dag_->frame.size()) {
        const std::int64_t at = static_cast<std::int64_t>(dag_->frame[aux(v.node)].offset) + inner + offset;
        if (fits && fits_offset(at)) return memory_symbol(depot_name, at);
      }
      break;
    case Isd::param_address:
      if (fits && aux(v.node) < function_.params.size())
        return memory_symbol(function_.params[aux(v.node)].name, inner + offset);
      break;
    default:
      break;
  }
  const Operand base = reg(v);
  return covering() ? base : Operand::make_mem_reg(base.a, offset);
}

bool BlockSelector::Impl::space_suffix(Space space, Mnemonic& out) {
  switch (space) {
    case Space::generic:
      return true;
    case Space::global:
      out.append(".global");
      return true;
    case Space::shared:
      out.append(".shared");
      return true;
    case Space::constant:
      out.append(".const");
      return true;
    case Space::local:
      out.append(".local");
      return true;
    case Space::param:
      out.append(".param");
      return true;
    case Space::shared_cluster:
      out.append(features_.has_clusters() ? ".shared::cluster" : ".shared");
      return true;
    default:
      return refuse("address space " + std::to_string(static_cast<unsigned>(space)));
  }
}

std::string_view BlockSelector::Impl::scope_suffix(Scope scope) const {
  switch (scope) {
    case Scope::thread:
    case Scope::cta:
      return ".cta";
    case Scope::cluster:
      return features_.has_clusters() ? ".cluster" : ".gpu";
    case Scope::gpu:
      return ".gpu";
    case Scope::sys:
      return ".sys";
  }
  return ".sys";
}

// ".volatile", ".relaxed.gpu", ".acquire.sys", or nothing. Writes the fence that a sequentially consistent access
// needs in front (the mapping of the PTX memory model: fence.sc, then acquire or relaxed).
bool BlockSelector::Impl::access_order(const MemInfo& m, bool is_store, Mnemonic& out) {
  const bool local = m.space == Space::local || m.space == Space::constant || m.space == Space::param;
  if (local) return true;
  if (!shared_order(m) || (m.is_volatile && m.ordering <= Ordering::relaxed)) {
    if (m.is_volatile) out.append(".volatile");
    return true;
  }
  if (!features_.has_memory_model()) {
    bar_before(m);
    out.append(".volatile");
    return true;
  }
  switch (m.ordering) {
    case Ordering::seq_cst:
      write_fence(Ordering::seq_cst, m.scope);
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
  out.append(scope_suffix(m.scope));
  return true;
}

bool BlockSelector::Impl::load_like(NodeId n, std::span<const Value> results, const MemInfo& m, Value where) {
  Mnemonic mnemonic("ld");
  if (!access_order(m, false, mnemonic)) return false;
  if (m.type.total_bits() % 8 != 0) return refuse("memory type " + lathe::nvptx::to_string(m.type));
  const bool plain = m.ordering == Ordering::none && !m.is_volatile;
  if (!space_suffix(m.space, mnemonic)) return false;
  if (plain) mnemonic.append(cache_hint::operator_suffix(m.cache, false));
  if (plain && m.invariant && m.space == Space::global && features_.has_nc()) mnemonic.append(".nc");
  if (plain) mnemonic.append(cache_hint::priority_suffix(m.cache, features_));
  if (plain) mnemonic.append(cache_hint::l2_suffix(m.cache, results.size() * m.type.total_bits(), features_));
  if (plain) mnemonic.append(cache_hint::prefetch_suffix(m.cache, features_));
  mnemonic.append(vector_suffix(results.size()));
  const Vt value = type(results[0]);
  const std::uint32_t bits = m.type.total_bits();
  if (bits > value.total_bits() || register_type(value) == mir::Type::none || bits_suffix(bits).empty() || bits == 1)
    return false;
  if (m.type.is_scalar() && m.type.is_integer() && m.extend == Extend::sign && bits < value.bits())
    mnemonic.append(signed_suffix(bits));
  else
    mnemonic.append(bits == value.total_bits() ? move_suffix(value) : bits_suffix(bits));
  operands_.clear();
  if (results.size() > 1)
    operands_.push_back(mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(results.size())));
  for (const Value r : results) operands_.push_back(def(r));
  operands_.push_back(address(where));
  if (!covering()) write_span(mnemonic, operands_);
  if (shared_order(m)) bar_after(m);
  (void)n;
  return true;
}

// The wider register whose low bits a store may write instead of `v`.
Value BlockSelector::Impl::untruncated(Value v, Vt in_memory) const {
  while (op(v) == Isd::trunc && type(v).bits() >= in_memory.total_bits() && type(operand(v.node, 0)) != vt::i1 &&
         register_type(type(operand(v.node, 0))) != mir::Type::none)
    v = operand(v.node, 0);
  return v;
}

// What a store writes: numbers as they are, and the low bits of a wider register without a cvt.
mir::Operand BlockSelector::Impl::store_source(Value v, Vt in_memory) {
  if (const auto bits = constant_bits(v)) {
    if (type(v) == in_memory) return src(v);
    return immediate(*bits, Vt(VtKind::integer, in_memory.total_bits()), true);
  }
  return reg(untruncated(v, in_memory));
}

// The same for the values of one access, whose registers must be of one type: appends to operands_.
void BlockSelector::Impl::store_sources(std::span<const Value> values, Vt in_memory) {
  Vt common;
  bool same = true;
  for (const Value v : values) {
    if (constant_bits(v)) continue;
    const Vt t = type(untruncated(v, in_memory));
    same = same && (common == Vt{} || register_type(common) == register_type(t));
    common = t;
  }
  if (values.size() > 1)
    operands_.push_back(mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(values.size())));
  for (const Value v : values) operands_.push_back(same || constant_bits(v) ? store_source(v, in_memory) : reg(v));
}

bool BlockSelector::Impl::store_like(std::span<const Value> values, const MemInfo& m, Value where) {
  Mnemonic mnemonic("st");
  if (!access_order(m, true, mnemonic)) return false;
  const bool plain = m.ordering == Ordering::none && !m.is_volatile;
  if (m.space == Space::constant) return refuse("a store to constant memory");
  if (!space_suffix(m.space, mnemonic)) return false;
  if (plain) mnemonic.append(cache_hint::operator_suffix(m.cache, true));
  if (plain) mnemonic.append(cache_hint::priority_suffix(m.cache, features_));
  if (plain) mnemonic.append(cache_hint::l2_suffix(m.cache, values.size() * m.type.total_bits(), features_));
  mnemonic.append(vector_suffix(values.size()));
  const Vt value = type(values[0]);
  const std::uint32_t bits = m.type.total_bits();
  if (bits > value.total_bits() || bits_suffix(bits).empty() || bits == 1)
    return refuse("memory type " + lathe::nvptx::to_string(m.type));
  mnemonic.append(bits == value.total_bits() ? move_suffix(value) : bits_suffix(bits));
  const Vt in_memory = bits == value.total_bits() ? value : Vt(VtKind::integer, bits);
  operands_.clear();
  operands_.push_back(address(where));
  store_sources(values, in_memory);
  if (!covering()) write_span(mnemonic, operands_);
  return true;
}

bool BlockSelector::Impl::load(NodeId n) {
  after(operand(n, 0));
  const MemInfo& m = dag_->mem(n);
  // A load that nobody reads is only kept for what it does besides.
  if (!wanted({n, 0}) && !m.is_volatile && m.ordering == Ordering::none) return true;
  const Value result{n, 0};
  return load_like(n, {&result, 1}, m, operand(n, 1));
}

bool BlockSelector::Impl::load_vector(NodeId n) {
  after(operand(n, 0));
  const MemInfo& m = dag_->mem(n);
  const std::uint32_t count = dag_->result_count(n) - 1;
  if (count != 1 && vector_suffix(count).empty()) return refuse("a vector of " + std::to_string(count));
  values_.clear();
  bool used = m.is_volatile || m.ordering != Ordering::none;
  for (std::uint32_t i = 0; i < count; ++i) {
    values_.push_back({n, i});
    used |= wanted({n, i});
  }
  return !used || load_like(n, values_, m, operand(n, 1));
}

bool BlockSelector::Impl::store(NodeId n) {
  after(operand(n, 0));
  const Value value = operand(n, 1);
  return store_like({&value, 1}, dag_->mem(n), operand(n, 2));
}

bool BlockSelector::Impl::store_vector(NodeId n) {
  after(operand(n, 0));
  values_.clear();
  for (std::uint32_t i = 2; i < dag_->operand_count(n); ++i) values_.push_back(operand(n, i));
  if (values_.empty() || (values_.size() != 1 && vector_suffix(values_.size()).empty()))
    return refuse("a vector of " + std::to_string(values_.size()));
  return store_like(values_, dag_->mem(n), operand(n, 1));
}

bool BlockSelector::Impl::prefetch(NodeId n) {
  after(operand(n, 0));
  const MemInfo& m = dag_->mem(n);
  if (m.space != Space::generic && m.space != Space::global && m.space != Space::local) {
    // There is nothing to fetch ahead in shared, constant and parameter memory; it is a hint.
    return true;
  }
  Mnemonic mnemonic("prefetch");
  if (!space_suffix(m.space, mnemonic)) return false;
  write(mnemonic.append(imm(n) == 2 ? ".L2" : ".L1"), {address(operand(n, 1))});
  return true;
}

bool BlockSelector::Impl::stack(NodeId n) {
  if (!features_.has(52, 73)) return refuse("the stack needs sm_52 and PTX 7.3");
  after(operand(n, 0));
  switch (dag_->op(n)) {
    case Isd::dyn_alloca:
      write("alloca.u64",
            {def({n, 0}), usrc(operand(n, 1)), number(static_cast<std::int64_t>(std::max<std::uint64_t>(imm(n), 8)))});
      return true;
    case Isd::stack_save:
      write("stacksave.u64", {def({n, 0})});
      return true;
    default:
      write("stackrestore.u64", {reg(operand(n, 1))});
      return true;
  }
}

bool BlockSelector::Impl::memory(NodeId n) {
  switch (dag_->op(n)) {
    case Isd::load:
      return load(n);
    case Isd::load_vec:
      return load_vector(n);
    case Isd::store:
      return store(n);
    case Isd::store_vec:
      return store_vector(n);
    case Isd::dyn_alloca:
    case Isd::stack_save:
    case Isd::stack_restore:
      return stack(n);
    case Isd::prefetch:
      return prefetch(n);
    case Isd::global_address:
      if (aux(n) >= dag_->names.size()) return false;
      write("mov.b64", {def({n, 0}), symbol(dag_->names[aux(n)], static_cast<std::int64_t>(imm(n)))});
      return true;
    case Isd::frame_index:
      if (aux(n) >= dag_->frame.size()) return false;
      write("mov.b64",
            {def({n, 0}), symbol(depot_name, static_cast<std::int64_t>(dag_->frame[aux(n)].offset + imm(n)))});
      return true;
    case Isd::param_address:
      if (aux(n) >= function_.params.size()) return false;
      write("mov.b64", {def({n, 0}), symbol(function_.params[aux(n)].name, static_cast<std::int64_t>(imm(n)))});
      return true;
    default:
      return false;
  }
}

}  // namespace lathe::nvptx
