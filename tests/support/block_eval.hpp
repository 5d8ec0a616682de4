// A block of scalar nodes of at most 64 bits as a list of steps, executed fast: for tests with millions of inputs.
//
// Registers in and out are those of copy_from_reg and copy_to_reg. What is poison or undefined becomes garbage that
// changes from run to run, so that who relies on it is found. Floats are the host's. A call runs the program of that
// name on the pieces. Shares no code with the rules, nor with the other interpreters.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "codegen/dag/dag.hpp"
#include "codegen/dag/traits.hpp"

namespace lathe::codegen::testing {

class BlockProgram {
 public:
  /// Empty `error` when every node is one that is known here.
  BlockProgram(const Dag& dag, const NumericTraits& traits, const std::map<std::string, const BlockProgram*>& library,
               std::string& error)
      : traits_(traits) {
    std::vector<NodeId> order;
    dag.topological_order(order);
    std::vector<std::uint32_t> first(dag.size(), 0);
    std::uint32_t slots = 0;
    for (const NodeId id : order) {
      Step s;
      s.op = dag.op(id);
      s.type = dag.types(id)[0];
      s.result = first[id] = slots;
      s.results = dag.result_count(id);
      slots += s.results;
      s.imm = dag.payload(id).imm;
      s.aux = dag.payload(id).aux;
      s.operands = static_cast<std::uint32_t>(inputs_.size());
      s.count = dag.operand_count(id);
      dag.for_each_operand(id, [&](Value v) {
        if (s.op == Isd::call || !dag.type(v).is_chain() || inputs_.size() == s.operands) {
          inputs_.push_back(first[v.node] + v.result);
        } else {
          inputs_.push_back(0);
        }
      });
      if (s.count != 0) {
        const Value v = dag.operand(id, s.count > 1 && dag.type(dag.operand(id, 0)).is_chain() ? 1 : 0);
        s.from = dag.type(v);
      }
      if (s.op == Isd::call) {
        const auto found = library.find(dag.calls[s.aux].callee);
        if (found == library.end())
          error = "no function " + dag.calls[s.aux].callee;
        else
          s.callee = found->second;
      }
      if (s.type.is_vector() || s.type.bits() > 64) error = "no scalar: " + to_string(s.type);
      if (s.op == Isd::copy_from_reg) registers_in_ = std::max(registers_in_, s.aux + 1);
      if (s.op == Isd::copy_to_reg) registers_out_ = std::max(registers_out_, s.aux + 1);
      if (s.op == Isd::ret) registers_out_ = std::max(registers_out_, s.count - 1);
      steps_.push_back(s);
    }
    slots_ = slots;
    const std::vector<std::uint64_t> in(registers_in_);
    std::vector<std::uint64_t> out(registers_out_);
    run(in, out, 1);
    if (!unknown_.empty()) error = unknown_;
  }

  std::size_t nodes() const { return steps_.size(); }
  std::uint32_t registers_out() const { return registers_out_; }

  void run(const std::vector<std::uint64_t>& in, std::vector<std::uint64_t>& out, std::uint64_t seed) const {
    std::vector<std::uint64_t>& v = values_;
    v.resize(slots_ + 1);
    out.assign(registers_out_, 0);
    for (const Step& s : steps_) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      const std::uint32_t* at = inputs_.data() + s.operands;
      switch (s.op) {
        case Isd::entry:
        case Isd::token_factor:
          break;
        case Isd::copy_from_reg:
          v[s.result] = in[s.aux] & mask(s.type.bits());
          break;
        case Isd::copy_to_reg:
          out[s.aux] = v[at[1]];
          break;
        case Isd::ret:
          for (std::uint32_t i = 1; i < s.count; ++i) out[i - 1] = v[at[i]];
          break;
        case Isd::call: {
          std::vector<std::uint64_t> arguments, results;
          for (std::uint32_t i = 1; i < s.count; ++i) arguments.push_back(v[at[i]]);
          if (s.callee != nullptr) s.callee->run(arguments, results, seed);
          for (std::uint32_t i = 0; i + 1 < s.results; ++i) v[s.result + i] = results.at(i);
          break;
        }
        case Isd::add_limbs:
        case Isd::sub_limbs: {
          const std::uint64_t m = mask(s.type.bits());
          std::uint64_t carry = 0;
          for (std::uint32_t i = 0; i < s.results; ++i) {
            const std::uint64_t a = v[at[i]], b = v[at[s.results + i]];
            const std::uint64_t r = (s.op == Isd::add_limbs ? a + b + carry : a - b - carry) & m;
            carry = s.op == Isd::add_limbs ? (r < a || (carry != 0 && r == a)) : (a < b || (carry != 0 && a == b));
            v[s.result + i] = r;
          }
          break;
        }
        default: {
          const std::uint64_t a = s.count > 0 ? v[at[0]] : 0, b = s.count > 1 ? v[at[1]] : 0,
                              c = s.count > 2 ? v[at[2]] : 0, d = s.count > 3 ? v[at[3]] : 0;
          v[s.result] = one(s, a, b, c, d, seed) & mask(s.type.bits());
          if (s.results == 2) v[s.result + 1] = overflow(s, a, b) ? 1 : 0;
        }
      }
    }
  }

