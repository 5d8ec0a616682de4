// Makes a kernel of the functions of any module, and a second module that says for which inputs they mean something.
//
//   foreign_kernels IN.ll PREFIX [--only N]
//
// PREFIX.ll has the functions as they are and kernel @foreign(ptr): thread n works on record n, see below. PREFIX.ref.ll has the
// same, each function with a look at what the IR leaves undefined (foreign_defined.hpp). On standard output: "record BYTES", then
// one line "N OFFSET BYTES NAME" for each function that was taken. A record has the arguments' bytes in its first 2,048, then
// for each function 8 bytes of which the first is 1 where it meant nothing, 8 that tell its calls, its result, and 1,024 bytes for each pointer, which points at the 257th.
//
// Taken are functions of integers, floats, vectors, structures and pointers to memory, with LLVM's intrinsics that mean the same on every
// target. Changed in both modules: attributes and metadata are gone, undef and poison are constants, local memory begins as zeros, loops end
// after a few rounds, liberties of rounding are gone, NaN has one form wherever its bits can be seen; a function that is declared
// alone gets a body that tells what it was given. Exit status: 0, 3 where no function is taken.
#include "foreign_defined.hpp"
#include "foreign_taken.hpp"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

using namespace llvm;

namespace {

using foreign::choose;
using foreign::input_bytes;

constexpr std::uint64_t buffer_bytes = 1024, pointed_at = 256, threads = 32;
constexpr const char* layout_text = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";

// ---- what is changed

Constant* defined(Constant* c) {
  Type* type = c->getType();
  if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    if (!c->containsUndefOrPoisonElement() && !isa<UndefValue>(c)) return c;
    std::vector<Constant*> parts;
    parts.reserve(vector->getNumElements());
    for (unsigned n = 0; n < vector->getNumElements(); ++n) parts.push_back(defined(c->getAggregateElement(n)));
    return ConstantVector::get(parts);
  }
  if (!isa<UndefValue>(c)) return c;
  if (type->isFloatingPointTy()) return ConstantFP::get(type, 2.0);
  return Constant::getNullValue(type);
}

/// Whether a user sees which NaN it is given.
bool sees_bits(const User* user) {
  if (isa<BitCastInst, StoreInst, ReturnInst, InsertValueInst, AtomicRMWInst>(user)) return true;
  auto* call = dyn_cast<CallInst>(user);
  if (call == nullptr || call->getCalledFunction() == nullptr) return false;
  const Intrinsic::ID id = call->getCalledFunction()->getIntrinsicID();
  return id == Intrinsic::not_intrinsic || id == Intrinsic::masked_store || id == Intrinsic::masked_compressstore;
}

void one_nan(Function& f) {
  for (Instruction& i : make_early_inc_range(instructions(f))) {
    if (!i.getType()->isFPOrFPVectorTy() || isa<LoadInst>(i) || none_of(i.users(), sees_bits)) continue;
    IRBuilder<> at(isa<PHINode>(i) ? &*i.getParent()->getFirstInsertionPt() : i.getNextNode());
    Value* one = at.CreateSelect(at.CreateFCmpUNO(&i, &i), ConstantFP::getNaN(i.getType()), &i);
    i.replaceUsesWithIf(one, [&](Use& use) { return use.getUser() != one && sees_bits(use.getUser()); });
  }
}

/// Each backward edge is taken five times at most; false where it belongs to a switch.
bool fuel(Function& f) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 16> edges;
  FindFunctionBackedges(f, edges);
  std::vector<AllocaInst*> counters;
  for (const auto& [from, to] : edges) {
    auto* branch = dyn_cast<BranchInst>(const_cast<Instruction*>(from->getTerminator()));
    if (branch == nullptr) return false;
    IRBuilder<> entry(&*f.getEntryBlock().getFirstInsertionPt());
    counters.push_back(entry.CreateAlloca(entry.getInt32Ty()));
    entry.CreateStore(entry.getInt32(5), counters.back());
    auto* spent = BasicBlock::Create(f.getContext(), "spent", &f);
    IRBuilder<> out(spent);
    f.getReturnType()->isVoidTy() ? out.CreateRetVoid() : out.CreateRet(Constant::getNullValue(f.getReturnType()));
    auto* edge = BasicBlock::Create(f.getContext(), "again", &f);
    IRBuilder<> at(edge);
    Value* left = at.CreateSub(at.CreateLoad(at.getInt32Ty(), counters.back()), at.getInt32(1));
    at.CreateStore(left, counters.back());
    auto* header = const_cast<BasicBlock*>(to);
    at.CreateCondBr(at.CreateICmpSGT(left, at.getInt32(0)), header, spent);
    unsigned turned = 0;
    for (unsigned n = 0; n < branch->getNumSuccessors(); ++n)
      if (branch->getSuccessor(n) == header) branch->setSuccessor(n, edge), ++turned;
    for (PHINode& phi : header->phis()) {
      Value* comes = phi.getIncomingValueForBlock(from);
      for (unsigned n = 0; n < turned; ++n) phi.removeIncomingValue(from, false);
      phi.addIncoming(comes, edge);
    }
  }
  DominatorTree tree(f);
  PromoteMemToReg(counters, tree);
  return true;
}

