// The rules for value types and the questions to a target's facts. See facts.hpp.
#include "codegen/legalize/facts.hpp"

#include <algorithm>
#include <bit>

namespace lathe::codegen {

ValueTypes::ValueTypes(TypeFacts facts) : facts_(std::move(facts)) {
  add(vt::chain, 0);
  for (const std::uint32_t bits : facts_.integers) add(Vt(VtKind::integer, bits), count_++);
  for (const Vt type : facts_.floats) add(type, count_++);
  for (const TypeFacts::Packed& packed : facts_.packed) add(packed.type, count_++);
}

void ValueTypes::add(Vt type, std::uint32_t number) {
  std::uint32_t at = (type.raw * 0x9E3779B1U) >> 26;
  while (table_[at].raw != nothing) at = (at + 1) % slots;
  table_[at] = {type.raw, number};
}

TypeRule ValueTypes::scalar_rule(Vt type) const {
  if (holds(type)) return {TypeAction::legal, type};
  const std::uint32_t bits = type.bits();
  if (!type.is_integer() || bits == 0 || bits > facts_.widest_integer) return {TypeAction::refuse, type};
  for (const std::uint32_t wide : facts_.promoted_to)
    if (bits < wide) return {TypeAction::promote, Vt(VtKind::integer, wide)};
  if (std::has_single_bit(bits)) return {TypeAction::expand, Vt(VtKind::integer, bits / 2)};
  return {TypeAction::promote, Vt(VtKind::integer, std::bit_ceil(bits))};
}

TypeRule ValueTypes::rule(Vt type) const {
  if (!type.is_vector()) return scalar_rule(type);
  const Vt element = type.element();
  if (scalar_rule(element).action == TypeAction::refuse) return {TypeAction::refuse, type};
  for (const TypeFacts::Packed& packed : facts_.packed) {
    if (packed.type.element() != element) continue;
    if (type == packed.type) return {TypeAction::legal, type};
    if (type.lanes() >= packed.from) return {TypeAction::split, packed.type};
  }
  return {TypeAction::scalarize, element};
}

bool ValueTypes::parts(Vt type, std::vector<Vt>& out) const {
  const TypeRule step = rule(type);
  std::uint32_t pieces = 1;
  switch (step.action) {
    case TypeAction::legal:
      out.push_back(type);
      return true;
    case TypeAction::refuse:
      return false;
    case TypeAction::promote:
      break;
    case TypeAction::expand:
      pieces = 2;
      break;
    case TypeAction::split:
      pieces = (type.lanes() + step.to.lanes() - 1) / step.to.lanes();
      break;
    case TypeAction::scalarize:
      pieces = type.lanes();
      break;
  }
  for (std::uint32_t i = 0; i < pieces; ++i)
    if (!parts(step.to, out)) return false;
  return true;
}

TargetFacts::TargetFacts(TypeFacts type_facts)
    : types(std::move(type_facts)), actions(static_cast<std::uint32_t>(Isd::count), types.count()) {}

bool TargetFacts::computes(Vt type) const { return std::ranges::find(arithmetic, type) != arithmetic.end(); }

bool TargetFacts::converts(Vt from, Vt to) const {
  return std::ranges::none_of(missing_conversions, [&](const Conversion& c) { return c.from == from && c.to == to; });
}

void TargetFacts::set(std::initializer_list<Isd> ops, std::initializer_list<Vt> on, dag::Action action) {
  for (const Vt type : on) {
    const std::uint32_t number = types.number(type);
    if (number == 0) continue;
    for (const Isd op : ops) actions.set(static_cast<std::uint32_t>(op), number, action);
  }
}

Vt deciding_type(const Dag& dag, NodeId id) {
  switch (dag.op(id)) {
    case Isd::setcc:
    case Isd::is_fpclass:
    case Isd::extract_element:
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat:
    case Isd::fp_round_to_int:
      return dag.type(dag.operand(id, 0));
    default:
      return dag.types(id)[0];
  }
}

std::string fault_of(const TypeFacts& facts) {
  const auto ascending = [](const std::vector<std::uint32_t>& widths) {
    return !widths.empty() && widths[0] > 0 &&
           std::ranges::adjacent_find(widths, std::greater_equal<>()) == widths.end();
  };
  if (!ascending(facts.integers)) return "integers: widths that registers hold, ascending";
  if (!ascending(facts.promoted_to)) return "promoted_to: widths, ascending";
  for (const std::uint32_t bits : facts.promoted_to)
    if (std::ranges::find(facts.integers, bits) == facts.integers.end())
      return "promoted_to: no register holds an integer of " + std::to_string(bits) + " bits";
  if (!std::has_single_bit(facts.promoted_to.back()) || facts.integers.back() != facts.promoted_to.back())
    return "promoted_to: the last, of which wider integers are made, is the widest that registers hold and a power of "
           "two";
  if (facts.widest_integer < facts.integers.back()) return "widest_integer: less than what registers hold";
  for (const Vt type : facts.floats)
    if (!type.is_scalar() || !type.is_float()) return "floats: " + to_string(type) + " is no floating-point scalar";
  for (std::size_t i = 0; i < facts.packed.size(); ++i) {
    const Vt type = facts.packed[i].type;
    const std::uint32_t from = facts.packed[i].from;
    if (type.lanes() < 2) return "packed: " + to_string(type) + " is no vector of two lanes or more";
    if (from < 2 || from > type.lanes())
      return "packed: " + to_string(type) + " from " + std::to_string(from) + " lanes on";
    for (std::size_t k = 0; k < i; ++k)
      if (facts.packed[k].type.element() == type.element())
        return "packed: " + to_string(type.element()) + " in two ways";
  }
  if (1 + facts.integers.size() + facts.floats.size() + facts.packed.size() > 32) return "more than 31 types";
  return {};
}

std::string fault_of(std::span<const SpaceFacts> spaces, const TypeFacts& types) {
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    const SpaceFacts& space = spaces[i];
    const std::string name = "spaces: " + std::string(to_string(space.role));
    if (space.number > 255) return name + ": LLVM's number " + std::to_string(space.number) + " is above 255";
    for (std::size_t k = 0; k < i; ++k) {
      if (spaces[k].role == space.role) return name + " stands twice";
      if (spaces[k].number == space.number)
        return name + ": number " + std::to_string(space.number) + " is also that of " +
               std::string(to_string(spaces[k].role));
    }
    if (std::ranges::find(types.integers, space.pointer_bits) == types.integers.end() &&
        space.pointer_bits != 2 * types.integers.back())
      return name + ": an address is an integer that registers hold, or two of the widest";
    if (!std::has_single_bit(space.widest)) return name + ": the widest access is no power of two";
    for (const std::uint8_t lanes : space.most_lanes)
      if (!std::has_single_bit(lanes)) return name + ": lanes of an access are a power of two";
  }
  return {};
}

std::string fault_of(const TargetFacts& facts) {
  if (std::string fault = fault_of(facts.types.facts()); !fault.empty()) return fault;
  for (const Vt type : facts.arithmetic)
    if (!facts.types.holds(type) || !type.is_float())
      return "arithmetic: " + to_string(type) + " is no floating-point type that registers hold";
  for (const auto& [from, to] : facts.missing_conversions)
    if (!facts.types.holds(from) || !facts.types.holds(to) || !from.is_float() || !to.is_float())
      return "missing_conversions: " + to_string(from) + " to " + to_string(to);
  if (std::string fault = fault_of(facts.spaces.rows(), facts.types.facts()); !fault.empty()) return fault;
  // What promotion and expansion are made of must be native itself, or nothing ever ends.
  for (const Isd op : {Isd::and_, Isd::or_, Isd::xor_, Isd::add, Isd::sub, Isd::shl, Isd::srl, Isd::select})
    for (const std::uint32_t bits : facts.types.facts().promoted_to)
      if (facts.action(op, Vt(VtKind::integer, bits)) != dag::Action::legal)
        return "actions: " + std::string(to_string(op)) + " of i" + std::to_string(bits) + " is not legal";
  return {};
}

}  // namespace lathe::codegen
