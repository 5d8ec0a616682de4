// Node shorthands, and values taken apart into pieces and put together again.
#include <algorithm>

#include "nvptx/build/families.hpp"

namespace lathe::nvptx::build {

Value Context::resize(Value v, Vt to, Isd extend) {
  const Vt from = dag.type(v);
  if (from.bits() == to.bits()) return v;
  return from.bits() > to.bits() ? node(Isd::trunc, to, {v}) : node(extend, to, {v});
}

Value Context::lane(Value of, std::uint32_t index) {
  return node(Isd::extract_element, dag.type(of).element(), {of, integer(index, vt::i32)});
}

Value Context::cast_space(Value v, unsigned from, unsigned to) {
  if (from == to) return v;
  if (from == 6 || to == 6) {
    error("an address of tensor memory cannot be cast to another address space");
    return dag.undef(to == 6 ? vt::i32 : vt::i64);
  }
  // There and back again is the address itself, in one step or two.
  for (Value at = v; dag.op(at) == Isd::addrspace_cast; at = dag.operand(at, 0))
    if (dag.payload(at.node).imm == to) return dag.operand(at, 0);
  return node(Isd::addrspace_cast, dag.type(v), {v}, {from, to});
}

Value Context::add_offset(Value address, std::int64_t offset) {
  if (offset == 0) return address;
  const Isd op = dag.op(address);
  if (op == Isd::frame_index || op == Isd::param_address || op == Isd::global_address) {
    DagPayload payload = dag.payload(address.node);
    payload.imm += static_cast<std::uint64_t>(offset);
    return node(op, dag.type(address), {}, payload);
  }
  return node(Isd::add, dag.type(address), {address, integer(static_cast<std::uint64_t>(offset), dag.type(address))});
}

Value Context::to_integer(Value v) {
  const Vt type = dag.type(v);
  if (!type.is_vector()) return type.is_integer() ? v : bitcast(v, type.as_integer());
  const Vt whole(VtKind::integer, type.total_bits());
  const std::uint32_t bits = type.bits();
  if (bits == 8 || bits == 16 || bits == 32 || bits == 64) return bitcast(v, whole);
  Value sum;
  for (std::uint32_t i = 0; i < type.lanes(); ++i) {
    Value part = resize(lane(v, i), whole, Isd::zext);
    if (i != 0) part = node(Isd::shl, whole, {part, integer(std::uint64_t{i} * bits, whole)});
    sum = i == 0 ? part : node(Isd::or_, whole, {sum, part}, {}, flag::disjoint);
  }
  return sum;
}

Value Context::from_integer(Value v, Vt to) {
  if (!to.is_vector()) return to.is_integer() ? v : bitcast(v, to);
  const std::uint32_t bits = to.bits();
  if (bits == 8 || bits == 16 || bits == 32 || bits == 64) return bitcast(v, to);
  ValueList lanes;
  const Vt whole = dag.type(v);
  for (std::uint32_t i = 0; i < to.lanes(); ++i) {
    const Value shifted = i == 0 ? v : node(Isd::srl, whole, {v, integer(std::uint64_t{i} * bits, whole)});
    lanes.push_back(bitcast(resize(shifted, Vt(VtKind::integer, bits), Isd::zext), to.element()));
  }
  return dag.get(Isd::build_vector, to, std::span<const Value>(lanes.data(), lanes.size()));
}

Value Context::fit(Value v, Vt to, Isd extend) {
  const Vt from = dag.type(v);
  if (from == to) return v;
  if (from.total_bits() == to.total_bits()) {
    // Odd lanes go through an integer; everything else is a bitcast.
    return from_integer(to_integer(v), to);
  }
  if (from.is_vector() || to.is_vector()) {
    if (from.total_bits() > to.total_bits()) return {};
    const Vt whole(VtKind::integer, to.total_bits());
    return from_integer(resize(to_integer(v), whole, Isd::anyext), to);
  }
  if (from.is_float() && to.is_float()) return {};
  const Vt whole(VtKind::integer, to.bits());
  return from_integer(resize(to_integer(v), whole, extend), to);
}

void split(Context& c, Value v, std::uint64_t offset, std::uint32_t base_align, ValueList& out_values) {
  const Vt type = c.dag.type(v);
  std::vector<ParamPiece> pieces;
  append_pieces(type, offset, base_align, pieces);
  for (ParamPiece& piece : pieces) piece.offset -= static_cast<std::uint32_t>(offset);
  switch (shape_of(type, aligned_at(base_align, offset))) {
    case Shape::whole:
      out_values.push_back(v);
      return;
    case Shape::lanes:
      for (const ParamPiece& piece : pieces) {
        const std::uint32_t first = piece.offset / type.element_bytes();
        if (piece.type == type)
          out_values.push_back(v);
        else if (piece.type.is_vector())
          out_values.push_back(c.node(Isd::extract_subvector, piece.type, {v}, {first, 0}));
        else
          out_values.push_back(c.lane(v, first));
      }
      return;
    case Shape::each:
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        split(c, c.lane(v, i), offset + std::uint64_t{i} * type.element_bytes(), base_align, out_values);
      return;
    case Shape::integer:
      break;
  }
  const Vt whole(VtKind::integer, type.store_bytes() * 8);
  const Value bits = c.resize(c.to_integer(v), whole, Isd::zext);
  const bool limbs = whole.bits() % 64 == 0 && whole.bits() > 64 &&
                     std::all_of(pieces.begin(), pieces.end(), [](const ParamPiece& p) { return p.type == vt::i64; });
  for (const ParamPiece& piece : pieces) {
    if (piece.type == whole)
      out_values.push_back(bits);
    else if (limbs)
      out_values.push_back(c.node(Isd::extract_limb, vt::i64, {bits}, {piece.offset / 8, 0}));
    else {
      const Value shifted =
          piece.offset == 0 ? bits : c.node(Isd::srl, whole, {bits, c.integer(std::uint64_t{piece.offset} * 8, whole)});
      out_values.push_back(c.resize(shifted, piece.type, Isd::zext));
    }
  }
}

Value join(Context& c, Vt type, std::uint64_t offset, std::uint32_t base_align, std::span<const Value>& pieces) {
  std::vector<ParamPiece> places;
  append_pieces(type, offset, base_align, places);
  for (ParamPiece& place : places) place.offset -= static_cast<std::uint32_t>(offset);
  const auto take = [&] {
    const Value v = pieces.front();
    pieces = pieces.subspan(1);
    return v;
  };
  ValueList lanes;
  switch (shape_of(type, aligned_at(base_align, offset))) {
    case Shape::whole:
      return take();
    case Shape::lanes:
      for (const ParamPiece& place : places) {
        const Value piece = take();
        if (place.type == type) return piece;
        for (std::uint32_t i = 0; i < std::max(1U, place.type.lanes()); ++i)
          lanes.push_back(place.type.is_vector() ? c.lane(piece, i) : piece);
      }
      return c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    case Shape::each:
      for (std::uint32_t i = 0; i < type.lanes(); ++i)
        lanes.push_back(join(c, type.element(), offset + std::uint64_t{i} * type.element_bytes(), base_align, pieces));
      return c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
    case Shape::integer:
      break;
  }
  const Vt whole(VtKind::integer, type.store_bytes() * 8);
  for (std::size_t i = 0; i < places.size(); ++i) lanes.push_back(take());
  const bool limbs = (whole.bits() & (whole.bits() - 1)) == 0 &&
                     std::all_of(places.begin(), places.end(), [](const ParamPiece& p) { return p.type == vt::i64; });
  Value bits;
  if (limbs) {
    for (std::uint32_t width = 128; lanes.size() > 1; width *= 2) {
      for (std::size_t i = 0; i < lanes.size() / 2; ++i)
        lanes[i] = c.node(Isd::build_pair, Vt(VtKind::integer, width), {lanes[2 * i], lanes[2 * i + 1]});
      lanes.resize(lanes.size() / 2);
    }
    bits = lanes[0];
  } else {
    for (std::size_t i = 0; i < places.size(); ++i) {
      Value part = c.resize(lanes[i], whole, Isd::zext);
      if (places[i].offset != 0)
        part = c.node(Isd::shl, whole, {part, c.integer(std::uint64_t{places[i].offset} * 8, whole)});
      bits = i == 0 ? part : c.node(Isd::or_, whole, {bits, part}, {}, flag::disjoint);
    }
  }
  return c.from_integer(c.resize(bits, Vt(VtKind::integer, type.total_bits()), Isd::zext), type);
}

}  // namespace lathe::nvptx::build