void plain(CallInst& call) {
  AttributeList kept = call.getAttributes();
  call.setAttributes(AttributeList());
  if (call.getCalledFunction()->isIntrinsic())  // alignments of addresses
    for (unsigned n = 0; n < call.arg_size(); ++n)
      if (auto align = kept.getParamAlignment(n); align && !isa<MemIntrinsic>(call))
        call.addParamAttr(n, Attribute::getWithAlignment(call.getContext(), *align));
  call.setTailCallKind(CallInst::TCK_None);
}

bool change(Function& f) {
  for (Instruction& i : make_early_inc_range(instructions(f))) {
    i.dropUnknownNonDebugMetadata();
    i.dropDbgRecords();
    for (Use& use : i.operands())
      if (auto* c = dyn_cast<Constant>(use); c != nullptr && !isa<AllocaInst>(i)) use.set(defined(c));
    if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&i)) {
      SmallVector<int, 16> mask(shuffle->getShuffleMask());
      for (std::size_t n = 0; n < mask.size(); ++n)
        if (mask[n] < 0) mask[n] = 0;
      shuffle->setShuffleMask(mask);
    }
    if (isa<FPMathOperator>(i)) {
      FastMathFlags flags;
      flags.setNoNaNs(i.hasNoNaNs());
      flags.setNoInfs(i.hasNoInfs());
      i.copyFastMathFlags(flags);
    }
    if (auto* gep = dyn_cast<GetElementPtrInst>(&i)) gep->setNoWrapFlags(GEPNoWrapFlags::none());
    if (auto* local = dyn_cast<AllocaInst>(&i)) {
      IRBuilder<> at(i.getNextNode());
      at.CreateStore(Constant::getNullValue(local->getAllocatedType()), local);
    }
    if (auto* call = dyn_cast<CallInst>(&i)) {
      plain(*call);
      if (call->getIntrinsicID() == Intrinsic::fmuladd)
        call->setCalledFunction(Intrinsic::getOrInsertDeclaration(f.getParent(), Intrinsic::fma, {call->getType()}));
    }
  }
  one_nan(f);
  f.setAttributes(AttributeList());
  f.setLinkage(GlobalValue::InternalLinkage);
  f.setVisibility(GlobalValue::DefaultVisibility);
  f.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  f.setComdat(nullptr);
  f.setSection("");
  f.setCallingConv(CallingConv::C);
  f.clearMetadata();
  f.addFnAttr(Attribute::NoInline);
  for (User* user : f.users())
    if (auto* call = dyn_cast<CallInst>(user)) call->setCallingConv(CallingConv::C);
  return fuel(f);
}

// ---- what is added

class Kernels {
 public:
  explicit Kernels(Module& module) : module_(module), layout_(module.getDataLayout()) {
    LLVMContext& context = module.getContext();
    flag_ = of_thread("foreign_flag", Type::getInt8Ty(context));
    told_ = of_thread("foreign_told", Type::getInt64Ty(context));
  }

  Function& flag() { return *flag_; }

