// Integers wider than a limb, a power of two, as limbs: all limbs at once, so that carries stay one chain.
//
// Needs:  operands' limbs, low first.
// Gives:  n limbs: add, logic, compare O(n) nodes; shifts by a variable amount O(n log n); multiplication O(n^2).
// Source: Knuth, The Art of Computer Programming 2, 4.3.1; shifts are a barrel of selects by whole limbs after a
//         funnel shift within limbs.
#include <bit>

#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

Values TypeLowering::extend_limbs(Value v, std::uint32_t count, Extend extend) {
  v = current(v);
  Values out;
  if (rule(dag_.type(v)).action == TypeAction::expand)
    out = limbs(v);
  else
    out = {to_integer(v, limb(), extend)};
  if (out.size() >= count) {
    out.resize(count);
    return out;
  }
  const Value fill = extend == Extend::zero   ? make_.zero(limb())
                     : extend == Extend::sign ? make_.sra(out.back(), limb().bits() - 1)
                                              : dag_.undef(limb());
  out.resize(count, fill);
  return out;
}

Values TypeLowering::add_sub(Isd op, const Values& a, const Values& b) {
  if (a.size() == 1) return {op == Isd::add ? make_.add(a[0], b[0]) : make_.sub(a[0], b[0])};
  // Low limbs of b that are zero start no carry.
  if (make_.is_zero(b[0])) {
    Values rest = add_sub(op, Values(a.begin() + 1, a.end()), Values(b.begin() + 1, b.end()));
    rest.insert(rest.begin(), a[0]);
    return rest;
  }
  Values operands = a;
  operands.insert(operands.end(), b.begin(), b.end());
  const std::vector<Vt> types(a.size(), limb());
  const NodeId id = dag_.add(op == Isd::add ? Isd::add_limbs : Isd::sub_limbs, types, operands);
  Values out;
  for (std::uint32_t i = 0; i < a.size(); ++i) out.push_back({id, i});
  return out;
}

