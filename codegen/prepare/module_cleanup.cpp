// Unused symbols, variadic functions: what is done for the module as a whole with little text.
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/IPO/ExpandVariadics.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

/// Symbols that are reachable from those that other modules can see, or that llvm.used names.
class Reachable {
 public:
  void add(llvm::GlobalValue& value) {
    if (seen_.insert(&value).second) work_.push_back(&value);
  }
  void run() {
    while (!work_.empty()) {
      llvm::GlobalValue* value = work_.pop_back_val();
      for (llvm::Use& use : value->operands()) visit(use.get());
      if (auto* f = llvm::dyn_cast<llvm::Function>(value))
        for (llvm::BasicBlock& block : *f)
          for (llvm::Instruction& inst : block)
            for (llvm::Use& use : inst.operands()) visit(use.get());
    }
  }
  bool contains(llvm::GlobalValue& value) const { return seen_.contains(&value); }

 private:
  void visit(llvm::Value* root) {
    if (!llvm::isa<llvm::Constant>(root)) return;
    llvm::SmallVector<llvm::Value*, 8> stack{root};
    while (!stack.empty()) {
      auto* constant = llvm::dyn_cast<llvm::Constant>(stack.pop_back_val());
      if (!constant) continue;
      if (auto* value = llvm::dyn_cast<llvm::GlobalValue>(constant)) {
        add(*value);
        continue;
      }
      if (constant->getNumOperands() == 0 || !constants_.insert(constant).second) continue;
      for (llvm::Use& use : constant->operands()) stack.push_back(use.get());
    }
  }
  llvm::SmallPtrSet<llvm::GlobalValue*, 32> seen_;
  llvm::DenseSet<llvm::Constant*> constants_;
  llvm::SmallVector<llvm::GlobalValue*, 32> work_;
};

bool is_special(const llvm::GlobalValue& value) { return value.getName().starts_with("llvm."); }

}  // namespace

void drop_unused(StepContext& context) {
  llvm::Module& module = context.module;
  // A section's lifetime on another's: not of a GPU's objects, and it would name what is gone.
  for (llvm::GlobalObject& object : module.global_objects())
    object.setMetadata(llvm::LLVMContext::MD_associated, nullptr);
  Reachable reachable;
  llvm::SmallVector<llvm::GlobalValue*, 8> used;
  llvm::collectUsedGlobalVariables(module, used, false);
  llvm::collectUsedGlobalVariables(module, used, true);
  for (llvm::GlobalValue* value : used) reachable.add(*value);
  for (llvm::GlobalValue& value : module.global_values())
    if (!value.isDeclaration() && !value.hasLocalLinkage() && !is_special(value)) reachable.add(value);
  for (const char* list : {"llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable* variable = module.getNamedGlobal(list)) reachable.add(*variable);
  reachable.run();

  llvm::SmallVector<llvm::GlobalValue*, 32> dead;
  for (llvm::GlobalValue& value : module.global_values())
    if (!reachable.contains(value)) dead.push_back(&value);
  for (llvm::GlobalValue* value : dead) {
    // Dead symbols may name each other: first all bodies and initial values, then the symbols.
    if (auto* f = llvm::dyn_cast<llvm::Function>(value)) f->deleteBody();
    if (auto* v = llvm::dyn_cast<llvm::GlobalVariable>(value)) v->setInitializer(nullptr);
  }
  for (llvm::GlobalValue* value : dead) {
    value->removeDeadConstantUsers();
    if (value->use_empty())
      value->eraseFromParent();
    else if (!llvm::isa<llvm::Function>(value) || value->getName().starts_with("llvm.")) {
      value->replaceAllUsesWith(llvm::PoisonValue::get(value->getType()));
      value->eraseFromParent();
    }
  }
}

namespace {

/// va_arg: the list is a pointer into a buffer in which each argument has its own alignment and size.
void expand_va_arg(llvm::VAArgInst& inst) {
  llvm::IRBuilder<> builder(&inst);
  const llvm::DataLayout& layout = inst.getDataLayout();
  llvm::Type* type = inst.getType();
  llvm::Value* list = inst.getPointerOperand();
  llvm::Value* at = builder.CreateLoad(builder.getPtrTy(), list);
  llvm::Type* word = layout.getIndexType(at->getType());
  const auto number = [&](std::uint64_t n) { return llvm::ConstantInt::get(word, n, true); };
  if (const std::uint64_t alignment = layout.getABITypeAlign(type).value(); alignment > 1) {
    llvm::Value* up = builder.CreatePtrAdd(at, number(alignment - 1));
    at = builder.CreateIntrinsic(llvm::Intrinsic::ptrmask, {up->getType(), word}, {up, number(~(alignment - 1))});
  }
  builder.CreateStore(builder.CreatePtrAdd(at, number(layout.getTypeAllocSize(type).getFixedValue())), list);
  llvm::Value* value = builder.CreateLoad(type, at);
  inst.replaceAllUsesWith(value);
  inst.eraseFromParent();
}

/// The one type of the calls of a function that is declared without a prototype, or null.
llvm::FunctionType* type_of_calls(const llvm::Function& f) {
  llvm::FunctionType* found = nullptr;
  for (const llvm::User* user : f.users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getCalledOperand() != &f) return nullptr;
    llvm::FunctionType* type = call->getFunctionType();
    if (type->isVarArg() || (found && found != type)) return nullptr;
    found = type;
  }
  return found;
}

/// `int f();` of old C is called by what it is given: declared so, as functions have a list of parameters.
/// Calls that differ are left to the expansion of variadic functions.
void give_prototypes(llvm::Module& module) {
  for (llvm::Function& f : llvm::make_early_inc_range(module)) {
    if (!f.isDeclaration() || !f.isVarArg() || f.arg_size() != 0 || f.isIntrinsic()) continue;
    llvm::FunctionType* type = type_of_calls(f);
    if (!type) continue;
    llvm::Function* typed = llvm::Function::Create(type, f.getLinkage(), f.getAddressSpace(), "", &module);
    typed->takeName(&f);
    typed->setCallingConv(f.getCallingConv());
    f.replaceAllUsesWith(typed);
    f.eraseFromParent();
  }
}

/// Calls of one name that take different results from it: a function is declared once. (The expansion below would give
/// them the declared type.)
bool refuse_other_results(StepContext& context) {
  bool good = true;
  for (llvm::Function& f : context.module) {
    if (!f.isVarArg()) continue;
    for (llvm::User* user : f.users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call || call->getCalledOperand() != &f || call->getType() == f.getReturnType()) continue;
      if (call->use_empty()) {
        // The call that the expansion makes has perhaps no result to be named or extended.
        call->setName("");
        call->setAttributes(
            call->getAttributes().removeAttributesAtIndex(call->getContext(), llvm::AttributeList::ReturnIndex));
        continue;
      }
      context.error(*call->getFunction(), "'" + f.getName().str() +
                                              "' is called for a result of another type than it is declared with; " +
                                              std::string(context.facts.name) +
                                              " declares a function once: call it through a pointer, or declare it so");
      good = false;
    }
  }
  return good;
}

/// A thunk that hands on what it was given, whatever that is.
bool refuse_handing_on(StepContext& context) {
  bool good = true;
  for (const llvm::Function& f : context.module) {
    if (!f.isVarArg()) continue;
    for (const llvm::BasicBlock& block : f)
      if (const llvm::CallInst* call = block.getTerminatingMustTailCall();
          call && call->getFunctionType()->isVarArg()) {
        context.error(f,
                      "a musttail call hands on variadic arguments, which the expansion of variadic functions cannot");
        good = false;
      }
  }
  return good;
}

/// Whether a call gives a function what its parameters are, and perhaps more.
bool gives_parameters(const llvm::CallBase& call, const llvm::Function& f) {
  if (call.arg_size() < f.arg_size()) return false;
  for (unsigned i = 0; i < f.arg_size(); ++i)
    if (call.getArgOperand(i)->getType() != f.getArg(i)->getType()) return false;
  return true;
}

/// Calls of a variadic function that lack its parameters, in old C by a missing prototype: what they do is undefined, but the
/// expansion would read arguments that are not there. So they call a pointer.
void call_by_pointer(llvm::Module& module) {
  for (llvm::Function& f : module) {
    if (!f.isVarArg() || f.isIntrinsic()) continue;
    for (llvm::User* user : llvm::make_early_inc_range(f.users()))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user);
          call && call->getCalledOperand() == &f && !gives_parameters(*call, f) && !call->isMustTailCall())
        call->setCalledOperand(new llvm::FreezeInst(&f, "", call->getIterator()));
  }
}

