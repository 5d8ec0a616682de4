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
  if (type.is_float() && std::ranges::find(facts_.softened, type) != facts_.softened.end())
    return {TypeAction::soften, type.as_integer()};
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

Vt ValueTypes::word(std::uint32_t bits) const {
  const Vt exact(VtKind::integer, bits);
  if (bits > 1 && holds(exact)) return exact;
  for (const std::uint32_t wide : facts_.promoted_to)
    if (bits <= wide) return {VtKind::integer, wide};
  return limb();
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
    case TypeAction::soften:
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

const LibraryFunction* Library::find(Isd op, Vt result, Vt operand) const {
  for (const LibraryFunction& f : functions)
    if (f.op == op && f.result == result && f.operand == operand) return &f;
  return nullptr;
}

dag::Action TargetFacts::custom_action(Isd op, Vt result, Vt first, Vt second, std::uint64_t imm) const {
  using dag::Action;
  const auto native = [](bool yes) { return yes ? Action::legal : Action::custom; };
  switch (op) {
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
      return native(computes(first) && result != vt::i1);
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat:
      return native(computes(first) && result != vt::i1 && imm == result.bits());
    case Isd::fp_round_to_int:
      return native(computes(first) && result != vt::i1 && imm == 0);
    case Isd::si_to_fp:
    case Isd::ui_to_fp:
      return native(computes(result) || first == vt::i1);
    case Isd::fp_ext:
    case Isd::fp_trunc:
      return native(converts(first, result));
    case Isd::fcopysign:
      return native(second == result);
    default:
      return Action::custom;
  }
}

dag::Action TargetFacts::action_on(Isd op, Vt type) const {
  const dag::Action found = action(op, type);
  return found == dag::Action::custom ? custom_action(op, type, type, type, 0) : found;
}

bool TargetFacts::casts(const Dag& dag, NodeId id) const {
  const auto from = static_cast<Space>(dag.payload(id).imm), to = static_cast<Space>(dag.payload(id).aux);
  if (from == to || (to == Space::local && dag.op(dag.operand(id, 0)) == Isd::param_address)) return true;
  if (spaces.has_window(from) || spaces.has_window(to)) return false;
  if (from == Space::generic || to == Space::generic) return true;
  const SpaceFacts &a = spaces.of(from), &b = spaces.of(to);
  return a.inside == b.number || b.inside == a.number;
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

namespace {

std::string fault_of_floats(const TypeFacts& facts) {
  const auto is_format = [](Vt t) {
    return t.is_scalar() && t.is_float() &&
           (t.bits() == 16 || (t.kind() == VtKind::ieee && (t.bits() == 32 || t.bits() == 64)));
  };
  for (const Vt type : facts.floats) {
    if (!type.is_scalar() || !type.is_float()) return "floats: " + to_string(type) + " is no floating-point scalar";
    if (type.bits() > facts.integers.back())
      return "floats: no register holds an integer of " + std::to_string(type.bits()) + " bits to take " +
             to_string(type) + " apart";
  }
  for (std::size_t i = 0; i < facts.softened.size(); ++i) {
    const Vt type = facts.softened[i];
    if (!is_format(type)) return "softened: " + to_string(type) + " is no floating-point scalar of 16, 32 or 64 bits";
    if (std::ranges::find(facts.floats, type) != facts.floats.end())
      return "softened: registers hold " + to_string(type);
    for (std::size_t k = 0; k < i; ++k)
      if (facts.softened[k] == type) return "softened: " + to_string(type) + " twice";
    if (facts.promoted_to.back() < 32) return "softened: exponents are i32, which is wider than what registers hold";
    if (facts.widest_integer < 64) return "softened: an integer of 64 bits is refused";
  }
  return {};
}

std::string fault_of_actions(const TargetFacts& facts) {
  using dag::Action;
  // What promotion and expansion are made of must be native itself, or nothing ever ends.
  for (const Isd op : {Isd::and_, Isd::or_, Isd::xor_, Isd::add, Isd::sub, Isd::shl, Isd::srl, Isd::select})
    for (const std::uint32_t bits : facts.types.facts().promoted_to)
      if (facts.action(op, Vt(VtKind::integer, bits)) != Action::legal)
        return "actions: " + std::string(to_string(op)) + " of i" + std::to_string(bits) + " is not legal";
  const Vt limb = facts.types.limb();
  for (const Isd op : {Isd::sra, Isd::mul, Isd::setcc})
    if (facts.action(op, limb) != Action::legal)
      return "actions: " + std::string(to_string(op)) + " of " + to_string(limb) + " is not legal";
  const TypeFacts& types = facts.types.facts();
  std::vector<Vt> all;
  for (const std::uint32_t bits : types.integers) all.push_back({VtKind::integer, bits});
  all.insert(all.end(), types.floats.begin(), types.floats.end());
  for (const Vt type : all)
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(Isd::count); ++i) {
      const auto op = static_cast<Isd>(i);
      const Action action = facts.action(op, type);
      if (action != Action::promote && action != Action::libcall) continue;
      const std::string what = std::string(to_string(op)) + " of " + to_string(type);
      const Vt wide = type.is_float() ? vt::f32 : vt::i32;
      if (action == Action::promote && (type.bits() != 16 || !facts.types.holds(wide)))
        return "actions: " + what + " is promoted, but only 16 bits are, to " + to_string(wide);
      if (action == Action::libcall && std::ranges::none_of(facts.library.functions, [&](const LibraryFunction& f) {
            return f.op == op && (f.result == type || f.operand == type);
          }))
        return "actions: " + what + " is a call of no function in the library";
    }
  return {};
}

std::string fault_of_library(const TargetFacts& facts) {
  const std::vector<LibraryFunction>& all = facts.library.functions;
  std::vector<Vt> parts;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const LibraryFunction& f = all[i];
    if (f.name.empty()) return "library: " + std::string(to_string(f.op)) + " has no name";
    if (library_operands(f.op) == 0) return "library: " + f.name + " is no function of values alone";
    if (!facts.types.parts(f.result, parts) || !facts.types.parts(f.operand, parts))
      return "library: " + f.name + " is of a type that the target cannot hold";
    const Vt decides = f.result.is_integer() && f.operand.is_float() ? f.operand : f.result;
    if (facts.types.holds(f.result) && facts.types.holds(f.operand) &&
        facts.action(f.op, decides) == dag::Action::legal)
      return "library: " + f.name + " is never called, the operation is native";
    for (std::size_t k = 0; k < i; ++k) {
      if (all[k].name == f.name) return "library: " + f.name + " twice";
      if (all[k].op == f.op && all[k].result == f.result && all[k].operand == f.operand)
        return "library: " + all[k].name + " and " + f.name + " do the same";
    }
  }
  return {};
}

std::string fault_of_numeric(const TargetFacts& facts) {
  for (const std::uint32_t bits : facts.types.facts().integers) {
    const Vt type(VtKind::integer, bits);
    if (bits < 2 || facts.numeric.fields != NumericTraits::Fields::undefined) continue;
    for (const Isd op : {Isd::bfe_u, Isd::bfe_s, Isd::bfi})
      if (facts.action(op, type) == dag::Action::legal)
        return "numeric.fields: " + std::string(to_string(op)) + " of " + to_string(type) +
               " is native, but not what it does beyond the width";
  }
  if (facts.types.holds(vt::i32) && facts.action(Isd::prmt, vt::i32) == dag::Action::legal &&
      facts.numeric.permute == NumericTraits::Permute::undefined)
    return "numeric.permute: prmt is native, but not what its selector means";
  if (facts.numeric.flushes_f32 && !facts.types.holds(vt::f32)) return "numeric.flushes_f32: registers hold no f32";
  return {};
}

}  // namespace

