// The interpreter of dag_eval.hpp: registers, memory, vectors, and the walk over a block.
#include "support/dag_eval_detail.hpp"

namespace lathe::nvptx::test {

using namespace detail;

double float_value(const Big& bits, Vt type) {
  const FloatShape s = shape(type);
  const auto raw = static_cast<std::uint64_t>(bits);
  const std::uint64_t mantissa = raw & ((1ULL << s.mantissa) - 1);
  const auto exponent = static_cast<int>((raw >> s.mantissa) & ((1ULL << s.exponent) - 1));
  const double sign = (raw >> (s.mantissa + s.exponent)) & 1 ? -1.0 : 1.0;
  const int bias = (1 << (s.exponent - 1)) - 1;
  if (exponent == (1 << s.exponent) - 1)
    return mantissa != 0 ? std::copysign(canonical_nan(), sign) : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(static_cast<double>(mantissa), 1 - bias - s.mantissa);
  return sign * std::ldexp(static_cast<double>(mantissa | (1ULL << s.mantissa)), exponent - bias - s.mantissa);
}

Big float_bits(double value, Vt type) {
  const FloatShape s = shape(type);
  const int bias = (1 << (s.exponent - 1)) - 1, top = (1 << s.exponent) - 1;
  const std::uint64_t sign = std::signbit(value) ? 1ULL << (s.mantissa + s.exponent) : 0;
  const std::uint64_t infinity = static_cast<std::uint64_t>(top) << s.mantissa;
  if (std::isnan(value)) return sign | infinity | (1ULL << (s.mantissa - 1));
  if (std::isinf(value)) return sign | infinity;
  value = std::fabs(value);
  if (value == 0) return sign;
  int exponent = 0;
  std::frexp(value, &exponent);  // value = f * 2^exponent, f in [0.5, 1)
  const int unit = std::max(exponent - 1, 1 - bias) - s.mantissa;
  const double scaled = std::nearbyint(std::ldexp(value, -unit));  // to nearest even
  auto mantissa = static_cast<std::uint64_t>(scaled);
  int field = unit + s.mantissa + bias;
  if (mantissa >> (s.mantissa + 1)) mantissa >>= 1, ++field;
  if (!(mantissa >> s.mantissa)) field = 0;
  if (field >= top) return sign | infinity;
  return sign | (static_cast<std::uint64_t>(field) << s.mantissa) | (mantissa & ((1ULL << s.mantissa) - 1));
}

bool same(const Lanes& a, const Lanes& b) {
  if (a.type != b.type) return false;
  for (std::size_t i = 0; i < a.lane.size(); ++i) {
    if (a.lane[i] == b.lane[i]) continue;
    if (!a.type.is_float() || !std::isnan(float_value(a.lane[i], a.type)) ||
        !std::isnan(float_value(b.lane[i], b.type)))
      return false;
  }
  return true;
}

std::string to_string(const Lanes& v) {
  std::string out = lathe::nvptx::to_string(v.type) + " {";
  for (const Big& x : v.lane) out += " 0x" + x.str(0, std::ios_base::hex);
  return out + " }";
}

namespace {

// Reads one value of `type` from registers, advancing `at`.
std::vector<Big> take(Vt type, std::uint32_t& at, const std::map<std::uint32_t, Big>& registers, const ValueTypes& f) {
  const TypeRule rule = f.rule(type);
  std::vector<Big> out;
  switch (rule.action) {
    case TypeAction::legal: {
      const auto found = registers.find(at++);
      const Big bits = found == registers.end() ? Big(0) : found->second;
      for (std::uint32_t i = 0; i < std::max(1U, type.lanes()); ++i)
        out.push_back(cut(bits >> (i * type.bits()), type.bits()));
      return out;
    }
    case TypeAction::promote:
    case TypeAction::soften:
      return {cut(take(rule.to, at, registers, f)[0], type.bits())};
    case TypeAction::expand: {
      const Big low = take(rule.to, at, registers, f)[0];
      return {low | take(rule.to, at, registers, f)[0] << rule.to.bits()};
    }
    case TypeAction::split:
      for (std::uint32_t i = 0; i < type.lanes(); i += rule.to.lanes())
        for (const Big& x : take(rule.to, at, registers, f)) out.push_back(x);
      out.resize(type.lanes());
      return out;
    case TypeAction::scalarize:
      for (std::uint32_t i = 0; i < type.lanes(); ++i) out.push_back(take(rule.to, at, registers, f)[0]);
      return out;
    case TypeAction::refuse:
      break;
  }
  return {Big(0)};
}

void give(Vt type, std::vector<Big> v, std::uint32_t& at, std::map<std::uint32_t, Big>& registers, const ValueTypes& f,
          std::uint64_t key) {
  const TypeRule rule = f.rule(type);
  switch (rule.action) {
    case TypeAction::legal: {
      Big bits = 0;
      for (std::size_t i = 0; i < v.size(); ++i) bits |= v[i] << static_cast<unsigned>(i * type.bits());
      registers[at++] = bits;
      return;
    }
    case TypeAction::promote:
    case TypeAction::soften:
      give(rule.to, {v[0] | cut(garbage(rule.to.bits(), key) >> type.bits() << type.bits(), rule.to.bits())}, at,
           registers, f, key);
      return;
    case TypeAction::expand:
      give(rule.to, {cut(v[0], rule.to.bits())}, at, registers, f, key);
      give(rule.to, {Big(v[0] >> rule.to.bits())}, at, registers, f, key);
      return;
    case TypeAction::split:
      while (v.size() % rule.to.lanes() != 0) v.push_back(garbage(type.bits(), key + v.size()));
      for (std::size_t i = 0; i < v.size(); i += rule.to.lanes())
        give(rule.to,
             {v.begin() + static_cast<std::ptrdiff_t>(i), v.begin() + static_cast<std::ptrdiff_t>(i + rule.to.lanes())},
             at, registers, f, key);
      return;
    case TypeAction::scalarize:
      for (const Big& x : v) give(rule.to, {x}, at, registers, f, key);
      return;
    case TypeAction::refuse:
      return;
  }
}

}  // namespace

namespace detail {

bool Evaluator::lanewise() {
  const Isd op = dag_.op(id_);
  const std::uint32_t count = std::max(1U, type().lanes());
  std::vector<std::vector<Big>> results(dag_.result_count(id_));
  for (std::uint32_t l = 0; l < count; ++l) {
    std::vector<Big> r(1);
    if (op == Isd::setcc)
      r[0] = compare(static_cast<Cond>(imm()), in(0).type.element(), at(0, l), at(1, l)) ? 1 : 0;
    else if (op == Isd::select)
      r[0] = at(0, l) != 0 ? at(1, l) : at(2, l);
    else if (op >= Isd::trunc && op < Isd::bitcast && op != Isd::sext_inreg) {
      if (!convert(l, r[0])) return false;
    } else if (op == Isd::is_fpclass) {
      if (!convert(l, r[0])) return false;
    } else if (type().is_float()) {
      if (!floating(l, r[0])) return false;
    } else if (!integer(l, r))
      return false;
    for (std::size_t k = 0; k < results.size(); ++k) results[k].push_back(r[k]);
  }
  for (std::uint32_t k = 0; k < results.size(); ++k) put(std::move(results[k]), k);
  return true;
}

bool Evaluator::structure() {
  const Isd op = dag_.op(id_);
  switch (op) {
    case Isd::build_vector: {
      std::vector<Big> lanes;
      for (std::uint32_t i = 0; i < dag_.operand_count(id_); ++i) lanes.push_back(cut(in(i).lane[0], type().bits()));
      return put(std::move(lanes));
    }
    case Isd::extract_element: {
      const Big index = in(1).lane[0];
      const std::uint32_t n = type().bits();
      if (index >= in(0).lane.size()) return put({any(n)});
      const Big e = in(0).lane[static_cast<std::size_t>(index)];
      return put({e | cut(any(n) << in(0).type.bits(), n)});
    }
    case Isd::insert_element: {
      std::vector<Big> lanes = in(0).lane;
      const Big index = in(2).lane[0];
      if (index < lanes.size()) lanes[static_cast<std::size_t>(index)] = cut(in(1).lane[0], type().bits());
      return put(std::move(lanes));
    }
    case Isd::shuffle: {
      std::vector<Big> lanes;
      const std::size_t n = in(0).lane.size();
      for (const std::int32_t m : dag_.masks[aux()]) {
        const auto k = static_cast<std::size_t>(m);
        lanes.push_back(m < 0 ? any(type().bits(), lanes.size()) : k < n ? in(0).lane[k] : in(1).lane[k - n]);
      }
      return put(std::move(lanes));
    }
    case Isd::concat_vectors: {
      std::vector<Big> lanes;
      for (std::uint32_t i = 0; i < dag_.operand_count(id_); ++i)
        lanes.insert(lanes.end(), in(i).lane.begin(), in(i).lane.end());
      return put(std::move(lanes));
    }
    case Isd::extract_subvector: {
      std::vector<Big> lanes;
      for (std::uint32_t i = 0; i < type().lanes(); ++i) lanes.push_back(in(0).lane.at(imm() + i));
      return put(std::move(lanes));
    }
    case Isd::reduce: {
      const auto inner = static_cast<Isd>(imm());
      const Lanes& v = in(0);
      const bool ordered = dag_.operand_count(id_) == 2;
      Big r = ordered ? in(1).lane[0] : v.lane[0];
      for (std::size_t i = ordered ? 0 : 1; i < v.lane.size(); ++i) {
        Big next;
        const Vt e = v.type.element();
        if (!(e.is_float() ? fbinary(inner, e, r, v.lane[i], next) : binary(inner, e, r, v.lane[i], next)))
          return false;
        r = next;
      }
      return put({r});
    }
    case Isd::bitcast:
      return put(unpacked(packed(in(0)), type()));
    case Isd::add_limbs:
    case Isd::sub_limbs: {
      const std::uint32_t n = dag_.result_count(id_), w = type().bits();
      Big a = 0, b = 0;
      for (std::uint32_t i = 0; i < n; ++i) a |= in(i).lane[0] << (i * w), b |= in(n + i).lane[0] << (i * w);
      const Big r = cut(op == Isd::add_limbs ? Big(a + b) : Big(a - b), n * w);
      for (std::uint32_t i = 0; i < n; ++i) put({cut(r >> (i * w), w)}, i);
      return true;
    }
    default:
      return false;
  }
}

bool Evaluator::memory() {
  const Isd op = dag_.op(id_);
  const MemInfo& m = dag_.mem(id_);
  const bool load = op == Isd::load || op == Isd::load_vec;
  const std::uint64_t address = static_cast<std::uint64_t>(in(op == Isd::store ? 2 : 1).lane[0]) + window(m.space);
  if (m.align != 0 && address % m.align != 0) return error_ = "an access is not aligned", false;
  switch (op) {
    case Isd::load: {
      const std::vector<Big> raw = unpacked(load_bits(address, m.type.total_bits()), m.type);
      std::vector<Big> lanes;
      const std::uint32_t n = type().bits();
      for (const Big& x : raw) {
        if (type() == m.type)
          lanes.push_back(x);
        else if (type().is_float())
          lanes.push_back(float_bits(float_value(x, m.type), type()));
        else if (m.extend == Extend::zero)
          lanes.push_back(x);
        else if (m.extend == Extend::sign)
          lanes.push_back(cut(as_signed(x, m.type.bits()), n));
        else
          lanes.push_back(x | cut(any(n) << m.type.bits(), n));
      }
      return put(std::move(lanes)), put({0}, 1);
    }
    case Isd::store: {
      Lanes v = in(1);
      if (v.type != m.type) {
        for (Big& x : v.lane)
          x = v.type.is_float() ? float_bits(float_value(x, v.type), m.type) : cut(x, m.type.bits());
        v.type = m.type;
      }
      store_bits(address, packed(v), m.type.store_bytes() * 8);
      return put({0});
    }
    case Isd::load_vec:
    case Isd::store_vec: {
      const std::uint32_t bytes = m.type.store_bytes(), count = m.lanes;
      const std::uint32_t have = load ? dag_.result_count(id_) - 1 : dag_.operand_count(id_) - 2;
      if (have != count || m.align < bytes * count) return error_ = "a vector access is malformed", false;
      for (std::uint32_t i = 0; i < count; ++i) {
        if (load)
          put(unpacked(load_bits(address + i * bytes, m.type.total_bits()), type(i)), i);
        else
          store_bits(address + i * bytes, cut(packed(in(2 + i)), m.type.total_bits()), bytes * 8);
      }
      return put({0}, load ? count : 0);
    }
    case Isd::atomic_rmw:
    case Isd::atomic_cmpxchg:
      return atomic(address);
    default:
      return false;
  }
}

bool Evaluator::atomic(std::uint64_t address) {
  const std::uint32_t bits = type().bits();
  const Big old = load_bits(address, bits), given = in(2).lane[0];
  if (dag_.op(id_) == Isd::atomic_cmpxchg) {
    if (old == given) store_bits(address, in(3).lane[0], bits);
  } else {
    const auto op = static_cast<RmwOp>(imm());
    if (op != RmwOp::add && op != RmwOp::xchg) return false;
    store_bits(address, op == RmwOp::add ? cut(old + given, bits) : given, bits);
  }
  return put({old}), put({0}, 1);
}

bool Evaluator::node() {
  const Isd op = dag_.op(id_);
  switch (op) {
    case Isd::entry:
    case Isd::token_factor:
    case Isd::br:
    case Isd::fence:
    case Isd::ret:
    case Isd::exit:
    case Isd::trap:
    case Isd::unreachable:
      return put({0});
    case Isd::br_cond:
      state_.branches.push_back(in(1).lane[0] != 0);
      return put({0});
    case Isd::constant:
    case Isd::constant_fp:
      return put({Big(imm())});
    case Isd::wide_constant: {
      Big x = 0;
      const auto& limbs = dag_.wide_constants[aux()];
      for (std::size_t i = 0; i < limbs.size(); ++i) x |= Big(limbs[i]) << static_cast<unsigned>(64 * i);
      return put({cut(x, type().bits())});
    }
    case Isd::undef: {
      std::vector<Big> lanes;
      for (std::uint32_t i = 0; i < std::max(1U, type().lanes()); ++i) lanes.push_back(any(type().bits(), i));
      return put(std::move(lanes));
    }
    case Isd::global_address:
      return put_object(symbol_address(0));
    case Isd::frame_index:
      return put_object(frame_base);
    case Isd::param_address:
      return put_object(0x600000000000ULL);
    case Isd::addrspace_cast:
      if (state_.spaces == nullptr) return false;
      return put_address(static_cast<std::uint64_t>(in(0).lane[0]) + window(static_cast<Space>(imm())) -
                         window(static_cast<Space>(aux())));
    case Isd::copy_from_reg: {
      std::vector<Vt> parts;
      if (!types_.parts(type(), parts)) return false;
      for (std::uint32_t i = 0; i < parts.size(); ++i)
        if (!state_.registers.contains(aux() + i))
          state_.registers[aux() + i] = garbage(parts[i].total_bits(), state_.seed * 31 + aux() + i);
      out() = read_registers(type(), aux(), state_.registers, types_.facts());
      return true;
    }
    case Isd::copy_to_reg: {
      std::uint32_t at = aux();
      const Lanes& v = in(1);
      give(v.type, v.lane, at, state_.out_registers, types_, state_.seed + id_);
      return put({0});
    }
    case Isd::load:
    case Isd::load_vec:
    case Isd::store:
    case Isd::store_vec:
    case Isd::atomic_rmw:
    case Isd::atomic_cmpxchg:
      return memory();
    case Isd::build_vector:
    case Isd::extract_element:
    case Isd::insert_element:
    case Isd::shuffle:
    case Isd::concat_vectors:
    case Isd::extract_subvector:
    case Isd::reduce:
    case Isd::bitcast:
    case Isd::add_limbs:
    case Isd::sub_limbs:
      return structure();
    case Isd::call:
    case Isd::inline_asm:
    case Isd::target:
    case Isd::target_chain:
    case Isd::dyn_alloca:
    case Isd::stack_save:
    case Isd::stack_restore:
      return false;
    default:
      return lanewise();
  }
}

}  // namespace detail

Lanes read_registers(Vt type, std::uint32_t first, const std::map<std::uint32_t, Big>& registers,
                     const TypeFacts& types) {
  std::uint32_t at = first;
  return {type, take(type, at, registers, ValueTypes(types))};
}
Lanes read_registers(Vt type, std::uint32_t first, const std::map<std::uint32_t, Big>& registers,
                     const Features& features) {
  return read_registers(type, first, registers, type_facts(features));
}

void write_registers(const Lanes& value, std::uint32_t first, std::map<std::uint32_t, Big>& registers,
                     const TypeFacts& types, std::uint64_t key) {
  std::uint32_t at = first;
  give(value.type, value.lane, at, registers, ValueTypes(types), key);
}
void write_registers(const Lanes& value, std::uint32_t first, std::map<std::uint32_t, Big>& registers,
                     const Features& features, std::uint64_t key) {
  write_registers(value, first, registers, type_facts(features), key);
}

bool evaluate(const Dag& dag, const TypeFacts& types, EvalState& state, std::string& error) {
  return Evaluator(dag, types, state, error).run();
}
bool evaluate(const Dag& dag, const Features& features, EvalState& state, std::string& error) {
  return evaluate(dag, type_facts(features), state, error);
}

}  // namespace lathe::nvptx::test
