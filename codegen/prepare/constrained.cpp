// Constrained floating point, without the constraint: the rounding mode is in each instruction, and there are no
// exceptions to see.
//
// "Dynamic" is to nearest, for there is no mode that a program could change. Sums, products, quotients, square roots
// and conversions become the target's operations with that mode (PrepareHooks::rounded), which nothing fuses or folds;
// halves are computed in f32 and rounded a second time the same way, which is exact for directed modes. A mode that the
// target lacks is refused; to nearest the plain operation will do. Functions of the library know one mode: theirs
// is to nearest, as their errors are larger than what another mode would change. To nearest with ties away from zero, which
// no GPU has, is made of the other modes of f64 where the result is shorter, see ties_away.hpp.
#include <array>

#include <llvm/ADT/FloatingPointMode.h>

#include "codegen/prepare/intrinsics.hpp"
#include "codegen/prepare/ties_away.hpp"
#include "codegen/prepare/wide_top.hpp"

namespace lathe::codegen {
namespace {

using llvm::Type;
using llvm::Value;
namespace in = llvm::Intrinsic;

/// Nothing for ties away, which no GPU has.
std::optional<RoundingWay> way_of(llvm::RoundingMode mode) {
  switch (mode) {
    case llvm::RoundingMode::NearestTiesToEven:
      return RoundingWay::nearest;
    case llvm::RoundingMode::TowardZero:
      return RoundingWay::zero;
    case llvm::RoundingMode::TowardNegative:
      return RoundingWay::down;
    case llvm::RoundingMode::TowardPositive:
      return RoundingWay::up;
    default:
      return std::nullopt;
  }
}

/// The plain intrinsic or instruction behind a constrained one: by LLVM's own list.
in::ID plain_intrinsic(in::ID id) {
  switch (id) {
#define DAG_INSTRUCTION(N, A, R, I, D)
#define DAG_FUNCTION(N, A, R, I, D) \
  case in::I:                       \
    return in::N;
#define FUNCTION(N, A, R, I) \
  case in::I:                \
    return in::N;
#include <llvm/IR/ConstrainedOps.def>
    default:
      return in::not_intrinsic;
  }
}

class Rounding {
 public:
  /// `way`: none is ties away.
  Rounding(llvm::IntrinsicInst& call, Builder& builder, std::optional<RoundingWay> way, bool flush,
           const PrepareHooks& hooks)
      : call_(call),
        builder_(builder),
        way_(way.value_or(RoundingWay::zero)),
        away_(!way),
        flush_(flush),
        rounded_(hooks.rounded) {}

  /// Whether the target lacked an operation.
  bool lacked() const { return lacked_; }

  Value* result() {
    switch (call_.getIntrinsicID()) {
      case in::experimental_constrained_fadd:
        return each_lane([&](auto x) { return arithmetic(RoundedOp::add, {x(0), x(1)}); });
      case in::experimental_constrained_fsub:
        return each_lane([&](auto x) { return arithmetic(RoundedOp::add, {x(0), builder_.CreateFNeg(x(1))}); });
      case in::experimental_constrained_fmul:
        return each_lane([&](auto x) { return arithmetic(RoundedOp::mul, {x(0), x(1)}); });
      case in::experimental_constrained_fdiv:
        return each_lane([&](auto x) { return arithmetic(RoundedOp::div, {x(0), x(1)}); });
      case in::experimental_constrained_fma:
      case in::experimental_constrained_fmuladd:
        return each_lane([&](auto x) { return arithmetic(RoundedOp::fma, {x(0), x(1), x(2)}); });
      case in::experimental_constrained_sqrt:
        return each_lane([&](auto x) { return arithmetic(RoundedOp::sqrt, {x(0)}); });
      case in::experimental_constrained_fptrunc:
      case in::fptrunc_round:
        return each_lane([&](auto x) { return rounded_to(x(0), call_.getType()->getScalarType()); });
      case in::experimental_constrained_ldexp:
        return nearest() ? nullptr : each_lane([&](auto x) { return scaled(x(0), x(1)); });
      case in::experimental_constrained_sitofp:
        return each_lane([&](auto x) { return from_integer(x(0), true); });
      case in::experimental_constrained_uitofp:
        return each_lane([&](auto x) { return from_integer(x(0), false); });
      case in::experimental_constrained_rint:
      case in::experimental_constrained_nearbyint:
        return builder_.CreateUnaryIntrinsic(integral(), call_.getArgOperand(0));
      case in::experimental_constrained_lrint:
      case in::experimental_constrained_llrint:
        return builder_.CreateFPToSI(builder_.CreateUnaryIntrinsic(integral(), call_.getArgOperand(0)),
                                     call_.getType());
      default:
        return nullptr;
    }
  }

