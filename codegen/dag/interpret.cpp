// Values of DAG nodes with poison tracked lane by lane. Written for plainness; shares nothing with the combiner.
#include "codegen/dag/interpret.hpp"

#include "codegen/dag/interpret_lanes.hpp"

namespace lathe::codegen {

using namespace interpreting;

InterpLane DagInterp::lane(NodeId id, Vt result, const std::vector<InterpLane>& in, const std::vector<Vt>& types) {
  const Isd op = dag_->op(id);
  const std::uint16_t flags = dag_->flags(id);
  // Any bits will do for frozen poison; rules and interpreter agree on zeros.
  if (op == Isd::freeze) return in[0].poison ? InterpLane{} : InterpLane{in[0].bits & ~in[0].loose, false, 0};
  if (op == Isd::select) {
    if (in[0].poison || in[0].loose != 0) return {0, true, 0};
    InterpLane out = in[0].bits != 0 ? in[1] : in[2];
    if (!host_float(result)) return out;
    const double v = to_double(out.bits, result);
    if ((flags & flag::nsz) != 0 && v == 0) out.poison = true;
    for (std::size_t i = 1; i < 3; ++i)
      out.poison |= (flags & flag::nnan) != 0 && std::isnan(to_double(in[i].bits, result));
    return out;
  }
  bool loose = false;
  std::vector<std::uint64_t> x;
  for (const InterpLane& l : in) {
    if (l.poison) return {0, true};
    loose |= l.loose != 0;
    x.push_back(l.bits);
  }
  if (loose) return loose_lane(id, result, in, types);
  InterpLane out = defined_lane(id, result, x, types);
  if (op == Isd::anyext) out.loose = mask_of(result.bits()) & ~mask_of(types[0].bits());
  return out;
}

// Undefined bits among the operands' bits: they are filled in several ways, the ends of ranges among them. The result
// is poison when one way makes it so; which of its bits are undefined, what differs and the operation say.
InterpLane DagInterp::loose_lane(NodeId id, Vt result, const std::vector<InterpLane>& in,
                                 const std::vector<Vt>& types) {
  std::vector<std::vector<std::uint64_t>> ways;
  std::size_t count = 1;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::uint64_t loose = in[i].loose, bits = in[i].bits & ~loose, sign = 1ULL << (types[i].bits() - 1);
    ways.push_back({bits});
    if (loose != 0) {
      for (const std::uint64_t fill : {~std::uint64_t{0}, sign, ~sign, scramble(i, seed_), scramble(i + 16, seed_)})
        ways.back().push_back(bits | (fill & loose));
      for (const InterpLane& other : in) ways.back().push_back(bits | (other.bits & ~other.loose & loose));
    }
    count *= ways.back().size();
  }
  InterpLane out;
  std::uint64_t differs = 0;
  for (std::size_t which = 0; which < count; ++which) {
    std::vector<std::uint64_t> x;
    for (std::size_t i = 0, rest = which; i < in.size(); rest /= ways[i].size(), ++i)
      x.push_back(ways[i][rest % ways[i].size()]);
    const InterpLane one = defined_lane(id, result, x, types);
    if (one.poison) return {0, true, 0};
    if (which == 0) out = one;
    differs |= one.bits ^ out.bits;
  }
  out.loose = undefined_bits(dag_->op(id), in, types[0].bits(), differs) & mask_of(result.bits());
  if (dag_->op(id) == Isd::anyext) out.loose |= mask_of(result.bits()) & ~mask_of(types[0].bits());
  if (result.is_float() && out.loose != 0) return {0, true, 0};
  out.bits &= ~out.loose;
  return out;
}

InterpLane DagInterp::defined_lane(NodeId id, Vt result, const std::vector<std::uint64_t>& x,
                                   const std::vector<Vt>& types) {
  const Isd op = dag_->op(id);
  const std::uint16_t flags = dag_->flags(id);
  const std::uint32_t w = types[0].bits(), out_bits = result.bits();
  const std::uint64_t a = x[0], b = x.size() > 1 ? x[1] : 0, c = x.size() > 2 ? x[2] : 0, d = x.size() > 3 ? x[3] : 0;
  const LaneArguments all{op, dag_->payload(id), flags, result, types, a, b, c, w, out_bits, d, traits_};
  for (const auto part : {convert_lane, float_bits_lane, bits_lane, field_lane})
    if (const auto out = part(all)) return *out;
  if (result.is_float()) return float_lane(all);
  bool known = true;
  const InterpLane out = integer_operation(op, a, b, w, flags, known);
  return known ? out : InterpLane{0, true};
}

InterpValue DagInterp::operand(NodeId id, std::uint32_t i) {
  const Value v = dag_->operand(id, i);
  return node(v.node)[v.result];
}

