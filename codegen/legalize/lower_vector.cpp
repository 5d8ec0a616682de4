// Vectors: lane-wise operations by packed pieces or lane by lane, structure operations by moving lanes, variable
// indexes by selects (up to 8 lanes) or through a frame object.
//
// Gives: O(lanes) nodes per node.
#include <algorithm>
#include <bit>

#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

namespace {
constexpr std::uint32_t max_selected_lanes = 8;
}

Rewrite TypeLowering::lower_lanewise(NodeId id) {
  const Isd op = dag_.op(id);
  const DagPayload payload = dag_.payload(id);
  const auto flags = dag_.flags(id);
  const std::vector<Vt> types(dag_.types(id).begin(), dag_.types(id).end());
  const std::uint32_t count = types[0].lanes(), operands = dag_.operand_count(id);
  if (count == 0) return refuse(id);
  for (std::uint32_t i = 0; i < operands; ++i) {
    const Vt type = dag_.type(operand(id, i));
    if (type.is_vector() && type.lanes() != count) return refuse(id, "vectors of different lengths");
    if (rule(type).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(type));
  }
  const TypeRule r = rule(types[0]);
  const bool logic = op == Isd::and_ || op == Isd::or_ || op == Isd::xor_ || op == Isd::freeze || op == Isd::select;
  bool pieces =
      types.size() == 1 && r.action == TypeAction::split && (logic || facts_.types.lane(r.to) == r.to.element());
  for (std::uint32_t i = 0; i < operands && pieces; ++i) {
    const Vt type = dag_.type(operand(id, i));
    pieces = legal(type.is_vector() ? type.element().with_lanes(r.to.lanes()) : type);
  }
  Values args(operands);
  if (pieces) {
    Values out;
    for (std::uint32_t first = 0; first < count; first += r.to.lanes()) {
      for (std::uint32_t i = 0; i < operands; ++i) {
        const Value v = operand(id, i);
        const Vt type = dag_.type(v);
        args[i] = type.is_vector() ? piece(v, type.element().with_lanes(r.to.lanes()), first) : v;
      }
      out.push_back(dag_.get(op, r.to, args, payload, flags));
    }
    return done(id, out);
  }
  std::vector<Values> results(types.size());
  std::vector<Vt> elements;
  for (const Vt type : types) elements.push_back(type.element());
  for (std::uint32_t l = 0; l < count; ++l) {
    for (std::uint32_t i = 0; i < operands; ++i) {
      const Value v = operand(id, i);
      args[i] = dag_.type(v).is_vector() ? lane(v, l) : v;
    }
    const NodeId node = dag_.add(op, elements, args, payload, flags);
    for (std::uint32_t k = 0; k < types.size(); ++k) results[k].push_back({node, k});
  }
  for (std::uint32_t k = 0; k < types.size(); ++k) set_vector(id, k, results[k]);
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_build_vector(NodeId id) {
  const Vt element = dag_.types(id)[0].element();
  Values out;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) {
    Value v = operand(id, i);
    // Bytes may come as i32 already.
    if (dag_.type(v) != element && rule(dag_.types(id)[0]).action == TypeAction::scalarize)
      v = make_.resize(v, element);
    out.push_back(v);
  }
  set_vector(id, 0, out);
  return Rewrite::replaced;
}

Value TypeLowering::lane_index(Value index) {
  index = current(index);
  return to_integer(index, vt::i32, Extend::zero);
}

TypeLowering::Spilled TypeLowering::spill(Value vector) {
  const Vt type = dag_.type(vector), element = type.element();
  Spilled out;
  const std::uint32_t bytes = std::bit_ceil(element.element_bytes());
  out.stride = bytes;
  const std::uint32_t align = std::min<std::uint32_t>(16, std::bit_ceil(bytes * type.lanes()));
  const std::uint32_t object = dag_.add_frame_object(std::uint64_t{bytes} * type.lanes(), align);
  out.address = dag_.get(Isd::frame_index, facts_.address(Space::local), {}, {.imm = 0, .aux = object});
  out.chain = dag_.get(Isd::entry, vt::chain, {});
  MemInfo m;
  m.space = Space::local;
  m.align = align;
  if (element.bits() == bytes * 8) {
    m.type = type;
    out.chain = dag_.get(Isd::store, vt::chain, {out.chain, vector, out.address}, {.aux = dag_.memory_index(m)});
    return out;
  }
  m.type = element;
  m.align = std::min(bytes, align);
  Values chains;
  for (std::uint32_t i = 0; i < type.lanes(); ++i)
    chains.push_back(dag_.get(Isd::store, vt::chain,
                              {out.chain, lane(vector, i), make_.offset(out.address, std::uint64_t{i} * bytes)},
                              {.aux = dag_.memory_index(m)}));
  out.chain = dag_.get(Isd::token_factor, vt::chain, chains);
  return out;
}

