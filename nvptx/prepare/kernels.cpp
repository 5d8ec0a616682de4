// What of a module is a kernel, and what of a module PTX has no word for.
#include <llvm/IR/AutoUpgrade.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <llvm/Support/raw_ostream.h>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

/// Number of entries of llvm.global_ctors or llvm.global_dtors.
std::uint64_t entries(const llvm::Module& module, llvm::StringRef name) {
  const llvm::GlobalVariable* list = module.getNamedGlobal(name);
  if (!list || !list->hasInitializer()) return 0;
  const auto* array = llvm::dyn_cast<llvm::ArrayType>(list->getValueType());
  return array ? array->getNumElements() : 0;
}

// Bodies that only other modules provide, or variables that are elsewhere too: here they are declarations.
void forget_available_externally(llvm::Module& module) {
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    if (!alias.hasAvailableExternallyLinkage()) continue;
    llvm::GlobalValue* elsewhere = nullptr;
    if (auto* type = llvm::dyn_cast<llvm::FunctionType>(alias.getValueType())) {
      elsewhere =
          llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, alias.getAddressSpace(), "", &module);
    } else {
      elsewhere =
          new llvm::GlobalVariable(module, alias.getValueType(), false, llvm::GlobalValue::ExternalLinkage, nullptr, "",
                                   nullptr, llvm::GlobalValue::NotThreadLocal, alias.getAddressSpace());
    }
    elsewhere->takeName(&alias);
    alias.replaceAllUsesWith(elsewhere);
    alias.eraseFromParent();
  }
  for (llvm::Function& f : module)
    if (f.hasAvailableExternallyLinkage()) {
      f.deleteBody();
      f.setComdat(nullptr);
    }
  for (llvm::GlobalVariable& v : module.globals())
    if (v.hasAvailableExternallyLinkage()) {
      v.setInitializer(nullptr);
      v.setLinkage(llvm::GlobalValue::ExternalLinkage);
      v.setComdat(nullptr);
    }
}

void refuse_variable(const llvm::GlobalVariable& v, Diag& diag) {
  const std::string name = "variable '" + v.getName().str() + "'";
  if (v.isThreadLocal()) diag.error({}, name + " is thread-local, which PTX does not have");
  if (!v.getValueType()->isSized()) diag.error({}, name + " has a type without a size");
}

void refuse_alias(llvm::GlobalAlias& alias, Diag& diag) {
  const std::string name = "alias '" + alias.getName().str() + "'";
  auto* target = llvm::dyn_cast_or_null<llvm::Function>(alias.getAliaseeObject());
  if (!target || target->isDeclaration() || target->hasKernelCallingConv())
    diag.error({}, name + " must name a device function that is defined here: PTX has no other aliases");
  else if (target->hasWeakLinkage() || target->hasLinkOnceLinkage() || alias.hasWeakLinkage())
    diag.error({}, name + " is weak or names a weak function, which PTX does not allow");
  else
    alias.setAliasee(target);  // an alias of an alias names the function
}

/// Aliases that need none: a local one is its aliasee, and a local aliasee has the name by which others see it. What
/// stays behind `.alias` must be visible itself, or nvlink finds no definition.
void resolve_aliases(llvm::Module& module) {
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    auto* target = llvm::dyn_cast_or_null<llvm::GlobalObject>(alias.getAliaseeObject());
    const llvm::Value* named = alias.getAliasee()->stripPointerCastsAndAliases();
    if (!target || named != target || target->isDeclaration() || target->getType() != alias.getType()) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(target);
    if (function && function->hasKernelCallingConv()) continue;
    if (!alias.hasLocalLinkage()) {
      if (!target->hasLocalLinkage() || alias.isInterposable()) continue;
      target->takeName(&alias);
      target->setLinkage(alias.getLinkage());
      target->setVisibility(alias.getVisibility());
      target->setComdat(nullptr);
    } else if (target->isInterposable()) {
      continue;
    }
    alias.replaceAllUsesWith(target);
    alias.eraseFromParent();
  }
}

/// Vectors of a length that is known at run time only. LLVM's own passes give up on some of them, so they are named
/// here.
const llvm::Type* scalable_type(const llvm::Function& f) {
  if (f.getReturnType()->isScalableTy()) return f.getReturnType();
  for (const llvm::Argument& argument : f.args())
    if (argument.getType()->isScalableTy()) return argument.getType();
  for (const llvm::Instruction& inst : llvm::instructions(f)) {
    if (inst.getType()->isScalableTy()) return inst.getType();
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
        variable && variable->getAllocatedType()->isScalableTy())
      return variable->getAllocatedType();
    for (const llvm::Use& operand : inst.operands())
      if (operand->getType()->isScalableTy()) return operand->getType();
  }
  return nullptr;
}

}  // namespace

void mark_kernels(StepContext& context) {
  // The readers of .ll and .bc have done it; a module built in memory has not seen them.
  llvm::UpgradeNVVMAnnotations(context.module);
  forget_available_externally(context.module);
  for (llvm::Function& f : context.module)
    if (f.hasKernelCallingConv() && !f.getReturnType()->isVoidTy()) context.error(f, "a kernel must return void");
}

void refuse_unsupported(StepContext& context) {
  Diag& diag = context.diag;
  resolve_aliases(context.module);
  for (const llvm::GlobalIFunc& f : context.module.ifuncs())
    diag.error({}, "ifunc '" + f.getName().str() + "' is not supported: PTX has no run-time choice of a symbol");
  for (const llvm::GlobalVariable& v : context.module.globals()) refuse_variable(v, diag);
  for (llvm::GlobalAlias& alias : context.module.aliases()) refuse_alias(alias, diag);
  if (!context.asked.lower_ctors)
    for (const char* name : {"llvm.global_ctors", "llvm.global_dtors"})
      if (entries(context.module, name) > 0)
        diag.error({}, std::string("the module has entries in ") + name +
                           ", which NVPTX does not run; -nvptx-lower-global-ctor-dtor makes kernels of them");
  for (const llvm::Function& f : context.module) {
    if (f.hasPrefixData() || f.hasPrologueData()) context.error(f, "prefix or prologue data is not supported");
    if (f.hasKernelCallingConv() && f.isVarArg()) context.error(f, "a kernel cannot be variadic");
    if (const llvm::Type* type = scalable_type(f)) {
      std::string text;
      llvm::raw_string_ostream(text) << *type;
      context.error(f, "PTX cannot hold the type " + text + ": its length is not known before the program runs");
    }
  }
}

}  // namespace lathe::nvptx
