// Reading what holds a value while types are being legalized; see lower.hpp for the representation.
#include <algorithm>

#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

Vt TypeLowering::held(Vt type) const {
  if (legal(type)) return type;
  const TypeRule r = rule(type);
  return r.action == TypeAction::promote ? r.to : type;
}

Value TypeLowering::zx(Value v) {
  const Vt type = dag_.type(current(v));
  const Value a = any(v);
  const Vt wide = dag_.type(a);
  if (wide == type) return a;
  std::uint64_t x;
  if (wide.bits() <= 64 && dag_.is_constant(a, x)) return make_.resize(dag_.constant(x, type), wide, Extend::zero);
  return make_.and_(a, make_.mask(0, type.bits(), wide));
}

Value TypeLowering::sx(Value v) {
  const Vt type = dag_.type(current(v));
  const Value a = any(v);
  const Vt wide = dag_.type(a);
  if (wide == type) return a;
  std::uint64_t x;
  if (wide.bits() <= 64 && dag_.is_constant(a, x)) return make_.resize(dag_.constant(x, type), wide, Extend::sign);
  return make_.op(Isd::sext_inreg, a, type.bits());
}

Value TypeLowering::to_integer(Value v, Vt to, Extend extend) {
  v = current(v);
  const Vt from = dag_.type(v);
  if (from == to) return v;
  const TypeRule r = rule(from);
  if (r.action == TypeAction::expand) {
    // Low limbs are enough for a narrower type; a wider one is made by the rule for that type.
    const Values l = limbs(v);
    return to.bits() <= limb().bits() ? make_.resize(l[0], to) : make_.resize(v, to, extend);
  }
  const Value a = to.bits() <= from.bits() || extend == Extend::any || extend == Extend::none ? any(v)
                  : extend == Extend::zero                                                    ? zx(v)
                                                                                              : sx(v);
  if (dag_.type(a) == to) return a;
  return make_.resize(a, to, extend);
}

Value TypeLowering::amount(Value v) {
  v = current(v);
  const Vt type = dag_.type(v);
  // Amounts not below the width are poison, so the low 32 bits say it all.
  return to_integer(v, vt::i32, type.bits() < 32 ? Extend::zero : Extend::any);
}

void TypeLowering::flat(Value v, Values& out) {
  const std::size_t first = out.size();
  walk_->flat(v, out);
  if (!wide_.any()) return;
  // Addresses stand for themselves; whoever wants their limbs takes them from there.
  for (std::size_t i = first; i < out.size(); ++i) {
    const Value a = out[i];
    if (!wide_.is_settled(dag_, a)) continue;
    Values two;
    std::uint64_t number;
    if (wide_.is_pair(dag_, a))
      two = {dag_.operand(a, 0), dag_.operand(a, 1)};
    else if (dag_.is_constant(a, number))
      two = {dag_.constant(number, limb()), dag_.constant(number >> limb().bits(), limb())};
    else if (dag_.op(a) == Isd::add)
      two = add_sub(Isd::add, limbs(dag_.operand(a, 0)), limbs(dag_.operand(a, 1)));
    else
      for (std::uint64_t k = 0; k < 2; ++k) two.push_back(dag_.get(Isd::extract_limb, limb(), {a}, {.imm = k}));
    out[i] = two[0];
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(++i), two[1]);
  }
}

Values TypeLowering::limbs(Value v) {
  Values out;
  flat(v, out);
  return out;
}

Value TypeLowering::lane(Value vector, std::uint32_t index) {
  vector = current(vector);
  const Vt type = dag_.type(vector);
  const TypeRule r = rule(type);
  if (r.action == TypeAction::scalarize) return walk_->part(vector, index);
  const std::uint32_t width = r.to.lanes();
  const Value from = r.action == TypeAction::split ? walk_->part(vector, index / width) : vector;
  const Value element = make_.element(from, index % width);
  return type.element() == vt::i8 ? make_.resize(element, vt::i8) : element;
}

Values TypeLowering::lanes(Value vector) {
  const std::uint32_t count = dag_.type(vector).lanes();
  Values out;
  out.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) out.push_back(lane(vector, i));
  return out;
}

Value TypeLowering::pack(Vt type, std::span<const Value> elements) {
  const bool bytes = type.element() == vt::i8;
  const Vt lane_type = bytes ? vt::i32 : type.element();
  Values all;
  Value whole;  // the packed value whose lanes these are, in order
  bool same = true;
  for (std::uint32_t i = 0; i < type.lanes(); ++i) {
    Value e = i < elements.size() ? current(elements[i]) : dag_.undef(lane_type);
    if (bytes && dag_.type(e) == vt::i8) {
      // A byte that was just taken out of a packed value: look through the truncation.
      if (dag_.op(e) == Isd::trunc && dag_.type(dag_.operand(e, 0)) == vt::i32)
        e = dag_.operand(e, 0);
      else if (dag_.op(e) == Isd::undef)
        e = dag_.undef(vt::i32);
      else
        e = make_.resize(e, vt::i32);
    }
    all.push_back(e);
    if (dag_.op(e) == Isd::undef) continue;
    std::uint64_t index;
    const bool taken = dag_.op(e) == Isd::extract_element && dag_.is_constant(dag_.operand(e, 1), index) &&
                       index == i && dag_.type(dag_.operand(e, 0)) == type && (!whole || whole == dag_.operand(e, 0));
    if (taken) whole = dag_.operand(e, 0);
    same &= taken;
  }
  if (same) return whole ? whole : dag_.undef(type);
  return dag_.get(Isd::build_vector, type, all);
}

Value TypeLowering::piece(Value vector, Vt type, std::uint32_t first) {
  vector = current(vector);
  const Vt from = dag_.type(vector);
  if (from == type && first == 0) return vector;
  const TypeRule r = rule(from);
  if (r.action == TypeAction::split && r.to == type && first % type.lanes() == 0)
    return walk_->part(vector, first / type.lanes());
  Values elements;
  for (std::uint32_t i = first; i < std::min(first + type.lanes(), from.lanes()); ++i)
    elements.push_back(lane(vector, i));
  return pack(type, elements);
}

Values TypeLowering::hold(Vt vector, std::span<const Value> elements) {
  const TypeRule r = rule(vector);
  if (r.action == TypeAction::scalarize) return {elements.begin(), elements.end()};
  if (r.action != TypeAction::split) return {pack(vector, elements)};
  Values out;
  for (std::size_t i = 0; i < elements.size(); i += r.to.lanes())
    out.push_back(pack(r.to, elements.subspan(i, std::min<std::size_t>(r.to.lanes(), elements.size() - i))));
  return out;
}

void TypeLowering::set_vector(NodeId id, std::uint32_t result, std::span<const Value> elements) {
  set(id, result, hold(dag_.types(id)[result], elements));
}

dag::Rewrite TypeLowering::refuse(NodeId id, const std::string& why) {
  if (refusal_.empty()) {
    refusal_ = std::string(to_string(dag_.op(id)));
    for (const Vt type : dag_.types(id))
      if (!type.is_chain()) refusal_ += ' ' + to_string(type);
    if (dag_.operand_count(id) != 0) {
      refusal_ += " of";
      for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i)
        if (const Vt type = dag_.type(dag_.operand(id, i)); !type.is_chain()) refusal_ += ' ' + to_string(type);
    }
    refusal_ += why.empty() ? " is not supported" : ": " + why;
  }
  return dag::Rewrite::refused;
}

}  // namespace lathe::codegen
