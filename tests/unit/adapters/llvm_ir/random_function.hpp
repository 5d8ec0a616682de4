// Random functions of LLVM IR over integers: straight, or with diamonds and counted loops. The same seed, the same
// code.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>

namespace lathe::llvm_ir::test {

struct RandomOptions {
  std::vector<unsigned> widths{1, 8, 13, 32, 64};
  unsigned size = 60;     ///< operations
  unsigned shapes = 0;    ///< diamonds and loops
  bool divisions = true;  ///< which may have no result
  bool flags = true;      ///< nuw, nsw: which make poison
};

class RandomFunction {
 public:
  RandomFunction(llvm::Module& module, std::uint64_t seed, const RandomOptions& options)
      : module_(module), options_(options), random_(seed), builder_(module.getContext()) {}

  llvm::Function* run(const std::string& name) {
    std::vector<llvm::Type*> types;
    for (int i = 0; i < 3; ++i)
      for (const unsigned w : options_.widths) types.push_back(builder_.getIntNTy(w));
    auto* const type = llvm::FunctionType::get(builder_.getInt64Ty(), types, false);
    f_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
    builder_.SetInsertPoint(block());
    for (llvm::Argument& a : f_->args()) pool(a.getType()->getIntegerBitWidth()).push_back(&a);
    for (unsigned s = 0; s < options_.shapes; ++s) {
      operations(options_.size / (2 * options_.shapes + 1));
      upto(2) == 0 ? loop() : diamond();
    }
    operations(options_.size / (2 * options_.shapes + 1));
    llvm::Value* sum = llvm::ConstantInt::get(builder_.getInt64Ty(), 0);
    for (auto& [w, values] : pools_)
      for (std::size_t i = values.size() > 3 ? values.size() - 3 : 0; i < values.size(); ++i)
        sum = builder_.CreateXor(sum, builder_.CreateZExtOrTrunc(values[i], builder_.getInt64Ty()));
    builder_.CreateRet(sum);
    return f_;
  }

