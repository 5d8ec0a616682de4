// Math functions that the target has no instruction for: ours where the result is exact (own_math.cpp), else its
// library's (MathLibrary).
//
// llvm.sin, llvm.pow and the like become calls of the library; approximate ones (flag afn) that the target has stay,
// and others are made of those; frem, frexp and modf become calls of our own. Then only what is called is linked and
// made internal; later it is inlined (see inline_math). Bitcode is read lazily: bodies that nobody calls are
// never parsed. Without the library whatever needs it is an error: the result never depends on what is installed. A
// target that has no library keeps such operations.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "codegen/prepare/own_math.hpp"
#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

using llvm::Value;
using llvm::Intrinsic::ID;

/// Exact code of ours, for every target.
constexpr MathFunction own_functions[] = {
    {llvm::Intrinsic::frexp, "frexp", MathForm::own_pair},
    {llvm::Intrinsic::modf, "modf", MathForm::own_pair},
};

/// Of a target that has no library: functions of our own are inlined, too.
constexpr MathLibrary no_library{{}, {}, {}, "lathe-math", "", {}, {}, {}, {}};
const MathLibrary& library_of(const StepContext& context) {
  return context.facts.library == nullptr ? no_library : *context.facts.library;
}

/// Constrained forms: the same functions, exceptions not observed.
constexpr std::pair<ID, ID> constrained_rows[] = {
    {llvm::Intrinsic::experimental_constrained_sin, llvm::Intrinsic::sin},
    {llvm::Intrinsic::experimental_constrained_cos, llvm::Intrinsic::cos},
    {llvm::Intrinsic::experimental_constrained_tan, llvm::Intrinsic::tan},
    {llvm::Intrinsic::experimental_constrained_asin, llvm::Intrinsic::asin},
    {llvm::Intrinsic::experimental_constrained_acos, llvm::Intrinsic::acos},
    {llvm::Intrinsic::experimental_constrained_atan, llvm::Intrinsic::atan},
    {llvm::Intrinsic::experimental_constrained_atan2, llvm::Intrinsic::atan2},
    {llvm::Intrinsic::experimental_constrained_sinh, llvm::Intrinsic::sinh},
    {llvm::Intrinsic::experimental_constrained_cosh, llvm::Intrinsic::cosh},
    {llvm::Intrinsic::experimental_constrained_tanh, llvm::Intrinsic::tanh},
    {llvm::Intrinsic::experimental_constrained_exp, llvm::Intrinsic::exp},
    {llvm::Intrinsic::experimental_constrained_exp2, llvm::Intrinsic::exp2},
    {llvm::Intrinsic::experimental_constrained_log, llvm::Intrinsic::log},
    {llvm::Intrinsic::experimental_constrained_log2, llvm::Intrinsic::log2},
    {llvm::Intrinsic::experimental_constrained_log10, llvm::Intrinsic::log10},
    {llvm::Intrinsic::experimental_constrained_pow, llvm::Intrinsic::pow},
    {llvm::Intrinsic::experimental_constrained_powi, llvm::Intrinsic::powi},
    {llvm::Intrinsic::experimental_constrained_ldexp, llvm::Intrinsic::ldexp},
};

const MathFunction* row_of(ID id, const StepContext& context) {
  const std::span<const MathFunction> both[] = {own_functions, library_of(context).functions};
  for (const std::span<const MathFunction> rows : both)
    for (const MathFunction& row : rows)
      if (row.intrinsic == id) return &row;
  return nullptr;
}

/// Writes one operation as calls of the library.
class Replacement {
 public:
  Replacement(llvm::Instruction& inst, StepContext& context)
      : inst_(inst), module_(context.module), library_(library_of(context)), builder_(&inst) {
    if (llvm::isa<llvm::FPMathOperator>(inst)) builder_.setFastMathFlags(inst.getFastMathFlags());
  }

  Value* frem() {
    return per_lane(inst_.getType(), [&](unsigned lane) {
      return call("fmod", at(inst_.getOperand(0), lane), {at(inst_.getOperand(1), lane)}, true);
    });
  }

