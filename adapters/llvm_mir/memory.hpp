// Where two memory accesses of LLVM's machine code meet.
//
// LLVM's alias analyses of the IR tell whether two accesses meet in one iteration; scalar evolution of the IR's
// addresses tells in how many iterations they meet, where both advance by the same constant; what is not known of both
// may meet always.
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/MachineBasicBlock.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/MachineMemOperand.h>

#include <lathe/modulo/problem.hpp>
#include <lathe/program/apart.hpp>
#include <lathe/program/effects.hpp>

#include "adapters/llvm_mir/load.hpp"

namespace lathe::llvm_mir {

class MemoryOracle {
 public:
  MemoryOracle(Program& program, const llvm::MachineFunction& function)
      : MemoryOracle(function, program.alias(function), program.evolution(function), program.loops(function)) {}
  /// Where LLVM's own passes run; what is nullptr is not asked.
  MemoryOracle(const llvm::MachineFunction& function, llvm::AAResults* alias,
               llvm::ScalarEvolution* evolution = nullptr, llvm::LoopInfo* loops = nullptr)
      : alias_(alias), evolution_(evolution), loops_(evolution == nullptr ? nullptr : loops) {
    for (const llvm::MachineBasicBlock& block : function)
      if (block.getBasicBlock() != nullptr) ++blocks_of_[block.getBasicBlock()];
  }

  /// Of two accesses of a block, a not behind b; of a block that is its own successor, in its iterations too.
  program::MemoryRelation operator()(const llvm::MachineInstr& a, const llvm::MachineInstr& b) const {
    if (const auto* const ir = a.getParent()->getBasicBlock(); ir != block_) enter(ir);
    program::MemoryRelation out;
    out.same = a.mayAlias(alias_, b, true);
    if (never(a, b)) return {false, 0, 0};
    if (const auto d = apart(a, b)) {
      out.same = out.same && d->meet(0);
      out.forward = near(d->first_meeting());
      out.backward = near(d->back().first_meeting());
    }
    return out;
  }

 private:
  // Iterations of a block are those of the IR's loop only when that is one block too, and the two are one to one.
  void enter(const llvm::BasicBlock* ir) const {
    block_ = ir;
    loop_ = nullptr;
    if (loops_ == nullptr || ir == nullptr || blocks_of_.lookup(ir) != 1) return;
    llvm::Loop* const loop = loops_->getLoopFor(ir);
    if (loop != nullptr && loop->getNumBlocks() == 1) loop_ = loop;
  }
  // None below what distances may be.
  static std::uint32_t near(std::int64_t iterations) {
    return iterations < std::int64_t{modulo::Limits::distance} ? static_cast<std::uint32_t>(iterations) : 0;
  }

  static const llvm::MachineMemOperand* access(const llvm::MachineInstr& inst) {
    return inst.hasOneMemOperand() ? *inst.memoperands_begin() : nullptr;
  }

  std::optional<program::Apart> apart(const llvm::MachineInstr& a, const llvm::MachineInstr& b) const {
    const llvm::MachineMemOperand *x = access(a), *y = access(b);
    if (loop_ == nullptr || x == nullptr || y == nullptr || x->getValue() == nullptr || y->getValue() == nullptr)
      return std::nullopt;
    if (!x->getSize().hasValue() || !y->getSize().hasValue() || x->getSize().isScalable() ||
        y->getSize().isScalable() || x->getAddrSpace() != y->getAddrSpace())
      return std::nullopt;
    const llvm::SCEV* const p = address(*x->getValue());
    const llvm::SCEV* const q = address(*y->getValue());
    const auto step = advance(p);
    if (!step || step != advance(q)) return std::nullopt;
    const auto* const bytes = llvm::dyn_cast<llvm::SCEVConstant>(evolution_->getMinusSCEV(q, p));
    if (bytes == nullptr || !small(bytes->getAPInt())) return std::nullopt;
    return program::Apart{bytes->getAPInt().getSExtValue() + y->getOffset() - x->getOffset(), *step,
                          static_cast<std::int64_t>(x->getSize().getValue().getFixedValue()),
                          static_cast<std::int64_t>(y->getSize().getValue().getFixedValue())};
  }
  const llvm::SCEV* address(const llvm::Value& value) const {
    return evolution_->getSCEV(const_cast<llvm::Value*>(&value));
  }
  static bool small(const llvm::APInt& number) { return number.isSignedIntN(32); }
  // Bytes per iteration of the loop; 0 for what is the same in all.
  std::optional<std::int64_t> advance(const llvm::SCEV* address) const {
    if (evolution_->isLoopInvariant(address, loop_)) return 0;
    const auto* const line = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
    if (line == nullptr || line->getLoop() != loop_ || !line->isAffine()) return std::nullopt;
    const auto* const step = llvm::dyn_cast<llvm::SCEVConstant>(line->getStepRecurrence(*evolution_));
    if (step == nullptr || !small(step->getAPInt())) return std::nullopt;
    return step->getAPInt().getSExtValue();
  }

  // Different objects, the same ones in every iteration, which do not overlap whatever the offsets.
  bool never(const llvm::MachineInstr& a, const llvm::MachineInstr& b) const {
    if (alias_ == nullptr || a.memoperands_empty() || b.memoperands_empty()) return false;
    for (const llvm::MachineMemOperand* x : a.memoperands())
      for (const llvm::MachineMemOperand* y : b.memoperands()) {
        if (x->getValue() == nullptr || y->getValue() == nullptr) return false;
        llvm::SmallVector<const llvm::Value*, 4> xs, ys;
        llvm::getUnderlyingObjects(x->getValue(), xs, nullptr, 0);
        llvm::getUnderlyingObjects(y->getValue(), ys, nullptr, 0);
        for (const llvm::Value* p : xs)
          for (const llvm::Value* q : ys)
            if (!constant(p) || !constant(q) ||
                !alias_->isNoAlias(llvm::MemoryLocation::getBeforeOrAfter(p),
                                   llvm::MemoryLocation::getBeforeOrAfter(q)))
              return false;
      }
    return true;
  }
  bool constant(const llvm::Value* value) const {
    const auto* const inst = llvm::dyn_cast<llvm::Instruction>(value);
    return inst == nullptr || (loop_ != nullptr && !loop_->contains(inst));
  }

  llvm::AAResults* alias_;
  llvm::ScalarEvolution* evolution_;
  llvm::LoopInfo* loops_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> blocks_of_;
  mutable const llvm::BasicBlock* block_ = nullptr;  // whose loop the next one is
  mutable const llvm::Loop* loop_ = nullptr;
};

}  // namespace lathe::llvm_mir