InterpValue DagInterp::load(NodeId id, Vt type) {
  const MemInfo& m = dag_->mem(id);
  const InterpValue chain = operand(id, 0), address = operand(id, 1);
  InterpValue out{type, {InterpLane{}}, {}, 0, false};
  if (address.lanes[0].poison) return out.lanes[0].poison = true, out;
  for (std::uint32_t i = 0; i < m.type.element_bytes(); ++i) {
    const std::uint64_t at = address.lanes[0].bits + i;
    const auto written = chain.memory.find(at);
    const InterpLane byte =
        written != chain.memory.end() ? written->second : InterpLane{initial_byte(at, seed_), false};
    out.lanes[0].bits |= byte.bits << (8 * i);
    out.lanes[0].poison |= byte.poison;
  }
  std::uint64_t& bits = out.lanes[0].bits;
  bits &= mask_of(m.type.bits());
  if (m.extend == Extend::sign) bits = static_cast<std::uint64_t>(as_signed(bits, m.type.bits()));
  if (m.extend == Extend::any) out.lanes[0].loose = mask_of(type.bits()) & ~mask_of(m.type.bits());
  bits &= mask_of(type.bits());
  return out;
}

InterpValue DagInterp::store(NodeId id) {
  InterpValue out = operand(id, 0);
  const InterpValue v = operand(id, 1), address = operand(id, 2);
  const MemInfo& m = dag_->mem(id);
  if (address.lanes[0].poison) return out.unknown = true, out;
  for (std::uint32_t i = 0; i < m.type.element_bytes(); ++i)
    out.memory[address.lanes[0].bits + i] = {v.lanes[0].bits >> (8 * i) & 255,
                                             v.lanes[0].poison || (v.lanes[0].loose >> (8 * i) & 255) != 0};
  return out;
}

// A register as a lane, which may be narrower.
static InterpLane cut(InterpLane lane, Vt type) {
  lane.bits &= mask_of(type.bits());
  lane.loose &= mask_of(type.bits());
  return lane;
}

InterpValue DagInterp::vector_op(NodeId id) {
  const Dag& dag = *dag_;
  InterpValue out{dag.types(id)[0], {}, {}, 0, false};
  const Isd op = dag.op(id);
  const std::uint32_t lanes = out.type.is_vector() ? out.type.lanes() : 1;
  if (op == Isd::build_vector) {
    for (std::uint32_t i = 0; i < lanes; ++i) out.lanes.push_back(cut(operand(id, i).lanes[0], out.type));
  } else if (op == Isd::extract_element) {
    const InterpValue v = operand(id, 0), at = operand(id, 1);
    const bool bad = at.lanes[0].poison || at.lanes[0].bits >= v.lanes.size();
    InterpLane lane = bad ? InterpLane{0, true} : v.lanes[at.lanes[0].bits];
    // A register wider than the lane: nothing is known above it.
    if (out.type.bits() > v.type.bits()) lane.loose |= mask_of(out.type.bits()) & ~mask_of(v.type.bits());
    out.lanes.push_back(lane);
  } else if (op == Isd::insert_element) {
    out.lanes = operand(id, 0).lanes;
    const InterpLane at = operand(id, 2).lanes[0];
    if (at.poison || at.bits >= out.lanes.size())
      out.lanes.assign(out.lanes.size(), {0, true});
    else
      out.lanes[at.bits] = cut(operand(id, 1).lanes[0], out.type);
  } else if (op == Isd::shuffle) {
    const InterpValue a = operand(id, 0), b = operand(id, 1);
    for (const std::int32_t from : dag.masks[dag.payload(id).aux]) {
      const auto at = static_cast<std::size_t>(from);
      out.lanes.push_back(from < 0              ? InterpLane{0, true}
                          : at < a.lanes.size() ? a.lanes[at]
                                                : b.lanes[at - a.lanes.size()]);
    }
  } else if (op == Isd::concat_vectors) {
    for (std::uint32_t i = 0; i < dag.operand_count(id); ++i)
      for (const InterpLane& l : operand(id, i).lanes) out.lanes.push_back(l);
  } else {  // extract_subvector
    const InterpValue v = operand(id, 0);
    for (std::uint32_t i = 0; i < lanes; ++i) out.lanes.push_back(v.lanes.at(dag.payload(id).imm + i));
  }
  return out;
}

