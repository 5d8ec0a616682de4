// Loads and stores of any type: a plan of naturally aligned pieces that cover exactly the bytes in memory, grouped into
// vector accesses where the alignment allows, and the value taken apart or put together (lower_bits.cpp).
//
// Bytes (i8) travel as i32: `load_vec` and `store_vec` with MemInfo::type i8 have i32 elements, zero-extended on loads.
// Gives: O(pieces) nodes per access.
#include <algorithm>
#include <bit>

#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

namespace {

// Alignment known at `offset` from an address aligned to `align`.
std::uint32_t align_at(std::uint32_t align, std::uint32_t offset) {
  return offset == 0 ? align : std::min(align, 1U << std::countr_zero(offset));
}

struct Group {
  std::uint32_t first = 0, count = 1, offset = 0;
};

// The longest vector accesses that alignment and width allow, in order.
std::vector<Group> groups(std::span<const Vt> plan, const MemInfo& m, const SpaceFacts& f) {
  std::vector<Group> out;
  std::uint32_t offset = 0;
  for (std::uint32_t i = 0; i < plan.size();) {
    const std::uint32_t bytes = plan[i].total_bits() / 8;
    std::uint32_t run = 1;
    while (i + run < plan.size() && plan[i + run] == plan[i]) ++run;
    std::uint32_t count = 1;
    const std::uint32_t most =
        f.most_lanes[std::min<std::uint32_t>(3, static_cast<std::uint32_t>(std::bit_width(bytes)) - 1)];
    for (std::uint32_t n = most; n > 1; --n) {
      const std::uint32_t total = n * bytes;
      if ((f.odd_lanes || std::has_single_bit(n)) && n <= run && total <= f.widest &&
          align_at(m.align, offset) >= f.needs(total)) {
        count = n;
        break;
      }
    }
    out.push_back({i, count, offset});
    i += count;
    offset += count * bytes;
  }
  return out;
}

}  // namespace

// A load or store between a legal register type and memory that is no single access: an odd width or i1 in memory,
// a float of another width, or an alignment below the access.
bool TypeLowering::access_wants(const MemInfo& m, Vt type) {
  if (m.align < m.type.store_bytes()) return true;
  if (type == m.type) return type == vt::i1;
  const bool bytes = m.type == vt::i8 || m.type == vt::i16 || m.type == vt::i32;
  return !(bytes && type.is_integer() && type.is_scalar() && type.bits() >= m.type.bits());
}

Rewrite TypeLowering::refuse_address(NodeId id, Space space) {
  return refuse(id, "addresses of " + std::string(to_string(space)) + " are " + to_string(facts_.address(space)));
}

std::uint32_t TypeLowering::access_plan(Vt type, const MemInfo& m, std::vector<Vt>& plan) const {
  const std::uint32_t total = type.store_bytes();
  const std::uint32_t bits = type.bits();
  const TypeRule r = rule(type), of_element = rule(type.element());
  const bool whole_bytes =
      std::has_single_bit(bits) && bits >= 8 && bits <= limb().bits() && of_element.action != TypeAction::soften;
  const std::uint32_t element = whole_bytes ? bits / 8 : 0;
  const Vt packed = r.action == TypeAction::split                       ? r.to
                    : type.is_vector() && r.action == TypeAction::legal ? type
                                                                        : Vt{};
  const std::uint32_t packed_bytes = packed.store_bytes();
  const std::uint32_t largest = packed_bytes != 0 ? packed_bytes : element != 0 ? element : limb().bits() / 8;
  for (std::uint32_t offset = 0; offset < total;) {
    const std::uint32_t bytes =
        std::min({largest, align_at(std::max(1U, m.align), offset), std::bit_floor(total - offset)});
    if (packed_bytes != 0 && bytes == packed_bytes)
      plan.push_back(packed);
    else if (element != 0 && bytes == element)
      plan.push_back(type.element());
    else
      plan.push_back(Vt(VtKind::integer, bytes * 8));
    offset += bytes;
  }
  return total;
}