/// A call that hands a variadic function to itself stands twice among that function's users; LLVM's expansion walks them, and
/// would come to a call that it has erased.
void hand_over_by_pointer(llvm::Module& module) {
  for (llvm::Function& f : module) {
    if (!f.isVarArg() || f.isIntrinsic()) continue;
    for (llvm::Use& use : llvm::make_early_inc_range(f.uses()))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
          call && call->getCalledOperand() == &f && !call->isCallee(&use))
        use.set(new llvm::FreezeInst(&f, "", call->getIterator()));
  }
}

/// Memory that a call hands over (x86's `inalloca`) is named by its pointer, which is then no longer the last argument.
void hand_over_memory(llvm::Module& module) {
  const auto plain = [](auto& code, unsigned parameters) {
    for (unsigned i = 0; i < parameters; ++i) code.removeParamAttr(i, llvm::Attribute::InAlloca);
  };
  for (llvm::Function& f : module) {
    if (f.isVarArg()) plain(f, static_cast<unsigned>(f.arg_size()));
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& inst : block)
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst); call && call->getFunctionType()->isVarArg())
          plain(*call, call->arg_size());
  }
}

}  // namespace

void expand_variadics(StepContext& context) {
  give_prototypes(context.module);
  if (!refuse_other_results(context) || !refuse_handing_on(context)) return;
  call_by_pointer(context.module);
  hand_over_by_pointer(context.module);
  hand_over_memory(context.module);
  llvm::SmallVector<llvm::VAArgInst*, 8> reads;
  for (llvm::Function& f : context.module)
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& inst : block)
        if (auto* read = llvm::dyn_cast<llvm::VAArgInst>(&inst)) reads.push_back(read);
  for (llvm::VAArgInst* read : reads) expand_va_arg(*read);
  bool any = false;
  for (const llvm::Function& f : context.module) {
    any |= f.isVarArg();
    for (const llvm::BasicBlock& block : f)
      for (const llvm::Instruction& inst : block)
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) any |= call->getFunctionType()->isVarArg();
  }
  if (!any) return;
  llvm::ModuleAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  llvm::ExpandVariadicsPass(llvm::ExpandVariadicsMode::Lowering).run(context.module, analyses);
}

}  // namespace lathe::codegen
