// Makes a program of llvm-stress defined for all inputs, and a kernel (or a function for the host) that calls it.
//
//   stress_harmless IN.ll --seed N [--host] [--all] > OUT.ll       first line: "; record BYTES"
//
// Each thread works on a record of its own: scalars at 0, 8 and 16, three buffers of 256 bytes at 256, bytes to read at
// 1024, slots for results from 2048 on. What llvm-stress leaves undefined is made harmless by construction:
//   undef, poison      constants; constants are often replaced by values of the record, so that folding ends
//   division, shift    divisors and amounts are guarded        float to int   out of range is 0, or saturated
//   vector index       modulo the length                       shuffle        no poison in masks
//   alloca             256 bytes, filled from the record       load, store    bits beyond i1, <2 x i1> ... are cleared
//   loop               each backward edge has fuel of its own  NaN            one NaN wherever its bits could be seen
// Values that nothing uses, and some that are used, are stored to slots: nothing is dead.
// What llc-22 gets wrong is left out, but with --all: it computes frem with an error, and float to i1 the wrong way
// round. Random choices come from --seed alone. Cost: linear, milliseconds.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace llvm;

namespace {

constexpr std::uint64_t buffer_bytes = 256, buffers_at = 256, entropy_at = 1024, entropy_bytes = 1024, slots_at = 2048;

class Harmless {
 public:
  Harmless(Function& f, std::uint64_t seed, bool all)
      : f_(f), layout_(f.getParent()->getDataLayout()), state_(seed), all_(all) {
    for (BasicBlock& block : f_)
      for (Instruction& i : block) original_.push_back(&i);
  }

  /// What is wrong with the program, or null.
  const char* run() {
    record_ = f_.getArg(6);
    for (Instruction* i : original_)
      if (const char* error = refuse(*i)) return error;
    for (Instruction* i : original_) constants(*i);
    for (Instruction*& i : original_) i = define(*i);
    std::erase(original_, nullptr);
    if (const char* error = fuel()) return error;
    for (Instruction* i : original_) canonical(*i);
    for (Instruction* i : original_) sink(*i);
    DominatorTree tree(f_);
    PromoteMemToReg(counters_, tree);
    return nullptr;
  }

  std::uint64_t record_bytes() const { return alignTo(next_slot_, 256); }

 private:
  std::uint64_t random(std::uint64_t below) {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (z ^ (z >> 31)) % below;
  }
  unsigned bits_of(Type* type) const { return static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue()); }
  Type* integer(unsigned bits) const { return Type::getIntNTy(f_.getContext(), bits); }
  bool odd(Type* type) const { return bits_of(type) % 8 != 0; }  // its store leaves bits of a byte open

  /// What this program does not know how to make harmless.
  static const char* refuse(const Instruction& i) {
    if (isa<PHINode>(i) || isa<CallBase>(i) || isa<IndirectBrInst>(i) || isa<InvokeInst>(i))
      return "has control or calls that are not expected";
    if (isa<PtrToIntInst>(i) || isa<IntToPtrInst>(i) || isa<GetElementPtrInst>(i)) return "computes with addresses";
    if (isa<CmpInst>(i) && i.getOperand(0)->getType()->isPtrOrPtrVectorTy()) return "compares addresses";
    if ((isa<LoadInst>(i) || isa<StoreInst>(i)) && getLoadStoreType(&i)->isPtrOrPtrVectorTy())
      return "keeps addresses in memory";
    return nullptr;
  }