Value TypeLowering::load_chunks(Value chain, Value address, const MemInfo& m, std::span<const Vt> plan,
                                std::vector<Chunk>& out, Values& raw) {
  const bool ordered = m.is_volatile || m.ordering != Ordering::none;
  Values chains;
  for (const Group& g : groups(plan, m, facts_.spaces.of(m.space))) {
    const Vt type = plan[g.first], reg = held(type);
    MemInfo piece = m;
    piece.type = type;
    piece.align = align_at(m.align, g.offset);
    piece.lanes = static_cast<std::uint8_t>(g.count);
    piece.extend = type == reg ? Extend::none : Extend::zero;
    std::vector<Vt> types(g.count, reg);
    types.push_back(vt::chain);
    const std::array<Value, 2> operands{chain, this->address(address, g.offset, m.space)};
    const NodeId id =
        dag_.add(g.count == 1 ? Isd::load : Isd::load_vec, types, operands, {.aux = dag_.memory_index(piece)});
    for (std::uint32_t i = 0; i < g.count; ++i) {
      const Value v{id, i};
      raw.push_back(v);
      const std::uint32_t bits = type.total_bits();
      out.push_back(
          {reg == type && (type.is_vector() || type.is_float()) ? make_.bitcast(v, Vt(VtKind::integer, bits)) : v,
           bits});
    }
    const Value next{id, g.count};
    if (ordered)
      chain = next;
    else
      chains.push_back(next);
  }
  if (ordered || chains.empty()) return chain;
  return chains.size() == 1 ? chains[0] : dag_.get(Isd::token_factor, vt::chain, chains);
}

Value TypeLowering::store_chunks(Value chain, Value address, const MemInfo& m, std::span<const Vt> plan,
                                 std::span<const Value> values) {
  const bool ordered = m.is_volatile || m.ordering != Ordering::none;
  Values chains;
  for (const Group& g : groups(plan, m, facts_.spaces.of(m.space))) {
    MemInfo piece = m;
    piece.type = plan[g.first];
    piece.align = align_at(m.align, g.offset);
    piece.lanes = static_cast<std::uint8_t>(g.count);
    piece.extend = Extend::none;
    const DagPayload payload{.aux = dag_.memory_index(piece)};
    const Value at = this->address(address, g.offset, m.space);
    Value next;
    if (g.count == 1)
      next = dag_.get(Isd::store, vt::chain, {chain, values[g.first], at}, payload);
    else {
      Values operands{chain, at};
      operands.insert(operands.end(), values.begin() + g.first, values.begin() + g.first + g.count);
      next = dag_.get(Isd::store_vec, vt::chain, operands, payload);
    }
    if (ordered)
      chain = next;
    else
      chains.push_back(next);
  }
  if (ordered || chains.empty()) return chain;
  return chains.size() == 1 ? chains[0] : dag_.get(Isd::token_factor, vt::chain, chains);
}