 private:
  std::uint64_t upto(std::uint64_t n) { return random_() % n; }
  std::vector<llvm::Value*>& pool(unsigned w) { return pools_[w]; }
  unsigned width() { return options_.widths[upto(options_.widths.size())]; }
  llvm::BasicBlock* block() { return llvm::BasicBlock::Create(module_.getContext(), "", f_); }
  llvm::Value* number(unsigned w) {
    llvm::APInt n(w, random_(), false, true);
    switch (upto(4)) {
      case 0:
        n = llvm::APInt(w, upto(w + 1), false, true);
        break;
      case 1:
        n = llvm::APInt::getOneBitSet(w, static_cast<unsigned>(upto(w)));
        break;
      case 2:
        n = llvm::APInt::getLowBitsSet(w, static_cast<unsigned>(upto(w + 1)));
        break;
      default:
        break;
    }
    return llvm::ConstantInt::get(module_.getContext(), n);
  }
  llvm::Value* any(unsigned w) {
    auto& values = pool(w);
    if (values.empty() || upto(4) == 0) return number(w);
    return values[values.size() - 1 - upto(std::min<std::size_t>(values.size(), 12))];
  }
  void operations(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned w = width();
      llvm::Value* const made = operation(w);
      pool(made->getType()->getIntegerBitWidth()).push_back(made);
    }
  }
  llvm::Value* operation(unsigned w) {
    using B = llvm::Instruction::BinaryOps;
    // What is drawn is drawn in this order by any compiler.
    const unsigned kind = upto(6), other = width();
    llvm::Value* const bit = any(1);
    llvm::Value* const x = any(w);
    llvm::Value* const y = any(w);
    static constexpr B plain[] = {B::And, B::Or, B::Xor, B::Add, B::Sub, B::Mul, B::UDiv, B::URem, B::SDiv, B::SRem};
    switch (kind) {
      case 0:
      case 1: {
        // Of one bit a signed quotient is the dividend or overflows.
        llvm::Value* const made = builder_.CreateBinOp(plain[upto(!options_.divisions ? 6 : w == 1 ? 8 : 10)], x, y);
        if (auto* const inst = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(made);
            inst != nullptr && options_.flags) {
          llvm::cast<llvm::Instruction>(made)->setHasNoUnsignedWrap(upto(4) == 0);
          llvm::cast<llvm::Instruction>(made)->setHasNoSignedWrap(upto(4) == 0);
        }
        return made;
      }
      case 2: {
        // Amounts that are too large make poison: keep most of them small.
        static constexpr B shifts[] = {B::Shl, B::LShr, B::AShr};
        llvm::Value* const amount = llvm::ConstantInt::get(builder_.getIntNTy(w), upto(2) == 0 ? w / 2 : upto(w));
        const B op = shifts[upto(3)];
        return builder_.CreateBinOp(op, x, options_.flags && upto(3) == 0 ? y : amount);
      }
      case 3: {
        if (other == w) return builder_.CreateSelect(bit, x, y);
        return other < w      ? builder_.CreateTrunc(x, builder_.getIntNTy(other))
               : upto(2) == 0 ? builder_.CreateZExt(x, builder_.getIntNTy(other))
                              : builder_.CreateSExt(x, builder_.getIntNTy(other));
      }
      case 4:
        return builder_.CreateICmp(static_cast<llvm::CmpInst::Predicate>(llvm::CmpInst::ICMP_EQ + upto(10)), x, y);
      default:
        return intrinsic(w, x, y);
    }
  }
  llvm::Value* intrinsic(unsigned w, llvm::Value* x, llvm::Value* y) {
    namespace I = llvm::Intrinsic;
    static constexpr I::ID two[] = {I::umin,     I::umax,     I::smin,     I::smax,
                                    I::uadd_sat, I::usub_sat, I::sadd_sat, I::ssub_sat};
    llvm::Type* const type = builder_.getIntNTy(w);
    switch (upto(5)) {
      case 0: {
        static constexpr I::ID one[] = {I::ctpop, I::bitreverse, I::bswap};
        return builder_.CreateIntrinsic(one[upto(w % 16 == 0 ? 3 : 2)], {type}, {x});
      }
      case 1: {
        static constexpr I::ID counts[] = {I::ctlz, I::cttz, I::abs};
        return builder_.CreateIntrinsic(counts[upto(3)], {type}, {x, builder_.getFalse()});
      }
      case 2:
        return builder_.CreateIntrinsic(upto(2) == 0 ? I::fshl : I::fshr, {type}, {x, y, any(w)});
      default:
        return builder_.CreateIntrinsic(two[upto(8)], {type}, {x, y});
    }
  }
  void diamond() {
    const auto before = pools_;
    const unsigned w = width();
    llvm::BasicBlock *const left = block(), *const right = block(), *const behind = block();
    builder_.CreateCondBr(any(1), left, right);
    llvm::Value* ends[2];
    llvm::BasicBlock* sides[2] = {left, right};
    for (int i = 0; i < 2; ++i) {
      builder_.SetInsertPoint(sides[i]);
      operations(4);
      ends[i] = any(w);
      builder_.CreateBr(behind);
      pools_ = before;  // values of one side are not there on the other
    }
    builder_.SetInsertPoint(behind);
    llvm::PHINode* const phi = builder_.CreatePHI(builder_.getIntNTy(w), 2);
    for (int i = 0; i < 2; ++i) phi->addIncoming(ends[i], sides[i]);
    pool(w).push_back(phi);
  }
  void loop() {
    const unsigned w = width();
    llvm::BasicBlock *const from = builder_.GetInsertBlock(), *const body = block(), *const behind = block();
    llvm::Value* const first = any(w);
    builder_.CreateBr(body);
    builder_.SetInsertPoint(body);
    llvm::PHINode* const count = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    llvm::PHINode* const phi = builder_.CreatePHI(builder_.getIntNTy(w), 2);
    pool(w).push_back(phi);
    operations(5);
    llvm::Value* const next = builder_.CreateAdd(count, builder_.getInt32(1));
    count->addIncoming(builder_.getInt32(0), from);
    count->addIncoming(next, body);
    phi->addIncoming(first, from);
    phi->addIncoming(any(w), body);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, builder_.getInt32(5)), body, behind);
    builder_.SetInsertPoint(behind);
  }

  llvm::Module& module_;
  const RandomOptions& options_;
  std::mt19937_64 random_;
  llvm::IRBuilder<llvm::NoFolder> builder_;
  llvm::Function* f_ = nullptr;
  std::map<unsigned, std::vector<llvm::Value*>> pools_;  // by width
};

}  // namespace lathe::llvm_ir::test