  // ---- constants
  /// The constant without undefined elements.
  Constant* defined(Constant* c) {
    Type* type = c->getType();
    if (isa<UndefValue>(c)) {  // poison is one too
      if (auto* vector = dyn_cast<FixedVectorType>(type)) {
        std::vector<Constant*> parts;
        for (unsigned n = 0; n < vector->getNumElements(); ++n) parts.push_back(some(vector->getElementType()));
        return ConstantVector::get(parts);
      }
      return some(type);
    }
    auto* vector = dyn_cast<FixedVectorType>(type);
    if (vector == nullptr || !c->containsUndefOrPoisonElement()) return c;
    std::vector<Constant*> parts;
    for (unsigned n = 0; n < vector->getNumElements(); ++n) parts.push_back(defined(c->getAggregateElement(n)));
    return ConstantVector::get(parts);
  }
  Constant* some(Type* type) {
    if (type->isFloatingPointTy()) return ConstantFP::get(type, static_cast<double>(random(7)) - 3.0);
    if (type->isIntegerTy())
      return ConstantInt::get(type, APInt(64, random(5)).zextOrTrunc(type->getIntegerBitWidth()));
    return Constant::getNullValue(type);
  }
  /// A value of the type from the bytes that the record has for this.
  Value* entropy(IRBuilder<>& at, Type* type) {
    const unsigned bits = bits_of(type);
    const std::uint64_t bytes = alignTo((bits + 7) / 8, 16);
    const std::uint64_t offset = entropy_at + 16 * random((entropy_bytes - bytes) / 16 + 1);
    Value* place = at.CreatePtrAdd(record_, at.getInt64(offset));
    if (!odd(type)) return at.CreateAlignedLoad(type, place, Align(16));
    Value* whole = at.CreateAlignedLoad(integer((bits + 7) / 8 * 8), place, Align(16));
    return at.CreateBitCast(at.CreateTrunc(whole, integer(bits)), type);
  }
  void constants(Instruction& i) {
    if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&i)) {
      SmallVector<int, 16> mask(shuffle->getShuffleMask());
      for (std::size_t n = 0; n < mask.size(); ++n)
        if (mask[n] < 0) mask[n] = static_cast<int>(n);
      shuffle->setShuffleMask(mask);
    }
    if (isa<AllocaInst>(i)) return;
    for (Use& use : i.operands()) {
      auto* c = dyn_cast<Constant>(use.get());
      if (c == nullptr || c->getType()->isPtrOrPtrVectorTy()) continue;
      use.set(defined(c));
      if (random(10) < 6) {
        IRBuilder<> at(&i);
        use.set(entropy(at, c->getType()));
      }
    }
  }

  // ---- operations
  /// The instruction that now stands for it; null when none does.
  Instruction* define(Instruction& i) {
    IRBuilder<> at(&i);
    switch (i.getOpcode()) {
      case Instruction::UDiv:
      case Instruction::URem:
      case Instruction::SDiv:
      case Instruction::SRem:
        return divide(at, cast<BinaryOperator>(i));
      case Instruction::FRem:
        if (all_) return &i;
        return replace(i, at.CreateFDiv(i.getOperand(0), i.getOperand(1)));
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr: {
        Type* type = i.getType();
        const unsigned width = type->getScalarSizeInBits();
        if (isPowerOf2_32(width))
          i.setOperand(1, at.CreateAnd(i.getOperand(1), ConstantInt::get(type, width - 1)));
        else
          i.setOperand(1, at.CreateURem(i.getOperand(1), ConstantInt::get(type, width)));
        return &i;
      }
      case Instruction::FPToSI:
      case Instruction::FPToUI:
        return to_integer(at, cast<CastInst>(i));
      case Instruction::ExtractElement:
        return index(at, i, 1);
      case Instruction::InsertElement:
        return index(at, i, 2);
      case Instruction::Alloca:
        return allocate(cast<AllocaInst>(i));
      case Instruction::Load:
        return clear(at, i, getLoadStorePointerOperand(&i));
      case Instruction::Store: {
        IRBuilder<> after(i.getNextNode());
        return clear(after, i, getLoadStorePointerOperand(&i));
      }
      default:
        return &i;
    }
  }
  static Instruction* replace(Instruction& old, Value* by) {
    old.replaceAllUsesWith(by);
    old.eraseFromParent();
    return dyn_cast<Instruction>(by);
  }
  static Instruction* divide(IRBuilder<>& at, BinaryOperator& i) {
    Type* type = i.getType();
    Value *n = i.getOperand(0), *d = i.getOperand(1);
    const unsigned width = type->getScalarSizeInBits();
    const bool with_sign = i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
    Value* bad = at.CreateICmpEQ(d, Constant::getNullValue(type));
    if (with_sign) {
      Value* lowest = at.CreateICmpEQ(n, ConstantInt::get(type, APInt::getSignedMinValue(width)));
      bad = at.CreateOr(bad, at.CreateAnd(lowest, at.CreateICmpEQ(d, Constant::getAllOnesValue(type))));
    }
    if (with_sign && width == 1) return replace(i, at.CreateXor(n, d));  // 1 is -1: nothing divides
    i.setOperand(1, at.CreateSelect(bad, ConstantInt::get(type, 1), d));
    return &i;
  }
  Instruction* to_integer(IRBuilder<>& at, CastInst& i) {
    Value* x = i.getOperand(0);
    const bool with_sign = i.getOpcode() == Instruction::FPToSI;
    if (!all_ && i.getType()->isIntOrIntVectorTy(1)) {
      Value* one = at.CreateFCmpOEQ(x, ConstantFP::get(x->getType(), with_sign ? -1.0 : 1.0));
      return replace(i, one);
    }
    if (random(3) == 0) {
      const auto id = with_sign ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
      return replace(i, at.CreateIntrinsic(id, {i.getType(), x->getType()}, {x}));
    }
    const int width = static_cast<int>(i.getType()->getScalarSizeInBits());
    const double low = with_sign ? -std::ldexp(1.0, width - 1) : 0.0;
    const double high = std::ldexp(1.0, with_sign ? width - 1 : width);
    Value* fits = at.CreateAnd(at.CreateFCmpOGE(x, ConstantFP::get(x->getType(), low)),
                               at.CreateFCmpOLT(x, ConstantFP::get(x->getType(), high)));
    i.setOperand(0, at.CreateSelect(fits, x, Constant::getNullValue(x->getType())));
    return &i;
  }
  static Instruction* index(IRBuilder<>& at, Instruction& i, unsigned operand) {
    const auto count = cast<FixedVectorType>(i.getOperand(0)->getType())->getNumElements();
    Value* n = i.getOperand(operand);
    i.setOperand(operand, at.CreateURem(n, ConstantInt::get(n->getType(), count)));
    return &i;
  }
  Instruction* allocate(AllocaInst& old) {
    IRBuilder<> at(&old);
    auto* place = at.CreateAlloca(ArrayType::get(at.getInt8Ty(), buffer_bytes));
    place->setAlignment(Align(128));
    place->takeName(&old);
    const std::uint64_t offset = entropy_at + 16 * random((entropy_bytes - buffer_bytes) / 16 + 1);
    at.CreateMemCpy(place, Align(128), at.CreatePtrAdd(record_, at.getInt64(offset)), Align(16), buffer_bytes);
    return replace(old, place);
  }
  /// Clears the bits of the last byte that a value of this type does not fill.
  Instruction* clear(IRBuilder<>& at, Instruction& i, Value* place) {
    Type* type = getLoadStoreType(&i);
    if (!odd(type)) return &i;
    const unsigned bits = bits_of(type), whole = (bits + 7) / 8 * 8;
    Value* loaded = at.CreateAlignedLoad(integer(whole), place, Align(1));
    at.CreateAlignedStore(at.CreateAnd(loaded, at.getInt(APInt::getLowBitsSet(whole, bits))), place, Align(1));
    return &i;
  }

  // ---- control
  /// Each backward edge is taken a few times at most, the number depending on the thread.
  const char* fuel() {
    SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 16> edges;
    FindFunctionBackedges(f_, edges);
    for (const auto& [from, to] : edges) {
      auto* branch = dyn_cast<BranchInst>(from->getTerminator());
      if (branch == nullptr || !branch->isConditional()) return "has a loop without an exit";
      IRBuilder<> entry(&*f_.getEntryBlock().getFirstInsertionPt());
      auto* counter = entry.CreateAlloca(entry.getInt32Ty());
      Value* few = entry.CreateAnd(entry.CreateZExtOrTrunc(f_.getArg(5), entry.getInt32Ty()), entry.getInt32(3));
      entry.CreateStore(entry.CreateAdd(few, entry.getInt32(1 + static_cast<std::uint32_t>(random(3)))), counter);
      counters_.push_back(counter);
      IRBuilder<> at(const_cast<BranchInst*>(branch));
      Value* left = at.CreateSub(at.CreateLoad(at.getInt32Ty(), counter), at.getInt32(1));
      at.CreateStore(left, counter);
      Value* more = at.CreateICmpSGT(left, at.getInt32(0));
      const bool when_true = branch->getSuccessor(0) == to;
      Value* condition = branch->getCondition();
      const_cast<BranchInst*>(branch)->setCondition(when_true ? at.CreateAnd(condition, more)
                                                              : at.CreateOr(condition, at.CreateNot(more)));
    }
    return nullptr;
  }

  // ---- what can be seen
  static bool computes(const User* user) {  // it sees whether a value is a NaN, not which
    const auto* i = dyn_cast<Instruction>(user);
    if (i == nullptr) return false;
    switch (i->getOpcode()) {
      case Instruction::FAdd:
      case Instruction::FSub:
      case Instruction::FMul:
      case Instruction::FDiv:
      case Instruction::FRem:
      case Instruction::FPTrunc:
      case Instruction::FPExt:
      case Instruction::FCmp:
        return true;
      default:
        return false;
    }
  }
  static bool makes_nan(const Instruction& i) { return computes(&i) && !isa<FCmpInst>(i); }
  /// Wherever the bits of a computed float can be seen, NaN is one value.
  void canonical(Instruction& i) {
    if (!makes_nan(i)) return;
    IRBuilder<> at(i.getNextNode());
    Value* one = at.CreateSelect(at.CreateFCmpUNO(&i, &i), ConstantFP::getNaN(i.getType()), &i);
    i.replaceUsesWithIf(one, [&](Use& use) { return use.getUser() != one && !computes(use.getUser()); });
    seen_[&i] = one;
  }
  void sink(Instruction& i) {
    Type* type = i.getType();
    if (type->isVoidTy() || type->isPtrOrPtrVectorTy()) return;
    const bool chosen = random(4) == 0;
    const bool late_copy = !all_ && isa<LoadInst>(i) && bits_of(type) >= 1024;
    if (!i.use_empty() && !makes_nan(i) && !chosen && !late_copy) return;
    Value* value = &i;
    if (auto found = seen_.find(&i); found != seen_.end()) value = found->second;
    IRBuilder<> at(cast<Instruction>(value)->getNextNode());
    const unsigned bits = bits_of(type), whole = (bits + 7) / 8 * 8;
    if (odd(type)) value = at.CreateZExt(at.CreateBitCast(value, integer(bits)), integer(whole));
    next_slot_ = alignTo(next_slot_, layout_.getABITypeAlign(value->getType()));
    at.CreateAlignedStore(value, at.CreatePtrAdd(record_, at.getInt64(next_slot_)),
                          layout_.getABITypeAlign(value->getType()));
    next_slot_ += layout_.getTypeStoreSize(value->getType());
  }

  Function& f_;
  const DataLayout& layout_;
  std::uint64_t state_;
  bool all_;
  std::uint64_t next_slot_ = slots_at;
  Value* record_ = nullptr;
  std::vector<Instruction*> original_;
  std::vector<AllocaInst*> counters_;
  DenseMap<Instruction*, Value*> seen_;
};