  Value* intrinsic(const MathFunction& row) {
    auto& inst = llvm::cast<llvm::IntrinsicInst>(inst_);
    if (row.form != MathForm::plain) return pair(row, inst);
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
  llvm::CallInst* library_call(llvm::FunctionCallee callee, llvm::ArrayRef<Value*> arguments) {
    llvm::CallInst* made = builder_.CreateCall(callee, arguments);
    if (*library_.made_call != 0)
      made->addFnAttr(llvm::Attribute::get(module_.getContext(), library_.made_call, "true"));
    return made;
  }
  llvm::Type* computed_in(llvm::Type* own) { return own->isDoubleTy() ? own : builder_.getFloatTy(); }
  /// f(x, rest...) in f32 or f64; halves are computed in f32. Operands of x's type are converted alike.
  Value* call(const std::string& name, Value* x, llvm::ArrayRef<Value*> rest, bool ours = false) {
    llvm::Type* own = x->getType();
    llvm::Type* type = computed_in(own);
    const auto convert = [&](Value* v) { return v->getType() == own ? builder_.CreateFPCast(v, type) : v; };
    llvm::SmallVector<Value*, 4> arguments{convert(x)};
    llvm::SmallVector<llvm::Type*, 4> types{type};
    for (Value* v : rest) {
      arguments.push_back(v->getType()->isIntegerTy() ? builder_.CreateSExtOrTrunc(v, builder_.getInt32Ty())
                                                      : convert(v));
      types.push_back(arguments.back()->getType());
    }
    const llvm::FunctionCallee callee =
        module_.getOrInsertFunction(symbol(name, type, ours), llvm::FunctionType::get(type, types, false));
    return builder_.CreateFPCast(library_call(callee, arguments), own);
  }
  std::string symbol(const std::string& name, const llvm::Type* type, bool ours) const {
    if (ours) return own_math_prefix + name + (type->isFloatTy() ? "_f32" : "_f64");
    return std::string(library_.prefix) + name + std::string(type->isFloatTy() ? library_.f32_suffix : "");
  }

  /// sincos, frexp, modf: two results.
  Value* pair(const MathFunction& row, llvm::IntrinsicInst& inst) {
    auto* pair = llvm::cast<llvm::StructType>(inst.getType());
    Value* first = llvm::PoisonValue::get(pair->getElementType(0));
    Value* second = llvm::PoisonValue::get(pair->getElementType(1));
    Value* x = inst.getArgOperand(0);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(x->getType());
    for (unsigned lane = 0; lane < (vector ? vector->getNumElements() : 1); ++lane) {
      const auto [a, b] = row.form == MathForm::own_pair
                              ? own_pair(row, at(x, lane), pair->getElementType(1)->getScalarType())
                              : pair_by_pointers(row, at(x, lane));
      first = vector ? builder_.CreateInsertElement(first, a, lane) : a;
      second = vector ? builder_.CreateInsertElement(second, b, lane) : b;
    }
    Value* result = builder_.CreateInsertValue(llvm::PoisonValue::get(pair), first, 0);
    return builder_.CreateInsertValue(result, second, 1);
  }
  std::pair<Value*, Value*> own_pair(const MathFunction& row, Value* x, llvm::Type* second_type) {
    llvm::Type* own = x->getType();
    llvm::Type* type = computed_in(own);
    const bool integer = second_type->isIntegerTy();
    llvm::Type* result = llvm::StructType::get(type, integer ? builder_.getInt32Ty() : type);
    const llvm::FunctionCallee callee = module_.getOrInsertFunction(symbol(row.name, type, true), result, type);
    Value* both = builder_.CreateCall(callee, {builder_.CreateFPCast(x, type)});
    Value* second = builder_.CreateExtractValue(both, 1);
    return {builder_.CreateFPCast(builder_.CreateExtractValue(both, 0), own),
            integer ? builder_.CreateSExtOrTrunc(second, second_type) : builder_.CreateFPCast(second, own)};
  }
  std::pair<Value*, Value*> pair_by_pointers(const MathFunction& row, Value* x) {
    llvm::Type* own = x->getType();
    llvm::Type* type = computed_in(own);
    llvm::Type* pointer = builder_.getPtrTy();
    Value* a = variable(type);
    Value* b = variable(type);
    const llvm::FunctionCallee callee =
        module_.getOrInsertFunction(symbol(row.name, type, false), builder_.getVoidTy(), type, pointer, pointer);
    library_call(callee, {builder_.CreateFPCast(x, type), a, b});
    return {builder_.CreateFPCast(builder_.CreateLoad(type, a), own),
            builder_.CreateFPCast(builder_.CreateLoad(type, b), own)};
  }
  Value* variable(llvm::Type* type) {
    llvm::IRBuilder<> entry(&*inst_.getFunction()->getEntryBlock().getFirstInsertionPt());
    return entry.CreateAlloca(type);
  }

  llvm::Instruction& inst_;
  llvm::Module& module_;
  const MathLibrary& library_;
  llvm::IRBuilder<> builder_;
};

bool library_type(const llvm::Type* type) {
  const llvm::Type* lane = type->getScalarType();
  return !type->isScalableTy() && (lane->isHalfTy() || lane->isBFloatTy() || lane->isFloatTy() || lane->isDoubleTy());
}

/// True when the target computes it well enough: approximate f32 forms where the flags allow.
bool is_native(const MathFunction& row, const llvm::IntrinsicInst& call, const StepContext& context) {
  const llvm::Type* lane = call.getArgOperand(0)->getType()->getScalarType();
  if (row.native == NativeMath::never || lane->isDoubleTy()) return false;
  return row.native == NativeMath::always || context.unsafe_math || call.hasApproxFunc() ||
         call.getFunction()->getFnAttribute("unsafe-fp-math").getValueAsBool();
}

/// exp, log and pow made of the approximate exp2 and log2, where the flags allow. Null when they do not.
Value* approximate(llvm::IntrinsicInst& call, const StepContext& context) {
  const llvm::Type* lane = call.getType()->getScalarType();
  if (!lane->isFloatTy()) return nullptr;
  if (!call.hasApproxFunc() && !context.unsafe_math) return nullptr;
  for (const ID needed : {llvm::Intrinsic::exp2, llvm::Intrinsic::log2})
    if (const MathFunction* row = row_of(needed, context); !row || row->native == NativeMath::never) return nullptr;
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

/// An error about one operation, with the source line where the module has one.
void error_at(StepContext& context, const llvm::Instruction& inst, std::string what) {
  Message message;
  message.function = inst.getFunction()->getName().str();
  if (const llvm::DebugLoc& where = inst.getDebugLoc()) {
    message.file = where->getFilename().str();
    message.line = where.getLine();
    message.column = where.getCol();
  }
  message.text = std::move(what);
  context.diag.add(std::move(message));
}

void without_library(StepContext& context, const llvm::Instruction& inst, const std::string& what) {
  const MathLibrary& library = library_of(context);
  std::string text = what + " has no " + std::string(context.facts.name) + " instruction and needs ";
  text += std::string(library.owner) + std::string(library.name) + ", which ";
  text += context.use_library ? "was not found; give it with " + std::string(library.how_to_give)
                              : std::string(library.how_to_leave) + " leaves out";
  error_at(context, inst, text);
}

bool is_frem(const llvm::Instruction& inst) {
  if (inst.getOpcode() == llvm::Instruction::FRem) return true;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  return call && call->getIntrinsicID() == llvm::Intrinsic::experimental_constrained_frem;
}

/// The value that the operation becomes; null when it stays, or after an error.
Value* replacement(llvm::Instruction& inst, StepContext& context) {
  if (is_frem(inst)) return Replacement(inst, context).frem();
  auto& call = llvm::cast<llvm::IntrinsicInst>(inst);
  const MathFunction& row = *row_of(call.getIntrinsicID(), context);
  if (row.form == MathForm::own_pair) return Replacement(inst, context).intrinsic(row);
  if (is_native(row, call, context)) return nullptr;
  if (Value* value = approximate(call, context)) return value;
  if (context.use_library && !context.library.empty()) return Replacement(inst, context).intrinsic(row);
  without_library(context, inst, call.getCalledFunction()->getName().str());
  return nullptr;
}

/// Constrained functions become plain ones where they ask for no mode but the nearest; others are refused later.
void relax(llvm::Module& module) {
  llvm::SmallVector<llvm::ConstrainedFPIntrinsic*, 8> work;
  for (llvm::Function& f : module)
    if (f.isDeclaration() && f.getName().starts_with("llvm.experimental.constrained."))
      for (llvm::User* user : f.users())
        if (auto* call = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(user)) work.push_back(call);
  for (llvm::ConstrainedFPIntrinsic* call : work) {
    const auto* row = std::ranges::find(constrained_rows, call->getIntrinsicID(), &std::pair<ID, ID>::first);
    const auto mode = call->getRoundingMode();
    if (row == std::end(constrained_rows)) continue;
    if (mode && *mode != llvm::RoundingMode::NearestTiesToEven && *mode != llvm::RoundingMode::Dynamic) continue;
    llvm::SmallVector<Value*, 2> operands(call->arg_begin(), call->arg_begin() + call->getNonMetadataArgCount());
    llvm::IRBuilder<> builder(call);
    builder.setFastMathFlags(call->getFastMathFlags());
    call->replaceAllUsesWith(builder.CreateIntrinsic(call->getType(), row->second, operands));
    call->eraseFromParent();
  }
}

void call_library(StepContext& context) {
  relax(context.module);
  llvm::SmallVector<llvm::Instruction*, 16> work;
  for (llvm::Function& f : context.module)
    for (llvm::Instruction& inst : llvm::instructions(f)) {
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
      if (is_frem(inst) || (call && row_of(call->getIntrinsicID(), context))) work.push_back(&inst);
    }
  for (llvm::Instruction* inst : work) {
    if (!library_type(inst->getOperand(0)->getType())) continue;
    Value* value = replacement(*inst, context);
    if (!value) continue;
    inst->replaceAllUsesWith(value);
    inst->eraseFromParent();
  }
}

/// The functions behind marked calls, once they are what they stay.
void mark_callees(llvm::Module& module, const MathLibrary& library) {
  if (*library.made_call == 0) return;
  for (llvm::Function& f : module)
    if (f.getName().starts_with(library.prefix) && llvm::any_of(f.users(), [&](const llvm::User* user) {
          const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
          return call && call->getCalledFunction() == &f && call->getFnAttr(library.made_call).isValid();
        }))
      f.addFnAttr(library.made_call, "true");
}

/// First call of a function that only the library has; null when there is none.
const llvm::Instruction* wants(const llvm::Module& module, llvm::StringRef prefix, llvm::StringRef suffix = {}) {
  for (const llvm::Function& f : module)
    if (f.isDeclaration() && f.getName().starts_with(prefix) && f.getName().ends_with(suffix))
      for (const llvm::User* user : f.users())
        if (const auto* inst = llvm::dyn_cast<llvm::Instruction>(user)) return inst;
  return nullptr;
}

/// Takes what the module calls, and makes it internal. False when it does not fit.
bool link_needed(llvm::Module& module, std::unique_ptr<llvm::Module> library, const char* mark) {
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  return !llvm::Linker::linkModules(module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
                                    [mark](llvm::Module& into, const llvm::StringSet<>& names) {
                                      for (const auto& name : names) {
                                        llvm::GlobalValue* value = into.getNamedValue(name.getKey());
                                        if (!value || value->isDeclaration()) continue;
                                        value->setLinkage(llvm::GlobalValue::InternalLinkage);
                                        if (auto* f = llvm::dyn_cast<llvm::Function>(value)) f->addFnAttr(mark);
                                      }
                                    });
}

void link_own(StepContext& context) {
  for (const bool is_double : {false, true}) {
    if (!wants(context.module, own_math_prefix, is_double ? "_f64" : "_f32")) continue;
    std::unique_ptr<llvm::Module> ours = own_math(context, is_double);
    if (ours && !link_needed(context.module, std::move(ours), library_of(context).mark))
      context.diag.error({}, "internal fault: own functions cannot be linked");
  }
}

void link_library(StepContext& context) {
  const MathLibrary& library = library_of(context);
  if (library.prefix.empty()) return;
  const llvm::Instruction* first = wants(context.module, library.prefix);
  if (!first || !context.use_library) return;
  const std::string path(context.library), name(library.name);
  if (path.empty()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(first);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    return error_at(context, *first,
                    (callee ? callee->getName().str() : std::string("a function whose address is taken")) +
                        " is a function of " + std::string(library.owner) + name +
                        ", which was not found; give it with " + std::string(library.how_to_give) + "; " +
                        std::string(library.how_to_leave) + " leaves the call to a later link");
  }
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) return context.diag.error_at(path, 0, "cannot read " + name + ": " + file.getError().message());
  auto bitcode = llvm::getOwningLazyBitcodeModule(std::move(*file), context.module.getContext());
  if (!bitcode)
    return context.diag.error_at(path, 0, name + " is not LLVM bitcode: " + llvm::toString(bitcode.takeError()));
  if (!link_needed(context.module, std::move(*bitcode), library.mark))
    context.diag.error_at(path, 0, name + " cannot be linked");
}

}  // namespace

void link_math(StepContext& context) {
  call_library(context);
  if (context.diag.failed()) return;
  link_own(context);
  link_library(context);
  mark_callees(context.module, library_of(context));
}

void inline_math(StepContext& context) {
  const char* const mark = library_of(context).mark;
  // Calls are taken from the back; what an inlined body calls is looked at next.
  llvm::SmallVector<llvm::CallBase*, 32> calls;
  const auto wanted = [mark](const llvm::CallBase& call) {
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

}  // namespace lathe::codegen
