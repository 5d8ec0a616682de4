// What the combiner's rules share: the context they get, matchers, makers, and the list they register in.
//
// A rule is a plain function from a node to the value that stands for it. It matches first and makes nodes last, so
// that an attempt that fails changes nothing. Constants stand on the right of commutative operations (a rule sees to
// it), so the others look only there.
#pragma once

#include <bit>
#include <initializer_list>
#include <vector>

#include <lathe/combine.hpp>

#include "codegen/combine/combine.hpp"
#include "codegen/combine/legality.hpp"

namespace lathe::codegen::combining {

__extension__ using Unsigned128 = unsigned __int128;
__extension__ using Signed128 = __int128;

/// Ones in the low `bits` bits.
constexpr std::uint64_t low_mask(std::uint32_t bits) { return bits >= 64 ? ~0ULL : (1ULL << bits) - 1; }
/// The low `bits` bits as a signed number.
constexpr std::int64_t sign_extend(std::uint64_t value, std::uint32_t bits) {
  const unsigned unused = bits >= 64 ? 0 : 64 - bits;
  return static_cast<std::int64_t>(value << unused) >> unused;
}
/// Of a type of more than 64 bits, of which nothing is known nor folded here, none.
constexpr std::uint64_t sign_bit(std::uint32_t bits) { return bits <= 64 ? 1ULL << (bits - 1) : 0; }
/// True for a number whose ones are one run: 0b0011100.
constexpr bool is_shifted_mask(std::uint64_t v) {
  if (v == 0) return false;
  const std::uint64_t filled = v | (v - 1);
  return (filled & (filled + 1)) == 0;
}
constexpr bool is_low_mask(std::uint64_t v) { return v != 0 && (v & (v + 1)) == 0; }

struct Context {
  Dag& dag;
  CombineLevel level;
  const TargetFacts& facts;
  FloatModes modes{};
  KnownBitsLimits limits{};
  DemandedBitsLimits demanded{};
  KnownBitsStats bits_stats{};
  std::vector<Value> results{};  ///< of rules for nodes with several results
  /// How often `demanded-bits` may still rewrite a node: once each and some, since one operand may go down a chain of values
  /// step by step, and each of a thousand may go down a thousand.
  std::uint64_t narrowings_left = std::uint64_t{dag.live()} + 256;

  // ---- reading
  Isd op(Value v) const { return dag.op(v); }
  Isd op(NodeId n) const { return dag.op(n); }
  bool is(Value v, Isd o) const { return dag.op(v) == o; }
  Vt type(Value v) const { return dag.type(v); }
  Vt type(NodeId n) const { return dag.types(n)[0]; }
  Value operand(NodeId n, std::uint32_t i) const { return dag.operand(n, i); }
  Value operand(Value v, std::uint32_t i) const { return dag.operand(v, i); }
  std::uint64_t imm(Value v) const { return dag.payload(v.node).imm; }
  Cond cond(Value v) const { return static_cast<Cond>(imm(v)); }
  bool has_flags(NodeId n, std::uint16_t wanted) const { return (dag.flags(n) & wanted) == wanted; }
  bool has_flags(Value v, std::uint16_t wanted) const { return has_flags(v.node, wanted); }
  bool one_use(Value v) const { return dag.one_use(v); }
  /// An integer constant (or splat) of at most 64 bits.
  bool constant(Value v, std::uint64_t& c) const { return dag.is_constant(v, c); }
  bool constant_fp(Value v, std::uint64_t& bits) const { return dag.is_constant_fp(v, bits); }
  bool is_value(Value v, std::uint64_t wanted) const {
    std::uint64_t c = 0;
    return constant(v, c) && c == (wanted & low_mask(type(v).bits()));
  }
  bool is_zero(Value v) const { return is_value(v, 0); }
  bool is_ones(Value v) const { return is_value(v, ~0ULL); }
  bool is_one(Value v) const { return is_value(v, 1); }
  /// v = `o` x, c with a constant on the right.
  bool with_constant(Value v, Isd o, Value& x, std::uint64_t& c) const {
    if (!is(v, o) || !constant(operand(v, 1), c)) return false;
    x = operand(v, 0);
    return true;
  }
  /// v = not x.
  bool is_not(Value v, Value& x) const {
    if (!is(v, Isd::xor_) || !is_ones(operand(v, 1))) return false;
    x = operand(v, 0);
    return true;
  }
  /// v = 0 - x.
  bool is_negation(Value v, Value& x) const {
    if (!is(v, Isd::sub) || !is_zero(operand(v, 0))) return false;
    x = operand(v, 1);
    return true;
  }
  KnownBits64 known(Value v) { return known_bits(dag, v, limits, &bits_stats, facts.hooks, facts.numeric); }
  unsigned sign_bits(Value v) { return codegen::sign_bits(dag, v, limits, &bits_stats, facts.hooks, facts.numeric); }
  bool known_non_negative(Value v) { return (known(v).zero & sign_bit(type(v).bits())) != 0; }