 private:
  bool nearest() const { return way_ == RoundingWay::nearest; }
  in::ID integral() const {
    return away_                       ? in::round
           : nearest()                 ? in::rint
           : way_ == RoundingWay::zero ? in::trunc
           : way_ == RoundingWay::down ? in::floor
                                       : in::ceil;
  }

  /// f gets a function that gives argument i of the lane.
  template <class F>
  Value* each_lane(F&& f) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call_.getType());
    if (vector == nullptr) return f([&](unsigned i) { return call_.getArgOperand(i); });
    Value* result = llvm::PoisonValue::get(call_.getType());
    for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
      Value* made = f([&](unsigned i) {
        Value* whole = call_.getArgOperand(i);
        return whole->getType()->isVectorTy() ? builder_.CreateExtractElement(whole, lane) : whole;
      });
      if (made == nullptr) return nullptr;
      result = builder_.CreateInsertElement(result, made, lane);
    }
    return result;
  }

  /// By the target, else null. To nearest what it lacks is the plain operation, see `plain`.
  Value* by_target(RoundedOp what, Type* result, llvm::ArrayRef<Value*> x) {
    Value* made = rounded_ == nullptr ? nullptr : rounded_(builder_, what, way_, flush_, {x.data(), x.size()}, result);
    if (made == nullptr && !nearest()) lacked_ = true;
    return made;
  }
  Value* plain(RoundedOp what, llvm::ArrayRef<Value*> x) {
    switch (what) {
      case RoundedOp::add:
        return builder_.CreateFAdd(x[0], x[1]);
      case RoundedOp::mul:
        return builder_.CreateFMul(x[0], x[1]);
      case RoundedOp::div:
        return builder_.CreateFDiv(x[0], x[1]);
      case RoundedOp::fma:
        return builder_.CreateIntrinsic(in::fma, {x[0]->getType()}, x);
      case RoundedOp::sqrt:
        return builder_.CreateUnaryIntrinsic(in::sqrt, x[0]);
      default:
        return nullptr;
    }
  }

  Value* arithmetic(RoundedOp what, llvm::SmallVector<Value*, 3> x) {
    Type* type = x[0]->getType();
    if (away_) {
      if (type->isDoubleTy()) return lack();
      for (Value*& v : x) v = builder_.CreateFPExt(v, builder_.getDoubleTy());
      return rounded_to(by_target(what, builder_.getDoubleTy(), x), type);  // truncated there
    }
    if (type->isFloatTy() || type->isDoubleTy()) {
      if (Value* made = by_target(what, type, x)) return made;
      return nearest() ? plain(what, x) : nullptr;
    }
    if (nearest() && what == RoundedOp::fma) return builder_.CreateIntrinsic(in::fma, {type}, x);
    // To nearest a second rounding is harmless where the first one keeps 2p + 2 digits: in f32 for f16; for bf16, whose
    // denormals are those of f32, in f64. Plain operations could be fused.
    Type* wide = nearest() && type->isBFloatTy() ? builder_.getDoubleTy() : builder_.getFloatTy();
    for (Value*& v : x) v = builder_.CreateFPExt(v, wide);
    return narrowed(arithmetic(what, x), type);
  }

  Value* lack() {
    lacked_ = true;
    return nullptr;
  }

  // ---- ties away

  /// In the mode, whichever it is; null stays null.
  Value* rounded_to(Value* x, Type* to) {
    if (x == nullptr || !away_ || to->isDoubleTy()) return narrowed(x, to);
    x = builder_.CreateFPExt(x, builder_.getDoubleTy());
    Value* magnitude = builder_.CreateUnaryIntrinsic(in::fabs, x);
    magnitude = by_target(RoundedOp::add, x->getType(), {magnitude, half_place(builder_, magnitude, to)});
    if (magnitude == nullptr) return nullptr;
    return narrowed(builder_.CreateBinaryIntrinsic(in::copysign, within(builder_, magnitude, to), x), to);
  }
  Value* away_from_integer(Value* x, bool is_signed, Type* to) {
    const unsigned bits = x->getType()->getIntegerBitWidth();
    Type* wide = builder_.getDoubleTy();
    if (bits <= 53) return rounded_to(is_signed ? builder_.CreateSIToFP(x, wide) : builder_.CreateUIToFP(x, wide), to);
    Value* negative = is_signed ? builder_.CreateICmpSLT(x, llvm::Constant::getNullValue(x->getType())) : nullptr;
    if (negative != nullptr) x = builder_.CreateSelect(negative, builder_.CreateNeg(x), x);
    if (bits <= 64) x = builder_.CreateZExt(x, builder_.getIntNTy(65));
    const WideTop top = wide_top(builder_, x);
    Value* value = to->isDoubleTy() ? away_top(top.bits) : by_target(RoundedOp::from_unsigned, wide, {top.bits});
    if (value == nullptr) return nullptr;
    // Exact, or too large.
    value = builder_.CreateFMul(value, power_of_two(builder_, top.exponent, wide, bits <= 64 ? 0 : bits - 64));
    if (negative != nullptr) value = builder_.CreateSelect(negative, builder_.CreateFNeg(value), value);
    return rounded_to(value, to);
  }
  /// 64 bits, the highest set or none, as f64.
  Value* away_top(Value* bits) {
    Value* more = builder_.CreateAdd(bits, builder_.getInt64(1 << 10));
    Value* whole = by_target(RoundedOp::from_unsigned, builder_.getDoubleTy(), {more});
    if (whole == nullptr) return nullptr;
    const auto number = [&](double x) { return llvm::ConstantFP::get(builder_.getDoubleTy(), x); };
    whole = builder_.CreateSelect(builder_.CreateICmpULT(more, bits), number(0x1p64), whole);
    return builder_.CreateSelect(builder_.CreateICmpEQ(bits, builder_.getInt64(0)), number(0), whole);
  }

  // ---- x * 2^n

  /// Not to nearest with ties to even. What is shorter than f64 has all its products with powers there, exact.
  Value* scaled(Value* x, Value* n) {
    Type* type = x->getType();
    Type* wide = builder_.getDoubleTy();
    if (n->getType()->getIntegerBitWidth() < 32) n = builder_.CreateSExt(n, builder_.getInt32Ty());
    const std::int64_t most = type->isDoubleTy() ? 2200 : 300;  // beyond, the result is that of the end
    n = builder_.CreateBinaryIntrinsic(in::smin, n, llvm::ConstantInt::getSigned(n->getType(), most));
    n = builder_.CreateBinaryIntrinsic(in::smax, n, llvm::ConstantInt::getSigned(n->getType(), -most));
    n = builder_.CreateTrunc(n, builder_.getInt32Ty());
    if (!type->isDoubleTy())
      return rounded_to(builder_.CreateFMul(builder_.CreateFPExt(x, wide), power_of_two(builder_, n, wide, 300)), type);
    if (away_) return lack();
    // Four steps in one direction, each rounded as the whole is: where one is inexact, the next ones keep what it decided.
    Value* quarter = builder_.CreateSDiv(n, builder_.getInt32(4));
    Value* rest = builder_.CreateSub(n, builder_.CreateMul(quarter, builder_.getInt32(3)));
    for (unsigned step = 0; x != nullptr && step < 4; ++step)
      x = by_target(RoundedOp::mul, type, {x, power_of_two(builder_, step < 3 ? quarter : rest, wide, 560)});
    return x;
  }

  /// Null stays null.
  Value* narrowed(Value* x, Type* to) {
    if (x == nullptr || x->getType() == to) return x;
    if (nearest()) return builder_.CreateFPTrunc(x, to);
    Type* single = builder_.getFloatTy();
    // A denormal that is flushed on the way to a half would be lost; f64 to f32 flushes where the function says so.
    if (x->getType()->isDoubleTy()) {
      Value* made = rounded_ == nullptr
                        ? nullptr
                        : rounded_(builder_, RoundedOp::to_f32, way_, flush_ && to->isFloatTy(), {&x, 1}, single);
      lacked_ |= made == nullptr;
      x = made;
    }
    if (x == nullptr || to->isFloatTy()) return x;
    return to->isHalfTy() ? by_target(RoundedOp::to_f16, to, {x}) : bfloat(x);
  }
  /// By its bits: few know it upwards and downwards.
  Value* bfloat(Value* x) {
    Value* bits = builder_.CreateBitCast(x, builder_.getInt32Ty());
    Value* moved = bits;
    if (way_ != RoundingWay::zero) {
      Value* zero = builder_.getInt32(0);
      Value* away = way_ == RoundingWay::up ? builder_.CreateICmpSGE(bits, zero) : builder_.CreateICmpSLT(bits, zero);
      moved = builder_.CreateAdd(bits, builder_.CreateSelect(away, builder_.getInt32(0xFFFF), zero));
    }
    moved = builder_.CreateSelect(builder_.CreateFCmpUNO(x, x), builder_.CreateOr(bits, builder_.getInt32(0x400000)),
                                  moved);
    Value* high = builder_.CreateTrunc(builder_.CreateLShr(moved, 16), builder_.getInt16Ty());
    return builder_.CreateBitCast(high, builder_.getBFloatTy());
  }

  /// An unsigned integer above 64 bits, in a directed mode: its top 64 bits, the last of them standing for all below, and
  /// a scaling that rounds likewise where the type ends.
  Value* from_wide(Value* x, Type* result) {
    const WideTop top = wide_top(builder_, x);
    Value* value = by_target(RoundedOp::from_unsigned, result, {top.bits});
    // Where the power stops at the largest one, the product is too large with it as well.
    Value* power = power_of_two(builder_, top.exponent, result, x->getType()->getIntegerBitWidth() - 64);
    return value == nullptr ? nullptr : by_target(RoundedOp::mul, result, {value, power});
  }
  /// By its magnitude, which is rounded the other way where the number is negative.
  Value* from_wide_signed(Value* x, Type* result) {
    Value* negative = builder_.CreateICmpSLT(x, llvm::Constant::getNullValue(x->getType()));
    Value* magnitude = builder_.CreateSelect(negative, builder_.CreateNeg(x), x);
    Value* above = from_wide(magnitude, result);
    const RoundingWay way = way_;
    if (way == RoundingWay::down) way_ = RoundingWay::up;
    if (way == RoundingWay::up) way_ = RoundingWay::down;
    Value* below = from_wide(magnitude, result);
    way_ = way;
    return above == nullptr || below == nullptr ? nullptr
                                                : builder_.CreateSelect(negative, builder_.CreateFNeg(below), above);
  }

  /// Null where the target has no such rounding.
  Value* from_integer(Value* x, bool is_signed) {
    Type* to = call_.getType()->getScalarType();
    const unsigned bits = x->getType()->getIntegerBitWidth();
    if (away_) return away_from_integer(x, is_signed, to);
    if (nearest()) return is_signed ? builder_.CreateSIToFP(x, to) : builder_.CreateUIToFP(x, to);
    Type* result = to->isDoubleTy() ? to : builder_.getFloatTy();
    if (bits > 64) return narrowed(is_signed ? from_wide_signed(x, result) : from_wide(x, result), to);
    Type* wide = bits <= 32 ? builder_.getInt32Ty() : builder_.getInt64Ty();
    x = is_signed ? builder_.CreateSExt(x, wide) : builder_.CreateZExt(x, wide);
    return narrowed(by_target(is_signed ? RoundedOp::from_signed : RoundedOp::from_unsigned, result, {x}), to);
  }

  llvm::IntrinsicInst& call_;
  Builder& builder_;
  RoundingWay way_;
  bool away_;  // to nearest, ties away; way_ is zero then
  bool flush_;
  decltype(PrepareHooks::rounded) rounded_;
  bool lacked_ = false;
};

