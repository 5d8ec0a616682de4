// NVIDIA's math library: linked when the module calls it, or when it uses an operation that PTX has no instruction for.
//
// llvm.sin, llvm.pow, frem and the like become calls of __nv_sin, ...; approximate ones (flag afn) that PTX has stay,
// and others are made of those. Then only what is called is linked and made internal; after `reflect` it is inlined
// (see inline_libdevice). Bitcode is read lazily: bodies that nobody calls are never parsed.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Value;
using llvm::Intrinsic::ID;

/// Marks functions that came from the library, so that a later step knows what to inline.
constexpr char mark[] = "lathe-libdevice";

/// How an intrinsic calls its library function.
enum class Form { plain, two_results_by_pointer, value_and_exponent, value_and_fraction };
struct Row {
  ID id;
  const char* name;  ///< without __nv_ and the f of float
  Form form = Form::plain;
  bool native_approx = false;  ///< PTX has an approximate instruction for f32
};
constexpr Row rows[] = {
    {llvm::Intrinsic::sin, "sin", Form::plain, true},
    {llvm::Intrinsic::cos, "cos", Form::plain, true},
    {llvm::Intrinsic::tan, "tan"},
    {llvm::Intrinsic::asin, "asin"},
    {llvm::Intrinsic::acos, "acos"},
    {llvm::Intrinsic::atan, "atan"},
    {llvm::Intrinsic::atan2, "atan2"},
    {llvm::Intrinsic::sinh, "sinh"},
    {llvm::Intrinsic::cosh, "cosh"},
    {llvm::Intrinsic::tanh, "tanh", Form::plain, true},
    {llvm::Intrinsic::exp, "exp"},
    {llvm::Intrinsic::exp2, "exp2", Form::plain, true},
    {llvm::Intrinsic::exp10, "exp10"},
    {llvm::Intrinsic::log, "log"},
    {llvm::Intrinsic::log2, "log2", Form::plain, true},
    {llvm::Intrinsic::log10, "log10"},
    {llvm::Intrinsic::pow, "pow"},
    {llvm::Intrinsic::powi, "powi"},
    {llvm::Intrinsic::ldexp, "ldexp"},
    {llvm::Intrinsic::sincos, "sincos", Form::two_results_by_pointer},
    {llvm::Intrinsic::frexp, "frexp", Form::value_and_exponent},
    {llvm::Intrinsic::modf, "modf", Form::value_and_fraction},
};

const Row* row_of(ID id) {
  for (const Row& row : rows)
    if (row.id == id) return &row;
  return nullptr;
}

/// Writes one operation as calls of the library.
class Replacement {
 public:
  Replacement(llvm::Instruction& inst, llvm::Module& module) : inst_(inst), module_(module), builder_(&inst) {
    if (llvm::isa<llvm::FPMathOperator>(inst)) builder_.setFastMathFlags(inst.getFastMathFlags());
  }

  Value* frem() {
    return per_lane(inst_.getType(), [&](unsigned lane) {
      return call("fmod", at(inst_.getOperand(0), lane), {at(inst_.getOperand(1), lane)});
    });
  }

  Value* intrinsic(const Row& row) {
    auto& inst = llvm::cast<llvm::IntrinsicInst>(inst_);
    if (row.form != Form::plain) return with_pointer(row, inst);
    return per_lane(inst.getType(), [&](unsigned lane) {
      llvm::SmallVector<Value*, 2> rest;
      for (unsigned i = 1; i < inst.arg_size(); ++i) rest.push_back(at(inst.getArgOperand(i), lane));
      return call(row.name, at(inst.getArgOperand(0), lane), rest);
    });
  }