  /// A body for a function that is only declared.
  void tell(Function& f) {
    f.setAttributes(AttributeList());
    f.setCallingConv(CallingConv::C);
    f.setLinkage(GlobalValue::InternalLinkage);
    f.setVisibility(GlobalValue::DefaultVisibility);
    f.setDLLStorageClass(GlobalValue::DefaultStorageClass);
    f.addFnAttr(Attribute::NoInline);
    f.setName("foreign_told_" + Twine(number_++));
    for (User* user : f.users())
      if (auto* call = dyn_cast<CallInst>(user)) call->setCallingConv(CallingConv::C);
    IRBuilder<> at(BasicBlock::Create(f.getContext(), "", &f));
    Value* place = at.CreateCall(told_, {});
    Value* sum = at.CreateLoad(at.getInt64Ty(), place, true);
    for (Argument& a : f.args())
      leaves(at, &a, [&](Value* leaf) {
        sum = at.CreateAdd(at.CreateMul(sum, at.getInt64(0x9E3779B97F4A7C15ULL)), digest(at, leaf));
      });
    sum = at.CreateXor(at.CreateAdd(sum, at.getInt64(1)), at.CreateLShr(sum, 29));
    at.CreateStore(sum, place, true);
    if (f.getReturnType()->isVoidTy()) {
      at.CreateRetVoid();
      return;
    }
    const unsigned bits = static_cast<unsigned>(layout_.getTypeSizeInBits(f.getReturnType()).getFixedValue());
    at.CreateRet(at.CreateBitCast(at.CreateZExtOrTrunc(sum, at.getIntNTy(bits)), f.getReturnType()));
  }

  /// thread_N(record): calls the function with what the record has.
  Function* thread(Function& f, unsigned n) {
    IRBuilder<> at(f.getContext());
    auto* made = Function::Create(FunctionType::get(at.getVoidTy(), {at.getPtrTy()}, false),
                                  GlobalValue::InternalLinkage, "foreign_" + Twine(n), module_);
    made->addFnAttr(Attribute::NoInline);
    at.SetInsertPoint(BasicBlock::Create(f.getContext(), "", made));
    record_ = made->getArg(0);
    const std::uint64_t slot = end_;
    at.CreateStore(at.getInt8(0), at.CreateCall(flag_, {}), true);
    at.CreateStore(at.getInt64(0), at.CreateCall(told_, {}), true);
    read_ = 0;
    buffers_ = alignTo(slot + 16 + result_bytes(f.getReturnType()), 256);
    std::vector<Value*> arguments;
    for (Argument& a : f.args()) arguments.push_back(argument(at, a.getType()));
    Value* result = at.CreateCall(&f, arguments);
    end_ = slot + 16;
    if (!result->getType()->isVoidTy()) leaves(at, result, [&](Value* leaf) { keep(at, leaf); });
    at.CreateAlignedStore(at.CreateLoad(at.getInt8Ty(), at.CreateCall(flag_, {}), true),
                          at.CreatePtrAdd(record_, at.getInt64(slot)), Align(8));
    at.CreateAlignedStore(at.CreateLoad(at.getInt64Ty(), at.CreateCall(told_, {}), true),
                          at.CreatePtrAdd(record_, at.getInt64(slot + 8)), Align(8));
    at.CreateRetVoid();
    end_ = buffers_;
    outs() << n << " " << slot << " " << end_ - slot << " " << f.getName() << "\n";
    return made;
  }

  std::uint64_t record_bytes() const { return end_; }

  void kernel(const std::vector<Function*>& all) {
    IRBuilder<> at(module_.getContext());
    auto* made = Function::Create(FunctionType::get(at.getVoidTy(), {at.getPtrTy()}, false),
                                  GlobalValue::ExternalLinkage, "foreign", module_);
    made->setCallingConv(CallingConv::PTX_Kernel);
    at.SetInsertPoint(BasicBlock::Create(module_.getContext(), "", made));
    Value* index =
        at.CreateZExt(at.CreateIntrinsic(at.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_tid_x, {}), at.getInt64Ty());
    Value* record = at.CreatePtrAdd(made->getArg(0), at.CreateMul(index, at.getInt64(end_)));
    for (Function* f : all) at.CreateCall(f, {record});
    at.CreateRetVoid();
  }