std::vector<InterpValue> DagInterp::compute(NodeId id) {
  const Dag& dag = *dag_;
  const Isd op = dag.op(id);
  const Vt t = dag.types(id)[0];
  const std::uint32_t lanes = t.is_vector() ? t.lanes() : 1;
  const DagPayload& payload = dag.payload(id);
  InterpValue out{t, {}, {}, seed_, false};
  switch (op) {
    case Isd::entry:
      return {out};
    case Isd::token_factor: {
      for (std::uint32_t i = 0; i < dag.operand_count(id); ++i) {
        const InterpValue chain = operand(id, i);
        out.unknown |= chain.unknown;
        for (const auto& [at, byte] : chain.memory) out.memory[at] = byte;
      }
      return {out};
    }
    case Isd::constant:
    case Isd::constant_fp:
      return out.lanes.push_back({payload.imm, false}), std::vector{out};
    case Isd::undef:
      return out.lanes.assign(lanes, {0, true}), std::vector{out};
    case Isd::global_address:
    case Isd::frame_index:
    case Isd::param_address:
      return out.lanes.push_back(
                 {(static_cast<std::uint64_t>(op) << 40 | std::uint64_t{payload.aux} << 20) + payload.imm, false}),
             std::vector{out};
    case Isd::copy_from_reg: {
      const auto chosen = chosen_.find(seed_);
      for (std::uint32_t i = 0; i < lanes; ++i) {
        const std::uint64_t key = scramble(seed_ * 64 + i, payload.aux);
        std::uint64_t bits = t.is_float() ? random_float(key, t) : random_bits(key, t.bits());
        if (chosen != chosen_.end())
          if (const auto r = chosen->second.registers.find({payload.aux, t.raw, i});
              r != chosen->second.registers.end())
            bits = r->second;
        out.lanes.push_back({bits, false});
      }
      return {out};
    }
    case Isd::load: {
      InterpValue chain = operand(id, 0);
      chain.type = vt::chain;
      return {load(id, t), chain};
    }
    case Isd::store:
      return {store(id)};
    case Isd::copy_to_reg: {
      out = operand(id, 0);
      const InterpValue v = operand(id, 1);
      for (std::size_t i = 0; i < v.lanes.size(); ++i) out.memory[(1ULL << 63) + payload.aux * 64 + i] = v.lanes[i];
      return {out};
    }
    case Isd::br_cond: {
      out = operand(id, 0);
      const InterpLane c = operand(id, 1).lanes[0];
      out.memory[~0ULL] = {c.bits != 0 ? payload.imm : payload.aux, c.poison};
      return {out};
    }
    case Isd::build_vector:
    case Isd::extract_element:
    case Isd::insert_element:
    case Isd::shuffle:
    case Isd::concat_vectors:
    case Isd::extract_subvector:
      return {vector_op(id)};
    case Isd::add_limbs:
    case Isd::sub_limbs:
      return carries(id);
    default:
      break;
  }
  return lanewise(id);
}

// A sum of several words: from the first word that is undefined on, all are.
std::vector<InterpValue> DagInterp::carries(NodeId id) {
  const std::uint32_t count = dag_->result_count(id), w = dag_->types(id)[0].bits();
  const bool add = dag_->op(id) == Isd::add_limbs;
  std::vector<InterpValue> out;
  Unsigned128 carry = 0;
  bool poison = false, unknown = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const InterpValue a = operand(id, i), b = operand(id, count + i);
    unknown |= a.unknown || b.unknown || a.lanes.size() != 1 || b.lanes.size() != 1;
    if (unknown) {
      out.push_back({dag_->types(id)[i], {{0, true}}, {}, 0, true});
      continue;
    }
    const InterpLane x = a.lanes[0], y = b.lanes[0];
    poison |= x.poison || y.poison || (x.loose | y.loose) != 0;
    const Unsigned128 r = add ? x.bits + Unsigned128{y.bits} + carry : x.bits - Unsigned128{y.bits} - carry;
    carry = r >> w & 1;
    out.push_back({dag_->types(id)[i], {{static_cast<std::uint64_t>(r) & mask_of(w), poison, 0}}, {}, seed_, false});
  }
  return out;
}

// The same bits as other lanes. What is poison in a lane is undefined bit by bit where lanes meet in one register;
// what is made of nothing else is poison.
InterpValue DagInterp::repacked(const InterpValue& v, Vt type) const {
  std::uint64_t bits = 0, loose = 0, poison = 0;
  const std::uint32_t from = v.type.bits(), to = type.bits();
  for (std::size_t i = 0; i < v.lanes.size(); ++i) {
    bits |= v.lanes[i].bits << (i * from);
    poison |= (v.lanes[i].poison ? mask_of(from) : 0) << (i * from);
    loose |= (v.lanes[i].poison ? mask_of(from) : v.lanes[i].loose & mask_of(from)) << (i * from);
  }
  InterpValue out{type, {}, {}, seed_, false};
  for (std::uint32_t i = 0; i < std::max(1U, type.lanes()); ++i) {
    const std::uint64_t undefined = loose >> (i * to) & mask_of(to);
    const bool nothing_else = (poison >> (i * to) & mask_of(to)) == mask_of(to);
    out.lanes.push_back(
        {bits >> (i * to) & mask_of(to) & ~undefined, nothing_else || (type.is_float() && undefined != 0), undefined});
  }
  return out;
}

