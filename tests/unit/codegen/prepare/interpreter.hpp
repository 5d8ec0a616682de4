// Runs functions of LLVM's IR over one memory, several at a time, an instruction of one thread after one of another: an
// oracle for what the steps leave. Small and slow; it knows integers, floating point of the host, branches and memory.
#pragma once

#include <doctest/doctest.h>
#include <llvm/ADT/APFloat.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace lathe::codegen::test {

using llvm::APInt;

/// A value: its bits, or those of its members.
struct Datum {
  APInt bits{1, 0};
  std::vector<Datum> members;
};

struct Memory {
  std::vector<std::uint8_t> bytes;
  std::string fault;

  APInt load(std::uint64_t at, unsigned bits) {
    const unsigned size = (bits + 7) / 8;
    APInt value(size * 8, 0);
    if (at + size > bytes.size()) return unknown("load beyond memory", bits);
    for (unsigned i = size; i-- > 0;) value = value << 8 | APInt(size * 8, bytes[at + i]);
    return value.trunc(bits);
  }
  void store(std::uint64_t at, const APInt& value) {
    const unsigned size = (value.getBitWidth() + 7) / 8;
    if (at + size > bytes.size()) return fail("store beyond memory");
    const APInt wide = value.zext(size * 8);
    for (unsigned i = 0; i < size; ++i)
      bytes[at + i] = static_cast<std::uint8_t>(wide.extractBitsAsZExtValue(8, i * 8));
  }
  void fail(std::string text) {
    if (fault.empty()) fault = std::move(text);
  }
  /// 0 of so many bits, for what cannot be said.
  APInt unknown(std::string text, unsigned bits) {
    fail(std::move(text));
    return {bits, 0};
  }
};

/// What an atomicrmw makes of the old value, said once more: by the words of LLVM's language reference.
inline APInt updated(llvm::AtomicRMWInst::BinOp op, const llvm::Type* type, const APInt& a, const APInt& b) {
  using R = llvm::AtomicRMWInst;
  const unsigned bits = a.getBitWidth();
  const APInt one(bits, 1), zero(bits, 0);
  const auto real = [&](const std::function<llvm::APFloat(llvm::APFloat, llvm::APFloat)>& f) {
    const unsigned lanes = type->isVectorTy() ? 2 : 1, width = bits / lanes;
    APInt out(bits, 0);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const auto& form = type->getScalarType()->getFltSemantics();
      const llvm::APFloat x(form, a.extractBits(width, lane * width)), y(form, b.extractBits(width, lane * width));
      out.insertBits(f(x, y).bitcastToAPInt(), lane * width);
    }
    return out;
  };
  switch (op) {
    case R::Xchg:
      return b;
    case R::Add:
      return a + b;
    case R::Sub:
      return a - b;
    case R::And:
      return a & b;
    case R::Nand:
      return ~(a & b);
    case R::Or:
      return a | b;
    case R::Xor:
      return a ^ b;
    case R::Max:
      return a.sgt(b) ? a : b;
    case R::Min:
      return a.slt(b) ? a : b;
    case R::UMax:
      return a.ugt(b) ? a : b;
    case R::UMin:
      return a.ult(b) ? a : b;
    case R::UIncWrap:
      return a.uge(b) ? zero : a + one;
    case R::UDecWrap:
      return a.isZero() || a.ugt(b) ? b : a - one;
    case R::USubCond:
      return a.uge(b) ? a - b : a;
    case R::USubSat:
      return a.uge(b) ? a - b : zero;
    case R::FAdd:
      return real([](auto x, auto y) { return x + y; });
    case R::FSub:
      return real([](auto x, auto y) { return x - y; });
    case R::FMax:
    case R::FMaximum:
      return real([](auto x, auto y) { return x < y ? y : x; });
    case R::FMin:
    case R::FMinimum:
      return real([](auto x, auto y) { return y < x ? y : x; });
    default:
      return zero;
  }
}

/// One call of a function without calls but intrinsics.
class Thread {
 public:
  Thread(const llvm::Function& f, Memory& memory, std::vector<APInt> arguments)
      : memory_(memory), layout_(f.getDataLayout()) {
    for (std::size_t i = 0; i < arguments.size(); ++i) values_[f.getArg(static_cast<unsigned>(i))] = {arguments[i], {}};
    enter(&f.getEntryBlock(), nullptr);
  }
  bool done() const { return at_ == nullptr; }
  const Datum& result() const { return result_; }
  /// Called with each atomic access before it is made.
  std::function<void(const llvm::Instruction&)> on_atomic = [](const llvm::Instruction&) {};

