// Fixed-point arithmetic and carry-less products, by wider integers.
//
// Source: carry-less products by ordinary ones over every fourth bit: T. Pornin, BearSSL, "Constant-time multiplication
// in GHASH": sums of a column stay below 16, so they do not reach the next one that is looked at.
#include "codegen/prepare/intrinsics.hpp"

namespace lathe::codegen {
namespace {

using llvm::APInt;
using llvm::Value;
namespace in = llvm::Intrinsic;

struct FixedPoint {
  bool is_signed, division, saturates;
};
std::optional<FixedPoint> fixed_point(in::ID id) {
  switch (id) {
    case in::smul_fix:
      return FixedPoint{true, false, false};
    case in::smul_fix_sat:
      return FixedPoint{true, false, true};
    case in::umul_fix:
      return FixedPoint{false, false, false};
    case in::umul_fix_sat:
      return FixedPoint{false, false, true};
    case in::sdiv_fix:
      return FixedPoint{true, true, false};
    case in::sdiv_fix_sat:
      return FixedPoint{true, true, true};
    case in::udiv_fix:
      return FixedPoint{false, true, false};
    case in::udiv_fix_sat:
      return FixedPoint{false, true, true};
    default:
      return std::nullopt;
  }
}

/// a / b, rounded down.
Value* floor_division(Builder& builder, Value* a, Value* b) {
  Value* quotient = builder.CreateSDiv(a, b);
  Value* rest = builder.CreateSub(a, builder.CreateMul(quotient, b));
  Value* zero = llvm::Constant::getNullValue(a->getType());
  Value* inexact = builder.CreateICmpNE(rest, zero);
  Value* negative = builder.CreateXor(builder.CreateICmpSLT(a, zero), builder.CreateICmpSLT(b, zero));
  return builder.CreateAdd(quotient, builder.CreateSExt(builder.CreateAnd(inexact, negative), a->getType()));
}

Value* expand_fixed_point(const FixedPoint& form, llvm::IntrinsicInst& call, Builder& builder) {
  llvm::Type* type = call.getType();
  const unsigned bits = type->getScalarSizeInBits();
  const auto scale = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->getZExtValue());
  // Products have twice the bits; a scaled dividend has `scale` more, and the quotient of the smallest by -1 one more.
  const unsigned needed = form.division ? bits + scale + 1 : 2 * bits;
  const unsigned wide_bits = needed <= 32 ? 32 : needed <= 64 ? 64 : needed;
  llvm::Type* wide = type->getWithNewBitWidth(wide_bits);
  const auto widen = [&](Value* v) {
    return form.is_signed ? builder.CreateSExt(v, wide) : builder.CreateZExt(v, wide);
  };
  Value* a = widen(call.getArgOperand(0));
  Value* b = widen(call.getArgOperand(1));
  Value* result = nullptr;
  if (form.division) {
    a = builder.CreateShl(a, scale);
    result = form.is_signed ? floor_division(builder, a, b) : builder.CreateUDiv(a, b);
  } else {
    result = builder.CreateMul(a, b);
    result = form.is_signed ? builder.CreateAShr(result, scale) : builder.CreateLShr(result, scale);
  }
  if (form.saturates) {
    const auto limit = [&](const APInt& v) {
      return llvm::ConstantInt::get(wide, form.is_signed ? v.sext(wide_bits) : v.zext(wide_bits));
    };
    if (form.is_signed) {
      result = builder.CreateBinaryIntrinsic(in::smin, result, limit(APInt::getSignedMaxValue(bits)));
      result = builder.CreateBinaryIntrinsic(in::smax, result, limit(APInt::getSignedMinValue(bits)));
    } else {
      result = builder.CreateBinaryIntrinsic(in::umin, result, limit(APInt::getMaxValue(bits)));
    }
  }
  return builder.CreateTrunc(result, type);
}

/// The low half of a carry-less product, up to 64 bits.
Value* short_carryless(Builder& builder, Value* a, Value* b) {
  llvm::Type* type = a->getType();
  const unsigned bits = type->getScalarSizeInBits();
  const auto every_fourth = [&](Value* v, unsigned first) {
    APInt mask(bits, 0);
    for (unsigned i = first; i < bits; i += 4) mask.setBit(i);
    return builder.CreateAnd(v, llvm::ConstantInt::get(type, mask));
  };
  std::array<Value*, 4> x{}, y{};
  for (unsigned i = 0; i < 4; ++i) {
    x[i] = every_fourth(a, i);
    y[i] = every_fourth(b, i);
  }
  Value* result = llvm::Constant::getNullValue(type);
  for (unsigned i = 0; i < 4; ++i) {
    Value* column = nullptr;
    for (unsigned j = 0; j < 4; ++j) {
      Value* product = builder.CreateMul(x[j], y[(i + 4 - j) % 4]);
      column = column ? builder.CreateXor(column, product) : product;
    }
    result = builder.CreateOr(result, every_fourth(column, i));
  }
  return result;
}

/// Long ones by limbs of 64 bits; the high half of a limb's product is that of the mirrored factors.
Value* carryless_product(Builder& builder, Value* a, Value* b) {
  llvm::Type* type = a->getType();
  const unsigned bits = type->getScalarSizeInBits(), limbs = (bits + 63) / 64;
  if (limbs == 1) return short_carryless(builder, a, b);
  llvm::Type* word = type->getWithNewBitWidth(64);
  llvm::Type* whole = type->getWithNewBitWidth(64 * limbs);
  const auto mirrored = [&](Value* v) { return builder.CreateUnaryIntrinsic(in::bitreverse, v); };
  llvm::SmallVector<Value*, 4> x, y, sum(limbs, llvm::Constant::getNullValue(word));
  Value* long_a = builder.CreateZExt(a, whole);
  Value* long_b = builder.CreateZExt(b, whole);
  for (unsigned i = 0; i < limbs; ++i) {
    x.push_back(builder.CreateTrunc(builder.CreateLShr(long_a, 64 * i), word));
    y.push_back(builder.CreateTrunc(builder.CreateLShr(long_b, 64 * i), word));
  }
  for (unsigned i = 0; i < limbs; ++i)
    for (unsigned j = 0; i + j < limbs; ++j) {
      sum[i + j] = builder.CreateXor(sum[i + j], short_carryless(builder, x[i], y[j]));
      if (i + j + 1 == limbs) continue;
      Value* high = mirrored(short_carryless(builder, mirrored(x[i]), mirrored(y[j])));
      sum[i + j + 1] = builder.CreateXor(sum[i + j + 1], builder.CreateLShr(high, 1));
    }
  Value* result = llvm::Constant::getNullValue(whole);
  for (unsigned i = 0; i < limbs; ++i)
    result = builder.CreateOr(result, builder.CreateShl(builder.CreateZExt(sum[i], whole), 64 * i));
  return builder.CreateTrunc(result, type);
}

}  // namespace

Expanded expand_number_intrinsic(llvm::IntrinsicInst& call, Builder& builder) {
  if (const auto form = fixed_point(call.getIntrinsicID())) return {true, expand_fixed_point(*form, call, builder)};
  if (call.getIntrinsicID() == in::clmul)
    return {true, carryless_product(builder, call.getArgOperand(0), call.getArgOperand(1))};
  return {};
}

}  // namespace lathe::codegen