Value TypeLowering::lane_address(const Spilled& at, Value index, std::uint32_t count) {
  // An index out of range gives poison, but it must not leave the object.
  Value inside = std::has_single_bit(count) ? make_.and_(index, make_.i32(count - 1))
                                            : make_.op(Isd::umin, index, make_.i32(count - 1));
  inside = make_.resize(inside, dag_.type(at.address), Extend::zero);
  return make_.add(at.address, make_.shl(inside, static_cast<std::uint32_t>(std::countr_zero(at.stride))));
}

Rewrite TypeLowering::lower_extract_element(NodeId id) {
  const Value vector = operand(id, 0), index = operand(id, 1);
  const Vt type = dag_.type(vector), result = dag_.types(id)[0];
  if (rule(type).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(type));
  const auto as_result = [&](Value v) { return dag_.type(v) == result ? v : make_.resize(v, result); };
  std::uint64_t known;
  if (dag_.is_constant(index, known)) {
    if (known >= type.lanes()) return done(id, dag_.undef(held(result)) /* poison */);
    return done(id, as_result(lane(vector, static_cast<std::uint32_t>(known))));
  }
  const Value at = lane_index(index);
  if (legal(type)) {
    const Vt direct = type.element() == vt::i8 ? vt::i32 : type.element();
    return done(id, as_result(dag_.get(Isd::extract_element, direct, {vector, at})));
  }
  if (type.lanes() <= max_selected_lanes) {
    Value r = lane(vector, 0);
    for (std::uint32_t i = 1; i < type.lanes(); ++i)
      r = make_.select(make_.setcc(Cond::eq, at, make_.i32(i)), lane(vector, i), r);
    return done(id, as_result(r));
  }
  const Spilled in = spill(vector);
  MemInfo m;
  m.type = type.element();
  m.space = Space::local;
  m.align = in.stride;
  const std::array<Vt, 2> types{type.element(), vt::chain};
  const std::array<Value, 2> operands{in.chain, lane_address(in, at, type.lanes())};
  const NodeId load = dag_.add(Isd::load, types, operands, {.aux = dag_.memory_index(m)});
  return done(id, as_result({load, 0}));
}