/// What no rounding mode changes; and functions of the library.
Value* without_mode(llvm::ConstrainedFPIntrinsic& call, Builder& builder) {
  const auto x = [&](unsigned i) { return call.getArgOperand(i); };
  if (auto* compare = llvm::dyn_cast<llvm::ConstrainedFPCmpIntrinsic>(&call))
    return builder.CreateFCmp(compare->getPredicate(), x(0), x(1));
  switch (call.getIntrinsicID()) {
    case in::experimental_constrained_frem:
      return builder.CreateFRem(x(0), x(1));  // exact
    case in::experimental_constrained_fpext:
      return builder.CreateFPExt(x(0), call.getType());
    case in::experimental_constrained_fptosi:
      return builder.CreateFPToSI(x(0), call.getType());
    case in::experimental_constrained_fptoui:
      return builder.CreateFPToUI(x(0), call.getType());
    default:
      break;
  }
  const in::ID id = plain_intrinsic(call.getIntrinsicID());
  if (id == in::not_intrinsic) return nullptr;
  llvm::SmallVector<Value*, 3> arguments;
  for (unsigned i = 0; i < call.getNonMetadataArgCount(); ++i) arguments.push_back(x(i));
  builder.setFastMathFlags(call.getFastMathFlags());
  return builder.CreateIntrinsic(call.getType(), id, arguments);
}

}  // namespace