  // ---- making
  Value make(Isd o, Vt t, std::initializer_list<Value> operands, std::uint16_t flags = 0) {
    return dag.get(o, t, operands, {}, flags);
  }
  Value make(Isd o, Vt t, std::initializer_list<Value> operands, const DagPayload& payload, std::uint16_t flags = 0) {
    return dag.get(o, t, operands, payload, flags);
  }
  /// The type in which a lane of t stands: another than its element's once types are legal, perhaps.
  Vt lane_type(Vt t) const { return level != CombineLevel::before_types ? facts.types.lane(t) : t.element(); }
  /// An integer; of a vector, the same in each lane.
  Value number(std::uint64_t value, Vt t) {
    if (!t.is_vector() || lane_type(t) == t.element()) return dag.constant(value, t);
    const std::vector<Value> lanes(t.lanes(), dag.constant(value & low_mask(t.bits()), lane_type(t)));
    return dag.get(Isd::build_vector, t, lanes);
  }
  Value zero(Vt t) { return number(0, t); }
  /// A constant amount for a shift of a value of type t.
  Value amount(std::uint64_t by, Vt t) {
    return dag.constant(by, level == CombineLevel::before_types ? t : t.is_vector() ? t : vt::i32);
  }
  Value shift(Isd o, Value x, std::uint64_t by, std::uint16_t flags = 0) {
    return by == 0 ? x : make(o, type(x), {x, amount(by, type(x))}, flags);
  }
  Value logic_not(Value x) { return make(Isd::xor_, type(x), {x, number(~0ULL, type(x))}); }
  Value setcc(Cond c, Value a, Value b, std::uint16_t flags = 0) { return dag.setcc(c, a, b, flags); }
  /// Fills `results`: the value to return from a rule of a node with several results.
  Value give(std::initializer_list<Value> values) {
    results.assign(values);
    for (const Value v : values)
      if (v) return v;
    return {};
  }

  // ---- what may be made at this level
  bool type_ok(Vt t) const { return level == CombineLevel::before_types || type_is_legal(t, facts); }
  bool op_ok(Isd o, Vt t) const {
    return type_ok(t) && (level != CombineLevel::after_operations || operation_is_legal(o, t, facts));
  }
  /// Is it an instruction of the target's? For what is only worth making then, at any level.
  bool native(Isd o, Vt t) const { return operation_is_legal(o, t, facts); }
  /// Fields and permuted bytes: an instruction, and known what it does with any operands.
  bool has_fields(Isd o, Vt t) const {
    return native(o, t) && facts.numeric.fields != NumericTraits::Fields::undefined;
  }
  bool permutes_bytes() const {
    return facts.numeric.permute == NumericTraits::Permute::nibbles && native(Isd::prmt, vt::i32);
  }
  /// Of an integer of at most 64 bits for which half the width is less work: an integer of that. Of others vt::none.
  Vt fast_half(Vt t) const {
    const std::uint32_t bits = facts.types.facts().fast;
    return t.is_scalar() && t.is_integer() && t.bits() == 2 * bits && bits <= 32 ? t.with_bits(bits) : vt::none;
  }
  /// A scalar integer of at most 64 bits that is computed with in its own width: held, or made of limbs.
  bool is_word(Vt t) const {
    if (!t.is_scalar() || !t.is_integer() || t.bits() < 2 || t.bits() > 64) return false;
    return facts.types.holds(t) || facts.types.rule(t).action == TypeAction::expand;
  }
  /// A conversion between floating-point types: what is native depends on both.
  bool conversion_ok(Vt from, Vt to) const {
    return type_ok(to) && (level != CombineLevel::after_operations || conversion_is_legal(from, to, facts));
  }
};

using RuleFunction = Value (*)(Context&, NodeId);

/// Levels at which a rule runs.
enum Levels : unsigned { at_types = 1, at_operations = 2, at_end = 4, always = 7, once_legal = at_operations | at_end };

class RuleList {
 public:
  explicit RuleList(CombineLevel level) : level_(1U << static_cast<unsigned>(level)) {}
  void add(std::string_view name, RuleFunction apply, std::initializer_list<Isd> ops, unsigned levels = always) {
    if ((levels & level_) == 0) return;
    for (const Isd op : ops) rules.push_back({name, op, apply});
  }
  std::vector<dag::Rule<Context, Isd>> rules;

 private:
  unsigned level_;
};

void add_fold_rules(RuleList& list);
void add_arith_rules(RuleList& list);
void add_division_rules(RuleList& list);
void add_bits_rules(RuleList& list);
void add_shift_rules(RuleList& list);
void add_byte_rules(RuleList& list);
void add_compare_rules(RuleList& list);
void add_select_rules(RuleList& list);
void add_float_rules(RuleList& list);
void add_convert_rules(RuleList& list);
void add_memory_rules(RuleList& list);
void add_vector_rules(RuleList& list);
void add_multiply_rules(RuleList& list);
void add_demanded_rules(RuleList& list);
void add_wide_rules(RuleList& list);
void add_idiom_rules(RuleList& list);

/// True when the value cannot be poison or undefined: registers and machine instructions give some bits, and
/// operations on such values too unless their flags or amounts say otherwise. Looks four levels down.
bool never_poison(const Dag& dag, Value v, unsigned depth = 0);
/// v, frozen unless it cannot be poison.
inline Value frozen(Context& c, Value v) { return never_poison(c.dag, v) ? v : c.make(Isd::freeze, c.type(v), {v}); }

/// The condition of a setcc whose result is negated; for conditions on floats too.
inline Value inverted_setcc(Context& c, Value setcc) {
  return c.setcc(inverse(c.cond(setcc)), c.operand(setcc, 0), c.operand(setcc, 1), c.dag.flags(setcc.node));
}

}  // namespace lathe::codegen::combining
