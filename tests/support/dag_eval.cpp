// See dag_eval.hpp.
#include "support/dag_eval.hpp"

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

#include "nvptx/legalize/type_rules.hpp"

namespace lathe::nvptx::test {
namespace {

std::uint64_t scramble(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

Big ones(std::uint32_t bits) { return (Big(1) << bits) - 1; }
Big cut(const Big& x, std::uint32_t bits) {
  const Big m = Big(1) << bits;
  Big r = x % m;
  if (r < 0) r += m;
  return r;
}
Big as_signed(const Big& x, std::uint32_t bits) { return bit_test(x, bits - 1) ? Big(x - (Big(1) << bits)) : x; }
bool negative(const Big& x, std::uint32_t bits) { return bit_test(x, bits - 1); }

Big garbage(std::uint32_t bits, std::uint64_t key) {
  Big out = 0;
  for (std::uint32_t i = 0; i * 64 < bits; ++i) out |= Big(scramble(key * 1315423911ULL + i)) << (i * 64);
  return cut(out, bits);
}

struct FloatShape {
  int exponent, mantissa;
};
FloatShape shape(Vt type) {
  if (type.kind() == VtKind::bfloat) return {8, 7};
  if (type.bits() == 16) return {5, 10};
  return type.bits() == 32 ? FloatShape{8, 23} : FloatShape{11, 52};
}

double canonical_nan() { return std::numeric_limits<double>::quiet_NaN(); }

}  // namespace

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
std::vector<Big> take(Vt type, std::uint32_t& at, const std::map<std::uint32_t, Big>& registers, const Features& f) {
  const TypeRule rule = type_rule(type, f);
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

void give(Vt type, std::vector<Big> v, std::uint32_t& at, std::map<std::uint32_t, Big>& registers, const Features& f,
          std::uint64_t key) {
  const TypeRule rule = type_rule(type, f);
  switch (rule.action) {
    case TypeAction::legal: {
      Big bits = 0;
      for (std::size_t i = 0; i < v.size(); ++i) bits |= v[i] << static_cast<unsigned>(i * type.bits());
      registers[at++] = bits;
      return;
    }
    case TypeAction::promote:
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

class Evaluator {
 public:
  Evaluator(const Dag& dag, const Features& features, EvalState& state, std::string& error)
      : dag_(dag), features_(features), state_(state), error_(error) {}

  bool run() {
    std::vector<NodeId> order;
    dag_.topological_order(order);
    first_.assign(dag_.size(), 0);
    for (const NodeId id : order) {
      first_[id] = values_.size();
      values_.resize(values_.size() + dag_.result_count(id));
      id_ = id;
      if (!node()) {
        if (error_.empty()) error_ = "cannot evaluate " + std::string(lathe::nvptx::to_string(dag_.op(id)));
        return false;
      }
    }
    return true;
  }

 private:
  const Lanes& value(Value v) const { return values_[first_[v.node] + v.result]; }
  const Lanes& in(std::uint32_t i) const { return value(dag_.operand(id_, i)); }
  Vt type(std::uint32_t result = 0) const { return dag_.types(id_)[result]; }
  Lanes& out(std::uint32_t result = 0) { return values_[first_[id_] + result]; }
  std::uint64_t imm() const { return dag_.payload(id_).imm; }
  std::uint32_t aux() const { return dag_.payload(id_).aux; }
  Big any(std::uint32_t bits, std::uint64_t salt = 0) const {
    return garbage(bits, scramble(state_.seed * 7919 + id_) + salt * 977);
  }
  bool put(std::vector<Big> lanes, std::uint32_t result = 0) {
    out(result) = {type(result), std::move(lanes)};
    return true;
  }
  static Big packed(const Lanes& v) {
    Big bits = 0;
    for (std::size_t i = 0; i < v.lane.size(); ++i) bits |= v.lane[i] << static_cast<unsigned>(i * v.type.bits());
    return bits;
  }
  static std::vector<Big> unpacked(const Big& bits, Vt type) {
    std::vector<Big> lanes;
    for (std::uint32_t i = 0; i < std::max(1U, type.lanes()); ++i)
      lanes.push_back(cut(bits >> (i * type.bits()), type.bits()));
    return lanes;
  }

  bool node();
  bool lanewise();
  bool structure();
  bool memory();
  bool integer(std::uint32_t lane, std::vector<Big>& results);
  bool floating(std::uint32_t lane, Big& result);
  bool convert(std::uint32_t lane, Big& result);
  bool binary(Isd op, Vt t, const Big& a, const Big& b, Big& r);
  bool fbinary(Isd op, Vt t, const Big& a, const Big& b, Big& r);
  Big at(std::uint32_t operand, std::uint32_t lane) const {
    const Lanes& v = in(operand);
    return v.type.is_vector() ? v.lane[lane] : v.lane[0];
  }

  std::uint8_t load_byte(std::uint64_t address) {
    if (address < frame_base) state_.read.insert(address);
    const auto found = state_.memory.find(address);
    if (found != state_.memory.end()) return found->second;
    const auto byte = static_cast<std::uint8_t>(scramble(address * 31 + 5));
    return state_.memory[address] = byte;
  }
  void store_byte(std::uint64_t address, std::uint8_t byte) {
    if (address < frame_base) state_.written.insert(address);
    state_.memory[address] = byte;
  }
  Big load_bits(std::uint64_t address, std::uint32_t bits) {
    Big r = 0;
    for (std::uint32_t i = 0; i * 8 < bits; ++i) r |= Big(load_byte(address + i)) << (i * 8);
    return cut(r, bits);
  }
  void store_bits(std::uint64_t address, const Big& v, std::uint32_t bits) {
    for (std::uint32_t i = 0; i * 8 < bits; ++i)
      store_byte(address + i, static_cast<std::uint8_t>((v >> (i * 8)) & 255));
  }

  const Dag& dag_;
  const Features& features_;
  EvalState& state_;
  std::string& error_;
  NodeId id_ = 0;
  std::vector<std::size_t> first_;
  std::vector<Lanes> values_;
};

double round_away(double x) { return std::round(x); }

bool compare(Cond cond, Vt t, const Big& a, const Big& b) {
  const auto bits = static_cast<unsigned>(cond);
  if (!is_integer(cond)) {
    const double x = float_value(a, t), y = float_value(b, t);
    const unsigned relation = std::isnan(x) || std::isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
    return (bits & relation) != 0;
  }
  const bool is_unsigned = (bits & 32) != 0;
  const Big x = is_unsigned ? a : as_signed(a, t.bits()), y = is_unsigned ? b : as_signed(b, t.bits());
  return (bits & (x == y ? 1U : x > y ? 2U : 4U)) != 0;
}

bool Evaluator::binary(Isd op, Vt t, const Big& a, const Big& b, Big& r) {
  const std::uint32_t n = t.bits();
  const Big sa = as_signed(a, n), sb = as_signed(b, n);
  const Big low = -(Big(1) << (n - 1)), high = (Big(1) << (n - 1)) - 1;
  const auto clamp = [&](const Big& x) { return x < low ? low : x > high ? high : x; };
  switch (op) {
    case Isd::add:
      r = a + b;
      break;
    case Isd::sub:
      r = a - b;
      break;
    case Isd::mul:
      r = a * b;
      break;
    case Isd::mulhu:
      r = (a * b) >> n;
      break;
    case Isd::mulhs:
      r = cut(sa * sb, 2 * n) >> n;
      break;
    case Isd::and_:
      r = a & b;
      break;
    case Isd::or_:
      r = a | b;
      break;
    case Isd::xor_:
      r = a ^ b;
      break;
    case Isd::sdiv:
    case Isd::srem:
    case Isd::udiv:
    case Isd::urem:
      if (b == 0)
        r = any(n);
      else if (op == Isd::udiv)
        r = a / b;
      else if (op == Isd::urem)
        r = a % b;
      else if (sa == low && sb == -1)
        r = any(n);
      else
        r = op == Isd::sdiv ? Big(sa / sb) : Big(sa % sb);
      break;
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
    case Isd::sshl_sat:
    case Isd::ushl_sat: {
      if (b >= n) {
        r = any(n);
        break;
      }
      const auto s = static_cast<unsigned>(b);
      if (op == Isd::shl)
        r = a << s;
      else if (op == Isd::srl)
        r = a >> s;
      else if (op == Isd::sra)
        r = cut((a | (negative(a, n) ? Big(ones(n) << n) : Big(0))) >> s, n);
      else if (op == Isd::sshl_sat)
        r = clamp(sa * (Big(1) << s));
      else
        r = (a << s) > ones(n) ? ones(n) : Big(a << s);
      break;
    }
    case Isd::smin:
      r = sa < sb ? a : b;
      break;
    case Isd::smax:
      r = sa > sb ? a : b;
      break;
    case Isd::umin:
      r = a < b ? a : b;
      break;
    case Isd::umax:
      r = a > b ? a : b;
      break;
    case Isd::sadd_sat:
      r = clamp(sa + sb);
      break;
    case Isd::ssub_sat:
      r = clamp(sa - sb);
      break;
    case Isd::uadd_sat:
      r = a + b > ones(n) ? ones(n) : Big(a + b);
      break;
    case Isd::usub_sat:
      r = a > b ? Big(a - b) : Big(0);
      break;
    default:
      return false;
  }
  r = cut(r, n);
  return true;
}

bool Evaluator::fbinary(Isd op, Vt t, const Big& a, const Big& b, Big& r) {
  const double x = float_value(a, t), y = float_value(b, t);
  const bool f32 = t.bits() == 32;
  double z = 0;
  switch (op) {
    case Isd::fadd:
      z = f32 ? static_cast<float>(x) + static_cast<float>(y) : x + y;
      break;
    case Isd::fsub:
      z = f32 ? static_cast<float>(x) - static_cast<float>(y) : x - y;
      break;
    case Isd::fmul:
      z = f32 ? static_cast<float>(x) * static_cast<float>(y) : x * y;
      break;
    case Isd::fdiv:
      z = f32 ? static_cast<float>(x) / static_cast<float>(y) : x / y;
      break;
    case Isd::frem:
      z = std::fmod(x, y);
      break;
    case Isd::fminnum:
    case Isd::fminimumnum:
    case Isd::fmaxnum:
    case Isd::fmaximumnum:
    case Isd::fminimum:
    case Isd::fmaximum: {
      const bool min = op == Isd::fminnum || op == Isd::fminimumnum || op == Isd::fminimum;
      const bool propagate = op == Isd::fminimum || op == Isd::fmaximum;
      if (std::isnan(x) || std::isnan(y))
        z = propagate || (std::isnan(x) && std::isnan(y)) ? canonical_nan() : std::isnan(x) ? y : x;
      else if (x == y)
        z = min ? (std::signbit(x) ? x : y) : (std::signbit(x) ? y : x);
      else
        z = min ? std::min(x, y) : std::max(x, y);
      break;
    }
    case Isd::fcopysign:
      z = std::copysign(x, y);
      break;
    default:
      return false;
  }
  r = float_bits(z, t);
  return true;
}

bool Evaluator::integer(std::uint32_t lane, std::vector<Big>& results) {
  const Isd op = dag_.op(id_);
  const Vt t = type().element();
  const std::uint32_t n = t.bits();
  const Big a = at(0, lane), b = dag_.operand_count(id_) > 1 ? at(1, lane) : Big(0);
  Big r = 0;
  switch (op) {
    case Isd::freeze:
      r = a;
      break;
    case Isd::mad:
      r = a * b + at(2, lane);
      break;
    case Isd::mul_wide_s:
    case Isd::mad_wide_s:
      r = as_signed(a, n / 2) * as_signed(b, n / 2) + (op == Isd::mad_wide_s ? at(2, lane) : Big(0));
      break;
    case Isd::mul_wide_u:
    case Isd::mad_wide_u:
      r = a * b + (op == Isd::mad_wide_u ? at(2, lane) : Big(0));
      break;
    case Isd::rotl:
    case Isd::rotr:
    case Isd::fshl:
    case Isd::fshr: {
      const bool funnel = op == Isd::fshl || op == Isd::fshr;
      const Big second = funnel ? b : a;
      const auto s = static_cast<unsigned>((funnel ? at(2, lane) : b) % n);
      const Big both = (a << n) | second;
      r = op == Isd::rotl || op == Isd::fshl ? Big((both << s) >> n) : Big(both >> s);
      break;
    }
    case Isd::bswap:
      for (std::uint32_t i = 0; i < n / 8; ++i) r |= ((a >> (i * 8)) & 255) << (n - 8 - i * 8);
      break;
    case Isd::bitreverse:
      for (std::uint32_t i = 0; i < n; ++i)
        if (bit_test(a, i)) bit_set(r, n - 1 - i);
      break;
    case Isd::ctpop:
      for (std::uint32_t i = 0; i < n; ++i) r += bit_test(a, i) ? 1 : 0;
      break;
    case Isd::ctlz:
    case Isd::cttz:
      if (a == 0)
        r = imm() != 0 ? any(n) : Big(n);
      else
        r = op == Isd::ctlz ? Big(n - 1 - msb(a)) : Big(lsb(a));
      break;
    case Isd::abs:
      r = negative(a, n) ? Big(-as_signed(a, n)) : a;
      break;
    case Isd::sext_inreg:
      r = as_signed(cut(a, static_cast<std::uint32_t>(imm())), static_cast<std::uint32_t>(imm()));
      break;
    case Isd::sadd_o:
    case Isd::ssub_o:
    case Isd::smul_o: {
      const Big x = as_signed(a, n), y = as_signed(b, n);
      const Big full = op == Isd::sadd_o ? Big(x + y) : op == Isd::ssub_o ? Big(x - y) : Big(x * y);
      r = cut(full, n);
      results = {r, as_signed(r, n) != full ? 1 : 0};
      return true;
    }
    case Isd::uadd_o:
    case Isd::usub_o:
    case Isd::umul_o: {
      const Big full = op == Isd::uadd_o ? Big(a + b) : op == Isd::usub_o ? Big(a - b) : Big(a * b);
      r = cut(full, n);
      results = {r, r != full ? 1 : 0};
      return true;
    }
    case Isd::bfe_u:
    case Isd::bfe_s: {
      const auto start = static_cast<unsigned>(b & 255), length = static_cast<unsigned>(at(2, lane) & 255);
      const Big wide = op == Isd::bfe_s ? Big(as_signed(a, n)) : a;
      const Big moved = cut(wide, 1024) >> start;
      if (length == 0)
        r = 0;
      else if (length >= n)
        r = moved;
      else
        r = op == Isd::bfe_s ? as_signed(cut(moved, length), length) : cut(moved, length);
      break;
    }
    case Isd::bfi: {
      const auto start = static_cast<unsigned>(at(2, lane) & 255), length = static_cast<unsigned>(at(3, lane) & 255);
      const Big m = cut(ones(length) << start, n);
      r = (b & (ones(n) ^ m)) | ((a << start) & m);
      break;
    }
    case Isd::prmt: {
      const Big both = a | b << 32;
      const auto selector = static_cast<std::uint64_t>(at(2, lane));
      for (unsigned i = 0; i < 4; ++i) {
        const unsigned s = (selector >> (4 * i)) & 15;
        Big byte = (both >> ((s & 7) * 8)) & 255;
        if (s & 8) byte = bit_test(byte, 7) ? 255 : 0;
        r |= byte << (8 * i);
      }
      break;
    }
    case Isd::lop3:
      for (std::uint32_t i = 0; i < n; ++i) {
        const unsigned index = (bit_test(a, i) ? 4 : 0) | (bit_test(b, i) ? 2 : 0) | (bit_test(at(2, lane), i) ? 1 : 0);
        if ((imm() >> index) & 1) bit_set(r, i);
      }
      break;
    case Isd::build_pair:
      r = a | b << (n / 2);
      break;
    case Isd::extract_limb:
      r = a >> static_cast<unsigned>(imm() * n);
      break;
    default:
      if (!binary(op, t, a, b, r)) return false;
  }
  results = {cut(r, n)};
  return true;
}

bool Evaluator::floating(std::uint32_t lane, Big& result) {
  const Isd op = dag_.op(id_);
  const Vt t = type().element();
  const Big a = at(0, lane);
  const double x = float_value(a, t);
  double z = 0;
  switch (op) {
    case Isd::freeze:
      result = a;
      return true;
    case Isd::fneg:
      result = a ^ (Big(1) << (t.bits() - 1));
      return true;
    case Isd::fabs:
      result = a & ones(t.bits() - 1);
      return true;
    case Isd::fcopysign: {
      const Lanes& sign = in(1);
      const Big s = at(1, lane);
      result = (a & ones(t.bits() - 1)) | (negative(s, sign.type.bits()) ? Big(Big(1) << (t.bits() - 1)) : Big(0));
      return true;
    }
    case Isd::fma: {
      const double y = float_value(at(1, lane), t), w = float_value(at(2, lane), t);
      z = t.bits() == 32 ? std::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(w))
                         : std::fma(x, y, w);
      break;
    }
    case Isd::fsqrt:
      z = t.bits() == 32 ? std::sqrt(static_cast<float>(x)) : std::sqrt(x);
      break;
    case Isd::ffloor:
      z = std::floor(x);
      break;
    case Isd::fceil:
      z = std::ceil(x);
      break;
    case Isd::ftrunc:
      z = std::trunc(x);
      break;
    case Isd::frint:
    case Isd::fnearbyint:
    case Isd::froundeven:
      z = std::nearbyint(x);
      break;
    case Isd::fround:
      z = round_away(x);
      break;
    case Isd::fcanonicalize:
      z = x;
      break;
    case Isd::fldexp: {
      const Big e = as_signed(at(1, lane), in(1).type.bits());
      z = std::ldexp(x, e > 5000 ? 5000 : e < -5000 ? -5000 : static_cast<int>(e));
      break;
    }
    default:
      return fbinary(op, t, a, at(1, lane), result);
  }
  result = float_bits(z, t);
  return true;
}

Big float_to_big(double x) {  // toward zero
  if (!std::isfinite(x)) return 0;
  int e = 0;
  const double f = std::frexp(std::trunc(x), &e);
  const auto m = static_cast<std::int64_t>(std::ldexp(f, 53));
  return e >= 53 ? Big(m) * (Big(1) << static_cast<unsigned>(e - 53)) : Big(static_cast<std::int64_t>(std::trunc(x)));
}

Big big_to_float(const Big& v, Vt t) {
  // Exact to within one rounding: keep 60 leading bits and a sticky bit, then round to the format by hand.
  const bool minus = v < 0;
  Big m = minus ? Big(-v) : v;
  const FloatShape s = shape(t);
  unsigned shift = 0;
  if (m != 0 && msb(m) > static_cast<unsigned>(s.mantissa)) {
    shift = msb(m) - static_cast<unsigned>(s.mantissa);
    const Big rest = cut(m, shift), half = Big(1) << (shift - 1);
    m >>= shift;
    if (rest > half || (rest == half && bit_test(m, 0))) ++m;
  }
  const double d = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(m)), static_cast<int>(shift));
  return float_bits(minus ? -d : d, t);
}

bool Evaluator::convert(std::uint32_t lane, Big& result) {
  const Isd op = dag_.op(id_);
  const Vt to = type().element(), from = in(0).type.element();
  const Big a = at(0, lane);
  const std::uint32_t n = to.bits();
  switch (op) {
    case Isd::trunc:
    case Isd::zext:
      result = cut(a, n);
      return true;
    case Isd::sext:
      result = cut(as_signed(a, from.bits()), n);
      return true;
    case Isd::anyext:
      result = a | cut(any(n, lane) << from.bits(), n);
      return true;
    case Isd::fp_trunc:
    case Isd::fp_ext:
      result = float_bits(float_value(a, from), to);
      return true;
    case Isd::si_to_fp:
      result = big_to_float(as_signed(a, from.bits()), to);
      return true;
    case Isd::ui_to_fp:
      result = big_to_float(a, to);
      return true;
    case Isd::fp_round_to_int:
    case Isd::fp_to_si:
    case Isd::fp_to_ui:
    case Isd::fp_to_si_sat:
    case Isd::fp_to_ui_sat: {
      double x = float_value(a, from);
      if (op == Isd::fp_round_to_int) x = imm() == 0 ? std::nearbyint(x) : round_away(x);
      const bool sat = op == Isd::fp_to_si_sat || op == Isd::fp_to_ui_sat;
      const bool is_unsigned = op == Isd::fp_to_ui || op == Isd::fp_to_ui_sat;
      const std::uint32_t w = sat && imm() != 0 ? static_cast<std::uint32_t>(imm()) : n;
      const Big low = is_unsigned ? Big(0) : Big(-(Big(1) << (w - 1)));
      const Big high = is_unsigned ? ones(w) : ones(w - 1);
      if (std::isnan(x)) {
        result = sat ? Big(0) : any(n, lane);
        return true;
      }
      const Big v = std::isinf(x) ? (x > 0 ? Big(high + 1) : Big(low - 1)) : float_to_big(x);
      if (v < low || v > high)
        result = sat ? cut(v < low ? low : high, n) : any(n, lane);
      else
        result = cut(v, n);
      return true;
    }
    case Isd::is_fpclass: {
      // LLVM's bits: 0 snan 1 qnan 2 -inf 3 -normal 4 -subnormal 5 -0 6 +0 7 +subnormal 8 +normal 9 +inf.
      const FloatShape s = shape(from);
      const Big mantissa = a & ones(static_cast<unsigned>(s.mantissa));
      const Big exponent = (a >> s.mantissa) & ones(static_cast<unsigned>(s.exponent));
      const bool minus = negative(a, from.bits());
      unsigned bit = 0;
      if (exponent == ones(static_cast<unsigned>(s.exponent)))
        bit = mantissa == 0 ? (minus ? 2 : 9) : bit_test(mantissa, static_cast<unsigned>(s.mantissa) - 1) ? 1 : 0;
      else if (exponent == 0)
        bit = mantissa == 0 ? (minus ? 5 : 6) : (minus ? 4 : 7);
      else
        bit = minus ? 3 : 8;
      result = (imm() >> bit) & 1;
      return true;
    }
    default:
      return false;
  }
}

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
  const auto address = static_cast<std::uint64_t>(in(op == Isd::store ? 2 : 1).lane[0]);
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
    default:
      return false;
  }
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
      return put({Big(symbol_address(aux()) + imm())});
    case Isd::frame_index:
      return put({Big(frame_base + (std::uint64_t{aux()} << 16) + imm())});
    case Isd::param_address:
      return put({Big(0x600000000000ULL + (std::uint64_t{aux()} << 16) + imm())});
    case Isd::copy_from_reg: {
      std::vector<Vt> parts;
      if (!legal_parts(type(), features_, parts)) return false;
      for (std::uint32_t i = 0; i < parts.size(); ++i)
        if (!state_.registers.contains(aux() + i))
          state_.registers[aux() + i] = garbage(parts[i].total_bits(), state_.seed * 31 + aux() + i);
      out() = read_registers(type(), aux(), state_.registers, features_);
      return true;
    }
    case Isd::copy_to_reg: {
      std::uint32_t at = aux();
      const Lanes& v = in(1);
      give(v.type, v.lane, at, state_.out_registers, features_, state_.seed + id_);
      return put({0});
    }
    case Isd::load:
    case Isd::load_vec:
    case Isd::store:
    case Isd::store_vec:
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
    case Isd::ptx:
    case Isd::ptx_chain:
    case Isd::atomic_rmw:
    case Isd::atomic_cmpxchg:
    case Isd::dyn_alloca:
    case Isd::stack_save:
    case Isd::stack_restore:
    case Isd::addrspace_cast:
      return false;
    default:
      return lanewise();
  }
}

}  // namespace

Lanes read_registers(Vt type, std::uint32_t first, const std::map<std::uint32_t, Big>& registers,
                     const Features& features) {
  std::uint32_t at = first;
  return {type, take(type, at, registers, features)};
}

void write_registers(const Lanes& value, std::uint32_t first, std::map<std::uint32_t, Big>& registers,
                     const Features& features, std::uint64_t key) {
  std::uint32_t at = first;
  give(value.type, value.lane, at, registers, features, key);
}

bool evaluate(const Dag& dag, const Features& features, EvalState& state, std::string& error) {
  return Evaluator(dag, features, state, error).run();
}

}  // namespace lathe::nvptx::test