bool expand_constrained(llvm::IntrinsicInst& call, StepContext& context) {
  Builder builder(&call);
  const llvm::Function& f = *call.getFunction();
  auto* constrained = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&call);
  std::optional<llvm::RoundingMode> mode;
  if (constrained != nullptr)
    mode = constrained->getRoundingMode();
  else if (const auto* text = llvm::dyn_cast<llvm::MetadataAsValue>(call.getArgOperand(1)))
    mode = llvm::convertStrToRoundingMode(llvm::cast<llvm::MDString>(text->getMetadata())->getString());
  llvm::RoundingMode asked = mode.value_or(llvm::RoundingMode::NearestTiesToEven);
  if (asked == llvm::RoundingMode::Dynamic) asked = llvm::RoundingMode::NearestTiesToEven;
  const auto refuse = [&](const std::string& why) {
    context.error(f, "intrinsic " + call.getCalledFunction()->getName().str() + " " + why);
    return false;
  };
  const std::string target(context.facts.name);
  const std::optional<RoundingWay> way = way_of(asked);
  if (call.getType()->isScalableTy()) return true;
  const auto longer = [](const Type* type) {
    return type->getScalarType()->getPrimitiveSizeInBits() > 64 && type->isFPOrFPVectorTy();
  };
  for (const Value* operand : call.args())
    if (longer(operand->getType())) return true;  // `build` names the type
  if (longer(call.getType())) return true;
  const bool flush =
      context.flush_f32 || f.getDenormalMode(llvm::APFloat::IEEEsingle()).Output == llvm::DenormalMode::PreserveSign;
  Rounding rounding(call, builder, way, flush, context.facts.hooks);
  Value* value = rounding.result();
  if (rounding.lacked() && !way)
    return refuse("asks for a rounding mode that " + target + " does not have: nearest, ties away from zero");
  if (rounding.lacked()) return refuse("has no " + target + " form in its rounding mode");
  if (value == nullptr && constrained != nullptr) {
    value = without_mode(*constrained, builder);
  }
  if (value == nullptr) return true;  // `build` names it
  call.replaceAllUsesWith(value);
  call.eraseFromParent();
  return true;
}

}  // namespace lathe::codegen