std::vector<InterpValue> DagInterp::lanewise(NodeId id) {
  const Dag& dag = *dag_;
  const Isd op = dag.op(id);
  const Vt t = dag.types(id)[0];
  const std::uint32_t lanes = t.is_vector() ? t.lanes() : 1;
  InterpValue out{t, {}, {}, seed_, false};
  const std::uint32_t count = dag.operand_count(id);
  const bool overflow = dag.result_count(id) == 2 && dag.types(id)[1].bits() == 1;
  std::vector<InterpValue> in;
  std::vector<Vt> types;
  if (op == Isd::bitcast && operand(id, 0).type != t && (operand(id, 0).type.is_vector() || t.is_vector()) &&
      t.total_bits() <= 64 && !operand(id, 0).unknown)
    return {repacked(operand(id, 0), t)};
  bool simple =
      op != Isd::target && (dag.result_count(id) == 1 || overflow) && t.bits() <= 64 && count != 0 && count <= 4;
  for (std::uint32_t i = 0; i < count && simple; ++i) {
    in.push_back(operand(id, i));
    types.push_back(in.back().type.element());
    simple = in.back().type.bits() <= 64 && !in.back().type.is_chain() && !in.back().unknown &&
             (in.back().lanes.size() == lanes || in.back().lanes.size() == 1);
  }
  if (!simple) {
    std::vector<InterpValue> unknown;
    for (const Vt type : dag.types(id))
      unknown.push_back({type, std::vector<InterpLane>(type.is_vector() ? type.lanes() : 1, {0, true}), {}, 0, true});
    return unknown;
  }
  InterpValue second{vt::i1, {}, {}, 0, false};
  for (std::uint32_t k = 0; k < lanes; ++k) {
    std::vector<InterpLane> x;
    for (const InterpValue& v : in) x.push_back(v.lanes[v.lanes.size() == 1 ? 0 : k]);
    if (!overflow) {
      out.lanes.push_back(lane(id, t.element(), x, types));
      continue;
    }
    const bool product = op == Isd::smul_o || op == Isd::umul_o, sum = op == Isd::sadd_o || op == Isd::uadd_o;
    const bool is_signed = op == Isd::sadd_o || op == Isd::ssub_o || op == Isd::smul_o;
    const Isd plain = product ? Isd::mul : sum ? Isd::add : Isd::sub;
    bool known = true;
    InterpLane r = integer_operation(plain, x[0].bits, x[1].bits, t.bits(), is_signed ? flag::nsw : flag::nuw, known);
    const bool poison = x[0].poison || x[1].poison || (x[0].loose | x[1].loose) != 0;
    second.lanes.push_back({r.poison ? 1U : 0U, poison});
    out.lanes.push_back({r.bits, poison});
  }
  if (overflow) return {out, second};
  return {out};
}

const std::vector<InterpValue>& DagInterp::node(NodeId id) {
  const auto found = done_.find(id);
  if (found != done_.end()) return found->second;
  return done_.emplace(id, compute(id)).first->second;
}

InterpValue DagInterp::value(const Dag& dag, Value v, std::uint64_t seed) {
  dag_ = &dag;
  seed_ = seed;
  done_.clear();
  return node(v.node)[v.result];
}

bool DagInterp::refines(const InterpValue& before, const InterpValue& after) const {
  if (before.unknown) return true;
  if (after.unknown || before.type != after.type || before.lanes.size() != after.lanes.size()) return false;
  const auto fits = [](const InterpLane& b, const InterpLane& a, Vt type) {
    if (b.poison) return true;
    if (a.poison || (a.loose & ~b.loose) != 0) return false;
    if (((a.bits ^ b.bits) & ~b.loose) == 0) return true;
    return host_float(type) && std::isnan(to_double(a.bits, type)) && std::isnan(to_double(b.bits, type));
  };
  for (std::size_t i = 0; i < before.lanes.size(); ++i)
    if (!fits(before.lanes[i], after.lanes[i], before.type.element())) return false;
  // What is not written is what was there.
  const auto byte_of = [this](const InterpValue& v, std::uint64_t at) {
    const auto found = v.memory.find(at);
    return found != v.memory.end() ? found->second : InterpLane{initial_byte(at, v.seed), false, 0};
  };
  for (const auto* one : {&before.memory, &after.memory})
    for (const auto& [at, byte] : *one)
      if (!fits(byte_of(before, at), byte_of(after, at), vt::i8)) return false;
  return true;
}

}  // namespace lathe::codegen