/// The function with one more argument, the record.
Function* with_record(Function& old, Module& module) {
  LLVMContext& context = module.getContext();
  std::vector<Type*> types(old.getFunctionType()->param_begin(), old.getFunctionType()->param_end());
  types.push_back(PointerType::get(context, 0));
  auto* type = FunctionType::get(Type::getVoidTy(context), types, false);
  auto* made = Function::Create(type, GlobalValue::InternalLinkage, "stress_program", module);
  made->splice(made->begin(), &old);
  for (unsigned n = 0; n < old.arg_size(); ++n) old.getArg(n)->replaceAllUsesWith(made->getArg(n));
  made->addFnAttr(Attribute::NoInline);
  old.eraseFromParent();
  return made;
}

/// stress_thread(record) calls the program with what the record has.
Function* add_thread(Function& program, Module& module) {
  IRBuilder<> at(module.getContext());
  auto* type = FunctionType::get(at.getVoidTy(), {at.getPtrTy()}, false);
  auto* made = Function::Create(type, GlobalValue::ExternalLinkage, "stress_thread", module);
  at.SetInsertPoint(BasicBlock::Create(module.getContext(), "", made));
  Value* record = made->getArg(0);
  std::vector<Value*> arguments;
  for (unsigned n = 0; n < 3; ++n)
    arguments.push_back(at.CreatePtrAdd(record, at.getInt64(buffers_at + n * buffer_bytes)));
  for (unsigned n = 3; n < 6; ++n)
    arguments.push_back(at.CreateAlignedLoad(program.getArg(n)->getType(),
                                             at.CreatePtrAdd(record, at.getInt64(16 * (n - 3))), Align(16)));
  arguments.push_back(record);
  at.CreateCall(&program, arguments);
  at.CreateRetVoid();
  return made;
}