  void step() {
    const llvm::Instruction& inst = *at_;
    if (++steps_ > 2000) {
      memory_.fail("it does not end");
      at_ = nullptr;
      return;
    }
    if (inst.isAtomic() && !llvm::isa<llvm::FenceInst>(inst)) on_atomic(inst);
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&inst)) {
      const bool second = branch->isConditional() && of(branch->getCondition()).bits.isZero();
      enter(branch->getSuccessor(second ? 1 : 0), inst.getParent());
    } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&inst)) {
      const llvm::BasicBlock* to = choice->getDefaultDest();
      for (const auto& item : choice->cases())
        if (item.getCaseValue()->getValue() == of(choice->getCondition()).bits) to = item.getCaseSuccessor();
      enter(to, inst.getParent());
    } else if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&inst)) {
      if (end->getReturnValue() != nullptr) result_ = of(end->getReturnValue());
      at_ = nullptr;
    } else {
      values_[&inst] = evaluate(inst);
      at_ = inst.getNextNode();
    }
  }

 private:
  void enter(const llvm::BasicBlock* block, const llvm::BasicBlock* from) {
    std::map<const llvm::Value*, Datum> fresh;
    for (const llvm::PHINode& phi : block->phis()) fresh[&phi] = of(phi.getIncomingValueForBlock(from));
    for (auto& [phi, value] : fresh) values_[phi] = value;
    at_ = block->getFirstNonPHIIt() == block->end() ? nullptr : &*block->getFirstNonPHIIt();
  }
  unsigned bits_of(const llvm::Type* type) const {
    return static_cast<unsigned>(layout_.getTypeSizeInBits(const_cast<llvm::Type*>(type)).getFixedValue());
  }
  Datum of(const llvm::Value* value) const {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) return {number->getValue(), {}};
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(value))
      return {number->getValueAPF().bitcastToAPInt(), {}};
    if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue, llvm::ConstantAggregateZero>(value))
      return blank(value->getType());
    const auto found = values_.find(value);
    if (found != values_.end()) return found->second;
    memory_.fail("a value that is not known");
    return blank(value->getType());
  }
  Datum blank(const llvm::Type* type) const {
    if (const auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
      Datum out;
      for (const llvm::Type* member : record->elements()) out.members.push_back(blank(member));
      return out;
    }
    return {APInt(bits_of(type), 0), {}};
  }

  Datum evaluate(const llvm::Instruction& inst) {
    const auto x = [&](unsigned i) { return of(inst.getOperand(i)).bits; };
    const auto address = [&](unsigned i) { return x(i).getZExtValue(); };
    switch (inst.getOpcode()) {
      case llvm::Instruction::Load:
        return {memory_.load(address(0), bits_of(inst.getType())), {}};
      case llvm::Instruction::Store:
        memory_.store(address(1), x(0));
        return {};
      case llvm::Instruction::Fence:
        return {};
      case llvm::Instruction::AtomicCmpXchg: {
        const APInt old = memory_.load(address(0), x(1).getBitWidth());
        if (old == x(1)) memory_.store(address(0), x(2));
        return {APInt(1, 0), {{old, {}}, {APInt(1, old == x(1)), {}}}};
      }
      case llvm::Instruction::AtomicRMW: {
        const auto& rmw = llvm::cast<llvm::AtomicRMWInst>(inst);
        const APInt old = memory_.load(address(0), x(1).getBitWidth());
        memory_.store(address(0), updated(rmw.getOperation(), rmw.getType(), old, x(1)));
        return {old, {}};
      }
      case llvm::Instruction::ExtractValue:
        return of(inst.getOperand(0)).members.at(llvm::cast<llvm::ExtractValueInst>(inst).getIndices()[0]);
      case llvm::Instruction::InsertValue: {
        Datum whole = of(inst.getOperand(0));
        whole.members.at(llvm::cast<llvm::InsertValueInst>(inst).getIndices()[0]) = of(inst.getOperand(1));
        return whole;
      }
      case llvm::Instruction::GetElementPtr:
        return {element(llvm::cast<llvm::GEPOperator>(inst)), {}};
      case llvm::Instruction::Select:
        return of(inst.getOperand(x(0).isZero() ? 2 : 1));
      case llvm::Instruction::ICmp:
        return {APInt(1, llvm::ICmpInst::compare(x(0), x(1), llvm::cast<llvm::ICmpInst>(inst).getPredicate())), {}};
      case llvm::Instruction::FCmp: {
        const auto& form = inst.getOperand(0)->getType()->getFltSemantics();
        return {APInt(1, llvm::FCmpInst::compare({form, x(0)}, {form, x(1)},
                                                 llvm::cast<llvm::FCmpInst>(inst).getPredicate())),
                {}};
      }
      case llvm::Instruction::Freeze:
        return of(inst.getOperand(0));
      case llvm::Instruction::Call:
        return {called(llvm::cast<llvm::CallBase>(inst)), {}};
      default:
        return {inst.isCast() ? cast(inst, x(0)) : arithmetic(inst), {}};
    }
  }

  APInt cast(const llvm::Instruction& inst, const APInt& x) {
    const unsigned bits = bits_of(inst.getType());
    switch (inst.getOpcode()) {
      case llvm::Instruction::SExt:
        return x.sext(bits);
      case llvm::Instruction::Trunc:
      case llvm::Instruction::ZExt:
      case llvm::Instruction::PtrToInt:
      case llvm::Instruction::IntToPtr:
      case llvm::Instruction::BitCast:
      case llvm::Instruction::AddrSpaceCast:
        return x.zextOrTrunc(bits);
      default:
        return memory_.unknown(std::string("a cast that is not known: ") + inst.getOpcodeName(), bits);
    }
  }

  APInt arithmetic(const llvm::Instruction& inst) {
    const APInt a = of(inst.getOperand(0)).bits;
    const APInt b = inst.getNumOperands() > 1 ? of(inst.getOperand(1)).bits : a;
    using R = llvm::AtomicRMWInst;
    switch (inst.getOpcode()) {
      case llvm::Instruction::Add:
        return a + b;
      case llvm::Instruction::Sub:
        return a - b;
      case llvm::Instruction::Mul:
        return a * b;
      case llvm::Instruction::UDiv:
        return b.isZero() ? memory_.unknown("division by 0", a.getBitWidth()) : a.udiv(b);
      case llvm::Instruction::URem:
        return b.isZero() ? memory_.unknown("division by 0", a.getBitWidth()) : a.urem(b);
      case llvm::Instruction::And:
        return a & b;
      case llvm::Instruction::Or:
        return a | b;
      case llvm::Instruction::Xor:
        return a ^ b;
      case llvm::Instruction::Shl:
        return a.shl(b);
      case llvm::Instruction::LShr:
        return a.lshr(b);
      case llvm::Instruction::AShr:
        return a.ashr(b);
      case llvm::Instruction::FAdd:
        return updated(R::FAdd, inst.getType(), a, b);
      case llvm::Instruction::FSub:
        return updated(R::FSub, inst.getType(), a, b);
      case llvm::Instruction::FNeg:
        return updated(R::FSub, inst.getType(), APInt(a.getBitWidth(), 0), a);
      default:
        return memory_.unknown(std::string("an operation that is not known: ") + inst.getOpcodeName(), a.getBitWidth());
    }
  }

  APInt called(const llvm::CallBase& call) {
    using R = llvm::AtomicRMWInst;
    const auto x = [&](unsigned i) { return of(call.getArgOperand(i)).bits; };
    const llvm::Function* callee = call.getCalledFunction();
    switch (callee == nullptr ? llvm::Intrinsic::not_intrinsic : callee->getIntrinsicID()) {
      case llvm::Intrinsic::umax:
        return updated(R::UMax, call.getType(), x(0), x(1));
      case llvm::Intrinsic::umin:
        return updated(R::UMin, call.getType(), x(0), x(1));
      case llvm::Intrinsic::smax:
        return updated(R::Max, call.getType(), x(0), x(1));
      case llvm::Intrinsic::smin:
        return updated(R::Min, call.getType(), x(0), x(1));
      case llvm::Intrinsic::usub_sat:
        return updated(R::USubSat, call.getType(), x(0), x(1));
      case llvm::Intrinsic::maxnum:
      case llvm::Intrinsic::maximum:
        return updated(R::FMax, call.getType(), x(0), x(1));
      case llvm::Intrinsic::minnum:
      case llvm::Intrinsic::minimum:
        return updated(R::FMin, call.getType(), x(0), x(1));
      case llvm::Intrinsic::ctlz:
        return {x(0).getBitWidth(), x(0).countl_zero()};
      default:
        return memory_.unknown("a call that is not known", bits_of(call.getType()));
    }
  }

  APInt element(const llvm::GEPOperator& step) const {
    APInt place = of(step.getPointerOperand()).bits;
    for (auto index = llvm::gep_type_begin(step); index != llvm::gep_type_end(step); ++index) {
      const std::uint64_t stride = index.getSequentialElementStride(layout_).getFixedValue();
      place += of(index.getOperand()).bits.sextOrTrunc(place.getBitWidth()) *
               APInt(place.getBitWidth(), stride, false, true);
    }
    return place;
  }

  Memory& memory_;
  const llvm::DataLayout& layout_;
  std::map<const llvm::Value*, Datum> values_;
  const llvm::Instruction* at_ = nullptr;
  Datum result_;
  unsigned steps_ = 0;
};

/// Runs all threads to their end, in an order by chance.
inline void run_together(std::vector<Thread>& threads, Memory& memory, std::mt19937& random) {
  std::vector<Thread*> alive;
  for (Thread& thread : threads) alive.push_back(&thread);
  while (!alive.empty() && memory.fault.empty()) {
    const std::size_t which = random() % alive.size();
    alive[which]->step();
    if (alive[which]->done()) alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(which));
  }
}

}  // namespace lathe::codegen::test