 private:
  /// Element `lane` of a vector operand; scalars as they are.
  Value* at(Value* value, unsigned lane) {
    return value->getType()->isVectorTy() ? builder_.CreateExtractElement(value, lane) : value;
  }
  template <class F>
  Value* per_lane(llvm::Type* type, F&& f) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (!vector) return f(0);
    Value* result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) result = builder_.CreateInsertElement(result, f(i), i);
    return result;
  }
  /// f(x, rest...) in f32 or f64; halves are computed in f32. Operands of x's type are converted alike.
  Value* call(const std::string& name, Value* x, llvm::ArrayRef<Value*> rest) {
    llvm::Type* own = x->getType();
    llvm::Type* type = own->isDoubleTy() ? own : builder_.getFloatTy();
    const auto convert = [&](Value* v) { return v->getType() == own ? builder_.CreateFPCast(v, type) : v; };
    llvm::SmallVector<Value*, 4> arguments{convert(x)};
    llvm::SmallVector<llvm::Type*, 4> types{type};
    for (Value* v : rest) {
      arguments.push_back(v->getType()->isIntegerTy() ? builder_.CreateSExtOrTrunc(v, builder_.getInt32Ty())
                                                      : convert(v));
      types.push_back(arguments.back()->getType());
    }
    const std::string symbol = "__nv_" + name + (type->isFloatTy() ? "f" : "");
    const llvm::FunctionCallee callee =
        module_.getOrInsertFunction(symbol, llvm::FunctionType::get(type, types, false));
    return builder_.CreateFPCast(builder_.CreateCall(callee, arguments), own);
  }

  /// sincos, frexp, modf: their library forms give results through pointers.
  Value* with_pointer(const Row& row, llvm::IntrinsicInst& inst) {
    auto* pair = llvm::cast<llvm::StructType>(inst.getType());
    Value* first = llvm::PoisonValue::get(pair->getElementType(0));
    Value* second = llvm::PoisonValue::get(pair->getElementType(1));
    Value* x = inst.getArgOperand(0);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(x->getType());
    for (unsigned lane = 0; lane < (vector ? vector->getNumElements() : 1); ++lane) {
      const auto [a, b] = one_with_pointer(row, at(x, lane), pair->getElementType(1)->getScalarType());
      first = vector ? builder_.CreateInsertElement(first, a, lane) : a;
      second = vector ? builder_.CreateInsertElement(second, b, lane) : b;
    }
    Value* result = builder_.CreateInsertValue(llvm::PoisonValue::get(pair), first, 0);
    return builder_.CreateInsertValue(result, second, 1);
  }
  std::pair<Value*, Value*> one_with_pointer(const Row& row, Value* x, llvm::Type* second_type) {
    llvm::Type* own = x->getType();
    llvm::Type* type = own->isDoubleTy() ? own : builder_.getFloatTy();
    const std::string symbol = std::string("__nv_") + row.name + (type->isFloatTy() ? "f" : "");
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* nothing = builder_.getVoidTy();
    x = builder_.CreateFPCast(x, type);
    if (row.form == Form::two_results_by_pointer) {
      Value* a = variable(type);
      Value* b = variable(type);
      builder_.CreateCall(module_.getOrInsertFunction(symbol, nothing, type, pointer, pointer), {x, a, b});
      return {builder_.CreateFPCast(builder_.CreateLoad(type, a), own),
              builder_.CreateFPCast(builder_.CreateLoad(type, b), own)};
    }
    const bool exponent = row.form == Form::value_and_exponent;
    Value* other = variable(exponent ? builder_.getInt32Ty() : type);
    Value* value = builder_.CreateFPCast(
        builder_.CreateCall(module_.getOrInsertFunction(symbol, type, type, pointer), {x, other}), own);
    if (exponent)
      return {value, builder_.CreateSExtOrTrunc(builder_.CreateLoad(builder_.getInt32Ty(), other), second_type)};
    return {value, builder_.CreateFPCast(builder_.CreateLoad(type, other), own)};
  }
  Value* variable(llvm::Type* type) {
    llvm::IRBuilder<> entry(&*inst_.getFunction()->getEntryBlock().getFirstInsertionPt());
    return entry.CreateAlloca(type);
  }

  llvm::Instruction& inst_;
  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
};

bool library_type(const llvm::Type* type) {
  const llvm::Type* lane = type->getScalarType();
  return !type->isScalableTy() && (lane->isHalfTy() || lane->isBFloatTy() || lane->isFloatTy() || lane->isDoubleTy());
}

/// True when PTX computes it well enough: approximate f32 forms where the flags allow. exp2 is exact to 2 ulp as it is.
bool is_native(const Row& row, const llvm::IntrinsicInst& call, const Features& features) {
  const llvm::Type* lane = call.getArgOperand(0)->getType()->getScalarType();
  if (!row.native_approx || lane->isDoubleTy()) return false;
  if (row.id == llvm::Intrinsic::exp2) return true;
  return features.unsafe_fp || call.hasApproxFunc() ||
         call.getFunction()->getFnAttribute("unsafe-fp-math").getValueAsBool();
}