Rewrite TypeLowering::lower_load(NodeId id) {
  const MemInfo m = dag_.mem(id);
  const Value chain = operand(id, 0), address = operand(id, 1);
  if (dag_.type(address) != facts_.address(m.space)) return refuse_address(id, m.space);
  if (dag_.op(id) == Isd::load_vec) {
    const std::uint32_t count = dag_.result_count(id) - 1;
    std::vector<Vt> types;
    for (std::uint32_t i = 0; i < count; ++i) {
      const TypeRule r = rule(dag_.types(id)[i]);
      if (r.action != TypeAction::legal && (r.action != TypeAction::promote || m.type != vt::i8)) return refuse(id);
      types.push_back(r.to);
    }
    types.push_back(vt::chain);
    MemInfo piece = m;
    if (piece.extend == Extend::none && types[0] != m.type) piece.extend = Extend::zero;
    const std::array<Value, 2> operands{chain, this->address(address, 0, m.space)};
    const NodeId node = dag_.add(Isd::load_vec, types, operands, {.aux = dag_.memory_index(piece)});
    for (std::uint32_t i = 0; i <= count; ++i) set(id, i, Value{node, i});
    return Rewrite::replaced;
  }
  const Vt type = dag_.types(id)[0];
  if (legal(type) && !access_wants(m, type)) return with_address(id);
  const TypeRule memory_rule = rule(m.type);
  if (memory_rule.action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(m.type));
  if (type != m.type) {
    // Not a plain load: load what is in memory, then convert as a node of its own. A promoted result with a byte or
    // halfword in memory extends in the load.
    const TypeRule r = rule(type);
    const bool direct = m.type.is_integer() && (m.type == vt::i8 || m.type == vt::i16 || m.type == vt::i32) &&
                        m.align >= m.type.store_bytes() && type.is_integer() && !type.is_vector() &&
                        r.action == TypeAction::promote && r.to.bits() <= limb().bits();
    std::vector<Vt> types{direct ? r.to : m.type, vt::chain};
    MemInfo inner = m;
    if (!direct) inner.extend = Extend::none;
    const std::array<Value, 2> operands{chain, address};
    const Value loaded{dag_.add(Isd::load, types, operands, {.aux = dag_.memory_index(inner)}), 0};
    set(id, 1, Value{loaded.node, 1});
    if (direct)
      set(id, 0, loaded);
    else if (type.is_float())
      set(id, 0, make_.convert(Isd::fp_ext, loaded, type));
    else
      set(id, 0,
          make_.convert(m.extend == Extend::zero   ? Isd::zext
                        : m.extend == Extend::sign ? Isd::sext
                                                   : Isd::anyext,
                        loaded, type));
    return Rewrite::replaced;
  }
  std::vector<Vt> plan;
  access_plan(type, m, plan);
  if (m.ordering > Ordering::unordered && plan.size() != 1)
    return refuse(id, "an atomic access of this width and alignment");
  std::vector<Chunk> got;
  Values raw;
  const Value after = load_chunks(chain, address, m, plan, got, raw);
  set_from_chunks(id, 0, type, got);
  set(id, 1, after);
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_store(NodeId id) {
  const MemInfo m = dag_.mem(id);
  const Value chain = operand(id, 0);
  if (dag_.op(id) == Isd::store_vec) {
    Values operands{chain, address(operand(id, 1), 0, m.space)};
    for (std::uint32_t i = 2; i < dag_.operand_count(id); ++i) {
      const Value v = operand(id, i);
      const TypeRule r = rule(dag_.type(v));
      if (r.action != TypeAction::legal && (r.action != TypeAction::promote || m.type != vt::i8)) return refuse(id);
      operands.push_back(any(v));
    }
    return done(id, dag_.get(Isd::store_vec, vt::chain, operands, dag_.payload(id)));
  }
  const Value value = operand(id, 1), address = operand(id, 2);
  const Vt type = dag_.type(value);
  if (dag_.type(address) != facts_.address(m.space)) return refuse_address(id, m.space);
  if (legal(type) && !access_wants(m, type)) return with_address(id);
  if (rule(type).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(type));
  if (rule(m.type).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(m.type));
  if (type != m.type) {
    const bool direct = (m.type == vt::i8 || m.type == vt::i16 || m.type == vt::i32) &&
                        m.align >= m.type.store_bytes() && type.is_integer() && !type.is_vector();
    if (direct) {
      const Value v = type.bits() <= limb().bits() ? any(value) : to_integer(value, limb(), Extend::any);
      return done(id, dag_.get(Isd::store, vt::chain, {chain, v, address}, dag_.payload(id)));
    }
    const Value narrow = type.is_float()               ? make_.convert(Isd::fp_trunc, value, m.type)
                         : type.bits() < m.type.bits() ? make_.convert(Isd::anyext, value, m.type)
                                                       : make_.convert(Isd::trunc, value, m.type);
    return done(id, dag_.get(Isd::store, vt::chain, {chain, narrow, address}, dag_.payload(id)));
  }
  std::vector<Vt> plan;
  access_plan(type, m, plan);
  if (m.ordering > Ordering::unordered && plan.size() != 1)
    return refuse(id, "an atomic access of this width and alignment");
  std::vector<Chunk> have;
  chunks(value, have);
  Values values;
  std::uint32_t at = 0;
  const std::uint32_t total = type.total_bits();
  for (const Vt piece : plan) {
    const std::uint32_t bits = piece.total_bits();
    // Beyond the value's last bit memory holds zeros.
    const std::uint32_t inside = at >= total ? 0 : std::min(bits, total - at);
    Value v = inside == 0 ? make_.zero(vt::i32) : gather(have, at, inside, inside < bits);
    v = make_.bitcast(make_.resize(v, held(Vt(VtKind::integer, bits)), Extend::zero), held(piece));
    values.push_back(v);
    at += bits;
  }
  return done(id, store_chunks(chain, address, m, plan, values));
}

Rewrite TypeLowering::lower_atomic(NodeId id) {
  if (legal(dag_.types(id)[0])) return with_address(id);
  // Atomics that the target has are of legal types; narrower ones became wider loops before. A pair of limbs has no
  // form in legal types.
  return refuse(id, "no atomic of this width");
}

}  // namespace lathe::codegen
