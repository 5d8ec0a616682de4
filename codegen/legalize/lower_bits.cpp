// Bits of a value in memory order: taken apart into legal integers and put together again as any other type. Bitcasts,
// loads and stores of every shape go through here.
//
// Gives: O(chunks) nodes for each piece that is asked for; a chunk that is wanted whole costs nothing.
#include <algorithm>
#include <bit>

#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

void TypeLowering::chunks(Value v, std::vector<Chunk>& out) {
  v = current(v);
  const Vt type = dag_.type(v);
  const TypeRule r = rule(type);
  switch (r.action) {
    case TypeAction::legal:
      if (type == vt::i1)
        out.push_back({make_.resize(v, vt::i32, Extend::zero), 1});
      else if (type.is_vector() || type.is_float())
        out.push_back({make_.bitcast(v, Vt(VtKind::integer, type.total_bits())), type.total_bits()});
      else
        out.push_back({v, type.bits()});
      return;
    case TypeAction::promote:
    case TypeAction::expand: {
      const std::uint32_t w = limb().bits();
      if (type.bits() <= w) {
        out.push_back({any(v), type.bits()});
        return;
      }
      Values l;
      flat(v, l);
      for (std::uint32_t i = 0; i * w < type.bits(); ++i) out.push_back({l[i], std::min(w, type.bits() - i * w)});
      return;
    }
    case TypeAction::soften:
      chunks(walk_->part(v, 0), out);
      return;
    case TypeAction::split: {
      const std::uint32_t width = r.to.lanes(), bits = r.to.total_bits();
      for (std::uint32_t i = 0; i * width < type.lanes(); ++i)
        out.push_back({make_.bitcast(walk_->part(v, i), Vt(VtKind::integer, bits)),
                       std::min(bits, (type.lanes() - i * width) * type.bits())});
      return;
    }
    case TypeAction::scalarize:
      for (std::uint32_t i = 0; i < type.lanes(); ++i) chunks(walk_->part(v, i), out);
      return;
    case TypeAction::refuse:
      return;
  }
}

Value TypeLowering::gather(std::span<const Chunk> from, std::uint32_t low, std::uint32_t width, bool zero) {
  const Vt type = facts_.types.word(width);
  const std::uint32_t high = low + width;
  // Chunks of one size that make up the whole: a pair, or four bytes.
  std::uint32_t at = 0;
  std::size_t first = 0;
  while (first < from.size() && at + from[first].width <= low) at += from[first++].width;
  if (at == low && first + 1 < from.size()) {
    const Value a = from[first].value, b = from[first + 1].value;
    const std::uint32_t half = width / 2;
    if ((width == 64 || width == 32) && from[first].width == half && from[first + 1].width == half &&
        dag_.type(a).bits() == half && dag_.type(b).bits() == half)
      return dag_.get(Isd::build_pair, type, {a, b});
    if (width == 32 && legal(vt::v4i8) && first + 3 < from.size() &&
        std::all_of(from.begin() + static_cast<std::ptrdiff_t>(first),
                    from.begin() + static_cast<std::ptrdiff_t>(first) + 4,
                    [&](const Chunk& c) { return c.width == 8 && dag_.type(c.value) == vt::i32; })) {
      const std::array<Value, 4> bytes{a, b, from[first + 2].value, from[first + 3].value};
      return make_.bitcast(pack(vt::v4i8, bytes), vt::i32);
    }
  }
  Value out;
  for (std::size_t i = first; i < from.size() && at < high; at += from[i].width, ++i) {
    const Chunk& c = from[i];
    const std::uint32_t begin = std::max(low, at), end = std::min(high, at + c.width);
    if (begin >= end) continue;
    const std::uint32_t length = end - begin, bits = dag_.type(c.value).bits();
    Value v = make_.srl(c.value, begin - at);
    const bool clean = bits - (begin - at) == length;  // zeros came in from above
    const bool covered = type.bits() <= length;        // nothing above is kept
    const bool last = end == high || i + 1 == from.size();
    v = make_.resize(v, type, clean ? Extend::zero : Extend::any);
    if (!clean && !covered && (!last || zero || end < high)) v = make_.and_(v, make_.mask(0, length, type));
    v = make_.shl(v, begin - low);
    out = out ? make_.or_(out, v) : v;
  }
  return out ? out : make_.zero(type);
}

namespace {

// Limbs to one integer, by pairs.
Value join(Make& make, std::span<const Value> limbs) {
  if (limbs.size() == 1) return limbs[0];
  const Value low = join(make, limbs.first(limbs.size() / 2)), high = join(make, limbs.subspan(limbs.size() / 2));
  const Vt half = make.type(low);
  return make.dag().get(Isd::build_pair, half.with_bits(half.bits() * 2), {low, high});
}

}  // namespace

Values TypeLowering::assemble(Vt type, std::span<const Chunk> from) {
  const std::uint32_t w = limb().bits();
  // A scalar of exactly `t` whose lowest bit is bit `low`.
  const auto scalar = [&](Vt t, std::uint32_t low) -> Value {
    const std::uint32_t bits = t.bits();
    if (bits <= w) {
      const Value v = gather(from, low, bits);
      return t.is_float() ? make_.bitcast(make_.resize(v, t.as_integer()), t) : make_.resize(v, t);
    }
    Values limbs;
    for (std::uint32_t i = 0; i < bits; i += w)
      limbs.push_back(make_.resize(gather(from, low + i, std::min(w, bits - i)), limb()));
    limbs.resize(std::bit_ceil(limbs.size()), dag_.undef(limb()));
    const Value whole = make_.resize(join(make_, limbs), t.as_integer());
    return t.is_float() ? make_.bitcast(whole, t) : whole;
  };
  const TypeRule r = rule(type);
  Values out;
  switch (r.action) {
    case TypeAction::legal:
      if (type.is_vector()) return {make_.bitcast(gather(from, 0, type.total_bits()), type)};
      return {scalar(type, 0)};
    case TypeAction::promote:
      if (type.bits() <= w) return {make_.resize(gather(from, 0, type.bits()), r.to)};
      return {scalar(r.to, 0)};
    case TypeAction::soften:
      return {scalar(r.to, 0)};
    case TypeAction::expand:
      for (std::uint32_t i = 0; i < type.bits(); i += w) out.push_back(gather(from, i, w));
      return out;
    case TypeAction::split: {
      const std::uint32_t bits = r.to.total_bits();
      for (std::uint32_t at = 0; at < type.total_bits(); at += bits) {
        const Value v = gather(from, at, std::min(bits, type.total_bits() - at));
        out.push_back(make_.bitcast(make_.resize(v, Vt(VtKind::integer, bits)), r.to));
      }
      return out;
    }
    case TypeAction::scalarize:
      for (std::uint32_t i = 0; i < type.lanes(); ++i) out.push_back(scalar(r.to, i * type.bits()));
      return out;
    case TypeAction::refuse:
      break;
  }
  return out;
}

Rewrite TypeLowering::lower_bitcast(NodeId id) {
  const Value x = operand(id, 0);
  const Vt from = dag_.type(x), type = dag_.types(id)[0];
  if (rule(from).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(from));
  if (from.total_bits() != type.total_bits()) return refuse(id, "the types differ in width");
  std::vector<Chunk> c;
  chunks(x, c);
  set_from_chunks(id, 0, type, c);
  return Rewrite::replaced;
}

}  // namespace lathe::codegen