Rewrite TypeLowering::lower_insert_element(NodeId id) {
  const Value vector = operand(id, 0), index = operand(id, 2);
  const Vt type = dag_.types(id)[0];
  Value element = operand(id, 1);
  std::uint64_t known;
  if (dag_.is_constant(index, known)) {
    if (known >= type.lanes()) return done(id, hold(type, Values(type.lanes(), dag_.undef(type.element()))));
    Values all = lanes(vector);
    if (dag_.type(element) != type.element()) element = make_.resize(element, type.element());
    all[known] = element;
    set_vector(id, 0, all);
    return Rewrite::replaced;
  }
  const Value at = lane_index(index);
  if (legal(type)) {
    if (type.element() == vt::i8) element = to_integer(element, vt::i32, Extend::any);
    return done(id, dag_.get(Isd::insert_element, type, {vector, element, at}));
  }
  if (dag_.type(element) != type.element()) element = make_.resize(element, type.element());
  if (type.lanes() <= max_selected_lanes) {
    Values all = lanes(vector);
    for (std::uint32_t i = 0; i < type.lanes(); ++i)
      all[i] = make_.select(make_.setcc(Cond::eq, at, make_.i32(i)), element, all[i]);
    set_vector(id, 0, all);
    return Rewrite::replaced;
  }
  const Spilled in = spill(vector);
  MemInfo m;
  m.type = type.element();
  m.space = Space::local;
  m.align = in.stride;
  const Value stored = dag_.get(Isd::store, vt::chain, {in.chain, element, lane_address(in, at, type.lanes())},
                                {.aux = dag_.memory_index(m)});
  Values all;
  const std::array<Vt, 2> types{type.element(), vt::chain};
  if (type.element().bits() == in.stride * 8) {
    m.type = type;
    m.align = dag_.frame.back().align;
    const std::array<Vt, 2> whole{type, vt::chain};
    const std::array<Value, 2> operands{stored, in.address};
    return done(id, Value{dag_.add(Isd::load, whole, operands, {.aux = dag_.memory_index(m)}), 0});
  }
  for (std::uint32_t i = 0; i < type.lanes(); ++i) {
    const std::array<Value, 2> operands{stored, make_.offset(in.address, std::uint64_t{i} * in.stride)};
    all.push_back({dag_.add(Isd::load, types, operands, {.aux = dag_.memory_index(m)}), 0});
  }
  set_vector(id, 0, all);
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_shuffle(NodeId id) {
  const std::vector<std::int32_t> mask = dag_.masks[dag_.payload(id).aux];
  const Vt type = dag_.types(id)[0];
  const Value a = operand(id, 0), b = operand(id, 1);
  const auto count = static_cast<std::int32_t>(dag_.type(a).lanes());
  Values out;
  for (const std::int32_t m : mask) {
    if (m < 0 || m >= 2 * count)
      out.push_back(dag_.undef(type.element()));
    else
      out.push_back(m < count ? lane(a, static_cast<std::uint32_t>(m))
                              : lane(b, static_cast<std::uint32_t>(m - count)));
  }
  if (out.size() != type.lanes()) return refuse(id, "the mask does not fit the result");
  set_vector(id, 0, out);
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_concat(NodeId id) {
  Values out;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) {
    const Values part = lanes(operand(id, i));
    out.insert(out.end(), part.begin(), part.end());
  }
  set_vector(id, 0, out);
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_extract_subvector(NodeId id) {
  const Value from = operand(id, 0);
  const Vt type = dag_.types(id)[0];
  const std::uint64_t first = dag_.payload(id).imm;
  Values out;
  for (std::uint32_t i = 0; i < type.lanes(); ++i)
    out.push_back(first + i < dag_.type(from).lanes() ? lane(from, static_cast<std::uint32_t>(first + i))
                                                      : dag_.undef(type.element()));
  set_vector(id, 0, out);
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_reduce(NodeId id) {
  const auto op = static_cast<Isd>(dag_.payload(id).imm);
  const auto flags = dag_.flags(id);
  const Value vector = operand(id, 0);
  const Vt type = dag_.type(vector);
  if (!type.is_vector() || rule(type).action == TypeAction::refuse) return refuse(id);
  const auto join = [&](Value a, Value b) { return dag_.get(op, dag_.type(a), {a, b}, {}, flags); };
  const auto tree = [&](Values v) {
    while (v.size() > 1) {
      Values next;
      for (std::size_t i = 0; i + 1 < v.size(); i += 2) next.push_back(join(v[i], v[i + 1]));
      if (v.size() % 2 != 0) next.push_back(v.back());
      v = std::move(next);
    }
    return v[0];
  };
  if (dag_.operand_count(id) == 2) {
    Value sum = operand(id, 1);
    for (std::uint32_t i = 0; i < type.lanes(); ++i) sum = join(sum, lane(vector, i));
    return done(id, sum);
  }
  const TypeRule r = rule(type);
  if (r.action == TypeAction::split && type.lanes() % r.to.lanes() == 0) {
    Values pieces;
    for (std::uint32_t i = 0; i < type.lanes() / r.to.lanes(); ++i) pieces.push_back(walk_->part(vector, i));
    const Value last = tree(pieces);
    Values elements;
    for (std::uint32_t i = 0; i < r.to.lanes(); ++i) {
      const Value e = make_.element(last, i);
      elements.push_back(dag_.type(e) == type.element() ? e : make_.resize(e, type.element()));
    }
    return done(id, tree(elements));
  }
  return done(id, tree(lanes(vector)));
}

}  // namespace lathe::codegen