std::uint32_t library_operands(Isd op) {
  if (op == Isd::fma) return 3;
  if ((op >= Isd::add && op <= Isd::mulhu) || (op >= Isd::sdiv && op <= Isd::rotr)) return 2;
  if (op >= Isd::bswap && op <= Isd::abs) return 1;
  if (op >= Isd::smin && op <= Isd::ushl_sat) return 2;
  if ((op >= Isd::fadd && op <= Isd::frem) || (op >= Isd::fminnum && op <= Isd::fmaximumnum)) return 2;
  if (op == Isd::fldexp || op == Isd::fcopysign) return 2;
  if (op >= Isd::fneg && op <= Isd::frcp) return 1;
  return op >= Isd::fp_trunc && op <= Isd::ui_to_fp ? 1 : 0;
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
  if (facts.fast == 0 || facts.fast > facts.widest_integer) return "fast: a width that the target can hold";
  if (std::string fault = fault_of_floats(facts); !fault.empty()) return fault;
  for (std::size_t i = 0; i < facts.packed.size(); ++i) {
    const Vt type = facts.packed[i].type;
    const std::uint32_t from = facts.packed[i].from;
    if (type.lanes() < 2) return "packed: " + to_string(type) + " is no vector of two lanes or more";
    if (from < 2 || from > type.lanes())
      return "packed: " + to_string(type) + " from " + std::to_string(from) + " lanes on";
    const Vt lane = facts.packed[i].lane;
    if (lane != vt::none && (lane.is_float() || type.element().is_float() || lane.bits() <= type.element().bits() ||
                             std::ranges::find(facts.integers, lane.bits()) == facts.integers.end()))
      return "packed: lanes of " + to_string(type) + " in " + to_string(lane) +
             ", which is no wider integer of registers";
    for (std::size_t k = 0; k < i; ++k)
      if (facts.packed[k].type.element() == type.element())
        return "packed: " + to_string(type.element()) + " in two ways";
  }
  if (1 + facts.integers.size() + facts.floats.size() + facts.packed.size() > 32) return "more than 31 types";
  return {};
}