Values TypeLowering::multiply(const Values& a, const Values& b) {
  const std::size_t n = a.size();
  Values acc;
  for (std::size_t i = 0; i < n; ++i) {
    if (i != 0 && make_.is_zero(a[i])) continue;
    Values low, high;
    for (std::size_t j = 0; i + j < n; ++j) low.push_back(make_.mul(a[i], b[j]));
    for (std::size_t j = 0; i + j + 1 < n; ++j) high.push_back(make_.mulhu(a[i], b[j]));
    if (i == 0)
      acc = low;
    else {
      const Values sum = add_sub(Isd::add, Values(acc.begin() + static_cast<std::ptrdiff_t>(i), acc.end()), low);
      std::copy(sum.begin(), sum.end(), acc.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (high.empty()) continue;
    const Values sum = add_sub(Isd::add, Values(acc.begin() + static_cast<std::ptrdiff_t>(i) + 1, acc.end()), high);
    std::copy(sum.begin(), sum.end(), acc.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return acc;
}

Values TypeLowering::shift_limbs(Isd op, Values a, Value by, std::uint32_t max_amount) {
  const std::size_t n = a.size();
  const bool left = op == Isd::shl;
  const std::uint32_t w = limb().bits();
  const Value fill = op == Isd::sra ? make_.sra(a.back(), w - 1) : make_.zero(limb());
  const auto at = [&](const Values& from, std::size_t i, std::size_t distance) {
    // The limb that ends up in place i after a move by whole limbs.
    if (left) return i >= distance ? from[i - distance] : fill;
    return i + distance < from.size() ? from[i + distance] : fill;
  };
  std::uint64_t known;
  if (dag_.is_constant(by, known)) {
    if (known >= w * n) return Values(n, fill);
    Values moved(n);
    for (std::size_t i = 0; i < n; ++i) moved[i] = at(a, i, known / w);
    if (known % w == 0) return moved;
    Values out(n);
    const Value bits = make_.i32(known % w);
    for (std::size_t i = 0; i < n; ++i) {
      const Value next = at(moved, i, 1);
      if (next == fill && make_.is_zero(fill))
        out[i] = make_.shift(left ? Isd::shl : Isd::srl, moved[i], bits);
      else if (left)
        out[i] = make_.op(Isd::fshl, moved[i], next, bits);
      else
        out[i] = make_.op(Isd::fshr, next, moved[i], bits);
    }
    return out;
  }
  Values cur(n);
  const Value inside = make_.and_(by, make_.i32(w - 1));
  for (std::size_t i = 0; i < n; ++i) {
    const Value next = at(a, i, 1);
    const bool edge = left ? i == 0 : i + 1 == n;
    if (edge)
      cur[i] = make_.shift(op, a[i], inside);
    else if (left)
      cur[i] = make_.op(Isd::fshl, a[i], next, by);
    else
      cur[i] = make_.op(Isd::fshr, next, a[i], by);
  }
  for (std::size_t step = 1; step < n && step * w <= max_amount; step *= 2) {
    const Value bit = make_.and_(by, make_.i32(step * w));
    const Value far = make_.setcc(Cond::ne, bit, make_.i32(0));
    Values moved(n);
    for (std::size_t i = 0; i < n; ++i) moved[i] = make_.select(far, at(cur, i, step), cur[i]);
    cur = moved;
  }
  return cur;
}

Value TypeLowering::limbs_equal(const Values& a, const Values& b) {
  Value difference;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Value d = make_.xor_(a[i], b[i]);
    difference = difference ? make_.or_(difference, d) : d;
  }
  return make_.setcc(Cond::eq, difference, make_.zero(limb()));
}

Value TypeLowering::limbs_less(Values a, Values b, bool is_signed, bool or_equal) {
  const std::size_t top = a.size() - 1;
  if (is_signed && !or_equal && std::all_of(b.begin(), b.end(), [&](Value v) { return make_.is_zero(v); }))
    return make_.setcc(Cond::slt, a[top], b[top]);  // a sign test
  Value less = make_.setcc(or_equal ? Cond::ule : Cond::ult, a[0], b[0]);
  for (std::size_t i = 1; i < a.size(); ++i) {
    const Value above = make_.setcc(i == top && is_signed ? Cond::slt : Cond::ult, a[i], b[i]);
    less = make_.or_(above, make_.and_(make_.setcc(Cond::eq, a[i], b[i]), less));
  }
  return less;
}

Rewrite TypeLowering::expand_limb_bits(NodeId id) {
  const Isd op = dag_.op(id);
  const Values a = limbs(operand(id, 0));
  const std::size_t n = a.size();
  const std::uint64_t imm = dag_.payload(id).imm;
  const Vt word = limb();
  const std::uint32_t w = word.bits();
  Values out(n, make_.zero(word));
  switch (op) {
    case Isd::bswap:
    case Isd::bitreverse:
      for (std::size_t i = 0; i < n; ++i) out[i] = make_.op(op, a[n - 1 - i]);
      return done(id, out);
    case Isd::ctpop:
      for (std::size_t i = 0; i < n; ++i) out[0] = make_.add(out[0], make_.op(op, a[i]));
      return done(id, out);
    case Isd::ctlz:
    case Isd::cttz: {
      // From the limb that is looked at last to the one looked at first.
      Value count;
      for (std::size_t i = 0; i < n; ++i) {
        const Value limb = a[op == Isd::ctlz ? i : n - 1 - i];
        const Value here = make_.op(op, limb, i == 0 ? imm : 1);
        if (i == 0)
          count = here;
        else {
          const Value beyond = make_.add(count, make_.constant(w, word));
          count = make_.select(make_.setcc(Cond::ne, limb, make_.zero(word)), here, beyond);
        }
      }
      out[0] = count;
      return done(id, out);
    }
    case Isd::sext_inreg: {
      const std::size_t last = (imm - 1) / w;
      for (std::size_t i = 0; i < n; ++i) {
        if (i < last)
          out[i] = a[i];
        else if (i == last)
          out[i] = imm % w == 0 ? a[i] : make_.op(op, a[i], imm % w);
        else
          out[i] = make_.sra(out[last], w - 1);
      }
      return done(id, out);
    }
    default:
      return refuse(id);
  }
}

Rewrite TypeLowering::expand_limbs(NodeId id) {
  const Isd op = dag_.op(id);
  const Vt type = dag_.types(id)[0];
  const auto of = [&](std::uint32_t i) { return limbs(operand(id, i)); };
  switch (op) {
    case Isd::add:
    case Isd::sub:
      return done(id, add_sub(op, of(0), of(1)));
    case Isd::mul:
      return done(id, multiply(of(0), of(1)));
    case Isd::and_:
    case Isd::or_:
    case Isd::xor_:
    case Isd::freeze: {
      Values a = of(0);
      const Values b = op == Isd::freeze ? a : of(1);
      for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = op == Isd::and_   ? make_.and_(a[i], b[i])
               : op == Isd::or_  ? make_.or_(a[i], b[i])
               : op == Isd::xor_ ? make_.xor_(a[i], b[i])
                                 : make_.op(op, a[i]);
      return done(id, a);
    }
    case Isd::shl:
    case Isd::srl:
    case Isd::sra:
      return done(id, shift_limbs(op, of(0), amount(operand(id, 1)), type.bits() - 1));
    case Isd::rotl:
    case Isd::rotr:
    case Isd::fshl:
    case Isd::fshr: {
      const std::uint32_t last = dag_.operand_count(id) - 1;
      const Value by = modulo_width(operand(id, last), type.bits());
      const bool left = op == Isd::rotl || op == Isd::fshl;
      Values both = of(last == 2 ? 1 : 0);
      const Values upper = of(0);
      const auto n = static_cast<std::ptrdiff_t>(both.size());
      both.insert(both.end(), upper.begin(), upper.end());
      const Values r = shift_limbs(left ? Isd::shl : Isd::srl, both, by, type.bits() - 1);
      return done(id, left ? Values(r.begin() + n, r.end()) : Values(r.begin(), r.begin() + n));
    }
    case Isd::ctlz:
    case Isd::cttz:
    case Isd::ctpop:
    case Isd::bswap:
    case Isd::bitreverse:
    case Isd::sext_inreg:
      return expand_limb_bits(id);
    case Isd::sdiv:
    case Isd::udiv:
    case Isd::srem:
    case Isd::urem:
      if (type.bits() > 64) return refuse(id, "divisions above 64 bits are expanded before");
      return done(id, divide(make_, op, operand(id, 0), operand(id, 1)));
    case Isd::mul_wide_s:
    case Isd::mul_wide_u: {
      const Value a = operand(id, 0), b = operand(id, 1);
      if (dag_.type(a) != limb()) break;
      const Values product{make_.op(Isd::mul, a, b), make_.op(op == Isd::mul_wide_s ? Isd::mulhs : Isd::mulhu, a, b)};
      return done(id, product);
    }
    case Isd::mad_wide_s:
    case Isd::mad_wide_u: {
      const Isd product = op == Isd::mad_wide_s ? Isd::mul_wide_s : Isd::mul_wide_u;
      if (dag_.type(operand(id, 0)) != limb()) break;
      const Value wide = dag_.get(product, type, {operand(id, 0), operand(id, 1)});
      return done(id, make_.op(Isd::add, wide, operand(id, 2)));
    }
    case Isd::add_limbs:
    case Isd::sub_limbs: {
      const std::uint32_t count = dag_.result_count(id);
      Values a, b;
      for (std::uint32_t i = 0; i < count; ++i) {
        flat(operand(id, i), a);
        flat(operand(id, count + i), b);
      }
      const Values r = add_sub(op == Isd::add_limbs ? Isd::add : Isd::sub, a, b);
      const std::size_t each = r.size() / count;
      for (std::uint32_t i = 0; i < count; ++i) set(id, i, std::span(r).subspan(i * each, each));
      return Rewrite::replaced;
    }
    case Isd::mulhs:
    case Isd::mulhu:
    case Isd::smul_o:
    case Isd::umul_o:
      if (type.bits() > 2048) return refuse(id, "the product is too wide");
      break;
    default:
      break;
  }
  Values out;
  if (!expand_integer(make_, id, out)) return refuse(id);
  for (std::uint32_t i = 0; i < out.size(); ++i) set(id, i, out[i]);
  return Rewrite::replaced;
}

}  // namespace lathe::codegen