 private:
  /// A function that returns the address of a thread's own element.
  Function* of_thread(const char* name, Type* type) {
    auto* array = ArrayType::get(type, threads);
    auto* memory =
        new GlobalVariable(module_, array, false, GlobalValue::InternalLinkage, Constant::getNullValue(array), name);
    IRBuilder<> at(module_.getContext());
    auto* made = Function::Create(FunctionType::get(at.getPtrTy(), {}, false), GlobalValue::InternalLinkage,
                                  std::string(name) + "_at", module_);
    made->addFnAttr(Attribute::NoInline);
    at.SetInsertPoint(BasicBlock::Create(module_.getContext(), "", made));
    at.CreateRet(at.CreateGEP(
        array, memory, {at.getInt32(0), at.CreateIntrinsic(at.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_tid_x, {})}));
    return made;
  }
  template <class Each>
  void leaves(IRBuilder<>& at, Value* v, Each each) {
    Type* type = v->getType();
    const auto count = isa<StructType>(type)  ? type->getStructNumElements()
                       : isa<ArrayType>(type) ? type->getArrayNumElements()
                                              : 0;
    if (!type->isAggregateType()) return each(v);
    for (unsigned n = 0; n < count; ++n) leaves(at, at.CreateExtractValue(v, n), each);
  }
  Value* digest(IRBuilder<>& at, Value* leaf) {
    if (leaf->getType()->isPointerTy()) return at.getInt64(7);
    const unsigned bits = static_cast<unsigned>(layout_.getTypeSizeInBits(leaf->getType()).getFixedValue());
    Value* whole = at.CreateBitCast(leaf, at.getIntNTy(bits));
    Value* sum = at.getInt64(0);
    for (unsigned n = 0; n < bits; n += 64)
      sum = at.CreateAdd(at.CreateMul(sum, at.getInt64(0x100000001B3ULL)),
                         at.CreateZExtOrTrunc(n == 0 ? whole : at.CreateLShr(whole, n), at.getInt64Ty()));
    return sum;
  }
  Value* argument(IRBuilder<>& at, Type* type) {
    if (type->isAggregateType()) {
      Value* made = PoisonValue::get(type);
      const auto count = isa<StructType>(type) ? type->getStructNumElements() : type->getArrayNumElements();
      for (unsigned n = 0; n < count; ++n)
        made = at.CreateInsertValue(
            made, argument(at, isa<StructType>(type) ? type->getStructElementType(n) : type->getArrayElementType()), n);
      return made;
    }
    if (type->isPointerTy()) {
      buffers_ += buffer_bytes;
      return at.CreatePtrAdd(record_, at.getInt64(buffers_ - buffer_bytes + pointed_at));
    }
    const unsigned bits = static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue()),
                   whole = (bits + 7) / 8 * 8;
    Value* place = at.CreatePtrAdd(record_, at.getInt64(read_ % input_bytes));
    read_ += alignTo(whole / 8, 16);
    if (bits == whole) return at.CreateAlignedLoad(type, place, Align(16));
    return at.CreateBitCast(
        at.CreateTrunc(at.CreateAlignedLoad(at.getIntNTy(whole), place, Align(16)), at.getIntNTy(bits)), type);
  }
  std::uint64_t result_bytes(Type* type) {
    if (type->isVoidTy()) return 0;
    std::uint64_t bytes = 0;
    if (!type->isAggregateType()) return alignTo(layout_.getTypeAllocSize(type).getFixedValue(), 16) + 16;
    const auto count = isa<StructType>(type) ? type->getStructNumElements() : type->getArrayNumElements();
    for (unsigned n = 0; n < count; ++n)
      bytes += result_bytes(isa<StructType>(type) ? type->getStructElementType(n) : type->getArrayElementType());
    return bytes;
  }
  void keep(IRBuilder<>& at, Value* leaf) {
    if (leaf->getType()->isPointerTy()) {  // where in the record; other addresses are nobody's business
      Value* from = at.CreateSub(at.CreatePtrToInt(leaf, at.getInt64Ty()), at.CreatePtrToInt(record_, at.getInt64Ty()));
      leaf = at.CreateSelect(at.CreateICmpULT(from, at.getInt64(1 << 20)), from, at.getInt64(0));
    }
    const unsigned bits = static_cast<unsigned>(layout_.getTypeSizeInBits(leaf->getType()).getFixedValue()),
                   whole = (bits + 7) / 8 * 8;
    if (bits != whole) leaf = at.CreateZExt(at.CreateBitCast(leaf, at.getIntNTy(bits)), at.getIntNTy(whole));
    at.CreateAlignedStore(leaf, at.CreatePtrAdd(record_, at.getInt64(end_)), Align(16));
    end_ += alignTo(layout_.getTypeAllocSize(leaf->getType()).getFixedValue(), 16);
  }

  Module& module_;
  const DataLayout& layout_;
  Function *flag_ = nullptr, *told_ = nullptr;
  Value* record_ = nullptr;
  std::uint64_t end_ = input_bytes, read_ = 0, buffers_ = 0;
  unsigned number_ = 0;
};