/// stress_run(records) is a kernel: thread n has record n.
void add_kernel(Function& thread, std::uint64_t record_bytes, Module& module) {
  IRBuilder<> at(module.getContext());
  auto* type = FunctionType::get(at.getVoidTy(), {at.getPtrTy()}, false);
  auto* made = Function::Create(type, GlobalValue::ExternalLinkage, "stress_run", module);
  made->setCallingConv(CallingConv::PTX_Kernel);
  at.SetInsertPoint(BasicBlock::Create(module.getContext(), "", made));
  Value* index = at.CreateIntrinsic(at.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_tid_x, {});
  Value* offset = at.CreateMul(at.CreateZExt(index, at.getInt64Ty()), at.getInt64(record_bytes));
  at.CreateCall(&thread, {at.CreatePtrAdd(made->getArg(0), offset)});
  at.CreateRetVoid();
}

int fail(const std::string& text) {
  errs() << "stress_harmless: " << text << "\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string input;
  std::uint64_t seed = 1;
  bool host = false, all = false;
  for (int n = 1; n < argc; ++n) {
    const std::string word = argv[n];
    if (word == "--host")
      host = true;
    else if (word == "--all")
      all = true;
    else if (word == "--seed" && n + 1 < argc)
      seed = std::strtoull(argv[++n], nullptr, 10);
    else
      input = word;
  }
  if (input.empty()) return fail("usage: stress_harmless IN.ll --seed N [--host] [--all]");
  LLVMContext context;
  SMDiagnostic diagnostic;
  auto module = parseIRFile(input, diagnostic, context);
  if (!module) return fail(diagnostic.getMessage().str());
  // Both forms are made with the device's layout; all alignments are written out.
  module->setDataLayout("e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64");
  Function* found = nullptr;
  for (Function& f : *module)
    if (!f.isDeclaration() && f.arg_size() == 6) found = &f;
  if (found == nullptr) return fail("no function of llvm-stress");
  Function* program = with_record(*found, *module);
  Harmless harmless(*program, seed, all);
  if (const char* error = harmless.run()) return fail(std::string("refused: ") + error);
  Function* thread = add_thread(*program, *module);
  module->setTargetTriple(Triple(host ? "x86_64-pc-linux-gnu" : "nvptx64-nvidia-cuda"));
  if (host)
    module->setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
  else
    add_kernel(*thread, harmless.record_bytes(), *module);
  if (verifyModule(*module, &errs())) return fail("the result is not valid IR");
  outs() << "; record " << harmless.record_bytes() << "\n" << *module;
  return 0;
}