 private:
  struct Step {
    Isd op = Isd::entry;
    Vt type, from;
    std::uint32_t result = 0, results = 0, operands = 0, count = 0, aux = 0;
    std::uint64_t imm = 0;
    const BlockProgram* callee = nullptr;
  };
  __extension__ using Int = __int128;
  __extension__ using Unsigned = unsigned __int128;

  static std::uint64_t mask(std::uint32_t bits) { return bits >= 64 ? ~0ULL : (1ULL << bits) - 1; }
  static std::int64_t sign(std::uint64_t v, std::uint32_t bits) {
    return bits >= 64 ? static_cast<std::int64_t>(v)
                      : static_cast<std::int64_t>(v << (64 - bits)) >> static_cast<int>(64 - bits);
  }
  static double real(std::uint64_t v, Vt t) {
    return t.bits() == 64 ? std::bit_cast<double>(v)
                          : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(v)));
  }
  static std::uint64_t bits_of(double v, Vt t) {
    return t.bits() == 64 ? std::bit_cast<std::uint64_t>(v) : std::bit_cast<std::uint32_t>(static_cast<float>(v));
  }
  bool overflow(const Step& s, std::uint64_t a, std::uint64_t b) const {
    const std::uint32_t w = s.type.bits();
    const Int x = sign(a, w), y = sign(b, w), top = Int(1) << (w - 1);
    const auto out = [&](Int r) { return r >= top || r < -top; };
    switch (s.op) {
      case Isd::sadd_o:
        return out(x + y);
      case Isd::ssub_o:
        return out(x - y);
      case Isd::smul_o:
        return out(x * y);
      case Isd::uadd_o:
        return Unsigned(a) + b > mask(w);
      case Isd::usub_o:
        return a < b;
      default:
        return Unsigned(a) * b > mask(w);
    }
  }
  template <class F>
  F real_operation(Isd op, F a, F b, F c, bool& known) const {
    switch (op) {
      case Isd::fadd:
        return a + b;
      case Isd::fsub:
        return a - b;
      case Isd::fmul:
        return a * b;
      case Isd::fdiv:
        return a / b;
      case Isd::fma:
        return std::fma(a, b, c);
      case Isd::fsqrt:
        return std::sqrt(a);
      case Isd::ffloor:
        return std::floor(a);
      case Isd::fceil:
        return std::ceil(a);
      case Isd::ftrunc:
        return std::trunc(a);
      case Isd::frint:
      case Isd::fnearbyint:
      case Isd::froundeven:
        return std::nearbyint(a);
      case Isd::fround:
        return std::round(a);
      // The other zero is as good, where the target does not order them.
      case Isd::fminnum:
        if (a == 0 && b == 0) return traits_.orders_zeros == std::signbit(a) ? a : b;
        return std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
      case Isd::fmaxnum:
        if (a == 0 && b == 0) return traits_.orders_zeros == std::signbit(a) ? b : a;
        return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
      case Isd::fcanonicalize:
        return a;
      default:
        known = false;
        return a;
    }
  }
  // The field's place and length, as the target has them.
  bool field(std::uint64_t& start, std::uint64_t& length, std::uint32_t w) const {
    if (traits_.fields == NumericTraits::Fields::masked) return start %= w, length %= w, true;
    return start &= 255, length &= 255, traits_.fields == NumericTraits::Fields::clamped;
  }

  std::uint64_t one(const Step& s, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d,
                    std::uint64_t seed) const {
    const Vt t = s.type;
    const std::uint32_t w = t.bits(), from = s.from.bits();
    const std::uint64_t garbage = seed ^ seed >> 29;
    switch (s.op) {
      case Isd::constant:
      case Isd::constant_fp:
        return s.imm;
      case Isd::undef:
        return garbage;
      case Isd::freeze:
      case Isd::bitcast:
      case Isd::trunc:
      case Isd::zext:
        return a;
      case Isd::anyext:
        return a | (from >= 64 ? 0 : garbage << from);
      case Isd::sext:
        return static_cast<std::uint64_t>(sign(a, from));
      case Isd::sext_inreg:
        return static_cast<std::uint64_t>(sign(a, static_cast<std::uint32_t>(s.imm)));
      case Isd::add:
      case Isd::sadd_o:
      case Isd::uadd_o:
        return a + b;
      case Isd::sub:
      case Isd::ssub_o:
      case Isd::usub_o:
        return a - b;
      case Isd::mul:
      case Isd::smul_o:
      case Isd::umul_o:
        return a * b;
      case Isd::mad:
        return a * b + c;
      case Isd::mulhu:
        return static_cast<std::uint64_t>(Unsigned(a) * b >> w);
      case Isd::mulhs:
        return static_cast<std::uint64_t>(Int(sign(a, w)) * sign(b, w) >> w);
      case Isd::mul_wide_u:
      case Isd::mad_wide_u:
        return a * b + (s.count > 2 ? c : 0);
      case Isd::mul_wide_s:
      case Isd::mad_wide_s:
        return static_cast<std::uint64_t>(sign(a, from) * sign(b, from)) + (s.count > 2 ? c : 0);
      case Isd::udiv:
        return b == 0 ? garbage : a / b;
      case Isd::urem:
        return b == 0 ? garbage : a % b;
      case Isd::sdiv:
        return b == 0 || b == mask(w) ? 0 - a : static_cast<std::uint64_t>(sign(a, w) / sign(b, w));
      case Isd::srem:
        return b == 0 || b == mask(w) ? 0 : static_cast<std::uint64_t>(sign(a, w) % sign(b, w));
      case Isd::and_:
        return a & b;
      case Isd::or_:
        return a | b;
      case Isd::xor_:
        return a ^ b;
      case Isd::shl:
        return b >= w ? garbage : a << b;
      case Isd::srl:
        return b >= w ? garbage : a >> b;
      case Isd::sra:
        return b >= w ? garbage : static_cast<std::uint64_t>(sign(a, w) >> b);
      case Isd::rotl:
        return b % w == 0 ? a : a << b % w | a >> (w - b % w);
      case Isd::rotr:
        return b % w == 0 ? a : a >> b % w | a << (w - b % w);
      case Isd::fshl:
        return static_cast<std::uint64_t>(((Unsigned(a) << w | b) << c % w) >> w);
      case Isd::fshr:
        return static_cast<std::uint64_t>((Unsigned(a) << w | b) >> c % w);
      case Isd::bswap: {
        std::uint64_t r = 0;
        for (std::uint32_t i = 0; i < w; i += 8) r = r << 8 | (a >> i & 255);
        return r;
      }
      case Isd::bitreverse: {
        std::uint64_t r = 0;
        for (std::uint32_t i = 0; i < w; ++i) r = r << 1 | (a >> i & 1);
        return r;
      }
      case Isd::ctlz:
        return a == 0 ? (s.imm != 0 ? garbage : w) : static_cast<std::uint64_t>(std::countl_zero(a)) - (64 - w);
      case Isd::cttz:
        return a == 0 ? (s.imm != 0 ? garbage : w) : static_cast<std::uint64_t>(std::countr_zero(a));
      case Isd::ctpop:
        return static_cast<std::uint64_t>(std::popcount(a));
      case Isd::abs:
        return sign(a, w) < 0 ? 0 - a : a;
      case Isd::smin:
        return sign(a, w) < sign(b, w) ? a : b;
      case Isd::smax:
        return sign(a, w) < sign(b, w) ? b : a;
      case Isd::umin:
        return std::min(a, b);
      case Isd::umax:
        return std::max(a, b);
      case Isd::sadd_sat:
      case Isd::ssub_sat: {
        const Int r = s.op == Isd::sadd_sat ? Int(sign(a, w)) + sign(b, w) : Int(sign(a, w)) - sign(b, w);
        const Int top = Int(1) << (w - 1);
        return static_cast<std::uint64_t>(r >= top ? top - 1 : r < -top ? -top : r);
      }
      case Isd::select:
        return a != 0 ? b : c;
      case Isd::build_pair:
        return a | b << from;
      case Isd::extract_limb:
        return a >> (s.imm * w);
      case Isd::bfe_u:
      case Isd::bfe_s: {
        if (!field(b, c, w)) return garbage;
        const Int wide = s.op == Isd::bfe_s ? Int(sign(a, w)) : Int(a);
        const auto moved = static_cast<std::uint64_t>(b > 100 ? (wide < 0 ? -1 : 0) : wide >> b);
        if (c == 0) return 0;
        if (c >= w) return moved;
        return s.op == Isd::bfe_s ? static_cast<std::uint64_t>(sign(moved & mask(static_cast<std::uint32_t>(c)),
                                                                    static_cast<std::uint32_t>(c)))
                                  : moved & mask(static_cast<std::uint32_t>(c));
      }
      case Isd::bfi: {
        if (!field(c, d, w)) return garbage;
        const std::uint64_t m = c >= w ? 0 : mask(static_cast<std::uint32_t>(std::min<std::uint64_t>(d, 64))) << c;
        return (b & ~m) | ((c >= w ? 0 : a << c) & m);
      }
      case Isd::prmt: {
        std::uint64_t r = 0;
        for (unsigned i = 0; i < 4; ++i) {
          const std::uint64_t n = c >> (4 * i) & 15, byte = (a | b << 32) >> (8 * (n & 7)) & 255;
          r |= (n < 8 ? byte : byte > 127 ? 255 : 0) << (8 * i);
        }
        return r;
      }
      case Isd::lop3: {
        std::uint64_t r = 0;
        for (std::uint32_t i = 0; i < w; ++i)
          r |= (s.imm >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i;
        return r;
      }
      case Isd::setcc:
        return condition(static_cast<Cond>(s.imm), a, b, s.from) ? 1 : 0;
      case Isd::fneg:
        return a ^ 1ULL << (w - 1);
      case Isd::fabs:
        return a & mask(w - 1);
      case Isd::fcopysign:
        return (a & mask(w - 1)) | (b >> (w - 1)) << (w - 1);
      case Isd::fp_ext:
      case Isd::fp_trunc:
        return bits_of(real(a, s.from), t);
      case Isd::si_to_fp:
        return w == 64 ? std::bit_cast<std::uint64_t>(static_cast<double>(sign(a, from)))
                       : std::bit_cast<std::uint32_t>(static_cast<float>(sign(a, from)));
      case Isd::ui_to_fp:
        return w == 64 ? std::bit_cast<std::uint64_t>(static_cast<double>(a))
                       : std::bit_cast<std::uint32_t>(static_cast<float>(a));
      case Isd::fp_to_si:
      case Isd::fp_to_ui:
      case Isd::fp_to_si_sat:
      case Isd::fp_to_ui_sat:
      case Isd::fp_round_to_int: {
        const double given = real(a, s.from);
        const double x = s.op == Isd::fp_round_to_int ? std::nearbyint(given) : std::trunc(given);
        const bool is_unsigned = s.op == Isd::fp_to_ui || s.op == Isd::fp_to_ui_sat;
        const bool saturates = s.op == Isd::fp_to_si_sat || s.op == Isd::fp_to_ui_sat;
        const double top = std::ldexp(1.0, static_cast<int>(is_unsigned ? w : w - 1)), bottom = is_unsigned ? 0 : -top;
        if (x < top && x >= bottom)
          return is_unsigned ? static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
        if (!saturates) return garbage;
        if (std::isnan(x)) return 0;
        return x < bottom ? (is_unsigned ? 0 : 1ULL << (w - 1)) : is_unsigned ? mask(w) : mask(w - 1);
      }
      default: {
        bool known = t.is_float() && t.bits() >= 32 && t.kind() == VtKind::ieee;
        std::uint64_t r = 0;
        if (known && w == 32)
          r = bits_of(
              static_cast<double>(real_operation(s.op, static_cast<float>(real(a, t)), static_cast<float>(real(b, t)),
                                                 static_cast<float>(real(c, t)), known)),
              t);
        else if (known)
          r = bits_of(real_operation(s.op, real(a, t), real(b, t), real(c, t), known), t);
        if (!known) unknown_ = "cannot execute " + std::string(to_string(s.op)) + " " + to_string(t);
        return r;
      }
    }
  }
  static bool condition(Cond cond, std::uint64_t a, std::uint64_t b, Vt t) {
    const auto c = static_cast<unsigned>(cond);
    unsigned relation = 0;
    if (c < 16) {
      const double x = real(a, t), y = real(b, t);
      relation = std::isnan(x) || std::isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
    } else if (a == b) {
      relation = 1;
    } else {
      relation = (c & 32) != 0 ? (a > b ? 2 : 4) : sign(a, t.bits()) > sign(b, t.bits()) ? 2 : 4;
    }
    return (c & relation) != 0;
  }

  NumericTraits traits_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> inputs_;
  std::uint32_t slots_ = 0, registers_in_ = 0, registers_out_ = 0;
  mutable std::vector<std::uint64_t> values_;
  mutable std::string unknown_;
};

}  // namespace lathe::codegen::testing