/// All that is neither taken nor needed goes.
void clear(Module& module, const std::vector<Function*>& kept) {
  const std::set<Function*> stays(kept.begin(), kept.end());
  StripDebugInfo(module);
  while (!module.named_metadata_empty()) module.eraseNamedMetadata(&*module.named_metadata_begin());
  for (const char* name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (auto* list = module.getNamedGlobal(name)) list->eraseFromParent();
  module.setModuleInlineAsm("");
  for (auto& alias : make_early_inc_range(module.aliases()))
    alias.replaceAllUsesWith(PoisonValue::get(alias.getType())), alias.eraseFromParent();
  for (auto& one : make_early_inc_range(module.ifuncs()))
    one.replaceAllUsesWith(PoisonValue::get(one.getType())), one.eraseFromParent();
  for (Function& f : module)
    if (stays.count(&f) == 0) f.deleteBody();
  for (Function& f : make_early_inc_range(module)) {
    f.setComdat(nullptr);
    f.removeDeadConstantUsers();
    if (stays.count(&f) == 0 && f.use_empty()) f.eraseFromParent();
  }
  for (bool more = true; more;) {
    more = false;
    for (GlobalVariable& global : make_early_inc_range(module.globals())) {
      global.removeDeadConstantUsers();
      global.setComdat(nullptr);
      global.setSection("");
      global.clearMetadata();
      if (global.hasInitializer())
        global.setLinkage(GlobalValue::InternalLinkage), global.setVisibility(GlobalValue::DefaultVisibility);
      if (global.use_empty()) global.eraseFromParent(), more = true;
    }
  }
}

/// Functions of the module that no kernel reaches.
void drop_unused(Module& module) {
  for (bool more = true; more;) {
    more = false;
    for (Function& f : make_early_inc_range(module))
      if (f.hasLocalLinkage() && f.use_empty()) f.eraseFromParent(), more = true;
  }
}

bool write(const Module& module, const std::string& path) {
  std::string why;
  raw_string_ostream said(why);
  if (verifyModule(module, &said)) {
    errs() << "foreign_kernels: " << path << ": " << why << "\n";
    return false;
  }
  std::error_code error;
  raw_fd_ostream out(path, error);
  out << module;
  return !error;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 5) {
    errs() << "usage: foreign_kernels IN.ll PREFIX [--only N]\n";
    return 2;
  }
  LLVMContext context;
  SMDiagnostic diagnostic;
  auto module = parseIRFile(argv[1], diagnostic, context,
                            ParserCallbacks([](StringRef, StringRef) { return std::string(layout_text); }));
  if (!module) return 3;
  module->setDataLayout(layout_text);
  module->setTargetTriple(Triple("nvptx64-nvidia-cuda"));
  std::vector<Function*> chosen = choose(*module);
  if (chosen.empty()) return 3;
  if (argc == 5) {
    const auto n = static_cast<std::size_t>(std::strtoul(argv[4], nullptr, 10));
    if (n >= chosen.size()) return 3;
  }
  clear(*module, chosen);
  std::set<Function*> odd;
  for (Function* f : chosen)
    if (!change(*f)) odd.insert(f);
  Kernels kernels(*module);
  for (Function& f : *module)
    if (f.isDeclaration() && !f.isIntrinsic()) kernels.tell(f);
  std::vector<Function*> all;
  for (std::size_t n = 0; n < chosen.size(); ++n)
    if (odd.count(chosen[n]) == 0 && (argc == 3 || n == static_cast<std::size_t>(std::strtoul(argv[4], nullptr, 10))))
      all.push_back(kernels.thread(*chosen[n], static_cast<unsigned>(n)));
  if (all.empty()) return 3;
  kernels.kernel(all);
  outs() << "record " << kernels.record_bytes() << "\n";
  std::vector<std::string> names;
  names.reserve(chosen.size());
  for (Function* f : chosen) names.push_back(f->getName().str());
  drop_unused(*module);
  auto reference = CloneModule(*module);
  auto* flag = reference->getFunction(kernels.flag().getName());
  for (const std::string& name : names)
    if (auto* f = reference->getFunction(name)) foreign::Defined(*f, *flag).run();
  const std::string prefix = argv[2];
  return write(*module, prefix + ".ll") && write(*reference, prefix + ".ref.ll") ? 0 : 1;
}
