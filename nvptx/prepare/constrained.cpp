// Constrained floating point, without the constraint: PTX has a rounding mode in each instruction and no exceptions to
// see.
//
// "Dynamic" is to nearest, for there is no mode that a program could change. Sums, products, quotients, square roots
// and conversions become the instructions with that mode, which nothing fuses or folds; halves are computed in f32 and
// rounded a second time the same way, which is exact for directed modes. Functions of the library know one mode: theirs
// is to nearest, as their errors are larger than what another mode would change.
//
// Source: PTX ISA 9.0, 9.7.3 to 9.7.5, 9.7.9 (cvt).
#include <array>

#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/InlineAsm.h>

#include "nvptx/prepare/intrinsics.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Type;
using llvm::Value;
namespace in = llvm::Intrinsic;

/// PTX's spelling; none for a mode that PTX lacks.
std::string_view suffix_of(llvm::RoundingMode mode) {
  switch (mode) {
    case llvm::RoundingMode::NearestTiesToEven:
      return "rn";
    case llvm::RoundingMode::TowardZero:
      return "rz";
    case llvm::RoundingMode::TowardNegative:
      return "rm";
    case llvm::RoundingMode::TowardPositive:
      return "rp";
    default:
      return {};
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

/// Operations of which there is an instruction for each rounding mode.
enum class Arithmetic : std::uint8_t { add, mul, div, fma, sqrt };
constexpr std::string_view arithmetic_names[] = {"add", "mul", "div", "fma", "sqrt"};

class Rounding {
 public:
  /// `mode` is one that PTX has.
  Rounding(llvm::IntrinsicInst& call, Builder& builder, llvm::RoundingMode mode, bool flush)
      : call_(call), builder_(builder), mode_(mode), suffix_(suffix_of(mode)), flush_(flush) {}

  Value* result() {
    switch (call_.getIntrinsicID()) {
      case in::experimental_constrained_fadd:
        return each_lane([&](auto x) { return arithmetic(Arithmetic::add, {x(0), x(1)}); });
      case in::experimental_constrained_fsub:
        return each_lane([&](auto x) { return arithmetic(Arithmetic::add, {x(0), builder_.CreateFNeg(x(1))}); });
      case in::experimental_constrained_fmul:
        return each_lane([&](auto x) { return arithmetic(Arithmetic::mul, {x(0), x(1)}); });
      case in::experimental_constrained_fdiv:
        return each_lane([&](auto x) { return arithmetic(Arithmetic::div, {x(0), x(1)}); });
      case in::experimental_constrained_fma:
      case in::experimental_constrained_fmuladd:
        return each_lane([&](auto x) { return arithmetic(Arithmetic::fma, {x(0), x(1), x(2)}); });
      case in::experimental_constrained_sqrt:
        return each_lane([&](auto x) { return arithmetic(Arithmetic::sqrt, {x(0)}); });
      case in::experimental_constrained_fptrunc:
      case in::fptrunc_round:
        return each_lane([&](auto x) { return narrowed(x(0), call_.getType()->getScalarType()); });
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
  bool nearest() const { return mode_ == llvm::RoundingMode::NearestTiesToEven; }
  in::ID integral() const {
    return nearest()                                     ? in::rint
           : mode_ == llvm::RoundingMode::TowardZero     ? in::trunc
           : mode_ == llvm::RoundingMode::TowardNegative ? in::floor
                                                         : in::ceil;
  }

  /// f gets a function that gives argument i of the lane.
  template <class F>
  Value* each_lane(F&& f) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call_.getType());
    if (vector == nullptr) return f([&](unsigned i) { return call_.getArgOperand(i); });
    Value* result = llvm::PoisonValue::get(call_.getType());
    for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
      Value* made = f([&](unsigned i) { return builder_.CreateExtractElement(call_.getArgOperand(i), lane); });
      if (made == nullptr) return nullptr;
      result = builder_.CreateInsertElement(result, made, lane);
    }
    return result;
  }

  /// llvm.nvvm.NAME, spelled as LLVM does.
  Value* instruction(const std::string& name, Type* result, llvm::ArrayRef<Value*> arguments) {
    llvm::SmallVector<Type*, 3> types;
    for (Value* v : arguments) types.push_back(v->getType());
    llvm::Module& module = *call_.getModule();
    return builder_.CreateCall(
        module.getOrInsertFunction("llvm.nvvm." + name, llvm::FunctionType::get(result, types, false)), arguments);
  }

  Value* arithmetic(Arithmetic what, llvm::SmallVector<Value*, 3> x) {
    Type* type = x[0]->getType();
    if (type->isFloatTy() || type->isDoubleTy()) {
      const std::string name(arithmetic_names[static_cast<unsigned>(what)]);
      const std::string ftz = flush_ && type->isFloatTy() ? ".ftz" : "";
      return instruction(name + "." + std::string(suffix_) + ftz + (type->isFloatTy() ? ".f" : ".d"), type, x);
    }
    if (nearest() && what == Arithmetic::fma) return builder_.CreateIntrinsic(in::fma, {type}, x);
    // To nearest a second rounding is harmless where the first one keeps 2p + 2 digits: in f32 for f16; for bf16, whose
    // denormals are those of f32, in f64. Plain operations could be fused.
    Type* wide = nearest() && type->isBFloatTy() ? builder_.getDoubleTy() : builder_.getFloatTy();
    for (Value*& v : x) v = builder_.CreateFPExt(v, wide);
    return narrowed(arithmetic(what, x), type);
  }

  Value* narrowed(Value* x, Type* to) {
    if (x->getType() == to) return x;
    if (nearest()) return builder_.CreateFPTrunc(x, to);
    Type* single = builder_.getFloatTy();
    // A denormal that is flushed on the way to a half would be lost; f64 to f32 flushes where the function says so.
    if (x->getType()->isDoubleTy())
      x = instruction("d2f." + std::string(suffix_) + (flush_ && to->isFloatTy() ? ".ftz" : ""), single, {x});
    if (to->isFloatTy()) return x;
    return to->isHalfTy() ? half(x) : bfloat(x);
  }
  Value* half(Value* x) {
    auto* type = llvm::FunctionType::get(builder_.getInt16Ty(), {x->getType()}, false);
    const std::string text = "cvt." + std::string(suffix_) + ".f16.f32 $0, $1;";
    llvm::CallInst* bits = builder_.CreateCall(llvm::InlineAsm::get(type, text, "=h,f", false), {x});
    bits->setDoesNotAccessMemory();
    bits->setDoesNotThrow();
    return builder_.CreateBitCast(bits, builder_.getHalfTy());
  }
  /// By its bits: upwards and downwards, cvt does not know it.
  Value* bfloat(Value* x) {
    Value* bits = builder_.CreateBitCast(x, builder_.getInt32Ty());
    Value* moved = bits;
    if (mode_ != llvm::RoundingMode::TowardZero) {
      Value* zero = builder_.getInt32(0);
      Value* away = mode_ == llvm::RoundingMode::TowardPositive ? builder_.CreateICmpSGE(bits, zero)
                                                                : builder_.CreateICmpSLT(bits, zero);
      moved = builder_.CreateAdd(bits, builder_.CreateSelect(away, builder_.getInt32(0xFFFF), zero));
    }
    moved = builder_.CreateSelect(builder_.CreateFCmpUNO(x, x), builder_.CreateOr(bits, builder_.getInt32(0x400000)),
                                  moved);
    Value* high = builder_.CreateTrunc(builder_.CreateLShr(moved, 16), builder_.getInt16Ty());
    return builder_.CreateBitCast(high, builder_.getBFloatTy());
  }

  /// Null for integers above 64 bits in a directed mode.
  Value* from_integer(Value* x, bool is_signed) {
    Type* to = call_.getType()->getScalarType();
    const unsigned bits = x->getType()->getIntegerBitWidth();
    if (nearest()) return is_signed ? builder_.CreateSIToFP(x, to) : builder_.CreateUIToFP(x, to);
    if (bits > 64) return nullptr;
    Type* wide = bits <= 32 ? builder_.getInt32Ty() : builder_.getInt64Ty();
    x = is_signed ? builder_.CreateSExt(x, wide) : builder_.CreateZExt(x, wide);
    const std::string source = std::string(is_signed ? "" : "u") + (bits <= 32 ? "i" : "ll");
    Type* result = to->isDoubleTy() ? to : builder_.getFloatTy();
    return narrowed(instruction(source + (to->isDoubleTy() ? "2d." : "2f.") + std::string(suffix_), result, {x}), to);
  }

  llvm::IntrinsicInst& call_;
  Builder& builder_;
  llvm::RoundingMode mode_;
  std::string_view suffix_;
  bool flush_;
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
  if (suffix_of(asked).empty())
    return refuse("asks for a rounding mode that PTX does not have: nearest, ties away from zero");
  if (call.getType()->isScalableTy()) return true;
  const bool flush = context.features.ftz_f32 ||
                     f.getDenormalMode(llvm::APFloat::IEEEsingle()).Output == llvm::DenormalMode::PreserveSign;
  const bool directed = asked != llvm::RoundingMode::NearestTiesToEven;
  if (directed && call.getIntrinsicID() == in::experimental_constrained_ldexp)
    return refuse("has no PTX form in a rounding mode other than to nearest");
  Value* value = Rounding(call, builder, asked, flush).result();
  if (value == nullptr && constrained != nullptr) {
    if (call.getIntrinsicID() == in::experimental_constrained_sitofp ||
        call.getIntrinsicID() == in::experimental_constrained_uitofp)
      return refuse("of more than 64 bits has no PTX form in a rounding mode other than to nearest");
    value = without_mode(*constrained, builder);
  }
  if (value == nullptr) return true;  // `build` names it
  call.replaceAllUsesWith(value);
  call.eraseFromParent();
  return true;
}

}  // namespace lathe::nvptx