namespace {

// Where spaces lie among generic addresses.
std::string fault_of_windows(std::span<const SpaceFacts> spaces, const TypeFacts& types) {
  const auto generic = std::ranges::find(spaces, Space::generic, &SpaceFacts::role);
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    const SpaceFacts& space = spaces[i];
    const std::string name = "spaces: " + std::string(to_string(space.role));
    if (space.casts && space.window != 0) return name + ": a window, though an instruction casts";
    const bool wide = generic != spaces.end() && generic->pointer_bits > types.integers.back();
    if (space.casts && wide && space.to_generic == ToGeneric::computed)
      return name + ": no instruction casts to a generic address that is wider than a register";
    if (space.casts) continue;
    if (space.to_generic != ToGeneric::computed) return name + ": a window is for casts that are computed";
    if (generic == spaces.end()) return name + ": a window in generic space, which there is not";
    const std::uint32_t bits = generic->pointer_bits;
    if (space.pointer_bits >= bits) return name + ": the window is all of generic space";
    const std::uint64_t bytes = std::uint64_t{1} << space.pointer_bits, last = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
    if (space.window > last - (bytes - 1)) return name + ": the window ends beyond generic space";
    for (std::size_t k = 0; k < i; ++k) {
      const SpaceFacts& other = spaces[k];
      const std::uint64_t other_bytes = std::uint64_t{1} << std::min<unsigned>(63, other.pointer_bits);
      if (!other.casts && space.window <= other.window + (other_bytes - 1) &&
          other.window <= space.window + (bytes - 1))
        return name + ": the window overlaps that of " + std::string(to_string(other.role));
    }
  }
  return {};
}

}  // namespace

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
    if (space.pointer_bits > types.widest_integer) return name + ": an address is wider than any integer";
    for (const std::uint8_t lanes : space.most_lanes)
      if (!std::has_single_bit(lanes)) return name + ": lanes of an access are a power of two";
    if (space.least_offset > 0 || space.most_offset < 0) return name + ": an access without an offset has the offset 0";
  }
  return fault_of_windows(spaces, types);
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
  if (facts.name.empty()) return "name: none";
  for (const Vt type : facts.joins.types)
    if (!facts.types.holds(type) || type.is_vector() || type.bits() % 8 != 0)
      return "joins: " + to_string(type) + " is no scalar of whole bytes that registers hold";
  if (!std::has_single_bit(facts.joins.most_bytes)) return "joins: the most bytes are no power of two";
  if (std::string fault = fault_of_actions(facts); !fault.empty()) return fault;
  if (std::string fault = fault_of_library(facts); !fault.empty()) return fault;
  return fault_of_numeric(facts);
}

}  // namespace lathe::codegen
