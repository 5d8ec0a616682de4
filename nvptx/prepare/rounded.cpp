// Operations with a rounding mode of their own: PTX has one in each instruction.
//
// Source: PTX ISA 9.0, 9.7.3 to 9.7.5, 9.7.9 (cvt).
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

#include "nvptx/prepare/facts.hpp"

namespace lathe::nvptx {
namespace {

using llvm::Type;
using llvm::Value;

/// PTX's spelling.
std::string suffix_of(RoundingWay way) {
  switch (way) {
    case RoundingWay::nearest:
      return "rn";
    case RoundingWay::zero:
      return "rz";
    case RoundingWay::down:
      return "rm";
    case RoundingWay::up:
      return "rp";
  }
  return {};
}

/// llvm.nvvm.NAME, spelled as LLVM does.
Value* instruction(llvm::IRBuilderBase& builder, const std::string& name, Type* result,
                   llvm::ArrayRef<Value*> arguments) {
  llvm::SmallVector<Type*, 3> types;
  for (Value* v : arguments) types.push_back(v->getType());
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(
      module.getOrInsertFunction("llvm.nvvm." + name, llvm::FunctionType::get(result, types, false)), arguments);
}

Value* half(llvm::IRBuilderBase& builder, const std::string& suffix, Value* x) {
  auto* type = llvm::FunctionType::get(builder.getInt16Ty(), {x->getType()}, false);
  const std::string text = "cvt." + suffix + ".f16.f32 $0, $1;";
  llvm::CallInst* bits = builder.CreateCall(llvm::InlineAsm::get(type, text, "=h,f", false), {x});
  bits->setDoesNotAccessMemory();
  bits->setDoesNotThrow();
  return builder.CreateBitCast(bits, builder.getHalfTy());
}

}  // namespace

Value* rounded(llvm::IRBuilderBase& builder, RoundedOp op, RoundingWay way, bool flush,
               std::span<Value* const> operands, Type* result) {
  const llvm::ArrayRef<Value*> x(operands.data(), operands.size());
  const std::string suffix = suffix_of(way);
  switch (op) {
    case RoundedOp::to_f32:
      return instruction(builder, "d2f." + suffix + (flush ? ".ftz" : ""), result, x);
    case RoundedOp::to_f16:
      return half(builder, suffix, x[0]);
    case RoundedOp::from_signed:
    case RoundedOp::from_unsigned: {
      const std::string source = std::string(op == RoundedOp::from_signed ? "" : "u") +
                                 (x[0]->getType()->getIntegerBitWidth() <= 32 ? "i" : "ll");
      return instruction(builder, source + (result->isDoubleTy() ? "2d." : "2f.") + suffix, result, x);
    }
    default: {
      static constexpr const char* names[] = {"add", "mul", "div", "fma", "sqrt"};
      const std::string ftz = flush && result->isFloatTy() ? ".ftz" : "";
      return instruction(builder,
                         names[static_cast<unsigned>(op)] + ("." + suffix) + ftz + (result->isFloatTy() ? ".f" : ".d"),
                         result, x);
    }
  }
}

}  // namespace lathe::nvptx