/// exp, log and pow made of the approximate exp2 and log2, where the flags allow. Null when they do not.
Value* approximate(llvm::IntrinsicInst& call, const Features& features) {
  const llvm::Type* lane = call.getType()->getScalarType();
  if (!lane->isFloatTy()) return nullptr;
  if (!call.hasApproxFunc() && !features.unsafe_fp) return nullptr;
  llvm::IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  llvm::Type* type = call.getType();
  Value* x = call.getArgOperand(0);
  const auto exp2 = [&](Value* v) { return builder.CreateUnaryIntrinsic(llvm::Intrinsic::exp2, v); };
  const auto log2 = [&](Value* v) { return builder.CreateUnaryIntrinsic(llvm::Intrinsic::log2, v); };
  const auto times = [&](Value* v, double factor) {
    return builder.CreateFMul(v, llvm::ConstantFP::get(type, factor));
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::exp:
      return exp2(times(x, 1.4426950408889634));
    case llvm::Intrinsic::exp10:
      return exp2(times(x, 3.3219280948873623));
    case llvm::Intrinsic::log:
      return times(log2(x), 0.6931471805599453);
    case llvm::Intrinsic::log10:
      return times(log2(x), 0.3010299956639812);
    case llvm::Intrinsic::pow:
      return call.hasNoNaNs() ? exp2(builder.CreateFMul(call.getArgOperand(1), log2(x))) : nullptr;
    default:
      return nullptr;
  }
}

void call_library(StepContext& context) {
  llvm::SmallVector<llvm::Instruction*, 16> work;
  for (llvm::Function& f : context.module)
    for (llvm::Instruction& inst : llvm::instructions(f)) {
      if (inst.getOpcode() == llvm::Instruction::FRem)
        work.push_back(&inst);
      else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst); call && row_of(call->getIntrinsicID()))
        work.push_back(&inst);
    }
  for (llvm::Instruction* inst : work) {
    if (!library_type(inst->getOperand(0)->getType())) continue;
    Value* value = nullptr;
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(inst)) {
      const Row& row = *row_of(call->getIntrinsicID());
      if (is_native(row, *call, context.features)) continue;
      value = approximate(*call, context.features);
      if (!value && context.options.use_libdevice) value = Replacement(*inst, context.module).intrinsic(row);
    } else if (context.options.use_libdevice) {
      value = Replacement(*inst, context.module).frem();
    }
    if (!value) continue;
    inst->replaceAllUsesWith(value);
    inst->eraseFromParent();
  }
}

bool wants_library(const llvm::Module& module) {
  for (const llvm::Function& f : module)
    if (f.isDeclaration() && f.getName().starts_with("__nv_") && !f.use_empty()) return true;
  return false;
}

}  // namespace

void link_libdevice(StepContext& context) {
  call_library(context);
  if (!context.options.use_libdevice || context.options.libdevice.empty() || !wants_library(context.module)) return;
  const std::string& path = context.options.libdevice;
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    context.diag.error_at(path, 0, "cannot read libdevice: " + file.getError().message());
    return;
  }
  auto library = llvm::getOwningLazyBitcodeModule(std::move(*file), context.module.getContext());
  if (!library) {
    context.diag.error_at(path, 0, "libdevice is not LLVM bitcode: " + llvm::toString(library.takeError()));
    return;
  }
  (*library)->setTargetTriple(context.module.getTargetTriple());
  (*library)->setDataLayout(context.module.getDataLayout());
  const bool failed =
      llvm::Linker::linkModules(context.module, std::move(*library), llvm::Linker::Flags::LinkOnlyNeeded,
                                [](llvm::Module& module, const llvm::StringSet<>& names) {
                                  for (const auto& name : names) {
                                    llvm::GlobalValue* value = module.getNamedValue(name.getKey());
                                    if (!value || value->isDeclaration()) continue;
                                    value->setLinkage(llvm::GlobalValue::InternalLinkage);
                                    if (auto* f = llvm::dyn_cast<llvm::Function>(value)) f->addFnAttr(mark);
                                  }
                                });
  if (failed) context.diag.error_at(path, 0, "libdevice cannot be linked");
}

void inline_libdevice(StepContext& context) {
  // Calls are taken from the back; what an inlined body calls is looked at next.
  llvm::SmallVector<llvm::CallBase*, 32> calls;
  const auto wanted = [](const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee && !callee->isDeclaration() && callee->hasFnAttribute(mark) &&
           callee->hasFnAttribute(llvm::Attribute::AlwaysInline) && callee != call.getFunction();
  };
  for (llvm::Function& f : context.module)
    if (!f.hasFnAttribute(mark))
      for (llvm::Instruction& inst : llvm::instructions(f))
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst); call && wanted(*call)) calls.push_back(call);
  while (!calls.empty()) {
    llvm::CallBase* call = calls.pop_back_val();
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info).isSuccess()) continue;
    for (llvm::CallBase* inner : info.InlinedCallSites)
      if (wanted(*inner)) calls.push_back(inner);
  }
}

}  // namespace lathe::nvptx
